// Sections on number formats, on ALiBi far away, and on the cost of length.
import {
  guess,
  more,
  paragraph,
  quiz,
  source,
  tryThis,
  widget,
} from "../../blocks/blocks.ts";
import { section } from "../../pages/chapter.ts";

export const precisionSection = section(
  "precision",
  { en: "A million positions in sixteen bits", zh: "十六位里的一百万个位置" },
  paragraph({
    en: "Suppose the frequencies are right. The angle p·θ is then a product of a large number and a small one, and a short [number format](term:bfloat16) has few digits for it. float32 has 24 significant bits: at position 1 000 000 its numbers lie a sixteenth apart. The first pair escapes, since its speed is exactly 1; the angle of the second, some 866 000 radians, is off by 0.05. bfloat16 has 8 bits, and soon cannot even hold the position.",
    zh: "假定频率是对的。角度 p·θ 是一个大数乘一个小数，而短的[数值格式](term:bfloat16)没有多少位可用。float32 的有效位有 24 位：到了位置 1 000 000，相邻两个数相差十六分之一。第一对转速恰好是 1，不受影响；第二对的角度约 86.6 万弧度，误差达 0.05。bfloat16 只有 8 位，很快连位置本身都存不准。",
  }),
  widget("pe-precision", "formats"),
  more(
    "precision-rules",
    {
      en: "The usual bug, and two rules against it",
      zh: "常见的缺陷，以及两条规则",
    },
    paragraph({
      en: "This is a frequent bug of rotary code: a model is cast to half precision and its table of frequencies with it, or positions are made in the type of the input. Up to a few hundred tokens nothing shows. Two rules prevent it: compute positions, frequencies and angles in float64 (or at least in float32), and round once, at the end, when cosine and sine are there. This library’s tables are within 3 × 10⁻⁸ at any position up to 2³¹; `precision` of `rotary.tables` reproduces what the others do.",
      zh: "这是旋转编码里常见的错误：模型整体转成半精度，频率表跟着被转；或者按输入的类型生成位置。几百个词元以内看不出问题。两条规则可以避免：位置、频率、角度用 float64（至少 float32）计算；等 cos 和 sin 都算好了，最后只舍入一次。本库的表在 2³¹ 以内任何位置误差不超过 3 × 10⁻⁸；`rotary.tables` 的 `precision` 选项可以重现别人的算法。",
    }),
  ),
  guess("bfloat16-twin", {
    question: {
      en: "Rotary tables computed in bfloat16. What is the first position whose row equals that of the position after it?",
      zh: "用 bfloat16 计算旋转表。第一个与后一位置的行完全相同的位置是多少？",
    },
    check: "long/bfloat16-twin",
    tolerance: 0.03,
    why: {
      en: "{value}. Eight significant bits count to 256; 257 is rounded to 256, and both tokens stand at one place.",
      zh: "{value}。8 个有效位只能数到 256；257 舍入成 256，两个词元就站到了同一处。",
    },
  }),
);

export const farSection = section(
  "far",
  { en: "ALiBi at distance 11 000", zh: "距离 11 000 处的 ALiBi" },
  paragraph({
    en: "[ALiBi](term:alibi) is said to go “from 2K to 11K” tokens. Formally nothing stops it: the bias is a straight line. With 8 heads the mildest slope is 1/256, and a token 11 000 back gets {alibiFar}. What does a head still see with that?",
    zh: "[ALiBi](term:alibi) 据说能从 2K 个词元“用到 11K”。形式上没有什么拦着它：偏置是一条直线。8 个头时，最平缓的斜率是 1/256，往前 11 000 个位置的词元要加上 {alibiFar}。一个头到那里还看得见什么？",
  }),
  paragraph({
    en: "Where all keys are alike, the nearest thousand or so take nearly everything ([the figure of ALiBi](~/long-context/#alibi) shows the same on a short text), in a text of 2048 tokens as in one of 11 000. That is how ALiBi keeps its perplexity in texts longer than those it was trained on, and its price: a far token must beat the near ones by the whole penalty. Where the task needs the far ones, the same model fails: [sorting](~/long-context/#trained) falls from {sortTrained} to {sortFar} at 8 times the length. Take a report with the year at its start and “last year” at its end (an example of document 1). Positional encoding does not remember the year. The far key keeps its content under every encoding; what changes is the price of looking at it. That “last year” means one less is arithmetic that the model learned.",
    zh: "键都一样时，最近一千来个词元几乎拿走全部注意力（[ALiBi 的图](~/long-context/#alibi)在短文本上画的就是这件事），2048 个词元的文本如此，11 000 个的也如此。所以文本比训练时长，ALiBi 的困惑度仍能保持；代价是远处词元的分数要高出整整一份罚分，才会被看见。若任务用得着远处，同一个模型就会失灵：[排序](~/long-context/#trained)到 8 倍长度，正确率从 {sortTrained} 降到 {sortFar}。设想一份报告，年份写在开头，“去年”出现在末尾（文档 1 的例子）。位置编码并不负责记住年份：不论哪种编码，远处的键都保留着内容，变的只是看它一眼的代价。至于“去年”等于减一，那是模型学到的算术。",
  }),
  quiz("alibi-reach", {
    question: {
      en: "A model with ALiBi keeps its perplexity from 2000 to 11 000 tokens. What does that show?",
      zh: "一个用 ALiBi 的模型，从 2000 到 11 000 个词元困惑度不变。这说明什么？",
    },
    choices: [
      {
        text: {
          en: "That longer texts do not disturb it",
          zh: "说明文本变长不会扰乱它",
        },
        right: true,
        why: {
          en: "No more. Whether far content is used is tested by asking for it.",
          zh: "仅此而已。远处的内容有没有被用上，要专门去问才知道。",
        },
      },
      {
        text: {
          en: "That it uses all 11 000 tokens",
          zh: "说明它用上了全部 11 000 个词元",
        },
        why: {
          en: "A model that sees the nearest thousand only would show the same curve.",
          zh: "只看最近一千个词元的模型，曲线也会是这样。",
        },
      },
    ],
  }),
  source("alibi", { en: "section 3", zh: "第 3 节" }),
);

export const costSection = section(
  "cost",
  { en: "The square of the length", zh: "长度的平方" },
  paragraph({
    en: "“Positional encoding is the bottleneck of long context”: it is one of several. Suppose it were solved. Every token still meets every other, and what was computed for each has to be kept.",
    zh: "“位置编码是长上下文的瓶颈”：它只是瓶颈之一。就算它解决了，每个词元仍要与其他所有词元相遇，而且每个词元算出的东西都得存着。",
  }),
  widget("pe-context-cost", "bytes"),
  more(
    "cost-kernels",
    {
      en: "What must be kept, and what must be computed",
      zh: "什么必须存，什么必须算",
    },
    paragraph({
      en: "The scores need not be stored: a fused kernel computes them tile by tile and forgets them, so its memory grows with n·d. They must be *computed* all the same; from 10 000 to a million tokens that is ten thousand times as much. The cache must be stored, which is why grouped heads, latent attention and eight-bit keys exist. And the model must have seen long texts, of which there are few.",
      zh: "分数不必存：融合算子一块一块地算，算完就丢，内存只随 n·d 增长。但每个分数都得*算*：从一万词元到一百万，计算量是一万倍。缓存则非存不可，分组查询、潜在注意力、八位量化的键都是为此而来。最后，模型还得见过长文本，而长文本并不多。",
    }),
  ),
  guess("million", {
    question: {
      en: "How many scores does one head have for a text of a million tokens (all pairs)?",
      zh: "一百万词元的文本，一个头有多少个分数（所有位置对）？",
    },
    check: "long/attention-million",
    tolerance: 0.01,
    why: {
      en: "{value}, whatever the encoding. A causal mask halves it.",
      zh: "{value}，与用哪种编码无关；因果掩码可以减半。",
    },
  }),
  tryThis({
    en: "Find the length at which the cache of Llama 3.1 fills a card of 80 GB; then give it as many heads for keys and values as for queries, as LLaMA had.",
    zh: "找出 Llama 3.1 的缓存占满一张 80 GB 显卡的长度；再把键值头数调到与查询头数相同（LLaMA 就是如此），看看变成多少。",
  }),
);
