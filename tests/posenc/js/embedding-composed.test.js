import assert from "node:assert/strict";
import test from "node:test";
import fc from "fast-check";
import { untyped } from "../../untyped.js";
import { pe, refuses } from "./helpers.js";

const { hybrid, perturbed, document, learned, sinusoidal, multiply, fit } =
  pe.embedding;

/**
 * Columns `from` … `to` − 1 of a table.
 *
 * @param {import('posenc').Tensor} table
 */
function columns({ data, shape: [rows, width] }, from, to) {
  const cut = new Float32Array(rows * (to - from));
  cut.forEach((_, i) => {
    const row = Math.floor(i / (to - from));
    cut[i] = data[row * width + from + (i % (to - from))];
  });
  return cut;
}

test("both parts of hybrid equal their sources", () => {
  const part = fc.integer({ min: 1, max: 9 });
  const length = fc.integer({ min: 1, max: 20 });
  fc.assert(
    fc.property(length, part, part, fc.integer(), (seqLen, a, b, seed) => {
      const dModel = a + b;
      const rows = hybrid({ seqLen, dModel, learnedDims: a, seed, base: 100 });
      const table = learned({ maxLen: seqLen, dModel: a, seed });
      assert.deepEqual(columns(rows, 0, a), table.data);
      const waves = sinusoidal({ seqLen, dModel: b, base: 100 });
      assert.deepEqual(columns(rows, a, dModel), waves.data);
      const given = { seqLen, dModel, learnedDims: a, base: 100, table };
      assert.deepEqual(hybrid(given), rows);
    }),
    { numRuns: 50 },
  );
});

test("hybrid refuses an empty part and two sources of one", () => {
  const table = { data: [1, 2], shape: [2, 1] };
  const given = (options) => () =>
    hybrid({ seqLen: 2, dModel: 3, learnedDims: 1, ...options });
  refuses(
    given({ learnedDims: 3 }),
    RangeError,
    "embedding.hybrid: learnedDims must be an integer from 1 to 2, got 3",
  );
  refuses(
    given({ table, seed: 1 }),
    TypeError,
    "embedding.hybrid: give either table or std with seed, not table and seed",
  );
  refuses(
    given({ table, learnedDims: 2 }),
    RangeError,
    "embedding.hybrid: table must have shape [2, 2], got [2, 1]",
  );
});

test("perturbed is sinusoidal plus the disturbance", () => {
  const size = { seqLen: 6, dModel: 5 };
  const delta = learned({ maxLen: 6, dModel: 5, std: 0.3, seed: 4 });
  const plain = sinusoidal(size).data;
  const rows = perturbed({ ...size, delta });
  assert.deepEqual(rows.shape, [6, 5]);
  rows.data.forEach((y, i) => {
    assert.equal(y, Math.fround(plain[i] + delta.data[i]));
  });
  assert.deepEqual(perturbed({ ...size, std: 0.3, seed: 4 }), rows);
  assert.deepEqual(perturbed({ ...size, std: 0 }).data, plain);
  refuses(
    // @ts-expect-error one or the other
    () => perturbed({ ...size, delta, std: 1 }),
    TypeError,
    "embedding.perturbed: give either delta or std with seed, not delta and std",
  );
});

test("document adds paragraph offsets and ties a sentence's neighbours", () => {
  const { rows, localBias } = document({
    paragraphs: [3, 2],
    sentences: [2, 1, 2],
    dModel: 2,
    offsets: { data: [10, 20, -1, -2], shape: [2, 2] },
    window: 1,
  });
  const plain = sinusoidal({ seqLen: 5, dModel: 2 }).data;
  const offsets = [10, 20, 10, 20, 10, 20, -1, -2, -1, -2];
  rows.data.forEach((y, i) => {
    assert.equal(y, Math.fround(plain[i] + offsets[i]));
  });
  assert.deepEqual(localBias.shape, [5, 5]);
  const picture = [
    [1, 0.5, 0, 0, 0],
    [0.5, 1, 0, 0, 0],
    [0, 0, 1, 0, 0],
    [0, 0, 0, 1, 0.5],
    [0, 0, 0, 0.5, 1],
  ];
  assert.deepEqual([...localBias.data], picture.flat());
});

test("document takes trained biases by key minus query", () => {
  const { rows, localBias } = document({
    paragraphs: [3],
    sentences: [3],
    dModel: 4,
    seed: 5,
    window: 1,
    localTable: [7, 8, 9],
  });
  const picture = [
    [8, 9, 0],
    [7, 8, 9],
    [0, 7, 8],
  ];
  assert.deepEqual([...localBias.data], picture.flat());
  const offset = learned({ maxLen: 1, dModel: 4, seed: 5 }).data;
  const plain = sinusoidal({ seqLen: 3, dModel: 4 }).data;
  rows.data.forEach((y, i) => {
    assert.equal(y, Math.fround(plain[i] + offset[i % 4]));
  });
});

test("document refuses lengths that do not add up", () => {
  const given = (options) => () =>
    document({ paragraphs: [3, 2], sentences: [3, 2], dModel: 2, ...options });
  refuses(
    given({ sentences: [3, 1] }),
    RangeError,
    "embedding.document: sentences must have 5 tokens in all, as paragraphs have, got 4",
  );
  refuses(
    given({ sentences: [1, 4] }),
    RangeError,
    "embedding.document: sentences must not reach over the end of a paragraph, but one does at the end of paragraphs[0], after 3 tokens",
  );
  refuses(
    given({ paragraphs: [5, 0] }),
    RangeError,
    "embedding.document: paragraphs[1] must be an integer from 1 to 2147483647, got 0",
  );
  refuses(
    given({ sentences: [] }),
    RangeError,
    "embedding.document: sentences must be at least one length, got []",
  );
  refuses(
    given({ window: 2, localTable: [1, 2, 3] }),
    RangeError,
    "embedding.document: localTable must be an array of 5 numbers, got [1, 2, 3]",
  );
  refuses(
    given({ window: 1, localTable: [1, 2, 3], strength: 1 }),
    TypeError,
    "embedding.document: give either localTable or strength, not both",
  );
});

test("multiply scales tokens by 1 + rows over the batch", () => {
  const tokens = { data: [1, 2, 3, 4], shape: [2, 1, 2] };
  const rows = { data: [0, 0.5], shape: [1, 2] };
  const { data, shape } = multiply(tokens, rows);
  assert.deepEqual(shape, [2, 1, 2]);
  assert.deepEqual([...data], [1, 3, 3, 6]);
  refuses(
    () => multiply(tokens, { data: [1], shape: [1, 1] }),
    RangeError,
    "embedding.multiply: rows must have shape [1, 2] for tokens of shape [2, 1, 2], got [1, 1]",
  );
});

test("fit truncates what is too long and nothing else", () => {
  const tokens = { data: [0, 1, 2, 3, 4], shape: [5, 1] };
  const kept = (maxLen, keep) => [...fit(tokens, maxLen, { keep }).data];
  assert.deepEqual(kept(3), [2, 3, 4]);
  assert.deepEqual(kept(3, "first"), [0, 1, 2]);
  assert.deepEqual(kept(3, "ends"), [0, 1, 4]);
  assert.deepEqual(kept(9), tokens.data);
  const batch = { data: [0, 1, 2, 3, 4, 5], shape: [2, 3, 1] };
  const cut = fit(batch, 1);
  assert.deepEqual(cut.shape, [2, 1, 1]);
  assert.deepEqual([...cut.data], [2, 5]);
  refuses(
    () => fit(tokens, 0),
    RangeError,
    "embedding.fit: maxLen must be an integer from 1 to 2147483648, got 0",
  );
  refuses(
    () => fit(tokens, 2, { keep: untyped("middle") }),
    RangeError,
    'embedding.fit: keep must be one of "last", "first", "ends", got "middle" (a string)',
  );
});
