// web/widgets -> dist/widgets/: the widgets as other people's pages use them,
// with what editors and type checkers want to know of them.
import {
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { buildPackage } from "./build-package.mjs";
import { partOf, typesFor } from "./lib/common-js.mjs";
import { writeLibraries } from "./lib/libraries.mjs";
import { version } from "./lib/package-json.mjs";
import { inRoot } from "./lib/paths.mjs";
import { ifStale } from "./lib/stale.mjs";
import { Failure, step } from "./lib/steps.mjs";
import { importSource } from "./lib/web-source.mjs";
import {
  deferredModule,
  ownModules,
  singleModule,
  widgetModule,
} from "./lib/widget-list.mjs";
import { elementTypes } from "./widgets/elements.mjs";
import * as manifest from "./widgets/manifest.mjs";

const FRESH = "build/widgets";
/**
 * @typedef {object} Shape
 * @property {string} name of the file, here and in web/package
 * @property {import("vite").LibraryFormats} format
 * @property {string[]} [external]
 * @property {boolean} [deferred] whether figures are fetched when they are met
 */

/** @type {Shape[]} */
const SHAPES = [
  // A classic script too: modules do not load from disk. Who asks for all
  // widgets shall not wait for those that the page has not.
  { name: "auto", format: "iife", deferred: true },
  { name: "embed", format: "iife" },
];
/** Files that import what they share with others; the library is outside. */
const MODULES = ["index", "render"];
const NOTEBOOKS = "anywidget";
/** Imported for their declarations. */
const TYPES_ALONE = ["jsx", "preact", "solid", "svelte", "vue"];
const DEFINES = {
  __POSENC_VERSION__: JSON.stringify(version),
  // A file cannot hold its own hash; the site's copies of the recipes do.
  __POSENC_INTEGRITY__: '""',
  __POSENC_SITE__: JSON.stringify(process.env.POSENC_SITE_URL ?? ""),
};
const VIRTUAL = "virtual:posenc-widgets";
const SINGLE = "virtual:posenc-widget/";
/** Where the modules of single widgets are. */
const EACH = "each";
/** Where that is which modules share. It runs nothing when it is imported. */
const SHARED = "shared";
/** Whose code is in the files, for the notices. */
export const WIDGET_LIBRARIES = "build/libraries/widgets.json";

/**
 * What differs from the site: the classes, and how the library starts.
 *
 * @param widgets their descriptions
 * @param deferred whether each is loaded when it is made
 */
const inPackages = (widgets, deferred) => ({
  name: "posenc-widgets",
  enforce: "pre",
  resolveId(id, importer) {
    if (id === VIRTUAL) return `\0${VIRTUAL}`;
    // Vite takes an entry for a path.
    const at = id.indexOf(SINGLE);
    if (at >= 0) return `\0${id.slice(at)}`;
    if (id === "./start.ts" && importer?.endsWith("/library/core.ts")) {
      return inRoot("web/package/start-inlined.ts");
    }
    return null;
  },
  load(id) {
    const root = inRoot("web");
    if (id === `\0${VIRTUAL}`) {
      const moduleOf = deferred ? deferredModule : widgetModule;
      return moduleOf(root, widgets);
    }
    const single = id.startsWith(`\0${SINGLE}`);
    return single
      ? singleModule(root, widgets, id.slice(SINGLE.length + 1))
      : null;
  },
});

const lean = { "d3-interpolate": inRoot("web/plots/interpolate.ts") };
const inlined = {
  "posenc/catalog": inRoot("dist/catalog.js"),
  posenc: inRoot("dist/index.js"),
};

async function minify(file) {
  const { transform } = await import("esbuild");
  const { code } = await transform(readFileSync(file, "utf8"), {
    minify: true,
    // Names of classes are what a page's author reads in the inspector.
    keepNames: false,
    target: "es2022",
    legalComments: "none",
  });
  writeFileSync(file, code);
}

/**
 * @param widgets, deferred of the classes: see inPackages
 * @param libraries remembers whose code it is
 * @param lib, output what differs from bundle to bundle, as Vite takes it
 */
async function bundleWith(bundled) {
  const { outDir, external, widgets, deferred, lib, output, libraries } =
    bundled;
  const { build } = await import("vite");
  await build({
    configFile: false,
    root: inRoot("web"),
    logLevel: "silent",
    define: DEFINES,
    plugins: [inPackages(widgets, deferred), libraries.plugin()],
    resolve: {
      alias: external.includes("posenc") ? lean : { ...lean, ...inlined },
    },
    build: {
      outDir,
      emptyOutDir: false,
      copyPublicDir: false,
      target: "es2022",
      lib,
      rolldownOptions: { external, output },
    },
  });
}

/**
 * @param {Shape} shape
 * @param widgets what they are
 * @param libraries remembers whose code it is
 */
async function bundle(
  { name, format, external = [], deferred },
  widgets,
  libraries,
) {
  await bundleWith({
    outDir: inRoot(FRESH),
    libraries,
    external,
    widgets,
    deferred,
    lib: {
      entry: inRoot(`web/package/${name}.ts`),
      formats: [format],
      name: "posencWidgets",
      fileName: () => `${name}.js`,
    },
    output: { codeSplitting: false },
  });
  await minify(inRoot(FRESH, `${name}.js`));
}

/** All modules, and one for each widget: no figure is in the package twice. */
async function bundleModules(widgets, libraries) {
  const single = await ownModules();
  const entry = Object.fromEntries([
    ...MODULES.map((name) => [name, inRoot(`web/package/${name}.ts`)]),
    ...single.map((tag) => [`${EACH}/${tag}`, SINGLE + tag]),
  ]);
  await bundleWith({
    outDir: inRoot(FRESH),
    libraries,
    external: ["posenc", "posenc/catalog"],
    widgets,
    lib: { entry, formats: ["es"], fileName: (_, name) => `${name}.js` },
    output: { chunkFileNames: `${SHARED}/[hash].js` },
  });
  const files = [EACH, SHARED].flatMap((folder) =>
    readdirSync(inRoot(FRESH, folder))
      .filter((name) => name.endsWith(".js"))
      .map((name) => `${folder}/${name}`),
  );
  for (const name of [...MODULES.map((it) => `${it}.js`), ...files]) {
    await minify(inRoot(FRESH, name));
  }
}

/** The module for notebooks, which fetches auto.js. */
async function bundleNotebooks(widgets, libraries) {
  const { build } = await import("esbuild");
  const tags = widgets.map(({ tag }) => tag);
  const { metafile } = await build({
    entryPoints: [inRoot(`web/package/${NOTEBOOKS}.ts`)],
    outfile: inRoot(FRESH, `${NOTEBOOKS}.js`),
    bundle: true,
    minify: true,
    format: "esm",
    target: "es2022",
    external: ["./auto.js"],
    define: { ...DEFINES, __POSENC_TAGS__: JSON.stringify(tags) },
    metafile: true,
    logLevel: "silent",
  });
  libraries.add(Object.keys(metafile.inputs));
}

/** A module with all that it imports, as a bundler would put it together. */
async function wholeModule(file, format) {
  const { build } = await import("esbuild");
  const { outputFiles } = await build({
    entryPoints: [file],
    bundle: true,
    write: false,
    minify: true,
    format,
    target: "es2022",
    external: ["posenc", "posenc/catalog"],
    logLevel: "silent",
  });
  return outputFiles[0].text;
}

/** The types of a single widget are among those of all. */
const singleTypes = ({ className }) =>
  `export { ${className} } from "../index.js";\n`;

/** For require(): all figures in one file, and what is made of it. */
async function makeCommon(widgets) {
  const code = await wholeModule(inRoot(FRESH, "index.js"), "cjs");
  const classes = widgets.map(({ className }) => className);
  const files = {
    "index.cjs": code,
    "index.d.cts": typesFor("./index.js", ["all", "register", "core"], classes),
    "auto.cjs": 'require("./index.cjs").register();\n',
    "embed.cjs": readFileSync(inRoot(FRESH, "embed.js")),
  };
  for (const name of ["auto", "embed"]) {
    files[`${name}.d.cts`] = "export {};\n";
  }
  for (const name of TYPES_ALONE) {
    files[`${name}.cjs`] = '"use strict";\n';
    files[`${name}.d.cts`] = typesFor(`./${name}.js`, []);
  }
  for (const { tag, className } of widgets) {
    files[`${EACH}/${tag}.cjs`] =
      `${partOf("../index.cjs", [className])}whole.register([whole.${className}]);\n`;
    files[`${EACH}/${tag}.d.cts`] = typesFor(`./${tag}.js`, [], [className]);
  }
  writeFiles(files);
}

function writeFiles(files) {
  for (const [name, content] of Object.entries(files)) {
    writeFileSync(inRoot(FRESH, name), content);
  }
}

async function describeAll(widgets) {
  const common = await importSource("package/common.ts");
  const json = (value) => `${JSON.stringify(value)}\n`;
  const files = {
    "custom-elements.json": json(manifest.customElements(widgets, common)),
    "vscode.html-custom-data.json": json(manifest.editorData(widgets, common)),
    "web-types.json": json(manifest.webTypes(widgets, common, version)),
    "index.d.ts": manifest.declarations(widgets, common),
    ...elementTypes(common),
    "auto.d.ts": manifest.AUTO_TYPES,
    "embed.d.ts": manifest.EMBED_TYPES,
    "render.d.ts": manifest.RENDER_TYPES,
    "anywidget.d.ts": manifest.NOTEBOOK_TYPES,
  };
  for (const widget of widgets) {
    files[`${EACH}/${widget.tag}.d.ts`] = singleTypes(widget);
  }
  // Bundlers follow what type checkers need no file for.
  for (const name of TYPES_ALONE) files[`${name}.js`] = "export {};\n";
  writeFiles(files);
}

async function make() {
  rmSync(inRoot(FRESH), { recursive: true, force: true });
  mkdirSync(inRoot(FRESH), { recursive: true });
  try {
    const { describe } = await importSource("package/describe.ts");
    const widgets = await describe();
    const { Libraries } = await importSource(
      "site/bundle/libraries.ts",
      "node",
    );
    const libraries = new Libraries(inRoot());
    for (const shape of SHAPES) await bundle(shape, widgets, libraries);
    await bundleModules(widgets, libraries);
    await bundleNotebooks(widgets, libraries);
    writeLibraries(WIDGET_LIBRARIES, libraries);
    await describeAll(widgets);
    await makeCommon(widgets);
  } catch (/** @type {any} */ error) {
    throw new Failure("the widgets cannot be bundled", {
      tail: error.stack ?? error.message,
      hint: "correct the file that the message names",
    });
  }
  rmSync(inRoot("dist/widgets"), { recursive: true, force: true });
  renameSync(inRoot(FRESH), inRoot("dist/widgets"));
}

/** Builds the widgets if they are stale; returns the hash of their inputs. */
export async function buildWidgets() {
  const packageHash = await buildPackage();
  const files = {
    name: "widgets",
    inputs: [
      ...["web/package", "web/widgets", "web/figures", "web/playground"],
      ...["web/kit", "web/element", "web/code", "web/plots", "web/words"],
      ...["tools/build-widgets.mjs", "tools/lib/widget-list.mjs"],
      ...["tools/lib/common-js.mjs", "tools/lib/libraries.mjs"],
      ...["web/site/bundle/libraries.ts", "tools/widgets"],
    ],
    values: [packageHash, DEFINES],
    outputs: [
      WIDGET_LIBRARIES,
      ...[...SHAPES.map(({ name }) => name), ...MODULES, NOTEBOOKS].map(
        (name) => `dist/widgets/${name}.js`,
      ),
      "dist/widgets/custom-elements.json",
      `dist/widgets/${EACH}/pe-playground.js`,
      "dist/widgets/index.cjs",
    ],
  };
  return ifStale(files, () => step("Build the widgets", make));
}
