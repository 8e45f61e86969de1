// The two steps that make a vector for each position.
import { guess, more, paragraph, source, widget } from "../../blocks/blocks.ts";
import { section } from "../../pages/chapter.ts";

export const binarySection = section(
  "binary",
  { en: "Third try: many small digits", zh: "第三步：拆成许多位" },
  paragraph({
    en: "So do not divide: write the number in digits. In binary each column holds 0 or 1, and five columns count from 0 to 31. Here is the idea behind all that follows: *several columns of different speeds*. The last flips at every step, the first once in the whole text.",
    zh: "那就不除，改写成一位一位的数字。二进制的每一列只有 0 和 1，五列就能从 0 数到 31。后面一切方法的想法在这里出现了：*用快慢不同的几列*，最后一列每步都翻转，第一列在整个文本里只翻转一次。",
  }),
  widget("pe-rung-binary", "rung-binary", { sync: "ladder" }),
  paragraph({
    en: "But neighbours are strangers. In a table of 32 positions all five digits flip from 15 to 16: no two rows are farther apart ({flips} times the mean distance). And with a fixed number of digits, counting ends.",
    zh: "但邻居成了陌生人。表有 32 个位置时，从 15 到 16，五位全部翻转：没有哪两行相距更远（平均距离的 {flips} 倍）。位数一旦定下，数到头就没有了。",
  }),
  more(
    "binary-shift",
    {
      en: "A third fault: no rule leads from a row to the one three places on",
      zh: "第三个缺点：没有一条规则能从一行得出三个位置之后的那一行",
    },
    paragraph({
      en: "A layer should be able to look “three words back” in the same way everywhere. It can if one and the same matrix turns every row into the row three places on. For binary digits there is no such matrix, because a carry depends on all lower digits at once.",
      zh: "我们希望一层网络在任何位置都能用同样的方法看“往前第三个词”。只要有一个矩阵，能把每一行都变成三个位置之后的那一行，就办得到。二进制位却没有这样的矩阵，因为进位要看所有更低的位。",
    }),
  ),
  guess("flip", {
    question: {
      en: "How many of seven digits flip between positions 63 and 64?",
      zh: "七位二进制，从位置 63 到 64，有几位翻转？",
    },
    check: "ladder/flips-63",
    tolerance: 0.01,
    why: {
      en: "{value}: `0111111` becomes `1000000`. Lengthen the figure above to 128 positions and look for the row.",
      zh: "{value} 位：`0111111` 变成 `1000000`。把上图加长到 128 个位置，找找这一行。",
    },
  }),
);

export const sinusoidalSection = section(
  "sinusoidal",
  { en: "Fourth try: digits that glide", zh: "第四步：会滑动的数位" },
  paragraph({
    en: "Round the corners off. Where a binary column jumps, let a wave glide between −1 and 1; give each speed a sine and a cosine; let the speeds fall by the same ratio from pair to pair. This is the [sinusoidal encoding](term:sinusoidal-encoding) of the first Transformer, and [chapter 3](~/sinusoids/) takes it apart.",
    zh: "把棱角磨圆。二进制的一列是跳的，就让波在 −1 和 1 之间滑；每种快慢配一个正弦、一个余弦；从一对到下一对，转速按同样的比值递减。这就是最早的 Transformer 所用的[正弦位置编码](term:sinusoidal-encoding)，[第 3 章](~/sinusoids/)会把它拆开细看。",
  }),
  widget("pe-rung-sinusoidal", "rung-sinusoidal", { sync: "ladder" }),
  source("vaswani", { en: "section 3.5", zh: "第 3.5 节" }),
  more(
    "four-reasons",
    {
      en: "The four reasons that are usually given, with their numbers",
      zh: "常说的四条理由，及其数值",
    },
    paragraph({
      en: "They can now be read off. *Unique*: all rows differ. Mind the width, though: with a single pair, 5000 positions leave only {narrow} different rows in float16, with eight pairs {wide}. *Smooth*: the largest step is {alike} of the mean distance. *Linear*: three positions on is one and the same rotation everywhere, and nothing is left over. *Extrapolating*: rows exist at every position.",
      zh: "现在都能直接读出来。*唯一*：各行互不相同；不过要看维数，只有一对时，5000 个位置存成 float16 只剩 {narrow} 个不同的行，有八对时则有 {wide} 个。*平滑*：最大的一步是平均距离的 {alike} 倍。*线性*：向后平移三个位置处处是同一个旋转，没有剩余。*外推*：任何位置都有行。",
    }),
  ),
  paragraph({
    en: "Two things are still missing. Rows past the table exist, but {unseen} of their numbers lie outside the range of the first 32 positions, so a model trained there has never met them. And the distance between two words is *in* the rows without being *visible* in the scores: with untrained weights, distance explains only {explained} of the variation in the scores.",
    zh: "还有两处不足。表外的行虽然存在，但其中 {unseen} 的数超出了前 32 个位置的取值范围，在那里训练的模型从没见过。其次，两个词的距离*藏在*行里，却没有*显现*在分数里：权重未经训练时，距离只能解释分数变化的 {explained}。",
  }),
);
