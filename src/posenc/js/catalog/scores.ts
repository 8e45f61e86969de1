import type { CatalogEntry } from "./types.js";

/** Numbers added to the scores, from the positions alone. */
export const bias: readonly CatalogEntry[] = [
  {
    id: "alibi",
    name: { en: "ALiBi", zh: "线性偏置注意力（ALiBi）" },
    family: "distance-bias",
    enters: "bias",
    year: 2021,
    paper: {
      title:
        "Train Short, Test Long: Attention with Linear Biases Enables Input Length Extrapolation",
      arxiv: "2108.12409",
      section: "3",
    },
    calls: ["bias.alibiSlopes", "bias.alibi"],
    parameters: "0",
    trainable: false,
    extrapolates: "yes",
    models: [
      { name: "BLOOM", year: 2022, source: "arXiv:2211.05100" },
      { name: "BloombergGPT", year: 2023, source: "arXiv:2303.17564" },
      { name: "MPT", year: 2023 },
      { name: "Baichuan 2 13B", year: 2023, source: "arXiv:2309.10305" },
      { name: "Jina Embeddings 2", year: 2023, source: "arXiv:2310.19923" },
    ],
    formula: {
      latex:
        "A_{ij}=\\frac{q_i\\cdot k_j}{\\sqrt d}-m_h(i-j),\\quad m_h=2^{-8h/H}",
      text: "A[i, j] = q[i]·k[j]/√d − m[h]·(i − j), m[h] = 2^(−8h/H)",
    },
    summary: {
      en: "Each head pays a fixed price per token of distance. Nothing is learned, and perplexity holds far beyond the trained length, mostly because far tokens are ignored.",
      zh: "每个头对距离按固定单价扣分。没有可学习参数，困惑度在远超训练长度时仍能保持，主要因为远处词元被忽略。",
    },
  },
  {
    id: "t5",
    name: { en: "T5 relative bias", zh: "T5 相对位置偏置" },
    family: "distance-bias",
    enters: "bias",
    year: 2019,
    paper: {
      title:
        "Exploring the Limits of Transfer Learning with a Unified Text-to-Text Transformer",
      arxiv: "1910.10683",
      section: "2.1",
    },
    calls: ["bias.t5Bucket", "bias.t5"],
    parameters: "B·H",
    trainable: true,
    extrapolates: "partly",
    models: [
      { name: "T5", year: 2019, source: "arXiv:1910.10683" },
      { name: "mT5", year: 2020, source: "arXiv:2010.11934" },
      { name: "Flan-T5", year: 2022, source: "arXiv:2210.11416" },
      { name: "UMT5", year: 2023, source: "arXiv:2304.09151" },
    ],
    formula: {
      latex: "A_{ij}=q_i\\cdot k_j+b_{h,\\,\\mathrm{bucket}(j-i)}",
      text: "A[i, j] = q[i]·k[j] + b[h, bucket(j − i)], without 1/√d",
    },
    summary: {
      en: "A learned number per head and bucket of distances: exact buckets near, logarithmic ones up to 128, one for all beyond. Every longer distance looks alike.",
      zh: "每个头对每个距离桶学习一个数：近处一距一桶，128 以内按对数分桶，再远共用一桶。更远的距离都一样。",
    },
  },
  {
    id: "kerple",
    name: { en: "KERPLE", zh: "核化相对位置编码（KERPLE）" },
    family: "distance-bias",
    enters: "bias",
    year: 2022,
    paper: {
      title:
        "KERPLE: Kernelized Relative Positional Embedding for Length Extrapolation",
      arxiv: "2205.09921",
    },
    calls: ["bias.kerple"],
    parameters: "2·H",
    trainable: true,
    extrapolates: "yes",
    models: [],
    formula: {
      latex: "b=-r_1\\ln(1+r_2|i-j|)\\quad\\text{or}\\quad b=-r_1|i-j|^{r_2}",
      text: "b = −r₁·ln(1 + r₂·|i − j|) or b = −r₁·|i − j|^r₂",
    },
    summary: {
      en: "ALiBi’s straight line becomes a learned logarithm or power, two numbers a head. The logarithmic kernel keeps more of the far context.",
      zh: "把 ALiBi 的直线换成可学习的对数或幂函数，每头两个参数。对数核能保留更多远处上下文。",
    },
  },
  {
    id: "fire",
    name: { en: "FIRE", zh: "函数插值相对位置编码（FIRE）" },
    family: "distance-bias",
    enters: "bias",
    year: 2023,
    paper: {
      title:
        "Functional Interpolation for Relative Positions Improves Long Context Transformers",
      arxiv: "2310.04418",
    },
    calls: ["bias.fire"],
    parameters: "2·M + (M + 1)·H + 2",
    trainable: true,
    extrapolates: "yes",
    models: [],
    formula: {
      latex:
        "b_{ij}=f_\\theta\\!\\left(\\frac{\\psi(i-j)}{\\psi(\\max\\{L,i\\})}\\right),\\quad \\psi(x)=\\ln(cx+1)",
      text: "b[i, j] = f(ψ(i − j) / ψ(max(L, i))), ψ(x) = ln(c·x + 1)",
    },
    summary: {
      en: "A small network of the distance as a share of the query’s position, so its input stays in [0, 1] at every length. No longer a function of the offset alone.",
      zh: "用小网络处理距离与查询位置之比，输入在任何长度下都落在 [0, 1] 内；偏置因而不再只取决于相对距离。",
    },
  },
  {
    id: "sandwich",
    name: { en: "Sandwich", zh: "Sandwich" },
    family: "distance-bias",
    enters: "bias",
    year: 2022,
    paper: {
      title:
        "Dissecting Transformer Length Extrapolation via the Lens of Receptive Field Analysis",
      arxiv: "2212.10356",
    },
    calls: ["bias.sandwich"],
    parameters: "0",
    trainable: false,
    extrapolates: "yes",
    models: [],
    formula: {
      latex:
        "b_h(i,j)=\\frac{H}{8h}\\sum_{k=0}^{\\bar d/2-1}\\cos\\!\\left(\\frac{i-j}{10000^{2k/\\bar d}}\\right)",
      text: "b = H/(8h)·Σ cos((i − j) / 10000^(2k/d̄)) over k = 0 … d̄/2 − 1",
    },
    summary: {
      en: "The inner product of sinusoidal rows, kept as a bias: it falls like a logarithm with fine ripples, and nothing is learned.",
      zh: "只保留正弦编码行之间的内积作为偏置：随距离近似对数下降并带有细小波纹，没有可学习参数。",
    },
  },
  {
    id: "logCpb",
    name: {
      en: "Log-spaced continuous position bias",
      zh: "对数间隔连续位置偏置（Log-CPB）",
    },
    family: "distance-bias",
    enters: "bias",
    year: 2021,
    paper: {
      title: "Swin Transformer V2: Scaling Up Capacity and Resolution",
      arxiv: "2111.09883",
      section: "3.3",
    },
    calls: ["bias.logCpb", "bias.relativeCoords"],
    parameters: "3·M + M·H",
    trainable: true,
    extrapolates: "yes",
    models: [
      { name: "Swin Transformer V2", year: 2021, source: "arXiv:2111.09883" },
      { name: "Swin2SR", year: 2022, source: "arXiv:2209.11345" },
    ],
    formula: {
      latex:
        "b=16\\,\\sigma\\bigl(\\mathrm{MLP}(\\hat x,\\hat y)\\bigr),\\quad \\hat x=\\mathrm{sign}(x)\\,\\frac{\\log_2(1+|x|)}{\\log_2 8}",
      text: "b = 16·σ(MLP(x̂, ŷ)), x̂ = sign(x)·log₂(1 + |x|)/log₂ 8",
    },
    summary: {
      en: "A small network of the two-dimensional offset on a logarithmic scale, so that a model trained on small windows works with larger ones.",
      zh: "用小网络处理对数尺度下的二维相对位移，使小窗口训练的模型可以用于更大的窗口。",
    },
  },
];

/** Score terms that also read the content. */
export const relative: readonly CatalogEntry[] = [
  {
    id: "shaw",
    name: { en: "Shaw relative positions", zh: "Shaw 相对位置编码" },
    family: "content-relative",
    enters: "relative",
    year: 2018,
    paper: {
      title: "Self-Attention with Relative Position Representations",
      arxiv: "1803.02155",
      section: "3",
    },
    calls: ["relative.shaw"],
    parameters: "2·(2·k + 1)·d",
    trainable: true,
    extrapolates: "partly",
    models: [
      {
        name: "Transformer (relative)",
        year: 2018,
        source: "arXiv:1803.02155",
      },
      { name: "Music Transformer", year: 2018, source: "arXiv:1809.04281" },
    ],
    formula: {
      latex:
        "e_{ij}=\\frac{q_i\\cdot(k_j+a^K_{\\mathrm{clip}(j-i)})}{\\sqrt d},\\quad z_i=\\sum_j\\alpha_{ij}(v_j+a^V_{\\mathrm{clip}(j-i)})",
      text: "e[i, j] = q[i]·(k[j] + aK[clip(j − i)])/√d, z[i] = Σ α[i, j]·(v[j] + aV[clip(j − i)])",
    },
    summary: {
      en: "The first relative encoding: a learned vector per clipped offset is added to keys, and to values. What lies beyond the clip is all alike.",
      zh: "最早的相对位置编码：为每个截断后的相对距离学习一个向量，加到键上，也加到值上。截断之外的距离不再区分。",
    },
  },
  {
    id: "transformerXL",
    name: {
      en: "Transformer-XL relative positions",
      zh: "Transformer-XL 相对位置编码",
    },
    family: "content-relative",
    enters: "relative",
    year: 2019,
    paper: {
      title:
        "Transformer-XL: Attentive Language Models beyond a Fixed-Length Context",
      arxiv: "1901.02860",
      section: "3.3",
    },
    calls: ["relative.transformerXL"],
    parameters: "D² + 2·D",
    trainable: true,
    extrapolates: "yes",
    models: [
      { name: "Transformer-XL", year: 2019, source: "arXiv:1901.02860" },
      { name: "XLNet", year: 2019, source: "arXiv:1906.08237" },
      { name: "Conformer", year: 2020, source: "arXiv:2005.08100" },
    ],
    formula: {
      latex:
        "A_{ij}=q_i\\cdot k_j+q_i\\cdot W_RR_{i-j}+u\\cdot k_j+v\\cdot W_RR_{i-j}",
      text: "A[i, j] = q[i]·k[j] + q[i]·W·R[i − j] + u·k[j] + v·W·R[i − j]",
    },
    summary: {
      en: "The four terms of absolute encoding with sinusoids of the offset in place of positions, and two learned vectors in place of the query’s own position. Lets the model keep memories of earlier segments.",
      zh: "把绝对编码展开的四项改写为相对形式：位置换成相对距离的正弦编码，查询自身位置换成两个可学习向量，从而能沿用前面片段的记忆。",
    },
  },
  {
    id: "deberta",
    name: {
      en: "Disentangled attention (DeBERTa)",
      zh: "解耦注意力（DeBERTa）",
    },
    family: "content-relative",
    enters: "relative",
    year: 2020,
    paper: {
      title: "DeBERTa: Decoding-enhanced BERT with Disentangled Attention",
      arxiv: "2006.03654",
      section: "3.1",
    },
    calls: ["relative.deberta"],
    parameters: "2·k·D (+ 2·D²)",
    trainable: true,
    extrapolates: "partly",
    models: [
      { name: "DeBERTa", year: 2020, source: "arXiv:2006.03654" },
      { name: "DeBERTaV3", year: 2021, source: "arXiv:2111.09543" },
    ],
    formula: {
      latex:
        "A_{ij}=\\frac{Q^c_i\\cdot K^c_j+Q^c_i\\cdot K^r_{\\delta(i,j)}+K^c_j\\cdot Q^r_{\\delta(i,j)}}{\\sqrt{3d}}",
      text: "A[i, j] = (Qc[i]·Kc[j] + Qc[i]·Kr[δ(i, j)] + Kc[j]·Qr[δ(i, j)])/√(3d)",
    },
    summary: {
      en: "Content and position keep vectors of their own; scores add content-to-content, content-to-position and position-to-content. Later versions use logarithmic buckets.",
      zh: "内容与位置各用独立的向量，分数由“内容对内容”“内容对位置”“位置对内容”三项相加。后续版本采用对数分桶。",
    },
  },
  {
    id: "cope",
    name: {
      en: "Contextual position encoding (CoPE)",
      zh: "上下文位置编码（CoPE）",
    },
    family: "content-relative",
    enters: "relative",
    year: 2024,
    paper: {
      title: "Contextual Position Encoding: Learning to Count What’s Important",
      arxiv: "2405.18719",
    },
    calls: ["relative.cope"],
    parameters: "L·d",
    trainable: true,
    extrapolates: "partly",
    models: [],
    formula: {
      latex:
        "p_{ij}=\\sum_{m=j}^{i}\\sigma\\!\\left(\\frac{q_i\\cdot k_m}{\\sqrt d}\\right),\\quad A_{ij}=\\frac{q_i\\cdot k_j+q_i\\cdot e[p_{ij}]}{\\sqrt d}",
      text: "p[i, j] = Σ σ(q[i]·k[m]/√d) over m = j … i, A[i, j] = (q[i]·k[j] + q[i]·e[p[i, j]])/√d",
    },
    summary: {
      en: "Positions are counted by gates that read the content, so a head can count sentences or nouns. Counts are fractional, and rows of the table are interpolated.",
      zh: "由读取内容的门控来计数位置，注意力头可以数句子或名词。计数可为小数，取表时做插值。",
    },
  },
  {
    id: "tupe",
    name: { en: "TUPE", zh: "解绑位置编码（TUPE）" },
    family: "content-relative",
    enters: "relative",
    year: 2020,
    paper: {
      title: "Rethinking Positional Encoding in Language Pre-training",
      arxiv: "2006.15595",
    },
    calls: ["relative.tupe"],
    parameters: "L·D + 2·D² (+ B·H)",
    trainable: true,
    extrapolates: "no",
    models: [],
    formula: {
      latex:
        "A_{ij}=\\frac{(x_iW^Q)(x_jW^K)^{\\top}+(p_iU^Q)(p_jU^K)^{\\top}}{\\sqrt{2d}}+b_{j-i}",
      text: "A[i, j] = ((x[i]WQ)·(x[j]WK) + (p[i]UQ)·(p[j]UK))/√(2d) + b[j − i]",
    },
    summary: {
      en: "Positions correlate with positions through projections of their own and words with words, without cross terms; the [CLS] token is freed from position.",
      zh: "位置与位置、词与词各用自己的投影计算相关性，不含交叉项；[CLS] 词元则不受位置约束。",
    },
  },
];
