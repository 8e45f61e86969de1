// The package as npm publishes it, in Node: entries, side effects, sizes.
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join, posix } from "node:path";
import { before, describe, test } from "node:test";
import { promisify } from "node:util";
import { gzipSync } from "node:zlib";
import { parse } from "acorn";
import { build } from "esbuild";
import { notes, unpack } from "./notes.js";

const run = promisify(execFile);
let place;
let folder;
before(async () => {
  place = await unpack();
  folder = notes("node", { "package.json": '{"type":"module"}' });
  mkdirSync(join(folder, "node_modules"));
  symlinkSync(place, join(folder, "node_modules", "posenc"));
});

/** The files of an entry, whatever the conditions. */
const leaves = (entry) =>
  typeof entry === "string" ? [entry] : Object.values(entry).flatMap(leaves);

/** What a program prints that has the package installed. */
async function printed(code) {
  writeFileSync(join(folder, "try.js"), code);
  const { stdout } = await run(process.execPath, ["try.js"], { cwd: folder });
  return JSON.parse(stdout);
}

describe("the packed package", () => {
  test("every entry of its exports leads to a file, types included", () => {
    const { exports, ...fields } = JSON.parse(
      readFileSync(join(place, "package.json"), "utf8"),
    );
    const { modules } = JSON.parse(
      readFileSync(join(place, "dist/widgets/custom-elements.json"), "utf8"),
    );
    const tags = modules[0].declarations.map(({ tagName }) => tagName);
    const files = Object.values(exports)
      .flatMap(leaves)
      .flatMap((file) =>
        file.includes("*")
          ? tags.map((tag) => file.replace("pe-*", () => tag))
          : [file],
      );
    const named = ["customElements", "web-types", "unpkg", "jsdelivr"];
    for (const file of [...files, ...named.map((name) => fields[name])]) {
      assert.ok(readFileSync(join(place, file)).length > 0, file);
    }
  });

  test("importing posenc/widgets needs no DOM and changes nothing", async () => {
    const answer = await printed(`
      const before = Reflect.ownKeys(globalThis).length;
      const { all, register, Heatmap } = await import("posenc/widgets");
      const grown = Reflect.ownKeys(globalThis).length - before;
      register();
      console.log(JSON.stringify({ grown, count: all.length, tag: Heatmap.tag }));`);
    const { modules } = JSON.parse(
      readFileSync(join(place, "dist/widgets/custom-elements.json"), "utf8"),
    );
    const count = modules[0].declarations.length;
    assert.deepEqual(answer, { grown: 0, count, tag: "pe-heatmap" });
  });

  test("one widget alone registers itself and needs no DOM", async () => {
    const answer = await printed(`
      const { Heatmap } = await import("posenc/widgets/pe-heatmap");
      console.log(JSON.stringify(Heatmap.tag));`);
    assert.equal(answer, "pe-heatmap");
  });

  test("one widget alone is small: what it loads before it draws", (t) => {
    const folder = join(place, "dist/widgets");
    const sizeOf = (tag) => {
      const files = new Set();
      const visit = (name) => {
        if (files.has(name)) return;
        files.add(name);
        const text = readFileSync(join(folder, name), "utf8");
        const { body } = parse(text, {
          ecmaVersion: 2022,
          sourceType: "module",
        });
        for (const { type, source } of /** @type {any} */ (body)) {
          const isLoaded = type !== "ExpressionStatement" && source;
          if (isLoaded && source.value.startsWith(".")) {
            visit(posix.join(posix.dirname(name), source.value));
          }
        }
      };
      visit(`each/${tag}.js`);
      const sizes = [...files].map(
        (name) =>
          gzipSync(readFileSync(join(folder, name)), { level: 9 }).length,
      );
      return sizes.reduce((sum, size) => sum + size, 0) / 1024;
    };
    for (const tag of ["pe-heatmap", "pe-waves", "pe-shuffle"]) {
      const size = sizeOf(tag);
      t.diagnostic(`${tag}: ${size.toFixed(1)} KB gz without the library`);
      assert.ok(size < 55, `${tag}: ${size.toFixed(1)} KB`);
    }
  });

  test("posenc/anywidget is a small module that needs nothing beside it", async () => {
    const answer = await printed(`
      const { default: widget } = await import("posenc/anywidget");
      console.log(JSON.stringify(Object.keys(widget)));`);
    assert.deepEqual(answer, ["render"]);
    const text = readFileSync(join(place, "dist/widgets/anywidget.js"), "utf8");
    const { body } = parse(text, { ecmaVersion: 2022, sourceType: "module" });
    const imports = body.filter(({ type }) => type === "ImportDeclaration");
    assert.equal(imports.length, 0);
  });

  // Guards against growth: what every page pays, and what a figure may add.
  // The module and the library are inlined in auto.js alone.
  test("sizes stay within their budgets", async (t) => {
    const { modules } = JSON.parse(
      readFileSync(join(place, "dist/widgets/custom-elements.json"), "utf8"),
    );
    const count = modules[0].declarations.length;
    const budgets = {
      auto: 150 + 4.5 * count,
      anywidget: 4,
      index: 60 + 4.5 * count,
      embed: 0.5,
      // The figures alone, without what makes them live.
      render: 30 + 2.6 * count,
    };
    for (const [name, most] of Object.entries(budgets)) {
      const { outputFiles } = await build({
        entryPoints: [join(place, `dist/widgets/${name}.js`)],
        bundle: true,
        write: false,
        minify: true,
        format: "esm",
        target: "es2022",
        external: ["posenc", "posenc/catalog", "./auto.js"],
      });
      const content = outputFiles[0].contents;
      const size = gzipSync(content, { level: 9 }).length / 1024;
      t.diagnostic(`${name}.js: ${size.toFixed(1)} KB gz, ${count} widgets`);
      assert.ok(size <= most, `${name}.js: ${size.toFixed(1)} KB > ${most}`);
    }
  });
});
