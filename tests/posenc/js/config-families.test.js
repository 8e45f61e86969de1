import assert from "node:assert/strict";
import test from "node:test";
import { findingText } from "posenc/catalog";
import { readable, refused } from "./fixtures/config-families.js";
import { pe } from "./helpers.js";

/** @type {(json: object) => { plan: any, findings: readonly any[] }} */
const read = pe.config.fromHuggingFace;
const errors = ({ findings }) =>
  findings.filter(({ level }) => level === "error");

test("a family that is known is read as its code turns, and nothing is dropped", () => {
  for (const [name, body, expected] of readable) {
    const { plan, findings } = read(body);
    assert.deepEqual(errors({ findings }), [], name);
    const found = [plan.kind, plan.layout].filter(Boolean).join(" ");
    assert.equal(found, expected, name);
  }
});

test("a family that no plan is sure for is refused, and the key is named", () => {
  for (const [name, body, key] of refused) {
    const { plan, findings } = read(body);
    assert.equal(plan, null, name);
    const found = errors({ findings }).find(({ where }) => where === key);
    const places = errors({ findings }).map(({ where }) => where);
    assert.ok(found, `${name}: ${key} in ${places.join(", ")}`);
    assert.ok(found.message.startsWith(key), found.message);
    assert.ok(findingText(found, "zh").includes(key));
  }
});

/** What turns each column of a head by hand, as the modelling code lists it. */
function turnedBy(body, positions, angleOf, pairOf) {
  const { plan, findings } = read(body);
  const beyond = findings.find(({ code }) => code === "not-in-plan");
  const { tensors, layer } = pe.golden({ plan, positions });
  const { headDim } = layer;
  const { data } = tensors.q;
  tensors.q_rotated.data.forEach((x, at) => {
    const c = at % headDim;
    const token = Math.floor(at / headDim) % positions.length;
    const angle = angleOf(positions[token], c);
    const [other, sign] = pairOf(c, headDim);
    const right =
      (data[at] ?? 0) * Math.cos(angle) +
      sign * (data[at - c + other] ?? 0) * Math.sin(angle);
    assert.ok(Math.abs(x - right) < 1e-12, `${at}: ${x}, not ${right}`);
  });
  return { plan, beyond: beyond?.where };
}

test("DINOv3 turns half a head by the row and half by the column", () => {
  const { plan, beyond } = turnedBy(
    { model_type: "dinov3_vit", hidden_size: 1024, num_attention_heads: 16 },
    [
      [3, 5],
      [0, 2],
    ],
    // inv_freq of 16 numbers, first for y, then for x, and both once more.
    (p, c) => p[Math.floor((c % 32) / 16)] * 100 ** (-(c % 16) / 16),
    (c, d) => (c < d / 2 ? [c + d / 2, -1] : [c - d / 2, 1]),
  );
  assert.equal(plan.layers.length, 12);
  assert.equal(plan.layers[0].scale, 1 / 8);
  assert.equal(beyond, "patch_size");
});

test("K-EXAONE turns in the layers with a window alone", () => {
  const [, body] = readable.find(([name]) => name === "K-EXAONE");
  const { layers } = read(body).plan;
  assert.deepEqual(
    layers.map(({ position }) => position.type === "rotary"),
    [true, true, true, false],
  );
});

test("axes lie as the model's code has them, whatever the config says", () => {
  const axes = (model_type, changes) =>
    read({
      model_type,
      hidden_size: 64,
      num_attention_heads: 8,
      head_dim: 8,
      num_hidden_layers: 2,
      rope_theta: 1e4,
      rope_scaling: { rope_type: "default", mrope_section: [2, 1, 1] },
      ...changes,
    }).plan.multimodal;
  const sections = [2, 1, 1];
  assert.deepEqual(axes("qwen2_vl"), { sections, interleaved: false });
  assert.deepEqual(axes("qwen3_vl"), { sections, interleaved: true });
});
