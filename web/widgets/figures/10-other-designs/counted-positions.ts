// <pe-counted-positions>: CoPE: gates that read the tokens count the positions.
import * as pe from "posenc";
import {
  choice,
  integer,
  real,
  type StateOf,
  words,
} from "../../element/state/attributes.ts";
import { outline, rect } from "../../kit/highlights.ts";
import { cellAtPoint, cellRect } from "../../kit/panel.ts";
import { cellsOf, rowNames } from "../../kit/pieces/tensor-rows.ts";
import { type Box, figure, type Shown } from "../../kit/spec.ts";
import type { Mark } from "../../plots/marks.ts";
import { decimals, escapeHtml, plural, quantity } from "../../words/text.ts";

const MOST = 20;
const END = /[.!?。！？]/u;

/** Words and full stops; Chinese sign by sign. */
const tokensOf = (text: string): string[] =>
  (
    text.match(/[.!?。！？]|\p{Script=Han}|[^\s.!?。！？\p{Script=Han}]+/gu) ??
    []
  ).slice(0, MOST);

const table = {
  text: words({
    default: {
      en: "Ann came. She sat down. Bob left early. Why?",
      zh: "他来了。她坐下。我走。为何？",
    },
    max: 90,
    allowed: {
      en: `one to ${MOST} words and full stops`,
      zh: `1 到 ${MOST} 个词和句号`,
    },
    check: (text) => tokensOf(text).length > 0,
  }),
  count: choice(["ends", "all"]),
  sharpness: real({ default: 8, min: 0, max: 12 }),
  pos: integer({ default: 11, min: 0, max: MOST - 1 }),
  cap: integer({ default: 16, min: 1, max: 32 }),
} as const;

type State = StateOf<typeof table>;

interface Model {
  readonly tokens: readonly string[];
  /** Position of each key as each query counts it, [query · T + key]. */
  readonly counts: Float32Array<ArrayBuffer>;
}

const strings = {
  name: { en: "Positions that are counted", zh: "数出来的位置" },
  caption: {
    en: "Choose the token that asks. Each token up to it opens its gate or keeps it shut, and the position of a key is the sum of the gates on the way back to it. Lower the sharpness and positions become fractions.",
    zh: "选择发问的词元。它和它之前的每个词元各有一扇门，或开或关；某个键的位置，就是从查询往回走到它，一路上开门数之和。把锐度调低，位置就成了小数。",
  },
  text: { en: "Text", zh: "文本" },
  count: { en: "Gates open at", zh: "门开在" },
  ends: { en: "ends of sentences", zh: "句末标点" },
  all: { en: "every token", zh: "每个词元" },
  sharpness: { en: "Sharpness", zh: "锐度" },
  pos: { en: "Token that asks", zh: "发问的词元" },
  cap: { en: "Largest position", zh: "最大位置" },
  keys: {
    en: "Tokens with their positions; left and right arrows choose the token that asks.",
    zh: "各词元及其位置；左右方向键选择发问的词元。",
  },
} as const;

type Here = Shown<State, Model>;

/** What opens a token's gate, or closes it. */
const gateOf = ({ count, sharpness }: Readonly<State>, token: string): number =>
  (count === "all" || END.test(token) ? 1 : -1) * sharpness;

function compute(state: Readonly<State>): Model {
  const tokens = tokensOf(state.text);
  const shape = [tokens.length, 1];
  const flat = (value: number) => ({
    data: new Float32Array(tokens.length).fill(value),
    shape,
  });
  // Queries of 1 and gates of ± sharpness: σ(±s) is what each token counts.
  const { positions } = pe.cope({
    q: flat(1),
    k: flat(0),
    gates: {
      data: tokens.map((token) => gateOf(state, token)),
      shape,
    },
    embeddings: {
      data: new Float32Array(state.cap + 1),
      shape: [state.cap + 1, 1],
    },
    numHeads: 1,
    causal: true,
  });
  return { tokens, counts: positions.data };
}

const countAt = ({ state, model }: Here, key: number): number =>
  model.counts[state.pos * model.tokens.length + key] as number;

const written = (value: number): string =>
  Math.abs(value - Math.round(value)) < 0.02
    ? String(Math.round(value))
    : decimals(value, 1);

/** Tokens in a row that wraps, as buttons: the one that asks is pressed. */
function sentence(shown: Here): string {
  const { state, model } = shown;
  const items = model.tokens.map((token, key) => {
    const seen = key <= state.pos;
    const number = seen ? written(countAt(shown, key)) : "·";
    return `<button type="button" data-set="pos=${key}" aria-pressed="${key === state.pos}"><span class="word">${escapeHtml(token)}</span><span class="count">${number}</span></button>`;
  });
  return `<div class="tokens">${items.join("")}</div>`;
}

function staircase(shown: Here, box: Box): readonly Mark[] {
  const { state, model } = shown;
  const rows = model.tokens.length;
  const size = { rows, columns: rows };
  const marks: Mark[] = [];
  for (let query = 0; query < rows; query += 1) {
    const [x, y, width, height] = cellRect(size, box, {
      row: query,
      column: query + 1,
      width: rows - query - 1,
    });
    if (width > 0) marks.push(rect([x, y, width, height], { fill: "paper" }));
  }
  return [
    ...marks,
    ...rowNames(model.tokens, box, state.pos),
    ...outline(
      cellRect(size, box, { row: state.pos, column: 0, width: rows }),
      true,
    ),
  ];
}

export const spec = figure<typeof table, Model>({
  tag: "pe-counted-positions",
  table,
  strings,
  bounds: { pos: { max: ({ text }) => tokensOf(text).length - 1 } },
  controls: [
    { key: "text" },
    { key: "pos" },
    { key: "count" },
    { key: "sharpness" },
    { key: "cap" },
  ],
  main: ["text", "count"],
  compute,
  finding(shown) {
    const { state, model, lang } = shown;
    const first = quantity(Number(countAt(shown, 0).toFixed(2)));
    const kinds = new Set(
      model.tokens
        .slice(0, state.pos + 1)
        .map((_, key) => written(countAt(shown, key))),
    ).size;
    const asks = escapeHtml(model.tokens[state.pos] ?? "");
    return {
      en: `Seen from “${asks}”, ${state.pos} ${plural(state.pos, "token")} after the first, the first token stands at position <b>${first}</b>; ${state.pos === 0 ? "the token so far has" : `the ${state.pos + 1} tokens so far share`} <b>${kinds}</b> different ${plural(kinds, "position")}.`,
      zh: `从“${asks}”看去，第一个词元在 ${state.pos} 个词元之前，数出来的位置却是 <b>${first}</b>；至此 ${state.pos + 1} 个词元共有 <b>${kinds}</b> 种位置。`,
    }[lang];
  },
  panels: [
    {
      kind: "html",
      id: "sentence",
      title: ({ lang }) =>
        lang === "zh"
          ? "词元，下面是数出来的位置"
          : "tokens, and below each its counted position",
      label: (shown) => say(shown),
      html: sentence,
      lines: (shown) =>
        shown.model.tokens
          .slice(0, shown.state.pos + 1)
          .map((token, key) => `${token}: ${written(countAt(shown, key))}`),
    },
    {
      kind: "cells",
      id: "matrix",
      attention: "made",
      height: [340, 300],
      aspect: 1,
      margin: { left: 64, right: 4, top: 6, bottom: 8 },
      title: ({ lang }) =>
        lang === "zh"
          ? "每行一个查询：各键的位置"
          : "a row per query: the position of each key",
      label: (shown) => say(shown),
      matrix: ({ state, model }) => {
        const rows = model.tokens.length;
        const data = { data: model.counts, shape: [rows, rows] };
        const top = Math.max(1, ...model.counts);
        return cellsOf(data, [0, Math.min(top, state.cap)], {
          map: "sequential",
          format: written,
        });
      },
      marks: staircase,
      pointing: {
        cursor: "pointer",
        vertical: true,
        drag: ({ model }, at, box) => {
          const rows = model.tokens.length;
          return { pos: cellAtPoint({ rows, columns: rows }, box, at).row };
        },
        steps: { any: "pos" },
      },
    },
  ],
  sentence: (shown) => say(shown),
  tableData(shown) {
    const { state, model, lang } = shown;
    return {
      caption: strings.name[lang],
      corner: lang === "zh" ? "词元" : "token",
      columns: [lang === "zh" ? "数出来的位置" : "counted position"],
      rows: model.tokens.slice(0, state.pos + 1).map((token, key) => ({
        head: `${key} ${token}`,
        cells: [decimals(countAt(shown, key), 3)],
      })),
    };
  },
  code: ({ state, model }) => {
    const count = model.tokens.length;
    return `import { load } from "posenc";

const pe = await load();
// A gate of σ(±s) for each token: what it counts.
const gates = [${model.tokens.map((token) => gateOf(state, token)).join(", ")}];
const { positions } = pe.relative.cope({
  q: { data: gates.map(() => 1), shape: [${count}, 1] },
  k: { data: gates.map(() => 0), shape: [${count}, 1] },
  gates: { data: gates, shape: [${count}, 1] },
  embeddings: { data: new Float32Array(${state.cap + 1}), shape: [${state.cap + 1}, 1] },
  numHeads: 1,
  causal: true,
});
// Of the keys up to the chosen query.
console.log(positions.data.slice(${state.pos * count}, ${state.pos * count + state.pos + 1}));
`;
  },
  states({ state: { pos }, model: { tokens, counts } }) {
    const from = pos * tokens.length;
    return [counts.subarray(from, from + pos + 1)];
  },
  styles: `
.pane-sentence .tokens { display: flex; flex-wrap: wrap; gap: 4px; margin: 4px 0; }
.pane-sentence button { display: grid; justify-items: center; padding: 4px 8px; line-height: 1.3; }
.pane-sentence .count { color: var(--_accent); font-weight: 600; }
`,
});

function say(shown: Here): string {
  const { state, model, lang } = shown;
  const asks = model.tokens[state.pos] ?? "";
  const first = decimals(countAt(shown, 0), 2);
  return {
    en: `Query “${asks}” at token ${state.pos}: the first token is at counted position ${first}.`,
    zh: `查询是第 ${state.pos} 个词元“${asks}”：第一个词元数出来的位置为 ${first}。`,
  }[lang];
}
