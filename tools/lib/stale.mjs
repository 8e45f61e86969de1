// Whether something has to be built again: a stamp holds a hash of the names
// and contents of all inputs, so that neither a checkout nor a touch matters.
import { createHash } from "node:crypto";
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { withLock } from "./lock.mjs";
import { inRoot } from "./paths.mjs";

// What a build writes beside its sources is no input.
const GENERATED = /[\\/](generated|dist)$/;

function* filesOf(path, isAsked = false) {
  if (!isAsked && GENERATED.test(path)) return;
  if (!existsSync(inRoot(path))) return;
  if (!statSync(inRoot(path)).isDirectory()) {
    yield path;
    return;
  }
  for (const name of readdirSync(inRoot(path)).sort()) {
    yield* filesOf(join(path, name));
  }
}

/** Hash of files and folders of the repository and of some further values. */
export function hashOf(inputs, values = []) {
  const hash = createHash("sha256").update(JSON.stringify(values));
  for (const input of inputs) {
    for (const file of filesOf(input, true)) {
      const content = readFileSync(inRoot(file));
      hash.update(`\n${file} ${content.length}\n`).update(content);
    }
  }
  return hash.digest("hex");
}

/**
 * Does `work(hash of the inputs)` unless the outputs exist and were made of the
 * same inputs.
 *
 * @param {object} files
 * @param {string} files.name of the stamp
 * @param {string[]} files.inputs files and folders of the repository
 * @param {unknown[]} [files.values] what else the result depends on
 * @param {string[]} files.outputs files that must exist
 * @param {string} [files.lock] of build/, for what may be made beside the rest
 * @param {(hash: string) => unknown} work
 * @returns the hash of the inputs, to be a value of what is built from this
 */
export async function ifStale(files, work) {
  const { name, inputs, values, outputs, lock = "lock" } = files;
  const stamp = inRoot("build", "stamps", name);
  const hash = hashOf(inputs, values);
  const isFresh = () =>
    existsSync(stamp) &&
    readFileSync(stamp, "utf8") === hash &&
    outputs.every((output) => existsSync(inRoot(output)));
  if (!isFresh()) {
    await withLock(inRoot("build", lock), async () => {
      // Another process may have built it while we waited.
      if (isFresh()) return;
      // Without a stamp until it is done: an interrupted build is stale.
      rmSync(stamp, { force: true });
      await work(hash);
      mkdirSync(dirname(stamp), { recursive: true });
      writeFileSync(stamp, hash);
    });
  }
  return hash;
}
