// <pe-formula>: the formula of one cell, each of its numbers editable, and the
// arithmetic step by step beside the cells around it.
import * as pe from "posenc";
import {
  choice,
  integer,
  real,
  type StateOf,
} from "../../element/state/attributes.ts";
import { EVEN } from "../../kit/bounds.ts";
import { crosshair } from "../../kit/highlights.ts";
import { cellAtPoint, type Matrix } from "../../kit/panel.ts";
import { axes } from "../../kit/pieces/labelled-axes.ts";
import { field, liveText } from "../../kit/pieces/live-math.ts";
import { stepped } from "../../kit/pointer.ts";
import { figure, type Shown } from "../../kit/spec.ts";
import { columnAt } from "../../playground/columns.ts";
import { cellScale, integerTicks } from "../../plots/axes.ts";
import {
  cellValue,
  escapeHtml,
  parameter,
  quantity,
} from "../../words/text.ts";

const table = {
  pos: integer({ default: 12, min: 0, max: 1_000_000 }),
  pair: integer({ default: 3, min: 0, max: 511 }),
  wave: choice(["sin", "cos"]),
  "d-model": integer({ default: 64, min: 2, max: 1024 }),
  base: real({ default: 10000, min: 2, max: 1e9 }),
} as const;

type State = StateOf<typeof table>;

interface Model {
  /** The piece of the table that the cell is in: it stays as one drags. */
  readonly matrix: Matrix;
  readonly firstPos: number;
  readonly firstDim: number;
  readonly value: number;
  /** Radians per position. */
  readonly frequency: number;
}

/** Rows and columns of a piece. */
const ROWS = 24;
const COLUMNS = 32;

const strings = {
  name: { en: "The formula, number by number", zh: "逐项拆解公式" },
  caption: {
    en: "Choose any underlined number in the formula and type another. What it moves lights up: the position is a row, the pair a column. Choose a base of 2 and watch the angle grow.",
    zh: "点公式里带下划线的数来改，它所影响的部分会亮起：位置是一行，第几对是一列。把底数改成 2，看角度怎样变大。",
  },
  pos: { en: "Position p", zh: "位置 p" },
  pair: { en: "Pair i", zh: "第 i 对" },
  wave: { en: "Function", zh: "函数" },
  sin: { en: "sine", zh: "正弦" },
  cos: { en: "cosine", zh: "余弦" },
  dModel: { en: "Width d", zh: "维数 d" },
  base: { en: "Base", zh: "底数" },
  keys: {
    en: "Cells around the chosen one; arrow keys choose another.",
    zh: "所选单元格周围的数值；方向键改选其他单元格。",
  },
  dimension: { en: "dimension", zh: "维度" },
  position: { en: "position", zh: "位置" },
} as const;

type Here = Shown<State, Model>;

/** Dimension of the cell in the paper's order. */
const dimOf = (state: Readonly<State>): number =>
  2 * state.pair + (state.wave === "cos" ? 1 : 0);

/** The steps of the calculation: what, how, result; and the linked quantity. */
function steps({ state, model, lang }: Here) {
  const { pos, pair, dModel, base, wave } = state;
  const exponent = (2 * pair) / dModel;
  const angle = pos * model.frequency;
  const turns = angle / (2 * Math.PI);
  const zh = lang === "zh";
  return [
    {
      what: zh ? "指数" : "exponent",
      how: `2·${pair}/${dModel}`,
      result: quantity(exponent, 6),
      link: "pair",
    },
    {
      what: zh ? "时间尺度" : "timescale",
      how: `${parameter(base)}^${quantity(exponent, 6)}`,
      result: quantity(1 / model.frequency, 6),
      link: "base",
    },
    {
      what: zh ? "弧度" : "angle (rad)",
      how: `${parameter(pos)} / ${quantity(1 / model.frequency, 6)}`,
      result: quantity(angle, 6),
      link: "pos",
    },
    {
      what: zh ? "圈数" : "turns",
      how: `${quantity(angle, 6)} / 2π`,
      result: quantity(turns, 6),
      link: "",
    },
    {
      what: zh ? "值" : "value",
      how: `${wave}(${quantity(angle, 6)})`,
      result: cellValue(model.value),
      link: "wave",
    },
  ];
}

const formula = `<i>P</i>(${liveText("pos", "pos")}, ${liveText("dim", "pair")}) = <span class="whole">${liveText("wave", "wave")}(${field("pos")} / ${field("base")}<sup>2·${field("pair")}/${field("dModel")}</sup>)</span> <span class="whole">= ${liveText("value")}</span>`;

export const spec = figure<typeof table, Model>({
  tag: "pe-formula",
  table,
  strings,
  bounds: { dModel: EVEN, pair: { max: ({ dModel }) => dModel / 2 - 1 } },
  controls: [{ key: "wave" }],
  // On a narrow page the line breaks before the sine, not in its exponent, which
  // is seen to be one thing, however wide its fields are for a finger.
  styles: `.whole { display: inline-block; }
.formula sup { display: inline-block; margin-left: 2px; padding: 0 4px; border: 1px solid var(--_rule); border-radius: 4px; font-size: 0.75em; white-space: nowrap; }
@media (pointer: fine) { .formula sup .field { min-width: 0; } }
.pane-steps th { white-space: nowrap; }`,
  compute(state, buffers) {
    const { pos, dModel, base } = state;
    const dim = dimOf(state);
    const firstPos = pos - (pos % ROWS);
    const firstDim = dim - (dim % COLUMNS);
    const columns = Math.min(COLUMNS, dModel - firstDim);
    const out = buffers.buffer("rows", [ROWS, dModel], pe.buffer);
    pe.sinusoidal({
      seqLen: ROWS,
      offset: firstPos,
      dModel,
      base,
      out,
    });
    const values = new Float32Array(ROWS * columns);
    for (let r = 0; r < ROWS; r += 1) {
      const start = r * dModel + firstDim;
      values.set(out.data.subarray(start, start + columns), r * columns);
    }
    const value = out.data[(pos - firstPos) * dModel + dim] as number;
    const waves = pe.analysisWavelengths({ dModel, base });
    return {
      matrix: { values, rows: ROWS, columns, domain: [-1, 1] },
      firstPos,
      firstDim,
      value,
      frequency: (2 * Math.PI) / (waves[state.pair] as number),
    };
  },
  finding({ state, model, lang }) {
    const turns = quantity((state.pos * model.frequency) / (2 * Math.PI));
    const value = cellValue(model.value);
    const at = parameter(state.pos);
    return {
      en: `At position ${at} the hand of pair ${state.pair} has made <b>${turns}</b> turns; its ${strings[state.wave].en} is <b>${value}</b>.`,
      zh: `到位置 ${at}，第 ${state.pair} 对的指针转了 <b>${turns}</b> 圈，它的${strings[state.wave].zh}是 <b>${value}</b>。`,
    }[lang];
  },
  formula: {
    html: formula,
    values: ({ state, model }) => ({
      pos: parameter(state.pos),
      dim: String(dimOf(state)),
      wave: state.wave,
      value: cellValue(model.value),
    }),
  },
  rows: [
    [
      ["steps", 1],
      ["cells", 1],
    ],
  ],
  panels: [
    {
      kind: "html",
      id: "steps",
      label: () => "",
      html(shown) {
        const rows = steps(shown).map(
          ({ what, how, result, link }) =>
            `<tr${link ? ` data-link="${link}"` : ""}><th scope="row">${what}</th><td>${escapeHtml(how)}</td><td class="num"><b>${result}</b></td></tr>`,
        );
        return `<div class="wide" tabindex="0" role="region" aria-label="${strings.name[shown.lang]}"><table><tbody>${rows.join("")}</tbody></table></div>`;
      },
      lines: (shown) =>
        steps(shown).map(
          ({ what, how, result }) => `${what}: ${how} = ${result}`,
        ),
    },
    {
      kind: "cells",
      id: "cells",
      height: [252, 200],
      margin: { left: 56, top: 26 },
      matrix: ({ model }) => model.matrix,
      label: (shown) => sentence(shown),
      marks(shown, box) {
        const { state, model, link, lang } = shown;
        const { rows, columns } = model.matrix;
        const [x, y] = [
          cellScale(columns, box.width),
          cellScale(rows, box.height),
        ];
        const shiftedX = x
          .copy()
          .domain(x.domain().map((v) => v + model.firstDim));
        const shiftedY = y
          .copy()
          .domain(y.domain().map((v) => v + model.firstPos));
        const lastDim = model.firstDim + columns - 1;
        const lastPos = model.firstPos + rows - 1;
        const at = {
          row: state.pos - model.firstPos,
          column: dimOf(state) - model.firstDim,
        };
        return [
          ...axes(
            {
              x: {
                scale: shiftedX,
                ticks: integerTicks(model.firstDim, lastDim, box.width, 60),
                marked: dimOf(state),
                label: strings.dimension[lang],
              },
              y: {
                scale: shiftedY,
                ticks: integerTicks(model.firstPos, lastPos, box.height, 40),
                marked: state.pos,
                label: strings.position[lang],
              },
            },
            box,
          ),
          ...crosshair(model.matrix, box, at, {
            row: link === "pos",
            column: link === "pair" || link === "wave",
          }),
        ];
      },
      pointing: {
        cursor: "crosshair",
        drag({ state, model }, at, box) {
          const { row, column } = cellAtPoint(model.matrix, box, at);
          return choose(model.firstPos + row, model.firstDim + column, state);
        },
        key({ state }, event) {
          const vertical = event.key === "ArrowUp" || event.key === "ArrowDown";
          const dims = [0, state.dModel - 1] as const;
          if (vertical || event.key.startsWith("Page")) {
            const pos = stepped(event, state.pos, [0, 1e6], "y");
            return pos === undefined ? undefined : { pos };
          }
          const dim = stepped(event, dimOf(state), dims, "x");
          return dim === undefined ? undefined : choose(state.pos, dim, state);
        },
      },
    },
  ],
  sentence: (shown) => sentence(shown),
  tableData(shown) {
    const zh = shown.lang === "zh";
    return {
      caption: strings.name[shown.lang],
      corner: zh ? "步骤" : "step",
      columns: zh ? ["算式", "结果"] : ["how", "result"],
      rows: steps(shown).map(({ what, how, result }) => ({
        head: what,
        cells: [how, result],
      })),
    };
  },
  code: ({ state }) => `import { load } from "posenc";

const pe = await load();
const form = { dModel: ${state.dModel}, base: ${state.base} };
const { data } = pe.embedding.sinusoidal({ positions: [${state.pos}], ...form });
console.log(data[${dimOf(state)}]);
// Radians per position.
console.log((2 * Math.PI) / pe.analysis.wavelengths(form)[${state.pair}]);
`,
  listing: ({ state }) => ({
    kind: "sinusoidal",
    values: {
      pos: state.pos,
      dim: dimOf(state),
      dModel: state.dModel,
      base: state.base,
      seqLen: 1,
      offset: state.pos,
    },
  }),
  states: ({ model }) => [model.value, model.frequency],
});

function choose(pos: number, dim: number, state: Readonly<State>) {
  const { pair, wave } = columnAt(dim, {
    dModel: state.dModel,
    base: state.base,
    layout: "interleaved",
  });
  return { pos, pair, wave: wave as State["wave"] };
}

function sentence({ state, model }: Here): string {
  const { pos, pair, dModel, base, wave } = state;
  return `P(${pos}, ${dimOf(state)}) = ${wave}(${pos} / ${base}^(2·${pair}/${dModel})) = ${cellValue(model.value)}`;
}
