import type { Address } from "../buffer.js";
import { AxialConvention } from "../generated/border/enums/rotary.js";
import { rotaryAngles, rotaryAxial } from "../generated/border/rotary.js";
import { MAX_WIDTH } from "../options.js";
import { ways } from "../rules.js";
import { named } from "../running.js";
import type { Frame, Runtime } from "../runtime.js";
import {
  choice,
  integer,
  numbers,
  type OptionsOf,
  optional,
  type Reading,
  real,
  table,
} from "../schema.js";
import type { Tensor } from "../tensor.js";
import { PRECISION } from "./inputs.js";
import { makeTables, type RotaryTables, takeTables } from "./rotate.js";
import type { Rotary } from "./types.js";

const GRID = {
  /** Cells along each axis of the grid: height and width, say. 1 to 8 axes. */
  shape: numbers({ max: 65536 }),
  /** Columns of a head that turn with each axis. */
  dimPerAxis: integer({ min: 2, max: MAX_WIDTH, even: true }),
  /**
   * Frequencies and coordinates of cell k of n on an axis, i of P = dimPerAxis/2:
   *
   * - `"language"`: base^(−i/P); k (lucidrains, EVA-02)
   * - `"pixel"`: π·linspace(1, maxFrequency/2, P); linspace(−1, 1, n)
   *   (lucidrains)
   * - `"constant"`: 1; k
   * - `"centred"`: 2π·base^(−i/P); (2k + 1)/n − 1 (DINOv3)
   */
  convention: choice(AxialConvention, "language"),
  /** Of `"language"` and `"centred"`. */
  base: real({
    min: 1,
    max: 1e12,
    default: {
      text: '10000, or 100 for `"centred"`',
      of: (options) => (options.get("convention") === "centred" ? 100 : 10000),
    },
  }),
  /** Of `"pixel"`. */
  maxFrequency: real({ min: -65536, max: 65536, default: 10 }),
  /** Added to the coordinates of each axis. */
  offsets: optional(numbers()),
  /**
   * Of `"language"`: the grid that the model was trained on; coordinates are
   * scaled to it, k·reference/n (EVA-02).
   */
  referenceShape: optional(numbers()),
  /** Number format of the angles. */
  precision: PRECISION,
};
const RULE = ways(
  {
    stays: { convention: "language" },
    takes: ["base", "referenceShape"],
  },
  { is: { convention: "centred" }, takes: ["base"] },
  { is: { convention: "pixel" }, takes: ["maxFrequency"] },
  { takes: ["convention"] },
);
export const AXIAL = table("rotary.axial", GRID, RULE);
/** Options of {@link Rotary.axial}. */
export type AxialRotaryOptions = OptionsOf<typeof AXIAL>;
const AXIAL_2D = table("rotary.axial2d", GRID, RULE);

/** Result of {@link Rotary.axial}: tables of the cells in row-major order. */
export interface AxialTables extends RotaryTables<Tensor> {
  /** The angles, unreduced: `[cells, axes·dimPerAxis / 2]`. */
  readonly angles: Tensor;
}

type Axial = Reading<typeof GRID>;

/** Options that only some conventions have. */
const OWNERS = [
  ["base", "language centred"],
  ["maxFrequency", "pixel"],
  ["referenceShape", "language"],
] as const;

/** @param rank - how many axes the grid must have; undefined: 1 to 8 */
function readAxial(options: Axial, rank?: number) {
  const shape = Array.from(options.read("shape"));
  const axes = shape.length;
  if (
    axes < 1 ||
    axes > 8 ||
    (rank ?? axes) !== axes ||
    !shape.every((n) => Number.isInteger(n) && n > 0)
  ) {
    options.fail("shape", `${rank ?? "1 to 8"} positive integers`);
  }
  const pairs = options.read("dimPerAxis") / 2;
  const convention = options.read("convention");
  const word = (options.get("convention") as string | undefined) ?? "language";
  for (const [name, owners] of OWNERS) {
    if (options.has(name) && !owners.includes(word)) {
      throw new TypeError(
        `${options.call}: ${name} does not belong to convention "${word}"`,
      );
    }
  }
  const numbers = {
    ...{ axes, pairs, convention, base: options.read("base") },
    maxFrequency: options.read("maxFrequency"),
  };
  return { shape, numbers, precision: options.read("precision") };
}

/** One number for each axis, in the module; 0 when the option is absent. */
function perAxis(
  options: Axial,
  frame: Frame,
  name: "offsets" | "referenceShape",
  shape: readonly number[],
  map: (x: number, side: number) => number,
): Address<Float64Array> | 0 {
  if (!options.has(name)) return 0;
  const values = options.numbers(name, { length: shape.length });
  const mapped = shape.map((side, axis) => map(values[axis] as number, side));
  return frame.inputFloat64(mapped).pointer;
}

function axialTables(
  runtime: Runtime,
  options: Axial,
  rank?: number,
): AxialTables {
  const { call } = options;
  const { shape, numbers, precision } = readAxial(options, rank);
  const { axes } = numbers;
  const cells = shape.reduce((product, n) => product * n, 1);
  const pairs = axes * numbers.pairs;
  return runtime.frame(call, (frame) => {
    const positions = frame.float64(axes * cells);
    const theta = frame.float64(2 * pairs);
    const axisOfPair = frame.uint8(pairs).pointer;
    const places = { positions: positions.pointer, theta: theta.pointer, axes };
    runtime.run(call, rotaryAxial, {
      ...{ ...places, axisOfPair, cells, ...numbers },
      shape: frame.inputInt32(shape).pointer,
      offsets: perAxis(options, frame, "offsets", shape, (x) => x),
      scales: perAxis(
        options,
        frame,
        "referenceShape",
        shape,
        (n, side) => n / side,
      ),
    });
    const tables = makeTables(
      runtime,
      call,
      frame,
      { pairs, theta: theta.take(), factor: 1 },
      {
        shape: [axes, cells],
        list: () => positions.view(),
        fill: (view) => view.set(positions.view()),
      },
      precision,
      { axes, axisOfPair },
    );
    const angles = frame.float32(cells * pairs);
    runtime.run(call, rotaryAngles, {
      ...{ out: angles.pointer, ...places, pairs, rows: cells, axisOfPair },
    });
    return {
      ...takeTables(tables, [cells]),
      angles: { data: angles.take(), shape: [cells, pairs] },
    };
  });
}

/** {@link Rotary.axial} of one instance. */
export const axial = (runtime: Runtime): Pick<Rotary, "axial" | "axial2d"> => ({
  axial: (input) => axialTables(runtime, AXIAL.open(input)),
  axial2d: (input) => axialTables(runtime, AXIAL_2D.open(input), 2),
});

const axialCall: Rotary["axial"] = /* @__PURE__ */ named(axial, "axial");

export { axialCall as rotaryAxial };
export const rotaryAxial2d: Rotary["axial2d"] = /* @__PURE__ */ named(
  axial,
  "axial2d",
);
