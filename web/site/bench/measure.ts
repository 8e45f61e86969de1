// Times of several contenders, taken in turns, so that all of them share what
// else the machine does. The first calls are not counted: engines compile while
// they run. One that is much slower than the others gets fewer turns.
import type { Contender, Timing } from "./types.ts";

/** How long measuring goes on. */
export interface Effort {
  readonly warmUpMs: number;
  readonly warmUpCalls: number;
  /** Length of one sample; shorter calls are repeated within it. */
  readonly sampleMs: number;
  readonly rounds: number;
  readonly leastSamples: number;
  /** Time for one contender after its least samples. */
  readonly budgetMs: number;
  /**
   * Milliseconds by which calls are timed: the wall clock, or in Node the time of
   * the processor, on which other programs count little.
   */
  readonly clock?: () => number;
}

const wallClock = (): number => performance.now();

export const THOROUGH: Effort = {
  warmUpMs: 600,
  warmUpCalls: 4,
  sampleMs: 3,
  rounds: 21,
  leastSamples: 5,
  budgetMs: 4000,
};

/**
 * For calls of microseconds: many short samples, most of which fit between what
 * else the machine does and what the engine clears away.
 */
export const SHORT: Effort = { ...THOROUGH, sampleMs: 1, rounds: 151 };

/** Samples by round; a round that was sat out is undefined. */
export type Samples = readonly (number | undefined)[];

interface Entry {
  readonly name: string;
  readonly it: Contender;
  readonly calls: number;
  readonly times: (number | undefined)[];
  spent: number;
}

async function timed(
  it: Contender,
  calls: number,
  { clock = wallClock }: Effort,
): Promise<number> {
  if (it.time) return it.time(calls);
  const start = clock();
  for (let i = 0; i < calls; i += 1) {
    // Awaiting what is no promise would cost a turn of the event loop.
    const pending = it.run?.();
    if (pending !== undefined) await pending;
  }
  return clock() - start;
}

/** Runs until compiled; answers how many calls make one sample. */
async function warmUp(it: Contender, effort: Effort): Promise<number> {
  let spent = 0;
  let fastest = Number.POSITIVE_INFINITY;
  for (let n = 0; n < effort.warmUpCalls || spent < effort.warmUpMs; n += 1) {
    // Of the second half of a long warm-up, one call is too short to time.
    const calls = n < effort.warmUpCalls ? 1 : 2 ** Math.min(12, n - 3);
    const time = await timed(it, calls, effort);
    spent += time;
    fastest = Math.min(fastest, time / calls || effort.sampleMs / 2 ** 12);
    if (spent > effort.budgetMs) break;
  }
  return Math.max(1, Math.ceil(effort.sampleMs / fastest));
}

/** Middle of numbers; of an even count, the mean of the two middle ones. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const [low, high] = [(sorted.length - 1) >> 1, sorted.length >> 1];
  return ((sorted[low] as number) + (sorted[high] as number)) / 2;
}

const taken = (samples: Samples): number[] =>
  samples.filter((time) => time !== undefined);

/** Median, least and largest. */
export const summary = (samples: Samples): Timing => ({
  ms: median(taken(samples)),
  min: Math.min(...taken(samples)),
  max: Math.max(...taken(samples)),
});

/**
 * How much of a peer's time we take: the median over the rounds that both ran,
 * which slow phases of the machine do not move.
 */
export function pairedRatio(own: Samples, peer: Samples): number {
  const ratios: number[] = [];
  own.forEach((time, round) => {
    const other = peer[round];
    if (time !== undefined && other !== undefined) ratios.push(time / other);
  });
  return median(ratios);
}

/**
 * Smallest step of the clock in milliseconds: browsers make it coarse, up to a
 * whole millisecond.
 */
export function clockStep(clock = wallClock): number {
  let least = Number.POSITIVE_INFINITY;
  for (let n = 0; n < 5; n += 1) {
    const start = clock();
    let now = start;
    while (now === start) now = clock();
    least = Math.min(least, now - start);
  }
  return least;
}

/**
 * @param onProgress - told the share that is done, from 0 to 1
 * @returns name → samples
 */
export async function measure(
  contenders: Readonly<Record<string, Contender>>,
  effort: Effort = THOROUGH,
  onProgress: (share: number) => void = () => {},
): Promise<Record<string, Samples>> {
  // A sample shorter than some steps of the clock would be mostly rounding.
  const sampleMs = Math.max(effort.sampleMs, 30 * clockStep(effort.clock));
  const entries: Entry[] = [];
  const names = Object.keys(contenders);
  const total = names.length + effort.rounds;
  for (const [n, name] of names.entries()) {
    const it = contenders[name] as Contender;
    const calls = await warmUp(it, { ...effort, sampleMs });
    entries.push({ name, it, calls, times: [], spent: 0 });
    onProgress((n + 1) / total);
  }
  for (let round = 0; round < effort.rounds; round += 1) {
    // Back and forth: none always runs after the same other one.
    for (const entry of round % 2 === 0 ? entries : [...entries].reverse()) {
      const enough = round >= effort.leastSamples;
      if (enough && entry.spent > effort.budgetMs) {
        entry.times.push(undefined);
        continue;
      }
      const time = await timed(entry.it, entry.calls, effort);
      entry.spent += time;
      entry.times.push(time / entry.calls);
    }
    onProgress((names.length + round + 1) / total);
  }
  return Object.fromEntries(entries.map(({ name, times }) => [name, times]));
}
