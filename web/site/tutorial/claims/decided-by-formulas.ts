// What formulas, numbers and the encodings themselves decide.
import * as pe from "posenc";
import { decimals, listed } from "../../../widgets/words/text.ts";
import { num } from "../../claims/checks/kit.ts";
import type { Contradiction } from "./contradictions.ts";

const unseen = () =>
  pe.analysisCoverage({ headDim: 512, trainLen: 512, testLen: 1024 }).unseen;

const decay = () => {
  const { values } = pe.analysisDecay({ dModel: 512, maxOffset: 1000 });
  return values.map((value) => value / (values[0] ?? 1));
};

const still = (seqLen: number) =>
  pe
    .analysisRangePerDimension(pe.sinusoidal({ seqLen, dModel: 512 }))
    .range.filter((range) => range < 0.1).length;

export const byFormulas: readonly Contradiction[] = [
  {
    topic: { en: "Do sinusoids extrapolate?", zh: "正弦编码能外推吗？" },
    sides: {
      en: "Yes: 0 (§ 2.1, 7.1), 1, 3 (§ 1, 6), 4 (merits). No: 0 (§ 5.2), 2 (§ 3.1), 4 (long sequences).",
      zh: "能：0（2.1、7.1 节）、1、3（1、6 节）、4（优点）。不能：0（5.2 节）、2（3.1 节）、4（长序列）。",
    },
    holds: {
      en: "The vectors exist everywhere, but past 512 trained positions {unseen} of 256 pairs (d = 512) take values never seen.",
      zh: "向量处处都有；但训练长度 512 之后，256 对中有 {unseen} 对（d = 512）会取到没见过的值。",
    },
    values: { unseen },
    claims: ["000-09", "000-25", "001-09", "004-11"],
  },
  {
    topic: { en: "Document 0 against itself", zh: "文档 0 自相矛盾" },
    sides: {
      en: "Sections 2.1 and 7.1 recommend for long text what section 5.2 calls a cliff.",
      zh: "2.1、7.1 节推荐用于长文本的方法，5.2 节却说会断崖式变差。",
    },
    holds: {
      en: "Section 5.2, for trained models.",
      zh: "就训练好的模型而言，5.2 节对。",
    },
    claims: ["000-09", "000-25", "000-33"],
  },
  {
    topic: { en: "Document 4 against itself", zh: "文档 4 自相矛盾" },
    sides: {
      en: "Extrapolation is the first merit of fixed encodings; in the next section they may not handle longer input well.",
      zh: "先把外推列为固定编码的第一条优点，下一节又说可能处理不好更长的输入。",
    },
    holds: {
      en: "Computable, yes; handled by a trained model, mostly not.",
      zh: "算得出来，但训练好的模型多半处理不好。",
    },
    claims: ["004-11", "004-13"],
  },
  {
    topic: { en: "6000 tokens on 5000 rows", zh: "5000 行的表，6000 个词元" },
    sides: {
      en: "3 (§ 6): works. 3 (question 3): new rows must be computed, or the input cut.",
      zh: "3（6 节）：可行。3（问题 3）：须计算新的行，或截断输入。",
    },
    holds: {
      en: "The addition is refused: {outcome}.",
      zh: "相加会被拒绝：{outcome}。",
    },
    values: {
      outcome: () => {
        const rows = (seqLen: number) => pe.sinusoidal({ seqLen, dModel: 8 });
        try {
          pe.embeddingAdd(rows(6000), rows(5000));
          return { en: "not so, it worked", zh: "并没有，可行" };
        } catch (error) {
          if (!(error instanceof RangeError)) throw error;
          return { en: "6000 against 5000 rows", zh: "6000 行对 5000 行" };
        }
      },
    },
    claims: ["003-16", "003-29"],
  },
  {
    topic: { en: "Variable length", zh: "变长序列" },
    sides: {
      en: "3 (§ 1): handled. 2 (§ 3.1, 4.1): fixed length only.",
      zh: "3（1 节）：能处理。2（3.1、4.1 节）：只限固定长度。",
    },
    holds: {
      en: "Handled: a table of 10 rows is the beginning of one of 1000, difference {same}.",
      zh: "能处理：10 行的表就是 1000 行的开头，相差 {same}。",
    },
    values: {
      same: () => {
        const rows = (seqLen: number) =>
          pe.sinusoidal({ seqLen, dModel: 64 }).data;
        const long = rows(1000);
        return Math.max(
          ...rows(10).map((x, i) => Math.abs(x - (long[i] ?? 9))),
        );
      },
    },
    claims: ["002-08"],
  },
  {
    topic: { en: "What T5 does", zh: "T5 用的是什么" },
    sides: {
      en: "1: a relative bias. 3 (§ 8): 128 learned and 384 fixed dimensions.",
      zh: "1：相对位置偏置。3（8 节）：128 维学习、384 维固定。",
    },
    holds: {
      en: "1 is right: the bias has {buckets} buckets for looking back, and no vectors.",
      zh: "1 说得对：只看前文时，偏置有 {buckets} 个桶，没有向量。",
    },
    values: {
      buckets: () =>
        new Set(
          pe.t5Bucket(
            Array.from({ length: 1000 }, (_, i) => -i),
            { bidirectional: false },
          ),
        ).size,
    },
    claims: ["001-23", "003-23"],
  },
  {
    topic: { en: "The row of position 0", zh: "位置 0 的行" },
    sides: {
      en: "All five formulas: [0, 1, 0, 1]. 2 (table): zeros. 3 (§ 7): begins 0.8415, 0.5403.",
      zh: "五篇的公式：[0, 1, 0, 1]。2 的表：全零。3（7 节）：以 0.8415、0.5403 开头。",
    },
    holds: {
      en: "The formula: {row}.",
      zh: "公式对：{row}。",
    },
    values: {
      row: () => listed(pe.sinusoidal({ seqLen: 1, dModel: 4 }).data),
    },
    claims: ["002-19", "003-21"],
  },
  {
    topic: { en: "The table of five rows", zh: "五行的示例表" },
    sides: {
      en: "2’s table against 2’s formula, and the programs of 0, 3 and 4.",
      zh: "2 的表与 2 自己的公式、0、3、4 的程序相矛盾。",
    },
    holds: {
      en: "The formula. Row 4 is {row}.",
      zh: "公式对。第 4 行应为 {row}。",
    },
    values: {
      row: () =>
        listed(pe.sinusoidal({ positions: [4], dModel: 4 }).data, (x) =>
          decimals(x, 4),
        ),
    },
    claims: ["002-24", "002-23"],
  },
  {
    topic: { en: "Law of the decay", zh: "衰减规律" },
    sides: {
      en: "0 (§ 3.2): proportional to 1/|i−j|. The identity printed below it: a sum of cosines, finite at 0.",
      zh: "0（3.2 节）：与 1/|i−j| 成正比。其下的恒等式：余弦之和，在 0 处有限。",
    },
    holds: {
      en: "The identity is right: from k = 1 to 10 the product falls by a factor of {factor}, not 10.",
      zh: "恒等式对：从 k = 1 到 10，内积只降到原来的 1/{factor}，而不是 1/10。",
    },
    values: {
      factor: () => num((decay()[1] ?? 0) / (decay()[10] ?? 1)),
    },
    claims: ["000-14"],
  },
  {
    topic: { en: "Rows far apart", zh: "相隔很远的行" },
    sides: {
      en: "0: their inner product falls all the way. 2: the numbers are periodic and increase. 4: patterns repeat far out.",
      zh: "0：内积一路下降。2：数值有周期性和递增性。4：远处会出现重复模式。",
    },
    holds: {
      en: "None as it stands: the product falls on the whole, but {rises} of its first 100 steps rise (d = 512); single numbers come back and none keeps increasing; the whole row never returns.",
      zh: "都要修正：内积总体下降，但前 100 步中有 {rises} 步上升（d = 512）；单个数会重复，没有哪个一直递增；整行从不复原。",
    },
    values: {
      rises: () => {
        const g = decay();
        return Array.from({ length: 100 }, (_, k) => k + 1).filter(
          (k) => (g[k] ?? 0) > (g[k - 1] ?? 0),
        ).length;
      },
    },
    claims: ["000-15", "002-25", "004-13"],
  },
  {
    topic: { en: "Use of high dimensions", zh: "高维有没有用" },
    sides: {
      en: "0 (§ 5.2): redundant. 3 (§ 2.2) and 1 (hour hand): needed for global position.",
      zh: "0（5.2 节）：冗余。3（2.2 节）与 1（时针）：表示全局位置要靠它们。",
    },
    holds: {
      en: "Both: {short} of 512 dimensions range over less than 0.1 within 50 positions, {long} within 5000.",
      zh: "都有道理：512 维中变化范围小于 0.1 的，50 个位置内有 {short} 维，5000 个位置内有 {long} 维。",
    },
    values: { short: () => still(50), long: () => still(5000) },
    claims: ["000-27", "003-02"],
  },
  {
    topic: { en: "What order-blindness means", zh: "“不辨次序”指什么" },
    sides: {
      en: "4: the result stays the same. 2: invariant. 0 and 1: indistinguishable.",
      zh: "4：结果不变。2：不变。0、1：无法区分。",
    },
    holds: {
      en: "Equivariant: shuffled inputs give shuffled outputs, to the rounding of sums (here {error}).",
      zh: "等变：输入换序，输出跟着换序，只差求和的舍入（此处 {error}）。",
    },
    values: {
      error: () => {
        const x = pe.learned({ maxLen: 6, dModel: 8, std: 1 });
        const permutation = [3, 1, 0, 5, 4, 2];
        const of = { q: x, k: x, v: x, numHeads: 1, permutation };
        return num(pe.analysisPermutationError(of).max, 2);
      },
    },
    claims: ["002-02", "004-01", "004-02"],
  },
  {
    topic: { en: "Wavelength and period", zh: "波长与周期" },
    sides: {
      en: "3 (§ 2.3) gives both a wavelength of 1 and a period of 2π to one pair.",
      zh: "3（2.3 节）给同一对写了波长 1 与周期 2π。",
    },
    holds: {
      en: "They are one thing: {length} positions.",
      zh: "两者是一回事：{length} 个位置。",
    },
    values: {
      length: () => num(pe.analysisWavelengths({ dModel: 512 })[0] ?? 0),
    },
    claims: ["003-04"],
  },
  {
    topic: { en: "Why log space", zh: "为何用对数空间" },
    sides: {
      en: "3: against overflow. 0: to avoid a loop.",
      zh: "3：防止溢出。0：省去循环。",
    },
    holds: {
      en: "0 is right: the largest divisor at d = 512 is {largest}.",
      zh: "0 说得对：d = 512 时最大的除数只有 {largest}。",
    },
    values: {
      largest: () =>
        num(
          (pe.analysisWavelengths({ dModel: 512 }).at(-1) ?? 0) / (2 * Math.PI),
          5,
        ),
    },
    claims: ["003-08", "000-20"],
  },
  {
    topic: { en: "Five words apart?", zh: "相隔五个词？" },
    sides: {
      en: "1: “that” and “are” are five words apart, and linked. The sentence: four words between, and “keys” is the subject.",
      zh: "1：that 与 are 相隔五个词，且语法相关。句子本身：中间四个词，主语是 keys。",
    },
    holds: {
      en: "The sentence: indices 2 and 7.",
      zh: "以句子为准：下标 2 与 7。",
    },
    claims: ["001-04", "001-05"],
  },
];
