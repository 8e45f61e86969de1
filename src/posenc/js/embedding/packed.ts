import { named } from "../default-instance.js";
import { MAX_POSITION } from "../options.js";
import type { Runtime } from "../runtime.js";
import {
  choice,
  integer,
  integers,
  type OptionsOf,
  optional,
  table,
} from "../schema.js";

/** Most tokens of one call. */
const MAX_TOKENS = 2 ** 26;

const LENGTHS = integers({ min: 0, max: MAX_TOKENS });
const FIRST = integer({ min: 0, max: 2 ** 30, default: 0 });

/** @internal */
export const PACKED_POSITIONS = table("embedding.packedPositions", {
  /** Lengths of the texts that lie behind each other. */
  lengths: LENGTHS,
  /** Position of the first token of each text. */
  offset: FIRST,
});
/** Options of {@link Packing.packedPositions}. */
export type PackedPositionsOptions = OptionsOf<typeof PACKED_POSITIONS>;

/** @internal */
export const BATCHED_POSITIONS = table("embedding.batchedPositions", {
  /** Length of each text of the batch. */
  lengths: LENGTHS,
  /** Tokens T of a row, padding included. */
  seqLen: optional(
    integer({ min: 1, max: MAX_TOKENS }),
    "the length of the longest text",
  ),
  /** Where padding stands: behind the text, or before it. */
  side: choice(["right", "left"], "right"),
  /** Position of the first token of each text. */
  offset: FIRST,
  /**
   * Position of padding tokens, which no query should see: 0 unless given, 1 in
   * Hugging Face's `generate`.
   */
  padding: integer({ min: 0, max: MAX_POSITION - 1, default: 0 }),
});
/** Options of {@link Packing.batchedPositions}. */
export type BatchedPositionsOptions = OptionsOf<typeof BATCHED_POSITIONS>;

/** Result of {@link Packing.batchedPositions}. */
export interface BatchedPositions {
  /** `[B, T]`, for `positions` of `rotary.apply` and its like. */
  readonly positions: { readonly data: Int32Array; readonly shape: number[] };
  /** `[B, 1, 1, T]`: 1 for tokens, 0 for padding; a `mask` of attention. */
  readonly mask: { readonly data: Uint8Array; readonly shape: number[] };
}

/** Positions of texts of different lengths. */
export interface Packing {
  /**
   * Positions of texts packed into one row: each counts from `offset` anew.
   * Lengths 3 and 4 give 0 1 2 0 1 2 3.
   *
   * @returns as many integers as tokens
   */
  packedPositions(options: PackedPositionsOptions): Int32Array;

  /**
   * Positions of texts that are padded to rows of one length, and the mask that
   * hides the padding.
   */
  batchedPositions(options: BatchedPositionsOptions): BatchedPositions;
}

function refuseMany(call: string, tokens: number): void {
  if (tokens <= MAX_TOKENS) return;
  throw new RangeError(
    `${call}: lengths must come to at most ${MAX_TOKENS} tokens, got ${tokens}`,
  );
}

/** {@link Packing} of one instance; nothing is asked of the module. */
export const packing = (_runtime: Runtime): Packing => ({
  packedPositions(input) {
    const options = PACKED_POSITIONS.open(input);
    const lengths = Array.from(options.read("lengths"));
    const offset = options.read("offset");
    const tokens = lengths.reduce((sum, n) => sum + n, 0);
    if (tokens === 0) options.fail("lengths", "one above 0 at least");
    refuseMany(options.call, tokens);
    const out = new Int32Array(tokens);
    let at = 0;
    for (const length of lengths) {
      for (let t = 0; t < length; t += 1, at += 1) out[at] = offset + t;
    }
    return out;
  },

  batchedPositions(input) {
    const options = BATCHED_POSITIONS.open(input);
    const lengths = Array.from(options.read("lengths"));
    const longest = lengths.reduce((most, n) => Math.max(most, n), 0);
    const seqLen = options.read("seqLen") ?? longest;
    const offset = options.read("offset");
    const padding = options.read("padding");
    const isLeft = options.read("side") === "left";
    if (longest === 0) options.fail("lengths", "one above 0 at least");
    if (seqLen < longest) {
      options.fail("seqLen", `at least ${longest}, the longest of lengths`);
    }
    const batch = lengths.length;
    refuseMany(options.call, batch * seqLen);
    const positions = new Int32Array(batch * seqLen).fill(padding);
    const mask = new Uint8Array(batch * seqLen);
    for (const [b, length] of lengths.entries()) {
      const from = b * seqLen + (isLeft ? seqLen - length : 0);
      mask.fill(1, from, from + length);
      for (let t = 0; t < length; t += 1) positions[from + t] = offset + t;
    }
    return {
      positions: { data: positions, shape: [batch, seqLen] },
      mask: { data: mask, shape: [batch, 1, 1, seqLen] },
    };
  },
});

export const packedPositions: Packing["packedPositions"] =
  /* @__PURE__ */ named(packing, "packedPositions");
export const batchedPositions: Packing["batchedPositions"] =
  /* @__PURE__ */ named(packing, "batchedPositions");
