// How much the chapters ask their readers to read, and the short way through
// them. What is for those who want more is folded away (`more` of the blocks).
import assert from "node:assert/strict";
import { before, describe, test } from "node:test";
import { inspectSite } from "../../tools/lib/web-source.mjs";
import { importSource } from "./figure.js";

/**
 * At most so many words of English and characters of Chinese stand in the main
 * line of a chapter: two thirds, or nearly, of what it had before anything was
 * folded, sections on trained models included. More text needs another text to go, or to be folded.
 */
const MOST = {
  "why-position/": [1470, 2190],
  "ladder/": [1310, 1840],
  "sinusoids/": [1140, 1640],
  "what-waves-can-do/": [1440, 2120],
  "code/": [1080, 1500],
  "learned-tables/": [1590, 2170],
  "putting-them-in/": [1170, 1710],
  "relative-positions/": [1360, 1910],
  "rope-and-alibi/": [1290, 1890],
  "other-designs/": [1650, 2280],
  "long-context/": [1750, 2560],
  "choosing/": [860, 1290],
  "questions/": [1750, 2520],
};
/** Words and characters of all chapters before: 26 491 and 37 964. */
const ALL = [(2 / 3) * 26491, (2 / 3) * 37964];
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

  test("of every chapter is as short as was agreed", () => {
    const found = chapters().map(({ path }) => path);
    assert.deepEqual(found, Object.keys(MOST));
    for (const path of found) {
      LANGS.forEach((lang, k) => {
        const words = reading.wordsToRead(bodyOf(lang, path), lang);
        const most = MOST[path][k];
        assert.ok(words <= most, `${lang}/${path}: ${words}, at most ${most}`);
      });
    }
  });

  test("of all chapters is a third shorter than it was", () => {
    LANGS.forEach((lang, k) => {
      const words = chapters().reduce(
        (sum, { path }) => sum + reading.wordsToRead(bodyOf(lang, path), lang),
        0,
      );
      assert.ok(words <= ALL[k], `${lang}: ${words} of ${ALL[k]}`);
    });
  });

  test("speaks of a document only where its own example is the subject", () => {
    for (const { path } of chapters()) {
      if (path === "questions/") continue; // The ledger is about them.
      const text = reading.runningText(bodyOf("en", path));
      const named = text.match(/\bdocument \d|\bthe (five )?documents\b/gi);
      assert.ok((named ?? []).length <= 3, `${path}: ${named}`);
    }
  });

  test("ends, but for the last chapter, with what is missing and a way on", () => {
    for (const { path } of chapters()) {
      if (path === "questions/") continue;
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
