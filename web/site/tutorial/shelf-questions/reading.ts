// Words that belong together, and the works to read.
import { list, more, paragraph, subsection } from "../../blocks/blocks.ts";
import { reading } from "../../blocks/works-list.ts";
import { section } from "../../pages/chapter.ts";

export const wordsSection = section(
  "related",
  { en: "Neighbouring concepts", zh: "相关概念" },
  more(
    "related-parts",
    { en: "Seven parts and neighbours", zh: "与它相邻的七个概念" },
    paragraph({
      en: "These are the parts next to it, and what it has to do with each.",
      zh: "下面是与它相邻的几个，以及它们之间的关系。",
    }),
    list([
      {
        en: "[Self-attention](term:self-attention) needs it, being [permutation-equivariant](term:permutation-equivariance).",
        zh: "[自注意力](term:self-attention)需要它，因为自注意力是[置换等变](term:permutation-equivariance)的。",
      },
      {
        en: "The [Transformer](term:transformer) made it indispensable, and was not the first to use it: memory networks (2015) and a convolutional model (May 2017) had encodings of positions before it; see the [timeline](~/choosing/#timeline).",
        zh: "[Transformer](term:transformer) 使它变得不可或缺，但并非首创：记忆网络（2015 年）和卷积模型（2017 年 5 月）在它之前就已对位置编码，见[年表](~/choosing/#timeline)。",
      },
      {
        en: "The [embedding](term:embedding) of a token is what absolute rows are added to.",
        zh: "[词嵌入](term:embedding)：绝对位置编码就加在它上面。",
      },
      {
        en: "[Multi-head attention](term:multi-head-attention) gives each head the choice of its own distances; ALiBi fixes them by slopes.",
        zh: "[多头注意力](term:multi-head-attention)让每个头各看各的距离；ALiBi 则用斜率把它们定死。",
      },
      {
        en: "The [sinusoidal encoding](term:sinusoidal-encoding) is the classical one: a row of sines and cosines for each position, from a formula.",
        zh: "[正弦位置编码](term:sinusoidal-encoding)是最经典的一种：每个位置一行正弦和余弦，由公式算出。",
      },
      {
        en: "A [relative encoding](term:relative-encoding) asks how far two tokens are apart, not where each of them stands.",
        zh: "[相对位置编码](term:relative-encoding)关心两个词元相隔多远，而不是各在哪里。",
      },
      {
        en: "[Context length](term:context-length) is what most newer designs were made for.",
        zh: "[上下文长度](term:context-length)：较新的方案大多为它而设计。",
      },
    ]),
  ),
);

export const readingSection = section(
  "reading",
  { en: "What to read", zh: "延伸阅读" },
  paragraph({
    en: "In an order that makes them easiest to read, with what each of them offers. Rows added to embeddings have largely given way to rotations, but they remain the best way to understand them: begin there. Works that ask why, many of them Chinese, are [listed with the derivations](~/derivations/#reading-on).",
    zh: "按由易到难排列，并注明各有什么可看。加到词嵌入上的绝对位置编码如今大多让位给了旋转，却仍是理解旋转的起点，不妨先读它。追问“为什么”的文章（多为中文）[列在推导一页](~/derivations/#reading-on)。",
  }),
  subsection(
    "read-first",
    { en: "First", zh: "入门" },
    reading(
      [
        "illustrated",
        {
          en: "Pictures of the whole model. Both heatmaps have tensor2tensor’s layout in halves; the small one also its spacing: the second pair turns by 1/10 000.",
          zh: "整个模型的图解。两幅热力图都是 tensor2tensor 的两半排布，小的那幅第二对每步转 1/10 000。",
        },
      ],
      [
        "vaswani",
        {
          en: "Section 3.5 is one page: formula, reason, and the guess about longer sequences; table 3, row E, compares with learned rows.",
          zh: "第 3.5 节只有一页：公式、理由，以及对更长序列的猜想；表 3 的 E 行与可学习的表作了比较。",
        },
      ],
      [
        "bert",
        {
          en: "A learned table in a model that everybody has used; 512 rows and no more.",
          zh: "人人用过的模型，用的是可学习的表：512 行，到此为止。",
        },
      ],
    ),
  ),
  subsection(
    "read-relative",
    { en: "Relative positions", zh: "相对位置" },
    reading(
      [
        "shaw",
        {
          en: "Vectors for offsets, added to keys and values. Short, and clearer than most retellings.",
          zh: "给偏移配向量，加到键和值上。篇幅短，比多数转述都清楚。",
        },
      ],
      [
        "transformerXl",
        {
          en: "The four terms of a score written out, and a trick that shifts a matrix to save memory.",
          zh: "把一个分数的四项写全，并用移位技巧节省内存。",
        },
      ],
      [
        "t5",
        {
          en: "One trained number per bucket of distances; section 2.1.",
          zh: "每个距离分桶只训练一个数，见第 2.1 节。",
        },
      ],
      [
        "deberta",
        {
          en: "Content and position kept apart in three terms; the absolute position comes in at the end.",
          zh: "内容与位置分开，共三项；绝对位置到最后才加入。",
        },
      ],
    ),
  ),
  subsection(
    "read-today",
    { en: "In use today, and long texts", zh: "当今的用法与长文本" },
    reading(
      [
        "roformer",
        {
          en: "Rotations of queries and keys: the encoding of most open models today.",
          zh: "旋转查询和键：当今多数开源模型的选择。",
        },
      ],
      [
        "alibi",
        {
          en: "Defines extrapolation as an experiment, and shows sinusoids failing it.",
          zh: "把外推定义成一项实验，并展示正弦编码如何失败。",
        },
      ],
      [
        "pi",
        {
          en: "Squeeze the positions instead of going beyond them: the first of the scalings.",
          zh: "不越界，而是把位置压缩进来：各种缩放方法的开端。",
        },
      ],
      [
        "nope",
        {
          en: "Decoders without any encoding compared with four that have one, on tasks of growing length.",
          zh: "完全不加位置编码的解码器，与四种编码在逐渐变长的任务上比较。",
        },
      ],
    ),
  ),
  subsection(
    "read-code",
    { en: "Programs", zh: "程序" },
    reading(
      [
        "bertCode",
        {
          en: "The learned table as it was trained, a slice and an addition.",
          zh: "实际训练所用的可学习表：一次切片，一次相加。",
        },
      ],
      [
        "llamaCode",
        {
          en: "RoPE with complex numbers, in adjacent pairs; the converted weights elsewhere use halves.",
          zh: "用复数实现 RoPE，相邻两维为一对；别处转换过的权重则用两半排布。",
        },
      ],
      [
        "alibiCode",
        {
          en: "The slopes, also for numbers of heads that are no powers of two.",
          zh: "斜率的算法，头数不是 2 的幂时也适用。",
        },
      ],
      [
        "pytorch",
        {
          en: "What happens to parameters and buffers.",
          zh: "参数与缓冲区各是怎么处理的。",
        },
      ],
    ),
  ),
);
