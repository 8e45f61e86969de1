// File formats, written piece by piece: a table may be larger than the longest
// string of JavaScript.
import type { Tensor } from "../js/tensor.js";

export type Piece = string | Uint8Array;

/** Numbers in a piece. */
const PIECE = 2 ** 15;

interface Format {
  readonly head: (table: Tensor) => Piece;
  /** Whole rows, from number `start` of them. */
  readonly rows: (data: Float32Array, width: number, start: number) => Piece;
  readonly tail: string;
}

/** Comma-separated values: one line per row of a `[T, D]` table. */
const csv: Format = {
  head: () => "",
  rows(data, width) {
    let text = "";
    for (let at = 0; at < data.length; at += width) {
      text += Array.from(data.subarray(at, at + width), show).join(",");
      text += "\n";
    }
    return text;
  },
  tail: "",
};

/** `{"shape": [T, D], "data": [...]}` with row-major numbers. */
const json: Format = {
  head: ({ shape }) => `{"shape":[${shape.join(",")}],"data":[`,
  rows: (data, _, start) =>
    `${start > 0 ? "," : ""}${Array.from(data, show).join(",")}`,
  tail: "]}\n",
};

/** NumPy's own format, version 1.0: `numpy.load` reads it. */
const npy: Format = {
  head({ shape }) {
    const tuple = `(${shape.map((n) => `${n},`).join(" ")})`;
    const head = `{'descr': '<f4', 'fortran_order': False, 'shape': ${tuple}, }`;
    // Magic, version and length take 10 bytes; numbers start on a multiple of 64.
    const total = Math.ceil((10 + head.length + 1) / 64) * 64;
    const bytes = new Uint8Array(total);
    bytes.set([0x93, 0x4e, 0x55, 0x4d, 0x50, 0x59, 1, 0]);
    new DataView(bytes.buffer).setUint16(8, total - 10, true);
    bytes.set(new TextEncoder().encode(`${head.padEnd(total - 11)}\n`), 10);
    return bytes;
  },
  rows(data) {
    const bytes = new Uint8Array(4 * data.length);
    const view = new DataView(bytes.buffer);
    data.forEach((value, k) => {
      view.setFloat32(4 * k, value, true);
    });
    return bytes;
  },
  tail: "",
};

/** Output formats by name. */
export const FORMATS: Readonly<Record<string, Format>> = { csv, json, npy };

/** Powers of ten that float64 holds exactly. */
const POWERS = Array.from({ length: 23 }, (_, k) => Number(`1e${k}`));

/** The shortest decimal that reads back as the same float32. */
function show(value: number): string {
  if (value === 0) return "0";
  const places = -Math.floor(Math.log10(Math.abs(value)));
  let shortest: number | undefined;
  // Nine digits always do, most need eight or nine.
  for (let digits = 9; digits >= 1; digits -= 1) {
    const scale = POWERS[digits - 1 + places];
    if (scale === undefined) break;
    // A quotient of two exact numbers, so the nearest to that decimal.
    const decimal = Math.round(value * scale) / scale;
    if (Math.fround(decimal) !== value) break;
    shortest = decimal;
  }
  return String(shortest ?? slowly(value));
}

/** The same for the very large and the very small. */
function slowly(value: number): number {
  for (let digits = 1; digits < 9; digits += 1) {
    const decimal = Number(value.toPrecision(digits));
    if (Math.fround(decimal) === value) return decimal;
  }
  return Number(value.toPrecision(9));
}

/** A file, piece by piece, each with the share of it that is written then. */
export function* pieces(
  table: Tensor,
  { head, rows, tail }: Format,
): Generator<readonly [Piece, number]> {
  const { data, shape } = table;
  const width = shape.at(-1) ?? 1;
  const step = Math.max(1, Math.floor(PIECE / width)) * width;
  yield [head(table), 0];
  for (let start = 0; start < data.length; start += step) {
    const end = Math.min(start + step, data.length);
    const piece = rows(data.subarray(start, end), width, start / width);
    yield [piece, end / data.length];
  }
  yield [tail, 1];
}
