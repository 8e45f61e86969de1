import { LAYERS, ORIGINAL } from "./keys.js";
import type {
  AttentionLayer,
  LatentPlan,
  LayerPlan,
  LayerPosition,
  RotaryLayer,
  TemperaturePlan,
} from "./layer.js";
import {
  attends,
  type ByType,
  FULL,
  type Reading,
  WINDOWED,
} from "./layers.js";
import type { RotaryFrequenciesPlan, RotaryPlan } from "./plan.js";
import {
  COUNT,
  given,
  LENGTH,
  POSITIVE,
  type Section,
  SIZE,
} from "./section.js";
import type { OwnKeys } from "./spec.js";

/** Layers of a model: counted in the config, else one stands for all. */
export function layerCount(root: Section, usual?: number): number {
  const key = root.spelling(LAYERS);
  if (root.has(key)) return root.optional(LAYERS, SIZE) || 0;
  if (usual) return root.size(LAYERS, usual);
  root.say("layers-unknown", key);
  return 1;
}

/** Keys that say how far a query sees. */
const WINDOWS = ["sliding_window", "sliding_window_size", "window_size"];
/** Any window whose use by this model is not known. */
const SWITCH = "use_sliding_window";

/** The window of a model's layers, in the terms of `pe.attention`. */
function readWindow(
  { root, spec }: Reading,
  windowed: boolean | undefined,
): number | undefined {
  const { keys = WINDOWS, usual, halved } = spec.window ?? {};
  const key = root.spelling(keys);
  if (!(root.boolean(SWITCH) ?? spec.layers?.switched === undefined)) {
    root.dismiss(...keys, "max_window_layers");
    return undefined;
  }
  if (!windowed || root.isNull(key)) return undefined;
  const value =
    usual === undefined || root.has(key)
      ? root.optional(keys, COUNT)
      : root.assumed(keys, COUNT, usual);
  if (!value) return undefined;
  if (!halved) return value;
  const half = Math.floor(value / 2);
  // A config that transformers saved has the half too.
  const saved = "sliding_window";
  if (root.raw(saved) !== undefined && root.raw(saved) !== half) {
    const given = root.optional(saved, COUNT);
    if (given !== undefined) root.say("key-conflict", key, value, saved, given);
  }
  return spec.encoder ? half + 1 : half;
}

const BETA = "llama_4_scaling_beta";

/** The factor on queries by position, of layers that turn or that do not. */
function readTemperature(
  { root, spec }: Reading,
  rope: Section,
): { turned?: TemperaturePlan; unturned?: TemperaturePlan } {
  const key = "attn_temperature_tuning";
  if (spec.tuned) {
    const given = root.raw(key);
    root.assume(key, "true");
    if (given !== undefined && !given) return {};
    const coefficient = root.assumed("attn_scale", POSITIVE, 0.1);
    const length = root.assumed("floor_scale", LENGTH, 8192);
    return { unturned: { type: "floor", coefficient, length, shift: 1 } };
  }
  const stretched = "use_dynamic_ntk";
  if (spec.logn && root.boolean(stretched)) root.say("not-in-plan", stretched);
  if (spec.logn && root.boolean("use_logn_attn")) {
    const length = root.number("seq_length", LENGTH);
    return { turned: { type: "log", length } };
  }
  const beta = rope.optional(BETA, COUNT_OR_SHARE);
  if (!beta) return {};
  const length = rope.number(ORIGINAL, LENGTH);
  return { turned: { type: "floor", coefficient: beta, length, shift: 0 } };
}

const COUNT_OR_SHARE = ["0 … 100", (x: number) => x >= 0 && x <= 100] as const;

/** What layers are made of, beside what the reading has. */
export interface LayerParts {
  readonly byType: ByType;
  readonly types: readonly string[] | undefined;
  readonly flags: readonly number[] | undefined;
  readonly rope: Section;
  readonly headDim: number;
  readonly numKeyValueHeads: number;
  readonly layout: RotaryPlan["layout"];
  readonly multimodal: RotaryPlan["multimodal"];
  readonly scale: number | undefined;
  /** Heads of the keys by layer, where layers differ. */
  readonly keyHeads: readonly number[] | undefined;
  /** Options of layer i; null where it does not turn. */
  readonly turning: (i: number) => RotaryFrequenciesPlan | null;
}

/** The parts of a head in latent attention. */
function readLatent({ root, spec }: Reading, headDim: number) {
  if (!spec.latent) return undefined;
  const nopeDim = root.number("qk_nope_head_dim", COUNT);
  const rank = root.optional("kv_lora_rank", SIZE);
  const valueDim = root.optional("v_head_dim", SIZE);
  const latent: LatentPlan = {
    nopeDim,
    ropeDim: headDim,
    rotatedKeyHeads: 1,
    kvRank: rank ?? null,
  };
  return { latent, valueDim };
}

/** What one type of layers says in keys of its own. */
function ownNumbers(
  { root: model }: Reading,
  own: OwnKeys,
  heads: number,
  keyValueHeads: number,
) {
  const root = (own.section && model.section(own.section)) || model;
  const read = (pair: readonly [string, number?] | undefined, other: number) =>
    pair === undefined
      ? other
      : pair[1] === undefined
        ? (root.optional(pair[0], SIZE) ?? other)
        : root.size(pair[0], pair[1]);
  const numHeads = read(own.heads, heads);
  const shares = !own.shared || root.boolean(own.shared);
  const given = read(own.keyValueHeads, keyValueHeads);
  const numKeyValueHeads = shares ? given : keyValueHeads;
  if (numHeads % numKeyValueHeads > 0) {
    const key = own.keyValueHeads?.[0] ?? "num_key_value_heads";
    root.say("kv-heads-not-divisor", key, numKeyValueHeads, numHeads);
  }
  const valueDim = own.valueDim ? root.optional(own.valueDim, SIZE) : undefined;
  return { numHeads, numKeyValueHeads, valueDim };
}

/** What every layer of a rotating model computes. */
export function readLayers(reading: Reading, parts: LayerParts): LayerPlan[] {
  const { root, spec } = reading;
  const { types, flags, rope, layout, multimodal, scale } = parts;
  const count = types?.length ?? flags?.length ?? layerCount(root, spec.count);
  const windowed = spec.window?.every || types?.includes(WINDOWED);
  const everywhere = spec.window?.every && !types?.includes(FULL);
  const window = readWindow(reading, windowed);
  const capped = "attn_logit_softcapping";
  const softcap =
    spec.softcap && !root.isNull(capped)
      ? root.assumed(capped, POSITIVE, spec.softcap)
      : spec.softcap === null
        ? root.optional(capped)
        : undefined;
  const blocks = "attention_chunk_size";
  const chunk =
    spec.chunk && !root.isNull(blocks)
      ? root.size(blocks, spec.chunk)
      : undefined;
  const temperature = readTemperature(reading, rope);
  const unfolded = readLatent(reading, parts.headDim);
  const list = spec.headsByLayer;
  const headCounts = list ? root.list(list, SIZE, count) : undefined;
  const made = new Map<string, LayerPlan>();
  const layer = (
    type: string,
    turning: RotaryFrequenciesPlan | null,
    heads: number,
    keyHeads: number,
  ) => {
    if (!attends(type)) return { kind: "other", layerType: type } as const;
    const own = spec.own?.[type] ?? {};
    const numbers = ownNumbers(reading, own, heads, keyHeads);
    const { latent } = unfolded ?? {};
    const width = turning?.headDim ?? parts.headDim;
    const headDim = latent ? latent.nopeDim + latent.ropeDim : width;
    const startIndex =
      latent?.nopeDim ?? (spec.tail ? width - (turning?.rotaryDim ?? 0) : 0);
    const position: LayerPosition = turning
      ? given<RotaryLayer>({
          type: "rotary",
          ...turning,
          headDim,
          startIndex: startIndex || undefined,
          layout,
          inverse: spec.inverse,
          outputTurnedBack: spec.outputTurnedBack,
          multimodal,
        })
      : { type: "none" };
    const valueDim = numbers.valueDim ?? unfolded?.valueDim;
    const near = type === WINDOWED || everywhere ? window : undefined;
    const sinks = own.sinks ? root.boolean(own.sinks) : spec.sinks;
    const ratio = spec.compression?.[type];
    const warm = turning ? temperature.turned : temperature.unturned;
    return given<AttentionLayer>({
      kind: "attention",
      layerType: type,
      numHeads: numbers.numHeads,
      numKeyValueHeads: latent ? heads : numbers.numKeyValueHeads,
      headDim,
      valueDim: valueDim === headDim ? undefined : valueDim,
      position,
      scale: scale ?? 1 / Math.sqrt(headDim),
      causal: !spec.encoder,
      window: near,
      chunk: turning ? chunk : undefined,
      sinks: sinks ? true : undefined,
      softcap,
      temperature: warm,
      latent,
      compression: ratio ? { ratio, position: "first" } : undefined,
    });
  };
  if (types?.some((type) => spec.compression?.[type])) {
    // Which compressed keys a query sees is learned, not positional.
    root.say("not-in-plan", "index_topk");
  }
  return Array.from({ length: count }, (_, i) => {
    const type = types?.[i] ?? (window && !types ? WINDOWED : FULL);
    const turning = parts.turning(i);
    const heads = headCounts?.[i] ?? reading.heads;
    const keys = parts.keyHeads?.[i] ?? parts.numKeyValueHeads;
    const key = `${type} ${heads} ${keys} ${JSON.stringify(turning)}`;
    const known = made.get(key);
    if (known) return known;
    const plan = layer(type, turning, heads, keys);
    made.set(key, plan);
    return plan;
  });
}
