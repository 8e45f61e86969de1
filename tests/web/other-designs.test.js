// What the figures on other designs claim, recomputed without them.
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { useSite } from "./browser.js";
import { importSource } from "./figure.js";
import { figureModel as figure } from "./figure-model.js";
import { tryKeys } from "./press-keys.js";

const near = (a, b, error) => assert.ok(Math.abs(a - b) < error, `${a} ≈ ${b}`);

describe("layers and digits", () => {
  test("the bias reaches the near pairs of each sentence and no others", async () => {
    const window = 3;
    const { model, finding } = await figure("document-ruler", { window });
    const sentences = [5, 4, 6, 3, 4, 5, 3];
    let pairs = 0;
    for (const length of sentences) {
      for (let i = 0; i < length; i += 1) {
        for (let j = 0; j < length; j += 1) {
          if (Math.abs(i - j) <= window) pairs += 1;
        }
      }
    }
    assert.equal(model.touched, pairs);
    assert.match(finding, new RegExp(`<b>${pairs}</b> of 900`));
  });

  test("paragraphs are alike because of the second layer alone", async () => {
    const both = (await figure("document-ruler")).model;
    assert.ok(both.within > both.across + 0.1);
    const waves = (await figure("document-ruler", { paragraph: false })).model;
    near(waves.within, waves.across, 1e-6);
    const vectors = (await figure("document-ruler", { waves: false })).model;
    near(vectors.within, 1, 1e-6);
    const off = (await figure("document-ruler", { local: false })).model;
    assert.equal(off.touched, 0);
  });
});

describe("mixtures", () => {
  test("columns cut from a wide table leave neighbours nearly alike", async () => {
    const { model } = await figure("hybrid-columns");
    const apart = (pairs) => Math.sqrt(pairs.reduce((a, b) => a + b, 0));
    const chord = (i) => 2 - 2 * Math.cos(10000 ** (-i / 256));
    const all = Array.from({ length: 256 }, (_, i) => chord(i));
    near(model.whole[1], apart(all), 1e-4);
    near(model.fixed[1], apart(all.slice(64)), 1e-4);
    near(model.fastest, 20 * Math.PI, 1e-6);
    const own = (await figure("hybrid-columns", { fixed: "own" })).model;
    near(own.fastest, 2 * Math.PI, 1e-9);
    assert.ok(own.fixed[1] > 5 * model.fixed[1]);
  });
});

describe("logarithms and convolutions", () => {
  /** Rounds a number from 0 to 1 to float16, ties to even. */
  function half(value) {
    if (value === 0) return 0;
    const unit = 2 ** (Math.max(-14, Math.floor(Math.log2(value))) - 10);
    const count = value / unit;
    const low = Math.floor(count);
    const up = count - low > 0.5 || (count - low === 0.5 && low % 2 === 1);
    return (low + (up ? 1 : 0)) * unit;
  }
  const distinct = (count) =>
    new Set(
      Array.from({ length: count }, (_, p) =>
        half(Math.fround(Math.log1p(p) / Math.log(count))),
      ),
    ).size;

  test("float16 keeps as many logarithms apart as rounding by hand", async () => {
    const { model } = await figure("log-steps");
    assert.equal(model.distinct, distinct(1024));
    // What the glass shows as stored is what the library tells apart.
    const { stored } = await importSource(
      "widgets/figures/10-other-designs/log-steps.ts",
    );
    for (const format of ["float16", "bfloat16", "float32"]) {
      const { distinct } = (await figure("log-steps", { format })).model;
      const kept = model.values.map((value) => stored(value, format));
      assert.equal(new Set(kept).size, distinct, format);
    }
    near(
      model.steps[0] / model.steps.at(-1),
      Math.LN2 / Math.log(1024 / 1023),
      5,
    );
    const { checks } = await importSource("site/quiz/checks/index.ts");
    assert.equal(checks["designs/log-float16"](), distinct(5000));
  });

  test("equal tokens differ only where zeros can be felt", async () => {
    const count = async (values) =>
      (await figure("conv-edge", values)).model.distinct;
    assert.equal(await count({ layers: 2 }), 5);
    assert.equal(await count({ layers: 4 }), 9);
    assert.equal(await count({ layers: 1, kernel: 1 }), 1);
    assert.equal(await count({ padding: "circular" }), 1);
    assert.equal(await count({ padding: "causal", layers: 2 }), 5);
    const moved = async (padding) =>
      (await figure("conv-edge", { padding, tokens: "different" })).model.moved;
    assert.equal(await moved("circular"), 0);
    assert.ok((await moved("zero")) > 0.1);
    const { checks } = await importSource("site/quiz/checks/index.ts");
    assert.equal(checks["designs/conv-distinct"](), 7);
  });
});

describe("biases, gates and grids", () => {
  test("the curves are the formulas of their papers", async () => {
    const { curves } = (await figure("bias-curves", { a: 2, p: 0.7 })).model;
    for (const d of [0, 1, 10, 100, 256]) {
      near(curves["kerple-log"][d], -0.7 * Math.log(1 + 2 * d), 1e-5);
      near(curves["kerple-power"][d], -2 * d ** 0.7, 1e-4);
      near(curves.alibi[d], -d / 16, 1e-5);
      let sum = -64;
      for (let i = 1; i <= 64; i += 1) sum += Math.cos(d * 10000 ** (-i / 64));
      near(curves.sandwich[d], sum / 4, 1e-3);
      const input = Math.log(0.1 * d + 1) / (Math.log(0.1 * 512 + 1) + 1e-6);
      near(curves.fire[d], -8 * input, 1e-5);
    }
  });

  test("only FIRE changes with the length of the text", async () => {
    const at = async (seqLen) =>
      (await figure("bias-curves", { seqLen })).model.curves;
    const [short, long] = [await at(501), await at(1001)];
    for (const kind of ["alibi", "kerple-log", "kerple-power", "sandwich"]) {
      assert.equal(short[kind][64], long[kind][64], kind);
    }
    assert.ok(long.fire[64] > short.fire[64] + 0.1);
  });

  test("gates at full stops count sentences", async () => {
    const { model, finding } = await figure("counted-positions");
    const { tokens, counts } = model;
    for (let query = 0; query < tokens.length; query += 1) {
      for (let key = 0; key <= query; key += 1) {
        const stops = tokens
          .slice(key, query + 1)
          .filter((token) => /[.?]/.test(token)).length;
        near(counts[query * tokens.length + key], stops, 0.01);
      }
    }
    assert.match(finding, /position <b>3<\/b>/);
    const open = await figure("counted-positions", { sharpness: 0 });
    near(open.model.counts[11 * tokens.length], 6, 1e-5);
  });

  test("axial likeness is the mean of a row's and a column's", async () => {
    const { model } = await figure("grid-positions");
    const part = (offset) => {
      let sum = 0;
      for (let i = 0; i < 16; i += 1)
        sum += Math.cos(offset * 10000 ** (-i / 16));
      return sum / 16;
    };
    const cell = (row, column) => row * 25 + column;
    const from = cell(12, 12) * 625;
    near(model.alike.data[from + cell(12, 17)], (1 + part(5)) / 2, 1e-5);
    near(model.alike.data[from + cell(15, 16)], (part(3) + part(4)) / 2, 1e-5);
    // Random directions: as like aslant as along, up to chance.
    const wide = { method: "random", dModel: 256 };
    const random = (await figure("grid-positions", wide)).model.alike.data;
    near(random[from + cell(12, 17)], random[from + cell(15, 16)], 0.2);
  });
});

describe("chapter 10 in the browser", () => {
  const site = useSite();
  test("keys change what every figure shows", async (t) => {
    const { page, problems } = await site.open(t, "zh/other-designs/", {
      eager: true,
    });
    await tryKeys(page, {
      document: ["ruler", "ArrowRight", "pos"],
      columns: ["table", "ArrowRight", "learnedDims"],
      steps: ["steps", "ArrowRight", "pos"],
      edge: ["apart", "ArrowRight", "pos"],
      prices: ["curves", "ArrowRight", "distance"],
      counting: ["matrix", "ArrowUp", "pos"],
      grid: ["grid", "ArrowRight", "column"],
    });
    assert.deepEqual(problems, []);
  });
});
