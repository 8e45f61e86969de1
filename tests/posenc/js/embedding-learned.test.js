import assert from "node:assert/strict";
import test from "node:test";
import fc from "fast-check";
import { untyped } from "../../untyped.js";
import { pe, refuses } from "./helpers.js";

const { learned, lookup, update, paddedPositions, hierarchical } = pe.embedding;

/** FNV-1a over the bytes, as tests/posenc/core/checksum.hpp has it. */
function checksum(data) {
  let hash = 0xcbf29ce484222325n;
  for (const byte of new Uint8Array(data.buffer)) {
    hash = BigInt.asUintN(64, (hash ^ BigInt(byte)) * 0x100000001b3n);
  }
  return hash;
}

/** A random table of up to 12 × 9 numbers. */
const tables = fc
  .record({
    rows: fc.integer({ min: 1, max: 12 }),
    width: fc.integer({ min: 1, max: 9 }),
    seed: fc.integer(),
  })
  .map(({ rows, width, seed }) =>
    learned({ maxLen: rows, dModel: width, std: 1, seed }),
  );

const range = (length) => Array.from({ length }, (_, i) => i);

test("learned gives the numbers that the native library gives", () => {
  const table = learned({ maxLen: 512, dModel: 64, seed: 7 });
  assert.deepEqual(table.shape, [512, 64]);
  assert.equal(checksum(table.data), 6715682483548025581n);
});

test("learned depends on the seed alone, negative and huge ones too", () => {
  const draw = (seed) => learned({ maxLen: 3, dModel: 3, seed }).data.join();
  const seeds = [0, 1, -1, Number.MAX_SAFE_INTEGER, -Number.MAX_SAFE_INTEGER];
  assert.equal(new Set(seeds.map(draw)).size, seeds.length);
  assert.equal(draw(-1), draw(-1));
  assert.equal(draw(undefined), draw(0));
});

test("lookup of all positions is the table", () => {
  fc.assert(
    fc.property(tables, (table) => {
      const found = lookup(table, range(table.shape[0]));
      assert.deepEqual(found, table);
    }),
    { numRuns: 50 },
  );
});

test("lookup repeats, clamps and wraps", () => {
  const table = { data: [0, 1, 2], shape: [3, 1] };
  assert.deepEqual([...lookup(table, [2, 0, 2]).data], [2, 0, 2]);
  const clamp = lookup(table, [-9, 1, 3], { overflow: "clamp" });
  assert.deepEqual([...clamp.data], [0, 1, 2]);
  const wrap = lookup(table, Int32Array.of(-1, 3, 7), { overflow: "wrap" });
  assert.deepEqual([...wrap.data], [2, 0, 1]);
});

test("lookup refuses a position past the table, naming both", () => {
  const table = { data: [0, 1, 2, 3], shape: [2, 2] };
  refuses(
    () => lookup(table, [0, 2]),
    RangeError,
    'embedding.lookup: positions[1] must be an integer from 0 to 1 for a table of 2 rows (or overflow "clamp" or "wrap"), got 2',
  );
  refuses(
    () => lookup(table, [-1]),
    RangeError,
    'embedding.lookup: positions[0] must be an integer from 0 to 1 for a table of 2 rows (or overflow "clamp" or "wrap"), got -1',
  );
  refuses(
    () => lookup(table, [0.5]),
    RangeError,
    "embedding.lookup: positions[0] must be an integer from -2147483648 to 2147483647, got 0.5",
  );
  refuses(
    () => lookup(table, []),
    RangeError,
    "embedding.lookup: positions must be at least one integer, got []",
  );
  refuses(
    () => lookup(table, [0], untyped({ overflow: "error", clamp: true })),
    TypeError,
    'embedding.lookup: unknown option "clamp" (known: overflow, out)',
  );
  refuses(
    () => lookup(table, [0], { overflow: untyped("mirror") }),
    RangeError,
    'embedding.lookup: overflow must be one of "error", "clamp", "wrap", got "mirror" (a string)',
  );
  refuses(
    () => lookup({ data: [1, 2], shape: [2] }, [0]),
    RangeError,
    "embedding.lookup: table must have shape [N, D], got [2]",
  );
  refuses(
    () => lookup(table, untyped("01")),
    TypeError,
    'embedding.lookup: positions must be an array of finite numbers, got "01" (a string)',
  );
  refuses(
    () => lookup(table, untyped(new DataView(new ArrayBuffer(8)))),
    TypeError,
    "embedding.lookup: positions must be an array of finite numbers, got a DataView of length 8",
  );
});

test("update moves the rows looked up and no others", () => {
  const positions = fc.array(fc.nat({ max: 50 }), { minLength: 1 });
  const rates = fc.double({ min: -2, max: 2, noNaN: true });
  fc.assert(
    fc.property(tables, positions, rates, (table, list, learningRate) => {
      const [rows, width] = table.shape;
      const at = list.map((p) => p % rows);
      const shape = [at.length, width];
      const gradient = learned({ maxLen: shape[0], dModel: width, std: 1 });
      const before = table.data.slice();
      const moved = update(table, at, gradient, { learningRate });
      assert.deepEqual(table.data, before);
      assert.deepEqual(moved.shape, table.shape);
      for (let i = 0; i < moved.data.length; i += 1) {
        const row = Math.floor(i / width);
        let sum = 0;
        at.forEach((p, t) => {
          if (p === row) sum += gradient.data[t * width + (i % width)];
        });
        const expected = at.includes(row)
          ? Math.fround(before[i] - learningRate * sum)
          : before[i];
        assert.equal(moved.data[i], expected);
      }
    }),
    { numRuns: 50 },
  );
});

test("update refuses gradients and positions that do not fit", () => {
  const table = { data: [0, 1, 2, 3], shape: [2, 2] };
  const gradient = { data: [1, 1], shape: [1, 2] };
  refuses(
    () => update(table, [2], gradient, { learningRate: 1 }),
    RangeError,
    "embedding.update: positions[0] must be an integer from 0 to 1 for a table of 2 rows, got 2",
  );
  refuses(
    () => update(table, [0, 1], gradient, { learningRate: 1 }),
    RangeError,
    "embedding.update: gradient must have shape [2, 2], got [1, 2]",
  );
  refuses(
    () => update(table, [0], gradient, untyped({})),
    TypeError,
    "embedding.update: learningRate is required (a finite number)",
  );
  refuses(
    () => untyped(update)(table, [0], gradient),
    TypeError,
    "embedding.update: options must be an object with learningRate, out, got undefined",
  );
});

test("paddedPositions count the tokens and leave padding in place", () => {
  const mask = { data: [0, 0, 1, 1, 1, 1, 0, 1, 1, 0], shape: [2, 5] };
  const fairseq = [1, 1, 2, 3, 4, 2, 1, 3, 4, 1];
  assert.deepEqual([...paddedPositions(mask)], fairseq);
  const fromZero = paddedPositions(
    { data: [true, false, 5].map(Number), shape: [3] },
    { padding: -1 },
  );
  assert.deepEqual([...fromZero], [0, -1, 1]);
  assert.ok(fromZero instanceof Int32Array);
  refuses(
    () => paddedPositions(mask, { padding: -2 }),
    RangeError,
    "embedding.paddedPositions: padding must be an integer from -1 to 2147483642, got -2",
  );
});

test("hierarchical keeps the first n rows and reaches n² distinct ones", () => {
  fc.assert(
    fc.property(tables, (table) => {
      const [n, width] = table.shape;
      const long = hierarchical(table, n * n);
      assert.deepEqual(long.shape, [n * n, width]);
      assert.deepEqual(long.data.slice(0, n * width), table.data);
      const rows = range(n * n).map((k) =>
        long.data.slice(k * width, (k + 1) * width).join(),
      );
      assert.equal(new Set(rows).size, n * n);
    }),
    { numRuns: 50 },
  );
});

test("hierarchical is the weighted sum of the rows of both digits", () => {
  const table = { data: [1, 2, 4], shape: [3, 1] };
  const { data } = hierarchical(table, 9, { alpha: 0.25 });
  const u = table.data.map((p) => (p - 0.25) / 0.75);
  range(9).forEach((k) => {
    const exact = 0.25 * u[Math.floor(k / 3)] + 0.75 * u[k % 3];
    assert.ok(Math.abs(data[k] - exact) <= exact * 2 ** -24);
  });
});

test("hierarchical refuses what its digits cannot write", () => {
  const table = { data: [1, 2], shape: [2, 1] };
  refuses(
    () => hierarchical(table, 5),
    RangeError,
    "embedding.hierarchical: newLen must be an integer from 1 to 4, got 5",
  );
  refuses(
    () => hierarchical(table, 4, { alpha: 0.5 }),
    RangeError,
    "embedding.hierarchical: alpha must be another number than 0.5, which makes rows i·n + j and j·n + i equal, got 0.5",
  );
  refuses(
    () => hierarchical(table, 4, { alpha: 1 }),
    RangeError,
    "embedding.hierarchical: alpha must be a finite number above 0 and below 1, got 1",
  );
});

test("learned refuses what is not allowed", () => {
  const given = (options) => () =>
    learned({ maxLen: 2, dModel: 2, ...options });
  refuses(
    given({ maxLen: 0 }),
    RangeError,
    "embedding.learned: maxLen must be an integer from 1 to 2147483648, got 0",
  );
  refuses(
    given({ std: -1 }),
    RangeError,
    "embedding.learned: std must be a finite number from 0 to 1e+30, got -1",
  );
  refuses(
    given({ seed: 2 ** 53 }),
    RangeError,
    "embedding.learned: seed must be an integer from -9007199254740991 to 9007199254740991, got 9007199254740992",
  );
  refuses(
    given({ maxLen: 1e9, dModel: 512 }),
    RangeError,
    "embedding.learned: needs 1.9 TiB (2048000000000 bytes) of memory, more than the module can get",
  );
});
