// node tools/screenshots.mjs: pictures of the site, by the browser of the tests.
import { mkdirSync } from "node:fs";
import { launch, serveSite } from "./browser/site.mjs";
import { buildSite } from "./build-site.mjs";
import { readCommand } from "./lib/command.mjs";
import { inRoot, namesBelow } from "./lib/paths.mjs";
import { main } from "./lib/steps.mjs";
import { needBrowser } from "./setup/system-packages.mjs";

const HELP = `Usage: node tools/screenshots.mjs [options]

Takes the README's picture of the page of models, docs/models-en-light.png.
Builds the site before where it is out of date.

  --matrix  and every page in both languages, both themes and two widths, in
            build/screenshots
  --help    this text
`;

/** Name of each page and its path, as they are built. */
const pages = () =>
  Object.fromEntries(
    namesBelow(inRoot("web", "dist", "en"))
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
  readme: { viewport: { width: 1104, height: 1000 } },
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

async function take(browser, url, { lang, theme, screen, path, file, ...how }) {
  const context = await browser.newContext({
    ...SCREENS[screen],
    colorScheme: theme,
    locale: lang,
    reducedMotion: "reduce",
    serviceWorkers: "block",
  });
  const tab = await context.newPage();
  await tab.addInitScript(watch);
  await tab.goto(`${url}${lang}/${path}`, { waitUntil: "networkidle" });
  await settled(tab);
  await tab.screenshot({ path: file, ...how });
  await context.close();
  console.log(file);
}

/** Every page in every language, theme and width. */
async function takeAll(browser, url) {
  mkdirSync(inRoot("build", "screenshots"), { recursive: true });
  for (const [page, path] of Object.entries(pages())) {
    for (const lang of ["en", "zh"]) {
      for (const theme of ["light", "dark"]) {
        for (const screen of [1360, 390]) {
          const name = `${page}-${lang}-${theme}-${screen}.png`;
          await take(browser, url, {
            lang,
            theme,
            screen,
            path,
            fullPage: true,
            file: inRoot("build", "screenshots", name),
          });
        }
      }
    }
  }
}

await main(async () => {
  const read = readCommand("node tools/screenshots.mjs", HELP, {
    options: { matrix: { type: "boolean" } },
  });
  if (!read) return;
  await needBrowser();
  await buildSite();
  const server = await serveSite();
  const browser = await launch();
  try {
    mkdirSync(inRoot("docs"), { recursive: true });
    await take(browser, server.url, {
      lang: "en",
      theme: "light",
      screen: "readme",
      path: "models/#gemma-3-4b/5",
      file: inRoot("docs", "models-en-light.png"),
    });
    if (read.values.matrix) await takeAll(browser, server.url);
  } finally {
    await browser.close();
    await server.close();
  }
});
