// npm run fuzz: libFuzzer on the core and on its border to JavaScript.
import { mkdirSync, rmSync } from "node:fs";
import { availableParallelism } from "node:os";
import { relative } from "node:path";
import { parseArgs } from "node:util";
import {
  corpusFolder,
  keptCount,
  packCorpus,
  seeds,
  unpackCorpus,
} from "./fuzz/corpus.mjs";
import { no32Bits, runs32Bits } from "./fuzz/runs-32-bits.mjs";
import {
  buildTargets,
  commandOf,
  endTargets,
  reportOf,
  runTarget,
  targets,
} from "./fuzz/targets.mjs";
import { root } from "./lib/paths.mjs";
import { Failure, main, say, step } from "./lib/steps.mjs";

const usage = () => `npm run fuzz -- TARGET ... | all [options]

Feeds each target with inputs that libFuzzer makes, under AddressSanitizer and
UndefinedBehaviorSanitizer, beginning with tests/posenc/fuzz/seeds. The first
failure ends the run: its report, the input and the command that repeats it are
printed. Ctrl-C ends the run, too. What it found stays in build/fuzz-corpus,
where the next one begins.

  --minutes N    how long for each target and width (default: 1)
  --seconds N    the same in seconds
  --bits WIDTH   64, 32 or both (default: both, ${runs32Bits ? "in turns" : "but here only 64"})
  --keep         put a minimal set of all inputs into the cache folder
  --help         print this

Targets, with their seeds and the inputs kept on this machine:
${targets()
  .map(
    (name) =>
      `  ${name.padEnd(14)}${String(seeds(name).length).padStart(3)}  ${keptCount(name)}`,
  )
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
  } catch (/** @type {any} */ error) {
    throw new Failure(error.message, { hint: "npm run fuzz -- --help" });
  }
}

/** @param {{ minutes?: string, seconds?: string }} values */
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
  if (bits === "both") return runs32Bits ? [64, 32] : [64];
  if (bits === "64") return [64];
  if (bits !== "32") {
    throw new Error(`--bits must be 64, 32 or both, got ${bits}`);
  }
  if (!runs32Bits) throw new Error(no32Bits);
  return [32];
}

/** A line for the processes of some jobs, those of one on the same code. */
function show(jobs) {
  let executions = 0;
  let coverage = 0;
  for (const { processes } of jobs) {
    for (const it of processes) executions += it.executions ?? 0;
    coverage += Math.max(...processes.map((it) => it.coverage ?? 0));
  }
  return `${executions.toLocaleString("en")} executions, coverage ${coverage}`;
}

/**
 * Runs jobs on all cores.
 *
 * @returns the first failure, which ends the rest
 */
async function fuzz(jobs, seconds, onProgress) {
  const cores = availableParallelism();
  const waiting = jobs.flatMap((job) =>
    job.processes.map((state) => ({ ...job, state })),
  );
  let failure;
  const timer = setInterval(onProgress, 1000);
  const work = async () => {
    while (waiting.length > 0 && !failure) {
      const { target, bits, state } = waiting.shift();
      const options = [`-max_total_time=${seconds}`, "-reload=5"];
      const args = [...options, corpusFolder(target)];
      const result = await runTarget(target, bits, args, state);
      if (result.code === 0 || failure) continue;
      failure = { target, bits, ...result };
      endTargets();
    }
  };
  try {
    await Promise.all(Array.from({ length: cores }, work));
  } finally {
    clearInterval(timer);
  }
  return failure;
}

/** Each target in each width, with the states of its processes. */
function jobsOf(names, widths) {
  const pairs = names.flatMap((target) =>
    widths.map((bits) => ({ target, bits })),
  );
  // Fewer jobs than cores: each has several processes on one folder.
  const copies = Math.max(1, Math.floor(availableParallelism() / pairs.length));
  return pairs.map((job) => ({
    ...job,
    processes: Array.from({ length: copies }, () => ({})),
  }));
}

const tellFolder = () =>
  say(
    `All inputs so far are in ${relative(root, corpusFolder("."))}: the next run begins with them, --keep merges them.`,
  );

/**
 * Targets whose inputs compute for long. An input of theirs is kept for a piece
 * of code that no other reaches, not for how often it runs a loop: that would
 * keep many sizes of the same model, which take minutes each time they are tried.
 */
const SLOW = new Set(["training"]);

/** A minimal set of a target's inputs that reaches all that they reach. */
async function keepCorpus(target, widths) {
  const folder = corpusFolder(target);
  const minimal = `${folder}-minimal`;
  rmSync(minimal, { recursive: true, force: true });
  mkdirSync(minimal, { recursive: true });
  for (const bits of widths) {
    const { code, output } = await runTarget(target, bits, [
      "-merge=1",
      ...(SLOW.has(target) ? ["-use_counters=0"] : []),
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

/** @param {{ target: string, bits: number, reproducer?: string, output: string }} failure */
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
  for (const bits of widths) await buildTargets(bits);
  for (const name of names) unpackCorpus(name, corpusFolder(name));
  process.once("exit", tellFolder);
  const jobs = jobsOf(names, widths);
  let told = Date.now();
  const failure = await step(`Fuzz ${names.join(", ")}`, () =>
    fuzz(jobs, seconds, () => {
      if (Date.now() - told < 10_000) return;
      told = Date.now();
      say(`  ${show(jobs)}`);
    }),
  );
  for (const job of jobs) {
    say(`  ${job.target}, ${job.bits} bits: ${show([job])}`);
  }
  if (failure) {
    tellFailure(failure);
    return 1;
  }
  if (keep) {
    process.off("exit", tellFolder);
    for (const name of names) {
      await step(`Merge the inputs of ${name}`, () => keepCorpus(name, widths));
    }
  }
  return 0;
});
