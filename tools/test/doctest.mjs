// Builds and runs the C++ tests of one preset.
import { join } from "node:path";
import { buildPreset } from "../lib/cmake.mjs";
import { inRoot } from "../lib/paths.mjs";
import { run } from "../lib/run.mjs";
import { say, step } from "../lib/steps.mjs";
import { needBuildTools, needNativeTools } from "../setup/system-packages.mjs";
import { needToolchain } from "../setup/toolchain.mjs";

const SUMMARY = /test cases:\s*(\d+) \|\s*(\d+) passed \|\s*(\d+) failed/;
// Whatever the sanitizers find ends the program, with the place in our source.
const SANITIZERS = {
  ASAN_OPTIONS: "detect_stack_use_after_return=1",
  UBSAN_OPTIONS: "print_stacktrace=1",
};

/** @returns {[command: string, args: string[]]} */
function commandOf(preset) {
  const folder = inRoot("build", preset);
  return preset.startsWith("wasm")
    ? [process.execPath, [join(folder, "posenc_tests.cjs")]]
    : [join(folder, "posenc_tests"), []];
}

/**
 * Compiles the C++ tests of `preset`.
 *
 * @param {string} preset
 * @param {{ leftover?: boolean }} [options] as `run()` has it
 */
export async function compileDoctest(preset, options) {
  await (preset.startsWith("wasm") ? needBuildTools() : needNativeTools());
  const toolchain = await needToolchain();
  await step(`Compile the C++ tests (${preset})`, () =>
    buildPreset(preset, toolchain, options),
  );
}

/** Commas separate patterns of doctest. */
const pattern = (text) => `*${text.replaceAll(",", "\\,")}*`;

/** What chooses the tests of some files, and those with a title. */
function filters(files, named) {
  const chosen = [];
  if (files.length > 0) {
    chosen.push(`--source-file=${files.map((file) => pattern(file)).join()}`);
  }
  if (named) chosen.push(`--test-case=${pattern(named)}`);
  return chosen;
}

/**
 * Runs the compiled C++ tests of `preset`; resolves with their counts.
 *
 * @param {string} preset
 * @param {object} [options]
 * @param {readonly string[]} [options.files] only the tests in these, paths
 *   from the root
 * @param {string} [options.named] only tests with this in their title
 */
export async function runDoctest(preset, options = {}) {
  const [command, args] = commandOf(preset);
  const chosen = filters(options.files ?? [], options.named);
  const { code, output } = await step(`Run the C++ tests (${preset})`, () =>
    run(command, [...args, "--no-colors", ...chosen], {
      cwd: inRoot(),
      env: SANITIZERS,
      allowFailure: true,
    }),
  );
  const [, total, passed, failed] = (SUMMARY.exec(output) ?? []).map(Number);
  if (code !== 0) {
    say(`\n${output.trimEnd()}\n`);
    // Without a summary it crashed: that is one failure, whatever passed.
    return { passed: passed ?? 0, failed: failed || 1 };
  }
  if (!total && !options.named) {
    say(`\nThere are no C++ tests in ${preset}\n`);
    return { passed: 0, failed: 1 };
  }
  return { passed, failed };
}
