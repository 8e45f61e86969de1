// Opens the search box by its button, by "/" and by Ctrl+K; what it needs is
// loaded then.
import { recalled } from "../storage.ts";

/** Single keys can get in the way of speech input: this one can be put off. */
export const slashOpens = (): boolean => recalled("slash") !== "off";

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof Element &&
  target.closest("input, textarea, select, [contenteditable]") !== null;

/** Makes the button and the keys work. */
export function startSearch(): void {
  const button = document.querySelector<HTMLButtonElement>("#search");
  if (!button) return;
  const open = async (): Promise<void> => {
    const { openSearch } = await import("./search-dialog.ts");
    openSearch();
  };
  button.hidden = false;
  button.addEventListener("click", () => void open());
  addEventListener("keydown", (event) => {
    const [inside] = event.composedPath();
    const { key, altKey, ctrlKey, metaKey } = event;
    const slash =
      key === "/" && !(altKey || ctrlKey || metaKey) && slashOpens();
    const combined = key.toLowerCase() === "k" && (ctrlKey || metaKey);
    if (!combined && (!slash || isTyping(inside ?? null))) return;
    event.preventDefault();
    void open();
  });
}
