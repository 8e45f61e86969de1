// <pe-conv-edge>: a convolution over equal tokens: zeros beyond the ends let
// positions leak in, a ring has no ends.

import { scaleLinear } from "d3-scale";
import type { Tensor } from "posenc";
import * as pe from "posenc";
import {
  choice,
  integer,
  type StateOf,
} from "../../element/state/attributes.ts";
import { rect } from "../../kit/highlights.ts";
import { AXES, axes } from "../../kit/pieces/labelled-axes.ts";
import { cellsOf, distance, rowNames } from "../../kit/pieces/tensor-rows.ts";
import { type Box, figure, type Shown } from "../../kit/spec.ts";
import type { Mark } from "../../plots/marks.ts";
import { cellValue, decimals, plural, quantity } from "../../words/text.ts";

const WIDTH = 8;

const table = {
  padding: choice(["zero", "circular", "causal"]),
  kernel: integer({ default: 3, min: 1, max: 9 }),
  layers: integer({ default: 2, min: 1, max: 8 }),
  tokens: choice(["same", "different"]),
  "seq-len": integer({ default: 20, min: 3, max: 40 }),
  pos: integer({ default: 1, min: 0, max: 39 }),
  seed: integer({ default: 1, min: 0, max: 9999 }),
} as const;

type State = StateOf<typeof table>;

interface Model {
  readonly rows: Tensor;
  readonly distinct: number;
  /** Distance of each row from the middle one. */
  readonly apart: readonly number[];
  /** Largest change of the result, moved back, when the tokens move by one. */
  readonly moved: number;
}

const strings = {
  name: { en: "Convolution and its edges", zh: "卷积与边缘" },
  caption: {
    en: "All tokens are equal, so whatever differs in the pictures is position. Close the text to a ring: everything is gone. Then stack more layers and see how far the edge can be felt.",
    zh: "所有词元都一样，图中凡有不同，就是位置。把文本首尾接成环：差别全没了。再多叠几层，看边缘的影响能传多远。",
  },
  padding: { en: "Beyond the ends", zh: "两端之外" },
  zero: { en: "zeros", zh: "补零" },
  circular: { en: "the other end (ring)", zh: "接到另一端（环）" },
  causal: { en: "zeros in front only", zh: "只在前面补零" },
  kernel: { en: "Kernel", zh: "卷积核宽度" },
  layers: { en: "Layers", zh: "层数" },
  tokens: { en: "Tokens", zh: "词元" },
  same: { en: "all the same", zh: "全都一样" },
  different: { en: "all different", zh: "各不相同" },
  seqLen: { en: "Length", zh: "长度" },
  pos: { en: "Token", zh: "第几个" },
  seed: { en: "Seed", zh: "随机种子" },
  keys: {
    en: "Distance of each row from the middle one; left and right arrows choose a token.",
    zh: "各行与正中一行的距离；左右方向键选择词元。",
  },
} as const;

type Here = Shown<State, Model>;

/** The rows of a tensor, the last one first. */
function rolled({ data, shape }: Tensor): Tensor {
  const width = shape[1] as number;
  const out = new Float32Array(data.length);
  out.set(data.subarray(data.length - width), 0);
  out.set(data.subarray(0, data.length - width), width);
  return { data: out, shape };
}

function convolved(x: Tensor, state: Readonly<State>): Tensor {
  const depthwise = pe.learned({
    maxLen: WIDTH,
    dModel: state.kernel,
    std: 0.5 / Math.sqrt(state.kernel),
    seed: state.seed + 1,
  });
  let rows = x;
  for (let layer = 0; layer < state.layers; layer += 1) {
    rows = pe.convolutional(rows, {
      depthwise,
      padding: state.padding,
      residual: true,
    });
  }
  return rows;
}

function compute(state: Readonly<State>): Model {
  const { seqLen, seed, tokens } = state;
  const drawn = pe.learned({
    maxLen: seqLen,
    dModel: WIDTH,
    std: 0.5,
    seed,
  });
  const ids = Array.from({ length: seqLen }, (_, t) =>
    tokens === "same" ? 0 : t,
  );
  const x = pe.embeddingLookup(drawn, ids);
  const rows = convolved(x, state);
  const later = convolved(rolled(x), state);
  const back = rolled(rows);
  const middle = seqLen >> 1;
  return {
    rows,
    distinct: pe.analysisCollisions({ rows }).distinct,
    apart: ids.map((_, t) => distance(rows, t, middle)),
    moved: later.data.reduce(
      (most, value, k) =>
        Math.max(most, Math.abs(value - (back.data[k] as number))),
      0,
    ),
  };
}

function bars(shown: Here, box: Box): readonly Mark[] {
  const { state, model, lang } = shown;
  const count = model.apart.length;
  const top = Math.max(0.1, ...model.apart) * 1.1;
  const x = scaleLinear()
    .domain([-0.5, count - 0.5])
    .range([0, box.width]);
  const y = scaleLinear().domain([0, top]).range([box.height, 0]);
  const each = box.width / count;
  const zh = lang === "zh";
  return [
    ...axes(
      {
        x: {
          scale: x,
          label: zh ? "位置" : "position",
          ticks: x.ticks(8).filter(Number.isInteger),
          marked: state.pos,
        },
        y: {
          scale: y,
          label: zh ? "与正中一行的距离" : "distance from the middle row",
          ticks: y.ticks(4),
          format: (v) => quantity(v, 2),
        },
      },
      box,
    ),
    ...model.apart.map((value, t) =>
      rect(
        [
          t * each + 1.5,
          y(value),
          each - 3,
          Math.max(0, box.height - y(value)),
        ],
        { fill: t === state.pos ? "accent" : "ink3" },
      ),
    ),
  ];
}

export const spec = figure<typeof table, Model>({
  tag: "pe-conv-edge",
  table,
  strings,
  bounds: { pos: { max: ({ seqLen }) => seqLen - 1 } },
  controls: [
    { key: "padding" },
    { key: "tokens" },
    { key: "layers" },
    { key: "kernel" },
    { key: "seqLen" },
    { key: "pos" },
    { key: "seed" },
  ],
  main: ["padding", "layers"],
  compute,
  finding({ state, model, lang }) {
    const moved = quantity(model.moved, 2);
    const what = state.tokens === "same" ? "same" : "other";
    const rows = {
      same: {
        en: `${state.seqLen} equal tokens come out as <b>${model.distinct}</b> different ${plural(model.distinct, "vector")}.`,
        zh: `${state.seqLen} 个相同的词元，出来有 <b>${model.distinct}</b> 种向量。`,
      },
      other: {
        en: `${state.seqLen} different tokens come out as <b>${model.distinct}</b> different ${plural(model.distinct, "vector")}.`,
        zh: `${state.seqLen} 个不同的词元，出来有 <b>${model.distinct}</b> 种向量。`,
      },
    }[what];
    return {
      en: `${rows.en} Move all tokens one place around the ring: the result differs from the old one moved along by up to <b>${moved}</b>.`,
      zh: `${rows.zh}所有词元绕环移一位，新结果与原结果移一位后最多相差 <b>${moved}</b>。`,
    }[lang];
  },
  panels: [
    {
      kind: "plot",
      id: "apart",
      height: [150, 130],
      margin: AXES,
      label: (shown) => say(shown),
      marks: bars,
      pointing: {
        cursor: "pointer",
        pick: ({ state }, at, box) => ({
          pos: Math.floor((at.x / (box.width || 1)) * state.seqLen),
        }),
        steps: { x: "pos" },
      },
    },
    {
      kind: "cells",
      id: "rows",
      height: [240, 220],
      margin: { left: 52, right: 12, top: 6, bottom: 8 },
      title: ({ lang }) =>
        ({
          en: "convolved rows: position\u00a0↓ dimension\u00a0→",
          zh: "卷积之后的各行：位置\u00a0↓ 维度\u00a0→",
        })[lang],
      label: (shown) => say(shown),
      matrix: ({ model }) =>
        cellsOf(model.rows, [-2, 2], { format: (v) => decimals(v, 2) }),
      marks: ({ state, model }, box) =>
        rowNames(
          model.apart.map((_, t) => String(t)),
          box,
          state.pos,
        ),
    },
  ],
  sentence: (shown) => say(shown),
  tableData: ({ state, model, lang }) => ({
    caption: strings.name[lang],
    corner: strings.pos[lang],
    columns:
      lang === "zh"
        ? ["与正中一行的距离", "第 0 维"]
        : ["distance from the middle row", "dimension 0"],
    rows: model.apart.map((value, t) => ({
      head: String(t),
      cells: [
        cellValue(value),
        cellValue(model.rows.data[t * WIDTH] as number),
      ],
    })),
    marked: { row: state.pos, column: 0 },
  }),
  code: ({ state }) => `import { load } from "posenc";

const pe = await load();
const [n, d] = [${state.seqLen}, ${WIDTH}];
const drawn = pe.embedding.learned({ maxLen: n, dModel: d, std: 0.5, seed: ${state.seed} });
const x = pe.embedding.lookup(drawn, Array.from({ length: n }, (_, t) => ${state.tokens === "same" ? 0 : "t"}));
const depthwise = pe.embedding.learned({
  maxLen: d,
  dModel: ${state.kernel},
  std: 0.5 / Math.sqrt(${state.kernel}),
  seed: ${state.seed + 1},
});
const convolved = (rows) => {
  for (let layer = 0; layer < ${state.layers}; layer += 1) {
    rows = pe.embedding.convolutional(rows, { depthwise, padding: "${state.padding}", residual: true });
  }
  return rows;
};
const rows = convolved(x);
console.log(pe.analysis.collisions({ rows }).distinct);
console.log(rows.data.slice(${state.pos * WIDTH}, ${(state.pos + 1) * WIDTH}));
// The tokens moved by one, and the result moved: largest difference.
const rolled = ({ data, shape }) => ({
  data: data.map((_, k) => data[(k - d + data.length) % data.length]),
  shape,
});
const [later, back] = [convolved(rolled(x)).data, rolled(rows).data];
console.log(Math.max(...[...later].map((value, k) => Math.abs(value - back[k]))));
`,
  states: ({ state: { pos }, model: { distinct, rows, moved } }) => [
    distinct,
    rows.data.subarray(pos * WIDTH, (pos + 1) * WIDTH),
    moved,
  ],
});

function say({ state, model, lang }: Here): string {
  const apart = quantity(model.apart[state.pos] as number);
  return {
    en: `After ${state.layers} ${plural(state.layers, "layer")} of width ${state.kernel}, ${strings[state.padding].en} beyond the ends: token ${state.pos} is ${apart} from the middle one; ${model.distinct} different ${plural(model.distinct, "vector")}.`,
    zh: `${state.layers} 层、核宽 ${state.kernel}，两端${strings[state.padding].zh}：第 ${state.pos} 个词元与正中的相距 ${apart}；共 ${model.distinct} 种向量。`,
  }[lang];
}
