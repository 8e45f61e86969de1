// Pictures of the built site, by the browser of the tests.
//
//   node tools/screenshots.mjs            the README's picture, in docs/
//   node tools/screenshots.mjs --matrix   and all languages, themes and widths,
//                                         in build/screenshots/
import { mkdirSync } from "node:fs";
import { parseArgs } from "node:util";
import { launch, serveSite } from "./browser/site.mjs";
import { inRoot, namesBelow } from "./lib/paths.mjs";

const { values: options } = parseArgs({
  options: { matrix: { type: "boolean" } },
});

const DIST = inRoot("web", "dist", "en");

/** Name of each page and its path, as they are built. */
const PAGES = Object.fromEntries(
  namesBelow(DIST)
    .map((name) => name.replaceAll("\\", "/"))
    .filter((name) => /(^|\/)index\.html$/.test(name))
    .map((name) => name.replace(/index\.html$/, ""))
    .map((path) => [
      path.replace(/\/$/, "").replaceAll("/", "-") || "home",
      path,
    ]),
);
const PHONE = { deviceScaleFactor: 2, isMobile: true, hasTouch: true };
const SCREENS = {
  readme: { viewport: { width: 1104, height: 1152 } },
  1360: { viewport: { width: 1360, height: 900 } },
  390: { viewport: { width: 390, height: 844 }, ...PHONE },
};

/** Runs in the page before anything of its own: which figures live. */
function watch() {
  globalThis.living = new Set();
  addEventListener("pe-ready", ({ target }) => globalThis.living.add(target));
}

/** Brings every figure near, so that it starts, and waits for all of them. */
async function settled(page) {
  const height = await page.evaluate(() => document.body.scrollHeight);
  for (let y = 0; y < height; y += 600) {
    await page.evaluate((top) => scrollTo(0, top), y);
    await page.waitForTimeout(30);
  }
  await page.waitForFunction(() =>
    [...document.querySelectorAll("[url-state]")].every((at) =>
      globalThis.living.has(at),
    ),
  );
  await page.evaluate(() => scrollTo(0, 0));
}

async function take(browser, url, { lang, theme, screen, page, file, ...how }) {
  const context = await browser.newContext({
    ...SCREENS[screen],
    colorScheme: theme,
    locale: lang,
    reducedMotion: "reduce",
    serviceWorkers: "block",
  });
  const tab = await context.newPage();
  await tab.addInitScript(watch);
  await tab.goto(`${url}${lang}/${PAGES[page]}`);
  await settled(tab);
  await tab.screenshot({ path: file, ...how });
  await context.close();
  console.log(file);
}

const server = await serveSite();
const browser = await launch();
try {
  mkdirSync(inRoot("docs"), { recursive: true });
  await take(browser, server.url, {
    ...{ lang: "en", theme: "light", screen: "readme", page: "home" },
    file: inRoot("docs", "home-en-light.png"),
  });
  if (options.matrix) {
    mkdirSync(inRoot("build", "screenshots"), { recursive: true });
    for (const page of Object.keys(PAGES)) {
      for (const lang of ["en", "zh"]) {
        for (const theme of ["light", "dark"]) {
          for (const screen of [1360, 390]) {
            const name = `${page}-${lang}-${theme}-${screen}.png`;
            await take(browser, server.url, {
              ...{ lang, theme, screen, page, fullPage: true },
              file: inRoot("build", "screenshots", name),
            });
          }
        }
      }
    }
  }
} finally {
  await browser.close();
  await server.close();
}
