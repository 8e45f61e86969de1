// Claims about how inner products fall with distance.
import * as pe from "posenc";
import {
  always,
  type Checks,
  core,
  difference,
  distance,
  list,
  near,
  num,
  row,
  waves,
} from "./kit.ts";

/** g(k) / g(0) for k = 0 … maxOffset. */
function decayed(dModel: number, maxOffset: number): Float64Array {
  const { values } = pe.analysisDecay({ dModel, maxOffset });
  const first = values[0] ?? 1;
  return values.map((value) => value / first);
}

const SHOWN = [1, 10, 100, 1000] as const;
const shown = (g: Float64Array) => list(SHOWN.map((k) => g[k] ?? NaN));

const rising = (g: Float64Array, to: number) =>
  Array.from({ length: to }, (_, k) => k + 1).filter(
    (k) => (g[k] ?? 0) > (g[k - 1] ?? 0),
  );

export const distances: Checks = {
  "000-14": () => {
    const { values, fit } = pe.analysisDecay({ dModel: 512, maxOffset: 1000 });
    const g = (k: number) => (values[k] ?? NaN) / (values[0] ?? NaN);
    return {
      expected: { en: "g(1)/g(10) = 10", zh: "g(1)/g(10) = 10" },
      found: `g(1)/g(10) = ${num(g(1) / g(10))}`,
      parts: [
        core(
          fit.reciprocal.rSquared > 0.9,
          `d = 512, k = 1 … 1000: R² of c/k is ${num(fit.reciprocal.rSquared, 3)}; of the law 1 − (ln k + γ)/ln 10000, without any fitting, ${num(fit.theory.rSquared, 3)}`,
          `d = 512，k = 1 … 1000：c/k 的 R² 为 ${num(fit.reciprocal.rSquared, 3)}；不作拟合的 1 − (ln k + γ)/ln 10000 为 ${num(fit.theory.rSquared, 3)}`,
        ),
        core(
          Math.abs(g(1) / g(10) - 10) < 1,
          `g(k)/g(0) at k = 1, 10, 100, 1000: ${shown(decayed(512, 1000))}`,
          `g(k)/g(0) 在 k = 1、10、100、1000 处：${shown(decayed(512, 1000))}`,
        ),
      ],
    };
  },

  "000-15": () => {
    const g = decayed(512, 5000);
    const up = rising(g, 100);
    const negative = g.findIndex((value) => value < 0);
    return {
      expected: { en: "no rising step", zh: "没有上升的一步" },
      found: {
        en: `${up.length} rising steps up to k = 100`,
        zh: `k = 100 以内有 ${up.length} 步上升`,
      },
      parts: [
        core(
          up.length === 0,
          `d = 512: the first rise is at k = ${up[0]}, ${up.length} steps of the first 100 rise, and at k = ${num(negative)} the product turns negative`,
          `d = 512：k = ${up[0]} 处首次上升，前 100 步中 ${up.length} 步上升，k = ${num(negative)} 处内积变负`,
        ),
        near(
          SHOWN.every(
            (k, i) => i === 0 || (g[k] ?? 1) < (g[SHOWN[i - 1] ?? 0] ?? 0),
          ),
          `the trend falls: ${shown(g)} at k = 1, 10, 100, 1000`,
          `趋势在下降：k = 1、10、100、1000 处为 ${shown(g)}`,
        ),
      ],
    };
  },

  "000-27": () => {
    const still = (n: number) =>
      pe
        .analysisRangePerDimension(waves(n, 512))
        .range.filter((range) => range < 0.1).length;
    const counts = [50, 512, 5000].map(still);
    return {
      expected: { en: "idle dimensions", zh: "闲置的维度" },
      found: {
        en: `${counts[0]} at L = 50, ${counts[2]} at L = 5000`,
        zh: `L = 50 时 ${counts[0]} 个，L = 5000 时 ${counts[2]} 个`,
      },
      parts: [
        core(
          (counts[0] ?? 0) > 50,
          `d = 512: ${counts[0]} dimensions range over less than 0.1 in 50 positions, ${counts[1]} in 512`,
          `d = 512：50 个位置内有 ${counts[0]} 维的变化范围小于 0.1，512 个位置内有 ${counts[1]} 维`,
        ),
        always(
          (counts[2] ?? 0) > 0,
          `in 5000 positions, ${counts[2]}`,
          `5000 个位置内有 ${counts[2]} 维`,
        ),
      ],
    };
  },

  "001-10": () => {
    const d = 512;
    const positions = [0, 1, 10, 100, 1000, 3000, 3001, 3010, 3100, 4000];
    const rows = waves(positions, d);
    const from = (start: number) =>
      [1, 2, 3, 4].map((i) => distance(row(rows, start), row(rows, start + i)));
    const [here, there] = [from(0), from(5)];
    const g = decayed(d, 100);
    const up = rising(g, 100);
    return {
      expected: {
        en: "one value per distance, growing",
        zh: "每个距离一个值，逐渐增大",
      },
      found: {
        en: `${list(here, 2)} at distances 1, 10, 100, 1000`,
        zh: `距离 1、10、100、1000 处为 ${list(here, 2)}`,
      },
      parts: [
        core(
          difference(here, there) < 1e-3 &&
            here.every((x, i) => i === 0 || x > (here[i - 1] ?? 0)),
          `d = 512: ${list(here, 3)} at distances 1, 10, 100, 1000, from position 0 and from 3000 alike`,
          `d = 512：距离 1、10、100、1000 处为 ${list(here, 3)}，从位置 0 还是 3000 出发都一样`,
        ),
        always(
          up.length === 0,
          `it does not always grow: ${up.length} of the first 100 steps bring the rows closer, the first at distance ${up[0]}; it levels off near √d = ${num(Math.sqrt(d))}`,
          `并非处处增大：前 100 步中有 ${up.length} 步反而变近，首次在距离 ${up[0]}；最终在 √d = ${num(Math.sqrt(d))} 附近持平`,
        ),
      ],
    };
  },

  "004-04": () => {
    const wide = decayed(512, 1000);
    const small = decayed(8, 7000);
    return {
      expected: { en: "near alike, far different", zh: "近处相似，远处不同" },
      found: {
        en: `d = 512: ${shown(wide)}; d = 8 at k = 6283: ${num(small[6283] ?? NaN)}`,
        zh: `d = 512：${shown(wide)}；d = 8、k = 6283：${num(small[6283] ?? NaN)}`,
      },
      parts: [
        core(
          SHOWN.every(
            (k, i) =>
              i === 0 || (wide[k] ?? 1) < (wide[SHOWN[i - 1] ?? 0] ?? 0),
          ),
          `d = 512, cosine similarity at k = 1, 10, 100, 1000: ${shown(wide)}`,
          `d = 512，k = 1、10、100、1000 处的余弦相似度：${shown(wide)}`,
        ),
        always(
          (small[6283] ?? 1) < (small[1] ?? 0),
          `d = 8: rows 6283 apart have ${num(small[6283] ?? NaN)}, neighbours ${num(small[1] ?? NaN)}`,
          `d = 8：相距 6283 的两行为 ${num(small[6283] ?? NaN)}，相邻两行为 ${num(small[1] ?? NaN)}`,
        ),
      ],
    };
  },

  "004-13": () => {
    const far = 100_000;
    const wave = Math.max(...pe.analysisWavelengths({ dModel: 64 }));
    const longest = Math.ceil(wave);
    const g = decayed(64, longest + far);
    let best = longest;
    for (let k = longest; k < g.length; k += 1) {
      if ((g[k] ?? 0) > (g[best] ?? 0)) best = k;
    }
    const rows = waves([100, 144], 64);
    const pair = Math.hypot(
      (row(rows, 0)[0] ?? 9) - (row(rows, 1)[0] ?? 9),
      (row(rows, 0)[1] ?? 9) - (row(rows, 1)[1] ?? 9),
    );
    return {
      expected: { en: "rows that repeat", zh: "出现重复的行" },
      found: {
        en: `best similarity ${num(g[best] ?? NaN, 3)}`,
        zh: `相似度最高 ${num(g[best] ?? NaN, 3)}`,
      },
      parts: [
        core(
          (g[best] ?? 0) > 0.9,
          `d = 64: in the ${num(far)} offsets beyond the longest wavelength (${num(wave)}), the most similar rows are ${num(best)} apart, cosine ${num(g[best] ?? NaN, 3)}`,
          `d = 64：最长波长（${num(wave)}）之后的 ${num(far)} 个偏移中，最相似的两行相距 ${num(best)}，余弦 ${num(g[best] ?? NaN, 3)}`,
        ),
        near(
          pair < 0.05,
          `a single pair does repeat: pair 0 moves by only ${num(pair, 2)} in 44 positions, seven turns`,
          `单独一对会重复：第 0 对过 44 个位置（七圈）只差 ${num(pair, 2)}`,
        ),
      ],
    };
  },
};
