import assert from "node:assert/strict";
import test from "node:test";
import { untyped } from "../../untyped.js";
import { maxError, pe, refuses } from "./helpers.js";
import {
  ACTIVATIONS,
  reference,
  rowsOf,
  sinusoidal,
} from "./transformer.reference.js";

/** Reproducible numbers from −1 to 1. */
function noise(shape, seed = 1) {
  let state = seed >>> 0;
  const size = shape.reduce((a, b) => a * b, 1);
  const data = Float32Array.from({ length: size }, () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 31 - 1;
  });
  return { data, shape };
}

/** Weights of no special value, biases and gains included. */
const scrambled = (weights) =>
  Object.fromEntries(
    Object.entries(weights).map(([name, { shape }], n) => {
      const tensor = noise(shape, n + 1);
      const scale = /gain|tokenEmbedding/.test(name) ? 1 : 0.4;
      return [name, { data: tensor.data.map((x) => x * scale), shape }];
    }),
  );

const SMALL = { layers: 2, dModel: 8, numHeads: 2, vocabularySize: 11 };
const TOKENS = [3, 1, 4, 1, 5, 9, 2];

const embedded = (weights, tokens) => {
  const table = rowsOf(weights.tokenEmbedding);
  const rows = sinusoidal(tokens.length, 8);
  return tokens.map((token, t) =>
    table[token].map((x, i) => x * Math.sqrt(8) + rows[t][i]),
  );
};

test("A soft cap and a temperature bend self-attention, all at once or token by token", () => {
  const bent = {
    softcap: 0.2,
    temperature: { type: "floor", length: 2, coefficient: 0.7 },
  };
  const options = /** @type {any} */ ({
    ...SMALL,
    ...bent,
    crossAttention: false,
  });
  const decoder = pe.transformer.decoder(options);
  decoder.weights = scrambled(decoder.weights);
  const w = decoder.weights;
  const bend = (s, i) =>
    0.2 * Math.tanh((s * (1 + 0.7 * Math.log(1 + Math.floor(i / 2)))) / 0.2);
  const expected = reference(
    w,
    { ...options, bend, causal: true },
    embedded(w, TOKENS),
  );
  const { output } = decoder.forward(TOKENS);
  assert.ok(maxError(output.data, expected.flat()) <= 1e-5);
  const decoding = decoder.start();
  for (const [t, token] of TOKENS.entries()) {
    const step = decoding.step(token).output;
    assert.ok(maxError(step.data, expected[t]) <= 1e-5);
  }
  decoder.dispose();
});

for (const norm of ["post", "pre"]) {
  for (const activation of Object.keys(ACTIVATIONS)) {
    test(`An encoder and a decoder (${norm}, ${activation}) follow the formulas`, () => {
      const options = /** @type {any} */ ({ ...SMALL, norm, activation });
      const encoder = pe.transformer.encoder(options);
      encoder.weights = scrambled(encoder.weights);
      const { output: memory } = encoder.forward(TOKENS);
      const w = encoder.weights;
      const expected = reference(w, options, embedded(w, TOKENS));
      assert.deepEqual(memory.shape, [7, 8]);
      assert.ok(maxError(memory.data, expected.flat()) <= 1e-5);

      const decoder = pe.transformer.decoder(options);
      decoder.weights = scrambled(decoder.weights);
      const tokens = [7, 7, 0, 10];
      const u = decoder.weights;
      for (const given of [memory, undefined]) {
        const found = decoder.forward(tokens, {
          ...(given && { memory: given }),
          logits: true,
        });
        const rows = reference(
          u,
          { ...options, causal: true },
          embedded(u, tokens),
          given && expected,
        );
        assert.ok(maxError(found.output.data, rows.flat()) <= 1e-5);
        const table = rowsOf(u.tokenEmbedding);
        const logits = rows.map((row) =>
          table.map((y) => y.reduce((sum, x, i) => sum + x * row[i], 0)),
        );
        assert.deepEqual(found.logits.shape, [4, 11]);
        assert.ok(maxError(found.logits.data, logits.flat()) <= 4e-5);
      }
    });
  }
}

for (const type of /** @type {const} */ (["none", "sinusoidal", "learned"])) {
  test(`Embeddings are scaled by √D, or as asked, ${type} positions`, () => {
    const own = { layers: 1, dModel: 8, numHeads: 2, dFeedForward: 5 };
    const position = type === "learned" ? { type, maxLen: 4 } : { type };
    const x = noise([4, 8], 9);
    for (const norm of /** @type {const} */ (["pre", "post"])) {
      for (const [embeddingScale, epsilon] of [
        [undefined, 0.5],
        [0.5, undefined],
        [-3, 1e-3],
        [0, 2],
      ]) {
        const options = { ...own, norm, embeddingScale, epsilon };
        const encoder = pe.transformer.encoder(
          /** @type {any} */ ({ ...options, position }),
        );
        encoder.weights = scrambled(encoder.weights);
        const w = encoder.weights;
        const rows = {
          none: Array.from({ length: 4 }, () => Array(8).fill(0)),
          sinusoidal: sinusoidal(4, 8),
          learned: w.positionEmbedding && rowsOf(w.positionEmbedding),
        }[type];
        const scale = embeddingScale ?? Math.sqrt(8);
        const embeddings = rowsOf(x).map((row, t) =>
          row.map((value, i) => scale * value + rows[t][i]),
        );
        const expected = reference(w, options, embeddings);
        const { output } = encoder.forward(x);
        assert.ok(maxError(output.data, expected.flat()) <= 1e-5);
        encoder.dispose();
      }
    }
  });
}

test("A seed draws the weights that it always drew", () => {
  const { weights } = pe.transformer.decoder({
    layers: 2,
    dModel: 4,
    numHeads: 2,
    vocabularySize: 3,
    seed: 7,
    position: { type: "learned", maxLen: 2 },
  });
  // The first number and the last of some.
  const known = {
    tokenEmbedding: [0.576958179473877, -0.03916798532009125],
    positionEmbedding: [0.03599279746413231, -0.02734454907476902],
    "layers.0.feedForward.hidden.weight": [
      0.3910103142261505, 0.5594993233680725,
    ],
    "layers.1.feedForward.output.weight": [
      0.3843410611152649, -0.02948066219687462,
    ],
    "layers.1.crossAttention.output.weight": [
      0.11941671371459961, 0.11176402866840363,
    ],
  };
  for (const [name, numbers] of Object.entries(known)) {
    const { data } = weights[name];
    assert.deepEqual([data[0], data.at(-1)], numbers, name);
  }
});

test("Weights are drawn each from a stream of its own, biases 0 and gains 1", () => {
  const { weights } = pe.transformer.decoder({
    layers: 3,
    dModel: 32,
    numHeads: 2,
    dFeedForward: 48,
    norm: "pre",
    vocabularySize: 50,
    maxLen: 40,
    position: { type: "learned" },
    seed: 4,
  });
  const spread = (name, shape) => {
    const [rows, width] = shape;
    if (name === "tokenEmbedding") return 1 / Math.sqrt(32);
    if (name === "positionEmbedding") return 0.02;
    return Math.sqrt(2 / (/hidden/.test(name) ? width : rows + width));
  };
  const firsts = new Set();
  for (const [name, { data, shape }] of Object.entries(weights)) {
    if (/\.(gain|bias)$/.test(name)) {
      const fill = Number(name.endsWith("gain"));
      assert.ok(
        data.every((x) => x === fill),
        name,
      );
      continue;
    }
    const std = spread(name, shape);
    const found = Math.sqrt(
      data.reduce((sum, x) => sum + x * x, 0) / data.length,
    );
    assert.ok(Math.abs(found / std - 1) < 0.1, `${name}: ${found} for ${std}`);
    firsts.add((data[0] / std).toFixed(4));
  }
  assert.equal(firsts.size, 2 + 3 * 10);
  assert.deepEqual(
    Object.keys(weights).filter((name) => /Norm|embedding/i.test(name)).length,
    2 + 2 * (3 * 3 + 1),
  );
});

test("Tokens are integers of any array, and all else is embeddings", () => {
  const encoder = pe.transformer.encoder({ ...SMALL, vocabularySize: 300 });
  const list = [3, 0, 299];
  const expected = encoder.forward(list);
  const big = BigInt64Array.from(list, BigInt);
  for (const data of [
    Int16Array.from(list),
    Uint16Array.from(list),
    Uint32Array.from(list),
    big,
    BigUint64Array.from(big),
  ]) {
    const dtype = data instanceof Uint16Array ? { dtype: "uint16" } : {};
    const tokens = /** @type {any} */ ({ data, shape: [3], ...dtype });
    assert.deepEqual(encoder.forward(tokens), expected);
  }
  assert.deepEqual(encoder.forward(Int32Array.from(list)), expected);
  for (const data of [list, Float32Array.from(list), Float64Array.from(list)]) {
    refuses(
      () => encoder.forward({ data, shape: [3] }),
      RangeError,
      "transformer.encoder.forward: embeddings must have shape [T, 8] or [B, T, 8], got [3]",
    );
  }
  const decoder = pe.transformer.decoder(SMALL);
  const { tokenEmbedding } = decoder.weights;
  const row = { data: tokenEmbedding.data.slice(24, 32), shape: [8] };
  assert.deepEqual(decoder.start().step(row), decoder.start().step(3));
  refuses(
    () => decoder.start().step({ ...row, shape: [1, 8] }),
    RangeError,
    "transformer.decoder.step: embeddings must have shape [8], got [1, 8]",
  );
  for (const [token, told] of [
    [0.5, "0.5"],
    [-1, "-1"],
    [11, "11"],
  ]) {
    refuses(
      () => decoder.forward(untyped([10, 0, token])),
      RangeError,
      `transformer.decoder.forward: tokens must be integers from 0 to 10, got ${told} at index 2`,
    );
  }
});

/** Every way that positions can enter, for 2 heads of width 4. */
const T = 20;
/** @type {Record<string, import("posenc").DecoderOptions["position"]>} */
const SCHEMES = {
  none: { type: "none" },
  sinusoidal: { type: "sinusoidal", base: 100, layout: "halves" },
  learned: { type: "learned", maxLen: T },
  rotary: { type: "rotary", layout: "interleaved" },
  "rotary, scaled": {
    type: "rotary",
    scaling: { type: "yarn", factor: 4, originalMaxSeqLen: 16 },
  },
  alibi: { type: "alibi" },
  t5: { type: "t5", table: noise([32, 2]) },
  kerple: { type: "kerple", kind: "log", a: [0.5, 1], p: [1, 0.3] },
  sandwich: { type: "sandwich", dim: 8 },
  fire: {
    type: "fire",
    L: 6,
    weights: {
      hiddenWeight: noise([5, 1]),
      hiddenBias: noise([5], 2),
      outputWeight: noise([2, 5], 3),
      outputBias: noise([2], 4),
    },
  },
  shaw: {
    type: "shaw",
    clip: 3,
    keyTable: noise([7, 4]),
    valueTable: noise([2, 7, 4]),
  },
  transformerXL: {
    type: "transformerXL",
    r: noise([T, 2, 4]),
    contentBias: noise([2, 4], 2),
    positionBias: noise([2, 4], 3),
  },
  deberta: {
    type: "deberta",
    span: 4,
    relK: noise([8, 2, 4]),
    relQ: noise([8, 2, 4], 2),
  },
  cope: { type: "cope", embeddings: noise([6, 4]) },
  tupe: {
    type: "tupe",
    positionQuery: noise([T, 2, 3]),
    positionKey: noise([T, 2, 3], 2),
  },
  "tupe with cls": {
    type: "tupe",
    cls: true,
    positionQuery: noise([T + 1, 2, 3]),
    positionKey: noise([T + 1, 2, 3], 2),
  },
};

/** Names of the schemes that attention knows, as its error tells them. */
const attentionSchemes = (() => {
  const x = noise([1, 1, 1]);
  try {
    pe.attention({ q: x, k: x, v: x, position: { type: untyped("?") } });
  } catch (/** @type {any} */ { message }) {
    return [...message.matchAll(/"(\w+)"/g)].map(([, name]) => name);
  }
  throw new Error('the type "?" was taken');
})();

for (const [name, position] of Object.entries(SCHEMES)) {
  const additive = ["sinusoidal", "learned"].includes(position.type);
  if (!additive && !attentionSchemes.includes(position.type)) continue;
  test(`Decoding step by step equals the full pass: ${name}`, () => {
    const memory = noise([2, 5, 8], 7);
    const decoder = pe.transformer.decoder({
      ...SMALL,
      position,
      norm: "pre",
      seed: 5,
    });
    const texts = [0, 3].map((shift) =>
      Array.from({ length: T }, (_, t) => (t * t + shift) % 11),
    );
    const memoryMask = { data: [true, true, false, true, true], shape: [5] };
    const options = { memory, memoryMask };
    const full = decoder.forward(texts, { ...options, logits: true });
    const decoding = decoder.start(options);
    for (let t = 0; t < T; t += 1) {
      assert.equal(decoding.length, t);
      const step = decoding.step([texts[0][t], texts[1][t]], { logits: true });
      assert.deepEqual(step.output.shape, [2, 8]);
      assert.deepEqual(step.logits.shape, [2, 11]);
      for (const key of ["output", "logits"]) {
        const width = full[key].shape[2];
        const rows = [t, T + t].flatMap((row) => [
          ...full[key].data.subarray(row * width, (row + 1) * width),
        ]);
        assert.ok(maxError(step[key].data, rows) <= 1e-5, `${key} ${t}`);
      }
    }
    // One text, by itself and without memory.
    const alone = decoder.forward(texts[0]).output;
    const session = decoder.start();
    for (let t = 0; t < T; t += 1) {
      const { output } = session.step(texts[0][t]);
      assert.deepEqual(output.shape, [8]);
      const row = alone.data.subarray(t * 8, (t + 1) * 8);
      assert.ok(maxError(output.data, row) <= 1e-5);
    }
  });
}

test("Every scheme of attention is decoded step by step above", () => {
  const tested = Object.values(SCHEMES).map(({ type }) => type);
  const rest = attentionSchemes.filter((name) => !tested.includes(name));
  assert.deepEqual(rest, []);
});

test("An encoder without positions commutes with permutations, one with rows does not", () => {
  const x = noise([6, 8]);
  const order = [3, 0, 5, 1, 4, 2];
  const permuted = ({ data }) => ({
    data: order.flatMap((t) => [...data.subarray(t * 8, (t + 1) * 8)]),
    shape: [6, 8],
  });
  const gap = (position) => {
    const { forward } = pe.transformer.encoder({
      layers: 2,
      dModel: 8,
      numHeads: 2,
      position,
    });
    const moved = forward(permuted(x)).output;
    return maxError(moved.data, permuted(forward(x).output).data);
  };
  assert.ok(gap({ type: "none" }) <= 2e-6);
  assert.ok(gap({ type: "sinusoidal" }) > 1e-2);
});

test("Weights are read as copies and written back without change", () => {
  const first = pe.transformer.decoder({ ...SMALL, maxLen: 9, seed: 3 });
  const { weights } = first;
  const second = pe.transformer.decoder({ ...SMALL, weights });
  const expected = first.forward(TOKENS).output;
  assert.deepEqual(second.forward(TOKENS).output, expected);
  weights.tokenEmbedding.data.fill(0);
  assert.deepEqual(first.forward(TOKENS).output, expected);
  second.weights = weights;
  assert.notDeepEqual(second.forward(TOKENS).output, expected);
  second.weights = first.weights;
  assert.deepEqual(second.forward(TOKENS).output, expected);
});

test("The same seed gives the same weights, another one others of the same spread", () => {
  const make = (seed) =>
    pe.transformer.encoder({
      layers: 2,
      dModel: 64,
      numHeads: 4,
      norm: "pre",
      seed,
      position: { type: "learned", maxLen: 100 },
    }).weights;
  const a = make(1);
  assert.deepEqual(make(1), a);
  const b = make(2);
  const deviation = ({ data }) =>
    Math.sqrt(data.reduce((sum, x) => sum + x * x, 0) / data.length);
  const spread = {
    positionEmbedding: 0.02,
    "layers.1.selfAttention.key.weight": Math.sqrt(2 / 128),
    "layers.0.feedForward.hidden.weight": Math.sqrt(2 / 64),
    "layers.0.feedForward.output.weight": Math.sqrt(2 / 320),
  };
  for (const [name, std] of Object.entries(spread)) {
    assert.ok(Math.abs(deviation(a[name]) / std - 1) < 0.05, name);
    assert.notDeepEqual(b[name], a[name]);
  }
  assert.notDeepEqual(
    a["layers.0.selfAttention.key.weight"],
    a["layers.1.selfAttention.key.weight"],
  );
  assert.deepEqual(a["finalNorm.gain"].data, new Float32Array(64).fill(1));
});

test("A batch equals its texts one by one, tokens equal their embeddings", () => {
  const encoder = pe.transformer.encoder({ ...SMALL, numHeads: 4 });
  // As many tokens as heads: shapes alone do not tell which axis is which.
  const texts = [
    [1, 2, 3, 4],
    [5, 6, 7, 8],
    [4, 4, 4, 4],
  ];
  const { output, layers } = encoder.forward(texts, { returnWeights: true });
  assert.deepEqual(output.shape, [3, 4, 8]);
  assert.deepEqual(layers[1].selfAttention.shape, [3, 4, 4, 4]);
  const flat = { data: Int32Array.from(texts.flat()), shape: [3, 4] };
  assert.ok(maxError(encoder.forward(flat).output.data, output.data) <= 2e-6);
  const { tokenEmbedding } = encoder.weights;
  texts.forEach((text, b) => {
    const rows = output.data.subarray(b * 32, (b + 1) * 32);
    assert.ok(maxError(encoder.forward(text).output.data, rows) <= 2e-6);
    const x = pe.embedding.lookup(tokenEmbedding, text);
    assert.ok(maxError(encoder.forward(x).output.data, rows) <= 2e-6);
  });
});

test("A vocabulary may be smaller than a row is wide", () => {
  const encoder = pe.transformer.encoder({ ...SMALL, vocabularySize: 3 });
  const text = [0, 2, 1, 2];
  const x = pe.embedding.lookup(encoder.weights.tokenEmbedding, text);
  assert.deepEqual(encoder.forward(text), encoder.forward(x));
});

test("Layers without gain and bias have those of ones and zeros", () => {
  const x = noise([3, 5], 4);
  const [ones, zeros] = [1, 0].map((value) => ({
    data: new Float32Array(5).fill(value),
    shape: [5],
  }));
  const { layerNorm, linear } = pe.transformer;
  const same = layerNorm(x, { gain: ones, bias: zeros });
  assert.deepEqual(layerNorm(x), same);
  assert.deepEqual(layerNorm(x, { gain: ones }), same);
  assert.deepEqual(layerNorm(x, { bias: zeros }), same);
  const weight = noise([5, 5], 5);
  assert.deepEqual(linear(x, weight), linear(x, weight, zeros));
});

test("A mask over padding hides it from the other tokens", () => {
  const encoder = pe.transformer.encoder(SMALL);
  const short = encoder.forward([1, 2, 3]).output;
  const mask = { data: [1, 1, 1, 0].map(Boolean), shape: [4] };
  const { output } = encoder.forward([1, 2, 3, 9], { mask });
  assert.ok(maxError(output.data.subarray(0, 24), short.data) <= 2e-6);
});

test("A mask of memory hides it, in a pass and step by step", () => {
  const decoder = pe.transformer.decoder(SMALL);
  const memory = noise([5, 8], 3);
  const row = (t) => [...memory.data.subarray(8 * t, 8 * (t + 1))];
  const seen = { data: [0, 2, 4].flatMap(row), shape: [3, 8] };
  const mask = { data: [true, false, true, false, true], shape: [5] };
  const { output } = decoder.forward(TOKENS, { memory, memoryMask: mask });
  const expected = decoder.forward(TOKENS, { memory: seen }).output;
  assert.ok(maxError(output.data, expected.data) <= 2e-6);
  const whole = decoder.forward(TOKENS, { memory }).output;
  assert.ok(maxError(output.data, whole.data) > 1e-2);
  const decoding = decoder.start({ memory, memoryMask: mask });
  for (const [t, token] of TOKENS.entries()) {
    const found = decoding.step(token).output;
    const row = expected.data.subarray(8 * t, 8 * (t + 1));
    assert.ok(maxError(found.data, row) <= 2e-6);
  }
  refuses(
    () => {
      const short = { data: [true, false], shape: [2] };
      decoder.forward(TOKENS, { memory, memoryMask: short });
    },
    RangeError,
    "transformer.decoder.forward: memoryMask: mask must have shape [B, H, Q, K] = [1, 2, 7, 5] or fewer axes from the right, each of that length or 1, got [2]",
  );
});

test("onLayer sees each part of each layer, in order", () => {
  const decoder = pe.transformer.decoder(SMALL);
  const seen = [];
  const { output, layers } = decoder.forward(TOKENS, {
    memory: noise([5, 8]),
    returnWeights: true,
    onLayer: (info) => seen.push(info),
  });
  assert.deepEqual(
    seen.map(({ layer, kind }) => `${layer} ${kind}`),
    [0, 1].flatMap((n) =>
      ["selfAttention", "crossAttention", "feedForward"].map(
        (kind) => `${n} ${kind}`,
      ),
    ),
  );
  for (let i = 1; i < 6; i += 1) {
    assert.deepEqual(seen[i].input, seen[i - 1].output);
  }
  assert.deepEqual(seen[5].output, output);
  assert.equal(seen[5].attentionWeights, undefined);
  assert.deepEqual(seen[4].attentionWeights, layers[1].crossAttention);
  assert.deepEqual(seen[4].attentionWeights.shape, [2, 7, 5]);
});

test("A step that fails leaves the text as it was", () => {
  const decoder = pe.transformer.decoder(SMALL);
  const decoding = decoder.start();
  decoding.step(1);
  refuses(
    () => decoding.step(11),
    RangeError,
    "transformer.decoder.step: tokens must be integers from 0 to 10, got 11 at index 0",
  );
  assert.equal(decoding.length, 1);
  const { output } = decoding.step(2);
  const full = decoder.forward([1, 2]).output;
  assert.ok(maxError(output.data, full.data.subarray(8)) <= 1e-6);
});

const { encoder: makeEncoder, decoder: makeDecoder } = pe.transformer;
const without = (name) => {
  const { [name]: _, ...rest } = makeEncoder(SMALL).weights;
  return rest;
};
const PLAIN = { layers: 1, dModel: 4, numHeads: 2 };

const ERRORS = {
  "a width that the heads do not divide": [
    () => makeEncoder({ ...PLAIN, numHeads: 3 }),
    RangeError,
    "transformer.encoder: numHeads must be a divisor of dModel = 4, got 3",
  ],
  "an unknown option": [
    () => makeEncoder({ ...PLAIN, ...untyped({ layrs: 1 }) }),
    TypeError,
    'transformer.encoder: unknown option "layrs", did you mean layers? (known: layers, dModel, numHeads, dFeedForward, vocabularySize, position, layer, softcap, temperature, activation, norm, embeddingScale, maxLen, epsilon, seed, weights)',
  ],
  "another activation": [
    () => makeEncoder({ ...PLAIN, activation: untyped("tanh") }),
    RangeError,
    'transformer.encoder: activation must be one of "relu", "gelu", "geluTanh", got "tanh" (a string)',
  ],
  "weights and a seed": [
    // @ts-expect-error one or the other
    () => makeEncoder({ ...PLAIN, weights: {}, seed: 1 }),
    TypeError,
    "transformer.encoder: give either weights or a seed, not both",
  ],
  "a missing weight": [
    () => makeEncoder({ ...SMALL, weights: without("tokenEmbedding") }),
    TypeError,
    "transformer.encoder: weights: tokenEmbedding is required (a tensor of shape [11, 8])",
  ],
  "a weight of another shape": [
    () => {
      const { weights } = makeEncoder(SMALL);
      weights["layers.1.feedForward.hidden.bias"] = noise([31]);
      makeEncoder({ ...SMALL, weights });
    },
    RangeError,
    "transformer.encoder: weights: layers.1.feedForward.hidden.bias must have shape [32], got [31]",
  ],
  "learned positions without a length": [
    () => makeEncoder({ ...PLAIN, position: { type: "learned" } }),
    TypeError,
    "transformer.encoder: position: maxLen is required (an integer from 1 to 2147483648)",
  ],
  "a scheme whose tables do not fit, before the first text": [
    () =>
      makeDecoder({
        ...PLAIN,
        position: { type: "shaw", clip: 2, keyTable: noise([5, 4]) },
      }),
    RangeError,
    "transformer.decoder: position: keyTable must have shape [5, 2] or [2, 5, 2], got [5, 4]",
  ],
  "rows whose form cannot be, before the first text": [
    () => makeEncoder({ ...PLAIN, position: { type: "sinusoidal", base: 0 } }),
    RangeError,
    "transformer.encoder: position: base must be a finite number from 1 to 1000000000000, got 0",
  ],
  "gates of CoPE from outside": [
    () =>
      makeDecoder({
        ...PLAIN,
        position: {
          type: "cope",
          embeddings: noise([3, 2]),
          gates: noise([1, 2, 2]),
        },
      }),
    TypeError,
    "transformer.decoder: position: gates cannot be given here: the keys open the gates of every layer",
  ],
  "a text longer than TUPE's tables": [
    () =>
      makeEncoder({
        ...PLAIN,
        position: {
          type: "tupe",
          positionQuery: noise([2, 2, 3]),
          positionKey: noise([2, 2, 3]),
        },
      }).forward(noise([3, 4])),
    RangeError,
    "transformer.encoder.forward: position: positionQuery must have at least 3 rows for a text of 3 tokens, got shape [2, 2, 3]",
  ],
  "a text that is too long": [
    () => makeEncoder({ ...PLAIN, maxLen: 2 }).forward(noise([3, 4])),
    RangeError,
    "transformer.encoder.forward: the text must have at most 2 tokens, got 3",
  ],
  "tokens without a vocabulary": [
    () => makeEncoder(PLAIN).forward([1, 2]),
    TypeError,
    "transformer.encoder.forward: tokens need a model with a vocabularySize; without it give embeddings, a tensor { data, shape }",
  ],
  "a token outside of the vocabulary": [
    () => makeEncoder(SMALL).forward([[1], [-1]]),
    RangeError,
    "transformer.encoder.forward: tokens must be integers from 0 to 10, got -1 at index 1",
  ],
  "embeddings of another width": [
    () => makeEncoder(PLAIN).forward(noise([3, 5])),
    RangeError,
    "transformer.encoder.forward: embeddings must have shape [T, 4] or [B, T, 4], got [3, 5]",
  ],
  "memory of another batch": [
    () =>
      makeDecoder(PLAIN).forward(noise([3, 4]), { memory: noise([2, 3, 4]) }),
    RangeError,
    "transformer.decoder.forward: memory must have shape [any, 4], got [2, 3, 4]",
  ],
  "memory of another width": [
    () => makeDecoder(PLAIN).start({ memory: noise([3, 5]) }),
    RangeError,
    "transformer.decoder.start: memory must have shape [S, 4] or [B, S, 4], got [3, 5]",
  ],
  "a mask of memory without memory": [
    () => makeDecoder(PLAIN).start({ memoryMask: noise([3]) }),
    TypeError,
    "transformer.decoder.start: memory is required (a tensor)",
  ],
  "memory of fewer texts than are begun": [
    () => makeDecoder(PLAIN).start({ memory: noise([2, 3, 4]), batch: 3 }),
    RangeError,
    "transformer.decoder.start: memory must have shape [3, any, 4], got [2, 3, 4]",
  ],
  "a step behind the longest text": [
    () => {
      const decoding = makeDecoder({ ...SMALL, maxLen: 2 }).start();
      decoding.step(1);
      decoding.step(2);
      decoding.step(3);
    },
    RangeError,
    "transformer.decoder.step: the text must have at most 2 tokens, got 3",
  ],
  "memory for a decoder without cross-attention": [
    () =>
      makeDecoder({ ...PLAIN, crossAttention: false }).start({
        memory: noise([3, 4]),
      }),
    TypeError,
    "transformer.decoder.start: memory needs a decoder with crossAttention, which this one was made without",
  ],
  "logits without a vocabulary": [
    () => makeEncoder(PLAIN).forward(noise([3, 4]), { logits: true }),
    TypeError,
    "transformer.encoder.forward: logits need a model with a vocabularySize",
  ],
  "onLayer that is no function": [
    () => makeEncoder(PLAIN).forward(noise([3, 4]), { onLayer: untyped(1) }),
    TypeError,
    "transformer.encoder.forward: onLayer must be a function, got 1",
  ],
  "a step of another batch": [
    () => makeDecoder(SMALL).start({ batch: 2 }).step([1, 2, 3]),
    RangeError,
    "transformer.decoder.step: tokens must be numbers of shape [2], got shape [3]",
  ],
  "a model that was disposed of": [
    () => {
      const model = makeEncoder(SMALL);
      model.dispose();
      model.forward([1]);
    },
    TypeError,
    "transformer.encoder.forward: the buffer has been disposed of",
  ],
};

for (const [what, [call, Kind, message]] of Object.entries(ERRORS)) {
  test(`Refuses ${what}`, () => refuses(call, Kind, message));
}
