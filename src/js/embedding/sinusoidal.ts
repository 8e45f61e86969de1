import type { TensorBuffer } from "../buffer.js";
import { MAX_POSITION, MAX_WIDTH, Options } from "../options.js";
import type { Frame, Runtime } from "../runtime.js";
import type { Tensor, TensorLike } from "../tensor.js";
import {
  draw,
  type PositionOptions,
  produce,
  type RandomOptions,
  readBase,
  readLength,
  readRandom,
  readWidth,
} from "./common.js";

/** Options of {@link Sinusoidal.sinusoidal}. */
export interface SinusoidalOptions extends PositionOptions {
  /** Width of a row, from 1 to 65536. */
  readonly dModel: number;
  /** Ratio of the longest to the shortest wavelength, from 1 to 1e12; default 10000. */
  readonly base?: number;
  /**
   * Order of the columns. `"interleaved"` (default, the paper): sine and cosine
   * of pair i in columns 2i and 2i + 1. `"halves"`: all sines, then all cosines
   * (tensor2tensor, fairseq, Transformer-XL, Marian).
   */
  readonly layout?: "interleaved" | "halves";
  /**
   * How the frequencies are spaced. `"paper"` (default): base^(−2i/d).
   * `"endpoint"`: base^(−i/(d/2 − 1)), so that the last one is exactly 1/base
   * (tensor2tensor, fairseq).
   */
  readonly spacing?: "paper" | "endpoint";
  /** Write into this buffer of shape `[T, D]` in place of a new array. */
  readonly out?: TensorBuffer;
}

/** Options of {@link Sinusoidal.hybrid}. */
export interface HybridOptions extends RandomOptions {
  /** How many positions, from 0 on. */
  readonly seqLen: number;
  /** Width of a row, from 2 to 65536. */
  readonly dModel: number;
  /** Columns that are learned, from 1 to `dModel` − 1. */
  readonly learnedDims: number;
  /** Ratio of wavelengths of the other columns; default 10000. */
  readonly base?: number;
  /** The learned part, shape `[seqLen, learnedDims]`, in place of `std` and `seed`. */
  readonly table?: TensorLike;
}

/** Options of {@link Sinusoidal.perturbed}. */
export interface PerturbedOptions extends RandomOptions {
  /** How many positions, from 0 on. */
  readonly seqLen: number;
  /** Width of a row, from 1 to 65536. */
  readonly dModel: number;
  /** Ratio of the longest to the shortest wavelength; default 10000. */
  readonly base?: number;
  /** The disturbance, shape `[seqLen, dModel]`, in place of `std` and `seed`. */
  readonly delta?: TensorLike;
}

/** Options of {@link Sinusoidal.document}. */
export interface DocumentOptions extends RandomOptions {
  /** Length of every paragraph in tokens, one after the other. */
  readonly paragraphs: ArrayLike<number>;
  /**
   * Length of every sentence in tokens, one after the other. Every paragraph
   * ends where a sentence ends.
   */
  readonly sentences: ArrayLike<number>;
  /** Width of a row, from 1 to 65536. */
  readonly dModel: number;
  /** Ratio of the longest to the shortest wavelength; default 10000. */
  readonly base?: number;
  /**
   * One offset vector per paragraph, shape `[paragraphs, dModel]`, in place of
   * `std` and `seed`.
   */
  readonly offsets?: TensorLike;
  /** Farthest distance in a sentence that gets a bias, from 0; default 8. */
  readonly window?: number;
  /** Bias at distance 0, falling to 0 just past the window; default 1. */
  readonly strength?: number;
  /**
   * Trained biases in place of `strength`: 2 × `window` + 1 numbers for key
   * minus query = −`window` … `window`.
   */
  readonly localTable?: ArrayLike<number>;
}

/** What {@link Sinusoidal.document} gives. */
export interface DocumentEncoding {
  /** Rows to add to the token embeddings, shape `[T, D]`. */
  readonly rows: Tensor;
  /** Bias to add to the scores of every head, shape `[T, T]` (query, key). */
  readonly localBias: Tensor;
}

/** Waves, and what is built upon them. */
export interface Sinusoidal {
  /**
   * Sinusoidal encoding: sin(p·ω) and cos(p·ω), ω = base^(−2i/d) for pair i.
   *
   * Every angle is reduced exactly before it is rounded: the absolute error is
   * at most 3e-8, half a unit in the last place at 1, up to |p| = 2³¹. An odd `dModel` ends on a sine when interleaved; in halves it
   * ends on a column of zeros with endpoint spacing (as tensor2tensor does) and
   * has one more sine than cosines with paper spacing (as Marian does).
   *
   * Source: Vaswani et al. 2017, section 3.5.
   *
   * @returns shape `[T, D]`
   * @throws RangeError for a value out of range or a table too big for memory
   * @throws TypeError for a wrong kind or an unknown option
   */
  sinusoidal(options: SinusoidalOptions): Tensor;

  /**
   * Two kinds of columns side by side: the first `learnedDims` learned,
   * N(0, std²), the rest a sinusoidal encoding of width `dModel − learnedDims`.
   * Both parts equal `learned` and `sinusoidal` of those widths, bit for bit.
   *
   * The definition is ours: texts describe "the first 128 columns learned, the
   * other 384 fixed" and leave the rest open.
   *
   * @returns shape `[T, D]`
   * @throws TypeError for `table` together with `std` or `seed`
   */
  hybrid(options: HybridOptions): Tensor;

  /**
   * Sinusoidal rows plus a disturbance that training may change, N(0, std²) to
   * begin with.
   *
   * The definition is ours: surveys describe "a trainable vector added to the
   * absolute encoding of each position" and give no formula.
   *
   * @returns shape `[T, D]`
   * @throws TypeError for `delta` together with `std` or `seed`
   */
  perturbed(options: PerturbedOptions): Tensor;

  /**
   * Three layers for a long document. Base: sinusoidal rows. Paragraph: an
   * offset vector of the token's paragraph is added. Sentence: a bias on the
   * scores of two tokens of one sentence that are at most `window` apart,
   * strength × (1 − distance / (window + 1)) or `localTable`; 0 elsewhere.
   *
   * The definition is ours: descriptions of hierarchical encodings for long
   * documents name these three layers and leave formulas open.
   *
   * @throws RangeError when the lengths do not add up
   */
  document(options: DocumentOptions): DocumentEncoding;
}

const LAYOUTS = ["interleaved", "halves"] as const;
const SPACINGS = ["paper", "endpoint"] as const;

/** Refuses trained values together with the options that would draw them. */
function refuseBoth(options: Options, trained: string): void {
  for (const other of ["std", "seed"]) {
    if (options.has(trained) && options.has(other)) {
      throw new TypeError(
        `${options.call}: give either ${trained} or std with seed, not ${trained} and ${other}`,
      );
    }
  }
}

/** Token counts, with their running sums. */
function readLengths(options: Options, name: string) {
  const max = 2 ** 31 - 1;
  const lengths = options.numbers(name, { integer: true, min: 1, max });
  if (lengths.length === 0) options.fail(name, "at least one length");
  let sum = 0;
  const ends = Array.from(lengths, (length) => {
    sum += length;
    return sum;
  });
  return { lengths, ends, sum };
}

/** @internal */
export function sinusoidal(runtime: Runtime): Sinusoidal {
  /** Rows given by the caller, or drawn; answers their address. */
  function rowsOf(
    options: Options,
    name: string,
    shape: readonly [number, number],
  ) {
    refuseBoth(options, name);
    const random = readRandom(options);
    const given = options.has(name) ? options.tensor(name, { shape }) : null;
    return (frame: Frame): number =>
      given
        ? frame.input(given).pointer
        : draw(runtime, frame, options.call, shape, random);
  }

  return {
    sinusoidal(input) {
      const call = "embedding.sinusoidal";
      const options = new Options(call, input, [
        "seqLen",
        "positions",
        "offset",
        "dModel",
        "base",
        "layout",
        "spacing",
        "out",
      ]);
      const { positions, offset, seqLen } = options.positions();
      const width = readWidth(options);
      const base = readBase(options);
      const layout = options.enumeration("layout", LAYOUTS, "interleaved");
      const spacing = options.enumeration("spacing", SPACINGS, "paper");
      const shape = [seqLen, width];
      return runtime.frame(call, (frame) => {
        const buffer = options.buffer();
        const out = frame.output(shape, buffer);
        if (positions === null) {
          runtime.run(
            call,
            "embedding_sinusoidal_range",
            ...[out.pointer, seqLen, offset, width, base, layout, spacing],
          );
        } else {
          const at = frame.inputFloat64(positions);
          runtime.run(
            call,
            "embedding_sinusoidal",
            ...[out.pointer, at.pointer, seqLen, width, base, layout, spacing],
          );
        }
        return buffer ?? { data: out.take(), shape };
      });
    },

    hybrid(input) {
      const call = "embedding.hybrid";
      const options = new Options(call, input, [
        "seqLen",
        "dModel",
        "learnedDims",
        "base",
        "table",
        "std",
        "seed",
      ]);
      const seqLen = readLength(options, "seqLen");
      const width = options.integer("dModel", { min: 2, max: MAX_WIDTH });
      const range = { min: 1, max: width - 1 };
      const part = options.integer("learnedDims", range);
      const base = readBase(options);
      const rows = rowsOf(options, "table", [seqLen, part]);
      const shape = [seqLen, width];
      return produce(runtime, call, shape, "embedding_hybrid", (frame) => [
        rows(frame),
        frame.float32(seqLen * (width - part)).pointer,
        ...[seqLen, width, part, base],
      ]);
    },

    perturbed(input) {
      const call = "embedding.perturbed";
      const known = ["seqLen", "dModel", "base", "delta", "std", "seed"];
      const options = new Options(call, input, known);
      const shape = [
        readLength(options, "seqLen"),
        readWidth(options),
      ] as const;
      const base = readBase(options);
      const delta = rowsOf(options, "delta", shape);
      return produce(runtime, call, shape, "embedding_perturbed", (frame) => [
        delta(frame),
        ...[...shape, base],
      ]);
    },

    document(input) {
      const call = "embedding.document";
      const options = new Options(call, input, [
        "paragraphs",
        "sentences",
        "dModel",
        "base",
        "offsets",
        "std",
        "seed",
        "window",
        "strength",
        "localTable",
      ]);
      const paragraphs = readLengths(options, "paragraphs");
      const sentences = readLengths(options, "sentences");
      const { sum } = paragraphs;
      if (sentences.sum !== sum) {
        throw new RangeError(
          `${call}: sentences must have ${sum} tokens in all, as paragraphs have, got ${sentences.sum}`,
        );
      }
      const stops = new Set(sentences.ends);
      const cut = paragraphs.ends.findIndex((end) => !stops.has(end));
      if (cut >= 0) {
        throw new RangeError(
          `${call}: sentences must not reach over the end of a paragraph, but one does at the end of paragraphs[${cut}], after ${paragraphs.ends[cut]} tokens`,
        );
      }
      const width = readWidth(options);
      const base = readBase(options);
      const count = paragraphs.lengths.length;
      const offsets = rowsOf(options, "offsets", [count, width]);
      const max = MAX_POSITION;
      const window = options.integer("window", { min: 0, max, default: 8 });
      const strength = options.number("strength", { default: 1 });
      const biases = options.has("localTable")
        ? options.numbers("localTable", { length: 2 * window + 1 })
        : [];
      if (biases.length > 0 && options.has("strength")) {
        throw new TypeError(
          `${call}: give either localTable or strength, not both`,
        );
      }
      const rows = produce(
        runtime,
        call,
        [sum, width],
        "embedding_document_rows",
        (frame) => [
          frame.inputInt32(paragraphs.lengths).pointer,
          offsets(frame),
          ...[sum, count, width, base],
        ],
      );
      const localBias = produce(
        runtime,
        call,
        [sum, sum],
        "embedding_document_bias",
        (frame) => [
          frame.inputInt32(sentences.lengths).pointer,
          frame.inputFloat32(biases).pointer,
          ...[sum, sentences.lengths.length, biases.length, window, strength],
        ],
      );
      return { rows, localBias };
    },
  };
}
