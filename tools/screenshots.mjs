// Pictures of the built site, by the browser of the tests.
//
//   node tools/screenshots.mjs            the README's picture, in docs/
//   node tools/screenshots.mjs --matrix   and all languages, themes and widths,
//                                         in build/screenshots/
import { mkdirSync } from "node:fs";
import { parseArgs } from "node:util";
import { launch, serveSite } from "../tests/web/browser.js";
import { inRoot } from "./lib/paths.mjs";

const { values: options } = parseArgs({
  options: { matrix: { type: "boolean" } },
});

const PAGES = { home: "" };
const PHONE = { deviceScaleFactor: 2, isMobile: true, hasTouch: true };
const SCREENS = {
  readme: { viewport: { width: 1104, height: 1152 } },
  1360: { viewport: { width: 1360, height: 900 } },
  390: { viewport: { width: 390, height: 844 }, ...PHONE },
};

/** Waits until every figure of the page has drawn itself. */
function settled(page) {
  return page.waitForFunction(() => {
    const figures = [...document.querySelectorAll("*")].filter((at) =>
      at.localName.startsWith("pe-"),
    );
    return figures.every((at) => {
      const live = at.shadowRoot?.querySelector("[data-v=value]");
      return live !== null && live?.textContent !== "…";
    });
  });
}

async function take(browser, url, { lang, theme, screen, page, file, ...how }) {
  const context = await browser.newContext({
    ...SCREENS[screen],
    colorScheme: theme,
    locale: lang,
    reducedMotion: "reduce",
  });
  const tab = await context.newPage();
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
