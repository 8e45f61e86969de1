// Small things for tables of rows: what many figures ask of a tensor.
import type { Tensor } from "posenc";
import type { Mark } from "../../plots/marks.ts";
import type { Domain } from "../../plots/pixels.ts";
import type { Matrix } from "../panel.ts";
import type { Box } from "../spec.ts";

/** A tensor of rank 2 as cells. */
export function cellsOf(
  { data, shape }: Tensor,
  domain: Domain,
  more: Partial<Pick<Matrix, "map" | "format">> = {},
): Matrix {
  const [rows = 1, columns = 1] = shape;
  return { values: data, rows, columns, domain, ...more };
}

/** Squared length of each row. */
export function squaredNorms({ data, shape }: Tensor): Float64Array {
  const [rows = 0, columns = 0] = shape;
  return Float64Array.from({ length: rows }, (_, row) => {
    let sum = 0;
    for (let k = row * columns; k < (row + 1) * columns; k += 1) {
      sum += (data[k] as number) ** 2;
    }
    return sum;
  });
}

/** Distance of two rows, of one table or of two. */
export function distance(
  a: Tensor,
  rowA: number,
  rowB: number,
  b: Tensor = a,
): number {
  const width = a.shape[1] as number;
  let sum = 0;
  for (let k = 0; k < width; k += 1) {
    const left = a.data[rowA * width + k] as number;
    sum += (left - (b.data[rowB * width + k] as number)) ** 2;
  }
  return Math.sqrt(sum);
}

/** Names of rows to the left of their cells; crowded ones give way. */
export function rowNames(
  names: readonly string[],
  { height }: Box,
  chosen?: number,
): readonly Mark[] {
  const each = height / names.length;
  const step = Math.max(1, Math.ceil(13 / each));
  return names.flatMap((text, row): Mark[] => {
    const marked = row === chosen;
    const near = chosen !== undefined && Math.abs(row - chosen) < step;
    if (!marked && (row % step !== 0 || near)) return [];
    return [
      {
        kind: "text",
        x: -8,
        y: (row + 0.5) * each + 4,
        text,
        anchor: "end",
        fill: marked ? "accent" : "ink2",
        bold: marked,
      },
    ];
  });
}

/** `size` neighbours of `at` among 0 … count − 1. */
export function neighbours(at: number, count: number, size: number): number[] {
  const length = Math.min(size, count);
  const first = Math.min(count - length, Math.max(0, at - (length >> 1)));
  return Array.from({ length }, (_, k) => first + k);
}
