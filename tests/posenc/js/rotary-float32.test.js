// Frequencies in float32 against those that PyTorch computed, and against the
// lines of the recipe in JavaScript.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";
import { huggingFace } from "../../across/golden/adapters/04_rope_scaling.js";
import { pe } from "./helpers.js";

const { cases } = JSON.parse(
  readFileSync(
    new URL("../../across/golden/04_rope_scaling.json", import.meta.url),
    "utf8",
  ),
);
const f = Math.fround;
const precision = "float32";

/** One unit in the last place of a float32. */
const unit = (x) => 2 ** (Math.floor(Math.log2(Math.abs(x))) - 23);

test("they are PyTorch's, but for a last place of its powers in 9 of 1508 numbers", () => {
  let [count, off] = [0, 0];
  for (const { name, kind, dtype, params, outputs } of cases) {
    if (dtype !== "float32" || !/^hf\./.test(kind)) continue;
    const found = huggingFace(pe, params, params.seq_len, { precision });
    outputs.inv_freq.data.map(f).forEach((x, i) => {
      const own = found.inverseFrequency[i];
      assert.equal(own, f(own), name);
      count += 1;
      if (own === x) return;
      off += 1;
      assert.ok(Math.abs(own - x) <= unit(x), `${name}, pair ${i}`);
    });
    assert.ok(found.inverseFrequencyTail.every((tail) => tail === 0));
  }
  assert.deepEqual([count, off], [1508, 9]);
});

test("they are the recipe's, step by step", () => {
  for (const [headDim, base] of [
    [128, 10000],
    [64, 500000],
    [96, 1e6],
  ]) {
    const power = Array.from({ length: headDim / 2 }, (_, i) =>
      f(f(base) ** f((2 * i) / headDim)),
    );
    const of = (scaling) => [
      ...pe.rotary.frequencies({ headDim, base, precision, scaling })
        .inverseFrequency,
    ];
    assert.deepEqual(
      of(),
      power.map((p) => f(1 / p)),
    );
    assert.deepEqual(
      of({ type: "linear", factor: 3 }),
      power.map((p) => f(f(1 / p) / 3)),
    );
  }
});

test("tables of them are those of the recipe to a last place; of exact ones they are not", () => {
  const form = { headDim: 128, base: 10000 };
  const positions = [131071];
  const [own, exact] = /** @type {const} */ ([precision, "exact"]).map(
    (of) =>
      pe.rotary.tables({
        frequencies: pe.rotary.frequencies({ ...form, precision: of }),
        positions,
        precision,
      }).cos,
  );
  const { inverseFrequency } = pe.rotary.frequencies({ ...form, precision });
  let most = 0;
  inverseFrequency.forEach((theta, i) => {
    const angle = f(positions[0] * theta);
    assert.ok(Math.abs(own.data[i] - Math.cos(angle)) <= 6e-8);
    most = Math.max(most, Math.abs(own.data[i] - exact.data[i]));
  });
  assert.ok(most > 1e-4 && most < 1e-2, `${most}`);
});

test("what has no recipe in float32 is refused", () => {
  for (const type of ["ntk", "ntkByParts", "dynamicLinear", "dynamicYarn"]) {
    const fields = /** @type {any} */ (
      {
        ntk: { factor: 2 },
        ntkByParts: { factor: 2, originalMaxSeqLen: 64 },
      }[type] ?? { originalMaxSeqLen: 64 }
    );
    assert.throws(
      () =>
        pe.rotary.frequencies({
          headDim: 64,
          precision,
          scaling: { type, ...fields },
        }),
      {
        name: "RangeError",
        message: `rotary.frequencies: scaling.type must be one of linear, dynamic, yarn, longrope, llama3, proportional with precision "float32", got ${type}`,
      },
    );
  }
  const yarn = { type: "yarn", factor: 2, originalMaxSeqLen: 64 };
  assert.throws(
    () =>
      pe.rotary.frequencies({
        headDim: 64,
        precision,
        scaling: /** @type {any} */ ({ ...yarn, extrapolationFactor: 0.5 }),
      }),
    /scaling\.extrapolationFactor must be 1 with precision "float32", got 0\.5/,
  );
});
