import type { Tensor, TensorData, TensorInput } from "../tensor.js";
import type {
  DecoderForwardOptions,
  DecodingOptions,
  ForwardOptions,
} from "./options.js";

/**
 * The weights of a model by name. D is `dModel`, F `dFeedForward`, V
 * `vocabularySize`, and n counts the layers from 0; linear layers are x·Wᵀ + b.
 *
 * | name | shape | when |
 * | --- | --- | --- |
 * | `tokenEmbedding` | `[V, D]` | with a vocabulary; also makes the logits |
 * | `positionEmbedding` | `[maxLen, D]` | learned positions |
 * | `layers.n.selfAttention.query.weight`, `.bias` | `[D, D]`, `[D]` | |
 * | … `key`, `value`, `output` alike | | heads side by side; of `key` and `value` those of the `layer`, `[G·D/H, D]` |
 * | `layers.n.selfAttentionNorm.gain`, `.bias` | `[D]` | |
 * | `layers.n.crossAttention.…`, `crossAttentionNorm.…` | as above | decoders |
 * | `layers.n.feedForward.hidden.weight`, `.bias` | `[F, D]`, `[F]` | |
 * | `layers.n.feedForward.output.weight`, `.bias` | `[D, F]`, `[D]` | |
 * | `layers.n.feedForwardNorm.gain`, `.bias` | `[D]` | |
 * | `finalNorm.gain`, `.bias` | `[D]` | `norm: "pre"` |
 */
export type ModelWeights = Record<string, Tensor>;

/**
 * A text, or a batch of equally long ones: token numbers (`[T]` or `[B, T]`, as
 * arrays, nested arrays or a tensor on integers), or embeddings in place of
 * what the table would give (a tensor `[T, D]` or `[B, T, D]`).
 */
export type ModelInput = TensorData | readonly TensorData[] | TensorInput;

/** One part of one layer, as {@link ForwardOptions.onLayer} sees it. */
export interface LayerInfo {
  /** Number of the layer, from 0. */
  readonly layer: number;
  /** Which of its parts, in the order they run. */
  readonly kind: "selfAttention" | "crossAttention" | "feedForward";
  /** What came in: `[T, D]` or `[B, T, D]`. */
  readonly input: Tensor;
  /**
   * The softmax of an attention's scores, `[H, T, K]` or `[B, H, T, K]`; with
   * `returnWeights`.
   */
  readonly attentionWeights?: Tensor;
  /** What goes on, residual added (and normed, with `norm: "post"`). */
  readonly output: Tensor;
}

/** Weights of the attentions of one layer. */
export interface LayerWeights {
  /** `[H, T, K]` or `[B, H, T, K]`. */
  readonly selfAttention: Tensor;
  /** `[H, T, S]` or `[B, H, T, S]`; with `memory`. */
  readonly crossAttention?: Tensor;
}

/** What `forward` answers. */
export interface ForwardResult {
  /** `[T, D]` or `[B, T, D]`. */
  readonly output: Tensor;
  /** `[T, V]` or `[B, T, V]`; with `logits`. */
  readonly logits?: Tensor;
  /** The attentions layer by layer; with `returnWeights`. */
  readonly layers?: readonly LayerWeights[];
}

/** What encoders and decoders have in common. */
export interface Model {
  /**
   * Reading gives a copy of all weights. Assigning replaces them all; names and
   * shapes are checked before the first is changed.
   */
  get weights(): ModelWeights;
  set weights(weights: Readonly<Record<string, TensorInput>>);
  /** Gives the weights' memory back; the model cannot be used after. */
  dispose(): void;
  /** @see dispose */
  [Symbol.dispose](): void;
}

/** A stack of encoder layers: {@link Transformer.encoder}. */
export interface Encoder extends Model {
  /**
   * Embeddings × scale + position, then the layers.
   *
   * @throws RangeError for a token outside of the vocabulary, a text that is
   *   too long, or shapes that do not fit
   */
  forward(input: ModelInput, options?: ForwardOptions): ForwardResult;
}

/** What {@link Decoding.step} answers. */
export interface StepResult {
  /** `[D]` or `[B, D]`. */
  readonly output: Tensor;
  /** `[V]` or `[B, V]`; with `logits`. */
  readonly logits?: Tensor;
}

/** A text in the making: {@link Decoder.start}. */
export interface Decoding {
  /** How many tokens have been taken in: the position of the next one. */
  readonly length: number;
  /**
   * Takes in the next token and answers its output, which equals the last of a
   * full pass over all tokens so far: only the keys and values of those before
   * are needed, and kept. (Scalings that depend on the present length, such as
   * `dynamic`, turn all keys anew with each step.)
   *
   * @param input - a token, or one per text of the batch; or its embedding, a
   *   tensor `[D]` or `[B, D]`
   */
  step(
    input: number | TensorData | TensorInput,
    options?: Pick<ForwardOptions, "logits">,
  ): StepResult;
}

/** A stack of decoder layers: {@link Transformer.decoder}. */
export interface Decoder extends Model {
  /**
   * Embeddings × scale + position, then the layers, each token seeing itself
   * and those before it, and all of `memory`.
   *
   * @throws RangeError for a token outside of the vocabulary, a text that is
   *   too long, or shapes that do not fit
   */
  forward(input: ModelInput, options?: DecoderForwardOptions): ForwardResult;

  /** Begins to decode token by token. */
  start(options?: DecodingOptions): Decoding;
}
