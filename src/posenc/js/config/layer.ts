import type { AlibiSlopesOptions } from "../bias.js";
import type { RotaryScaling } from "../rotary/scaling.js";

/** How a layer turns queries and keys: `position` of `pe.attention`. */
export interface RotaryLayer {
  readonly type: "rotary";
  /** Width of a whole head of queries and keys. */
  readonly headDim: number;
  /** How many of its channels turn, from `startIndex` on. */
  readonly rotaryDim: number;
  /** First channel that turns; 0 unless given. */
  readonly startIndex?: number;
  /** `rope_theta` of this layer. */
  readonly base: number;
  /** Context extension of this layer; absent for plain RoPE. */
  readonly scaling?: RotaryScaling;
  /** Which channels form a pair. */
  readonly layout: "halves" | "interleaved";
  /** Turns by −m·θ where others turn by +m·θ (NanoChat). */
  readonly inverse?: true;
  /**
   * The layer's output turns back by its query's position, since its values are
   * its turned keys (DeepSeek V4).
   */
  readonly outputTurnedBack?: true;
  /** Positions of several axes, for models with M-RoPE. */
  readonly multimodal?: {
    /** Pairs that turn with time, height and width. */
    readonly sections: readonly number[];
    /** Sections alternate pair by pair (Qwen3-VL) instead of lying in blocks. */
    readonly interleaved: boolean;
  };
}

/** Columns of a head that turn with one coordinate. */
export interface AxisPlan {
  readonly rotaryDim: number;
  readonly base: number;
}

/** How a layer turns queries and keys by the coordinates of a grid. */
export interface AxialLayer {
  readonly type: "axial";
  readonly headDim: number;
  /** Side by side from the first pair on: time, height, width; x, y in SAM 2. */
  readonly axes: readonly AxisPlan[];
  /** Which columns form a pair; in `"halves"`, of the head, not of an axis. */
  readonly layout: "halves" | "interleaved";
}

/**
 * How a layer turns all its heads as one vector of `numHeads`·`headDim` columns by
 * the coordinates of a grid (LTX-Video), so that each head has frequencies of its
 * own. Pairs are neighbouring columns of the vector. The first `unturned` of them
 * stand still; pair i behind these turns with coordinate i mod `axes`, by
 * (π/2)·`base`^(⌊i/`axes`⌋ / (`frequencies` − 1)) for each unit of it. A coordinate is
 * 2·g − 1, where the model's pipeline gives g: seconds over 20, rows and columns of
 * the image over 2048. To compute it, give `pe.rotary.apply` the vector as one
 * head, with tables of those angles.
 */
export interface AxialHeadsLayer {
  readonly type: "axialHeads";
  readonly numHeads: number;
  readonly headDim: number;
  /** Coordinates of a token: 3, of time, height and width. */
  readonly axes: number;
  /** Frequencies that each axis has, from slow to fast. */
  readonly frequencies: number;
  /** Pairs before the first that turns. */
  readonly unturned: number;
  readonly base: number;
}

/** How a layer penalises distance: `position` of `pe.attention`. */
export interface AlibiLayer {
  readonly type: "alibi";
  readonly numHeads: number;
  /** Slopes run down to 2^−maxBias; 8 unless given. */
  readonly maxBias?: NonNullable<AlibiSlopesOptions["maxBias"]>;
  /** Distance counts in both directions (encoders). */
  readonly symmetric?: true;
  /** Factor on the bias, where the model adds it before its score scale. */
  readonly biasScale?: number;
}

/** Buckets of distances with a learned number each; the table is a weight. */
export interface T5Layer {
  readonly type: "t5";
  /** Buckets, of both directions together where `bidirectional`. */
  readonly numBuckets: number;
  /** Distances from here on share the last bucket. */
  readonly maxDistance: number;
  /** Keys behind the query have buckets of their own. */
  readonly bidirectional: boolean;
  /** Layer whose table `[numBuckets, numHeads]` this one uses. */
  readonly tableOfLayer: number;
}

/** Disentangled attention; its rows are weights. */
export interface DebertaLayer {
  readonly type: "deberta";
  readonly span: number;
  readonly terms: readonly ("c2p" | "p2c")[];
  readonly buckets?: number;
  readonly maxPosition?: number;
}

/** Transformer-XL's score terms; its projection and biases are weights. */
export interface TransformerXLLayer {
  readonly type: "transformerXL";
  /** Longer distances take the row of this one; null for no such bound. */
  readonly clampLen: number | null;
}

/**
 * The layer's scores know nothing of positions: NoPE, or the model adds its
 * rows to the token embeddings, before the first layer.
 */
export interface UnpositionedLayer {
  readonly type: "none";
}

/** How positions enter the scores of one layer. */
export type LayerPosition =
  | RotaryLayer
  | AxialLayer
  | AxialHeadsLayer
  | AlibiLayer
  | T5Layer
  | DebertaLayer
  | TransformerXLLayer
  | UnpositionedLayer;

/**
 * Factor on the query at position p (from 0), after its rotation:
 *
 * - `"floor"`: 1 + `coefficient`·ln(1 + ⌊(p + `shift`) / `length`⌋). Llama 4
 *   has shift 1, Ministral 3 and Mistral 4 shift 0.
 * - `"log"`: max(1, ln(p + 1) / ln(`length`)), the log-n of Qwen 1.
 */
export type TemperaturePlan =
  | {
      readonly type: "floor";
      readonly coefficient: number;
      readonly length: number;
      readonly shift: 0 | 1;
    }
  | { readonly type: "log"; readonly length: number };

/** Parts of a head in latent attention (DeepSeek's MLA). */
export interface LatentPlan {
  /** Channels of a head without position, which come first: q and k nope. */
  readonly nopeDim: number;
  /** Channels behind them that turn. */
  readonly ropeDim: number;
  /** Heads of the turned part of the keys: one, which all query heads share. */
  readonly rotatedKeyHeads: 1;
  /** Width of the compressed keys and values, without the turned part. */
  readonly kvRank: number | null;
}

/** Entries that a layer makes of every `ratio` keys, beside its own window. */
export interface CompressionPlan {
  /** Tokens per entry. */
  readonly ratio: number;
  /** Position that entry i turns by, over `ratio`: i, the group's first token. */
  readonly position: "first";
}

/** Blocks of an image's cells, of which each attends to itself alone (SAM 2). */
export interface GridWindowPlan {
  /** Rows and columns of a block. */
  readonly size: readonly [rows: number, columns: number];
  /**
   * Rows and columns of the layer's input, for an image of the config's size.
   * Where blocks don't divide them, cells of zeros fill the last blocks, and take
   * weight as keys.
   */
  readonly grid: readonly [rows: number, columns: number];
}

/** A layer that scores queries against keys, with what its scores depend on. */
export interface AttentionLayer {
  readonly kind: "attention";
  /** What the model's code calls such a layer: `full_attention`, … */
  readonly layerType: string;
  /** Heads H of the queries. */
  readonly numHeads: number;
  /**
   * Heads G of the keys and values. In latent attention as many as `numHeads`
   * once they are unfolded, of which `latent` says what they share.
   */
  readonly numKeyValueHeads: number;
  /** Width D of a head of queries and keys, turned or not. */
  readonly headDim: number;
  /** Width of a head of values, where it is another. */
  readonly valueDim?: number;
  /** How positions enter the scores. */
  readonly position: LayerPosition;
  /** Factor on q·k, all but what depends on positions. */
  readonly scale: number;
  /** A query sees no key behind its own position. */
  readonly causal: boolean;
  /** A query sees only keys at a distance below it; absent: any distance. */
  readonly window?: number;
  /** A query sees only keys of its own block of so many positions (Llama 4). */
  readonly chunk?: number;
  /** A query sees only keys of its own block of a grid; absent: of all. */
  readonly gridWindow?: GridWindowPlan;
  /** A learned score per head takes weight and gives no value (gpt-oss). */
  readonly sinks?: true;
  /** Scores become c·tanh(score / c), before the mask (Gemma 2). */
  readonly softcap?: number;
  /** Factor on the query by its position. */
  readonly temperature?: TemperaturePlan;
  /** Latent attention: the parts of a head. */
  readonly latent?: LatentPlan;
  /** Keys of groups of tokens beside the single ones (DeepSeek V4). */
  readonly compression?: CompressionPlan;
}

/** A layer without scores: recurrent, linear attention, convolution. */
export interface OtherLayer {
  readonly kind: "other";
  /** What the model's code calls such a layer: `linear_attention`, `conv`, … */
  readonly layerType: string;
}

/** What one layer of a model does with positions. */
export type LayerPlan = AttentionLayer | OtherLayer;
