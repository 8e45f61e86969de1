// "Train it yourself": runs that a reader makes in the page, in threads.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { describe, test } from "node:test";
import { inRoot } from "../../tools/lib/paths.mjs";
import { useSite } from "./browser.js";
import { importSource } from "./figure.js";

const { quantity } = await importSource("words/text.ts");
const { TASKS, TOKENS } = await importSource("trained/runs.ts");
const { runs } = JSON.parse(
  readFileSync(inRoot("web/trained/results.json"), "utf8"),
);

const site = useSite();
const CHAPTER = "en/long-context/";

/** Opens the chapter at a figure, in a state. */
async function open(t, id, query, path = CHAPTER) {
  const { page, problems } = await site.open(t, `${path}#${id}?${query}`);
  const figure = page.locator(`#${id}`);
  await figure.scrollIntoViewIfNeeded();
  await page.locator(`#${id}[data-live]`).waitFor();
  const told = figure.locator(".told");
  return {
    ...{ page, problems, figure, told },
    press: (name) => figure.locator(".work button", { hasText: name }).click(),
    says: (text) => told.filter({ hasText: text }).waitFor({ timeout: 60_000 }),
    threads: () => page.workers().length,
    noThreads: async () => {
      for (let n = 0; n < 100 && page.workers().length > 0; n += 1) {
        await page.waitForTimeout(50);
      }
      assert.equal(page.workers().length, 0);
    },
  };
}

describe("training in the page", () => {
  test("a pressed button trains, tests and says that no such run is shipped", async (t) => {
    const it = await open(t, "train-short", "train-steps=60");
    assert.equal(it.threads(), 0);
    const dots = () =>
      it.figure.locator('.pane-lengths path[fill="var(--_paper)"]').count();
    assert.equal(await dots(), 0);
    await it.press("Train it yourself");
    await it.says(/step \d+ of 60/);
    assert.equal(it.threads(), 1);
    await it.says("none is shipped with these settings");
    assert.equal(await dots(), 8, "a ring for each length");
    await it.noThreads();
    const { run } = await it.figure.evaluate((at) => at.state);
    assert.equal(run, "one");
    const rows = await it.figure.evaluate((at) => at.exportCSV());
    assert.match(rows, /^rope \(yours\),320,/m);
    await it.page.waitForURL(/train-short\?.*run=one/);
    assert.deepEqual(it.problems, []);
  });

  test("what is pressed before the figure's code is there is done then", async (t) => {
    for (const [id, script] of [
      ["train-short", "train"],
      ["design-one", "design"],
    ]) {
      const { page, problems } = await site.open(t, "en/glossary/");
      /** @type {(value?: unknown) => void} */
      let arrive = () => {};
      const arrived = new Promise((resolve) => {
        arrive = resolve;
      });
      await page.route(
        new RegExp(`assets/${script}-[^/]*\\.js`),
        async (route) => {
          await arrived;
          await route.continue();
        },
      );
      const { origin } = new URL(page.url());
      await page.goto(`${origin}/${CHAPTER}#${id}?train-steps=60`);
      const figure = page.locator(`#${id}`);
      await figure.scrollIntoViewIfNeeded();
      await figure.locator(".work button").click();
      const told = figure.locator(".told");
      assert.equal(await told.textContent(), "Loading …");
      assert.equal(await figure.getAttribute("data-live"), null);
      arrive();
      await told.filter({ hasText: /step \d+ of 60/ }).waitFor();
      await figure.locator(".work button", { hasText: "Stop" }).click();
      assert.deepEqual(problems, []);
    }
  });

  test("a link begins the run that is shipped, with its very numbers", async (t) => {
    const [shipped] = runs.filter(
      ({ task, scheme, seed }) =>
        task === "back" && scheme === "alibi" && seed === 0,
    );
    const it = await open(t, "train-short", "run=one&scheme=alibi");
    await it.says(`step 20 of 800, loss ${quantity(shipped.loss[0])}`);
    await it.says(`step 40 of 800, loss ${quantity(shipped.loss[1])}`);
    await it.press("Stop");
    await it.says("stopped at step");
    await it.noThreads();
    assert.deepEqual(it.problems, []);
  });

  test("it pauses, goes on, and ends when the figure leaves the page", async (t) => {
    const it = await open(t, "train-short", "run=one");
    await it.says("step 20");
    await it.press("Pause");
    const { page, told } = it;
    // The steps at hand are still made.
    await page.waitForTimeout(1500);
    const paused = await told.textContent();
    await page.waitForTimeout(1500);
    assert.equal(await told.textContent(), paused);
    await it.press("Go on");
    await page.waitForFunction(
      ([text]) =>
        document
          .querySelector("#train-short")
          ?.shadowRoot?.querySelector(".told")?.textContent !== text,
      [paused],
    );
    assert.equal(it.threads(), 1);
    await it.figure.evaluate((at) => at.remove());
    await it.noThreads();
    assert.deepEqual(it.problems, []);
  });

  test("all schemes are trained in as many threads as there are cores", async (t) => {
    const it = await open(t, "train-short", "run=all&train-steps=60");
    await it.says("0 of 6 done");
    const cores = await it.page.evaluate(() => navigator.hardwareConcurrency);
    await it.says(/step \d+ of 60/);
    assert.equal(it.threads(), Math.min(6, cores));
    await it.says("6 of 6 done");
    await it.noThreads();
  });

  test("a thread that is blocked is told plainly, and can be tried again", async (t) => {
    const it = await open(t, "train-short", "train-steps=60");
    const lines = await it.figure.locator(".pane-lengths path").count();
    await it.page.route(/training-thread-.*\.js/, (route) => route.abort());
    await it.press("Train it yourself");
    await it.says("training does not work here");
    await it.says("The shipped results stay.");
    assert.equal(await it.figure.locator(".pane-lengths path").count(), lines);
    assert.equal(await it.figure.locator(".faults").textContent(), "");
    await it.page.unroute(/training-thread-.*\.js/);
    await it.press("Try again");
    await it.says("none is shipped with these settings");
  });
});

describe("a formula of one's own", () => {
  test("is read as it is typed, and a mistake is pointed at", async (t) => {
    const it = await open(t, "design-one", "");
    const box = it.figure.locator("#formula");
    await box.fill("-(i - j) * foo");
    const mark = it.figure.locator(".said mark");
    await mark.waitFor();
    assert.equal(await mark.textContent(), "f");
    assert.match(
      await it.figure.locator(".said .bad").textContent(),
      /Column 12: expected one of i, j, h/,
    );
    assert.equal(await it.figure.locator(".work button").count(), 0);
    await box.fill("log(i - j)");
    await it.figure
      .locator(".said .bad", { hasText: "no usable number" })
      .waitFor();
    await it.figure.locator("button", { hasText: "window" }).click();
    await it.figure.locator(".said code", { hasText: "-10 * max" }).waitFor();
    assert.equal(await box.inputValue(), "-10 * max(0, (i - j) - 4)");
    assert.equal(await mark.count(), 0);
    assert.deepEqual(it.problems, []);
  });

  test("of a link that cannot be read is not offered for training", async (t) => {
    const it = await open(t, "design-one", "formula=i%20%3B%20j");
    await it.figure.locator(".said mark", { hasText: ";" }).waitFor();
    await it.figure.locator(".work button").waitFor({ state: "detached" });
    assert.deepEqual(it.problems, []);
  });

  test("is trained against its rivals", async (t) => {
    const formula = encodeURIComponent("-(i - j)^2 / (h * T)");
    const it = await open(
      t,
      "design-one",
      `formula=${formula}&train-steps=60&run=all`,
      "zh/long-context/",
    );
    await it.says("已完成 3 / 3");
    await it.noThreads();
    assert.deepEqual(it.problems, []);
  });

  test("knows as many tokens of a text as the trainer", async () => {
    const { load } = await import("../../dist/training.js");
    const training = await load();
    for (const [name, length] of Object.entries(TOKENS)) {
      const { task, trainLen } = TASKS[name];
      const trainer = training.trainer({
        ...{ task, trainLen, position: "none" },
        ...{ layers: 1, dModel: 16, numHeads: 2 },
      });
      const { tokens } = trainer.example(0, trainLen);
      trainer.dispose();
      assert.equal(tokens.length, length, name);
    }
  });
});
