// The derivations: lines that open one by one, and figures that show what the
// lines say.
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { useSite } from "./browser.js";
import { figureModel } from "./figure-model.js";

const site = useSite();

const visible = (page, id) =>
  page.evaluate(
    (at) =>
      [...document.querySelectorAll(`#${at} ol > li`)].filter(
        (line) => getComputedStyle(line).display !== "none",
      ).length,
    id,
  );

describe("a derivation", () => {
  for (const lang of ["en", "zh"]) {
    test(`opens line by line, or all at once (${lang})`, async (t) => {
      const { page, problems } = await site.open(t, `${lang}/derivations/`);
      const at = page.locator("#rotation-lines");
      const lines = await at.locator("ol > li").count();
      assert.ok(lines > 8, `${lines} lines`);
      assert.equal(await visible(page, "rotation-lines"), 1);
      await at.locator('[data-lines="next"]').click();
      assert.equal(await visible(page, "rotation-lines"), 2);
      assert.equal(
        await at.locator(".derivation-count").textContent(),
        `2 / ${lines}`,
      );
      // Others stay as they are.
      assert.equal(await visible(page, "base-lines"), 1);
      await at.locator('[data-lines="all"]').click();
      assert.equal(await visible(page, "rotation-lines"), lines);
      assert.equal(await at.locator(".derivation-go").isVisible(), false);
      // The keyboard is where it reads on: at the first of the new lines.
      assert.equal(
        await page.evaluate(() => {
          const line = document.activeElement.closest("li");
          return line && [...line.parentElement.children].indexOf(line);
        }),
        2,
      );
      assert.deepEqual(problems, []);
    });
  }

  test("is whole on paper and without scripts", async (t) => {
    const { page } = await site.open(t, "en/derivations/");
    const lines = await page.locator("#base-ways ol > li").count();
    await page.emulateMedia({ media: "print" });
    assert.equal(await visible(page, "base-ways"), lines);
    const { page: plain } = await site.open(t, "en/derivations/", {
      javaScriptEnabled: false,
    });
    const shown = plain.locator("#base-ways ol > li:visible");
    assert.equal(await shown.count(), lines);
    assert.equal(await plain.locator(".derivation-go:visible").count(), 0);
  });
});

describe("what the figures of the derivations show", () => {
  test("the angles of RoPE with base β^(d/2) have the digits of the position", async () => {
    for (const pos of [0, 9, 1999, 5300, 7642]) {
      const { model, state } = await figureModel("number-wheels", { pos });
      const digits = model.places.map((place) =>
        Math.floor(((state.pos * place.scaled) % place.carry) + 1e-9),
      );
      assert.equal(
        digits.reverse().join(""),
        String(pos).padStart(4, "0"),
        String(pos),
      );
    }
  });

  test("counting on brings a new digit, the other ways do not, and only interpolation makes steps smaller", async () => {
    const steps = {};
    for (const scaling of ["none", "linear", "ntk", "yarn"]) {
      const { model } = await figureModel("number-wheels", { scaling });
      assert.equal(model.unseen, scaling === "none" ? 1 : 0, scaling);
      const [ones] = model.places;
      steps[scaling] = ones.scaled / ones.plain;
    }
    assert.deepEqual(steps, { none: 1, linear: 0.25, ntk: 1, yarn: 1 });
    // NTK is a change of base: every carry is β·s^(2/(d − 2)).
    const { model } = await figureModel("number-wheels", { scaling: "ntk" });
    for (const { carry } of model.places.slice(0, 3)) {
      assert.ok(Math.abs(carry - 10 * 4 ** (1 / 3)) < 1e-9, `${carry}`);
    }
    // A middle place that was nearly round in training meets new angles.
    const short = { scaling: "ntk", trainLen: 500 };
    assert.equal((await figureModel("number-wheels", short)).model.unseen, 1);
  });

  test("evenly spaced speeds come back at πd, geometric ones do not", async () => {
    const { model } = await figureModel("fading", { headDim: 64 });
    assert.ok(model.even[201] > 0.99, `${model.even[201]}`);
    assert.ok(Math.max(...model.geometric.slice(20)) < 0.7);
  });

  test("the sum of any content stays below Abel’s bound", async () => {
    for (let seed = 0; seed < 20; seed += 1) {
      const { model } = await figureModel("fading", { seed, shows: "bound" });
      model.value.forEach((value, k) => {
        assert.ok(value <= model.bound[k] + 1e-9, `${seed}, ${k}`);
      });
    }
  });

  test("a factor of ln n keeps the weight that a longer text eats up", async () => {
    const { model } = await figureModel("attention-entropy");
    const [plain, scaled] = [model.plain, model.scaled];
    const at = (n) => Math.log2(n) - 4;
    assert.ok(
      Math.abs(plain[at(512)].weight - scaled[at(512)].weight) < 1e-6,
      "nothing changes at the trained length",
    );
    assert.ok(plain[at(8192)].weight < 0.4 * plain[at(512)].weight);
    assert.ok(scaled[at(8192)].weight > 0.9 * scaled[at(512)].weight);
    assert.ok(plain[at(8192)].entropy > 2 * scaled[at(8192)].entropy);
  });

  test("in a plane the offset alone counts, and rows do not run into each other", async () => {
    const { model } = await figureModel("rope-plane");
    const score = (a, b) => model.scores[a * 225 + b];
    const [here, there] = [score(0, 2 * 15 + 3), score(40, 40 + 2 * 15 + 3)];
    assert.ok(Math.abs(here - there) < 1e-4, `${here}, ${there}`);
    const { model: flat } = await figureModel("rope-plane", { method: "flat" });
    const beside = flat.scores[1];
    const wrapped = flat.scores[14 * 225 + 15];
    assert.ok(Math.abs(beside - wrapped) < 1e-4);
    assert.ok(score(14, 15) < score(0, 1) - 1);
  });

  test("windows and ReRoPE meet at known offsets only", async () => {
    const of = async (method) =>
      (await figureModel("kept-offsets", { method })).model;
    const [plain, sliding, rerope, leaky] = await Promise.all(
      ["plain", "sliding", "rerope", "leaky"].map(of),
    );
    assert.equal(plain.seen, 300);
    assert.equal(plain.fresh, 78);
    assert.deepEqual([sliding.fresh, sliding.largest], [0, 5]);
    assert.equal(sliding.seen, 6 * 24 - 15);
    assert.deepEqual([rerope.seen, rerope.fresh, rerope.largest], [300, 0, 6]);
    assert.equal(leaky.seen, 300);
    assert.ok(Math.abs(leaky.largest - (6 + 17 / 4)) < 1e-6);
  });
});
