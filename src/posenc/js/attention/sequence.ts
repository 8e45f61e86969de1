import type { Scheme } from "../generated/border/enums/wasm.js";
import type { Frame, Region, Runtime } from "../runtime.js";
import type { ReadTensor } from "../tensor.js";

/** What a scheme has to know about the call it takes part in. */
export interface Sequence {
  readonly batch: number;
  readonly queries: number;
  readonly keys: number;
  readonly heads: number;
  readonly keyHeads: number;
  readonly width: number;
  readonly valueWidth: number;
  /** Position of query 0; key 0 stands at 0. */
  readonly offset: number;
  readonly causal: boolean;
  /** The keys that any query sees, `first` to `last` − 1. */
  readonly seen: { readonly first: number; readonly last: number };
  /** Factor on q·k. */
  readonly scale: number;
  readonly q: Region<Float32Array>;
  readonly k: Region<Float32Array>;
  /** A tensor of the form of k, in the order of `k`. */
  arranged(tensor: ReadTensor): Region<Float32Array>;
}

/** A term of the scores: a scheme of C++ and its arguments. */
export interface Term<Args = Record<string, number>> {
  readonly scheme: Scheme;
  readonly list: readonly number[];
  /** The same with other arguments. */
  but(changes: Partial<Args>): Term<Args>;
}

/** @param write - of src/posenc/js/generated/border/lists.ts */
export const termOf = <Args extends { readonly scheme: number }>(
  write: (args: Args) => readonly number[],
  args: Args,
): Term<Args> => ({
  scheme: args.scheme as Scheme,
  list: write(args),
  but: (changes) => termOf(write, { ...args, ...changes }),
});

/** What a scheme makes of the call. */
export interface Prepared<Args = never> {
  readonly q: Region<Float32Array>;
  readonly k: Region<Float32Array>;
  readonly term: Term<Args>;
  /** What becomes of the output, `[B, Q, H, E]`, where it lies. */
  readonly finish?: (out: Pick<Region<Float32Array>, "pointer">) => void;
}

/** Reads a scheme's options, checked under the name `call`. */
export type Prepare<Args = never> = (
  runtime: Runtime,
  frame: Frame,
  call: string,
  scheme: object,
  sequence: Sequence,
) => Partial<Prepared<Args>>;
