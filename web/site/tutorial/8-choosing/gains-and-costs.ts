// Section on what encodings give, and what they cost.
import { dataTable, more, paragraph, quiz } from "../../blocks/blocks.ts";
import { section } from "../../pages/chapter.ts";

export const limitsSection = section(
  "limits",
  { en: "Strengths, limits, trade-offs", zh: "长处、局限与取舍" },
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
        {
          en: "functions yes; tables of offsets if clipped or in buckets; a row per position no",
          zh: "函数可以；按偏移查的表，有截断或分桶也可以；每个位置一行的表不行",
        },
        {
          en: "[computable is not usable](~/in-practice/#cliff)",
          zh: "[算得出不等于用得上](~/in-practice/#cliff)",
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
  more(
    "limits-fixed",
    {
      en: "“Fixed encodings extrapolate, cost nothing and are deterministic”",
      zh: "“固定编码能外推、零成本、确定性强”",
    },
    paragraph({
      en: "This sentence needs three corrections. The formula goes on and the model does not ([long texts in practice](~/in-practice/#cliff)); rows have to be computed or kept, and cost as much memory as a [table](~/putting-them-in/#cost); and a trained table is just as deterministic.",
      zh: "这句话三处都要更正。公式能延续，模型不能（[长文本实务](~/in-practice/#cliff)）；向量总要计算或存放，所占内存与[可学习的表](~/putting-them-in/#cost)一样多；训练好的表也同样是确定的。",
    }),
  ),
  quiz("best", {
    question: {
      en: "A colleague says: ALiBi is the best encoding, since it works at any length. What is missing?",
      zh: "同事说：ALiBi 在任何长度都能用，所以它最好。这话缺了什么？",
    },
    choices: [
      {
        text: { en: "For which task", zh: "针对什么任务" },
        right: true,
        why: {
          en: "Perplexity of running text and finding one far fact are different questions with different winners.",
          zh: "连续文本的困惑度与寻找远处的一个事实，是两个问题，胜者不同。",
        },
      },
      {
        text: { en: "Nothing", zh: "没缺什么" },
        why: {
          en: "It keeps its perplexity by hardly looking at far tokens. A task that needs one of them is lost.",
          zh: "它的困惑度能保持，靠的是几乎不看远处词元；任务若需要其中一个，就做不了。",
        },
      },
      {
        text: { en: "That it has many parameters", zh: "它参数很多" },
        why: { en: "It has none.", zh: "它没有参数。" },
      },
    ],
  }),
);
