import type { Options } from "../options.js";

/** The yarn family's own fields. */
export interface YarnFields {
  /** L, the training length; from 1. */
  readonly originalMaxSeqLen: number;
  /** Pairs that turn more often than this in L positions stay; default 32. */
  readonly betaFast?: number;
  /** Pairs that turn less often than this are divided by `factor`; default 1. */
  readonly betaSlow?: number;
  /** Round the ends of the ramp outwards; default true (gpt-oss: false). */
  readonly truncate?: boolean;
  /**
   * With `mscaleAllDim`, and if neither is 0: attention factor
   * g(s, mscale) / g(s, mscaleAllDim), g(s, k) = 0.1·k·ln s + 1 (DeepSeek).
   */
  readonly mscale?: number;
  /** See `mscale`. */
  readonly mscaleAllDim?: number;
  /** In place of the derived attention factor 0.1·ln s + 1. */
  readonly attentionFactor?: number;
  /** Times the attention factor (`attn_factor` of llama.cpp, vLLM); default 1. */
  readonly attentionMultiplier?: number;
  /** Times the share that stays unscaled (`ext_factor`); default 1. */
  readonly extrapolationFactor?: number;
}

/** The LongRoPE family's own fields. */
export interface LongropeFields {
  /** L, the training length; above 1. */
  readonly originalMaxSeqLen: number;
  /**
   * Rule of the attention factor: `"su"` (default) √(1 + ln s / ln L), `"yarn"`
   * 0.1·ln s + 1; 1 for s ≤ 1.
   */
  readonly magnitude?: "su" | "yarn";
  /** In place of the derived attention factor. */
  readonly attentionFactor?: number;
}

/**
 * How the frequencies θ_i = base^(−2i/d) change for texts longer than the model
 * was trained on. s is `factor`, L `originalMaxSeqLen`, n the call's `seqLen`.
 *
 * - `linear`: θ/s (Position Interpolation, Chen et al. 2023)
 * - `dynamicLinear`: `linear` with s = max(n/L, 1)
 * - `ntk`: base·s^(d/(d−2)): the first pair stays, the last becomes θ/s exactly
 * - `dynamic`: `ntk` with s·max(n, L)/L − (s − 1); without `seqLen` n = L.
 *   Keys cached under an earlier n keep their angles: that is the caller's care
 * - `yarn`: θ/s for slow pairs, θ for fast ones, a ramp between (Peng et al.
 *   2023); the attention factor is 0.1·ln s + 1
 * - `dynamicYarn`: `yarn` with s = max(n/L, 1)
 * - `ntkByParts`: YaRN's predecessor: ramps 0.75–1.25 and 2–16 turns
 * - `longrope`: θ_i/λ_i, λ the long list when n > L, else the short one (Ding et
 *   al. 2024)
 * - `dynamicLongrope`: λ grows with n: 1 + (λ − 1)(n − L)/(maxSeqLen − L)
 * - `llama3`: θ/s for wavelengths above L/low, θ below L/high, a ramp between
 * - `proportional`: the first ⌊r·d/2⌋ pairs turn, with exponents over the whole
 *   head, the others have frequency 0 (Gemma)
 */
export type RotaryScaling =
  | { readonly type: "linear"; readonly factor: number }
  | { readonly type: "ntk"; readonly factor: number }
  | {
      readonly type: "dynamic";
      readonly factor: number;
      readonly originalMaxSeqLen: number;
    }
  | ({
      readonly type: "yarn";
      /** s; default `maxSeqLen` / `originalMaxSeqLen`. */
      readonly factor?: number;
      /** The extended length, in place of `factor`. */
      readonly maxSeqLen?: number;
    } & YarnFields)
  | ({
      readonly type: "longrope";
      /** λ up to the training length: d/2 numbers. */
      readonly shortFactor: ArrayLike<number>;
      /** λ beyond it: d/2 numbers. */
      readonly longFactor: ArrayLike<number>;
      /** s; default `maxSeqLen` / `originalMaxSeqLen`, or 1 without either. */
      readonly factor?: number;
      /** The extended length, in place of `factor`. */
      readonly maxSeqLen?: number;
    } & LongropeFields)
  | {
      readonly type: "llama3";
      readonly factor: number;
      /** Pairs with fewer turns in L are divided by `factor`. */
      readonly lowFrequencyFactor: number;
      /** Pairs with more turns in L stay; at least `lowFrequencyFactor`. */
      readonly highFrequencyFactor: number;
      readonly originalMaxSeqLen: number;
    }
  | {
      readonly type: "proportional";
      /** r, from 0 to 1. */
      readonly partialRotaryFactor: number;
      /** All frequencies are divided by it; default 1. */
      readonly factor?: number;
    }
  | {
      readonly type: "ntkByParts";
      readonly factor: number;
      readonly originalMaxSeqLen: number;
      /** Times the share of `ntk`; default 1. */
      readonly ntkFactor?: number;
      /** Times the share that stays unscaled; default 1. */
      readonly extrapolationFactor?: number;
    }
  | { readonly type: "dynamicLinear"; readonly originalMaxSeqLen: number }
  | ({ readonly type: "dynamicYarn" } & YarnFields)
  | ({
      readonly type: "dynamicLongrope";
      /** λ at `maxSeqLen`: d/2 numbers. */
      readonly longFactor: ArrayLike<number>;
      /** The extended length, above `originalMaxSeqLen`. */
      readonly maxSeqLen: number;
    } & LongropeFields);

const FACTOR = { min: 1e-12, max: 1e12 };
const LENGTH = { min: 1, max: 2 ** 53 };
const ATTENTION = { above: 0, max: 1e6 };

/** Numbers that a scaling can have: allowed range, and default if optional. */
const RANGES = {
  factor: FACTOR,
  originalMaxSeqLen: LENGTH,
  maxSeqLen: LENGTH,
  betaFast: { above: 0, max: 1e9, default: 32 },
  betaSlow: { above: 0, max: 1e9, default: 1 },
  mscale: { default: 0 },
  mscaleAllDim: { default: 0 },
  attentionFactor: ATTENTION,
  attentionMultiplier: { ...ATTENTION, default: 1 },
  extrapolationFactor: { default: 1 },
  ntkFactor: { default: 1 },
  lowFrequencyFactor: { above: 0, max: 1e9 },
  highFrequencyFactor: { above: 0, max: 1e9 },
  partialRotaryFactor: { min: 0, max: 1 },
} as const;

const YARN =
  "originalMaxSeqLen betaFast betaSlow truncate mscale mscaleAllDim attentionFactor attentionMultiplier extrapolationFactor";
const LONGROPE = "originalMaxSeqLen maxSeqLen magnitude attentionFactor";

/** Fields of each type, in the order of C++'s `ScalingType`. */
const FIELDS = {
  none: "",
  linear: "factor",
  ntk: "factor",
  dynamic: "factor originalMaxSeqLen",
  yarn: `factor maxSeqLen ${YARN}`,
  longrope: `shortFactor longFactor factor ${LONGROPE}`,
  llama3: "factor lowFrequencyFactor highFrequencyFactor originalMaxSeqLen",
  proportional: "partialRotaryFactor factor",
  ntkByParts: "factor originalMaxSeqLen ntkFactor extrapolationFactor",
  dynamicLinear: "originalMaxSeqLen",
  dynamicYarn: YARN,
  dynamicLongrope: `longFactor ${LONGROPE}`,
} as const;
const TYPES = Object.keys(FIELDS) as (keyof typeof FIELDS)[];

/** What `rotary_frequencies` takes beside base and length. */
export interface ScalingFields {
  /** One number per field, in the order of C++'s `FrequencyFields`. */
  readonly fields: readonly number[];
  /** λ of the longrope types. */
  readonly rescale: ArrayLike<number>;
}

/** λ goes on growing beyond `maxSeqLen`; one below 1 falls, and comes to 0. */
function checkGrown(
  call: string,
  list: ArrayLike<number>,
  seqLen: number,
  length: number,
  extended: number,
): void {
  const share = (Math.max(seqLen, length) - length) / (extended - length);
  const { min, max } = FACTOR;
  for (let i = 0; seqLen > extended && i < list.length; i += 1) {
    const grown = 1 + ((list[i] as number) - 1) * share;
    if (grown >= min && grown <= max) continue;
    throw new RangeError(
      `${call}: seqLen must be such that 1 + (λ − 1)(seqLen − ${length})/(${extended} − ${length}) is from ${min} to ${max} for every λ of scaling.longFactor, got ${seqLen}, ${grown} for longFactor[${i}]`,
    );
  }
}

/** Reads `scaling` for the frequencies of the call. */
export function readScaling(
  options: Options,
  {
    headDim,
    rotaryDim,
    base,
    seqLen,
  }: Record<"headDim" | "rotaryDim" | "base" | "seqLen", number>,
): ScalingFields {
  const type = options.has("scaling")
    ? options.nested("scaling").choice("type", TYPES.slice(1))
    : "none";
  const known = FIELDS[type].split(" ");
  const s = options.nested("scaling", ["type", ...known]);
  const has = (name: string): boolean => known.includes(name);
  /** A number of this type: the default, or `absent`, when it is left out. */
  const read = (name: keyof typeof RANGES, absent?: number): number => {
    const range = RANGES[name];
    const fallback = "default" in range ? range.default : absent;
    if (!has(name)) return fallback ?? 0;
    return fallback === undefined || s.has(name)
      ? s.number(name, range)
      : fallback;
  };
  const isLongrope = has("magnitude");
  if (/ntk|dynamic$/i.test(type) && rotaryDim < 4) {
    throw new RangeError(
      `${options.call}: rotaryDim must be at least 4 with ${type} scaling, got ${rotaryDim}`,
    );
  }
  if (type === "proportional" && rotaryDim !== headDim) {
    options.fail("rotaryDim", `headDim = ${headDim} with proportional scaling`);
  }
  if (/yarn|parts/i.test(type) && base === 1) {
    options.fail("base", `above 1 with ${type} scaling`);
  }

  const length = read("originalMaxSeqLen");
  if (isLongrope && length === 1) s.fail("originalMaxSeqLen", "above 1");
  const isDynamicLongrope = type === "dynamicLongrope";
  const extended = read("maxSeqLen", isDynamicLongrope ? undefined : 0);
  if (isDynamicLongrope && extended <= length) {
    s.fail("maxSeqLen", `above originalMaxSeqLen = ${length}`);
  }
  const low = read("lowFrequencyFactor");
  const high = read("highFrequencyFactor");
  if (type === "llama3" && high < low) {
    s.fail("highFrequencyFactor", `at least lowFrequencyFactor = ${low}`);
  }
  // Where `factor` may be left out, it follows from the lengths or is 1.
  const ratio =
    extended > 0
      ? extended / length
      : isLongrope || type === "proportional"
        ? 1
        : undefined;
  const list = (name: string): ArrayLike<number> =>
    has(name)
      ? s.numbers(name, { ...FACTOR, length: Math.ceil(rotaryDim / 2) })
      : [];
  const short = list("shortFactor");
  const long = list("longFactor");
  if (isDynamicLongrope)
    checkGrown(options.call, long, seqLen, length, extended);
  return {
    fields: [
      TYPES.indexOf(type),
      has("factor") ? read("factor", ratio) : (ratio ?? 1),
      ...[length, extended, read("betaFast"), read("betaSlow")],
      Number(!has("truncate") || s.boolean("truncate", true)),
      ...[read("mscale"), read("mscaleAllDim"), read("attentionFactor", 0)],
      read("attentionMultiplier"),
      ...[read("extrapolationFactor"), read("ntkFactor"), low, high],
      read("partialRotaryFactor"),
      isLongrope ? s.enumeration("magnitude", ["su", "yarn"], "su") : 0,
    ],
    rescale: isDynamicLongrope || seqLen > length ? long : short,
  };
}
