// TeX → MathML while the site is built; nothing of it reaches the browser.
// \link{pos}{p} links a part with the figures of its section.
import temml from "temml";
import { identifier } from "../../widgets/words/quantity.ts";
import { group } from "../../widgets/words/text.ts";

/** Spaces beside the cells of a table, by left and right, as classes. */
const PADDING: Readonly<Record<string, string>> = {
  "0em 0em": "tex-00",
  "0em 5.9776pt": "tex-01",
  "5.9776pt 0em": "tex-10",
  "5.9776pt 5.9776pt": "tex-11",
  "1em 0em": "tex-20",
};

/** What Temml says besides, and browsers do by themselves or not at all. */
const IDLE =
  /^(display:block math|math-depth:0|(level|font|font-\w+|color|max-size):.*)$/;

/** The class for a style attribute, which the pages' policy forbids. */
function classOf(style: string): string {
  const [left, right] = ["left", "right"].map(
    (side) => new RegExp(`padding-${side}:([^;]*)`).exec(style)?.[1],
  );
  const rest = style
    .split(";")
    .filter((part) => part !== "" && !/^padding-(left|right):/.test(part));
  const colored = /(^|;)color:(?!undefined)/.test(style);
  const name = left === undefined ? "" : PADDING[`${left} ${right}`];
  if (name === undefined || colored || !rest.every((part) => IDLE.test(part))) {
    throw new Error(`a formula needs the style "${style}"`);
  }
  return name;
}

/** Moves styles into classes. */
function withoutStyles(element: string): string {
  const [style, text] = /\sstyle="([^"]*)"/.exec(element) ?? [];
  if (style === undefined || text === undefined) return element;
  const name = classOf(text);
  const bare = element.replace(style, "");
  if (name === "") return bare;
  return bare.includes(' class="')
    ? bare.replace(' class="', ` class="${name} `)
    : bare.replace(/^<\w+/, (start) => `${start} class="${name}"`);
}

// Brackets around a matrix and bars around a tall norm are drawn as rules: not
// every system has a font with tall ones.
const NORM =
  /<mo fence="true" form="prefix" stretchy="true">‖<\/mo>(.*?)<mo fence="true" form="postfix" stretchy="true">‖<\/mo>/g;
const MATRIX =
  /<mo fence="true" form="prefix" stretchy="true">\[<\/mo><mtable>(.*?)<\/mtable><mo fence="true" form="postfix" stretchy="true">\]<\/mo>/g;

/** A quantity is set as it is in the text. */
const LETTER = /<mi((?: [^>]*)?)>([A-Za-z\u0370-\u03ff])<\/mi>/g;

/** A letter or a number that stands alone as an index, a power, a denominator. */
const LAST =
  /<(m[in])\b[^>]*>[^<]*<\/\1>(?=<\/(?:msub|msup|msubsup|mfrac|munder|mover|munderover)>)/g;
/** The lower of two, or a numerator. */
const MIDDLE =
  /(?<=<msubsup><m[in]\b[^>]*>[^<]*<\/m[in]>|<mfrac>)<(m[in])\b[^>]*>[^<]*<\/\1>/g;

function render(tex: string, displayMode: boolean): string {
  let mathml: string;
  try {
    mathml = temml.renderToString(tex, {
      displayMode,
      throwOnError: true,
      trust: true,
      macros: { "\\link": "\\data{link=#1}{#2}" },
    });
  } catch (error) {
    throw new Error(`the formula ${tex}: ${(error as Error).message}`);
  }
  // \overline, \cancel, \boxed: what Chromium leaves out changes what is said.
  if (mathml.includes("<menclose")) {
    throw new Error(`the formula ${tex}: not every browser draws <menclose>`);
  }
  return (
    mathml
      .replace(/<m\w+(?:\s[^>]*)?>/g, withoutStyles)
      .replace(LETTER, (all, attributes: string, letter: string) =>
        attributes.includes("mathvariant")
          ? all
          : identifier(letter, attributes),
      )
      .replace(/(?<=<mn>)\d{5,}(?=<)/g, group)
      .replace(MATRIX, '<mtable class="matrix">$1</mtable>')
      .replace(
        NORM,
        `<mtable class="norm"${displayMode ? ' displaystyle="true"' : ""}><mtr><mtd><mrow>$1</mrow></mtd></mtr></mtable>`,
      )
      // Firefox makes nothing smaller that has a font of its own, but a row of it.
      .replace(LAST, "<mrow>$&</mrow>")
      .replace(MIDDLE, "<mrow>$&</mrow>")
  );
}

/** What \qquad parts, unless it is within braces or an environment. */
function partsOf(tex: string): string[] {
  const parts = [""];
  let depth = 0;
  for (const [token] of tex.matchAll(/\\(?:[A-Za-z]+|.)|[^\\]/gs)) {
    if (token === "{" || token === "\\begin") depth += 1;
    if (token === "}" || token === "\\end") depth -= 1;
    if (token === "\\qquad" && depth === 0) parts.push("");
    else parts.push((parts.pop() ?? "") + token);
  }
  return parts;
}

/** A formula within a line. */
export const inlineMath = (tex: string): string => render(tex, false);

/** A formula on a line of its own, in parts that may stand one below another. */
export const displayMath = (tex: string): string =>
  partsOf(tex)
    .map((part) => render(part, true))
    .join("");
