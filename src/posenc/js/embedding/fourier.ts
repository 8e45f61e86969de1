import { named } from "../default-instance.js";
import {
  embeddingFourier,
  embeddingRandomFourier,
} from "../generated/border/embedding.js";
import {
  FourierLayout,
  FourierSpacing,
} from "../generated/border/enums/embedding.js";
import { checkNumbers, MAX_WIDTH, type Options } from "../options.js";
import { RESULT } from "../result.js";
import { either, ways } from "../rules.js";
import type { Runtime } from "../runtime.js";
import {
  choice,
  flag,
  integer,
  type OptionsOf,
  optional,
  real,
  table,
  tensor,
  WIDTH,
} from "../schema.js";
import type { ReadTensor, Tensor } from "../tensor.js";
import { type AxialOptions, axialRows } from "./axial.js";
import { draw, produce, RANDOM } from "./common.js";

const MAX_COORDINATE = 2 ** 20;
const POINTS = tensor({ rank: 2, as: "[N, C]" });
const readPoints = (options: Options, name: string): ReadTensor => {
  const coords = POINTS.read(options, name);
  const range = { min: -MAX_COORDINATE, max: MAX_COORDINATE };
  checkNumbers(options.call, `${name}.data`, coords.data, range);
  return coords;
};
const COORDS: typeof POINTS = { ...POINTS, read: readPoints, need: readPoints };

const SPACING = choice(FourierSpacing, "octaves");

/** @internal */
export const FOURIER = table(
  "embedding.fourier",
  {
    /**
     * Coordinates of N points on C axes, from −2²⁰ to 2²⁰; read in float64.
     * Usually scaled to −1 … 1.
     */
    coords: COORDS,
    /** Frequencies per coordinate. */
    bands: integer({
      min: 1,
      max: {
        text: `30 octaves or ${MAX_WIDTH} linear ones`,
        of: (options) =>
          SPACING.read(options, "spacing") === FourierSpacing.linear
            ? MAX_WIDTH
            : 30,
      },
    }),
    /**
     * `"octaves"`: 1, 2, 4, … (NeRF). `"linear"`: from 1 to `maxFrequency` / 2 in
     * equal steps (Perceiver).
     */
    spacing: SPACING,
    /** For `"linear"`, and required there: samples per unit. */
    maxFrequency: optional(real({ min: 2, max: 2 ** 30 })),
    /**
     * Order of the columns. `"interleaved"`: per coordinate, per band, sine and
     * cosine. `"halves"`: all sines, coordinate by coordinate, then all cosines
     * (Perceiver). `"bands"`: per band, the sines of all coordinates, then their
     * cosines (NeRF's published code, which leaves the π away: divide the
     * coordinates by π).
     */
    layout: choice(FourierLayout, "interleaved"),
    /** Put the coordinates themselves in front. */
    includeInput: flag(false),
    ...RESULT,
  },
  ways(
    { needs: ["maxFrequency"], takes: ["spacing"] },
    { stays: { spacing: "octaves" } },
  ),
);
/** Options of {@link Fourier.fourier}. */
export type FourierOptions = OptionsOf<typeof FOURIER>;

/** C times the largest entry of a matrix of directions: `B·x` stays exact. */
const MAX_DIRECTION = 2 ** 30;

/** @internal */
export const RANDOM_FOURIER = table(
  "embedding.randomFourier",
  {
    /** Coordinates of N points on C axes, from −2²⁰ to 2²⁰. */
    coords: COORDS,
    /** How many random directions, M; needed unless `matrix` is given. */
    features: optional(WIDTH),
    /** Standard deviation of their entries, in turns per unit. */
    scale: real({
      min: 0,
      max: {
        text: "2²⁶/C",
        // No number drawn is nine deviations from 0.
        of: (options) =>
          MAX_DIRECTION /
          16 /
          (POINTS.read(options, "coords").shape[1] as number),
      },
      default: 1,
    }),
    /** Seed of the directions. */
    seed: RANDOM.seed,
    /** The directions themselves, from −2³⁰/C to 2³⁰/C. */
    matrix: optional(tensor({ rank: 2, as: "[M, C]" })),
    ...RESULT,
  },
  either(
    "matrix",
    ["features", "scale", "seed"],
    "features with scale and seed",
    ["features"],
  ),
);
/** Options of {@link Fourier.randomFourier}. */
export type RandomFourierOptions = OptionsOf<typeof RANDOM_FOURIER>;

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

/** {@link Fourier} of one instance. */
export const fourierCalls = (runtime: Runtime): Fourier => ({
  fourier(input) {
    const options = FOURIER.open(input);
    const coords = options.read("coords");
    const spacing = options.read("spacing");
    const bands = options.read("bands");
    const isLinear = spacing === FourierSpacing.linear;
    const maxFrequency = isLinear ? options.need("maxFrequency") : 2;
    if (!isLinear && options.has("maxFrequency")) {
      options.fail("maxFrequency", 'absent unless spacing is "linear"');
    }
    const layout = options.read("layout");
    const includeInput = options.read("includeInput");
    const [rows = 0, coordinates = 0] = coords.shape;
    const width = coordinates * (2 * bands + Number(includeInput));
    const shape = [rows, width];
    return produce(runtime, options, shape, embeddingFourier, (frame, out) => ({
      out,
      coords: frame.inputFloat64(coords.data).pointer,
      width,
      rows,
      coordinates,
      bands,
      spacing,
      maxFrequency,
      layout,
      includeInput,
    }));
  },

  randomFourier(input) {
    const options = RANDOM_FOURIER.open(input);
    const { call } = options;
    const coords = options.read("coords");
    const [rows = 0, coordinates = 0] = coords.shape;
    const given = options.has("matrix")
      ? options.tensor("matrix", {
          shape: [null, coordinates],
          as: `[M, ${coordinates}]`,
        })
      : undefined;
    const features = given
      ? (given.shape[0] as number)
      : options.need("features");
    const random = { std: options.read("scale"), seed: options.read("seed") };
    if (given) {
      const max = MAX_DIRECTION / coordinates;
      checkNumbers(call, "matrix.data", given.data, { min: -max, max });
    }
    const shape = [rows, 2 * features];
    return produce(
      runtime,
      options,
      shape,
      embeddingRandomFourier,
      (frame, out) => ({
        out,
        coords: frame.inputFloat64(coords.data).pointer,
        matrix: given
          ? frame.input(given).pointer
          : draw(runtime, frame, call, [features, coordinates], random),
        rows,
        coordinates,
        features,
      }),
    );
  },

  axial: axialRows(runtime),
});

export const axial: Fourier["axial"] = /* @__PURE__ */ named(
  fourierCalls,
  "axial",
);
export const fourier: Fourier["fourier"] = /* @__PURE__ */ named(
  fourierCalls,
  "fourier",
);
export const randomFourier: Fourier["randomFourier"] = /* @__PURE__ */ named(
  fourierCalls,
  "randomFourier",
);
