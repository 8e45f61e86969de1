import type { Term } from "../../page.ts";

/** Terms from I to Z, by id. */
export const iToZ = {
  interleaved: {
    name: { en: "interleaved layout", zh: "交错排布" },
    meaning: {
      en: "Sine and cosine of a pair stand next to each other: columns 2i and 2i + 1.",
      zh: "同一对的正弦与余弦相邻，占第 2i 列和第 2i + 1 列。",
    },
    page: "sinusoids/",
  },
  interpolation: {
    name: { en: "position interpolation", zh: "位置内插" },
    meaning: {
      en: "Squeezing larger positions into the trained range by a constant factor.",
      zh: "把更长的位置按固定比例压缩到训练范围之内。",
    },
    page: "long-context/",
  },
  key: {
    name: { en: "key", zh: "键" },
    meaning: {
      en: "The vector by which a position is found by queries.",
      zh: "供查询匹配的向量，每个位置一个。",
    },
    page: "why-position/",
  },
  "layer-norm": {
    name: { en: "layer normalisation", zh: "层归一化" },
    meaning: {
      en: "Shifts and scales a vector to mean 0 and variance 1, then by learned numbers.",
      zh: "把向量调整为均值 0、方差 1，再乘上、加上可学习参数。",
    },
    page: "putting-them-in/",
  },
  "learned-encoding": {
    name: { en: "learned positional encoding", zh: "可学习位置编码" },
    meaning: {
      en: "A table with one trainable row per position; it ends at its last row, and rows that no training text reached keep their initial noise.",
      zh: "每个位置一行、由训练得到的表；到最后一行为止，训练文本够不到的行仍是初始噪声。",
    },
    page: "learned-tables/",
  },
  "length-generalization": {
    name: { en: "length generalisation", zh: "长度泛化" },
    meaning: {
      en: "Staying accurate on sequences longer than those seen in training.",
      zh: "在比训练时更长的序列上仍保持准确。",
    },
    page: "long-context/",
  },
  logit: {
    name: { en: "logit", zh: "对数几率（logit）" },
    meaning: {
      en: "A score before the softmax turns it into a probability.",
      zh: "经 softmax 变成概率之前的分数。",
    },
    page: "putting-them-in/",
  },
  "multi-head-attention": {
    name: { en: "multi-head attention", zh: "多头注意力" },
    meaning: {
      en: "Several attention heads side by side, their outputs joined and projected.",
      zh: "多个注意力头并行，输出拼接后再投影。",
    },
    page: "why-position/",
  },
  nope: {
    name: { en: "NoPE", zh: "无位置编码（NoPE）" },
    meaning: {
      en: "A decoder without any positional encoding; its causal mask still tells order.",
      zh: "不加任何位置编码的解码器，顺序信息来自因果掩码。",
    },
    page: "why-position/",
  },
  norm: {
    name: { en: "norm", zh: "范数" },
    meaning: {
      en: "Length of a vector: the square root of the sum of its squared coordinates.",
      zh: "向量的长度，即各分量平方和的平方根。",
    },
    page: "what-waves-can-do/",
  },
  "ntk-scaling": {
    name: { en: "NTK-aware scaling", zh: "NTK 感知缩放" },
    meaning: {
      en: "Extends a rotary model by raising the base: slow pairs stretch, fast ones hardly change.",
      zh: "调大旋转编码的底数来延长上下文：低频维度被拉伸，高频维度几乎不变。",
    },
    page: "long-context/",
  },
  offset: {
    name: { en: "offset", zh: "偏移" },
    meaning: {
      en: "Difference of two positions, key minus query unless stated otherwise.",
      zh: "两个位置之差；不另说明时，为键的位置减查询的位置。",
    },
    page: "relative-positions/",
  },
  "out-of-distribution": {
    name: { en: "out of distribution", zh: "分布外" },
    meaning: {
      en: "Unlike anything seen in training, such as an angle never reached.",
      zh: "与训练数据不同的情形，例如从未转到过的角度。",
    },
    page: "long-context/",
  },
  pair: {
    name: { en: "pair", zh: "维度对" },
    meaning: {
      en: "Two dimensions that share a frequency: the sine and cosine of one angle.",
      zh: "频率相同的两个维度，即同一角度的正弦和余弦。",
    },
    page: "sinusoids/",
  },
  "partial-rotation": {
    name: { en: "partial rotation", zh: "部分旋转" },
    meaning: {
      en: "Rotary encoding of the first columns of a head only; the others pass through unchanged.",
      zh: "只旋转一个头的前面若干列，其余各列原样通过。",
    },
    page: "rope/#speeds",
  },
  "permutation-equivariance": {
    name: { en: "permutation equivariance", zh: "置换等变" },
    meaning: {
      en: "Reordering the inputs reorders the outputs likewise and changes nothing else.",
      zh: "输入换了次序，输出也照样换次序，此外毫无变化。",
    },
    page: "why-position/",
  },
  phase: {
    name: { en: "phase", zh: "相位" },
    meaning: {
      en: "The angle that a wave has reached at a position.",
      zh: "波在某个位置上转到的角度。",
    },
    page: "sinusoids/",
  },
  position: {
    name: { en: "position", zh: "位置" },
    meaning: {
      en: "Place of a token in its sequence, counted from 0.",
      zh: "词元在序列中的序号，从 0 开始。",
    },
    page: "why-position/",
  },
  "positional-encoding": {
    name: { en: "positional encoding", zh: "位置编码" },
    meaning: {
      en: "Whatever tells a model where each token stands.",
      zh: "让模型知道每个词元位于何处的办法。",
    },
    page: "why-position/",
  },
  "principal-components": {
    name: { en: "principal components", zh: "主成分" },
    meaning: {
      en: "The directions, at right angles to each other, along which the rows of a table vary most; each holds a share of the variance.",
      zh: "各行变化最大的若干个互相垂直的方向，各占方差的一份。",
    },
    page: "what-waves-can-do/",
  },
  query: {
    name: { en: "query", zh: "查询" },
    meaning: {
      en: "The vector with which a position looks for others.",
      zh: "一个位置用来寻找其他位置的向量。",
    },
    page: "why-position/",
  },
  radian: {
    name: { en: "radian", zh: "弧度" },
    meaning: {
      en: "An angle measured by its arc on a circle of radius 1; a full turn is 2π, about 6.28.",
      zh: "以半径为 1 的圆上的弧长来量角；一整圈是 2π，约 6.28。",
    },
    page: "sinusoids/",
  },
  "relative-encoding": {
    name: { en: "relative positional encoding", zh: "相对位置编码" },
    meaning: {
      en: "Enters the scores and depends on the offset of two positions only.",
      zh: "作用于注意力分数，只与两个位置的偏移有关。",
    },
    page: "relative-positions/",
  },
  residual: {
    name: { en: "residual connection", zh: "残差连接" },
    meaning: {
      en: "Adds the input of a layer to its output.",
      zh: "把一层的输入加到它的输出上。",
    },
    page: "putting-them-in/",
  },
  rope: {
    name: {
      en: "rotary position embedding (RoPE)",
      zh: "旋转位置编码（RoPE）",
    },
    meaning: {
      en: "Turns each pair of columns in queries and keys by an angle proportional to the position; scores then see offsets only.",
      zh: "把查询和键的每个维度对旋转一个与位置成正比的角度，分数便只与偏移有关。",
    },
    page: "rope/",
  },
  "rotation-matrix": {
    name: { en: "rotation matrix", zh: "旋转矩阵" },
    meaning: {
      en: "A matrix that turns vectors and keeps their lengths.",
      zh: "只转动向量、不改变其长度的矩阵。",
    },
    page: "what-waves-can-do/",
  },
  "self-attention": {
    name: { en: "self-attention", zh: "自注意力" },
    meaning: {
      en: "Every position takes a weighted mean of the values of all positions of its own sequence.",
      zh: "每个位置对本序列所有位置的值做加权平均。",
    },
    page: "why-position/",
  },
  "sinusoidal-encoding": {
    name: { en: "sinusoidal positional encoding", zh: "正弦位置编码" },
    meaning: {
      en: "Sines and cosines of the position at frequencies in geometric progression.",
      zh: "取位置的正弦与余弦，频率成等比数列。",
    },
    page: "sinusoids/",
  },
  slope: {
    name: { en: "slope (ALiBi)", zh: "斜率（ALiBi）" },
    meaning: {
      en: "How much a head subtracts from a score for each position of distance.",
      zh: "距离每增加一个位置，一个头从分数里减去的量。",
    },
    page: "long-context/#alibi",
  },
  softmax: {
    name: { en: "softmax", zh: "softmax" },
    meaning: {
      en: "Exponentials divided by their sum: turns scores into weights that add up to 1.",
      zh: "各项取指数再除以总和，把分数变成和为 1 的权重。",
    },
    page: "why-position/",
  },
  tensor: {
    name: { en: "tensor", zh: "张量" },
    meaning: {
      en: "An array with any number of axes.",
      zh: "轴数不限的数组。",
    },
    page: "code/",
  },
  token: {
    name: { en: "token", zh: "词元" },
    meaning: {
      en: "A unit of text that a model reads: a word, a part of one, a character.",
      zh: "模型读入的文本单位：一个词、词的一部分或一个字。",
    },
    page: "why-position/",
  },
  transformer: {
    name: { en: "Transformer", zh: "Transformer" },
    meaning: {
      en: "The network of Vaswani et al. (2017): attention and feed-forward layers, no recurrence.",
      zh: "Vaswani 等人 2017 年提出的网络：由注意力层和前馈层组成，没有循环结构。",
    },
    page: "why-position/",
  },
  "translation-invariance": {
    name: { en: "shift invariance", zh: "平移不变性" },
    meaning: {
      en: "A score that stays the same when both positions move by the same amount.",
      zh: "两个位置同时移动相同的量，分数不变。",
    },
    page: "relative-positions/",
  },
  value: {
    name: { en: "value", zh: "值" },
    meaning: {
      en: "The vector that a position contributes to the output of attention.",
      zh: "一个位置贡献给注意力输出的向量。",
    },
    page: "why-position/",
  },
  wavelength: {
    name: { en: "wavelength", zh: "波长" },
    meaning: {
      en: "Positions that a wave needs for one turn: 2π divided by its frequency.",
      zh: "波转一圈经过的位置数，等于 2π 除以频率。",
    },
    page: "sinusoids/",
  },
  xpos: {
    name: { en: "xPos", zh: "xPos" },
    meaning: {
      en: "Rotary encoding with a decay per pair, so that far scores shrink steadily.",
      zh: "给每个维度对加上衰减的旋转编码，使远处的分数平稳减小。",
    },
    page: "rope/",
  },
  yarn: {
    name: { en: "YaRN", zh: "YaRN" },
    meaning: {
      en: "Interpolates slow rotary pairs, keeps fast ones, and sharpens the softmax.",
      zh: "对旋转编码的低频维度做内插，高频维度保持不变，同时调整 softmax 的温度。",
    },
    page: "long-context/",
  },
} as const satisfies Readonly<Record<string, Term>>;
