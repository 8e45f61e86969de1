// Numbers on their way: a figure whose scenes become each other draws what is
// between an old number and a new one.

import { ease, lerp } from "../plots/easing.ts";
import { prefersReducedMotion } from "./reduced-motion.ts";

/** ms: a shorter way is one of many, one after another, and goes evenly. */
const SHORT = 250;

/** One number that is drawn on its way to where it was set. */
export class Transition {
  readonly #ms: number;
  #from = 0;
  #to: number | undefined;
  #start = 0;

  /** @param ms - how long a way takes */
  constructor(ms: number) {
    this.#ms = ms;
  }

  /**
   * What to draw at a time of `performance.now()`.
   *
   * @param still - be there at once, as in files
   */
  at(target: number, now: number, still: boolean): number {
    if (this.#to === undefined || still) {
      this.#from = target;
      this.#to = target;
      return target;
    }
    if (target !== this.#to) {
      this.#from = prefersReducedMotion() ? target : this.#on(now);
      this.#to = target;
      this.#start = now;
    }
    return this.#on(now);
  }

  #on(now: number): number {
    const to = this.#to as number;
    const t = Math.min(1, (now - this.#start) / this.#ms);
    if (t >= 1) this.#from = to;
    return lerp(this.#from, to, this.#ms > SHORT ? ease(t) : t);
  }
}
