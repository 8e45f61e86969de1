import type { Chapter } from "../../pages/chapter.ts";
import { addSection } from "./fusion.ts";
import { overflowSection } from "./length.ts";
import { sizesSection } from "./model.ts";
import { rowsSection, untrainedSection } from "./rows.ts";
import { learnedSection, neighbourRows } from "./trained-rows.ts";

/** Chapter 4. */
export const learnedTables: Chapter = {
  number: 4,
  path: "learned-tables/",
  title: {
    en: "A table you learn, and how it gets in",
    zh: "学来的表，以及怎样放进模型",
  },
  lede: {
    en: "Give every position a row of numbers, let training fill it in, and add it to the word. Nothing could be simpler, but it ends where the table ends.",
    zh: "给每个位置一行数，交给训练去填，再加到词上：再简单不过，也到表尾为止。",
  },
  opening: {
    puzzle: {
      en: "Why invent waves? Leave every position a row of numbers, and let training fill it in.",
      zh: "何必费心设计波？给每个位置留一行数，让训练去填就是了。",
    },
    figure: neighbourRows,
  },
  description: {
    en: "Learned positional embeddings at work: train a table in your browser, see which rows are never updated, run past its end, stretch it, and count what it costs.",
    zh: "动手了解可学习位置编码：在浏览器里训练一张表，看哪些行从未更新，越过表尾会怎样，如何把表拉长，代价又是多少。",
  },
  thumbnail: { tag: "pe-fusion", panel: "sum" },
  answers: {
    "really-trained": "neighbour-rows",
    norms: "ratio-512",
    adding: "lost-word",
  },
  goals: {
    en: "You’ll be able to write a learned positional encoding in three lines, and predict what’s in a row no training text ever reached. And you’ll know what happens when the row is added to the word, and which of the two is louder.",
    zh: "读完本章，你能用三行代码写出可学习的位置编码，判断训练够不到的行里是什么；也知道把这一行加到词上会怎样，两者之中谁的声音更大。",
  },
  recap: [
    {
      en: "A learned table is an ordinary parameter; gradients reach the rows that were looked up and no others.",
      zh: "可学习的表就是普通参数；梯度只流入查到的行。",
    },
    {
      en: "A row beyond the longest training text keeps its initial noise, although the program accepts its position. Past its last row the table has no answer.",
      zh: "超出最长训练文本的行一直停在初始噪声上，尽管程序照样接受那个位置；最后一行之后，表没有答案。",
    },
    {
      en: "Adding loses next to nothing in many dimensions, but the larger part dominates: a sinusoidal row has norm √(d/2) whatever the word is.",
      zh: "维数一多，相加几乎不丢东西，但大的一方说了算：无论词是什么，正弦行的范数总是 √(d/2)。",
    },
  ],
  onward: {
    en: "Every row so far says *where* a word is. Most of what a reader needs is *how far* it is from another. [The next chapter](~/relative-positions/) puts that in directly. How a table is trained and stretched, and what else can be done with a sum, is on [a page of its own](~/putting-them-in/).",
    zh: "到现在为止，每一行说的都是词*在哪里*；读懂句子要的多半却是两个词*隔多远*。[下一章](~/relative-positions/)直接把距离放进去。表怎样训练、怎样拉长，相加之外还有什么办法，[另有一页](~/putting-them-in/)。",
  },
  sections: [
    learnedSection,
    rowsSection,
    untrainedSection,
    overflowSection,
    addSection,
    sizesSection,
  ],
};
