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
import { unreachedDeclarations } from "../../../tools/lib/declarations.mjs";
import { NAMES } from "../../../tools/lib/packages.mjs";
import { ONE_FILE } from "../../../tools/lib/paths.mjs";
import { notes, placeOf, unpack } from "./notes.js";

const run = promisify(execFile);
let place;
let folder;
before(async () => {
  place = await unpack();
  folder = notes("node", { "package.json": '{"type":"module"}' });
  mkdirSync(join(folder, "node_modules"));
  for (const name of NAMES) {
    symlinkSync(placeOf(name), join(folder, "node_modules", name));
  }
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
  test("has declarations that its exports lead to, and no others", () => {
    const manifestOf = (name) =>
      JSON.parse(readFileSync(join(placeOf(name), "package.json"), "utf8"));
    for (const name of NAMES) {
      const unreached = unreachedDeclarations(placeOf(name), manifestOf(name));
      assert.deepEqual(unreached, [], name);
    }
    // An entry less, and what it alone declares is found.
    const { "./worker": _, ...exports } = manifestOf("posenc").exports;
    assert.ok(
      unreachedDeclarations(placeOf("posenc"), { exports }).includes(
        "dist/worker.d.ts",
      ),
    );
  });

  test("every entry of its exports leads to a file, types included", () => {
    const { exports, ...fields } = JSON.parse(
      readFileSync(join(place, "package.json"), "utf8"),
    );
    const { modules } = JSON.parse(
      readFileSync(join(place, "dist/custom-elements.json"), "utf8"),
    );
    const tags = modules.flatMap(({ declarations }) =>
      declarations.map(({ tagName }) => tagName),
    );
    const files = Object.values(exports)
      .flatMap(leaves)
      .flatMap((file) =>
        file.includes("*")
          ? tags
              // The playground's texts are its own.
              .filter(
                (tag) => tag !== "pe-playground" || !file.includes("strings"),
              )
              .map((tag) => file.replace(/(pe-)?\*/, () => tag))
          : [file],
      );
    const named = ["customElements", "web-types", "unpkg", "jsdelivr"];
    for (const file of [...files, ...named.map((name) => fields[name])]) {
      assert.ok(readFileSync(join(place, file)).length > 0, file);
    }
  });

  test("importing posenc-widgets needs no DOM and changes nothing", async () => {
    const answer = await printed(`
      const before = Reflect.ownKeys(globalThis).length;
      const { all, register, Heatmap } = await import("posenc-widgets");
      const grown = Reflect.ownKeys(globalThis).length - before;
      register(all);
      console.log(JSON.stringify({ grown, count: all.length, tag: Heatmap.tag }));`);
    const { modules } = JSON.parse(
      readFileSync(join(place, "dist/custom-elements.json"), "utf8"),
    );
    const count = modules.flatMap((it) => it.declarations).length;
    assert.deepEqual(answer, { grown: 0, count, tag: "pe-heatmap" });
  });

  test("one widget alone registers itself and needs no DOM", async () => {
    const answer = await printed(`
      const { Heatmap } = await import("posenc-widgets/pe-heatmap");
      console.log(JSON.stringify(Heatmap.tag));`);
    assert.equal(answer, "pe-heatmap");
  });

  /** Files of a bundle → what they hold, import late, and were made of. */
  const bundlers = {
    async esbuild(entry) {
      const { outputFiles, metafile } = await build({
        entryPoints: [entry],
        bundle: true,
        splitting: true,
        minify: true,
        write: false,
        metafile: true,
        format: "esm",
        target: "es2022",
        absWorkingDir: folder,
        outdir: "out",
        // The folder is a link to the package.
        preserveSymlinks: true,
        logLevel: "silent",
      });
      return Object.entries(metafile.outputs).map(([name, it]) => ({
        name,
        isEntry: it.entryPoint === posix.basename(entry),
        text: outputFiles.find(({ path }) => path.endsWith(name)).text,
        now: it.imports
          .filter(({ kind }) => kind === "import-statement")
          .map(({ path }) => path),
        sources: Object.keys(it.inputs),
      }));
    },
    async rolldown(entry) {
      const { rolldown } = await import("rolldown");
      const bundle = await rolldown({ input: entry, logLevel: "silent" });
      const { output } = await bundle.generate({ minify: true });
      return output.map((it) => {
        assert.ok(it.type === "chunk");
        const { fileName: name, isEntry, code: text, imports: now } = it;
        return { name, isEntry, text, now, sources: it.moduleIds };
      });
    },
  };

  for (const [name, bundle] of Object.entries(bundlers)) {
    for (const [what, program] of [
      [
        "{ Heatmap, register }",
        'import { Heatmap, register } from "posenc-widgets"; register([Heatmap]);',
      ],
      ["one widget alone", 'import "posenc-widgets/pe-heatmap";'],
    ]) {
      test(`${what} is small when ${name} bundles it, and brings no other figure`, async (t) => {
        const entry = join(folder, "entry.js");
        writeFileSync(entry, program);
        const files = await bundle(entry);
        const first = new Set(files.filter(({ isEntry }) => isEntry));
        for (const file of first) {
          for (const path of file.now) {
            first.add(files.find((it) => it.name === path));
          }
        }
        const sizes = [...first].map(
          ({ text }) => gzipSync(text, { level: 9 }).length,
        );
        const size = sizes.reduce((sum, it) => sum + it, 0) / 1024;
        t.diagnostic(`${size.toFixed(1)} KB gz`);
        assert.ok(size <= 110, `${size.toFixed(1)} KB`);
        const text = [...first].map((it) => it.text).join("");
        const tags = new Set(text.match(/(?<=tag:["'`])pe-[a-z-]+/g));
        assert.deepEqual([...tags], ["pe-heatmap"]);
      });
    }
  }

  test("register() without classes says what to write", async () => {
    const answer = await printed(`
      const { register } = await import("posenc-widgets");
      try { register(); } catch ({ name, message }) {
        console.log(JSON.stringify(name + ": " + message));
      }`);
    assert.equal(
      answer,
      "TypeError: register: classes must be an array of widgets, got nothing; write register([Heatmap]), or register(all) for all of them",
    );
  });

  test("posenc-widgets/anywidget is a small module that needs nothing beside it", async () => {
    const answer = await printed(`
      const { default: widget } = await import("posenc-widgets/anywidget");
      console.log(JSON.stringify(Object.keys(widget)));`);
    assert.deepEqual(answer, ["render"]);
    const text = readFileSync(join(place, "dist/anywidget.js"), "utf8");
    const { body } = parse(text, { ecmaVersion: 2022, sourceType: "module" });
    const imports = body.filter(({ type }) => type === "ImportDeclaration");
    assert.equal(imports.length, 0);
  });

  test("all figures in one file stay within their budget", (t) => {
    const size = gzipSync(readFileSync(ONE_FILE), { level: 9 }).length / 1024;
    t.diagnostic(`${size.toFixed(1)} KB gz`);
    assert.ok(size <= 608, `${size.toFixed(1)} KB`);
  });

  // Guards against growth: what every page pays, and what a figure may add.
  test("sizes stay within their budgets", async (t) => {
    const budgets = {
      anywidget: 4,
      // With what is loaded late, for bundlers that do not split: training is 95
      // of it, the trained models that figures ask are 60, runs on a text 5.
      index: 700,
      embed: 0.5,
      // Without what makes figures live and what trains, and with the library.
      render: 515,
    };
    for (const [name, most] of Object.entries(budgets)) {
      const { outputFiles } = await build({
        entryPoints: [join(place, `dist/${name}.js`)],
        bundle: true,
        write: false,
        minify: true,
        format: "esm",
        target: "es2022",
        // What a bundler would follow to the figures themselves.
        external: ["./each/*"],
      });
      const content = outputFiles[0].contents;
      const size = gzipSync(content, { level: 9 }).length / 1024;
      t.diagnostic(`${name}.js: ${size.toFixed(1)} KB gz`);
      assert.ok(size <= most, `${name}.js: ${size.toFixed(1)} KB > ${most}`);
    }
  });
});
