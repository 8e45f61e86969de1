// Buttons that start work, pressed while the figure's own code is on its way, and
// guesses that are sent while the question's is: what was pressed is kept at the
// element, which does it once it can. Before even this is there, buttons that start
// work are not to be seen.
import { languageOf } from "../../words/text.ts";

const LOADING = { en: "Loading …", zh: "正在加载……" } as const;

/** Keeps such presses, of all elements of a page that are not there yet. */
export function keepEarlyPresses(): void {
  document.addEventListener("submit", (event) => {
    const form = event.target as Element;
    const host = form.closest<HTMLElement>(":not(:defined)");
    if (!host) return;
    // The browser would load the page anew, without what was typed.
    event.preventDefault();
    host.dataset.pressed = "submit";
  });
  document.addEventListener("click", (event) => {
    const [target] = event.composedPath();
    const button =
      target instanceof Element
        ? target.closest<HTMLElement>("[data-work]")
        : null;
    const root = button?.getRootNode();
    if (!button || !(root instanceof ShadowRoot)) return;
    const host = root.host as HTMLElement;
    if (customElements.get(host.localName)) return;
    host.dataset.pressed = button.dataset.work;
    const told = root.querySelector(".work .told");
    if (told) told.textContent = LOADING[languageOf(host)];
  });
  for (const figure of document.querySelectorAll(":not(:defined)")) {
    figure.shadowRoot?.querySelector(".work")?.classList.add("awake");
  }
}

/** What was pressed of a figure; asked for once. */
export function takeEarlyPress(host: HTMLElement): string | undefined {
  const { pressed } = host.dataset;
  delete host.dataset.pressed;
  return pressed;
}
