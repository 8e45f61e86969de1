// Sections on where the vector enters the score, and on Shaw's form.
import {
  displayFormula,
  more,
  paragraph,
  quiz,
  source,
  tryThis,
  widget,
} from "../../blocks/blocks.ts";
import { section } from "../../pages/chapter.ts";

export const scoreSection = section(
  "score",
  { en: "A vector is not a score", zh: "向量不是分数" },
  paragraph({
    en: "How does the row enter? To add it to the product of query and key seems natural (document 2 does so, and multiplies by one value at the end). Check the shapes, and this formula fails twice. Models write it otherwise.",
    zh: "这一行怎样进入分数？把它加到查询与键的点积上，似乎顺理成章（文档 2 便是如此，最后再乘一个值）。检查一下形状，这个式子有两处不成立。模型的写法与此不同。",
  }),
  paragraph({
    en: "First, q·k is a number and $a$ is a vector of three. NumPy and PyTorch will add them without a word, by broadcasting, and hand back three numbers for one pair. Either the vector is multiplied by something first, q·(k + a) as Shaw has it, or the table holds a *number* for each offset, as T5’s and ALiBi’s do. Second, the softmax of a single score is always 1: the weights come from all scores of a row, and the output is a sum over all values.",
    zh: "第一，q·k 是一个数，$a$ 是三个数的向量。NumPy 和 PyTorch 会不声不响地靠广播把它们相加，一对位置得到三个数。要么让向量先与别的向量相乘，如 Shaw 的 q·(k + a)；要么让表中每个偏移只存一个*数*，如 T5 和 ALiBi。第二，对单个分数做 softmax 永远得 1：权重要由一整行的分数算出，输出是对全部值的加权和。",
  }),
  more(
    "what-scales",
    {
      en: "Six models’ forms, and what is divided by what",
      zh: "六种写法，以及什么除以什么",
    },
    widget("pe-score-forms", "score-forms"),
    paragraph({
      en: "The forms also differ in what they **scale**. Shaw and Transformer-XL divide content and position together by √d; ALiBi adds its bias after the division; T5 does not divide at all, its initial weights being small instead; DeBERTa divides by √(3d), because it adds three terms. A bias table trained in one form is wrong in another by a factor of √d, 8 at the usual head width of 64.",
      zh: "各行的**缩放**也不同。Shaw 和 Transformer-XL 把内容与位置一起除以 √d；ALiBi 先除，再加偏置；T5 完全不除，靠较小的初始权重来平衡；DeBERTa 有三项相加，所以除以 √(3d)。用一种写法训练的偏置表，换到另一种写法里就差 √d 倍；头维度通常为 64，那就是 8 倍。",
    }),
  ),
  more(
    "shape-check",
    { en: "Check yourself", zh: "自测" },
    quiz("shape", {
      question: {
        en: "“The width of relative vectors may be chosen freely.” A head is 64 wide. Which widths can Shaw’s rows have?",
        zh: "“相对位置向量的维度可以随意设定。”设头维度为 64，Shaw 的相对向量可以是多宽？",
      },
      choices: [
        {
          text: { en: "Any, they are learned", zh: "任意，反正是学出来的" },
          why: {
            en: "Learned or not, q·a needs two vectors of one width.",
            zh: "学不学都一样：q·a 要求两个向量同宽。",
          },
        },
        {
          text: { en: "64", zh: "64" },
          right: true,
          why: {
            en: "The dot product with q fixes it. Another width needs a projection first, as in DeBERTa; a scalar bias has no width to choose.",
            zh: "与 q 做点积，宽度就定死了。想用别的宽度，得先加一次投影，DeBERTa 就是这样；标量偏置则无所谓宽度。",
          },
        },
        {
          text: { en: "The width of the model", zh: "模型的隐藏维度" },
          why: {
            en: "That is the width in document 4. It fits only if the model has a single head.",
            zh: "文档 4 就是这么写的；只有单头时才对得上。",
          },
        },
      ],
    }),
  ),
);

export const shawSection = section(
  "shaw",
  { en: "Shaw: rows for keys and values", zh: "Shaw：键与值各有一组向量" },
  paragraph({
    en: "Shaw adds a row to each key, another to each value:",
    zh: "Shaw 给键、值各加一行：",
  }),
  displayFormula(
    String.raw`e_{ij} = \frac{q_i \cdot (k_j + a^K_{c(j-i)})}{\sqrt{d}}`,
  ),
  displayFormula(String.raw`z_i = \sum_j w_{ij}\,(v_j + a^V_{c(j-i)})`),
  displayFormula(
    String.raw`c(o) = \max(-\link{clip}{k}, \min(\link{clip}{k}, o))`,
  ),
  source("shaw", { en: "sections 3.1 and 3.2", zh: "第 3.1、3.2 节" }),
  paragraph({
    en: "Two tables, shared by all heads or one for each: $a^K$ changes where a query looks, $a^V$ what it brings home. Because the query is a factor, the position term is no fixed pattern: each token has its own taste in distances. In the figure the middle matrix shows this. Within a row it depends on the offset, and from row to row it is another curve.",
    zh: "共两张表，各头共用或每头一份：$a^K$ 影响查询看向哪里，$a^V$ 影响带回什么。由于查询是因子之一，位置项并不是固定的花纹，每个词元对距离各有偏好。图中“位置”矩阵正是如此：同一行里只看偏移，换一行就是另一条曲线。",
  }),
  widget("pe-shaw", "shaw-terms"),
  paragraph({
    en: "Beyond the [clip](link:clip) distance the curve is flat: the model can no longer tell 20 back from 200 back by position alone. In exchange no length is too long. That is also the condition under which relative encodings “suit variable lengths”: only with clipping, [buckets](term:bucket) or a formula.",
    zh: "超过[截断](link:clip)距离，曲线就成了水平线：单凭位置，模型再也分不清往前 20 个和往前 200 个。换来的是多长都不怕。所谓相对编码“适合变长序列”，条件也在这里：要有截断、[分桶](term:bucket)或公式。",
  }),
  more(
    "shaw-trap",
    { en: "An engineer’s trap", zh: "工程上的陷阱" },
    paragraph({
      en: "Written naively, q·a for all pairs gathers a tensor of n × n × d numbers. Compute q·a for the 2k + 1 rows instead, n × (2k + 1) products, and let each pair look up its own: `relative.shawIndices` gives the row. What Hugging Face’s library called `relative_key` in BERT, up to version 4, differs from the paper: it counts i − j, does not clip, and has no table for values. Wav2Vec2-BERT’s option of that name counts j − i and clips.",
      zh: "照公式直写，会为所有位置对取出 n × n × d 个数的张量。应当先算 q 与 2k + 1 行的乘积，共 n × (2k + 1) 个，再让每对各自去查；行号由 `relative.shawIndices` 给出。Hugging Face 库 4.x 版中 BERT 的 `relative_key` 与论文不同：用 i − j，不截断，也没有值一侧的表；Wav2Vec2-BERT 的同名选项则用 j − i，并且截断。",
    }),
    tryThis(
      {
        en: "Set the clip distance to 1: three rows are left, for “before”, “here” and “after”. What can a model still say with them?",
        zh: "把截断距离设为 1，只剩三行：“之前”“本位”“之后”。凭这三行，模型还能表达什么？",
      },
      {
        en: "Turn the causal mask on: half of the rows are never read.",
        zh: "打开因果掩码：有一半的行永远读不到。",
      },
    ),
  ),
);
