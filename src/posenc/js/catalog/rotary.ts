import type { CatalogEntry } from "./types.js";

/** Rotations of queries and keys. */
export const rotary: readonly CatalogEntry[] = [
  {
    id: "rope",
    name: { en: "Rotary embedding (RoPE)", zh: "旋转位置编码（RoPE）" },
    family: "rotation",
    enters: "rotary",
    year: 2021,
    paper: {
      title: "RoFormer: Enhanced Transformer with Rotary Position Embedding",
      arxiv: "2104.09864",
      section: "3.2",
    },
    calls: ["rotary.frequencies", "rotary.apply"],
    parameters: "0",
    trainable: false,
    extrapolates: "no",
    models: [
      { name: "GPT-J", year: 2021 },
      { name: "RoFormer", year: 2021, source: "arXiv:2104.09864" },
      { name: "PaLM", year: 2022, source: "arXiv:2204.02311" },
      { name: "GPT-NeoX-20B", year: 2022, source: "arXiv:2204.06745" },
      { name: "LLaMA", year: 2023, source: "arXiv:2302.13971" },
      { name: "Mistral 7B", year: 2023, source: "arXiv:2310.06825" },
      { name: "Qwen2.5", year: 2024, source: "arXiv:2412.15115" },
      { name: "Qwen3", year: 2025, source: "arXiv:2505.09388" },
    ],
    formula: {
      latex:
        "q'_p=R(p\\theta)\\,q,\\quad k'_s=R(s\\theta)\\,k,\\quad \\theta_i=b^{-2i/d}",
      text: "q′ = R(p·θ)q, k′ = R(s·θ)k, θ[i] = b^(−2i/d); q′·k′ depends on p − s",
    },
    summary: {
      en: "Pairs of channels turn by an angle proportional to the position, so the score of a query and a key depends on their offset alone. Angles never met in training are why it fails beyond the trained length.",
      zh: "成对的通道按与位置成正比的角度旋转，查询与键的分数只取决于二者的相对距离。训练中从未出现过的角度，正是它超长失效的原因。",
    },
  },
  {
    id: "linear",
    name: { en: "Position interpolation (linear)", zh: "线性位置内插" },
    family: "rotation-scaling",
    enters: "rotary",
    year: 2023,
    paper: {
      title:
        "Extending Context Window of Large Language Models via Positional Interpolation",
      arxiv: "2306.15595",
      section: "2.3",
    },
    calls: ["rotary.frequencies"],
    parameters: "0",
    trainable: false,
    extrapolates: "partly",
    models: [
      { name: "Vicuna v1.5 16k", year: 2023 },
      {
        name: "Gemma 3",
        year: 2025,
        source: "arXiv:2503.19786",
      },
    ],
    formula: {
      latex: "\\theta'_i=\\theta_i/s",
      text: "θ′[i] = θ[i] / s",
    },
    summary: {
      en: "All angles are divided by the factor, so that a longer text spans the angles seen in training. Needs fine-tuning, and blurs close positions.",
      zh: "所有角度除以同一因子，让更长的文本落在训练见过的角度范围内。需要微调，且会模糊相邻位置的差别。",
    },
  },
  {
    id: "ntk",
    name: { en: "NTK-aware scaling", zh: "NTK 感知缩放" },
    family: "rotation-scaling",
    enters: "rotary",
    year: 2023,
    paper: {
      title:
        "NTK-Aware Scaled RoPE allows LLaMA models to have extended (8k+) context size without any fine-tuning and minimal perplexity degradation",
      arxiv: null,
      url: "https://www.reddit.com/r/LocalLLaMA/comments/14lz7j5/",
    },
    calls: ["rotary.frequencies"],
    parameters: "0",
    trainable: false,
    extrapolates: "partly",
    models: [],
    formula: {
      latex: "b'=b\\cdot s^{d/(d-2)}",
      text: "b′ = b·s^(d/(d − 2))",
    },
    summary: {
      en: "Only the base grows: the fastest pair stays as it was, the slowest is slowed by exactly the factor. First described in a forum post; the YaRN paper has it in section 3.1 and the derivation in appendix A.1.",
      zh: "只增大底数：频率最高的一对不变，频率最低的一对转速恰好降为 1/s。最早见于论坛帖子；YaRN 论文 3.1 节给出公式，推导见附录 A.1。",
    },
  },
  {
    id: "dynamic",
    name: { en: "Dynamic NTK", zh: "动态 NTK" },
    family: "rotation-scaling",
    enters: "rotary",
    year: 2023,
    paper: {
      title:
        "YaRN: Efficient Context Window Extension of Large Language Models",
      arxiv: "2309.00071",
      section: "3.3",
    },
    calls: ["rotary.frequencies"],
    parameters: "0",
    trainable: false,
    extrapolates: "partly",
    models: [
      { name: "Qwen 7B", year: 2023, source: "arXiv:2309.16609" },
      { name: "InternLM2", year: 2024, source: "arXiv:2403.17297" },
    ],
    formula: {
      latex: "b'=b\\left(\\frac{s\\,n}{L}-(s-1)\\right)^{d/(d-2)},\\quad n>L",
      text: "b′ = b·(s·n/L − (s − 1))^(d/(d − 2)) for n > L",
    },
    summary: {
      en: "The base follows the present length n, and short texts are untouched. Keys cached before the base changed keep their old angles.",
      zh: "底数随当前长度 n 变化，短文本不受影响。底数变化之前缓存的键仍保留旧角度。",
    },
  },
  {
    id: "yarn",
    name: { en: "YaRN", zh: "YaRN" },
    family: "rotation-scaling",
    enters: "rotary",
    year: 2023,
    paper: {
      title:
        "YaRN: Efficient Context Window Extension of Large Language Models",
      arxiv: "2309.00071",
      section: "3.2, 3.4",
    },
    calls: ["rotary.frequencies"],
    parameters: "0",
    trainable: false,
    extrapolates: "partly",
    models: [
      { name: "Yarn-Llama-2-128k", year: 2023, source: "arXiv:2309.00071" },
      { name: "DeepSeek-V2", year: 2024, source: "arXiv:2405.04434" },
      { name: "DeepSeek-V3", year: 2024, source: "arXiv:2412.19437" },
      { name: "Kimi K2", year: 2025, source: "arXiv:2507.20534" },
      { name: "gpt-oss", year: 2025, source: "arXiv:2508.10925" },
    ],
    formula: {
      latex:
        "\\theta'_i=\\gamma_i\\theta_i+(1-\\gamma_i)\\theta_i/s,\\quad m=0.1\\ln s+1",
      text: "θ′[i] = γ[i]·θ[i] + (1 − γ[i])·θ[i]/s; cos and sin times m = 0.1·ln s + 1",
    },
    summary: {
      en: "Fast pairs stay, slow pairs are interpolated, a ramp lies between, and cos and sin are multiplied by a temperature. Reaches long contexts with little training.",
      zh: "高频维度保持不变，低频维度做内插，中间平滑过渡，并给 cos、sin 乘以温度系数。只需少量训练即可获得长上下文。",
    },
  },
  {
    id: "longrope",
    name: { en: "LongRoPE", zh: "LongRoPE" },
    family: "rotation-scaling",
    enters: "rotary",
    year: 2024,
    paper: {
      title: "LongRoPE: Extending LLM Context Window Beyond 2 Million Tokens",
      arxiv: "2402.13753",
      section: "3",
    },
    calls: ["rotary.frequencies"],
    parameters: "d",
    trainable: false,
    extrapolates: "partly",
    models: [
      { name: "Phi-3 128k", year: 2024, source: "arXiv:2404.14219" },
      { name: "Phi-4-mini", year: 2025, source: "arXiv:2503.01743" },
    ],
    formula: {
      latex: "\\theta'_i=\\theta_i/\\lambda_i",
      text: "θ′[i] = θ[i] / λ[i], one list λ up to L and one beyond",
    },
    summary: {
      en: "A factor for every pair, found by evolutionary search: one list for short, one for long texts. Crossing the border changes all angles at once.",
      zh: "用进化搜索为每个旋转对找到各自的因子，短文本与长文本各一组。越过界限时所有角度会同时改变。",
    },
  },
  {
    id: "llama3",
    name: { en: "Llama 3.1 scaling", zh: "Llama 3.1 缩放" },
    family: "rotation-scaling",
    enters: "rotary",
    year: 2024,
    paper: { title: "The Llama 3 Herd of Models", arxiv: "2407.21783" },
    calls: ["rotary.frequencies"],
    parameters: "0",
    trainable: false,
    extrapolates: "partly",
    models: [
      { name: "Llama 3.1", year: 2024, source: "arXiv:2407.21783" },
      { name: "Llama 3.2", year: 2024 },
    ],
    formula: {
      latex:
        "\\theta'_i=\\begin{cases}\\theta_i & \\lambda_i<L/h\\\\ \\theta_i/s & \\lambda_i>L/l\\\\ \\bigl(\\tfrac{1-t}{s}+t\\bigr)\\theta_i & \\text{otherwise}\\end{cases},\\quad t=\\frac{L/\\lambda_i-l}{h-l}",
      text: "θ′ = θ for wavelengths λ < L/h, θ/s for λ > L/l, else ((1 − t)/s + t)·θ with t = (L/λ − l)/(h − l)",
    },
    summary: {
      en: "Like YaRN’s frequencies, with the ramp set by wavelengths and without a temperature. Published as code with the model rather than in the paper.",
      zh: "与 YaRN 的频率处理类似，但过渡区间由波长决定，也没有温度系数。它随模型代码发布，论文中并未给出。",
    },
  },
  {
    id: "proportional",
    name: { en: "p-RoPE (proportional)", zh: "比例旋转（p-RoPE）" },
    family: "rotation-scaling",
    enters: "rotary",
    year: 2024,
    paper: {
      title:
        "Round and Round We Go! What makes Rotary Positional Encodings useful?",
      arxiv: "2410.06205",
    },
    calls: ["rotary.frequencies"],
    parameters: "0",
    trainable: false,
    extrapolates: "partly",
    models: [
      {
        name: "Gemma 4",
        year: 2026,
        source: "https://huggingface.co/google/gemma-4-E4B-it",
      },
    ],
    formula: {
      latex:
        "\\theta'_i=\\begin{cases}b^{-2i/d} & i<\\lfloor rd/2\\rfloor\\\\ 0 & \\text{otherwise}\\end{cases}",
      text: "θ′[i] = b^(−2i/d) for i < ⌊r·d/2⌋, else 0",
    },
    summary: {
      en: "Only the fastest share of the pairs turns; the slowest, which carry meaning rather than position, stand still.",
      zh: "只让最快的一部分旋转对转动；最慢的那些更多承载语义而非位置，因此保持不动。",
    },
  },
  {
    id: "xpos",
    name: { en: "xPos", zh: "xPos" },
    family: "rotation",
    enters: "rotary",
    year: 2022,
    paper: {
      title: "A Length-Extrapolatable Transformer",
      arxiv: "2212.10554",
    },
    calls: ["rotary.xpos"],
    parameters: "0",
    trainable: false,
    extrapolates: "yes",
    models: [
      { name: "LeX Transformer", year: 2022, source: "arXiv:2212.10554" },
      { name: "Kosmos-1", year: 2023, source: "arXiv:2302.14045" },
      { name: "RetNet", year: 2023, source: "arXiv:2307.08621" },
    ],
    formula: {
      latex:
        "q'_p=\\zeta^{p/B}R(p\\theta)q,\\quad k'_s=\\zeta^{-s/B}R(s\\theta)k,\\quad \\zeta_i=\\frac{2i/d+0.4}{1.4}",
      text: "q′ = ζ^(p/B)·R(p·θ)q, k′ = ζ^(−s/B)·R(s·θ)k, ζ[i] = (2i/d + 0.4)/1.4",
    },
    summary: {
      en: "RoPE whose pairs also shrink with distance, the fast ones most, so that far tokens fade smoothly. Meant to be used with blockwise attention.",
      zh: "在 RoPE 的基础上让每对通道随距离衰减，快的衰减得更多，使远处词元平滑淡出。原设计与分块注意力配合使用。",
    },
  },
  {
    id: "mrope",
    name: {
      en: "Multimodal RoPE (M-RoPE)",
      zh: "多模态旋转位置编码（M-RoPE）",
    },
    family: "rotation",
    enters: "rotary",
    year: 2024,
    paper: {
      title:
        "Qwen2-VL: Enhancing Vision-Language Model’s Perception of the World at Any Resolution",
      arxiv: "2409.12191",
      section: "2.1",
    },
    calls: ["rotary.multimodal"],
    parameters: "0",
    trainable: false,
    extrapolates: "partly",
    models: [
      { name: "Qwen2-VL", year: 2024, source: "arXiv:2409.12191" },
      { name: "Qwen2.5-VL", year: 2025, source: "arXiv:2502.13923" },
      {
        name: "Qwen3-VL (interleaved)",
        year: 2025,
        source: "arXiv:2511.21631",
      },
    ],
    formula: {
      latex: "\\phi_i=p^{(a_i)}\\,\\theta_i,\\quad a_i\\in\\{t,h,w\\}",
      text: "angle[i] = p[axis of pair i]·θ[i], axes time, height, width",
    },
    summary: {
      en: "Pairs are shared out among time, height and width, so one model places text, images and video. For text all three positions are equal and it is plain RoPE.",
      zh: "把旋转对分给时间、高、宽三个轴，同一模型即可为文本、图像和视频定位。对纯文本三个位置相同，退化为普通 RoPE。",
    },
  },
  {
    id: "axial2d",
    name: { en: "Two-dimensional RoPE", zh: "二维旋转位置编码" },
    family: "rotation",
    enters: "rotary",
    year: 2021,
    paper: {
      title: "Transformer升级之路：4、二维位置的旋转式位置编码",
      arxiv: null,
      url: "https://kexue.fm/archives/8397",
    },
    calls: ["rotary.axial", "rotary.axial2d"],
    parameters: "0",
    trainable: false,
    extrapolates: "partly",
    models: [
      { name: "EVA-02", year: 2023, source: "arXiv:2303.11331" },
      { name: "DINOv3", year: 2025, source: "arXiv:2508.10104" },
    ],
    formula: {
      latex:
        "q'_{x,y}=\\bigl[R(x\\theta)\\,q_{1:d/2}\\;\\|\\;R(y\\theta)\\,q_{d/2+1:d}\\bigr]",
      text: "q′[x, y] = [R(x·θ) on one half of q | R(y·θ) on the other]",
    },
    summary: {
      en: "Half of the pairs turn with the row, half with the column of an image patch; coordinates can be rescaled for other resolutions. Compared with other choices for vision in arXiv 2403.13298.",
      zh: "图像块的行与列各支配一半旋转对；坐标可以缩放，以适应不同分辨率。与其他视觉方案的比较见 arXiv 2403.13298。",
    },
  },
];
