import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { describe, test } from "node:test";
import { findings } from "./axe.js";
import { settle, useSite } from "./browser.js";
import { openTriptych, TRIPTYCH, Triptych } from "./figure.js";

const site = useSite();

describe("every reader", () => {
  for (const lang of ["en", "zh"]) {
    test(`axe finds nothing on the page in ${lang}, light and dark`, async (t) => {
      const options = { colorScheme: /** @type {const} */ ("light") };
      const { page, figure } = await openTriptych(
        site,
        t,
        `${lang}/${TRIPTYCH}`,
        options,
      );
      const both = async () => {
        assert.deepEqual(await findings(page), [], "light");
        await page.emulateMedia({ colorScheme: "dark" });
        await settle(page);
        assert.deepEqual(await findings(page), [], "dark");
        await page.emulateMedia({ colorScheme: "light" });
        await settle(page);
      };
      await both();
      await figure.use("table");
      await figure.use("code");
      await figure.box("seqLen").fill("0");
      await both();
    });
  }

  test("axe finds nothing at the entrance", async (t) => {
    const { page } = await site.open(t, "", { javaScriptEnabled: true });
    await page.waitForURL(/\/en\//);
    const html = readFileSync(
      new URL("../../web/dist/index.html", import.meta.url),
      "utf8",
    ).replace(/<script[^>]*><\/script>/g, "");
    await page.route("**/entrance", (route) =>
      route.fulfill({ contentType: "text/html", body: html }),
    );
    await page.goto(`${site.url}entrance`);
    assert.deepEqual(await findings(page), []);
  });

  test("every canvas and drawing has a name or is hidden", async (t) => {
    for (const lang of ["en", "zh"]) {
      const path = `${lang}/${TRIPTYCH}`;
      const { figure } = await openTriptych(site, t, path);
      const nameless = await figure.element.evaluate((it) =>
        [...it.shadowRoot.querySelectorAll("canvas, svg")]
          .filter(
            (at) =>
              at.getAttribute("aria-hidden") !== "true" &&
              !(
                at.getAttribute("role") === "img" &&
                at.getAttribute("aria-label")?.length > 8
              ),
          )
          .map((at) => at.outerHTML.slice(0, 80)),
      );
      assert.deepEqual(nameless, []);
      for (const text of await figure.spoken()) {
        assert.doesNotMatch(text, /NaN|undefined|…/);
      }
    }
  });

  test("the keyboard reaches everything in reading order, and focus is seen", async (t) => {
    const { page } = await openTriptych(site, t);
    const seen = [];
    for (let k = 0; k < 140; k += 1) {
      await page.keyboard.press("Tab");
      const at = await page.evaluate(() => {
        /** @type {any} */
        let it = document.activeElement;
        while (it?.shadowRoot?.activeElement) it = it.shadowRoot.activeElement;
        const style = getComputedStyle(it);
        return {
          name:
            it.id ||
            ("menu" in it.dataset && "menu") ||
            it.classList[0] ||
            it.textContent ||
            it.localName,
          outlined:
            style.outlineStyle !== "none" && style.outlineWidth !== "0px",
          body: it === document.body,
          // The radio is drawn by its label.
          inner: it.type === "radio",
        };
      });
      if (at.body) break;
      assert.ok(at.outlined || at.inner, `${at.name} shows no focus`);
      seen.push(at.name);
    }
    const order = [
      "skip",
      "theme",
      "plot",
      "base",
      "pos",
      "seqLen",
      "dModel",
      "dim",
      "menu",
    ];
    const places = order.map((name) => seen.indexOf(name));
    assert.ok(!places.includes(-1), `${seen}`);
    assert.deepEqual(
      places,
      [...places].sort((a, b) => a - b),
    );
  });

  test("the skip link leads to the text", async (t) => {
    const { page } = await openTriptych(site, t);
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    const id = await page.evaluate(() => document.activeElement.id);
    assert.equal(id, "main");
  });

  test("nothing moves by itself, with or without reduced motion", async (t) => {
    for (const reducedMotion of ["no-preference", "reduce"]) {
      const { page, figure } = await openTriptych(site, t, `en/${TRIPTYCH}`, {
        reducedMotion,
        // All of it in one window, or taking the picture changes the layout.
        viewport: { width: 1280, height: 1200 },
      });
      await figure.cells.scrollIntoViewIfNeeded();
      // What comes in late, models and fonts, has come; and a picture that is
      // taken scrolls the page once, which fades what stands before it.
      await page.waitForLoadState("networkidle");
      await figure.element.screenshot();
      await settle(page);
      const running = await page.evaluate(
        () => document.getAnimations().length,
      );
      assert.equal(running, 0);
      const before = await figure.element.screenshot();
      await page.waitForTimeout(500);
      assert.ok(before.equals(await figure.element.screenshot()));
    }
  });
});

describe("every screen", () => {
  for (const lang of ["en", "zh"]) {
    describe(`in ${lang}`, () => {
      const shared = site.share(`${lang}/${TRIPTYCH}`, {}, async (page) => {
        const figure = new Triptych(page);
        await figure.ready();
        await figure.more();
        // The longest numbers there are.
        await figure.set({
          seqLen: 1024,
          dModel: 512,
          base: 999999999,
          pos: 1023,
          dim: 511,
        });
      });
      for (const width of [320, 360, 768, 1360]) {
        test(`no sideways scrolling at ${width} px in ${lang}`, async () => {
          const { page } = await shared();
          await page.setViewportSize({ width, height: 740 });
          await settle(page);
          const wide = await page.evaluate(() => [
            document.documentElement.scrollWidth - innerWidth,
            ...[...document.querySelectorAll("main *, header *")]
              .filter((at) => at.getBoundingClientRect().right > innerWidth + 1)
              .filter((at) => !at.closest("pre, .formula"))
              .map((at) => at.outerHTML.slice(0, 60)),
          ]);
          assert.deepEqual(wide, [0]);
        });
      }
    });
  }

  test("a finger finds targets of 44 px", async (t) => {
    const { figure } = await openTriptych(site, t, `en/${TRIPTYCH}`, {
      viewport: { width: 360, height: 740 },
      hasTouch: true,
      isMobile: true,
    });
    const small = await figure.element.evaluate((it) =>
      [...it.shadowRoot.querySelectorAll("button, .box, .slider, .option")]
        .filter((at) => at.getClientRects().length > 0)
        .filter((at) => at.getBoundingClientRect().height < 44)
        .map((at) => at.outerHTML.slice(0, 60)),
    );
    assert.deepEqual(small, []);
  });

  test("the figure keeps its place while it starts: nothing shifts", async (t) => {
    for (const width of [360, 1360]) {
      const { page } = await site.open(t, `en/${TRIPTYCH}`, {
        viewport: { width, height: 900 },
      });
      await page.addInitScript(() => {
        globalThis.shifts = [];
        new PerformanceObserver((list) => {
          for (const entry of /** @type {any} */ (list.getEntries()))
            globalThis.shifts.push(entry.value);
        }).observe({ type: "layout-shift", buffered: true });
      });
      await page.reload();
      await page.waitForTimeout(1000);
      const total = await page.evaluate(() =>
        globalThis.shifts.reduce((sum, value) => sum + value, 0),
      );
      assert.ok(total < 0.01, `${width}: ${total}`);
    }
  });

  test("forced colours: axes and hands take the system's colours", async (t) => {
    const { figure } = await openTriptych(site, t, `en/${TRIPTYCH}`, {
      forcedColors: "active",
    });
    const [ink, accent, canvasText, highlight] = await figure.element.evaluate(
      (it) => {
        const root = it.shadowRoot.querySelector(".root");
        const probe = document.createElement("span");
        root.append(probe);
        return ["var(--_ink)", "var(--_accent)", "CanvasText", "Highlight"].map(
          (color) => {
            probe.style.color = color;
            return getComputedStyle(probe).color;
          },
        );
      },
    );
    assert.equal(ink, canvasText);
    assert.equal(accent, highlight);
  });

  test("paper is light: a dark page prints a light figure without controls", async (t) => {
    const { page, figure } = await openTriptych(site, t, `en/${TRIPTYCH}`, {
      colorScheme: "dark",
    });
    const dark = await figure.pixel(0, 0);
    await page.emulateMedia({ media: "print" });
    await figure.settle();
    const theme = await figure.element.evaluate(
      (it) => it.shadowRoot.querySelector(".root").dataset.theme,
    );
    assert.equal(theme, "light");
    assert.notEqual(await figure.pixel(0, 0), dark);
    assert.equal(
      await figure.element.locator(".controls").first().isVisible(),
      false,
    );
    assert.equal(await page.locator("header").isVisible(), false);
    const pdf = await page.pdf();
    assert.ok(pdf.length > 20_000);
    await page.emulateMedia({ media: "screen" });
    await figure.settle();
    assert.equal(await figure.pixel(0, 0), dark);
  });
});
