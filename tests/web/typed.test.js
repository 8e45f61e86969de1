// What a reader does to a figure or a question before its script has come is not
// lost.
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { useSite } from "./browser.js";

const site = useSite();

/** All but what sets the theme, which holds up the page itself. */
const ALL = /^(?!.*\/boot-)/;

/** Opens a page whose scripts, or some of them, wait until `release` is called. */
async function openEarly(t, path, late = ALL) {
  const { page, problems } = await site.open(t, "en/contents/", {
    asNew: true,
  });
  /** @type {(value?: unknown) => void} */
  let release;
  const released = new Promise((resolve) => {
    release = resolve;
  });
  await page.route("**/*.js", async (route) => {
    if (late.test(route.request().url())) await released;
    await route.continue();
  });
  await page.goto(new URL(path, site.url).href, { waitUntil: "commit" });
  return { page, problems, release };
}

/** Waits until a figure lives; its state and the values of its controls. */
async function live(page, tag) {
  const figure = page.locator(`${tag}[data-live]`).first();
  await figure.waitFor();
  return figure.evaluate((it) => it.state);
}

describe("before a figure is live", () => {
  test("a number that was typed is taken over", async (t) => {
    const { page, problems, release } = await openEarly(t, "en/sinusoids/");
    const box = page.locator("pe-clock [data-control=pos] .box").first();
    await box.fill("33");
    release();
    await live(page, "pe-clock");
    await page.waitForFunction(
      () => document.querySelector("pe-clock").state.pos === 33,
    );
    assert.equal(await box.inputValue(), "33");
    const slider = page.locator("pe-clock [data-control=pos] .slider").first();
    assert.equal(await slider.inputValue(), "33");
    assert.deepEqual(problems, []);
  });

  test("so is a slider that was moved", async (t) => {
    const { page, release } = await openEarly(t, "en/sinusoids/");
    const slider = page.locator("pe-clock [data-control=pos] .slider").first();
    await slider.focus();
    await slider.press("ArrowRight");
    const moved = Number(await slider.inputValue());
    release();
    await live(page, "pe-clock");
    await page.waitForFunction(
      (pos) => document.querySelector("pe-clock").state.pos === pos,
      moved,
    );
  });

  test("what is not allowed is named, and the figure stays as it was", async (t) => {
    const { page, release } = await openEarly(t, "en/sinusoids/");
    const control = page.locator("pe-clock [data-control=pos]").first();
    await control.locator(".box").fill("many");
    release();
    const { pos } = await live(page, "pe-clock");
    assert.equal(Number(await control.locator(".slider").inputValue()), pos);
    assert.match(await control.locator(".note").textContent(), /“many”/);
  });

  test("what nobody touched stays as the page has it", async (t) => {
    const { page, release } = await openEarly(t, "en/sinusoids/");
    release();
    await page.locator("pe-clock[data-live]").first().waitFor();
    assert.equal(new URL(page.url()).hash, "");
    const own = await page.evaluate(() => {
      const figure = document.querySelector("pe-clock");
      const before = figure.state;
      figure.reset();
      return JSON.stringify(before) === JSON.stringify(figure.state);
    });
    assert.ok(own);
  });
});

describe("before a question is live", () => {
  test("an answer that was opened counts, and the finding is told", async (t) => {
    const { page, problems, release } = await openEarly(t, "en/why-position/");
    await page.locator("#same-answer summary").nth(1).click();
    await page.locator("#same-answer details[open]").waitFor();
    const who = page.locator("#who");
    assert.equal(await who.locator(".finding").isVisible(), false);
    release();
    await page.locator("#who[told]").waitFor({ state: "attached" });
    assert.equal(
      await page.locator("#same-answer").getAttribute("data-answer"),
      "B",
    );
    assert.deepEqual(problems, []);
  });

  test("a number that was sent is compared, and the page stays", async (t) => {
    const { page, problems, release } = await openEarly(
      t,
      "en/ladder/",
      /\/element-[^/]*$/,
    );
    const quiz = page.locator("pe-quiz[kind=guess]").first();
    // The page's own script has run by then.
    await page.waitForLoadState("domcontentloaded");
    await quiz.locator("input").fill("6");
    await quiz.locator("input").press("Enter");
    release();
    await quiz.locator("details[open]").waitFor();
    assert.match(await quiz.locator(".outcome").textContent(), /You said 6/);
    assert.equal(new URL(page.url()).search, "");
    assert.deepEqual(problems, []);
  });
});

describe("before the tools of a figure are there", () => {
  /** A live figure whose tools come when `release` is called, or not at all. */
  async function openTools(t, path = "en/sinusoids/") {
    const { page, problems } = await site.open(t, path);
    const figure = page.locator("pe-clock[data-live]").first();
    await figure.waitFor();
    const asked = [];
    /** @type {(how: "continue" | "abort") => void} */
    let release;
    const released = new Promise((resolve) => {
      release = resolve;
    });
    await page.route(/\/toolbar-[^/]*\.js$/, async (route) => {
      asked.push(route.request().url());
      await route[await released]();
    });
    return { page, problems, figure, asked, release };
  }

  /** The entry of the menu that has the focus. */
  const focused = (figure) =>
    figure.evaluate((it) => {
      const { dataset } = it.shadowRoot.activeElement ?? {};
      return dataset?.tool ?? (dataset && "menu" in dataset ? "menu" : "");
    });
  const waitForFocus = (page, tool) =>
    page.waitForFunction(
      (name) =>
        document.querySelector("pe-clock").shadowRoot.activeElement?.dataset
          .tool === name,
      tool,
    );

  test("nothing of them is loaded until they are reached for", async (t) => {
    const { page, figure, asked, release } = await openTools(t);
    release("continue");
    await figure.locator("[data-control=pos] .box").fill("7");
    await page.waitForFunction(
      () => document.querySelector("pe-clock").state.pos === 7,
    );
    assert.deepEqual(asked, []);
    await figure.locator("[data-menu]").hover();
    for (let k = 0; k < 50 && asked.length === 0; k += 1) {
      await page.waitForTimeout(20);
    }
    assert.equal(asked.length, 1);
  });

  test("the menu opens by the press that came before", async (t) => {
    const { page, problems, figure, release } = await openTools(t);
    const button = figure.locator("[data-menu]");
    await button.click();
    assert.equal(await button.getAttribute("aria-expanded"), "false");
    release("continue");
    await waitForFocus(page, "copyLink");
    assert.equal(await button.getAttribute("aria-expanded"), "true");
    await page.keyboard.press("Escape");
    assert.equal(await focused(figure), "menu");
    assert.deepEqual(problems, []);
  });

  test("so it does by a key, at its last entry", async (t) => {
    const { page, figure, release } = await openTools(t);
    await figure.locator("[data-menu]").focus();
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("ArrowUp");
    release("continue");
    await waitForFocus(page, "reset");
    await page.keyboard.press("Escape");
    // Once they are there, keys are theirs alone.
    await page.keyboard.press("ArrowDown");
    await waitForFocus(page, "copyLink");
  });

  test("what cannot be loaded is told, and tried again when pressed again", async (t) => {
    const { page, figure, release } = await openTools(t, "zh/sinusoids/");
    const button = figure.locator("[data-menu]");
    await button.click();
    release("abort");
    await figure.locator(".notice:not(:empty)").waitFor();
    assert.match(
      await figure.locator(".notice").textContent(),
      /^操作未成功：/,
    );
    await page.unrouteAll();
    await button.click();
    await waitForFocus(page, "copyLink");
    assert.equal(await figure.locator(".notice").textContent(), "");
  });
});
