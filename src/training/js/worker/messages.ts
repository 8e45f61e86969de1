// What goes between a page and a thread that trains.

/** What makes an object of a thread. */
export type Kind = "trainer" | "model" | "restore";

/** What a thread is told when it has begun. */
export type Order =
  | {
      readonly type: "make";
      readonly id: number;
      readonly owner: number;
      readonly kind: Kind;
      readonly given: unknown;
    }
  | {
      readonly type: "call";
      readonly id: number;
      readonly owner: number;
      readonly name: string;
      readonly args: readonly unknown[];
    }
  | {
      readonly type: "run";
      readonly id: number;
      readonly owner: number;
      readonly steps: number;
    }
  /** Ends a run after the step at hand; it is answered then. */
  | { readonly type: "stop"; readonly id: number }
  | {
      readonly type: "pause";
      readonly owner: number;
      readonly isPaused: boolean;
    }
  | { readonly type: "free"; readonly owner: number };
