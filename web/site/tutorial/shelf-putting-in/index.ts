import type { Shelf } from "../../pages/shelf.ts";
import { numbersSection } from "../1-why-position/in-numbers.ts";
import {
  choiceSection,
  costSection,
  loudnessSection,
} from "../4-learned-tables/cost.ts";
import { joinSection, termsSection } from "../4-learned-tables/fusion.ts";
import {
  adaptationSection,
  wholeLayerSection,
} from "../4-learned-tables/learned-layer.ts";
import { stretchSection } from "../4-learned-tables/length.ts";
import {
  elsewhereSection,
  offsetSection,
  stacksSection,
} from "../4-learned-tables/model.ts";
import { trainSection } from "../4-learned-tables/rows.ts";
import { trainedSumSection } from "./trained-sum.ts";
import { modelsSection } from "./whole-models.ts";

export const puttingIn: Shelf = {
  path: "putting-them-in/",
  title: { en: "Positions inside a model", zh: "位置在模型里" },
  lede: {
    en: "Training a table, stretching it, joining instead of adding, the four terms of a score, decoding step by step.",
    zh: "训练一张表、把它拉长，用拼接代替相加，分数的四项，以及逐步解码。",
  },
  description: {
    en: "Adding and concatenating positional encodings, the four terms of an attention score, the factor √d, a running encoder and decoder, and the offset in decoding.",
    zh: "位置编码的相加与拼接、注意力分数的四项、√d 因子、当场运行的编码器与解码器，以及逐步解码时的偏移。",
  },
  thumbnail: { tag: "pe-logit-terms", panel: "bars" },
  sections: [
    numbersSection,
    trainSection,
    wholeLayerSection,
    stretchSection,
    costSection,
    loudnessSection,
    adaptationSection,
    choiceSection,
    joinSection,
    termsSection,
    trainedSumSection,
    stacksSection,
    modelsSection,
    offsetSection,
    elsewhereSection,
  ],
};
