// The README's programs, run as they stand there.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { presets } from "../../presets.js";
import { pe } from "./helpers.js";

const README = readFileSync(
  new URL("../../../src/posenc/README.md", import.meta.url),
  "utf8",
);

const MODULES = {
  posenc: () => import("posenc"),
  "posenc/worker": () => import("posenc/worker"),
};

/** The programs of a section; of what stands before the first without a heading. */
function programsOf(heading) {
  const from = heading ? README.indexOf(`\n## ${heading}\n`) : 0;
  assert.ok(!heading || from > 0, heading);
  const text = README.slice(heading ? from + 4 : 0);
  const section = text.slice(0, text.indexOf("\n## "));
  return [...section.matchAll(/```js\n([\s\S]*?)```/g)].map(([, code]) => code);
}

/** Runs a program with values that it does not set; the variables asked for. */
async function run(code, given, wanted) {
  const [, names = "", from = "posenc"] =
    /import \{([^}]*)\} from "([^"]+)"/.exec(code) ?? [];
  const body = code.replace(/import [^;]*;/, "");
  const AsyncFunction = (async () => {}).constructor;
  const calls = await MODULES[from]();
  const scope = { ...given };
  for (const name of names.split(",").map((it) => it.trim())) {
    if (name) scope[name] = calls[name];
  }
  const program = AsyncFunction(
    ...Object.keys(scope),
    `${body}\nreturn { ${wanted.join(", ")} };`,
  );
  return program(...Object.values(scope));
}

const random = (...shape) => {
  const data = Float32Array.from(
    { length: shape.reduce((a, b) => a * b) },
    (_, i) => Math.sin(i * 1.7),
  );
  return { data, shape };
};

test("the first program makes a table and Llama 3.1's frequencies", async () => {
  const [code] = programsOf("");
  const wanted = ["data", "shape", "frequencies"];
  const { data, shape, frequencies } = await run(code, {}, wanted);
  assert.equal(data.length, 6400);
  assert.deepEqual(shape, [50, 128]);
  assert.equal(frequencies.inverseFrequency.length, 64);
  assert.equal(frequencies.attentionFactor, 1);
});

test("calls in threads answer as the calls do", async () => {
  const [code] = programsOf("Long work in threads");
  const q = random(2, 8, 4);
  const given = {
    q,
    k: q,
    v: random(2, 8, 4),
    x: random(3, 4),
    weight: random(5, 4),
    signal: new AbortController().signal,
    show() {},
  };
  const { output, row } = await run(code, given, ["output", "row"]);
  const right = pe.attention({ q, k: q, v: given.v, causal: true });
  assert.deepEqual(output.data, right.output.data);
  assert.deepEqual(row.shape, [3, 5]);
});

test("a cache takes a prompt and a token, and gives the token back", async () => {
  const [code] = programsOf("One token");
  const of = (t) => [random(t, 32, 128), random(t, 8, 128), random(t, 8, 128)];
  const [[q, k, v], [q1, k1, v1]] = [of(3), of(1)];
  let length = 0;
  const prepare = (options) => {
    const cache = pe.attention.prepare(options);
    return {
      step: (q, k, v) => cache.step(q, k, v),
      truncate: (n) => cache.truncate(n),
      get length() {
        return cache.length;
      },
      dispose() {
        length = cache.length;
        cache.dispose();
      },
    };
  };
  await run(code, { q, k, v, q1, k1, v1, pe: { attention: { prepare } } }, []);
  assert.equal(length, 3);
});

const programs = programsOf("From a config.json to numbers");

test("a decode loop takes its options from a layer of a config", async () => {
  const tokens = [5, 1, 1].map((t) => ({
    q: random(t, 16, 256),
    k: random(t, 8, 256),
    v: random(t, 8, 256),
  }));
  const config = presets["gemma-2-9b"];
  const given = { config, tokens, console: { log() {} } };
  const { cache, plan } = await run(programs[0], given, ["cache", "plan"]);
  assert.equal(cache.length, 7);
  const layer = plan.layers[0];
  assert.equal(layer.softcap, 50);
  assert.equal(layer.window, 4096);
});

test("tables are those of ONNX Runtime's RotaryEmbedding", async () => {
  for (const name of ["llama-3-1", "glm-4-9b"]) {
    const { plan } = pe.config.fromHuggingFace(presets[name]);
    assert.ok(plan?.kind === "rotary");
    const given = { plan, input: random(1, 8, 32, plan.rotary.headDim) };
    const { cos, sin, attributes } = await run(programs[1], given, [
      "cos",
      "sin",
      "attributes",
    ]);
    const pairs = plan.rotary.rotaryDim / 2;
    assert.deepEqual(cos.shape, [4096, pairs]);
    assert.deepEqual(sin.shape, [4096, pairs]);
    // The operator as its documentation has it, for head 0 of token 3.
    const x = given.input.data.slice(
      3 * 32 * plan.rotary.headDim,
      (3 * 32 + 1) * plan.rotary.headDim,
    );
    const turned = [...x];
    for (let i = 0; i < pairs; i++) {
      const [a, b] = attributes.interleaved
        ? [2 * i, 2 * i + 1]
        : [i, i + pairs];
      const [c, s] = [cos.data[3 * pairs + i], sin.data[3 * pairs + i]];
      turned[a] = x[a] * c - x[b] * s;
      turned[b] = x[a] * s + x[b] * c;
    }
    const ours = pe.rotary.apply(
      { data: given.input.data, shape: [8, 32, plan.rotary.headDim] },
      {
        frequencies: pe.rotary.frequencies({ ...plan.rotary, seqLen: 4096 }),
        layout: plan.layout,
        numHeads: 32,
      },
    );
    const at = 3 * 32 * plan.rotary.headDim;
    for (const [i, value] of turned.entries()) {
      assert.ok(Math.abs(ours.data[at + i] - value) < 1e-6, `${name} ${i}`);
    }
    assert.equal(attributes.rotary_embedding_dim, 2 * pairs);
  }
});
