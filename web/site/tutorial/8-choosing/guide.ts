// Section that helps to choose.
import {
  dataTable,
  more,
  paragraph,
  quiz,
  tryThis,
  widget,
} from "../../blocks/blocks.ts";
import { section } from "../../pages/chapter.ts";

export const guideSection = section(
  "guide",
  { en: "Which one for you", zh: "你该选哪一种" },
  widget("pe-decision", "decision"),
  more(
    "guide-scenarios",
    { en: "Three common scenarios, corrected", zh: "三种常见场景，更正版" },
    paragraph({
      en: "Document 0 has a guide with three scenarios. Two of its lines do not hold as they stand: GPT-3, with 2048 positions in 2020, is no example of short texts, and sinusoids are not what you’d take to extrapolate, as the document itself says in another section.",
      zh: "文档 0 给出了三种场景的选型指南，其中两行经不起推敲：GPT-3 在 2020 年就有 2048 个位置，不算短文本的例子；需要外推时也不该选正弦编码，这篇文档在另一节里自己就说那是断崖。",
    }),
    dataTable({
      caption: {
        en: "The three scenarios, corrected",
        zh: "三种场景，更正之后",
      },
      columns: [
        { en: "scenario", zh: "场景" },
        { en: "document 0", zh: "文档 0" },
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
  ),
  more(
    "guide-try",
    { en: "Two cases to try", zh: "两个可以试的例子" },
    tryThis(
      {
        en: "Take a model with RoPE and make the length in use equal to that of training, then one token longer. What changes in the advice, and in the count of pairs?",
        zh: "选已有的 RoPE 模型，让使用长度等于训练长度，再多加一个词元。建议变了什么？遇到新角度的维度对多了几个？",
      },
      {
        en: "Train a new model for longer texts in which far tokens matter. Why is ALiBi not on the list?",
        zh: "从头训练，文本更长，而且远处词元也重要。为什么名单里没有 ALiBi？",
      },
    ),
  ),
  more(
    "guide-check",
    { en: "Check yourself", zh: "自测" },
    quiz("rope-model", {
      question: {
        en: "You have a model with RoPE, trained on 4096, and texts of 16 000 tokens. No further training is possible. What should you try first?",
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
            en: "Nothing: RoPE extrapolates",
            zh: "什么都不用做，RoPE 会外推",
          },
          why: {
            en: "Plain RoPE meets new angles; see the count above.",
            zh: "不缩放的 RoPE 会遇到新角度，见上图的计数。",
          },
        },
        {
          text: {
            en: "Dynamic NTK or YaRN, and measure",
            zh: "动态 NTK 或 YaRN，然后实测",
          },
          right: true,
          why: {
            en: "Both keep fast pairs and lead the slowest back into known angles.",
            zh: "两者都保留高频维度，把最低频的几对拉回见过的角度。",
          },
        },
      ],
    }),
  ),
  more(
    "recap-five-check",
    { en: "Check yourself", zh: "自测" },
    quiz("recap-five", {
      question: {
        en: "Which of these can be decided by computing alone, without training anything?",
        zh: "下面哪一件事不用训练、只靠计算就能判断？",
      },
      choices: [
        {
          text: {
            en: "Which pairs meet angles they have never had",
            zh: "哪些对会遇到没见过的角度",
          },
          right: true,
          why: {
            en: "Base, width and two lengths are all it takes.",
            zh: "只需底数、头维度和两个长度。",
          },
        },
        {
          text: {
            en: "Whether a model answers well at 16 000 tokens",
            zh: "模型在 16 000 个词元时答得好不好",
          },
          why: { en: "That has to be measured.", zh: "这只能实测。" },
        },
      ],
    }),
  ),
);
