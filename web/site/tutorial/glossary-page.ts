// The glossary as a page of its own.

import { escapeHtml, type Lang } from "../../widgets/words/text.ts";
import { lede, title } from "../blocks/blocks.ts";
import { citation } from "../blocks/cite.ts";
import { anchor, inline } from "../blocks/inline.ts";
import type { Block, Context, Page, Term } from "../page.ts";
import { type Card, cards, categories } from "./glossary/cards.ts";
import { letters } from "./glossary/letters.ts";
import { glossary } from "./glossary.ts";

const MORE = { en: "More", zh: "详见教程" };
const RELATED = { en: "See also", zh: "参见" };

/** By pinyin or the alphabet; a sign of several readings by the one it has here. */
function sorted(lang: Lang): [id: string, term: Term][] {
  const order = new Intl.Collator(lang === "zh" ? "zh-CN-u-co-pinyin" : "en");
  const key = (id: string, { name }: Term): string => {
    const { reading } = cards[id] as Card;
    return lang === "zh" && reading ? reading + name.zh.slice(1) : name[lang];
  };
  return Object.entries(glossary).sort(([a, x], [b, y]) =>
    order.compare(key(a, x), key(b, y)),
  );
}

/** Kind, year and work, and what to read it with. */
function cardOf(id: string, context: Context): string {
  const { lang } = context;
  const { category, work, related } = cards[id] as Card;
  const links = related.map((other) => {
    const name = (glossary[other] as Term).name[lang];
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
const terms: Block = (context) => {
  const { lang } = context;
  const other = lang === "en" ? "zh" : "en";
  const items = sorted(lang).map(([id, { name, meaning, page }]) => {
    // Chapters that are to come are not named.
    const there = page && context.href(`~/${page}`);
    const more = there
      ? ` ${anchor(MORE[lang], `~/${page}`, context, "more-of-it")}`
      : "";
    // A name that both languages have is told once.
    const twin =
      name.en === name.zh
        ? ""
        : ` <span class="twin" lang="${other === "zh" ? "zh-CN" : "en"}">${name[other]}</span>`;
    return `<div id="${context.anchor(`term-${id}`)}" data-search="term"><dt>${inline(name, context)}${twin}</dt><dd>${inline(meaning, context)}${more} ${cardOf(id, context)}</dd></div>`;
  });
  return `<dl class="glossary">${items.join("")}</dl>`;
};

export const glossaryPage: Page = {
  path: "glossary/",
  title: { en: "Glossary · posenc", zh: "术语表 · posenc" },
  description: {
    en: "The words of positional encoding in English and Chinese, each with its meaning, category and related terms, and methods also with their papers.",
    zh: "位置编码术语的中英文对照，各附含义、类别与相关条目；方法类条目另附论文。",
  },
  body: [
    title({ en: "Glossary", zh: "术语表" }),
    lede({
      en: "The terms in both languages, each with its meaning and what to read next, and methods also with the work that introduced them. At the end: [what the letters stand for](#letters).",
      zh: "本教程术语的中英对照，各附含义、类别与相关条目；方法类条目另附出处。[各个字母代表什么](#letters)，见页末。",
    }),
    terms,
    letters,
  ],
};
