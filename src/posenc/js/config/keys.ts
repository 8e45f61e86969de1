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
 * have it. A key of another name has nothing to do with positions here. They
 * stand in the order that compresses best.
 */
export const POSITION = names(
  "rope_scaling global_attn_every_n_layers rope_scale " +
    "rotary_scaling_factor rotary_base rope_attention_factor " +
    "attention_layers rope_theta rope_type rope_layers " +
    "attention_other_setting global_rope_theta compress_rope_theta " +
    "cross_attention_layers local_rope_theta compress_ratios " +
    "rope_local_theta rope_ratio rope_theta_local rope_factor " +
    "position_embeddings_type pos_embed_type rope_head_dim " +
    "position_embedding_type pos_emb_type pos_att_type pos_embed " +
    "rope_parameters hybrid_layer_pattern rope_embedding_base " +
    "rope_max_seq_len no_rope_layers dual_chunk_attention_config " +
    "rotary_embedding_base rope_mode rope_position_scale " +
    "rotary_interleaved rope_pct alibi_starting_size " +
    "_sliding_window_pattern embedding_type partial_rotary_factor " +
    "rotary_pct interpolate_factor rotary_percent layers_block_type " +
    "original_max_position_embeddings alibi use_alibi " +
    "use_absolute_position_embeddings use_rotary_embedding block_types " +
    "attention_types attn_type_list layer_types attn_layer_offset " +
    "absolute_position_embedding rotary_percentage rotary use_rope " +
    "original_rope multi_query_group_alibi use_abs_pos qk_rope_head_dim " +
    "position_encoding rotary_position_embeddings use_rel_pos " +
    "sinusoidal_embeddings use_relative_position_bias rotary_emb_dim " +
    "pos_encoding rotary_ndims rotary_emb_base rope_max_period " +
    "use_rope_embeddings alibi_bias_max " +
    "use_shared_relative_position_bias rotary_emb_scale_base rel_pos " +
    "sinusoidal_pos_embds has_relative_attention_bias " +
    "rotary_emb_interleaved relative_attention_num_buckets " +
    "max_relative_positions max_rel_pos self_extend rope_base " +
    "rel_pos_bins mrope_interleaved relative_attention use_nope " +
    "mla_use_nope rope_traditional rope_finetuned rope_dim " +
    "position_encoding_2d relative_attention_max_distance " +
    "rel_2d_pos_bins mrope_section full_attention_interval " +
    "rope_freq_constant full_attn_idxs rope_local_base_freq logn_attn " +
    "rope_interleaved learned_pos_emb position_biased_input " +
    "partial_rotary_factors hybrid_override_pattern ntk_alpha " +
    "rotary_emb_fraction static_position_embeddings " +
    "use_rotary_embeddings use_rotary no_rope_layer_interval " +
    "nope_layer_interval nope_layers use_mrope use_mla rotary_value " +
    "use_dynamic_ntk use_logn_attn rope_interleave rotary_dim " +
    "position_buckets max_rel_2d_pos swa_rope_theta compress_rates " +
    "attn_layer_period use_mean_pooling_pos clamp_len " +
    "sliding_window_pattern",
);

/** Keys of scores beside the encoding: windows, caps, temperatures, sinks. */
export const SCORES = names(
  "sliding_window sliding_window_size attention_window_size " +
    "attn_scale window_size floor_scale mla_scale_q_lora " +
    "window_attn_skip_freq logn_attention_scale mla_scale_kv_lora " +
    "attention_sink use_sliding_window sliding_windows " +
    "max_window_layers loop_window_size attention_window " +
    "sparse_attention_config attn_temperature_tuning " +
    "add_swa_attention_sink_bias sparse_config attn_logit_softcapping " +
    "add_full_attention_sink_bias swa_attention_sink_enabled " +
    "use_bidirectional_attention attention_type key_multiplier " +
    "local_attention attention_chunk_size attention_multiplier " +
    "llama_4_scaling_beta query_pre_attn_scalar llama_4_scaling " +
    "index_topk",
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
