// What the ladder of encodings claims, recomputed in plain JavaScript, and how
// its figures answer hands and keys.
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { useSite } from "./browser.js";
import { importSource } from "./figure.js";
import { figureModel } from "./figure-model.js";

const near = (found, wanted, tolerance) =>
  assert.ok(
    Math.abs(found - wanted) <= tolerance,
    `${found} should be ${wanted}`,
  );

const distance = (a, b) =>
  Math.sqrt(a.reduce((sum, x, k) => sum + (x - b[k]) ** 2, 0));

/** Largest step over the mean distance of two rows. */
function roughness(rows) {
  let [sum, count, step] = [0, 0, 0];
  rows.forEach((a, i) => {
    for (const b of rows.slice(0, i)) {
      sum += distance(a, b);
      count += 1;
    }
    if (i > 0) step = Math.max(step, distance(a, rows[i - 1]));
  });
  return step / (sum / count);
}

const judged = async (rung, seqLen = 32, seed = 0) => {
  const { judge } = await importSource("widgets/figures/02-ladder/demands.ts");
  return judge(rung, seqLen, seed);
};

const range = (count) => Array.from({ length: count }, (_, k) => k);

describe("the scores of chapter 2", () => {
  test("each rung meets the demands that the text says, for several seeds", async () => {
    const expected = {
      index: "distinct smooth linear beyond",
      normalized: "distinct bounded smooth linear",
      binary: "distinct bounded",
      sinusoidal: "distinct bounded smooth linear beyond",
      learned: "distinct",
      relative: "offsets beyond",
      alibi: "distinct smooth linear offsets beyond",
      rotary: "distinct bounded smooth linear offsets beyond",
    };
    const { DEMANDS } = await importSource(
      "widgets/figures/02-ladder/demands.ts",
    );
    for (const [rung, met] of Object.entries(expected)) {
      for (const seed of [0, 1, 2, 3]) {
        const scores = await judged(rung, 32, seed);
        const found = DEMANDS.filter((demand) => scores[demand].passed);
        assert.equal(found.join(" "), met, `${rung}, seed ${seed}`);
        assert.equal(scores.passes, found.length);
      }
    }
  });

  test("steps are measured against the mean distance of rows", async () => {
    const digits = range(32).map((p) => range(5).map((k) => (p >> k) & 1));
    near((await judged("binary")).smooth.value, roughness(digits), 1e-5);
    const waves = range(32).map((p) =>
      range(16).map((c) => {
        const angle = p / 10000 ** ((c - (c % 2)) / 16);
        return c % 2 ? Math.cos(angle) : Math.sin(angle);
      }),
    );
    near((await judged("sinusoidal")).smooth.value, roughness(waves), 1e-5);
    near(
      (await judged("index")).smooth.value,
      roughness(range(32).map((p) => [p])),
      1e-5,
    );
  });

  test("binary digits and random rows are no linear maps of those three before", async () => {
    for (const rung of ["binary", "learned", "relative"]) {
      assert.ok((await judged(rung)).linear.value > 1e-3, rung);
    }
    for (const rung of ["index", "sinusoidal", "alibi", "rotary"]) {
      assert.ok((await judged(rung)).linear.value < 1e-9, rung);
    }
  });

  test("largest numbers and counts of rows are those of the definitions", async () => {
    assert.equal((await judged("index", 100)).bounded.value, 99);
    near((await judged("alibi", 100)).bounded.value, 0.5 * 99, 1e-5);
    assert.equal((await judged("relative", 100)).distinct.value, 17);
    assert.equal((await judged("relative", 8)).distinct.passed, true);
    const { model } = await figureModel("rung-number", { number: "share" });
    near(model.values[9], 9 / 31, 1e-7);
    near(model.longer[9], 9 / 63, 1e-7);
    const { checks } = await importSource("site/quiz/checks/ladder.ts");
    assert.equal(checks["ladder/flips-63"](), 7);
  });

  test("rows past the table are refused, changed or new", async () => {
    assert.match((await judged("learned")).refusal, /table of 32 rows/);
    assert.match((await judged("binary")).refusal, /bits must be/);
    assert.equal((await judged("normalized")).refusal, "");
    assert.equal((await judged("normalized")).beyond.value, 0);
    // Of the waves, a pair is new where its angle leaves what it has covered.
    const { unseen } = await judged("sinusoidal");
    let fresh = 0;
    for (const c of range(16)) {
      const at = (p) => {
        const angle = p / 10000 ** ((c - (c % 2)) / 16);
        return c % 2 ? Math.cos(angle) : Math.sin(angle);
      };
      const seen = range(32).map(at);
      const [low, high] = [Math.min(...seen), Math.max(...seen)];
      fresh += range(32).filter(
        (p) => at(32 + p) < low - 1e-6 || at(32 + p) > high + 1e-6,
      ).length;
    }
    near(unseen, fresh / (16 * 32), 0.004);
  });
});

describe("the figures of chapter 2 answer", () => {
  const site = useSite();

  const ready = (page, id) =>
    page.waitForFunction((name) => {
      const at = document.getElementById(name);
      return at?.shadowRoot?.querySelector(".marks *, .html *") && at.state;
    }, id);

  test("to keys, for the position and for the length", async (t) => {
    const { page, problems } = await site.open(t, "en/ladder/", {
      eager: true,
    });
    for (const [id, key, name] of [
      ["numbers", "ArrowUp", "seqLen"],
      ["shares", "ArrowRight", "pos"],
      ["digits", "ArrowDown", "pos"],
      ["gliding", "ArrowDown", "pos"],
    ]) {
      const figure = page.locator(`#${id}`);
      await figure.scrollIntoViewIfNeeded();
      await ready(page, id);
      const before = (await figure.evaluate((at) => at.state))[name];
      await figure.locator('[data-pane="codes"] .plot').focus();
      await page.keyboard.press(key);
      await page.waitForFunction(
        ([at, what, old]) =>
          document.getElementById(at).state[what] === old + 1,
        [id, name, before],
      );
    }
    assert.deepEqual(problems, []);
  });

  test("the table of guarantees fills in encoding by encoding", async (t) => {
    const { page, problems } = await site.open(
      t,
      "zh/choosing/#ladder?rungs=3",
      { eager: true },
    );
    await ready(page, "ladder");
    const table = page.locator("#ladder");
    const met = () => table.locator(".html .good, .html .bad").count();
    assert.equal(await met(), 18);
    await table.evaluate((at) => at.setState({ rungs: 4 }));
    await page.waitForFunction(
      () =>
        document
          .getElementById("ladder")
          .shadowRoot.querySelectorAll(".html .good, .html .bad").length === 24,
    );
    assert.deepEqual(problems, []);
  });
});
