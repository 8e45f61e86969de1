import {
  meanOutput,
  type Position,
  vectors,
} from "../../../widgets/figures/01-why-position/sentence/head.ts";
import { gap } from "../../../widgets/figures/01-why-position/sentence/order.ts";
import {
  compare,
  type Side,
} from "../../../widgets/figures/01-why-position/sentence/two-orders.ts";
import { gapText } from "../../../widgets/figures/shared/word-weights.ts";
import type { Text } from "../../../widgets/words/text.ts";
import type { Chapter } from "../../pages/chapter.ts";
import { attentionSection } from "./bag.ts";
import { chainSection, distanceSection } from "./chain.ts";
import { jobsSection } from "./jobs.ts";
import { equivarianceSection, maskSection, orderSection } from "./order.ts";
import { sameAnswer, whoSection } from "./who.ts";

const HEAD = { dModel: 32, seed: 0, causal: false } as const;
const LOVE = { en: ["I", "love", "you"], zh: ["我", "爱", "你"] } as const;

/** Largest difference of any output when the sentence is reversed. */
const reversed =
  (how: { position: Position; causal?: boolean }, side: Side) => (): Text => {
    const one = (lang: "en" | "zh"): string =>
      gapText(compare(LOVE[lang], [2, 1, 0], { ...HEAD, ...how })[side].error);
    return { en: one("en"), zh: one("zh") };
  };

/** Chapter 1. */
export const whyPosition: Chapter = {
  number: 1,
  path: "why-position/",
  title: { en: "Why position?", zh: "为什么需要位置" },
  lede: {
    en: "Attention compares every word with every other and never asks where they are.",
    zh: "注意力把每个词同其他所有词比较，却从不问它们各在哪里。",
  },
  opening: {
    puzzle: {
      en: "This model learned to say who did it. It looks at all words at once, and nobody told it where they stand.",
      zh: "这个模型学会了回答“是谁做的”。它同时看所有的词，却没人告诉它各个词在哪里。",
    },
    figure: sameAnswer,
  },
  description: {
    en: "Why a Transformer needs positional encoding: shuffle a sentence of your own and see, computed in your browser, what attention notices and what it does not.",
    zh: "Transformer 为什么需要位置编码：打乱自己写的句子，看注意力能察觉什么、察觉不到什么，数值由浏览器当场算出。",
  },
  thumbnail: { tag: "pe-trained-attention", panel: "text" },
  values: {
    plain: reversed({ position: "rotary" }, "plain"),
    placed: reversed({ position: "sinusoidal" }, "placed"),
    causal: reversed({ position: "rotary", causal: true }, "plain"),
    mirrored: () => {
      const mean = (words: readonly string[]) =>
        meanOutput(vectors(words, HEAD), {
          ...HEAD,
          position: "alibi",
        });
      const one = (words: readonly string[]) =>
        gapText(gap(mean(words), mean(words.toReversed())));
      return { en: one(LOVE.en), zh: one(LOVE.zh) };
    },
  },
  goals: {
    en: "You’ll be able to say exactly what attention notices when words change places, and what it can’t notice. And you’ll know why a causal mask or a recurrent network gets the order for free, and what that costs.",
    zh: "读完本章，你能准确说出词换了位置时，注意力察觉得到什么、察觉不到什么；也能说明因果掩码和循环网络为什么天生知道次序，代价又是什么。",
  },
  answers: { who: "same-answer" },
  sections: [
    whoSection,
    attentionSection,
    orderSection,
    equivarianceSection,
    maskSection,
    chainSection,
    distanceSection,
    jobsSection,
  ],
  recap: [
    {
      en: "Without positions and without a mask, attention is permutation-equivariant: shuffle the words and the outputs are shuffled alike, number for number.",
      zh: "没有位置信息也没有掩码时，注意力是置换等变的：词怎样打乱，输出就怎样打乱，数值一个不变。",
    },
    {
      en: "Only a quantity that forgets the places as well, such as the mean of all outputs, is invariant; and equal words get equal outputs wherever they occur.",
      zh: "只有连位置也丢掉的量，例如全部输出的平均，才是不变的；同一个词无论出现在哪里，输出都相同。",
    },
    {
      en: "A causal mask breaks the symmetry by itself, since each position sees a different number of words. But what it reveals fades quickly.",
      zh: "因果掩码本身就会打破对称，因为每个位置看得见的词数不同；但这点信息很快就变得微弱。",
    },
    {
      en: "A distance without a direction is not an order: a symmetric distance bias cannot tell a sentence from its mirror image.",
      zh: "只有距离、没有方向，还不算次序：对称的距离偏置分不清一句话和它的倒序。",
    },
    {
      en: "A recurrent network knows the order because it must walk through it step by step. Attention reaches any word in one step, and has to be told where that word is.",
      zh: "循环网络知道次序，是因为它必须一步步走过去；注意力一步就能到任何一个词，也就必须另外告诉它词在哪里。",
    },
  ],
  onward: {
    en: "So attention has to be told where each word stands. What is still missing is what to tell it. Try the obvious first: [number the words](~/ladder/), and see what goes wrong.",
    zh: "所以，必须另外告诉注意力每个词在哪里。还缺的是：该告诉它什么。先试最容易想到的：[给词编号](~/ladder/)，看看哪里行不通。",
  },
};
