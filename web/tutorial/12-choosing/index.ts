import {
  claims,
  covers,
  dataTable,
  paragraph,
  quiz,
  tryThis,
  widget,
} from "../../site/build/blocks.ts";
import { type Chapter, section } from "../../site/chapter.ts";

const historySection = section(
  "history",
  { en: "How it came about", zh: "来龙去脉" },
  covers("S1-21", "S1-22", "S1-23", "S1-24", "S1-31", "S0-38", "S0-40"),
  paragraph({
    en: "Recurrent networks needed no positions: they read in order. But attention and convolution did before the Transformer was there: memory networks (2015) used a fixed encoding, the convolutional model of Gehring and others (May 2017) a learned one. The Transformer (June 2017) dropped recurrence and made positions indispensable. BERT (October 2018) and GPT-2 (February 2019) learned them, 512 and 1024 of them.",
    zh: "循环网络按顺序读，用不着位置编码。但在 Transformer 之前，注意力和卷积模型就已经需要它：记忆网络（2015 年）用固定编码，Gehring 等人的卷积模型（2017 年 5 月）用可学习的编码。Transformer（2017 年 6 月）去掉循环，位置编码从此不可或缺。BERT（2018 年 10 月）和 GPT-2（2019 年 2 月）都用可学习的编码，分别有 512 和 1024 个位置。",
  }),
  claims("001-16", "001-17", "001-34", "001-11", "001-18"),
  widget("pe-model-lengths", "model-lengths"),
  claims("001-28", "000-34"),
  paragraph({
    en: "Two cautions. A length on a data sheet says what is accepted, not what is used. And for Claude and Gemini no method has been published; whoever names one is guessing. DeBERTa’s first place on SuperGLUE is a fact of January 2021, for a whole model and not for its positions alone; later entries passed it.",
    zh: "有两点要留意。规格表上的长度是能接受的长度，不是真正用上的长度。Claude 和 Gemini 没有公布位置方法，凡是说得出名字的都是猜测。DeBERTa 在 SuperGLUE 上居首是 2021 年 1 月的事，而且属于整个模型，不能只归功于位置编码；后来已被超过。",
  }),
  claims("000-31"),
);

const compareSection = section(
  "compare",
  { en: "All of them in one table", zh: "一张表看全部" },
  covers("S1-34", "S3-19", "S2-18"),
  paragraph({
    en: "The documents compare four or five methods. The library computes all of the following, and this table is its own catalog. Variants differ by task: what suits images, audio or packed documents stands here beside what suits text.",
    zh: "几篇文档各比较了四五种方法。下表列出的，本库全都能算，数据就是库自己的目录。不同变体各有所长：适合图像、音频、拼接文档的，与适合文本的一并列在这里。",
  }),
  widget("pe-comparison", "comparison"),
  tryThis({
    en: "Show what works past the trained length, and look at the column of learned numbers. What do most of these have in common, and where are the rotations?",
    zh: "筛选超出训练长度仍可用的，再看“可学习的数”一栏。它们大多有什么共同点？旋转一类在哪里？",
  }),
);

const limitsSection = section(
  "limits",
  { en: "Strengths, limits, trade-offs", zh: "长处、局限与取舍" },
  covers("S1-32", "S1-33", "S4-12"),
  dataTable({
    caption: {
      en: "What is gained, and what it costs",
      zh: "得到什么，付出什么",
    },
    columns: [
      { en: "strength", zh: "长处" },
      { en: "holds when", zh: "成立的条件" },
      { en: "price", zh: "代价" },
    ],
    rowHeads: true,
    rows: [
      [
        { en: "order is restored", zh: "恢复了顺序" },
        {
          en: "always; without it [attention is equivariant](~/why-position/)",
          zh: "总是成立；没有它，[注意力是置换等变的](~/why-position/)",
        },
        {
          en: "absolute or relative has to be chosen",
          zh: "绝对还是相对，必须选一种",
        },
      ],
      [
        { en: "all positions in parallel", zh: "所有位置并行" },
        {
          en: "rows and biases do not wait for each other",
          zh: "各行、各偏置互不等待",
        },
        {
          en: "n² scores, whatever the encoding",
          zh: "无论哪种编码都有 n² 个分数",
        },
      ],
      [
        { en: "any length", zh: "任意长度" },
        { en: "functions yes, tables no", zh: "函数可以，表不行" },
        {
          en: "[computable is not usable](~/long-context/#cliff)",
          zh: "[算得出不等于用得上](~/long-context/#cliff)",
        },
      ],
      [
        { en: "can be read", zh: "可以解释" },
        {
          en: "sinusoids and rotations have an algebra, a trained table has none",
          zh: "正弦与旋转有代数结构，训练出来的表没有",
        },
        {
          en: "what the layers make of it is learned",
          zh: "各层怎样用它，仍是学来的",
        },
      ],
    ],
  }),
  claims("001-37"),
  paragraph({
    en: "“Fixed encodings extrapolate, cost nothing and are deterministic” needs three corrections: the formula goes on and the model does not; rows have to be computed or kept; and a trained table is just as deterministic.",
    zh: "“固定编码能外推、无开销、确定性强”，三处都要更正：公式能延续，模型不能；向量总要计算或存放；训练好的表同样是确定的。",
  }),
  quiz("best", {
    question: {
      en: "A colleague says: ALiBi is the best encoding, since it works at any length. What is missing?",
      zh: "同事说：ALiBi 在任何长度都能用，所以它最好。这话缺了什么？",
    },
    choices: [
      {
        text: { en: "Nothing", zh: "没缺什么" },
        why: {
          en: "It stays stable by hardly looking at far tokens. A task that needs one of them is lost.",
          zh: "它的稳定，靠的是几乎不看远处词元；任务若需要其中一个，就做不了。",
        },
      },
      {
        text: { en: "For which task", zh: "针对什么任务" },
        right: true,
        why: {
          en: "Perplexity of running text and finding one far fact are different questions with different winners.",
          zh: "连续文本的困惑度与寻找远处的一个事实，是两个问题，胜者不同。",
        },
      },
      {
        text: { en: "That it has many parameters", zh: "它参数很多" },
        why: { en: "It has none.", zh: "它没有参数。" },
      },
    ],
  }),
);

const guideSection = section(
  "guide",
  { en: "Which one for you", zh: "你该选哪一种" },
  covers("S0-39"),
  paragraph({
    en: "The first document has a guide of three scenarios. Two of its lines do not hold as they stand: GPT-3 with its 2048 positions was no model for short texts, and sinusoids are not what one takes to extrapolate; the same document calls that a cliff.",
    zh: "第一篇文档给出了三种场景的选型指南，其中两行经不起推敲：GPT-3 有 2048 个位置，并不是短文本模型；需要外推时也不该选正弦编码，同一篇文档自己就说那是断崖。",
  }),
  claims("000-32", "000-33"),
  dataTable({
    caption: { en: "The three scenarios, corrected", zh: "三种场景，更正之后" },
    columns: [
      { en: "scenario", zh: "场景" },
      { en: "the document", zh: "文档所说" },
      { en: "what holds", zh: "应为" },
    ],
    rowHeads: true,
    rows: [
      [
        { en: "fixed length", zh: "固定长度" },
        { en: "learned: BERT, GPT-3", zh: "可学习：BERT、GPT-3" },
        {
          en: "learned or RoPE, about equal; BERT is the example",
          zh: "可学习或 RoPE，差别不大；例子是 BERT",
        },
      ],
      [
        { en: "longer than in training", zh: "超出训练长度" },
        { en: "sinusoidal: Transformer", zh: "正弦：Transformer" },
        {
          en: "a bias by distance, or RoPE rescaled and trained on",
          zh: "按距离的偏置，或缩放后再训练的 RoPE",
        },
      ],
      [
        { en: "very long", zh: "超长文本" },
        {
          en: "RoPE or ALiBi: LLaMA, ChatGLM",
          zh: "RoPE 或 ALiBi：LLaMA、ChatGLM",
        },
        {
          en: "both models use RoPE; ALiBi is in BLOOM and MPT",
          zh: "这两个模型用的都是 RoPE；用 ALiBi 的是 BLOOM 和 MPT",
        },
      ],
    ],
  }),
  widget("pe-decision", "decision"),
  quiz("rope-model", {
    question: {
      en: "You have a model with RoPE, trained on 4096, and texts of 16 000 tokens. No further training is possible. What is to be tried first?",
      zh: "你有一个以 4096 训练的 RoPE 模型，文本有 16 000 个词元，而且不能再训练。先试什么？",
    },
    choices: [
      {
        text: { en: "Replace RoPE by ALiBi", zh: "把 RoPE 换成 ALiBi" },
        why: {
          en: "The weights were trained with rotations; without them their scores mean nothing.",
          zh: "权重是配合旋转训练的，撤掉旋转，分数就没有意义了。",
        },
      },
      {
        text: {
          en: "Dynamic NTK or YaRN, and measure",
          zh: "动态 NTK 或 YaRN，然后实测",
        },
        right: true,
        why: {
          en: "Both keep fast pairs and lead slow ones back into known angles.",
          zh: "两者都保留快的对，把慢的对拉回见过的角度。",
        },
      },
      {
        text: {
          en: "Nothing: RoPE extrapolates",
          zh: "什么都不用做，RoPE 会外推",
        },
        why: {
          en: "Plain RoPE meets new angles; see the count above.",
          zh: "不缩放的 RoPE 会遇到新角度，见上图的计数。",
        },
      },
    ],
  }),
  quiz("recap-five", {
    question: {
      en: "Which of these can be decided by computing alone, without training anything?",
      zh: "下面哪一件事不用训练、只靠计算就能判断？",
    },
    choices: [
      {
        text: {
          en: "Whether a model answers well at 16 000 tokens",
          zh: "模型在 16 000 个词元时答得好不好",
        },
        why: { en: "That has to be measured.", zh: "这只能实测。" },
      },
      {
        text: {
          en: "Which pairs meet angles they have never had",
          zh: "哪些对会遇到没见过的角度",
        },
        right: true,
        why: {
          en: "Base, width and two lengths are all it takes.",
          zh: "只需底数、宽度和两个长度。",
        },
      },
    ],
  }),
  covers("S4-21"),
);

export const choosing: Chapter = {
  number: 12,
  path: "choosing/",
  title: { en: "Choosing", zh: "选型" },
  lede: {
    en: "What was used when, what each encoding gives up, and which one fits a case.",
    zh: "什么时候用过什么，各种编码放弃了什么，哪一种适合你的情况。",
  },
  description: {
    en: "Models and their context lengths with dates and sources, a comparison of all encodings, limits and trade-offs, and a helper for the choice.",
    zh: "带日期与出处的模型及上下文长度、全部编码的对照表、局限与取舍，以及一个选型助手。",
  },
  goals: [
    {
      en: "date the main encodings and name a model for each",
      zh: "说出主要编码的年代，并各举一个模型",
    },
    {
      en: "say what each family gives up",
      zh: "说清每一类各放弃了什么",
    },
    {
      en: "choose for a given start, length and task, with a reason",
      zh: "按起点、长度和任务选型，并说出理由",
    },
  ],
  sections: [historySection, compareSection, limitsSection, guideSection],
  recap: [
    {
      en: "Encodings are older than the Transformer; it made them indispensable.",
      zh: "位置编码比 Transformer 更早，是 Transformer 让它不可或缺。",
    },
    {
      en: "At one fixed length most encodings do equally well; length and task decide.",
      zh: "长度固定时，多数编码不相上下；起决定作用的是长度与任务。",
    },
    {
      en: "A model with RoPE is lengthened by rescaling, not by another encoding.",
      zh: "RoPE 模型要加长，靠缩放，而不是换编码。",
    },
    {
      en: "Dates, lengths and methods are facts with a source; where a maker is silent, so should we be.",
      zh: "日期、长度、方法都是有出处的事实；厂商没说的，我们也不替它说。",
    },
  ],
};
