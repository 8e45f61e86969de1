// Claims about shifts, which are rotations, and about telling rows apart.
import * as pe from "posenc";
import {
  agreement,
  always,
  type Check,
  type Checks,
  core,
  difference,
  dot,
  fixed,
  near,
  num,
  random,
  row,
  suggests,
  tensor,
  upTo,
  waves,
} from "./kit.ts";

const uniqueness: Check = () => {
  const wide = pe.analysisCollisions({ dModel: 512, seqLen: 1000 });
  const narrow = { dModel: 2, seqLen: 5000 };
  const formats = (["float32", "float16", "bfloat16"] as const).map(
    (format) => pe.analysisCollisions({ ...narrow, format }).distinct,
  );
  const four = pe.analysisCollisions({ dModel: 4, seqLen: 5000 });
  return {
    expected: { en: "all rows distinct", zh: "各行互不相同" },
    found: {
      en: `${num(wide.distinct)} of 1000 at d = 512, ${num(formats[2] ?? 0)} of 5000 at d = 2 in bfloat16`,
      zh: `d = 512 时 1000 行中 ${num(wide.distinct)} 行，d = 2 的 bfloat16 下 5000 行中 ${num(formats[2] ?? 0)} 行`,
    },
    parts: [
      core(
        wide.distinct === 1000 && four.distinct === 5000,
        `closest two rows: ${num(wide.distance)} apart at d = 512 (1000 positions), ${num(four.distance, 2)} at d = 4 (${num(four.closest[0])} and ${num(four.closest[1])} of 5000)`,
        `最近的两行：d = 512 时相距 ${num(wide.distance)}（1000 个位置），d = 4 时 ${num(four.distance, 2)}（5000 个位置中的 ${num(four.closest[0])} 与 ${num(four.closest[1])}）`,
      ),
      always(
        formats.every((count) => count === 5000),
        `d = 2, 5000 positions: ${formats.map((n) => num(n)).join(", ")} distinct rows in float32, float16, bfloat16`,
        `d = 2、5000 个位置：float32、float16、bfloat16 下不同的行各有 ${formats.map((n) => num(n)).join("、")} 个`,
      ),
    ],
  };
};

function shiftErrors() {
  const dModel = 128;
  const rows = waves(1200, dModel);
  return [1, 7, 100, 1000].map(
    (offset) => pe.analysisShiftError(rows, { dModel, offset }).max,
  );
}

export const shift: Checks = {
  "000-01": uniqueness,

  "001-07": uniqueness,

  "000-08": () => {
    const worst = Math.max(...shiftErrors());
    return {
      ...agreement(worst),
      parts: [
        core(
          worst < 1e-5,
          `d = 128, 1200 positions, k = 1, 7, 100, 1000: M(k)·P(pos) meets P(pos+k) ${upTo(worst)} (float32)`,
          `d = 128，1200 个位置，k = 1、7、100、1000：M(k)·P(pos) 与 P(pos+k) 相差不超过 ${num(worst, 2)}（float32）`,
        ),
      ],
    };
  },

  "000-17": () => {
    const d = 64;
    const [i, j] = [137, 41];
    const rows = waves([i, j, i - j, i + j], d);
    const at = (r: number, dim: number) => row(rows, r)[dim] ?? NaN;
    let sines = 0;
    let cosines = 0;
    for (let n = 0; n < d; n += 2) {
      const [minus, plus] = [at(2, n + 1), at(3, n + 1)];
      const ss = at(0, n) * at(1, n) - (minus - plus) / 2;
      const cc = at(0, n + 1) * at(1, n + 1) - (minus + plus) / 2;
      sines = Math.max(sines, Math.abs(ss));
      cosines = Math.max(cosines, Math.abs(cc));
    }
    return {
      ...agreement(Math.max(sines, cosines)),
      parts: [
        core(
          sines < 1e-6,
          `positions 137 and 41, 32 frequencies: sin · sin is right ${upTo(sines)}`,
          `位置 137 与 41、32 个频率：sin · sin 误差 ${num(sines, 2)}`,
        ),
        core(
          cosines < 1e-6,
          `cos · cos is right ${upTo(cosines)}`,
          `cos · cos 误差 ${num(cosines, 2)}`,
        ),
      ],
    };
  },

  "000-18": () => {
    const d = 64;
    const rows = waves([10, 15, 1010, 1015], d);
    const [a, b] = [
      dot(row(rows, 0), row(rows, 1)),
      dot(row(rows, 2), row(rows, 3)),
    ];
    const part = (p: number, q: number) =>
      (row(rows, p)[0] ?? NaN) * (row(rows, q)[0] ?? NaN);
    const moved = Math.abs(part(0, 1) - part(2, 3));
    return {
      expected: {
        en: "the product tells absolute position",
        zh: "内积含有绝对位置",
      },
      found: {
        en: `moved by 1000 positions it changes by ${num(Math.abs(a - b), 2)}`,
        zh: `平移 1000 个位置后变化 ${num(Math.abs(a - b), 2)}`,
      },
      parts: [
        core(
          moved > 0.01,
          `a single product does depend on i + j: moved from (10, 15) to (1010, 1015), sin · sin of pair 0 changes by ${num(moved, 3)}`,
          `单个乘积确实随 i + j 变化：从 (10, 15) 移到 (1010, 1015)，第 0 对的 sin · sin 变化 ${num(moved, 3)}`,
        ),
        suggests(
          Math.abs(a - b) > 1e-3,
          `the inner product does not: ${num(a, 6)} and ${num(b, 6)}`,
          `内积却不变：${num(a, 6)} 与 ${num(b, 6)}`,
        ),
      ],
    };
  },

  "002-05": () => {
    const errors = shiftErrors();
    const rows = waves([5, 12], 128);
    const moved = difference(row(rows, 0), row(rows, 1));
    return {
      expected: { en: "unchanged by a shift", zh: "平移后不变" },
      found: {
        en: `cells change by up to ${num(moved, 3)}`,
        zh: `数值变化可达 ${num(moved, 3)}`,
      },
      parts: [
        core(
          moved < 1e-6,
          `row 12 differs from row 5 by up to ${num(moved, 3)}: not invariant`,
          `第 12 行与第 5 行最多相差 ${num(moved, 3)}：并非不变`,
        ),
        near(
          Math.max(...errors) < 1e-5,
          `one matrix per offset serves all positions, ${upTo(Math.max(...errors))}: equivariant`,
          `每个偏移一个矩阵，适用于所有位置，误差 ${num(Math.max(...errors), 2)}：等变`,
        ),
      ],
    };
  },

  "001-37": () => {
    const errors = shiftErrors();
    const dModel = 128;
    const keys = waves([100, 50], dModel);
    const plain =
      dot(row(keys, 0), row(keys, 0)) - dot(row(keys, 0), row(keys, 1));
    const w = pe.learned({
      maxLen: dModel,
      dModel,
      std: 1 / Math.sqrt(dModel),
      seed: 1,
    });
    const seen = pe.transformerLinear(keys, w);
    const mixed =
      dot(row(keys, 0), row(seen, 0)) - dot(row(keys, 0), row(seen, 1));
    return {
      expected: { en: "what it does can be read off", zh: "其作用一目了然" },
      found: {
        en: `shift exact ${upTo(Math.max(...errors))}`,
        zh: `平移误差 ${num(Math.max(...errors), 2)}`,
      },
      parts: [
        core(
          Math.max(...errors) < 1e-5,
          `shifts are rotations, ${upTo(Math.max(...errors))} (k = 1, 7, 100, 1000)`,
          `平移就是旋转，误差 ${num(Math.max(...errors), 2)}（k = 1、7、100、1000）`,
        ),
        always(
          mixed > plain / 2,
          `after one random weight matrix that clarity is gone: the fall of the product over 50 positions is ${num(plain, 3)} without, ${num(mixed, 2)} with it`,
          `隔一个随机权重矩阵，就不再一目了然：内积在 50 个位置上的下降，不隔时为 ${num(plain, 3)}，隔着时为 ${num(mixed, 2)}`,
        ),
      ],
    };
  },

  "003-15": () => {
    const rows = waves(5000, 512);
    const most = rows.data.reduce((m, x) => Math.max(m, Math.abs(x)), 0);
    const norms = [0, 1, 2500, 4999].map((p) =>
      dot(row(rows, p), row(rows, p)),
    );
    return {
      expected: { en: "from −1 to 1", zh: "−1 到 1" },
      found: { en: `at most ${num(most)}`, zh: `绝对值最大 ${num(most)}` },
      parts: [
        core(
          most <= 1,
          `largest |value| of 5000 × 512 cells: ${num(most)}`,
          `5000 × 512 个数中绝对值最大为 ${num(most)}`,
        ),
        core(
          norms.every((n) => Math.abs(n - 256) < 1e-3),
          `squared norms of rows 0, 1, 2500, 4999: ${norms.map((n) => fixed(n, 3)).join(", ")}`,
          `第 0、1、2500、4999 行的模平方：${norms.map((n) => fixed(n, 3)).join("、")}`,
        ),
      ],
    };
  },

  "003-18": () => {
    const n = 256;
    const needed = (rows: { data: Float32Array; shape: readonly number[] }) => {
      const { explained } = pe.analysisSpectrum(rows, { components: 1 });
      let sum = 0;
      return (
        explained.findIndex((share) => {
          sum += share;
          return sum >= 0.9;
        }) + 1
      );
    };
    const [sines, noise] = [needed(waves(n, n)), needed(random(n, n, 3))];
    const lengths = pe.analysisWavelengths({ dModel: n });
    return {
      expected: {
        en: `as many directions as a random table (${noise})`,
        zh: `方向不少于随机表（${noise} 个）`,
      },
      found: sines,
      parts: [
        core(
          sines >= noise,
          `256 rows of width 256: ${sines} principal components hold 90% of the variance, ${noise} in a random table`,
          `256 行、256 维：${sines} 个主成分就占方差的 90%，随机表则要 ${noise} 个`,
        ),
        near(
          new Set(lengths).size === n / 2,
          `frequencies do differ: ${new Set(lengths).size} of ${n / 2}`,
          `频率确实各不相同：${n / 2} 个中有 ${new Set(lengths).size} 个`,
        ),
      ],
    };
  },

  "004-16": () => {
    const d = 8;
    const x = random(1, d, 9);
    const pos = 37;
    const frequencies = pe.rotaryFrequencies({ headDim: d });
    const turned = pe.rotaryApply(tensor([...x.data], 1, 1, d), {
      frequencies,
      layout: "interleaved",
      positions: [pos],
    });
    const matrix: number[] = [];
    const complex: number[] = [];
    for (let i = 0; i < d / 2; i += 1) {
      const angle = pos * (frequencies.inverseFrequency[i] ?? NaN);
      const [c, s] = [Math.cos(angle), Math.sin(angle)];
      const [a, b] = [x.data[2 * i] ?? NaN, x.data[2 * i + 1] ?? NaN];
      matrix.push(dot([c, -s], [a, b]), dot([s, c], [a, b]));
      const [r, phase] = [Math.hypot(a, b), Math.atan2(b, a) + angle];
      complex.push(r * Math.cos(phase), r * Math.sin(phase));
    }
    const [m, z] = [
      difference(turned.data, matrix),
      difference(turned.data, complex),
    ];
    return {
      ...agreement(Math.max(m, z)),
      parts: [
        core(
          m < 1e-5,
          `position 37, 4 pairs: rotation matrices give the same numbers ${upTo(m)}`,
          `位置 37、4 对坐标：旋转矩阵的结果相差 ${num(m, 2)}`,
        ),
        core(
          z < 1e-5,
          `multiplication by exp(imθ) too, ${upTo(z)}`,
          `乘以 exp(imθ) 也一样，相差 ${num(z, 2)}`,
        ),
      ],
    };
  },
};
