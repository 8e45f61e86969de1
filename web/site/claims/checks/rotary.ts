// Claims about rotary encoding, and about adding rows in code.

import type { TensorLike } from "posenc";
import * as pe from "posenc";
import {
  always,
  type Checks,
  core,
  difference,
  dot,
  mean,
  near,
  num,
  random,
  refused,
  tensor,
  upTo,
  waves,
} from "./kit.ts";

const turn = (
  x: TensorLike,
  positions: readonly number[],
  layout: "halves" | "interleaved" = "halves",
) => {
  const width = x.shape.at(-1) ?? 0;
  return pe.rotaryApply(
    tensor(Array.from(x.data), positions.length, 1, width),
    {
      frequencies: pe.rotaryFrequencies({ headDim: width }),
      positions,
      layout,
    },
  ).data;
};

/** Scores of one pair of vectors at several places, same offset. */
function slid(width = 64) {
  const [q, k] = [random(1, width, 1), random(1, width, 2)];
  const starts = [0, 10, 1000, 10_000];
  const scores = starts.map((s) => dot(turn(q, [s + 7]), turn(k, [s])));
  const norms = starts.map((s) =>
    Math.abs(dot(turn(q, [s]), turn(q, [s])) / dot(q.data, q.data) - 1),
  );
  return {
    spread: Math.max(...scores) - Math.min(...scores),
    norm: Math.max(...norms),
    score: scores[0] ?? NaN,
    starts,
  };
}

export const rotary: Checks = {
  "003-24": () => {
    const { spread, norm, score, starts } = slid();
    return {
      expected: { en: "a score by offset alone", zh: "分数只看偏移" },
      found: {
        en: `${num(score)}, varying by ${num(spread, 2)}`,
        zh: `${num(score)}，变化 ${num(spread, 2)}`,
      },
      parts: [
        core(
          spread < 1e-4,
          `one q and one k seven positions apart, from positions ${starts.map((s) => num(s)).join(", ")}: the score varies by ${num(spread, 2)}`,
          `同一对 q、k 相距 7 个位置，起点 ${starts.map((s) => num(s)).join("、")}：分数变化 ${num(spread, 2)}`,
        ),
        core(
          norm < 1e-5,
          `lengths are kept ${upTo(norm)}, as by a rotation`,
          `长度不变，误差 ${num(norm, 2)}，正如旋转`,
        ),
      ],
    };
  },

  "003-25": () => {
    const { spread, norm } = slid();
    const width = 64;
    const offsets = [0, 1, 10, 100];
    const draws = 400;
    const q = random(draws, width, 3);
    const k = random(draws, width, 4);
    const zeros = Array.from({ length: draws }, () => 0);
    const still = turn(k, zeros);
    const scores = offsets.map((offset) => {
      const turned = turn(
        q,
        zeros.map(() => offset),
      );
      return Array.from({ length: draws }, (_, n) =>
        dot(
          turned.subarray(n * width, (n + 1) * width),
          still.subarray(n * width, (n + 1) * width),
        ),
      );
    });
    const means = scores.map(mean);
    const spreads = scores.map((all) => Math.sqrt(mean(all.map((x) => x * x))));
    return {
      expected: {
        en: "relative, norm kept, decaying",
        zh: "相对、保范数、衰减",
      },
      found: {
        en: `mean scores ${means.map((m) => num(m, 2)).join(", ")}`,
        zh: `平均分数 ${means.map((m) => num(m, 2)).join("、")}`,
      },
      parts: [
        core(
          spread < 1e-4 && norm < 1e-5,
          `relative ${upTo(spread)}, norms kept ${upTo(norm)}`,
          `相对性误差 ${num(spread, 2)}，范数误差 ${num(norm, 2)}`,
        ),
        always(
          (spreads[3] ?? 0) < 0.8 * (spreads[0] ?? 0),
          `no decay for random q and k: over 400 draws the RMS of the scores is ${spreads.map((s) => num(s, 3)).join(", ")} at offsets ${offsets.join(", ")}`,
          `随机的 q、k 没有衰减：400 次抽样，偏移 ${offsets.join("、")} 处分数的均方根为 ${spreads.map((s) => num(s, 3)).join("、")}`,
        ),
      ],
    };
  },

  "001-32": () => {
    const d = 16;
    const x = random(1, d, 6);
    const pos = 123;
    const { inverseFrequency } = pe.rotaryFrequencies({ headDim: d });
    const own: number[] = [];
    for (let i = 0; i < d / 2; i += 1) {
      const angle = pos * (inverseFrequency[i] ?? NaN);
      const [a, b] = [x.data[2 * i] ?? NaN, x.data[2 * i + 1] ?? NaN];
      own.push(
        a * Math.cos(angle) - b * Math.sin(angle),
        a * Math.sin(angle) + b * Math.cos(angle),
      );
    }
    const error = difference(own, turn(x, [pos], "interleaved"));
    const trap = difference(own, turn(x, [pos], "halves"));
    return {
      expected: { en: "a loop is not enough", zh: "一个循环不够" },
      found: {
        en: `a loop of six lines, right ${upTo(error)}`,
        zh: `六行的循环，误差 ${num(error, 2)}`,
      },
      parts: [
        core(
          error > 1e-5,
          `a loop of six lines over the pairs gives the library’s numbers ${upTo(error)}`,
          `对各对坐标做一个六行的循环，与库的结果相差 ${num(error, 2)}`,
        ),
        near(
          trap > 0.1,
          `there is a trap: with the pairs split into halves the same vector comes out different by up to ${num(trap, 3)}`,
          `陷阱倒是有：若按前后两半配对，同一向量的结果最多相差 ${num(trap, 3)}`,
        ),
      ],
    };
  },

  "000-03": () => {
    const [x, p] = [random(6, 64, 1), waves(6, 64)];
    const plain = pe.embeddingAdd(x, p).data;
    const sum = Array.from(x.data, (v, i) => v + (p.data[i] ?? NaN));
    const error = difference(plain, sum);
    const scaled = pe.embeddingAdd(x, p, { tokenScale: Math.sqrt(64) }).data;
    const original = difference(scaled, sum);
    return {
      expected: { en: "embedding + position", zh: "词嵌入 + 位置" },
      found: {
        en: `right ${upTo(error)}; with √d off by ${num(original, 3)}`,
        zh: `误差 ${num(error, 2)}；乘 √d 后相差 ${num(original, 3)}`,
      },
      parts: [
        core(
          error < 1e-6,
          `the plain sum, as in BERT and GPT-2: right ${upTo(error)}`,
          `直接相加，如 BERT、GPT-2：误差 ${num(error, 2)}`,
        ),
        always(
          original < 1e-6,
          `the original model’s √64 · embedding + position differs from it by up to ${num(original, 3)}`,
          `原始模型的“√64 · 词嵌入 + 位置”与之最多相差 ${num(original, 3)}`,
        ),
      ],
    };
  },

  "000-19": () => {
    // exp(2i · (−ln 10000 / d)), as the listing computes its frequencies.
    const d = 512;
    const rows = waves(50, d);
    const listing = Array.from({ length: 50 * d }, (_, at) => {
      const [pos, dim] = [Math.floor(at / d), at % d];
      const i = 2 * Math.floor(dim / 2);
      const angle = pos * Math.exp(i * (-Math.log(10000) / d));
      return dim % 2 === 0 ? Math.sin(angle) : Math.cos(angle);
    });
    const error = difference(rows.data, listing);
    const [even, odd] = [Math.ceil(5 / 2), Math.floor(5 / 2)];
    const long = refused(() =>
      pe.embeddingAdd(random(6000, 8), waves(5000, 8)),
    );
    return {
      expected: { en: "sinusoids", zh: "正弦编码" },
      found: {
        en: `right ${upTo(error)}`,
        zh: `误差 ${num(error, 2)}`,
      },
      parts: [
        core(
          error < 1e-7,
          `its frequencies exp(−2i·ln 10000/d) give the table ${upTo(error)} (50 × 512)`,
          `它的频率 exp(−2i·ln 10000/d) 得出的表误差 ${num(error, 2)}（50 × 512）`,
        ),
        always(
          even === odd && long === null,
          `d = 5 has ${even} even and ${odd} odd columns for ${even} frequencies, so the cosines do not fit; 6000 tokens on 5000 rows are refused`,
          `d = 5 时有 ${even} 个偶数列、${odd} 个奇数列，而频率有 ${even} 个，余弦放不下；6000 个词元加 5000 行会报错`,
        ),
      ],
    };
  },

  "000-21": () => {
    const table = pe.learned({ maxLen: 512, dModel: 8, std: 1 });
    const x = tensor([...random(40, 8, 3).data], 2, 20, 8);
    const positions = Array.from({ length: 20 }, (_, t) => t);
    const rows = pe.embeddingLookup(table, positions);
    const sum = pe.embeddingAdd(x, rows).data;
    const error = difference(
      sum,
      Array.from(x.data, (v, i) => v + (table.data[i % 160] ?? NaN)),
    );
    const message = refused(() => pe.embeddingLookup(table, [512]));
    return {
      expected: { en: "rows 0 … n−1, added", zh: "第 0 … n−1 行，相加" },
      found: {
        en: `right ${upTo(error)} up to 512`,
        zh: `512 以内误差 ${num(error, 2)}`,
      },
      parts: [
        core(
          error < 1e-6,
          `two sequences of 20 tokens get rows 0 to 19, ${upTo(error)}`,
          `两个长 20 的序列加上第 0 至 19 行，误差 ${num(error, 2)}`,
        ),
        always(
          message === null,
          `token 513 is refused: ${message ?? "accepted"}`,
          `第 513 个词元${message === null ? "可行" : "会报错：表只有 512 行"}`,
        ),
      ],
    };
  },
};
