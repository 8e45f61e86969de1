// Plans of real families against numbers that tests/golden/config/reference.py
// computed apart from the library, from the formulas of the modelling code.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { pe } from "./helpers.js";

const json = (name) =>
  JSON.parse(
    readFileSync(new URL(`../golden/config/${name}`, import.meta.url), "utf8"),
  );
/** @type {Record<string, object>} */
const models = json("../../../web/models/presets.json");
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
    ...{ headDim, rotaryDim, base, seqLen: length },
    ...(scaling && { scaling }),
  });
  assert.equal(inverseFrequency.length, right.pairs, `${what}: pairs`);
  right.theta.forEach((theta, i) => {
    near(inverseFrequency[right.at[i]], theta, `${what}: pair ${right.at[i]}`);
  });
  near(attentionFactor, right.factor, `${what}: factor`);
}

for (const [name, body] of Object.entries(models)) {
  test(`every layer of ${name} is as its code computes it`, () => {
    const { plan, findings } = pe.config.fromHuggingFace(body);
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
    "transformers 4": Number(own.toFixed(5)),
    ...{ "transformers 5": 1, vLLM: 1, SGLang: 1, "llama.cpp": 1 },
    ...{ "mlx-lm": 1, exllamav3: 1 },
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
  const [, , vllm] = readings(models.internlm2);
  assert.match(vllm.rule, /the plain base, at every length/);
  for (const { scores, commit, date } of readings(models["ministral-3"])) {
    assert.ok(scores === 1 || Math.abs(scores - own ** 2) < 1e-12);
    assert.match(commit, /^[0-9a-f]{40}$/);
    assert.match(date, /^2026-\d\d-\d\d$/);
  }
  assert.deepEqual(readings(models["olmo-2"]), []);
});

test("the list of models has every type that is known, each with its source", async () => {
  const { outputFiles } = await build({
    entryPoints: [
      fileURLToPath(new URL("../../src/js/config/models.ts", import.meta.url)),
    ],
    ...{ bundle: true, format: "esm", write: false },
  });
  const code = Buffer.from(outputFiles[0].text).toString("base64");
  const { MODELS } = await import(`data:text/javascript;base64,${code}`);
  const list = JSON.parse(
    readFileSync(new URL("../../docs/models.json", import.meta.url), "utf8"),
  );
  assert.deepEqual(Object.keys(list.models).sort(), [...MODELS.keys()].sort());
  for (const [type, row] of Object.entries(list.models)) {
    assert.equal(row.kind, MODELS.get(type).kind, type);
    assert.match(row.file, /^(src|mlx_lm|exllamav3|vllm)\//, type);
    assert.match(row.commit ?? "0".repeat(40), /^[0-9a-f]{40}$/, type);
    assert.equal(row.commit === null, row.date === null, type);
  }
});
