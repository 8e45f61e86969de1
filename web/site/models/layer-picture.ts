// The layers as rows of bars, and the wavelengths of one of them.
import type { AttentionLayer, LayerPlan, PositionPlan } from "posenc";
import {
  escapeHtml,
  group,
  type Lang,
  quantity,
} from "../../widgets/words/text.ts";
import { short } from "./layer-words.ts";
import type { Layers } from "./model-layers.ts";
import { strings } from "./strings.ts";
import type { Waves } from "./turn-lengths.ts";

/** More layers than a screen has columns to tell apart. */
const MANY = 300;

/** Colours for kinds, in the style sheet. */
const COLOURS = 6;
export const colourOf = (kind: number): string => `k${kind % COLOURS}`;

/** What of a layer is a bar: its share of the row's height; undefined: no bar. */
type Share = (layer: LayerPlan) => number | undefined;

const attends = (layer: LayerPlan): layer is AttentionLayer =>
  layer.kind === "attention";

function baseOf(layer: LayerPlan): number | undefined {
  if (!attends(layer)) return undefined;
  const { position } = layer;
  if (position.type === "rotary") return position.base;
  if (position.type === "axialHeads") return position.base;
  return position.type === "axial" ? position.axes[0]?.base : undefined;
}

function turned(layer: LayerPlan): number | undefined {
  if (!attends(layer)) return undefined;
  const { position } = layer;
  if (position.type === "rotary") {
    return position.rotaryDim / position.headDim;
  }
  if (position.type === "axialHeads") {
    const { unturned, numHeads, headDim } = position;
    return 1 - (2 * unturned) / (numHeads * headDim);
  }
  if (position.type !== "axial") return undefined;
  const columns = position.axes.reduce((sum, it) => sum + it.rotaryDim, 0);
  return columns / position.headDim;
}

function reachOf(layer: LayerPlan): number | undefined {
  if (!attends(layer)) return undefined;
  const { window, chunk, gridWindow } = layer;
  const cells = gridWindow && gridWindow.size[0] * gridWindow.size[1];
  return window ?? chunk ?? cells ?? Infinity;
}

const isNumber = (x: number | undefined): x is number => x !== undefined;

/** Least and largest of a row, in words. */
function span(
  layers: readonly LayerPlan[],
  of: (layer: LayerPlan) => number | undefined,
  said: (x: number) => string,
  none: string,
): string {
  const found = layers.map(of).filter(isNumber);
  if (found.length === 0) return none;
  const [least, most] = [Math.min(...found), Math.max(...found)];
  return least === most ? said(most) : `${said(least)} … ${said(most)}`;
}

/** Height of a value on a logarithmic scale that ends at `most`. */
const log = (x: number, least: number, most: number): number =>
  x >= most ? 1 : Math.max(0.08, Math.log(x / least) / Math.log(most / least));

function bars(layers: Layers, share: Share): string {
  const n = layers.all.length;
  // Without gaps, where nobody would see them: alike neighbours are one bar.
  const joined = n > MANY;
  let next = 0;
  const rects = layers.all.flatMap(({ layer, kind }, i) => {
    if (i < next) return [];
    next = i + 1;
    while (joined && layers.all[next]?.kind === kind) next++;
    const width = joined ? next - i : 0.88;
    const x = joined ? i : i + 0.06;
    const height = share(layer);
    return height === undefined
      ? []
      : [
          `<rect class="${colourOf(kind)}" x="${x}" y="${(1 - height).toFixed(3)}" width="${width}" height="${height.toFixed(3)}"/>`,
        ];
  });
  return `<svg viewBox="0 0 ${n} 1" preserveAspectRatio="none" aria-hidden="true">${rects.join("")}</svg>`;
}

const percent = (x: number): string => `${quantity(100 * x, 3)} %`;

/** The rows of the picture, each with what it says and from where to where. */
export function strip(
  layers: Layers,
  { maxPositions }: PositionPlan,
  lang: Lang,
): string {
  const list = layers.all.map(({ layer }) => layer);
  const longest = Math.max(
    maxPositions ?? 0,
    ...list.map(reachOf).filter(isNumber).filter(Number.isFinite),
    64,
  );
  const bases = list.map(baseOf).filter(isNumber);
  const highest = Math.max(...bases, 10);
  const reach = (x: number): string =>
    x === Infinity ? strings.all[lang] : short(x);
  const none = strings.none[lang];
  const rows = [
    {
      key: "base",
      said: span(list, baseOf, short, none),
      share: (layer: LayerPlan) => {
        const base = baseOf(layer);
        return base === undefined ? undefined : log(base, 1, highest);
      },
    },
    {
      key: "share",
      said: span(list, turned, percent, none),
      share: turned,
    },
    {
      key: "reach",
      said: span(list, reachOf, reach, none),
      share: (layer: LayerPlan) => {
        const x = reachOf(layer);
        return x === undefined ? undefined : log(x, 1, longest);
      },
    },
    {
      key: "temperature",
      said: strings.yes[lang],
      share: (layer: LayerPlan) =>
        attends(layer) && layer.temperature ? 1 : undefined,
    },
  ] as const;
  return rows
    .filter(
      ({ key, share }) =>
        key !== "temperature" || list.some((it) => share(it) !== undefined),
    )
    .map(
      ({ key, said, share }) =>
        `<div class="row"><p><span>${escapeHtml(strings[key][lang])}</span> <span class="span">${escapeHtml(said)}</span></p>${bars(layers, share)}</div>`,
    )
    .join("");
}

const HEIGHT = 220;
const [LEFT, RIGHT] = [11, 99];

/** Wavelengths on a logarithmic scale, with the lengths of the model across. */
export function wavePlot(waves: Waves, lang: Lang): string {
  const { lengths, before, made } = waves;
  const marks = [
    ...(before === null || before === made
      ? []
      : [[before, "before"] as const]),
    ...(made === null ? [] : [[made, "made"] as const]),
  ];
  const top = Math.max(...lengths, ...marks.map(([x]) => x), 10) * 2;
  const y = (x: number): string =>
    (HEIGHT - 22 - ((HEIGHT - 34) * Math.log10(x)) / Math.log10(top)).toFixed(
      1,
    );
  const x = (i: number): string =>
    (LEFT + ((RIGHT - LEFT) * (i + 0.5)) / lengths.length).toFixed(2);
  const ticks: string[] = [];
  const decades = Math.floor(Math.log10(top));
  const step = decades > 8 ? 2 : 1;
  for (let e = 0; e <= decades; e += step) {
    const at = y(10 ** e);
    const label = e < 5 ? group(String(10 ** e)) : `10${superscript(e)}`;
    ticks.push(
      `<line class="grid" x1="${LEFT}%" x2="${RIGHT}%" y1="${at}" y2="${at}"/><text x="${LEFT - 1}%" y="${at}" dy="4" text-anchor="end">${label}</text>`,
    );
  }
  const lines = marks.map(([value, key]) => {
    const at = y(value);
    return `<line class="${key}" x1="${LEFT}%" x2="${RIGHT}%" y1="${at}" y2="${at}"/><text class="mark" x="${LEFT + 1}%" y="${at}" dy="-5">${escapeHtml(strings[key][lang])} ${quantity(value)}</text>`;
  });
  const bound = before ?? Infinity;
  const dots = lengths.map(
    (length, i) =>
      `<circle class="${length > bound ? "long" : "short"}" cx="${x(i)}%" cy="${y(Math.max(1, length))}" r="3"/>`,
  );
  const last = lengths.length - 1;
  const ends = `<text x="${x(0)}%" y="${HEIGHT - 4}" text-anchor="middle">0</text><text x="${x(last)}%" y="${HEIGHT - 4}" text-anchor="middle">${last}</text><text x="${(LEFT + RIGHT) / 2}%" y="${HEIGHT - 4}" text-anchor="middle">${escapeHtml(strings.pair[lang])}</text>`;
  return `<svg width="100%" height="${HEIGHT}" role="img" aria-label="${escapeHtml(waveText(waves, lang))}">${ticks.join("")}${dots.join("")}${lines.join("")}${ends}</svg>`;
}

const DIGITS = "⁰¹²³⁴⁵⁶⁷⁸⁹";
const superscript = (e: number): string =>
  [...String(e)].map((digit) => DIGITS[Number(digit)]).join("");

/** What the wavelengths say, in a sentence. */
export function waveText({ lengths, before, made }: Waves, lang: Lang): string {
  const n = lengths.length;
  const [first, last] = [Math.min(...lengths), Math.max(...lengths)].map((it) =>
    quantity(it),
  );
  const range =
    lang === "zh"
      ? `${n} 对，波长从 ${first} 到 ${last} 个位置。`
      : `${n} pairs, wavelengths from ${first} to ${last} positions.`;
  if (before === null) return range;
  const long = lengths.filter((it) => it > before).length;
  const t = quantity(before);
  const isMade = before === made;
  return lang === "zh"
    ? `${range}在${isMade ? "设计的" : "缩放前的"} ${t} 个位置里，有 ${long} 对转不满一圈。`
    : `${range} Within the ${t} positions ${isMade ? "it is made for" : "before rescaling"}, ${long === 0 ? "every pair completes a turn" : `${long} never ${long === 1 ? "completes" : "complete"} a turn`}.`;
}
