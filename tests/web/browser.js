// The built site in a real browser, for the tests of one file:
//
//   const site = useSite();
//   test("…", async (t) => {
//     const { page, problems } = await site.open(t, "index.html?lang=zh");
//     …
//     assert.deepEqual(problems, []);
//   });
import { after, before } from "node:test";
import { launch, serveSite } from "../../tools/browser/site.mjs";

/** Collects what a page must not do: errors, and requests to other hosts. */
function watch(page, origin) {
  const problems = [];
  page.on("pageerror", (error) => problems.push(`uncaught: ${error.message}`));
  page.on("console", (message) => {
    // Said by Playwright, which keeps it away from these tests.
    if (/^Service Worker registration blocked/.test(message.text())) return;
    if (message.type() === "error" || message.type() === "warning") {
      problems.push(`console.${message.type()}: ${message.text()}`);
    }
  });
  page.on("request", (request) => {
    const url = request.url();
    if (!url.startsWith(origin) && !/^(data|blob):/.test(url)) {
      problems.push(`request to another host: ${url}`);
    }
  });
  page.on("response", (response) => {
    if (response.status() >= 400) {
      problems.push(`${response.status()} ${response.url()}`);
    }
  });
  return problems;
}

/** Lets scrolling and drawing come to rest. */
export const settle = (page) =>
  page.evaluate(
    () =>
      new Promise((done) =>
        requestAnimationFrame(() => requestAnimationFrame(() => done())),
      ),
  );

/** A telephone, for the options of a page. */
export const TELEPHONE = {
  viewport: { width: 390, height: 844 },
  hasTouch: true,
  isMobile: true,
};

/**
 * Makes an opened page that of a telephone, by a protocol of Chromium.
 *
 * @param {import("playwright-core").Page} page
 * @returns what makes it the page that it was, but for `hover`, which is gone
 */
export async function inHand(page) {
  const size = page.viewportSize();
  const client = await page.context().newCDPSession(page);
  await client.send("Emulation.setDeviceMetricsOverride", {
    ...TELEPHONE.viewport,
    deviceScaleFactor: 1,
    mobile: true,
  });
  const touch = (enabled) =>
    client.send("Emulation.setTouchEmulationEnabled", { enabled });
  await touch(true);
  await settle(page);
  return async () => {
    await touch(false);
    await client.detach();
    await page.setViewportSize(size);
    await settle(page);
  };
}

/**
 * Runs in the page: every element counts as seen. Told once a frame, as by a
 * browser: asked for one by one, places cost a layout each.
 */
function seeEverything() {
  globalThis.IntersectionObserver = /** @type {any} */ (
    class {
      #tell;
      #targets = new Set();
      constructor(tell) {
        this.#tell = tell;
      }
      observe(target) {
        if (this.#targets.size === 0) requestAnimationFrame(() => this.#see());
        this.#targets.add(target);
      }
      #see() {
        const entries = [...this.#targets].map((target) => ({
          target,
          isIntersecting: true,
          intersectionRatio: 1,
          boundingClientRect: target.getBoundingClientRect(),
        }));
        this.#targets.clear();
        if (entries.length > 0) this.#tell(entries, this);
      }
      unobserve(target) {
        this.#targets.delete(target);
      }
      disconnect() {
        this.#targets.clear();
      }
    }
  );
}

/**
 * Runs in the page: all figures draw and answer, and the parts that are no
 * figures, as listings of code, have taken over what the page came with.
 */
const allLive = () =>
  document.querySelector("main :not(:defined)") === null &&
  [...document.querySelectorAll("[url-state], pe-code")].every((part) =>
    part.hasAttribute("url-state")
      ? part.hasAttribute("data-live")
      : part.shadowRoot.querySelector("link") === null,
  );

/** Runs in the page, before its scripts: every question is answered. */
function answerAll() {
  document.addEventListener("readystatechange", () => {
    if (document.readyState !== "interactive") return;
    const page = location.pathname.replace(/^.*\/(en|zh)\//, "");
    const asked = [...document.querySelectorAll("[asks]")];
    const answers = asked.map(({ id }) => [`${page}#${id}!`, "shown"]);
    if (answers.length === 0) return;
    try {
      const kept = JSON.parse(localStorage.getItem("posenc.answers") ?? "{}");
      const all = { ...Object.fromEntries(answers), ...kept };
      localStorage.setItem("posenc.answers", JSON.stringify(all));
    } catch {
      // Where nothing can be kept, nothing is answered.
    }
  });
}

/** Runs in the page, before its scripts: nothing of it is folded away. */
function openAll() {
  document.addEventListener("readystatechange", () => {
    if (document.readyState !== "interactive") return;
    for (const more of document.querySelectorAll("details.more")) {
      more.toggleAttribute("open", true);
    }
  });
}

/** Runs in the page: the controls that are not beside the picture too. */
function unfoldAll() {
  for (const { shadowRoot } of document.querySelectorAll("main *")) {
    for (const more of shadowRoot?.querySelectorAll(".more") ?? []) {
      more.toggleAttribute("open", true);
    }
  }
}

/** One for the files of a process, from the first that needs it on. */
let shared;
let users = 0;

/** The browser of this process; `leaveBrowser` once for each time. */
export async function useBrowser() {
  users += 1;
  shared ??= launch();
  return await shared;
}

/** Closes the browser behind its last user. */
export async function leaveBrowser() {
  users -= 1;
  if (users > 0) return;
  const browser = await shared;
  shared = undefined;
  await browser?.close();
}

/**
 * A browser and the served site, for as long as the file's tests run.
 *
 * @param {object} [options]
 * @param {string} [options.mount] path that the site is served under
 * @param {() => string | Promise<string>} [options.folder] gives the built site, web/dist unless told otherwise
 */
export function useSite({ mount = "/", folder } = {}) {
  let browser;
  let server;
  before(async () => {
    server = await serveSite({
      mount,
      ...(folder && { folder: await folder() }),
    });
    browser = await useBrowser();
  });
  after(async () => {
    await leaveBrowser();
    await server?.close();
  });
  /**
   * Opens a page of the site in a context of its own, closed after the test.
   *
   * @param {{ after: (end: () => Promise<void>) => unknown }} t the test
   * @param {string} [path] relative to the site's root
   * @param {import("playwright-core").BrowserContextOptions & { eager?: boolean, asNew?: boolean }} [options] of
   *   Playwright's `newContext`: viewport, colorScheme, …;
   *   `eager` starts every figure at once, waits until all are live, and
   *   unfolds their further controls; `asNew` leaves these folded, and the
   *   findings back that answer a question
   * @returns `page`, and `problems`, which fills while the page lives
   */
  const open = async (
    t,
    path = "",
    { eager = false, asNew = false, ...options } = {},
  ) => {
    // Kept files would hide what the server says; offline.test.js asks them.
    const context = await browser.newContext({
      serviceWorkers: "block",
      ...options,
    });
    t.after(() => context.close());
    if (eager) await context.addInitScript(seeEverything);
    if (!asNew) await context.addInitScript(answerAll);
    if (eager || !asNew) await context.addInitScript(openAll);
    const page = await context.newPage();
    const problems = watch(page, new URL(server.url).origin);
    await page.goto(new URL(path, server.url).href);
    if (eager) await page.waitForFunction(allLive, null, { timeout: 60_000 });
    if (eager && !asNew) await page.evaluate(unfoldAll);
    return { page, problems };
  };
  return {
    get url() {
      return server.url;
    },
    open,
    /**
     * A page for all tests of a file or a group, which leave it as they found
     * it: opened by the first that asks, closed after the last.
     *
     * @param {string} path as `open` has it
     * @param {Parameters<typeof open>[2]} [options]
     * @param {(page: import("playwright-core").Page) => Promise<unknown>} [prepare]
     *   what is done once, before the first test
     */
    share(path, options, prepare = async () => {}) {
      /** @type {ReturnType<typeof open> | undefined} */
      let opened;
      /** @type {(() => Promise<void>)[]} */
      const ends = [];
      after(async () => {
        for (const end of ends) await end();
      });
      const begin = async () => {
        const site = await open(
          { after: (end) => ends.push(end) },
          path,
          options,
        );
        await prepare(site.page);
        return site;
      };
      return () => {
        opened ??= begin();
        return opened;
      };
    },
  };
}
