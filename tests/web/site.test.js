import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { describe, test } from "node:test";
import { fileURLToPath } from "node:url";
import { namesBelow } from "../../tools/lib/paths.mjs";
import { useSite } from "./browser.js";
import { openTriptych, TRIPTYCH } from "./figure.js";
import { DIST, pages, pagesOf } from "./site-pages.js";

const site = useSite({ mount: "/some/sub/path/" });
const homes = ["en/", "zh/"];
const withFigure = homes.map((home) => `${home}${TRIPTYCH}`);
const read = (path) => readFileSync(`${DIST}${path}index.html`, "utf8");

describe("the built site", () => {
  test("pages come in both languages, the tutorial's lists among them", () => {
    const [en, zh] = ["en", "zh"].map(pagesOf);
    assert.deepEqual(en, zh);
    for (const path of ["", "contents/", "glossary/"]) {
      assert.ok(en.includes(path), path);
    }
  });

  for (const path of homes) {
    test(`${path} asks its models below a sub-path under the strict policy`, async (t) => {
      const { page, problems } = await site.open(t, path);
      await page.waitForFunction(() =>
        /\d+%/.test(document.querySelector(".story .said").textContent),
      );
      assert.deepEqual(problems, []);
    });
  }

  for (const path of withFigure) {
    test(`${path} lives below a sub-path under the strict policy, and asks nobody else`, async (t) => {
      const { figure, problems } = await openTriptych(site, t, path);
      assert.equal(await figure.cells.evaluate((it) => it.width), 64);
      assert.deepEqual(problems, []);
    });

    test(`${path} has its text in the HTML, before any script`, async (t) => {
      const { page, problems } = await site.open(t, path, {
        javaScriptEnabled: false,
      });
      assert.ok((await page.locator("h1").textContent()).length > 4);
      const finding = page.locator("pe-playground .finding");
      assert.match(await finding.textContent(), /6\.28/);
      // The figure is a picture then, and what would not work is not shown.
      const picture = page.locator("pe-playground noscript img");
      assert.equal(await picture.evaluate((it) => it.naturalWidth), 960);
      assert.equal(
        await picture.getAttribute("alt"),
        await finding.textContent(),
      );
      for (const part of [".controls", ".plots", ".tools"]) {
        const at = page.locator(`pe-playground ${part}`).first();
        assert.equal(await at.isVisible(), false, part);
      }
      assert.deepEqual(problems, []);
    });
  }

  for (const path of pages) {
    test(`${path} says its language, its twin and what it is about`, () => {
      const html = read(path);
      const lang = path.startsWith("zh/") ? "zh-CN" : "en";
      const root = "../".repeat(path.split("/").length - 1);
      const own = path.slice(3);
      assert.match(html, new RegExp(`<html lang="${lang}" `));
      for (const [tag, href] of [
        ["en", `${root}en/${own}`],
        ["zh-CN", `${root}zh/${own}`],
        ["x-default", root],
      ]) {
        assert.ok(
          html.includes(
            `<link rel="alternate" hreflang="${tag}" href="${href}">`,
          ),
        );
      }
      const [, description] = /name="description" content="([^"]+)"/.exec(html);
      assert.ok(description.length > (lang === "en" ? 40 : 12), description);
      const [, image] = /property="og:image" content="([^"]+)"/.exec(html);
      const { pathname } = new URL(image, `file://${DIST}${path}`);
      // Width and height stand in the head of a PNG file.
      const head = readFileSync(pathname).subarray(16, 24);
      assert.deepEqual(
        [head.readUInt32BE(0), head.readUInt32BE(4)],
        [1200, 630],
      );
    });

    test(`${path} has no inline style or script, and every link leads somewhere`, () => {
      const html = read(path);
      assert.doesNotMatch(html, /\sstyle=|<style|\son[a-z]+=|="javascript:/);
      assert.doesNotMatch(html, /<script(?![^>]*\ssrc=)/);
      const ids = new Set(
        [...html.matchAll(/\sid="([^"]+)"/g)].map((m) => m[1]),
      );
      const links = html.matchAll(/<(\w+)[^>]*?\s(?:href|src)="([^"]+)"/g);
      for (const [, tag, address] of links) {
        // A source that the text names: nothing is loaded from there.
        if (tag === "a" && address.startsWith("https://")) continue;
        if (address.startsWith("#")) {
          assert.ok(ids.has(address.slice(1)), address);
          continue;
        }
        const url = new URL(address, `file://${DIST}${path}`);
        assert.ok(url.pathname.startsWith(DIST), address);
        const anchor = decodeURIComponent(url.hash.slice(1));
        url.hash = "";
        const file = fileURLToPath(url);
        const text = readFileSync(
          file.endsWith("/") ? `${file}index.html` : file,
          "utf8",
        );
        if (anchor) assert.ok(text.includes(` id="${anchor}"`), address);
      }
    });
  }

  test("the root leads to the reader's language and keeps the state", async (t) => {
    for (const [locale, path] of [
      ["zh-CN", "zh/"],
      ["zh-TW", "zh/"],
      ["en-GB", "en/"],
      ["fr-FR", "en/"],
    ]) {
      const { page } = await site.open(t, "#triptych?pos=3", { locale });
      await page.waitForURL(`${site.url}${path}#triptych?pos=3`);
    }
  });

  test("the root has plain links for browsers without script", async (t) => {
    const { page } = await site.open(t, "", { javaScriptEnabled: false });
    const links = await page
      .locator("main a")
      .evaluateAll((all) => all.map((a) => a.getAttribute("href")));
    assert.deepEqual(links, ["en/", "zh/"]);
  });

  test("no file names another host or a folder of the builder", () => {
    for (const name of namesBelow(DIST)) {
      // The reference, made from the package, has its own test.
      if (!/\.(html|css|js|svg)$/.test(name) || /^api[\\/]/.test(name))
        continue;
      // A link leads a reader elsewhere; nothing is loaded from there.
      const text = readFileSync(`${DIST}${name}`, "utf8").replace(
        /<a [^>]*href="https:[^"]*"[^>]*>/g,
        "<a>",
      );
      // Addresses of sources are text and data for links; here it is about
      // what a browser would load. The other tests watch its requests.
      const loads =
        /(?:import|fetch|importScripts|Worker|url)\(\s*["'`]?https?:\/\/([^/"'`\s)]+)|(?:src|srcset|href|poster|from)\s*=?\s*["'`]https?:\/\/([^/"'`\s)]+)/g;
      const hosts = [...text.matchAll(loads)]
        .map((match) => match[1] ?? match[2])
        .filter((host) => host !== "www.w3.org");
      assert.deepEqual(hosts, [], name);
      assert.doesNotMatch(text, /file:\/\/\/|\/(home|root|work)\//, name);
    }
  });

  test("where storage is forbidden the page works all the same", async (t) => {
    const context = { storageState: undefined };
    const { page, problems } = await site.open(t, "en/", context);
    await page.addInitScript(() => {
      Object.defineProperty(window, "localStorage", {
        get() {
          throw new DOMException("denied", "SecurityError");
        },
      });
    });
    await page.reload();
    await page.selectOption("#theme", "dark");
    assert.equal(
      await page.evaluate(() => document.documentElement.dataset.theme),
      "dark",
    );
    assert.deepEqual(problems, []);
  });

  test("who comes by an address in the middle of a page has that figure first", async (t) => {
    const { page } = await site.open(t, "en/contents/", { asNew: true });
    await page.addInitScript(() => {
      const seen = ({ target }) => {
        const { top, bottom } = target.getBoundingClientRect();
        return top < innerHeight && bottom > 0;
      };
      document.addEventListener("pe-ready", (event) => {
        globalThis.firstSeen ??= seen(event);
      });
    });
    // Figures stand above each of these within two screens.
    for (const place of [
      "ladder/#binary",
      "sinusoids/#heatmap",
      "relative-positions/#shaw",
      "long-context/#own-text-one",
    ]) {
      await page.goto(new URL(`../${place}`, page.url()).href);
      await page.waitForFunction(() => "firstSeen" in globalThis);
      assert.equal(
        await page.evaluate(() => globalThis.firstSeen),
        true,
        place,
      );
    }
  });

  test("the chosen theme is kept, and auto forgets it", async (t) => {
    const { page } = await site.open(t, "en/", { colorScheme: "light" });
    const paper = () =>
      page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    const light = await paper();
    await page.selectOption("#theme", "dark");
    const dark = await paper();
    assert.notEqual(dark, light);
    await page.reload();
    assert.equal(await paper(), dark);
    assert.equal(await page.locator("#theme").inputValue(), "dark");
    await page.selectOption("#theme", "auto");
    assert.equal(await paper(), light);
    await page.emulateMedia({ colorScheme: "dark" });
    assert.equal(await paper(), dark);
  });
});
