// <pe-rotary-layout>: which columns are a pair, and what a wrong layout does to
// the scores.

import type { Tensor } from "posenc";
import * as pe from "posenc";
import {
  choice,
  integer,
  type StateOf,
} from "../../element/state/attributes.ts";
import { EVEN } from "../../kit/bounds.ts";
import { inkOn, rect, tint } from "../../kit/highlights.ts";
import type { Matrix } from "../../kit/panel.ts";
import { pairCells, pairWords, signed } from "../../kit/pieces/pair-cells.ts";
import { type Box, figure, type Shown } from "../../kit/spec.ts";
import { type Mark, segment } from "../../plots/marks.ts";
import { cellValue, decimals } from "../../words/text.ts";
import { plainScores } from "../shared/plain-scores.ts";
import { errorText, random, shaped } from "../shared/random-content.ts";

const table = {
  port: choice(["wrong", "converted", "same"]),
  "head-dim": integer({ default: 8, min: 2, max: 32 }),
  "rotary-dim": integer({ default: 8, min: 2, max: 32 }),
  "seq-len": integer({ default: 14, min: 2, max: 40 }),
  seed: integer({ default: 4, min: 0, max: 9999 }),
  query: integer({ default: 9, min: 0, max: 39 }),
  key: integer({ default: 4, min: 0, max: 39 }),
} as const;

type State = StateOf<typeof table>;
type Layout = "interleaved" | "halves";

interface Model {
  readonly trained: Matrix;
  readonly ported: Matrix;
  /** Largest difference of a score. */
  readonly error: number;
  /** For each column as it lies in memory: which pair turns it; −1: none. */
  readonly before: readonly number[];
  readonly after: readonly number[];
  /** Where each column of the ported order came from. */
  readonly from: readonly number[];
}

const strings = {
  name: { en: "Which columns are a pair", zh: "哪两列成对" },
  caption: {
    en: "Above, the columns of a head in memory; an arc joins the two that turn together. A model trained with neighbours as pairs is run by a program that pairs the halves. Then let the columns be permuted first: the scores come back.",
    zh: "上方是一个头的各列在内存中的排列，弧线连着一起旋转的两列。模型训练时以相邻两列为一对，运行它的程序却按前后两半配对。再选择先重排各列：分数复原。",
  },
  port: { en: "Run it", zh: "怎样运行" },
  wrong: { en: "as halves, columns as they are", zh: "两半配对，列不动" },
  converted: { en: "as halves, columns permuted", zh: "两半配对，先重排各列" },
  same: { en: "interleaved, as trained", zh: "交错配对，与训练一致" },
  headDim: { en: "Head width d", zh: "头维度 d" },
  rotaryDim: { en: "Columns that turn", zh: "参与旋转的列数" },
  seqLen: { en: "Tokens", zh: "词元数" },
  seed: { en: "Seed", zh: "随机种子" },
  ...pairWords,
  before: { en: "columns and their pairs in training", zh: "训练时的列与配对" },
  after: { en: "columns and their pairs when run", zh: "运行时的列与配对" },
  trained: { en: "scores, by neighbours", zh: "相邻配对时的分数" },
  ported: { en: "scores, as run", zh: "运行时的分数" },
} as const;

type Here = Shown<State, Model>;

/** Pair of each column of a layout; −1 where nothing turns. */
const pairsOf = (layout: Layout, width: number, turning: number): number[] =>
  Array.from({ length: width }, (_, c) => {
    if (c >= turning) return -1;
    return layout === "halves" ? c % (turning / 2) : c >> 1;
  });

function scoresOf(
  q: Tensor,
  k: Tensor,
  layout: Layout,
  { seqLen, headDim, rotaryDim }: Readonly<State>,
): Float32Array {
  const frequencies = pe.rotaryFrequencies({ headDim, rotaryDim });
  const turn = (x: Tensor) =>
    shaped(
      pe.rotaryApply(shaped(x, seqLen, 1, headDim), { frequencies, layout }),
      seqLen,
      headDim,
    );
  return plainScores(turn(q), turn(k));
}

function compute(state: Readonly<State>): Model {
  const { seqLen, headDim, rotaryDim, port, seed } = state;
  const q = random(seqLen, headDim, 10 * seed + 1);
  const k = random(seqLen, headDim, 10 * seed + 2);
  const conversion = {
    from: "interleaved",
    to: "halves",
    rotaryDim,
  } as const;
  const moved = (x: Tensor): Tensor => pe.convertLayout(x, conversion);
  const trained = scoresOf(q, k, "interleaved", state);
  const layout = port === "same" ? "interleaved" : "halves";
  const ported =
    port === "converted"
      ? scoresOf(moved(q), moved(k), layout, state)
      : scoresOf(q, k, layout, state);
  const columns: Tensor = {
    data: Float32Array.from({ length: headDim }, (_, c) => c),
    shape: [1, headDim],
  };
  return {
    trained: signed(trained, seqLen, seqLen, 3),
    ported: signed(ported, seqLen, seqLen, 3),
    error: trained.reduce(
      (most, v, n) => Math.max(most, Math.abs(v - (ported[n] as number))),
      0,
    ),
    before: pairsOf("interleaved", headDim, rotaryDim),
    after: pairsOf(layout, headDim, rotaryDim),
    from: [...(port === "converted" ? moved(columns) : columns).data],
  };
}

const shadeOf = (pair: number, count: number): number =>
  0.12 + (0.4 * pair) / count;

/** A row of columns with the arcs of their pairs. */
function columnRow(
  shown: Here,
  box: Box,
  top: number,
  pairs: readonly number[],
  names: readonly number[],
): readonly Mark[] {
  const width = Math.min(56, box.width / pairs.length);
  const count = Math.max(1, ...pairs) + 1;
  const marks: Mark[] = pairs.flatMap((pair, c) => [
    rect([c * width, top, width, 26], {
      stroke: "rule",
      ...(pair < 0
        ? {}
        : {
            fill: tint("sequential", shown.theme, shadeOf(pair, count)),
          }),
    }),
    ...(width < 14
      ? []
      : [
          {
            kind: "text" as const,
            x: (c + 0.5) * width,
            y: top + 17,
            text: String(names[c]),
            anchor: "middle" as const,
            fill:
              pair < 0
                ? ("ink2" as const)
                : inkOn("sequential", shown.theme, shadeOf(pair, count)),
          },
        ]),
  ]);
  pairs.forEach((pair, c) => {
    const other = pair < 0 ? -1 : pairs.indexOf(pair, c + 1);
    if (other < 0) return;
    const [from, to] = [(c + 0.5) * width, (other + 0.5) * width];
    const lift = Math.min(20, 6 + (to - from) / 12);
    marks.push({
      kind: "path",
      draw(pen) {
        pen.moveTo(from, top);
        pen.bezierCurveTo(from, top - lift, to, top - lift, to, top);
      },
      stroke: "accent",
      width: 1.25,
    });
  });
  return marks;
}

function say({ state, model, lang }: Here): string {
  const at = state.query * state.seqLen + state.key;
  const [a, b] = [model.trained, model.ported].map(({ values }) =>
    cellValue(values[at] as number),
  );
  return {
    en: `Query ${state.query}, key ${state.key}: trained ${a}, run ${b}. Largest difference of all: ${errorText(model.error)}.`,
    zh: `查询 ${state.query}、键 ${state.key}：训练时 ${a}，运行时 ${b}。全体最大差 ${errorText(model.error)}。`,
  }[lang];
}

export const spec = figure<typeof table, Model>({
  tag: "pe-rotary-layout",
  table,
  strings,
  bounds: {
    headDim: EVEN,
    rotaryDim: { ...EVEN, max: ({ headDim }) => headDim },
    query: { max: ({ seqLen }) => seqLen - 1 },
    key: { max: ({ seqLen }) => seqLen - 1 },
  },
  controls: [
    { key: "port", menu: true },
    { key: "headDim", step: 2 },
    { key: "rotaryDim", step: 2 },
    { key: "seqLen" },
    { key: "seed" },
  ],
  compute,
  finding({ state, model, lang }) {
    const error =
      state.port === "wrong"
        ? decimals(model.error, 2)
        : errorText(model.error);
    if (state.port === "wrong" && state.rotaryDim === 2) {
      return {
        en: "One pair is the same in both layouts: with a rotary width of 2 nothing can be wrong. Turn more of the head.",
        zh: "只有一对时，两种配对是一回事：旋转宽度为 2，不会出错。让更多的列参与旋转看看。",
      }[lang];
    }
    const text = {
      wrong: {
        en: `Trained with neighbours, run with halves: scores are wrong by up to <b>${error}</b>. The shapes fit, and no error is raised.`,
        zh: `按相邻配对训练、按两半配对运行：分数最多错 <b>${error}</b>。形状全对，也不报错。`,
      },
      converted: {
        en: `With the columns of q and k permuted alike, the largest difference is <b>${error}</b>: a sum does not ask for the order of its terms.`,
        zh: `q 和 k 的列按同样的次序重排后，最大差为 <b>${error}</b>：求和与各项的次序无关。`,
      },
      same: {
        en: `Run as trained, the scores differ by <b>${error}</b>.`,
        zh: `照训练时的方式运行，分数相差 <b>${error}</b>。`,
      },
    };
    return text[state.port][lang];
  },
  rows: [
    [["columns", 1]],
    [
      ["trained", 1],
      ["ported", 1],
    ],
  ],
  panels: [
    {
      kind: "plot",
      id: "columns",
      height: [172, 172],
      margin: { left: 4, right: 4, top: 0, bottom: 4 },
      label: ({ model, lang }) =>
        lang === "zh"
          ? `训练时各列所属的对：${model.before.join("、")}；运行时：${model.after.join("、")}。`
          : `Pair of each column in training: ${model.before.join(", ")}; when run: ${model.after.join(", ")}.`,
      marks(shown, box) {
        const { model, lang } = shown;
        const own = model.before.map((_, c) => c);
        const { from } = model;
        const width = Math.min(56, box.width / own.length);
        // Where a screen is low, the rows stand closer and without their names.
        const isLow = box.height < 140;
        const upper = isLow ? 16 : 36;
        const lower = box.height - (isLow ? 26 : 48);
        const named = (y: number, text: string): readonly Mark[] =>
          isLow ? [] : [{ kind: "text", x: 0, y, text, fill: "ink2" }];
        return [
          ...columnRow(shown, box, upper, model.before, own),
          // Where each column goes.
          ...from.map((column, c) =>
            segment(
              (column + 0.5) * width,
              upper + 28,
              (c + 0.5) * width,
              lower - (isLow ? 14 : 24),
              { stroke: "ink3", opacity: 0.6 },
            ),
          ),
          ...columnRow(shown, box, lower, model.after, from),
          ...named(12, strings.before[lang]),
          ...named(box.height - 6, strings.after[lang]),
        ];
      },
    },
    pairCells<State, Model>({
      id: "trained",
      attention: "random",
      title: ({ lang }) => strings.trained[lang],
      matrix: ({ model }) => model.trained,
      label: say,
      height: [260, 170],
    }),
    pairCells<State, Model>({
      id: "ported",
      attention: "random",
      title: ({ lang }) => strings.ported[lang],
      matrix: ({ model }) => model.ported,
      label: say,
      height: [260, 170],
    }),
  ],
  sentence: say,
  tableData({ state, model, lang }) {
    const zh = lang === "zh";
    const at = state.query * state.seqLen;
    return {
      caption: strings.name[lang],
      corner: zh ? `查询 ${state.query}，键` : `query ${state.query}, key`,
      columns: [strings.trained[lang], strings.ported[lang]],
      rows: Array.from({ length: state.seqLen }, (_, key) => ({
        head: String(key),
        cells: [model.trained, model.ported].map(({ values }) =>
          cellValue(values[at + key] as number),
        ),
      })),
      marked: { row: state.key, column: 1 },
    };
  },
  code: ({ state }) => `import { load } from "posenc";

const pe = await load();
const [n, d, rotaryDim] = [${state.seqLen}, ${state.headDim}, ${state.rotaryDim}];
const rows = (part) => pe.embedding.learned({ maxLen: n, dModel: d, std: 1, seed: ${10 * state.seed} + part });
const [q, k] = [rows(1), rows(2)];
const frequencies = pe.rotary.frequencies({ headDim: d, rotaryDim });
// Rows of zeros for the offsets: what is left of Shaw's scores is q·k/√d.
const zeros = { numHeads: 1, clip: 1, offset: 0, keyTable: { data: new Float32Array(3 * d), shape: [3, d] } };
const scores = (q, k, layout) => {
  const turned = ({ data }) => ({
    data: pe.rotary.apply({ data, shape: [n, 1, d] }, { frequencies, layout }).data,
    shape: [n, d],
  });
  return [...pe.relative.shaw({ ...zeros, q: turned(q), k: turned(k) }).scores.data];
};
const moved = (x) => pe.convert.layout(x, { from: "interleaved", to: "halves", rotaryDim });
const trained = scores(q, k, "interleaved");
const ported = ${{ wrong: 'scores(q, k, "halves")', converted: 'scores(moved(q), moved(k), "halves")', same: 'scores(q, k, "interleaved")' }[state.port]};
const at = ${state.query} * n + ${state.key};
console.log(trained[at], ported[at]);
console.log(Math.max(...trained.map((score, at) => Math.abs(score - ported[at]))));
`,
  states({ state: { query, key, seqLen }, model }) {
    const at = query * seqLen + key;
    return [
      model.trained.values[at] as number,
      model.ported.values[at] as number,
      model.error,
    ];
  },
});
