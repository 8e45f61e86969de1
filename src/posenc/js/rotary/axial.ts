import type { Address } from "../buffer.js";
import { named } from "../default-instance.js";
import { AxialConvention } from "../generated/border/enums/rotary.js";
import { rotaryAngles, rotaryAxial } from "../generated/border/rotary.js";
import { MAX_WIDTH } from "../options.js";
import { either, ways } from "../rules.js";
import type { Frame, Runtime } from "../runtime.js";
import {
  choice,
  integer,
  integers,
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
  /** Columns of a head that turn with each axis, as many for all. */
  dimPerAxis: optional(integer({ min: 2, max: MAX_WIDTH, even: true })),
  /**
   * The same for each axis: 44, 42, 42 of 128 in Wan (time, height, width; height
   * and width have 2·⌊d/6⌋, time the rest), 16, 56, 56 in FLUX and HunyuanVideo.
   */
  dims: optional(integers({ min: 2, max: MAX_WIDTH })),
  /**
   * Frequencies and coordinates of cell k of n on an axis, i of P pairs:
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
  /** The same for each axis. */
  bases: optional(numbers({ min: 1, max: 1e12 })),
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
    takes: ["base", "bases", "referenceShape"],
  },
  { is: { convention: "centred" }, takes: ["base", "bases"] },
  { is: { convention: "pixel" }, takes: ["maxFrequency"] },
  { takes: ["convention"] },
);
const RULES = [
  RULE,
  either("dims", ["dimPerAxis"], undefined, ["dimPerAxis"]),
  either("bases", ["base"]),
] as const;
export const AXIAL = table("rotary.axial", GRID, ...RULES);
/** Options of {@link Rotary.axial}. */
export type AxialRotaryOptions = OptionsOf<typeof AXIAL>;
const AXIAL_2D = table("rotary.axial2d", GRID, ...RULES);

/** Result of {@link Rotary.axial}: tables of the cells in row-major order. */
export interface AxialTables extends RotaryTables<Tensor> {
  /** The angles, unreduced: `[cells, columns / 2]`. */
  readonly angles: Tensor;
}

type Axial = Reading<typeof GRID>;

/** Options that only some conventions have. */
const OWNERS = [
  ["base", "language centred"],
  ["bases", "language centred"],
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
  const dims =
    options.read("dims") ?? shape.map(() => options.need("dimPerAxis"));
  const pairs = Array.from(dims, (dim) => dim / 2);
  if (pairs.length !== axes || !pairs.every(Number.isInteger)) {
    options.fail("dims", `${axes} even integers, one for each axis`);
  }
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
    axes,
    convention,
    maxFrequency: options.read("maxFrequency"),
  };
  const base = options.read("base");
  const bases = options.read("bases") ?? shape.map(() => base);
  if (bases.length !== axes) {
    options.fail("bases", `${axes} numbers, one for each axis`);
  }
  return { shape, numbers, pairs, bases, precision: options.read("precision") };
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
  const { shape, numbers, ...read } = readAxial(options, rank);
  const { axes } = numbers;
  const cells = shape.reduce((product, n) => product * n, 1);
  const pairs = read.pairs.reduce((sum, n) => sum + n, 0);
  return runtime.frame(call, (frame) => {
    const positions = frame.float64(axes * cells);
    const theta = frame.float64(2 * pairs);
    const axisOfPair = frame.uint8(pairs).pointer;
    const places = { positions: positions.pointer, theta: theta.pointer, axes };
    runtime.run(call, rotaryAxial, {
      ...places,
      axisOfPair,
      count: pairs,
      cells,
      ...numbers,
      pairs: frame.inputInt32(read.pairs).pointer,
      bases: frame.inputFloat64(read.bases).pointer,
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
      read.precision,
      { axes, axisOfPair },
    );
    const angles = frame.float32(cells * pairs);
    runtime.run(call, rotaryAngles, {
      out: angles.pointer,
      ...places,
      pairs,
      rows: cells,
      axisOfPair,
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
