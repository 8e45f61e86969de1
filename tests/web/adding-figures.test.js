// What the figures on adding positions to words claim, recomputed by other means.
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { load } from "../../src/posenc/dist/index.js";
import { useSite } from "./browser.js";
import { figureModel } from "./figure-model.js";
import { tryHands } from "./spec.js";

const near = (found, wanted, tolerance) =>
  assert.ok(
    Math.abs(found - wanted) <= tolerance,
    `${found} should be ${wanted}`,
  );

const dot = (a, b) => a.reduce((sum, x, k) => sum + x * b[k], 0);
const sinusoid = (p, d) =>
  Array.from({ length: d }, (_, k) => {
    const angle = p * 10000 ** (-(k - (k % 2)) / d);
    return k % 2 ? Math.cos(angle) : Math.sin(angle);
  });

describe("the numbers of chapter 7", () => {
  test("the documents' vectors add up, and join to six numbers", async () => {
    const sum = await figureModel("fusion");
    const wanted = [0.6, 0.1, -0.1, 0.6];
    sum.model.result.forEach((value, k) => {
      near(value, wanted[k], 1e-7);
    });
    const joined = await figureModel("fusion", {
      how: "concat",
      position: "0.1 -0.1",
    });
    assert.equal(joined.bold[0], 6);
    assert.ok(joined.model.gap < 1e-6 && sum.model.gap < 1e-6);
    assert.equal(joined.model.weights, 18);
    assert.equal(sum.model.weights, 12);
  });

  test("vectors of different widths are refused, with the library's words", async () => {
    const { model, finding } = await figureModel("fusion", {
      position: "0.1 -0.1",
    });
    assert.equal(model.result, undefined);
    assert.match(model.message, /^embedding\.add: rows must have shape/);
    assert.match(finding, /can’t be added/);
  });

  test("the four terms are those of the product, multiplied out by hand", async () => {
    const pe = await load();
    const { model } = await figureModel("logit-terms");
    assert.equal(
      model.words.join(" "),
      "the dog bites the man and the man bites the dog",
    );
    const d = 64;
    const table = pe.embedding.learned({
      maxLen: 5,
      dModel: d,
      std: 1,
      seed: 1,
    });
    const word = (n) => [...table.data.slice(n * d, (n + 1) * d)];
    // Word 3 is "the" again, number 0; word 1 is "dog", number 1.
    const [x, y, p, q] = [word(0), word(1), sinusoid(3, d), sinusoid(1, d)];
    const four = model.terms4(3, 1);
    near(four.cc, dot(x, y) / 8, 1e-4);
    near(four.cp, dot(x, q) / 8, 1e-4);
    near(four.pc, dot(p, y) / 8, 1e-4);
    near(four.pp, dot(p, q) / 8, 1e-4);
    near(model.total.values[3 * 11 + 1], four.sum, 1e-4);
  });

  test("with the rotation between, the position term looks k words back", async () => {
    const { model } = await figureModel("logit-terms", {
      weight: "shift",
      by: 2,
    });
    const n = model.words.length;
    for (let i = 2; i < n; i += 1) {
      const row = [...model.terms.pp.values.slice(i * n, (i + 1) * n)];
      assert.equal(row.indexOf(Math.max(...row)), i - 2);
    }
  });

  test("position rows have norm √(d/2), and √d closes most of the gap", async () => {
    const plain = await figureModel("scaling");
    near(plain.model.position, Math.sqrt(256), 1e-4);
    near(plain.bold[0], Math.SQRT1_2 / 0.02, 1.5);
    const scaled = await figureModel("scaling", { scaled: true });
    near(scaled.model.word / plain.model.word, Math.sqrt(512), 1e-3);
    assert.ok(scaled.model.kept > 10 * plain.model.kept);
  });

  test("equal words leave the encoder equal without positions, and apart with them", async () => {
    const run = (values) => figureModel("layers", values);
    const [on, off] = [await run(), await run({ position: false })];
    assert.ok(on.bold[0] > 0.5);
    assert.equal(off.bold[0], 0);
    const kinds = on.model.stages.map(({ side, kind }) => `${side} ${kind}`);
    assert.equal(kinds.filter((k) => k.endsWith("position")).length, 2);
    assert.equal(kinds.filter((k) => k.endsWith("crossAttention")).length, 2);
    assert.equal(kinds.at(-1), "decoder logits");
  });

  test("the decoder of the diagram never looks ahead", async () => {
    const { model } = await figureModel("layers");
    const masked = model.stages.filter(
      ({ side, kind }) => side === "decoder" && kind === "selfAttention",
    );
    assert.equal(masked.length, 2);
    for (const { weights } of masked) {
      for (const { values, rows } of weights) {
        for (let i = 0; i < rows; i += 1) {
          const row = values.slice(i * rows, (i + 1) * rows);
          near(
            row.reduce((s, v) => s + v, 0),
            1,
            1e-5,
          );
          assert.ok(row.slice(i + 1).every((v) => v === 0));
        }
      }
    }
  });

  test("only the right offset equals one pass, and the first token is right by any", async () => {
    for (const rule of ["zero", "restart", "late"]) {
      const { model } = await figureModel("decoding", { rule });
      assert.ok(Math.max(...model.right) < 1e-5);
      assert.ok(Math.max(...model.errors) > 0.05, rule);
      if (rule !== "late") assert.ok(model.errors[0] < 1e-5, rule);
    }
    const { model } = await figureModel("decoding", { rule: "restart" });
    assert.deepEqual(model.rows.slice(0, 6), [0, 1, 2, 3, 0, 1]);
    assert.ok(Math.max(...model.errors.slice(0, 4)) < 1e-5);
    assert.ok(Math.min(...model.errors.slice(4)) > 1e-3);
  });
});

const HANDS = [
  ["terms", "total", "ArrowRight", "key"],
  ["model", "diagram", "ArrowRight", "stage"],
  ["step-by-step", "errors", "ArrowLeft", "step"],
];

describe("the figures of chapter 7 answer", () => {
  const site = useSite();
  test("to an arrow key and to a drag", async (t) => {
    const { page, problems } = await site.open(t, "en/putting-them-in/", {
      eager: true,
    });
    await tryHands(page, HANDS);
    const chapter = await site.open(t, "en/learned-tables/", { eager: true });
    await tryHands(chapter.page, [["norms", "norms", "ArrowLeft", "dModel"]]);
    assert.deepEqual([...problems, ...chapter.problems], []);
  });

  test("to a number taken away: adding is refused, joining is not", async (t) => {
    const { page } = await site.open(t, "en/learned-tables/", { eager: true });
    const figure = page.locator("#adding");
    await figure.scrollIntoViewIfNeeded();
    await figure.locator(".finding b").first().waitFor();
    await figure.locator("#position").fill("0.1 -0.1 0.2");
    await figure.locator(".pane-layer .bad").waitFor();
    assert.match(
      await figure.locator(".pane-layer .bad").textContent(),
      /embedding\.add: rows must have shape/,
    );
    await figure.locator('input[value="concat"]').check({ force: true });
    await figure.locator(".pane-layer table").waitFor();
    assert.equal(await figure.locator(".pane-layer .bad").count(), 0);
  });

  test("to a Chinese sentence, cut into words", async (t) => {
    const { page } = await site.open(t, "zh/putting-them-in/", { eager: true });
    const figure = page.locator("#model");
    await figure.scrollIntoViewIfNeeded();
    await figure.locator(".finding b").first().waitFor();
    await figure.locator("#source").fill("猫追老鼠，老鼠怕猫");
    await page.waitForFunction(() =>
      document
        .querySelector("#model")
        .shadowRoot.querySelector(".finding")
        .textContent.includes("“老鼠”"),
    );
  });
});
