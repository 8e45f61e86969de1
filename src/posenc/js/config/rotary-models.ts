import type { LayerRule, OwnKeys, RotarySpec } from "./spec.js";

export const rotary = (spec: Omit<RotarySpec, "kind"> = {}): RotarySpec => ({
  kind: "rotary",
  ...spec,
});

const PATTERN = ["sliding_window_pattern", "_sliding_window_pattern"];
const every = { every: true } as const;
const hybrid: LayerRule = {
  period: 4,
  periodKeys: ["full_attention_interval"],
  other: "linear_attention",
};
const next = { headDim: 256, partial: 0.25, layers: hybrid };
const mistral = { heads: 32, width: 4096, keyValueHeads: 8, max: 131072 };
const gemma = { headDim: 256, max: 8192 };
const alternating: LayerRule = { period: 2 };
export const gemma2 = rotary({
  ...gemma,
  heads: 8,
  width: 2304,
  keyValueHeads: 4,
  layers: alternating,
  window: { usual: 4096 },
  softcap: 50,
});
const MODERN: Omit<RotarySpec, "kind"> = {
  base: 160000,
  baseKey: "global_rope_theta",
  window: { keys: ["local_attention"], usual: 128, halved: true },
  layers: {
    period: 3,
    periodKeys: ["global_attn_every_n_layers"],
    fullFirst: true,
    local: ["local_rope_theta", 10000],
    scaleAll: true,
  },
};
/** Layers from max_window_layers on have a window, if use_sliding_window. */
const late = (first: number): Partial<RotarySpec> => ({
  layers: { switched: first },
  window: { usual: 4096 },
});
const qwen = late(28);
export const latent = rotary({
  latent: true,
  interleaved: true,
  interleavedKey: "rope_interleave",
});
const axial = { ...qwen, axes: "blocks", base: 1e6 } as const;
const woven = { axes: "interleaved", base: 5e5 } as const;
const vl3 = { ...woven, sections: [24, 20, 20], headDim: 128 } as const;
const lfm: LayerRule = {
  fullIndices: "full_attn_idxs",
  other: "conv",
};
const minimax = { base: 5e6, headDim: 128, rotaryDim: 64 };
const gte = {
  heads: 12,
  width: 768,
  count: 12,
  encoder: true,
  ntk: true,
  tabled: true,
} as const;
const swa = (name: string): OwnKeys => ({
  heads: [`${name}num_attention_heads`],
  keyValueHeads: [`${name}num_key_value_heads`],
  headDim: [`${name}head_dim`],
  valueDim: `${name}v_head_dim`,
});
/** Specs of models that turn, by the model types that share them. */
export const ROTARY: Readonly<Record<string, RotarySpec>> = {
  llama: rotary({ heads: 32, width: 4096, max: 2048 }),
  mistral: rotary({ ...mistral, window: { ...every, usual: 4096 } }),
  // Mistral's own params.json, of which the weights pair neighbours.
  mistral_params: rotary({ interleaved: true, window: every }),
  mistral_params_latent: latent,
  mixtral: rotary({ ...mistral, base: 1e6, window: every }),
  qwen2: rotary({
    ...qwen,
    heads: 32,
    width: 4096,
    keyValueHeads: 32,
    max: 32768,
  }),
  phi3: rotary({ heads: 32, width: 3072, max: 4096, window: every }),
  "qwen2_moe qwen3_moe mimo": rotary(qwen),
  "phi3_v phi4mm phi4_multimodal starcoder2": rotary({ window: every }),
  step3_text: rotary({
    headDim: 256,
    keyValueHeads: 1,
    lengths: ["max_position_embedding"],
  }),
  "olmo olmo2 olmoe exaone internlm2 internlm3 telechat3 arcee Klear bailing_moe bailing_moe_v2 iquestcoder hy_v3 minicpm":
    rotary(),
  "flex_olmo bitnet": rotary({ base: 5e5 }),
  seed_oss: rotary({ headDim: 128 }),
  mllama_text_model: rotary({
    base: 5e5,
    layers: { crossIndices: "cross_attention_layers" },
  }),
  dots1: rotary(late(0)),
  apertus: rotary({ base: 12e6 }),
  helium: rotary({ base: 1e5, headDim: 128, interleaved: true }),
  nanochat: rotary({ inverse: true }),
  openelm: rotary({ baseKey: "rope_freq_constant" }),
  hyperclovax: rotary({ multiplier: 1 }),
  "hunyuan_v1_dense hunyuan_v1_moe hunyuan": rotary({ alpha: true }),
  solar_open: rotary({ base: 1e6, partial: 1 }),
  bamba: rotary({
    partial: 0.5,
    layers: {
      fullIndices: "attn_layer_indices",
      other: "mamba",
    },
  }),
  "nemotron-nas": rotary({ max: 2048, blocks: true }),
  olmo_hybrid: rotary({
    heads: 30,
    width: 3840,
    max: 65536,
    count: 32,
    layers: { period: 4, other: "linear_attention" },
  }),
  zamba2: rotary({
    heads: 32,
    width: 2560,
    max: 4096,
    doubled: true,
    layers: { list: "layers_block_type" },
  }),
  falcon_h1: rotary({ base: 1e5 }),
  olmo3: rotary({
    layers: { period: 4, local: ["rope_theta", 10000] },
    window: { usual: 4096 },
  }),
  cwm: rotary({
    base: 1e6,
    headDim: 128,
    window: { usual: 8192 },
    layers: { period: 4, fullFirst: true },
    rope: {
      rope_type: "llama3",
      factor: 16,
      high_freq_factor: 4,
      low_freq_factor: 1,
      original_max_position_embeddings: 8192,
    },
  }),
  minimax: rotary({
    base: 1e6,
    rotaryDim: 64,
    layers: {
      other: "linear_attention",
      coded: ["attn_type_list", { 0: "linear_attention", 1: "full_attention" }],
    },
  }),
  minimax_m2: rotary({
    ...minimax,
    layers: {
      period: 1,
      coded: ["attn_type_list", { 1: "full_attention" }],
    },
  }),
  "minimax_m3 minimax_m3_vl minimax_m3_vl_text": rotary(minimax),
  "lfm2 lfm2_moe": rotary({ base: 1e6, layers: lfm }),
  laguna: rotary({
    headDim: 128,
    layers: {},
    headsByLayer: "num_attention_heads_per_layer",
  }),
  mellum: rotary({ layers: {} }),
  afmoe: rotary({
    headDim: 128,
    window: { usual: 1024 },
    layers: {
      period: 4,
      periodKeys: ["global_attn_every_n_layers"],
      fullUnrotated: true,
    },
  }),
  mimo_v2_flash: rotary({
    base: 5e6,
    partial: 1,
    window: { keys: ["sliding_window_size", "sliding_window"] },
    layers: {
      local: ["swa_rope_theta", 10000],
      coded: [
        "hybrid_layer_pattern",
        { 0: "full_attention", 1: "sliding_attention" },
      ],
    },
    own: {
      full_attention: {
        valueDim: "v_head_dim",
        sinks: "add_full_attention_sink_bias",
      },
      sliding_attention: {
        ...swa("swa_"),
        sinks: "add_swa_attention_sink_bias",
      },
    },
  }),
  "step3p5 step3p7": rotary({
    listed: true,
    window: { usual: 512 },
    layers: {},
    own: {
      sliding_attention: {
        section: "attention_other_setting",
        heads: ["num_attention_heads"],
        keyValueHeads: ["num_attention_groups"],
      },
    },
  }),
  deepseek_v4: rotary({
    headDim: 512,
    channels: "qk_rope_head_dim",
    rotaryDim: 64,
    keyValueHeads: 1,
    interleaved: true,
    tail: true,
    sinks: true,
    baseKey: "compress_rope_theta",
    base: 160000,
    unscaledYarn: true,
    outputTurnedBack: true,
    window: { ...every, usual: 128 },
    layers: {
      local: ["rope_theta", 10000],
      coded: [
        "compress_ratios",
        {
          0: "sliding_attention",
          4: "compressed_sparse_attention",
          128: "heavily_compressed_attention",
        },
      ],
    },
    ropeNames: {
      sliding_attention: "main",
      compressed_sparse_attention: "compress",
      heavily_compressed_attention: "compress",
    },
    compression: {
      compressed_sparse_attention: 4,
      heavily_compressed_attention: 128,
    },
  }),
  "granite granitemoe granitemoeshared": rotary({ multiplier: 1 }),
  granitemoehybrid: rotary({ multiplier: 1, optIn: true }),
  phimoe: rotary({ base: 1e6, window: every }),
  "qwen2_vl qwen2_vl_text qwen2_5_vl qwen2_5_vl_text gguf_qwen2vl":
    rotary(axial),
  qwen2_5_omni_text: rotary({ ...axial, window: { usual: 32768 } }),
  qwen3_omni_moe_text: rotary({ ...axial, axes: "interleaved" }),
  "glm4v_text glm4v_moe_text": rotary({
    axes: "blocks",
    partial: 0.5,
    interleaved: true,
  }),
  dbrx: rotary({ section: "attn_config", keyValueHeads: 1 }),
  qwen: rotary({ logn: true, max: 8192, baseKey: "rotary_emb_base" }),
  nomic_bert: rotary({
    base: 1000,
    encoder: true,
    baseKey: "rotary_emb_base",
    interleavedKey: "rotary_emb_interleaved",
    dynamic: ["rotary_scaling_factor", "max_trained_positions", 2048],
  }),
  new: rotary({ ...gte, max: 2048 }),
  gte: rotary({ ...gte, max: 8192 }),
  qwen3: rotary({ ...qwen, headDim: 128 }),
  ministral3: rotary({ headDim: 128, window: every }),
  "qwen3_vl qwen3_vl_text qwen3_vl_moe qwen3_vl_moe_text": rotary(vl3),
  qwen3_next: rotary(next),
  "qwen3_5_text qwen3_5_moe_text gguf_qwen35 gguf_qwen35moe": rotary({
    ...next,
    axes: "interleaved",
  }),
  gemma: rotary({ ...gemma, heads: 16, width: 3072, keyValueHeads: 16 }),
  "gemma2 vaultgemma": gemma2,
  "gemma3 gemma3_text": rotary({
    base: 1e6,
    headDim: 256,
    heads: 8,
    keyValueHeads: 4,
    max: 131072,
    window: { usual: 4096 },
    softcap: null,
    layers: {
      period: 6,
      periodKeys: PATTERN,
      local: ["rope_local_base_freq", 10000],
    },
  }),
  "gemma3n gemma3n_text": rotary({
    base: 1e6,
    headDim: 256,
    scale: 1,
    window: { usual: 512 },
    layers: { local: ["rope_local_base_freq", 10000] },
  }),
  "gemma4 gemma4_text": rotary({
    headDim: 256,
    scale: 1,
    window: { usual: 512 },
    layers: { period: 6, periodKeys: PATTERN },
    rope: {
      sliding_attention: { rope_type: "default", rope_theta: 1e4 },
      full_attention: {
        rope_type: "proportional",
        rope_theta: 1e6,
        partial_rotary_factor: 0.25,
      },
    },
    own: {
      full_attention: {
        headDim: ["global_head_dim", 512],
        keyValueHeads: ["num_global_key_value_heads"],
        shared: "attention_k_eq_v",
      },
    },
  }),
  modernbert: rotary({ ...MODERN, encoder: true }),
  "modernbert-decoder": rotary(MODERN),
  "phi nemotron glm4_moe": rotary({ partial: 0.5 }),
  persimmon: rotary({ base: 25000, partial: 0.5 }),
  stablelm: rotary({ partial: 0.25 }),
  gpt_neox: rotary({ baseKey: "rotary_emb_base", partial: 0.25 }),
  gpt_neox_japanese: rotary({ baseKey: "rotary_emb_base" }),
  "gptj codegen": rotary({
    rotaryDim: 64,
    interleaved: true,
    fixed: true,
  }),
  roformer: rotary({ interleaved: true, fixed: true, encoder: true }),
  cohere: rotary({ base: 5e5, interleaved: true }),
  cohere2: rotary({
    interleaved: true,
    window: { usual: 4096 },
    layers: {
      period: 4,
      periodKeys: PATTERN,
      fullUnrotated: true,
    },
  }),
  "exaone4 exaone4_5_text exaone_moe": rotary({
    layers: { fullUnrotated: true },
    window: { usual: 4096 },
  }),
  "glm glm4": rotary({ headDim: 128, partial: 0.5, interleaved: true }),
  chatglm: rotary({
    partial: 0.5,
    interleaved: true,
    ratio: true,
    fixed: true,
  }),
  ernie4_5: rotary({ base: 5e5, headDim: 128, interleaved: true }),
  ernie4_5_moe: rotary({ base: 5e5, interleaved: true }),
  "ernie4_5_vl_moe ernie4_5_vl_moe_text ernie4_5_moe_vl": rotary({
    base: 5e5,
    heads: 20,
    width: 2560,
    keyValueHeads: 4,
    max: 131072,
    interleaved: true,
    axes: "told",
  }),
  "deepseek_v2 deepseek_vl_v2 deepseek_v3 deepseek_v32 kimi_k2 glm4_moe_lite glm_moe_dsa youtu joyai_llm_flash gguf_deepseek2":
    latent,
  longcat_flash: { ...latent, base: 1e7 },
  minicpm3: rotary({ latent: true, headDim: 32 }),
  mistral4: {
    ...latent,
    rope: {
      rope_type: "yarn",
      factor: 128,
      original_max_position_embeddings: 8192,
      mscale: 1,
      mscale_all_dim: 1,
      llama_4_scaling_beta: 0.1,
    },
  },
  gpt_oss: rotary({
    base: 150000,
    headDim: 64,
    max: 131072,
    sinks: true,
    window: { usual: 128 },
    layers: alternating,
    rope: {
      rope_type: "yarn",
      factor: 32,
      original_max_position_embeddings: 4096,
      truncate: false,
    },
  }),
  "llama4 llama4_text gguf_llama4": rotary({
    base: 5e5,
    headDim: 128,
    interleaved: true,
    tuned: true,
    unrotatedPeriod: 4,
    chunk: 8192,
  }),
  smollm3: rotary({ base: 2e6, unrotatedPeriod: 4 }),
};

/** GGUF files: their reader says what other types leave to their class. */
export const GGUF = rotary({
  baseKey: "rope_theta",
  interleavedKey: "rope_interleave",
  listsUnrotated: true,
  softcap: null,
  own: {
    full_attention: {
      headDim: ["global_head_dim"],
      keyValueHeads: ["num_global_key_value_heads"],
      sinks: "attention_sink",
    },
    sliding_attention: { sinks: "attention_sink" },
  },
});
