// The glossary as a page of its own.
import { lede, title } from "../site/blocks/blocks.ts";
import { anchor, inline } from "../site/blocks/inline.ts";
import type { Block, Page } from "../site/page.ts";
import { glossary } from "./glossary.ts";

const MORE = { en: "More", zh: "详见教程" };

/** Each term with its names in both languages; sorted as the reader would. */
const terms: Block = (context) => {
  const { lang } = context;
  const other = lang === "en" ? "zh" : "en";
  const order = new Intl.Collator(lang === "zh" ? "zh-CN-u-co-pinyin" : "en");
  const sorted = Object.entries(glossary).sort(([, a], [, b]) =>
    order.compare(a.name[lang], b.name[lang]),
  );
  const items = sorted.map(([id, { name, meaning, page }]) => {
    // Chapters that are to come are not named.
    const there = page && context.href(`~/${page}`);
    const more = there ? ` ${anchor(MORE[lang], `~/${page}`, context)}` : "";
    const twin = other === "zh" ? "zh-CN" : "en";
    return `<div id="${context.anchor(`term-${id}`)}" data-search="term"><dt>${inline(name, context)} <span class="twin" lang="${twin}">${name[other]}</span></dt><dd>${inline(meaning, context)}${more}</dd></div>`;
  });
  return `<dl class="glossary">${items.join("")}</dl>`;
};

export const glossaryPage: Page = {
  path: "glossary/",
  title: { en: "Glossary · posenc", zh: "术语表 · posenc" },
  description: {
    en: "The words of positional encoding in English and Chinese, each with its meaning in one line.",
    zh: "位置编码术语的中英文对照，各附一句话的解释。",
  },
  body: [
    title({ en: "Glossary", zh: "术语表" }),
    lede({
      en: "The words of the trade in both languages, each with its meaning in one line.",
      zh: "本教程术语的中英对照，各附一句话的解释。",
    }),
    terms,
  ],
};
