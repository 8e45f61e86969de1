// The section with an encoder and a decoder as programs.
import { list, more, paragraph, tryThis } from "../../blocks/blocks.ts";
import { program } from "../../blocks/program.ts";
import { sideSection } from "../../pages/chapter.ts";

export const modelsSection = sideSection(
  "whole-models",
  {
    en: "An encoder and a decoder to take home",
    zh: "可以带走的编码器与解码器",
  },
  paragraph({
    en: "Document 4 sketches both stacks in Java and leaves the layers out. Here they are with everything in them: token embedding, positions, attention with several heads, feed-forward network, residuals and norms, in PyTorch, NumPy, Java, C++ and JavaScript. The first program is an *encoder*. Choose how positions enter, and look where the program changes: rows are added once in `Encoder.forward`, a rotation or a relative term goes down into every attention.",
    zh: "文档 4 用 Java 勾勒了编码器和解码器，各层的内容略去未写。这里全部补齐：词嵌入、位置、多头注意力、前馈网络、残差与归一化，PyTorch、NumPy、Java、C++、JavaScript 五种写法。第一个程序是*编码器*。换一种位置进入的方式，看看程序改在哪里：相加的行只在 `Encoder.forward` 里加一次；旋转或相对项则一直传到每一层的注意力。",
  }),
  more(
    "encoder-whole",
    { en: "The encoder in five languages", zh: "编码器的五种写法" },
    program("encoder-program", "encoder", { editable: true }),
  ),
  paragraph({
    en: "The *decoder* has two more things: its own words are masked, and a second attention reads the encoder’s output, here a few rows in its place. No positions take part in that second attention. At the end, the table of words is used once more, to give each word of the vocabulary a score.",
    zh: "*解码器*多两样东西：对自己的词要加掩码；另有第二个注意力去读编码器的输出，这里用几行数代替。第二个注意力里没有位置。最后再用一次词表，为词汇表中的每个词算出一个分数。",
  }),
  more(
    "decoder-whole",
    { en: "The decoder in five languages", zh: "解码器的五种写法" },
    program("decoder-program", "decoder", { editable: true }),
  ),
  list([
    {
      en: "The weights are not trained: a small formula gives each language the same ones, so that every output can be compared. Replace `numbers` with your own initialisation to train.",
      zh: "权重没有训练过：由一条小公式给出，各语言都一样，输出因此可以逐个比较。要训练，就把 `numbers` 换成你自己的初始化。",
    },
    {
      en: "In JavaScript the library has the model inside; the program only hands it the weights by name.",
      zh: "JavaScript 版的模型在本库之中，程序只按名称把权重交给它。",
    },
  ]),
  tryThis({
    en: "Give the encoder the same token three times. With `sinusoidal` the rows of the output differ; with `relative` or `rotary` they are all alike, because the values of all tokens are then the same and no weight between them can matter.",
    zh: "给编码器三个相同的词元。用 `sinusoidal` 时各行输出不同；用 `relative` 或 `rotary` 时各行完全一样：所有词元的值都相同，权重怎样分配都无所谓。",
  }),
);
