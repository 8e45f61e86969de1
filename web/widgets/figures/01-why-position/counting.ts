// <pe-counting>: one head that looks at all it may see alike. With a causal mask
// the share of the first token tells how many came before; without one, nothing.

import { scaleLinear } from "d3-scale";
import type { NumberFormat } from "posenc";
import * as pe from "posenc";
import {
  choice,
  integer,
  type StateOf,
} from "../../element/state/attributes.ts";
import { AXES, axes } from "../../kit/pieces/labelled-axes.ts";
import { type Box, figure, type Shown } from "../../kit/spec.ts";
import { circle, type Mark, segment } from "../../plots/marks.ts";
import { decimals, quantity } from "../../words/text.ts";

const table = {
  "seq-len": integer({ default: 64, min: 2, max: 2048 }),
  pos: integer({ default: 9, min: 0, max: 2047 }),
  format: choice(["float32", "float16", "bfloat16"]),
} as const;

type State = StateOf<typeof table>;

interface Model {
  /** Output at each position. */
  readonly masked: Float32Array;
  readonly open: Float32Array;
  /** Different outputs in the format. */
  readonly distinct: number;
  readonly distinctOpen: number;
}

const strings = {
  name: { en: "A causal mask counts", zh: "因果掩码会数数" },
  caption: {
    en: "The first token carries a 1, all others a 0, and the head attends to everything it may see alike. Drag along the curve; then take 1024 positions in bfloat16: how many can still be told apart?",
    zh: "第一个词元的值为 1，其余为 0，注意力头对看得见的词元一视同仁。沿曲线拖动；再取 1024 个位置、bfloat16 格式：还能分清多少个？",
  },
  seqLen: { en: "Positions", zh: "位置个数" },
  pos: { en: "Position p", zh: "位置 p" },
  format: { en: "Number format", zh: "数值格式" },
  float32: { en: "float32", zh: "float32" },
  float16: { en: "float16", zh: "float16" },
  bfloat16: { en: "bfloat16", zh: "bfloat16" },
  keys: {
    en: "Output over positions; arrow keys choose a position.",
    zh: "各位置的输出；方向键选择位置。",
  },
  masked: { en: "with a causal mask", zh: "加因果掩码" },
  open: { en: "without a mask", zh: "不加掩码" },
  position: { en: "position", zh: "位置" },
  output: { en: "output of the head", zh: "注意力头的输出" },
} as const;

type Here = Shown<State, Model>;

/** The head: queries and keys of zeros, so that all scores are equal. */
function head(seqLen: number, causal: boolean): Float32Array {
  const zeros = (rows: number) => ({
    data: new Float32Array(rows),
    shape: [rows, 1],
  });
  const v = zeros(seqLen);
  v.data[0] = 1;
  // Where all see the same and ask the same, one query answers for all.
  const q = zeros(causal ? seqLen : 1);
  const k = zeros(seqLen);
  const { data } = pe.attention({ q, k, v, numHeads: 1, causal }).output;
  return causal ? data : new Float32Array(seqLen).fill(data[0] as number);
}

function scales({ state }: Here, { width, height }: Box) {
  return {
    x: scaleLinear()
      .domain([0, state.seqLen - 1])
      .range([0, width]),
    y: scaleLinear().domain([0, 1]).range([height, 0]),
  };
}

/** Steps of a curve that are shorter, in px, nobody sees. */
const STEP = 0.5;

function curves(shown: Here, box: Box): Mark[] {
  const { state, model, lang } = shown;
  const { x, y } = scales(shown, box);
  const line = (data: Float32Array, stroke: "accent" | "warm"): Mark => ({
    kind: "path",
    draw(pen) {
      let [lastX, lastY] = [x(0), y(data[0] as number)];
      pen.moveTo(lastX, lastY);
      for (let pos = 1; pos < data.length; pos += 1) {
        const [px, py] = [x(pos), y(data[pos] as number)];
        const way = Math.max(px - lastX, Math.abs(py - lastY));
        if (way < STEP && pos < data.length - 1) continue;
        pen.lineTo(px, py);
        [lastX, lastY] = [px, py];
      }
    },
    stroke,
    width: 1.75,
  });
  const [px, now] = [x(state.pos), model.masked[state.pos] as number];
  return [
    ...axes(
      {
        x: { scale: x, marked: state.pos, label: strings.position[lang] },
        y: { scale: y, ticks: [0, 0.5, 1], label: strings.output[lang] },
      },
      box,
    ),
    line(model.open, "warm"),
    line(model.masked, "accent"),
    segment(px, box.height, px, y(now), { stroke: "ink3", dash: [2, 3] }),
    circle(px, y(model.open[state.pos] as number), 4, { fill: "warm" }),
    circle(px, y(now), 5, { fill: "accent" }),
  ];
}

function say({ state, model, lang }: Here): string {
  const { pos } = state;
  const [a, b] = [model.masked[pos] as number, model.open[pos] as number];
  const count = quantity(1 / a, 4);
  return {
    en: `Position ${pos}: the head’s output is ${decimals(a, 5)}, one over ${count}, with the mask; ${decimals(b, 5)} without, as everywhere.`,
    zh: `位置 ${pos}：加掩码时输出 ${decimals(a, 5)}，即 1/${count}；不加掩码时为 ${decimals(b, 5)}，处处相同。`,
  }[lang];
}

export const spec = figure<typeof table, Model>({
  tag: "pe-counting",
  table,
  strings,
  bounds: { pos: { max: ({ seqLen }) => seqLen - 1 } },
  controls: [
    { key: "pos" },
    { key: "seqLen", logarithmic: true },
    { key: "format", menu: true },
  ],
  compute({ seqLen, format }) {
    const [masked, open] = [head(seqLen, true), head(seqLen, false)];
    const count = (data: Float32Array): number =>
      pe.analysisCollisions({
        rows: { data, shape: [seqLen, 1] },
        format: format as NumberFormat,
      }).distinct;
    return {
      masked,
      open,
      distinct: count(masked),
      distinctOpen: count(open),
    };
  },
  finding({ state, model, lang }) {
    const all = quantity(state.seqLen);
    return {
      en: `With nothing but a causal mask, ${all} positions give <b>${quantity(model.distinct)}</b> different outputs in ${state.format}; without it, <b>${model.distinctOpen}</b>.`,
      zh: `只加因果掩码，${all} 个位置就有 <b>${quantity(model.distinct)}</b> 个不同的输出（${state.format}）；不加掩码，只有 <b>${model.distinctOpen}</b> 个。`,
    }[lang];
  },
  panels: [
    {
      kind: "plot",
      id: "curves",
      attention: "made",
      height: [220, 190],
      margin: AXES,
      legend: ({ lang }) => [
        { ink: "accent", text: strings.masked[lang] },
        { ink: "warm", text: strings.open[lang] },
      ],
      label: say,
      marks: curves,
      pointing: {
        cursor: "ew-resize",
        pick: (shown, at, box) => ({ pos: scales(shown, box).x.invert(at.x) }),
        steps: { any: "pos" },
      },
    },
  ],
  sentence: say,
  tableData({ state, model, lang }) {
    const step = Math.max(1, Math.floor(state.seqLen / 12));
    const rows = Array.from(
      { length: Math.ceil(state.seqLen / step) },
      (_, k) => k * step,
    );
    return {
      caption: strings.name[lang],
      corner: strings.position[lang],
      columns: [strings.masked[lang], strings.open[lang]],
      rows: rows.map((pos) => ({
        head: String(pos),
        cells: [model.masked, model.open].map((it) =>
          decimals(it[pos] as number, 6),
        ),
      })),
    };
  },
  csv: ({ model }) =>
    `position,causal,open\n${Array.from(model.masked, (value, pos) => `${pos},${value},${model.open[pos]}\n`).join("")}`,
  code: ({ state }) => `import { load } from "posenc";

const pe = await load();
const shape = [${state.seqLen}, 1];
const zeros = { data: new Float32Array(${state.seqLen}), shape };
const v = { data: new Float32Array(${state.seqLen}), shape };
v.data[0] = 1;
for (const causal of [true, false]) {
  const { output } = pe.attention({ q: zeros, k: zeros, v, numHeads: 1, causal });
  const { distinct } = pe.analysis.collisions({ rows: output, format: "${state.format}" });
  console.log(output.data[${state.pos}], distinct);
}
`,
  states: ({ state, model }) => [
    model.masked[state.pos] as number,
    model.distinct,
    model.open[state.pos] as number,
    model.distinctOpen,
  ],
});
