// What is folded away on a page opens when it is asked for.
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { settle, useSite } from "./browser.js";

const site = useSite();
const PAGE = "en/questions/";

/** @param {import("playwright-core").Page} page */
const open = (page) =>
  page.evaluate(() =>
    [...document.querySelectorAll("details.more[open]")].map(({ id }) => id),
  );

describe("what is folded away", () => {
  test("opens for an address that names it or anything in it", async (t) => {
    const { page, problems } = await site.open(t, `${PAGE}#why-10000`, {
      asNew: true,
    });
    await settle(page);
    assert.deepEqual(await open(page), ["why-10000"]);
    await page.evaluate(() => {
      location.hash = "#decay";
    });
    await page.waitForFunction(
      () => /** @type {any} */ (document.getElementById("decay")).open,
    );
    const figure = await site.open(
      t,
      "en/what-waves-can-do/#near-repeats?d-model=64",
      {
        asNew: true,
      },
    );
    await figure.page.waitForFunction(() => {
      const at = document.getElementById("near-repeats");
      const { top } = at.getBoundingClientRect();
      return at.closest("details").open && top > -200 && top < innerHeight;
    });
    assert.deepEqual(problems, []);
    assert.deepEqual(figure.problems, []);
  });

  test("opens for the address of a section that is folded as a whole", async (t) => {
    const { page } = await site.open(t, "en/code/#whole-layer", {
      asNew: true,
    });
    await page.waitForSelector("#whole-layer-text[open]");
    assert.deepEqual(await open(page), ["whole-layer-text"]);
  });

  test("opens and closes by keys and by one button for all", async (t) => {
    const { page } = await site.open(t, "en/long-context/", { asNew: true });
    assert.deepEqual(await open(page), []);
    await page.locator("#trained-try > summary").focus();
    await page.keyboard.press("Enter");
    assert.deepEqual(await open(page), ["trained-try"]);
    const all = page.locator(".about-chapter .unfold");
    assert.equal(await all.getAttribute("aria-expanded"), "false");
    await all.click();
    const count = await page.evaluate(
      () => document.querySelectorAll("details.more").length,
    );
    assert.equal((await open(page)).length, count);
    await page.waitForSelector('.unfold[aria-expanded="true"]');
    await all.click();
    assert.deepEqual(await open(page), []);
  });

  test("stays open when the language changes", async (t) => {
    const { page } = await site.open(t, `${PAGE}#why-both`, { asNew: true });
    await page.waitForSelector("#why-both[open]");
    await page.locator('a[hreflang="zh-CN"], a[lang="zh-CN"]').first().click();
    await page.waitForSelector('html[lang="zh-CN"] #why-both[open]');
    assert.match(await page.locator("#why-both > summary").innerText(), /正弦/);
  });

  test("is printed, and folded again afterwards", async (t) => {
    const { page } = await site.open(t, PAGE, { asNew: true });
    await page.evaluate(() => dispatchEvent(new Event("beforeprint")));
    await page.emulateMedia({ media: "print" });
    assert.ok(await page.locator("#why-10000 p").isVisible());
    await page.emulateMedia({ media: "screen" });
    await page.evaluate(() => dispatchEvent(new Event("afterprint")));
    assert.deepEqual(await open(page), []);
  });
});
