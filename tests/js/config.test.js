import assert from "node:assert/strict";
import test from "node:test";
import fc from "fast-check";
import { findingText } from "../../dist/catalog.js";
import {
  cases,
  configOf,
  published,
  scaled,
  tiny,
  yarn,
} from "./fixtures/config-findings.js";
import { plans } from "./fixtures/huggingface-plans.js";
import { pe, refuses } from "./helpers.js";

const read = pe.config.fromHuggingFace;
/** The findings of a level, or all, as `code where`. */
const codes = ({ findings }, level) =>
  findings
    .filter((found) => level === undefined || found.level === level)
    .map(({ code, where }) => `${code} ${where}`);

/** The parts of an expectation "level code where: message". */
const parts = (expected) => /^(\S+) (\S+) (\S+): (.*)$/.exec(expected).slice(1);

test("every published configuration reads as its paper and code say", () => {
  assert.deepEqual(Object.keys(plans), Object.keys(published));
  for (const [name, { source, config }] of Object.entries(published)) {
    const { plan, findings } = read(config);
    assert.deepEqual(codes({ findings }, "error"), [], name);
    assert.match(source, /^huggingface\.co\/\S+, config\.json, /, name);
    const { shortFactor, longFactor, ...scaling } = plan.rotary?.scaling ?? {};
    if (shortFactor) {
      assert.deepEqual(shortFactor, config.rope_scaling.short_factor);
      assert.deepEqual(longFactor, config.rope_scaling.long_factor);
      assert.deepEqual(
        { ...plan, rotary: { ...plan.rotary, scaling } },
        plans[name],
        name,
      );
    } else {
      assert.deepEqual(plan, plans[name], name);
    }
  }
});

test("published configurations draw warnings only where runtimes differ", () => {
  const warned = Object.entries(published).flatMap(([name, { config }]) =>
    codes(read(config), "warning").map((code) => `${name}: ${code}`),
  );
  assert.deepEqual(warned, [
    "Qwen2.5-7B-Instruct with the rope_scaling that its model card recommends: factor-contradicts-lengths rope_scaling.factor",
    "DeepSeek-V2-Lite: softmax-scale-differs rope_scaling.mscale_all_dim",
    "mpt-7b-storywriter: alibi-max-ignored attn_config.alibi_bias_max",
  ]);
});

test("rope_parameters say the same as rope_theta with rope_scaling", () => {
  for (const [name, { config }] of Object.entries(published)) {
    const old = structuredClone(config.text_config ?? config);
    const { rope_scaling: scaling, rope_theta: theta, ...rest } = old;
    if (old.rope_parameters || theta === undefined) continue;
    if (old.rope_local_base_freq !== undefined) continue;
    const renewed = {
      ...rest,
      rope_parameters: { ...scaling, rope_theta: theta },
    };
    assert.deepEqual(read(renewed).plan, read(old).plan, name);
  }
});

test("a plan's factor, base and lengths do not depend on the order of keys", () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...Object.keys(published)),
      fc.infiniteStream(fc.nat()),
      (name, random) => {
        const shuffle = (value) => {
          if (typeof value !== "object" || value === null) return value;
          if (Array.isArray(value)) return value;
          const entries = Object.entries(value)
            .map(([key, inner]) => [random.next().value, key, shuffle(inner)])
            .sort(([a], [b]) => a - b);
          return Object.fromEntries(entries.map(([, ...entry]) => entry));
        };
        const { config } = published[name];
        assert.deepEqual(read(shuffle(config)).plan, read(config).plan);
      },
    ),
    { numRuns: 100 },
  );
});

test("ill-formed and contradictory configurations are found", () => {
  for (const [json, expected] of cases) {
    const { plan, findings } = read(json);
    const texts = findings.map(
      ({ level, code, where, message }) =>
        `${level} ${code} ${where}: ${message}`,
    );
    assert.ok(texts.includes(expected), `${expected}\n${texts.join("\n")}`);
    assert.equal(
      plan === null,
      texts.some((text) => /^error/.test(text)),
    );
  }
});

test("every kind of finding is tested, and has a text in Chinese", () => {
  const seen = new Set(cases.map(([, expected]) => parts(expected)[1]));
  const all = cases.flatMap(([json]) => read(json).findings);
  assert.deepEqual(
    [...new Set(all.map(({ code }) => code))].filter((code) => !seen.has(code)),
    [],
  );
  assert.equal(seen.size, 52);
  for (const found of all) {
    const zh = findingText(found, "zh");
    assert.match(zh, /\p{Script=Han}/u, zh);
    assert.doesNotMatch(zh, /\{\d\}|undefined/, zh);
    assert.doesNotMatch(found.message, /\{\d\}|undefined/, found.message);
    assert.equal(findingText(found), found.message);
    assert.equal(findingText(found, "en"), found.message);
  }
});

test("a finding in Chinese names the same key and values", () => {
  const [found] = read(scaled({ type: "linear", factor: 0.5 })).findings;
  assert.equal(
    findingText(found, "zh"),
    "rope_scaling.factor 为 0.5，小于 1：上下文反而会缩短",
  );
  const [kind] = read(tiny({ hidden_size: "64" })).findings;
  assert.equal(findingText(kind, "zh"), 'hidden_size 应为 数字，实际为 "64"');
});

test("one mistake is one error", () => {
  for (const [json, expected] of cases) {
    const [level, code, where] = parts(expected);
    if (level !== "error") continue;
    assert.deepEqual(codes(read(json), "error"), [`${code} ${where}`]);
  }
});

test("several mistakes are found at once, errors first", () => {
  const reading = read(
    tiny({
      n_head: 4,
      num_key_value_heads: 3,
      rope_scaling: {
        ...yarn,
        factor: 0.5,
        beta_fast: 1,
        beta_slow: 2,
        foo: 1,
      },
    }),
  );
  assert.equal(reading.plan, null);
  assert.deepEqual(codes(reading), [
    "kv-heads-not-divisor num_key_value_heads",
    "factor-below-one rope_scaling.factor",
    "beta-order rope_scaling.beta_fast",
    "key-conflict num_attention_heads",
    "rope-key-unknown rope_scaling.foo",
    "factor-contradicts-lengths rope_scaling.factor",
  ]);
});

test("a key that says null is a key that is not there", () => {
  for (const { config } of Object.values(published)) {
    const nulls = {
      ...config,
      rope_parameters: config.rope_parameters ?? null,
    };
    nulls.original_max_position_embeddings ??= null;
    nulls.partial_rotary_factor ??= null;
    assert.deepEqual(read(nulls), read(config));
  }
});

test("names of Object.prototype are neither model types nor keys nor types", () => {
  for (const name of ["constructor", "toString", "__proto__"]) {
    assert.deepEqual(codes(read({ model_type: name }), "error"), [
      "model-type-unknown model_type",
    ]);
    assert.deepEqual(codes(read(scaled({ type: name })), "error"), [
      "rope-type-unknown rope_scaling.type",
    ]);
  }
});

test("anything but an object is refused", () => {
  const call =
    "config.fromHuggingFace: json must be the parsed object of a config.json, got";
  refuses(() => read(), TypeError, `${call} undefined`);
  refuses(() => read(null), TypeError, `${call} null`);
  refuses(() => read("{}"), TypeError, `${call} "{}" (a string)`);
  refuses(() => read([]), TypeError, `${call} []`);
  refuses(() => read(7), TypeError, `${call} 7`);
});

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
    { numRuns: 1500 },
  );
});
