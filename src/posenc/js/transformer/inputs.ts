import { checkTensor, Options } from "../options.js";
import { readGrid } from "../rotary/inputs.js";
import type { Runtime } from "../runtime.js";
import { snapshotOf } from "../snapshot.js";
import { type ReadTensor, showShape, sizeOf } from "../tensor.js";
import { lookup } from "./parts.js";

const isTensor = (input: unknown): input is ReadTensor =>
  typeof input === "object" &&
  input !== null &&
  !ArrayBuffer.isView(input) &&
  !Array.isArray(input);

/** Integers of 64 bits have become float64 when they were read. */
const hasIntegers = ({ data, bits, dtype }: ReadTensor): boolean =>
  bits === undefined &&
  (data instanceof Float64Array
    ? dtype === "int64"
    : ArrayBuffer.isView(data) &&
      /^(Ui|I)nt/.test((data as unknown as ArrayBufferView).constructor.name));

/** Numbers of tokens, checked against the vocabulary. */
function readTokens(
  call: string,
  input: unknown,
  shape: readonly number[] | undefined,
  vocabularySize: number,
): { tokens: Int32Array; shape: readonly number[] } {
  if (vocabularySize === 0) {
    throw new TypeError(
      `${call}: tokens need a model with a vocabularySize; without it give embeddings, a tensor { data, shape }`,
    );
  }
  const as = shape ? showShape(shape) : "[T] or [B, T]";
  const ranks = shape ? [shape.length] : [1, 2];
  const options = new Options(call, {});
  const grid = readGrid(options, "tokens", input, ranks, as);
  if (shape && shape.join() !== grid.shape.join()) {
    throw new RangeError(
      `${call}: tokens must be numbers of shape ${as}, got shape ${showShape(grid.shape)}`,
    );
  }
  const numbers = new Float64Array(sizeOf(grid.shape));
  grid.fill(numbers);
  const wrong = numbers.findIndex(
    (x) => !Number.isInteger(x) || x < 0 || x >= vocabularySize,
  );
  if (wrong >= 0) {
    throw new RangeError(
      `${call}: tokens must be integers from 0 to ${vocabularySize - 1}, got ${numbers[wrong]} at index ${wrong}`,
    );
  }
  return { tokens: Int32Array.from(numbers), shape: grid.shape };
}

/**
 * Tokens, looked up, or embeddings: a tensor whose last axis is the model's
 * width. `shape` is that of the tokens when the call knows it, `[]` for one.
 */
export function readInput(
  runtime: Runtime,
  call: string,
  given: unknown,
  table: ReadTensor | undefined,
  dModel: number,
  shape?: readonly number[],
): ReadTensor {
  const input = snapshotOf(call, "tokens", { given }, "given");
  if (isTensor(input) && !hasIntegers(input)) {
    const as = shape
      ? showShape([...shape, dModel])
      : `[T, ${dModel}] or [B, T, ${dModel}]`;
    const rule = shape ? { shape: [...shape, dModel] } : { rank: [2, 3], as };
    const x = checkTensor(call, "embeddings", input, rule);
    if (x.shape.at(-1) !== dModel) {
      throw new RangeError(
        `${call}: embeddings must have shape ${as}, got ${showShape(x.shape)}`,
      );
    }
    return x;
  }
  const alone = shape?.length === 0;
  const read = readTokens(
    call,
    alone ? [input] : input,
    alone ? [1] : shape,
    table?.shape[0] ?? 0,
  );
  return runtime.frame(call, () => ({
    data: lookup(call, table as ReadTensor, read.tokens),
    shape: [...read.shape, dModel],
  }));
}
