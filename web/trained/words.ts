// The words that the trained models know, in the order of their tokens: nouns,
// verbs, and words that stand around the sentence. A word is one token in both
// languages, so that one model reads both.
import type { Text } from "../words/text.ts";

const words = (...pairs: readonly (readonly [string, string])[]) =>
  pairs.map(([en, zh]): Text => ({ en, zh }));

/** Who can act, and be acted upon. */
export const NOUNS = words(
  ["dog", "狗"],
  ["man", "人"],
  ["cat", "猫"],
  ["mouse", "老鼠"],
  ["bird", "鸟"],
  ["fish", "鱼"],
  ["fox", "狐狸"],
  ["hen", "母鸡"],
  ["wolf", "狼"],
  ["sheep", "羊"],
  ["bear", "熊"],
  ["child", "孩子"],
);

export const VERBS = words(
  ["bites", "咬"],
  ["chases", "追"],
  ["sees", "看见"],
  ["hears", "听见"],
  ["follows", "跟着"],
  ["likes", "喜欢"],
  ["finds", "找到"],
  ["helps", "帮助"],
);

export const FILLERS = words(
  ["today", "今天"],
  ["then", "然后"],
  ["often", "常常"],
  ["here", "这里"],
  ["there", "那里"],
  ["now", "现在"],
  ["again", "又"],
  ["once", "曾经"],
  ["perhaps", "也许"],
  ["soon", "不久"],
  ["suddenly", "突然"],
  ["quietly", "悄悄地"],
  ["slowly", "慢慢地"],
  ["quickly", "很快"],
  ["outside", "外面"],
  ["yesterday", "昨天"],
  ["always", "总是"],
  ["sometimes", "有时"],
  ["indeed", "确实"],
  ["meanwhile", "同时"],
  ["later", "后来"],
  ["nearby", "附近"],
  ["everywhere", "到处"],
  ["finally", "终于"],
);

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
