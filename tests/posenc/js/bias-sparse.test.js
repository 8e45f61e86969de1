// Positions far apart cost what their number costs, and change no bit.
import assert from "node:assert/strict";
import test from "node:test";
import { noise, pe, refuses } from "./helpers.js";

const CALLS = {
  alibi: { numHeads: 3 },
  t5: { table: noise([32, 2]) },
  kerple: { kind: "power", a: [1, 0.5], p: [1, 0.3] },
  sandwich: { numHeads: 2, dim: 16 },
};
const queryPositions = [3, -40, 9_000];
const keyPositions = [0, 70, 71, 500, -20_000, 40_000, 40_001, 0];

for (const [name, options] of Object.entries(CALLS)) {
  test(`bias.${name} of distant positions is that of all between`, () => {
    const few = pe.bias[name]({ ...options, queryPositions, keyPositions });
    // Every position between the ends: a table of all offsets is made.
    const all = Array.from({ length: 60_002 }, (_, n) => n - 20_000);
    for (const [i, query] of queryPositions.entries()) {
      const row = pe.bias[name]({
        ...options,
        queryPositions: [query],
        keyPositions: all,
      });
      const [heads] = row.shape;
      for (let h = 0; h < heads; h += 1) {
        for (const [j, key] of keyPositions.entries()) {
          const at = (h * queryPositions.length + i) * keyPositions.length + j;
          const expected = row.data[h * all.length + key + 20_000];
          assert.equal(few.data[at], expected, `head ${h}: ${query}, ${key}`);
        }
      }
    }
  });

  test(`bias.${name} reaches as far as positions do, at once`, () => {
    const far = name === "t5" ? 2 ** 30 : 2 ** 31;
    const ends = [-far, far - 1];
    const start = performance.now();
    const { data } = pe.bias[name]({
      ...options,
      queryPositions: ends,
      keyPositions: ends,
    });
    assert.ok(performance.now() - start < 1000);
    assert.ok(!data.some(Number.isNaN));
  });
}

test("bias.t5 says how far apart positions may be", () => {
  refuses(
    () =>
      pe.bias.t5({
        ...CALLS.t5,
        queryPositions: [-(2 ** 31)],
        keyPositions: [0],
      }),
    RangeError,
    "bias.t5: positions must be less than 2^31 apart, got 2147483648",
  );
});
