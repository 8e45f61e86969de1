// What options take from files: tensors, and objects of them.
import { readFileSync } from "node:fs";
import { extname } from "node:path";
import { type ReadTensor, sizeOf } from "../js/tensor.js";
import { readNpy, readNpz } from "./npy.js";

/** How each kind of file is read; what it throws says what the file does. */
const READERS: Readonly<Record<string, (bytes: Buffer) => unknown>> = {
  ".npy": readNpy,
  ".npz": readNpz,
  ".csv": (bytes) => readCsv(bytes.toString()),
  ".json": (bytes) => readJson(bytes.toString()),
};

/** Whether a value on the command line is the name of a file. */
export const isFileName = (text: string): boolean =>
  Object.hasOwn(READERS, extname(text).toLowerCase());

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new Error(`is no JSON: ${(error as Error).message}`);
  }
}

/** Lines of numbers: `[rows, columns]`. */
function readCsv(text: string): ReadTensor {
  const lines = text.split(/\r?\n/).filter((line) => line.trim() !== "");
  const rows = lines.map((line, k) =>
    line.split(",").map((part) => {
      const x = part.trim() === "" ? Number.NaN : Number(part);
      if (!Number.isNaN(x)) return x;
      throw new Error(
        `must have numbers and commas alone, got ${JSON.stringify(part)} in line ${k + 1}`,
      );
    }),
  );
  const width = rows[0]?.length ?? 0;
  const other = rows.findIndex((row) => row.length !== width);
  if (other > 0) {
    throw new Error(
      `must have lines of one length, got ${rows[other]?.length} numbers in line ${other + 1}, ${width} before`,
    );
  }
  return { data: rows.flat(), shape: [rows.length, width] };
}

/**
 * What a file holds.
 *
 * @param endings - those that make sense here
 * @throws Error that says what the file does, such as "cannot be read: …"
 */
export function readFile(file: string, endings: readonly string[]): unknown {
  const ending = extname(file).toLowerCase();
  const read = endings.includes(ending) ? READERS[ending] : undefined;
  if (read === undefined) {
    throw new Error(
      `must be a file that ends in ${endings.join(", ")}, got ${JSON.stringify(file)}`,
    );
  }
  let bytes: Buffer;
  try {
    bytes = readFileSync(file);
  } catch (error) {
    throw new Error(`cannot be read: ${(error as Error).message}`);
  }
  try {
    return read(bytes);
  } catch (error) {
    throw new Error(`${(error as Error).message} (${file})`);
  }
}

/** Nested arrays as a tensor. */
function flattened(value: readonly unknown[]): ReadTensor {
  const shape: number[] = [];
  for (let part: unknown = value; Array.isArray(part); part = part[0]) {
    shape.push(part.length);
  }
  const data = value.flat(Number.POSITIVE_INFINITY) as number[];
  const fits = (part: unknown, axis: number): boolean =>
    axis === shape.length
      ? typeof part === "number"
      : Array.isArray(part) &&
        part.length === shape[axis] &&
        part.every((it) => fits(it, axis + 1));
  if (!fits(value, 0)) {
    throw new Error("must hold numbers in rows of one length");
  }
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
