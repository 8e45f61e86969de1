// Which paper a widget stands on: its own `theme` attribute, else what the page
// says in one of the usual ways, else what the page looks like. The reader's
// system counts only where the page follows it too. Print is light.
import type { Theme } from "../../plots/color.ts";
import { isOnDark, isSeenOn, outerOf } from "./backdrop.ts";

const THEMES = ["dark", "light"] as const;

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

/** What the page says in attributes and classes that are in use. */
function pageTheme(element: Element): Theme | undefined {
  for (let at: Element | null = element; at !== null; at = outerOf(at)) {
    const { classList } = at;
    for (const name of SWITCHES) {
      const theme = named(at.getAttribute(name));
      if (theme) return theme;
    }
    // Of slides of Reveal, whose ground is painted elsewhere, behind them.
    const theme = THEMES.find((it) =>
      classList.contains(`has-${it}-background`),
    );
    if (theme) return theme;
  }
  const { classList } = document.documentElement;
  return THEMES.find((name) => classList.contains(name));
}

/** The schemes that an element can have, from `color-scheme` around it. */
function schemesOf(element: Element): readonly Theme[] {
  const { colorScheme } = getComputedStyle(element);
  const meta = document.querySelector<HTMLMetaElement>(
    'meta[name="color-scheme"]',
  );
  const said = colorScheme === "normal" ? (meta?.content ?? "") : colorScheme;
  return (["light", "dark"] as const).filter((name) =>
    said.split(/\s+/).includes(name),
  );
}

/** What the page looks like, when it says nothing. */
function seenTheme(element: Element): Theme {
  const schemes = schemesOf(element);
  if (schemes.length === 1) return schemes[0] as Theme;
  const dark =
    isOnDark(element) ??
    // Nothing is painted: the browser's own paper, which is light unless the
    // page takes both.
    (schemes.length > 1 && media("(prefers-color-scheme: dark)")?.matches);
  return dark ? "dark" : "light";
}

/** The theme that an element has now. */
export function themeOf(element: Element): Theme {
  if (media("print")?.matches) return "light";
  return (
    named(element.getAttribute("theme")) ??
    pageTheme(element) ??
    seenTheme(element)
  );
}

type Listener = () => void;

/** What in the head has to do with colours. */
const isStyle = (node: EventTarget | null): boolean =>
  node instanceof Element && /^(link|style|meta)$/.test(node.localName);

const isAboutStyle = ({ target, addedNodes, removedNodes }: MutationRecord) =>
  target !== document.head || [...addedNodes, ...removedNodes].some(isStyle);

/** Watches all that themes and languages depend on, for all widgets at once. */
class Surroundings {
  readonly #listeners = new Map<Element, Listener>();
  readonly #observer = new MutationObserver((records) => {
    if (records.some(isAboutStyle)) this.#notify();
  });
  readonly #queries = [
    "(prefers-color-scheme: dark)",
    "print",
    "(forced-colors)",
  ]
    .map(media)
    .filter((query) => query !== undefined);
  #watched = new WeakSet<Element>();

  add(element: Element, listener: Listener): () => void {
    if (this.#listeners.size === 0) this.#begin();
    this.#listeners.set(element, listener);
    for (let at: Element | null = element; at !== null; at = outerOf(at)) {
      if (this.#watched.has(at)) continue;
      this.#watched.add(at);
      this.#observer.observe(at, {
        attributes: true,
        attributeFilter: [...SWITCHES, "lang", "class", "style"],
      });
    }
    return () => {
      this.#listeners.delete(element);
      if (this.#listeners.size === 0) this.#end();
    };
  }

  readonly #notify = (): void => {
    for (const listener of [...this.#listeners.values()]) listener();
  };

  /** Style sheets count from when they have arrived. */
  readonly #loaded = ({ target }: Event): void => {
    if (isStyle(target)) this.#notify();
  };

  /** A ground that changes gradually: what counts is where it arrives. */
  readonly #arrived = ({ target, propertyName }: TransitionEvent): void => {
    if (propertyName !== "background-color") return;
    const widgets = [...this.#listeners.keys()];
    if (widgets.some((it) => isSeenOn(it, target as Element))) this.#notify();
  };

  #begin(): void {
    // Themes can be style sheets that come, go, or are switched off.
    this.#observer.observe(document.head, {
      childList: true,
      subtree: true,
      attributes: true,
      attributeFilter: ["href", "media", "rel", "disabled", "content"],
    });
    document.head.addEventListener("load", this.#loaded, true);
    // One that imports a font from a host out of reach counts all the same.
    document.head.addEventListener("error", this.#loaded, true);
    document.addEventListener("transitionend", this.#arrived);
    for (const query of this.#queries) {
      query.addEventListener("change", this.#notify);
    }
  }

  #end(): void {
    this.#observer.disconnect();
    this.#watched = new WeakSet();
    document.head.removeEventListener("load", this.#loaded, true);
    document.head.removeEventListener("error", this.#loaded, true);
    document.removeEventListener("transitionend", this.#arrived);
    for (const query of this.#queries) {
      query.removeEventListener("change", this.#notify);
    }
  }
}

let surroundings: Surroundings | undefined;

/**
 * Calls back whenever theme or language around an element may have changed; one
 * set of observers serves all widgets.
 *
 * @returns a function that ends it
 */
export function watchSurroundings(
  element: Element,
  listener: Listener,
): () => void {
  surroundings ??= new Surroundings();
  return surroundings.add(element, listener);
}
