import type { Runtime } from "./runtime.js";
import {
  type TransformerLayers,
  transformerLayers,
} from "./transformer/layers.js";
import { decoder, encoder } from "./transformer/models.js";
import type { DecoderOptions, EncoderOptions } from "./transformer/options.js";
import type { Decoder, Encoder } from "./transformer/types.js";

export type {
  LayerNormOptions,
  TransformerLayers,
} from "./transformer/layers.js";
export type {
  DecoderForwardOptions,
  DecoderOptions,
  DecodingOptions,
  EncoderOptions,
  ForwardOptions,
  LearnedPosition,
  SinusoidalPosition,
  TransformerPosition,
} from "./transformer/options.js";
export type * from "./transformer/types.js";

/** Whole Transformers, and the parts that they are assembled from. */
export interface Transformer extends TransformerLayers {
  /**
   * A stack of encoder layers: each a self-attention and a feed-forward
   * network, with residuals and norms around both.
   *
   * Source: Vaswani et al. 2017, section 3.
   *
   * @throws RangeError for a value out of range or weights of another shape
   * @throws TypeError for a wrong kind, an unknown option or a missing weight
   */
  encoder(options: EncoderOptions): Encoder;

  /**
   * A stack of decoder layers: causal self-attention, attention to the
   * encoder's output and a feed-forward network. Without the one in the middle
   * it is a language model like GPT.
   *
   * Source: Vaswani et al. 2017, section 3.
   *
   * @throws RangeError for a value out of range or weights of another shape
   * @throws TypeError for a wrong kind, an unknown option or a missing weight
   */
  decoder(options: DecoderOptions): Decoder;
}

/** {@link Posenc.transformer} of one instance. */
export function transformer(runtime: Runtime): Transformer {
  return Object.freeze<Transformer>({
    encoder: (input) => encoder(runtime, input),
    decoder: (input) => decoder(runtime, input),
    ...transformerLayers(runtime),
  });
}
