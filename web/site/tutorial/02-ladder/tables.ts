// The rungs that make a vector for each position.
import {
  aside,
  guess,
  more,
  paragraph,
  source,
  widget,
} from "../../blocks/blocks.ts";
import { section } from "../../pages/chapter.ts";

export const binarySection = section(
  "binary",
  { en: "Rung 3: many small digits", zh: "第 3 级：拆成许多位" },
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
  { en: "Rung 4: digits that glide", zh: "第 4 级：会滑动的数位" },
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
    en: "Two things are still amiss. Rows past the table exist, but {unseen} of their numbers lie outside the range of the first 32 positions: a model trained there has never met them. And the distance of two words is *in* the rows without being *visible* in the scores. Seen through weights that were not trained for it, {mixed} of what the scores vary by is something else.",
    zh: "还有两处不足。表外的行虽然存在，但其中 {unseen} 的数超出了前 32 个位置的取值范围，在那里训练的模型从没见过。其次，两个词的距离*藏在*行里，却没有*显现*在分数里：权重没有为此训练过时，分数变化的 {mixed} 取决于别的东西。",
  }),
);

export const learnedSection = section(
  "learned",
  { en: "Rung 5: let it learn", zh: "第 5 级：让它自己学" },
  paragraph({
    en: "Why design rows at all? Give every position random numbers and let training move them where they are useful. ConvS2S did so a month before the Transformer; the authors of the Transformer tried both, found them nearly equal, and kept the waves. GPT and BERT chose the [learned table](term:learned-encoding). But a table ends: ask one of 32 rows for position 32, and the answer is an error.",
    zh: "何必费心设计？给每个位置一些随机数，让训练把它们挪到合适的地方就是了。ConvS2S 早 Transformer 一个月就这么做了；Transformer 的作者两种都试过，结果相差无几，最后留下了波；GPT 和 BERT 则选了[可学习的表](term:learned-encoding)。但表总有尽头：向 32 行的表要位置 32，得到的是报错。",
  }),
  widget("pe-rung-learned", "rung-learned", { sync: "ladder" }),
  source("vaswani", { en: "table 3, row E", zh: "表 3 第 (E) 行" }),
  source("convs2s"),
  more(
    "learned-promises",
    {
      en: "What such a table promises, and what it does not",
      zh: "这样的表保证什么、不保证什么",
    },
    paragraph({
      en: "Before training its rows differ and are small. That they stay small is no promise of the design, since nothing bounds what training makes of them, so it does not count as bounded. Smoothness and regular shifts can be learned, as [chapter 6](~/learned-tables/) shows live. Rows that do not exist cannot.",
      zh: "训练之前，各行不同，数值也小。但数值小并不是设计的保证：训练会把它变成多大，没有任何限制，所以不算“有界”。平滑和规则的平移可以学到，[第 6 章](~/learned-tables/)会当场演示；不存在的行却学不来。",
    }),
    aside({
      en: "A program that does not check its indices may return whatever numbers happen to follow the table in memory. PyTorch on a GPU stops with `device-side assert triggered`, far from the line that caused it.",
      zh: "不检查下标的程序，可能会把内存里表后面的数当作结果返回。PyTorch 在 GPU 上则以 `device-side assert triggered` 中止，报错处离真正出错的那行往往很远。",
    }),
  ),
);
