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

const words = (text: string): RegExp => new RegExp(text.replace(/\s+/g, ""), "i");

/** Names of keys that concern positions, read or not. */
export const POSITION = words(`
  (?<!p|eu)rope|rota|(?<!dis|com)position|(^|_)(pos|ape|rpe|pe|cope)(_|$)|
  rel_?(pos|att|bias|emb)|self_?extend|period|alibi|ntk|yarn|theta|scaling|window|
  chunk|nope|relative|freq|phase|sinus|wavelen|timescale|xpos|axial|log_?n(_|$)|
  ssmax|temperature|[1-9]_?d(_|$)|distance|bucket|extrapol|interpol|kv_lora|
  use_mla|attn_factor|attn_(layer|type_list)|layer(s_block)?_types?$|block_types?$|
  hybrid|kerple|sandwich|time_?step|coord`);

/** The same in the value of a key. */
export const POSITION_VALUE =
  /(^|[^a-z])(m?rope|rotary|alibi|nope|yarn|sinus\w*|relative)/i;

/** Names that speak of layers, inputs or attention unlike Llama's. */
export const STRUCTURE = words(`
  vision|visual|image|patch|audio|video|speech|pixel|mamba|ssm|conv|linear_|lora|
  pattern|recur|state|rwkv|local|global|mla|latent|sparse_att|block_size|
  cross_att|encoder|bidirec|causal|talker|retention|decay|index`);

/** Names that have nothing to do with positions, whatever the model. */
export const PLAIN = words(`
  ^(architectures|auto_map|model_type|_?name_or_path|_?commit_hash|transformers_version|
  (torch_)?dtype|vocab_size|\\w*token_(ids?|index)|use_cache|
  \\w*(dropout|_pdrop)\\w*|hidden_act(ivation)?|activation_(function|type)|
  intermediate_size|\\w*norm\\w*|
  (bias|((use_)?(attn|attention|qkv|mlp)|lm_head|use|attention_out)_bias)|
  initializer_range|init_std|tie_word_embeddings|pretraining_tp|(id2|2id)?label\\w*|
  \\w*expert\\w*|moe_\\w*|\\w*router\\w*|topk_\\w*|n_group|scoring_func|
  first_k_dense_replace|decoder_sparse_step|mlp_only_layers|output_\\w*|return_\\w*|
  problem_type|torchscript|quantization_config|task_specific_params|
  (final_|attn_)?logit_soft_?cap(ping)?|num_nextn_predict_layers)$`);

/** What a key holds that concerns no position: names of labels and of files. */
export const OPAQUE =
  /^(id2label|label2id|auto_map|quantization_config|task_specific_params|generation_config)$/;

/** Names that sound like positions and are lengths or factors of other things. */
export const HARMLESS = words(`
  ^(${LENGTHS.join("|")}|n_ctx|max_sequence_length|initial_context_length|
  chunk_size_feed_forward|routed_scaling_factor|temperature|moe_layer_freq|
  mlp_layer_types)$`);

/** Names that a model whose encoding is known may have: masks and remains. */
export const MASKS = words(`
  ^(sliding_window|sliding_window_size|use_sliding_window|max_window_layers|
  attention_window|window_size|attention_chunk_size|logits_scaling|
  max_trained_positions|extra_pos_embeddings|offset_alibi|
  indexer_rope_interleave|mamba_\\w+)$`);

/** Values with which a key does nothing. */
export const IDLE: Readonly<Record<string, unknown>> = {
  partial_rotary_factor: 1,
  rotary_pct: 1,
  alibi: false,
  use_alibi: false,
  use_mrope: false,
  use_mla: false,
  rotary_value: false,
  interpolate_factor: 1,
  use_dynamic_ntk: false,
  use_logn_attn: false,
  rope_interleaved: false,
  relative_attention: false,
  is_decoder: false,
  is_encoder_decoder: false,
  add_cross_attention: false,
};

/** The same for models whose encoding is known. */
export const IDLE_KNOWN: Readonly<Record<string, unknown>> = {
  rotary: true,
  original_rope: true,
  position_embedding_type: "absolute",
};
