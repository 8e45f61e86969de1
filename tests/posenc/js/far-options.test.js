// Options that are fine by themselves and lead too far together: refused with a
// message of the call, not by the module.
import assert from "node:assert/strict";
import test from "node:test";
import { pe, refuses } from "./helpers.js";

test("random directions are refused where the product with a point would be inexact", () => {
  const coords = { data: [0.5, 0.25], shape: [1, 2] };
  const most = 2 ** 29;
  const matrix = (x) => ({ data: [0, x, -x, 1], shape: [2, 2] });
  const { data } = pe.embedding.randomFourier({ coords, matrix: matrix(most) });
  assert.ok(data.every((x) => Math.abs(x) <= 1));
  refuses(
    () => pe.embedding.randomFourier({ coords, matrix: matrix(most + 64) }),
    RangeError,
    "embedding.randomFourier: matrix.data[1] must be a finite number from -536870912 to 536870912, got 536870976",
  );
  const drawn = (scale) =>
    pe.embedding.randomFourier({ coords, features: 512, scale, seed: 3 });
  assert.equal(drawn(2 ** 25).data.length, 1024);
  refuses(
    () => drawn(1e30),
    RangeError,
    "embedding.randomFourier: scale must be a finite number from 0 to 33554432, got 1e+30",
  );
});

test("dynamicLongrope is refused where a λ has come to nothing", () => {
  const at = (seqLen, longFactor) =>
    pe.rotary.frequencies({
      headDim: 4,
      seqLen,
      scaling: {
        type: "dynamicLongrope",
        longFactor,
        maxSeqLen: 96,
        originalMaxSeqLen: 64,
      },
    });
  assert.ok(at(127, [1, 0.5]).inverseFrequency.every((x) => x > 0));
  // λ above 1 goes on growing.
  assert.ok(at(2 ** 30, [1, 4]).inverseFrequency.every((x) => x > 0));
  refuses(
    () => at(128, [1, 0.5]),
    RangeError,
    "rotary.frequencies: seqLen must be such that 1 + (λ − 1)(seqLen − 64)/(96 − 64) is from 1e-12 to 1000000000000 for every λ of scaling.longFactor, got 128, 0 for longFactor[1]",
  );
});
