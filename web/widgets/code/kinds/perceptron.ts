// Biases that a small perceptron learns: FIRE and log-CPB.
import * as pe from "posenc";
import { cMatrix, cVector } from "../braces.ts";
import { javascript, jsRows, jsTensor, jsVector } from "../javascript.ts";
import { kind, rowsOf } from "../kind.ts";
import { lines } from "../listing.ts";
import { marked, tensor } from "../program-state.ts";
import { pyMatrix, pyRows, python, pyVector } from "../python.ts";

const vectorTensor = (x: readonly number[]) => ({
  data: Float32Array.from(x),
  shape: [x.length],
});

/** `const name = { data: [1, 2], shape: [2] };` */
const jsVectorTensor = (name: string, x: readonly number[]) => lines`
  ${jsVector(`${name}Values`, x)} «${name}»
  const ${name} = { data: ${name}Values, shape: [${x.length}] };`;

/** As many numbers as there are hidden units or heads. */
const fit = (x: readonly number[], length: number): readonly number[] =>
  Array.from({ length }, (_, k) => x[k] ?? 0);

export const fire = kind("fire", {
  name: { en: "FIRE", zh: "FIRE" },
  prints: { en: "the bias of each head, row by row", zh: "各头的偏置，逐行" },
  defaults: {
    seqLen: 4,
    c: 0.1,
    threshold: 512,
    hiddenWeight: [1, -0.5, 2],
    hiddenBias: [0, 0.25, -0.5],
    outputWeight: [
      [0.5, -1, -1],
      [-0.25, 0.75, 0.5],
    ],
    outputBias: [0, 0.1],
  },
  settle(state) {
    const width = state.hiddenWeight.length;
    return {
      ...state,
      hiddenBias: fit(state.hiddenBias, width),
      outputWeight: state.outputWeight.map((row) => fit(row, width)),
      outputBias: fit(state.outputBias, state.outputWeight.length),
    };
  },
  python(py, state) {
    const s = marked(state);
    const { lib } = py;
    const relu = (x: string): string =>
      py.torch ? `torch.relu(${x})` : `np.maximum(${x}, 0)`;
    const last = py.torch
      ? `pos.clamp(min=${s.threshold})`
      : `np.maximum(pos, ${s.threshold})`;
    return python(
      py,
      lines`
        ${pyVector(py, "hiddenWeight", state.hiddenWeight)}
        ${pyVector(py, "hiddenBias", state.hiddenBias)}
        ${pyMatrix(py, "outputWeight", state.outputWeight)}
        ${pyVector(py, "outputBias", state.outputBias)}
        pos = ${lib}.arange(${s.seqLen}) «pos seqLen»
        distance = abs(pos[:, None] - pos) «distance»
        longest = ${lib}.log1p(${s.c} * ${last}) + 1e-6 «c threshold»
        x = ${lib}.log1p(${s.c} * distance) / longest[:, None] «x distance c»
        hidden = ${relu("x[:, :, None] * hiddenWeight + hiddenBias")} «hiddenWeight hiddenBias»
        bias = hidden @ outputWeight.T + outputBias «bias outputWeight outputBias»
        for head in range(len(outputBias)): «head»
            ${pyRows("bias[:, :, head]")} «bias head»`,
    );
  },
  braces(c, state) {
    const s = marked(state);
    const { math } = c;
    return c.program(lines`
      ${cVector(c, "hiddenWeight", state.hiddenWeight)}
      ${cVector(c, "hiddenBias", state.hiddenBias)}
      ${cMatrix(c, "outputWeight", state.outputWeight)}
      ${cVector(c, "outputBias", state.outputBias)}
      int seqLen = ${s.seqLen}; «seqLen»
      double c = ${s.c}, threshold = ${s.threshold}; «c threshold»
      for (int head = 0; head < ${state.outputBias.length}; ++head) { «head»
        for (int i = 0; i < seqLen; ++i) {
          ${c.vector("bias", "seqLen")}
          for (int j = 0; j < seqLen; ++j) {
            int distance = ${math}abs(i - j); «distance pos»
            double longest = ${math}log1p(c * ${math}max(1.0 * i, threshold)) + 1e-6; «c threshold»
            double x = ${math}log1p(c * distance) / longest; «x distance»
            bias[j] = outputBias[head]; «bias outputBias»
            for (int u = 0; u < ${state.hiddenWeight.length}; ++u) {
              double hidden = ${math}max(0.0, x * hiddenWeight[u] + hiddenBias[u]); «hiddenWeight hiddenBias»
              bias[j] += hidden * outputWeight[head][u]; «bias outputWeight»
            }
          }
          ${c.print("bias")} «bias»
        }
      }`);
  },
  javascript(state) {
    const s = marked(state);
    return javascript(lines`
      ${jsVectorTensor("hiddenWeight", state.hiddenWeight)}
      ${jsVectorTensor("hiddenBias", state.hiddenBias)}
      ${jsTensor("outputWeight", state.outputWeight)}
      ${jsVectorTensor("outputBias", state.outputBias)}
      const bias = pe.bias.fire({
        weights: { hiddenWeight, hiddenBias, outputWeight, outputBias },
        c: ${s.c}, «c»
        L: ${s.threshold}, «threshold»
        queryLen: ${s.seqLen}, «pos seqLen»
        keyLen: ${s.seqLen}, «pos seqLen»
      });
      ${jsRows("bias")} «bias»`);
  },
  run(state) {
    const { seqLen, c, threshold } = state;
    const weights = {
      hiddenWeight: vectorTensor(state.hiddenWeight),
      hiddenBias: vectorTensor(state.hiddenBias),
      outputWeight: tensor(state.outputWeight),
      outputBias: vectorTensor(state.outputBias),
    };
    const grid = { queryLen: seqLen, keyLen: seqLen };
    return rowsOf(pe.fire({ weights, c, L: threshold, ...grid }));
  },
});

export const logCpb = kind("logCpb", {
  name: {
    en: "Log-spaced continuous bias (Swin V2)",
    zh: "对数间隔连续偏置（Swin V2）",
  },
  prints: { en: "the bias of each head, row by row", zh: "各头的偏置，逐行" },
  defaults: {
    height: 2,
    width: 2,
    hiddenWeight: [
      [1, -0.5],
      [0.25, 2],
      [-1, 1],
    ],
    hiddenBias: [0, 0.25, -0.5],
    outputWeight: [[0.5, 1, -1]],
  },
  settle(state) {
    const units = state.hiddenWeight.length;
    return {
      ...state,
      hiddenWeight: state.hiddenWeight.map((row) => fit(row, 2)),
      hiddenBias: fit(state.hiddenBias, units),
      outputWeight: state.outputWeight.map((row) => fit(row, units)),
    };
  },
  python(py, state) {
    const s = marked(state);
    const { lib } = py;
    const relu = (x: string): string =>
      py.torch ? `torch.relu(${x})` : `np.maximum(${x}, 0)`;
    const stack = py.torch ? "dim=-1" : "axis=-1";
    return python(
      py,
      lines`
        ${pyMatrix(py, "hiddenWeight", state.hiddenWeight)}
        ${pyVector(py, "hiddenBias", state.hiddenBias)}
        ${pyMatrix(py, "outputWeight", state.outputWeight)}
        token = ${lib}.arange(${s.height} * ${s.width}) «pos»
        dy = log_spaced(token // ${s.width}, ${s.height}) «height distance»
        dx = log_spaced(token % ${s.width}, ${s.width}) «width distance»
        coords = ${lib}.stack([dy, dx], ${stack}) «distance»
        hidden = ${relu("coords @ hiddenWeight.T + hiddenBias")} «hiddenWeight hiddenBias»
        bias = 16 / (1 + ${lib}.exp(-hidden @ outputWeight.T)) «bias outputWeight»
        for head in range(len(outputWeight)): «head»
            ${pyRows("bias[:, :, head]")} «bias head»`,
      [
        lines`
          def log_spaced(place, side):
              offset = 8 * (place[:, None] - place) / max(side - 1, 1) «distance»
              return ${lib}.sign(offset) * ${lib}.log2(1 + abs(offset)) / 3 «distance»`,
      ],
    );
  },
  braces(c, state) {
    const s = marked(state);
    const { math } = c;
    const log2 = c.java
      ? "Math.log(1 + Math.abs(x)) / Math.log(2)"
      : "std::log2(1 + std::abs(x))";
    return c.program(
      lines`
        ${cMatrix(c, "hiddenWeight", state.hiddenWeight)}
        ${cVector(c, "hiddenBias", state.hiddenBias)}
        ${cMatrix(c, "outputWeight", state.outputWeight)}
        int height = ${s.height}, width = ${s.width}, tokens = height * width; «height width»
        for (int head = 0; head < ${state.outputWeight.length}; ++head) { «head»
          for (int i = 0; i < tokens; ++i) { «pos»
            ${c.vector("bias", "tokens")}
            for (int j = 0; j < tokens; ++j) {
              double dy = logSpaced(i / width - j / width, height); «height distance»
              double dx = logSpaced(i % width - j % width, width); «width distance»
              double sum = 0;
              for (int u = 0; u < ${state.hiddenBias.length}; ++u) {
                double x = dy * hiddenWeight[u][0] + dx * hiddenWeight[u][1]; «hiddenWeight»
                sum += ${math}max(0.0, x + hiddenBias[u]) * outputWeight[head][u]; «hiddenBias outputWeight»
              }
              bias[j] = 16 / (1 + ${math}exp(-sum)); «bias»
            }
            ${c.print("bias")} «bias»
          }
        }`,
      [
        c.define(
          "double logSpaced(int offset, int side)",
          lines`
            double x = 8.0 * offset / ${math}max(side - 1, 1); «distance»
            double size = ${log2} / 3; «distance»
            return x < 0 ? -size : size; «distance»`,
        ),
      ],
    );
  },
  javascript(state) {
    const s = marked(state);
    return javascript(lines`
      ${jsTensor("hiddenWeight", state.hiddenWeight)}
      ${jsVectorTensor("hiddenBias", state.hiddenBias)}
      ${jsTensor("outputWeight", state.outputWeight)}
      const bias = pe.bias.logCpb({
        windowSize: [${s.height}, ${s.width}], «height width pos»
        weights: { hiddenWeight, hiddenBias, outputWeight },
      });
      ${jsRows("bias")} «bias»`);
  },
  run(state) {
    const weights = {
      hiddenWeight: tensor(state.hiddenWeight),
      hiddenBias: vectorTensor(state.hiddenBias),
      outputWeight: tensor(state.outputWeight),
    };
    const windowSize = [state.height, state.width] as const;
    return rowsOf(pe.logCpb({ windowSize, weights }));
  },
});
