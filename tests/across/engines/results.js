// Results whose bytes every engine has to agree on, from all folders of the
// library: small shapes, and lengths on both sides of the kernels' tiles (4 and
// 8 lanes, blocks of 64 keys). Pages and Node import this file alike; in
// tests/posenc/core/bytes_test.cpp the core makes many of them natively.

/**
 * A tensor of numbers from −1 to 1, exact on every machine, the same for the
 * same seed.
 */
export function noise(shape, seed = 1) {
  let state = seed >>> 0;
  const size = shape.reduce((a, b) => a * b, 1);
  const data = Float32Array.from({ length: size }, () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 31 - 1;
  });
  return { data, shape };
}

const positions = [0, 1, 2.5, 63, 64, 65, 1000, 4095, 65537, 2 ** 24 + 1];
const integers = positions.map(Math.floor);

const embedding = {
  sinusoidal: (pe) => pe.embedding.sinusoidal({ seqLen: 65, dModel: 66 }),
  "sinusoidal, far positions": (pe) =>
    pe.embedding.sinusoidal({ positions, dModel: 37, layout: "halves" }),
  "sinusoidal, endpoint spacing": (pe) =>
    pe.embedding.sinusoidal({
      seqLen: 7,
      dModel: 64,
      offset: 123456,
      base: 500000,
      spacing: "endpoint",
    }),
  timestep: (pe) =>
    pe.embedding.timestep({
      timesteps: [0, 0.5, 1, 250, 999, -3],
      dModel: 37,
      downscaleFreqShift: 0,
      flipSinToCos: true,
      scale: 1000,
    }),
  hybrid: (pe) =>
    pe.embedding.hybrid({
      seqLen: 33,
      dModel: 24,
      learnedDims: 9,
      table: noise([33, 9], 3),
    }),
  perturbed: (pe) =>
    pe.embedding.perturbed({
      seqLen: 17,
      dModel: 20,
      delta: noise([17, 20], 4),
    }),
  learned: (pe) => pe.embedding.learned({ maxLen: 33, dModel: 31, seed: 7 }),
  hierarchical: (pe) => pe.embedding.hierarchical(noise([9, 10], 5), 70),
  "resize, linear": (pe) => pe.embedding.resize(noise([14, 6], 6), 37),
  "resize, cubic": (pe) =>
    pe.embedding.resize(noise([14, 6], 6), 37, { method: "cubic" }),
  resize2d: (pe) =>
    pe.embedding.resize2d(noise([20, 6], 8), {
      from: [4, 5],
      to: [7, 3],
      antialias: true,
    }),
  binary: (pe) => pe.embedding.binary({ positions: integers, bits: 25 }),
  logarithmic: (pe) =>
    pe.embedding.logarithmic({ seqLen: 30, dModel: 18, maxLen: 64 }),
  fourier: (pe) =>
    pe.embedding.fourier({
      coords: noise([11, 2], 9),
      bands: 6,
      includeInput: true,
    }),
  randomFourier: (pe) =>
    pe.embedding.randomFourier({ coords: noise([11, 2], 10), features: 9 }),
  axial: (pe) => pe.embedding.axial({ shape: [5, 7], dModel: 24 }),
  convolutionalGrouped: (pe) =>
    pe.embedding.convolutionalGrouped(noise([13, 8], 11), {
      weight: noise([8, 4, 5], 12),
      groups: 2,
      activation: "gelu",
    }),
  add: (pe) =>
    pe.embedding.add(noise([2, 9, 7], 13), noise([9, 7], 14), {
      tokenScale: Math.sqrt(7),
    }),
};

const frequencies = (pe, more) =>
  pe.rotary.frequencies({ headDim: 64, base: 10000, ...more });
const llama3 = {
  type: "llama3",
  factor: 8,
  lowFrequencyFactor: 1,
  highFrequencyFactor: 4,
  originalMaxSeqLen: 8192,
};
const yarn = { type: "yarn", factor: 4, originalMaxSeqLen: 4096 };

const rotary = {
  frequencies: (pe) => frequencies(pe).inverseFrequency,
  "frequencies, Llama 3": (pe) =>
    frequencies(pe, { base: 500000, scaling: llama3 }).inverseFrequency,
  "frequencies, YaRN": (pe) =>
    frequencies(pe, { scaling: yarn }).inverseFrequency,
  tables: (pe) => {
    const { cos, sin } = pe.rotary.tables({
      frequencies: frequencies(pe),
      positions: integers,
    });
    return [cos, sin];
  },
  "tables, bfloat16": (pe) => {
    const { cos, sin } = pe.rotary.tables({
      frequencies: frequencies(pe),
      seqLen: 33,
      precision: "bfloat16",
    });
    return [cos, sin];
  },
  "apply, halves": (pe) =>
    pe.rotary.apply(noise([9, 3, 64], 20), {
      frequencies: frequencies(pe),
      offset: 100,
    }),
  "apply, interleaved": (pe) =>
    pe.rotary.apply(noise([9, 3, 64], 20), {
      frequencies: frequencies(pe),
      layout: "interleaved",
    }),
  xpos: (pe) => {
    const { q, k } = pe.rotary.xpos({
      q: noise([6, 2, 64], 21),
      k: noise([6, 2, 64], 22),
      frequencies: frequencies(pe),
    });
    return [q, k];
  },
  axial2d: (pe) => {
    const { cos, sin } = pe.rotary.axial2d({ shape: [4, 5], dimPerAxis: 16 });
    return [cos, sin];
  },
};

const heads = 3;
const grid = { queryLen: 31, keyLen: 33 };
const t5Table = noise([32, heads], 30);
const fireWeights = {
  hiddenWeight: noise([32, 1], 31),
  hiddenBias: noise([32], 32),
  outputWeight: noise([heads, 32], 33),
  outputBias: noise([heads], 34),
};
const kerple = { kind: "log", a: [0.5, 1, 2], p: [1.5, 1, 0.25] };

const bias = {
  alibiSlopes: (pe) => pe.bias.alibiSlopes({ numHeads: 12 }),
  alibi: (pe) => pe.bias.alibi({ ...grid, numHeads: 12 }),
  "alibi, symmetric": (pe) =>
    pe.bias.alibi({ ...grid, numHeads: heads, symmetric: true }),
  t5: (pe) => pe.bias.t5({ ...grid, table: t5Table }),
  t5Bucket: (pe) =>
    pe.bias.t5Bucket(Int32Array.from({ length: 601 }, (_, i) => i - 300)),
  "kerple, log": (pe) => pe.bias.kerple({ ...grid, ...kerple }),
  "kerple, power": (pe) =>
    pe.bias.kerple({ ...grid, ...kerple, kind: "power" }),
  fire: (pe) => pe.bias.fire({ ...grid, weights: fireWeights }),
  sandwich: (pe) => pe.bias.sandwich({ ...grid, numHeads: heads }),
  logCpb: (pe) =>
    pe.bias.logCpb({
      windowSize: [4, 5],
      weights: {
        hiddenWeight: noise([16, 2], 35),
        hiddenBias: noise([16], 36),
        outputWeight: noise([heads, 16], 37),
      },
    }),
};

/** Queries, keys and values that end behind a tile. */
const sequence = (length, width) => ({
  q: noise([length, heads, width], 40),
  k: noise([length, heads, width], 41),
  v: noise([length, heads, width], 42),
});
const near = sequence(9, 12);
const tile = sequence(65, 32);
const attend = (pe, options) => pe.attention(options).output;
const rotaryScheme = (pe, headDim) => ({
  type: "rotary",
  frequencies: pe.rotary.frequencies({ headDim }),
});
const shaw = {
  clip: 5,
  keyTable: noise([11, 12], 43),
  valueTable: noise([11, 12], 44),
};
const deberta = {
  span: 6,
  relK: noise([12, heads, 12], 45),
  relQ: noise([12, heads, 12], 46),
};
const transformerXL = {
  r: noise([17, heads, 12], 47),
  firstDistance: 8,
  contentBias: noise([heads, 12], 48),
  positionBias: noise([heads, 12], 49),
};
const cope = { embeddings: noise([8, 12], 50) };

const attention = {
  "no position": (pe) => attend(pe, tile),
  causal: (pe) => attend(pe, { ...tile, causal: true }),
  "causal, window": (pe) => attend(pe, { ...tile, causal: true, window: 17 }),
  rotary: (pe) => attend(pe, { ...tile, position: rotaryScheme(pe, 32) }),
  alibi: (pe) =>
    attend(pe, { ...tile, causal: true, position: { type: "alibi" } }),
  t5: (pe) => attend(pe, { ...tile, position: { type: "t5", table: t5Table } }),
  fire: (pe) =>
    attend(pe, { ...tile, position: { type: "fire", weights: fireWeights } }),
  "soft cap, temperature": (pe) =>
    attend(pe, {
      ...tile,
      causal: true,
      softcap: 1.5,
      temperature: { type: "floor", length: 9, coefficient: 0.3, shift: 1 },
    }),
  "exact weights": (pe) => {
    const { output, weights } = pe.attention({ ...tile, returnWeights: true });
    return [output, weights];
  },
  shaw: (pe) => attend(pe, { ...near, position: { type: "shaw", ...shaw } }),
};

const relative = {
  shaw: (pe) => pe.relative.shaw({ ...near, ...shaw }).scores,
  transformerXL: (pe) =>
    pe.relative.transformerXL({ ...near, ...transformerXL }).scores,
  deberta: (pe) => pe.relative.deberta({ ...near, ...deberta }).scores,
  cope: (pe) => pe.relative.cope({ ...near, ...cope }).scores,
  logBuckets: (pe) =>
    pe.relative.logBuckets(
      Int32Array.from({ length: 401 }, (_, i) => i - 200),
      { buckets: 64, maxPosition: 128 },
    ),
};

const model = { layers: 2, dModel: 24, numHeads: 3, vocabularySize: 11 };

const transformer = {
  "encoder, drawn weights": (pe) => {
    const encoder = pe.transformer.encoder({ ...model, seed: 5 });
    const { output } = encoder.forward([3, 1, 4, 1, 5, 9, 2, 6, 5]);
    encoder.dispose();
    return output;
  },
  "decoder, GELU, rotary": (pe) => {
    const decoder = pe.transformer.decoder({
      ...model,
      seed: 6,
      activation: "gelu",
      norm: "pre",
      position: rotaryScheme(pe, 8),
    });
    const { output } = decoder.forward([2, 7, 1, 8, 2, 8]);
    decoder.dispose();
    return output;
  },
  linear: (pe) =>
    pe.transformer.linear(
      noise([9, 13], 60),
      noise([11, 13], 61),
      noise([11], 62),
    ),
  layerNorm: (pe) => pe.transformer.layerNorm(noise([9, 13], 63)),
};

const analysis = {
  similarity: (pe) => pe.analysis.similarity(noise([33, 18], 70)),
  shiftMatrix: (pe) => pe.analysis.shiftMatrix({ dModel: 16, offset: 3 }),
  wavelengths: (pe) => pe.analysis.wavelengths({ dModel: 64 }),
  decay: (pe) => pe.analysis.decay({ dModel: 64, maxOffset: 50 }).values,
  spectrum: (pe) => {
    const { variances, components } = pe.analysis.spectrum(noise([20, 6], 71));
    return [variances, components];
  },
  "precision, bfloat16": (pe) => {
    const { angleError, valueError } = pe.analysis.precision({
      headDim: 32,
      positions: integers,
      format: "bfloat16",
    });
    return [angleError, valueError];
  },
};

const convert = {
  layout: (pe) =>
    pe.convert.layout(noise([5, 16], 80), {
      from: "halves",
      to: "interleaved",
    }),
  sinusoidal: (pe) =>
    pe.convert.sinusoidal(noise([5, 16], 81), {
      from: { layout: "interleaved" },
      to: { layout: "halves" },
    }),
};

const folders = {
  embedding,
  rotary,
  bias,
  attention,
  relative,
  transformer,
  analysis,
  convert,
};

/** `[name, call]` of every result; a call takes the library. */
export const results = Object.entries(folders).flatMap(([folder, calls]) =>
  Object.entries(calls).map(
    ([name, call]) => /** @type {const} */ ([`${folder}.${name}`, call]),
  ),
);

// FNV-1a in 64 bits: the prime is 2^40 + 0x1b3.
const PRIME_LOW = 0x1b3;
const START = { high: 0xcbf29ce4, low: 0x84222325 };

function hashOn({ high, low }, bytes) {
  let h = high;
  let l = low;
  for (const byte of bytes) {
    l = (l ^ byte) >>> 0;
    const product = l * PRIME_LOW;
    h =
      (Math.imul(h, PRIME_LOW) + Math.floor(product / 2 ** 32) + (l << 8)) >>>
      0;
    l = product >>> 0;
  }
  return { high: h, low: l };
}

const hex = (x) => x.toString(16).padStart(8, "0");
const bytesOf = ({ buffer, byteOffset, byteLength }) =>
  new Uint8Array(buffer, byteOffset, byteLength);

/** Shapes and hash of the bytes of a tensor, an array, or several. */
export function fingerprint(result) {
  const parts = [result].flat().map((it) => it.data ?? it);
  const { high, low } = parts.map(bytesOf).reduce(hashOn, START);
  const shapes = [result].flat().map(({ shape, length }) => shape ?? [length]);
  return {
    shape: shapes.map((it) => it.join("×")).join(" + "),
    hash: hex(high) + hex(low),
  };
}

/** Fingerprints of all results, by name. */
export const fingerprints = (pe) =>
  Object.fromEntries(
    results.map(([name, call]) => [name, fingerprint(call(pe))]),
  );
