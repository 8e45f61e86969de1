import { widget } from "../../blocks/blocks.ts";
import type { Chapter } from "../../pages/chapter.ts";
import { choiceSection, costSection, loudnessSection } from "./cost.ts";
import { adaptationSection, wholeLayerSection } from "./learned-layer.ts";
import { overflowSection, stretchSection } from "./length.ts";
import { rowsSection, trainSection, untrainedSection } from "./rows.ts";
import { learnedSection } from "./trained-rows.ts";

/** Chapter 6. */
export const learnedTables: Chapter = {
  number: 6,
  path: "learned-tables/",
  title: { en: "Learned tables", zh: "可学习的表" },
  lede: {
    en: "Give every position a row of numbers and let training fill it in. Nothing could be simpler, but it ends where the table ends.",
    zh: "给每个位置一行数，交给训练去填：再简单不过，也到表尾为止。",
  },
  opening: {
    puzzle: {
      en: "Why invent waves? Leave every position a row of numbers and let training fill it in. What becomes of positions it never saw?",
      zh: "何必费心去设计波？给每个位置留一行数，让训练去填。训练没见过的位置，会怎么样？",
    },
    ask: {
      en: "Train it. Which rows never move?",
      zh: "让步数往前走。哪些行训练从来碰不到？",
    },
    figure: widget("pe-train-table", "train", { step: "0" }),
  },
  description: {
    en: "Learned positional embeddings at work: train a table in your browser, see which rows are never updated, run past its end, stretch it, and count what it costs.",
    zh: "动手了解可学习位置编码：在浏览器里训练一张表，看哪些行从未更新，越过表尾会怎样，如何把表拉长，代价又是多少。",
  },
  thumbnail: { tag: "pe-train-table", panel: "now" },
  goals: [
    {
      en: "write a learned positional encoding in three lines, and say which rows a training step changes",
      zh: "用三行代码写出可学习位置编码，并说清一步训练会改变哪些行",
    },
    {
      en: "predict what is in a row that no training text was long enough for",
      zh: "判断没有一篇训练文本够得着的行里是什么",
    },
    {
      en: "name the ways to go past the end of a table, and what each one gives up",
      zh: "列举越过表尾的各种办法，以及各自付出的代价",
    },
    {
      en: "explain why stretched rows come out too short",
      zh: "解释拉长的表里，新的行为什么偏短",
    },
    {
      en: "work out parameters, memory and initial scale, and judge whether they matter",
      zh: "算出参数量、内存和初始尺度，并判断它们是否要紧",
    },
  ],
  answers: { loudness: "ratio" },
  sections: [
    rowsSection,
    trainSection,
    untrainedSection,
    learnedSection,
    wholeLayerSection,
    overflowSection,
    stretchSection,
    costSection,
    loudnessSection,
    adaptationSection,
    choiceSection,
  ],
  recap: [
    {
      en: "A learned table is an ordinary parameter of L × D numbers; a lookup is the whole method, and gradients flow into the rows that were looked up and into no others.",
      zh: "可学习的表就是普通参数，共 L × D 个数；方法只有查表一步，梯度只流入查到的行。",
    },
    {
      en: "A row beyond the longest training text keeps its initial noise, although the program accepts its position.",
      zh: "超出最长训练文本的行一直停在初始噪声上，尽管程序照样接受那个位置。",
    },
    {
      en: "Past its last row a table has no answer. An error, the default, misleads nobody; clamping, wrapping, cutting and stretching each change what positions mean.",
      zh: "最后一行之后，表没有答案。默认报错，至少不会骗人；重复末行、回绕、截断、拉长，都会改变位置的含义。",
    },
    {
      en: "Interpolation presumes that neighbouring rows are alike. Between unrelated rows it halves the squared length; even between sinusoidal ones it loses some.",
      zh: "插值的前提是相邻的行相像。两行若毫无关系，中点长度的平方会减半；即使是正弦表，也会损失一点。",
    },
    {
      en: "The cost is small, well below a percent of most models. The scale is not: a sinusoidal number is some 35 times as large as a fresh learned one.",
      zh: "代价很小，多数模型里远不到百分之一。尺度却不可小看：正弦表中的数约是可学习初值的 35 倍。",
    },
  ],
  onward: {
    en: "Computed or learned, a row helps only if it survives the meeting with the word. What becomes of it there is the subject of [chapter 7](~/putting-them-in/).",
    zh: "不管是算出来的还是学来的，位置行与词相遇之后还在，才有用处。相遇之后会怎样，见[第 7 章](~/putting-them-in/)。",
  },
};
