// <pe-key-shift>: cached keys moved to new positions without the old ones.

import { scaleLinear } from "d3-scale";
import type { Tensor } from "posenc";
import * as pe from "posenc";
import {
  choice,
  integer,
  type StateOf,
} from "../../element/state/attributes.ts";
import { AXES, axes } from "../../kit/pieces/labelled-axes.ts";
import { type Box, figure, type Shown } from "../../kit/spec.ts";
import { circle, type Mark, segment } from "../../plots/marks.ts";
import { cellValue, decimals, plural } from "../../words/text.ts";
import { errorText, random, shaped } from "../shared/random-content.ts";

/** Keys in the cache, and their width. */
const KEYS = 40;
const D = 64;

const table = {
  dropped: integer({ default: 12, min: 0, max: KEYS - 1 }),
  key: integer({ default: 30, min: 0, max: KEYS - 1 }),
  steps: integer({ default: 1, min: 1, max: 64 }),
  layout: choice(["halves", "interleaved"]),
  seed: integer({ default: 6, min: 0, max: 9999 }),
} as const;

type State = StateOf<typeof table>;

interface Model {
  /** Scores of the new query with the keys that are left. */
  readonly right: Float32Array;
  readonly shifted: Float32Array;
  readonly left: Float32Array;
  readonly shiftedError: number;
  readonly leftError: number;
}

const strings = {
  name: { en: "Shift cached keys", zh: "移动缓存的键" },
  caption: {
    en: "The cache is full: the oldest keys are dropped and the rest renumbered from 0. Circles are the right scores, from keys rotated anew; dots the cached keys, turned back by the drop; crosses the cached keys as they were. Drag along the keys; change how many are dropped.",
    zh: "缓存满了：丢掉最早的键，其余从 0 重新编号。圆圈是正确分数，由重新旋转的键算出；圆点是把缓存的键往回转之后的分数；叉是缓存原样不动的分数。沿键拖动，改变丢掉的个数。",
  },
  dropped: { en: "Keys dropped", zh: "丢掉的键数" },
  key: { en: "Key, old number", zh: "键（原编号）" },
  steps: { en: "Number of steps", zh: "分几步移动" },
  layout: { en: "Pairs", zh: "配对" },
  halves: { en: "halves", zh: "两半" },
  interleaved: { en: "interleaved", zh: "交错" },
  seed: { en: "Seed", zh: "随机种子" },
  keys: {
    en: "Scores of the keys in the cache; left and right arrows choose a key, up and down how many are dropped.",
    zh: "缓存中各键的分数；左右方向键选择键，上下方向键改变丢掉的个数。",
  },
  axis: { en: "key, by its old number", zh: "键（原编号）" },
  score: { en: "score with the next query", zh: "与下一个查询的分数" },
  right: { en: "rotated anew", zh: "重新旋转" },
  shifted: { en: "shifted", zh: "移动后" },
  left: { en: "left as they were", zh: "原样不动" },
} as const;

type Here = Shown<State, Model>;

function compute(state: Readonly<State>): Model {
  const { dropped, steps, layout, seed } = state;
  const kept = KEYS - dropped;
  const frequencies = pe.rotaryFrequencies({ headDim: D });
  const rows = (count: number, part: number): Tensor =>
    shaped(random(count, D, 10 * seed + part), count, 1, D);
  const all = rows(KEYS, 1);
  const tail = (x: Tensor): Tensor =>
    shaped({ data: x.data.slice(dropped * D) }, kept, 1, D);
  const cached = tail(pe.rotaryApply(all, { frequencies, layout }));
  const fresh = pe.rotaryApply(tail(all), { frequencies, layout });
  let moved = cached;
  for (let n = 0; n < steps; n += 1) {
    moved = pe.rotaryShift(moved, -dropped / steps, { frequencies, layout });
  }
  const query = pe.rotaryApply(rows(1, 2), {
    frequencies,
    layout,
    positions: [kept],
  }).data;
  const scores = ({ data }: Tensor): Float32Array =>
    Float32Array.from({ length: kept }, (_, n) => {
      let sum = 0;
      for (let c = 0; c < D; c += 1) {
        sum += (query[c] as number) * (data[n * D + c] as number);
      }
      return sum / Math.sqrt(D);
    });
  const right = scores(fresh);
  const off = (other: Float32Array): number =>
    right.reduce(
      (most, v, n) => Math.max(most, Math.abs(v - (other[n] as number))),
      0,
    );
  const [shifted, left] = [scores(moved), scores(cached)];
  return {
    right,
    shifted,
    left,
    shiftedError: off(shifted),
    leftError: off(left),
  };
}

function plot({ state, model, lang }: Here, box: Box): readonly Mark[] {
  const { dropped } = state;
  const reach = Math.max(
    1,
    ...[...model.right, ...model.left].map((v) => Math.abs(v)),
  );
  const x = scaleLinear()
    .domain([-0.5, KEYS - 0.5])
    .range([0, box.width]);
  const y = scaleLinear()
    .domain([-1.1 * reach, 1.1 * reach])
    .range([box.height, 0]);
  const size = Math.min(4, box.width / KEYS / 3);
  const each = (
    values: Float32Array,
    draw: (px: number, py: number) => Mark[],
  ): Mark[] => Array.from(values, (v, n) => draw(x(dropped + n), y(v))).flat();
  const line = x(state.key);
  return [
    ...(dropped > 0
      ? [
          {
            kind: "path" as const,
            draw: (pen: {
              rect: (...at: [number, number, number, number]) => void;
            }) => pen.rect(0, 0, x(dropped - 0.5), box.height),
            fill: "soft" as const,
          },
        ]
      : []),
    ...axes(
      {
        x: { scale: x, label: strings.axis[lang], marked: state.key },
        y: {
          scale: y,
          label: strings.score[lang],
          format: (v) => decimals(v, 1),
        },
      },
      box,
    ),
    segment(0, y(0), box.width, y(0), { stroke: "rule" }),
    segment(line, 0, line, box.height, { stroke: "rule" }),
    ...each(model.left, (px, py) => [
      segment(px - size, py - size, px + size, py + size, { stroke: "warm" }),
      segment(px - size, py + size, px + size, py - size, { stroke: "warm" }),
    ]),
    ...each(model.right, (px, py) => [
      circle(px, py, size + 2, { stroke: "ink2" }),
    ]),
    ...each(model.shifted, (px, py) => [
      circle(px, py, size, { fill: "accent" }),
    ]),
  ];
}

function say({ state, model, lang }: Here): string {
  const at = state.key - state.dropped;
  const [right, shifted, left] = [model.right, model.shifted, model.left].map(
    (all) => cellValue(all[at] as number),
  );
  return {
    en: `Key ${state.key}, now number ${at}: rotated anew ${right}, shifted ${shifted}, left as it was ${left}.`,
    zh: `原编号 ${state.key} 的键，现编号 ${at}：重新旋转 ${right}，移动后 ${shifted}，原样不动 ${left}。`,
  }[lang];
}

export const spec = figure<typeof table, Model>({
  tag: "pe-key-shift",
  table,
  strings,
  bounds: { key: { min: ({ dropped }) => dropped } },
  controls: [
    { key: "dropped" },
    { key: "steps", logarithmic: true },
    { key: "layout" },
    { key: "seed" },
  ],
  compute,
  finding({ state, model, lang }) {
    const [good, bad] = [
      errorText(model.shiftedError),
      decimals(model.leftError, 2),
    ];
    const steps =
      state.steps === 1
        ? { en: "", zh: "" }
        : {
            en: `, in ${state.steps} ${plural(state.steps, "step")}`,
            zh: `，分 ${state.steps} 步`,
          };
    return {
      en: `${state.dropped} ${plural(state.dropped, "key")} dropped. Turned back by as many positions${steps.en}, the cached keys give the right scores to <b>${good}</b>; left as they were, they are off by up to <b>${bad}</b>.`,
      zh: `丢掉 ${state.dropped} 个键。把缓存的键往回转同样多的位置${steps.zh}，分数与正确值相差不超过 <b>${good}</b>；原样不动，则最多相差 <b>${bad}</b>。`,
    }[lang];
  },
  panels: [
    {
      kind: "plot",
      id: "scores",
      attention: "random",
      height: [230, 200],
      margin: AXES,
      legend: ({ lang }) => [
        { ink: "ink2", text: `○ ${strings.right[lang]}` },
        { ink: "accent", text: `● ${strings.shifted[lang]}` },
        { ink: "warm", text: `× ${strings.left[lang]}` },
      ],
      label: say,
      marks: plot,
      pointing: {
        cursor: "ew-resize",
        pick: (_, at, box) => ({ key: Math.floor((at.x / box.width) * KEYS) }),
        steps: { x: "key", up: "dropped" },
      },
    },
  ],
  sentence: say,
  tableData({ state, model, lang }) {
    return {
      caption: strings.name[lang],
      corner: strings.key[lang],
      columns: [strings.right[lang], strings.shifted[lang], strings.left[lang]],
      rows: Array.from(model.right, (v, n) => ({
        head: String(state.dropped + n),
        cells: [v, model.shifted[n] as number, model.left[n] as number].map(
          (value) => decimals(value, 6),
        ),
      })),
      marked: { row: state.key - state.dropped, column: 1 },
    };
  },
  code: ({ state }) => `import { load } from "posenc";

const pe = await load();
const [d, dropped, steps] = [${D}, ${state.dropped}, ${state.steps}];
const kept = ${KEYS} - dropped;
const options = { frequencies: pe.rotary.frequencies({ headDim: d }), layout: "${state.layout}" };
const rows = (count, part) => ({
  ...pe.embedding.learned({ maxLen: count, dModel: d, std: 1, seed: ${10 * state.seed} + part }),
  shape: [count, 1, d],
});
const tail = ({ data }) => ({ data: data.slice(dropped * d), shape: [kept, 1, d] });
const keys = rows(${KEYS}, 1);
const anew = pe.rotary.apply(tail(keys), options);
const cached = tail(pe.rotary.apply(keys, options));
let shifted = cached;
for (let step = 0; step < steps; step += 1) {
  shifted = pe.rotary.shift(shifted, -dropped / steps, options);
}
const query = pe.rotary.apply(rows(1, 2), { ...options, positions: [kept] }).data;
const scores = ({ data }) =>
  Float32Array.from({ length: kept }, (_, n) =>
    query.reduce((sum, v, c) => sum + v * data[n * d + c], 0) / Math.sqrt(d));
const [right, moved, left] = [anew, shifted, cached].map(scores);
const at = ${state.key} - dropped;
console.log(right[at], moved[at], left[at]);
// The largest error of a score: of shifted keys, of keys left as they were.
for (const other of [moved, left]) {
  console.log(Math.max(...[...right].map((v, n) => Math.abs(v - other[n]))));
}
`,
  states({ state, model }) {
    const { right, shifted, left, shiftedError, leftError } = model;
    const scores = [right, shifted, left].map(
      (all) => all[state.key - state.dropped] as number,
    );
    return [scores, shiftedError, leftError];
  },
});
