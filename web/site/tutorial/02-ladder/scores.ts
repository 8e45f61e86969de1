// The rungs that act in the scores, and the table of all.
import {
  more,
  paragraph,
  quiz,
  source,
  subsection,
  tryThis,
  widget,
} from "../../blocks/blocks.ts";
import { section } from "../../pages/chapter.ts";

export const relativeSection = section(
  "relative",
  { en: "Rungs 6 and 7: only the distance", zh: "第 6、7 级：只看距离" },
  paragraph({
    en: "So far positions were added to words, in the hope that attention would find the distance between two of them. But attention knows both places at the very moment when it scores a pair. Why not put the [offset](term:offset) in there? Shaw, Uszkoreit and Vaswani (2018) keep a learned row for each offset and add it to the key. Move both words, and nothing changes: every diagonal of the matrix has one colour.",
    zh: "到目前为止，位置都是加到词上的，指望注意力自己从中找出距离。可是注意力计算一对词的分数时，两个位置本来都知道，何不在那时把[偏移](term:offset)放进去？Shaw、Uszkoreit 和 Vaswani（2018）为每个偏移学一行，加到键上。两个词一起移动，分数不变：矩阵的每条对角线都是同一种颜色。",
  }),
  widget("pe-rung-relative", "rung-relative", { sync: "ladder" }),
  source("shaw", { en: "sections 3.1 and 3.2", zh: "第 3.1、3.2 节" }),
  paragraph({
    en: "The price shows in the rows. A table must end somewhere, so offsets from 8 on share a row on each side: *eight or more* is all that the model learns about them. [Chapter 8](~/relative-positions/) is about this family of [relative encodings](term:relative-encoding).",
    zh: "代价在各行里看得见。表总得有个尽头，于是每侧从 8 起的偏移共用一行：模型只知道“八或更远”。这一族[相对位置编码](term:relative-encoding)是[第 8 章](~/relative-positions/)的内容。",
  }),
  subsection(
    "alibi",
    { en: "Rung 7: subtract the distance", zh: "第 7 级：减去距离" },
    paragraph({
      en: "Press, Smith and Lewis (2021) drop the table too. [ALiBi](term:alibi) subtracts slope × distance from the score. It is the bare index of rung 1, back again and still without a bound: {far} at the end of 32 positions. In a score that does no harm, since a [softmax](term:softmax) turns a large negative number into a weight of almost nothing.",
      zh: "Press、Smith 和 Lewis（2021）连表也不要了。[ALiBi](term:alibi) 从分数里减去“斜率 × 距离”。这其实就是第 1 级的裸序号又回来了，大小依旧没有界：32 个位置的尽头是 {far}。但放在分数里并无妨碍，因为 [softmax](term:softmax) 会把很大的负数变成近乎为零的权重。",
    }),
    widget("pe-rung-alibi", "rung-alibi", { sync: "ladder" }),
    source("alibi", { en: "section 3", zh: "第 3 节" }),
    quiz("bounded-where", {
      question: {
        en: "ALiBi fails the demand *bounded*. Should it be mended by dividing the distance by the length?",
        zh: "ALiBi 不满足“有界”。该不该用距离除以长度来补救？",
      },
      choices: [
        {
          text: { en: "Yes, as on rung 2", zh: "应该，像第 2 级那样" },
          why: {
            en: "Then one step would mean something else in every text: the mistake of rung 2 again.",
            zh: "那样一来，一步的含义又会随文本而变，重犯第 2 级的错误。",
          },
        },
        {
          text: {
            en: "No: a demand on rows is not a demand on scores",
            zh: "不该：对行的要求不等于对分数的要求",
          },
          right: true,
          why: {
            en: "Bounds protect the words that a number is added to. Nothing is added to words here, and the softmax needs only differences.",
            zh: "有界是为了保护与之相加的词。这里没有加到词上，而 softmax 只看差值。",
          },
        },
      ],
    }),
  ),
);

export const rotarySection = section(
  "rotary",
  { en: "Rung 8: turn instead of add", zh: "第 8 级：以旋转代替相加" },
  paragraph({
    en: "The waves know the place smoothly but hide the distance; relative rows show the distance but end. The last rung has both. Take the waves of rung 4, but do not add them: turn each pair of dimensions of query and key by the angle of its position. The product of two turned vectors depends on the difference of the angles alone. This is the [rotary encoding](term:rope), RoPE (Su and others, 2021); most open language models since 2023 use it.",
    zh: "波平滑地表示位置，却藏起了距离；相对位置的行显出了距离，却有尽头。最后一级兼得两者之长：仍用第 4 级的波，但不相加，而是把查询和键的每一对维度按其位置转过一个角度。两个转过的向量的点积只取决于角度之差。这就是[旋转位置编码](term:rope)，即 RoPE（苏剑林等，2021），2023 年以来的开源语言模型大多用它。",
  }),
  widget("pe-rung-rotary", "rung-rotary", { sync: "ladder" }),
  source("roformer", { en: "section 3.2", zh: "第 3.2 节" }),
  paragraph({
    en: "It would be wrong to stop here. Slow pairs that have not completed a turn within the training length come to angles past it that no weight has ever seen, exactly as on rung 4, and plain RoPE breaks there. [Chapter 11](~/long-context/) is about what can be done.",
    zh: "就此打住是不对的。在训练长度内没有转满一圈的低频维度，一旦越过这个长度，就会转到任何权重都没见过的角度，与第 4 级如出一辙；不加处理的 RoPE 到那里就会失灵。该怎么办，见[第 11 章](~/long-context/)。",
  }),
);

export const scoreSection = section(
  "score",
  { en: "The whole ladder", zh: "整架阶梯" },
  paragraph({
    en: "All eight rungs, with the same length and seed as above. Read it by columns: *smooth* and *linear* separate what a formula gives from digits and from rows drawn at random, *offsets* separates what is added to words from what acts in the scores.",
    zh: "全部八级，长度和种子与上面各图相同。不妨按列来读：“平滑”和“线性”把公式算出的与二进制位、随机取值的行分开，“偏移”把加到词上的与作用于分数的分开。",
  }),
  widget("pe-ladder", "ladder", { sync: "ladder" }),
  paragraph({
    en: "A higher rung is not a better one, nor do six marks beat five. BERT stands on rung 5 and BLOOM on rung 7, and both are good models: training makes up for much. The table shows what each design *guarantees* before anything is learned.",
    zh: "并不是越高越好，六个勾也未必胜过五个。BERT 在第 5 级，BLOOM 在第 7 级，都是好模型：训练能弥补许多。这张表说明的，是每种设计在学习之前能*保证*什么。",
  }),
  quiz("why-five", {
    question: {
      en: "Sinusoids miss only the demand *offsets*. Why can a trained Transformer with sinusoids nevertheless learn to look three words back?",
      zh: "正弦编码只差“偏移”一项。为什么用它训练出的 Transformer 照样能学会看“往前第三个词”？",
    },
    choices: [
      {
        text: {
          en: "Because the shift is linear: projections can learn the one matrix of offset 3",
          zh: "因为平移是线性的：投影能学到偏移 3 的那个矩阵",
        },
        right: true,
        why: {
          en: "The demand *linear* says that such a matrix exists, the same for all positions. Random projections are not it; trained ones can come close. Chapter 4 builds one.",
          zh: "“线性”一项说的正是：这样的矩阵存在，而且对所有位置都一样。随机投影不是它，训练出来的可以接近它。第 4 章会造一个出来。",
        },
      },
      {
        text: {
          en: "Because it memorises all pairs of positions",
          zh: "因为它记住了所有的位置对",
        },
        why: {
          en: "It could with few positions, but need not: one matrix serves all.",
          zh: "位置少时可以，但没有必要：一个矩阵就够所有位置用。",
        },
      },
      {
        text: {
          en: "It cannot; only RoPE can",
          zh: "学不会，只有 RoPE 可以",
        },
        why: {
          en: "Trained models with sinusoids do find neighbours. What they lack is a guarantee, not the ability.",
          zh: "用正弦编码训练出的模型确实找得到相邻的词。它们缺的是保证，不是能力。",
        },
      },
    ],
  }),
  more(
    "score-try",
    { en: "Shorter and longer texts", zh: "更短与更长的文本" },
    tryThis(
      {
        en: "Set 8 positions: with so few, offsets up to ±7 are all there are. Which mark does the relative rung gain, and which do the waves lose?",
        zh: "把位置个数设为 8：这时偏移最多 ±7。相对位置那一级多了哪个勾？两级波又丢了哪个勾？",
      },
      {
        en: "Set 128 positions and read the column *smooth*: the longer the text, the easier for the counters.",
        zh: "设为 128 个位置，读“平滑”一列：文本越长，计数的那两级越占便宜。",
      },
    ),
  ),
);
