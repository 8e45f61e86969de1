// What is folded away on a page: opened by addresses that lead into it, for
// paper, and all at once by a button.
import { parseHash } from "../../widgets/element/state/url-state.ts";

const FOLDED = "details.more";
/** In a section beside the main line: all of it. */
const WHOLE = `:scope > h2 + ${FOLDED}:last-child`;

/** Opens what holds the place that the address names, and goes there. */
function openWay(): void {
  const place = document.getElementById(parseHash(location.hash).anchor);
  let opened = false;
  let at =
    place?.querySelector<HTMLDetailsElement>(WHOLE) ??
    place?.closest<HTMLDetailsElement>(FOLDED);
  while (at) {
    opened ||= !at.open;
    at.open = true;
    at = at.parentElement?.closest<HTMLDetailsElement>(FOLDED);
  }
  if (opened) place?.scrollIntoView();
}

const folded = (): HTMLDetailsElement[] => [
  ...document.querySelectorAll<HTMLDetailsElement>(`${FOLDED}:not([open])`),
];

/** Opens what is folded on paper, and folds it again. */
function openForPaper(): void {
  let opened: HTMLDetailsElement[] = [];
  addEventListener("beforeprint", () => {
    opened = folded();
    for (const it of opened) it.open = true;
  });
  addEventListener("afterprint", () => {
    for (const it of opened) it.open = false;
  });
}

/** Makes the button work that opens all, or folds all again. */
function startButton(): void {
  const button = document.querySelector<HTMLButtonElement>(".unfold");
  if (!button || !document.querySelector(FOLDED)) return;
  const tell = (): void =>
    button.setAttribute("aria-expanded", String(folded().length === 0));
  button.hidden = false;
  button.addEventListener("click", () => {
    const closed = folded();
    const all = document.querySelectorAll<HTMLDetailsElement>(FOLDED);
    for (const it of all) it.open = closed.length > 0;
    tell();
  });
  // Opening is told of by each, not up the page.
  document.addEventListener("toggle", tell, true);
  tell();
}

/** Starts all of it, on pages that fold something away. */
export function startUnfolding(): void {
  addEventListener("hashchange", openWay);
  openForPaper();
  startButton();
  openWay();
}
