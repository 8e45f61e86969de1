import * as pe from "posenc";
import { decimals, scientific } from "../../../widgets/words/text.ts";
import { widget } from "../../blocks/blocks.ts";
import type { Chapter } from "../../pages/chapter.ts";
import { clockSection, formulaSection } from "./hands.ts";
import { wavelengthSection } from "./lengths.ts";
import { heatmapSection } from "./pictures.ts";
import { rotationSection } from "./shifts.ts";

/** Chapter 3. */
export const sinusoids: Chapter = {
  number: 3,
  path: "sinusoids/",
  title: { en: "Waves", zh: "正弦波" },
  lede: {
    en: "A set of waves, fast and slow, gives every position its own fingerprint.",
    zh: "一组快慢不同的波，给每个位置留下独一无二的指纹。",
  },
  opening: {
    puzzle: {
      en: "Three hands, none of which ever leaves its dial, tell every second of half a day apart. Could hands number the words of a text?",
      zh: "三根针从不走出表盘，却能分清半天里的每一秒。能不能用指针给一篇文本的词编号？",
    },
    ask: {
      en: "Turn a small dial. How much slower is each than the one before?",
      zh: "转动小表盘：每圈所需的时间是前一根的几倍？",
    },
    figure: widget("pe-clock", "clock"),
  },
  description: {
    en: "The sinusoidal positional encoding number by number: its formula, its hands, its heatmap and its wavelengths, each computed in your browser.",
    zh: "逐项看懂正弦位置编码：公式、指针、热力图和波长，全部数值由你的浏览器当场算出。",
  },
  thumbnail: { tag: "pe-clock", panel: "hands", state: { dModel: 6 } },
  values: {
    shiftError: () => {
      const dModel = 512;
      const rows = pe.sinusoidal({ seqLen: 1500, dModel });
      const { max } = pe.analysisShiftError(rows, { offset: 1000, dModel });
      return scientific(max, 1);
    },
    fastest: () =>
      decimals(pe.analysisWavelengths({ dModel: 512 })[0] as number, 3),
    slowest512: () => pe.analysisWavelengths({ dModel: 512 }).at(-1) as number,
    slowest64: () => pe.analysisWavelengths({ dModel: 64 }).at(-1) as number,
    last512: () => {
      const wave = pe.analysisWavelengths({ dModel: 512 }).at(-1) as number;
      return (wave / (2 * Math.PI)).toFixed(1);
    },
  },
  answers: { ladder: "wider turning" },
  goals: {
    en: "You’ll be able to compute any cell of the table by hand and read the whole table as a picture. And you’ll be able to show why moving on by three positions is the same turn everywhere, and why the product of two rows knows their distance and nothing else.",
    zh: "读完本章，你能手算表中任意一格，也能把整张表当作一幅图来读；还能说明为什么向后平移三个位置处处是同一个旋转，为什么两行的内积只知道它们的距离。",
  },
  recap: [
    {
      en: "Each pair of dimensions is one hand: its sine and its cosine say where it points.",
      zh: "每两个维度是一根指针，正弦和余弦合起来说出它指向哪里。",
    },
    {
      en: "Every hand is slower than the one before by the same ratio; the wavelengths run from 2π up to almost 2π times the base.",
      zh: "指针一根比一根慢，比值处处相同；波长从 2π 起，逐渐接近底数的 2π 倍。",
    },
    {
      en: "Moving on is turning: one matrix of 2 × 2 rotations moves every row, and it needs both numbers of each pair.",
      zh: "向后平移就是旋转：由 2 × 2 旋转块组成的一个矩阵适用于所有的行，每一对的两个数缺一不可。",
    },
    {
      en: "So the [product of two rows](~/what-waves-can-do/#products) depends on their distance alone: it’s the same wherever they stand.",
      zh: "所以[两行的内积](~/what-waves-can-do/#products)只取决于距离，在哪里都一样。",
    },
  ],
  onward: {
    en: "Nobody learned a single number of this table. Would a model choose better ones itself? [The next chapter](~/learned-tables/) lets it try. What else is said about waves, and how much of it holds, is on [a page of its own](~/what-waves-can-do/).",
    zh: "这张表没有一个数是学来的。让模型自己去选，会更好吗？[下一章](~/learned-tables/)让它试一试。关于波还有许多说法，哪些成立，[另有一页](~/what-waves-can-do/)。",
  },
  sections: [
    clockSection,
    formulaSection,
    wavelengthSection,
    heatmapSection,
    rotationSection,
  ],
};
