// What people call the same thing, in both languages.
import type { Text } from "../../../widgets/words/text.ts";
import { queryTokens } from "./tokens.ts";

/** In each line names of one thing, in both languages. */
const GROUPS: readonly Text[] = [
  { en: "RoPE, rotary", zh: "旋转位置编码、旋转式位置编码、旋转编码" },
  {
    en: "position interpolation, interpolation, PI",
    zh: "内插、位置内插、位置插值、插值",
  },
  { en: "direct extrapolation", zh: "直接外推" },
  {
    en: "length extrapolation, length generalisation, length generalization, extrapolation",
    zh: "长度外推、长度泛化、外推",
  },
  { en: "NTK-aware, NTK, change of base", zh: "换进制" },
  { en: "base β, radix, number base", zh: "β 进制、进制" },
  {
    en: "context extension, context window extension, long context, long text",
    zh: "上下文扩展、长上下文、长文本、文本太长",
  },
  { en: "log-n, logn, log n, entropy, temperature", zh: "熵不变性、熵、温度" },
  {
    en: "sliding window, window attention, local attention",
    zh: "滑动窗口、窗口注意力、局部注意力",
  },
  { en: "long-term decay, decay", zh: "远程衰减、衰减" },
  { en: "Abel, summation by parts", zh: "阿贝尔、分部求和" },
  { en: "Taylor", zh: "泰勒" },
  {
    en: "position embedding, positional embedding, positional encoding",
    zh: "位置嵌入、位置编码",
  },
  { en: "sinusoidal, sinusoids", zh: "三角函数、正弦编码、正弦" },
  {
    en: "trainable position, learned tables, learned position",
    zh: "可学习的表、训练式位置编码、可学习位置编码",
  },
  { en: "2D RoPE, images", zh: "二维 RoPE、二维位置、图像" },
  { en: "YaRN, by parts", zh: "分段 NTK" },
  {
    en: "permutation invariance, permutation-equivariant",
    zh: "置换不变、置换等变",
  },
  { en: "KV cache, cached keys", zh: "键值缓存、缓存" },
  { en: "attention sink, sinks", zh: "注意力汇点" },
];

const named: readonly (readonly (readonly string[])[])[] = GROUPS.map(
  ({ en, zh }) =>
    [en, zh].flatMap((names) => names.split(/\p{Po} ?/u)).map(queryTokens),
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
