// What comes of a layer with these shapes, beside what the library gives.
import * as pe from "posenc";
import { type Given, received, trace } from "./broadcast-rules.ts";

/** What comes of it. */
export interface Outcome {
  readonly given: Given;
  /** Row that each token gets, text by text; undefined: the program stops. */
  readonly rows: readonly number[] | undefined;
  /** Tokens with another row than that of their position. */
  readonly wrong: number;
  /** Largest difference of any number from what the library gives. */
  readonly worst: number;
  /** What the library says to a table that is too short; "" if it is not. */
  readonly refused: string;
}

/** What the library's own addition gives, or says. */
function held(given: Given, rows: readonly number[] | undefined) {
  const { batch, seqLen, dModel, maxLen } = given;
  const most = Math.max(seqLen, batch);
  const pool = pe.sinusoidal({ seqLen: most, dModel });
  const length = Math.min(seqLen, maxLen);
  const zeros = new Float32Array(batch * seqLen * dModel);
  const x = { data: zeros, shape: [batch, seqLen, dModel] };
  let refused = "";
  let worst = 0;
  try {
    const data = pool.data.subarray(0, length * dModel);
    const right = pe.embeddingAdd(x, { data, shape: [length, dModel] }).data;
    rows?.forEach((row, k) => {
      // Rows that are all the same are those of no position; see `wrong`.
      if (row === k % seqLen) return;
      for (let j = 0; j < dModel; j += 1) {
        const had = pool.data[row * dModel + j] as number;
        const wanted = right[k * dModel + j] as number;
        worst = Math.max(worst, Math.abs(had - wanted));
      }
    });
  } catch (error) {
    refused = error instanceof Error ? error.message : String(error);
  }
  return { refused, worst };
}

/** Why the program stops; "" if it does not. */
export const errorOf = (given: Given): string => {
  const { outcome } = trace(given).at(-1) as ReturnType<typeof trace>[number];
  return "error" in outcome ? outcome.error : "";
};

/** Which rows the tokens get, and what the library says to the same. */
export function outcomeOf(given: Given): Outcome {
  const rows = received(given);
  const same = !given.column && given.maxLen > 1;
  const wrong =
    rows?.filter((row, k) => same || row !== k % given.seqLen).length ?? 0;
  return { given, rows, wrong, ...held(given, rows) };
}
