import * as pe from "posenc";
import { D } from "../../../widgets/figures/02-ladder/codes.ts";
import { judge } from "../../../widgets/figures/02-ladder/demands.ts";
import { gapText } from "../../../widgets/figures/shared/word-weights.ts";
import { widget } from "../../blocks/blocks.ts";
import type { Chapter } from "../../pages/chapter.ts";
import { demandsSection, indexSection, normalizedSection } from "./counting.ts";
import { definitionSection } from "./definition.ts";
import { relativeSection, rotarySection, scoreSection } from "./scores.ts";
import { binarySection, learnedSection, sinusoidalSection } from "./tables.ts";

/** Chapter 2. */
export const ladder: Chapter = {
  number: 2,
  path: "ladder/",
  title: { en: "A ladder of encodings", zh: "编码的阶梯" },
  lede: {
    en: "Each rung is invented because the one below it fails.",
    zh: "每上一级，都是因为下面那一级行不通。",
  },
  opening: {
    puzzle: {
      en: "You have to tell a network where a word stands. Number the words, then: 0, 1, 2 and so on. What could go wrong?",
      zh: "要让网络知道一个词在哪里，那就给词编号：0、1、2……这样做会出什么问题？",
    },
    figure: widget("pe-raw-index", "raw-index"),
  },
  description: {
    en: "From counting to RoPE in eight rungs, each invented because the one before fails: index, normalised, binary, sinusoidal, learned, relative, ALiBi and rotary encodings, measured live.",
    zh: "从计数到 RoPE 的八级阶梯，每一级都因为前一级行不通：序号、归一化、二进制、正弦、可学习、相对、ALiBi 与旋转编码，当场测量。",
  },
  thumbnail: { tag: "pe-rung-binary", panel: "codes" },
  goals: [
    {
      en: "state six demands on a positional encoding, each with a number that decides it",
      zh: "说出对位置编码的六项要求，以及每项靠哪个数来判定",
    },
    {
      en: "say why the bare index, the normalised index and binary digits were given up",
      zh: "说明裸序号、归一化序号和二进制位为什么被放弃",
    },
    {
      en: "tell what sinusoids and learned tables have in common, and what sets them apart",
      zh: "讲清正弦编码与可学习的表有何共同点、又有何不同",
    },
    {
      en: "explain why later designs moved from the words into the attention scores",
      zh: "解释后来的设计为什么从词向量转到了注意力分数",
    },
    {
      en: "keep “can be computed past the table” apart from “works past the table”",
      zh: "把“表外算得出”同“表外用得好”区分开",
    },
  ],
  values: {
    alike: () => gapText(judge("sinusoidal", 32, 0).smooth.value),
    flips: () => gapText(judge("binary", 32, 0).smooth.value),
    unseen: () => `${Math.round(100 * judge("sinusoidal", 32, 0).unseen)}%`,
    mixed: () =>
      `${Math.round(100 * judge("sinusoidal", 32, 0).offsets.value)}%`,
    far: () => {
      const { data } = pe.alibi({
        ...{ numHeads: 8, queryLen: 1, keyLen: 32 },
      });
      return data[0] as number;
    },
    narrow: () =>
      pe.analysisCollisions({ seqLen: 5000, dModel: 2, format: "float16" })
        .distinct,
    wide: () =>
      pe.analysisCollisions({ seqLen: 5000, dModel: D, format: "float16" })
        .distinct,
    half: () => {
      const at = (seqLen: number): number =>
        pe.embeddingNormalized({ seqLen }).data[3] as number;
      return gapText(at(9) - at(50));
    },
  },
  answers: { "raw-index": "what-is-lost" },
  sections: [
    definitionSection,
    indexSection,
    normalizedSection,
    binarySection,
    sinusoidalSection,
    learnedSection,
    relativeSection,
    rotarySection,
    demandsSection,
    scoreSection,
  ],
  recap: [
    {
      en: "The index is distinct and smooth but has no bound; dividing it by the length gives it a bound and takes away its meaning.",
      zh: "序号互异而平滑，却没有上界；除以长度，有了上界，却失去了含义。",
    },
    {
      en: "Binary digits spread the count over columns of different speeds; sinusoids are their smooth relatives.",
      zh: "二进制把计数分摊到快慢不同的列上；正弦波则是它的平滑版本。",
    },
    {
      en: "A learned table promises nothing about neighbours, shifts or further rows; what it has of these it must learn.",
      zh: "可学习的表对相邻、平移和更远的行都不作保证；有什么，全靠学。",
    },
    {
      en: "Rows that are added to words see offsets only through weights that have been learned for it; relative rows, ALiBi and RoPE see them by construction.",
      zh: "加到词上的行，要靠学到的权重才看得出偏移；相对位置的行、ALiBi 和 RoPE 天生就看得出。",
    },
    {
      en: "That a row can be computed does not mean that a model knows what to do with it.",
      zh: "一行算得出来，不等于模型知道拿它怎么办。",
    },
  ],
  onward: {
    en: "You have climbed to RoPE in a few steps, taking the waves on trust. What is still missing is why they work: [chapter 3](~/sinusoids/) turns their hands one by one.",
    zh: "几步就走到了 RoPE，可正弦波凭什么有这些本领，这一路我们只是先信了再说。[第 3 章](~/sinusoids/)把指针一根一根地转给你看。",
  },
};
