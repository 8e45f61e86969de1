// <pe-learned-rows>: the table of a model that was trained: rows that texts
// reached, beside rows of the same table that none ever did.
import * as pe from "posenc";
import {
  choice,
  integer,
  type StateOf,
} from "../../element/state/attributes.ts";
import { crosshair } from "../../kit/highlights.ts";
import { cellAtPoint, type Matrix } from "../../kit/panel.ts";
import { AXES, axes } from "../../kit/pieces/labelled-axes.ts";
import { type Box, figure, type Shown } from "../../kit/spec.ts";
import { cellScale, integerTicks } from "../../plots/axes.ts";
import type { Mark } from "../../plots/marks.ts";
import { HEADS, learnedTable, readAll } from "../../trained/encoders.ts";
import { NOUNS, VERBS } from "../../trained/known-words.ts";
import { TRAINED_PLACES } from "../../trained/setup.ts";
import { decimals, quantity } from "../../words/text.ts";
import { rowsProgram } from "./learned-rows-program.ts";

/** Agent, verb, patient: as many words has a sentence. */
const WORDS = 3;
const VERB = 1;
/** Places where all of a sentence is in rows that were trained. */
const PLACES = TRAINED_PLACES - WORDS + 1;
const PARTS = ["trained", "untrained"] as const;
type Part = (typeof PARTS)[number];

const table = {
  view: choice(["looks", "rows"]),
  /** Where the second picture begins. */
  from: integer({
    default: TRAINED_PLACES,
    min: TRAINED_PLACES,
    max: 200,
  }),
  head: integer({ default: 1, min: 1, max: HEADS }),
  row: integer({ default: 4, min: 0, max: TRAINED_PLACES - 1 }),
} as const;

type State = StateOf<typeof table>;

interface Side {
  /** Cosines of all pairs of rows. */
  readonly alike: Matrix;
  /** Mean size of a cosine of two rows, without its sign. */
  readonly size: number;
  /** Of each head [place, agent | verb | patient]: where the verb looks, a mean. */
  readonly looks: readonly Matrix[];
  /** Share of the sentences, over all places, whose agent is told. */
  readonly right: number;
}

type Model = Readonly<Record<Part, Side>>;
type Here = Shown<State, Model>;

const strings = {
  name: { en: "What a learned table learned", zh: "可学习的表学到了什么" },
  caption: {
    en: "One table of one trained model: first the rows that its training texts reached, then rows further down, which still hold the random numbers they started with. See where the verb of a sentence looks, place by place; then switch to how alike the rows are.",
    zh: "同一个训练好的模型、同一张表：前一块是训练文本到过的行，后一块是更靠后的行，那里还是当初随机取的数。先看句子放在各处时动词在看哪里，再切换去看各行彼此有多像。",
  },
  view: { en: "Show", zh: "显示" },
  looks: { en: "where the verb looks", zh: "动词在看哪里" },
  rows: { en: "how alike rows are", zh: "各行有多像" },
  from: { en: "Untrained rows from", zh: "未训练的行，从第几行起" },
  head: { en: "Head", zh: "第几个头" },
  row: { en: "Row", zh: "行" },
  keys: {
    en: "Rows of the table; up and down arrows choose one.",
    zh: "表的各行；上下方向键选择一行。",
  },
  trained: { en: "trained rows", zh: "训练过的行" },
  untrained: { en: "rows never trained", zh: "从未训练的行" },
  place: { en: "place of the first word", zh: "首词的位置" },
  agent: { en: "who", zh: "施事" },
  verb: { en: "verb", zh: "动词" },
  patient: { en: "whom", zh: "受事" },
} as const;

/** A sentence for every noun. */
const SENTENCES = NOUNS.map((_, noun) => [
  noun,
  NOUNS.length + (noun % VERBS.length),
  (noun + 5) % NOUNS.length,
]);

const firstOf = (part: Part, { from }: Pick<State, "from">): number =>
  part === "trained" ? 0 : from;

/** Where the verb looks with the sentence at each place, by head, and what is right. */
function looksOf(first: number) {
  const texts = Array.from({ length: PLACES }, (_, place) =>
    SENTENCES.map((tokens) => ({
      tokens,
      place: first + place,
      positions: true,
    })),
  ).flat();
  const values = Array.from(
    { length: HEADS },
    () => new Float32Array(PLACES * WORDS),
  );
  let right = 0;
  readAll("learned", texts).forEach(({ nouns, weights }, n) => {
    const { tokens, place } = texts[n] as (typeof texts)[number];
    const answer = nouns(VERB);
    if (answer.indexOf(Math.max(...answer)) === tokens[0]) right += 1;
    values.forEach((looks, head) => {
      const row = (head * WORDS + VERB) * WORDS;
      for (let to = 0; to < WORDS; to += 1) {
        (looks[(place - first) * WORDS + to] as number) +=
          (weights[row + to] as number) / SENTENCES.length;
      }
    });
  });
  return { values, right: right / texts.length };
}

function sideOf(first: number): Side {
  const count = TRAINED_PLACES;
  const rows = pe.embeddingLookup(
    learnedTable(),
    Array.from({ length: count }, (_, n) => first + n),
  );
  const { data } = pe.analysisSimilarity(rows, { normalized: true });
  const others = data.filter((_, at) => at % (count + 1) !== 0);
  const { values, right } = looksOf(first);
  return {
    alike: {
      values: data,
      rows: count,
      columns: count,
      domain: [-1, 1],
    },
    size: others.reduce((sum, x) => sum + Math.abs(x), 0) / others.length,
    looks: values.map((looks) => ({
      values: looks,
      rows: PLACES,
      columns: WORDS,
      domain: [0, 1],
      map: "sequential",
      format: (share) => decimals(share, 2),
    })),
    right,
  };
}

let trained: Side | undefined;

const matrixOf = ({ state, model }: Here, part: Part): Matrix =>
  state.view === "looks"
    ? (model[part].looks[state.head - 1] as Matrix)
    : model[part].alike;

function marks(shown: Here, box: Box, part: Part): readonly Mark[] {
  const { state, lang } = shown;
  const matrix = matrixOf(shown, part);
  const first = firstOf(part, state);
  const isLooks = state.view === "looks";
  const row = Math.min(state.row, matrix.rows - 1);
  const rowsScale = cellScale(matrix.rows, box.height);
  return [
    ...axes(
      {
        y: {
          scale: rowsScale,
          ticks: integerTicks(0, matrix.rows - 1, box.height, 24),
          format: (n) => String(first + n),
          label: (isLooks ? strings.place : strings.row)[lang],
        },
        ...(isLooks
          ? {}
          : {
              x: {
                scale: cellScale(matrix.columns, box.width),
                ticks: integerTicks(0, matrix.columns - 1, box.width, 30),
                format: (n) => String(first + n),
                label: strings.row[lang],
              },
            }),
      },
      box,
    ),
    ...(isLooks
      ? (["agent", "verb", "patient"] as const).map(
          (word, n): Mark => ({
            kind: "text",
            x: ((n + 0.5) / WORDS) * box.width,
            // Columns of a telephone are narrower than their names.
            y: box.height + (box.width < 130 && n === VERB ? 29 : 16),
            text: strings[word][lang],
            anchor: "middle",
            fill: "ink2",
          }),
        )
      : []),
    ...crosshair(matrix, box, { row, column: isLooks ? VERB : row }).slice(
      0,
      2,
    ),
  ];
}

function found(shown: Here, mark: (text: string) => string): string {
  const { state, model, lang } = shown;
  const { trained, untrained } = model;
  const percent = (share: number) => mark(`${quantity(100 * share)}%`);
  if (state.view === "looks") {
    return {
      en: `With the sentence in rows that were trained, ${percent(trained.right)} of the answers are right; in rows from ${state.from} on, ${percent(untrained.right)}.`,
      zh: `句子落在训练过的行上，${percent(trained.right)} 的回答正确；从第 ${state.from} 行起，只有 ${percent(untrained.right)}。`,
    }[lang];
  }
  const size = ({ size: value }: Side) => mark(decimals(value, 2));
  return {
    en: `Two trained rows have a cosine of ${size(trained)} on average, without its sign; two rows that are still noise, ${size(untrained)}. Nothing here looks like an order, and yet the answers are right.`,
    zh: `两个训练过的行，余弦的绝对值平均为 ${size(trained)}；仍是噪声的两行为 ${size(untrained)}。看不出什么次序，回答却是对的。`,
  }[lang];
}

const say = (shown: Here): string => found(shown, (text) => text);

function titleOf({ state, lang }: Here, part: Part): string {
  const first = firstOf(part, state);
  const last = first + TRAINED_PLACES - 1;
  const isKnown = part === "trained";
  return {
    en: `rows ${first} to ${last}${isKnown ? "" : ", never trained"}`,
    zh: `第 ${first} 到 ${last} 行${isKnown ? "" : "，从未训练"}`,
  }[lang];
}

export const spec = figure<typeof table, Model>({
  tag: "pe-learned-rows",
  table,
  strings,
  controls: [
    { key: "view" },
    { key: "head", when: ({ view }) => view === "looks" },
    { key: "from" },
  ],
  main: ["view", "head"],
  compute({ from }) {
    // It stays as it is while the other picture moves down the table.
    trained ??= sideOf(0);
    return { trained, untrained: sideOf(from) };
  },
  finding: (shown) => found(shown, (text) => `<b>${text}</b>`),
  rows: [
    [
      ["trained", 1],
      ["untrained", 1],
    ],
  ],
  tight: [0],
  panels: PARTS.map((part) => ({
    kind: "cells" as const,
    id: part,
    answers: true as const,
    height: [330, 300] as const,
    margin: { ...AXES, left: 46 },
    scale: false,
    ...(part === "trained" ? { attention: "trained" as const } : {}),
    title: (shown: Here) => titleOf(shown, part),
    label: say,
    matrix: (shown: Here) => matrixOf(shown, part),
    marks: (shown: Here, box: Box) => marks(shown, box, part),
    pointing: {
      cursor: "pointer",
      vertical: true,
      pick: (shown: Here, at: { x: number; y: number }, box: Box) => ({
        row: cellAtPoint(matrixOf(shown, part), box, at).row,
      }),
      steps: { y: "row" as const },
    },
  })),
  sentence: say,
  tableData(shown) {
    const { state, lang } = shown;
    const parts = PARTS.map((part) => matrixOf(shown, part));
    const row = Math.min(state.row, (parts[0] as Matrix).rows - 1);
    const columns =
      state.view === "looks"
        ? [strings.agent, strings.verb, strings.patient].map((it) => it[lang])
        : Array.from({ length: TRAINED_PLACES }, (_, n) => String(n));
    return {
      caption: `${strings.name[lang]}: ${strings[state.view][lang]}`,
      corner: strings.row[lang],
      columns,
      rows: PARTS.map((part, k) => {
        const { values, columns: width } = parts[k] as Matrix;
        return {
          head: `${strings[part][lang]}, ${firstOf(part, state) + row}`,
          cells: Array.from(
            values.subarray(row * width, (row + 1) * width),
            (value) => decimals(value, 2),
          ),
        };
      }),
    };
  },
  code: ({ state }) => rowsProgram({ ...state, sentences: SENTENCES }),
  states: ({ state, model }) =>
    PARTS.map((part) => [
      model[part].size,
      model[part].right,
      (model[part].looks[state.head - 1] as Matrix).values.subarray(0, WORDS),
    ]),
});
