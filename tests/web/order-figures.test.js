// What the figures on the order of words claim, recomputed in plain JavaScript, and how
// they answer hands and keys.
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { load } from "../../src/posenc/dist/index.js";
import { settle, useSite } from "./browser.js";
import { importSource } from "./figure.js";
import { figureModel } from "./figure-model.js";

const near = (found, wanted, tolerance) =>
  assert.ok(
    Math.abs(found - wanted) <= tolerance,
    `${found} should be ${wanted}`,
  );

/** A matrix of rows, as plain lists. */
const rowsOf = ({ data, shape }) =>
  Array.from({ length: shape[0] }, (_, t) => [
    ...data.slice(t * shape[1], (t + 1) * shape[1]),
  ]);
const dot = (a, b) => a.reduce((sum, x, k) => sum + x * b[k], 0);
const times = (rows, weight) => rows.map((x) => weight.map((w) => dot(x, w)));
const most = (a, b) =>
  Math.max(...a.flatMap((row, t) => row.map((x, c) => Math.abs(x - b[t][c]))));

/** Attention in float64, one head; `bias(i, j)` is added to each score. */
function attention(x, { q, k, v }, causal, bias = (_i, _j) => 0) {
  const [Q, K, V] = [q, k, v].map((weight) => times(x, weight));
  return Q.map((query, i) => {
    const seen = causal ? K.slice(0, i + 1) : K;
    const scores = seen.map(
      (key, j) => dot(query, key) / Math.sqrt(query.length) + bias(i, j),
    );
    const top = Math.max(...scores);
    const raised = scores.map((score) => Math.exp(score - top));
    const sum = raised.reduce((a, b) => a + b, 0);
    return V[0].map((_, c) =>
      raised.reduce((total, w, j) => total + (w / sum) * V[j][c], 0),
    );
  });
}

/** The same words, weights and positions as the figures use. */
async function head(words, dModel, seed = 0) {
  const pe = await load();
  const { seedOf } = await importSource(
    "widgets/figures/01-why-position/sentence/head.ts",
  );
  const x = words.map((word) => [
    ...pe.embedding.learned({
      maxLen: 1,
      dModel,
      std: 1,
      seed: seedOf(word, seed),
    }).data,
  ]);
  const weight = (k) =>
    rowsOf(
      pe.embedding.learned({
        maxLen: dModel,
        dModel,
        std: 1 / Math.sqrt(dModel),
        seed: -(4 * seed + k),
      }),
    );
  const waves = words.map((_, p) =>
    Array.from({ length: dModel }, (_, c) => {
      const angle = p / 10000 ** ((c - (c % 2)) / dModel);
      return c % 2 ? Math.cos(angle) : Math.sin(angle);
    }),
  );
  return { x, waves, weights: { q: weight(1), k: weight(2), v: weight(3) } };
}

const add = (a, b) => a.map((row, t) => row.map((x, c) => x + b[t][c]));
const order = [2, 1, 0];
const reorder = (rows) => order.map((k) => rows[k]);

describe("the numbers of chapter 1", () => {
  test("outputs move with their words until positions or a mask are there", async () => {
    const words = ["dog", "bites", "man"];
    const { x, waves, weights } = await head(words, 32);
    const run = (rows, causal = false, bias) =>
      attention(rows, weights, causal, bias);
    const { model } = await figureModel("shuffle");
    assert.ok(model.en.plain.error < 1e-6);
    near(
      model.en.placed.error,
      most(run(add(reorder(x), waves)), reorder(run(add(x, waves)))),
      1e-5,
    );
    const masked = await figureModel("shuffle", { causal: true });
    const wanted = most(run(reorder(x), true), reorder(run(x, true)));
    near(masked.model.en.plain.error, wanted, 1e-5);
    assert.ok(wanted > 0.1);
    // A mirror image keeps all distances.
    const distance = (i, j) => -0.5 * Math.abs(i - j);
    const alibi = await figureModel("shuffle", { position: "alibi" });
    assert.ok(
      most(run(reorder(x), false, distance), reorder(run(x, false, distance))) <
        1e-9,
    );
    assert.ok(alibi.model.en.placed.error < 1e-6);
    const swapped = await figureModel("shuffle", {
      position: "alibi",
      order: "dog.1.0.2",
    });
    assert.ok(swapped.model.en.placed.error > 1e-3);
  });

  test("weights of letters differ by cell and agree by letter", async () => {
    const { model, bold } = await figureModel("permute");
    const order = [1, 0, 2];
    const { before, after } = model;
    let [cell, letter] = [0, 0];
    for (let i = 0; i < 3; i += 1) {
      for (let j = 0; j < 3; j += 1) {
        const now = after.values[3 * i + j];
        cell = Math.max(cell, Math.abs(now - before.values[3 * i + j]));
        letter = Math.max(
          letter,
          Math.abs(now - before.values[3 * order[i] + order[j]]),
        );
      }
    }
    near(bold[0], cell, 0.006);
    assert.ok(cell > 0.05 && letter < 1e-6 && bold[1] < 1e-6);
    assert.ok(model.pooled < 1e-6);
    const placed = await figureModel("permute", { positions: true });
    assert.ok(placed.model.moved > 1e-3 && placed.model.pooled > 1e-3);
  });

  test("a masked head counts as 1/(p + 1), until the format runs out", async () => {
    const word = new Uint32Array(1);
    const float = new Float32Array(word.buffer);
    const rounded = (value) => {
      float[0] = value;
      return (word[0] + 0x7fff + ((word[0] >>> 16) & 1)) >>> 16;
    };
    const counts = Array.from({ length: 1024 }, (_, p) => 1 / (p + 1));
    const { model } = await figureModel("counting", {
      seqLen: 1024,
      format: "bfloat16",
    });
    model.masked.forEach((value, p) => {
      near(value, counts[p], 1e-7);
    });
    near(model.distinct, new Set(counts.map(rounded)).size, 2);
    assert.equal(model.distinctOpen, 1);
    const { checks } = await importSource("site/quiz/checks/order.ts");
    assert.equal(checks["order/counted-bf16"](await load()), model.distinct);
  });

  test("a recurrence keeps the gain to the power of the steps", async () => {
    const { model, bold } = await figureModel("chain", { gain: 0.9 });
    near(model.left[100], 0.9 ** 100, 1e-9);
    near(model.en.recurrent[0], 0.9 ** 5, 1e-6);
    assert.deepEqual([bold[0], bold[2]], [6, 1]);
    near(
      model.en.attentive.reduce((a, b) => a + b, 0),
      1,
      1e-6,
    );
  });

  test("words are counted between, positions subtracted", async () => {
    const words = "The keys that were on the table are gone"
      .toLowerCase()
      .split(" ");
    for (const [a, b] of [
      ["keys", "are"],
      ["that", "are"],
    ]) {
      const [from, to] = [words.indexOf(a), words.indexOf(b)];
      const { model, bold } = await figureModel("apart", { from, to });
      assert.equal(bold[0], to - from);
      assert.equal(bold[1], words.slice(from + 1, to).length);
      near(model.steep, -0.5 * (to - from), 1e-6);
      near(model.flat, -(to - from) / 256, 1e-6);
    }
  });

  test("sentences are cut into words by hand or by the browser", async () => {
    const { cut, joined } = await importSource("widgets/words/cut.ts");
    assert.deepEqual(cut("我|爱|你"), ["我", "爱", "你"]);
    assert.deepEqual(cut("Don’t stop, 3.5 km!"), [
      "Don’t",
      "stop",
      "3.5",
      "km",
    ]);
    assert.deepEqual(cut("…！？"), []);
    assert.deepEqual(cut("| | a |"), ["a"]);
    assert.equal(joined(["我", "爱", "BERT", "吗"]), "我爱 BERT 吗");
    const { checkOrder } = await importSource(
      "widgets/figures/01-why-position/sentence/order.ts",
    );
    assert.ok(checkOrder("auto") && checkOrder("dog.2.0.1"));
    for (const wrong of ["", "dog", "dog.0.0", "dog.1.2", "dog.x", ".0.1"]) {
      assert.equal(checkOrder(wrong), false, wrong);
    }
  });
});

describe("the figures of chapter 1 in hand", () => {
  const site = useSite();
  const PATH = "en/why-position/";

  const open = async (t, id, options) => {
    const { page, problems } = await site.open(t, PATH, {
      eager: true,
      ...options,
    });
    const figure = page.locator(`#${id}`);
    await figure.scrollIntoViewIfNeeded();
    await page.waitForFunction((name) => {
      const at = document.getElementById(name);
      return at?.shadowRoot?.querySelector(".marks *, .html *") && at.state;
    }, id);
    const state = () => figure.evaluate((at) => at.state);
    return { page, problems, figure, state };
  };

  test("a word is dragged to another place, moved by keys and by buttons", async (t) => {
    const { page, problems, figure, state } = await open(t, "shuffle");
    const plot = figure.locator('[data-pane="cards"] .marks');
    await plot.evaluate((at) => at.scrollIntoView({ block: "center" }));
    const box = await plot.boundingBox();
    const y = box.y + box.height - 18;
    await page.mouse.move(box.x + 20, y);
    await page.mouse.down();
    await page.mouse.move(box.x + 90, y, { steps: 4 });
    await page.mouse.move(box.x + 260, y, { steps: 4 });
    await page.mouse.up();
    // "man bites dog" with the man taken to the end.
    assert.equal((await state()).order, "dog.1.0.2");
    await figure.locator('[data-pane="cards"] .plot').focus();
    await page.keyboard.press("Shift+ArrowLeft");
    await settle(page);
    assert.equal((await state()).order, "dog.1.2.0");
    await figure.locator('[data-press="written"]').click();
    await settle(page);
    assert.equal((await state()).order, "dog.0.1.2");
    assert.match(await figure.locator(".finding").innerText(), /written order/);
    // A sentence of one's own, and one that is too long.
    await figure.locator("select#sentence").selectOption("own");
    const line = figure.locator("#words");
    await line.fill("no news is good news");
    await settle(page);
    assert.match(await figure.locator(".finding").innerText(), /news/);
    await line.fill("word");
    assert.match(await figure.locator("#words-note").innerText(), /2 to 12/);
    assert.deepEqual(problems, []);
  });

  /** @type {[id: string, pane: string, key: string, of: (state: any) => unknown][]} */
  const moved = [
    ["permute", "before", "ArrowDown", ({ query }) => query],
    ["counting", "curves", "ArrowRight", ({ pos }) => pos],
    ["chain", "chain", "ArrowRight", ({ pos }) => pos],
    ["apart", "ruler", "ArrowDown", ({ to }) => to],
  ];
  for (const [id, pane, key, of] of moved) {
    test(`arrow keys move what <pe-${id}> shows`, async (t) => {
      const { page, problems, figure, state } = await open(t, id);
      const before = of(await state());
      await figure.locator(`[data-pane="${pane}"] .plot`).focus();
      await page.keyboard.press(key);
      await settle(page);
      assert.notEqual(of(await state()), before);
      assert.deepEqual(problems, []);
    });
  }

  test("two words are connected by dragging", async (t) => {
    const { page, figure, state } = await open(t, "apart", { hasTouch: true });
    const plot = figure.locator('[data-pane="ruler"] .marks');
    await plot.evaluate((at) => at.scrollIntoView({ block: "center" }));
    const box = await plot.boundingBox();
    const line = box.height / 9;
    await page.mouse.move(box.x + 40, box.y + 2.5 * line);
    await page.mouse.down();
    await page.mouse.move(box.x + 40, box.y + 3.5 * line, { steps: 3 });
    await page.mouse.up();
    const { from, to } = await state();
    assert.deepEqual([from, to], [2, 3]);
  });
});
