import { layerCount, readLayers } from "./attention-layers.js";
import { show } from "./findings.js";
import { HEAD_WIDTH, HEADS, LENGTHS, ORIGINAL, ROPES, WIDTH } from "./keys.js";
import {
  attends,
  type ByType,
  FULL,
  isLayer,
  layerTypes,
  type Reading,
  readBlocks,
  rotationFlags,
  turningOf,
  WINDOWED,
} from "./layers.js";
import type { RotaryFrequenciesPlan, RotaryPlan } from "./plan.js";
import {
  checkKeys,
  ROPE_KEYS,
  readScaling,
  ropeType,
  TYPE_KEYS,
} from "./rope.js";
import {
  BASE,
  COUNT,
  given,
  LENGTH,
  POSITIVE,
  type Rule,
  Section,
  SHARE,
  SIZE,
  unlike,
} from "./section.js";
import { readSections } from "./sections.js";
import type { RotarySpec } from "./spec.js";

/** The key that gives the length, however it is spelt. */
export const lengthKey = (root: Section): string => root.spelling(LENGTHS);

/** How many positions the model is made for. */
export function readLength(
  root: Section,
  usual?: number,
  keys: readonly string[] = LENGTHS,
): number | undefined {
  const key = root.spelling(keys);
  const length =
    usual === undefined
      ? root.optional(keys, LENGTH)
      : root.assumed(keys, LENGTH, usual);
  if (length === undefined) root.say("length-unknown", key);
  else if (length > 2 ** 24) root.say("length-implausible", key, length);
  return length;
}

function keyValueHeads(reading: Reading): number {
  const { root, attention, spec, heads } = reading;
  // Falcon-40B was first published with n_head_kv alone.
  const newer = root.boolean("new_decoder_architecture");
  if (spec.multiQuery && !(newer ?? root.has("n_head_kv"))) {
    return root.boolean("multi_query") === false ? heads : 1;
  }
  const grouped = root.boolean("multi_query_attention") !== false;
  const first = "num_key_value_heads";
  const keys = spec.section
    ? "kv_n_heads"
    : [
        first,
        "num_kv_heads",
        "n_kv_heads",
        "n_head_kv",
        "num_attention_groups",
        ...(grouped ? ["multi_query_group_num"] : []),
      ];
  const usual = attention.isNull(first) ? undefined : spec.keyValueHeads;
  const count = usual
    ? attention.size(keys, usual)
    : (attention.optional(keys, SIZE) ?? heads);
  if (heads % count > 0) {
    const key = attention.spelling(keys);
    attention.say("kv-heads-not-divisor", key, count, heads);
  }
  return count;
}

const LATENT_WIDTH = "qk_rope_head_dim";

/** Width of a head: of its rotated part where the two are apart. */
function headWidth({ root, spec, heads }: Reading): number {
  if (spec.latent) {
    root.dismiss("kv_lora_rank");
    return root.size(LATENT_WIDTH, spec.headDim ?? 64);
  }
  const key = root.spelling(HEAD_WIDTH);
  if (!root.has(key) && spec.headDim !== undefined) {
    return root.size(key, spec.headDim);
  }
  const given = spec.doubled ? undefined : root.optional(HEAD_WIDTH, SIZE);
  if (given !== undefined && !WIDTH.some((name) => root.has(name))) {
    return given;
  }
  const width = root.size(WIDTH, spec.width);
  const quotient = ((spec.doubled ? 2 : 1) * width) / heads;
  if (given === undefined && quotient % 1 > 0) {
    root.say("head-dim-not-divisible", root.spelling(WIDTH), width, heads);
    return Number.NaN;
  }
  if (given !== undefined && unlike(given, quotient)) {
    root.say("head-dim-differs", key, given, Number(quotient.toPrecision(6)));
  }
  return given ?? quotient;
}

/** What the model multiplies q·k by, where it is not 1 / √headDim. */
function scoreScale(
  { root, spec }: Reading,
  rope: Section,
  headDim: number,
): number | undefined {
  if (!spec.latent) {
    if (spec.scale) return spec.scale;
    if (spec.doubled) return Math.sqrt(2 / headDim);
    const query = root.optional("query_pre_attn_scalar");
    if (query && query !== headDim) return 1 / Math.sqrt(query);
    const key = "attention_multiplier";
    return spec.multiplier
      ? root.assumed(key, POSITIVE, spec.multiplier)
      : root.optional(key);
  }
  // DeepSeek: both parts of a head, and the square of YaRN's temperature.
  const scale = 1 / Math.sqrt(root.number("qk_nope_head_dim", COUNT) + headDim);
  const [factor, all] = [rope.raw("factor"), rope.raw("mscale_all_dim")];
  if (typeof factor !== "number" || typeof all !== "number") return scale;
  if (factor <= 1 || all <= 0) return scale;
  const squared = (0.1 * all * Math.log(factor) + 1) ** 2;
  if (["deepseek_v2", "mistral4"].includes(root.modelType)) {
    const shown = Number(squared.toPrecision(6));
    rope.say("softmax-scale-differs", "mscale_all_dim", shown, root.modelType);
  }
  return scale * squared;
}

/** The rope object in force: rope_scaling, else rope_parameters. */
function ropeSection({ root, spec }: Reading): Section {
  const [older, name] = ROPES;
  if (spec.fixed) return root.within(name, {});
  const [scaling, parameters] = ROPES.map((name) => {
    const section = root.section(name);
    return section?.keys().length ? section : undefined;
  });
  if (scaling && parameters) {
    if (!scaling.equals(parameters)) root.say("scaling-and-parameters", older);
    root.dismiss(name);
  }
  if (scaling ?? parameters) return (scaling ?? parameters) as Section;
  const { rope = {} } = spec;
  if (spec.rope) root.assume(name, show(rope));
  return root.within(name, rope);
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
    if (unlike(other, value)) {
      section.say(code, key, value, holder.where(name), other);
    }
  }
  return first;
}

const RATIO: Rule = ["1e-3 … 1e8", (x) => x >= 1e-3 && x <= 1e8];

/** rope_theta, which may stand in the rope object or beside it. */
function readBase(
  { root, attention, spec }: Reading,
  rope: Section,
  type: string | undefined,
  local?: readonly [key: string, base: number],
): number {
  if (spec.fixed) {
    return 10000 * ((spec.ratio && root.optional("rope_ratio", RATIO)) ?? 1);
  }
  const theta = "rope_theta";
  const own = local?.[0] ?? spec.baseKey ?? theta;
  // The layers with a window may have rope_theta to themselves.
  const sole = local ?? (spec.baseKey && spec.layers?.local?.[0] === theta);
  const keys = sole ? [own] : [...new Set([own, theta])];
  const found = firstOf(
    [[rope, theta], ...keys.map((key) => [attention, key] as const)],
    BASE,
    "base-conflict",
  );
  if (found) return found[0];
  const usual = local?.[1] ?? spec.base ?? 10000;
  if (type === "llama3" && !spec.base && !local) {
    attention.say("base-missing", own, usual, type);
    return usual;
  }
  return attention.assumed(own, BASE, usual);
}

/** Truncated as int() does, but never because 0.1·80 came out below 8. */
const partOf = (headDim: number, share: number): number =>
  Math.floor(headDim * share + 1e-9);

function checkPairs(
  section: Section,
  key: string,
  width: number,
  headDim: number,
): void {
  if (width % 2 > 0 || width < 2 || width > headDim)
    section.say("rotary-dim-odd", key, width, headDim);
}

/** How many channels of a head are rotated, and the key that says so. */
function rotatedWidth(
  { root, spec }: Reading,
  rope: Section,
  headDim: number,
): readonly [width: number, share: number, section: Section, key: string] {
  const key = "partial_rotary_factor";
  const channels = spec.channels ?? "rotary_dim";
  const widths = spec.latent ? LATENT_WIDTH : [...HEAD_WIDTH, ...WIDTH];
  const whole = [headDim, 1, root, root.spelling(widths)] as const;
  if (spec.latent) return whole;
  const part = (share: number) => partOf(headDim, share);
  const places = [rope, root].map((section) => [section, key] as const);
  // Classes that always turn the whole head do not look at these.
  const partly = spec.partial ?? spec.rotaryDim ?? spec.baseKey;
  const shares = partly
    ? ["rotary_pct", "rope_pct", "rotary_emb_fraction"]
    : [];
  const found = firstOf(
    [...places, ...shares.map((name) => [root, name] as const)],
    SHARE,
    "partial-factor-conflict",
  );
  if (found) {
    const [share, section, name] = found;
    const width = root.optional(channels, SIZE) ?? part(share);
    if (unlike(width, part(share))) {
      const where = root.where(channels);
      section.say("partial-factor-conflict", name, share, where, width);
    }
    return [part(share), share, section, name];
  }
  if ((partly && root.has(channels)) || spec.rotaryDim) {
    const usual = spec.rotaryDim ?? headDim;
    const width = root.size(channels, usual);
    return [width, width / headDim, root, channels];
  }
  if (!spec.partial) return whole;
  const share = root.assumed(key, SHARE, spec.partial);
  return [part(share), share, root, key];
}

/** Dynamic NTK by keys of the model's own (nomic-bert). */
function stretchedBy({
  root,
  spec,
}: Reading): RotaryFrequenciesPlan["scaling"] {
  const [key, length, usual] = spec.dynamic ?? [];
  const factor = key && root.optional(key);
  if (!factor || !length || !usual) return undefined;
  const originalMaxSeqLen = root.assumed(length, LENGTH, usual);
  return { type: "dynamic", factor, originalMaxSeqLen };
}

/** Options of one kind of layer. */
function readFrequencies(
  reading: Reading,
  rope: Section,
  headDim: number,
  local?: readonly [key: string, base: number],
): RotaryFrequenciesPlan | undefined {
  const { root, maxPositions } = reading;
  const { spec } = reading;
  const alpha = spec.alpha ? rope.optional("alpha") : undefined;
  const stretched = alpha !== undefined;
  const { ntk } = spec;
  const type = stretched ? "ntk" : ropeType(rope, ntk);
  const base = readBase(reading, rope, type, local);
  const [width, share, section, key] = rotatedWidth(reading, rope, headDim);
  if (type === undefined) {
    rope.dismiss(...ROPE_KEYS);
    return undefined;
  }
  const rotaryDim = type === "proportional" ? headDim : width;
  checkPairs(section, key, rotaryDim, headDim);
  if (stretched) {
    // HunYuan's code reads no other key of the object beside its alpha.
    rope.dismiss(...rope.keys());
    const plain = { headDim, rotaryDim, base };
    return alpha === 1
      ? plain
      : { ...plain, scaling: { type: "ntk", factor: alpha } };
  }
  checkKeys(rope, type);
  const context = { root, maxPositions, rotaryDim, share };
  const read = stretchedBy(reading) ?? readScaling(rope, type, context);
  if (ntk && read?.type === "ntk") {
    const factor = read.factor ** (2 / rotaryDim);
    const wide = base * read.factor;
    const shown = `linear ${factor.toPrecision(6)} over base ${wide}`;
    rope.say("rope-type-alias", rope.spelling(TYPE_KEYS), show(type), shown);
    if (wide > 1e12) root.say("out-of-range", "rope_theta", BASE[0], wide);
    return {
      headDim,
      rotaryDim,
      base: wide,
      scaling: { type: "linear", factor },
    };
  }
  const scaling: RotaryFrequenciesPlan["scaling"] =
    reading.spec.unscaledYarn &&
    read?.type === "yarn" &&
    read.attentionFactor === undefined
      ? { ...read, attentionFactor: 1 }
      : read;
  return given<RotaryFrequenciesPlan>({ headDim, rotaryDim, base, scaling });
}

function readByType(
  reading: Reading,
  rope: Section,
  types: readonly string[] | undefined,
  headDim: number,
): ByType {
  const { root, spec } = reading;
  const { local, scaleAll } = spec.layers ?? {};
  const nameOf = (type: string) => spec.ropeNames?.[type] ?? type;
  const widthOf = (type: string) => {
    const own = spec.own?.[type]?.headDim;
    if (!own || !types?.includes(type)) return headDim;
    const [key, usual] = own;
    return usual === undefined
      ? (root.optional(key, SIZE) ?? headDim)
      : root.size(key, usual);
  };
  // A length for all types may stand beside their sets.
  const keys = rope.keys().filter((key) => key !== ORIGINAL);
  const nested = keys.every(
    (key) => typeof rope.peek(key) === "object" && !ROPE_KEYS.includes(key),
  );
  if (nested && keys.length > 0) {
    const rotating = types?.filter(attends);
    // A set for layers that the model does not have is no loss.
    rope.dismiss(
      ...keys.filter((key) => isLayer(key) && !types?.includes(key)),
    );
    if (!rotating) {
      root.say("key-missing", "layer_types");
      root.dismiss("rope_theta");
    }
    if (rotating?.length === 0) {
      root.say("encoding-unsupported", "layer_types", show(types));
    }
    return new Map(
      [...new Set(rotating)].map((type) => {
        const own = rope.section(nameOf(type));
        if (!own) rope.say("key-missing", nameOf(type));
        else if (own.peek(ORIGINAL) === rope.peek(ORIGINAL))
          rope.dismiss(ORIGINAL);
        const usual = type === WINDOWED ? local : undefined;
        return [
          type,
          own && readFrequencies(reading, own, widthOf(type), usual),
        ];
      }),
    );
  }
  const whole = readFrequencies(reading, rope, widthOf(FULL));
  if (local === undefined) return new Map([["", whole]]);
  // Where both kinds have rope_theta, the object may be what holds it.
  const theta = "rope_theta";
  const shared = local[0] === theta && !spec.baseKey;
  const bare = shared && rope.has(theta) ? { [theta]: rope.peek(theta) } : {};
  const windowed = scaleAll
    ? rope
    : new Section(bare, root.reading, shared ? rope.path : root.path);
  return new Map([
    [FULL, whole],
    [WINDOWED, readFrequencies(reading, windowed, widthOf(WINDOWED), local)],
  ]);
}

/** Options of each layer, where the config lists bases and shares by layer. */
function readListed(
  reading: Reading,
  rope: Section,
  types: readonly string[] | undefined,
  headDim: number,
): (RotaryFrequenciesPlan | null)[] | undefined {
  const { root, spec } = reading;
  const [theta, shares] = ["rope_theta", "partial_rotary_factors"] as const;
  if (!spec.listed || !Array.isArray(root.peek(theta))) return undefined;
  const count = types?.length ?? layerCount(root);
  const bases = root.list(theta, BASE, count);
  const parts = root.list(shares, SHARE, count);
  const scaled = root.texts("yarn_only_types");
  const type = ropeType(rope);
  if (type === undefined || !bases) return undefined;
  checkKeys(rope, type);
  const { maxPositions } = reading;
  return Array.from({ length: count }, (_, i) => {
    const share = parts?.[i] ?? 1;
    const rotaryDim = partOf(headDim, share);
    checkPairs(root, shares, rotaryDim, headDim);
    const plain = { headDim, rotaryDim, base: bases[i] ?? Number.NaN };
    if (scaled?.length && !scaled.includes(types?.[i] ?? FULL)) return plain;
    const context = { root, maxPositions, rotaryDim, share };
    const scaling = readScaling(rope, type, context);
    return given<RotaryFrequenciesPlan>({ ...plain, scaling });
  });
}

/** What the model's own keys leave to be said. */
function checkTop(
  { root, spec, maxPositions = 0 }: Reading,
  { base, rotaryDim, scaling }: RotaryFrequenciesPlan,
  turns: boolean,
): void {
  const original = root.optional(ORIGINAL, LENGTH);
  if (!scaling && original && unlike(original, maxPositions)) {
    root.say("rope-key-unused", ORIGINAL, "default");
  }
  // Layers with a window never see the whole context.
  if (!turns || scaling || spec.layers?.fullUnrotated) return;
  const longest = Math.round(2 * Math.PI * base ** (1 - 2 / rotaryDim));
  if (maxPositions > longest) {
    const key = lengthKey(root);
    root.say("length-beyond-wavelengths", key, maxPositions, longest);
  }
}

/**
 * Whether the layers turn: some models can be told to leave positions to their
 * recurrent layers.
 */
function checkTurns({ root, spec }: Reading): boolean {
  const key = "position_embedding_type";
  const word = root.text(key);
  const read = ["rope", "rotary", spec.interleaved ? "rope_gptj" : "absolute"];
  const still = word === "nope" || (spec.optIn && word !== "rope");
  if (still) {
    root.say("encoding-none", key, show(word ?? null));
  } else if (word !== undefined && ![...read, "absolute"].includes(word)) {
    root.unread(key, show(word), read.join(", "));
  }
  const latent = "mla_use_nope";
  if (root.boolean(latent)) root.say("encoding-none", latent, "true");
  const [rope, long] = ["use_mem_rope", "use_long_context"];
  if (spec.doubled && !root.boolean(rope))
    root.say("encoding-none", rope, "false");
  // Its class stretches rope_theta, and saves what it stretched.
  if (spec.doubled && root.boolean(long)) root.unread(long, "true", "false");
  return !still;
}

/** The plan of a model with rotary embeddings; undefined after an error. */
export function readRotary(
  root: Section,
  spec: RotarySpec,
): RotaryPlan | undefined {
  const heads = root.size(HEADS, spec.heads);
  const maxPositions = readLength(root, spec.max, spec.lengths);
  const attention = (spec.section && root.section(spec.section)) || root;
  const reading = { root, attention, spec, heads, maxPositions };
  const turns = checkTurns(reading);
  const headDim = headWidth(reading);
  const rope = ropeSection(reading);
  const blocks = readBlocks(reading);
  const types = blocks?.map(({ type }) => type) ?? layerTypes(reading);
  const keyHeads = blocks?.map((it) => it.heads);
  const numKeyValueHeads =
    blocks?.find(({ type }) => type === FULL)?.heads ?? keyValueHeads(reading);
  const flags = rotationFlags(reading);
  const listed = readListed(reading, rope, types, headDim);
  const whole = types?.indexOf(FULL) ?? 0;
  const byType: ByType = listed
    ? new Map([["", listed[Math.max(0, whole)] ?? undefined]])
    : readByType(reading, rope, types, headDim);
  const [first] = byType.values();
  const rotary = byType.get(FULL) ?? first;
  if (rotary === undefined) return undefined;
  checkTop(reading, rotary, turns);
  const scale = scoreScale(reading, rope, headDim);
  const multimodal = readSections(rope, rotary.rotaryDim, reading);
  const { interleavedKey: key } = spec;
  const adjacent = (key && root.boolean(key)) ?? spec.interleaved;
  const layout = adjacent ? "interleaved" : "halves";
  const turning = listed
    ? (i: number) => listed[i] ?? null
    : turningOf(reading, byType, types, flags);
  const parts = { byType, types, flags, rope, headDim, numKeyValueHeads };
  const layers = readLayers(reading, {
    ...parts,
    layout,
    multimodal,
    scale,
    keyHeads,
    turning,
  });
  return given<RotaryPlan>({
    kind: "rotary",
    modelType: root.modelType,
    maxPositions: maxPositions ?? null,
    numHeads: heads,
    numKeyValueHeads,
    rotary,
    layout,
    multimodal,
    scale,
    layers,
  });
}
