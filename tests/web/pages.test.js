// Every page but the home page, which has tests of its own, in both languages
// and themes, and on a phone.
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { fileURLToPath } from "node:url";
import { namesBelow } from "../../tools/lib/paths.mjs";
import { findings, findingsOfColours } from "./axe.js";
import { settle, useSite } from "./browser.js";

const DIST = fileURLToPath(new URL("../../web/dist/", import.meta.url));
const pages = namesBelow(`${DIST}en`)
  .map((name) => name.replaceAll("\\", "/"))
  .filter((name) => name.endsWith("/index.html"))
  .map((name) => name.replace(/index\.html$/, ""));

for (const lang of ["en", "zh"]) {
  describe(`every page in ${lang}`, () => {
    const site = useSite();
    for (const path of pages) {
      test(`axe finds nothing on ${lang}/${path}, and a phone holds it`, async (t) => {
        const { page, problems } = await site.open(t, `${lang}/${path}`, {
          eager: true,
          colorScheme: "light",
        });
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
    }
  });
}
