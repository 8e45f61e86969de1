import { embeddingResize } from "../generated/border/embedding.js";
import { ResampleMethod } from "../generated/border/enums/numeric.js";
import { MAX_POSITION } from "../options.js";
import type { Runtime } from "../runtime.js";
import {
  choice,
  flag,
  integer,
  type OptionsOf,
  optional,
  type Reading,
  table,
} from "../schema.js";
import type { Tensor, TensorLike } from "../tensor.js";
import { produce, SIDES, TABLE } from "./common.js";

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
      of: (options) => (options.tensor("table", TABLE).shape[0] as number) - 1,
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
   * @param table - shape `[N, D]`
   * @param newLen - rows of the result, the prefix counted, above `prefix`
   * @returns shape `[newLen, D]`
   * @throws RangeError for options that exclude each other
   */
  resize(table: TensorLike, newLen: number, options?: ResizeOptions): Tensor;

  /**
   * Resizes a learned table whose rows belong to the cells of a grid, row by
   * row: the patches of an image.
   *
   * | as in | options |
   * | --- | --- |
   * | ViT (JAX), ViLT | `alignCorners: true` |
   * | MAE, DINOv2, Hugging Face ViT | `method: "cubic", prefix: 1` |
   * | timm | `method: "cubic", antialias: true, prefix: 1` |
   *
   * @param table - shape `[prefix + h·w, D]`
   * @returns shape `[prefix + H·W, D]`
   * @throws RangeError when the table has not the rows of `from`
   */
  resize2d(table: TensorLike, options: Resize2dOptions): Tensor;
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

type Side = "height" | "width" | "newHeight" | "newWidth";

/** @internal */
export function resize(runtime: Runtime): Resize {
  function run(
    options: Kernel,
    table: TensorLike,
    prefix: number,
    sides: Readonly<Record<Side, number>>,
  ): Tensor {
    const { method, alignCorners, antialias } = readKernel(options);
    const columns = table.shape[1] as number;
    const shape = [prefix + sides.newHeight * sides.newWidth, columns];
    return produce(
      runtime,
      options.call,
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
      }),
    );
  }

  return {
    resize(given, newLen, input = {}) {
      const options = RESIZE.open(input, { table: given, newLen });
      const table = options.tensor("table", TABLE);
      const [count = 0] = table.shape;
      const prefix = options.read("prefix");
      const range = { min: prefix + 1, max: MAX_POSITION };
      const rows = options.integer("newLen", range);
      return run(options, table, prefix, {
        height: 1,
        width: count - prefix,
        newHeight: 1,
        newWidth: rows - prefix,
      });
    },

    resize2d(given, input) {
      const options = RESIZE_2D.open(input, { table: given });
      const { call } = options;
      const table = options.tensor("table", TABLE);
      const [count = 0] = table.shape;
      const prefix = options.read("prefix");
      const square = Math.round(Math.sqrt(count - prefix));
      const [height, width] = options.read("from") ?? [square, square];
      if (height * width !== count - prefix) {
        throw new RangeError(
          options.has("from")
            ? `${call}: table must have ${prefix + height * width} rows for prefix ${prefix} and from [${height}, ${width}], got ${count}`
            : `${call}: from is required, the ${count - prefix} rows behind the prefix make no square`,
        );
      }
      const [newHeight, newWidth] = options.read("to");
      const sides = { height, width, newHeight, newWidth };
      return run(options, table, prefix, sides);
    },
  };
}
