// The licences of other people's code in what is built.
import assert from "node:assert/strict";
import {
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import test from "node:test";
import { unzipSync } from "fflate";
import { readBorder } from "../../tools/lib/border.mjs";
import { inRoot } from "../../tools/lib/paths.mjs";
import { functionSizes } from "../../tools/lib/wasm.mjs";
import { importSource } from "../../tools/lib/web-source.mjs";

const site = (name) => readFileSync(inRoot("web", "dist", name));
const { Libraries, notices, readLibrary } = await importSource(
  "site/bundle/libraries.ts",
  "node",
);

/** A repository with libraries: name → files of its folder. */
function repository(t, libraries) {
  const root = mkdtempSync(join(tmpdir(), "posenc-libraries-"));
  t.after(() => rmSync(root, { recursive: true }));
  for (const [name, files] of Object.entries(libraries)) {
    const folder = join(root, "node_modules", name);
    mkdirSync(folder, { recursive: true });
    for (const [file, text] of Object.entries(files)) {
      writeFileSync(join(folder, file), text);
    }
  }
  return root;
}
const manifest = (name) =>
  JSON.stringify({ name, version: "1.0.0", license: "ISC" });

test("libraries are found by the files that went into a bundle, each once", (t) => {
  const root = repository(t, {
    a: { "package.json": manifest("a"), LICENSE: "text of a\n" },
    "@b/c": { "package.json": manifest("@b/c"), "licence.md": "text of c" },
    vite: {
      "package.json": manifest("vite"),
      "LICENSE.md": "text of vite\n# Licenses of bundled dependencies\nmore",
    },
    unused: { "package.json": manifest("unused") },
  });
  const libraries = new Libraries(root);
  libraries.add([
    "node_modules/a/one.js",
    `${root}/node_modules/a/two.js?x`,
    `\0${root}/node_modules/@b/c/src/c.js`,
    "web/own.ts",
    "\0vite/preload-helper.js",
  ]);
  const list = libraries.list();
  assert.deepEqual(
    list.map(({ name, text }) => [name, text]),
    [
      ["@b/c", "text of c"],
      ["a", "text of a"],
      ["vite", "text of vite"],
    ],
  );
  const text = notices(list);
  assert.match(text, /^These files .*:\n@b\/c, a, vite\.\n/);
  assert.match(text, /\na 1\.0\.0, ISC\n\ntext of a\n/);
});

test("a library without the text of its licence stops the build and is named", (t) => {
  const root = repository(t, { a: { "package.json": manifest("a") } });
  assert.throws(
    () => readLibrary(join(root, "node_modules", "a")),
    /^Error: a 1\.0\.0 is in what was built, and its package has no licence: /,
  );
});

test("the notices of the site name the libraries that its pages load", () => {
  const text = site("THIRD-PARTY-NOTICES.txt").toString();
  const first = text.slice(0, text.indexOf("-----")).split(/[\s,.]+/);
  for (const name of [
    "d3-path",
    "d3-scale",
    "minisearch",
    "vite",
    "typedoc",
    "lunr",
    "xsimd",
    "emscripten",
  ]) {
    assert.ok(first.includes(name), name);
  }
  // As they are where they come from.
  const licence = readFileSync(inRoot("node_modules/d3-scale/LICENSE"), "utf8");
  assert.ok(text.includes(licence.trim()));
  const page = site("en/index.html").toString();
  assert.match(page, /<a href="\.\.\/THIRD-PARTY-NOTICES\.txt">/);
});

test("the archive for offline use has the notices of the package", () => {
  const files = unzipSync(site("posenc-widgets.zip"));
  assert.deepEqual(
    Buffer.from(files["posenc/THIRD-PARTY-NOTICES.txt"]),
    readFileSync(inRoot("build/npm/posenc-widgets/THIRD-PARTY-NOTICES.txt")),
  );
});

test("the module contains nobody's code but ours, xsimd's and the allocator", () => {
  const exports = new Set(readBorder().exports.map(({ name }) => name));
  const others = functionSizes(readFileSync(inRoot("build/wasm/posenc.wasm")))
    .map(({ name }) => name)
    .filter(
      (name) =>
        !exports.has(name) &&
        // Lambdas are called after the export that they stand in.
        !exports.has(name.split("::$_")[0]) &&
        !/posenc|xsimd/.test(name),
    );
  assert.deepEqual(others.sort(), [
    "__wasm_call_ctors",
    "_initialize",
    "attempt_allocate",
    "claim_more_memory",
    "emmalloc_free",
    "emmalloc_malloc",
  ]);
});
