import { show } from "./findings.js";
import { LAYERS } from "./keys.js";
import type { RotarySpec } from "./models.js";
import type { RotaryFrequenciesPlan } from "./plan.js";
import { FLAG, type Section, SIZE, unlike } from "./section.js";

/** A model's config on the way to its plan. */
export interface Reading {
  readonly root: Section;
  /** Holds the base and the key/value heads: root, or a section of it. */
  readonly attention: Section;
  readonly spec: RotarySpec;
  readonly modelType: string;
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
/** Types of layers that have no scores. */
const STILL = ["linear_attention", "conv", "mamba", "moe"];
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

/** The type of each layer, listed or by the rule of the model. */
export function layerTypes({
  root,
  spec,
  modelType,
}: Reading): string[] | undefined {
  const key = "layer_types";
  const listed = root.texts(key);
  checkCount(root, key, listed);
  const odd = listed?.find((type) => !isLayer(type));
  if (odd !== undefined) {
    const known = [...ROTATING, ...STILL].join(", ");
    root.say("layer-type-unknown", key, show(odd), known);
  }
  const rule = spec.layers;
  // A list of layers stands above the rule that made it.
  if (listed && rule)
    root.dismiss(...rule.periodKeys, "sliding_window_pattern");
  if (listed || !rule || root.has(key)) return listed;
  const name = root.spelling([...rule.periodKeys, key]);
  if (name === key || !(rule.period ?? root.has(name))) {
    root.say("key-missing", key);
    return undefined;
  }
  const period = root.assumed(
    rule.periodKeys,
    SIZE,
    rule.period ?? 1,
    modelType,
  );
  const full = rule.fullFirst ? 0 : period - 1;
  return Array.from({ length: root.size(LAYERS) || 0 }, (_, i) =>
    i % period === full ? FULL : (rule.other ?? WINDOWED),
  );
}

/** 1 for each layer that rotates, 0 for each that does not. */
export function rotationFlags({ root, spec, modelType }: Reading) {
  const list = "no_rope_layers";
  const usual = spec.unrotatedPeriod;
  if (!usual) return undefined;
  const flags = root.numbers(list, FLAG);
  const key = "no_rope_layer_interval";
  // Llama 4 publishes an empty list for its rule.
  if (flags?.length) {
    checkCount(root, list, flags);
    root.dismiss(key);
    return flags;
  }
  const period = root.assumed(key, SIZE, usual, modelType);
  return Array.from({ length: root.size(LAYERS) || 0 }, (_, i) =>
    (i + 1) % period === 0 ? 0 : 1,
  );
}

/** Options of every layer, null where it does not rotate. */
export function perLayer(
  reading: Reading,
  byType: ByType,
  types: readonly string[] | undefined,
  flags: readonly number[] | undefined,
): (RotaryFrequenciesPlan | null)[] | undefined {
  const { root, spec } = reading;
  const layers = types ?? flags;
  if (!layers) return undefined;
  const still = spec.layers?.fullUnrotated && !root.isNull("sliding_window");
  return Array.from({ length: layers.length }, (_, i) => {
    const type = types?.[i] ?? FULL;
    const rotates = attends(type) && flags?.[i] !== 0;
    if (!rotates || (still && type === FULL)) return null;
    return byType.get(byType.has("") ? "" : type) ?? null;
  });
}
