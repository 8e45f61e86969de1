// What was compiled on this machine, in a folder of the user: another clone, or
// another branch of this one, need not compile it again, and those who change
// no C++ need no compiler.
import { createHash } from "node:crypto";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { hostname } from "node:os";
import { basename, dirname, join } from "node:path";
import { promisify } from "node:util";
import { constants, gunzip, gzip } from "node:zlib";
import { userCache } from "./paths.mjs";
import { hashOf } from "./stale.mjs";
import { say } from "./steps.mjs";

/**
 * A folder of the cache.
 *
 * @typedef {object} Shelf
 * @property {string} [what] is taken, as a line says it: "The module is"; who
 *   takes many entries says so itself
 * @property {number} kept entries: what was used least of late goes
 * @property {string} folder
 */

/**
 * @param {string} name
 * @param {string | undefined} what
 * @param {number} kept
 * @returns {Shelf}
 */
export const shelf = (name, what, kept) => ({
  what,
  kept,
  folder: join(userCache, name),
});

/** The modules of the package: two entries for each state of the sources. */
export const MODULES = shelf("modules", "The module is", 16);

const RECORD = "built.json";
const PACKED = ".gz";
const UNFINISHED = /\.new$/;
const DAY_MS = 86_400_000;

const sumOf = (content) => createHash("sha256").update(content).digest("hex");
// Programs with debug information: the fastest makes a third of them.
const pack = (content) =>
  promisify(gzip)(content, { level: constants.Z_BEST_SPEED });
const unpack = promisify(gunzip);

/** When it was last built or taken. */
const lastUse = (path) => statSync(path).mtimeMs;

/** The hash of the entry that was used last; undefined when there is none. */
export function latest({ folder }) {
  if (!existsSync(folder)) return undefined;
  const [first] = readdirSync(folder)
    .filter((name) => !UNFINISHED.test(name))
    .map((name) => ({ name, used: lastUse(join(folder, name)) }))
    .sort((a, b) => b.used - a.used);
  return first?.name;
}

/** Throws away all but those last used, and what was interrupted long ago. */
export function tidy({ folder, kept }) {
  const entries = readdirSync(folder).flatMap((name) => {
    const path = join(folder, name);
    try {
      return [{ path, used: lastUse(path) }];
    } catch {
      // Another process tidies too.
      return [];
    }
  });
  const isUnfinished = ({ path }) => UNFINISHED.test(path);
  const old = [
    ...entries
      .filter((it) => !isUnfinished(it))
      .sort((a, b) => b.used - a.used)
      .slice(kept),
    ...entries.filter(
      (it) => isUnfinished(it) && it.used < Date.now() - DAY_MS,
    ),
  ];
  for (const { path } of old) rmSync(path, { recursive: true, force: true });
}

/** Writes an entry beside its place and renames it: nobody finds half of one. */
async function write(place, files) {
  const fresh = `${place}.${process.pid}.new`;
  mkdirSync(fresh, { recursive: true });
  const record = {
    files: {},
    built: new Date().toISOString(),
    host: hostname(),
  };
  for (const file of files) {
    const content = await pack(readFileSync(file));
    writeFileSync(join(fresh, basename(file) + PACKED), content);
    record.files[basename(file)] = {
      sha256: sumOf(content),
      mode: statSync(file).mode & 0o777,
    };
  }
  writeFileSync(join(fresh, RECORD), JSON.stringify(record));
  try {
    renameSync(fresh, place);
  } catch (error) {
    // Another process was faster.
    rmSync(fresh, { recursive: true });
    if (!existsSync(place)) throw error;
  }
}

/**
 * Keeps files. A cache that cannot be written costs time, no more.
 *
 * @param {Shelf} shelf
 * @param {string} hash of all that they were made of
 * @param {readonly string[]} files of different names
 */
export async function keep(shelf, hash, files) {
  const place = join(shelf.folder, hash);
  if (existsSync(place)) return;
  try {
    await write(place, files);
    tidy(shelf);
  } catch (/** @type {any} */ error) {
    say(`  Not kept in ${shelf.folder}: ${error.message}`);
  }
}

/**
 * Keeps files unless something that they were made of was edited meanwhile.
 *
 * @param {Shelf} shelf
 * @param {string} hash of `made`, before they were
 * @param {readonly string[]} files
 * @param {{ inputs: string[], values?: unknown[] }} made as for `ifStale`
 */
export async function keepUnchanged(shelf, hash, files, { inputs, values }) {
  if (hashOf(inputs, values) === hash) await keep(shelf, hash, files);
}

/** The kept files and their record; undefined when they are not whole. */
async function readWhole(place, files) {
  try {
    const record = JSON.parse(readFileSync(join(place, RECORD), "utf8"));
    const contents = [];
    for (const file of files) {
      const content = readFileSync(join(place, basename(file) + PACKED));
      const { sha256, mode } = record.files[basename(file)];
      if (sumOf(content) !== sha256) return undefined;
      contents.push({ file, mode, content: await unpack(content) });
    }
    return { record, contents };
  } catch {
    // A file is missing, or is not what it should be.
    return undefined;
  }
}

/**
 * Puts the kept files of `hash` where `files` are to be; whether there were any.
 *
 * @param {Shelf} shelf
 * @param {string} hash
 * @param {readonly string[]} files
 */
export async function take({ what, folder }, hash, files) {
  const place = join(folder, hash);
  if (!existsSync(place)) return false;
  const whole = await readWhole(place, files);
  if (!whole) {
    say(`  ${place} is damaged and thrown away`);
    rmSync(place, { recursive: true, force: true });
    return false;
  }
  for (const { file, mode, content } of whole.contents) {
    mkdirSync(dirname(file), { recursive: true });
    const fresh = `${file}.new`;
    writeFileSync(fresh, content);
    chmodSync(fresh, mode);
    // Older than every source: whatever a compiler is to do next, it does not
    // take the file for its own.
    utimesSync(fresh, 1, 1);
    renameSync(fresh, file);
  }
  const now = new Date();
  try {
    utimesSync(place, now, now);
  } catch {
    // Another process threw it away, after us.
  }
  if (!what) return true;
  const { host, built } = whole.record;
  const where = host === hostname() ? "this machine" : `machine ${host}`;
  const [day] = built.split("T");
  say(`  ${what} taken from the cache, made on ${where} on ${day}`);
  return true;
}
