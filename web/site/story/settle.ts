// Who stops scrolling between two pictures is shown the nearer one: numbers on
// their way mean nothing. The picture leaves the scroll for it, and comes back
// when that goes on.
import { clamp, ease, lerp } from "../../widgets/plots/easing.ts";
import { restOf } from "./moments.ts";

/** ms without scrolling after which the picture settles. */
const QUIET = 300;
/** ms that it takes to settle, and to be where the scroll is again. */
const LENGTH = { settle: 450, follow: 160 } as const;

export class Settle {
  readonly #moved: () => void;
  #scroll = 0;
  /** How far the picture is ahead of the scroll, in steps. */
  #from = 0;
  #to = 0;
  #begun = 0;
  #length = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** @param moved - hears that the picture moves by itself from now on */
  constructor(moved: () => void) {
    this.#moved = moved;
  }

  /** The time of the scroll, which has changed. */
  follow(scroll: number, now: number): void {
    this.#scroll = scroll;
    if (this.#to !== 0) this.#head(0, LENGTH.follow, now);
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      const ahead = restOf(this.#scroll) - this.#scroll;
      if (ahead === 0) return;
      this.#head(ahead, LENGTH.settle, performance.now());
      this.#moved();
    }, QUIET);
  }

  /** The time that is shown. */
  at(now: number): number {
    return this.#scroll + this.#ahead(now);
  }

  /** Whether it is on its way. */
  isMoving(now: number): boolean {
    return now < this.#begun + this.#length;
  }

  #ahead(now: number): number {
    if (!this.isMoving(now)) return this.#to;
    const part = clamp((now - this.#begun) / this.#length);
    return lerp(this.#from, this.#to, ease(part));
  }

  #head(to: number, length: number, now: number): void {
    this.#from = this.#ahead(now);
    this.#to = to;
    this.#begun = now;
    this.#length = length;
  }
}
