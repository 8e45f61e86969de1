import assert from "node:assert/strict";
import test from "node:test";
import { isDeepStrictEqual } from "node:util";
import fc from "fast-check";
import { findingText } from "posenc/catalog";
import { untyped } from "../../untyped.js";
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

/** @type {(json?: any) => { plan: any, findings: readonly any[] }} */
const read = pe.config.fromHuggingFace;
/** The findings of a level, or all, as `code where`. */
const codes = ({ findings }, level) =>
  findings
    .filter((found) => level === undefined || found.level === level)
    .map(({ code, where }) => `${code} ${where}`);

/** The parts of an expectation "level code where: message". */
const parts = (expected) => /^(\S+) (\S+) (\S+): (.*)$/.exec(expected).slice(1);

/** What turns one layer, as a plan's `rotary` says it; null where nothing does. */
const turning = (layer) => {
  if (layer.kind === "other" || layer.position.type !== "rotary") return null;
  const { rotaryDim, base, scaling, headDim } = layer.position;
  const own = { headDim: layer.latent?.ropeDim ?? headDim, rotaryDim, base };
  return { ...own, ...(scaling && { scaling }) };
};

/** A plan without its layers, but with what turns them where they differ. */
const flat = ({ layers, decoderLayers: _, ...plan }) => {
  if (plan.kind !== "rotary") return plan;
  const each = layers.map(turning);
  const same = each.every((it) => isDeepStrictEqual(it, plan.rotary));
  return { ...plan, ...(!same && { perLayer: each }) };
};

test("every published configuration reads as its paper and code say", () => {
  assert.deepEqual(Object.keys(plans), Object.keys(published));
  for (const [name, { source, config }] of Object.entries(published)) {
    const { plan: whole, findings } = read(config);
    assert.deepEqual(codes({ findings }, "error"), [], name);
    const plan = flat(whole);
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
  assert.equal(seen.size, 63);
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
    "position-key-unread rope_scaling.foo",
    "key-conflict num_attention_heads",
    "factor-contradicts-lengths rope_scaling.factor",
  ]);
});

/** A Llama-like config, changed, and what its plan must hold. */
const plan = (json) => {
  const reading = read(json);
  assert.deepEqual(codes(reading, "error"), [], JSON.stringify(json));
  return reading.plan;
};

test("rope objects of any depth are compared without overflow", () => {
  const deep = '{"a":'.repeat(20000) + 1 + "}".repeat(20000);
  const json = `{"rope_scaling":${deep},"rope_parameters":${deep}}`;
  assert.ok(codes(read(tiny(JSON.parse(json)))).length > 0);
});

test("layers of recurrent types do not rotate, hybrid ones do", () => {
  const layer_types = ["mamba", "hybrid", "linear_attention", "attention"];
  const { layers } = plan(tiny({ layer_types }));
  assert.deepEqual(
    layers.map(({ kind }) => kind === "attention"),
    [false, true, false, true],
  );
});

test("what a text_config leaves out is the default of its class", () => {
  const of = (config) => {
    const { rotary, numHeads, numKeyValueHeads, maxPositions } = plan({
      model_type: "llava",
      text_config: config,
    });
    return [numHeads, numKeyValueHeads, rotary.headDim, maxPositions];
  };
  const model = (model_type) =>
    of({ model_type, rope_theta: 1e4, num_hidden_layers: 2 });
  // llava-v1.6-mistral-7b-hf
  const mistral = { model_type: "mistral", rope_theta: 1e6 };
  assert.deepEqual(
    of({ ...mistral, max_position_embeddings: 32768, num_key_value_heads: 8 }),
    [32, 8, 128, 32768],
  );
  assert.deepEqual(model("mistral"), [32, 8, 128, 131072]);
  assert.deepEqual(model("mixtral"), [32, 8, 128, 131072]);
  assert.deepEqual(model("qwen2"), [32, 32, 128, 32768]);
  assert.deepEqual(model("gemma"), [16, 16, 256, 8192]);
  assert.deepEqual(model("gemma2"), [8, 4, 256, 8192]);
  assert.deepEqual(model("phi3"), [32, 32, 96, 4096]);
  assert.deepEqual(
    of({ ...mistral, num_key_value_heads: null }),
    [32, 32, 128, 131072],
  );
  const opt = plan({ model_type: "opt" });
  assert.deepEqual(
    [opt.numHeads, opt.embedding, opt.maxPositions],
    [12, { maxLen: 2050, dModel: 768 }, 2048],
  );
  assert.deepEqual(codes(read({ model_type: "opt" }), "info"), [
    "default-used hidden_size",
    "default-used num_attention_heads",
    "default-used max_position_embeddings",
    "layers-unknown num_hidden_layers",
  ]);
});

test("latent attention is read by type, and rotates its own width", () => {
  const deepseek = configOf("DeepSeek-V3");
  const of = (model_type, changes) => {
    const { rotary, layout } = plan({ ...deepseek, model_type, ...changes });
    return [rotary.headDim, layout];
  };
  for (const type of "deepseek_v32 glm4_moe_lite glm_moe_dsa longcat_flash youtu".split(
    " ",
  )) {
    assert.deepEqual(of(type), [64, "interleaved"]);
  }
  assert.deepEqual(of("minicpm3", { qk_rope_head_dim: undefined }), [
    32,
    "halves",
  ]);
  const plain = { use_mla: false, qk_rope_head_dim: 0 };
  assert.deepEqual(of("deepseek_v2", plain), [56, "halves"]);
});

test("the score scale is the class's where it is not 1 / √headDim", () => {
  const layer_types = ["sliding_attention", "full_attention"];
  const gemma = tiny({ head_dim: 8, num_hidden_layers: 2, layer_types });
  for (const model_type of "gemma3n gemma3n_text gemma4 gemma4_text".split(
    " ",
  )) {
    assert.equal(plan({ ...gemma, model_type }).scale, 1);
  }
  const granite = tiny({ model_type: "granite" });
  assert.equal(plan(granite).scale, 1);
  assert.equal(plan({ ...granite, attention_multiplier: 0.5 }).scale, 0.5);
  const gpt2 = configOf("gpt2");
  assert.equal(plan({ ...gpt2, model_type: "gpt_neo" }).scale, 1);
  assert.equal(plan({ ...gpt2, scale_attn_weights: true }).scale, undefined);
  for (const model_type of ["gpt2", "gpt_bigcode"]) {
    const unscaled = { ...gpt2, model_type, scale_attn_weights: false };
    assert.equal(plan(unscaled).scale, 1);
  }
});

test("rope_parameters by layer type leave the local base to windowed layers", () => {
  const layer_types = ["sliding_attention", "full_attention"];
  const json = (changes) => ({
    ...tiny({ head_dim: 8, num_hidden_layers: 2, layer_types }),
    model_type: "gemma3_text",
    rope_theta: undefined,
    rope_parameters: {
      full_attention: { rope_type: "default" },
      sliding_attention: { rope_type: "default" },
    },
    ...changes,
  });
  const bases = (changes) =>
    plan(json(changes)).layers.map(({ position }) => position.base);
  assert.deepEqual(bases({}), [10000, 1e6]);
  assert.deepEqual(
    bases({ rope_local_base_freq: 20000, rope_theta: 5e5 }),
    [20000, 5e5],
  );
});

test("rows have the width of the embedding where that is apart", () => {
  const bert = { ...configOf("bert-base-uncased"), embedding_size: 64 };
  const rows = (config) => plan(config).embedding.dModel;
  assert.equal(rows(bert), 768);
  for (const model_type of ["albert", "electra", "deberta", "deberta-v2"]) {
    assert.equal(rows({ ...bert, model_type }), 64);
  }
  const bare = { ...bert, embedding_size: undefined };
  assert.equal(rows({ ...bare, model_type: "deberta" }), 768);
  assert.equal(rows({ ...bare, model_type: "albert" }), 128);
});

test("other code's spellings of base, share and heads are read", () => {
  const roberta = {
    ...configOf("roberta-base"),
    model_type: "xlm-roberta",
    position_embedding_type: "rotary",
    rotary_emb_base: 20000,
  };
  assert.equal(plan(roberta).rotary.base, 20000);
  const nomic = {
    model_type: "nomic_bert",
    n_embd: 64,
    n_head: 4,
    n_positions: 2048,
    rotary_emb_base: 1000,
    rotary_emb_fraction: 0.5,
    rotary_emb_interleaved: false,
  };
  assert.deepEqual(
    [plan(nomic).rotary, plan(nomic).layout],
    [{ headDim: 16, rotaryDim: 8, base: 1000 }, "halves"],
  );
  const dbrx = plan({
    model_type: "dbrx",
    d_model: 64,
    n_heads: 8,
    max_seq_len: 2048,
    attn_config: { kv_n_heads: 2, rope_theta: 5e5 },
  });
  assert.deepEqual([dbrx.numKeyValueHeads, dbrx.rotary.base], [2, 5e5]);
  const { new_decoder_architecture: _, ...falcon } = configOf("falcon-40b");
  assert.equal(plan(falcon).numKeyValueHeads, 8);
  // Falcon-7B has one, though num_kv_heads counts the query heads.
  const small = { ...configOf("falcon-7b"), num_kv_heads: 71 };
  assert.equal(plan(small).numKeyValueHeads, 1);
  assert.deepEqual(codes(read(small), "warning"), []);
  // SmolLM2 says that it is like Llama.
  const smol = tiny({ rope_interleaved: false });
  assert.deepEqual(codes(read(smol), "warning"), []);
  assert.deepEqual(codes(read({ ...smol, rope_interleaved: true }), "error"), [
    "position-key-unread rope_interleaved",
  ]);
});

test("the text model inside a thinker is read", () => {
  const text_config = tiny({
    model_type: "qwen3_omni_moe_text",
    head_dim: 128,
    rope_scaling: {
      rope_type: "default",
      type: "default",
      interleaved: true,
      mrope_section: [24, 20, 20],
    },
  });
  const { plan: found, findings } = read({
    model_type: "qwen3_omni_moe",
    thinker_config: { model_type: "qwen3_omni_moe_thinker", text_config },
  });
  assert.deepEqual(found.multimodal, {
    sections: [24, 20, 20],
    interleaved: true,
  });
  assert.deepEqual(codes({ findings }), [
    "text-model-only thinker_config.text_config",
    "head-dim-differs thinker_config.text_config.head_dim",
  ]);
});

test("relatives of known types are read like them", () => {
  const like = (name, types, change = {}) => {
    const config = configOf(name);
    for (const model_type of types.split(" ")) {
      const expected = { ...plan(config), modelType: model_type, ...change };
      const found = plan({ ...config, model_type });
      assert.deepEqual(flat(found), flat(expected));
    }
  };
  like(
    "roberta-base",
    "longformer xlm-roberta-xl roberta-prelayernorm data2vec-text",
  );
  like("gpt2", "openai-gpt big_bird blenderbot blenderbot-small");
  like("bart-large", "mvp");
  const { scale_embedding: _, ...bart } = configOf("bart-large");
  const { tokenScale } = plan({ ...bart, model_type: "plbart" });
  assert.equal(tokenScale, 32);
  like("m2m100_418M", "nllb-moe");
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
  refuses(() => read(untyped("{}")), TypeError, `${call} "{}"`);
  refuses(() => read([]), TypeError, `${call} []`);
  refuses(() => read(untyped(7)), TypeError, `${call} 7`);
});
