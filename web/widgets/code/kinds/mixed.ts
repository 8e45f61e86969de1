// Encodings that are put together from others.
import * as pe from "posenc";
import { cCell, cIntegers, cNormal, cSeed } from "../braces.ts";
import { javascript, jsRows, jsVector } from "../javascript.ts";
import { kind, rowsOf } from "../kind.ts";
import { lines } from "../listing.ts";
import { clamp, marked } from "../program-state.ts";
import {
  pyIntegers,
  pyNormal,
  pyRows,
  pySinusoidal,
  python,
} from "../python.ts";

export const hybrid = kind("hybrid", {
  name: { en: "Hybrid columns", zh: "混合编码" },
  prints: { en: "the table, row by row", zh: "整张表，逐行" },
  defaults: {
    seqLen: 4,
    dModel: 6,
    learnedDims: 2,
    std: 0.02,
    seed: 7,
    base: 10000,
  },
  settle: (state) => ({
    ...state,
    dModel: Math.max(2, state.dModel),
    learnedDims: clamp(state.learnedDims, 1, state.dModel - 1),
  }),
  python(py, state) {
    const s = marked(state);
    const join = py.torch ? "torch.cat" : "np.concatenate";
    return python(
      py,
      lines`
        seq_len, d_model, learned_dims = ${s.seqLen}, ${s.dModel}, ${s.learnedDims} «seqLen dModel learnedDims»
        learned = normal(seq_len * learned_dims, ${s.std}, ${s.seed}) «std seed»
        learned = learned.reshape(seq_len, learned_dims) «learnedDims»
        fixed = sinusoidal(${py.lib}.arange(seq_len), d_model - learned_dims, ${s.base}) «pos»
        table = ${join}([learned, fixed], ${py.axis}=1) «table»
        ${pyRows("table")} «table»`,
      [pyNormal(py), pySinusoidal(py)],
    );
  },
  braces(c, state) {
    const s = marked(state);
    return c.program(
      lines`
        int seqLen = ${s.seqLen}, dModel = ${s.dModel}, learnedDims = ${s.learnedDims}; «seqLen dModel learnedDims»
        int fixedDims = dModel - learnedDims;
        ${c.java ? "double[]" : "Vector"} learned = normal(seqLen * learnedDims, ${s.std}, ${cSeed(c, state.seed)}); «std seed»
        ${c.matrix("table", "seqLen", "dModel")}
        for (int pos = 0; pos < seqLen; ++pos) { «pos»
          for (int dim = 0; dim < learnedDims; ++dim) {
            table[pos][dim] = learned[pos * learnedDims + dim]; «learnedDims»
          }
          for (int dim = 0; dim < fixedDims; ++dim) {
            table[pos][learnedDims + dim] = cell(pos, dim, fixedDims, ${s.base}); «pos dim»
          }
        }
        ${c.rows("table")} «table»`,
      [cNormal(c), cCell(c)],
    );
  },
  javascript(state) {
    const s = marked(state);
    return javascript(lines`
      const table = pe.embedding.hybrid({
        seqLen: ${s.seqLen}, «seqLen pos»
        dModel: ${s.dModel}, «dModel»
        learnedDims: ${s.learnedDims}, «learnedDims»
        std: ${s.std}, «std»
        seed: ${s.seed}, «seed»
        base: ${s.base}, «base»
      });
      ${jsRows("table")} «table»`);
  },
  run: ({ seqLen, dModel, learnedDims, std, seed, base }) =>
    rowsOf(pe.hybrid({ seqLen, dModel, learnedDims, std, seed, base })),
});

export const perturbed = kind("perturbed", {
  name: { en: "Perturbed encoding", zh: "扰动位置编码" },
  prints: { en: "the table, row by row", zh: "整张表，逐行" },
  defaults: { seqLen: 4, dModel: 6, std: 0.1, seed: 7, base: 10000 },
  python(py, state) {
    const s = marked(state);
    return python(
      py,
      lines`
        seq_len, d_model = ${s.seqLen}, ${s.dModel} «seqLen dModel»
        delta = normal(seq_len * d_model, ${s.std}, ${s.seed}) «delta std seed»
        delta = delta.reshape(seq_len, d_model) «delta»
        table = sinusoidal(${py.lib}.arange(seq_len), d_model, ${s.base}) + delta «table pos delta»
        ${pyRows("table")} «table»`,
      [pyNormal(py), pySinusoidal(py)],
    );
  },
  braces(c, state) {
    const s = marked(state);
    return c.program(
      lines`
        int seqLen = ${s.seqLen}, dModel = ${s.dModel}; «seqLen dModel»
        ${c.java ? "double[]" : "Vector"} delta = normal(seqLen * dModel, ${s.std}, ${cSeed(c, state.seed)}); «delta std seed»
        ${c.matrix("table", "seqLen", "dModel")}
        for (int pos = 0; pos < seqLen; ++pos) { «pos»
          for (int dim = 0; dim < dModel; ++dim) {
            table[pos][dim] = cell(pos, dim, dModel, ${s.base}) + delta[pos * dModel + dim]; «table delta»
          }
        }
        ${c.rows("table")} «table»`,
      [cNormal(c), cCell(c)],
    );
  },
  javascript(state) {
    const s = marked(state);
    return javascript(lines`
      const table = pe.embedding.perturbed({
        seqLen: ${s.seqLen}, «seqLen pos»
        dModel: ${s.dModel}, «dModel»
        std: ${s.std}, «std delta»
        seed: ${s.seed}, «seed»
        base: ${s.base}, «base»
      });
      ${jsRows("table")} «table»`);
  },
  run: ({ seqLen, dModel, std, seed, base }) =>
    rowsOf(pe.perturbed({ seqLen, dModel, std, seed, base })),
});

/** Sentences that end where the paragraphs end. */
function sentencesOf(
  paragraphs: readonly number[],
  sentences: readonly number[],
): readonly number[] {
  const ends = (lengths: readonly number[]): number[] => {
    let sum = 0;
    return lengths.map((length) => {
      sum += length;
      return sum;
    });
  };
  const total = ends(paragraphs).at(-1);
  const stops = new Set(ends(sentences));
  const fits =
    ends(sentences).at(-1) === total &&
    ends(paragraphs).every((end) => stops.has(end));
  return fits ? sentences : paragraphs;
}

export const document = kind("document", {
  name: { en: "Document in three layers", zh: "文档三层编码" },
  prints: {
    en: "the rows to add, then the bias inside sentences",
    zh: "要相加的各行，然后是句内偏置",
  },
  defaults: {
    paragraphs: [3, 3],
    sentences: [3, 1, 2],
    dModel: 4,
    base: 10000,
    std: 0.1,
    seed: 7,
    window: 2,
    strength: 1,
  },
  settle: (state) => ({
    ...state,
    sentences: sentencesOf(state.paragraphs, state.sentences),
  }),
  python(py, state) {
    const s = marked(state);
    const { lib } = py;
    const repeat = (counts: string): string =>
      py.torch
        ? `torch.repeat_interleave(${counts})`
        : `np.repeat(np.arange(len(${counts})), ${counts})`;
    const distance = py.torch
      ? "(pos[:, None] - pos).abs()"
      : "np.abs(pos[:, None] - pos)";
    return python(
      py,
      lines`
        ${pyIntegers(py, "paragraphs", state.paragraphs)}
        ${pyIntegers(py, "sentences", state.sentences)}
        offsets = normal(len(paragraphs) * ${s.dModel}, ${s.std}, ${s.seed}) «paragraph std seed»
        offsets = offsets.reshape(len(paragraphs), ${s.dModel}) «paragraph dModel»
        paragraph = ${repeat("paragraphs")} «paragraph»
        sentence = ${repeat("sentences")} «sentence»
        pos = ${lib}.arange(len(paragraph)) «pos»
        rows = sinusoidal(pos, ${s.dModel}, ${s.base}) + offsets[paragraph] «table paragraph»
        distance = ${distance} «distance»
        near = (sentence[:, None] == sentence) & (distance <= ${s.window}) «sentence window»
        bias = near * ${s.strength} * (1 - distance / (${s.window} + 1)) «bias strength window»
        ${pyRows("rows")} «table»
        ${pyRows("bias")} «bias»`,
      [pyNormal(py), pySinusoidal(py)],
    );
  },
  braces(c, state) {
    const s = marked(state);
    const tokens = state.paragraphs.reduce((sum, length) => sum + length, 0);
    const ints = c.java ? "int[]" : "std::vector<int>";
    const make = c.java ? " = new int[seqLen];" : "(seqLen);";
    return c.program(
      lines`
        int seqLen = ${tokens}, dModel = ${s.dModel}, window = ${s.window}; «seqLen dModel window»
        ${cIntegers(c, "paragraphs", state.paragraphs)}
        ${cIntegers(c, "sentences", state.sentences)}
        ${c.java ? "double[]" : "Vector"} offsets = normal(${state.paragraphs.length} * dModel, ${s.std}, ${cSeed(c, state.seed)}); «paragraph std seed»
        ${ints} paragraph${make} «paragraph»
        ${ints} sentence${make} «sentence»
        for (int p = 0, t = 0; p < ${state.paragraphs.length}; ++p) {
          for (int n = 0; n < paragraphs[p]; ++n) paragraph[t++] = p; «paragraph»
        }
        for (int p = 0, t = 0; p < ${state.sentences.length}; ++p) {
          for (int n = 0; n < sentences[p]; ++n) sentence[t++] = p; «sentence»
        }
        ${c.matrix("rows", "seqLen", "dModel")}
        ${c.matrix("bias", "seqLen", "seqLen")}
        for (int pos = 0; pos < seqLen; ++pos) { «pos»
          for (int dim = 0; dim < dModel; ++dim) {
            double offset = offsets[paragraph[pos] * dModel + dim]; «paragraph»
            rows[pos][dim] = cell(pos, dim, dModel, ${s.base}) + offset; «table»
          }
          for (int key = 0; key < seqLen; ++key) {
            int distance = ${c.math}abs(pos - key); «distance»
            if (sentence[pos] != sentence[key] || distance > window) continue; «sentence window»
            bias[pos][key] = ${s.strength} * (1 - distance / (window + 1.0)); «bias strength»
          }
        }
        ${c.rows("rows")} «table»
        ${c.rows("bias")} «bias»`,
      [cNormal(c), cCell(c)],
    );
  },
  javascript(state) {
    const s = marked(state);
    return javascript(lines`
      ${jsVector("paragraphs", state.paragraphs)} «paragraph»
      ${jsVector("sentences", state.sentences)} «sentence»
      const { rows, localBias } = pe.embedding.document({
        ...{ paragraphs, sentences }, «paragraph sentence»
        dModel: ${s.dModel}, «dModel»
        base: ${s.base}, «base»
        std: ${s.std}, «std»
        seed: ${s.seed}, «seed»
        window: ${s.window}, «window»
        strength: ${s.strength}, «strength»
      });
      ${jsRows("rows", "localBias")} «table bias»`);
  },
  run(state) {
    const { rows, localBias } = pe.embeddingDocument(state);
    return [...rowsOf(rows), ...rowsOf(localBias)];
  },
});
