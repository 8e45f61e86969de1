import assert from "node:assert/strict";
import test from "node:test";
import fc from "fast-check";
import { maxError, pe, refuses } from "./helpers.js";

const { bias } = pe;
const lengths = fc.record({
  queryLen: fc.integer({ min: 1, max: 12 }),
  keyLen: fc.integer({ min: 1, max: 12 }),
});
const numHeads = fc.integer({ min: 1, max: 20 });

/** Asserts that a [H, Q, K] tensor depends on j − i alone. */
/** @param {import('posenc').Tensor} matrix */
function assertToeplitz({ data, shape: [heads, queries, keys] }) {
  for (let h = 0; h < heads; h += 1) {
    for (let i = 1; i < queries; i += 1) {
      for (let j = 1; j < keys; j += 1) {
        const cell = (h * queries + i) * keys + j;
        assert.ok(Object.is(data[cell], data[cell - keys - 1]));
      }
    }
  }
}

/** A tensor of small multiples of 1/64, exact in float32. */
const tensor = (shape, seed = 1) => ({
  shape,
  data: Array.from(
    { length: shape.reduce((a, b) => a * b) },
    (_, i) => (((i + 1) * 7919 * seed) % 257) / 64 - 2,
  ),
});

test("alibiSlopes(8 heads) are 1/2 … 1/256, exactly", () => {
  assert.deepEqual(
    [...bias.alibiSlopes({ numHeads: 8 })],
    [2, 4, 8, 16, 32, 64, 128, 256].map((n) => 1 / n),
  );
});

test("alibiSlopes in mpt order are a permutation of the reference: the same", () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 200 }), (n) => {
      const reference = bias.alibiSlopes({ numHeads: n });
      const mpt = bias.alibiSlopes({ numHeads: n, order: "mpt" });
      assert.deepEqual([...mpt].sort(), [...reference].sort());
      assert.deepEqual(mpt, reference);
    }),
  );
});

test("alibi masks keys after the query unless told otherwise", () => {
  const inf = Number.NEGATIVE_INFINITY;
  const row = (options) => [
    ...bias.alibi({ slopes: [0.5], queryLen: 2, keyLen: 3, ...options }).data,
  ];
  assert.deepEqual(row({}), [-0.5, 0, inf, -1, -0.5, 0]);
  assert.deepEqual(row({ offset: 0 }), [0, inf, inf, -0.5, 0, inf]);
  assert.deepEqual(row({ future: "zero" }), [-0.5, 0, 0, -1, -0.5, 0]);
  assert.deepEqual(row({ causal: false }), [-0.5, 0, 0.5, -1, -0.5, 0]);
  assert.deepEqual(row({ symmetric: true }), [-0.5, 0, -0.5, -1, -0.5, 0]);
  assert.deepEqual(row({ symmetric: true, causal: true }), [
    -0.5,
    0,
    inf,
    -1,
    -0.5,
    0,
  ]);
  assert.deepEqual(
    row({ offset: 0.5, causal: false }).slice(0, 3),
    [-0.25, 0.25, 0.75],
  );
});

test("alibi({ form: 'key' }) differs by a constant a row and is one row unless asked", () => {
  const key = bias.alibi({ numHeads: 4, keyLen: 5, form: "key" });
  assert.deepEqual(key.shape, [4, 1, 5]);
  assert.deepEqual([...key.data.subarray(0, 5)], [0, 0.25, 0.5, 0.75, 1]);
  fc.assert(
    fc.property(numHeads, lengths, (heads, { queryLen, keyLen }) => {
      const options = { numHeads: heads, queryLen, keyLen };
      const a = bias.alibi({ ...options, form: "key", causal: false });
      const b = bias.alibi({ ...options, causal: false });
      const slopes = bias.alibiSlopes({ numHeads: heads });
      const first = keyLen - queryLen;
      for (let c = 0; c < a.data.length; c += 1) {
        const i = Math.floor(c / keyLen) % queryLen;
        const h = Math.floor(c / keyLen / queryLen);
        const shift = slopes[h] * (first + i);
        assert.ok(Math.abs(a.data[c] - b.data[c] - shift) < 4e-6);
      }
    }),
  );
});

test("ALiBi, T5, KERPLE and Sandwich depend on the offset alone", () => {
  fc.assert(
    fc.property(
      numHeads,
      lengths,
      fc.integer({ min: -9, max: 99 }),
      fc.constantFrom({}, { causal: true }, { future: "zero" }),
      (heads, grid, offset, future) => {
        const options = { ...grid, offset, ...future };
        const a = Array.from({ length: heads }, (_, h) => h / 3);
        const p = a.map((x) => x / 2 + 0.1);
        for (const matrix of [
          bias.alibi({ numHeads: heads, ...options }),
          bias.alibi({ numHeads: heads, symmetric: true, ...options }),
          bias.t5({ table: tensor([8, heads]), ...options }),
          bias.kerple({ kind: "log", a, p, ...options }),
          bias.kerple({ kind: "power", a, p, ...options }),
          bias.sandwich({ numHeads: heads, dim: 16, ...options }),
        ]) {
          assert.deepEqual(matrix.shape, [heads, grid.queryLen, grid.keyLen]);
          assertToeplitz(matrix);
        }
      },
    ),
    { numRuns: 50 },
  );
});

test("queries are the last positions of the keys unless offset is given", () => {
  const all = bias.t5({ table: tensor([32, 2]), queryLen: 9, keyLen: 9 });
  const last = bias.t5({ table: tensor([32, 2]), queryLen: 1, keyLen: 9 });
  for (let h = 0; h < 2; h += 1) {
    assert.deepEqual(
      last.data.subarray(9 * h, 9 * h + 9),
      all.data.subarray(81 * h + 72, 81 * h + 81),
    );
  }
  const more = bias.t5({ table: tensor([32, 2]), queryLen: 9, keyLen: 3 });
  assert.equal(more.data[8 * 3 + 2], all.data[0]);
});

test("positions listed one by one give the cells of their range", () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 0, max: 30 }), { minLength: 1, maxLength: 9 }),
      fc.constantFrom(
        (at) => bias.alibi({ numHeads: 3, ...at }),
        (at) => bias.t5({ table: tensor([8, 3]), ...at }),
        (at) => bias.kerple({ kind: "power", a: [1], p: [0.5], ...at }),
        (at) => bias.sandwich({ numHeads: 2, dim: 8, ...at }),
        (at) => bias.fire({ weights: fireWeights(2, 5), L: 4, ...at }),
      ),
      (keyPositions, call) => {
        const all = call({ queryLen: 31, keyLen: 31 });
        const found = call({ keyPositions, queryPositions: keyPositions });
        const n = keyPositions.length;
        assert.deepEqual(found.shape, [all.shape[0], n, n]);
        found.data.forEach((x, c) => {
          const h = Math.floor(c / n / n);
          const i = keyPositions[Math.floor(c / n) % n];
          const expected = all.data[(h * 31 + i) * 31 + keyPositions[c % n]];
          assert.ok(x === expected || Math.abs(x - expected) < 1e-6);
        });
      },
    ),
    { numRuns: 100 },
  );
});

test("keyPositions alone: the queries are the last of them", () => {
  const at = Int32Array.of(-1, -1, 0, 1, 2);
  const step = bias.alibi({ slopes: [1], keyPositions: at, queryLen: 1 });
  assert.deepEqual([...step.data], [-3, -3, -2, -1, 0]);
  const all = bias.alibi({ slopes: [1], keyPositions: at });
  assert.deepEqual(all.shape, [1, 5, 5]);
});

test("t5Bucket is monotone in the distance, in range, and exact at its boundaries", () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 2, max: 80 }),
      fc.integer({ min: 1, max: 900 }),
      fc.boolean(),
      (half, extra, bidirectional) => {
        const numBuckets = 2 * half;
        const maxDistance = half + extra;
        const distances = Array.from({ length: 1000 }, (_, d) => -d);
        const found = bias.t5Bucket(distances, {
          numBuckets,
          maxDistance,
          bidirectional,
        });
        const one = bidirectional ? half : numBuckets;
        const exact = Math.floor(one / 2);
        found.forEach((bucket, d) => {
          if (d < exact) assert.equal(bucket, d);
          else assert.ok(bucket >= found[d - 1] && bucket >= exact);
          assert.ok(bucket < one);
          if (d >= maxDistance) assert.equal(bucket, one - 1);
        });
      },
    ),
  );
  const found = bias.t5Bucket([-15, -16, -31, -32, -63, -64, 31, 32], {});
  assert.deepEqual([...found], [9, 10, 11, 12, 13, 14, 27, 28]);
});

test("t5Bucket takes all of 32 bits, an Int32Array, and nothing at all", () => {
  const ends = Int32Array.of(-(2 ** 31), 2 ** 31 - 1);
  assert.deepEqual([...bias.t5Bucket(ends)], [15, 31]);
  assert.deepEqual(
    [...bias.t5Bucket(ends, { maxDistance: 2 ** 31 - 1 })],
    [15, 31],
  );
  assert.deepEqual(ends, Int32Array.of(-(2 ** 31), 2 ** 31 - 1));
  assert.equal(bias.t5Bucket([]).length, 0);
});

test("t5 is the table's row of t5Bucket, bit for bit", () => {
  const table = tensor([16, 3]);
  const options = { maxDistance: 40, bidirectional: false };
  const { data } = bias.t5({ table, queryLen: 60, keyLen: 60, ...options });
  for (let i = 0; i < 60; i += 1) {
    const relative = Array.from({ length: 60 }, (_, j) => j - i);
    const buckets = bias.t5Bucket(relative, { numBuckets: 16, ...options });
    for (let h = 0; h < 3; h += 1) {
      buckets.forEach((b, j) => {
        assert.equal(data[(h * 60 + i) * 60 + j], table.data[b * 3 + h]);
      });
    }
  }
});

test("kerple follows its formulas and clamps its parameters", () => {
  const grid = { queryLen: 6, keyLen: 6 };
  fc.assert(
    fc.property(
      fc.double({ min: -1, max: 4, noNaN: true }),
      fc.double({ min: -1, max: 4, noNaN: true }),
      (a, p) => {
        const log = bias.kerple({ kind: "log", a: [a], p: [p], ...grid });
        const power = bias.kerple({ kind: "power", a: [a], p: [p], ...grid });
        const ca = Math.max(a, 0.01);
        const cp = Math.max(p, 0.01);
        for (let d = 0; d < 6; d += 1) {
          const want = -cp * Math.log1p(ca * d);
          assert.ok(Math.abs(log.data[d] - want) <= 1e-7 * Math.abs(want));
          const wanted = -ca * d ** Math.min(cp, 2);
          assert.ok(
            Math.abs(power.data[d] - wanted) <= 1e-7 * Math.abs(wanted),
          );
        }
      },
    ),
  );
});

test("kerple({ scores }) adds the bias and weighs, for a batch too", () => {
  const scores = tensor([2, 3, 4, 5]);
  const kind = /** @type {const} */ ("power");
  const options = { kind, a: [1, 0.5, 2], p: [1, 0.7, 1.3] };
  const weightA = [0.1, 0.2, 0.3];
  const { data, shape } = bias.kerple({ ...options, weightA, scores });
  assert.deepEqual(shape, [2, 3, 4, 5]);
  const b = bias.kerple({ ...options, queryLen: 4, keyLen: 5 });
  const expected = scores.data.map((x, c) => {
    const h = Math.floor(c / 20) % 3;
    const d = Math.abs((c % 5) - (1 + (Math.floor(c / 5) % 4)));
    return x * Math.exp(-0.1 * (h + 1) * d) + b.data[c % 60];
  });
  assert.ok(maxError(data, expected) < 1e-6);
  const plain = bias.kerple({ kind: "power", scores });
  assert.deepEqual([...plain.data], scores.data);
});

function fireWeights(heads, width) {
  return {
    hiddenWeight: tensor([width, 1], 3),
    hiddenBias: tensor([width], 5),
    outputWeight: tensor([heads, width], 7),
    outputBias: tensor([heads], 11),
  };
}

test("fire is its perceptron, at any place of the queries", () => {
  const weights = fireWeights(2, 6);
  const [w, b, v, o] = Object.values(weights).map(({ data }) => data);
  const formula = (h, p, k, { c, L, multiplier }) => {
    const scale = Math.log1p(
      Math.abs(c * Math.max(p, Math.abs(multiplier * L))),
    );
    const x = Math.log1p(Math.abs(c * (p - k))) / (scale + 1e-6);
    return w.reduce(
      (sum, wu, u) => sum + v[h * 6 + u] * Math.max(0, wu * x + b[u]),
      o[h],
    );
  };
  fc.assert(
    fc.property(
      lengths,
      fc.constantFrom(undefined, 0, 3, -2, 40, 2.5, 1e6),
      fc.record({
        c: fc.double({ min: -2, max: 2, noNaN: true }),
        L: fc.double({ min: 0, max: 20, noNaN: true }),
        multiplier: fc.double({ min: -2, max: 2, noNaN: true }),
      }),
      ({ queryLen, keyLen }, offset, learned) => {
        const options = { queryLen, keyLen, weights, ...learned };
        const { data } = bias.fire({
          ...options,
          ...(offset === undefined ? {} : { offset }),
        });
        const first = offset ?? keyLen - queryLen;
        const expected = Array.from(data, (_, c) => {
          const h = Math.floor(c / queryLen / keyLen);
          const i = Math.floor(c / keyLen) % queryLen;
          return formula(h, first + i, c % keyLen, learned);
        });
        expected.forEach((x, c) => {
          assert.ok(Math.abs(data[c] - x) <= 2e-6 + 1e-7 * Math.abs(x));
        });
      },
    ),
  );
});

test("sandwich of the paper is the product of sinusoidal rows over 8h/H", () => {
  const rows = pe.embedding.sinusoidal({ seqLen: 9, dModel: 32 }).data;
  const { data } = bias.sandwich({
    numHeads: 3,
    dim: 32,
    queryLen: 9,
    keyLen: 9,
  });
  for (let c = 0; c < data.length; c += 1) {
    const [h, i, j] = [Math.floor(c / 81), Math.floor(c / 9) % 9, c % 9];
    let product = 0;
    for (let n = 0; n < 32; n += 1)
      product += rows[i * 32 + n] * rows[j * 32 + n];
    assert.ok(Math.abs(data[c] - product / ((8 * (h + 1)) / 3)) < 1e-5);
  }
  const nemo = bias.sandwich({
    numHeads: 1,
    queryLen: 4,
    keyLen: 4,
    convention: "nemo",
  });
  assert.equal(nemo.data[0], 0);
  assert.ok(nemo.data.every((x) => x <= 0));
});

test("logCpb reads its table of offsets by relativePositionIndex", () => {
  const windowSize = /** @type {const} */ ([3, 4]);
  const weights = {
    hiddenWeight: tensor([5, 2], 3),
    hiddenBias: tensor([5], 5),
    outputWeight: tensor([2, 5], 7),
  };
  const { data, shape } = bias.logCpb({ windowSize, weights });
  assert.deepEqual(shape, [2, 12, 12]);
  const coords = bias.relativeCoords({ windowSize });
  assert.deepEqual(coords.shape, [5, 7, 2]);
  const index = bias.relativePositionIndex({ windowSize });
  const [w, b, v] = Object.values(weights).map((t) => t.data);
  for (let h = 0; h < 2; h += 1) {
    index.forEach((row, pair) => {
      const [y, x] = coords.data.subarray(2 * row, 2 * row + 2);
      let sum = 0;
      for (let u = 0; u < 5; u += 1) {
        const hidden = w[2 * u] * y + w[2 * u + 1] * x + b[u];
        sum += v[h * 5 + u] * Math.max(0, hidden);
      }
      const expected = 16 / (1 + Math.exp(-sum));
      assert.ok(Math.abs(data[h * 144 + pair] - expected) < 2e-5);
    });
  }
});

test("every bias writes into a buffer of its shape", () => {
  const grid = { queryLen: 3, keyLen: 5 };
  const weights = fireWeights(2, 4);
  const calls = [
    (o) => bias.alibi({ numHeads: 2, ...grid, ...o }),
    (o) => bias.alibi({ numHeads: 2, form: "key", ...grid, ...o }),
    (o) => bias.t5({ table: tensor([8, 2]), ...grid, ...o }),
    (o) => bias.kerple({ kind: "log", a: [1, 2], p: [1, 2], ...grid, ...o }),
    (o) => bias.kerple({ kind: "power", scores: tensor([2, 3, 5]), ...o }),
    (o) => bias.fire({ weights, ...grid, ...o }),
    (o) => bias.sandwich({ numHeads: 2, ...grid, ...o }),
  ];
  for (const call of calls) {
    const out = pe.buffer([2, 3, 5]);
    assert.equal(call({ out }), out);
    assert.deepEqual(out.data.slice(), call({}).data);
    out.dispose();
  }
  refuses(
    () => bias.alibi({ numHeads: 2, ...grid, out: pe.buffer([2, 3, 4]) }),
    RangeError,
    "bias.alibi: out must have shape [2, 3, 5], got [2, 3, 4]",
  );
});
