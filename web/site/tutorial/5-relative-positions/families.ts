// Sections on Transformer-XL, T5 and DeBERTa.
import {
  displayFormula,
  guess,
  more,
  paragraph,
  quiz,
  source,
  widget,
} from "../../blocks/blocks.ts";
import { section } from "../../pages/chapter.ts";

export const xlSection = section(
  "transformer-xl",
  { en: "Transformer-XL and its shift", zh: "Transformer-\u2060XL 与相对移位" },
  paragraph({
    en: "Transformer-XL reads a long text in segments and keeps the keys of the segment before in memory. With absolute positions one token in memory and one in the segment would both be “position 5”. So it writes down the four terms of an absolute score and replaces every place with a distance:",
    zh: "Transformer-XL 分段读长文本，并把上一段的键留在记忆里。若用绝对位置，记忆里和当前段里就会各有一个“位置 5”。于是它把绝对编码分数的四项写开，凡是出现位置的地方都换成距离：",
  }),
  displayFormula(
    String.raw`e_{ij} = \frac{q_i \cdot k_j + q_i \cdot r_{i-j} + u \cdot k_j + v \cdot r_{i-j}}{\sqrt{d}} \qquad r_n = W_R\,R_n`,
  ),
  source("transformerXl", { en: "section 3.3", zh: "第 3.3 节" }),
  paragraph({
    en: "R_{n} is the sinusoidal row of distance n, sines and cosines in two [halves](term:halves), and never learned; W_{R} is. The query’s own place disappears. In its stead each head has two learned vectors: u says how interesting a key is to every query, v how interesting a distance is.",
    zh: "R_{n} 是距离 n 的正弦向量，正弦与余弦按[两半](term:halves)排布，不参与学习；学的是 W_{R}。查询自身的位置消失了，只剩下每个头的两个可学习向量：u 表示某个键对所有查询的吸引力，v 表示某个距离的吸引力。",
  }),
  more(
    "shift-trick",
    { en: "The shift without a loop", zh: "不用循环的移位" },
    paragraph({
      en: "All of q·r is computed as one product of matrices, a column for each distance. But row i needs its columns moved: distance i − j has to end under key j. Moving every row by a different amount looks like a job for a loop, but no loop is needed:",
      zh: "q·r 是一次矩阵乘法，每列对应一个距离。可是第 i 行的列要挪动，才能让距离 i − j 落到键 j 下面。每行挪动的量不同，看上去非写循环不可，其实不用：",
    }),
    widget("pe-shift-trick", "relative-shift"),
    paragraph({
      en: "Above the diagonal there are now numbers of the next row, wrapped around. In a decoder the mask hides them. Without a mask the trick gives wrong scores that look reasonable; a model that looks both ways needs 2n − 1 rows, from distance n − 1 down to −(n − 1), and cuts the result to n columns. `relative.shift` fills cells that belong to no column with zeros, unless you ask for `wrap`.",
      zh: "移位之后，对角线上方留下的是从下一行绕过来的数。解码器里有掩码遮住；没有掩码还用这个技巧，得到的分数看似合理，其实是错的。双向模型需要 2n − 1 行，距离从 n − 1 到 −(n − 1)，移位后截取 n 列。`relative.shift` 默认把无所属的格子置零，要保留绕回来的数，需指定 `wrap`。",
    }),
    guess("distance-rows", {
      question: {
        en: "A segment of 512 queries over 512 keys in memory and its own 512. How many rows r_{n} are computed, for {xlPairs} pairs?",
        zh: "一段 512 个查询，面对记忆里的 512 个键和本段的 512 个键，共 {xlPairs} 对。要算多少行 r_{n}？",
      },
      check: "relative/xl-rows",
      tolerance: 0.002,
      why: {
        en: "{value}: one for each distance from 1023 down to 0. The scores themselves still cost a second product as large as q·k; in the measurements of the Shortformer paper, a Transformer-XL trained at less than half the speed of the baseline, on an older PyTorch that may account for part of it.",
        zh: "{value} 行，距离从 1023 到 0 各一行。不过分数本身仍要多做一次与 q·k 同样大小的矩阵乘法；Shortformer 论文的实测中，Transformer-XL 的训练速度不到基线的一半；它用的 PyTorch 版本较旧，可能也有影响。",
      },
    }),
    source("shortformer", { en: "table 5", zh: "表 5" }),
  ),
);

export const t5Section = section(
  "t5",
  { en: "T5: one number per bucket", zh: "T5：每桶一个数" },
  paragraph({
    en: "T5 keeps only what softmax needs: a number. Each head has a table of 32, and the offset chooses one of them by a [bucket](term:bucket): near distances have a bucket each, far ones share ever wider ones, because between 100 and 110 tokens back the difference hardly matters.",
    zh: "T5 只保留 softmax 需要的东西：一个数。每个头有一张 32 个数的表，由偏移落入的[桶](term:bucket)决定取哪一个。近处每个距离各占一桶；远处合并，越远并得越宽，因为往前 100 个和往前 110 个，差别已经不大。",
  }),
  widget("pe-buckets", "bucket-strip"),
  source("t5", { en: "section 2.1", zh: "第 2.1 节" }),
  guess("last-bucket", {
    question: {
      en: "With the encoder’s defaults (32 buckets, maximum distance 128): from which distance do all keys before the query share one bucket?",
      zh: "按编码器的默认值（32 桶，最大距离 128）：从哪个距离起，查询之前的键全部同桶？",
    },
    check: "relative/t5-end",
    tolerance: 0.05,
    why: {
      en: "{value}. 128 is where the logarithm would reach bucket 16, one past the last; the rounding down opens the last bucket well before.",
      zh: "{value}。128 是对数式达到第 16 桶的地方，那已越过最后一桶；由于向下取整，最后一桶早就开始了。",
    },
  }),
  more(
    "t5-letter",
    { en: "The buckets to the letter", zh: "桶的确切规则" },
    displayFormula(
      String.raw`b(n) = n \quad (n < m) \qquad b(n) = \min(B-1,\; m + \lfloor (B-m)\, \ln(n/m) / \ln(N/m) \rfloor) \quad (n \ge m)`,
    ),
    paragraph({
      en: "n is the distance, N the maximum distance, B the buckets of one direction, m half of them. The encoder spends half of its 32 on each side, so its exact part ends at {exact}; the decoder never looks ahead, has all 32 for the past, and is exact up to {exactCausal}. Read the encoder’s table by the decoder’s rule, or the reverse, and the number is wrong from 9 tokens back on and for every key ahead. Nor is the “maximum distance 128” a border: the last bucket opens at {end} in the encoder, {endCausal} in the decoder, and stays open to infinity.",
      zh: "n 是距离，N 是最大距离，B 是单个方向的桶数，m 是它的一半。编码器把 32 个桶平分给两侧，逐个区分只到 {exact}；解码器不看后文，32 个桶全给前文，逐个区分到 {exactCausal}。把一方的表按另一方的规则去读，往前第 9 个起的键，以及所有在后的键，全都读错。“最大距离 128”也不是边界：最后一桶在编码器里从 {end} 就开始，在解码器里从 {endCausal} 开始，一直延伸到无穷。",
    }),
    paragraph({
      en: "The bias is added to q·k as it is: T5 does not divide by √d. It has few parameters, {table} numbers for 12 heads: all layers share the table of the first, and encoder and decoder have one each. T5 has no position vectors at all, neither learned nor fixed; the split into 128 and 384 columns that is sometimes ascribed to it is [another design](~/other-designs/).",
      zh: "偏置直接加到 q·k 上，T5 不除以 √d。参数很少：编码器与解码器各一张表，12 个头时每张 {table} 个数，同一侧的各层共用。T5 里没有任何位置向量，学的、固定的都没有；有时被归于它的“128 列加 384 列”，是[另一种设计](~/other-designs/)。",
    }),
  ),
);

export const debertaSection = section(
  "deberta",
  { en: "DeBERTa: three terms", zh: "DeBERTa：三项相加" },
  paragraph({
    en: "Shaw lets the query look at the offset. Why not the key as well? [Disentangled attention](term:disentangled-attention) gives the offset two projections of its own, one that queries meet and one that keys meet. The score then has three terms.",
    zh: "Shaw 的做法里，只有查询会看偏移，键为什么不看？[解耦注意力](term:disentangled-attention)给偏移配了两套投影，一套与查询相乘，一套与键相乘。分数于是有三项。",
  }),
  more(
    "deberta-terms",
    {
      en: "The three terms, the scale, and what to mind when porting",
      zh: "三项、缩放，以及移植时的注意事项",
    },
    displayFormula(
      String.raw`e_{ij} = \frac{Q^c_i \cdot K^c_j + Q^c_i \cdot K^r_{\delta(i,j)} + K^c_j \cdot Q^r_{\delta(j,i)}}{\sqrt{3d}}`,
    ),
    displayFormula(String.raw`\delta(i,j) = \min(2k-1, \max(0, i-j+k))`),
    source("deberta", { en: "section 3.1", zh: "第 3.1 节" }),
    paragraph({
      en: "The three are content with content, content with position, and position with content. Document 0 names the same three, but writes an *absolute* vector into the last and divides by nothing.",
      zh: "三项依次是内容对内容、内容对位置、位置对内容。文档 0 列的也是这三项，只是最后一项写成了*绝对*位置向量，而且没有除以任何数。",
    }),
    paragraph({
      en: "Is the vector of the third term an *absolute* position, as one sometimes reads? It isn’t: put the same token at every position, and the third term depends on the distance alone, as no absolute vector could make it. Absolute positions do exist in DeBERTa, but at the other end of the network, in the decoder that predicts masked words. Three more details matter when you port it: the distance counts i − j; the published code reads the third term at δ(i, j), the index of the second, not at the δ(j, i) of the formula; and versions 2 and 3 send distances through logarithmic buckets: those up to 128 have a bucket each, and 511 falls into bucket 255.",
      zh: "第三项里的向量，有人说是*绝对*位置编码。其实不是：各处放同一个词元，第三项就只随距离变化；若是绝对位置，做不到这一点。DeBERTa 里确实有绝对位置，但在网络的另一端，即预测被遮词的解码器里。移植时还有三处细节：距离按 i − j 计；公开代码的第三项用的下标是第二项的 δ(i, j)，而不是公式里的 δ(j, i)；第 2、3 版的距离先经过对数分桶：128 以内的距离各占一桶，511 落入第 255 桶。",
    }),
    paragraph({
      en: "Why √(3d)? Each of the three products is a sum of d numbers; their variances add up to 3d where the terms are independent. Dividing by √(3d) gives the score the size that √d gives a single product, and softmax stays as soft as before.",
      zh: "为什么是 √(3d)？三个乘积各是 d 个数之和，若互相独立，方差相加为 3d。除以 √(3d)，分数的大小就与单个乘积除以 √d 时相当，softmax 不会变尖。",
    }),
    quiz("third-term", {
      question: {
        en: "You port DeBERTa and divide by √d instead of √(3d). What happens?",
        zh: "移植 DeBERTa 时误除以 √d，而不是 √(3d)，会怎样？",
      },
      choices: [
        {
          text: {
            en: "Nothing: softmax ignores a common factor",
            zh: "没事，softmax 不受公共因子影响",
          },
          why: {
            en: "It ignores a common *summand*. A common factor is a temperature.",
            zh: "不受影响的是公共*加数*；公共因子相当于改变温度。",
          },
        },
        {
          text: {
            en: "Only the position terms are too large",
            zh: "只有位置项偏大",
          },
          why: {
            en: "The divisor stands under all three.",
            zh: "分母是三项共有的。",
          },
        },
        {
          text: {
            en: "All scores are {root3} times too large, the weights too sharp",
            zh: "分数全都放大到 {root3} 倍，权重过尖",
          },
          right: true,
          why: {
            en: "The divisors differ by √3. The trained weights expect the smaller scores, and no error message will tell you.",
            zh: "两个除数相差 √3 倍。训练好的权重适应的是较小的分数，而程序不会报任何错。",
          },
        },
      ],
    }),
  ),
);
