// The fuzz targets: which there are, how they are built and run.
import { spawn } from "node:child_process";
import { mkdirSync, readdirSync } from "node:fs";
import { join, relative } from "node:path";
import { shelf } from "../lib/built-cache.mjs";
import { inRoot, root } from "../lib/paths.mjs";
import { buildPrograms } from "../lib/programs.mjs";
import { showCommand, which } from "../lib/run.mjs";
import { FUZZ_COMPILER, needFuzzTools } from "../setup/system-packages.mjs";
import { needToolchain } from "../setup/toolchain.mjs";

const PRESETS = { 64: "fuzz", 32: "fuzz-32" };
/** What the targets are made of: not the inputs that they begin with. */
const SOURCES = [
  "src/posenc/core",
  "src/posenc/wasm",
  "src/training/core",
  ...["border", "core"].map((folder) => `tests/posenc/fuzz/${folder}`),
  ...["case.cpp", "case.hpp", "input.cpp", "input.hpp", "target.hpp"].map(
    (name) => `tests/posenc/fuzz/${name}`,
  ),
  "tests/sanitizers.cpp",
];
const SHELF = shelf("fuzz-targets", "The fuzz targets are", 6);
const ENVIRONMENT = {
  ASAN_OPTIONS: "quarantine_size_mb=32",
  UBSAN_OPTIONS: "print_stacktrace=1",
};
// Longer inputs hold nothing that a call reads.
const LONGEST_INPUT = 256;
const SLOWEST_INPUT_S = 60;
/** Where the clock goes on while others have the processors. */
const SLOWEST_LEFTOVER_S = 1200;

/** A target for each file of tests/posenc/fuzz/core, and one for src/posenc/wasm. */
export const targets = () => [
  ...readdirSync(inRoot("tests", "posenc", "fuzz", "core"))
    .filter((name) => name.endsWith(".cpp"))
    .map((name) => name.replace(/\.cpp$/, "")),
  "border",
];

const pathOf = (target, bits) => join("build", PRESETS[bits], `fuzz_${target}`);
const programOf = (target, bits) => inRoot(pathOf(target, bits));
/** Paths of all programs, from the root. */
export const programsOf = (bits) =>
  targets().map((target) => pathOf(target, bits));

/**
 * Builds all targets in 64 or 32 bits.
 *
 * @param {number} bits
 * @param {{ leftover?: boolean }} [options] as `run()` has it
 */
export async function buildTargets(bits, options) {
  await needFuzzTools(bits);
  await buildPrograms(PRESETS[bits], {
    title: `Compile the fuzz targets (${bits} bits)`,
    sources: SOURCES,
    programs: programsOf(bits),
    shelf: SHELF,
    toolchain: await needToolchain(),
    compiler: FUZZ_COMPILER,
    ...options,
  });
}

const running = new Set();

/** Ends all that run. libFuzzer has written every input by then. */
export function endTargets() {
  for (const child of running) child.kill("SIGKILL");
}
process.on("exit", endTargets);

/**
 * What libFuzzer says: `#7 NEW cov: 5 ft: 6 corp: …`, `stat::…: 8`; `INITED`
 * when it has run what it was given.
 */
function readProgress(lines, state) {
  for (const line of lines) {
    const status = /^#(\d+)\s.*cov: (\d+) ft: (\d+)/.exec(line);
    if (status) {
      const [executions, coverage, features] = status.slice(1).map(Number);
      Object.assign(state, { executions, coverage, features });
    }
    const begun = /^#(\d+)\s+INITED/.exec(line);
    if (begun) state.given = Number(begun[1]);
    const done = /^stat::number_of_executed_units:\s*(\d+)/.exec(line);
    if (done) state.executions = Number(done[1]);
    const written = /Test unit written to (\S+)/.exec(line);
    if (written) state.reproducer = written[1];
  }
}

/**
 * Runs one libFuzzer.
 *
 * @param args options, and folders or files of inputs
 * @param state `executions`, `coverage` and `features` as they grow, `given`
 *   when the inputs of these folders have run, and the `pid`
 * @param {{ leftover?: boolean }} [options] as `run()` has it
 * @returns state, with `code`, `output`, and the `reproducer` of a failure
 */
export function runTarget(target, bits, args, state = {}, options = {}) {
  const crashes = join(inRoot("build", "fuzz-crashes"), "");
  mkdirSync(crashes, { recursive: true });
  const isLeftover = options.leftover && which("nice") !== undefined;
  const [program, ...typed] = [
    ...(isLeftover ? ["nice", "-n", "19"] : []),
    programOf(target, bits),
    `-artifact_prefix=${join(crashes, `${target}-${bits}-`)}`,
    `-max_len=${LONGEST_INPUT}`,
    "-len_control=0",
    `-timeout=${isLeftover ? SLOWEST_LEFTOVER_S : SLOWEST_INPUT_S}`,
    "-print_final_stats=1",
    ...args,
  ];
  const child = spawn(program, typed, {
    cwd: root,
    env: { ...process.env, ...ENVIRONMENT },
    stdio: ["ignore", "ignore", "pipe"],
  });
  running.add(child);
  // What nice runs keeps its number.
  state.pid = child.pid;
  let output = "";
  let unread = "";
  child.stderr.setEncoding("latin1").on("data", (text) => {
    // All of it may be much; the end holds the report.
    output = (output + text).slice(-200_000);
    const lines = (unread + text).split("\n");
    unread = lines.pop() ?? "";
    readProgress(lines, state);
  });
  return new Promise((resolve, reject) => {
    child.on("error", reject);
    child.on("close", (code, signal) => {
      running.delete(child);
      readProgress([unread], state);
      Object.assign(state, { code: code ?? signal, output });
      resolve(state);
    });
  });
}

/** The command that repeats a failure. */
export const commandOf = (target, bits, reproducer) =>
  showCommand(relative(root, programOf(target, bits)), [
    relative(root, reproducer),
  ]);

/** What a failed run said, without libFuzzer's progress. */
export function reportOf({ output }) {
  const start = output.search(/^(==== |.*runtime error|=+$|==\d+==)/m);
  return output.slice(Math.max(start, 0)).trimEnd();
}
