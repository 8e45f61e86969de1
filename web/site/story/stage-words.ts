// The sentence, and what stands on the stage.
import type { Text } from "../../widgets/words/text.ts";

export const SENTENCE: readonly [Text, Text, Text] = [
  { en: "dog", zh: "狗" },
  { en: "bites", zh: "咬" },
  { en: "man", zh: "人" },
];

export const onStage = {
  who: { en: "Who bites?", zh: "谁咬？" },
  neither: { en: "neither", zh: "都不是" },
  word: { en: "word", zh: "词" },
  itself: { en: "to itself", zh: "看自己" },
  start: { en: "start", zh: "起点" },
  position: { en: "position", zh: "位置" },
  right: { en: "right", zh: "对" },
  wrong: { en: "wrong", zh: "错" },
  unsure: { en: "unsure", zh: "拿不准" },
  loading: { en: "asking the model …", zh: "正在询问模型……" },
  none: { en: "no positions", zh: "没有位置" },
  learned: { en: "learned table", zh: "可学习的表" },
  sinusoidal: { en: "sinusoids", zh: "正弦编码" },
  rope: { en: "RoPE", zh: "RoPE" },
  task: {
    en: "Who bites, who sees …? Right answers",
    zh: "谁咬、谁看见……？答对的比例",
  },
  trained: { en: "trained on these", zh: "训练时见过" },
  unseen: { en: "never seen", zh: "从未见过" },
  length: { en: "length in words", zh: "文本词数" },
  fast: { en: "fast", zh: "快" },
  slow: { en: "slow", zh: "慢" },
} as const satisfies Readonly<Record<string, Text>>;

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
