// npm run coverage:core: how much of the C++ libraries their own tests take.
import { readFileSync, rmSync } from "node:fs";
import { relative } from "node:path";
import { buildPreset } from "./lib/cmake.mjs";
import { readCommand } from "./lib/command.mjs";
import { inRoot } from "./lib/paths.mjs";
import { run } from "./lib/run.mjs";
import { main, step } from "./lib/steps.mjs";
import { needCoverageTools } from "./setup/system-packages.mjs";
import { needToolchain } from "./setup/toolchain.mjs";

const PRESET = "native-coverage";
/** Per cent of the branches. */
const LEAST = 98;
const MARK = /\/\/ never taken: \S/;
const FOLDERS = ["src/posenc/core", "src/training/core"];

/** What llvm-cov tells of each file of these folders. */
async function measure() {
  await needCoverageTools();
  const toolchain = await needToolchain();
  await step(`Compile the C++ tests (${PRESET})`, () =>
    buildPreset(PRESET, toolchain),
  );
  const program = inRoot("build", PRESET, "posenc_tests");
  const raw = inRoot("build", PRESET, "tests.profraw");
  const merged = inRoot("build", PRESET, "tests.profdata");
  rmSync(raw, { force: true });
  await step("Run the C++ tests", () =>
    run(program, ["--no-colors"], {
      cwd: inRoot(),
      env: { LLVM_PROFILE_FILE: raw },
    }),
  );
  await run("llvm-profdata-19", ["merge", "-sparse", raw, "-o", merged]);
  const { output } = await run("llvm-cov-19", [
    "export",
    program,
    `-instr-profile=${merged}`,
    ...FOLDERS.map((folder) => inRoot(folder)),
  ]);
  const { files } = JSON.parse(output).data[0];
  return files.map(({ filename, ...file }) => ({
    name: relative(inRoot(), filename),
    ...file,
  }));
}

/**
 * Both ways of each condition: `[line, column, way, count]`. Instances of a
 * template count together.
 */
function waysOf({ branches }) {
  const counts = new Map();
  for (const [line, column, , , taken, skipped] of branches) {
    for (const [way, count] of [
      ["true", taken],
      ["false", skipped],
    ]) {
      const place = `${line}:${column}:${way}`;
      const before = counts.get(place)?.[3] ?? 0;
      counts.set(place, [line, column, way, before + count]);
    }
  }
  return [...counts.values()];
}

/** Lines of a file on which code begins that was never run. */
function linesOf({ segments }) {
  const lines = new Set();
  for (const [line, , count, hasCount, isEntry, isGap] of segments) {
    if (hasCount && isEntry && !isGap && count === 0) lines.add(line);
  }
  return [...lines];
}

function inspect(file) {
  const source = readFileSync(inRoot(file.name), "utf8").split("\n");
  const isMarked = (line) =>
    MARK.test(source[line - 1] ?? "") || MARK.test(source[line - 2] ?? "");
  const ways = waysOf(file).filter(([line]) => !isMarked(line));
  const missing = [
    ...linesOf(file)
      .filter((line) => !isMarked(line))
      .map((line) => [line, "never run"]),
    ...ways
      .filter(([, , , count]) => count === 0)
      .map(([line, column, way]) => [line, `column ${column} never ${way}`]),
  ].sort(([a], [b]) => a - b);
  const taken = ways.filter(([, , , count]) => count > 0).length;
  return {
    folder: /core\/(\w+)\//.exec(file.name)?.[1] ?? ".",
    missing: missing.map(([line, what]) => `${file.name}:${line} ${what}`),
    branches: [taken, ways.length],
    lines: [file.summary.lines.covered, file.summary.lines.count],
    functions: [file.summary.functions.covered, file.summary.functions.count],
  };
}

const KINDS = ["branches", "lines", "functions"];
/** @param {readonly number[]} counts taken, and how many there are */
const share = ([taken, count]) => (count === 0 ? 100 : (100 * taken) / count);

function sum(files) {
  return Object.fromEntries(
    KINDS.map((kind) => [
      kind,
      [0, 1].map((at) => files.reduce((all, file) => all + file[kind][at], 0)),
    ]),
  );
}

function row(name, counts) {
  const cells = KINDS.map((kind) => {
    const [taken, count] = counts[kind];
    const text = `${share(counts[kind]).toFixed(1)} % (${taken}/${count})`;
    return text.padStart(22);
  });
  return `${name.padEnd(12)}${cells.join("")}`;
}

const HELP = `Usage: npm run coverage:core

How much of the C++ libraries their own tests take: branches, lines and
functions by folder, and each line and branch that no test takes. Fails where
there are such, and below ${LEAST} % of the branches. What cannot be taken says so,
with the reason, on its line or the one above:

  // never taken: <reason>

  --help  this text
`;

await main(async () => {
  if (!readCommand("npm run coverage:core --", HELP)) return 0;
  const files = (await measure()).map(inspect);
  for (const { missing } of files) {
    for (const line of missing) console.log(line);
  }
  console.log(
    `\n${"".padEnd(12)}${KINDS.map((kind) => kind.padStart(22)).join("")}`,
  );
  const folders = [...new Set(files.map(({ folder }) => folder))].sort();
  for (const name of folders) {
    console.log(row(name, sum(files.filter(({ folder }) => folder === name))));
  }
  const all = sum(files);
  console.log(row("all", all));
  const isEnough = share(all.branches) >= LEAST;
  if (!isEnough) console.log(`\nless than ${LEAST} % of the branches`);
  return isEnough && files.every(({ missing }) => missing.length === 0) ? 0 : 1;
});
