// <pe-update-counts>: how often each row of a table is trained, for texts of
// many lengths.

import { scaleLinear } from "d3-scale";
import * as pe from "posenc";
import {
  choice,
  integer,
  type StateOf,
} from "../../element/state/attributes.ts";
import { rect } from "../../kit/highlights.ts";
import { AXES, axes } from "../../kit/pieces/labelled-axes.ts";
import { type Box, figure, type Shown } from "../../kit/spec.ts";
import { circle, type Mark, segment } from "../../plots/marks.ts";
import { group, plural, quantity } from "../../words/text.ts";

const table = {
  "max-len": integer({ default: 512, min: 8, max: 512 }),
  texts: integer({ default: 500, min: 1, max: 1000 }),
  mean: integer({ default: 60, min: 1, max: 512 }),
  lengths: choice(["tapering", "even", "packed"]),
  pos: integer({ default: 255, min: 0, max: 511 }),
} as const;

type State = StateOf<typeof table>;

interface Model {
  /** Length of each text after truncation, longest first. */
  readonly lengths: Int32Array;
  /** Updates of each row. */
  readonly counts: Float32Array;
  readonly never: number;
}

const strings = {
  name: { en: "Updates per row", zh: "每一行更新了多少次" },
  caption: {
    en: "Drag to read a row. Then raise the mean length, or pack the texts end to end so that every sequence is full: which change reaches the last rows?",
    zh: "拖动可读出某一行。再调大平均长度，或把文本首尾相接、让每个序列都填满：哪种改变能照顾到最后的行？",
  },
  maxLen: { en: "Rows of the table", zh: "表的行数" },
  texts: { en: "Texts", zh: "文本篇数" },
  mean: { en: "Mean length", zh: "平均长度" },
  lengths: { en: "Lengths", zh: "长度分布" },
  tapering: { en: "many short, few long", zh: "短的多，长的少" },
  even: { en: "spread evenly", zh: "均匀分布" },
  packed: { en: "packed full", zh: "拼满" },
  pos: { en: "Row", zh: "行" },
  keys: {
    en: "Updates of all rows; left and right arrows choose a row.",
    zh: "各行的更新次数；左右方向键选择一行。",
  },
} as const;

type Here = Shown<State, Model>;

/**
 * Lengths of all texts at equal steps of their distribution, so that nothing
 * here is luck: exponential, even from 1 to twice the mean, or all full.
 */
function lengthsOf(state: Readonly<State>): Int32Array {
  const { texts, mean, maxLen, lengths } = state;
  return Int32Array.from({ length: texts }, (_, k) => {
    const share = (k + 0.5) / texts;
    const wanted = {
      tapering: -mean * Math.log(share),
      even: Math.ceil(2 * mean * (1 - share)),
      packed: maxLen,
    }[lengths];
    return Math.min(maxLen, Math.max(1, Math.round(wanted)));
  });
}

function scales({ model }: Here, { width, height }: Box) {
  const rows = model.counts.length;
  return {
    x: scaleLinear().domain([0, rows]).range([0, width]),
    // Room for zero below one: the axis is linear up to 1, then logarithmic.
    y: (count: number) =>
      height *
      (1 - Math.log1p(count) / Math.log1p(Math.max(1, model.lengths.length))),
  };
}

function bars(shown: Here, box: Box): readonly Mark[] {
  const { state, model, lang } = shown;
  const { x, y } = scales(shown, box);
  const { counts, never } = model;
  const rows = counts.length;
  const zh = lang === "zh";
  const top = Math.max(1, model.lengths.length);
  const ticks = [0, 1, 10, 100, 1000].filter((tick) => tick <= top);
  const from = x(rows - never);
  const px = x(state.pos + 0.5);
  return [
    ...(never
      ? [rect([from, 0, box.width - from, box.height], { fill: "soft" })]
      : []),
    ...axes(
      {
        x: {
          scale: x,
          label: zh ? "表的行（位置）" : "row of the table (position)",
          marked: state.pos,
        },
        y: {
          scale: scaleLinear()
            .domain([0, Math.log1p(top)])
            .range([box.height, 0]),
          ticks: ticks.map((tick) => Math.log1p(tick)),
          format: (v) => group(String(Math.round(Math.expm1(v)))),
          label: zh ? "更新次数" : "updates",
        },
      },
      box,
    ),
    {
      kind: "path",
      fill: "accent",
      opacity: 0.85,
      draw(pen) {
        pen.moveTo(0, box.height);
        counts.forEach((count, row) => {
          pen.lineTo(x(row), y(count));
          pen.lineTo(x(row + 1), y(count));
        });
        pen.lineTo(box.width, box.height);
        pen.closePath();
      },
    },
    ...(never && box.width - from > 90
      ? [
          {
            kind: "text" as const,
            x: (from + box.width) / 2,
            y: box.height / 2,
            text: zh ? "从未更新" : "never updated",
            anchor: "middle" as const,
            fill: "ink2" as const,
          },
        ]
      : []),
    segment(px, 0, px, box.height, { stroke: "ink3", dash: [2, 3] }),
    circle(px, y(counts[state.pos] as number), 5, {
      fill: "paper",
      stroke: "accent",
      width: 2,
    }),
  ];
}

export const spec = figure<typeof table, Model>({
  tag: "pe-update-counts",
  table,
  strings,
  bounds: {
    mean: { max: ({ maxLen }) => maxLen },
    pos: { max: ({ maxLen }) => maxLen - 1 },
  },
  controls: [
    { key: "pos" },
    {
      key: "mean",
      logarithmic: true,
      when: ({ lengths }) => lengths !== "packed",
    },
    { key: "texts", logarithmic: true },
    { key: "maxLen" },
    { key: "lengths" },
  ],
  main: ["pos", "lengths"],
  compute(state) {
    const lengths = lengthsOf(state);
    // A table of zeros that gains 1 for each text at the row where it ends …
    const ends = pe.embeddingUpdate(
      { data: new Float32Array(state.maxLen), shape: [state.maxLen, 1] },
      lengths.map((length) => length - 1),
      {
        data: new Float32Array(lengths.length).fill(-1),
        shape: [lengths.length, 1],
      },
      { learningRate: 1 },
    );
    // … and a text that ends there has updated all rows before, too.
    const counts = ends.data;
    for (let row = state.maxLen - 2; row >= 0; row -= 1) {
      (counts[row] as number) += counts[row + 1] as number;
    }
    const never = counts.reduce((sum, it) => sum + (it === 0 ? 1 : 0), 0);
    return { lengths, counts, never };
  },
  finding({ state, model, lang }) {
    const { counts, never } = model;
    const [first, here] = [counts[0] as number, counts[state.pos] as number];
    return {
      en: `After ${group(String(state.texts))} ${plural(state.texts, "text")} row 0 has had <b>${group(String(first))}</b> ${plural(first, "update")} and row ${state.pos} has had <b>${group(String(here))}</b>; <b>${never}</b> of ${state.maxLen} rows have had none.`,
      zh: `${group(String(state.texts))} 篇文本之后，第 0 行训练了 <b>${group(String(first))}</b> 次，第 ${state.pos} 行 <b>${group(String(here))}</b> 次；${state.maxLen} 行中有 <b>${never}</b> 行一次也没有。`,
    }[lang];
  },
  panels: [
    {
      kind: "plot",
      id: "counts",
      height: [220, 190],
      margin: AXES,
      label: (shown) => say(shown),
      marks: bars,
      pointing: {
        cursor: "ew-resize",
        pick: ({ model }, at, box) => ({
          pos: Math.floor((at.x / (box.width || 1)) * model.counts.length),
        }),
        steps: { x: "pos" },
      },
    },
  ],
  sentence: (shown) => say(shown),
  tableData({ state, model, lang }) {
    const step = Math.max(1, Math.round(state.maxLen / 16));
    const rows = new Set<number>([state.pos, state.maxLen - 1]);
    for (let row = 0; row < state.maxLen; row += step) rows.add(row);
    const shown = [...rows].sort((a, b) => a - b);
    return {
      caption: strings.name[lang],
      corner: strings.pos[lang],
      columns: [lang === "zh" ? "更新次数" : "updates"],
      rows: shown.map((row) => ({
        head: String(row),
        cells: [group(String(model.counts[row]))],
      })),
      marked: { row: shown.indexOf(state.pos), column: 0 },
    };
  },
  csv: ({ model }) =>
    `row,updates\n${Array.from(model.counts, (count, row) => `${row},${count}\n`).join("")}`,
  code: ({ state }) => `import { load } from "posenc";

const pe = await load();
const [texts, mean, maxLen] = [${state.texts}, ${state.mean}, ${state.maxLen}];
// The length of each text, longest first, cut to the table.
const lengths = Array.from({ length: texts }, (_, k) => {
  const share = (k + 0.5) / texts;
  const wanted = ${{ tapering: "-mean * Math.log(share)", even: "Math.ceil(2 * mean * (1 - share))", packed: "maxLen" }[state.lengths]};
  return Math.min(maxLen, Math.max(1, Math.round(wanted)));
});
const positions = lengths.flatMap((length) => Array.from({ length }, (_, p) => p));
// A table of zeros that gains 1 per lookup counts what training reaches.
const counts = pe.embedding.update(
  { data: new Float32Array(maxLen), shape: [maxLen, 1] },
  positions,
  { data: positions.map(() => -1), shape: [positions.length, 1] },
  { learningRate: 1 },
);
console.log(counts.data);
console.log(counts.data.filter((count) => count === 0).length); // rows never reached
`,
  states: ({ model: { counts, never } }) => [counts, never],
});

function say({ state, model, lang }: Here): string {
  const mean = quantity(
    model.lengths.reduce((sum, it) => sum + it, 0) / model.lengths.length,
  );
  const here = group(String(model.counts[state.pos]));
  return {
    en: `${state.texts} ${plural(state.texts, "text")} of ${mean} ${mean === "1" ? "token" : "tokens"} on average: row ${state.pos} is updated ${here} ${plural(Number(model.counts[state.pos]), "time")}, ${model.never} ${plural(model.never, "row is", "rows are")} never updated.`,
    zh: `${state.texts} 篇文本，平均 ${mean} 个词元：第 ${state.pos} 行更新 ${here} 次，${model.never} 行从未更新。`,
  }[lang];
}
