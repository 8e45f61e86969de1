import assert from "node:assert/strict";
import test from "node:test";
import { startGuarded } from "./guarded-heap.js";
import { maxError, noise, pe, refuses } from "./helpers.js";

const heads = 2;
const fire = {
  weights: {
    hiddenWeight: noise([6, 1], 5),
    hiddenBias: noise([6], 6),
    outputWeight: noise([heads, 6], 7),
    outputBias: noise([heads], 8),
  },
};
const kerple = { kind: "log", a: [0.5, 1], p: [1, 0.5] };

/** Attention by a scheme, and with the matrix of pe.bias as a mask. */
function bothWays(type, options, { queryLen, keyLen, offset }) {
  const [q, k] = [queryLen, keyLen].map((length, i) =>
    noise([length, heads, 4], i + 1),
  );
  const shared = { q, k, v: noise([keyLen, heads, 3], 3), offset };
  const mask = pe.bias[type]({ ...options, queryLen, keyLen, offset });
  const position = { type, ...options };
  return [
    pe.attention({ ...shared, position }).output.data,
    pe.attention({ ...shared, mask }).output.data,
  ];
}

for (const [type, options] of Object.entries({ fire, kerple })) {
  test(`position ${type} hides no key unless told, wherever the queries are`, () => {
    for (const offset of [-40, -7, -1, 0, 3, 11, 40]) {
      for (const [queryLen, keyLen] of [
        [1, 1],
        [2, 9],
        [9, 2],
      ]) {
        const sizes = { queryLen, keyLen, offset };
        const [found, expected] = bothWays(type, options, sizes);
        assert.ok(maxError(found, expected) < 2e-6, JSON.stringify(sizes));
      }
    }
  });
}

test("FIRE far from the keys takes the memory of the distances that occur", () => {
  const offset = 2e8;
  for (const n of [1, 4]) {
    const keyPositions = Array.from({ length: n }, (_, i) => i);
    const queryPositions = keyPositions.map((i) => offset + i);
    const listed = pe.bias.fire({ ...fire, keyPositions, queryPositions });
    const q = { data: new Float32Array(n * heads * 4), shape: [n, heads, 4] };
    const v = noise([n, heads, 3], 3);
    const shared = { q, k: q, v, offset, returnWeights: true };
    const position = /** @type {const} */ ({ type: "fire", ...fire });
    const found = pe.attention({ ...shared, position });
    const expected = pe.attention({ ...shared, mask: listed });
    for (const name of ["output", "weights"]) {
      assert.ok(maxError(found[name].data, expected[name].data) < 2e-6);
    }
    const range = { queryLen: n, keyLen: n, offset };
    const { data } = pe.bias.fire({ ...fire, ...range });
    assert.ok(maxError(data, listed.data) < 2e-6);
  }
});

test("FIRE whose every hidden unit bends takes no more memory than it asked for", async () => {
  const { pe, heap } = await startGuarded();
  const bends = (units) => ({
    hiddenWeight: { data: Array(units).fill(1), shape: [units] },
    // Each at a place of its own between the nearest and the farthest key.
    hiddenBias: {
      data: Array.from({ length: units }, (_, n) => -(n + 1) / (units + 1)),
      shape: [units],
    },
    outputWeight: noise([heads, units], 7),
    outputBias: noise([heads], 8),
  });
  for (const units of [1, 2, 5]) {
    for (const n of [1, 2, 7]) {
      const x = noise([n, heads, 4], 1);
      pe.attention({
        q: x,
        k: x,
        v: x,
        position: { type: "fire", weights: bends(units) },
      });
      heap.check();
      assert.equal(heap.live, 0);
    }
  }
});

test("a KERPLE of other heads than the queries' is refused", () => {
  const x = noise([3, heads, 4]);
  refuses(
    () =>
      pe.attention({
        q: x,
        k: x,
        v: x,
        position: { type: "kerple", kind: "log", a: [1], p: [1] },
      }),
    RangeError,
    "attention: position: a must be an array of 2 numbers, got [1]",
  );
});
