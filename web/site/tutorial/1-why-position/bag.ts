// The section on what attention computes.
import {
  displayFormula,
  more,
  paragraph,
  source,
} from "../../blocks/blocks.ts";
import { section } from "../../pages/chapter.ts";
import { documentsInShort } from "../five-documents.ts";

export const attentionSection = section(
  "attention",
  { en: "What attention computes", zh: "注意力算的是什么" },
  paragraph({
    en: "Why can attention not see the order? Words enter a Transformer as vectors: a table gives each [token](term:token) its [embedding](term:embedding), the same wherever the word occurs. Attention then makes three vectors of d numbers out of each: a [query](term:query) q, a [key](term:key) k and a [value](term:value) v. The output for word i is an average of all values, weighted by how well the query of i matches each key. The fraction is the [softmax](term:softmax), making weights that sum to 1; √d keeps the products of long vectors from growing:",
    zh: "注意力为什么看不见语序？词以向量的形式进入 Transformer：每个[词元](term:token)从一张表里得到[词嵌入](term:embedding)，出现在哪里都一样。注意力再由它生成三个 d 维向量：[查询](term:query) q、[键](term:key) k 和[值](term:value) v。第 i 个词的输出是全部值的加权平均，权重取决于 i 的查询与各个键有多匹配。分式就是 [softmax](term:softmax)，使权重之和为 1；除以 √d，点积就不随维数变大：",
  }),
  displayFormula(
    String.raw`o_i = \sum_j \frac{\exp(q_i \cdot k_j / \sqrt{d})}{\sum_l \exp(q_i \cdot k_l / \sqrt{d})}\, v_j`,
    "formula",
  ),
  source("vaswani", { en: "section 3.2.1", zh: "第 3.2.1 节" }),
  paragraph({
    en: "Look for the places i and j in this formula. They occur only as labels: they say *which* vector, never *where*. And a sum over all words is the same in any order. That is the whole reason for this tutorial.",
    zh: "在式子里找一找 i 和 j：它们只作下标，说明“是哪个向量”，从不说明“在什么地方”。对所有词求和，也与先后无关。整套教程的缘由，就在这里。",
  }),
  more(
    "documents",
    {
      en: "The five documents behind this tutorial",
      zh: "本教程背后的五篇文档",
    },
    documentsInShort,
  ),
);
