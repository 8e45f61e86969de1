import type { Shelf } from "../../pages/shelf.ts";
import { costSection, sourcesSection } from "../6-rope/alibi.ts";
import { ropeValues } from "../6-rope/index.ts";
import { measuredSection } from "../8-choosing/compare.ts";
import { noveltiesSection, spaceSection } from "../8-choosing/design-space.ts";
import { limitsSection } from "../8-choosing/gains-and-costs.ts";
import { modelsSection } from "../8-choosing/history.ts";

export const compared: Shelf = {
  path: "compared/",
  title: { en: "Encodings compared", zh: "各种编码的比较" },
  lede: {
    en: "Two experiments on all encodings for text, what each costs and gives up, and which models have which.",
    zh: "对全部文本编码做的两个实验，各自的代价与局限，以及哪些模型用了哪一种。",
  },
  description: {
    en: "All positional encodings for text measured for shifts and for length, with their costs and limits, and the models that use them with their context lengths.",
    zh: "用平移和加长两个实验测量全部文本位置编码，附各自的代价与局限，以及采用它们的模型及其上下文长度。",
  },
  thumbnail: { tag: "pe-model-lengths", panel: "dots" },
  values: ropeValues,
  sections: [
    measuredSection,
    modelsSection,
    limitsSection,
    costSection,
    noveltiesSection,
    spaceSection,
    sourcesSection,
  ],
};
