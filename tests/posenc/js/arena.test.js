// Small calls share a block of memory: nothing of one may be seen by another,
// also where the caller's code runs in the middle of one.
import assert from "node:assert/strict";
import test from "node:test";
import { whole } from "./calls/drawing.js";
import { CALLS, drawing, run } from "./calls.js";
import { startGuarded } from "./guarded-heap.js";

const { pe, heap } = await startGuarded(2 ** 26, true);
const apart = await startGuarded();

function plain(value) {
  if (typeof value !== "object" || value === null) return value;
  if (ArrayBuffer.isView(value)) return /** @type {any} */ (value).slice();
  if (Array.isArray(value)) return value.map(plain);
  const keys = "shape" in value ? ["data", "shape"] : Object.keys(value);
  return Object.fromEntries(keys.map((key) => [key, plain(value[key])]));
}

/** What a call answers, and what it wrote into its buffers. */
function answer(instance, path, seed) {
  const buffers = [];
  const draw = () => drawing(whole(seed), instance, buffers);
  try {
    const args = CALLS[path](draw());
    const result = plain(run(instance, path, args, draw()));
    return { result, written: buffers.map(({ data }) => data.slice()) };
  } finally {
    for (const buffer of buffers) buffer.dispose();
  }
}

const text = (value) =>
  JSON.stringify(value, (_, part) =>
    typeof part === "function" ? undefined : part,
  );

test("every call answers what it does with blocks of its own", () => {
  for (const path of Object.keys(CALLS).filter((it) => it !== "buffer")) {
    for (let seed = 0; seed < 8; seed += 1) {
      // What the block holds is not zeros, and no memory is.
      const found = text(answer(pe, path, seed));
      assert.equal(found, text(answer(apart.pe, path, seed)), path);
    }
  }
  heap.check();
  assert.equal(heap.live, 1, "the block alone is kept");
});

test("a small call asks the heap for nothing once the block is there", () => {
  const frequencies = pe.rotary.frequencies({ headDim: 64 });
  const x = { data: new Float32Array(512).fill(0.5), shape: [1, 8, 64] };
  const calls = [
    () => pe.embedding.sinusoidal({ seqLen: 16, dModel: 64 }),
    () => pe.rotary.apply(x, { frequencies, offset: 5 }),
    () => pe.bias.alibi({ numHeads: 8, queryLen: 32, keyLen: 32 }),
    () => pe.attention({ q: x, k: x, v: x }),
  ];
  for (const call of calls) {
    for (let n = 0; n < 3; n += 1) call();
    const before = heap.allocations;
    for (let n = 0; n < 50; n += 1) call();
    assert.equal(heap.allocations, before);
  }
});

test("a larger call makes the block larger, up to a limit, and it stays right", () => {
  const sizes = [10, 3000, 70, 20_000, 5, 100_000, 3000, 10];
  for (const seqLen of [...sizes, ...sizes]) {
    const options = { seqLen, dModel: 2 };
    assert.deepEqual(
      pe.embedding.sinusoidal(options),
      apart.pe.embedding.sinusoidal(options),
    );
    assert.equal(heap.live, 1);
  }
});

test("the block is found again when the memory has grown", () => {
  const frequencies = pe.rotary.frequencies({ headDim: 8 });
  const x = { data: new Float32Array(64).fill(0.5), shape: [1, 2, 4, 8] };
  const bias = { numHeads: 4, keyPositions: [3, 1, 7] };
  const all = (instance) => [
    instance.rotary.apply(x, { frequencies, positions: [9, 4] }),
    // Positions as float64, rows as int32.
    instance.bias.alibi(bias),
    instance.embedding.sinusoidal({ positions: [0.5, 7], dModel: 6 }),
  ];
  const expected = all(apart.pe);
  for (let n = 0; n < 3; n += 1) {
    assert.deepEqual(all(pe), expected);
    // A page that is not there yet.
    const far = pe.buffer([2 ** 20 * (n + 1)]);
    assert.deepEqual(all(pe), expected);
    far.dispose();
  }
});

test("slopes and frequencies that are kept are those of the call before alone", async () => {
  const calls = [
    (to) => to.bias.alibiSlopes({ numHeads: 12 }),
    (to) => to.bias.alibiSlopes({ numHeads: 12, order: "geometric" }),
    (to) => to.bias.alibiSlopes({ numHeads: 12, maxBias: 4 }),
    (to) => to.bias.alibiSlopes({ numHeads: 6, maxBias: 4 }),
    ...[{}, { base: 500 }, { layout: "halves" }, { spacing: "endpoint" }].map(
      (form) => (to) =>
        to.embedding.sinusoidal({ seqLen: 2, offset: 9, dModel: 12, ...form }),
    ),
    (to) => to.embedding.sinusoidal({ positions: [9, 10], dModel: 14 }),
    // More than is kept.
    (to) => to.embedding.sinusoidal({ seqLen: 2, offset: 9, dModel: 258 }),
    ...[{}, { base: 500 }, { scaling: { type: "linear", factor: 2 } }].map(
      (form) => (to) =>
        to.rotary.tables({
          frequencies: to.rotary.frequencies({ headDim: 16, ...form }),
          positions: [77, 0.5],
        }),
    ),
    (to) =>
      to.rotary.tables({
        frequencies: { inverseFrequency: [0.5], attentionFactor: 2 },
        seqLen: 3,
      }),
    (to) =>
      to.rotary.tables({ frequencies: { inverseFrequency: [0.5] }, seqLen: 3 }),
    (to) =>
      to.rotary.tables({ frequencies: { inverseFrequency: [-0] }, seqLen: 3 }),
    (to) =>
      to.rotary.tables({ frequencies: { inverseFrequency: [0] }, seqLen: 3 }),
  ];
  // Each after each other, and after itself.
  for (const call of calls) {
    const expected = call((await startGuarded()).pe);
    for (const before of calls) {
      before(pe);
      assert.deepEqual(call(pe), expected);
      assert.deepEqual(call(pe), expected);
    }
  }
});

test("a call inside another leaves the outer one's numbers alone", () => {
  const expected = pe.embedding.sinusoidal({ seqLen: 9, dModel: 8 });
  const [q, k] = [expected, expected].map(({ data }) => ({
    data,
    shape: [9, 2, 4],
  }));
  const attended = pe.attention({ q, k, v: k }).output;
  let inner = 0;
  const busy = (data) => ({
    shape: [9, 2, 4],
    get data() {
      inner += 1;
      pe.embedding.sinusoidal({ seqLen: 30, dModel: 64 });
      return data;
    },
  });
  const again = pe.attention({ q: busy(q.data), k: busy(k.data), v: k });
  assert.deepEqual(again.output, attended);
  assert.ok(inner >= 2, `${inner} inner calls`);
  assert.deepEqual(pe.embedding.sinusoidal({ seqLen: 9, dModel: 8 }), expected);
});

test("a block that is refused is done without", async () => {
  const poor = await startGuarded(2 ** 13, true);
  const options = { seqLen: 9, dModel: 8 };
  for (let n = 0; n < 3; n += 1) {
    assert.deepEqual(
      poor.pe.embedding.sinusoidal(options),
      pe.embedding.sinusoidal(options),
    );
    assert.equal(poor.heap.live, 0);
  }
});
