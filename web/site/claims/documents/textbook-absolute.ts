import type { Claim } from "../types.ts";

/** Document 4, absolute encodings: claims 004-01 to 004-12. */
export const textbookAbsolute: readonly Claim[] = [
  {
    id: "004-01",
    section: { en: "necessity", zh: "必要性" },
    kind: "property",
    verdict: "misleading",
    claim: {
      en: "Attention is permutation-invariant: for any ordering of the input the result is the same.",
      zh: "注意力具有置换不变性，输入任意换序，结果都相同。",
    },
    correct: {
      en: "It is permutation-equivariant; the rows of the result are reordered with the input.",
      zh: "它是置换等变的，结果的行会随输入一起换序。",
    },
    evidence: { en: "As for 002-02.", zh: "同 002-02。" },
  },
  {
    id: "004-02",
    section: { en: "necessity", zh: "必要性" },
    kind: "property",
    verdict: "misleading",
    claim: {
      en: "For [A,B,C] and [B,A,C] the attention weight matrices come out the same, ignoring order.",
      zh: "[A,B,C] 与 [B,A,C] 的注意力权重矩阵相同（忽略顺序）。",
    },
    correct: {
      en: "The same numbers appear, but rows and columns are permuted together: A′ = PAPᵀ.",
      zh: "数值相同，但行和列要一起置换：A′ = PAPᵀ。",
    },
    evidence: {
      en: "For random vectors, A′ and PAPᵀ agree to rounding, A′ and A differ by more than 0.1.",
      zh: "对随机向量，A′ 与 PAPᵀ 的误差在舍入范围内，A′ 与 A 则相差 0.1 以上。",
    },
  },
  {
    id: "004-03",
    section: { en: "formula", zh: "公式" },
    kind: "formula",
    verdict: "true",
    claim: {
      en: "i runs from 0 to d_{model}/2 − 1.",
      zh: "i 的取值为 0 到 d_{model}/2 − 1。",
    },
    correct: {
      en: "Correct, and the only explicit range of i in the five documents; the document’s own loop then uses i for the dimension.",
      zh: "正确，而且是五篇里唯一写明范围的；不过它自己的循环里，i 又改指维度。",
    },
    evidence: {
      en: "At d = 512, 256 pairs fill the 512 columns.",
      zh: "d = 512 时，256 对恰好填满 512 列。",
    },
  },
  {
    id: "004-04",
    section: { en: "why sin/cos", zh: "为何用正弦余弦" },
    kind: "property",
    verdict: "true-with-conditions",
    claim: {
      en: "Adjacent positions have similar encodings, distant ones differ more.",
      zh: "相邻位置编码相似，远处差别较大。",
    },
    correct: {
      en: "True on average for d of 64 or more. It is not strict, and for small d distant positions can nearly coincide.",
      zh: "d 在 64 以上时，平均而言成立；但并不严格，d 很小时远处的位置可能几乎重合。",
    },
    evidence: {
      en: "Cosine similarity at d = 512: 0.9731, 0.6789, 0.4373, 0.1757 for k = 1, 10, 100, 1000. At d = 8 it is back at 0.9957 for k = 6283.",
      zh: "d = 512 的余弦相似度：k = 1、10、100、1000 时为 0.9731、0.6789、0.4373、0.1757。d = 8 时，k = 6283 处又回到 0.9957。",
    },
  },
  {
    id: "004-05",
    section: { en: "implementation", zh: "实现" },
    kind: "formula",
    verdict: "true",
    claim: {
      en: "The Java loop with angle pos / 10000^(2*(i/2)/d) builds the table.",
      zh: "用角度 pos/10000^(2*(i/2)/d) 的 Java 循环可生成这张表。",
    },
    correct: {
      en: "Correct: integer division gives the number of the pair, and unlike the versions with slices in documents 0 and 3 it accepts odd d.",
      zh: "正确：整数除法得到对的编号；与文档 0、3 用切片的写法不同，d 为奇数也可用。",
    },
    evidence: {
      en: "The loop and the table agree to half a unit of float32, at d = 512 and at d = 5.",
      zh: "循环与表在 d = 512 和 d = 5 时都吻合，误差不超过 float32 的半个单位。",
    },
  },
  {
    id: "004-06",
    section: { en: "visualisation", zh: "可视化" },
    kind: "property",
    verdict: "misleading",
    claim: {
      en: "Plotting the first four dimensions shows that different dimensions have different frequencies.",
      zh: "画出前四个维度的曲线就能看到各维频率不同。",
    },
    correct: {
      en: "At d = 512 the first four dimensions hold only two frequencies, which look alike: periods of 6.283 and 6.513. Dimensions far apart show it better.",
      zh: "d = 512 时，前四维只有两个频率，而且很接近：周期为 6.283 与 6.513。应选相隔较远的维度。",
    },
    evidence: {
      en: "Periods of 6.283 and 6.513 part by a turn after 177.8 positions. At d = 4 they are 6.283 and 628.3.",
      zh: "周期 6.283 与 6.513，要 177.8 个位置才相差一圈。d = 4 时则是 6.283 与 628.3。",
    },
  },
  {
    id: "004-07",
    section: { en: "learned", zh: "学习编码" },
    kind: "property",
    verdict: "false",
    claim: {
      en: "The learned layer as written optimises its position embeddings by training.",
      zh: "按所写代码，可学习层会在训练中优化位置嵌入。",
    },
    correct: {
      en: "`forward` wraps the bare array in a new Variable without a link to the parameter, so no gradient arrives, and the embeddings keep their initial values.",
      zh: "`forward` 把裸数组包进新的 Variable，与参数脱离，梯度传不回去，嵌入停在初始值。",
    },
    evidence: {
      en: "Read in the listing and in the public framework that it resembles; not run.",
      zh: "由代码及与之相似的公开框架可见；没有运行。",
    },
    ground: "reading",
  },
  {
    id: "004-08",
    section: { en: "learned", zh: "学习编码" },
    kind: "numeric",
    verdict: "true",
    claim: {
      en: "Embeddings start as normal noise times 0.02.",
      zh: "嵌入以正态噪声乘 0.02 初始化。",
    },
    correct: {
      en: "A common choice (BERT: truncated normal, 0.02; GPT-2: 0.01 for positions). In document 0, `nn.Embedding` starts with standard deviation 1.",
      zh: "常见做法（BERT 为截断正态 0.02，GPT-2 的位置为 0.01）；文档 0 的 `nn.Embedding` 标准差为 1。",
    },
    evidence: {
      en: "BERT: `initializer_range` 0.02. GPT-2: 0.01 for positions, 0.02 for tokens.",
      zh: "BERT：`initializer_range` 0.02。GPT-2：位置 0.01，词元 0.02。",
    },
    sources: [{ work: "bertCode" }, { work: "gpt2Code" }],
  },
  {
    id: "004-09",
    section: { en: "comparison", zh: "比较" },
    kind: "performance",
    verdict: "misleading",
    claim: {
      en: "Fixed encoding needs no extra parameters or computation.",
      zh: "固定编码不增加参数，也不增加计算。",
    },
    correct: {
      en: "No parameters, true. But adding the table, and storing or recomputing it, costs as much as a learned lookup.",
      zh: "确实没有参数；但相加，以及存储或重算这张表，开销与可学习的查表一样。",
    },
    evidence: {
      en: "1024 × 512 numbers: 524 288 additions and 2.1 MB, as with a learned table.",
      zh: "1024 × 512 个数：524 288 次加法、2.1 MB，与可学习的表一样。",
    },
  },
  {
    id: "004-10",
    section: { en: "comparison", zh: "比较" },
    kind: "property",
    verdict: "misleading",
    claim: {
      en: "Determinism (same input, same encoding) is an advantage of fixed over learned encoding.",
      zh: "确定性（同输入同编码）是固定编码相对可学习编码的优势。",
    },
    correct: {
      en: "Once trained, a learned lookup is as deterministic. What sets fixed tables apart is that the formula reproduces them without weights.",
      zh: "训练完成后，可学习的查表同样是确定的。真正的区别在于，固定的表不需要权重，由公式就能复现。",
    },
    evidence: {
      en: "Two lookups in the same learned table give the same numbers.",
      zh: "同一张可学习的表查两次，数值相同。",
    },
  },
  {
    id: "004-11",
    section: { en: "comparison", zh: "比较" },
    kind: "property",
    verdict: "misleading",
    claim: {
      en: "Fixed encoding can handle input longer than the training length.",
      zh: "固定编码可以处理比训练更长的输入。",
    },
    correct: {
      en: "The vectors can be computed (if not by the class shown, whose table ends at `maxLength`); quality is another matter. The document’s own next section says that fixed encodings may not cope.",
      zh: "向量算得出来（但所列的类做不到，它的表到 `maxLength` 为止），效果则另当别论。紧接着的一节自己也说，固定编码可能处理不好。",
    },
    evidence: {
      en: "As for 000-09; and a table of fixed length refuses longer input.",
      zh: "同 000-09；而且固定长度的表会拒绝更长的输入。",
    },
    sources: [{ work: "alibi", place: { en: "figure 1", zh: "图 1" } }],
  },
  {
    id: "004-12",
    section: { en: "comparison", zh: "比较" },
    kind: "performance",
    verdict: "true-with-conditions",
    claim: {
      en: "In practice fixed and learned encodings perform about equally.",
      zh: "实际中固定与可学习编码表现大致相当。",
    },
    correct: {
      en: "True of the original translation experiment. It is not true of extrapolation, where the two fail in different ways.",
      zh: "对原论文的翻译实验成立；在外推上不成立，两者失效的方式不同。",
    },
    evidence: {
      en: "The paper of 2017 calls the results nearly identical (table 3, row E); on extrapolation see ALiBi (2021). Our small models agree on both: alike at the trained length, unlike beyond it.",
      zh: "2017 年的论文称两者结果几乎相同（表 3 的 E 行）；外推方面见 ALiBi（2021）。我们训练的小模型两点都一致：训练长度上不相上下，越过之后各不相同。",
    },
    sources: [
      {
        work: "vaswani",
        place: { en: "section 3.5 and table 3", zh: "3.5 节与表 3" },
      },
      { work: "alibi" },
    ],
  },
];
