/** Spellings of what every model has. */
export const HEADS = ["num_attention_heads", "n_head", "n_heads", "num_heads"];
export const WIDTH = ["hidden_size", "n_embd", "d_model", "dim", "emb_dim"];
export const LAYERS = [
  "num_hidden_layers",
  "n_layer",
  "n_layers",
  "num_layers",
];
export const LENGTHS = [
  "max_position_embeddings",
  "n_positions",
  "max_seq_len",
  "seq_length",
];
export const HEAD_WIDTH = ["head_dim", "kv_channels", "d_head"];

/** The two places of the rope object, in the order in which they count. */
export const ROPES = ["rope_scaling", "rope_parameters"] as const;

/** Length that a model had before its context was extended. */
export const ORIGINAL = "original_max_position_embeddings";

const names = (text: string): ReadonlySet<string> =>
  new Set(text.trim().split(/\s+/));

/**
 * Keys that concern positions, each reviewed in the code of a model that reads
 * it: which encoding, its frequencies, columns, pairs and axes, or which layers
 * have it. A key of another name has nothing to do with positions here.
 */
export const POSITION = names(
  "rope_theta rope_scaling rope_parameters rope_base " +
    "rope_local_base_freq rope_theta_local rope_local_theta " +
    "global_rope_theta local_rope_theta swa_rope_theta compress_rope_theta " +
    "compress_ratios compress_rates rotary_emb_base rotary_emb_fraction " +
    "rotary_emb_interleaved rotary_emb_scale_base rotary_emb_dim " +
    "rotary_base rotary_dim rotary_ndims rotary_pct rotary_percent " +
    "rotary_percentage rotary_interleaved rotary_scaling_factor " +
    "rotary_value rotary rotary_embedding_base rotary_position_embeddings " +
    "cross_attention_layers rope_pct rope_dim rope_ratio rope_type " +
    "rope_factor rope_scale rope_interleave rope_interleaved " +
    "rope_traditional rope_freq_constant rope_embedding_base " +
    "rope_position_scale rope_mode rope_layers rope_head_dim " +
    "rope_max_period rope_max_seq_len rope_attention_factor rope_finetuned " +
    "original_rope pos_encoding original_max_position_embeddings " +
    "partial_rotary_factor partial_rotary_factors no_rope_layers " +
    "no_rope_layer_interval nope_layer_interval nope_layers use_rope " +
    "use_rope_embeddings use_rotary use_rotary_embedding " +
    "use_rotary_embeddings use_nope mla_use_nope use_mla qk_rope_head_dim " +
    "use_dynamic_ntk use_logn_attn logn_attn ntk_alpha mrope_section " +
    "mrope_interleaved use_mrope interpolate_factor " +
    "dual_chunk_attention_config layer_types layers_block_type block_types " +
    "attention_types attn_type_list attn_layer_period attn_layer_offset " +
    "hybrid_override_pattern hybrid_layer_pattern full_attn_idxs " +
    "full_attention_interval sliding_window_pattern " +
    "_sliding_window_pattern global_attn_every_n_layers attention_layers " +
    "attention_other_setting position_embedding_type " +
    "position_embeddings_type position_encoding_2d position_encoding " +
    "pos_emb_type pos_embed pos_embed_type embedding_type " +
    "static_position_embeddings sinusoidal_pos_embds sinusoidal_embeddings " +
    "absolute_position_embedding use_absolute_position_embeddings " +
    "learned_pos_emb use_abs_pos use_rel_pos use_relative_position_bias " +
    "use_shared_relative_position_bias use_mean_pooling_pos " +
    "relative_attention relative_attention_num_buckets " +
    "relative_attention_max_distance position_buckets " +
    "max_relative_positions pos_att_type position_biased_input " +
    "rel_pos_bins max_rel_pos rel_pos rel_2d_pos_bins max_rel_2d_pos " +
    "has_relative_attention_bias alibi use_alibi alibi_bias_max " +
    "alibi_starting_size multi_query_group_alibi clamp_len self_extend",
);

/** Keys of scores beside the encoding: windows, caps, temperatures, sinks. */
export const SCORES = names(
  "sliding_window sliding_window_size window_size attention_window " +
    "local_attention max_window_layers attention_chunk_size " +
    "attention_window_size window_attn_skip_freq loop_window_size " +
    "attn_logit_softcapping query_pre_attn_scalar attention_multiplier " +
    "attn_temperature_tuning attn_scale floor_scale llama_4_scaling " +
    "llama_4_scaling_beta add_swa_attention_sink_bias " +
    "add_full_attention_sink_bias attention_sink " +
    "swa_attention_sink_enabled use_sliding_window sliding_windows " +
    "attention_type use_bidirectional_attention index_topk " +
    "sparse_attention_config sparse_config key_multiplier mla_scale_q_lora " +
    "mla_scale_kv_lora logn_attention_scale",
);

const at = (value: unknown, text: string) =>
  text.split(" ").map((key) => [key, value] as const);

/** Values with which a key does nothing, in a model whose encoding is known. */
export const IDLE: ReadonlyMap<string, unknown> = new Map<string, unknown>([
  ...at(
    false,
    "alibi use_alibi use_mrope use_mla rotary_value use_dynamic_ntk use_logn_attn rope_interleaved relative_attention use_nope mla_use_nope rope_traditional rope_finetuned",
  ),
  ...at(
    1,
    "partial_rotary_factor rotary_pct interpolate_factor key_multiplier",
  ),
  ...at(true, "rotary use_rope original_rope"),
  ["position_embedding_type", "absolute"],
  ["attention_type", "original_full"],
]);
