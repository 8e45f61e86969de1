// Sections with the concept card of document 1, its translation pair, and what
// remains of it all.

import { PRESETS } from "../../../widgets/figures/01-why-position/sentence/presets.ts";
import type { Text } from "../../../widgets/words/text.ts";
import {
  dataTable,
  definitions,
  list,
  paragraph,
  source,
} from "../../blocks/blocks.ts";
import { sideSection } from "../../pages/chapter.ts";
import { cards, categories } from "../glossary/cards.ts";
import { glossary } from "../glossary.ts";

const ID = "positional-encoding";
const NAME = glossary[ID]?.name as Text;
const CATEGORY = categories[cards[ID]?.category ?? "encoding"];
const RELATED = [
  "self-attention",
  "transformer",
  "sinusoidal-encoding",
  "relative-encoding",
  "context-length",
];

const links = (lang: "en" | "zh"): string =>
  RELATED.map((id) => `[${glossary[id]?.name[lang]}](term:${id})`).join(
    lang === "en" ? ", " : "、",
  );

export const cardSection = sideSection(
  "concept-card",
  { en: "The concept on a card", zh: "一张概念卡片" },
  paragraph({
    en: "Document 1 is a concept card: an identifier, the name in two languages, category, difficulty, year, paper and related concepts above, version and dates below. Filled in with what this tutorial has found, it reads:",
    zh: "文档 1 是一张概念卡片：开头是标识、中英文名称、类别、难度、提出年份、论文和相关概念，末尾是版本与日期。按本教程核对的结果填写，是这样：",
  }),
  definitions([
    [
      { en: "Identifier", zh: "标识" },
      { en: `\`${ID}\``, zh: `\`${ID}\`` },
    ],
    [
      { en: "Name", zh: "名称" },
      { en: `${NAME.en} · ${NAME.zh}`, zh: `${NAME.zh} · ${NAME.en}` },
    ],
    [{ en: "Category", zh: "类别" }, CATEGORY],
    [{ en: "In one sentence", zh: "一句话" }, glossary[ID]?.meaning as Text],
    [
      { en: "Difficulty", zh: "难度" },
      {
        en: "intermediate: vectors, sine and cosine, and what attention computes",
        zh: "中等：需要向量、正弦和余弦，并知道注意力算的是什么",
      },
    ],
    [
      { en: "Introduced", zh: "提出年份" },
      {
        en: "2015 in memory networks, 2017 in the Transformer, whose year the card gives",
        zh: "2015 年见于记忆网络，2017 年见于 Transformer；卡片填的是后者",
      },
    ],
    [
      { en: "Paper", zh: "论文" },
      {
        en: "that of the Transformer (beside this card), for the sinusoids; for positions as such [an older one](~/choosing/#history)",
        zh: "就正弦编码而言是 Transformer 的论文（见卡片旁）；就位置编码本身而言，[另有更早的](~/choosing/#history)",
      },
    ],
    [
      { en: "Related concepts", zh: "相关概念" },
      { en: links("en"), zh: links("zh") },
    ],
    [
      { en: "Version", zh: "版本" },
      {
        en: "the document’s is 1.0 of 17 October 2025; this card has that of the site",
        zh: "文档的卡片是 1.0 版，2025 年 10 月 17 日；这一张随本站更新",
      },
    ],
  ]),
  source("vaswani"),
  paragraph({
    en: "Every term of the tutorial has such a card in the [glossary](~/glossary/).",
    zh: "本教程的每个术语，在[术语表](~/glossary/)里都有这样一张卡片。",
  }),
);

const { text: SENTENCES } = PRESETS.film;
const [ENGLISH, CHINESE] = [SENTENCES.en, SENTENCES.zh].map((sentence) =>
  sentence.split("|"),
) as [string[], string[]];
/** The place of “do”, which has no counterpart: words after it move by one. */
const EXTRA = 1;

const PAIR: readonly (readonly (string | Text)[])[] = ENGLISH.map((word, k) => {
  const at = k > EXTRA ? k - 1 : k;
  return k === EXTRA
    ? [word, { en: "(no word)", zh: "（无对应）" }, `${k} → –`]
    : [word, CHINESE[at] as string, `${k} → ${at}`];
});

export const pairSection = sideSection(
  "translation-pair",
  { en: "The pair of sentences, word by word", zh: "那对例句，逐词对照" },
  paragraph({
    en: "The example of document 1 is “I do not like this movie” and “我不喜欢这个电影”. Laid side by side, with the position of each word in its own sentence:",
    zh: "文档 1 的例子是“I do not like this movie”与“我不喜欢这个电影”。并排写出来，并标上每个词在自己句中的位置：",
  }),
  dataTable({
    caption: {
      en: "Which word becomes which, and where it stands",
      zh: "哪个词译成哪个词，各在第几个位置",
    },
    columns: [
      { en: "English", zh: "英文" },
      { en: "Chinese", zh: "中文" },
      { en: "positions", zh: "位置" },
    ],
    rowHeads: true,
    rows: PAIR,
  }),
  paragraph({
    en: "Nothing crosses: after the *do*, every word stands one place nearer to the front and no more. The order is the same, so the pair does not show what positions are for. One small change does: “I saw this movie *yesterday*” is “我**昨天**看了这部电影”. The last word of the one is the second of the other, 4\u00a0→\u00a01, and all those between move back. Here the decoder cannot take the words in turn; its cross-attention has to find *yesterday* at the end while it writes the second word. And in the pair of the table *not* stays with *like* in both languages: one place before it, wherever the two go.",
    zh: "没有一处交叉：“do”之后的每个词都比原来靠前一个位置，次序未变，所以这对例句看不出位置的用处。稍改一下就看得出来：“I saw this movie *yesterday*”译成“我*昨天*看了这部电影”。一句的末词成了另一句的第二个词，4\u00a0→\u00a01，中间的词都靠后了。这时解码器不能顺次取词：写第二个词时，交叉注意力要到句末去找“yesterday”。而上表那一对句子里，“not”与“like”始终相邻：前者在后者之前一个位置，不论两者一起挪到哪里。",
  }),
);

export const conclusionSection = sideSection(
  "conclusion",
  { en: "What remains", zh: "结语" },
  paragraph({
    en: "Document 0 ends with three thoughts: the absolute encoding laid the ground, newer ones are replacing it, and its ideas live on. Put together from what this tutorial has measured:",
    zh: "文档 0 以三层意思收尾：绝对位置编码是基石，正被新方法取代，其思想仍在延续。用本教程测得的结果来说，就是：",
  }),
  list([
    {
      en: "*It laid the ground.* Attention without it is [blind to order](~/why-position/), and adding a row to each token is still the smallest change that cures this.",
      zh: "*是基石。*没有它，注意力[分不清次序](~/why-position/)；给每个词元加上一行，至今仍是改动最小的补救。",
    },
    {
      en: "*It is being replaced,* in models for long texts above all: by [rotations and biases](~/rope/), which put the distance where it is used. For short texts of a fixed length it does [as well as ever](~/choosing/).",
      zh: "*正被取代，*尤其是在面向长文本的模型里：[旋转和偏置](~/rope/)把距离放到了用它的地方。文本短而长度固定时，它[并不逊色](~/choosing/)。",
    },
    {
      en: "*Its ideas live on.* RoPE turns by the very frequencies of 2017; [extending a context](~/long-context/) means choosing them anew; the rows of time steps in image generators are the same sinusoids.",
      zh: "*思想仍在延续。*RoPE 旋转所用的，正是 2017 年的那组频率；[扩展上下文](~/long-context/)，就是重新选择这些频率；图像生成模型里的时间步编码，也是同样的正弦波。",
    },
  ]),
);
