import { hasScreen } from "../plots/screen.ts";

/** Width and height in CSS px. */
export interface Size {
  readonly width: number;
  readonly height: number;
}

/** The same, with the size of the text there. */
interface Measured extends Size {
  readonly font: number;
}

const measured = (element: Element, { width, height }: Size): Measured => ({
  width,
  height,
  font: Number.parseFloat(getComputedStyle(element).fontSize),
});

/** Of every element, where there is no layout that would tell. */
const ASSUMED: Measured = { width: 960, height: 480, font: 16 };

/**
 * Sizes of elements as the last layout left them. Asking the elements
 * themselves would make the browser lay out the page in the middle of a frame.
 */
export class Sizes {
  readonly #known = new WeakMap<Element, Measured>();
  readonly #observer: ResizeObserver | undefined;

  /** @param changed - called after any of the elements has changed its size */
  constructor(changed: () => void) {
    if (!hasScreen()) return;
    this.#observer = new ResizeObserver((entries) => {
      for (const { target, contentRect } of entries) {
        this.#known.set(target, measured(target, contentRect));
      }
      changed();
    });
  }

  watch(...elements: readonly Element[]): void {
    for (const element of elements) this.#observer?.observe(element);
  }

  /** Whether the layout has told the size of an element yet. */
  has(element: Element): boolean {
    return this.#observer === undefined || this.#known.has(element);
  }

  of(element: Element): Measured {
    if (this.#observer === undefined) return ASSUMED;
    let size = this.#known.get(element);
    if (size === undefined) {
      size = measured(element, element.getBoundingClientRect());
      this.#known.set(element, size);
    }
    return size;
  }
}

/** px that a figure is drawn wide for paper: A4 between usual margins. */
const PAPER = 680;

/**
 * The width at which a figure is drawn for paper, whose own width no script is
 * told: what is drawn becomes larger or smaller with it, as one picture. A
 * narrow column of a wide page is narrow on paper too; a telephone's is not.
 *
 * @param own - on the screen; 0 in a hidden tab
 */
export function paperWidth(own: number): number {
  return own > 0 && innerWidth >= PAPER ? Math.min(PAPER, own) : PAPER;
}

/**
 * Style of a widget that is not drawn yet: as tall as it will be above 830 px,
 * above 545 px, and below.
 *
 * @param room - where it is wide, in a column and on a telephone: half its px
 *   in base 36, two digits each
 */
export function roomFor(room: string): string {
  const rules = [0, 1, 2].map((k) => {
    const half = Number.parseInt(room.slice(2 * k, 2 * k + 2), 36);
    const rule = `:host(:not([data-live],[fit],[height]))>:first-child{display:block;box-sizing:border-box;min-height:${2 * half}px}`;
    return k ? `@container (max-width:${1115 - 285 * k}px){${rule}}` : rule;
  });
  // In the words of style.css, which compress to nothing beside it.
  return `${rules.join("")}:host{contain-intrinsic-inline-size:min(640px, 85vw);min-width:0;max-width:100%;display:block;container-type:inline-size}:host([hidden]){display:none}`;
}
