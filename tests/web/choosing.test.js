// What the figures on choosing claim, and what their buttons do.
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { catalog } from "../../src/posenc/dist/catalog.js";
import { useSite } from "./browser.js";
import { importSource } from "./figure.js";

const choosing = (name) =>
  importSource(`widgets/figures/12-choosing/${name}.ts`);

describe("the figures of chapter 12", () => {
  test("name only encodings that the catalog has", async () => {
    const ids = new Set(catalog.map(({ id }) => id));
    const { MODELS } = await importSource(
      "widgets/figures/12-choosing/dated-models.ts",
    );
    for (const { name, method, url, year, month } of MODELS) {
      assert.ok(method === null || ids.has(method), name);
      assert.match(url, /^https:\/\//, name);
      assert.ok(year >= 2018 && month >= 1 && month <= 12, name);
    }
    const times = MODELS.map(({ year, month }) => 12 * year + month);
    assert.deepEqual(
      times,
      [...times].sort((a, b) => a - b),
    );
  });
});

describe("the timeline", () => {
  test("dates an encoding as its catalog entry does, and gives a source", async () => {
    const { EVENTS, UNDATED, arxivDate } = await choosing("events");
    assert.deepEqual(arxivDate("1706.03762"), { year: 2017, month: 6 });
    const entries = EVENTS.filter(({ entry }) => entry);
    assert.equal(entries.length + UNDATED.length, catalog.length);
    for (const { entry, year, month, url } of entries) {
      assert.equal(year, entry.year, entry.id);
      assert.ok(month === null || (month >= 1 && month <= 12), entry.id);
      assert.match(url, /^https:\/\//, entry.id);
    }
    assert.ok(UNDATED.every(({ year }) => year === null));
  });

  test("connects an encoding with its models, both ways", async () => {
    const { EVENTS, related } = await choosing("events");
    const names = (id) =>
      related(EVENTS.find((it) => it.id === id)).map((it) => it.id);
    assert.ok(names("alibi").includes("BLOOM"));
    assert.ok(names("BLOOM").includes("alibi"));
    assert.deepEqual(names("Claude 2.1"), []);
  });
});

describe("chapter 12 in the browser", () => {
  const site = useSite();
  const press = (page, selector) =>
    page.locator(selector).evaluate((it) => it.click());

  test("sorts and narrows the whole catalog", async (t) => {
    const { page, problems } = await site.open(t, "en/choosing/", {
      eager: true,
    });
    const figure = page.locator("#comparison");
    await figure.scrollIntoViewIfNeeded();
    const rows = figure.locator(".pane-all tbody tr");
    await rows.first().waitFor();
    assert.equal(await rows.count(), catalog.length);
    await press(page, '#comparison [data-set="order=models"]');
    // Figures draw in the next frame.
    await page.evaluate(
      () =>
        new Promise((done) =>
          requestAnimationFrame(() => requestAnimationFrame(done)),
        ),
    );
    const most = Math.max(...catalog.map(({ models }) => models.length));
    const first = await rows.first().locator("th").textContent();
    const entry = catalog.find(({ name }) => name.en === first);
    assert.equal(entry?.models.length, most);
    await figure.locator("select#enters").selectOption("rotary");
    const rotary = catalog.filter(({ enters }) => enters === "rotary").length;
    await figure
      .locator(".finding b", { hasText: String(rotary) })
      .first()
      .waitFor();
    assert.equal(await rows.count(), rotary);
    assert.deepEqual(problems, []);
  });

  test("advises a rescaling for a model with RoPE that is to be longer", async (t) => {
    const { page, problems } = await site.open(t, "en/choosing/", {
      eager: true,
    });
    const figure = page.locator("#decision");
    await figure.scrollIntoViewIfNeeded();
    // What is written before the script runs looks the same.
    await page.waitForFunction(
      () => document.getElementById("decision")?.state !== undefined,
    );
    await figure.locator(".finding b").first().waitFor();
    await figure.locator(".pane-tree .plot").press("ArrowDown");
    await figure
      .locator(".finding b", { hasText: "ALiBi" })
      .waitFor({ timeout: 5000 });
    await figure.locator("select#start").selectOption("rope");
    await figure
      .locator(".finding b", { hasText: "YaRN" })
      .waitFor({ timeout: 5000 });
    assert.deepEqual(problems, []);
  });

  test("walks through the models by date with arrow keys", async (t) => {
    const { page } = await site.open(t, "zh/compared/", { eager: true });
    const figure = page.locator("#model-lengths");
    await figure.scrollIntoViewIfNeeded();
    const caption = figure.locator(".pane-card caption");
    await caption.waitFor();
    const before = await caption.textContent();
    await figure.locator(".plot[tabindex]").press("ArrowRight");
    await caption.filter({ hasNotText: before }).waitFor();
  });

  test("steps through the timeline with arrow keys", async (t) => {
    const { page } = await site.open(t, "en/choosing/", { eager: true });
    const figure = page.locator("#timeline");
    await figure.scrollIntoViewIfNeeded();
    const plot = figure.locator(".plot[tabindex]");
    await plot.press("Home");
    const caption = figure.locator(".pane-card caption");
    await caption.filter({ hasText: "Learned table" }).waitFor();
    await plot.press("ArrowRight");
    await caption.filter({ hasText: "Sinusoidal" }).waitFor();
  });
});
