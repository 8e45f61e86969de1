import { widget } from "../../blocks/blocks.ts";
import type { Chapter } from "../../pages/chapter.ts";
import { designSection } from "../7-long-context/trained.ts";
import { compareSection } from "./compare.ts";
import { guaranteesSection } from "./guarantees.ts";
import { guideSection } from "./guide.ts";
import { historySection } from "./history.ts";

export const choosing: Chapter = {
  number: 8,
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
  goals: {
    en: "You’ll be able to choose an encoding for a given start, length and task, and to say why. And you’ll be able to say of any encoding what it guarantees before anything is learned, and what it leaves to training.",
    zh: "读完本章，你能按起点、长度和任务选一种编码，并说出理由；面对任何一种编码，也能说出它在学习之前保证了什么，又把什么留给了训练。",
  },
  recap: [
    {
      en: "Encodings are older than the Transformer; it made them indispensable.",
      zh: "位置编码比 Transformer 更早，是 Transformer 让它不可或缺。",
    },
    {
      en: "What is added to words notices where a passage stands; rotations and offsets don’t. Training can make up for much, but it guarantees nothing.",
      zh: "加到词上的编码，段落一移就有变化；旋转与偏移则没有。训练能弥补许多，却不作保证。",
    },
    {
      en: "A model with RoPE is extended by rescaling, not by another encoding.",
      zh: "RoPE 模型要加长，靠缩放，而不是换编码。",
    },
  ],
  onward: {
    en: "That’s the line. Look things up in [encodings compared](~/compared/), [other designs](~/other-designs/) or [questions and sources](~/questions/), or take [programs](~/programs/) with you.",
    zh: "主线到此为止。要查资料，有[各种编码的比较](~/compared/)、[其他设计](~/other-designs/)、[问答与出处](~/questions/)；也可以带走[程序](~/programs/)。",
  },
  sections: [
    historySection,
    compareSection,
    guaranteesSection,
    guideSection,
    designSection,
  ],
};
