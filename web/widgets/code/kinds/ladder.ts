// The plain ways to number positions, and the logarithmic one.
import * as pe from "posenc";
import { javascript, jsRows } from "../javascript.ts";
import { kind, rowsOf } from "../kind.ts";
import { lines } from "../listing.ts";
import { marked } from "../program-state.ts";
import { pyRows, python } from "../python.ts";

export const index = kind("index", {
  name: { en: "Index", zh: "整数编号" },
  prints: { en: "the number of each position", zh: "每个位置的编号" },
  defaults: { seqLen: 6, offset: 0 },
  python: (py, state) => {
    const s = marked(state);
    return python(
      py,
      lines`
        table = ${s.offset} + ${py.lib}.arange(${s.seqLen}) «pos offset seqLen»
        print(*table.tolist()) «pos»`,
    );
  },
  braces(c, state) {
    const s = marked(state);
    return c.program(lines`
      ${c.vector("table", String(s.seqLen))} «seqLen»
      for (int t = 0; t < ${s.seqLen}; ++t) table[t] = ${s.offset} + t; «pos offset»
      ${c.print("table")}`);
  },
  javascript(state) {
    const s = marked(state);
    return javascript(lines`
      const { data } = pe.embedding.index({ seqLen: ${s.seqLen}, offset: ${s.offset} }); «pos offset seqLen»
      console.log(data.join(" ")); «pos»`);
  },
  run: ({ seqLen, offset }) => [pe.embeddingIndex({ seqLen, offset }).data],
});

export const normalized = kind("normalized", {
  name: { en: "Index from 0 to 1", zh: "归一化编号" },
  prints: {
    en: "pos / (T − 1) of each position",
    zh: "每个位置的 pos / (T − 1)",
  },
  defaults: { seqLen: 6 },
  python(py, state) {
    const s = marked(state);
    return python(
      py,
      lines`
        seq_len = ${s.seqLen} «seqLen»
        table = ${py.lib}.arange(seq_len) / max(seq_len - 1, 1) «pos seqLen»
        print(*table.tolist()) «pos»`,
    );
  },
  braces(c, state) {
    const s = marked(state);
    return c.program(lines`
      int seqLen = ${s.seqLen}; «seqLen»
      ${c.vector("table", "seqLen")}
      for (int t = 0; t < seqLen; ++t) {
        table[t] = 1.0 * t / ${c.math}max(seqLen - 1, 1); «pos seqLen»
      }
      ${c.print("table")}`);
  },
  javascript(state) {
    const s = marked(state);
    return javascript(lines`
      const { data } = pe.embedding.normalized({ seqLen: ${s.seqLen} }); «pos seqLen»
      console.log(data.join(" ")); «pos»`);
  },
  run: ({ seqLen }) => [pe.embeddingNormalized({ seqLen }).data],
});

export const binary = kind("binary", {
  name: { en: "Binary digits", zh: "二进制编码" },
  prints: {
    en: "the binary digits of each position, the most significant first",
    zh: "每个位置的二进制数字，高位在前",
  },
  defaults: { seqLen: 8, bits: 3 },
  settle(state) {
    let bits = 1;
    while (2 ** bits < state.seqLen) bits += 1;
    return { ...state, bits: Math.min(32, Math.max(bits, state.bits)) };
  },
  python(py, state) {
    const s = marked(state);
    return python(
      py,
      lines`
        place = ${py.lib}.arange(${s.bits} - 1, -1, -1) «dim bits»
        table = ${py.lib}.arange(${s.seqLen})[:, None] >> place & 1 «pos dim»
        ${pyRows("table")}`,
    );
  },
  braces(c, state) {
    const s = marked(state);
    return c.program(lines`
      int seqLen = ${s.seqLen}, bits = ${s.bits}; «seqLen bits»
      ${c.matrix("table", "seqLen", "bits")}
      for (int pos = 0; pos < seqLen; ++pos) { «pos»
        for (int dim = 0; dim < bits; ++dim) {
          table[pos][dim] = pos >> (bits - 1 - dim) & 1; «dim pos»
        }
      }
      ${c.rows("table")}`);
  },
  javascript(state) {
    const s = marked(state);
    return javascript(lines`
      const table = pe.embedding.binary({ seqLen: ${s.seqLen}, bits: ${s.bits} }); «pos dim»
      ${jsRows("table")}`);
  },
  run: ({ seqLen, bits }) => rowsOf(pe.binary({ seqLen, bits })),
});

export const logarithmic = kind("logarithmic", {
  name: { en: "Logarithmic encoding", zh: "对数位置编码" },
  prints: { en: "the table, row by row", zh: "整张表，逐行" },
  defaults: { seqLen: 6, dModel: 4, maxLen: 512, base: 10000 },
  settle: (state) => ({ ...state, maxLen: Math.max(2, state.maxLen) }),
  python(py, state) {
    const s = marked(state);
    const { lib } = py;
    return python(
      py,
      lines`
        pos = ${lib}.arange(${s.seqLen})[:, None] «pos seqLen»
        dim = ${lib}.arange(${s.dModel}) «dim»
        tau = ${s.base} ** (dim / max(${s.dModel} - 1, 1)) «tau base dModel»
        table = ${lib}.log1p(pos / tau) / ${lib}.log1p((${s.maxLen} - 1) / tau) «table maxLen»
        ${pyRows("table")}`,
    );
  },
  braces(c, state) {
    const s = marked(state);
    return c.program(lines`
      int seqLen = ${s.seqLen}, dModel = ${s.dModel}; «seqLen dModel»
      double base = ${s.base}, last = ${s.maxLen} - 1; «base maxLen»
      ${c.matrix("table", "seqLen", "dModel")}
      for (int pos = 0; pos < seqLen; ++pos) { «pos»
        for (int dim = 0; dim < dModel; ++dim) { «dim»
          double tau = ${c.math}pow(base, 1.0 * dim / ${c.math}max(dModel - 1, 1)); «tau base dModel»
          table[pos][dim] = ${c.math}log1p(pos / tau) / ${c.math}log1p(last / tau); «table maxLen»
        }
      }
      ${c.rows("table")}`);
  },
  javascript(state) {
    const s = marked(state);
    return javascript(lines`
      const table = pe.embedding.logarithmic({
        seqLen: ${s.seqLen}, «seqLen pos»
        dModel: ${s.dModel}, «dModel»
        maxLen: ${s.maxLen}, «maxLen»
        base: ${s.base}, «base tau»
      });
      ${jsRows("table")}`);
  },
  run: ({ seqLen, dModel, maxLen, base }) =>
    rowsOf(pe.logarithmic({ seqLen, dModel, maxLen, base })),
});
