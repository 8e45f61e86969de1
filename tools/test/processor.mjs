// How long processes have had a processor.
import { readFileSync } from "node:fs";

/** What the kernel of Linux counts the time of a process in. */
const TICKS_PER_SECOND = 100;

/** Fields of a process's line behind its name: the 14th to 17th of all. */
const OWN = [11, 12];
const ENDED_CHILDREN = [13, 14];

/**
 * @param {number | string} pid
 * @param {number[]} fields
 */
function secondsIn(pid, fields) {
  const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
  // The name may hold anything.
  const all = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  const ticks = fields.reduce((sum, field) => sum + Number(all[field]), 0);
  return ticks / TICKS_PER_SECOND;
}

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
