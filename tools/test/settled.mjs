// Tests whose outcome the bytes settle: programs, their inputs and a seed. A
// whole run does not repeat what the same bytes passed before.
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { keepUnchanged, take } from "../lib/built-cache.mjs";
import { inRoot } from "../lib/paths.mjs";
import { hashOf } from "../lib/stale.mjs";

/**
 * The counts of `run`, or those of the last time that it passed with the same
 * bytes. What failed is run again.
 *
 * @param {import("../lib/built-cache.mjs").Shelf} shelf
 * @param {object} made
 * @param {string} made.name of the record in build/
 * @param {string[]} made.inputs files and folders of the repository: programs,
 *   what they read, and what runs them
 * @param {unknown[]} [made.values] what else the outcome depends on
 * @param {() => Promise<{ passed: number, failed: number }>} run
 */
export async function settled(shelf, { name, inputs, values }, run) {
  const file = inRoot("build", `${name}.json`);
  const hash = hashOf(inputs, values);
  if (await take(shelf, hash, [file])) {
    return { passed: JSON.parse(readFileSync(file, "utf8")).passed, failed: 0 };
  }
  const counts = await run();
  if (counts.failed === 0 && counts.passed > 0) {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, JSON.stringify({ passed: counts.passed }));
    await keepUnchanged(shelf, hash, [file], { inputs, values });
  }
  return counts;
}
