// Picture and main controls of every figure in view together, on a laptop and
// on a telephone.
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { importSource } from "../../tools/lib/web-source.mjs";
import { settle, useSite } from "./browser.js";

const { chapters } = await importSource("tutorial/chapters.ts");
const site = useSite();

const SCREENS = {
  laptop: { viewport: { width: 1280, height: 800 } },
  telephone: {
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
  },
};

/** Runs in the page: what each figure takes, and the room that there is. */
function measured() {
  const header = document.querySelector("header");
  const sticky = getComputedStyle(header).position === "sticky";
  const room = innerHeight - (sticky ? header.offsetHeight : 0);
  const figures = [...document.querySelectorAll("[url-state]")].map((it) => {
    const root = it.shadowRoot;
    const parts = [
      root.querySelector(".stage, .plots"),
      root.querySelector(":not(details) > .controls"),
    ];
    const boxes = parts
      .filter((at) => at !== null)
      .map((at) => at.getBoundingClientRect());
    const top = Math.min(...boxes.map((box) => box.top));
    const bottom = Math.max(...boxes.map((box) => box.bottom));
    const seen = (/** @type {Element} */ at) =>
      at.getClientRects().length > 0 && !at.closest("details:not([open])");
    const controls = [...root.querySelectorAll("[data-control]")].filter(seen);
    return {
      id: it.id,
      height: Math.round(bottom - top),
      picture: Math.round(boxes[0].height),
      controls: controls.map((at) => at.getAttribute("data-control")),
      tools: [...root.querySelectorAll(".tools button")].filter(seen).length,
    };
  });
  return { room, figures };
}

for (const [screen, options] of Object.entries(SCREENS)) {
  describe(`on a ${screen}`, () => {
    for (const { path } of chapters) {
      for (const lang of ["en", "zh"]) {
        test(`the figures of /${lang}/${path} fit with their main controls`, async (t) => {
          const { page } = await site.open(t, `${lang}/${path}`, {
            eager: true,
            asNew: true,
            ...options,
          });
          await settle(page);
          const { room, figures } = await page.evaluate(measured);
          const tall = figures.filter(({ height }) => height > room);
          assert.deepEqual(
            tall.map(({ id, height }) => `${id}: ${height} of ${room} px`),
            [],
          );
          for (const { id, picture, controls, tools } of figures) {
            assert.ok(picture >= 100, `${id}: a picture ${picture} px high`);
            // A sentence of one's own comes with the menu that offers it.
            assert.ok(controls.length <= 3, `${id}: ${controls}`);
            assert.ok(!controls.some((key) => /seed/i.test(key)), id);
            assert.equal(tools, 1, `${id}: tools in view`);
          }
        });
      }
    }
  });
}

test("while a further control is moved, the picture stays in view", async (t) => {
  for (const options of Object.values(SCREENS)) {
    const { page } = await site.open(t, "en/rope-and-alibi/", {
      eager: true,
      asNew: true,
      ...options,
    });
    const figure = page.locator("#slide-both");
    const summary = figure.locator(".more > summary");
    await summary.scrollIntoViewIfNeeded();
    const before = await summary.boundingBox();
    await summary.click();
    await settle(page);
    // Opening alone holds nothing and moves nothing.
    assert.deepEqual(await summary.boundingBox(), before);
    assert.equal(await figure.locator("[data-held]").count(), 0);
    for (const control of await figure.locator(".more .control").all()) {
      await control.scrollIntoViewIfNeeded();
      await control.locator(".slider").press("ArrowRight");
      await settle(page);
      const [stage, box] = [
        await figure.locator(".stage").boundingBox(),
        await control.boundingBox(),
      ];
      assert.ok(stage.y >= -1, `the picture begins at ${stage.y}`);
      assert.ok(box.y >= stage.y + stage.height - 1, "the control is covered");
      const { height } = page.viewportSize();
      assert.ok(box.y + box.height <= height + 1);
    }
  }
});
