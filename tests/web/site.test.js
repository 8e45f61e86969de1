import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { describe, test } from "node:test";
import { fileURLToPath } from "node:url";
import { useSite } from "./browser.js";
import { openTriptych } from "./figure.js";

const DIST = fileURLToPath(new URL("../../web/dist/", import.meta.url));
const site = useSite({ mount: "/some/sub/path/" });
const pages = ["en/", "zh/"];
const read = (path) => readFileSync(`${DIST}${path}index.html`, "utf8");

describe("the built site", () => {
  for (const path of pages) {
    test(`${path} lives below a sub-path under the strict policy, and asks nobody else`, async (t) => {
      const { figure, problems } = await openTriptych(site, t, path);
      assert.equal(await figure.cells.evaluate((it) => it.width), 64);
      assert.deepEqual(problems, []);
    });

    test(`${path} has its text in the HTML, before any script`, async (t) => {
      const { page, problems } = await site.open(t, path, {
        javaScriptEnabled: false,
      });
      assert.ok((await page.locator("h1").textContent()).length > 8);
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
        const at = page.locator(`pe-playground ${part}`);
        assert.equal(await at.isVisible(), false, part);
      }
      assert.deepEqual(problems, []);
    });

    test(`${path} says its language, its twin and what it is about`, () => {
      const html = read(path);
      const lang = path === "zh/" ? "zh-CN" : "en";
      assert.match(html, new RegExp(`<html lang="${lang}">`));
      for (const [tag, href] of [
        ["en", "../en/"],
        ["zh-CN", "../zh/"],
        ["x-default", "../"],
      ]) {
        assert.ok(
          html.includes(
            `<link rel="alternate" hreflang="${tag}" href="${href}">`,
          ),
        );
      }
      const [, description] = /name="description" content="([^"]+)"/.exec(html);
      assert.ok(description.length > 40);
    });

    test(`${path} has no inline style or script, and every link leads somewhere`, () => {
      const html = read(path);
      assert.doesNotMatch(html, /\sstyle=|<style|\son[a-z]+=|javascript:/);
      assert.doesNotMatch(html, /<script(?![^>]*\ssrc=)/);
      const ids = new Set(
        [...html.matchAll(/\sid="([^"]+)"/g)].map((m) => m[1]),
      );
      for (const [, address] of html.matchAll(/\s(?:href|src)="([^"]+)"/g)) {
        if (address.startsWith("#")) {
          assert.ok(ids.has(address.slice(1)), address);
          continue;
        }
        const url = new URL(address, `file://${DIST}${path}`);
        assert.ok(url.pathname.startsWith(DIST), address);
        url.hash = "";
        const file = fileURLToPath(url);
        readFileSync(file.endsWith("/") ? `${file}index.html` : file);
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
    for (const name of readdirSync(DIST, { recursive: true })) {
      // The reference, made from the package, has its own test.
      if (!/\.(html|css|js|svg)$/.test(name) || /^api[\\/]/.test(name))
        continue;
      const text = readFileSync(`${DIST}${name}`, "utf8");
      const hosts = [...text.matchAll(/https?:\/\/([^/"'`\s)]+)/g)]
        .map((match) => match[1])
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

  test("the listing of the page is correct: run, it prints what its comment says", async () => {
    const html = read("en/");
    const [, code] = /<pre[^>]*><code[^>]*>([\s\S]*?)<\/code>/.exec(html);
    const comment = /\/\/ (.*)$/m.exec(code)[1];
    const { load } = await import("../../dist/index.js");
    const pe = await load();
    const { data, shape } = pe.embedding.sinusoidal({ seqLen: 50, dModel: 64 });
    assert.ok(code.includes("sinusoidal({ seqLen: 50, dModel: 64 })"));
    const [, printed] = /^\[50, 64\] (-?[\d.]+)/.exec(comment);
    assert.deepEqual(shape, [50, 64]);
    assert.ok(String(data[12 * 64 + 6]).startsWith(printed), printed);
  });
});
