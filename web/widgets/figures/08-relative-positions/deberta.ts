// <pe-deberta>: the three terms of disentangled attention as a sum of squares of
// pairs, with the diagonal of one distance in all of them.
import * as pe from "posenc";
import {
  integer,
  onOff,
  type StateOf,
} from "../../element/state/attributes.ts";
import { cellRect, type Matrix } from "../../kit/panel.ts";
import { pairCells, pairWords, signed } from "../../kit/pieces/pair-cells.ts";
import { rms } from "../../kit/pieces/vectors.ts";
import { type Box, figure, type Shown } from "../../kit/spec.ts";
import type { Mark } from "../../plots/marks.ts";
import { cellValue, decimals, plural, quantity } from "../../words/text.ts";
import {
  errorText,
  random,
  repeated,
  shaped,
} from "../shared/random-content.ts";
import { signedOffset } from "./offsets.ts";

const table = {
  "seq-len": integer({ default: 14, min: 2, max: 40 }),
  "head-dim": integer({ default: 32, min: 2, max: 128 }),
  span: integer({ default: 8, min: 1, max: 40 }),
  c2p: onOff(true),
  p2c: onOff(true),
  same: onOff(true),
  seed: integer({ default: 3, min: 0, max: 9999 }),
  query: integer({ default: 9, min: 0, max: 39 }),
  key: integer({ default: 4, min: 0, max: 39 }),
} as const;

type State = StateOf<typeof table>;

interface Model {
  readonly c2c: Matrix;
  readonly c2p: Matrix;
  readonly p2c: Matrix;
  readonly sum: Matrix;
  /** Root mean square of each, whole matrices. */
  readonly sizes: Readonly<Record<"c2c" | "c2p" | "p2c" | "sum", number>>;
  readonly scale: number;
  /** Largest difference of p2c between pairs of the same offset. */
  readonly spread: number;
}

const TERMS = ["c2c", "c2p", "p2c", "sum"] as const;

const strings = {
  name: { en: "DeBERTa’s three terms", zh: "DeBERTa 的三项" },
  caption: {
    en: "Every place holds the same token. Drag across the squares: the outlined pairs are all of one distance. Which squares change along them, and would they if the third read an absolute position? Then give each place its own token, or switch a term off.",
    zh: "各处都是同一个词元。在方阵上拖动，框出的是距离相同的各对。沿着它们，哪些方阵有变化？假如第三个读的是绝对位置，会有变化吗？再让各处换成不同的词元，或者关掉一项。",
  },
  seqLen: { en: "Tokens", zh: "词元数" },
  headDim: { en: "Head width d", zh: "头维度 d" },
  span: { en: "Span k", zh: "跨度 k" },
  c2p: { en: "content → position", zh: "内容对位置项" },
  p2c: { en: "position → content", zh: "位置对内容项" },
  same: { en: "The same token everywhere", zh: "各处都是同一个词元" },
  seed: { en: "Seed", zh: "随机种子" },
  ...pairWords,
} as const;

const titles = {
  c2c: { en: "content", zh: "内容" },
  c2p: { en: "+ query · row", zh: "+ 查询·向量" },
  p2c: { en: "+ key · row", zh: "+ 键·向量" },
  sum: { en: "= score", zh: "= 分数" },
} as const;

type Here = Shown<State, Model>;

const valueAt = (matrix: Matrix, { query, key }: State): number =>
  matrix.values[query * matrix.columns + key] as number;

/** Largest step along the diagonals: 0 where only the offset counts. */
function alongDiagonals({ values, rows: n }: Matrix): number {
  let most = 0;
  for (let i = 1; i < n; i += 1) {
    for (let j = 1; j < n; j += 1) {
      const before = values[(i - 1) * n + j - 1] as number;
      most = Math.max(most, Math.abs((values[i * n + j] as number) - before));
    }
  }
  return most;
}

/** The pairs that are as far apart as the chosen one. */
function diagonal({ state, model }: Here, box: Box): readonly Mark[] {
  const { rows, columns } = model.sum;
  const apart = state.query - state.key;
  const first = Math.max(0, -apart);
  const pairs = Array.from({ length: rows - Math.abs(apart) }, (_, n) =>
    cellRect({ rows, columns }, box, {
      row: first + n + apart,
      column: first + n,
    }),
  );
  return (["paper", "ink"] as const).map((stroke) => ({
    kind: "path",
    stroke,
    width: stroke === "paper" ? 2.5 : 1,
    draw(pen) {
      for (const pair of pairs) pen.rect(...pair);
    },
  }));
}

function say({ state, model, lang }: Here): string {
  const { query, key } = state;
  const [cc, cp, pc, sum] = TERMS.map((t) =>
    cellValue(valueAt(model[t], state)),
  );
  const distance = signedOffset(query - key);
  return {
    en: `Query ${query}, key ${key}, distance i − j = ${distance}: ${cc} + ${cp} + ${pc} = ${sum}.`,
    zh: `查询 ${query}、键 ${key}，距离 i − j = ${distance}：${cc} + ${cp} + ${pc} = ${sum}。`,
  }[lang];
}

export const spec = figure<typeof table, Model>({
  tag: "pe-deberta",
  table,
  strings,
  bounds: {
    query: { max: ({ seqLen }) => seqLen - 1 },
    key: { max: ({ seqLen }) => seqLen - 1 },
  },
  controls: [
    { key: "same" },
    { key: "c2p" },
    { key: "p2c" },
    { key: "seqLen" },
    { key: "span" },
    { key: "headDim" },
    { key: "seed" },
  ],
  main: ["same"],
  compute({ seqLen, headDim, span, c2p, p2c, same, seed }) {
    const tokens = (part: number) =>
      same
        ? repeated(seqLen, random(1, headDim, 10 * seed + part))
        : random(seqLen, headDim, 10 * seed + part);
    const rows = (part: number) =>
      shaped(random(2 * span, headDim, 10 * seed + part), 2 * span, 1, headDim);
    const { terms, scores } = pe.deberta({
      q: tokens(1),
      k: tokens(2),
      numHeads: 1,
      span,
      relK: rows(3),
      relQ: rows(4),
      terms: [c2p ? ["c2p" as const] : [], p2c ? ["p2c" as const] : []].flat(),
    });
    const empty = new Float32Array(seqLen * seqLen);
    const data = {
      c2c: terms.c2c.data,
      c2p: terms.c2p?.data ?? empty,
      p2c: terms.p2c?.data ?? empty,
      sum: scores.data,
    };
    const matrix = (values: Float32Array) =>
      signed(values, seqLen, seqLen, 2.5);
    const matrices = {
      c2c: matrix(data.c2c),
      c2p: matrix(data.c2p),
      p2c: matrix(data.p2c),
      sum: matrix(data.sum),
    };
    return {
      ...matrices,
      sizes: {
        c2c: rms(data.c2c),
        c2p: rms(data.c2p),
        p2c: rms(data.p2c),
        sum: rms(data.sum),
      },
      scale: 1 / Math.sqrt(headDim * (1 + Number(c2p) + Number(p2c))),
      spread: alongDiagonals(matrices.p2c),
    };
  },
  finding({ state, model, lang }) {
    const count = 1 + Number(state.c2p) + Number(state.p2c);
    const root = `1/√(${count}·${state.headDim})`;
    const scale = decimals(model.scale, 4);
    if (state.same && state.p2c) {
      const spread = errorText(model.spread);
      return {
        en: `With one token everywhere the position–content term differs by at most <b>${spread}</b> between pairs of the same distance: it reads relative rows, no absolute ones.`,
        zh: `各处都是同一个词元时，距离相同的各对，“位置对内容”一项至多相差 <b>${spread}</b>：它读的是相对向量，与绝对位置无关。`,
      }[lang];
    }
    const one = quantity(model.sizes.c2c, 2);
    const sum = quantity(model.sizes.sum, 2);
    // What the scaling is for; few pairs of few tokens may turn out otherwise.
    const near = Math.abs(Math.log(model.sizes.sum)) < Math.log(1.25);
    const as = near
      ? {
          en: ": near 1, as with √d and one term",
          zh: "，接近 1，与只有一项、除以 √d 时相当",
        }
      : { en: "", zh: "" };
    return {
      en: `${count} ${plural(count, "term is", "terms are")} scaled by ${root} = <b>${scale}</b>. Content alone then has size <b>${one}</b>, the whole score <b>${sum}</b>${as.en}.`,
      zh: `${count} 项共用缩放系数 ${root} = <b>${scale}</b>。此时内容项的均方根为 <b>${one}</b>，整个分数为 <b>${sum}</b>${as.zh}。`,
    }[lang];
  },
  rows: [TERMS.map((term) => [term, 1] as const)],
  panels: TERMS.map((term) =>
    pairCells<State, Model>({
      id: term,
      ...(term === "sum" ? { attention: "random" as const } : {}),
      title: ({ lang }) => titles[term][lang],
      matrix: ({ model }) => model[term],
      label: say,
      marks: diagonal,
      scale: false,
      height: [260, 260],
    }),
  ),
  tight: [0],
  // What stands above one is longer than above the others.
  styles: ".row { align-items: end; }",
  sentence: say,
  tableData({ state, model, lang }) {
    const zh = lang === "zh";
    return {
      caption: strings.name[lang],
      corner: zh ? `查询 ${state.query}，键` : `query ${state.query}, key`,
      columns: TERMS.map((term) => titles[term][lang]),
      rows: Array.from({ length: state.seqLen }, (_, key) => ({
        head: String(key),
        cells: TERMS.map((t) =>
          cellValue(valueAt(model[t], { ...state, key })),
        ),
      })),
      marked: { row: state.key, column: 3 },
    };
  },
  code: ({ state }) => {
    const { seqLen, headDim, span, seed, c2p, p2c } = state;
    const rows = state.same
      ? `const tokens = (s) =>
  pe.embedding.lookup(rows(1, s), new Array(${seqLen}).fill(0));`
      : `const tokens = (s) => rows(${seqLen}, s);`;
    return `import { load } from "posenc";

const pe = await load();
const rows = (count, seed) =>
  pe.embedding.learned({ maxLen: count, dModel: ${headDim}, std: 1, seed });
${rows}
const relative = (s) => ({ ...rows(${2 * span}, s), shape: [${2 * span}, 1, ${headDim}] });
const { terms, scores } = pe.relative.deberta({
  q: tokens(${10 * seed + 1}),
  k: tokens(${10 * seed + 2}),
  numHeads: 1,
  span: ${span},
  relK: relative(${10 * seed + 3}),
  relQ: relative(${10 * seed + 4}),
  terms: [${[c2p ? '"c2p"' : "", p2c ? '"p2c"' : ""].filter(Boolean).join(", ")}],
});
const at = ${state.query} * ${seqLen} + ${state.key};
// The chosen pair, and the root mean square of all.
for (const part of [terms.c2c, terms.c2p, terms.p2c, scores]) {
  const { data } = part ?? { data: new Float32Array(${seqLen * seqLen}) };
  const squares = data.reduce((sum, value) => sum + value ** 2, 0);
  console.log(data[at], Math.sqrt(squares / data.length));
}
`;
  },
  states: ({ state, model }) =>
    (["c2c", "c2p", "p2c", "sum"] as const).map((part) => [
      model[part].values[state.query * state.seqLen + state.key] as number,
      model.sizes[part],
    ]),
});
