// What is prepared for loops over tokens, and views of buffers.
import assert from "node:assert/strict";
import test from "node:test";
import { untyped } from "../../untyped.js";
import { startGuarded } from "./guarded-heap.js";
import { refuses } from "./helpers.js";

const { pe, heap } = await startGuarded();

const noise = (shape, seed = 1) => {
  let state = seed;
  const next = () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 31 - 1;
  };
  const length = shape.reduce((a, b) => a * b, 1);
  return { data: Float32Array.from({ length }, next), shape };
};

const bufferOf = ({ data, shape }) => {
  const buffer = pe.buffer(shape);
  buffer.data.set(data);
  return buffer;
};

const frequencies = pe.rotary.frequencies({
  headDim: 8,
  rotaryDim: 6,
  scaling: { type: "yarn", factor: 4, originalMaxSeqLen: 64 },
});

test("prepared rotations give the bits of rotary.apply and shift", () => {
  for (const layout of /** @type {const} */ (["halves", "interleaved"])) {
    for (const order of /** @type {const} */ (["BTHD", "BHTD"])) {
      for (const precision of /** @type {const} */ (["exact", "bfloat16"])) {
        const given = { frequencies, layout, order };
        const prepared = pe.rotary.prepare({ ...given, precision });
        for (const shape of [
          [1, 2, 8],
          [3, 2, 8],
          [2, 3, 2, 8],
        ]) {
          const x = noise(shape, shape.length);
          const own = bufferOf(x);
          // Past the first tables, and back.
          for (const position of [0, 5, 62, 1000, 63]) {
            const options = { ...given, precision, offset: position };
            const expected = pe.rotary.apply(x, options);
            assert.deepEqual(prepared.apply(x, position), expected);
            assert.deepEqual(prepared.apply(own, position), expected);
            assert.deepEqual([...own.data], [...x.data]);
            const out = pe.buffer(shape);
            assert.equal(prepared.apply(x, position, out), out);
            assert.deepEqual([...out.data], [...expected.data]);
            out.data.set(x.data);
            assert.equal(prepared.applyInPlace(out, position), out);
            assert.deepEqual([...out.data], [...expected.data]);
            out.dispose();
          }
          for (const delta of [0, -7, 2.5]) {
            const expected = pe.rotary.shift(x, delta, given);
            assert.deepEqual(prepared.shift(x, delta), expected);
            const copy = bufferOf(x);
            prepared.shift(copy, delta, copy);
            assert.deepEqual([...copy.data], [...expected.data]);
            copy.dispose();
          }
          own.dispose();
        }
        prepared.dispose();
        prepared.dispose();
        heap.check();
        assert.equal(heap.live, 0);
      }
    }
  }
});

test("a position far off costs the memory of the angles near it", () => {
  const frequencies = pe.rotary.frequencies({ headDim: 128 });
  const x = { data: new Float32Array(128).fill(1), shape: [1, 1, 128] };
  const prepared = pe.rotary.prepare({ frequencies });
  // All before it would be 8 GiB; back and forth, over the ends of the tables.
  for (const offset of [2 ** 24 - 1, 0, 63, 64, 65, 5000, 4999, 12_345_678]) {
    assert.deepEqual(
      prepared.apply(x, offset),
      pe.rotary.apply(x, { frequencies, offset }),
    );
  }
  prepared.dispose();
});

test("rotations may be prepared for one position alone", () => {
  const prepared = pe.rotary.prepare({ frequencies, maxLen: 1 });
  const x = noise([1, 1, 8]);
  assert.deepEqual(
    prepared.apply(x, 0),
    pe.rotary.apply(x, { frequencies, offset: 0 }),
  );
  refuses(
    () => prepared.apply(x, 1),
    RangeError,
    "rotary.prepare: apply: position must be an integer from 0 to 0 for 1 tokens, got 1",
  );
  prepared.dispose();
});

test("rotations without a longest text go on to 2²⁴ positions", () => {
  const prepared = pe.rotary.prepare({ frequencies });
  const x = noise([3, 1, 8]);
  const last = 2 ** 24 - 3;
  assert.deepEqual(
    prepared.apply(x, last),
    pe.rotary.apply(x, { frequencies, offset: last }),
  );
  refuses(
    () => prepared.apply(x, last + 1),
    RangeError,
    `rotary.prepare: apply: position must be an integer from 0 to ${last} for 3 tokens, got ${last + 1}`,
  );
  prepared.dispose();
});

test("prepared rotations refuse what does not fit, and are left as they were", () => {
  const prepared = pe.rotary.prepare({ frequencies, maxLen: 10 });
  const x = noise([2, 1, 8]);
  const expected = prepared.apply(x, 8);
  const live = heap.live;
  const says = (work, Kind, message) =>
    refuses(work, Kind, `rotary.prepare: ${message}`);
  for (const position of [-1, 0.5, 9, Number.NaN, 2 ** 40]) {
    says(
      () => prepared.apply(x, position),
      RangeError,
      `apply: position must be an integer from 0 to 8 for 2 tokens, got ${position}`,
    );
  }
  says(
    () => prepared.apply(x, untyped("1")),
    TypeError,
    'apply: position must be an integer from 0 to 8 for 2 tokens, got "1" (a string)',
  );
  says(
    () => prepared.apply(noise([2, 8]), 0),
    RangeError,
    "apply: x must have shape [B, T, H, D] or [T, H, D], got [2, 8]",
  );
  says(
    () => prepared.apply(noise([2, 1, 4]), 0),
    RangeError,
    "apply: 3 frequencies turn 6 columns, more than a head of x has: [2, 1, 4]",
  );
  says(
    () => prepared.applyInPlace(untyped(x), 0),
    TypeError,
    "applyInPlace: x must be a buffer made by pe.buffer(), got an object with keys data, shape",
  );
  says(
    () => prepared.shift(x, Number.POSITIVE_INFINITY),
    RangeError,
    "shift: delta must be a number from -2147483648 to 2147483648, got Infinity",
  );
  let isRun = false;
  const run = () => {
    isRun = true;
    prepared.dispose();
    return 1;
  };
  assert.throws(() => prepared.shift(x, untyped({ valueOf: run })), TypeError);
  assert.throws(() => prepared.apply(x, untyped({ valueOf: run })), TypeError);
  assert.equal(isRun, false);
  const out = pe.buffer([1, 1, 8]);
  says(
    () => prepared.apply(x, 0, out),
    RangeError,
    "apply: out must have shape [2, 1, 8], got [1, 1, 8]",
  );
  out.dispose();
  assert.equal(heap.live, live);
  assert.deepEqual(prepared.apply(x, 8), expected);
  // Disposed of by what is read: told, not used.
  const hostile = {
    shape: [2, 1, 8],
    get data() {
      prepared.dispose();
      return x.data;
    },
  };
  says(
    () => prepared.apply(hostile, 0),
    TypeError,
    "apply: it has been disposed of",
  );
  assert.equal(heap.live, 0);
});

test("a prefix of a buffer is the same memory, and no longer than the buffer", () => {
  const buffer = bufferOf(noise([6, 2, 4]));
  const prefix = buffer.prefix(3);
  assert.deepEqual([...prefix.shape], [3, 2, 4]);
  assert.deepEqual([...prefix.data], [...buffer.data.subarray(0, 24)]);
  prefix.data[5] = 42;
  assert.equal(buffer.data[5], 42);
  const one = prefix.prefix(1);
  assert.equal(one.data[5], 42);
  for (const rows of [0, 7, 1.5]) {
    refuses(
      () => buffer.prefix(rows),
      RangeError,
      `TensorBuffer.prefix: rows must be an integer from 1 to 6, got ${rows}`,
    );
  }
  refuses(
    () => prefix.prefix(untyped("1")),
    TypeError,
    'TensorBuffer.prefix: rows must be an integer from 1 to 3, got "1" (a string)',
  );
  const live = heap.live;
  prefix.dispose();
  assert.equal(heap.live, live, "the memory is the buffer's");
  const gone = /disposed of/;
  assert.throws(() => prefix.data, gone);
  assert.throws(() => one.data, gone);
  const other = buffer.prefix(2);
  buffer.dispose();
  assert.throws(() => other.data, gone);
  assert.throws(() => other.prefix(1), gone);
  assert.throws(() => pe.rotary.shift(other, 1, { frequencies }), gone);
  assert.equal(heap.live, 0);
});

test("attention reads a prefix of a buffer, and writes over no part of it", () => {
  const [q, k, v] = [
    noise([1, 2, 4], 2),
    noise([9, 2, 4], 3),
    noise([9, 2, 4], 4),
  ];
  const part = ({ data }) => ({ data: data.slice(0, 40), shape: [5, 2, 4] });
  const expected = pe.attention({ q, k: part(k), v: part(v) }).output;
  const [keys, values] = [bufferOf(k), bufferOf(v)];
  const [kp, vp] = [keys.prefix(5), values.prefix(5)];
  assert.deepEqual(pe.attention({ q, k: kp, v: vp }).output, expected);
  assert.throws(
    () => pe.attention({ q, k: kp, v: vp, out: keys.prefix(1) }),
    /^RangeError: attention: out must be memory of its own, or all of k's/,
  );
  assert.deepEqual(keys.data, k.data);
  keys.dispose();
  values.dispose();
  assert.equal(heap.live, 0);
});

test("a buffer as JSON has its numbers, and no clone lacks them", () => {
  const buffer = bufferOf({ data: Float32Array.of(1, 2.5), shape: [2, 1] });
  assert.deepEqual(JSON.parse(JSON.stringify(buffer)), {
    data: [1, 2.5],
    shape: [2, 1],
  });
  assert.throws(() => structuredClone(buffer), {
    name: "DataCloneError",
    message:
      "Symbol(a buffer of posenc, whose numbers lie in its module (give { data: buffer.data.slice(), shape: buffer.shape } instead)) could not be cloned.",
  });
  assert.throws(() => JSON.stringify({ ...buffer }), {
    name: "TypeError",
    message:
      "TensorBuffer: a copy of a buffer has none of its numbers; take { data: buffer.data, shape: buffer.shape }",
  });
  buffer.dispose();
});
