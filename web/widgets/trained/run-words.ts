// What readers call the tasks and the schemes of the runs.
import type { Text } from "../words/text.ts";
import type { SchemeName, TaskName } from "./runs.ts";

export const TASK_WORDS = {
  back: { en: "the symbol 3 places back", zh: "往前第 3 个符号" },
  copy: { en: "copy", zh: "复制" },
  sort: { en: "sort", zh: "排序" },
  reverse: { en: "reverse", zh: "倒序" },
  "flip-flop": {
    en: "flip-flop (the bit last written)",
    zh: "触发器（最近写入的位）",
  },
} as const satisfies Readonly<Record<TaskName, Text>>;

export const SCHEME_WORDS = {
  none: { en: "none", zh: "无位置" },
  learned: { en: "learned table", zh: "可学习的表" },
  sinusoidal: { en: "sinusoids", zh: "正弦" },
  rope: { en: "RoPE", zh: "RoPE" },
  alibi: { en: "ALiBi", zh: "ALiBi" },
  t5: { en: "T5 buckets", zh: "T5 分桶" },
} as const satisfies Readonly<Record<SchemeName, Text>>;
