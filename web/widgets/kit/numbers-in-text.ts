// Numbers as texts have them: 10 000, −0.5, 1.2e-7, 3 × 10⁻⁵.
import { readNumber } from "../element/state/attributes.ts";

const ONE =
  /[+\u2212-]?\d[\d\u202f]*(?:\.\d+)?(?:e[+\u2212-]?\d+)?(?:\s?×\s?10[⁻⁰¹²³⁴⁵⁶⁷⁸⁹]+)?|10[⁻⁰¹²³⁴⁵⁶⁷⁸⁹]+/u
    .source;
export const NUMBER = new RegExp(ONE, "gu");
/** Bytes have the unit that suits their number: "131 GB". */
const WITH_UNIT = `(?:${ONE})(?:\u00a0[kMGTPE]?B\\b)?`;
/** Three and more after one another are one: how many depends on the values. */
export const NUMBERS = new RegExp(
  `${WITH_UNIT}(?:(?:, (?:${ONE})){2,}|(?:\u00a0·\u00a0(?:${ONE})){2,})?`,
  "gu",
);

const HIGH = "⁰¹²³⁴⁵⁶⁷⁸⁹";

/** The value of such a number. */
export function numberOf(text: string): number {
  const [, factor, exponent] =
    /^(?:(.*?)\s?×\s?)?10([⁻⁰¹²³⁴⁵⁶⁷⁸⁹]+)$/u.exec(text) ?? [];
  if (exponent === undefined) return readNumber(text);
  const plain = [...exponent]
    .map((it) => (it === "⁻" ? "-" : HIGH.indexOf(it)))
    .join("");
  const value = factor === undefined ? 1 : readNumber(factor);
  return Number(`${value}e${plain}`);
}
