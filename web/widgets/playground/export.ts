import type { TableData } from "../element/look/tools.ts";
import { neighbours } from "../kit/pieces/tensor-rows.ts";
import type { Lang } from "../words/text.ts";
import { cellValue } from "../words/text.ts";
import type { State } from "./attributes.ts";
import type { Read } from "./pictures-as-marks.ts";
import { strings, tableCaption } from "./strings.ts";

const ROWS = 9;
const COLUMNS = 8;

/** The numbers around the chosen cell. */
export function tableOf(
  state: State,
  read: Read,
  lang: Lang,
  say: (text: string) => string,
): TableData {
  const rows = neighbours(state.pos, state.seqLen, ROWS);
  const columns = neighbours(state.dim, state.dModel, COLUMNS);
  const ends = (list: number[]) =>
    [list[0], list.at(-1)] as unknown as readonly [number, number];
  return {
    caption: say(tableCaption(ends(rows), ends(columns))[lang]),
    corner: `${say(strings.pos[lang])} \\ ${say(strings.dim[lang])}`,
    columns: columns.map(String),
    rows: rows.map((pos) => ({
      head: String(pos),
      cells: columns.map((dim) => cellValue(read(pos, dim))),
    })),
    marked: {
      row: rows.indexOf(state.pos),
      column: columns.indexOf(state.dim),
    },
  };
}

/** The shortest decimal that reads back as the same float32. */
function shortest(value: number): string {
  for (let digits = 6; digits < 9; digits += 1) {
    const number = Number(value.toPrecision(digits));
    if (Math.fround(number) === value) return String(number);
  }
  return String(Number(value.toPrecision(9)));
}

/** One line per position, as `posenc table` writes it. */
export function csvOf(data: Float32Array, width: number): string {
  const lines: string[] = [];
  for (let start = 0; start < data.length; start += width) {
    const row = data.subarray(start, start + width);
    lines.push(Array.from(row, shortest).join(","));
  }
  return `${lines.join("\n")}\n`;
}

/** A program that computes the table and prints the chosen cell. */
export function codeOf(state: State, value: number): string {
  const { seqLen, dModel, base, layout, pos, dim } = state;
  return `import { load } from "posenc";

const pe = await load();
const { data, shape } = pe.embedding.sinusoidal({
  seqLen: ${seqLen},
  dModel: ${dModel},
  base: ${base},
  layout: "${layout}",
});
console.log(shape); // [${seqLen}, ${dModel}]
console.log(data[${pos} * ${dModel} + ${dim}]); // ${value}
`;
}
