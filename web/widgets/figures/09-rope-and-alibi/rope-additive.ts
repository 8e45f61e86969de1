// <pe-rope-additive>: the score of two tokens while both slide, with added
// sinusoids and with rotations.

import type { Tensor } from "posenc";
import * as pe from "posenc";
import { integer, type StateOf } from "../../element/state/attributes.ts";
import { EVEN } from "../../kit/bounds.ts";
import { AXES } from "../../kit/pieces/labelled-axes.ts";
import { type Box, figure, type Shown } from "../../kit/spec.ts";
import type { Mark } from "../../plots/marks.ts";
import { cellValue, decimals } from "../../words/text.ts";
import { errorText, random, shaped } from "../shared/random-content.ts";
import { rowScores, slidingMarks, spreadOf } from "./sliding-scores.ts";

const table = {
  slide: integer({ default: 120, min: 0, max: 1000 }),
  distance: integer({ default: 7, min: 0, max: 100 }),
  "head-dim": integer({ default: 64, min: 2, max: 128 }),
  seed: integer({ default: 2, min: 0, max: 9999 }),
} as const;

type State = StateOf<typeof table>;

interface Model {
  readonly rotary: Float32Array;
  readonly additive: Float32Array;
  readonly spreads: { readonly rotary: number; readonly additive: number };
}

const SLIDES = 1001;

const strings = {
  name: { en: "Added or turned", zh: "相加还是旋转" },
  caption: {
    en: "Two tokens, always the same distance apart, are moved through a text together. Drag along the curves. With added rows the score wanders, because content meets position in it; with rotations it is a straight line. Under “More”, another seed gives other tokens and another line.",
    zh: "两个词元保持同样的距离，一起在文本中移动。沿曲线拖动。相加时，内容与位置在分数里相遇，分数飘忽不定；旋转时则是一条直线。在“更多”里换个随机种子，就是另外两个词元、另一条线。",
  },
  slide: { en: "Position of the key", zh: "键的位置" },
  distance: { en: "Distance", zh: "距离" },
  headDim: { en: "Head width d", zh: "头维度 d" },
  seed: { en: "Seed", zh: "随机种子" },
  rotary: { en: "rotary", zh: "旋转" },
  additive: { en: "sinusoids added", zh: "加正弦向量" },
  score: { en: "score q·k / √d", zh: "分数 q·k / √d" },
  keys: {
    en: "Scores by position; arrow keys move both tokens.",
    zh: "分数随位置的变化；方向键移动两个词元。",
  },
} as const;

type Here = Shown<State, Model>;

function model(state: Readonly<State>): Model {
  const { distance, headDim: width, seed } = state;
  const copies = (part: number) =>
    pe.embeddingLookup(
      random(1, width, 10 * seed + part),
      new Array<number>(SLIDES).fill(0),
    );
  const [q, k] = [copies(1), copies(2)];
  const rows = (offset: number) =>
    pe.sinusoidal({ seqLen: SLIDES, offset, dModel: width });
  const additive = rowScores(
    pe.embeddingAdd(q, rows(distance)),
    pe.embeddingAdd(k, rows(0)),
    width,
  );
  const frequencies = pe.rotaryFrequencies({ headDim: width });
  const turned = (x: Tensor, offset: number) =>
    pe.rotaryApply(shaped(x, SLIDES, 1, width), { frequencies, offset });
  const rotary = rowScores(turned(q, distance), turned(k, 0), width);
  return {
    rotary,
    additive,
    spreads: { rotary: spreadOf(rotary), additive: spreadOf(additive) },
  };
}

const lines = ({ state, model, lang }: Here, box: Box): readonly Mark[] =>
  slidingMarks(
    [
      { values: model.additive, ink: "warm", isRead: true },
      { values: model.rotary, ink: "accent", isRead: true },
    ],
    {
      slide: state.slide,
      reach: [...model.additive, model.rotary[0] as number],
    },
    { slide: strings.slide[lang], score: strings.score[lang] },
    box,
  );

function say({ state, model: { rotary, additive }, lang }: Here): string {
  const { slide, distance } = state;
  const [a, r] = [additive, rotary].map((all) =>
    cellValue(all[slide] as number),
  );
  return {
    en: `Key at ${slide}, query at ${slide + distance}: added ${a}, turned ${r}.`,
    zh: `键在 ${slide}，查询在 ${slide + distance}：相加得 ${a}，旋转得 ${r}。`,
  }[lang];
}

export const spec = figure<typeof table, Model>({
  tag: "pe-rope-additive",
  table,
  strings,
  bounds: { headDim: EVEN },
  controls: [
    { key: "slide", play: { every: 60 } },
    { key: "distance" },
    { key: "headDim", step: 2 },
    { key: "seed" },
  ],
  compute: model,
  finding({ state, model: { rotary, spreads }, lang }) {
    const score = decimals(rotary[0] as number, 3);
    const [turned, added] = [
      errorText(spreads.rotary),
      decimals(spreads.additive, 2),
    ];
    return {
      en: `The same two tokens, ${state.distance} apart, at 1001 places. With sinusoids added the score varies by <b>${added}</b>; with rotations it is ${score} and varies by <b>${turned}</b>, which is rounding.`,
      zh: `同样两个词元，相距 ${state.distance}，放在 1001 处。加正弦向量时，分数变化达 <b>${added}</b>；用旋转时，分数是 ${score}，只变化 <b>${turned}</b>，那是舍入误差。`,
    }[lang];
  },
  panels: [
    {
      kind: "plot",
      id: "lines",
      attention: "random",
      height: [220, 190],
      margin: AXES,
      legend: ({ lang }) => [
        { ink: "accent", text: strings.rotary[lang] },
        { ink: "warm", text: strings.additive[lang] },
      ],
      label: say,
      marks: lines,
      pointing: {
        cursor: "ew-resize",
        pick: (_, at, box) => ({ slide: (at.x / box.width) * (SLIDES - 1) }),
        steps: { any: "slide" },
      },
    },
  ],
  sentence: say,
  tableData({ state, model: { rotary, additive }, lang }) {
    const places = [0, 1, 10, 50, 100, 200, 500, 1000];
    const rows = [...new Set([...places, state.slide])].sort((a, b) => a - b);
    return {
      caption: strings.name[lang],
      corner: strings.slide[lang],
      columns: [strings.rotary[lang], strings.additive[lang]],
      rows: rows.map((s) => ({
        head: String(s),
        cells: [rotary[s] as number, additive[s] as number].map((v) =>
          decimals(v, 6),
        ),
      })),
      marked: { row: rows.indexOf(state.slide), column: 0 },
    };
  },
  csv: ({ model: { rotary, additive } }) =>
    `position,rotary,additive\n${Array.from(rotary, (r, n) => `${n},${r},${additive[n]}\n`).join("")}`,
  code: ({ state }) => `import { load } from "posenc";

const pe = await load();
const [d, distance] = [${state.headDim}, ${state.distance}];
const token = (part) =>
  pe.embedding.learned({ maxLen: 1, dModel: d, std: 1, seed: ${10 * state.seed} + part });
const [q, k] = [token(1), token(2)];
const frequencies = pe.rotary.frequencies({ headDim: d });
const placed = {
  rotary: ({ data }, position) =>
    pe.rotary.apply({ data, shape: [1, 1, d] }, { frequencies, positions: [position] }).data,
  additive: (x, position) =>
    pe.embedding.add(x, pe.embedding.sinusoidal({ positions: [position], dModel: d })).data,
};
for (const [name, at] of Object.entries(placed)) {
  const scores = Float32Array.from({ length: ${SLIDES} }, (_, slide) => {
    const [a, b] = [at(q, slide + distance), at(k, slide)];
    return a.reduce((sum, v, c) => sum + v * b[c], 0) / Math.sqrt(d);
  });
  // The chosen one, and how far they stray while both slide.
  console.log(name, scores[${state.slide}], Math.max(...scores) - Math.min(...scores));
}
`,
  states: ({ state: { slide }, model: { rotary, additive, spreads } }) => [
    rotary[slide] as number,
    spreads.rotary,
    additive[slide] as number,
    spreads.additive,
  ],
});
