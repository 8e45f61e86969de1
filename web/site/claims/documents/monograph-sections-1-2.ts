import type { Claim } from "../types.ts";

/** Document 0, sections 1 and 2: claims 000-01 to 000-12. */
export const monographSections1To2: readonly Claim[] = [
  {
    id: "000-01",
    section: { en: "§ 1", zh: "第 1 节" },
    kind: "property",
    verdict: "true-with-conditions",
    claim: {
      en: "An absolute positional encoding gives every position its own distinct vector.",
      zh: "绝对位置编码让每个位置都有一个与众不同的向量。",
    },
    correct: {
      en: "In exact arithmetic this holds for the sinusoidal table: its fastest pair turns by 1 rad per step, and π is irrational, so no two integers share a phase. How far apart the rows are depends on d and on the number format, and a learned table promises nothing.",
      zh: "在精确算术下，正弦表满足这一点：频率最高的一对每步转 1 弧度，而 π 是无理数，两个整数不会落在同一相位上。但行与行之间拉开多少，取决于维度 d 和数值格式；可学习的表则毫无保证。",
    },
    evidence: {
      en: "Among 5000 positions at d = 2, float32 keeps 5000 rows distinct, float16 2383 and bfloat16 1080. The closest two rows are 0.044 apart at d = 4 and 3.714 at d = 512.",
      zh: "d = 2 的 5000 个位置，float32 下 5000 行各不相同，float16 下 2383 行，bfloat16 下 1080 行。最近的两行，d = 4 时相距 0.044，d = 512 时相距 3.714。",
    },
  },
  {
    id: "000-02",
    section: { en: "§ 1", zh: "第 1 节" },
    kind: "property",
    verdict: "true-with-conditions",
    claim: {
      en: "Self-attention by itself has no sense of order, so it cannot distinguish “A before B” from “B before A”.",
      zh: "自注意力本身没有先后概念，A、B 谁在前对它没有区别。",
    },
    correct: {
      en: "True for unmasked attention without any positional signal (it is permutation-equivariant). A causal mask already breaks the symmetry, so decoder-only models can recover order without any encoding (NoPE).",
      zh: "对不加掩码、不含任何位置信号的注意力成立，因为它是置换等变的。因果掩码本身就打破了这种对称，所以仅解码器模型不加编码也能恢复顺序（NoPE）。",
    },
    evidence: {
      en: "Shuffling six tokens shuffles the outputs and changes nothing else (to rounding); with a causal mask, or with positions added, the outputs change by about 1. That causal decoders can do without encodings was shown in 2022.",
      zh: "打乱六个词元，输出只是跟着换序（误差在舍入范围内）；加上因果掩码或位置编码后，输出的变化约为 1。因果解码器可以不用编码，2022 年已有论文证实。",
    },
    sources: [{ work: "haviv" }, { work: "nope" }],
  },
  {
    id: "000-03",
    section: { en: "§ 1", zh: "第 1 节" },
    kind: "formula",
    verdict: "true-with-conditions",
    claim: {
      en: "The model input at a position is the sum of the word embedding and the position vector.",
      zh: "模型在某位置的输入等于词向量与该位置向量之和。",
    },
    correct: {
      en: "So it is in the original Transformer, BERT and GPT-2, but the original first multiplies the embedding by √d_{model} and applies dropout to the sum; T5, ALiBi and RoPE add nothing to the embedding.",
      zh: "原始 Transformer、BERT、GPT-2 都这样做；但原始模型先把词嵌入乘以 √d_{model}，再对和做 dropout。T5、ALiBi、RoPE 则不往词嵌入上加任何东西。",
    },
    evidence: {
      en: "√d_{model} · embedding + position differs from the plain sum by several units at d = 64. No document mentions the factor.",
      zh: "d = 64 时，√d_{model} · 词嵌入 + 位置与直接相加相差好几个单位。五篇文档都没有提到这个系数。",
    },
    sources: [
      { work: "vaswani", place: { en: "section 3.4", zh: "3.4 节" } },
      { work: "gpt2Code" },
      { work: "bertCode" },
    ],
  },
  {
    id: "000-04",
    section: { en: "§ 2.1", zh: "第 2.1 节" },
    kind: "formula",
    verdict: "true",
    claim: {
      en: "Even components are sin(pos/10000^{2i/d}) and odd components the matching cosine.",
      zh: "偶数分量取 sin(pos/10000^{2i/d})，奇数分量取同一角度的余弦。",
    },
    correct: {
      en: "Correct as in section 3.5 of “Attention Is All You Need”, where i = 0 … d/2 − 1 numbers the frequency pairs. Documents 1 to 4 print the same formula.",
      zh: "与《Attention Is All You Need》3.5 节一致，其中 i = 0 … d/2 − 1 是频率对的编号。文档 1 至 4 给出的也是这个公式。",
    },
    evidence: {
      en: "Rows computed by the formula in float64 and the table agree to half a unit of float32.",
      zh: "按公式以 float64 计算的各行，与表相差不超过 float32 的半个单位。",
    },
    sources: [{ work: "vaswani", place: { en: "section 3.5", zh: "3.5 节" } }],
  },
  {
    id: "000-05",
    section: { en: "§ 2.1", zh: "第 2.1 节" },
    kind: "formula",
    verdict: "misleading",
    claim: {
      en: "The symbol i is the index of the vector dimension.",
      zh: "公式里的 i 就是向量维度的下标。",
    },
    correct: {
      en: "i numbers the sine–cosine pair (0 … d/2 − 1); the dimension index is 2i or 2i + 1. Taking i for the dimension index squares the range of timescales. Only document 4 states the range of i.",
      zh: "i 是正弦—余弦对的编号（0 … d/2 − 1），维度下标是 2i 或 2i + 1。把 i 当成维度下标，时间尺度的范围就被平方了。只有文档 4 写明了 i 的范围。",
    },
    evidence: {
      en: "At d = 512 the largest timescale is 9646.6 with i as the pair, and 9.65 × 10⁷ with i as the dimension.",
      zh: "d = 512 时，i 作频率对的编号，最大时间尺度为 9646.6；作维度下标，则为 9.65 × 10⁷。",
    },
    sources: [{ work: "vaswani", place: { en: "section 3.5", zh: "3.5 节" } }],
  },
  {
    id: "000-06",
    section: { en: "§ 2.1", zh: "第 2.1 节" },
    kind: "property",
    verdict: "true",
    claim: {
      en: "Low dimensions oscillate fast and high dimensions slowly.",
      zh: "靠前的维度振荡快，靠后的维度振荡慢。",
    },
    correct: {
      en: "True of the interleaved layout, where ω_{i}\u00a0=\u00a010000^{−2i/d} falls geometrically. In the concatenated layout [sin | cos] of tensor2tensor and Transformer-XL, it holds within each half but not across the vector.",
      zh: "对交错排布成立：ω_{i}\u00a0=\u00a010000^{−2i/d} 按等比下降。tensor2tensor、Transformer-XL 采用 [正弦 | 余弦] 拼接排布，那里只在每一半内部成立。",
    },
    evidence: {
      en: "Timescales at d = 512: 1 for pair 0, 100 for pair 128, 9646.6 for pair 255.",
      zh: "d = 512 的时间尺度：第 0 对为 1，第 128 对为 100，第 255 对为 9646.6。",
    },
    sources: [
      { work: "vaswani", place: { en: "section 3.5", zh: "3.5 节" } },
      { work: "transformerXlCode" },
    ],
  },
  {
    id: "000-07",
    section: { en: "§ 2.1", zh: "第 2.1 节" },
    kind: "property",
    verdict: "true-with-conditions",
    claim: {
      en: "The spectrum of frequencies imitates the place values of a binary number.",
      zh: "各维频率的分布像二进制的位权。",
    },
    correct: {
      en: "A good analogy, since both are geometric ladders from fast to slow; but the ratio is 10000^{2/d}, not 2: 1.0366 at d = 512 and 100 at d = 4. It would be 2 only near d = 26.6. And bits jump, where sinusoids are continuous.",
      zh: "这个类比不错，两者都是从快到慢的等比阶梯；但相邻之比是 10000^{2/d} 而不是 2：d = 512 时为 1.0366，d = 4 时为 100，只有 d ≈ 26.6 才等于 2。而且比特是跳变的，正弦是连续的。",
    },
    evidence: {
      en: "10000^{2/d} is 100 at d = 4, 10 at d = 8, 1.3335 at d = 64 and 1.0366 at d = 512; it is 2 at d = 2 ln 10000 / ln 2 = 26.58.",
      zh: "10000^{2/d} 在 d = 4 时为 100，d = 8 时为 10，d = 64 时为 1.3335，d = 512 时为 1.0366；要等于 2，须 d = 2 ln 10000 / ln 2 = 26.58。",
    },
  },
  {
    id: "000-08",
    section: { en: "§ 2.1", zh: "第 2.1 节" },
    kind: "property",
    verdict: "true",
    claim: {
      en: "For any offset k, P(pos+k) is a linear transform of P(pos).",
      zh: "对任意偏移 k，P(pos+k) 都可由 P(pos) 经线性变换得到。",
    },
    correct: {
      en: "True, and more than that: the map is a block-diagonal rotation M_{k}, which does not depend on pos and preserves length. Document 4 says so too.",
      zh: "成立，而且结论更强：这个变换是分块旋转矩阵 M_{k}，与 pos 无关，也不改变长度。文档 4 也有同样说法。",
    },
    evidence: {
      en: "One matrix per offset maps every row to the row k later, for k = 1, 7, 100 and 1000, with an error below 10⁻⁶ (float32).",
      zh: "每个偏移一个矩阵，就能把任意一行变成 k 行之后的那一行；k = 1、7、100、1000 时误差都小于 10⁻⁶（float32）。",
    },
    sources: [{ work: "vaswani", place: { en: "section 3.5", zh: "3.5 节" } }],
  },
  {
    id: "000-09",
    section: { en: "§ 2.1", zh: "第 2.1 节" },
    kind: "property",
    verdict: "misleading",
    claim: {
      en: "Because sine and cosine are periodic, the encoding can handle sequences beyond the training length without parameters, only with limited precision.",
      zh: "由于三角函数有周期性，编码无需参数即可处理比训练更长的序列，只是精度有限。",
    },
    correct: {
      en: "The vector exists at every position because the formula is defined there, not because of periodicity, which would rather make positions coincide. Whether a trained model copes with those vectors is another question; usually it soon fails to. Precision is lost only where the angle is computed in a short format.",
      zh: "任何位置的向量都算得出来，是因为公式处处有定义，与周期性无关；周期性反而会让不同位置重合。训练好的模型能否用好这些向量是另一回事，通常很快就会变差。至于精度，只有用低精度格式计算角度时才会损失。",
    },
    evidence: {
      en: "At d = 512, 133 of 256 pairs have not completed a turn within 512 positions, so position 512 brings values never seen in training. In the measurements of the ALiBi paper (2021), sinusoidal models degrade after 50 more tokens on one corpus, and with the very next token on another.",
      zh: "d = 512 时，256 对中有 133 对在 512 个位置内没有转满一圈，从位置 512 起就会出现训练中没有的值。ALiBi 论文（2021）实测，正弦编码的模型在一个语料上超出 50 个词元后变差，在另一个语料上多一个词元就变差。",
    },
    sources: [{ work: "alibi", place: { en: "figure 1", zh: "图 1" } }],
  },
  {
    id: "000-10",
    section: { en: "§ 2.2", zh: "第 2.2 节" },
    kind: "model-fact",
    verdict: "true-with-conditions",
    claim: {
      en: "The GPT series uses a trainable position matrix.",
      zh: "GPT 系列用可训练的矩阵表示位置。",
    },
    correct: {
      en: "True of GPT-1 (512 positions), GPT-2 (1024) and GPT-3 (2048). For GPT-4 no method was published; gpt-oss (2025), OpenAI’s open models, uses rotary encoding, as do GPT-J and GPT-NeoX, by others.",
      zh: "GPT-1（512）、GPT-2（1024）、GPT-3（2048）确实如此。GPT-4 没有公布方法；OpenAI 开源的 gpt-oss（2025）用旋转位置编码，其他团队的 GPT-J、GPT-NeoX 也是。",
    },
    evidence: {
      en: "GPT-2’s code has a table `wpe` of [1024, `n_embd`], GPT-1’s sets `n_ctx` = 512; the GPT-3 paper gives a context of 2048. GPT-NeoX-20B is configured with rotary encoding.",
      zh: "GPT-2 代码中有 [1024, `n_embd`] 的表 `wpe`，GPT-1 代码设 `n_ctx` = 512；GPT-3 论文给出的上下文为 2048。GPT-NeoX-20B 的配置是旋转位置编码。",
    },
    ground: "code",
    sources: [
      { work: "gpt1Code" },
      { work: "gpt2Code" },
      { work: "gpt3" },
      { work: "neox" },
    ],
  },
  {
    id: "000-11",
    section: { en: "§ 2.2", zh: "第 2.2 节" },
    kind: "property",
    verdict: "true-with-conditions",
    claim: {
      en: "A learned table cannot process sequences longer than `max_len`.",
      zh: "序列一旦比 `max_len` 长，可学习的表就没法用了。",
    },
    correct: {
      en: "The table has no row beyond `max_len` − 1, so the lookup fails unless the table is extended, by interpolation (as in document 4) or hierarchical decomposition (n rows to n² positions), or the input is truncated.",
      zh: "表的最后一行是第 `max_len` − 1 行，再往后查表就会失败，除非先扩展表：插值（见文档 4）、层次分解（n 行扩到 n² 个位置）；或者干脆截断输入。",
    },
    evidence: {
      en: "A table of 512 rows refuses position 512. Interpolation makes it 1024 rows; hierarchical decomposition reaches up to 512² = 262 144 positions and keeps the first 512 rows.",
      zh: "512 行的表查不到位置 512。插值可扩到 1024 行；层次分解最多可达 512² = 262 144 个位置，且前 512 行不变。",
    },
    sources: [{ work: "suHierarchical" }],
  },
  {
    id: "000-12",
    section: { en: "§ 2.2", zh: "第 2.2 节" },
    kind: "property",
    verdict: "unverifiable",
    claim: {
      en: "Learned encodings are rigid templates that easily overfit the training length.",
      zh: "可学习编码容易僵化，并对训练时的长度过拟合。",
    },
    correct: {
      en: "Plausible, since late rows get few updates, but the document measures nothing. The author of ALiBi voices a similar suspicion of learned, sinusoidal and rotary embeddings alike, without being sure of it.",
      zh: "说得通，因为靠后的行很少被更新，但文档没有测量。ALiBi 的作者也有类似怀疑，但自己并无把握，而且对可学习、正弦、旋转三类编码一视同仁。",
    },
    evidence: {
      en: "The README of ALiBi says of all three kinds that models overfit to them, and that its author isn’t sure; no measurement was found (looked up in 2026).",
      zh: "ALiBi 的 README 说模型会对这三类编码过拟合，同时说自己并无把握；没有找到测量结果（2026 年检索）。",
    },
    ground: "opinion",
    sources: [{ work: "alibiCode" }],
  },
];
