// Buttons that copy the listing beside them, and say for a moment that they did.
import { copy } from "../../widgets/element/look/tools.ts";
import { notices } from "../../widgets/words/notices.ts";
import type { Lang, Text } from "../../widgets/words/text.ts";

const SELECTED: Text = { en: "Selected", zh: "已选中" };

/** How long a button says it. */
const SAID_MS = 1500;

/** What a button says for now, and its own text. */
interface Saying {
  readonly said: string;
  readonly text: string | null;
  readonly timer: number;
}
const sayings = new WeakMap<Element, Saying>();

/** Says something for a moment; a change of language may come between. */
function say(button: Element, said: string): void {
  const now = button.textContent;
  const last = sayings.get(button);
  clearTimeout(last?.timer);
  const text = last?.said === now ? last.text : now;
  const timer = window.setTimeout(() => {
    sayings.delete(button);
    if (button.textContent === said) button.textContent = text;
  }, SAID_MS);
  sayings.set(button, { said, text, timer });
  button.textContent = said;
}

/** @param language what the page is shown in now */
export function startCopying(language: () => Lang): void {
  const selector = "[data-copy-code]";
  for (const button of document.querySelectorAll<HTMLElement>(selector)) {
    button.hidden = false;
  }
  document.addEventListener("click", async (event) => {
    const button = (event.target as Element).closest(selector);
    const listing = button?.parentElement?.querySelector("code");
    if (!button || !listing) return;
    const done = await copy(listing.textContent ?? "");
    if (!done) getSelection()?.selectAllChildren(listing);
    say(button, (done ? notices.copied : SELECTED)[language()]);
  });
}
