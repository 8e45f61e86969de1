// Which paper a widget stands on: its own `theme` attribute, else what the page
// says in one of the usual ways, else the reader's system. Print is light.
import type { Theme } from "../plots/color.ts";

const SWITCHES = [
  "data-theme",
  "data-md-color-scheme",
  "data-bs-theme",
] as const;

function named(value: string | null): Theme | undefined {
  if (value === "dark" || value === "slate") return "dark";
  if (value === "light" || value === "default") return "light";
  return undefined;
}

function media(query: string): MediaQueryList | undefined {
  return globalThis.matchMedia?.(query);
}

function systemTheme(): Theme {
  return media("(prefers-color-scheme: dark)")?.matches ? "dark" : "light";
}

function pageTheme(element: Element): Theme | undefined {
  const selector = SWITCHES.map((name) => `[${name}]`).join(",");
  for (let at: Element | null = element; at !== null; ) {
    const holder: Element | null = at.closest(selector);
    if (holder === null) {
      const root = at.getRootNode();
      at = root instanceof ShadowRoot ? root.host : null;
      continue;
    }
    for (const name of SWITCHES) {
      const theme = named(holder.getAttribute(name));
      if (theme) return theme;
    }
    at = holder.parentElement;
  }
  return document.documentElement.classList.contains("dark")
    ? "dark"
    : undefined;
}

/** The theme that an element has now. */
export function themeOf(element: Element): Theme {
  if (media("print")?.matches) return "light";
  return (
    named(element.getAttribute("theme")) ?? pageTheme(element) ?? systemTheme()
  );
}

type Listener = () => void;
const listeners = new Set<Listener>();
let stop: (() => void) | undefined;

function observe(): () => void {
  const notify = (): void => {
    for (const listener of listeners) listener();
  };
  const page = new MutationObserver(notify);
  page.observe(document.documentElement, {
    attributes: true,
    subtree: true,
    attributeFilter: [...SWITCHES, "lang"],
  });
  const root = new MutationObserver(notify);
  root.observe(document.documentElement, {
    attributes: true,
    attributeFilter: ["class"],
  });
  const queries = ["(prefers-color-scheme: dark)", "print", "(forced-colors)"]
    .map(media)
    .filter((query) => query !== undefined);
  for (const query of queries) query.addEventListener("change", notify);
  return () => {
    page.disconnect();
    root.disconnect();
    for (const query of queries) query.removeEventListener("change", notify);
  };
}

/**
 * Calls back whenever theme or language of the page may have changed; one set
 * of observers serves all widgets.
 *
 * @returns a function that ends it
 */
export function watchSurroundings(listener: Listener): () => void {
  listeners.add(listener);
  stop ??= observe();
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) {
      stop?.();
      stop = undefined;
    }
  };
}
