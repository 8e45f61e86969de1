// What people call the same thing, in both languages.
import { queryTokens } from "./tokens.ts";

/** The names in a line mean the same; one that is a part of another comes later. */
const GROUPS: readonly (readonly string[])[] = [
  ["RoPE", "rotary", "旋转位置编码", "旋转式位置编码", "旋转编码"],
  ["position interpolation", "interpolation", "PI", "位置插值", "内插", "插值"],
  ["direct extrapolation", "直接外推"],
  [
    "length extrapolation",
    "length generalization",
    "extrapolation",
    "长度外推",
    "长度泛化",
    "外推",
  ],
  ["NTK-aware", "NTK", "换进制", "change of base"],
  ["base β", "β 进制", "进制", "radix", "number base"],
  [
    "context extension",
    "context window extension",
    "long context",
    "上下文扩展",
    "长上下文",
    "长文本",
  ],
  [
    "log-n",
    "logn",
    "log n",
    "entropy",
    "temperature",
    "熵不变性",
    "熵",
    "温度",
  ],
  [
    "sliding window",
    "window attention",
    "local attention",
    "滑动窗口",
    "窗口注意力",
    "局部注意力",
  ],
  ["long-term decay", "decay", "远程衰减", "衰减"],
  ["Abel", "summation by parts", "阿贝尔", "分部求和"],
  ["Taylor", "泰勒"],
  [
    "position embedding",
    "positional embedding",
    "positional encoding",
    "位置嵌入",
    "位置编码",
  ],
  ["sinusoidal", "sinusoids", "三角函数", "正弦编码", "正弦"],
  [
    "trainable position",
    "learned tables",
    "learned position",
    "可学习的表",
    "训练式位置编码",
    "可学习位置编码",
  ],
  ["2D RoPE", "images", "二维 RoPE", "二维位置", "图像"],
  ["YaRN", "by parts", "分段 NTK"],
  ["permutation invariance", "permutation-equivariant", "置换不变", "置换等变"],
  ["KV cache", "cached keys", "键值缓存", "缓存"],
  ["attention sink", "sinks", "注意力汇点"],
];

const named: readonly (readonly (readonly string[])[])[] = GROUPS.map((group) =>
  group.map(queryTokens),
);

/** Words of a longer question are no name. */
const LONGEST = 8;
/** Others of its names that a question is asked with as well. */
const MOST = 6;

/** Where some words stand within others, side by side; −1: nowhere. */
const place = (words: readonly string[], part: readonly string[]): number =>
  words.findIndex((_, at) => part.every((word, k) => words[at + k] === word));

/** The words of a question, and what it would be with other names for the same. */
export function meanings(words: readonly string[]): readonly string[][] {
  const all = [[...words]];
  if (words.length > LONGEST) return all;
  const group = named.find((names) =>
    names.some((name) => place(words, name) >= 0),
  );
  // Of names within each other the longest is meant.
  const [own] = (group ?? [])
    .filter((name) => place(words, name) >= 0)
    .sort((a, b) => b.length - a.length);
  if (!group || !own) return all;
  const at = place(words, own);
  const others = group.filter((name) => name !== own).slice(0, MOST);
  return [
    ...all,
    ...others.map((name) => words.toSpliced(at, own.length, ...name)),
  ];
}
