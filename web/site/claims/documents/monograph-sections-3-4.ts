import type { Claim } from "../types.ts";

/** Document 0, sections 3 and 4: claims 000-13 to 000-22. */
export const monographSections3To4: readonly Claim[] = [
  {
    id: "000-13",
    section: { en: "§ 3.1", zh: "第 3.1 节" },
    kind: "property",
    verdict: "true-with-conditions",
    claim: {
      en: "Along rows of the heatmap, neighbouring positions change smoothly.",
      zh: "热力图中相邻位置之间平滑过渡。",
    },
    correct: {
      en: "True of the slow dimensions and of the vector as a whole, not of the fastest dimensions, which can move by almost a full unit per step.",
      zh: "对低频维度和整个向量成立；频率最高的维度每步几乎能移动一个单位。",
    },
    evidence: {
      en: "At d = 512 neighbouring rows have cosine similarity 0.9731 and 384 of 512 dimensions never move by 0.1 in a step, but dimension 0 moves by up to 0.9589 = 2 sin 0.5.",
      zh: "d = 512 时，相邻两行的余弦相似度为 0.9731，512 维中有 384 维每步变化不到 0.1；但第 0 维最多变化 0.9589 = 2 sin 0.5。",
    },
  },
  {
    id: "000-14",
    section: { en: "§ 3.2", zh: "第 3.2 节" },
    kind: "formula",
    verdict: "false",
    claim: {
      en: "The inner product of two position vectors is proportional to 1/|i−j|.",
      zh: "两个位置向量的内积与 1/|i−j| 成正比。",
    },
    correct: {
      en: "It is exactly the sum of cos(ω\u00a0k) over all frequencies ω, where k = |i−j|. For 1 ≪ k ≪ 10000 that is close to (d/2)(1 − (ln k + γ)/ln 10000): logarithmic, not reciprocal. And at k = 0 a 1/k law is infinite, where the true value is d/2.",
      zh: "内积精确等于各频率 ω 的 cos(ω\u00a0k) 之和，其中 k = |i−j|。当 1 ≪ k ≪ 10000 时，它接近 (d/2)(1 − (ln k + γ)/ln 10000)，是对数衰减，不是倒数衰减；倒数律在 k = 0 处为无穷大，而真值是 d/2。",
    },
    evidence: {
      en: "g(k)/g(0) at d = 512 is 0.9731, 0.6789, 0.4373 and 0.1757 at k = 1, 10, 100 and 1000. Over k = 1 … 1000, c/k has R² = −6.29, the logarithmic law 0.974 with nothing fitted.",
      zh: "d = 512 时，g(k)/g(0) 在 k = 1、10、100、1000 处为 0.9731、0.6789、0.4373、0.1757。在 k = 1 … 1000 上，c/k 的 R² = −6.29，对数律不作任何拟合就有 0.974。",
    },
  },
  {
    id: "000-15",
    section: { en: "§ 3.2", zh: "第 3.2 节" },
    kind: "property",
    verdict: "misleading",
    claim: {
      en: "The dot product keeps shrinking as two positions get farther apart.",
      zh: "两个位置离得越远，点积就越小。",
    },
    correct: {
      en: "Only the trend falls. At finite d the curve is not monotone and crosses zero; and since it depends on |i−j| alone, it tells no direction.",
      zh: "只有总的趋势在下降。维度有限时，曲线并不单调，还会穿过零；而且它只取决于 |i−j|，分不出方向。",
    },
    evidence: {
      en: "At d = 512, 14 of the first 100 steps rise, the first at k = 44, and the product is negative at k = 3284.",
      zh: "d = 512 时，前 100 步中有 14 步上升，首次在 k = 44；k = 3284 处内积为负。",
    },
  },
  {
    id: "000-16",
    section: { en: "§ 3.2", zh: "第 3.2 节" },
    kind: "property",
    verdict: "misleading",
    claim: {
      en: "This decay fits the linguistic prior that nearby words matter more to each other.",
      zh: "这种衰减正好符合邻近词更相关的语言先验。",
    },
    correct: {
      en: "Attention does not use the raw dot product of position vectors: the learned W_{Q} and W_{K} stand in between, and with random ones the decay is gone. It is ALiBi that builds such a prior in.",
      zh: "注意力用的不是位置向量的原始点积，中间还隔着学出来的 W_{Q}、W_{K}；换成随机矩阵，衰减就不见了。真正把这种先验写进模型的是 ALiBi。",
    },
    evidence: {
      en: "At d = 128 the raw product falls from 64 to 35 within 50 positions. After random matrices with entries N(0, 1/d), hardly anything of that fall is left.",
      zh: "d = 128 时，原始内积在 50 个位置内从 64 降到 35；经过元素为 N(0, 1/d) 的随机矩阵后，这一下降几乎不剩。",
    },
    sources: [{ work: "alibi" }],
  },
  {
    id: "000-17",
    section: { en: "§ 3.2", zh: "第 3.2 节" },
    kind: "formula",
    verdict: "true",
    claim: {
      en: "Products of sines or of cosines of two positions expand into a difference-frequency and a sum-frequency cosine.",
      zh: "两个位置的正弦积或余弦积可展开为差角余弦与和角余弦。",
    },
    correct: { en: "Both identities are correct.", zh: "两条恒等式都正确。" },
    evidence: {
      en: "Both identities hold to the rounding of float32 for 32 frequencies.",
      zh: "对 32 个频率，两条恒等式的误差都在 float32 的舍入范围内。",
    },
  },
  {
    id: "000-18",
    section: { en: "§ 3.2", zh: "第 3.2 节" },
    kind: "formula",
    verdict: "misleading",
    claim: {
      en: "In the expansion, i−j expresses relative position while i+j is tied to absolute position.",
      zh: "展开式中 i−j 反映相对位置，i+j 与绝对位置有关。",
    },
    correct: {
      en: "True of each product alone. In the inner product, however, the two sum terms cancel and only cos(ω(i−j)) is left: P_{i} · P_{j} knows nothing of absolute position.",
      zh: "单看每个乘积没有错；但求内积时，两个和角项正好抵消，只剩 cos(ω(i−j))，P_{i} · P_{j} 里不再含有绝对位置。",
    },
    evidence: {
      en: "Moving both positions by 1000 changes single products by more than 0.5, the inner product by less than 10⁻⁵.",
      zh: "两个位置同时移动 1000，单个乘积的变化超过 0.5，内积的变化小于 10⁻⁵。",
    },
  },
  {
    id: "000-19",
    section: { en: "§ 4.1", zh: "第 4.1 节" },
    kind: "property",
    verdict: "true-with-conditions",
    claim: {
      en: "The listed PyTorch class implements sinusoidal encoding.",
      zh: "文中的 PyTorch 类实现了正弦位置编码。",
    },
    correct: {
      en: "The algorithm is right, but the snippet uses `nn` without importing it, fails when d_{model} is odd, has too few rows for inputs longer than `max_len` = 5000, and always starts at position 0.",
      zh: "算法正确，但片段没有导入 `nn`，d_{model} 为奇数时报错，输入超过 `max_len` = 5000 时行数不够，而且总是从位置 0 开始。",
    },
    evidence: {
      en: "The import lines name torch and math only. At d = 5 there are three even and two odd columns for three frequencies; 6000 tokens do not fit on 5000 rows.",
      zh: "import 只有 torch 与 math。d = 5 时有三个偶数列、两个奇数列，频率却有三个；6000 个词元与 5000 行也无法相加。",
    },
  },
  {
    id: "000-20",
    section: { en: "§ 4.1", zh: "第 4.1 节" },
    kind: "property",
    verdict: "true",
    claim: {
      en: "Computing all frequencies at once in `div_term` removes the loop.",
      zh: "用 `div_term` 一次算出全部频率，可以省去循环。",
    },
    correct: {
      en: "True: d/2 exponentials are enough for the whole table.",
      zh: "成立：整张表只需 d/2 次指数运算。",
    },
    evidence: {
      en: "256 frequencies give all cells of any number of rows at d = 512.",
      zh: "d = 512 时，256 个频率就能得到任意多行的全部数值。",
    },
  },
  {
    id: "000-21",
    section: { en: "§ 4.2", zh: "第 4.2 节" },
    kind: "property",
    verdict: "true-with-conditions",
    claim: {
      en: "The learned module looks up rows 0 to `seq_len` − 1 and adds them to the batch.",
      zh: "可学习模块取第 0 到 `seq_len` − 1 行并加到批次上。",
    },
    correct: {
      en: "Right for `seq_len` ≤ `max_len` (512 by default); beyond that the lookup raises an index error. `nn.Embedding` starts from N(0, 1), document 4 from 0.02 · N(0, 1).",
      zh: "`seq_len` 不超过 `max_len`（默认 512）时正确，超过则查表越界。`nn.Embedding` 的初值取自 N(0, 1)，文档 4 则用 0.02 · N(0, 1)。",
    },
    evidence: {
      en: "Positions 0 to 511 are answered, 512 is refused. BERT initialises with a truncated normal of 0.02, GPT-2’s positions with 0.01.",
      zh: "位置 0 至 511 能查到，512 不行。BERT 用 0.02 的截断正态初始化，GPT-2 的位置用 0.01。",
    },
    sources: [{ work: "bertCode" }, { work: "gpt2Code" }],
  },
  {
    id: "000-22",
    section: { en: "§ 4.2", zh: "第 4.2 节" },
    kind: "model-fact",
    verdict: "true",
    claim: {
      en: "BERT is an example with learned positions and length 512.",
      zh: "BERT 就是可学习位置、长度 512 的例子。",
    },
    correct: { en: "Correct.", zh: "正确。" },
    evidence: {
      en: "BERT’s code: `max_position_embeddings` = 512, `use_position_embeddings` = True.",
      zh: "BERT 代码：`max_position_embeddings` = 512，`use_position_embeddings` = True。",
    },
    ground: "code",
    sources: [{ work: "bert" }, { work: "bertCode" }],
  },
];
