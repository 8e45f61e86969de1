// Sections on offsets in place of positions, and on a table of them.
import {
  guess,
  more,
  paragraph,
  quiz,
  source,
  tryThis,
} from "../../blocks/blocks.ts";
import { section } from "../../pages/chapter.ts";

export const whySection = section(
  "why",
  { en: "From places to distances", zh: "从位置到距离" },
  paragraph({
    en: "An [absolute encoding](term:absolute-encoding) says “position 3”. Much of what a reader needs to know is of another kind: the adjective is *one before* its noun, the subject *six before* its verb. These distances are the same wherever the sentence begins. A [relative encoding](term:relative-encoding) therefore leaves the token embeddings alone and enters the [score](term:attention-score) of query i and key j ([m and n](~/glossary/#letters) in chapter 6), through their [offset](term:offset) j − i.",
    zh: "[绝对位置编码](term:absolute-encoding)说的是“第 3 个位置”。读懂句子往往要的是另一种信息：形容词是名词*前面第一个词*，主语是动词*前面第六个词*。无论句子从哪里开始，这些距离都不变。因此，[相对位置编码](term:relative-encoding)不改变词嵌入，而是作用于查询 i 与键 j（第 6 章记作 [m、n](~/glossary/#letters)）的[注意力分数](term:attention-score)，依据只有二者的[偏移](term:offset) j − i。",
  }),
  paragraph({
    en: "What this gains is [shift invariance](term:translation-invariance) by construction: move a phrase by a hundred positions, and the scores within it stay as they were. Where rows are added to the words, as so far, a model must learn this ([positions inside a model](~/putting-them-in/) shows why). What it gives up is the place itself: distances cannot say that a token is the first of the text.",
    zh: "由此得到的是结构上保证的[平移不变性](term:translation-invariance)：把一个短语整体挪动一百个位置，短语内部的分数不变。此前把位置的行加到词上，模型也能做到这一点，但要靠学（原因见[位置在模型里](~/putting-them-in/)）。舍弃的则是位置本身：只凭距离，说不出“这是全文的第一个词元”。",
  }),
  more(
    "why-older",
    {
      en: "Reasons that do not hold, and how old the idea is",
      zh: "站不住的理由，以及这个想法有多早",
    },
    paragraph({
      en: "Other reasons are sometimes given: that sinusoidal rows are limited in width, opaque, and fit for one length only. None of them holds. The formula gives rows of any width and any position; at position one million a row of width 512 has norm {norm}, as everywhere. What really fails at new lengths is the *trained model*, which has never seen such rows. Offsets help there because small ones occur in every training text.",
      zh: "也有人举出另一些理由：正弦向量维数受限、难以解释、只适合固定长度。三条都站不住。公式对任意宽度、任意位置都有值：位置一百万处，512 维的向量范数仍是 {norm}，与别处一样。真正在新长度上失灵的是*训练好的模型*，它没有见过那样的向量。偏移之所以有用，是因为小偏移在每篇训练文本里都会出现。",
    }),
    paragraph({
      en: "The idea is older than many accounts have it. Shaw, Uszkoreit and Vaswani published it in March 2018, nine months after the Transformer; Transformer-XL followed in January 2019, T5 in October 2019, DeBERTa in June 2020.",
      zh: "这个想法比通常说的更早。Shaw、Uszkoreit 和 Vaswani 2018 年 3 月就发表了，距 Transformer 问世九个月；Transformer-XL 是 2019 年 1 月，T5 是 2019 年 10 月，DeBERTa 是 2020 年 6 月。",
    }),
  ),
  more(
    "why-check",
    { en: "Check yourself", zh: "自测" },
    quiz("same-row", {
      question: {
        en: "A sinusoidal table. Does the vector of position 3 differ between a sentence of 5 tokens and one of 50?",
        zh: "用正弦编码。位置 3 的向量，在 5 个词元的句子和 50 个词元的句子里不同吗？",
      },
      choices: [
        {
          text: {
            en: "Yes, it depends on the length",
            zh: "不同，它与长度有关",
          },
          why: {
            en: "That would be p/L, a position divided by the length, which does change. The formula of the table does not contain L.",
            zh: "随长度变的是 p/L，即位置除以长度。正弦公式里没有 L。",
          },
        },
        {
          text: { en: "No, it is the same vector", zh: "相同，就是同一个向量" },
          right: true,
          why: {
            en: "The row depends on the position alone. “Third word” may mean different things to a linguist; to the model it is one vector, and that is what lets it compare sentences at all.",
            zh: "向量只由位置决定。“第三个词”在语言学上的含义也许不同，对模型来说却是同一个向量，这正是它能在句子之间做比较的前提。",
          },
        },
      ],
    }),
  ),
);

export const offsetsSection = section(
  "offsets",
  { en: "A row for each offset", zh: "每个偏移一行" },
  paragraph({
    en: "The simplest relative encoding is a table with a learned row a_{o} for each offset o. The figure at the top of this page shows a small one (that of document 2), five rows of width 3. Counted from 0, the pair of the first and the third token has query 0, key 2, offset +2.",
    zh: "最简单的相对编码，是给每个偏移 o 一行可学习的 a_{o}。页首的图里是一张小表（取自文档 2），五行三列。从 0 数起，第一个与第三个词元这一对是查询 0、键 2，偏移 +2。",
  }),
  paragraph({
    en: "Two conventions hide in the picture at the top of this page. The first is the **sign**. Shaw and T5 count j − i, so that a key before the query has a negative offset; Transformer-XL, ALiBi and DeBERTa count i − j. The printed table is antisymmetric, row −o is minus row o, so if you mix the two, every vector has the wrong sign, and nothing crashes. The second is the **end of the table**. Five rows serve three tokens. A text of n tokens has 2n − 1 offsets; a fourth token already needs two rows that are not there.",
    zh: "页首的图里藏着两个约定。其一是**符号**。Shaw 和 T5 用 j − i，键在查询之前时偏移为负；Transformer-XL、ALiBi 和 DeBERTa 用 i − j。这张表是反对称的，第 −o 行等于第 o 行取负，一旦弄反，每个向量都变号，而程序不会报错。其二是**表的尽头**。五行够三个词元用；n 个词元有 2n − 1 个偏移，多一个词元，就缺两行。",
  }),
  paragraph({
    en: "The remedy is [clipping](term:clipping): every offset beyond ±k reads row ±k, and 2k + 1 rows serve any length.",
    zh: "办法是[截断](term:clipping)：超出 ±k 的偏移都读第 ±k 行，2k + 1 行就够任何长度用。",
  }),
  source("shaw", { en: "section 3.2", zh: "第 3.2 节" }),
  more(
    "rows-check",
    { en: "Try it, and check yourself", zh: "动手试试，再自测" },
    tryThis(
      {
        en: "In the figure at the top, switch the sign with query 0 and key 2 chosen. The row that is read now is the negative of the one before.",
        zh: "在页首的图里选中查询 0、键 2，切换符号约定：读到的行恰好是原来那行的相反数。",
      },
      {
        en: "Take twelve tokens. How many pairs find no row, and how many after clipping?",
        zh: "改成十二个词元。有多少对查不到？截断之后呢？",
      },
    ),
    guess("rows", {
      question: {
        en: "Without clipping, how many rows does a text of 512 tokens need?",
        zh: "不截断的话，512 个词元的文本需要多少行？",
      },
      check: "relative/offsets-512",
      tolerance: 0.002,
      why: {
        en: "{value}: the offsets from −511 to +511, 0 among them. Most of them occur rarely: offset 511 belongs to a single one of the {pairs} pairs.",
        zh: "{value} 行，即 −511 到 +511 的全部偏移（含 0）。其中多数很少出现：{pairs} 对里，偏移为 511 的只有一对。",
      },
    }),
  ),
);
