// Sections on a bag of words and on what attention computes.
import {
  displayFormula,
  list,
  more,
  paragraph,
  quiz,
  source,
  tryThis,
} from "../../blocks/blocks.ts";
import { section } from "../../pages/chapter.ts";
import { documentsInShort } from "../five-documents.ts";

export const bagSection = section(
  "bag",
  { en: "A bag of words", zh: "一袋词" },
  paragraph({
    en: "Write each word of a sentence on a card and shake the cards in a bag. Reach in, and you find *cats*, *eat* and *mice*, but you cannot say who ate whom. Number the cards before they go in, and nothing is lost: they can be laid out again in their order. A [positional encoding](term:positional-encoding) is that number, written in a form that a network can use.",
    zh: "把一句话的每个词写在卡片上，放进袋子里摇一摇。伸手去摸的人摸到“猫”“吃”“老鼠”，却说不出谁吃了谁。如果事先给卡片编上号，就什么也没丢：照着编号摆开，原句就回来了。[位置编码](term:positional-encoding)就是这个编号，只是写成了神经网络用得上的形式。",
  }),
  paragraph({
    en: "Self-attention on its own is like that hand in the bag. The [figure at the top](#start) takes this literally: it sends every order of the words through the same attention head and averages what comes out. Without numbers all orders have the same average; with numbers each order has its own.",
    zh: "单凭自注意力，就像把手伸进袋子里摸。[页首的图](#start)把这句话落到了实处：让所有语序通过同一个注意力头，再对输出取平均。没有编号时，所有语序的平均都是同一个；有编号时，每种语序各有各的平均。",
  }),
  quiz("how-many", {
    question: {
      en: "The sentence “the dog chased another dog” has five words, two of them equal. There are 120 ways to put five cards in a row. How many different averages can attention with positions give at most?",
      zh: "“一只狗追另一只狗”切成五个词（一只、狗、追、另一只、狗），其中两个相同。五张卡片有 120 种排法。有位置信息的注意力最多能给出多少种不同的平均？",
    },
    choices: [
      {
        text: { en: "120", zh: "120" },
        why: {
          en: "Two cards say the same word. Changing places with each other, they leave the sentence as it was, so every sentence has been counted twice.",
          zh: "有两张卡片写着同一个词。它们互换位置，句子并没有变，所以每句话都数了两遍。",
        },
      },
      {
        text: { en: "60", zh: "60" },
        right: true,
        why: {
          en: "Half of 120: swapping the two dogs changes nothing. Choose “the same word twice” in the figure and read the number above it.",
          zh: "120 的一半：两个“狗”互换，什么也不变。在图里选“同一个词出现两次”，看看上方的数字。",
        },
      },
      {
        text: { en: "1", zh: "1" },
        why: {
          en: "That is the number without positions.",
          zh: "那是没有位置信息时的数目。",
        },
      },
    ],
  }),
  tryThis({
    en: "Choose the sentence about the movie: 720 orders, one ring. Find the dot of the sentence as it is written, then that of its mirror image (“reverse”).",
    zh: "选关于电影的那句，语序多到上百种，圆环仍只有一个。找到原句对应的点，再点“倒序”，看看倒过来的句子落在哪里。",
  }),
);

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
  list([
    {
      en: "No recurrence: no word waits for another.",
      zh: "没有循环：没有谁先算、谁后算。",
    },
    {
      en: "No convolution: no word is treated as a neighbour.",
      zh: "没有卷积：没有谁被当作邻居。",
    },
    {
      en: "No position in the scores: only contents are compared.",
      zh: "分数里没有位置：比较的只是内容。",
    },
  ]),
  more(
    "documents",
    {
      en: "The five documents behind this tutorial",
      zh: "本教程背后的五篇文档",
    },
    documentsInShort,
  ),
);
