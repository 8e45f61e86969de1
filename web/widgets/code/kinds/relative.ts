// Score terms that also read the content: Shaw and Transformer-XL.
import * as pe from "posenc";
import { cDot, cMatrix, cSoftmax, cVector } from "../braces.ts";
import { javascript, jsRows, jsTensor } from "../javascript.ts";
import { kind, rowsOf } from "../kind.ts";
import { type Fragment, lines, remark, when } from "../listing.ts";
import { type Matrix, marked, tensor } from "../program-state.ts";
import {
  pyCausal,
  pyMatrix,
  pyRows,
  pySoftmax,
  python,
  pyVector,
} from "../python.ts";
import { jsHead, oneHead, VECTORS } from "./attention.ts";

/** As many rows of a width as a scheme needs; zeros where none are given. */
export const fitRows = (x: Matrix, rows: number, width: number): Matrix =>
  Array.from({ length: rows }, (_, r) =>
    Array.from({ length: width }, (_, d) => x[r]?.[d] ?? 0),
  );

export const shaw = kind("shaw", {
  name: { en: "Relative rows (Shaw)", zh: "相对位置表示（Shaw）" },
  prints: {
    en: "the weights, a row for each query, then the outputs",
    zh: "注意力权重（每个查询一行），然后是输出",
  },
  defaults: {
    ...VECTORS,
    clip: 1,
    keyTable: [
      [0.5, 0, -0.5, 1],
      [0, 0.25, 0, 0],
      [-0.5, 1, 0.5, 0],
    ],
    valueTable: [
      [0.1, 0, 0, 0],
      [0, 0, 0, 0],
      [0, 0, 0, -0.1],
    ],
    causal: false,
  },
  settle(state) {
    const clip = Math.max(1, state.clip);
    const [width, out] = [state.q[0]?.length ?? 0, state.v[0]?.length ?? 0];
    return {
      ...state,
      clip,
      k: fitRows(state.k, state.q.length, width),
      v: fitRows(state.v, state.q.length, out),
      keyTable: fitRows(state.keyTable, 2 * clip + 1, width),
      valueTable: fitRows(state.valueTable, 2 * clip + 1, out),
    };
  },
  python(py, state) {
    const s = marked(state);
    const clipped = py.torch
      ? `(pos - pos[:, None]).clamp(-${s.clip}, ${s.clip}) + ${s.clip}`
      : `np.clip(pos - pos[:, None], -${s.clip}, ${s.clip}) + ${s.clip}`;
    return python(
      py,
      lines`
        ${pyMatrix(py, "q", state.q)}
        ${pyMatrix(py, "k", state.k)}
        ${pyMatrix(py, "v", state.v)}
        ${pyMatrix(py, "keyTable", state.keyTable)}
        ${pyMatrix(py, "valueTable", state.valueTable)}
        pos = ${py.lib}.arange(len(q)) «pos»
        rel = ${clipped} «distance clip»
        scores = q @ k.T + (q[:, None] * keyTable[rel]).sum(${py.axis}=-1) «scores keyTable»
        scores = scores / math.sqrt(q.shape[1]) «scores»
        ${when(state.causal, pyCausal(py))}
        ${pySoftmax(py)}
        output = weights @ v + (weights[:, :, None] * valueTable[rel]).sum(${py.axis}=1) «output valueTable»
        ${pyRows("weights")} «weights»
        ${pyRows("output")} «output»`,
    );
  },
  braces(c, state) {
    const s = marked(state);
    const { math } = c;
    return c.program(
      lines`
        ${cMatrix(c, "q", state.q)}
        ${cMatrix(c, "k", state.k)}
        ${cMatrix(c, "v", state.v)}
        ${cMatrix(c, "keyTable", state.keyTable)}
        ${cMatrix(c, "valueTable", state.valueTable)}
        int seqLen = ${state.q.length}, clip = ${s.clip}; «seqLen clip»
        int headDim = ${state.q[0]?.length ?? 0}, valueDim = ${state.v[0]?.length ?? 0}; «headDim»
        ${c.matrix("scores", "seqLen", "seqLen")}
        ${c.matrix("weights", "seqLen", "seqLen")}
        ${c.matrix("output", "seqLen", "valueDim")}
        for (int i = 0; i < seqLen; ++i) {
          for (int j = 0; j < seqLen; ++j) {
            int rel = ${math}max(-clip, ${math}min(clip, j - i)) + clip; «distance clip pos»
            double score = dot(q[i], k[j]) + dot(q[i], keyTable[rel]); «scores keyTable»
            scores[i][j] = ${state.causal ? `j > i ? ${c.infinity} : ` : ""}score / ${math}sqrt(headDim); «scores causal»
          }
          weights[i] = softmax(scores[i]); «weights»
          for (int j = 0; j < seqLen; ++j) {
            int rel = ${math}max(-clip, ${math}min(clip, j - i)) + clip; «distance clip»
            for (int d = 0; d < valueDim; ++d) {
              output[i][d] += weights[i][j] * (v[j][d] + valueTable[rel][d]); «output valueTable»
            }
          }
        }
        ${c.rows("weights")} «weights»
        ${c.rows("output")} «output»`,
      [cDot(c), cSoftmax(c)],
    );
  },
  javascript(state) {
    const s = marked(state);
    return javascript(lines`
      ${jsHead("q", state.q)}
      ${jsHead("k", state.k)}
      ${jsHead("v", state.v)}
      ${jsTensor("keyTable", state.keyTable)}
      ${jsTensor("valueTable", state.valueTable)}
      const { weights, output } = pe.relative.shaw({
        ...{ q, k, v, keyTable, valueTable }, «scores»
        clip: ${s.clip}, «distance clip»
        causal: ${s.causal}, «causal»
      });
      ${jsRows("weights", "output")} «weights output»`);
  },
  run(state) {
    const { weights, output } = pe.shaw({
      q: oneHead(state.q),
      k: oneHead(state.k),
      v: oneHead(state.v),
      clip: state.clip,
      causal: state.causal,
      keyTable: tensor(state.keyTable),
      valueTable: tensor(state.valueTable),
    });
    return [...rowsOf(weights), ...(output ? rowsOf(output) : [])];
  },
});

const rowOfR = (rows: number): string =>
  remark(
    `Row n of r is for the distance ${rows - 1} - n.`,
    `r 的第 n 行对应距离 ${rows - 1} - n。`,
  );

export const transformerXL = kind("transformerXL", {
  name: { en: "Transformer-XL", zh: "Transformer-XL" },
  prints: {
    en: "the scores, a row for each query; keys ahead are hidden",
    zh: "分数（每个查询一行）；后面的键被遮住",
  },
  defaults: {
    q: VECTORS.q,
    k: VECTORS.k,
    r: [
      [0.25, 0, 1, -1],
      [0, 0.5, -0.5, 0.5],
      [1, -1, 0, 0.25],
    ],
    u: [0.5, 0, 0, -0.5],
    v: [0, 1, -0.5, 0.25],
  },
  settle(state) {
    const [rows, width] = [state.q.length, state.q[0]?.length ?? 0];
    return {
      ...state,
      k: fitRows(state.k, rows, width),
      r: fitRows(state.r, rows, width),
      u: fitRows([state.u], 1, width)[0] ?? [],
      v: fitRows([state.v], 1, width)[0] ?? [],
    };
  },
  python(py, state) {
    const pad = py.torch
      ? "torch.cat([torch.zeros(rows, 1), x], dim=1)"
      : "np.concatenate([np.zeros((rows, 1)), x], axis=1)";
    const shift = lines`
      def rel_shift(x):
          """${remark("Moves row i left by the places that its query is from the last.", "把第 i 行左移，移动的格数是该查询到末位的距离。")}"""
          rows, columns = x.shape
          padded = ${pad} «distance»
          return padded.reshape(columns + 1, rows)[1:].reshape(rows, columns) «distance»`;
    return python(
      py,
      lines`
        ${pyMatrix(py, "q", state.q)}
        ${pyMatrix(py, "k", state.k)}
        # ${rowOfR(state.r.length)}
        ${pyMatrix(py, "r", state.r)}
        ${pyVector(py, "u", state.u)} «u»
        ${pyVector(py, "v", state.v)} «v»
        content = (q + u) @ k.T «u scores»
        position = rel_shift((q + v) @ r.T) «v r distance»
        scores = (content + position) / math.sqrt(q.shape[1]) «scores»
        ${pyCausal(py)}
        ${pyRows("scores")} «scores»`,
      [shift],
    );
  },
  braces(c, state) {
    const seqLen = state.q.length;
    const width = state.q[0]?.length ?? 0;
    return c.program(lines`
      ${cMatrix(c, "q", state.q)}
      ${cMatrix(c, "k", state.k)}
      // ${rowOfR(seqLen)}
      ${cMatrix(c, "r", state.r)}
      ${cVector(c, "u", state.u)} «u»
      ${cVector(c, "v", state.v)} «v»
      int seqLen = ${seqLen}, headDim = ${width}; «seqLen headDim»
      for (int i = 0; i < seqLen; ++i) { «pos»
        ${c.vector("scores", "seqLen")}
        for (int j = 0; j < seqLen; ++j) {
          if (j > i) {
            scores[j] = ${c.infinity}; «causal scores»
            continue;
          }
          int distance = i - j; «distance pos»
          for (int d = 0; d < headDim; ++d) {
            scores[j] += (q[i][d] + u[d]) * k[j][d]; «scores u»
            scores[j] += (q[i][d] + v[d]) * r[seqLen - 1 - distance][d]; «scores v r distance»
          }
          scores[j] /= ${c.math}sqrt(headDim); «scores»
        }
        ${c.print("scores")} «scores»
      }`);
  },
  javascript(state) {
    const width = state.q[0]?.length ?? 0;
    const bias = (name: string, x: readonly number[]): Fragment =>
      jsTensor(name, [x], [1, width]);
    return javascript(lines`
      ${jsHead("q", state.q)}
      ${jsHead("k", state.k)}
      // ${rowOfR(state.r.length)}
      ${jsHead("r", state.r)}
      ${bias("u", state.u)}
      ${bias("v", state.v)}
      const { scores } = pe.relative.transformerXL({
        ...{ q, k, r, contentBias: u, positionBias: v }, «scores u v r»
        causal: true, «causal»
      });
      ${jsRows("scores")} «scores»`);
  },
  run({ q, k, r, u, v }) {
    const { scores } = pe.transformerXL({
      q: oneHead(q),
      k: oneHead(k),
      r: oneHead(r),
      causal: true,
      contentBias: tensor([u]),
      positionBias: tensor([v]),
    });
    return rowsOf(scores);
  },
});
