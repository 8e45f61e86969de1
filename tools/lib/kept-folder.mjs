// Folders of thousands of files that are made of the same things in every clone
// and that nobody edits: one comes back as links to the kept files, in a second
// where writing them again takes half a minute of a processor.
import { createHash } from "node:crypto";
import {
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { tidy } from "./built-cache.mjs";
import { say } from "./steps.mjs";

const FILES = "files";
const RECORD = "sum";

/** Makes a folder of the same files as another, which has all of them first. */
function linkAll(from, to) {
  mkdirSync(to, { recursive: true });
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)];
    if (entry.isDirectory()) linkAll(source, target);
    else if (entry.isSymbolicLink()) symlinkSync(readlinkSync(source), target);
    else linkSync(source, target);
  }
}

/** A line for each file: whoever has written into one of them shows. */
function* linesOf(folder, inside = "") {
  const entries = readdirSync(join(folder, inside), { withFileTypes: true });
  for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const path = join(inside, entry.name);
    if (entry.isDirectory()) yield* linesOf(folder, path);
    else if (entry.isSymbolicLink())
      yield `${path} ${readlinkSync(join(folder, path))}`;
    else {
      const { size, mtimeMs, mode } = lstatSync(join(folder, path));
      yield `${path} ${size} ${mtimeMs} ${mode}`;
    }
  }
}

function sumOf(folder) {
  const hash = createHash("sha256");
  for (const line of linesOf(folder)) hash.update(`${line}\n`);
  return hash.digest("hex");
}

/** Makes a folder beside its place and renames it: nobody finds half of one. */
function make(place, fill) {
  const fresh = `${place}.${process.pid}.new`;
  try {
    mkdirSync(fresh, { recursive: true });
    fill(fresh);
    renameSync(fresh, place);
  } finally {
    rmSync(fresh, { recursive: true, force: true });
  }
}

/**
 * Keeps a folder. Where that cannot be, as on another disk, it costs time, no
 * more.
 *
 * @param {import("./built-cache.mjs").Shelf} shelf
 * @param {string} hash of all that it was made of
 * @param {string} folder
 */
export function keepFolder(shelf, hash, folder) {
  const place = join(shelf.folder, hash);
  if (existsSync(place)) return;
  try {
    make(place, (fresh) => {
      linkAll(folder, join(fresh, FILES));
      writeFileSync(join(fresh, RECORD), sumOf(join(fresh, FILES)));
    });
    tidy(shelf);
  } catch (/** @type {any} */ error) {
    // Or another process was faster.
    if (!existsSync(place)) {
      say(`  Not kept in ${shelf.folder}: ${error.message}`);
    }
  }
}

function isWhole(place) {
  try {
    const sum = readFileSync(join(place, RECORD), "utf8");
    return sumOf(join(place, FILES)) === sum;
  } catch {
    return false;
  }
}

/**
 * Puts the kept folder of `hash` in the place of `folder`; whether there was
 * one.
 *
 * @param {import("./built-cache.mjs").Shelf} shelf
 * @param {string} hash
 * @param {string} folder
 */
export function takeFolder(shelf, hash, folder) {
  const place = join(shelf.folder, hash);
  if (!existsSync(place)) return false;
  if (!isWhole(place)) {
    say(`  ${place} is damaged and thrown away`);
    rmSync(place, { recursive: true, force: true });
    return false;
  }
  try {
    rmSync(folder, { recursive: true, force: true });
    make(folder, (fresh) => linkAll(join(place, FILES), fresh));
    const now = new Date();
    utimesSync(place, now, now);
  } catch (/** @type {any} */ error) {
    say(`  Not taken from ${shelf.folder}: ${error.message}`);
    return false;
  }
  if (shelf.what) say(`  ${shelf.what} taken from the cache`);
  return true;
}
