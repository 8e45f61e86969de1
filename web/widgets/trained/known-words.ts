// The words that the trained models know, in the order of their tokens: nouns,
// verbs, and words that stand around the sentence. A word is one token in both
// languages, so that one model reads both.
import type { Text } from "../words/text.ts";

/** Who can act, and be acted upon. */
export const NOUNS: readonly Text[] = [
  { en: "dog", zh: "狗" },
  { en: "man", zh: "人" },
  { en: "cat", zh: "猫" },
  { en: "mouse", zh: "老鼠" },
  { en: "bird", zh: "鸟" },
  { en: "fish", zh: "鱼" },
  { en: "fox", zh: "狐狸" },
  { en: "hen", zh: "母鸡" },
  { en: "wolf", zh: "狼" },
  { en: "sheep", zh: "羊" },
  { en: "bear", zh: "熊" },
  { en: "child", zh: "孩子" },
];

export const VERBS: readonly Text[] = [
  { en: "bites", zh: "咬" },
  { en: "chases", zh: "追" },
  { en: "sees", zh: "看见" },
  { en: "hears", zh: "听见" },
  { en: "follows", zh: "跟着" },
  { en: "likes", zh: "喜欢" },
  { en: "finds", zh: "找到" },
  { en: "helps", zh: "帮助" },
];

export const FILLERS: readonly Text[] = [
  { en: "today", zh: "今天" },
  { en: "then", zh: "然后" },
  { en: "often", zh: "常常" },
  { en: "here", zh: "这里" },
  { en: "there", zh: "那里" },
  { en: "now", zh: "现在" },
  { en: "again", zh: "又" },
  { en: "once", zh: "曾经" },
  { en: "perhaps", zh: "也许" },
  { en: "soon", zh: "不久" },
  { en: "suddenly", zh: "突然" },
  { en: "quietly", zh: "悄悄地" },
  { en: "slowly", zh: "慢慢地" },
  { en: "quickly", zh: "很快" },
  { en: "outside", zh: "外面" },
  { en: "yesterday", zh: "昨天" },
  { en: "always", zh: "总是" },
  { en: "sometimes", zh: "有时" },
  { en: "indeed", zh: "确实" },
  { en: "meanwhile", zh: "同时" },
  { en: "later", zh: "后来" },
  { en: "nearby", zh: "附近" },
  { en: "everywhere", zh: "到处" },
  { en: "finally", zh: "终于" },
];

/** All words by token. */
export const WORDS: readonly Text[] = [...NOUNS, ...VERBS, ...FILLERS];

const FIRST_VERB = NOUNS.length;
const FIRST_FILLER = NOUNS.length + VERBS.length;

export const isNoun = (token: number): boolean => token < FIRST_VERB;
export const isVerb = (token: number): boolean =>
  token >= FIRST_VERB && token < FIRST_FILLER;

/** The token of a word in either language; -1 for one that no model knows. */
export const tokenOf = (word: string): number =>
  WORDS.findIndex(({ en, zh }) => word === zh || word.toLowerCase() === en);

/**
 * A text of other words around a sentence.
 *
 * @param sentence - its tokens: agent, verb, patient
 * @param place - of its first word
 * @param length - of the text, in words
 */
export function textAround(
  sentence: readonly number[],
  place: number,
  length: number,
): number[] {
  // Neighbours differ, and each text of a place is the same.
  const text = Array.from(
    { length },
    (_, at) => FIRST_FILLER + ((at * 7 + (at >> 3) * 5) % FILLERS.length),
  );
  text.splice(place, sentence.length, ...sentence);
  return text;
}
