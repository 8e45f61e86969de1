// What a figure gives to those who want to pass it on: a card, a loop, and a
// page of its own.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { useSite } from "./browser.js";

const site = useSite();

/** The blocks of a GIF: how many pictures, and how often it repeats. */
function readGif(bytes) {
  assert.equal(bytes.subarray(0, 6).toString("latin1"), "GIF89a");
  const [width, height] = [bytes.readUInt16LE(6), bytes.readUInt16LE(8)];
  let at = 13 + 3 * 2 ** ((bytes[10] & 7) + 1);
  const delays = [];
  let pictures = 0;
  let repeats;
  const skip = () => {
    while (bytes[at] !== 0) at += bytes[at] + 1;
    at += 1;
  };
  while (bytes[at] !== 0x3b) {
    if (bytes[at] === 0x21) {
      if (bytes[at + 1] === 0xf9) delays.push(bytes.readUInt16LE(at + 4));
      if (bytes[at + 1] === 0xff) repeats = bytes.readUInt16LE(at + 16);
      at += 2;
      skip();
    } else {
      assert.equal(bytes[at], 0x2c, `block at ${at}`);
      pictures += 1;
      const flags = bytes[at + 9];
      at += 10 + (flags & 128 ? 3 * 2 ** ((flags & 7) + 1) : 0) + 1;
      skip();
    }
  }
  return { width, height, pictures, delays, repeats };
}

/** Opens a page; `use` chooses an entry of a figure's menu. */
async function openFigure(t, path, tag) {
  const opened = await site.open(t, path);
  const element = opened.page.locator(tag).first();
  await element.scrollIntoViewIfNeeded();
  await element.and(opened.page.locator("[data-live]")).waitFor();
  const use = async (tool) => {
    await element.locator("[data-menu]").click();
    await element.locator(`[data-tool="${tool}"]`).click();
  };
  return { ...opened, element, use };
}

test("a loop goes there and back for ever, and leaves the figure as it was", async (t) => {
  const { page, element, use, problems } = await openFigure(
    t,
    "en/rope/",
    "pe-rope",
  );
  const before = await element.evaluate((it) => it.state);
  const saving = page.waitForEvent("download");
  await use("loop");
  const file = await saving;
  assert.equal(file.suggestedFilename(), "pe-rope.gif");
  const gif = readGif(readFileSync(await file.path()));
  assert.equal(gif.width, 800);
  assert.ok(gif.height > 200, `${gif.height}`);
  assert.equal(gif.repeats, 0);
  assert.ok(gif.pictures > 10, `${gif.pictures} pictures`);
  assert.equal(gif.delays.length, gif.pictures);
  // Hundredths of a second: none so short that browsers slow it down.
  assert.ok(Math.min(...gif.delays) >= 2, `${gif.delays}`);
  assert.deepEqual(await element.evaluate((it) => it.state), before);
  assert.match(
    await element.locator(".notice").textContent(),
    /Saved pe-rope\.gif/,
  );
  assert.deepEqual(problems, []);
});

test("a loop can be stopped, and made again", async (t) => {
  const { page, element, use } = await openFigure(
    t,
    "zh/sinusoids/",
    "pe-heatmap",
  );
  await use("loop");
  const notice = element.locator(".notice");
  const stop = notice.locator("[data-stop]");
  assert.equal(await stop.textContent(), "停止");
  await stop.focus();
  await page.keyboard.press("Enter");
  await notice.getByText("已停止，没有保存文件。").waitFor();
  const saving = page.waitForEvent("download");
  await use("loop");
  const file = await saving;
  assert.equal(file.suggestedFilename(), "pe-heatmap.gif");
});

test("a signal that is set already ends a loop before its first picture", async (t) => {
  const { element } = await openFigure(t, "en/sinusoids/", "pe-heatmap");
  const told = await element.evaluate(async (it) => {
    const seen = [];
    const reason = await it
      .exportLoop({
        signal: AbortSignal.abort(new Error("enough")),
        progress: (done) => seen.push(done),
      })
      .catch(({ message }) => message);
    return { reason, seen };
  });
  assert.deepEqual(told, { reason: "enough", seen: [] });
});

test("what a loop is asked for wrongly is named", async (t) => {
  const { element } = await openFigure(t, "en/sinusoids/", "pe-heatmap");
  const told = await element.evaluate((it) =>
    Promise.all(
      [null, "fast", { signal: 5 }, { progress: true }].map((options) =>
        /** @type {any} */ (it).exportLoop(options).catch(String),
      ),
    ),
  );
  assert.deepEqual(told, [
    "TypeError: exportLoop: options must be an object, got null",
    "TypeError: exportLoop: options must be an object, got a string",
    "TypeError: exportLoop: signal must be an AbortSignal, got a number",
    "TypeError: exportLoop: progress must be a function, got a boolean",
  ]);
});

test("a card has the size that services show", async (t) => {
  const { page, use } = await openFigure(t, "zh/rope/", "pe-rope");
  const saving = page.waitForEvent("download");
  await use("card");
  const file = await saving;
  assert.equal(file.suggestedFilename(), "pe-rope.card.png");
  const png = readFileSync(await file.path());
  assert.deepEqual([png.readUInt32BE(16), png.readUInt32BE(20)], [1200, 630]);
});

test("a figure opens on a page of its own, as it stands", async (t) => {
  const { page, element, use } = await openFigure(t, "en/rope/", "pe-rope");
  const [key, value] = await element.evaluate((it) => {
    const name = Object.keys(it.state).find(
      (other) => typeof it.state[other] === "number",
    );
    const { table } = /** @type {any} */ (customElements.get(it.localName));
    const { min, max } = table[name] ?? {};
    const wanted = Math.round((min + max) / 3);
    it.setState({ [name]: wanted });
    return [name, it.state[name]];
  });
  const [alone] = await Promise.all([
    page.context().waitForEvent("page"),
    use("alone"),
  ]);
  await alone.waitForSelector("pe-rope[data-live]");
  const state = await alone.$eval("pe-rope", (it) => it.state);
  assert.equal(state[key], value);
});

test("what has no such picture offers none", async (t) => {
  const { element } = await openFigure(
    t,
    "en/what-waves-can-do/",
    "pe-playground",
  );
  await element.locator("[data-menu]").click();
  for (const tool of ["card", "loop"]) {
    assert.equal(
      await element.locator(`[data-tool="${tool}"]`).isVisible(),
      false,
      tool,
    );
  }
  assert.match(
    await element.evaluate((it) =>
      it.exportLoop().catch(({ message }) => message),
    ),
    /has no such picture/,
  );
});
