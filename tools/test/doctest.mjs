// Builds and runs the C++ tests of one preset.
import { basename, dirname, join } from "node:path";
import { shelf } from "../lib/built-cache.mjs";
import { buildPreset } from "../lib/cmake.mjs";
import { inRoot } from "../lib/paths.mjs";
import { buildPrograms } from "../lib/programs.mjs";
import { run } from "../lib/run.mjs";
import { say, step } from "../lib/steps.mjs";
import {
  cmakesCompiler,
  needBuildTools,
  needNativeTools,
} from "../setup/system-packages.mjs";
import { needToolchain } from "../setup/toolchain.mjs";
import { isNoting, note } from "./times.mjs";

const SUMMARY = /test cases:\s*(\d+) \|\s*(\d+) passed \|\s*(\d+) failed/;
// Whatever the sanitizers find ends the program, with the place in our source.
const SANITIZERS = {
  ASAN_OPTIONS: "detect_stack_use_after_return=1",
  UBSAN_OPTIONS: "print_stacktrace=1",
};

/** What they are made of. */
const SOURCES = [
  "src/posenc/core",
  "tests/posenc/core",
  "src/training/core",
  "tests/training/core",
  "tests/across/engines/bytes.inc",
  "tests/sanitizers.cpp",
];
const SHELF = shelf("core-tests", "The C++ tests are", 8);

const isWasm = (preset) => preset.startsWith("wasm");

/** What the tests are: a program, or a module and what starts it in Node. */
const programsOf = (preset) =>
  (isWasm(preset) ? [".cjs", ".wasm"] : [""]).map((ending) =>
    join("build", preset, `posenc_tests${ending}`),
  );

/** @returns {[command: string, args: string[]]} */
function commandOf(preset) {
  const [program] = programsOf(preset).map((path) => inRoot(path));
  return isWasm(preset) ? [process.execPath, [program]] : [program, []];
}

/**
 * Compiles the C++ tests of `preset`.
 *
 * @param {string} preset
 * @param {{ leftover?: boolean }} [options] as `run()` has it
 */
export async function compileDoctest(preset, options) {
  await (isWasm(preset) ? needBuildTools() : needNativeTools());
  await buildPrograms(preset, {
    title: `Compile the C++ tests (${preset})`,
    sources: SOURCES,
    programs: programsOf(preset),
    shelf: SHELF,
    toolchain: await needToolchain(),
    compiler: isWasm(preset) ? undefined : cmakesCompiler(),
    ...options,
  });
}

/** What a title is in XML. */
const unescaped = (text) =>
  text
    .replace(/&(lt|gt|quot|apos);/g, (_, name) => ESCAPES[name])
    .replaceAll("&amp;", "&");
const ESCAPES = { lt: "<", gt: ">", quot: '"', apos: "'" };

/** Notes what the tests of each file took, by what doctest says of each. */
async function noteTimes(preset, output) {
  const [command, args] = commandOf(preset);
  const list = ["--list-test-cases", "--reporters=xml"];
  const { stdout } = await run(command, [...args, ...list], { cwd: inRoot() });
  const files = new Map(
    [
      ...stdout.matchAll(/<TestCase name="([^"]*)"[^>]* filename="([^"]*)"/g),
    ].map(([, title, file]) => [
      unescaped(title),
      file.replace(/^.*?(?=tests\/)/, ""),
    ]),
  );
  for (const [, seconds, title] of output.matchAll(/^([\d.]+) s: (.*)$/gm)) {
    const file = files.get(title);
    if (file)
      note({ file: inRoot(file), seconds: Number(seconds), engine: preset });
  }
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

/** The counts that doctest gives, and whatever it says of a failure. */
async function runProgram(title, [command, args], options = {}) {
  const { code, output } = await step(title, () =>
    run(command, [...args, "--no-colors"], {
      cwd: inRoot(),
      env: SANITIZERS,
      allowFailure: true,
      leftover: options.leftover,
    }),
  );
  const [, total, passed, failed] = (SUMMARY.exec(output) ?? []).map(Number);
  if (code !== 0) {
    say(`\n${output.trimEnd()}\n`);
    // Without a summary it crashed: that is one failure, whatever passed.
    return { output, passed: passed ?? 0, failed: failed || 1 };
  }
  if (!total && !options.named) {
    say(`\n${title}: there are none\n`);
    return { output, passed: 0, failed: 1 };
  }
  return { output, passed, failed };
}

/**
 * Runs the compiled C++ tests of `preset`; resolves with their counts.
 *
 * @param {string} preset
 * @param {object} [options]
 * @param {string} [options.named] only tests with this in their title
 * @param {boolean} [options.leftover] as `run()` has it
 */
export async function runDoctest(preset, options = {}) {
  const [command, args] = commandOf(preset);
  const chosen = filters([], options.named);
  const timed = isNoting() ? ["--duration=true"] : [];
  const { output, ...counts } = await runProgram(
    `Run the C++ tests (${preset})`,
    [command, [...args, ...timed, ...chosen]],
    options,
  );
  if (isNoting()) await noteTimes(preset, output);
  return counts;
}

const FOLDERS = "native-sanitize";
/** What CMake calls the program of a folder. */
const programNameOf = (folder) =>
  folder.startsWith("tests/training/") ? "training" : basename(folder);

/**
 * Compiles the programs of the folders that have these files, in the preset with
 * sanitizers, and runs the tests in these files.
 *
 * @param {{ files: readonly string[], named?: string }} options
 */
export async function runDoctestFolders({ files, named }) {
  await needNativeTools();
  const toolchain = await needToolchain();
  const sum = { passed: 0, failed: 0 };
  for (const folder of new Set(files.map((file) => dirname(file)))) {
    const name = `posenc_tests_${programNameOf(folder)}`;
    const own = files.filter((file) => dirname(file) === folder);
    await step(`Compile the C++ tests of ${folder}`, () =>
      buildPreset(FOLDERS, toolchain, { targets: [name] }),
    );
    const { passed, failed } = await runProgram(
      `Run the C++ tests of ${folder}`,
      [inRoot("build", FOLDERS, name), filters(own, named)],
      { named },
    );
    sum.passed += passed;
    sum.failed += failed;
  }
  return sum;
}
