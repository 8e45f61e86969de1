// Claims about what an encoding costs and where its numbers come from.
import * as pe from "posenc";
import {
  always,
  type Checks,
  core,
  difference,
  fixed,
  near,
  num,
  random,
  tensor,
  upTo,
  waves,
} from "./kit.ts";

/** Bytes of a table of float32. */
const megabytes = (count: number) => (4 * count) / 1e6;

const tableSize = (maxLen: number, dModel: number): number =>
  pe.learned({ maxLen, dModel }).data.length;

export const cost: Checks = {
  "001-13": () => {
    const sizes = [
      ["BERT-base", 512, 768, 110e6],
      ["GPT-2", 1024, 768, 124e6],
    ] as const;
    const counts = sizes.map(([, n, d]) => tableSize(n, d));
    const shares = sizes.map(([, , , all], i) => (counts[i] ?? 0) / all);
    return {
      expected: { en: "more parameters", zh: "参数增加" },
      found: num(counts[0] ?? 0),
      parts: [
        core(
          counts.every((count) => count > 0),
          `${sizes.map(([name, n, d], i) => `${name} ${n} × ${d} = ${num(counts[i] ?? 0)}`).join(", ")} numbers`,
          `${sizes.map(([name, n, d], i) => `${name}：${n} × ${d} = ${num(counts[i] ?? 0)}`).join("，")}`,
        ),
        always(
          shares.every((share) => share > 0.01),
          `that is ${shares.map((s) => `${num(100 * s, 2)}%`).join(" and ")} of models of 110 and 124 million`,
          `分别占 1.10 亿与 1.24 亿参数的 ${shares.map((s) => `${num(100 * s, 2)}%`).join("、")}`,
        ),
      ],
    };
  },

  "003-17": () => {
    const saved = tableSize(512, 768);
    const again = difference(waves(512, 768).data, waves(512, 768).data);
    const share = saved / 110e6;
    return {
      expected: { en: "capacity saved", zh: "节省容量" },
      found: `${num(100 * share, 2)}%`,
      parts: [
        core(
          again === 0,
          `computed twice from length and width alone, 512 × 768 numbers come out the same, difference ${num(again)}`,
          `只凭长度与宽度计算两次，512 × 768 个数完全相同，相差 ${num(again)}`,
        ),
        always(
          share > 0.01,
          `what BERT-base would save: ${num(saved)} of 110 million, ${num(100 * share, 2)}%`,
          `BERT-base 能省下 1.1 亿中的 ${num(saved)} 个，即 ${num(100 * share, 2)}%`,
        ),
      ],
    };
  },

  "000-23": () => {
    const [once, twice] = [waves(5000, 512), waves(5000, 512)];
    const same = difference(once.data, twice.data);
    const bytes = megabytes(once.data.length);
    return {
      expected: { en: "no parameters, no cost", zh: "无参数，无开销" },
      found: {
        en: `no parameters, ${num(bytes)}\u00a0MB`,
        zh: `无参数，${num(bytes)}\u00a0MB`,
      },
      parts: [
        core(
          same === 0,
          `5000 × 512 numbers follow from length and width alone: two computations differ by ${num(same)}`,
          `5000 × 512 个数只由长度与宽度决定：两次计算相差 ${num(same)}`,
        ),
        always(
          bytes === 0,
          `stored as float32 they take ${num(bytes)}\u00a0MB`,
          `以 float32 存放要占 ${num(bytes)}\u00a0MB`,
        ),
      ],
    };
  },

  "004-08": () => {
    const { data } = pe.learned({
      maxLen: 1024,
      dModel: 512,
      std: 0.02,
    });
    const std = Math.sqrt(data.reduce((s, x) => s + x * x, 0) / data.length);
    const inside = data.filter((x) => Math.abs(x) < 0.02).length / data.length;
    return {
      expected: 0.02,
      found: fixed(std, 5),
      parts: [
        core(
          Math.abs(std - 0.02) < 1e-4 && Math.abs(inside - 0.6827) < 0.005,
          `1024 × 512 drawn: standard deviation ${fixed(std, 5)}, ${num(100 * inside, 3)}% within one of them, as of a normal distribution`,
          `抽取 1024 × 512 个：标准差 ${fixed(std, 5)}，落在一个标准差之内的占 ${num(100 * inside, 3)}%，符合正态分布`,
        ),
      ],
    };
  },

  "004-09": () => {
    const fixedTable = waves(1024, 512);
    const learned = pe.learned({ maxLen: 1024, dModel: 512 });
    const bytes = megabytes(fixedTable.data.length);
    const same = difference(fixedTable.data, waves(1024, 512).data);
    return {
      expected: { en: "no computation", zh: "没有计算" },
      found: {
        en: `${num(fixedTable.data.length)} additions, ${num(bytes, 3)}\u00a0MB`,
        zh: `${num(fixedTable.data.length)} 次加法，${num(bytes, 3)}\u00a0MB`,
      },
      parts: [
        core(
          fixedTable.data.length < learned.data.length,
          `1024 tokens of width 512: ${num(fixedTable.data.length)} additions and ${num(bytes, 3)}\u00a0MB with the fixed table, ${num(learned.data.length)} and ${num(megabytes(learned.data.length), 3)}\u00a0MB with a learned one`,
          `1024 个 512 维词元：固定表要 ${num(fixedTable.data.length)} 次加法、${num(bytes, 3)}\u00a0MB，可学习的表要 ${num(learned.data.length)} 次、${num(megabytes(learned.data.length), 3)}\u00a0MB`,
        ),
        near(
          same === 0,
          "it is true that nothing has to be learned: the numbers follow from length and width",
          "不需要学习倒是真的：数值只由长度与宽度决定",
        ),
      ],
    };
  },

  "004-10": () => {
    const table = pe.learned({ maxLen: 32, dModel: 16, seed: 7 });
    const ask = () => pe.embeddingLookup(table, [3, 1, 4]).data;
    const learned = difference(ask(), ask());
    const sines = difference(
      waves([3, 1, 4], 16).data,
      waves([3, 1, 4], 16).data,
    );
    const other = pe.learned({ maxLen: 32, dModel: 16, seed: 8 });
    const reproduced = difference(table.data, other.data);
    return {
      expected: { en: "learned rows vary", zh: "可学习的行会变" },
      found: {
        en: `two lookups differ by ${num(learned)}`,
        zh: `两次查表相差 ${num(learned)}`,
      },
      parts: [
        core(
          learned > sines,
          `the same positions twice: a learned table differs by ${num(learned)}, sinusoids by ${num(sines)}`,
          `同样的位置查两次：可学习的表相差 ${num(learned)}，正弦编码相差 ${num(sines)}`,
        ),
        near(
          reproduced > 0,
          `without its weights a learned table cannot be reproduced: two initialisations differ by up ${upTo(reproduced)}`,
          `没有权重就无法复现可学习的表：两次初始化最多相差 ${num(reproduced, 2)}`,
        ),
      ],
    };
  },

  "003-26": () => {
    const index = pe.embeddingIndex({ seqLen: 5000 });
    const distinct = new Set(index.data).size;
    const x = random(1, 16, 4);
    const moved = tensor(
      Array.from(x.data, (v) => v + 5000),
      1,
      16,
    );
    const gone = difference(
      pe.transformerLayerNorm(x).data,
      pe.transformerLayerNorm(moved).data,
    );
    return {
      expected: { en: "no information", zh: "没有信息" },
      found: {
        en: `${num(distinct)} of 5000 positions distinct`,
        zh: `5000 个位置有 ${num(distinct)} 个不同的值`,
      },
      parts: [
        core(
          distinct < 5000,
          `the index alone tells ${num(distinct)} of 5000 positions apart`,
          `单凭序号就能分清 5000 个位置中的 ${num(distinct)} 个`,
        ),
        near(
          gone < 1e-2,
          `but added to all 16 components and normalised it is gone: position 5000 changes them by ${num(gone, 2)}`,
          `但把它加到全部 16 个分量上再做层归一化，就消失了：位置 5000 只带来 ${num(gone, 2)} 的变化`,
        ),
      ],
    };
  },

  "003-27": () => {
    const last = pe.embeddingIndex({ seqLen: 5000 }).data[4999] ?? 0;
    const words = random(100, 512, 5).data;
    const largest = words.reduce((m, x) => Math.max(m, Math.abs(x)), 0);
    const sines = waves(5000, 512).data;
    const most = sines.reduce((m, x) => Math.max(m, Math.abs(x)), 0);
    return {
      expected: { en: "index ≫ word vector", zh: "序号 ≫ 词向量" },
      found: `${num(last)} ≫ ${num(largest, 3)}`,
      parts: [
        core(
          last > 100 * largest && most <= 1,
          `position ${num(last)} against word vectors that reach ${num(largest, 3)} (51 200 normal numbers); sinusoids reach ${num(most)}`,
          `位置 ${num(last)}，而词向量最大不过 ${num(largest, 3)}（51 200 个正态随机数）；正弦编码最大为 ${num(most)}`,
        ),
      ],
    };
  },
};
