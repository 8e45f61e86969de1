// What a page of the site has a reader download before its first figure lives.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, test } from "node:test";
import { gzipSync } from "node:zlib";
import { parse } from "acorn";
import * as library from "../../dist/parts.js";
import { inRoot, namesBelow } from "../../tools/lib/paths.mjs";
import { importParts } from "../../tools/lib/web-source.mjs";
import { importSource } from "./figure.js";

const LIMIT = 196 * 1024;
/** Its HTML holds all 151 claims, 59 KB in English, 64 KB in Chinese; seven train. */
const WITH_LEDGER = 224 * 1024;
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

describe("what is loaded before the first figure", () => {
  const pages = namesBelow(DIST)
    .filter((name) => /^(en|zh)[\\/](.*[\\/])?index\.html$/.test(name))
    .filter((name) =>
      readFileSync(join(DIST, name), "utf8").includes(" url-state"),
    );
  // The home page begins with its story.
  const isHome = (name) => /^(en|zh)[\\/]index\.html$/.test(name);

  test("stays within 196 KB gzipped", (t) => {
    assert.ok(pages.length >= 28, `${pages.length} pages`);
    for (const name of pages.filter((it) => !isHome(it))) {
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

  test("and letters of 90 KB at most, of English alone", () => {
    for (const name of pages) {
      const files = named(join(DIST, name), isFont);
      // These files are compressed already.
      const bytes = files.reduce((sum, it) => sum + readFileSync(it).length, 0);
      assert.ok(bytes <= 90 * 1024, `${name}: ${bytes} bytes`);
      const ofText = files.filter((file) => !/math-signs/.test(file));
      assert.equal(ofText.length > 0, /^en/.test(name), name);
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

  test("has at once the parts of the library that it says", async () => {
    const { PARTS } = await importSource(
      "site/bundle/library-parts.ts",
      "node",
    );
    const parts = await importParts(PARTS);
    const { atOnce } = await importSource("element/library/at-once.ts");
    const bytes = readFileSync(inRoot("dist", "posenc.wasm"));
    const pe = atOnce(await library.start({ bytes }));
    const runtime = await parts.start({ bytes });
    for (const { room } of Object.values(PARTS)) {
      const calls = Object.entries(PARTS)
        .filter(([, part]) => part.room === room && part.atOnce)
        .map(([name]) => parts[name])
        .flatMap((it) =>
          Object.keys(typeof it === "function" ? it(runtime) : it),
        );
      if (calls.length === 0) assert.throws(() => pe[room], /is not loaded/);
      else {
        const own = [...new Set(calls)];
        assert.deepEqual(Object.keys(pe[room]).sort(), own.sort());
      }
    }
  });

  test("has the parts of the library that a module calls, and no others", async () => {
    const { partsIn } = await importSource(
      "site/bundle/library-parts.ts",
      "node",
    );
    const found = (code) =>
      partsIn(parse(code, { ecmaVersion: 2023, sourceType: "module" }));
    assert.deepEqual(found("pe.embedding.add(x, pe.rotary.apply(y))"), [
      "rotaryApply",
    ]);
    assert.deepEqual(found("const { bias, embedding } = pe;"), [
      ...["biasAlibi", "biasFire", "biasKerple", "biasSandwich", "biasT5"],
      "biasWindow",
    ]);
    assert.deepEqual(found("pe.attention(x)"), ["attentionCall"]);
    assert.deepEqual(found("pe.attention.prepare(x)"), ["attentionPrepare"]);
    assert.deepEqual(found("pe.rotary.prepare(x)"), ["rotaryPrepare"]);
    assert.deepEqual(found("pe.version; pe.buffer([2]);"), []);
    assert.deepEqual(found("pe.analysis.similarity(x)"), []);
    assert.deepEqual(found("pe.analysis.coverage(x)"), ["rotaryAnalysis"]);
    assert.deepEqual(found("const { analysis } = pe;"), [
      "permutationAnalysis",
      "rotaryAnalysis",
    ]);
    assert.deepEqual(found("const { coverage } = pe.analysis;"), [
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

  test("has the schemes that a module names, where attention has none itself", async () => {
    const { partsIn } = await importSource(
      "site/bundle/library-parts.ts",
      "node",
    );
    const found = (code, isThere) =>
      partsIn(
        parse(code, { ecmaVersion: 2023, sourceType: "module" }),
        isThere,
      );
    const here = (code) => found(code, () => false);
    assert.deepEqual(here('f({ type: "alibi", slopes: [1] })'), [
      "alibiScheme",
    ]);
    assert.deepEqual(here('f({ type: x ? "rotary" : y ? "cope" : "none" })'), [
      "relativeSchemes",
      "rotaryScheme",
    ]);
    assert.deepEqual(here('f({ kind: "rotary", type: "none" }, "alibi")'), []);
    assert.deepEqual(here("f(`{ type: 'alibi' }`)"), []);
    assert.deepEqual(found('f({ type: "alibi" })'), []);
  });

  test("knows which part has each call of a room that is made of several", async () => {
    const { PARTS, partsIn } = await importSource(
      "site/bundle/library-parts.ts",
      "node",
    );
    const bytes = readFileSync(inRoot("dist", "posenc.wasm"));
    const { start, ...parts } = await importParts(PARTS);
    const runtime = await start({ bytes });
    const found = (code) =>
      partsIn(
        parse(code, { ecmaVersion: 2023, sourceType: "module" }),
        () => false,
      );
    let seen = 0;
    for (const [name, { room }] of Object.entries(PARTS)) {
      const several = [
        "analysis",
        "bias",
        "embedding",
        "rotary",
        "transformer",
      ];
      if (!several.includes(room)) continue;
      const part = parts[name];
      const calls = typeof part === "function" ? part(runtime) : part;
      for (const call of Object.keys(calls)) {
        // The whole transformer brings its layers, what reads rows fresh tables.
        if (name === "transformer" && !/coder$/.test(call)) continue;
        if (name === "learnedEmbedding" && call === "learned") continue;
        assert.deepEqual(found(`pe.${room}.${call}(x)`), [name], call);
        seen += 1;
      }
    }
    assert.ok(seen > 58, `${seen}`);
  });
});
