import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { fileURLToPath, pathToFileURL } from "node:url";
import { gzipSync } from "node:zlib";
import { unzipSync } from "fflate";
import { launch } from "../../tools/browser/site.mjs";
import { importSource } from "../../tools/lib/web-source.mjs";
import { settle, useSite } from "./browser.js";

const at = (path) => fileURLToPath(new URL(`../../${path}`, import.meta.url));
const { version } = JSON.parse(readFileSync(at("package.json"), "utf8"));
const { modules } = JSON.parse(
  readFileSync(at("web/widgets/dist/custom-elements.json"), "utf8"),
);
const site = useSite({ mount: "/x/" });

/** Opens the page of a figure and waits until it lives. */
async function openFigure(t, tag, lang = "en") {
  const name = tag.replace(/^pe-/, "");
  const opened = await site.open(t, `${lang}/teach/${name}/`);
  const entry = opened.page.locator(`.entry[data-tag=${tag}]`);
  const figure = entry.locator(tag);
  await figure.locator(".finding b").first().waitFor();
  const snippet = entry.locator("[data-snippet]");
  return { ...opened, entry, figure, snippet };
}

/** Everything that is published, by tag. */
const { declarations } = modules[0];
const TAGS = declarations.map(({ tagName }) => tagName).sort();
const SCREEN = 800;

const shown = (page) =>
  page
    .locator(".gallery > li:visible")
    .evaluateAll((all) => all.map((it) => it.dataset.tag));

describe("the gallery", () => {
  test("refuses a figure without a lecture, and names the file", async () => {
    const { lectureOf } = await importSource("widgets/figures/lectures.ts");
    assert.throws(
      () => lectureOf("pe-new"),
      /^Error: web\/widgets\/figures\/lectures\.ts: <pe-new> has no lecture/,
    );
  });

  test("shows every figure once, with a picture, its tag and a question", async (t) => {
    const { page, problems } = await site.open(t, "zh/teach/");
    assert.deepEqual((await shown(page)).sort(), TAGS);
    const bare = await page
      .locator(".gallery > li")
      .evaluateAll(async (all) => {
        const bad = [];
        for (const item of all) {
          const image = item.querySelector("img");
          image.loading = "eager";
          const drawn = await image.decode().then(
            () => image.naturalWidth > 0,
            () => false,
          );
          const texts = [...item.querySelectorAll("a, code, p")];
          const isWhole =
            texts.length === 3 && texts.every((it) => it.textContent.trim());
          if (!drawn || !isWhole) bad.push(item.dataset.tag);
        }
        return bad;
      });
    assert.deepEqual(bare, []);
    assert.deepEqual(problems, []);
  });

  test("takes no more than twelve screens", async (t) => {
    for (const lang of ["en", "zh"]) {
      const { page } = await site.open(t, `${lang}/teach/`, {
        viewport: { width: 1280, height: SCREEN },
      });
      const height = await page.evaluate(
        () => document.documentElement.scrollHeight,
      );
      assert.ok(height <= 12 * SCREEN, `${lang}: ${height} px`);
    }
  });

  test("is searched by name, tag and question in both languages", async (t) => {
    const { page } = await site.open(t, "en/teach/");
    const box = page.locator("input[type=search]");
    const found = async (text) => {
      await box.fill(text);
      return shown(page);
    };
    assert.deepEqual(await found("PE-CLOCK"), ["pe-clock"]);
    assert.ok((await found("钟表")).includes("pe-clock"));
    assert.deepEqual(await found("clock hands"), ["pe-clock", "pe-playground"]);
    assert.match(page.url(), /[?]q=clock\+hands$/);
    assert.equal(
      await page.locator("#find-figures output").textContent(),
      `2 of ${TAGS.length} figures`,
    );
    assert.equal(await page.locator(".lecture:visible").count(), 1);
    assert.deepEqual(await found("nothing like it"), []);
    const empty = page.locator(".no-figures");
    assert.match(await empty.textContent(), /^No figure matches/);
    await empty.locator("button").click();
    assert.equal((await shown(page)).length, TAGS.length);
    assert.doesNotMatch(page.url(), /[?]/);
    assert.equal(
      await box.evaluate((it) => it === document.activeElement),
      true,
    );
  });

  test("is narrowed by marks, which are the figures' own", async (t) => {
    const { page } = await site.open(t, "en/teach/");
    const with_ = async (mark) => {
      const tick = page.locator(`input[name=mark][value=${mark}]`);
      await tick.check();
      const tags = await shown(page);
      await tick.uncheck();
      return tags.sort();
    };
    assert.deepEqual(await with_("trains"), [
      "pe-design",
      "pe-own-text",
      "pe-train",
    ]);
    assert.deepEqual(await with_("sentence"), [
      "pe-apart",
      "pe-chain",
      "pe-counted-positions",
      "pe-decoding",
      "pe-layers",
      "pe-logit-terms",
      "pe-lookup",
      "pe-negation",
      "pe-own-text",
      "pe-shuffle",
      "pe-trained-attention",
    ]);
    // fit.test.js measures which.
    const onSlides = await with_("slide");
    assert.ok(onSlides.includes("pe-heatmap"));
    assert.ok(!onSlides.includes("pe-design"));
  });

  test("is linked to: a search, a mark, a figure", async (t) => {
    const { page } = await site.open(
      t,
      "en/teach/?q=train&mark=sentence#figure-own-text",
    );
    // The script of the page fills it in.
    await page.waitForFunction(() => {
      const search = document.querySelector("input[type=search]");
      return /** @type {HTMLInputElement} */ (search).value === "train";
    });
    assert.deepEqual((await shown(page)).sort(), [
      "pe-own-text",
      "pe-trained-attention",
    ]);
    const seen = (id) =>
      page.waitForFunction((name) => {
        const box = document.getElementById(name).getBoundingClientRect();
        return box.height > 0 && box.top >= 0 && box.bottom <= innerHeight;
      }, id);
    await seen("figure-own-text");
    // One that the search hides is shown all the same.
    await page.evaluate(() => {
      location.hash = "figure-timeline";
    });
    await seen("figure-timeline");
    assert.equal((await shown(page)).length, TAGS.length);
    // The other language goes on with the search.
    await page.locator("input[type=search]").fill("clock");
    await page.locator("a[data-language=zh]").click();
    await page.waitForFunction(() =>
      /^共 \d+ 张图/.test(
        document.querySelector("#find-figures output").textContent,
      ),
    );
    assert.match(page.url(), /zh\/teach\/[?]q=clock/);
    assert.ok((await shown(page)).includes("pe-clock"));
  });
});

describe("the page of a figure", () => {
  test("has all attributes of every widget, its own and the shared ones", () => {
    for (const { tagName, attributes } of declarations) {
      const path = `web/dist/zh/teach/${tagName.slice(3)}/index.html`;
      const html = readFileSync(at(path), "utf8");
      const own = attributes.filter(({ fieldName }) => fieldName);
      const rows = [
        ...html.matchAll(/<tr><th scope="row"><code[^>]*>([^<]+)</g),
      ];
      assert.deepEqual(
        rows.map(([, name]) => name),
        [
          ...own.map(({ name }) => name),
          ...attributes.filter((it) => !own.includes(it)).map((it) => it.name),
        ],
        tagName,
      );
    }
  });

  test("an attribute changes the figure and the line of HTML", async (t) => {
    const { page, entry, figure, snippet, problems } = await openFigure(
      t,
      "pe-clock",
    );
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
    const set = async (name, value) => {
      const box = entry.locator(`[data-attribute=${name}]`);
      await box.fill(value);
      await box.press("Enter");
    };
    await set("controls", "pos");
    await figure.locator("[data-control=base]").waitFor({ state: "hidden" });
    assert.match(await snippet.textContent(), /controls="pos"/);
    await set("finding", "Position {pos} it is.");
    await figure
      .locator(".finding", { hasText: /^Position \d+ it is/ })
      .waitFor();
    assert.match(
      await snippet.textContent(),
      /finding="Position \{pos\} it is."/,
    );
    assert.deepEqual(problems, []);
  });

  test("its recipe follows the figure, on the platform that is chosen", async (t) => {
    const { page, entry } = await openFigure(t, "pe-clock");
    const steps = page.locator("[data-steps] code");
    await page.locator("[data-platform]").selectOption("quarto");
    assert.equal(await steps.count(), 2);
    const width = entry.locator("[data-attribute=d-model]");
    await width.fill("8");
    await width.press("Enter");
    await page.waitForFunction(() =>
      document
        .querySelector("[data-steps]")
        .textContent.includes('d-model="8"'),
    );
    assert.match(await steps.last().textContent(), /^```\{=html\}\n<pe-clock /);
    await page.locator("[data-platform]").selectOption("iframe");
    assert.ok(
      (await steps.first().textContent()).includes(
        `${site.url}embed/clock.html?`,
      ),
    );
    await page.locator("[data-platform]").selectOption("notion");
    const note = page.locator("[data-untried]");
    assert.match(await note.textContent(), /^Untried here/);
    await page.locator("a[data-language=zh]").click();
    await note.getByText("此处未实测").waitFor();
    assert.match(await steps.first().textContent(), /lang=zh$/);
  });

  test("a listing is copied, and its button has its own text again", async (t) => {
    const { page, entry, snippet } = await openFigure(t, "pe-clock");
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
    const { page, entry, figure, snippet } = await openFigure(t, "pe-clock");
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
    const { page } = await site.open(t, "en/teach/platforms/");
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
    const html = readFileSync(
      at("web/dist/en/teach/platforms/index.html"),
      "utf8",
    );
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
