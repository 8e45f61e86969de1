// Sections on positions that read the text, on grids, and on judging designs.
import {
  displayFormula,
  list,
  more,
  paragraph,
  quiz,
  source,
  subsection,
  tryThis,
  widget,
} from "../../blocks/blocks.ts";
import { section } from "../../pages/chapter.ts";

export const readingSection = section(
  "reading",
  { en: "Positions that read", zh: "会读内容的位置" },
  subsection(
    "cope",
    { en: "Counting what matters", zh: "只数要紧的" },
    paragraph({
      en: "“Two sentences back” is not a number of tokens. CoPE (2024) lets attention count whatever it finds worth counting: every token before the query opens a gate, between 0 and 1, that depends on query and key, and the position of a key is the sum of all gates from there up to the query:",
      zh: "“两句话之前”换算不成词元数。CoPE（2024）让注意力自己决定数什么：查询之前的每个词元都有一扇门，开合在 0 与 1 之间，由查询和键决定；一个键的位置，就是从它到查询之间所有门的总和：",
    }),
    displayFormula(
      String.raw`p_{ij} = \sum_{m=j}^{i} \sigma\left(\frac{q_i \cdot k_m}{\sqrt{d}}\right)`,
    ),
    source("cope"),
    widget("pe-counted-positions", "counting"),
    more(
      "cope-gates",
      { en: "Gates set by hand", zh: "手工设定的门" },
      paragraph({
        en: "In a trained model the gates are learned; here they are set by hand, so that one can see what they do. With sharp gates at full stops, all tokens of a sentence share a position, and a head can attend to “the sentence before”. With a gate half open everywhere, σ(0) = ½, the count is half the number of tokens from the key to the query, both included. Fractional positions are read off the table between two rows.",
        zh: "训练好的模型里，门是学出来的；这里由我们手工设定，好看清它的作用。若只在句号处开门，同一句的词元就共享一个位置，一个头便能注意“上一句”。若所有的门都半开，σ(0) = ½，数出来的就是从键到查询（两端都算）词元数的一半。位置是小数时，取表中相邻两行之间的值。",
      }),
      tryThis({
        en: "Open the gates at every token. What have you got back, and why is it one more than the distance?",
        zh: "让每个词元都开门。得到的是什么？为什么比距离多 1？",
      }),
    ),
  ),
  subsection(
    "tupe",
    { en: "Keeping words and places apart", zh: "词归词，位置归位置" },
    paragraph({
      en: "When positions are added to words, a score has [four terms](~/putting-them-in/#four-terms), two of which multiply a word with a place. TUPE (2020) doubts that these mean anything, drops them, and gives the places projections of their own:",
      zh: "位置加到词上，分数就有[四项](~/putting-them-in/#four-terms)，其中两项是词与位置相乘。TUPE（2020）怀疑这两项有没有意义，干脆去掉，并给位置单独的投影：",
    }),
    displayFormula(
      String.raw`A_{ij} = \frac{(x_i W_Q)(x_j W_K)^\top + (p_i U_Q)(p_j U_K)^\top}{\sqrt{2d}}`,
    ),
    source("tupe"),
    more(
      "tupe-cls",
      { en: "The factor 2, and [CLS]", zh: "因子 2 与 [CLS]" },
      paragraph({
        en: "The factor 2 below the root makes up for adding two terms of equal size. And the token that is to sum up the text, [CLS], is taken out: its scores for positions are one constant, so that it does not begin by preferring the places near it.",
        zh: "根号下的 2，是为了抵消两项同样大小的分数相加。要概括全文的 [CLS] 则单独处理：它的位置分数是同一个常数，不会一上来就偏爱邻近的地方。",
      }),
      quiz("untied-spread", {
        question: {
          en: "There is one layer, and the positions of [CLS] are untied. What happens to the output of [CLS] when all other tokens are shuffled?",
          zh: "若只有一层，且 [CLS] 不计位置，把其余词元打乱，[CLS] 的输出会怎样？",
        },
        choices: [
          {
            text: { en: "It stays the same", zh: "不变" },
            right: true,
            why: {
              en: "A constant added to all scores leaves softmax alone, so what remains is content, a weighted mean without order.",
              zh: "所有分数加同一个常数，softmax 不受影响；剩下的只有内容，是不分次序的加权平均。",
            },
          },
          {
            text: { en: "It is shuffled too", zh: "也跟着打乱" },
            why: {
              en: "The output of one token has no order of tokens in it. That holds for the rows of all tokens together.",
              zh: "单个词元的输出里没有词元的次序可言；跟着打乱的是所有词元的输出排成的各行。",
            },
          },
          {
            text: { en: "It becomes noise", zh: "变成噪声" },
            why: {
              en: "Nothing is lost: the same words with the same weights.",
              zh: "什么也没丢：还是那些词，那些权重。",
            },
          },
        ],
      }),
    ),
  ),
);

export const gridsSection = section(
  "grids",
  { en: "Positions on a grid", zh: "网格上的位置" },
  paragraph({
    en: "An image has two axes. The simple way gives each of them its own columns: half of the vector says the row, half the column, each with sinusoids. Fourier features take a coordinate and send it through sines and cosines of chosen frequencies; *random* ones take waves that run across the grid in all directions. RoPE for images turns half of the columns by the row and half by the column; why it has to be so is [derived line by line](~/derivations/#plane).",
    zh: "图像有两个轴。简单的办法是各占一半的列：半个向量说行，半个说列，各用各的正弦。傅里叶特征把坐标送入一组选定频率的正弦与余弦；*随机*傅里叶特征则用朝各个方向穿过网格的波。图像上的 RoPE 一半列按行号转，一半按列号转；为什么只能如此，见[逐行推导](~/derivations/#plane)。",
  }),
  source("imageTransformer"),
  source("fourierFeatures"),
  widget("pe-grid-positions", "grid"),
  more(
    "grid-cross",
    { en: "A cross, or a round spot", zh: "十字，还是圆斑" },
    paragraph({
      en: "With separate axes the likeness is a sum of a part for the row and a part for the column. That draws a cross: cells far away in the same row keep half of their likeness. Random directions have no such favourites, and one number, the σ of the frequencies, sets how far likeness reaches. Tancik and others (2020) call it the bandwidth of the network’s kernel: it decides how fine a detail is learned.",
      zh: "分轴编码的相似度等于行的一份加列的一份，画出来是个十字：同一行里再远的格子，也保有一半的相似度。随机方向没有这种偏爱，只由一个数决定相似度能传多远，就是频率的 σ。Tancik 等人（2020）称之为网络核函数的带宽：它决定网络能学到多细。",
    }),
    tryThis({
      en: "Take random features and raise the width from 16 to 256. What becomes of the speckles far away, and why?",
      zh: "用随机特征，把维数从 16 加到 256。远处的斑点怎样了，为什么？",
    }),
  ),
);

export const judgeSection = section(
  "judging",
  { en: "Judging a new design", zh: "怎样评判新设计" },
  paragraph({
    en: "Which of all these is best? “It depends on the task” is true, but more can be said. Four questions need no training at all, and the figures of this chapter have answered each of them at least once:",
    zh: "这么多设计，哪个最好？“要看任务”，这话不错，但还可以多问几句。有四个问题根本不用训练就能回答，本章的图都至少答过一次：",
  }),
  list(
    [
      {
        en: "Are all rows different, in the number format that is used? (logarithms, two digits)",
        zh: "在实际所用的数值格式下，各行是否都不同？（对数、两位数）",
      },
      {
        en: "Does a shift look the same everywhere? (disturbance, grids)",
        zh: "平移是否处处一样？（扰动、网格）",
      },
      {
        en: "What does it do at a length that training never saw? (biases, FIRE)",
        zh: "遇到训练时没见过的长度会怎样？（各种偏置、FIRE）",
      },
      {
        en: "Where does it get the position from at all? (padding, gates)",
        zh: "它到底从哪里得知位置？（补零、门控）",
      },
    ],
    "ol",
  ),
  paragraph({
    en: "The fifth question, what a model makes of it, takes an experiment with task, baseline and metric. A percentage without these three is no answer; the 30% of [the first section](#layers) is such a percentage. [Chapter 7](~/long-context/) measures, [chapter 8](~/choosing/) compares.",
    zh: "第五个问题是模型拿它能做什么，这要靠实验，有任务、有基线、有指标。缺了这三样的百分数不算答案，[第一节](#layers)里的 30% 就是例子。[第 7 章](~/long-context/)做测量，[第 8 章](~/choosing/)做比较。",
  }),
);
