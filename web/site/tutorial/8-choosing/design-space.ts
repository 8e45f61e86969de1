// Sections on what was new in 2017, and on the space of designs since.

import * as pe from "posenc";
import { catalog, type Enters } from "posenc/catalog";
import { decimals, group, type Text } from "../../../widgets/words/text.ts";
import {
  computed,
  dataTable,
  list,
  paragraph,
  source,
} from "../../blocks/blocks.ts";
import { sideSection } from "../../pages/chapter.ts";

const WIDTH = 512;
/** Two places, the same distance apart. */
const NEAR = [3, 10] as const;
const FAR = [4003, 4010] as const;

const rows = (positions: readonly number[]) =>
  pe.sinusoidal({ positions, dModel: WIDTH });

/** The product of the rows of two positions. */
const product = (positions: readonly number[]) => (): string => {
  const x = rows(positions);
  return decimals(pe.transformerLinear(x, x).data[1] as number, 3);
};

/** The length of the difference of the rows of two positions. */
const apart = (positions: readonly number[]) => (): string => {
  const { data } = rows(positions);
  const gaps = Array.from(
    data.subarray(0, WIDTH),
    (x, k) => x - (data[WIDTH + k] as number),
  );
  return decimals(Math.hypot(...gaps), 3);
};

/** The largest difference of two tables that are made one after the other. */
const again = (): string => {
  const one = pe.sinusoidal({ seqLen: 100, dModel: WIDTH }).data;
  const two = pe.sinusoidal({ seqLen: 100, dModel: WIDTH }).data;
  return String(
    Math.max(...one.map((x, k) => Math.abs(x - (two[k] as number)))),
  );
};

export const noveltiesSection = sideSection(
  "three-novelties",
  { en: "Three things that were new in 2017", zh: "2017 年的三项创新" },
  paragraph({
    en: "With recurrence gone, the authors of the Transformer had to put order back. Document 1 names three things that their sinusoids brought, and lists them once more as merits. Each can be tried:",
    zh: "去掉了循环，Transformer 的作者必须把次序补回来。文档 1 列出正弦编码带来的三点新意，讲优点时又列了一遍。每一点都可以验证：",
  }),
  computed(
    {
      again,
      norm: () => decimals(Math.hypot(...rows([1e6]).data), 3),
      first: () => decimals(Math.hypot(...rows([0]).data), 3),
      near: product(NEAR),
      far: product(FAR),
      nearGap: apart(NEAR),
      farGap: apart(FAR),
      parameters: () => group(String(512 * WIDTH)),
    },
    list(
      [
        {
          en: "**A function, not a table to be learned.** Two tables made independently of each other differ by {again}; a learned table of 512 rows has {parameters} numbers that must be trained and handed on.",
          zh: "**是函数，不是要学习的表。**各自独立算出的两张表相差 {again}；同样 512 行的可学习的表有 {parameters} 个数，要训练，还要随模型传递。",
        },
        {
          en: "**A row for every position.** Position one million has a row of the same length, {norm}, as position 0, {first}. That the row *exists* is new; whether a model can use it is [another question](~/in-practice/#cliff).",
          zh: "**任何位置都有一行。**第一百万个位置的行，范数是 {norm}，与位置 0 的 {first} 一样。*算得出*是新的；模型用不用得上，是[另一个问题](~/in-practice/#cliff)。",
        },
        {
          en: "**Distances inside.** The product of rows 3 and 10 is {near}, that of rows 4003 and 4010 is {far}; the difference of the two rows has the length {nearGap} in the first case and {farGap} in the second. Both depend on the distance alone, and not on its direction ([more on waves](~/what-waves-can-do/#decay-distance)).",
          zh: "**距离蕴含其中。**第 3 行与第 10 行的点积是 {near}，第 4003 行与第 4010 行的点积是 {far}；两行之差的长度，前一组是 {nearGap}，后一组是 {farGap}。两者都只取决于距离，不分方向（[再谈正弦波](~/what-waves-can-do/#decay-distance)）。",
        },
      ],
      "ol",
    ),
  ),
  source("vaswani", { en: "section 3.5", zh: "第 3.5 节" }),
  paragraph({
    en: "What was *not* new: a vector for each position. ConvS2S added learned ones; memory networks multiplied words by a fixed one and added a learned one for the order of sentences.",
    zh: "早已有之的是：给每个位置一个向量。ConvS2S 加学出来的；记忆网络给词乘固定的，给句子加学出来的。",
  }),
);

const PLACES: readonly (readonly [Enters, Text])[] = [
  ["embedding", { en: "added to the embeddings", zh: "加到词嵌入上" }],
  ["rotary", { en: "rotations of queries and keys", zh: "旋转查询和键" }],
  ["bias", { en: "a number for each score", zh: "给每个分数一个数" }],
  [
    "relative",
    { en: "a term that also reads the content", zh: "同时读取内容的项" },
  ],
];

const count = (
  enters: Enters,
  more: (entry: (typeof catalog)[number]) => boolean,
) => catalog.filter((entry) => entry.enters === enters && more(entry)).length;

const STRENGTHS_AND_LIMITS: readonly (readonly [Text, Text])[] = [
  [
    { en: "+ restores the order", zh: "＋ 恢复次序" },
    {
      en: "holds: the [two orders](~/why-position/#same-words) come out different, unless only distances [without a direction](~/why-position/#mirror) are known",
      zh: "成立：[两种语序](~/why-position/#same-words)的输出不同，除非只知距离、[不知方向](~/why-position/#mirror)",
    },
  ],
  [
    { en: "+ computed in parallel", zh: "＋ 并行计算" },
    {
      en: "holds: no row waits for another, unlike the [steps of a recurrence](~/why-position/#in-turn)",
      zh: "成立：各行互不等待，不像[循环网络](~/why-position/#in-turn)要一步步来",
    },
  ],
  [
    { en: "+ flexible", zh: "＋ 灵活" },
    {
      en: "holds: {designs} designs, in four places",
      zh: "成立：{designs} 种设计，分四处进入",
    },
  ],
  [
    { en: "+ interpretable", zh: "＋ 可解释" },
    {
      en: "of the table: its [shifts are rotations](~/sinusoids/#rotation); not of the [matrices](~/what-waves-can-do/#between) that read it",
      zh: "表可以解释：[平移就是旋转](~/sinusoids/#rotation)；读它的[矩阵](~/what-waves-can-do/#between)则未必",
    },
  ],
  [
    { en: "− limited length (learned)", zh: "－ 长度受限（可学习）" },
    {
      en: "holds: the [end of the table](~/learned-tables/#overflow), and rows before it that [nobody trained](~/learned-tables/#untrained)",
      zh: "成立：[表有尽头](~/learned-tables/#overflow)，尽头之前还有[无人训练的行](~/learned-tables/#untrained)",
    },
  ],
  [
    { en: "− absolute or relative", zh: "－ 绝对与相对的取舍" },
    {
      en: "holds for what each [guarantees](~/other-designs/#two-kinds); but ALiBi is relative and the simplest of all",
      zh: "就[各自的保证](~/other-designs/#two-kinds)而言成立；但 ALiBi 是相对的，却比谁都简单",
    },
  ],
  [
    { en: "− costs more", zh: "－ 计算开销" },
    {
      en: "small for [tables](~/putting-them-in/#cost); for relative terms anything from one addition for each score to [a second product](~/other-designs/#relative-costs)",
      zh: "[表](~/putting-them-in/#cost)的开销很小；相对项则从每个分数一次加法，到[再做一次矩阵乘法](~/other-designs/#relative-costs)不等",
    },
  ],
  [
    { en: "− no best design", zh: "－ 没有最优" },
    {
      en: "holds: on five tasks [no single design wins](~/long-context/#trained)",
      zh: "成立：五个任务上，[赢家不止一个](~/long-context/#trained)",
    },
  ],
];

export const spaceSection = sideSection(
  "design-space",
  {
    en: "The space of designs",
    zh: "设计空间与取舍",
  },
  computed(
    { designs: () => catalog.length },
    paragraph({
      en: "That there are many methods is a strength (*flexibility*: a different one for a different need) and a burden (*no best one*: each choice has to be tried). Document 1 says both. How large the space is can be counted: the catalog of this library has {designs} designs.",
      zh: "方法多，是长处（*灵活*：需求不同，方法不同），也是负担（*没有最优*：每次选择都得试）。这两句文档 1 都说了。设计空间有多大，可以数一数：本库的目录里有 {designs} 种。",
    }),
    dataTable({
      caption: {
        en: "Designs by the place where a position enters",
        zh: "按位置进入之处统计的设计数",
      },
      columns: [
        { en: "place", zh: "进入之处" },
        { en: "designs", zh: "种数" },
        { en: "with learned numbers", zh: "含可学习参数" },
        { en: "go on past the trained length", zh: "越过训练长度仍可用" },
      ],
      rowHeads: true,
      rows: PLACES.map(([enters, name]) => [
        name,
        count(enters, () => true),
        count(enters, ({ trainable }) => trainable),
        count(enters, ({ extrapolates }) => extrapolates === "yes"),
      ]),
    }),
    paragraph({
      en: "Four questions lead through it, in this order, since each narrows the next. *Where* may positions enter: does the kernel take a term in the scores? *What* is asked, a place, a distance or a direction? *How long* will texts be, compared with training? *What may it cost*: learned numbers, memory, time for each score? The [table above](~/choosing/#compare) can be narrowed by the first and the third and lists the learned numbers of each design; the [decision below](~/choosing/#guide) begins with your own case.",
      zh: "四个问题可以带路，次序就按下面这样，因为前一个会缩小后一个的范围。位置*从哪里*进入：所用的算子允许在分数里加一项吗？任务*要什么*：位置、距离，还是方向？文本比训练时*长多少*？*代价*可以有多大：参数、内存、每个分数的时间？[上面的对照表](~/choosing/#compare)可以按第一问和第三问筛选，并列出各设计的参数个数；[下面的决策图](~/choosing/#guide)从你自己的情形问起。",
    }),
    paragraph({
      en: "Document 1 counts four strengths and four limits in all. What of them holds, and where it is shown:",
      zh: "文档 1 一共列了四项优势、四项局限。哪些成立，在哪里可以看到：",
    }),
    dataTable({
      caption: {
        en: "Strengths and limits of positional encoding",
        zh: "位置编码的优势与局限",
      },
      columns: [
        { en: "document 1", zh: "文档 1" },
        { en: "what holds", zh: "实际如何" },
      ],
      rowHeads: true,
      rows: STRENGTHS_AND_LIMITS,
    }),
  ),
);
