import assert from "node:assert/strict";
import test from "node:test";
import fc from "fast-check";
import { findingText } from "posenc/catalog";
import { configOf, published, tiny } from "./fixtures/config-findings.js";
import { pe } from "./helpers.js";

const read = pe.config.fromHuggingFace;

/** Reviewed names of keys that no published body here has its code read. */
const NAMES =
  "compress_ratios rope_mode self_extend use_rel_pos hybrid_layer_pattern dual_chunk_attention_config position_encoding_2d".split(
    " ",
  );
/** Names that sound like positions, and are nobody's. */
const name = fc
  .tuple(
    fc.constantFrom("zz_", "attn_zz_", "use_zz_"),
    fc.constantFrom(
      ..."rope position pos window chunk relative freq phase distance buckets temperature scaling".split(
        " ",
      ),
    ),
  )
  .map((words) => words.join(""));
const value = fc.constantFrom(
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
);

/** Every nested object of a body with its path, and the body itself. */
function* holders(body, path = "") {
  yield [body, path];
  for (const [key, inner] of Object.entries(body)) {
    if (typeof inner !== "object" || inner === null) continue;
    if (!Array.isArray(inner)) yield* holders(inner, `${path}${key}.`);
  }
}

test("a key that concerns positions and is not read is named, wherever it stands", () => {
  for (const model of Object.keys(published)) {
    for (const key of NAMES) {
      for (const [, path] of holders(configOf(model))) {
        // Objects of a rope object have a test of their own.
        if (/rope_(scaling|parameters)\./.test(path)) continue;
        // MPT's rope_ keys do nothing unless its own `rope` is true.
        if (path === "attn_config." && key.startsWith("rope_")) continue;
        const json = configOf(model);
        const [holder] = [...holders(json)].find(([, p]) => p === path);
        holder[key] = [1];
        const { plan, findings } = read(json);
        const found = findings.find(({ where }) => where === path + key);
        assert.ok(
          found?.message.includes(path + key),
          `${model}: ${path}${key}`,
        );
        assert.match(findingText(found, "zh"), /\p{Script=Han}/u);
        if (path === "") assert.equal(found.level === "error", plan === null);
      }
    }
  }
});

test("a known model is never refused for a key with another name", () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...Object.keys(published)),
      name,
      value,
      fc.nat(),
      (model, key, given, pick) => {
        const json = configOf(model);
        const places = [...holders(json)].filter(
          ([, path]) => !/rope_(scaling|parameters)\./.test(path),
        );
        const [holder] = places[pick % places.length];
        holder[key] = given;
        assert.deepEqual(read(json), read(configOf(model)), key);
      },
    ),
    { numRuns: 1000, seed: 1 },
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

test("a model that is not known has no plan, one error, and its position keys named", () => {
  for (const model_type of ["futurelm", undefined]) {
    const { plan, findings } = read({
      ...tiny({ model_type }),
      sliding_window: 64,
      top_p: 0.9,
      do_sample: true,
      swiglu_limit: 7,
      max_tiles: 4,
      use_bfloat16: true,
      shared_moe_mode: "s",
      rope_scaling: { type: "yarn", factor: 2 },
      kv_lora_rank: 4,
      vision_config: { rope_theta: 100, image_size: 224 },
    });
    assert.equal(plan, null);
    assert.deepEqual(
      findings.map(({ level, code, where }) => `${level} ${code} ${where}`),
      [
        `error model-type-${model_type ? "unknown" : "missing"} model_type`,
        "info position-key rope_theta",
        "info position-key sliding_window",
        "info position-key rope_scaling",
        "info position-key vision_config.rope_theta",
      ],
    );
  }
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
});

test("positions of another part are only reported, wherever the part stands", () => {
  const levels = (json) =>
    read(json)
      .findings.filter(({ where }) => where.includes("rope_mode"))
      .map(({ level, code, where }) => `${level} ${code} ${where}`);
  const outside = "info position-key-outside";
  for (const part of [{ rope_mode: 1 }, { a: { rope_mode: 1 } }]) {
    const path = "a" in part ? "a.rope_mode" : "rope_mode";
    assert.deepEqual(levels(tiny({ vision_config: part })), [
      `${outside} vision_config.${path}`,
    ]);
  }
  const { model_type, ...text_config } = tiny();
  const pair = { model_type, text_config: { model_type, ...text_config } };
  assert.deepEqual(levels({ ...pair, a: { rope_mode: 1 } }), [
    `${outside} a.rope_mode`,
  ]);
});

test("depth, cycles and labels do no harm", () => {
  /** @type {object} */
  let deep = { rope_mode: 1 };
  for (let i = 0; i < 20000; i++) deep = { a: deep };
  assert.notEqual(read(tiny({ deep })).plan, null);
  const cycle = {};
  cycle.self = cycle;
  assert.notEqual(read(tiny({ cycle })).plan, null);
  const labels = { id2label: { 0: "x" }, label2id: { rope: 0, position: 1 } };
  assert.notEqual(read(tiny(labels)).plan, null);
});

/** @param {import("posenc").PositionPlan | null} plan */
const windowsOf = (plan) =>
  plan?.layers.map((it) => (it.kind === "attention" ? it.window : null));

test("a window that is switched off says nothing, whatever keys describe it", () => {
  const qwen = {
    hidden_size: 4096,
    num_attention_heads: 32,
    num_key_value_heads: 8,
    num_hidden_layers: 2,
    max_position_embeddings: 32768,
    rope_theta: 1e6,
    sliding_window: 131072,
    max_window_layers: 28,
  };
  for (const off of [
    { model_type: "qwen2", use_sliding_window: false },
    { model_type: "qwen2" },
    { model_type: "mimo", use_sliding_window: false },
    {
      model_type: "qwen3",
      use_sliding_window: false,
      head_dim: 128,
      layer_types: ["full_attention", "full_attention"],
    },
  ]) {
    const { plan, findings } = pe.config.fromHuggingFace({ ...qwen, ...off });
    const loud = findings.filter(({ where }) => /window/.test(where));
    assert.deepEqual(loud, [], JSON.stringify(off));
    assert.deepEqual(windowsOf(plan), [undefined, undefined]);
  }
  const on = { ...qwen, model_type: "qwen2", use_sliding_window: true };
  const { plan } = pe.config.fromHuggingFace({ ...on, max_window_layers: 1 });
  assert.deepEqual(windowsOf(plan), [undefined, 131072]);
});
