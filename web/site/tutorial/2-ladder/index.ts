import * as pe from "posenc";
import { D } from "../../../widgets/figures/02-ladder/codes.ts";
import { judge } from "../../../widgets/figures/02-ladder/demands.ts";
import { gapText } from "../../../widgets/figures/shared/word-weights.ts";
import { widget } from "../../blocks/blocks.ts";
import type { Chapter } from "../../pages/chapter.ts";
import { indexSection, normalizedSection } from "./counting.ts";
import { definitionSection } from "./definition.ts";
import { binarySection, sinusoidalSection } from "./tables.ts";

/** Chapter 2. */
export const ladder: Chapter = {
  number: 2,
  path: "ladder/",
  title: { en: "Number the words", zh: "给词编号" },
  lede: {
    en: "Four ways to number words. Each is invented because the one before it fails.",
    zh: "给词编号的四种办法，每一种都是因为前一种行不通才想出来的。",
  },
  opening: {
    puzzle: {
      en: "You have to tell a network where a word stands. Number the words, then: 0, 1, 2 and so on. What could go wrong?",
      zh: "要让网络知道一个词在哪里，那就给词编号：0、1、2……这样做会出什么问题？",
    },
    figure: widget("pe-rung-index", "rung-index", { sync: "ladder" }),
  },
  description: {
    en: "From counting to waves in four steps, each invented because the one before fails: the bare number, shares, binary digits and sinusoids, measured live.",
    zh: "从计数到波只有四步，每一步都因为前一步行不通：序号、按比例、二进制、正弦波，当场测量。",
  },
  thumbnail: { tag: "pe-rung-binary", panel: "codes" },
  values: {
    alike: () => gapText(judge("sinusoidal", 32, 0).smooth.value),
    flips: () => gapText(judge("binary", 32, 0).smooth.value),
    unseen: () => `${Math.round(100 * judge("sinusoidal", 32, 0).unseen)}%`,
    explained: () =>
      `${100 - Math.round(100 * judge("sinusoidal", 32, 0).offsets.value)}%`,
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
  goals: {
    en: "You’ll be able to say how the bare number, the share of the length and binary digits each fail, with a number for each failure. And you’ll see how waves follow from them almost by themselves.",
    zh: "读完本章，你能用具体的数说明序号、按比例和二进制位各败在哪里；也会看到，波几乎是顺着这几步自己冒出来的。",
  },
  recap: [
    {
      en: "The bare number grows without bound and drowns the word; divide it by the length and it stays small but means something else in every text.",
      zh: "序号没有上界，会把词淹没；除以长度，大小是压住了，含义却随文本而变。",
    },
    {
      en: "Binary digits spread the count over columns of different speeds, but make strangers of neighbours. Waves are their smooth relatives.",
      zh: "二进制把计数分摊到快慢不同的列上，相邻两行却像陌生人；波是它的平滑版本。",
    },
    {
      en: "A row can be computed at any position. That doesn’t mean a model knows what to do with it.",
      zh: "任何位置的行都算得出来，不等于模型知道拿它怎么办。",
    },
  ],
  onward: {
    en: "So far you’ve taken the waves on trust. Why do they work? [The next chapter](~/sinusoids/) turns their hands one by one.",
    zh: "到这里，你只是先信了波。它们凭什么管用？[下一章](~/sinusoids/)把指针一根一根地转给你看。",
  },
  sections: [
    indexSection,
    normalizedSection,
    binarySection,
    sinusoidalSection,
    definitionSection,
  ],
};
