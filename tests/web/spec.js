// A figure's description without a page, for tests of what it claims, and a
// live one in a page, for tests of what a reader does with it.
import assert from "node:assert/strict";
import { settle } from "./browser.js";
import { importSource, specOf } from "./figure.js";

/**
 * Everything that a figure says in a state.
 *
 * @param name its tag without "pe-"
 * @param given what differs from the default state
 */
export async function describeFigure(name, given = {}, lang = "en") {
  const [spec, { defaults }, { BufferCache }] = await Promise.all([
    specOf(name),
    importSource("widgets/element/state/attributes.ts"),
    importSource("widgets/kit/buffer-cache.ts"),
  ]);
  const wanted = { ...defaults(spec.table), ...given };
  const state = spec.settle?.(wanted) ?? wanted;
  const keep = new BufferCache();
  const model = spec.compute(state, keep);
  const shown = { state, model, lang, theme: "light", link: null };
  const text = (html) => html.replace(/<[^>]*>/g, "");
  return {
    spec,
    state,
    model,
    shown,
    finding: text(spec.finding(shown)),
    sentence: spec.sentence(shown),
    table: spec.tableData(shown),
    panel: (id) => spec.panels.find((panel) => panel.id === id),
  };
}

/** What the programs that a figure offers print, by the package; undefined: none. */
export async function programOf({ spec, shown }) {
  const offered = spec.listing?.(shown);
  if (offered === undefined) return undefined;
  const { runKind } = await importSource("widgets/code/index.ts");
  return runKind(offered.kind, offered.values);
}

/**
 * A live figure of a page, and what a reader does with it. A figure draws in
 * the frame after a change: what asks it waits for that frame.
 */
export async function takeFigure(site, t, path, id) {
  const { page, problems } = await site.open(t, `en/${path}`, { eager: true });
  const figure = page.locator(`#${id}`);
  await figure.scrollIntoViewIfNeeded();
  await page.waitForFunction(
    (name) =>
      document.getElementById(name)?.shadowRoot?.querySelector(".finding b"),
    id,
  );
  /** A point of a panel's picture, by shares of its width and height. */
  const point = async (panel, x, y) => {
    const at = figure.locator(`.pane-${panel} .plot`);
    await at.scrollIntoViewIfNeeded();
    const box = await at.locator(".marks").evaluate((it) => {
      const { left, top } = it.getBoundingClientRect();
      return { left, top, width: it.clientWidth, height: it.clientHeight };
    });
    return { x: box.left + x * box.width, y: box.top + y * box.height };
  };
  /** What stands in a part of it. */
  const text = async (part) => {
    await settle(page);
    return figure.locator(part).textContent();
  };
  return {
    page,
    figure,
    problems,
    text,
    finding: () => text(".finding"),
    state: async () => {
      await settle(page);
      return figure.evaluate((it) => it.state);
    },
    press: async (panel, x, y) => {
      const at = await point(panel, x, y);
      await page.mouse.click(at.x, at.y);
    },
    drag: async (panel, from, to) => {
      const [a, b] = [await point(panel, ...from), await point(panel, ...to)];
      await page.mouse.move(a.x, a.y);
      await page.mouse.down();
      await page.mouse.move(b.x, b.y, { steps: 8 });
      await page.mouse.up();
    },
    focus: (panel) => figure.locator(`.pane-${panel} .plot`).focus(),
  };
}

const ACROSS = [
  [0.2, 0.2],
  [0.7, 0.6],
];

/**
 * Presses a key in a panel of each figure, then drags across the panel; both
 * must change the state.
 *
 * @param hands id of the figure, its panel, the key, the property that changes;
 *   last, where to drag from and to by shares of the panel, null: not at all
 */
export async function tryHands(page, hands) {
  for (const [id, panel, key, name, way = ACROSS] of hands) {
    const figure = page.locator(`#${id}`);
    const plot = figure.locator(`.pane-${panel} .plot`);
    await plot.scrollIntoViewIfNeeded();
    await figure.locator(".finding b").first().waitFor();
    const read = () => figure.evaluate((at, prop) => at[prop], name);
    const first = await read();
    await plot.focus();
    await plot.press(key);
    const second = await read();
    assert.notEqual(second, first, `${id}: ${key}`);
    if (way === null) continue;
    const box = await plot.boundingBox();
    const [from, to] = way.map(([x, y]) => [
      box.x + box.width * x,
      box.y + box.height * y,
    ]);
    await page.mouse.move(...from);
    await page.mouse.down();
    await page.mouse.move(...to, { steps: 4 });
    await page.mouse.up();
    assert.notEqual(await read(), second, `${id}: drag`);
  }
}
