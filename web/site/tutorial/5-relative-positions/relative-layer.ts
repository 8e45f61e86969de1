// Sections on relative positions as a layer, and what to keep of the two kinds.
import { catalog } from "posenc/catalog";
import {
  type DatedModel,
  MODELS,
} from "../../../widgets/figures/12-choosing/dated-models.ts";
import {
  computed,
  list,
  more,
  paragraph,
  tryThis,
} from "../../blocks/blocks.ts";
import { program } from "../../blocks/program.ts";
import { sideSection } from "../../pages/chapter.ts";

export const wholeLayerSection = sideSection(
  "whole-layer",
  { en: "The layer, whole", zh: "完整的一层" },
  paragraph({
    en: "Document 4 gives the outline of such a layer (a table of 2k + 1 rows, and a function that attention calls) and leaves its inside open: “implementation details”. Here is the inside. `RelativePositionalEncoding` holds a row for each offset and answers, for a query, what is to be added to its products with the keys; `MultiHeadAttention` adds it before it divides by √d. Nothing is added to the tokens.",
    zh: "文档 4 给出了这种层的轮廓（一张 2k + 1 行的表，一个供注意力调用的函数），里面却空着，只写“实现细节”。这里把里面写出来。`RelativePositionalEncoding` 为每个偏移存一行，给它一个查询，它回答与各个键的乘积上该加多少；`MultiHeadAttention` 在除以 √d 之前把它加上。词元本身什么也没有加。",
  }),
  more(
    "relative-program",
    { en: "The layer in five languages", zh: "这一层的五种写法" },
    program("relative-layer", "relativeLayer", { editable: true }),
  ),
  list([
    {
      en: "The index is key minus query, clipped to −k … k, plus k: the row of offset −k comes first.",
      zh: "索引是键的位置减查询的位置，截断到 −k … k，再加 k：偏移 −k 的行排在最前。",
    },
    {
      en: "The term is a product of the query and a row, one number for each score. A vector cannot be added to a score, as document 2 has it in its example.",
      zh: "这一项是查询与一行的点积，每个分数得到一个数。像文档 2 的例子那样把向量加到分数上，得到的就不是一个分数了。",
    },
    {
      en: "The same table serves all heads and, in a model, all layers; the paper gives each layer its own, and in its base model each head.",
      zh: "这里所有的头共用一张表，放进模型时各层也共用；论文则是每层一张，基础模型更是每层每头各一张。",
    },
  ]),
  tryThis({
    en: "Set the clip to 1. Which rows of the table does a query still tell apart? Then make the text longer: the table stays as it is.",
    zh: "把 `clip` 设为 1：一个查询还能分清表中的哪几行？再把文本加长：表不用变。",
  }),
);

/** Models whose makers say how positions enter. */
const KNOWN = MODELS.filter(({ method }) => method !== null);

const inScores = ({ method }: DatedModel): boolean =>
  catalog.find(({ id }) => id === method)?.enters !== "embedding";

/** The youngest model that adds its positions to the tokens. */
const LAST_ADDED = KNOWN.findLastIndex((model) => !inScores(model));

export const keepSection = sideSection(
  "two-kinds",
  { en: "Absolute and relative, side by side", zh: "绝对与相对，并排来看" },
  paragraph({
    en: "Document 2 closes by saying that the reader now has a clearer idea of both. Here is what that idea should contain:",
    zh: "文档 2 最后说，读者对两者应当已有了更清楚的认识。这份认识应当包括：",
  }),
  list([
    {
      en: "An absolute encoding answers “where is this token?” with a vector, once, before the first layer. A relative one answers “how far is that token from this one?” with a number or a vector, for each pair, in every layer.",
      zh: "绝对编码用一个向量回答“这个词元在哪里？”，在第一层之前，只答一次。相对编码用一个数或一个向量回答“那个词元离这个有多远？”，每一对都答，每一层都答。",
    },
    {
      en: "Moving the whole text leaves a relative score as it is; an absolute row changes, and the model has to learn that this does not matter.",
      zh: "整段文本平移，相对的分数不变；绝对的行会变，这种变化无关紧要，要模型自己学会。",
    },
    {
      en: "Both can come from a table or from a function. The table ends or is clipped; the function goes on, without having been tried there.",
      zh: "两者都可以来自表或函数。表有尽头，或者被截断；函数可以一直算下去，但那里没有试过。",
    },
    {
      en: "Neither is freer in its width than the other: a sinusoidal row must be as wide as the token it is added to, a relative row as wide as a head.",
      zh: "与模型宽度的关系上，两者半斤八两：正弦的行必须与它所加的词元同宽，相对的行必须与一个头同宽。",
    },
    {
      en: "Which is easier to interpret, nobody has measured. A relative row has a name (“one before”), a sinusoidal one can be read as the hands of a clock; what a trained model does with either is in its weights.",
      zh: "哪一种更容易解释，没有人测量过。相对的一行叫得出名字（“前一个”），正弦的一行也可以当钟表来读；训练好的模型拿它们做什么，要看它的权重。",
    },
    {
      en: "The line between them is thin: the score of two sinusoidal rows contains the offset ([more on waves](~/what-waves-can-do/)), and rotation makes a relative score out of two absolute angles ([chapter 6](~/rope/)).",
      zh: "两者的界线并不分明：两个正弦行的点积里含有偏移（[再谈正弦波](~/what-waves-can-do/)），旋转则由两个绝对的角度得到相对的分数（[第 6 章](~/rope/)）。",
    },
  ]),
  computed(
    {
      known: () => KNOWN.length,
      relative: () => KNOWN.filter(inScores).length,
      last: () => KNOWN[LAST_ADDED]?.name ?? "",
      since: () => KNOWN.length - LAST_ADDED - 1,
    },
    paragraph({
      en: "That relative encodings are widely used, as the document says, can be counted: {known} of the models in [encodings compared](~/compared/#models) have a published encoding. In {relative} of these it acts on the scores by the offset (buckets, a bias, products with the content, or rotations), as it does in all {since} that came after {last}.",
      zh: "文档说相对编码用得很广，这可以数一数。[各种编码的比较](~/compared/#models)的模型里，有 {known} 个公布了所用的编码，其中 {relative} 个按偏移作用于分数（分桶、偏置、与内容相乘或旋转）；{last} 之后的 {since} 个更是无一例外。",
    }),
  ),
);
