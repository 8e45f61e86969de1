// Valid arguments for every public call of an instance, drawn at random.

/**
 * @typedef {object} Draw
 * @property {(min: number, max: number) => number} int
 * @property {(list: any[]) => any} pick
 * @property {() => boolean} bool
 * @property {(min: number, max: number) => number} real
 * @property {(...shape: number[]) => object} tensor numbers from −1 to 1
 */

const size = (shape) => shape.reduce((a, b) => a * b, 1);

/** What the generators draw with, on top of whole numbers. */
export function drawing(int, pe, buffers) {
  const d = {
    int,
    bool: () => int(0, 1) === 1,
    pick: (list) => list[int(0, list.length - 1)],
    real: (min, max) => min + ((max - min) * int(0, 1000)) / 1000,
    list(length, min = -1, max = 1) {
      let state = int(0, 2 ** 30);
      return Array.from({ length }, () => {
        state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
        return min + ((max - min) * state) / 2 ** 32;
      });
    },
    integers: (length, min, max) =>
      d.list(length, min, max + 1).map((x) => Math.floor(x)),
    numbers(length, min, max) {
      const list = d.list(length, min, max);
      return d.pick([list, Float64Array.from(list), Float32Array.from(list)]);
    },
    buffer(...shape) {
      const buffer = pe.buffer(shape);
      buffers.push(buffer);
      return buffer;
    },
    tensor(...shape) {
      const data = d.list(size(shape));
      switch (int(0, 3)) {
        case 0:
          return { data, shape };
        case 1:
          return { data: Float64Array.from(data), shape };
        case 2: {
          const buffer = d.buffer(...shape);
          buffer.data.set(data);
          return buffer;
        }
        default:
          return { data: Float32Array.from(data), shape };
      }
    },
    /** Some of these options, each drawn only when it is taken. */
    some(options) {
      const taken = Object.entries(options).filter(() => d.bool());
      return Object.fromEntries(taken.map(([name, draw]) => [name, draw()]));
    },
    even: (min, max) => 2 * int(min / 2, max / 2),
  };
  return d;
}

const SINUSOIDAL = (d) =>
  d.some({
    base: () => d.real(1, 1e5),
    layout: () => d.pick(["interleaved", "halves"]),
    spacing: () => d.pick(["paper", "endpoint"]),
  });

const places = (d) =>
  d.bool()
    ? { seqLen: d.int(1, 20), ...d.some({ offset: () => d.int(-99, 99) }) }
    : { positions: d.numbers(d.int(1, 20), -500, 500) };

const placesFrom0 = (d) =>
  d.bool()
    ? { seqLen: d.int(1, 20), ...d.some({ offset: () => d.int(0, 99) }) }
    : { positions: d.integers(d.int(1, 20), 0, 5000) };

const random = (d) =>
  d.some({ std: () => d.real(0, 2), seed: () => d.int(-9, 9) });

const tokens = (d, t = d.int(1, 9), w = d.int(1, 9)) =>
  d.bool() ? [t, w] : [d.int(1, 3), t, w];

const heads = (d) => {
  const [t, h, width] = [d.int(1, 9), d.int(1, 3), d.even(2, 12)];
  return d.bool() ? [t, h, width] : [d.int(1, 3), t, h, width];
};

const frequencies = (d, width) => ({
  inverseFrequency: d.numbers(d.int(1, width / 2), 0, 1),
  ...d.some({ attentionFactor: () => d.real(0.1, 2) }),
});

const layout = (d) => d.some({ layout: () => d.pick(["half", "interleaved"]) });
const precision = (d) =>
  d.some({
    precision: () => d.pick(["exact", "float32", "bfloat16", "float16"]),
  });

const scaling = (d) =>
  d.pick([
    { type: "linear", factor: d.real(1, 8) },
    { type: "ntk", factor: d.real(1, 8) },
    { type: "dynamic", factor: 2, originalMaxSeqLen: d.int(8, 99) },
    { type: "yarn", factor: d.real(1, 8), originalMaxSeqLen: d.int(8, 99) },
    { type: "dynamicLinear", originalMaxSeqLen: d.int(8, 99) },
    {
      ...{ type: "llama3", factor: 8, lowFrequencyFactor: 1 },
      ...{ highFrequencyFactor: 4, originalMaxSeqLen: d.int(8, 99) },
    },
  ]);

/** Where queries and keys of a bias stand. */
const grid = (d) => ({
  ...(d.bool()
    ? {
        queryLen: d.int(1, 9),
        keyLen: d.int(1, 12),
        ...d.some({ offset: () => d.int(-20, 20) }),
      }
    : {
        queryPositions: d.integers(d.int(1, 6), -50, 50),
        keyPositions: d.integers(d.int(1, 6), -50, d.pick([50, 1e9])),
      }),
  ...d.some({ causal: () => d.bool() }),
});

const perceptron = (d, width, count) => ({
  hiddenWeight: d.tensor(width),
  hiddenBias: d.tensor(width),
  outputWeight: d.tensor(count, width),
  outputBias: d.tensor(count),
});

/** Queries, keys and values of one form. */
function sides(d, own = {}) {
  const [queries, keys] = [d.int(1, 9), d.int(1, 9)];
  const [groups, times] = [d.int(1, 2), d.int(1, 2)];
  const [width, valueWidth] = [d.even(2, 8), d.int(1, 6)];
  const s = {
    ...{ queries, keys, heads: groups * times, groups, width, valueWidth },
    outer: d.bool() ? [d.int(1, 2)] : [],
    ...own,
  };
  return {
    s,
    options: {
      q: d.tensor(...s.outer, s.queries, s.heads, s.width),
      k: d.tensor(...s.outer, s.keys, s.groups, s.width),
      v: d.tensor(...s.outer, s.keys, s.groups, s.valueWidth),
      ...d.some({
        causal: () => d.bool(),
        window: () => d.int(1, 9),
        mask: () => ({
          data: Array.from(d.integers(s.queries * s.keys, 0, 1), (x) => x > 0),
          shape: [s.queries, s.keys],
        }),
        scale: () => d.real(0.1, 2),
      }),
    },
  };
}

/** The options of each relative scheme, for sides `s`. */
const RELATIVE = {
  shaw(d, s) {
    const clip = d.int(0, 3);
    return {
      clip,
      keyTable: d.tensor(2 * clip + 1, s.width),
      ...d.some({ valueTable: () => d.tensor(2 * clip + 1, s.valueWidth) }),
    };
  },
  transformerXL: (d, s) => ({
    r: d.tensor(s.queries + s.keys, s.heads, s.width),
    firstDistance: s.keys,
    ...d.some({
      contentBias: () => d.tensor(s.heads, s.width),
      positionBias: () => d.tensor(s.heads, s.width),
    }),
  }),
  deberta(d, s) {
    const span = d.int(1, 4);
    return {
      span,
      relK: d.tensor(2 * span, s.heads, s.width),
      relQ: d.tensor(2 * span, s.heads, s.width),
      ...(d.bool() ? { buckets: 4, maxPosition: 8 } : {}),
    };
  },
  cope: (d, s) => ({ embeddings: d.tensor(d.int(1, 5), s.width) }),
  tupe: (d, s) => ({
    positionQuery: d.tensor(s.queries, s.heads, s.width),
    positionKey: d.tensor(s.keys, s.heads, s.width),
  }),
};

const SCHEMES = {
  none: () => ({}),
  rotary: (d, s) => (d.bool() ? {} : { frequencies: frequencies(d, s.width) }),
  alibi: (d) => d.some({ symmetric: () => d.bool() }),
  t5: (d, s) => ({ table: d.tensor(8, s.heads), maxDistance: d.int(9, 99) }),
  kerple: (d, s) => ({
    kind: d.pick(["log", "power"]),
    a: d.numbers(s.heads, 0.1, 2),
    p: d.numbers(s.heads, 0.1, 1),
  }),
  sandwich: (d) => ({ dim: d.even(2, 16) }),
  fire: (d, s) => ({ weights: perceptron(d, d.int(1, 6), s.heads) }),
  ...RELATIVE,
};

const attention = (d) => {
  const { s, options } = sides(d);
  const type = d.pick(Object.keys(SCHEMES));
  if (RELATIVE[type]) options.k = d.tensor(...options.k.shape);
  return [
    {
      ...options,
      position: { type, ...SCHEMES[type](d, s) },
      ...d.some({
        sinks: () => d.numbers(s.heads),
        returnWeights: () => d.bool(),
        out: () => d.buffer(...s.outer, s.queries, s.heads, s.valueWidth),
      }),
    },
  ];
};

const relative = (type) => (d) => {
  const { s, options } = sides(d);
  const { offset: _, ...rest } = options;
  return [{ ...rest, ...RELATIVE[type](d, s) }];
};

const model = (d) => ({
  ...{ layers: d.int(1, 2), dModel: 4, numHeads: d.pick([1, 2]) },
  ...{ dFeedForward: d.int(1, 8), vocabularySize: 7 },
  ...d.some({
    norm: () => d.pick(["pre", "post"]),
    activation: () => d.pick(["relu", "gelu", "geluTanh"]),
    position: () =>
      d.pick([
        { type: "sinusoidal" },
        { type: "learned", maxLen: 9 },
        { type: "alibi" },
        { type: "none" },
      ]),
    seed: () => d.int(0, 9),
  }),
});

const text = (d) => d.integers(d.int(1, 5), 0, 6);

/** Everything that a model does, and its end. */
function useModel(made, d) {
  try {
    const found = [made.forward(text(d), { logits: true }), made.weights];
    if (made.start) {
      const decoding = made.start();
      for (const token of text(d)) found.push(decoding.step(token));
    }
    return found;
  } finally {
    made.dispose();
  }
}

const shifted = (d) => {
  const [queries, columns] = [d.int(1, 6), d.int(1, 9)];
  const outer = d.bool() ? [d.int(1, 3)] : [];
  return [
    d.tensor(...outer, queries, columns),
    d.some({ wrap: () => d.bool() }),
  ];
};

const rotation = (d) => {
  const shape = heads(d);
  const x = d.tensor(...shape);
  return [
    x,
    {
      frequencies: frequencies(d, shape.at(-1)),
      ...layout(d),
      ...precision(d),
      ...d.some({
        offset: () => d.int(-99, 99),
        inverse: () => d.bool(),
      }),
    },
  ];
};

const WINDOW = (d) => [d.int(1, 4), d.int(1, 4)];
const order = (d) => d.pick(["reference", "mpt"]);

/** Arguments of each call: its path under `pe`, then a generator. */
export const CALLS = {
  buffer: (d) => [[d.int(1, 9), d.int(1, 9)]],
  attention,
  "embedding.sinusoidal": (d) => [
    { dModel: d.int(1, 20), ...places(d), ...SINUSOIDAL(d) },
  ],
  "embedding.hybrid": (d) => [
    { seqLen: d.int(1, 9), dModel: 8, learnedDims: d.int(1, 7), ...random(d) },
  ],
  "embedding.perturbed": (d) => [
    { seqLen: d.int(1, 9), dModel: d.int(1, 9), ...random(d) },
  ],
  "embedding.document": (d) => {
    const paragraphs = d.integers(d.int(1, 4), 1, 5);
    return [
      {
        ...{ paragraphs, sentences: [...paragraphs], dModel: d.int(1, 9) },
        ...d.some({ window: () => d.int(0, 9), strength: () => d.real(-1, 1) }),
      },
    ];
  },
  "embedding.learned": (d) => [
    { maxLen: d.int(1, 20), dModel: d.int(1, 20), ...random(d) },
  ],
  "embedding.lookup": (d) => [
    d.tensor(d.int(1, 9), d.int(1, 9)),
    d.integers(d.int(1, 9), -20, 20),
    { overflow: d.pick(["clamp", "wrap"]) },
  ],
  "embedding.update": (d) => {
    const [rows, width, count] = [d.int(1, 9), d.int(1, 9), d.int(1, 9)];
    return [
      d.tensor(rows, width),
      d.integers(count, 0, rows - 1),
      d.tensor(count, width),
      { learningRate: d.real(-1, 1) },
    ];
  },
  "embedding.paddedPositions": (d) => {
    const shape = [d.int(1, 3), d.int(1, 9)];
    const data = d.integers(size(shape), 0, 1);
    return [{ data, shape }, d.some({ padding: () => d.int(-1, 9) })];
  },
  "embedding.hierarchical": (d) => {
    const rows = d.int(1, 6);
    return [
      d.tensor(rows, d.int(1, 9)),
      d.int(1, rows * rows),
      d.some({ alpha: () => d.real(0.1, 0.4) }),
    ];
  },
  "embedding.resize": (d) => [
    d.tensor(d.int(2, 9), d.int(1, 9)),
    d.int(2, 20),
    d.some({
      method: () => d.pick(["linear", "cubic"]),
      antialias: () => d.bool(),
      alignCorners: () => d.bool(),
      prefix: () => d.int(0, 1),
    }),
  ],
  "embedding.resize2d": (d) => {
    const from = [d.int(1, 4), d.int(1, 4)];
    const to = [d.int(1, 6), d.int(1, 6)];
    return [d.tensor(size(from), d.int(1, 9)), { from, to }];
  },
  "embedding.index": (d) => [places(d)],
  "embedding.normalized": (d) => [{ seqLen: d.int(1, 99) }],
  "embedding.binary": (d) => [{ ...placesFrom0(d), bits: 32 }],
  "embedding.logarithmic": (d) => [{ ...placesFrom0(d), dModel: d.int(1, 9) }],
  "embedding.fourier": (d) => [
    {
      coords: d.tensor(d.int(1, 9), d.int(1, 3)),
      bands: d.int(1, 9),
      ...d.some({
        includeInput: () => d.bool(),
        layout: () => d.pick(["interleaved", "halves", "bands"]),
      }),
    },
  ],
  "embedding.randomFourier": (d) => [
    {
      coords: d.tensor(d.int(1, 9), d.int(1, 3)),
      features: d.int(1, 9),
      ...d.some({ seed: () => d.int(0, 9) }),
    },
  ],
  "embedding.axial": (d) => [
    {
      ...(d.bool()
        ? { shape: [d.int(1, 4), d.int(1, 4)] }
        : { axes: [d.numbers(d.int(1, 4)), d.numbers(d.int(1, 4))] }),
      dModel: 8,
      convention: d.pick(["tatp22", "mae", "timm", "tensor2tensor"]),
      ...d.some({ prefix: () => d.int(0, 2) }),
    },
  ],
  "embedding.convolutional": (d) => {
    const width = d.int(1, 6);
    const out = d.int(1, 6);
    return [
      d.tensor(...tokens(d, d.int(1, 9), width)),
      {
        depthwise: d.tensor(width, d.int(1, 5)),
        ...d.some({
          bias: () => d.tensor(width),
          pointwise: () => d.tensor(out, width),
          padding: () => d.pick(["zero", "circular", "causal"]),
        }),
      },
    ];
  },
  "embedding.convolutionalGrouped": (d) => {
    const groups = d.int(1, 3);
    const [inner, out] = [d.int(1, 3), d.int(1, 3) * groups];
    return [
      d.tensor(...tokens(d, d.int(1, 9), inner * groups)),
      {
        weight: d.tensor(out, inner, d.int(1, 5)),
        groups,
        ...d.some({
          bias: () => d.tensor(out),
          activation: () => d.pick(["none", "gelu"]),
          padding: () => d.pick(["zero", "circular", "causal"]),
        }),
      },
    ];
  },
  "embedding.weightNorm": (d) => {
    const taps = d.int(1, 4);
    return [d.tensor(d.int(1, 4), d.int(1, 4), taps), d.tensor(taps)];
  },
  "embedding.convolutional2d": (d) => {
    const [h, w, width] = [d.int(1, 4), d.int(1, 4), d.int(1, 4)];
    return [
      d.tensor(...tokens(d, h * w, width)),
      {
        shape: [h, w],
        depthwise: d.tensor(width, d.int(1, 3), d.int(1, 3)),
        ...d.some({
          stride: () => d.int(1, 3),
          padding: () => d.pick(["zero", "circular"]),
        }),
      },
    ];
  },
  "embedding.add": (d) => {
    const shape = tokens(d);
    return [
      d.tensor(...shape),
      d.tensor(shape.at(-2) + 2, shape.at(-1)),
      d.some({ offset: () => d.int(0, 2), tokenScale: () => d.real(-4, 4) }),
    ];
  },
  "embedding.multiply": (d) => {
    const shape = tokens(d);
    return [d.tensor(...shape), d.tensor(...shape.slice(-2))];
  },
  "embedding.concat": (d) => {
    const shape = tokens(d);
    return [d.tensor(...shape), d.tensor(shape.at(-2), d.int(1, 6))];
  },
  "embedding.fit": (d) => [
    d.tensor(...tokens(d)),
    d.int(1, 12),
    d.some({ keep: () => d.pick(["last", "first", "ends"]) }),
  ],
  "analysis.decay": (d) => [
    { dModel: d.even(2, 16), maxOffset: d.int(3, 50), base: d.real(2, 1e4) },
  ],
  "analysis.shiftMatrix": (d) => [
    { offset: d.int(-99, 99), dModel: d.even(2, 8), ...SINUSOIDAL(d) },
  ],
  "analysis.shiftError": (d) => {
    const [rows, width] = [d.int(3, 9), d.even(2, 8)];
    const options = { offset: d.int(1, 2), dModel: width, ...SINUSOIDAL(d) };
    return [d.tensor(rows, width), options];
  },
  "analysis.wavelengths": (d) => [{ dModel: d.even(2, 32) }],
  "analysis.similarity": (d) => [
    d.tensor(d.int(1, 9), d.int(1, 9)),
    d.some({ normalized: () => d.bool() }),
  ],
  "analysis.collisions": (d) => [
    {
      ...(d.bool()
        ? { rows: d.tensor(d.int(2, 20), d.int(1, 9)) }
        : { seqLen: d.int(2, 50), dModel: d.even(2, 8) }),
      ...d.some({ format: () => d.pick(["float32", "bfloat16", "float16"]) }),
    },
  ],
  "analysis.spectrum": (d) => [d.tensor(d.int(1, 9), d.int(1, 9))],
  "analysis.rangePerDimension": (d) => [d.tensor(d.int(1, 9), d.int(1, 9))],
  "analysis.permutationError": (d) => {
    const length = d.int(1, 7);
    const { options } = sides(d, { queries: length, keys: length });
    const { mask: _, out: __, ...rest } = options;
    const permutation = Array.from({ length }, (_, i) => length - 1 - i);
    return [{ ...rest, permutation }];
  },
  "analysis.coverage": (d) => [
    {
      ...{ headDim: d.even(4, 32), trainLen: d.int(1, 99), testLen: 100 },
      ...d.some({ scaling: () => scaling(d) }),
    },
  ],
  "analysis.precision": (d) => [
    {
      ...{ headDim: d.even(4, 32), positions: d.numbers(d.int(1, 9), 0, 6e4) },
      format: d.pick(["float32", "bfloat16", "float16"]),
    },
  ],
  "analysis.logitTerms": (d) => {
    const length = d.int(0, 9);
    const vector = () => d.numbers(length);
    return [
      {
        ...{ token_i: vector(), token_j: vector() },
        ...{ pos_i: vector(), pos_j: vector() },
      },
    ];
  },
  "relative.shaw": relative("shaw"),
  "relative.transformerXL": (d) => {
    // r has a row per head of the queries.
    const { s, options } = sides(d);
    return [{ ...options, ...RELATIVE.transformerXL(d, s) }];
  },
  "relative.deberta": relative("deberta"),
  "relative.cope": relative("cope"),
  "relative.tupe": (d) => {
    const { s, options } = sides(d);
    const { mask, ...rest } = options;
    const added = d.bool()
      ? { relative: { table: d.tensor(8, s.heads), numBuckets: 8 } }
      : mask && { mask };
    return [{ ...rest, ...RELATIVE.tupe(d, s), ...added }];
  },
  "relative.shawIndices": (d) => [
    { queryLen: d.int(1, 9), keyLen: d.int(1, 9), clip: d.int(0, 9) },
  ],
  "relative.shawValues": (d) => {
    const clip = d.int(0, 3);
    return [
      d.tensor(d.int(1, 3), d.int(1, 6), d.int(1, 6)),
      { clip, valueTable: d.tensor(2 * clip + 1, d.int(1, 5)) },
    ];
  },
  "relative.logBuckets": (d) => [
    d.integers(d.int(0, 20), -999, 999),
    { buckets: d.int(4, 32), maxPosition: d.int(99, 512) },
  ],
  "relative.distances": (d) => [
    {
      ...{ queryLen: d.int(1, 9), keyLen: d.int(1, 9) },
      ...d.some({ offset: () => d.int(-99, 99) }),
    },
  ],
  "relative.shift": shifted,
  "relative.unshift": shifted,
  "transformer.encoder": (d) => [model(d)],
  "transformer.decoder": (d) => [{ ...model(d), crossAttention: false }],
  "transformer.linear": (d) => {
    const [width, out] = [d.int(1, 9), d.int(1, 9)];
    const bias = d.bool() ? [d.tensor(out)] : [];
    return [d.tensor(d.int(1, 9), width), d.tensor(out, width), ...bias];
  },
  "transformer.layerNorm": (d) => {
    const width = d.int(1, 9);
    const vector = () => d.tensor(width);
    return [
      d.tensor(d.int(1, 9), width),
      d.some({ gain: vector, bias: vector, epsilon: () => d.real(1e-9, 1) }),
    ];
  },
  "config.fromHuggingFace": (d) => [
    {
      model_type: d.pick(["llama", "bloom", "t5", "bert", "qwen2", "mpt"]),
      ...{ hidden_size: d.int(1, 9) * 8, num_attention_heads: 8, n_heads: 8 },
      ...d.some({
        rope_theta: () => d.real(1, 1e6),
        max_position_embeddings: () => d.int(1, 9999),
        rope_scaling: () => ({ rope_type: "linear", factor: d.real(1, 9) }),
      }),
    },
  ],
  "convert.layout": (d) => [
    d.tensor(...tokens(d, 3, d.even(2, 8))),
    d.pick([
      { from: "half", to: "interleaved" },
      { from: "interleaved", to: "half" },
    ]),
  ],
  "convert.queryKeyWeights": (d) => {
    const numHeads = d.int(1, 3);
    return [
      d.tensor(numHeads * d.even(2, 6), d.int(1, 6)),
      { from: "half", to: "interleaved", numHeads },
    ];
  },
  "convert.sinusoidal": (d) => [
    d.tensor(d.int(1, 6), d.int(1, 9)),
    { from: { layout: "halves" }, to: { layout: "interleaved" } },
  ],
  "convert.alibiOrder": (d) => [
    d.bool() ? d.numbers(8) : d.tensor(8, d.int(1, 4), d.int(1, 4)),
    { from: order(d), to: order(d) },
  ],
  "rotary.frequencies": (d) => [
    {
      headDim: d.even(8, 32),
      ...d.some({
        base: () => d.real(2, 1e6),
        scaling: () => scaling(d),
        seqLen: () => d.int(1, 999),
      }),
    },
  ],
  "rotary.tables": (d) => [
    { frequencies: frequencies(d, 8), ...places(d), ...precision(d) },
  ],
  "rotary.apply": (d) => {
    if (d.bool()) return rotation(d);
    const shape = heads(d);
    const [rows, pairs] = [shape.at(-3) + 3, shape.at(-1) / 2];
    const tables = { cos: d.tensor(rows, pairs), sin: d.tensor(rows, pairs) };
    const x = d.tensor(...shape);
    return [x, { tables, ...d.some({ offset: () => d.int(0, 3) }) }];
  },
  "rotary.applyInPlace": (d) => {
    const [x, options] = rotation(d);
    const buffer = d.buffer(...x.shape);
    buffer.data.set(x.data);
    return [buffer, options];
  },
  "rotary.shift": (d) => {
    const shape = heads(d);
    const options = { frequencies: frequencies(d, shape.at(-1)), ...layout(d) };
    return [d.tensor(...shape), d.int(-99, 99), options];
  },
  "rotary.xpos": (d) => {
    const shape = heads(d);
    return [
      {
        ...{ q: d.tensor(...shape), k: d.tensor(...shape) },
        frequencies: frequencies(d, shape.at(-1)),
        ...d.some({
          queryPositions: () => d.numbers(shape.at(-3), 0, 99),
          keyPositions: () => d.numbers(shape.at(-3), 0, 99),
          scaleBase: () => d.real(10, 512),
        }),
      },
    ];
  },
  "rotary.multimodal": (d) => {
    const sections = d.integers(d.int(1, 3), 1, 3);
    const pairs = sections.reduce((a, b) => a + b);
    return [
      {
        frequencies: { inverseFrequency: d.numbers(pairs, 0, 1) },
        sections,
        positions: d.tensor(sections.length, d.int(1, 9)),
      },
    ];
  },
  "rotary.axial": (d) => [
    {
      ...{ shape: d.integers(d.int(1, 3), 1, 4), dimPerAxis: d.even(2, 8) },
      convention: d.pick(["language", "pixel", "constant", "centred"]),
    },
  ],
  "rotary.axial2d": (d) => [
    { shape: [d.int(1, 5), d.int(1, 5)], dimPerAxis: d.even(2, 8) },
  ],
  "rotary.attentionScale": (d) => [
    { factor: d.real(1, 9), headDim: d.int(1, 99) },
  ],
  "bias.kerple": (d) => {
    const numHeads = d.int(1, 3);
    const a = d.numbers(numHeads, 0.1, 2);
    const p = d.numbers(numHeads, 0.1, 1);
    return [{ kind: d.pick(["log", "power"]), a, p, ...grid(d) }];
  },
  "bias.fire": (d) => [
    { weights: perceptron(d, d.int(1, 6), d.int(1, 3)), ...grid(d) },
  ],
  "bias.logCpb": (d) => {
    const [hidden, count] = [d.int(1, 6), d.int(1, 3)];
    return [
      {
        windowSize: WINDOW(d),
        weights: {
          hiddenWeight: d.tensor(hidden, 2),
          hiddenBias: d.tensor(hidden),
          outputWeight: d.tensor(count, hidden),
        },
      },
    ];
  },
  "bias.relativeCoords": (d) => [{ windowSize: [d.int(2, 4), d.int(2, 4)] }],
  "bias.relativePositionIndex": (d) => [{ windowSize: WINDOW(d) }],
  "bias.alibiSlopes": (d) => [{ numHeads: d.int(1, 20), order: order(d) }],
  "bias.alibi": (d) => [
    {
      numHeads: d.int(1, 4),
      ...grid(d),
      ...d.some({ form: () => d.pick(["distance", "key"]) }),
    },
  ],
  "bias.t5Bucket": (d) => [
    d.integers(d.int(0, 20), -999, 999),
    d.some({ bidirectional: () => d.bool() }),
  ],
  "bias.t5": (d) => [{ table: d.tensor(8, d.int(1, 3)), ...grid(d) }],
  "bias.sandwich": (d) => [
    { numHeads: d.int(1, 3), dim: d.even(2, 16), ...grid(d) },
  ],
};

/** What a result can still be asked for, and what has to be given back. */
const USES = {
  buffer: (made) => made.dispose(),
  "analysis.decay": (made) => made.fit,
  "transformer.encoder": useModel,
  "transformer.decoder": useModel,
};

/** Paths of all functions of an instance. */
export function pathsOf(pe) {
  const paths = [];
  const walk = (object, path) => {
    for (const [name, value] of Object.entries(object)) {
      if (typeof value === "function") paths.push(path + name);
      else if (typeof value === "object") walk(value, `${path}${name}.`);
    }
  };
  walk(pe, "");
  return paths;
}

/** Makes a call, and what can be done with its answer: the result of both. */
export function run(pe, path, args, d) {
  const parts = path.split(".");
  const call = parts.reduce((object, name) => object[name], pe);
  const result = call(...args);
  return USES[path] ? USES[path](result, d) : result;
}
