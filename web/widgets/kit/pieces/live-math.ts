// MathML of live formulas, written by hand: few elements, nothing to load.
import { identifier } from "../../words/quantity.ts";

const linked = (link?: string): string => (link ? ` data-link="${link}"` : "");

/** A variable; `link` names the quantity that it shows. */
export const mi = (name: string, link?: string): string =>
  identifier(name, linked(link));
/** A number that stays. */
export const mn = (text: string, link?: string): string =>
  `<mn${linked(link)}>${text}</mn>`;
/** Operators, commas and parentheses. */
export const mo = (text: string): string =>
  `<mo${/[()[\]|]/.test(text) ? ' stretchy="false"' : ""}>${text}</mo>`;
export const row = (...parts: readonly string[]): string =>
  `<mrow>${parts.join("")}</mrow>`;
export const sup = (base: string, exponent: string): string =>
  `<msup>${base}${exponent}</msup>`;
export const sub = (base: string, index: string): string =>
  `<msub>${base}${index}</msub>`;
export const frac = (above: string, below: string): string =>
  `<mfrac>${above}${below}</mfrac>`;

/** A number that follows the state: a key of the formula's `values`. */
export const live = (key: string, link?: string): string =>
  `<mn data-v="${key}"${linked(link)}></mn>`;

/** In HTML: a number of the state that can be edited in its place. */
export const field = (key: string, link = key): string =>
  `<input class="field" data-field="${key}" data-link="${link}" type="text" inputmode="decimal" autocomplete="off" spellcheck="false">`;

/** In HTML: a number that follows the state. */
export const liveText = (key: string, link?: string): string =>
  `<span data-v="${key}"${linked(link)}></span>`;
