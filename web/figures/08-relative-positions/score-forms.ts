// <pe-score-forms>: where the relative term may stand in a score, and the
// printed form that adds a vector to a number.
import type { Posenc, TensorLike } from "posenc";
import {
  integer,
  readNumber,
  real,
  type StateOf,
  words,
} from "../../element/state/attributes.ts";
import { figure, type Shown } from "../../kit/spec.ts";
import { decimals, escapeHtml, type Text } from "../../words/text.ts";
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

interface Model {
  /** The vector of the offset. */
  readonly a: readonly number[];
  /** q·k and q·a, unscaled. */
  readonly content: number;
  readonly relative: number;
  /** k·a, the term that DeBERTa adds. */
  readonly other: number;
  /** Shaw's scores and weights of one query over three equal keys. */
  readonly scores: readonly number[];
  readonly weights: readonly number[];
  /** Offsets of these keys. */
  readonly offsets: readonly number[];
  /** Weight when the softmax sees one score only. */
  readonly alone: number;
  /** Why the library will not add vectors to scores. */
  readonly refused: string;
}

const strings = {
  name: { en: "Where the relative term stands", zh: "相对项放在哪里" },
  caption: {
    en: "Choose an offset, or type other vectors. The first line is the formula as document 2 prints it: its shapes do not fit. The others are forms that models use; look at what each of them divides.",
    zh: "选择偏移，或改写两个向量。第一行是文档 2 印出的公式，形状对不上；其余各行是模型实际采用的写法，注意各自把什么除以了什么。",
  },
  offset: { en: "Offset j − i", zh: "偏移 j − i" },
  q: { en: "Query q", zh: "查询 q" },
  k: { en: "Key k", zh: "键 k" },
  b: { en: "Scalar bias b of this offset", zh: "该偏移的标量偏置 b" },
} as const;

type Here = Shown<State, Model>;

/** Three copies of a vector: the same token at positions 0, 1, 2. */
const thrice = (row: readonly number[]): TensorLike => ({
  data: [...row, ...row, ...row],
  shape: [3, 3],
});

/** What the library says to a vector for each score. */
function refusal(pe: Posenc, q: TensorLike, k: TensorLike): string {
  const vectors = { data: new Float32Array(27), shape: [3, 3, 3] };
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
  readonly result: readonly number[];
}

function forms({ state, model }: Here): readonly Form[] {
  const { content, relative, other, a } = model;
  const root = Math.sqrt(3);
  const d = 3;
  return [
    {
      name: { en: "document 2", zh: "文档 2" },
      how: "(q·k + a) / √d",
      result: a.map((part) => (content + part) / root),
    },
    {
      name: { en: "Shaw, keys", zh: "Shaw（键）" },
      how: "(q·k + q·a) / √d",
      result: [(content + relative) / root],
    },
    {
      name: { en: "T5: scalar, no scaling", zh: "T5：标量，不缩放" },
      how: "q·k + b",
      result: [content + state.b],
    },
    {
      name: { en: "ALiBi: scalar after scaling", zh: "ALiBi：缩放后加标量" },
      how: "q·k / √d + b",
      result: [content / root + state.b],
    },
    {
      name: { en: "DeBERTa: three terms", zh: "DeBERTa：三项" },
      how: "(q·k + q·a + k·a) / √(3d)",
      result: [(content + relative + other) / Math.sqrt(3 * d)],
    },
  ];
}

const three = (numbers: readonly number[]): string =>
  numbers.map((v) => decimals(v, 3)).join(", ");

function say(shown: Here): string {
  const { state, model, lang } = shown;
  const [printed, shaw] = forms(shown) as [Form, Form];
  const at = signedOffset(state.offset);
  return {
    en: `Offset ${at}: q·k = ${decimals(model.content, 3)}, q·a = ${decimals(model.relative, 3)}. The printed form gives three numbers, ${three(printed.result)}; Shaw’s gives ${three(shaw.result)}.`,
    zh: `偏移 ${at}：q·k = ${decimals(model.content, 3)}，q·a = ${decimals(model.relative, 3)}。按印出的公式得到三个数：${three(printed.result)}；按 Shaw 的写法得到 ${three(shaw.result)}。`,
  }[lang];
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
  compute(pe, { offset, q: qText, k: kText }) {
    const q = thrice(readVector(qText) ?? [0, 0, 0]);
    const k = thrice(readVector(kText) ?? [0, 0, 0]);
    const shaw = { numHeads: 1, keyTable: PRINTED, clip: REACH };
    const plain = pe.relative.shaw({ ...shaw, q, k, scale: 1 }).terms;
    const { scores, weights } = pe.relative.shaw({ ...shaw, q, k });
    // The key's own product with the vector: keys and queries change places.
    const back = pe.relative.shaw({ ...shaw, q: k, k: q, scale: 1 }).terms;
    const i = offset < 0 ? REACH : 0;
    const at = 3 * i + i + offset;
    const one: TensorLike = {
      data: Array.from(q.data).slice(0, 3),
      shape: [1, 3],
    };
    const single = pe.relative.shaw({ ...shaw, q: one, k: one });
    const row = [0, 1, 2];
    return {
      a: [...pe.embedding.lookup(PRINTED, [offset + REACH]).data],
      content: plain.content.data[at] as number,
      relative: plain.key.data[at] as number,
      other: back.key.data[at] as number,
      scores: row.map((j) => scores.data[3 * i + j] as number),
      weights: row.map((j) => weights.data[3 * i + j] as number),
      offsets: row.map((j) => j - i),
      alone: single.weights.data[0] as number,
      refused: refusal(pe, q, k),
    };
  },
  finding(shown) {
    const { state, lang } = shown;
    const [printed, shaw] = forms(shown) as [Form, Form];
    const at = signedOffset(state.offset);
    return {
      en: `A score is one number. Adding the vector of offset ${at} to q·k makes <b>${printed.result.length}</b> of it; taken as q·(k + a)/√d it is one: <b>${three(shaw.result)}</b>.`,
      zh: `一个分数是一个数。把偏移 ${at} 的向量加到 q·k 上，得到的是 <b>${printed.result.length}</b> 个数；写成 q·(k\u00a0+\u00a0a)/\u2060√d 才是一个数：<b>${three(shaw.result)}</b>。`,
    }[lang];
  },
  panels: [
    {
      kind: "html",
      id: "forms",
      title: ({ state, model, lang }) => {
        const a = model.a.map((v) => decimals(v, 1)).join(", ");
        const at = signedOffset(state.offset);
        return lang === "zh"
          ? `偏移 ${at}：a = (${a})，d = 3`
          : `offset ${at}: a = (${a}), d = 3`;
      },
      label: say,
      html(shown) {
        const { model, lang } = shown;
        const zh = lang === "zh";
        const body = forms(shown).map(({ name, how, result }) => {
          const bad = result.length > 1;
          const shown = bad
            ? `<span class="loose"><span class="mark" aria-hidden="true">✗</span> <s>${three(result)}</s></span>`
            : three(result);
          return `<tr><th scope="row">${name[lang]}</th><td class="whole">${how}</td><td class="num ${bad ? "bad" : ""}">${shown}</td></tr>`;
        });
        const head = zh
          ? ["写法", "公式", "分数"]
          : ["form", "formula", "score"];
        const why = zh
          ? `q·k 的形状是 ()，a 的形状是 (3)，两者没有和；广播会悄悄得到 3 个数。库拒绝每对一个向量的输入：`
          : `q·k has shape (), a has shape (3): they have no sum, and broadcasting quietly makes 3 numbers. The library refuses a vector per pair:`;
        return `<div class="wide" tabindex="0" role="region" aria-label="${strings.name[lang]}"><table><thead><tr>${head.map((h) => `<th scope="col">${h}</th>`).join("")}</tr></thead><tbody>${body.join("")}</tbody></table></div><p class="dim">${why} <code lang="en">${escapeHtml(model.refused)}</code></p>`;
      },
      lines: (shown) => [
        ...forms(shown).map(
          ({ name, how, result }) =>
            `${name[shown.lang]}: ${how} = ${three(result)}${result.length > 1 ? " ✗" : ""}`,
        ),
        shown.model.refused,
      ],
    },
    {
      kind: "html",
      id: "row",
      attention: "made",
      title: ({ lang }) =>
        lang === "zh" ? "softmax 要看一整行" : "a softmax needs the whole row",
      label: say,
      html({ state, model, lang }) {
        const zh = lang === "zh";
        const head = zh
          ? ["偏移", "分数", "权重"]
          : ["offset", "score", "weight"];
        const body = model.offsets.map((offset, j) => {
          const now = offset === state.offset;
          return `<tr${now ? ' class="now" aria-current="true"' : ""}><th scope="row"><button type="button" data-set="offset=${offset}" aria-pressed="${now}">${signedOffset(offset)}</button></th><td class="num">${decimals(model.scores[j] as number, 3)}</td><td class="num">${decimals(model.weights[j] as number, 3)}</td></tr>`;
        });
        const alone = decimals(model.alone, 3);
        const note = zh
          ? `三个键是同一个词元，区别只在偏移。若只对一个分数做 softmax，权重恒为 ${alone}，与分数无关。`
          : `Three keys, the same token: only the offset tells them apart. The softmax of a single score is ${alone}, whatever the score.`;
        return `<table><thead><tr>${head.map((h) => `<th scope="col">${h}</th>`).join("")}</tr></thead><tbody>${body.join("")}</tbody></table><p class="dim">${note}</p>`;
      },
      lines: ({ model }) =>
        model.offsets.map(
          (offset, j) =>
            `${signedOffset(offset)}: ${decimals(model.scores[j] as number, 3)} → ${decimals(model.weights[j] as number, 3)}`,
        ),
    },
  ],
  styles: ".html p { margin: 8px 0 0; }",
  below: ["row"],
  sentence: say,
  tableData(shown) {
    const { lang } = shown;
    const zh = lang === "zh";
    return {
      caption: strings.name[lang],
      corner: zh ? "写法" : "form",
      columns: zh ? ["公式", "分数"] : ["formula", "score"],
      rows: forms(shown).map(({ name, how, result }) => ({
        head: name[lang],
        cells: [how, three(result)],
      })),
    };
  },
  code: ({ state }) => `import { load } from "posenc";

const pe = await load();
const thrice = (row) => ({ data: [...row, ...row, ...row], shape: [3, 3] });
const q = thrice([${(readVector(state.q) ?? []).join(", ")}]);
const k = thrice([${(readVector(state.k) ?? []).join(", ")}]);
const shaw = {
  numHeads: 1,
  clip: ${REACH},
  keyTable: { data: [${PRINTED.data.join(", ")}], shape: [5, 3] },
};
const [i, j] = [${state.offset < 0 ? REACH : 0}, ${(state.offset < 0 ? REACH : 0) + state.offset}];
const { content, key } = pe.relative.shaw({ ...shaw, q, k, scale: 1 }).terms;
console.log(content.data[3 * i + j], key.data[3 * i + j]); // q·k and q·a
const back = pe.relative.shaw({ ...shaw, q: k, k: q, scale: 1 }).terms;
console.log(back.key.data[3 * i + j]); // k·a
// One query over three equal keys; the number b is for the reader alone.
const { scores, weights } = pe.relative.shaw({ ...shaw, q, k });
console.log(scores.data.slice(3 * i, 3 * i + 3), weights.data.slice(3 * i, 3 * i + 3));
`,
  listing({ state }) {
    const text = (rows: readonly (readonly number[])[]) => rows.join(";");
    const thrice = (row: string) => {
      const vector = readVector(row) ?? [0, 0, 0];
      return text([vector, vector, vector]);
    };
    const width = PRINTED.shape[1];
    const keys = Array.from({ length: PRINTED.shape[0] }, (_, n) =>
      PRINTED.data.slice(n * width, (n + 1) * width),
    );
    const values = {
      q: thrice(state.q),
      k: thrice(state.k),
      v: thrice(state.k),
      clip: REACH,
      keyTable: text(keys),
      valueTable: text(keys.map((row) => row.map(() => 0))),
      causal: false,
    };
    return { kind: "shaw", values };
  },
  states: ({ model: { content, relative, other, scores, weights } }) => [
    ...[content, relative, other, scores, weights],
  ],
});
