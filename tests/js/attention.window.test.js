// A window hides keys; what a scheme counts over the keys stays as it was.
import assert from "node:assert/strict";
import test from "node:test";
import fc from "fast-check";
import { maxError, noise, pe } from "./helpers.js";

test("a window hides scores of CoPE, not its gates: fused, exact and relative.cope agree", () => {
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
        const own = pe.relative.cope({ q, k, v, causal, embeddings });
        const masked = pe.attention({ ...call, mask: own.position });
        assert.ok(maxError(fused.output.data, masked.output.data) < 1e-5);
      },
    ),
    { numRuns: 60 },
  );
});
