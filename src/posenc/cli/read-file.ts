// What options take from files: tensors, and objects of them.
import { readFileSync } from "node:fs";
import { extname } from "node:path";
import { describe } from "../js/errors.js";
import { type ReadTensor, sizeOf } from "../js/tensor.js";
import { decimal } from "./args.js";
import { readNpy, readNpz } from "./npy.js";

/** A file that the system does not give. */
export class Unreadable extends Error {}

/** Deeper than anything that a call takes. */
const MAX_DEPTH = 64;

/** Text of a file, without the mark that editors and shells put before it. */
function textOf(bytes: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw new Error("is no text in UTF-8");
  }
}

/** How each kind of file is read; what it throws says what the file does. */
export const READERS: Readonly<Record<string, (bytes: Uint8Array) => unknown>> =
  {
    ".npy": readNpy,
    ".npz": readNpz,
    ".csv": (bytes) => readCsv(textOf(bytes)),
    ".json": (bytes) => readJson(textOf(bytes)),
  };

/** Stands for standard input in place of a file. */
export const STDIN = "-";

/** Whether a value on the command line is the name of a file, or `-`. */
export const isFileName = (text: string): boolean =>
  text === STDIN || Object.hasOwn(READERS, extname(text).toLowerCase());

/** What standard input holds, by its first bytes, as the ending of a file. */
function endingOf(bytes: Uint8Array): string {
  const start = new TextDecoder().decode(bytes.subarray(0, 64));
  if (bytes[0] === 0x93) return ".npy";
  if (start.startsWith("PK")) return ".npz";
  return /^\s*[[{"]/.test(start) ? ".json" : ".csv";
}

/** A file that was read. */
export interface Content {
  readonly value: unknown;
  /** The ending that says how it was read. */
  readonly ending: string;
}

/** Where something stands in a file: " at [0].data[3]". */
function placeOf(path: readonly (string | number)[]): string {
  const keys = path.map((key) =>
    typeof key === "number" ? `[${key}]` : `.${key}`,
  );
  const shown = keys.length > 8 ? [...keys.slice(0, 8), "…"] : keys;
  return shown.length > 0 ? ` at ${shown.join("")}` : "";
}

/** What stands in JSON for numbers that it has no word for. */
const NOT_FINITE: readonly unknown[] = ["Infinity", "-Infinity", "NaN"];

/** Puts numbers for their words, and refuses what no call would take. */
function settle(
  holder: Record<string | number, unknown>,
  path: (string | number)[],
): void {
  if (path.length === MAX_DEPTH) {
    throw new Error(
      `must not be nested deeper than ${MAX_DEPTH} levels, as it is${placeOf(path)}`,
    );
  }
  const keys = Array.isArray(holder) ? holder.keys() : Object.keys(holder);
  for (const key of keys) {
    const it = holder[key];
    if (NOT_FINITE.includes(it)) holder[key] = Number(it);
    else if (typeof it === "number" && !Number.isFinite(it)) {
      throw new Error(
        `must hold numbers up to ±${Number.MAX_VALUE}, got a larger one${placeOf([...path, key])} (infinity is written ${JSON.stringify(String(it))})`,
      );
    } else if (typeof it === "object" && it !== null) {
      path.push(key);
      settle(it as typeof holder, path);
      path.pop();
    }
  }
}

function readJson(text: string): unknown {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new Error(`is no JSON: ${(error as Error).message}`);
  }
  if (typeof value === "object" && value !== null) settle(value as never, []);
  return value;
}

/** Lines of numbers: `[rows, columns]`. */
function readCsv(text: string): ReadTensor {
  const lines = text.split(/\r?\n/).filter((line) => line.trim() !== "");
  const rows = lines.map((line, k) =>
    line.split(",").map((part, n) => {
      const x = decimal(part);
      if (Number.isFinite(x)) return x;
      throw new Error(
        `must have finite decimal numbers and commas alone, got ${JSON.stringify(part)} in row ${k + 1}, column ${n + 1}`,
      );
    }),
  );
  const width = rows[0]?.length ?? 0;
  const other = rows.findIndex((row) => row.length !== width);
  if (other > 0) {
    throw new Error(
      `must have rows of one length, got ${rows[other]?.length} numbers in row ${other + 1}, ${width} before`,
    );
  }
  return { data: rows.flat(), shape: [rows.length, width] };
}

/**
 * What a file holds, or standard input for `-`.
 *
 * @param endings - those that make sense here
 * @throws Error that says what the file does, such as "cannot be read: …"
 */
export function readContent(file: string, endings: readonly string[]): Content {
  const piped = file === STDIN;
  let ending = extname(file).toLowerCase();
  if (!piped && !endings.includes(ending)) {
    throw new Error(
      `must be a file that ends in ${endings.join(", ")}, got ${JSON.stringify(file)}`,
    );
  }
  let bytes: Buffer;
  try {
    bytes = readFileSync(piped ? 0 : file);
  } catch (error) {
    throw new Unreadable(`cannot be read: ${(error as Error).message}`);
  }
  if (piped) {
    ending = endingOf(bytes);
    if (!endings.includes(ending)) {
      throw new Error(
        `must be ${endings.join(", ")}, got ${ending} (standard input)`,
      );
    }
  }
  const read = READERS[ending] as (bytes: Uint8Array) => unknown;
  try {
    return { value: read(bytes), ending };
  } catch (error) {
    const where = piped ? "standard input" : file;
    throw new Error(`${(error as Error).message} (${where})`);
  }
}

/** The value of it alone. */
export const readFile = (file: string, endings: readonly string[]): unknown =>
  readContent(file, endings).value;

/** Nested arrays as a tensor. */
function flattened(value: readonly unknown[]): ReadTensor {
  const shape: number[] = [];
  for (let part: unknown = value; Array.isArray(part); part = part[0]) {
    shape.push(part.length);
  }
  const data: number[] = [];
  const path: number[] = [];
  const refuse = (got: string): never => {
    throw new Error(
      `must hold numbers in rows of one length, got ${got}${placeOf(path)}`,
    );
  };
  const take = (part: unknown): void => {
    const length = shape[path.length];
    if (length === undefined) {
      data.push(typeof part === "number" ? part : refuse(describe(part)));
    } else if (!Array.isArray(part)) refuse(describe(part));
    else if (part.length !== length) {
      refuse(`${part.length} in place of ${length}`);
    } else {
      for (const [n, it] of part.entries()) {
        path.push(n);
        take(it);
        path.pop();
      }
    }
  };
  take(value);
  return { data, shape };
}

const isTensor = (value: unknown): value is ReadTensor =>
  typeof value === "object" &&
  value !== null &&
  "data" in value &&
  "shape" in value;

/** A tensor out of a file: nested arrays count as one. */
export const asTensor = (value: unknown): unknown =>
  Array.isArray(value) ? flattened(value) : value;

/** A list of numbers out of a file: a tensor without its shape. */
export const asList = (value: unknown): unknown =>
  isTensor(value) ? value.data : value;

/** A number out of a file: a tensor of one. */
export const asNumber = (value: unknown): unknown =>
  isTensor(value) && sizeOf(value.shape) === 1 ? value.data[0] : value;
