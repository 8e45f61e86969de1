// Above 2 GiB an address does not fit 31 bits: the module hands it out as a
// negative number, and an offset from it would point somewhere else.
import assert from "node:assert/strict";
import test from "node:test";
import { load } from "posenc";
import { whole } from "./calls/drawing.js";
import { CALLS, drawing, run } from "./calls.js";

const low = await load();
const high = await load();
// They fill the lower half. Two, as one would be the largest block of all.
const lower = [high.buffer([2 ** 28]), high.buffer([2 ** 28])];

/** What a call answers there, its buffers as plain tensors. */
function answer(pe, path, seed) {
  const buffers = [];
  const draw = () => drawing(whole(seed), pe, buffers);
  try {
    const args = CALLS[path](draw());
    const result = structuredClone(plain(run(pe, path, args, draw())));
    return { result, written: buffers.map(({ data }) => data.slice()) };
  } finally {
    for (const buffer of buffers) buffer.dispose();
  }
}

function plain(value) {
  if (typeof value !== "object" || value === null) return value;
  if (ArrayBuffer.isView(value)) return /** @type {any} */ (value).slice();
  if (Array.isArray(value)) return value.map(plain);
  const known = Object.keys(value).filter(
    (key) => typeof value[key] !== "function",
  );
  const all = "shape" in value ? ["data", "shape"] : known;
  return Object.fromEntries(all.map((key) => [key, plain(value[key])]));
}

test("the lower 2 GiB are taken", () => {
  assert.equal(lower.length, 2);
  const probe = high.buffer([4]);
  assert.ok(probe.data.byteOffset >= 2 ** 31, `${probe.data.byteOffset}`);
  probe.dispose();
});

for (const path of Object.keys(CALLS).filter((it) => it !== "buffer")) {
  test(`${path} answers the same above 2 GiB`, () => {
    for (let seed = 0; seed < 12; seed += 1) {
      const expected = answer(low, path, seed);
      assert.deepEqual(answer(high, path, seed), expected, `seed ${seed}`);
    }
  });
}

test("results go into buffers above 2 GiB, and nowhere else", () => {
  const guards = [high.buffer([64]), high.buffer([9, 8]), high.buffer([64])];
  const [before, out, after] = guards;
  before.data.fill(3);
  after.data.fill(4);
  const options = { seqLen: 9, dModel: 8 };
  assert.equal(high.embedding.sinusoidal({ ...options, out }), out);
  assert.deepEqual(
    Float32Array.from(out.data),
    low.embedding.sinusoidal(options).data,
  );
  assert.ok(before.data.every((n) => n === 3));
  assert.ok(after.data.every((n) => n === 4));
  for (const buffer of guards) buffer.dispose();
});

test("what took the lower half is still zeros, and its room is used again", () => {
  for (const buffer of lower) {
    for (let at = 0; at < buffer.data.length; at += 2 ** 12) {
      assert.equal(buffer.data[at], 0);
    }
    buffer.dispose();
  }
  const again = high.buffer([2 ** 27]);
  assert.ok(again.data.byteOffset < 2 ** 31);
  again.dispose();
});
