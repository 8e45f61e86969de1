// A reader's journey: from the first question of chapter 1 along the short way to
// RoPE, in both languages, on a laptop and on a telephone. The home page has its
// own in story.test.js.
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { importSource } from "../../tools/lib/web-source.mjs";
import { findings } from "./axe.js";
import { settle, useSite } from "./browser.js";

const { shortWay } = await importSource("site/tutorial/stops.ts", "node");
const site = useSite();

const SCREENS = {
  laptop: { viewport: { width: 1280, height: 800 } },
  telephone: {
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
  },
};
/** Chapters that are looked at folded, at all widths. */
const CHAPTERS = ["why-position/", "ladder/", "rope/"];

/** Whether the heading of a section is where one looks. */
const inSight = (/** @type {string} */ id) => {
  // Null on the page that is being left.
  const place = document.getElementById(id);
  const top = place?.getBoundingClientRect().top ?? Infinity;
  return document.readyState === "complete" && top > -40 && top < innerHeight;
};

/**
 * Where a stop begins: what is in sight of the line that says which one it is,
 * of the heading below it, and of the first picture, if the stop begins with it.
 */
const arrived = (/** @type {string} */ id) => {
  const place = document.getElementById(id);
  const line = place.querySelector(":scope > .stop-here");
  const top = place.querySelector("h1, h2");
  const header = document.querySelector("header").getBoundingClientRect();
  const box = (/** @type {Element} */ it) => it.getBoundingClientRect();
  const figure = place.querySelector(":scope > [url-state]");
  const stage = figure?.shadowRoot.querySelector(".stage, .plots");
  return {
    line: line?.textContent,
    heading: top.textContent,
    above: box(line).top - Math.max(0, header.bottom),
    between: box(top).top - box(line).bottom,
    below: innerHeight - box(top).bottom,
    // A quarter of a picture may be behind the edge of a telephone.
    picture: stage
      ? (innerHeight - box(stage).top) / box(stage).height
      : undefined,
  };
};

/** A finding that is kept back until one has guessed. */
async function guess(page) {
  const who = page.locator("#who");
  await who.locator("[data-question]").click();
  await page.locator("#same-answer summary").nth(1).click();
  await page.locator("#who[told]").waitFor({ state: "attached" });
  assert.ok(await who.locator(".finding").isVisible());
}

for (const [screen, options] of Object.entries(SCREENS)) {
  describe(`on a ${screen}`, () => {
    for (const lang of ["en", "zh"]) {
      test(`from the first question to RoPE in ${lang}`, async (t) => {
        const { page, problems } = await site.open(t, `${lang}/why-position/`, {
          asNew: true,
          ...options,
        });
        await page.locator("#who[data-live]").waitFor();
        await guess(page);
        const stops = [...shortWay.stops, shortWay.end];
        for (const [k, { path, id }] of shortWay.stops.entries()) {
          assert.ok(page.url().includes(`/${path}`), path);
          const on = page.locator(`#${id} .way-on`);
          const { from } = stops[k + 1];
          const leads = await on.evaluate(
            (it) => /** @type {HTMLAnchorElement} */ (it).hash,
          );
          assert.equal(leads, `#${from}`);
          await on.scrollIntoViewIfNeeded();
          await on.click();
          await page.waitForFunction(inSight, from);
          if (k + 1 === shortWay.stops.length) continue;
          const { id: section } = stops[k + 1];
          await page.waitForFunction(
            (it) =>
              document.querySelector(
                `#${it} > [url-state]:not([data-live])`,
              ) === null,
            from,
          );
          const found = await page.evaluate(arrived, from);
          const name =
            section === from
              ? ""
              : await page.locator(`#${section} > :is(h2, h3)`).innerText();
          const number = `${k + 2}/${shortWay.stops.length}`;
          assert.ok(found.line.includes(`· ${number}`), found.line);
          assert.ok(found.line.endsWith(name || number), found.line);
          assert.ok(found.above >= 0, `${number}: ${found.above} px below`);
          assert.ok(found.between >= 0 && found.below > 0, number);
          assert.ok(
            (found.picture ?? 1) >= 0.75,
            `${number}: ${found.picture}`,
          );
        }
        assert.match(page.url(), /rope\/#slide$/);
        await page.locator("#slide-both[data-live]").waitFor();
        assert.deepEqual(problems, []);
      });
    }
  });
}

for (const path of CHAPTERS) {
  for (const lang of ["en", "zh"]) {
    test(`/${lang}/${path} as one first sees it, from 360 to 1920 px`, async (t) => {
      const { page, problems } = await site.open(t, `${lang}/${path}`, {
        asNew: true,
      });
      for (const width of [360, 390, 768, 1040, 1280, 1920]) {
        await page.setViewportSize({ width, height: 800 });
        await settle(page);
        const over = await page.evaluate(
          () => document.documentElement.scrollWidth - innerWidth,
        );
        assert.ok(over <= 0, `${width} px: ${over} too wide`);
      }
      // Before axe, which tries styles that the page's policy forbids.
      assert.deepEqual(problems, []);
      assert.deepEqual(await findings(page), []);
    });
  }
}
