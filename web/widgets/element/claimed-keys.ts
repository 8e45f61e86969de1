// Keys that a figure uses are the figure's: slides and other hosts listen to
// the document and would turn the page. They see the figure as the target, not
// the slider inside it, so they cannot know.

const USED =
  /^(Arrow(Up|Down|Left|Right)|Home|End|Page(Up|Down)|Enter|Backspace|Delete| )$/;

/** Whether what is typed here is text. */
const takesText = (target: EventTarget | undefined): boolean =>
  target instanceof HTMLSelectElement ||
  target instanceof HTMLTextAreaElement ||
  (target instanceof HTMLInputElement &&
    !/^(range|checkbox|radio|button)$/.test(target.type));

/**
 * Stops what a script may send and no keyboard does: a name that every object
 * has, under which handlers would find something in their tables of keys.
 */
export function claimUsedKey(event: Event): void {
  if ((event as KeyboardEvent).key in {}) event.stopImmediatePropagation();
}

/** Keeps a key from the page around, where it means something in the figure. */
export function claimKey(event: KeyboardEvent): void {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const isText =
    event.key.length === 1 && takesText(event.composedPath().at(0));
  if (USED.test(event.key) || isText) event.stopPropagation();
}
