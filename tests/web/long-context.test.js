// What the figures on long context claim, computed another way.
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { useSite } from "./browser.js";
import { importSource, specOf } from "./figure.js";

const TURN = 2 * Math.PI;

/** A figure's numbers for its default state, changed by `values`. */
async function shown(name, values = {}) {
  const spec = await specOf(name);
  const camel = (name) => name.replace(/-(\w)/g, (_, c) => c.toUpperCase());
  const initial = Object.fromEntries(
    Object.entries(spec.table).map(([name, it]) => [camel(name), it.default]),
  );
  const given = { ...initial, ...values };
  const state = spec.settle?.(given) ?? given;
  const model = spec.compute(state);
  return { spec, shown: { state, model, lang: "en", theme: "light" } };
}

const finding = ({ spec, shown: it }) =>
  spec.finding(it).replace(/<[^>]*>/g, "");

describe("the figures of chapter 11", () => {
  test("count the pairs of a head that have not gone round", async () => {
    const it = await shown("unseen-angles");
    let count = 0;
    for (let i = 0; i < 64; i += 1) {
      if (2047 * 10_000 ** (-i / 64) < TURN) count += 1;
    }
    assert.equal(count, 23);
    assert.equal(it.shown.model.coverage.unseen, count);
    assert.match(finding(it), /23 of 64/);
  });

  test("leave no whole position unseen once positions are interpolated", async () => {
    const { shown: it } = await shown("unseen-angles", { scaling: "linear" });
    // Position 8191 becomes 2047.75: three quarters of a step past 2047.
    const first = it.model.coverage.pairs.find(({ complete }) => !complete);
    const step = (0.75 * TURN) / first.wavelength;
    assert.ok(Math.abs(it.model.coverage.maxUnseenAngle - step) < 1e-9);
  });

  test("drop what does not fit, and number the rest anew", async () => {
    const { shown: it } = await shown("too-long");
    assert.equal(it.model.kept, 5000);
    assert.ok(Number.isNaN(it.model.positions[999]));
    assert.equal(it.model.positions[1000], 0);
    assert.equal(it.model.positions[5999], 4999);
    assert.match(it.model.refused, /6000.*5000/);
    const ends = (await shown("too-long", { way: "ends" })).shown;
    assert.equal(ends.model.positions[3500] - ends.model.positions[2499], 1);
  });

  test("keep all positions of an interpolated text within the table", async () => {
    const { shown: it } = await shown("too-long", { way: "interpolate" });
    assert.equal(it.model.beyond, 0);
    assert.ok(Math.abs(it.model.positions[5999] - (5999 * 5) / 6) < 1e-9);
    assert.ok(it.model.apart < it.model.trained);
  });

  test("show the readout fail where training ends, and the relative head not", async () => {
    const { shown: it } = await shown("cliff");
    const { absolute, relative } = it.model;
    assert.ok(it.model.inside < 0.05);
    assert.ok(it.model.worstRelative < 0.5);
    for (let p = 128; p < 256; p += 1) {
      // It can answer with a trained position only.
      assert.ok(absolute[p] >= p - 127 - 1e-3, `at ${p}`);
      assert.ok(relative[p] < 0.5, `at ${p}`);
    }
    assert.equal(it.model.unseen[127], 0);
    assert.ok(it.model.unseen[128] > 16);
  });

  test("slow pairs down as the rules say", async () => {
    const { shown: it } = await shown("scalings", { factor: 4 });
    const { linear, ntk, yarn, llama3 } = it.model.methods;
    assert.ok(linear.slower.every((v) => Math.abs(v - 4) < 1e-9));
    assert.ok(Math.abs(ntk.slower[0] - 1) < 1e-12);
    assert.ok(Math.abs(ntk.slower[63] - 4) < 1e-9);
    assert.ok(Math.abs(yarn.attentionFactor - (0.1 * Math.log(4) + 1)) < 1e-12);
    assert.equal(llama3.attentionFactor, 1);
    // Llama 3.1: wavelengths below L/4 stay, those above L are divided by s.
    for (let i = 0; i < 64; i += 1) {
      const wave = TURN / it.model.plain[i];
      if (wave < 1024) assert.ok(Math.abs(llama3.slower[i] - 1) < 1e-9, `${i}`);
      if (wave > 4096) assert.ok(Math.abs(llama3.slower[i] - 4) < 1e-9, `${i}`);
    }
  });

  test("give Phi-3's own list at its own number of pairs", async () => {
    const { PHI3_LONG } = await importSource(
      "widgets/figures/11-long-context/published-configs.ts",
    );
    const values = { headDim: 96, factor: 32, scaling: "longrope" };
    const { shown: it } = await shown("scalings", values);
    PHI3_LONG.forEach((lambda, i) => {
      const { slower } = it.model.methods.longrope;
      assert.ok(Math.abs(slower[i] / lambda - 1) < 1e-6, `pair ${i}`);
    });
  });

  test("round positions and angles as the formats do", async () => {
    const { shown: it } = await shown("precision");
    const at = it.model.positions.length - 1;
    const { float32, bfloat16, float16 } = it.model.values;
    assert.ok(float32[at] > 0.01 && float32[at] < 0.1);
    assert.ok(bfloat16[at] > 1);
    assert.ok(Number.isNaN(float16[at]), "1 000 000 is past float16");
  });

  test("count the square of the length", async () => {
    const it = await shown("context-cost");
    assert.equal(it.shown.model.measured, 64 * 64);
    const rows = it.spec.tableData(it.shown).rows;
    const million = rows.find(({ head }) =>
      head.startsWith("1\u202f000\u202f000"),
    );
    assert.deepEqual(million.cells, ["2\u00a0TB", "64\u00a0TB", "131\u00a0GB"]);
  });

  test("read every published configuration without an error", async () => {
    const { MODEL_IDS } = await importSource(
      "widgets/figures/11-long-context/published-configs.ts",
    );
    for (const model of MODEL_IDS) {
      const it = await shown("config", { model });
      assert.notEqual(it.shown.model.reading.plan, null, model);
      assert.doesNotMatch(finding(it), /NaN|undefined/, model);
    }
  });
});

describe("chapter 11 in the browser", () => {
  const site = useSite();

  test("reads a pasted configuration, and keeps the last good one", async (t) => {
    const { page, problems } = await site.open(t, "en/in-practice/", {
      eager: true,
    });
    const figure = page.locator("#config-reader");
    await figure.scrollIntoViewIfNeeded();
    const found = figure.locator(".finding");
    await found.filter({ hasText: "2 warnings" }).waitFor();
    const box = figure.locator("textarea");
    await box.fill(
      '{"model_type": "bloom", "n_head": 16, "hidden_size": 1024}',
    );
    await found.filter({ hasText: "0 warnings" }).waitFor();
    await box.fill("{ not json");
    assert.equal(await box.getAttribute("aria-invalid"), "true");
    assert.match(await found.textContent(), /0 warnings/);
    await box.fill(
      '{"model_type": "llama", "num_attention_heads": 3, "hidden_size": 8}',
    );
    await found.filter({ hasText: "cannot be used" }).waitFor();
    assert.deepEqual(problems, []);
  });

  test("follows arrow keys in every plot", async (t) => {
    const inChapter = await site.open(t, "zh/long-context/", { eager: true });
    const inPractice = await site.open(t, "zh/in-practice/", { eager: true });
    const keys = [
      [inChapter.page, "three-answers", "token", "ArrowLeft"],
      [inPractice.page, "readouts", "pos", "ArrowRight"],
      [inChapter.page, "unseen-angles", "pair", "ArrowRight"],
      [inChapter.page, "scalings", "pair", "ArrowRight"],
      [inPractice.page, "formats", "pos", "ArrowLeft"],
      [inPractice.page, "bytes", "seqLen", "ArrowRight"],
    ];
    for (const [page, id, name, key] of keys) {
      const plot = page.locator(`#${id} .plot[tabindex]`).first();
      await page.locator(`#${id}`).scrollIntoViewIfNeeded();
      await page
        .locator(`#${id} svg.marks *`)
        .first()
        .waitFor({ state: "attached" });
      const read = () =>
        page
          .locator(`#${id}`)
          .evaluate((it, property) => it.state[property], name);
      const before = await read();
      await plot.press(key);
      assert.notEqual(await read(), before, id);
    }
    assert.deepEqual([...inChapter.problems, ...inPractice.problems], []);
  });

  test("drags across the pairs of a head", async (t) => {
    const { page } = await site.open(t, "en/long-context/", { eager: true });
    const plot = page.locator("#unseen-angles .pane-columns .plot");
    await plot.scrollIntoViewIfNeeded();
    await page
      .locator("#unseen-angles .pane-columns svg *")
      .first()
      .waitFor({ state: "attached" });
    const at = await plot.boundingBox();
    const y = at.y + at.height / 2;
    await page.mouse.move(at.x + at.width * 0.9, y);
    await page.mouse.down();
    await page.mouse.move(at.x + at.width * 0.3, y, { steps: 5 });
    await page.mouse.up();
    const pair = await page
      .locator("#unseen-angles")
      .evaluate((it) => it.state.pair);
    assert.ok(pair > 5 && pair < 25, `pair ${pair}`);
  });
});
