import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import {
  cpSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { launch, serveSite } from "../../tools/browser/site.mjs";
import { buildFixture } from "./fixture/build.js";

const MOUNT = "/some/sub/path/";
let built;
let browser;
before(async () => {
  built = await buildFixture();
  browser = await launch();
});
after(() => browser?.close());

/** A copy of the site on a server of its own, and a reader of it. */
async function visit(t) {
  const folder = mkdtempSync(join(tmpdir(), "posenc-offline-"));
  cpSync(built, folder, { recursive: true });
  const server = await serveSite({ folder, mount: MOUNT });
  const context = await browser.newContext();
  t.after(async () => {
    await context.close();
    await server.close();
    rmSync(folder, { recursive: true });
  });
  const page = await context.newPage();
  const edit = (name, change) =>
    writeFileSync(
      join(folder, name),
      change(readFileSync(join(folder, name), "utf8")),
    );
  return {
    page,
    context,
    edit,
    folder,
    url: server.url,
    /** Nothing answers any more: surer than the browser's own switch. */
    goOffline: () => server.close(),
  };
}

/** The worker of another version. */
const version = (text) => text.replace(/"[0-9a-f]{16}"/, '"0123456789abcdef"');

/** Waits until a worker has kept everything. */
const kept = (page) =>
  page.evaluate(async () => {
    const { active } = await navigator.serviceWorker.ready;
    if (active.state === "activated") return;
    await new Promise((done) => {
      active.addEventListener("statechange", () => {
        if (active.state === "activated") done();
      });
    });
  });

const lives = (page) =>
  page.waitForFunction(() => {
    const root = document.querySelector("pe-playground")?.shadowRoot;
    const value = root?.querySelector("[data-v=value]")?.textContent;
    return value && value !== "…";
  });

describe("without a network, after the first visit", () => {
  test("every page opens, figures live, search finds and the language changes", async (t) => {
    const { page, url, goOffline } = await visit(t);
    await page.goto(`${url}en/`);
    await kept(page);
    await goOffline();
    const problems = [];
    page.on("pageerror", (error) => problems.push(error.message));
    for (const path of ["en/", "zh/one/", "en/glossary/", "en/one/"]) {
      await page.goto(url + path);
      assert.ok((await page.locator("h1").textContent()).length > 1, path);
    }
    await page.locator("pe-playground").scrollIntoViewIfNeeded();
    await lives(page);
    await page.keyboard.press("/");
    await page.locator(".search [type=search]").fill("clock");
    await page.locator(".search [role=option]").first().waitFor();
    await page.keyboard.press("Escape");
    await page.locator('[data-language="zh"]').click();
    await page.waitForFunction(() => document.documentElement.lang === "zh-CN");
    // Named with its file, as some hosts do.
    await page.goto(`${url}en/one/index.html?x#clock`);
    assert.equal(await page.locator("h1").textContent(), "3 Waves");
    assert.deepEqual(problems, []);
  });

  test("an address that leads nowhere says so in both languages", async (t) => {
    const { page, url, goOffline } = await visit(t);
    await page.goto(`${url}en/`);
    await kept(page);
    await goOffline();
    await page.goto(`${url}en/nowhere/`);
    assert.match(
      await page.locator("main").textContent(),
      /Not found[\s\S]*没有/,
    );
  });
});

describe("an asset whose bytes somebody has changed", () => {
  const WRONG = "throw new Error('not ours')";

  /** An asset that is a script, by its path, and what it says. */
  const someScript = (folder) => {
    const assets = join(folder, "assets");
    const name = readdirSync(assets).find((it) => it.endsWith(".js"));
    return [`assets/${name}`, readFileSync(join(assets, name), "utf8")];
  };
  /** Puts the wrong bytes under an address, into the cache of a name or ours. */
  const spoil = (page, address, into) =>
    page.evaluate(
      async ([url, body, wanted]) => {
        const ours = (await caches.keys()).find((it) =>
          it.startsWith("posenc "),
        );
        const cache = await caches.open(wanted ?? ours);
        const headers = { "content-type": "text/javascript" };
        await cache.put(url, new Response(body, { headers }));
      },
      [address, WRONG, into],
    );
  const textOf = (page, address) =>
    page.evaluate(async (url) => (await fetch(url)).text(), address);

  test("in another cache of the origin is never taken", async (t) => {
    const { page, url, folder, goOffline } = await visit(t);
    const [script, right] = someScript(folder);
    // Before ours: by its age the wrong one would be found first.
    await page.goto(`${url}404.html`);
    await spoil(page, url + script, "another site");
    await page.goto(`${url}en/`);
    await kept(page);
    await page.reload();
    await goOffline();
    assert.equal(await textOf(page, url + script), right);
  });

  test("in our own cache is fetched and kept again", async (t) => {
    const { page, url, folder, goOffline } = await visit(t);
    const [script, right] = someScript(folder);
    await page.goto(`${url}en/`);
    await kept(page);
    await page.reload();
    await spoil(page, url + script);
    assert.equal(await textOf(page, url + script), right);
    await goOffline();
    assert.equal(await textOf(page, url + script), right);
    await spoil(page, url + script);
    await assert.rejects(textOf(page, url + script));
  });

  test("is not handed on to the next version", async (t) => {
    const { page, edit, url, folder } = await visit(t);
    const [script, right] = someScript(folder);
    await page.goto(`${url}en/`);
    await kept(page);
    await spoil(page, url + script);
    edit("sw.js", version);
    const text = await page.evaluate(async (address) => {
      const registration = await navigator.serviceWorker.ready;
      await registration.update();
      while (!registration.waiting) {
        await new Promise((done) => setTimeout(done, 50));
      }
      const names = await caches.keys();
      const name = names.find((it) => it.endsWith("0123456789abcdef"));
      const response = await (await caches.open(name)).match(address);
      return response.text();
    }, url + script);
    assert.equal(text, right);
  });

  test("by the network is not kept, and the older version stays", async (t) => {
    const { page, edit, url, folder } = await visit(t);
    const [script] = someScript(folder);
    await page.goto(`${url}en/`);
    await kept(page);
    const names = await page.evaluate(() => caches.keys());
    await spoil(page, url + script);
    writeFileSync(join(folder, script), WRONG);
    edit("sw.js", version);
    const state = await page.evaluate(async () => {
      const registration = await navigator.serviceWorker.ready;
      await registration.update();
      const { installing } = registration;
      if (!installing) return "none";
      await new Promise((done) => {
        installing.addEventListener("statechange", done, { once: true });
      });
      return installing.state;
    });
    assert.equal(state, "redundant");
    assert.deepEqual(await page.evaluate(() => caches.keys()), names);
  });
});

describe("a new version of the site", () => {
  const rename = (html) => html.replace("<h1>", "<h1>New: ");

  test("is shown at once where there is a network, and kept afterwards", async (t) => {
    const { page, context, edit, url, goOffline } = await visit(t);
    await page.goto(`${url}en/glossary/`);
    await kept(page);
    edit("en/glossary/index.html", rename);
    edit("sw.js", version);
    await page.reload();
    assert.match(await page.locator("h1").textContent(), /^New: /);
    // The new files are complete; the old ones serve the pages that are open.
    await page.evaluate(async () => {
      const registration = await navigator.serviceWorker.ready;
      await registration.update();
      while (!registration.waiting) {
        await new Promise((done) => setTimeout(done, 50));
      }
    });
    await page.close();
    const next = await context.newPage();
    await next.goto(`${url}en/`);
    await next.waitForFunction(async () => {
      const names = await caches.keys();
      return names.length === 1 && names[0].endsWith("0123456789abcdef");
    });
    await goOffline();
    await next.goto(`${url}en/glossary/`);
    assert.match(await next.locator("h1").textContent(), /^New: /);
  });

  test("lends its files to a page that an older worker answers", async (t) => {
    const { page, edit, folder, url, goOffline } = await visit(t);
    await page.goto(`${url}en/`);
    await kept(page);
    writeFileSync(join(folder, "assets", "fresh-01234567.js"), "// new");
    edit("sw.js", (text) => {
      const sum = createHash("sha256").update("// new").digest("base64");
      const entry = `"assets/fresh-01234567.js":"${sum.slice(0, 43)}",`;
      const changed = version(text).replace(/(?<=Object\.entries\(\{)/, entry);
      assert.ok(changed.includes(entry));
      return changed;
    });
    await page.evaluate(async () => {
      const registration = await navigator.serviceWorker.ready;
      await registration.update();
      while (!registration.waiting) {
        await new Promise((done) => setTimeout(done, 50));
      }
    });
    await goOffline();
    const text = await page.evaluate(async (address) => {
      const response = await fetch(address);
      return response.text();
    }, `${url}assets/fresh-01234567.js`);
    assert.equal(text, "// new");
  });

  test("that is incomplete is not taken, and broken answers are not kept", async (t) => {
    const { page, edit, folder, url, goOffline } = await visit(t);
    await page.goto(`${url}en/`);
    await kept(page);
    const names = await page.evaluate(() => caches.keys());
    edit("sw.js", version);
    rmSync(join(folder, "zh", "two"), { recursive: true });
    const state = await page.evaluate(async () => {
      const registration = await navigator.serviceWorker.ready;
      await registration.update();
      const { installing } = registration;
      if (!installing) return "none";
      await new Promise((done) => {
        installing.addEventListener("statechange", done, { once: true });
      });
      return installing.state;
    });
    assert.equal(state, "redundant");
    assert.deepEqual(await page.evaluate(() => caches.keys()), names);
    await page.goto(`${url}zh/two/`);
    await goOffline();
    await page.goto(`${url}zh/two/`);
    assert.equal(await page.locator("h1").textContent(), "4 平移");
  });

  test("does not touch the caches of other sites of the same host", async (t) => {
    const { page, edit, url } = await visit(t);
    await page.goto(`${url}en/`);
    await kept(page);
    await page.evaluate(() => caches.open("posenc http://elsewhere/ 1"));
    edit("sw.js", version);
    await page.evaluate(async () => {
      const registration = await navigator.serviceWorker.ready;
      await registration.update();
    });
    await page.goto("about:blank");
    await page.goto(`${url}en/`);
    await kept(page);
    const names = await page.evaluate(() => caches.keys());
    assert.ok(names.includes("posenc http://elsewhere/ 1"), `${names}`);
  });
});
