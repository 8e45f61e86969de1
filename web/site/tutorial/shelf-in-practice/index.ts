import type { Shelf } from "../../pages/shelf.ts";
import { profilesSection } from "../6-rope/alibi.ts";
import { ropeValues } from "../6-rope/index.ts";
import { cacheSection } from "../6-rope/practice.ts";
import { besideSection } from "../7-long-context/beside-published.ts";
import {
  costSection,
  farSection,
  precisionSection,
} from "../7-long-context/costs.ts";
import { longValues } from "../7-long-context/index.ts";
import { cliffSection } from "../7-long-context/limits.ts";
import {
  configSection,
  experimentSection,
} from "../7-long-context/rescaling.ts";
import { ownTextSection } from "../7-long-context/trained.ts";

export const inPractice: Shelf = {
  path: "in-practice/",
  title: { en: "Long texts in practice", zh: "长文本实务" },
  lede: {
    en: "Config files, keys in a cache, precision, cost, and what experiments report.",
    zh: "配置文件、缓存里的键、精度、代价，以及实验怎么说。",
  },
  description: {
    en: "Reading a config.json, moving cached keys, positions in sixteen bits, the cost of long texts and the results of published experiments, computed in your browser.",
    zh: "读懂 config.json、移动缓存的键、十六位里的位置、长文本的代价，以及已发表实验的结果，由浏览器当场算出。",
  },
  thumbnail: { tag: "pe-config", panel: "angles" },
  values: { ...ropeValues, ...longValues },
  answers: { bytes: "million" },
  sections: [
    cliffSection,
    configSection,
    cacheSection,
    precisionSection,
    costSection,
    farSection,
    profilesSection,
    besideSection,
    experimentSection,
    ownTextSection,
  ],
};
