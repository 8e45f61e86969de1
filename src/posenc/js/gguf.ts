/**
 * The header of a GGUF file in the words of a config.json. Beside it, only the few
 * numbers that divide the frequencies are read, and all of it a slice at a time: a
 * file of many gigabytes costs a few megabytes.
 *
 * ```ts
 * import { configFromHuggingFace } from "posenc";
 * import { readGguf } from "posenc/gguf";
 * const { plan, findings } = configFromHuggingFace(await readGguf(file));
 * ```
 *
 * @module posenc/gguf
 */
export type { Sliceable } from "./gguf-header.js";

import { describe } from "./errors.js";
import {
  CALL,
  type Header,
  readHeader,
  readNumbers,
  refuse,
  type Sliceable,
  type Value,
} from "./gguf-header.js";

/**
 * Model types by architecture, as llama.cpp pairs the channels of each. Its
 * converter reorders the weights of "llama": pairs are neighbours there.
 */
const TYPES: ReadonlyMap<string, string> = new Map([
  ["llama", "gguf_llama"],
  ["gemma", "gemma"],
  ["olmo2", "olmo2"],
  ["olmoe", "olmoe"],
  ["qwen2", "qwen2"],
  ["qwen2moe", "qwen2_moe"],
  ["qwen3", "qwen3"],
  ["qwen3moe", "qwen3_moe"],
  ["seed_oss", "seed_oss"],
]);
/** What each frequency is divided by; llama.cpp takes it in "llama" alone of these. */
const DIVISORS = "rope_freqs.weight";
/** As wide as a head may be. */
const MAX_WIDTH = 65536;

/** Keys of GGUF, behind the architecture, and of a config.json. */
const KEYS: Readonly<Record<string, string>> = {
  block_count: "num_hidden_layers",
  context_length: "max_position_embeddings",
  embedding_length: "hidden_size",
  "attention.head_count": "num_attention_heads",
  "attention.head_count_kv": "num_key_value_heads",
  "attention.key_length": "head_dim",
  "rope.freq_base": "rope_theta",
};
const NEEDED = Object.keys(KEYS).slice(0, 4);
const FACTOR = "rope.scaling.factor";
/** The name of the factor in older files. */
const OLD_FACTOR = "rope.scale_linear";
const SCALING = "rope.scaling.type";
const ORIGINAL = "rope.scaling.original_context_length";
const TURNED = "rope.dimension_count";
const VALUE_WIDTH = "attention.value_length";
const READ = [...Object.keys(KEYS), FACTOR, OLD_FACTOR, SCALING, ORIGINAL];
READ.push(TURNED, VALUE_WIDTH);

/** What positions do not depend on. */
const HARMLESS = new Set([
  ...["attention.layer_norm_rms_epsilon", "attention.layer_norm_epsilon"],
  "rope.scaling.finetuned",
]);
/**
 * The one value of each that changes nothing. llama.cpp reads YaRN's ends from
 * the files of other architectures alone, and takes these for the ones above.
 */
const PLAIN: Readonly<Record<string, Value>> = {
  "attention.causal": true,
  "attention.clamp_kqv": 0,
  "attention.max_alibi_bias": 0,
  "attention.scale": 0,
  "attention.sliding_window": 0,
  "rope.scaling.attn_factor": 1,
  "rope.scaling.yarn_attn_factor": 1,
  "rope.scaling.yarn_beta_fast": 32,
  "rope.scaling.yarn_beta_slow": 1,
  "rope.scaling.yarn_ext_factor": -1,
  "rope.scaling.yarn_log_multiplier": 0,
};

type Own = ReadonlyMap<string, Value>;

/** Keys behind the architecture's name. */
function keysOf(values: ReadonlyMap<string, Value>, architecture: string): Own {
  const prefix = `${architecture}.`;
  return new Map(
    [...values]
      .filter(([key]) => key.startsWith(prefix))
      .map(([key, value]) => [key.slice(prefix.length), value]),
  );
}

/** Refuses keys that bend positions and are not read, and missing ones. */
function checkKeys(own: Own, architecture: string): void {
  for (const [key, value] of own) {
    const name = `${architecture}.${key}`;
    if (READ.includes(key)) {
      if (value === null)
        refuse(`has ${name} per layer, which is not known here`);
      continue;
    }
    if (!/^(rope|attention)\.|^attn_/.test(key) || HARMLESS.has(key)) continue;
    const plain = Object.hasOwn(PLAIN, key) ? PLAIN[key] : undefined;
    if (plain === value) continue;
    const shown = value === null ? "" : ` = ${JSON.stringify(value)}`;
    refuse(
      `has ${name}${shown}, which is not known here${plain === undefined ? "" : `; known: ${plain}`}`,
    );
  }
  for (const key of NEEDED) {
    if (!own.has(key)) refuse(`has no ${architecture}.${key}`);
  }
}

/** Only the first part of a divided model has its keys. */
function checkParts(values: ReadonlyMap<string, Value>): void {
  const [part, parts] = [values.get("split.no"), values.get("split.count")];
  if (part !== undefined && part !== 0)
    refuse(`is part ${Number(part) + 1} of ${parts}; give the first`);
}

/** What the frequencies are divided by; undefined where nothing divides them. */
async function divisorsOf(
  source: Sliceable,
  header: Header,
  architecture: string,
  width: number,
): Promise<number[] | undefined> {
  const takes = architecture === "llama";
  for (const name of header.tensors.keys()) {
    if (takes && name === DIVISORS) continue;
    refuse(
      `has the tensor ${JSON.stringify(name)}, which is not known here in ${architecture}; give the config.json of the model`,
    );
  }
  const tensor = header.tensors.get(DIVISORS);
  if (!tensor) {
    if (takes && Number(header.values.get("split.count") ?? 1) > 1) {
      refuse(
        `is one of ${header.values.get("split.count")} parts, and another may have ${DIVISORS}; give the config.json of the model`,
      );
    }
    return undefined;
  }
  const { axes, type } = tensor;
  if (type !== 0 || axes.length !== 1 || axes[0] !== width / 2) {
    refuse(
      `must have ${width / 2} float32 numbers in ${DIVISORS}, got ${axes.join(" × ")} of type ${type}`,
    );
  }
  const list = await readNumbers(source, header, DIVISORS, tensor);
  const wrong = list.findIndex((x) => !(x > 0 && x < Infinity));
  if (wrong >= 0) {
    refuse(
      `must have positive numbers in ${DIVISORS}, got ${list[wrong]} at ${wrong}`,
    );
  }
  return list;
}

/** rope_scaling of a config.json. */
function scalingOf(
  own: Own,
  architecture: string,
  divisors: readonly number[] | undefined,
): object | null {
  // llama.cpp takes a factor without a type as linear, and 0 as 1.
  const type = own.get(SCALING) ?? "linear";
  if (type !== "none" && type !== "linear" && type !== "yarn") {
    refuse(
      `has ${architecture}.${SCALING} = ${JSON.stringify(type)}; known here: none, linear, yarn`,
    );
  }
  const given = Number(own.get(FACTOR) ?? own.get(OLD_FACTOR) ?? 0);
  const factor = type === "none" || given === 0 ? 1 : given;
  const length = own.get("context_length");
  if (divisors) {
    if (type === "yarn" && factor !== 1)
      refuse(`has both YaRN and ${DIVISORS}, which is not known here`);
    // Both lists alike: the same divisors at every length.
    const list = divisors.map((x) => x * factor);
    return {
      ...{ rope_type: "longrope", short_factor: list, long_factor: list },
      ...{ attention_factor: 1, original_max_position_embeddings: length },
    };
  }
  if (factor === 1) return null;
  return {
    ...{ rope_type: type, factor },
    ...(type === "yarn" && {
      original_max_position_embeddings: own.get(ORIGINAL) || length,
    }),
  };
}

/** Channels of a head, all of which must turn. */
function widthOf(own: Own, architecture: string): number {
  const heads = Number(own.get("attention.head_count"));
  const hidden = Number(own.get("embedding_length"));
  const width = own.get("attention.key_length") ?? hidden / heads;
  if (typeof width !== "number" || !(width > 0 && width <= MAX_WIDTH)) {
    refuse(
      `must have heads of up to ${MAX_WIDTH} channels, got ${JSON.stringify(width)}`,
    );
  }
  for (const key of [TURNED, VALUE_WIDTH]) {
    const found: Value = own.get(key) ?? width;
    if (found === width) continue;
    refuse(
      `has ${architecture}.${key} = ${JSON.stringify(found)} of ${width} channels; known here: all`,
    );
  }
  return width;
}

/**
 * What the header of a GGUF file says of positions, as the object of a
 * config.json, for `configFromHuggingFace`. Pairs of channels are those of the
 * weights in the file: neighbours in `gguf_llama`, halves elsewhere. Bases and
 * factors are float32, as the file has them.
 *
 * Known architectures: llama, gemma, olmo2, olmoe, qwen2, qwen2moe, qwen3,
 * qwen3moe, seed_oss. `rope_freqs.weight`, the divisors that llama.cpp's converter
 * makes of Llama 3's scaling, is read too, and stands in the result as `longrope`
 * with the same list for every length, and `context_length` as the original one,
 * which no key has. What the file leaves out is what llama.cpp
 * takes: base 10000, no scaling, YaRN's ends 32 and 1. Refused by name: keys of
 * `rope` and `attention` that aren't read, windows, values per layer.
 *
 * Source: ggml-org/llama.cpp, src/llama-model.cpp (00342301) and
 * conversion/llama.py (0274f0fc).
 *
 * @param source - a Blob or File, or a `size` and a `slice` of your own
 * @throws TypeError when it is none; RangeError when it is no GGUF of version 2 or
 *   3, ends within its header, or tells what is not known here
 */
export async function readGguf(source: Sliceable): Promise<object> {
  if (typeof source?.slice !== "function" || !(source.size >= 0)) {
    throw new TypeError(
      `${CALL}: source must be a Blob, or have a size and a slice, got ${describe(source)}`,
    );
  }
  const header = await readHeader(source);
  const { values } = header;
  checkParts(values);
  const architecture = values.get("general.architecture");
  if (typeof architecture !== "string")
    return refuse("has no general.architecture");
  const type = TYPES.get(architecture);
  if (type === undefined) {
    refuse(
      `is of the architecture ${JSON.stringify(architecture)}, which is not known here (known: ${[...TYPES.keys()].join(", ")})`,
    );
  }
  const own = keysOf(values, architecture);
  checkKeys(own, architecture);
  const width = widthOf(own, architecture);
  const divisors = await divisorsOf(source, header, architecture, width);
  const body = Object.fromEntries(
    Object.entries(KEYS)
      .filter(([key]) => own.has(key))
      .map(([key, name]) => [name, own.get(key)]),
  );
  return {
    ...body,
    model_type: type,
    head_dim: width,
    num_key_value_heads: body.num_key_value_heads ?? body.num_attention_heads,
    rope_theta: body.rope_theta ?? 10000,
    rope_scaling: scalingOf(own, architecture, divisors),
  };
}
