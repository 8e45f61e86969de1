// With scrollbars that take room of the page, as a mouse has them.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { withScrollbars } from "../../tools/browser/engines.mjs";
import { serveSite } from "../../tools/browser/site.mjs";
import { pages } from "./site-pages.js";

const WIDTHS = [320, 390, 620, 768, 1024, 1280, 1440, 1920];

let server;
let browser;
before(async () => {
  [server, browser] = await Promise.all([serveSite(), withScrollbars()]);
});
after(async () => {
  await browser?.close();
  await server?.close();
});

test("no page is wider than its window, from 320 to 1920 px", async () => {
  const context = await browser.newContext({ serviceWorkers: "block" });
  const page = await context.newPage();
  const wide = [];
  for (const path of pages) {
    await page.setViewportSize({ width: WIDTHS[0], height: 800 });
    await page.goto(server.url + path);
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 800 });
      const [inner, over, bar] = await page.evaluate(() => {
        const { scrollWidth, clientWidth } = document.documentElement;
        return [
          innerWidth,
          scrollWidth - clientWidth,
          innerWidth - clientWidth,
        ];
      });
      assert.equal(inner, width);
      // What is not higher than its window has no bar, and proves nothing.
      if (path === "en/") assert.ok(bar > 10, `a scrollbar of ${bar} px`);
      if (over > 0) wide.push(`${path} at ${width} px: ${over} px too wide`);
    }
  }
  await context.close();
  assert.deepEqual(wide, []);
});
