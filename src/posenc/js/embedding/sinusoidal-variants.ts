import { named } from "../default-instance.js";
import {
  embeddingCoordinate,
  embeddingHybrid,
  embeddingPerturbed,
  embeddingTimestep,
} from "../generated/border/embedding.js";
import { MAX_WIDTH } from "../options.js";
import {
  ANYWHERE,
  LENGTH,
  PLACES,
  POSITIONS,
  readPlaces,
} from "../positions.js";
import { RESULT } from "../result.js";
import { either } from "../rules.js";
import type { Runtime } from "../runtime.js";
import {
  BASE,
  flag,
  integer,
  numbers,
  type OptionsOf,
  optional,
  real,
  table,
  tensor,
  WIDTH,
} from "../schema.js";
import type { Tensor } from "../tensor.js";
import { FORM, listPlaces, produce, RANDOM, rowsOf } from "./common.js";
import {
  type DocumentEncoding,
  type DocumentOptions,
  document,
} from "./document.js";

const FROM_TWO = integer({ min: 2, max: MAX_WIDTH });
const MAX_SCALE = 2 ** 20;

/** @internal */
export const TIMESTEP = table("embedding.timestep", {
  /** The timesteps: fractional and negative ones, too. */
  timesteps: numbers(ANYWHERE),
  /** Width of a row. */
  dModel: FROM_TWO,
  /** All cosines before all sines, in place of all sines before all cosines. */
  flipSinToCos: flag(false),
  /**
   * The s of ω = maxPeriod^(−i/(n − s)). 1 (DDPM): the last frequency is exactly
   * 1/maxPeriod. 0: it stays above (guided-diffusion, Stable Diffusion, DiT). Any
   * number below 1 goes by the same rule.
   */
  downscaleFreqShift: real({ min: -MAX_WIDTH, max: 1, default: 1 }),
  /** Multiplies every angle, for timesteps that were scaled down. */
  scale: real({ min: -MAX_SCALE, max: MAX_SCALE, default: 1 }),
  /** Ratio of the longest to the shortest wavelength. */
  maxPeriod: BASE,
  ...RESULT,
});
/** Options of {@link SinusoidalVariants.timestep}. */
export type TimestepOptions = OptionsOf<typeof TIMESTEP>;

/** @internal */
export const COORDINATE = table(
  "embedding.coordinate",
  {
    ...POSITIONS,
    /** Width of a row. */
    dModel: WIDTH,
    /**
     * The step t of the recurrence: how often the layer has run, from the number
     * that the model counts it from.
     */
    step: real(ANYWHERE),
    ...FORM,
    ...RESULT,
  },
  PLACES,
);
/** Options of {@link SinusoidalVariants.coordinate}. */
export type CoordinateOptions = OptionsOf<typeof COORDINATE>;

/** @internal */
export const HYBRID = table(
  "embedding.hybrid",
  {
    /** How many positions, from 0 on. */
    seqLen: LENGTH,
    /** Width of a row. */
    dModel: FROM_TWO,
    /** Columns that are learned. */
    learnedDims: integer({
      min: 1,
      max: {
        text: "`dModel` − 1",
        of: (options) => FROM_TWO.read(options, "dModel") - 1,
      },
    }),
    /** Ratio of wavelengths of the other columns. */
    base: BASE,
    /** The learned part, in place of `std` and `seed`. */
    table: optional(tensor({ rank: 2, as: "[seqLen, learnedDims]" })),
    ...RANDOM,
    ...RESULT,
  },
  either("table", ["std", "seed"], "std with seed"),
);
/** Options of {@link SinusoidalVariants.hybrid}. */
export type HybridOptions = OptionsOf<typeof HYBRID>;

/** @internal */
export const PERTURBED = table(
  "embedding.perturbed",
  {
    /** How many positions, from 0 on. */
    seqLen: LENGTH,
    /** Width of a row. */
    dModel: WIDTH,
    /** Ratio of the longest to the shortest wavelength. */
    base: BASE,
    /** The disturbance, in place of `std` and `seed`. */
    delta: optional(tensor({ rank: 2, as: "[seqLen, dModel]" })),
    ...RANDOM,
    ...RESULT,
  },
  either("delta", ["std", "seed"], "std with seed"),
);
/** Options of {@link SinusoidalVariants.perturbed}. */
export type PerturbedOptions = OptionsOf<typeof PERTURBED>;

/** Rows that are made of sinusoids in other ways. */
export interface SinusoidalVariants {
  /**
   * Timesteps of a diffusion model: sin(s·t·ω) and cos(s·t·ω) in halves,
   * ω = maxPeriod^(−i/(n − downscaleFreqShift)) for pair i of n = ⌊dModel/2⌋, s
   * the `scale`. An odd `dModel` ends on a column of zeros. Options and
   * defaults are those of `get_timestep_embedding` in diffusers, which has
   * DDPM's by itself.
   *
   * With sines first and no scale, the rows are those of `sinusoidal` in
   * halves: with endpoint spacing for a shift of 1, the paper's for 0 (and an
   * even width). The error is the same, for every scale.
   *
   * Source: Ho et al. 2020 (DDPM), appendix B.
   *
   * @returns shape `[N, D]`
   */
  timestep(options: TimestepOptions): Tensor;

  /**
   * Timing signal of the Universal Transformer, which runs one layer several
   * times: sin(p·ω) + sin(t·ω) and cos(p·ω) + cos(t·ω) for position p and `step`
   * t, ω = base^(−2i/d) for pair i. It is added to the tokens before each step.
   *
   * The paper counts positions and steps from 1 (`offset: 1`, `step: 1`),
   * tensor2tensor from 0, with `layout: "halves"` and `spacing: "endpoint"`.
   *
   * Both angles are exact and the sum is rounded once: the absolute error is at
   * most 6e-8, half a unit in the last place below 2, up to |p|, |t| = 2³¹. Odd
   * widths end as those of `sinusoidal`.
   *
   * Source: Dehghani et al. 2018, section 2.1.
   *
   * @returns shape `[T, D]`
   * @throws TypeError for `positions` together with `seqLen` or `offset`
   * @throws RangeError for a value outside its range
   */
  coordinate(options: CoordinateOptions): Tensor;

  /**
   * Two kinds of columns side by side: the first `learnedDims` learned,
   * N(0, std²), the rest a sinusoidal encoding of width `dModel − learnedDims`.
   * Both parts equal `learned` and `sinusoidal` of those widths, bit for bit.
   *
   * The definition is ours: texts describe "the first 128 columns learned, the
   * other 384 fixed" and leave the rest open.
   *
   * @returns shape `[T, D]`
   * @throws TypeError for `table` together with `std` or `seed`
   */
  hybrid(options: HybridOptions): Tensor;

  /**
   * Sinusoidal rows plus a disturbance that training may change, N(0, std²) to
   * begin with.
   *
   * The definition is ours: surveys describe "a trainable vector added to the
   * absolute encoding of each position" and give no formula.
   *
   * @returns shape `[T, D]`
   * @throws TypeError for `delta` together with `std` or `seed`
   */
  perturbed(options: PerturbedOptions): Tensor;

  /**
   * Three layers for a long document. Base: sinusoidal rows. Paragraph: an
   * offset vector of the token's paragraph is added. Sentence: a bias on the
   * scores of two tokens of one sentence that are at most `window` apart,
   * strength × (1 − distance / (window + 1)) or `localTable`; 0 elsewhere.
   *
   * The definition is ours: descriptions of hierarchical encodings for long
   * documents name these three layers and leave formulas open.
   *
   * @throws RangeError when the lengths do not add up
   */
  document(options: DocumentOptions): DocumentEncoding;
}

/** {@link SinusoidalVariants} of one instance. */
export const variants = (runtime: Runtime): SinusoidalVariants => ({
  timestep(input) {
    const options = TIMESTEP.open(input);
    const timesteps = options.read("timesteps");
    const rows = timesteps.length;
    if (rows === 0) options.fail("timesteps", "at least one number");
    const width = options.read("dModel");
    const cosineFirst = options.read("flipSinToCos");
    const shift = options.read("downscaleFreqShift");
    const scale = options.read("scale");
    const maxPeriod = options.read("maxPeriod");
    return produce(
      runtime,
      options,
      [rows, width],
      embeddingTimestep,
      (frame, out) => ({
        out,
        timesteps: frame.inputFloat64(timesteps).pointer,
        rows,
        width,
        maxPeriod,
        shift,
        scale,
        cosineFirst,
      }),
    );
  },

  coordinate(input) {
    const options = COORDINATE.open(input);
    const places = readPlaces(options);
    const rows = places.seqLen;
    const width = options.read("dModel");
    const step = options.read("step");
    const base = options.read("base");
    const layout = options.read("layout");
    const spacing = options.read("spacing");
    return produce(
      runtime,
      options,
      [rows, width],
      embeddingCoordinate,
      (frame, out) => ({
        out,
        positions: listPlaces(frame, places),
        rows,
        width,
        step,
        base,
        layout,
        spacing,
      }),
    );
  },

  hybrid(input) {
    const options = HYBRID.open(input);
    const rows = options.read("seqLen");
    const width = options.read("dModel");
    const learnedWidth = options.read("learnedDims");
    const base = options.read("base");
    const learned = rowsOf(runtime, options, "table", [rows, learnedWidth]);
    return produce(
      runtime,
      options,
      [rows, width],
      embeddingHybrid,
      (frame, out) => ({
        out,
        learned: learned(frame),
        scratch: frame.float32(rows * (width - learnedWidth)).pointer,
        rows,
        width,
        learnedWidth,
        base,
      }),
    );
  },

  perturbed(input) {
    const options = PERTURBED.open(input);
    const rows = options.read("seqLen");
    const width = options.read("dModel");
    const base = options.read("base");
    const shape = [rows, width] as const;
    const delta = rowsOf(runtime, options, "delta", shape);
    return produce(
      runtime,
      options,
      shape,
      embeddingPerturbed,
      (frame, out) => ({ out, delta: delta(frame), rows, width, base }),
    );
  },

  document: document(runtime),
});

export const coordinate: SinusoidalVariants["coordinate"] =
  /* @__PURE__ */ named(variants, "coordinate");
export const embeddingDocument: SinusoidalVariants["document"] =
  /* @__PURE__ */ named(variants, "document");
export const hybrid: SinusoidalVariants["hybrid"] = /* @__PURE__ */ named(
  variants,
  "hybrid",
);
export const perturbed: SinusoidalVariants["perturbed"] = /* @__PURE__ */ named(
  variants,
  "perturbed",
);
export const timestep: SinusoidalVariants["timestep"] = /* @__PURE__ */ named(
  variants,
  "timestep",
);
