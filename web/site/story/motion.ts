// What readers set, on its way there: taps move things, they do not replace
// them. A drag is followed at once.
import { STEP } from "./moments.ts";
import {
  along,
  GESTURES,
  otherEnd,
  type Touched,
  UNTOUCHED,
  within,
} from "./step-gestures.ts";

/** ms of a tap's movement, and of a slider's from one end to the other. */
const LENGTH = { tap: 520, slide: 2400 } as const;

interface Way {
  readonly from: number;
  readonly to: number;
  readonly begun: number;
  readonly length: number;
}

const soft = (x: number): number => 1 - (1 - x) ** 3;

export class Motion {
  /** What is shown; numbers between two while they move. */
  shown: Touched = UNTOUCHED;
  #ends: Touched = UNTOUCHED;
  readonly #ways = new Map<number, Way>();

  /** What readers have set, wherever it is on its way. */
  get ends(): Touched {
    return this.#ends;
  }

  /** @param now - undefined: at once */
  set(
    step: number,
    from: number,
    value: number,
    now?: number,
    length: number = LENGTH.tap,
  ): void {
    const to = within(step, value);
    this.#ends = this.#ends.with(step, to);
    if (now === undefined) {
      this.#ways.delete(step);
      this.shown = this.shown.with(step, to);
    } else {
      this.#ways.set(step, { from, to, begun: now, length });
      this.shown = this.shown.with(step, from);
    }
  }

  /** A tap: on to the next number. */
  tap(step: number, from: number, now?: number): void {
    const gesture = GESTURES[step];
    if (!gesture?.next) return;
    const { next, runs, min, max } = gesture;
    if (runs && now !== undefined) {
      const begin = from >= max ? min : from;
      this.set(step, begin, max, now, LENGTH.slide);
      return;
    }
    const last = this.#ends[step] ?? Math.round(from);
    const to = next(last);
    // From the last order back to the first, which looks the same.
    this.set(step, to < last && step === STEP.inside ? to - 1 : from, to, now);
  }

  /** A slider: to its other end, as a hand would drag it. */
  play(step: number, from: number, now?: number): void {
    const to = otherEnd(step, this.#ends[step] ?? from);
    this.set(step, from, to, now, LENGTH.slide);
  }

  /** Nobody has touched this step. */
  forget(step: number): void {
    this.#ways.delete(step);
    this.shown = this.shown.with(step, undefined);
    this.#ends = this.#ends.with(step, undefined);
  }

  /** Moves on; whether something is still under way. */
  move(now: number): boolean {
    for (const [step, { from, to, begun, length }] of this.#ways) {
      const part = Math.min(1, Math.max(0, (now - begun) / length));
      const way = (GESTURES[step]?.way ?? along)(from, to);
      this.shown = this.shown.with(step, way(soft(part)));
      if (part === 1) this.#ways.delete(step);
    }
    return this.#ways.size > 0;
  }
}
