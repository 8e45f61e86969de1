import type { Claim } from "../types.ts";

/** Document 1, definition, methods and fusion: claims 001-01 to 001-15. */
export const cardMethods: readonly Claim[] = [
  {
    id: "001-01",
    section: { en: "front matter", zh: "卡首信息" },
    kind: "history",
    verdict: "misleading",
    claim: {
      en: "Positional encoding was introduced in 2017 by Attention Is All You Need.",
      zh: "位置编码始于 2017 年的《Attention Is All You Need》。",
    },
    correct: {
      en: "The sinusoidal formula is of June 2017. Position encodings are older: End-To-End Memory Networks (2015) and ConvS2S (May 2017) had them, and later papers cite them as predecessors.",
      zh: "正弦公式出自 2017 年 6 月；位置编码本身更早：端到端记忆网络（2015）和 ConvS2S（2017 年 5 月）已有使用，后来的论文把它们列为先例。",
    },
    evidence: {
      en: "Shaw et al. (2018) cite Sukhbaatar et al. (2015) for position encodings by a function, and Gehring et al. (2017) for those of a convolutional network.",
      zh: "Shaw 等人（2018）引用 Sukhbaatar 等人（2015）由函数给出的编码，以及 Gehring 等人（2017）卷积网络的编码。",
    },
    ground: "paper",
    sources: [
      { work: "shaw", place: { en: "introduction", zh: "引言" } },
      { work: "memn2n" },
      { work: "convs2s" },
    ],
  },
  {
    id: "001-02",
    section: { en: "definition", zh: "定义" },
    kind: "property",
    verdict: "true-with-conditions",
    claim: {
      en: "To self-attention, the sentences “I love you” and “you love I” look alike.",
      zh: "在自注意力眼里，“我爱你”与“你爱我”没有分别。",
    },
    correct: {
      en: "Each word’s output is the same vector in both, only in another row; nothing but a pooled output, which forgets the order, is identical. And it needs attention without positions and without a causal mask.",
      zh: "每个词的输出向量不变，只是换了一行；只有经过与次序无关的汇总，结果才完全一样。前提是没有位置信号，也没有因果掩码。",
    },
    evidence: {
      en: "Reversing three words leaves the pooled output as it is; with positions added or under a causal mask it changes.",
      zh: "三个词倒过来，汇总输出不变；加上位置编码或因果掩码，就会变。",
    },
  },
  {
    id: "001-03",
    section: { en: "why needed", zh: "必要性" },
    kind: "property",
    verdict: "true-with-conditions",
    claim: {
      en: "Attention weights come from Query times Key and look at content only, so dog-bites-man and man-bites-dog, which share one token set, are not told apart.",
      zh: "注意力权重由查询乘键得到，只看内容；“狗咬了人”与“人咬了狗”用词相同，因此分不出谁咬谁。",
    },
    correct: {
      en: "True of attention without an encoding. Once position vectors are added to the inputs, Q and K contain position too.",
      zh: "没有编码时成立；位置向量一旦加进输入，Q、K 本身就带有位置。",
    },
    evidence: {
      en: "Exchanging the two nouns moves the weights with the words, to rounding; with positions added the weights themselves change by up to 0.3.",
      zh: "交换两个名词，权重随词移动，误差在舍入范围内；加上位置编码后，权重本身最多变化约 0.3。",
    },
  },
  {
    id: "001-04",
    section: { en: "why needed", zh: "必要性" },
    kind: "numeric",
    verdict: "misleading",
    claim: {
      en: "In “The keys that were on the table are gone”, “that” and “are” are five words apart.",
      zh: "在例句 The keys that were on the table are gone 中，that 与 are 相隔 5 个词。",
    },
    correct: {
      en: "Their indices differ by 5 (2 and 7), but only 4 words stand between them.",
      zh: "两者下标相差 5（2 与 7），但中间只有 4 个词。",
    },
    evidence: {
      en: "The words, counted from 0: The, keys, that, were, on, the, table, are, gone.",
      zh: "从 0 数起的各词：The、keys、that、were、on、the、table、are、gone。",
    },
  },
  {
    id: "001-05",
    section: { en: "why needed", zh: "必要性" },
    kind: "property",
    verdict: "false",
    claim: {
      en: "“that” and “are” are strongly linked by grammar.",
      zh: "that 与 are 在语法上联系紧密。",
    },
    correct: {
      en: "The subject of “are” is “keys”, at distance 6; “that” belongs to the relative clause, with “were”. The example does show a long dependency, but of another pair.",
      zh: "are 的主语是 keys，距离 6；that 属于含 were 的定语从句。例子仍能说明远距离依赖，只是词对选错了。",
    },
    evidence: {
      en: "Distances in the sentence: keys–are 6, that–were 1.",
      zh: "句中的距离：keys 与 are 为 6，that 与 were 为 1。",
    },
    ground: "reading",
  },
  {
    id: "001-06",
    section: { en: "method 1", zh: "方法 1" },
    kind: "property",
    verdict: "true-with-conditions",
    claim: {
      en: "Sinusoids of several frequencies work like second, minute and hour hands.",
      zh: "多种频率的正弦好比秒针、分针和时针。",
    },
    correct: {
      en: "A good analogy: each hand is one sine–cosine pair. But the ratios of a clock are 60 and 12, while the encoding has d/2 hands with the constant ratio 10000^{2/d} (1.0366 at d = 512), the fastest of which turns by one radian per position.",
      zh: "类比恰当：每根针就是一对正弦余弦。但钟表的倍率是 60 和 12，而编码有 d/2 根针，倍率恒为 10000^{2/d}（d = 512 时为 1.0366），最快的针每个位置转 1 弧度。",
    },
    evidence: {
      en: "The hands turn once in 6.283, 6.513, … and 60 611.5 positions at d = 512; all neighbours differ by the factor 1.0366.",
      zh: "d = 512 时，各针转一圈需 6.283、6.513、……、60 611.5 个位置，相邻之比都是 1.0366。",
    },
  },
  {
    id: "001-07",
    section: { en: "method 1", zh: "方法 1" },
    kind: "property",
    verdict: "true-with-conditions",
    claim: {
      en: "Combining many waves gives every position a unique fingerprint.",
      zh: "多条波组合起来，使每个位置都有独一无二的指纹。",
    },
    correct: {
      en: "Unique in exact arithmetic, by a margin that depends on d. And the waves are not added up: each keeps coordinates of its own.",
      zh: "精确算术下唯一，余量随 d 变化。而且各条波并没有叠加，而是各占自己的坐标。",
    },
    evidence: {
      en: "The closest two rows are 0.044 apart at d = 4 (5000 positions) and 3.714 at d = 512, where each row has length 16.",
      zh: "最近的两行，d = 4 时相距 0.044（5000 个位置），d = 512 时相距 3.714，而每行长 16。",
    },
  },
  {
    id: "001-08",
    section: { en: "method 1", zh: "方法 1" },
    kind: "numeric",
    verdict: "true-with-conditions",
    claim: {
      en: "Each position receives a vector of 512 dimensions.",
      zh: "每个位置得到一个 512 维向量。",
    },
    correct: {
      en: "512 is the d_{model} of the base Transformer; the width is whatever d_{model} is.",
      zh: "512 是基础版 Transformer 的 d_{model}；d_{model} 是多少，向量就是多少维。",
    },
    evidence: {
      en: "BERT-base and GPT-2 small have 768, GPT-NeoX-20B has 6144.",
      zh: "BERT-base 与 GPT-2 small 为 768，GPT-NeoX-20B 为 6144。",
    },
    sources: [{ work: "vaswani" }, { work: "bert" }, { work: "neox" }],
  },
  {
    id: "001-09",
    section: { en: "method 1", zh: "方法 1" },
    kind: "property",
    verdict: "misleading",
    claim: {
      en: "Sinusoidal encoding extrapolates to longer sequences than in training.",
      zh: "正弦编码能够外推到比训练更长的序列。",
    },
    correct: {
      en: "The vectors exist, but the quality of the model usually does not carry over; the paper only says that the encoding may allow it. The same claim stands in the table of document 1, in section 6 of document 3 and in document 4.",
      zh: "向量算得出来，但模型效果通常带不过去；原论文只说或许可以。文档 1 的对比表、文档 3 第 6 节、文档 4 都有同样说法。",
    },
    evidence: {
      en: "The paper writes that the encoding “may allow” extrapolation; in the measurements of 2021 it ends within 50 tokens or at once, depending on the corpus. At d = 512 and 512 positions, 133 of 256 pairs meet unseen values next.",
      zh: "论文的措辞只是“或许可以”外推；2021 年的实测中，外推止于 50 个词元以内，有的语料上一个词元也不行。d = 512、512 个位置之后，256 对中有 133 对遇到没见过的值。",
    },
    sources: [
      { work: "vaswani", place: { en: "section 3.5", zh: "3.5 节" } },
      { work: "alibi", place: { en: "figure 1", zh: "图 1" } },
    ],
  },
  {
    id: "001-10",
    section: { en: "method 1", zh: "方法 1" },
    kind: "property",
    verdict: "true-with-conditions",
    claim: {
      en: "The difference between the encodings of any two positions reflects their distance.",
      zh: "任意两个位置编码之差体现了它们的距离。",
    },
    correct: {
      en: "Their Euclidean distance is √(d − 2g(k)), a function of |i−j| alone: without direction, saturating, and not strictly increasing.",
      zh: "二者的欧氏距离为 √(d − 2g(k))，只取决于 |i−j|：没有方向，会饱和，也并非严格递增。",
    },
    evidence: {
      en: "At d = 512: 3.714 for k = 1, 12.823 for 10, 16.973 for 100, 20.544 for 1000; it levels off near √512 = 22.63.",
      zh: "d = 512：k = 1 时 3.714，10 时 12.823，100 时 16.973，1000 时 20.544，最终在 √512 = 22.63 附近持平。",
    },
  },
  {
    id: "001-11",
    section: { en: "method 2, history", zh: "方法 2、历史" },
    kind: "model-fact",
    verdict: "true",
    claim: {
      en: "BERT (October 2018) learns its position vectors and is limited to 512.",
      zh: "BERT（2018 年 10 月）学习位置向量，最长 512。",
    },
    correct: { en: "Correct.", zh: "正确。" },
    evidence: {
      en: "BERT appeared in October 2018; its code sets `max_position_embeddings` = 512.",
      zh: "BERT 发表于 2018 年 10 月，代码设 `max_position_embeddings` = 512。",
    },
    ground: "code",
    sources: [{ work: "bert" }, { work: "bertCode" }],
  },
  {
    id: "001-12",
    section: { en: "method 2", zh: "方法 2" },
    kind: "property",
    verdict: "true-with-conditions",
    claim: {
      en: "Learned positions only handle lengths up to the maximum seen in training.",
      zh: "可学习位置只能处理训练见过的最大长度。",
    },
    correct: {
      en: "The hard limit is the size of the table, which may exceed any length seen in training; rows that were never trained keep their initial values.",
      zh: "硬性上限是表的大小，可能大于训练中见过的长度；没训练过的行停在初始值。",
    },
    evidence: {
      en: "A table of 512 rows trained on texts of 300 tokens still answers position 400, with the initial row.",
      zh: "512 行的表，只用 300 个词元的文本训练，仍能查到位置 400，但得到的是初始值。",
    },
  },
  {
    id: "001-13",
    section: { en: "method 2", zh: "方法 2" },
    kind: "performance",
    verdict: "true-with-conditions",
    claim: {
      en: "Learned positions add parameters and training cost.",
      zh: "可学习位置增加参数量与训练成本。",
    },
    correct: {
      en: "Yes, but few: L × d values.",
      zh: "是的，但不多：L × d 个数。",
    },
    evidence: {
      en: "BERT-base 512 × 768 = 393 216 (0.36% of 110 million), GPT-2 1024 × 768 = 786 432 (0.63% of 124 million).",
      zh: "BERT-base 为 512 × 768 = 393 216（1.1 亿的 0.36%），GPT-2 为 1024 × 768 = 786 432（1.24 亿的 0.63%）。",
    },
    sources: [{ work: "bert" }, { work: "gpt2Code" }],
  },
  {
    id: "001-14",
    section: { en: "fusion", zh: "融合方式" },
    kind: "numeric",
    verdict: "true",
    claim: {
      en: "Adding [0.5, 0.2, −0.3, 0.8] and [0.1, −0.1, 0.2, −0.2] gives [0.6, 0.1, −0.1, 0.6] and keeps the dimension.",
      zh: "[0.5, 0.2, −0.3, 0.8] 加 [0.1, −0.1, 0.2, −0.2] 得 [0.6, 0.1, −0.1, 0.6]，维度不变。",
    },
    correct: {
      en: "Correct. The position vector of the example is made up; it is no sinusoidal row.",
      zh: "正确。例中的位置向量是随意取的，并不是哪一行正弦编码。",
    },
    evidence: { en: "Added component by component.", zh: "逐个分量相加即得。" },
  },
  {
    id: "001-15",
    section: { en: "fusion", zh: "融合方式" },
    kind: "property",
    verdict: "true-with-conditions",
    claim: {
      en: "Concatenation keeps position separate from the word vector at the cost of more dimensions.",
      zh: "拼接让位置与词向量各自独立，代价是维度变大。",
    },
    correct: {
      en: "The example with six numbers is right. But the separation ends at the first linear layer: W[x; p] = W₁x + W₂p, so adding is concatenating with tied projections.",
      zh: "六个数的例子正确。但这种独立只维持到第一个线性层：W[x; p] = W₁x + W₂p，所以相加就是绑定了投影的拼接。",
    },
    evidence: {
      en: "4 + 2 = 6 components; a linear layer gives the same result as the sum of two narrower ones, to rounding.",
      zh: "4 + 2 = 6 个分量；过线性层的结果与两个较窄的层之和相同，误差在舍入范围内。",
    },
  },
];
