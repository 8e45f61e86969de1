/**
 * What llama.cpp's code for an architecture decides beside the keys of a file.
 * Read in llama.cpp as it stands in ggml-org/whisper.cpp at 4834a232 (2026-08-18),
 * examples/talk-llama: llama-model.cpp, llama-context.cpp and models/. The file of
 * each architecture is in docs/models.json.
 */

/** Which layers have a window. */
export interface Windows {
  /** Keys that a query sees where the file gives no number. */
  readonly usual?: number;
  /** Without a number, or with 0, no layer has a window. */
  readonly optional?: true;
  /** The last of so many layers has none; absent: the file lists them. */
  readonly period?: number;
  /** Their base where it isn't that of the others. */
  readonly base?: number;
  /** The file may give them a base. */
  readonly ownBase?: true;
  /** The scaling of the other layers holds for them too. */
  readonly scaled?: true;
  /** So many layers have windows; models of another number have none. */
  readonly layers?: number;
}

export interface Architecture {
  /** Neighbouring channels are a pair; else channels half a head apart. */
  readonly interleaved?: true;
  /** A part of the head may turn. */
  readonly partial?: true;
  /**
   * Tensors that divide the frequencies: rope_freqs.weight, or a list for short
   * and one for long contexts, or these where the scaling is longrope.
   */
  readonly tensors?: "divisors" | "lists" | "both";
  /** block_count counts layers that predict further tokens. */
  readonly nextn?: true;
  readonly windows?: Windows;
  /** Keys that are read here alone. */
  readonly keys?: readonly string[];
  /** The file gives layers of another kind: by every n-th, or no key heads. */
  readonly other?: "linear_attention" | "conv";
  /** Pairs turn with several axes: in blocks, or one after the other. */
  readonly axes?: "blocks" | "interleaved";
  /** q·k is multiplied by 1/√(embedding_length/head_count) in models so deep. */
  readonly wideScale?: number;
  /** What q·k is multiplied by 1/√ of. */
  readonly scalar?: number;
  /** Every fourth layer does not turn, or those without a window. */
  readonly unrotated?: "fourth" | "full_attention";
  /** Attention with a latent, of which one part turns. */
  readonly latent?: true;
  /** Soft cap of the scores where the file gives none. */
  readonly softcap?: number;
}

const norm = { interleaved: true } as const;
const part = { partial: true } as const;
const both = { ...norm, tensors: "both" } as const;
const scaledBy = ["attention.scale", "rope.scaling.finetuned"];
const WINDOW = "attention.sliding_window";
const yarnKeys = ["yarn_beta_fast", "yarn_beta_slow", "yarn_log_multiplier"];
const linear = { ...part, nextn: true, other: "linear_attention" } as const;
const FULL = "full_attention";
const lg = { nextn: true, tensors: "divisors", unrotated: FULL } as const;
const exaone = { period: 4, scaled: true } as const;

/** By `general.architecture`. */
export const ARCHITECTURES: ReadonlyMap<string, Architecture> = new Map<
  string,
  Architecture
>([
  ...["gemma", "qwen2", "qwen2moe", "qwen3", "qwen3moe", "olmoe", "seed_oss"]
    .concat("starcoder2", "falcon", "dots1", "hunyuan-moe", "hunyuan-dense")
    .map((name) => [name, {}] as const),
  ...["stablelm", "phi2", "gptneox", "nemotron", "minimax-m2"].map(
    (name) => [name, part] as const,
  ),
  // Of these, the converter reorders weights, or the model has neighbours.
  ...["internlm2", "olmo", "ernie4_5", "ernie4_5-moe", "bailingmoe"]
    .concat("deepseek")
    .map((name) => [name, norm] as const),
  ...["command-r", "chatglm"].map(
    (name) => [name, { ...norm, ...part }] as const,
  ),
  ["llama", both],
  ["minicpm", both],
  ["smollm3", { ...norm, unrotated: "fourth" }],
  ["granite", { ...both, keys: scaledBy }],
  ["granitemoe", { ...both, keys: scaledBy }],
  ["arcee", { ...norm, tensors: "divisors" }],
  ["exaone", { tensors: "divisors" }],
  ["apertus", { tensors: "both" }],
  ["glm4", { ...norm, ...part, nextn: true }],
  ["glm4moe", { ...part, nextn: true }],
  ["bailingmoe2", { ...part, nextn: true }],
  // Their windows are switched off in llama.cpp: see checkUnwindowed.
  ["phi3", { ...part, tensors: "lists", keys: [WINDOW] }],
  ["phimoe", { tensors: "lists", keys: [WINDOW] }],
  [
    "mistral3",
    {
      ...both,
      keys: [
        ...yarnKeys.map((key) => `rope.scaling.${key}`),
        "attention.temperature_scale",
        "attention.temperature_length",
      ],
    },
  ],
  [
    "llama4",
    { ...norm, unrotated: "fourth", tensors: "divisors", keys: [WINDOW] },
  ],
  [
    "deepseek2",
    {
      ...norm,
      nextn: true,
      latent: true,
      keys: [
        "rope.scaling.yarn_log_multiplier",
        "attention.kv_lora_rank",
        "attention.key_length_mla",
        "attention.value_length_mla",
      ],
    },
  ],
  [
    "gemma2",
    {
      windows: { usual: 4096, period: 2, ownBase: true, scaled: true },
      softcap: 50,
      wideScale: 46,
      keys: ["attn_logit_softcapping"],
    },
  ],
  [
    "gemma3",
    {
      windows: { optional: true, period: 6, base: 10000, ownBase: true },
      wideScale: 62,
    },
  ],
  [
    "gemma3n",
    { windows: { period: 5, base: 10000, ownBase: true }, scalar: 1 },
  ],
  [
    "gemma4",
    {
      windows: { base: 10000, ownBase: true },
      scalar: 1,
      tensors: "divisors",
      keys: [
        "attention.key_length_swa",
        "attention.value_length_swa",
        "rope.dimension_count_swa",
      ],
    },
  ],
  ["gpt-oss", { windows: { period: 2, ownBase: true, scaled: true } }],
  ["olmo2", { windows: { optional: true, period: 4 } }],
  [
    "cohere2",
    { ...norm, ...part, unrotated: FULL, windows: { period: 4, scaled: true } },
  ],
  ["exaone4", { ...lg, windows: { ...exaone, layers: 64, usual: 4096 } }],
  ["exaone-moe", { ...lg, windows: exaone }],
  ["qwen3next", linear],
  ["qwen35", { ...linear, axes: "interleaved" }],
  ["qwen35moe", { ...linear, axes: "interleaved" }],
  ["qwen2vl", { axes: "blocks" }],
  ["lfm2", { other: "conv", windows: { optional: true, period: 0 } }],
  ["lfm2moe", { other: "conv" }],
]);
