// <pe-untied>: TUPE: above a line of tokens words meet words, below it places meet
// places, and the first token stands outside.

import type { Tensor } from "posenc";
import * as pe from "posenc";
import {
  integer,
  onOff,
  type StateOf,
} from "../../element/state/attributes.ts";
import { rect } from "../../kit/highlights.ts";
import { type Box, figure, type Shown } from "../../kit/spec.ts";
import { circle, type Mark, textMark } from "../../plots/marks.ts";
import { decimals, quantity } from "../../words/text.ts";

const WIDTH = 16;

const table = {
  cls: onOff(true),
  reversed: onOff(false),
  "seq-len": integer({ default: 12, min: 3, max: 24 }),
  query: integer({ default: 3, min: 0, max: 23 }),
  seed: integer({ default: 1, min: 0, max: 9999 }),
} as const;

type State = StateOf<typeof table>;

interface Scores {
  readonly content: Tensor;
  readonly relative: Tensor;
}

interface Model {
  /** The scores of the words in order, and in reverse. */
  readonly orders: readonly [Scores, Scores];
  /** Root mean square of what the reversal changes. */
  readonly changed: Readonly<Record<keyof Scores, number>>;
  /** Highest less lowest position score of the first token. */
  readonly spread: number;
  /** The same for the other tokens, on average. */
  readonly others: number;
}

const strings = {
  name: { en: "Untied positions", zh: "拆开的位置" },
  caption: {
    en: "Words A, B, C … and projections are random. Drag along the tokens to choose who asks. Then reverse the words: which half of the picture changes? Choose CLS and switch “first token outside” off: it begins to favour some places. For a token that has to sum up the whole text, that is a prejudice.",
    zh: "词 A、B、C……和各投影都是随机的。沿词元拖动，选择由谁来查询。再把词倒过来：图的哪一半会变？选中 CLS，再关掉“首词元不计位置”：它对各处开始厚此薄彼。对要概括全文的词元来说，这是一种偏见。",
  },
  cls: { en: "First token ([CLS]) outside", zh: "首词元（[CLS]）不计位置" },
  reversed: { en: "Words in reverse", zh: "词倒过来排" },
  seqLen: { en: "Tokens", zh: "词元数" },
  query: { en: "Query", zh: "查询" },
  seed: { en: "Seed", zh: "随机种子" },
  keys: {
    en: "Scores of one token with all others; left and right arrows choose it.",
    zh: "一个词元与其余词元的分数；左右方向键选择词元。",
  },
} as const;

type Here = Shown<State, Model>;

/** The tokens in reverse, behind the first. */
function reversed({ data, shape }: Tensor): Tensor {
  const [rows = 0] = shape;
  const out = data.slice();
  for (let row = 1; row < rows; row += 1) {
    const from = (rows - row) * WIDTH;
    out.set(data.subarray(from, from + WIDTH), row * WIDTH);
  }
  return { data: out, shape };
}

const gap = (a: Tensor, b: Tensor): number => {
  let sum = 0;
  a.data.forEach((value, k) => {
    sum += (value - (b.data[k] as number)) ** 2;
  });
  return Math.sqrt(sum / a.data.length);
};

/** Highest less lowest number of a row. */
function spreadOf({ data, shape }: Tensor, row: number): number {
  const columns = shape[1] as number;
  const part = data.subarray(row * columns, (row + 1) * columns);
  return Math.max(...part) - Math.min(...part);
}

function compute({ cls, seqLen, seed }: Readonly<State>): Model {
  const drawn = (rows: number, std: number, k: number): Tensor => {
    const all = pe.learned({
      maxLen: rows,
      dModel: WIDTH,
      std,
      seed: seed + k,
    });
    return { data: all.data, shape: [rows, 1, WIDTH] };
  };
  const places = seqLen + (cls ? 1 : 0);
  const position = {
    positionQuery: drawn(places, 1, 2),
    positionKey: drawn(places, 1, 3),
  };
  const square = ({ data }: Tensor): Tensor => ({
    data,
    shape: [seqLen, seqLen],
  });
  const scores = (q: Tensor, k: Tensor): Scores => {
    const { terms } = pe.tupe({ q, k, ...position, cls });
    return { content: square(terms.content), relative: square(terms.relative) };
  };
  const [q, k] = [drawn(seqLen, 1, 0), drawn(seqLen, 1, 1)];
  const orders = [scores(q, k), scores(reversed(q), reversed(k))] as const;
  const [{ content, relative }, turned] = orders;
  let others = 0;
  for (let row = 1; row < seqLen; row += 1) others += spreadOf(relative, row);
  return {
    orders,
    changed: {
      content: gap(content, turned.content),
      relative: gap(relative, turned.relative),
    },
    spread: spreadOf(relative, 0),
    others: others / (seqLen - 1),
  };
}

const shownScores = ({ model, state }: Here): Scores =>
  model.orders[state.reversed ? 1 : 0];

/** Words have letters, places numbers. */
function namesOf({ state }: Here, id: keyof Scores): string[] {
  return Array.from({ length: state.seqLen }, (_, row) => {
    if (row === 0) return "CLS";
    if (id === "relative") return String(row);
    const word = state.reversed ? state.seqLen - row : row;
    return String.fromCharCode(64 + word);
  });
}

/** px: a token's tile, and from it to where lines begin. */
const TILE = { height: 24, gap: 5, number: 16 } as const;

/** The highest score that lines tell apart. */
const MOST = 2;

/** Lines from the query to all tokens: above what words, below what places say. */
function arcs(shown: Here, box: Box): readonly Mark[] {
  const { state, lang } = shown;
  const { seqLen, query } = state;
  const scores = shownScores(shown);
  const [words, places] = [
    namesOf(shown, "content"),
    namesOf(shown, "relative"),
  ];
  const each = box.width / seqLen;
  const x = (k: number): number => (k + 0.5) * each;
  const top = (box.height - TILE.height - TILE.number) / 2;
  const ends = {
    content: top - TILE.gap,
    relative: top + TILE.height + TILE.number + TILE.gap,
  };
  const half = (id: keyof Scores): Mark[] => {
    const [y, way] = [ends[id], id === "content" ? -1 : 1];
    return Array.from({ length: seqLen }, (_, k): Mark => {
      const score = scores[id].data[query * seqLen + k] as number;
      const style = {
        stroke: score < 0 ? "accent" : "warm",
        width: 0.5 + 3 * Math.min(MOST, Math.abs(score)),
        opacity: 0.25 + 0.5 * Math.min(1, Math.abs(score) / MOST),
      } as const;
      // With itself.
      if (k === query) return circle(x(k), y + 8 * way, 7, style);
      const apart = Math.abs(k - query) / seqLen;
      const tip = y + way * Math.min(1.3 * (top - 16), 20 + 140 * apart);
      return {
        kind: "path",
        ...style,
        draw(pen) {
          pen.moveTo(x(query), y);
          pen.bezierCurveTo(x(query), tip, x(k), tip, x(k), y);
        },
      };
    });
  };
  const [above, below] =
    lang === "zh" ? ["词与词", "位置与位置"] : ["words", "places"];
  const middle = { anchor: "middle" } as const;
  const said = (k: number): boolean => each > 18 || k % 2 === 0;
  return [
    ...half("content"),
    ...half("relative"),
    ...words.flatMap((word, k): Mark[] => {
      const now = k === query;
      const at = [k * each + 1, top, each - 2, TILE.height] as const;
      const size = k > 0 || each > 30 ? 12 : each > 20 ? 9 : 7;
      const place = k === 0 ? "0" : (places[k] as string);
      return [
        rect(at, {
          fill: "soft",
          stroke: now ? "accent" : "rule",
          width: now ? 2 : 1,
        }),
        textMark(x(k), top + 16, word, "ink", { ...middle, bold: now, size }),
        textMark(
          x(k),
          top + TILE.height + 13,
          said(k) ? place : "",
          now ? "accent" : "ink2",
          { ...middle, bold: now, size: 11 },
        ),
      ];
    }),
    textMark(0, 12, above as string),
    textMark(0, box.height - 4, below as string),
  ];
}

export const spec = figure<typeof table, Model>({
  tag: "pe-untied",
  table,
  strings,
  bounds: { query: { max: ({ seqLen }) => seqLen - 1 } },
  controls: [
    { key: "reversed" },
    { key: "cls" },
    { key: "query" },
    { key: "seqLen" },
    { key: "seed" },
  ],
  compute,
  finding({ model, lang }) {
    const { changed } = model;
    const [spread, others, words, places] = [
      model.spread,
      model.others,
      changed.content,
      changed.relative,
    ].map((it) => decimals(it, 2)) as [string, string, string, string];
    return {
      en: `Put the words in reverse: the scores between places change by <b>${places}</b>, those between words by ${words}. For [CLS] all places score alike, to within <b>${spread}</b>; for other tokens they differ by ${others}.`,
      zh: `把词倒过来：位置之间的分数改变 <b>${places}</b>，词之间的分数改变 ${words}。[CLS] 对各个位置一视同仁，只差 <b>${spread}</b>；其余词元则相差 ${others}。`,
    }[lang];
  },
  panels: [
    {
      kind: "plot",
      id: "arcs",
      attention: "random",
      height: [300, 270],
      margin: { left: 8, right: 8, top: 4, bottom: 8 },
      title: (shown) => {
        const { lang, state } = shown;
        const who = namesOf(shown, "content")[state.query];
        return lang === "zh" ? `${who} 的分数` : `scores of ${who}`;
      },
      legend: ({ lang }) => [
        { ink: "warm", text: lang === "zh" ? "正" : "above 0" },
        { ink: "accent", text: lang === "zh" ? "负" : "below 0" },
      ],
      label: (shown) => say(shown),
      marks: arcs,
      pointing: {
        cursor: "ew-resize",
        pick: ({ state }, at, box) => ({
          query: Math.floor((at.x / box.width) * state.seqLen),
        }),
        steps: { x: "query" },
      },
    },
  ],
  sentence: (shown) => say(shown),
  tableData(shown) {
    const { state, lang } = shown;
    const { content, relative } = shownScores(shown);
    const from = state.query * state.seqLen;
    const [words, places] = [
      namesOf(shown, "content"),
      namesOf(shown, "relative"),
    ];
    return {
      caption: strings.name[lang],
      corner: lang === "zh" ? "键" : "key",
      columns:
        lang === "zh"
          ? ["词与词", "位置与位置"]
          : ["words with words", "places with places"],
      rows: Array.from({ length: state.seqLen }, (_, key) => ({
        head: key === 0 ? "CLS" : `${words[key]}, ${places[key]}`,
        cells: [content, relative].map(({ data }) =>
          decimals(data[from + key] as number, 3),
        ),
      })),
    };
  },
  code: ({ state }) => `import { load } from "posenc";

const pe = await load();
const n = ${state.seqLen};
const drawn = (rows, k) => ({
  data: pe.embedding.learned({ maxLen: rows, dModel: ${WIDTH}, std: 1, seed: ${state.seed} + k }).data,
  shape: [rows, 1, ${WIDTH}],
});
const [q, k] = [drawn(n, 0), drawn(n, 1)];
const position = {
  positionQuery: drawn(${state.cls ? "n + 1" : "n"}, 2),
  positionKey: drawn(${state.cls ? "n + 1" : "n"}, 3),
};
const scores = (q, k) => pe.relative.tupe({ q, k, ...position, cls: ${state.cls} }).terms;
// The first token stays, the others stand in reverse.
const turned = ({ data, shape }) => ({
  data: data.map((_, at) => {
    const row = Math.floor(at / ${WIDTH});
    return data[(row === 0 ? 0 : n - row) * ${WIDTH} + (at % ${WIDTH})];
  }),
  shape,
});
const [first, second] = [scores(q, k), scores(turned(q), turned(k))];
const shown = ${state.reversed ? "second" : "first"};
const row = (data) => data.slice(${state.query} * n, ${state.query + 1} * n);
console.log(row(shown.content.data), row(shown.relative.data)); // of the chosen token
// Root mean square of what the reversal changes.
for (const term of ["content", "relative"]) {
  const [a, b] = [first[term].data, second[term].data];
  const square = a.reduce((sum, value, at) => sum + (value - b[at]) ** 2, 0);
  console.log(Math.sqrt(square / a.length));
}
`,
  states({ state: { seqLen: n, query, reversed }, model }) {
    const { content, relative } = model.orders[reversed ? 1 : 0];
    const row = ({ data }: Tensor) => data.subarray(query * n, (query + 1) * n);
    const { changed } = model;
    return [row(content), row(relative), changed.content, changed.relative];
  },
});

function say(shown: Here): string {
  const { state, lang } = shown;
  const spread = quantity(spreadOf(shownScores(shown).relative, state.query));
  const who = namesOf(shown, "content")[state.query];
  return {
    en: `Query ${who}: its position scores span ${spread}.`,
    zh: `查询 ${who}：位置分数的跨度为 ${spread}。`,
  }[lang];
}
