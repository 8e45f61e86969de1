// Self-attention with positions inside it, as a layer of a model.
import * as pe from "posenc";
import type { Braces } from "../braces.ts";
import { javascript, jsRows } from "../javascript.ts";
import { kind, type Printed, rowsOf } from "../kind.ts";
import {
  cAttentionLayer,
  cLinear,
  cNumbers,
  cRelativeLayer,
  cRotaryLayer,
} from "../layers/brace-layers.ts";
import { jsNumbers, numbers } from "../layers/plain-numbers.ts";
import {
  call,
  pyAttentionLayer,
  pyLinear,
  pyNumbers,
  pyRelativeLayer,
  pyRotaryLayer,
  withModules,
} from "../layers/python-layers.ts";
import { type Fragment, lines, remark } from "../listing.ts";
import { marked } from "../program-state.ts";
import { type Python, pyRows, python } from "../python.ts";

const SIZES = { seqLen: 4, dModel: 8, numHeads: 2, causal: false } as const;

interface Sizes {
  readonly seqLen: number;
  readonly dModel: number;
  readonly numHeads: number;
  readonly causal: boolean;
}

/** As many heads as divide the width into parts of a multiple of `of`. */
export function settledHeads<
  S extends { readonly dModel: number; readonly numHeads: number },
>(state: S, of = 1): S {
  const dModel = Math.max(of, state.dModel - (state.dModel % of));
  let numHeads = Math.min(state.numHeads, dModel / of);
  while ((dModel / of) % numHeads !== 0) numHeads -= 1;
  return { ...state, dModel, numHeads };
}

const trueOrFalse = (py: boolean): string => (py ? "True" : "False");

function pyBody(py: Python, state: Sizes, positions: Fragment): Fragment {
  const s = marked(state);
  return lines`
    ${positions}
    attention = MultiHeadAttention(${s.dModel}, ${s.numHeads}, seed=1) «dModel numHeads»
    x = numbers(${s.seqLen}, ${s.dModel}, 0) «seqLen dModel»
    y = ${call(py, "attention")}(x, x, positions, causal=${trueOrFalse(state.causal)}) «output causal»
    ${pyRows("y")} «output»`;
}

function cBody(c: Braces, state: Sizes, positions: Fragment): Fragment {
  const s = marked(state);
  const attention = c.java
    ? `var attention = new MultiHeadAttention(${s.dModel}, ${s.numHeads}, 1);`
    : `const MultiHeadAttention attention(${s.dModel}, ${s.numHeads}, 1);`;
  const matrix = c.java ? "double[][]" : "const Matrix";
  return lines`
    ${positions}
    ${attention} «dModel numHeads»
    ${matrix} x = numbers(${s.seqLen}, ${s.dModel}, 0); «seqLen dModel»
    ${matrix} y = attention.forward(x, x, ${c.java ? "" : "&"}positions, ${s.causal}); «output causal»
    ${c.rows("y")} «output»`;
}

/** The layer around attention: four linear layers, heads side by side. */
const jsLayer = (term: Fragment): Fragment => lines`
  class MultiHeadAttention {
    constructor(dModel, numHeads, seed) {
      this.numHeads = numHeads; «numHeads»
      this.query = numbers(dModel, dModel, seed);
      this.key = numbers(dModel, dModel, seed + 1);
      this.value = numbers(dModel, dModel, seed + 2);
      this.output = numbers(dModel, dModel, seed + 3);
    }

    // [length, dModel] -> [length, heads, headDim]
    split({ data, shape: [length, dModel] }) {
      return { data, shape: [length, this.numHeads, dModel / this.numHeads] }; «head»
    }

    // ${remark("queries from x, keys and values from memory", "查询来自 x，键和值来自第二个参数")}
    forward(x, memory, positions, causal) {
      const { output } = pe.attention({
        q: this.split(pe.transformer.linear(x, this.query)),
        k: this.split(pe.transformer.linear(memory, this.key)),
        v: this.split(pe.transformer.linear(memory, this.value)),
        ${term}
        causal, «causal»
      });
      const heads = { data: output.data, shape: x.shape }; «output»
      return pe.transformer.linear(heads, this.output); «output»
    }
  }`;

function jsProgram(state: Sizes, positions: Fragment): Fragment {
  const s = marked(state);
  return javascript(lines`

    ${jsNumbers()}

    ${jsLayer(lines`position: positions, «scores pos»`)}

    ${positions}
    const attention = new MultiHeadAttention(${s.dModel}, ${s.numHeads}, 1); «dModel numHeads»
    const x = numbers(${s.seqLen}, ${s.dModel}, 0); «seqLen dModel»
    const y = attention.forward(x, x, positions, ${s.causal}); «output causal»
    ${jsRows("y")}`);
}

type Position = NonNullable<Parameters<typeof pe.attention>[0]["position"]>;

function runLayer(state: Sizes, position: Position): Printed {
  const { seqLen, dModel, numHeads, causal } = state;
  const x = numbers(seqLen, dModel, 0);
  const part = (seed: number) => ({
    data: pe.transformerLinear(x, numbers(dModel, dModel, seed)).data,
    shape: [seqLen, numHeads, dModel / numHeads],
  });
  const { output } = pe.attention({
    q: part(1),
    k: part(2),
    v: part(3),
    position,
    causal,
  });
  const heads = { data: output.data, shape: [seqLen, dModel] };
  return rowsOf(pe.transformerLinear(heads, numbers(dModel, dModel, 4)));
}

export const relativeLayer = kind("relativeLayer", {
  name: { en: "Layer: relative (Shaw)", zh: "层：相对位置编码（Shaw）" },
  prints: {
    en: "what the self-attention answers, a row for each token",
    zh: "自注意力的输出，每个词元一行",
  },
  defaults: { ...SIZES, clip: 2 },
  settle: (state) => settledHeads(state),
  python(given, state) {
    const py = withModules(given);
    const s = marked(state);
    const table = `numbers(2 * ${s.clip} + 1, ${state.dModel / state.numHeads}, 9)`;
    const positions = py.torch
      ? lines`
          positions = RelativePositionalEncoding(${state.dModel / state.numHeads}, ${s.clip}) «table clip headDim»
          with torch.no_grad():  # ${remark("numbers that the other languages have, too", "换成其他语言也有的数")}
              positions.embedding.weight.copy_(${table}) «table»`
      : lines`positions = RelativePositionalEncoding(${table}) «table clip headDim»`;
    return python(py, pyBody(py, state, positions), [
      pyNumbers(py),
      pyLinear(py),
      pyRelativeLayer(py),
      pyAttentionLayer(py, "relative", true),
    ]);
  },
  braces(c, state) {
    const s = marked(state);
    const table = `numbers(2 * ${s.clip} + 1, ${state.dModel / state.numHeads}, 9)`;
    const positions = c.java
      ? lines`var positions = new RelativePositionalEncoding(${table}); «table clip»`
      : lines`const RelativePositionalEncoding positions(${table}); «table clip»`;
    return c.program(cBody(c, state, positions), [
      cNumbers(c),
      ...cLinear(c),
      cRelativeLayer(c),
      cAttentionLayer(c, "relative", true),
    ]);
  },
  javascript(state) {
    const s = marked(state);
    return jsProgram(
      state,
      lines`
        // ${remark("A row for each offset from -clip to clip.", "截断范围内的每个偏移各有一行。")}
        const clip = ${s.clip}; «clip»
        const keyTable = numbers(2 * clip + 1, ${state.dModel / state.numHeads}, 9); «table headDim»
        const positions = { type: "shaw", clip, keyTable }; «clip table»`,
    );
  },
  run: (state) =>
    runLayer(state, {
      type: "shaw",
      clip: state.clip,
      keyTable: numbers(
        ...([2 * state.clip + 1, state.dModel / state.numHeads, 9] as const),
      ),
    }),
});

export const rotaryLayer = kind("rotaryLayer", {
  name: { en: "Layer: rotary (RoPE)", zh: "层：旋转位置编码（RoPE）" },
  prints: {
    en: "what the self-attention answers, a row for each token",
    zh: "自注意力的输出，每个词元一行",
  },
  defaults: { ...SIZES, maxLen: 16, base: 10000 },
  settle(state) {
    const settled = settledHeads(state, 2);
    return { ...settled, maxLen: Math.max(state.maxLen, state.seqLen) };
  },
  python(given, state) {
    const py = withModules(given);
    const s = marked(state);
    const positions = lines`
      positions = RotaryPositionalEncoding(${state.dModel / state.numHeads}, ${s.maxLen}, ${s.base}) «headDim maxLen base»`;
    return python(py, pyBody(py, state, positions), [
      pyNumbers(py),
      pyLinear(py),
      pyRotaryLayer(py),
      pyAttentionLayer(py, "rotary", true),
    ]);
  },
  braces(c, state) {
    const s = marked(state);
    const args = `${state.dModel / state.numHeads}, ${s.maxLen}, ${s.base}`;
    const positions = c.java
      ? lines`var positions = new RotaryPositionalEncoding(${args}); «headDim maxLen base»`
      : lines`const RotaryPositionalEncoding positions(${args}); «headDim maxLen base»`;
    return c.program(cBody(c, state, positions), [
      cNumbers(c),
      ...cLinear(c),
      cRotaryLayer(c),
      cAttentionLayer(c, "rotary", true),
    ]);
  },
  javascript(state) {
    const s = marked(state);
    return jsProgram(
      state,
      lines`
        // ${remark("Pair i: columns i and i + headDim / 2.", "第 i 对：第 i 列与第 i + headDim / 2 列。")}
        const positions = { type: "rotary", base: ${s.base}, layout: "halves" }; «base layout»`,
    );
  },
  run: (state) =>
    runLayer(state, { type: "rotary", base: state.base, layout: "halves" }),
});
