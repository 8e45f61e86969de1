// <pe-hybrid-columns>: some columns learned, the others sinusoidal; what the
// cut does to neighbouring positions.

import { scaleLinear } from "d3-scale";
import type { Tensor } from "posenc";
import * as pe from "posenc";
import {
  choice,
  integer,
  real,
  type StateOf,
} from "../../element/state/attributes.ts";
import { EVEN } from "../../kit/bounds.ts";
import { AXES, axes } from "../../kit/pieces/labelled-axes.ts";
import { cellsOf } from "../../kit/pieces/tensor-rows.ts";
import { type Box, figure, type Shown } from "../../kit/spec.ts";
import { cellScale, integerTicks } from "../../plots/axes.ts";
import { lineMark } from "../../plots/lines.ts";
import { circle, type Mark, segment, unseen } from "../../plots/marks.ts";
import { quantity } from "../../words/text.ts";

const ROWS = 65;

const table = {
  "learned-dims": integer({ default: 128, min: 2, max: 510 }),
  "d-model": integer({ default: 512, min: 8, max: 512 }),
  fixed: choice(["cut", "own"]),
  std: real({ default: 0.02, min: 0.001, max: 1 }),
  distance: integer({ default: 1, min: 1, max: ROWS - 1 }),
  seed: integer({ default: 1, min: 0, max: 9999 }),
} as const;

type State = StateOf<typeof table>;

interface Model {
  readonly rows: Tensor;
  /** Distance of positions 0 and k in the fixed columns, and in a whole table. */
  readonly fixed: Float64Array;
  readonly whole: Float64Array;
  /** Positions that the fastest fixed pair takes for one turn. */
  readonly fastest: number;
}

const strings = {
  name: { en: "Hybrid columns", zh: "混合列" },
  caption: {
    en: "Drag the border in the table to change how many columns are learned. Then give the fixed part a sinusoidal table of its own width: the fast pairs are back.",
    zh: "在表里拖动分界线，改变可学习列的多少。再让固定的列另成一张表：高频维度就回来了。",
  },
  learnedDims: { en: "Learned columns", zh: "可学习的列数" },
  dModel: { en: "Width d", zh: "维数 d" },
  fixed: { en: "Fixed columns", zh: "固定的列" },
  cut: { en: "the rest of the wide table", zh: "整张表的后一段" },
  own: { en: "a table of their own", zh: "另成一张表" },
  std: { en: "σ of the learned columns", zh: "可学习列的 σ" },
  distance: { en: "Distance k", zh: "距离 k" },
  seed: { en: "Seed", zh: "随机种子" },
  keys: {
    en: "The table; left and right arrows move the border of the learned columns.",
    zh: "编码表；左右方向键移动可学习列的分界线。",
  },
  curveKeys: {
    en: "Distance of rows by distance of positions; left and right arrows choose a distance.",
    zh: "行间距离随位置距离的变化；左右方向键选择距离。",
  },
} as const;

type Here = Shown<State, Model>;

/** Distance of row 0 from every other, over some of the columns. */
function spread({ data, shape }: Tensor, from: number): Float64Array {
  const width = shape[1] as number;
  return Float64Array.from({ length: shape[0] as number }, (_, row) => {
    let sum = 0;
    for (let k = from; k < width; k += 1) {
      sum += ((data[row * width + k] as number) - (data[k] as number)) ** 2;
    }
    return Math.sqrt(sum);
  });
}

/** Columns from a place on. */
function columns({ data, shape }: Tensor, from: number): Tensor {
  const [rows = 0, width = 0] = shape;
  const left = width - from;
  return {
    data: Float32Array.from(
      { length: rows * left },
      (_, k) =>
        data[Math.floor(k / left) * width + from + (k % left)] as number,
    ),
    shape: [rows, left],
  };
}

function compute(state: Readonly<State>): Model {
  const { learnedDims, dModel, std, seed } = state;
  const whole = pe.sinusoidal({ seqLen: ROWS, dModel });
  const own = state.fixed === "own";
  const rows = own
    ? pe.hybrid({ seqLen: ROWS, dModel, learnedDims, std, seed })
    : pe.embeddingConcat(
        pe.learned({ maxLen: ROWS, dModel: learnedDims, std, seed }),
        columns(whole, learnedDims),
      );
  const waves = pe.analysisWavelengths({
    dModel: own ? dModel - learnedDims : dModel,
  });
  return {
    rows,
    fixed: spread(rows, learnedDims),
    whole: spread(whole, 0),
    fastest: waves[own ? 0 : learnedDims / 2] as number,
  };
}

const border = ({ state }: Here, box: Box): number =>
  (state.learnedDims / state.dModel) * box.width;

function cells(shown: Here, box: Box): readonly Mark[] {
  const { state, lang, link } = shown;
  const zh = lang === "zh";
  const at = border(shown, box);
  const name = (x: number, text: string, room: number): Mark[] =>
    room > text.length * (zh ? 14 : 7)
      ? [{ kind: "text", x, y: -8, text, anchor: "middle", fill: "ink2" }]
      : [];
  return [
    ...axes(
      {
        x: {
          scale: cellScale(state.dModel, box.width),
          ticks: integerTicks(0, state.dModel - 1, box.width, 72),
          label: zh ? "维度" : "dimension",
        },
        y: {
          scale: cellScale(ROWS, box.height),
          ticks: integerTicks(0, ROWS - 1, box.height, 44),
          label: zh ? "位置" : "position",
        },
      },
      box,
    ),
    segment(at, -4, at, box.height, {
      stroke: "ink",
      width: link === "learnedDims" ? 3 : 2,
    }),
    ...name(at / 2, zh ? "可学习" : "learned", at),
    ...name((at + box.width) / 2, zh ? "固定" : "fixed", box.width - at),
  ];
}

function scales({ model }: Here, { width, height }: Box) {
  const top = Math.max(...model.whole, ...model.fixed) * 1.1;
  return {
    x: scaleLinear()
      .domain([0, ROWS - 1])
      .range([0, width]),
    y: scaleLinear().domain([0, top]).range([height, 0]),
  };
}

function curves(shown: Here, box: Box): readonly Mark[] {
  const { state, model, lang } = shown;
  const { x, y } = scales(shown, box);
  const zh = lang === "zh";
  const all = { start: 0, stride: 1, count: ROWS };
  return [
    ...axes(
      {
        x: {
          scale: x,
          label: zh ? "两个位置的距离 k" : "distance k of two positions",
          marked: state.distance,
        },
        y: { scale: y, label: zh ? "两行的距离" : "distance of their rows" },
      },
      box,
    ),
    lineMark({ data: model.whole, ...all }, x, y, {
      stroke: "ink3",
      dash: [5, 4],
      width: 1.5,
    }),
    unseen([
      lineMark({ data: model.fixed, ...all }, x, y, {
        stroke: "accent",
        width: 2,
      }),
      circle(x(state.distance), y(model.fixed[state.distance] as number), 5, {
        fill: "accent",
      }),
    ]),
  ];
}

const even = (value: number): number => value - (value % 2);

export const spec = figure<typeof table, Model>({
  tag: "pe-hybrid-columns",
  table,
  strings,
  bounds: {
    dModel: EVEN,
    learnedDims: { ...EVEN, max: ({ dModel }) => dModel - 2 },
  },
  controls: [
    { key: "learnedDims", step: 2 },
    { key: "distance" },
    { key: "dModel", step: 2 },
    { key: "std", logarithmic: true },
    { key: "fixed" },
    { key: "seed" },
  ],
  compute,
  finding({ state, model, lang }) {
    const { distance } = state;
    const [here, whole] = [model.fixed[distance], model.whole[distance]].map(
      (it) => quantity(it as number),
    );
    const wave = quantity(model.fastest);
    return {
      en: `The fastest of the ${state.dModel - state.learnedDims} fixed columns needs <b>${wave}</b> positions for a turn. Positions ${distance} apart differ there by <b>${here}</b>; in the whole sinusoidal table it is ${whole}.`,
      zh: `${state.dModel - state.learnedDims} 个固定列中，最快的要 <b>${wave}</b> 个位置才转一圈。相距 ${distance} 的两个位置，在这些列上相差 <b>${here}</b>；在整张正弦表里是 ${whole}。`,
    }[lang];
  },
  panels: [
    {
      kind: "cells",
      id: "table",
      height: [190, 170],
      margin: AXES,
      label: (shown) => say(shown),
      matrix: ({ model }) => cellsOf(model.rows, [-1, 1]),
      marks: cells,
      pointing: {
        cursor: "col-resize",
        drag: ({ state }, at, box) => ({
          learnedDims: even(Math.round((at.x / box.width) * state.dModel)),
        }),
        steps: { x: "learnedDims" },
      },
    },
    {
      kind: "plot",
      id: "curve",
      height: [180, 160],
      margin: AXES,
      legend: ({ lang }) => [
        {
          ink: "accent",
          text: lang === "zh" ? "只看固定的列" : "fixed columns only",
        },
        {
          ink: "ink3",
          dashed: true,
          text: lang === "zh" ? "整张正弦表" : "whole sinusoidal table",
        },
      ],
      label: (shown) => say(shown),
      marks: curves,
      pointing: {
        cursor: "ew-resize",
        keys: strings.curveKeys,
        drag: (shown, at, box) => ({
          distance: scales(shown, box).x.invert(at.x),
        }),
        steps: { x: "distance" },
      },
    },
  ],
  sentence: (shown) => say(shown),
  tableData({ model, lang }) {
    const zh = lang === "zh";
    const chosen = [1, 2, 3, 4, 6, 8, 12, 16, 24, 32, 48, 64];
    return {
      caption: strings.name[lang],
      corner: strings.distance[lang],
      columns: zh
        ? ["固定的列", "整张正弦表"]
        : ["fixed columns", "whole table"],
      rows: chosen.map((k) => ({
        head: String(k),
        cells: [model.fixed[k], model.whole[k]].map((it) =>
          quantity(it as number, 4),
        ),
      })),
    };
  },
  code: ({ state }) => `import { load } from "posenc";

const pe = await load();
const [seqLen, dModel, learnedDims] = [${ROWS}, ${state.dModel}, ${state.learnedDims}];
const whole = pe.embedding.sinusoidal({ seqLen, dModel });
${
  state.fixed === "own"
    ? `// Its fixed part is a table of its own.
const rows = pe.embedding.hybrid({
  seqLen, dModel, learnedDims, std: ${state.std}, seed: ${state.seed},
});
const waves = pe.analysis.wavelengths({ dModel: dModel - learnedDims });
console.log(waves[0]); // of the fastest fixed pair`
    : `// Its fixed part is cut from the table of the whole width.
const rows = pe.embedding.concat(
  pe.embedding.learned({ maxLen: seqLen, dModel: learnedDims, std: ${state.std}, seed: ${state.seed} }),
  {
    data: whole.data.filter((_, n) => n % dModel >= learnedDims),
    shape: [seqLen, dModel - learnedDims],
  },
);
const waves = pe.analysis.wavelengths({ dModel });
console.log(waves[learnedDims / 2]); // of the fastest fixed pair`
}
console.log(rows.data.slice(0, 2)); // of the learned part
// Distance of two positions in the fixed columns, and in a whole table.
for (const [{ data }, from] of [[rows, learnedDims], [whole, 0]]) {
  let sum = 0;
  for (let k = from; k < dModel; k += 1) sum += (data[${state.distance} * dModel + k] - data[k]) ** 2;
  console.log(Math.sqrt(sum));
}
`,
  states({ state: { distance }, model: { fastest, rows, fixed, whole } }) {
    const both = [fixed, whole].map((all) => all[distance] as number);
    return [fastest, rows.data.subarray(0, 2), both];
  },
});

function say({ state, model, lang }: Here): string {
  const here = quantity(model.fixed[state.distance] as number);
  return {
    en: `${state.learnedDims} of ${state.dModel} columns are learned; over the others, positions ${state.distance} apart are ${here} apart.`,
    zh: `${state.dModel} 列中有 ${state.learnedDims} 列可学习；在其余各列上，相距 ${state.distance} 的位置，行间距离为 ${here}。`,
  }[lang];
}
