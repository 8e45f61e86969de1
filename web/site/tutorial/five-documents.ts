// What the five documents are, and how the site answers them: said on the home
// page and in chapter 1, and nowhere else.

import type { Text } from "../../widgets/words/text.ts";
import { computed, definitions, paragraph } from "../blocks/blocks.ts";
import { checks } from "../claims/checks/index.ts";
import { claims } from "../claims/index.ts";
import type { DocumentNumber } from "../claims/types.ts";
import { documents } from "../claims/words.ts";
import type { Block } from "../page.ts";
import { contradictions } from "./claims/contradictions.ts";

const about: Readonly<Record<DocumentNumber, Text>> = {
  0: {
    en: "from sinusoids to learned tables, with two PyTorch layers and a guide to choosing",
    zh: "从正弦编码讲到可学习的表，附两个 PyTorch 层和一份选型指南",
  },
  1: {
    en: "the idea in analogies, its history from RNNs to contexts of a million tokens, and its uses",
    zh: "用类比讲思想，从 RNN 讲到百万词元上下文的历史，以及各种用处",
  },
  2: {
    en: "both in formulas and in numbers; it breaks off in mid-sentence",
    zh: "两类编码的公式与算例；写到一句话的中间就断了",
  },
  3: {
    en: "line by line in PyTorch, with an example, improvements and questions",
    zh: "逐行对照 PyTorch 代码，附示例、改进方案与问答",
  },
  4: {
    en: "from the need for positions to the encoder and the decoder",
    zh: "从位置编码的必要性讲到编码器与解码器",
  },
};

const NUMBERS = Object.keys(about).map(Number) as DocumentNumber[];

const list = (text: (number: DocumentNumber) => Text): Block =>
  definitions(
    NUMBERS.map((number) => [
      {
        en: `[Document ${number}](~/documents/${number}/)`,
        zh: `[文档 ${number}](~/documents/${number}/)`,
      },
      text(number),
    ]),
  );

/** Each with what is in it, and the way to its companion. */
export const described = list((number) => ({
  en: `${documents[number].en}: ${about[number].en}`,
  zh: `${documents[number].zh}：${about[number].zh}`,
}));

/** In short, for chapter 1. */
export const documentsInShort: Block = computed(
  {
    total: () => claims.length,
    checked: () => Object.keys(checks).length,
    points: () => contradictions.length,
  },
  paragraph({
    en: "This tutorial began with five Chinese texts on positional encoding, one of each kind a learner is likely to meet. Five rather than one, because you see a mistake best where two texts disagree, and these disagree, with each other or with themselves, on {points} points. This site numbers them from 0 to 4:",
    zh: "本教程的起点是五篇讲位置编码的中文文档，学习者会遇到的几种体裁各取一篇。取五篇而不是一篇，是因为说法不一之处最容易看清错误，而这五篇彼此矛盾或自相矛盾的地方有 {points} 处。全站以 0 到 4 为它们编号：",
  }),
  list((number) => documents[number]),
  paragraph({
    en: "Each has a companion page, which follows its headings and answers its claims in order. The [ledger](~/questions/#ledger) has all {total} claims, each with a verdict, a correction and the evidence; for {checked} a program computes the verdict.",
    zh: "每篇都有一页对照，按它的标题顺序逐条作答。全部 {total} 条论断汇成一本[总账](~/questions/#ledger)，各附判定、更正与依据；其中 {checked} 条的判定由程序算出。",
  }),
);
