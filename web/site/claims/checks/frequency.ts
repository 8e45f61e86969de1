// Claims about frequencies, wavelengths and timescales.
import * as pe from "posenc";
import {
  agreement,
  always,
  type Checks,
  column,
  core,
  difference,
  fixed,
  mean,
  near,
  num,
  upTo,
  waves,
} from "./kit.ts";
import { EXACT, formulaError, timescales } from "./yardstick.ts";

export const frequency: Checks = {
  "000-05": () => {
    const pair = formulaError(512);
    const dimension = formulaError(512, (pos, dim, d) => {
      const angle = pos / 10000 ** ((2 * dim) / d);
      return dim % 2 === 0 ? Math.sin(angle) : Math.cos(angle);
    });
    const scales = timescales(512);
    const last = scales.at(-1) ?? 0;
    const wrong = (scales[1] ?? 0) ** 511;
    return {
      expected: { en: "i counts dimensions", zh: "i 是维度下标" },
      found: {
        en: `read so, cells are wrong by up to ${num(dimension, 3)}`,
        zh: `照此理解，数值最多错 ${num(dimension, 3)}`,
      },
      parts: [
        core(
          dimension < EXACT,
          `i as the dimension: cells wrong by up to ${num(dimension, 3)}, largest timescale ${num(wrong, 3)}`,
          `把 i 当维度下标：数值最多错 ${num(dimension, 3)}，最大时间尺度为 ${num(wrong, 3)}`,
        ),
        near(
          pair < EXACT,
          `i as the pair: right ${upTo(pair)}, largest timescale ${num(last, 6)}`,
          `把 i 当频率对的编号：误差 ${num(pair, 2)}，最大时间尺度为 ${num(last, 6)}`,
        ),
      ],
    };
  },

  "000-06": () => {
    const scales = timescales(512);
    const rows = waves(4000, 512);
    const signs = Array.from({ length: 256 }, (_, i) => {
      const values = column(rows, 2 * i);
      return values.filter((v, t) => t > 1 && v * (values[t - 1] ?? v) < 0)
        .length;
    });
    const slower = signs.every((n, i) => i === 0 || n <= (signs[i - 1] ?? n));
    return {
      expected: {
        en: "each pair slower than the last",
        zh: "每一对都比前一对慢",
      },
      found: {
        en: `timescales ${num(scales[0] ?? 0)}, ${num(scales[128] ?? 0)}, ${num(scales[255] ?? 0, 7)} for pairs 0, 128, 255`,
        zh: `第 0、128、255 对的时间尺度为 ${num(scales[0] ?? 0)}、${num(scales[128] ?? 0)}、${num(scales[255] ?? 0, 7)}`,
      },
      parts: [
        core(
          scales.every((s, i) => i === 0 || s > (scales[i - 1] ?? s)),
          "d = 512: all 256 timescales rise from pair to pair",
          "d = 512：256 个时间尺度逐对增大",
        ),
        core(
          slower,
          `changes of sign in 4000 positions never rise from pair to pair: ${signs[0]} in pair 0, ${signs[64]} in pair 64, ${signs[255]} in pair 255`,
          `4000 个位置内的变号次数逐对不增：第 0 对 ${signs[0]} 次，第 64 对 ${signs[64]} 次，第 255 对 ${signs[255]} 次`,
        ),
      ],
    };
  },

  "000-07": () => {
    const ratios = timescales(512).map((s, i, all) => s / (all[i - 1] ?? s));
    const ratio = mean(ratios.slice(1));
    const spread = Math.max(...ratios.slice(1)) - Math.min(...ratios.slice(1));
    const small = timescales(4);
    return {
      expected: 2,
      found: num(ratio, 5),
      parts: [
        core(
          spread < 1e-9,
          `a geometric ladder: the ratio of neighbours is the same all along, ${upTo(spread)}`,
          `等比阶梯：相邻之比处处相同，偏差 ${num(spread, 2)}`,
        ),
        always(
          Math.abs(ratio - 2) < 0.01,
          `but that ratio is ${num(ratio, 5)} at d = 512 and ${num((small[1] ?? 0) / (small[0] ?? 1))} at d = 4; bits have 2`,
          `但这个比值在 d = 512 时是 ${num(ratio, 5)}，d = 4 时是 ${num((small[1] ?? 0) / (small[0] ?? 1))}；二进制是 2`,
        ),
      ],
    };
  },

  "001-06": () => {
    const scales = timescales(512);
    const ratios = scales.slice(1).map((s, i) => s / (scales[i] ?? s));
    const constant = Math.max(...ratios) - Math.min(...ratios) < 1e-9;
    const clock = [60, 12];
    return {
      expected: { en: "ratios 60 and 12", zh: "倍率 60 与 12" },
      found: {
        en: `ratio ${num(ratios[0] ?? 0, 5)}, ${scales.length} hands`,
        zh: `倍率 ${num(ratios[0] ?? 0, 5)}，共 ${scales.length} 根针`,
      },
      parts: [
        core(
          constant && (ratios[0] ?? 0) > 1,
          `d = 512: ${scales.length} hands, each slower than the one before; the first turns once in ${num(2 * Math.PI * (scales[0] ?? 0))} positions, the last in ${num(2 * Math.PI * (scales[255] ?? 0), 6)}`,
          `d = 512：${scales.length} 根针，一根比一根慢；第一根 ${num(2 * Math.PI * (scales[0] ?? 0))} 个位置转一圈，最后一根 ${num(2 * Math.PI * (scales[255] ?? 0), 6)} 个`,
        ),
        always(
          clock.every((c) => ratios.some((r) => Math.abs(r - c) < 0.5)),
          `no ratio is near a clock’s 60 or 12: all are ${num(ratios[0] ?? 0, 5)}`,
          `没有哪个倍率接近钟表的 60 或 12，全都是 ${num(ratios[0] ?? 0, 5)}`,
        ),
      ],
    };
  },

  "003-04": () => {
    const first = pe.analysisWavelengths({ dModel: 512 })[0] ?? Number.NaN;
    return {
      expected: 1,
      found: num(first, 6),
      parts: [
        core(
          Math.abs(first - 1) < 0.01,
          `wavelength of pair 0: ${num(first, 6)} positions, not 1`,
          `第 0 对的波长是 ${num(first, 6)} 个位置，不是 1`,
        ),
        near(
          Math.abs(first - 2 * Math.PI) < 1e-9,
          `2π = ${num(2 * Math.PI, 6)} is right as its period, which is the same thing`,
          `周期 2π = ${num(2 * Math.PI, 6)} 没错，与波长是同一回事`,
        ),
      ],
    };
  },

  "003-05": () => {
    const last = timescales(512)[255] ?? Number.NaN;
    return {
      expected: 9540,
      found: num(last, 7),
      parts: [
        core(
          Math.abs(last - 9540) < 5,
          `timescale of pair 255 at d = 512: ${num(last, 7)}, ${num(100 * (last / 9540 - 1), 2)}% more; wavelength ${num(2 * Math.PI * last, 6)}`,
          `d = 512 时第 255 对的时间尺度为 ${num(last, 7)}，高出 ${num(100 * (last / 9540 - 1), 2)}%；波长 ${num(2 * Math.PI * last, 6)}`,
        ),
      ],
    };
  },

  "003-06": () => {
    const last = timescales(512)[255] ?? Number.NaN;
    const exponent = Math.log(last) / Math.log(10000);
    const rounded = 10000 ** 0.996;
    return {
      expected: 0.996,
      found: fixed(exponent, 8),
      parts: [
        core(
          Math.abs(exponent - 0.996) < 5e-4,
          `exponent of pair 255: ${fixed(exponent, 8)}, which rounds to 0.996`,
          `第 255 对的指数为 ${fixed(exponent, 8)}，舍入得 0.996`,
        ),
        always(
          Math.abs(rounded - last) < 0.5,
          `with 0.996 the power is ${num(rounded, 6)} instead of ${num(last, 7)}`,
          `用 0.996 算出的幂是 ${num(rounded, 6)}，而不是 ${num(last, 7)}`,
        ),
      ],
    };
  },

  "003-08": () => {
    const widths = [4, 64, 512, 65536];
    const largest = widths.map((d) => Math.max(...timescales(d).slice(-1)));
    const float16 = 65504;
    return {
      expected: { en: "an overflow", zh: "会溢出" },
      found: {
        en: `at most ${num(Math.max(...largest), 6)}`,
        zh: `最大 ${num(Math.max(...largest), 6)}`,
      },
      parts: [
        core(
          largest.some((value) => value > float16),
          `largest divisor for d = ${widths.join(", ")}: ${largest.map((v) => num(v, 6)).join(", ")}; even float16 holds ${num(float16)}`,
          `d = ${widths.join("、")} 时最大的除数为 ${largest.map((v) => num(v, 6)).join("、")}；float16 也能容纳 ${num(float16)}`,
        ),
      ],
    };
  },

  "003-13": () => {
    const { inverseFrequency } = pe.rotaryFrequencies({ headDim: 512 });
    const scales = timescales(512);
    const error = difference(
      scales.map((s) => 1 / s),
      scales.map((_, k) => 10000 ** ((-2 * k) / 512)),
    );
    return {
      ...agreement(error),
      parts: [
        core(
          error < 1e-12,
          `all 256 frequencies agree with 1/10000^(2k/d) ${upTo(error)}`,
          `256 个频率与 1/10000^(2k/d) 相差不超过 ${num(error, 2)}`,
        ),
        core(
          difference(
            inverseFrequency,
            scales.map((s) => 1 / s),
          ) < 1e-12,
          "and so do those of rotary encoding",
          "旋转位置编码的频率也一样",
        ),
      ],
    };
  },

  "004-03": () => {
    const scales = timescales(512);
    const next = (scales.at(-1) ?? 0) * (scales[1] ?? 0);
    const width = waves(1, 512).data.length;
    return {
      expected: { en: "i = 0 … 255 at d = 512", zh: "d = 512 时 i = 0 … 255" },
      found: {
        en: `${scales.length} pairs`,
        zh: `${scales.length} 对`,
      },
      parts: [
        core(
          scales.length === 256 && 2 * scales.length === width,
          `${scales.length} pairs fill the ${width} columns; i = 256 would have timescale ${num(next, 5)}, and there is none`,
          `${scales.length} 对恰好填满 ${width} 列；i = 256 的时间尺度会是 ${num(next, 5)}，并不存在`,
        ),
      ],
    };
  },

  "004-06": () => {
    const [a = 0, b = 0] = pe.analysisWavelengths({ dModel: 512 });
    const [c = 0, d = 0] = pe.analysisWavelengths({ dModel: 4 });
    return {
      expected: { en: "plainly different periods", zh: "周期明显不同" },
      found: { en: `${num(a)} and ${num(b)}`, zh: `${num(a)} 与 ${num(b)}` },
      parts: [
        core(
          b / a > 1.5,
          `d = 512: the first four dimensions have periods ${num(a)} and ${num(b)}, which part by a full turn only after ${num(1 / (1 / a - 1 / b))} positions`,
          `d = 512：前四维的周期是 ${num(a)} 与 ${num(b)}，要 ${num(1 / (1 / a - 1 / b))} 个位置才相差一圈`,
        ),
        near(
          d / c > 1.5,
          `at d = 4 it works: ${num(c)} and ${num(d)}`,
          `d = 4 时可行：${num(c)} 与 ${num(d)}`,
        ),
      ],
    };
  },
};
