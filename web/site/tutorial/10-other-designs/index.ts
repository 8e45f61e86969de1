import { widget } from "../../blocks/blocks.ts";
import type { Chapter } from "../../pages/chapter.ts";
import { gridsSection, judgeSection, readingSection } from "./content.ts";
import { biasesSection, convolutionSection, logSection } from "./curves.ts";
import { digitsSection, layersSection, mixturesSection } from "./mixtures.ts";

/** Chapter 10. */
export const otherDesigns: Chapter = {
  number: 10,
  path: "other-designs/",
  title: { en: "Other designs", zh: "其他设计" },
  lede: {
    en: "Layers, digits, mixtures, logarithms, convolutions, gates: a tour of what else has been tried, with one thing to measure in each.",
    zh: "分层、数位、混合、对数、卷积、门控：看看人们还试过什么，每种都量一个数。",
  },
  opening: {
    puzzle: {
      en: "Nobody says “the 4212th word of the book”; we say “third paragraph, second sentence”. Can an encoding count as we do?",
      zh: "没人会说“全书第 4212 个词”，我们说“第三段第二句”。编码能不能也这样数？",
    },
    ask: {
      en: "Press a token. Which others are most like it, and why?",
      zh: "点一个词元：哪些词元同它最像？为什么？",
    },
    figure: widget("pe-document-ruler", "document"),
  },
  description: {
    en: "Hierarchical, hybrid, perturbed, logarithmic and convolutional positional encodings, KERPLE, FIRE, Sandwich, CoPE, TUPE, Fourier and axial, each computed in your browser.",
    zh: "层次、混合、扰动、对数、卷积等位置编码，以及 KERPLE、FIRE、Sandwich、CoPE、TUPE、傅里叶与分轴编码，全部由你的浏览器当场计算。",
  },
  thumbnail: { tag: "pe-rope-plane", panel: "scores" },
  goals: [
    {
      en: "read a three-layer encoding of a document and say what each layer adds",
      zh: "读懂文档的三层编码，说出每层各添了什么",
    },
    {
      en: "reach n² positions with n trained rows, and know why α = ½ fails",
      zh: "用 n 个训练好的行表示 n² 个位置，并说明 α = ½ 为什么不行",
    },
    {
      en: "tell which mixtures and disturbances keep the law of shifts and which break it",
      zh: "分清哪些混合与扰动保住了平移规律，哪些破坏了它",
    },
    {
      en: "explain how a convolution without any positions finds out where it is",
      zh: "解释不带位置的卷积怎样知道自己在哪里",
    },
    {
      en: "put four questions to any new encoding before believing its numbers",
      zh: "面对任何新编码，先问四个问题，再决定信不信它的数字",
    },
  ],
  answers: { columns: "first-fixed" },
  sections: [
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
  recap: [
    {
      en: "A document can be encoded in layers: waves for the token, a vector for the paragraph, a bias within the sentence. The reported gain of 30% has no source.",
      zh: "文档可以分层编码：词元用波，段落用向量，句内用偏置。文档 0 所说的“提升 30%”没有出处。",
    },
    {
      en: "Two digits of base n turn n trained rows into n² and leave the first n unchanged; equal weights for both digits make positions collide.",
      zh: "两位 n 进制数把 n 个训练好的行变成 n² 个，前 n 个不变；两位权重相等时，位置会撞在一起。",
    },
    {
      en: "Cutting fixed columns off a sinusoidal table takes the fast pairs with them. Noise on rows breaks the law of shifts; moving all positions together does not.",
      zh: "从正弦表上截掉前面的列，高频维度也一并截掉。给各行加噪声会破坏平移规律，所有位置一起平移则不会。",
    },
    {
      en: "A logarithm of the position is exact near the start and blind far out; a logarithm of the distance is a different matter, and a good bias.",
      zh: "对位置取对数，近处精细，远处模糊；对距离取对数是另一回事，那是不错的偏置。",
    },
    {
      en: "Zeros at the edges of a convolution are a position. Without them it has none.",
      zh: "卷积边缘补的零本身就是位置信息；没有这些零，它就没有位置。",
    },
  ],
  onward: {
    en: "One question runs through all of these designs: what happens beyond the length of training? [Chapter 11](~/long-context/) measures it.",
    zh: "这些设计都绕不开一个问题：超过训练长度会怎样？[第 11 章](~/long-context/)来测量。",
  },
};
