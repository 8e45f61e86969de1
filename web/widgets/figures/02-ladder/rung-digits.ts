// <pe-rung-digits>: a row of digits for each position, binary ones that jump or
// waves that glide.
import {
  choice,
  integer,
  type StateOf,
} from "../../element/state/attributes.ts";
import { outline } from "../../kit/highlights.ts";
import { cellAtPoint, cellRect, type Matrix } from "../../kit/panel.ts";
import { axes } from "../../kit/pieces/labelled-axes.ts";
import { type Box, figure, type Shown } from "../../kit/spec.ts";
import { cellScale, integerTicks } from "../../plots/axes.ts";
import type { Mark } from "../../plots/marks.ts";
import { cellValue, quantity } from "../../words/text.ts";
import { bitsFor, codes, D } from "./codes.ts";
import { roughness } from "./demands.ts";

const table = {
  digits: choice(["binary", "waves"]),
  "seq-len": integer({ default: 32, min: 8, max: 128 }),
  pos: integer({ default: 9, min: 0, max: 127 }),
} as const;

type State = StateOf<typeof table>;

interface Model {
  readonly rows: Matrix;
  /** The longest step from a row to the next; any two are 1 apart on average. */
  readonly step: number;
}

type Here = Shown<State, Model>;

const strings = {
  name: { en: "A row of digits for each position", zh: "每个位置一行数位" },
  caption: {
    en: "Find the step at which most binary digits flip at once. Then choose the waves: where do they jump? With twice the positions, which of the two needs another column?",
    zh: "找找哪一步同时翻转的二进制位最多。再换成波：它在哪里跳？位置加倍，哪一种要多一列？",
  },
  digits: { en: "Digits", zh: "数位" },
  binary: { en: "binary digits", zh: "二进制位" },
  waves: { en: "waves", zh: "波" },
  seqLen: { en: "Positions", zh: "位置个数" },
  pos: { en: "Position p", zh: "位置 p" },
  position: { en: "position", zh: "位置" },
  dimension: { en: "dimension", zh: "维度" },
  keys: {
    en: "Rows of the encoding; up and down arrows choose a position.",
    zh: "编码的各行；上下方向键选择位置。",
  },
} as const;

function rowMarks({ model, state, lang, link }: Here, box: Box): Mark[] {
  const { rows, columns } = model.rows;
  return [
    ...axes(
      {
        x: {
          scale: cellScale(columns, box.width),
          ticks: integerTicks(0, columns - 1, box.width, 40),
          label:
            strings[state.digits === "binary" ? "binary" : "dimension"][lang],
        },
        y: {
          scale: cellScale(rows, box.height),
          ticks: integerTicks(0, rows - 1, box.height, 40),
          marked: state.pos,
          label: strings.position[lang],
        },
      },
      box,
    ),
    ...outline(
      cellRect(model.rows, box, { row: state.pos, column: 0, width: columns }),
      link === "pos",
    ),
  ];
}

/** The numbers of the chosen row. */
function chosen({ model, state }: Here): Float32Array {
  const { values, columns } = model.rows;
  return values.subarray(state.pos * columns, (state.pos + 1) * columns);
}

function say(shown: Here): string {
  const { pos } = shown.state;
  const row = Array.from(chosen(shown), (value) => cellValue(value)).join(", ");
  return {
    en: `Position ${pos}: ${row}.`,
    zh: `位置 ${pos}：${row}。`,
  }[shown.lang];
}

export const spec = figure<typeof table, Model>({
  tag: "pe-rung-digits",
  table,
  strings,
  bounds: { pos: { max: ({ seqLen }) => seqLen - 1 } },
  controls: [{ key: "seqLen" }, { key: "pos" }, { key: "digits" }],
  main: ["digits", "seqLen"],
  compute({ seqLen, digits }) {
    const isBinary = digits === "binary";
    const rung = isBinary ? "binary" : "sinusoidal";
    const made = codes(rung, seqLen, { made: seqLen, seed: 0 });
    const [count = 0, columns = 0] = made.shape;
    return {
      rows: {
        values: made.data as Float32Array,
        rows: count,
        columns,
        domain: isBinary ? [0, 1] : [-1, 1],
        map: isBinary ? "sequential" : "diverging",
      },
      step: roughness(made),
    };
  },
  finding({ state, model, lang }) {
    const step = `<b>${quantity(model.step, 2)}</b>`;
    if (state.digits === "waves") {
      return {
        en: `With round corners, two neighbours are at most ${step} times as far apart as two rows are on average.`,
        zh: `棱角磨圆之后，相邻两行最远也只有任意两行平均距离的 ${step} 倍。`,
      }[lang];
    }
    const bits = model.rows.columns;
    return {
      en: `${bits} digits keep ${state.seqLen} positions apart, but two neighbours can be ${step} times as far apart as two rows are on average.`,
      zh: `${bits} 位就能分清 ${state.seqLen} 个位置，但相邻两行最远可达任意两行平均距离的 ${step} 倍。`,
    }[lang];
  },
  panels: [
    {
      kind: "cells",
      id: "codes",
      height: [240, 220],
      margin: { left: 44, right: 8, top: 6, bottom: 42 },
      matrix: ({ model }) => model.rows,
      label: say,
      marks: rowMarks,
      pointing: {
        cursor: "ns-resize",
        vertical: true,
        pick: ({ model }, at, box) => ({
          pos: cellAtPoint(model.rows, box, at).row,
        }),
        steps: { y: "pos" },
      },
    },
  ],
  sentence: say,
  tableData({ model, state, lang }) {
    const { values, rows, columns } = model.rows;
    return {
      caption: strings.name[lang],
      corner: strings.position[lang],
      columns: Array.from({ length: columns }, (_, column) => String(column)),
      rows: Array.from({ length: rows }, (_, row) => ({
        head: String(row),
        cells: Array.from(
          values.subarray(row * columns, (row + 1) * columns),
          (value) => cellValue(value),
        ),
      })),
      marked: { row: state.pos, column: 0 },
    };
  },
  code: ({ state: { digits, seqLen, pos } }) => `import { load } from "posenc";

const pe = await load();
const rows = pe.embedding.${
    digits === "binary"
      ? `binary({ seqLen: ${seqLen}, bits: ${bitsFor(seqLen)} })`
      : `sinusoidal({ seqLen: ${seqLen}, dModel: ${D} })`
  };
const width = rows.shape[1];
console.log(rows.data.slice(${pos} * width, ${pos + 1} * width));
`,
  states: (shown) => [chosen(shown)],
});
