// The sentence, and what stands on the stage.
import { tokenOf, WORDS } from "../../widgets/trained/known-words.ts";
import type { Text } from "../../widgets/words/text.ts";

/** A sentence in tokens of the trained models. */
export type Sentence = readonly [noun: number, verb: number, noun: number];

/** The sentence of the first steps, and of the others until a reader has one. */
export const DOG_BITES_MAN: Sentence = [
  tokenOf("dog"),
  tokenOf("bites"),
  tokenOf("man"),
];

export const wordOf = (token: number): Text => WORDS[token] as Text;

/** "Who bites?" */
export const whoOf = ([, verb]: Sentence): Text => ({
  en: `Who ${wordOf(verb).en}?`,
  zh: `谁${wordOf(verb).zh}的？`,
});

export const onStage = {
  neither: { en: "neither", zh: "都不是" },
  word: { en: "word", zh: "词" },
  itself: { en: "to itself", zh: "看自己" },
  added: { en: "hand added", zh: "加上指针" },
  turned: { en: "word turned", zh: "按指针转动" },
  position: { en: "position", zh: "位置" },
  right: { en: "right", zh: "对" },
  wrong: { en: "wrong", zh: "错" },
  unsure: { en: "unsure", zh: "拿不准" },
  loading: { en: "asking the model …", zh: "正在询问模型……" },
  none: { en: "no positions", zh: "没有位置" },
  learned: { en: "learned table", zh: "可学习的表" },
  sinusoidal: { en: "sinusoids", zh: "正弦编码" },
  rope: { en: "RoPE", zh: "RoPE" },
  whoDidIt: {
    en: "Who bites, who sees …? Right answers",
    zh: "谁咬的、谁看见的……？答对的比例",
  },
  backwards: {
    en: "Say it backwards: right words",
    zh: "倒着念：念对的词的比例",
  },
  trained: { en: "trained on these", zh: "训练时见过" },
  trainedAt: { en: "trained on", zh: "训练长度" },
  unseen: { en: "never seen", zh: "从未见过" },
  length: { en: "length in words", zh: "文本词数" },
  fast: { en: "fast", zh: "快" },
  slow: { en: "slow", zh: "慢" },
} as const satisfies Readonly<Record<string, Text>>;

/** So many places, such an angle. */
export const apartText = (places: number, angle: string): Text => ({
  en: `${places} places apart: ${angle}`,
  zh: `相隔 ${places} 个位置：${angle}`,
});

/** What a chart's points are made of. */
export const measuredText = (runs: number, texts: number): Text => ({
  en: `Each point: ${runs} models, ${texts} texts each. Band: worst to best model.`,
  zh: `每点：${runs} 个模型，各 ${texts} 条文本。色带：最差到最好的模型。`,
});

/** "all four flip" below the switches. */
export function flipsText(flips: number): Text {
  const english = ["nothing flips", "one flips", "two flip", "three flip"];
  return {
    en: english[flips] ?? "all four flip",
    zh: flips === 4 ? "四个全翻" : `翻了 ${flips} 个`,
  };
}

/** A share as whole percent. */
export const percent = (share: number): string => `${Math.round(share * 100)}%`;
