import * as pe from "posenc";
import { decimals } from "../../../widgets/words/text.ts";
import { widget } from "../../blocks/blocks.ts";
import type { Chapter } from "../../pages/chapter.ts";
import { circleSection, clockSection, formulaSection } from "./hands.ts";
import { checkSection, rulerSection, wavelengthSection } from "./lengths.ts";
import { binarySection, heatmapSection, wavesSection } from "./pictures.ts";

/** Chapter 3. */
export const sinusoids: Chapter = {
  number: 3,
  path: "sinusoids/",
  title: { en: "Sinusoids", zh: "正弦波" },
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
  goals: [
    {
      en: "compute any cell of the table by hand and say what each number in the formula moves",
      zh: "手算表中任意一格，并说清公式里每个数影响什么",
    },
    {
      en: "say why sine and cosine come in pairs",
      zh: "说明正弦和余弦为什么成对出现",
    },
    {
      en: "read a heatmap of the encoding by rows and by columns",
      zh: "按行、按列读懂编码的热力图",
    },
    {
      en: "find the wavelength of any pair, and tell it from the timescale in the formula",
      zh: "求出任意一对的波长，并把它同公式里的时间尺度区分开",
    },
    {
      en: "check a printed table and see at once what is wrong with it",
      zh: "核对一张印出来的编码表，一眼看出错在哪里",
    },
  ],
  values: {
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
  sections: [
    clockSection,
    formulaSection,
    circleSection,
    binarySection,
    heatmapSection,
    wavesSection,
    wavelengthSection,
    rulerSection,
    checkSection,
  ],
  recap: [
    {
      en: "Each pair of dimensions is one hand: its sine and its cosine say where it points.",
      zh: "每两个维度是一根指针，正弦和余弦合起来说出它指向哪里。",
    },
    {
      en: "Every hand is slower than the one before by the same ratio, base^{2/d}; the wavelengths run from 2π up to almost 2π times the base.",
      zh: "一根比一根慢，相邻两根的转速之比都是底数^{2/d}；波长从 2π 起，逐渐接近底数的 2π 倍。",
    },
    {
      en: "Fast pairs tell near positions apart and repeat soon; slow pairs tell far positions apart and hardly move from one to the next.",
      zh: "高频维度能分清邻近的位置，但很快就重复；低频维度能分清相距很远的位置，但相邻位置之间几乎不动。",
    },
    {
      en: "The table follows from its formula, so anybody can check it; a trained model on top of it is another matter, and chapter 11 is about that.",
      zh: "整张表由公式决定，人人都能核对；至于建在它之上的模型训练后表现如何，则是另一回事，见第 11 章。",
    },
  ],
  onward: {
    en: "Every position now has a fingerprint. Can attention do anything with it, such as find the word three places back? [Chapter 4](~/what-waves-can-do/) tries.",
    zh: "现在每个位置都有了指纹。注意力用它能做什么？比如，找得到往前第三个词吗？[第 4 章](~/what-waves-can-do/)来试一试。",
  },
};
