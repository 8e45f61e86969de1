import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { load } from "../../src/posenc/dist/index.js";
import { useSite } from "./browser.js";
import {
  importSource,
  openTriptych,
  shareTriptych,
  TRIPTYCH,
} from "./figure.js";

const site = useSite();
const shared = shareTriptych(site);
const MINUS = "\u2212";

/** @param {import("../../src/posenc/dist/index.js").SinusoidalOptions} options */
async function tableOf({ seqLen, dModel, base, layout }) {
  const pe = await load();
  return pe.embedding.sinusoidal({ seqLen, dModel, base, layout }).data;
}

describe("the heatmap", () => {
  for (const theme of ["light", "dark"]) {
    test(`shows the exact value of a cell in the colours of ${theme} paper`, async (t) => {
      const { colorMap } = await importSource("widgets/plots/color.ts");
      const map = colorMap("diverging", theme);
      const options = { colorScheme: theme };
      const { figure, problems } = await openTriptych(
        site,
        t,
        `en/${TRIPTYCH}`,
        options,
      );
      for (const state of /** @type {const} */ ([
        { seqLen: 50, dModel: 64, base: 10000, layout: "interleaved" },
        { seqLen: 1024, dModel: 512, base: 10000, layout: "halves" },
        { seqLen: 7, dModel: 5, base: 100, layout: "halves" },
        { seqLen: 1, dModel: 2, base: 2, layout: "interleaved" },
      ])) {
        await figure.set(state);
        const data = await tableOf(state);
        const cells = [
          [0, 0],
          [0, 1],
          [state.seqLen - 1, state.dModel - 1],
          [state.seqLen >> 1, state.dModel >> 1],
          [Math.min(12, state.seqLen - 1), Math.min(6, state.dModel - 1)],
        ];
        for (const [pos, dim] of cells) {
          const value = data[pos * state.dModel + dim];
          const expected = map[Math.floor(value * 127.5 + 128)];
          assert.equal(
            await figure.pixel(pos, dim),
            expected >>> 0,
            `cell ${pos}, ${dim} = ${value}`,
          );
        }
      }
      assert.deepEqual(problems, []);
    });
  }

  test("hovering reads a cell and its arithmetic, and leaves no trace", async () => {
    const { page, figure } = await shared();
    const before = await figure.formula();
    assert.equal(before, `P(12,6)=sin(12/10\u202f0002·3/64)=${MINUS}0.9401`);
    const { x, y } = await figure.cell(3, 1);
    await page.mouse.move(x, y);
    assert.equal(
      await figure.formula(),
      `P(3,1)=cos(3/10\u202f0002·0/64)=${MINUS}0.9900`,
    );
    const [heat] = await figure.spoken();
    assert.ok(
      heat.includes(`P(3, 1) = cos(3 / 10000^(0/64)) = ${MINUS}0.9900`),
    );
    assert.equal((await figure.state()).pos, 12);
    await page.mouse.move(2, 2);
    assert.equal(await figure.formula(), before);
  });

  test("dragging moves row and column in all three pictures", async () => {
    const { figure } = await shared();
    await figure.dragTo(await figure.cell(5, 5), await figure.cell(40, 20));
    const { pos, dim } = await figure.state();
    assert.deepEqual([pos, dim], [40, 20]);
    const [heat, waves, hands] = await figure.spoken();
    assert.match(heat, /P\(40, 20\)/);
    assert.match(waves, /At position 40 dimension 20 /);
    assert.match(hands, /^Clock hands at position 40: .*pair 10 at /);
  });

  test("dragging past the edge stops at the last cell", async () => {
    const { figure } = await shared();
    const from = await figure.cell(45, 60);
    await figure.dragTo(from, { x: from.x + 900, y: from.y + 300 });
    const { pos, dim } = await figure.state();
    assert.deepEqual([pos, dim], [49, 63]);
  });

  test("pointing is right when the page is zoomed", async (t) => {
    const { page, figure } = await openTriptych(site, t);
    await page.evaluate(() => {
      document.body.style.zoom = "1.5";
    });
    await figure.settle();
    const { x, y } = await figure.cell(20, 30);
    await page.mouse.click(x, y);
    const { pos, dim } = await figure.state();
    assert.deepEqual([pos, dim], [20, 30]);
  });

  test("a finger that scrolls past leaves the cell; one that taps takes it", async (t) => {
    const { page, figure } = await openTriptych(site, t, `en/${TRIPTYCH}`, {
      hasTouch: true,
      isMobile: true,
      viewport: { width: 390, height: 800 },
    });
    const { x, y } = await figure.cell(30, 40);
    await page.touchscreen.tap(x, y);
    const { pos, dim } = await figure.state();
    assert.ok(Math.abs(pos - 30) <= 1 && Math.abs(dim - 40) <= 1);
    const touchAction = await figure.cells.evaluate(
      (it) => getComputedStyle(it.closest(".plot")).touchAction,
    );
    assert.equal(touchAction, "pan-y");
  });
});

describe("the waves", () => {
  test("dragging along them moves the position in all three", async () => {
    const { page, figure } = await shared();
    const box = await figure.curvesBox();
    const at = (share) => ({
      x: box.x + share * box.width,
      y: box.y + box.height / 2,
    });
    await figure.dragTo(at(0.1), at(0.8));
    const { pos } = await figure.state();
    assert.equal(pos, Math.round(0.8 * 49));
    for (const text of await figure.spoken()) {
      assert.ok(text.includes(String(pos)));
    }
    await page.mouse.move(2, 2);
  });

  test("pressing on a curve takes its dimension", async () => {
    const { page, figure } = await shared();
    // Dimension 20 is slow: at position 33 it is the highest curve but one.
    const value = (await tableOf({ seqLen: 50, dModel: 64 }))[28 * 64 + 20];
    const box = await figure.curvesBox(28 / 49, (1 - value) / 2);
    const y = box.y + 6 + ((1 - value) / 2) * (box.height - 12);
    await page.mouse.click(box.x + (28 / 49) * box.width, y);
    const { pos, dim } = await figure.state();
    assert.deepEqual([pos, dim], [28, 20]);
  });
});

describe("the clock hands", () => {
  test("turning a hand moves the position by its own speed", async () => {
    const { page, figure } = await shared();
    await figure.set({ pos: 0, dim: 14 });
    await figure.hands.scrollIntoViewIfNeeded();
    const box = await figure.hands.boundingBox();
    const faces = await figure.hands.evaluate((svg) =>
      [...svg.querySelectorAll(".face")].map((face) => {
        const { x, y, width, height } = face.getBBox();
        return { x: x + width / 2, y: y + height / 2, radius: width / 2 };
      }),
    );
    // Pair 7 stands fourth; a quarter turn is (π/2) / 10000^(−14/64) = 11.8.
    const { x, y, radius } = faces[3];
    const at = (degrees) => ({
      x: box.x + x + 0.9 * radius * Math.sin((degrees * Math.PI) / 180),
      y: box.y + y - 0.9 * radius * Math.cos((degrees * Math.PI) / 180),
    });
    await page.mouse.move(at(0).x, at(0).y);
    await page.mouse.down();
    for (let degrees = 10; degrees <= 90; degrees += 10) {
      await page.mouse.move(at(degrees).x, at(degrees).y);
    }
    await page.mouse.up();
    const { pos, dim } = await figure.state();
    assert.deepEqual([pos, dim], [12, 14]);
    const [, , hands] = await figure.spoken();
    assert.match(hands, /at position 12: .*pair 7 at 92°/);
  });

  test("a hand turned back past zero stops there", async () => {
    const { page, figure } = await shared();
    await figure.set({ pos: 3, dim: 0 });
    await figure.hands.scrollIntoViewIfNeeded();
    const box = await figure.hands.boundingBox();
    const face = await figure.hands.evaluate((svg) => {
      const { x, y, width } = svg.querySelector(".face").getBBox();
      return { x: x + width / 2, y: y + width / 2, radius: width / 2 };
    });
    const at = (angle) => [
      box.x + face.x + face.radius * 0.9 * Math.sin(angle),
      box.y + face.y - face.radius * 0.9 * Math.cos(angle),
    ];
    await page.mouse.move(...at(3));
    await page.mouse.down();
    for (let angle = 2.5; angle > -6; angle -= 0.5) {
      await page.mouse.move(...at(angle));
    }
    assert.equal((await figure.state()).pos, 0);
    for (let angle = -6; angle < -4; angle += 0.5) {
      await page.mouse.move(...at(angle));
    }
    await page.mouse.up();
    assert.ok((await figure.state()).pos > 0);
  });
});

describe("the keyboard", () => {
  test("arrows, pages, home and end read cells and are spoken", async () => {
    const { page, figure } = await shared();
    await figure.element.locator(".heat .plot").focus();
    const press = async (key, expected) => {
      await page.keyboard.press(key);
      const { pos, dim } = await figure.state();
      assert.deepEqual([pos, dim], expected, key);
    };
    await press("ArrowDown", [13, 6]);
    await press("ArrowRight", [13, 7]);
    await press("ArrowUp", [12, 7]);
    await press("ArrowLeft", [12, 6]);
    await press("PageDown", [17, 6]);
    await press("PageUp", [12, 6]);
    await press("Home", [12, 0]);
    await press("ArrowLeft", [12, 0]);
    await press("End", [12, 63]);
    await press("Control+Home", [0, 0]);
    await press("ArrowUp", [0, 0]);
    await press("Control+End", [49, 63]);
    const live = figure.element.locator(".sr");
    await live
      .filter({ hasText: /^P\(49, 63\) = cos\(49 \/ 10000/ })
      .waitFor({ state: "attached" });
  });

  test("sliders say position, dimension and value", async () => {
    const { page, figure } = await shared();
    const slider = figure.element.locator('[data-control="pos"] .slider');
    await slider.focus();
    await page.keyboard.press("ArrowRight");
    await figure.settle();
    assert.equal(
      await slider.getAttribute("aria-valuetext"),
      `position 13, dimension 6, value ${MINUS}0.7181`,
    );
    assert.equal(await slider.getAttribute("max"), "49");
  });
});

describe("a teacher", () => {
  test("can lock the order of the columns", async (t) => {
    const { figure } = await openTriptych(site, t);
    const radio = figure.element.locator('input[value="halves"]');
    assert.equal(await radio.isDisabled(), false);
    await figure.element.evaluate((it) => it.setAttribute("lock", "layout"));
    assert.equal(await radio.isDisabled(), true);
  });
});

describe("the formula and the page's symbols", () => {
  test("pointing at a symbol lights up its part of the figure, and back", async () => {
    const { page, figure } = await shared();
    await page.locator('p [data-link="dim"]').first().hover();
    const column = figure.element.locator('.marker [data-link="dim"]');
    assert.equal(await column.getAttribute("data-linked"), "");
    const row = figure.element.locator('.marker [data-link="pos"]');
    assert.equal(await row.getAttribute("data-linked"), null);
    await figure.element.locator('.formula [data-link="pos"]').first().hover();
    assert.equal(await row.getAttribute("data-linked"), "");
    assert.equal(await column.getAttribute("data-linked"), null);
    const symbol = page.locator('math [data-link="pos"]').first();
    assert.equal(await symbol.getAttribute("data-linked"), "");
    await page.mouse.move(2, 2);
    assert.equal(await row.getAttribute("data-linked"), null);
    assert.equal(await symbol.getAttribute("data-linked"), null);
  });
});
