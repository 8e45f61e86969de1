// <pe-permute>: the weights of a few letters before and after they change
// places: the same numbers, moved; not the same matrix.
import {
  choice,
  integer,
  onOff,
  type StateOf,
} from "../../element/state/attributes.ts";
import type { Gestures } from "../../kit/gestures.ts";
import { cellAtPoint, type Matrix } from "../../kit/panel.ts";
import { type Box, figure, type Shown } from "../../kit/spec.ts";
import {
  cellOutline,
  gapText,
  WORD_MARGIN,
  weightText,
  wordEdges,
} from "../shared/word-weights.ts";
import { attend, pooled, vectors } from "./sentence/head.ts";
import { allOrders, conjugated, gap, rowsInOrder } from "./sentence/order.ts";
import { headCode } from "./sentence/two-orders.ts";

const LETTERS = ["A", "B", "C"] as const;

const ORDERS = new Map(
  allOrders(3).map((order) => [
    order.map((k) => LETTERS[k]).join(""),
    order as readonly number[],
  ]),
);

const table = {
  letters: choice(["ACB", "BAC", "BCA", "CAB", "CBA"], "BAC"),
  positions: onOff(false),
  query: integer({ default: 0, min: 0, max: 2 }),
  key: integer({ default: 1, min: 0, max: 2 }),
  seed: integer({ default: 4, min: 0, max: 999 }),
} as const;

type State = StateOf<typeof table>;

interface Model {
  readonly before: Matrix;
  readonly after: Matrix;
  /** |A′ − A|, cell against cell. */
  readonly same: number;
  /** |A′ − PAPᵀ|, word against word. */
  readonly moved: number;
  /** The same two questions to the outputs, and their means. */
  readonly output: number;
  readonly outputMoved: number;
  readonly pooled: number;
}

const strings = {
  name: { en: "Equivariant, not invariant", zh: "等变，而非不变" },
  caption: {
    en: "Choose a cell: the outline shows the same pair of letters in both matrices. Its number is the same, its place is not. Then switch positions on: now the numbers differ as well.",
    zh: "选一个单元格，两个矩阵里对应同一对字母的格子都会框出来：数值相同，位置不同。再打开位置编码，数值也就不同了。",
  },
  letters: { en: "New order", zh: "新次序" },
  ACB: { en: "A C B", zh: "A C B" },
  BAC: { en: "B A C", zh: "B A C" },
  BCA: { en: "B C A", zh: "B C A" },
  CAB: { en: "C A B", zh: "C A B" },
  CBA: { en: "C B A", zh: "C B A" },
  positions: { en: "Add sinusoidal positions", zh: "加上正弦位置编码" },
  query: { en: "Query", zh: "查询" },
  key: { en: "Key", zh: "键" },
  seed: { en: "Seed", zh: "随机种子" },
  keys: {
    en: "Attention weights; arrow keys choose a pair of letters.",
    zh: "注意力权重；方向键选择一对字母。",
  },
} as const;

type Here = Shown<State, Model>;

const D = 16;

const orderOf = ({ letters }: Readonly<State>): readonly number[] =>
  ORDERS.get(letters) as readonly number[];

const square = (values: Float32Array): Matrix => ({
  values,
  rows: 3,
  columns: 3,
  domain: [0, 1] as const,
  map: "sequential",
  format: weightText,
});

/** Letters of a panel, and where the chosen pair stands in it. */
function placed({ state }: Here, side: "before" | "after") {
  const order = side === "before" ? [0, 1, 2] : orderOf(state);
  return {
    letters: order.map((k) => LETTERS[k] as string),
    order,
    row: order.indexOf(state.query),
    column: order.indexOf(state.key),
  };
}

function pointing(side: "before" | "after"): Gestures<State, Model> {
  const choose = (shown: Here, at: { x: number; y: number }, box: Box) => {
    const { order } = placed(shown, side);
    const { row, column } = cellAtPoint(shown.model[side], box, at);
    return { query: order[row] as number, key: order[column] as number };
  };
  return {
    cursor: "crosshair",
    pick: choose,
    key(shown, event) {
      const { order, row, column } = placed(shown, side);
      const [down, right] = {
        ArrowUp: [-1, 0],
        ArrowDown: [1, 0],
        ArrowLeft: [0, -1],
        ArrowRight: [0, 1],
      }[event.key] ?? [0, 0];
      if (down === 0 && right === 0) return undefined;
      const next = (at: number, step: number): number =>
        order[Math.min(2, Math.max(0, at + step))] as number;
      return {
        query: next(row, down as number),
        key: next(column, right as number),
      };
    },
  };
}

function say(shown: Here): string {
  const { state, model, lang } = shown;
  const cell = (side: "before" | "after"): string => {
    const { row, column } = placed(shown, side);
    return (model[side].values[3 * row + column] as number).toFixed(3);
  };
  const [a, b] = [LETTERS[state.query], LETTERS[state.key]];
  return {
    en: `“${a}” looks at “${b}” with ${cell("before")} in “A B C” and with ${cell("after")} in “${strings[state.letters].en}”.`,
    zh: `${a} 看 ${b} 的权重：在 A B C 中为 ${cell("before")}，在 ${strings[state.letters].zh} 中为 ${cell("after")}。`,
  }[lang];
}

export const spec = figure<typeof table, Model>({
  tag: "pe-permute",
  table,
  strings,
  controls: [
    { key: "letters", menu: true },
    { key: "positions" },
    { key: "seed" },
  ],
  compute(state) {
    const order = orderOf(state);
    const head = {
      dModel: D,
      seed: state.seed,
      causal: false,
      position: state.positions ? ("sinusoidal" as const) : ("none" as const),
    };
    const x = vectors(LETTERS, head);
    const shuffled = { data: rowsInOrder(x.data, D, order), shape: x.shape };
    const [before, after] = [attend(x, head), attend(shuffled, head)];
    return {
      before: square(before.weights),
      after: square(after.weights),
      same: gap(after.weights, before.weights),
      moved: gap(after.weights, conjugated(before.weights, order)),
      output: gap(after.output, before.output),
      outputMoved: gap(after.output, rowsInOrder(before.output, D, order)),
      pooled: gap(pooled(after.output, D), pooled(before.output, D)),
    };
  },
  finding({ state, model, lang }) {
    const [same, moved] = [gapText(model.same), gapText(model.moved)];
    const name = strings[state.letters][lang];
    return {
      en: `Cell for cell, the weights of “${name}” differ from those of A B C by up to <b>${same}</b>; letter for letter by <b>${moved}</b>.`,
      zh: `逐格比较，${name} 与 A B C 的权重最多相差 <b>${same}</b>；逐字母比较，只差 <b>${moved}</b>。`.replace(
        "只差",
        model.moved < 1e-5 ? "只差" : "相差",
      ),
    }[lang];
  },
  rows: [
    [
      ["before", 1],
      ["after", 1],
    ],
    [["numbers", 1]],
  ],
  panels: [
    ...(["before", "after"] as const).map((side) => ({
      kind: "cells" as const,
      id: side,
      attention: "random" as const,
      height: [220, 180] as const,
      aspect: 0.8,
      scale: false,
      margin: { ...WORD_MARGIN, left: 32, top: 28 },
      title: ({ state }: Here) =>
        side === "before" ? "A B C" : strings[state.letters].en,
      matrix: ({ model }: Here) => model[side],
      label: say,
      marks: (shown: Here, box: Box) => {
        const { letters, row, column } = placed(shown, side);
        return [
          ...wordEdges(letters, box, { row, column }),
          ...cellOutline(shown.model[side], box, row, column),
        ];
      },
      pointing: pointing(side),
    })),
    {
      kind: "html",
      id: "numbers",
      tall: [150, 213],
      label: () => "",
      html(shown) {
        const rows = numbers(shown).map(
          ([what, value]) =>
            `<tr><th scope="row">${withFormula(what)}</th><td class="num"><b>${value}</b></td></tr>`,
        );
        return `<table><tbody>${rows.join("")}</tbody></table>`;
      },
      lines: (shown) =>
        numbers(shown).map(([what, value]) => `${what}: ${value}`),
    },
  ],
  sentence: say,
  tableData(shown) {
    const { lang } = shown;
    return {
      caption: strings.name[lang],
      corner: lang === "zh" ? "比较" : "compared",
      columns: [lang === "zh" ? "最大差" : "largest difference"],
      rows: numbers(shown).map(([head, value]) => ({ head, cells: [value] })),
    };
  },
  code: ({ state }) => `import { load } from "posenc";

const pe = await load();
${headCode(LETTERS, { dModel: D, seed: state.seed })}
const order = ${JSON.stringify(orderOf(state))}; // ${state.letters}
const places = (data) => {
  const input = { data, shape: [3, dModel] };
  return ${state.positions ? "pe.embedding.add(input, pe.embedding.sinusoidal({ seqLen: 3, dModel }))" : "input"};
};
const weights = (data) => {
  const input = places(data);
  const head = { q: input, k: input, v: input, numHeads: 1, projections };
  return [...pe.attention({ ...head, returnWeights: true }).weights.data];
};
const before = weights(x);
const after = weights(order.flatMap((k) => [...x.subarray(k * dModel, (k + 1) * dModel)]));
const gap = (f) => Math.max(...after.map((value, at) => Math.abs(value - before[f(at)])));
console.log(gap((at) => at)); // cell against cell
console.log(gap((at) => 3 * order[Math.floor(at / 3)] + order[at % 3])); // word against word
`,
  states: ({ model }) => [model.same, model.moved],
});

/** The formula behind a colon stays whole, its matrices in italics. */
const withFormula = (what: string): string =>
  what.replace(
    /\|.*\|/,
    (formula) =>
      `<span class="whole">${formula.replace(/[APX]+(?![a-z])/g, "<var>$&</var>")}</span>`,
  );

function numbers({ model, lang }: Here): [what: string, value: string][] {
  const zh = lang === "zh";
  const { same, moved, output, outputMoved } = model;
  return [
    [zh ? "权重，逐格：|A′ − A|" : "weights, cell by cell: |A′ − A|", same],
    [
      zh
        ? "权重，逐字母：|A′ − PAPᵀ|"
        : "weights, letter by letter: |A′ − PAPᵀ|",
      moved,
    ],
    [
      zh
        ? "输出，逐行：|Attn(PX) − Attn(X)|"
        : "outputs, row by row: |Attn(PX) − Attn(X)|",
      output,
    ],
    [
      zh
        ? "输出，逐字母：|Attn(PX) − P·Attn(X)|"
        : "outputs, letter by letter: |Attn(PX) − P·Attn(X)|",
      outputMoved,
    ],
    [zh ? "三个输出的平均之差" : "difference of their means", model.pooled],
  ].map(([what, value]) => [what as string, gapText(value as number)]);
}
