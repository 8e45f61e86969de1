// The glossary as a page of its own.

import { escapeHtml, type Lang } from "../../widgets/words/text.ts";
import { citation } from "../blocks/cite.ts";
import { anchor, inline } from "../blocks/inline.ts";
import type { Block, Context, Page, Term, Words } from "../page.ts";
import { markdownPage } from "../pages/markdown-page.ts";
import { readEntries } from "../pages/markdown-text.ts";
import { type Card, cards, categories } from "./glossary/cards.ts";
import { textsOf } from "./texts.ts";

type Terms = NonNullable<Page["terms"]>;

const TERMS = textsOf("glossary/terms");

const MORE = { en: "More", zh: "详见教程" };
const RELATED = { en: "See also", zh: "参见" };

function cardOf(id: string): Card {
  const card = cards[id];
  if (!card) throw new Error(`glossary/cards.ts has no card of ${id}`);
  return card;
}

/** By pinyin or the alphabet; a sign of several readings by the one it has here. */
function sorted(terms: Terms, lang: Lang): [id: string, term: Term][] {
  const order = new Intl.Collator(lang === "zh" ? "zh-CN-u-co-pinyin" : "en");
  const key = (id: string, { name }: Term): string => {
    const { reading } = cardOf(id);
    return lang === "zh" && reading ? reading + name.zh.slice(1) : name[lang];
  };
  return Object.entries(terms).sort(([a, x], [b, y]) =>
    order.compare(key(a, x), key(b, y)),
  );
}

/** Kind, year and work, and what to read it with. */
function origin(terms: Terms, id: string, context: Context): string {
  const { lang } = context;
  const { category, work, related } = cardOf(id);
  const links = related.map((other) => {
    const name = (terms[other] as Term).name[lang];
    return `<a href="#term-${other}">${escapeHtml(name)}</a>`;
  });
  const [comma, colon, stop] =
    lang === "zh" ? ["、", "：", "。"] : [", ", ": ", ". "];
  const kind = categories[category][lang];
  const parts = [
    kind.charAt(0).toUpperCase() + kind.slice(1),
    ...(work ? [citation(work, context)] : []),
    `${RELATED[lang]}${colon}${links.join(comma)}`,
  ];
  return `<span class="origin">${parts.join(stop)}${stop.trim()}</span>`;
}

/** Each term with its names in both languages; sorted as the reader would. */
const list =
  (terms: Terms): Block =>
  (context) => {
    const { lang } = context;
    const other = lang === "en" ? "zh" : "en";
    const items = sorted(terms, lang).map(([id, { name, meaning }]) => {
      const { page } = cardOf(id);
      // Chapters that are to come are not named.
      const more = context.href(`~/${page}`)
        ? ` ${anchor(MORE[lang], `~/${page}`, context, "more-of-it")}`
        : "";
      // A name that both languages have is told once.
      const twin =
        name.en === name.zh
          ? ""
          : ` <span class="twin" lang="${other === "zh" ? "zh-CN" : "en"}">${name[other]}</span>`;
      return `<div id="${context.anchor(`term-${id}`)}" data-search="term"><dt>${inline(name, context)}${twin}</dt><dd>${inline(meaning, context)}${more} ${origin(terms, id, context)}</dd></div>`;
    });
    return `<dl class="glossary">${items.join("")}</dl>`;
  };

/** The page as its texts are now. */
function read(): Page {
  const terms = Object.fromEntries(
    readEntries(TERMS, 1).map(({ id, name, words: [meaning] }) => [
      id,
      { name, meaning: meaning as Words },
    ]),
  );
  const page = markdownPage({
    ...textsOf("glossary/glossary"),
    path: "glossary/",
    isColumn: true,
    made: { terms: list(terms) },
  });
  const { files = [] } = page.written ?? {};
  const own = [TERMS.en.file, TERMS.zh.file];
  return {
    ...page,
    terms,
    written: { files: [...files, ...own], again: read },
  };
}

export const glossaryPage: Page = read();
