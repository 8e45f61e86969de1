// <pe-checker>: compares a table that somebody has printed with the formula.
import {
  integer,
  readNumber,
  real,
  type StateOf,
  words,
} from "../../element/state/attributes.ts";
import { figure, type Shown } from "../../kit/spec.ts";
import { cellValue, escapeHtml, plural } from "../../words/text.ts";

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
    en: "The table above is one that a text on the subject prints under the right formula. Paste another one in its place: one row per position, numbers separated by spaces, rows by semicolons.",
    zh: "上面这张表出自一篇讲位置编码的文章，印在正确的公式之下。也可以换成别的表：每个位置一行，数与数之间用空格隔开，行与行之间用分号隔开。",
  },
  table: { en: "Table", zh: "表格" },
  offset: { en: "Position of the first row", zh: "首行的位置" },
  base: { en: "Base", zh: "底数" },
  digits: { en: "Decimals that must agree", zh: "须一致的小数位数" },
} as const;

type Here = Shown<State, Model>;

/** Half a unit of the last digit, and a little for rounding. */
const HALF = 0.5000001;

const agrees = (a: number, b: number, digits: number): boolean =>
  Math.abs(a - b) <= HALF * 10 ** -digits;

function say({ state, model, lang }: Here): string {
  const { count, matching, worst, worstRow, worstColumn } = model;
  const [row, value] = [state.offset + worstRow, cellValue(worst)];
  return {
    en: `${matching} of ${count} ${plural(count, "number agrees", "numbers agree")} to ${state.digits} ${plural(state.digits, "decimal")}; the largest error is ${value}, at position ${row}, dimension ${worstColumn}.`,
    zh: `${count} 个数中有 ${matching} 个在 ${state.digits} 位小数内一致；最大误差 ${value}，在位置 ${row}、第 ${worstColumn} 维。`,
  }[lang];
}

export const spec = figure<typeof table, Model>({
  tag: "pe-checker",
  table,
  strings,
  controls: [
    { key: "table" },
    { key: "digits" },
    { key: "offset" },
    { key: "base", logarithmic: true },
  ],
  compute(pe, { table: text, offset, base, digits }) {
    const given = readTable(text) ?? [];
    const width = given[0]?.length ?? 1;
    const positions = given.map((_, row) => offset + row);
    const { data } = pe.embedding.sinusoidal({
      positions,
      dModel: width,
      base,
    });
    let [matching, worst, worstRow, worstColumn] = [0, 0, 0, 0];
    const right = given.map((row, r) =>
      row.map((value, c) => {
        const exact = data[r * width + c] as number;
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
  panels: [
    {
      kind: "html",
      id: "cells",
      label: say,
      html({ state, model, lang }) {
        const zh = lang === "zh";
        const head = model.given[0]?.map((_, c) => `<th scope="col">${c}</th>`);
        const rows = model.given.map((row, r) => {
          const cells = row.map((value, c) => {
            const exact = model.right[r]?.[c] as number;
            const good = agrees(value, exact, state.digits);
            const wanted = escapeHtml(cellValue(exact));
            return good
              ? `<td class="good"><span class="mark" aria-hidden="true">✓</span> ${escapeHtml(String(value))}</td>`
              : `<td class="bad"><s>${escapeHtml(String(value))}</s> <span class="dim">${zh ? "应为" : "is"} ${wanted}</span></td>`;
          });
          return `<tr><th scope="row" class="whole">p = ${state.offset + r}</th>${cells.join("")}</tr>`;
        });
        return `<div class="wide" tabindex="0" role="region" aria-label="${strings.name[lang]}"><table><thead><tr><th scope="col">${zh ? "维度" : "dimension"}</th>${head?.join("") ?? ""}</tr></thead><tbody>${rows.join("")}</tbody></table></div>`;
      },
      lines: ({ state, model }) =>
        model.given.map((row, r) => {
          const cells = row.map((value, c) => {
            const exact = model.right[r]?.[c] as number;
            return agrees(value, exact, state.digits)
              ? `${value} ✓`
              : `${value} ✗ (${cellValue(exact)})`;
          });
          return `p = ${state.offset + r}:  ${cells.join("   ")}`;
        }),
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
    };
  },
  code: ({ state, model }) => `import { load } from "posenc";

const pe = await load();
const table = ${JSON.stringify(model.given)};
const { data } = pe.embedding.sinusoidal({
  positions: table.map((_, row) => ${state.offset} + row),
  dModel: table[0].length,
  base: ${state.base},
});
let [matching, worst] = [0, 0];
table.flat().forEach((value, k) => {
  const error = Math.abs(value - data[k]);
  // Half a unit of the last digit, and a little for rounding.
  if (error <= ${HALF} * 10 ** -${state.digits}) matching += 1;
  worst = Math.max(worst, error);
});
console.log(matching, worst);
console.log(data);
`,
  states: ({ model }) => [model.matching, model.worst, model.right],
});
