import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { createServer } from "node:http";
import { after, before, describe, test } from "node:test";
import { fileURLToPath } from "node:url";
import { measureHeights } from "../../tools/browser/embed-heights.mjs";
import { importSource } from "../../tools/lib/web-source.mjs";
import { roomCodes, roomsOf } from "../../tools/lib/widget-list.mjs";
import { settle, useSite } from "./browser.js";

const { recipes } = await importSource("widgets/element/embed/recipes.ts");
const { heightOf } = await importSource("widgets/element/embed/heights.ts");

const DIST = fileURLToPath(new URL("../../web/dist/", import.meta.url));
const HELPER = fileURLToPath(
  new URL("../../web/widgets/dist/embed.js", import.meta.url),
);
const MANIFEST = fileURLToPath(
  new URL("../../web/widgets/dist/custom-elements.json", import.meta.url),
);
const PATIENCE_MS = 30_000;
const site = useSite({ mount: "/notes/" });
const names = readdirSync(`${DIST}embed`)
  .filter((name) => name.endsWith(".html"))
  .map((name) => name.replace(/\.html$/, ""));

/** Waits until the figure of an embed page is drawn. */
async function drawn(frame, name) {
  await frame.waitForFunction((tag) => {
    const root = document.querySelector(tag)?.shadowRoot;
    return (root?.querySelector(".finding")?.textContent ?? "").length > 0;
  }, `pe-${name}`);
  return frame.locator(`pe-${name}`);
}

test("a text of several lines stays within the block of its recipe", () => {
  const config = '{\n  "a": "b",\n\n  "c": 1\n}';
  for (const { id, steps } of recipes) {
    const it = { tag: "pe-config", attributes: { config }, lang: "en" };
    const codes = steps({
      ...it,
      title: "T",
      version: "1",
      site: "https://x/",
    });
    for (const { code } of codes) {
      const [line] = code.split("\n").filter((text) => /<pe-config/.test(text));
      if (line === undefined || id === "hugo") continue;
      assert.match(line, /<pe-config [^>]*&#10;&#10;.*<\/pe-config>/, id);
    }
    if (id === "hugo") assert.match(codes.at(-1).code, /config=`\{\n/);
  }
});

describe("a figure alone on a page", () => {
  test("there is a page for every widget of the package", () => {
    const { modules } = JSON.parse(readFileSync(MANIFEST, "utf8"));
    const tags = modules[0].declarations.map(({ tagName }) => tagName);
    assert.deepEqual(
      names.map((name) => `pe-${name}`).sort(),
      [...tags].sort(),
    );
  });

  // One tab after the other would be most of the time of these tests.
  const tab = site.share("embed/clock.html");
  for (const name of names) {
    test(`embed/${name}.html draws its figure under the strict policy`, async () => {
      const { page, problems } = await tab();
      problems.length = 0;
      await page.goto(`${site.url}embed/${name}.html?lang=zh&utm_source=x`);
      const figure = await drawn(page, name);
      assert.equal(await figure.locator(".faults p").count(), 0);
      assert.equal(await page.locator(".wrong").count(), 0);
      assert.equal(await page.locator("html").getAttribute("lang"), "zh-CN");
      assert.deepEqual(problems, []);
    });
  }

  test("every figure fits the height that its frame is given", async () => {
    const { frames: measured, rooms } = await measureHeights();
    const wrong = Object.entries(measured).filter(([tag, height]) => {
      // Fonts differ from system to system.
      const given = heightOf(tag);
      return height > given * 1.06 + 8 || height < given * 0.9 - 8;
    });
    assert.deepEqual(
      wrong.map(([tag, height]) => `${tag}: ${heightOf(tag)} for ${height}`),
      [],
      "node tools/heights.mjs measures anew",
    );
    const given = roomsOf();
    const { Playground } = await importSource("widgets/playground/element.ts");
    assert.equal(Playground.room, roomCodes()("pe-playground"));
    const off = Object.entries(rooms).filter(([tag, heights]) =>
      heights.some((height, k) => Math.abs(height - given[tag][k]) > 10),
    );
    assert.deepEqual(off, [], "node tools/heights.mjs measures anew");
  });

  test("the recipe's frame has that height", () => {
    const { steps } = recipes.find(({ id }) => id === "iframe");
    for (const tag of ["pe-heatmap", "pe-clock"]) {
      const [{ code }] = steps({
        tag,
        attributes: {},
        lang: "en",
        title: "x",
        version: "1.0.0",
        integrity: "",
        site: "https://a.example/",
      });
      assert.ok(code.includes(` height="${heightOf(tag)}"`), code);
    }
    assert.notEqual(heightOf("pe-heatmap"), heightOf("pe-clock"));
  });

  test("the query sets attributes, and what teachers leave out is left out", async (t) => {
    const { page } = await site.open(
      t,
      "embed/heatmap.html?d-model=16&seq-len=20&controls=d-model&hide=caption&theme=dark",
    );
    const figure = await drawn(page, "heatmap");
    const state = await figure.evaluate((it) => it.state);
    assert.deepEqual([state.dModel, state.seqLen], [16, 20]);
    const shown = await figure.locator("[data-control]:visible").count();
    assert.equal(shown, 1);
    assert.equal(await figure.locator(".caption").isVisible(), false);
    const theme = await figure.locator(".root").getAttribute("data-theme");
    assert.equal(theme, "dark");
  });

  test("without a theme it follows the reader's system", async (t) => {
    for (const colorScheme of /** @type {const} */ (["light", "dark"])) {
      const { page } = await site.open(t, "embed/clock.html", { colorScheme });
      const figure = await drawn(page, "clock");
      const theme = await figure.locator(".root").getAttribute("data-theme");
      assert.equal(theme, colorScheme);
    }
  });

  test("a wrong value is named in the figure, and a wrong name above it", async (t) => {
    const { page, problems } = await site.open(
      t,
      "embed/heatmap.html?d-model=abc&onclick=alert(1)&theme=blue&hide=nothing",
    );
    const figure = await drawn(page, "heatmap");
    const inside = await figure.locator(".faults").textContent();
    assert.match(inside, /d-model must be a whole number from/);
    assert.match(inside, /hide: there is nothing called “nothing”/);
    const above = await page.locator(".wrong").allTextContents();
    assert.equal(above.length, 2);
    assert.match(above.join(), /no attribute “onclick”. It has .*d-model/);
    assert.match(above.join(), /theme must be light or dark or auto/);
    assert.equal(await figure.getAttribute("onclick"), null);
    assert.deepEqual(problems, []);
  });

  test("its link leads to the chapter, with the figure as it stands", async (t) => {
    const { page } = await site.open(t, "embed/clock.html?lang=en");
    const figure = await drawn(page, "clock");
    const link = page.locator(".from a");
    const first = await link.getAttribute("href");
    assert.match(first, /\/notes\/en\/[\w-]+\/#[\w-]+$/);
    await figure.evaluate((it) => it.setState({ pos: 7 }));
    await page.waitForFunction(() =>
      /pos=7/.test(document.querySelector(".from a").href),
    );
    const other = await site.open(t, "embed/clock.html?lang=en&pos=40");
    await drawn(other.page, "clock");
    const address = await other.page.locator(".from a").getAttribute("href");
    assert.match(address, /pos=40/);
  });

  test("without scripts it is a picture", async (t) => {
    const { page } = await site.open(t, "embed/heatmap.html", {
      javaScriptEnabled: false,
    });
    const picture = page.locator("noscript img");
    assert.ok((await picture.evaluate((it) => it.naturalWidth)) > 300);
    assert.ok((await picture.getAttribute("alt")).length > 3);
  });
});

/** Another origin, whose pages hold frames. */
let host;
const pages = new Map();
before(async () => {
  host = createServer((request, response) => {
    const path = request.url.replace(/\?.*$/, "");
    const isHelper = path === "/embed.js";
    const type = isHelper ? "text/javascript" : "text/html; charset=utf-8";
    const body = isHelper ? readFileSync(HELPER) : pages.get(path);
    response.writeHead(body ? 200 : 404, { "Content-Type": type });
    response.end(body);
  });
  await new Promise((done) => host.listen(0, "127.0.0.1", done));
});
after(() => {
  host.closeAllConnections();
  host.close();
});

async function framed(t, path, attributes = "") {
  const frame = (id) =>
    `<iframe id="${id}" src="${site.url}${path}" title="x" width="100%" height="200" ${attributes}></iframe>`;
  pages.set(
    "/notes.html",
    `<!doctype html><meta charset="utf-8"><title>x</title><link rel="icon" href="data:,"><script defer src="embed.js"></script><body>${frame("a")}<iframe id="b" src="about:blank" title="y" height="150"></iframe></body>`,
  );
  const { page } = await site.open(t, "en/contents/");
  const problems = [];
  page.on("pageerror", (error) => problems.push(error.message));
  page.on("console", (message) => {
    const { url } = message.location();
    if (message.type() === "error") problems.push(`${message.text()} ${url}`);
  });
  await page.goto(`http://127.0.0.1:${host.address().port}/notes.html`);
  const inner = await (await page.locator("#a").elementHandle()).contentFrame();
  return { page, inner, problems };
}

/** px of the frame, once it is as tall as what is in it. */
async function fits(page, inner) {
  const tall = () => page.locator("#a").evaluate((it) => it.clientHeight);
  const content = () =>
    inner.evaluate(() =>
      Math.ceil(document.querySelector("main").getBoundingClientRect().height),
    );
  const end = performance.now() + PATIENCE_MS;
  for (;;) {
    const [frame, figure] = [await tall(), await content()];
    if (frame === figure) return frame;
    assert.ok(performance.now() < end, `a frame of ${frame} px for ${figure}`);
    await settle(page);
  }
}

/** Until what was posted before has been heard: one more of each arrives last. */
async function heardAll(page, inner) {
  const heard = page.evaluate(
    () =>
      new Promise((done) => {
        const left = new Set(["page", "frame"]);
        addEventListener("message", ({ data }) => {
          left.delete(data?.last);
          if (left.size === 0) requestAnimationFrame(() => done(undefined));
        });
      }),
  );
  await page.evaluate(() => postMessage({ last: "page" }, "*"));
  await inner.evaluate(() => parent.postMessage({ last: "frame" }, "*"));
  await heard;
}

describe("a frame in a page of another origin", () => {
  for (const [kind, attributes] of [
    ["plain", 'allow="clipboard-write"'],
    ["sandboxed without an origin", 'sandbox="allow-scripts"'],
  ]) {
    test(`${kind}: the figure draws, and the frame is as tall as it`, async (t) => {
      const { page, inner, problems } = await framed(
        t,
        "embed/heatmap.html?lang=en&d-model=32",
        attributes,
      );
      const figure = await drawn(inner, "heatmap");
      const settled = () =>
        page.waitForFunction(() => {
          const frame = document.querySelector("#a");
          return frame.clientHeight > 250;
        });
      await settled();
      const before = await fits(page, inner);
      // The table below the figure opens: the frame follows.
      await figure.locator("[data-menu]").click();
      await figure.locator('[data-tool="table"]').click();
      await page.waitForFunction(
        (least) => document.querySelector("#a").clientHeight > least,
        before + 40,
      );
      await fits(page, inner);
      assert.deepEqual(problems, []);
    });
  }

  test("messages of others, or with nonsense for a height, change nothing", async (t) => {
    const { page, inner } = await framed(t, "embed/clock.html?lang=en");
    await drawn(inner, "clock");
    await fits(page, inner);
    const heights = () =>
      page.evaluate(() =>
        ["a", "b"].map((id) => document.querySelector(`#${id}`).clientHeight),
      );
    const before = await heights();
    await page.evaluate(() => {
      const say = (data) => postMessage(data, "*");
      say({ source: "posenc-embed", type: "height", height: 3000 });
      say(null);
      say("posenc-embed");
    });
    await inner.evaluate(() => {
      const say = (height) =>
        parent.postMessage(
          { source: "posenc-embed", type: "height", height },
          "*",
        );
      say("100px; color: red");
      say(Number.NaN);
    });
    await heardAll(page, inner);
    assert.deepEqual(await heights(), before);
    // Even its own window cannot make a frame endless.
    await inner.evaluate(() =>
      parent.postMessage(
        { source: "posenc-embed", type: "height", height: 1e9 },
        "*",
      ),
    );
    await page.waitForFunction(
      () => document.querySelector("#a").clientHeight === 4000,
    );
    assert.equal((await heights())[1], before[1]);
  });

  test("only frames that were given the page of a figure are resized", async (t) => {
    const own = `http://127.0.0.1:${host.address().port}`;
    const shout = `<!doctype html><title>x</title><script>parent.postMessage({ source: "posenc-embed", type: "height", height: 900 }, "*")</script>`;
    for (const path of [
      "/own/embed/clock.html",
      "/own/embed/clock",
      "/ad.html",
    ]) {
      pages.set(path, shout);
    }
    const frames = {
      // A site of one's own; its host may leave out the ending.
      own: `src="/own/embed/clock.html"`,
      short: `src="/own/embed/clock?lang=en"`,
      sandboxed: `src="/own/embed/clock.html" sandbox="allow-scripts"`,
      ad: `src="/ad.html"`,
      lure: `src="/ad.html?/embed/clock.html"`,
      bare: `src="/ad.html" sandbox="allow-scripts"`,
      written: `srcdoc="${shout.replaceAll("&", "&amp;").replaceAll('"', "&quot;")}"`,
      wrong: `src="http://[/embed/clock.html"`,
      // It has left for another host since.
      left: `src="${site.url}embed/none.html"`,
    };
    const html = Object.entries(frames).map(
      ([id, it]) => `<iframe id="${id}" height="150" ${it}></iframe>`,
    );
    pages.set(
      "/mixed.html",
      `<!doctype html><meta charset="utf-8"><title>x</title><link rel="icon" href="data:,"><script src="embed.js"></script><body>${html.join("")}`,
    );
    const { page } = await site.open(t, "en/contents/");
    await page.goto(`${own}/mixed.html`);
    await page.evaluate(() => {
      const { contentWindow } = document.querySelector("#left");
      contentWindow.location = new URL("own/embed/clock.html", location.href);
    });
    await page.waitForFunction(() => {
      const { contentWindow } = document.querySelector("#left");
      try {
        return contentWindow.document.title === "x";
      } catch {
        return false;
      }
    });
    const heights = () =>
      page.evaluate(() =>
        Object.fromEntries(
          [...document.querySelectorAll("iframe")].map((it) => [
            it.id,
            it.clientHeight,
          ]),
        ),
      );
    await page.waitForFunction(() =>
      ["own", "short", "sandboxed"].every(
        (id) => document.getElementById(id).clientHeight === 900,
      ),
    );
    await page.waitForTimeout(200);
    const { own: _, short, sandboxed, ...others } = await heights();
    assert.deepEqual([short, sandboxed], [900, 900]);
    for (const [id, height] of Object.entries(others)) {
      assert.equal(height, 150, id);
    }
  });
});

test("importing posenc-widgets/embed where there is no page does nothing", async () => {
  const before = Reflect.ownKeys(globalThis).length;
  await import("posenc-widgets/embed");
  assert.equal(Reflect.ownKeys(globalThis).length, before);
});
