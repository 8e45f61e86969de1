// Claims about biases: T5, ALiBi, KERPLE.
import * as pe from "posenc";
import {
  always,
  type Checks,
  core,
  difference,
  dot,
  list,
  num,
  random,
  row,
  tensor,
  upTo,
} from "./kit.ts";
import { alongDiagonals, shaw, TABLE } from "./relative-vectors.ts";

export const bias: Checks = {
  "001-23": () => {
    const offsets = [0, 1, 7, 8, 11, 12, 64, 127, 128, 5000];
    const buckets = pe.t5Bucket(offsets);
    const all = Array.from({ length: 10001 }, (_, i) => i - 5000);
    const [both, past] = [true, false].map(
      (bidirectional) => new Set(pe.t5Bucket(all, { bidirectional })).size,
    );
    const table = random(32, 2, 1);
    const n = 12;
    const { data } = pe.t5({ table, queryLen: n, keyLen: n });
    const spread = alongDiagonals(data.subarray(0, n * n), n);
    return {
      expected: {
        en: "one number per offset and head",
        zh: "每个偏移、每个头一个数",
      },
      found: { en: `${past} buckets`, zh: `${past} 个桶` },
      parts: [
        core(
          past === 32 && buckets[8] === buckets[9],
          `offsets ${offsets.join(", ")} fall into buckets ${buckets.join(", ")}; looking back only, ${past} buckets are in use, in both directions ${both}`,
          `偏移 ${offsets.join("、")} 落入桶 ${buckets.join("、")}；只看过去时用到 ${past} 个桶，双向时用到 ${both} 个`,
        ),
        core(
          spread === 0,
          `the bias is a scalar that depends on the offset alone: it varies by ${num(spread)} along diagonals`,
          `偏置是只取决于偏移的标量：沿对角线变化 ${num(spread)}`,
        ),
      ],
    };
  },

  "001-24": () => {
    const slopes = pe.alibiSlopes({ numHeads: 8 });
    const said = Array.from({ length: 8 }, (_, h) => 2 ** -(h + 1));
    const x = random(5, 8, 1);
    const one = { q: x, k: x, v: x, numHeads: 1, causal: true } as const;
    const through = pe.attention({
      ...one,
      position: { type: "alibi", slopes: [0.5] },
    });
    const { data } = pe.alibi({ slopes: [0.5], queryLen: 5, keyLen: 5 });
    const added = pe.attention({ ...one, mask: tensor([...data], 1, 5, 5) });
    const same = difference(through.output.data, added.output.data);
    const error = difference(slopes, said);
    return {
      expected: list(said.slice(0, 4)),
      found: list(slopes.subarray(0, 4)),
      parts: [
        core(
          error < 1e-7,
          `slopes of 8 heads: 1/${num(1 / (slopes[0] ?? 1))} to 1/${num(1 / (slopes[7] ?? 1))}, as 2^(−h), ${upTo(error)}`,
          `8 个头的斜率：1/${num(1 / (slopes[0] ?? 1))} 到 1/${num(1 / (slopes[7] ?? 1))}，即 2^(−h)，误差 ${num(error, 2)}`,
        ),
        core(
          same < 1e-5,
          `adding −slope × distance to the scores of unchanged tokens is all it does: outputs agree ${upTo(same)}`,
          `词元不变，只在分数上加“−斜率 × 距离”：输出相差 ${num(same, 2)}`,
        ),
      ],
    };
  },

  "002-11": () => {
    const [q, k] = [random(3, 3, 1), random(3, 3, 2)];
    const { position } = shaw(q, k);
    const raw = [0, 1, 2].flatMap((i) =>
      [0, 1, 2].map((j) => dot(row(q, i), row(TABLE, j - i + 2))),
    );
    const inside = difference(
      position.data,
      raw.map((x) => x / Math.sqrt(3)),
    );
    const grid = { slopes: [0.5], queryLen: 3, keyLen: 3, causal: false };
    const bias = pe.alibi({ ...grid, symmetric: true }).data;
    const run = (m: readonly number[]) =>
      pe.attention({ q, k, v: k, numHeads: 1, mask: tensor(m, 1, 3, 3) }).output
        .data;
    const alibi = pe.attention({
      q,
      k,
      v: k,
      numHeads: 1,
      position: {
        type: "alibi",
        slopes: [0.5],
        symmetric: true,
      },
    }).output.data;
    const after = difference(alibi, run([...bias]));
    const divided = difference(
      alibi,
      run(Array.from(bias, (b) => b / Math.sqrt(3))),
    );
    return {
      expected: { en: "divided by √d", zh: "除以 √d" },
      found: { en: "Shaw yes, ALiBi no", zh: "Shaw 是，ALiBi 否" },
      parts: [
        core(
          inside < 1e-6,
          `Shaw: the term is q·a/√d, ${upTo(inside)}`,
          `Shaw：该项是 q·a/√d，误差 ${num(inside, 2)}`,
        ),
        always(
          divided < after,
          `ALiBi: the bias added undivided gives its output ${upTo(after)}, divided by √d it is off by ${num(divided, 2)}`,
          `ALiBi：偏置不除直接加，与其输出相差 ${num(after, 2)}；除以 √d 则相差 ${num(divided, 2)}`,
        ),
      ],
    };
  },

  "002-12": () => {
    const n = 9;
    const table = random(32, 1, 1);
    const grid = { queryLen: n, keyLen: n } as const;
    const t5 = pe.t5({ table, ...grid, bidirectional: true }).data;
    const offsets = Array.from(
      { length: n * n },
      (_, at) => (at % n) - Math.floor(at / n),
    );
    const buckets = pe.t5Bucket(offsets);
    const looked = Array.from(buckets, (b) => table.data[b] ?? NaN);
    const kerple = pe.kerple({
      kind: "log",
      a: [0.5],
      p: [2],
      ...grid,
      causal: false,
    }).data;
    const formula = offsets.map((k) => -2 * Math.log1p(0.5 * Math.abs(k)));
    const [byTable, byFormula] = [
      difference(t5, looked),
      difference(kerple, formula),
    ];
    return {
      expected: { en: "by table or by function", zh: "查表或用函数" },
      found: { en: "both", zh: "两种都有" },
      parts: [
        core(
          byTable === 0,
          `T5’s bias is its table at the offset’s bucket, difference ${num(byTable)}`,
          `T5 的偏置就是表中该偏移所在的桶，相差 ${num(byTable)}`,
        ),
        core(
          byFormula < 1e-5,
          `KERPLE’s is the function −p·ln(1 + a·|offset|), ${upTo(byFormula)}`,
          `KERPLE 的偏置是函数 −p·ln(1 + a·|偏移|)，误差 ${num(byFormula, 2)}`,
        ),
      ],
    };
  },
};
