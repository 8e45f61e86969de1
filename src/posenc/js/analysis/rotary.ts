import { named } from "../default-instance.js";
import { analysisPrecision } from "../generated/border/analysis.js";
import { Format } from "../generated/border/enums/numeric.js";
import { MAX_POSITION, type Options } from "../options.js";
import { ANYWHERE } from "../positions.js";
import {
  frequenciesOf,
  ROTARY_FREQUENCIES,
  type RotaryFrequencyOptions,
} from "../rotary/frequencies.js";
import type { Runtime } from "../runtime.js";
import {
  choice,
  integer,
  numbers,
  type OptionsOf,
  pick,
  table,
} from "../schema.js";

const TURNING = pick(ROTARY_FREQUENCIES.fields, ["headDim", "base", "scaling"]);
const LENGTH = { min: 1, max: MAX_POSITION };

export const COVERAGE = table("analysis.coverage", {
  ...TURNING,
  /** Positions 0 … trainLen − 1 were seen in training. */
  trainLen: integer(LENGTH),
  /** Positions 0 … testLen − 1 are asked for. */
  testLen: integer({
    min: {
      text: "`trainLen`",
      of: (options) => options.get("trainLen") as number,
    },
    max: MAX_POSITION,
  }),
});
/** Options of {@link RotaryAnalysis.coverage}. */
export type CoverageOptions = OptionsOf<typeof COVERAGE>;

/** One pair of columns in {@link RotaryAnalysis.coverage}. */
export interface PairCoverage {
  /** Positions per turn, 2π/θ; Infinity for a pair that stands still. */
  readonly wavelength: number;
  /** Turns that training makes: (trainLen − 1)·θ / 2π. */
  readonly trainTurns: number;
  /** Turns that the test makes. */
  readonly testTurns: number;
  /** Whether training goes all the way round, so that no angle is new. */
  readonly complete: boolean;
  /**
   * Arc that the test reaches and training did not, in radians, from 0 to 2π.
   * Within a turn all angles between those of neighbouring positions count as
   * seen.
   */
  readonly unseenAngle: number;
}

/** What {@link RotaryAnalysis.coverage} finds. */
export interface Coverage {
  /** Pair by pair, fastest first. */
  readonly pairs: readonly PairCoverage[];
  /** Pairs that training turns all the way round. */
  readonly complete: number;
  /** Pairs that meet angles in the test that training never showed. */
  readonly unseen: number;
  /** Largest `unseenAngle`. */
  readonly maxUnseenAngle: number;
}

export const PRECISION = table("analysis.precision", {
  ...TURNING,
  /** Where to look. */
  positions: numbers(ANYWHERE),
  /** Number format of positions, frequencies, angles, cosines and sines. */
  format: choice(Format),
});
/** Options of {@link RotaryAnalysis.precision}. */
export type PrecisionOptions = OptionsOf<typeof PRECISION>;

/** What {@link RotaryAnalysis.precision} finds, one number per position. */
export interface Precision {
  /** Largest error of an angle over all pairs, in radians. */
  readonly angleError: Float64Array;
  /** Largest error of a cosine or sine over all pairs; NaN past the format. */
  readonly valueError: Float64Array;
}

/** What can be measured of rotary encodings. */
export interface RotaryAnalysis {
  /**
   * Which pairs of a rotary encoding complete a turn in training, and which
   * angles a longer text brings that no training text had. With `scaling` the
   * frequencies of the test are scaled (for its length) and those of training
   * are not.
   */
  coverage(options: CoverageOptions): Coverage;

  /**
   * What it costs to compute the angles in a number format: position and
   * frequency rounded to it, multiplied in it, and cosine and sine rounded to
   * it, against exact ones.
   */
  precision(options: PrecisionOptions): Precision;
}

const TURN = 2 * Math.PI;

/** What {@link Posenc.analysis} has for rotary encodings. */
export function rotaryAnalysis(runtime: Runtime): RotaryAnalysis {
  /** θ of the pairs, with the scaling for `seqLen` when that is given. */
  const angles = (options: Options, seqLen?: number): Float64Array => {
    const scaled = seqLen !== undefined && options.has("scaling");
    return frequenciesOf(runtime, options.call, {
      ...options.pick(["headDim", "base"]),
      ...(scaled && { ...options.pick(["scaling"]), seqLen }),
    } as RotaryFrequencyOptions).inverseFrequency;
  };

  return {
    coverage(input) {
      const options = COVERAGE.open(input);
      const trainLen = options.read("trainLen");
      const testLen = options.read("testLen");
      const trained = angles(options);
      const tested = angles(options, testLen);
      const pairs = Array.from(trained, (theta, i): PairCoverage => {
        const testTheta = tested[i] as number;
        const seen = (trainLen - 1) * theta;
        const asked = (testLen - 1) * testTheta;
        return {
          wavelength: TURN / theta,
          trainTurns: seen / TURN,
          testTurns: asked / TURN,
          complete: seen >= TURN,
          unseenAngle: Math.max(0, Math.min(asked, TURN) - seen),
        };
      });
      return {
        pairs,
        complete: pairs.filter(({ complete }) => complete).length,
        unseen: pairs.filter(({ unseenAngle }) => unseenAngle > 0).length,
        maxUnseenAngle: Math.max(...pairs.map((pair) => pair.unseenAngle)),
      };
    },

    precision(input) {
      const options = PRECISION.open(input);
      const { call } = options;
      const positions = options.read("positions");
      if (positions.length === 0) {
        options.fail("positions", "at least one number");
      }
      const format = options.read("format");
      let seqLen = 1;
      for (let i = 0; i < positions.length; i += 1) {
        seqLen = Math.max(seqLen, Math.floor(positions[i] as number) + 1);
      }
      const theta = angles(options, seqLen);
      return runtime.frame(call, (frame) => {
        const { length } = positions;
        const [angle, value] = [frame.float64(length), frame.float64(length)];
        runtime.run(call, analysisPrecision, {
          angleError: angle.pointer,
          valueError: value.pointer,
          positions: frame.inputFloat64(positions).pointer,
          count: length,
          inverseFrequency: frame.inputFloat64(theta).pointer,
          pairs: theta.length,
          format,
        });
        return { angleError: angle.take(), valueError: value.take() };
      });
    },
  };
}

export const analysisCoverage: RotaryAnalysis["coverage"] =
  /* @__PURE__ */ named(rotaryAnalysis, "coverage");
const precisionCall: RotaryAnalysis["precision"] = /* @__PURE__ */ named(
  rotaryAnalysis,
  "precision",
);

export { precisionCall as analysisPrecision };
