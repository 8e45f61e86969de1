// How texts are worded: what each language says and never says, by the table in
// tools/wording.json, and rules of Chinese and English typography. Reads the
// pairs of texts that texts.mjs finds.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { pangu } from "pangu";
import { sourcesBelow } from "./imports.mjs";
import { markdownPairs } from "./markdown-texts.mjs";
import { Failure } from "./steps.mjs";
import { textsOf } from "./texts.mjs";
import { ts } from "./typescript.mjs";

const TABLE = "tools/wording.json";
const FOLDERS = ["src", "web"];
/** What stands for a value: it is neither Chinese nor Latin. */
const VALUE = "\ue000";
const HAN = "\\p{Script=Han}";

/**
 * @typedef {"en" | "zh"} Lang
 * @typedef {{ never: string, say: string, why: string }} Term
 * @typedef {object} Table
 * @property {Readonly<Record<Lang, readonly Term[]>>} terms
 * @property {{ zh: readonly string[] }} foreign words that Chinese texts may use
 * @property {readonly string[]} allowed texts that are examples themselves
 */

/** Strings of a piece of code, each with its values left out. */
function stringsIn(code) {
  const tree = ts.createSourceFile("x.ts", `(${code})`, ts.ScriptTarget.Latest);
  const found = [];
  const visit = (node) => {
    if (ts.isTemplateExpression(node)) {
      const spans = node.templateSpans.map((it) => VALUE + it.literal.text);
      found.push(node.head.text + spans.join(""));
      for (const span of node.templateSpans) visit(span.expression);
    } else if (ts.isStringLiteralLike(node)) found.push(node.text);
    else ts.forEachChild(node, visit);
  };
  visit(tree);
  return found;
}

const isCode = (text) =>
  /^`|=>|[=!]==|\breturn\b|\$\{|^[\w.]+\(|\w \? ["'`]/.test(text.trim());

/** What a reader sees of a text with markup. */
const read = (text) =>
  text
    .replace(/`[^`]*`/g, VALUE)
    .replace(/\$[^$]*\$/g, VALUE)
    .replace(/<code[^>]*>[^<]*<\/code>/g, VALUE)
    .replace(/<[^>]*>/g, "")
    .replace(/\[([^\]]+)\]\([^)\s]+\)/g, "$1")
    .replace(/\{[A-Za-z]\w*\}/g, VALUE)
    .replace(/[_^]\{([^}]*)\}/g, VALUE)
    .replace(/\*+/g, "")
    .replace(/\\(?=[\\`*$[{_^])/g, "");

/** Terms that are not said. */
const terms = (text, lang, table) =>
  table.terms[lang].flatMap(({ never, say, why }) => {
    const found = text.match(new RegExp(never, "u"));
    return found ? [`“${found[0]}”: say ${say} (${why})`] : [];
  });

const NUMBERS = {
  en: /\b(?:(?:first|second|third|fourth|fifth|last) (?:of the )?(?:five )?documents?\b|document 0\d|document [5-9]|one of the documents|(?:one|this) document (?:says|adds|gives|praises))/i,
  zh: /第[一二三四五]篇|文档 ?(?:0\d|[5-9])|(?:某|有一)篇文档/,
};

/** The five documents are numbered from 0 to 4. */
function documentNumbers(text, lang) {
  const found = text.match(NUMBERS[lang]);
  const usual = lang === "zh" ? "文档 0 … 文档 4" : "document 0 … document 4";
  return found ? [`“${found[0]}”: documents are ${usual}`] : [];
}

const HALF = new RegExp(`${HAN}[,;:!?()]|[,;!?()]${HAN}`, "u");

/** Chinese has full-width punctuation. */
function punctuation(text, lang) {
  const found = lang === "zh" && text.match(HALF);
  return found ? [`“${found[0]}”: full-width punctuation in Chinese`] : [];
}

const BETWEEN_HAN = new RegExp(`${HAN} ${HAN}`, "u");
const TIGHT = new RegExp(`${HAN}[A-Za-z0-9]|[A-Za-z0-9%]${HAN}`, "u");

/** A space between scripts, none within Chinese. */
function spaces(text, lang) {
  if (lang !== "zh") return [];
  const inside = text.match(BETWEEN_HAN);
  if (inside) return [`“${inside[0]}”: no space within Chinese`];
  const found = text.match(TIGHT);
  // What may stand close after all, pangu knows: units, indices and the like.
  if (!found || pangu.spacingText(found[0]) === found[0]) return [];
  return [`“${found[0]}”: a space between Chinese and Latin letters or digits`];
}

/** No English in Chinese, but for names and words of the trade; no Chinese in English. */
function foreignWords(text, lang, table) {
  if (lang === "en") {
    const own = text.replace(/[“"][^”"]*[”"]|\([^)]*\)/gu, "");
    // One sign may be an example; a word is not.
    const found = own.match(new RegExp(`${HAN}{2,}`, "u"));
    return found ? [`“${found[0]}”: Chinese in an English text`] : [];
  }
  const known = new Set(table.foreign.zh);
  // What is explained in brackets is a name.
  const plain = text.replace(
    /[“《（][^”》）]*[”》）]|https?:\S+|[a-z]+(?=（)/gu,
    "",
  );
  const word = (
    plain.match(/(?<![\p{L}\d._-])[a-z]{3,}(?![\p{L}\d._-])/gu) ?? []
  ).find((it) => !known.has(it));
  return word ? [`“${word}”: English in a Chinese text`] : [];
}

const LESS = {
  zh: /(?:慢|小|低|短|减少?|降低?|缩[小短])[^，。；：、（]{0,5}倍|倍[^，。；：、（]{0,2}(?:慢|小|低|短)/,
  en: /\btimes (?:smaller|fewer|less|slower|shorter|lower)\b/,
};

/** Nothing becomes less by a multiple: 1/n of it. */
function fewerTimes(text, lang) {
  const found = text.match(LESS[lang]);
  return found ? [`“${found[0]}”: a decrease is a fraction, 1/n`] : [];
}

export const RULES = {
  terms,
  documentNumbers,
  punctuation,
  spaces,
  foreignWords,
  fewerTimes,
};

/**
 * What is to be said of one text.
 *
 * @param {string} shown the text, or the code that makes it
 * @param {Lang} lang
 * @param {Table} table
 * @returns {string[]}
 */
export function remarks(shown, lang, table) {
  if (table.allowed.includes(shown)) return [];
  // A word alone in code is a key or a name.
  const texts = isCode(shown)
    ? stringsIn(shown).filter((text) => /\p{Script=Han}|\S \S/u.test(text))
    : [shown];
  return texts
    .filter((text) => /\p{L}/u.test(text) && !table.allowed.includes(text))
    .flatMap((text) =>
      Object.values(RULES).flatMap((rule) => rule(read(text), lang, table)),
    );
}

const WORDS = /\bwords\(\{\s*default: "([^"]*)"/g;

/** Sentences that a figure begins with and that have one language only. */
export const oneLanguage = (file, source) =>
  [...source.matchAll(WORDS)]
    .filter(([, text]) => /[a-z]{2,} [a-z]{2,}/i.test(text ?? ""))
    .map(({ 1: text, index }) => {
      const line = source.slice(0, index).split("\n").length;
      return `${file}:${line}: “${text}”: a sentence to begin with is { en, zh }`;
    });

/** All remarks on the sources, and on other pairs of texts, with file and line. */
export function wordingOf(files, table, others = []) {
  // What is the same in both languages is a name, or an example.
  const different = others.filter(({ shown }) => shown.en !== shown.zh);
  const pairs = [...textsOf(files).pairs, ...different];
  const said = pairs.flatMap(({ shown, places }) =>
    /** @type {Lang[]} */ (["en", "zh"]).flatMap((lang) =>
      remarks(shown[lang], lang, table).map((it) => `${places[lang]}: ${it}`),
    ),
  );
  const begun = files.flatMap(([file, text]) => oneLanguage(file, text));
  return [...new Set([...said, ...begun])];
}

/** The table of terms. */
export const tableOf = (root) =>
  JSON.parse(readFileSync(join(root, TABLE), "utf8"));

/** Fails and names what is worded otherwise than agreed. */
export function refuseWording(root) {
  const files = sourcesBelow(FOLDERS, root)
    .filter((file) => !/\.[ch]pp$/.test(file))
    .map((file) => [file, readFileSync(join(root, file), "utf8")]);
  const found = wordingOf(files, tableOf(root), markdownPairs(root));
  if (found.length > 0) {
    throw new Failure(`${found.length} texts to reword:\n${found.join("\n")}`, {
      hint: `correct them; what is an example itself stands in ${TABLE}, "allowed"`,
    });
  }
}
