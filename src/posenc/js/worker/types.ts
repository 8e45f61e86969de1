import type { Posenc } from "../api.js";
import type { AbortLike } from "../threads/host.js";
import type { Bound } from "./not-in-threads.js";

/** How far a call is. */
export interface CallProgress {
  /** Parts that are computed. */
  readonly done: number;
  /** All parts; at the end `done` is as many. */
  readonly total: number;
}

/** How calls are made: see {@link ThreadedPosenc.with}. */
export interface CallSettings {
  /**
   * Ends calls: they are rejected with the signal's reason at once, those that
   * wait are not begun, and a thread that is at work on one is ended soon.
   */
  readonly signal?: AbortLike | undefined;
  /**
   * Told how far a call is, some sixty times a second at most: attention,
   * `transformer.linear` and `embedding.sinusoidal` between their parts, others
   * at their end. A call whose listener throws is rejected with that.
   */
  readonly onProgress?: ((progress: CallProgress) => void) | undefined;
  /**
   * Moves the memory of typed arrays to the thread in place of copying it:
   * their arrays, and all others of the same memory, are empty afterwards.
   */
  readonly transfer?: boolean | undefined;
}

/** A result comes from elsewhere: it is not written into what the caller has. */
export type WithoutOut<Arg> = Arg extends unknown
  ? "out" extends keyof Arg
    ? Omit<Arg, "out">
    : Arg
  : never;

/** Arguments of a call as threads take them. */
export type Sent<Args extends readonly unknown[]> = {
  [Index in keyof Args]: WithoutOut<Args[Index]>;
};

/** A call as threads make it. */
export type AskedCall<Call> = Call extends (...args: infer Args) => infer Result
  ? (...args: Sent<Args>) => Promise<Result>
  : never;

/** A room of the library, or a call, as threads have it. */
export type AskedRoom<Room> = (Room extends (...args: never) => unknown
  ? AskedCall<Room>
  : unknown) & {
  readonly [Name in Exclude<keyof Room, Bound>]: AskedCall<Room[Name]>;
};

/** All calls of {@link Posenc}, with promises of what they answer. */
export type AskedPosenc = {
  readonly [Room in Exclude<
    keyof Posenc,
    "version" | "isFused" | "buffer"
  >]: AskedRoom<Posenc[Room]>;
};

/**
 * The library in threads: each call of {@link Posenc} under its name, answering
 * a promise of the same result, bit for bit, or rejecting with the same error.
 *
 * Arguments are taken as they are when the call is made. Each thread has one
 * call at a time; others wait here in their order. What lives in the memory of
 * one module stays with `load()` of `posenc`: `buffer`, `prepare`,
 * `rotary.applyInPlace`, models, and `out`.
 */
export interface ThreadedPosenc extends AskedPosenc {
  /** The package's version, such as "1.2.3". */
  readonly version: string;
  /** Whether the fused module runs. */
  isFused(): boolean;
  /** How many threads there are at most; each begins when it is needed. */
  readonly size: number;
  /** Calls that have not been answered, those that wait among them. */
  readonly pending: number;
  /** The same calls, made in a way of their own. */
  with(settings: CallSettings): AskedPosenc;
  /** Ends all threads; what is pending is rejected. */
  dispose(): void;
  [Symbol.dispose](): void;
  /** Waits for what is pending first. */
  [Symbol.asyncDispose](): Promise<void>;
}
