// Sections on the layer around the table, on running it, and what else fails.
import * as pe from "posenc";
import { group, type Text } from "../../../widgets/words/text.ts";
import {
  computed,
  listing,
  more,
  paragraph,
  quiz,
  source,
  tryThis,
  widget,
} from "../../blocks/blocks.ts";
import { mistakeExercises } from "../../blocks/exercise.ts";
import { program } from "../../blocks/program.ts";
import type { Block } from "../../page.ts";
import { section } from "../../pages/chapter.ts";

export const layerSection = section(
  "layer",
  { en: "Parameter, buffer, attribute", zh: "参数、缓冲区、属性" },
  paragraph({
    en: "A layer must keep its table somewhere, and a framework treats each place differently. A *parameter* is trained, saved, and moved to the GPU with the model. A *buffer*, `register_buffer` in PyTorch, is saved and moved but not trained: right for a table that comes from a formula. A plain attribute is none of these: the program runs on the CPU and fails on the first GPU.",
    zh: "层总要把表放在某处，而框架对每一处的处理不同。*参数*会被训练、保存，并随模型迁移到 GPU。*缓冲区*（PyTorch 的 `register_buffer`）会保存、会迁移，但不训练，适合由公式算出的表。普通属性三样都没有：在 CPU 上能跑，一上 GPU 就报错。",
  }),
  widget("pe-holders", "holders"),
  source("pytorch"),
  more(
    "two-traps",
    { en: "Two traps", zh: "两个陷阱" },
    paragraph({
      en: "There are two traps. A saved buffer is part of the file format: once `max_len` has changed, the old file no longer loads, because the shapes differ. With `persistent=False` it is left out, and nothing is lost, since the formula is in the code. And a learned table must reach the sum as a parameter. The Java layer of document 4 unwraps the numbers first and builds a fresh variable from them; gradients end there, and the table keeps the noise that it began with. In the figure, choose the detached parameter and train it for as long as you like.",
      zh: "有两个陷阱。保存下来的缓冲区属于文件格式的一部分：以后谁改了 `max_len`，旧文件就载不进来，因为形状不符。设 `persistent=False` 则不写入文件，也不损失什么，公式就在代码里。另一个：可学习的表必须以参数的身份参与相加。文档 4 的 Java 层先取出裸数据，再包成一个新变量，梯度到此为止，表永远停留在初始的噪声上。在图中选“脱离计算图的参数”，训练多久都一样。",
    }),
  ),
  quiz("trained", {
    question: {
      en: "The training loss falls nicely. Does that prove that the learned positions are being trained?",
      zh: "训练损失稳步下降。这能证明位置表也在学习吗？",
    },
    choices: [
      {
        text: {
          en: "No; compare the table before and after a step",
          zh: "不能；应比较一步前后的表",
        },
        right: true,
        why: {
          en: "One step, then ask whether the rows that were used have moved, and whether the others have not. It is a test of three lines.",
          zh: "走一步，再看用到的那些行变了没有，没用到的那些行有没有变。三行代码就能测。",
        },
      },
      {
        text: { en: "Yes", zh: "能" },
        why: {
          en: "All other weights are trained, and random rows that stay fixed are a usable encoding, too. The loss falls either way.",
          zh: "其他权重都在训练，而固定不变的随机行也能勉强充当编码，所以损失照样会降。",
        },
      },
      {
        text: {
          en: "Only if the rows have become smooth",
          zh: "只有各行变得平滑才算",
        },
        why: {
          en: "Smoothness may come with much training, and need not; a step that changes the rows is enough.",
          zh: "平滑要训练很久才可能出现，也未必出现；只要一步之后行有变化就够了。",
        },
      },
    ],
  }),
  mistakeExercises("buffer", "device", "detached", "half-positions"),
);

export const runSection = section(
  "run",
  { en: "Run the example", zh: "把示例跑一遍" },
  paragraph({
    en: "Document 3 ends with an example.",
    zh: "文档 3 以一个示例收尾。",
  }),
  more(
    "run-example",
    {
      en: "The example of document 3, run and corrected",
      zh: "文档 3 的示例：运行并更正",
    },
    computed(
      {
        row0: () => rowText(pe.sinusoidal({ seqLen: 2, dModel: 512 }).data, 0),
        row1: () =>
          rowText(pe.sinusoidal({ seqLen: 2, dModel: 512 }).data, 512),
        shape: () => {
          const rows = pe.sinusoidal({ seqLen: 20, dModel: 512 });
          const x = { data: new Float32Array(20480), shape: [2, 20, 512] };
          return `(${pe.embeddingAdd(x, rows).shape.join(", ")})`;
        },
        sample: () =>
          group(String(pe.learned({ maxLen: 1024, dModel: 512 }).data.length)),
      },
      paragraph({
        en: "It has two texts of 20 tokens, width 512. The shape of its result is right, {shape}. The four numbers that it prints for position 0 are not. Position 0 is sine and cosine of zero, {row0}; what it prints begins like position 1, {row1}, and continues like neither. Moreover the program prints the *sum* with random tokens, which no reader can reproduce without the seed.",
        zh: "示例有两段文本，各 20 个词元，512 维。结果的形状 {shape} 没错，印出的“位置 0 的前四个数”却错了。位置 0 是零的正弦和余弦，即 {row0}；它印的开头像位置 1（{row1}），后面两个数哪一行都不像。何况程序打印的是与随机词元之*和*，不给种子，谁也无法复现。",
      }),
      paragraph({
        en: "Here is a small version of the example: three tokens of width 4 with fixed numbers, so that every reader and every language gets the same sum. The [next section](#worked-example) goes through it in its own size.",
        zh: "下面是它的缩小版：三个词元，4 维，数值固定，所以谁来运行、用哪种语言运行，得到的和都一样。[下一节](#worked-example)再按原来的尺寸走一遍。",
      }),
      program("example", "add", { editable: true }),
      paragraph({
        en: "The example also sets `max_len = 50` and never passes it on, so that the layer quietly makes 5000 rows. Document 4 builds both kinds of table for 1024 positions of width 512, {sample} numbers each: computed in the one, to be learned in the other. The paper of 2017 tried both in translation and found nearly the same quality (25.8 and 25.7 BLEU on the development set); so the choice depends on other things: longer texts, memory, and how much data there is.",
        zh: "这个示例还设了 `max_len = 50` 却没有传入，层于是悄悄造了 5000 行。文档 4 为 1024 个位置、512 维造了两种表，各 {sample} 个数：一种算出来，一种留待学习。2017 年的论文在翻译任务上两种都试过，质量几乎相同（开发集 BLEU 25.8 与 25.7）；所以取舍要看别的：文本会不会更长、内存、数据有多少。",
      }),
      source("vaswani", {
        en: "table 3, base and row E",
        zh: "表 3，base 与 E 行",
      }),
    ),
  ),
  paragraph({
    en: "What if a text has more tokens than the table has rows? A slice that reaches past the end is no error in Python: `pe[:, :6000]` of 5000 rows gives 5000. The addition after it fails, and its message talks of sizes and not of positions. Changing `max_len` is enough for a formula. A learned table ends for good, and a decoder with a cache has a third problem: each step brings one token, which is not at position 0.",
    zh: "文本的词元比表的行数还多，会怎样？在 Python 里，切片越界不算错：5000 行的表取 `pe[:, :6000]`，得到 5000 行。随后的相加才失败，报错说的是尺寸，不提位置。由公式算出的表，改大 `max_len` 就行；学出来的表则到此为止；带缓存的解码器还有第三个问题：每一步只来一个词元，而它并不在位置 0。",
  }),
  mistakeExercises(
    "position-zero",
    "unused",
    "overflow",
    "learned-overflow",
    "offset",
  ),
);

/** What a layer for positions is held to, and why. */
const CHECKS: readonly (readonly [line: string, why?: Text])[] = [
  [
    "assert list(rows(1)[0]) == [0, 1] * (d // 2)",
    { en: "position 0 comes first", zh: "从位置 0 开始" },
  ],
  [
    "assert close(sum(rows(9)[8] ** 2), d / 2)",
    { en: "every pair on a circle", zh: "每一对都在圆上" },
  ],
  [
    "assert close(rows(9)[8], rows(900)[8])",
    { en: "length changes nothing", zh: "与长度无关" },
  ],
  [
    "assert close(layer(x)[:, 5:], layer(x[:, 5:], offset=5))",
    { en: "as a cache counts", zh: "与缓存的计数一致" },
  ],
  [
    "assert layer(zeros(3, 7, d)).shape == (3, 7, d)",
    { en: "three distinct numbers", zh: "三个数各不相同" },
  ],
  ["assert len(unique(rows(4096).astype(model_dtype), axis=0)) == 4096"],
];

const checklist: Block = (context) => {
  const lines = CHECKS.map(([line, why]) =>
    why ? `${line.padEnd(58)}# ${why[context.lang]}` : line,
  );
  return listing(lines.join("\n"))(context);
};

export const moreSection = section(
  "more",
  { en: "Two more, and a checklist", zh: "另外两例与自查清单" },
  mistakeExercises("scale", "rotary-layout"),
  paragraph({
    en: "A layer for positions is small enough to be tested completely. These six lines, in the style of NumPy, find the mistakes of shape and of counting. What they do not see is who holds the table, how its frequencies are spaced, and how large the tokens beside it are:",
    zh: "位置编码层很小，完全可以测透。下面六行（NumPy 写法）能查出形状和计数方面的错误；表由谁持有、频率怎样分布、词元向量的尺度如何，则查不出来：",
  }),
  checklist,
  paragraph({
    en: "For everything else there is a [page with the programs](~/programs/) of all encodings of this site, in the same five languages. [Positions inside a model](~/putting-them-in/) is about where positions enter a whole model, [chapter 7](~/long-context/) about what happens past the last row of a table.",
    zh: "其他编码的程序都在[程序页](~/programs/)，同样是五种语言。位置如何进入整个模型，见[位置在模型里](~/putting-them-in/)；越过表的最后一行会发生什么，见[第 7 章](~/long-context/)。",
  }),
  tryThis({
    en: "Take a positional encoding from a project that you use and run the six lines on it.",
    zh: "从你用的项目里找一个位置编码的实现，用这六行测一测。",
  }),
);

/** The first four numbers of a row, as Python prints them. */
function rowText(data: Float32Array, from: number): string {
  const four = Array.from(data.subarray(from, from + 4), (v) =>
    Number(v.toFixed(4)),
  );
  return `[${four.join(", ")}]`;
}
