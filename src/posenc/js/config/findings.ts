/** How bad a finding is. */
export type FindingLevel = "error" | "warning" | "info";

const CONFLICT =
  "{0} is {1} but {2} is {3}: the plan follows {0}, as transformers does; other runtimes may not";
const MISSING = "{0} is missing";
const WRONG = "{0} must be {1}, got {2}";
const UNKNOWN = "{0} {1} is not known; known: {2}";
const LENGTHS = "{0} has {1} entries, not {2}";

/** Texts by level; {0} is the path of the key, {1} … the finding's values. */
const TEXTS = {
  error: {
    "model-type-missing":
      "{0} is missing: without it, the keys don't tell how positions enter",
    "model-type-unknown":
      "{0} {1} is not known here: the keys alone don't tell how it encodes positions",
    "encoding-unsupported": "{0} is {1}: no call here computes that encoding",
    "encoding-unread": "{0} is {1}, which is not read for {2}; read: {3}",
    "position-key-unread":
      "{0} may change how positions enter, and is not read for {1}: a plan without it may be wrong",
    "rope-key-misplaced": "{0} is not read there: its place is {1}",
    "encoding-none": "{0} is {1}: this model encodes no positions",
    "wrong-kind": WRONG,
    "out-of-range": WRONG,
    "key-missing": MISSING,
    "factor-missing": MISSING,
    "factor-below-one": "{0} is {1}, below 1: it would shorten the context",
    "head-dim-not-divisible":
      "{0} {1} is not divisible by {2} heads, and no head_dim is given",
    "kv-heads-not-divisor": "{0} {1} does not divide the {2} heads",
    "rotary-dim-odd":
      "{0} makes the rotary width {1}: pairs need an even number up to the head width {2}",
    "rope-type-missing":
      "{0} is missing, but scaling values are given: transformers would ignore them",
    "rope-type-unknown": UNKNOWN,
    "layer-type-unknown": UNKNOWN,
    "beta-order":
      "{0} {1} is below beta_slow {2}: the ramp would run backwards",
    "frequency-order": "{0} {1} is below low_freq_factor {2}",
    "longrope-length": LENGTHS,
    "mrope-section-sum": "{0} adds up to {1}, but there are {2} pairs",
    "mrope-section-long": "{0} {1} cannot interleave {2} axes over {3} pairs",
    "layer-count": LENGTHS,
    "deberta-term-unknown": '{0} may name "c2p" and "p2c", got {1}',
    "distance-too-short":
      "{0} must exceed {1}, the distances with a bucket each, got {2}",
  },
  warning: {
    "base-missing":
      "{0} is missing: the plan takes {1}, as transformers does, but models with {2} scaling have another base",
    "key-conflict": CONFLICT,
    "rope-type-conflict": CONFLICT,
    "base-conflict": CONFLICT,
    "partial-factor-conflict": CONFLICT,
    "original-length-conflict": CONFLICT,
    "scaling-and-parameters":
      "{0} and rope_parameters are both given and differ: the plan follows {0}, as transformers does; other runtimes may not",
    "rope-key-unknown":
      "{0} is no known rope key and was not read; nearest: {1}",
    "rope-key-unused": "{0} has no effect with rope type {1}",
    "rope-type-foreign":
      "{0} {1} is no type of transformers: the plan scales the base",
    "factor-contradicts-lengths":
      "{0} is {1}, but max_position_embeddings is {3} times the original length {2}: the plan uses the factor, some releases of transformers the ratio",
    "original-length-missing":
      "{0} is missing: the plan takes max_position_embeddings {1}, as transformers does; other runtimes refuse",
    "original-length-too-long":
      "{0} {1} exceeds max_position_embeddings {2}: nothing is extended",
    "length-implausible":
      "{0} {1} is beyond 2^24, where float32 positions stop being exact",
    "length-beyond-wavelengths":
      "{0} {1} exceeds the longest wavelength {2}: every pair repeats within the context",
    "attention-factor-with-mscale":
      "{0} is given beside mscale: the plan uses {0} alone, as transformers does; other runtimes may not",
    "mscale-alone":
      "{0} has no counterpart: transformers then ignores it, DeepSeek's code does not",
    "mscale-by-length":
      "{0} {1} differs from short_mscale {2}: the plan has {0} only",
    "alibi-max-ignored":
      "{0} is {1}: MosaicML's code uses it, transformers' always 8",
    "softmax-scale-differs":
      "{0} multiplies DeepSeek's score scale by {1}, and the plan's; transformers up to 5.9 leaves it out for {2}",
    "deberta-span-odd":
      "{0} {1} is odd: exact and logarithmic buckets cannot be half each",
    "deberta-terms-missing": "{0} names no term: no position enters the scores",
    "deberta-relative-off": "{0} has no effect: relative_attention is off",
  },
  info: {
    "format-mistral":
      "read as Mistral's params.json ({0} is one of its keys), whose weights pair neighbouring channels",
    "text-model-only": "{0} was read ({1}), the rest of the config was not",
    "position-key": "{0} concerns positions; how {1} uses it is not known here",
    "position-key-outside":
      "{0} concerns positions outside the part that was read",
    "not-in-plan": "{0} changes scores too, and is not in the plan",
    "default-used": "{0} is not given: {2} has {1} by default",
    "head-dim-differs": "{0} is {1}, not hidden size / heads = {2}",
    "rope-type-alias": "{0} {1} was read as {2}",
    "factor-without-effect": "{0} is 1: the scaling changes nothing",
    "layers-unknown":
      "{0} is not given: the plan has one layer, which stands for all",
    "length-unknown": "{0} is not given: how far positions reach is not known",
    "frequency-band-empty":
      "{0} equals low_freq_factor {1}: frequencies switch without a ramp",
    "alibi-heads":
      "{0} {1} is no power of two: slopes are the authors', not 2^(−8h/n)",
    "alibi-scaled":
      "{0} is added before the scores are scaled: multiply it by {1}",
  },
} as const satisfies Record<FindingLevel, Record<string, string>>;

/** What kind of finding it is, a word that does not change with its text. */
export type FindingCode = {
  [Level in FindingLevel]: keyof (typeof TEXTS)[Level];
}[FindingLevel];

/** One thing worth knowing about a configuration. */
export interface Finding {
  /**
   * `"error"`: ill-formed, no plan can be made. `"warning"`: runtimes may read
   * it differently, or it does not do what it seems to. `"info"`: what was
   * assumed, and what the plan leaves out.
   */
  readonly level: FindingLevel;
  /** What kind of finding it is. */
  readonly code: FindingCode;
  /**
   * The finding in English, with the values found. In Chinese:
   * `findingText(finding, "zh")` of `posenc/catalog`.
   */
  readonly message: string;
  /** Path of the key, such as `rope_scaling.factor`. */
  readonly where: string;
  /** What the message is filled with, in the order of its text. */
  readonly values: readonly (string | number)[];
}

/** Fills a text's {0} with the path and {1} … with the values. */
export function fill(
  text: string,
  where: string,
  values: readonly (string | number)[],
): string {
  return text.replace(/\{(\d)\}/g, (_, i) => String([where, ...values][i]));
}

/** Makes a finding. */
export function finding(
  code: FindingCode,
  where: string,
  values: readonly (string | number)[],
): Finding {
  const level = LEVELS.find((name) => code in TEXTS[name]) as FindingLevel;
  const texts: Readonly<Record<string, string>> = TEXTS[level];
  const message = fill(texts[code] as string, where, values);
  return { level, code, message, where, values };
}

/** From bad to harmless. */
export const LEVELS = Object.keys(TEXTS) as FindingLevel[];

/** A value for a message: as JSON writes it, short. */
export function show(value: unknown): string {
  if (typeof value === "number") return String(value);
  let text: string | undefined;
  try {
    text = JSON.stringify(value);
  } catch {
    // A cycle or a bigint: its kind says enough.
  }
  text ??= typeof value;
  return text.length > 48 ? `${text.slice(0, 47)}…` : text;
}
