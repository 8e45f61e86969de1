// Position and content brought together.
import * as pe from "posenc";
import { cCell, cDot, cMatrix, cVector } from "../braces.ts";
import { javascript, jsRows, jsTensor, jsVector } from "../javascript.ts";
import { kind, rowsOf } from "../kind.ts";
import { lines, when } from "../listing.ts";
import { marked, tensor } from "../program-state.ts";
import { pyMatrix, pyRows, pySinusoidal, python, pyVector } from "../python.ts";

const tokens = [
  [0.5, -1, 0.25, 2],
  [1, 0.5, -0.75, 0],
  [0, 1.5, 1, -0.5],
] as const;

export const add = kind("add", {
  name: { en: "Adding positions", zh: "相加融合" },
  prints: { en: "the sums, row by row", zh: "相加结果，逐行" },
  defaults: { tokens, scaled: true, offset: 0, base: 10000 },
  settle: (state) => ({ ...state, offset: Math.max(0, state.offset) }),
  python(py, state) {
    const s = marked(state);
    return python(
      py,
      lines`
        ${pyMatrix(py, "tokens", state.tokens)}
        seq_len, d_model = tokens.shape «seqLen dModel»
        ${when(state.scaled, lines`tokens = tokens * math.sqrt(d_model) «tokens dModel»`)}
        positions = ${s.offset} + ${py.lib}.arange(seq_len) «pos offset»
        x = tokens + sinusoidal(positions, d_model, ${s.base}) «output»
        ${pyRows("x")}`,
      [pySinusoidal(py)],
    );
  },
  braces(c, state) {
    const s = marked(state);
    return c.program(
      lines`
        ${cMatrix(c, "tokens", state.tokens)}
        int seqLen = ${state.tokens.length}, dModel = ${state.tokens[0]?.length ?? 0}; «seqLen dModel»
        ${when(state.scaled, lines`double scale = ${c.math}sqrt(dModel); «tokens dModel»`)}
        ${c.matrix("x", "seqLen", "dModel")}
        for (int t = 0; t < seqLen; ++t) {
          int pos = ${s.offset} + t; «pos offset»
          for (int dim = 0; dim < dModel; ++dim) { «dim»
            x[t][dim] = ${state.scaled ? "scale * " : ""}tokens[t][dim] + cell(pos, dim, dModel, ${s.base}); «output»
          }
        }
        ${c.rows("x")}`,
      [cCell(c)],
    );
  },
  javascript(state) {
    const s = marked(state);
    return javascript(lines`
      ${jsTensor("tokens", state.tokens)}
      const [seqLen, dModel] = tokens.shape; «seqLen dModel»
      const rows = pe.embedding.sinusoidal({
        ...{ seqLen, dModel, offset: ${s.offset}, base: ${s.base} }, «pos offset base»
      });
      const x = pe.embedding.add(tokens, rows${state.scaled ? ", { tokenScale: Math.sqrt(dModel) }" : ""}); «output»
      ${jsRows("x")}`);
  },
  run({ tokens: given, scaled, offset, base }) {
    const x = tensor(given);
    const [seqLen, dModel] = x.shape as [number, number];
    const rows = pe.sinusoidal({ seqLen, dModel, offset, base });
    const tokenScale = scaled ? Math.sqrt(dModel) : 1;
    return rowsOf(pe.embeddingAdd(x, rows, { tokenScale }));
  },
});

export const concat = kind("concat", {
  name: { en: "Concatenating positions", zh: "拼接融合" },
  prints: { en: "the joined rows", zh: "拼接后的各行" },
  defaults: { tokens, positionDims: 2, base: 10000 },
  python(py, state) {
    const s = marked(state);
    const join = py.torch
      ? "torch.cat([tokens, rows], dim=1)"
      : "np.concatenate([tokens, rows], axis=1)";
    return python(
      py,
      lines`
        ${pyMatrix(py, "tokens", state.tokens)}
        rows = sinusoidal(${py.lib}.arange(len(tokens)), ${s.positionDims}, ${s.base}) «pos»
        x = ${join} «output»
        ${pyRows("x")}`,
      [pySinusoidal(py)],
    );
  },
  braces(c, state) {
    const s = marked(state);
    return c.program(
      lines`
        ${cMatrix(c, "tokens", state.tokens)}
        int seqLen = ${state.tokens.length}, dModel = ${state.tokens[0]?.length ?? 0}; «seqLen dModel»
        int positionDims = ${s.positionDims}; «positionDims»
        ${c.matrix("x", "seqLen", "dModel + positionDims")}
        for (int pos = 0; pos < seqLen; ++pos) { «pos»
          for (int dim = 0; dim < dModel; ++dim) x[pos][dim] = tokens[pos][dim]; «tokens»
          for (int dim = 0; dim < positionDims; ++dim) {
            x[pos][dModel + dim] = cell(pos, dim, positionDims, ${s.base}); «output pos»
          }
        }
        ${c.rows("x")}`,
      [cCell(c)],
    );
  },
  javascript(state) {
    const s = marked(state);
    return javascript(lines`
      ${jsTensor("tokens", state.tokens)}
      const rows = pe.embedding.sinusoidal({
        seqLen: tokens.shape[0], «pos seqLen»
        dModel: ${s.positionDims}, «positionDims»
        base: ${s.base}, «base»
      });
      const x = pe.embedding.concat(tokens, rows); «output»
      ${jsRows("x")}`);
  },
  run({ tokens: given, positionDims, base }) {
    const rows = pe.sinusoidal({
      seqLen: given.length,
      dModel: positionDims,
      base,
    });
    return rowsOf(pe.embeddingConcat(tensor(given), rows));
  },
});

export const logitTerms = kind("logitTerms", {
  name: { en: "Four terms of a score", zh: "分数的四项分解" },
  prints: {
    en: "content·content, content·position, position·content, position·position, and their sum",
    zh: "内容·内容、内容·位置、位置·内容、位置·位置四项，以及它们的和",
  },
  defaults: {
    x: [0.5, -1, 0.25, 2],
    y: [1, 0.5, -0.75, 0],
    i: 2,
    j: 5,
    base: 10000,
  },
  settle: (state) =>
    state.x.length === state.y.length
      ? state
      : { ...state, y: state.x.map((_, d) => state.y[d] ?? 0) },
  python(py, state) {
    const s = marked(state);
    return python(
      py,
      lines`
        ${pyVector(py, "x", state.x)} «x»
        ${pyVector(py, "y", state.y)} «y»
        p, q = sinusoidal(${py.array}([${s.i}, ${s.j}]), len(x), ${s.base}) «i j pos»
        terms = [x @ y, x @ q, p @ y, p @ q] «scores»
        print(*[term.item() for term in terms], sum(terms).item()) «scores»`,
      [pySinusoidal(py)],
    );
  },
  braces(c, state) {
    const s = marked(state);
    return c.program(
      lines`
        ${cVector(c, "x", state.x)} «x»
        ${cVector(c, "y", state.y)} «y»
        int dModel = ${c.length("x")}; «dModel»
        ${c.vector("p", "dModel")}
        ${c.vector("q", "dModel")}
        for (int dim = 0; dim < dModel; ++dim) {
          p[dim] = cell(${s.i}, dim, dModel, ${s.base}); «i pos»
          q[dim] = cell(${s.j}, dim, dModel, ${s.base}); «j pos»
        }
        ${c.number("dot(x, y)")} «scores x y»
        ${c.number("dot(x, q)")} «scores x j»
        ${c.number("dot(p, y)")} «scores i y»
        ${c.number("dot(p, q)")} «scores i j»
        ${c.number("dot(x, y) + dot(x, q) + dot(p, y) + dot(p, q)")} «scores»`,
      [cCell(c), cDot(c)],
    );
  },
  javascript(state) {
    const s = marked(state);
    return javascript(lines`
      ${jsVector("x", state.x)} «x»
      ${jsVector("y", state.y)} «y»
      const { data } = pe.embedding.sinusoidal({
        positions: [${s.i}, ${s.j}], «i j pos»
        dModel: x.length, «dModel»
        base: ${s.base}, «base»
      });
      const terms = pe.analysis.logitTerms({
        ...{ token_i: x, token_j: y }, «x y»
        ...{ pos_i: data.slice(0, x.length), pos_j: data.slice(x.length) }, «i j»
      });
      console.log(Object.values(terms).join(" ")); «scores»`);
  },
  run({ x, y, i, j, base }) {
    const rows = pe.sinusoidal({
      positions: [i, j],
      dModel: x.length,
      base,
    });
    const [p = [], q = []] = rowsOf(rows);
    const terms = pe.analysisLogitTerms({
      token_i: x,
      token_j: y,
      pos_i: p,
      pos_j: q,
    });
    return [Object.values(terms)];
  },
});
