// Claims with numbers printed in a document: tables, outputs, sums.
import * as pe from "posenc";
import {
  always,
  type Check,
  type Checks,
  core,
  difference,
  list,
  near,
  num,
  random,
  row,
  tensor,
  upTo,
  waves,
} from "./kit.ts";

/** The five rows that document 2 prints for d = 4. */
const PRINTED = [
  [0, 0, 0, 0],
  [0.8415, 0.1804, 0.9093, 0.4121],
  [0.9093, 0.5918, 0.4121, 0.9399],
  [0.1411, 0.9808, 0.7388, 0.9954],
  [0.657, 0.9572, 0.9828, 0.5366],
] as const;

/** Printed to four decimals: right if that is what the number rounds to. */
const HALF = 0.5000001e-4;

/** A row of sinusoids in float64, which tells which way a half rounds. */
const exactRow = (pos: number, dModel: number): number[] =>
  Array.from({ length: dModel }, (_, c) => {
    const angle = pos * 10000 ** ((-2 * Math.floor(c / 2)) / dModel);
    return c % 2 === 0 ? Math.sin(angle) : Math.cos(angle);
  });

const right = (printed: readonly number[], computed: readonly number[]) =>
  printed.filter((x, i) => Math.abs(x - (computed[i] ?? 9)) <= HALF);

const printedRow =
  (pos: number): Check =>
  () => {
    const printed = PRINTED[pos] ?? [];
    const computed = exactRow(pos, 4);
    const count = right(printed, computed).length;
    const norms = [0, 2].map((i) =>
      Math.hypot(printed[i] ?? NaN, printed[i + 1] ?? NaN),
    );
    return {
      expected: list(printed),
      found: list(computed),
      parts: [
        core(
          count === 4,
          `right to four decimals: ${count} of 4 numbers; each pair should have length 1, the printed ones have ${norms.map((n) => num(n, 3)).join(" and ")}`,
          `4 个数中有 ${count} 个对得上四位小数；每对的长度应为 1，印出的是 ${norms.map((n) => num(n, 3)).join(" 与 ")}`,
        ),
      ],
    };
  };

/** The sentence that document 1 takes as an example. */
const SENTENCE = "The keys that were on the table are gone".split(" ");

export const printed: Checks = {
  "002-19": printedRow(0),

  "002-20": printedRow(1),

  "002-21": printedRow(2),

  "002-22": printedRow(3),

  "002-23": printedRow(4),

  "002-24": () => {
    const rows = PRINTED.map((_, pos) => exactRow(pos, 4));
    const counts = PRINTED.map(
      (one, pos) => right(one, rows[pos] ?? []).length,
    );
    const total = counts.reduce((a, b) => a + b);
    const worst = difference(PRINTED.flat(), rows.flat());
    const negative = rows.flat().filter((x) => x < 0).length;
    const printedNegative = PRINTED.flat().filter((x) => x < 0).length;
    return {
      expected: 20,
      found: total,
      parts: [
        core(
          total === 20,
          `right to four decimals, row by row: ${counts.join(", ")} of 4; largest error ${num(worst)}; negative numbers: ${printedNegative} printed, ${negative} computed`,
          `逐行对得上四位小数的个数：${counts.join("、")}（每行 4 个）；最大误差 ${num(worst)}；负数：印出 ${printedNegative} 个，应有 ${negative} 个`,
        ),
      ],
    };
  },

  "001-04": () => {
    const [a, b] = [SENTENCE.indexOf("that"), SENTENCE.indexOf("are")];
    const between = SENTENCE.slice(a + 1, b);
    return {
      expected: 5,
      found: between.length,
      parts: [
        core(
          between.length === 5,
          `words between “that” and “are”: ${between.length} (${between.join(", ")})`,
          `that 与 are 之间的词：${between.length} 个（${between.join("、")}）`,
        ),
        near(
          b - a === 5,
          `difference of their indices ${a} and ${b}: ${b - a}`,
          `下标 ${a} 与 ${b} 之差：${b - a}`,
        ),
      ],
    };
  },

  "001-14": () => {
    const word = [0.5, 0.2, -0.3, 0.8];
    const position = [0.1, -0.1, 0.2, -0.2];
    const said = [0.6, 0.1, -0.1, 0.6];
    const sum = pe.embeddingAdd(tensor(word, 1, 4), tensor(position, 1, 4));
    const error = difference(sum.data, said);
    return {
      expected: list(said, 1),
      found: list(sum.data, 1),
      parts: [
        core(
          error < 1e-6 && sum.shape.at(-1) === 4,
          `sum ${list(sum.data, 1)}, ${sum.shape.at(-1)} numbers, error ${num(error, 2)}`,
          `和为 ${list(sum.data, 1)}，共 ${sum.shape.at(-1)} 个数，误差 ${num(error, 2)}`,
        ),
      ],
    };
  },

  "001-15": () => {
    const [x, p] = [random(1, 4, 1), random(1, 2, 2)];
    const joined = pe.embeddingConcat(x, p);
    const kept = difference(joined.data, [...x.data, ...p.data]);
    const w = random(4, 6, 3);
    const columns = (from: number, to: number) =>
      tensor(
        [0, 1, 2, 3].flatMap((r) => row(w, r).slice(from, to)),
        4,
        to - from,
      );
    const whole = pe.transformerLinear(joined, w).data;
    const parts = pe.embeddingAdd(
      pe.transformerLinear(x, columns(0, 4)),
      pe.transformerLinear(p, columns(4, 6)),
    ).data;
    const mixed = difference(whole, parts);
    return {
      expected: { en: "kept apart, 6 numbers", zh: "分开存放，6 个数" },
      found: {
        en: `${joined.shape.at(-1)} numbers, a sum after one layer`,
        zh: `${joined.shape.at(-1)} 个数，过一层就成了和`,
      },
      parts: [
        core(
          joined.shape.at(-1) === 6 && kept === 0,
          `4 + 2 = ${joined.shape.at(-1)} numbers, both vectors unchanged in them`,
          `4 + 2 = ${joined.shape.at(-1)} 个数，两个向量原样保留`,
        ),
        always(
          mixed > 1e-5,
          `after a linear layer they are added: W[x; p] and W₁x + W₂p agree ${upTo(mixed)}`,
          `经过线性层就加在一起了：W[x; p] 与 W₁x + W₂p 相差 ${num(mixed, 2)}`,
        ),
      ],
    };
  },

  "003-20": () => {
    const x = tensor([...random(40, 512, 1).data], 2, 20, 512);
    const { shape } = pe.embeddingAdd(x, waves(20, 512));
    return {
      expected: "[2, 20, 512]",
      found: `[${shape.join(", ")}]`,
      parts: [
        core(
          shape.join() === "2,20,512",
          `[2, 20, 512] + [20, 512] has shape [${shape.join(", ")}]`,
          `[2, 20, 512] + [20, 512] 的形状是 [${shape.join(", ")}]`,
        ),
      ],
    };
  },

  "003-21": () => {
    const said = [0.8415, 0.5403, -0.0042, 0.9999];
    const zero = exactRow(0, 512).slice(0, 4);
    const one = exactRow(1, 512).slice(0, 4);
    const draws = [1, 2].map((seed) =>
      row(pe.embeddingAdd(random(1, 512, seed), waves(1, 512)), 0).slice(0, 4),
    );
    let match = 0;
    for (let pos = 0; pos < 5000; pos += 1) {
      match += right([-0.0042], exactRow(pos, 512).slice(2, 3)).length;
    }
    return {
      expected: list(said),
      found: list(zero),
      parts: [
        core(
          right(said, zero).length === 4,
          `the row of position 0 begins ${list(zero)}, that of position 1 ${list(one)}; of 5000 positions, ${match} have −0.0042 third`,
          `位置 0 的行以 ${list(zero)} 开头，位置 1 的行以 ${list(one)} 开头；5000 个位置中第三个数为 −0.0042 的有 ${match} 个`,
        ),
        core(
          difference(draws[0] ?? [], draws[1] ?? []) < 2 * HALF,
          `with a random x added, two runs print ${draws.map((d) => list(d)).join(" and ")}`,
          `加上随机的 x，两次运行会打印 ${draws.map((d) => list(d)).join(" 与 ")}`,
        ),
      ],
    };
  },
};
