// What a page of the site has a reader download before its first figure lives.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, test } from "node:test";
import { gzipSync } from "node:zlib";
import { inRoot, namesBelow } from "../../tools/lib/paths.mjs";

const LIMIT = 196 * 1024;
/** Of a page whose first figure is further down: the ledger's HTML is 64 KB in Chinese. */
const WITHOUT_FIGURE = 96 * 1024;
const STORY = 150 * 1024;
const DIST = inRoot("web", "dist");

const gzipped = (file) => gzipSync(readFileSync(file)).length;

/** Files that the head of a page names in such a tag. */
function named(page, isMeant) {
  const html = readFileSync(page, "utf8");
  const head = html.slice(0, html.indexOf("</head>"));
  const names = [...head.matchAll(/<(?:link|script)\b[^>]*>/g)]
    .filter(([tag]) => isMeant(tag))
    .map(([tag]) => /(?:href|src)="([^"]+)"/.exec(tag)?.[1]);
  return names.map((name) => join(dirname(page), name));
}

const isFont = (tag) => /as="font"/.test(tag);
/** Styles, modules, the library. */
const filesOf = (page) =>
  named(
    page,
    (tag) => /preload|stylesheet|icon|<script/.test(tag) && !isFont(tag),
  );

/** The home page begins with its story, and has no figure. */
const isHome = (name) => /^(en|zh)[\\/]index\.html$/.test(name);

describe("what is loaded before the first figure", () => {
  const pages = namesBelow(DIST)
    .filter((name) => /^(en|zh)[\\/](.*[\\/])?index\.html$/.test(name))
    .filter(
      (name) =>
        isHome(name) ||
        readFileSync(join(DIST, name), "utf8").includes(" url-state"),
    );
  test("stays within 196 KB gzipped, 96 KB where a page begins with text", (t) => {
    assert.ok(pages.length >= 28, `${pages.length} pages`);
    for (const name of pages.filter((it) => !isHome(it))) {
      const page = join(DIST, name);
      const files = new Set([page, ...filesOf(page)]);
      // Where the first figure is further down, the library waits for the reader.
      const opening = readFileSync(page, "utf8").split("<section ", 2).join();
      const isFirst = opening.includes(" url-state");
      assert.equal(
        [...files].some((file) => file.endsWith(".wasm")),
        isFirst,
        name,
      );
      const bytes = [...files].reduce((sum, file) => sum + gzipped(file), 0);
      t.diagnostic(`${name}: ${(bytes / 1024).toFixed(1)} KB`);
      const limit = isFirst ? LIMIT : WITHOUT_FIGURE;
      assert.ok(bytes <= limit, `${name}: ${bytes} bytes, limit ${limit}`);
    }
  });

  test("and letters of 118 KB at most, in Chinese of figures and formulas alone", () => {
    for (const name of pages) {
      const files = named(join(DIST, name), isFont);
      // These files are compressed already.
      const bytes = files.reduce((sum, it) => sum + readFileSync(it).length, 0);
      const isEnglish = /^en/.test(name);
      const most = isEnglish ? 118 : 40;
      assert.ok(bytes <= most * 1024, `${name}: ${bytes} bytes`);
      const ofText = files.filter((file) => /source-serif/.test(file));
      assert.equal(ofText.length > 0, isEnglish, name);
    }
  });

  test("is 150 KB at most for the home page, which begins with its story", (t) => {
    const homes = pages.filter(isHome);
    assert.equal(homes.length, 2);
    for (const name of homes) {
      const page = join(DIST, name);
      const files = [page, ...new Set(filesOf(page))];
      assert.ok(
        files.some((file) => /start-story-/.test(file)),
        `${files}`,
      );
      // The trained models come once the first picture is there.
      assert.ok(!files.some((file) => /wasm$|training/.test(file)), `${files}`);
      const bytes = files.reduce((sum, file) => sum + gzipped(file), 0);
      t.diagnostic(`${name}: ${(bytes / 1024).toFixed(1)} KB`);
      assert.ok(bytes <= STORY, `${name}: ${bytes} bytes, limit ${STORY}`);
    }
  });
});
