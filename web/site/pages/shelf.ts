// A page of reference beside the chapters: sections that one looks up.
import { lede, title } from "../blocks/blocks.ts";
import type { Block, Page, Written } from "../page.ts";
import { type Chapter, rewritten, withContents } from "./chapter.ts";

/** What such a page has in common with a chapter, and a figure on top. */
export interface Shelf
  extends Pick<
    Chapter,
    | "path"
    | "title"
    | "lede"
    | "description"
    | "sections"
    | "values"
    | "answers"
    | "thumbnail"
  > {
  readonly figure?: Block;
  readonly written?: Written<Shelf>;
}

/** The page; its sections stand in the order they were given in. */
export function shelfPage(shelf: Shelf): Page {
  const { path, figure, values = {}, answers = {} } = shelf;
  const opening: readonly Block[] = [
    title(shelf.title),
    lede(shelf.lede),
    ...(figure
      ? [
          ((context) =>
            `<section id="start">${figure({ ...context, place: context.anchor("start") })}</section>`) satisfies Block,
        ]
      : []),
  ];
  return {
    path,
    title: {
      en: `${shelf.title.en} · posenc`,
      zh: `${shelf.title.zh} · posenc`,
    },
    description: shelf.description,
    layout: "sections",
    body: [
      (outer) =>
        withContents(opening, shelf.sections)({ ...outer, values, answers }),
    ],
    ...(shelf.thumbnail ? { thumbnail: shelf.thumbnail } : {}),
    ...rewritten(shelf, shelfPage),
  };
}
