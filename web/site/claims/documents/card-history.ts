import type { Claim } from "../types.ts";

/** Document 1, history: claims 001-16 to 001-29. */
export const cardHistory: readonly Claim[] = [
  {
    id: "001-16",
    section: { en: "history", zh: "历史" },
    kind: "history",
    verdict: "true-with-conditions",
    claim: {
      en: "In the era of RNNs and LSTMs, before 2017, no explicit position encoding was needed: order is in the time steps.",
      zh: "2017 年以前的 RNN/LSTM 时代靠时间步携带顺序，不需要显式位置编码。",
    },
    correct: {
      en: "True of RNNs, which is what the document speaks of. Other models of that time (MemN2N of 2015, ConvS2S of May 2017) already used explicit encodings.",
      zh: "文档说的是 RNN，对 RNN 成立；同一时期的其他模型（2015 年的 MemN2N、2017 年 5 月的 ConvS2S）已经在用显式编码。",
    },
    evidence: {
      en: "Shaw et al. (2018) write that convolutional networks still benefit from position encodings, and cite ConvS2S.",
      zh: "Shaw 等人（2018）写道，卷积网络也能从位置编码中获益，并引用 ConvS2S。",
    },
    ground: "paper",
    sources: [
      { work: "shaw", place: { en: "introduction", zh: "引言" } },
      { work: "memn2n" },
      { work: "convs2s" },
    ],
  },
  {
    id: "001-17",
    section: { en: "history", zh: "历史" },
    kind: "history",
    verdict: "true",
    claim: {
      en: "In June 2017 the Transformer paper dropped recurrence and used sinusoidal encoding.",
      zh: "2017 年 6 月，Transformer 论文弃用循环并采用正弦编码。",
    },
    correct: {
      en: "Correct (arXiv 1706.03762; NeurIPS 2017).",
      zh: "正确（arXiv 1706.03762，NeurIPS 2017）。",
    },
    evidence: {
      en: "Submitted in June 2017; section 3.5 has the formula.",
      zh: "2017 年 6 月提交；公式在 3.5 节。",
    },
    ground: "paper",
    sources: [{ work: "vaswani", place: { en: "section 3.5", zh: "3.5 节" } }],
  },
  {
    id: "001-18",
    section: { en: "history", zh: "历史" },
    kind: "model-fact",
    verdict: "true",
    claim: {
      en: "GPT-2 (February 2019) uses learned positions up to 1024.",
      zh: "GPT-2（2019 年 2 月）用可学习位置，上限 1024。",
    },
    correct: { en: "Correct.", zh: "正确。" },
    evidence: {
      en: "GPT-2’s code: `n_ctx` = 1024 and a variable `wpe` for the positions. Published in February 2019.",
      zh: "GPT-2 代码：`n_ctx` = 1024，位置变量为 `wpe`。2019 年 2 月发布。",
    },
    ground: "code",
    sources: [{ work: "gpt2Code" }],
  },
  {
    id: "001-19",
    section: { en: "history", zh: "历史" },
    kind: "history",
    verdict: "true-with-conditions",
    claim: {
      en: "Relative encodings spread in 2019 and 2020.",
      zh: "相对位置编码在 2019 至 2020 年兴起。",
    },
    correct: {
      en: "They spread then: 2019 brought Transformer-XL and T5, 2020 DeBERTa. They are older, though: Shaw, Uszkoreit and Vaswani published theirs in March 2018.",
      zh: "作为流行的时间成立：2019 年有 Transformer-XL 与 T5，2020 年有 DeBERTa。但首创更早，Shaw 等人 2018 年 3 月就发表了相对位置表示。",
    },
    evidence: {
      en: "First submitted: Shaw et al. March 2018, Transformer-XL January 2019, T5 October 2019, DeBERTa June 2020.",
      zh: "首次提交：Shaw 等 2018 年 3 月，Transformer-XL 2019 年 1 月，T5 2019 年 10 月，DeBERTa 2020 年 6 月。",
    },
    ground: "paper",
    sources: [
      { work: "shaw" },
      { work: "transformerXl" },
      { work: "t5" },
      { work: "deberta" },
    ],
  },
  {
    id: "001-20",
    section: { en: "history", zh: "历史" },
    kind: "property",
    verdict: "true-with-conditions",
    claim: {
      en: "A fixed index such as “third word” means different things in short and in long sentences.",
      zh: "“第 3 个词”这样的绝对下标，在长短句子里含义不同。",
    },
    correct: {
      en: "Fair as a remark on language. But in the encoding the row of index 2 is the same vector in every sentence, and that is what lets a model compare sentences.",
      zh: "作为语言现象没错；但在编码里，下标 2 的行在任何句子中都相同，模型正是靠这一点比较不同句子。",
    },
    evidence: {
      en: "The row of index 2 is the same in a sentence of 5 and in one of 50 words; only an encoding divided by the length would change.",
      zh: "无论句子是 5 个词还是 50 个词，表中下标为 2 的行都一样；只有除以句长的编码才会变。",
    },
  },
  {
    id: "001-21",
    section: { en: "history", zh: "历史" },
    kind: "model-fact",
    verdict: "true-with-conditions",
    claim: {
      en: "Transformer-XL (2019) encodes only distances, never absolute positions.",
      zh: "Transformer-XL（2019）只编码词间距离，不用绝对位置。",
    },
    correct: {
      en: "True of its score, which has four terms: content–content, content–distance, and two with the global biases u and v. The distance vectors R are fixed sinusoids, passed through a learned matrix.",
      zh: "就其四项分数而言成立：内容—内容、内容—距离，以及含全局偏置 u、v 的两项。距离向量 R 是固定的正弦，再乘可学习矩阵。",
    },
    evidence: {
      en: "In the code: AC = (q + `r_w_bias`)·k, BD = (q + `r_r_bias`)·`r_net(R)` with a shift, R = [sin | cos].",
      zh: "代码中：AC = (q + `r_w_bias`)·k，BD = (q + `r_r_bias`)·`r_net(R)` 再移位，R = [sin | cos]。",
    },
    ground: "code",
    sources: [{ work: "transformerXl" }, { work: "transformerXlCode" }],
  },
  {
    id: "001-22",
    section: { en: "history", zh: "历史" },
    kind: "performance",
    verdict: "true",
    claim: {
      en: "Transformer-XL generalises better to long sequences.",
      zh: "Transformer-XL 对长序列泛化更好。",
    },
    correct: {
      en: "So the paper reports: dependencies 80% longer than with RNNs and 450% longer than with vanilla Transformers, by recurrence and relative encoding together.",
      zh: "论文报告如此：依赖长度比 RNN 长 80%，比普通 Transformer 长 450%，来自片段递归与相对编码的共同作用。",
    },
    evidence: { en: "Abstract of the paper (2019).", zh: "论文摘要（2019）。" },
    ground: "paper",
    sources: [{ work: "transformerXl", place: { en: "abstract", zh: "摘要" } }],
  },
  {
    id: "001-23",
    section: { en: "history", zh: "历史" },
    kind: "model-fact",
    verdict: "true",
    claim: {
      en: "T5 (2019) uses a simplified relative position bias.",
      zh: "T5（2019）使用简化的相对位置偏置。",
    },
    correct: {
      en: "Correct: one learned scalar per head and bucket is added to the score; 32 buckets, logarithmic up to offset 128. Document 3 describes T5 otherwise (128 learned and 384 fixed dimensions), and wrongly.",
      zh: "正确：每个头、每个桶一个可学习标量，加到分数上；共 32 个桶，按对数分到偏移 128。文档 3 把 T5 写成 128 维学习加 384 维固定，是错的。",
    },
    evidence: {
      en: "In an encoder, offsets 0 to 7 have buckets of their own, 8 to 11 share one, all from 91 on share the last (the logarithm would reach the next at 128). In both directions 31 of the 32 are ever used: one bucket for “ahead by 0” stays empty.",
      zh: "在编码器里，偏移 0 至 7 各占一桶，8 至 11 共用一桶，91 以上共用最后一桶（按对数，下一桶要到 128 才开始）。双向时 32 个桶只会用到 31 个：“向前 0 步”那一桶永远为空。",
    },
    sources: [{ work: "t5" }],
  },
  {
    id: "001-24",
    section: { en: "history", zh: "历史" },
    kind: "model-fact",
    verdict: "true",
    claim: {
      en: "ALiBi (2021) adds no position vectors; it biases the attention scores.",
      zh: "ALiBi（2021）不加位置向量，而是在注意力分数上加偏置。",
    },
    correct: {
      en: "Correct: a fixed slope per head, 2^{−8h/n} for n heads when n is a power of two, times the distance is subtracted from the score.",
      zh: "正确：分数减去斜率乘距离，各头斜率固定；头数 n 为 2 的幂时，斜率为 2^{−8h/n}。",
    },
    evidence: {
      en: "8 heads: 1/2, 1/4, … 1/256. Adding −slope × distance to the scores reproduces its output.",
      zh: "8 个头：1/2、1/4、……、1/256。在分数上加“−斜率 × 距离”，就得到它的输出。",
    },
    sources: [{ work: "alibi" }],
  },
  {
    id: "001-25",
    section: { en: "history", zh: "历史" },
    kind: "performance",
    verdict: "true-with-conditions",
    claim: {
      en: "ALiBi is trained with 2K tokens and used with up to 11K.",
      zh: "ALiBi 训练时用 2K，推理可到 11K。",
    },
    correct: {
      en: "The size is right, if perplexity is the measure: the paper reports a model trained on 512 tokens that still improves past 12 000. This very pair of lengths was not found, and low perplexity does not show that the far tokens are used.",
      zh: "以困惑度衡量，量级没有错：论文报告，以 512 训练的模型超过 12 000 个词元后仍在改善。但 2K 与 11K 这一对数没有找到出处，困惑度低也不等于用上了远处的内容。",
    },
    evidence: {
      en: "Section 4.1 of the paper (2021): trained on 512, perplexity improves past 12 000 tokens. The appendix: past the trained length, ALiBi might not use the longer context.",
      zh: "论文（2021）4.1 节：以 512 训练，超过 12 000 个词元困惑度仍在改善。附录：超出训练长度后，ALiBi 可能没有用到更长的上下文。",
    },
    ground: "paper",
    sources: [
      {
        work: "alibi",
        place: { en: "section 4.1 and appendix B", zh: "4.1 节与附录 B" },
      },
    ],
  },
  {
    id: "001-26",
    section: { en: "history, table", zh: "历史、对比表" },
    kind: "model-fact",
    verdict: "true",
    claim: {
      en: "GPT-NeoX, PaLM and LLaMA use RoPE.",
      zh: "GPT-NeoX、PaLM、LLaMA 采用 RoPE。",
    },
    correct: {
      en: "Correct. GPT-NeoX-20B rotates only 25% of the dimensions of each head.",
      zh: "正确。GPT-NeoX-20B 只旋转每个头 25% 的维度。",
    },
    evidence: {
      en: "Configuration of GPT-NeoX-20B: rotary, `rotary_pct` 0.25. LLaMA’s code and the PaLM paper name RoPE.",
      zh: "GPT-NeoX-20B 的配置：rotary，`rotary_pct` 0.25。LLaMA 代码与 PaLM 论文都写明 RoPE。",
    },
    ground: "code",
    sources: [{ work: "neox" }, { work: "palm" }, { work: "llamaCode" }],
  },
  {
    id: "001-27",
    section: { en: "history, table", zh: "历史、对比表" },
    kind: "performance",
    verdict: "false",
    claim: { en: "RoPE extrapolates well.", zh: "RoPE 的外推性好。" },
    correct: {
      en: "Plain RoPE does not: beyond the trained length, attention scores can become catastrophically high. What extends it is rescaling the positions (interpolation, NTK, YaRN), mostly with some fine-tuning. The table of document 1 and document 4 claim the same.",
      zh: "原始 RoPE 并不行：超出训练长度后，注意力分数可能失控。能延长它的是位置缩放（内插、NTK、YaRN），多半还要少量微调。文档 1 的表格和文档 4 也有同样说法。",
    },
    evidence: {
      en: "In a head of width 128 trained on 2048 positions, 23 of 64 pairs have not completed a turn and meet unseen angles beyond. The paper on interpolation (2023) reports scores that explode there.",
      zh: "每头 128 维、训练长度 2048 时，64 对中有 23 对没有转满一圈，再往后就遇到没见过的角度。位置内插论文（2023）报告分数在那里失控。",
    },
    sources: [
      { work: "pi", place: { en: "abstract", zh: "摘要" } },
      { work: "alibi", place: { en: "figure 1", zh: "图 1" } },
    ],
  },
  {
    id: "001-28",
    section: { en: "history", zh: "历史" },
    kind: "history",
    verdict: "true",
    claim: {
      en: "In 2023 and 2024 Claude went from 100K to 200K tokens and Gemini 1.5 Pro reached 1M.",
      zh: "2023 至 2024 年，Claude 由 100K 升到 200K，Gemini 1.5 Pro 达到 1M。",
    },
    correct: {
      en: "Agrees with reports of the time (Claude 2.1 in November 2023, preview of Gemini 1.5 Pro in February 2024). Neither vendor says which positional method it uses.",
      zh: "与当时的报道一致（Claude 2.1 为 2023 年 11 月，Gemini 1.5 Pro 预览为 2024 年 2 月）；但两家都没有公布所用的位置方法。",
    },
    evidence: {
      en: "Announcements: Claude 2.1 with 200K in November 2023, Gemini 1.5 Pro with 1M in preview in February 2024.",
      zh: "官方发布：Claude 2.1 为 200K（2023 年 11 月），Gemini 1.5 Pro 预览为 1M（2024 年 2 月）。",
    },
    ground: "report",
    sources: [{ work: "claude" }, { work: "gemini" }],
  },
  {
    id: "001-29",
    section: { en: "history", zh: "历史" },
    kind: "property",
    verdict: "true-with-conditions",
    claim: {
      en: "Positional encoding is the key bottleneck for long context.",
      zh: "长上下文最要紧的障碍是位置编码。",
    },
    correct: {
      en: "One of several: quadratic attention, the memory of the KV cache and long training data are others.",
      zh: "只是瓶颈之一；平方复杂度的注意力、KV 缓存的内存和长训练数据同样是瓶颈。",
    },
    evidence: {
      en: "At a million tokens an attention matrix has 10¹² entries per head, whatever the encoding.",
      zh: "一百万词元时，不管用哪种编码，每个头的注意力矩阵都有 10¹² 个元素。",
    },
    ground: "opinion",
  },
];
