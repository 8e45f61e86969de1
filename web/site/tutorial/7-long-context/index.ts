import * as pe from "posenc";
import { PHI3_LONG } from "../../../widgets/figures/11-long-context/published-configs.ts";
import { refusal } from "../../../widgets/figures/11-long-context/too-long.ts";
import {
  RUN_COUNT,
  SEED_COUNTS,
} from "../../../widgets/trained/run-results.ts";
import { STEPS } from "../../../widgets/trained/runs.ts";
import { listed, type Text } from "../../../widgets/words/text.ts";
import { markdownChapter } from "../../pages/markdown-page.ts";
import { textsOf } from "../texts.ts";

/** Angles that a text four times as long as the trained ones brings. */
const coverage = () =>
  pe.analysisCoverage({
    headDim: 128,
    base: 10_000,
    trainLen: 2048,
    testLen: 4 * 2048,
  });

/** How many runs there are of each kind. */
function seedsText(): Text {
  const [least, most] = SEED_COUNTS;
  const count = least === most ? String(least) : `${least}–${most}`;
  return {
    en: count === "1" ? "one run" : `a set of ${count} runs`,
    zh: `${count} 次`,
  };
}

/** Chapter 7. */
export const longContext = markdownChapter(
  textsOf("7-long-context/long-context"),
  {
    number: 7,
    path: "long-context/",
    thumbnail: { tag: "pe-unseen-angles", panel: "dial" },
    answers: { slopes: "slope-12" },
    values: {
      runs: () => RUN_COUNT,
      trainSteps: () => STEPS,
      seedsEach: () => seedsText(),
      refused: () => refusal(6000, 5000),
      bucket: () => String(pe.t5Bucket([-1000], { bidirectional: false })[0]),
      bucketBoth: () => String(pe.t5Bucket([-1000])[0]),
      fastest: () => pe.analysisWavelengths({ dModel: 128 })[0] as number,
      fill: () => {
        const slopes = pe.alibiSlopes({ numHeads: 12 });
        return listed(slopes.subarray(8), (m) => m.toFixed(4));
      },
      unseenPlain: () => coverage().unseen,
      unseenMax: () => ((coverage().maxUnseenAngle * 180) / Math.PI).toFixed(0),
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
    },
  },
);
