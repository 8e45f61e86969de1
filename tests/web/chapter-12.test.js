// What the figures on choosing claim, and what their buttons do.
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { catalog } from "../../src/posenc/dist/catalog.js";
import { useSite } from "./browser.js";
import { importSource } from "./figure.js";

const PACKAGE = new URL("../../src/posenc/dist/index.js", import.meta.url).href;
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

describe("the number of learned numbers", () => {
  test("is worked out from every formula of the catalog", async () => {
    const { learnedNumbers } = await choosing("learned-numbers");
    const sizes = { L: 7, D: 12, H: 3, d: 4, B: 32, K: 3, M: 5 };
    const more = { k: 2, G: 2, C: 3 };
    const { MEASURED } = await choosing("experiments");
    for (const { id, parameters, trainable } of MEASURED) {
      const count = learnedNumbers(parameters, { ...sizes, ...more });
      assert.equal(count > 0, trainable, `${id}: ${parameters}`);
    }
    const of = (id) =>
      learnedNumbers(catalog.find((it) => it.id === id).parameters, {
        ...sizes,
        ...more,
      });
    assert.equal(of("learned"), 7 * 12);
    assert.equal(of("shaw"), 2 * 5 * 4);
    assert.equal(of("transformerXL"), 12 ** 2 + 2 * 12);
    assert.equal(of("fire"), 2 * 5 + 6 * 3 + 2);
    assert.throws(() => learnedNumbers("L·Q", sizes), RangeError);
    assert.throws(() => learnedNumbers("L − D", sizes), SyntaxError);
  });
});

describe("the two experiments", () => {
  const still = `rope linear ntk dynamic yarn llama3 proportional xpos alibi t5
    kerple sandwich shaw transformerXL deberta cope`.split(/\s+/);

  test("tell relative encodings from all others", async () => {
    const { MEASURED, measure } = await choosing("experiments");
    for (const { id } of MEASURED) {
      const { moved } = measure({ trainLen: 64, seed: 3 }, id);
      if (still.includes(id)) assert.ok(moved < 1e-5, `${id}: ${moved}`);
      else assert.ok(moved > 0.01, `${id}: ${moved}`);
    }
  });

  test("find what has no number, new ones or others at twice the length", async () => {
    const { measure } = await choosing("experiments");
    const at = (id) => measure({ trainLen: 64, seed: 1 }, id).beyond;
    for (const id of ["learned", "hybrid", "perturbed", "binary", "tupe"]) {
      assert.match(at(id).refusal, /^(embedding|relative)\./, id);
    }
    for (const id of ["shaw", "t5", "deberta"]) {
      assert.deepEqual(at(id), { refusal: null, fresh: 0, changed: 0 }, id);
    }
    assert.equal(at("alibi").fresh, 1);
    assert.equal(at("rope").changed, 0);
    assert.ok(at("linear").fresh < 0.05 && at("linear").changed > 0.9);
    assert.ok(at("rope").fresh > at("ntk").fresh);
  });

  test("can be run from the code that is shown, for every encoding", async () => {
    const { spec } = await importSource(
      "widgets/figures/12-choosing/measured.ts",
    );
    const { defaults } = await importSource(
      "widgets/element/state/attributes.ts",
    );
    const base = defaults(spec.table);
    const { BufferCache } = await importSource("widgets/kit/buffer-cache.ts");
    const { MEASURED } = await choosing("experiments");
    const model = spec.compute(base, new BufferCache());
    const { log } = console;
    for (const { id } of MEASURED) {
      const { moved } = model.of(id);
      const code = spec.code({ state: { ...base, encoding: id }, model });
      const program = code.replace('"posenc"', `"${PACKAGE}"`);
      let said = Number.NaN;
      console.log = (value) => {
        said = value;
      };
      try {
        await import(`data:text/javascript,${encodeURIComponent(program)}`);
      } finally {
        console.log = log;
      }
      assert.ok(Math.abs(said - moved) < 1e-6, `${id}: ${said} for ${moved}`);
    }
  });
});

describe("results that come by and by", () => {
  test("the one in view first, the list as a whole, the one before until then", async () => {
    const { MEASURED, measure } = await choosing("experiments");
    const { resultsOf } = await choosing("results");
    const keep = {};
    const bench = (seed) => ({ trainLen: 32, seed });
    const soon = () => performance.now() + 1e6;
    const first = resultsOf(bench(1), keep);
    assert.equal(first.more("rope", 0), true, "nothing can stand in");
    const still = MEASURED.filter(
      ({ id }) => measure(bench(1), id).moved < 1e-5,
    ).length;
    assert.equal(first.still, still);
    // Two of a drag that are never whole.
    for (const seed of [2, 3]) {
      const next = resultsOf(bench(seed), keep);
      assert.equal(next.more("sinusoidal", soon()), false);
      assert.equal(next.of("sinusoidal").moved > 0, true);
      assert.deepEqual(next.now("learned"), {
        result: first.of("learned"),
        stale: true,
      });
    }
    const last = resultsOf(bench(4), keep);
    assert.equal(last.more("sinusoidal", soon()), false);
    assert.equal(last.more("sinusoidal", 0), false);
    assert.equal(last.more("sinusoidal", soon()), true);
    for (const { id } of MEASURED) {
      const { result, stale } = last.now(id);
      assert.equal(stale, false);
      assert.equal(result.moved, measure(bench(4), id).moved, id);
    }
  });

  test("on paper, which has no next frame, all at once", async () => {
    const { resultsOf } = await choosing("results");
    const keep = {};
    for (const seed of [1, 2]) {
      const results = resultsOf({ trainLen: 32, seed }, keep);
      assert.equal(results.more("rope", Number.POSITIVE_INFINITY), true);
      assert.equal(results.now("shaw").stale, false);
    }
  });

  test("without a page all of it is there when it is asked for", async () => {
    const { resultsOf } = await choosing("results");
    const results = resultsOf({ trainLen: 32, seed: 1 }, {});
    assert.equal(typeof results.still, "number");
    assert.equal(results.now("shaw").stale, false);
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

  test("measures anew while the seed is dragged, and ends with all of it", async (t) => {
    const { page, problems } = await site.open(t, "en/compared/", {
      eager: true,
    });
    const figure = page.locator("#two-experiments");
    await figure.scrollIntoViewIfNeeded();
    const whole = () =>
      page.waitForFunction(() => {
        const { shadowRoot } = document.querySelector("#two-experiments");
        const text = shadowRoot.textContent;
        return text !== "" && !shadowRoot.querySelector(".stale");
      });
    await figure.locator(".finding b").first().waitFor();
    await whole();
    const table = () => figure.locator("tbody").textContent();
    const before = await table();
    // On a busy machine it may be whole again before it is asked.
    await figure.evaluate((it) => {
      const watch = new MutationObserver(() => {
        if (it.shadowRoot.querySelector(".stale")) it.dataset.wasStale = "";
      });
      const all = { subtree: true, childList: true, attributes: true };
      watch.observe(it.shadowRoot, all);
    });
    for (let seed = 2; seed < 12; seed += 1) {
      await figure.evaluate((it, value) => it.setState({ seed: value }), seed);
    }
    await page.locator("#two-experiments[data-was-stale]").waitFor();
    await whole();
    assert.notEqual(await table(), before);
    await figure.evaluate((it) => it.setState({ seed: 1 }));
    await page.waitForFunction((text) => {
      const { shadowRoot } = document.querySelector("#two-experiments");
      return shadowRoot.querySelector("tbody").textContent === text;
    }, before);
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

  test("measures the encoding whose name is pressed", async (t) => {
    const { page, problems } = await site.open(t, "en/compared/", {
      eager: true,
    });
    const figure = page.locator("#two-experiments");
    await figure.scrollIntoViewIfNeeded();
    await page.waitForFunction(
      () => document.getElementById("two-experiments")?.state !== undefined,
    );
    await press(page, '#two-experiments [data-set="encoding=learned"]');
    await figure.locator(".finding", { hasText: "no number" }).waitFor();
    await figure
      .locator("code", { hasText: "RangeError: embedding." })
      .waitFor();
    await press(page, '#two-experiments [data-set="encoding=rope"]');
    await figure.locator(".finding b", { hasText: /^0%$/ }).first().waitFor();
    assert.deepEqual(problems, []);
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
