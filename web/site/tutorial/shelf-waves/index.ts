import type { Shelf } from "../../pages/shelf.ts";
import { circleSection } from "../3-sinusoids/hands.ts";
import { rulerSection } from "../3-sinusoids/lengths.ts";
import { wavesSection } from "../3-sinusoids/pictures.ts";
import { additionSection, productsSection } from "../3-sinusoids/shifts.ts";
import { beyondSection, decaySection, mixedSection } from "./distance.ts";
import {
  directionsSection,
  invarianceSection,
  repeatsSection,
  uniqueSection,
} from "./telling-apart.ts";

export const waves: Shelf = {
  path: "what-waves-can-do/",
  title: { en: "More on waves", zh: "再谈正弦波" },
  lede: {
    en: "What else is said about sinusoids, and how much of it holds: decay, uniqueness, repeats, rank.",
    zh: "关于正弦编码还有种种说法：衰减、唯一、重复、秩。哪些成立，逐一核对。",
  },
  description: {
    en: "Shifts as rotations, inner products, decay, uniqueness, repeats and principal components of sinusoidal encodings, each computed in your browser.",
    zh: "正弦位置编码的平移与旋转、内积、衰减、唯一性、重复与主成分，全部数值由你的浏览器当场算出。",
  },
  thumbnail: { tag: "pe-similarity", panel: "matrix" },
  sections: [
    productsSection,
    additionSection,
    circleSection,
    wavesSection,
    rulerSection,
    decaySection,
    mixedSection,
    beyondSection,
    invarianceSection,
    uniqueSection,
    repeatsSection,
    directionsSection,
  ],
};
