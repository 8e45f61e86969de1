// Both languages side by side: a text without one of them does not compile.

/** Text as HTML, in elements and in attributes. */
export { escapeMarkup as escapeHtml } from "./escape.ts";

/** Text without halves of pairs, which no address or file can hold. */
export const wellFormed = (text: string): string =>
  text.replace(/\p{Cs}/gu, "\uFFFD");

export const LANGUAGES = ["en", "zh"] as const;

export type Lang = (typeof LANGUAGES)[number];

/** One text in both languages. */
export type Text = Readonly<Record<Lang, string>>;

/** As `lang` attributes write it: the script decides the fonts. */
export const LANG_TAG: Readonly<Record<Lang, string>> = {
  en: "en",
  zh: "zh-CN",
};

/** What the page says of the language of an element, in shadow trees too. */
export function declaredLanguage(element: Element): string | undefined {
  for (let at: Element | null = element; at !== null; ) {
    const value = at.closest("[lang]")?.getAttribute("lang");
    if (value) return value;
    const root = at.getRootNode();
    at = root instanceof ShadowRoot ? root.host : null;
  }
  return undefined;
}

/** The language nearest to an element: its own, an ancestor's, or English. */
export const languageOf = (element: Element): Lang =>
  /^zh\b/i.test(declaredLanguage(element) ?? "") ? "zh" : "en";

const MINUS = "\u2212";
const NARROW_SPACE = "\u202f";

/** 47117 → "47 117": groups of three from five digits on, a real minus. */
export function group(digits: string): string {
  const [, sign = "", whole = "", rest = ""] =
    /^(-?)(\d*)(.*)$/.exec(digits) ?? [];
  const grouped =
    whole.length < 5 ? whole : whole.replace(/\B(?=(\d{3})+$)/g, NARROW_SPACE);
  return (sign ? MINUS : "") + grouped + rest.replace("-", MINUS);
}

/** A quantity with as many significant digits as told; integers stay whole. */
export function quantity(value: number, significant = 3): string {
  const size = Math.abs(value);
  if (size >= 1e9) return scientific(value, significant);
  if (Number.isInteger(value) || size >= 10 ** (significant - 1)) {
    return group(value.toFixed(0));
  }
  return group(value.toPrecision(significant));
}

/** A space at which no line ends. */
const SPACE = "\u00a0";

/**
 * Running text whose numbers are grouped, and stay whole as short equations do: "10 000",
 * "3.6 × 10⁻⁷", "k = 10", "chapter 7", "第 2 章". Between Chinese words a line ends
 * after the sign.
 */
export const unbroken = (text: string): string =>
  text
    .replace(/(?<![\w.])\d{5,}(?![\w.]*\w)/g, group)
    .replace(/(?<=\d) (?=\d{3}(?!\d))/g, NARROW_SPACE)
    .replace(/(?<=\p{sc=Han}) ([=×≈]) (?=\p{sc=Han})/gu, `${SPACE}$1 `)
    .replace(
      /(?<=[\p{L}\p{N})]) ([=×≈]) (?=[\p{L}\d√−(])/gu,
      `${SPACE}$1${SPACE}`,
    )
    .replace(
      /(?<=\b(?:[Cc]hapter|[Ss]ection|[Dd]ocument|[Pp]osition|[Pp]air)|§) (?=\d)/g,
      SPACE,
    )
    .replace(
      /(?<![\p{L}\d])([\p{L}\d]) · (?=[\p{L}\d](?![\p{L}\d]))/gu,
      `$1${SPACE}·${SPACE}`,
    )
    .replace(
      /(?<=\b(?:sin|cos|ln)) (?=[\p{sc=Greek}\d]|[a-z](?![a-z]))/gu,
      SPACE,
    )
    .replaceAll("log-n", "log-\u2060n")
    .replace(/第 (\d+) (?=[章级节对行列维步位个圈])/g, `第${SPACE}$1${SPACE}`);

/** 2.4e-7 → "2.4 × 10⁻⁷", which stays whole; one digit of −1e-7 → "−10⁻⁷". */
export function scientific(value: number, significant: number): string {
  if (value === 0) return "0";
  const [mantissa = "", exponent = ""] = value
    .toExponential(significant - 1)
    .split("e");
  const raised = String(Number(exponent)).replace(
    /[-\d]/g,
    (c) => "⁻⁰¹²³⁴⁵⁶⁷⁸⁹"["-0123456789".indexOf(c)] as string,
  );
  const times = /^-?1$/.test(mantissa)
    ? mantissa.slice(0, -1)
    : `${mantissa}${SPACE}×${SPACE}`;
  return `${times.replace("-", MINUS)}10${raised}`;
}

/** The value of a cell: four decimals, small ones in powers of ten. */
export function cellValue(value: number): string {
  if (value !== 0 && Math.abs(value) < 5e-4) return scientific(value, 3);
  const text = value.toFixed(4);
  return group(Number(text) === 0 ? "0.0000" : text);
}

/** A number with so many decimals, a real minus, and no minus before zero. */
export function decimals(value: number, count: number): string {
  const text = value.toFixed(count);
  return group(Number(text) === 0 ? text.replace("-", "") : text);
}

/** Numbers one after the other, with the comma of the language. */
export function listed(
  numbers: Iterable<number>,
  format: (value: number) => string = parameter,
): Text {
  const each = Array.from(numbers, (value) => format(value));
  return { en: each.join(", "), zh: each.join("、") };
}

/** A parameter as it was typed: shortest form, grouped. */
export function parameter(value: number): string {
  const text = String(value);
  return text.includes("e") ? text : group(text);
}

/** The English noun after a number: "token" after 1, else "tokens". */
export const plural = (count: number, one: string, many = `${one}s`): string =>
  count === 1 ? one : many;
