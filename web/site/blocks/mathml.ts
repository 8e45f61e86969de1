// MathML by hand: few elements, no library, nothing to load in the browser.
import { identifier } from "../../widgets/words/quantity.ts";
import { group } from "../../widgets/words/text.ts";

/** A variable; `link` names the quantity that it shows. */
export const variable = (name: string, link?: string): string =>
  identifier(name, link ? ` data-link="${link}"` : "");

/** A number; five digits and more are grouped. */
export const number = (text: string, link?: string): string =>
  `<mn${link ? ` data-link="${link}"` : ""}>${/^\d+$/.test(text) ? group(text) : text}</mn>`;

/** Operators, commas and parentheses. */
export const operator = (text: string): string => `<mo>${text}</mo>`;

export const row = (...parts: readonly string[]): string =>
  `<mrow>${parts.join("")}</mrow>`;

export const fraction = (above: string, below: string): string =>
  `<mfrac>${above}${below}</mfrac>`;

export const power = (base: string, exponent: string): string =>
  `<msup>${base}${exponent}</msup>`;

/** Equations below each other, aligned at their relation. */
export const aligned = (
  ...lines: readonly (readonly [left: string, right: string])[]
): string =>
  `<mtable displaystyle="true" columnalign="right left" class="aligned">${lines
    .map(([left, right]) => `<mtr><mtd>${left}</mtd><mtd>${right}</mtd></mtr>`)
    .join("")}</mtable>`;
