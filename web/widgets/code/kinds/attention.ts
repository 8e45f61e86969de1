// Scaled dot-product attention, with and without positions.
import * as pe from "posenc";
import { cCell, cDot, cMatrix, cSoftmax } from "../braces.ts";
import { javascript, jsRows, jsTensor } from "../javascript.ts";
import { kind, rowsOf } from "../kind.ts";
import { type Fragment, lines, remark, when } from "../listing.ts";
import { type Matrix, marked, tensor } from "../program-state.ts";
import {
  pyCausal,
  pyMatrix,
  pyRows,
  pySinusoidal,
  pySoftmax,
  python,
} from "../python.ts";

export const VECTORS = {
  q: [
    [1, 0, 0.5, -0.5],
    [0.25, 1, -1, 0],
    [-0.5, 0.75, 0, 1],
  ],
  k: [
    [0.5, -0.25, 1, 0],
    [1, 0.5, 0, -1],
    [0, 1, -0.5, 0.25],
  ],
  v: [
    [1, 0, 0, 2],
    [0, 1, 0, -1],
    [0, 0, 1, 0.5],
  ],
} as const;

/** `[T, D]` as one head, `[T, 1, D]`. */
export const oneHead = (x: Matrix) =>
  tensor(x, [x.length, 1, x[0]?.length ?? 0]);

/** The same in a JavaScript program. */
export const jsHead = (name: string, x: Matrix): Fragment =>
  jsTensor(name, x, [x.length, 1, x[0]?.length ?? 0]);

export const attention = kind("attention", {
  name: { en: "Self-attention", zh: "自注意力" },
  prints: {
    en: "the weights, a row for each query, then the outputs",
    zh: "注意力权重（每个查询一行），然后是输出",
  },
  defaults: {
    x: VECTORS.q,
    position: "sinusoidal",
    causal: false,
    base: 10000,
  },
  words: { position: ["none", "sinusoidal"] },
  python(py, state) {
    const s = marked(state);
    const withPositions = state.position === "sinusoidal";
    return python(
      py,
      lines`
        ${pyMatrix(py, "x", state.x)} «tokens»
        ${when(withPositions, lines`x = x + sinusoidal(${py.lib}.arange(len(x)), x.shape[1], ${s.base}) «pos»`)}
        scores = x @ x.T / math.sqrt(x.shape[1]) «scores»
        ${when(state.causal, pyCausal(py))}
        ${pySoftmax(py)}
        output = weights @ x «output»
        ${pyRows("weights")} «weights»
        ${pyRows("output")} «output»`,
      withPositions ? [pySinusoidal(py)] : [],
    );
  },
  braces(c, state) {
    const s = marked(state);
    const withPositions = state.position === "sinusoidal";
    const keys = state.causal ? "i + 1" : "seqLen";
    return c.program(
      lines`
        ${cMatrix(c, "tokens", state.x)} «tokens»
        int seqLen = ${state.x.length}, dModel = ${state.x[0]?.length ?? 0}; «seqLen dModel»
        ${c.matrix("x", "seqLen", "dModel")}
        ${c.matrix("scores", "seqLen", "seqLen")}
        ${c.matrix("weights", "seqLen", "seqLen")}
        ${c.matrix("output", "seqLen", "dModel")}
        for (int pos = 0; pos < seqLen; ++pos) { «pos»
          for (int dim = 0; dim < dModel; ++dim) {
            x[pos][dim] = tokens[pos][dim]${withPositions ? ` + cell(pos, dim, dModel, ${s.base})` : ""}; «pos dim»
          }
        }
        for (int i = 0; i < seqLen; ++i) {
          for (int j = 0; j < seqLen; ++j) scores[i][j] = ${c.infinity}; «causal»
          for (int j = 0; j < ${keys}; ++j) { «causal»
            scores[i][j] = dot(x[i], x[j]) / ${c.math}sqrt(dModel); «scores»
          }
          weights[i] = softmax(scores[i]); «weights»
          for (int j = 0; j < seqLen; ++j) {
            for (int d = 0; d < dModel; ++d) output[i][d] += weights[i][j] * x[j][d]; «output»
          }
        }
        ${c.rows("weights")} «weights»
        ${c.rows("output")} «output»`,
      [...(withPositions ? [cCell(c)] : []), cDot(c), cSoftmax(c)],
    );
  },
  javascript(state) {
    const s = marked(state);
    const withPositions = state.position === "sinusoidal";
    return javascript(lines`
      ${jsTensor("tokens", state.x)} «tokens»
      const [seqLen, dModel] = tokens.shape; «seqLen dModel»
      ${
        withPositions
          ? lines`
              const rows = pe.embedding.sinusoidal({ seqLen, dModel, base: ${s.base} }); «pos»
              const sum = pe.embedding.add(tokens, rows); «pos»`
          : []
      }
      const x = { data: ${withPositions ? "sum" : "tokens"}.data, shape: [seqLen, 1, dModel] };
      const { weights, output } = pe.attention({
        ...{ q: x, k: x, v: x }, «scores»
        causal: ${s.causal}, «causal»
        returnWeights: true, «weights»
      });
      ${jsRows("weights", "output")} «weights output»`);
  },
  run({ x: given, position, causal, base }) {
    const plain = tensor(given);
    const [seqLen, dModel] = plain.shape as [number, number];
    const rows = () => pe.sinusoidal({ seqLen, dModel, base });
    const sum =
      position === "sinusoidal" ? pe.embeddingAdd(plain, rows()) : plain;
    const x = { data: sum.data, shape: [seqLen, 1, dModel] };
    const { weights, output } = pe.attention({
      q: x,
      k: x,
      v: x,
      causal,
      returnWeights: true,
    });
    return [...(weights ? rowsOf(weights) : []), ...rowsOf(output)];
  },
});

export const masked = kind("masked", {
  name: { en: "Attention with a mask", zh: "带掩码的注意力" },
  prints: {
    en: "the weights, a row for each query, then the outputs",
    zh: "注意力权重（每个查询一行），然后是输出",
  },
  defaults: {
    ...VECTORS,
    mask: [
      [1, 1, 0],
      [0, 1, 1],
      [0, 0, 0],
    ],
  },
  settle(state) {
    const mask = state.q.map((_, i) =>
      state.k.map((_, j) => state.mask[i]?.[j] ?? 1),
    );
    return { ...state, mask };
  },
  python(py, state) {
    const hide = py.torch
      ? lines`
          scores = scores.masked_fill(~mask, float("-inf")) «mask scores»
          # ${remark("A query that sees nothing would get 0/0.", "一个键也看不到的查询会得到 0/0。")}
          weights = scores.softmax(dim=-1).nan_to_num() «weights»`
      : lines`
          weights = np.exp(scores - scores.max(axis=-1, keepdims=True)) * mask «weights mask»
          # ${remark("A query that sees nothing would get 0/0.", "一个键也看不到的查询会得到 0/0。")}
          weights /= np.maximum(weights.sum(axis=-1, keepdims=True), 1e-300) «weights»`;
    return python(
      py,
      lines`
        ${pyMatrix(py, "q", state.q)}
        ${pyMatrix(py, "k", state.k)}
        ${pyMatrix(py, "v", state.v)}
        ${pyMatrix(py, "mask", state.mask)} «mask»
        mask = mask > 0 «mask»
        scores = q @ k.T / math.sqrt(q.shape[1]) «scores»
        ${hide}
        output = weights @ v «output»
        ${pyRows("weights")} «weights»
        ${pyRows("output")} «output»`,
    );
  },
  braces(c, state) {
    return c.program(
      lines`
        ${cMatrix(c, "q", state.q)}
        ${cMatrix(c, "k", state.k)}
        ${cMatrix(c, "v", state.v)}
        ${cMatrix(c, "mask", state.mask)} «mask»
        int queries = ${state.q.length}, keys = ${state.k.length};
        int dModel = ${state.q[0]?.length ?? 0}, valueDim = ${state.v[0]?.length ?? 0}; «dModel»
        ${c.matrix("scores", "queries", "keys")}
        ${c.matrix("weights", "queries", "keys")}
        ${c.matrix("output", "queries", "valueDim")}
        for (int i = 0; i < queries; ++i) {
          for (int j = 0; j < keys; ++j) {
            double score = dot(q[i], k[j]) / ${c.math}sqrt(dModel); «scores»
            scores[i][j] = mask[i][j] > 0 ? score : ${c.infinity}; «mask scores»
          }
          weights[i] = softmax(scores[i]); «weights»
          for (int j = 0; j < keys; ++j) {
            for (int d = 0; d < valueDim; ++d) output[i][d] += weights[i][j] * v[j][d]; «output»
          }
        }
        ${c.rows("weights")} «weights»
        ${c.rows("output")} «output»`,
      [cDot(c), cSoftmax(c)],
    );
  },
  javascript(state) {
    return javascript(lines`
      ${jsHead("q", state.q)}
      ${jsHead("k", state.k)}
      ${jsHead("v", state.v)}
      const mask = [
        ${state.mask.flatMap((row) => lines`${row.map((x) => String(x > 0)).join(", ")},`)}
      ];
      const { weights, output } = pe.attention({
        ...{ q, k, v }, «scores»
        mask: { data: mask, shape: [${state.q.length}, ${state.k.length}] }, «mask»
        returnWeights: true, «weights»
      });
      ${jsRows("weights", "output")} «weights output»`);
  },
  run({ q, k, v, mask }) {
    const { weights, output } = pe.attention({
      q: oneHead(q),
      k: oneHead(k),
      v: oneHead(v),
      returnWeights: true,
      mask: {
        data: mask.flat().map((x) => x > 0),
        shape: [q.length, k.length],
      },
    });
    return [...(weights ? rowsOf(weights) : []), ...rowsOf(output)];
  },
});
