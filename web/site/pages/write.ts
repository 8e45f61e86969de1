// Writes every page in every language as HTML. A text without a language, a
// link to nowhere or a wrong attribute stops it.
import type { Poster } from "../../widgets/element/look/frame.ts";
import { ARCHIVE } from "../../widgets/package/archive.ts";
import type { Written } from "../../widgets/prerender.ts";
import { LANGUAGES, type Lang } from "../../widgets/words/text.ts";
import { definitionsOf } from "../blocks/term-meanings.ts";
import type { PackageFacts } from "../package-facts.ts";
import type { Block, Context, Page, Term } from "../page.ts";
import { type Assets, document } from "./document.ts";
import { entrancePage, notFoundPage } from "./entrance.ts";

/** Parts of the site that are not written here. */
const OTHER_BUILDS = ["/api/", `/${ARCHIVE}`];

/** Stretching signs of formulas, in both languages. */
const SIGNS = /math-signs/;
const SANS = /source-sans/;

/** What the site is made of. */
export interface Site {
  readonly pages: readonly Page[];
  /** Pages that are to come; links to them wait. */
  readonly planned: readonly string[];
  /** What its pages wait for before they are written. */
  readonly prepare?: () => Promise<void>;
}

/** The style sheets of a widget. */
export interface WidgetStyles {
  /** Files that it shares with others. */
  readonly shared: readonly string[];
  /** Rules for it alone, which say so: they go into one sheet for each page. */
  readonly own: string;
}

/** Where built files are, relative to the site's root. */
export interface Files {
  readonly boot: string;
  readonly script: string;
  readonly styles: readonly string[];
  /** Modules that the script imports. */
  readonly imports: readonly string[];
  readonly widgetStyles: (tag: string) => WidgetStyles;
  /** Writes a sheet for the widgets of a page; where it is. */
  readonly sheet: (name: string, css: string) => string;
  /** Scripts of a widget. */
  readonly modules: (tag: string) => readonly string[];
  readonly poster: (
    tag: string,
    lang: Lang,
    attributes: Written,
  ) => Poster | undefined;
  /** Address of the WebAssembly module. */
  readonly wasm?: string | undefined;
  /** Letters that the site brings along: Chinese is set in the system's. */
  readonly fonts: readonly string[];
  readonly strict: boolean;
  /** Script and styles of the pages for frames. */
  readonly embed: {
    readonly script: string;
    readonly styles: readonly string[];
    readonly modules: readonly string[];
  };
  readonly packageFacts: PackageFacts;
  /** Absolute address of the site's root, where it is known. */
  readonly address?: string | undefined;
}

interface Link {
  readonly from: string;
  readonly page: string;
  readonly anchor: string;
}

/** A thing of the documents, or a claim, and where it is treated. */
export interface Covered {
  readonly id: string;
  readonly page: string;
  readonly anchor: string;
}

/** All that comes out of writing the site. */
export interface Output {
  /** Path → HTML. */
  readonly html: ReadonlyMap<string, string>;
  /** Path of a page in a language → HTML of its body alone. */
  readonly bodies: ReadonlyMap<string, string>;
  /** In the order of the pages. */
  readonly covered: readonly Covered[];
  /**
   * Writes a newer form of a page, and what its terms mean beside words of others;
   * where it throws, all stays as it was.
   */
  readonly rewrite: (page: Page) => void;
}

/** Where a figure first stands: "sinusoids/#clock". */
export function placeOf(
  tag: string,
  { site, bodies }: { site: Site; bodies: Output["bodies"] },
): string | undefined {
  for (const { path } of site.pages) {
    const body = bodies.get(`en/${path}`) ?? "";
    const id = new RegExp(`<${tag} id="([^"]+)"`).exec(body)?.[1];
    if (id !== undefined) return `${path}#${id}`;
  }
  return undefined;
}

/** Widgets that are no figures: they are not what a page waits for. */
const LATER: ReadonlySet<string> = new Set(["pe-quiz", "pe-code"]);

/**
 * The figure that stands in the first section or above it. One further down loads
 * when a reader comes near: browsers warn of what was preloaded and not used.
 */
function openingFigure(html: string): string | undefined {
  const opening = html.split("<section ", 2).join();
  const figures = [...opening.matchAll(/<(pe-[a-z-]+) /g)];
  return figures.find(([, tag = ""]) => !LATER.has(tag))?.[1];
}

/** Stands for the sheet of a page until all its widgets are known. */
const SHEET = "{sheet of this page}";

/** Path from a page back to the site's root: "../" for "en/". */
const rootOf = (path: string): string =>
  "../".repeat(path.split("/").length - 1);

class Writer {
  html = new Map<string, string>();
  bodies = new Map<string, string>();
  covered: Covered[] = [];
  #terms: Readonly<Record<string, Term>>;
  /** What pages show of the glossary: the meanings of their words. */
  #meanings = new Map<string, { now: string; again: () => string }>();
  #anchors = new Map<string, Set<string>>();
  #links: Link[] = [];
  readonly #paths: ReadonlySet<string>;

  constructor(
    readonly site: Site,
    readonly files: Files,
  ) {
    this.#paths = new Set(site.pages.map(({ path }) => path));
    this.#terms = Object.assign({}, ...site.pages.map(({ terms }) => terms));
  }

  write(): void {
    for (const page of this.site.pages) this.#bothLanguages(page);
    this.#checkLinks();
    this.html.set("index.html", entrancePage(this.files));
    this.html.set("404.html", notFoundPage(this.files));
  }

  rewrite(page: Page): void {
    const [links, covered, terms] = [this.#links, this.covered, this.#terms];
    const before = [
      new Map(this.html),
      new Map(this.bodies),
      new Map(this.#anchors),
      new Map(this.#meanings),
    ] as const;
    const paths = LANGUAGES.map((lang) => `${lang}/${page.path}`);
    this.#links = links.filter(({ from }) => !paths.includes(from));
    this.covered = covered.filter((it) => it.page !== page.path);
    this.#terms = page.terms ?? terms;
    try {
      this.#bothLanguages(page);
      if (page.terms) this.#renewMeanings();
      this.#checkLinks();
    } catch (error) {
      [this.#links, this.covered, this.#terms] = [links, covered, terms];
      [this.html, this.bodies, this.#anchors, this.#meanings] = before;
      throw error;
    }
  }

  #renewMeanings(): void {
    for (const [path, { now, again }] of this.#meanings) {
      const newer = again();
      if (newer === now) continue;
      const html = this.html.get(path) ?? "";
      this.html.set(
        path,
        html.replace(now, () => newer),
      );
      this.#meanings.set(path, { now: newer, again });
    }
  }

  #bothLanguages(page: Page): void {
    for (const lang of LANGUAGES) {
      const path = `${lang}/${page.path}index.html`;
      try {
        this.html.set(path, this.#page(page, lang));
      } catch (error) {
        throw new Error(`${path}: ${(error as Error).message}`);
      }
    }
  }

  #page(page: Page, lang: Lang): string {
    const { files } = this;
    const tags = new Set<string>();
    const terms = new Set<string>();
    const context = this.#context(page, lang, tags, terms);
    const at = (blocks: readonly Block[]) =>
      blocks.map((block) => block(context)).join("\n");
    const draft = at(page.body);
    const own = [...tags].map((tag) => files.widgetStyles(tag).own).join("");
    const name = page.path.replaceAll("/", "") || "home";
    const sheet = own && files.sheet(`${name}.css`, own);
    const body = draft.replaceAll(SHEET, sheet);
    this.bodies.set(`${lang}/${page.path}`, body);
    const { root } = context;
    const rooted = (names: readonly string[]): string[] =>
      names.map((name) => root + name);
    const first = page.begins ?? openingFigure(draft);
    const figures = page.begins ? [] : [...tags];
    const assets: Assets = {
      boot: root + files.boot,
      script: root + files.script,
      styles: files.styles.map((name) => root + name),
      modules: rooted([
        ...new Set([...files.imports, ...(first ? files.modules(first) : [])]),
      ]),
      // All of them: a link within a figure's markup is found no sooner than the
      // parser comes there, and holds it up until the sheet is loaded.
      widgetStyles: rooted([
        ...new Set(figures.flatMap((tag) => files.widgetStyles(tag).shared)),
        ...(sheet && figures.length > 0 ? [sheet] : []),
      ]),
      wasm: files.wasm && first && !page.begins ? root + files.wasm : undefined,
      fonts: rooted(
        files.fonts.filter((name) =>
          SIGNS.test(name)
            ? body.includes("<math")
            : lang === "en" || SANS.test(name),
        ),
      ),
      strict: files.strict,
      address: files.address,
    };
    const again = () =>
      definitionsOf(
        [...terms].map((id) => [id, context.term(id)]),
        context,
      );
    const now = again();
    this.#meanings.set(`${lang}/${page.path}index.html`, { now, again });
    const whole = `${body}\n${now}`;
    return document(page, context, whole, assets);
  }

  #context(
    page: Page,
    lang: Lang,
    tags: Set<string>,
    used: Set<string>,
  ): Context {
    const { files } = this;
    const root = rootOf(`${lang}/${page.path}`);
    const own = new Set<string>(["main"]);
    this.#anchors.set(page.path, own);
    return {
      lang,
      root,
      place: "",
      values: {},
      answers: {},
      anchor(id) {
        if (own.has(id)) throw new Error(`two anchors are called #${id}`);
        own.add(id);
        return id;
      },
      href: (target) => this.#href(target, page, lang, root),
      widgetStyles(tag) {
        tags.add(tag);
        const { shared, own } = files.widgetStyles(tag);
        return [...shared, ...(own ? [SHEET] : [])].map((name) => root + name);
      },
      poster(tag, attributes) {
        const found = files.poster(tag, lang, attributes);
        return found && { light: root + found.light, dark: root + found.dark };
      },
      packageFacts: files.packageFacts,
      standsAt: (tag) => placeOf(tag, this),
      address: files.address,
      covers: (id, anchor) => {
        // Both languages say the same.
        if (lang === "en") this.covered.push({ id, page: page.path, anchor });
      },
      term: (id) => {
        const term = this.#terms[id];
        if (!term) throw new Error(`the glossary has no term ${id}`);
        used.add(id);
        return term;
      },
    };
  }

  #href(
    target: string,
    page: Page,
    lang: Lang,
    root: string,
  ): string | undefined {
    if (/^https:\/\//.test(target)) return target;
    if (OTHER_BUILDS.includes(target)) return root + target.slice(1);
    const [, site, path = "", anchor = ""] =
      /^(~\/)?([^#]*)(?:#(.*))?$/.exec(target) ?? [];
    const to = site ? path : page.path;
    if (!this.#paths.has(to) && this.site.planned.includes(to)) {
      return undefined;
    }
    this.#links.push({ from: `${lang}/${page.path}`, page: to, anchor });
    const hash = anchor ? `#${anchor}` : "";
    return to === page.path && hash ? hash : `${root}${lang}/${to}${hash}`;
  }

  #checkLinks(): void {
    for (const { from, page, anchor } of this.#links) {
      const known = this.#anchors.get(page);
      if (!known || (anchor && !known.has(anchor))) {
        throw new Error(
          `${from}: a link leads to ~/${page}#${anchor}, which does not exist`,
        );
      }
    }
  }
}

/** All pages in all languages. */
export function writeSite(site: Site, files: Files): Output {
  const writer = new Writer(site, files);
  writer.write();
  return writer;
}
