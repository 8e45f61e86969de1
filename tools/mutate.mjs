// npm run mutate: what the tests of a file do not notice.
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
} from "node:fs";
import { availableParallelism } from "node:os";
import { join, relative, resolve } from "node:path";
import { buildPackage, ENTRIES } from "./build-package.mjs";
import { readCommand } from "./lib/command.mjs";
import { inRoot, root } from "./lib/paths.mjs";
import { Failure, main, say, showTime } from "./lib/steps.mjs";
import { limitFor } from "./mutate/child.mjs";
import { core } from "./mutate/core.mjs";
import { equivalents } from "./mutate/equivalents.mjs";
import { javascript } from "./mutate/javascript.mjs";
import { describe, mutated } from "./mutate/swaps.mjs";
import { needNodePackages } from "./setup/node-packages.mjs";

/** Tests that start threads of their own leave room for no more. */
const WORKERS = Math.min(2, availableParallelism());
const REPORT_MS = 15_000;
const HELP = `Usage: npm run mutate -- FILE [options]

Changes a .ts of src/js or a .cpp of src/core in one place at a time (an
operator, a constant, a condition, a call left out), in a copy, runs the nearest
tests, and lists what they did not notice.

  --lines A-B     only mutants of these lines
  --limit N       that many mutants, spread evenly over the file
  --test PATTERN  a regular expression for the paths of the tests, instead of
                  those that have a name in common with the file, and those of
                  all calls for a file that all folders share
  --help          this text

A mutant that changes nothing that anybody can see stands with its reason in
tests/mutants.json, and is not tried. A mutant that does not end is killed by a
time limit.
`;

const bad = (message) =>
  new Failure(message, { hint: "see npm run mutate -- --help" });

function readArguments() {
  const read = readCommand("npm run mutate --", HELP, {
    allowPositionals: true,
    options: {
      lines: { type: "string" },
      limit: { type: "string" },
      test: { type: "string" },
    },
  });
  if (!read) return undefined;
  const { values, positionals } = read;
  if (positionals.length !== 1) throw bad("Name one file");
  const file = relative(root, resolve(positionals[0])).replaceAll("\\", "/");
  if (!existsSync(inRoot(file))) throw bad(`There is no ${file}`);
  const lines = values.lines && /^(\d+)-(\d+)$/.exec(values.lines);
  if (values.lines && !lines) throw bad("--lines is two numbers: 10-20");
  const limit = Number(values.limit ?? Number.POSITIVE_INFINITY);
  if (!(limit >= 1)) throw bad("--limit is a number of at least 1");
  return {
    file,
    lines: lines ? [Number(lines[1]), Number(lines[2])] : [1, Infinity],
    limit,
    test: values.test && new RegExp(values.test),
  };
}

function languageOf(file) {
  if (/^src\/core\/.*\.cpp$/.test(file)) return core;
  if (/^src\/js\/.*(?<!\.d)\.ts$/.test(file)) {
    return javascript(buildPackage, ENTRIES);
  }
  throw bad(`${file} is no .cpp of src/core and no .ts of src/js`);
}

/** At most `limit` of them, from the first to the last. */
const spread = (all, limit) =>
  all.length <= limit
    ? all
    : Array.from(
        { length: Math.floor(limit) },
        (_, i) => all[Math.floor((i * all.length) / Math.floor(limit))],
      );

/** The mutants to try, and how many are known to change nothing. */
function choose(file, source, language, { lines, limit }) {
  const known = equivalents(file);
  const placed = language
    .mutants(source)
    .map((mutant) => ({ ...mutant, ...place(source, mutant) }));
  for (const { original, mutant } of known.gone(placed)) {
    say(`tests/mutants.json: no such mutant any more: ${original} → ${mutant}`);
  }
  const fresh = placed.filter((mutant) => !known.has(mutant.lines));
  const near = fresh.filter(({ line }) => line >= lines[0] && line <= lines[1]);
  return {
    mutants: spread(near, limit),
    known: placed.length - fresh.length,
  };
}

function place(source, mutant) {
  const { line, column, ...lines } = describe(source, mutant);
  return { line, column, lines };
}

function progress(total) {
  const counts = { killed: 0, survived: 0, "not compiled": 0 };
  const start = performance.now();
  let last = start;
  const { stdout } = process;
  return {
    counts,
    add(result) {
      counts[result] += 1;
      const done = Object.values(counts).reduce((a, b) => a + b);
      const now = performance.now();
      const text = `  ${done} of ${total}, ${counts.survived} survived, ${showTime(now - start)}`;
      if (stdout.isTTY) stdout.write(`\r\x1b[K${text}`);
      else if (now - last > REPORT_MS) {
        last = now;
        console.log(text);
      }
      if (stdout.isTTY && done === total) stdout.write("\r\x1b[K");
    },
  };
}

/** How long the tests take without a mutant, which must not fail. */
async function prove(worker, file, source, tests) {
  if (!(await worker.compile(source))) {
    throw new Failure(`${file} does not compile without a mutant`);
  }
  const { ok, output, time } = await worker.runTests();
  if (!ok) {
    throw new Failure(`${tests.join(", ")} fail without a mutant`, {
      tail: output,
    });
  }
  return time;
}

async function tryOne(worker, text, limit) {
  if (!(await worker.compile(text))) return "not compiled";
  return (await worker.runTests(limit)).ok ? "survived" : "killed";
}

/** A folder of this run alone, which goes with it. */
function ownFolder() {
  const all = inRoot("build", "mutate");
  mkdirSync(all, { recursive: true });
  const folder = mkdtempSync(join(all, "run-"));
  process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

async function tryAll(language, file, source, mutants, tests) {
  const own = ownFolder();
  const workers = await Promise.all(
    Array.from({ length: WORKERS }, (_, n) =>
      language.worker(file, { tests, folder: join(own, String(n)) }),
    ),
  );
  const { counts, add } = progress(mutants.length);
  const survivors = [];
  try {
    const limit = limitFor(await prove(workers[0], file, source, tests));
    const queue = mutants.values();
    const work = async (worker) => {
      for (const mutant of queue) {
        const result = await tryOne(worker, mutated(source, mutant), limit);
        if (result === "survived") survivors.push(mutant);
        add(result);
      }
    };
    await Promise.all(workers.map(work));
  } finally {
    for (const worker of workers) await worker.end();
  }
  return { counts, survivors: survivors.sort((a, b) => a.at - b.at) };
}

const short = (text) => {
  const line = text.trim().replace(/\s+/g, " ");
  return line.length > 60 ? `${line.slice(0, 59)}…` : line || "(nothing)";
};

function printSurvivors(file, survivors) {
  for (const { line, column, original, text, lines } of survivors) {
    console.log(
      `${file}:${line}:${column}  ${short(original)} → ${short(text)}\n    ${lines.original}`,
    );
  }
}

await main(async () => {
  const options = readArguments();
  if (!options) return 0;
  const { file } = options;
  const language = languageOf(file);
  await needNodePackages();
  const source = readFileSync(inRoot(file), "utf8");
  const { mutants, known } = choose(file, source, language, options);
  const tests = language.testsFor(file, options.test);
  if (tests.length === 0) throw new Failure(`No test fits ${file}`);
  if (mutants.length === 0) throw new Failure(`${file} has no mutants there`);
  await language.prepare();
  console.log(`${file}: ${mutants.length} mutants against ${tests.join(", ")}`);
  const { counts, survivors } = await tryAll(
    ...[language, file, source, mutants, tests],
  );
  printSurvivors(file, survivors);
  console.log(
    `\n${counts.killed} killed, ${counts.survived} survived, ${counts["not compiled"]} not compiled, ${known} known to change nothing`,
  );
  return 0;
});
