// The results of all experiments for one seed and length: each made when it is
// first asked for, or a few at each frame, so that a drag of the seed is smooth.
import type { BufferCache } from "../../kit/buffer-cache.ts";
import { MEASURED, type Measured, measure } from "./experiments.ts";
import type { Bench } from "./trials.ts";

/** No difference but rounding. */
export const NOTHING = 1e-5;

const IDS = MEASURED.map(({ id }) => id);

/** A result, maybe that of the seed or length before. */
interface Present {
  readonly result: Measured;
  readonly stale: boolean;
}

export class Results {
  readonly #bench: Bench;
  readonly #done = new Map<string, Measured>();
  /** What stands in until all of the own results are there. */
  readonly #before: ReadonlyMap<string, Measured>;
  /** Whether they come by and by; else each is there when it is asked for. */
  #byAndBy = false;

  constructor(bench: Bench, before?: Results) {
    this.#bench = bench;
    if (before === undefined) this.#before = new Map();
    else this.#before = before.isWhole ? before.#done : before.#before;
  }

  get isWhole(): boolean {
    return this.#done.size === IDS.length;
  }

  /** The result of an encoding, made now when it is not there. */
  of(id: string): Measured {
    let result = this.#done.get(id);
    if (result === undefined) {
      result = measure(this.#bench, id);
      this.#done.set(id, result);
    }
    return result;
  }

  /** What a list of all shows of an encoding; it changes as a whole. */
  now(id: string): Present {
    const before = this.#byAndBy ? this.#before.get(id) : undefined;
    return before === undefined || this.isWhole
      ? { result: this.of(id), stale: false }
      : { result: before, stale: true };
  }

  /** How many do not notice that the passage has moved, as that list has it. */
  get still(): number {
    return IDS.filter((id) => this.now(id).result.moved < NOTHING).length;
  }

  /**
   * Makes results until a time of the clock, the one that is looked at first.
   * At the first call only that one: in a drag each frame has other results, and
   * what else it made would be for nothing. All at once where nothing can stand
   * in, and where there is no next time.
   *
   * @returns whether all are there
   */
  more(looked: string, until: number): boolean {
    const isFirst = !this.#byAndBy;
    const atOnce =
      this.#before.size === 0 || until === Number.POSITIVE_INFINITY;
    this.#byAndBy = true;
    this.of(looked);
    for (const id of IDS) {
      if (!atOnce && (isFirst || performance.now() >= until)) break;
      this.of(id);
    }
    return this.isWhole;
  }
}

const last = new WeakMap<BufferCache, Results>();

/** The results of a figure; those before stand in until they are there. */
export function resultsOf(bench: Bench, keep: BufferCache): Results {
  const results = new Results(bench, last.get(keep));
  last.set(keep, results);
  return results;
}
