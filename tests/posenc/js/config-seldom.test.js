// What few configs say, and what is found in it.
import assert from "node:assert/strict";
import test from "node:test";
import { findingText } from "posenc/catalog";
import { pe } from "./helpers.js";

const LLAMA = {
  model_type: "llama",
  hidden_size: 64,
  num_attention_heads: 4,
  num_hidden_layers: 2,
  max_position_embeddings: 2048,
  rope_theta: 10000,
};
const MINICPM = {
  model_type: "minicpm3",
  hidden_size: 64,
  num_attention_heads: 4,
  num_hidden_layers: 2,
  qk_rope_head_dim: 8,
  qk_nope_head_dim: 8,
};
const yarn = (more) => ({ rope_type: "yarn", factor: 4, ...more });
const LENGTH = "original_max_position_embeddings";

/** Asserts that a body is read with this among its findings. */
function finds(body, text) {
  const { findings } = pe.config.fromHuggingFace(body);
  const texts = findings.map((finding) => findingText(finding, "en"));
  assert.ok(texts.includes(text), `${JSON.stringify(texts)}\n${text}`);
}

const plan = (body) =>
  /** @type {any} */ (pe.config.fromHuggingFace(body).plan);

test("what a scaling says beside its numbers is told", () => {
  const scaled = (rope_scaling, more = {}) => ({
    ...LLAMA,
    rope_scaling,
    ...more,
  });
  finds(
    scaled(yarn({ [LENGTH]: 4096 })),
    `rope_scaling.${LENGTH} 4096 exceeds max_position_embeddings 2048: nothing is extended`,
  );
  finds(
    scaled(yarn({}), { [LENGTH]: 4096 }),
    `${LENGTH} 4096 exceeds max_position_embeddings 2048: nothing is extended`,
  );
  finds(
    scaled(yarn({ [LENGTH]: 512, attention_factor: 1.2, mscale: 0.7 })),
    "rope_scaling.attention_factor is given beside mscale: the plan uses rope_scaling.attention_factor alone, as transformers does; other runtimes may not",
  );
  const both = yarn({
    [LENGTH]: 512,
    attention_factor: 1.2,
    mscale_all_dim: 1,
  });
  finds(
    scaled(both),
    "rope_scaling.attention_factor is given beside mscale: the plan uses rope_scaling.attention_factor alone, as transformers does; other runtimes may not",
  );
});

test("a scaling that needs a length asks for it", () => {
  const missing = (key) =>
    pe.config
      .fromHuggingFace({ ...MINICPM, rope_scaling: { ...key, factor: 4 } })
      .findings.filter(({ code }) => code === "key-missing")
      .map((finding) => findingText(finding, "en"));
  assert.equal(missing({ rope_type: "dynamic" }).length, 1);
  assert.equal(missing({ rope_type: "yarn" }).length, 1);
});

test("a factor beside LongRoPE's lists is read", () => {
  const lists = {
    short_factor: Array(8).fill(1),
    long_factor: Array(8).fill(2),
  };
  const scaling = (more) =>
    plan({
      ...LLAMA,
      model_type: "phi3",
      [LENGTH]: 512,
      rope_scaling: { type: "longrope", ...lists, ...more },
    }).rotary.scaling;
  const given = scaling({ factor: 8 });
  const derived = scaling({});
  assert.notDeepEqual(given, derived);
  assert.deepEqual(scaling({ factor: 4 }), derived);
});

test("sinusoids that a key asks for are sinusoids", () => {
  const xlm = {
    model_type: "xlm",
    emb_dim: 64,
    n_heads: 4,
    n_layers: 2,
    max_position_embeddings: 512,
  };
  assert.equal(
    plan({ ...xlm, sinusoidal_embeddings: true }).kind,
    "sinusoidal",
  );
  assert.equal(plan({ ...xlm, sinusoidal_embeddings: false }).kind, "learned");
});

test("distances and heads that do not fit are told", () => {
  finds(
    {
      model_type: "deberta-v2",
      hidden_size: 64,
      num_attention_heads: 4,
      num_hidden_layers: 2,
      max_position_embeddings: 512,
      relative_attention: true,
      position_buckets: 256,
      max_relative_positions: 100,
      pos_att_type: ["p2c"],
    },
    "max_relative_positions must exceed 129, the distances with a bucket each, got 100",
  );
  finds(
    { model_type: "xlnet", d_model: 66, n_head: 4, n_layer: 2 },
    "d_model 66 is not divisible by 4 heads, and no head_dim is given",
  );
});

test("groups of keys that a switch turns off are not read", () => {
  const glm = {
    model_type: "chatglm",
    hidden_size: 64,
    num_attention_heads: 4,
    num_layers: 2,
    seq_length: 2048,
    kv_channels: 16,
    multi_query_group_num: 2,
  };
  assert.equal(
    plan({ ...glm, multi_query_attention: true }).numKeyValueHeads,
    2,
  );
  assert.equal(
    plan({ ...glm, multi_query_attention: false }).numKeyValueHeads,
    4,
  );
});

test("a position key above the part that is read is told", () => {
  finds(
    { model_type: "zzz", rope_theta: 5, text_config: LLAMA },
    'rope_theta may change how positions enter, and is not read for "llama": a plan without it may be wrong',
  );
});

test("GPT-NeoX turns as many channels as rotary_dim says, where no share is given", () => {
  const body = {
    model_type: "gpt_neox",
    hidden_size: 512,
    num_attention_heads: 8,
    rotary_emb_base: 10000,
    max_position_embeddings: 2048,
    num_hidden_layers: 1,
  };
  assert.equal(plan({ ...body, rotary_dim: 24 }).rotary.rotaryDim, 24);
  assert.equal(plan(body).rotary.rotaryDim, 16);
});

test("bounds belong to what is allowed", () => {
  // Two columns are a pair, the least that turns.
  const narrow = plan({ ...LLAMA, head_dim: 2 });
  assert.equal(narrow.rotary.rotaryDim, 2);
  const { findings } = pe.config.fromHuggingFace({ ...LLAMA, head_dim: 2 });
  assert.ok(!findings.some(({ code }) => code === "rotary-dim-odd"));
  // The slowest of eight pairs has a wavelength of 2π · 10000^(7/8).
  const longest = Math.round(2 * Math.PI * 10_000 ** (7 / 8));
  const beyond = (max_position_embeddings) =>
    pe.config
      .fromHuggingFace({ ...LLAMA, max_position_embeddings })
      .findings.some(({ code }) => code === "length-beyond-wavelengths");
  assert.deepEqual(
    [longest, longest + 1].map((length) => beyond(length)),
    [false, true],
  );
  // Rotation from the first column on has no start of its own.
  for (const { position } of plan(LLAMA).layers) {
    assert.ok(!("startIndex" in position));
  }
  const deberta = (max_relative_positions) =>
    pe.config
      .fromHuggingFace({
        model_type: "deberta",
        hidden_size: 8,
        num_attention_heads: 2,
        num_hidden_layers: 1,
        relative_attention: true,
        max_relative_positions,
      })
      .findings.some(({ code }) => code === "out-of-range");
  assert.deepEqual(
    [2 ** 20, 2 ** 20 + 1].map((length) => deberta(length)),
    [false, true],
  );
});

test("a temperature that is on by default is told, and one that is given is not", () => {
  const told = (more) =>
    pe.config
      .fromHuggingFace({
        model_type: "llama4_text",
        hidden_size: 64,
        num_attention_heads: 4,
        num_hidden_layers: 4,
        max_position_embeddings: 2048,
        ...more,
      })
      .findings.some(
        ({ code, where }) =>
          code === "default-used" && where === "attn_temperature_tuning",
      );
  assert.deepEqual(
    [{}, { attn_temperature_tuning: true }].map((more) => told(more)),
    [true, false],
  );
});
