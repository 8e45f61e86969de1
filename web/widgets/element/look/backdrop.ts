// What stands behind an element: the brightness of the ground that it is seen
// on, for pages that do not say which theme they have, and its colour.
import type { Theme } from "../../plots/color.ts";

/** The nearest element around this one as it is seen: slots, hosts and all. */
export function outerOf(element: Element): Element | null {
  if (element.assignedSlot) return element.assignedSlot;
  if (element.parentElement) return element.parentElement;
  const root = element.getRootNode();
  return root instanceof ShadowRoot ? root.host : null;
}

/** Like `contains`, which ends at shadow roots. */
export function isSeenOn(element: Element, ground: Element): boolean {
  for (let at: Element | null = element; at !== null; at = outerOf(at)) {
    if (at === ground) return true;
  }
  return false;
}

/** Numbers of a colour as computed styles write it; "none" is 0. */
const numbers = (color: string): number[] =>
  color
    .replace(/^color\([\w-]+ |^[\w-]+\(/, "")
    .split(/[\s,/)]+/)
    .map((text) => Number.parseFloat(text) || 0);

/**
 * How light a computed colour is, from 0 to 1; undefined when one sees through
 * it.
 */
export function lightnessOf(color: string): number | undefined {
  const [a = 0, b = 0, c = 0, d = 0] = numbers(color);
  // A fourth number is there when the colour lets something through.
  const alpha = /^\w+a\(|\//.test(color) ? d : 1;
  if (color === "transparent" || alpha < 0.5) return undefined;
  // Half of the way from black to white as it looks, in each notation.
  if (/^ok/.test(color)) return a;
  if (/^l(ab|ch)\(/.test(color)) return a / 100;
  const scale = color.startsWith("color(") ? 1 : 255;
  return (0.2126 * a + 0.7152 * b + 0.0722 * c) / scale;
}

/** The colour that an element is seen on; undefined where nothing is painted. */
function groundOf(element: Element): string | undefined {
  for (let at: Element | null = element; at !== null; at = outerOf(at)) {
    const color = getComputedStyle(at).backgroundColor;
    if (lightnessOf(color) !== undefined) return color;
  }
  return undefined;
}

/** Whether an element is seen on a dark ground; undefined without a ground. */
export function isOnDark(element: Element): boolean | undefined {
  const ground = groundOf(element);
  return ground === undefined
    ? undefined
    : (lightnessOf(ground) as number) < 0.5;
}

/** A computed colour as style sheets write it, where they would. */
const written = (color: string): string =>
  /^rgb\(/.test(color)
    ? `#${numbers(color)
        .slice(0, 3)
        .map((x) => x.toString(16).padStart(2, "0"))
        .join("")}`
    : color;

/** Lightness at which text and lines of a theme are told from the ground. */
const CLEAR = {
  light: (lightness: number) => lightness >= 0.93,
  dark: (lightness: number) => lightness <= 0.15,
};

/**
 * The page's own ground behind an element, where a figure of this theme can be
 * drawn on it: all colours of the theme are told from it, and it is one colour.
 */
export function paperOf(element: Element, theme: Theme): string | undefined {
  // Reveal paints the ground of such a slide elsewhere, behind it.
  if (element.closest(".has-dark-background, .has-light-background"))
    return undefined;
  const ground = groundOf(element);
  // Without any the browser's own paper is seen.
  if (ground === undefined) return theme === "light" ? "#fff" : undefined;
  if (/^\w+a\(|\//.test(ground)) return undefined;
  return CLEAR[theme](lightnessOf(ground) as number)
    ? written(ground)
    : undefined;
}
