import { Attending } from "./attend.js";
import type { TensorBuffer } from "./buffer.js";
import { Options } from "./options.js";
import { type PositionScheme, preparePosition } from "./position.js";
import type { Runtime } from "./runtime.js";
import type { Tensor, TensorLike } from "./tensor.js";

/** A linear layer x·Wᵀ + b, as PyTorch's `nn.Linear` stores it. */
export interface LinearLayer {
  /** Shape `[out, in]`. */
  readonly weight: TensorLike;
  /** Shape `[out]`; default none. */
  readonly bias?: TensorLike;
}

/** The linear layers of multi-head attention; what is absent is the identity. */
export interface Projections {
  /** `[H·D, width of q]`. */
  readonly q?: LinearLayer;
  /** `[G·D, width of k]`, G = `numKeyValueHeads`. */
  readonly k?: LinearLayer;
  /** `[G·E, width of v]`. */
  readonly v?: LinearLayer;
  /** `[any, H·E]`, applied to the joined heads. */
  readonly output?: LinearLayer;
}

/** Which keys may be seen: see {@link AttentionOptions.mask}. */
export interface BooleanMask {
  /** True or 1: may be seen. */
  readonly data: Uint8Array | readonly boolean[];
  /** Length of each axis. */
  readonly shape: readonly number[];
}

/** Options of {@link Posenc.attention}. */
export interface AttentionOptions {
  /**
   * Queries: `[B, Q, H, D]` or `[Q, H, D]`; with `numHeads` also the heads side
   * by side, `[B, Q, H·D]` or `[Q, H·D]`. Without `numHeads` a shape of three
   * axes is `[Q, H, D]`; with it, one whose middle axis is another number is
   * `[B, Q, H·D]`. Where both could be meant, `joined` has to tell.
   */
  readonly q: TensorLike;
  /** Keys, in the form of `q`: `[B, K, G, D]` …, G heads. */
  readonly k: TensorLike;
  /** Values, in the form of `q`: `[B, K, G, E]` …; E need not be D. */
  readonly v: TensorLike;
  /** Heads H of the queries; needed when they stand side by side. */
  readonly numHeads?: number;
  /**
   * Whether the heads stand side by side in the last axis. Needed only for
   * three axes whose middle one equals `numHeads`, when `k` and `v` allow both
   * readings: then a call without it is refused.
   */
  readonly joined?: boolean;
  /**
   * Heads G of keys and values, a divisor of H: head h of the queries reads
   * head ⌊h·G/H⌋ (grouped-query attention). Default: what the shape of `k`
   * says, or H when the heads stand side by side.
   */
  readonly numKeyValueHeads?: number;
  /** A query sees no key behind its own position; default false. */
  readonly causal?: boolean;
  /** A query sees only keys at a distance below `window`; default any. */
  readonly window?: number;
  /**
   * Position of query 0 when key 0 stands at 0. Default K − Q: the queries are
   * the last Q of the K positions, as in decoding with a cache.
   */
  readonly offset?: number;
  /**
   * Shape `[B, H, Q, K]`, or fewer axes counted from the right; an axis of
   * length 1 is shared. Booleans (`boolean[]`, `Uint8Array`) tell what may be
   * seen; other numbers are added to the scores, −Infinity hides. Finite values
   * or −Infinity only.
   */
  readonly mask?: TensorLike | BooleanMask;
  /** Factor on q·k; default 1/√D. */
  readonly scale?: number;
  /** How positions enter; default `{ type: "none" }`. */
  readonly position?: PositionScheme;
  /**
   * Attention sinks, one score per head that takes weight and gives no value
   * (gpt-oss); default none.
   */
  readonly sinks?: ArrayLike<number>;
  /** Multi-head attention's own linear layers around it; default none. */
  readonly projections?: Projections;
  /**
   * Answer the weights as well, computed in float64 (default false). That takes
   * about six times as long and Q·K numbers per head.
   */
  readonly returnWeights?: boolean;
  /** Write the output into this buffer in place of a new array. */
  readonly out?: TensorBuffer;
}

/** What {@link Posenc.attention} answers. */
export interface AttentionResult {
  /** In the form of `q`, with the width of the values: `[B, Q, H, E]` …. */
  readonly output: Tensor;
  /** With `returnWeights`: `[B, H, Q, K]`, or `[H, Q, K]` without a batch. */
  readonly weights?: Tensor;
}

/**
 * Keys that calls built on attention take as well.
 *
 * @internal
 */
export const SHARED_KEYS = [
  "q",
  "k",
  "v",
  "numHeads",
  "joined",
  "numKeyValueHeads",
  "causal",
  "window",
  "offset",
  "mask",
  "scale",
  "position",
  "sinks",
  "projections",
] as const satisfies readonly (keyof AttentionOptions)[];

const KEYS = [...SHARED_KEYS, "returnWeights", "out"];

/**
 * `attention`, also for other calls, whose names errors tell.
 *
 * @internal
 */
export function attentionOf(
  runtime: Runtime,
  call: string,
  input: AttentionOptions,
): AttentionResult {
  return attend(runtime, new Options(call, input, KEYS));
}

/**
 * The same for options that another call has read.
 *
 * @internal
 */
export function attend(runtime: Runtime, options: Options): AttentionResult {
  const { call } = options;
  const weights = options.boolean("returnWeights", false);
  return runtime.frame(call, (frame) => {
    const attending = new Attending(runtime, frame, options);
    const position = preparePosition(
      runtime,
      frame,
      call,
      options.get("position"),
      attending.sequence,
    );
    return attending.attend(position, { weights });
  });
}

/** {@link Posenc.attention} of one instance. */
export const attention =
  (runtime: Runtime) =>
  (options: AttentionOptions): AttentionResult =>
    attentionOf(runtime, "attention", options);
