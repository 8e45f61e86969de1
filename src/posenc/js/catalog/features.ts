import type { CatalogEntry } from "./types.js";

/** Rows made of the tokens themselves, of digits, or of coordinates. */
export const features: readonly CatalogEntry[] = [
  {
    id: "convolutional",
    name: { en: "Separable convolution", zh: "可分离卷积位置编码" },
    family: "convolutional",
    enters: "embedding",
    year: null,
    paper: null,
    calls: ["embedding.convolutional"],
    parameters: "K·D (+ D²)",
    trainable: true,
    extrapolates: "yes",
    models: [],
    formula: {
      latex: "P_{t,c}=\\sum_{k}w_{k,c}\\,x_{t+k-\\lfloor K/2\\rfloor,c}",
      text: "P[t, c] = Σ_k w[k, c]·x[t + k − ⌊K/2⌋, c]",
    },
    summary: {
      en: "A depthwise (and pointwise) convolution over the tokens. It knows the neighbourhood everywhere, and the absolute position only through the padding at the ends; this definition is the library’s own.",
      zh: "对词元序列做逐通道（及逐点）卷积。它处处感知邻域，而绝对位置只能经由两端的填充得到；此处的定义由本库给出。",
    },
  },
  {
    id: "peg",
    name: {
      en: "Positional encoding generator (PEG)",
      zh: "条件位置编码（PEG）",
    },
    family: "convolutional",
    enters: "embedding",
    year: 2021,
    paper: {
      title: "Conditional Positional Encodings for Vision Transformers",
      arxiv: "2102.10882",
    },
    calls: ["embedding.convolutional2d"],
    parameters: "K²·D + D",
    trainable: true,
    extrapolates: "yes",
    models: [
      { name: "CPVT", year: 2021, source: "arXiv:2102.10882" },
      { name: "Twins-SVT", year: 2021, source: "arXiv:2104.13840" },
    ],
    formula: {
      latex: "Y=X+\\mathrm{DWConv}_{3\\times3}(X)",
      text: "Y = X + depthwise 3 × 3 convolution of X",
    },
    summary: {
      en: "A depthwise convolution over the grid of image tokens, added to them. Zero padding tells where the border is, and any image size works.",
      zh: "在图像词元网格上做逐通道卷积，再与原词元相加。零填充提供了边界信息，因而适用于任意图像尺寸。",
    },
  },
  {
    id: "wav2vec2",
    name: {
      en: "Grouped convolution (wav2vec 2.0)",
      zh: "分组卷积位置编码（wav2vec 2.0）",
    },
    family: "convolutional",
    enters: "embedding",
    year: 2020,
    paper: {
      title:
        "wav2vec 2.0: A Framework for Self-Supervised Learning of Speech Representations",
      arxiv: "2006.11477",
      section: "2",
    },
    calls: ["embedding.convolutionalGrouped"],
    parameters: "K·D²/G + D",
    trainable: true,
    extrapolates: "yes",
    models: [
      { name: "wav2vec 2.0", year: 2020, source: "arXiv:2006.11477" },
      { name: "HuBERT", year: 2021, source: "arXiv:2106.07447" },
      { name: "WavLM", year: 2021, source: "arXiv:2110.13900" },
    ],
    formula: {
      latex:
        "Y=X+\\mathrm{GELU}\\bigl(\\mathrm{Conv}_{K=128,\\;g=16}(X)\\bigr)",
      text: "Y = X + GELU(convolution of X, width 128, 16 groups)",
    },
    summary: {
      en: "One wide grouped convolution with weight normalisation and GELU, added to the audio frames in place of an absolute encoding.",
      zh: "用一层宽核分组卷积（权重归一化加 GELU）的输出与音频帧相加，取代绝对位置编码。",
    },
  },
  {
    id: "index",
    name: { en: "Plain index", zh: "位置序号" },
    family: "counter",
    enters: "embedding",
    year: null,
    paper: null,
    calls: ["embedding.index"],
    parameters: "0",
    trainable: false,
    extrapolates: "no",
    models: [],
    formula: { latex: "P_p=p", text: "P[p] = p" },
    summary: {
      en: "The position as one number. Large values drown the token embedding; shown to explain why nobody uses it.",
      zh: "直接用一个数表示位置。数值大了会淹没词嵌入；这里用来说明为何没有人采用它。",
    },
  },
  {
    id: "normalized",
    name: { en: "Normalised index", zh: "归一化序号" },
    family: "counter",
    enters: "embedding",
    year: null,
    paper: null,
    calls: ["embedding.normalized"],
    parameters: "0",
    trainable: false,
    extrapolates: "no",
    models: [],
    formula: { latex: "P_p=\\frac{p}{L-1}", text: "P[p] = p / (L − 1)" },
    summary: {
      en: "The position as a share of the length. The step between neighbours then depends on the length, so the same number means different things in different texts.",
      zh: "用位置占全长的比例表示。相邻位置的间隔随长度变化，同一数值在不同文本中含义不同。",
    },
  },
  {
    id: "binary",
    name: { en: "Binary counter", zh: "二进制位置编码" },
    family: "counter",
    enters: "embedding",
    year: null,
    paper: null,
    calls: ["embedding.binary"],
    parameters: "0",
    trainable: false,
    extrapolates: "no",
    models: [],
    formula: {
      latex: "P_{p,i}=\\lfloor p/2^i\\rfloor\\bmod 2",
      text: "P[p, i] = ⌊p / 2^i⌋ mod 2",
    },
    summary: {
      en: "The digits of the position in base two. Each is a square wave of twice the period: sinusoids are the smooth version of it.",
      zh: "位置的二进制数位。每一位都是周期翻倍的方波，正弦编码可看作它的平滑版本。",
    },
  },
  {
    id: "fourier",
    name: { en: "Fourier features", zh: "傅里叶特征" },
    family: "features",
    enters: "embedding",
    year: 2020,
    paper: {
      title:
        "NeRF: Representing Scenes as Neural Radiance Fields for View Synthesis",
      arxiv: "2003.08934",
      section: "5.1",
    },
    calls: ["embedding.fourier"],
    parameters: "0",
    trainable: false,
    extrapolates: "partly",
    models: [
      { name: "NeRF", year: 2020, source: "arXiv:2003.08934" },
      { name: "Perceiver", year: 2021, source: "arXiv:2103.03206" },
    ],
    formula: {
      latex:
        "\\gamma(x)=\\bigl(\\sin(\\pi f_k x),\\,\\cos(\\pi f_k x)\\bigr)_{k}",
      text: "γ(x) = (sin(π·f[k]·x), cos(π·f[k]·x)) for every band k",
    },
    summary: {
      en: "Sines and cosines of continuous coordinates in [−1, 1] at chosen bands, so that a network can represent fine detail.",
      zh: "对 [−1, 1] 内的连续坐标取若干频带的正弦与余弦，使网络能够表示精细结构。",
    },
  },
  {
    id: "randomFourier",
    name: { en: "Random Fourier features", zh: "随机傅里叶特征" },
    family: "features",
    enters: "embedding",
    year: 2020,
    paper: {
      title:
        "Fourier Features Let Networks Learn High Frequency Functions in Low Dimensional Domains",
      arxiv: "2006.10739",
    },
    calls: ["embedding.randomFourier"],
    parameters: "0",
    trainable: false,
    extrapolates: "partly",
    models: [
      { name: "SAM", year: 2023, source: "arXiv:2304.02643" },
      { name: "SAM 2", year: 2024, source: "arXiv:2408.00714" },
    ],
    formula: {
      latex:
        "\\gamma(x)=\\bigl[\\sin(2\\pi Bx)\\,\\|\\,\\cos(2\\pi Bx)\\bigr],\\quad B_{ij}\\sim\\mathcal{N}(0,\\sigma^2)",
      text: "γ(x) = [sin(2πBx) | cos(2πBx)], B[i, j] drawn from N(0, σ²)",
    },
    summary: {
      en: "Waves in random directions with Gaussian frequencies; the scale σ sets how fine a detail two points can differ in.",
      zh: "频率按高斯分布抽取、方向随机的一组波；尺度 σ 决定了能够区分的细节程度。",
    },
  },
];
