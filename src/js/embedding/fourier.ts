import { checkNumbers, MAX_POSITION, MAX_WIDTH, Options } from "../options.js";
import type { Frame, Runtime } from "../runtime.js";
import { sizeOf, type Tensor, type TensorLike } from "../tensor.js";
import { draw, produce, readBase, readRandom, readWidth } from "./common.js";

/** Options of {@link Fourier.fourier}. */
export interface FourierOptions {
  /**
   * Coordinates of N points on C axes, shape `[N, C]`, from −2²⁰ to 2²⁰; read
   * in float64. Usually scaled to −1 … 1.
   */
  readonly coords: TensorLike;
  /** Frequencies per coordinate: 1 to 30 octaves, 1 to 65536 linear ones. */
  readonly bands: number;
  /**
   * `"octaves"` (default): 1, 2, 4, … (NeRF). `"linear"`: from 1 to
   * `maxFrequency` / 2 in equal steps (Perceiver).
   */
  readonly spacing?: "octaves" | "linear";
  /** For `"linear"`, and required there: samples per unit, from 2 to 2³⁰. */
  readonly maxFrequency?: number;
  /**
   * Order of the columns. `"interleaved"` (default): per coordinate, per band,
   * sine and cosine. `"halves"`: all sines, coordinate by coordinate, then all
   * cosines (Perceiver). `"bands"`: per band, the sines of all coordinates, then
   * their cosines (NeRF's published code, which leaves the π away: divide the
   * coordinates by π).
   */
  readonly layout?: "interleaved" | "halves" | "bands";
  /** Put the coordinates themselves in front; default false. */
  readonly includeInput?: boolean;
}

/** Options of {@link Fourier.randomFourier}. */
export interface RandomFourierOptions {
  /** Coordinates of N points on C axes, shape `[N, C]`, from −2²⁰ to 2²⁰. */
  readonly coords: TensorLike;
  /** How many random directions, M; needed unless `matrix` is given. */
  readonly features?: number;
  /**
   * Standard deviation of their entries, in turns per unit, from 0 to 2²⁶/C;
   * default 1.
   */
  readonly scale?: number;
  /** Seed, any integer up to ±(2⁵³ − 1); default 0. */
  readonly seed?: number;
  /** The directions themselves, shape `[M, C]`, from −2³⁰/C to 2³⁰/C. */
  readonly matrix?: TensorLike;
}

/** Options of {@link Fourier.axial}. */
export interface AxialOptions {
  /** Cells along each of one to three axes: `[height, width]`, … */
  readonly shape?: readonly number[];
  /**
   * Coordinates along each axis, in place of `shape` (which stands for 0, 1, …):
   * any numbers from −2³¹ to 2³¹.
   */
  readonly axes?: readonly ArrayLike<number>[];
  /** Width of a row, from 1 to 65536. */
  readonly dModel: number;
  /**
   * Which columns belong to which axis. `"tatp22"` (default): interleaved sines
   * and cosines, first axis first; any width. `"mae"`: halves, last axis first.
   * `"timm"`: the sines of all axes, then the cosines. `"tensor2tensor"`: halves
   * with endpoint spacing, first axis first, zeros in what is left over.
   */
  readonly convention?: "tatp22" | "mae" | "timm" | "tensor2tensor";
  /** Ratio of wavelengths (timm: temperature), 1 to 1e12; default 10000. */
  readonly base?: number;
  /**
   * Only `"timm"`: turns the grid, so that columns and rows of the result begin
   * with the last axis; default false.
   */
  readonly reverseCoord?: boolean;
  /** Only `"timm"`: sines and cosines axis by axis; default false. */
  readonly interleaveSinCos?: boolean;
  /** Rows of zeros in front, for class tokens (MAE); default 0. */
  readonly prefix?: number;
}

/** Rows for continuous coordinates and for grids. */
export interface Fourier {
  /**
   * Fourier features: sin(π·f·x) and cos(π·f·x) of every coordinate x and
   * every band's frequency f.
   *
   * Sources: Mildenhall et al. 2020 (NeRF), section 5.1; Jaegle et al. 2021
   * (Perceiver), section 3.2.
   *
   * @returns shape `[N, 2·C·bands]`, C columns more with `includeInput`
   */
  fourier(options: FourierOptions): Tensor;

  /**
   * Random Fourier features: sin(2π·B·x), then cos(2π·B·x), with B drawn from
   * N(0, `scale`²): the numbers that
   * `learned({ maxLen: features, dModel: C, std: scale, seed })` gives.
   *
   * Source: Tancik et al. 2020.
   *
   * @returns shape `[N, 2·M]`
   * @throws TypeError for `matrix` together with `features`, `scale` or `seed`
   */
  randomFourier(options: RandomFourierOptions): Tensor;

  /**
   * Sinusoidal rows for a grid: every axis gets columns of its own.
   *
   * Sources: tatp22/multidim-positional-encoding; He et al. 2021 (MAE); timm,
   * `build_sincos2d_pos_embed`; tensor2tensor, `get_timing_signal_nd`.
   *
   * @returns shape `[prefix + cells, D]`, cells in row-major order
   * @throws RangeError for a width that the convention cannot divide
   */
  axial(options: AxialOptions): Tensor;
}

/** C times the largest entry of a matrix of directions: `B·x` stays exact. */
const MAX_DIRECTION = 2 ** 30;
const COORDS = { rank: 2, as: "[N, C]" } as const;
const CONVENTIONS = ["tatp22", "mae", "timm", "tensor2tensor"] as const;

function readCoords(options: Options): TensorLike {
  const coords = options.tensor("coords", COORDS);
  const range = { min: -(2 ** 20), max: 2 ** 20 };
  checkNumbers(options.call, "coords.data", coords.data, range);
  return coords;
}

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
    checkNumbers(call, name, value, { integer: true, min: 1, max: 2 ** 31 });
    return { lengths: value, at: (_, i) => i };
  }
  const axes = value.map((axis, a) => {
    const label = `axes[${a}]`;
    const one = new Options(call, { [label]: axis }, [label]);
    const range = { min: -MAX_POSITION, max: MAX_POSITION };
    const numbers = one.numbers(label, range);
    if (numbers.length === 0) one.fail(label, "at least one coordinate");
    return numbers;
  });
  return {
    lengths: axes.map(({ length }) => length),
    at: (a, i) => axes[a]?.[i] as number,
  };
}

function checkAxialWidth(
  options: Options,
  width: number,
  axes: number,
  convention: number,
): void {
  const word = CONVENTIONS[convention];
  const unit = 2 * axes;
  if (convention === 3 && width < unit) {
    options.fail("dModel", `at least ${unit} for "${word}" on ${axes} axes`);
  }
  if ((convention === 1 || convention === 2) && width % unit !== 0) {
    options.fail(
      "dModel",
      `a multiple of ${unit} for "${word}" on ${axes} axes`,
    );
  }
}

/** @internal */
export function fourier(runtime: Runtime): Fourier {
  return {
    fourier(input) {
      const call = "embedding.fourier";
      const options = new Options(call, input, [
        "coords",
        "bands",
        "spacing",
        "maxFrequency",
        "layout",
        "includeInput",
      ]);
      const coords = readCoords(options);
      const spacings = ["octaves", "linear"] as const;
      const spacing = options.enumeration("spacing", spacings, "octaves");
      const linear = spacing === 1;
      const max = linear ? MAX_WIDTH : 30;
      const bands = options.integer("bands", { min: 1, max });
      const top = linear
        ? options.number("maxFrequency", { min: 2, max: 2 ** 30 })
        : 2;
      if (!linear && options.has("maxFrequency")) {
        options.fail("maxFrequency", 'absent unless spacing is "linear"');
      }
      const layouts = ["interleaved", "halves", "bands"] as const;
      const layout = options.enumeration("layout", layouts, "interleaved");
      const include = Number(options.boolean("includeInput", false));
      const [n = 0, c = 0] = coords.shape;
      const width = 2 * c * bands + include * c;
      const shape = [n, width];
      return produce(runtime, call, shape, "embedding_fourier", (frame) => [
        frame.inputFloat64(coords.data).pointer,
        ...[width, n, c, bands, spacing, top, layout, include],
      ]);
    },

    randomFourier(input) {
      const call = "embedding.randomFourier";
      const drawing = ["features", "scale", "seed"];
      const known = ["coords", ...drawing, "matrix"];
      const options = new Options(call, input, known);
      const coords = readCoords(options);
      const [n = 0, c = 0] = coords.shape;
      const given = options.has("matrix")
        ? options.tensor("matrix", { shape: [null, c], as: `[M, ${c}]` })
        : null;
      const other = drawing.find((name) => given && options.has(name));
      if (other !== undefined) {
        throw new TypeError(
          `${call}: give either matrix or features with scale and seed, not matrix and ${other}`,
        );
      }
      const features = given
        ? (given.shape[0] as number)
        : options.integer("features", { min: 1, max: MAX_WIDTH });
      // No number drawn is nine deviations from 0.
      const random = readRandom(options, "scale", 1, MAX_DIRECTION / 16 / c);
      if (given) {
        const max = MAX_DIRECTION / c;
        checkNumbers(call, "matrix.data", given.data, { min: -max, max });
      }
      const shape = [n, 2 * features];
      const matrix = (frame: Frame): number =>
        given
          ? frame.input(given).pointer
          : draw(runtime, frame, call, [features, c], random);
      return produce(
        runtime,
        call,
        shape,
        "embedding_random_fourier",
        (frame) => [
          frame.inputFloat64(coords.data).pointer,
          matrix(frame),
          ...[n, c, features],
        ],
      );
    },

    axial(input) {
      const call = "embedding.axial";
      const options = new Options(call, input, [
        "shape",
        "axes",
        "dModel",
        "convention",
        "base",
        "reverseCoord",
        "interleaveSinCos",
        "prefix",
      ]);
      const axes = readAxes(options);
      const width = readWidth(options);
      const convention = options.enumeration(
        "convention",
        CONVENTIONS,
        "tatp22",
      );
      const order = axes.lengths.map((_, a) => a);
      checkAxialWidth(options, width, order.length, convention);
      const base = readBase(options);
      const [turned, interleave] = ["reverseCoord", "interleaveSinCos"].map(
        (name) => {
          const flag = options.boolean(name, false);
          if (flag && convention !== 2) {
            options.fail(name, 'false unless the convention is "timm"');
          }
          return flag;
        },
      );
      if (turned) order.reverse();
      const lengths = order.map((a) => axes.lengths[a] as number);
      const max = MAX_POSITION;
      const prefix = options.integer("prefix", { min: 0, max, default: 0 });
      const rows = prefix + sizeOf(lengths);
      const sides = [...lengths, 1, 1].slice(0, 3);
      const shape = [rows, width];
      return produce(runtime, call, shape, "embedding_axial", (frame) => {
        const list = frame.float64(lengths.reduce((a, b) => a + b));
        let next = 0;
        const view = list.view();
        for (const a of order) {
          const length = axes.lengths[a] as number;
          for (let i = 0; i < length; i += 1) view[next++] = axes.at(a, i);
        }
        const scratch = runtime.number(
          "embedding_axial_scratch_size",
          ...[lengths.length, ...sides, width, convention],
        );
        return [
          list.pointer,
          frame.float32(scratch).pointer,
          ...[scratch, rows, lengths.length, ...sides],
          ...[width, prefix, base, convention, Number(interleave)],
        ];
      });
    },
  };
}
