import type { Claim } from "../types.ts";

/** Document 1, its table, and all below it: claims 001-30 to 001-38. */
export const cardTableAndUses: readonly Claim[] = [
  {
    id: "001-30",
    section: { en: "table", zh: "对比表" },
    kind: "property",
    verdict: "unverifiable",
    claim: {
      en: "Sinusoidal encoding has limited expressive power.",
      zh: "正弦编码表达能力有限。",
    },
    correct: {
      en: "The document does not say what it means. The table is fixed, but learned W_{Q} and W_{K} act on it, and the original paper found fixed and learned encodings nearly identical.",
      zh: "文档没有说明含义。表虽固定，但后面有学出来的 W_{Q}、W_{K}；原论文发现固定与可学习的效果几乎一样。",
    },
    evidence: {
      en: "The paper of 2017 compares fixed and learned positions: nearly identical results (table 3, row E).",
      zh: "2017 年的论文比较过固定与可学习的位置：结果几乎相同（表 3 的 E 行）。",
    },
    ground: "opinion",
    sources: [
      {
        work: "vaswani",
        place: { en: "section 3.5 and table 3", zh: "3.5 节与表 3" },
      },
    ],
  },
  {
    id: "001-31",
    section: { en: "table, limits", zh: "对比表、局限" },
    kind: "performance",
    verdict: "true-with-conditions",
    claim: {
      en: "Relative encodings are computationally more expensive.",
      zh: "相对编码的计算开销更高。",
    },
    correct: {
      en: "It depends on the method: with Transformer-XL’s form attention takes more than twice the time and twice the memory, Shaw’s costs about 7% of the steps per second, T5 and ALiBi add one scalar per score.",
      zh: "要看方法：Transformer-XL 形式的注意力耗时增加一倍多、内存翻倍；Shaw 的每秒步数约少 7%；T5 与 ALiBi 每个分数只加一个标量。",
    },
    evidence: {
      en: "The README of ALiBi gives the cost of Transformer-XL’s form, after table 5 of Shortformer (2020); the 7% are those of Shaw et al. (2018).",
      zh: "Transformer-XL 形式的开销出自 ALiBi 的 README，依据 Shortformer（2020）的表 5；7% 出自 Shaw 等人（2018）。",
    },
    ground: "paper",
    sources: [{ work: "alibiCode" }, { work: "shortformer" }, { work: "shaw" }],
  },
  {
    id: "001-32",
    section: { en: "table", zh: "对比表" },
    kind: "property",
    verdict: "misleading",
    claim: { en: "RoPE is complicated to implement.", zh: "RoPE 实现复杂。" },
    correct: {
      en: "It takes about ten lines: pair the coordinates and turn each pair by position times frequency. What is hard are the conventions (adjacent or half-split pairs) and the precision.",
      zh: "大约十行：两两配对，按“位置 × 频率”旋转每一对。难的是约定（相邻配对还是前后半配对）与精度。",
    },
    evidence: {
      en: "A loop of six lines gives the library’s numbers to rounding; with the pairs split into halves the result differs by more than 0.1.",
      zh: "六行的循环就能得到与库相同的数值（误差在舍入范围内）；若按前后两半配对，结果会差 0.1 以上。",
    },
    sources: [{ work: "llamaCode" }],
  },
  {
    id: "001-33",
    section: { en: "table", zh: "对比表" },
    kind: "model-fact",
    verdict: "true",
    claim: { en: "BLOOM uses ALiBi.", zh: "BLOOM 使用 ALiBi。" },
    correct: { en: "Correct.", zh: "正确。" },
    evidence: {
      en: "Named in the paper of BLOOM (2022) and in the README of ALiBi.",
      zh: "BLOOM 论文（2022）与 ALiBi 的 README 都写明了。",
    },
    ground: "paper",
    sources: [{ work: "bloom" }, { work: "alibiCode" }],
  },
  {
    id: "001-34",
    section: { en: "related concepts", zh: "相关概念" },
    kind: "history",
    verdict: "misleading",
    claim: {
      en: "The Transformer was the first architecture to use positional encoding systematically.",
      zh: "Transformer 是第一个系统使用位置编码的架构。",
    },
    correct: {
      en: "ConvS2S (May 2017) added learned position embeddings to every input, and Memory Networks had a fixed encoding in 2015. The Transformer made it indispensable.",
      zh: "ConvS2S（2017 年 5 月）已给每个输入加上可学习的位置嵌入，记忆网络 2015 年就用了固定编码。Transformer 使它变得不可或缺。",
    },
    evidence: {
      en: "Both are cited by the Transformer paper and its follow-up of 2018.",
      zh: "Transformer 论文及 2018 年的后续论文都引用了它们。",
    },
    ground: "paper",
    sources: [
      { work: "memn2n" },
      { work: "convs2s" },
      { work: "shaw", place: { en: "introduction", zh: "引言" } },
    ],
  },
  {
    id: "001-35",
    section: { en: "applications", zh: "应用" },
    kind: "numeric",
    verdict: "true-with-conditions",
    claim: {
      en: "In the translation example, encoding positions makes the negation end up in the right place.",
      zh: "在翻译的例子里，位置编码保证否定词落在正确的位置。",
    },
    correct: {
      en: "Positions are necessary but not sufficient: the decoder still has to learn what to do with them. And the words of this pair stand in almost the same order, so it hardly tests reordering.",
      zh: "位置信息必要但不充分，怎么用还要靠解码器去学；而且这对例句语序几乎一致，检验不了调序。",
    },
    evidence: {
      en: "Five of the six English words have a counterpart, in the same order; “not” is the third word of six, its counterpart the second of five.",
      zh: "六个英文词中有五个能与中文词对上，而且次序相同；not 是六个词中的第三个，“不”是五个词中的第二个。",
    },
  },
  {
    id: "001-36",
    section: { en: "applications", zh: "应用" },
    kind: "property",
    verdict: "misleading",
    claim: {
      en: "In a long document, the encoding lets the model remember the year at the start and work out that “last year” is 2022.",
      zh: "在长文档里，位置编码让模型记住开头的年份，并推出“去年”指 2022 年。",
    },
    correct: {
      en: "The encoding supplies order and distance, no more. Remembering is done by attention over the tokens, and what “last year” refers to is learned inference.",
      zh: "编码只提供顺序和距离；“记住”靠的是对词元的注意力，“去年”指哪一年靠模型学到的推理。",
    },
    evidence: {
      en: "Without any positions, attention finds a matching token 400 places away with the same weight as the one next to it.",
      zh: "完全没有位置编码，注意力找到 400 个位置之外的匹配词元，权重与紧挨着时一样。",
    },
  },
  {
    id: "001-37",
    section: { en: "strengths", zh: "优势" },
    kind: "property",
    verdict: "true-with-conditions",
    claim: {
      en: "Sinusoidal encoding is mathematically elegant and therefore interpretable.",
      zh: "正弦编码数学上优雅，因此可解释。",
    },
    correct: {
      en: "Its algebra is explicit: shifts are rotations, and the inner product depends on distance alone. Document 2 says the opposite of “interpretable”; both are judgements.",
      zh: "它的代数性质是明确的：平移就是旋转，内积只看距离。至于是否“可解释”，文档 2 的说法正相反，两者都是评价。",
    },
    evidence: {
      en: "Shifts act as rotations to 10⁻⁶. After one random matrix, most of the decay of the inner product is gone.",
      zh: "平移就是旋转，误差在 10⁻⁶ 以内；隔一个随机矩阵，内积的衰减大半就看不出来了。",
    },
  },
  {
    id: "001-38",
    section: { en: "references", zh: "参考资料" },
    kind: "history",
    verdict: "true",
    claim: {
      en: "The cited arXiv identifiers belong to the five named papers.",
      zh: "所列 arXiv 编号与五篇论文对应。",
    },
    correct: {
      en: "All correct: 1706.03762, 1810.04805, 2104.09864, 2108.12409, 1901.02860.",
      zh: "全部正确：1706.03762、1810.04805、2104.09864、2108.12409、1901.02860。",
    },
    evidence: {
      en: "All five numbers lead to the papers named.",
      zh: "五个编号都指向所说的论文。",
    },
    ground: "paper",
    sources: [
      { work: "vaswani" },
      { work: "bert" },
      { work: "roformer" },
      { work: "alibi" },
      { work: "transformerXl" },
    ],
  },
];
