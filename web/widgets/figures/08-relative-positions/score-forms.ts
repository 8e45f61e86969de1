// <pe-score-forms>: where the relative term may stand in a score, and the
// printed form that adds a vector to a number.

import { scaleLinear } from "d3-scale";
import type { TensorLike } from "posenc";
import * as pe from "posenc";
import {
  integer,
  readNumber,
  real,
  type StateOf,
  words,
} from "../../element/state/attributes.ts";
import { rect } from "../../kit/highlights.ts";
import { axes } from "../../kit/pieces/labelled-axes.ts";
import { type Box, figure, type Shown } from "../../kit/spec.ts";
import {
  circle,
  type Ink,
  type Mark,
  segment,
  textMark,
} from "../../plots/marks.ts";
import { decimals, parameter, type Text } from "../../words/text.ts";
import { signedOffset } from "./offsets.ts";
import { PRINTED, REACH } from "./printed-table.ts";

/** Three numbers as text: "0.5 -1 2". Undefined: not three numbers. */
function readVector(text: string): number[] | undefined {
  const numbers = text
    .trim()
    .split(/[\s,，;；]+/)
    .map(readNumber);
  const good = numbers.length === 3 && numbers.every((v) => Math.abs(v) <= 100);
  return good ? numbers : undefined;
}

const vector = (initial: string) =>
  words({
    default: initial,
    max: 60,
    allowed: {
      en: "three numbers from −100 to 100, separated by spaces",
      zh: "三个 −100 到 100 之间的数，以空格隔开",
    },
    check: (text) => readVector(text) !== undefined,
  });

const table = {
  offset: integer({ default: 2, min: -2, max: 2 }),
  q: vector("1 1 1"),
  k: vector("0.5 -1 2"),
  b: real({ default: -0.4, min: -10, max: 10 }),
} as const;

type State = StateOf<typeof table>;

/** Offsets of the table, and as many keys: one for each. */
const OFFSETS = Array.from({ length: 2 * REACH + 1 }, (_, n) => n - REACH);
const COUNT = OFFSETS.length;
const WIDTH = PRINTED.shape[1];

/** All of it for every offset, in their order: choosing one computes nothing. */
interface Model {
  /** The vectors of the offsets. */
  readonly vectors: readonly (readonly number[])[];
  /** q·k and the q·a, unscaled. */
  readonly content: number;
  readonly relative: readonly number[];
  /** The k·a, the term that DeBERTa adds. */
  readonly other: readonly number[];
  /** Shaw's scores and weights of the middle one of five equal tokens. */
  readonly scores: readonly number[];
  readonly weights: readonly number[];
  /** Weight when the softmax sees one score only. */
  readonly alone: number;
  /** Why the library will not add vectors to scores. */
  readonly refused: string;
}

const strings = {
  name: { en: "Where the relative term stands", zh: "相对项放在哪里" },
  caption: {
    en: "Drag along the vectors to choose an offset, and follow each line from q·k to its end: which lines end in one score, and which part of it does each divide? The vectors and the number b are yours to change.",
    zh: "沿上方的向量拖动以选择偏移，再看每一行从 q·k 走到哪里：哪几行得到一个分数？各自又把什么除以了什么？两个向量和标量 b 都可以改。",
  },
  offset: { en: "Offset j − i", zh: "偏移 j − i" },
  q: { en: "Query q", zh: "查询 q" },
  k: { en: "Key k", zh: "键 k" },
  b: { en: "Scalar bias b of this offset", zh: "该偏移的标量偏置 b" },
  keys: {
    en: "Vectors of the offsets; left and right arrows choose one.",
    zh: "各偏移的向量；左右方向键选择偏移。",
  },
} as const;

type Here = Shown<State, Model>;

/** The same token at all five positions. */
const copies = (row: readonly number[], count = COUNT): TensorLike => ({
  data: Array.from({ length: count }, () => row).flat(),
  shape: [count, WIDTH],
});

/** What the library says to a vector for each score. */
function refusal(q: TensorLike, k: TensorLike): string {
  const shape = [COUNT, COUNT, WIDTH];
  const vectors = { data: new Float32Array(COUNT * COUNT * WIDTH), shape };
  try {
    pe.attention({ q, k, v: k, numHeads: 1, mask: vectors });
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
  return "";
}

interface Form {
  readonly name: Text;
  readonly how: string;
  /** What is added, one after the other, as it is in the score. */
  readonly parts: readonly (readonly [ink: Ink, size: number])[];
  /** What is added to that, each by itself: one score would be right. */
  readonly ends: readonly number[];
}

const CONTENT = "accent";
const POSITION = "warm";

/** The forms at an offset, by its number in the table. */
function forms({ state, model }: Here, n: number): readonly Form[] {
  const { content } = model;
  const [relative, other] = [model.relative[n], model.other[n]] as [
    number,
    number,
  ];
  const [root, third] = [Math.sqrt(WIDTH), Math.sqrt(3 * WIDTH)];
  const bias = [POSITION, state.b] as const;
  const form = (
    name: string | Text,
    how: string,
    parts: Form["parts"],
    ends: readonly number[] = [0],
  ): Form => ({
    name: typeof name === "string" ? { en: name, zh: name } : name,
    how,
    parts,
    ends,
  });
  return [
    form(
      { en: "document 2", zh: "文档 2" },
      "(q·k + a) / √d",
      [[CONTENT, content / root]],
      model.vectors[n]?.map((part) => part / root),
    ),
    form("Shaw", "(q·k + q·a) / √d", [
      [CONTENT, content / root],
      [POSITION, relative / root],
    ]),
    form("T5", "q·k + b", [[CONTENT, content], bias]),
    form("ALiBi", "q·k / √d + b", [[CONTENT, content / root], bias]),
    form("DeBERTa", "(q·k + q·a + k·a) / √(3d)", [
      [CONTENT, content / third],
      [POSITION, relative / third],
      ["good", other / third],
    ]),
  ];
}

const sum = (parts: Form["parts"]): number =>
  parts.reduce((total, [, size]) => total + size, 0);

/** The scores that a form comes to: one, if it is one. */
const resultOf = ({ parts, ends }: Form): readonly number[] =>
  ends.map((end) => sum(parts) + end);

const written = (form: Form): string =>
  resultOf(form)
    .map((v) => decimals(v, 3))
    .join(", ");

const chosen = ({ offset }: Readonly<State>): number => offset + REACH;

function say(shown: Here): string {
  const { state, model, lang } = shown;
  const [printed, shaw] = forms(shown, chosen(state)) as [Form, Form];
  const at = signedOffset(state.offset);
  const [qk, qa] = [model.content, model.relative[chosen(state)] as number];
  return {
    en: `Offset ${at}: q·k = ${decimals(qk, 3)}, q·a = ${decimals(qa, 3)}. The printed form gives three numbers, ${written(printed)}; Shaw’s gives ${written(shaw)}.`,
    zh: `偏移 ${at}：q·k = ${decimals(qk, 3)}，q·a = ${decimals(qa, 3)}。按印出的公式得到三个数：${written(printed)}；按 Shaw 的写法得到 ${written(shaw)}。`,
  }[lang];
}

/** px of the vectors: their offsets, their bars, the rail that a hand takes. */
const TOP = { label: 12, bars: 42, rail: 72, height: 86 } as const;

/** The vectors of all offsets, each as three bars; the chosen one stands out. */
function vectorMarks({ state, model }: Here, { width }: Box): readonly Mark[] {
  const each = width / COUNT;
  const bar = Math.min(12, each / 6);
  const most = Math.max(...PRINTED.data.map(Math.abs));
  const at = (n: number): number => (n + 0.5) * each;
  const rail = [at(0), TOP.rail, at(COUNT - 1), TOP.rail] as const;
  return [
    rect([chosen(state) * each + 2, 0, each - 4, TOP.rail - 14], {
      fill: "soft",
    }),
    segment(...rail, { stroke: "rule", width: 2 }),
    ...OFFSETS.flatMap((offset, n): Mark[] => {
      const now = offset === state.offset;
      const half = 1.8 * bar;
      const zero = [at(n) - half, TOP.bars, at(n) + half, TOP.bars] as const;
      return [
        textMark(at(n), TOP.label, signedOffset(offset), now ? "ink" : "ink2", {
          anchor: "middle",
          bold: now,
        }),
        segment(...zero, { stroke: "ink3" }),
        ...(model.vectors[n] ?? []).map((value, c) => {
          const size = (18 * value) / most;
          const x = at(n) + (c - 1.5) * 1.2 * bar + 0.1 * bar;
          const y = TOP.bars - Math.max(0, size);
          return rect([x, y, bar, Math.abs(size)], {
            fill: now ? POSITION : "ink3",
          });
        }),
        circle(at(n), TOP.rail, now ? 5 : 3, { fill: now ? "accent" : "ink3" }),
      ];
    }),
  ];
}

/** px of a form: its words, then a bar below the other. */
const LINE = { height: 46, text: 12, first: 20, bar: 6 } as const;

/** From q·k to the score, form by form, all on one axis. */
function formMarks(shown: Here, box: Box): readonly Mark[] {
  const { state, lang } = shown;
  // The same axis for all offsets: a bar that moves has changed.
  const stops = OFFSETS.flatMap((_, n) =>
    forms(shown, n).flatMap((form) => [
      ...form.parts.map((_, k) => sum(form.parts.slice(0, k + 1))),
      ...resultOf(form),
    ]),
  );
  const x = scaleLinear()
    .domain([Math.min(0, ...stops), Math.max(0.001, ...stops)])
    .nice()
    .range([0, box.width]);
  const each = box.height / COUNT;
  const scale = { scale: x, format: parameter };
  const label = lang === "zh" ? "分数" : "score";
  const lines = forms(shown, chosen(state)).map((form, k): Mark[] => {
    const top = k * each;
    const bad = form.ends.length > 1;
    const score = `${bad ? "✗ " : ""}${written(form)}`;
    const words = top + LINE.text;
    const marks: Mark[] = [
      segment(x(0), top + LINE.first - 2, x(0), top + each, { stroke: "rule" }),
      textMark(0, words, form.name[lang], "ink"),
      textMark(78, words, form.how, "ink2"),
      textMark(box.width, words, score, bad ? "warm" : "ink", {
        anchor: "end",
        bold: true,
      }),
    ];
    let [from, y] = [0, top + LINE.first];
    /** A bar from where the one above it ended. */
    const step = (
      ink: Ink,
      size: number,
      height: number = LINE.bar,
    ): number => {
      const [a, b] = [x(from), x(from + size)];
      marks.push(
        rect([Math.min(a, b), y, Math.abs(b - a), height], { fill: ink }),
      );
      return b;
    };
    for (const [ink, size] of form.parts) {
      step(ink, size);
      from += size;
      y += LINE.bar + 1;
    }
    if (!bad) {
      marks.push(circle(x(from), y - LINE.bar / 2 - 1, 4.5, { fill: "ink" }));
      return marks;
    }
    for (const size of form.ends) {
      const end = step(POSITION, size, 2);
      marks.push(circle(end, y + 1, 3, { fill: "paper", stroke: POSITION }));
      y += LINE.bar;
    }
    return marks;
  });
  return [...axes({ x: { ...scale, label } }, box), ...lines.flat()];
}

/** px of a strip that stands for the weight of 1. */
const STRIP = { top: 20, height: 26, next: 76 } as const;

/** The weight of 1: shared out among five scores, and given to one alone. */
function weightMarks({ state, model, lang }: Here, box: Box): readonly Mark[] {
  const zh = lang === "zh";
  const [all, one] = zh
    ? ["五个键，同一个词元：softmax 对整行分配", "softmax 只见到一个分数"]
    : ["five keys, one token: the softmax of the row", "of one score alone"];
  const marks: Mark[] = [
    textMark(0, STRIP.top - 7, all),
    textMark(0, STRIP.next - 7, one),
    rect([0, STRIP.next, box.width * model.alone, STRIP.height], {
      fill: "ink3",
      opacity: 0.35,
    }),
    textMark(box.width / 2, STRIP.next + 18, decimals(model.alone, 3), "ink", {
      anchor: "middle",
    }),
  ];
  let left = 0;
  for (const [n, weight] of model.weights.entries()) {
    const now = n === chosen(state);
    const width = weight * box.width;
    const at = [left + 0.75, STRIP.top, width - 1.5, STRIP.height] as const;
    marks.push(
      rect([at[0], at[1], Math.max(0, at[2]), at[3]], {
        fill: now ? "accent" : "soft",
      }),
    );
    if (width > 36) {
      const middle = left + width / 2;
      marks.push(
        textMark(
          middle,
          STRIP.top + 18,
          decimals(weight, 3),
          now ? "paper" : "ink",
          {
            anchor: "middle",
          },
        ),
      );
    }
    left += width;
  }
  return marks;
}

export const spec = figure<typeof table, Model>({
  tag: "pe-score-forms",
  table,
  strings,
  controls: [
    { key: "offset" },
    { key: "b", step: 0.1 },
    { key: "q" },
    { key: "k" },
  ],
  compute({ q: qText, k: kText }) {
    const [qRow, kRow] = [qText, kText].map(
      (text) => readVector(text) ?? [0, 0, 0],
    ) as [number[], number[]];
    const [q, k] = [copies(qRow), copies(kRow)];
    const shaw = { numHeads: 1, keyTable: PRINTED, clip: REACH };
    const plain = pe.shaw({ ...shaw, q, k, scale: 1 }).terms;
    const { scores, weights } = pe.shaw({ ...shaw, q, k });
    // The key's own product with the vector: keys and queries change places.
    const back = pe.shaw({ ...shaw, q: k, k: q, scale: 1 }).terms;
    const [one, other] = [copies(qRow, 1), copies(kRow, 1)];
    const single = pe.shaw({ ...shaw, q: one, k: other });
    const middle = ({ data }: { readonly data: Float32Array }) => [
      ...data.subarray(REACH * COUNT, (REACH + 1) * COUNT),
    ];
    const { data } = pe.embeddingLookup(PRINTED, [...OFFSETS.keys()]);
    return {
      vectors: OFFSETS.map((_, n) => [
        ...data.subarray(n * WIDTH, (n + 1) * WIDTH),
      ]),
      content: plain.content.data[0] as number,
      relative: middle(plain.key),
      other: middle(back.key),
      scores: middle(scores),
      weights: middle(weights),
      alone: single.weights.data[0] as number,
      refused: refusal(q, k),
    };
  },
  finding(shown) {
    const { state, lang } = shown;
    const [printed, shaw] = forms(shown, chosen(state)) as [Form, Form];
    const at = signedOffset(state.offset);
    return {
      en: `A score is one number. Adding the vector of offset ${at} to q·k makes <b>${printed.ends.length}</b> of it; taken as q·(k + a)/√d it is one: <b>${written(shaw)}</b>.`,
      zh: `一个分数是一个数。把偏移 ${at} 的向量加到 q·k 上，得到的是 <b>${printed.ends.length}</b> 个数；写成 q·(k\u00a0+\u00a0a)/\u2060√d 才是一个数：<b>${written(shaw)}</b>。`,
    }[lang];
  },
  panels: [
    {
      kind: "plot",
      id: "vectors",
      height: TOP.height,
      margin: { left: 8, right: 8, top: 4, bottom: 0 },
      title: ({ lang }) =>
        lang === "zh"
          ? "各偏移 j − i 的向量 a"
          : "the vector a of each offset j − i",
      label: say,
      marks: vectorMarks,
      pointing: {
        cursor: "ew-resize",
        pick: (_, { x }, { width }) => ({
          offset: Math.floor((x / width) * COUNT) - REACH,
        }),
        steps: { x: "offset" },
      },
    },
    {
      kind: "plot",
      id: "forms",
      height: COUNT * LINE.height,
      margin: { left: 8, right: 8, top: 4, bottom: 42 },
      legend: ({ lang }) => [
        { ink: CONTENT, text: "q·k" },
        { ink: POSITION, text: lang === "zh" ? "a、q·a 或 b" : "a, q·a or b" },
        { ink: "good", text: "k·a" },
      ],
      label: say,
      marks: formMarks,
    },
    {
      kind: "plot",
      id: "row",
      attention: "made",
      height: STRIP.next + STRIP.height + 2,
      margin: { left: 8, right: 8, top: 4, bottom: 8 },
      title: ({ lang }) =>
        lang === "zh" ? "softmax 要看一整行" : "a softmax needs the whole row",
      label: say,
      marks: weightMarks,
    },
  ],
  below: ["row"],
  sentence: say,
  tableData(shown) {
    const { state, model, lang } = shown;
    const zh = lang === "zh";
    const rows = forms(shown, chosen(state)).map((form) => ({
      head: form.name[lang],
      cells: [form.how, written(form)],
    }));
    const none = { head: "posenc", cells: ["q·k + a", model.refused] };
    return {
      caption: strings.name[lang],
      corner: zh ? "写法" : "form",
      columns: zh ? ["公式", "分数"] : ["formula", "score"],
      rows: [...rows, none],
    };
  },
  code: ({ state }) => `import { load } from "posenc";

const pe = await load();
const five = (row) => ({ data: [row, row, row, row, row].flat(), shape: [5, 3] });
const q = five([${(readVector(state.q) ?? []).join(", ")}]);
const k = five([${(readVector(state.k) ?? []).join(", ")}]);
const shaw = {
  numHeads: 1,
  clip: ${REACH},
  keyTable: { data: [${PRINTED.data.join(", ")}], shape: [5, 3] },
};
const [i, j] = [${REACH}, ${chosen(state)}]; // the middle token, and the key at offset ${state.offset}
const { content, key } = pe.relative.shaw({ ...shaw, q, k, scale: 1 }).terms;
console.log(content.data[5 * i + j], key.data[5 * i + j]); // q·k and q·a
const back = pe.relative.shaw({ ...shaw, q: k, k: q, scale: 1 }).terms;
console.log(back.key.data[5 * i + j]); // k·a
// One query over five equal keys; the number b is for the reader alone.
const { scores, weights } = pe.relative.shaw({ ...shaw, q, k });
console.log(scores.data.slice(5 * i, 5 * i + 5), weights.data.slice(5 * i, 5 * i + 5));
`,
  listing({ state }) {
    const text = (rows: readonly (readonly number[])[]) => rows.join(";");
    const five = (row: string) =>
      text(OFFSETS.map(() => readVector(row) ?? [0, 0, 0]));
    const keys = OFFSETS.map((_, n) =>
      PRINTED.data.slice(n * WIDTH, (n + 1) * WIDTH),
    );
    const values = {
      q: five(state.q),
      k: five(state.k),
      v: five(state.k),
      clip: REACH,
      keyTable: text(keys),
      valueTable: text(keys.map((row) => row.map(() => 0))),
      causal: false,
    };
    return { kind: "shaw", values };
  },
  states: ({ state, model: { content, relative, other, scores, weights } }) => [
    content,
    relative[chosen(state)] as number,
    other[chosen(state)] as number,
    scores,
    weights,
  ],
});
