// Plans of real families against numbers that tests/across/golden/config/reference.py
// computed apart from the library, from the formulas of the modelling code.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { presets as models } from "../../presets.js";
import { pe } from "./helpers.js";

const json = (name) =>
  JSON.parse(
    readFileSync(
      new URL(`../../across/golden/config/${name}`, import.meta.url),
      "utf8",
    ),
  );
/** @type {Record<string, any>} */
const expected = json("expected.json");

const POSITIONS = [0, 8190, 8191, 16384, 1048575];
const near = (found, right, what) =>
  assert.ok(
    Math.abs(found - right) <= 1e-12 * Math.abs(right) + 1e-300,
    `${what}: ${found}, not ${right}`,
  );

/** Factor on the query, by the formula that TemperaturePlan documents. */
const warmth = (t, p) =>
  t.type === "log"
    ? Math.max(1, Math.log(p + 1) / Math.log(t.length))
    : 1 + t.coefficient * Math.log(1 + Math.floor((p + t.shift) / t.length));

/** Speeds of pairs of some heads, where each head has its own. */
function checkHeads(layer, right, what) {
  const { numHeads: heads, headDim, position } = layer;
  assert.equal(position.type, "axialHeads", what);
  const { tensors } = pe.golden({
    plan: /** @type {any} */ ({ layers: [layer] }),
    positions: [1],
    heads,
  });
  const found = tensors.inverse_frequency?.data;
  for (const [head, pair, theta] of right)
    near(found?.[(head * headDim) / 2 + pair], theta, `${what}: head ${head}`);
}

function check(layer, right, length, what) {
  if (right === null) return assert.equal(layer.kind, "other", what);
  assert.equal(layer.kind, "attention", what);
  assert.equal(layer.numHeads, right.heads, `${what}: heads`);
  assert.equal(layer.numKeyValueHeads, right.kv, `${what}: key heads`);
  assert.equal(layer.headDim, right.dim, `${what}: width`);
  assert.equal(layer.causal, right.causal, `${what}: causal`);
  assert.equal(layer.window, right.window, `${what}: window`);
  assert.equal(layer.chunk, right.chunk, `${what}: chunk`);
  assert.equal(layer.sinks, right.sinks, `${what}: sinks`);
  assert.equal(layer.softcap, right.softcap, `${what}: softcap`);
  assert.equal(layer.valueDim, right.value, `${what}: values`);
  assert.equal(layer.compression?.ratio, right.ratio, `${what}: ratio`);
  near(layer.scale, right.scale, `${what}: scale`);
  const { latent } = layer;
  assert.deepEqual(latent && [latent.nopeDim, latent.ropeDim], right.latent);
  assert.equal(Boolean(layer.temperature), Boolean(right.temperature), what);
  right.temperature?.forEach((factor, i) => {
    near(warmth(layer.temperature, POSITIONS[i]), factor, `${what}: warmth`);
  });
  const { position } = layer;
  if (right.by_head) return checkHeads(layer, right.by_head, what);
  if (right.theta === undefined) return assert.equal(position.type, "none");
  assert.equal(position.layout, right.layout, `${what}: layout`);
  assert.equal(position.startIndex ?? 0, right.start, `${what}: start`);
  assert.equal(position.inverse, right.inverse, `${what}: direction`);
  assert.equal(position.outputTurnedBack, right.turned_back, what);
  const { sections, interleaved } = position.multimodal ?? {};
  assert.deepEqual(sections, right.sections, `${what}: sections`);
  assert.equal(interleaved, right.woven, `${what}: sections' order`);
  const { headDim, rotaryDim, base, scaling } = position;
  const { inverseFrequency, attentionFactor } = pe.rotary.frequencies({
    headDim,
    rotaryDim,
    base,
    seqLen: length,
    ...(scaling && { scaling }),
  });
  assert.equal(inverseFrequency.length, right.pairs, `${what}: pairs`);
  right.theta.forEach((theta, i) => {
    near(inverseFrequency[right.at[i]], theta, `${what}: pair ${right.at[i]}`);
  });
  near(attentionFactor, right.factor, `${what}: factor`);
}

for (const name of Object.keys(expected)) {
  test(`every layer of ${name} is as its code computes it`, () => {
    const { plan, findings } = pe.config.fromHuggingFace(models[name]);
    const errors = findings.filter(({ level }) => level === "error");
    assert.deepEqual(errors, []);
    const { layers, length } = expected[name];
    let at = 0;
    for (const [count, right] of layers) {
      for (let i = 0; i < count; i++, at++) {
        check(plan.layers[at], right, length, `layer ${at}`);
      }
    }
    assert.equal(plan.layers.length, at);
  });
}

test("engines read mscale, attention_factor and the length in ways of their own", () => {
  const readings = (body) => {
    const { plan } = pe.config.fromHuggingFace(body);
    assert.ok(plan);
    return pe.config.engines(plan);
  };
  const factors = (body) =>
    Object.fromEntries(
      readings(body).map((it) => [
        it.engine,
        Number(it.attentionFactor.toFixed(5)),
      ]),
    );
  const own = 0.1 * Math.log(16) + 1;
  // Ministral 3: mscale and mscale_all_dim are both 1.
  assert.deepEqual(factors(models["ministral-3"]), {
    paper: Number(own.toFixed(5)),
    "transformers 4": Number(own.toFixed(5)),
    "transformers 5": 1,
    vLLM: 1,
    SGLang: 1,
    "llama.cpp": 1,
    "mlx-lm": 1,
    exllamav3: 1,
  });
  const olmo = factors(models["olmo-3"]);
  assert.equal(olmo.vLLM, 1.20794);
  assert.equal(olmo["mlx-lm"], 1.20794);
  const off = factors({
    ...models["qwen3-8b-yarn"],
    rope_scaling: {
      ...Reflect.get(models["qwen3-8b-yarn"], "rope_scaling"),
      attention_factor: 1,
    },
  });
  assert.equal(off["transformers 5"], 1);
  assert.equal(off["mlx-lm"], Number((0.1 * Math.log(4) + 1).toFixed(5)));
  const dynamic = new Map(
    readings(models.internlm2).map((it) => [it.engine, it]),
  );
  const ruleOf = (engine) => dynamic.get(engine)?.rule ?? "";
  for (const engine of ["vLLM", "llama.cpp"])
    assert.match(ruleOf(engine), /the plain base, at every length/);
  assert.match(ruleOf("paper"), /max\(1, n\/L\)/);
  assert.equal(dynamic.get("paper")?.file, "sections 3.1 and 3.3, equation 16");
  assert.match(ruleOf("exllamav3"), /^refuses the model/);
  // Factor 2: 2² − 2 + 1 = 3 times the slowest wavelength; the paper's 2 times.
  const times = (engine) =>
    dynamic
      .get(engine)
      ?.bases?.map((x) => ((x / 1e6) ** (126 / 128)).toFixed(6));
  const wanted = {
    paper: [1, 2],
    "transformers 4": [1, 3],
    "transformers 5": [1, 3],
    vLLM: [1, 1],
    SGLang: [3, 3],
    "mlx-lm": [1, 3],
    "llama.cpp": [1, 1],
  };
  for (const [engine, right] of Object.entries(wanted)) {
    assert.deepEqual(
      times(engine),
      right.map((x) => x.toFixed(6)),
      engine,
    );
  }
  assert.equal(times("exllamav3"), undefined);
  // The plan's own frequencies at the far length are those of that base.
  const { plan } = pe.config.fromHuggingFace(models.internlm2);
  assert.ok(plan?.kind === "rotary");
  const far = pe.rotary.frequencies({
    ...plan.rotary,
    seqLen: 65536,
  });
  const reached = dynamic.get("transformers 5")?.bases?.[1] ?? 0;
  const bare = pe.rotary.frequencies({ headDim: 128, base: reached });
  for (const [i, x] of bare.inverseFrequency.entries()) {
    assert.ok(Math.abs(far.inverseFrequency[i] / x - 1) < 1e-6, String(i));
  }
  const [paper, ...others] = readings(models["phi-3"]);
  assert.equal(paper.repository, "arXiv:2402.13753v1");
  assert.equal(paper.attentionFactor, 1);
  for (const { attentionFactor, scores } of others) {
    assert.equal(attentionFactor.toFixed(6), "1.190238");
    assert.equal(scores, 1);
    assert.ok(Math.abs(paper.scores * attentionFactor ** 2 - 1) < 1e-12);
  }
  // exllamav3 reads the lengths, whatever factor the config gives.
  const phi = models["phi-3"];
  const given = readings({
    ...phi,
    rope_scaling: { ...Reflect.get(phi, "rope_scaling"), attention_factor: 2 },
  });
  const factorOf = (engine) =>
    given.find((it) => it.engine === engine)?.attentionFactor;
  assert.equal(factorOf("transformers 5"), 2);
  assert.equal(factorOf("exllamav3")?.toFixed(6), "1.190238");
  for (const it of readings(models["ministral-3"])) {
    const { scores, commit, date, engine, repository } = it;
    assert.ok(scores === 1 || Math.abs(scores - own ** 2) < 1e-12);
    if (engine === "paper") {
      assert.deepEqual([commit, date], [null, "2023-11-01"]);
      assert.equal(repository, "arXiv:2309.00071v2");
    } else {
      assert.match(commit, /^[0-9a-f]{8}$/);
      assert.match(date, /^2026-\d\d-\d\d$/);
    }
  }
  assert.deepEqual(readings(models["olmo-2"]), []);
});

test("YaRN's ramp is the paper's in the paper alone, and whole pairs where truncate is not read", () => {
  const ramps = (truncate) => {
    const rope = Reflect.get(models["qwen3-8b-yarn"], "rope_scaling");
    const { plan } = pe.config.fromHuggingFace({
      ...models["qwen3-8b-yarn"],
      rope_scaling: { ...rope, truncate },
    });
    assert.ok(plan);
    return Object.fromEntries(
      pe.config.engines(plan).map(({ engine, ramp }) => [engine, ramp]),
    );
  };
  const whole = ramps(true);
  assert.equal(whole.paper, "ratio");
  const { paper: _, ...rounding } = whole;
  assert.deepEqual([...new Set(Object.values(rounding))], ["rounded"]);
  assert.deepEqual(ramps(false), {
    paper: "ratio",
    "transformers 4": "unrounded",
    "transformers 5": "unrounded",
    vLLM: "unrounded",
    SGLang: "unrounded",
    "llama.cpp": "rounded",
    "mlx-lm": "rounded",
    exllamav3: "unrounded",
  });
});

test("what a config leaves out is as in the class of its model", () => {
  const sizes = {
    hidden_size: 4096,
    num_attention_heads: 32,
    num_hidden_layers: 4,
    num_key_value_heads: 8,
    max_position_embeddings: 4096,
  };
  const read = (model_type, more = {}) => {
    const found = pe.config.fromHuggingFace({ model_type, ...sizes, ...more });
    assert.ok(found.plan, `${model_type}: ${JSON.stringify(found.findings)}`);
    return { ...found, layers: found.plan.layers };
  };
  for (const [model, base] of Object.entries({
    flex_olmo: 5e5,
    bitnet: 5e5,
    solar_open: 1e6,
    falcon_h1: 1e5,
    persimmon: 25000,
    olmo3: 10000,
    olmo2: 10000,
  })) {
    for (const layer of read(model).layers) {
      assert.ok(layer.kind === "attention" && layer.position.type === "rotary");
      assert.equal(layer.position.base, base, model);
    }
  }
  const widths = (layers) =>
    layers.map((it) => [it.headDim, it.window, it.causal]);
  const [seed] = widths(read("seed_oss").layers);
  assert.equal(seed[0], 128);
  const trinity = read("afmoe", { num_hidden_layers: 4, hidden_size: 2048 });
  assert.deepEqual(widths(trinity.layers).slice(0, 2), [
    [128, 1024, true],
    [128, 1024, true],
  ]);
  const omni = {
    use_sliding_window: true,
    max_window_layers: 2,
    rope_scaling: { type: "mrope", mrope_section: [16, 24, 24] },
  };
  const [, , late] = widths(read("qwen2_5_omni_text", omni).layers);
  assert.equal(late[1], 32768);
});

test("ModernBERT's decoder has half of local_attention as its window", () => {
  const read = (more) => {
    const { plan, findings } = pe.config.fromHuggingFace({
      model_type: "modernbert-decoder",
      hidden_size: 768,
      num_attention_heads: 12,
      num_hidden_layers: 3,
      max_position_embeddings: 8192,
      ...more,
    });
    const windows = plan?.layers.map((it) => Reflect.get(it, "window"));
    const clash = findings.some(({ code }) => code === "key-conflict");
    return [windows, clash];
  };
  const half = [undefined, 64, 64];
  assert.deepEqual(read({}), [half, false]);
  const saved = { local_attention: 128, sliding_window: 64 };
  assert.deepEqual(read(saved), [half, false]);
  assert.deepEqual(read({ ...saved, sliding_window: 128 }), [half, true]);
});

test("encoders with local attention say so, as a window or as what no plan holds", () => {
  const long = {
    model_type: "longt5",
    d_model: 512,
    num_heads: 8,
    num_layers: 2,
    d_kv: 64,
    local_radius: 127,
  };
  const { plan } = pe.config.fromHuggingFace(long);
  const windows = (layers) => layers?.map((it) => it.window);
  assert.deepEqual(windows(plan?.layers), [128, 128]);
  const { decoderLayers } = /** @type {any} */ (plan);
  assert.deepEqual(windows(decoderLayers), [undefined, undefined]);
  const bert = {
    hidden_size: 768,
    num_attention_heads: 12,
    num_hidden_layers: 2,
    max_position_embeddings: 4096,
    pad_token_id: 1,
  };
  const told = (config) =>
    pe.config
      .fromHuggingFace({ ...bert, ...config })
      .findings.filter(({ code }) => code === "not-in-plan")
      .map(({ where }) => where);
  const big = { model_type: "big_bird" };
  assert.deepEqual(told({ model_type: "longformer" }), ["attention_window"]);
  assert.deepEqual(told(big), ["attention_type"]);
  assert.deepEqual(told({ ...big, attention_type: "original_full" }), []);
});

test("the length of Wan's table of angles is no reason to refuse it", () => {
  const { plan } = pe.config.fromHuggingFace({
    _class_name: "WanTransformer3DModel",
    attention_head_dim: 128,
    num_attention_heads: 40,
    num_layers: 2,
    rope_max_seq_len: 1024,
  });
  const { axes } = /** @type {any} */ (plan);
  assert.deepEqual(
    axes.map(({ rotaryDim }) => rotaryDim),
    [44, 42, 42],
  );
});

test("embeddings are scaled and rows counted as the classes do", () => {
  const read = (config) =>
    /** @type {any} */ (
      pe.config.fromHuggingFace({
        hidden_size: 256,
        num_attention_heads: 4,
        num_hidden_layers: 2,
        max_position_embeddings: 512,
        ...config,
      }).plan
    );
  assert.equal(read({ model_type: "biogpt" }).tokenScale, 16);
  const big = { model_type: "big_bird", attention_type: "original_full" };
  assert.equal(read(big).tokenScale, 1);
  assert.equal(read({ ...big, rescale_embeddings: true }).tokenScale, 16);
  const { hidden_size: _, ...xglm } = {
    model_type: "xglm",
    hidden_size: 0,
    d_model: 256,
    attention_heads: 4,
    num_layers: 2,
    pad_token_id: 9,
  };
  const { plan } = pe.config.fromHuggingFace({
    ...xglm,
    max_position_embeddings: 512,
  });
  assert.equal(/** @type {any} */ (plan).embedding.offset, 2);
  const xlnet = { model_type: "xlnet", d_model: 256, n_head: 4, n_layer: 1 };
  const sees = (attn_type) =>
    Reflect.get(
      pe.config.fromHuggingFace({ ...xlnet, attn_type }).plan?.layers[0] ?? {},
      "causal",
    );
  assert.deepEqual(
    [sees("bi"), sees(undefined), sees("uni")],
    [false, false, true],
  );
});

test("SigLIP's tables have a row for each patch or token, and no layer hides what follows", () => {
  const model_type = "siglip_vision_model";
  const sizes = { hidden_size: 1152, num_attention_heads: 16 };
  const counts = { num_hidden_layers: 27 };
  for (const [body, rows] of /** @type {[object, number][]} */ ([
    [{ model_type, ...counts }, 196],
    [{ model_type, ...sizes, ...counts, image_size: 384, patch_size: 14 }, 729],
    [{ model_type: "siglip2_vision_model", ...counts }, 256],
    [{ model_type: "siglip2_text_model", ...counts }, 64],
    [
      {
        model_type: "siglip_text_model",
        ...sizes,
        ...counts,
        max_position_embeddings: 64,
      },
      64,
    ],
  ])) {
    /** @type {any} */
    const { plan, findings } = pe.config.fromHuggingFace(body);
    assert.ok(plan, JSON.stringify(findings));
    assert.equal(plan.kind, "learned");
    assert.equal(plan.embedding.maxLen, rows);
    assert.equal(plan.layers.length, 27);
    assert.equal(plan.layers[0].causal, false);
  }
});

/** What a source file exports. */
async function exported(file) {
  const url = new URL(`../../../src/posenc/js/${file}`, import.meta.url);
  const { outputFiles } = await build({
    entryPoints: [fileURLToPath(url)],
    bundle: true,
    format: "esm",
    write: false,
  });
  const code = Buffer.from(outputFiles[0].text).toString("base64");
  return import(`data:text/javascript;base64,${code}`);
}

test("the list of models has every type that is known, each with its source", async () => {
  const { MODELS } = await exported("config/models.ts");
  const { ARCHITECTURES } = await exported("gguf/architectures.ts");
  const list = JSON.parse(
    readFileSync(new URL("../../../docs/models.json", import.meta.url), "utf8"),
  );
  const files = [...ARCHITECTURES.keys()].map((name) => `gguf_${name}`);
  const known = [...new Set([...MODELS.keys(), ...files])].sort();
  assert.deepEqual(Object.keys(list.models).sort(), known);
  for (const [type, row] of Object.entries(list.models)) {
    assert.equal(row.kind, MODELS.get(type)?.kind ?? "rotary", type);
    const file = type.startsWith("gguf_")
      ? /^[\w./-]+\.cpp$/
      : /^[\w./-]+\.py$/;
    assert.match(row.file, file, type);
    assert.match(row.commit, /^[0-9a-f]{40}$/, type);
    assert.match(row.date, /^20\d\d-\d\d-\d\d$/, type);
  }
});
