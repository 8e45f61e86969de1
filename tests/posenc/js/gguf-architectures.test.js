// Headers of GGUF files, architecture by architecture: as llama.cpp's converter
// writes them, against the plan of the same model's config.json.
import assert from "node:assert/strict";
import { test } from "node:test";
import { configFromHuggingFace, init, rotaryFrequencies } from "posenc";
import { readGguf } from "posenc/gguf";
import { header } from "../../gguf.js";
import { presets } from "../../presets.js";

await init();

const f32 = (x) => ({ f32: x });
const named = (architecture, values) => ({
  "general.architecture": architecture,
  ...Object.fromEntries(
    Object.entries(values)
      .filter(([, value]) => value !== undefined)
      .map(([key, value]) => [`${architecture}.${key}`, value]),
  ),
});
const planOf = async (...parts) => {
  const [values, options] = /** @type {[any, any]} */ (parts);
  const body = await readGguf(new Blob([header(values, options)]));
  const { plan, findings } = configFromHuggingFace(body);
  assert.ok(plan, JSON.stringify(findings));
  const loud = findings.filter(({ level }) => level !== "info");
  return {
    plan: /** @type {any} */ (plan),
    loud,
    body: /** @type {any} */ (body),
  };
};

/** What the converter writes of every model. */
function usual(body) {
  const { plan } = configFromHuggingFace(body);
  assert.ok(plan?.kind === "rotary");
  const { rotary, numHeads, numKeyValueHeads, maxPositions, layers } = plan;
  return {
    block_count: layers.length,
    context_length: maxPositions,
    embedding_length: body.hidden_size,
    "attention.head_count": numHeads,
    "attention.head_count_kv": numKeyValueHeads,
    "attention.key_length": rotary.headDim,
    "attention.value_length": rotary.headDim,
    "rope.dimension_count": rotary.rotaryDim,
    "rope.freq_base": f32(rotary.base),
  };
}

const near = (found, right, what) =>
  assert.ok(
    Math.abs(found - right) <= 2e-6 * Math.abs(right) + 1e-12,
    `${what}: ${found}, not ${right}`,
  );

function turned(position, seqLen) {
  const { headDim, rotaryDim, base, scaling } = position;
  return rotaryFrequencies({
    headDim,
    rotaryDim,
    base,
    seqLen,
    ...(scaling && { scaling }),
  });
}

/** Layers are the same but for rounded numbers and the layout, if reordered. */
function same(found, right, length, layout, what) {
  assert.equal(found.length, right.length, `${what}: layers`);
  found.forEach((layer, i) => {
    const other = right[i];
    const where = `${what}, layer ${i}`;
    const { position, scale, temperature, ...rest } = layer;
    const { position: p, scale: s, temperature: t, ...own } = other;
    // Which layers have a window is compared by the window.
    const { layerType: _, ...a } = rest;
    const { layerType: __, ...b } = own;
    assert.deepEqual(a, b, where);
    if (layer.kind === "other") return;
    near(scale, s, `${where}: scale`);
    assert.equal(temperature?.length, t?.length, where);
    if (t) near(temperature.coefficient, t.coefficient, where);
    assert.equal(temperature?.shift, t?.shift, where);
    assert.equal(position.type, p.type, where);
    if (p.type !== "rotary") return;
    assert.equal(position.layout, layout ?? p.layout, where);
    assert.equal(position.startIndex, p.startIndex, where);
    assert.deepEqual(position.multimodal, p.multimodal, where);
    const [x, y] = [turned(position, length), turned(p, length)];
    near(x.attentionFactor, y.attentionFactor, `${where}: factor`);
    assert.equal(x.inverseFrequency.length, y.inverseFrequency.length);
    x.inverseFrequency.forEach((theta, k) => {
      near(theta, y.inverseFrequency[k], `${where}: pair ${k}`);
    });
  });
}

const yarn = (factor, original) => ({
  "rope.scaling.type": "yarn",
  "rope.scaling.factor": f32(factor),
  "rope.scaling.original_context_length": original,
});

/** Architecture, preset, keys beside the usual ones, changes of the preset. */
const CASES = /** @type {[string, string, object?, object?, string?][]} */ ([
  ["llama", "mixtral", {}, {}, "interleaved"],
  ["gemma2", "gemma-2-9b", { "attention.sliding_window": 4096 }],
  ["gemma2", "gemma-2-27b", { attn_logit_softcapping: f32(50) }],
  [
    "gemma3",
    "gemma-3-4b",
    {
      "attention.sliding_window": 1024,
      "rope.scaling.type": "linear",
      "rope.scaling.factor": f32(8),
    },
  ],
  [
    "gpt-oss",
    "gpt-oss-20b",
    { "attention.sliding_window": 128, ...yarn(32, 4096) },
    // llama.cpp rounds the ends of YaRN's ramp.
    {
      rope_scaling: {
        ...presets["gpt-oss-20b"].rope_scaling,
        truncate: true,
      },
    },
  ],
  [
    "olmo2",
    "olmo-3",
    {
      "attention.sliding_window": 4096,
      "attention.sliding_window_pattern": [true, true, true, false],
      ...yarn(8, 8192),
    },
  ],
  ["olmo2", "olmo-2"],
  ["cohere2", "cohere2-r7b", { "attention.sliding_window": 4096 }],
  ["command-r", "cohere-command-r"],
  ["smollm3", "smollm3", {}, {}, "interleaved"],
  [
    "mistral3",
    "ministral-3",
    {
      "attention.temperature_scale": f32(0.1),
      "rope.scaling.yarn_log_multiplier": f32(1),
      "rope.scaling.yarn_beta_fast": f32(32),
      "rope.scaling.yarn_beta_slow": f32(1),
      ...yarn(16, 16384),
    },
    {},
    "interleaved",
  ],
  [
    "deepseek2",
    "deepseek-v3",
    {
      "attention.head_count_kv": 1,
      "attention.key_length": 576,
      "attention.value_length": 512,
      "attention.key_length_mla": 192,
      "attention.value_length_mla": 128,
      "attention.q_lora_rank": 1536,
      "attention.kv_lora_rank": 512,
      "rope.dimension_count": 64,
      "rope.scaling.yarn_log_multiplier": f32(0.1),
      ...yarn(40, 4096),
    },
  ],
  ["phi3", "phi-3-mini", {}, { sliding_window: null }],
  ["glm4", "glm-4-9b"],
  ["glm4moe", "glm-4.5", { block_count: 93, nextn_predict_layers: 1 }],
  ["minimax-m2", "minimax-m2"],
  ["stablelm", "stablelm-2"],
  ["phi2", "phi-2"],
  ["nemotron", "nemotron"],
  ["gptneox", "gpt-neox-20b"],
  ["falcon", "falcon-7b"],
  ["starcoder2", "starcoder2", {}, { sliding_window: null }],
  [
    "granite",
    "granite-3",
    { "attention.scale": f32(0.015625), "rope.scaling.finetuned": true },
    {},
    "interleaved",
  ],
  [
    "lfm2",
    "lfm2",
    {
      "attention.head_count_kv": Array.from({ length: 16 }, (_, i) =>
        [2, 5, 8, 10, 12, 14].includes(i) ? 8 : 0,
      ),
    },
  ],
  ["qwen3next", "qwen3-next", { full_attention_interval: 4 }],
  ["qwen2vl", "qwen2.5-vl-7b", { "rope.dimension_sections": [16, 24, 24, 0] }],
  ["qwen3moe", "qwen3-moe"],
  ["seed_oss", "seed-oss"],
  ["dots1", "dots1"],
  ["ernie4_5", "ernie-4.5"],
]);

for (const [architecture, preset, keys = {}, changes = {}, layout] of CASES) {
  test(`${architecture}: the header of ${preset} gives what its config.json gives`, async () => {
    const body = { ...presets[preset], ...changes };
    const values = named(architecture, { ...usual(body), ...keys });
    const { plan, loud } = await planOf(values);
    assert.deepEqual(loud, []);
    assert.equal(plan.modelType, `gguf_${architecture}`);
    /** @type {any} */
    const { plan: right } = configFromHuggingFace(body);
    for (const length of [4096, right.maxPositions])
      same(plan.layers, right.layers, length, layout, architecture);
  });
}

test("gemma4: heads and rotation by layer, and the pairs that stand still", async () => {
  const body = presets["gemma-4-26b"];
  const near = [true, true, true, true, true, false];
  const values = named("gemma4", {
    ...usual(body),
    "attention.head_count_kv": near.map((x) => (x ? 8 : 2)),
    "attention.sliding_window": 1024,
    "attention.sliding_window_pattern": near,
    "attention.shared_kv_layers": 0,
    "attention.key_length": 512,
    "attention.key_length_swa": 256,
    "attention.value_length": 512,
    "attention.value_length_swa": 256,
    "rope.dimension_count": 512,
    "rope.dimension_count_swa": 256,
    "rope.freq_base": f32(1e6),
    "rope.freq_base_swa": f32(10000),
  });
  const numbers = Array.from({ length: 256 }, (_, i) => (i < 64 ? 1 : 1e30));
  const tensors = [{ name: "rope_freqs.weight", axes: [256] }];
  const { plan, loud } = await planOf(values, { tensors, numbers });
  assert.deepEqual(loud, []);
  /** @type {any} */
  const { plan: right } = configFromHuggingFace(body);
  same(plan.layers, right.layers, 4096, undefined, "gemma4");
  await assert.rejects(planOf(values), /has no tensor rope_freqs.weight/);
  for (const [at, x] of [
    [0, 2],
    [70, 8],
  ]) {
    const other = numbers.map((one, i) => (i === at ? x : one));
    await assert.rejects(
      planOf(values, { tensors, numbers: other }),
      /must have 1 and then 1e30 in rope_freqs.weight of gemma4/,
    );
  }
});

test("exaone4 and llama4: divisors where layers turn, chunks, temperature", async () => {
  const body = presets["exaone-4-32b"];
  /** @type {any} */
  const { plan: right } = configFromHuggingFace({
    ...body,
    num_hidden_layers: 64,
    layer_types: Array.from({ length: 64 }, (_, i) =>
      i % 4 < 3 ? "sliding_attention" : "full_attention",
    ),
    rope_scaling: null,
  });
  const values = { ...usual(body), block_count: 64 };
  const window = { "attention.sliding_window": 4096 };
  const { plan } = await planOf(named("exaone4", { ...values, ...window }));
  same(plan.layers, right.layers, 4096, undefined, "exaone4");
  const numbers = Array.from({ length: 64 }, (_, i) => 1 + i);
  const tensors = [{ name: "rope_freqs.weight", axes: [64] }];
  const divided = await planOf(named("exaone4", values), { tensors, numbers });
  const [{ position }, , , last] = divided.plan.layers;
  assert.equal(last.position.type, "none");
  const slow = turned(position, 4096).inverseFrequency;
  near(slow[63], 1e6 ** (-126 / 128) / 64, "pair 63");
  // Of another depth llama.cpp gives no layer a window.
  const small = { ...values, block_count: 30 };
  const flat = await planOf(named("exaone4", small));
  assert.ok(
    flat.plan.layers.every((l) => !l.window && l.position.base === 1e6),
  );
  await assert.rejects(
    planOf(named("exaone4", { ...small, ...window })),
    /known here: 0/,
  );

  const scout = { ...presets["llama-4-scout"], rope_scaling: null };
  /** @type {any} */
  const { plan: whole } = configFromHuggingFace(scout);
  const llama4 = await planOf(named("llama4", usual(scout)));
  same(llama4.plan.layers, whole.layers, 4096, undefined, "llama4");
  assert.equal(llama4.plan.layers[0].chunk, 8192);
  assert.equal(llama4.plan.layers[3].temperature.shift, 1);
});

test("phi3: lists for short and long contexts, and no window within the context", async () => {
  const short = Array.from({ length: 48 }, (_, i) => 1 + i / 100);
  const long = Array.from({ length: 48 }, (_, i) => 1 + i);
  const body = {
    ...presets["phi-3-mini"],
    max_position_embeddings: 131072,
    sliding_window: null,
    rope_scaling: { type: "longrope", short_factor: short, long_factor: long },
  };
  const values = named("phi3", {
    ...usual(body),
    "attention.sliding_window": 262144,
    "rope.scaling.original_context_length": 4096,
    "rope.scaling.attn_factor": f32(1.1902380714238083),
  });
  const tensors = [
    { name: "rope_factors_long.weight", axes: [48] },
    { name: "rope_factors_short.weight", axes: [48], offset: 192 },
  ];
  const numbers = [...long, ...short];
  const { plan, loud } = await planOf(values, { tensors, numbers });
  assert.deepEqual(loud, []);
  /** @type {any} */
  const { plan: right } = configFromHuggingFace(body);
  for (const length of [4096, 4097])
    same(plan.layers, right.layers, length, undefined, "phi3");
  await assert.rejects(
    planOf(values, { tensors: tensors.slice(1), numbers }),
    /has rope_factors_short.weight, and no rope_factors_long.weight/,
  );
  const near = { ...values, "phi3.attention.sliding_window": 2047 };
  await assert.rejects(planOf(near, { tensors, numbers }), {
    name: "RangeError",
    message:
      "readGguf: source has phi3.attention.sliding_window = 2047; known here: 0, or 131072 or more, as llama.cpp has no window there",
  });
});

test("qwen35: an axis for each pair, or the pair is named", async () => {
  const values = {
    block_count: 41,
    nextn_predict_layers: 1,
    context_length: 262144,
    embedding_length: 2048,
    "attention.head_count": 16,
    "attention.head_count_kv": 2,
    "attention.key_length": 256,
    "attention.value_length": 256,
    "rope.dimension_count": 64,
    "rope.freq_base": f32(1e7),
  };
  const sections = (list) => ({ ...values, "rope.dimension_sections": list });
  const { plan } = await planOf(named("qwen35", sections([11, 11, 10, 0])));
  /** @type {any} */
  const { plan: right } = configFromHuggingFace({
    model_type: "qwen3_5_text",
    num_hidden_layers: 40,
    max_position_embeddings: 262144,
    hidden_size: 2048,
    num_attention_heads: 16,
    num_key_value_heads: 2,
    head_dim: 256,
    rope_parameters: {
      rope_type: "default",
      rope_theta: 1e7,
      partial_rotary_factor: 0.25,
      mrope_section: [11, 11, 10],
    },
  });
  same(plan.layers, right.layers, 4096, undefined, "qwen35");
  assert.equal(plan.layers[0].layerType, "linear_attention");
  await assert.rejects(
    planOf(named("qwen35", sections([12, 10, 10, 0]))),
    /an axis for each pair; pair 31 has none/,
  );
  for (const list of [[11, 11, 11, 0], [11, 11, 10], 32])
    await assert.rejects(
      planOf(named("qwen35", sections(list))),
      /three numbers with the sum 32, and 0/,
    );
});

test("numbers of layers, heads and windows that no model has are refused", async () => {
  const values = usual(presets["gemma-2-9b"]);
  for (const [key, value] of [
    ["block_count", 2 ** 32 - 1],
    ["block_count", 0],
    ["attention.head_count", [16, 8]],
    ["attention.head_count_kv", [8, 8]],
    ["attention.head_count_kv", "8"],
    ["attention.sliding_window", 0],
    ["attention.sliding_window", true],
    ["attention.sliding_window_pattern", "x"],
    ["rope.dimension_count", 255],
    ["rope.freq_base", "x"],
    ["rope.scaling.factor", true],
    ["context_length", 0],
    ["attn_logit_softcapping", "x"],
  ])
    await assert.rejects(
      planOf(named("gemma2", { ...values, [String(key)]: value })),
      RangeError,
      `${key} ${value}`,
    );
  const list = (length) => Array.from({ length }, () => 16);
  const same42 = named("gemma2", {
    ...values,
    "attention.head_count": list(42),
  });
  assert.equal((await planOf(same42)).plan.numHeads, 16);
});

const MUTATIONS = Number(process.env.MUTATIONS ?? 2000);

test(`${MUTATIONS} damaged headers of all architectures are read at once, or refused by name`, async (t) => {
  const seeds = CASES.map(([architecture, preset, keys = {}, changes = {}]) => {
    const body = { ...presets[preset], ...changes };
    return [architecture, { ...usual(body), ...keys }];
  });
  const names = [...new Set(seeds.flatMap(([, keys]) => Object.keys(keys)))];
  const odd = [
    ...[0, 1, 2, 3, 5, 31, 4096, 65536, 2 ** 31, 2 ** 32 - 1, true, false],
    ...["", "yarn", "linear", "longrope", "none", [], [0], [1, 2, 3, 0]],
    ...[Array(64).fill(1), Array(1025).fill(4), ["a"]],
    ...[0, -0, 0.5, 1, 4, -1, 1e-30, 1e30, Number.NaN, Infinity].map(f32),
    // 64 bits: −1, and more than float64 holds.
    ...[11, 10].map((type) => Buffer.from([type, ...Array(8).fill(255)])),
  ];
  let seed = 1;
  const random = (n) => {
    seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
    return Math.floor((seed / 2 ** 32) * n);
  };
  const one = (list) => list[random(list.length)];
  let [plans, slowest] = [0, 0];
  for (let i = 0; i < MUTATIONS; i++) {
    const [own, body] = one(seeds);
    const architecture = random(4) === 0 ? one(seeds)[0] : own;
    const values = { ...body };
    for (let k = random(4); k > 0; k--) {
      const key = random(3) === 0 ? one(names) : one(Object.keys(values));
      if (random(5) === 0) delete values[key];
      else
        values[key] = random(4) === 0 ? one(Object.values(values)) : one(odd);
    }
    const pairs =
      random(2) === 0 ? 64 : (values["rope.dimension_count"] ?? 2) / 2;
    const tensors =
      random(3) > 0 || !(pairs > 0 && pairs < 4096)
        ? []
        : one([
            ["rope_freqs.weight"],
            ["rope_factors_short.weight", "rope_factors_long.weight"],
          ]).map((name) => ({ name, axes: [Math.floor(pairs)] }));
    const numbers = Array.from(
      { length: tensors.length && Math.floor(pairs) },
      () =>
        random(50) === 0 ? one([0, -1, 1e38, Number.NaN]) : 1 + random(64) / 8,
    );
    const bytes = header(named(architecture, values), { tensors, numbers });
    const start = process.cpuUsage();
    try {
      const json = await readGguf(new Blob([bytes]));
      const { plan, findings } = configFromHuggingFace(json);
      const failed = findings.some(({ level }) => level === "error");
      assert.equal(plan === null, failed);
      for (const layer of new Set(plan?.layers ?? [])) {
        if (layer.kind === "other") continue;
        const { numHeads, numKeyValueHeads, headDim, scale } = layer;
        const sizes = [numHeads, numKeyValueHeads, headDim, scale];
        assert.ok(sizes.every(Number.isFinite), JSON.stringify(layer));
        assert.equal(numHeads % numKeyValueHeads, 0);
      }
      if (plan) plans++;
    } catch (/** @type {any} */ error) {
      const told = `${architecture} ${JSON.stringify(values)}: ${error.stack}`;
      assert.ok(error instanceof RangeError, told);
      assert.match(error.message, /^readGguf: source /);
    }
    const { user, system } = process.cpuUsage(start);
    slowest = Math.max(slowest, user + system);
  }
  // Microseconds; the garbage of earlier ones may be collected in between.
  assert.ok(slowest < 2e6, `${slowest}`);
  assert.ok(plans > MUTATIONS / 10, `${plans}`);
  t.diagnostic(`${plans} plans, slowest ${slowest / 1e3} ms`);
});
