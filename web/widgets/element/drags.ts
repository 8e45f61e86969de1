// Drags and touches of what a figure takes hold of are the figure's: slides,
// carousels and drawers listen further up and would turn the page. They see the
// figure as the target, not the slider inside it, so they cannot know.

/** Plots and sliders, which a mouse drags too. */
const DRAGGED = ":is(.slide, .hold):not([data-locked]), [type=range]";
/** What answers a tap; some slides turn at any. */
const TAPPED = `${DRAGGED}, a, button, input, label, select, summary, textarea, [tabindex]`;

/** Events of a pointer and of touches, which are told side by side. */
const DOWN = ["pointerdown", "mousedown", "touchstart"] as const;
const LATER = [
  "pointermove",
  "pointerup",
  "pointercancel",
  "touchmove",
  "touchend",
  "touchcancel",
] as const;

/** Whether a finger moves the content of it sideways. */
const isMovedSideways = (at: Element): boolean =>
  at.scrollWidth > at.clientWidth &&
  /auto|scroll/.test(getComputedStyle(at).overflowX);

function isTaken(event: Event, host: Element): boolean {
  const path = event.composedPath();
  const inside = path
    .slice(0, path.indexOf(host))
    .filter((it) => it instanceof Element);
  const isMouse =
    event.type === "mousedown" ||
    (event as PointerEvent).pointerType === "mouse";
  return isMouse
    ? inside.some((it) => it.matches(DRAGGED))
    : inside.some((it) => it.matches(TAPPED) || isMovedSideways(it));
}

/** Keeps drags and touches from the page around, where they mean something here. */
export function keepHands(host: HTMLElement): void {
  let taken = false;
  for (const type of DOWN) {
    host.addEventListener(
      type,
      (event) => {
        taken = isTaken(event, host);
        if (taken) event.stopPropagation();
      },
      // The browser need not wait for an answer before it scrolls.
      { passive: true },
    );
  }
  for (const type of LATER) {
    host.addEventListener(
      type,
      (event) => {
        const isMouse = (event as PointerEvent).pointerType === "mouse";
        if (taken && !isMouse) event.stopPropagation();
      },
      { passive: true },
    );
  }
}
