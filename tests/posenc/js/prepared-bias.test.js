// Rows of a prepared bias are rows of the bias.
import assert from "node:assert/strict";
import test from "node:test";
import { untyped } from "../../untyped.js";
import { startGuarded } from "./guarded-heap.js";
import { refuses } from "./helpers.js";

const { pe, heap } = await startGuarded();

const wave = (...shape) => ({
  data: Float32Array.from(
    { length: shape.reduce((a, b) => a * b, 1) },
    (_, n) => Math.sin(3 * n + 1),
  ),
  shape,
});

const BIASES = {
  alibi: { numHeads: 6 },
  "alibi, symmetric": { slopes: [0.5, 0.25], symmetric: true },
  "alibi, zeros ahead": { numHeads: 3, future: "zero" },
  t5: { table: wave(8, 4), maxDistance: 20 },
  kerple: { kind: "log", a: [1, 2], p: [0.5, 1] },
  "kerple, heads told": { kind: "power", numHeads: 3 },
  sandwich: { numHeads: 4, dim: 16, causal: true },
  fire: {
    weights: {
      hiddenWeight: wave(5),
      hiddenBias: wave(5),
      outputWeight: wave(3, 5),
      outputBias: wave(3),
    },
    L: 8,
  },
};

for (const [name, options] of Object.entries(BIASES)) {
  test(`${name}: rows are those of the bias, bit for bit`, () => {
    const type = name.split(",")[0];
    const prepared = pe.bias.prepare(untyped({ type, ...options }));
    // Past the first table, back, and more queries than before.
    for (const [position, count] of [
      [0, 1],
      [3, 1],
      [70, 1],
      [5, 1],
      [0, 6],
      [64, 64],
      [200, 3],
    ]) {
      const expected = pe.bias[type]({
        ...options,
        queryLen: count,
        keyLen: position + count,
      });
      assert.deepEqual(prepared.rows(position, count), expected);
      const own = new Float32Array(expected.data.length);
      assert.equal(prepared.rows(position, count, own).data, own);
      assert.deepEqual(own, expected.data);
      const buffer = pe.buffer(expected.shape);
      assert.equal(prepared.rows(position, count, buffer), buffer);
      assert.deepEqual([...buffer.data], [...expected.data]);
      buffer.dispose();
      if (count === 1) assert.deepEqual(prepared.row(position), expected);
    }
    prepared.dispose();
    prepared.dispose();
    heap.check();
    assert.equal(heap.live, 0);
  });
}

test("logCpb: rows are those of the window", () => {
  const options = {
    windowSize: /** @type {const} */ ([2, 3]),
    weights: {
      hiddenWeight: wave(5, 2),
      hiddenBias: wave(5),
      outputWeight: wave(3, 5),
    },
  };
  const { data } = pe.bias.logCpb(options);
  const prepared = pe.bias.prepare({ type: "logCpb", ...options });
  const row = prepared.rows(2, 2);
  assert.deepEqual(row.shape, [3, 2, 6]);
  for (let h = 0; h < 3; h += 1) {
    const at = h * 36 + 12;
    assert.deepEqual(
      row.data.slice(h * 12, h * 12 + 12),
      data.slice(at, at + 12),
    );
  }
  refuses(
    () => prepared.row(6),
    RangeError,
    "bias.prepare: row: position must be an integer from 0 to 5, got 6",
  );
  prepared.dispose();
});

test("prepared biases refuse what does not fit, and are left as they were", () => {
  const says = (work, Kind, message) =>
    refuses(work, Kind, `bias.prepare: ${message}`);
  const { prepare } = pe.bias;
  for (const [options, Kind, message] of /** @type {const} */ ([
    [
      { type: "rope" },
      RangeError,
      'type must be one of "alibi", "t5", "kerple", "sandwich", "fire", "logCpb", got "rope" (a string)',
    ],
    [
      undefined,
      TypeError,
      'type must be one of "alibi", "t5", "kerple", "sandwich", "fire", "logCpb", got undefined',
    ],
    [
      { type: "alibi" },
      TypeError,
      "numHeads is required (an integer from 1 to 65536)",
    ],
    [
      { type: "t5", table: wave(8, 4), numHeads: 3 },
      RangeError,
      "numHeads must be the heads that the bias has, 4, got 3",
    ],
    [
      { type: "alibi", numHeads: 2, keyLen: 3 },
      TypeError,
      'unknown option "keyLen", did you mean maxLen? (known: type, order, maxBias, slopes, symmetric, causal, future, numHeads, maxLen)',
    ],
  ])) {
    says(() => prepare(untyped(options)), Kind, message);
  }
  const endless = prepare({ type: "alibi", numHeads: 2 });
  for (const [count, last] of [
    [1, 16777215],
    [3, 16777213],
  ]) {
    says(
      () => endless.rows(last + 1, count),
      RangeError,
      `rows: position must be an integer from 0 to ${last}, got ${last + 1}`,
    );
  }
  endless.dispose();
  const prepared = prepare({ type: "alibi", numHeads: 2, maxLen: 10 });
  const expected = prepared.row(9);
  for (const position of [-1, 0.5, 10, Number.NaN]) {
    says(
      () => prepared.row(position),
      RangeError,
      `row: position must be an integer from 0 to 9, got ${position}`,
    );
  }
  says(
    () => prepared.rows(8, 3),
    RangeError,
    "rows: position must be an integer from 0 to 7, got 8",
  );
  says(
    () => prepared.rows(0, untyped("1")),
    TypeError,
    'rows: count must be an integer from 1 to 10, got "1" (a string)',
  );
  says(
    () => prepared.row(1, new Float32Array(3)),
    RangeError,
    "row: out must have 4 numbers, shape [2, 1, 2], got 3",
  );
  // A method of its own is not called.
  const liar = Object.assign(new Float32Array(200), { set() {} });
  const long = prepare({ type: "alibi", numHeads: 2 });
  assert.equal(long.row(99, liar).data[0], long.row(99).data[0]);
  assert.deepEqual(prepared.row(9), expected);
  long.dispose();
  prepared.dispose();
  says(() => prepared.row(0), TypeError, "row: it has been disposed of");
  assert.equal(heap.live, 0);
});

test("a table that finds no memory is told of, and the old one stays", () => {
  const prepared = pe.bias.prepare({ type: "alibi", numHeads: 2 });
  const expected = prepared.row(63);
  heap.fail(1);
  assert.throws(() => prepared.row(64), {
    name: "RangeError",
    message: /^bias\.prepare: row: needs .* of memory, more than/,
  });
  heap.fail(0);
  assert.deepEqual(prepared.row(63), expected);
  assert.equal(prepared.row(64).shape[2], 65);
  prepared.dispose();
});
