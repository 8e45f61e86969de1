// What single letters stand for: papers differ, and chapters with them.

import type { Text } from "../../../widgets/words/text.ts";
import { dataTable, group, heading, paragraph } from "../../blocks/blocks.ts";
import type { Block } from "../../page.ts";

/** Letter, meaning, chapters. */
const LETTERS: readonly (readonly [
  letter: Text | string,
  meaning: Text,
  chapters: Text | string,
])[] = [
  [
    "p",
    { en: "position of a word, counted from 0", zh: "词的位置，从 0 数起" },
    { en: "2 to 7", zh: "2 至 7" },
  ],
  [
    { en: "i, j", zh: "i、j" },
    {
      en: "positions of two words: i of the query, j of the key",
      zh: "两个词的位置：i 是查询的，j 是键的",
    },
    { en: "1, 4, 7, 8, 10, 11", zh: "1、4、7、8、10、11" },
  ],
  [
    { en: "m, n", zh: "m、n" },
    {
      en: "the same in RoPE, as its paper has it: m of the query, n of the key",
      zh: "同上，用于 RoPE，依其论文：m 是查询的，n 是键的",
    },
    "9",
  ],
  [
    "i",
    {
      en: "number of a pair of dimensions, from 0 to d/2\u00a0−\u00a01",
      zh: "维度对的编号，从 0 到 d/2\u00a0−\u00a01",
    },
    { en: "3 to 6, 9, 11", zh: "3 至 6、9、11" },
  ],
  [
    { en: "q, k, v", zh: "q、k、v" },
    { en: "the vectors query, key and value", zh: "查询、键、值三个向量" },
    { en: "1, 7 to 11", zh: "1、7 至 11" },
  ],
  [
    "k",
    {
      en: "number of places by which a row is moved on",
      zh: "把一行向后平移多少个位置",
    },
    { en: "3, 4", zh: "3、4" },
  ],
  [
    "k",
    {
      en: "largest offset that a table of Shaw or DeBERTa tells apart",
      zh: "Shaw 与 DeBERTa 的表能区分的最大偏移",
    },
    "8",
  ],
  [
    "d",
    {
      en: "numbers in a vector (D in chapter 4); in attention, those of one head",
      zh: "向量的维数（第 4 章记作 D）；在注意力里，指一个头的维数",
    },
    { en: "all", zh: "各章" },
  ],
  [
    "ω",
    {
      en: "speed of a pair of sinusoids, in radians per position",
      zh: "正弦编码中一对的转速，即每个位置转过的弧度",
    },
    "4",
  ],
  [
    "θ",
    {
      en: "the same in RoPE, as its paper has it",
      zh: "同上，用于 RoPE，依其论文",
    },
    { en: "9, 11", zh: "9、11" },
  ],
  [
    "T",
    { en: "number of words in a text", zh: "文本的词数" },
    { en: "2, 7", zh: "2、7" },
  ],
  [
    "L",
    {
      en: "number of rows of a learned table; in chapter 7, length in training",
      zh: "可学习的表的行数；在第 7 章指训练长度",
    },
    { en: "6, 11", zh: "6、11" },
  ],
  [
    "n",
    {
      en: "number of tokens of a text; on the pages on code and other designs, of rows of the table",
      zh: "文本的词元数；在“代码”和“其他设计”两页指表的行数",
    },
    { en: "1, 5, 8, 10", zh: "1、5、8、10" },
  ],
];

export const letters: Block = group(
  "letters",
  heading({ en: "Letters", zh: "字母" }),
  paragraph({
    en: "The chapters keep the letters of the papers that they speak of, so one letter may stand for two things.",
    zh: "各章沿用所讲论文的记号，所以同一个字母可能有两种含义。",
  }),
  dataTable({
    caption: {
      en: "What a single letter stands for, and where",
      zh: "单个字母的含义及所在章",
    },
    columns: [
      { en: "letter", zh: "字母" },
      { en: "stands for", zh: "含义" },
      { en: "chapters", zh: "章" },
    ],
    rowHeads: true,
    rows: LETTERS,
  }),
);
