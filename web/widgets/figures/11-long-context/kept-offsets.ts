// <pe-kept-offsets>: the offset at which every pair of query and key meets, with
// a window, with offsets cut off, and with offsets squeezed beyond a window.
import * as pe from "posenc";
import {
  choice,
  integer,
  real,
  type StateOf,
} from "../../element/state/attributes.ts";
import { outline, rect } from "../../kit/highlights.ts";
import { cellAtPoint, cellRect, type Matrix } from "../../kit/panel.ts";
import { axes } from "../../kit/pieces/labelled-axes.ts";
import { type Box, figure, type Shown } from "../../kit/spec.ts";
import { cellScale, integerTicks } from "../../plots/axes.ts";
import type { Mark } from "../../plots/marks.ts";
import { plural, quantity } from "../../words/text.ts";

const table = {
  method: choice(["plain", "sliding", "rerope", "leaky"]),
  pos: integer({ default: 23, min: 0, max: 47 }),
  key: integer({ default: 2, min: 0, max: 47 }),
  window: integer({ default: 6, min: 1, max: 47 }),
  "train-len": integer({ default: 12, min: 2, max: 47 }),
  "seq-len": integer({ default: 24, min: 4, max: 48 }),
  squeeze: real({ default: 4, min: 1, max: 16 }),
} as const;

type State = StateOf<typeof table>;

interface Model {
  /** The offset that each query meets each key at; NaN where it sees nothing. */
  readonly offsets: Float32Array;
  /** Pairs that are seen, and of them those at offsets beyond training. */
  readonly seen: number;
  readonly fresh: number;
  readonly largest: number;
}

const strings = {
  name: { en: "Offsets that a head meets", zh: "一个头遇到的偏移" },
  caption: {
    en: "Rows are queries, columns keys; the darker a cell, the larger the offset that the rotation is given. Outlined in orange: offsets that training never had. Choose another rule: which of them still sees everything?",
    zh: "行是查询，列是键；颜色越深，旋转所用的偏移越大。橙色框：训练没有出现过的偏移。换一种办法看看：哪些仍能看到全部的键？",
  },
  method: { en: "Rule", zh: "办法" },
  plain: { en: "as they are", zh: "原样" },
  sliding: { en: "sliding window", zh: "滑动窗口" },
  rerope: { en: "ReRoPE", zh: "ReRoPE" },
  leaky: { en: "Leaky ReRoPE", zh: "Leaky ReRoPE" },
  pos: { en: "Query m", zh: "查询 m" },
  key: { en: "Key n", zh: "键 n" },
  trainLen: { en: "Length in training L", zh: "训练长度 L" },
  seqLen: { en: "Length of the text", zh: "文本长度" },
  squeeze: { en: "Squeezed beyond w by", zh: "窗口外的压缩倍数" },
  window: { en: "Window w", zh: "窗口 w" },
  keys: {
    en: "Offsets; arrow keys choose a query and a key.",
    zh: "偏移；方向键选择查询和键。",
  },
} as const;

type Here = Shown<State, Model>;

function model(state: Readonly<State>): Model {
  const { method, seqLen, trainLen, window, squeeze } = state;
  const size = { queryLen: seqLen, keyLen: seqLen };
  const plain = pe.relativeDistances(size);
  // Clipped at the window, as Shaw's tables are; there counted from −w.
  const clip = Math.min(window, seqLen);
  const clipped = pe.shawIndices({ ...size, clip });
  const offsets = Float32Array.from(plain, (offset, k) => {
    if (offset < 0) return Number.NaN;
    const within = clip - (clipped[k] as number);
    switch (method) {
      case "plain":
        return offset;
      case "sliding":
        return offset < window ? offset : Number.NaN;
      case "rerope":
        return within;
      case "leaky":
        return within + (offset - within) / squeeze;
    }
  });
  const seen = offsets.filter((offset) => !Number.isNaN(offset));
  return {
    offsets,
    seen: seen.length,
    fresh: seen.filter((offset) => offset > trainLen - 1).length,
    largest: Math.max(...seen),
  };
}

function matrix({ state, model: it }: Here): Matrix {
  return {
    values: it.offsets.map((offset) => (Number.isNaN(offset) ? 0 : offset)),
    rows: state.seqLen,
    columns: state.seqLen,
    domain: [0, state.seqLen - 1],
    map: "sequential",
    format: (value) => quantity(value, 3),
  };
}

function cells({ state, model: it, lang }: Here, box: Box): readonly Mark[] {
  const { seqLen, trainLen } = state;
  const size = { rows: seqLen, columns: seqLen };
  const scale = (length: number) => cellScale(seqLen, length);
  const ticks = (length: number) => integerTicks(0, seqLen - 1, length, 60);
  const hidden: Mark[] = [];
  const fresh: Mark = {
    kind: "path",
    draw(pen) {
      it.offsets.forEach((offset, k) => {
        if (!(offset > trainLen - 1)) return;
        const [row, column] = [Math.floor(k / seqLen), k % seqLen];
        const [x, y, w, h] = cellRect(size, box, { row, column });
        pen.rect(x + 1, y + 1, w - 2, h - 2);
      });
    },
    stroke: "warm",
    width: 1.5,
  };
  // What a query does not see: runs before the window and after itself.
  for (let row = 0; row < seqLen; row += 1) {
    const seen = it.offsets.subarray(row * seqLen, (row + 1) * seqLen);
    const first = seen.findIndex((offset) => !Number.isNaN(offset));
    if (first > 0) {
      hidden.push(
        rect(cellRect(size, box, { row, column: 0, width: first }), {
          fill: "paper",
        }),
      );
    }
    if (row + 1 < seqLen) {
      const width = seqLen - row - 1;
      hidden.push(
        rect(cellRect(size, box, { row, column: row + 1, width }), {
          fill: "paper",
        }),
      );
    }
  }
  return [
    ...hidden,
    fresh,
    ...axes(
      {
        x: {
          scale: scale(box.width),
          ticks: ticks(box.width),
          marked: state.key,
          label: lang === "zh" ? "键 n" : "key n",
        },
        y: {
          scale: scale(box.height),
          ticks: ticks(box.height),
          marked: state.pos,
          label: lang === "zh" ? "查询 m" : "query m",
        },
      },
      box,
    ),
    ...outline(
      cellRect(size, box, { row: state.pos, column: state.key }),
      true,
    ),
  ];
}

const offsetAt = ({ state, model: it }: Here): number =>
  it.offsets[state.pos * state.seqLen + state.key] as number;

function say(shown: Here): string {
  const { state, lang } = shown;
  const offset = offsetAt(shown);
  const [m, n] = [state.pos, state.key];
  if (Number.isNaN(offset)) {
    return {
      en: `Query ${m} does not see key ${n}.`,
      zh: `查询 ${m} 看不到键 ${n}。`,
    }[lang];
  }
  const told = quantity(offset, 3);
  return {
    en: `Query ${m} and key ${n} are ${m - n} apart, and are turned as if ${told} apart.`,
    zh: `查询 ${m} 与键 ${n} 相距 ${m - n}，旋转时当作相距 ${told}。`,
  }[lang];
}

export const spec = figure<typeof table, Model>({
  tag: "pe-kept-offsets",
  table,
  strings,
  bounds: {
    pos: { max: ({ seqLen }) => seqLen - 1 },
    key: { max: ({ seqLen }) => seqLen - 1 },
    trainLen: { max: ({ seqLen }) => seqLen - 1 },
    window: { max: ({ seqLen }) => seqLen - 1 },
  },
  controls: [
    { key: "method", menu: true },
    { key: "window" },
    { key: "trainLen" },
    { key: "seqLen" },
    { key: "squeeze", when: ({ method }) => method === "leaky" },
    { key: "pos" },
    { key: "key" },
  ],
  main: ["method", "window"],
  compute: model,
  finding({ state, model: it, lang }) {
    const name = strings[state.method][lang];
    const all = (state.seqLen * (state.seqLen + 1)) / 2;
    const largest = quantity(it.largest, 3);
    return {
      en: `${name[0]?.toUpperCase()}${name.slice(1)}: <b>${it.seen}</b> of ${all} pairs are seen, and <b>${it.fresh}</b> of them ${plural(it.fresh, "meets", "meet")} at offsets that training never had; the largest is <b>${largest}</b>.`,
      zh: `${name}：${all} 个配对中看得到 <b>${it.seen}</b> 个，其中 <b>${it.fresh}</b> 个的偏移是训练没有出现过的；最大的偏移是 <b>${largest}</b>。`,
    }[lang];
  },
  panels: [
    {
      kind: "cells",
      id: "offsets",
      height: [340, 270],
      aspect: 1,
      matrix,
      label: say,
      marks: cells,
      pointing: {
        cursor: "crosshair",
        pick: ({ state }, point, box) => {
          const size = { rows: state.seqLen, columns: state.seqLen };
          const { row, column } = cellAtPoint(size, box, point);
          return { pos: row, key: column };
        },
        steps: { x: "key", y: "pos" },
      },
    },
  ],
  sentence: say,
  tableData({ state, model: it, lang }) {
    const { seqLen, pos, key } = state;
    const columns = Array.from({ length: seqLen }, (_, n) => String(n));
    const rows = [...new Set([0, Math.floor(seqLen / 2), pos, seqLen - 1])];
    rows.sort((a, b) => a - b);
    return {
      caption: strings.name[lang],
      corner: strings.pos[lang],
      columns,
      rows: rows.map((m) => ({
        head: String(m),
        cells: columns.map((_, n) => {
          const offset = it.offsets[m * seqLen + n] as number;
          return Number.isNaN(offset) ? "–" : quantity(offset, 3);
        }),
      })),
      marked: { row: rows.indexOf(pos), column: key },
    };
  },
  code({ state }) {
    const rules: Readonly<Record<State["method"], string>> = {
      plain: "offset",
      sliding: "offset < w ? offset : NaN",
      rerope: "within",
      leaky: `within + (offset - within) / ${state.squeeze}`,
    };
    return `import { load } from "posenc";

const pe = await load();
const [n, w, trainLen] = [${state.seqLen}, ${state.window}, ${state.trainLen}];
const size = { queryLen: n, keyLen: n };
const plain = pe.relative.distances(size);
const clipped = pe.relative.shawIndices({ ...size, clip: w }); // 0 … 2w for −w … w
const offsets = Float32Array.from(plain, (offset, k) => {
  if (offset < 0) return NaN; // behind the query
  const within = w - clipped[k];
  return ${rules[state.method]};
});
const seen = offsets.filter((offset) => !Number.isNaN(offset));
console.log(seen.length, seen.filter((offset) => offset > trainLen - 1).length);
console.log(Math.max(...seen), seen.at(-1));
`;
  },
  states: ({ model: it }) => [
    it.seen,
    it.fresh,
    it.largest,
    it.offsets.filter((offset) => !Number.isNaN(offset)).at(-1) ?? 0,
  ],
});
