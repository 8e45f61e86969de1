// What the story says around its cards, whose texts are in tutorial/story/.
import type { Text } from "../../widgets/words/text.ts";
import { LAST, STEPS } from "./moments.ts";

/** The only formula of the story. */
export const FORMULA = String.raw`R_{m} q \cdot R_{n} k = q \cdot R_{n-m} k`;

export const labels = {
  story: { en: `The story in ${STEPS} steps`, zh: `${STEPS} 步的故事` },
  begin: { en: "See why", zh: "看看为什么" },
  next: { en: "Next step", zh: "下一步" },
  loop: { en: "Save as a loop", zh: "存成动图" },
  stop: { en: "Stop", zh: "停止" },
  failed: { en: "That failed. Once more?", zh: "没有成功，再试一次？" },
  previous: { en: "Previous step", zh: "上一步" },
} as const satisfies Readonly<Record<string, Text>>;

export const stepName = (step: number): Text => ({
  en: `Step ${step} of ${LAST}`,
  zh: `第 ${step} 步，共 ${LAST} 步`,
});
