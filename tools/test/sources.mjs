// Which test files run on the sources, without a build of the package.
import { readFileSync } from "node:fs";
import { PACKAGES, SOURCE, SOURCE_ENTRIES } from "../lib/packages.mjs";
import { inRoot } from "../lib/paths.mjs";

const names = [...PACKAGES.values()].map(({ name }) => name).join("|");
const ENTRY = new RegExp(`["'\`]((?:${names})(?:/[\\w./*-]+)?)["'\`]`, "g");
const BUILT = /["'`](?:\.\.\/)+(?:[\w-]+\/)*(?:dist|build)\//;

const usesBuilt = (text) =>
  BUILT.test(text) ||
  [...text.matchAll(ENTRY)].some(([, entry]) => !SOURCE_ENTRIES.has(entry));

/** Flags of Node for tests on the sources. */
export const SOURCE_FLAGS = [
  `--conditions=${SOURCE}`,
  `--import=${new URL("on-sources.mjs", import.meta.url)}`,
];

/**
 * Whether these test files, with the modules beside them that they import, name
 * no built file and only entries of the package that have a source.
 *
 * @param {readonly string[]} files paths from the root
 */
export async function canRunOnSources(files) {
  const { build } = await import("esbuild");
  try {
    const { metafile } = await build({
      entryPoints: files.map((file) => inRoot(file)),
      absWorkingDir: inRoot(),
      bundle: true,
      packages: "external",
      // Without its paths, by which `posenc` would be bundled.
      tsconfigRaw: {},
      external: ["*.wasm"],
      format: "esm",
      platform: "node",
      outdir: inRoot("build"),
      write: false,
      metafile: true,
      logLevel: "silent",
    });
    return !Object.keys(metafile.inputs)
      .filter((file) => file.startsWith("tests/"))
      .some((file) => usesBuilt(readFileSync(inRoot(file), "utf8")));
  } catch {
    // An import of something that is built, or a mistake that the run will show.
    return false;
  }
}

/** What a file of tests/web says that opens a page or reads what is built for one. */
const PAGES =
  /\b(serveSite|inDist)\b|(browser|notes|ledger-page|pictures|every-widget)\.js|["'`]dist\b|web\/dist|posenc-widgets/;

/**
 * Whether these files of tests/web ask the sources alone, by `importSource`: then
 * they need the package and no site.
 *
 * @param {readonly string[]} files paths from the root
 */
export const needNoSite = (files) =>
  files.every((file) => !PAGES.test(readFileSync(inRoot(file), "utf8")));
