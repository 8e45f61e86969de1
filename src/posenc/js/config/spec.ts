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
  /** Key of the list of types; layer_types. */
  readonly list?: string;
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
  /**
   * M-RoPE: how the pairs of an axis lie, whatever the config says; in an order
   * that no plan holds: "told".
   */
  readonly axes?: "blocks" | "interleaved" | "told";
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
  /** block_configs has an object for each layer (DeciLM). */
  readonly blocks?: true;
  /** Every layer has attention sinks. */
  readonly sinks?: true;
  /** Keys by type of layer. */
  readonly own?: Readonly<Record<string, OwnKeys>>;
  /**
   * Queries and keys are made of twice the width, scored as if of one, and turn by
   * use_mem_rope (Zamba 2).
   */
  readonly doubled?: true;
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
  /** "ntk" multiplies the base by its factor f and divides all by f^(2/D) (GTE). */
  readonly ntk?: true;
  /** Adds rows instead where position_embedding_type says "absolute". */
  readonly tabled?: true;
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
    | "axialHeads"
    | "t5gemma"
    | "hiera"
    | "none";
  /** Key that tells that a model encodes no positions; its type. */
  readonly reason?: string;
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
  /** Default of num_kv_heads; as many as heads. */
  readonly keyValueHeads?: number;
  /** Column i is paired with i + half a head. */
  readonly halves?: true;
  /** Keys of the numbers of layers, with their defaults. */
  readonly counts: Readonly<Record<string, number>>;
}

export type ModelSpec = RotarySpec | TableSpec | OtherSpec | XlSpec | AxialSpec;
