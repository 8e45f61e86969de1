import type { Strings } from "../../widgets/words/strings.ts";

/** Texts of the lines that train; capitals stand for numbers. */
export const trainWords = {
  train: { en: "Train it now", zh: "现在就训练" },
  trainCount: {
    en: "COUNT small models, in your browser: some seconds.",
    zh: "在你的浏览器里训练 COUNT 个小模型，几秒钟。",
  },
  trainOne: {
    en: "One small model, in your browser: some seconds.",
    zh: "在你的浏览器里训练一个小模型，几秒钟。",
  },
  trainBar: { en: "Training so far", zh: "训练进度" },
  training: { en: "Training: PERCENT%", zh: "训练中：PERCENT%" },
  trained: {
    en: "Trained in TIME s. The verdict is the one stated.",
    zh: "训练用时 TIME 秒。判定与所列一致。",
  },
  trainedOther: {
    en: "Trained in TIME s. The verdict is not the one stated.",
    zh: "训练用时 TIME 秒。判定与所列不一致。",
  },
  trainStopped: { en: "Stopped.", zh: "已停止。" },
  trainFault: { en: "Training did not work here:", zh: "此处无法训练：" },
  stop: { en: "Stop", zh: "停止" },
} as const satisfies Strings;
