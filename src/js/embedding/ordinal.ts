import { checkNumbers, MAX_POSITION, Options } from "../options.js";
import type { Frame, Runtime } from "../runtime.js";
import type { Tensor } from "../tensor.js";
import {
  type PositionOptions,
  produce,
  readBase,
  readLength,
  readWidth,
} from "./common.js";

/** Options of {@link Ordinal.normalized}. */
export interface NormalizedOptions {
  /** How many positions. */
  readonly seqLen: number;
}

/** Options of {@link Ordinal.binary}. */
export interface BinaryOptions extends PositionOptions {
  /** Columns, from 1 to 32; default: as many as the largest position needs. */
  readonly bits?: number;
}

/** Options of {@link Ordinal.logarithmic}. */
export interface LogarithmicOptions extends PositionOptions {
  /** Width of a row, from 1 to 65536. */
  readonly dModel: number;
  /**
   * The length whose last position is 1 in every column, at least 2; default:
   * one more than the largest position.
   */
  readonly maxLen?: number;
  /** Longest time constant, from 1 to 1e12; default 10000. */
  readonly base?: number;
}

/** Rows that count. */
export interface Ordinal {
  /**
   * The position itself, as one column: grows without bound.
   *
   * @returns shape `[T, 1]`
   */
  index(options: PositionOptions): Tensor;

  /**
   * Positions from 0 to 1, p / (T − 1): bounded, but the step depends on the
   * length. A single position is 0.
   *
   * @returns shape `[T, 1]`
   */
  normalized(options: NormalizedOptions): Tensor;

  /**
   * The binary digits of the position, the most significant first: bounded and
   * distinct, but neighbours may differ in every column.
   *
   * @returns shape `[T, bits]` of zeros and ones
   * @throws RangeError for a position that is no integer from 0, and for fewer
   *   bits than the largest position needs
   */
  binary(options: BinaryOptions): Tensor;

  /**
   * Logarithmic rows: column j is ln(1 + p/τⱼ) / ln(1 + (maxLen − 1)/τⱼ), with
   * τⱼ = base^(j/(D − 1)) from 1 to `base`. Every column rises from 0 to 1 at
   * position maxLen − 1: the first ones tell early positions apart, the last
   * ones late positions.
   *
   * The definition is ours: surveys name a logarithmic encoding ("logarithms in
   * place of trigonometric functions") and give no formula.
   *
   * @returns shape `[T, D]`
   * @throws RangeError for a negative position
   */
  logarithmic(options: LogarithmicOptions): Tensor;
}

const RANGE = ["seqLen", "positions", "offset"];

/** @internal */
export function ordinal(runtime: Runtime): Ordinal {
  /** Positions from 0 on, whole ones if asked; the largest of them. */
  function read(options: Options, integer: boolean) {
    const { positions, offset, seqLen } = options.positions();
    const rule = { integer, min: 0, max: MAX_POSITION };
    if (positions) {
      checkNumbers(options.call, "positions", positions, rule);
    } else if (options.has("offset")) {
      if (integer) options.integer("offset", rule);
      else options.number("offset", rule);
    }
    const largest = positions
      ? Array.from(positions).reduce((a, b) => Math.max(a, b))
      : offset + seqLen - 1;
    return { seqLen, largest };
  }

  /** Address of the positions as a list. */
  function list(options: Options, frame: Frame): number {
    const { positions, offset, seqLen } = options.positions();
    if (positions) return frame.inputFloat64(positions).pointer;
    const region = frame.float64(seqLen);
    const view = region.view();
    for (let i = 0; i < seqLen; i += 1) view[i] = offset + i;
    return region.pointer;
  }

  return {
    index(input) {
      const call = "embedding.index";
      const options = new Options(call, input, RANGE);
      const { seqLen } = options.positions();
      const shape = [seqLen, 1];
      return produce(runtime, call, shape, "embedding_index", (frame) => [
        list(options, frame),
        seqLen,
      ]);
    },

    normalized(input) {
      const call = "embedding.normalized";
      const seqLen = readLength(new Options(call, input, ["seqLen"]), "seqLen");
      const shape = [seqLen, 1];
      return produce(runtime, call, shape, "embedding_normalized", () => [
        seqLen,
      ]);
    },

    binary(input) {
      const call = "embedding.binary";
      const options = new Options(call, input, [...RANGE, "bits"]);
      const { seqLen, largest } = read(options, true);
      let min = 1;
      while (2 ** min <= largest) min += 1;
      const bits = options.integer("bits", { min, max: 32, default: min });
      const shape = [seqLen, bits];
      return produce(runtime, call, shape, "embedding_binary", (frame) => [
        list(options, frame),
        ...shape,
      ]);
    },

    logarithmic(input) {
      const call = "embedding.logarithmic";
      const known = [...RANGE, "dModel", "maxLen", "base"];
      const options = new Options(call, input, known);
      const { seqLen, largest } = read(options, false);
      const maxLen = options.number("maxLen", {
        min: 2,
        max: MAX_POSITION,
        default: Math.min(Math.max(largest + 1, 2), MAX_POSITION),
      });
      const shape = [seqLen, readWidth(options)];
      const base = readBase(options);
      return produce(runtime, call, shape, "embedding_logarithmic", (frame) => [
        list(options, frame),
        ...[...shape, maxLen, base],
      ]);
    },
  };
}
