import type { Claim } from "../types.ts";

/** Document 2, sections 1 to 3: claims 002-01 to 002-18. */
export const introductionSections1To3: readonly Claim[] = [
  {
    id: "002-01",
    section: { en: "§ 1.1", zh: "第 1.1 节" },
    kind: "property",
    verdict: "true",
    claim: {
      en: "RNNs and LSTMs suffer from vanishing or exploding gradients and cannot be parallelised easily.",
      zh: "RNN 与 LSTM 有梯度消失或爆炸问题，也难以并行。",
    },
    correct: {
      en: "Correct; an LSTM mitigates vanishing gradients, but not the dependence of each step on the last.",
      zh: "正确；LSTM 缓解了梯度消失，但每一步仍要等上一步算完。",
    },
    evidence: {
      en: "The gradient of a recurrent network is a product over its steps, which shrinks or grows geometrically.",
      zh: "循环网络的梯度是各步因子的连乘，会按几何级数缩小或增大。",
    },
    ground: "paper",
    sources: [{ work: "pascanu" }],
  },
  {
    id: "002-02",
    section: { en: "§ 1.2", zh: "第 1.2 节" },
    kind: "property",
    verdict: "misleading",
    claim: {
      en: "The attention mechanism is invariant to the order of its inputs.",
      zh: "输入换序后注意力的结果不变。",
    },
    correct: {
      en: "The map from inputs to outputs is equivariant: permute the inputs, and the outputs are permuted with them. Only the output of one fixed query over a set of keys, or a pooled output, is invariant.",
      zh: "从输入到输出的映射是等变的：输入换序，输出跟着换序。只有固定一个查询去看一组键值，或者把输出汇总，结果才是不变的。",
    },
    evidence: {
      en: "Over six random tokens, |Attn(PX) − P·Attn(X)| is rounding, |Attn(PX) − Attn(X)| more than 1.",
      zh: "六个随机词元：|Attn(PX) − P·Attn(X)| 只是舍入误差，|Attn(PX) − Attn(X)| 则超过 1。",
    },
  },
  {
    id: "002-03",
    section: { en: "§ 1.3", zh: "第 1.3 节" },
    kind: "property",
    verdict: "true-with-conditions",
    claim: {
      en: "Adding position vectors lets the model perceive relative or absolute position.",
      zh: "加上位置向量后模型就能感知相对或绝对位置。",
    },
    correct: {
      en: "Absolute position is in the input; relative position has to be extracted by learned weights.",
      zh: "绝对位置已在输入里，相对位置要靠学到的权重去提取。",
    },
    evidence: {
      en: "With the shift matrix as weights all queries find the key at offset 5; without it, none.",
      zh: "以平移矩阵作权重，所有查询都能找到偏移 5 处的键；没有它，一个也找不到。",
    },
  },
  {
    id: "002-04",
    section: { en: "§ 3.1", zh: "第 3.1 节" },
    kind: "formula",
    verdict: "true",
    claim: {
      en: "Fixed vectors are precomputed from sin and cos with base 10000.",
      zh: "用以 10000 为底的正弦余弦预先算出固定向量。",
    },
    correct: {
      en: "The formula is right (it is printed twice, in sections 3.1 and 4.1), but the worked table below it is not.",
      zh: "公式正确（3.1 与 4.1 各出现一次），错的是后面的示例表。",
    },
    evidence: { en: "As for 000-04.", zh: "同 000-04。" },
    sources: [{ work: "vaswani", place: { en: "section 3.5", zh: "3.5 节" } }],
  },
  {
    id: "002-05",
    section: { en: "§ 3.1, 4.1", zh: "第 3.1、4.1 节" },
    kind: "property",
    verdict: "misleading",
    claim: {
      en: "The encoding has a linear-transformation invariance of relative position.",
      zh: "该编码具有某种“相对位置在线性变换下不变”的性质。",
    },
    correct: {
      en: "What holds is that a shift acts as a linear map which does not depend on position (equivariance), and that inner products and distances are unchanged when both positions shift together.",
      zh: "真正成立的是：平移表现为与位置无关的线性变换（等变）；两个位置一起平移时，内积与距离不变。",
    },
    evidence: {
      en: "The same matrix serves all positions with an error below 10⁻⁶, while the cells themselves change by more than 1.",
      zh: "同一个矩阵适用于所有位置，误差小于 10⁻⁶；而数值本身的变化超过 1。",
    },
  },
  {
    id: "002-06",
    section: { en: "§ 3.1, 4.1", zh: "第 3.1、4.1 节" },
    kind: "property",
    verdict: "false",
    claim: {
      en: "Because trigonometric functions are used, the encoding dimension is limited by the hidden size and cannot be extended.",
      zh: "因为用了三角函数，编码维度受制于隐藏层大小，无法扩展。",
    },
    correct: {
      en: "The formula works for every d. That d equals d_{model} comes from adding the vectors; concatenation or a projection lifts it, and learned tables that are added are bound in the same way.",
      zh: "公式对任意 d 都可用。d 等于 d_{model} 是因为要相加；改用拼接或投影就不受此限，而相加的可学习表也受同样约束。",
    },
    evidence: {
      en: "Widths of 2, 5, 64, 768 and 1024 all work; document 1 itself joins 2 dimensions of position with 4 of a word.",
      zh: "宽度 2、5、64、768、1024 都可用；文档 1 自己就把 2 维位置与 4 维词向量拼在一起。",
    },
  },
  {
    id: "002-07",
    section: { en: "§ 3.1, 4.1", zh: "第 3.1、4.1 节" },
    kind: "property",
    verdict: "misleading",
    claim: {
      en: "Sinusoidal encoding lacks intuitive interpretability.",
      zh: "正弦编码不直观，难以解释。",
    },
    correct: {
      en: "A judgement, and against it stand the clock of document 1 and the binary counter of document 0, as well as document 1’s own list of strengths.",
      zh: "这是评价；文档 1 的钟表、文档 0 的二进制计数器，以及文档 1 的优点列表，都与它相反。",
    },
    evidence: { en: "No document measures it.", zh: "没有文档做过测量。" },
    ground: "opinion",
  },
  {
    id: "002-08",
    section: { en: "§ 3.1, 4.1", zh: "第 3.1、4.1 节" },
    kind: "property",
    verdict: "false",
    claim: {
      en: "The encoding only suits fixed-length sequences and is hard to apply to variable length such as generation.",
      zh: "这种编码只适合固定长度序列，难以用于文本生成等变长任务。",
    },
    correct: {
      en: "It is defined at every position, and the original model translated sentences of any length with it. Documents 0, 1, 3 and 4 all say that it handles variable or longer input.",
      zh: "它在任意位置都有定义，原始模型就用它翻译长短不一的句子。文档 0、1、3、4 都说它能处理变长或更长的序列。",
    },
    evidence: {
      en: "A table of 10 rows is the beginning of one of 1000, and row 1 000 000 can be computed. The original model translates sentences of any length.",
      zh: "10 行的表就是 1000 行的表的开头，第 1 000 000 行也算得出来。原始模型翻译的句子长短不一。",
    },
    sources: [{ work: "vaswani" }],
  },
  {
    id: "002-09",
    section: { en: "§ 3.2, 4.2", zh: "第 3.2、4.2 节" },
    kind: "formula",
    verdict: "false",
    claim: {
      en: "The relative vector a_{ij} is added to the scalar product Q_{i}·K_{j}ᵀ in the score.",
      zh: "把相对位置向量 a_{ij} 直接加到标量 Q_{i}·K_{j}ᵀ 上。",
    },
    correct: {
      en: "A vector cannot be added to a scalar. Either a_{ij} is a vector and enters as q_{i}·(k_{j} + a_{ij}) (Shaw), or it is a scalar bias b(i−j) (T5, ALiBi).",
      zh: "向量不能与标量相加。要么 a_{ij} 是向量，以 q_{i}·(k_{j} + a_{ij}) 的形式进入（Shaw），要么它是标量偏置 b(i−j)（T5、ALiBi）。",
    },
    evidence: {
      en: "With q = (1, 1, 1), k = (0.5, −1, 2) and the document’s vector (0.1, −0.2, −0.3), the formula gives three numbers, Shaw’s form one: 0.6351.",
      zh: "取 q = (1, 1, 1)、k = (0.5, −1, 2)，以及文档的向量 (0.1, −0.2, −0.3)，该公式得出三个数，Shaw 的形式得出一个：0.6351。",
    },
    sources: [{ work: "shaw" }],
  },
  {
    id: "002-10",
    section: { en: "§ 3.2, 4.2", zh: "第 3.2、4.2 节" },
    kind: "formula",
    verdict: "false",
    claim: {
      en: "Attention(Q_{i}, K_{j}, V_{j}) is a softmax of one score times V_{j}.",
      zh: "Attention(Q_{i}, K_{j}, V_{j}) 等于单个分数的 softmax 乘 V_{j}。",
    },
    correct: {
      en: "The softmax of a single number is 1. The output is z_{i} = Σ_{j} softmax_{j}(e_{ij}) v_{j} over all keys; Shaw also adds a vector a_{ij} to the value.",
      zh: "对单个数做 softmax 恒为 1。输出应为 z_{i} = Σ_{j} softmax_{j}(e_{ij}) v_{j}，遍历所有键；Shaw 还在值一侧加上 a_{ij}。",
    },
    evidence: {
      en: "With one key, attention returns its value whatever the score.",
      zh: "只有一个键时，不论分数多少，注意力都返回它的值。",
    },
    sources: [{ work: "shaw" }],
  },
  {
    id: "002-11",
    section: { en: "§ 3.2", zh: "第 3.2 节" },
    kind: "formula",
    verdict: "true-with-conditions",
    claim: {
      en: "The relative term sits inside the division by √d_{k}.",
      zh: "相对项放在除以 √d_{k} 的括号内。",
    },
    correct: {
      en: "Right for Shaw and Transformer-XL. ALiBi adds its bias after the scaling, T5 does not scale at all, DeBERTa divides by √(3d).",
      zh: "对 Shaw 与 Transformer-XL 正确；ALiBi 的偏置加在缩放之后，T5 不做缩放，DeBERTa 除以 √(3d)。",
    },
    evidence: {
      en: "Shaw’s term is divided by √d. ALiBi’s is not. T5’s code does not scale its scores; DeBERTa’s divides by √(3d).",
      zh: "Shaw 的项除以 √d，ALiBi 的不除。T5 的代码不做缩放，DeBERTa 的代码除以 √(3d)。",
    },
    sources: [
      { work: "shaw" },
      { work: "alibi" },
      { work: "t5" },
      { work: "debertaCode" },
    ],
  },
  {
    id: "002-12",
    section: { en: "§ 3.2", zh: "第 3.2 节" },
    kind: "property",
    verdict: "true",
    claim: {
      en: "Relative terms can be looked up in a table or produced by a parametric function.",
      zh: "相对项可以查表，也可以由参数化函数产生。",
    },
    correct: {
      en: "Correct: tables in Shaw and T5; functions in ALiBi, KERPLE, FIRE and Transformer-XL (sinusoids and a matrix).",
      zh: "正确：查表的有 Shaw、T5，用函数的有 ALiBi、KERPLE、FIRE 和 Transformer-XL（正弦加矩阵）。",
    },
    evidence: {
      en: "T5’s bias is a row of its table, KERPLE’s the function −p·ln(1 + a·|offset|).",
      zh: "T5 的偏置就是表中的一行，KERPLE 的是函数 −p·ln(1 + a·|偏移|)。",
    },
    sources: [{ work: "t5" }, { work: "kerple" }, { work: "fire" }],
  },
  {
    id: "002-13",
    section: { en: "§ 3.2", zh: "第 3.2 节" },
    kind: "property",
    verdict: "unverifiable",
    claim: {
      en: "Relative encoding is more interpretable.",
      zh: "相对编码可解释性更强。",
    },
    correct: { en: "A judgement without measure.", zh: "只是评价，没有度量。" },
    evidence: {
      en: "No measure of it was found.",
      zh: "没有找到衡量它的方法。",
    },
    ground: "opinion",
  },
  {
    id: "002-14",
    section: { en: "§ 3.2, 4.2", zh: "第 3.2、4.2 节" },
    kind: "property",
    verdict: "misleading",
    claim: {
      en: "The dimension of relative encodings is free, not limited by the hidden size.",
      zh: "相对编码的维度可随意设定，不受隐藏层大小限制。",
    },
    correct: {
      en: "Shaw’s vectors must have the width d_{k} of a head, or the dot product does not exist; scalar biases have no dimension to choose.",
      zh: "Shaw 的向量必须与每头维度 d_{k} 相同，否则做不了点积；标量偏置则谈不上维度。",
    },
    evidence: {
      en: "Relative vectors of width 5 do not go with a head of width 8; T5’s scalars go with any.",
      zh: "5 维的相对向量配不上 8 维的头；T5 的标量则配得上任何宽度。",
    },
    sources: [{ work: "shaw" }, { work: "t5" }],
  },
  {
    id: "002-15",
    section: { en: "§ 3.2", zh: "第 3.2 节" },
    kind: "property",
    verdict: "true-with-conditions",
    claim: {
      en: "Relative encoding suits variable-length sequences.",
      zh: "相对编码适合变长序列。",
    },
    correct: {
      en: "Only if offsets are clipped, put into buckets or given by a formula. The example table of five rows serves lengths up to 3; an input of 4 already needs offsets −3 and +3.",
      zh: "前提是偏移要截断、分桶或由公式给出。示例的五行表只够长度 3，长度 4 就需要 −3 与 +3。",
    },
    evidence: {
      en: "3 tokens have 5 offsets, 4 have 7. Clipped to ±2, five rows serve 100 tokens.",
      zh: "3 个词元有 5 种偏移，4 个有 7 种。截断到 ±2，五行就够 100 个词元用。",
    },
    sources: [{ work: "shaw" }],
  },
  {
    id: "002-16",
    section: { en: "§ 3.3", zh: "第 3.3 节" },
    kind: "property",
    verdict: "unverifiable",
    claim: {
      en: "A “perturbed positional encoding” adds a trainable disturbance to the absolute code of each position.",
      zh: "“扰动位置编码”在绝对编码之外，给每个位置再学一个小的偏差向量。",
    },
    correct: {
      en: "No paper of that name was found. It can be implemented as P + δ. The closest published idea is CAPE, which shifts and scales positions at random in training and learns no vector.",
      zh: "没有找到同名论文；可以实现为 P + δ。最接近的是 CAPE：训练时对位置做随机平移与缩放，并不学习向量。",
    },
    evidence: {
      en: "CAPE (2021) is the nearest that was found (looked up in 2026).",
      zh: "找到的最接近的是 CAPE（2021）（2026 年检索）。",
    },
    ground: "paper",
    sources: [{ work: "cape" }],
  },
  {
    id: "002-17",
    section: { en: "§ 3.3", zh: "第 3.3 节" },
    kind: "property",
    verdict: "unverifiable",
    claim: {
      en: "A “logarithmic positional encoding” replaces trigonometric by logarithmic functions.",
      zh: "“对数位置编码”用对数函数取代三角函数。",
    },
    correct: {
      en: "No paper that defines it was found. ln(1 + pos) is unique but unbounded, and its resolution falls with distance; logarithms do occur in the buckets of T5.",
      zh: "没有找到给出定义的论文。ln(1 + pos) 唯一但无界，越远分辨率越低；对数的思想确实出现在 T5 的分桶里。",
    },
    evidence: {
      en: "ln(1 + pos) steps by 0.693 at position 0, by 0.087 at 10, by 0.001 at 1000. No definition was found (looked up in 2026).",
      zh: "ln(1 + pos) 的一步，在位置 0 处为 0.693，10 处为 0.087，1000 处为 0.001。没有找到定义（2026 年检索）。",
    },
    ground: "reading",
    sources: [{ work: "t5" }],
  },
  {
    id: "002-18",
    section: { en: "§ 3.3", zh: "第 3.3 节" },
    kind: "property",
    verdict: "true-with-conditions",
    claim: {
      en: "Positions can be generated by one-dimensional separable convolution.",
      zh: "位置向量可由一维可分离卷积核算出来。",
    },
    correct: {
      en: "The established form is conditional encoding (CPVT, 2021): a depthwise convolution over the tokens, whose zero padding leaks absolute position. It depends on content; no position has a fixed vector.",
      zh: "已有的做法是条件位置编码（CPVT，2021）：对词元做逐通道卷积，零填充会透露绝对位置。它依赖内容，位置并没有固定的向量。",
    },
    evidence: {
      en: "Twelve equal tokens get different outputs with zero padding, equal ones with circular padding.",
      zh: "十二个相同的词元，零填充时输出各不相同，循环填充时输出都一样。",
    },
    sources: [{ work: "cpvt" }],
  },
];
