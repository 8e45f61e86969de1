// <pe-broadcast>: a layer's code line by line with the shape that each line
// gives, how the last addition lines its axes up, and which row each token gets.
import {
  choice,
  integer,
  onOff,
  type StateOf,
} from "../../element/state/attributes.ts";
import { crosshair } from "../../kit/highlights.ts";
import { cellAtPoint } from "../../kit/panel.ts";
import { AXES, axes } from "../../kit/pieces/labelled-axes.ts";
import { type Box, figure, type Shown } from "../../kit/spec.ts";
import { cellScale, integerTicks } from "../../plots/axes.ts";
import type { Mark } from "../../plots/marks.ts";
import { escapeHtml, plural, quantity, type Text } from "../../words/text.ts";
import { errorOf, type Outcome, outcomeOf } from "./broadcast-outcome.ts";
import {
  addedRows,
  broadcast,
  type Given,
  type Shape,
  tokens,
  trace,
  tuple,
} from "./broadcast-rules.ts";

const table = {
  order: choice(["batch-first", "time-first"]),
  buffer: choice(["table-1nd", "table-n1d", "table-nd"], "table-n1d"),
  column: onOff(true),
  batch: integer({ default: 4, min: 1, max: 8 }),
  "seq-len": integer({ default: 20, min: 1, max: 32 }),
  "d-model": integer({ default: 512, min: 2, max: 512 }),
  "max-len": integer({ default: 5000, min: 1, max: 10000 }),
  text: integer({ default: 2, min: 0, max: 7 }),
  pos: integer({ default: 7, min: 0, max: 31 }),
} as const;

type State = StateOf<typeof table>;

const TABLES = {
  "table-1nd": "batch-first",
  "table-n1d": "time-first",
  "table-nd": "flat",
} as const;

const strings = {
  name: { en: "Shapes, line by line", zh: "逐行追踪形状" },
  caption: {
    en: "Give the table the axes 1, n, d: the map turns, and every token has its own row. Then put time first in x, and it is wrong again. Try an odd width, no unsqueeze, and a table that is shorter than the text.",
    zh: "把表的轴改成 1, n, d：下面的图整个转过来，每个词元都得到自己的行；再把 x 改成时间在前，又错了。再试试奇数宽度、去掉 unsqueeze、表比文本短。",
  },
  order: { en: "Axes of x", zh: "x 的轴" },
  "batch-first": { en: "batch, time, width", zh: "批次、时间、宽度" },
  "time-first": { en: "time, batch, width", zh: "时间、批次、宽度" },
  buffer: { en: "Axes of the table", zh: "表的轴" },
  "table-1nd": { en: "1, n, d", zh: "1, n, d" },
  "table-n1d": { en: "n, 1, d", zh: "n, 1, d" },
  "table-nd": { en: "n, d", zh: "n, d" },
  column: {
    en: "unsqueeze(1) on the positions",
    zh: "位置加 unsqueeze(1)",
  },
  batch: { en: "Texts in the batch", zh: "批次中的文本数" },
  seqLen: { en: "Length of each text", zh: "文本长度" },
  dModel: { en: "Width d", zh: "维数 d" },
  maxLen: { en: "Rows of the table", zh: "表的行数" },
  text: { en: "Text", zh: "文本" },
  pos: { en: "Position", zh: "位置" },
  keys: {
    en: "Tokens of all texts; arrow keys choose one.",
    zh: "各段文本的词元；方向键选择词元。",
  },
  textAxis: { en: "text of the batch", zh: "批次中的文本" },
  posAxis: { en: "position in the text", zh: "文本中的位置" },
} as const;

type Here = Shown<State, Outcome>;

function givenOf(state: Readonly<State>): Given {
  const { batch, seqLen, dModel, maxLen, order, column } = state;
  const rows = TABLES[state.buffer];
  return { batch, seqLen, dModel, maxLen, order, column, table: rows };
}

/** What comes of it, with its numbers between `<b>`. */
function result({ model }: Here): Text {
  const { given, rows, wrong } = model;
  const x = tuple(tokens(given));
  const all = given.batch * given.seqLen;
  if (!rows) {
    const lines = trace(given).length;
    return {
      en: `Line <b>${lines}</b> stops: ${escapeHtml(errorOf(given))}.`,
      zh: `第 <b>${lines}</b> 行报错停止：${escapeHtml(errorOf(given))}。`,
    };
  }
  if (!given.column && given.maxLen > 1) {
    return {
      en: `Nothing fails, since ${given.maxLen} positions meet ${given.maxLen} frequencies: and all <b>${given.maxLen}</b> rows of the table are one and the same.`,
      zh: `位置数恰好等于频率数（都是 ${given.maxLen}），程序不报错：表中 <b>${given.maxLen}</b> 行全都一样。`,
    };
  }
  const sum = `${x} + ${tuple(addedRows(given))}`;
  return wrong === 0
    ? {
        en: `${sum} fits: ${all === 1 ? "the <b>one</b> token gets the row of its" : `all <b>${all}</b> tokens get the row of their`} position.`,
        zh: `${sum} 对得上：<b>${all}</b> 个词元都得到自己位置的那一行。`,
      }
    : {
        en: `${sum} fits and nothing fails, but <b>${wrong}</b> of ${all} ${plural(all, "token gets", wrong === 1 ? "tokens gets" : "tokens get")} the row of another position.`,
        zh: `${sum} 也对得上，不报错；但 ${all} 个词元中有 <b>${wrong}</b> 个得到的是别的位置的行。`,
      };
}

const plain = (html: string): string => html.replace(/<\/?b>/g, "");

function say(shown: Here): string {
  const { state, model, lang } = shown;
  const said = plain(result(shown)[lang]);
  const row = model.rows?.[state.text * state.seqLen + state.pos];
  if (row === undefined) return said;
  return {
    en: `${said} Token ${state.pos} of text ${state.text} gets row ${row}.`,
    zh: `${said}文本 ${state.text} 的第 ${state.pos} 个词元得到第 ${row} 行。`,
  }[lang];
}

const shapeText = (outcome: { shape: Shape } | { error: string }): string =>
  "shape" in outcome ? tuple(outcome.shape) : outcome.error;

/** Code that breaks behind a bracket or before a call, not within a name. */
const breakable = (code: string): string =>
  escapeHtml(code)
    .replace(/\((?=\w{3})/g, "(<wbr>")
    .replace(/\.(?=\w+\()/g, "<wbr>.");

function traceHtml({ model, lang }: Here): string {
  const lines = trace(model.given);
  const head =
    lang === "zh" ? ["行", "程序", "形状"] : ["line", "code", "shape"];
  const body = lines.map(({ code, outcome }, k) => {
    const bad = "error" in outcome;
    const what = bad
      ? `<td class="bad"><span aria-hidden="true">✗ </span>${escapeHtml(outcome.error)}</td>`
      : `<td class="shape">${tuple(outcome.shape)}</td>`;
    return `<tr><th scope="row">${k + 1}</th><td><code lang="en" translate="no">${breakable(code)}</code></td>${what}</tr>`;
  });
  return `<div class="wide" tabindex="0" role="region" aria-label="${strings.name[lang]}"><table><thead><tr>${head.map((it) => `<th scope="col">${it}</th>`).join("")}</tr></thead><tbody>${body.join("")}</tbody></table></div>`;
}

/** Axes of x, of the rows and of their sum, one under the other. */
function lanes({ model, lang }: Here) {
  const x = tokens(model.given);
  const rows = addedRows(model.given);
  const sum = broadcast(x, rows);
  const padded = [...Array(3 - rows.length).fill(""), ...rows];
  const fits = x.map((n, k) => {
    const m = padded[k];
    return m === "" || m === 1 || n === 1 || m === n;
  });
  const zh = lang === "zh";
  return {
    x,
    padded,
    fits,
    sum: "shape" in sum ? sum.shape : undefined,
    names: ["x", zh ? "行" : "rows", zh ? "和" : "sum"],
  };
}

function alignHtml(shown: Here): string {
  const { x, padded, fits, sum, names } = lanes(shown);
  const zh = shown.lang === "zh";
  const cells = (values: readonly (number | string)[]) =>
    values
      .map(
        (v, k) =>
          `<td class="num ${fits[k] ? "" : "bad"}">${v === 1 ? `<span class="dim">1 →</span>` : v === "" ? `<span class="dim">·</span>` : v}</td>`,
      )
      .join("");
  const total = sum
    ? cells(sum.map(String))
    : `<td colspan="3" class="bad">✗ ${zh ? "对不上" : "do not fit"}</td>`;
  const head = [0, 1, 2].map(
    (k) =>
      `<th scope="col" class="num">${zh ? `第\u00a0${k}\u00a0轴` : `axis ${k}`}</th>`,
  );
  return `<table class="lanes"><thead><tr><td></td>${head.join("")}</tr></thead><tbody><tr><th scope="row">${names[0]}</th>${cells(x.map(String))}</tr><tr><th scope="row">+ ${names[1]}</th>${cells(padded)}</tr><tr><th scope="row">= ${names[2]}</th>${total}</tr></tbody></table>${noteHtml(shown)}`;
}

function noteHtml({ model, lang }: Here): string {
  const { refused, worst, wrong } = model;
  const zh = lang === "zh";
  if (refused) {
    const why = zh ? "本库对同样的输入：" : "The library, given the same:";
    return `<p class="dim">${why} <code lang="en" translate="no">${escapeHtml(refused)}</code></p>`;
  }
  if (wrong === 0 || worst === 0) return "";
  return `<p class="dim">${
    zh
      ? `与本库的结果相比，相差最大的一个数差了 ${quantity(worst)}。`
      : `The number that is farthest from the library’s result is off by ${quantity(worst)}.`
  }</p>`;
}

const shapeOf = ({ batch, seqLen }: Readonly<State>) => ({
  rows: batch,
  columns: seqLen,
});

function cellsMarks(shown: Here, box: Box): readonly Mark[] {
  const { state, lang } = shown;
  const { batch, seqLen, text, pos } = state;
  return [
    ...axes(
      {
        x: {
          scale: cellScale(seqLen, box.width),
          ticks: integerTicks(0, seqLen - 1, box.width, 48),
          marked: pos,
          label: strings.posAxis[lang],
        },
        y: {
          scale: cellScale(batch, box.height),
          ticks: integerTicks(0, batch - 1, box.height, 24),
          marked: text,
          label: strings.textAxis[lang],
        },
      },
      box,
    ),
    ...crosshair(shapeOf(state), box, { row: text, column: pos }),
  ];
}

const tokenAt = ({ state }: Here, at: { x: number; y: number }, box: Box) => {
  const { row, column } = cellAtPoint(shapeOf(state), box, at);
  return { text: row, pos: column };
};

export const spec = figure<typeof table, Outcome>({
  tag: "pe-broadcast",
  table,
  strings,
  bounds: {
    text: { max: ({ batch }) => batch - 1 },
    pos: { max: ({ seqLen }) => seqLen - 1 },
  },
  controls: [
    { key: "order" },
    { key: "buffer" },
    { key: "column" },
    { key: "seqLen" },
    { key: "batch" },
    { key: "dModel" },
    { key: "maxLen", logarithmic: true },
  ],
  compute: (state) => outcomeOf(givenOf(state)),
  finding: (shown) => result(shown)[shown.lang],
  rows: [
    [["trace", 1]],
    [
      ["lanes", 2],
      ["tokens", 5],
    ],
  ],
  panels: [
    {
      kind: "html",
      id: "trace",
      title: ({ lang }) =>
        lang === "zh"
          ? "程序：前面各行造表，后两行是 forward(x)"
          : "the table is made; the last two lines are forward(x)",
      label: say,
      html: traceHtml,
      lines: ({ model }) =>
        trace(model.given).map(
          ({ code, outcome }) => `${code}   ${shapeText(outcome)}`,
        ),
    },
    {
      kind: "html",
      id: "lanes",
      title: ({ lang }) =>
        lang === "zh" ? "x + rows：从右往左对齐" : "x + rows, from the right",
      label: say,
      html: alignHtml,
      lines(shown) {
        const { x, padded, sum } = lanes(shown);
        return [
          `x     ${x.join("  ")}`,
          `rows  ${padded.join("  ")}`,
          `sum   ${sum ? sum.join("  ") : "✗"}`,
        ];
      },
    },
    {
      kind: "cells",
      id: "tokens",
      height: [168, 150],
      margin: AXES,
      title: ({ model, lang }) =>
        model.rows
          ? lang === "zh"
            ? "每个词元得到表的第几行"
            : "row of the table that each token gets"
          : lang === "zh"
            ? "程序停止，没有结果"
            : "the program has stopped: no result",
      label: say,
      matrix: ({ state, model }) => ({
        ...shapeOf(state),
        values: Float32Array.from(
          model.rows ?? new Array(state.batch * state.seqLen).fill(0),
        ),
        domain: [0, Math.max(1, state.seqLen - 1)],
        map: "sequential",
        ...(model.rows ? { format: (v: number) => String(v) } : {}),
      }),
      marks: cellsMarks,
      pointing: {
        cursor: "crosshair",
        vertical: true,
        pick: tokenAt,
        steps: { x: "pos" },
        key({ state }, event) {
          const way = { ArrowUp: -1, ArrowDown: 1 }[event.key];
          return way === undefined ? undefined : { text: state.text + way };
        },
      },
    },
  ],
  styles: `.pane-trace code { white-space: pre; font-size: calc(13em / 14); }
.pane-trace th { padding-right: 12px; color: var(--_ink3); }
.pane-trace .shape { white-space: nowrap; }
.pane-trace .bad { min-width: 16em; }
.pane-lanes th { white-space: nowrap; }
@container pe-figure (max-width: 560px) { .pane-trace code { white-space: pre-wrap; overflow-wrap: anywhere; } }
.pane-lanes p { margin: 12px 0 0; overflow-wrap: anywhere; }`,
  below: ["lanes", "tokens"],
  sentence: say,
  tableData: ({ model, lang }) => ({
    caption: strings.name[lang],
    corner: lang === "zh" ? "行" : "line",
    columns: lang === "zh" ? ["程序", "形状"] : ["code", "shape"],
    rows: trace(model.given).map(({ code, outcome }, k) => ({
      head: String(k + 1),
      cells: [code, shapeText(outcome)],
    })),
  }),
  csv: ({ state, model }) =>
    `text,position,row\n${(model.rows ?? []).map((row, k) => `${Math.floor(k / state.seqLen)},${k % state.seqLen},${row}\n`).join("")}`,
  code({ state }) {
    const { batch, seqLen, dModel, maxLen, column } = state;
    const flat = state.buffer !== "table-n1d";
    const timeFirst = state.order === "time-first";
    // The axis of x that the rows are cut for and added along.
    const cutFor = flat ? "x[1]" : "x[0]";
    const wrong = column || maxLen === 1 ? "row !== k % seqLen" : "true";
    return `import { load } from "posenc";

const pe = await load();
const [batch, seqLen, dModel, maxLen] = [${batch}, ${seqLen}, ${dModel}, ${maxLen}];
// What PyTorch makes of the code beside it: x has the shape (${timeFirst ? "n, b" : "b, n"}, d), and as
// many rows are cut as it is long on the axis that the table is cut for.
const x = ${timeFirst ? "[seqLen, batch]" : "[batch, seqLen]"};
const cut = Math.min(maxLen, ${cutFor});
const stops = dModel % 2 > 0 || cut !== ${cutFor} && cut !== 1${column ? "" : " || maxLen > 1 && maxLen !== Math.ceil(dModel / 2)"};
// The row of each token, text by text: its index on the axis beside the rows.
const rows = stops ? [] : Array.from({ length: batch * seqLen }, (_, k) =>
  ${column ? `(cut === 1 ? 0 : ${timeFirst !== flat ? "k % seqLen" : "Math.floor(k / seqLen)"})` : "0"});
console.log(rows);
console.log(rows.filter((row, k) => ${wrong}).length); // tokens with a wrong row
// How far they are from what the library adds, which refuses a short table.
const { data } = pe.embedding.sinusoidal({ seqLen: Math.max(batch, seqLen), dModel });
let worst = 0;
if (maxLen >= seqLen) rows.forEach((row, k) => {
  for (let j = 0; j < dModel; j += 1) {
    worst = Math.max(worst, Math.abs(data[row * dModel + j] - data[(k % seqLen) * dModel + j]));
  }
});
console.log(worst);
`;
  },
  states: ({ model: { rows, wrong, worst } }) => [rows ?? [], wrong, worst],
});
