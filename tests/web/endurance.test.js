// Widgets that come and go, as on a page of one application: what they took of
// the browser comes back. POSENC_MOUNTS says how often each is mounted: a few
// times in every run, 1000 before a release. POSENC_FROM is the tag to begin
// with, where a long run was ended before.
import assert from "node:assert/strict";
import { test } from "node:test";
import { TAGS, useEveryWidget } from "./every-widget.js";

const MOUNTS = Number(process.env.POSENC_MOUNTS ?? 5);
const FROM = process.env.POSENC_FROM ?? TAGS[0];
const tags = TAGS.slice(TAGS.indexOf(FROM));
/** Of a run that takes long, each widget is told when it is done. */
const tell = (line) => MOUNTS >= 50 && process.stderr.write(`${line}\n`);
/**
 * Widgets that are looked at together, as each collection takes as long as a few
 * mounts: they may leave no more than one may. Of a long run, each alone.
 */
const TOGETHER = MOUNTS >= 50 ? 1 : 4;
/** Before these, caches fill that are kept for ever. */
const FIRST = 2;
/**
 * What may be left in the heap, in bytes: by each mount; by each widget once, for
 * the code that engines compile after the first mounts; and the collector's
 * noise, which is there for any number of mounts.
 */
const HEAP = { mount: 2_000, widget: 30_000, noise: 300_000 };
/** What these may leave, when each of so many widgets is mounted MOUNTS times. */
const allowed = (widgets) =>
  HEAP.noise + widgets * (HEAP.widget + HEAP.mount * MOUNTS);

const site = useEveryWidget();

/**
 * Runs in the page: mounts a widget so many times; each is drawn, changed and
 * taken away again.
 */
async function mountOften([tag, times]) {
  const main = document.querySelector("main");
  const frame = () => new Promise((done) => requestAnimationFrame(done));
  for (let k = 0; k < times; k += 1) {
    const widget = document.createElement(tag);
    widget.setAttribute("loading", "eager");
    widget.setAttribute("sync", "group");
    const ready = new Promise((done) =>
      widget.addEventListener("pe-ready", done, { once: true }),
    );
    main.append(widget);
    await ready;
    const { table } = /** @type {any} */ (customElements.get(tag));
    for (const [name, { min, max, names }] of Object.entries(table)) {
      const other =
        names?.at(-1) ?? (min === undefined ? "" : Math.min(max, 8));
      if (other !== "") widget.setAttribute(name, other);
    }
    widget.link = "pos";
    widget.dispatchEvent(new KeyboardEvent("keydown", { key: "ArrowRight" }));
    await frame();
    widget.exportCSV();
    widget.remove();
  }
  await frame();
}

/** What a page holds of the browser once nobody needs more. */
async function held(client, collections = 2) {
  for (let k = 0; k < collections; k += 1) {
    await client.send("HeapProfiler.collectGarbage");
  }
  const { nodes, jsEventListeners } = await client.send(
    "Memory.getDOMCounters",
  );
  const { metrics } = await client.send("Performance.getMetrics");
  const heap = metrics.find(({ name }) => name === "JSHeapUsedSize").value;
  return { nodes, listeners: jsEventListeners, heap };
}

/** How much more is held than before. */
const grownBy = (now, before) => ({
  nodes: now.nodes - before.nodes,
  listeners: now.listeners - before.listeners,
  heap: now.heap - before.heap,
});

// What these ask is asked by a protocol of Chromium.
if ((process.env.POSENC_BROWSER ?? "chromium") === "chromium") {
  test(`what widgets take comes back after ${MOUNTS} mounts of each`, async (t) => {
    const { page, problems } = await site.open(t);
    const client = await page.context().newCDPSession(page);
    await client.send("Performance.enable");
    assert.ok(tags.length > 0, `POSENC_FROM is no widget: ${FROM}`);
    for (const tag of tags) await page.evaluate(mountOften, [tag, FIRST]);
    const before = await held(client);
    const worst = { nodes: 0, listeners: 0, heap: 0 };
    let last = before;
    for (let n = 0; n < tags.length; n += TOGETHER) {
      const some = tags.slice(n, n + TOGETHER);
      const begin = performance.now();
      for (const tag of some) await page.evaluate(mountOften, [tag, MOUNTS]);
      const seconds = (performance.now() - begin) / 1000;
      let now = await held(client, 1);
      // Seldom, something waits for the next collections.
      const { nodes, listeners, heap } = grownBy(now, last);
      if (nodes > 0 || listeners > 0 || heap >= allowed(1)) {
        now = await held(client);
      }
      const grown = grownBy(now, last);
      last = now;
      for (const [name, by] of Object.entries(grown)) {
        worst[name] = Math.max(worst[name], by);
      }
      const told = `${some.join()}: ${JSON.stringify(grown)} after ${MOUNTS} mounts`;
      tell(
        `${n + some.length} of ${tags.length}: ${told} in ${seconds.toFixed(0)} s`,
      );
      // One node or listener that a mount leaves is found.
      assert.ok(grown.nodes < MOUNTS, told);
      assert.ok(grown.listeners < MOUNTS, told);
      assert.ok(grown.heap < allowed(1), told);
    }
    last = await held(client);
    t.diagnostic(`most by ${TOGETHER} of them: ${JSON.stringify(worst)}`);
    const total = grownBy(last, before);
    t.diagnostic(`by all of them: ${JSON.stringify(total)}`);
    assert.ok(total.nodes < MOUNTS && total.listeners < MOUNTS);
    assert.ok(total.heap < allowed(tags.length), `${total.heap} bytes`);
    assert.deepEqual(problems, []);
  });

  test("a widget that stays is noticed", async (t) => {
    const { page } = await site.open(t);
    const client = await page.context().newCDPSession(page);
    await client.send("Performance.enable");
    await page.evaluate(mountOften, ["pe-clock", FIRST]);
    const before = await held(client);
    await page.evaluate(() => {
      // As an application does that forgets to take its listeners away.
      globalThis.kept = [];
      document.addEventListener("pe-ready", ({ target }) =>
        globalThis.kept.push(target),
      );
    });
    await page.evaluate(mountOften, ["pe-clock", MOUNTS]);
    const now = await held(client);
    assert.ok(now.nodes - before.nodes >= MOUNTS);
    assert.ok(now.listeners - before.listeners >= MOUNTS);
  });
}
