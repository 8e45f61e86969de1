// Figures among the gestures, transforms and policies of other people's pages.
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { useSite } from "./browser.js";

const site = useSite();

const FIGURE = "embed/heatmap.html?lang=en&seq-len=40&d-model=64";

/** Opens a figure alone in a page that is touched. */
async function touched(t, path = FIGURE) {
  const { page, problems } = await site.open(t, path, { hasTouch: true });
  await page.waitForSelector("[data-live]");
  const client = await page.context().newCDPSession(page);
  const send = (type, points) =>
    client.send("Input.dispatchTouchEvent", { type, touchPoints: points });
  /** A finger from one point to another. */
  const drag = async (from, to) => {
    await send("touchStart", [from]);
    for (let k = 1; k <= 8; k++) {
      const at = (axis) => from[axis] + ((to[axis] - from[axis]) * k) / 8;
      await send("touchMove", [{ x: at("x"), y: at("y") }]);
    }
    await send("touchEnd", []);
  };
  return { page, problems, drag };
}

/** Runs in the page: writes down which gestures reach the body. */
function listen() {
  globalThis.heard = new Set();
  for (const type of [
    "touchstart",
    "touchmove",
    "touchend",
    "pointerdown",
    "mousedown",
    "pointermove",
    "pointerup",
  ]) {
    document.body.addEventListener(type, (event) => {
      const { pointerType } = /** @type {PointerEvent} */ (event);
      if (type.startsWith("pointer") && pointerType === "mouse") return;
      globalThis.heard.add(type);
    });
  }
}

const heard = (page) =>
  page.evaluate(() => {
    const all = [...globalThis.heard].sort();
    globalThis.heard.clear();
    return all;
  });

describe("a finger", () => {
  test("on a plot or a slider is not heard around the figure, elsewhere it is", async (t) => {
    const { page, problems, drag } = await touched(t);
    await page.evaluate(listen);
    const across = async (selector) => {
      const at = page.locator(`pe-heatmap ${selector}`).first();
      await at.scrollIntoViewIfNeeded();
      const { x, y, width, height } = await at.boundingBox();
      const middle = y + height / 2;
      await drag(
        { x: x + 0.8 * width, y: middle },
        { x: x + 0.3 * width, y: middle },
      );
      return heard(page);
    };
    const dim = () => page.locator("pe-heatmap").evaluate((it) => it.state.dim);
    assert.deepEqual(await across(".window"), []);
    assert.equal(await dim(), 19);
    assert.deepEqual(await across("input[type=range]"), []);
    const outside = await across(".caption");
    assert.ok(outside.includes("touchstart"), outside.join());
    assert.ok(outside.includes("pointerdown"), outside.join());
    assert.deepEqual(problems, []);
  });

  test("that taps a button is not heard, and presses it", async (t) => {
    const { page } = await touched(t);
    await page.evaluate(listen);
    await page.locator("pe-heatmap [data-menu]").tap();
    assert.deepEqual(
      (await heard(page)).filter((type) => type !== "mousedown"),
      [],
    );
    await page.locator("pe-heatmap [data-menu][aria-expanded=true]").waitFor();
  });

  test("up a plot that is dragged sideways scrolls the page", async (t) => {
    const { page, drag } = await touched(t, "embed/waves.html?lang=en");
    await page.evaluate(() => {
      document.body.style.paddingBottom = "2000px";
    });
    const plot = page.locator("pe-waves .slide").first();
    await plot.scrollIntoViewIfNeeded();
    const { x, y, width, height } = await plot.boundingBox();
    const before = await page.evaluate(() => scrollY);
    await drag(
      { x: x + width / 2, y: y + 0.9 * height },
      { x: x + width / 2, y: y - 200 },
    );
    await page.waitForFunction((from) => scrollY > from + 100, before);
  });
});

describe("pointers find their cell", () => {
  for (const style of [
    "transform: none",
    "transform: rotate(5deg)",
    "transform: rotate(90deg)",
    "transform: rotate(200deg) scale(0.6)",
    "transform: skewX(-12deg)",
    "transform: skew(8deg, 20deg)",
    "transform: scaleX(-1)",
    "transform: scale(0.5, 1.4)",
    "transform: perspective(700px) rotateY(35deg)",
    "transform: perspective(900px) rotateX(-30deg) rotateZ(10deg)",
    "rotate: -8deg",
    "scale: 0.6 -0.8",
    "translate: 40px 7.5px; rotate: 12deg; scale: 0.7; transform: skewY(5deg)",
    "zoom: 0.7",
    "zoom: 1.5; transform: rotate(3deg)",
  ]) {
    test(`under ${style}`, async (t) => {
      const { page } = await site.open(t, FIGURE, {
        viewport: { width: 1400, height: 1400 },
      });
      await page.waitForSelector("pe-heatmap[data-live]");
      const wrong = await page.evaluate(async (css) => {
        const figure = document.querySelector("pe-heatmap");
        const root = figure.shadowRoot;
        // One transform within another, far from the edges of the window.
        const outer = document.createElement("div");
        outer.setAttribute("id", "outer");
        const sheet = new CSSStyleSheet();
        sheet.replaceSync(
          `#outer { position: absolute; left: 300px; top: 300px; width: 700px; ${css} }`,
        );
        document.adoptedStyleSheets = [sheet];
        document.body.append(outer);
        outer.append(figure);
        for (let k = 0; k < 4; k++) await new Promise(requestAnimationFrame);
        const plot = root.querySelector(".pane .plot");
        const window = root.querySelector(".window");
        const marker = document.createElement("b");
        marker.style.position = "absolute";
        window.append(marker);
        const faults = [];
        for (const pos of [0, 5, 20, 39]) {
          for (const dim of [0, 13, 50, 63]) {
            marker.style.left = `${((dim + 0.5) / 64) * 100}%`;
            marker.style.top = `${((pos + 0.5) / 40) * 100}%`;
            const { x, y } = marker.getBoundingClientRect();
            const it = { clientX: x, clientY: y, button: 0, bubbles: true };
            plot.dispatchEvent(new PointerEvent("pointerdown", it));
            plot.dispatchEvent(new PointerEvent("pointerup", it));
            const { state } = /** @type {any} */ (figure);
            if (state.pos !== pos || state.dim !== dim) {
              faults.push(`${pos},${dim} → ${state.pos},${state.dim}`);
            }
          }
        }
        return faults;
      }, style);
      assert.deepEqual(wrong, []);
    });
  }
});

describe("what is locked", () => {
  test("does not ask for a hand or keys, and does again when it is free", async (t) => {
    const { page } = await site.open(t, `${FIGURE}&lock=pos,dim`);
    const plot = page.locator("pe-heatmap .plot").first();
    await page.waitForSelector("pe-heatmap[data-live]");
    await plot.and(page.locator("[data-locked]")).waitFor();
    const asks = () =>
      plot.evaluate((it) => [
        it.getAttribute("role"),
        it.hasAttribute("aria-label"),
        getComputedStyle(it).cursor,
        getComputedStyle(it.querySelector(".grip")).display !== "none",
      ]);
    assert.deepEqual(await asks(), [null, false, "default", false]);
    await page
      .locator("pe-heatmap")
      .evaluate((it) => it.setAttribute("lock", "pos"));
    await plot.and(page.locator(":not([data-locked])")).waitFor();
    assert.deepEqual(await asks(), ["application", true, "crosshair", true]);
  });
});

describe("buttons that play", () => {
  for (const [lang, play, pause] of [
    ["en", "Play: position p", "Pause: position p"],
    ["zh", "播放：位置 p", "暂停：位置 p"],
  ]) {
    test(`say what they do (${lang})`, async (t) => {
      const { page } = await site.open(t, `embed/clock.html?lang=${lang}`);
      await page.waitForSelector("pe-clock[data-live]");
      const button = page.locator("pe-clock .play");
      const names = async () => [
        await button.getAttribute("aria-label"),
        await button.getAttribute("title"),
        await button.getAttribute("aria-pressed"),
      ];
      assert.deepEqual(await names(), [play, play, null]);
      await button.click();
      assert.deepEqual(await names(), [pause, pause, null]);
      await button.click();
      assert.deepEqual(await names(), [play, play, null]);
    });
  }
});
