import { group, heading } from "../blocks/blocks.ts";
import type { Page } from "../page.ts";
import type { Chapter } from "../pages/chapter.ts";
import { chapterList } from "./contents.ts";
import { card, files, story } from "./story.ts";

const ALL = { en: "The chapters", zh: "各章" };

export const homePage = (chapters: readonly Chapter[]): Page => ({
  path: "",
  begins: "story",
  card,
  title: {
    en: "posenc: positional encodings of Transformers",
    zh: "posenc：Transformer 的位置编码",
  },
  description: {
    en: "Dog bites man, man bites dog: a three-minute story of how a Transformer learns to tell them apart, with small models that answer in your browser.",
    zh: "狗咬人，人咬狗：三分钟的故事，讲 Transformer 怎样学会分清它们，小模型就在你的浏览器里作答。",
  },
  body: [story(), group("chapters", heading(ALL), chapterList(chapters))],
  written: { files, again: () => homePage(chapters) },
});
