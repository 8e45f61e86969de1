// Every public call where memory runs out: at its first allocation, at its
// second, and so on until it gets through.
import assert from "node:assert/strict";
import test from "node:test";
import { whole } from "./calls/drawing.js";
import { CALLS, drawing, pathsOf, run } from "./calls.js";
import { startGuarded } from "./guarded-heap.js";

const { pe, heap } = await startGuarded();
const probe = () => pe.embedding.sinusoidal({ seqLen: 3, dModel: 4 });
const known = probe();

/** The same call as often as wanted, and the buffers that it needs freed. */
function withCall(path, seed, work) {
  const buffers = [];
  const args = CALLS[path](drawing(whole(seed), pe, buffers));
  const again = () => run(pe, path, args, drawing(whole(seed), pe, buffers));
  try {
    work(again);
  } finally {
    for (const buffer of buffers) buffer.dispose();
  }
}

/** Its own name, or that of the method of the model that it made. */
const named = (path) => `^${path.replaceAll(".", "\\.")}\\b`;

test("every public call has a generator of arguments", () => {
  assert.deepEqual(Object.keys(CALLS).sort(), pathsOf(pe).sort());
});

for (const path of Object.keys(CALLS)) {
  test(`${path} says so where memory runs out, and leaks nothing`, () => {
    const message = new RegExp(
      `${named(path)}.*: needs .*\\d+ bytes\\)? of memory, more than`,
    );
    for (let seed = 0; seed < 6; seed += 1) {
      const before = heap.live;
      withCall(path, seed, (again) => {
        const whole = heap.live;
        let expected;
        try {
          expected = again();
        } catch (/** @type {any} */ error) {
          assert.fail(`seed ${seed}: ${error.stack}`);
        }
        assert.equal(heap.live, whole, "blocks left by the call");
        const total = heap.allocations;
        again();
        const count = heap.allocations - total;
        for (let n = 1; n <= count; n += 1) {
          heap.fail(n);
          assert.throws(again, { name: "RangeError", message }, `number ${n}`);
          heap.fail(0);
          assert.equal(heap.live, whole, `blocks left by failure ${n}`);
          assert.deepEqual(probe(), known);
        }
        // Calls that write into their arguments differ from before.
        if (!/InPlace|^buffer$|coder$/.test(path)) {
          assert.deepEqual(again(), expected);
        }
        heap.check();
      });
      assert.equal(heap.live, before);
    }
  });
}

test("memory stays as it is, however often a call is made", () => {
  const rounds = (count) => {
    for (const path of Object.keys(CALLS)) {
      withCall(path, 3, (again) => {
        for (let n = 0; n < count; n += 1) again();
      });
    }
  };
  rounds(3);
  const [live, size] = [heap.live, heap.size];
  rounds(60);
  assert.equal(heap.live, live);
  assert.equal(heap.size, size);
});

test("sizes around the largest that memory could have are refused by name", () => {
  const about = [2 ** 30 - 16385, 2 ** 30 - 16384, 2 ** 30, 2 ** 31, 2 ** 32];
  for (const length of about) {
    const message = /^buffer: needs .* bytes\) of memory, more than the module/;
    assert.throws(() => pe.buffer([length]), { name: "RangeError", message });
  }
  for (const [path, options] of /** @type {const} */ ([
    ["embedding.sinusoidal", { seqLen: 2 ** 31, dModel: 65536 }],
    ["embedding.learned", { maxLen: 2 ** 14, dModel: 65536 }],
    ["bias.alibi", { numHeads: 65536, queryLen: 2 ** 31, keyLen: 2 ** 31 }],
    ["bias.alibi", { numHeads: 1, form: "key", queryLen: 2 ** 29, keyLen: 1 }],
    ["relative.distances", { queryLen: 2 ** 24, keyLen: 2 ** 24 }],
    ["analysis.shiftMatrix", { dModel: 65536, offset: 1 }],
  ])) {
    const [room, name] = path.split(".");
    assert.throws(() => pe[room][name](options), {
      name: "RangeError",
      message: new RegExp(`^${path}: needs .* of memory, more than`),
    });
    assert.deepEqual(probe(), known);
  }
});
