import { named } from "../default-instance.js";
import {
  embeddingSinusoidal,
  embeddingSinusoidalRange,
} from "../generated/border/embedding.js";
import { PLACES, POSITIONS, readPlaces } from "../positions.js";
import type { Runtime } from "../runtime.js";
import { type OptionsOf, out, table, WIDTH } from "../schema.js";
import type { Tensor } from "../tensor.js";
import { FORM } from "./common.js";

/** @internal */
export const SINUSOIDAL = table(
  "embedding.sinusoidal",
  {
    ...POSITIONS,
    /** Width of a row. */
    dModel: WIDTH,
    ...FORM,
    /** Write into this buffer in place of a new array. */
    out: out("shape `[T, D]`"),
  },
  PLACES,
);
/** Options of {@link Sinusoidal.sinusoidal}. */
export type SinusoidalOptions = OptionsOf<typeof SINUSOIDAL>;

/** Waves, and what is built upon them. */
export interface Sinusoidal {
  /**
   * Sinusoidal encoding: sin(p·ω) and cos(p·ω), ω = base^(−2i/d) for pair i.
   *
   * Every angle is reduced exactly before it is rounded: the absolute error is
   * at most 3e-8, half a unit in the last place at 1, up to |p| = 2³¹. An odd
   * `dModel` ends on a sine when interleaved; in halves it ends on a column of zeros with endpoint spacing (as tensor2tensor does) and
   * has one more sine than cosines with paper spacing (as Marian does).
   *
   * Source: Vaswani et al. 2017, section 3.5.
   *
   * @returns shape `[T, D]`
   * @throws RangeError for a value out of range or a table too big for memory
   * @throws TypeError for a wrong kind or an unknown option
   */
  sinusoidal(options: SinusoidalOptions): Tensor;
}

/** {@link Sinusoidal} of one instance. */
export const sinusoidalCalls = (runtime: Runtime): Sinusoidal => ({
  sinusoidal(input) {
    const options = SINUSOIDAL.open(input);
    const { call } = options;
    const { positions, offset, seqLen: rows } = readPlaces(options);
    const width = options.read("dModel");
    const base = options.read("base");
    const layout = options.read("layout");
    const spacing = options.read("spacing");
    const shape = [rows, width];
    return runtime.frame(call, (frame) => {
      const given = options.out();
      const region = frame.output(shape, given);
      const out = region.pointer;
      if (positions) {
        runtime.run(call, embeddingSinusoidal, {
          out,
          positions: frame.inputFloat64(positions).pointer,
          rows,
          width,
          base,
          layout,
          spacing,
        });
      } else {
        runtime.run(call, embeddingSinusoidalRange, {
          out,
          rows,
          offset,
          width,
          base,
          layout,
          spacing,
        });
      }
      return frame.result(region, shape, given);
    });
  },
});

export const sinusoidal: Sinusoidal["sinusoidal"] = /* @__PURE__ */ named(
  sinusoidalCalls,
  "sinusoidal",
);
