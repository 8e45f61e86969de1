/** Does something once changes have stopped coming for a while. */
export class Debounce {
  readonly #act: () => void;
  readonly #wait: number;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #last = 0;

  /** @param wait - milliseconds without a change */
  constructor(wait: number, act: () => void) {
    this.#wait = wait;
    this.#act = act;
  }

  /** There was a change. */
  touch(): void {
    this.#last = performance.now();
    // One timer that is put off, not a new one for every change of a drag.
    this.#timer ??= setTimeout(() => this.#look(), this.#wait);
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  #look(): void {
    const left = this.#wait - (performance.now() - this.#last);
    this.#timer = undefined;
    if (left <= 0) this.#act();
    else this.#timer = setTimeout(() => this.#look(), left);
  }
}
