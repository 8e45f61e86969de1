// Pages whose texts live in two Markdown files, one for each language: what is
// computed for them, and how they are listed, is given beside.
import { computed, group, heading, lede, title } from "../blocks/blocks.ts";
import type { Block, Page, Values, Written } from "../page.ts";
import { type Chapter, withContents } from "./chapter.ts";
import { type Made, readTexts, type Sources } from "./markdown-text.ts";
import type { Shelf } from "./shelf.ts";

interface Computed {
  /** What `:value[name]` stands for. */
  readonly values?: Values;
  /** What `::made[name]` stands for. */
  readonly made?: Made;
}

const written = <Made>(
  { en, zh }: Sources,
  again: () => Made,
): Written<Made> => ({ files: [en.file, zh.file], again });

interface Alone extends Sources, Computed {
  readonly path: string;
  readonly end?: readonly Block[];
  /** In a single column, without a table of contents. */
  readonly isColumn?: boolean;
}

/** A page alone: its opening, its sections. */
export function markdownPage(page: Alone): Page {
  const { path, values = {}, end = [], isColumn = false } = page;
  const texts = readTexts(page, page.made);
  const opening = [title(texts.title), lede(texts.lede), ...texts.above];
  const sections = texts.sections.map((it) =>
    group(it.id, heading(it.heading), ...it.blocks),
  );
  const body = isColumn
    ? computed(values, ...opening, ...sections, ...end)
    : withContents(opening, texts.sections, end);
  return {
    path,
    title: {
      en: `${texts.title.en} · posenc`,
      zh: `${texts.title.zh} · posenc`,
    },
    description: texts.description,
    ...(isColumn ? {} : { layout: "sections" }),
    body: [(outer) => body({ ...outer, values })],
    written: written(page, () => markdownPage(page)),
  };
}

type Listed = "path" | "values" | "answers" | "thumbnail";

/** A chapter; it has all that its files may have. */
export function markdownChapter(
  { en, zh }: Sources,
  chapter: Pick<Chapter, "number" | Listed> & Computed,
): Chapter {
  const { made, ...rest } = chapter;
  const { opening, above, second, recap, ...texts } = readTexts(
    { en, zh },
    made,
  );
  if (!opening?.puzzle || !second || above.length > 1 || !recap) {
    throw new Error(
      `${en.file}: a chapter has :::opening with a question, two paragraphs below, and :::recap`,
    );
  }
  const { puzzle } = opening;
  return {
    ...rest,
    ...texts,
    opening: { ...opening, puzzle },
    goals: second,
    recap,
    written: written({ en, zh }, () => markdownChapter({ en, zh }, chapter)),
  };
}

/** A page beside the chapters; `:::opening` there holds a figure alone. */
export function markdownShelf(
  { en, zh }: Sources,
  shelf: Pick<Shelf, Listed> & Computed,
): Shelf {
  const { made, ...rest } = shelf;
  const { opening, above, ...texts } = readTexts({ en, zh }, made);
  if (above.length > 0) {
    throw new Error(`${en.file}: one paragraph and a figure open such a page`);
  }
  return {
    ...rest,
    ...texts,
    ...(opening && { figure: opening.figure }),
    written: written({ en, zh }, () => markdownShelf({ en, zh }, shelf)),
  };
}
