import { hasScreen } from "../plots/screen.ts";
import { heightOf } from "./embed/heights.ts";

/** Width and height in CSS px. */
export interface Size {
  readonly width: number;
  readonly height: number;
}

/** Of every element, where there is no layout that would tell. */
const ASSUMED: Size = { width: 960, height: 480 };

/**
 * Sizes of elements as the last layout left them. Asking the elements
 * themselves would make the browser lay out the page in the middle of a frame.
 */
export class Sizes {
  readonly #known = new WeakMap<Element, Size>();
  readonly #observer: ResizeObserver | undefined;

  /** @param changed - called after any of the elements has changed its size */
  constructor(changed: () => void) {
    if (!hasScreen()) return;
    this.#observer = new ResizeObserver((entries) => {
      for (const { target, contentRect } of entries) {
        const { width, height } = contentRect;
        this.#known.set(target, { width, height });
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

  of(element: Element): Size {
    if (this.#observer === undefined) return ASSUMED;
    let size = this.#known.get(element);
    if (size === undefined) {
      const { width, height } = element.getBoundingClientRect();
      size = { width, height };
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

/** Style of a widget that is not made yet: as much room as it will take. */
export const roomFor = (tag: string): string =>
  `:host { display: block; min-height: ${heightOf(tag)}px; container-type: inline-size; contain-intrinsic-inline-size: min(640px, 85vw); min-width: 0; max-width: 100%; } :host([hidden]) { display: none; }`;
