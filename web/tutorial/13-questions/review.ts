// Exercises with their answers folded, and questions over the whole tutorial.
import {
  claims,
  computed,
  covers,
  guess,
  list,
  paragraph,
  quiz,
} from "../../site/build/blocks.ts";
import { exercises } from "../../site/build/exercise.ts";
import { section } from "../../site/chapter.ts";
import { cellValue, decimals, quantity } from "../../widgets/text.ts";

export const exerciseSection = section(
  "exercises",
  { en: "Exercises", zh: "习题" },
  computed(
    {
      cell: (pe) =>
        cellValue(
          pe.embedding.sinusoidal({ seqLen: 1, offset: 3, dModel: 4 })
            .data[2] as number,
        ),
      row: (pe) =>
        [...pe.embedding.sinusoidal({ seqLen: 1, offset: 1, dModel: 4 }).data]
          .map((v) => cellValue(v))
          .join(", "),
      lastWave: (pe) =>
        quantity(pe.analysis.wavelengths({ dModel: 64 }).at(-1) as number, 6),
      turning: (pe) =>
        pe.analysis.wavelengths({ dModel: 64 }).filter((wave) => wave <= 100)
          .length,
      parameters: (pe) =>
        pe.embedding.learned({ maxLen: 512, dModel: 768 }).data.length,
      distances: (pe) =>
        new Set(pe.relative.distances({ queryLen: 64, keyLen: 64 })).size,
      slope: (pe) =>
        [...pe.bias.alibiSlopes({ numHeads: 4 })]
          .map((v) => decimals(v, 5))
          .join(", "),
      buckets: (pe) => [...pe.bias.t5Bucket([-5, -20, 20, -200])].join(", "),
      shift: (pe) =>
        [...pe.analysis.shiftMatrix({ dModel: 2, offset: 2 }).data]
          .map((v) => cellValue(v))
          .join(", "),
      ends: (pe) =>
        [
          ...pe.embedding.fit(
            { data: [0, 1, 2, 3, 4, 5, 6, 7, 8], shape: [9, 1] },
            5,
            { keep: "ends" },
          ).data,
        ].join(", "),
      sum: (pe) =>
        [
          ...pe.embedding.add(
            { data: [0.5, 0.2, -0.3, 0.8], shape: [1, 4] },
            pe.embedding.sinusoidal({ seqLen: 1, offset: 0, dModel: 4 }),
          ).data,
        ]
          .map((v) => decimals(v, 1))
          .join(", "),
      half: (pe) =>
        pe.analysis.collisions({
          rows: pe.embedding.index({ seqLen: 512 }),
          format: "bfloat16",
        }).distinct,
    },
    exercises(
      "exercise",
      {
        ask: {
          en: "Write down the row of position 1 at width 4, and the sum of squares of any row of that width.",
          zh: "写出宽 4 时位置 1 的行，以及这种宽度任意一行的平方和。",
        },
        answer: {
          en: "sin 1, cos 1, sin 0.01, cos 0.01: {row}. Each pair contributes sin² + cos² = 1, so the sum is 2, for every position.",
          zh: "sin 1、cos 1、sin 0.01、cos 0.01，即 {row}。每一对的 sin² + cos² = 1，所以任何位置的平方和都是 2。",
        },
      },
      {
        ask: {
          en: "Which number stands at position 3, dimension 2, width 4?",
          zh: "宽 4 时，位置 3、第 2 维的数是多少？",
        },
        answer: {
          en: "Dimension 2 is the sine of pair 1, whose frequency is 10000^{−2/4} = 0.01: sin 0.03 = {cell}.",
          zh: "第 2 维是第 1 对的正弦，频率为 10000^{−2/4} = 0.01，所以是 sin 0.03 = {cell}。",
        },
      },
      {
        ask: {
          en: "At width 64: how long is the slowest wave, and how many pairs turn at least once within 100 positions?",
          zh: "宽 64 时，最慢的波长是多少？100 个位置之内至少转满一圈的有多少对？",
        },
        answer: {
          en: "2π · 10000^{62/64} = {lastWave}; {turning} of 32 pairs have wavelengths up to 100.",
          zh: "2π · 10000^{62/64} = {lastWave}；32 对中有 {turning} 对的波长不超过 100。",
        },
      },
      {
        ask: {
          en: "Give the matrix that moves a pair with frequency 1 on by two positions.",
          zh: "频率为 1 的一对，写出使它前进两个位置的矩阵。",
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
          zh: "BERT-base 有 512 个位置、宽 768，要为位置训练多少个数？正弦编码呢？",
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
          en: "Into which of T5’s 32 bidirectional buckets fall the offsets −5, −20, 20 and −200?",
          zh: "T5 的 32 个双向分桶中，偏移 −5、−20、20、−200 各归第几桶？",
        },
        answer: {
          en: "{buckets}. Up to 7 every distance has its own bucket; 16 is added for keys behind the query; from 128 on all share the last.",
          zh: "{buckets}。距离不超过 7 时各有一桶；键在查询之后的加 16；从 128 起共用最后一桶。",
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
          zh: "{half} 个：八位有效位能表示 256 以内的所有整数，再往上只能表示每隔一个的。",
        },
      },
      {
        ask: {
          en: "A layer slices `pe[: x.size(0)]`. Which shape of x does it expect, and what happens to the other?",
          zh: "某层写的是 `pe[: x.size(0)]`。它要求 x 是什么形状？给另一种形状会怎样？",
        },
        answer: {
          en: "Time first. With the batch first every token of text b gets row b, without an error; see [chapter 5](~/code/#shapes).",
          zh: "时间在前。若批次在前，文本 b 的所有词元都得到第 b 行，而且不报错；见[第 5 章](~/code/#shapes)。",
        },
      },
    ),
  ),
);

export const reviewSection = section(
  "review",
  { en: "Do you know it now?", zh: "学会了吗？" },
  covers("S4-02", "S4-21"),
  paragraph({
    en: "Whoever has read the tutorial should be able to do five things. Each has a question below, with a sixth on the whole.",
    zh: "读完本教程，应当做得到下面五件事。每件配一道题，外加一道总的。",
  }),
  list(
    [
      {
        en: "say why a Transformer needs positions",
        zh: "说明 Transformer 为什么需要位置信息",
      },
      {
        en: "compute the sinusoidal encoding",
        zh: "算出正弦位置编码",
      },
      {
        en: "tell fixed and learned encodings apart, and choose",
        zh: "区分固定与可学习的编码，并作出选择",
      },
      {
        en: "implement an encoding and test it",
        zh: "实现一种编码并加以测试",
      },
      {
        en: "say what happens on longer texts, and what can be done",
        zh: "说明文本变长时会发生什么、有哪些办法",
      },
    ],
    "ol",
  ),
  quiz("review-need", {
    question: {
      en: "All words of a sentence are shuffled; attention has no mask and no positions. What happens to the output of one word?",
      zh: "把一句话的词全部打乱；注意力没有掩码，也没有位置信息。其中一个词的输出会怎样？",
    },
    choices: [
      {
        text: { en: "It changes", zh: "会变" },
        why: {
          en: "It is an average over the same words with the same weights.",
          zh: "它是同样的词按同样的权重取的平均。",
        },
      },
      {
        text: {
          en: "It stays, and moves with its word",
          zh: "不变，只是跟着词换了位置",
        },
        right: true,
        why: {
          en: "Equivariance. Invariant is only what is taken over all words, such as a mean.",
          zh: "这就是置换等变；只有对所有词取平均之类的量才是不变的。",
        },
      },
      {
        text: {
          en: "It becomes that of another word",
          zh: "变成另一个词的输出",
        },
        why: {
          en: "Each output belongs to its query, and the query is made of the word.",
          zh: "输出属于各自的查询，而查询由词本身得来。",
        },
      },
    ],
  }),
  guess("review-compute", {
    question: {
      en: "Without a machine: how long is the shortest wave, in positions?",
      zh: "不用计算器：最短的波长是多少个位置？",
    },
    check: "questions/fastest",
    tolerance: 0.05,
    why: {
      en: "{value}, that is 2π: pair 0 moves by one radian per position, whatever the width and the base.",
      zh: "{value}，即 2π：第 0 对每个位置转一弧度，与宽度和底数无关。",
    },
  }),
  quiz("review-choose", {
    question: {
      en: "A classifier for reviews of at most 200 words, with plenty of data. Which statement holds?",
      zh: "要给不超过 200 词的评论分类，数据充足。哪种说法成立？",
    },
    choices: [
      {
        text: {
          en: "Only a learned table will do",
          zh: "非用可学习的表不可",
        },
        why: {
          en: "In the experiment of 2017 the two were nearly equal.",
          zh: "2017 年的实验里，两者几乎不分高下。",
        },
      },
      {
        text: {
          en: "Sinusoids, since they are unique and learned rows are not",
          zh: "正弦编码，因为它的每一行唯一，而学出来的行不是",
        },
        why: {
          en: "Random rows are as distinct as one could wish.",
          zh: "随机的行也互不相同。",
        },
      },
      {
        text: {
          en: "Fixed or learned, both will do; the length never exceeds the table",
          zh: "固定的、可学习的都行；长度不会超出表",
        },
        right: true,
        why: {
          en: "Extrapolation, the great difference between encodings, is not asked for.",
          zh: "各种编码最大的差别在外推，而这里用不上。",
        },
      },
    ],
  }),
  quiz("review-test", {
    question: {
      en: "Your layer runs, its output has the right shape and the loss falls. What has been tested?",
      zh: "你写的层能运行，输出形状正确，损失在下降。这测试了什么？",
    },
    choices: [
      {
        text: {
          en: "Nothing about positions",
          zh: "关于位置，什么也没测到",
        },
        right: true,
        why: {
          en: "Move a token and look whether its output changes; shift by a cache and look whether it does not.",
          zh: "要把词元换个位置，看输出变不变；再用缓存加偏移，看输出是否不变。",
        },
      },
      {
        text: { en: "That positions work", zh: "位置编码有效" },
        why: {
          en: "A table that gives every token of a text the same row passes all three.",
          zh: "让一段文本的所有词元得到同一行的表，这三项也都能通过。",
        },
      },
      {
        text: { en: "That rows are unique", zh: "各行互不相同" },
        why: {
          en: "None of the three compares rows.",
          zh: "这三项都没有比较各行。",
        },
      },
    ],
  }),
  quiz("review-long", {
    question: {
      en: "Which claim follows from “the formula gives a row for every position”?",
      zh: "由“公式能给出任何位置的行”，可以推出什么？",
    },
    choices: [
      {
        text: {
          en: "The model can be used at any length",
          zh: "模型能用于任意长度",
        },
        why: {
          en: "Trained weights have met only the angles and distances of training. Measured quality falls soon after.",
          zh: "训练好的权重只见过训练时的角度和距离；实测效果在那之后很快下降。",
        },
      },
      {
        text: {
          en: "That the row can be computed",
          zh: "行算得出来，仅此而已",
        },
        right: true,
        why: {
          en: "No more. Scaling, training on more lengths or another encoding are what helps.",
          zh: "真正有用的是缩放、用更多长度训练，或换一种编码。",
        },
      },
      {
        text: {
          en: "Quality falls slowly, as the waves are smooth",
          zh: "波是平滑的，所以效果会慢慢下降",
        },
        why: {
          en: "Smooth in the position, but the slow hands point where they never pointed before.",
          zh: "随位置确实平滑，但慢针指向了从未到过的方向。",
        },
      },
    ],
  }),
  quiz("review-whole", {
    question: {
      en: "Which of these is *not* a place at which positions can enter a Transformer?",
      zh: "下面哪一处*不能*让位置进入 Transformer？",
    },
    choices: [
      {
        text: { en: "Rows added to the embeddings", zh: "加到词嵌入上的行" },
        why: {
          en: "That is the first: sinusoids and learned tables.",
          zh: "这是第一处：正弦编码与可学习的表。",
        },
      },
      {
        text: { en: "A number added to each score", zh: "加到每个分数上的数" },
        why: { en: "T5 and ALiBi do so.", zh: "T5 与 ALiBi 就是这样。" },
      },
      {
        text: {
          en: "The feed-forward network’s weights, one set per position",
          zh: "前馈网络的权重，每个位置一套",
        },
        right: true,
        why: {
          en: "It is the same network at every position; that is what makes a Transformer fit any length.",
          zh: "每个位置用的是同一个前馈网络，Transformer 因此才能处理不同的长度。",
        },
      },
      {
        text: {
          en: "A rotation of queries and keys",
          zh: "查询和键的旋转",
        },
        why: { en: "That is RoPE.", zh: "这就是 RoPE。" },
      },
    ],
  }),
  claims("001-37"),
);
