// A table of rows, as calls take it.
import { describe } from "../errors.js";
import type { Options } from "../options.js";
import type { ReadTensor } from "../tensor.js";

/** A table of rows. */
export const ROWS = { rank: 2, as: "[T, D]" } as const;

export const rowsOf = (options: Options): ReadTensor =>
  options.tensor("rows", ROWS);

export function refuseNonFinite(
  call: string,
  name: string,
  x: ReadTensor,
): void {
  for (let k = 0; k < x.data.length; k += 1) {
    if (!Number.isFinite(x.data[k])) {
      throw new RangeError(
        `${call}: ${name} must hold finite numbers, got ${describe(x.data[k])} at index ${k}`,
      );
    }
  }
}
