// What the page and its worker tell each other.
import type { Result } from "./types.ts";

/** To the worker: which cases to run, in this order. */
export interface Order {
  readonly ids: readonly string[];
}

/** From the worker. */
export type Report =
  | {
      readonly type: "started";
      readonly version: string;
      /** Smallest step of the worker's clock in milliseconds. */
      readonly clockMs: number;
    }
  | { readonly type: "case"; readonly id: string }
  /** Of the case that runs, from 0 to 1. */
  | { readonly type: "progress"; readonly share: number }
  | { readonly type: "result"; readonly result: Result }
  /** One case did not work; the others go on. */
  | { readonly type: "skipped"; readonly id: string; readonly message: string }
  /** Nothing works. */
  | { readonly type: "failed"; readonly message: string }
  | { readonly type: "done" };
