// Colour maps as tables of 256 pixels.
//
// Both maps are blue–orange or a single blue, so that readers with any of the
// common colour-vision deficiencies keep the order of the values, and each has
// a twin for dark paper in which "zero" or "low" is still the paper itself.

/** Light or dark paper. */
export type Theme = "light" | "dark";

/** Signed values need a middle; unsigned ones only a direction. */
export type MapName = "diverging" | "sequential";

const STOPS: Readonly<Record<MapName, Record<Theme, readonly string[]>>> = {
  diverging: {
    light: ["#2a5d9f", "#fbfaf6", "#b5482a"],
    dark: ["#6fa5e8", "#1b1c1e", "#ee8a63"],
  },
  sequential: {
    light: ["#fbfaf6", "#a9c8ea", "#1a5fb4", "#0c2a54"],
    dark: ["#1b1c1e", "#274d80", "#7db4f5", "#eaf3fe"],
  },
};

type Triple = readonly [number, number, number];

function linear(channel: number): number {
  const c = channel / 255;
  return c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4;
}

function channel(value: number): number {
  const c = Math.min(1, Math.max(0, value));
  const s = c <= 0.0031308 ? c * 12.92 : 1.055 * c ** (1 / 2.4) - 0.055;
  return Math.round(s * 255);
}

/** "#rrggbb" in OKLab, where equal steps look equal (Ottosson, 2020). */
function oklab(hex: string): Triple {
  const [r, g, b] = [1, 3, 5].map((at) =>
    linear(Number.parseInt(hex.slice(at, at + 2), 16)),
  ) as [number, number, number];
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  return [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  ];
}

function srgb([lightness, a, b]: Triple): Triple {
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return [
    channel(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s),
    channel(-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s),
    channel(-0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s),
  ];
}

/** One pixel as ImageData holds it on little-endian machines: 0xAABBGGRR. */
function pixel([r, g, b]: Triple): number {
  return ((255 << 24) | (b << 16) | (g << 8) | r) >>> 0;
}

function ramp(stops: readonly string[]): Uint32Array {
  const points = stops.map(oklab);
  const table = new Uint32Array(256);
  for (let k = 0; k < 256; k += 1) {
    const at = (k / 255) * (points.length - 1);
    const left = Math.min(points.length - 2, Math.floor(at));
    const [p, q] = [points[left] as Triple, points[left + 1] as Triple];
    const mixed = p.map((x, n) => x + ((q[n] as number) - x) * (at - left));
    table[k] = pixel(srgb(mixed as unknown as Triple));
  }
  return table;
}

const tables = new Map<string, Uint32Array>();

/** The 256 pixels of a map, lowest value first. */
export function colorMap(name: MapName, theme: Theme): Uint32Array {
  const key = `${name} ${theme}`;
  let table = tables.get(key);
  if (table === undefined) {
    table = ramp(STOPS[name][theme]);
    tables.set(key, table);
  }
  return table;
}

/** A pixel of a table as CSS writes it. */
export function cssColor(pixelValue: number): `rgb(${string})` {
  const r = pixelValue & 255;
  const g = (pixelValue >> 8) & 255;
  const b = (pixelValue >> 16) & 255;
  return `rgb(${r}, ${g}, ${b})`;
}
