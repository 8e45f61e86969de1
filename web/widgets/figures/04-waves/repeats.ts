// <pe-repeats>: whether the encoding ever comes back to where it was, past its
// longest wavelength.

import { scaleLinear } from "d3-scale";
import * as pe from "posenc";
import {
  choice,
  integer,
  real,
  type StateOf,
} from "../../element/state/attributes.ts";
import { AXES, axes } from "../../kit/pieces/labelled-axes.ts";
import { stepped } from "../../kit/pointer.ts";
import { type Box, figure, type Shown } from "../../kit/spec.ts";
import { circle, type Mark, segment } from "../../plots/marks.ts";
import { decimals, group, quantity } from "../../words/text.ts";

const table = {
  width: choice(["4", "8", "16", "32", "64"], "8"),
  range: choice(["10000", "100000", "500000"], "100000"),
  base: real({ default: 10000, min: 10, max: 100000 }),
  // 0: the best one.
  at: integer({ default: 0, min: 0, max: 500_000 }),
} as const;

type State = StateOf<typeof table>;

interface Model {
  /** g(k) / g(0). */
  readonly values: Float64Array;
  /** Positions that the slowest pair takes for a turn. */
  readonly wave: number;
  /** Best offset from `wave` on; 0: the range ends before. */
  readonly best: number;
  /** First offset from `wave` on above 0.99; 0: none. */
  readonly first: number;
}

const strings = {
  name: { en: "Near repeats", zh: "近似重复" },
  caption: {
    en: "Above, all distances searched, shown by their lowest and highest similarity; below, the neighbourhood of the chosen one. Drag above to go anywhere. Then double the width, twice.",
    zh: "上方是搜索过的全部距离，画出各处相似度的最低值与最高值；下方是所选距离的附近。在上方拖动可到任意距离。再把维数加倍，连做两次。",
  },
  width: { en: "Width d", zh: "维数 d" },
  range: { en: "Search up to", zh: "搜索到" },
  "10000": { en: "10 thousand", zh: "一万" },
  "100000": { en: "100 thousand", zh: "十万" },
  "500000": { en: "500 thousand", zh: "五十万" },
  "4": { en: "4", zh: "4" },
  "8": { en: "8", zh: "8" },
  "16": { en: "16", zh: "16" },
  "32": { en: "32", zh: "32" },
  "64": { en: "64", zh: "64" },
  base: { en: "Base", zh: "底数" },
  at: { en: "Distance k (0: the best)", zh: "距离 k（0 为最佳）" },
  keys: {
    en: "Similarity by distance; left and right arrows choose a distance.",
    zh: "相似度随距离的变化；左右方向键选择距离。",
  },
  distance: { en: "distance k in positions", zh: "距离 k（位置数）" },
  similarity: {
    en: "similarity of rows p and p + k",
    zh: "第 p 行与第 p + k 行的相似度",
  },
} as const;

type Here = Shown<State, Model>;

const lengthOf = ({ values }: Model): number => values.length - 1;

/** The distance looked at. */
const chosen = ({ state, model }: Here): number =>
  state.at > 0 ? Math.min(state.at, lengthOf(model)) : model.best || 1;

const NEAR = 40;

function overviewScales({ model }: Here, { width, height }: Box) {
  return {
    x: scaleLinear()
      .domain([0, lengthOf(model)])
      .range([0, width]),
    y: scaleLinear().domain([-1, 1]).range([height, 0]),
  };
}

function overview(shown: Here, box: Box): readonly Mark[] {
  const { values } = shown.model;
  const { x, y } = overviewScales(shown, box);
  const columns = Math.max(1, Math.round(box.width));
  return [
    {
      kind: "path",
      draw(pen) {
        for (let c = 0; c < columns; c += 1) {
          const first = Math.floor((c * values.length) / columns);
          const last = Math.floor(((c + 1) * values.length) / columns);
          let [low, high] = [1, -1];
          for (let k = first; k < last; k += 1) {
            low = Math.min(low, values[k] as number);
            high = Math.max(high, values[k] as number);
          }
          pen.moveTo(x(first), y(low) + 0.5);
          pen.lineTo(x(first), y(high) - 0.5);
        }
      },
      stroke: "accent",
      width: 1,
    },
  ];
}

function overviewMarks(shown: Here, box: Box): readonly Mark[] {
  const { model, lang } = shown;
  const { x, y } = overviewScales(shown, box);
  const k = chosen(shown);
  const marks: Mark[] = [
    ...axes(
      {
        x: { scale: x, marked: k, label: strings.distance[lang] },
        y: { scale: y, ticks: [-1, 0, 1], label: strings.similarity[lang] },
      },
      box,
    ),
    segment(x(k), 0, x(k), box.height, { stroke: "ink3", dash: [2, 3] }),
    circle(x(k), y(model.values[k] as number), 5, { fill: "ink" }),
  ];
  if (model.wave < lengthOf(model)) {
    const px = x(model.wave);
    marks.push(
      segment(px, 0, px, box.height, {
        stroke: "warm",
        width: 1.5,
        dash: [5, 4],
      }),
    );
  }
  return marks;
}

function near(shown: Here, box: Box): readonly Mark[] {
  const { model, lang } = shown;
  const k = chosen(shown);
  const first = Math.max(0, k - NEAR);
  const last = Math.min(lengthOf(model), k + NEAR);
  const x = scaleLinear().domain([first, last]).range([0, box.width]);
  const y = scaleLinear().domain([-1, 1]).range([box.height, 0]);
  const marks: Mark[] = [
    ...axes(
      {
        x: {
          scale: x,
          ticks: [first, Math.round((first + k) / 2), last].filter(
            (at) => Math.abs(at - k) > NEAR / 3,
          ),
          marked: k,
          label: strings.distance[lang],
        },
        y: { scale: y, ticks: [-1, 0, 1] },
      },
      box,
    ),
    segment(0, y(1), box.width, y(1), { stroke: "rule" }),
    segment(0, y(0), box.width, y(0), { stroke: "rule" }),
    {
      kind: "path",
      draw(pen) {
        for (let at = first; at <= last; at += 1) {
          const py = y(model.values[at] as number);
          if (at === first) pen.moveTo(x(at), py);
          else pen.lineTo(x(at), py);
        }
      },
      stroke: "accent",
      width: 1.75,
    },
    circle(x(k), y(model.values[k] as number), 5, { fill: "ink" }),
  ];
  return marks;
}

export const spec = figure<typeof table, Model>({
  tag: "pe-repeats",
  table,
  strings,
  controls: [
    { key: "width" },
    { key: "range", menu: true },
    { key: "base", logarithmic: true },
    { key: "at" },
  ],
  bounds: { at: { max: ({ range }) => Number(range) } },
  compute({ width, range, base }) {
    const form = { dModel: Number(width), base } as const;
    const decay = pe.analysisDecay({ maxOffset: Number(range), ...form });
    const full = decay.values[0] as number;
    const values = decay.values.map((value) => value / full);
    const wave = pe.analysisWavelengths(form).at(-1) as number;
    let [best, first] = [0, 0];
    for (let k = Math.ceil(wave); k < values.length; k += 1) {
      const value = values[k] as number;
      if (best === 0 || value > (values[best] as number)) best = k;
      if (first === 0 && value > 0.99) first = k;
    }
    return { values, wave, best, first };
  },
  finding({ state, model, lang }) {
    const { best, wave, values } = model;
    const d = state.width;
    const longest = quantity(wave);
    if (best === 0) {
      return {
        en: `At width ${d} the slowest pair alone takes <b>${longest}</b> positions for a turn, longer than the range that is searched.`,
        zh: `维数为 ${d} 时，单是频率最低的一对转一圈就要 <b>${longest}</b> 个位置，超出了搜索范围。`,
      }[lang];
    }
    const value = decimals(values[best] as number, 4);
    const [at, end] = [group(String(best)), group(state.range)];
    return {
      en: `At width ${d}, from its longest wavelength (${longest}) up to ${end}, the encoding comes back to similarity <b>${value}</b> at most, at distance <b>${at}</b>.`,
      zh: `维数为 ${d} 时，从最长的波长（${longest}）到 ${end}，编码最多回到相似度 <b>${value}</b>，在距离 <b>${at}</b> 处。`,
    }[lang];
  },
  panels: [
    {
      kind: "plot",
      id: "overview",
      height: [190, 170],
      margin: AXES,
      legend: ({ lang }) => [
        {
          ink: "warm",
          text: { en: "longest wavelength", zh: "最长的波长" }[lang],
          dashed: true,
        },
      ],
      label: say,
      canvas: overview,
      marks: overviewMarks,
      pointing: {
        cursor: "ew-resize",
        drag: (shown, at, box) => ({
          at: Math.max(1, overviewScales(shown, box).x.invert(at.x)),
        }),
        key(shown, event) {
          const range = [1, lengthOf(shown.model)] as const;
          const at = stepped(event, chosen(shown), range, "x");
          return at === undefined ? undefined : { at };
        },
      },
    },
    {
      kind: "plot",
      id: "near",
      height: [120, 110],
      margin: { ...AXES, top: 10 },
      title: (shown) => {
        const k = group(String(chosen(shown)));
        return { en: `around distance ${k}`, zh: `距离 ${k} 附近` }[shown.lang];
      },
      label: say,
      marks: near,
    },
  ],
  sentence: say,
  tableData(shown) {
    const { model, lang } = shown;
    const k = chosen(shown);
    const rows = [...new Set([1, 6, 44, 710, 6283, model.best, k])]
      .filter((at) => at > 0 && at <= lengthOf(model))
      .sort((a, b) => a - b);
    return {
      caption: strings.name[lang],
      corner: strings.at[lang],
      columns: [strings.similarity[lang]],
      rows: rows.map((at) => ({
        head: group(String(at)),
        cells: [decimals(model.values[at] as number, 5)],
      })),
      marked: { row: rows.indexOf(k), column: 0 },
    };
  },
  code: ({ state }) => `import { load } from "posenc";

const pe = await load();
const form = { dModel: ${state.width}, base: ${state.base} };
const { values } = pe.analysis.decay({ maxOffset: ${state.range}, ...form });
const share = (k) => values[k] / values[0];
const wave = pe.analysis.wavelengths(form).at(-1);
// The best offset from there on, and the first above 0.99; 0: there is none.
let [best, first] = [0, 0];
for (let k = Math.ceil(wave); k < values.length; k += 1) {
  if (best === 0 || share(k) > share(best)) best = k;
  if (first === 0 && share(k) > 0.99) first = k;
}
console.log(wave, best, share(best), first);
`,
  states: ({ model: { wave, best, values, first } }) => [
    wave,
    best,
    values[best] as number,
    first,
  ],
});

function say(shown: Here): string {
  const { model, lang } = shown;
  const k = chosen(shown);
  const value = decimals(model.values[k] as number, 5);
  const first = group(String(model.first));
  const more = {
    en:
      model.first > 0
        ? ` Past the longest wavelength a similarity above 0.99 first occurs at ${first}.`
        : "",
    zh:
      model.first > 0
        ? `在最长的波长之后，相似度首次超过 0.99 是在 ${first}。`
        : "",
  }[lang];
  return {
    en: `Rows at distance ${group(String(k))} have similarity ${value}.${more}`,
    zh: `相距 ${group(String(k))} 的两行，相似度为 ${value}。${more}`,
  }[lang];
}
