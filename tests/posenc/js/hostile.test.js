// Input that nobody should give, and that must harm nothing: the next call of
// the same instance works.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import test, { afterEach } from "node:test";
import { load } from "posenc";
import { untyped } from "../../untyped.js";
import { pe } from "./helpers.js";

const wasm = await readFile(new URL(import.meta.resolve("posenc/posenc.wasm")));

const tensor = (...shape) => ({
  data: Float32Array.from(
    { length: shape.reduce((a, b) => a * b, 1) },
    (_, n) => Math.sin(n + 1),
  ),
  shape,
});

const known = pe.embedding.sinusoidal({ seqLen: 3, dModel: 4 });
afterEach(() => {
  assert.deepEqual(pe.embedding.sinusoidal({ seqLen: 3, dModel: 4 }), known);
});

test("a term too large for the module's addresses is refused, not overrun", () => {
  const position = /** @type {const} */ ({
    type: "deberta",
    span: 2 ** 20,
    relQ: tensor(2 ** 21, 1, 1),
    terms: ["p2c"],
  });
  const [q, k] = [tensor(1, 1, 1), tensor(2048, 1, 1)];
  assert.throws(
    () => pe.attention({ q, k, v: k, position: untyped(position) }),
    {
      name: "RangeError",
      message: /^attention: .*needs .* GiB .* of memory/,
    },
  );
});

test("a buffer of another instance is refused", async () => {
  const other = await load({ bytes: wasm });
  const buffer = other.buffer([3, 4]);
  const message =
    "embedding.sinusoidal: a buffer belongs to another instance of the library";
  assert.throws(
    () => pe.embedding.sinusoidal({ seqLen: 3, dModel: 4, out: buffer }),
    { name: "TypeError", message },
  );
  assert.throws(() => pe.embedding.fit(buffer, 3), {
    name: "TypeError",
    message: /^embedding\.fit: a buffer belongs to another/,
  });
});

test("a buffer's shape cannot be changed", () => {
  const buffer = pe.buffer([2]);
  assert.throws(() => {
    untyped(buffer).shape = [40, 2];
  }, TypeError);
  assert.deepEqual(buffer.shape, [2]);
  buffer.dispose();
});

test("holes, endless and changing shapes are no shapes", () => {
  const data = [1, 2];
  const weight = tensor(100, 2);
  // biome-ignore lint/suspicious/noSparseArray: it is what is refused
  const holed = { data, shape: [, 2] };
  assert.throws(() => pe.transformer.linear(holed, weight), {
    name: "TypeError",
    message: /^transformer\.linear: x must be a tensor .*shape must be/,
  });
  const endless = { data: [1], shape: new Array(2 ** 32 - 1) };
  assert.throws(
    () => pe.convert.layout(endless, { from: "halves", to: "interleaved" }),
    { name: "TypeError", message: /^convert\.layout: x must be a tensor/ },
  );
  // biome-ignore lint/suspicious/noSparseArray: it is what is refused
  assert.throws(() => pe.buffer([, 3]), {
    name: "TypeError",
    message: /^buffer: shape must be an array of positive integers/,
  });
  let reads = 0;
  const changing = {
    get data() {
      reads += 1;
      return reads > 1 ? [] : data;
    },
    shape: [1, 2],
  };
  const { shape } = pe.transformer.linear(changing, weight);
  assert.deepEqual([shape, reads], [[1, 100], 1]);
});

test("a tensor of anything but numbers is refused, with the place", () => {
  for (const [x, shown] of [
    ["2", '"2" (a string)'],
    [null, "null"],
    [true, "true"],
    [2n ** 53n + 1n, "9007199254740993n (a bigint)"],
    [undefined, "undefined"],
  ]) {
    assert.throws(
      () => pe.analysis.similarity({ data: [1, untyped(x)], shape: [1, 2] }),
      {
        name: "TypeError",
        message: `analysis.similarity: rows must be a tensor { data, shape }: data[1] must be a number, got ${shown}`,
      },
    );
  }
  const [q, k] = [tensor(1, 1, 2), tensor(2, 1, 2)];
  const mask = { data: [true, "x"], shape: [1, 2] };
  assert.throws(() => pe.attention({ q, k, v: k, mask: untyped(mask) }), {
    name: "TypeError",
    message: /^attention: mask must be .*data\[1\] must be a boolean/,
  });
});

test("attention may write into its own input", () => {
  const shape = [64, 2, 8];
  const filled = (seed) => {
    const buffer = pe.buffer(shape);
    buffer.data.set(tensor(...shape).data.map((x) => Math.cos(x * seed)));
    return buffer;
  };
  for (const returnWeights of [true, false]) {
    for (const name of ["q", "k", "v"]) {
      const given = { q: filled(3), k: filled(5), v: filled(7) };
      const options = { ...given, causal: true, returnWeights };
      const { output } = pe.attention(options);
      const inPlace = pe.attention({ ...options, out: given[name] });
      assert.equal(inPlace.output, given[name]);
      assert.deepEqual(given[name].data, output.data);
      for (const buffer of Object.values(given)) buffer.dispose();
    }
  }
});

test("distances beyond 32 bits are refused or belong to the last bucket", () => {
  assert.throws(
    () => pe.relative.distances({ queryLen: 1, keyLen: 2, offset: 2 ** 31 }),
    { name: "RangeError", message: /^relative\.distances: offset must be/ },
  );
  const [q, k] = [tensor(1, 1, 4), tensor(2, 1, 4)];
  const far = (offset) =>
    pe.relative.deberta({
      q,
      k,
      span: 2,
      relK: tensor(4, 1, 4),
      terms: ["c2p"],
      offset,
    }).position.data;
  assert.deepEqual(far(2 ** 31), far(2 ** 20));
  assert.deepEqual(far(-(2 ** 31)), far(-(2 ** 20)));
});

test("weights and masks of the wrong kind are no seeds and no masks", () => {
  const sizes = { layers: 1, dModel: 4, numHeads: 1, dFeedForward: 4 };
  for (const weights of [5, true, "3", Number.NaN]) {
    assert.throws(
      () => pe.transformer.encoder({ ...sizes, weights: untyped(weights) }),
      {
        name: "TypeError",
        message: /^transformer\.encoder: weights.* must be an object/,
      },
    );
  }
  const model = pe.transformer.encoder(sizes);
  for (const mask of [0, false, ""]) {
    assert.throws(() => model.forward(tensor(2, 4), { mask: untyped(mask) }), {
      name: "TypeError",
      message: /mask must be a tensor/,
    });
  }
});

test("nested positions that are none are refused", () => {
  const frequencies = pe.rotary.frequencies({ headDim: 4 });
  const endless = [];
  endless.push(endless);
  for (const positions of [new DataView(new ArrayBuffer(8)), endless]) {
    assert.throws(
      () => pe.rotary.tables({ frequencies, positions: untyped(positions) }),
      {
        message: /^rotary\.tables: positions must be/,
      },
    );
  }
});

/**
 * An object, or an array, inside which one path leads to each of 2^18 ends: each
 * level holds the next one twice.
 */
function doubled(asArray = false) {
  const told = { reads: 0 };
  /** @type {any} */
  let it = asArray ? [1] : { end: 1 };
  for (let level = 0; level < 18; level += 1) {
    const next = it;
    const get = () => {
      told.reads += 1;
      return next;
    };
    const parts = { enumerable: true, get };
    it = asArray ? [0, 0] : {};
    for (const name of asArray ? ["0", "1"] : ["a", "b"]) {
      Object.defineProperty(it, name, parts);
    }
  }
  return { it, told };
}

test("an object that stands in many places of an option is read once", () => {
  const frequencies = pe.rotary.frequencies({ headDim: 4 });
  const q = tensor(1, 1, 4);
  const asked = {
    base: (it) => pe.embedding.sinusoidal({ seqLen: 1, dModel: 2, base: it }),
    positions: (it) => pe.rotary.tables({ frequencies, positions: it }),
    frequencies: (it) => pe.rotary.apply(q, { frequencies: it }),
    position: (it) => pe.attention({ q, k: q, v: q, position: it }),
    q: (it) => pe.attention({ q: it, k: q, v: q }),
    "q.data": (it) =>
      pe.attention({ q: { data: [it, it], shape: [2, 1, 1] }, k: q, v: q }),
    "q.shape": (it) =>
      pe.attention({ q: { data: [1], shape: [it, it] }, k: q, v: q }),
    "q.dims": (it) =>
      pe.attention({ q: { data: [1], dims: it, shape: [1] }, k: q, v: q }),
    x: (it) => pe.convert.layout(it, { from: "halves", to: "interleaved" }),
    weights: (it) => pe.bias.fire({ weights: it, queryLen: 1, keyLen: 1 }),
    json: (it) => pe.config.fromHuggingFace({ model_type: "llama", it }),
  };
  for (const [name, call] of Object.entries(asked)) {
    for (const asArray of [false, true]) {
      const { it, told } = doubled(asArray);
      try {
        call(untyped(it));
      } catch (/** @type {any} */ error) {
        assert.match(error.message, new RegExp(`\\b${name.slice(0, 1)}`));
        assert.doesNotMatch(error.message, /call stack/);
      }
      assert.ok(told.reads <= 2 * 18, `${name}: ${told.reads} reads`);
    }
  }
});

test("objects that hold themselves, or have no end, are refused in words", () => {
  const cycle = {};
  cycle.self = [cycle, { cycle }];
  let deep = {};
  for (let level = 0; level < 1e5; level += 1) deep = { deep };
  const ask = (base) => pe.embedding.sinusoidal({ seqLen: 1, dModel: 2, base });
  assert.throws(() => ask(untyped(cycle)), {
    name: "TypeError",
    message:
      "embedding.sinusoidal: base must be a finite number from 1 to 1000000000000, got an object with keys self",
  });
  assert.throws(() => ask(untyped(deep)), {
    name: "TypeError",
    message:
      "embedding.sinusoidal: base cannot be read: it is nested deeper than 64 levels",
  });
  const data = [];
  const holder = { data, shape: [1] };
  data.push(holder);
  assert.throws(
    () => pe.convert.layout(untyped(holder), { from: "halves", to: "halves" }),
    {
      name: "TypeError",
      message:
        /^convert\.layout: x must be a tensor .* data\[0\] must be a number/,
    },
  );
});

test("memory that goes while a call copies it is told with the call's name", (t) => {
  // As compiled code of V8 finds it out.
  const { set } = Float32Array.prototype;
  t.after(() => {
    Float32Array.prototype.set = set;
  });
  const x = tensor(40, 4);
  Float32Array.prototype.set = () => {
    throw new TypeError(
      "Cannot perform %TypedArray%.prototype.set on a detached ArrayBuffer",
    );
  };
  assert.throws(() => pe.transformer.linear(x, tensor(3, 4)), {
    name: "TypeError",
    message: /^transformer\.linear: the memory of an input is gone: Cannot/,
  });
  Float32Array.prototype.set = set;
});

test("gigabytes are refused before any of them is copied", () => {
  // Zeros that nobody has touched: the system gives them no memory.
  const size = 350_000_000;
  const x = { data: new Float32Array(size), shape: [1, size] };
  const weight = { data: new Float32Array(size), shape: [1, size] };
  const before = process.memoryUsage().rss;
  assert.throws(() => pe.transformer.linear(x, weight, tensor(1)), {
    name: "RangeError",
    message:
      /^transformer\.linear: needs .* of memory, more than the module can/,
  });
  const grown = process.memoryUsage().rss - before;
  assert.ok(grown < 2 ** 28, `${grown} bytes were written`);
});

test("a scale that cope cannot divide by is refused", () => {
  const [q, k] = [tensor(1, 1, 2), tensor(3, 1, 2)];
  assert.throws(
    () =>
      pe.relative.cope({
        q,
        k,
        embeddings: tensor(2, 2),
        scale: 0,
        scaled: false,
      }),
    {
      name: "RangeError",
      message:
        "relative.cope: scaled: false needs a scale of at least 1e-30 in size, got 0",
    },
  );
  assert.throws(() => pe.attention({ q, k, v: k, scale: 1e300 }), {
    name: "RangeError",
    message: /^attention: scale must be a finite number from -1e\+30 to 1e\+30/,
  });
});

test("errors name the call that was made, not one inside it", () => {
  const q = tensor(2, 1, 4);
  for (const [call, message] of [
    [
      () => pe.analysis.coverage({ headDim: 0, trainLen: 1, testLen: 2 }),
      /^analysis\.coverage: headDim must be/,
    ],
    [
      () =>
        pe.analysis.permutationError({
          q,
          k: q,
          v: untyped(0),
          permutation: [1, 0],
        }),
      /^analysis\.permutationError: v must be/,
    ],
    [
      () =>
        pe.attention({ q, k: q, v: q, position: { type: "rotary", base: 0 } }),
      /^attention: position: base must be/,
    ],
  ]) {
    assert.throws(/** @type {() => unknown} */ (call), { message });
  }
});

test("a factor that float32 does not hold is refused", () => {
  const add = (tokenScale) =>
    pe.embedding.add(tensor(3, 2), tensor(3, 2), { tokenScale });
  assert.throws(() => add(1e300), {
    name: "RangeError",
    message: /^embedding\.add: tokenScale must be .*1e\+38, got 1e\+300$/,
  });
  assert.ok(add(-1e38).data.every(Number.isFinite));
});

test("a tensor is asked for its numbers and its shape once", () => {
  const asked = new Map();
  const asking = (name, ...shape) => {
    const counts = { data: 0, shape: 0 };
    asked.set(name, counts);
    const { data } = tensor(...shape);
    return {
      get data() {
        counts.data += 1;
        return data;
      },
      get shape() {
        counts.shape += 1;
        return shape;
      },
    };
  };
  const sides = () => ({
    q: asking("q", 3, 2, 4),
    k: asking("k", 5, 2, 4),
    v: asking("v", 5, 2, 4),
  });
  const x = (...shape) => asking("x", ...shape);
  const table = (...shape) => asking("table", ...shape);
  const frequencies = pe.rotary.frequencies({ headDim: 4 });
  const { embedding, relative, convert, rotary } = pe;
  const calls = {
    lookup: () => embedding.lookup(table(4, 2), [1]),
    update: () =>
      embedding.update(table(4, 2), [1], x(1, 2), { learningRate: 0.1 }),
    hierarchical: () => embedding.hierarchical(table(4, 2), 9),
    resize: () => embedding.resize(table(4, 2), 7),
    resize2d: () => embedding.resize2d(table(4, 2), { to: [3, 3] }),
    convolutional: () =>
      embedding.convolutional(x(5, 2), {
        depthwise: asking("depthwise", 2, 3),
        pointwise: asking("pointwise", 2, 2),
      }),
    convolutional2d: () =>
      embedding.convolutional2d(x(4, 2), {
        shape: [2, 2],
        depthwise: asking("depthwise", 2, 3, 3),
      }),
    weightNorm: () => embedding.weightNorm(x(4, 2, 3), asking("gain", 3)),
    add: () => embedding.add(x(3, 2), table(3, 2)),
    multiply: () => embedding.multiply(x(3, 2), table(3, 2)),
    concat: () => embedding.concat(x(3, 2), table(3, 2)),
    fit: () => embedding.fit(x(3, 2), 2),
    similarity: () => pe.analysis.similarity(x(3, 2)),
    collisions: () => pe.analysis.collisions({ rows: x(3, 2) }),
    spectrum: () => pe.analysis.spectrum(x(5, 3)),
    rangePerDimension: () => pe.analysis.rangePerDimension(x(5, 3)),
    permutationError: () =>
      pe.analysis.permutationError({
        ...sides(),
        q: asking("q", 5, 2, 4),
        permutation: [1, 0, 2, 4, 3],
      }),
    shaw: () =>
      relative.shaw({
        ...sides(),
        clip: 1,
        keyTable: asking("keyTable", 3, 4),
        valueTable: asking("valueTable", 3, 4),
      }),
    deberta: () =>
      relative.deberta({
        ...sides(),
        span: 4,
        relQ: asking("relQ", 8, 2, 4),
        relK: asking("relK", 8, 2, 4),
      }),
    cope: () => relative.cope({ ...sides(), embeddings: table(3, 4) }),
    tupe: () =>
      relative.tupe({
        ...sides(),
        positionQuery: asking("positionQuery", 3, 2, 4),
        positionKey: asking("positionKey", 5, 2, 4),
      }),
    shift: () => relative.shift(x(2, 3, 5)),
    unshift: () => relative.unshift(x(2, 3, 5)),
    linear: () => pe.transformer.linear(x(3, 2), table(5, 2)),
    layerNorm: () =>
      pe.transformer.layerNorm(x(3, 2), {
        gain: asking("gain", 2),
        bias: asking("bias", 2),
      }),
    attention: () => pe.attention({ ...sides(), mask: asking("mask", 3, 5) }),
    layout: () =>
      convert.layout(x(3, 2, 4), { from: "halves", to: "interleaved" }),
    queryKeyWeights: () =>
      convert.queryKeyWeights(x(8, 3), {
        from: "halves",
        to: "interleaved",
        numHeads: 2,
        bias: asking("bias", 8),
      }),
    alibiOrder: () =>
      convert.alibiOrder(x(8), { from: "reference", to: "mpt" }),
    apply: () => rotary.apply(x(3, 2, 4), { frequencies }),
    applyTables: () => {
      const tables = { cos: asking("cos", 3, 2), sin: asking("sin", 3, 2) };
      return rotary.apply(x(3, 2, 4), { tables });
    },
    rotaryShift: () => rotary.shift(x(3, 2, 4), 2, { frequencies }),
    t5: () => pe.bias.t5({ table: table(32, 2), queryLen: 3, keyLen: 3 }),
    kerple: () => pe.bias.kerple({ kind: "power", scores: x(2, 3, 4) }),
    fire: () =>
      pe.bias.fire({
        queryLen: 3,
        keyLen: 3,
        weights: {
          hiddenWeight: asking("hiddenWeight", 3),
          hiddenBias: asking("hiddenBias", 3),
          outputWeight: asking("outputWeight", 2, 3),
          outputBias: asking("outputBias", 2),
        },
      }),
    logCpb: () =>
      pe.bias.logCpb({
        windowSize: [2, 2],
        weights: {
          hiddenWeight: asking("hiddenWeight", 5, 2),
          hiddenBias: asking("hiddenBias", 5),
          outputWeight: asking("outputWeight", 2, 5),
        },
      }),
  };
  for (const [call, run] of Object.entries(calls)) {
    asked.clear();
    run();
    assert.ok(asked.size > 0, call);
    for (const [name, counts] of asked) {
      const text = `${call}: ${name}`;
      assert.deepEqual(counts, { data: 1, shape: 1 }, text);
    }
  }
});
