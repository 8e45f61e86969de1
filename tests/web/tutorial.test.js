import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { before, describe, test } from "node:test";
import { inspectSite } from "../../tools/lib/web-source.mjs";
import { importSource } from "./figure.js";

/** Chapters that still lack questions; none may be added. */
const UNFINISHED = [];

const read = (path) =>
  readFileSync(new URL(`../../${path}`, import.meta.url), "utf8");

let site;
before(async () => {
  site = await inspectSite();
});

describe("the tutorial", () => {
  test("says where it treats each thing of the documents and each claim", () => {
    const coverage = site.coverageOf(site.covered);
    const hint = "run: npm run coverage -- --write";
    assert.deepEqual(
      JSON.parse(read("web/site/tutorial/coverage.json")),
      coverage,
      hint,
    );
    const missing = site.missing(coverage);
    const known = JSON.parse(read("tests/web/coverage-missing.json"));
    assert.deepEqual(missing, known, hint);
    assert.equal(site.expected.length, 302);
    // When all chapters are there, nothing may be missing.
    const paths = new Set(site.site.pages.map(({ path }) => path));
    if (site.site.planned.every((path) => paths.has(path))) {
      assert.deepEqual(missing, []);
    }
  });

  test("has each of those places in the built pages of both languages", () => {
    const coverage = JSON.parse(read("web/dist/coverage.json"));
    for (const [id, { chapter, anchor }] of Object.entries(coverage)) {
      for (const lang of ["en", "zh"]) {
        const html = read(`web/dist/${lang}/${chapter}index.html`);
        assert.ok(html.includes(` id="${anchor}"`), `${id} in ${lang}`);
      }
    }
  });

  test("a link that names a chapter by its number leads to that chapter", () => {
    const { pages } = site.site;
    const chapters = pages.filter(({ layout }) => layout === "chapter");
    const LINK =
      /<a [^>]*href="[./]*(?:en|zh)\/([\w-]+\/)(?:#[^"]*)?"[^>]*>(.*?)<\/a>/gs;
    const NUMBER = /[Cc]hapter\s(\d+)|第\s?(\d+)\s?章/;
    let named = 0;
    for (const { path: page } of pages) {
      for (const lang of ["en", "zh"]) {
        const html = read(`web/dist/${lang}/${page}index.html`);
        for (const [link, path, label] of html.matchAll(LINK)) {
          const number = NUMBER.exec(label);
          if (!number) continue;
          named += 1;
          const chapter = chapters[Number(number[1] ?? number[2]) - 1];
          assert.equal(path, chapter?.path, `${lang}/${page}: ${link}`);
        }
      }
    }
    assert.ok(named > 100, `${named} links name a chapter`);
  });

  test("has chapters with goals, a recap and two questions at least", () => {
    for (const { path, layout } of site.site.pages) {
      if (layout !== "chapter") continue;
      for (const lang of ["en", "zh"]) {
        const body = site.bodies.get(`${lang}/${path}`);
        const questions = body.match(/<pe-quiz /g)?.length ?? 0;
        assert.equal(
          questions >= 2,
          !UNFINISHED.includes(path),
          `${path}: ${questions} questions`,
        );
        assert.match(body, /<p class="goals">[^<]+[.。]/, path);
        assert.match(body, /id="recap"[\s\S]*?<li>/, path);
      }
      assert.ok(site.site.planned.includes(path), `${path} is not planned`);
    }
  });

  test("has chapters that open with a question and one figure", () => {
    for (const { path, layout } of site.site.pages) {
      if (layout !== "chapter") continue;
      for (const lang of ["en", "zh"]) {
        const body = site.bodies.get(`${lang}/${path}`);
        const opening = body.match(
          /<section id="start" class="opening">(?:<nav [\s\S]*?<\/nav>)?<h1>.*<\/h1>\s*<p class="puzzle">([\s\S]*?)<\/p>\s*<(pe-[a-z-]+)/,
        );
        assert.ok(opening, `${lang}/${path}`);
        // What is asked stands there, or in the question below.
        if (opening[2] !== "pe-quiz")
          assert.match(opening[1], lang === "en" ? /\?$/ : /？$/, path);
        assert.match(body, /class="begin" href="#[\w-]+"/, path);
      }
    }
  });

  test("tells how long a page takes, by its words and its figures", async () => {
    const { minutesToRead } = await importSource(
      "site/pages/reading-time.ts",
      "node",
    );
    const words = (n) => `<p>${"word ".repeat(n)}</p>`;
    assert.equal(minutesToRead(words(1000), "en"), 5);
    assert.equal(minutesToRead(words(3), "en"), 1);
    const hidden = `<math>${words(2000)}</math><details>${words(2000)}</details>`;
    const figures = '<pe-clock id="a"></pe-clock>'.repeat(4);
    assert.equal(minutesToRead(words(1000) + hidden + figures, "en"), 7);
    assert.equal(minutesToRead(`<p>${"字".repeat(1400)}</p>`, "zh"), 4);
  });

  test("explains sixty terms in both languages, each in a line", () => {
    const { pages } = site.site;
    const { terms: all } = pages.find(({ path }) => path === "glossary/");
    const terms = Object.values(all);
    assert.ok(terms.length >= 60, `${terms.length}`);
    for (const { name, meaning } of terms) {
      const [en, zh] = ["en", "zh"].map((lang) =>
        meaning({ lang, values: {} }).replace(/<[^>]*>/g, ""),
      );
      assert.ok(en.length < 140, name.en);
      assert.ok(zh.length < 60, name.zh);
      assert.match(zh, /[\u4e00-\u9fff].*。$/, name.zh);
    }
  });
});

describe("what search engines and hosts read", () => {
  test("addresses are absolute where the address of the site is known", async () => {
    const { metaOf, siteAddress, sitemap } = await importSource(
      "site/pages/meta.ts",
      "node",
    );
    assert.equal(siteAddress(undefined), undefined);
    assert.equal(siteAddress(""), undefined);
    const address = siteAddress("https://example.org/a");
    assert.equal(address, "https://example.org/a/");
    assert.throws(
      () => siteAddress("https://example.org/?q"),
      /POSENC_SITE_URL/,
    );
    assert.throws(() => siteAddress("ftp://example.org/"), /POSENC_SITE_URL/);
    const page = {
      path: "p/",
      title: { en: "A & B", zh: "甲" },
      description: { en: "E", zh: "Z" },
    };
    const html = metaOf(page, "zh", "../../", address);
    assert.match(
      html,
      /rel="canonical" href="https:\/\/example.org\/a\/zh\/p\/"/,
    );
    assert.match(
      html,
      /og:image" content="https:\/\/example.org\/a\/social\/p.png"/,
    );
    assert.match(html, /og:locale" content="zh_CN"/);
    const relative = metaOf(page, "en", "../../", undefined);
    assert.doesNotMatch(relative, /canonical|og:url|https:/);
    assert.match(relative, /og:title" content="A &amp; B"/);
    const map = sitemap([page], address);
    assert.equal(map.match(/<loc>/g).length, 2);
    assert.match(map, /<loc>https:\/\/example.org\/a\/en\/p\/<\/loc>/);
  });

  test("a picture with the wrong number of cells stops the build", async () => {
    const { socialPicture } = await importSource(
      "site/pages/social.ts",
      "node",
    );
    const picture = () => ({
      values: new Float32Array(5),
      rows: 2,
      columns: 3,
    });
    assert.throws(() => socialPicture({ path: "p/", picture }), {
      message: "picture of ~/p/: 5 values for 2 × 3 cells",
    });
  });

  test("the worker keeps pages and scripts, not pictures for others", async () => {
    const { workerSource } = await importSource(
      "site/bundle/service-worker.ts",
      "node",
    );
    const files = (...names) => names.map((name) => ({ name, content: name }));
    const source = 'V="__VERSION__"; P=__PAGES__; A=__ASSETS__';
    const all = files(
      "index.html",
      "en/index.html",
      "assets/a.js",
      "assets/pe-x-en-dark-1.svg",
      "social/x.png",
      "sitemap.xml",
    );
    const text = workerSource(source, all);
    const sum = createHash("sha256").update("assets/a.js").digest("base64");
    assert.match(text, /V="[0-9a-f]{16}"; P=\["en\/","\.\/"\]; /);
    assert.ok(text.endsWith(`; A={"assets/a.js":"${sum.slice(0, 43)}"}`), text);
    // Another content, another version; what is not kept does not matter.
    const changed = all.map((it) => ({ ...it, content: `${it.content}!` }));
    assert.notEqual(workerSource(source, changed), text);
    const other = all.map((it) =>
      it.name.startsWith("social") ? { ...it, content: "!" } : it,
    );
    assert.equal(workerSource(source, other), text);
  });
});

test("the letters of the glossary are in the chapters that it names", async () => {
  const { chapters } = await importSource("site/tutorial/chapters.ts", "node");
  const GREEK = { ω: "\\\\omega", θ: "\\\\theta" };
  for (const [lang, to] of [
    ["en", "to"],
    ["zh", "至"],
  ]) {
    const text = read(`web/site/tutorial/glossary/glossary.${lang}.md`);
    const rows = text.match(/^\| (?!---).* \|$/gm).slice(1);
    assert.ok(rows.length > 10);
    for (const row of rows) {
      const [letters = "", , where = ""] = row.slice(2, -2).split(" | ");
      const numbers = where.split(/, |、/).flatMap((part) => {
        const [from, last = from] = part.split(` ${to} `).map(Number);
        return Array.from({ length: last - from + 1 }, (_, k) => from + k);
      });
      for (const number of numbers) {
        const { written } = chapters[number - 1] ?? {};
        assert.ok(written, `${row}: there is no chapter ${number}`);
        for (const letter of letters.split(/, |、/)) {
          const it = GREEK[letter] ? `${letter}|${GREEK[letter]}` : letter;
          assert.match(
            read(written.files[lang === "en" ? 0 : 1]),
            new RegExp(`(?<![A-Za-z\\\\])(?:${it})(?![A-Za-z])`),
            `${row}: chapter ${number} has no ${letter}`,
          );
        }
      }
    }
  }
});

test("every term of the glossary has a card: kind, related terms, a work where one introduced it", async () => {
  const { cards, categories } = await importSource(
    "site/tutorial/glossary/cards.ts",
  );
  const { glossaryPage } = await importSource(
    "site/tutorial/glossary-page.ts",
    "node",
  );
  const glossary = glossaryPage.terms;
  assert.deepEqual(Object.keys(cards).sort(), Object.keys(glossary).sort());
  for (const [id, { category, related }] of Object.entries(cards)) {
    assert.ok(Object.hasOwn(categories, category), `${id}: ${category}`);
    assert.ok(related.length >= 2, id);
    for (const other of related) {
      assert.ok(other !== id && Object.hasOwn(glossary, other), other);
    }
  }
  const page = (lang) =>
    readFileSync(
      new URL(`../../web/dist/${lang}/glossary/index.html`, import.meta.url),
      "utf8",
    );
  assert.match(
    page("en"),
    /id="term-rope"[^§]*?Encoding\. .*?Su<\/span> et al\.[^§]*?2021/,
  );
  assert.match(page("zh"), /id="term-rope"[^§]*?编码方法。.*?2021/);
  // Chinese terms by their sound: 长度 is read cháng.
  const order = [...page("zh").matchAll(/<div id="term-([\w-]+)"/g)].map(
    ([, id]) => id,
  );
  assert.ok(
    order.indexOf("length-generalization") < order.indexOf("embedding"),
  );
  assert.doesNotMatch(page("zh"), /softmax <span class="twin"/);
});
