// What papers and programs decide, or judgement.
import * as pe from "posenc";
import { num } from "../../claims/checks/kit.ts";
import type { Contradiction } from "./contradictions.ts";

export const bySources: readonly Contradiction[] = [
  {
    topic: { en: "Are sinusoids interpretable?", zh: "正弦编码可解释吗？" },
    sides: {
      en: "1: a strength. 2: a defect.",
      zh: "1：优点。2：缺点。",
    },
    holds: {
      en: "Judgement; the algebra is explicit.",
      zh: "属于评价；代数性质倒是明确的。",
    },
    claims: ["001-37", "002-07"],
  },
  {
    topic: { en: "Relative encoding", zh: "相对编码" },
    sides: {
      en: "2: more interpretable and unrestricted. 1: complex and costly.",
      zh: "2：更可解释、不受限制。1：复杂、开销大。",
    },
    holds: { en: "It depends on the method.", zh: "因方法而异。" },
    claims: ["001-31", "002-13", "002-14"],
  },
  {
    topic: { en: "Form of the relative term", zh: "相对项的形式" },
    sides: {
      en: "2: a vector added to a scalar. 1: a scalar bias. 4: a table of vectors. 0: three products.",
      zh: "2：向量加到标量上。1：标量偏置。4：一张向量表。0：三个乘积。",
    },
    holds: {
      en: "The form in 2 cannot be computed. With its own numbers Shaw’s form gives one score, {score}.",
      zh: "2 的写法无法计算。用它自己的数，Shaw 的形式得出一个分数 {score}。",
    },
    values: {
      score: () => {
        const row = (...data: number[]) => ({ data, shape: [1, 3] });
        const { scores } = pe.shaw({
          q: row(1, 1, 1),
          k: row(0.5, -1, 2),
          numHeads: 1,
          clip: 1,
          // One query and one key: only the middle row is looked up.
          keyTable: {
            data: [0, 0, 0, 0.1, -0.2, -0.3, 0, 0, 0],
            shape: [3, 3],
          },
        });
        return num(scores.data[0] ?? Number.NaN);
      },
    },
    claims: ["002-09", "000-30", "004-15"],
  },
  {
    topic: {
      en: "Long input, learned table",
      zh: "可学习的表遇到长输入",
    },
    sides: {
      en: "0, 1, 3: impossible. 4: by interpolation.",
      zh: "0、1、3：不可能。4：可用插值。",
    },
    holds: {
      en: "Impossible unless extended; interpolation makes 512 rows {rows}.",
      zh: "不扩展就不可能；插值可把 512 行变成 {rows} 行。",
    },
    values: {
      rows: () =>
        pe.embeddingResize(pe.learned({ maxLen: 512, dModel: 4 }), 1024)
          .shape[0] ?? 0,
    },
    claims: ["000-11", "001-12", "004-14"],
  },
  {
    topic: { en: "What to use for long text", zh: "长文本用什么" },
    sides: {
      en: "0: sinusoids for long text, RoPE or ALiBi for very long. 1: RoPE or ALiBi. 4: interpolation, relative encoding or RoPE.",
      zh: "0：长文本用正弦编码，超长文本用 RoPE 或 ALiBi。1：RoPE 或 ALiBi。4：插值、相对编码或 RoPE。",
    },
    holds: {
      en: "Measured to work, by perplexity: ALiBi (2021), RoPE with positions rescaled (2023).",
      zh: "按困惑度有实测支持的：ALiBi（2021）、位置缩放后的 RoPE（2023）。",
    },
    claims: ["000-33"],
  },
  {
    topic: { en: "Does RoPE extrapolate?", zh: "RoPE 能外推吗？" },
    sides: {
      en: "1 and 4: well. Its own successors: not as it is.",
      zh: "1、4：好。后来的改进论文：原样不行。",
    },
    holds: {
      en: "Not as it is: {unseen} of 64 pairs meet unseen angles past 2048 positions.",
      zh: "原样不行：超过 2048 个位置，64 对中有 {unseen} 对遇到没见过的角度。",
    },
    values: {
      unseen: () =>
        pe.analysisCoverage({ headDim: 128, trainLen: 2048, testLen: 8192 })
          .unseen,
    },
    claims: ["001-27", "004-17"],
  },
  {
    topic: { en: "Cost", zh: "开销" },
    sides: {
      en: "4: fixed encodings need no computation. 0: they are efficient. 1: learned ones add parameters. 0: they are simple.",
      zh: "4：固定编码无需计算。0：计算高效。1：可学习的增加参数。0：可学习的实现简单。",
    },
    holds: {
      en: "The addition costs the same; a fixed table of 1024 × 512 holds {cells} numbers, as many as a learned one.",
      zh: "相加的开销相同；1024 × 512 的固定表有 {cells} 个数，与可学习的一样多。",
    },
    values: {
      cells: () => pe.sinusoidal({ seqLen: 1024, dModel: 512 }).data.length,
    },
    claims: ["000-23", "001-13", "004-09"],
  },
  {
    topic: { en: "Is determinism a merit?", zh: "确定性算优点吗？" },
    sides: {
      en: "1, 3, 4: of fixed encodings. But a trained table is deterministic as well.",
      zh: "1、3、4：是固定编码的优点。但训练好的表也是确定的。",
    },
    holds: {
      en: "What is special is that no weights are needed.",
      zh: "真正特别的是不需要权重。",
    },
    claims: ["004-10", "003-17"],
  },
  {
    topic: { en: "Are learned tables better?", zh: "可学习的表更好吗？" },
    sides: {
      en: "0, 1, 4: optimal for the task. 4 (comparison): about equal.",
      zh: "0、1、4：对任务最优。4（比较）：大致相当。",
    },
    holds: {
      en: "Nearly identical in the experiment of 2017 (table 3, row E).",
      zh: "2017 年的实验里几乎相同（表 3 的 E 行）。",
    },
    claims: ["004-12", "001-30"],
  },
  {
    topic: { en: "History", zh: "历史" },
    sides: {
      en: "1: position encoding from 2017, relative ones spread in 2019–2020. 2: the Transformer in 2017, relative ones without a date. None names Shaw et al.",
      zh: "1：位置编码始于 2017，相对编码在 2019–2020 兴起。2：Transformer 是 2017 年，相对编码没有年份。都没有提到 Shaw 等人。",
    },
    holds: {
      en: "Position encodings by 2015, relative ones in March 2018.",
      zh: "位置编码 2015 年就有，相对编码见于 2018 年 3 月。",
    },
    claims: ["001-01", "001-19", "001-34"],
  },
  {
    topic: { en: "GPT-3: short text?", zh: "GPT-3 算短文本？" },
    sides: {
      en: "0: an example of short text. 1: 1024 was GPT-2’s limit.",
      zh: "0：短文本的例子。1：GPT-2 的上限是 1024。",
    },
    holds: {
      en: "GPT-3 had 2048 positions (2020), twice as many.",
      zh: "GPT-3 有 2048 个位置（2020），是它的两倍。",
    },
    claims: ["000-32", "001-18"],
  },
  {
    topic: { en: "DeBERTa’s absolute positions", zh: "DeBERTa 的绝对位置" },
    sides: {
      en: "0: inside attention. The paper: only before the output.",
      zh: "0：在注意力里。论文：只在输出之前。",
    },
    holds: { en: "The paper (2020).", zh: "以论文为准（2020）。" },
    claims: ["000-30"],
  },
  {
    topic: { en: "The picture in document 3", zh: "文档 3 的图" },
    sides: {
      en: "Text: positions 0–50 by dimensions 0–511. Picture: 4 dimensions.",
      zh: "文字：位置 0–50、维度 0–511。图片：4 维。",
    },
    holds: {
      en: "The picture does not show what the text describes.",
      zh: "图与文字说的不是同一张。",
    },
    claims: ["003-14"],
  },
  {
    topic: { en: "Width of relative vectors", zh: "相对向量的维数" },
    sides: {
      en: "2: free. 4: that of the model. Shaw et al.: that of a head.",
      zh: "2：随意。4：与模型同维。Shaw 等人：与每个头同维。",
    },
    holds: {
      en: "That of a head: the dot product needs it.",
      zh: "与每个头维数相同，否则做不了点积。",
    },
    claims: ["002-14", "004-15"],
  },
  {
    topic: { en: "Is the learned layer trained?", zh: "学习层真的在学吗？" },
    sides: {
      en: "4 says its layer is optimised; its program cuts it off from the gradient. 0’s version trains.",
      zh: "4 说它的层会被优化，程序却把它与梯度断开；0 的版本能训练。",
    },
    holds: {
      en: "4’s program does not train it.",
      zh: "4 的程序并没有训练它。",
    },
    claims: ["004-07", "000-21"],
  },
];
