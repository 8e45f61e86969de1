// What the server for developing answers. Vite loads this module anew when
// anything that it imports has changed.
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { init } from "posenc";
import { prepare, stylesOfTag } from "../../widgets/prerender.ts";
import { packageFacts } from "../package-facts.ts";
import { searchFiles } from "../pages/extras.ts";
import { embedFiles } from "../pages/frame-pages.ts";
import { thumbnailFiles } from "../pages/social.ts";
import {
  type Files,
  type Output,
  type Site,
  writeSite,
} from "../pages/write.ts";
import { FIGURES, figuresPage } from "./figures-page.ts";

export interface Answer {
  readonly type:
    | "text/html"
    | "text/css"
    | "application/json"
    | "image/svg+xml";
  readonly body: string;
}

/** As client/main.ts imports them. */
const STYLES = [
  "tokens",
  "page",
  "chapter",
  "blocks",
  "ledger",
  "teach",
  "story",
];

/** Vite serves the sources themselves. */
const SOURCES: Omit<Files, "packageFacts"> = {
  boot: "site/client/boot.js",
  script: "site/client/main.ts",
  styles: STYLES.map((name) => `site/styles/${name}.css`),
  widgetStyles: (tag) => ({ shared: [`widget-style/${tag}.css`], own: "" }),
  sheet: (name) => name,
  imports: [],
  modules: () => [],
  poster: () => undefined,
  fonts: [],
  strict: false,
  embed: {
    script: "site/client/frame-page.ts",
    styles: ["site/styles/tokens.css", "site/styles/embed.css"],
    modules: [],
  },
};

/** Every page and index of the site, by path. */
async function write(
  root: string,
  site: Site,
): Promise<{ answers: Map<string, Answer>; output: Output }> {
  await init();
  await Promise.all([prepare(), site.prepare?.()]);
  const files = { ...SOURCES, packageFacts: await packageFacts(root) };
  const written = writeSite(site, files);
  const answers = new Map<string, Answer>();
  const add = (
    type: Answer["type"],
    bodies: Iterable<readonly [string, string]>,
  ): void => {
    for (const [path, body] of bodies) answers.set(path, { type, body });
  };
  add("text/html", written.html);
  add("text/html", embedFiles(site, written, files));
  add("application/json", searchFiles(site, written));
  add("image/svg+xml", await thumbnailFiles(site.pages));
  const tags = files.packageFacts.widgets.map(({ tag }) => tag);
  add("text/html", [[`${FIGURES}index.html`, figuresPage(tags)]]);
  return { answers, output: written };
}

/** What was written last; what is wrong in the newest text of a page, by path. */
let last:
  | {
      readonly site: Site;
      readonly written: ReturnType<typeof write>;
      readonly faults: Map<string, Error>;
    }
  | undefined;

/** What other pages say of a page: its title and its headings. */
const known = (html: string): string =>
  html
    .match(/<title>.*?<\/title>|<h[12][ >].*?<\/h[12]>|class="lede">.*/g)
    ?.join() ?? "";

/**
 * Writes the page anew that is made of a file of text, and no other.
 *
 * @param file - below the root of the project
 * @returns whether that is enough
 */
export async function rewritten(file: string): Promise<boolean> {
  if (!last) return false;
  const { site, faults } = last;
  const page = site.pages.find(({ written }) => written?.files.includes(file));
  const written = await last.written.catch(() => undefined);
  if (!page?.written || !written) return false;
  try {
    written.output.rewrite(page.written.again());
    faults.delete(page.path);
  } catch (error) {
    faults.set(page.path, error as Error);
  }
  let isEnough = true;
  for (const [path, body] of written.output.html) {
    const before = written.answers.get(path)?.body ?? "";
    if (body === before) continue;
    isEnough &&= known(body) === known(before);
    written.answers.set(path, { type: "text/html", body });
  }
  return isEnough;
}

/** The style sheets of a widget, as one. */
async function widgetStyle(root: string, tag: string): Promise<Answer> {
  const { sheets, css } = stylesOfTag(tag);
  const texts = sheets.map(({ file }) => readFile(join(root, file), "utf8"));
  const all = [...(await Promise.all(texts)), css];
  return { type: "text/css", body: all.join("\n") };
}

/**
 * What there is under a path of the site, or what is wrong in its text.
 *
 * @param root - folder of the site's sources
 */
export async function answer(
  root: string,
  site: Site,
  path: string,
): Promise<Answer | Error | undefined> {
  const tag = /^widget-style\/([\w-]+)\.css$/.exec(path)?.[1];
  if (last?.site !== site) {
    last = { site, written: write(root, site), faults: new Map() };
  }
  const { answers } = await last.written;
  const fault = last.faults.get(path.replace(/^\w+\//, ""));
  if (fault) return fault;
  return tag === undefined
    ? (answers.get(`${path}index.html`) ?? answers.get(path))
    : widgetStyle(root, tag);
}
