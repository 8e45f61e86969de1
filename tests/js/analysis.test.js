import assert from "node:assert/strict";
import test from "node:test";
import { pe, refuses } from "./helpers.js";

test("similarity(sinusoidal rows) is Toeplitz and has d/2 on its diagonal", () => {
  const rows = pe.embedding.sinusoidal({ seqLen: 37, dModel: 64, offset: 11 });
  const { data, shape } = pe.analysis.similarity(rows);
  assert.deepEqual(shape, [37, 37]);
  for (let i = 0; i < 37; i += 1) {
    assert.ok(Math.abs(data[i * 38] - 32) < 1e-5);
    for (let j = 1; j < 37 && i > 0; j += 1) {
      const gap = Math.abs(data[i * 37 + j] - data[(i - 1) * 37 + j - 1]);
      assert.ok(gap < 1e-5);
    }
  }
});

test("similarity({ normalized }) is the cosine", () => {
  const rows = { data: [3, 4, 4, 3, -3, -4], shape: [3, 2] };
  const { data } = pe.analysis.similarity(rows, { normalized: true });
  const expected = [1, 0.96, -1, 0.96, 1, -0.96, -1, -0.96, 1];
  expected.forEach((x, i) => {
    assert.ok(Math.abs(data[i] - x) < 1e-7);
  });
});

test("decay(d = 512) has the known ratios g(1)/g(0) and g(100)/g(0)", () => {
  const { values, fit } = pe.analysis.decay({ dModel: 512, maxOffset: 1000 });
  assert.equal(values[0], 256);
  assert.ok(Math.abs(values[1] / values[0] - 0.973055069638) < 1e-11);
  assert.ok(Math.abs(values[100] / values[0] - 0.437305502534) < 1e-11);
  assert.ok(fit.logarithmic.rSquared > fit.reciprocal.rSquared);
  assert.ok(fit.logarithmic.slope < 0);
});

test("decay refuses odd widths and empty ranges", () => {
  refuses(
    () => pe.analysis.decay({ dModel: 7, maxOffset: 10 }),
    RangeError,
    "analysis.decay: dModel must be an even integer, got 7",
  );
  refuses(
    () => pe.analysis.decay({ dModel: 8, maxOffset: 1 }),
    RangeError,
    "analysis.decay: maxOffset must be an integer from 2 to 1000000, got 1",
  );
});
