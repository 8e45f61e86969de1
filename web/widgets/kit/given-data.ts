// What a page gives a figure to show: CSV, JSON or .npy, read and checked. What
// cannot be shown is refused with the place where it stands.
import { readNpy } from "../../../src/posenc/cli/npy.ts";
import { group, type Text } from "../words/text.ts";

/** Why data is not shown. */
export class Refused extends Error {
  constructor(readonly text: Text) {
    super(text.en);
  }
}

/** Numbers in rows and columns, or in several such tables. */
export interface Tensor {
  readonly values: Float32Array;
  readonly shape: readonly number[];
}

/** Least and most of each axis that a figure shows. */
export type Sizes = readonly (readonly [least: number, most: number])[];

const SHOWN = 40;

/** A value in a message: short, and on one line. */
export function brief(value: unknown): string {
  let text: string | undefined;
  try {
    text = typeof value === "bigint" ? `${value}n` : JSON.stringify(value);
  } catch {
    // What goes round in circles has no JSON.
  }
  if (typeof value === "number" || text === undefined) text = String(value);
  return text.length > SHOWN ? `${text.slice(0, SHOWN)}…` : text;
}

const refuse = (en: string, zh: string): never => {
  throw new Refused({ en, zh });
};

/** `[2][0]` as whoever looks for it in a file says it. */
function placeOf(path: readonly number[]): Text {
  const [row, column, ...rest] = path.slice(-2).map((k) => k + 1);
  const table = path.length > 2 ? path.slice(0, -2).map((k) => k + 1) : rest;
  const of = table.length > 0 ? table.join(", ") : "";
  const parts: readonly Text[] = [
    ...(of ? [{ en: `table ${of}`, zh: `第 ${of} 张表` }] : []),
    { en: `row ${row}`, zh: `第 ${row} 行` },
    ...(column === undefined
      ? []
      : [{ en: `column ${column}`, zh: `第 ${column} 列` }]),
  ];
  return {
    en: parts.map(({ en }) => en).join(", "),
    zh: parts.map(({ zh }) => zh).join(""),
  };
}

function notFinite(path: readonly number[], got: unknown): never {
  const at = placeOf(path);
  return refuse(
    `${at.en} holds ${brief(got)}; every cell must be a finite number.`,
    `${at.zh}是 ${brief(got)}；每一格都必须是有限的数。`,
  );
}

const shapeText = (shape: readonly number[]): string =>
  shape.map((n) => group(String(n))).join(" × ");

/** Refuses sizes that are not shown, before anything is made of the numbers. */
function checkShape(shape: readonly number[], sizes: Sizes): void {
  const fits =
    shape.length === sizes.length &&
    shape.every((n, k) => {
      const [least, most] = sizes[k] as Sizes[number];
      return n >= least && n <= most;
    });
  if (fits) return;
  const names = [
    { en: "tables", zh: "张表" },
    { en: "rows", zh: "行" },
    { en: "columns", zh: "列" },
  ].slice(-sizes.length);
  const allowed = (lang: "en" | "zh"): string =>
    sizes
      .map(([least, most], k) => {
        const range =
          least === most
            ? String(most)
            : `${group(String(least))}–${group(String(most))}`;
        return `${range} ${names[k]?.[lang]}`;
      })
      .join(" × ");
  const got = shape.length === 0 ? "0" : shapeText(shape);
  refuse(
    `it is ${got}; this figure shows ${allowed("en")}.`,
    `它的大小是 ${got}；这张图能显示 ${allowed("zh")}。`,
  );
}

/** Where an index of the flat numbers is. */
function pathOf(index: number, shape: readonly number[]): number[] {
  const path: number[] = [];
  let rest = index;
  for (let k = shape.length - 1; k >= 0; k -= 1) {
    const n = shape[k] as number;
    path.unshift(rest % n);
    rest = Math.floor(rest / n);
  }
  return path;
}

function flat(
  data: ArrayLike<number>,
  shape: readonly number[],
  sizes: Sizes,
): Tensor {
  checkShape(shape, sizes);
  const count = shape.reduce((product, n) => product * n, 1);
  if (data.length !== count) {
    refuse(
      `it holds ${group(String(data.length))} numbers, and shape ${shapeText(shape)} means ${group(String(count))}.`,
      `它有 ${group(String(data.length))} 个数，而形状 ${shapeText(shape)} 应有 ${group(String(count))} 个。`,
    );
  }
  const values = new Float32Array(count);
  for (let k = 0; k < count; k += 1) {
    const value = data[k] as unknown;
    // What float32 cannot hold would be drawn as infinity.
    if (typeof value !== "number" || !Number.isFinite(Math.fround(value))) {
      notFinite(pathOf(k, shape), value);
    }
    values[k] = value as number;
  }
  return { values, shape };
}

const lengthOf = (row: unknown): number | undefined =>
  Array.isArray(row) || (ArrayBuffer.isView(row) && "length" in row)
    ? (row as ArrayLike<unknown>).length
    : undefined;

function nested(value: ArrayLike<unknown>, sizes: Sizes): Tensor {
  const shape: number[] = [];
  for (let at: unknown = value; lengthOf(at) !== undefined; ) {
    shape.push(lengthOf(at) as number);
    // Deeper than any figure shows: what is wrong is known.
    if (shape.length > sizes.length) break;
    at = (at as ArrayLike<unknown>)[0];
  }
  checkShape(shape, sizes);
  const data: number[] = [];
  const take = (part: ArrayLike<unknown>, path: readonly number[]): void => {
    const depth = path.length;
    const isLast = depth === shape.length - 1;
    for (let k = 0; k < part.length; k += 1) {
      const here = [...path, k];
      if (isLast) {
        const it = part[k];
        if (typeof it !== "number") notFinite(here, it);
        data.push(it as number);
        continue;
      }
      const row = part[k];
      const length = lengthOf(row);
      const most = shape[depth + 1] as number;
      if (length !== most) ragged(here, length, most);
      take(row as ArrayLike<unknown>, here);
    }
  };
  take(value, []);
  return flat(data, shape, sizes);
}

function ragged(
  path: readonly number[],
  got: number | undefined,
  before: number,
): never {
  const row = (path.at(-1) as number) + 1;
  const has = got === undefined ? { en: "is no list", zh: "不是数组" } : null;
  return refuse(
    has
      ? `row ${row} ${has.en}; every row must be a list of numbers.`
      : `row ${row} has ${got} numbers and the first row ${before}; all rows must be of one length.`,
    has
      ? `第 ${row} 行${has.zh}；每一行都必须是数的数组。`
      : `第 ${row} 行有 ${got} 个数，第一行有 ${before} 个；各行必须一样长。`,
  );
}

/** Numbers as a table, or as several where a figure shows those. */
export function tensorOf(value: unknown, sizes: Sizes): Tensor {
  if (lengthOf(value) !== undefined) {
    return nested(value as ArrayLike<unknown>, sizes);
  }
  const { data, shape } = Object(value) as {
    readonly data?: unknown;
    readonly shape?: unknown;
  };
  const isShape =
    Array.isArray(shape) &&
    shape.every((n) => Number.isSafeInteger(n) && n >= 0);
  if (lengthOf(data) === undefined || !isShape) {
    if (Array.isArray(data)) return nested(data, sizes);
    refuse(
      `it is ${brief(value)}; rows of numbers are taken, or an object of “data” and “shape”.`,
      `它是 ${brief(value)}；应为由数组成的各行，或含 “data” 和 “shape” 两项的对象。`,
    );
  }
  return flat(data as ArrayLike<number>, shape as number[], sizes);
}

const NUMBER = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i;

/** Rows of a CSV file: numbers alone, below a first line of names if it has one. */
export function readCsv(text: string): number[][] {
  const lines = text
    .replace(/^\uFEFF/, "")
    .split(/\r\n?|\n/)
    .map((line, k) => ({ line: line.trim(), row: k }))
    .filter(({ line }) => line !== "");
  const cut = /[,;\t]/.exec(lines[0]?.line ?? "")?.[0] ?? ",";
  const cells = ({ line }: { readonly line: string }): string[] =>
    line.split(cut).map((cell) => cell.trim());
  const [first] = lines;
  const isHead = first && !cells(first).some((cell) => NUMBER.test(cell));
  return lines.slice(isHead && lines.length > 1 ? 1 : 0).map((it) =>
    cells(it).map((cell, column) => {
      if (!NUMBER.test(cell)) notFinite([it.row, column], cell);
      return Number(cell);
    }),
  );
}

/** Cells of a CSV file as texts; a line without any is a row without cells. */
export function readCells(text: string): string[][] {
  const lines = text
    .replace(/^\uFEFF/, "")
    .replace(/^(\s*[\r\n])+|\s+$/g, "")
    .split(/\r\n?|\n/);
  const cut = /[,;\t]/.exec(lines[0] ?? "")?.[0] ?? ",";
  const cell = new RegExp(
    `${cut}(?:\\s*"((?:[^"]|"")*)"\\s*|([^${cut}]*))`,
    "g",
  );
  return lines.map((line) =>
    line.trim() === ""
      ? []
      : // The first cell may be empty.
        [...`${cut}${line}`.matchAll(cell)].map(([, quoted, plain]) =>
          (quoted?.replaceAll('""', '"') ?? plain ?? "").trim(),
        ),
  );
}

/** The text of a file. */
function textOf(bytes: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return refuse("it is no text in UTF-8.", "它不是 UTF-8 文本。");
  }
}

export function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    const { message } = error as Error;
    return refuse(`it is no JSON: ${message}.`, `它不是 JSON：${message}。`);
  }
}

function npy(bytes: Uint8Array): unknown {
  try {
    return readNpy(bytes);
  } catch (error) {
    const { message } = error as Error;
    return refuse(
      `it ${message}.`,
      `这个 .npy 无法读取；须为小端序的 float16、float32、float64、int32 或 int64，按 C 顺序存放（${message}）。`,
    );
  }
}

/** What a file holds, by its name and, without an ending, by how it begins. */
export function readBytes(
  bytes: Uint8Array,
  path: string,
  cells?: "text",
): unknown {
  const [, ending] = /\.(csv|tsv|json|npy)$/i.exec(path) ?? [];
  const kind =
    ending?.toLowerCase() ??
    (bytes[0] === 0x93 ? "npy" : /^\s*[[{]/.test(textOf(bytes)) ? "json" : "");
  if (kind === "npy") return npy(bytes);
  if (kind === "json") return readJson(textOf(bytes));
  return (cells === "text" ? readCells : readCsv)(textOf(bytes));
}
