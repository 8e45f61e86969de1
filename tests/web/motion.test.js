// What moves in a page: figures go to where they are set, and are at once where
// a reader wants stillness; the sign of a drag is where a drag begins.
import assert from "node:assert/strict";
import { test } from "node:test";
import { useSite } from "./browser.js";

const site = useSite();

/** Page, figure, its panel with keys. */
const MOVING = [
  ["what-waves-can-do/", "circle", "circle"],
  ["what-waves-can-do/", "stack", "curves"],
];

/** Runs in the page: drawings of a figure that follow the press of a key. */
async function drawings([id, panel, key]) {
  const root = document.getElementById(id).shadowRoot;
  const plot = root.querySelector(`[data-pane="${panel}"] .plot`);
  const drawn = () =>
    [...root.querySelectorAll(".marks")].map((it) => it.innerHTML).join();
  const all = [drawn()];
  plot.dispatchEvent(
    new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }),
  );
  const end = performance.now() + 1500;
  while (performance.now() < end) {
    await new Promise(requestAnimationFrame);
    const now = drawn();
    if (now !== all.at(-1)) all.push(now);
  }
  return all.length - 1;
}

async function opened(t, path, id, options) {
  const { page, problems } = await site.open(t, `en/${path}`, {
    eager: true,
    ...options,
  });
  await page.locator(`#${id}`).scrollIntoViewIfNeeded();
  await page.waitForFunction(
    (name) =>
      document
        .getElementById(name)
        .shadowRoot.querySelector(".grip[data-placed]"),
    id,
  );
  return { page, problems };
}

for (const [path, id, panel] of MOVING) {
  test(`${id} moves by frames, or not at all where stillness is wanted`, async (t) => {
    const moving = await opened(t, path, id, {
      reducedMotion: "no-preference",
    });
    const many = await moving.page.evaluate(drawings, [
      id,
      panel,
      "ArrowRight",
    ]);
    t.diagnostic(`${many} drawings`);
    // At once would be one; how many more depends on how busy the machine is.
    assert.ok(many >= 2, `${many} drawings`);
    const still = await opened(t, path, id, { reducedMotion: "reduce" });
    const one = await still.page.evaluate(drawings, [id, panel, "ArrowRight"]);
    assert.equal(one, 1);
    assert.deepEqual([...moving.problems, ...still.problems], []);
  });
}

test("a drag that begins at its sign changes the figure", async (t) => {
  for (const [path, id] of MOVING) {
    const { page } = await opened(t, path, id, {});
    const figure = page.locator(`#${id}`);
    const grip = figure.locator(".grip[data-placed]").first();
    const { x, y, width, height } = await grip.boundingBox();
    assert.ok(width >= 24 && height >= 24, `${id}: ${width} × ${height}`);
    const before = await figure.evaluate((it) => JSON.stringify(it.state));
    await page.mouse.move(x + width / 2, y + height / 2);
    await page.mouse.down();
    await page.mouse.move(x + width / 2 - 60, y + height / 2 - 40, {
      steps: 5,
    });
    await page.mouse.up();
    const after = await figure.evaluate((it) => JSON.stringify(it.state));
    assert.notEqual(after, before, id);
    assert.equal(await grip.isVisible(), false, `${id}: it has been used`);
  }
});

test("while a value moves the sign is away, and then on what moved", async (t) => {
  const { page } = await opened(t, ...MOVING[0].slice(0, 2), {});
  const figure = page.locator(`#${MOVING[0][1]}`);
  const grip = figure.locator(".grip[data-placed]").first();
  const before = await grip.boundingBox();
  const seen = await figure.evaluate(async (it) => {
    const sign = it.shadowRoot.querySelector(".grip[data-placed]");
    const shown = [];
    const slider = [...it.shadowRoot.querySelectorAll(".slider")].find((one) =>
      one.checkVisibility(),
    );
    for (const share of [0.3, 0.6, 0.9]) {
      const [low, high] = [Number(slider.min), Number(slider.max)];
      slider.value = String(low + share * (high - low));
      slider.dispatchEvent(new Event("input"));
      await new Promise((done) => requestAnimationFrame(done));
      shown.push(getComputedStyle(sign).visibility);
    }
    return shown;
  });
  assert.deepEqual(seen, ["hidden", "hidden", "hidden"]);
  await grip.and(page.locator(":visible")).waitFor();
  assert.notDeepEqual(await grip.boundingBox(), before);
});
