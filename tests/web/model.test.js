import assert from "node:assert/strict";
import { before, describe, test } from "node:test";
import fc from "fast-check";
import { load } from "../../src/posenc/dist/index.js";
import { importSource } from "./figure.js";

let model;
let pe;
before(async () => {
  model = await importSource("widgets/playground/columns.ts");
  pe = await load();
});

const layouts = fc.constantFrom("interleaved", "halves");
const widths = fc.integer({ min: 2, max: 512 });
const bases = fc.double({ min: 2, max: 1e9, noNaN: true });

describe("what the triptych knows of a table", () => {
  test("a cell is the sine or cosine of its pair's angle, as the formula says", () => {
    fc.assert(
      fc.property(layouts, widths, bases, (layout, dModel, base) => {
        const shape = { layout, dModel, base };
        const { data } = pe.embedding.sinusoidal({ positions: [3], ...shape });
        for (let dim = 0; dim < dModel; dim += 1) {
          const { pair, wave } = model.columnAt(dim, shape);
          const angle = 3 * model.frequency(pair, shape);
          assert.ok(Math.abs(data[dim] - Math[wave](angle)) < 1e-7, `${dim}`);
        }
      }),
      { numRuns: 40 },
    );
  });

  test("sine and cosine columns lead back to their pair", () => {
    fc.assert(
      fc.property(layouts, widths, (layout, dModel) => {
        const shape = { layout, dModel, base: 10000 };
        for (let pair = 0; pair < Math.floor(dModel / 2); pair += 1) {
          const sine = model.columnAt(model.sineColumn(pair, shape), shape);
          assert.deepEqual(sine, { pair, wave: "sin" });
          const cosine = model.columnAt(model.cosineColumn(pair, shape), shape);
          assert.deepEqual(cosine, { pair, wave: "cos" });
        }
      }),
    );
  });

  test("periods are the wavelengths of the library", () => {
    for (const [dModel, base] of [
      [64, 10000],
      [512, 10000],
      [6, 100],
    ]) {
      const wavelengths = pe.analysis.wavelengths({ dModel, base });
      for (let pair = 0; pair < dModel / 2; pair += 1) {
        const period = model.period(pair, { dModel, base });
        assert.ok(Math.abs(period / wavelengths[pair] - 1) < 1e-12);
      }
    }
  });

  test("six dials at most, in order, the chosen pair among them", () => {
    fc.assert(
      fc.property(widths, fc.nat(255), (dModel, chosen) => {
        const complete = Math.floor(dModel / 2);
        const pairs = model.dialPairs(chosen, { dModel });
        assert.equal(pairs.length, Math.min(6, complete));
        for (let k = 1; k < pairs.length; k += 1) {
          assert.ok(pairs[k] > pairs[k - 1]);
        }
        assert.ok(pairs.at(-1) < complete);
        if (chosen < complete) assert.ok(pairs.includes(chosen));
      }),
    );
  });

  test("the waves around the chosen one are complete pairs, each once", () => {
    fc.assert(
      fc.property(
        widths,
        bases,
        fc.integer({ min: 1, max: 1024 }),
        fc.nat(255),
        (dModel, base, seqLen, chosen) => {
          const pairs = model.settingPairs(chosen, seqLen, { dModel, base });
          assert.equal(new Set(pairs).size, pairs.length);
          assert.ok(pairs.every((pair) => pair >= 0 && pair < dModel / 2));
          assert.ok(!pairs.includes(chosen));
        },
      ),
    );
  });
});
