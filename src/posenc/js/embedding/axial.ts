import {
  embeddingAxial,
  embeddingAxialScratchSize,
} from "../generated/border/embedding.js";
import { AxialConvention } from "../generated/border/enums/embedding.js";
import { checkNumbers, MAX_POSITION, Options } from "../options.js";
import { ANYWHERE } from "../positions.js";
import { RESULT } from "../result.js";
import { ways } from "../rules.js";
import type { Runtime } from "../runtime.js";
import {
  BASE,
  choice,
  flag,
  given,
  type OptionsOf,
  optional,
  type Reading,
  table,
  WIDTH,
} from "../schema.js";
import { sizeOf, type Tensor, type TensorData } from "../tensor.js";
import { COUNT, produce } from "./common.js";

/** @internal */
export const AXIAL = table(
  "embedding.axial",
  {
    /** Cells along each of one to three axes: `[height, width]`, … */
    shape: optional(given<readonly number[]>("an array of 1 to 3 axes")),
    /**
     * Coordinates along each axis, in place of `shape` (which stands for 0, 1, …):
     * any numbers from −2³¹ to 2³¹.
     */
    axes: optional(given<readonly TensorData[]>("an array of 1 to 3 axes")),
    /** Width of a row. */
    dModel: WIDTH,
    /**
     * Which columns belong to which axis. `"tatp22"`: interleaved sines and
     * cosines, first axis first; any width. `"mae"`: halves, last axis first.
     * `"timm"`: the sines of all axes, then the cosines. `"tensor2tensor"`: halves
     * with endpoint spacing, first axis first, zeros in what is left over.
     */
    convention: choice(AxialConvention, "tatp22"),
    /** Ratio of wavelengths (timm: temperature). */
    base: BASE,
    /**
     * Only `"timm"`: turns the grid, so that columns and rows of the result begin
     * with the last axis.
     */
    reverseCoord: flag(false),
    /** Only `"timm"`: sines and cosines axis by axis. */
    interleaveSinCos: flag(false),
    /** Rows of zeros in front, for class tokens (MAE). */
    prefix: COUNT,
    ...RESULT,
  },
  ways({ needs: ["shape"] }, { needs: ["axes"] }),
  ways(
    {
      is: { convention: "timm" },
      takes: ["reverseCoord", "interleaveSinCos"],
    },
    {
      takes: ["convention"],
      stays: { reverseCoord: false, interleaveSinCos: false },
    },
  ),
);
/** Options of {@link Fourier.axial}. */
export type AxialOptions = OptionsOf<typeof AXIAL>;

/** How many cells along each axis, and where cell i of axis a lies. */
interface Axes {
  readonly lengths: readonly number[];
  at(a: number, i: number): number;
}

function readAxes(options: Options): Axes {
  const { call } = options;
  if (options.has("shape") === options.has("axes")) {
    throw new TypeError(`${call}: give either shape or axes`);
  }
  const name = options.has("shape") ? "shape" : "axes";
  const value = options.get(name);
  if (!Array.isArray(value) || value.length < 1 || value.length > 3) {
    options.fail(name, "an array of 1 to 3 axes");
  }
  if (name === "shape") {
    const range = { integer: true, min: 1, max: MAX_POSITION };
    checkNumbers(call, name, value, range);
    return { lengths: value, at: (_, i) => i };
  }
  const axes = value.map((axis, a) => {
    const label = `axes[${a}]`;
    const one = new Options(call, { [label]: axis }, [label]);
    const range = ANYWHERE;
    const numbers = one.numbers(label, range);
    if (numbers.length === 0) one.fail(label, "at least one coordinate");
    return numbers;
  });
  return {
    lengths: axes.map(({ length }) => length),
    at: (a, i) => axes[a]?.[i] as number,
  };
}

type Axial = Reading<typeof AXIAL.fields>;

/** The width, the convention, and what only some conventions know. */
function readColumns(options: Axial, axes: number) {
  const width = options.read("dModel");
  const convention = options.read("convention");
  const unit = 2 * axes;
  const { tatp22, timm, tensor2tensor } = AxialConvention;
  const fits =
    convention === tatp22 ||
    (convention === tensor2tensor ? width >= unit : width % unit === 0);
  if (!fits) {
    const allowed = convention === tensor2tensor ? "at least" : "a multiple of";
    options.fail(
      "dModel",
      `${allowed} ${unit} for "${options.get("convention")}" on ${axes} axes`,
    );
  }
  const base = options.read("base");
  for (const name of ["reverseCoord", "interleaveSinCos"] as const) {
    if (options.read(name) && convention !== timm) {
      options.fail(name, 'false unless the convention is "timm"');
    }
  }
  const interleave = options.read("interleaveSinCos");
  return { width, convention, base, interleave };
}

export const axialRows =
  (runtime: Runtime) =>
  (input: AxialOptions): Tensor => {
    const options = AXIAL.open(input);
    const { lengths: given, at } = readAxes(options);
    const columns = readColumns(options, given.length);
    const order = given.map((_, a) => a);
    if (options.read("reverseCoord")) order.reverse();
    const lengths = order.map((a) => given[a] as number);
    const prefix = options.read("prefix");
    const rows = prefix + sizeOf(lengths);
    const [first = 1, second = 1, third = 1] = lengths;
    const grid = { axes: lengths.length, first, second, third, ...columns };
    const shape = [rows, columns.width];
    return produce(runtime, options, shape, embeddingAxial, (frame, out) => {
      const list = frame.float64(lengths.reduce((a, b) => a + b));
      const view = list.view();
      let next = 0;
      order.forEach((a, place) => {
        const length = lengths[place] as number;
        for (let i = 0; i < length; i += 1) view[next++] = at(a, i);
      });
      const scratchSize = runtime.number(embeddingAxialScratchSize, grid);
      return {
        ...grid,
        out,
        coordinates: list.pointer,
        scratch: frame.float32(scratchSize).pointer,
        scratchSize,
        rows,
        prefix,
      };
    });
  };
