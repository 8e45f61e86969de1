// Writes the pages: every page in every language from one source, as static
// HTML around the scripts and styles that Vite has built. A text without a
// language, a link to nowhere or a wrong attribute fails the build.
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { transform } from "esbuild";
import type { Posenc } from "posenc";
import type { Plugin, Rolldown } from "vite";
import type { Theme } from "../../plots/color.ts";
import type { Poster } from "../../widgets/frame.ts";
import { drawSvg, templates, type Written } from "../../widgets/prerender.ts";
import { LANGUAGES, type Lang } from "../../widgets/text.ts";
import type { Context, Page } from "../page.ts";
import { type Assets, document, entrancePage } from "./document.ts";
import { pngAddress } from "./png.ts";

const ENTRY = "site/client/main.ts";
/** Parts of the site that are not written here. */
const OTHER_BUILDS = ["/api/"];
const BOOT = "site/client/boot.js";

/** Where built files are, relative to the site's root. */
interface Files {
  readonly boot: string;
  readonly script: string;
  readonly styles: readonly string[];
  readonly widgetStyle: (tag: string) => string;
  readonly modules: (tags: ReadonlySet<string>) => readonly string[];
  readonly poster: (
    tag: string,
    lang: Lang,
    attributes: Written,
  ) => Poster | undefined;
  /** Address of the WebAssembly module. */
  readonly wasm?: string | undefined;
  readonly strict: boolean;
}

/** Path from a page back to the site's root: "../" for "en/". */
const rootOf = (path: string): string =>
  "../".repeat(path.split("/").length - 1);

/** Anchors of a page, to check links against. */
type Anchors = Map<string, Set<string>>;

interface Link {
  readonly from: string;
  readonly page: string;
  readonly anchor: string;
}

function writePage(
  page: Page,
  lang: Lang,
  files: Files,
  anchors: Anchors,
  links: Link[],
): string {
  const root = rootOf(`${lang}/${page.path}`);
  const own = new Set<string>(["main"]);
  anchors.set(page.path, own);
  const tags = new Set<string>();
  const context: Context = {
    lang,
    root,
    anchor(id) {
      if (own.has(id)) throw new Error(`two anchors are called #${id}`);
      own.add(id);
      return id;
    },
    href(target) {
      if (/^https:\/\//.test(target)) return target;
      if (OTHER_BUILDS.includes(target)) return root + target.slice(1);
      const [, site, path = "", anchor = ""] =
        /^(~\/)?([^#]*)(?:#(.*))?$/.exec(target) ?? [];
      const to = site ? path : page.path;
      links.push({ from: `${lang}/${page.path}`, page: to, anchor });
      const hash = anchor ? `#${anchor}` : "";
      return to === page.path && hash ? hash : `${root}${lang}/${to}${hash}`;
    },
    widgetStyle(tag) {
      tags.add(tag);
      return root + files.widgetStyle(tag);
    },
    poster(tag, attributes) {
      const found = files.poster(tag, lang, attributes);
      return found && { light: root + found.light, dark: root + found.dark };
    },
  };
  const body = page.body.map((block) => block(context)).join("\n");
  const assets: Assets = {
    boot: root + files.boot,
    script: root + files.script,
    styles: files.styles.map((name) => root + name),
    modules: files.modules(tags).map((name) => root + name),
    widgetStyles: [...tags].map((tag) => root + files.widgetStyle(tag)),
    wasm: tags.size > 0 && files.wasm ? root + files.wasm : undefined,
    strict: files.strict,
  };
  return document(page, context, body, assets);
}

/** Path → HTML of the whole site. */
function writeSite(pages: readonly Page[], files: Files): Map<string, string> {
  const site = new Map<string, string>();
  const anchors: Anchors = new Map();
  const links: Link[] = [];
  for (const page of pages) {
    for (const lang of LANGUAGES) {
      const path = `${lang}/${page.path}index.html`;
      try {
        site.set(path, writePage(page, lang, files, anchors, links));
      } catch (error) {
        throw new Error(`${path}: ${(error as Error).message}`);
      }
    }
  }
  for (const { from, page, anchor } of links) {
    const known = anchors.get(page);
    if (!known || (anchor && !known.has(anchor))) {
      throw new Error(
        `${from}: a link leads to ~/${page}#${anchor}, which does not exist`,
      );
    }
  }
  site.set("index.html", entrancePage(files));
  return site;
}

async function widgetStyleText(root: string, tag: string): Promise<string> {
  const names = templates[tag]?.styles ?? [];
  const texts = await Promise.all(
    names.map((name) => readFile(join(root, "widgets", name), "utf8")),
  );
  const { code } = await transform(texts.join("\n"), {
    loader: "css",
    minify: true,
  });
  return code;
}

function findChunk(
  bundle: Rolldown.OutputBundle,
  isWanted: (chunk: Rolldown.OutputChunk) => boolean,
): Rolldown.OutputChunk | undefined {
  return Object.values(bundle).find(
    (file): file is Rolldown.OutputChunk =>
      file.type === "chunk" && isWanted(file),
  );
}

/** A chunk and what it imports, by file name. */
function withImports(
  bundle: Rolldown.OutputBundle,
  name: string,
  found = new Set<string>(),
): Set<string> {
  const chunk = bundle[name];
  if (chunk?.type !== "chunk" || found.has(name)) return found;
  found.add(name);
  for (const next of chunk.imports) withImports(bundle, next, found);
  return found;
}

/**
 * Serves the pages while developing and writes them when building.
 *
 * @param loadPackage - the library in this process, for drawn pictures
 */
export function sitePages(
  pages: readonly Page[],
  loadPackage: () => Promise<Posenc>,
): Plugin {
  let root = "";
  return {
    name: "posenc-pages",
    config: () => ({
      build: { rolldownOptions: { input: { site: ENTRY } } },
    }),
    configResolved(config) {
      root = config.root;
    },

    async generateBundle(_, bundle) {
      const emit = (name: string, source: string): string =>
        this.getFileName(this.emitFile({ type: "asset", name, source }));
      const boot = await readFile(join(root, BOOT), "utf8");
      const { code } = await transform(boot, { minify: true });
      const styles = new Map<string, string>();
      for (const tag of Object.keys(templates)) {
        styles.set(tag, emit(`${tag}.css`, await widgetStyleText(root, tag)));
      }
      const pe = await loadPackage();
      const entry = findChunk(bundle, (chunk) => chunk.isEntry);
      if (!entry) throw new Error("Vite has built no entry");
      const css = [...(entry.viteMetadata?.importedCss ?? [])];
      const widgetFile = (tag: string): string | undefined =>
        findChunk(bundle, ({ facadeModuleId }) =>
          Boolean(
            facadeModuleId?.endsWith(`/widgets/${tag.replace(/^pe-/, "")}.ts`),
          ),
        )?.fileName;
      const site = writeSite(pages, {
        boot: emit("boot.js", code),
        script: entry.fileName,
        styles: css,
        widgetStyle: (tag) => styles.get(tag) as string,
        modules(tags) {
          const names = new Set<string>();
          for (const tag of tags) {
            const file = widgetFile(tag);
            if (file) withImports(bundle, file, names);
          }
          names.delete(entry.fileName);
          return [...names];
        },
        poster(tag, lang, attributes) {
          const draw = (theme: Theme): string => {
            const svg = drawSvg(pe, tag, lang, theme, attributes, pngAddress);
            return emit(`${tag}-${lang}-${theme}.svg`, svg);
          };
          return { light: draw("light"), dark: draw("dark") };
        },
        wasm: Object.keys(bundle).find((name) => name.endsWith(".wasm")),
        strict: true,
      });
      for (const [fileName, source] of site) {
        this.emitFile({ type: "asset", fileName, source });
      }
    },

    configureServer(server) {
      server.middlewares.use(async (request, response, next) => {
        const path = (request.url ?? "").replace(/[?#].*$/, "").slice(1);
        const style = /^widget-style\/([\w-]+)\.css$/.exec(path)?.[1];
        const html = writeSite(pages, {
          boot: BOOT,
          script: ENTRY,
          styles: ["site/styles/tokens.css", "site/styles/page.css"],
          widgetStyle: (tag) => `widget-style/${tag}.css`,
          modules: () => [],
          poster: () => undefined,
          strict: false,
        }).get(`${path}index.html`);
        if (style) {
          response.setHeader("Content-Type", "text/css");
          response.end(await widgetStyleText(root, style));
        } else if (html !== undefined) {
          response.setHeader("Content-Type", "text/html");
          response.end(await server.transformIndexHtml(`/${path}`, html));
        } else {
          next();
        }
      });
    },
  };
}
