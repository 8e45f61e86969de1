// The section that compares the sources of relative terms, and their cost.
import { dataTable, more, paragraph, source } from "../../blocks/blocks.ts";
import { section } from "../../pages/chapter.ts";

export const choicesSection = section(
  "table-or-function",
  { en: "Table or function, and at what cost", zh: "查表还是函数，代价几何" },
  paragraph({
    en: "Where may the term come from? Either it is read from a learned table, as in Shaw’s and T5’s, or a function computes it: a sinusoid and a matrix in Transformer-XL, a straight line in [ALiBi](~/rope/), a logarithm with two learned numbers in KERPLE. A table can take any shape but knows nothing past its end; a function has a value everywhere.",
    zh: "位置项从哪里来？要么查一张学出来的表，如 Shaw 和 T5；要么由函数算出：Transformer-XL 用正弦加矩阵，[ALiBi](~/rope/) 用一条直线，KERPLE 用带两个可学习参数的对数。表可以学成任何形状，但尽头之外一无所知；函数则处处有值。",
  }),
  paragraph({
    en: "A value everywhere is not yet a good value. Whether a model profits from distances beyond its training is an experiment, and [chapter 7](~/long-context/) is about it.",
    zh: "处处有值，不等于处处合适。超出训练长度的距离对模型有没有用，要靠实验；[第 7 章](~/long-context/)专讲这个。",
  }),
  more(
    "relative-costs",
    { en: "What they hold and compute", zh: "各自存什么、算什么" },
    dataTable({
      caption: {
        en: "The relative terms of this chapter, with n tokens and H heads of width d",
        zh: "本章的各种相对项；n 个词元，H 个 d 维的头",
      },
      columns: [
        { en: "encoding", zh: "编码" },
        { en: "learned numbers", zh: "可学习参数" },
        { en: "extra products per head", zh: "每头额外的乘法" },
        { en: "reads the content", zh: "是否读取内容" },
      ],
      rowHeads: true,
      rows: [
        [
          { en: "Shaw, clip k", zh: "Shaw，截断 k" },
          { en: "2·(2k + 1)·d", zh: "2·(2k + 1)·d" },
          { en: "n·(2k + 1)·d, twice", zh: "n·(2k + 1)·d，键值各一次" },
          { en: "query", zh: "查询" },
        ],
        [
          "Transformer-XL",
          { en: "(H·d)² + 2·H·d", zh: "(H·d)² + 2·H·d" },
          { en: "n²·d", zh: "n²·d" },
          { en: "query", zh: "查询" },
        ],
        [
          { en: "T5, B buckets", zh: "T5，B 个桶" },
          { en: "B·H per stack", zh: "编码器、解码器各 B·H，各层共用" },
          { en: "none: n² additions", zh: "无，只有 n² 次加法" },
          { en: "no", zh: "否" },
        ],
        [
          { en: "DeBERTa, span k", zh: "DeBERTa，跨度 k" },
          { en: "2k·H·d, and projections", zh: "2k·H·d，另有投影" },
          { en: "2·n·2k·d", zh: "2·n·2k·d" },
          { en: "query, key", zh: "查询、键" },
        ],
        [
          "ALiBi",
          { en: "none", zh: "无" },
          { en: "none: n² additions", zh: "无，只有 n² 次加法" },
          { en: "no", zh: "否" },
        ],
      ],
    }),
    paragraph({
      en: "“Relative encodings are expensive” is thus true of some. Transformer-XL’s doubles the large product of attention; T5’s and ALiBi’s add one number to each score, which a fused kernel does on the way. The page [Speed](~/bench/) measures what your own machine takes for each of them.",
      zh: "可见“相对编码计算量大”只对其中一部分成立。Transformer-XL 使注意力里最大的那次乘法翻倍；T5 和 ALiBi 只给每个分数加一个数，融合算子顺手就加上了。在你的机器上各要多久，[性能测试](~/bench/)页可以实测。",
    }),
    source("alibi", { en: "section 2", zh: "第 2 节" }),
  ),
);
