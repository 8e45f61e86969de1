import * as pe from "posenc";
import { D } from "../../../widgets/figures/02-ladder/codes.ts";
import { judge } from "../../../widgets/figures/02-ladder/demands.ts";
import { gapText } from "../../../widgets/figures/shared/word-weights.ts";
import { markdownChapter } from "../../pages/markdown-page.ts";
import { textsOf } from "../texts.ts";

/** Chapter 2. */
export const ladder = markdownChapter(textsOf("2-ladder/ladder"), {
  number: 2,
  path: "ladder/",
  thumbnail: { tag: "pe-rung-digits", panel: "codes" },
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
});
