// Runs one case: the same in Node, in the browser of the tests and on the page.
import { type Effort, measure, pairedRatio, summary } from "./measure.ts";
import type { Case, Contender, Make, PeerTiming, Result } from "./types.ts";

const OURS = "posenc";

/** Largest difference of two results. */
function difference(
  found: ArrayLike<number>,
  expected: ArrayLike<number>,
): number {
  if (found.length !== expected.length) return Number.POSITIVE_INFINITY;
  let worst = 0;
  for (let i = 0; i < expected.length; i += 1) {
    const [x, y] = [found[i] as number, expected[i] as number];
    const error = x === y ? 0 : Math.abs(x - y);
    if (Number.isNaN(error)) return error;
    worst = Math.max(worst, error);
  }
  return worst;
}

const reason = (error: unknown): string =>
  error instanceof Error ? error.message : String(error);

async function make(
  makers: Readonly<Record<string, Make>>,
  failures: Record<string, string>,
): Promise<Record<string, Contender>> {
  const made: Record<string, Contender> = {};
  for (const [name, maker] of Object.entries(makers)) {
    try {
      made[name] = await maker();
    } catch (error) {
      failures[name] = reason(error);
    }
  }
  return made;
}

/**
 * A peer that gives other numbers does other work: it is no peer. One that
 * throws is none, either.
 */
async function check(
  contenders: Record<string, Contender>,
  tolerance: number | undefined,
  failures: Record<string, string>,
): Promise<void> {
  const ours = contenders[OURS] as Contender;
  await (ours.time ? ours.time(1) : ours.run?.());
  const expected = tolerance === undefined ? undefined : ours.output?.();
  for (const [name, it] of Object.entries(contenders)) {
    if (name === OURS) continue;
    try {
      await (it.time ? it.time(1) : it.run?.());
      if (!expected || !it.output || tolerance === undefined) continue;
      const worst = difference(it.output(), expected);
      if (!(worst <= tolerance)) {
        throw new Error(`its numbers differ from ours by ${worst}`);
      }
    } catch (error) {
      failures[name] = reason(error);
      it.close?.();
      delete contenders[name];
    }
  }
}

/**
 * Measures one case.
 *
 * @param more - peers besides the case's own
 */
export async function runCase(
  it: Case,
  more: Readonly<Record<string, Make>> = {},
  effort?: Effort,
  onProgress?: (share: number) => void,
): Promise<Result> {
  const { posenc, peers } = it.prepare();
  const failures: Record<string, string> = {};
  const ours = await posenc();
  const contenders = {
    [OURS]: ours,
    ...(await make({ ...peers, ...more }, failures)),
  };
  try {
    await check(contenders, it.tolerance, failures);
    const samples = await measure(contenders, effort, onProgress);
    const own = samples[OURS] ?? [];
    const timings: Record<string, PeerTiming> = {};
    for (const [name, times] of Object.entries(samples)) {
      if (name === OURS) continue;
      timings[name] = { ...summary(times), ratio: pairedRatio(own, times) };
    }
    return {
      id: it.id,
      kernel: it.kernel.en,
      shape: it.shape,
      work: it.work,
      ...summary(own),
      peers: timings,
      failures,
    };
  } finally {
    for (const contender of Object.values(contenders)) contender.close?.();
  }
}
