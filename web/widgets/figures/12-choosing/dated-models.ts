// Models of which a source says how positions enter and how long a text may be.

/** A dated fact about a model. */
export interface DatedModel {
  readonly name: string;
  readonly year: number;
  /** 1 to 12, of the first publication. */
  readonly month: number;
  /** Positions it was released for. */
  readonly context: number;
  /** Entry of the catalog; null where the maker has not said. */
  readonly method: string | null;
  readonly url: string;
}

const arxiv = (id: string): string => `https://arxiv.org/abs/${id}`;
const hub = (id: string): string => `https://huggingface.co/${id}`;

const row = (
  name: string,
  date: `${number}-${number}`,
  context: number,
  method: string | null,
  url: string,
): DatedModel => {
  const [year, month] = date.split("-").map(Number) as [number, number];
  return { name, year, month, context, method, url };
};

/** In the order of their dates. */
export const MODELS: readonly DatedModel[] = [
  row(
    ...(["GPT", "2018-06", 512, "learned"] as const),
    "https://openai.com/index/language-unsupervised/",
  ),
  row("BERT", "2018-10", 512, "learned", arxiv("1810.04805")),
  row("GPT-2", "2019-02", 1024, "learned", "https://github.com/openai/gpt-2"),
  row("T5", "2019-10", 512, "t5", arxiv("1910.10683")),
  row("GPT-3", "2020-05", 2048, "learned", arxiv("2005.14165")),
  row("DeBERTa", "2020-06", 512, "deberta", arxiv("2006.03654")),
  row(
    ...(["GPT-NeoX-20B", "2022-02", 2048, "rope"] as const),
    "https://blog.eleuther.ai/announcing-20b/",
  ),
  row("PaLM", "2022-04", 2048, "rope", arxiv("2204.02311")),
  row("BLOOM", "2022-07", 2048, "alibi", hub("bigscience/bloom")),
  row("LLaMA", "2023-02", 2048, "rope", arxiv("2302.13971")),
  row("ChatGLM-6B", "2023-03", 2048, "rope", hub("THUDM/chatglm-6b")),
  row("MPT-7B", "2023-05", 2048, "alibi", hub("mosaicml/mpt-7b")),
  row("Llama 2", "2023-07", 4096, "rope", arxiv("2307.09288")),
  row(
    ...(["Yarn-Llama-2-128k", "2023-08", 131_072, "yarn"] as const),
    arxiv("2309.00071"),
  ),
  row(
    ...(["Mistral 7B", "2023-09", 8192, "rope"] as const),
    "https://mistral.ai/news/announcing-mistral-7b",
  ),
  row(
    ...(["Claude 2.1", "2023-11", 200_000, null] as const),
    "https://www.anthropic.com/news/claude-2-1",
  ),
  row(
    ...(["Gemini 1.5 Pro", "2024-02", 1_000_000, null] as const),
    "https://blog.google/technology/ai/google-gemini-next-generation-model-february-2024/",
  ),
  row("Phi-3-mini 128k", "2024-04", 131_072, "longrope", arxiv("2404.14219")),
  row("Llama 3.1", "2024-07", 131_072, "llama3", arxiv("2407.21783")),
  row(
    "DeepSeek-V3",
    "2024-12",
    131_072,
    "yarn",
    hub("deepseek-ai/DeepSeek-V3"),
  ),
  row("gpt-oss", "2025-08", 131_072, "yarn", arxiv("2508.10925")),
];
