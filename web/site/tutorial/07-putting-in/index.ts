import { widget } from "../../blocks/blocks.ts";
import type { Chapter } from "../../pages/chapter.ts";
import { addSection, joinSection, termsSection } from "./fusion.ts";
import {
  elsewhereSection,
  offsetSection,
  sizesSection,
  stacksSection,
} from "./model.ts";
import { trainedSumSection } from "./trained-sum.ts";
import { modelsSection } from "./whole-models.ts";

/** Chapter 7. */
export const puttingIn: Chapter = {
  number: 7,
  path: "putting-them-in/",
  title: { en: "Putting them in", zh: "把位置放进模型" },
  lede: {
    en: "A table of positions is of no use until it meets the words. Most models add it. What that does to the scores, to the sizes and to decoding is worth following number by number.",
    zh: "位置表要与词结合起来才有用。多数模型直接相加；相加之后，分数、大小和逐步解码会怎样，值得逐个数字地看清楚。",
  },
  opening: {
    puzzle: {
      en: "A word is a list of numbers, and so is its place. Add the two lists, and only their sum is left. Is the word lost in it?",
      zh: "词是一列数，位置也是一列数。两列相加，剩下的只有和。词是不是就丢了？",
    },
    figure: widget("pe-fusion", "adding"),
  },
  description: {
    en: "Adding and concatenating positional encodings, the four terms of an attention score, the factor √d, a running encoder and decoder, and the offset in decoding.",
    zh: "位置编码的相加与拼接、注意力分数的四项、√d 因子、当场运行的编码器与解码器，以及逐步解码时的偏移。",
  },
  thumbnail: { tag: "pe-logit-terms", panel: "bars" },
  goals: [
    {
      en: "add and join a word vector and a position row by hand, and say which shapes fit",
      zh: "手算词向量与位置行的相加和拼接，并说清形状怎样才匹配",
    },
    {
      en: "explain why joining, after one linear layer, is adding again",
      zh: "解释为什么拼接之后只要过一个线性层，就又成了相加",
    },
    {
      en: "split an attention score into its four terms and find the one that knows about distance",
      zh: "把注意力分数拆成四项，找出知道距离的那一项",
    },
    {
      en: "say what the factor √d does, and what happens without it",
      zh: "说明 √d 因子的作用，以及没有它会怎样",
    },
    {
      en: "recognise a wrong offset in step-by-step decoding, which raises no error",
      zh: "识别逐步解码中不会报错的偏移错误",
    },
  ],
  answers: { adding: "lost-word", norms: "ratio-512" },
  sections: [
    addSection,
    joinSection,
    termsSection,
    trainedSumSection,
    sizesSection,
    stacksSection,
    modelsSection,
    offsetSection,
    elsewhereSection,
  ],
  recap: [
    {
      en: "Adding needs equal widths and changes no shape; joining takes any widths and makes everything after it wider.",
      zh: "相加要求宽度相同，不改变任何形状；拼接不限宽度，但后面的一切都要加宽。",
    },
    {
      en: "After one linear layer both are W₁x + W₂p; adding means W₁ = W₂.",
      zh: "过一个线性层之后，两者都是 W₁x + W₂p；相加就是 W₁ = W₂ 的情形。",
    },
    {
      en: "A score of sums has four terms. Relative position sits in one of them, seen through learned matrices.",
      zh: "两个和相乘，分数就有四项。相对位置只在其中一项里，还隔着训练得到的矩阵。",
    },
    {
      en: "Position rows have norm √(d/2) whatever the words are; the factor √d brings word vectors up to them.",
      zh: "无论词是什么，位置行的范数总是 √(d/2)；√d 因子把词向量放大到与之相当。",
    },
    {
      en: "When you decode with a cache, keep counting: the offset is part of the input, and a wrong one fails silently.",
      zh: "带缓存解码时，位置要接着数下去：偏移也是输入，给错了不会报错。",
    },
  ],
  onward: {
    en: "One of four terms knows the distance, and sees it through matrices that serve the words too. Why not give the distance a term of its own? [Chapter 8](~/relative-positions/) does.",
    zh: "四项之中只有一项知道距离，还得隔着同时为词服务的矩阵去看。何不让距离自成一项？[第 8 章](~/relative-positions/)就这么做。",
  },
};
