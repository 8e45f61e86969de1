import { show } from "./findings.js";
import { LAYERS } from "./keys.js";
import type { RotaryFrequenciesPlan } from "./plan.js";
import {
  COUNT,
  FLAG,
  type Rule,
  type Section,
  SIZE,
  unlike,
} from "./section.js";
import type { RotarySpec } from "./spec.js";

/** A model's config on the way to its plan. */
export interface Reading {
  readonly root: Section;
  /** Holds the base and the key/value heads: root, or a section of it. */
  readonly attention: Section;
  readonly spec: RotarySpec;
  readonly heads: number;
  readonly maxPositions: number | undefined;
}

/** Layers that attend to everything. */
export const FULL = "full_attention";
/** Layers that attend within a window. */
export const WINDOWED = "sliding_attention";
/** Types of layers that attend by scores, and so rotate. */
const ROTATING =
  "full_attention sliding_attention chunked_attention window_attention deepseek_sparse_attention compressed_sparse_attention heavily_compressed_attention attention minimax_m3_sparse hybrid_sliding hybrid".split(
    " ",
  );
/** Layers whose keys are another text's or an image's. */
const CROSS = "cross_attention";
/** Types of layers that have no scores, or none between tokens of the text. */
const STILL = ["linear_attention", "conv", "mamba", "moe", CROSS];
export const attends = (type: string): boolean => ROTATING.includes(type);
export const isLayer = (type: string): boolean =>
  attends(type) || STILL.includes(type);

/** Options by layer type; "" stands for every layer. */
export type ByType = ReadonlyMap<string, RotaryFrequenciesPlan | undefined>;

/** A list that tells layers apart has one entry for each. */
function checkCount(
  root: Section,
  key: string,
  list: readonly unknown[] | undefined,
): void {
  const count = root.optional(root.spelling(LAYERS), SIZE);
  if (list && count !== undefined && unlike(list.length, count)) {
    root.say("layer-count", key, list.length, count);
  }
}

/** Types of layers that a list has as numbers. */
function decoded(
  root: Section,
  [key, types]: NonNullable<NonNullable<RotarySpec["layers"]>["coded"]>,
): string[] | undefined {
  const given = root.numbers(key, COUNT);
  const count = root.optional(root.spelling(LAYERS), SIZE);
  // Layers behind the model's own predict further tokens.
  const codes = given?.slice(0, count ?? given.length);
  checkCount(root, key, codes);
  const odd = codes?.find((code) => !Object.hasOwn(types, String(code)));
  if (odd !== undefined && !Number.isNaN(odd)) {
    root.say("layer-type-unknown", key, odd, Object.keys(types).join(", "));
  }
  return codes?.map((code) => types[String(code)] ?? FULL);
}

/** Layers whose full ones are listed, or that begin to see less at one. */
function indexed(reading: Reading): string[] | undefined {
  const { root, spec } = reading;
  const {
    fullIndices,
    crossIndices,
    switched,
    other = WINDOWED,
  } = spec.layers ?? {};
  const count = () => root.size(LAYERS, spec.count) || 0;
  if (fullIndices !== undefined) {
    const full = root.numbers(fullIndices, COUNT);
    return full
      ? Array.from({ length: count() }, (_, i) =>
          full.includes(i) ? FULL : other,
        )
      : undefined;
  }
  if (crossIndices !== undefined) {
    if (!root.has(crossIndices)) root.say("key-missing", crossIndices);
    const crossed = root.numbers(crossIndices, COUNT);
    return Array.from({ length: count() }, (_, i) =>
      crossed?.includes(i) ? CROSS : FULL,
    );
  }
  if (switched === undefined || root.boolean("use_sliding_window") !== true) {
    return undefined;
  }
  const key = "max_window_layers";
  const first = root.assumed(key, COUNT, switched);
  return Array.from({ length: count() }, (_, i) =>
    i >= first ? WINDOWED : FULL,
  );
}

/** Layers that each have an object of their own: types, and heads of the keys. */
export function readBlocks({ root, spec, heads }: Reading) {
  if (!spec.blocks) return undefined;
  const key = "block_configs";
  const list = root.raw(key);
  if (!Array.isArray(list)) {
    root.say("key-missing", key);
    return undefined;
  }
  checkCount(root, key, list);
  const own = root.within(key, list);
  const group: Rule = [`a divisor of ${heads}`, (x) => heads % x === 0];
  const still = ["no_op", "replace_with_linear"];
  return list.map((_, i) => {
    const attention = own.section(String(i))?.section("attention") ?? own;
    const type = still.find((name) => attention.boolean(name)) ?? FULL;
    if (type !== FULL) return { type, heads };
    const window = "window_length";
    if (attention.has(window)) attention.say("not-in-plan", window);
    return { type, heads: heads / attention.number("n_heads_in_group", group) };
  });
}

/** The type of each layer, listed or by the rule of the model. */
export function layerTypes(reading: Reading): string[] | undefined {
  const { root, spec } = reading;
  const rule = spec.layers;
  const key = rule?.list ?? "layer_types";
  const coded = rule?.coded;
  const listed =
    coded && !root.has(key) ? decoded(root, coded) : root.texts(key);
  checkCount(root, key, listed);
  const odd = listed?.find((type) => !isLayer(type));
  if (odd !== undefined) {
    const known = [...ROTATING, ...STILL].join(", ");
    root.say("layer-type-unknown", key, show(odd), known);
  }
  // A list of layers stands above the rule that made it.
  const periodKeys = rule?.periodKeys ?? [];
  if (listed && rule) root.dismiss(...periodKeys, "sliding_window_pattern");
  if (listed || !rule || root.has(key)) return listed;
  if (rule.fullIndices || rule.crossIndices || rule.switched !== undefined)
    return indexed(reading);
  const [first] = periodKeys;
  const given = first !== undefined && root.has(root.spelling(periodKeys));
  if (!rule.period && !given) {
    root.say("key-missing", key);
    return undefined;
  }
  const usual = rule.period ?? 1;
  const period = first === undefined ? usual : root.size(periodKeys, usual);
  const full = rule.fullFirst ? 0 : period - 1;
  return Array.from({ length: root.size(LAYERS) || 0 }, (_, i) =>
    i % period === full ? FULL : (rule.other ?? WINDOWED),
  );
}

/** 1 for each layer that rotates, 0 for each that does not. */
export function rotationFlags({ root, spec }: Reading) {
  const list = "no_rope_layers";
  const usual = spec.unrotatedPeriod;
  if (!usual && !spec.listsUnrotated) return undefined;
  const flags = root.numbers(list, FLAG);
  const key = "no_rope_layer_interval";
  // Llama 4 publishes an empty list for its rule.
  if (flags?.length) {
    checkCount(root, list, flags);
    root.dismiss(key);
    return flags;
  }
  if (!usual) return undefined;
  const period = root.size(key, usual);
  return Array.from({ length: root.size(LAYERS) || 0 }, (_, i) =>
    (i + 1) % period === 0 ? 0 : 1,
  );
}

/** Options of layer i, null where it does not rotate. */
export function turningOf(
  { root, spec }: Reading,
  byType: ByType,
  types: readonly string[] | undefined,
  flags: readonly number[] | undefined,
): (i: number) => RotaryFrequenciesPlan | null {
  const still = spec.layers?.fullUnrotated && !root.isNull("sliding_window");
  const all = byType.has("") ? "" : undefined;
  return (i) => {
    const type = types?.[i] ?? FULL;
    const rotates = attends(type) && flags?.[i] !== 0;
    if (!rotates || (still && types && type === FULL)) return null;
    return byType.get(all ?? type) ?? byType.get(FULL) ?? null;
  };
}
