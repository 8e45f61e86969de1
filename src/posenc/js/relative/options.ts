import { MAX_POSITION } from "../options.js";
import { ways } from "../rules.js";
import {
  flag,
  given,
  integer,
  type OptionsOf,
  optional,
  part,
  real,
  tensor,
} from "../schema.js";

const MAX_ROWS = 2 ** 20;
const MAX_BUCKETS = 65536;

/** Distances are clipped to −clip … clip; at 0 all pairs are alike. */
export const CLIP = integer({ min: 0, max: MAX_ROWS });

export const SHAW = {
  /** Distances are clipped to −clip … clip; at 0 all pairs are alike. */
  clip: CLIP,
  /** Rows added to the keys, `[2·clip + 1, D]`, or one table per head, `[H, 2·clip + 1, D]`. */
  keyTable: tensor(),
  /** Rows added to the values, `[2·clip + 1, E]` or `[H, 2·clip + 1, E]`. */
  valueTable: optional(tensor(), "none"),
};
/** Relative position representations (Shaw et al. 2018). */
export type ShawScheme = OptionsOf<typeof SHAW>;

export const TRANSFORMER_XL = {
  /** A projected row per distance, `[R, H, D]`: row n is for distance `firstDistance` − n. */
  r: tensor(),
  /** Distance (query − key) of row 0. By default rows count down to distance 0. */
  firstDistance: optional(integer({ min: -MAX_ROWS, max: MAX_ROWS }), "R − 1"),
  /** u, what a key is worth to every query: `[H, D]`. */
  contentBias: optional(tensor(), "zeros"),
  /** v, what a distance is worth to every query: `[H, D]`. */
  positionBias: optional(tensor(), "zeros"),
};
/** Relative attention of Transformer-XL (Dai et al. 2019) and XLNet. */
export type TransformerXLScheme = OptionsOf<typeof TRANSFORMER_XL>;

/** Number of logarithmic buckets. */
export const BUCKETS = integer({ min: 4, max: MAX_BUCKETS });
/**
 * Whether distances from `maxPosition` on share the last bucket, as in the
 * authors' code; Hugging Face gives them further buckets.
 */
export const CLAMP = flag(false);
/** Distance whose logarithm fills the buckets. */
export const MAX_BUCKETED = integer({
  min: {
    text: "half of `buckets` + 2",
    of: (options) => Math.floor(BUCKETS.read(options, "buckets") / 2) + 2,
  },
  max: MAX_POSITION - 1,
});

export const DEBERTA = {
  /** Relative rows are kept for indices 0 … 2·span − 1. */
  span: integer({ min: 1, max: MAX_ROWS }),
  /** Projected rows for content to position, `[2·span, H, D]`. */
  relK: optional(tensor()),
  /** Projected rows for position to content, `[2·span, H, D]`. */
  relQ: optional(tensor()),
  /** Logarithmic buckets (v2, v3: 256). */
  buckets: optional(BUCKETS, "none, the distance itself"),
  /** Distance that fills the buckets; needed with `buckets` (v3: 512). */
  maxPosition: optional(MAX_BUCKETED),
  /**
   * Whether distances from `maxPosition` on share the last bucket, as in the
   * authors' code (microsoft/DeBERTa). Hugging Face counts on: with 256 buckets
   * to 512, distance 512 has bucket 256, and 1000 has 317.
   */
  clamp: CLAMP,
  /** Which position terms take part. */
  terms: optional(
    given<readonly ("c2p" | "p2c")[]>('an array of "c2p" and "p2c"'),
    "both",
  ),
};
/** Buckets end somewhere. */
export const BUCKETED = ways(
  { needs: ["buckets", "maxPosition"], takes: ["clamp"] },
  { takes: ["maxPosition"], stays: { clamp: false } },
);
export const DEBERTA_SCHEME = part(DEBERTA, BUCKETED);
/** Disentangled attention of DeBERTa (He et al. 2021). */
export type DebertaScheme = OptionsOf<typeof DEBERTA_SCHEME>;

export const COPE = {
  /** Rows e of positions 0 … N − 1, `[N, D]` or `[H, N, D]`; N is the cap plus one. */
  embeddings: tensor(),
  /** What opens the gates, in the form of `k`: the values for value gates. */
  gates: optional(tensor(), "the keys"),
  /**
   * Whether the term is multiplied by the call's `scale` as content and gates
   * are (the authors' code); the paper's listing and `--cope-nodiv` leave it as
   * it is.
   */
  scaled: flag(true),
};
/**
 * Contextual position encoding (Golovneva et al. 2024): gates
 * sigmoid(scale·q·k + mask) are counted from the last key back. The gate of a
 * key that `mask`, `window` or `causal` hides is closed, so that padding changes
 * nothing; finite numbers of a mask go through the sigmoid, as in the paper's
 * listing.
 */
export type CopeScheme = OptionsOf<typeof COPE>;

export const TUPE = {
  /** Projected queries of positions, `[Q, H, D]`, one more row with `cls`. */
  positionQuery: tensor(),
  /** Projected keys of positions, `[K, H, D]`, one more row with `cls`. */
  positionKey: tensor(),
  /** Factor on the product. */
  positionScale: optional(real({}), "1/√(2D)"),
  /** Untie the first token: row 0 is no position but θ₁, row n + 1 is position n. */
  cls: flag(false),
};
/** Untied position encoding, TUPE (Ke et al. 2021). */
export type TupeScheme = OptionsOf<typeof TUPE>;

const FEWEST = 4;
const T5_BUCKETS = integer({
  min: FEWEST,
  max: MAX_BUCKETS,
  even: true,
  default: 32,
});

export const TUPE_RELATIVE = {
  /**
   * `[numBuckets, H]`; with `cls` one row more, the last, for the column of
   * token 0, and the row of token 0 takes bucket ⌊numBuckets/2⌋.
   */
  table: tensor(),
  /** Number of buckets, both directions together. */
  numBuckets: T5_BUCKETS,
  /** Distance from which all share the last bucket. */
  maxDistance: integer({
    min: {
      text: "a quarter of `numBuckets` + 1",
      of: (options) =>
        Math.floor(T5_BUCKETS.read(options, "numBuckets") / FEWEST) + 1,
    },
    max: MAX_POSITION - 1,
    default: 128,
  }),
};
/** T5's buckets on top of TUPE's positions: a number per bucket and head. */
export type TupeRelative = OptionsOf<typeof TUPE_RELATIVE>;

/** Options of each scheme. */
export const SCHEMES = {
  shaw: SHAW,
  transformerXL: TRANSFORMER_XL,
  deberta: DEBERTA,
  cope: COPE,
  tupe: TUPE,
} as const;

export type RelativeType = keyof typeof SCHEMES;
