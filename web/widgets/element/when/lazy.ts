import { hasScreen } from "../../plots/screen.ts";

/** What is to be done near an element, told how many screens it is from view. */
type Act = (away: number) => void;

/** How many screens a rectangle of the page is from view; 0: in view. */
function screensAway({ top, bottom }: DOMRectReadOnly): number {
  return Math.max(top - innerHeight, -bottom, 0) / innerHeight;
}

/** Elements that are to come near, all within the same distance. */
class Approach {
  /** Element → what waits for it. */
  readonly #waiting = new Map<Element, Set<Act>>();
  readonly #observer: IntersectionObserver;

  constructor(screens: number) {
    this.#observer = new IntersectionObserver(
      (entries) => {
        const come = entries
          .filter(({ isIntersecting }) => isIntersecting)
          .map((it) => [screensAway(it.boundingClientRect), it.target] as const)
          // Who comes by an address in the middle of a page sees that first.
          .sort(([a], [b]) => a - b);
        for (const [away, target] of come) {
          const acts = this.#waiting.get(target) ?? [];
          this.#forget(target);
          for (const act of acts) act(away);
        }
      },
      { rootMargin: `${100 * screens}%` },
    );
  }

  add(element: Element, act: Act): () => void {
    const acts = this.#waiting.get(element) ?? new Set();
    this.#waiting.set(element, acts.add(act));
    this.#observer.observe(element);
    return () => {
      acts.delete(act);
      const isLast = acts.size === 0 && this.#waiting.get(element) === acts;
      if (isLast) this.#forget(element);
    };
  }

  #forget(element: Element): void {
    this.#waiting.delete(element);
    this.#observer.unobserve(element);
  }
}

/** One for each distance, in screens. */
const approaches = new Map<number, Approach>();

/**
 * Calls back once, when an element comes near the reader, or at once with
 * `loading="eager"`. What has to be loaded is asked for two screens away, what
 * is only to be drawn one screen away. Of those that come near together the
 * nearest is called first.
 *
 * @returns a function that ends the waiting
 */
export function whenNear(
  element: Element,
  act: Act,
  screens: 1 | 2 = 2,
): () => void {
  const isEager = element.getAttribute("loading") === "eager";
  if (isEager || !hasScreen()) {
    act(0);
    return () => {};
  }
  const approach = approaches.get(screens) ?? new Approach(screens);
  approaches.set(screens, approach);
  return approach.add(element, act);
}

/** What is watched and out of the reader's sight. */
const unseen = new WeakSet<Element>();
let sight: IntersectionObserver | undefined;

/**
 * Follows whether an element is in view, or nearly.
 *
 * @returns a function that ends it
 */
export function watchSight(element: Element): () => void {
  if (!hasScreen()) return () => {};
  sight ??= new IntersectionObserver(
    (entries) => {
      for (const { isIntersecting, target } of entries) {
        if (isIntersecting) unseen.delete(target);
        else unseen.add(target);
      }
    },
    { rootMargin: "25%" },
  );
  sight.observe(element);
  return () => {
    sight?.unobserve(element);
    unseen.delete(element);
  };
}

/** Whether an element is in view, as far as is known. */
export const isSeen = (element: Element): boolean => !unseen.has(element);
