// Score terms that also read the content: DeBERTa and CoPE.
import * as pe from "posenc";
import { cDot, cMatrix } from "../braces.ts";
import { javascript, jsRows, jsTensor } from "../javascript.ts";
import { kind, rowsOf } from "../kind.ts";
import { lines, remark } from "../listing.ts";
import { marked, tensor } from "../program-state.ts";
import { pyMatrix, pyRows, python } from "../python.ts";
import { jsHead, oneHead, VECTORS } from "./attention.ts";
import { fitRows } from "./relative.ts";

export const deberta = kind("deberta", {
  name: { en: "DeBERTa’s three terms", zh: "DeBERTa 的三项" },
  prints: {
    en: "content to content, content to position, position to content, and their sum",
    zh: "内容对内容、内容对位置、位置对内容三项，以及它们的和",
  },
  defaults: {
    q: VECTORS.q,
    k: VECTORS.k,
    span: 2,
    relQ: [
      [0.5, 0, -0.5, 1],
      [0, 0.25, 0, 0],
      [-0.5, 1, 0.5, 0],
      [1, 0, 0, -1],
    ],
    relK: [
      [0, 1, 0.5, 0],
      [0.25, 0, 0, -0.25],
      [1, -0.5, 0, 0],
      [0, 0, -1, 0.5],
    ],
  },
  settle(state) {
    const [rows, width] = [state.q.length, state.q[0]?.length ?? 0];
    const span = Math.max(1, state.span);
    return {
      ...state,
      span,
      k: fitRows(state.k, rows, width),
      relQ: fitRows(state.relQ, 2 * span, width),
      relK: fitRows(state.relK, 2 * span, width),
    };
  },
  python(py, state) {
    const s = marked(state);
    const clipped = py.torch
      ? `(pos[:, None] - pos + ${s.span}).clamp(0, 2 * ${s.span} - 1)`
      : `np.clip(pos[:, None] - pos + ${s.span}, 0, 2 * ${s.span} - 1)`;
    return python(
      py,
      lines`
        ${pyMatrix(py, "q", state.q)}
        ${pyMatrix(py, "k", state.k)}
        ${pyMatrix(py, "relQ", state.relQ)}
        ${pyMatrix(py, "relK", state.relK)}
        pos = ${py.lib}.arange(len(q)) «pos»
        rel = ${clipped} «distance span»
        scale = 1 / math.sqrt(3 * q.shape[1])  # ${remark("three terms", "共三项")} «scale»
        c2c = q @ k.T * scale «c2c»
        c2p = (q[:, None] * relK[rel]).sum(${py.axis}=-1) * scale «c2p relK distance»
        p2c = (k[None] * relQ[rel]).sum(${py.axis}=-1) * scale «p2c relQ distance»
        for term in [c2c, c2p, p2c, c2c + c2p + p2c]: «scores»
            ${pyRows("term")} «scores»`,
    );
  },
  braces(c, state) {
    const s = marked(state);
    const { math } = c;
    return c.program(
      lines`
        ${cMatrix(c, "q", state.q)}
        ${cMatrix(c, "k", state.k)}
        ${cMatrix(c, "relQ", state.relQ)}
        ${cMatrix(c, "relK", state.relK)}
        int seqLen = ${state.q.length}, span = ${s.span}; «seqLen span»
        double scale = 1 / ${math}sqrt(3.0 * ${state.q[0]?.length ?? 0});  // ${remark("three terms", "共三项")} «scale»
        ${c.matrix("c2c", "seqLen", "seqLen")}
        ${c.matrix("c2p", "seqLen", "seqLen")}
        ${c.matrix("p2c", "seqLen", "seqLen")}
        ${c.matrix("scores", "seqLen", "seqLen")}
        for (int i = 0; i < seqLen; ++i) {
          for (int j = 0; j < seqLen; ++j) {
            int rel = ${math}max(0, ${math}min(2 * span - 1, i - j + span)); «distance span pos»
            c2c[i][j] = dot(q[i], k[j]) * scale; «c2c»
            c2p[i][j] = dot(q[i], relK[rel]) * scale; «c2p relK»
            p2c[i][j] = dot(k[j], relQ[rel]) * scale; «p2c relQ»
            scores[i][j] = c2c[i][j] + c2p[i][j] + p2c[i][j]; «scores»
          }
        }
        ${c.rows("c2c")} «c2c»
        ${c.rows("c2p")} «c2p»
        ${c.rows("p2c")} «p2c»
        ${c.rows("scores")} «scores»`,
      [cDot(c)],
    );
  },
  javascript(state) {
    const s = marked(state);
    return javascript(lines`
      ${jsHead("q", state.q)}
      ${jsHead("k", state.k)}
      ${jsHead("relQ", state.relQ)}
      ${jsHead("relK", state.relK)}
      const { terms, scores } = pe.relative.deberta({
        ...{ q, k, relQ, relK }, «scores»
        span: ${s.span}, «distance span»
      });
      ${jsRows("terms.c2c", "terms.c2p", "terms.p2c", "scores")} «c2c c2p p2c scores»`);
  },
  run({ q, k, relQ, relK, span }) {
    const { terms, scores } = pe.deberta({
      q: oneHead(q),
      k: oneHead(k),
      span,
      relQ: oneHead(relQ),
      relK: oneHead(relK),
    });
    return [terms.c2c, terms.c2p, terms.p2c, scores].flatMap(rowsOf);
  },
});

export const cope = kind("cope", {
  name: { en: "Contextual positions (CoPE)", zh: "上下文位置编码（CoPE）" },
  prints: {
    en: "the counted positions, then the scores; keys ahead are hidden",
    zh: "数出的位置，然后是分数；后面的键被遮住",
  },
  defaults: {
    q: VECTORS.q,
    k: VECTORS.k,
    embeddings: [
      [0.5, 0, -0.5, 1],
      [0, 0.25, 0, 0.5],
      [-0.5, 1, 0.5, 0],
    ],
  },
  settle(state) {
    const [rows, width] = [state.q.length, state.q[0]?.length ?? 0];
    const count = Math.max(2, state.embeddings.length);
    return {
      ...state,
      k: fitRows(state.k, rows, width),
      embeddings: fitRows(state.embeddings, count, width),
    };
  },
  python(py, state) {
    const { lib } = py;
    const upTo = py.torch
      ? "gates.flip(1).cumsum(1).flip(1).clamp(max=len(embeddings) - 1)"
      : "np.minimum(gates[:, ::-1].cumsum(1)[:, ::-1], len(embeddings) - 1)";
    const [floor, ceil] = py.torch
      ? ["positions.floor().long()", "positions.ceil().long()"]
      : ["np.floor(positions).astype(int)", "np.ceil(positions).astype(int)"];
    const take = (at: string): string =>
      py.torch ? `z.gather(1, ${at})` : `np.take_along_axis(z, ${at}, 1)`;
    const hidden = py.torch
      ? `scores.masked_fill(ahead, float("-inf"))`
      : "np.where(ahead, -np.inf, scores)";
    const opened = py.torch
      ? "torch.sigmoid(content).masked_fill(ahead, 0)"
      : "np.where(ahead, 0, 1 / (1 + np.exp(-content)))";
    return python(
      py,
      lines`
        ${pyMatrix(py, "q", state.q)}
        ${pyMatrix(py, "k", state.k)}
        ${pyMatrix(py, "embeddings", state.embeddings)}
        scale = 1 / math.sqrt(q.shape[1]) «scale»
        content = q @ k.T * scale «content»
        ahead = ${lib}.arange(len(k)) > ${lib}.arange(len(q))[:, None] «causal»
        gates = ${opened} «gates»
        positions = ${upTo} «pos gates»
        z = q @ embeddings.T * scale «embeddings»
        low, high = ${floor}, ${ceil} «pos»
        share = positions - low «pos»
        before, after = ${take("low")}, ${take("high")} «embeddings»
        term = (1 - share) * before + share * after «embeddings pos»
        scores = content + term «scores»
        scores = ${hidden} «causal scores»
        ${pyRows("positions")} «pos»
        ${pyRows("scores")} «scores»`,
    );
  },
  braces(c, state) {
    const { math } = c;
    const last = state.embeddings.length - 1;
    const cast = c.java ? "(int) " : "static_cast<int>";
    return c.program(
      lines`
        ${cMatrix(c, "q", state.q)}
        ${cMatrix(c, "k", state.k)}
        ${cMatrix(c, "embeddings", state.embeddings)}
        int seqLen = ${state.q.length}; «seqLen»
        double scale = 1 / ${math}sqrt(${state.q[0]?.length ?? 0}), last = ${last}; «scale»
        ${c.matrix("positions", "seqLen", "seqLen")}
        ${c.matrix("scores", "seqLen", "seqLen")}
        for (int i = 0; i < seqLen; ++i) {
          double counted = 0;
          for (int j = seqLen - 1; j >= 0; --j) {
            if (j > i) {
              scores[i][j] = ${c.infinity}; «causal»
              continue;
            }
            double content = dot(q[i], k[j]) * scale; «content»
            counted += 1 / (1 + ${math}exp(-content)); «gates»
            double pos = ${math}min(counted, last); «pos»
            int low = ${cast}(pos), high = ${cast}(${math}ceil(pos)); «pos»
            double share = pos - low; «pos»
            double before = dot(q[i], embeddings[low]), after = dot(q[i], embeddings[high]); «embeddings»
            double term = ((1 - share) * before + share * after) * scale; «embeddings pos»
            positions[i][j] = pos; «pos»
            scores[i][j] = content + term; «scores»
          }
        }
        ${c.rows("positions")} «pos»
        ${c.rows("scores")} «scores»`,
      [cDot(c)],
    );
  },
  javascript(state) {
    return javascript(lines`
      ${jsHead("q", state.q)}
      ${jsHead("k", state.k)}
      ${jsTensor("embeddings", state.embeddings)}
      const { positions, scores } = pe.relative.cope({
        ...{ q, k, embeddings }, «scores embeddings»
        causal: true, «causal»
      });
      ${jsRows("positions", "scores")} «pos scores»`);
  },
  run({ q, k, embeddings }) {
    const { positions, scores } = pe.cope({
      q: oneHead(q),
      k: oneHead(k),
      causal: true,
      embeddings: tensor(embeddings),
    });
    return [...rowsOf(positions), ...rowsOf(scores)];
  },
});
