import { widget } from "../../blocks/blocks.ts";
import type { Chapter } from "../../pages/chapter.ts";
import { compareSection, measuredSection } from "./compare.ts";
import { noveltiesSection, spaceSection } from "./design-space.ts";
import { limitsSection } from "./gains-and-costs.ts";
import { guideSection } from "./guide.ts";
import { historySection, modelsSection } from "./history.ts";

export const choosing: Chapter = {
  number: 12,
  path: "choosing/",
  title: { en: "Choosing", zh: "选型" },
  lede: {
    en: "What was used when, what each encoding gives up, and which one fits your case.",
    zh: "什么时候用过什么，各种编码放弃了什么，哪一种适合你的情况。",
  },
  opening: {
    puzzle: {
      en: "Dozens of encodings appeared within a few years, and most open large models use the same one. Was it first, or was it better?",
      zh: "短短几年发表了几十种编码，如今的开源大模型却大多用同一种。它是来得早，还是真的更好？",
    },
    ask: {
      en: "Press the dots. What came before RoPE, and what came of it?",
      zh: "点一点各个圆点：RoPE 之前有什么，之后又有什么？",
    },
    figure: widget("pe-timeline", "timeline"),
  },
  description: {
    en: "A timeline of encodings and models with sources, a comparison of all encodings, stated and measured in your browser, limits and trade-offs, and a helper for the choice.",
    zh: "带出处的编码与模型年表、全部编码的对照与当场实测、局限与取舍，以及一个选型助手。",
  },
  thumbnail: { tag: "pe-timeline", panel: "lanes", zoom: 2 },
  goals: [
    {
      en: "date the main encodings and name a model for each",
      zh: "说出主要编码的年代，并各举一个模型",
    },
    {
      en: "test an encoding for shifts and for length instead of believing a table",
      zh: "用平移和加长两个实验检验一种编码，而不是照信表格",
    },
    {
      en: "say what each family gives up",
      zh: "说清每一类各放弃了什么",
    },
    {
      en: "choose for a given start, length and task, with a reason",
      zh: "按起点、长度和任务选型，并说出理由",
    },
  ],
  sections: [
    historySection,
    noveltiesSection,
    modelsSection,
    compareSection,
    measuredSection,
    limitsSection,
    spaceSection,
    guideSection,
  ],
  recap: [
    {
      en: "Encodings are older than the Transformer; it made them indispensable.",
      zh: "位置编码比 Transformer 更早，是 Transformer 让它不可或缺。",
    },
    {
      en: "Rotations and offsets do not notice where a passage stands; rows that are added do. At twice the length none is best: you choose between new numbers, changed places and blurred distances.",
      zh: "段落移到哪里，旋转与偏移都不变，相加的向量会变。长度加倍时没有万全之策：要么出现新数，要么改动旧位置，要么分不清远处。",
    },
    {
      en: "At the length of training, sinusoids and learned tables did equally well in the one translation experiment of 2017; beyond it, length and task decide.",
      zh: "训练长度之内，正弦与可学习的表在 2017 年的翻译实验里不相上下；再长，由长度与任务决定。",
    },
    {
      en: "A model with RoPE is extended by rescaling, not by another encoding.",
      zh: "RoPE 模型要加长，靠缩放，而不是换编码。",
    },
    {
      en: "Dates, lengths and methods are facts with a source; where a maker is silent, so should we be.",
      zh: "日期、长度、方法都是有出处的事实；厂商没说的，我们也不替它说。",
    },
  ],
  onward: {
    en: "What is left are questions. [Chapter 13](~/questions/) answers those that come up most, and holds every claim to account.",
    zh: "剩下的是各种疑问。[第 13 章](~/questions/)回答最常见的那些，并逐条核对每一项论断。",
  },
};
