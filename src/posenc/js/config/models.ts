/** How the layers of a model differ where the config does not list them. */
export interface LayerRule {
  /** Every how many layers one attends to everything; absent: must be given. */
  readonly period?: number;
  /** Spellings of the key that gives the period. */
  readonly periodKeys?: readonly string[];
  /** The full layer is the first of its period, not the last. */
  readonly fullFirst?: true;
  /** Type of the other layers; sliding_attention. */
  readonly other?: string;
  /** Key and default of the base in layers with a window. */
  readonly local?: readonly [key: string, base: number];
  /** rope_scaling holds for the layers with a window too. */
  readonly scaleAll?: true;
  /** Full layers do not rotate; when `sliding_window` is given. */
  readonly fullUnrotated?: true;
  /** Key of a list of codes, one per layer, and the type of each code. */
  readonly coded?: readonly [
    key: string,
    types: Readonly<Record<string, string>>,
  ];
  /** Key of the indices of full layers. */
  readonly fullIndices?: string;
  /** Key of the indices of layers that attend to an image alone. */
  readonly crossIndices?: string;
  /** Layers from `max_window_layers` on have a window, by `use_sliding_window`. */
  readonly switched?: number;
}

/** How a model hides distant keys. */
export interface WindowRule {
  /** Spellings of the key; `sliding_window`, … */
  readonly keys?: readonly string[];
  /** Default of the class; none. */
  readonly usual?: number;
  /** Layers of every type have the window, not those of sliding_attention alone. */
  readonly every?: true;
  /**
   * A width w stands for ⌊w/2⌋ keys to each side of an encoder's query, for
   * ⌊w/2⌋ keys in all of a decoder's.
   */
  readonly halved?: true;
}

/** Keys of one type of layers that stand above those of the model. */
export interface OwnKeys {
  readonly heads?: readonly [key: string, usual?: number];
  readonly keyValueHeads?: readonly [key: string, usual?: number];
  /** Flag without which `keyValueHeads` has no effect. */
  readonly shared?: string;
  /** Object that holds these keys. */
  readonly section?: string;
  readonly headDim?: readonly [key: string, usual?: number];
  readonly valueDim?: string;
  readonly base?: readonly [key: string, base: number];
  /** Flag that says whether these layers have sinks. */
  readonly sinks?: string;
}

/** What a config of this type leaves unsaid: transformers' class defaults. */
export interface RotarySpec {
  readonly kind: "rotary";
  /** Default of rope_theta; 10000. */
  readonly base?: number;
  /** Key of the base where it is not rope_theta. */
  readonly baseKey?: string;
  readonly headDim?: number;
  readonly heads?: number;
  readonly width?: number;
  readonly keyValueHeads?: number;
  readonly max?: number;
  /** Spellings of the length; those of text models unless given. */
  readonly lengths?: readonly string[];
  /** Default share of the head that is rotated. */
  readonly partial?: number;
  /** Default number of rotated channels. */
  readonly rotaryDim?: number;
  readonly interleaved?: true;
  /** Key that says whether pairs are neighbours, for models that have one. */
  readonly interleavedKey?: string;
  /** M-RoPE: how the pairs of an axis lie, whatever the config says. */
  readonly axes?: "blocks" | "interleaved";
  /** The class has a base of 10000 and no scaling, and reads no rope keys. */
  readonly fixed?: true;
  /** The fixed base is multiplied by rope_ratio (ChatGLM). */
  readonly ratio?: true;
  /** attn_temperature_tuning scales unrotated queries (Llama 4). */
  readonly tuned?: true;
  /** One key/value head unless the config says otherwise (Falcon). */
  readonly multiQuery?: true;
  /** Latent attention: only qk_rope_head_dim channels are rotated. */
  readonly latent?: true;
  /** no_rope_layers is read without a rule of the class behind it. */
  readonly listsUnrotated?: true;
  /** Every n-th layer does not rotate (no_rope_layers). */
  readonly unrotatedPeriod?: number;
  readonly layers?: LayerRule;
  /** What q·k is multiplied by, whatever the width of a head. */
  readonly scale?: number;
  /** Default of attention_multiplier. */
  readonly multiplier?: number;
  /** Rotates only where position_embedding_type says "rope". */
  readonly optIn?: true;
  /** The section that holds the base and kv_n_heads (DBRX). */
  readonly section?: string;
  /** The rope object of a config that has none. */
  readonly rope?: Readonly<Record<string, unknown>>;
  /** Layers of the class where the config does not count them. */
  readonly count?: number;
  /** Queries see the keys behind them. */
  readonly encoder?: true;
  readonly window?: WindowRule;
  /** Key of a list with the heads of each layer's queries. */
  readonly headsByLayer?: string;
  /** Default of attention_chunk_size, which holds for layers that rotate. */
  readonly chunk?: number;
  /** Default of attn_logit_softcapping; null: read where given. */
  readonly softcap?: number | null;
  /** Every layer has attention sinks. */
  readonly sinks?: true;
  /** Keys by type of layer. */
  readonly own?: Readonly<Record<string, OwnKeys>>;
  /** Turns by −m·θ. */
  readonly inverse?: true;
  /** The last channels of a head turn, not the first. */
  readonly tail?: true;
  /** Values are turned keys, so the output turns back. */
  readonly outputTurnedBack?: true;
  /** Default of mrope_section. */
  readonly sections?: readonly number[];
  /** Key of the number of rotated channels where it is not rotary_dim. */
  readonly channels?: string;
  /** YaRN without a factor on cos and sin unless the config gives one. */
  readonly unscaledYarn?: true;
  /** rope_theta and partial_rotary_factors may list a value per layer. */
  readonly listed?: true;
  /** Rope objects of types of layers stand under these names. */
  readonly ropeNames?: Readonly<Record<string, string>>;
  /** `alpha` of the rope object multiplies the base (HunYuan). */
  readonly alpha?: true;
  /** Keys of dynamic NTK's factor, and of its length with the default. */
  readonly dynamic?: readonly [factor: string, length: string, usual: number];
  /** use_logn_attn scales queries beyond seq_length (Qwen 1). */
  readonly logn?: true;
  /** Tokens a key of the compressed types stands for, by type. */
  readonly compression?: Readonly<Record<string, number>>;
}

/** Rows added to the token embeddings. */
export interface TableSpec {
  readonly kind: "learned" | "sinusoidal";
  readonly layout?: "interleaved";
  readonly heads?: number;
  readonly width?: number;
  readonly max?: number;
  /** Rows are of width embedding_size: its default, 0 for hidden_size. */
  readonly embeddingSize?: number;
  /** What q·k is multiplied by, whatever the width of a head. */
  readonly scale?: number;
  readonly spacing?: "endpoint";
  /** Row of position 0: a number, or pad_token_id + 1 with this default. */
  readonly offset?: number | { readonly pad: number };
  /** Rows the table has beyond max_position_embeddings. */
  readonly extraRows?: number;
  /** Default of scale_embedding: tokens are multiplied by √dModel. */
  readonly scaled?: true;
  /** Its key where it is not scale_embedding. */
  readonly scaledKey?: string;
  /** Key of a sparse pattern that the class has by default, and no plan holds. */
  readonly sparseKey?: string;
  /** Key that turns a learned table into sinusoids or back. */
  readonly sinusoidalKey?: string;
  /** Rotates instead where position_embedding_type says "rotary". */
  readonly rotates?: true;
  /** A query sees no key behind its own position. */
  readonly causal?: true;
  /** An encoder and a decoder. */
  readonly stacks?: true;
  /** Default of window_size, for local layers (GPT-Neo). */
  readonly localWindow?: number;
  /** Rows for the patches of an image, behind those of so many tokens. */
  readonly patches?: {
    readonly prefix: number;
    readonly image: number;
    readonly patch: number;
  };
  /** Key and default of the side of a grid, of which an image takes the middle. */
  readonly grid?: readonly [key: string, usual: number];
  /** Default of attention_head_dim, for models whose width is that of all heads. */
  readonly headDim?: number;
  /** Adds an ALiBi bias instead where position_embedding_type says "alibi". */
  readonly biased?: true;
  /** Spellings of the length; those of text models unless given. */
  readonly lengths?: readonly string[];
  /** Key and default of the decoder's table, where the encoder has sinusoids. */
  readonly decoderRows?: readonly [key: string, usual: number];
}

/** Encodings that the config itself describes. */
export interface OtherSpec {
  readonly kind:
    | "alibi"
    | "baichuan"
    | "falcon"
    | "mpt"
    | "t5"
    | "deberta"
    | "unsupported"
    | "none";
  /** T5: each layer has its own table. */
  readonly perLayer?: true;
  /** Default of local_radius: keys to each side that LongT5's encoder sees. */
  readonly localRadius?: number;
}

/** Transformer-XL and XLNet. */
export interface XlSpec {
  readonly kind: "transformerXL";
  /** Default of clamp_len. */
  readonly clampLen: number;
  /** Queries see the keys behind them where attn_type, by default, is "bi". */
  readonly bidirectional?: true;
}

/** Rotation by the coordinates of a grid (diffusion transformers). */
export interface AxialSpec {
  readonly kind: "axial";
  /** Begins the names of the keys (SAM 2). */
  readonly prefix?: string;
  /** Key of the columns per axis; absent: a third each, the first the rest. */
  readonly axesKey?: string;
  /** Its default. */
  readonly axes?: readonly number[];
  /** Key of the base. */
  readonly baseKey?: string;
  readonly base: number;
  readonly headDim?: number;
  readonly heads: number;
  /**
   * Default of hidden_size, of which each head has its share: two axes have half
   * of it.
   */
  readonly width?: number;
  /** Column i is paired with i + half a head. */
  readonly halves?: true;
  /** Keys of the numbers of layers, with their defaults. */
  readonly counts: Readonly<Record<string, number>>;
}

export type ModelSpec = RotarySpec | TableSpec | OtherSpec | XlSpec | AxialSpec;

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
const learned: TableSpec = { kind: "learned" };
const padded: TableSpec = { kind: "learned", offset: { pad: 1 } };
const shifted: TableSpec = { kind: "learned", offset: 2, extraRows: 2 };
const fairseq: TableSpec = {
  kind: "sinusoidal",
  spacing: "endpoint",
  offset: { pad: 1 },
  scaled: true,
};
const lfm: LayerRule = {
  fullIndices: "full_attn_idxs",
  other: "conv",
};
const minimax = { base: 5e6, headDim: 128, rotaryDim: 64 };
const swa = (name: string): OwnKeys => ({
  heads: [`${name}num_attention_heads`],
  keyValueHeads: [`${name}num_key_value_heads`],
  headDim: [`${name}head_dim`],
  valueDim: `${name}v_head_dim`,
});
/** A vision transformer's table: prefix tokens, then patches. */
const patches = (prefix: number, image = 224, patch = 16): TableSpec => ({
  kind: "learned",
  heads: 12,
  width: 768,
  patches: { prefix, image, patch },
});
/** Rotation by coordinates, by the defaults of heads and of numbers of layers. */
const byGrid = (
  heads: number,
  counts: AxialSpec["counts"],
  rest: Partial<AxialSpec>,
): AxialSpec => ({ kind: "axial", base: 10000, heads, counts, ...rest });

/** Specs by the model types that share them. */
const SPECS: Readonly<Record<string, ModelSpec>> = {
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
  "olmo olmo2 olmoe exaone internlm2 internlm3 telechat3 arcee Klear bailing_moe bailing_moe_v2 iquestcoder hy_v3":
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
  baichuan: { kind: "baichuan" },
  nomic_bert: rotary({
    base: 1000,
    encoder: true,
    baseKey: "rotary_emb_base",
    interleavedKey: "rotary_emb_interleaved",
    dynamic: ["rotary_scaling_factor", "max_trained_positions", 2048],
  }),
  qwen3: rotary({ ...qwen, headDim: 128 }),
  ministral3: rotary({ headDim: 128, window: every }),
  "qwen3_vl qwen3_vl_text qwen3_vl_moe qwen3_vl_moe_text": rotary(vl3),
  qwen3_next: rotary(next),
  "qwen3_5_text qwen3_5_moe_text gguf_qwen35 gguf_qwen35moe": rotary({
    ...next,
    axes: "interleaved",
  }),
  gemma: rotary({ ...gemma, heads: 16, width: 3072, keyValueHeads: 16 }),
  "gemma2 vaultgemma": rotary({
    ...gemma,
    heads: 8,
    width: 2304,
    keyValueHeads: 4,
    layers: alternating,
    window: { usual: 4096 },
    softcap: 50,
  }),
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
  "mamba mamba2 falcon_mamba rwkv rwkv7 jamba nemotron_h kimi_linear": {
    kind: "none",
  },
  bloom: { kind: "alibi" },
  "falcon RefinedWeb RefinedWebModel": { kind: "falcon" },
  mpt: { kind: "mpt" },
  "t5 mt5 switch_transformers": { kind: "t5" },
  longt5: { kind: "t5", localRadius: 127 },
  umt5: { kind: "t5", perLayer: true },
  bert: { ...learned, biased: true },
  big_bird: {
    ...learned,
    scaledKey: "rescale_embeddings",
    sparseKey: "attention_type",
  },
  "gpt2 gpt_bigcode openai-gpt": { ...learned, causal: true },
  "blenderbot blenderbot-small": { ...learned, stacks: true },
  gpt_neo: { ...learned, scale: 1, causal: true, localWindow: 256 },
  "electra albert": { ...learned, embeddingSize: 128 },
  distilbert: {
    kind: "learned",
    layout: "interleaved",
    sinusoidalKey: "sinusoidal_pos_embds",
  },
  xlm: {
    kind: "learned",
    layout: "interleaved",
    sinusoidalKey: "sinusoidal_embeddings",
  },
  "roberta roberta-prelayernorm xlm-roberta-xl camembert data2vec-text": padded,
  longformer: { ...padded, sparseKey: "attention_window" },
  "esm xlm-roberta": { ...padded, rotates: true },
  opt: { ...shifted, causal: true, heads: 12, width: 768, max: 2048 },
  biogpt: { ...shifted, causal: true, scaled: true },
  "bart mbart mvp": { ...shifted, stacks: true },
  plbart: { ...shifted, stacks: true, scaled: true },
  "marian pegasus": { kind: "sinusoidal", stacks: true },
  ctrl: { kind: "sinusoidal", scaled: true, causal: true },
  "m2m_100 nllb-moe fsmt": { ...fairseq, stacks: true },
  xglm: { ...fairseq, offset: 2, causal: true },
  whisper: {
    kind: "sinusoidal",
    spacing: "endpoint",
    stacks: true,
    lengths: ["max_source_positions"],
    decoderRows: ["max_target_positions", 448],
  },
  "vit dinov2 dinov2_with_registers": patches(1),
  deit: patches(2),
  clip_vision_model: patches(1, 224, 32),
  siglip_vision_model: patches(0),
  siglip_text_model: learned,
  siglip2_text_model: { ...learned, heads: 12, width: 768, max: 64 },
  siglip2_vision_model: {
    ...learned,
    heads: 12,
    width: 768,
    max: 256,
    lengths: ["num_patches"],
  },
  clip_text_model: { ...learned, causal: true, heads: 8, width: 512, max: 77 },
  "deberta deberta-v2": { kind: "deberta" },
  "transfo-xl": { kind: "transformerXL", clampLen: 1000 },
  xlnet: { kind: "transformerXL", clampLen: -1, bidirectional: true },
  FluxTransformer2DModel: byGrid(
    24,
    { num_layers: 19, num_single_layers: 38 },
    { axesKey: "axes_dims_rope", axes: [16, 56, 56], headDim: 128 },
  ),
  HunyuanVideoTransformer3DModel: byGrid(
    24,
    { num_layers: 20, num_single_layers: 40 },
    {
      axesKey: "rope_axes_dim",
      axes: [16, 56, 56],
      baseKey: "rope_theta",
      base: 256,
      headDim: 128,
    },
  ),
  WanTransformer3DModel: byGrid(40, { num_layers: 40 }, { headDim: 128 }),
  SkyReelsV2Transformer3DModel: byGrid(
    16,
    { num_layers: 32 },
    { headDim: 128 },
  ),
  QwenImageTransformer2DModel: byGrid(
    24,
    { num_layers: 60 },
    { axesKey: "axes_dims_rope", axes: [16, 56, 56], headDim: 128 },
  ),
  Lumina2Transformer2DModel: byGrid(
    24,
    { num_layers: 26 },
    { axesKey: "axes_dim_rope", axes: [32, 32, 32] },
  ),
  ZImageTransformer2DModel: byGrid(
    30,
    { n_layers: 30 },
    {
      axesKey: "axes_dims",
      axes: [32, 48, 48],
      baseKey: "rope_theta",
      base: 256,
    },
  ),
  // The class token and the registers don't turn.
  dinov3_vit: byGrid(
    6,
    { num_hidden_layers: 12 },
    {
      baseKey: "rope_theta",
      base: 100,
      width: 384,
      halves: true,
    },
  ),
  // Memory attention, whose keys turn by their own coordinates: x, then y.
  sam2_video: byGrid(
    1,
    { num_layers: 4 },
    { prefix: "memory_attention_", baseKey: "rope_theta", width: 256 },
  ),
  SD3Transformer2DModel: {
    ...learned,
    heads: 18,
    headDim: 64,
    grid: ["pos_embed_max_size", 96],
  },
  // Turns all heads as one vector, so that each has angles of its own.
  LTXVideoTransformer3DModel: { kind: "unsupported" },
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

/** Spec by model type. */
export const MODELS: ReadonlyMap<string, ModelSpec> = new Map(
  Object.entries(SPECS).flatMap(([types, spec]) =>
    types.split(" ").map((type) => [type, spec] as const),
  ),
);
