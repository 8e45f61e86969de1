// How long processes have had a processor.
import { readdirSync, readFileSync } from "node:fs";

/** What the kernel of Linux counts the time of a process in. */
const TICKS_PER_SECOND = 100;

const PARENT = 1;
/** Fields of a process's line behind its name: the 14th to 17th of all. */
const OWN = [11, 12];
const ENDED_CHILDREN = [13, 14];

/** @param {number | string} pid */
function fieldsOf(pid) {
  const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
  // The name may hold anything.
  return stat.slice(stat.lastIndexOf(")") + 2).split(" ");
}

/**
 * @param {string[]} all
 * @param {number[]} fields
 */
const secondsAmong = (all, fields) =>
  fields.reduce((sum, field) => sum + Number(all[field]), 0) / TICKS_PER_SECOND;

const secondsIn = (pid, fields) => secondsAmong(fieldsOf(pid), fields);

/** Seconds that a process has had of a processor; of the clock elsewhere. */
export function secondsOf(pid) {
  try {
    return secondsIn(pid, OWN);
  } catch {
    return performance.now() / 1000;
  }
}

/** The same of this process and all that it began and saw end; elsewhere its own. */
export function secondsOfAll() {
  try {
    return secondsIn("self", [...OWN, ...ENDED_CHILDREN]);
  } catch {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1e6;
  }
}

const LOOK_MS = 200;

/** What runs now, by number: parent, and seconds of a processor. */
function allProcesses() {
  /** @type {Map<string, { parent: string, seconds: number }>} */
  const all = new Map();
  for (const pid of readdirSync("/proc").filter((name) => /^\d+$/.test(name))) {
    try {
      const fields = fieldsOf(pid);
      const seconds = secondsAmong(fields, OWN);
      all.set(pid, { parent: fields[PARENT], seconds });
    } catch {
      // It has ended since.
    }
  }
  return all;
}

/**
 * Looks from now on at all that this process begins. A browser's processes end
 * without anybody who waits for them: the kernel adds their time to nobody's.
 *
 * @returns a function that tells the seconds of this process and of all these
 */
export function watchFamily() {
  /** @type {Map<string, number>} */
  const seen = new Map();
  const look = () => {
    const all = allProcesses();
    const own = String(process.pid);
    const isOurs = (pid) => {
      const parent = all.get(pid)?.parent;
      return parent === own || (parent !== undefined && isOurs(parent));
    };
    for (const [pid, { seconds }] of all) {
      if (isOurs(pid)) seen.set(pid, Math.max(seconds, seen.get(pid) ?? 0));
    }
  };
  try {
    look();
    setInterval(look, LOOK_MS).unref();
  } catch {
    // No such system: what the process itself knows has to do.
  }
  return () => {
    const { user, system } = process.cpuUsage();
    const others = [...seen.values()].reduce((sum, it) => sum + it, 0);
    // Those that were too quick to be looked at are in the kernel's count.
    return Math.max(secondsOfAll(), (user + system) / 1e6 + others);
  };
}
