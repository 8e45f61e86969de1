import type { Claim } from "../types.ts";

/** Document 0, sections 5 to 7: claims 000-23 to 000-36. */
export const monographSections5To7: readonly Claim[] = [
  {
    id: "000-23",
    section: { en: "§ 5.1", zh: "第 5.1 节" },
    kind: "performance",
    verdict: "true-with-conditions",
    claim: {
      en: "Sinusoidal encoding has zero parameters and fast inference.",
      zh: "正弦编码没有参数，推理很快。",
    },
    correct: {
      en: "No trainable parameters, true; but a precomputed table takes memory, and at inference a learned lookup costs the same addition.",
      zh: "确实没有可训练参数；但预先算好的表要占内存，而可学习的表在推理时也只是同样的一次加法。",
    },
    evidence: {
      en: "A table of 5000 × 512 in float32 takes 10.24 MB. BERT’s learned table has 393 216 numbers, 0.36% of about 110 million.",
      zh: "5000 × 512 的 float32 表占 10.24 MB。BERT 的可学习表有 393 216 个数，约为 1.1 亿参数的 0.36%。",
    },
  },
  {
    id: "000-24",
    section: { en: "§ 5.1", zh: "第 5.1 节" },
    kind: "property",
    verdict: "unverifiable",
    claim: {
      en: "Fixed encodings stabilise initialisation by avoiding random variance.",
      zh: "固定编码避免了随机初始化的方差，因而更稳定。",
    },
    correct: {
      en: "The document measures nothing. If anything the scale is the trouble: the entries of the encoding have an RMS of 0.707, some 35 times an embedding initialised at 0.02, and the original model multiplies embeddings by √d_{model}.",
      zh: "文档没有测量。真要说问题，倒是尺度：编码分量的均方根为 0.707，约为 0.02 初始化词嵌入的 35 倍；原始模型会把词嵌入乘以 √d_{model}。",
    },
    evidence: {
      en: "Every row of the table has squared norm d/2, so its entries have RMS √½ = 0.7071, and 0.7071 / 0.02 = 35.4. No comparison of stability was found (looked up in 2026).",
      zh: "表的每一行模平方都是 d/2，所以分量的均方根为 √½ = 0.7071，而 0.7071 / 0.02 = 35.4。没有找到关于稳定性的对比（2026 年检索）。",
    },
    ground: "opinion",
    sources: [{ work: "vaswani", place: { en: "section 3.4", zh: "3.4 节" } }],
  },
  {
    id: "000-25",
    section: { en: "§ 5.2", zh: "第 5.2 节" },
    kind: "performance",
    verdict: "true-with-conditions",
    claim: {
      en: "Beyond the training length the quality of sinusoidal encoding falls off a cliff.",
      zh: "超过训练长度后，正弦编码的性能断崖式下跌。",
    },
    correct: {
      en: "Well supported for language models trained at one length (ALiBi), but no law of the vectors themselves. It contradicts sections 2.1 and 7.1 of the same document, and documents 1, 3 and 4, which list extrapolation as a strength.",
      zh: "对按单一长度训练的语言模型有据可查（ALiBi 论文），但不是向量本身的规律。这与同一文档的 2.1、7.1 两节以及文档 1、3、4 相矛盾，它们都把外推列为优点。",
    },
    evidence: {
      en: "At d = 512 trained on 512 positions, no pair meets an unseen value up to position 511, and 133 of 256 do as soon as it is passed. Measured with language models in 2021.",
      zh: "d = 512、训练长度 512 时，位置 511 以内没有一对遇到没见过的值，一越过就有 133 对。2021 年有语言模型上的实测。",
    },
    sources: [
      { work: "alibi", place: { en: "figure 1", zh: "图 1" } },
      { work: "alibiCode" },
    ],
  },
  {
    id: "000-26",
    section: { en: "§ 5.2", zh: "第 5.2 节" },
    kind: "property",
    verdict: "true",
    claim: {
      en: "Additive absolute encodings only let the model learn relative distance indirectly, through attention.",
      zh: "加性绝对编码只能让模型靠注意力间接学到相对距离。",
    },
    correct: {
      en: "True: the score expands into four terms, and what is relative sits in the position–position term, after W_{Q} and W_{K}.",
      zh: "成立：注意力分数展开成四项，相对信息藏在位置—位置项里，要经过 W_{Q}、W_{K} 才能取出。",
    },
    evidence: {
      en: "With M_{k} between the two position vectors, all queries find the key at offset k, whether they start at position 0, 1000 or 1 000 000.",
      zh: "在两个位置向量之间放上 M_{k}，无论起点是 0、1000 还是 1 000 000，所有查询都能找到偏移 k 处的键。",
    },
  },
  {
    id: "000-27",
    section: { en: "§ 5.2", zh: "第 5.2 节" },
    kind: "property",
    verdict: "true-with-conditions",
    claim: {
      en: "High dimensions barely change, so their information is used poorly.",
      zh: "靠后的维度几乎不动，提供的信息很少。",
    },
    correct: {
      en: "True within a short window. But those dimensions are the only ones that resolve long distances, as document 3 says: idle at L = 50, needed at L = 5000.",
      zh: "在短窗口内成立；但也只有这些维度能分辨很远的距离，文档 3 正是这么说的：L = 50 时闲置，L = 5000 时少不了。",
    },
    evidence: {
      en: "At d = 512 the dimensions that range over less than 0.1 number 208 within 50 positions, 78 within 512, and none within 5000.",
      zh: "d = 512 时，变化范围小于 0.1 的维度，50 个位置内有 208 个，512 个位置内有 78 个，5000 个位置内一个也没有。",
    },
  },
  {
    id: "000-28",
    section: { en: "§ 6.1", zh: "第 6.1 节" },
    kind: "performance",
    verdict: "unverifiable",
    claim: {
      en: "A hierarchical scheme raises positional accuracy on long-document tasks by 30%.",
      zh: "分层编码在长文档任务上把位置感知精度提高了 30%。",
    },
    correct: {
      en: "No source, task, baseline or metric is given, and none was found. The number should not be passed on.",
      zh: "没有给出来源、任务、基线或指标，检索也没有找到。这个数字不应转述。",
    },
    evidence: {
      en: "The nearest publications found, BiPE (2024) and the hierarchical decomposition (2020), do not state it (looked up in 2026).",
      zh: "查到的最接近的文献，BiPE（2024）与层次分解（2020），都没有这个数字（2026 年检索）。",
    },
    ground: "reading",
    sources: [{ work: "bipe" }, { work: "suHierarchical" }],
  },
  {
    id: "000-29",
    section: { en: "§ 6.1", zh: "第 6.1 节" },
    kind: "property",
    verdict: "true-with-conditions",
    claim: {
      en: "Long texts can be encoded in layers: a sinusoidal base, a paragraph offset vector and a local relative code.",
      zh: "长文本可以分层编码：正弦基底、段落偏移向量、局部相对编码。",
    },
    correct: {
      en: "A reasonable design, but not a published method. Nearest are BiPE (absolute inside a segment, relative between segments), Su’s hierarchical decomposition and the segment embeddings of BERT.",
      zh: "设计合理，但并不对应某个已发表的方法。最接近的是 BiPE（段内绝对、段间相对）、苏剑林的层次分解，以及 BERT 的段嵌入。",
    },
    evidence: {
      en: "BiPE (2024) encodes inside and between segments; BERT adds embeddings of two segments.",
      zh: "BiPE（2024）在段内、段间分别编码；BERT 加的是两个段的嵌入。",
    },
    ground: "paper",
    sources: [
      { work: "bipe" },
      { work: "suHierarchical" },
      { work: "bertCode" },
    ],
  },
  {
    id: "000-30",
    section: { en: "§ 6.2", zh: "第 6.2 节" },
    kind: "formula",
    verdict: "false",
    claim: {
      en: "DeBERTa’s position-to-content term uses an absolute position vector P_{a}.",
      zh: "DeBERTa 的位置对内容一项用的是绝对位置向量。",
    },
    correct: {
      en: "Both position terms use the same relative embeddings: Q^{c}_{i}·K^{r}_{δ(i,j)} and K^{c}_{j}·Q^{r}_{δ(j,i)}, which are added to Q^{c}_{i}·K^{c}_{j} and divided by √(3d) before the softmax. Absolute positions enter only in the enhanced mask decoder, before the output.",
      zh: "两个位置项用的是同一组相对位置嵌入：Q^{c}_{i}·K^{r}_{δ(i,j)} 与 K^{c}_{j}·Q^{r}_{δ(j,i)}，与 Q^{c}_{i}·K^{c}_{j} 相加后除以 √(3d)，再做 softmax。绝对位置只在输出前的增强掩码解码器里加入。",
    },
    evidence: {
      en: "With the same token at six places the position-to-content term does not vary at a fixed offset, as it would with absolute vectors. In DeBERTa’s code both terms index one relative table.",
      zh: "六处都放同一个词元时，位置对内容一项在偏移固定时不变；若用绝对向量则会变。DeBERTa 代码里，两项查的是同一张相对位置表。",
    },
    sources: [{ work: "deberta" }, { work: "debertaCode" }],
  },
  {
    id: "000-31",
    section: { en: "§ 6.2", zh: "第 6.2 节" },
    kind: "performance",
    verdict: "true-with-conditions",
    claim: {
      en: "DeBERTa ranks first on SuperGLUE.",
      zh: "DeBERTa 在 SuperGLUE 排名第一。",
    },
    correct: {
      en: "True in January 2021 (ensemble 90.3, single model 89.9, human 89.8); a place in a ranking is dated. And the score is that of the whole model, not of this attention alone.",
      zh: "2021 年 1 月成立（集成 90.3，单模型 89.9，人类 89.8）；排名只在当时有效。而且这是整个模型的成绩，不能只归功于这种注意力结构。",
    },
    evidence: {
      en: "As of 6 January 2021: ensemble 90.3, single model 89.9, human baseline 89.8.",
      zh: "截至 2021 年 1 月 6 日：集成 90.3，单模型 89.9，人类基线 89.8。",
    },
    ground: "paper",
    sources: [
      { work: "deberta", place: { en: "abstract", zh: "摘要" } },
      { work: "debertaCode" },
    ],
  },
  {
    id: "000-32",
    section: { en: "§ 7.1", zh: "第 7.1 节" },
    kind: "model-fact",
    verdict: "true-with-conditions",
    claim: {
      en: "For short text of fixed length choose learned encodings, as in BERT and GPT-3.",
      zh: "短文本且长度固定时选可学习编码，例如 BERT 和 GPT-3。",
    },
    correct: {
      en: "Both use learned absolute positions, but GPT-3’s 2048 tokens were not short in 2020; “short text” does not describe it.",
      zh: "二者确实都用可学习的绝对位置，但 GPT-3 的 2048 在 2020 年不算短，归入短文本并不贴切。",
    },
    evidence: {
      en: "BERT: 512 positions (2018). GPT-3: a context of 2048 tokens (2020).",
      zh: "BERT：512 个位置（2018）。GPT-3：上下文 2048 个词元（2020）。",
    },
    ground: "paper",
    sources: [{ work: "bert" }, { work: "gpt3" }],
  },
  {
    id: "000-33",
    section: { en: "§ 7.1", zh: "第 7.1 节" },
    kind: "performance",
    verdict: "misleading",
    claim: {
      en: "For long text that needs extrapolation choose sinusoidal encoding, as in the Transformer.",
      zh: "长文本且需要外推时选正弦编码，代表是 Transformer。",
    },
    correct: {
      en: "Section 5.2 of the same document says the opposite, and so do measurements. What has been shown to extrapolate, by perplexity, is ALiBi, or rotary encoding with rescaled positions and some fine-tuning.",
      zh: "同一文档的 5.2 节就说了相反的话，实测也相反。按困惑度，有实测支持的外推办法是 ALiBi，或者旋转位置编码加位置缩放与少量微调。",
    },
    evidence: {
      en: "Past the trained length, ALiBi’s perplexity stays level where that of sinusoids rises (2021); rotary models extend by interpolating positions (2023).",
      zh: "超过训练长度后，ALiBi 的困惑度保持平稳，正弦编码的则上升（2021）；旋转位置编码的模型靠位置内插延长（2023）。",
    },
    sources: [
      { work: "alibi", place: { en: "figure 1", zh: "图 1" } },
      { work: "pi" },
    ],
  },
  {
    id: "000-34",
    section: { en: "§ 7.1", zh: "第 7.1 节" },
    kind: "model-fact",
    verdict: "true-with-conditions",
    claim: {
      en: "RoPE or ALiBi are used by LLaMA and ChatGLM.",
      zh: "LLaMA、ChatGLM 采用 RoPE 或 ALiBi。",
    },
    correct: {
      en: "Both use RoPE. Models with ALiBi are BLOOM, MPT and Baichuan-13B.",
      zh: "两者用的都是 RoPE；用 ALiBi 的是 BLOOM、MPT、Baichuan-13B。",
    },
    evidence: {
      en: "LLaMA’s code has `apply_rotary_emb` with theta 10000; the BLOOM paper (2022) names ALiBi.",
      zh: "LLaMA 代码中有 `apply_rotary_emb`，theta 为 10000；BLOOM 论文（2022）写明用 ALiBi。",
    },
    ground: "code",
    sources: [{ work: "llamaCode" }, { work: "bloom" }],
  },
  {
    id: "000-35",
    section: { en: "§ 7.2", zh: "第 7.2 节" },
    kind: "history",
    verdict: "true",
    claim: {
      en: "The foundational papers are arXiv 1706.03762 and 2104.09864.",
      zh: "奠基论文是 arXiv 1706.03762 与 2104.09864。",
    },
    correct: {
      en: "Correct: “Attention Is All You Need” and RoFormer.",
      zh: "正确：分别是《Attention Is All You Need》与 RoFormer。",
    },
    evidence: {
      en: "Both numbers lead to the papers named.",
      zh: "两个编号都指向所说的论文。",
    },
    ground: "paper",
    sources: [{ work: "vaswani" }, { work: "roformer" }],
  },
  {
    id: "000-36",
    section: { en: "§ 7.2", zh: "第 7.2 节" },
    kind: "model-fact",
    verdict: "unverifiable",
    claim: {
      en: "LightLLM’s LLaMA positional code is at `lightllm/models/llama/embedding.py`.",
      zh: "LightLLM 的 LLaMA 位置代码在 `lightllm/models/llama/embedding.py`。",
    },
    correct: {
      en: "No such path was found in the part of the repository’s history that was read; the folder has `triton_kernel/rotary_emb.py` (RoPE) and `triton_kernel/embedding.py` (token lookup). The other link, `modeling_bert.py#L189` on main, points at a line that moves.",
      zh: "在查阅过的仓库历史里没有这个路径；该目录里有 `triton_kernel/rotary_emb.py`（RoPE）和 `triton_kernel/embedding.py`（词嵌入查表）。另一个链接 `modeling_bert.py#L189` 指向 main 分支，行号会变。",
    },
    evidence: {
      en: "51 paths of the repository’s history below `lightllm/models/llama` were read; none is the one given (looked up in 2026; not the newest version).",
      zh: "查阅了仓库历史中 `lightllm/models/llama` 下的 51 个路径，没有一个相符（2026 年检索，未含最新版本）。",
    },
    ground: "code",
    sources: [{ work: "lightllm" }],
  },
];
