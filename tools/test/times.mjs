// Processor time by test file, for npm test -- --times.
import { appendFileSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join, relative } from "node:path";
import { root } from "../lib/paths.mjs";
import { secondsOfAll } from "./processor.mjs";

/**
 * What a file took; `engine` where several run it.
 *
 * @typedef {{ file: string, seconds: number, engine?: string }} Time
 */

/** In the environment: the file of notes. */
const LIST = "POSENC_TIMES";
/** In NODE_OPTIONS. */
const LOAD = ` --import=${new URL("./timed.mjs", import.meta.url).href}`;

const SHOWN = 60;

/** From here on processes of Node note their times. */
export function beginNoting() {
  const folder = mkdtempSync(join(tmpdir(), "posenc-times-"));
  process.env[LIST] = join(folder, "times");
  process.env.NODE_OPTIONS = (process.env.NODE_OPTIONS ?? "") + LOAD;
}

/** Not in what is started from here on; the file of notes. */
export function endNoting() {
  const list = process.env[LIST] ?? "";
  delete process.env[LIST];
  process.env.NODE_OPTIONS = process.env.NODE_OPTIONS?.replace(LOAD, "") ?? "";
  return list;
}

export const isNoting = () => process.env[LIST] !== undefined;

/**
 * @param {Time} time
 * @param {string} [list]
 */
export function note(time, list = process.env[LIST]) {
  if (list) appendFileSync(list, `${JSON.stringify(time)}\n`);
}

const shown = (file) => {
  const path = relative(root, file);
  return path.startsWith("..") ? basename(file) : path;
};

/** A line for each name, the dearest first; those behind SHOWN in one. */
export function listTimes(times) {
  /** @type {Map<string, number>} */
  const sums = new Map();
  for (const { file, seconds, engine } of times) {
    const name = engine ? `${file} (${engine})` : file;
    sums.set(name, (sums.get(name) ?? 0) + seconds);
  }
  const line = ([name, seconds]) =>
    `${seconds.toFixed(1).padStart(8)}  ${name}`;
  const all = [...sums].sort(([, a], [, b]) => b - a);
  const rest = all.slice(SHOWN);
  const sum = rest.reduce((total, [, seconds]) => total + seconds, 0);
  return [
    ...all.slice(0, SHOWN).map(line),
    ...(rest.length > 0 ? [line([`${rest.length} others`, sum])] : []),
  ].join("\n");
}

/** The listing of all that was noted, and what this run took in all. */
export function timesText() {
  const list = endNoting();
  let text = "";
  try {
    text = readFileSync(list, "utf8");
  } catch {
    // Nothing was noted.
  }
  rmSync(dirname(list), { recursive: true, force: true });
  const times = text
    .split("\n")
    .filter(Boolean)
    .map((line) => JSON.parse(line))
    .map((time) => ({ ...time, file: shown(time.file) }));
  // What nobody waited for is in the files' times alone.
  const told = times.reduce((sum, { seconds }) => sum + seconds, 0);
  const total = Math.max(told, secondsOfAll());
  return `Seconds of a processor, ${total.toFixed(0)} in all:\n${listTimes(times)}`;
}
