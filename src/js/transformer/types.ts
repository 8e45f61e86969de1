import type { AttentionOptions } from "../attention.js";
import type { SinusoidalOptions } from "../embedding.js";
import type { PositionScheme } from "../position.js";
import type { Tensor, TensorLike } from "../tensor.js";

/** Sinusoidal rows, added to the token embeddings (Vaswani et al. 2017). */
export interface SinusoidalPosition
  extends Pick<SinusoidalOptions, "base" | "layout" | "spacing"> {
  readonly type: "sinusoidal";
}

/** Trained rows, added to the token embeddings (BERT, GPT-2). */
export interface LearnedPosition {
  readonly type: "learned";
  /** How many positions there are rows for; default the model's `maxLen`. */
  readonly maxLen?: number;
}

/**
 * How positions enter a Transformer: rows added once to the token embeddings,
 * or a scheme that takes part in every self-attention. Tables of a scheme are
 * shared by the layers; those with a row per position (TUPE) may have more
 * positions than a text. In cross-attention there are no positions.
 */
export type TransformerPosition =
  | SinusoidalPosition
  | LearnedPosition
  | PositionScheme;

/** Options of {@link Transformer.encoder}. */
export interface EncoderOptions {
  /** How many layers, from 1 to 1024. */
  readonly layers: number;
  /** Width D of the tokens, from 1 to 65536. */
  readonly dModel: number;
  /** Heads of every attention; they divide `dModel`. */
  readonly numHeads: number;
  /** Width of the feed-forward network's hidden layer; default 4·`dModel`. */
  readonly dFeedForward?: number;
  /** V: how many tokens there are. Without it `forward` takes embeddings. */
  readonly vocabularySize?: number;
  /** How positions enter; default `{ type: "sinusoidal" }`. */
  readonly position?: TransformerPosition;
  /**
   * Between the two layers of the feed-forward network: `"relu"` (default, the
   * paper's), `"gelu"` by the error function, or `"geluTanh"`, its
   * approximation in GPT-2 and BERT's first code.
   */
  readonly activation?: "relu" | "gelu" | "geluTanh";
  /**
   * `"post"` (default, the paper's): norm(x + sublayer(x)). `"pre"`:
   * x + sublayer(norm(x)), and one more norm after the last layer (Xiong et al.
   * 2020).
   */
  readonly norm?: "post" | "pre";
  /**
   * Factor on the embeddings, looked up or given, before positions are added;
   * default √`dModel` (the paper's section 3.4).
   */
  readonly embeddingScale?: number;
  /** Longest text; longer ones are refused. Default: any length. */
  readonly maxLen?: number;
  /** Added to the variance in every norm; default 1e-5. */
  readonly epsilon?: number;
  /**
   * Draws the weights; any integer up to ±(2⁵³ − 1), default 0. The same seed
   * gives the same numbers on every machine. Normal numbers of mean 0 and
   * standard deviation √(2 / (in + out)) (Glorot and Bengio 2010), √(2 / in)
   * before the activation (He et al. 2015), 1/√D for token embeddings and 0.02
   * for learned positions; biases 0, gains 1.
   */
  readonly seed?: number;
  /** The weights themselves, instead of `seed`: see {@link ModelWeights}. */
  readonly weights?: Readonly<Record<string, TensorLike>>;
}

/** Options of {@link Transformer.decoder}. */
export interface DecoderOptions extends EncoderOptions {
  /**
   * Whether layers have an attention to the encoder's output; default true. A
   * decoder without it needs fewer weights and takes no `memory` (GPT).
   */
  readonly crossAttention?: boolean;
}

/**
 * The weights of a model by name. D is `dModel`, F `dFeedForward`, V
 * `vocabularySize`, and n counts the layers from 0; linear layers are x·Wᵀ + b.
 *
 * | name | shape | when |
 * | --- | --- | --- |
 * | `tokenEmbedding` | `[V, D]` | with a vocabulary; also makes the logits |
 * | `positionEmbedding` | `[maxLen, D]` | learned positions |
 * | `layers.n.selfAttention.query.weight`, `.bias` | `[D, D]`, `[D]` | |
 * | … `key`, `value`, `output` alike | | heads side by side |
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
export type ModelInput =
  | ArrayLike<number>
  | readonly ArrayLike<number>[]
  | TensorLike;

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

/** Options of an encoder's `forward`. */
export interface ForwardOptions {
  /**
   * Which tokens may be seen in self-attention, as
   * {@link AttentionOptions.mask}: `[B, H, T, T]` or fewer axes from the right,
   * so that padding is `[B, 1, 1, T]`.
   */
  readonly mask?: AttentionOptions["mask"];
  /** Called with copies after each part of each layer. */
  readonly onLayer?: (info: LayerInfo) => void;
  /** Answer the weights of each attention as well; default false. */
  readonly returnWeights?: boolean;
  /**
   * Answer output·tokenEmbeddingᵀ as well, what a softmax turns into
   * probabilities of the next token; needs a vocabulary. Default false.
   */
  readonly logits?: boolean;
}

/** Options of a decoder's `forward`. */
export interface DecoderForwardOptions extends ForwardOptions {
  /**
   * The encoder's output, `[S, D]` or `[B, S, D]`. Without it the decoder
   * stands alone: its attention to the encoder is left out.
   */
  readonly memory?: TensorLike;
  /** Which of `memory` may be seen: `[B, H, T, S]` or fewer axes. */
  readonly memoryMask?: AttentionOptions["mask"];
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
  set weights(weights: Readonly<Record<string, TensorLike>>);
  /** Gives the weights' memory back; the model cannot be used after. */
  dispose(): void;
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

/** Options of {@link Decoder.start}. */
export interface DecodingOptions {
  /** The encoder's output, as in `forward`. */
  readonly memory?: TensorLike;
  /** Which of `memory` may be seen: `[B, H, 1, S]` or fewer axes. */
  readonly memoryMask?: AttentionOptions["mask"];
  /** B, when several texts are decoded side by side without `memory`. */
  readonly batch?: number;
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
    input: number | ArrayLike<number> | TensorLike,
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
