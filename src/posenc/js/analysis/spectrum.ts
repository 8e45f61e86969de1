import { named } from "../default-instance.js";
import {
  analysisSpectrum,
  analysisSpectrumScratch,
} from "../generated/border/analysis.js";
import type { Options } from "../options.js";
import type { Runtime } from "../runtime.js";
import { integer, type OptionsOf, table } from "../schema.js";
import { showShape, type Tensor, type TensorInput } from "../tensor.js";
import { refuseNonFinite, rowsOf } from "./rows.js";

const MAX_SPECTRUM_WIDTH = 2048;

const widthOf = (options: Options) => rowsOf(options).shape[1] as number;

export const SPECTRUM = table("analysis.spectrum", {
  /** How many components to give; with none, variances take a quarter of the time. */
  components: integer({
    min: 0,
    max: { text: "D", of: widthOf },
    default: {
      text: "min(D, 8)",
      of: (options) => Math.min(widthOf(options), 8),
    },
  }),
});
/** Options of {@link SpectrumAnalysis.spectrum}. */
export type SpectrumOptions = OptionsOf<typeof SPECTRUM>;

/** What {@link SpectrumAnalysis.spectrum} finds. */
export interface Spectrum {
  /** Variance along each of the D principal axes, falling. */
  readonly variances: Float64Array;
  /** Share of the whole variance; all zeros when the rows are all alike. */
  readonly explained: Float64Array;
  /** The first axes as unit rows, `[K, D]`. */
  readonly components: Tensor;
  /** The centred rows seen along these axes, `[T, K]`. */
  readonly projections: Tensor;
}

/** The principal axes of a table of rows. */
export interface SpectrumAnalysis {
  /**
   * Principal components of a table's rows, in float64. Takes T·D² products
   * and some D³ for the axes: half a minute at D = 2048.
   *
   * @param rows - shape `[T, D]`, D up to 2048
   */
  spectrum(rows: TensorInput, options?: SpectrumOptions): Spectrum;
}

/** {@link SpectrumAnalysis} of one instance. */
export const spectrumAnalysis = (runtime: Runtime): SpectrumAnalysis => ({
  spectrum(rows, input = {}) {
    const options = SPECTRUM.open(input, { rows });
    const { call } = options;
    const x = rowsOf(options);
    const [count = 0, width = 0] = x.shape;
    if (width > MAX_SPECTRUM_WIDTH) {
      throw new RangeError(
        `${call}: rows must have at most ${MAX_SPECTRUM_WIDTH} columns, got ${showShape(x.shape)}`,
      );
    }
    refuseNonFinite(call, "rows", x);
    const kept = options.read("components");
    return runtime.frame(call, (frame) => {
      const variances = frame.float64(width);
      const components = frame.float32(kept * width);
      const projections = frame.float32(count * kept);
      const scratch = runtime.number(analysisSpectrumScratch, { width });
      runtime.run(call, analysisSpectrum, {
        variances: variances.pointer,
        components: components.pointer,
        projections: projections.pointer,
        rows: frame.input(x).pointer,
        count,
        width,
        kept,
        scratch: frame.float64(scratch).pointer,
      });
      const values = variances.take();
      const total = values.reduce((sum, value) => sum + value, 0);
      return {
        variances: values,
        explained: values.map((value) => (total > 0 ? value / total : 0)),
        components: { data: components.take(), shape: [kept, width] },
        projections: { data: projections.take(), shape: [count, kept] },
      };
    });
  },
});

const spectrumCall: SpectrumAnalysis["spectrum"] = /* @__PURE__ */ named(
  spectrumAnalysis,
  "spectrum",
);

export { spectrumCall as analysisSpectrum };
