// Firefox, by Puppeteer and WebDriver BiDi.
import { launch as launchPuppeteer } from "puppeteer-core";
import { firefoxPath } from "../../../../tools/setup/system-packages.mjs";
import { problemsOf } from "./problems.js";
import { functionOf } from "./script.js";

const PREFERENCES = {
  // Nothing from home: no updates, add-ons, experiments or telemetry.
  "app.normandy.enabled": false,
  "app.update.enabled": false,
  "browser.safebrowsing.update.enabled": false,
  "datareporting.policy.dataSubmissionEnabled": false,
  "extensions.getAddons.cache.enabled": false,
  "network.captive-portal-service.enabled": false,
  "network.connectivity-service.enabled": false,
  "services.settings.server": "data:,#remote-settings-dummy/v1",
  "toolkit.telemetry.enabled": false,
};

/** Launches Firefox; ../engine.js says what comes back. */
export async function launch() {
  const browser = await launchPuppeteer({
    browser: "firefox",
    executablePath: firefoxPath(),
    headless: true,
    defaultViewport: { width: 1280, height: 900 },
    extraPrefsFirefox: PREFERENCES,
  });
  return {
    version: (await browser.version()).replace(/^\w+\//, ""),
    async open() {
      const context = await browser.createBrowserContext();
      return tabOf(await context.newPage(), () => context.close());
    },
    close: () => browser.close(),
  };
}

function tabOf(page, close) {
  const requests = [];
  page.on("request", (request) => requests.push(request.url()));
  const problems = problemsOf(page);
  return {
    problems: async () => problems,
    requests: async () => requests,
    goto: (url) => page.goto(url),
    call: (script, args) => page.evaluate(functionOf(script), ...args),
    async callIn(frame, script, args) {
      const element = await page.$(frame);
      const inner = await element.contentFrame();
      return inner.evaluate(functionOf(script), ...args);
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
