// The training module of a page, started when a model is first asked.
import type { Training } from "posenc-training";

let running: Promise<Training> | undefined;

/** The library of training; a failed start is tried again at the next call. */
export function training(): Promise<Training> {
  running ??= import("posenc-training")
    .then(({ load }) => load())
    .catch((error: unknown) => {
      running = undefined;
      throw error;
    });
  return running;
}
