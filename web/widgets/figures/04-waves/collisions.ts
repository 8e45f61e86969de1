// <pe-collisions>: which positions share a row, or nearly, in each number
// format.

import { scaleLinear, scaleLog } from "d3-scale";
import * as pe from "posenc";
import {
  choice,
  integer,
  real,
  type StateOf,
} from "../../element/state/attributes.ts";
import { EVEN } from "../../kit/bounds.ts";
import { AXES, axes } from "../../kit/pieces/labelled-axes.ts";
import { type Box, figure, type Shown } from "../../kit/spec.ts";
import { circle, type Mark, segment } from "../../plots/marks.ts";
import { group, plural, quantity, scientific } from "../../words/text.ts";

const table = {
  "d-model": integer({ default: 2, min: 2, max: 128 }),
  "seq-len": integer({ default: 2000, min: 10, max: 5000 }),
  base: real({ default: 10000, min: 2, max: 1e9 }),
  format: choice(["float32", "float16", "bfloat16"], "bfloat16"),
  at: integer({ default: 710, min: 1, max: 4999 }),
} as const;

type State = StateOf<typeof table>;

const FORMATS = ["float32", "float16", "bfloat16"] as const;
type Format = (typeof FORMATS)[number];

interface Result {
  readonly distinct: number;
  readonly closest: readonly [number, number];
  readonly distance: number;
}

interface Model {
  readonly results: Readonly<Record<Format, Result>>;
  /** Exact distance of two rows so far apart, for 0 … seqLen − 1. */
  readonly gaps: Float64Array;
  /** Offset with the smallest one. */
  readonly nearest: number;
}

/** Comparing all pairs takes seqLen² · d steps; no more than this. */
const STEPS = 5e7;

const strings = {
  name: { en: "Collisions", zh: "碰撞" },
  caption: {
    en: "Press a format, then widen the rows two dimensions at a time: how wide must they be for all positions to differ in every format? Drag along the curve for the distance of any two rows.",
    zh: "点按一种格式，再每次给行加宽两维：要多宽，所有位置才能在每种格式下都不相同？沿曲线拖动，可读出任意两行的距离。",
  },
  dModel: { en: "Width d", zh: "维数 d" },
  seqLen: { en: "Positions", zh: "位置个数" },
  base: { en: "Base", zh: "底数" },
  format: { en: "Stored as", zh: "存储格式" },
  float32: { en: "float32", zh: "float32" },
  float16: { en: "float16", zh: "float16" },
  bfloat16: { en: "bfloat16", zh: "bfloat16" },
  at: { en: "Offset k", zh: "偏移 k" },
  keys: {
    en: "Distance of two rows by their offset; left and right arrows choose an offset.",
    zh: "两行的距离随偏移的变化；左右方向键选择偏移。",
  },
  offset: { en: "offset k in positions", zh: "偏移 k（位置数）" },
  gap: {
    en: "distance of rows p and p + k (least in each pixel)",
    zh: "第 p 行与第 p + k 行的距离（每像素取最小值）",
  },
} as const;

type Here = Shown<State, Model>;

const longest = (dModel: number): number =>
  Math.min(5000, 10 * Math.floor(Math.sqrt(STEPS / dModel) / 10));

const small = (value: number): string =>
  value === 0 ? "0" : value < 0.01 ? scientific(value, 2) : quantity(value);

/** Distances below this are drawn as this. */
const LEAST = 1e-6;

function scales({ state, model }: Here, { width, height }: Box) {
  const least = model.gaps[model.nearest] as number;
  let top = 0;
  for (const gap of model.gaps) top = Math.max(top, gap);
  return {
    x: scaleLinear()
      .domain([0, state.seqLen - 1])
      .range([0, width]),
    y: scaleLog()
      .domain([Math.max(LEAST, least / 3), 2 * top])
      .range([height, 0])
      .clamp(true),
  };
}

/** The smallest distance in each px: what matters is how near rows come. */
function lowest(shown: Here, box: Box): Mark {
  const { gaps } = shown.model;
  const { x, y } = scales(shown, box);
  const columns = Math.max(1, Math.min(gaps.length - 1, Math.round(box.width)));
  return {
    kind: "path",
    draw(pen) {
      for (let c = 0; c < columns; c += 1) {
        const first = 1 + Math.floor((c * (gaps.length - 1)) / columns);
        const last = 1 + Math.floor(((c + 1) * (gaps.length - 1)) / columns);
        let at = first;
        for (let k = first; k < last; k += 1) {
          if ((gaps[k] as number) < (gaps[at] as number)) at = k;
        }
        const py = y(Math.max(LEAST, gaps[at] as number));
        if (c === 0) pen.moveTo(x(at), py);
        else pen.lineTo(x(at), py);
      }
    },
    stroke: "accent",
    width: 1.25,
  };
}

function curve(shown: Here, box: Box): readonly Mark[] {
  const { state, model, lang } = shown;
  const { x, y } = scales(shown, box);
  const least = model.gaps[model.nearest] as number;
  const px = x(state.at);
  return [
    ...axes(
      {
        x: { scale: x, marked: state.at, label: strings.offset[lang] },
        y: {
          scale: y,
          ticks: y.ticks().filter((v) => Number.isInteger(Math.log10(v))),
          format: (v) => (v < 0.01 ? scientific(v, 1) : String(v)),
          label: strings.gap[lang],
        },
      },
      box,
    ),
    segment(px, 0, px, box.height, { stroke: "ink3", dash: [2, 3] }),
    circle(x(model.nearest), y(Math.max(LEAST, least)), 7, {
      stroke: "warm",
      width: 2,
    }),
    circle(px, y(Math.max(LEAST, model.gaps[state.at] as number)), 4.5, {
      fill: "accent",
    }),
  ];
}

export const spec = figure<typeof table, Model>({
  tag: "pe-collisions",
  table,
  strings,
  bounds: {
    dModel: EVEN,
    seqLen: { max: ({ dModel }) => longest(dModel) },
    at: { max: ({ seqLen }) => seqLen - 1 },
  },
  controls: [
    { key: "dModel", step: 2, logarithmic: true },
    { key: "seqLen" },
    { key: "base", logarithmic: true },
    { key: "at" },
  ],
  compute({ dModel, seqLen, base }) {
    const form = { dModel, base } as const;
    const results = Object.fromEntries(
      FORMATS.map((format) => [
        format,
        pe.analysisCollisions({ seqLen, format, ...form }),
      ]),
    ) as Record<Format, Result>;
    // |P(p + k) − P(p)|² = 2(g(0) − g(k)), whatever p.
    const { values } = pe.analysisDecay({ maxOffset: seqLen - 1, ...form });
    const full = values[0] as number;
    const gaps = values.map((g) => Math.sqrt(Math.max(0, 2 * (full - g))));
    let nearest = 1;
    gaps.forEach((gap, k) => {
      if (k > 0 && gap < (gaps[nearest] as number)) nearest = k;
    });
    return { results, gaps, nearest };
  },
  finding({ state, model, lang }) {
    const { distinct } = model.results[state.format];
    const least = small(model.gaps[model.nearest] as number);
    const [count, all] = [group(String(distinct)), group(String(state.seqLen))];
    return {
      en: `Stored as ${state.format}, ${all} positions at width ${state.dModel} have <b>${count}</b> distinct rows. Before rounding the closest two lie <b>${least}</b> apart, at offset ${model.nearest}.`,
      zh: `以 ${state.format} 存储时，${state.dModel} 维的 ${all} 个位置有 <b>${count}</b> 种不同的行。舍入之前，最近的两行相距 <b>${least}</b>，偏移为 ${model.nearest}。`,
    }[lang];
  },
  panels: [
    {
      kind: "html",
      id: "formats",
      label: say,
      html({ state, model, lang }) {
        const zh = lang === "zh";
        const heads = zh
          ? ["存储格式", "不同的行", "最近的两个位置", "相距"]
          : ["stored as", "distinct rows", "closest positions", "distance"];
        const rows = FORMATS.map((format) => {
          const { distinct, closest, distance } = model.results[format];
          const good = distinct === state.seqLen;
          const mark = good ? "✓" : "✗";
          return `<tr><th scope="row"><button type="button" data-set="format=${format}" aria-pressed="${format === state.format}">${format}</button></th><td class="num ${good ? "good" : "bad"}">${group(String(distinct))} <span aria-hidden="true">${mark}</span></td><td class="num">${closest.join(zh ? "、" : ", ")}</td><td class="num">${small(distance)}</td></tr>`;
        });
        return `<div class="wide" tabindex="0" role="region" aria-label="${strings.name[lang]}"><table><thead><tr>${heads.map((head, k) => `<th scope="col"${k ? ' class="num"' : ""}>${head}</th>`).join("")}</tr></thead><tbody>${rows.join("")}</tbody></table></div>`;
      },
      lines: ({ model, lang }) =>
        FORMATS.map((format) => {
          const { distinct, closest, distance } = model.results[format];
          return {
            en: `${format}: ${distinct} distinct rows; closest ${closest.join(" and ")}, ${small(distance)} apart`,
            zh: `${format}：${distinct} 种不同的行；最近的是 ${closest.join(" 与 ")}，相距 ${small(distance)}`,
          }[lang];
        }),
    },
    {
      kind: "plot",
      id: "gaps",
      height: [190, 170],
      margin: AXES,
      label: say,
      canvas: (shown, box) => [lowest(shown, box)],
      marks: curve,
      pointing: {
        cursor: "ew-resize",
        pick: (shown, at, box) => ({ at: scales(shown, box).x.invert(at.x) }),
        steps: { x: "at" },
      },
    },
  ],
  sentence: say,
  tableData({ model, lang }) {
    const zh = lang === "zh";
    return {
      caption: strings.name[lang],
      corner: strings.format[lang],
      columns: zh
        ? ["不同的行", "最近的两个位置", "相距"]
        : ["distinct rows", "closest positions", "distance"],
      rows: FORMATS.map((format) => {
        const { distinct, closest, distance } = model.results[format];
        return {
          head: format,
          cells: [String(distinct), closest.join(", "), small(distance)],
        };
      }),
    };
  },
  csv: ({ model }) =>
    `offset,distance\n${Array.from(model.gaps, (gap, k) => `${k},${gap}\n`).join("")}`,
  code: ({ state }) => `import { load } from "posenc";

const pe = await load();
const seqLen = ${state.seqLen};
const form = { dModel: ${state.dModel}, base: ${state.base} };
const found = pe.analysis.collisions({ seqLen, format: "${state.format}", ...form });
console.log(found.distinct, found.closest, found.distance);
// |P(p + k) − P(p)|² = 2(g(0) − g(k)), whatever p.
const { values } = pe.analysis.decay({ maxOffset: seqLen - 1, ...form });
const gaps = values.map((g) => Math.sqrt(Math.max(0, 2 * (values[0] - g))));
let nearest = 1;
for (let k = 2; k < seqLen; k += 1) if (gaps[k] < gaps[nearest]) nearest = k;
console.log(nearest, gaps[nearest], gaps[${state.at}]);
`,
  states({ state, model }) {
    const { results, gaps, nearest } = model;
    const { distinct, closest, distance } = results[state.format];
    const at = [gaps[nearest], gaps[state.at]] as [number, number];
    return [distinct, closest, distance, nearest, at];
  },
});

function say({ state, model, lang }: Here): string {
  const { at, format, seqLen } = state;
  const gap = small(model.gaps[at] as number);
  const { distinct } = model.results[format];
  return {
    en: `Rows ${at} ${plural(at, "position")} apart differ by ${gap}. In ${format}, ${distinct} of ${seqLen} rows are distinct.`,
    zh: `相隔 ${at} 个位置的两行相距 ${gap}。${format} 下，${seqLen} 行中不同的有 ${distinct} 种。`,
  }[lang];
}
