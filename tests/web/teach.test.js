import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { fileURLToPath, pathToFileURL } from "node:url";
import { gzipSync } from "node:zlib";
import { unzipSync } from "fflate";
import { launch } from "../../tools/browser/site.mjs";
import { settle, useSite } from "./browser.js";

const at = (path) => fileURLToPath(new URL(`../../${path}`, import.meta.url));
const { version } = JSON.parse(readFileSync(at("package.json"), "utf8"));
const { modules } = JSON.parse(
  readFileSync(at("web/widgets/dist/custom-elements.json"), "utf8"),
);
const site = useSite({ mount: "/x/" });

/** Opens the page at a figure and waits until it lives. */
async function openAt(t, tag, lang = "en") {
  const name = tag.replace(/^pe-/, "");
  const opened = await site.open(t, `${lang}/teach/#figure-${name}`);
  const entry = opened.page.locator(`.entry[data-tag=${tag}]`);
  const figure = entry.locator(tag);
  await figure.locator(".finding b").first().waitFor();
  const snippet = entry.locator("[data-snippet]");
  return { ...opened, entry, figure, snippet };
}

describe("the page for teachers", () => {
  test("shows every widget of the package with all its attributes", async (t) => {
    const { page, problems } = await site.open(t, "zh/teach/");
    for (const { tagName, attributes } of modules[0].declarations) {
      const entry = page.locator(`.entry[data-tag=${tagName}]`);
      const names = await entry
        .locator("[data-attribute]:not([data-teacher])")
        .evaluateAll((all) => all.map((it) => it.dataset.attribute));
      const own = attributes.filter(({ fieldName }) => fieldName);
      assert.deepEqual(
        names,
        own.map(({ name }) => name),
        tagName,
      );
    }
    assert.deepEqual(problems, []);
  });

  test("loads a figure only when the reader comes near", async (t) => {
    const { page } = await site.open(t, "en/teach/");
    await page.waitForLoadState("networkidle");
    const last = page.locator(".entry").last();
    const tag = await last.getAttribute("data-tag");
    assert.equal(await last.locator(tag).count(), 0);
    assert.equal(await last.locator("img").count(), 1);
    await last.scrollIntoViewIfNeeded();
    await last.locator(tag).waitFor();
  });

  test("an attribute changes the figure and the line of HTML", async (t) => {
    const { page, entry, figure, snippet, problems } = await openAt(
      t,
      "pe-clock",
    );
    await entry.locator(".editor > summary").click();
    const width = entry.locator("[data-attribute=d-model]");
    await width.fill("8");
    await width.press("Enter");
    await page.waitForFunction(
      () => document.querySelector("pe-clock").state.dModel === 8,
    );
    await settle(page);
    const text = 'pe-clock d-model="8" lang="en"';
    assert.ok((await snippet.textContent()).includes(text));
    await width.fill("eight");
    await width.press("Enter");
    const said = figure.locator(".faults");
    await page.waitForFunction(
      () =>
        document.querySelector("pe-clock").shadowRoot.querySelector(".faults")
          .textContent !== "",
    );
    assert.match(await said.textContent(), /d-model must be/);
    const controls = entry.locator("[data-attribute=controls]");
    await controls.fill("pos");
    await controls.press("Enter");
    await figure.locator("[data-control=base]").waitFor({ state: "hidden" });
    assert.match(await snippet.textContent(), /controls="pos"/);
    assert.deepEqual(problems, []);
  });

  test("a listing is copied, and its button has its own text again", async (t) => {
    const { page, entry, snippet } = await openAt(t, "pe-clock");
    await page
      .context()
      .grantPermissions(["clipboard-read", "clipboard-write"]);
    const button = entry.locator("[data-copy-code]");
    const says = (text) =>
      page.waitForFunction(
        ([selector, wanted]) =>
          document.querySelector(selector).textContent === wanted,
        [".entry[data-tag=pe-clock] [data-copy-code]", text],
      );
    assert.equal(await button.textContent(), "Copy");
    await button.click();
    await says("Copied");
    assert.equal(
      await page.evaluate(() => navigator.clipboard.readText()),
      await snippet.textContent(),
    );
    // Pressed again while it says so, and in another language.
    await button.click();
    await says("Copy");
    await button.click();
    await says("Copied");
    await page.locator("a[data-language=zh]").click();
    await says("复制");
    await button.click();
    await says("已复制");
    await says("复制");
  });

  test("a change by hand shows in the attributes and in the line", async (t) => {
    const { page, entry, figure, snippet } = await openAt(t, "pe-clock");
    const slider = figure.locator("[data-control=pos] input[type=range]");
    await slider.focus();
    await slider.press("ArrowRight");
    await page.waitForFunction(
      () => document.querySelector("pe-clock").state.pos === 76,
    );
    await page.waitForFunction(() =>
      /pos="76"/.test(
        document.querySelector(".entry[data-tag=pe-clock] [data-snippet]")
          .textContent,
      ),
    );
    assert.match(await snippet.textContent(), /<pe-clock pos="76" lang="en">/);
    const input = entry.locator("[data-attribute=pos]");
    assert.equal(await input.inputValue(), "76");
    // In the other language the figure goes on with its state.
    await page.locator("a[data-language=zh]").click();
    await page.waitForFunction(() =>
      /pos="76" lang="zh"/.test(
        document.querySelector(".entry[data-tag=pe-clock] [data-snippet]")
          .textContent,
      ),
    );
    assert.equal(await figure.evaluate((it) => it.state.pos), 76);
  });

  test("recipes name the version, the hash of the file and this site", async (t) => {
    const { page } = await site.open(t, "en/teach/");
    const html = await page.locator("[data-recipe=html]").first().textContent();
    const hash = await page.evaluate(
      async (bytes) => {
        const digest = await crypto.subtle.digest(
          "SHA-384",
          Uint8Array.from(bytes),
        );
        return btoa(String.fromCharCode(...new Uint8Array(digest)));
      },
      [...readFileSync(at("web/widgets/dist/auto.js"))],
    );
    assert.ok(html.includes(`posenc-widgets@${version}/dist/auto.js`), html);
    assert.ok(html.includes(`integrity="sha384-${hash}"`), html);
    const frame = page.locator("[data-recipe=iframe]").first();
    await page.waitForFunction(
      () =>
        !document
          .querySelector("[data-recipe=iframe]")
          .textContent.includes("example.org"),
    );
    const text = await frame.textContent();
    assert.ok(text.includes(`${site.url}embed/heatmap.html?`), text);
  });

  test("sizes are those of the files", () => {
    const html = readFileSync(at("web/dist/en/teach/index.html"), "utf8");
    for (const file of ["auto.js", "anywidget.js"]) {
      const content = readFileSync(at(`web/widgets/dist/${file}`));
      const packed = gzipSync(content, { level: 9 }).length;
      const row = html.slice(html.indexOf(`>${file}<`)).split("</tr>")[0];
      assert.ok(row.includes(`>${(packed / 1024).toFixed(0)}\u00a0KB<`), row);
    }
  });
});

describe("the archive for offline use", () => {
  let folder;
  let browser;
  before(async () => {
    folder = mkdtempSync(join(tmpdir(), "posenc-offline-"));
    browser = await launch();
  });
  after(async () => {
    await browser.close();
    rmSync(folder, { recursive: true });
  });

  test("opens from the disk, draws, and asks nobody for anything", async () => {
    const files = unzipSync(readFileSync(at("web/dist/posenc-widgets.zip")));
    for (const [name, content] of Object.entries(files)) {
      writeFileSync(join(folder, name.replace("posenc/", "")), content);
    }
    const page = await browser.newPage();
    const problems = [];
    page.on("pageerror", (error) => problems.push(error.message));
    page.on("request", (request) => {
      if (!/^(file|data|blob):/.test(request.url())) {
        problems.push(request.url());
      }
    });
    await page.goto(pathToFileURL(join(folder, "example.html")).href);
    for (const tag of ["pe-heatmap", "pe-waves", "pe-clock"]) {
      // It draws when the reader comes near.
      await page.locator(tag).scrollIntoViewIfNeeded();
      await page.locator(`${tag} .finding b`).first().waitFor();
    }
    await page.locator("pe-waves").evaluate((it) => it.setState({ pos: 17 }));
    await page.waitForFunction(
      () => document.querySelector("pe-heatmap").state.pos === 17,
    );
    assert.deepEqual(problems, []);
  });
});
