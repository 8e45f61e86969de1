// Sections on sizes, the two stacks, the offset in decoding, and models that
// add nothing.
import * as pe from "posenc";
import { decimals, quantity } from "../../../widgets/words/text.ts";
import {
  aside,
  computed,
  guess,
  list,
  more,
  paragraph,
  quiz,
  source,
  tryThis,
  widget,
} from "../../blocks/blocks.ts";
import { sectionOf } from "../../blocks/notes.ts";
import { section } from "../../pages/chapter.ts";

/** Norm of a row of that width. */
function norm(dModel: number): number {
  const { data } = pe.sinusoidal({ positions: [1234], dModel });
  return Math.hypot(...data);
}

export const sizesSection = section(
  "sizes",
  { en: "Which is larger?", zh: "哪一方更大？" },
  paragraph({
    en: "A sum is dominated by its larger part. The norm of a sinusoidal row is √(d/2) at every position, because each pair contributes exactly 1 to the square. The size of a word’s vector is a matter of how it was initialised. Many programs draw its numbers with a standard deviation of 0.02, as BERT does; then the position drowns the word.",
    zh: "两者相加，大的一方说了算。正弦编码的每一对平方和恰好是 1，所以在任何位置上，行的范数都是 √(d/2)。词向量的大小则取决于初始化。许多程序同 BERT 一样，用标准差 0.02 来抽取；这样一来，位置就把词淹没了。",
  }),
  widget("pe-scaling", "norms"),
  more(
    "root-d",
    {
      en: "The factor √d of the first Transformer",
      zh: "最初的 Transformer 里的因子 √d",
    },
    computed(
      { row: () => decimals(norm(512), 1) },
      paragraph({
        en: "The first Transformer multiplies word vectors by √d before adding, in one short sentence of section 3.4. With vectors drawn from N(0, 1/d), whose norm is about 1, this brings them to √d, a little above the rows’ √(d/2). The factor is easily overlooked (none of the five documents mentions it), and code without it behaves differently: at d = 512 every position row has norm {row}, whatever word it is added to.",
        zh: "最早的 Transformer 在相加之前先把词向量乘以 √d，论文第 3.4 节只用短短一句话带过。从 N(0, 1/d) 抽取的向量范数约为 1，乘过之后是 √d，比位置行的 √(d/2) 略大。这个因子很容易被忽略（五篇文档都没有提到），漏掉它，行为就不一样：d = 512 时，不管加到哪个词上，位置行的范数都是 {row}。",
      }),
      source("vaswani", sectionOf("3.4")),
      aside({
        en: "Models with learned tables draw both from small deviations: BERT words and positions alike with 0.02, GPT-2 words with 0.02 and positions with 0.01. The two begin at about the same size, and no factor is needed.",
        zh: "位置表可学习的模型，词与位置都从很小的标准差起步：BERT 两者都取 0.02，GPT-2 的词取 0.02、位置取 0.01。两者一开始就大小相当，不需要这个因子。",
      }),
    ),
  ),
  more(
    "sizes-check",
    { en: "Check yourself", zh: "自测" },
    guess("ratio-512", {
      question: {
        en: "At d = 512 with word vectors from N(0, 0.02²) and no factor, how many times as long is the position row?",
        zh: "d = 512，词向量取自 N(0, 0.02²)，不乘因子时，位置行的长度是词向量的多少倍？",
      },
      check: "putting/ratio-512",
      tolerance: 0.2,
      why: {
        en: "{value} times: the numbers of a position row have an RMS of √(1/2) = 0.707, those of a word only 0.02. A model may still learn in spite of this, since training can enlarge the word vectors; but it begins almost deaf to words.",
        zh: "{value} 倍：位置行的均方根是 √(1/2) = 0.707，词向量只有 0.02。模型仍可能学得会，因为训练能把词向量放大；但起步时，它几乎看不见词。",
      },
    }),
  ),
);

export const stacksSection = section(
  "stacks",
  { en: "Encoder and decoder, running", zh: "跑起来的编码器与解码器" },
  paragraph({
    en: "In the original model positions enter twice, at the bottom of the encoder and at the bottom of the decoder, and never again. Everything above depends on what the [residual](term:residual) connections carry upwards.",
    zh: "在最初的模型里，位置只进入两次：一次在编码器底部，一次在解码器底部，此后再不出现。再往上的各层，靠的是[残差](term:residual)连接传上来的位置信息。",
  }),
  paragraph({
    en: "The model below has random weights, so its output means nothing; but every number is the one that such a model computes, from your words to the logits.",
    zh: "下面这个模型的权重是随机的，输出没有意义；但从你输入的词到最后的 logits，每个数都是这种模型实际算出来的。",
  }),
  more(
    "stacks-run",
    { en: "An encoder and a decoder to run", zh: "可以运行的编码器与解码器" },
    widget("pe-layers", "model"),
    list([
      {
        en: "The *encoder* sees the whole source. Its self-attention has no mask; without positions two equal words would leave it as two equal rows.",
        zh: "*编码器*看得见整个源句，自注意力没有掩码；没有位置，两个相同的词出来就是两行相同的数。",
      },
      {
        en: "The *decoder* sees its own words up to the present one, through the [causal mask](term:causal-mask), and the encoder’s output through [cross-attention](term:cross-attention), where no position is added again.",
        zh: "*解码器*透过[因果掩码](term:causal-mask)只能看到自己到当前为止的词，透过[交叉注意力](term:cross-attention)看到编码器的输出；那里不再加位置。",
      },
      {
        en: "Both count from 0. Word 3 of the source and word 3 of the target get the same row, although nothing says that they translate each other.",
        zh: "两边都从 0 数起。源句的第 3 个词与译句的第 3 个词加上同一行，尽管它们未必互为译文。",
      },
    ]),
    tryThis(
      {
        en: "Write a sentence with a word that occurs twice, in English or Chinese. Press “self-attention” in layer 1: do both occurrences attend alike?",
        zh: "写一句含有重复词的话，中文英文都行。点第 1 层的“自注意力”：两次出现的注意力一样吗？",
      },
      {
        en: "Write the same word twice into the decoder, with others in between, and switch the positions off. Its two rows still differ: what else tells the decoder about order?",
        zh: "在解码器的输入里把同一个词写两遍，中间隔几个别的词，再关掉位置：这两行仍然不同。还有什么在告诉解码器先后？",
      },
    ),
  ),
);

export const offsetSection = section(
  "offset",
  { en: "One token at a time", zh: "一次一个词元" },
  paragraph({
    en: "A text is generated token by token. The keys and values of earlier tokens are kept, and only the new token goes through the model. It arrives alone, as a text of length 1. A module that adds “rows 0 to T − 1” will add row 0 to it, every time.",
    zh: "文本是一个词元一个词元地生成的。先前词元的键和值都存着，只有新词元要过一遍模型。它是孤零零来的，在程序看来就是长度为 1 的文本。只会“加上第 0 到 T − 1 行”的模块，每次都会给它加上第 0 行。",
  }),
  widget("pe-decoding", "step-by-step"),
  paragraph({
    en: "With a wrong offset the output is off by as much as its own size, and no shape, type or exception gives it away; the text merely loses its thread after the prompt. Implementations therefore pass the offset along: GPT-2’s code adds the length of the past, LLaMA’s slices its table from a start position.",
    zh: "偏移错了，输出的误差大到与输出本身同一量级，而形状、类型都看不出毛病，也没有异常抛出，只表现为提示之后的文字渐渐不知所云。所以各家实现都会把偏移传下去：GPT-2 的代码加上已有的长度，LLaMA 的代码从起始位置开始切表。",
  }),
  source("gpt2Code"),
  quiz("which-offset", {
    question: {
      en: "The prompt has 7 tokens, positions 0 to 6, and has been processed at once. Which row does the first generated token get when it is fed back?",
      zh: "提示有 7 个词元，位置 0 到 6，已一次处理完。生成的第一个词元再送回模型时，该加哪一行？",
    },
    choices: [
      {
        text: {
          en: "Row 0: it is the first new one",
          zh: "第 0 行：它是第一个新词元",
        },
        why: {
          en: "Then it would claim to stand where the prompt begins. Try the rule “from 0 again after the prompt” in the figure.",
          zh: "那就等于说它站在提示的开头。在图里试试“提示之后又从 0 数起”。",
        },
      },
      {
        text: {
          en: "Row 8, after the end of the prompt",
          zh: "第 8 行：提示之后",
        },
        why: {
          en: "Seven tokens have the positions 0 to 6, so the next is 7. One too far is the quietest of these errors.",
          zh: "七个词元占去位置 0 到 6，下一个是 7。多数一个，是这几种错误里最不易察觉的。",
        },
      },
      {
        text: {
          en: "None: the cache knows the order",
          zh: "不用加：缓存知道先后",
        },
        why: {
          en: "A cache is a set of keys and values. What order it knows has been put into them by the rows.",
          zh: "缓存只是一组键和值；它所知道的先后，都是当初加进去的行带来的。",
        },
      },
      {
        text: { en: "Row 7", zh: "第 7 行" },
        right: true,
        why: {
          en: "The offset is the number of tokens in the cache. With padding on the left, count the real tokens only.",
          zh: "偏移就是缓存中的词元数。若左侧有填充，只数真正的词元。",
        },
      },
    ],
  }),
);

export const elsewhereSection = section(
  "elsewhere",
  { en: "Models that add nothing", zh: "什么也不加的模型" },
  computed(
    {
      small: () => quantity(norm(64)),
    },
    paragraph({
      en: "Adding at the bottom is the oldest way, but no longer the usual one. T5 and [ALiBi](term:alibi) leave the embeddings alone and add a number to each score; [RoPE](term:rope) rotates queries and keys in every layer. Both put positions where they are used, and neither changes the size of a word’s vector, whereas an added sinusoidal row has a norm of its own: {small} even at width 64.",
      zh: "在底部相加是最早的办法，如今已不是最常用的。T5 与 [ALiBi](term:alibi) 不改变词嵌入，而是给每个分数加一个数；[RoPE](term:rope) 在每一层旋转查询和键。它们都把位置放在用它的地方，也不改变词向量的大小；而正弦编码的行即使只有 64 维，也自带 {small} 的范数。",
    }),
  ),
);
