import { readAxial, readAxialHeads } from "./config/axial.js";
import { type EngineReading, engines } from "./config/engines.js";
import { type Finding, LEVELS, show } from "./config/findings.js";
import { backboneOf, readHiera } from "./config/hiera.js";
import { ROPES } from "./config/keys.js";
import { fromParams, isParams } from "./config/mistral.js";
import { MODELS } from "./config/models.js";
import {
  readAlibi,
  readDeberta,
  readLearned,
  readSinusoidal,
  readT5,
  readTransformerXL,
} from "./config/non-rotary.js";
import { parse } from "./config/parse.js";
import type { PositionPlan } from "./config/plan.js";
import { readRotary } from "./config/rotary.js";
import { GGUF, gemma2, latent, rotary } from "./config/rotary-models.js";
import { Section, type Shared, SIZE } from "./config/section.js";
import type { ModelSpec, RotarySpec } from "./config/spec.js";
import { checkUnread, namePositions } from "./config/unread.js";
import { jsonOf } from "./json.js";

export type { EngineReading } from "./config/engines.js";
export type { Finding, FindingCode, FindingLevel } from "./config/findings.js";
export type * from "./config/layer.js";
export type * from "./config/plan.js";

/** What {@link Config.fromHuggingFace} finds. */
export interface ConfigReading {
  /** The model's encoding as options of this library; null after an error. */
  readonly plan: PositionPlan | null;
  /**
   * What is worth knowing, errors first, then warnings, then notes. The plan is
   * null exactly when one of them is an error.
   */
  readonly findings: readonly Finding[];
}

/** Options for this library out of other people's configuration files. */
export interface Config {
  /**
   * Reads a model's `config.json` as published on the Hugging Face hub: the old
   * `rope_scaling` and the new `rope_parameters`, one set for all layers or one
   * per layer type, ALiBi, T5's buckets, DeBERTa, Transformer-XL, learned and
   * sinusoidal rows. Where a key is absent, the default of the model's class in
   * transformers is taken and a finding says so; where two keys disagree, the
   * plan follows transformers and a finding says so.
   *
   * A model type that is not known here gets no plan: the keys of a config tell
   * neither which channels form a pair nor which way they turn. One finding says
   * so, and a note names each key that concerns positions. In a known model, a
   * key that concerns positions and is not read is named by a finding, and no
   * plan is made that it could make wrong; other keys say nothing.
   *
   * ```ts
   * const { plan, findings } = pe.config.fromHuggingFace(json);
   * if (plan?.kind === "rotary") {
   *   const frequencies = pe.rotary.frequencies(plan.rotary);
   *   pe.rotary.apply(q, { frequencies, layout: plan.layout, numHeads: plan.numHeads });
   * }
   * ```
   *
   * @param json - the parsed object, not its text
   * @throws TypeError when it is not an object, or cannot be read
   */
  fromHuggingFace(json: object): ConfigReading;

  /**
   * The object in the text of a configuration: JSON, with or without a byte
   * order mark, and with `Infinity` and `NaN` where Python wrote them
   * (`Infinity` reads as infinity, `NaN` as the string "NaN").
   *
   * ```ts
   * const text = await readFile("config.json");
   * const { plan } = pe.config.fromHuggingFace(pe.config.parse(text));
   * ```
   *
   * @param source - the text, or its bytes in UTF-8, up to 64 MiB
   * @throws RangeError when it is something else: a fragment, a GGUF or a
   *   safetensors file, no JSON, JSON without an object
   */
  parse(source: string | Uint8Array): object;

  /**
   * What engines make of a plan's YaRN, LongRoPE or dynamic NTK, each by the rule
   * in its own code: the stretch, the factor on cos and sin, the ratio of its q·k to
   * the plan's, and for dynamic NTK the base at two lengths. The file and commit
   * that were read stand beside it;
   * other releases may differ. Empty for plans without such a scaling.
   *
   * @param plan - of {@link Config.fromHuggingFace}
   * @throws TypeError or RangeError when it is none
   */
  engines(plan: PositionPlan): readonly EngineReading[];
}

/** Keys under which configs of several models keep the text model's. */
const NESTED = ["text_config", "language_config", "llm_config"];

/** Spellings of the base where a BERT is told to rotate. */
const BASES = ["rope_theta", "rotary_emb_base"];

/** What to read a model type as; undefined after an error. */
function specOf(root: Section): ModelSpec | undefined {
  const key = "model_type";
  const { modelType } = root;
  const known = MODELS.get(modelType);
  // DeepSeek's smallest models have the attention of Llama.
  if (known === latent && root.boolean("use_mla") === false) {
    root.dismiss("qk_rope_head_dim", "qk_nope_head_dim", "kv_lora_rank");
    return rotary();
  }
  // The released OLMo Hybrid has no base, and does not turn.
  const reason = "rope_theta";
  if (modelType === "olmo_hybrid" && !root.has(reason)) {
    if (!root.section(ROPES[1])?.has(reason)) return { kind: "none", reason };
  }
  if (known) return known;
  if (modelType.startsWith("gguf_")) return GGUF;
  if (modelType) root.say("model-type-unknown", key, show(modelType));
  else root.say("model-type-missing", key);
  return undefined;
}

/** A BERT that is told to rotate: ESM by a fixed base. */
const rotated = (root: Section) =>
  root.modelType === "esm"
    ? rotary({ fixed: true })
    : rotary({ baseKey: root.spelling(BASES) });

/** MosaicML's switches, of which transformers' class knows ALiBi alone. */
function readMpt(root: Section): PositionPlan | undefined {
  const attention = root.section("attn_config");
  const holder = attention ?? root;
  const [rope, alibi] = ["rope", "alibi"].map((key) => holder.boolean(key));
  const learned = root.boolean("learned_pos_emb");
  if (rope) holder.unread("rope", "true", "false");
  holder.dismiss(...holder.keys().filter((key) => key.startsWith("rope_")));
  // The two codes have different defaults.
  if (alibi === undefined) holder.say("key-missing", "alibi");
  if (alibi) return readAlibi(root, holder);
  if (learned === false && !rope)
    root.say("encoding-none", "learned_pos_emb", "false");
  return readLearned(root, { kind: "learned" });
}

/**
 * Baichuan's 7B rotates, its 13B adds ALiBi, under one type: told apart by the
 * width, as vLLM does.
 */
function readBaichuan(root: Section) {
  if (root.number("hidden_size", SIZE) === 4096)
    return readRotary(root, rotary());
  const length = "model_max_length";
  return readAlibi(root, root, { lengths: [length] });
}

/** T5Gemma: Gemma 2 twice, and the encoder's queries see the keys behind them. */
function readStacks(root: Section) {
  const [encoder, decoder] = ["encoder", "decoder"].map((key) => {
    const section = root.section(key);
    if (!section) root.say("key-missing", key);
    const spec = key === "encoder" ? { ...gemma2, encoder: true } : gemma2;
    return section && readRotary(section, spec as RotarySpec);
  });
  return encoder && decoder && { ...encoder, decoderLayers: decoder.layers };
}

function readPlan(root: Section, spec: ModelSpec): PositionPlan | undefined {
  switch (spec.kind) {
    case "none":
      root.say(
        "encoding-none",
        spec.reason ?? root.spelling(["model_type", "_class_name"]),
        spec.reason
          ? show(root.peek(spec.reason) ?? null)
          : show(root.modelType),
      );
      return undefined;
    case "rotary": {
      // The first ChatGLM has the type of its successors, and two positions.
      const flat = "position_encoding_2d";
      const newer = ["kv_channels", "original_rope", "rope_ratio"];
      if (spec.ratio && (root.has(flat) || !newer.some((k) => root.has(k)))) {
        root.say("encoding-unsupported", flat, show(root.raw(flat) ?? null));
      }
      // Without its share a nomic_bert has a table instead.
      const share = "rotary_emb_fraction";
      if (
        root.modelType === "nomic_bert" &&
        ![share, ROPES[1]].some((k) => root.has(k))
      )
        root.say("key-missing", share);
      if (spec.tabled && root.peek("position_embedding_type") === "absolute") {
        root.dismiss("rope_theta", ...ROPES);
        return readLearned(root, { ...spec, kind: "learned" });
      }
      return readRotary(root, spec);
    }
    case "alibi":
      return readAlibi(root);
    case "falcon": {
      const plain = rotary({ max: 2048, multiQuery: true });
      return root.boolean("alibi")
        ? readAlibi(root, root, {
            unscaled: true,
            keyValueHeads: (heads) =>
              root.boolean("multi_query") === false ? heads : 1,
          })
        : readRotary(root, plain);
    }
    case "mpt":
      return readMpt(root);
    case "axial":
      return readAxial(root, spec);
    case "t5gemma":
      return readStacks(root);
    case "hiera":
      return readHiera(root);
    case "axialHeads":
      return readAxialHeads(root);
    case "baichuan":
      return readBaichuan(root);
    case "t5":
      return readT5(root, spec);
    case "deberta":
      return readDeberta(root);
    case "transformerXL":
      return readTransformerXL(root, spec);
    case "sinusoidal":
      return readSinusoidal(root, spec);
    case "learned":
      return spec.rotates && root.raw("position_embedding_type") === "rotary"
        ? readRotary(root, rotated(root))
        : readLearned(root, spec);
  }
}

/** Errors first; what two layers share is told once. */
function sorted(findings: readonly Finding[]): Finding[] {
  const unique = new Map(findings.map((f) => [f.code + f.message, f]));
  return LEVELS.flatMap((level) =>
    [...unique.values()].filter((found) => found.level === level),
  );
}

export const fromHuggingFace: Config["fromHuggingFace"] = (json) => {
  const call = "config.fromHuggingFace";
  const body = jsonOf(call, "json", json);
  if (typeof body !== "object" || body === null || Array.isArray(body)) {
    throw new TypeError(
      `${call}: json must be the parsed object of a config.json, got ${show(body)}`,
    );
  }
  const findings: Finding[] = [];
  const reading: Shared = { findings, seen: new Set(), modelType: "" };
  const values = body as Readonly<Record<string, unknown>>;
  const params = isParams(values);
  const top = new Section(params ? fromParams(values) : body, reading);
  if (params) top.say("format-mistral", "n_layers");
  const outer = top.section("thinker_config") ?? top;
  const key = outer.spelling(NESTED);
  const model = outer.section(key) ?? top;
  reading.modelType =
    model.text("model_type") ??
    top.text("model_type") ??
    top.text("_class_name") ??
    "";
  if (model !== top) outer.say("text-model-only", key, top.modelType || "–");
  const root = backboneOf(model);
  const spec = specOf(root);
  const plan = spec && readPlan(root, spec);
  const rotates = !plan || plan.kind === "rotary";
  const whole = { top, root, rotates };
  if (!spec) namePositions(whole);
  else if (spec.kind !== "none") checkUnread(whole);
  const failed = findings.some(({ level }) => level === "error");
  return {
    plan: failed || !plan ? null : plan,
    findings: sorted(findings),
  };
};

/** What {@link Posenc.config} is; it needs no instance. */
export const config: Config = /* @__PURE__ */ Object.freeze<Config>({
  fromHuggingFace,
  parse,
  engines,
});

export { engines, parse };
