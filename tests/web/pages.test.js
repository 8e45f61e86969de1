// Every page but the home page, which has tests of its own, in both languages
// and themes, and on a phone; what can be pressed in it, by fingers and keys.
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { importSource } from "../../tools/lib/web-source.mjs";
import { findings, findingsOfColours } from "./axe.js";
import { inHand, settle, useSite } from "./browser.js";
import { variedPagesOf } from "./site-pages.js";
import { FINGER, small, unseen } from "./touch-targets.js";

const { chapters } = await importSource("site/tutorial/chapters.ts", "node");
const pages = variedPagesOf("en").filter((path) => path !== "");
const SCREEN = { width: 1280, height: 720 };
const THEMES = /** @type {const} */ (["light", "dark"]);
const site = useSite();

/** Each fault once. */
const each = (faults) => [...new Set(faults)];

for (const lang of ["en", "zh"]) {
  for (const path of pages) {
    describe(`${lang}/${path}`, () => {
      const shared = site.share(`${lang}/${path}`, {
        eager: true,
        colorScheme: "light",
        viewport: SCREEN,
      });

      test("axe finds nothing, and a phone holds it", async () => {
        const { page, problems } = await shared();
        assert.deepEqual(await findings(page), [], "light");
        await page.emulateMedia({ colorScheme: "dark" });
        await settle(page);
        assert.deepEqual(await findingsOfColours(page), [], "dark");
        // 320 is the narrowest phone, and a wide screen at 400 %.
        for (const width of [360, 320]) {
          await page.setViewportSize({ width, height: 740 });
          await settle(page);
          const over = await page.evaluate(
            () => document.documentElement.scrollWidth - innerWidth,
          );
          assert.equal(over, 0, `${width} px`);
        }
        assert.deepEqual(problems, []);
      });

      // Figures say other words in Chinese, and have the same parts.
      if (lang !== "en" || !chapters.some((it) => it.path === path)) return;

      for (const colorScheme of THEMES) {
        test(`every figure shows the focus on ${colorScheme}`, async () => {
          const { page } = await shared();
          await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
          await page.setViewportSize(SCREEN);
          await settle(page);
          await page.keyboard.press("Tab");
          const { seen, faults } = await page.evaluate(unseen);
          assert.ok(seen > 0);
          assert.deepEqual(each(faults), []);
        });
      }

      test("every figure has targets for fingers", async (t) => {
        const { page } = await shared();
        await page.emulateMedia({ colorScheme: "light", reducedMotion: null });
        const putDown = await inHand(page);
        await settle(page);
        const { seen, faults } = await page.evaluate(small, FINGER);
        await putDown();
        assert.ok(seen > 0);
        t.diagnostic(`${seen} targets`);
        assert.deepEqual(each(faults), []);
      });
    });
  }
}
