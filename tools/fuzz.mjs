// npm run fuzz: libFuzzer on the core and on its border to JavaScript.
import { mkdirSync, rmSync } from "node:fs";
import { availableParallelism } from "node:os";
import { parseArgs } from "node:util";
import {
  corpusFolder,
  keptInputs,
  packCorpus,
  unpackCorpus,
} from "./fuzz/corpus.mjs";
import {
  buildTargets,
  canRun32,
  commandOf,
  reportOf,
  runTarget,
  targets,
} from "./fuzz/targets.mjs";
import { Failure, main, say, step } from "./lib/steps.mjs";

const usage = () => `npm run fuzz -- TARGET ... | all [options]

Feeds each target with inputs that libFuzzer makes, under AddressSanitizer and
UndefinedBehaviorSanitizer, beginning with those of tests/fuzz. The first
failure ends the run: its report, the input and the command that repeats it are
printed. Ctrl-C ends the run, too; what it found is taken up by the next one.

  --minutes N    how long for each target and width (default: 1)
  --seconds N    the same in seconds
  --bits WIDTH   64, 32 or both (default: both, ${canRun32 ? "in turns" : `but here, on ${process.arch}, only 64`})
  --keep         put a minimal set of all inputs into tests/fuzz/corpus
  --help         print this

Targets, and how many inputs are kept for them:
${targets()
  .map((name) => `  ${name.padEnd(14)}${keptInputs(name).length}`)
  .join("\n")}
`;

function readOptions() {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: {
        minutes: { type: "string" },
        seconds: { type: "string" },
        bits: { type: "string", default: "both" },
        keep: { type: "boolean", default: false },
        help: { type: "boolean", default: false },
      },
    });
    const known = targets();
    const names = positionals.includes("all") ? known : positionals;
    const unknown = names.find((name) => !known.includes(name));
    if (unknown) throw new Error(`There is no fuzz target ${unknown}`);
    return {
      names,
      seconds: readSeconds(values),
      widths: readWidths(values.bits),
      keep: values.keep,
      help: values.help || names.length === 0,
    };
  } catch (error) {
    throw new Failure(error.message, { hint: "npm run fuzz -- --help" });
  }
}

function readSeconds({ minutes, seconds }) {
  if (minutes !== undefined && seconds !== undefined) {
    throw new Error("--minutes and --seconds exclude each other");
  }
  const time = seconds ?? Number(minutes ?? 1) * 60;
  const whole = Math.round(Number(time));
  if (!(whole >= 1)) {
    throw new Error(`A time must be at least a second, got ${time}`);
  }
  return whole;
}

function readWidths(bits) {
  if (bits === "both") return canRun32 ? [64, 32] : [64];
  if (bits === "64") return [64];
  if (bits !== "32") {
    throw new Error(`--bits must be 64, 32 or both, got ${bits}`);
  }
  if (!canRun32) throw new Error(`There are no 32 bits on ${process.arch}`);
  return [32];
}

/** A line of the sums of all that run. */
function show(states) {
  const sum = (key) => states.reduce((total, it) => total + (it[key] ?? 0), 0);
  const executions = sum("executions").toLocaleString("en");
  return `${executions} executions, coverage ${sum("coverage")}`;
}

/** Runs jobs on all cores; the failed ones, the first of which ends the rest. */
async function fuzz(jobs, seconds, onProgress) {
  const cores = availableParallelism();
  // Fewer jobs than cores: some have several processes on one folder.
  const copies = Math.max(1, Math.floor(cores / jobs.length));
  const waiting = jobs.flatMap((job) => Array(copies).fill(job));
  const states = new Map(jobs.map((job) => [job, {}]));
  const failed = [];
  const timer = setInterval(() => onProgress([...states.values()]), 1000);
  const work = async () => {
    while (waiting.length > 0 && failed.length === 0) {
      const job = waiting.shift();
      const folder = corpusFolder(job.target);
      const result = await runTarget(
        job.target,
        job.bits,
        [`-max_total_time=${seconds}`, "-reload=5", folder],
        states.get(job),
      );
      if (result.code !== 0) failed.push({ ...job, ...result });
    }
  };
  try {
    await Promise.all(Array.from({ length: cores }, work));
  } finally {
    clearInterval(timer);
  }
  return { states, failed };
}

/** A minimal set of a target's inputs that reaches all that they reach. */
async function keepCorpus(target, widths) {
  const folder = corpusFolder(target);
  const minimal = `${folder}-minimal`;
  rmSync(minimal, { recursive: true, force: true });
  mkdirSync(minimal, { recursive: true });
  for (const bits of widths) {
    const { code, output } = await runTarget(target, bits, [
      "-merge=1",
      minimal,
      folder,
    ]);
    if (code !== 0) {
      throw new Failure(`The inputs of ${target} could not be merged`, {
        tail: output.split("\n").slice(-20).join("\n"),
      });
    }
  }
  const count = packCorpus(target, minimal);
  rmSync(minimal, { recursive: true, force: true });
  say(`  ${target}: ${count} inputs kept`);
}

function tellFailure({ target, bits, reproducer, ...result }) {
  say(`\n${reportOf(result)}\n\n${target} failed in ${bits} bits.`);
  if (reproducer) {
    say(`Input:     ${reproducer}`);
    say(`Repeat it: ${commandOf(target, bits, reproducer)}`);
  }
}

await main(async () => {
  const { names, seconds, widths, keep, help } = readOptions();
  if (help) {
    process.stdout.write(usage());
    return 0;
  }
  for (const bits of widths) {
    await step(`Compile the fuzz targets (${bits} bits)`, () =>
      buildTargets(bits),
    );
  }
  for (const name of names) unpackCorpus(name, corpusFolder(name));
  const jobs = names.flatMap((target) =>
    widths.map((bits) => ({ target, bits })),
  );
  let told = Date.now();
  const { states, failed } = await step(`Fuzz ${names.join(", ")}`, () =>
    fuzz(jobs, seconds, (all) => {
      if (Date.now() - told < 10_000) return;
      told = Date.now();
      say(`  ${show(all)}`);
    }),
  );
  for (const [{ target, bits }, state] of states) {
    say(`  ${target}, ${bits} bits: ${show([state])}`);
  }
  for (const failure of failed) tellFailure(failure);
  if (failed.length > 0) return 1;
  if (keep) {
    for (const name of names) {
      await step(`Merge the inputs of ${name}`, () => keepCorpus(name, widths));
    }
  }
  return 0;
});
