// The little markup that running text may use: *emphasis*, **strong**, `code`,
// $formula$ in TeX, x_{below}, x^{above}, {value}, [text](target), where a
// target is
//   ~/path/#anchor  a page of the site in the reader's language,
//   #anchor         a place on this page,
//   /api/           the reference of the package,
//   link:pos        a quantity that is linked to the figures of the section,
//   term:rotary     a word of the glossary,
//   https://…       anything else.
// A backslash takes the meaning from the sign that follows it.
import { markQuantities } from "../../widgets/words/quantity.ts";
import { escapeHtml, quantity, unbroken } from "../../widgets/words/text.ts";
import type { Context, Words } from "../page.ts";
import { inlineMath } from "./tex.ts";

const TOKEN =
  /\\([\\`*$[{_^])|`([^`]+)`|\$([^$]+)\$|\*\*([^*]+)\*\*|\*([^*]+)\*|\[([^\]]+)\]\(([^)\s]+)\)|([_^])\{([^}]+)\}|\{([A-Za-z]\w*)\}/g;

/** "m = " before a number that is computed: they stay on one line. */
const COMPUTED = /(?<=[\p{L}\d)]|<\/var>) ([=≈]) (?=<span class="computed")/gu;

/** "第 20 个" with a number that is computed: it stays on one line. */
const NUMBERED =
  /(?<=第) (<span class="computed"[^>]*>[^<]*<\/span>) (?=[章级节对行列维步位个圈])/gu;

/** "2n − 1", "1 − α", "`max_len` − 1": so short that they stay on one line. */
const SHORT =
  /(?<=<\/(?:var|code)>|\p{sc=Han}|(?<![\d.,\u202f])\d) ([−+]) (?=\d|<var>)/gu;

/** A text in the page's language as HTML. */
export function inline(text: Words, context: Context): string {
  if (typeof text === "function") return text(context);
  for (const lang of ["en", "zh"] as const) {
    if (typeof text[lang] !== "string" || text[lang].trim() === "") {
      throw new Error(
        `a text has no ${lang}: ${JSON.stringify(text).slice(0, 120)}`,
      );
    }
  }
  return markup(text[context.lang], context);
}

/** A text without its markup, for titles and lists of results. */
export function plain(html: string): string {
  return html
    .replace(/<[^>]*>/g, "")
    .replace(/&lt;/g, "<")
    .replace(/&gt;/g, ">")
    .replace(/&quot;/g, '"')
    .replace(/&amp;/g, "&");
}

/** A shape or a point, such as (2, 20, 512) or (i, j), stays on one line. */
const TUPLE =
  /[([](?:\d+|[a-z])(?:, (?:[\d.]+²?(?:\/[a-z])?|[A-Za-z])){1,2}[)\]]/g;

/** Names of claims, 003-08, and of models, GPT-2: as they are typed and looked for. */
const NAME = /\b(?:\d{3}-\d\d|GPT-(?:\d|J|NeoX-20B))/g;
const whole = '<span class="flag">$&</span>';

/** Text without markup, set as it is to be read. */
export const running = (text: string): string =>
  markQuantities(
    unbroken(text).replace(TUPLE, (it) => it.replaceAll(", ", ",\u00a0")),
    (letter) => `<var>${letter}</var>`,
    (rest) => escapeHtml(rest).replace(NAME, whole),
  );

function markup(source: string, context: Context): string {
  let html = "";
  let end = 0;
  for (const match of source.matchAll(TOKEN)) {
    html += running(source.slice(end, match.index));
    end = match.index + match[0].length;
    html += token(match, context);
  }
  return together(html + running(source.slice(end)));
}

/** What is read in one go stays on one line. */
export const together = (html: string): string =>
  html
    .replace(COMPUTED, "\u00a0$1\u00a0")
    .replace(NUMBERED, "\u00a0$1\u00a0")
    .replace(SHORT, "\u00a0$1\u00a0")
    .replaceAll("−(", "−\u2060(")
    .replaceAll("π</var>/<var>", "π</var>/\u2060<var>");

/** "--help" is not broken behind its dashes; a long path is, behind its signs. */
export function codeHtml(code: string): string {
  const html = escapeHtml(code).replace(/--[\w-]+/g, whole);
  const isPath = code.length > 24 && /^[\w./-]+$/.test(code);
  return `<code lang="en">${isPath ? html.replace(/[/_](?=\w)/g, "$&<wbr>") : html}</code>`;
}

function token(match: RegExpMatchArray, context: Context): string {
  const [, bare, code, math, strong, emphasis, label, target = ""] = match;
  const [, shift, shifted, value] = match.slice(7);
  if (bare) return escapeHtml(bare);
  if (code) return codeHtml(code);
  if (math) return inlineMath(math);
  if (strong) return `<strong>${markup(strong, context)}</strong>`;
  if (emphasis) return `<em>${markup(emphasis, context)}</em>`;
  if (label) return link(markup(label, context), target, context);
  if (shifted)
    return shiftedHtml(shift as string, shifted, markup(shifted, context));
  return computedHtml(value as string, context);
}

/** x_{i}, x^{2}: two indices stand side by side, as no word does. */
function shiftedHtml(sign: string, text: string, html: string): string {
  const tag = sign === "_" ? "sub" : "sup";
  return `<${tag}>${text === "ij" ? "<var>ij</var>" : html}</${tag}>`;
}

/** Text whose only markup are its indices and exponents. */
export const shifting = (source: string): string =>
  source
    .split(/([_^]\{[^}]+\})/)
    .map((part, k) => {
      const text = k % 2 === 0 ? part : part.slice(2, -1);
      const html = running(text);
      return k % 2 === 0 ? html : shiftedHtml(part.charAt(0), text, html);
    })
    .join("");

/** A number that the library gives. */
export const computedHtml = (name: string, context: Context): string =>
  `<span class="computed" data-value="${name}">${escapeHtml(unbroken(computed(name, context)))}</span>`;

function computed(name: string, context: Context): string {
  const compute = context.values[name];
  if (!compute) throw new Error(`{${name}} is not among the values`);
  const value = compute();
  if (typeof value === "number") {
    if (!Number.isFinite(value)) throw new Error(`{${name}} is ${value}`);
    return quantity(value);
  }
  return typeof value === "string" ? value : value[context.lang];
}

/** A label that leads to a target, as the head of this file has them. */
export function link(label: string, target: string, context: Context): string {
  const [, scheme, name = ""] = /^(link|term):([\w-]+)$/.exec(target) ?? [];
  if (scheme === "link") {
    const letter = /^[a-z]$/i.test(label) ? " letter" : "";
    return `<span class="symbol${letter}" data-link="${name}">${label}</span>`;
  }
  if (scheme === "term") {
    context.term(name);
    const href = context.href(`~/glossary/#term-${name}`);
    return `<a class="term" data-term="${name}" href="${href}">${label}</a>`;
  }
  return anchor(label, target, context);
}

/** A link, or its text alone as long as the page it leads to is to come. */
export function anchor(
  label: string,
  target: string,
  context: Context,
  className = "",
): string {
  const href = context.href(target);
  const marked = className ? ` class="${className}"` : "";
  return href === undefined
    ? `<span${marked}>${label}</span>`
    : `<a${marked} href="${escapeHtml(href)}">${label}</a>`;
}
