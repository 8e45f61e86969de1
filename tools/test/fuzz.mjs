// Every fuzz target in both bit widths: all kept inputs, then some seconds of
// new ones.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { unpackCorpus } from "../fuzz/corpus.mjs";
import {
  buildTargets,
  canRun32,
  commandOf,
  reportOf,
  runTarget,
  targets,
} from "../fuzz/targets.mjs";
import { report, say, step } from "../lib/steps.mjs";

const SECONDS = 10;
const AT_ONCE = 2;
// The same inputs in every run: what one machine passes, another does not fail
// by chance. npm run fuzz looks further, with a seed of its own each time.
const SEED = 1;

async function tryTarget({ target, bits }, home) {
  const folder = join(home, `${target}-${bits}`);
  unpackCorpus(target, folder);
  // First as they are, so that each of them runs whatever libFuzzer makes of
  // them.
  const start = performance.now();
  const kept = await runTarget(target, bits, ["-runs=0", folder]);
  if (kept.code !== 0) return kept;
  // They run once more at the start, which is to leave time for new ones.
  const spent = Math.ceil((performance.now() - start) / 1000);
  const time = `-max_total_time=${SECONDS + spent}`;
  const seed = `-seed=${SEED}`;
  const result = await runTarget(target, bits, [time, seed, folder]);
  const old = kept.executions ?? 0;
  return { ...result, old, fresh: (result.executions ?? 0) - old };
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

async function runAll(jobs, home) {
  const counts = { passed: 0, failed: 0 };
  const waiting = [...jobs];
  const work = async () => {
    for (let job = waiting.shift(); job; job = waiting.shift()) {
      const result = await tryTarget(job, home);
      tell(job, result);
      counts[result.code === 0 ? "passed" : "failed"] += 1;
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return counts;
}

/** The counts of targets, each in 64 and in 32 bits. */
export async function runFuzz() {
  const jobs = [];
  let unbuilt = 0;
  for (const bits of canRun32 ? [64, 32] : [64]) {
    try {
      await buildTargets(bits);
      jobs.push(...targets().map((target) => ({ target, bits })));
    } catch (error) {
      report(error);
      unbuilt += 1;
    }
  }
  if (!canRun32) say(`  No 32 bits on ${process.arch}`);
  const home = mkdtempSync(join(tmpdir(), "posenc-fuzz-"));
  // After Ctrl-C, too.
  process.once("exit", () => rmSync(home, { recursive: true, force: true }));
  const { passed, failed } = await step(
    `Fuzz ${jobs.length} targets, ${SECONDS} s each`,
    () => runAll(jobs, home),
  );
  return { passed, failed: failed + unbuilt };
}
