// Sections on the learned table as a layer, and on what it adapts to.

import { cellsOf, TASK_NAMES } from "../../../widgets/trained/run-results.ts";
import { TASK_WORDS } from "../../../widgets/trained/run-words.ts";
import {
  MULTIPLES,
  type SchemeName,
  type TaskName,
} from "../../../widgets/trained/runs.ts";
import { decimals } from "../../../widgets/words/text.ts";
import {
  computed,
  dataTable,
  definitions,
  list,
  more,
  paragraph,
  tryThis,
} from "../../blocks/blocks.ts";
import { program } from "../../blocks/program.ts";
import type { Values } from "../../page.ts";
import { sideSection } from "../../pages/chapter.ts";

export const wholeLayerSection = sideSection(
  "whole-layer",
  { en: "The layer, whole", zh: "完整的一层" },
  paragraph({
    en: "As a layer, a learned table is the simplest encoding there is: no formula, no wavelengths, no case for even and odd columns, only a lookup and a sum. What it must have in exchange is a *gradient*. Where a framework does not provide it, as in NumPy, Java and C++ here, it takes a few lines: each row was added to one token of every text, so its gradient is the sum of theirs. The program adds the rows, takes one step of training and prints both; the rows past the text have not moved.",
    zh: "作为一层，可学习的表是最简单的编码：没有公式，没有波长，不分奇偶列，只有查表和相加。代价是它必须有*梯度*。框架不代劳的时候（如这里的 NumPy、Java、C++），写出来也只有几行：每一行都加给了各段文本中的一个词元，它的梯度就是这些词元的梯度之和。程序先相加，再训练一步，把两样都打印出来；文本长度之外的行没有动。",
  }),
  more(
    "learned-program",
    { en: "The layer in five languages", zh: "这一层的五种写法" },
    program("learned-layer", "learnedLayer", { editable: true }),
  ),
  list([
    {
      en: "Document 4’s Java layer takes the numbers out of its parameter before it adds them, so that no gradient comes back. Here the table itself takes part in the sum.",
      zh: "文档 4 的 Java 层先把数从参数里取出来再相加，梯度因此传不回去。这里参与相加的就是表本身。",
    },
    {
      en: "Document 0’s PyTorch layer stops with an index error at token 513. This one says how many positions there were and how many rows.",
      zh: "文档 0 的 PyTorch 层遇到第 513 个词元，会以索引越界告终。这里的会说明有多少个位置、表有多少行。",
    },
    {
      en: "Both begin with noise: document 4 multiplies normal noise by 0.02, document 0’s `nn.Embedding` takes it as it is, which is fifty times as large ([what that means](#scale)). Here the table begins with a few plain numbers, so that all languages agree.",
      zh: "两者都从噪声起步：文档 4 把正态噪声乘以 0.02，文档 0 的 `nn.Embedding` 则原样使用，是前者的 50 倍（[这意味着什么](#scale)）。这里的表用一组简单的数起步，好让各语言的结果一致。",
    },
  ]),
  tryThis({
    en: "Raise the length from 3 to 4 and compare the last lines: one more row has moved, and by the learning rate times the number of texts.",
    zh: "把长度从 3 加到 4，比较最后几行：又多了一行发生变化，变化的幅度是学习率乘以批次中的文本数。",
  }),
);

const AT = MULTIPLES.indexOf(1);
const TWICE = MULTIPLES.indexOf(2);

const accuracy = (task: TaskName, scheme: SchemeName, at: number): string => {
  const cell = cellsOf(task).find((it) => it.scheme === scheme);
  return `${decimals(100 * (cell?.accuracy.mean[at] ?? 0), 1)}%`;
};

const VALUES: Values = Object.fromEntries(
  TASK_NAMES.flatMap((task) =>
    (["learned", "sinusoidal"] as const).flatMap((scheme) => [
      [`${task}-${scheme}`.replace(/-/g, ""), () => accuracy(task, scheme, AT)],
      [
        `${task}-${scheme}Twice`.replace(/-/g, ""),
        () => accuracy(task, scheme, TWICE),
      ],
    ]),
  ),
);

const key = (task: TaskName, scheme: string): string =>
  `{${`${task}-${scheme}`.replace(/-/g, "")}}`;

export const adaptationSection = sideSection(
  "adaptation",
  { en: "Does it adapt to the task?", zh: "它会适应任务吗？" },
  paragraph({
    en: "The advantage most often named is that a learned table adapts: it becomes whatever the task needs. That can be tried. Small models with two layers were trained on five tasks, once with a learned table and once with sinusoids, everything else being equal; the table shows how many symbols they got right on new texts.",
    zh: "人们说得最多的优点，是可学习的表会适应任务，需要什么就变成什么。这可以试。给两层的小模型五个任务，一次用可学习的表，一次用正弦编码，其余完全相同；下表是它们在新文本上答对的符号所占的比例。",
  }),
  computed(
    VALUES,
    dataTable({
      caption: {
        en: "Correct symbols, mean of the seeds: at the length of training, and at twice that length",
        zh: "答对的符号（各种子的平均）：训练长度上，以及两倍长度上",
      },
      columns: [
        { en: "task", zh: "任务" },
        { en: "learned", zh: "可学习" },
        { en: "sinusoids", zh: "正弦" },
        { en: "learned, twice as long", zh: "可学习，两倍长度" },
        { en: "sinusoids, twice as long", zh: "正弦，两倍长度" },
      ],
      rowHeads: true,
      rows: TASK_NAMES.map((task) => [
        TASK_WORDS[task],
        key(task, "learned"),
        key(task, "sinusoidal"),
        key(task, "learnedTwice"),
        key(task, "sinusoidalTwice"),
      ]),
    }),
  ),
  paragraph({
    en: "It does adapt: from the same noise, and without anybody telling it what the task needs, the table comes to serve all five. But sinusoids serve them as well, because the layers above adapt to *them*; being free to take any form brings nothing more here. And what the table adapts to is the task *with its lengths*: at twice the length, half of the rows that it needs were never trained, and now one of the two is ahead, now the other. The same models can be looked at, and trained anew, in [chapter 7](~/long-context/#trained).",
    zh: "它确实会适应：同样从噪声出发，没有谁告诉它任务要什么，五个任务它都胜任了。不过正弦编码也都胜任，因为上面各层会去适应*正弦*；形状不受限制，在这里并没有多带来什么。而且表适应的是任务*连同其长度*：到了两倍长度，所需的行有一半从未训练过，两者互有高下。同样这些模型，在[第 7 章](~/long-context/#trained)可以细看，也可以重新训练。",
  }),
  paragraph({
    en: "Documents 1 and 4 name further merits and two defects. One by one:",
    zh: "文档 1 和文档 4 还列了别的优点，以及两条缺点。逐条来看：",
  }),
  definitions([
    [
      {
        en: "Flexible: learns the best rows (1, 4)",
        zh: "灵活，能学到最优（1、4）",
      },
      {
        en: "What is learned need not be the best there is: in the translations of 2017 the two kinds were [nearly equal](#choice).",
        zh: "学到的未必最优：2017 年的翻译实验里，两种表[几乎一样](#choice)。",
      },
    ],
    [
      { en: "Not bound to a form (4)", zh: "不受函数形式限制（4）" },
      {
        en: "True: it can hold any numbers, those of the sinusoids among them ([seen in training](#training)).",
        zh: "成立：什么数都装得下，正弦表也不例外（[训练中看得到](#training)）。",
      },
    ],
    [
      {
        en: "Can be improved by training (4)",
        zh: "可以通过训练继续优化（4）",
      },
      {
        en: "Row by row, and only those that texts are [long enough](~/learned-tables/#untrained) to look up. In the document’s own layer no gradient arrives at all.",
        zh: "逐行优化，而且只有[文本够得着](~/learned-tables/#untrained)的行才行。在该文档自己写的层里，梯度根本传不到。",
      },
    ],
    [
      { en: "Limited length (1)", zh: "长度受限（1）" },
      {
        en: "By the [size of the table](~/learned-tables/#overflow), not by what training saw; and a table can be [stretched](#stretching).",
        zh: "限制来自[表的大小](~/learned-tables/#overflow)，不是训练见过的长度；表还可以[拉长](#stretching)。",
      },
    ],
    [
      { en: "More parameters and training (1)", zh: "增加参数与训练成本（1）" },
      {
        en: "L · D numbers, [well below a percent](#cost) of most models.",
        zh: "L · D 个数，在多数模型里[远不到百分之一](#cost)。",
      },
    ],
  ]),
);
