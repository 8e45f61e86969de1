import * as pe from "posenc";
import { widget } from "../../blocks/blocks.ts";
import type { Chapter } from "../../pages/chapter.ts";
import { end, exact } from "./buckets.ts";
import { choicesSection } from "./choices.ts";
import { debertaSection, t5Section, xlSection } from "./families.ts";
import { offsetsSection, whySection } from "./offsets.ts";
import { keepSection, wholeLayerSection } from "./relative-layer.ts";
import { scoreSection, shawSection } from "./shaw.ts";

/** How many pairs of a query and a key there are. */
const pairs = (queryLen: number, keyLen: number): number =>
  pe.relativeDistances({ queryLen, keyLen }).length;

/** What DeBERTa's scale makes of a product of 1. */
function scaleOf(terms: readonly ("c2p" | "p2c")[]): number {
  const one = { data: [1], shape: [1, 1, 1] };
  const rows = { data: [0, 0], shape: [2, 1, 1] };
  const given = { q: one, k: one, span: 1, relK: rows, relQ: rows, terms };
  return pe.deberta(given).terms.c2c.data[0] as number;
}

export const relativePositions: Chapter = {
  number: 8,
  path: "relative-positions/",
  title: { en: "Relative positions", zh: "相对位置" },
  lede: {
    en: "Not where a token stands, but how far it is from another: four ways to put a distance into a score.",
    zh: "不问词元在哪里，只问两个词元相距多远：把距离放进分数的四种办法。",
  },
  opening: {
    puzzle: {
      en: "A phrase means the same on page 1 and on page 9. Why tell a model the page, if all it needs is who stands how far from whom?",
      zh: "同一个短语，放在第 1 页和第 9 页，意思一样。模型要知道的只是谁离谁多远，又何必告诉它页码？",
    },
    ask: {
      en: "Press a pair. How many rows does a table of offsets need?",
      zh: "点按任意一对。一张偏移表需要多少行？",
    },
    figure: widget("pe-offsets", "offset-matrix"),
  },
  description: {
    en: "Relative positional encodings to try for yourself: offset tables, Shaw’s vectors, Transformer-XL’s shift, T5’s buckets and DeBERTa’s three terms, each computed in the browser.",
    zh: "动手理解相对位置编码：偏移表、Shaw 的向量、Transformer-XL 的移位、T5 的分桶、DeBERTa 的三项，全部在浏览器里当场计算。",
  },
  thumbnail: { tag: "pe-offsets", panel: "pairs" },
  goals: [
    {
      en: "look up the row of a pair, with the right sign and the right clipping",
      zh: "按正确的符号约定和截断规则，查出一对位置对应的行",
    },
    {
      en: "say what is added to what, and what is divided by what, in Shaw, T5, ALiBi and DeBERTa",
      zh: "说清 Shaw、T5、ALiBi、DeBERTa 各自把什么加到什么上、又除以什么",
    },
    {
      en: "do Transformer-XL’s shift by hand, and say which cells must be masked",
      zh: "手工完成 Transformer-XL 的移位，并指出哪些格子必须遮住",
    },
    {
      en: "find T5’s bucket of any offset",
      zh: "求出任意偏移在 T5 中所属的桶",
    },
  ],
  values: {
    norm: () => {
      const { data } = pe.sinusoidal({
        positions: [1e6],
        dModel: 512,
      });
      return Math.sqrt(data.reduce((sum, v) => sum + v * v, 0));
    },
    pairs: () => pairs(512, 512),
    xlPairs: () => pairs(512, 1024),
    root3: () => scaleOf([]) / scaleOf(["c2p", "p2c"]),
    exact: () => exact(true),
    exactCausal: () => exact(false),
    end: () => end(true),
    endCausal: () => end(false),
    table: () => pe.learned({ maxLen: 32, dModel: 12 }).data.length,
  },
  answers: { "bucket-strip": "last-bucket" },
  sections: [
    whySection,
    offsetsSection,
    scoreSection,
    shawSection,
    wholeLayerSection,
    xlSection,
    t5Section,
    debertaSection,
    choicesSection,
    keepSection,
  ],
  recap: [
    {
      en: "A relative encoding enters the scores and depends on the offset; moving both positions changes nothing.",
      zh: "相对位置编码作用于分数，只取决于偏移；两个位置一起移动，结果不变。",
    },
    {
      en: "A vector per offset must be multiplied by a query or a key before it is part of a score; only a number can be added.",
      zh: "每个偏移若存的是向量，必须先与查询或键相乘才能进入分数；能直接相加的只有数。",
    },
    {
      en: "Check the sign (j − i or i − j), the end of the table (clip, buckets, formula) and the scale (√d, none, √(3d)) before you port anything.",
      zh: "移植之前先核对三件事：符号（j − i 还是 i − j）、表的尽头（截断、分桶还是公式）、缩放（√d、不缩放还是 √(3d)）。",
    },
    {
      en: "Transformer-XL’s shift is a column of zeros and two reshapes; what it leaves above the diagonal must be masked.",
      zh: "Transformer-XL 的移位只是补一列零、改两次形状；对角线上方留下的数必须遮住。",
    },
    {
      en: "T5’s last bucket opens at distance {end} in the encoder and {endCausal} in the decoder, not at 128, and never closes.",
      zh: "T5 的最后一桶从距离 {end}（编码器）或 {endCausal}（解码器）开始，而不是 128，并且没有尽头。",
    },
  ],
  onward: {
    en: "Every one of these needs a table, or a number for each pair of tokens. What is still missing is a distance that comes out of query and key by themselves: [chapter 9](~/rope-and-alibi/) turns them.",
    zh: "这些办法都要一张表，或者给每对词元一个数。还缺的是：让距离从查询和键自身里出来。[第 9 章](~/rope-and-alibi/)把它们转起来。",
  },
};
