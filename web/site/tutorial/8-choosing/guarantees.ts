// The section on what each encoding guarantees before anything is learned.
import { definitions, more, paragraph, widget } from "../../blocks/blocks.ts";
import { section } from "../../pages/chapter.ts";

export const guaranteesSection = section(
  "guarantees",
  { en: "What each one guarantees", zh: "各自保证了什么" },
  paragraph({
    en: "You’ve met eight encodings, each praised for one thing and blamed for another. That makes six questions to ask of any of them, and the same functions answer them for all eight, with a number each. Read the table by columns: *smooth* and *linear* separate formulas from digits and from random rows, and *offsets* separates what is added to words from what acts in the scores.",
    zh: "前面见过八种编码，各有长处，也各有短处。合起来就是可以向任何编码提出的六个问题，八种用同样的函数来答，每个答案是一个数。不妨按列来读：“平滑”和“线性”把公式同二进制位、随机的行分开，“偏移”把加到词上的同作用于分数的分开。",
  }),
  widget("pe-ladder", "ladder"),
  paragraph({
    en: "More marks don’t make a better encoding. BERT has a learned table, BLOOM has ALiBi, and both are good models: training makes up for much. The table shows what each design guarantees before anything is learned.",
    zh: "勾多并不等于好。BERT 用可学习的表，BLOOM 用 ALiBi，都是好模型：训练能弥补许多。这张表说明的，是每种设计在学习之前能保证什么。",
  }),
  more(
    "demands",
    {
      en: "The six questions, and what each measures",
      zh: "六个问题，以及各自测量什么",
    },
    definitions([
      [
        { en: "Distinct", zh: "互异" },
        {
          en: "No two positions have the same row. The word *encoding* promises this; the definition of an [absolute encoding](term:absolute-encoding) does not.",
          zh: "任何两个位置的行都不相同。这是“编码”一词应有之义，[绝对位置编码](term:absolute-encoding)的定义却没有这样要求。",
        },
      ],
      [
        { en: "Bounded", zh: "有界" },
        {
          en: "No number exceeds 1, however long the text; networks cope badly with inputs of very different sizes.",
          zh: "文本再长，数值也不超过 1；输入大小悬殊，网络很难应付。",
        },
      ],
      [
        { en: "Smooth", zh: "平滑" },
        {
          en: "Neighbours have similar rows: no step is longer than half the mean distance of two rows.",
          zh: "相邻的行相似：任何一步都不超过两行平均距离的一半。",
        },
      ],
      [
        { en: "Linear", zh: "线性" },
        {
          en: "One matrix, plus a constant, takes every row to the row three positions later. A layer can then look “three words back” in the same way everywhere.",
          zh: "同一个矩阵（加一个常数）能把每一行都向后平移三个位置。这样，一层网络在任何位置都能用同样的方法看“往前第三个词”。",
        },
      ],
      [
        { en: "Offsets", zh: "偏移" },
        {
          en: "Put the same word everywhere, and its [attention scores](term:attention-score), taken through random projections, depend on the [offset](term:offset) alone.",
          zh: "处处放上同一个词，经过随机投影后，它的[注意力分数](term:attention-score)只取决于[偏移](term:offset)。",
        },
      ],
      [
        { en: "Beyond", zh: "可延伸" },
        {
          en: "Positions past the length that the table was made for have rows too, and the earlier rows stay as they were.",
          zh: "超出制表时的长度，仍有行可用，而且原有的行不变。",
        },
      ],
    ]),
    paragraph({
      en: "The three goals usually given for sinusoids (unique, relative, extrapolating) are the first, the fifth and the last of these. The thresholds are ours; each is printed beside its number, and you may disagree with it.",
      zh: "人们为正弦编码列出的三个目标（唯一、相对、可外推），对应其中的第一、第五和第六项。阈值是我们定的，写在每个数旁边，你尽可以有不同意见。",
    }),
  ),
);
