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
import type { Values } from "../../page.ts";
import type { Chapter } from "../../pages/chapter.ts";
import { alibiSection } from "../6-rope/alibi.ts";
import { ropeValues } from "../6-rope/index.ts";
import { sharedText } from "./beside-published.ts";
import { tooLongSection, unseenSection } from "./limits.ts";
import { rescaleSection } from "./rescaling.ts";
import { trainedSection } from "./trained.ts";

const coverage = (base: number, trainLen: number) =>
  pe.analysisCoverage({
    headDim: 128,
    base,
    trainLen,
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

/** Numbers of the texts on long texts. */
export const longValues: Values = {
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
      headDim: 128,
      scaling,
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
      numHeads: 8,
      queryPositions: [11_000],
      keyPositions: [0],
    });
    return quantity(data[7] as number);
  },
  sortTrained: () => sharedText("sort", "alibi", 1),
  sortFar: () => sharedText("sort", "alibi", 8),
  single: () => tiny(errorAt(1e6, "float32")),
  brain: () => tiny(errorAt(1e6, "bfloat16")),
};

export const longContext: Chapter = {
  number: 7,
  path: "long-context/",
  title: { en: "ALiBi and long texts", zh: "ALiBi 与长文本" },
  lede: {
    en: "Why encodings break past the training length, and what can be done about it.",
    zh: "超出训练长度之后编码为什么会失灵，又有什么办法。",
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
    en: "What happens past the training length: new angles for RoPE, ALiBi’s straight line, small models trained short and tested long, and the rescalings PI, NTK, YaRN and llama3, all computed in your browser.",
    zh: "超出训练长度会发生什么：RoPE 遇到新角度，ALiBi 的一条直线，短训练、长测试的小模型，以及 PI、NTK、YaRN、llama3 等缩放，全部由你的浏览器当场算出。",
  },
  thumbnail: { tag: "pe-unseen-angles", panel: "dial" },
  values: { ...ropeValues, ...longValues },
  answers: { slopes: "slope-12" },
  goals: {
    en: "You’ll be able to work out which pairs of a head meet angles they’ve never seen, and what PI, NTK, YaRN and llama3 do about it. And you’ll know why “which encoding extrapolates?” has no answer without “doing what?”.",
    zh: "读完本章，你能算出一个头里哪些维度对会遇到没见过的角度，也知道 PI、NTK、YaRN、llama3 各怎样处理；还会明白，“哪种编码能外推”不说“做什么”就没有答案。",
  },
  recap: [
    {
      en: "A position that can be computed is not yet one a model can use; what breaks is what was trained.",
      zh: "位置算得出，不等于模型用得上；断裂发生在训练出来的部分。",
    },
    {
      en: "In a head of width 128 and base 10 000, trained on 2048 positions, {unseenPlain} of 64 pairs have never gone round: longer texts bring them new angles.",
      zh: "头维度 128、底数 10 000、训练长度 2048 时，64 对中有 {unseenPlain} 对从没转满一圈，文本变长就会遇到新角度。",
    },
    {
      en: "PI slows all pairs, NTK the slow ones most, YaRN and llama3 only those that need it.",
      zh: "PI 全部放慢，NTK 越慢的放慢得越多，YaRN 和 llama3 只放慢有必要的。",
    },
  ],
  onward: {
    en: "Every repair gives something up. Which one fits your case? [The last chapter](~/choosing/) puts all of them side by side. Config files, precision and cost are in [long texts in practice](~/in-practice/).",
    zh: "每种补救都要放弃一些东西。哪一种适合你？[最后一章](~/choosing/)把它们并排放在一起。配置文件、精度与代价，见[长文本实务](~/in-practice/)。",
  },
  sections: [
    tooLongSection,
    unseenSection,
    rescaleSection,
    alibiSection,
    trainedSection,
  ],
};
