import {
  beside,
  definitions,
  formula,
  group,
  heading,
  listing,
  paragraph,
  widget,
} from "../blocks/blocks.ts";
import {
  aligned,
  number,
  operator,
  power,
  row,
  variable,
} from "../blocks/mathml.ts";
import type { Page } from "../page.ts";
import { type Chapter, type Neighbour, pager } from "../pages/chapter.ts";
import { chapterList } from "./contents.ts";
import { fiveDocuments } from "./five-documents.ts";
import { story } from "./story.ts";

const p = variable("p", "pos");
const i = variable("i", "dim");
const d = variable("d", "dModel");

/** "= sin(p / 10000^(2i/d))", or the cosine of it. */
const wave = (name: string): string =>
  row(
    operator("="),
    variable(name),
    operator("("),
    p,
    operator("/"),
    power(number("10000", "base"), row(number("2"), i, operator("/"), d)),
    operator(")"),
  );

const cell = (...dim: readonly string[]): string =>
  row(variable("P"), operator("("), p, operator(","), ...dim, operator(")"));

const definition = aligned(
  [cell(number("2"), i), wave("sin")],
  [cell(number("2"), i, operator("+"), number("1")), wave("cos")],
);

const ALL = { en: "The chapters", zh: "各章" };

export const homePage = (
  chapters: readonly Chapter[],
  next: Neighbour | undefined,
): Page => ({
  path: "",
  begins: "story",
  title: {
    en: "posenc: positional encodings of Transformers",
    zh: "posenc：Transformer 的位置编码",
  },
  description: {
    en: "Dog bites man, man bites dog: a three-minute story of how a Transformer learns to tell them apart, computed in your browser.",
    zh: "狗咬人，人咬狗：三分钟的故事，讲 Transformer 怎样学会分清它们，全部数值由你的浏览器当场算出。",
  },
  body: [
    story,
    group("chapters", heading(ALL), chapterList(chapters)),
    group(
      "learn",
      heading({
        en: "How a Transformer knows where a word stands",
        zh: "Transformer 怎样知道位置",
      }),
      paragraph({
        en: "Self-attention compares all words at once and has no sense of their order. A positional encoding gives every position a fingerprint of its own.",
        zh: "自注意力同时比较所有的词，本身不分先后。位置编码让每个位置都有自己的指纹。",
      }),
      beside(
        paragraph({
          en: "The first Transformer (Vaswani et al., 2017, section 3.5) makes this fingerprint from waves. Think of a position as a time of day: the second hand runs fast, the hour hand slowly, and together they tell the time. Each pair of dimensions is one hand, and each hand turns more slowly than the one before it, always by the same ratio. For position [p](link:pos), pair [i](link:dim), width [d](link:dModel) and base [10000](link:base):",
          zh: "最早的 Transformer（Vaswani 等，2017，第 3.5 节）用波来做这枚指纹。把位置想成时刻：秒针走得快，时针走得慢，几根针合在一起就能说清现在是几点。每两个维度合成一根指针，一根比一根慢，相邻两根的转速之比处处相同。设位置为 [p](link:pos)，第 [i](link:dim) 对，维数 [d](link:dModel)，底数 [10000](link:base)：",
        }),
        formula(definition),
      ),
      widget("pe-playground", "triptych"),
      heading({
        en: "One table, three pictures",
        zh: "一张表，三种画法",
      }),
      paragraph({
        en: "The heatmap is the table itself: one row per position, one column per dimension. A wave is one column, read from top to bottom. The hands are one row, read in pairs: the sine is how far the tip reaches to the right, the cosine how far up. The arc around a dial shows how far its hand gets within the table. Slow hands cover only a small part of a turn, which is why the right side of the heatmap looks like plain stripes.",
        zh: "热力图就是这张表：一行对应一个位置，一列对应一个维度。波是其中一列，从上往下读。指针是其中一行，两个一组地读：针尖偏右多少是正弦，偏上多少是余弦。表盘外圈的弧是这根针在整张表内走过的角度。慢针只走一小段，所以热力图右侧看上去只是一道道竖纹。",
      }),
      paragraph({
        en: "Open “More” and switch the columns to *halves*: all sines come first, then all cosines. Both orders are in use. The numbers are the same but their places are not, so weights trained with one order make no sense with the other.",
        zh: "展开“更多”，把列的排布换成“两半”，就成了正弦全在前、余弦全在后。两种排布都有人用：数值相同，位置不同。按一种排布训练出的权重，换成另一种就不能用了。",
      }),
    ),
    group(
      "documents",
      heading({ en: "Five texts, claim by claim", zh: "五篇文档，逐条核对" }),
      fiveDocuments,
    ),
    group(
      "here",
      heading({ en: "What is here", zh: "这里有什么" }),
      definitions([
        [
          { en: "[Learn](~/contents/)", zh: "[教程](~/contents/)" },
          {
            en: "The tutorial, which this page opens.",
            zh: "一套教程，本页是它的开篇。",
          },
        ],
        [
          { en: "[Why](~/derivations/)", zh: "[为什么](~/derivations/)" },
          {
            en: "Rotations, frequencies and RoPE in base β, derived line by line.",
            zh: "旋转、频率与 β 进制的 RoPE，逐行推导。",
          },
        ],
        [
          { en: "[Glossary](~/glossary/)", zh: "[术语表](~/glossary/)" },
          {
            en: "Every term in both languages, with its meaning; methods also with their papers.",
            zh: "全部术语的中英对照，附含义；方法类条目另附论文。",
          },
        ],
        [
          { en: "[Programs](~/programs/)", zh: "[程序](~/programs/)" },
          {
            en: "Every encoding in PyTorch, NumPy, Java, C++ and JavaScript, to run and to change.",
            zh: "各种编码的 PyTorch、NumPy、Java、C++、JavaScript 程序，可运行，可改动。",
          },
        ],
        [
          { en: "[Embed](~/teach/)", zh: "[嵌入网页](~/teach/)" },
          {
            en: "Put any figure of this site into your own notes and slides with a line of HTML; there is a recipe for each of the usual platforms.",
            zh: "把本站任何一张图放进自己的讲义和幻灯片：只需一行 HTML，常见平台各有做法。",
          },
        ],
        [
          { en: "[API](/api/)", zh: "[接口](/api/)" },
          {
            en: "Reference of the JavaScript package that computes every number on this page.",
            zh: "JavaScript 包的参考手册（英文），本页所有数值都由这个包算出。",
          },
        ],
        [
          { en: "[Models](~/models/)", zh: "[模型](~/models/)" },
          {
            en: "Drop a model’s config.json and see what each of its layers does with positions.",
            zh: "拖入模型的 config.json，看看它的每一层如何处理位置。",
          },
        ],
        [
          { en: "[Speed](~/bench/)", zh: "[性能测试](~/bench/)" },
          {
            en: "The library’s kernels, timed in your own browser next to plain JavaScript.",
            zh: "在你自己的浏览器里给算子计时，并与纯 JavaScript 对照。",
          },
        ],
      ]),
    ),
    group(
      "code",
      heading({ en: "In your own code", zh: "在自己的代码里使用" }),
      paragraph({
        en: "A C++ kernel, compiled to WebAssembly, computes the table; the page calls it through the public functions of the package `posenc`. Angles are reduced exactly before they are rounded: up to position 2³¹ a cell is off by at most 3 × 10⁻⁸, half a float32 step between ½ and 1.",
        zh: "这张表由 C++ 算子算出；算子编译成 WebAssembly，通过 `posenc` 包的公开函数调用。角度先精确约化再舍入：位置不超过 2³¹ 时，每格误差不超过 3 × 10⁻⁸，即 ½ 到 1 之间 float32 步长的一半。",
      }),
      listing(`
import { load } from "posenc";

const pe = await load();
const { data, shape } = pe.embedding.sinusoidal({ seqLen: 50, dModel: 64 });
console.log(shape, data[12 * 64 + 6]); // [50, 64] -0.9400…
`),
    ),
    ...(next ? [pager(undefined, next)] : []),
  ],
});
