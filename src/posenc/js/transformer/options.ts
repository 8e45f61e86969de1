import { BENT, SHARED } from "../attention/options.js";
import type { SinusoidalOptions } from "../embedding.js";
import { Activation } from "../generated/border/enums/transformer.js";
import type { PlannedLayer } from "../layer.js";
import type { PositionScheme } from "../position.js";
import { LENGTH } from "../positions.js";
import { either, ways } from "../rules.js";
import {
  choice,
  flag,
  given,
  HEADS,
  integer,
  type OptionsOf,
  optional,
  real,
  SEED,
  table,
  tensor,
  WIDTH,
} from "../schema.js";
import type { TensorInput } from "../tensor.js";
import { EPSILON } from "./layers.js";
import type { LayerInfo } from "./types.js";

/** Sinusoidal rows, added to the token embeddings (Vaswani et al. 2017). */
export interface SinusoidalPosition
  extends Pick<SinusoidalOptions, "base" | "layout" | "spacing"> {
  readonly type: "sinusoidal";
}

/** Trained rows, added to the token embeddings (BERT, GPT-2). */
export interface LearnedPosition {
  readonly type: "learned";
  /**
   * How many positions there are rows for; default the model's `maxLen`.
   */
  readonly maxLen?: number | undefined;
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

export const ENCODER = {
  /** How many layers. */
  layers: integer({ min: 1, max: 1024 }),
  /** Width D of the tokens. */
  dModel: WIDTH,
  /** Heads of every attention; they divide `dModel`. */
  numHeads: HEADS,
  /** Width of the feed-forward network's hidden layer. */
  dFeedForward: optional(integer({ min: 1, max: 2 ** 20 }), "4·`dModel`"),
  /** V: how many tokens there are. Without it `forward` takes embeddings. */
  vocabularySize: optional(integer({ min: 1, max: 2 ** 24 })),
  /** How positions enter. */
  position: optional(
    given<TransformerPosition>("an object with a type"),
    '`{ type: "sinusoidal" }`',
  ),
  /**
   * A layer of a plan of `config.fromHuggingFace`, for every self-attention of
   * the model: its position, scale, window, soft cap and temperature. Its heads
   * are those of the model, those of keys and values as many as it says. Or a list of them,
   * `plan.layers`, one for each layer: rotated and unrotated ones in turn, or
   * windows here and there.
   */
  layer: optional(
    given<PlannedLayer | readonly PlannedLayer[]>(
      "a layer of a plan, or a list of them",
    ),
    "the options one by one",
  ),
  /** Soft cap of self-attention, as `softcap` of {@link AttentionOptions}. */
  softcap: BENT.softcap,
  /**
   * A factor on each query of self-attention by its position, as `temperature`
   * of {@link AttentionOptions}, without `positions`.
   */
  temperature: BENT.temperature,
  /**
   * Between the two layers of the feed-forward network: `"relu"` (the paper's),
   * `"gelu"` by the error function, or `"geluTanh"`, its approximation in GPT-2
   * and BERT's first code.
   */
  activation: choice(Activation, "relu"),
  /**
   * `"post"` (the paper's): norm(x + sublayer(x)). `"pre"`: x +
   * sublayer(norm(x)), and one more norm after the last layer (Xiong et al.
   * 2020).
   */
  norm: choice(["post", "pre"], "post"),
  /**
   * Factor on the embeddings, looked up or given, before positions are added
   * (the paper's section 3.4).
   */
  embeddingScale: optional(real({}), "√`dModel`"),
  /** Longest text; longer ones are refused. */
  maxLen: optional(LENGTH, "any length"),
  /** Added to the variance in every norm. */
  epsilon: EPSILON,
  /**
   * Draws the weights. The same seed gives the same numbers on every machine.
   * Normal numbers of mean 0 and standard deviation √(2 / (in + out)) (Glorot
   * and Bengio 2010), √(2 / in) before the activation (He et al. 2015), 1/√D for
   * token embeddings and 0.02 for learned positions; biases 0, gains 1.
   */
  seed: SEED,
  /** The weights themselves, instead of `seed`: see {@link ModelWeights}. */
  weights: optional(
    given<Readonly<Record<string, TensorInput>>>("tensors by name"),
  ),
};
/** Weights are given, or drawn. */
const WEIGHTED = ways({ needs: ["weights"] }, { takes: ["seed"] });
const PLANNED = either("layer", ["softcap", "temperature"]);
export const ENCODER_CALL = table(
  "transformer.encoder",
  ENCODER,
  WEIGHTED,
  PLANNED,
);
/** Options of {@link Transformer.encoder}. */
export type EncoderOptions = OptionsOf<typeof ENCODER_CALL>;

export const DECODER_CALL = table(
  "transformer.decoder",
  {
    ...ENCODER,
    /**
     * Whether layers have an attention to the encoder's output. A decoder without
     * it needs fewer weights and takes no `memory` (GPT).
     */
    crossAttention: flag(true),
  },
  WEIGHTED,
  PLANNED,
);
/** Options of {@link Transformer.decoder}. */
export type DecoderOptions = OptionsOf<typeof DECODER_CALL>;

const MASK = SHARED.mask;

export const FORWARD = {
  /**
   * Which tokens may be seen in self-attention, as `mask` of
   * {@link AttentionOptions}: `[B, H, T, T]` or fewer axes from the right,
   * so that padding is `[B, 1, 1, T]`.
   */
  mask: MASK,
  /** Called with copies after each part of each layer. */
  onLayer: optional(given<(info: LayerInfo) => void>("a function")),
  /** Answer the weights of each attention as well. */
  returnWeights: flag(false),
  /**
   * Answer output·tokenEmbeddingᵀ as well, what a softmax turns into
   * probabilities of the next token; needs a vocabulary.
   */
  logits: flag(false),
};
/** Options of an encoder's `forward`. */
export type ForwardOptions = OptionsOf<typeof FORWARD>;

export const DECODER_FORWARD = {
  ...FORWARD,
  /**
   * The encoder's output, `[S, D]` or `[B, S, D]`. Without it the decoder
   * stands alone: its attention to the encoder is left out.
   */
  memory: optional(tensor()),
  /** Which of `memory` may be seen: `[B, H, T, S]` or fewer axes. */
  memoryMask: MASK,
};
/** Options of a decoder's `forward`. */
export type DecoderForwardOptions = OptionsOf<typeof DECODER_FORWARD>;

export const DECODING = {
  /** The encoder's output, as in `forward`. */
  memory: optional(tensor()),
  /** Which of `memory` may be seen: `[B, H, 1, S]` or fewer axes. */
  memoryMask: MASK,
  /** B, when several texts are decoded side by side without `memory`. */
  batch: optional(integer({ min: 1, max: 2 ** 20 })),
};
/** Options of {@link Decoder.start}. */
export type DecodingOptions = OptionsOf<typeof DECODING>;

export const STEP = {
  /** Answer output·tokenEmbeddingᵀ as well; needs a vocabulary. */
  logits: flag(false),
};
