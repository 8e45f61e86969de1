// The section on rotary positions as a layer.
import { list, more, paragraph, tryThis } from "../../blocks/blocks.ts";
import { program } from "../../blocks/program.ts";
import { sideSection } from "../../pages/chapter.ts";

export const wholeLayerSection = sideSection(
  "whole-layer",
  { en: "The layer, whole", zh: "完整的一层" },
  paragraph({
    en: "Document 4 has two lines of comment where the rotary layer should be. Here it is in five languages: `RotaryPositionalEncoding` computes the cosines and sines of all positions once and keeps them as buffers; `forward` turns the queries or the keys of a text, from an offset on. `MultiHeadAttention` calls it for both, before the scores, and leaves the values alone.",
    zh: "文档 4 在旋转编码层应当出现的地方只有两行注释。这里用五种语言写出来：`RotaryPositionalEncoding` 把所有位置的余弦、正弦算好，存作缓冲区；`forward` 从某个偏移起，旋转一段文本的查询或键。`MultiHeadAttention` 在算分数之前对两者各调用一次，值则不动。",
  }),
  more(
    "rotary-program",
    { en: "The layer in five languages", zh: "这一层的五种写法" },
    program("rotary-layer", "rotaryLayer", { editable: true }),
  ),
  list([
    {
      en: "There is nothing to train: the layer has buffers and no parameter.",
      zh: "没有要训练的东西：这一层只有缓冲区，没有参数。",
    },
    {
      en: "The pairs are columns i and i + d/2. Weights that were trained with neighbouring columns need the other form; see [the section on layouts](#layout).",
      zh: "配对的是第 i 列与第 i + d/2 列。按相邻两列配对训练出来的权重，要用另一种写法，见[“哪两列成一对？”一节](#layout)。",
    },
    {
      en: "With a cache, only the new token is turned, at its own offset; the keys before it have been turned already.",
      zh: "有缓存时，只旋转新来的词元，按它自己的偏移；之前的键都已经旋转过了。",
    },
  ]),
  tryThis({
    en: "Set the base to 1: every pair turns at the same speed. Is the output the one without positions? (No: the angle still grows with the distance.)",
    zh: "把底数设为 1：每一对都以同样的速度旋转。输出与没有位置时一样吗？（不一样：角度仍随距离增大。）",
  }),
);
