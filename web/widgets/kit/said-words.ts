// Where the words come from that a figure is told to use: attributes, a script of
// JSON inside it, a property, and lists for languages that it does not speak itself.
import { offered } from "../element/define.ts";
import { declaredLanguage } from "../words/text.ts";
import type { Words } from "./own-words.ts";

export type List = Readonly<Record<string, Words>>;

/** Language → tag → words; all copies of the library on a page have it in common. */
const REGISTRY = Symbol.for("posenc.words");
function lists(): Map<string, List> {
  const registry = globalThis as { [REGISTRY]?: Map<string, List> };
  registry[REGISTRY] ??= new Map();
  return registry[REGISTRY];
}
const ADDED = "pe-words";

/** What `lang` may name, as far as texts can be listed by it. */
const TAG = /^[a-z]{2,8}(-\w+)*$/i;

const shown = (value: unknown): string => JSON.stringify(value) ?? typeof value;

/** Language and tag → its words, on their way or here. */
const asked = new Map<string, Promise<void>>();
/** Parts of lists that are here: figures have them in common. */
const taken = new WeakSet<List>();

/**
 * Puts figures into a language. Later words replace earlier ones.
 *
 * @param language - as `lang` names it: "es", "pt-BR"
 * @param byTag - "pe-rope-link" → its texts, as `strings/pe-rope-link.json` lists
 *   them, → what to say instead; "*" for all figures
 * @throws TypeError for a language that is no tag, or words that are no texts
 */
export function addWords(language: string, byTag: List): void {
  if (typeof language !== "string" || !TAG.test(language)) {
    throw new TypeError(
      `addWords: language must be a tag like "es" or "pt-BR", got ${shown(language)}`,
    );
  }
  if (typeof byTag !== "object" || byTag === null || Array.isArray(byTag)) {
    throw new TypeError(
      `addWords: byTag must be an object of words by tag, got ${shown(byTag)}`,
    );
  }
  const list: Record<string, Words> = {
    ...lists().get(language.toLowerCase()),
  };
  for (const [tag, words] of Object.entries(byTag)) {
    const wrong = wrongIn(words);
    if (wrong) throw new TypeError(`addWords: the words of ${tag} ${wrong}`);
    list[tag] = { ...list[tag], ...words };
  }
  lists().set(language.toLowerCase(), list);
  globalThis.document?.dispatchEvent(new Event(ADDED));
}

/** Calls when words have been added, until what it returns is called. */
export function onWords(tell: () => void): () => void {
  document.addEventListener(ADDED, tell);
  return () => document.removeEventListener(ADDED, tell);
}

/** "es-MX" → "es-mx", "es" */
function languagesOf(host: Element): string[] {
  const language = declaredLanguage(host)?.toLowerCase() ?? "";
  return [...new Set([language, language.split("-")[0] ?? ""])];
}

async function load(language: string, tag: string): Promise<void> {
  try {
    const parts = (await offered.get(language)?.(tag)) ?? [];
    const fresh = parts.filter((it) => it !== undefined && !taken.has(it));
    if (fresh.length === 0) return;
    const own = lists().get(language);
    for (const part of fresh as List[]) taken.add(part);
    addWords(language, Object.assign({}, ...fresh));
    // What the page has added goes before.
    if (own) addWords(language, own);
  } catch {
    // The next one who asks tries again.
    asked.delete(`${language} ${tag}`);
  }
}

/** Loads a figure's words of the page's language, if they come with the figures. */
export async function loadWords(host: Element, tag: string): Promise<void> {
  for (const name of languagesOf(host)) {
    const key = `${name} ${tag}`;
    const coming = asked.get(key) ?? load(name, tag);
    asked.set(key, coming);
    await coming;
  }
}

/** The language that there is a list of for a figure, with its words. */
function listed(host: Element, tag: string) {
  for (const name of languagesOf(host)) {
    const list = lists().get(name);
    const words = list?.[tag];
    if (words) return { language: name, words: { ...list["*"], ...words } };
  }
  return undefined;
}

const told = new WeakSet<Element>();

/** What is wrong with words; undefined: nothing. */
function wrongIn(value: unknown): string | undefined {
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    return `must be an object of texts, got ${shown(value)}`;
  }
  const wrong = Object.entries(value).find(([, it]) => typeof it !== "string");
  return wrong && `must be texts, and “${wrong[0]}” is none`;
}

function warnOnce(host: Element, text: string): void {
  if (told.has(host)) return;
  told.add(host);
  console.warn(`posenc: ${text}`);
}

/** What is no text is told to the page's author, and left out. */
function checked(value: unknown, host: Element): Words {
  const wrong = wrongIn(value);
  if (wrong) warnOnce(host, `the words of <${host.localName}> ${wrong}`);
  return Object.fromEntries(
    Object.entries(value ?? {}).filter(([, it]) => typeof it === "string"),
  );
}

/** Whether JSON inside a figure is data to show, and no words: see own-data.ts. */
export function isData(text: string): boolean {
  try {
    const value: unknown = JSON.parse(text);
    if (Array.isArray(value)) return true;
    const { data } = Object(value) as { readonly data?: unknown };
    return typeof data === "object" && data !== null;
  } catch {
    return false;
  }
}

function written(host: Element): Words {
  const scripts = host.querySelectorAll(
    ':scope > script[type="application/json"]',
  );
  const script = [...scripts].find((it) => !isData(it.textContent ?? ""));
  if (!script) return {};
  try {
    return checked(JSON.parse(script.textContent || "{}"), host);
  } catch (error) {
    const { message } = error as Error;
    warnOnce(host, `the words in <${host.localName}> are no JSON: ${message}`);
    return {};
  }
}

/** What a figure is told to say. */
export interface Said {
  /** The language of the list that it takes words from. */
  readonly language?: string;
  readonly words: Words;
  /** Those of them that the page says itself. */
  readonly own: Words;
}

/** @param own - the property of the element, checked here */
export function saidBy(
  host: Element,
  tag: string,
  own: unknown,
): Said | undefined {
  const list = listed(host, tag);
  const said: Record<string, string> = {
    ...written(host),
    ...(own === undefined ? {} : checked(own, host)),
  };
  for (const name of ["finding", "caption"]) {
    const text = host.getAttribute(name);
    if (text) said[name] = text;
  }
  const words = { ...list?.words, ...said };
  if (Object.keys(words).length === 0) return undefined;
  return { words, own: said, ...(list && { language: list.language }) };
}

const spokenOf = new Set<string>();

/** Says once that there are no words in the page's language, if none come. */
export async function missWords(host: Element, tag: string): Promise<void> {
  if (document.readyState !== "complete") {
    await new Promise((go) => addEventListener("load", go, { once: true }));
  }
  const [language = ""] = languagesOf(host);
  const key = `${language} ${tag}`;
  if (
    !TAG.test(language) ||
    /^(en|zh)\b/.test(language) ||
    listed(host, tag) ||
    spokenOf.has(key)
  ) {
    return;
  }
  spokenOf.add(key);
  console.warn(
    `posenc: there are no texts of <${tag}> in lang="${language}": it uses English; addWords("${language}", …) takes yours, and strings/${tag}.json of the package lists what it says`,
  );
}
