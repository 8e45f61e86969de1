// <pe-circle>: why sine and cosine come in pairs: one number leaves two places
// of a turn open, two do not.

import { scaleLinear } from "d3-scale";
import * as pe from "posenc";
import { integer, real, type StateOf } from "../../element/state/attributes.ts";
import { EVEN } from "../../kit/bounds.ts";
import { AXES, axes } from "../../kit/pieces/labelled-axes.ts";
import type { Point } from "../../kit/pointer.ts";
import { type Box, figure, type Shown } from "../../kit/spec.ts";
import { circle, type Mark, segment } from "../../plots/marks.ts";
import { cellValue, decimals, quantity } from "../../words/text.ts";

const table = {
  pair: integer({ default: 64, min: 0, max: 255 }),
  pos: integer({ default: 12, min: 0, max: 4999 }),
  "seq-len": integer({ default: 63, min: 2, max: 5000 }),
  "d-model": integer({ default: 512, min: 2, max: 512 }),
  base: real({ default: 10000, min: 2, max: 1e9 }),
} as const;

type State = StateOf<typeof table>;

interface Model {
  /** Sine and cosine of every position. */
  readonly sin: Float32Array;
  readonly cos: Float32Array;
  readonly wave: number;
  /** Pearson's correlation of the two columns over the window. */
  readonly correlation: number;
}

const strings = {
  name: { en: "A pair is a point on a circle", zh: "一对维度是圆上的一点" },
  caption: {
    en: "Drag the point around. The dashed line is what the sine alone tells: two places of the turn share it. Then take pair 255 at 5000 positions: the circle is not even closed.",
    zh: "拖动圆上的点。虚线是只看正弦时能知道的：一圈里有两处取同一个值。再选第 255 对、5000 个位置：这一圈还没有走完。",
  },
  pair: { en: "Pair i", zh: "第 i 对" },
  pos: { en: "Position p", zh: "位置 p" },
  seqLen: { en: "Positions", zh: "位置个数" },
  dModel: { en: "Width d", zh: "维数 d" },
  base: { en: "Base", zh: "底数" },
  keys: {
    en: "Point on the circle; arrow keys move the position.",
    zh: "圆上的点；方向键移动位置。",
  },
  sine: { en: "sine", zh: "正弦" },
  cosine: { en: "cosine", zh: "余弦" },
  position: { en: "position", zh: "位置" },
} as const;

type Here = Shown<State, Model>;

function pearson(sin: Float32Array, cos: Float32Array): number {
  const count = sin.length;
  let [a, b, aa, bb, ab] = [0, 0, 0, 0, 0];
  for (let k = 0; k < count; k += 1) {
    const s = sin[k] as number;
    const c = cos[k] as number;
    a += s;
    b += c;
    aa += s * s;
    bb += c * c;
    ab += s * c;
  }
  const spread = (count * aa - a * a) * (count * bb - b * b);
  return (count * ab - a * b) / Math.sqrt(spread);
}

const at = ({ sin, cos }: Model, pos: number) => ({
  sin: sin[pos] as number,
  cos: cos[pos] as number,
});

/** Dots as close as this, in px, are one: nobody sees them apart. */
const APART = 0.5;

/** A number for each square of that size. */
const squareOf = (x: number, y: number): number =>
  Math.round(x / APART) * 2 ** 16 + Math.round(y / APART);

function unit({ width, height }: Box) {
  const radius = Math.max(1, Math.min(width, height) / 2 - 8);
  return { x: width / 2, y: height / 2, radius };
}

/** The tip of the hand. As on a clock: 12 is angle 0, the sine goes right. */
function tip({ state, model }: Here, box: Box): Point {
  const { x, y, radius } = unit(box);
  const { sin, cos } = at(model, state.pos);
  return { x: x + radius * sin, y: y - radius * cos };
}

function round(shown: Here, box: Box): Mark[] {
  const { state, model } = shown;
  const { x, y, radius } = unit(box);
  const { x: px, y: py } = tip(shown, box);
  const size = Math.max(1, Math.min(3, 200 / state.seqLen));
  return [
    circle(x, y, radius, { stroke: "rule" }),
    segment(x, y - radius, x, y + radius, { stroke: "rule" }),
    segment(x - radius, y, x + radius, y, { stroke: "rule" }),
    {
      kind: "path",
      draw(pen) {
        const taken = new Set<number>();
        for (let pos = 0; pos < state.seqLen; pos += 1) {
          const point = at(model, pos);
          const [cx, cy] = [x + radius * point.sin, y - radius * point.cos];
          const square = squareOf(cx, cy);
          if (taken.has(square)) continue;
          taken.add(square);
          pen.moveTo(cx + size, cy);
          pen.arc(cx, cy, size, 0, 2 * Math.PI);
        }
      },
      fill: "ink3",
    },
    // Where the same sine occurs again.
    segment(px, y - radius, px, y + radius, { stroke: "warm", dash: [4, 4] }),
    circle(px, 2 * y - py, 4, { stroke: "warm", fill: "paper" }),
    segment(x, y, px, py, { stroke: "accent", width: 2 }),
    circle(px, py, 6, { fill: "accent" }),
  ];
}

function lines(shown: Here, box: Box): Mark[] {
  const { state, model, lang } = shown;
  const x = scaleLinear()
    .domain([0, state.seqLen - 1])
    .range([0, box.width]);
  const y = scaleLinear().domain([-1, 1]).range([box.height, 0]);
  const { sin, cos } = at(model, state.pos);
  const curve = (data: Float32Array, stroke: "accent" | "good"): Mark => ({
    kind: "path",
    draw(pen) {
      const step = Math.max(1, Math.floor(state.seqLen / 1000));
      for (let pos = 0; pos < state.seqLen; pos += step) {
        const py = y(data[pos] as number);
        if (pos === 0) pen.moveTo(x(pos), py);
        else pen.lineTo(x(pos), py);
      }
    },
    stroke,
    width: 1.5,
  });
  const px = x(state.pos);
  return [
    ...axes(
      {
        x: { scale: x, marked: state.pos, label: strings.position[lang] },
        y: { scale: y, ticks: [-1, 0, 1] },
      },
      box,
    ),
    segment(0, y(0), box.width, y(0), { stroke: "rule" }),
    segment(0, y(sin), box.width, y(sin), { stroke: "warm", dash: [4, 4] }),
    curve(model.sin, "accent"),
    curve(model.cos, "good"),
    segment(px, 0, px, box.height, { stroke: "ink2" }),
    circle(px, y(sin), 4, { fill: "accent" }),
    circle(px, y(cos), 4, { fill: "good" }),
  ];
}

function say({ state, model, lang }: Here): string {
  const { sin, cos } = at(model, state.pos);
  const [s, c] = [cellValue(sin), cellValue(cos)];
  const turns = quantity(state.pos / model.wave);
  return {
    en: `Position ${state.pos}, pair ${state.pair}: sine ${s}, cosine ${c}, ${turns} turns from the start.`,
    zh: `位置 ${state.pos}，第 ${state.pair} 对：正弦 ${s}，余弦 ${c}，自起点转了 ${turns} 圈。`,
  }[lang];
}

export const spec = figure<typeof table, Model>({
  tag: "pe-circle",
  table,
  strings,
  bounds: {
    dModel: EVEN,
    pair: { max: ({ dModel }) => dModel / 2 - 1 },
    pos: { max: ({ seqLen }) => seqLen - 1 },
  },
  controls: [
    { key: "pos", play: { every: 120 } },
    { key: "pair" },
    { key: "seqLen", logarithmic: true },
    { key: "dModel", step: 2 },
    { key: "base", logarithmic: true },
  ],
  compute({ pair, seqLen, dModel, base }) {
    // One pair of the table alone: all of them are 2.5 million numbers at most.
    const { inverseFrequency, inverseFrequencyTail } = pe.rotaryFrequencies({
      headDim: dModel,
      base,
    });
    const frequencies = {
      inverseFrequency: inverseFrequency.subarray(pair, pair + 1),
      inverseFrequencyTail: inverseFrequencyTail.subarray(pair, pair + 1),
    };
    const tables = pe.rotaryTables({ frequencies, seqLen });
    const [sin, cos] = [tables.sin.data, tables.cos.data];
    const waves = pe.analysisWavelengths({ dModel, base });
    return {
      sin,
      cos,
      wave: waves[pair] as number,
      correlation: pearson(sin, cos),
    };
  },
  finding({ state, model, lang }) {
    const r = decimals(model.correlation, 3);
    const turns = quantity(state.seqLen / model.wave);
    if (Number.isNaN(model.correlation)) {
      return {
        en: `Over ${quantity(state.seqLen)} positions pair ${state.pair} makes <b>${turns}</b> turns: so few that its cosine stays 1 in float32, and what does not change correlates with nothing.`,
        zh: `在 ${quantity(state.seqLen)} 个位置内，第 ${state.pair} 对只转 <b>${turns}</b> 圈：余弦在 float32 中始终是 1，不变的量谈不上相关系数。`,
      }[lang];
    }
    return {
      en: `Over ${quantity(state.seqLen)} positions pair ${state.pair} makes <b>${turns}</b> turns; its sine and cosine correlate with r = <b>${r}</b>.`,
      zh: `在 ${quantity(state.seqLen)} 个位置内，第 ${state.pair} 对转 <b>${turns}</b> 圈；它的正弦与余弦的相关系数为 r\u00a0=\u00a0<b>${r}</b>。`,
    }[lang];
  },
  rows: [
    [
      ["circle", 2],
      ["lines", 3],
    ],
  ],
  panels: [
    {
      kind: "plot",
      id: "circle",
      height: [260, 220],
      margin: { left: 0, right: 0, top: 4, bottom: 4 },
      label: say,
      marks: round,
      pointing: {
        cursor: "grab",
        vertical: true,
        sign: tip,
        drag(shown, point, box, drag) {
          const { x, y } = unit(box);
          const angle = Math.atan2(point.x - x, y - point.y);
          const { memory } = drag;
          if (drag.first) {
            memory.set("angle", angle);
            memory.set("pos", shown.state.pos);
            return {};
          }
          const turned = angle - (memory.get("angle") as number);
          // The short way round.
          const way = turned - 2 * Math.PI * Math.round(turned / (2 * Math.PI));
          const last = shown.state.seqLen - 1;
          const exact = Math.min(
            last,
            Math.max(
              0,
              (memory.get("pos") as number) +
                (way / (2 * Math.PI)) * shown.model.wave,
            ),
          );
          memory.set("angle", angle);
          memory.set("pos", exact);
          return { pos: Math.round(exact) };
        },
        steps: { any: "pos" },
      },
    },
    {
      kind: "plot",
      id: "lines",
      height: [194, 160],
      margin: { ...AXES, top: 10 },
      legend: ({ lang }) => [
        { ink: "accent", text: strings.sine[lang] },
        { ink: "good", text: strings.cosine[lang] },
      ],
      label: say,
      marks: lines,
      pointing: {
        cursor: "ew-resize",
        drag: ({ state }, at, box) => ({
          pos: (at.x / box.width) * (state.seqLen - 1),
        }),
      },
    },
  ],
  sentence: say,
  tableData({ state, model, lang }) {
    const step = Math.max(1, Math.floor(state.seqLen / 12));
    const rows: number[] = [];
    for (let pos = 0; pos < state.seqLen; pos += step) rows.push(pos);
    return {
      caption: strings.name[lang],
      corner: strings.position[lang],
      columns: [strings.sine[lang], strings.cosine[lang]],
      rows: rows.map((pos) => {
        const { sin, cos } = at(model, pos);
        return { head: String(pos), cells: [cellValue(sin), cellValue(cos)] };
      }),
    };
  },
  code: ({ state }) => `import { load } from "posenc";

const pe = await load();
const [seqLen, d, pair] = [${state.seqLen}, ${state.dModel}, ${state.pair}];
const form = { dModel: d, base: ${state.base} };
const { data } = pe.embedding.sinusoidal({ seqLen, ...form });
const at = ${state.pos} * d + 2 * pair;
console.log(data[at], data[at + 1]); // sine and cosine
console.log(pe.analysis.wavelengths(form)[pair]);
// Pearson's correlation of the two columns.
let [a, b, aa, bb, ab] = [0, 0, 0, 0, 0];
for (let p = 0; p < seqLen; p += 1) {
  const [s, c] = [data[p * d + 2 * pair], data[p * d + 2 * pair + 1]];
  a += s;
  b += c;
  aa += s * s;
  bb += c * c;
  ab += s * c;
}
const spread = (seqLen * aa - a * a) * (seqLen * bb - b * b);
console.log((seqLen * ab - a * b) / Math.sqrt(spread));
`,
  listing: ({ state }) => ({
    kind: "sinusoidal",
    values: {
      pos: state.pos,
      dim: 2 * state.pair,
      dModel: state.dModel,
      base: state.base,
      seqLen: state.seqLen,
    },
  }),
  states({ state, model }) {
    const { sin, cos } = at(model, state.pos);
    return [sin, cos, model.wave, model.correlation];
  },
});
