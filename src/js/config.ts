import { type Finding, LEVELS, show } from "./config/findings.js";
import { ROPES } from "./config/keys.js";
import { latent, MODELS, type ModelSpec, rotary } from "./config/models.js";
import {
  readAlibi,
  readDeberta,
  readLearned,
  readSinusoidal,
  readT5,
  readTransformerXL,
} from "./config/others.js";
import type { PositionPlan } from "./config/plan.js";
import { readRotary } from "./config/rotary.js";
import { Section } from "./config/section.js";
import { checkUnread } from "./config/unread.js";
import { describe } from "./errors.js";
import { jsonOf } from "./snapshot.js";

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
   * A key that concerns positions and is not read is named by a finding, and no
   * plan is made that it could make wrong. A model type that is not known here
   * gets a plan, like Llama's and with a warning, only when every key of it is
   * one that Llama has too, or known to have nothing to do with positions.
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
}

/** Keys under which configs of several models keep the text model's. */
const NESTED = ["text_config", "language_config", "llm_config"];

const ROPE_KEYS = ["rope_theta", ...ROPES];

/** Spellings of the base where a BERT is told to rotate. */
const BASES = ["rope_theta", "rotary_emb_base"];

/** What to read a model type as; undefined after an error. */
function specOf(root: Section, modelType: string): ModelSpec | undefined {
  const key = "model_type";
  const known = MODELS.get(modelType);
  // DeepSeek's smallest models have the attention of Llama.
  if (known === latent && root.boolean("use_mla") === false) {
    root.dismiss("qk_rope_head_dim", "qk_nope_head_dim", "kv_lora_rank");
    return rotary();
  }
  if (known) return known;
  if (ROPE_KEYS.some((name) => root.has(name))) {
    if (modelType) root.say("model-type-assumed", key, show(modelType));
    else root.say("model-type-absent", key);
    return rotary({ strict: true });
  }
  if (modelType) root.say("model-type-unknown", key, show(modelType));
  else root.say("model-type-missing", key);
  return undefined;
}

/** A BERT that is told to rotate: ESM by a fixed base. */
const rotated = (root: Section, modelType: string) =>
  modelType === "esm"
    ? rotary({ fixed: true })
    : rotary({ baseKey: root.spelling(BASES) });

/** MosaicML's switches, of which transformers' class knows ALiBi alone. */
function readMpt(root: Section, modelType: string): PositionPlan | undefined {
  const attention = root.section("attn_config");
  const holder = attention ?? root;
  const [rope, alibi] = ["rope", "alibi"].map((key) => holder.boolean(key));
  const learned = root.boolean("learned_pos_emb");
  if (rope) holder.say("encoding-unread", "rope", "true", modelType, "false");
  holder.dismiss(...holder.keys().filter((key) => key.startsWith("rope_")));
  // The two codes have different defaults.
  if (alibi === undefined) holder.say("key-missing", "alibi");
  if (alibi) return readAlibi(root, modelType, holder);
  if (learned === false && !rope)
    root.say("encoding-none", "learned_pos_emb", "false");
  return readLearned(root, { kind: "learned" }, modelType);
}

function readPlan(
  root: Section,
  spec: ModelSpec,
  modelType: string,
): PositionPlan | undefined {
  switch (spec.kind) {
    case "none":
      root.say("encoding-none", "model_type", show(modelType));
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
        modelType === "nomic_bert" &&
        ![share, ROPES[1]].some((k) => root.has(k))
      )
        root.say("key-missing", share);
      return readRotary(root, spec, modelType);
    }
    case "alibi":
      return readAlibi(root, modelType);
    case "falcon": {
      const plain = rotary({ max: 2048, multiQuery: true });
      return root.boolean("alibi")
        ? readAlibi(root, modelType, root, true)
        : readRotary(root, plain, modelType);
    }
    case "mpt":
      return readMpt(root, modelType);
    case "t5":
      return readT5(root, spec, modelType);
    case "deberta":
      return readDeberta(root, modelType);
    case "transformerXL":
      return readTransformerXL(root, spec, modelType);
    case "sinusoidal":
      return readSinusoidal(root, spec, modelType);
    case "learned":
      return spec.rotates && root.raw("position_embedding_type") === "rotary"
        ? readRotary(root, rotated(root, modelType), modelType)
        : readLearned(root, spec, modelType);
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
      `${call}: json must be the parsed object of a config.json, got ${describe(body)}`,
    );
  }
  const findings: Finding[] = [];
  const top = new Section(body, findings);
  const outer = top.section("thinker_config") ?? top;
  const key = outer.spelling(NESTED);
  const root = outer.section(key) ?? top;
  const modelType = root.text("model_type") ?? top.text("model_type") ?? "";
  if (root !== top) outer.say("text-model-only", key, modelType || "–");
  const spec = specOf(root, modelType);
  const plan = spec && readPlan(root, spec, modelType);
  const strict = !MODELS.has(modelType);
  const rotates = !plan || plan.kind === "rotary";
  if (spec && spec.kind !== "none") {
    checkUnread({ top, root, modelType, strict, rotates });
  }
  const failed = findings.some(({ level }) => level === "error");
  return {
    plan: failed || !plan ? null : plan,
    findings: sorted(findings),
  };
};

/** What {@link Posenc.config} is; it needs no instance. */
export const config: Config = Object.freeze<Config>({ fromHuggingFace });
