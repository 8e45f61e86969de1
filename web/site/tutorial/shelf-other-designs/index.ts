import { widget } from "../../blocks/blocks.ts";
import type { Shelf } from "../../pages/shelf.ts";
import { choicesSection } from "../5-relative-positions/choices.ts";
import { debertaSection, xlSection } from "../5-relative-positions/families.ts";
import { relativeValues } from "../5-relative-positions/index.ts";
import { keepSection } from "../5-relative-positions/relative-layer.ts";
import { gridsSection, judgeSection, readingSection } from "./content.ts";
import { biasesSection, convolutionSection, logSection } from "./curves.ts";
import { digitsSection, layersSection, mixturesSection } from "./mixtures.ts";

export const otherDesigns: Shelf = {
  path: "other-designs/",
  title: { en: "Other designs", zh: "其他设计" },
  lede: {
    en: "Layers, digits, mixtures, logarithms, convolutions, gates: a tour of what else has been tried, with one thing to measure in each.",
    zh: "分层、数位、混合、对数、卷积、门控：看看人们还试过什么，每种都量一个数。",
  },
  description: {
    en: "Hierarchical, hybrid, perturbed, logarithmic and convolutional positional encodings, KERPLE, FIRE, Sandwich, CoPE, TUPE, Fourier and axial, each computed in your browser.",
    zh: "层次、混合、扰动、对数、卷积等位置编码，以及 KERPLE、FIRE、Sandwich、CoPE、TUPE、傅里叶与分轴编码，全部由你的浏览器当场计算。",
  },
  thumbnail: { tag: "pe-rope-plane", panel: "scores" },
  values: relativeValues,
  answers: { columns: "first-fixed" },
  figure: widget("pe-document-ruler", "document"),
  sections: [
    keepSection,
    xlSection,
    debertaSection,
    choicesSection,
    layersSection,
    digitsSection,
    mixturesSection,
    logSection,
    convolutionSection,
    biasesSection,
    readingSection,
    gridsSection,
    judgeSection,
  ],
};
