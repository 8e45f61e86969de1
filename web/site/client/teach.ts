// The pages for teachers come to life: a figure, its attributes to try, the line
// of HTML and the recipe that follow, recipes with this site's address.
import {
  type Embedded,
  recipes,
  UNTRIED,
} from "../../widgets/element/embed/recipes.ts";
import { kebab } from "../../widgets/element/state/attributes.ts";
import { whenNear } from "../../widgets/element/when/lazy.ts";
import type { Lang } from "../../widgets/words/text.ts";
import { loadWidget } from "../registry.ts";
import { startCopying } from "./copy-beside.ts";

type Input = HTMLInputElement | HTMLSelectElement;

const COPY = { en: "Copy", zh: "复制" };

const language = (): Lang =>
  document.documentElement.lang.startsWith("zh") ? "zh" : "en";

const root = (): string =>
  new URL(document.documentElement.dataset.root ?? "./", location.href).href;

const embedded = (
  tag: string,
  attributes: Embedded["attributes"],
  title: string,
): Embedded => ({
  tag,
  attributes,
  lang: language(),
  title,
  version: __POSENC_VERSION__,
  integrity: __POSENC_INTEGRITY__,
  site: root(),
});

const isTick = (input: Input): input is HTMLInputElement =>
  input instanceof HTMLInputElement && input.type === "checkbox";

const textOf = (input: Input): string =>
  isTick(input) ? String(input.checked) : input.value;

function write(input: Input, value: string): void {
  if (isTick(input)) input.checked = value === "true";
  // What is being typed stays as it is.
  else if (input !== document.activeElement) input.value = value;
}

/** One step of a recipe: what to put where. */
function stepItem(where: string, code: string, copyText: string): HTMLElement {
  const item = document.createElement("li");
  const place = document.createElement("p");
  place.textContent = where;
  const box = document.createElement("div");
  box.className = "snippet";
  const pre = document.createElement("pre");
  pre.tabIndex = 0;
  const text = document.createElement("code");
  text.lang = "en";
  text.translate = false;
  text.textContent = code;
  pre.append(text);
  const button = document.createElement("button");
  button.type = "button";
  button.dataset.copyCode = "";
  button.ariaLive = "polite";
  button.textContent = copyText;
  box.append(pre, button);
  item.append(place, box);
  return item;
}

/** A figure on its page. */
class Entry {
  readonly #section: HTMLElement;
  readonly #tag: string;
  readonly #platform = document.querySelector<HTMLSelectElement>(
    "select[data-platform]",
  );
  readonly #inputs: readonly Input[];
  #figure: Promise<HTMLElement> | undefined;
  #state: Readonly<Record<string, string>> = {};

  constructor(section: HTMLElement) {
    this.#section = section;
    this.#tag = section.dataset.tag as string;
    this.#inputs = [
      ...section.querySelectorAll<Input>("[data-attribute]"),
    ] as Input[];
    whenNear(section, () => void this.#live());
    const platform = this.#platform;
    const box = platform?.closest<HTMLElement>("[hidden]");
    if (box) box.hidden = false;
    platform?.addEventListener("change", () => this.snippet());
    section.addEventListener("change", (event) => {
      const input = event.target as Input;
      if (input.dataset.attribute) void this.#set(input);
    });
  }

  #live(): Promise<HTMLElement> {
    this.#figure ??= this.#start().catch((error: unknown) => {
      this.#figure = undefined;
      throw error;
    });
    return this.#figure;
  }

  async #start(): Promise<HTMLElement> {
    await loadWidget(this.#tag);
    const figure = document.createElement(this.#tag);
    const take = (event: Event): void => {
      const state = (event as CustomEvent<Record<string, unknown>>).detail;
      this.#state = Object.fromEntries(
        Object.entries(state).map(([key, value]) => [
          kebab(key),
          String(value),
        ]),
      );
      this.#show();
    };
    figure.addEventListener("pe-ready", take);
    figure.addEventListener("pe-change", take);
    this.#section.querySelector("[data-live]")?.replaceChildren(figure);
    return figure;
  }

  async #set(input: Input): Promise<void> {
    const figure = await this.#live();
    const name = input.dataset.attribute as string;
    const value = textOf(input);
    if ("teacher" in input.dataset && value.trim() === "") {
      figure.removeAttribute(name);
    } else figure.setAttribute(name, value);
    this.snippet();
  }

  #show(): void {
    for (const input of this.#inputs) {
      const value = this.#state[input.dataset.attribute as string];
      if (value !== undefined) write(input, value);
    }
    this.snippet();
  }

  /** Writes the line of HTML anew. */
  snippet(): void {
    const attributes: Record<string, string> = {};
    for (const input of this.#inputs) {
      const { attribute = "", default: usual } = input.dataset;
      const value = this.#state[attribute] ?? textOf(input);
      const differs =
        usual === undefined ? value.trim() !== "" : value !== usual;
      if (differs) attributes[attribute] = value;
    }
    const { title = "" } = this.#section.dataset;
    const it = embedded(this.#tag, attributes, title);
    this.#recipe(it);
    const at = this.#section.querySelector("[data-snippet]");
    const html = recipes.find(({ id }) => id === "html");
    const text = html?.steps(it).at(-1)?.code ?? "";
    if (at && at.textContent !== text) at.textContent = text;
  }

  /** Writes the recipe for the chosen platform. */
  #recipe(it: Embedded): void {
    const list = document.querySelector("[data-steps]");
    const recipe = recipes.find(({ id }) => id === this.#platform?.value);
    if (!list || !recipe) return;
    const lang = language();
    const steps = recipe.steps(it);
    const codes = [...list.querySelectorAll("code")];
    // A button that says "Copied" stays where only the code has changed.
    const same =
      list.getAttribute("data-steps") === `${recipe.id} ${lang}` &&
      codes.length === steps.length;
    if (same) {
      codes.forEach((code, k) => {
        code.textContent = steps[k]?.code ?? "";
      });
      return;
    }
    list.setAttribute("data-steps", `${recipe.id} ${lang}`);
    list.replaceChildren(
      ...steps.map(({ where, code }) =>
        stepItem(where[lang], code, COPY[lang]),
      ),
    );
    const note = document.querySelector("[data-untried]");
    if (note) note.textContent = recipe.untried ? UNTRIED[lang] : "";
  }
}

/** Recipes that need this site's address have it now. */
function writeRecipes(): void {
  for (const at of document.querySelectorAll<HTMLElement>("[data-recipe]")) {
    const { recipe: id, step = "0" } = at.dataset;
    const example = at.closest<HTMLElement>("[data-example]")?.dataset;
    const { example: tag = "", values, title = "" } = example ?? {};
    const attributes = Object.fromEntries(new URLSearchParams(values));
    const it = embedded(tag, attributes, title);
    const steps = recipes.find((recipe) => recipe.id === id)?.steps(it);
    const code = steps?.[Number(step)]?.code;
    if (code !== undefined && at.textContent !== code) at.textContent = code;
  }
}

export function startTeaching(): void {
  const sections = document.querySelectorAll<HTMLElement>(".entry[data-tag]");
  const entries = [...sections].map((section) => new Entry(section));
  startCopying(language);
  writeRecipes();
  // The language switch has put the page's own texts back.
  new MutationObserver(() => {
    setTimeout(() => {
      writeRecipes();
      for (const entry of entries) entry.snippet();
    });
  }).observe(document.documentElement, {
    attributes: true,
    attributeFilter: ["lang"],
  });
}
