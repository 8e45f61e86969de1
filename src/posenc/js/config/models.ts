import { ROTARY } from "./rotary-models.js";
import type { AxialSpec, ModelSpec, TableSpec } from "./spec.js";

const learned: TableSpec = { kind: "learned" };
const padded: TableSpec = { kind: "learned", offset: { pad: 1 } };
const shifted: TableSpec = { kind: "learned", offset: 2, extraRows: 2 };
const fairseq: TableSpec = {
  kind: "sinusoidal",
  spacing: "endpoint",
  offset: { pad: 1 },
  scaled: true,
};
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

/** Specs of the others, by the model types that share them. */
const OTHERS: Readonly<Record<string, ModelSpec>> = {
  baichuan: { kind: "baichuan" },
  "mamba mamba2 falcon_mamba rwkv rwkv7 jamba nemotron_h kimi_linear": {
    kind: "none",
  },
  bloom: { kind: "alibi" },
  "falcon RefinedWeb RefinedWebModel": { kind: "falcon" },
  mpt: { kind: "mpt" },
  "t5 mt5 switch_transformers": { kind: "t5" },
  t5gemma: { kind: "t5gemma" },
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
    { axesKey: "axes_dim_rope", axes: [32, 32, 32], keyValueHeads: 8 },
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
  "sam2 sam2_vision_model sam2_hiera_det_model": { kind: "hiera" },
  SD3Transformer2DModel: {
    ...learned,
    heads: 18,
    headDim: 64,
    grid: ["pos_embed_max_size", 96],
  },
  LTXVideoTransformer3DModel: { kind: "axialHeads" },
};

/** Spec by model type. */
export const MODELS: ReadonlyMap<string, ModelSpec> = new Map(
  Object.entries({ ...ROTARY, ...OTHERS }).flatMap(([types, spec]) =>
    types.split(" ").map((type) => [type, spec] as const),
  ),
);
