import type { Claim } from "../types.ts";

/** Document 3, sections 1 to 5: claims 003-01 to 003-15. */
export const notesSections1To5: readonly Claim[] = [
  {
    id: "003-01",
    section: { en: "§ 1", zh: "第 1 节" },
    kind: "property",
    verdict: "misleading",
    claim: {
      en: "Thanks to periodicity the model can process lengths never seen in training.",
      zh: "凭借正弦、余弦的周期性，模型能处理训练中没见过的长度。",
    },
    correct: {
      en: "The formula is defined at all positions, but periodicity is not why, and how the model behaves there is not guaranteed.",
      zh: "公式在所有位置都有定义，但原因不是周期性，模型在那里的表现也没有保证。",
    },
    evidence: {
      en: "As for 000-09: fast pairs repeat long before the end, slow ones meet values never seen.",
      zh: "同 000-09：快的一对早就重复了，慢的一对会遇到没见过的值。",
    },
    sources: [
      { work: "vaswani", place: { en: "section 3.5", zh: "3.5 节" } },
      { work: "alibi", place: { en: "figure 1", zh: "图 1" } },
    ],
  },
  {
    id: "003-02",
    section: { en: "§ 2.2", zh: "第 2.2 节" },
    kind: "property",
    verdict: "true-with-conditions",
    claim: {
      en: "High frequencies capture local and low frequencies global position.",
      zh: "高频管局部位置，低频管全局位置。",
    },
    correct: {
      en: "Right as a property of the encoding: a pair of wavelength T is ambiguous beyond T and blunt far below it. Which dimensions a trained model uses is for experiments to say.",
      zh: "作为编码的性质成立：波长为 T 的一对，超过 T 就有歧义，远小于 T 时又分辨不出。训练后的模型用哪些维度，要看实验。",
    },
    evidence: {
      en: "At d = 512, 123 of 256 pairs have a period of at most 512 positions, and 133 a longer one.",
      zh: "d = 512 时，256 对中有 123 对的周期不超过 512 个位置，133 对更长。",
    },
  },
  {
    id: "003-03",
    section: { en: "§ 2.2", zh: "第 2.2 节" },
    kind: "property",
    verdict: "false",
    claim: {
      en: "Alternating sine and cosine makes neighbouring dimensions correlated.",
      zh: "奇偶交替是为了让相邻维度有相关性。",
    },
    correct: {
      en: "Over many periods the sine and cosine of one frequency are uncorrelated. They come in pairs so that a shift becomes a rotation; interleaving is only a layout.",
      zh: "跨越许多周期后，同频的正弦与余弦不相关。成对出现是为了让平移变成旋转，交错只是一种排布。",
    },
    evidence: {
      en: "Over 5000 positions at d = 512, r is 0.0002 in pair 0 and 0.001 in pair 50; in pair 255, which has made no full turn, −0.965.",
      zh: "d = 512、5000 个位置：第 0 对 r = 0.0002，第 50 对 0.001；没转满一圈的第 255 对为 −0.965。",
    },
  },
  {
    id: "003-04",
    section: { en: "§ 2.3", zh: "第 2.3 节" },
    kind: "numeric",
    verdict: "misleading",
    claim: {
      en: "For i = 0 the wavelength is 1 and the period 2π.",
      zh: "i = 0 时波长为 1，周期为 2π。",
    },
    correct: {
      en: "Wavelength and period are the same here: 2π positions. The 1 is the divisor 10000^{2i/d} of the formula, better called the timescale.",
      zh: "这里波长与周期是同一回事，都是 2π 个位置。1 是公式里的除数 10000^{2i/d}，应称为时间尺度。",
    },
    evidence: {
      en: "The paper speaks of wavelengths from 2π to 10000 · 2π.",
      zh: "论文的说法是波长从 2π 到 10000 · 2π。",
    },
    sources: [{ work: "vaswani", place: { en: "section 3.5", zh: "3.5 节" } }],
  },
  {
    id: "003-05",
    section: { en: "§ 2.3", zh: "第 2.3 节" },
    kind: "numeric",
    verdict: "false",
    claim: {
      en: "For i = 255 and d = 512, 10000^{510/512} is about 9540.",
      zh: "d = 512、i = 255 时，10000^{510/512} 约为 9540。",
    },
    correct: {
      en: "It is 9646.616; the wavelength is 2π times that, 60 611.5 positions.",
      zh: "应为 9646.616；波长是它的 2π 倍，即 60 611.5 个位置。",
    },
    evidence: {
      en: "10000^{510/512} = 9646.616; 9540 is 1.1% too low. 10000 would need i = 256, which does not occur.",
      zh: "10000^{510/512} = 9646.616，9540 低了 1.1%。要到 10000，须 i = 256，而它并不出现。",
    },
  },
  {
    id: "003-06",
    section: { en: "§ 2.3", zh: "第 2.3 节" },
    kind: "numeric",
    verdict: "true-with-conditions",
    claim: { en: "510/512 is about 0.996.", zh: "510/512 约等于 0.996。" },
    correct: {
      en: "It is 0.99609375. As rounding that is fine, but the exponent amplifies the error: 10000^{0.996} = 9638.29.",
      zh: "精确值是 0.99609375。四舍五入没问题，但指数会放大误差：10000^{0.996} = 9638.29。",
    },
    evidence: { en: "510/512 = 0.99609375.", zh: "510/512 = 0.99609375。" },
  },
  {
    id: "003-07",
    section: { en: "§ 3", zh: "第 3 节" },
    kind: "property",
    verdict: "false",
    claim: {
      en: "The listed PyTorch class can be run as printed.",
      zh: "所列 PyTorch 类可以直接运行。",
    },
    correct: {
      en: "It does not parse: the parenthesis opened at `torch.exp(` is never closed.",
      zh: "无法解析：`torch.exp(` 的括号没有闭合，少了一个右括号。",
    },
    evidence: {
      en: "Python’s parser: the parenthesis “was never closed”. The listing of document 0 parses.",
      zh: "Python 解析器报错：括号没有闭合。文档 0 的代码可以解析。",
    },
    ground: "reading",
  },
  {
    id: "003-08",
    section: { en: "§ 3, 4", zh: "第 3、4 节" },
    kind: "property",
    verdict: "false",
    claim: {
      en: "The frequencies are computed in log space to avoid numeric overflow.",
      zh: "在对数空间计算频率是为了避免数值溢出。",
    },
    correct: {
      en: "Nothing can overflow: the largest value is 9646.6. exp(−2i/d · ln 10000) is chosen for convenience; whether float32 rounds it better or worse than a power depends on the width.",
      zh: "根本不会溢出，最大值只有 9646.6。写成 exp(−2i/d · ln 10000) 是图方便；float32 下它比直接求幂更准还是更不准，要看维数。",
    },
    evidence: {
      en: "The largest divisor stays below 10000 for every d; float16 holds 65 504.",
      zh: "无论 d 多大，除数都小于 10000；float16 可达 65 504。",
    },
  },
  {
    id: "003-09",
    section: { en: "§ 3, 9", zh: "第 3、9 节" },
    kind: "property",
    verdict: "true",
    claim: {
      en: "`register_buffer` keeps the table out of training.",
      zh: "`register_buffer` 让这张表不参与训练。",
    },
    correct: {
      en: "Correct: it is saved and moved with the module, but is no parameter.",
      zh: "正确：它随模块保存和迁移，但不是参数。",
    },
    evidence: {
      en: "PyTorch’s documentation: buffers are part of the state, not parameters.",
      zh: "PyTorch 文档：缓冲区属于模块状态，不是参数。",
    },
    ground: "code",
    sources: [{ work: "pytorch" }],
  },
  {
    id: "003-10",
    section: { en: "§ 3", zh: "第 3 节" },
    kind: "property",
    verdict: "true-with-conditions",
    claim: {
      en: "Adding `pe[:, :seq_len]` broadcasts over the batch.",
      zh: "`pe[:, :seq_len]` 相加时会自动在批次上广播。",
    },
    correct: {
      en: "It works for `seq_len` ≤ `max_len` and positions from 0. Generating with a cache needs an offset, which none of the classes in the documents accepts.",
      zh: "`seq_len` 不超过 `max_len` 且从 0 开始时成立。带缓存生成时需要偏移量，而各文档里的类都不支持。",
    },
    evidence: {
      en: "[2, 20, 16] + [20, 16] works; 6000 tokens on 5000 rows do not.",
      zh: "[2, 20, 16] + [20, 16] 可行；6000 个词元加 5000 行不行。",
    },
  },
  {
    id: "003-11",
    section: { en: "§ 4", zh: "第 4 节" },
    kind: "property",
    verdict: "true-with-conditions",
    claim: {
      en: "Each step of the formula maps to one line of the code.",
      zh: "公式的每一步都对应代码中的一行。",
    },
    correct: {
      en: "The six rows match, but for the reason given for log space (003-08) and a `dtype` that the line of the positions omits.",
      zh: "六行都对得上，只是对数空间的理由不对（003-08），位置那一行也省略了 `dtype`。",
    },
    evidence: {
      en: "Compared line by line with the listing of section 3.",
      zh: "与第 3 节的代码逐行比对。",
    },
    ground: "reading",
  },
  {
    id: "003-12",
    section: { en: "§ 5.1", zh: "第 5.1 节" },
    kind: "formula",
    verdict: "true-with-conditions",
    claim: {
      en: "The encoding at pos+Δ equals sin(ω\u00a0pos)cos(ω\u00a0Δ) + cos(ω\u00a0pos)sin(ω\u00a0Δ).",
      zh: "pos+Δ 处的编码等于 sin(ω\u00a0pos)cos(ω\u00a0Δ) + cos(ω\u00a0pos)sin(ω\u00a0Δ)。",
    },
    correct: {
      en: "That is the sine component alone. To be linear the map also needs the cosine row, cos(ω\u00a0pos)cos(ω\u00a0Δ) − sin(ω\u00a0pos)sin(ω\u00a0Δ), since the shifted sine depends on both.",
      zh: "这只是正弦分量。要成为线性变换，还需余弦那一行 cos(ω\u00a0pos)cos(ω\u00a0Δ) − sin(ω\u00a0pos)sin(ω\u00a0Δ)，因为平移后的正弦同时依赖二者。",
    },
    evidence: {
      en: "The sum is right for all 256 sines and off by up to 1.41 for the cosines.",
      zh: "这个和对 256 个正弦分量全对，对余弦分量最多差 1.41。",
    },
  },
  {
    id: "003-13",
    section: { en: "§ 5.1", zh: "第 5.1 节" },
    kind: "formula",
    verdict: "true",
    claim: { en: "ω_{k} = 1/10000^{2k/d}.", zh: "ω_{k} = 1/10000^{2k/d}。" },
    correct: { en: "Correct.", zh: "正确。" },
    evidence: {
      en: "All 256 frequencies at d = 512 agree to 10⁻¹⁵.",
      zh: "d = 512 的 256 个频率全部吻合，误差在 10⁻¹⁵ 以内。",
    },
    sources: [{ work: "vaswani", place: { en: "section 3.5", zh: "3.5 节" } }],
  },
  {
    id: "003-14",
    section: { en: "§ 5.2", zh: "第 5.2 节" },
    kind: "property",
    verdict: "false",
    claim: {
      en: "The linked picture shows positions 0 to 50 by dimensions 0 to 511.",
      zh: "所链图片的纵轴是位置 0 至 50，横轴是维度 0 至 511。",
    },
    correct: {
      en: "The file is a toy example of width 4, and its numbers are not the document’s formula either: the sines stand before the cosines, and the second pair turns by 1/10 000 a position instead of 1/100, as in tensor2tensor. The pictures of width 512 on that page are other files.",
      zh: "那是维度为 4 的玩具示例，其中的数也与文档的公式不符：正弦排在余弦之前，第二对每个位置转 1/10 000 而不是 1/100，这是 tensor2tensor 的排布与间隔。该页面上 512 维的图是另外的文件。",
    },
    evidence: {
      en: "The page calls the picture a toy example with an embedding size of 4; position 1 reads 0.84, 0.0001, 0.54, 1. Another one, of 20 rows and 512 dimensions, is a different file.",
      zh: "该页面说明这是嵌入维度为 4 的玩具示例，位置 1 的四个数是 0.84、0.0001、0.54、1；20 行、512 维的是另一个文件。",
    },
    ground: "report",
    sources: [{ work: "illustrated" }],
  },
  {
    id: "003-15",
    section: { en: "§ 5.2", zh: "第 5.2 节" },
    kind: "numeric",
    verdict: "true",
    claim: { en: "Values lie between −1 and 1.", zh: "取值在 −1 到 1 之间。" },
    correct: {
      en: "Correct. Each pair also satisfies sin² + cos² = 1, so every row has norm √(d/2).",
      zh: "正确。每对还满足 sin² + cos² = 1，因此每行的模为 √(d/2)。",
    },
    evidence: {
      en: "5000 × 512 numbers: none beyond 1, squared norm 256 in every row.",
      zh: "5000 × 512 个数都不超过 1，每行模平方为 256。",
    },
  },
];
