// Sections on the hands, the formula and the circle.
import {
  aside,
  displayFormula,
  more,
  paragraph,
  quiz,
  source,
  tryThis,
  widget,
} from "../../blocks/blocks.ts";
import { sectionOf } from "../../blocks/notes.ts";
import { section } from "../../pages/chapter.ts";

export const clockSection = section(
  "hands",
  { en: "Hands of a clock", zh: "钟表的指针" },
  paragraph({
    en: "A number that grows without end drowns the word, and digits make strangers of neighbours ([chapter 2](~/ladder/)). A clock avoids both. No hand ever leaves its dial, none of them jumps, and yet three together name every second of half a day.",
    zh: "一个无限增大的数会淹没词，一位一位的数字又让邻居成了陌生人（[第 2 章](~/ladder/)）。钟表两样都避开了：没有一根针会走出表盘，也没有一根针会跳，三根合起来却能说清半天之内的每一秒。",
  }),
  paragraph({
    en: "The [sinusoidal encoding](term:sinusoidal-encoding) of the first Transformer is such a clock, with the position in place of the time. A vector of width [d](link:dModel) holds d/2 hands, and each hand is written down as two numbers: how far its tip points to the right, and how far up. The first hand is fast, and every further one is slower by the same ratio.",
    zh: "最早的 Transformer 所用的[正弦位置编码](term:sinusoidal-encoding)就是这样一座钟，只是把时刻换成了词的位置。[d](link:dModel) 维的向量里有 d/2 根指针，每根针用两个数记下：针尖偏右多少，偏上多少。第一根走得最快，往后一根比一根慢，相邻两根的转速之比处处相同。",
  }),
  source("vaswani", sectionOf("3.5")),
  more(
    "wall-clock",
    {
      en: "How it differs from the clock on the wall",
      zh: "它与墙上的钟有何不同",
    },
    paragraph({
      en: "Two things differ. The hands of a clock have the ratios 60 and 12, those of the encoding one ratio throughout. And a second moves the second hand by a sixtieth of a turn, while a position moves the first hand of the encoding by one [radian](term:radian), a little less than a sixth of a turn. As π is transcendental, no hand ever stands exactly where it stood at an earlier position.",
      zh: "有两点不同。钟的相邻两根针转速之比是 60 和 12，编码则处处是同一个比值。一秒让秒针走六十分之一圈；一个位置让编码的第一根针走一[弧度](term:radian)，比六分之一圈略少。由于 π 是超越数，任何一根针都不会精确回到它在先前某个位置的指向。",
    }),
    tryThis(
      {
        en: "Set d to 4. Two hands are left: after how many positions are both almost where they began?",
        zh: "把 d 设为 4，只剩两根针：过多少个位置，两根针才同时差不多回到起点？",
      },
      {
        en: "Set the base to 2. Why do all hands now move at similar speeds?",
        zh: "把底数设为 2。为什么所有的针变得快慢相近了？",
      },
    ),
  ),
);

export const formulaSection = section(
  "formula",
  { en: "The formula, number by number", zh: "逐项拆解公式" },
  paragraph({
    en: "A dial can be looked at; a network needs numbers. Let [p](link:pos) be the position, counted from 0, and let [i](link:pair) number the pairs of dimensions from 0 to d/2 − 1:",
    zh: "表盘可以看，网络要的却是数。设位置为 [p](link:pos)，从 0 数起；[i](link:pair) 是维度对的编号，从 0 到 d/2 − 1：",
  }),
  displayFormula(
    String.raw`\begin{aligned} P(\link{pos}{p}, 2\link{pair}{i}) &= \sin(\link{pos}{p} / \link{base}{10000}^{2\link{pair}{i}/\link{dModel}{d}}) \\ P(\link{pos}{p}, 2\link{pair}{i}+1) &= \cos(\link{pos}{p} / \link{base}{10000}^{2\link{pair}{i}/\link{dModel}{d}}) \end{aligned}`,
  ),
  paragraph({
    en: "Divide the position by a *timescale*, and you have an angle; its sine and its cosine are two neighbouring numbers of the vector. The timescale is 1 for the first pair and grows to almost [10000](link:base) for the last. Mind the letter *i*: here it counts pairs. Many texts count single dimensions with it, which moves the factor 2 and is the most common source of wrong tables.",
    zh: "把位置除以一个“时间尺度”，得到一个角度；角度的正弦和余弦，就是向量里相邻的两个数。第一对的时间尺度是 1，最后一对接近 [10000](link:base)。要留意字母 *i*：这里它给“对”编号。不少文章用它给单个维度编号，因子 2 的位置就不同了，算错表多半错在这里。",
  }),
  widget("pe-formula", "formula-by-number"),
  aside({
    en: "Position 0 is not a row of zeros: sin 0 = 0 but cos 0 = 1, so it reads 0, 1, 0, 1 … Printed tables often get this row wrong. Document 2 has zeros there; document 3 has four numbers that begin like position 1 and belong to no row.",
    zh: "位置 0 的行并不全是零：sin 0 = 0，但 cos 0 = 1，所以是 0, 1, 0, 1……印出来的表常在这一行出错：文档 2 把它印成了全零；文档 3 印的四个数，开头像位置 1，却不属于任何一行。",
  }),
  more(
    "formula-check",
    { en: "Check yourself", zh: "自测" },
    quiz("why-divide", {
      question: {
        en: "In pair 3 of a table of width 64 the timescale is about 2.37. What does a base of 100 in place of 10000 change?",
        zh: "64 维的表中，第 3 对的时间尺度约为 2.37。底数从 10000 换成 100，会怎样？",
      },
      choices: [
        {
          text: {
            en: "The timescale falls; the hand turns faster",
            zh: "时间尺度变小，指针转得更快",
          },
          right: true,
          why: {
            en: "The exponent 6/64 stays, and 100^{6/64} is smaller than 10000^{6/64}: it is its square root. The position is divided by less, so the angle is larger.",
            zh: "指数 6/64 不变，而 100^{6/64} 比 10000^{6/64} 小，正好是它的平方根。除数变小，角度就变大。",
          },
        },
        {
          text: {
            en: "The timescale grows; the hand turns more slowly",
            zh: "时间尺度变大，指针转得更慢",
          },
          why: {
            en: "It is the other way round: the base is what the position is divided by, raised to a power. Change the base in the figure above.",
            zh: "恰好相反：位置要除以底数的幂。在上图里改一改底数就能看到。",
          },
        },
        {
          text: {
            en: "Nothing in this pair, only in the last one",
            zh: "这一对不变，只有最后一对会变",
          },
          why: {
            en: "Only pair 0 stays as it is, because every base to the power 0 is 1. All others change.",
            zh: "只有第 0 对不变，因为任何底数的 0 次方都是 1；其余各对都会变。",
          },
        },
      ],
    }),
  ),
);

export const circleSection = section(
  "pairs",
  { en: "Why sine and cosine", zh: "为什么正弦、余弦成对" },
  paragraph({
    en: "Knowing how far a hand points to the right leaves two places open: on its way up and on its way down it passes the same sine. The cosine settles which of the two it is. Together they are a point on a circle, and that has a further benefit: moving on by k positions turns the circle by an angle that depends on k alone. [More on waves](~/what-waves-can-do/) builds on this.",
    zh: "只知道针尖偏右多少，还剩下两种可能：上行和下行途中会经过同一个正弦值。余弦能定下是哪一处。两者合起来就是圆上的一点，而且还有一个好处：向后平移 k 个位置，只是把这个圆转过一个角度，角度只取决于 k。[再谈正弦波](~/what-waves-can-do/)正是从这里出发。",
  }),
  widget("pe-circle", "circle"),
  more(
    "side-by-side",
    { en: "Side by side, or in two halves?", zh: "相邻摆放，还是分成两半？" },
    paragraph({
      en: "Placing them next to each other, sine in the even columns and cosine in the odd ones, is a matter of taste. The authors’ own program, tensor2tensor, puts all sines first and all cosines after them. Neither order makes neighbouring columns similar: over whole turns sine and cosine of one pair are uncorrelated. Only pairs that are too slow to complete a turn correlate, as the figure shows for pair 255.",
      zh: "正弦放偶数列、余弦放奇数列，彼此相邻，这只是一种习惯。论文作者自己的程序 tensor2tensor 就把正弦全放在前面、余弦全放在后面。哪种排布都不会让相邻的列变得相似：在整圈的范围内，同一对的正弦与余弦互不相关。只有慢到走不满一圈的对才相关，比如图中的第 255 对。",
    }),
  ),
  quiz("why-pair", {
    question: {
      en: "What would be lost if the table held only the sines?",
      zh: "假如表里只留正弦，会失去什么？",
    },
    choices: [
      {
        text: {
          en: "A shift by k would no longer be a linear map of the row",
          zh: "平移 k 个位置不再是对该行的线性变换",
        },
        right: true,
        why: {
          en: "$\\sin(a + b) = \\sin a \\cos b + \\cos a \\sin b$ needs the cosine of the old position. Without it no matrix can produce the shifted row.",
          zh: "$\\sin(a + b) = \\sin a \\cos b + \\cos a \\sin b$ 里要用到原位置的余弦。没有它，任何矩阵都变不出平移后的那一行。",
        },
      },
      {
        text: {
          en: "Two different positions would have the same row",
          zh: "会有两个不同的位置取同一行",
        },
        why: {
          en: "Not in exact arithmetic: the sines alone of several speeds still differ. They would only be easier to confuse.",
          zh: "在精确算术下不会：几种转速的正弦合起来仍各不相同，只是更容易混淆。",
        },
      },
      {
        text: {
          en: "The values would no longer stay between −1 and 1",
          zh: "数值不再限于 −1 到 1 之间",
        },
        why: {
          en: "Every sine is between −1 and 1, with or without its cosine.",
          zh: "不论有没有余弦，正弦都在 −1 到 1 之间。",
        },
      },
    ],
  }),
);
