// Exercises with their answers folded.
import * as pe from "posenc";
import {
  cellValue,
  decimals,
  listed,
  quantity,
} from "../../../widgets/words/text.ts";
import { computed } from "../../blocks/blocks.ts";
import { exercises } from "../../blocks/exercise.ts";
import { section } from "../../pages/chapter.ts";
import { end } from "../5-relative-positions/buckets.ts";

export const exerciseSection = section(
  "exercises",
  { en: "Exercises", zh: "习题" },
  computed(
    {
      cell: () =>
        cellValue(
          pe.sinusoidal({ seqLen: 1, offset: 3, dModel: 4 }).data[2] as number,
        ),
      row: () =>
        listed(pe.sinusoidal({ seqLen: 1, offset: 1, dModel: 4 }).data, (v) =>
          decimals(v, 5),
        ),
      lastWave: () =>
        quantity(pe.analysisWavelengths({ dModel: 64 }).at(-1) as number, 6),
      turning: () =>
        pe.analysisWavelengths({ dModel: 64 }).filter((wave) => wave <= 100)
          .length,
      parameters: () => pe.learned({ maxLen: 512, dModel: 768 }).data.length,
      distances: () =>
        new Set(pe.relativeDistances({ queryLen: 64, keyLen: 64 })).size,
      slope: () =>
        listed(pe.alibiSlopes({ numHeads: 4 }), (v) => decimals(v, 5)),
      buckets: () => listed(pe.t5Bucket([-5, -20, 20, -200])),
      shared: () => end(true),
      shift: () =>
        listed(
          pe.analysisShiftMatrix({ dModel: 2, offset: 2 }).data,
          cellValue,
        ),
      ends: () =>
        listed(
          pe.embeddingFit(
            { data: [0, 1, 2, 3, 4, 5, 6, 7, 8], shape: [9, 1] },
            5,
            { keep: "ends" },
          ).data,
        ),
      sum: () =>
        listed(
          pe.embeddingAdd(
            { data: [0.5, 0.2, -0.3, 0.8], shape: [1, 4] },
            pe.sinusoidal({ seqLen: 1, offset: 0, dModel: 4 }),
          ).data,
          (v) => decimals(v, 1),
        ),
      half: () =>
        pe.analysisCollisions({
          rows: pe.embeddingIndex({ seqLen: 512 }),
          format: "bfloat16",
        }).distinct,
    },
    exercises(
      "exercise",
      {
        ask: {
          en: "Write down the row of position 1 at width 4, and the sum of squares of any row of that width.",
          zh: "写出维数为 4 时位置 1 的行，以及同样维数下任意一行的平方和。",
        },
        answer: {
          en: "sin 1, cos 1, sin 0.01, cos 0.01: {row}. Each pair contributes sin² + cos² = 1, so the sum is 2, for every position.",
          zh: "sin 1、cos 1、sin 0.01、cos 0.01，即 {row}。每一对的 sin² + cos² = 1，所以任何位置的平方和都是 2。",
        },
      },
      {
        ask: {
          en: "Which number stands at position 3, dimension 2, width 4?",
          zh: "维数为 4 时，位置 3、第 2 维的数是多少？",
        },
        answer: {
          en: "Dimension 2 is the sine of pair 1, whose frequency is 10000^{−2/4} = 0.01: sin 0.03 = {cell}.",
          zh: "第 2 维是第 1 对的正弦，频率为 10000^{−2/4} = 0.01，所以是 sin 0.03 = {cell}。",
        },
      },
      {
        ask: {
          en: "At width 64: how long is the slowest wave, and how many pairs turn at least once within 100 positions?",
          zh: "维数为 64 时，最慢的波长是多少？100 个位置之内至少转满一圈的有多少对？",
        },
        answer: {
          en: "2π · 10000^{62/64} = {lastWave}; {turning} of 32 pairs have wavelengths up to 100.",
          zh: "2π · 10000^{62/64} = {lastWave}；32 对中有 {turning} 对的波长不超过 100。",
        },
      },
      {
        ask: {
          en: "Give the matrix that moves a pair with frequency 1 on by two positions.",
          zh: "频率为 1 的一对，写出使它向后平移两个位置的矩阵。",
        },
        answer: {
          en: "Row by row, for (sin, cos): cos 2, sin 2; −sin 2, cos 2, which is {shift}. It contains no position.",
          zh: "对 (sin, cos)，逐行为 cos 2、sin 2；−sin 2、cos 2，即 {shift}。里面没有位置。",
        },
      },
      {
        ask: {
          en: "Add the encoding of position 0 to the word vector (0.5, 0.2, −0.3, 0.8). Why is the result not the word vector itself?",
          zh: "把位置 0 的编码加到词向量 (0.5, 0.2, −0.3, 0.8) 上。结果为什么不是词向量本身？",
        },
        answer: {
          en: "{sum}: position 0 is (0, 1, 0, 1), for cos 0 = 1. A row of zeros is no sinusoidal row.",
          zh: "{sum}：位置 0 是 (0, 1, 0, 1)，因为 cos 0 = 1。全零的行不是正弦编码的行。",
        },
      },
      {
        ask: {
          en: "How many numbers does BERT-base train for 512 positions of width 768? And the sinusoidal encoding?",
          zh: "BERT-base 有 512 个位置、768 维，要为位置训练多少个数？正弦编码呢？",
        },
        answer: {
          en: "{parameters}; none.",
          zh: "{parameters} 个；正弦编码一个也不用。",
        },
      },
      {
        ask: {
          en: "A text has 64 tokens. How many different offsets j − i are there?",
          zh: "一段文本有 64 个词元，共有多少种不同的偏移 j − i？",
        },
        answer: {
          en: "{distances}: from −63 to 63. A table clipped at distance 16 needs 33 rows for any length.",
          zh: "{distances} 种：−63 到 63。若在距离 16 处截断，无论多长都只要 33 行。",
        },
      },
      {
        ask: {
          en: "Compute ALiBi’s slopes for four heads.",
          zh: "算出 ALiBi 在 4 个头时的斜率。",
        },
        answer: {
          en: "2^{−8h/4} for h = 1 … 4: {slope}. The first head looks at its neighbours, the last one far back.",
          zh: "2^{−8h/4}，h = 1 … 4：{slope}。第一个头只看近邻，最后一个看得很远。",
        },
      },
      {
        ask: {
          en: "Into which of T5’s 32 bidirectional buckets do the offsets −5, −20, 20 and −200 fall?",
          zh: "T5 的 32 个双向分桶中，偏移 −5、−20、20、−200 各归第几桶？",
        },
        answer: {
          en: "{buckets}. Up to 7 every distance has its own bucket; 16 is added for keys after the query, whose offsets are positive; from {shared} on all distances of one side share its last bucket.",
          zh: "{buckets}。距离不超过 7 时各有一桶；键在查询之后（偏移为正）的加 16；从距离 {shared} 起，每一侧各共用最后一桶。",
        },
      },
      {
        ask: {
          en: "Nine tokens, five rows: which tokens remain if head and tail are kept?",
          zh: "九个词元，只有五行：首尾各留一些，留下的是哪几个？",
        },
        answer: {
          en: "{ends}; with an odd number the head gets one more. Their positions are 0 to 4 again.",
          zh: "{ends}；总数为奇数时开头多留一个。它们的位置重新编为 0 到 4。",
        },
      },
      {
        ask: {
          en: "Positions 0 to 511 are converted to bfloat16. How many different numbers are left, and where does the loss begin?",
          zh: "把位置 0 到 511 转成 bfloat16，还剩多少个不同的数？从哪里开始丢失？",
        },
        answer: {
          en: "{half}: eight significant bits hold every integer up to 256; from there on only every second one.",
          zh: "{half} 个：八个有效位能表示 256 以内的所有整数，再往上只能表示每隔一个的。",
        },
      },
      {
        ask: {
          en: "A layer slices `pe[: x.size(0)]`. Which shape of x does it expect, and what happens to the other?",
          zh: "某层写的是 `pe[: x.size(0)]`。它要求 x 是什么形状？给另一种形状会怎样？",
        },
        answer: {
          en: "Time first. With the batch first every token of text b gets row b, without an error; see [the page on code](~/code/#shapes).",
          zh: "时间在前。若批次在前，文本 b 的所有词元都得到第 b 行，而且不报错；见[“代码”页](~/code/#shapes)。",
        },
      },
    ),
  ),
);
