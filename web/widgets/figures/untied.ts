// <pe-untied>: TUPE: words meet words, positions meet positions, and the first
// token stands outside.
import type { Posenc, Tensor } from "posenc";
import type { Mark } from "../../plots/marks.ts";
import { integer, onOff, type StateOf } from "../attributes.ts";
import { outline } from "../kit/marks.ts";
import { cellAtPoint, cellRect } from "../kit/panel.ts";
import { stepped } from "../kit/pointer.ts";
import { cellsOf, rowNames } from "../kit/rows.ts";
import { type Box, figure, type Shown } from "../kit/spec.ts";
import { decimals, quantity } from "../text.ts";

const WIDTH = 16;

const table = {
  cls: onOff(true),
  "seq-len": integer({ default: 12, min: 3, max: 24 }),
  query: integer({ default: 0, min: 0, max: 23 }),
  seed: integer({ default: 1, min: 0, max: 9999 }),
} as const;

type State = StateOf<typeof table>;

interface Model {
  readonly content: Tensor;
  readonly relative: Tensor;
  /** Highest less lowest position score of the first token. */
  readonly spread: number;
  /** The same for the other tokens, on average. */
  readonly others: number;
}

const strings = {
  name: { en: "Untied positions", zh: "拆开的位置" },
  caption: {
    en: "Choose a query. Switch “first token outside” off: its row of position scores begins to favour some places over others. For a token that has to sum up the whole text, that is a prejudice.",
    zh: "选一个查询。关掉“首词元不计位置”：它那一行位置分数开始厚此薄彼。对要概括全文的词元来说，这是一种偏见。",
  },
  cls: { en: "First token ([CLS]) outside", zh: "首词元（[CLS]）不计位置" },
  seqLen: { en: "Tokens", zh: "词元数" },
  query: { en: "Query", zh: "查询" },
  seed: { en: "Seed", zh: "随机种子" },
  keys: {
    en: "Scores of all pairs; up and down arrows choose a query.",
    zh: "各对的分数；上下方向键选择查询。",
  },
} as const;

type Here = Shown<State, Model>;

function compute(pe: Posenc, { cls, seqLen, seed }: Readonly<State>): Model {
  const { learned } = pe.embedding;
  const drawn = (rows: number, std: number, k: number): Tensor => {
    const all = learned({ maxLen: rows, dModel: WIDTH, std, seed: seed + k });
    return { data: all.data, shape: [rows, 1, WIDTH] };
  };
  const places = seqLen + (cls ? 1 : 0);
  const { terms } = pe.relative.tupe({
    q: drawn(seqLen, 1, 0),
    k: drawn(seqLen, 1, 1),
    numHeads: 1,
    positionQuery: drawn(places, 1, 2),
    positionKey: drawn(places, 1, 3),
    cls,
  });
  const square = ({ data }: Tensor): Tensor => ({
    data,
    shape: [seqLen, seqLen],
  });
  const [content, relative] = [square(terms.content), square(terms.relative)];
  const spreadOf = (row: number): number => {
    const part = relative.data.subarray(row * seqLen, (row + 1) * seqLen);
    return Math.max(...part) - Math.min(...part);
  };
  let others = 0;
  for (let row = 1; row < seqLen; row += 1) others += spreadOf(row);
  return {
    content,
    relative,
    spread: spreadOf(0),
    others: others / (seqLen - 1),
  };
}

function marks({ state }: Here, box: Box): readonly Mark[] {
  const rows = state.seqLen;
  const size = { rows, columns: rows };
  const names = Array.from({ length: rows }, (_, row) =>
    row === 0 ? "CLS" : String(row),
  );
  return [
    ...rowNames(names, box, state.query),
    ...outline(
      cellRect(size, box, { row: state.query, column: 0, width: rows }),
      true,
    ),
  ];
}

const panel = (id: "content" | "relative", en: string, zh: string) => ({
  kind: "cells" as const,
  id,
  height: [270, 270] as const,
  aspect: 1,
  margin: { left: 34, right: 4, top: 6, bottom: 8 },
  title: ({ lang }: Here) => ({ en, zh })[lang],
  label: (shown: Here) => say(shown),
  matrix: ({ model }: Here) =>
    cellsOf(model[id], [-2, 2], { format: (v: number) => decimals(v, 1) }),
  marks,
  pointing: {
    cursor: "pointer",
    vertical: true,
    keys: strings.keys,
    drag: (
      { state }: Here,
      at: { readonly x: number; readonly y: number },
      box: Box,
    ) => ({
      query: cellAtPoint({ rows: state.seqLen, columns: 1 }, box, at).row,
    }),
    key({ state }: Here, event: KeyboardEvent) {
      const query = stepped(event, state.query, [0, state.seqLen - 1], "y");
      return query === undefined ? undefined : { query };
    },
  },
});

export const spec = figure<typeof table, Model>({
  tag: "pe-untied",
  table,
  strings,
  settle: (state) => ({
    ...state,
    query: Math.min(state.query, state.seqLen - 1),
  }),
  controls: [
    { key: "cls" },
    { key: "query", max: ({ seqLen }) => seqLen - 1 },
    { key: "seqLen" },
    { key: "seed" },
  ],
  inputs: ["cls", "seqLen", "seed"],
  compute,
  finding({ model, lang }) {
    const [spread, others] = [model.spread, model.others].map((it) =>
      decimals(it, 2),
    );
    return {
      en: `The position scores of the first token differ by <b>${spread}</b> from place to place, those of the other tokens by ${others} on average.`,
      zh: `首词元的位置分数在各处相差 <b>${spread}</b>，其余词元平均相差 ${others}。`,
    }[lang];
  },
  rows: [
    [
      ["content", 1],
      ["relative", 1],
    ],
  ],
  panels: [
    panel("content", "words with words", "词与词"),
    panel("relative", "places with places", "位置与位置"),
  ],
  sentence: (shown) => say(shown),
  tableData({ state, model, lang }) {
    const from = state.query * state.seqLen;
    return {
      caption: strings.name[lang],
      corner: lang === "zh" ? "键" : "key",
      columns:
        lang === "zh"
          ? ["词与词", "位置与位置"]
          : ["words with words", "positions with positions"],
      rows: Array.from({ length: state.seqLen }, (_, key) => ({
        head: key === 0 ? "CLS" : String(key),
        cells: [model.content, model.relative].map(({ data }) =>
          decimals(data[from + key] as number, 3),
        ),
      })),
    };
  },
  code: ({ state }) => `import { load } from "posenc";

const pe = await load();
const drawn = (rows, k) => ({
  data: pe.embedding.learned({ maxLen: rows, dModel: ${WIDTH}, std: 1, seed: ${state.seed} + k }).data,
  shape: [rows, 1, ${WIDTH}],
});
const { terms } = pe.relative.tupe({
  q: drawn(${state.seqLen}, 0),
  k: drawn(${state.seqLen}, 1),
  numHeads: 1,
  positionQuery: drawn(${state.seqLen + (state.cls ? 1 : 0)}, 2),
  positionKey: drawn(${state.seqLen + (state.cls ? 1 : 0)}, 3),
  cls: ${state.cls},
});
console.log(terms.relative.data.slice(0, ${state.seqLen})); // of the first token
`,
});

function say({ state, model, lang }: Here): string {
  const from = state.query * state.seqLen;
  const part = model.relative.data.subarray(from, from + state.seqLen);
  const spread = quantity(Math.max(...part) - Math.min(...part));
  const who = state.query === 0 ? "CLS" : String(state.query);
  return {
    en: `Query ${who}: its position scores span ${spread}.`,
    zh: `查询 ${who}：位置分数的跨度为 ${spread}。`,
  }[lang];
}
