import * as pe from "posenc";
import { published } from "../../../widgets/figures/11-long-context/published-configs.ts";
import { STEPS } from "../../../widgets/trained/runs.ts";
import { TEXT_LENGTH } from "../../../widgets/trained/text-runs.ts";
import { quantity, scientific } from "../../../widgets/words/text.ts";
import { markdownShelf } from "../../pages/markdown-page.ts";
import { textsOf } from "../texts.ts";
import { findings, resultTables, sharedText } from "./trained-results.ts";

/** Bias of the flattest of 8 heads at distance 11 000. */
const far = (): number =>
  pe.alibi({
    numHeads: 8,
    queryPositions: [11_000],
    keyPositions: [0],
  }).data[7] as number;

export const inPractice = markdownShelf(
  textsOf("shelf-in-practice/in-practice"),
  {
    path: "in-practice/",
    thumbnail: { tag: "pe-config", panel: "angles" },
    answers: { bytes: "million" },
    values: {
      trainSteps: () => STEPS,
      textLength: () => TEXT_LENGTH,
      fastest: () => pe.analysisWavelengths({ dModel: 128 })[0] as number,
      deepseekMax: () =>
        pe.configFromHuggingFace(published("deepseek-v3").config).plan
          ?.maxPositions ?? 0,
      alibiFar: () => quantity(far()),
      far: () => -far(),
      farWeight: () => scientific(Math.exp(far()), 2),
      sortTrained: () => sharedText("sort", "alibi", 1),
      sortFar: () => sharedText("sort", "alibi", 8),
      ...findings,
    },
    made: { results: resultTables },
  },
);
