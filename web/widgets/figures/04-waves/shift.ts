// <pe-shift>: moving on by k positions is one fixed matrix of rotations.

import { scaleLinear } from "d3-scale";
import * as pe from "posenc";
import { integer, real, type StateOf } from "../../element/state/attributes.ts";
import { EVEN } from "../../kit/bounds.ts";
import { outline } from "../../kit/highlights.ts";
import { cellAtPoint, cellRect, type Matrix } from "../../kit/panel.ts";
import { AXES, axes } from "../../kit/pieces/labelled-axes.ts";
import { rowAt } from "../../kit/pieces/vectors.ts";
import { type Box, figure, type Shown } from "../../kit/spec.ts";
import { cellScale, integerTicks } from "../../plots/axes.ts";
import { dialGrid, turned } from "../../plots/dials.ts";
import { circle, type Mark, segment } from "../../plots/marks.ts";
import { cellValue, decimals, scientific } from "../../words/text.ts";

/** The last position. */
const LAST = 1000;

const table = {
  offset: integer({ default: 7, min: 1, max: 1000 }),
  pos: integer({ default: 12, min: 0, max: LAST }),
  "d-model": integer({ default: 16, min: 2, max: 64 }),
  base: real({ default: 10000, min: 2, max: 1e9 }),
  dim: integer({ default: 0, min: 0, max: 63 }),
} as const;

type State = StateOf<typeof table>;

interface Model {
  readonly matrix: Matrix;
  readonly before: readonly number[];
  /** The matrix applied to the row before. */
  readonly moved: readonly number[];
  readonly after: readonly number[];
  /** Largest difference of moved and after. */
  readonly error: number;
  /** The same over all rows of the test. */
  readonly worst: number;
  /** Positions that each hand takes for a turn. */
  readonly waves: Float64Array;
  /** Pair by pair: what a multiple of the old sine says nothing of, 0 to 1. */
  readonly sineOnly: readonly number[];
}

/** Rows that the matrix is tried on. */
const ROWS = 2000;

const strings = {
  name: { en: "A shift is a rotation", zh: "平移就是旋转" },
  caption: {
    en: "Turn a grey hand: the position moves, and all hands with it. The first turn most easily; the last hardly move, and grey lies below blue. Blue is what the matrix below makes of the grey row; the ring is where the formula has the hand k positions on. Then change k. A row of the matrix says how one number is made from two. The bars: how much of each moved sine would stay unknown if only the sines were stored.",
    zh: "转动一根灰针：位置随之移动，所有的针也跟着转。前几根最容易转；后几根几乎不动，灰针被蓝针盖住。蓝针由下面的矩阵从灰针算出，圆圈是公式给出的 k 个位置之后的针。再改变 k 试试。矩阵的每一行说明，一个新数怎样由两个旧数算出。竖条表示：假如只存正弦，平移后的正弦有多少无从得知。",
  },
  offset: { en: "Shift k", zh: "平移量 k" },
  pos: { en: "Position p", zh: "位置 p" },
  dModel: { en: "Width d", zh: "维数 d" },
  base: { en: "Base", zh: "底数" },
  dim: { en: "Dimension", zh: "维度" },
  keys: {
    en: "Shift matrix; up and down choose a row, left and right change k.",
    zh: "平移矩阵；上下方向键选择行，左右方向键改变 k。",
  },
  from: { en: "old dimension", zh: "原来的维度" },
  to: { en: "new dimension", zh: "新的维度" },
  dimension: { en: "dimension", zh: "维度" },
  pair: { en: "pair i", zh: "第 i 对" },
  lost: {
    en: "of the moved sine stays unknown",
    zh: "平移后的正弦中无从得知的部分",
  },
} as const;

type Here = Shown<State, Model>;

function matrixMarks(shown: Here, box: Box): readonly Mark[] {
  const { state, model, lang, link } = shown;
  const d = state.dModel;
  const row = state.dim;
  const partner = row - (row % 2);
  return [
    ...axes(
      {
        x: {
          scale: cellScale(d, box.width),
          ticks: integerTicks(0, d - 1, box.width, 48),
          label: strings.from[lang],
        },
        y: {
          scale: cellScale(d, box.height),
          ticks: integerTicks(0, d - 1, box.height, 36),
          marked: row,
          label: strings.to[lang],
        },
      },
      box,
    ),
    // What k decides: every block.
    ...Array.from({ length: link === "offset" ? d / 2 : 0 }, (_, pair) =>
      outline(
        cellRect(model.matrix, box, {
          row: 2 * pair,
          column: 2 * pair,
          height: 2,
          width: 2,
        }),
        true,
      ),
    ).flat(),
    ...outline(cellRect(model.matrix, box, { row, column: 0, width: d })),
    ...outline(
      cellRect(model.matrix, box, { row, column: partner, width: 2 }),
      true,
    ),
  ];
}

type Place = ReturnType<typeof dialGrid>[number];

/** Where the hands are, a pair each. */
const places = ({ state: { dModel } }: Here, { width, height }: Box) =>
  dialGrid(dModel / 2, width, height, dModel > 16 ? 8 : 4);

const angleOf = (row: readonly number[], pair: number): number =>
  Math.atan2(row[2 * pair] as number, row[2 * pair + 1] as number);

/** The tip of the grey hand that is chosen: not that of the blue one. */
function onGrey(shown: Here, box: Box) {
  const pair = shown.state.dim >> 1;
  const { x, y, radius } = places(shown, box)[pair] as Place;
  const angle = angleOf(shown.model.before, pair);
  // All of the sign within what takes hold of the dial.
  const out = radius - 2;
  return { x: x + out * Math.sin(angle), y: y - out * Math.cos(angle) };
}

/** Each hand before and after its turn, and where it was to arrive. */
function hands(shown: Here, box: Box): readonly Mark[] {
  const { state, model, link } = shown;
  return places(shown, box).flatMap(({ x, y, radius }, pair): Mark[] => {
    const [old, made] = [
      angleOf(model.before, pair),
      angleOf(model.moved, pair),
    ];
    // Forwards; whole turns are not seen.
    const turn = (made - old + 4 * Math.PI) % (2 * Math.PI);
    const isChosen = pair === state.dim >> 1;
    const tip = (angle: number) =>
      [x + radius * Math.sin(angle), y - radius * Math.cos(angle)] as const;
    const [from, to] = [tip(old), tip(made)];
    const wanted = tip(angleOf(model.after, pair));
    const begin = old - Math.PI / 2;
    return [
      circle(x, y, radius, { stroke: isChosen ? "accent" : "rule" }),
      {
        kind: "path",
        draw(pen) {
          pen.moveTo(x, y);
          pen.arc(x, y, 0.62 * radius, begin, begin + turn);
          pen.closePath();
        },
        fill: "accent",
        opacity: 0.22,
      },
      segment(x, y, ...from, { stroke: "ink3", width: link === "pos" ? 4 : 2 }),
      circle(...from, 4, { fill: "ink3" }),
      segment(x, y, ...to, { stroke: "accent", width: 2.5 }),
      circle(...wanted, 6.5, { stroke: "good", width: 1.5 }),
      circle(...to, 4, { fill: "accent" }),
      {
        kind: "text",
        x,
        y: y + radius + 19,
        text: `i = ${pair}`,
        anchor: "middle",
        fill: isChosen ? "accent" : "ink2",
        bold: isChosen,
      },
    ];
  });
}

function lostMarks({ state, model, lang }: Here, box: Box): readonly Mark[] {
  const pairs = model.sineOnly.length;
  const x = cellScale(pairs, box.width);
  const y = scaleLinear().domain([0, 1]).range([box.height, 0]);
  const width = Math.max(1, Math.min(20, (box.width / pairs) * 0.6));
  const chosen = state.dim >> 1;
  return [
    ...axes(
      {
        x: {
          scale: x,
          ticks: integerTicks(0, pairs - 1, box.width, 60),
          marked: chosen,
          label: strings.pair[lang],
        },
        y: {
          scale: y,
          ticks: [0, 0.5, 1],
          format: (v) => `${100 * v}%`,
          label: strings.lost[lang],
        },
      },
      box,
    ),
    ...model.sineOnly.map(
      (share, pair): Mark =>
        segment(x(pair), y(0), x(pair), y(share), { stroke: "warm", width }),
    ),
    // With both numbers of the pair nothing is left: the bars have no height.
    segment(0, y(0), box.width, y(0), { stroke: "accent", width: 2 }),
  ];
}

/** How much of every shifted sine is no multiple of the old sine. */
function unexplained(
  data: Float32Array,
  dModel: number,
  offset: number,
): number[] {
  const count = data.length / dModel - offset;
  return Array.from({ length: dModel / 2 }, (_, pair) => {
    let [ss, st, tt] = [0, 0, 0];
    for (let p = 0; p < count; p += 1) {
      const s = data[p * dModel + 2 * pair] as number;
      const t = data[(p + offset) * dModel + 2 * pair] as number;
      ss += s * s;
      st += s * t;
      tt += t * t;
    }
    return Math.sqrt(Math.max(0, 1 - (st * st) / (ss * tt)));
  });
}

export const spec = figure<typeof table, Model>({
  tag: "pe-shift",
  table,
  strings,
  bounds: { dModel: EVEN, dim: { max: ({ dModel }) => dModel - 1 } },
  controls: [
    { key: "offset", logarithmic: true },
    { key: "pos", play: { every: 200 } },
    { key: "dModel", step: 2 },
    { key: "base", logarithmic: true },
  ],
  compute({ offset, pos, dModel, base }, buffers) {
    const form = { dModel, base } as const;
    const shift = pe.analysisShiftMatrix({ offset, ...form });
    const ends = pe.sinusoidal({
      positions: [pos, pos + offset],
      ...form,
    });
    const before = rowAt(ends, 0);
    const after = rowAt(ends, 1);
    const moved = rowAt(
      pe.transformerLinear({ data: before, shape: [1, dModel] }, shift),
      0,
    );
    const out = buffers.buffer("rows", [ROWS, dModel], pe.buffer);
    pe.sinusoidal({ seqLen: ROWS, ...form, out });
    const rows = { data: out.data.slice(), shape: [ROWS, dModel] };
    return {
      matrix: {
        values: shift.data,
        rows: dModel,
        columns: dModel,
        domain: [-1, 1],
        ...(dModel <= 8 ? { format: (v: number) => decimals(v, 2) } : {}),
      },
      before,
      moved,
      after,
      error: Math.max(
        ...moved.map((v, k) => Math.abs(v - (after[k] as number))),
      ),
      worst: pe.analysisShiftError(rows, { offset, ...form }).max,
      waves: pe.analysisWavelengths(form),
      sineOnly: unexplained(rows.data, dModel, offset),
    };
  },
  finding({ state, model, lang }) {
    const { offset, dModel } = state;
    const worst = scientific(model.worst, 2);
    const mean =
      model.sineOnly.reduce((sum, share) => sum + share, 0) / (dModel / 2);
    const lost = `${decimals(100 * mean, 0)}%`;
    return {
      en: `Between grey and blue every angle stays: one matrix, M(${offset}), moves all rows by ${offset}, with errors of at most <b>${worst}</b>. If only the sines were stored, on average <b>${lost}</b> of how a moved sine varies could not be computed from them.`,
      zh: `灰针与蓝针的夹角处处不变：同一个矩阵 M(${offset}) 把每一行都平移 ${offset}，误差不超过 <b>${worst}</b>。假如只存正弦，平移后的正弦平均有 <b>${lost}</b> 的变化算不出来。`,
    }[lang];
  },
  rows: [
    [["rows", 1]],
    [
      ["matrix", 2],
      ["lost", 3],
    ],
  ],
  below: ["matrix", "lost"],
  panels: [
    {
      kind: "plot",
      id: "rows",
      height: [256, 224],
      margin: { left: 0, right: 0, top: 8, bottom: 4 },
      legend: ({ state: { pos, offset }, lang }) => {
        const zh = lang === "zh";
        return [
          { ink: "ink3", text: zh ? `第 ${pos} 行` : `row ${pos}` },
          {
            ink: "accent",
            text: zh ? `平移 ${offset}` : `moved on by ${offset}`,
          },
          {
            ink: "good",
            text: zh
              ? `公式的第 ${pos + offset} 行（圆圈）`
              : `row ${pos + offset} by the formula (rings)`,
          },
        ];
      },
      label: say,
      marks: hands,
      pointing: {
        cursor: "grab",
        sign: onGrey,
        drag(shown, at, box, how) {
          const { state, model } = shown;
          const found = turned(
            places(shown, box),
            model.waves,
            state.pos,
            LAST,
            at,
            how,
          );
          if (!found) return undefined;
          // The chosen number stays the chosen one of its pair.
          const dim = 2 * found.hand + (state.dim % 2);
          return { pos: found.pos, dim };
        },
      },
    },
    {
      kind: "cells",
      id: "matrix",
      height: [232, 280],
      aspect: 1,
      margin: AXES,
      title: ({ state: { offset }, lang }) =>
        lang === "zh"
          ? `矩阵 M(${offset})：把一行平移 ${offset}`
          : `matrix M(${offset}): moves a row by ${offset}`,
      matrix: ({ model }) => model.matrix,
      label: say,
      marks: matrixMarks,
      pointing: {
        cursor: "crosshair",
        vertical: true,
        pick: ({ model }, at, box) => ({
          dim: cellAtPoint(model.matrix, box, at).row,
        }),
        steps: { x: "offset", y: "dim" },
      },
    },
    {
      kind: "plot",
      id: "lost",
      height: [160, 80],
      margin: AXES,
      legend: ({ lang }) => [
        {
          ink: "warm",
          text: { en: "only sines stored", zh: "只存正弦" }[lang],
        },
        {
          ink: "accent",
          text: { en: "sines and cosines: 0%", zh: "正弦、余弦都存：0%" }[lang],
        },
      ],
      label: say,
      marks: lostMarks,
    },
  ],
  sentence: say,
  tableData({ state, model, lang }) {
    const { pos, offset } = state;
    const zh = lang === "zh";
    return {
      caption: strings.name[lang],
      corner: strings.dimension[lang],
      columns: zh
        ? [`第 ${pos} 行`, `M(${offset}) 乘它`, `第 ${pos + offset} 行`]
        : [`row ${pos}`, `M(${offset}) times it`, `row ${pos + offset}`],
      rows: model.before.map((value, k) => ({
        head: String(k),
        cells: [value, model.moved[k] as number, model.after[k] as number].map(
          cellValue,
        ),
      })),
      marked: { row: state.dim, column: 1 },
    };
  },
  csv({ model, state }) {
    const { values } = model.matrix;
    const d = state.dModel;
    return `${Array.from({ length: d }, (_, r) => values.subarray(r * d, (r + 1) * d).join(",")).join("\n")}\n`;
  },
  code: ({ state }) => `import { load } from "posenc";

const pe = await load();
const form = { dModel: ${state.dModel}, base: ${state.base} };
const shift = pe.analysis.shiftMatrix({ offset: ${state.offset}, ...form });
const row = pe.embedding.sinusoidal({ positions: [${state.pos}], ...form });
const moved = pe.transformer.linear(row, shift); // row ${state.pos + state.offset}
console.log(moved.data);

const rows = pe.embedding.sinusoidal({ seqLen: ${ROWS}, ...form });
console.log(pe.analysis.shiftError(rows, { offset: ${state.offset}, ...form }).max);
`,
  states: ({ model }) => [model.moved, model.worst],
});

function say({ state, model, lang }: Here): string {
  const { pos, offset, dim } = state;
  const d = state.dModel;
  const first = dim - (dim % 2);
  const factors = [0, 1].map((k) =>
    decimals(model.matrix.values[dim * d + first + k] as number, 3),
  );
  const made = cellValue(model.moved[dim] as number);
  const wanted = cellValue(model.after[dim] as number);
  return {
    en: `Dimension ${dim} of row ${pos + offset} is ${factors[0]} times dimension ${first} plus ${factors[1]} times dimension ${first + 1} of row ${pos}: ${made}; the formula gives ${wanted}.`,
    zh: `第 ${pos + offset} 行第 ${dim} 维 = ${factors[0]} × 第 ${pos} 行第 ${first} 维 + ${factors[1]} × 第 ${first + 1} 维 = ${made}；公式给出 ${wanted}。`,
  }[lang];
}
