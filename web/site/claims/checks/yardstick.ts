// The sinusoids once more, in float64: what the checks hold the library to.
import * as pe from "posenc";
import { difference, waves } from "./kit.ts";

/** Half a unit of float32 near 1, and a little. */
export const EXACT = 1e-7;

/** The formula itself, in float64: one cell of the table. */
export const formula = (
  pos: number,
  dim: number,
  d: number,
  base = 10000,
): number => {
  const angle = pos / base ** ((2 * Math.floor(dim / 2)) / d);
  return dim % 2 === 0 ? Math.sin(angle) : Math.cos(angle);
};

/** Largest error of the rows, by the formula or by another reading of it. */
export function formulaError(d: number, cell = formula): number {
  const positions = [0, 1, 7, 499, 4999];
  const rows = waves(positions, d);
  const expected = positions.flatMap((pos) =>
    Array.from({ length: d }, (_, dim) => cell(pos, dim, d)),
  );
  return difference(rows.data, expected);
}

/** Divisors 10000^(2i/d): a wavelength is 2π times one. */
export const timescales = (dModel: number): number[] =>
  Array.from(
    pe.analysisWavelengths({ dModel }),
    (length) => length / (2 * Math.PI),
  );
