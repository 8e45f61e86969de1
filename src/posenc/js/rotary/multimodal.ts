import { named } from "../default-instance.js";
import { rotaryMultimodal } from "../generated/border/rotary.js";
import type { Runtime } from "../runtime.js";
import {
  flag,
  given,
  numbers,
  type OptionsOf,
  type Reading,
  table,
} from "../schema.js";
import type { TensorInput } from "../tensor.js";
import {
  PRECISION,
  type RotaryPositions,
  readFrequencies,
  readGrid,
  TURNING,
} from "./inputs.js";
import { makeTables, takeTables } from "./rotate.js";
import type { Rotary } from "./types.js";

export const MULTIMODAL = table("rotary.multimodal", {
  /** What turns at which speed. */
  frequencies: TURNING,
  /** Pairs of each axis; they sum up to all pairs. Qwen2-VL: [16, 24, 24]. */
  sections: numbers({
    min: 0,
    max: {
      text: "the number of pairs",
      of: (options) =>
        (options.get("frequencies") as { inverseFrequency: unknown[] })
          .inverseFrequency.length,
    },
  }),
  /**
   * False: the sections follow each other (Qwen2-VL). True: pair i is of axis
   * i mod A while that has pairs left, else of axis 0 (Qwen3-VL).
   */
  interleaved: flag(false),
  /** One row of positions per axis: `[A, T]` or `[A, B, T]`. */
  positions: given<readonly RotaryPositions[] | TensorInput>(
    "a row of positions per axis",
  ),
  /** Number format of the angles. */
  precision: PRECISION,
});
/** Options of {@link Rotary.multimodal}. */
export type MultimodalOptions = OptionsOf<typeof MULTIMODAL>;

/** How many pairs each axis has, and whether they are interleaved. */
function readSections(
  options: Reading<typeof MULTIMODAL.fields>,
  pairs: number,
) {
  const list = Array.from(options.read("sections"));
  const axes = list.length;
  const sum = list.reduce((total, n) => total + n, 0);
  if (
    axes < 1 ||
    axes > 255 ||
    !list.every(Number.isInteger) ||
    sum !== pairs
  ) {
    options.fail(
      "sections",
      `integers that sum up to ${pairs}, the pairs of frequencies`,
    );
  }
  const interleaved = options.read("interleaved");
  if (
    interleaved &&
    list.some((n, a) => a > 0 && (n - 1) * axes + a >= pairs)
  ) {
    options.fail(
      "sections",
      `short enough to interleave ${axes} axes over ${pairs} pairs`,
    );
  }
  return { sections: list, axes, interleaved };
}

/** {@link Rotary.multimodal} of one instance. */
export const multimodal = (runtime: Runtime): Pick<Rotary, "multimodal"> => ({
  multimodal(input) {
    const options = MULTIMODAL.open(input);
    const { call } = options;
    const frequencies = readFrequencies(options);
    const { pairs } = frequencies;
    const { sections, axes, interleaved } = readSections(options, pairs);
    const given = options.get("positions");
    const as = `[${axes}, T] or [${axes}, B, T]`;
    const grid = readGrid(options, "positions", given, [2, 3], as);
    if (grid.shape[0] !== axes) {
      options.fail("positions", `numbers of shape ${as}`);
    }
    const precision = options.read("precision");
    return runtime.frame(call, (frame) => {
      const axisOfPair = frame.uint8(pairs).pointer;
      runtime.run(call, rotaryMultimodal, {
        axisOfPair,
        pairs,
        axes,
        interleaved,
        sections: frame.inputInt32(sections).pointer,
      });
      const tables = makeTables(
        runtime,
        call,
        frame,
        frequencies,
        grid,
        precision,
        { axes, axisOfPair },
      );
      return takeTables(tables, grid.shape.slice(1));
    });
  },
});

const multimodalCall: Rotary["multimodal"] = /* @__PURE__ */ named(
  multimodal,
  "multimodal",
);

export { multimodalCall as rotaryMultimodal };
