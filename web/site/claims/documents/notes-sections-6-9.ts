import type { Claim } from "../types.ts";

/** Document 3, sections 6 to 9: claims 003-16 to 003-30. */
export const notesSections6To9: readonly Claim[] = [
  {
    id: "003-16",
    section: { en: "§ 6", zh: "第 6 节" },
    kind: "property",
    verdict: "false",
    claim: {
      en: "A module set up with `max_len` = 5000 for training can process 6000 at inference.",
      zh: "模块以 `max_len` = 5000 训练，推理时照样能处理长度 6000。",
    },
    correct: {
      en: "Not with this code: the table has 5000 rows and the addition fails; it would have to be rebuilt. And `max_len` is the size of a table, not a training length.",
      zh: "用这段代码不行：表只有 5000 行，相加会报错，必须重新生成。而且 `max_len` 是表的大小，不是训练长度。",
    },
    evidence: {
      en: "Adding 5000 rows to 6000 tokens is refused; the answer to question 3 of the same document says that new rows must be computed.",
      zh: "6000 个词元与 5000 行相加会被拒绝；同一文档的问题 3 也说必须计算新的行。",
    },
  },
  {
    id: "003-17",
    section: { en: "§ 6", zh: "第 6 节" },
    kind: "property",
    verdict: "true-with-conditions",
    claim: {
      en: "Deterministic generation needs no learned parameters and saves capacity.",
      zh: "直接算出、不用学参数，模型容量可留作他用。",
    },
    correct: {
      en: "Correct, though little is saved (0.36% of BERT-base).",
      zh: "正确，不过省得很少（BERT-base 的 0.36%）。",
    },
    evidence: {
      en: "393 216 of about 110 million parameters.",
      zh: "约 1.1 亿参数中的 393 216 个。",
    },
    sources: [{ work: "bert" }],
  },
  {
    id: "003-18",
    section: { en: "§ 6", zh: "第 6 节" },
    kind: "property",
    verdict: "misleading",
    claim: {
      en: "Different frequencies per dimension give an anisotropic, richer code space.",
      zh: "各维频率不同，编码空间各向异性、更丰富。",
    },
    correct: {
      en: "Frequencies do differ, but that makes it no richer: L rows of the table live in a small subspace, since slow dimensions are nearly linear or constant.",
      zh: "各维频率确实不同，但并不因此更丰富：L 行的表落在很小的子空间里，因为低频维度近似线性或常数。",
    },
    evidence: {
      en: "90% of the variance of 256 rows of width 256 lies in a third as many directions as that of a random table.",
      zh: "256 行、256 维的表，90% 的方差所占的方向只有随机表的三分之一左右。",
    },
  },
  {
    id: "003-19",
    section: { en: "§ 6", zh: "第 6 节" },
    kind: "property",
    verdict: "misleading",
    claim: {
      en: "Translation invariance means that encodings of adjacent positions change smoothly.",
      zh: "平移不变性就是指相邻两行平滑过渡。",
    },
    correct: {
      en: "Those are two properties. Smoothness is about one step; translation invariance means that inner products and distances depend on the offset alone. The encoding itself is not invariant: it rotates.",
      zh: "这是两件事：平滑说的是相邻一步；平移不变是说内积和距离只取决于偏移。编码本身并非不变，而是旋转。",
    },
    evidence: {
      en: "Neighbouring rows have cosine similarity 0.9731 everywhere, while cells change by up to 1.98 between rows 100 and 1000.",
      zh: "相邻两行的余弦相似度处处为 0.9731；而第 100 行与第 1000 行的数值最多相差 1.98。",
    },
  },
  {
    id: "003-20",
    section: { en: "§ 7", zh: "第 7 节" },
    kind: "numeric",
    verdict: "true",
    claim: {
      en: "The example output has shape [2, 20, 512].",
      zh: "示例输出形状为 [2, 20, 512]。",
    },
    correct: {
      en: "Correct for batch 2, length 20, d_{model} 512.",
      zh: "批次 2、长度 20、d_{model} 512，形状正确。",
    },
    evidence: { en: "Addition keeps the shape.", zh: "相加不改变形状。" },
  },
  {
    id: "003-21",
    section: { en: "§ 7", zh: "第 7 节" },
    kind: "numeric",
    verdict: "false",
    claim: {
      en: "Printing the first four values at position 0 gives [0.8415, 0.5403, −0.0042, 0.9999].",
      zh: "打印位置 0 的前四个值得到 [0.8415, 0.5403, −0.0042, 0.9999]。",
    },
    correct: {
      en: "The encoding at position 0 is [0, 1, 0, 1], and the print adds a random x, so nobody can predict it. 0.8415 and 0.5403 are sin 1 and cos 1: position 1.",
      zh: "位置 0 的编码是 [0, 1, 0, 1]，打印值还加了随机的 x，因而无法预知。0.8415、0.5403 是 sin 1、cos 1，属于位置 1。",
    },
    evidence: {
      en: "Row 1 at d = 512 begins 0.8415, 0.5403, 0.8219, 0.5697. No row below 5000 has −0.0042 in third place.",
      zh: "d = 512 的第 1 行以 0.8415、0.5403、0.8219、0.5697 开头。前 5000 行中，没有一行的第三个数是 −0.0042。",
    },
  },
  {
    id: "003-22",
    section: { en: "§ 7", zh: "第 7 节" },
    kind: "property",
    verdict: "misleading",
    claim: {
      en: "The example configures `max_len` = 50 for the module.",
      zh: "示例把模块的 `max_len` 设为 50。",
    },
    correct: {
      en: "The variable is defined but never passed: `PositionalEncoding(d_model)` uses 5000.",
      zh: "变量定义了却没有传入：`PositionalEncoding(d_model)` 用的是默认值 5000。",
    },
    evidence: { en: "Read in the listing.", zh: "由代码可见。" },
    ground: "reading",
  },
  {
    id: "003-23",
    section: { en: "§ 8", zh: "第 8 节" },
    kind: "model-fact",
    verdict: "false",
    claim: {
      en: "T5 is a hybrid: the first 128 dimensions learned, the other 384 fixed.",
      zh: "T5 采用混合编码，前 128 维可学习，后 384 维固定。",
    },
    correct: {
      en: "T5 has no position vectors; it adds a learned scalar per head and bucket (32 buckets, logarithmic to offset 128). The 128 may be a garbled maximum distance. Document 1 has it right.",
      zh: "T5 没有位置向量，而是每个头、每个桶一个可学习标量偏置（32 桶，按对数分到偏移 128）。128 可能是把最大距离记错了。文档 1 的说法才对。",
    },
    evidence: {
      en: "T5’s bucket function has 32 buckets and a maximum distance of 128, and its models no position table.",
      zh: "T5 的分桶函数有 32 个桶，最大距离 128；模型里没有位置表。",
    },
    ground: "code",
    sources: [{ work: "t5" }],
  },
  {
    id: "003-24",
    section: { en: "§ 8", zh: "第 8 节" },
    kind: "model-fact",
    verdict: "true",
    claim: {
      en: "RoFormer encodes position by rotation in complex space.",
      zh: "RoFormer 以复数空间中的旋转编码位置。",
    },
    correct: {
      en: "Correct: each pair of coordinates is multiplied by exp(imθ).",
      zh: "正确：每对坐标乘以 exp(imθ)。",
    },
    evidence: {
      en: "A score at offset 7 is the same from positions 0 to 10 000, and lengths are kept, both to rounding.",
      zh: "偏移 7 处的分数，从位置 0 到 10 000 都一样，长度也不变，误差都在舍入范围内。",
    },
    sources: [{ work: "roformer" }],
  },
  {
    id: "003-25",
    section: { en: "§ 8", zh: "第 8 节" },
    kind: "property",
    verdict: "true-with-conditions",
    claim: {
      en: "RoPE has superior theoretical properties.",
      zh: "RoPE 的理论性质更好。",
    },
    correct: {
      en: "What can be verified: it is relative by construction, preserves norms, works with linear attention, and has an upper bound that falls with distance. For random q and k the root mean square of the score does not fall at all.",
      zh: "可验证的部分：天然相对，保范数，可用于线性注意力，上界随距离衰减。但对随机的 q、k，分数的均方根并不衰减。",
    },
    evidence: {
      en: "Over 400 random pairs the RMS of the scores is about 8 at offsets 0, 1, 10 and 100 alike (head width 64).",
      zh: "400 对随机向量，偏移 0、1、10、100 处分数的均方根都在 8 左右（每头 64 维）。",
    },
    sources: [{ work: "roformer" }],
  },
  {
    id: "003-26",
    section: { en: "§ 9 Q1", zh: "第 9 节 Q1" },
    kind: "property",
    verdict: "misleading",
    claim: {
      en: "Raw integer positions carry no learnable semantic information.",
      zh: "整数下标本身学不到任何语义。",
    },
    correct: {
      en: "An integer fixes the position completely, and ALiBi uses plain distances with success. The real troubles are scale, and that layer normalisation removes a number added to all components.",
      zh: "整数本身就完全确定了位置，ALiBi 直接用距离也很有效。真正的问题是尺度，以及给所有分量加同一个数会被层归一化抹掉。",
    },
    evidence: {
      en: "Adding 5000 to all components of a vector changes its layer norm by less than 0.01.",
      zh: "给向量的所有分量都加 5000，层归一化的结果变化不到 0.01。",
    },
    sources: [{ work: "alibi" }],
  },
  {
    id: "003-27",
    section: { en: "§ 9 Q1", zh: "第 9 节 Q1" },
    kind: "numeric",
    verdict: "true",
    claim: {
      en: "In long sequences integer positions become far larger than word vector values.",
      zh: "长序列里整数位置会远大于词向量的数值。",
    },
    correct: {
      en: "Correct; sinusoids stay within [−1, 1].",
      zh: "正确；正弦编码始终在 [−1, 1] 内。",
    },
    evidence: {
      en: "Position 4999 against values below 5; sinusoids do not exceed 1.",
      zh: "位置 4999，而词向量的值不超过 5；正弦编码不超过 1。",
    },
  },
  {
    id: "003-28",
    section: { en: "§ 9 Q2", zh: "第 9 节 Q2" },
    kind: "property",
    verdict: "true",
    claim: {
      en: "The original scheme is fixed; variants such as BERT train it.",
      zh: "原方案固定，BERT 等变体可训练。",
    },
    correct: {
      en: "Correct; the original paper also tried learned positions, with nearly identical results.",
      zh: "正确；原论文也试过可学习的版本，效果几乎一样。",
    },
    evidence: {
      en: "The paper of 2017 reports both (table 3, row E); BERT trains its table.",
      zh: "2017 年的论文两种都试过（表 3 的 E 行）；BERT 训练自己的表。",
    },
    ground: "paper",
    sources: [
      { work: "vaswani", place: { en: "section 3.5", zh: "3.5 节" } },
      { work: "bertCode" },
    ],
  },
  {
    id: "003-29",
    section: { en: "§ 9 Q3", zh: "第 9 节 Q3" },
    kind: "property",
    verdict: "true-with-conditions",
    claim: {
      en: "For inputs beyond `max_len`, keep the last `max_len` positions.",
      zh: "输入超过 `max_len` 时，只留末尾的 `max_len` 个。",
    },
    correct: {
      en: "Sensible for generation, where recent text matters; for classification the start is often kept instead. After the cut, positions are numbered from 0 again.",
      zh: "对生成合理，因为最近的内容更重要；分类任务常保留开头。截断后，位置要从 0 重新编号。",
    },
    evidence: {
      en: "Of 6000 tokens, 1000 to 5999 stay and get positions 0 to 4999.",
      zh: "6000 个词元中，保留 1000 至 5999，编号为 0 至 4999。",
    },
  },
  {
    id: "003-30",
    section: { en: "§ 9 Q3", zh: "第 9 节 Q3" },
    kind: "property",
    verdict: "misleading",
    claim: {
      en: "Computing new positions by formula is possible only for sinusoidal encoding.",
      zh: "能靠公式求出新位置的只有正弦编码。",
    },
    correct: {
      en: "RoPE, ALiBi and T5’s buckets are functions of position or offset as well. And that something can be computed does not make a trained model work there.",
      zh: "RoPE、ALiBi、T5 分桶也都是位置或偏移的函数，同样能算。而且能算出来，不代表训练好的模型能用。",
    },
    evidence: {
      en: "T5’s bucket of offset 1000 is 31, ALiBi’s bias at distance 11 000 with slope 1/256 is −42.97.",
      zh: "T5 对偏移 1000 给出第 31 桶；ALiBi 在距离 11 000、斜率 1/256 处的偏置为 −42.97。",
    },
    sources: [{ work: "t5" }, { work: "alibi" }],
  },
];
