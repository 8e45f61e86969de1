import { MAX_POSITION, Options } from "../options.js";
import type { Runtime } from "../runtime.js";
import type { Tensor, TensorLike } from "../tensor.js";
import { produce, TABLE } from "./common.js";

/** Options of {@link Resize.resize}. */
export interface ResizeOptions {
  /**
   * `"linear"` (default); `"cubic"`: Keys' kernel with a = −0.75, or −0.5 with
   * `antialias`; `"nearest"`: the row at ⌊i·N/M⌋.
   */
  readonly method?: "linear" | "cubic" | "nearest";
  /**
   * Where new row i of M lies among N old ones. False (default):
   * (i + ½)·N/M − ½. True: i·(N − 1)/(M − 1), so that the first and the last
   * rows stay. With `antialias` they do not, as in PyTorch: the step alone is
   * (N − 1)/(M − 1), at (i + ½)·step − ½. Not with `"nearest"`.
   */
  readonly alignCorners?: boolean;
  /**
   * Widens the kernel when the table shrinks, as PIL and timm do; default
   * false. Not with `"nearest"`.
   */
  readonly antialias?: boolean;
  /** Rows in front (class tokens) that pass through; default 0. */
  readonly prefix?: number;
}

/** Options of {@link Resize.resize2d}. */
export interface Resize2dOptions extends ResizeOptions {
  /**
   * Old grid `[height, width]`; default: the square that the rows behind the
   * prefix make up.
   */
  readonly from?: readonly [number, number];
  /** New grid `[height, width]`. */
  readonly to: readonly [number, number];
}

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

const KNOWN = ["method", "alignCorners", "antialias", "prefix"];
const METHODS = ["linear", "cubic", "nearest"] as const;

function readKernel(options: Options): [number, number, number] {
  const method = options.enumeration("method", METHODS, "linear");
  const alignCorners = options.boolean("alignCorners", false);
  const antialias = options.boolean("antialias", false);
  for (const name of ["alignCorners", "antialias"]) {
    if (method === 2 && options.boolean(name, false)) {
      options.fail(name, 'false with method "nearest"');
    }
  }
  return [method, Number(alignCorners), Number(antialias)];
}

/** `[height, width]`. */
function readGrid(options: Options, name: string): ArrayLike<number> {
  const range = { integer: true, min: 1, max: MAX_POSITION, length: 2 };
  return options.numbers(name, range);
}

/** @internal */
export function resize(runtime: Runtime): Resize {
  function run(
    call: string,
    table: TensorLike,
    sides: readonly number[],
    rows: number,
    prefix: number,
    kernel: readonly number[],
  ): Tensor {
    const width = table.shape[1] as number;
    const shape = [rows, width];
    return produce(runtime, call, shape, "embedding_resize", (frame) => [
      frame.input(table).pointer,
      ...[...sides, width, prefix, ...kernel],
    ]);
  }

  return {
    resize(given, newLen, input = {}) {
      const call = "embedding.resize";
      const named = { table: given, newLen };
      const options = Options.with(call, named, input, KNOWN);
      const table = options.tensor("table", TABLE);
      const [count = 0] = table.shape;
      const max = MAX_POSITION;
      const prefix = options.integer("prefix", {
        min: 0,
        max: count - 1,
        default: 0,
      });
      const rows = options.integer("newLen", { min: prefix + 1, max });
      const kernel = readKernel(options);
      const sides = [1, count - prefix, 1, rows - prefix];
      return run(call, table, sides, rows, prefix, kernel);
    },

    resize2d(given, input) {
      const call = "embedding.resize2d";
      const known = ["from", "to", ...KNOWN];
      const options = Options.with(call, { table: given }, input, known);
      const table = options.tensor("table", TABLE);
      const [count = 0] = table.shape;
      const prefix = options.integer("prefix", {
        min: 0,
        max: count - 1,
        default: 0,
      });
      const square = Math.round(Math.sqrt(count - prefix));
      const [h = 0, w = 0] = options.has("from")
        ? Array.from(readGrid(options, "from"))
        : [square, square];
      if (h * w !== count - prefix) {
        throw new RangeError(
          options.has("from")
            ? `${call}: table must have ${prefix + h * w} rows for prefix ${prefix} and from [${h}, ${w}], got ${count}`
            : `${call}: from is required, the ${count - prefix} rows behind the prefix make no square`,
        );
      }
      const [toH = 0, toW = 0] = Array.from(readGrid(options, "to"));
      const kernel = readKernel(options);
      const sides = [h, w, toH, toW];
      return run(call, table, sides, prefix + toH * toW, prefix, kernel);
    },
  };
}
