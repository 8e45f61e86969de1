// What the benchmark is made of. The page runs it in the reader's browser, and
// `npm run bench` runs the same in Node and Chromium beside other libraries.
import type { Tensor } from "posenc";
import type { Text } from "../../widgets/words/text.ts";

/** One that takes part: `run`, or `time` where it measures itself. */
export interface Contender {
  /** One call; a promise is waited for. */
  readonly run?: () => unknown;
  /** Milliseconds of so many calls. */
  readonly time?: (calls: number) => Promise<number>;
  /** The numbers of the last call. */
  readonly output?: () => ArrayLike<number>;
  readonly close?: () => unknown;
}

/** Makes a contender; what it needs is made then, not before. */
export type Make = () => Contender | Promise<Contender>;

/** Inputs that other libraries are given, too. */
export interface AttentionInputs {
  readonly q: Tensor;
  readonly k: Tensor;
  readonly v: Tensor;
  /** [1, H, T, T] */
  readonly bias: Tensor;
}

/** A case made ready: the library and what it is measured beside. */
export interface Prepared {
  readonly posenc: Make;
  readonly peers: Readonly<Record<string, Make>>;
  readonly inputs?: AttentionInputs;
}

export type Group = "attention" | "bias" | "rotary" | "embedding" | "long";

/** One line of the table. */
export interface Case {
  readonly id: string;
  readonly group: Group;
  readonly kernel: Text;
  readonly shape: string;
  /** Work of one call: operations, or bytes written and read. */
  readonly work: { readonly flops: number } | { readonly bytes: number };
  /** Largest difference of a peer's numbers from ours. */
  readonly tolerance?: number;
  readonly prepare: () => Prepared;
}

/** Milliseconds of one call. */
export interface Timing {
  readonly ms: number;
  readonly min: number;
  readonly max: number;
}

/** A peer's times; `ratio` is how much of them posenc takes. */
export interface PeerTiming extends Timing {
  readonly ratio: number;
}

/** What is known of a case after its run. */
export interface Result extends Timing {
  readonly id: string;
  readonly kernel: string;
  readonly shape: string;
  readonly work: Case["work"];
  readonly peers: Readonly<Record<string, PeerTiming>>;
  /** Peers that did not run, or gave other numbers, and why. */
  readonly failures: Readonly<Record<string, string>>;
}
