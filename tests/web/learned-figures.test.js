// What the figures on learned tables claim, recomputed without them.
import assert from "node:assert/strict";
import { before, describe, test } from "node:test";
import { useSite } from "./browser.js";
import { importSource } from "./figure.js";
import { figureModel as figure } from "./figure-model.js";
import { tryKeys } from "./press-keys.js";

before(async () => {});

const norm = (row) => Math.hypot(...row);
const rowOf = ({ data, shape }, row) =>
  data.subarray(row * shape[1], (row + 1) * shape[1]);

describe("training a table", () => {
  test("leaves of the first error the share (1 − rate) to the number of updates", async () => {
    const { model, state } = await figure("train-table", { rate: 0.1 });
    for (const [step, row] of [
      [40, 0],
      [40, 7],
      [100, 15],
    ]) {
      const error = (table) =>
        norm(rowOf(table, row).map((v, k) => v - rowOf(model.target, row)[k]));
      const updates = model.counts[step * state.maxLen + row];
      assert.ok(updates > 0);
      const expected = error(model.tables[0]) * 0.9 ** updates;
      assert.ok(Math.abs(error(model.tables[step]) - expected) < 1e-5);
    }
  });

  test("never touches the rows that no text reaches", async () => {
    const { model, finding } = await figure("train-table", { longest: 16 });
    for (let row = 16; row < 24; row += 1) {
      assert.deepEqual(
        rowOf(model.tables[100], row),
        rowOf(model.tables[0], row),
      );
    }
    assert.match(finding, /<b>8<\/b> of 24 rows/);
  });

  test("changes nothing in a buffer, and swings or grows with large steps", async () => {
    const fixed = await figure("train-table", { trainable: false });
    assert.deepEqual(fixed.model.tables[100], fixed.model.tables[0]);
    assert.match(fixed.finding, /<b>24<\/b> of 24 rows/);
    const wild = await figure("train-table", { rate: 2.1 });
    assert.ok(wild.model.inside[100] > 10 * wild.model.inside[0]);
    const noise = await figure("train-table", { target: "noise", rate: 0.5 });
    assert.ok(noise.model.inside[100] < 0.3);
  });
});

describe("past the end of a table", () => {
  test("the library's own message is shown", async () => {
    const { model, finding } = await figure("overflow");
    assert.equal(
      model.message,
      'embedding.lookup: positions[12] must be an integer from 0 to 11 for a table of 12 rows (or overflow "clamp" or "wrap"), got 12',
    );
    assert.match(finding, /<b>3<\/b> tokens have no row/);
  });

  test("each way hands out the rows that it promises", async () => {
    const reads = async (way) => (await figure("overflow", { way })).model;
    const upTo = (n) => Array.from({ length: n }, (_, p) => p);
    assert.deepEqual((await reads("clamp")).reads, [...upTo(12), 11, 11, 11]);
    assert.equal((await reads("clamp")).distinct, 12);
    assert.deepEqual((await reads("wrap")).reads, [...upTo(12), 0, 1, 2]);
    assert.deepEqual((await reads("last")).reads, [-1, -1, -1, ...upTo(12)]);
    assert.deepEqual((await reads("first")).reads, [...upTo(12), -1, -1, -1]);
    assert.equal((await reads("resize")).distinct, 15);
    assert.equal((await reads("formula")).distinct, 15);
  });

  test("between two sinusoidal rows the squared length is 252.55", async () => {
    const { model, finding } = await figure("stretch-table");
    // Claim 004-14: |(a + b) / 2|² of neighbours, and 1 − cos(1/2).
    let sum = 0;
    for (let i = 0; i < 256; i += 1) {
      sum += (1 + Math.cos(10000 ** (-i / 256))) / 2;
    }
    assert.ok(Math.abs(model.lowest - sum) < 1e-3);
    assert.equal(model.lowest.toFixed(2), "252.55");
    assert.ok(Math.abs(model.error - (1 - Math.cos(0.5))) < 2e-3);
    assert.match(finding, /252\.55/);
  });

  test("noise loses half of it, and the nearest row loses nothing", async () => {
    const noise = { tableKind: "noise" };
    const { model } = await figure("stretch-table", noise);
    const middle = model.norms.filter((_, row) => row % 2 === 1);
    const mean = middle.reduce((a, b) => a + b) / middle.length;
    assert.ok(Math.abs(mean / model.oldNorm - 0.5) < 0.03);
    const nearest = { ...noise, method: "nearest" };
    const kept = (await figure("stretch-table", nearest)).model;
    assert.ok(kept.lowest > 0.7 * kept.oldNorm);
  });
});

describe("costs and scales", () => {
  test("the sum is the word's row plus the position's", async () => {
    const { model } = await figure("lookup", { text: "a b a" });
    for (const [at, word] of [0, 1, 0].entries()) {
      const expected = rowOf(model.words, word).map(
        (value, k) => value + rowOf(model.positions, at)[k],
      );
      assert.deepEqual(rowOf(model.sum, at), expected);
    }
    const printed = await figure("lookup", { rows: "printed" });
    assert.match(printed.finding, /<b>2<\/b> further words/);
    const chinese = await figure("lookup", { text: "人咬狗" });
    assert.deepEqual(chinese.model.tokens, ["人", "咬", "狗"]);
  });

  test("the numbers to be guessed are right", async () => {
    const { checks } = await importSource("site/quiz/checks/index.ts");
    // Of lengths from 1 to 160 each as often, half are longer than 80.
    assert.equal(checks["learned/row-80"](), 250);
    assert.ok(Math.abs(checks["learned/noise-midpoint"]() - 50) < 2);
    assert.ok(Math.abs(checks["learned/bert-share"]() - 0.3575) < 1e-3);
  });
});

describe("chapter 6 in the browser", () => {
  const site = useSite();
  test("keys change what every figure with a plot shows", async (t) => {
    const { page, problems } = await site.open(t, "en/learned-tables/", {
      eager: true,
    });
    await tryKeys(page, {
      "two-tables": ["sum", "ArrowUp", "pos"],
      beyond: ["tokens", "ArrowLeft", "seqLen"],
    });
    assert.deepEqual(problems, []);
  });

  test("keys change what the figures beside the chapter show", async (t) => {
    const { page, problems } = await site.open(t, "en/putting-them-in/", {
      eager: true,
    });
    await tryKeys(page, {
      train: ["loss", "ArrowRight", "step"],
      stretch: ["lengths", "ArrowRight", "pos"],
    });
    assert.deepEqual(problems, []);
  });
});
