// node tools/sizes.mjs: what a reader downloads for `import "posenc"`, by folder.
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { gzipSync } from "node:zlib";
import { buildPackage } from "./build-package.mjs";
import { WASM } from "./build-wasm.mjs";
import { readCommand } from "./lib/command.mjs";
import { version } from "./lib/package-json.mjs";
import { dist, inDist, inRoot } from "./lib/paths.mjs";
import { main } from "./lib/steps.mjs";
import { functionSizes } from "./lib/wasm.mjs";

const gzipped = (content) => gzipSync(content, { level: 9 }).length;

const FOLDERS = [
  "analysis",
  "attention",
  "bias",
  "config",
  "convert",
  "embedding",
  "numeric",
  "relative",
  "rotary",
  "transformer",
];
const known = (folder) => (FOLDERS.includes(folder) ? folder : "border");

/** The folder of src/posenc/core that a function of the module belongs to. */
const folderOfFunction = (name) =>
  known(/posenc::(\w+)::/.exec(name)?.[1] ?? name.split("_")[0]);

/** The folder of src/posenc/js that a file belongs to: `bias-grid.ts` is of bias. */
function folderOfFile(path) {
  const name = /src\/posenc\/js\/(.*)\.\w+$/.exec(path)?.[1] ?? path;
  const folder = name.split(/[/-]/)[0];
  return folder === "attend" || folder === "position"
    ? "attention"
    : known(folder);
}

function add(table, folder, column, bytes) {
  table[folder] ??= { js: 0, wasm: 0 };
  table[folder][column] += bytes;
}

/** Bundles the inline entry as users do. */
async function bundled(entry, plugins = []) {
  const { build } = await import("esbuild");
  const { outputFiles, metafile } = await build({
    entryPoints: [inRoot(entry)],
    bundle: true,
    format: "esm",
    minify: true,
    metafile: true,
    logLevel: "error",
    write: false,
    target: "es2022",
    define: { __POSENC_VERSION__: JSON.stringify(version) },
    plugins,
  });
  const [{ inputs }] = Object.values(metafile.outputs);
  return { contents: outputFiles[0].contents, inputs };
}

/** What some engines load later, and the module for itself. */
const apart = (...names) => ({
  name: "apart",
  setup: (build) =>
    build.onResolve({ filter: /./ }, ({ path, kind }) =>
      kind === "dynamic-import" || names.some((name) => path.endsWith(name))
        ? { path, external: true }
        : undefined,
    ),
});

/**
 * Bytes, gzipped: of the whole entry, of its script and of the module; and of
 * each folder its share of them, by the bytes of its minified code.
 */
export async function sizes() {
  const entry = await bundled(dist("posenc", "index.js"), [apart()]);
  const script = await bundled("src/posenc/js/index.ts", [
    apart("/wasm-inline.js"),
  ]);
  const total = {
    entry: gzipped(entry.contents),
    js: gzipped(script.contents),
    wasm: gzipped(readFileSync(inDist("posenc", "posenc.wasm"))),
  };
  const raw = {};
  for (const [path, { bytesInOutput }] of Object.entries(script.inputs)) {
    add(raw, folderOfFile(path), "js", bytesInOutput);
  }
  for (const { name, bytes } of functionSizes(readFileSync(inRoot(WASM)))) {
    add(raw, folderOfFunction(name), "wasm", bytes);
  }
  const sum = (column) =>
    Object.values(raw).reduce((all, folder) => all + folder[column], 0);
  const share = (folder, column) =>
    Math.round((total[column] * folder[column]) / sum(column));
  const folders = Object.entries(raw).map(([folder, bytes]) => {
    const [js, wasm] = [share(bytes, "js"), share(bytes, "wasm")];
    return { folder, js, wasm, both: js + wasm };
  });
  folders.sort((a, b) => b.both - a.both);
  return { total, folders };
}

const KB = (bytes) => (bytes / 1024).toFixed(1).padStart(8);

/** The table that `npm run build` prints. */
export async function showSizes() {
  const { total, folders } = await sizes();
  const line = (name, js, wasm, both) =>
    `${name.padEnd(14)}${KB(js)}${KB(wasm)}${KB(both)}`;
  console.log("KB, gzipped:        js    wasm    both");
  for (const { folder, js, wasm, both } of folders) {
    console.log(line(folder, js, wasm, both));
  }
  console.log(line("import posenc", total.js, total.wasm, total.entry));
}

const HELP = `Usage: node tools/sizes.mjs

What a reader downloads for \`import "posenc"\`, by folder. Builds the package
before where it is out of date.

  --help  this text
`;

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  await main(async () => {
    if (!readCommand("node tools/sizes.mjs", HELP)) return;
    await buildPackage();
    await showSizes();
  });
}
