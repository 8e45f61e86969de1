// What a page of the site has a reader download before its first figure lives.
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, test } from "node:test";
import { gzipSync } from "node:zlib";
import { parse } from "acorn";
import { inRoot } from "../../tools/lib/paths.mjs";
import { importSource } from "./figure.js";

const LIMIT = 155 * 1024;
/** Its HTML holds all 151 claims: 55 KB in English, 60 KB in Chinese. */
const WITH_LEDGER = 187 * 1024;
const DIST = inRoot("web", "dist");

const gzipped = (file) => gzipSync(readFileSync(file)).length;

/** Files that the head of a page names: styles, modules, the library. */
function filesOf(page) {
  const html = readFileSync(page, "utf8");
  const head = html.slice(0, html.indexOf("</head>"));
  const names = [...head.matchAll(/<(?:link|script)\b[^>]*>/g)]
    .filter(([tag]) => /preload|stylesheet|icon|<script/.test(tag))
    .map(([tag]) => /(?:href|src)="([^"]+)"/.exec(tag)?.[1]);
  return names.map((name) => join(dirname(page), name));
}

describe("what is loaded before the first figure", () => {
  const pages = readdirSync(DIST, { recursive: true })
    .filter((name) => /^(en|zh)[\\/](.*[\\/])?index\.html$/.test(name))
    .filter((name) =>
      readFileSync(join(DIST, name), "utf8").includes(" url-state"),
    );

  test("stays within 155 KB gzipped", (t) => {
    assert.ok(pages.length >= 28, `${pages.length} pages`);
    for (const name of pages) {
      const page = join(DIST, name);
      const files = new Set([page, ...filesOf(page)]);
      assert.ok(
        [...files].some((file) => file.endsWith(".wasm")),
        name,
      );
      const bytes = [...files].reduce((sum, file) => sum + gzipped(file), 0);
      t.diagnostic(`${name}: ${(bytes / 1024).toFixed(1)} KB`);
      const limit = /questions/.test(name) ? WITH_LEDGER : LIMIT;
      assert.ok(bytes <= limit, `${name}: ${bytes} bytes, limit ${limit}`);
    }
  });

  test("has the parts of the library that a module calls, and no others", async () => {
    const { partsIn } = await importSource("site/build/parts.ts", "node");
    const found = (code) =>
      partsIn(parse(code, { ecmaVersion: 2023, sourceType: "module" }));
    assert.deepEqual(found("pe.embedding.add(x, pe.rotary.apply(y))"), [
      "rotary",
    ]);
    assert.deepEqual(found("const { bias, embedding } = pe;"), ["bias"]);
    assert.deepEqual(found("pe.analysis.similarity(x)"), []);
    assert.deepEqual(found("pe.analysis.coverage(x)"), ["rotaryAnalysis"]);
    assert.deepEqual(found("const { analysis } = pe;"), [
      "permutationAnalysis",
      "rotaryAnalysis",
    ]);
    assert.deepEqual(found("pe.transformer.linear(x, w)"), []);
    assert.deepEqual(found("const f = (a) => pe.transformer.encoder(a);"), [
      "transformer",
    ]);
    const program = "const text = `pe.attention($".concat("{pe.config.x})`;");
    assert.deepEqual(found(program), ["config"]);
    assert.deepEqual(found("type.attention; other.pe.bias"), []);
  });
});
