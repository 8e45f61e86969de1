// Runs test files with node:test and prints failures only, in full.
import { existsSync } from "node:fs";
import { relative, sep } from "node:path";
import { run } from "node:test";
import { inspect } from "node:util";
import { inRoot, namesBelow, root } from "../lib/paths.mjs";
import { say, step } from "../lib/steps.mjs";

// A file that hangs must not hang the whole run; one that others leave little
// of the processors takes long.
const TIMEOUT_MS = 30 * 60_000;
// What node:test says of tests whose titles were not asked for.
const NOT_CHOSEN = "test name does not match pattern";

function testFiles(folder, owns = (_file) => true) {
  if (!existsSync(inRoot(folder))) return [];
  return namesBelow(inRoot(folder))
    .filter((name) => name.endsWith(".test.js"))
    .filter((name) => !/(^|[\\/])node_modules[\\/]/.test(name))
    .filter((name) => owns(`${folder}/${name.replaceAll(sep, "/")}`))
    .sort()
    .map((name) => inRoot(folder, name));
}

const where = ({ file, line }) =>
  file ? `${relative(root, file)}${line ? `:${line}` : ""}` : "";

function explain(error) {
  const cause = error?.cause ?? error;
  // An assertion's message holds the difference; inspect would say it again.
  const isAssertion = cause?.code === "ERR_ASSERTION";
  const text = isAssertion ? cause.stack : inspect(cause, { depth: 4 });
  return text.replace(/^ +at .*node:internal.*\n?/gm, "").trimEnd();
}

function showFailure(data) {
  const name = isContainer(data) ? "" : `${data.name}  `;
  const text = explain(data.details.error).replace(/^(?=.)/gm, "    ");
  say(`\n✗ ${name}${where(data)}\n${text}\n`);
}

// A describe() is no test, nor is the wrapper that Node makes of a file or of
// a test with subtests; a failure of theirs alone still counts.
function isContainer(data) {
  const { details, name } = data;
  return details?.type === "suite" || name.endsWith(".test.js");
}

const failsOnlyInside = (data) =>
  data.details.error?.failureType === "subtestsFailed";

/** What chooses tests by a part of their title, in any case of letters. */
const inTitle = (named) =>
  new RegExp(named.replace(/[.*+?^${}()|[\]\\/]/g, "\\$&"), "i");

// Tests throw away many arrays. Threads of their own that collect them cost a
// third of all processor time, where other files wait for it. What this process
// is started with, its test files are as well: `run` hands it on.
const FLAG = "--single-threaded-gc";
if (!process.execArgv.includes(FLAG)) process.execArgv.push(FLAG);

/** Runs `files`, `concurrency` at a time, and adds to `counts`. */
async function runFiles(files, { concurrency, named }, counts) {
  const events = run({
    files,
    concurrency,
    timeout: TIMEOUT_MS,
    ...(named && { testNamePatterns: [inTitle(named)] }),
  });
  const errors = new Map();
  for await (const { type, data } of events) {
    if (type === "test:stderr") {
      errors.set(data.file, (errors.get(data.file) ?? "") + data.message);
    } else if (type === "test:diagnostic") {
      // What went on after the end of a test; the rest is statistics.
      if (/^(Error|Warning):/.test(data.message)) say(data.message);
    } else if (type === "test:pass") {
      if (data.skip !== undefined) {
        // What was not tried is no success.
        if (data.skip !== NOT_CHOSEN) {
          counts.leftOut += 1;
          say(`  Left out: ${data.name} (${data.skip})`);
        }
      } else if (!isContainer(data)) counts.passed += 1;
    } else if (type === "test:fail" && !failsOnlyInside(data)) {
      counts.failed += 1;
      showFailure(data);
      // A file that does not load says why on its standard error.
      if (isContainer(data)) say(errors.get(data.file) ?? "");
    }
  }
}

/**
 * Runs the test files below `folder`.
 *
 * @param {string} folder
 * @param {object} options
 * @param {string} options.title of the step
 * @param {number | boolean} [options.atOnce] how many files at a time
 * @param {boolean} [options.oneByOne] when the files would disturb each other
 * @param {(file: string) => boolean} [options.owns] which of all files, by
 *   their paths from the root
 * @param {readonly string[]} [options.files] only these, paths from the root
 * @param {string} [options.named] only tests with this in their title
 */
export async function runNodeTests(folder, options) {
  const { title, oneByOne = false, atOnce = true, named } = options;
  const files = options.files?.length
    ? options.files.map((file) => inRoot(file))
    : testFiles(folder, options.owns);
  if (files.length === 0) {
    say(`\nThere are no tests in ${folder}\n`);
    return { passed: 0, failed: 1 };
  }
  const counts = { passed: 0, failed: 0, leftOut: 0 };
  const concurrency = oneByOne ? 1 : atOnce;
  return step(title, async () => {
    await runFiles(files, { concurrency, named }, counts);
    return counts;
  });
}
