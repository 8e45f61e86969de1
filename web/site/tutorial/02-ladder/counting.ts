// What is demanded, and the two rungs that count.
import {
  definitions,
  more,
  paragraph,
  quiz,
  tryThis,
  widget,
} from "../../blocks/blocks.ts";
import { section } from "../../pages/chapter.ts";

export const demandsSection = section(
  "demands",
  { en: "Six demands", zh: "六项要求" },
  paragraph({
    en: "Every rung so far was praised for something and blamed for something else. Put together, that makes six things to ask of an encoding, each with a number that decides it. The same functions measure them on all eight rungs, so that none gets credit for something nobody has checked.",
    zh: "每一级都有长处，也都有短处。合起来，就是可以向一种编码提出的六项要求，每一项由一个数来判定。八级用同样的函数测量，没有核对过的优点一概不算。",
  }),
  more(
    "demand-list",
    {
      en: "The six demands, and what each measures",
      zh: "六项要求，以及各自测量什么",
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

export const indexSection = section(
  "index",
  { en: "Rung 1: count", zh: "第 1 级：数数" },
  paragraph({
    en: "How would you tell a network where a word is? Give position p the number p: a table with one row for each position and one number in each row. The rows are distinct and as smooth as can be, three places on is just 3 more, and there is always a next row. The trouble is their size: the numbers of a word’s embedding lie around 1, and next to position 5000 they are dust.",
    zh: "怎样告诉网络一个词在哪里？位置 p 就用数字 p 来表示：一张表，每个位置一行，每行一个数。各行互异，十分平滑，往后三个位置就是加三，永远有下一行。毛病出在大小上：词嵌入的各个数在 1 上下，放在位置 5000 旁边就微不足道了。",
  }),
  widget("pe-rung-index", "rung-index", { sync: "ladder" }),
  quiz("what-is-lost", {
    question: {
      en: "Can a network learn anything from the bare number?",
      zh: "光秃秃的序号，网络能从中学到东西吗？",
    },
    choices: [
      {
        text: {
          en: "Yes, all of it is there",
          zh: "能，信息全都在",
        },
        right: true,
        why: {
          en: "The trouble is its size beside the word, not a lack of content.",
          zh: "问题在于它与词相比太大，而不是没有内容。",
        },
      },
      {
        text: {
          en: "No, a bare number has no meaning",
          zh: "不能，数字本身没有语义",
        },
        why: {
          en: "It names the position completely. ALiBi (rung 7) uses plain distances and works well; it only puts them where size does no harm.",
          zh: "它完整地说明了位置。第 7 级的 ALiBi 直接用距离，效果很好，只是把它放在了大小不碍事的地方。",
        },
      },
    ],
  }),
  more(
    "index-norm",
    { en: "Could layer normalisation rescue it?", zh: "层归一化能补救吗？" },
    paragraph({
      en: "[Layer normalisation](term:layer-norm) does not help; it only decides which of the two gets lost. Add the index to all columns, and it is a constant shift, which the norm subtracts first of all. Keep it in a column of its own, and the norm divides everything by *its* size: now the word is gone.",
      zh: "[层归一化](term:layer-norm)救不了场，只是决定丢掉哪一个。把序号加到每一列，它就是一个常数平移，归一化一上来就把它减掉；让它单独占一列，归一化又会拿*它的*大小去除所有的数，这回消失的是词。",
    }),
  ),
);

export const normalizedSection = section(
  "normalized",
  { en: "Rung 2: count in shares", zh: "第 2 级：按比例" },
  paragraph({
    en: "If size is the trouble, divide by the last number: in a text of T words p/(T − 1) runs from 0 to 1. That mends the size and breaks the meaning. The fourth word is at 3/8 of a text of nine words and at 3/49 of one of fifty, {half} less; a model that has learned to look one step back must learn it anew for every length.",
    zh: "既然毛病在大小，那就除以最后一个编号：T 个词时，p/(T − 1) 从 0 走到 1。大小治好了，意义却丢了：第四个词在九个词的文本里位于 3/8，在五十个词的文本里却是 3/49，小了 {half}；模型就算学会了往前看一步，换个长度又得重学。",
  }),
  widget("pe-rung-normalized", "rung-normalized", { sync: "ladder" }),
  tryThis({
    en: "Set “Positions” in the figure to 16, then to 128, and watch the number of your position. A text that is still being written has no length yet. What would you divide by?",
    zh: "把图中的“位置个数”设为 16，再设为 128，看所选位置的数怎样变。正在生成的文本还没有长度：该除以几？",
  }),
);
