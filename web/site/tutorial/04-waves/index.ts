import * as pe from "posenc";
import { scientific } from "../../../widgets/words/text.ts";
import { widget } from "../../blocks/blocks.ts";
import type { Chapter } from "../../pages/chapter.ts";
import { beyondSection, decaySection, mixedSection } from "./distance.ts";
import { additionSection, productsSection, rotationSection } from "./shifts.ts";
import {
  directionsSection,
  invarianceSection,
  repeatsSection,
  uniqueSection,
} from "./telling-apart.ts";

/** Chapter 4. */
export const waves: Chapter = {
  number: 4,
  path: "what-waves-can-do/",
  title: { en: "What the waves can do", zh: "这些波有什么本领" },
  lede: {
    en: "Because every pair of dimensions is a hand, moving on is a rotation. Almost everything else that is said about sinusoids follows from this, or is contradicted by it.",
    zh: "每一对维度是一根指针，所以向后平移就是旋转。关于正弦编码的种种说法，几乎都能由此推出，或由此推翻。",
  },
  opening: {
    puzzle: {
      en: "Put one word in front of a text, and every other word gets a new row of numbers. Is there anything that a model could still recognise?",
      zh: "在文本最前面加一个词，其余每个词的那行数就全变了。还有什么是模型认得出来的？",
    },
    ask: {
      en: "Turn the first grey hand. What changes, and what stays?",
      zh: "转动第一根灰针：什么变了，什么没变？",
    },
    figure: widget("pe-shift", "shift"),
  },
  description: {
    en: "Shifts as rotations, inner products, decay, uniqueness, repeats and principal components of sinusoidal encodings, each computed in your browser.",
    zh: "正弦位置编码的平移与旋转、内积、衰减、唯一性、重复与主成分，全部数值由你的浏览器当场算出。",
  },
  thumbnail: { tag: "pe-products", panel: "curves" },
  goals: [
    {
      en: "write down the matrix that shifts every row by k, and say why the sines alone are not enough",
      zh: "写出把每一行平移 k 的矩阵，并说明为什么只有正弦不够",
    },
    {
      en: "show that the inner product of two rows depends on their distance alone",
      zh: "证明两行的内积只取决于它们的距离",
    },
    {
      en: "tell the real law of decay from the one that is often quoted",
      zh: "分清真正的衰减规律与流传的说法",
    },
    {
      en: "keep apart four words: smooth, invariant, equivariant, periodic",
      zh: "区分四个词：平滑、不变、等变、周期",
    },
    {
      en: "say how narrow a table may be before positions collide in 16-bit numbers",
      zh: "说出在 16 位数值格式下，表窄到什么程度位置就会碰撞",
    },
  ],
  values: {
    shiftError: () => {
      const dModel = 512;
      const rows = pe.sinusoidal({ seqLen: 1500, dModel });
      const { max } = pe.analysisShiftError(rows, { offset: 1000, dModel });
      return scientific(max, 1);
    },
  },
  sections: [
    rotationSection,
    additionSection,
    productsSection,
    decaySection,
    mixedSection,
    beyondSection,
    invarianceSection,
    uniqueSection,
    repeatsSection,
    directionsSection,
  ],
  recap: [
    {
      en: "One matrix per shift, made of 2 × 2 rotations, moves every row of the table; it needs both numbers of each pair.",
      zh: "每个平移量对应一个矩阵，由 2 × 2 的旋转块组成，适用于表中所有的行；每一对的两个数缺一不可。",
    },
    {
      en: "The inner product of two rows is a sum of cosines of their distance: the same wherever they stand, the same in both directions.",
      zh: "两行的内积是若干个以距离为自变量的余弦之和：在哪里都一样，往前往后也一样。",
    },
    {
      en: "It falls roughly with the logarithm of the distance, not with its reciprocal, and not steadily.",
      zh: "它大致随距离的对数下降，不是随倒数下降，也不是一路下降。",
    },
    {
      en: "Learned matrices stand between the rows in a real model. They can destroy this pattern or use it exactly.",
      zh: "真实模型里，两行之间隔着训练得到的矩阵。它们可以毁掉这种规律，也可以精确地利用它。",
    },
    {
      en: "No two positions share a row, and wide tables come nowhere near a repeat at any length in use; narrow tables in 16-bit formats do collide.",
      zh: "任何两个位置的行都不相同，宽的表在实际用到的长度内也不会接近重复；窄的表存成 16 位格式，就会碰撞。",
    },
  ],
  onward: {
    en: "The products of rows hold every distance, and a matrix in between can hide it again. Before looking for something better, write the table down in [code](~/code/), or go straight to the rival that needs no formula, the [learned table](~/learned-tables/).",
    zh: "各行的内积藏着一切距离，隔了一个矩阵却可能看不出来。在寻找更好的办法之前，可以先把这张表写成[代码](~/code/)，也可以直接去看不需要公式的对手：[可学习的表](~/learned-tables/)。",
  },
};
