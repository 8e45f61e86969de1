// Encodings that a reader designs: a number per score, or frequencies of
// rotations, by a formula.
import { type Formula, parse } from "./formula.js";

/** Largest table of a bias that is no function of the distance alone. */
export const MAX_SQUARE = 512;
/** More turns than this no rotation makes, as in src/posenc/core/rotary. */
const MAX_FREQUENCY = 2 ** 20;

/** Sizes that formulas may name. */
export interface Sizes {
  readonly heads: number;
  /** Width of a head, d. */
  readonly head: number;
  /** Tokens of a training text, T. */
  readonly length: number;
  readonly causal: boolean;
}

/** A bias as the module takes it. */
export interface DesignedBias {
  readonly table: Float32Array;
  /** Positions of the table. */
  readonly positions: number;
  readonly byOffset: boolean;
}

const told = (scope: Readonly<Record<string, number>>) =>
  Object.entries(scope)
    .map(([name, value]) => `${name} = ${value}`)
    .join(", ");

/** As float32, so that engines whose functions differ in a last bit agree. */
function numberOf(
  where: string,
  value: number,
  scope: Readonly<Record<string, number>>,
  most = 1e9,
): number {
  if (Math.abs(value) <= most) return Math.fround(value);
  throw new RangeError(
    `${where} must be a number of at most ±${most}, got ${value} at ${told(scope)}`,
  );
}

function square(
  where: string,
  formula: Formula,
  positions: number,
  { heads, head, length, causal }: Sizes,
): DesignedBias {
  const table = new Float32Array(heads * positions * positions);
  let at = 0;
  for (let h = 1; h <= heads; h += 1) {
    for (let i = 0; i < positions; i += 1) {
      const end = causal ? i + 1 : positions;
      for (let j = 0; j < end; j += 1) {
        const value = formula([i, j, h, head, length, heads]);
        table[at + j] = numberOf(where, value, { i, j, h });
      }
      at += positions;
    }
  }
  return { table, positions, byOffset: false };
}

function row(
  where: string,
  formula: Formula,
  positions: number,
  { heads, head, length, causal }: Sizes,
): DesignedBias {
  const width = 2 * positions - 1;
  const table = new Float32Array(heads * width);
  for (let h = 1; h <= heads; h += 1) {
    for (let n = causal ? positions - 1 : 0; n < width; n += 1) {
      const distance = n - positions + 1;
      const value = formula([distance, 0, h, head, length, heads]);
      table[(h - 1) * width + n] = numberOf(where, value, {
        "i − j": distance,
        h,
      });
    }
  }
  return { table, positions, byOffset: true };
}

/** b(i, j, h), added to the scores. */
export function designBias(
  where: string,
  formula: string,
  positions: number,
  sizes: Sizes,
): DesignedBias {
  const names = ["i", "j", "h", "d", "T", "H"];
  const { value, isOfDistance } = parse(where, formula, names);
  if (isOfDistance) return row(where, value, positions, sizes);
  if (positions > MAX_SQUARE) {
    throw new RangeError(
      `${where} reads i and j otherwise than as (i - j): maxLen must be at most ${MAX_SQUARE}, got ${positions}`,
    );
  }
  return square(where, value, positions, sizes);
}

/** ω(i) for the pairs of a head, i from 0 on. */
export function designFrequencies(
  where: string,
  formula: string,
  { head, length, heads }: Sizes,
): Float64Array {
  const { value } = parse(where, formula, ["i", "d", "T", "H"]);
  return Float64Array.from({ length: head / 2 }, (_, i) =>
    numberOf(where, value([i, head, length, heads]), { i }, MAX_FREQUENCY),
  );
}
