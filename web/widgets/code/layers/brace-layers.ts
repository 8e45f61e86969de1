// Layers as classes, in Java and C++, and what whole models are made of.
import { type Braces, cDot, cSoftmax } from "../braces.ts";
import { type Fragment, lines, remark, when } from "../listing.ts";
import { classOf, cTooLong } from "./classes.ts";
import { isAdded, type Way } from "./python-layers.ts";

/** The function `numbers`: weights and inputs without training or chance. */
export const cNumbers = (c: Braces): Fragment => lines`
  // ${remark("Plain numbers that all languages make alike, in place of trained ones.", "各语言都能算得一样的数，代替训练得到的数。")}
  ${c.define(
    "Matrix numbers(int rows, int columns, int seed)",
    lines`
      ${c.matrix("x", "rows", "columns")}
      for (int i = 0; i < rows; ++i) {
        for (int j = 0; j < columns; ++j) {
          x[i][j] = ((7 * i + 3 * j + i * j + seed) % 16 - 7.5) / 16;
        }
      }
      return x;`,
  )}`;

/** The class SinusoidalPositionalEncoding. */
export const cSinusoidalLayer = (c: Braces): Fragment =>
  classOf(c, {
    name: "SinusoidalPositionalEncoding",
    parameters: "int dModel, int maxLen, double base",
    members: [{ type: "Matrix", name: "table", zeros: ["maxLen", "dModel"] }],
    body: lines`
      for (int pos = 0; pos < maxLen; ++pos) { «pos maxLen»
        for (int dim = 0; dim < dModel; ++dim) { «dim dModel»
          // ${remark("Columns 2i and 2i + 1 share a frequency, 1 / base^(2i / dModel).", "第 2i 列与第 2i + 1 列共用频率 1 / base^(2i / dModel)。")}
          double angle = pos * ${c.math}pow(base, -2.0 * (dim / 2) / dModel); «angle omega base»
          table[pos][dim] = dim % 2 == 0 ? ${c.math}sin(angle) : ${c.math}cos(angle); «table dim»
        }
      }`,
    methods: [
      {
        signature: "Matrix forward(Matrix x, int offset)",
        body: lines`
          // ${remark("x: a row for each token; offset: how many tokens came before", "x：每个词元一行；第二个参数：前面已有多少个词元")}
          int end = offset + ${c.length("x")}; «offset seqLen»
          ${cTooLong(c, c.length("table"))}
          ${sumWith(c, "table[offset + t]")}`,
      },
    ],
  });

/** Adds a row of the table to each token. */
const sumWith = (c: Braces, row: string): Fragment => lines`
  int length = ${c.length("x")};
  int width = ${c.length("x[0]")};
  ${c.matrix("sum", "length", "width")}
  for (int t = 0; t < length; ++t) {
    for (int dim = 0; dim < width; ++dim) {
      sum[t][dim] = x[t][dim] + ${row}[dim]; «output»
    }
  }
  return sum;`;

/** The class LearnedPositionalEncoding, with its gradient if it is trained. */
export const cLearnedLayer = (c: Braces, trained = true): Fragment =>
  classOf(c, {
    name: "LearnedPositionalEncoding",
    parameters: "Matrix table",
    members: [
      { type: "Matrix", name: "table", from: "table" },
      ...(trained
        ? [
            {
              type: "Matrix",
              name: "gradient",
              zeros: c.java
                ? ["table.length", "table[0].length"]
                : ["table.size()", "table[0].size()"],
            } as const,
          ]
        : []),
    ],
    methods: [
      {
        signature: "Matrix forward(Matrix x)",
        body: lines`
          int end = ${c.length("x")}; «seqLen»
          ${cTooLong(c, c.length("table"))}
          ${sumWith(c, "table[t]")}`,
      },
      ...(trained ? training(c) : []),
    ],
  });

const training = (c: Braces) => [
  {
    signature: "void backward(Matrix outputGradient)",
    changes: true,
    body: lines`
      // ${remark("Called for each text: a row's gradients add up.", "每段文本调用一次：同一行的梯度相加。")}
      for (int t = 0; t < ${c.length("outputGradient")}; ++t) {
        for (int dim = 0; dim < ${c.length("outputGradient[t]")}; ++dim) {
          gradient[t][dim] += outputGradient[t][dim]; «gradient»
        }
      }`,
  },
  {
    signature: "void step(double learningRate)",
    changes: true,
    body: lines`
      for (int pos = 0; pos < ${c.length("table")}; ++pos) { «pos»
        for (int dim = 0; dim < ${c.length("table[pos]")}; ++dim) {
          table[pos][dim] -= learningRate * gradient[pos][dim]; «table learningRate gradient»
          gradient[pos][dim] = 0;
        }
      }`,
  },
  {
    signature: "Matrix rows()",
    body: lines`return table; «table»`,
  },
];

/** The class RelativePositionalEncoding: Shaw's rows for clipped offsets. */
export const cRelativeLayer = (c: Braces): Fragment =>
  classOf(c, {
    name: "RelativePositionalEncoding",
    parameters: "Matrix table",
    members: [
      { type: "Matrix", name: "table", from: "table" },
      {
        type: "int",
        name: "clip",
        from: `${c.length("table")} / 2`,
      },
    ],
    methods: [
      {
        signature: "double term(Vector q, int offset)",
        body: lines`
          // ${remark("What is added to q·k for a key at this offset from the query;", "键相对查询的偏移给定时，加到 q·k 上的项；")}
          // ${remark("those further away than clip share the rows at the ends.", "超出截断范围的共用两端的行。")}
          int row = ${c.math}max(-clip, ${c.math}min(clip, offset)) + clip; «distance clip table»
          return dot(q, table[row]); «scores»`,
      },
    ],
  });

/** The class RotaryPositionalEncoding, with both tables ready. */
export function cRotaryLayer(c: Braces): Fragment {
  const row = c.java ? "double[]" : "const Vector&";
  return classOf(c, {
    name: "RotaryPositionalEncoding",
    parameters: "int headDim, int maxLen, double base",
    members: [
      { type: "Matrix", name: "cosines", zeros: ["maxLen", "headDim / 2"] },
      { type: "Matrix", name: "sines", zeros: ["maxLen", "headDim / 2"] },
    ],
    body: lines`
      for (int pos = 0; pos < maxLen; ++pos) { «pos maxLen»
        for (int i = 0; i < headDim / 2; ++i) { «headDim»
          double angle = pos * ${c.math}pow(base, -2.0 * i / headDim); «angle theta base»
          cosines[pos][i] = ${c.math}cos(angle); «angle»
          sines[pos][i] = ${c.math}sin(angle); «angle»
        }
      }`,
    methods: [
      {
        signature: "Matrix forward(Matrix x, int offset)",
        body: lines`
          // ${remark("x: the queries or the keys of one head", "x：一个头的查询或键")}
          int length = ${c.length("x")}, end = offset + length; «offset seqLen»
          int half = ${c.length("cosines[0]")}; «headDim»
          ${cTooLong(c, c.length("cosines"))}
          ${c.matrix("turned", "length", "2 * half")}
          for (int t = 0; t < length; ++t) {
            ${row} cos = cosines[offset + t]; «angle»
            ${row} sin = sines[offset + t]; «angle»
            for (int i = 0; i < half; ++i) {
              // ${remark("Pair i: columns i and i + headDim / 2.", "第 i 对：第 i 列与第 i + headDim / 2 列。")}
              double a = x[t][i], b = x[t][i + half]; «layout»
              turned[t][i] = a * cos[i] - b * sin[i]; «output»
              turned[t][i + half] = b * cos[i] + a * sin[i]; «output»
            }
          }
          return turned;`,
      },
    ],
  });
}

/** The class of a way that positions enter. */
export const cWay = (c: Braces, way: Way): Fragment =>
  ({
    sinusoidal: cSinusoidalLayer,
    learned: (given: Braces) => cLearnedLayer(given, false),
    relative: cRelativeLayer,
    rotary: cRotaryLayer,
  })[way](c);

/** The functions `dot`, `softmax`, `linear` and `columns`. */
export const cLinear = (c: Braces): Fragment[] => [
  cDot(c),
  cSoftmax(c),
  lines`
    // x·Wᵀ
    ${c.define(
      "Matrix linear(Matrix x, Matrix weight)",
      lines`
        int rows = ${c.length("x")}, outputs = ${c.length("weight")};
        ${c.matrix("y", "rows", "outputs")}
        for (int t = 0; t < rows; ++t) {
          for (int out = 0; out < outputs; ++out) y[t][out] = dot(x[t], weight[out]);
        }
        return y;`,
    )}`,
  lines`
    // ${remark("The columns of one head.", "一个头的那几列。")}
    ${c.define(
      "Matrix columns(Matrix x, int from, int count)",
      lines`
        ${c.matrix("part", c.length("x"), "count")}
        for (int t = 0; t < ${c.length("x")}; ++t) {
          for (int d = 0; d < count; ++d) part[t][d] = x[t][from + d];
        }
        return part;`,
    )}`,
];

/** The class MultiHeadAttention; rows that are added take no part in it. */
export function cAttentionLayer(
  c: Braces,
  way: Way,
  causal: boolean,
): Fragment {
  const inside = isAdded(way)
    ? ""
    : `Optional ${way === "rotary" ? "Rotary" : "Relative"}PositionalEncoding positions`;
  const more = [inside, causal && `${c.boolean} causal`].filter(Boolean);
  const there = c.java ? "positions != null" : "positions != nullptr";
  const to = c.java ? "." : "->";
  const turn = lines`
    if (${there}) { // ${remark("queries and keys turn, values do not", "旋转查询和键，不旋转值")} «pos»
      q = positions${to}forward(q, 0); «pos»
      k = positions${to}forward(k, 0); «pos»
    }`;
  const add = lines`if (${there}) score += positions${to}term(q[i], j - i); «pos scores distance»`;
  return classOf(c, {
    name: "MultiHeadAttention",
    parameters: "int dModel, int numHeads, int seed",
    members: [
      { type: "int", name: "numHeads", from: "numHeads" },
      ...["query", "key", "value", "output"].map((name, k) => ({
        type: "Matrix",
        name,
        from: `numbers(dModel, dModel, seed${k > 0 ? ` + ${k}` : ""})`,
      })),
    ],
    methods: [
      {
        signature: `Matrix forward(${["Matrix x", "Matrix memory", ...more].join(", ")})`,
        body: lines`
          // ${remark("queries from x, keys and values from memory", "查询来自 x，键和值来自第二个参数")}
          int dModel = ${c.length("x[0]")}, headDim = dModel / numHeads; «headDim numHeads»
          int queries = ${c.length("x")}, keys = ${c.length("memory")};
          ${c.matrix("heads", "queries", "dModel")}
          for (int from = 0; from < dModel; from += headDim) { «head»
            ${c.java ? "double[][]" : "Matrix"} q = columns(linear(x, query), from, headDim);
            ${c.java ? "double[][]" : "Matrix"} k = columns(linear(memory, key), from, headDim);
            ${c.java ? "double[][]" : "Matrix"} v = columns(linear(memory, value), from, headDim);
            ${when(way === "rotary", turn)}
            for (int i = 0; i < queries; ++i) {
              ${c.vector("scores", "keys")}
              for (int j = 0; j < keys; ++j) {
                double score = dot(q[i], k[j]); «scores»
                ${when(way === "relative", add)}
                scores[j] = score / ${c.math}sqrt(headDim); «scores»
                ${when(causal, lines`if (causal && j > i) scores[j] = ${c.infinity}; «scores causal»`)}
              }
              ${c.java ? "double[]" : "const Vector"} weights = softmax(scores); «weights»
              for (int j = 0; j < keys; ++j) {
                for (int d = 0; d < headDim; ++d) heads[i][from + d] += weights[j] * v[j][d]; «output»
              }
            }
          }
          return linear(heads, output); «output»`,
      },
    ],
  });
}
