// Scrolling drives the time; buttons, keys and addresses scroll.
import { clamp, lerp } from "../../widgets/plots/easing.ts";
import { anchorOf, LANDING, LAST, PLAYED, stepInHash } from "./moments.ts";

/** Within these a glide that was broken off has told of its last way. */
const FRAMES_OF_A_GLIDE = 4;
/** ms in which a step that was gone to plays. */
const PLAYING = 2400;
/** What says that a reader has something else in mind. */
const INPUTS = ["wheel", "touchstart", "pointerdown", "keydown"] as const;

export class Scroll {
  readonly #first: HTMLElement;
  readonly #card: HTMLElement;
  readonly #tell: (time: number) => void;
  /** What puts the page at a step again, in the next frame. */
  #again = 0;
  /** What plays a step, in the next frame. */
  #playing = 0;

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
    const stop = (): void => cancelAnimationFrame(this.#playing);
    for (const type of INPUTS) {
      addEventListener(type, stop, { capture: true, passive: true });
    }
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

  /**
   * Goes to a step and plays it to its point, as who scrolls sees it; at once,
   * and without playing, if the reader's settings ask for that.
   */
  go(step: number): void {
    cancelAnimationFrame(this.#again);
    cancelAnimationFrame(this.#playing);
    const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
    this.#move(step, still ? "instant" : "smooth");
    if (!still && step < LAST) this.#play(step);
  }

  /** Plays a step once it is there. */
  #play(step: number): void {
    const begin = step === 0 ? 0 : step + LANDING;
    let begun: number | undefined;
    const play = (now: number): void => {
      if (begun === undefined && Math.abs(this.time - begin) < 0.01) {
        begun = now;
      }
      if (begun !== undefined) {
        const part = clamp((now - begun) / PLAYING);
        this.#moveTo(lerp(begin, step + PLAYED, part), "instant");
        if (part === 1) return;
      }
      this.#playing = requestAnimationFrame(play);
    };
    this.#playing = requestAnimationFrame(play);
  }

  /** Is at a step, whatever the page was doing. */
  land(step: number): void {
    // A glide goes on while the page is told to be elsewhere, and the way of its
    // last frame is added to where that is: by the next frame this is known.
    cancelAnimationFrame(this.#again);
    cancelAnimationFrame(this.#playing);
    let frames = FRAMES_OF_A_GLIDE;
    const again = (): void => {
      this.#move(step, "instant");
      frames -= 1;
      if (frames > 0) this.#again = requestAnimationFrame(again);
    };
    again();
  }

  #move(step: number, behavior: "smooth" | "instant"): void {
    const to = Math.min(LAST, Math.max(0, step));
    if (to === 0) scrollTo({ top: 0, behavior });
    else this.#moveTo(to + (to === LAST ? 0.02 : LANDING), behavior);
  }

  #moveTo(time: number, behavior: "smooth" | "instant"): void {
    const { top, height } = this.#first.getBoundingClientRect();
    scrollBy({ top: top + time * height - this.#line, behavior });
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
