// Chromium, by Playwright.
import { wholeChromium } from "../../../../tools/browser/engines.mjs";
import { problemsOf } from "./problems.js";
import { functionOf } from "./script.js";

const VIEWPORT = { width: 1280, height: 900 };

/** Launches Chromium; ../engine.js says what comes back. */
export async function launch() {
  const browser = await wholeChromium();
  return {
    version: browser.version(),
    async open() {
      const context = await browser.newContext({
        hasTouch: true,
        viewport: VIEWPORT,
      });
      return tabOf(await context.newPage(), () => context.close());
    },
    close: () => browser.close(),
  };
}

/** Playwright hands a function one argument only. */
const spread = (script) => functionOf(`(args) => (${script})(...args)`);

function tabOf(page, close) {
  const requests = [];
  page.on("request", (request) => requests.push(request.url()));
  const problems = problemsOf(page);
  return {
    problems: async () => problems,
    requests: async () => requests,
    goto: (url) => page.goto(url),
    call: (script, args) => page.evaluate(spread(script), args),
    async callIn(frame, script, args) {
      const element = await page.$(frame);
      const inner = await element.contentFrame();
      return inner.evaluate(spread(script), args);
    },
    move: (x, y) => page.mouse.move(x, y),
    down: () => page.mouse.down(),
    up: () => page.mouse.up(),
    tap: (x, y) => page.touchscreen.tap(x, y),
    press: (key) => page.keyboard.press(key),
    type: (text) => page.keyboard.type(text),
    screenshot: () => page.screenshot(),
    pdf: () => page.pdf({ format: "A4" }),
    close,
  };
}
