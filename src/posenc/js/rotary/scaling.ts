import {
  Arithmetic,
  Magnitude,
  ScalingType,
} from "../generated/border/enums/rotary.js";
import { frequencyFields } from "../generated/border/lists.js";
import { MAX_WIDTH, type Options } from "../options.js";
import { ways } from "../rules.js";
import {
  choice,
  type Fields,
  flag,
  integer,
  numbers,
  type OptionsOf,
  openScheme,
  optional,
  part,
  type Reading,
  real,
} from "../schema.js";

/** More positions than any text has. */
export const MAX_LENGTH = 2 ** 53;

const STRETCH = { min: 1e-12, max: 1e12 };
const FACTOR = real(STRETCH);
const LENGTH = real({ min: 1, max: MAX_LENGTH });
const ATTENTION = { above: 0, max: 1e6 };
const TURNS = { above: 0, max: 1e9 };
/** The λ of all pairs: how many there are, the frequencies tell. */
const LAMBDAS = numbers(STRETCH);
const SHARE = real({ default: 1 });

export const LINEAR = {
  /** s. */
  factor: FACTOR,
};
/** Fields of the scalings `linear` and `ntk`. */
export type LinearFields = OptionsOf<typeof LINEAR>;

export const DYNAMIC_LINEAR = {
  /** L, the training length. */
  originalMaxSeqLen: LENGTH,
};
/** The field of the scaling `dynamicLinear`. */
export type DynamicLinearFields = OptionsOf<typeof DYNAMIC_LINEAR>;

export const DYNAMIC = { ...LINEAR, ...DYNAMIC_LINEAR };
/** Fields of the scaling `dynamic`. */
export type DynamicFields = OptionsOf<typeof DYNAMIC>;

export const EXTENSION = {
  /** s. */
  factor: optional(
    FACTOR,
    "`maxSeqLen` / `originalMaxSeqLen`; without either, 1 for `longrope`",
  ),
  /** The extended length, in place of `factor`. */
  maxSeqLen: optional(LENGTH),
};
/** How far `longrope` extends a text. */
export type ExtensionFields = OptionsOf<typeof EXTENSION>;
export const YARN_EXTENSION = part(
  EXTENSION,
  ways({ needs: ["factor"], takes: ["maxSeqLen"] }, { needs: ["maxSeqLen"] }),
);
/** How far `yarn` extends a text. */
export type YarnExtensionFields = OptionsOf<typeof YARN_EXTENSION>;

export const YARN = {
  /** L, the training length. */
  originalMaxSeqLen: LENGTH,
  /** Pairs that turn more often than this in L positions stay. */
  betaFast: real({ ...TURNS, default: 32 }),
  /** Pairs that turn less often than this are divided by `factor`. */
  betaSlow: real({ ...TURNS, default: 1 }),
  /** Round the ends of the ramp outwards (gpt-oss: false). */
  truncate: flag(true),
  /**
   * With `mscaleAllDim`, and if neither is 0: attention factor
   * g(s, mscale) / g(s, mscaleAllDim), g(s, k) = 0.1·k·ln s + 1 (DeepSeek).
   */
  mscale: real({ default: 0 }),
  /** See `mscale`. */
  mscaleAllDim: real({ default: 0 }),
  /** In place of the derived attention factor 0.1·ln s + 1. */
  attentionFactor: optional(real(ATTENTION)),
  /** Times the attention factor (`attn_factor` of llama.cpp, vLLM). */
  attentionMultiplier: real({ ...ATTENTION, default: 1 }),
  /** Times the share that stays unscaled (`ext_factor`). */
  extrapolationFactor: SHARE,
};
/** The yarn family's own fields. */
export type YarnFields = OptionsOf<typeof YARN>;

export const LONGROPE = {
  /** L, the training length; above 1. */
  originalMaxSeqLen: LENGTH,
  /**
   * Rule of the attention factor: `"su"` √(1 + ln s / ln L), `"yarn"`
   * 0.1·ln s + 1; 1 for s ≤ 1.
   */
  magnitude: choice(Magnitude, "su"),
  /** In place of the derived attention factor. */
  attentionFactor: optional(real(ATTENTION)),
};
/** The LongRoPE family's own fields. */
export type LongropeFields = OptionsOf<typeof LONGROPE>;

export const LONGROPE_LISTS = {
  /** λ up to the training length: d/2 numbers. */
  shortFactor: LAMBDAS,
  /** λ beyond it: d/2 numbers. */
  longFactor: LAMBDAS,
};
/** The lists of the scaling `longrope`. */
export type LongropeLists = OptionsOf<typeof LONGROPE_LISTS>;

export const DYNAMIC_LONGROPE = {
  /** λ at `maxSeqLen`: d/2 numbers. */
  longFactor: LAMBDAS,
  /** The extended length, above `originalMaxSeqLen`. */
  maxSeqLen: LENGTH,
};
/** Where the scaling `dynamicLongrope` comes to its list. */
export type DynamicLongropeFields = OptionsOf<typeof DYNAMIC_LONGROPE>;

export const LLAMA3 = {
  /** s. */
  factor: FACTOR,
  /** Pairs with fewer turns in L are divided by `factor`. */
  lowFrequencyFactor: real(TURNS),
  /** Pairs with more turns in L stay; at least `lowFrequencyFactor`. */
  highFrequencyFactor: real(TURNS),
  /** L, the training length. */
  originalMaxSeqLen: LENGTH,
};
/** Fields of the scaling `llama3`. */
export type Llama3Fields = OptionsOf<typeof LLAMA3>;

export const PROPORTIONAL = {
  /** r. */
  partialRotaryFactor: real({ min: 0, max: 1 }),
  /** All frequencies are divided by it. */
  factor: optional(FACTOR, "1"),
};
/** Fields of the scaling `proportional`. */
export type ProportionalFields = OptionsOf<typeof PROPORTIONAL>;

export const NTK_BY_PARTS = {
  ...DYNAMIC,
  /** Times the share of `ntk`. */
  ntkFactor: SHARE,
  /** Times the share that stays unscaled. */
  extrapolationFactor: SHARE,
};
/** Fields of the scaling `ntkByParts`. */
export type NtkByPartsFields = OptionsOf<typeof NTK_BY_PARTS>;

export const RIFLEX = {
  /**
   * The pair that repeats first, counted from 1 as in the paper: the one whose
   * period 2π/θ is nearest to the first frame seen again.
   */
  k: integer({ min: 1, max: MAX_WIDTH / 2 }),
  /** Length to reach, such as the frames of a video in latent space. */
  maxSeqLen: LENGTH,
  /** Part of a turn that pair k makes in it; the paper's Eq. (8) has 1. */
  share: real({ above: 0, max: 1, default: 0.9 }),
};
/** Fields of the scaling `riflex`. */
export type RiflexFields = OptionsOf<typeof RIFLEX>;

export const DYPE = {
  /** L, the training length: 64 patches a side for FLUX. */
  originalMaxSeqLen: LENGTH,
  /** κ(t) of this step of the sampler, t² in DyPE's code (t = 1: noise). */
  kappa: real({ ...ATTENTION, default: 1 }),
};
/** Fields of the scaling `dype`. */
export type DypeFields = OptionsOf<typeof DYPE>;

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
 * - `riflex`: θ, but pair k gets `share`·2π/maxSeqLen, so that a longer video
 *   doesn't repeat itself (RIFLEx, Zhao et al. 2025; `riflex_utils.py` of
 *   thu-ml/RIFLEx, commit 2bff7fe0)
 * - `dype`: `ntkByParts` with its numbers of turns times κ, and YaRN's attention
 *   factor; κ = 1 is "vision YaRN", κ → 0 leaves θ as it is (DyPE, Issachar et
 *   al. 2025; `flux/transformer_flux.py` of guyyariv/DyPE, commit 5db5897b). At
 *   L = 64 and κ below 0.0006 the code's ramp turns round; here θ stays.
 *   DyPE's other method is `ntk` with the factor s^κ, κ = 2·t²
 */
export type RotaryScaling =
  | ({ readonly type: "linear" } & LinearFields)
  | ({ readonly type: "ntk" } & LinearFields)
  | ({ readonly type: "dynamic" } & DynamicFields)
  | ({ readonly type: "yarn" } & YarnExtensionFields & YarnFields)
  | ({ readonly type: "longrope" } & LongropeLists &
      ExtensionFields &
      LongropeFields)
  | ({ readonly type: "llama3" } & Llama3Fields)
  | ({ readonly type: "proportional" } & ProportionalFields)
  | ({ readonly type: "ntkByParts" } & NtkByPartsFields)
  | ({ readonly type: "dynamicLinear" } & DynamicLinearFields)
  | ({ readonly type: "dynamicYarn" } & YarnFields)
  | ({ readonly type: "dynamicLongrope" } & DynamicLongropeFields &
      LongropeFields)
  | ({ readonly type: "riflex" } & RiflexFields)
  | ({ readonly type: "dype" } & YarnExtensionFields & DypeFields);

type Type = RotaryScaling["type"];

/** The fields of each type, in the order of its messages. */
export const SCALINGS: { readonly [T in Type]: Fields } = {
  linear: LINEAR,
  ntk: LINEAR,
  dynamic: DYNAMIC,
  yarn: { ...EXTENSION, ...YARN },
  longrope: {
    ...LONGROPE_LISTS,
    factor: EXTENSION.factor,
    originalMaxSeqLen: LENGTH,
    maxSeqLen: EXTENSION.maxSeqLen,
    magnitude: LONGROPE.magnitude,
    attentionFactor: LONGROPE.attentionFactor,
  },
  llama3: LLAMA3,
  proportional: PROPORTIONAL,
  ntkByParts: NTK_BY_PARTS,
  dynamicLinear: DYNAMIC_LINEAR,
  dynamicYarn: YARN,
  dynamicLongrope: {
    longFactor: LAMBDAS,
    originalMaxSeqLen: LENGTH,
    maxSeqLen: LENGTH,
    magnitude: LONGROPE.magnitude,
    attentionFactor: LONGROPE.attentionFactor,
  },
  riflex: RIFLEX,
  dype: { ...EXTENSION, ...DYPE },
};

/** λ goes on growing beyond `maxSeqLen`; one below 1 falls, and comes to 0. */
function checkGrown(
  call: string,
  list: ArrayLike<number>,
  seqLen: number,
  length: number,
  extended: number,
): void {
  const share = (Math.max(seqLen, length) - length) / (extended - length);
  const { min, max } = STRETCH;
  for (let i = 0; seqLen > extended && i < list.length; i += 1) {
    const grown = 1 + ((list[i] as number) - 1) * share;
    if (grown >= min && grown <= max) continue;
    throw new RangeError(
      `${call}: seqLen must be such that 1 + (λ − 1)(seqLen − ${length})/(${extended} − ${length}) is from ${min} to ${max} for every λ of scaling.longFactor, got ${seqLen}, ${grown} for longFactor[${i}]`,
    );
  }
}

const TYPES = Object.keys(SCALINGS) as Type[];

/** What `rotary_frequencies` takes beside the width. */
export interface ScalingFields {
  readonly fields: readonly number[];
  /** λ of the longrope types. */
  readonly rescale: ArrayLike<number>;
}

/** The call's own numbers, which a scaling goes by. */
type Dims = Readonly<
  Record<"headDim" | "rotaryDim" | "base" | "seqLen", number>
> & { readonly precision: Arithmetic };

/** What Hugging Face's models have a recipe for. */
const FLOAT32: ReadonlySet<Type> = new Set<Type>([
  ...(["linear", "dynamic", "yarn", "longrope", "llama3"] as const),
  "proportional",
]);

/** Refuses what a type cannot scale. */
function checkDims(
  options: Options,
  type: Type,
  { headDim, rotaryDim, base, precision }: Dims,
): void {
  if (/ntk|dynamic$|dype/i.test(type) && rotaryDim < 4) {
    throw new RangeError(
      `${options.call}: rotaryDim must be at least 4 with ${type} scaling, got ${rotaryDim}`,
    );
  }
  if (type === "proportional" && rotaryDim !== headDim) {
    options.fail("rotaryDim", `headDim = ${headDim} with proportional scaling`);
  }
  if (precision === Arithmetic.float32 && !FLOAT32.has(type)) {
    throw new RangeError(
      `${options.call}: scaling.type must be one of ${[...FLOAT32].join(", ")} with precision "float32", got ${type}`,
    );
  }
  if (/yarn|parts|dype/i.test(type) && base === 1) {
    options.fail("base", `above 1 with ${type} scaling`);
  }
}

/** What C++ has for numbers that a type does not look at, or leaves out. */
const NEUTRAL = {
  factor: 1,
  originalMaxSeqLen: 0,
  maxSeqLen: 0,
  betaFast: 1,
  betaSlow: 1,
  truncate: 0,
  mscale: 0,
  mscaleAllDim: 0,
  attentionFactor: 0,
  attentionMultiplier: 1,
  extrapolationFactor: 1,
  ntkFactor: 1,
  lowFrequencyFactor: 0,
  highFrequencyFactor: 0,
  partialRotaryFactor: 0,
  magnitude: 0,
  k: 0,
  share: 0,
  kappa: 1,
};

const NUMBERS = Object.keys(NEUTRAL) as (keyof typeof NEUTRAL)[];

/** The option `scaling`, by the fields of its type. */
function openScaling(options: Options): Reading {
  const given = options.get("scaling");
  const type = (given as { readonly type?: unknown } | null)?.type;
  const isKnown = typeof type === "string" && Object.hasOwn(SCALINGS, type);
  const own = isKnown
    ? (type as Type)
    : options.nested("scaling").choice("type", TYPES);
  return openScheme(options.call, SCALINGS[own], given, "scaling");
}

/** Reads `scaling` for the frequencies of the call. */
export function readScaling(options: Options, dims: Dims): ScalingFields {
  const { call } = options;
  const { rotaryDim, base, seqLen, precision: arithmetic } = dims;
  if (!options.has("scaling")) {
    const plain = { base, seqLen, arithmetic, ...NEUTRAL };
    const type = ScalingType.none;
    return { fields: frequencyFields({ ...plain, type }), rescale: [] };
  }
  const s = openScaling(options);
  const known = s.fields;
  const type = s.get("type") as Type;
  checkDims(options, type, dims);
  const numbers: Record<keyof typeof NEUTRAL, number> = { ...NEUTRAL };
  for (const name of NUMBERS) {
    if (name in known) numbers[name] = Number(s.read(name) ?? NEUTRAL[name]);
  }
  const { originalMaxSeqLen: length, maxSeqLen: extended } = numbers;
  if ("magnitude" in known && length === 1) {
    s.fail("originalMaxSeqLen", "above 1");
  }
  const isDynamicLongrope = type === "dynamicLongrope";
  if (isDynamicLongrope && extended <= length) {
    s.fail("maxSeqLen", `above originalMaxSeqLen = ${length}`);
  }
  const pairs = Math.ceil(rotaryDim / 2);
  if (numbers.k > pairs) s.fail("k", `one of the ${pairs} pairs`);
  const isRounded = arithmetic === Arithmetic.float32;
  if (isRounded && type === "yarn" && numbers.extrapolationFactor !== 1) {
    s.fail("extrapolationFactor", '1 with precision "float32"');
  }
  const low = numbers.lowFrequencyFactor;
  if (numbers.highFrequencyFactor < low) {
    s.fail("highFrequencyFactor", `at least lowFrequencyFactor = ${low}`);
  }
  const list = (name: string): ArrayLike<number> =>
    name in known ? s.numbers(name, { ...STRETCH, length: pairs }) : [];
  const short = list("shortFactor");
  const long = list("longFactor");
  if (isDynamicLongrope) checkGrown(call, long, seqLen, length, extended);
  // Where `factor` is left out, it follows from the lengths, or is 1.
  if (!s.has("factor")) {
    if (extended > 0 && length > 0) numbers.factor = extended / length;
    else if (type === "yarn" || type === "dype") s.need("factor");
  }
  return {
    fields: frequencyFields({
      base,
      seqLen,
      arithmetic,
      type: ScalingType[type],
      ...numbers,
    }),
    rescale: isDynamicLongrope || seqLen > length ? long : short,
  };
}
