// What <pe-model-lengths> shows of models, ours or the page's own.
import * as pe from "posenc";
import type { DatedModel } from "./dated-models.ts";

interface Axis {
  readonly domain: readonly [number, number];
  readonly ticks: readonly number[];
}

export interface Model {
  readonly years: Axis;
  readonly lengths: Axis;
  readonly models: readonly DatedModel[];
  /** Rotary pairs with new angles at that length, had nothing been rescaled:
   * base 10 000, width 128, trained on LLaMA's length. */
  readonly unseen: readonly number[];
}

/** What the angles are compared with: the first LLaMA. */
export const LLAMA = { headDim: 128, base: 10_000, trainLen: 2048 } as const;

export const modelOf = (
  models: readonly DatedModel[],
  years: Axis,
  lengths: Axis,
): Model => ({
  models,
  years,
  lengths,
  unseen: models.map(
    ({ context }) =>
      pe.analysisCoverage({
        ...LLAMA,
        testLen: Math.max(LLAMA.trainLen, context),
      }).unseen,
  ),
});
