// What the JavaScript programs of layers and models have in common, and the
// same numbers for what the tests compare with.
import { type Fragment, lines, remark } from "../listing.ts";

/** Numbers row by row, and their shape. */
export interface Rows {
  readonly data: Float32Array;
  readonly shape: readonly number[];
}

/** The numbers that all programs make alike, in place of trained ones. */
export const numbers = (rows: number, columns: number, seed: number): Rows => ({
  data: Float32Array.from({ length: rows * columns }, (_, n) => {
    const [i, j] = [Math.floor(n / columns), n % columns];
    return (((7 * i + 3 * j + i * j + seed) % 16) - 7.5) / 16;
  }),
  shape: [rows, columns],
});

/** Several texts of {@link numbers}, the first of seed 0. */
export const texts = (batch: number, seqLen: number, dModel: number): Rows => ({
  data: Float32Array.from(
    Array.from({ length: batch }, (_, text) => [
      ...numbers(seqLen, dModel, text).data,
    ]).flat(),
  ),
  shape: [batch, seqLen, dModel],
});

/** The function `numbers`. */
export const jsNumbers = (): Fragment => lines`
  // ${remark("Plain numbers that all languages make alike, in place of trained ones.", "各语言都能算得一样的数，代替训练得到的数。")}
  function numbers(rows, columns, seed) {
    const data = new Float32Array(rows * columns);
    for (let n = 0; n < data.length; n += 1) {
      const [i, j] = [Math.floor(n / columns), n % columns];
      data[n] = (((7 * i + 3 * j + i * j + seed) % 16) - 7.5) / 16;
    }
    return { data, shape: [rows, columns] };
  }`;

/** Several texts, one after the other. */
export const jsTexts = (
  batch: unknown,
  seqLen: unknown,
  dModel: unknown,
): Fragment => lines`
  const shape = [${String(batch)}, ${String(seqLen)}, ${String(dModel)}]; «batch seqLen dModel»
  const x = { data: new Float32Array(shape[0] * shape[1] * shape[2]), shape };
  for (let text = 0; text < shape[0]; text += 1) {
    x.data.set(numbers(shape[1], shape[2], text).data, text * shape[1] * shape[2]);
  }`;
