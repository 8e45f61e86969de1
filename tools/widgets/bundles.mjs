// web/widgets/package -> the scripts of web/widgets/dist: one file with all figures, modules
// that share what they have in common, and what finds figures in a page.
import { readdirSync } from "node:fs";
import { basename, dirname } from "node:path";
import { addressesIn } from "../lib/addresses.mjs";
import { minifyFile, minifyMarked } from "../lib/minify.mjs";
import { manifest, version } from "../lib/package-json.mjs";
import { SOURCE_ENTRIES } from "../lib/packages.mjs";
import { inDist, inRoot, ONE_FILE } from "../lib/paths.mjs";
import { importSource } from "../lib/web-source.mjs";
import {
  deferredModule,
  singleModule,
  sources,
  widgetModule,
} from "../lib/widget-list.mjs";
import { wordsByChapter } from "./words.mjs";

/** Where they are made, before they are whole. */
export const FRESH = "build/widgets";
/** Where the modules of single widgets are, and their descriptions alone. */
export const EACH = "each";
export const FIGURES = "figures";
/** Where that is which modules share. */
const SHARED = "shared";
const GLOBAL = "posencWidgets";
/** It registers them: a classic script or a module, from a server or from disk. */
const REGISTERS = `${GLOBAL}.register(${GLOBAL}.all);`;
/** Modules that people import. */
export const MODULES = ["index", "render"];
/** What auto.js imports besides figures. */
const LIVE = "live";
/** Nobody knows those by name but the build: caches may keep them for ever. */
const named = (name) =>
  name === LIVE || name.startsWith(`${FIGURES}/`)
    ? `${name}-[hash:7].js`
    : `${name}.js`;

/** What the build puts into the sources of web/. */
export const DEFINES = {
  __POSENC_VERSION__: JSON.stringify(version),
  // A file cannot hold its own hash; the site's copies of the recipes do.
  __POSENC_INTEGRITY__: '""',
  __POSENC_HOME__: JSON.stringify(addressesIn(manifest).site),
  __POSENC_SITE__: JSON.stringify(process.env.POSENC_SITE_URL ?? ""),
};
const VIRTUAL = "virtual:posenc-widgets";
const SINGLE = "virtual:posenc-widget/";

/**
 * What differs from the site: the classes, and how the library starts.
 *
 * @param widgets their descriptions
 * @param isWhole whether all is in one file, figures made when they are met
 */
const inPackages = (widgets, isWhole) => ({
  name: "posenc-widgets",
  enforce: "pre",
  resolveId(id, importer) {
    if (id === VIRTUAL) return `\0${id}`;
    if (isWhole && id.endsWith("/trained/training-runs.ts")) {
      return inRoot("web/widgets/package/no-threads.ts");
    }
    // It tells the kit that it is there.
    if (id === "posenc") {
      return {
        id: inRoot("web/widgets/package/library.ts"),
        moduleSideEffects: true,
      };
    }
    if (id === "./thread-address.ts") {
      return inRoot("web/widgets/package/thread-in-blob.ts");
    }
    // Vite takes an entry for a path.
    const at = id.indexOf(SINGLE);
    if (at >= 0) return `\0${id.slice(at)}`;
    if (id === "./start.ts" && importer?.endsWith("/library/core.ts")) {
      return inRoot("web/widgets/package/starter.ts");
    }
    return null;
  },
  load(id) {
    const root = inRoot("web");
    if (id === `\0${VIRTUAL}`) {
      return (isWhole ? deferredModule : widgetModule)(root, widgets);
    }
    return id.startsWith(`\0${SINGLE}`)
      ? singleModule(root, widgets, id.slice(SINGLE.length + 1))
      : null;
  },
});

const lean = [
  {
    find: "d3-format",
    replacement: inRoot("web/widgets/plots/no-format.ts"),
  },
  {
    find: "d3-interpolate",
    replacement: inRoot("web/widgets/plots/interpolate.ts"),
  },
];

/** What is imported by a package's name, of its sources. */
const PACKAGES = [
  ...[...SOURCE_ENTRIES]
    // What `inPackages` has in its place.
    .filter(([name]) => name !== "posenc")
    .map(([name, replacement]) => ({
      find: new RegExp(`^${name.replaceAll(".", "\\.")}$`),
      replacement,
    })),
  // Training's module is there once, whoever starts it.
  {
    find: "virtual:posenc-training-thread?raw",
    replacement: inDist("training", "thread.js?raw"),
  },
  {
    find: "virtual:posenc-training-pool",
    replacement: inRoot("src/training/js/worker/by-url.ts"),
  },
];

/** @param bundled plugins, and what differs, as Vite takes it */
async function bundleWith({
  plugins,
  lib,
  output,
  outDir = inRoot(FRESH),
  ...options
}) {
  const { build } = await import("vite");
  await build({
    configFile: false,
    root: inRoot("web"),
    logLevel: "silent",
    define: DEFINES,
    plugins,
    resolve: { alias: [...lean, ...PACKAGES] },
    build: {
      outDir,
      emptyOutDir: false,
      copyPublicDir: false,
      target: "es2022",
      lib,
      rolldownOptions: { output, ...options },
    },
  });
}

/**
 * One file that holds all it needs.
 *
 * @param entry in web/widgets/package
 * @param file where it goes
 * @param {string} [footer]
 */
async function bundleFile(entry, file, widgets, libraries, footer) {
  await bundleWith({
    plugins: [inPackages(widgets, true), libraries.plugin()],
    lib: {
      entry: inRoot(`web/widgets/package/${entry}.ts`),
      formats: ["iife"],
      name: GLOBAL,
      fileName: () => basename(file),
    },
    output: { codeSplitting: false, footer },
    outDir: dirname(file),
  });
  await minifyFile(file, "script");
}

/** All figures in one script, for pages on a disk: the site has it, npm has not. */
export const bundleAll = (widgets, libraries) =>
  bundleFile("index", ONE_FILE, widgets, libraries, REGISTERS);

/** The script for pages with frames. */
export const bundleEmbed = (widgets, libraries) =>
  bundleFile("embed", inRoot(FRESH, "embed.js"), widgets, libraries);

/** All modules, and two for each widget: no figure is in the package twice. */
export async function bundleModules(widgets, libraries) {
  const figures = [...(await sources())];
  const entry = Object.fromEntries([
    ...[...MODULES, LIVE].map((name) => [
      name,
      inRoot(`web/widgets/package/${name}.ts`),
    ]),
    ...figures.map(([tag, file]) => [
      `${FIGURES}/${tag}`,
      inRoot("web") + file,
    ]),
    ...figures.map(([tag]) => [`${EACH}/${tag}`, SINGLE + tag]),
  ]);
  const of = (path) => importSource(`site/bundle/${path}.ts`, "node");
  const { figureGroups, libraryGroups } = await of("chunks");
  await bundleWith({
    plugins: [
      inPackages(widgets, false),
      wordsByChapter(new Map(figures)),
      libraries.plugin(),
    ],
    lib: { entry, formats: ["es"], fileName: (_, name) => named(name) },
    // A description may stand in its own file, whoever else imports it.
    preserveEntrySignatures: "allow-extension",
    output: {
      chunkFileNames: `${SHARED}/[name]-[hash:7].js`,
      codeSplitting: {
        // What these import is in groups of its own, or shared with others.
        includeDependenciesRecursively: false,
        groups: [...figureGroups(inRoot("web")), ...libraryGroups(inRoot())],
      },
    },
  });
  const paths = ["", `${EACH}/`, `${FIGURES}/`, `${SHARED}/`].flatMap(
    (folder) =>
      readdirSync(inRoot(FRESH, folder))
        .filter((name) => name.endsWith(".js"))
        .map((name) => `${folder}${name}`),
  );
  for (const path of paths) {
    const minify = path === "index.js" ? minifyMarked : minifyFile;
    await minify(inRoot(FRESH, path));
  }
  return paths;
}
