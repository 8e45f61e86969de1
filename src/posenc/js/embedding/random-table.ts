import { named } from "../default-instance.js";
import { embeddingLearned } from "../generated/border/embedding.js";
import { LENGTH } from "../positions.js";
import { RESULT } from "../result.js";
import type { Runtime } from "../runtime.js";
import { type OptionsOf, table, WIDTH } from "../schema.js";
import type { Tensor } from "../tensor.js";
import { produce, RANDOM, readRandom } from "./common.js";

/** @internal */
export const LEARNED = table("embedding.learned", {
  /** How many positions the table has. */
  maxLen: LENGTH,
  /** Width of a row. */
  dModel: WIDTH,
  ...RANDOM,
  ...RESULT,
});
/** Options of {@link RandomTable.learned}. */
export type LearnedOptions = OptionsOf<typeof LEARNED>;

/** Tables before they are trained. */
export interface RandomTable {
  /**
   * A fresh table for training: N(0, std²), row by row, so that a longer table
   * of the same seed and width begins with a shorter one.
   *
   * Sources: Gehring et al. 2017, section 3.1; Devlin et al. 2018.
   *
   * @returns shape `[maxLen, D]`
   */
  learned(options: LearnedOptions): Tensor;
}

/** {@link RandomTable} of one instance. */
export const randomTable = (runtime: Runtime): RandomTable => ({
  learned(input) {
    const options = LEARNED.open(input);
    const rows = options.read("maxLen");
    const width = options.read("dModel");
    const random = readRandom(options);
    return produce(
      runtime,
      options,
      [rows, width],
      embeddingLearned,
      (_, out) => ({ ...random, out, rows, width }),
    );
  },
});

export const learned: RandomTable["learned"] = /* @__PURE__ */ named(
  randomTable,
  "learned",
);
