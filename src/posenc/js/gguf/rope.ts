/** Bases and scaling of a GGUF file, in the words of a config.json. */
import { refuse, whole } from "./header.js";
import type { Model } from "./model.js";
import type { Divisors } from "./tensors.js";

const TYPE = "rope.scaling.type";
const FACTOR = "rope.scaling.factor";
/** The name of the factor in older files. */
const OLD_FACTOR = "rope.scale_linear";
const ORIGINAL = "rope.scaling.original_context_length";
/** Multiplies cosines and sines. */
const ATTENTION = "rope.scaling.attn_factor";
const LOG = "rope.scaling.yarn_log_multiplier";
/** YaRN's ends, in turns within the original length. */
const [FAST, SLOW] = [32, 1];
const SECTIONS = "rope.dimension_sections";
const WARMTH = "attention.temperature_scale";
const WARM_LENGTH = "attention.temperature_length";
const BASE_SWA = "rope.freq_base_swa";

type Rope = Readonly<Record<string, unknown>>;

function typeOf(model: Model): string {
  // llama.cpp takes a factor without a type as linear.
  const type = model.get(TYPE) ?? "linear";
  const known = ["none", "linear", "yarn"];
  const { tensors } = model.facts;
  if (tensors === "both" || tensors === "lists") known.push("longrope");
  if (!known.includes(String(type))) {
    refuse(
      `has ${model.name}.${TYPE} = ${JSON.stringify(type)}; known here: ${known.join(", ")}`,
    );
  }
  return String(type);
}

/** The length before scaling; llama.cpp's context unless the file has it. */
const originalOf = (model: Model): number => {
  const original = model.number(ORIGINAL, 0) || model.length;
  return whole(original, 2 ** 31)
    ? original
    : model.refuse(ORIGINAL, "1 to 2147483648");
};

/** g(s, k) of YaRN. */
const g = (s: number, k: number): number =>
  s <= 1 ? 1 : 0.1 * k * Math.log(s) + 1;

/** YaRN's keys, and the factor on cosines and sines that they amount to. */
function yarn(
  model: Model,
  factor: number,
): { readonly keys: Rope; readonly attention: number } {
  const { latent, keys = [] } = model.facts;
  const own = model.number(ATTENTION, 1);
  const raw = keys.includes(LOG) ? model.number(LOG, 0) : 0;
  // DeepSeek's converter writes a tenth of it.
  const all = latent ? Math.fround(raw / Math.fround(0.1)) : raw;
  if (latent && (raw === 0 || own !== 1)) {
    refuse(
      `has YaRN with ${model.name}.${LOG} = ${raw} and attn_factor ${own}; known here: a multiplier above 0 and 1`,
    );
  }
  const mscale = latent && all !== 1 ? all : 1;
  const attention = (g(factor, mscale) / g(factor, all)) * own;
  const ends = (name: string, usual: number) =>
    keys.includes(`rope.scaling.yarn_${name}`)
      ? { [name]: model.number(`rope.scaling.yarn_${name}`, usual) }
      : {};
  return {
    keys: {
      rope_type: "yarn",
      factor,
      original_max_position_embeddings: originalOf(model),
      ...ends("beta_fast", FAST),
      ...ends("beta_slow", SLOW),
      ...(own !== 1
        ? { attention_factor: attention }
        : all !== 0 && { mscale, mscale_all_dim: all }),
    },
    // Without a multiplier, all is 0 and g(s, 0) is 1.
    attention,
  };
}

/** What YaRN divides the frequency of each pair by. */
function stretches(model: Model, keys: Rope, factor: number): number[] {
  const { turned, base, pairs } = model;
  const { beta_fast: fast = FAST, beta_slow: slow = SLOW } = keys;
  const length = originalOf(model);
  const pairOf = (turns: unknown) =>
    (turned * Math.log(length / (2 * Math.PI * Number(turns)))) /
    (2 * Math.log(base));
  const low = Math.max(0, Math.floor(pairOf(fast)));
  const high = Math.min(turned - 1, Math.ceil(pairOf(slow)));
  return Array.from({ length: pairs }, (_, i) => {
    const share = (i - low) / Math.max(0.001, high - low);
    const slowed = Math.min(1, Math.max(0, share));
    return 1 / (slowed / factor + 1 - slowed);
  });
}

/**
 * Divisors as LongRoPE has them: its lists for short and long contexts. llama.cpp
 * divides by the tensor's numbers first, and stretches the quotients by YaRN's
 * ramp over the pairs, whose ends the divisors leave as they are.
 */
function divided(
  model: Model,
  { short, long }: Divisors,
  factor: number,
  stretched: boolean,
): Rope {
  const lists = model.tensors === "lists";
  const { keys, attention } = stretched
    ? yarn(model, factor)
    : { keys: {}, attention: lists ? model.number(ATTENTION, 1) : 1 };
  const slower = stretched
    ? stretches(model, keys, factor)
    : short.map(() => factor);
  const times = (list: readonly number[]) =>
    list.map((x, i) => x * (slower[i] as number));
  return {
    rope_type: "longrope",
    short_factor: times(short),
    long_factor: times(long),
    attention_factor: attention,
    // With one list for every length, any will do; YaRN's says more.
    original_max_position_embeddings:
      lists || stretched ? originalOf(model) : model.length,
  };
}

/** The scaling of layers without a window; empty for none. */
function scaling(model: Model, divisors: Divisors | undefined): Rope {
  const type = typeOf(model);
  const given = model.number(FACTOR, model.number(OLD_FACTOR, 0));
  // 0 stands for 1.
  const factor = type === "none" || given === 0 ? 1 : given;
  const stretched = type === "yarn" && factor !== 1;
  const lists = divisors && model.tensors === "lists";
  if (!stretched && !lists && model.number(ATTENTION, 1) !== 1)
    model.refuse(ATTENTION, "1 without YaRN");
  if (model.facts.latent && factor !== 1 && !stretched)
    model.refuse(FACTOR, "1 without YaRN");
  if (divisors) return divided(model, divisors, factor, stretched);
  if (factor === 1) return {};
  return stretched ? yarn(model, factor).keys : { rope_type: type, factor };
}

/** Ministral 3's factor on queries by position. */
function warmth(model: Model): Rope {
  if (!model.facts.keys?.includes(WARMTH)) return {};
  const beta = model.number(WARMTH, 0);
  if (beta === 0) return {};
  const original = originalOf(model);
  // llama.cpp takes the length of YaRN.
  if (model.number(WARM_LENGTH, original) !== original)
    model.refuse(WARM_LENGTH, `${original}`);
  return {
    llama_4_scaling_beta: beta,
    original_max_position_embeddings: original,
  };
}

/** Pairs that turn with time, height and width. */
function sections(model: Model): Rope {
  const { axes } = model.facts;
  if (!axes) return {};
  const given = model.get(SECTIONS);
  if (given === undefined) refuse(`has no ${model.name}.${SECTIONS}`);
  const list = Array.isArray(given) ? given.map(Number) : [];
  const [time = 0, height = 0, width = 0, extra = 0] = list;
  const { pairs } = model;
  const sum = time + height + width;
  if (list.length !== 4 || extra !== 0 || sum !== pairs)
    model.refuse(SECTIONS, `three numbers with the sum ${pairs}, and 0`);
  const counts = [time, height, width];
  if (axes === "interleaved") {
    for (let i = 0; i < pairs; i++) {
      // llama.cpp turns what no axis reaches with a fourth one, 0 in texts.
      if (i < 3 * (counts[i % 3] as number)) continue;
      model.refuse(SECTIONS, `an axis for each pair; pair ${i} has none`);
    }
  }
  return { mrope_section: counts };
}

/** Gemma 4's full layers: the first pairs turn, the others hardly. */
function proportional(model: Model, { long }: Divisors): Rope {
  const first = long.findIndex((x) => x !== 1);
  const turning = first < 0 ? long.length : first;
  if (turning === 0 || long.slice(turning).some((x) => x < 1e30)) {
    refuse(
      `must have 1 and then 1e30 in rope_freqs.weight of ${model.name}, got ${long[turning]} at ${turning}`,
    );
  }
  return {
    rope_type: "proportional",
    rope_theta: model.base,
    partial_rotary_factor: turning / long.length,
  };
}

/** Widths and rotations of Gemma 4's two kinds of layers. */
function gemma4(model: Model, divisors: Divisors, base: number): Rope {
  const { width } = model;
  const near = model.size("attention.key_length_swa");
  for (const key of ["attention.value_length_swa", "rope.dimension_count_swa"])
    if ((model.get(key) ?? near) !== near) model.refuse(key, `${near}`);
  if (Object.keys(scaling(model, undefined)).length > 0)
    model.refuse(FACTOR, "1");
  return {
    head_dim: near,
    global_head_dim: width,
    rope_parameters: {
      full_attention: proportional(model, divisors),
      sliding_attention: {
        rope_type: "default",
        rope_theta: base,
        partial_rotary_factor: 1,
      },
    },
  };
}

/** Keys of a config.json that say how far each pair turns. */
export function ropeOf(
  model: Model,
  divisors: Divisors | undefined,
  hasWindows: boolean,
): object {
  const { windows } = model.facts;
  const { base } = model;
  const usual = windows?.base ?? base;
  const near = model.number(BASE_SWA, usual);
  if (!windows?.ownBase && near !== base) model.refuse(BASE_SWA, `${base}`);
  if (model.name === "gemma4" && divisors) return gemma4(model, divisors, near);
  const scaled = {
    ...warmth(model),
    ...sections(model),
    ...scaling(model, divisors),
  };
  const plain = { rope_type: "default" };
  if (!hasWindows) {
    const empty = Object.keys(scaled).length === 0;
    const rope = empty ? null : { ...plain, ...scaled };
    return { rope_theta: base, rope_scaling: rope };
  }
  return {
    rope_parameters: {
      full_attention: { ...plain, ...scaled, rope_theta: base },
      sliding_attention: {
        ...plain,
        ...(windows?.scaled && scaled),
        rope_theta: near,
      },
    },
  };
}
