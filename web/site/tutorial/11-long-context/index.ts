import * as pe from "posenc";
import {
  PHI3_LONG,
  published,
} from "../../../widgets/figures/11-long-context/published-configs.ts";
import { refusal } from "../../../widgets/figures/11-long-context/too-long.ts";
import {
  RUN_COUNT,
  SEED_COUNTS,
} from "../../../widgets/trained/run-results.ts";
import { STEPS } from "../../../widgets/trained/runs.ts";
import { TEXT_LENGTH } from "../../../widgets/trained/text-runs.ts";
import { quantity, type Text } from "../../../widgets/words/text.ts";
import { widget } from "../../blocks/blocks.ts";
import type { Chapter } from "../../pages/chapter.ts";
import { besideSection, sharedText } from "./beside-published.ts";
import { costSection, farSection, precisionSection } from "./costs.ts";
import { cliffSection, tooLongSection, unseenSection } from "./limits.ts";
import {
  configSection,
  experimentSection,
  rescaleSection,
} from "./rescaling.ts";
import { designSection, ownTextSection, trainedSection } from "./trained.ts";

const coverage = (base: number, trainLen: number) =>
  pe.analysisCoverage({
    ...{ headDim: 128, base, trainLen },
    testLen: 4 * trainLen,
  });

const tiny = (value: number): string => quantity(value, 2);

/** Largest error of a cosine or sine at a position. */
const errorAt = (position: number, format: "float32" | "bfloat16"): number =>
  pe.analysisPrecision({ headDim: 128, positions: [position], format })
    .valueError[0] as number;

/** How many runs there are of each kind. */
function seedsText(): Text {
  const [least, most] = SEED_COUNTS;
  const count = least === most ? String(least) : `${least}–${most}`;
  return {
    en: count === "1" ? "one run" : `a set of ${count} runs`,
    zh: `${count} 次`,
  };
}

export const longContext: Chapter = {
  number: 11,
  path: "long-context/",
  title: { en: "Long context", zh: "长上下文" },
  lede: {
    en: "What happens past the trained length, what can be done about it, and what it costs in any case.",
    zh: "超出训练长度会发生什么，有什么办法，以及无论用什么办法都要付出的代价。",
  },
  opening: {
    puzzle: {
      en: "A model was trained on 5000 positions. Now a text of 6000 tokens arrives. What would you do with the last thousand?",
      zh: "模型以 5000 个位置训练，现在来了一篇 6000 个词元的文本。最后一千个，你打算怎么办？",
    },
    ask: {
      en: "Try each way under “What to do”. What does it give up?",
      zh: "“处理方式”逐个试一遍：每种办法各放弃了什么？",
    },
    figure: widget("pe-too-long", "three-answers", { way: "extrapolate" }),
  },
  description: {
    en: "Truncation, extrapolation and interpolation; PI, NTK, YaRN, LongRoPE and llama3 on real models; a reader for config.json; precision and cost: all computed in your browser.",
    zh: "截断、外推与内插；PI、NTK、YaRN、LongRoPE、llama3 在真实模型上的效果；config.json 阅读器；精度与代价：全部由你的浏览器当场算出。",
  },
  thumbnail: { tag: "pe-unseen-angles", panel: "dial" },
  goals: [
    {
      en: "say what is given up by cutting, by counting on and by counting in smaller steps",
      zh: "说清截断、外推、内插各自放弃了什么",
    },
    {
      en: "tell from head width, base and length which pairs meet angles they have never had",
      zh: "由头维度、底数和长度，判断哪些对会遇到没见过的角度",
    },
    {
      en: "say which pairs PI, NTK, YaRN and llama3 slow down, and check a `rope_scaling`",
      zh: "说出 PI、NTK、YaRN、llama3 各放慢哪些对，并能检查一份 `rope_scaling`",
    },
    {
      en: "keep positions exact in a model of sixteen bits",
      zh: "在十六位的模型里保住位置的精度",
    },
    {
      en: "estimate scores and cache of any model at any length",
      zh: "估算任意模型在任意长度下的分数与缓存",
    },
  ],
  values: {
    runs: () => RUN_COUNT,
    trainSteps: () => STEPS,
    textLength: () => TEXT_LENGTH,
    seedsEach: () => seedsText(),
    refused: () => refusal(6000, 5000),
    bucket: () => String(pe.t5Bucket([-1000], { bidirectional: false })[0]),
    bucketBoth: () => String(pe.t5Bucket([-1000])[0]),
    fastest: () => pe.analysisWavelengths({ dModel: 128 })[0] as number,
    unseenPlain: () => coverage(10_000, 2048).unseen,
    unseenMax: () =>
      ((coverage(10_000, 2048).maxUnseenAngle * 180) / Math.PI).toFixed(0),
    unseenLlama3: () => coverage(500_000, 8192).unseen,
    ntkBase: () => {
      const scaling = { type: "ntk", factor: 4 } as const;
      const { inverseFrequency } = pe.rotaryFrequencies({
        ...{ headDim: 128, scaling },
      });
      // θ_1 = b′^(−2/d)
      return (inverseFrequency[1] as number) ** -64;
    },
    yarnM: () =>
      pe
        .rotaryFrequencies({
          headDim: 128,
          scaling: { type: "yarn", factor: 32, originalMaxSeqLen: 4096 },
        })
        .attentionFactor.toFixed(3),
    longropeCount: () => PHI3_LONG.length,
    longropeFirst: () => PHI3_LONG[0] as number,
    longropeLast: () => PHI3_LONG.at(-1) as number,
    deepseekMax: () =>
      pe.configFromHuggingFace(published("deepseek-v3").config).plan
        ?.maxPositions ?? 0,
    alibiFar: () => {
      const { data } = pe.alibi({
        ...{ numHeads: 8, queryPositions: [11_000], keyPositions: [0] },
      });
      return quantity(data[7] as number);
    },
    sortTrained: () => sharedText("sort", "alibi", 1),
    sortFar: () => sharedText("sort", "alibi", 8),
    single: () => tiny(errorAt(1e6, "float32")),
    brain: () => tiny(errorAt(1e6, "bfloat16")),
  },
  answers: { bytes: "million" },
  sections: [
    tooLongSection,
    cliffSection,
    unseenSection,
    trainedSection,
    ownTextSection,
    designSection,
    besideSection,
    rescaleSection,
    configSection,
    precisionSection,
    farSection,
    costSection,
    experimentSection,
  ],
  recap: [
    {
      en: "A position that can be computed is not yet one that a model can use; the break is in what was trained, and it comes at once.",
      zh: "位置算得出，不等于模型用得上；断裂发生在训练出来的部分，而且一超出训练长度就会发生。",
    },
    {
      en: "In a head of width 128 and base 10 000, trained on 2048 positions, {unseenPlain} of 64 pairs have never gone round: longer texts bring them new angles.",
      zh: "头维度 128、底数 10 000、训练长度 2048 时，64 对中有 {unseenPlain} 对从没转满一圈，文本变长就会遇到新角度。",
    },
    {
      en: "PI slows all pairs, NTK the slow ones most, YaRN and llama3 only those that need it; LongRoPE publishes a list.",
      zh: "PI 全部放慢，NTK 越慢的放慢得越多，YaRN 和 llama3 只放慢有必要的，LongRoPE 直接给一张表。",
    },
    {
      en: "Check `factor` against the lengths, and check where a runtime puts the attention factor.",
      zh: "拿 `factor` 与长度对一对，并弄清运行时把注意力系数乘在哪里。",
    },
    {
      en: "At position one million cosines and sines are off by {single} in float32 and by {brain} in bfloat16; compute angles in float64 and round once.",
      zh: "在位置一百万处，cos 与 sin 的误差在 float32 下是 {single}，在 bfloat16 下是 {brain}；角度用 float64 计算，只舍入一次。",
    },
    {
      en: "The number of scores is the square of the length under every encoding.",
      zh: "无论用哪种编码，分数的个数都是长度的平方。",
    },
  ],
  onward: {
    en: "Every repair gives something up. Which one fits your case? [Chapter 12](~/choosing/) puts all of them side by side.",
    zh: "每种补救都要放弃一些东西。哪一种适合你？[第 12 章](~/choosing/)把它们并排放在一起。",
  },
};
