// What is hidden takes no part, in CoPE's counting neither: gates of keys that a
// window hides are closed.
import assert from "node:assert/strict";
import test from "node:test";
import fc from "fast-check";
import { maxError, noise, pe } from "./helpers.js";

test("a window closes CoPE's gates: fused, exact, relative.cope and a mask agree", () => {
  fc.assert(
    fc.property(
      // Around the fused pass's tiles of 256 keys too.
      fc.oneof(
        fc.integer({ min: 1, max: 40 }),
        fc.integer({ min: 250, max: 530 }),
      ),
      fc.integer({ min: 1, max: 70 }),
      fc.boolean(),
      fc.integer({ min: 1, max: 1e6 }),
      (length, window, causal, seed) => {
        const [q, k, v] = [2, 1, 1].map((heads, n) =>
          noise([length, heads, 4], seed + n),
        );
        const embeddings = noise([9, 4], seed + 3);
        const call = { q, k, v, causal, window };
        const position = /** @type {const} */ ({ type: "cope", embeddings });
        const fused = pe.attention({ ...call, position });
        const exact = pe.attention({ ...call, position, returnWeights: true });
        assert.ok(maxError(fused.output.data, exact.output.data) < 1e-5);
        // The scheme's own terms, as a mask of numbers.
        const own = pe.relative.cope({ ...call, embeddings });
        const masked = pe.attention({ ...call, mask: own.position });
        assert.ok(maxError(fused.output.data, masked.output.data) < 1e-5);
        // The same keys hidden by a mask.
        const data = Array.from({ length: length * length }, (_, n) => {
          const distance = Math.floor(n / length) - (n % length);
          return Math.abs(distance) < window && (distance >= 0 || !causal);
        });
        const other = pe.attention({
          q,
          k,
          v,
          position,
          mask: { data, shape: [length, length] },
        });
        assert.ok(maxError(fused.output.data, other.output.data) < 1e-5);
      },
    ),
    { numRuns: 60 },
  );
});

test("finite numbers of a mask go through CoPE's gates, as in the paper's listing", () => {
  // q·k = 0, so a gate is sigmoid(mask); row n of e gives n.
  const q = { data: [1, 0], shape: [1, 1, 2] };
  const k = { data: [0, 1, 0, 1, 0, 1], shape: [3, 1, 2] };
  const embeddings = { data: [0, 0, 1, 0, 2, 0, 3, 0], shape: [4, 2] };
  const mask = { data: [0, Math.log(3), -1e9], shape: [1, 3] };
  const { positions } = pe.relative.cope({ q, k, v: k, embeddings, mask });
  // 1/2 + 3/4 + 0, 3/4 + 0, 0.
  for (const [n, expected] of [1.25, 0.75, 0].entries()) {
    assert.ok(Math.abs(positions.data[n] - expected) < 1e-7);
  }
});

test("CoPE's gates and term take the call's scale, as the content does", () => {
  const [q, k] = [noise([5, 1, 4], 1), noise([5, 1, 4], 2)];
  const embeddings = noise([4, 4], 3);
  const call = { q, k, v: k, embeddings };
  const twice = { data: q.data.map((x) => 2 * x), shape: q.shape };
  const scaled = pe.relative.cope({ ...call, scale: 1 });
  const plain = pe.relative.cope({ ...call, q: twice, scale: 0.5 });
  for (const name of ["scores", "position", "positions"]) {
    assert.deepEqual(plain[name], scaled[name], name);
  }
  const none = pe.relative.cope({ ...call, scale: 0 });
  assert.deepEqual([...none.positions.data.slice(0, 5)], [2.5, 2, 1.5, 1, 0.5]);
  assert.deepEqual([...none.scores.data], Array(25).fill(0));
});
