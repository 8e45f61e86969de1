// Runs every case of a folder of golden files through the JavaScript API.
import { readdir, readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { readCommand } from "../../../tools/lib/command.mjs";
import { main } from "../../../tools/lib/steps.mjs";
import { compare } from "./compare.js";
import { inexpressible } from "./inexpressible.js";

const HERE = dirname(fileURLToPath(import.meta.url));

/** Adapters by kind, gathered from `adapters/*.js`. */
async function loadAdapters() {
  const adapters = {};
  const folder = join(HERE, "adapters");
  for (const file of (await readdir(folder)).sort()) {
    if (!file.endsWith(".js")) continue;
    const { default: own } = await import(`./adapters/${file}`);
    for (const [kind, adapter] of Object.entries(own)) {
      if (adapters[kind]) throw new Error(`two adapters for ${kind}`);
      adapters[kind] = adapter;
    }
  }
  return adapters;
}

/**
 * What is wrong with one case: a list, empty when it passes.
 *
 * An adapter is `{ ulps, floor, run(pe, case) }`, `floor` also as a function of
 * the case and the output's name; `run` answers the outputs by name as
 * `{ data, shape?, bound? }`, and every output of the case must be there.
 */
function check(pe, adapter, testCase) {
  if (!adapter) return [`no adapter for kind ${testCase.kind}`];
  let found;
  try {
    found = adapter.run(pe, testCase);
  } catch (/** @type {any} */ error) {
    return [`${error.name}: ${error.message}`];
  }
  const { ulps = 1, floor = 0 } = adapter;
  return Object.entries(testCase.outputs)
    .map(([name, expected]) =>
      compare(name, found[name], expected, testCase, {
        ulps,
        floor: typeof floor === "function" ? floor(testCase, name) : floor,
      }),
    )
    .filter((fault) => fault !== undefined);
}

/** Every case of `folder` with its faults; a reason where it was left out. */
export async function runGolden(pe, folder = HERE) {
  const adapters = await loadAdapters();
  const results = [];
  for (const file of (await readdir(folder)).sort()) {
    if (!file.endsWith(".json")) continue;
    const { cases } = JSON.parse(await readFile(join(folder, file), "utf8"));
    for (const testCase of cases) {
      const reason = inexpressible(testCase);
      results.push({
        file,
        name: testCase.name,
        kind: testCase.kind,
        reason,
        faults: reason ? [] : check(pe, adapters[testCase.kind], testCase),
      });
    }
  }
  return results;
}

const HELP = `Usage: npm run golden [-- FOLDER]

Runs every case of a folder of golden files through the JavaScript API, those
of tests/across/golden where none is named, and tells which differ by how much.

  --help  this text
`;

/** @returns the exit code */
async function runCommand() {
  const read = readCommand("npm run golden --", HELP, {
    allowPositionals: true,
  });
  if (!read) return 0;
  const { buildPackage } = await import("../../../tools/build-package.mjs");
  await buildPackage();
  const { load } = await import("../../../src/posenc/dist/index.js");
  const [folder = process.env.POSENC_GOLDEN ?? HERE] = read.positionals;
  const results = await runGolden(await load(), folder);
  const left = results.filter(({ reason }) => reason);
  for (const { file, name, reason } of left) {
    console.log(`left out  ${file} ${name}: ${reason}`);
  }
  const failed = results.filter(({ faults }) => faults.length > 0);
  for (const { file, name, faults } of failed) {
    console.log(
      `FAILED    ${file} ${name}\n            ${faults.join("\n            ")}`,
    );
  }
  const passed = results.length - failed.length - left.length;
  console.log(`${passed} passed, ${failed.length} failed`);
  return failed.length > 0 || results.length === 0 ? 1 : 0;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await main(runCommand);
