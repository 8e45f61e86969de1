// Sections on shifts: the rotation, the addition theorem, products of rows.
import {
  aside,
  displayFormula,
  more,
  paragraph,
  quiz,
  source,
  tryThis,
  widget,
} from "../../blocks/blocks.ts";
import { sectionOf } from "../../blocks/notes.ts";
import { section } from "../../pages/chapter.ts";

export const rotationSection = section(
  "rotation",
  { en: "Moving on is turning", zh: "向后平移就是旋转" },
  paragraph({
    en: "Take any row of the table and move [k](link:offset) positions on ([here](~/glossary/#letters) k is a number of places, not a key). Every hand has turned: one that turns by ω radians a position has turned by ωk, wherever it pointed before. Can one rule, then, move *every* row by k? The figure applies one matrix and compares the outcome with the formula.",
    zh: "取表中任意一行，向后平移 [k](link:offset) 个位置（[这里](~/glossary/#letters)的 k 是位置的个数，不是键）。每走一步转 ω 弧度的针转了 ωk，与它原来指向哪里无关。那么，同一条规则能不能把*每一行*都平移 k？下图用一个矩阵算一遍，再与公式的结果对照。",
  }),
  widget("pe-shift", "shift"),
  paragraph({
    en: "It can: the matrix has a small rotation for each pair on its diagonal, and nothing elsewhere.",
    zh: "能。这个矩阵的对角线上，每一对有一个小小的旋转块，其余全是零。",
  }),
  displayFormula(
    String.raw`\begin{bmatrix} \sin \omega(\link{pos}{p}+\link{offset}{k}) \\ \cos \omega(\link{pos}{p}+\link{offset}{k}) \end{bmatrix} = \begin{bmatrix} \cos \omega \link{offset}{k} & \sin \omega \link{offset}{k} \\ -\sin \omega \link{offset}{k} & \cos \omega \link{offset}{k} \end{bmatrix} \; \begin{bmatrix} \sin \omega \link{pos}{p} \\ \cos \omega \link{pos}{p} \end{bmatrix}`,
  ),
  source("vaswani", sectionOf("3.5")),
  paragraph({
    en: "The authors of the Transformer gave this as their reason for choosing sines and cosines: a model should find it easy to attend by relative position, since P(p + k) is a linear function of P(p).",
    zh: "Transformer 的作者选用正弦和余弦，给出的理由正是这一点：既然 P(p + k) 是 P(p) 的线性函数，模型就应当容易按相对位置去注意。",
  }),
  more(
    "sine-alone",
    {
      en: "How exact it is, and what the sine alone cannot do",
      zh: "有多精确，以及单有正弦缺了什么",
    },
    paragraph({
      en: "At width 512 and k = 1000 the largest error is {shiftError}, which is the rounding of float32. The bars at the bottom of the figure show what happens without the partner: if only the sines are stored, a large part of the moved sine stays unknown. A derivation that writes down the sine and stops has told half of the truth, and that half alone is not linear in the row’s sines.",
      zh: "维数为 512、k = 1000 时，最大误差是 {shiftError}，也就是 float32 的舍入误差。图底部的竖条画出了缺少搭档的后果：若只存正弦，平移后的正弦有很大一部分无从得知。推导只写正弦那一行就收笔，等于只说了一半；而单凭这一半，平移就不是线性变换。",
    }),
    tryThis(
      {
        en: "Under “More” set d to 4: the numbers show in the cells. Which of them change when you move p, which when you move k?",
        zh: "在“更多”里把 d 设为 4，格子里会显示数值。移动 p 时哪些会变？移动 k 时呢？",
      },
      {
        en: "Find a k at which the first block is almost the identity. Is the second one too?",
        zh: "找一个 k，使第一个旋转块几乎等于单位矩阵。第二个块也是吗？",
      },
    ),
    aside({
      en: "Where the minus sign stands is a convention: with the sine first, as here, it is below the diagonal; with the cosine first, above. Texts differ; check one number before you trust a sign.",
      zh: "负号放在哪里只是约定：像这里正弦在前，负号就在对角线下方；余弦在前，则在上方。各家写法不一，用之前先验算一个数。",
    }),
  ),
);

export const additionSection = section(
  "addition",
  { en: "The addition theorem, walked", zh: "走一遍加法定理" },
  paragraph({
    en: "Why is it so? Because a hand at p + k can be reached from the hand at p by two straight walks: some way along the old hand, then some way at a right angle to it. The lengths of the walks are $\\cos \\omega k$ and $\\sin \\omega k$; they know nothing of p. Directions to the right are sines here and directions upwards cosines, as on a clock.",
    zh: "为什么会这样？因为从 p 处的针走到 p + k 处的针，只要两段直路：先沿着旧的针走一段，再垂直于它走一段。两段路的长度是 $\\cos \\omega k$ 与 $\\sin \\omega k$，与 p 无关。这里同钟表一样，向右是正弦，向上是余弦。",
  }),
  widget("pe-addition", "walks"),
  paragraph({
    en: "Read off how far right and how far up the second walk ends, and you have both addition theorems at once. Each new number needs *both* old numbers. That is the whole reason why sine and cosine come in pairs; putting them side by side in the vector is only a habit.",
    zh: "第二段路的终点偏右多少、偏上多少，读出来就是两条加法定理。每个新的数都要用到*两个*旧的数。正弦余弦要成对，全部理由就在这里；至于在向量中并排放着，只是习惯。",
  }),
  quiz("half-table", {
    question: {
      en: "A colleague keeps only the sine columns, to save half of the memory. Which operation is lost?",
      zh: "同事为了省一半内存，只保留正弦列。会失去什么？",
    },
    choices: [
      {
        text: {
          en: "Shifting a row by a fixed matrix",
          zh: "用一个固定的矩阵平移一行",
        },
        right: true,
        why: {
          en: "The sine at p + k contains $\\cos \\omega p$, which the table no longer has. The lower plot of the first figure shows how much is missing.",
          zh: "p + k 处的正弦含有 $\\cos \\omega p$，而表里已经没有它了。第一幅图的下半部分画出了缺多少。",
        },
      },
      {
        text: { en: "Telling positions apart", zh: "区分不同的位置" },
        why: {
          en: "In exact arithmetic the sines alone still differ for all positions; several frequencies settle what one leaves open.",
          zh: "在精确算术下，仅凭正弦，各个位置仍互不相同：一个频率说不清的，别的频率能说清。",
        },
      },
      {
        text: {
          en: "Computing rows past the end of the table",
          zh: "计算表尾之后的行",
        },
        why: {
          en: "Each column is still a formula of p and can be computed anywhere.",
          zh: "每一列仍是 p 的公式，在哪里都能算。",
        },
      },
    ],
  }),
);

export const productsSection = section(
  "products",
  { en: "What two rows have in common", zh: "两行的内积里有什么" },
  paragraph({
    en: "Attention compares vectors by their [inner product](term:dot-product). For one pair it has two parts, and school trigonometry takes each apart into a term that sees the difference of the two positions and one that sees their sum:",
    zh: "注意力用[内积](term:dot-product)比较两个向量。对于一对维度，内积有两个乘积；中学的积化和差公式把每个乘积再拆成两项：一项只看两个位置之差，另一项看两个位置之和：",
  }),
  displayFormula(
    String.raw`\begin{aligned} \sin \omega i \, \sin \omega j &= \tfrac{1}{2}\bigl(\cos \omega(i-j) - \cos \omega(i+j)\bigr) \\ \cos \omega i \, \cos \omega j &= \tfrac{1}{2}\bigl(\cos \omega(i-j) + \cos \omega(i+j)\bigr) \end{aligned}`,
  ),
  paragraph({
    en: "It is tempting to conclude that the inner product carries relative *and* absolute position, one in each kind of term. Add the two lines: the terms in i + j have opposite signs and cancel. What remains is cos ω(i − j). Slide both positions and watch.",
    zh: "由此很容易得出结论：内积既含相对位置又含绝对位置，各占一项。但把两式相加：含 i + j 的两项符号相反，正好抵消，剩下的只有 cos ω(i − j)。拖动两个位置，一看便知。",
  }),
  widget("pe-products", "stack"),
  paragraph({
    en: "So the inner product of two rows is $g(k) = \\sum \\cos \\omega k$, summed over all pairs, with k = j − i, and nothing else. This is called [translation invariance](term:translation-invariance): move both positions by the same amount, and products and distances stay. The rows themselves do change, by the rotation of the first section; that is *equivariance*. Texts that speak of an “invariance of linear transformation” have joined the two words.",
    zh: "所以两行的内积就是 $g(k) = \\sum \\cos \\omega k$（对所有维度对求和），其中 k = j − i，此外什么也没有。这叫[平移不变性](term:translation-invariance)：两个位置移动同样多，内积与距离都不变。行本身当然变了，变化就是第一节的旋转，那叫作*等变*。有的文章说的“线性变换不变性”，是把这两个词捏到了一起。",
  }),
  quiz("slide-1000", {
    question: {
      en: "Rows 10 and 15 have some inner product. What is that of rows 1010 and 1015?",
      zh: "第 10 行与第 15 行有一个内积。第 1010 行与第 1015 行的内积呢？",
    },
    choices: [
      {
        text: {
          en: "Smaller, as both are far out",
          zh: "更小，因为都离起点很远",
        },
        why: {
          en: "Far from the start, but not far from each other. Only i − j counts.",
          zh: "离起点远，彼此却不远。起作用的只有 i − j。",
        },
      },
      {
        text: { en: "The same", zh: "相同" },
        right: true,
        why: {
          en: "Both are g(5). No trace of the place itself is left in the product.",
          zh: "都是 g(5)。内积里没有留下位置本身的任何痕迹。",
        },
      },
      {
        text: {
          en: "Different, because of the terms in i + j",
          zh: "不同，因为有含 i + j 的项",
        },
        why: {
          en: "Those terms are in each single product, with opposite signs. In the sum they are gone.",
          zh: "单个乘积里确实有这样的项，但符号相反，加起来就没有了。",
        },
      },
    ],
  }),
);
