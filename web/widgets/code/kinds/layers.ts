// Layers that add a row to each token, as one writes them for a model.
import * as pe from "posenc";
import type { Braces } from "../braces.ts";
import { javascript, jsRows } from "../javascript.ts";
import { kind, rowsOf } from "../kind.ts";
import {
  cLearnedLayer,
  cNumbers,
  cSinusoidalLayer,
} from "../layers/brace-layers.ts";
import { jsNumbers, jsTexts, numbers, texts } from "../layers/plain-numbers.ts";
import {
  call,
  pyLearnedLayer,
  pyNumbers,
  pySinusoidalLayer,
  withModules,
} from "../layers/python-layers.ts";
import { type Fragment, lines, remark, type Value } from "../listing.ts";
import { marked } from "../program-state.ts";
import { type Python, pyRows, python } from "../python.ts";

type Sizes = { readonly [K in "batch" | "seqLen" | "dModel"]: Value };

const pyTexts = (py: Python, s: Sizes): Fragment => lines`
  x = ${py.lib}.stack([numbers(${s.seqLen}, ${s.dModel}, seed) for seed in range(${s.batch})]) «batch seqLen dModel»`;

const matrix = (c: Braces): string => (c.java ? "double[][]" : "const Matrix");

export const sinusoidalLayer = kind("sinusoidalLayer", {
  name: { en: "Layer: sinusoidal", zh: "层：正弦位置编码" },
  prints: {
    en: "the tokens with their positions added, text by text",
    zh: "加上位置之后的词元，逐段文本",
  },
  defaults: {
    batch: 2,
    seqLen: 3,
    dModel: 4,
    maxLen: 8,
    offset: 0,
    base: 10000,
  },
  settle(state) {
    const offset = Math.max(0, Math.round(state.offset));
    return {
      ...state,
      offset,
      maxLen: Math.max(state.maxLen, offset + state.seqLen),
    };
  },
  python(given, state) {
    const py = withModules(given);
    const s = marked(state);
    return python(
      py,
      lines`
        layer = SinusoidalPositionalEncoding(${s.dModel}, ${s.maxLen}, ${s.base}) «table dModel maxLen base»
        ${pyTexts(py, s)}
        y = ${call(py, "layer")}(x, offset=${s.offset}) «output offset»
        ${pyRows(`y.reshape(-1, ${state.dModel})`)} «output»`,
      [pyNumbers(py), pySinusoidalLayer(py)],
    );
  },
  braces(c, state) {
    const s = marked(state);
    const make = c.java
      ? `var layer = new SinusoidalPositionalEncoding(${s.dModel}, ${s.maxLen}, ${s.base});`
      : `const SinusoidalPositionalEncoding layer(${s.dModel}, ${s.maxLen}, ${s.base});`;
    return c.program(
      lines`
        ${make} «table dModel maxLen base»
        for (int text = 0; text < ${s.batch}; ++text) { «batch»
          ${matrix(c)} x = numbers(${s.seqLen}, ${s.dModel}, text); «seqLen dModel»
          ${matrix(c)} y = layer.forward(x, ${s.offset}); «output offset»
          ${c.rows("y")} «output»
        }`,
      [cNumbers(c), cSinusoidalLayer(c)],
    );
  },
  javascript(state) {
    const s = marked(state);
    return javascript(lines`

      class SinusoidalPositionalEncoding {
        constructor(dModel, maxLen = 5000, base = 10000) {
          this.table = pe.embedding.sinusoidal({ seqLen: maxLen, dModel, base }); «table dModel maxLen base»
        }

        forward(x, offset = 0) {
          // ${remark("x: [batch, length, dModel]; offset: how many tokens came before", "x 的形状：批次 × 长度 × 维数；第二个参数：前面已有多少个词元")}
          return pe.embedding.add(x, this.table, { offset }); «output offset»
        }
      }

      ${jsNumbers()}

      const layer = new SinusoidalPositionalEncoding(${s.dModel}, ${s.maxLen}, ${s.base}); «table»
      ${jsTexts(s.batch, s.seqLen, s.dModel)}
      const y = layer.forward(x, ${s.offset}); «output offset»
      ${jsRows("y")}`);
  },
  run({ batch, seqLen, dModel, maxLen, offset, base }) {
    const table = pe.sinusoidal({ seqLen: maxLen, dModel, base });
    return rowsOf(
      pe.embeddingAdd(texts(batch, seqLen, dModel), table, { offset }),
    );
  },
});

export const learnedLayer = kind("learnedLayer", {
  name: { en: "Layer: learned", zh: "层：可学习位置编码" },
  prints: {
    en: "the tokens with their positions added, text by text; then the table after one step of training whose gradient is 1 everywhere",
    zh: "加上位置之后的词元，逐段文本；然后是梯度全为 1 的一步训练之后的表",
  },
  defaults: { batch: 2, seqLen: 3, dModel: 4, maxLen: 5, learningRate: 0.125 },
  settle: (state) => ({
    ...state,
    maxLen: Math.max(state.maxLen, state.seqLen),
  }),
  python(given, state) {
    const py = withModules(given);
    const s = marked(state);
    const use = py.torch
      ? lines`
          layer = LearnedPositionalEncoding(${s.dModel}, ${s.maxLen}) «table dModel maxLen»
          with torch.no_grad():  # ${remark("numbers that the other languages have, too", "换成其他语言也有的数")}
              layer.embedding.weight.copy_(numbers(${s.maxLen}, ${s.dModel}, 9)) «table»
          ${pyTexts(py, s)}
          optimizer = torch.optim.SGD(layer.parameters(), lr=${s.learningRate}) «learningRate»
          y = layer(x) «output»
          y.sum().backward() «gradient»
          optimizer.step() «table learningRate»`
      : lines`
          layer = LearnedPositionalEncoding(numbers(${s.maxLen}, ${s.dModel}, 9)) «table dModel maxLen»
          ${pyTexts(py, s)}
          y = layer.forward(x) «output»
          layer.backward(np.ones_like(y)) «gradient»
          layer.step(${s.learningRate}) «table learningRate»`;
    return python(
      py,
      lines`
        ${use}
        ${pyRows(`y.reshape(-1, ${state.dModel})`)} «output»
        ${pyRows(py.torch ? "layer.embedding.weight" : "layer.table")} «table»`,
      [pyNumbers(py), pyLearnedLayer(py)],
    );
  },
  braces(c, state) {
    const s = marked(state);
    const table = `numbers(${s.maxLen}, ${s.dModel}, 9)`;
    const make = c.java
      ? `var layer = new LearnedPositionalEncoding(${table});`
      : `LearnedPositionalEncoding layer(${table});`;
    const ones = c.java
      ? lines`
          double[][] ones = new double[${s.seqLen}][${s.dModel}];
          for (double[] row : ones) Arrays.fill(row, 1); «gradient»`
      : lines`const Matrix ones(${s.seqLen}, Vector(${s.dModel}, 1)); «gradient»`;
    return c.program(
      lines`
        ${make} «table dModel maxLen»
        ${ones}
        for (int text = 0; text < ${s.batch}; ++text) { «batch»
          ${matrix(c)} y = layer.forward(numbers(${s.seqLen}, ${s.dModel}, text)); «output seqLen dModel»
          ${c.rows("y")} «output»
          layer.backward(ones); «gradient»
        }
        layer.step(${s.learningRate}); «table learningRate»
        ${c.rows("layer.rows()")} «table»`,
      [cNumbers(c), cLearnedLayer(c)],
    );
  },
  javascript(state) {
    const s = marked(state);
    return javascript(lines`

      class LearnedPositionalEncoding {
        constructor(table) {
          this.table = table; // ${remark("[maxLen, dModel], a row for each position", "每个位置一行")} «table»
        }

        forward(x) {
          return pe.embedding.add(x, this.table); «output»
        }

        // ${remark("gradient: of what forward answered, [batch, length, dModel]", "第一个参数：上面结果的梯度，形状为批次 × 长度 × 维数")}
        step({ data, shape: [batch, length, dModel] }, learningRate) {
          const positions = Array.from({ length: batch * length }, (_, n) => n % length); «pos»
          const gradient = { data, shape: [batch * length, dModel] }; «gradient»
          this.table = pe.embedding.update(this.table, positions, gradient, { learningRate }); «table»
        }
      }

      ${jsNumbers()}

      const layer = new LearnedPositionalEncoding(numbers(${s.maxLen}, ${s.dModel}, 9)); «table maxLen dModel»
      ${jsTexts(s.batch, s.seqLen, s.dModel)}
      const y = layer.forward(x); «output»
      layer.step({ data: new Float32Array(y.data.length).fill(1), shape }, ${s.learningRate}); «gradient learningRate»
      const { table } = layer; «table»
      ${jsRows("y", "table")}`);
  },
  run({ batch, seqLen, dModel, maxLen, learningRate }) {
    const table = numbers(maxLen, dModel, 9);
    const rows = Array.from({ length: batch * seqLen }, (_, n) => n % seqLen);
    const gradient = {
      data: new Float32Array(rows.length * dModel).fill(1),
      shape: [rows.length, dModel],
    };
    return [
      ...rowsOf(pe.embeddingAdd(texts(batch, seqLen, dModel), table)),
      ...rowsOf(pe.embeddingUpdate(table, rows, gradient, { learningRate })),
    ];
  },
});
