// Every fuzz target in both bit widths: all kept inputs, then some seconds of
// new ones.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import { join } from "node:path";
import { unpackCorpus } from "../fuzz/corpus.mjs";
import { no32Bits, runs32Bits } from "../fuzz/runs-32-bits.mjs";
import {
  buildTargets,
  commandOf,
  programsOf,
  reportOf,
  runTarget,
  targets,
} from "../fuzz/targets.mjs";
import { shelf } from "../lib/built-cache.mjs";
import { report, say, step } from "../lib/steps.mjs";
import { secondsOf } from "./processor.mjs";
import { settled } from "./settled.mjs";

/** Of a processor, for new inputs. */
const SECONDS = 10;
const LOOK_MS = 100;
/** One that never says that it has begun ends all the same. */
const LONGEST_S = 3600;
// The same inputs in every run: what one machine passes, another does not fail
// by chance. npm run fuzz looks further, with a seed of its own each time.
const SEED = 1;
const PASSED = shelf("fuzz-passed", "What fuzzing passed is", 6);

async function tryTarget({ target, bits }, home, options) {
  const folder = join(home, `${target}-${bits}`);
  unpackCorpus(target, folder);
  // libFuzzer ends, with all that it checks at its end, when this file is there.
  const stop = `${folder}.stop`;
  const state = /** @type {{ pid?: number, given?: number }} */ ({});
  let start;
  const timer = setInterval(() => {
    if (state.given === undefined) return;
    const now = secondsOf(state.pid);
    start ??= now;
    if (now - start >= SECONDS) writeFileSync(stop, "stop");
  }, LOOK_MS);
  try {
    const args = [
      `-stop_file=${stop}`,
      `-max_total_time=${LONGEST_S}`,
      `-seed=${SEED}`,
      folder,
    ];
    const result = await runTarget(target, bits, args, state, options);
    const { given = 0, executions = 0 } = result;
    return { ...result, old: given, fresh: executions - given };
  } finally {
    clearInterval(timer);
  }
}

function tell({ target, bits }, result) {
  if (result.code === 0) {
    say(
      `  ${target}, ${bits} bits: ${result.old} kept inputs, ${result.fresh} new ones`,
    );
    return;
  }
  const again = result.reproducer
    ? `\nRepeat it: ${commandOf(target, bits, result.reproducer)}`
    : "";
  say(`\n${reportOf(result)}\n\n✗ ${target}, ${bits} bits${again}\n`);
}

async function runAll(jobs, home, options) {
  const counts = { passed: 0, failed: 0 };
  const waiting = [...jobs];
  const work = async () => {
    for (let job = waiting.shift(); job; job = waiting.shift()) {
      const result = await tryTarget(job, home, options);
      tell(job, result);
      counts[result.code === 0 ? "passed" : "failed"] += 1;
    }
  };
  await Promise.all(Array.from({ length: availableParallelism() }, work));
  return counts;
}

/** What the outcome depends on: see `settled()`. */
const madeOf = (bits) => ({
  name: "fuzz-passed",
  inputs: [
    ...bits.flatMap(programsOf),
    "tests/posenc/fuzz/seeds",
    "tools/fuzz",
    "tools/test/fuzz.mjs",
  ],
  values: [SEED, SECONDS, process.platform, process.arch],
});

/**
 * The counts of targets, each in 64 and in 32 bits.
 *
 * @param {{ leftover?: boolean }} [options] as `run()` has it; a run that takes
 *   what is left does not repeat what the same programs passed
 */
export async function runFuzz(options) {
  const jobs = [];
  const built = [];
  let unbuilt = 0;
  for (const bits of runs32Bits ? [64, 32] : [64]) {
    try {
      await buildTargets(bits, options);
      built.push(bits);
      jobs.push(...targets().map((target) => ({ target, bits })));
    } catch (error) {
      report(error);
      unbuilt += 1;
    }
  }
  if (!runs32Bits) say(`  ${no32Bits}`);
  const run = () => {
    const home = mkdtempSync(join(tmpdir(), "posenc-fuzz-"));
    // After Ctrl-C, too.
    process.once("exit", () => rmSync(home, { recursive: true, force: true }));
    return step(`Fuzz ${jobs.length} targets, ${SECONDS} s each`, () =>
      runAll(jobs, home, options),
    );
  };
  const { passed, failed } = options?.leftover
    ? await settled(PASSED, madeOf(built), run)
    : await run();
  return { passed, failed: failed + unbuilt };
}
