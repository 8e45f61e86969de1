import { nearest } from "../errors.js";
import { show } from "./findings.js";
import {
  attends,
  type ByType,
  FULL,
  layerTypes,
  perLayer,
  type Reading,
  WINDOWED,
} from "./layers.js";
import type { RotarySpec } from "./models.js";
import type { RotaryFrequenciesPlan, RotaryPlan } from "./plan.js";
import { checkKeys, ROPE_KEYS, readScaling, ropeType } from "./rope.js";
import {
  BASE,
  INDEX,
  LENGTH,
  type Rule,
  Section,
  SHARE,
  SIZE,
} from "./section.js";

/** Spellings of what every model has. */
export const HEADS = ["num_attention_heads", "n_head", "n_heads", "num_heads"];
export const WIDTH = ["hidden_size", "n_embd", "d_model", "dim", "emb_dim"];
const LENGTHS = [
  "max_position_embeddings",
  "n_positions",
  "max_seq_len",
  "seq_length",
];

/** The key that gives the length, however it is spelt. */
export const lengthKey = (root: Section): string => root.spelling(LENGTHS);

/** How many positions the model is made for. */
export function readLength(
  root: Section,
  modelType: string,
  usual?: number,
): number | undefined {
  const key = lengthKey(root);
  const length =
    usual === undefined
      ? root.optional(key, LENGTH)
      : root.assumed(key, LENGTH, usual, modelType);
  if (length === undefined) root.say("length-unknown", key);
  else if (length > 2 ** 24) root.say("length-implausible", key, length);
  return length;
}

function keyValueHeads({ root, spec, modelType, heads }: Reading): number {
  if (spec.multiQuery && root.raw("new_decoder_architecture") !== true) {
    return root.boolean("multi_query") === false ? heads : 1;
  }
  const grouped = root.boolean("multi_query_attention") !== false;
  const key = root.spelling([
    ...["num_key_value_heads", "num_kv_heads", "n_head_kv"],
    ...(grouped ? ["multi_query_group_num"] : []),
  ]);
  const usual = spec.keyValueHeads;
  const count = usual
    ? root.assumed(key, SIZE, usual, modelType)
    : (root.optional(key, SIZE) ?? heads);
  if (heads % count > 0) root.say("kv-heads-not-divisor", key, count, heads);
  return count;
}

/** Width of a head: of its rotated part where the two are apart. */
function headWidth({ root, spec, modelType, heads }: Reading): number {
  if (spec.latent) {
    return root.assumed("qk_rope_head_dim", SIZE, 64, modelType);
  }
  const key = root.spelling(["head_dim", "kv_channels", "d_head"]);
  if (!root.has(key) && spec.headDim !== undefined) {
    return root.assumed(key, SIZE, spec.headDim, modelType);
  }
  const given = root.optional(key, SIZE);
  if (given !== undefined && !WIDTH.some((name) => root.has(name))) {
    return given;
  }
  const width = root.size(WIDTH, spec.width, modelType);
  const quotient = width / heads;
  if (given === undefined && quotient % 1 > 0) {
    root.say("head-dim-not-divisible", root.spelling(WIDTH), width, heads);
  }
  if (given !== undefined && Math.abs(given - quotient) > 0) {
    root.say("head-dim-differs", key, given, Number(quotient.toPrecision(6)));
  }
  return given ?? quotient;
}

/** What the model multiplies q·k by, where it is not 1 / √headDim. */
function scoreScale(
  { root, spec, modelType }: Reading,
  rope: Section,
  headDim: number,
): number | undefined {
  if (!spec.latent) {
    const query = root.optional("query_pre_attn_scalar");
    if (query && query !== headDim) return 1 / Math.sqrt(query);
    return root.optional("attention_multiplier");
  }
  // DeepSeek: both parts of a head, and the square of YaRN's temperature.
  const scale = 1 / Math.sqrt(root.number("qk_nope_head_dim", INDEX) + headDim);
  const [factor, all] = [rope.raw("factor"), rope.raw("mscale_all_dim")];
  if (typeof factor !== "number" || typeof all !== "number") return scale;
  if (factor <= 1 || all <= 0) return scale;
  const squared = (0.1 * all * Math.log(factor) + 1) ** 2;
  if (modelType === "deepseek_v2") {
    const shown = Number(squared.toPrecision(6));
    rope.say("softmax-scale-differs", "mscale_all_dim", shown);
  }
  return scale * squared;
}

/** The rope object in force: rope_scaling, else rope_parameters. */
function ropeSection({ root, spec, modelType }: Reading): Section {
  const names = ["rope_scaling", "rope_parameters"] as const;
  const [scaling, parameters] = names.map((name) => {
    const section = root.section(name);
    return section?.keys().length ? section : undefined;
  });
  if (scaling && parameters && !scaling.equals(parameters)) {
    root.say("scaling-and-parameters", names[0]);
  }
  if (scaling ?? parameters) return (scaling ?? parameters) as Section;
  const [, name] = names;
  const { rope = {} } = spec;
  if (spec.rope) root.say("default-used", name, show(rope), modelType);
  return new Section(rope, root.findings, root.where(name));
}

/** The first of several places that say a number; others must agree. */
function firstOf(
  places: readonly (readonly [Section, string])[],
  rule: Rule,
  code: "base-conflict" | "partial-factor-conflict",
): readonly [value: number, section: Section, key: string] | undefined {
  const found = places.flatMap(([section, key]) => {
    const value = section.optional(key, rule);
    return value === undefined ? [] : [[value, section, key] as const];
  });
  const [first, ...others] = found;
  if (first === undefined) return undefined;
  const [value, section, key] = first;
  for (const [other, holder, name] of others) {
    if (Math.abs(other - value) > 0) {
      section.say(code, key, value, holder.where(name), other);
    }
  }
  return first;
}

const RATIO: Rule = ["1e-3 … 1e8", (x) => x >= 1e-3 && x <= 1e8];

/** rope_theta, which may stand in the rope object or beside it. */
function readBase(
  { root, spec, modelType }: Reading,
  rope: Section,
  local?: readonly [key: string, base: number],
): number {
  const theta = "rope_theta";
  const own = local?.[0] ?? spec.baseKey ?? theta;
  const keys = local ? [own] : [...new Set([own, theta])];
  const found = firstOf(
    [[rope, theta], ...keys.map((key) => [root, key] as const)],
    BASE,
    "base-conflict",
  );
  if (found) return found[0];
  const ratio = root.optional("rope_ratio", RATIO);
  if (ratio !== undefined) return 10000 * ratio;
  return root.assumed(own, BASE, local?.[1] ?? spec.base ?? 10000, modelType);
}

/** How many channels of a head are rotated. */
function rotatedWidth(
  { root, spec, modelType }: Reading,
  rope: Section,
  headDim: number,
): readonly [width: number, share: number] {
  const key = "partial_rotary_factor";
  const channels = "rotary_dim";
  if (spec.latent) return [headDim, 1];
  const places = [rope, root].map((section) => [section, key] as const);
  const found = firstOf(
    [...places, [root, "rotary_pct"], [root, "rope_pct"]],
    SHARE,
    "partial-factor-conflict",
  );
  if (found) {
    // Truncated as int() does, but never because 0.1·80 came out below 8.
    return [Math.floor(headDim * found[0] + 1e-9), found[0]];
  }
  if (root.has(channels) || spec.rotaryDim) {
    const usual = spec.rotaryDim ?? headDim;
    const width = root.assumed(channels, SIZE, usual, modelType);
    return [width, width / headDim];
  }
  const share = spec.partial
    ? root.assumed(key, SHARE, spec.partial, modelType)
    : 1;
  return [Math.floor(headDim * share + 1e-9), share];
}

/** Options of one kind of layer. */
function readFrequencies(
  reading: Reading,
  rope: Section,
  headDim: number,
  local?: readonly [key: string, base: number],
): RotaryFrequenciesPlan | undefined {
  const { root, maxPositions } = reading;
  const type = ropeType(rope);
  const base = readBase(reading, rope, local);
  const [width, share] = rotatedWidth(reading, rope, headDim);
  if (type === undefined) return undefined;
  const rotaryDim = type === "proportional" ? headDim : width;
  if (rotaryDim % 2 > 0 || rotaryDim < 2 || rotaryDim > headDim) {
    const key = root.spelling(["rotary_dim", "rotary_pct", "rope_pct"]);
    const holder = root.has(key) ? root : rope;
    const name = root.has(key) ? key : "partial_rotary_factor";
    holder.say("rotary-dim-odd", name, rotaryDim, headDim);
  }
  checkKeys(rope, type);
  const context = { root, maxPositions, rotaryDim, share };
  const scaling = readScaling(rope, type, context);
  return { headDim, rotaryDim, base, ...(scaling && { scaling }) };
}

function readByType(
  reading: Reading,
  rope: Section,
  types: readonly string[] | undefined,
  headDim: number,
): ByType {
  const { root, spec } = reading;
  const { local, scaleAll } = spec.layers ?? {};
  const keys = rope.keys();
  const nested = keys.every(
    (key) => typeof rope.raw(key) === "object" && !ROPE_KEYS.includes(key),
  );
  if (nested && keys.length > 0) {
    const wide = root.optional("global_head_dim", SIZE) ?? headDim;
    const rotating = types?.filter(attends);
    if (!rotating) root.say("key-missing", "layer_types");
    else if (rotating.length === 0) {
      root.say("encoding-unsupported", "layer_types", show(types));
    }
    return new Map(
      [...new Set(rotating)].map((type) => {
        const own = rope.section(type);
        if (!own) rope.say("key-missing", type);
        const width = type === FULL ? wide : headDim;
        const usual = type === WINDOWED ? local : undefined;
        return [type, own && readFrequencies(reading, own, width, usual)];
      }),
    );
  }
  const whole = readFrequencies(reading, rope, headDim);
  if (local === undefined) return new Map([["", whole]]);
  const windowed = scaleAll ? rope : new Section({}, root.findings, root.path);
  return new Map([
    [FULL, whole],
    [WINDOWED, readFrequencies(reading, windowed, headDim, local)],
  ]);
}

function readSections(
  rope: Section,
  rotaryDim: number,
): RotaryPlan["multimodal"] {
  const key = "mrope_section";
  const words = [rope.raw("type"), rope.raw("rope_type")];
  if (words.includes("mrope") && !rope.has(key)) rope.say("key-missing", key);
  const sections = rope.numbers(key, INDEX);
  const sum = sections?.reduce((total, n) => total + n, 0);
  if (!sections || sum === undefined) return undefined;
  if (Math.abs(sum - rotaryDim / 2) > 0) {
    rope.say("mrope-section-sum", key, sum, rotaryDim / 2);
  }
  const interleaved = rope.boolean("mrope_interleaved") ?? false;
  return { sections, interleaved };
}

const TOP_KEYS =
  "rope_theta rope_scaling rope_parameters rope_local_base_freq rope_interleave rope_ratio rope_pct".split(
    " ",
  );

/** What the model's own keys leave to be said. */
function checkTop(
  { root, spec, maxPositions = 0 }: Reading,
  { base, rotaryDim, scaling }: RotaryFrequenciesPlan,
): void {
  for (const key of root.keys()) {
    if (key.startsWith("rope_") && !TOP_KEYS.includes(key)) {
      root.say("rope-key-unknown", key, nearest(key, TOP_KEYS) ?? "–");
    }
  }
  const tuning = "attn_temperature_tuning";
  if (root.raw(tuning)) root.say("not-in-plan", tuning);
  // Layers with a window never see the whole context.
  if (scaling || spec.layers?.fullUnrotated) return;
  const longest = Math.round(2 * Math.PI * base ** (1 - 2 / rotaryDim));
  if (maxPositions > longest) {
    const key = lengthKey(root);
    root.say("length-beyond-wavelengths", key, maxPositions, longest);
  }
}

/** The plan of a model with rotary embeddings; undefined after an error. */
export function readRotary(
  root: Section,
  spec: RotarySpec,
  modelType: string,
): RotaryPlan | undefined {
  const heads = root.size(HEADS, spec.heads, modelType);
  const maxPositions = readLength(root, modelType, spec.max);
  const reading = { root, spec, modelType, heads, maxPositions };
  const headDim = headWidth(reading);
  const numKeyValueHeads = keyValueHeads(reading);
  const rope = ropeSection(reading);
  const types = layerTypes(reading);
  const byType = readByType(reading, rope, types, headDim);
  const [first] = byType.values();
  const rotary = byType.get(FULL) ?? first;
  if (rotary === undefined) return undefined;
  checkTop(reading, rotary);
  const each = perLayer(reading, byType, types);
  const varied = each?.some((options) => options !== rotary) && each;
  const scale = scoreScale(reading, rope, headDim);
  const multimodal = readSections(rope, rotary.rotaryDim);
  const half = root.boolean("rope_interleave") === false || !spec.interleaved;
  return {
    kind: "rotary",
    modelType,
    maxPositions: maxPositions ?? null,
    numHeads: heads,
    numKeyValueHeads,
    rotary,
    layout: half ? "half" : "interleaved",
    ...(varied && { perLayer: varied }),
    ...(multimodal && { multimodal }),
    ...(scale !== undefined && { scale }),
  };
}
