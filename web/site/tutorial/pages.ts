import type { Page } from "../page.ts";
import { type Chapter, chapterPage, numbered } from "../pages/chapter.ts";
import { shelfPage } from "../pages/shelf.ts";
import type { ShortWay } from "../pages/short-way.ts";
import { chapters, shelves } from "./chapters.ts";
import { contentsPage } from "./contents.ts";
import { derivationsPage } from "./derivations/index.ts";
import { companions } from "./documents/index.ts";
import { documentsOn } from "./documents/on-a-chapter.ts";
import { glossaryPage } from "./glossary-page.ts";
import { homePage } from "./home.ts";
import { shortWay } from "./stops.ts";
import { teachPages } from "./teach/index.ts";
import { toolPages } from "./tools/index.ts";

const HOME = { path: "", name: { en: "Home", zh: "首页" } };

const neighbour = (chapter: Chapter | undefined) =>
  chapter && { path: chapter.path, name: numbered(chapter) };

/** All pages of a site with these chapters, in reading order. */
export const tutorialPages = (
  chapters: readonly Chapter[],
  way?: ShortWay,
): readonly Page[] => [
  homePage(chapters),
  ...chapters.map((chapter, k) =>
    chapterPage(chapter, {
      previous: neighbour(chapters[k - 1]) ?? HOME,
      next: neighbour(chapters[k + 1]),
      end: documentsOn(chapter.path),
      ...(way && { way }),
    }),
  ),
  contentsPage(chapters, way, shelves),
  ...shelves.map(shelfPage),
  ...companions,
  derivationsPage,
  glossaryPage,
  ...toolPages,
  ...teachPages,
];

/** All pages of the site. */
export const pages: readonly Page[] = tutorialPages(chapters, shortWay);
