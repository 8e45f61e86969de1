// Sentences to begin with, each with a second order that means something else.

import { choice, words } from "../../../element/state/attributes.ts";
import { cut, MOST_WORDS } from "../../../words/cut.ts";
import type { Lang, Text } from "../../../words/text.ts";
import { checkOrder, identity, moved, type Order, readOrder } from "./order.ts";

interface Preset {
  /** Words, cut by hand. */
  readonly text: Text;
  readonly order: Readonly<Record<Lang, Order>>;
}

const both = (order: Order): Preset["order"] => ({ en: order, zh: order });

export const PRESETS = {
  love: { text: { en: "I|love|you", zh: "我|爱|你" }, order: both([2, 1, 0]) },
  cat: {
    text: { en: "cats|eat|mice", zh: "猫|吃|老鼠" },
    order: both([2, 1, 0]),
  },
  dog: {
    text: { en: "dog|bites|man", zh: "狗|咬|了|人" },
    order: { en: [2, 1, 0], zh: [3, 1, 2, 0] },
  },
  film: {
    text: { en: "I|do|not|like|this|movie", zh: "我|不|喜欢|这个|电影" },
    order: { en: [0, 1, 3, 2, 4, 5], zh: [0, 2, 1, 3, 4] },
  },
  meeting: {
    text: { en: "the|meeting|of|yesterday", zh: "昨天|的|会议" },
    order: { en: [0, 3, 2, 1], zh: [2, 1, 0] },
  },
  because: {
    text: { en: "because|it|rains|so|roads|flood", zh: "因为|下雨|所以|停课" },
    order: { en: [3, 1, 2, 0, 4, 5], zh: [2, 1, 0, 3] },
  },
  twice: {
    text: { en: "the|dog|chased|another|dog", zh: "一只|狗|追|另一只|狗" },
    order: both([3, 1, 2, 0, 4]),
  },
  keys: {
    text: {
      en: "the|keys|that|were|on|the|table|are|gone",
      zh: "the|keys|that|were|on|the|table|are|gone",
    },
    order: both([0, 6, 2, 3, 4, 5, 1, 7, 8]),
  },
} as const satisfies Readonly<Record<string, Preset>>;

export type PresetName = keyof typeof PRESETS;

/** What the menu of sentences says. */
export const presetStrings = {
  sentence: { en: "Sentence", zh: "句子" },
  love: { en: "I love you / you love I", zh: "我爱你 / 你爱我" },
  cat: { en: "cats eat mice / mice eat cats", zh: "猫吃老鼠 / 老鼠吃猫" },
  dog: { en: "dog bites man / man bites dog", zh: "狗咬了人 / 人咬了狗" },
  film: { en: "… not like … / … like not …", zh: "……不喜欢…… / ……喜欢不……" },
  meeting: {
    en: "meeting of yesterday / yesterday of meeting",
    zh: "昨天的会议 / 会议的昨天",
  },
  because: {
    en: "because … so … / so … because …",
    zh: "因为……所以…… / 所以……因为……",
  },
  twice: { en: "the same word twice", zh: "同一个词出现两次" },
  keys: { en: "the keys … are gone", zh: "the keys … are gone（英文）" },
  own: { en: "your own sentence", zh: "自己写一句" },
  words: { en: "Your sentence", zh: "你的句子" },
} as const satisfies Readonly<Record<string, Text>>;

/** Attributes of a figure about a sentence; `most` words at most. */
export const sentenceTable = <const Name extends PresetName>(
  names: readonly [Name, ...Name[]],
  most = MOST_WORDS,
) => ({
  sentence: choice<Name | "own">([...names, "own"]),
  words: words({
    default: { en: "the dog chased another dog", zh: "一只|狗|追|另一只|狗" },
    max: 120,
    allowed: {
      en: `a sentence of 2 to ${most} words (a | cuts by hand)`,
      zh: `2 到 ${most} 个词的句子（可用 | 手动切分）`,
    },
    check: (text) => {
      const { length } = cut(text);
      return length >= 2 && length <= most;
    },
  }),
  order: words({
    default: "auto",
    of: "state",
    max: 60,
    allowed: { en: "an order such as own.2.0.1", zh: "形如 own.2.0.1 的次序" },
    check: checkOrder,
  }),
});

interface SentenceState {
  readonly sentence: string;
  readonly words: string;
  readonly order?: string;
}

/** The sentence of a state as it was written. */
export function wordsOf(state: SentenceState, lang: Lang): readonly string[] {
  const preset = (PRESETS as Readonly<Record<string, Preset>>)[state.sentence];
  return cut(preset ? preset.text[lang] : state.words);
}

/** The order of its words: as chosen, or one that makes the point. */
export function orderOf(state: SentenceState, lang: Lang): Order {
  const count = wordsOf(state, lang).length;
  const [sentence, order] = readOrder(state.order ?? "auto");
  if (sentence === state.sentence && order.length === count) return order;
  const preset = (PRESETS as Readonly<Record<string, Preset>>)[state.sentence];
  // First and last change places.
  const swapped = moved(moved(identity(count), 0, count - 1), count - 2, 0);
  return preset ? preset.order[lang] : swapped;
}
