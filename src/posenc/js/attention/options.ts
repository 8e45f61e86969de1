import { ORDER } from "../axis-order.js";
import { ANYWHERE, LENGTH } from "../positions.js";
import { ways } from "../rules.js";
import {
  flag,
  given,
  HEADS,
  integer,
  numbers,
  type OptionsOf,
  optional,
  reader,
  real,
  tensor,
} from "../schema.js";
import type { TensorInput } from "../tensor.js";
import type { AttentionTemperature } from "./temperature.js";

export const LINEAR_LAYER = {
  /** Shape `[out, in]`. */
  weight: tensor(),
  /** Shape `[out]`. */
  bias: optional(tensor(), "none"),
};
/** A linear layer x·Wᵀ + b, as PyTorch's `nn.Linear` stores it. */
export type LinearLayer = OptionsOf<typeof LINEAR_LAYER>;

const layer = optional(given<LinearLayer>("a linear layer"));

export const PROJECTIONS = {
  /** `[H·D, width of q]`. */
  q: layer,
  /** `[G·D, width of k]`, G = `numKeyValueHeads`. */
  k: layer,
  /** `[G·E, width of v]`. */
  v: layer,
  /** `[any, H·E]`, applied to the joined heads. */
  output: layer,
};
/** The linear layers of multi-head attention; what is absent is the identity. */
export type Projections = OptionsOf<typeof PROJECTIONS>;

/** Which keys may be seen: see `mask` of {@link AttentionOptions}. */
export interface BooleanMask {
  /** True or 1: may be seen. */
  readonly data: Uint8Array | Uint8ClampedArray | readonly boolean[];
  /** As ONNX Runtime has it. */
  readonly dtype?: "bool" | "uint8" | undefined;
  /** Length of each axis. */
  readonly shape: readonly number[];
}

/** Scores stay finite in float32 for q and k of any sensible size. */
const MAX_SCALE = 1e30;

/** Options of attention, and of calls that are built on it. */
export const SHARED = {
  /**
   * Queries: `[B, Q, H, D]` or `[Q, H, D]`; with `numHeads` also the heads side
   * by side, `[B, Q, H·D]` or `[Q, H·D]`. Without `numHeads` a shape of three
   * axes is `[Q, H, D]`; with it, one whose middle axis is another number is
   * `[B, Q, H·D]`. Where both could be meant, `joined` has to tell.
   */
  q: tensor(),
  /** Keys, in the form of `q`: `[B, K, G, D]` …, G heads. */
  k: tensor(),
  /** Values, in the form of `q`: `[B, K, G, E]` …; E need not be D. */
  v: tensor(),
  /**
   * Order of the axes: `"BTHD"`, tokens before heads; `"BHTD"`, heads before
   * tokens, as PyTorch and Hugging Face have them, `[B, H, Q, D]` or `[H, Q, D]`
   * for `q` and the same for `k`, `v` and the output.
   */
  order: ORDER,
  /** Heads H of the queries; needed when they stand side by side. */
  numHeads: optional(HEADS),
  /**
   * Whether the heads stand side by side in the last axis. Needed only for
   * three axes whose middle one equals `numHeads`, when `k` and `v` allow both
   * readings: then a call without it is refused.
   */
  joined: optional(flag(false)),
  /**
   * Heads G of keys and values, a divisor of H: head h of the queries reads
   * head ⌊h·G/H⌋ (grouped-query attention).
   */
  numKeyValueHeads: optional(
    HEADS,
    "what the shape of `k` says, or H when the heads stand side by side",
  ),
  /** A query sees no key behind its own position. */
  causal: flag(false),
  /** A query sees only keys at a distance below `window`. */
  window: optional(LENGTH, "any distance"),
  /**
   * Position of query 0 when key 0 stands at 0. By default the queries are the
   * last Q of the K positions, as in decoding with a cache.
   */
  offset: optional(integer(ANYWHERE), "K − Q"),
  /**
   * Shape `[B, H, Q, K]`, or fewer axes counted from the right; an axis of
   * length 1 is shared. Booleans (`boolean[]`, `Uint8Array`, or numbers with
   * `dtype: "bool"`) tell what may be seen; other numbers are added to the
   * scores, −Infinity hides. Finite values or −Infinity only. Numbers that are
   * all 0 or 1 could be either, and are refused unless `dtype` says what they
   * are.
   */
  mask: optional(given<TensorInput | BooleanMask>("a mask")),
  /** Factor on q·k. */
  scale: optional(
    real({ min: -MAX_SCALE, max: MAX_SCALE }),
    "1/√D, less for schemes that say so",
  ),
  /**
   * Attention sinks, one score per head that takes weight and gives no value
   * (gpt-oss).
   */
  sinks: optional(numbers(), "none"),
  /** Multi-head attention's own linear layers around it. */
  projections: optional(given<Projections>("linear layers"), "none"),
};

/** What a whole attention does to its scores besides. */
export const BENT = {
  /**
   * Soft cap c: scale·q·k becomes c·tanh(scale·q·k / c), before position terms
   * and mask (Gemma 2: 50 on attention scores, as FlashAttention and vLLM have
   * it).
   */
  softcap: optional(real({ min: 1e-30, max: MAX_SCALE }), "none"),
  /**
   * A factor on each query by its position, after its rotation: it multiplies
   * q·k before the soft cap, and terms that read the query.
   */
  temperature: optional(
    given<AttentionTemperature>("an object with a type"),
    "none",
  ),
};

/** Projections make heads that stand side by side. */
export const PROJECTED = ways(
  { needs: ["numHeads"], takes: ["joined"], stays: { order: "BTHD" } },
  {
    needs: ["projections", "numHeads"],
    stays: { joined: true, order: "BTHD" },
  },
  { takes: ["numHeads", "order"], stays: { joined: false } },
);

/** An option of attention in whatever holds it. */
export const read = reader({ ...SHARED, ...BENT });
