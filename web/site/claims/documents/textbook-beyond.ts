import type { Claim } from "../types.ts";

/** Document 4, long sequences, relative encodings and use: claims 004-13 to 004-20. */
export const textbookBeyond: readonly Claim[] = [
  {
    id: "004-13",
    section: { en: "long sequences", zh: "长序列" },
    kind: "property",
    verdict: "misleading",
    claim: {
      en: "At very long positions sinusoidal encodings show repeating patterns.",
      zh: "位置非常靠后时，正弦编码会出现重复的模式。",
    },
    correct: {
      en: "Each pair repeats by itself (the fastest every 6.28 positions), but the whole vector has no exact period, and for d of 64 or more it does not nearly repeat within ten million positions.",
      zh: "单独一对会重复（频率最高的每 6.28 个位置一次），但整个向量没有精确周期；d 在 64 以上时，一千万个位置之内也没有近似重复。",
    },
    evidence: {
      en: "At d = 64, no two rows farther apart than the longest wavelength (47 117) have a cosine above 0.60 within ten million positions. Small d does recur: 0.9957 at k = 6283 for d = 8.",
      zh: "d = 64 时，一千万个位置之内，间距超过最长波长（47 117）的两行，余弦都不超过 0.60。d 小时确会重现：d = 8、k = 6283 时为 0.9957。",
    },
  },
  {
    id: "004-14",
    section: { en: "long sequences", zh: "长序列" },
    kind: "property",
    verdict: "true-with-conditions",
    claim: {
      en: "Learned tables can be extended to longer sequences by linear interpolation.",
      zh: "可学习的表可用线性插值扩展到更长序列。",
    },
    correct: {
      en: "Vision models do it, and with RoPE position indices are interpolated; fine-tuning usually follows. Interpolation shrinks the fast components. The document gives no code for it.",
      zh: "视觉模型常用，RoPE 则是对位置编号做内插；之后通常还要微调。插值会压低快变的分量。文档也没有给出函数体。",
    },
    evidence: {
      en: "Halfway between the rows of a sinusoidal table of width 512, interpolation gives squared norm 252.55 instead of 256.",
      zh: "在 512 维正弦表的两行中点，插值得到的模平方为 252.55，应为 256。",
    },
    sources: [{ work: "pi" }],
  },
  {
    id: "004-15",
    section: { en: "relative", zh: "相对编码" },
    kind: "numeric",
    verdict: "true",
    claim: {
      en: "The relative table has 2 × `maxRelativeDistance` + 1 rows.",
      zh: "相对位置表有 2 × 最大相对距离 + 1 行。",
    },
    correct: {
      en: "Correct for offsets clipped to −k … k.",
      zh: "偏移截断到 −k … k 时正确。",
    },
    evidence: {
      en: "Clipped to ±16, 40 tokens use 33 rows. The document leaves the attention itself open.",
      zh: "截断到 ±16 时，40 个词元用到 33 行。注意力的计算本身，文档没有写。",
    },
    sources: [{ work: "shaw" }],
  },
  {
    id: "004-16",
    section: { en: "RoPE", zh: "RoPE" },
    kind: "property",
    verdict: "true",
    claim: {
      en: "RoPE uses rotation matrices, equivalently complex multiplication.",
      zh: "RoPE 用旋转矩阵，等价于复数乘法。",
    },
    correct: {
      en: "Correct, although the class in the document holds nothing but two lines of comment.",
      zh: "正确，不过文档里的类只有两行注释。",
    },
    evidence: {
      en: "Rotation matrices and complex multiplication give the same numbers to rounding.",
      zh: "旋转矩阵与复数乘法的结果相同，误差在舍入范围内。",
    },
    sources: [{ work: "roformer" }],
  },
  {
    id: "004-17",
    section: { en: "RoPE", zh: "RoPE" },
    kind: "performance",
    verdict: "false",
    claim: { en: "RoPE has good extrapolation.", zh: "RoPE 外推能力强。" },
    correct: {
      en: "Plain RoPE degrades beyond its training length; see 001-27.",
      zh: "原始 RoPE 超过训练长度会退化，见 001-27。",
    },
    evidence: { en: "As for 001-27.", zh: "同 001-27。" },
    sources: [
      { work: "pi", place: { en: "abstract", zh: "摘要" } },
      { work: "alibi", place: { en: "figure 1", zh: "图 1" } },
    ],
  },
  {
    id: "004-18",
    section: { en: "application", zh: "应用" },
    kind: "model-fact",
    verdict: "true",
    claim: {
      en: "In both encoder and decoder the encoding is added to the token embeddings.",
      zh: "编码器和解码器都把位置编码加到词嵌入上。",
    },
    correct: {
      en: "Correct for the original Transformer, at the bottom of both stacks.",
      zh: "对原始 Transformer 正确：加在编码器、解码器的最底层。",
    },
    evidence: {
      en: "A model with sinusoids and one without, fed with embeddings to which the rows were added, give the same output.",
      zh: "带正弦编码的模型，与先在词嵌入上加好编码再送入的无位置模型，输出相同。",
    },
    sources: [{ work: "vaswani", place: { en: "section 3.5", zh: "3.5 节" } }],
  },
  {
    id: "004-19",
    section: { en: "application", zh: "应用" },
    kind: "property",
    verdict: "true-with-conditions",
    claim: {
      en: "The decoder can reuse the same position module from position 0.",
      zh: "解码器可直接复用同一个位置模块，从位置 0 开始。",
    },
    correct: {
      en: "Right for whole sequences. Generating step by step with a cache needs an offset. The listing also leaves out the causal mask and the factor √d_{model}.",
      zh: "整段输入时正确；带缓存逐步生成时需要起始偏移。代码还省略了因果掩码和 √d_{model} 这个系数。",
    },
    evidence: {
      en: "GPT-2’s code adds the length of the past to its positions, LLaMA’s slices its table from `start_pos`.",
      zh: "GPT-2 的代码在位置上加过去的长度，LLaMA 的代码从 `start_pos` 起截取。",
    },
    sources: [{ work: "gpt2Code" }, { work: "llamaCode" }],
  },
  {
    id: "004-20",
    section: { en: "learned", zh: "学习编码" },
    kind: "property",
    verdict: "true",
    claim: {
      en: "A learned encoding is not limited by a fixed functional form.",
      zh: "可学习编码可以取任意形式，不受预设函数约束。",
    },
    correct: {
      en: "Correct: any L × d matrix can be represented, the sinusoidal one included.",
      zh: "正确：任意 L × d 矩阵都能表示，包括正弦表本身。",
    },
    evidence: {
      en: "60 steps of gradient descent turn a random table into the sinusoidal one.",
      zh: "60 步梯度下降就能把随机的表变成正弦表。",
    },
  },
];
