/** How the layers of a model differ where the config does not list them. */
export interface LayerRule {
  /** Every how many layers one attends to everything; absent: must be given. */
  readonly period?: number;
  /** Spellings of the key that gives the period. */
  readonly periodKeys: readonly string[];
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
  /** attn_temperature_tuning scales the queries (Llama 4). */
  readonly tuned?: true;
  /** Nothing is known of the model: no default is taken for the base. */
  readonly strict?: true;
  /** One key/value head unless the config says otherwise (Falcon). */
  readonly multiQuery?: true;
  /** Latent attention: only qk_rope_head_dim channels are rotated. */
  readonly latent?: true;
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
  /** Key that turns a learned table into sinusoids or back. */
  readonly sinusoidalKey?: string;
  /** Rotates instead where position_embedding_type says "rotary". */
  readonly rotates?: true;
}

/** Encodings that the config itself describes. */
export interface OtherSpec {
  readonly kind: "alibi" | "falcon" | "mpt" | "t5" | "deberta" | "none";
  /** T5: each layer has its own table. */
  readonly perLayer?: true;
}

/** Transformer-XL and XLNet. */
export interface XlSpec {
  readonly kind: "transformerXL";
  /** Default of clamp_len. */
  readonly clampLen: number;
}

export type ModelSpec = RotarySpec | TableSpec | OtherSpec | XlSpec;

export const rotary = (spec: Omit<RotarySpec, "kind"> = {}): RotarySpec => ({
  kind: "rotary",
  ...spec,
});

const PATTERN = ["sliding_window_pattern", "_sliding_window_pattern"];
const hybrid: LayerRule = {
  period: 4,
  periodKeys: ["full_attention_interval"],
  other: "linear_attention",
};
const next = { headDim: 256, partial: 0.25, layers: hybrid };
const mistral = { heads: 32, width: 4096, keyValueHeads: 8, max: 131072 };
const gemma = { headDim: 256, max: 8192 };
export const latent = rotary({
  latent: true,
  interleaved: true,
  interleavedKey: "rope_interleave",
});
const axial = { axes: "blocks", base: 1e6 } as const;
const woven = { axes: "interleaved", base: 5e5 } as const;
const learned: TableSpec = { kind: "learned" };
const padded: TableSpec = { kind: "learned", offset: { pad: 1 } };
const shifted: TableSpec = { kind: "learned", offset: 2, extraRows: 2 };
const fairseq: TableSpec = {
  kind: "sinusoidal",
  spacing: "endpoint",
  offset: { pad: 1 },
  scaled: true,
};

/** Specs by the model types that share them. */
const SPECS: Readonly<Record<string, ModelSpec>> = {
  llama: rotary({ heads: 32, width: 4096, max: 2048 }),
  mistral: rotary(mistral),
  mixtral: rotary({ ...mistral, base: 1e6 }),
  qwen2: rotary({ heads: 32, width: 4096, keyValueHeads: 32, max: 32768 }),
  phi3: rotary({ heads: 32, width: 3072, max: 4096 }),
  "qwen2_moe qwen3_moe olmo olmo2 starcoder2 phi3_v": rotary(),
  "granite granitemoe granitemoeshared": rotary({ multiplier: 1 }),
  granitemoehybrid: rotary({ multiplier: 1, optIn: true }),
  phimoe: rotary({ base: 1e6 }),
  "qwen2_vl qwen2_vl_text qwen2_5_vl qwen2_5_vl_text qwen2_5_omni_text":
    rotary(axial),
  qwen3_omni_moe_text: rotary({ ...axial, axes: "interleaved" }),
  dbrx: rotary({ section: "attn_config", keyValueHeads: 1 }),
  nomic_bert: rotary({
    base: 1000,
    baseKey: "rotary_emb_base",
    interleavedKey: "rotary_emb_interleaved",
  }),
  "qwen3 ministral3": rotary({ headDim: 128 }),
  "qwen3_vl qwen3_vl_text": rotary({ ...woven, headDim: 128 }),
  "qwen3_vl_moe qwen3_vl_moe_text": rotary(woven),
  qwen3_next: rotary(next),
  "qwen3_5_text qwen3_5_moe_text": rotary({ ...next, axes: "interleaved" }),
  gemma: rotary({ ...gemma, heads: 16, width: 3072, keyValueHeads: 16 }),
  gemma2: rotary({ ...gemma, heads: 8, width: 2304, keyValueHeads: 4 }),
  "gemma3 gemma3_text": rotary({
    base: 1e6,
    headDim: 256,
    heads: 8,
    keyValueHeads: 4,
    max: 131072,
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
    layers: { periodKeys: [], local: ["rope_local_base_freq", 10000] },
  }),
  "gemma4 gemma4_text": rotary({
    headDim: 256,
    scale: 1,
    layers: { periodKeys: PATTERN },
  }),
  "modernbert modernbert-decoder": rotary({
    base: 160000,
    baseKey: "global_rope_theta",
    layers: {
      period: 3,
      periodKeys: ["global_attn_every_n_layers"],
      fullFirst: true,
      local: ["local_rope_theta", 10000],
      scaleAll: true,
    },
  }),
  "phi persimmon nemotron glm4_moe": rotary({ partial: 0.5 }),
  stablelm: rotary({ partial: 0.25 }),
  gpt_neox: rotary({ baseKey: "rotary_emb_base", partial: 0.25 }),
  gpt_neox_japanese: rotary({ baseKey: "rotary_emb_base" }),
  "gptj codegen": rotary({
    rotaryDim: 64,
    interleaved: true,
    fixed: true,
  }),
  roformer: rotary({ interleaved: true, fixed: true }),
  cohere: rotary({ base: 5e5, interleaved: true }),
  cohere2: rotary({
    interleaved: true,
    layers: {
      period: 4,
      periodKeys: PATTERN,
      fullUnrotated: true,
    },
  }),
  "exaone4 exaone_moe": rotary({
    layers: { periodKeys: [], fullUnrotated: true },
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
  "deepseek_v2 deepseek_vl_v2 deepseek_v3 deepseek_v32 kimi_k2 glm4_moe_lite glm_moe_dsa youtu":
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
    rope: {
      rope_type: "yarn",
      factor: 32,
      original_max_position_embeddings: 4096,
      truncate: false,
    },
  }),
  "llama4 llama4_text": rotary({
    base: 5e5,
    headDim: 128,
    interleaved: true,
    tuned: true,
    unrotatedPeriod: 4,
  }),
  smollm3: rotary({ base: 2e6, unrotatedPeriod: 4 }),
  "mamba mamba2 falcon_mamba rwkv jamba nemotron_h": { kind: "none" },
  bloom: { kind: "alibi" },
  "falcon RefinedWeb RefinedWebModel": { kind: "falcon" },
  mpt: { kind: "mpt" },
  "t5 mt5 longt5 switch_transformers": { kind: "t5" },
  umt5: { kind: "t5", perLayer: true },
  "bert gpt2 gpt_bigcode big_bird openai-gpt blenderbot blenderbot-small":
    learned,
  gpt_neo: { ...learned, scale: 1 },
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
  "roberta roberta-prelayernorm xlm-roberta-xl camembert longformer data2vec-text":
    padded,
  "esm xlm-roberta": { ...padded, rotates: true },
  opt: { ...shifted, heads: 12, width: 768, max: 2048 },
  "bart mbart biogpt mvp": shifted,
  plbart: { ...shifted, scaled: true },
  "marian pegasus": { kind: "sinusoidal" },
  ctrl: { kind: "sinusoidal", scaled: true },
  "m2m_100 nllb-moe fsmt xglm": fairseq,
  "deberta deberta-v2": { kind: "deberta" },
  "transfo-xl": { kind: "transformerXL", clampLen: 1000 },
  xlnet: { kind: "transformerXL", clampLen: -1 },
};

/** Spec by model type. */
export const MODELS: ReadonlyMap<string, ModelSpec> = new Map(
  Object.entries(SPECS).flatMap(([types, spec]) =>
    types.split(" ").map((type) => [type, spec] as const),
  ),
);
