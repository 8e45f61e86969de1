// What the figures on sinusoids claim, recomputed from the plain formula.
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { settle, useSite } from "./browser.js";
import { figureModel } from "./figure-model.js";
import { tryHands } from "./spec.js";

const omega = (i, d, base = 10000) => base ** ((-2 * i) / d);

/** One row of the table by the formula. */
const row = (p, d) =>
  Array.from({ length: d }, (_, k) => {
    const angle = p * omega(k >> 1, d);
    return k % 2 ? Math.cos(angle) : Math.sin(angle);
  });
const dot = (a, b) => a.reduce((sum, x, k) => sum + x * b[k], 0);

/** g(k) / g(0). */
function likeness(k, d) {
  let sum = 0;
  for (let i = 0; i < d / 2; i += 1) sum += Math.cos(k * omega(i, d));
  return sum / (d / 2);
}

const near = (found, wanted, tolerance) =>
  assert.ok(
    Math.abs(found - wanted) <= tolerance,
    `${found} should be ${wanted}`,
  );

describe("the numbers of chapter 4", () => {
  test("one matrix shifts all rows, and a sine alone explains only a part", async () => {
    const d = 16;
    const { model, bold } = await figureModel("shift");
    assert.ok(bold[0] < 1e-6 && bold[0] > 0);
    const after = row(19, d);
    model.moved.forEach((value, k) => {
      near(value, after[k], 1e-6);
    });
    let lost = 0;
    for (let i = 0; i < d / 2; i += 1) {
      let [ss, st, tt] = [0, 0, 0];
      for (let p = 0; p + 7 < 2000; p += 1) {
        const s = Math.sin(p * omega(i, d));
        const t = Math.sin((p + 7) * omega(i, d));
        ss += s * s;
        st += s * t;
        tt += t * t;
      }
      lost += Math.sqrt(1 - (st * st) / (ss * tt)) / (d / 2);
    }
    near(bold[1], 100 * lost, 0.51);
  });

  test("the two walks lead to the hand at p + k", async () => {
    const { bold } = await figureModel("addition");
    near(bold[0], Math.sin(1.4), 5e-5);
    near(bold[1], Math.sin(1.4), 5e-5);
  });

  test("the terms in i + j cancel, for one pair and for all", async () => {
    for (const show of ["one", "all"]) {
      const { model, bold } = await figureModel("products", { show });
      const pairs =
        show === "one" ? [8] : Array.from({ length: 32 }, (_, i) => i);
      const wanted = pairs.reduce((s, i) => s + Math.cos(5 * omega(i, 64)), 0);
      for (const sum of model.sums) near(sum, wanted, 1e-5);
      assert.ok(bold[0] > 0.9 && bold[1] < 1e-5, show);
    }
  });

  test("products depend on the offset until a random matrix stands between", async () => {
    const plain = await figureModel("similarity");
    assert.ok(plain.bold[0] < 1e-4);
    assert.equal(plain.bold[1], 100);
    near(
      plain.model.matrix.values[45 + 40 * 96],
      dot(row(40, 128), row(45, 128)),
      1e-4,
    );
    for (const seed of [1, 2, 3, 4, 5]) {
      const { model } = await figureModel("similarity", {
        weight: "random",
        seed,
      });
      assert.ok(model.explained < 0.6, `seed ${seed}: ${model.explained}`);
      assert.ok(model.self < 32, `seed ${seed}: ${model.self}`);
    }
    for (const start of [0, 1_000_000]) {
      const { bold } = await figureModel("similarity", {
        weight: "shift",
        start,
        by: 8,
      });
      assert.equal(bold[0], 88);
    }
  });

  test("narrow tables come back and wide ones do not", async () => {
    const { bold, model } = await figureModel("repeats");
    let best = model.wave;
    for (let k = Math.ceil(model.wave); k <= 100_000; k += 1) {
      if (likeness(k, 8) > likeness(best, 8) || best === model.wave) best = k;
    }
    assert.equal(bold[1], best);
    near(bold[0], likeness(best, 8), 6e-5);
    const wide = await figureModel("repeats", { width: "64" });
    assert.ok(wide.bold[0] < 0.6);
  });
});

/** Id, panel, a key, and the property that key and drag change. */
const HANDS = [
  // Its tips are dragged below.
  ["walks", "circle", "ArrowRight", "pos", null],
  ["stack", "curves", "ArrowLeft", "pos"],
  ["all-products", "matrix", "ArrowUp", "pos"],
  ["near-repeats", "overview", "ArrowLeft", "at"],
];

describe("the figures of chapter 4 answer", () => {
  const site = useSite();
  test("to an arrow key and to a drag", async (t) => {
    const { page, problems } = await site.open(t, "en/what-waves-can-do/", {
      eager: true,
    });
    await tryHands(page, HANDS);
    assert.deepEqual(problems, []);
    const sinusoids = await site.open(t, "en/sinusoids/", { eager: true });
    await tryHands(sinusoids.page, [["shift", "matrix", "ArrowDown", "dim"]]);
    assert.deepEqual(sinusoids.problems, []);
  });

  test("to the steps of the addition theorem, and to its tip", async (t) => {
    const { page } = await site.open(t, "en/what-waves-can-do/", {
      eager: true,
    });
    const figure = page.locator("#walks");
    await figure.scrollIntoViewIfNeeded();
    await figure.locator(".finding b").first().waitFor();
    await figure.locator(".pane-steps button").nth(1).click();
    await settle(page);
    assert.equal(await figure.evaluate((at) => at.step), 2);
    assert.equal(
      await figure.locator(".pane-steps .now").textContent(),
      "Walk the share cos ωk of the way along the hand.",
    );
    await figure.locator(".pane-steps button").nth(3).click();
    await settle(page);
    const plot = figure.locator(".pane-circle .plot");
    await plot.scrollIntoViewIfNeeded();
    const box = await plot.boundingBox();
    // The grey tip, at 0.5 radians from twelve o'clock.
    const radius = Math.min(box.width - 16, box.height - 8);
    const circle = Math.min((box.width - 16) / 2 - 48, radius / 2 - 18);
    const tip = (angle) => [
      box.x + box.width / 2 + circle * Math.sin(angle),
      box.y + box.height / 2 - circle * Math.cos(angle),
    ];
    await page.mouse.move(...tip(0.5));
    await page.mouse.down();
    await page.mouse.move(...tip(0.7), { steps: 4 });
    await page.mouse.up();
    assert.equal(await figure.evaluate((at) => at.pos), 7);
  });
});
