// What goes between a page and a thread that computes.

/** A part of a call: rows of its result, from the first to before the last. */
export type Rows = readonly [from: number, to: number];

/** What a thread is told when it has begun. */
export type Order =
  /** Asks for the paths of all calls, such as "embedding.sinusoidal". */
  | { readonly type: "calls"; readonly id: number }
  | {
      readonly type: "call";
      readonly id: number;
      readonly path: string;
      /** As `pack` makes them. */
      readonly args: unknown;
      /** The pieces to compute, one behind the other; none: the whole. */
      readonly pieces: readonly Rows[] | undefined;
      /** Whether it is to tell how far it is. */
      readonly tells: boolean;
    };
