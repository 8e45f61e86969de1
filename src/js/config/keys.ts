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

const words = (text: string): RegExp =>
  new RegExp(text.replace(/\s+/g, ""), "i");

/** Names of keys that concern positions, read or not. */
export const POSITION = words(`
  (?<!p|eu)rope|rota|(?<!dis|com)position|(^|_)(pos|ape|rpe|pe|cope)(_|$)|
  rel_?(pos|att|bias|emb)|self_?extend|period|alibi|ntk|yarn|theta|scaling|window|
  chunk|nope|relative|freq|phase|sinus|wavelen|timescale|xpos|axial|log_?n(_|$)|
  ssmax|temperature|[1-9]_?d(_|$)|distance|bucket|extrapol|interpol|kv_lora|
  use_mla|attn_factor|attn_(layer|type_list)|layer_type|block_type|
  hybrid|kerple|sandwich|time_?step|coord`);

/** Names that have nothing to do with positions, whatever the model. */
export const PLAIN = words(`
  ^(architectures|auto_map|model_type|problem_type|torchscript|id2label|label2id|
  initializer_range|init_std|pretraining_tp|intermediate_size|vocab_size|use_cache|
  n_group|scoring_func|first_k_dense_replace|decoder_sparse_step|mlp_only_layers|
  num_nextn_predict_layers|bias|((use_)?(attn|attention|qkv|mlp)|lm_head|use)_bias)$|
  ^(output|return|moe|topk)_|name_or_path|commit_hash|version$|dtype$|token_(id|index)|
  drop|hidden_act|activation|norm|tie_word|expert|router|quantization|task_spec|
  logit_soft|cache_impl`);

/** What holds names of labels, files and modules, not keys. */
export const OPAQUE = /label|auto_map|quantization|task_spec|generation/;

/** Names that sound like positions and are lengths or factors of other things. */
export const HARMLESS = words(`
  ^(${LENGTHS.join("|")}|n_ctx|max_sequence_length|initial_context_length|
  chunk_size_feed_forward|routed_scaling_factor|temperature|moe_layer_freq|
  mlp_layer_types)$`);

/** Names of masks. */
export const MASKS = words(`
  ^((use_)?sliding_window(_size)?|max_window_layers|attention_window|window_size|
  attention_chunk_size)$`);

/** Names that a model whose encoding is known may have beside them. */
export const REMAINS = words(`
  ^(logits_scaling|max_trained_positions|extra_pos_embeddings|offset_alibi|
  indexer_rope_interleave|mamba_\\w+)$`);

/** Values with which a key does nothing; true and words in known models only. */
export const IDLE: ReadonlyMap<string, unknown> = new Map<string, unknown>([
  ..."alibi use_alibi use_mrope use_mla rotary_value use_dynamic_ntk use_logn_attn rope_interleaved relative_attention is_decoder is_encoder_decoder add_cross_attention"
    .split(" ")
    .map((key) => [key, false] as const),
  ["partial_rotary_factor", 1],
  ["rotary_pct", 1],
  ["interpolate_factor", 1],
  ["rotary", true],
  ["original_rope", true],
  ["position_embedding_type", "absolute"],
]);
