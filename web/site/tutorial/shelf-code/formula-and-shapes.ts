// Sections on the formula beside its lines, and on the shapes of these lines.
import {
  dataTable,
  guess,
  more,
  paragraph,
  quiz,
  tryThis,
  widget,
} from "../../blocks/blocks.ts";
import { mistakeExercises } from "../../blocks/exercise.ts";
import { program } from "../../blocks/program.ts";
import { section } from "../../pages/chapter.ts";

export const panelSection = section(
  "panel",
  { en: "One formula, five languages", zh: "一个公式，五种语言" },
  paragraph({
    en: "The heart of a sinusoidal table is six lines, and these are the formula (in JavaScript the library has them inside). Point at or touch a number in the formula, a line of the program or a cell of the picture: the other two light up. Change a number in one place and it changes in all three; then switch the language, press *Output* (for JavaScript, *Run*), or copy the program and run it at home. It is complete, and all five print the same numbers (JavaScript rounded to float32).",
    zh: "正弦编码表的核心只有六行，就是公式本身（JavaScript 版直接调用本库）。指向或按住公式里的一个数、程序里的一行，或图中的一格，另外两处会一起亮起；改动其中一处的数，三处同时变。然后换一种语言，点“输出”（JavaScript 版是“运行”），或把程序复制到自己的电脑上跑。每个程序都是完整的，五种语言输出的数一致（JavaScript 版舍入到 float32）。",
  }),
  widget("pe-heatmap", "cells", {
    sync: "code",
    "seq-len": "50",
    "d-model": "64",
    pos: "12",
    dim: "6",
  }),
  program("program", "sinusoidal", { follows: "cells" }),
  more(
    "line-by-line",
    {
      en: "From the formula to the code, line by line",
      zh: "从公式到代码，逐行对照",
    },
    paragraph({
      en: "Line by line this is what happens, in PyTorch and as most tutorials write it; the last column has the shapes for 5000 positions of width 512, and for two texts of 20 tokens where they are added.",
      zh: "逐行看（PyTorch，多数教程的写法），发生的是这样几件事；最后一列是 5000 个位置、维数为 512 时的形状；相加一行是两段各 20 个词元的文本。",
    }),
    dataTable({
      caption: {
        en: "From the formula to the code",
        zh: "从公式到代码",
      },
      columns: [
        { en: "in the formula", zh: "公式中" },
        { en: "in the code", zh: "代码中" },
        { en: "shape", zh: "形状" },
      ],
      rows: [
        [
          { en: "the table PE, still empty", zh: "位置表 PE，尚未填写" },
          "`pe = torch.zeros(n, d)`",
          "(5000, 512)",
        ],
        [
          { en: "p, the position", zh: "位置 p" },
          "`torch.arange(n).unsqueeze(1)`",
          "(5000, 1)",
        ],
        [
          { en: "2i, twice the pair", zh: "2i，对的编号乘 2" },
          "`torch.arange(0, d, 2)`",
          "(256,)",
        ],
        [
          { en: "1/10000^{2i/d}", zh: "1/10000^{2i/d}" },
          "`10000.0 ** (-two_i / d)`",
          "(256,)",
        ],
        [
          {
            en: "the same by exponential and logarithm ([why](#log-space))",
            zh: "同上，写成指数与对数（[为什么](#log-space)）",
          },
          "`div_term = torch.exp(two_i * (-math.log(10000.0) / d))`",
          "(256,)",
        ],
        [
          {
            en: "the angle, for all p and i at once",
            zh: "角度，所有 p、i 一次算完",
          },
          "`position * rate`",
          "(5000, 256)",
        ],
        [
          { en: "sine into the even dimensions", zh: "正弦放入偶数维" },
          "`pe[:, 0::2] = torch.sin(angle)`",
          "(5000, 256)",
        ],
        [
          { en: "cosine into the odd ones", zh: "余弦放入奇数维" },
          "`pe[:, 1::2] = torch.cos(angle)`",
          "(5000, 256)",
        ],
        [
          {
            en: "x + PE, added to the input",
            zh: "x + PE，加到输入上",
          },
          "`x + pe[:x.size(1)]`",
          "(2, 20, 512)",
        ],
      ],
    }),
  ),
  tryThis({
    en: "Set the columns to “halves” and find the lines that change; in Python there are two. This is the other layout in use, of tensor2tensor and fairseq; weights trained with one are useless with the other.",
    zh: "把列的排布换成“两半”，找出变化的行（Python 有两行）。tensor2tensor 和 fairseq 用的就是这种排布；按一种排布训练的权重，不能直接配另一种。",
  }),
  quiz("index", {
    question: {
      en: "`torch.arange(0, d, 2)` begins 0, 2, 4, 6. What is the third of these numbers, 4?",
      zh: "`torch.arange(0, d, 2)` 开头是 0、2、4、6。其中第三个数 4 是什么？",
    },
    choices: [
      {
        text: { en: "The pair i", zh: "对的编号 i" },
        why: {
          en: "The pair is 2. The array holds 2i already, so that no factor 2 follows in the exponent. Reading it as i squares the base.",
          zh: "对的编号是 2。数组里放的已经是 2i，指数里不再乘 2；把它当作 i，等于把底数平方了。",
        },
      },
      {
        text: {
          en: "2i, which is the dimension of that pair’s sine",
          zh: "2i，即这一对的正弦所在的维度",
        },
        right: true,
        why: {
          en: "Pair 2 stands in dimensions 4 and 5. One number serves in the exponent and as the column number.",
          zh: "第 2 对位于第 4、5 维。同一个数既用在指数里，又是列号。",
        },
      },
      {
        text: { en: "A position", zh: "一个位置" },
        why: {
          en: "Positions count along the other axis; the first line makes them.",
          zh: "位置沿另一条轴计数，由第一行产生。",
        },
      },
    ],
  }),
);

export const shapesSection = section(
  "shapes",
  { en: "Shapes, and what broadcasting hides", zh: "形状，以及广播掩盖的错误" },
  paragraph({
    en: "Most mistakes in this code are mistakes of shape, and the dangerous ones raise no error. NumPy and PyTorch add arrays of different shape by one rule. Lay the axes side by side from the right; two lengths fit when they are equal or one of them is 1, and an axis of length 1 is repeated. So a table of shape (1, n, d) serves a whole batch, which is what is wanted. But the rule knows lengths and not meanings.",
    zh: "这类代码的错误大多是形状的错误，而其中危险的那些并不报错。NumPy 和 PyTorch 让不同形状的数组相加，只凭一条规则：从右往左把各轴对齐，两个长度相等、或有一个为 1，就对得上；长度为 1 的轴会被重复。所以形状为 (1, n, d) 的表可以供整个批次使用，这正是想要的。但规则只看长度，不看含义。",
  }),
  more(
    "time-first",
    { en: "Time first or batch first", zh: "时间在前，还是批次在前" },
    paragraph({
      en: "PyTorch’s own recurrent and Transformer layers take time as the first axis unless told otherwise (`batch_first=False`), x of shape (time, batch, width); most code today has the batch first. The best-known class for positional encoding, in PyTorch’s tutorial, was written for time first and has a table of shape (n, 1, d). Put it below a model with the batch first, and every token of text b is given the encoding of position b. The loss still falls, because words alone teach a lot, and nobody is told.",
      zh: "PyTorch 的循环层和 Transformer 层默认以时间为第一轴（`batch_first=False`），x 的形状是（时间，批次，宽度）；如今多数代码把批次放在最前。流传最广的位置编码类出自 PyTorch 教程，是按“时间在前”写的，表的形状为 (n, 1, d)。把它放进批次在前的模型，第 b 段文本的所有词元得到的都是位置 b 的编码。损失照样下降，因为单靠词就能学到不少，而没有任何提示。",
    }),
  ),
  paragraph({
    en: "Two habits prevent it. Test a layer with a batch, a length and a width that are three different numbers, none of them 1. And test what it does, not only that it runs: two texts of a batch that hold the same tokens must come out the same, and a token moved to another place must not.",
    zh: "两个习惯可以预防。测试时，批次、长度、宽度取三个各不相同、且都不为 1 的数。再者，不但要测能不能跑，还要测做得对不对：同一批次里内容相同的两段文本，结果必须相同；同一个词元换了位置，结果必须不同。",
  }),
  guess("foreign", {
    question: {
      en: "A batch of 4 texts of 20 tokens meets a table laid out for time first. Of the 80 tokens, how many get the row of another position?",
      zh: "4 段文本，每段 20 个词元，碰上一张“时间在前”的表。80 个词元中，有多少个得到了别的位置的行？",
    },
    check: "code/foreign-rows",
    tolerance: 0.02,
    why: {
      en: "{value}. Token p of text b gets row b; that is right only where b happens to equal p, once in each text.",
      zh: "{value} 个。文本 b 的第 p 个词元得到第 b 行，只有恰好 b = p 时才对，每段文本各一次。",
    },
  }),
  paragraph({
    en: "Predict what these programs do before you unfold an answer. All of them occur in code that people copy; our tests run each, wrong and mended.",
    zh: "先预测下面的程序会怎样，再展开答案。它们都见于流传的代码；本项目的测试会逐一运行错误版和改正版。",
  }),
  mistakeExercises("unsqueeze", "batch-first", "odd", "bracket", "import"),
);
