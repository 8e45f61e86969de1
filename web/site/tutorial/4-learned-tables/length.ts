// Sections on texts that are longer than the table.
import {
  aside,
  displayFormula,
  guess,
  list,
  more,
  paragraph,
  source,
  tryThis,
  widget,
} from "../../blocks/blocks.ts";
import { program } from "../../blocks/program.ts";
import { section } from "../../pages/chapter.ts";

export const overflowSection = section(
  "overflow",
  { en: "One position too many", zh: "多出一个位置" },
  paragraph({
    en: "A table of 12 rows has rows 0 to 11. What is the vector of position 12? There is none. A formula can be asked about any position; a table cannot. The message below was not written for this page: it is what the library answers to this very call.",
    zh: "12 行的表有第 0 行到第 11 行。位置 12 的向量是什么？没有。公式可以问任意位置，表不行。下面的报错不是为本页写的，而是库对这次调用的实际回答。",
  }),
  widget("pe-overflow", "beyond"),
  more(
    "overflow-ways",
    {
      en: "Five ways past the end, and what each says about positions",
      zh: "越过末行的五种办法，各自意味着什么",
    },
    paragraph({
      en: "Every other way gives *some* vector, and each says something about positions that you may not mean:",
      zh: "其他办法总能给出*某个*向量，但各自都对位置作了一种断言，未必是你的本意：",
    }),
    list([
      {
        en: "**The last row again** makes all tokens past the end stand at one place. They can no longer be told apart by position.",
        zh: "**一律用最后一行**：表尾之后的词元都站在同一处，从位置上再也分不开。",
      },
      {
        en: "**Begin again at 0** claims that token 12 is the beginning of a text.",
        zh: "**从第 0 行重新数**：等于说第 12 个词元是一篇文本的开头。",
      },
      {
        en: "**Cut the text** stays within trained rows and loses words; if the newest are kept, they are counted from 0 again. Generation keeps the newest tokens, classification more often the first ones.",
        zh: "**截断**：只用训练过的行，但丢了词；若保留最新的词元，它们要重新从 0 编号。生成任务保留最新的词元，分类任务多半保留开头。",
      },
      {
        en: "**Stretch the table** keeps all words and moves every row but the first: position 5 now reads about what position 4 used to mean. The next section looks into that.",
        zh: "**拉长**：词都在，但除第一行外，每一行都挪了地方：位置 5 读到的约是原来位置 4 的含义。下一节细看。",
      },
      {
        en: "**A formula** gives new vectors, which the model has not been trained on either. [Chapter 7](~/long-context/) measures how that ends.",
        zh: "**公式**：给得出新向量，但模型同样没有训练过。结果如何，[第 7 章](~/long-context/)有实测。",
      },
    ]),
  ),
  more(
    "row-two",
    { en: "When texts begin at row 2", zh: "文本从第 2 行开始的情形" },
    paragraph({
      en: "Beware: not all libraries count alike. fairseq, and with it RoBERTa and OPT, gives the number 1 to padding and begins texts at row 2. A model of 512 tokens then needs 514 rows, and a program that starts at 0 reads rows that were trained for something else. `embedding.paddedPositions` counts that way.",
      zh: "顺带提一个坑：各家数法不同。fairseq 把编号 1 留给填充，文本从第 2 行数起，RoBERTa 和 OPT 沿用了这一做法。支持 512 个词元的模型因此要有 514 行；如果从 0 数起，读到的就是为别的用途训练的行。`embedding.paddedPositions` 按这种数法计数。",
    }),
    tryThis(
      {
        en: "Choose “begin again at row 0” and let the text be 24 tokens long. How many different vectors are there?",
        zh: "选“从第 0 行重新数”，把文本调到 24 个词元。有几个不同的向量？",
      },
      {
        en: "Stretch the table from 12 to 13 rows. Which rows have moved?",
        zh: "把表从 12 行拉到 13 行。哪几行变了位置？",
      },
    ),
  ),
);

export const stretchSection = section(
  "stretching",
  { en: "Stretch a table", zh: "把表拉长" },
  paragraph({
    en: "Suppose a table of 64 rows is to serve 127 positions. Lay the new rows out evenly over the old ones and mix the two neighbours in between: halfway between rows $a$ and $b$ stands $(a + b)/2$. Vision models do this whenever the image is larger than the one they were trained on, in two directions and mostly with a smoother (cubic) mix. Usually some fine-tuning follows.",
    zh: "设一张 64 行的表要供 127 个位置使用。把新的行均匀铺在旧的行上，落在两行之间的，由左右邻行混合而成：$a$ 与 $b$ 的正中是 $(a + b)/2$。视觉模型遇到比训练时更大的图像，就用这个办法，只是在两个方向上做，混合也多用更平滑的三次插值。之后通常还要微调。",
  }),
  displayFormula(
    String.raw`\left\lVert \frac{a+b}{2} \right\rVert^2 = \frac{\lVert a \rVert^2 + \lVert b \rVert^2}{4} + \frac{a \cdot b}{2}`,
  ),
  paragraph({
    en: "The formula says what to expect. For rows of equal length the middle keeps its full length only if $a$ and $b$ are the same. If they have nothing to do with each other, their product is near zero and *half* the squared length is gone.",
    zh: "从公式就能看出结果。两行一样长时，只有 $a$ 与 $b$ 相同，中点才保持原长；若两行毫无关系，点积接近零，长度的平方就*去掉一半*。",
  }),
  widget("pe-stretch-table", "stretch"),
  paragraph({
    en: "Sinusoidal rows of width 512 lose little, since neighbours are nearly alike in most dimensions; what is lost is lost in the fast ones, which swing too far between two rows for a straight line. Look at dimension 0. How smooth a *trained* table is decides how well it can be stretched, and nothing forces it to be smooth.",
    zh: "512 维的正弦表损失很小，因为相邻两行在多数维度上几乎一样；损失都在高频维度上，它们在两行之间摆动太大，直线跟不上。看看第 0 维就明白了。一张*训练出来的*表能拉得多好，取决于它有多平滑，而并没有什么逼它平滑。",
  }),
  guess("midpoint", {
    question: {
      en: "A table of independent noise, stretched so that new rows lie halfway. How much of the squared length is left there, in percent?",
      zh: "一张各行独立的噪声表，拉长后新行落在正中。那里长度的平方还剩百分之几？",
    },
    check: "learned/noise-midpoint",
    tolerance: 0.1,
    why: {
      en: "{value}%: the product of two independent rows is close to zero, and the formula leaves one half.",
      zh: "{value}%：两个独立行的点积接近零，按公式正好剩一半。",
    },
  }),
  more(
    "stretch-lines",
    {
      en: "The function that document 4 leaves out",
      zh: "文档 4 没有写出的函数",
    },
    paragraph({
      en: "Document 4 calls a function `interpolate` and does not show it. This is what it has to do, in five languages: for each new row, find its place between two old ones, and mix them by how near they are.",
      zh: "文档 4 调用了函数 `interpolate`，却没有写出来。它要做的就是下面这些（五种语言）：为每个新行求出它在旧表中的位置，再按远近把左右两行混合。",
    }),
    program("stretch-program", "resize", { editable: true }),
  ),
  more(
    "stretch-ends",
    {
      en: "Mind the ends, and a method that moves no row",
      zh: "留意两端；以及一种不移动任何行的办法",
    },
    paragraph({
      en: "Mind the ends. With `alignCorners` the first and the last row stay where they are, and the step is (N − 1)/(M − 1); without it the step is N/M and no old row need be hit at all. Original ViT code uses the first rule, most PyTorch ports the second; a table resized by the wrong one is off by a fraction of a row everywhere, and nothing complains.",
      zh: "留意首尾。`alignCorners` 为真时首行与末行不动，步长是 (N − 1)/(M − 1)；为假时步长是 N/M，旧的行可能一个也碰不上。ViT 的原始代码用前者，多数 PyTorch 移植用后者；用错了规则，整张表处处偏移几分之一行，而且不会有任何报错。",
    }),
    paragraph({
      en: "A fourth method leaves every trained row where it is. Su Jianlin (2020) reads a position as a number with two digits in base n, and mixes a row for the upper digit with one for the lower: n rows reach n² positions, and the first n come out unchanged. [Other designs](~/other-designs/#digits) takes it apart.",
      zh: "第四种办法不动任何训练好的行。苏剑林（2020）把位置看成 n 进制的两位数，高位一行，低位一行，按比例混合：n 行可以表示 n² 个位置，而且前 n 个与原来一模一样。[其他设计](~/other-designs/#digits)再细讲。",
    }),
    source("suHierarchical"),
    aside({
      en: "Long rows and short rows are not the same to a model: what follows multiplies them by learned matrices, and a row that is too short is a position that speaks too softly. A layer norm after the sum hides part of it.",
      zh: "行的长短对模型并非无所谓：后面要乘可学习的矩阵，行太短，位置的分量就太轻。若在求和之后有层归一化，可以掩去一部分影响。",
    }),
  ),
  tryThis({
    en: "Take the noise and the method “nearest row”: the length is kept. What is the price?",
    zh: "换成噪声表，方法选“取最近的行”：长度保住了。代价是什么？",
  }),
);
