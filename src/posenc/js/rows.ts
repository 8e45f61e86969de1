import { TensorBuffer } from "./buffer.js";
import { copyInto } from "./runtime.js";
import type { ReadTensor } from "./tensor.js";

/** Wider rows are copied as a whole. */
const WIDE = 64;

/** Copies these rows of a table, in their order; no other is read. */
export function copyRows(
  call: string,
  to: Float32Array,
  tensor: ReadTensor,
  rows: ArrayLike<number>,
): void {
  const width = tensor.shape.at(-1) as number;
  const table =
    tensor instanceof TensorBuffer ? tensor.region(call).view() : tensor.data;
  const isWide = width >= WIDE && ArrayBuffer.isView(table);
  for (let i = 0; i < rows.length; i += 1) {
    const from = (rows[i] as number) * width;
    const at = i * width;
    if (isWide) {
      copyInto(to, (table as Float32Array).subarray(from, from + width), at);
      continue;
    }
    for (let x = 0; x < width; x += 1) to[at + x] = table[from + x] as number;
  }
}

/**
 * The row of a table where one alone is asked for, copied to where nothing has
 * been cleared before; undefined where `copyRows` copies.
 */
export function onlyRow(
  call: string,
  tensor: ReadTensor,
  rows: ArrayLike<number>,
): Float32Array<ArrayBuffer> | undefined {
  if (rows.length !== 1) return undefined;
  const table =
    tensor instanceof TensorBuffer ? tensor.region(call).view() : tensor.data;
  if (!(table instanceof Float32Array)) return undefined;
  const width = tensor.shape.at(-1) as number;
  const from = (rows[0] as number) * width;
  return table.slice(from, from + width) as Float32Array<ArrayBuffer>;
}
