// <pe-overflow>: a text that is longer than the table, and what can be done.
import type { Posenc, Tensor } from "posenc";
import {
  choice,
  integer,
  type StateOf,
} from "../../element/state/attributes.ts";
import { rect } from "../../kit/highlights.ts";
import { cellsOf, rowNames } from "../../kit/pieces/tensor-rows.ts";
import { type Box, figure, type Shown } from "../../kit/spec.ts";
import type { Mark } from "../../plots/marks.ts";
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
    en: "Drag along the tokens to change the length of the text. Then choose another way to deal with the tokens beyond the table, and see which vectors they get.",
    zh: "沿词元拖动，改变文本长度。再换一种办法处理超出表的词元，看它们得到什么向量。",
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
const numbers = (pe: Posenc, count: number): Tensor =>
  pe.embedding.index({ seqLen: count });

function answer(
  pe: Posenc,
  { seqLen, maxLen, way, seed }: Readonly<State>,
): Pick<Model, "rows" | "reads"> {
  const learned = pe.embedding.learned({
    maxLen,
    dModel: WIDTH,
    std: 0.5,
    seed,
  });
  const positions = Array.from({ length: seqLen }, (_, p) => p);
  switch (way) {
    case "last":
    case "first": {
      const kept = pe.embedding.fit(numbers(pe, seqLen), maxLen, { keep: way });
      const first = kept.data[0] as number;
      const count = kept.data.length;
      const rows = pe.embedding.lookup(learned, positions.slice(0, count));
      const reads = positions.map((p) =>
        p >= first && p < first + count ? p - first : -1,
      );
      return { rows, reads };
    }
    case "resize": {
      const rows =
        seqLen > maxLen
          ? pe.embedding.resize(learned, seqLen, { alignCorners: true })
          : pe.embedding.lookup(learned, positions);
      return { rows, reads: positions };
    }
    case "formula": {
      const rows = pe.embedding.sinusoidal({ seqLen, dModel: WIDTH });
      return { rows, reads: positions };
    }
    default: {
      const overflow = { overflow: way };
      const reads = pe.embedding.lookup(
        numbers(pe, maxLen),
        positions,
        overflow,
      );
      const rows = pe.embedding.lookup(learned, positions, overflow);
      return { rows, reads: [...reads.data] };
    }
  }
}

const READ_HEIGHT = 26;

/** Tokens as a strip of squares, and below each the row that it reads. */
function strip({ state, model, lang }: Here, box: Box): readonly Mark[] {
  const { seqLen, maxLen } = state;
  const most = Math.max(seqLen, maxLen);
  const each = box.width / most;
  const step = each < 17 ? 5 : 1;
  const zh = lang === "zh";
  const line = (y: number, text: string): Mark => ({
    kind: "text",
    x: -8,
    y,
    text,
    anchor: "end",
    fill: "ink2",
  });
  const marks: Mark[] = [
    line(18, zh ? "词元" : "token"),
    line(18 + 2 * READ_HEIGHT, zh ? "行" : "row"),
    rect([0, 2 * READ_HEIGHT, maxLen * each, READ_HEIGHT], {
      stroke: "ink3",
    }),
  ];
  for (let p = 0; p < most; p += 1) {
    const read = model.reads[p] ?? -1;
    const lost = p < seqLen && read < 0;
    const beyond = p >= maxLen;
    if (p < seqLen) {
      marks.push(
        rect([p * each + 0.75, 0, each - 1.5, READ_HEIGHT], {
          fill: "soft",
          stroke: beyond || lost ? "warm" : "rule",
          ...(beyond || lost ? { width: 1.5 } : {}),
        }),
      );
    }
    const number = (y: number, text: string, fill: "ink" | "warm" | "ink3") =>
      marks.push({
        kind: "text",
        x: (p + 0.5) * each,
        y,
        text,
        anchor: "middle",
        fill,
      });
    const spoken = p % step === 0 || p === most - 1;
    if (p < seqLen && spoken) number(18, String(p), beyond ? "warm" : "ink");
    if (p < seqLen && read >= 0 && spoken) {
      number(18 + 2 * READ_HEIGHT, String(read), read === p ? "ink" : "warm");
    }
    if (lost) number(18 + 2 * READ_HEIGHT, "×", "warm");
  }
  return marks;
}

/** How many tokens read a row that another one reads too. */
function sharing(reads: readonly number[]): number {
  const readers = new Map<number, number>();
  for (const row of reads) readers.set(row, (readers.get(row) ?? 0) + 1);
  return reads.filter((row) => (readers.get(row) ?? 0) > 1).length;
}

function distinctOf(pe: Posenc, rows: Tensor | undefined): number {
  const count = rows?.shape[0] ?? 0;
  return rows && count > 1 ? pe.analysis.collisions({ rows }).distinct : count;
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
  compute(pe, state) {
    try {
      const { rows, reads } = answer(pe, state);
      return { rows, reads, distinct: distinctOf(pe, rows), message: "" };
    } catch (fault) {
      if (!(fault instanceof RangeError)) throw fault;
      const reads = Array.from({ length: state.seqLen }, (_, p) =>
        p < state.maxLen ? p : -1,
      );
      return { rows: undefined, reads, distinct: 0, message: fault.message };
    }
  },
  finding(shown) {
    const { state, model, lang } = shown;
    const { seqLen, maxLen, way } = state;
    if (!model.rows) {
      const lost = seqLen - maxLen;
      return {
        en: `${seqLen} tokens, ${maxLen} rows: <b>${lost}</b> ${plural(lost, "token has", "tokens have")} no row, and the call hands out nothing at all.`,
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
      height: 3 * READ_HEIGHT + 2,
      margin: { left: 52, right: 8, top: 8, bottom: 8 },
      label: (shown) => say(shown),
      marks: strip,
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
    {
      kind: "cells",
      id: "rows",
      height: [220, 200],
      margin: { left: 52, right: 8, top: 4, bottom: 8 },
      title: ({ model, lang }) =>
        model.rows
          ? lang === "zh"
            ? "各词元得到的向量"
            : "the vectors that the tokens get"
          : lang === "zh"
            ? "没有结果"
            : "no result",
      label: (shown) => say(shown),
      matrix: ({ model }) =>
        cellsOf(
          model.rows ?? { data: new Float32Array(1), shape: [1, 1] },
          [-1, 1],
        ),
      marks: ({ state, model, lang }, box) => {
        if (!model.rows) {
          return [
            {
              kind: "text",
              x: box.width / 2,
              y: box.height / 2,
              text: lang === "zh" ? "什么也没有返回" : "nothing came back",
              anchor: "middle",
              fill: "ink2",
            },
          ];
        }
        const kept = Array.from({ length: state.seqLen }, (_, p) => p).filter(
          (p) => (model.reads[p] ?? -1) >= 0,
        );
        return rowNames(kept.map(String), box);
      },
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
  states: ({ model: { reads, rows, message, distinct } }) => [
    reads.length,
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
    formula: `const rows = pe.embedding.sinusoidal({ seqLen: ${seqLen}, dModel: ${WIDTH} });`,
  }[way];
  return `import { load } from "posenc";

const pe = await load();
const table = pe.embedding.learned({ maxLen: ${maxLen}, dModel: ${WIDTH}, std: 0.5, seed: ${seed} });
const positions = Array.from({ length: ${seqLen} }, (_, p) => p);
console.log(positions.length);
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
