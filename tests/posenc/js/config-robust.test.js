import assert from "node:assert/strict";
import test from "node:test";
import fc from "fast-check";
import { findingText } from "posenc/catalog";
import { configOf, published, tiny } from "./fixtures/config-findings.js";
import { pe } from "./helpers.js";

const read = pe.config.fromHuggingFace;

/** Every number in a value. */
function* numbersIn(value) {
  if (typeof value === "number") yield value;
  if (typeof value !== "object" || value === null) return;
  for (const inner of Object.values(value)) yield* numbersIn(inner);
}

test("whatever the JSON says, a reading is a plan of finite numbers or an error", () => {
  const odd = fc.oneof(
    fc.constantFrom(
      null,
      true,
      false,
      "",
      "2",
      -1,
      0,
      0.5,
      1,
      3,
      1e300,
      Number.NaN,
    ),
    fc.integer(),
    fc.double(),
    fc.array(fc.oneof(fc.integer(), fc.string()), { maxLength: 4 }),
    fc.object({ maxDepth: 1 }),
  );
  const where = fc.record({
    name: fc.constantFrom(...Object.keys(published)),
    at: fc.array(fc.nat(), { minLength: 1, maxLength: 3 }),
    values: fc.array(odd, { minLength: 3, maxLength: 3 }),
    drop: fc.boolean(),
  });
  fc.assert(
    fc.property(where, ({ name, at, values, drop }) => {
      const json = configOf(name);
      for (const [i, pick] of at.entries()) {
        const holders = [
          json,
          json.text_config,
          json.rope_scaling,
          json.attn_config,
        ]
          .concat(
            json.text_config?.rope_scaling,
            json.text_config?.rope_parameters,
          )
          .filter((value) => typeof value === "object" && value !== null);
        const holder = holders[pick % holders.length];
        const keys = Object.keys(holder);
        const key = keys[pick % keys.length];
        if (drop && i === 0) delete holder[key];
        else if (key !== undefined) holder[key] = values[i];
      }
      const { plan, findings } = read(json);
      const failed = findings.some(({ level }) => level === "error");
      assert.equal(plan === null, failed, JSON.stringify(json));
      for (const x of numbersIn(plan)) assert.ok(Number.isFinite(x));
      for (const { message, where: path, values: filled } of findings) {
        assert.ok(message.length > 0);
        assert.equal(typeof path, "string");
        assert.ok(Array.isArray(filled));
      }
      const levels = findings.map(({ level }) => level);
      const order = ["error", "warning", "info"];
      const places = levels.map((level) => order.indexOf(level));
      assert.deepEqual(places, places.toSorted());
    }),
    { numRuns: 1500, seed: 1 },
  );
});

test("contradictions and values of the wrong kind are findings, never engine errors", () => {
  const wrong = [
    "NaN",
    "",
    [],
    [[1]],
    {},
    { a: null },
    1e308,
    -1e308,
    1e-320,
    -1,
    Number.NaN,
    Number.POSITIVE_INFINITY,
    0.5,
    true,
    false,
  ];
  const keys = [
    "model_type",
    "rope_theta",
    "rope_scaling",
    "rope_parameters",
    "hidden_size",
    "num_attention_heads",
    "num_key_value_heads",
    "head_dim",
    "num_hidden_layers",
    "max_position_embeddings",
    "partial_rotary_factor",
    "layer_types",
    "text_config",
    "thinker_config",
    "no_rope_layers",
    "sliding_window_pattern",
    "attn_config",
    "alibi",
    "position_embedding_type",
    "original_max_position_embeddings",
    "query_pre_attn_scalar",
    "qk_rope_head_dim",
    "pad_token_id",
  ];
  for (const name of Object.keys(published)) {
    for (const key of keys) {
      for (const value of wrong) {
        const { plan, findings } = read({ ...configOf(name), [key]: value });
        for (const x of numbersIn(plan)) assert.ok(Number.isFinite(x));
        const texts = findings.flatMap((f) => [
          f.message,
          findingText(f, "zh"),
        ]);
        for (const text of texts) assert.doesNotMatch(text, /undefined|\{\d\}/);
        const failed = findings.some(({ level }) => level === "error");
        assert.equal(plan === null, failed, `${name}: ${key}`);
      }
    }
  }
});

test("shares, bases and types that contradict each other are found", () => {
  for (const [changes, code, level] of [
    [{ partial_rotary_factor: 0 }, "out-of-range", "error"],
    [{ partial_rotary_factor: 1.5 }, "out-of-range", "error"],
    [{ rope_theta: -1e4 }, "out-of-range", "error"],
    [{ head_dim: 0 }, "out-of-range", "error"],
    [{ head_dim: 7 }, "rotary-dim-odd", "error"],
    [
      { rope_scaling: { rope_type: "linear", type: "yarn", factor: 2 } },
      "rope-type-conflict",
      "warning",
    ],
    [
      {
        rope_scaling: { type: "linear", factor: 2 },
        rope_parameters: { rope_type: "linear", factor: 4 },
      },
      "scaling-and-parameters",
      "warning",
    ],
  ]) {
    const { findings } = read(tiny(changes));
    const found = findings.find((f) => f.code === code);
    assert.equal(found?.level, level, JSON.stringify(changes));
  }
});
