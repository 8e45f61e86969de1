// What the waves can do: shift, similarity, decay.
import * as pe from "posenc";
import { cCell, cDot } from "../braces.ts";
import { javascript, jsRows } from "../javascript.ts";
import { kind, rowOf, rowsOf } from "../kind.ts";
import { type Fragment, lines, when } from "../listing.ts";
import { marked, tensor } from "../program-state.ts";
import {
  type Python,
  python as program,
  pyRows,
  pySinusoidal,
} from "../python.ts";

const even = (width: number): number => Math.max(2, width - (width % 2));

export const shift = kind("shift", {
  name: { en: "Shift as a rotation", zh: "平移即旋转" },
  prints: {
    en: "the matrix M(k), then M(k)·PE(pos), then PE(pos + k)",
    zh: "矩阵 M(k)，然后是 M(k)·PE(pos)，最后是 PE(pos + k)",
  },
  defaults: { pos: 5, k: 3, dModel: 8, base: 10000 },
  settle: (state) => ({ ...state, dModel: even(state.dModel) }),
  python(py, state) {
    const s = marked(state);
    const { lib } = py;
    const define = lines`
      def shift_matrix(k, d_model, base):
          matrix = ${lib}.zeros((d_model, d_model))
          for pair in range(d_model // 2): «pair»
              omega = base ** (-2 * pair / d_model) «omega base dModel»
              c, s = math.cos(k * omega), math.sin(k * omega) «angle k»
              block = ${py.array}([[c, s], [-s, c]]) «k»
              matrix[2 * pair : 2 * pair + 2, 2 * pair : 2 * pair + 2] = block «pair»
          return matrix`;
    return program(
      py,
      lines`
        positions = ${py.array}([${s.pos}, ${s.pos} + ${s.k}]) «pos k»
        here, there = sinusoidal(positions, ${s.dModel}, ${s.base}) «pos»
        matrix = shift_matrix(${s.k}, ${s.dModel}, ${s.base}) «k»
        ${pyRows("matrix")}
        print(*(matrix @ here).tolist()) «pos k»
        print(*there.tolist()) «pos k»`,
      [pySinusoidal(py), define],
    );
  },
  braces(c, state) {
    const s = marked(state);
    return c.program(
      lines`
        int dModel = ${s.dModel}; «dModel»
        double base = ${s.base}, pos = ${s.pos}, k = ${s.k}; «base pos k»
        ${c.matrix("matrix", "dModel", "dModel")}
        for (int dim = 0; dim < dModel; dim += 2) {
          double omega = ${c.math}pow(base, -1.0 * dim / dModel); «omega base dModel»
          double cosine = ${c.math}cos(k * omega), sine = ${c.math}sin(k * omega); «angle k»
          matrix[dim][dim] = matrix[dim + 1][dim + 1] = cosine; «k»
          matrix[dim][dim + 1] = sine; «k»
          matrix[dim + 1][dim] = -sine; «k»
        }
        ${c.vector("moved", "dModel")}
        ${c.vector("there", "dModel")}
        for (int i = 0; i < dModel; ++i) {
          for (int j = 0; j < dModel; ++j) {
            moved[i] += matrix[i][j] * cell(pos, j, dModel, base); «pos k»
          }
          there[i] = cell(pos + k, i, dModel, base); «pos k»
        }
        ${c.rows("matrix")}
        ${c.print("moved")} «pos k»
        ${c.print("there")} «pos k»`,
      [cCell(c)],
    );
  },
  javascript(state) {
    const s = marked(state);
    return javascript(lines`
      const form = { dModel: ${s.dModel}, base: ${s.base} }; «dModel base»
      const matrix = pe.analysis.shiftMatrix({ offset: ${s.k}, ...form }); «k»
      const positions = [${s.pos}, ${s.pos} + ${s.k}]; «pos k»
      const rows = pe.embedding.sinusoidal({ positions, ...form }); «pos»
      const here = rows.data.slice(0, ${s.dModel}); «pos»
      const moved = here.map((_, i) =>
        here.reduce((sum, x, j) => sum + matrix.data[i * ${s.dModel} + j] * x, 0), «pos k»
      );
      ${jsRows("matrix")}
      console.log(moved.join(" ")); «pos k»
      console.log(rows.data.slice(${s.dModel}).join(" ")); «pos k»`);
  },
  run({ pos, k, dModel, base }) {
    const form = { dModel, base };
    const matrix = pe.analysisShiftMatrix({ offset: k, ...form });
    const rows = pe.sinusoidal({
      positions: [pos, pos + k],
      ...form,
    });
    const [here = [], there = []] = rowsOf(rows);
    const moved = Float32Array.from(here, (_, i) =>
      rowOf(matrix, i).reduce((sum, m, j) => sum + m * (here[j] as number), 0),
    );
    return [...rowsOf(matrix), moved, there];
  },
});

export const similarity = kind("similarity", {
  name: { en: "Similarity of positions", zh: "位置相似度" },
  prints: {
    en: "the inner products of all pairs of rows",
    zh: "所有行两两之间的内积",
  },
  defaults: { seqLen: 6, dModel: 16, base: 10000, normalized: false },
  python(py, state) {
    const s = marked(state);
    const norm = py.torch
      ? "torch.linalg.norm(table, dim=1, keepdim=True)"
      : "np.linalg.norm(table, axis=1, keepdims=True)";
    return program(
      py,
      lines`
        table = sinusoidal(${py.lib}.arange(${s.seqLen}), ${s.dModel}, ${s.base}) «table»
        ${when(state.normalized, lines`table = table / ${norm} «normalized»`)}
        scores = table @ table.T «scores»
        ${pyRows("scores")}`,
      [pySinusoidal(py)],
    );
  },
  braces(c, state) {
    const s = marked(state);
    const norm: Fragment = lines`
      double norm = ${c.math}sqrt(dot(table[i], table[i]) * dot(table[j], table[j])); «normalized»`;
    return c.program(
      lines`
        int seqLen = ${s.seqLen}, dModel = ${s.dModel}; «seqLen dModel»
        ${c.matrix("table", "seqLen", "dModel")}
        ${c.matrix("scores", "seqLen", "seqLen")}
        for (int t = 0; t < seqLen; ++t) {
          for (int dim = 0; dim < dModel; ++dim) {
            table[t][dim] = cell(t, dim, dModel, ${s.base}); «table base»
          }
        }
        for (int i = 0; i < seqLen; ++i) {
          for (int j = 0; j < seqLen; ++j) {
            scores[i][j] = dot(table[i], table[j]); «scores»
            ${when(state.normalized, [...norm, ...lines`scores[i][j] /= norm; «normalized»`])}
          }
        }
        ${c.rows("scores")}`,
      [cCell(c), cDot(c)],
    );
  },
  javascript(state) {
    const s = marked(state);
    return javascript(lines`
      const table = pe.embedding.sinusoidal({
        seqLen: ${s.seqLen}, «seqLen»
        dModel: ${s.dModel}, «dModel»
        base: ${s.base}, «base»
      });
      const scores = pe.analysis.similarity(table, { normalized: ${s.normalized} }); «scores»
      ${jsRows("scores")}`);
  },
  run({ seqLen, dModel, base, normalized }) {
    const table = pe.sinusoidal({ seqLen, dModel, base });
    return rowsOf(pe.analysisSimilarity(tensor(rowsOf(table)), { normalized }));
  },
});

const pairs = (endpoint: boolean, d: string, python: boolean): string => {
  if (!endpoint) return python ? `-2 * pair / ${d}` : `-2.0 * pair / ${d}`;
  const last = python ? `max(${d} // 2 - 1, 1)` : "last";
  return python ? `-pair / ${last}` : `-1.0 * pair / ${last}`;
};

export const decay = kind("decay", {
  name: { en: "Decay with distance", zh: "随距离的衰减" },
  prints: {
    en: "Σ cos(ω·k) for k = 0 … maxOffset",
    zh: "k = 0 … maxOffset 时的 Σ cos(ω·k)",
  },
  defaults: { dModel: 64, base: 10000, spacing: "paper", maxOffset: 12 },
  words: { spacing: ["paper", "endpoint"] },
  settle: (state) => ({
    ...state,
    dModel: even(state.dModel),
    maxOffset: Math.max(2, state.maxOffset),
  }),
  python(py: Python, state) {
    const s = marked(state);
    const endpoint = state.spacing === "endpoint";
    return program(
      py,
      lines`
        pair = ${py.lib}.arange(${s.dModel} // 2) «pair dModel»
        omega = ${s.base} ** (${pairs(endpoint, s.dModel.toString(), true)}) «omega base dModel»
        k = ${py.lib}.arange(${s.maxOffset} + 1) «k maxOffset»
        similarity = ${py.lib}.cos(k[:, None] * omega).sum(${py.axis}=1) «scores»
        print(*similarity.tolist())`,
    );
  },
  braces(c, state) {
    const s = marked(state);
    const endpoint = state.spacing === "endpoint";
    return c.program(lines`
      int dModel = ${s.dModel}, maxOffset = ${s.maxOffset}; «dModel maxOffset»
      ${when(endpoint, lines`int last = ${c.math}max(dModel / 2 - 1, 1);`)}
      ${c.vector("similarity", "maxOffset + 1")}
      for (int k = 0; k <= maxOffset; ++k) { «k»
        for (int pair = 0; pair < dModel / 2; ++pair) { «pair»
          double omega = ${c.math}pow(${s.base}, ${pairs(endpoint, "dModel", false)}); «omega base dModel»
          similarity[k] += ${c.math}cos(k * omega); «scores»
        }
      }
      ${c.print("similarity")}`);
  },
  javascript(state) {
    const s = marked(state);
    return javascript(lines`
      const { values } = pe.analysis.decay({
        dModel: ${s.dModel}, «dModel»
        base: ${s.base}, «base»
        spacing: "${s.spacing}", «spacing»
        maxOffset: ${s.maxOffset}, «k maxOffset»
      });
      console.log(values.join(" ")); «scores»`);
  },
  run({ dModel, base, maxOffset, ...state }) {
    const spacing = state.spacing === "endpoint" ? "endpoint" : "paper";
    return [pe.analysisDecay({ dModel, base, spacing, maxOffset }).values];
  },
});
