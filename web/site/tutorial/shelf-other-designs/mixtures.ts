// Sections on layers, digits and mixtures.
import {
  displayFormula,
  guess,
  list,
  more,
  paragraph,
  quiz,
  source,
  subsection,
  tryThis,
  widget,
} from "../../blocks/blocks.ts";
import { section } from "../../pages/chapter.ts";

export const layersSection = section(
  "layers",
  { en: "A document in layers", zh: "文档分层" },
  paragraph({
    en: "A number counted from the start of a book says little about a word. People say “the third paragraph, second sentence”. An encoding can do likewise, in three layers that differ in where they enter:",
    zh: "从书的开头数起的编号，对一个词说明不了多少。人们会说“第三段第二句”。编码也可以这样做，分三层，进入模型的地方各不相同：",
  }),
  list(
    [
      {
        en: "**Base**: sinusoidal rows for the running number of the token, added to its [embedding](term:embedding);",
        zh: "**基底**：按词元的流水号取正弦行，加到[词嵌入](term:embedding)上；",
      },
      {
        en: "**Paragraph**: one more vector, shared by all tokens of the paragraph, added as well;",
        zh: "**段落**：再加一个向量，同段的词元共用；",
      },
      {
        en: "**Sentence**: a [bias](term:bias) on the [attention scores](term:attention-score) between near tokens of one sentence, and nothing elsewhere.",
        zh: "**句内**：同一句里相近的词元之间，给[注意力分数](term:attention-score)加一个[偏置](term:bias)，别处不加。",
      },
    ],
    "ol",
  ),
  paragraph({
    en: "The layers can be told apart in the pictures at the top of this page. Waves alone make a band along the diagonal: likeness depends on distance and on nothing else. Paragraph vectors put blocks over it, since tokens of one paragraph now share something. The bias is zero outside small squares along the diagonal; it needs no table row and works for documents of any length.",
    zh: "三层在页首的图上分得很清楚。只有波时，沿对角线是一条带，像不像只看距离。加上段落向量，带上叠出了方块，因为同段的词元有了共同点。偏置只在对角线上的小方块里不为零；它不占表里的行，文档多长都能用。",
  }),
  more(
    "layers-relatives",
    {
      en: "Published relatives, and a number without a source",
      zh: "已发表的近亲，以及一个没有出处的数字",
    },
    paragraph({
      en: "No paper defines just this scheme; the definition here is ours. It has published relatives. BERT adds a segment vector to tell two sentences apart. BiPE (2024) counts absolutely within a segment and relatively between segments, the other way round from here.",
      zh: "没有哪篇论文定义的正是这个方案，这里的定义是我们自己给的。已发表的近亲倒有几个：BERT 加一个段向量，用来区分两个句子；BiPE（2024）段内用绝对位置、段间用相对位置，与这里恰好相反。",
    }),
    source("bipe"),
    paragraph({
      en: "Such layers are said to raise “positional accuracy” on long documents by 30% (document 0). **This number is unsourced**: no task, no baseline, no metric, and we found no paper that reports it. Do not pass it on.",
      zh: "据文档 0 说，这样分层使长文档任务的“位置感知精度”提高 30%。**这个数字没有出处**：没说任务，没说基线，没说指标，我们也没有找到报告它的论文。请不要转述。",
    }),
    tryThis(
      {
        en: "Leave only layer 2 on. What can a model still know about the order within a paragraph?",
        zh: "只留第 2 层。段内的次序，模型还能知道什么？",
      },
      {
        en: "Make a document of one long sentence. Which layers still do something?",
        zh: "写一篇只有一个长句的文档。还有哪几层起作用？",
      },
    ),
  ),
);

export const digitsSection = section(
  "digits",
  { en: "Positions with two digits", zh: "两位数的位置" },
  paragraph({
    en: "A trained table of n rows ends at position n − 1; [positions inside a model](~/putting-them-in/#stretching) stretched it, and every row moved. Su Jianlin found a way (2020) that moves none of them. Write the position as two digits in base n, i · n + j, and mix a row for each digit:",
    zh: "训练好的 n 行表到位置 n − 1 为止。[位置在模型里](~/putting-them-in/#stretching)把它拉长，每一行都挪了地方。苏剑林（2020）的办法一行也不挪：把位置写成 n 进制的两位数 i · n + j，每位取一行，再混合：",
  }),
  displayFormula(
    String.raw`q_{i \cdot n + j} = \link{alpha}{\alpha} \, u_i + (1 - \link{alpha}{\alpha}) \, u_j, \qquad u_i = \frac{p_i - \link{alpha}{\alpha} \, p_0}{1 - \link{alpha}{\alpha}}`,
  ),
  source("suHierarchical"),
  paragraph({
    en: "The u are chosen such that for i = 0 the mixture comes out as p_{j}: the model meets its old rows unchanged and only has to get used to the new ones. BERT’s 512 rows reach 262 144 positions this way.",
    zh: "u 的取法保证 i = 0 时混合结果恰好是 p_{j}：模型见到的旧行原封不动，只需适应新的行。这样一来，BERT 的 512 行就能表示 262 144 个位置。",
  }),
  widget("pe-two-digits", "two-digits"),
  more(
    "digits-price",
    {
      en: "The price, and why α must not be\u00a0½",
      zh: "代价，以及 α 为什么不能取 ½",
    },
    paragraph({
      en: "The square shows the price. Positions that share their upper digit are alike, and so are positions that share the lower one: the fine stripes off the diagonal. Position 8 resembles position 16 as position 0 does, whatever stands between them. And α must not be ½: then i · n + j and j · n + i are the same mixture, and the closest distance falls to zero. The library refuses it. Past ½ it grows again, with the two digits exchanged. The figure divides by the length of a row, because dividing by 1 − α makes the u long; rows far longer than the trained ones are strange to the model too.",
      zh: "方阵显示了代价。高位相同的位置彼此相像，低位相同的也彼此相像，这就是对角线外那些细条纹：位置 8 与 16 相像，只因低位相同，同中间隔着什么无关。另外 α 不能取 ½：那样 i · n + j 与 j · n + i 的混合完全相同，最近距离降到零，库会拒绝这个值。过了 ½，距离又变大，两位则互换了角色。图中的距离除以了行长，因为除以 1 − α 会把 u 拉得很长；比训练过的行长得多的行，模型同样不认识。",
    }),
    tryThis({
      en: "Choose the smooth table. Where do two neighbouring positions now differ most?",
      zh: "换成平滑的表。相邻两个位置在哪里差别最大？",
    }),
  ),
);

export const mixturesSection = section(
  "mixtures",
  { en: "Mixed and disturbed", zh: "混合与扰动" },
  subsection(
    "hybrid-columns",
    {
      en: "Some columns learned, others fixed",
      zh: "一部分列可学习，其余固定",
    },
    paragraph({
      en: "Why choose? One can give some columns to training and keep sinusoids in the rest, 128 and 384, say. (Document 3 ascribes this to T5, which has no position vectors at all.) The idea leaves open *which* 384 columns stay.",
      zh: "何必二选一？可以把一部分列交给训练，其余保留正弦，比如 128 列与 384 列。（文档 3 说这是 T5 的做法，而 T5 根本没有位置向量。）这个想法没有说清的是：留下的是*哪* 384 列。",
    }),
    widget("pe-hybrid-columns", "columns"),
    paragraph({
      en: "If the learned columns replace the *first* 128 of a table of 512, they replace its 64 fastest pairs. The first pair left turns so slowly that neighbours hardly differ: exactly what tells “man bites dog” from “dog bites man” now rests on the learned part alone. A table of its own for the fixed columns, as `embedding.hybrid` makes it, has fast pairs again.",
      zh: "如果可学习的列取代了 512 列中的*前* 128 列，被取代的就是频率最高的 64 对。剩下的第一对转得很慢，相邻位置几乎没有差别：“人咬狗”和“狗咬人”靠什么分开，现在全看可学习的那部分了。若让固定的列自成一张正弦表，像 `embedding.hybrid` 那样，高频维度就又有了。",
    }),
    guess("first-fixed", {
      question: {
        en: "Cut the first 128 columns off a table of width 512. How many positions does the fastest remaining pair take for one turn?",
        zh: "从 512 维的表上截掉前 128 列，剩下频率最高的一对要多少个位置转一圈？",
      },
      check: "designs/first-fixed-wave",
      tolerance: 0.1,
      why: {
        en: "{value}, ten times the 6.28 of the whole table: a quarter of the columns is a quarter of the ladder, and 10000 to the power ¼ is 10.",
        zh: "{value} 个，是整张表 6.28 的十倍：四分之一的列就是四分之一段阶梯，而 10000 的四分之一次方是 10。",
      },
    }),
  ),
  subsection(
    "perturbed",
    { en: "Fixed rows, disturbed a little", zh: "固定的行，稍加扰动" },
    paragraph({
      en: "Another compromise: keep the sinusoids in all columns and add to each row a small vector δ that training may change. Surveys mention the idea, but we have found no paper that defines it. Does the law of [more on waves](~/what-waves-can-do/) survive, that moving on by k is one fixed rotation? It doesn’t, and the more noise, the less: the rotation carries row p to where row p + k *was*, and each end has noise of its own. The error grows in proportion to the size σ of the noise.",
      zh: "另一种折中：所有列都保留正弦，每行再加一个可训练的小向量 δ。综述里提到过这个想法，同名的论文我们没有找到。那么[再谈正弦波](~/what-waves-can-do/)的规律，即向后平移 k 个位置等于一个固定的旋转，还成立吗？不再成立：旋转把第 p 行带到第 p + k 行*原来*的地方，而两头各有各的噪声；误差与噪声的大小 σ 成正比。",
    }),
    more(
      "cape",
      { en: "Disturb the positions instead", zh: "改为扰动位置" },
      paragraph({
        en: "CAPE (2021) disturbs something else, the positions: in training it moves all of them by one random amount, jitters and stretches them. A common shift is still a rotation of the same table, so the law holds to the last rounding, and the model learns not to rely on absolute numbers.",
        zh: "CAPE（2021）扰动的是另一样东西，位置本身：训练时让所有位置一起平移一个随机量，再加抖动和伸缩。整体平移后仍是同一张表的旋转，规律只剩舍入误差，模型也就学会了不依赖绝对编号。",
      }),
      source("cape"),
    ),
    quiz("which-noise", {
      question: {
        en: "Three disturbances of equal σ: on the rows, on every position by itself, on all positions together. Which keeps attention by offset possible with fixed weights?",
        zh: "σ 相同的三种扰动：各行、每个位置各自、所有位置一起。哪一种仍能用固定的权重按偏移来注意？",
      },
      choices: [
        {
          text: { en: "On the rows", zh: "各行" },
          why: {
            en: "The rows no longer lie on their circles, and no rotation puts them back.",
            zh: "行已经偏离各自的圆，没有哪个旋转能把它们转回去。",
          },
        },
        {
          text: { en: "On every position by itself", zh: "每个位置各自" },
          why: {
            en: "The rows stay on their circles, but the distance between two of them is no longer k.",
            zh: "行还在圆上，但两行之间的距离不再是 k 了。",
          },
        },
        {
          text: { en: "On all positions together", zh: "所有位置一起" },
          right: true,
          why: {
            en: "All differences stay what they were.",
            zh: "所有的差都没有变。",
          },
        },
      ],
    }),
  ),
);
