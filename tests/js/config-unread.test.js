import assert from "node:assert/strict";
import test from "node:test";
import fc from "fast-check";
import { findingText } from "posenc/catalog";
import { configOf, published, tiny } from "./fixtures/config-findings.js";
import { pe } from "./helpers.js";

const read = pe.config.fromHuggingFace;

/** Words that names of keys about positions are made of. */
const WORDS =
  "rope rotary position pos alibi ntk yarn theta mrope scaling window chunk nope no_rope relative freq frequency phase sinusoidal wavelength timescale xpos axial logn ssmax temperature 2d 3d distance buckets dual_chunk long_rope rel_pos layer_types attn_type_list hybrid_override ropeTheta posEmb usePos";
const word = fc.constantFrom(...WORDS.split(" "));
const name = fc
  .tuple(fc.constantFrom("", "zz_", "attn_zz_", "use_zz_"), word)
  .map(([start, middle]) => `${start}${middle}`)
  .chain((stem) =>
    fc.constantFrom("", "_qq", "_scale_qq").map((end) => `${stem}${end}`),
  )
  .filter((key) => /zz|qq/.test(key));
const value = fc.constantFrom(
  ...[
    true,
    false,
    0,
    1,
    2.5,
    "qq",
    "rope",
    [],
    [1, 2],
    {},
    { a: 1 },
    [{ a: 1 }],
  ],
);

/** Every nested object of a body with its path, and the body itself. */
function* holders(body, path = "") {
  yield [body, path];
  for (const [key, inner] of Object.entries(body)) {
    if (typeof inner !== "object" || inner === null) continue;
    if (!Array.isArray(inner)) yield* holders(inner, `${path}${key}.`);
  }
}

test("a key that concerns positions is named wherever it stands", () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...Object.keys(published)),
      ...[name, value, fc.nat()],
      (model, key, given, pick) => {
        const json = configOf(model);
        const places = [...holders(json)];
        const [holder, path] = places[pick % places.length];
        // MPT's rope_ keys do nothing unless its own `rope` is true.
        fc.pre(!(json.model_type === "mpt" && key.startsWith("rope_")));
        holder[key] = given;
        const { plan, findings } = read(json);
        const found = findings.find(({ where }) => where === path + key);
        assert.ok(found, `${model}: ${path}${key}`);
        assert.ok(found.message.includes(path + key));
        assert.match(findingText(found, "zh"), /\p{Script=Han}/u);
        if (path === "") {
          assert.equal(found.level, "error", found.message);
          assert.equal(plan, null);
        }
      },
    ),
    { numRuns: 2000, seed: 1 },
  );
});

test("a rope object has no key that is neither read nor named", () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...Object.keys(published)),
      fc.stringMatching(/^zz[a-z_]{1,12}$/),
      value,
      (model, key, given) => {
        const json = configOf(model);
        for (const [holder, path] of holders(json)) {
          if (!/rope_(scaling|parameters)\.$/.test(path)) continue;
          holder[key] = given;
          const { plan, findings } = read(json);
          const found = findings.find(({ where }) => where === path + key);
          assert.equal(found?.level, "error", `${model}: ${path}${key}`);
          assert.equal(plan, null);
        }
      },
    ),
    { numRuns: 500, seed: 1 },
  );
});

/** A model that is not known, with nothing that Llama has not. */
const future = (changes) => ({
  ...tiny({ model_type: "futurelm", num_key_value_heads: 2, head_dim: 8 }),
  ...{
    architectures: ["FutureForCausalLM"],
    auto_map: { AutoModel: "m.Rope" },
  },
  ...{ vocab_size: 100, hidden_act: "silu", intermediate_size: 128 },
  ...{ rms_norm_eps: 1e-5, attention_bias: false, attention_dropout: 0 },
  ...{ bos_token_id: 1, eos_token_id: [2, 3], tie_word_embeddings: true },
  ...{ torch_dtype: "bfloat16", use_cache: true, initializer_range: 0.02 },
  ...{ transformers_version: "6.0", num_experts: 8, num_experts_per_tok: 2 },
  ...{ moe_intermediate_size: 32, router_aux_loss_coef: 1e-3 },
  ...{ sliding_window: 64, use_sliding_window: false, max_window_layers: 4 },
  ...changes,
});

test("an unknown model whose keys are all Llama's is read so, with a warning", () => {
  const scaling = {
    ...{ rope_type: "llama3", factor: 8, low_freq_factor: 1 },
    ...{ high_freq_factor: 4, original_max_position_embeddings: 512 },
  };
  for (const changes of [
    {},
    { rope_scaling: scaling },
    { rope_scaling: null },
  ]) {
    const { plan, findings } = read(future(changes));
    const expected = read({
      ...tiny(),
      ...future(changes),
      model_type: "llama",
    });
    assert.deepEqual(plan, { ...expected.plan, modelType: "futurelm" });
    assert.deepEqual(
      findings.filter(({ level }) => level === "warning").map((f) => f.code),
      ["model-type-assumed"],
    );
  }
});

test("an unknown model is refused for each key that may make it another", () => {
  const suspects = {
    ...{ layer_types: Array(4).fill("full_attention"), rotary_dim: 4 },
    ...{ layers_block_type: ["mamba"], attn_layer_indices: [1] },
    ...{ no_rope_layers: [1, 0], no_rope_layer_interval: 4 },
    ...{ sliding_window_pattern: 4, hybrid_override_pattern: "M*" },
    ...{ vision_config: {}, image_size: 224, patch_size: 14, audio_config: {} },
    ...{ mamba_d_state: 16, ssm_state_size: 16, linear_num_key_heads: 2 },
    ...{ kv_lora_rank: 512, qk_rope_head_dim: 64, use_rope: false },
    ...{ dual_chunk_attention_config: {}, partial_rotary_factor: 0.5 },
    ...{ position_embedding_type: "absolute", alibi: true, use_alibi: true },
    ...{ rope_local_base_freq: 1e4, rope_interleave: true, rope_ratio: 2 },
    ...{ attention_chunk_size: 64, attn_temperature_tuning: true },
    ...{ attention_multiplier: 0.5, query_pre_attn_scalar: 16 },
    ...{ is_encoder_decoder: true, flux_gate: 0.5, sections: { rope: 1 } },
    ...{ partial: 0.5, interleaved: true, sliding_window_size: 8 },
  };
  const body = future();
  for (const key of Object.keys(body)) if (/window/.test(key)) delete body[key];
  for (const [key, given] of Object.entries(suspects)) {
    for (const model_type of ["futurelm", undefined]) {
      const { plan, findings } = read({ ...body, model_type, [key]: given });
      assert.equal(plan, null, key);
      const named = findings.filter(({ where }) => where === key);
      assert.ok(
        named.some(({ level }) => level === "error"),
        key,
      );
    }
  }
  const { plan } = read(future({ use_sliding_window: true }));
  assert.equal(plan, null);
});

test("an unknown model is refused for rope objects that code reads variously", () => {
  const yarn = {
    ...{ type: "yarn", factor: 2, original_max_position_embeddings: 2048 },
  };
  for (const [rope_scaling, key] of [
    [{ type: "ntk", factor: 2 }, "type"],
    [{ type: "proportional", factor: 2 }, "type"],
    [{ ...yarn, mscale: 1, mscale_all_dim: 1 }, "mscale"],
    [{ type: "dynamic", factor: 1, alpha: 1000 }, "alpha"],
    [{ type: "default", mrope_section: [1, 1, 2] }, "mrope_section"],
    [{ ...yarn, attn_factor: 1 }, "attn_factor"],
  ]) {
    const { plan, findings } = read(future({ rope_scaling }));
    assert.equal(plan, null);
    const places = findings
      .filter(({ level }) => level === "error")
      .map(({ where }) => where);
    assert.ok(places.includes(`rope_scaling.${key}`), places.join(", "));
  }
  const bare = read(future({ rope_theta: undefined, rope_scaling: yarn }));
  assert.equal(bare.plan, null);
});

test("a slip of the pen in a key that is missing is a warning with its name", () => {
  for (const [changes, where, meant] of [
    [{ rope_theta: undefined, rope_thta: 5e5 }, "rope_thta", "rope_theta"],
    [
      { rope_parametres: { rope_theta: 1e4 } },
      "rope_parametres",
      "rope_parameters",
    ],
    [
      { partial_rotary_facter: 1 },
      "partial_rotary_facter",
      "partial_rotary_factor",
    ],
  ]) {
    const found = read(tiny(changes)).findings.find((f) => f.where === where);
    assert.equal(found.code, "rope-key-unknown");
    assert.equal(found.level, "warning");
    assert.deepEqual(found.values, [meant]);
  }
  // Beside the key itself it is no slip.
  const { plan, findings } = read(tiny({ rope_thetas: 5e5 }));
  assert.equal(plan, null);
  assert.equal(findings[0].where, "rope_thetas");
});

test("positions of another part are only reported, wherever the part stands", () => {
  const levels = (json) =>
    read(json)
      .findings.filter(({ where }) => where.includes("zz_rope"))
      .map(({ level, code, where }) => `${level} ${code} ${where}`);
  const outside = "info position-key-outside";
  // A part beside the model's own keys.
  assert.deepEqual(levels(tiny({ vision_config: { zz_rope: 1 } })), [
    `${outside} vision_config.zz_rope`,
  ]);
  // Any object inside such a part.
  assert.deepEqual(levels(tiny({ vision_config: { a: { zz_rope: 1 } } })), [
    `${outside} vision_config.a.zz_rope`,
  ]);
  // An object that is no part is the model's own.
  assert.deepEqual(levels(tiny({ a: { zz_rope: 1 } })), [
    "error position-key-unread a.zz_rope",
  ]);
  // Beside the text model, every object is another part, whatever its name.
  const { model_type, ...text_config } = tiny();
  const pair = { model_type, text_config: { model_type, ...text_config } };
  assert.deepEqual(levels({ ...pair, a: { zz_rope: 1 } }), [
    `${outside} a.zz_rope`,
  ]);
});

test("depth, cycles and labels do no harm", () => {
  /** @type {object} */
  let deep = { rope_zz: 1 };
  for (let i = 0; i < 20000; i++) deep = { a: deep };
  assert.equal(read(tiny({ deep })).plan, null);
  const cycle = {};
  cycle.self = cycle;
  assert.notEqual(read(tiny({ cycle })).plan, null);
  const labels = { id2label: { 0: "x" }, label2id: { rope: 0, position: 1 } };
  assert.notEqual(read(tiny(labels)).plan, null);
});
