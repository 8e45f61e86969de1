import {
  embeddingDocumentBias,
  embeddingDocumentRows,
} from "../generated/border/embedding.js";
import { MAX_POSITION } from "../options.js";
import { either } from "../rules.js";
import type { Runtime } from "../runtime.js";
import {
  BASE,
  integer,
  integers,
  numbers,
  type OptionsOf,
  optional,
  type Reading,
  real,
  table,
  tensor,
  WIDTH,
} from "../schema.js";
import type { Tensor } from "../tensor.js";
import { produce, RANDOM, rowsOf } from "./common.js";

const LENGTHS = integers({ min: 1, max: MAX_POSITION - 1 });
const WINDOW = integer({ min: 0, max: MAX_POSITION, default: 8 });

/** @internal */
export const DOCUMENT = table(
  "embedding.document",
  {
    /** Length of every paragraph in tokens, one after the other. */
    paragraphs: LENGTHS,
    /**
     * Length of every sentence in tokens, one after the other. Every paragraph
     * ends where a sentence ends.
     */
    sentences: LENGTHS,
    /** Width of a row. */
    dModel: WIDTH,
    /** Ratio of the longest to the shortest wavelength. */
    base: BASE,
    /** One offset vector per paragraph, in place of `std` and `seed`. */
    offsets: optional(tensor({ as: "[paragraphs, dModel]" })),
    ...RANDOM,
    /** Farthest distance in a sentence that gets a bias. */
    window: WINDOW,
    /** Bias at distance 0, falling to 0 just past the window. */
    strength: real({ default: 1 }),
    /**
     * Trained biases in place of `strength`, for key minus query = −`window` …
     * `window`.
     */
    localTable: optional(
      numbers({
        length: {
          text: "2 × `window` + 1",
          of: (options) => 2 * WINDOW.read(options, "window") + 1,
        },
      }),
    ),
  },
  either("offsets", ["std", "seed"], "std with seed"),
  either("localTable", ["strength"]),
);
/** Options of {@link SinusoidalVariants.document}. */
export type DocumentOptions = OptionsOf<typeof DOCUMENT>;

/** What {@link SinusoidalVariants.document} gives. */
export interface DocumentEncoding {
  /** Rows to add to the token embeddings, shape `[T, D]`. */
  readonly rows: Tensor;
  /** Bias to add to the scores of every head, shape `[T, T]` (query, key). */
  readonly localBias: Tensor;
}

type Document = Reading<typeof DOCUMENT.fields>;

/** Token counts, with their running sums. */
function readLengths(options: Document, name: "paragraphs" | "sentences") {
  const lengths = options.read(name);
  if (lengths.length === 0) options.fail(name, "at least one length");
  let sum = 0;
  const ends = Array.from(lengths, (length) => {
    sum += length;
    return sum;
  });
  return { lengths, ends, sum };
}

/** The lengths of paragraphs and sentences, and how many tokens they hold. */
function readParts(options: Document) {
  const paragraphs = readLengths(options, "paragraphs");
  const sentences = readLengths(options, "sentences");
  const { sum } = paragraphs;
  if (sentences.sum !== sum) {
    throw new RangeError(
      `${options.call}: sentences must have ${sum} tokens in all, as paragraphs have, got ${sentences.sum}`,
    );
  }
  const stops = new Set(sentences.ends);
  const cut = paragraphs.ends.findIndex((end) => !stops.has(end));
  if (cut >= 0) {
    throw new RangeError(
      `${options.call}: sentences must not reach over the end of a paragraph, but one does at the end of paragraphs[${cut}], after ${paragraphs.ends[cut]} tokens`,
    );
  }
  return { paragraphs: paragraphs.lengths, sentences: sentences.lengths, sum };
}

export const document =
  (runtime: Runtime) =>
  (input: DocumentOptions): DocumentEncoding => {
    const options = DOCUMENT.open(input);
    const { paragraphs, sentences, sum } = readParts(options);
    const width = options.read("dModel");
    const base = options.read("base");
    const count = paragraphs.length;
    const offsets = rowsOf(runtime, options, "offsets", [count, width]);
    const window = options.read("window");
    const strength = options.read("strength");
    const biases = options.read("localTable") ?? [];
    const rows = produce(
      runtime,
      options,
      [sum, width],
      embeddingDocumentRows,
      (frame, out) => ({
        out,
        paragraphs: frame.inputInt32(paragraphs).pointer,
        offsets: offsets(frame),
        rows: sum,
        count,
        width,
        base,
      }),
    );
    const localBias = produce(
      runtime,
      options,
      [sum, sum],
      embeddingDocumentBias,
      (frame, out) => ({
        out,
        sentences: frame.inputInt32(sentences).pointer,
        table: frame.inputFloat32(biases).pointer,
        rows: sum,
        count: sentences.length,
        tableSize: biases.length,
        window,
        strength,
      }),
    );
    return { rows, localBias };
  };
