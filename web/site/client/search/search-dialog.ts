// The search box: loaded when it is first opened.
import { trusted } from "../../../widgets/element/look/trusted.ts";
import "../../styles/search.css";
import type { Lang, Text } from "../../../widgets/words/text.ts";
import type { Entry } from "../../pages/search-index.ts";
import { remember } from "../storage.ts";
import { slashOpens } from "./opening.ts";
import { Finder, type Found, type Hit, LONGEST } from "./query.ts";

const strings = {
  name: { en: "Search the tutorial", zh: "在教程中搜索" },
  hint: {
    en: "A word or two, in English: headings, text, glossary and claims are searched.",
    zh: "输入一两个词；标题、正文、术语和论断都在搜索范围内。",
  },
  loading: { en: "Loading the index …", zh: "正在载入索引……" },
  failed: {
    en: "The index could not be loaded.",
    zh: "索引未能载入。",
  },
  again: { en: "Try again", zh: "重试" },
  none: { en: "Nothing found for “QUERY”.", zh: "没有找到“QUERY”。" },
  count: { en: "N found", zh: "找到 N 处" },
  best: {
    en: "N found; the best HITS are listed",
    zh: "找到 N 处，列出最相关的 HITS 处",
  },
  cut: {
    en: "Only its beginning was searched for: LETTERS characters, WORDS words at most.",
    zh: "只搜索了开头部分：至多 LETTERS 个字符、WORDS 个词。",
  },
  close: { en: "Close", zh: "关闭" },
  slash: { en: "The / key opens the search", zh: "按 / 键打开搜索" },
  results: { en: "Results", zh: "搜索结果" },
} as const satisfies Readonly<Record<string, Text>>;

const MARKUP = `<form method="dialog"><input type="search" role="combobox" aria-expanded="false" aria-controls="search-results" aria-autocomplete="list" autocomplete="off" spellcheck="false"><button type="submit" value="close"></button></form>
<p class="search-status" role="status"></p>
<button type="button" class="search-again" hidden></button>
<ul id="search-results" role="listbox"></ul>
<label class="search-slash"><input type="checkbox"> <span></span></label>`;

/** Most letters of a question that are said again. */
const SAID = 60;

/** A question, or its beginning, as it is said again. */
const said = (question: string): string =>
  question.length > SAID
    ? `${[...question.slice(0, 2 * SAID)].slice(0, SAID).join("")}…`
    : question;

const language = (): Lang =>
  document.documentElement.lang.startsWith("zh") ? "zh" : "en";

const root = (): URL =>
  new URL(document.documentElement.dataset.root ?? "./", document.baseURI);

class SearchBox {
  readonly #dialog = document.createElement("dialog");
  readonly #finders = new Map<Lang, Promise<Finder>>();
  #hits: readonly Hit[] = [];
  #active = -1;

  constructor() {
    this.#dialog.className = "search";
    this.#dialog.innerHTML = trusted(MARKUP);
    // Beside the body, which changes its texts with the language.
    document.documentElement.append(this.#dialog);
    const input = this.#input;
    input.addEventListener("input", () => void this.#search());
    input.addEventListener("keydown", (event) => this.#key(event));
    this.#at("form").addEventListener("submit", () => this.#dialog.close());
    this.#at(".search-again").addEventListener("click", () => {
      input.focus();
      void this.#search();
    });
    this.#at("ul").addEventListener("click", () => this.#dialog.close());
    // On the backdrop: the dialog itself is covered by its content.
    this.#dialog.addEventListener("click", (event) => {
      if (event.target === this.#dialog) this.#dialog.close();
    });
    const slash = this.#at<HTMLInputElement>(".search-slash input");
    slash.checked = slashOpens();
    slash.addEventListener("change", () =>
      remember("slash", slash.checked ? "on" : "off"),
    );
  }

  open(): void {
    if (this.#dialog.open) return;
    this.#translate();
    this.#dialog.showModal();
    this.#input.select();
    void this.#search();
  }

  #at<E extends HTMLElement>(selector: string): E {
    return this.#dialog.querySelector(selector) as E;
  }

  get #input(): HTMLInputElement {
    return this.#at("input[type=search]");
  }

  #translate(): void {
    const lang = language();
    // What was found in another language is no answer any more.
    this.#show([], lang);
    this.#dialog.setAttribute("aria-label", strings.name[lang]);
    this.#input.setAttribute("aria-label", strings.name[lang]);
    this.#input.placeholder = strings.name[lang];
    this.#at("form button").textContent = strings.close[lang];
    this.#at(".search-again").textContent = strings.again[lang];
    this.#at(".search-slash span").textContent = strings.slash[lang];
    this.#at("ul").setAttribute("aria-label", strings.results[lang]);
  }

  #finder(lang: Lang): Promise<Finder> {
    let finder = this.#finders.get(lang);
    if (!finder) {
      finder = load(lang);
      this.#finders.set(lang, finder);
      // The next attempt starts anew.
      finder.catch(() => this.#finders.delete(lang));
    }
    return finder;
  }

  async #search(): Promise<void> {
    const lang = language();
    const question = this.#input.value.trim();
    const asked = (): boolean =>
      this.#input.value.trim() === question && lang === language();
    this.#at(".search-again").hidden = true;
    let finder: Finder | undefined;
    const slow = setTimeout(() => this.#say(strings.loading[lang]), 200);
    try {
      finder = await this.#finder(lang);
    } catch {
      if (!asked()) return;
      this.#show([], lang);
      this.#say(strings.failed[lang]);
      this.#at(".search-again").hidden = false;
      return;
    } finally {
      clearTimeout(slow);
    }
    if (!asked()) return;
    const found = finder.find(question);
    this.#show(found.hits, lang);
    if (question === "") this.#say(strings.hint[lang]);
    else this.#say(answer(found, question, lang));
  }

  #say(text: string): void {
    const status = this.#at(".search-status");
    if (status.textContent !== text) status.textContent = text;
  }

  #show(hits: readonly Hit[], lang: Lang): void {
    this.#hits = hits;
    const items = hits.map((hit, k) => resultItem(hit, k, lang));
    this.#at("ul").replaceChildren(...items);
    this.#input.setAttribute("aria-expanded", String(hits.length > 0));
    this.#activate(hits.length > 0 ? 0 : -1);
  }

  #activate(k: number): void {
    this.#active = k;
    const options = this.#at("ul").children;
    for (const [at, option] of [...options].entries()) {
      option.setAttribute("aria-selected", String(at === k));
    }
    const option = options[k];
    if (option) {
      this.#input.setAttribute("aria-activedescendant", option.id);
      option.scrollIntoView({ block: "nearest" });
    } else this.#input.removeAttribute("aria-activedescendant");
  }

  #key(event: KeyboardEvent): void {
    // While a Chinese word is being composed, keys belong to the composer.
    if (event.isComposing) return;
    const count = this.#hits.length;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step && count > 0) {
      event.preventDefault();
      this.#activate((this.#active + step + count) % count);
    } else if (event.key === "Escape") {
      // Some browsers would only empty the field.
      event.preventDefault();
      this.#dialog.close();
    } else if (event.key === "Enter") {
      event.preventDefault();
      const option = this.#at("ul").children[this.#active];
      option?.querySelector("a")?.click();
    }
  }
}

/** What was found, in words. */
function answer(
  { hits, total, isCut }: Found,
  question: string,
  lang: Lang,
): string {
  const text = strings[total > hits.length ? "best" : "count"][lang];
  const found =
    hits.length > 0
      ? text.replace("N", String(total)).replace("HITS", String(hits.length))
      : strings.none[lang].replace("QUERY", () => said(question));
  if (!isCut) return found;
  const cut = strings.cut[lang]
    .replace("LETTERS", String(LONGEST.letters))
    .replace("WORDS", String(LONGEST.words));
  const stop = { en: ". ", zh: "。" }[lang];
  return `${found.replace(/[.。]$/, "")}${stop}${cut}`;
}

/** One result: a link in an option, so that both pointer and keys follow it. */
function resultItem(hit: Hit, k: number, lang: Lang): HTMLLIElement {
  const item = document.createElement("li");
  item.id = `search-result-${k}`;
  item.setAttribute("role", "option");
  const link = document.createElement("a");
  link.href = new URL(`${lang}/${hit.at}`, root()).href;
  link.tabIndex = -1;
  const heading = document.createElement("strong");
  heading.textContent = hit.heading || hit.page;
  const page = document.createElement("span");
  page.className = "search-page";
  page.textContent = hit.heading ? hit.page : "";
  const excerpt = document.createElement("span");
  excerpt.className = "search-excerpt";
  for (const { text, marked } of hit.excerpt) {
    const node = marked ? document.createElement("mark") : undefined;
    if (node) node.textContent = text;
    excerpt.append(node ?? text);
  }
  link.append(heading, " ", page, excerpt);
  item.append(link);
  return item;
}

async function load(lang: Lang): Promise<Finder> {
  const response = await fetch(new URL(`${lang}/search.json`, root()));
  if (!response.ok) throw new Error(String(response.status));
  return Finder.of((await response.json()) as Entry[]);
}

let box: SearchBox | undefined;

/** Opens the search box. */
export function openSearch(): void {
  box ??= new SearchBox();
  box.open();
}
