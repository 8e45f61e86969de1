// Small Transformers that use the layers: an encoder, and a decoder.
import * as pe from "posenc";
import { type Braces, cIntegers } from "../braces.ts";
import { javascript, jsRows, jsVector } from "../javascript.ts";
import { kind, type Printed, rowsOf } from "../kind.ts";
import {
  cAttentionLayer,
  cLinear,
  cNumbers,
  cWay,
} from "../layers/brace-layers.ts";
import { jsNumbers, numbers, type Rows } from "../layers/plain-numbers.ts";
import {
  call,
  pyAttentionLayer,
  pyLinear,
  pyNumbers,
  pyWay,
  WAYS,
  type Way,
  withModules,
} from "../layers/python-layers.ts";
import {
  cFeedForward,
  classNameOf,
  cModel,
  cModelLayer,
  cNorms,
  pyFeedForward,
  pyModel,
  pyModelLayer,
} from "../layers/whole-stacks.ts";
import { type Fragment, lines, remark, when } from "../listing.ts";
import { marked } from "../program-state.ts";
import { type Python, pyIntegers, pyRows, python } from "../python.ts";
import { settledHeads } from "./attention-layers.ts";

const COMMON = {
  tokens: [3, 1, 4, 1, 5],
  vocabularySize: 6,
  dModel: 8,
  numHeads: 2,
  layers: 2,
  position: "sinusoidal",
  maxLen: 16,
  clip: 2,
  base: 10000,
} as const;

interface Model {
  readonly tokens: readonly number[];
  readonly vocabularySize: number;
  readonly dModel: number;
  readonly numHeads: number;
  readonly layers: number;
  readonly position: string;
  readonly maxLen: number;
  readonly clip: number;
  readonly base: number;
  /** Of the decoder. */
  readonly memoryLen?: number;
}

const wayOf = ({ position }: Model): Way =>
  WAYS.find((way) => way === position) ?? "sinusoidal";

function settled<S extends Model>(state: S): S {
  const { vocabularySize } = state;
  const tokens = state.tokens.map((token) =>
    Math.min(Math.max(0, Math.round(token)), vocabularySize - 1),
  );
  const heads = settledHeads(state, wayOf(state) === "rotary" ? 2 : 1);
  return { ...heads, tokens, maxLen: Math.max(state.maxLen, tokens.length) };
}

/** What an object of the way that positions enter is made of. */
function argsOf(state: Model, torch: boolean): string {
  const s = marked(state);
  const headDim = state.dModel / state.numHeads;
  return {
    sinusoidal: `${s.dModel}, ${s.maxLen}, ${s.base}`,
    learned: torch
      ? `${s.dModel}, ${s.maxLen}`
      : `numbers(${s.maxLen}, ${s.dModel}, 9)`,
    relative: torch
      ? `${headDim}, ${s.clip}`
      : `numbers(2 * ${s.clip} + 1, ${headDim}, 9)`,
    rotary: `${headDim}, ${s.maxLen}, ${s.base}`,
  }[wayOf(state)];
}

const LINKS = "«pos dModel maxLen clip base»";

function pyProgram(given: Python, state: Model): Fragment {
  const py = withModules(given);
  const way = wayOf(state);
  const s = marked(state);
  const decoder = state.memoryLen !== undefined;
  const name = decoder ? "decoder" : "encoder";
  const table =
    way === "learned"
      ? `numbers(${s.maxLen}, ${s.dModel}, 9)`
      : `numbers(2 * ${s.clip} + 1, ${state.dModel / state.numHeads}, 9)`;
  const filled =
    py.torch && (way === "learned" || way === "relative")
      ? lines`
          with torch.no_grad():  # ${remark("numbers that the other languages have, too", "换成其他语言也有的数")}
              positions.embedding.weight.copy_(${table}) «table»`
      : [];
  const body = lines`
    positions = ${classNameOf(way)}(${argsOf(state, py.torch)}) ${LINKS}
    ${filled}
    ${name} = ${decoder ? "Decoder" : "Encoder"}(${s.vocabularySize}, ${s.dModel}, ${s.numHeads}, ${s.layers}, positions) «vocabularySize dModel numHeads layers»
    ${pyIntegers(py, "tokens", state.tokens)} «tokens»
    ${
      decoder
        ? lines`
            memory = numbers(${s.memoryLen ?? ""}, ${s.dModel}, 5)  # ${remark("in place of an encoder's output", "代替编码器的输出")} «memory»
            y, scores = ${call(py, name)}(tokens, memory) «output scores»
            ${pyRows("y")} «output»
            ${pyRows("scores")} «scores»`
        : lines`
            y = ${call(py, name)}(tokens) «output»
            ${pyRows("y")} «output»`
    }`;
  return python(py, body, [
    pyNumbers(py),
    pyLinear(py),
    pyWay(py, way),
    pyAttentionLayer(py, way, decoder),
    pyFeedForward(py),
    pyModelLayer(py, way, decoder),
    pyModel(py, way, decoder),
  ]);
}

function cProgram(c: Braces, state: Model): Fragment {
  const way = wayOf(state);
  const s = marked(state);
  const decoder = state.memoryLen !== undefined;
  const name = decoder ? "decoder" : "encoder";
  const made = (type: string, own: string, args: string): string =>
    c.java
      ? `var ${own} = new ${type}(${args});`
      : `const ${type} ${own}(${args});`;
  const matrix = c.java ? "double[][]" : "const Matrix";
  const size = `${s.vocabularySize}, ${s.dModel}, ${s.numHeads}, ${s.layers}, positions`;
  return c.program(
    lines`
      ${made(classNameOf(way), "positions", argsOf(state, false))} ${LINKS}
      ${made(decoder ? "Decoder" : "Encoder", name, size)} «vocabularySize dModel numHeads layers»
      ${cIntegers(c, "tokens", state.tokens)} «tokens»
      ${when(
        decoder,
        lines`
        // ${remark("In place of an encoder's output.", "代替编码器的输出。")}
        ${matrix} memory = numbers(${s.memoryLen ?? ""}, ${s.dModel}, 5); «memory»`,
      )}
      ${matrix} y = ${name}.forward(tokens${decoder ? ", memory" : ""}); «output»
      ${c.rows("y")} «output»
      ${when(decoder, c.rows(`${name}.scores(y)`))} «scores»`,
    [
      cNumbers(c),
      ...cLinear(c),
      ...cNorms(c),
      cWay(c, way),
      cAttentionLayer(c, way, decoder),
      cFeedForward(c),
      cModelLayer(c, way, decoder),
      cModel(c, way, decoder),
    ],
  );
}

/** The weights of the model by the names of the package. */
function weightsOf(state: Model): Record<string, Rows> {
  const { layers, dModel, vocabularySize, maxLen } = state;
  const decoder = state.memoryLen !== undefined;
  const weights: Record<string, Rows> = {
    tokenEmbedding: numbers(vocabularySize, dModel, 0),
  };
  if (wayOf(state) === "learned") {
    weights.positionEmbedding = numbers(maxLen, dModel, 9);
  }
  const same = (name: string, length: number, value: number): void => {
    const data = new Float32Array(length).fill(value);
    weights[name] = { data, shape: [length] };
  };
  const linear = (name: string, out: number, width: number, seed: number) => {
    weights[`${name}.weight`] = numbers(out, width, seed);
    same(`${name}.bias`, out, 0);
  };
  for (let n = 0; n < layers; n += 1) {
    const seed = 10 * n + 1;
    const parts: readonly (readonly [string, number])[] = [
      ["selfAttention", seed],
      ...(decoder ? ([["crossAttention", seed + 6]] as const) : []),
    ];
    for (const [attention, first] of parts) {
      ["query", "key", "value", "output"].forEach((part, k) => {
        const name = `layers.${n}.${attention}.${part}`;
        linear(name, dModel, dModel, first + k);
      });
    }
    const feed = `layers.${n}.feedForward`;
    linear(`${feed}.hidden`, 4 * dModel, dModel, seed + 4);
    linear(`${feed}.output`, dModel, 4 * dModel, seed + 5);
    for (const part of [...parts.map(([name]) => name), "feedForward"]) {
      same(`layers.${n}.${part}Norm.gain`, dModel, 1);
      same(`layers.${n}.${part}Norm.bias`, dModel, 0);
    }
  }
  return weights;
}

/** The same in a JavaScript program. */
const jsWeights = (decoder: boolean): Fragment => lines`
  // ${remark("The weights by their names; biases are 0 and gains 1.", "按名称给出的权重；偏置为 0，增益为 1。")}
  function weightsOf({ vocabularySize, dModel, layers }) {
    const weights = { tokenEmbedding: numbers(vocabularySize, dModel, 0) }; «vocabularySize tokens»
    const same = (name, length, value) => {
      weights[name] = { data: new Float32Array(length).fill(value), shape: [length] };
    };
    const linear = (name, outputs, inputs, seed) => {
      weights[name + ".weight"] = numbers(outputs, inputs, seed);
      same(name + ".bias", outputs, 0);
    };
    for (let n = 0; n < layers; n += 1) { «layers»
      const [layer, seed] = ["layers." + n + ".", 10 * n + 1];
      ["query", "key", "value", "output"].forEach((part, k) => {
        linear(layer + "selfAttention." + part, dModel, dModel, seed + k);
        ${when(decoder, lines`linear(layer + "crossAttention." + part, dModel, dModel, seed + 6 + k); «memory»`)}
      });
      linear(layer + "feedForward.hidden", 4 * dModel, dModel, seed + 4);
      linear(layer + "feedForward.output", dModel, 4 * dModel, seed + 5);
      for (const part of ["selfAttention", ${decoder ? '"crossAttention", ' : ""}"feedForward"]) {
        same(layer + part + "Norm.gain", dModel, 1);
        same(layer + part + "Norm.bias", dModel, 0);
      }
    }
    return weights;
  }`;

function jsProgram(state: Model): Fragment {
  const s = marked(state);
  const way = wayOf(state);
  const decoder = state.memoryLen !== undefined;
  const headDim = state.dModel / state.numHeads;
  const position = {
    sinusoidal: lines`const position = { type: "sinusoidal", base: ${s.base} }; «pos base»`,
    learned: lines`const position = { type: "learned", maxLen: ${s.maxLen} }; «pos maxLen»`,
    relative: lines`
      const keyTable = numbers(2 * ${s.clip} + 1, ${headDim}, 9); «table clip»
      const position = { type: "shaw", clip: ${s.clip}, keyTable }; «pos clip»`,
    rotary: lines`const position = { type: "rotary", base: ${s.base}, layout: "halves" }; «pos base»`,
  }[way];
  const name = decoder ? "decoder" : "encoder";
  return javascript(lines`

    ${jsNumbers()}

    ${jsWeights(decoder)}

    ${position}
    const sizes = { vocabularySize: ${s.vocabularySize}, dModel: ${s.dModel}, numHeads: ${s.numHeads}, layers: ${s.layers} }; «vocabularySize dModel numHeads layers»
    const weights = weightsOf(sizes); «layers»
    ${when(way === "learned", lines`weights.positionEmbedding = numbers(${s.maxLen}, ${s.dModel}, 9); «table maxLen»`)}
    const ${name} = pe.transformer.${name}({ ...sizes, position, weights }); «pos»
    ${jsVector("tokens", state.tokens)} «tokens»
    ${
      decoder
        ? lines`
            // ${remark("In place of an encoder's output.", "代替编码器的输出。")}
            const memory = numbers(${s.memoryLen ?? ""}, ${s.dModel}, 5); «memory»
            const { output, logits } = decoder.forward(tokens, { memory, logits: true }); «output scores»
            ${jsRows("output", "logits")}`
        : lines`
            const { output } = encoder.forward(tokens); «output»
            ${jsRows("output")}`
    }`);
}

function runModel(state: Model): Printed {
  const { tokens, vocabularySize, dModel, numHeads, layers } = state;
  const { base, clip, maxLen, memoryLen } = state;
  const keyTable = numbers(2 * clip + 1, dModel / numHeads, 9);
  const position = {
    sinusoidal: { type: "sinusoidal", base },
    learned: { type: "learned", maxLen },
    relative: { type: "shaw", clip, keyTable },
    rotary: { type: "rotary", base, layout: "halves" },
  } as const;
  const options = {
    vocabularySize,
    dModel,
    numHeads,
    layers,
    position: position[wayOf(state)],
    weights: weightsOf(state),
  };
  if (memoryLen === undefined) {
    const model = pe.transformerEncoder(options);
    const { output } = model.forward(tokens);
    model.dispose();
    return rowsOf(output);
  }
  const memory = numbers(memoryLen, dModel, 5);
  const model = pe.transformerDecoder(options);
  const { output, logits } = model.forward(tokens, { memory, logits: true });
  model.dispose();
  return [...rowsOf(output), ...(logits ? rowsOf(logits) : [])];
}

export const encoder = kind("encoder", {
  name: { en: "Model: encoder", zh: "模型：编码器" },
  prints: {
    en: "the output of the last layer, a row for each token",
    zh: "最后一层的输出，每个词元一行",
  },
  defaults: COMMON,
  words: { position: WAYS },
  settle: settled,
  python: pyProgram,
  braces: cProgram,
  javascript: jsProgram,
  run: runModel,
});

export const decoder = kind("decoder", {
  name: { en: "Model: decoder", zh: "模型：解码器" },
  prints: {
    en: "the output of the last layer, a row for each token; then the scores of all words of the vocabulary",
    zh: "最后一层的输出，每个词元一行；然后是词汇表中各词的分数",
  },
  defaults: { ...COMMON, memoryLen: 3 },
  words: { position: WAYS },
  settle: settled,
  python: pyProgram,
  braces: cProgram,
  javascript: jsProgram,
  run: runModel,
});
