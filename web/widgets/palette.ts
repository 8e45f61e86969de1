import type { Ink, Palette } from "../plots/marks.ts";

const INKS: readonly Ink[] = [
  ...(["paper", "ink", "ink2", "ink3", "rule"] as const),
  ...(["accent", "soft", "warm", "good"] as const),
];

const palette = (color: (ink: Ink) => string): Palette =>
  Object.fromEntries(INKS.map((ink) => [ink, color(ink)])) as Palette;

/** Colours as CSS variables, for SVG that lives in the widget. */
export const LIVE_PALETTE = palette((ink) => `var(--_${ink})`);

/** Colours as they are now, for canvases and files. */
export function paletteOf(root: Element): Palette {
  const style = getComputedStyle(root);
  return palette((ink) => style.getPropertyValue(`--_${ink}`).trim());
}
