// <pe-overflow>: the tokens of a text and the rows that they reach for, past the
// end of the table too.

import type { Tensor } from "posenc";
import * as pe from "posenc";
import {
  choice,
  integer,
  type StateOf,
} from "../../element/state/attributes.ts";
import { rect, tint } from "../../kit/highlights.ts";
import { type Box, figure, type Shown } from "../../kit/spec.ts";
import { type Ink, type Mark, textMark } from "../../plots/marks.ts";
import { cellValue, escapeHtml, plural } from "../../words/text.ts";

const WIDTH = 16;

const WAYS = [
  "error",
  "clamp",
  "wrap",
  "last",
  "first",
  "resize",
  "formula",
] as const;

const table = {
  "seq-len": integer({ default: 15, min: 1, max: 40 }),
  "max-len": integer({ default: 12, min: 2, max: 32 }),
  way: choice(WAYS),
  seed: integer({ default: 1, min: 0, max: 9999 }),
} as const;

type State = StateOf<typeof table>;

interface Model {
  /** What the tokens reach for: the table, or the formula's rows. */
  readonly source: Tensor;
  /** The vectors that the tokens get; none when the call refuses. */
  readonly rows: Tensor | undefined;
  /** What the library says then. */
  readonly message: string;
  /** Row that each token reads; −1: none. */
  readonly reads: readonly number[];
  /** Different rows among those that came back. */
  readonly distinct: number;
}

const strings = {
  name: { en: "One position too many", zh: "多出来的位置" },
  caption: {
    en: "Drag the end of the text past the table. Then choose another way to deal with what lies beyond: which row does each token reach, and who else has it?",
    zh: "把文本的末尾拖过表的末行。再换一种办法处理超出的部分：每个词元够到哪一行？那一行还有谁在用？",
  },
  seqLen: { en: "Length of the text", zh: "文本长度" },
  maxLen: { en: "Rows of the table", zh: "表的行数" },
  way: { en: "Beyond the table", zh: "超出之后" },
  error: { en: "refuse (PyTorch)", zh: "报错（PyTorch）" },
  clamp: { en: "take the last row again", zh: "一律用最后一行" },
  wrap: { en: "begin again at row 0", zh: "从第 0 行重新数" },
  last: { en: "keep the last tokens", zh: "只留最后的词元" },
  first: { en: "keep the first tokens", zh: "只留开头的词元" },
  resize: { en: "stretch the table", zh: "把表拉长" },
  formula: { en: "a formula instead of a table", zh: "不用表，用公式" },
  seed: { en: "Seed", zh: "随机种子" },
  keys: {
    en: "Tokens and the rows they read; left and right arrows change the length of the text.",
    zh: "词元及其读取的行；左右方向键改变文本长度。",
  },
} as const;

type Here = Shown<State, Model>;

/** 0, 1, 2, … as rows of one number: shows which row a call hands out. */
const numbers = (count: number): Tensor => pe.embeddingIndex({ seqLen: count });

const learnedTable = ({
  maxLen,
  seed,
}: Pick<State, "maxLen" | "seed">): Tensor =>
  pe.learned({ maxLen, dModel: WIDTH, std: 0.5, seed });

function answer({
  seqLen,
  maxLen,
  way,
  seed,
}: Readonly<State>): Pick<Model, "rows" | "reads"> {
  const learned = learnedTable({ maxLen, seed });
  const positions = Array.from({ length: seqLen }, (_, p) => p);
  switch (way) {
    case "last":
    case "first": {
      const kept = pe.embeddingFit(numbers(seqLen), maxLen, { keep: way });
      const first = kept.data[0] as number;
      const count = kept.data.length;
      const rows = pe.embeddingLookup(learned, positions.slice(0, count));
      const reads = positions.map((p) =>
        p >= first && p < first + count ? p - first : -1,
      );
      return { rows, reads };
    }
    case "resize": {
      const rows =
        seqLen > maxLen
          ? pe.embeddingResize(learned, seqLen, { alignCorners: true })
          : pe.embeddingLookup(learned, positions);
      return { rows, reads: positions };
    }
    case "formula": {
      const rows = pe.sinusoidal({ seqLen, dModel: WIDTH });
      return { rows, reads: positions };
    }
    default: {
      const overflow = { overflow: way };
      const reads = pe.embeddingLookup(numbers(maxLen), positions, overflow);
      const rows = pe.embeddingLookup(learned, positions, overflow);
      return { rows, reads: [...reads.data] };
    }
  }
}

/** Dimensions of a vector that are drawn, as blocks on top of each other. */
const DRAWN = 4;

/** px of a line of numbers, of a vector, and of the least room for a number. */
const SIZE = { line: 24, vector: 36, number: 17 } as const;

/** Row that a token reaches, a place between two where the table is stretched. */
function reached({ state, model }: Here, p: number): number {
  const read = model.reads[p] ?? -1;
  const { seqLen, maxLen, way } = state;
  if (way !== "resize" || seqLen <= maxLen) return read;
  return (p * (maxLen - 1)) / (seqLen - 1);
}

/** Tokens above, the table below, and from each token a line to its row. */
function wires(shown: Here, box: Box): readonly Mark[] {
  const { state, model, lang, theme } = shown;
  const { seqLen, maxLen, way } = state;
  const most = Math.max(seqLen, maxLen);
  const each = box.width / most;
  const step = Math.ceil(SIZE.number / each);
  const rows = model.source.shape[0] as number;
  const [from, to] = [
    SIZE.line + SIZE.vector,
    box.height - SIZE.line - SIZE.vector,
  ];
  const zh = lang === "zh";
  const middle = (k: number): number => (k + 0.5) * each;
  const say = (k: number, y: number, text: string, fill: Ink): Mark =>
    textMark(middle(k), y, k % step === 0 || k === most - 1 ? text : "", fill, {
      anchor: "middle",
    });
  /** A vector as a column of blocks. */
  const vector = (k: number, y: number, of: Tensor, row: number): Mark[] =>
    Array.from({ length: DRAWN }, (_, d) => {
      const value = of.data[row * WIDTH + d] as number;
      const high = SIZE.vector / DRAWN;
      const at = [k * each + 1, y + d * high, each - 2, high - 0.5] as const;
      return rect(at, { fill: tint("diverging", theme, (value + 1) / 2) });
    });
  const name = (y: number, text: string): Mark =>
    textMark(-8, y, text, "ink2", { anchor: "end" });
  const marks: Mark[] = [
    name(16, zh ? "词元" : "token"),
    name(from - SIZE.vector / 2 + 4, zh ? "得到" : "gets"),
    name(
      to + SIZE.vector / 2 + 4,
      way === "formula" ? (zh ? "公式" : "formula") : zh ? "表" : "table",
    ),
  ];
  let got = 0;
  for (let p = 0; p < seqLen; p += 1) {
    const row = reached(shown, p);
    const odd = row !== p;
    const ink = odd ? "warm" : "ink3";
    const x = middle(p);
    const slot = [p * each + 0.5, SIZE.line, each - 1, SIZE.vector] as const;
    marks.push(say(p, 16, String(p), odd ? "warm" : "ink"));
    if (row >= 0 && model.rows) {
      marks.push(...vector(p, SIZE.line, model.rows, got));
      got += 1;
    } else marks.push(rect(slot, { stroke: ink, dash: [2, 3] }));
    if (row < 0) {
      // It reaches for a row, and there is none.
      const end = from + (to - from) * 0.45;
      marks.push(
        {
          kind: "path",
          draw(pen) {
            pen.moveTo(x, from + 2);
            pen.lineTo(x, end - 8);
          },
          stroke: "warm",
          dash: [3, 3],
        },
        textMark(x, end + 5, "×", "warm", { anchor: "middle", bold: true }),
      );
      continue;
    }
    const [end, half] = [middle(row), (to - from) / 2];
    marks.push({
      kind: "path",
      draw(pen) {
        pen.moveTo(x, from + 2);
        pen.bezierCurveTo(x, from + half, end, to - half, end, to - 2);
      },
      stroke: ink,
      width: odd ? 1.75 : 1,
    });
  }
  for (let row = 0; row < rows; row += 1) {
    marks.push(
      ...vector(row, to, model.source, row),
      say(row, box.height - 8, String(row), "ink2"),
    );
  }
  const edge = [0, to - 1, rows * each, SIZE.vector + 2] as const;
  if (way !== "formula") marks.push(rect(edge, { stroke: "ink2" }));
  return marks;
}

/** How many tokens read a row that another one reads too. */
function sharing(reads: readonly number[]): number {
  const readers = new Map<number, number>();
  for (const row of reads) readers.set(row, (readers.get(row) ?? 0) + 1);
  return reads.filter((row) => (readers.get(row) ?? 0) > 1).length;
}

function distinctOf(rows: Tensor | undefined): number {
  const count = rows?.shape[0] ?? 0;
  return rows && count > 1 ? pe.analysisCollisions({ rows }).distinct : count;
}

export const spec = figure<typeof table, Model>({
  tag: "pe-overflow",
  table,
  strings,
  controls: [
    { key: "seqLen" },
    { key: "maxLen" },
    { key: "way", menu: true },
    { key: "seed", when: ({ way }) => way !== "formula" },
  ],
  main: ["seqLen", "way"],
  compute(state) {
    const source =
      state.way === "formula"
        ? pe.sinusoidal({ seqLen: state.seqLen, dModel: WIDTH })
        : learnedTable(state);
    try {
      const { rows, reads } = answer(state);
      const distinct = distinctOf(rows);
      return { source, rows, reads, distinct, message: "" };
    } catch (fault) {
      if (!(fault instanceof RangeError)) throw fault;
      const reads = Array.from({ length: state.seqLen }, (_, p) =>
        p < state.maxLen ? p : -1,
      );
      return {
        source,
        rows: undefined,
        reads,
        distinct: 0,
        message: fault.message,
      };
    }
  },
  finding(shown) {
    const { state, model, lang } = shown;
    const { seqLen, maxLen, way } = state;
    if (!model.rows) {
      const lost = seqLen - maxLen;
      return {
        en: `${seqLen} tokens, ${maxLen} rows: <b>${lost}</b> ${plural(lost, "token has", "tokens have")} no row, and the call returns nothing at all.`,
        zh: `${seqLen} 个词元，${maxLen} 行：有 <b>${lost}</b> 个词元没有对应的行，整个调用什么也不返回。`,
      }[lang];
    }
    const got = model.rows.shape[0] as number;
    const { distinct } = model;
    const cut = seqLen - got;
    const same = distinct < got ? sharing(model.reads) : 0;
    if (cut > 0) {
      return {
        en: `<b>${cut}</b> of ${seqLen} tokens are cut away; the ${got} that stay are numbered from 0 again${way === "last" ? `, so token ${cut} reads row 0` : ""}.`,
        zh: `${seqLen} 个词元中有 <b>${cut}</b> 个被截掉；留下的 ${got} 个重新从 0 编号${way === "last" ? `，第 ${cut} 个词元读第 0 行` : ""}。`,
      }[lang];
    }
    return {
      en: `${got} ${plural(got, "token gets", "tokens get")} <b>${distinct}</b> different ${plural(distinct, "vector")}${same ? `: <b>${same}</b> can no longer be told from another one` : ""}.`,
      zh: `${got} 个词元得到 <b>${distinct}</b> 个不同的向量${same ? `：有 <b>${same}</b> 个同别的词元分不开了` : ""}。`,
    }[lang];
  },
  panels: [
    {
      kind: "plot",
      id: "tokens",
      height: [250, 230],
      margin: { left: 58, right: 8, top: 8, bottom: 8 },
      title: ({ lang }) =>
        lang === "zh"
          ? `每个向量的 ${WIDTH} 个数中，画出前 ${DRAWN} 个`
          : `of each vector the first ${DRAWN} of its ${WIDTH} numbers`,
      label: (shown) => say(shown),
      marks: wires,
      pointing: {
        cursor: "ew-resize",
        drag({ state }, at, box, drag) {
          const most = Math.max(state.seqLen, state.maxLen);
          if (drag.first) drag.memory.set("each", box.width / most);
          const each = drag.memory.get("each") as number;
          return { seqLen: Math.ceil(at.x / each) };
        },
        steps: { x: "seqLen" },
      },
    },
    {
      kind: "html",
      id: "message",
      label: (shown) => say(shown),
      html({ model, lang }) {
        if (model.message) {
          return `<p class="answer"><span class="bad">RangeError</span> <code>${escapeHtml(model.message)}</code></p>`;
        }
        const [rows, columns] = model.rows?.shape ?? [0, 0];
        return `<p class="answer"><span class="good">${lang === "zh" ? "返回" : "returns"}</span> <code>[${rows}, ${columns}]</code></p>`;
      },
      lines: ({ model }) => [
        model.message || `[${model.rows?.shape.join(", ")}]`,
      ],
    },
  ],
  sentence: (shown) => say(shown),
  tableData(shown) {
    const { state, model, lang } = shown;
    const zh = lang === "zh";
    let taken = 0;
    return {
      caption: `${strings.name[lang]}: ${strings[state.way][lang]}`,
      corner: zh ? "词元" : "token",
      columns: zh ? ["读取的行", "第 0 维"] : ["row", "dimension 0"],
      rows: Array.from({ length: state.seqLen }, (_, p) => {
        const read = model.reads[p] ?? -1;
        const value = read < 0 ? undefined : model.rows?.data[taken * WIDTH];
        if (read >= 0) taken += 1;
        return {
          head: String(p),
          cells: [
            read < 0 ? (zh ? "无" : "none") : String(read),
            value === undefined ? (zh ? "无" : "none") : cellValue(value),
          ],
        };
      }),
    };
  },
  code: ({ state }) => program(state),
  states: ({ model: { source, reads, rows, message, distinct } }) => [
    reads.length,
    source.data,
    rows ? [rows.shape, rows.data, distinct] : message,
  ],
  styles: `
.pane-message .answer { margin: 4px 0; overflow-wrap: anywhere; }
`,
});

function program({ seqLen, maxLen, way, seed }: Readonly<State>): string {
  const reads = (overflow: string): string =>
    `const rows = pe.embedding.lookup(table, positions${overflow});`;
  // What is kept of a text that is cut, and its places in the table.
  const cut = `const kept = pe.embedding.fit({ data: positions, shape: [${seqLen}, 1] }, ${maxLen}, { keep: "${way}" }).data;
  const rows = pe.embedding.lookup(table, positions.slice(0, kept.length));`;
  const body = {
    error: reads(""),
    clamp: reads(', { overflow: "clamp" }'),
    wrap: reads(', { overflow: "wrap" }'),
    last: cut,
    first: cut,
    resize:
      seqLen > maxLen
        ? `const rows = pe.embedding.resize(table, ${seqLen}, { alignCorners: true });`
        : reads(""),
    formula: "const rows = table;",
  }[way];
  const source =
    way === "formula"
      ? `pe.embedding.sinusoidal({ seqLen: ${seqLen}, dModel: ${WIDTH} })`
      : `pe.embedding.learned({ maxLen: ${maxLen}, dModel: ${WIDTH}, std: 0.5, seed: ${seed} })`;
  return `import { load } from "posenc";

const pe = await load();
const table = ${source};
const positions = Array.from({ length: ${seqLen} }, (_, p) => p);
console.log(positions.length, table.data);
try {
  ${body}
  console.log(rows.shape, rows.data);
  const alone = rows.shape[0] === 1; // no other to be equal to
  console.log(alone ? 1 : pe.analysis.collisions({ rows }).distinct);
} catch (fault) {
  console.log(fault.message);
}
`;
}

function say({ state, model, lang }: Here): string {
  const way = strings[state.way][lang];
  const came = model.rows
    ? {
        en: `${model.rows.shape[0]} ${plural(model.rows.shape[0] as number, "vector")}`,
        zh: `${model.rows.shape[0]} 个向量`,
      }
    : { en: "an error", zh: "报错" };
  return {
    en: `${state.seqLen} ${plural(state.seqLen, "token")}, a table of ${state.maxLen} rows, ${way}: ${came.en}.`,
    zh: `${state.seqLen} 个词元，表有 ${state.maxLen} 行，${way}：${came.zh}。`,
  }[lang];
}
