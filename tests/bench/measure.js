/**
 * Times of several contenders, taken in turns so that all of them share what
 * else the machine does.
 *
 * The first calls are not counted: engines compile while they run. A contender
 * that is much slower than the others gets fewer turns.
 */

const WARM_UP_MS = 600;
const WARM_UP_RUNS = 4;
const SAMPLE_MS = 3;
const ROUNDS = 21;
const LEAST_SAMPLES = 5;
const BUDGET_MS = 4000;

async function timed(run, times) {
  const start = performance.now();
  for (let i = 0; i < times; i += 1) {
    // Awaiting what is no promise would cost a turn of the event loop.
    const pending = run();
    if (pending !== undefined) await pending;
  }
  return performance.now() - start;
}

/** Runs until compiled; answers how many calls make one sample. */
async function warmUp(run) {
  let spent = 0;
  let last = 0;
  for (let n = 0; n < WARM_UP_RUNS || spent < WARM_UP_MS; n += 1) {
    last = await timed(run, 1);
    spent += last;
    if (spent > BUDGET_MS) break;
  }
  return Math.max(1, Math.ceil(SAMPLE_MS / Math.max(last, 1e-3)));
}

export const median = (times) => {
  const sorted = [...times].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1
    ? sorted[middle]
    : (sorted[middle - 1] + sorted[middle]) / 2;
};

/** Median, least and largest of samples in milliseconds. */
export const summary = (times) => ({
  ms: median(times),
  min: Math.min(...times),
  max: Math.max(...times),
});

/**
 * @param runs name → function to time; a promise it answers is waited for
 * @returns name → { ms, min, max }
 */
export async function measure(runs) {
  const contenders = [];
  for (const [name, run] of Object.entries(runs)) {
    contenders.push({ name, run, times: [], spent: 0, n: await warmUp(run) });
  }
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const contender of contenders) {
      const { run, times, n } = contender;
      const enough = times.length >= LEAST_SAMPLES;
      if (enough && contender.spent > BUDGET_MS) continue;
      const time = await timed(run, n);
      contender.spent += time;
      times.push(time / n);
    }
  }
  return Object.fromEntries(
    contenders.map(({ name, times }) => [name, summary(times)]),
  );
}
