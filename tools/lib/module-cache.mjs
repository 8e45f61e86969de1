// Modules that were built on this machine, in a folder of the user: another
// clone, or another branch of this one, need not compile them again, and those
// who change no C++ need no compiler.
import { createHash } from "node:crypto";
import {
  copyFileSync,
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
import { dirname, join } from "node:path";
import { userCache } from "./paths.mjs";
import { say } from "./steps.mjs";

const FOLDER = join(userCache, "modules");
/** How many are kept, two for each state of the sources. */
const KEPT = 16;
const MODULE = "posenc.wasm";
const RECORD = "built.json";
const UNFINISHED = /\.new$/;
const DAY_MS = 86_400_000;

const sumOf = (content) => createHash("sha256").update(content).digest("hex");

/** When it was last built or taken. */
const lastUse = (path) => statSync(path).mtimeMs;

/** Throws away all but those last used, and what was interrupted long ago. */
function tidy(folder) {
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
      .slice(KEPT),
    ...entries.filter(
      (it) => isUnfinished(it) && it.used < Date.now() - DAY_MS,
    ),
  ];
  for (const { path } of old) rmSync(path, { recursive: true, force: true });
}

/**
 * Keeps a module.
 *
 * @param hash of all that it was made of
 */
export function keepModule(hash, file, folder = FOLDER) {
  const place = join(folder, hash);
  if (existsSync(place)) return;
  // Written beside and renamed, so that nobody finds half of one.
  const fresh = `${place}.${process.pid}.new`;
  mkdirSync(fresh, { recursive: true });
  const content = readFileSync(file);
  writeFileSync(join(fresh, MODULE), content);
  const record = {
    sha256: sumOf(content),
    built: new Date().toISOString(),
    host: hostname(),
  };
  writeFileSync(join(fresh, RECORD), JSON.stringify(record));
  try {
    renameSync(fresh, place);
  } catch (error) {
    // Another process was faster.
    rmSync(fresh, { recursive: true });
    if (!existsSync(place)) throw error;
  }
  tidy(folder);
}

/** The kept module and its record; undefined when it is not whole. */
function readWhole(place) {
  try {
    const record = JSON.parse(readFileSync(join(place, RECORD), "utf8"));
    const content = readFileSync(join(place, MODULE));
    if (sumOf(content) === record.sha256) return record;
  } catch {
    // A file is missing, or is no JSON.
  }
}

/**
 * Puts the kept module of `hash` into `file`; whether there was one.
 */
export function takeModule(hash, file, folder = FOLDER) {
  const place = join(folder, hash);
  if (!existsSync(place)) return false;
  const record = readWhole(place);
  if (!record) {
    say(`  ${place} is damaged and thrown away`);
    rmSync(place, { recursive: true, force: true });
    return false;
  }
  mkdirSync(dirname(file), { recursive: true });
  const fresh = `${file}.new`;
  copyFileSync(join(place, MODULE), fresh);
  // Older than every source: whatever a compiler is to do next, it does not
  // take the module for its own.
  utimesSync(fresh, 1, 1);
  renameSync(fresh, file);
  const now = new Date();
  utimesSync(place, now, now);
  const where =
    record.host === hostname() ? "this machine" : `machine ${record.host}`;
  const [day] = record.built.split("T");
  say(`  The module is taken from the cache, built on ${where} on ${day}`);
  return true;
}
