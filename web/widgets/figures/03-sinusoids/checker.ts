// <pe-checker>: a table that somebody has printed, beside the circles on which
// its pairs must lie.
import {
  integer,
  readNumber,
  real,
  type StateOf,
  words,
} from "../../element/state/attributes.ts";
import { outline, rect } from "../../kit/highlights.ts";
import { cellAtPoint, cellRect } from "../../kit/panel.ts";
import { rowNames } from "../../kit/pieces/tensor-rows.ts";
import { type Box, figure, type Shown } from "../../kit/spec.ts";
import { dialGrid } from "../../plots/dials.ts";
import { circle, type Mark, segment, textMark } from "../../plots/marks.ts";
import { cellValue, decimals, listed, plural } from "../../words/text.ts";

/** Rows of a table as text: "0 0.5; 1 0.25". Undefined: not a table. */
export function readTable(text: string): number[][] | undefined {
  const rows = text
    .split(/[;；\n]/)
    .map((line) => line.trim())
    .filter((line) => line !== "")
    .map((line) => line.split(/[\s,，\t]+/).map(readNumber));
  const width = rows[0]?.length ?? 0;
  const good =
    rows.length > 0 &&
    rows.length <= 16 &&
    width <= 16 &&
    rows.every((row) => row.length === width && row.every(Number.isFinite));
  return good ? rows : undefined;
}

/** As a text prints it; section 4.1 of document 2. */
const PRINTED = [
  "0 0 0 0",
  "0.8415 0.1804 0.9093 0.4121",
  "0.9093 0.5918 0.4121 0.9399",
  "0.1411 0.9808 0.7388 0.9954",
  "0.6570 0.9572 0.9828 0.5366",
].join("; ");

const table = {
  table: words({
    default: PRINTED,
    max: 1500,
    allowed: {
      en: "up to 16 rows of up to 16 numbers each, rows separated by semicolons",
      zh: "至多 16 行、每行至多 16 个数，行与行以分号隔开",
    },
    check: (text) => readTable(text) !== undefined,
  }),
  offset: integer({ default: 0, min: 0, max: 100 }),
  pos: integer({ default: 1, min: 0, max: 115 }),
  base: real({ default: 10000, min: 2, max: 1e9 }),
  digits: integer({ default: 4, min: 1, max: 7 }),
} as const;

type State = StateOf<typeof table>;

interface Model {
  readonly given: readonly (readonly number[])[];
  readonly right: readonly (readonly number[])[];
  readonly count: number;
  readonly matching: number;
  /** Largest difference, and where. */
  readonly worst: number;
  readonly worstRow: number;
  readonly worstColumn: number;
}

const strings = {
  name: { en: "Check a table", zh: "核对一张表" },
  caption: {
    en: "The dots are the pairs that a text on the subject prints under the right formula. Do they lie on the circle? Drag down the rows: each line leads to where a dot belongs. Then paste another table: a row for each position, numbers separated by spaces, rows by semicolons.",
    zh: "圆点取自一篇讲位置编码的文章：公式印对了，下面印的却是这些数，每对一个点。它们在圆上吗？沿各行上下拖动，连线指向每个点该在的地方。也可以换成别的表：每个位置一行，数与数之间用空格隔开，行与行之间用分号隔开。",
  },
  table: { en: "Table", zh: "表格" },
  offset: { en: "Position of the first row", zh: "首行的位置" },
  base: { en: "Base", zh: "底数" },
  digits: { en: "Decimals that must agree", zh: "须一致的小数位数" },
  pos: { en: "Position p", zh: "位置 p" },
  keys: {
    en: "Rows of a table and their pairs as points; up and down arrows choose a row.",
    zh: "表的各行，以及作为点的各对数；上下方向键选择一行。",
  },
} as const;

type Here = Shown<State, Model>;

/** Half a unit of the last digit, and a little for rounding. */
const HALF = 0.5000001;

const agrees = (a: number, b: number, digits: number): boolean =>
  Math.abs(a - b) <= HALF * 10 ** -digits;

/**
 * The formula in float64: float32 has cos 0.01 = 0.99995000… on the other side
 * of the half that rounds to 1.0000.
 */
function formula(pos: number, column: number, width: number, base: number) {
  const angle = pos * base ** ((-2 * Math.floor(column / 2)) / width);
  return column % 2 === 0 ? Math.sin(angle) : Math.cos(angle);
}

function say({ state, model, lang }: Here): string {
  const { count, matching, worst, worstRow, worstColumn } = model;
  const [row, value] = [state.offset + worstRow, cellValue(worst)];
  return {
    en: `${matching} of ${count} ${plural(count, "number agrees", "numbers agree")} to ${state.digits} ${plural(state.digits, "decimal")}; the largest error is ${value}, at position ${row}, dimension ${worstColumn}.`,
    zh: `${count} 个数中有 ${matching} 个在 ${state.digits} 位小数内一致；最大误差 ${value}，在位置 ${row}、第 ${worstColumn} 维。`,
  }[lang];
}

/** Shape of the table that is checked. */
const sizeOf = ({ given }: Model) => ({
  rows: given.length,
  columns: given[0]?.length ?? 1,
});

/** px of a cell with two lines, and of the least that a number needs. */
const CELL = { height: 36, two: 28, one: 14, digit: 7 } as const;

/** What is printed, and below it what is right. */
function numbers({ state, model }: Here, box: Box): readonly Mark[] {
  const size = sizeOf(model);
  const chosen = state.pos - state.offset;
  const names = model.given.map((_, r) => String(state.offset + r));
  const cell = (value: number, row: number, column: number): Mark[] => {
    const exact = model.right[row]?.[column] as number;
    const good = agrees(value, exact, state.digits);
    const [x, y, w, h] = cellRect(size, box, { row, column });
    const lines = [String(value), ...(good ? [] : [cellValue(exact)])].filter(
      (it, k) =>
        it.length * CELL.digit < w - 2 && h >= (k === 0 ? CELL.one : CELL.two),
    );
    return [
      rect([x + 0.5, y + 0.5, w - 1, h - 1], {
        fill: good ? "good" : "warm",
        opacity: good ? 0.18 : 0.32,
      }),
      ...lines.map((it, k) =>
        textMark(
          x + w / 2,
          y + h / 2 + 11 - 7 * lines.length + 14 * k,
          it,
          k === 0 ? "ink" : "ink2",
          { anchor: "middle" },
        ),
      ),
    ];
  };
  const row = { row: chosen, column: 0, width: size.columns };
  return [
    ...model.given.flatMap((values, r) =>
      values.flatMap((value, c) => cell(value, r, c)),
    ),
    ...rowNames(names, box, chosen),
    textMark(-8, -6, "p", "ink2", { anchor: "end", italic: true, serif: true }),
    ...outline(cellRect(size, box, row), true),
  ];
}

/** Numbers outside this many radii stand at its edge. */
const OUTSIDE = 1.1;

/** Where the pairs of a table lie: sine across, cosine up, as on a clock. */
function circles({ state, model, lang }: Here, box: Box): readonly Mark[] {
  const chosen = state.pos - state.offset;
  const pairs = Math.ceil(sizeOf(model).columns / 2);
  return dialGrid(pairs, box.width, box.height, 4).flatMap(
    ({ x, y, radius }, i) => {
      const unit = radius / OUTSIDE;
      const name = lang === "zh" ? `第 ${i} 对` : `pair ${i}`;
      const marks: Mark[] = [
        circle(x, y, unit, { stroke: "ink3", fill: "paper" }),
        segment(x - unit, y, x + unit, y, { stroke: "rule" }),
        segment(x, y - unit, x, y + unit, { stroke: "rule" }),
        textMark(x, y + radius + 16, name, "ink2", { anchor: "middle" }),
      ];
      /** A last column without its cosine stays on the line across. */
      const at = (row: readonly number[] = []) =>
        [row[2 * i], -(row[2 * i + 1] ?? 0)].map(
          (v = 0) => unit * Math.max(-OUTSIDE, Math.min(OUTSIDE, v)),
        ) as [number, number];
      const dot = (r: number, now: boolean): void => {
        const [given, right] = [model.given[r] ?? [], model.right[r] ?? []];
        const good = [2 * i, 2 * i + 1].every(
          (c) =>
            c >= given.length ||
            agrees(given[c] as number, right[c] as number, state.digits),
        );
        const [[u, v], [s, t]] = [at(given), at(right)];
        const fill = good ? "good" : "warm";
        const size = now ? 5 : 3;
        if (now) {
          marks.push(
            segment(x + u, y + v, x + s, y + t, { stroke: fill, width: 1.5 }),
            circle(x + s, y + t, size, { stroke: "accent" }),
          );
        }
        const opacity = now ? 1 : 0.5;
        marks.push(circle(x + u, y + v, size, { fill, opacity }));
      };
      for (const r of model.given.keys()) if (r !== chosen) dot(r, false);
      dot(chosen, true);
      return marks;
    },
  );
}

/** How far each pair of the chosen row is from the middle of its circle. */
function lengths({ state, model, lang }: Here): string {
  const row = model.given[state.pos - state.offset] ?? [];
  const pairs = Math.floor(row.length / 2);
  const far = Array.from({ length: pairs }, (_, i) =>
    Math.hypot(row[2 * i] as number, row[2 * i + 1] as number),
  );
  return listed(far, (v) => decimals(v, 2))[lang];
}

export const spec = figure<typeof table, Model>({
  tag: "pe-checker",
  table,
  strings,
  bounds: {
    pos: {
      min: ({ offset }) => offset,
      max: ({ offset, table: text }) =>
        offset + (readTable(text)?.length ?? 1) - 1,
    },
  },
  controls: [
    { key: "pos" },
    { key: "table" },
    { key: "digits" },
    { key: "offset" },
    { key: "base", logarithmic: true },
  ],
  main: ["pos", "table"],
  callsNothing: true,
  compute({ table: text, offset, base, digits }) {
    const given = readTable(text) ?? [];
    const width = given[0]?.length ?? 1;
    let [matching, worst, worstRow, worstColumn] = [0, 0, 0, 0];
    const right = given.map((row, r) =>
      row.map((value, c) => {
        const exact = formula(offset + r, c, width, base);
        if (agrees(value, exact, digits)) matching += 1;
        const error = Math.abs(value - exact);
        if (error > worst) [worst, worstRow, worstColumn] = [error, r, c];
        return exact;
      }),
    );
    const count = given.length * width;
    return { given, right, count, matching, worst, worstRow, worstColumn };
  },
  finding({ model, lang }) {
    const { matching, count } = model;
    const worst = cellValue(model.worst);
    return {
      en: `<b>${matching}</b> of ${count} ${plural(count, "number is", "numbers are")} what the formula gives; the worst is off by <b>${worst}</b>.`,
      zh: `${count} 个数中有 <b>${matching}</b> 个与公式相符；错得最多的一个差了 <b>${worst}</b>。`,
    }[lang];
  },
  rows: [
    [
      ["numbers", 1],
      ["circles", 1],
    ],
  ],
  panels: [
    {
      kind: "plot",
      id: "numbers",
      height: [5 * CELL.height, 5 * CELL.height],
      margin: { left: 30, right: 4, top: 20, bottom: 8 },
      title: ({ lang }) =>
        lang === "zh"
          ? "印出的数；错了的，下面是正确值"
          : "as printed, and what is right",
      label: say,
      marks: numbers,
      pointing: {
        vertical: true,
        pick: ({ state, model }, at, box) => ({
          pos: state.offset + cellAtPoint(sizeOf(model), box, at).row,
        }),
        steps: { y: "pos" },
      },
    },
    {
      kind: "plot",
      id: "circles",
      height: [208, 190],
      margin: { left: 4, right: 4, top: 4, bottom: 4 },
      title: (shown) => {
        const long = lengths(shown);
        if (long === "") return "";
        return shown.lang === "zh"
          ? `到圆心的距离应为 1：${long}`
          : `distance from the middle, must be 1: ${long}`;
      },
      label: say,
      marks: circles,
    },
  ],
  sentence: say,
  tableData({ state, model, lang }) {
    const zh = lang === "zh";
    return {
      caption: strings.name[lang],
      corner: zh ? "位置" : "position",
      columns: (model.given[0] ?? []).flatMap((_, c) =>
        zh ? [`维度 ${c}`, "公式"] : [`dimension ${c}`, "formula"],
      ),
      rows: model.given.map((row, r) => ({
        head: String(state.offset + r),
        cells: row.flatMap((value, c) => [
          String(value),
          cellValue(model.right[r]?.[c] as number),
        ]),
      })),
      marked: { row: state.pos - state.offset, column: 0 },
    };
  },
  code: ({ state, model }) => `const table = ${JSON.stringify(model.given)};
const d = table[0].length;
// In float64: float32 is too coarse to tell which way a half rounds.
const right = table.map((row, r) =>
  row.map((_, c) => {
    const angle = (${state.offset} + r) * ${state.base} ** ((-2 * Math.floor(c / 2)) / d);
    return c % 2 === 0 ? Math.sin(angle) : Math.cos(angle);
  }),
);
let [matching, worst] = [0, 0];
table.flat().forEach((value, k) => {
  const error = Math.abs(value - right.flat()[k]);
  // Half a unit of the last digit, and a little for rounding.
  if (error <= ${HALF} * 10 ** -${state.digits}) matching += 1;
  worst = Math.max(worst, error);
});
console.log(matching, worst);
console.log(right);
`,
  states: ({ model }) => [model.matching, model.worst, model.right],
});
