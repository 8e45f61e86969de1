// npm run coverage:js: which branches of the libraries the JavaScript tests take.
import { readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { bundleWithMaps } from "./build-package.mjs";
import { readCommand } from "./lib/command.mjs";
import { inRoot } from "./lib/paths.mjs";
import { main, step } from "./lib/steps.mjs";
import { runNodeTests } from "./test/node-tests.mjs";

/** Least share of branches, in percent. */
const LEAST = 95;
const KINDS = ["branches", "functions", "lines"];
const FOLDER = "build/coverage-js";
const MEASURED = /** @type {const} */ (["posenc", "training"]);
const MARK = /\/\/ never taken: (\S.*)/;

const HELP = `Usage: npm run coverage:js [-- test files]

Which branches of the libraries the JavaScript tests take, by V8, and which
lines are never run. Fails below ${LEAST} %, and where a branch or line is never taken
without a reason; with some test files alone it only lists them. What no test
can take says so, on its line or above it and the lines that follow it without a
gap:

  // never taken: <reason>

  --help  this text
`;

async function collect(files) {
  for (const name of MEASURED) await bundleWithMaps(name, `${FOLDER}/${name}`);
  const hook = pathToFileURL(inRoot("tools", "coverage", "redirect.mjs")).href;
  const raw = inRoot(FOLDER, "raw");
  rmSync(raw, { recursive: true, force: true });
  process.env.NODE_V8_COVERAGE = raw;
  process.env.NODE_OPTIONS = `--import=${hook}`;
  const found = [];
  for (const name of MEASURED) {
    const own = `tests/${name}/js`;
    const chosen = files.filter((file) => file.startsWith(own));
    if (files.length > 0 && chosen.length === 0) continue;
    const title = `Run the JavaScript tests of ${name} under V8's coverage`;
    found.push(await runNodeTests(own, { title, files: chosen }));
  }
  delete process.env.NODE_V8_COVERAGE;
  delete process.env.NODE_OPTIONS;
  return { raw, failed: found.reduce((sum, { failed }) => sum + failed, 0) };
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
    entryFilter: ({ url }) => /\/coverage-js\/(posenc|training)\//.test(url),
    sourceFilter: (path) =>
      /src\/(posenc|training)\/js\/(?!generated)/.test(path),
    sourcePath: (path) =>
      path.replace(/^.*?(?=src\/(posenc|training)\/js\/)/, ""),
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
    .replace(/^src\/(?:posenc|training)\/js\//, "")
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

/**
 * The lines of a file that were never run, or of which some branch never was:
 * those without a reason, and the reasons of the others.
 */
function inspect({ sourcePath, data }) {
  const source = readFileSync(inRoot(sourcePath), "utf8").split("\n");
  const reasonOf = (line) =>
    MARK.exec(source[line - 1] ?? "")?.[1] ??
    MARK.exec(source[line - 2] ?? "")?.[1];
  const missing = [];
  const reasons = [];
  let last = /** @type {{ line: number, reason?: string }} */ ({ line: 0 });
  for (const [text, hits] of Object.entries(data.lines)) {
    if (hits !== 0 && typeof hits !== "string") continue;
    const line = Number(text);
    const own = reasonOf(line);
    const reason = own ?? (last.line === line - 1 ? last.reason : undefined);
    last = { line, reason };
    if (reason === undefined) missing.push(`${sourcePath}:${line} (${hits})`);
    else if (own) reasons.push(`${sourcePath}:${line}  ${own}`);
  }
  return { missing, reasons };
}

/** @returns how many lines have no reason */
function printMissing(files) {
  const told = files.map(inspect);
  const missing = told.flatMap((file) => file.missing);
  console.log("\nNever taken, without a reason:");
  for (const line of missing) console.log(`  ${line}`);
  console.log("\nNever taken, with the reason:");
  for (const { reasons } of told) {
    for (const line of reasons) console.log(`  ${line}`);
  }
  return missing.length;
}

await main(async () => {
  const read = readCommand("npm run coverage:js --", HELP, {
    allowPositionals: true,
  });
  if (!read) return 0;
  const files = read.positionals;
  const { raw, failed } = await collect(files);
  const result = await step("Map the counts to the sources", () =>
    measure(raw),
  );
  const sorted = result.files.sort((a, b) =>
    a.sourcePath < b.sourcePath ? -1 : 1,
  );
  const branches = printFolders(sorted);
  const missing = printMissing(sorted);
  const share = (100 * branches.covered) / branches.total;
  console.log(
    `\n${share.toFixed(2)} % of ${branches.total} branches, at least ${LEAST} % wanted`,
  );
  // Some test files alone take less.
  const isWhole = files.length === 0;
  return failed > 0 || (isWhole && (missing > 0 || share < LEAST)) ? 1 : 0;
});
