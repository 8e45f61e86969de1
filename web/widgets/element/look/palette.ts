import type { Theme } from "../../plots/color.ts";
import type { Ink, Palette } from "../../plots/marks.ts";

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

/** Colours where there is no page; style.css has the same. */
export const PALETTES: Readonly<Record<Theme, Palette>> = {
  light: {
    paper: "#fcfbf8",
    ink: "#1c1c1e",
    ink2: "#5c5a55",
    ink3: "#75726b",
    rule: "#dcd8cd",
    accent: "#1a5fb4",
    soft: "#e3edf9",
    warm: "#b5482a",
    good: "#2b7a3d",
  },
  dark: {
    paper: "#151617",
    ink: "#ecebe6",
    ink2: "#b0aea7",
    ink3: "#918f88",
    rule: "#34363a",
    accent: "#7db4f5",
    soft: "#1d2b3d",
    warm: "#ee8a63",
    good: "#7fc98f",
  },
};
