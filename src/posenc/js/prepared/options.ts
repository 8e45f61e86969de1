import { BENT, SHARED } from "../attention/options.js";
import type { Out, TensorBuffer } from "../buffer.js";
import { LAYER, OF_LAYER } from "../layer.js";
import { MAX_POSITION } from "../options.js";
import type { PositionScheme } from "../position.js";
import { either } from "../rules.js";
import {
  flag,
  given,
  HEADS,
  integer,
  integers,
  type OptionsOf,
  optional,
  table,
  WIDTH,
} from "../schema.js";
import type { Tensor, TensorInput } from "../tensor.js";

export const PREPARE = table(
  "attention.prepare",
  {
    /** A layer of a plan, as in `layer` of {@link AttentionOptions}. */
    layer: LAYER,
    /** Heads H of the queries. */
    numHeads: HEADS,
    /** Width D of a head of queries and keys. */
    headDim: WIDTH,
    /** Width E of a head of values. */
    valueDim: optional(WIDTH, "`headDim`"),
    /**
     * Heads G of keys and values, a divisor of H: head h of the queries reads
     * head ⌊h·G/H⌋ (grouped-query attention).
     */
    numKeyValueHeads: optional(HEADS, "`numHeads`"),
    /**
     * Texts B that go on side by side; all tensors then have that axis, also for
     * one.
     */
    batch: optional(
      integer({ min: 1, max: MAX_POSITION - 1 }),
      "one text, without the axis",
    ),
    /**
     * Lengths of the B texts, where they differ: the first tokens are padded in
     * front to the longest, as `generate` of Hugging Face pads them, and all texts
     * go on side by side behind that. Padding has no position, no query sees it,
     * and its own output is 0.
     */
    lengths: optional(
      integers({ min: 1, max: MAX_POSITION - 1 }),
      "no padding",
    ),
    /**
     * Which of the first K keys may be seen, `[K]`, or `[B, K]` with `batch`:
     * booleans, or numbers that are added to the scores, as in `mask` of
     * {@link AttentionOptions}. Keys behind them are seen. A hidden key keeps its
     * position, unlike the padding of `lengths`.
     */
    mask: SHARED.mask,
    /** Order of the axes, as in `order` of {@link AttentionOptions}. */
    order: SHARED.order,
    /**
     * A query sees no key behind its own position. A cache is there to decode, so
     * it is true unless told; in {@link Posenc.attention} it is false.
     */
    causal: flag(true),
    /**
     * A query sees only keys at a distance below `window`. Older ones are given
     * up, so that memory stays within about two windows, but with `fire` and
     * `tupe`, which count from the first.
     */
    window: SHARED.window,
    /** Factor on q·k. */
    scale: SHARED.scale,
    /** Attention sinks, as in `sinks` of {@link AttentionOptions}. */
    sinks: SHARED.sinks,
    /** Soft cap of the scores, as in `softcap` of {@link AttentionOptions}. */
    softcap: BENT.softcap,
    /**
     * A factor on each query by its position, which the cache counts: without
     * `positions`.
     */
    temperature: BENT.temperature,
    /**
     * How positions enter, as in `position` of {@link AttentionOptions}: key j stands
     * at j. Options that list positions or numbers of single tokens are not taken
     * (`queryPositions`, `keyPositions`, `gates`, `cls`). `positionQuery` and
     * `positionKey` of `tupe` have a row for every position that is to come. A
     * rotary `scaling` that depends on the length needs `seqLen` or `maxLen`.
     */
    position: optional(
      given<PositionScheme>("an object with a type"),
      '`{ type: "none" }`',
    ),
    /** Most tokens that there will be: room for them is made at once. */
    maxLen: optional(
      integer({ min: 1, max: 2 ** 24 }),
      "2²⁴; room doubles as it is needed",
    ),
  },
  either("lengths", ["mask"]),
  either("layer", ["numHeads", "headDim", "valueDim", ...OF_LAYER], undefined, [
    "numHeads",
    "headDim",
  ]),
);
/** Options of {@link Attention.prepare}. */
export type AttentionPrepareOptions = OptionsOf<typeof PREPARE>;

/** Keys and values in the cache: the same memory, not copies. */
export interface KeysAndValues {
  /** `[length, G, D]`; with `rotary` they are turned. */
  readonly k: TensorBuffer;
  /** `[length, G, E]`. */
  readonly v: TensorBuffer;
}

/**
 * Attention over keys and values that are kept in the module and grow with the
 * text. Free it with `dispose()` (or `using`); one that is forgotten is freed
 * after garbage collection.
 *
 * Tensors are `[T, heads, width]`, or `[B, T, heads, width]` with `batch`; with
 * `order: "BHTD"` the heads stand before the tokens. Results are those of
 * {@link Posenc.attention} over all keys so far, bit for bit; after `shift`
 * within float32's rounding.
 */
export interface PreparedAttention {
  /** How many tokens there have been: the next one stands at this position. */
  readonly length: number;
  /** Position of the oldest key that is kept; above 0 only with `window`. */
  readonly first: number;

  /**
   * A step: puts keys and values behind those that are there, and attends with
   * the queries of the same tokens. What is not finite stays, as
   * {@link PreparedAttention.append} says.
   *
   * @param q - shape `[T, H, D]`
   * @param k - shape `[T, G, D]`
   * @param v - shape `[T, G, E]`
   * @param out - a buffer of the output's shape or a Float32Array of its size
   * @returns shape `[T, H, E]`
   * @throws RangeError when there is no room for them; nothing has changed then
   */
  step(q: TensorInput, k: TensorInput, v: TensorInput): Tensor;
  step(
    q: TensorInput,
    k: TensorInput,
    v: TensorInput,
    out: TensorBuffer,
  ): TensorBuffer;
  step(q: TensorInput, k: TensorInput, v: TensorInput, out?: Out): Tensor;

  /**
   * Puts keys and values behind those that are there. Their numbers are not
   * looked at: NaN or infinity stays in the cache, and every later query that
   * sees that token answers NaN, until `truncate` or `shift` forgets it.
   */
  append(k: TensorInput, v: TensorInput): void;

  /**
   * Attends with queries of the last tokens, as many as there are in `q`.
   *
   * @param q - shape `[T, H, D]`, T at most `length`
   * @param out - a buffer of the output's shape or a Float32Array of its size
   * @returns shape `[T, H, E]`
   */
  attend(q: TensorInput): Tensor;
  attend(q: TensorInput, out: TensorBuffer): TensorBuffer;
  attend(q: TensorInput, out?: Out): Tensor;

  /**
   * Forgets all tokens from position `length` on.
   *
   * @param length - at most that of now; with `window` no less than the kept
   *   keys allow
   */
  truncate(length: number): void;

  /**
   * Forgets `count` tokens and moves those behind to the front, so that their
   * positions are `count` less; keys that `rotary` turned are turned back by as
   * much.
   *
   * @param count - how many tokens
   * @param keep - how many at the beginning stay as they are; 0 unless given
   */
  shift(count: number, keep?: number): void;

  /**
   * Keys and values of the first tokens, of one text. They can be used until
   * the cache needs more room, is shifted or disposed of. No call takes them as
   * `out`.
   *
   * @param length - from 1 to `length`; all unless given
   */
  prefix(length?: number): KeysAndValues;

  /** Gives the memory back; nothing can be done with it after. */
  dispose(): void;
  /** @see dispose */
  [Symbol.dispose](): void;
}
