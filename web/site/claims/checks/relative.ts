// Claims about relative vectors: Shaw and DeBERTa; and about convolutions.

import type { TensorLike } from "posenc";
import * as pe from "posenc";
import {
  always,
  type Checks,
  column,
  core,
  difference,
  dot,
  list,
  near,
  num,
  random,
  refused,
  row,
  tensor,
  upTo,
} from "./kit.ts";
import { alongDiagonals, shaw, TABLE } from "./relative-vectors.ts";

/** The same vector at every place, so that only positions tell them apart. */
const constant = (vector: readonly number[], n: number): TensorLike =>
  tensor(Array.from({ length: n }, () => vector).flat(), n, vector.length);

export const relative: Checks = {
  "000-30": () => {
    const [n, span] = [6, 8];
    const q = constant(row(random(1, 8, 1), 0), n);
    const k = constant(row(random(1, 8, 2), 0), n);
    const rows = (seed: number) =>
      tensor([...random(2 * span, 8, seed).data], 2 * span, 1, 8);
    const { terms } = pe.deberta({
      q,
      k,
      numHeads: 1,
      span,
      relK: rows(3),
      relQ: rows(4),
    });
    const spread = alongDiagonals(terms.p2c.data, n);
    const varies = difference(
      terms.p2c.data.subarray(0, 1),
      terms.p2c.data.subarray(1, 2),
    );
    return {
      expected: {
        en: "varies with absolute position",
        zh: "随绝对位置变化",
      },
      found: {
        en: `varies by ${num(spread, 2)} at a fixed offset`,
        zh: `偏移固定时变化 ${num(spread, 2)}`,
      },
      parts: [
        core(
          spread > 1e-5,
          `the same token at six places: position-to-content varies by ${num(varies, 3)} from offset to offset, by ${num(spread, 2)} at the same offset`,
          `六处都是同一个词元：位置对内容一项随偏移变化 ${num(varies, 3)}，偏移相同时变化 ${num(spread, 2)}`,
        ),
      ],
    };
  },

  "002-09": () => {
    const [q, k] = [
      [1, 1, 1],
      [0.5, -1, 2],
    ];
    const a13 = row(TABLE, 4);
    const sums = a13.map((a) => (dot(q, k) + a) / 1);
    const three = constant(k, 3);
    const { scores } = shaw(constant(q, 3), three);
    const score = scores.data[2] ?? NaN;
    return {
      expected: { en: "one score", zh: "一个分数" },
      found: { en: `${sums.length} numbers`, zh: `${sums.length} 个数` },
      parts: [
        core(
          sums.length === 1,
          `q·k = ${num(dot(q, k))} plus the vector ${list(a13, 1)} is ${list(sums, 1)}: ${sums.length} numbers, no score. As q·(k + a)/√3, Shaw’s form, it is one: ${num(score)}`,
          `q·k = ${num(dot(q, k))} 加向量 ${list(a13, 1)} 得 ${list(sums, 1)}，是 ${sums.length} 个数，不成分数；按 Shaw 的 q·(k + a)/√3 则是一个数：${num(score)}`,
        ),
      ],
    };
  },

  "002-10": () => {
    const q = random(1, 4, 1);
    const [k, v] = [random(3, 4, 2), random(3, 4, 3)];
    const all = pe.attention({ q, k, v, numHeads: 1 }).output.data;
    const single = [0, 1, 2].map((j) => {
      const one = (x: TensorLike) => tensor(row(x, j), 1, 4);
      return pe.attention({ q, k: one(k), v: one(v), numHeads: 1 }).output.data;
    });
    const copies = Math.max(
      ...single.map((out, j) => difference(out, row(v, j))),
    );
    const best = Math.min(...single.map((out) => difference(out, all)));
    return {
      expected: { en: "the output of attention", zh: "注意力的输出" },
      found: {
        en: `off by ${num(best, 3)} at best`,
        zh: `至少相差 ${num(best, 3)}`,
      },
      parts: [
        core(
          best < 1e-5,
          `with a single score the result is the value itself, ${upTo(copies)}; the output over three keys differs from each of them by ${num(best, 3)} or more`,
          `只有一个分数时结果就是那个值向量本身，误差 ${num(copies, 2)}；而对三个键的输出与它们至少相差 ${num(best, 3)}`,
        ),
      ],
    };
  },

  "002-14": () => {
    const x = random(4, 8, 1);
    const tables = [8, 5].map((width) =>
      refused(() => shaw(x, x, random(5, width, 2))),
    );
    const scalar = refused(() =>
      pe.attention({
        q: x,
        k: x,
        v: x,
        numHeads: 1,
        position: { type: "t5", table: random(32, 1, 3) },
      }),
    );
    return {
      expected: { en: "any width works", zh: "任意宽度都行" },
      found: tables[1] ? { en: "refused", zh: "被拒绝" } : "5",
      parts: [
        core(
          tables[0] === null && tables[1] === null,
          `a head of width 8 with relative vectors of 5: ${tables[1] ?? "accepted"}`,
          `每头 8 维，相对向量 5 维：${tables[1] === null ? "可行" : "报错，须为 8 维"}`,
        ),
        near(
          scalar === null,
          "T5’s scalars fit heads of any width, having no width to choose",
          "T5 的标量与任何宽度的头都配得上，因为本来就没有维度可选",
        ),
      ],
    };
  },

  "002-15": () => {
    const indices = (n: number) =>
      pe.shawIndices({ queryLen: n, keyLen: n, clip: n - 1 });
    const needed = [3, 4].map((n) => new Set(indices(n)).size);
    const long = refused(() => shaw(random(100, 3, 1), random(100, 3, 2)));
    return {
      expected: { en: "5 rows for any length", zh: "5 行够任意长度用" },
      found: {
        en: `${needed[0]} for 3 tokens, ${needed[1]} for 4`,
        zh: `3 个词元要 ${needed[0]} 行，4 个要 ${needed[1]} 行`,
      },
      parts: [
        core(
          needed[0] === 5 && long === null,
          `3 tokens need ${needed[0]} offsets, as many as the table has; clipped to ±2 it serves 100 tokens as well`,
          `3 个词元需要 ${needed[0]} 种偏移，正好与表相同；截断到 ±2 后，100 个词元也够用`,
        ),
        always(
          (needed[1] ?? 9) <= 5,
          `unclipped, 4 tokens need ${needed[1]}`,
          `不截断时，4 个词元需要 ${needed[1]} 种`,
        ),
      ],
    };
  },

  "002-18": () => {
    const n = 12;
    const same = constant(row(random(1, 4, 1), 0), n);
    const depthwise = random(4, 5, 2);
    const spread = (padding: "zero" | "circular") => {
      const out = pe.convolutional(same, { depthwise, padding });
      return Math.max(
        ...[0, 1, 2, 3].map((c) => {
          const values = column(out, c);
          return Math.max(...values) - Math.min(...values);
        }),
      );
    };
    const [zero, circular] = [spread("zero"), spread("circular")];
    const other = pe.convolutional(constant(row(random(1, 4, 9), 0), n), {
      depthwise,
    });
    const content = difference(
      pe.convolutional(same, { depthwise }).data,
      other.data,
    );
    return {
      expected: { en: "a vector per position", zh: "每个位置一个向量" },
      found: {
        en: `zero padding ${num(zero, 3)}, circular ${num(circular)}`,
        zh: `零填充 ${num(zero, 3)}，循环填充 ${num(circular)}`,
      },
      parts: [
        core(
          zero > 0.01,
          `12 equal tokens: with zero padding their outputs differ by up to ${num(zero, 3)}, so positions can be told apart`,
          `12 个相同的词元：零填充时输出最多相差 ${num(zero, 3)}，位置由此显现`,
        ),
        always(
          circular > 1e-6 && content < 1e-6,
          `without an edge (circular padding) they differ by ${num(circular, 2)}; and other tokens give other vectors, by up to ${num(content, 3)}`,
          `没有边缘（循环填充）时相差 ${num(circular, 2)}；换成别的词元，向量也随之改变，最多 ${num(content, 3)}`,
        ),
      ],
    };
  },

  "002-26": () => {
    // q picks out the row: the scores tell which one the pair (1, 3) used.
    const used = [0, 1, 2].map((axis) => {
      const q = constant(
        [0, 1, 2].map((i) => (i === axis ? Math.sqrt(3) : 0)),
        3,
      );
      return shaw(q, constant([0, 0, 0], 3)).scores.data[2] ?? NaN;
    });
    const said = [0.1, -0.2, -0.3];
    const other = row(TABLE, 0);
    return {
      expected: list(said, 1),
      found: list(used, 1),
      parts: [
        core(
          difference(used, said) < 1e-6,
          `counted as key minus query, pair (1, 3) uses ${list(used, 1)}`,
          `按“键减查询”计，(1, 3) 用的是 ${list(used, 1)}`,
        ),
        always(
          difference(other, said) < 1e-6,
          `counted as query minus key, offset −2, it would be ${list(other, 1)}`,
          `按“查询减键”计，偏移为 −2，用的就是 ${list(other, 1)}`,
        ),
      ],
    };
  },

  "004-15": () => {
    const x = random(40, 4, 1);
    const clip = 16;
    const sizes = [2 * clip, 2 * clip + 1, 2 * clip + 2];
    const accepted = sizes.filter(
      (rows) => refused(() => shaw(x, x, random(rows, 4, 2), clip)) === null,
    );
    const used = new Set(pe.shawIndices({ queryLen: 40, keyLen: 40, clip }))
      .size;
    return {
      expected: 2 * clip + 1,
      found: used,
      parts: [
        core(
          used === 2 * clip + 1,
          `40 tokens clipped to ±16 use ${used} rows`,
          `40 个词元截断到 ±16，用到 ${used} 行`,
        ),
        core(
          accepted.join() === String(2 * clip + 1),
          `of tables with ${sizes.join(", ")} rows, the one with ${accepted.join(", ")} is accepted`,
          `行数为 ${sizes.join("、")} 的表中，被接受的是 ${accepted.join("、")} 行的`,
        ),
      ],
    };
  },
};
