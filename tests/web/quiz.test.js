import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { load } from "../../src/posenc/dist/index.js";
import { useSite } from "./browser.js";
import { buildFixture } from "./fixture/build.js";

const site = useSite({ folder: buildFixture });
/** What is unfolded is told a moment later. */
const answered = (page) =>
  page.waitForFunction(() => document.querySelector("#slower").dataset.answer);

async function open(t, path = "en/one/", options = {}) {
  const scripted = options.javaScriptEnabled !== false;
  const { page, problems } = await site.open(t, path, {
    eager: scripted,
    ...options,
  });
  if (scripted) {
    await page.waitForFunction(() => customElements.get("pe-quiz"));
    await page.evaluate(() => {
      globalThis.answers = [];
      document.addEventListener("pe-answer", ({ detail }) =>
        globalThis.answers.push(detail),
      );
    });
  }
  const choice = (k) => page.locator("#slower details").nth(k);
  return { page, problems, choice };
}

describe("a question with choices", () => {
  test("unfolds what is said of an answer, speaks it and tells the page", async (t) => {
    const { page, problems, choice } = await open(t);
    await choice(0).locator("summary").focus();
    await page.keyboard.press("Enter");
    await answered(page);
    assert.match(await choice(0).locator(".why").textContent(), /^Not so\. /);
    assert.equal(
      await page.locator("#slower [role=status]").textContent(),
      await choice(0).locator(".why").textContent(),
    );
    // The first answer counts; the other may still be read.
    await choice(1).locator("summary").click();
    assert.match(await choice(1).locator(".why").textContent(), /^Right\. /);
    assert.deepEqual(await page.evaluate(() => globalThis.answers), [
      { id: "slower", answer: "A", right: false },
    ]);
    assert.equal(await choice(0).getAttribute("data-chosen"), "");
    assert.equal(await choice(1).getAttribute("data-chosen"), null);
    assert.deepEqual(problems, []);
  });

  test("remembers the answer in both languages, and forgets it when asked", async (t) => {
    const { page, choice } = await open(t);
    await choice(1).locator("summary").click();
    await answered(page);
    await page.goto(page.url().replace("/en/", "/zh/"));
    await page.waitForFunction(
      () => document.querySelector("#slower").dataset.answer === "B",
    );
    assert.equal(await choice(1).getAttribute("data-chosen"), "");
    assert.equal(await choice(1).getAttribute("open"), null);
    await page.locator("#slower .again").click();
    assert.ok(
      await choice(0)
        .locator("summary")
        .evaluate((it) => it === document.activeElement),
    );
    assert.equal(await choice(1).getAttribute("data-chosen"), null);
    await page.reload();
    await page.waitForFunction(() => customElements.get("pe-quiz"));
    assert.equal(
      await page.locator("#slower").getAttribute("data-answer"),
      null,
    );
  });

  test("unfolds without a script", async (t) => {
    const { page, choice } = await open(t, "zh/one/", {
      javaScriptEnabled: false,
    });
    await choice(0).locator("summary").click();
    assert.ok(await choice(0).locator(".why").isVisible());
    assert.equal(await page.locator(".again").first().isVisible(), false);
    assert.equal(await page.locator("form.guess").isVisible(), false);
    await page.locator("#longest summary").click();
    assert.match(await page.locator("#longest .why").textContent(), /60.611/);
  });

  test("works where storage is forbidden", async (t) => {
    const { page, problems } = await site.open(t, "en/");
    await page.addInitScript(() => {
      Object.defineProperty(window, "localStorage", {
        get() {
          throw new DOMException("denied", "SecurityError");
        },
      });
    });
    await page.goto(new URL("en/one/", site.url).href);
    await page.locator("#slower").scrollIntoViewIfNeeded();
    await page.waitForFunction(() => customElements.get("pe-quiz"));
    await page.locator("#slower summary").first().click();
    await answered(page);
    assert.equal(
      await page.locator("#slower").getAttribute("data-answer"),
      "A",
    );
    assert.deepEqual(problems, []);
  });
});

describe("a number to guess", () => {
  const ask = async (page, text) => {
    await page.locator("#longest input").fill(text);
    await page.keyboard.press("Enter");
  };

  test("is compared with what the library computes here", async (t) => {
    const { page, problems } = await open(t);
    const pe = await load();
    const value = pe.analysis.wavelengths({ dModel: 512 }).at(-1);
    const outcome = page.locator("#longest .outcome");
    for (const [guess, said, right] of [
      [
        "6,000",
        `You said 6000, off by a factor of ${(value / 6000).toFixed(1)}.`,
        false,
      ],
      ["6e4", "Close: you said 60\u202f000.", true],
      ["60611", "Right: 60\u202f611.", true],
      ["-1", "You said −1.", false],
    ]) {
      await ask(page, guess);
      await page.waitForFunction(
        (text) =>
          document.querySelector("#longest .outcome").textContent === text,
        said,
      );
      assert.equal(await outcome.isVisible(), true);
      const answers = await page.evaluate(() => globalThis.answers);
      assert.deepEqual(answers.at(-1), {
        id: "longest",
        answer: guess,
        right,
      });
    }
    const shown = await page
      .locator('#longest .why [data-value="value"]')
      .textContent();
    assert.equal(Number(shown.replace(/\s/g, "")), Math.round(value));
    assert.deepEqual(problems, []);
  });

  test("is asked again when it is no number", async (t) => {
    const { page } = await open(t, "zh/one/");
    await ask(page, "很大");
    const fault = page.locator("#longest .fault");
    assert.match(await fault.textContent(), /请输入一个数/);
    const input = page.locator("#longest input");
    assert.equal(await input.getAttribute("aria-invalid"), "true");
    assert.equal(await page.locator("#longest .why").isVisible(), false);
    await page.locator('[data-language="en"]').click();
    await page.waitForFunction(() => document.documentElement.lang === "en");
    assert.match(await fault.textContent(), /A number is needed/);
    assert.equal(await input.getAttribute("aria-invalid"), "true");
    await ask(page, "60000");
    await page.waitForFunction(
      () => document.querySelector("#longest details").open,
    );
    assert.equal(await fault.textContent(), "");
  });

  test("keeps its outcome when the language changes", async (t) => {
    const { page } = await open(t);
    await ask(page, "60000");
    await page.waitForFunction(
      () => document.querySelector("#longest details").open,
    );
    await page.locator('[data-language="zh"]').click();
    await page.waitForFunction(() =>
      /很接近/.test(document.querySelector("#longest .outcome").textContent),
    );
    assert.equal(await page.locator("#longest input").inputValue(), "60000");
  });
});
