// The section that says what an absolute encoding is.
import { displayFormula, list, paragraph } from "../../blocks/blocks.ts";
import { sideSection } from "../../pages/chapter.ts";

export const definitionSection = sideSection(
  "definition",
  { en: "What an absolute encoding is", zh: "什么是绝对位置编码" },
  paragraph({
    en: "An [absolute positional encoding](term:absolute-encoding) assigns to each position p a vector P_{p} of fixed width, the same for every text and whatever word stands there. The model adds it to the vector of the word:",
    zh: "[绝对位置编码](term:absolute-encoding)为每个位置 p 指定一个固定维数的向量 P_{p}；它对所有文本都一样，也与那里是什么词无关。模型把它加到词的向量上：",
  }),
  displayFormula(
    String.raw`X_p = E_{w(p)} + P_p, \qquad P : \{0, 1, 2, \ldots\} \to \mathbb{R}^{d}`,
  ),
  paragraph({
    en: "Three things are in this definition, and they come apart later. *Absolute*: P knows the place and nothing of other places; encodings that know only distances are called [relative](term:relative-encoding). *A vector*: what enters is as wide as the word, not a single number. *Fixed for each place*: how P comes about is left open, and there are two ways:",
    zh: "定义里有三层意思，后面会一一拆开。*绝对*：P 只知道这一处，不知道别处；只知道距离的叫[相对位置编码](term:relative-encoding)。*向量*：进入模型的与词同宽，不是单独一个数。*每处固定*：至于 P 从何而来，定义没有说，办法有两种：",
  }),
  list([
    {
      en: "from a *function* of p that is written down once: the rungs of this chapter up to the sinusoids;",
      zh: "写一个 p 的*函数*：本章从序号到正弦波的各级都是；",
    },
    {
      en: "from a *table* with a row for each p that training fills in: the rung after them.",
      zh: "列一张*表*，每个 p 一行，由训练填写：正弦波之后的那一级。",
    },
  ]),
  paragraph({
    en: "Document 0 speaks of a *unique* vector. The definition does not say so: a table may well give two positions the same row. It is the first thing to ask of an encoding (see the [six demands](~/choosing/#demands)), and rounding alone can break it: of 5000 sinusoidal rows of width 2, stored in float16, only {narrow} are different.",
    zh: "文档 0 说的是“唯一”的向量。定义里并没有这一层：一张表完全可以给两个位置同样的行。各行互异，是对编码的第一项要求（见[六项要求](~/choosing/#demands)），而单是舍入就可能打破它：2 维的正弦编码取 5000 行，存成 float16，只剩 {narrow} 种不同的行。",
  }),
);
