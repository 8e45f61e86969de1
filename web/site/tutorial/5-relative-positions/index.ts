import * as pe from "posenc";
import { widget } from "../../blocks/blocks.ts";
import type { Values } from "../../page.ts";
import type { Chapter } from "../../pages/chapter.ts";
import { end, exact } from "./buckets.ts";
import { t5Section } from "./families.ts";
import { offsetsSection, whySection } from "./offsets.ts";
import { wholeLayerSection } from "./relative-layer.ts";
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

/** Numbers of the texts on relative encodings. */
export const relativeValues: Values = {
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
};

export const relativePositions: Chapter = {
  number: 5,
  path: "relative-positions/",
  title: { en: "Distance", zh: "距离" },
  lede: {
    en: "Not where a token stands, but how far it is from another: three ways to put a distance into a score.",
    zh: "不问词元在哪里，只问两个词元相距多远：把距离放进分数的三种办法。",
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
  values: relativeValues,
  answers: { "bucket-strip": "last-bucket" },
  goals: {
    en: "You’ll be able to look up the row of any pair of words, with the right sign and the right clipping. And you’ll be able to say how a vector and how a plain number get into a score, and what each gives up.",
    zh: "读完本章，你能按正确的符号和截断规则查出任意一对词对应的行；也能说清向量和单个的数各怎样进入分数，又各放弃了什么。",
  },
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
      en: "T5’s last bucket opens at distance {end} in the encoder and {endCausal} in the decoder, not at 128, and never closes.",
      zh: "T5 的最后一桶从距离 {end}（编码器）或 {endCausal}（解码器）开始，而不是 128，并且没有尽头。",
    },
  ],
  onward: {
    en: "All of these need a table, or a number for each pair of tokens. Could the distance come out of query and key by themselves? [The next chapter](~/rope/) finds out how. Transformer-XL and DeBERTa are among the [other designs](~/other-designs/).",
    zh: "这些办法都要一张表，或者给每对词元一个数。能不能让距离从查询和键自身里出来？[下一章](~/rope/)去找办法。Transformer-XL 和 DeBERTa 收在[其他设计](~/other-designs/)里。",
  },
  sections: [
    whySection,
    offsetsSection,
    scoreSection,
    shawSection,
    t5Section,
    wholeLayerSection,
  ],
};
