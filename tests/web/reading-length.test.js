// How much the chapters ask their readers to read, and the short way through
// them. What is for those who want more is folded away (`more` of the blocks).
import assert from "node:assert/strict";
import { before, describe, test } from "node:test";
import { inspectSite } from "../../tools/lib/web-source.mjs";
import { useSite } from "./browser.js";
import { importSource } from "./figure.js";

/** What each chapter may have at most, and what all may have together. */
const FIGURES = 6;
const SCREENS = 10;
const ALL_SCREENS = 75;
const CHAPTERS = 8;
/** Words of English, characters of Chinese; folded matter isn't counted. */
const WORDS = { en: 10_000, zh: 14_500 };
/** Minutes from the first question to RoPE. */
const SHORT = 15;

let site;
let reading;
let way;
before(async () => {
  site = await inspectSite();
  reading = await importSource("site/pages/reading-time.ts", "node");
  ({ shortWay: way } = await importSource("site/tutorial/stops.ts", "node"));
});

const LANGS = /** @type {const} */ (["en", "zh"]);
const LAPTOP = { width: 1280, height: 800 };
const FIGURE = /<pe-(?!quiz|program)[a-z-]+(?= id=)/g;
const browser = useSite();

/** Runs in the page: every figure comes into sight once, and is drawn. */
async function seeAll() {
  for (const it of document.querySelectorAll("article > section")) {
    it.scrollIntoView();
    await new Promise((done) => setTimeout(done, 50));
  }
  await document.fonts.ready;
}

/** Without what is folded away. */
function shown(html) {
  let depth = 0;
  let left = "";
  for (const piece of html.split(/(<details\b|<\/details>)/)) {
    if (piece === "<details") depth += 1;
    else if (piece === "</details>") depth -= 1;
    else if (depth === 0) left += piece;
  }
  return left;
}

const chapters = () =>
  site.site.pages.filter(({ layout }) => layout === "chapter");
const bodyOf = (lang, path) => site.bodies.get(`${lang}/${path}`);

/** The HTML of a section; sections of chapters hold no others. */
function sectionOf(lang, path, id) {
  const body = bodyOf(lang, path);
  const from = body.indexOf(`<section id="${id}"`);
  assert.ok(from >= 0, `${lang}/${path}#${id}`);
  return body.slice(from, body.indexOf("</section>", from));
}

describe("the main line", () => {
  test("leaves out figures, tables, margins and what is folded, nested too", () => {
    const { wordsToRead } = reading;
    const folded =
      "<details><summary>no</summary><details>no</details>no</details>";
    const html = `<p>one <em>two</em></p>${folded}<table><td>no</td></table><p>three</p><aside>no</aside>`;
    assert.equal(wordsToRead(html, "en"), 3);
    assert.equal(wordsToRead("<p>一二 RoPE 三</p><pre>四</pre>", "zh"), 4);
  });

  test("has eight chapters, and no more words than one reads in an hour", () => {
    assert.equal(chapters().length, CHAPTERS);
    for (const lang of LANGS) {
      const words = chapters().reduce(
        (sum, { path }) => sum + reading.wordsToRead(bodyOf(lang, path), lang),
        0,
      );
      assert.ok(words <= WORDS[lang], `${lang}: ${words} of ${WORDS[lang]}`);
    }
  });

  test("has at most six figures a chapter, in the open", () => {
    for (const { path } of chapters()) {
      for (const lang of LANGS) {
        const figures = shown(bodyOf(lang, path)).match(FIGURE) ?? [];
        assert.ok(figures.length <= FIGURES, `${lang}/${path}: ${figures}`);
        assert.ok(figures.length > 0, `${lang}/${path} has no figure`);
      }
    }
  });

  test("takes at most ten screens of a laptop a chapter, 75 in all", async (t) => {
    for (const lang of LANGS) {
      let all = 0;
      for (const { path } of chapters()) {
        const { page } = await browser.open(t, `${lang}/${path}`, {
          viewport: LAPTOP,
          asNew: true,
        });
        await page.evaluate(seeAll);
        const height = await page.evaluate(
          () => document.querySelector("main").getBoundingClientRect().height,
        );
        const screens = height / LAPTOP.height;
        t.diagnostic(`${lang}/${path}: ${screens.toFixed(1)} screens`);
        all += screens;
        assert.ok(screens <= SCREENS, `${lang}/${path}: ${screens}`);
        await page.close();
      }
      assert.ok(all <= ALL_SCREENS, `${lang}: ${all} screens`);
    }
  });

  test("speaks of a document only where its own example is the subject", () => {
    for (const { path } of chapters()) {
      const text = reading.runningText(bodyOf("en", path));
      const named = text.match(/\bdocument \d|\bthe (five )?documents\b/gi);
      assert.ok((named ?? []).length <= 3, `${path}: ${named}`);
    }
  });

  test("ends every chapter with what is missing and a way on", () => {
    for (const { path } of chapters()) {
      for (const lang of LANGS) {
        assert.match(
          sectionOf(lang, path, "recap"),
          /<\/ul>\s*<p>[\s\S]*<a href=/,
          `${lang}/${path}`,
        );
      }
    }
  });
});

describe("the short way", () => {
  test("takes a quarter of an hour", () => {
    for (const lang of LANGS) {
      let minutes = 0;
      for (const { path, id, from } of way.stops) {
        // One reads from there: an opening, and the section itself.
        const html = [...new Set([from, id])]
          .map((it) => sectionOf(lang, path, it))
          .join("");
        const pieces = html.match(/<pe-[a-z-]+ id=/g)?.length ?? 0;
        const rate = lang === "en" ? 200 : 350;
        minutes += reading.wordsToRead(html, lang) / rate + pieces / 2;
      }
      assert.ok(minutes <= SHORT, `${lang}: ${minutes} minutes`);
    }
  });

  test("leads from each of its sections to the next, and from no other", () => {
    const stops = [...way.stops, way.end];
    for (const lang of LANGS) {
      for (const { path } of chapters()) {
        const strips = bodyOf(lang, path).match(/<nav class="short-way"/g);
        const own = way.stops.filter((stop) => stop.path === path);
        assert.equal(strips?.length ?? 0, own.length, path);
      }
      way.stops.forEach(({ path, id }, k) => {
        const next = stops[k + 1];
        const html = sectionOf(lang, path, id);
        const [, href] = html.match(/class="way-on" href="([^"]+)"/) ?? [];
        const own = path === next.path ? "" : next.path;
        assert.ok(
          href?.endsWith(`${own}#${next.from}`),
          `${path}#${id}: ${href}`,
        );
        assert.ok(bodyOf(lang, next.path).includes(` id="${next.from}"`));
      });
    }
  });
});

test("what is folded is found by the search, under its own name", () => {
  const html = bodyOf("en", "questions/");
  const entries = site.searchEntries("questions/", html);
  const found = entries.find(({ at }) => at === "questions/#why-10000");
  assert.match(found?.heading, /^Why 10.000\?$/);
  assert.match(found.text, /does not derive it/);
});
