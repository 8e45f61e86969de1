import type { Term } from "../../page.ts";

/** Terms from A to H, by id. */
export const aToH = {
  "absolute-encoding": {
    name: { en: "absolute positional encoding", zh: "绝对位置编码" },
    meaning: {
      en: "A position written as a vector of its own, usually added to the token embedding.",
      zh: "给每个位置一个专属的向量，通常加到词嵌入上。",
    },
    page: "ladder/",
  },
  alibi: {
    name: { en: "ALiBi", zh: "ALiBi（线性偏置注意力）" },
    meaning: {
      en: "A penalty on each score that grows linearly with the distance, with a slope of its own for every head.",
      zh: "按距离线性增大的分数惩罚，每个注意力头各有一个斜率。",
    },
    page: "long-context/",
  },
  "attention-score": {
    name: { en: "attention score", zh: "注意力分数" },
    meaning: {
      en: "Inner product of a query and a key, scaled, before the softmax.",
      zh: "查询与键的内积，经缩放，尚未做 softmax。",
    },
    page: "why-position/",
  },
  "attention-weight": {
    name: { en: "attention weight", zh: "注意力权重" },
    meaning: {
      en: "Share of a value in the output: the softmax of a row of scores.",
      zh: "一个值在输出中所占的份额，即一行分数的 softmax。",
    },
    page: "why-position/",
  },
  base: {
    name: { en: "base", zh: "底数" },
    meaning: {
      en: "The number, 10000 in the Transformer paper, that sets how far the wavelengths spread.",
      zh: "决定波长分布范围的数，Transformer 原论文取 10000。",
    },
    page: "sinusoids/",
  },
  bfloat16: {
    name: { en: "bfloat16", zh: "bfloat16" },
    meaning: {
      en: "A 16-bit number format with the range of float32 and 8 significant bits.",
      zh: "一种 16 位数值格式，范围与 float32 相同，有效位只有 8 位。",
    },
    page: "long-context/",
  },
  bias: {
    name: { en: "bias (attention)", zh: "注意力偏置" },
    meaning: {
      en: "A number added to a score, here one that depends on the offset of the two positions.",
      zh: "加在注意力分数上的数，这里由两个位置的偏移决定。",
    },
    page: "relative-positions/",
  },
  bucket: {
    name: { en: "bucket", zh: "分桶" },
    meaning: {
      en: "Several offsets that share one learned number: exact when near, wider when far.",
      zh: "让多个偏移共用一个可学习参数：近处逐个区分，远处合并得更粗。",
    },
    page: "relative-positions/",
  },
  "causal-mask": {
    name: { en: "causal mask", zh: "因果掩码" },
    meaning: {
      en: "Keeps a position from attending to later ones.",
      zh: "使每个位置看不到它之后的位置。",
    },
    page: "why-position/",
  },
  clipping: {
    name: { en: "clipping (offsets)", zh: "偏移截断" },
    meaning: {
      en: "Treating every offset beyond a limit as that limit, so that a finite table serves any length.",
      zh: "超出上限的偏移一律按上限处理，使有限的表适用于任意长度。",
    },
    page: "relative-positions/#offsets",
  },
  collision: {
    name: { en: "collision", zh: "碰撞" },
    meaning: {
      en: "Two positions whose encodings are equal in the number format used.",
      zh: "两个位置的编码在所用数值格式下完全相同。",
    },
    page: "what-waves-can-do/",
  },
  "context-length": {
    name: { en: "context length", zh: "上下文长度" },
    meaning: {
      en: "How many positions a model takes at once.",
      zh: "模型一次能处理的位置数。",
    },
    page: "long-context/",
  },
  "cross-attention": {
    name: { en: "cross-attention", zh: "交叉注意力" },
    meaning: {
      en: "Attention whose queries come from one sequence and whose keys and values from another.",
      zh: "查询来自一个序列、键和值来自另一个序列的注意力。",
    },
    page: "putting-them-in/",
  },
  decay: {
    name: { en: "distance decay", zh: "远程衰减" },
    meaning: {
      en: "The tendency of a similarity to fall as positions move apart.",
      zh: "位置相距越远，相似度越趋于下降的性质。",
    },
    page: "what-waves-can-do/",
  },
  decoder: {
    name: { en: "decoder", zh: "解码器" },
    meaning: {
      en: "The part of a Transformer that writes a sequence one position after the other.",
      zh: "Transformer 中逐个位置生成序列的部分。",
    },
    page: "putting-them-in/",
  },
  dimension: {
    name: { en: "dimension", zh: "维度" },
    meaning: {
      en: "One coordinate of a vector: a column of the table.",
      zh: "向量的一个分量，对应表中的一列。",
    },
    page: "sinusoids/",
  },
  "disentangled-attention": {
    name: { en: "disentangled attention", zh: "解耦注意力" },
    meaning: {
      en: "DeBERTa’s score: content and relative position have vectors of their own and meet in separate terms.",
      zh: "DeBERTa 计算分数的方式：内容与相对位置各用一套向量，分项相乘再相加。",
    },
    page: "relative-positions/",
  },
  "dot-product": {
    name: { en: "dot product", zh: "点积" },
    meaning: {
      en: "Sum of the products of matching coordinates; large where two vectors point the same way.",
      zh: "对应分量乘积之和；两个向量方向越一致，值越大。",
    },
    page: "what-waves-can-do/",
  },
  embedding: {
    name: { en: "token embedding", zh: "词嵌入" },
    meaning: {
      en: "The vector that stands for a token, read from a learned table.",
      zh: "代表一个词元的向量，从可学习的表中查得。",
    },
    page: "putting-them-in/",
  },
  encoder: {
    name: { en: "encoder", zh: "编码器" },
    meaning: {
      en: "The part of a Transformer that reads a whole sequence at once.",
      zh: "Transformer 中一次读入整个序列的部分。",
    },
    page: "putting-them-in/",
  },
  extrapolation: {
    name: { en: "extrapolation", zh: "外推" },
    meaning: {
      en: "Using a model on positions beyond those it was trained on.",
      zh: "把模型用到训练时没有出现过的更远位置上。",
    },
    page: "long-context/",
  },
  "feature-dimension": {
    name: { en: "head dimension", zh: "头维度" },
    meaning: {
      en: "Width of the query, key and value of one attention head.",
      zh: "单个注意力头中查询、键和值的维数。",
    },
    page: "rope/",
  },
  "fine-tuning": {
    name: { en: "fine-tuning", zh: "微调" },
    meaning: {
      en: "Training a finished model a little further, for instance at a greater length.",
      zh: "在训练好的模型上再训练少许，例如换成更长的序列。",
    },
    page: "long-context/",
  },
  float16: {
    name: { en: "float16", zh: "float16（半精度）" },
    meaning: {
      en: "A 16-bit number format with 11 significant bits; above 2048 it skips integers.",
      zh: "一种 16 位数值格式，有效位 11 位；超过 2048 就不能表示每个整数。",
    },
    page: "long-context/",
  },
  float32: {
    name: { en: "float32", zh: "float32（单精度）" },
    meaning: {
      en: "A 32-bit number format with 24 significant bits: about seven decimal digits.",
      zh: "一种 32 位数值格式，有效位 24 位，约合七位十进制数字。",
    },
    page: "long-context/",
  },
  frequency: {
    name: { en: "frequency", zh: "频率" },
    meaning: {
      en: "How fast a wave turns, here in radians per position.",
      zh: "波转动的快慢，这里以每个位置多少弧度计。",
    },
    page: "sinusoids/",
  },
  "geometric-series": {
    name: { en: "geometric progression", zh: "等比数列" },
    meaning: {
      en: "Numbers of which each is the one before times a fixed ratio.",
      zh: "每一项都等于前一项乘以固定比值的数列。",
    },
    page: "sinusoids/",
  },
  halves: {
    name: { en: "halves layout", zh: "两半排布" },
    meaning: {
      en: "All sines first, then all cosines; rotary: column j pairs with j + d/2.",
      zh: "正弦全在前，余弦全在后；用于旋转编码时，第 j 列与第 j + d/2 列成对。",
    },
    page: "sinusoids/",
  },
  head: {
    name: { en: "attention head", zh: "注意力头" },
    meaning: {
      en: "One of several attentions that run side by side, each with its own projections.",
      zh: "并行的多路注意力之一，各有自己的投影矩阵。",
    },
    page: "rope/",
  },
  heatmap: {
    name: { en: "heatmap", zh: "热力图" },
    meaning: {
      en: "A table drawn with one coloured cell per number.",
      zh: "用颜色表示每个数值的表格图。",
    },
    page: "sinusoids/",
  },
} as const satisfies Readonly<Record<string, Term>>;
