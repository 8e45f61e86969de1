import assert from "node:assert/strict";
import test from "node:test";
import fc from "fast-check";
import { noise, pe, refuses } from "./helpers.js";

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

test("decay(d = 512) has the known ratios and follows the log law, not 1/k", () => {
  const { values, fit } = pe.analysis.decay({ dModel: 512, maxOffset: 1000 });
  assert.equal(values.length, 1001);
  assert.equal(values[0], 256);
  assert.ok(Math.abs(values[1] / 256 - 0.973055069638) < 1e-11);
  assert.ok(Math.abs(values[100] / 256 - 0.437305502534) < 1e-11);
  assert.ok(fit.logarithmic.rSquared > 0.95);
  assert.ok(fit.reciprocal.rSquared < 0);
  assert.ok(fit.shiftedReciprocal.rSquared < fit.logarithmic.rSquared);
  assert.ok(fit.logarithmic.b < 0);
  assert.ok(Math.abs(fit.theory.b + 1 / Math.log(10000)) < 1e-15);
});

test("decay's laws are fitted by least squares to what was answered", () => {
  const form = { dModel: 16, base: 40, maxOffset: 30 };
  const made = pe.analysis.decay(form);
  const curve = [...made.values];
  // The caller may write into it before the laws are asked for.
  made.values.fill(0);
  const { fit } = made;
  assert.equal(made.fit, fit);
  const offsets = curve.map((_, k) => k).slice(1);
  const y = offsets.map((k) => curve[k] / curve[0]);
  const mean = (list) => list.reduce((sum, x) => sum + x, 0) / list.length;
  const near = (found, expected) =>
    assert.ok(Math.abs(found - expected) < 1e-9, `${found}, ${expected}`);
  const deviation = (list) => list.map((x) => x - mean(list));
  const product = (a, b) => a.reduce((sum, x, i) => sum + x * b[i], 0);
  for (const [law, x, isLog] of /** @type {const} */ ([
    ["shiftedReciprocal", offsets.map((k) => 1 / k), false],
    ["logarithmic", offsets.map(Math.log), true],
  ])) {
    const slope =
      product(deviation(x), deviation(y)) / product(deviation(x), deviation(x));
    const level = mean(y) - slope * mean(x);
    near(fit[law].a, isLog ? level : slope);
    near(fit[law].b, isLog ? slope : level);
    const rest = y.map((value, i) => value - level - slope * x[i]);
    near(
      fit[law].rSquared,
      1 - product(rest, rest) / product(deviation(y), deviation(y)),
    );
  }
  const inverse = offsets.map((k) => 1 / k);
  near(fit.reciprocal.a, product(inverse, y) / product(inverse, inverse));
  assert.equal(fit.reciprocal.b, 0);
  near(fit.theory.b, -1 / Math.log(40));
  refuses(
    () => pe.analysis.decay({ ...form, base: 1 }),
    RangeError,
    "analysis.decay: base must be a finite number above 1 and at most 1000000000000, got 1",
  );
});

test("decay refuses odd widths and empty ranges", () => {
  refuses(
    () => pe.analysis.decay({ dModel: 7, maxOffset: 10 }),
    RangeError,
    "analysis.decay: dModel must be an even integer, got 7",
  );
  refuses(
    () => pe.analysis.decay({ dModel: 8, maxOffset: 2 }),
    RangeError,
    "analysis.decay: maxOffset must be an integer from 3 to 1000000, got 2",
  );
});

test("shiftMatrix(k) moves PE(p) to PE(p + k), whatever p is", () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 16 }),
      fc.integer({ min: -5000, max: 5000 }),
      fc.integer({ min: -5000, max: 5000 }),
      fc.constantFrom("interleaved", "halves"),
      fc.constantFrom("paper", "endpoint"),
      (pairs, offset, p, layout, spacing) => {
        const form = { dModel: 2 * pairs, base: 300, layout, spacing };
        const { data: m, shape } = pe.analysis.shiftMatrix({ offset, ...form });
        assert.deepEqual(shape, [2 * pairs, 2 * pairs]);
        const [from, to] = [p, p + offset].map(
          (at) => pe.embedding.sinusoidal({ positions: [at], ...form }).data,
        );
        to.forEach((x, i) => {
          let sum = 0;
          from.forEach((y, j) => {
            sum += m[i * 2 * pairs + j] * y;
          });
          assert.ok(Math.abs(sum - x) < 2e-7);
        });
      },
    ),
    { numRuns: 60 },
  );
});

test("shiftError(rows) is rounding for sinusoidal rows and shows a disturbance", () => {
  const rows = pe.embedding.sinusoidal({ seqLen: 40, dModel: 16 });
  const form = { dModel: 16, offset: 3 };
  assert.ok(pe.analysis.shiftError(rows, form).max < 2e-7);
  rows.data[100] += 0.25;
  const { max, rms } = pe.analysis.shiftError(rows, form);
  assert.ok(Math.abs(max - 0.25) < 1e-3 && rms > 0 && rms < max);
  // The disturbed row is moved once, and moved to once.
  const cells = (40 - 3) * 16;
  assert.ok(Math.abs(rms - Math.sqrt((2 * 0.25 ** 2) / cells)) < 1e-4);
  refuses(
    () => pe.analysis.shiftError(rows, { dModel: 16, offset: 40 }),
    RangeError,
    "analysis.shiftError: offset must be an integer from 1 to 39, got 40",
  );
  refuses(
    () => pe.analysis.shiftError(rows, { dModel: 8, offset: 1 }),
    RangeError,
    "analysis.shiftError: rows must have shape [any, 8], got [40, 16]",
  );
});

test("wavelengths(d = 512) end at 60611 positions", () => {
  const lambda = pe.analysis.wavelengths({ dModel: 512 });
  assert.equal(lambda.length, 256);
  assert.equal(lambda[0], 2 * Math.PI);
  assert.ok(Math.abs(lambda[255] / (2 * Math.PI) - 9646.61619911) < 1e-7);
});

test("collisions counts distinct rows per number format", () => {
  const formats = /** @type {const} */ ([
    "float64",
    "float32",
    "float16",
    "bfloat16",
  ]);
  const counts = formats.map(
    (format) =>
      pe.analysis.collisions({ seqLen: 5000, dModel: 2, format }).distinct,
  );
  assert.deepEqual(counts, [5000, 5000, 2383, 1080]);
  const { closest, distance } = pe.analysis.collisions({
    seqLen: 5000,
    dModel: 512,
    format: "float64",
  });
  assert.equal(closest[1] - closest[0], 1);
  assert.ok(Math.abs(distance - 3.714) < 1e-3);
});

test("collisions of positions are those of their rows, in any form", () => {
  for (const form of /** @type {const} */ ([
    { dModel: 4, base: 50, layout: "halves", spacing: "endpoint" },
    { dModel: 2, base: 3 },
    { dModel: 6 },
  ])) {
    for (const seqLen of [2, 300]) {
      const rows = pe.embedding.sinusoidal({ seqLen, ...form });
      for (const format of /** @type {const} */ (["float32", "bfloat16"])) {
        assert.deepEqual(
          pe.analysis.collisions({ seqLen, ...form, format }),
          pe.analysis.collisions({ rows, format }),
        );
      }
    }
  }
  const two = { data: [1, 2, 1, 2.001], shape: [2, 2] };
  const found = pe.analysis.collisions({ rows: two, format: "bfloat16" });
  assert.deepEqual(found, { distinct: 1, closest: [0, 1], distance: 0 });
  refuses(
    // @ts-expect-error one or the other
    () => pe.analysis.collisions({ seqLen: 4 }),
    TypeError,
    "analysis.collisions: dModel is required (an integer from 2 to 65536)",
  );
  const zeros = (count) => ({
    data: new Float32Array(count),
    shape: [count, 1],
  });
  refuses(
    () => pe.analysis.collisions({ rows: zeros(16385) }),
    RangeError,
    "analysis.collisions: rows must have from 2 to 16384 rows, got [16385, 1]",
  );
  assert.equal(pe.analysis.collisions({ rows: zeros(16384) }).distinct, 1);
});

test("collisions({ rows }) finds the closest two of any table", () => {
  const rows = { data: [0, 0, 5, 5, 9, 9, 5, 5.5], shape: [4, 2] };
  assert.deepEqual(pe.analysis.collisions({ rows }), {
    distinct: 4,
    closest: [1, 3],
    distance: 0.5,
  });
  refuses(
    // @ts-expect-error one or the other
    () => pe.analysis.collisions({ rows, dModel: 2 }),
    TypeError,
    "analysis.collisions: give either rows or seqLen with dModel, not rows and dModel",
  );
  refuses(
    () => pe.analysis.collisions({ rows: { data: [1, 2], shape: [1, 2] } }),
    RangeError,
    "analysis.collisions: rows must have from 2 to 16384 rows, got [1, 2]",
  );
  refuses(
    () =>
      pe.analysis.collisions({
        rows: { data: [1, Number.NaN], shape: [2, 1] },
      }),
    RangeError,
    "analysis.collisions: rows must hold finite numbers, got NaN at index 1",
  );
});

test("spectrum(rows) of one wave is a circle: two equal axes and no third", () => {
  const rows = pe.embedding.sinusoidal({ seqLen: 44, dModel: 2 });
  const { variances, explained, components, projections } =
    pe.analysis.spectrum(rows);
  assert.ok(variances[0] > 0.45 && variances[1] > 0.45);
  assert.ok(Math.abs(explained[0] + explained[1] - 1) < 1e-12);
  assert.deepEqual(components.shape, [2, 2]);
  assert.deepEqual(projections.shape, [44, 2]);
  const wide = pe.embedding.sinusoidal({ seqLen: 50, dModel: 512 });
  const few = pe.analysis.spectrum(wide, { components: 3 });
  assert.deepEqual(few.components.shape, [3, 512]);
  const none = pe.analysis.spectrum(wide, { components: 0 });
  assert.deepEqual(none.variances, few.variances);
  assert.deepEqual(none.components.shape, [0, 512]);
  // Fifty centred rows span at most 49 directions.
  assert.ok(few.variances[49] < 1e-12 * few.variances[0]);
  refuses(
    () => pe.analysis.spectrum(rows, { components: 3 }),
    RangeError,
    "analysis.spectrum: components must be an integer from 0 to 2, got 3",
  );
});

test("spectrum(rows) of a line and of a point, and how many axes it gives", () => {
  // Rows along (0.6, 0.8), at −3, 1 and 2 from their middle.
  const line = { data: [1 - 1.8, 1 - 2.4, 1.6, 1.8, 2.2, 2.6], shape: [3, 2] };
  const found = pe.analysis.spectrum(line);
  const near = (list, expected) =>
    [...list].forEach((x, i) => {
      assert.ok(Math.abs(x - expected[i]) < 1e-6, `${x}, ${expected[i]}`);
    });
  near(found.variances, [14 / 3, 0]);
  near(found.explained, [1, 0]);
  const sign = Math.sign(found.components.data[0]);
  near(found.components.data.subarray(0, 2), [0.6 * sign, 0.8 * sign]);
  near(
    [0, 2, 4].map((x) => found.projections.data[x]),
    [-3 * sign, sign, 2 * sign],
  );
  const point = pe.analysis.spectrum({ data: [1, 2, 1, 2], shape: [2, 2] });
  assert.deepEqual([...point.explained], [0, 0]);
  for (const width of [7, 8, 9]) {
    const rows = noise([4, width]);
    const { components, projections } = pe.analysis.spectrum(rows);
    const kept = Math.min(width, 8);
    assert.deepEqual(components.shape, [kept, width]);
    assert.deepEqual(projections.shape, [4, kept]);
  }
  refuses(
    () => pe.analysis.spectrum({ data: [1, -Infinity], shape: [1, 2] }),
    RangeError,
    "analysis.spectrum: rows must hold finite numbers, got -Infinity at index 1",
  );
});

test("rangePerDimension(rows) gives each column's extent", () => {
  const rows = { data: [1, -2, 3, 4, 2, 0], shape: [3, 2] };
  const { min, max, range } = pe.analysis.rangePerDimension(rows);
  assert.deepEqual([...min], [1, -2]);
  assert.deepEqual([...max], [3, 4]);
  assert.deepEqual([...range], [2, 6]);
});

test("logitTerms splits (x + p)·(y + q) into four terms that add up", () => {
  const terms = pe.analysis.logitTerms({
    token_i: [1, 2],
    token_j: [3, -1],
    pos_i: [0.5, 0],
    pos_j: [0, 0.25],
  });
  assert.deepEqual(terms, {
    contentContent: 1,
    contentPosition: 0.5,
    positionContent: 1.5,
    positionPosition: 0,
    total: 3,
  });
  refuses(
    () =>
      pe.analysis.logitTerms({
        token_i: [1],
        token_j: [1, 2],
        pos_i: [1],
        pos_j: [1],
      }),
    RangeError,
    "analysis.logitTerms: token_j must be an array of 1 numbers, got [1, 2]",
  );
});
