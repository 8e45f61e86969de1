import type { AlibiSlopesOptions, T5BucketOptions } from "../bias.js";
import type { RotaryScaling } from "../rotary/scaling.js";
import type { AxialHeadsLayer, AxisPlan, LayerPlan } from "./layer.js";

/** Options for `pe.rotary.frequencies`. */
export interface RotaryFrequenciesPlan {
  /** Width of one head (of its rotated part, where a model keeps that apart). */
  readonly headDim: number;
  /** How many of its channels are rotated. */
  readonly rotaryDim: number;
  /** `rope_theta`. */
  readonly base: number;
  /** Context extension; absent for plain RoPE. */
  readonly scaling?: RotaryScaling;
}

/** What every plan says. */
interface PlanBase {
  /** The `model_type` that was read; of the text model in a nested config. */
  readonly modelType: string;
  /** How many positions the model is made for; null when the config is silent. */
  readonly maxPositions: number | null;
  /** Attention heads of one layer; of the encoder where there are two stacks. */
  readonly numHeads: number;
  /**
   * What the model multiplies q·k by, where that is not 1 / √headDim: the
   * `scale` of `pe.attention`.
   */
  readonly scale?: number;
  /**
   * What each layer computes, whole: layer l of the model is `layers[l]`. Of
   * two stacks, those of the encoder.
   */
  readonly layers: readonly LayerPlan[];
  /** Layers of the decoder, for models that have both stacks. */
  readonly decoderLayers?: readonly LayerPlan[];
}

/** Rotations of queries and keys. */
export interface RotaryPlan extends PlanBase {
  readonly kind: "rotary";
  /** Heads of the keys and values; fewer than `numHeads` in grouped attention. */
  readonly numKeyValueHeads: number;
  /**
   * Options for `pe.rotary.frequencies`; where layers differ, those of the
   * layers that attend to everything (the first that rotate, if none does).
   * What each layer has is in `layers`.
   */
  readonly rotary: RotaryFrequenciesPlan;
  /** Which channels form a pair: the `layout` of `pe.rotary.apply`. */
  readonly layout: "halves" | "interleaved";
  /** Options for `pe.rotary.multimodal`, for models with M-RoPE. */
  readonly multimodal?: {
    /** Pairs that turn with time, height and width. */
    readonly sections: readonly number[];
    /** Sections alternate pair by pair (Qwen3-VL) instead of lying in blocks. */
    readonly interleaved: boolean;
  };
}

/** A penalty on each score that grows with the distance. */
export interface AlibiPlan extends PlanBase {
  readonly kind: "alibi";
  /** Options for `pe.bias.alibi` and `pe.bias.alibiSlopes`. */
  readonly bias: Pick<AlibiSlopesOptions, "numHeads" | "maxBias">;
  /** Factor on the bias, where the model adds it before its score scale. */
  readonly biasScale?: number;
}

/**
 * Options for `pe.bias.t5Bucket`; for `pe.bias.t5` without `numBuckets`, which
 * its table tells.
 */
export type T5BucketPlan = Readonly<Required<T5BucketOptions>>;

/** A learned number per head and bucket of distances. */
export interface T5Plan extends PlanBase {
  readonly kind: "t5";
  /** Buckets of the encoder's self-attention. */
  readonly bias: T5BucketPlan;
  /** Buckets of the decoder's self-attention. */
  readonly decoderBias: T5BucketPlan;
  /** One table `[numBuckets, numHeads]` for the whole stack, or one per layer. */
  readonly tables: "shared" | "perLayer";
}

/** A row per position out of the model's weights, added to the token embeddings. */
export interface LearnedPlan extends PlanBase {
  readonly kind: "learned";
  /** Options for `pe.embedding.learned`: the size of the model's table. */
  readonly embedding: {
    readonly maxLen: number;
    readonly dModel: number;
    readonly std?: number;
  };
  /** Row of the table that position 0 takes (`pe.embedding.lookup`). */
  readonly offset: number;
  /** Side of the square of rows of which an image takes the middle (SD3). */
  readonly grid?: number;
  /**
   * Options for `pe.embedding.resize2d`, which makes a row for each cell of an image
   * of the config's size out of the table (SAM 2).
   */
  readonly resized?: {
    readonly from: readonly [rows: number, columns: number];
    readonly to: readonly [rows: number, columns: number];
    readonly method: "cubic";
  };
  /**
   * Rows and columns of a second table, repeated over the grid and added as well:
   * cell (r, c) takes its cell (r mod rows, c mod columns) (SAM 2).
   */
  readonly tiled?: readonly [rows: number, columns: number];
  /** The `tokenScale` of `pe.embedding.add`. */
  readonly tokenScale: number;
}

/** Sine and cosine rows, added to the token embeddings. */
export interface SinusoidalPlan extends PlanBase {
  readonly kind: "sinusoidal";
  /** Options for `pe.embedding.sinusoidal`; add `seqLen`. */
  readonly embedding: {
    readonly dModel: number;
    readonly base: number;
    readonly layout: "interleaved" | "halves";
    readonly spacing: "paper" | "endpoint";
    /** Position of the first token. */
    readonly offset: number;
  };
  /** The `tokenScale` of `pe.embedding.add`. */
  readonly tokenScale: number;
  /** The decoder's table of learned rows, where it has one (Whisper). */
  readonly decoderEmbedding?: LearnedPlan["embedding"];
}

/** Rotations by the coordinates of a grid (images and videos). */
export interface AxialPlan extends PlanBase {
  readonly kind: "axial";
  /** Width of one head. */
  readonly headDim: number;
  /** Columns and base of each axis, side by side from the first column on. */
  readonly axes: readonly AxisPlan[];
  /** Which columns form a pair; in `"halves"`, of the head, not of an axis. */
  readonly layout: "halves" | "interleaved";
}

/** Rotations of all heads as one vector, by the coordinates of a grid (LTX-Video). */
export interface AxialHeadsPlan
  extends PlanBase,
    Omit<AxialHeadsLayer, "type"> {
  readonly kind: "axialHeads";
}

/** Disentangled attention. */
export interface DebertaPlan extends PlanBase {
  readonly kind: "deberta";
  /** Options for `pe.relative.deberta`, beside its tensors. */
  readonly relative: {
    readonly span: number;
    readonly terms: readonly ("c2p" | "p2c")[];
  } & (
    | { readonly buckets: number; readonly maxPosition: number }
    | { readonly buckets?: undefined; readonly maxPosition?: undefined }
  );
  /** relQ and relK are made with the projections of the content. */
  readonly shareKeys: boolean;
  /** A learned table added to the input as well, where the model has one. */
  readonly embedding?: LearnedPlan["embedding"];
}

/** Transformer-XL's score terms. */
export interface TransformerXLPlan extends PlanBase {
  readonly kind: "transformerXL";
  /**
   * Options for `pe.embedding.sinusoidal` that give the rows of
   * `pe.relative.transformerXL` before their projection; add `positions`, the
   * distances.
   */
  readonly embedding: {
    readonly dModel: number;
    readonly base: number;
    readonly layout: "halves";
  };
  /** Longer distances take the row of this one; null for no such bound. */
  readonly clampLen: number | null;
  /** Width of one head. */
  readonly headDim: number;
  /** How many hidden states of earlier segments are kept; 0 when not given. */
  readonly memoryLen: number;
}

/** How a model encodes positions, as options of this library. */
export type PositionPlan =
  | RotaryPlan
  | AlibiPlan
  | T5Plan
  | LearnedPlan
  | SinusoidalPlan
  | AxialPlan
  | AxialHeadsPlan
  | DebertaPlan
  | TransformerXLPlan;
