// Words of the glossary show their meaning beside them. Without a script, or
// in a browser without popovers, the link leads to the glossary.

const GAP = 8;

/** Puts a popover below its word, or above where there is no room. */
function place(popover: HTMLElement, word: Element): void {
  const at = word.getClientRects()[0] ?? word.getBoundingClientRect();
  const { offsetWidth, offsetHeight } = popover;
  const right = document.documentElement.clientWidth - offsetWidth - 16;
  const below = at.bottom + GAP;
  const fits = below + offsetHeight <= innerHeight;
  popover.style.left = `${Math.max(16, Math.min(at.left, right))}px`;
  popover.style.top = `${fits ? below : Math.max(GAP, at.top - GAP - offsetHeight)}px`;
}

/** Starts showing meanings. */
export function startTerms(): void {
  if (!("popover" in HTMLElement.prototype)) return;
  document.addEventListener("click", (event) => {
    const word = (event.target as Element).closest<HTMLElement>("a.term");
    if (!word || event.ctrlKey || event.metaKey || event.shiftKey) return;
    const id = `definition-${word.dataset.term}`;
    const popover = document.getElementById(id);
    // Within a meaning, a further word leads to the glossary.
    if (!popover || word.closest("[popover]")) return;
    event.preventDefault();
    popover.showPopover();
    place(popover, word);
    popover.focus({ preventScroll: true });
    // It would stay where it is while the text moves away.
    const hide = (): void => popover.hidePopover();
    addEventListener("scroll", hide, { once: true, passive: true });
    const back = (toggled: Event): void => {
      if ((toggled as ToggleEvent).newState !== "closed") return;
      removeEventListener("scroll", hide);
      popover.removeEventListener("toggle", back);
      const inside = popover.contains(document.activeElement);
      if (inside || document.activeElement === document.body) {
        word.focus({ preventScroll: true });
      }
    };
    popover.addEventListener("toggle", back);
  });
}
