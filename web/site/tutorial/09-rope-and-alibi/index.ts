import * as pe from "posenc";
import { group, listed, scientific } from "../../../widgets/words/text.ts";
import { widget } from "../../blocks/blocks.ts";
import type { Chapter } from "../../pages/chapter.ts";
import {
  alibiSection,
  costSection,
  profilesSection,
  sourcesSection,
} from "./alibi.ts";
import { cacheSection, layoutSection } from "./practice.ts";
import { slideSection, speedsSection, turnSection } from "./rope.ts";
import { wholeLayerSection } from "./rotary-layer.ts";
import { trainedFarSection } from "./who-far-away.ts";

/** The model of the table of costs. */
const LAYER = { tokens: 4096, heads: 32, width: 128 } as const;

/** Bias of the flattest of 8 heads at distance 11 000. */
const far = (): number =>
  pe.alibi({
    slopes: [pe.alibiSlopes({ numHeads: 8 }).at(-1) as number],
    keyPositions: [0],
    queryPositions: [11_000],
  }).data[0] as number;

/** Pairs of a head that do not complete a turn within a length. */
function unfinished(length: number): number {
  const { inverseFrequency } = pe.rotaryFrequencies({ headDim: 128 });
  return inverseFrequency.filter((f) => (2 * Math.PI) / f > length).length;
}

/** Numbers in the tables of cosines and sines. */
function tableSize(): number {
  const { tokens, width } = LAYER;
  const { cos, sin } = pe.rotaryTables({
    frequencies: pe.rotaryFrequencies({ headDim: width }),
    seqLen: tokens,
  });
  return cos.data.length + sin.data.length;
}

export const ropeAndAlibi: Chapter = {
  number: 9,
  path: "rope-and-alibi/",
  title: { en: "RoPE and ALiBi", zh: "RoPE 与 ALiBi" },
  lede: {
    en: "The two encodings that replaced added vectors in large language models: one turns queries and keys, the other draws a straight line through the scores.",
    zh: "在大语言模型里取代了相加向量的两种编码：一种转动查询和键，一种在分数上画一条直线。",
  },
  opening: {
    puzzle: {
      en: "A word and the one that it looks at stand 12 places apart, at the beginning of a text or thousands of words on. How can numbers that are turned by the *place* come to know only the *distance*?",
      zh: "一个词和它所看的词相隔 12 个位置，可能在文本开头，也可能在几千词之后。按*位置*转动的数，怎么会只知道*距离*？",
    },
    figure: widget("pe-rope", "rope"),
  },
  description: {
    en: "Rotary position embedding and ALiBi, by hand: turn the vectors of a pair, slide both positions, mix up the layouts, shift cached keys, and see how far each head looks.",
    zh: "动手理解旋转位置编码与 ALiBi：转动一对维度，让两个位置一起滑动，弄错排布看看后果，移动缓存的键，比较各头看得多远。",
  },
  thumbnail: { tag: "pe-rope", panel: "scene", zoom: 4 },
  goals: [
    {
      en: "explain why a rotation by the position makes scores depend on the offset alone",
      zh: "解释按位置旋转之后，分数为什么只取决于偏移",
    },
    {
      en: "recognise the two layouts of pairs and convert weights between them",
      zh: "分辨两种配对排布，并在二者之间转换权重",
    },
    {
      en: "move cached keys to other positions",
      zh: "把缓存的键移到别的位置",
    },
    {
      en: "write down ALiBi’s slopes for any number of heads",
      zh: "写出任意头数下 ALiBi 的斜率",
    },
    {
      en: "say what neither of them promises about longer texts",
      zh: "说清这两种编码对更长的文本没有承诺什么",
    },
  ],
  values: {
    unfinished: () => unfinished(LAYER.tokens),
    fill: () => {
      const slopes = pe.alibiSlopes({ numHeads: 12 });
      return listed(slopes.subarray(8), (m) => m.toFixed(4));
    },
    far: () => -far(),
    farWeight: () => scientific(Math.exp(far()), 2),
    llama3: () => {
      const { inverseFrequency } = pe.rotaryFrequencies({
        headDim: 128,
        base: 500_000,
      });
      const wave = (2 * Math.PI) / (inverseFrequency.at(-1) as number);
      return wave / 8192;
    },
    additive: () => {
      const { tokens, heads, width } = LAYER;
      const size = { seqLen: tokens, dModel: heads * width };
      return group(String(pe.sinusoidal(size).data.length));
    },
    tables: () => group(String(tableSize())),
    // Half of the table for each head, of queries and of keys.
    turns: () => group(String((tableSize() / 2) * LAYER.heads * 2)),
    slopes: () => pe.alibiSlopes({ numHeads: LAYER.heads }).length,
    scores: () => group(String(LAYER.heads * LAYER.tokens ** 2)),
  },
  answers: { slopes: "slope-12" },
  sections: [
    turnSection,
    slideSection,
    speedsSection,
    layoutSection,
    wholeLayerSection,
    cacheSection,
    alibiSection,
    profilesSection,
    trainedFarSection,
    costSection,
    sourcesSection,
  ],
  recap: [
    {
      en: "RoPE turns each pair of q and k by position times speed; their product then depends on content and offset alone.",
      zh: "RoPE 把 q、k 的每一对转过“位置 × 转速”的角度，二者的点积便只取决于内容和偏移。",
    },
    {
      en: "Neighbours or halves: both are right, but mixing them is silently wrong; a permutation of the rows of W_{Q} and W_{K} converts one into the other.",
      zh: "相邻配对与两半配对都对，混用则会悄悄出错；重排 W_{Q} 和 W_{K} 的行即可互相转换。",
    },
    {
      en: "Rotations add, so cached keys can be moved without the originals.",
      zh: "旋转可以叠加，所以不需要原来的键，也能移动缓存的键。",
    },
    {
      en: "ALiBi subtracts slope times distance; for 12 heads the slopes are two series, one after the other.",
      zh: "ALiBi 减去“斜率 × 距离”；12 个头的斜率是先后两段数列。",
    },
    {
      en: "ALiBi prefers near tokens by construction; RoPE prefers nothing. Neither makes a model good at lengths it was not trained for.",
      zh: "ALiBi 在结构上偏好近处，RoPE 没有偏好。两者都不能让模型自动胜任没有训练过的长度。",
    },
  ],
  onward: {
    en: "The score now knows the distance and nothing else. What is still missing is a model that copes with distances it was never trained on: that is [chapter 11](~/long-context/). [Chapter 10](~/other-designs/) is a detour for the curious.",
    zh: "现在，分数知道的只有距离。还缺的是：模型能应付训练时从未见过的距离，那是[第 11 章](~/long-context/)的事。[第 10 章](~/other-designs/)是给好奇者的一段岔路。",
  },
};
