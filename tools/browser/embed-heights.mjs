// How tall the pages for frames are, in the browser of the tests: what such a
// page takes besides its figure, and all figures on one page of such widths.
import { readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { inDist, ONE_FILE } from "../lib/paths.mjs";
import { launch, serveSite } from "./site.mjs";

/** px of a frame: in a column of text, narrow (a blog's: 650) and wide. */
const FRAMES = [640, 860];
/** px of a figure without a frame: on a slide, in a column, on a telephone. */
export const ROOMS = [960, 700, 358];
/** The same on each side as in embed.css. */
const PADDING = 12;
const PAGE = "http://figures.example/";
/** How long nothing has changed when all is drawn. */
const SETTLED_MS = 1500;
const LOOK_MS = 100;

const widgetFile = (name) => readFileSync(inDist("widgets", name), "utf8");

const allTags = () =>
  JSON.parse(widgetFile("custom-elements.json")).modules[0].declarations.map(
    ({ tagName }) => tagName,
  );

/**
 * What `measure` gives when it has given the same for a while, however slow the
 * machine.
 *
 * @template T
 * @param {() => Promise<T>} measure
 */
async function settled(measure) {
  let last = await measure();
  let since = performance.now();
  while (performance.now() - since < SETTLED_MS) {
    await sleep(LOOK_MS);
    const now = await measure();
    if (JSON.stringify(now) === JSON.stringify(last)) continue;
    last = now;
    since = performance.now();
  }
  return last;
}

/** px around the figure in its own page. */
async function around(page, url) {
  await page.goto(`${url}embed/clock.html?lang=en`);
  await page.locator("pe-clock[data-live]").waitFor();
  return settled(() =>
    page.evaluate(() => {
      const [main, figure] = ["main", "pe-clock"].map((name) => {
        const element = document.querySelector(name);
        if (!element) throw new Error(`the page has no ${name}`);
        return element.getBoundingClientRect().height;
      });
      return main - figure;
    }),
  );
}

async function figuresIn(page, lang, tags) {
  const elements = tags.map((tag) => `<${tag} loading="eager"></${tag}>`);
  const html = `<!doctype html><html lang="${lang}"><meta charset="utf-8"><style>body { margin: 0; padding: 0 ${PADDING}px }</style><script defer src="auto.js"></script>${elements.join("\n")}`;
  await page.route(`${PAGE}**`, (route) =>
    route.request().url().endsWith(".js")
      ? route.fulfill({
          contentType: "text/javascript",
          body: readFileSync(ONE_FILE, "utf8"),
        })
      : route.fulfill({ contentType: "text/html", body: html }),
  );
  await page.goto(PAGE);
  await page.waitForFunction(
    (count) => document.querySelectorAll("[data-live]").length === count,
    tags.length,
    { timeout: 120_000 },
  );
  const heights = [];
  const widths = [...FRAMES, ...ROOMS.map((width) => width + 2 * PADDING)];
  for (const width of widths) {
    await page.setViewportSize({ width, height: 600 });
    heights.push(await settled(() => heightsOf(page, tags)));
  }
  await page.unroute(`${PAGE}**`);
  return heights;
}

const heightsOf = (page, tags) =>
  page.evaluate(
    (names) =>
      names.map(
        (name) => document.querySelector(name).getBoundingClientRect().height,
      ),
    tags,
  );

/**
 * By tag, the height that its page needs, in the language and width that need
 * most, and what the figure takes at each of ROOMS, in English and in Chinese.
 */
export async function measureHeights() {
  const tags = allTags();
  const server = await serveSite();
  const browser = await launch();
  try {
    const page = await browser.newPage();
    const extra = await around(page, server.url);
    const all = [
      await figuresIn(page, "en", tags),
      await figuresIn(page, "zh", tags),
    ];
    const framed = all.flatMap((at) => at.slice(0, FRAMES.length));
    const free = all.flatMap((at) => at.slice(FRAMES.length));
    const most = (k) =>
      Math.ceil(Math.max(...framed.map((at) => at[k])) + extra);
    const byTag = (of) =>
      Object.fromEntries(tags.map((tag, k) => [tag, of(k)]));
    return {
      frames: byTag(most),
      rooms: byTag((k) => free.map((at) => Math.round(at[k]))),
    };
  } finally {
    await browser.close();
    await server.close();
  }
}
