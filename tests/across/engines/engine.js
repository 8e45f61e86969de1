// A browser engine for the tests of one file, POSENC_ENGINE says which:
//
//   const engine = useEngine();
//   engine.test("…", async (t) => {
//     const page = await engine.visit(t, "en/");
//     await page.click("pe-clock >> .hands");
//     …
//     await page.isClean();
//   });
//
// A driver of drivers/ has `launch()`, which gives `version`, `open()` for a
// tab, and `close()`. A tab has `goto`, `call` and `callIn` (a function of the
// page, as text, with arguments), `move`, `down`, `up`, `press` and `type` for
// real input, `problems` and `requests`, `screenshot`, `pdf` where the engine
// can print without a person, and `close`.
import { after, test } from "node:test";
import { fileURLToPath } from "node:url";
import { serve } from "../../../tools/lib/serve.mjs";
import { absentFor } from "../../../tools/setup/system-packages.mjs";
import { copySite } from "./copy.js";
import { Page } from "./page.js";

export const SITE = fileURLToPath(
  new URL("../../../web/dist/", import.meta.url),
);

/** The engine that this run is about. */
export const name = process.env.POSENC_ENGINE ?? "chromium";

/** Launches an engine. */
export async function launch(engine = name) {
  const driver = await import(`./drivers/${engine}.js`);
  return driver.launch();
}

/** The browser of this process: to start one takes longer than most tests. */
let browser;

async function endBrowser() {
  const own = browser;
  browser = undefined;
  // One that did not start has failed the tests that asked for it.
  await (await own?.catch(() => undefined))?.close();
}

/**
 * An engine, for the tests of a file; all files of a process have one browser.
 *
 * @param {object} [options]
 * @param {string} [options.folder] what is served, the built site unless told
 *   otherwise
 * @param {Record<string, string>} [options.files] more files of it, their texts
 *   by name
 * @param {boolean} [options.keeps] whether its service worker keeps the site
 */
export function useEngine(options = {}) {
  const { folder = SITE, files = {}, keeps = false } = options;
  const absent = absentFor(name);
  const skip = absent.length > 0 && `missing: ${absent.join(", ")}`;
  let copy;
  after(async () => {
    copy?.remove();
    await endBrowser();
  });
  return {
    /** A test, left out where the engine is missing. */
    test: (title, body) => test(title, { skip }, body),
    /**
     * Opens a path of the site in a new tab. The server is a new one too: its
     * port makes another origin, with a storage of its own in every engine.
     */
    async visit(t, path, { mount = "/" } = {}) {
      // WebKit's protocol has no events for what goes wrong in a page.
      const watched = name === "webkit" && !keeps;
      copy ??= copySite(folder, { files, keeps, watched });
      const server = await serve(copy.folder, { mount });
      browser ??= launch();
      const tab = await (await browser).open();
      t.after(async () => {
        await tab.close();
        await server.close();
      });
      const page = new Page(tab, server);
      await page.goto(path);
      return page;
    },
  };
}
