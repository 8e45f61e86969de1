/**
 * Calls back once, when an element comes within two screens of the reader, or
 * at once with `loading="eager"`.
 *
 * @returns a function that ends the waiting
 */
export function whenNear(element: Element, act: () => void): () => void {
  const Observer = globalThis.IntersectionObserver;
  if (element.getAttribute("loading") === "eager" || !Observer) {
    act();
    return () => {};
  }
  const observer = new Observer(
    (entries) => {
      if (!entries.some((entry) => entry.isIntersecting)) return;
      observer.disconnect();
      act();
    },
    { rootMargin: "200%" },
  );
  observer.observe(element);
  return () => observer.disconnect();
}
