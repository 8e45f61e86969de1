// Claims about the formula of the sinusoids and the values that it gives.
import * as pe from "posenc";
import {
  agreement,
  always,
  type Check,
  type Checks,
  column,
  core,
  correlation,
  difference,
  near,
  num,
  refused,
  row,
  upTo,
  waves,
} from "./kit.ts";
import { EXACT, formula, formulaError, timescales } from "./yardstick.ts";

const asFormula: Check = () => {
  const error = Math.max(formulaError(512), formulaError(4));
  return {
    ...agreement(error),
    parts: [
      core(
        error < EXACT,
        `rows 0, 1, 7, 499 and 4999 for d = 4 and 512 agree with the formula ${upTo(error)} (float32)`,
        `d = 4 与 512 时，第 0、1、7、499、4999 行与公式相差不超过 ${num(error, 2)}（float32）`,
      ),
    ],
  };
};

const risesWithPeriods: Check = () => {
  const d = 4;
  const rows = waves(700, d);
  const falls = Array.from({ length: d }, (_, dim) => {
    const values = column(rows, dim);
    return values.filter((v, t) => t > 0 && v < (values[t - 1] ?? v)).length;
  });
  const periods = pe.analysisWavelengths({ dModel: d });
  const turned = waves([0, ...Array.from(periods, (period) => period)], d);
  const back = Array.from(periods, (_, i) =>
    difference(
      row(turned, 0).slice(2 * i, 2 * i + 2),
      row(turned, 1 + i).slice(2 * i, 2 * i + 2),
    ),
  );
  return {
    expected: { en: "no falling step", zh: "没有下降的一步" },
    found: {
      en: `${falls.join(", ")} falling steps in columns 0 to 3`,
      zh: `第 0 至 3 列分别有 ${falls.join("、")} 步下降`,
    },
    parts: [
      core(
        falls.every((count) => count === 0),
        `d = 4, positions 0 to 699: columns 0 to 3 fall in ${falls.join(", ")} of 699 steps`,
        `d = 4，位置 0 至 699：第 0 至 3 列在 699 步中各有 ${falls.join("、")} 步下降`,
      ),
      near(
        Math.max(...back) < 1e-6,
        `each pair does come back after its period (${Array.from(periods, (p) => num(p)).join(" and ")} positions), ${upTo(Math.max(...back))}`,
        `每一对确实在一个周期（${Array.from(periods, (p) => num(p)).join("、")} 个位置）后复原，误差 ${num(Math.max(...back), 2)}`,
      ),
    ],
  };
};

export const wave: Checks = {
  "000-04": asFormula,

  "002-04": asFormula,

  "001-08": () => {
    const widths = [512, 768, 1024];
    const got = widths.map((d) => waves(1, d).data.length);
    return {
      expected: 512,
      found: { en: "whatever d is", zh: "取决于 d" },
      parts: [
        core(
          got[0] === 512,
          "d = 512 gives 512 numbers",
          "d = 512 得到 512 个数",
        ),
        always(
          got.every((n) => n === 512),
          `d = ${widths.join(", ")} give ${got.join(", ")}`,
          `d = ${widths.join("、")} 分别得到 ${got.join("、")} 个数`,
        ),
      ],
    };
  },

  "001-20": () => {
    const share = (n: number) =>
      pe.embeddingNormalized({ seqLen: n }).data[2] ?? Number.NaN;
    const same = difference(row(waves(5, 64), 2), row(waves(50, 64), 2));
    return {
      expected: { en: "depends on the length", zh: "随句长而变" },
      found: {
        en: `sinusoidal row differs by ${num(same)}`,
        zh: `正弦行相差 ${num(same)}`,
      },
      parts: [
        core(
          Math.abs(share(5) - share(50)) > 0.1,
          `the third word stands at ${num(100 * share(5), 3)}% of a sentence of 5 words, at ${num(100 * share(50), 3)}% of one of 50`,
          `第 3 个词在 5 词的句子里位于 ${num(100 * share(5), 3)}% 处，在 50 词的句子里位于 ${num(100 * share(50), 3)}% 处`,
        ),
        always(
          same > 0,
          `its sinusoidal row is the same in both, difference ${num(same)}`,
          `它的正弦行在两句中相同，相差 ${num(same)}`,
        ),
      ],
    };
  },

  "002-06": () => {
    const widths = [2, 5, 64, 768, 1024];
    const refusals = widths.filter((d) => refused(() => waves(4, d)));
    const token = pe.learned({ maxLen: 4, dModel: 4 });
    const joined = pe.embeddingConcat(token, waves(4, 2));
    return {
      expected: { en: "only one width works", zh: "只有一种宽度可用" },
      found: {
        en: `${widths.length - refusals.length} of ${widths.length} widths work`,
        zh: `${widths.length} 种宽度中 ${widths.length - refusals.length} 种可用`,
      },
      parts: [
        core(
          refusals.length > 0 || joined.shape[1] !== 6,
          `widths ${widths.join(", ")} all give rows, and 2 dimensions of position go with a word vector of 4: ${joined.shape[1]} in all`,
          `宽度 ${widths.join("、")} 都能生成；2 维的位置也能与 4 维词向量拼接，共 ${joined.shape[1]} 维`,
        ),
      ],
    };
  },

  "002-08": () => {
    const [short, long] = [waves(10, 512), waves(1000, 512)];
    const same = difference(
      short.data,
      long.data.subarray(0, short.data.length),
    );
    const far = row(waves([1_000_000], 512), 0);
    const wrong = difference(
      far,
      far.map((_, dim) => formula(1_000_000, dim, 512)),
    );
    return {
      expected: { en: "one length only", zh: "只限一种长度" },
      found: { en: "any length", zh: "任意长度" },
      parts: [
        core(
          same > 0 || wrong > EXACT,
          `10 rows are the first of 1000, difference ${num(same)}; row 1 000 000 is right ${upTo(wrong)}`,
          `10 行就是 1000 行的开头，相差 ${num(same)}；第 1 000 000 行误差 ${num(wrong, 2)}`,
        ),
      ],
    };
  },

  "002-25": risesWithPeriods,

  "003-02": () => {
    const d = 512;
    const rows = waves([0, 1, 710, 5000], d);
    const gap = (i: number, a: number, b: number) =>
      Math.hypot(
        (row(rows, a)[2 * i] ?? 0) - (row(rows, b)[2 * i] ?? 0),
        (row(rows, a)[2 * i + 1] ?? 0) - (row(rows, b)[2 * i + 1] ?? 0),
      );
    return {
      expected: {
        en: "fast pairs: near; slow pairs: far",
        zh: "高频分近处，低频分远处",
      },
      found: {
        en: `positions 0 and 1: ${num(gap(0, 0, 1), 3)} in pair 0, ${num(gap(255, 0, 1), 2)} in pair 255`,
        zh: `位置 0 与 1：第 0 对相距 ${num(gap(0, 0, 1), 3)}，第 255 对相距 ${num(gap(255, 0, 1), 2)}`,
      },
      parts: [
        core(
          gap(0, 0, 1) > 0.5 && gap(255, 0, 1) < 1e-3 && gap(255, 0, 3) > 0.3,
          `positions 0 and 1 differ by ${num(gap(0, 0, 1), 3)} in pair 0 and ${num(gap(255, 0, 1), 2)} in pair 255; 0 and 5000 by ${num(gap(255, 0, 3), 3)} in pair 255`,
          `位置 0 与 1 在第 0 对上相距 ${num(gap(0, 0, 1), 3)}，在第 255 对上相距 ${num(gap(255, 0, 1), 2)}；0 与 5000 在第 255 对上相距 ${num(gap(255, 0, 3), 3)}`,
        ),
        always(
          gap(0, 0, 2) > 0.01,
          `alone, a fast pair is ambiguous: 0 and 710 differ by ${num(gap(0, 0, 2), 2)} in pair 0`,
          `单凭快的一对会有歧义：0 与 710 在第 0 对上只相距 ${num(gap(0, 0, 2), 2)}`,
        ),
      ],
    };
  },

  "003-03": () => {
    const rows = waves(5000, 512);
    const r = Array.from({ length: 256 }, (_, i) =>
      correlation(column(rows, 2 * i), column(rows, 2 * i + 1)),
    );
    const weak = r.filter((value) => Math.abs(value) < 0.1).length;
    return {
      expected: { en: "neighbouring columns correlate", zh: "相邻列相关" },
      found: {
        en: `${weak} of 256 pairs have |r| < 0.1`,
        zh: `256 对中 ${weak} 对的 |r| < 0.1`,
      },
      parts: [
        core(
          weak < 128,
          `5000 positions: r = ${num(r[0] ?? 0, 2)} in pair 0, ${num(r[50] ?? 0, 2)} in pair 50; only pairs without a full turn correlate (pair 255: ${num(r[255] ?? 0, 3)})`,
          `5000 个位置：第 0 对 r = ${num(r[0] ?? 0, 2)}，第 50 对 ${num(r[50] ?? 0, 2)}；只有没转满一圈的对才相关（第 255 对为 ${num(r[255] ?? 0, 3)}）`,
        ),
      ],
    };
  },

  "004-05": () => {
    const errors = [512, 5].map((d) => formulaError(d));
    return {
      ...agreement(Math.max(...errors)),
      parts: [
        core(
          errors.every((e) => e < EXACT),
          `the loop with integer division agrees with the table: ${upTo(errors[0] ?? 0)} at d = 512, ${upTo(errors[1] ?? 0)} at d = 5`,
          `整数除法的循环与表一致：d = 512 时误差 ${num(errors[0] ?? 0, 2)}，d = 5 时 ${num(errors[1] ?? 0, 2)}`,
        ),
      ],
    };
  },

  "000-20": () => {
    const scales = timescales(512);
    const rows = waves(200, 512);
    let worst = 0;
    for (let pos = 0; pos < 200; pos += 1) {
      const one = row(rows, pos);
      scales.forEach((scale, i) => {
        const angle = pos / scale;
        worst = Math.max(
          worst,
          Math.abs((one[2 * i] ?? 9) - Math.sin(angle)),
          Math.abs((one[2 * i + 1] ?? 9) - Math.cos(angle)),
        );
      });
    }
    return {
      expected: { en: "d/2 powers for all rows", zh: "全表只需 d/2 次幂运算" },
      found: {
        en: `${scales.length} for ${num(rows.data.length)} cells`,
        zh: `${num(rows.data.length)} 个数只用 ${scales.length} 次`,
      },
      parts: [
        core(
          worst < EXACT,
          `${scales.length} frequencies, shared by 200 rows, give all ${num(rows.data.length)} cells ${upTo(worst)}`,
          `200 行共用 ${scales.length} 个频率，即可得到全部 ${num(rows.data.length)} 个数，误差 ${num(worst, 2)}`,
        ),
      ],
    };
  },

  "003-12": () => {
    const d = 512;
    const [p, k] = [100, 7];
    const rows = waves([p, k, p + k], d);
    const at = (r: number, dim: number) => row(rows, r)[dim] ?? Number.NaN;
    let identity = 0;
    let alone = 0;
    for (let i = 0; i < d / 2; i += 1) {
      const [s, c] = [at(0, 2 * i), at(0, 2 * i + 1)];
      const [sk, ck] = [at(1, 2 * i), at(1, 2 * i + 1)];
      const sum = s * ck + c * sk;
      identity = Math.max(identity, Math.abs(sum - at(2, 2 * i)));
      alone = Math.max(alone, Math.abs(sum - at(2, 2 * i + 1)));
    }
    return {
      expected: { en: "all of the encoding", zh: "整个编码" },
      found: { en: "its sines only", zh: "只有正弦分量" },
      parts: [
        core(
          identity < 1e-6,
          `sine components: the sum is right ${upTo(identity)} in all 256 pairs`,
          `正弦分量：256 对全部吻合，误差 ${num(identity, 2)}`,
        ),
        always(
          alone < 1e-6,
          `cosine components: the same sum is off by up to ${num(alone, 3)}`,
          `余弦分量：同一个和最多偏差 ${num(alone, 3)}`,
        ),
      ],
    };
  },

  "000-13": () => {
    const rows = waves([100, 101], 512);
    const same = pe.analysisSimilarity(rows, { normalized: true }).data[1] ?? 0;
    const { range } = pe.analysisRangePerDimension(waves(5000, 512));
    const all = waves(500, 512);
    const steps = Array.from({ length: 512 }, (_, dim) => {
      const values = column(all, dim);
      return Math.max(
        ...values.slice(1).map((v, t) => Math.abs(v - (values[t] ?? v))),
      );
    });
    const calm = steps.filter((s) => s < 0.1).length;
    return {
      expected: { en: "small steps everywhere", zh: "处处小步变化" },
      found: {
        en: `largest step ${num(Math.max(...steps), 4)} of a range of ${num(range[0] ?? 0, 3)}`,
        zh: `最大一步 ${num(Math.max(...steps), 4)}，该维取值范围 ${num(range[0] ?? 0, 3)}`,
      },
      parts: [
        core(
          same > 0.95,
          `d = 512: cosine similarity of neighbouring rows ${num(same)}; ${calm} of 512 dimensions never move by 0.1 in a step`,
          `d = 512：相邻两行的余弦相似度 ${num(same)}；512 维中有 ${calm} 维每步变化不到 0.1`,
        ),
        always(
          Math.max(...steps) < 0.1,
          `the fastest dimensions move by up to ${num(Math.max(...steps), 4)} in one step`,
          `频率最高的维度一步最多变化 ${num(Math.max(...steps), 4)}`,
        ),
      ],
    };
  },

  "003-19": () => {
    const rows = waves([100, 101, 1000, 1001], 512);
    const all = pe.analysisSimilarity(rows, { normalized: true }).data;
    const moved = difference(row(rows, 0), row(rows, 2));
    const shift = Math.abs((all[1] ?? 0) - (all[11] ?? 0));
    return {
      expected: { en: "unchanged by a shift", zh: "平移后不变" },
      found: {
        en: `cells change by up to ${num(moved, 3)}`,
        zh: `数值变化可达 ${num(moved, 3)}`,
      },
      parts: [
        core(
          moved < 1e-6,
          `the encoding is not invariant: row 1000 differs from row 100 by up to ${num(moved, 3)}`,
          `编码本身并非不变：第 1000 行与第 100 行最多相差 ${num(moved, 3)}`,
        ),
        near(
          (all[1] ?? 0) > 0.95 && shift < 1e-6,
          `neighbours are alike (cosine ${num(all[1] ?? 0)}), and as alike at 1000 as at 100, ${upTo(shift)}`,
          `相邻两行确实相似（余弦 ${num(all[1] ?? 0)}），在 1000 处与在 100 处一样相似，相差 ${num(shift, 2)}`,
        ),
      ],
    };
  },
};
