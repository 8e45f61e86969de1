/** How the layers of a GGUF file differ: types, windows, heads. */
import { refuse, whole } from "./header.js";
import type { Model } from "./model.js";

const WINDOW = "attention.sliding_window";
const PATTERN = "attention.sliding_window_pattern";
const RECURRENT = "attention.recurrent_layers";
const KEY_HEADS = "attention.head_count_kv";
const FULL = "full_attention";
const WINDOWED = "sliding_attention";
/** Llama 4's; llama.cpp takes no other. */
const CHUNK = 8192;

/** Keys that a query sees; 0 for all. */
function windowOf(model: Model): number {
  const { windows } = model.facts;
  if (!windows) return 0;
  const { usual, optional, layers } = windows;
  if (layers !== undefined && model.count !== layers) {
    if (model.get(WINDOW)) model.refuse(WINDOW, "0");
    return 0;
  }
  const value = model.get(WINDOW) ?? (optional ? 0 : usual);
  if (value === undefined) refuse(`has no ${model.name}.${WINDOW}`);
  if (value === 0 && optional) return 0;
  if (!whole(value, 2 ** 31)) return model.refuse(WINDOW, "1 to 2147483648");
  return value;
}

/** Which layers have a window. */
function windowed(model: Model): boolean[] {
  const { period } = model.facts.windows ?? {};
  const given = model.get(PATTERN);
  const all = Array.from({ length: model.count }, (_, i) => i);
  if (period === undefined) {
    if (given === undefined) refuse(`has no ${model.name}.${PATTERN}`);
    return model.list(PATTERN, 0).map(Boolean);
  }
  const listed = Array.isArray(given);
  const every = listed ? period : model.number(PATTERN, period);
  const made = all.map((i) => every === 0 || i % every < every - 1);
  // llama.cpp passes over a list here.
  if (listed && model.list(PATTERN, 0).some((x, i) => Boolean(x) !== made[i]))
    model.refuse(PATTERN, `every layer but each ${period}th`);
  return made;
}

/** Layers without scores. */
function recurrent(model: Model, keyHeads: readonly number[]): boolean[] {
  const { other } = model.facts;
  if (other === "conv") return keyHeads.map((count) => count === 0);
  if (!other) return keyHeads.map(() => false);
  if (model.get(RECURRENT) !== undefined)
    return model.list(RECURRENT, 0).map(Boolean);
  const every = model.number("full_attention_interval", 4);
  if (!whole(every, 65536))
    model.refuse("full_attention_interval", "1 to 65536");
  return keyHeads.map((_, i) => (i + 1) % every !== 0);
}

/** The one number of all layers that are asked about. */
function common(
  model: Model,
  counts: readonly number[],
  asked: (i: number) => boolean,
): number | undefined {
  const own = [...new Set(counts.filter((_, i) => asked(i)))];
  if (own.length > 1)
    refuse(`has ${model.name}.${KEY_HEADS} per layer, which is not known here`);
  const [count] = own;
  if (count !== undefined && !whole(count, 65536))
    model.refuse(KEY_HEADS, "1 to 65536");
  return count;
}

/** llama.cpp takes no window of these, which is right where it holds all. */
function checkUnwindowed(model: Model): void {
  if (!["phi3", "phimoe"].includes(model.name)) return;
  const window = model.number(WINDOW, 0);
  if (window !== 0 && window < model.length)
    model.refuse(
      WINDOW,
      `0, or ${model.length} or more, as llama.cpp has no window there`,
    );
}

/** Chunks and temperature of Llama 4, as llama.cpp has them. */
function chunks(model: Model): object {
  if (model.name !== "llama4") return {};
  if ((model.get(WINDOW) ?? CHUNK) !== CHUNK) model.refuse(WINDOW, `${CHUNK}`);
  return {
    attention_chunk_size: CHUNK,
    attn_temperature_tuning: true,
    attn_scale: 0.1,
    floor_scale: CHUNK,
  };
}

/** Keys of a config.json that tell layers apart. */
export function layersOf(
  model: Model,
): Readonly<Record<string, unknown>> & { readonly sliding_window?: number } {
  checkUnwindowed(model);
  const { name, heads } = model;
  const keyHeads = model.list(KEY_HEADS, heads);
  const still = recurrent(model, keyHeads);
  const window = windowOf(model);
  const near = window > 0 ? windowed(model) : still.map(() => false);
  const full = (i: number) => !still[i] && !near[i];
  const split = name === "gemma4";
  const local = split && common(model, keyHeads, (i) => near[i] === true);
  const rest = common(model, keyHeads, split ? full : (i) => !still[i]);
  const types = near.map((windows, i) =>
    still[i] ? model.facts.other : windows ? WINDOWED : FULL,
  );
  const varied = window > 0 || types.some((type) => type !== FULL);
  const { unrotated } = model.facts;
  const flags = types.map((type, i) =>
    Number(unrotated === FULL ? type !== FULL || !varied : (i + 1) % 4 > 0),
  );
  return {
    num_key_value_heads: local || (rest ?? heads),
    ...(local && { num_global_key_value_heads: rest ?? local }),
    ...(varied && { layer_types: types }),
    ...(window > 0 && { sliding_window: window }),
    ...(unrotated && { no_rope_layers: flags }),
    ...(name === "gpt-oss" && { attention_sink: true }),
    ...chunks(model),
  };
}
