// Runs the checks beside the page, so that nothing on it waits. Gets the ids of
// claims, answers one by one; to stop it, end it.

import { start } from "../../widgets/element/library/start.ts";
import { runCheck } from "../claims/checks/index.ts";
import type { Trained } from "../claims/trainings.ts";
import type { Shown } from "./template.ts";

/** Claims to be checked; `own`: by the models that the reader has trained. */
export interface Asked {
  readonly ids: readonly string[];
  readonly own?: readonly Trained[];
}

export type Answer =
  | { readonly id: string; readonly result: Shown; readonly ms: number }
  | { readonly fault: string; readonly id?: string }
  | { readonly started: true }
  | { readonly done: true };

const answer = (message: Answer): void => postMessage(message);
const words = (error: unknown): string =>
  error instanceof Error ? error.message : String(error);

addEventListener("message", async ({ data }: MessageEvent<Asked>) => {
  try {
    await start();
    answer({ started: true });
    for (const id of data.ids) {
      const from = performance.now();
      try {
        const { expected, found, parts, verdict } = runCheck(id, data.own);
        const result = { expected, found, parts, verdict };
        answer({ id, result, ms: performance.now() - from });
      } catch (error) {
        answer({ id, fault: words(error) });
      }
    }
    answer({ done: true });
  } catch (error) {
    answer({ fault: words(error) });
  }
});
