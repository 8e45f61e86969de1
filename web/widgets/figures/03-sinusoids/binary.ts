// <pe-binary>: a binary counter beside sinusoids: two ladders from fast to slow,
// one that jumps and one that glides.
import * as pe from "posenc";
import {
  choice,
  integer,
  type StateOf,
} from "../../element/state/attributes.ts";
import type { Gestures } from "../../kit/gestures.ts";
import { outline } from "../../kit/highlights.ts";
import { cellAtPoint, cellRect, type Matrix } from "../../kit/panel.ts";
import { axes } from "../../kit/pieces/labelled-axes.ts";
import { type Box, figure, type Shown } from "../../kit/spec.ts";
import { cellScale, integerTicks } from "../../plots/axes.ts";
import type { Mark } from "../../plots/marks.ts";
import { quantity } from "../../words/text.ts";

const table = {
  "seq-len": integer({ default: 32, min: 4, max: 128 }),
  bits: integer({ default: 5, min: 2, max: 10 }),
  ratio: choice(["two", "paper"]),
  pos: integer({ default: 15, min: 0, max: 126 }),
} as const;

type State = StateOf<typeof table>;

interface Model {
  readonly bits: Matrix;
  readonly waves: Matrix;
  /** Ratio of neighbouring wavelengths, from the library. */
  readonly ratio: number;
  /** Bits that change from each position to the next. */
  readonly flips: readonly number[];
  /** Distance of the sinusoidal rows of neighbours; the same everywhere. */
  readonly glide: number;
}

const strings = {
  name: { en: "Binary digits and waves", zh: "二进制位与波" },
  caption: {
    en: "Walk down the rows. The lowest digit flips at every step, the next at every second one; the waves slow down in the same way. At 15 → 16 five digits flip at once, while the waves only glide. Choose the paper’s ratio: the ladders no longer match.",
    zh: "沿行往下走：最低位每步都翻转，次低位每两步翻转一次；波也以同样的方式变慢。从 15 到 16，五个二进制位同时翻转，而波只是平滑地移动。换成论文的比值，两架阶梯就不再对齐。",
  },
  seqLen: { en: "Positions", zh: "位置个数" },
  bits: { en: "Digits and pairs", zh: "位与对的个数" },
  ratio: { en: "Ratio of wavelengths", zh: "相邻波长之比" },
  two: { en: "2, as in binary", zh: "2，同二进制" },
  paper: { en: "base 10 000", zh: "底数 10 000" },
  pos: { en: "Position p", zh: "位置 p" },
  keys: {
    en: "Rows of digits and waves; arrow keys choose a row.",
    zh: "二进制位与波的各行；方向键选择一行。",
  },
  digit: { en: "digit, lowest first", zh: "二进制位，低位在前" },
  pair: { en: "sine of pair", zh: "各对的正弦" },
} as const;

type Here = Shown<State, Model>;

function overlay(
  shown: Here,
  matrix: Matrix,
  label: string,
  box: Box,
): readonly Mark[] {
  const { state } = shown;
  const { rows, columns } = matrix;
  const row = { row: state.pos, column: 0, width: columns, height: 2 };
  return [
    ...axes(
      {
        x: {
          scale: cellScale(columns, box.width),
          ticks: Array.from({ length: columns }, (_, k) => k),
          label,
        },
        y: {
          scale: cellScale(rows, box.height),
          ticks: integerTicks(0, rows - 1, box.height, 36),
          marked: state.pos,
          label: shown.lang === "zh" ? "位置" : "position",
        },
      },
      box,
    ),
    ...outline(cellRect(matrix, box, row), shown.link === "pos"),
  ];
}

const pointing: Gestures<State, Model> = {
  cursor: "ns-resize",
  vertical: true,
  pick: ({ model }, at, box) => ({ pos: cellAtPoint(model.bits, box, at).row }),
  steps: { any: "pos" },
};

function say({ state, model, lang }: Here): string {
  const { pos } = state;
  const flips = model.flips[pos] as number;
  const glide = quantity(model.glide);
  return {
    en: `From ${pos} to ${pos + 1} digits that flip: ${flips}; the rows of waves are ${glide} apart, as everywhere.`,
    zh: `从 ${pos} 到 ${pos + 1}，有 ${flips} 个二进制位翻转；两行波相距 ${glide}，处处如此。`,
  }[lang];
}

export const spec = figure<typeof table, Model>({
  tag: "pe-binary",
  table,
  strings,
  bounds: {
    // So many positions as the digits can count.
    seqLen: { max: ({ bits }) => 2 ** bits },
    pos: { max: ({ seqLen }) => seqLen - 2 },
  },
  controls: [
    { key: "pos", play: { every: 500 } },
    { key: "seqLen" },
    { key: "bits" },
    { key: "ratio" },
  ],
  main: ["pos", "ratio"],
  compute({ seqLen, bits, ratio }) {
    const written = pe.binary({ seqLen, bits }).data;
    // The lowest digit first: from fast to slow, as the waves.
    const digits = Float32Array.from(
      written,
      (_, k) => written[k - (k % bits) + bits - 1 - (k % bits)] as number,
    );
    const dModel = 2 * bits;
    // base^(2/d) = 2 for neighbours with twice the wavelength.
    const base = ratio === "two" ? 2 ** bits : 10000;
    const rows = pe.sinusoidal({ seqLen, dModel, base }).data;
    const sines = Float32Array.from(
      { length: seqLen * bits },
      (_, k) => rows[2 * k] as number,
    );
    const flips = Array.from({ length: seqLen - 1 }, (_, pos) => {
      const at = pos * bits;
      const now = digits.subarray(at, at + bits);
      return now.filter((bit, k) => bit !== digits[at + bits + k]).length;
    });
    let square = 0;
    for (let k = 0; k < dModel; k += 1) {
      square += ((rows[k] as number) - (rows[dModel + k] as number)) ** 2;
    }
    const waves = pe.analysisWavelengths({ dModel, base });
    const size = { rows: seqLen, columns: bits };
    return {
      bits: {
        values: digits,
        ...size,
        domain: [0, 1],
        map: "sequential",
        format: String,
      },
      waves: { values: sines, ...size, domain: [-1, 1] },
      ratio: (waves[1] as number) / (waves[0] as number),
      flips,
      glide: Math.sqrt(square),
    };
  },
  finding({ state, model, lang }) {
    const flips = model.flips[state.pos] as number;
    const [r, glide] = [quantity(model.ratio), quantity(model.glide)];
    return {
      en: `Each digit takes 2 times as long as the one before, each wave <b>${r}</b> times. From ${state.pos} to ${state.pos + 1}, <b>${flips}</b> of ${state.bits} digits jump; the waves move by <b>${glide}</b>, the same at every step.`,
      zh: `每个二进制位的周期是前一位的 2 倍，每道波的周期是前一道的 <b>${r}</b> 倍。从 ${state.pos} 到 ${state.pos + 1}，${state.bits} 位中有 <b>${flips}</b> 位翻转；而波移动的距离是 <b>${glide}</b>，每一步都一样。`,
    }[lang];
  },
  rows: [
    [
      ["bits", 1],
      ["waves", 1],
    ],
  ],
  panels: [
    {
      kind: "cells",
      id: "bits",
      height: [340, 280],
      margin: { top: 26 },
      matrix: ({ model }) => model.bits,
      title: ({ lang }) => (lang === "zh" ? "二进制计数" : "binary counter"),
      label: say,
      marks: (shown, box) =>
        overlay(shown, shown.model.bits, strings.digit[shown.lang], box),
      pointing,
    },
    {
      kind: "cells",
      id: "waves",
      height: [340, 280],
      margin: { top: 26 },
      matrix: ({ model }) => model.waves,
      title: ({ lang }) => (lang === "zh" ? "正弦波" : "sinusoids"),
      label: say,
      marks: (shown, box) =>
        overlay(shown, shown.model.waves, strings.pair[shown.lang], box),
      pointing,
    },
  ],
  sentence: say,
  tableData({ state, model, lang }) {
    const { bits, waves } = model;
    const first = Math.max(0, Math.min(state.seqLen - 9, state.pos - 4));
    const count = Math.min(9, state.seqLen);
    const zh = lang === "zh";
    return {
      caption: strings.name[lang],
      corner: strings.pos[lang],
      columns: [
        ...Array.from({ length: state.bits }, (_, k) =>
          zh ? `位 ${k}` : `digit ${k}`,
        ),
        ...Array.from({ length: state.bits }, (_, k) =>
          zh ? `对 ${k}` : `pair ${k}`,
        ),
      ],
      rows: Array.from({ length: count }, (_, r) => {
        const at = (first + r) * state.bits;
        const row = (m: Matrix) => [...m.values.subarray(at, at + state.bits)];
        return {
          head: String(first + r),
          cells: [
            ...row(bits).map(String),
            ...row(waves).map((v) => v.toFixed(4)),
          ],
        };
      }),
      marked: { row: state.pos - first, column: 0 },
    };
  },
  code: ({ state }) => `import { load } from "posenc";

const pe = await load();
const [seqLen, bits, pos] = [${state.seqLen}, ${state.bits}, ${state.pos}];
const digits = pe.embedding.binary({ seqLen, bits }).data;
console.log(digits.slice(pos * bits, (pos + 1) * bits).reverse()); // the lowest digit first
const flips = Array.from({ length: seqLen - 1 }, (_, p) =>
  digits.slice(p * bits, (p + 1) * bits).filter((bit, k) => bit !== digits[(p + 1) * bits + k]).length);
console.log(flips); // digits that change from each position to the next
const form = { dModel: 2 * bits, base: ${state.ratio === "two" ? "2 ** bits }; // each wave twice as long as the one before" : "10000 };"}
const waves = pe.embedding.sinusoidal({ seqLen, ...form }).data;
const row = waves.slice(pos * 2 * bits, (pos + 1) * 2 * bits);
console.log(row.filter((_, k) => k % 2 === 0)); // the sines
const [first, second] = pe.analysis.wavelengths(form);
console.log(second / first);
`,
  listing: ({ state }) => ({
    kind: "binary",
    values: { pos: state.pos, seqLen: state.seqLen, bits: state.bits },
  }),
  states({ state, model }) {
    const [from, to] = [state.pos * state.bits, (state.pos + 1) * state.bits];
    return [
      ...[model.bits.values.subarray(from, to), model.flips],
      ...[model.waves.values.subarray(from, to), model.ratio],
    ];
  },
});
