import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { settle, useSite } from "./browser.js";
import { buildFixture } from "./fixture/build.js";

const site = useSite({ mount: "/deep/site/", folder: buildFixture });
const wide = { viewport: { width: 1360, height: 900 } };
const phone = { viewport: { width: 360, height: 740 } };
const box = (page, selector, k = 0) =>
  page.locator(selector).nth(k).boundingBox();

/** Follows a link to another page, until that is there. */
async function leave(page, link) {
  const from = page.url();
  await page.locator(link).click();
  await page.waitForURL((url) => url.href !== from);
}

describe("coming back to a chapter", () => {
  test("leads to the section that was read last, and only then", async (t) => {
    const { page, problems } = await site.open(t, "en/one/", wide);
    const offer = page.locator(".resume");
    assert.equal(await offer.isVisible(), false);
    await page.evaluate(() =>
      document.getElementById("table").scrollIntoView(),
    );
    await page.waitForFunction(
      () => localStorage.getItem("posenc.place") === "one/#table",
    );
    for (const path of ["en/one/", "zh/one/", "en/contents/"]) {
      await page.goto(new URL(`../../${path}`, page.url()).href);
      const link = offer.locator("a");
      assert.equal(await offer.isVisible(), true, path);
      assert.match(await link.getAttribute("href"), /one\/#table$/, path);
      assert.ok((await link.textContent()).length > 0, path);
      await page.evaluate(() => scrollTo(0, 0));
      await page.goto(new URL("../contents/", page.url()).href);
    }
    assert.deepEqual(problems, []);
  });
});

describe("a chapter's layout", () => {
  test("the table of contents names the section that is being read", async (t) => {
    const { page, problems } = await site.open(t, "en/one/", wide);
    const current = () =>
      page.locator(".toc ol [aria-current=location]").allTextContents();
    assert.deepEqual(await current(), []);
    for (const [id, name] of [
      ["formula", "The formula"],
      ["table", "Check the table"],
      ["clock", "Hands of a clock"],
    ]) {
      await page.evaluate((at) => {
        document.getElementById(at).scrollIntoView();
      }, id);
      await page.waitForFunction(
        (wanted) =>
          document.querySelector(".toc [aria-current]")?.textContent === wanted,
        name,
      );
      assert.deepEqual(await current(), [name]);
    }
    // It stays in the window while the text moves.
    await page.evaluate(() => scrollTo(0, document.body.scrollHeight / 2));
    await settle(page);
    assert.ok((await box(page, ".toc")).y >= 0);
    assert.deepEqual(problems, []);
  });

  test("a note stands in the margin at the height of its text", async (t) => {
    const { page } = await site.open(t, "en/one/", wide);
    const [text, note] = [
      await box(page, ".beside-notes"),
      await box(page, ".note"),
    ];
    assert.ok(note.x > text.x + text.width, "beside");
    assert.ok(Math.abs(note.y - text.y) < 4, "same height");
    // Later notes make room for each other, and leave no hole in the text.
    const notes = await page.locator("#clock .note").all();
    const places = await Promise.all(notes.map((it) => it.boundingBox()));
    for (let k = 1; k < places.length; k += 1) {
      const end = places[k - 1].y + places[k - 1].height;
      assert.ok(places[k].y >= end - 1, `note ${k}`);
    }
    const gaps = await page.evaluate(() => {
      const parts = [...document.querySelectorAll("#clock p")]
        .filter((at) => !at.closest(".note"))
        .map((at) => at.getBoundingClientRect());
      return parts.slice(1).map((at, k) => at.top - parts[k].bottom);
    });
    assert.ok(
      gaps.every((gap) => gap >= 0 && gap < 40),
      `${gaps}`,
    );
  });

  test("on a phone a note follows its text, and nothing is wider than the screen", async (t) => {
    for (const lang of ["en", "zh"]) {
      const { page } = await site.open(t, `${lang}/one/`, phone);
      const [text, note] = [
        await box(page, ".beside-notes"),
        await box(page, ".note"),
      ];
      assert.ok(note.y >= text.y + text.height - 8);
      assert.ok(note.x < 32);
      const wide = await page.evaluate(() => [
        document.documentElement.scrollWidth - innerWidth,
        ...[...document.querySelectorAll("main *, header *")]
          .filter((at) => at.getBoundingClientRect().right > innerWidth + 1)
          .filter((at) => !at.closest("pre, .formula, .table"))
          .map((at) => at.outerHTML.slice(0, 60)),
      ]);
      assert.deepEqual(wide, [0]);
      const short = page.locator(".toc-short");
      await short.locator("summary").click();
      await short.locator('a[href="#table"]').click();
      await page.waitForURL(/#table$/);
    }
  });

  test("on paper there are notes and answers, but nothing to press", async (t) => {
    const { page } = await site.open(t, "en/one/", wide);
    await page.emulateMedia({ media: "print" });
    for (const hidden of ["header", ".toc", ".pager", ".guess", ".again"]) {
      assert.equal(await page.locator(hidden).first().isVisible(), false);
    }
    const note = page.locator(".note").first();
    assert.ok(await note.isVisible());
    const answers = page.locator(".on-paper");
    assert.match(await answers.nth(0).textContent(), /^Answer B: It is 60.611/);
    assert.match(await answers.nth(1).textContent(), /^Answer: It needs/);
    for (const answer of await answers.all()) {
      assert.ok(await answer.isVisible());
    }
    const width = await page.evaluate(
      () => document.documentElement.scrollWidth - innerWidth,
    );
    assert.equal(width, 0);
  });

  test("text has about 68 characters to a line in English, 38 in Chinese", async (t) => {
    for (const [lang, least, most] of [
      ["en", 60, 76],
      ["zh", 32, 40],
    ]) {
      const { page } = await site.open(t, `${lang}/one/`, wide);
      const longest = await page.evaluate(() => {
        const text = [...document.querySelectorAll("#table > p")].at(
          -1,
        ).firstChild;
        const range = document.createRange();
        const lines = new Map();
        for (let k = 0; k < text.length; k += 1) {
          range.setStart(text, k);
          range.setEnd(text, k + 1);
          const { top } = range.getBoundingClientRect();
          lines.set(top, (lines.get(top) ?? 0) + 1);
        }
        return Math.max(...lines.values());
      });
      assert.ok(longest >= least && longest <= most, `${lang}: ${longest}`);
    }
  });

  test("previous and next lead through all chapters and back", async (t) => {
    // The home page lists the chapters in place of a next one.
    const { page } = await site.open(t, "en/one/");
    const path = () => new URL(page.url()).pathname.replace("/deep/site/", "");
    const seen = ["en/", path()];
    while (await page.locator(".pager .next").count()) {
      await leave(page, ".pager .next");
      seen.push(path());
    }
    assert.deepEqual(seen, ["en/", "en/one/", "en/two/"]);
    while (await page.locator(".pager .previous").count()) {
      await leave(page, ".pager .previous");
      assert.equal(path(), seen.at(-2));
      seen.pop();
    }
  });

  test("a link to a chapter that is to come is plain text", async (t) => {
    const { page } = await site.open(t, "zh/one/");
    const text = page.locator("#formula p", { hasText: "旋转位置编码" });
    assert.equal(await text.locator("a").count(), 0);
  });
});

describe("words of the glossary", () => {
  test("show their meaning on the spot, by pointer and by keys", async (t) => {
    const { page, problems } = await site.open(t, "en/one/", wide);
    const word = page.locator("a.term").first();
    const meaning = page.locator("#definition-sinusoidal-encoding");
    assert.equal(await meaning.isVisible(), false);
    await word.click();
    assert.match(await meaning.textContent(), /正弦位置编码[\s\S]*geometric/);
    const [at, below] = [await word.boundingBox(), await meaning.boundingBox()];
    assert.ok(below.y >= at.y && below.y < at.y + 80);
    await page.keyboard.press("Escape");
    assert.equal(await meaning.isVisible(), false);
    await word.focus();
    await page.keyboard.press("Enter");
    assert.ok(await meaning.isVisible());
    await page.keyboard.press("Tab");
    await page.keyboard.press("Escape");
    assert.ok(await word.evaluate((it) => it === document.activeElement));
    assert.match(page.url(), /one\/$/);
    assert.deepEqual(problems, []);
  });

  test("lead to the glossary without a script", async (t) => {
    const { page } = await site.open(t, "zh/one/", {
      javaScriptEnabled: false,
    });
    await page.locator("a.term").first().click();
    await page.waitForURL(/zh\/glossary\/#term-sinusoidal-encoding$/);
    const term = page.locator("#term-sinusoidal-encoding");
    assert.match(await term.textContent(), /正弦位置编码 sinusoidal/);
  });
});

describe("the language switch on a chapter", () => {
  test("keeps the place, the figure, answers and the section being read", async (t) => {
    const { page, problems } = await site.open(t, "en/one/", wide);
    await page.locator("#slower details").nth(0).locator("summary").click();
    await page.waitForFunction(
      () => document.querySelector("pe-playground")?.state,
    );
    await page.evaluate(() =>
      document.querySelector("pe-playground").setState({ pos: 3 }),
    );
    const heading = page.locator("#table h2");
    await heading.scrollIntoViewIfNeeded();
    await page.evaluate(() => scrollBy(0, 200));
    await settle(page);
    const before = await heading.boundingBox();
    // Playwright's own click would scroll first.
    await page.locator('[data-language="zh"]').evaluate((it) => it.click());
    await page.waitForFunction(() => document.documentElement.lang === "zh-CN");
    await settle(page);
    await settle(page);
    assert.match(new URL(page.url()).pathname, /zh\/one\/$/);
    const visible = await page.evaluate(() => {
      const { top } = document
        .querySelector("#table h2")
        .getBoundingClientRect();
      return top;
    });
    assert.ok(Math.abs(visible - before.y) < 100, `${visible} ${before.y}`);
    assert.equal(
      await page.evaluate(
        () => document.querySelector("pe-playground").state.pos,
      ),
      3,
    );
    const chosen = page.locator("#slower details").nth(0);
    assert.equal(await chosen.getAttribute("open"), "");
    assert.match(await chosen.textContent(), /变为 8 倍.*不是这样。/);
    assert.equal(await page.locator(".toc [aria-current]").count(), 1);
    assert.deepEqual(
      await page
        .locator(".languages [aria-current]")
        .evaluateAll((all) => all.map((it) => it.dataset.language)),
      ["zh"],
    );
    assert.deepEqual(problems, []);
  });
});
