// Scrolling drives the time; buttons, keys and addresses scroll.
import { anchorOf, LANDING, LAST, stepInHash } from "./moments.ts";

export class Scroll {
  readonly #first: HTMLElement;
  readonly #card: HTMLElement;
  readonly #tell: (time: number) => void;

  /**
   * @param cards - the list of all steps, equally tall
   * @param tell - hears of every change of the time
   */
  constructor(cards: HTMLElement, tell: (time: number) => void) {
    this.#first = cards.firstElementChild as HTMLElement;
    this.#card = this.#first.firstElementChild as HTMLElement;
    this.#tell = tell;
    const soon = (): void => this.#read();
    addEventListener("scroll", soon, { passive: true });
    addEventListener("resize", soon);
    this.#read();
  }

  /** Where a card stays while its step lasts. */
  get #line(): number {
    return Number.parseFloat(getComputedStyle(this.#card).top) || 0;
  }

  get time(): number {
    const { top, height } = this.#first.getBoundingClientRect();
    return height === 0 ? 0 : (this.#line - top) / height;
  }

  #read(): void {
    this.#tell(Math.min(LAST + 1, Math.max(0, this.time)));
  }

  /** Goes to a step. @param smooth - as the reader's settings allow */
  go(step: number, smooth: boolean): void {
    const to = Math.min(LAST, Math.max(0, step));
    const { top, height } = this.#first.getBoundingClientRect();
    const landing = to === 0 ? 0 : LANDING;
    const by = top + (to + landing) * height - this.#line;
    const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
    const behavior = smooth && !still ? "smooth" : "instant";
    if (to === 0) scrollTo({ top: 0, behavior });
    else scrollBy({ top: by, behavior });
  }

  /** Whether the story is what is on the screen. */
  get isSeen(): boolean {
    return this.time > -0.5 && this.time < LAST + 0.9;
  }
}

/** Writes the step into the address, unless that says something else. */
export function keepInAddress(step: number): void {
  const { hash } = location;
  if (hash !== "" && stepInHash(hash) === undefined) return;
  const wanted = step === 0 ? "" : `#${anchorOf(step)}`;
  if (wanted === hash) return;
  try {
    const address = wanted || location.pathname + location.search;
    history.replaceState(history.state, "", address);
  } catch {
    // Browsers limit how often; the next step writes it.
  }
}
