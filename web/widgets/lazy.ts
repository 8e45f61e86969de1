/** Element → what waits for it. */
const waiting = new Map<Element, Set<() => void>>();
let observer: IntersectionObserver | undefined;

const observing = (): IntersectionObserver =>
  new IntersectionObserver(
    (entries) => {
      for (const { isIntersecting, target } of entries) {
        if (!isIntersecting) continue;
        const acts = waiting.get(target) ?? [];
        forget(target);
        for (const act of acts) act();
      }
    },
    { rootMargin: "200%" },
  );

function forget(element: Element): void {
  waiting.delete(element);
  observer?.unobserve(element);
}

/**
 * Calls back once, when an element comes within two screens of the reader, or
 * at once with `loading="eager"`. One observer serves all elements.
 *
 * @returns a function that ends the waiting
 */
export function whenNear(element: Element, act: () => void): () => void {
  const isEager = element.getAttribute("loading") === "eager";
  if (isEager || !globalThis.IntersectionObserver) {
    act();
    return () => {};
  }
  observer ??= observing();
  const acts = waiting.get(element) ?? new Set();
  waiting.set(element, acts.add(act));
  observer.observe(element);
  return () => {
    acts.delete(act);
    if (acts.size === 0 && waiting.get(element) === acts) forget(element);
  };
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
  if (!globalThis.IntersectionObserver) return () => {};
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
