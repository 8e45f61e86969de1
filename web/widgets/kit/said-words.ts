// Where the words come from that a figure is told to use: attributes, a script of
// JSON inside it, a property, and lists for languages that it does not speak itself.
import { declaredLanguage } from "../words/text.ts";
import type { Words } from "./own-words.ts";

/** Language → tag → words. */
const lists = new Map<string, Map<string, Words>>();
const waiting = new Set<() => void>();

/**
 * Puts figures into a language. Later words replace earlier ones.
 *
 * @param language - as `lang` names it: "es", "pt-BR"
 * @param byTag - "pe-rope" → its texts, as `strings/pe-rope.json` lists them, → what
 *   to say instead; "*" for all figures
 */
export function addWords(
  language: string,
  byTag: Readonly<Record<string, Words>>,
): void {
  const list = lists.get(language.toLowerCase()) ?? new Map<string, Words>();
  for (const [tag, words] of Object.entries(byTag)) {
    list.set(tag, { ...list.get(tag), ...words });
  }
  lists.set(language.toLowerCase(), list);
  for (const tell of waiting) tell();
}

/** Calls when words have been added, until what it returns is called. */
export function onWords(tell: () => void): () => void {
  waiting.add(tell);
  return () => waiting.delete(tell);
}

/** The language that there is a list of for a figure, with its words. */
function listed(host: Element, tag: string) {
  const language = declaredLanguage(host)?.toLowerCase() ?? "";
  for (const name of [language, language.split("-")[0] ?? ""]) {
    const list = lists.get(name);
    const words = list?.get(tag);
    if (words)
      return { language: name, words: { ...list?.get("*"), ...words } };
  }
  return undefined;
}

const told = new WeakSet<Element>();

/** What is no words is said once, and left out. */
function checked(value: unknown, host: Element): Words {
  const isObject = typeof value === "object" && value !== null;
  const entries = isObject ? Object.entries(value) : [];
  const right = entries.filter(([, text]) => typeof text === "string");
  if ((!isObject || right.length < entries.length) && !told.has(host)) {
    told.add(host);
    const wrong = entries.find(([, text]) => typeof text !== "string");
    console.warn(
      `posenc: the words of <${host.localName}> must be an object of texts, ${wrong ? `“${wrong[0]}” is none` : `got ${JSON.stringify(value) ?? typeof value}`}`,
    );
  }
  return Object.fromEntries(right);
}

function written(host: Element): Words {
  const script = host.querySelector(':scope > script[type="application/json"]');
  if (!script) return {};
  try {
    return checked(JSON.parse(script.textContent || "{}"), host);
  } catch (error) {
    if (!told.has(host)) {
      told.add(host);
      const { message } = error as Error;
      console.warn(
        `posenc: the words in <${host.localName}> are no JSON: ${message}`,
      );
    }
    return {};
  }
}

/** What a figure is told to say. */
export interface Said {
  /** The language of the list that it takes words from. */
  readonly language?: string;
  readonly words: Words;
}

/** @param own - the property of the element, checked here */
export function saidBy(
  host: Element,
  tag: string,
  own: unknown,
): Said | undefined {
  const list = listed(host, tag);
  const words: Record<string, string> = {
    ...list?.words,
    ...written(host),
    ...(own === undefined ? {} : checked(own, host)),
  };
  for (const name of ["finding", "caption"]) {
    const text = host.getAttribute(name);
    if (text) words[name] = text;
  }
  if (Object.keys(words).length === 0) return undefined;
  return { words, ...(list && { language: list.language }) };
}
