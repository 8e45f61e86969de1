// The works that claims are held against.

export interface Work {
  readonly title: string;
  readonly authors: string;
  readonly year: number;
  /** Where to find it. */
  readonly url: string;
  /** In its own language, if that is not English. */
  readonly original?: {
    readonly lang: "zh";
    readonly title: string;
    readonly authors: string;
  };
}

const arxiv = (id: string) => `https://arxiv.org/abs/${id}`;

/** An article of Su Jianlin's, in Chinese, by its number in his archives. */
const su = (
  year: number,
  archive: number,
  title: string,
  own: string,
): Work => ({
  title: `${title} (in Chinese)`,
  authors: "Su",
  year,
  url: `https://kexue.fm/archives/${archive}`,
  original: { lang: "zh", title: own, authors: "苏剑林" },
});

export const works = {
  vaswani: {
    title: "Attention Is All You Need",
    authors: "Vaswani et al.",
    year: 2017,
    url: arxiv("1706.03762"),
  },
  shaw: {
    title: "Self-Attention with Relative Position Representations",
    authors: "Shaw, Uszkoreit, Vaswani",
    year: 2018,
    url: arxiv("1803.02155"),
  },
  memn2n: {
    title: "End-To-End Memory Networks",
    authors: "Sukhbaatar et al.",
    year: 2015,
    url: arxiv("1503.08895"),
  },
  convs2s: {
    title: "Convolutional Sequence to Sequence Learning",
    authors: "Gehring et al.",
    year: 2017,
    url: arxiv("1705.03122"),
  },
  bert: {
    title:
      "BERT: Pre-training of Deep Bidirectional Transformers for Language Understanding",
    authors: "Devlin et al.",
    year: 2018,
    url: arxiv("1810.04805"),
  },
  bertCode: {
    title: "google-research/bert, modeling.py",
    authors: "Google Research",
    year: 2018,
    url: "https://github.com/google-research/bert",
  },
  gpt1Code: {
    title: "openai/finetune-transformer-lm, train.py",
    authors: "OpenAI",
    year: 2018,
    url: "https://github.com/openai/finetune-transformer-lm",
  },
  gpt2Code: {
    title: "openai/gpt-2, src/model.py",
    authors: "OpenAI",
    year: 2019,
    url: "https://github.com/openai/gpt-2",
  },
  gpt3: {
    title: "Language Models are Few-Shot Learners",
    authors: "Brown et al.",
    year: 2020,
    url: arxiv("2005.14165"),
  },
  transformerXl: {
    title:
      "Transformer-XL: Attentive Language Models Beyond a Fixed-Length Context",
    authors: "Dai et al.",
    year: 2019,
    url: arxiv("1901.02860"),
  },
  transformerXlCode: {
    title: "kimiyoung/transformer-xl, mem_transformer.py",
    authors: "Dai, Yang et al.",
    year: 2019,
    url: "https://github.com/kimiyoung/transformer-xl",
  },
  t5: {
    title:
      "Exploring the Limits of Transfer Learning with a Unified Text-to-Text Transformer",
    authors: "Raffel et al.",
    year: 2019,
    url: arxiv("1910.10683"),
  },
  deberta: {
    title: "DeBERTa: Decoding-enhanced BERT with Disentangled Attention",
    authors: "He et al.",
    year: 2020,
    url: arxiv("2006.03654"),
  },
  debertaCode: {
    title: "microsoft/DeBERTa",
    authors: "Microsoft",
    year: 2021,
    url: "https://github.com/microsoft/DeBERTa",
  },
  roformer: {
    title: "RoFormer: Enhanced Transformer with Rotary Position Embedding",
    authors: "Su et al.",
    year: 2021,
    url: arxiv("2104.09864"),
  },
  alibi: {
    title:
      "Train Short, Test Long: Attention with Linear Biases Enables Input Length Extrapolation",
    authors: "Press, Smith, Lewis",
    year: 2021,
    url: arxiv("2108.12409"),
  },
  alibiCode: {
    title: "ofirpress/attention_with_linear_biases, README",
    authors: "Press",
    year: 2022,
    url: "https://github.com/ofirpress/attention_with_linear_biases",
  },
  cape: {
    title:
      "CAPE: Encoding Relative Positions with Continuous Augmented Positional Embeddings",
    authors: "Likhomanenko et al.",
    year: 2021,
    url: arxiv("2106.03143"),
  },
  cpvt: {
    title: "Conditional Positional Encodings for Vision Transformers",
    authors: "Chu et al.",
    year: 2021,
    url: arxiv("2102.10882"),
  },
  bipe: {
    title:
      "Two Stones Hit One Bird: Bilevel Positional Encoding for Better Length Extrapolation",
    authors: "He et al.",
    year: 2024,
    url: arxiv("2401.16421"),
  },
  suHierarchical: {
    title: "Hierarchical decomposition of position embeddings (in Chinese)",
    authors: "Su",
    year: 2020,
    url: "https://kexue.fm/archives/7947",
    original: {
      lang: "zh",
      title: "层次分解位置编码，让BERT可以处理超长文本",
      authors: "苏剑林",
    },
  },
  suSurvey: su(
    2021,
    8130,
    "Position encodings that rack researchers’ brains",
    "让研究人员绞尽脑汁的Transformer位置编码",
  ),
  suOrigins: su(
    2021,
    8231,
    "Upgrading the Transformer 1: where sinusoids come from",
    "Transformer升级之路：1、Sinusoidal位置编码追根溯源",
  ),
  suRotary: su(
    2021,
    8265,
    "Upgrading the Transformer 2: rotary position embedding",
    "Transformer升级之路：2、博采众长的旋转式位置编码",
  ),
  suPlane: su(
    2021,
    8397,
    "Upgrading the Transformer 4: rotations for positions in a plane",
    "Transformer升级之路：4、二维位置的旋转式位置编码",
  ),
  suEntropy: su(
    2021,
    8823,
    "The scale of attention, seen from invariance of entropy",
    "从熵不变性看Attention的Scale操作",
  ),
  suWindow: su(
    2023,
    9431,
    "Upgrading the Transformer 7: length extrapolation and local attention",
    "Transformer升级之路：7、长度外推性与局部注意力",
  ),
  suBase: su(
    2023,
    9675,
    "Upgrading the Transformer 10: RoPE is an encoding in base β",
    "Transformer升级之路：10、RoPE是一种β进制编码",
  ),
  suRerope: su(
    2023,
    9708,
    "Upgrading the Transformer 12: ReRoPE, extrapolation without end?",
    "Transformer升级之路：12、无限外推的ReRoPE？",
  ),
  nope: {
    title:
      "The Impact of Positional Encoding on Length Generalization in Transformers",
    authors: "Kazemnejad et al.",
    year: 2023,
    url: arxiv("2305.19466"),
  },
  pi: {
    title:
      "Extending Context Window of Large Language Models via Positional Interpolation",
    authors: "Chen et al.",
    year: 2023,
    url: arxiv("2306.15595"),
  },
  yarn: {
    title: "YaRN: Efficient Context Window Extension of Large Language Models",
    authors: "Peng et al.",
    year: 2023,
    url: arxiv("2309.00071"),
  },
  longrope: {
    title: "LongRoPE: Extending LLM Context Window Beyond 2 Million Tokens",
    authors: "Ding et al.",
    year: 2024,
    url: arxiv("2402.13753"),
  },
  llama3: {
    title: "The Llama 3 Herd of Models",
    authors: "Llama Team",
    year: 2024,
    url: arxiv("2407.21783"),
  },
  kerple: {
    title:
      "KERPLE: Kernelized Relative Positional Embedding for Length Extrapolation",
    authors: "Chi et al.",
    year: 2022,
    url: arxiv("2205.09921"),
  },
  fire: {
    title:
      "Functional Interpolation for Relative Positions Improves Long Context Transformers",
    authors: "Li et al.",
    year: 2023,
    url: arxiv("2310.04418"),
  },
  sandwich: {
    title:
      "Dissecting Transformer Length Extrapolation via the Lens of Receptive Field Analysis",
    authors: "Chi et al.",
    year: 2022,
    url: arxiv("2212.10356"),
  },
  cope: {
    title: "Contextual Position Encoding: Learning to Count What’s Important",
    authors: "Golovneva et al.",
    year: 2024,
    url: arxiv("2405.18719"),
  },
  tupe: {
    title: "Rethinking Positional Encoding in Language Pre-training",
    authors: "Ke, He, Liu",
    year: 2020,
    url: arxiv("2006.15595"),
  },
  fourierFeatures: {
    title:
      "Fourier Features Let Networks Learn High Frequency Functions in Low Dimensional Domains",
    authors: "Tancik et al.",
    year: 2020,
    url: arxiv("2006.10739"),
  },
  imageTransformer: {
    title: "Image Transformer",
    authors: "Parmar et al.",
    year: 2018,
    url: arxiv("1802.05751"),
  },
  convPositions: {
    title:
      "How Much Position Information Do Convolutional Neural Networks Encode?",
    authors: "Islam, Jia, Bruce",
    year: 2020,
    url: arxiv("2001.08248"),
  },
  palm: {
    title: "PaLM: Scaling Language Modeling with Pathways",
    authors: "Chowdhery et al.",
    year: 2022,
    url: arxiv("2204.02311"),
  },
  neox: {
    title: "GPT-NeoX-20B: An Open-Source Autoregressive Language Model",
    authors: "Black et al.",
    year: 2022,
    url: arxiv("2204.06745"),
  },
  llamaCode: {
    title: "meta-llama/llama, llama/model.py",
    authors: "Meta",
    year: 2023,
    url: "https://github.com/meta-llama/llama",
  },
  bloom: {
    title: "BLOOM: A 176B-Parameter Open-Access Multilingual Language Model",
    authors: "BigScience Workshop",
    year: 2022,
    url: arxiv("2211.05100"),
  },
  lightllm: {
    title: "ModelTC/lightllm",
    authors: "ModelTC",
    year: 2023,
    url: "https://github.com/ModelTC/lightllm",
  },
  illustrated: {
    title: "The Illustrated Transformer",
    authors: "Alammar",
    year: 2018,
    url: "https://jalammar.github.io/illustrated-transformer/",
  },
  pytorch: {
    title: "PyTorch: torch.nn.Module.register_buffer",
    authors: "PyTorch",
    year: 2025,
    url: "https://docs.pytorch.org/docs/stable/generated/torch.nn.Module.html",
  },
  claude: {
    title: "Introducing Claude 2.1",
    authors: "Anthropic",
    year: 2023,
    url: "https://www.anthropic.com/news/claude-2-1",
  },
  gemini: {
    title: "Our next-generation model: Gemini 1.5",
    authors: "Google",
    year: 2024,
    url: "https://blog.google/technology/ai/google-gemini-next-generation-model-february-2024/",
  },
  haviv: {
    title:
      "Transformer Language Models without Positional Encodings Still Learn Positional Information",
    authors: "Haviv et al.",
    year: 2022,
    url: arxiv("2203.16634"),
  },
  shortformer: {
    title: "Shortformer: Better Language Modeling Using Shorter Inputs",
    authors: "Press, Smith, Lewis",
    year: 2020,
    url: arxiv("2012.15832"),
  },
  pascanu: {
    title: "On the difficulty of training recurrent neural networks",
    authors: "Pascanu, Mikolov, Bengio",
    year: 2013,
    url: arxiv("1211.5063"),
  },
  randomized: {
    title:
      "Randomized Positional Encodings Boost Length Generalization of Transformers",
    authors: "Ruoss et al.",
    year: 2023,
    url: arxiv("2305.16843"),
  },
  fragile: {
    title: "Transformers Can Achieve Length Generalization But Not Robustly",
    authors: "Zhou et al.",
    year: 2024,
    url: arxiv("2402.09371"),
  },
  abacus: {
    title: "Transformers Can Do Arithmetic with the Right Embeddings",
    authors: "McLeish et al.",
    year: 2024,
    url: arxiv("2405.17399"),
  },
  xpos: {
    title: "A Length-Extrapolatable Transformer",
    authors: "Sun et al.",
    year: 2022,
    url: arxiv("2212.10554"),
  },
} as const satisfies Readonly<Record<string, Work>>;

export type WorkId = keyof typeof works;
