// npm run coverage:js [-- test files]: which branches of src/js the JavaScript
// tests take, by V8, and which lines are never run. Fails below LEAST.
//
// A branch that no test can take says so in a comment of its own line,
// `/* v8 ignore next -- reason */`, and is listed with its reason.
import { readdirSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { bundleWithMaps } from "./build-package.mjs";
import { inRoot, namesBelow } from "./lib/paths.mjs";
import { Failure, main, step } from "./lib/steps.mjs";
import { runNodeTests } from "./test/node-tests.mjs";

/** Least share of branches, in percent. */
const LEAST = 95;
const KINDS = ["branches", "functions", "lines"];
const FOLDER = "build/coverage-js";
const IGNORED = /\/\* v8 ignore next(?: \d+)?(?: -- (.*?))? \*\//;

async function collect(files) {
  await bundleWithMaps(`${FOLDER}/dist`);
  // Figures are not measured, but the command line draws them.
  symlinkSync(inRoot("dist", "widgets"), inRoot(FOLDER, "dist", "widgets"));
  const hook = pathToFileURL(inRoot("tools", "coverage", "redirect.mjs")).href;
  const raw = inRoot(FOLDER, "raw");
  rmSync(raw, { recursive: true, force: true });
  process.env.NODE_V8_COVERAGE = raw;
  process.env.NODE_OPTIONS = `--import=${hook}`;
  const counts = await runNodeTests("tests/js", {
    title: "Run the JavaScript tests under V8's coverage",
    files,
  });
  delete process.env.NODE_V8_COVERAGE;
  delete process.env.NODE_OPTIONS;
  return { raw, failed: counts.failed };
}

/** A program that a test stops may have written half of its counts. */
function dropHalfWritten(folder) {
  for (const name of readdirSync(folder)) {
    const path = join(folder, name);
    try {
      JSON.parse(readFileSync(path, "utf8"));
    } catch {
      rmSync(path);
    }
  }
}

async function measure(raw) {
  dropHalfWritten(raw);
  const { CoverageReport } = await import("monocart-coverage-reports");
  const report = new CoverageReport({
    logging: "error",
    outputDir: inRoot(FOLDER, "report"),
    reports: ["v8-json"],
    baseDir: inRoot(),
    entryFilter: ({ url }) => /\/coverage-js\/dist\/(?!widgets\/)/.test(url),
    sourceFilter: (path) => /src\/js\/(?!generated)/.test(path),
    sourcePath: (path) => path.replace(/^.*?src\/js\//, "src/js/"),
  });
  await report.addFromDir(raw);
  return report.generate();
}

const percent = ({ covered, total }) =>
  total === 0
    ? "     –"
    : `${((100 * covered) / total).toFixed(1)} %`.padStart(8);

const folderOf = (path) =>
  path
    .replace(/^src\/js\//, "")
    .replace(/\/[^/]+$|\.ts$/, "")
    .split(/[/-]/)[0];

function add(sum, { covered, total }) {
  sum.covered += covered;
  sum.total += total;
}

const nothing = () => ({ covered: 0, total: 0 });

function printFolders(files) {
  const folders = new Map();
  for (const { sourcePath, summary } of files) {
    const name = folderOf(sourcePath);
    const sums = folders.get(name) ?? KINDS.map(nothing);
    for (const [n, kind] of KINDS.entries()) add(sums[n], summary[kind]);
    folders.set(name, sums);
  }
  const width = Math.max(...[...folders.keys()].map((name) => name.length), 5);
  const whole = KINDS.map(nothing);
  console.log(`\n${"".padEnd(width)}  branches  functions     lines`);
  for (const [name, sums] of [...folders].sort()) {
    for (const [n, sum] of sums.entries()) add(whole[n], sum);
    console.log(`${name.padEnd(width)}  ${sums.map(percent).join("   ")}`);
  }
  console.log(`${"whole".padEnd(width)}  ${whole.map(percent).join("   ")}`);
  return whole[0];
}

/** Lines with a branch that was never taken, and what is left out on purpose. */
function printMissing(files) {
  console.log("\nNever taken:");
  for (const { sourcePath, data } of files) {
    const lines = Object.entries(data.lines)
      .filter(([, hits]) => hits === 0 || typeof hits === "string")
      .map(([line]) => line);
    if (lines.length > 0) console.log(`  ${sourcePath}: ${lines.join(", ")}`);
  }
  console.log("\nLeft out, with the reason:");
  for (const path of namesBelow(inRoot("src/js"))) {
    if (!path.endsWith(".ts")) continue;
    const text = readFileSync(inRoot("src/js", path), "utf8").split("\n");
    text.forEach((line, n) => {
      const found = IGNORED.exec(line);
      if (!found) return;
      if (!found[1]) throw new Failure(`src/js/${path}:${n + 1} has no reason`);
      console.log(`  src/js/${path}:${n + 1}  ${found[1]}`);
    });
  }
}

await main(async () => {
  const files = process.argv.slice(2);
  const { raw, failed } = await collect(files);
  const result = await step("Map the counts to the sources", () =>
    measure(raw),
  );
  const sorted = result.files.sort((a, b) =>
    a.sourcePath < b.sourcePath ? -1 : 1,
  );
  const branches = printFolders(sorted);
  printMissing(sorted);
  const share = (100 * branches.covered) / branches.total;
  console.log(
    `\n${share.toFixed(2)} % of ${branches.total} branches, at least ${LEAST} % wanted`,
  );
  return failed > 0 || share < LEAST ? 1 : 0;
});
