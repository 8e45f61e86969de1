// The pages as a Vite plugin: written around the scripts and styles that Vite
// has built.
import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { transform } from "esbuild";
import type { Plugin, Rolldown } from "vite";
import { ARCHIVE } from "../../widgets/package/archive.ts";
import type { Theme } from "../../widgets/plots/color.ts";
import {
  drawSvg,
  knownTags,
  prepare,
  stylesOfTag,
} from "../../widgets/prerender.ts";
import { packageFacts } from "../package-facts.ts";
import { NOTICES } from "../pages/document.ts";
import { extraFiles } from "../pages/extras.ts";
import { embedFiles } from "../pages/frame-pages.ts";
import {
  type Files,
  type Site,
  type WidgetStyles,
  writeSite,
} from "../pages/write.ts";
import { entryOf, figureSources, modulesOfWidget } from "./built.ts";
import {
  type Libraries,
  type Library,
  nativeLibraries,
  notices,
  readLibrary,
} from "./libraries.ts";
import { type Built, workerSource } from "./service-worker.ts";

const ENTRY = "site/client/main.ts";
const EMBED = "site/client/frame-page.ts";
const BOOT = "site/client/boot.js";
const WORKER = "site/client/sw.js";
const minified = async (css: string): Promise<string> =>
  (await transform(css, { loader: "css", minify: true })).code;

/** A style sheet of the widgets that stands in a file. */
const sharedStyle = async (root: string, file: string): Promise<string> =>
  minified(await readFile(join(root, file), "utf8"));

/** Its other rules, made to hold in its shadow root alone. */
async function ownStyles(tag: string): Promise<string> {
  const { css } = stylesOfTag(tag);
  if (!css.trim()) return "";
  // Rules within rules are newer than the engines that the pages work in.
  const { code } = await transform(`:host(${tag}) {${css}}`, {
    ...({ loader: "css", minify: true } as const),
    supported: { nesting: false },
  });
  return code.trim();
}

/** Files as they were written. */
const filesIn = (
  folder: string,
  names: readonly string[],
): Promise<readonly Built[]> =>
  Promise.all(
    names.map(async (name) => ({
      name,
      content: await readFile(join(folder, name)),
    })),
  );

/** The service worker, which keeps all files of the site. */
async function worker(root: string, built: readonly Built[]): Promise<string> {
  const source = await readFile(join(root, WORKER), "utf8");
  const whole = workerSource(source, built);
  return (await transform(whole, { minify: true })).code;
}

/** Writes files into the build. */
class Emitter {
  readonly #context: Rolldown.PluginContext;

  constructor(context: Rolldown.PluginContext) {
    this.#context = context;
  }

  /** Under a name with a hash, which is returned. */
  hashed(name: string, source: string): string {
    const id = this.#context.emitFile({ type: "asset", name, source });
    return this.#context.getFileName(id);
  }

  /** Under exactly this name. */
  named(fileName: string, source: string | Uint8Array): void {
    this.#context.emitFile({ type: "asset", fileName, source });
  }
}

/** Writes the style sheets that widgets share; tag → its styles. */
async function emitStyles(
  root: string,
  emitter: Emitter,
): Promise<ReadonlyMap<string, WidgetStyles>> {
  const styles = new Map<string, WidgetStyles>();
  const emitted = new Map<string, string>();
  for (const tag of knownTags()) {
    const { sheets } = stylesOfTag(tag);
    for (const { name, file } of sheets) {
      if (emitted.has(file)) continue;
      const text = await sharedStyle(root, file);
      emitted.set(file, emitter.hashed(name, text));
    }
    const shared = sheets.map(({ file }) => emitted.get(file) as string);
    styles.set(tag, { shared, own: await ownStyles(tag) });
  }
  return styles;
}

/** Whose scripts the reference has, which is built apart. */
const REFERENCE = ["typedoc", "lunr"];

/** Whose code is in the site, the module and the reference included. */
function siteLibraries(root: string, libraries: Libraries): Library[] {
  const top = join(root, "..");
  const apart = REFERENCE.map((name) =>
    readLibrary(join(top, "node_modules", name)),
  );
  return [...libraries.list(), ...apart, ...nativeLibraries(top)];
}

/** What the pages need to know of the files around them. */
async function filesOf(
  root: string,
  bundle: Rolldown.OutputBundle,
  emitter: Emitter,
  address: string | undefined,
): Promise<Files> {
  const boot = await readFile(join(root, BOOT), "utf8");
  const { code } = await transform(boot, { minify: true });
  const styles = await emitStyles(root, emitter);
  const { modules: imports, ...main } = entryOf(bundle, "site");
  const sources = figureSources(root);
  return {
    boot: emitter.hashed("boot.js", code),
    ...main,
    imports,
    embed: entryOf(bundle, "embed"),
    packageFacts: await packageFacts(root),
    widgetStyles: (tag) => styles.get(tag) ?? { shared: [], own: "" },
    sheet: (name, css) => emitter.hashed(name, css),
    modules: (tag) =>
      [...modulesOfWidget(bundle, tag, sources.get(tag)?.file)].filter(
        (file) => file !== main.script,
      ),
    poster(tag, lang, attributes) {
      const draw = (theme: Theme): string => {
        const svg = drawSvg(tag, lang, theme, attributes);
        return emitter.hashed(`${tag}-${lang}-${theme}.svg`, svg);
      };
      return { light: draw("light"), dark: draw("dark") };
    },
    wasm: Object.keys(bundle).find((name) => name.endsWith(".wasm")),
    fonts: Object.keys(bundle).filter((name) => name.endsWith(".woff2")),
    strict: true,
    address,
  };
}

/**
 * Writes the pages when building.
 *
 * @param startLibrary - starts it in this process, for drawn pictures
 * @param libraries - whose code Vite has put into the scripts
 * @param address - absolute address that the site will have, where it is known
 */
export function sitePages(
  content: Site,
  startLibrary: () => Promise<void>,
  libraries: Libraries,
  address?: string,
): Plugin {
  let root = "";
  return {
    name: "posenc-pages",
    config: () => ({
      build: { rolldownOptions: { input: { site: ENTRY, embed: EMBED } } },
    }),
    configResolved(config) {
      root = config.root;
    },

    async generateBundle(_, bundle) {
      const emitter = new Emitter(this);
      await startLibrary();
      await Promise.all([prepare(), content.prepare?.()]);
      const files = await filesOf(root, bundle, emitter, address);
      const written = writeSite(content, files);
      for (const [name, source] of [
        ...written.html,
        ...embedFiles(content, written, files),
        ...(await extraFiles(content, written, address)),
      ]) {
        emitter.named(name, source);
      }
      emitter.named(NOTICES, notices(siteLibraries(root, libraries)));
      const { archive } = files.packageFacts;
      if (archive) emitter.named(ARCHIVE, archive);
    },

    // By what was written: Vite still edits scripts after they are generated.
    async writeBundle({ dir = "" }, bundle) {
      const files = await filesIn(dir, Object.keys(bundle));
      const folder = join(root, "site/public");
      const copied = await filesIn(folder, await readdir(folder));
      const script = await worker(root, [...files, ...copied]);
      await writeFile(join(dir, "sw.js"), script);
    },
  };
}
