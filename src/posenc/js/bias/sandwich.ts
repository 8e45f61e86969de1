import { named } from "../default-instance.js";
import { biasSandwich } from "../generated/border/bias.js";
import { SandwichConvention } from "../generated/border/enums/bias.js";
import { MAX_WIDTH } from "../options.js";
import type { Runtime } from "../runtime.js";
import {
  BASE,
  choice,
  HEADS,
  integer,
  type OptionsOf,
  table,
} from "../schema.js";
import type { Tensor } from "../tensor.js";
import { CLOSING, GRID, offsetMatrix, PLACING, readGrid } from "./grid.js";

export const SANDWICH = table(
  "bias.sandwich",
  {
    /** Number of heads, H. */
    numHeads: HEADS,
    /** Width D of the sinusoidal rows. */
    dim: integer({ min: 2, max: MAX_WIDTH, even: true, default: 128 }),
    /** Base of the frequencies. */
    base: BASE,
    /**
     * `"paper"`: Σ cos(r·base^(−2i/D)), i = 0 … D/2 − 1. `"nemo"`: i = 1 … D/2,
     * less D/2, so that the bias is 0 at r = 0 and nowhere positive.
     */
    convention: choice(SandwichConvention, "paper"),
    ...GRID,
  },
  PLACING,
  CLOSING,
);
/** Options of {@link SandwichBias.sandwich}. */
export type SandwichOptions = OptionsOf<typeof SANDWICH>;

/** Sandwich as {@link Posenc.bias} has it. */
export interface SandwichBias {
  /**
   * Sandwich: the product of two sinusoidal rows, Σ cos(r·base^(−2i/D)), over
   * 8h/H for head h = 1 … H, with r = k − p.
   *
   * Source: Chi et al. 2023 (arXiv 2212.10356), section 5 and appendix.
   *
   * @returns shape `[H, Q, K]`
   */
  sandwich(options: SandwichOptions): Tensor;
}

/** {@link SandwichBias} of one instance. */
export const sandwichCalls = (runtime: Runtime): SandwichBias => ({
  sandwich(input) {
    const options = SANDWICH.open(input);
    const heads = options.read("numHeads");
    const dim = options.read("dim");
    const numbers = {
      heads,
      dim,
      base: options.read("base"),
      convention: options.read("convention"),
    };
    const grid = readGrid(options, false);
    return offsetMatrix(runtime, options, grid, heads, (frame, row) =>
      runtime.run(options.call, biasSandwich, {
        ...row,
        ...numbers,
        future: grid.future,
        scratch: frame.float64(dim).pointer,
      }),
    );
  },
});

export const sandwich: SandwichBias["sandwich"] = /* @__PURE__ */ named(
  sandwichCalls,
  "sandwich",
);
