// The pages of the built site, as paths below its root: "en/", "zh/sinusoids/".
import { fileURLToPath } from "node:url";
import { namesBelow } from "../../tools/lib/paths.mjs";

export const DIST = fileURLToPath(new URL("../../web/dist/", import.meta.url));

export const pages = namesBelow(DIST)
  .map((name) => name.replaceAll("\\", "/"))
  .filter((name) => /^(en|zh)\/(.*\/)?index\.html$/.test(name))
  .map((name) => name.replace(/index\.html$/, ""))
  .sort();

/** Those of a language, without it: "", "sinusoids/". */
export const pagesOf = (lang) =>
  pages
    .filter((path) => path.startsWith(`${lang}/`))
    .map((path) => path.slice(lang.length + 1));

/** Pages of figures are written by one template: these stand for all. */
const STANDING = ["clock", "comparison", "design", "shuffle"];
const FIGURE_PAGE = /^teach\/([\w-]+)\/$/;
const OTHERS = new Set(["own-words", "platforms", "reference", ...STANDING]);

/** What is opened where a browser takes its time for each page. */
export const variedPagesOf = (lang) =>
  pagesOf(lang).filter((path) => {
    const [, name] = FIGURE_PAGE.exec(path) ?? [];
    return name === undefined || OTHERS.has(name);
  });
