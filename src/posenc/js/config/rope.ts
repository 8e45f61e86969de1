import type { RotaryScaling } from "../rotary/scaling.js";
import { show } from "./findings.js";
import { ORIGINAL } from "./keys.js";
import {
  given,
  LENGTH,
  POSITIVE,
  type Rule,
  type Section,
  unlike,
} from "./section.js";

/** The keys that each type reads. */
const TYPES = {
  default: "",
  linear: "factor",
  ntk: "factor",
  dynamic: "factor",
  proportional: "factor",
  llama3: "factor low_freq_factor high_freq_factor",
  yarn: "factor attention_factor beta_fast beta_slow mscale mscale_all_dim truncate",
  longrope:
    "factor attention_factor short_factor long_factor short_mscale long_mscale",
} as const;

type RopeType = keyof typeof TYPES;

/** What other code calls these types. */
const ALIASES: Readonly<Record<string, RopeType>> = {
  su: "longrope",
  deepseek_yarn: "yarn",
  mrope: "default",
};

const MAXIMUM = "max_position_embeddings";
/** Keys that stand beside every type. */
const COMMON = [
  ..."rope_type type rope_theta partial_rotary_factor".split(" "),
  ORIGINAL,
  MAXIMUM,
  "mrope_section",
  "mrope_interleaved",
  "interleaved",
  "finetuned",
  "llama_4_scaling_beta",
];
/** Every key that belongs to some type. */
export const SCALING_KEYS: readonly string[] = [
  "rope_type",
  ...Object.values(TYPES).flatMap((keys) => keys.split(" ").filter(Boolean)),
];
/** Every key that stands in some rope object. */
export const ROPE_KEYS: readonly string[] = [...COMMON, ...SCALING_KEYS];
const SCALE: Rule = ["0 … 1000", (x) => x >= 0 && x <= 1000];
/** LongRoPE divides by the logarithm of the length. */
const LONG: Rule = ["2, 3, … 2^31", (x) => x > 1 && LENGTH[1](x)];
const ATTENTION: Rule = ["1e-6 … 1e6", (x) => x >= 1e-6 && x <= 1e6];

/** What scaling depends on beside its own keys. */
export interface RopeContext {
  /** The section that holds the model's own keys. */
  readonly root: Section;
  readonly maxPositions: number | undefined;
  readonly rotaryDim: number;
  /** Share of the head that is rotated. */
  readonly share: number;
}

/** Spellings of the type. */
export const TYPE_KEYS = ["rope_type", "type"];

function typeOf(rope: Section, key: string): RopeType | undefined {
  const word = rope.text(key) as RopeType | undefined;
  // Phi-3 wrote "yarn" for what is LongRoPE by its factors.
  if (word === "yarn" && rope.has("short_factor")) return "longrope";
  if (word === undefined || Object.hasOwn(TYPES, word)) return word;
  return Object.hasOwn(ALIASES, word) ? ALIASES[word] : undefined;
}

/** The rope type, with findings about how it is written. */
export function ropeType(rope: Section, ntk?: true): RopeType | undefined {
  const key = rope.spelling(TYPE_KEYS);
  const word = rope.raw(key);
  if (word === undefined) {
    const plain = rope.keys().every((name) => COMMON.includes(name));
    if (plain) return "default";
    rope.say("rope-type-missing", key);
    return undefined;
  }
  const type = typeOf(rope, key);
  if (type === undefined) {
    const known = Object.keys(TYPES).join(", ");
    if (typeof word === "string") {
      rope.say("rope-type-unknown", key, show(word), known);
    }
    return undefined;
  }
  if (type === "ntk" && !ntk) rope.say("rope-type-foreign", key, show(word));
  if (type !== word && word !== "mrope") {
    rope.say("rope-type-alias", key, show(word), type);
  }
  if (
    key === "rope_type" &&
    rope.has("type") &&
    typeOf(rope, "type") !== type
  ) {
    const other = show(rope.raw("type"));
    rope.say("rope-type-conflict", key, show(word), rope.where("type"), other);
  }
  return type;
}

/** Findings about keys that this type does not read and others do. */
export function checkKeys(rope: Section, type: RopeType): void {
  const own = TYPES[type].split(" ");
  const beta = "llama_4_scaling_beta";
  for (const key of rope.keys()) {
    if (COMMON.includes(key) || own.includes(key)) continue;
    if (ROPE_KEYS.includes(key)) rope.say("rope-key-unused", key, type);
  }
  rope.dismiss(beta, ORIGINAL, MAXIMUM, "finetuned", ...SCALING_KEYS);
}

/** `factor`, and whether the lengths agree with it. */
function readFactor(
  rope: Section,
  { root, maxPositions }: RopeContext,
  checked = true,
): number {
  const key = "factor";
  const factor = rope.number(key, POSITIVE, "factor-missing");
  if (factor < 1) rope.say("factor-below-one", key, factor);
  if (factor === 1) rope.say("factor-without-effect", key);
  const original = root.raw(ORIGINAL) ?? rope.raw(ORIGINAL);
  if (checked && maxPositions && typeof original === "number") {
    const ratio = maxPositions / original;
    if (ratio >= 1 && Math.abs(ratio / factor - 1) > 1e-6) {
      const shown = Number(ratio.toPrecision(6));
      rope.say("factor-contradicts-lengths", key, factor, original, shown);
    }
  }
  return factor;
}

/** The length trained before scaling, wherever the config says it. */
function readOriginal(
  rope: Section,
  { root, maxPositions }: RopeContext,
  fallback = true,
  rule = LENGTH,
): number {
  const nested = rope.optional(ORIGINAL, rule);
  const top = root.optional(ORIGINAL, rule);
  const original = top ?? nested;
  if (original === undefined) {
    // A length that is wrong itself has its finding.
    if (Number.isNaN(maxPositions)) return Number.NaN;
    if (maxPositions === undefined || !fallback || !rule[1](maxPositions)) {
      rope.say("key-missing", ORIGINAL);
    } else {
      rope.say("original-length-missing", ORIGINAL, maxPositions);
    }
    return maxPositions ?? Number.NaN;
  }
  if (nested !== undefined && unlike(nested, original)) {
    const where = rope.where(ORIGINAL);
    root.say("original-length-conflict", ORIGINAL, original, where, nested);
  }
  if (maxPositions !== undefined && original > maxPositions) {
    const holder = top === undefined ? rope : root;
    holder.say("original-length-too-long", ORIGINAL, original, maxPositions);
  }
  return original;
}

function yarn(rope: Section, context: RopeContext): RotaryScaling {
  const factor = readFactor(rope, context);
  const originalMaxSeqLen = readOriginal(rope, context);
  const betaFast = rope.optional("beta_fast");
  const betaSlow = rope.optional("beta_slow");
  const [fast = 32, slow = 1] = [betaFast, betaSlow];
  if (fast < slow) rope.say("beta-order", "beta_fast", fast, slow);
  const attentionFactor = rope.optional("attention_factor", ATTENTION);
  const mscale = rope.optional("mscale", SCALE);
  const mscaleAllDim = rope.optional("mscale_all_dim", SCALE);
  const truncate = rope.boolean("truncate");
  if (attentionFactor !== undefined && (mscale || mscaleAllDim)) {
    rope.say("attention-factor-with-mscale", "attention_factor");
  } else if (!mscale !== !mscaleAllDim) {
    rope.say("mscale-alone", mscale ? "mscale" : "mscale_all_dim");
  }
  const scaled = attentionFactor === undefined && mscale && mscaleAllDim;
  return given<RotaryScaling>({
    type: "yarn",
    factor,
    originalMaxSeqLen,
    betaFast,
    betaSlow,
    attentionFactor,
    ...(scaled && { mscale, mscaleAllDim }),
    truncate,
  });
}

function longrope(rope: Section, context: RopeContext): RotaryScaling {
  const pairs = context.rotaryDim / 2;
  const readList = (key: string): number[] => {
    const list = rope.numbers(key);
    if (!rope.has(key)) rope.say("key-missing", key);
    if (list && unlike(list.length, pairs)) {
      rope.say("longrope-length", key, list.length, pairs);
    }
    return list ?? [];
  };
  const shortFactor = readList("short_factor");
  const longFactor = readList("long_factor");
  const stretched = rope.has("factor");
  const originalMaxSeqLen = readOriginal(rope, context, stretched, LONG);
  const { maxPositions = 0 } = context;
  const factor = stretched
    ? readFactor(rope, context)
    : Math.max(1, maxPositions / originalMaxSeqLen);
  const short = rope.optional("short_mscale", ATTENTION);
  const long = rope.optional("long_mscale", ATTENTION);
  if (short && long && short !== long) {
    rope.say("mscale-by-length", "long_mscale", long, short);
  }
  const attentionFactor = rope.optional("attention_factor", ATTENTION) ?? long;
  return given<RotaryScaling>({
    type: "longrope",
    shortFactor,
    longFactor,
    originalMaxSeqLen,
    factor,
    attentionFactor,
  });
}

function llama3(rope: Section, context: RopeContext): RotaryScaling {
  const key = "high_freq_factor";
  const low = rope.number("low_freq_factor");
  const high = rope.number(key);
  if (high < low) rope.say("frequency-order", key, high, low);
  if (high === low) rope.say("frequency-band-empty", key, low);
  return {
    type: "llama3",
    // Its factor is no ratio of lengths: 8 for 8192 → 131072 in Llama 3.1.
    factor: readFactor(rope, context, false),
    lowFrequencyFactor: low,
    highFrequencyFactor: high,
    originalMaxSeqLen: readOriginal(rope, context),
  };
}

/** The exponent d/(d − 2) of the new base needs more than one pair. */
function checkWidth(
  rope: Section,
  type: string,
  { rotaryDim }: RopeContext,
): void {
  if (rotaryDim < 4) {
    const what = show(`${type} with a rotary width of ${rotaryDim}`);
    rope.say("encoding-unsupported", "rope_type", what);
  }
}

/**
 * The scaling of one rope object; undefined for plain RoPE. After an error it
 * may hold NaN: no plan is made of it.
 */
export function readScaling(
  rope: Section,
  type: RopeType,
  context: RopeContext,
): RotaryScaling | undefined {
  const { root, maxPositions, share } = context;
  switch (type) {
    case "default":
      return undefined;
    case "yarn":
      return yarn(rope, context);
    case "longrope":
      return longrope(rope, context);
    case "llama3":
      return llama3(rope, context);
    case "proportional": {
      const factor = rope.optional("factor");
      return given<RotaryScaling>({ type, partialRotaryFactor: share, factor });
    }
    case "dynamic": {
      checkWidth(rope, type, context);
      const original = rope.optional(ORIGINAL, LENGTH);
      if (maxPositions === undefined) root.say("key-missing", MAXIMUM);
      else if (original && unlike(original, maxPositions)) {
        const where = rope.where(ORIGINAL);
        const code = "original-length-conflict";
        root.say(code, MAXIMUM, maxPositions, where, original);
      }
      const factor = readFactor(rope, context, false);
      return { type, factor, originalMaxSeqLen: maxPositions ?? Number.NaN };
    }
    default:
      if (type === "ntk") checkWidth(rope, type, context);
      return { type, factor: readFactor(rope, context) };
  }
}
