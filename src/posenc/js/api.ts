import { type Analysis, analysis } from "./analysis.js";
import { type Attention, attention } from "./attention.js";
import { type Bias, bias } from "./bias.js";
import type { TensorBuffer } from "./buffer.js";
import { type Config, config } from "./config.js";
import { type Convert, convert } from "./convert.js";
import { type Embedding, embedding } from "./embedding.js";
import { type Golden, goldenCalls } from "./golden.js";
import { type Relative, relative } from "./relative.js";
import { type Rotary, rotary } from "./rotary.js";
import type { Runtime } from "./runtime.js";
import { type Transformer, transformer } from "./transformer.js";
import { version } from "./version.js";

/** The whole library, as `load()` and `init()` give it. */
export interface Posenc {
  /** The package's version, such as "1.2.3". */
  readonly version: string;
  /** Whether the fused module runs: see {@link InitOptions.fused}. */
  isFused(): boolean;
  /** Rows added to, or joined with, the token embeddings. */
  readonly embedding: Embedding;
  /** What can be measured of an encoding. */
  readonly analysis: Analysis;
  /** Attention with any position scheme, in one call or a token at a time. */
  readonly attention: Attention;
  /** Options out of other people's model configurations. */
  readonly config: Config;
  /** Numbers to test an engine's layer with: see {@link Golden.golden}. */
  readonly golden: Golden["golden"];
  /** Conversions between the conventions of other libraries. */
  readonly convert: Convert;
  /** Encodings whose score term also reads the content. */
  readonly relative: Relative;
  /** Parts that Transformers are assembled from. */
  readonly transformer: Transformer;
  /** Rotations of queries and keys. */
  readonly rotary: Rotary;
  /** A number per score, from the positions alone. */
  readonly bias: Bias;
  /**
   * A tensor of zeros in the module's own memory, for calls without copying.
   *
   * @param shape - length of each axis
   * @returns the buffer; free it with `dispose()`
   * @throws RangeError when it does not fit, with the bytes asked for
   */
  buffer(shape: readonly number[]): TensorBuffer;
}

/**
 * Puts the rooms together around one running module.
 *
 * @internal
 */
export function createApi(runtime: Runtime): Posenc {
  return Object.freeze<Posenc>({
    version,
    isFused: () => runtime.isFused,
    embedding: embedding(runtime),
    analysis: analysis(runtime),
    relative: relative(runtime),
    transformer: transformer(runtime),
    attention: attention(runtime),
    config,
    ...goldenCalls(runtime),
    convert,
    rotary: rotary(runtime),
    bias: bias(runtime),
    buffer: (shape: readonly number[]) => runtime.buffer(shape),
  });
}
