// What a table of options says, in words: for the reference, the declarations
// and the help of the command line. No call needs it.
import { type Range, rangeText } from "./options.js";
import type { Bound, OptionInfo } from "./schema.js";

const RAISED = "⁰¹²³⁴⁵⁶⁷⁸⁹";

/** A number as the reference writes it: 2³¹ − 1, 1e12, −0.5. */
export function numberText(x: number): string {
  if (x < 0) {
    const size = numberText(-x);
    return size.includes(" ") ? `−(${size})` : `−${size}`;
  }
  for (const [less, tail] of [
    [0, ""],
    [1, " − 1"],
  ] as const) {
    const power = Math.round(Math.log2(x + less));
    if (power > 19 && x + less === 2 ** power) {
      const digits = [...String(power)].map((digit) => RAISED[Number(digit)]);
      return `2${digits.join("")}${tail}`;
    }
  }
  return x >= 1e7 ? x.toExponential().replace("e+", "e") : String(x);
}

const wordOf = (limit: number | boolean | Bound): unknown =>
  typeof limit === "object"
    ? limit.text
    : typeof limit === "number"
      ? numberText(limit)
      : limit;

/** A range whose bounds may be words. */
const inWords = (limits: object): Range =>
  Object.fromEntries(
    Object.entries(limits).map(([name, limit]) => [name, wordOf(limit)]),
  );

function ofNumber({ kind, limits = {}, even }: OptionInfo): string {
  const whole = even ? "an even integer" : "an integer";
  return rangeText(
    kind === "integer" ? whole : "a finite number",
    inWords(limits),
  );
}

function ofList({ kind, limits = {} }: OptionInfo): string {
  const { length, ...range } = limits;
  const one = kind === "integers" ? "integer" : "finite number";
  const many = length === undefined ? `${one}s` : `${wordOf(length)} ${one}s`;
  const ends = rangeText("", inWords(range));
  return `${many}${ends && `, each${ends}`}`;
}

/** Rules of shape are said in the words of the messages. */
const ofTensor = ({ rule = {} }: OptionInfo): string =>
  rule.as === undefined ? "a tensor" : `a tensor of shape ${rule.as}`;

/** What is allowed: "an integer from 1 to 65536"; empty where the type says it. */
export function allowedText(info: OptionInfo): string {
  switch (info.kind) {
    case "integer":
    case "real":
      return ofNumber(info);
    case "numbers":
    case "integers":
      return ofList(info);
    case "tensor":
      return ofTensor(info);
    // never taken: read where the reference is made alone
    case "buffer":
      return `a buffer of ${info.as}`;
    default:
      return "";
  }
}

/** What holds where the option is left out: "10000", "`keyLen` − `queryLen`". */
export function defaultText({ default: value, instead }: OptionInfo): string {
  if (value === undefined) return instead ?? "";
  return typeof value === "string"
    ? JSON.stringify(value)
    : String(wordOf(value));
}

/** Both, as a sentence for the reference; empty where there is nothing to say. */
export function optionText(info: OptionInfo): string {
  const allowed = allowedText(info);
  const fallback = defaultText(info);
  const parts = [allowed, ...(fallback ? [`default ${fallback}`] : [])];
  const text = parts.filter(Boolean).join("; ");
  return text && `${text[0]?.toUpperCase()}${text.slice(1)}.`;
}
