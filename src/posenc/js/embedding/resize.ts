import { named } from "../default-instance.js";
import { embeddingResize } from "../generated/border/embedding.js";
import { ResampleMethod } from "../generated/border/enums/numeric.js";
import { isHalf, toHalves } from "../half.js";
import { MAX_POSITION, type Options } from "../options.js";
import type { Runtime } from "../runtime.js";
import {
  choice,
  flag,
  integer,
  type OptionsOf,
  optional,
  type Reading,
  real,
  table,
} from "../schema.js";
import {
  type HalvesOr,
  type ReadTensor,
  showShape,
  type TensorInput,
} from "../tensor.js";
import { produce, SIDES } from "./common.js";

const TABLE = { rank: [2, 3], as: "[N, D] or [1, N, D]" } as const;

/** The table; ViT's checkpoints have theirs with an axis of 1 in front. */
function readTable(options: Options): ReadTensor {
  const table = options.tensor("table", TABLE);
  if (table.shape.length === 2 || table.shape[0] === 1) return table;
  throw new RangeError(
    `${options.call}: table must have shape ${TABLE.as}, got ${showShape(table.shape)}`,
  );
}

/** Its rows. */
const countOf = (options: Options): number =>
  readTable(options).shape.at(-2) as number;

const KERNEL = {
  /**
   * `"cubic"`: Keys' kernel with a = −0.75, or −0.5 with `antialias`;
   * `"nearest"`: the row at ⌊i·N/M⌋.
   */
  method: choice(ResampleMethod, "linear"),
  /**
   * Where new row i of M lies among N old ones. False: (i + ½)·N/M − ½. True:
   * i·(N − 1)/(M − 1), so that the first and the last rows stay. With
   * `antialias` they do not, as in PyTorch: the step alone is (N − 1)/(M − 1),
   * at (i + ½)·step − ½. Not with `"nearest"`.
   */
  alignCorners: flag(false),
  /**
   * Widens the kernel when the table shrinks, as PIL and timm do. Not with
   * `"nearest"`.
   */
  antialias: flag(false),
  /** Rows in front (class tokens) that pass through. */
  prefix: integer({
    min: 0,
    max: {
      text: "the rows of the table − 1",
      of: (options) => countOf(options) - 1,
    },
    default: 0,
  }),
};

/** @internal */
export const RESIZE = table("embedding.resize", KERNEL);
/** Options of {@link Resize.resize}. */
export type ResizeOptions = OptionsOf<typeof RESIZE>;

/** @internal */
export const RESIZE_2D = table("embedding.resize2d", {
  /** Old grid `[height, width]`. */
  from: optional(SIDES, "the square that the rows behind the prefix make up"),
  /** New grid `[height, width]`. */
  to: SIDES,
  ...KERNEL,
  /**
   * Added to the new sides where they make the step: new row i of M lies at
   * (i + ½)·N/(M + `interpolateOffset`) − ½. DINOv2's name and, at 0.1, its
   * models without registers. Not with `"nearest"` or `alignCorners`; to the
   * same grid the table stays as it is.
   */
  interpolateOffset: real({ min: 0, below: 1, default: 0 }),
});
/** Options of {@link Resize.resize2d}. */
export type Resize2dOptions = OptionsOf<typeof RESIZE_2D>;

/** Learned tables for other lengths than they were trained for. */
export interface Resize {
  /**
   * Resizes a learned table by interpolation between its rows, in the
   * conventions of PyTorch's `interpolate`. To the same length it is the
   * identity, bit for bit.
   *
   * @param table - shape `[N, D]` or `[1, N, D]`
   * @param newLen - rows of the result, the prefix counted, above `prefix`
   * @returns shape `[newLen, D]` or `[1, newLen, D]`; halves for halves
   * @throws RangeError for options that exclude each other
   */
  resize<const X extends TensorInput>(
    table: X,
    newLen: number,
    options?: ResizeOptions,
  ): HalvesOr<X>;

  /**
   * Resizes a learned table whose rows belong to the cells of a grid, row by
   * row: the patches of an image.
   *
   * | as in | options |
   * | --- | --- |
   * | ViT (JAX), ViLT | `alignCorners: true` |
   * | MAE, Hugging Face ViT | `method: "cubic", prefix: 1` |
   * | DINOv2 (facebookresearch) without registers, Depth Anything V2 | `method: "cubic", interpolateOffset: 0.1, prefix: 1` |
   * | DINOv2 (facebookresearch) with registers, timm | `method: "cubic", antialias: true, prefix: 1` |
   *
   * @param table - shape `[prefix + h·w, D]` or `[1, prefix + h·w, D]`
   * @returns shape `[prefix + H·W, D]`, an axis of 1 in front as in `table`;
   * halves for halves, rounded twice: to float32 and to them
   * @throws RangeError when the table has not the rows of `from`
   */
  resize2d<const X extends TensorInput>(
    table: X,
    options: Resize2dOptions,
  ): HalvesOr<X>;
}

type Kernel = Reading<typeof KERNEL>;

function readKernel(options: Kernel) {
  const method = options.read("method");
  const alignCorners = options.read("alignCorners");
  const antialias = options.read("antialias");
  for (const name of ["alignCorners", "antialias"] as const) {
    if (method === ResampleMethod.nearest && options.read(name)) {
      options.fail(name, 'false with method "nearest"');
    }
  }
  return { method, alignCorners, antialias };
}

const isSquare = (x: number): boolean => Math.sqrt(x) % 1 === 0;

type Side = "height" | "width" | "newHeight" | "newWidth";

/** {@link Resize} of one instance. */
export function resize(runtime: Runtime): Resize {
  function run<X>(
    options: Kernel,
    prefix: number,
    sides: Readonly<Record<Side, number>>,
    offset = 0,
  ): HalvesOr<X> {
    const { method, alignCorners, antialias } = readKernel(options);
    const table = readTable(options);
    const { dtype } = table;
    const columns = table.shape.at(-1) as number;
    const rows = prefix + sides.newHeight * sides.newWidth;
    const shape = [...table.shape.slice(0, -2), rows, columns];
    const resized = produce(
      runtime,
      options,
      shape,
      embeddingResize,
      (frame, out) => ({
        height: sides.height,
        width: sides.width,
        newHeight: sides.newHeight,
        newWidth: sides.newWidth,
        out,
        table: frame.input(table).pointer,
        columns,
        prefix,
        method,
        alignCorners,
        antialias,
        offset,
      }),
    );
    return (
      isHalf(dtype)
        ? { data: toHalves(resized.data, dtype), dtype, shape }
        : resized
    ) as HalvesOr<X>;
  }

  return {
    resize(given, newLen, input = {}) {
      const options = RESIZE.open(input, { table: given, newLen });
      const count = countOf(options);
      const prefix = options.read("prefix");
      const range = { min: prefix + 1, max: MAX_POSITION };
      const rows = options.integer("newLen", range);
      return run(options, prefix, {
        height: 1,
        width: count - prefix,
        newHeight: 1,
        newWidth: rows - prefix,
      });
    },

    resize2d(given, input) {
      const options = RESIZE_2D.open(input, { table: given });
      const { call } = options;
      const count = countOf(options);
      const prefix = options.read("prefix");
      const square = Math.round(Math.sqrt(count - prefix));
      const [height, width] = options.read("from") ?? [square, square];
      if (height * width !== count - prefix) {
        throw new RangeError(
          options.has("from")
            ? `${call}: table must have ${prefix + height * width} rows for prefix ${prefix} and from [${height}, ${width}], got ${count}`
            : `${call}: from is required, the ${count - prefix} rows behind the prefix make no square${prefix === 0 && isSquare(count - 1) ? `, but ${count - 1} do: say prefix: 1 if the first is a class token` : ""}`,
        );
      }
      const [newHeight, newWidth] = options.read("to");
      const sides = { height, width, newHeight, newWidth };
      const offset = options.read("interpolateOffset");
      const isNearest = options.read("method") === ResampleMethod.nearest;
      if (offset !== 0 && (isNearest || options.read("alignCorners"))) {
        const other = isNearest ? 'method "nearest"' : "alignCorners";
        options.fail("interpolateOffset", `0 with ${other}`);
      }
      return run(options, prefix, sides, offset);
    },
  };
}

const resizeCall: Resize["resize"] = /* @__PURE__ */ named(resize, "resize");

export { resizeCall as embeddingResize };
export const embeddingResize2d: Resize["resize2d"] = /* @__PURE__ */ named(
  resize,
  "resize2d",
);
