// A rung of the ladder as a figure: its rows, the scores that they lead to, and
// what becomes of the six demands. All rungs share length, position and seed.
import { integer, type StateOf } from "../../element/state/attributes.ts";
import { outline } from "../../kit/highlights.ts";
import {
  cellAtPoint,
  cellRect,
  type Matrix,
  type Panel,
} from "../../kit/panel.ts";
import { axes } from "../../kit/pieces/labelled-axes.ts";
import {
  type AnyFigure,
  type Box,
  type FigureSpec,
  figure,
  type Numbers,
  type Shown,
} from "../../kit/spec.ts";
import { cellScale, integerTicks } from "../../plots/axes.ts";
import type { Mark } from "../../plots/marks.ts";
import type { Strings } from "../../words/strings.ts";
import {
  cellValue,
  escapeHtml,
  quantity,
  type Text,
} from "../../words/text.ts";
import { type Bars, barsPanel } from "./bars.ts";
import { byOffset, codes, firstRow, type Rung, scores } from "./codes.ts";
import {
  criteria,
  DEMANDS,
  type Demand,
  demandNames,
  judge,
  type Scores,
} from "./demands.ts";
import { type RungParts, rungCode } from "./rung-program.ts";

export const ladderTable = {
  "seq-len": integer({ default: 32, min: 8, max: 128 }),
  pos: integer({ default: 9, min: 0, max: 127 }),
  seed: integer({ default: 0, min: 0, max: 999 }),
} as const;

export type State = StateOf<typeof ladderTable>;

export interface Model {
  readonly rows: Matrix;
  readonly scores: Matrix;
  readonly found: Scores;
  /** More numbers for the finding. */
  readonly more: Float32Array;
}

export type Here = Shown<State, Model>;

/** What is special about one rung. */
export interface Special extends RungParts {
  readonly rung: Rung;
  readonly name: Text;
  readonly caption: Text;
  /** The finding, numbers in <b>. */
  readonly finding: (shown: Here) => Text;
  /** What the columns of the rows are. */
  readonly columns: Text;
  /** What the rung is about: the demands that it is seen to meet, or to miss. */
  readonly about: readonly Demand[];
  /** Whether its point shows in the scores, beside the rows. */
  readonly inScores: boolean;
  /** Bars in place of the rows: a single number for each position. */
  readonly bars?: Bars;
  /** More numbers for the finding. */
  readonly more?: (state: Readonly<State>) => Float32Array;
  /** What it prints itself. */
  readonly states?: (state: Readonly<State>, model: Model) => Numbers;
}

const strings = {
  seqLen: { en: "Positions", zh: "位置个数" },
  pos: { en: "Position p", zh: "位置 p" },
  seed: { en: "Seed", zh: "随机种子" },
  position: { en: "position", zh: "位置" },
  offset: { en: "offset", zh: "偏移" },
  distance: { en: "distance", zh: "距离" },
  rows: { en: "rows", zh: "各行" },
  bars: {
    en: "the number of each word",
    zh: "每个词得到的数",
  },
  scores: {
    en: "scores, centred",
    zh: "分数（减均值）",
  },
  refusal: {
    en: "Asked for rows past these, the library answers:",
    zh: "再要后面的行，库的回答是：",
  },
  keyAxis: { en: "position of the key", zh: "键的位置" },
  keys: {
    en: "Rows of the encoding; up and down arrows choose a position.",
    zh: "编码的各行；上下方向键选择位置。",
  },
  barKeys: {
    en: "The number of each position, as bars; left and right arrows choose a position, up and down change the length.",
    zh: "每个位置的数，画成条形；左右方向键选择位置，上下方向键改变长度。",
  },
  scoreKeys: {
    en: "Scores between positions; up and down arrows choose the query.",
    zh: "各位置之间的分数；上下方向键选择查询。",
  },
} as const satisfies Strings;

/** The row of a panel that stands for the chosen position. */
function rowOf(rung: Rung, { pos, seqLen }: Readonly<State>): number {
  // By offset: that from the chosen position back to the first.
  return byOffset(rung)
    ? -firstRow(rung, seqLen) + (rung === "relative" ? -pos : pos)
    : pos;
}

function rowsMarks(rung: Rung, shown: Here, box: Box, columns: Text): Mark[] {
  const { model, state, lang } = shown;
  const { rows, columns: width } = model.rows;
  const first = firstRow(rung, state.seqLen);
  const at = rowOf(rung, state);
  const y = cellScale(rows, box.height);
  const label =
    rung === "relative" ? "offset" : rung === "alibi" ? "distance" : "position";
  return [
    ...axes(
      {
        x: {
          scale: cellScale(width, box.width),
          ticks: integerTicks(0, width - 1, box.width, 40),
          label: columns[lang],
        },
        y: {
          scale: y.copy().domain(y.domain().map((v) => v + first)),
          ticks: integerTicks(first, first + rows - 1, box.height, 40),
          marked: first + at,
          label: strings[label][lang],
        },
      },
      box,
    ),
    ...outline(
      cellRect(model.rows, box, { row: at, column: 0, width }),
      shown.link === "pos",
    ),
  ];
}

function scoreMarks(shown: Here, box: Box): Mark[] {
  const { model, state, lang } = shown;
  const count = state.seqLen;
  const scale = cellScale(count, box.width);
  return [
    ...axes(
      {
        x: {
          scale,
          ticks: integerTicks(0, count - 1, box.width, 48),
          label: strings.keyAxis[lang],
        },
        y: {
          scale: cellScale(count, box.height),
          ticks: integerTicks(0, count - 1, box.height, 40),
          marked: state.pos,
          label: lang === "zh" ? "查询的位置" : "position of the query",
        },
      },
      box,
    ),
    ...outline(
      cellRect(model.scores, box, { row: state.pos, column: 0, width: count }),
      shown.link === "pos",
    ),
  ];
}

/** Widest reach from the middle, for a map with a middle. */
function centred(values: Float32Array, rows: number, columns: number): Matrix {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const around = values.map((value) => value - mean);
  const reach = around.reduce((most, v) => Math.max(most, Math.abs(v)), 0) || 1;
  return { values: around, rows, columns, domain: [-reach, reach] };
}

function plainRows(
  values: Float32Array,
  rows: number,
  columns: number,
): Matrix {
  const reach = values.reduce((most, v) => Math.max(most, Math.abs(v)), 0) || 1;
  const signed = values.some((value) => value < 0);
  return {
    values,
    rows,
    columns,
    domain: signed ? [-reach, reach] : [0, reach],
    map: signed ? "diverging" : "sequential",
  };
}

/** ✓ or ✗ with words for those who hear it. */
export function verdictHtml(passed: boolean, lang: "en" | "zh"): string {
  const said = { en: ["failed", "met"], zh: ["不满足", "满足"] }[lang];
  return `<span class="${passed ? "good" : "bad"}"><span aria-hidden="true">${passed ? "✓" : "✗"}</span><span class="said">${said[passed ? 1 : 0]}</span></span>`;
}

/** Styles of verdicts: their words are heard, not seen. */
export const VERDICTS =
  ".said { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }";

function demandTable(
  { model, lang }: Here,
  demands: readonly Demand[],
): string {
  const rows = demands.map((demand) => {
    const { passed, text } = model.found[demand];
    return `<tr><td>${verdictHtml(passed, lang)}</td><th scope="row">${demandNames[demand][lang]}</th><td class="num"><b>${text}</b></td><td class="dim">${criteria[demand][lang]}</td></tr>`;
  });
  return `<table><tbody>${rows.join("")}</tbody></table>`;
}

/** What the rung is about, and what the library says where rows end. */
function demandsHtml(shown: Here, about: readonly Demand[]): string {
  const { model, lang } = shown;
  const { refusal } = model.found;
  const said =
    refusal && about.includes("beyond")
      ? `<p class="refusal">${strings.refusal[lang]} <code lang="en">${escapeHtml(refusal)}</code></p>`
      : "";
  return `${demandTable(shown, about)}${said}`;
}

const demandLines = (
  { model, lang }: Here,
  about: readonly Demand[],
): string[] =>
  about.map((demand) => {
    const { passed, text } = model.found[demand];
    return `${passed ? "✓" : "✗"} ${demandNames[demand][lang]}: ${text}`;
  });

/** Makes the figure of a rung. */
export function rungFigure(special: Special): AnyFigure {
  const { rung, name, caption, columns, about, inScores } = special;
  const say = (shown: Here): string => {
    const { model, state, lang } = shown;
    const width = model.rows.columns;
    const at = rowOf(rung, state) * width;
    const values = Array.from(
      model.rows.values.subarray(at, at + Math.min(4, width)),
    );
    const said = values.map((value) => cellValue(value)).join(", ");
    const more = width > 4 ? " …" : "";
    return {
      en: `${name.en}, position ${state.pos}: ${said}${more}. ${demandLines(shown, about).join("; ")}.`,
      zh: `${name.zh}，位置 ${state.pos}：${said}${more}。${demandLines(shown, about).join("；")}。`,
    }[lang];
  };
  const scoresPanel: Panel<State, Model> = {
    kind: "cells",
    id: "scores",
    attention: "random",
    height: [240, 220],
    margin: { left: 44, right: 8, top: 26, bottom: 42 },
    title: ({ lang }) => strings.scores[lang],
    matrix: ({ model }) => model.scores,
    label: ({ model, lang }) =>
      `${strings.scores[lang]}: ${criteria.offsets[lang]}, ${model.found.offsets.text}`,
    marks: scoreMarks,
    pointing: {
      cursor: "ns-resize",
      vertical: true,
      keys: strings.scoreKeys,
      pick: ({ model }, at, box) => ({
        pos: cellAtPoint(model.scores, box, at).row,
      }),
      steps: { y: "pos" },
    },
  };
  const rowsPanel: Panel<State, Model> = {
    kind: "cells",
    id: "codes",
    height: [240, 220],
    margin: { left: 44, right: 8, top: 26, bottom: 42 },
    title: ({ lang }) => strings.rows[lang],
    matrix: ({ model }) => model.rows,
    label: say,
    marks: (shown, box) => rowsMarks(rung, shown, box, columns),
    pointing: {
      cursor: "ns-resize",
      vertical: true,
      pick,
      steps: { y: "pos" },
    },
  };
  const spec: FigureSpec<typeof ladderTable, Model> = {
    tag: `pe-rung-${rung}`,
    table: ladderTable,
    strings: {
      ...strings,
      ...(special.bars && { keys: strings.barKeys }),
      name,
      caption,
    },
    bounds: { pos: { max: ({ seqLen }) => seqLen - 1 } },
    controls: [
      { key: "seqLen" },
      { key: "pos" },
      // Without scores, only a table that is drawn at random knows of it.
      ...(inScores || rung === "learned" ? [{ key: "seed" } as const] : []),
    ],
    compute(state) {
      const { seqLen, seed } = state;
      const made = { made: seqLen, seed };
      const { data, shape } = codes(rung, seqLen, made);
      const [count = 0, width = 0] = shape;
      const square = scores(rung, seqLen, seed).data;
      return {
        rows: plainRows(Float32Array.from(data), count, width),
        scores: centred(Float32Array.from(square), seqLen, seqLen),
        found: judge(rung, seqLen, seed),
        more: special.more?.(state) ?? new Float32Array(),
      };
    },
    finding: (shown) => special.finding(shown)[shown.lang],
    rows: [
      [["codes", 1], ...(inScores ? [["scores", 1] as const] : [])],
      [["demands", 1]],
    ],
    panels: [
      special.bars ? barsPanel(special.bars, say, strings.bars) : rowsPanel,
      ...(inScores ? [scoresPanel] : []),
      {
        kind: "html",
        id: "demands",
        label: () => "",
        html: (shown) => demandsHtml(shown, about),
        lines: (shown) => demandLines(shown, about),
      },
    ],
    below: ["demands"],
    sentence: say,
    tableData({ model, lang }) {
      return {
        caption: name[lang],
        corner: lang === "zh" ? "要求" : "demand",
        columns: lang === "zh" ? ["测得", "满足"] : ["measured", "met"],
        rows: DEMANDS.map((demand) => ({
          head: `${demandNames[demand][lang]}: ${criteria[demand][lang]}`,
          cells: [
            model.found[demand].text,
            model.found[demand].passed ? "✓" : "✗",
          ],
        })),
      };
    },
    csv({ model }) {
      const { values, rows, columns: width } = model.rows;
      const lines = Array.from({ length: rows }, (_, r) =>
        values.subarray(r * width, (r + 1) * width).join(","),
      );
      return `${lines.join("\n")}\n`;
    },
    code: ({ state }) => rungCode(rung, special, state),
    states({ state, model }) {
      const { seqLen, pos } = state;
      const { found, rows } = model;
      const at = rowOf(rung, state) * rows.columns;
      return [
        ...(special.states?.(state, model) ?? []),
        found.distinct.value,
        found.bounded.value,
        rows.values.subarray(at, at + rows.columns),
        model.scores.values.subarray(pos * seqLen, (pos + 1) * seqLen),
      ];
    },
    // The two matrices stand on one line, however high their headings are.
    styles: `${VERDICTS}
.row { align-items: end; }
.pane-demands table { width: 100%; }
.pane-demands th { white-space: nowrap; }
.pane-demands .dim { font-size: calc(13em / 14); }
.pane-demands td:last-child { padding-right: 0; }
.pane-demands td:first-child { width: 1.5em; padding-right: 8px; }
.pane-demands .refusal { margin-top: 8px; overflow-wrap: anywhere; }
.pane-demands code { font-size: calc(13em / 14); color: var(--_bad); }
@container pe-figure (max-width: 560px) { .pane-demands :is(th, td) { padding-right: 8px; } }`,
  };
  return figure(spec) as unknown as AnyFigure;

  function pick(shown: Here, at: { x: number; y: number }, box: Box) {
    const { row } = cellAtPoint(shown.model.rows, box, at);
    const { seqLen } = shown.state;
    return {
      pos: rung === "relative" ? Math.abs(row + firstRow(rung, seqLen)) : row,
    };
  }
}

/** "31", for texts of rungs. */
export const bold = (value: number | string, digits = 3): string =>
  `<b>${typeof value === "string" ? value : quantity(value, digits)}</b>`;
