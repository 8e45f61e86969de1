// The README's lines for engines, run as they stand there.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { presets } from "../../presets.js";
import { pe } from "./helpers.js";

const README = readFileSync(
  new URL("../../../src/posenc/README.md", import.meta.url),
  "utf8",
);

/** The programs of a section. */
function programsOf(heading) {
  const from = README.indexOf(`\n## ${heading}\n`);
  assert.ok(from > 0, heading);
  const text = README.slice(from + 4);
  const section = text.slice(0, text.indexOf("\n## "));
  return [...section.matchAll(/```js\n([\s\S]*?)```/g)].map(([, code]) => code);
}

/** Runs a program with values that it does not set; the variables asked for. */
async function run(code, given, wanted) {
  const names = /import \{([^}]*)\} from "posenc"/.exec(code)?.[1] ?? "";
  const body = code.replace(/import [^;]*;/, "");
  const AsyncFunction = (async () => {}).constructor;
  const calls = await import("posenc");
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
