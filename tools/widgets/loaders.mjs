// The scripts that load figures one by one: auto.js, with the hashes of all that
// it loads, what bundlers take instead, and the module for notebooks.
import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { posix } from "node:path";
import { minifyFile } from "../lib/minify.mjs";
import { inRoot } from "../lib/paths.mjs";
import { importSource } from "../lib/web-source.mjs";
import { roomCodes } from "../lib/widget-list.mjs";
import { DEFINES, EACH, FRESH } from "./bundles.mjs";

/** A file of those that are made. */
const read = (path) => readFileSync(inRoot(FRESH, path), "utf8");

/** What they are called, in web/widgets/package and in the package. */
export const LOADERS = ["auto", "on-demand", "anywidget"];
const IMPORT = /\bimport\("(\.[^"]+)"\)/g;

/** The statements of a module. */
async function statementsOf(path) {
  const { parse } = await import("acorn");
  const options = { ecmaVersion: 2022, sourceType: "module" };
  return /** @type {any[]} */ (
    parse(read(path), /** @type {any} */ (options)).body
  );
}

/** Paths that a module imports at once, and those that it imports late. */
async function importsOf(path) {
  const text = read(path);
  const body = await statementsOf(path);
  const to = (target) => posix.join(posix.dirname(path), target);
  const sources = body.map(({ source }) => source);
  return {
    now: sources.filter(Boolean).map(({ value }) => to(value)),
    late: [...text.matchAll(IMPORT)].map(([, target]) => to(target)),
  };
}

/**
 * Lets what is imported late be checked before, where somebody does.
 *
 * @param {readonly string[]} paths of modules
 */
export async function checkLate(paths) {
  const { CHECKER } = await importSource("widgets/package/loader/checked.ts");
  const key = CHECKER.description;
  for (const path of paths) {
    const text = read(path);
    const changed = text.replace(IMPORT, (whole, target) => {
      const file = posix.join(posix.dirname(path), target);
      return `Promise.resolve(globalThis[Symbol.for("${key}")]?.("${file}")).then(()=>${whole})`;
    });
    if (changed !== text) writeFileSync(inRoot(FRESH, path), changed);
  }
}

const LIVE = /^live-/;
const FIGURE = /^figures\//;

/** All modules that a page may ask for: path → those that it needs at once. */
async function graph(paths) {
  const needed = new Map();
  const roots = paths.filter((it) => LIVE.test(it) || FIGURE.test(it));
  for (const root of roots) {
    const found = new Set();
    const left = [root];
    for (let path = left.pop(); path; path = left.pop()) {
      if (found.has(path)) continue;
      found.add(path);
      const { now, late } = await importsOf(path);
      left.push(...now);
      for (const file of late) if (!roots.includes(file)) roots.push(file);
    }
    found.delete(root);
    needed.set(root, [...found].sort());
  }
  return needed;
}

/** What web/widgets/package/loader/checked.ts knows of some of them. */
async function filesOf(needed, roots) {
  const { hashOf } = await importSource("widgets/package/hash.ts", "node");
  const others = roots.flatMap((root) => needed.get(root));
  // Those that are written about with a character each come first.
  const paths = [...new Set([...others, ...roots])];
  const codes = (root) =>
    needed
      .get(root)
      .map((path) => String.fromCharCode(35 + paths.indexOf(path)))
      .join("");
  return {
    paths,
    hashes: paths.map((path) => hashOf(read(path))).join(""),
    needs: Object.fromEntries(roots.map((root) => [root, codes(root)])),
  };
}

/** How many figures a table has: a page loads one to have one figure. */
const TOGETHER = 8;

/** Writes what is known of some modules; returns the path. */
async function writeTable(needed, name, roots, more = {}) {
  const files = { ...(await filesOf(needed, roots)), ...more };
  const text = `export default ${JSON.stringify(files)};\n`;
  const hash = createHash("sha256").update(text).digest("hex").slice(0, 7);
  const path = `shared/${name}-${hash}.js`;
  writeFileSync(inRoot(FRESH, path), text);
  return path;
}

/**
 * Writes the tables of all modules, of a few figures each, in order, and of what
 * is loaded late; returns what auto.js has to know at once.
 */
async function writeTables(all) {
  const needed = await graph(all);
  const live = all.find((path) => LIVE.test(path));
  const roots = [...needed.keys()].filter((path) => path !== live);
  const { tagOf } = await importSource("widgets/package/loader/checked.ts");
  // By tag, as they are looked for: of "pe-rope-tODdqiF" and "pe-rope-plane-…"
  // a hash would say which comes first.
  const figures = roots
    .filter((path) => FIGURE.test(path))
    .sort((a, b) => (tagOf(a) < tagOf(b) ? -1 : 1));
  const late = roots.filter((path) => !FIGURE.test(path));
  const roomed = roomCodes();
  const tables = [];
  while (figures.length > 0) {
    const some = figures.splice(0, TOGETHER);
    const rooms = some.map((path) => roomed(tagOf(path))).join("");
    const name = `table-${tagOf(some[0])}`;
    tables.push(await writeTable(needed, name, some, { rooms }));
  }
  const later = await writeTable(needed, "later", late);
  for (const path of [...tables, later]) needed.set(path, []);
  return { live, later, ...(await filesOf(needed, [live, later, ...tables])) };
}

/** What esbuild makes, as the minifier takes it. */
const FORMATS = /** @type {const} */ ({
  iife: "script",
  esm: "module",
});

/**
 * @param {string} name of a file of web/widgets/package
 * @param {import("esbuild").BuildOptions} options
 * @param {Record<string, string>} modules text of those that are made here
 */
async function bundleScript(name, options, modules, libraries) {
  const { build } = await import("esbuild");
  const outfile = options.outfile ?? inRoot(FRESH, `${name}.js`);
  const { metafile } = await build({
    entryPoints: [inRoot(`web/widgets/package/${name}.ts`)],
    bundle: true,
    minifySyntax: true,
    target: "es2022",
    external: [`./${EACH}/*`],
    ...options,
    outfile,
    define: { ...DEFINES, ...options.define },
    plugins: [
      {
        name: "posenc-made",
        setup({ onResolve, onLoad }) {
          onResolve({ filter: /^virtual:/ }, ({ path }) => ({
            path,
            namespace: "made",
          }));
          onLoad({ filter: /./, namespace: "made" }, ({ path }) => ({
            contents: modules[path],
            resolveDir: inRoot("web"),
          }));
        },
      },
    ],
    metafile: true,
    logLevel: "silent",
  });
  libraries.add(Object.keys(metafile.inputs));
  await minifyFile(outfile, FORMATS[options.format ?? "esm"]);
}

/**
 * All of them, when the modules are there.
 *
 * @param {readonly string[]} tags of all widgets
 * @param {readonly string[]} paths of all modules
 */
export async function bundleLoaders(tags, paths, libraries) {
  const loads = tags.map((tag) => `"${tag}":()=>import("./${EACH}/${tag}.js")`);
  const modules = {
    "virtual:posenc-loads": `export const loads={${loads.join()}};`,
  };
  const script = (name, options) =>
    bundleScript(name, options, modules, libraries);
  const first = JSON.stringify(await writeTables(paths));
  const auto = { __POSENC_FIRST_FILES__: first };
  const external = ["./here.js"];
  await script("auto", { format: "iife", define: auto, external });
  await script("here", { format: "esm" });
  for (const name of LOADERS.filter((it) => it !== "auto")) {
    await script(name, { format: "esm" });
  }
}
