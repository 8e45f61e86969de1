// The letter of a quantity: one italic in text, in formulas and in figures.
// Browsers would take the italic of a formula from another font than the text's.
import { escapeHtml } from "./text.ts";

const LETTER = /^[A-Za-z\u0370-\u03ff]$/;

/**
 * A quantity in a formula.
 *
 * @param attributes - of the element, each after a space
 */
export function identifier(name: string, attributes = ""): string {
  if (!LETTER.test(name)) return `<mi${attributes}>${name}</mi>`;
  const named = attributes.includes(' class="')
    ? attributes.replace(' class="', ' class="v ')
    : `${attributes} class="v"`;
  return `<mi mathvariant="normal"${named}>${name}</mi>`;
}

/**
 * What a letter alone is not: the article a, a name (A, B), a unit behind its
 * number (2 s, 8 B). Where such a letter is a quantity all the same, what is
 * around it says so.
 */
const QUANTITIES = [
  "[kmnL]θ|λa|πd|ω[kp]",
  "(?<!\\d)(?:R[qk]|[DGHKLMNOPQRSTVWXbk])|(?<=\\b2)k",
  "(?<!\\d\\s?)(?:B(?!\\+)|s)",
  "a(?=\\s?/\\s?k| \\p{sc=Han}|\\u3001b)",
  "(?<=−|·|(?:[kq]|^|\\(1)\\s\\+\\s)a",
  "(?<=[a-z:] |\\p{sc=Han} ?)a(?=$|[:\\uff1a]|, b| of each)|^a(?=, q|\\u3001q)",
  "[c-jl-rt-z\\u03b1-\\u03c9]",
];
const IN_TEXT = new RegExp(
  `(?<![\\p{sc=Latin}\\p{sc=Greek}’'.\\\\@#-])(?:${QUANTITIES.join("|")})(?![\\p{sc=Latin}\\p{sc=Greek}\\d’'\\u2060-]|\\.\\p{L})`,
  "gu",
);

/** Names of things, of which B is one. */
const NAMED = /(?<![A-Za-z])A(?![A-Za-z])/;

/** A letter alone in capitals is a name: of a token, of a thing. */
const NAME_ALONE = /^[A-Z]$/;
const pieces = new Map<string, readonly string[]>();

/**
 * A short text of a figure in pieces: every second one is a quantity. What has
 * none is a single piece.
 */
export function quantityPieces(text: string): readonly string[] {
  const known = pieces.get(text);
  if (known) return known;
  const all = [""];
  const append = (rest: string): string => {
    all[all.length - 1] += rest;
    return "";
  };
  if (NAME_ALONE.test(text)) append(text);
  else markQuantities(text, (letter) => `${all.push(letter, "")}`, append);
  // Numbers that follow a hand are many.
  if (pieces.size > 2000) pieces.clear();
  pieces.set(text, all);
  return all;
}

const italic = (letter: string): string => `<var>${letter}</var>`;

/** A short text of a figure as HTML, its quantities in italics; no line is one letter. */
export const labelHtml = (text: string): string =>
  markQuantities(text, italic, escapeHtml)
    .replace(/ (?=<var>.<\/var>$)/, "\u00a0")
    .replace(/ ([−×]) (?=<var>|√)/g, "\u00a0$1\u00a0");

/** A finding, which is HTML already: its quantities in italics, as in the text. */
export const markedFinding = (html: string): string =>
  html
    .replace(/(?<=^|>)[^<]+/g, (text) => markQuantities(text, italic, String))
    .replace(/(<\/var>²?) = /g, "$1\u00a0=\u00a0");

/**
 * Running text with its quantities marked.
 *
 * @param mark - makes HTML of a letter
 * @param rest - makes HTML of what is between
 */
export function markQuantities(
  text: string,
  mark: (letter: string) => string,
  rest: (text: string) => string,
): string {
  let html = "";
  let end = 0;
  for (const { 0: letter, index } of text.matchAll(IN_TEXT)) {
    const around = text.slice(Math.max(0, index - 9), index + 10);
    if (letter === "B" && NAMED.test(around)) continue;
    html += rest(text.slice(end, index)) + mark(letter);
    end = index + letter.length;
  }
  return html + rest(text.slice(end));
}
