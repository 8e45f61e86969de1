// Questions that people asked in public about the positions of one model, each
// answered by its config.json: what is known of the model, and what the layers must
// say. Reductions keep the keys about positions.
import assert from "node:assert/strict";
import { init, rotaryFrequencies } from "posenc";

await init();

const olmo3 = {
  model_type: "olmo3",
  hidden_size: 5120,
  num_attention_heads: 40,
  num_key_value_heads: 8,
  num_hidden_layers: 64,
  max_position_embeddings: 65536,
  rope_theta: 500000,
  sliding_window: 4096,
  layer_types: Array.from({ length: 64 }, (_, i) =>
    i % 4 < 3 ? "sliding_attention" : "full_attention",
  ),
  rope_scaling: {
    rope_type: "yarn",
    factor: 8,
    beta_fast: 32,
    beta_slow: 1,
    original_max_position_embeddings: 8192,
    attention_factor: 1.2079441541679836,
  },
};
const minimax = {
  model_type: "minimax_m2",
  hidden_size: 3072,
  head_dim: 128,
  rotary_dim: 64,
  rope_theta: 5000000,
  num_attention_heads: 48,
  num_key_value_heads: 8,
  num_hidden_layers: 62,
  max_position_embeddings: 196608,
};
const deepseek4 = {
  model_type: "deepseek_v4",
  hidden_size: 4096,
  num_attention_heads: 64,
  num_key_value_heads: 1,
  head_dim: 512,
  qk_rope_head_dim: 64,
  num_hidden_layers: 4,
  max_position_embeddings: 1048576,
  sliding_window: 128,
  rope_theta: 10000,
  compress_rope_theta: 160000,
  compress_ratios: [0, 0, 4, 128],
  rope_scaling: {
    type: "yarn",
    factor: 16,
    beta_fast: 32,
    beta_slow: 1,
    original_max_position_embeddings: 65536,
  },
};
const llama4 = {
  model_type: "llama4_text",
  hidden_size: 5120,
  num_attention_heads: 40,
  num_key_value_heads: 8,
  head_dim: 128,
  num_hidden_layers: 48,
  rope_theta: 500000,
  max_position_embeddings: 1048576,
  no_rope_layer_interval: 4,
  attention_chunk_size: 8192,
};
const whisper = {
  model_type: "whisper",
  d_model: 384,
  encoder_attention_heads: 6,
  encoder_layers: 4,
  decoder_attention_heads: 6,
  decoder_layers: 4,
  max_source_positions: 1500,
  max_target_positions: 448,
};
/** The length of a text model in a nested config, and a rope object beside it. */
const nested = {
  model_type: "qwen3_5",
  text_config: {
    model_type: "qwen3_5_text",
    hidden_size: 4096,
    num_attention_heads: 16,
    num_key_value_heads: 4,
    head_dim: 256,
    num_hidden_layers: 32,
    max_position_embeddings: 262144,
    rope_parameters: {
      rope_type: "default",
      rope_theta: 10000000,
      partial_rotary_factor: 0.25,
      mrope_section: [11, 11, 10],
      mrope_interleaved: true,
    },
  },
};
const stretched = {
  rope_type: "yarn",
  factor: 4,
  rope_theta: 10000000,
  original_max_position_embeddings: 262144,
};
const own = (l) => l.position;

/**
 * Threads, what the config has, how the command ends, what to find in layers by
 * number, and what the page for models shows: its first line, and rows by layer.
 *
 * @type {[
 *   threads: string[],
 *   config: object,
 *   code: number,
 *   check: (told: any) => void,
 *   shown: { finding: RegExp, rows?: Record<number, Record<string, string>> },
 * ][]}
 */
export const THREADS = [
  [
    ["vllm-project/vllm#57563"],
    {
      dim: 7168,
      n_layers: 61,
      n_heads: 128,
      n_kv_heads: 128,
      head_dim: 128,
      rope_theta: 10000,
      max_position_embeddings: 294912,
      q_lora_rank: 1536,
      kv_lora_rank: 512,
      v_head_dim: 128,
      qk_rope_head_dim: 64,
      qk_nope_head_dim: 128,
      yarn: {
        original_max_position_embeddings: 8192,
        factor: 36,
        apply_scale: false,
        beta: 32,
        alpha: 1,
      },
      llama_4_scaling: { original_max_position_embeddings: 8192, beta: 0.1 },
    },
    0,
    ({ layers }) => {
      const { position, temperature, scale } = layers[0];
      assert.equal(position.scaling.factor, 36);
      assert.equal(position.scaling.originalMaxSeqLen, 8192);
      assert.equal(position.scaling.attentionFactor, 1);
      assert.deepEqual(temperature, {
        type: "floor",
        coefficient: 0.1,
        length: 8192,
        shift: 0,
      });
      assert.ok(Math.abs(scale - 1 / Math.sqrt(192)) < 1e-12);
    },
    {
      finding: /^mistral_params_latent: 61 layers, all alike/,
      rows: {
        0: {
          "context extension":
            "yarn, factor 36, originalMaxSeqLen 8192, betaFast 32, betaSlow 1, attentionFactor 1",
          "temperature at position p": "1 + 0.1 · ln(1 + ⌊p / 8192⌋)",
          "scale of q·k": "0.0721688",
        },
      },
    },
  ],
  [
    ["huggingface/transformers#45945", "vllm-project/vllm#43419"],
    olmo3,
    0,
    ({ layers }) => {
      assert.equal(own(layers[0]).scaling, undefined);
      assert.equal(layers[0].window, 4096);
      assert.equal(own(layers[3]).scaling.factor, 8);
      assert.equal(own(layers[3]).base, 500000);
      assert.equal(layers[3].window, undefined);
    },
    {
      finding: /^olmo3: 64 layers do 2/,
      rows: {
        0: { "a query sees": "the 4096 positions up to its own" },
        3: {
          "a query sees": "all positions up to its own",
          "context extension":
            "yarn, factor 8, originalMaxSeqLen 8192, betaFast 32, betaSlow 1, attentionFactor 1.20794",
        },
      },
    },
  ],
  [
    [
      "huggingface/transformers#48241",
      "huggingface/transformers#48486",
      "vllm-project/vllm#30384",
    ],
    minimax,
    0,
    ({ layers }) => {
      const { rotaryDim, headDim, base, layout } = own(layers[61]);
      assert.deepEqual([rotaryDim, headDim, layout], [64, 128, "halves"]);
      const pair = base ** (-2 / rotaryDim);
      assert.ok(Math.abs(pair - 0.61753) < 1e-5, `${pair}`);
    },
    {
      finding: /^minimax_m2: 62 layers, all alike/,
      rows: { 61: { "columns that turn": "64 of 128" } },
    },
  ],
  [
    ["vllm-project/vllm#43770"],
    {
      model_type: "bailing_moe_v2",
      hidden_size: 4096,
      num_attention_heads: 32,
      num_key_value_heads: 4,
      head_dim: 128,
      num_hidden_layers: 32,
      rope_theta: 600000,
      max_position_embeddings: 32768,
      partial_rotary_factor: 0.5,
    },
    0,
    ({ layers }) => assert.equal(own(layers[0]).rotaryDim, 64),
    {
      finding: /^bailing_moe_v2: 32 layers, all alike/,
      rows: { 0: { "columns that turn": "64 of 128" } },
    },
  ],
  [
    ["vllm-project/vllm#52665"],
    {
      model_type: "nomic_bert",
      n_embd: 768,
      n_head: 12,
      n_layer: 12,
      n_positions: 8192,
      rotary_emb_base: 1000,
      rotary_emb_fraction: 1,
      rotary_emb_interleaved: false,
      rotary_scaling_factor: 2,
      max_trained_positions: 2048,
    },
    0,
    ({ layers }) => {
      assert.equal(own(layers[0]).base, 1000);
      assert.equal(own(layers[0]).scaling.type, "dynamic");
      assert.equal(own(layers[0]).scaling.originalMaxSeqLen, 2048);
      const last = (seqLen) => {
        const { headDim, rotaryDim, base, scaling } = own(layers[0]);
        const options = { headDim, rotaryDim, base, scaling, seqLen };
        return rotaryFrequencies(options).inverseFrequency[31];
      };
      const stretched = (1000 * 7 ** (64 / 62)) ** (-62 / 64);
      assert.ok(Math.abs(last(2048) / 1000 ** (-62 / 64) - 1) < 1e-12);
      assert.ok(Math.abs(last(8192) / stretched - 1) < 1e-12);
    },
    {
      finding: /^nomic_bert: 12 layers, all alike/,
      rows: {
        0: {
          position: "rotation, base 1000",
          "context extension": "dynamic, factor 2, originalMaxSeqLen 2048",
        },
      },
    },
  ],
  [
    ["huggingface/diffusers#12538"],
    {
      _class_name: "WanTransformer3DModel",
      num_attention_heads: 40,
      attention_head_dim: 128,
      num_layers: 40,
      patch_size: [1, 2, 2],
      rope_max_seq_len: 1024,
    },
    0,
    ({ layers }) => {
      const widths = own(layers[0]).axes.map(({ rotaryDim }) => rotaryDim);
      assert.deepEqual(widths, [44, 42, 42]);
    },
    {
      finding: /^WanTransformer3DModel: 40 layers, all alike/,
      rows: { 0: { "columns per axis": "44 + 42 + 42" } },
    },
  ],
  [
    ["wenet-e2e/wenet#2141", "vllm-project/vllm#11280"],
    whisper,
    0,
    ({ embedding }) => {
      const { layout, spacing, dModel } = embedding;
      assert.deepEqual([layout, spacing, dModel], ["halves", "endpoint", 384]);
    },
    {
      finding:
        /^whisper: .* Before the first, sinusoids of width 384 are added: all sines, then all cosines \(halves\), endpoint spacing/,
      rows: { 0: { position: "no position in the scores" } },
    },
  ],
  [
    [
      "huggingface/transformers#45910",
      "sgl-project/sglang#34788",
      "ml-explore/mlx-lm#1189",
      "AMD-AGI/Primus#930",
    ],
    deepseek4,
    // Which compressed keys a query sees is learned: a finding says so.
    1,
    ({ layers }) => {
      const [plain, , near, far] = layers.map(own);
      assert.deepEqual([plain.base, plain.scaling], [10000, undefined]);
      for (const position of [near, far]) {
        assert.equal(position.base, 160000);
        assert.equal(position.scaling.factor, 16);
        assert.equal(position.scaling.attentionFactor, 1);
        assert.equal(position.startIndex, 448);
        assert.equal(position.outputTurnedBack, true);
      }
      const last = 160000 ** (-62 / 64) / 16;
      assert.ok(Math.abs(last - 5.6805e-7) < 1e-10, `${last}`);
    },
    {
      finding: /^deepseek_v4: 4 layers do 3/,
      rows: {
        0: { position: "rotation, base 10 000" },
        2: {
          position: "rotation, base 160 000",
          "columns that turn": "64 of 512, from column 448",
          output: "turned back by the query’s position",
          "compressed keys": "one entry for every 4 tokens, beside its window",
        },
        3: {
          "compressed keys":
            "one entry for every 128 tokens, beside its window",
        },
      },
    },
  ],
  [
    [
      "vllm-project/recipes#856",
      "lemonade-sdk/lemonade#3555",
      "ggml-org/llama.cpp#28030",
    ],
    { ...nested, rope_parameters: stretched },
    1,
    ({ plan, findings }) => {
      assert.equal(plan, null);
      const [{ level, where }] = findings;
      assert.deepEqual([level, where], ["error", "rope_parameters"]);
    },
    { finding: /^There is no plan/ },
  ],
  [
    ["vllm-project/recipes#856, in text_config"],
    {
      ...nested,
      text_config: {
        ...nested.text_config,
        max_position_embeddings: 1048576,
        rope_parameters: {
          ...nested.text_config.rope_parameters,
          ...stretched,
        },
      },
    },
    0,
    ({ layers }) => {
      assert.equal(layers[0].kind, "other");
      assert.equal(own(layers[3]).scaling.factor, 4);
      assert.equal(own(layers[3]).rotaryDim, 64);
    },
    {
      finding: /^qwen3_5_text: 32 layers do 2/,
      rows: {
        0: { scores: "none: nothing attends here" },
        3: {
          "context extension": "yarn, factor 4, originalMaxSeqLen 262 144",
          "columns that turn": "64 of 256",
        },
      },
    },
  ],
  [
    ["AI-Hypercomputer/maxtext#1611", "vllm-project/vllm#19997"],
    llama4,
    0,
    ({ layers }) => {
      assert.deepEqual(layers[3].temperature, {
        type: "floor",
        coefficient: 0.1,
        length: 8192,
        shift: 1,
      });
      assert.equal(own(layers[3]).type, "none");
      assert.equal(layers[0].temperature, undefined);
      const at = (p) => 1 + 0.1 * Math.log(1 + Math.floor((p + 1) / 8192));
      assert.ok(Math.abs(at(8191) - 1.0693) < 1e-4);
      assert.ok(Math.abs(at(1048575) - 1.486) < 1e-4);
    },
    {
      finding: /^llama4_text: 48 layers do 2/,
      rows: {
        0: { "a query sees": "its own block of 8192 positions" },
        3: {
          position: "no position in the scores",
          "temperature at position p": "1 + 0.1 · ln(1 + ⌊(p + 1) / 8192⌋)",
        },
      },
    },
  ],
];
