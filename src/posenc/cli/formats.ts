// File formats, written piece by piece: a table may be larger than the longest
// string of JavaScript.

import { nearestEven, toHalves } from "../js/half.js";

/** Numbers of any kind that a table may have, row-major, and their shape. */
export interface Numbers {
  readonly data: Float32Array | Float64Array | Int32Array;
  readonly shape: readonly number[];
  /** Names of its columns, which CSV writes. */
  readonly columns?: readonly string[];
  /** Each number is a half already, and two bytes of it are enough. */
  readonly halves?: true;
}

/** Kinds of numbers to choose from. */
export const DTYPES = ["float16", "float32", "float64"] as const;
export type Dtype = (typeof DTYPES)[number];

/** The nearest half, ties to even; past the largest ±Infinity. */
function nearestHalf(x: number): number {
  const size = Math.abs(x);
  if (!(size < 65520)) return x > 0 ? Infinity : x < 0 ? -Infinity : x;
  // What a half of this size counts in.
  const step = 2 ** (Math.max(Math.floor(Math.log2(size)), -14) - 10);
  return Math.sign(x) * nearestEven(size / step) * step;
}

/** The same numbers, each rounded once to the nearest of a kind. */
export function rounded(table: Numbers, dtype: Dtype): Numbers {
  const { data } = table;
  if (dtype === "float64") return { ...table, data: Float64Array.from(data) };
  if (dtype === "float32") return { ...table, data: Float32Array.from(data) };
  const halves = Float32Array.from(data, nearestHalf);
  return { ...table, data: halves, halves: true };
}

type List = Numbers["data"];

export type Piece = string | Uint8Array;

/** Numbers in a piece. */
const PIECE = 2 ** 15;

interface Format {
  readonly head: (table: Numbers) => Piece;
  /** Whole rows of a table, from number `start` of them. */
  readonly rows: (
    data: List,
    width: number,
    start: number,
    table: Numbers,
  ) => Piece;
  readonly tail: string;
}

/** Where a row stands on each axis but the last. */
function placeOf(row: number, shape: readonly number[]): readonly number[] {
  const place: number[] = [];
  let rest = row;
  for (const length of shape.slice(0, -1).reverse()) {
    place.unshift(rest % length);
    rest = Math.floor(rest / length);
  }
  return place;
}

/**
 * Comma-separated values: one line per row, or per number of a list. With more
 * than two axes each line begins with where its row stands on them, and the
 * first line names the columns.
 */
const csv: Format = {
  head({ shape, columns }) {
    if (columns) return `${columns.join(",")}\n`;
    if (shape.length < 3) return "";
    const axes = shape.slice(0, -1).map((_, axis) => `axis${axis}`);
    const cells = Array.from({ length: shape.at(-1) as number }, (_, k) => k);
    return `${[...axes, ...cells].join(",")}\n`;
  },
  rows(data, width, start, { shape }) {
    let text = "";
    for (let at = 0, row = start; at < data.length; at += width, row += 1) {
      const place = shape.length < 3 ? [] : placeOf(row, shape);
      text += [...place, ...texts(data.subarray(at, at + width))].join(",");
      text += "\n";
    }
    return text;
  },
  tail: "",
};

/**
 * JSON has no word for what is not finite: a string stands for it, as in the
 * JSON of protocol buffers.
 */
const inJson = (text: string): string =>
  /[IN]/.test(text) ? JSON.stringify(text) : text;

/** `{"shape": [T, D], "data": [...]}` with row-major numbers. */
const json: Format = {
  head: ({ shape }) => `{"shape":[${shape.join(",")}],"data":[`,
  rows: (data, _, start) =>
    `${start > 0 ? "," : ""}${texts(data).map(inJson).join(",")}`,
  tail: "]}\n",
};

/** How NumPy names each kind of number, and how it is put into bytes. */
function kindOf({ data, halves }: Numbers): {
  readonly descr: string;
  readonly set: "setFloat32" | "setFloat64" | "setInt32" | "setUint16";
} {
  if (halves) return { descr: "<f2", set: "setUint16" };
  if (data instanceof Int32Array) return { descr: "<i4", set: "setInt32" };
  return data instanceof Float64Array
    ? { descr: "<f8", set: "setFloat64" }
    : { descr: "<f4", set: "setFloat32" };
}

/** NumPy's own format, version 1.0: `numpy.load` reads it. */
const npy: Format = {
  head(table) {
    const { shape } = table;
    const tuple = `(${shape.map((n) => `${n},`).join(" ")})`;
    const { descr } = kindOf(table);
    const head = `{'descr': '${descr}', 'fortran_order': False, 'shape': ${tuple}, }`;
    // Magic, version and length take 10 bytes; numbers start on a multiple of 64.
    const total = Math.ceil((10 + head.length + 1) / 64) * 64;
    const bytes = new Uint8Array(total);
    bytes.set([0x93, 0x4e, 0x55, 0x4d, 0x50, 0x59, 1, 0]);
    new DataView(bytes.buffer).setUint16(8, total - 10, true);
    bytes.set(new TextEncoder().encode(`${head.padEnd(total - 11)}\n`), 10);
    return bytes;
  },
  rows(data, _, __, table) {
    const { set } = kindOf(table);
    const numbers = table.halves
      ? toHalves(Float32Array.from(data), "float16")
      : data;
    const bytes = new Uint8Array(numbers.BYTES_PER_ELEMENT * numbers.length);
    const view = new DataView(bytes.buffer);
    numbers.forEach((value, k) => {
      view[set](numbers.BYTES_PER_ELEMENT * k, value, true);
    });
    return bytes;
  },
  tail: "",
};

/** Output formats by name. */
export const FORMATS: Readonly<Record<string, Format>> = { csv, json, npy };

/** Powers of ten that float64 holds exactly. */
const POWERS = Array.from({ length: 23 }, (_, k) => Number(`1e${k}`));

/** Each number in as few digits as read back as the same. */
const texts = (data: List): string[] =>
  Array.from(data, data instanceof Float32Array ? show : String);

/** The shortest decimal that reads back as the same float32. */
function show(value: number): string {
  if (value === 0) return "0";
  if (!Number.isFinite(value)) return String(value);
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
  table: Numbers,
  { head, rows, tail }: Format,
): Generator<readonly [Piece, number]> {
  const { data, shape } = table;
  const width = shape.length > 1 ? (shape.at(-1) as number) : 1;
  const step = Math.max(1, Math.floor(PIECE / width)) * width;
  yield [head(table), 0];
  for (let start = 0; start < data.length; start += step) {
    const end = Math.min(start + step, data.length);
    const piece = rows(data.subarray(start, end), width, start / width, table);
    yield [piece, end / data.length];
  }
  yield [tail, 1];
}
