// Sections on who used what when: encodings and models by date.
import { MODELS } from "../../../widgets/figures/12-choosing/dated-models.ts";
import {
  EVENTS,
  UNDATED,
} from "../../../widgets/figures/12-choosing/events.ts";
import {
  computed,
  more,
  paragraph,
  quiz,
  source,
  tryThis,
  widget,
} from "../../blocks/blocks.ts";
import { section } from "../../pages/chapter.ts";

export const historySection = section(
  "history",
  { en: "How it came about", zh: "来龙去脉" },
  paragraph({
    en: "Recurrent networks needed no positions: they read in order, [one word after the other](~/why-position/#in-turn). Attention and convolution needed them before there was a Transformer: memory networks (March 2015) had a fixed and a learned one, the convolutional model of Gehring and others (May 2017) only a learned one. The Transformer (June 2017) dropped recurrence and made positions indispensable.",
    zh: "循环网络按顺序读，[一个词接一个词](~/why-position/#in-turn)，用不着位置。注意力和卷积则不然，在 Transformer 之前就已经需要它：记忆网络（2015 年 3 月）兼用固定的和可学习的，Gehring 等人的卷积模型（2017 年 5 月）只用可学习的。Transformer（2017 年 6 月）去掉循环，位置编码从此不可或缺。",
  }),
  source("memn2n", { en: "section 4.1", zh: "第 4.1 节" }),
  more(
    "history-dates",
    { en: "What the dates mean", zh: "这些日期指什么" },
    computed(
      { undated: () => UNDATED.length },
      paragraph({
        en: "The date is that of the first published version, which for most is the month in an arXiv number. {undated} entries of the library have none and are left out: counters that are older than the field, and designs that texts name without a definition, such as those of [other designs](~/other-designs/). Dates of models are those of their announcement; what a model’s name stands for can change afterwards.",
        zh: "日期取首次公开的版本，多数就是 arXiv 编号里的年月。库中有 {undated} 种编码没有日期，未列入：有的计数方式比这个领域还老，有的只有名称、没有定义（见[其他设计](~/other-designs/)）。模型的日期是发布日期；同一个名字背后的东西，以后可能会变。",
      }),
    ),
    tryThis(
      {
        en: "Start at the left and press the right arrow. In which two years is the lane of rotations busiest, and what are most of its entries for?",
        zh: "从最左边开始按右方向键。“靠旋转”一行哪两年最热闹？其中大多数是为了什么？",
      },
      {
        en: "Choose ALiBi, then LongRoPE. Which was taken up by a model in the shorter time?",
        zh: "先选 ALiBi，再选 LongRoPE。哪一种更快就有模型采用？",
      },
    ),
  ),
  more(
    "older-check",
    { en: "Check yourself", zh: "自测" },
    quiz("older", {
      question: {
        en: "“First came sinusoids, then learned tables replaced them, then relative encodings, at last rotation.” What is wrong with this story?",
        zh: "“先有正弦，后来被可学习的表取代，再后来是相对编码，最后是旋转。”这个说法错在哪里？",
      },
      choices: [
        {
          text: { en: "Rotation is older than ALiBi", zh: "旋转比 ALiBi 更早" },
          why: {
            en: "It is, by four months, but the story does not mention ALiBi.",
            zh: "是早四个月，但这个说法没有提到 ALiBi。",
          },
        },
        {
          text: { en: "Nothing", zh: "没有错" },
          why: {
            en: "Look at the two leftmost dots of the timeline, and at the date of Shaw’s.",
            zh: "看看年表最左边的两个点，再看 Shaw 的日期。",
          },
        },
        {
          text: {
            en: "Learned tables came first, and relative encodings before BERT",
            zh: "可学习的表更早，相对编码也在 BERT 之前",
          },
          right: true,
          why: {
            en: "ConvS2S learned its positions a month before the Transformer; Shaw’s paper is of March 2018, BERT’s of October. These families have existed side by side.",
            zh: "ConvS2S 学习位置比 Transformer 还早一个月；Shaw 的论文是 2018 年 3 月，BERT 是同年 10 月。这几类编码一直并存。",
          },
        },
      ],
    }),
  ),
);

/** The year in which a length was first reached. */
const firstTo = (length: number): string =>
  String(MODELS.find(({ context }) => context >= length)?.year);

/** Models whose makers have not said how positions enter. */
const silent = MODELS.filter(({ method }) => method === null);

export const modelsSection = section(
  "models",
  { en: "Models and their lengths", zh: "模型与长度" },
  paragraph({
    en: "GPT, BERT (October 2018) and GPT-2 (February 2019) learned their positions: 512, 512 and 1024 of them. T5 and DeBERTa put distances into the scores, PaLM and LLaMA turned queries and keys. The figure below says of each model when it came, for what length and with which encoding, and where its makers say so.",
    zh: "GPT、BERT（2018 年 10 月）和 GPT-2（2019 年 2 月）的位置都是学出来的，分别有 512、512 和 1024 个。T5 和 DeBERTa 把距离放进分数，PaLM 和 LLaMA 转动查询与键。下图列出各模型的发布时间、长度与编码，并附厂商资料的出处。",
  }),
  widget("pe-model-lengths", "model-lengths"),
  computed(
    {
      hundred: () => firstTo(131_072),
      silent: () => {
        const names = silent.map(({ name }) => name);
        return { en: names.join(" and "), zh: names.join(" 和 ") };
      },
      many: () => EVENTS.filter(({ model }) => model).length,
    },
    paragraph({
      en: "Among these {many} models none went past a few thousand positions before {hundred}; then rescaling, not a new encoding, brought a hundred thousand within months ([chapter 7](~/long-context/#rescale)). A length on a data sheet says what is accepted, not what is used. And for {silent} no method has been published; anyone who names one is guessing.",
      zh: "这 {many} 个模型里，{hundred} 年以前没有一个超过几千个位置；此后几个月内就达到十万，靠的是缩放，而不是新的编码（[第 7 章](~/long-context/#rescale)）。规格表上的长度是能接受的长度，不是真正用上的长度。{silent} 没有公布位置方法，说得出具体方法的，都是在猜。",
    }),
  ),
  more(
    "models-ranking",
    { en: "A place in a ranking", zh: "排行榜上的名次" },
    paragraph({
      en: "A place in a ranking is dated too. DeBERTa’s first place on SuperGLUE is of [January 2021](https://www.microsoft.com/en-us/research/blog/microsoft-deberta-surpasses-human-performance-on-the-superglue-benchmark/): 90.3 for an ensemble and 89.9 for a single model of 1.5 billion parameters, against 89.8 for people. It is a fact about a whole model; how much of it the positions contributed was not separated.",
      zh: "排名也有日期。DeBERTa 在 SuperGLUE 上居首是 [2021 年 1 月](https://www.microsoft.com/en-us/research/blog/microsoft-deberta-surpasses-human-performance-on-the-superglue-benchmark/)的事：集成模型 90.3 分，15 亿参数的单个模型 89.9 分，人类 89.8 分。成绩属于整个模型，其中多少归功于位置编码，并没有分开测量。",
    }),
  ),
);
