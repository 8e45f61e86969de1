// posenc/worker: every call in threads as it is without them.
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { once } from "node:events";
import { rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import test from "node:test";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import fc from "fast-check";
import { load } from "posenc";
import { connect } from "posenc/worker";
import { untyped } from "../../untyped.js";
import { CALLS, drawing, pathsOf } from "./calls.js";

const here = await load();

/** What lives in the memory of one module. */
const BOUND = [
  "buffer",
  "rotary.applyInPlace",
  "attention.prepare",
  "bias.prepare",
  "rotary.prepare",
  "transformer.encoder",
  "transformer.decoder",
];

async function pool(t, options = { workers: 2 }) {
  const made = await connect(options);
  t.after(() => made.dispose());
  return made;
}

const callOf = (pe, path) =>
  path.split(".").reduce((object, name) => object[name], pe);

/** What a call answers or throws, as something to compare. */
async function outcome(work) {
  try {
    return { value: await work() };
  } catch (/** @type {any} */ error) {
    return { name: error.name, message: error.message };
  }
}

/** By size and seed: tests ask for the same again and again. */
const made = new Map();

const noise = (shape, seed = 1) => {
  const length = shape.reduce((a, b) => a * b, 1);
  const key = `${length} ${seed}`;
  if (!made.has(key)) {
    const at = (_, n) => Math.sin(seed + 1.7 * n + 0.001 * n * n);
    made.set(key, Float32Array.from({ length }, at));
  }
  return { data: made.get(key).slice(), shape };
};

/** Attention that takes long enough to be shared out, of 1700 tokens. */
const heads = (queries, keys = queries, more = {}) => ({
  q: noise([queries, 2, 64], 1),
  k: noise([keys, 2, 64], 2),
  v: noise([keys, 2, 64], 3),
  ...more,
});
/** What a thread runs, for files of threads that do more. */
const OWN_THREAD = import.meta.resolve(
  "../../../src/posenc/dist/on/worker-thread-node.js",
);

/** Seconds of work. */
const LONG = {
  q: noise([2048, 8, 64], 1),
  k: noise([2048, 8, 64], 2),
  v: noise([2048, 8, 64], 3),
};

test("every call of the library is there, and answers the same bits", async (t) => {
  const pe = await pool(t);
  const paths = Object.keys(CALLS).filter((path) => !BOUND.includes(path));
  const buffers = [];
  assert.deepEqual(pathsOf(here).sort(), Object.keys(CALLS).sort());
  await fc.assert(
    fc.asyncProperty(fc.gen(), fc.constantFrom(...paths), async (gen, path) => {
      const d = drawing(
        (min, max) => gen(() => fc.integer({ min, max })),
        here,
        buffers,
      );
      const args = CALLS[path](d);
      for (const arg of args) delete Object(arg).out;
      const wanted = await outcome(() => callOf(here, path)(...args));
      const found = await outcome(() => callOf(pe, path)(...args));
      for (const buffer of buffers.splice(0)) buffer.dispose();
      assert.deepEqual(found, wanted, path);
    }),
    { numRuns: 4 * paths.length, endOnFailure: true },
  );
});

test("what lives in one module says what to use in its place", async (t) => {
  const pe = await pool(t, { workers: 1 });
  for (const path of BOUND) {
    await assert.rejects(callOf(pe, path)({}), {
      name: "TypeError",
      message: `${path}: what lives in the memory of one module cannot be in a thread of posenc/worker; use load() of posenc, in a thread of your own where it takes long`,
    });
  }
  await assert.rejects(
    pe.embedding.index(untyped({ seqLen: 2, out: new Float32Array(2) })),
    /^TypeError: embedding\.index: out cannot be written by a thread of posenc\/worker; leave it out/,
  );
});

/**
 * A thread that ends when it is asked for a whole call of those that are shared
 * out: nothing is computed twice unnoticed.
 */
function partsAlone(t) {
  const file = join(tmpdir(), `posenc-parts-${process.pid}.mjs`);
  t.after(() => rmSync(file, { force: true }));
  // Before the thread's own listener, which answers.
  const first = `
import { parentPort } from "node:worker_threads";
const shared = ["attention", "embedding.sinusoidal", "transformer.linear"];
parentPort.on("message", ({ path, pieces }) => {
  if (pieces === undefined && shared.includes(path)) process.exit(5);
});`;
  const modules = [`data:text/javascript,${encodeURI(first)}`, OWN_THREAD];
  writeFileSync(
    file,
    modules.map((url) => `import ${JSON.stringify(url)};\n`).join(""),
  );
  return pathToFileURL(file).href;
}

const POSITIONS = {
  none: undefined,
  rotary: { type: "rotary" },
  "rotary, turned back": {
    type: "rotary",
    rotaryDim: 8,
    outputTurnedBack: true,
  },
  "rotary, scaled": {
    type: "rotary",
    scaling: { type: "dynamic", factor: 4, originalMaxSeqLen: 512 },
  },
  alibi: { type: "alibi" },
  t5: { type: "t5", table: noise([32, 2]) },
  kerple: { type: "kerple", kind: "log", a: [1, 2], p: [0.5, 1] },
  sandwich: { type: "sandwich" },
  fire: {
    type: "fire",
    weights: {
      hiddenWeight: noise([4]),
      hiddenBias: noise([4], 2),
      outputWeight: noise([2, 4]),
      outputBias: noise([2], 2),
    },
  },
};

test("attention that is shared out has the bits of one thread", async (t) => {
  const pe = await pool(t, { workers: 3, url: partsAlone(t) });
  // 1700 is no multiple of what a share begins at.
  const forms = {
    plain: heads(1700),
    causal: heads(2500, 2500, { causal: true }),
    "after a cache": heads(1700, 2500, { causal: true }),
    "before its keys": heads(2700, 2500, { causal: true, offset: -150 }),
    window: heads(4100, 4100, { causal: true, window: 700 }),
    grouped: {
      ...heads(1700),
      k: noise([1700, 1, 64], 5),
      v: noise([1700, 1, 72], 6),
    },
    "heads first": {
      q: noise([2, 1700, 64], 1),
      k: noise([2, 1700, 64], 2),
      v: noise([2, 1700, 64], 3),
      order: "BHTD",
    },
    "side by side": {
      q: noise([2500, 128], 1),
      k: noise([2500, 128], 2),
      v: noise([2500, 128], 3),
      numHeads: 2,
      causal: true,
    },
    "texts of heads side by side": {
      q: noise([2, 1700, 128], 1),
      k: noise([2, 1700, 128], 2),
      v: noise([2, 1700, 128], 3),
      numHeads: 2,
      causal: true,
    },
    batch: {
      q: noise([2, 1700, 2, 64], 1),
      k: noise([2, 1700, 2, 64], 2),
      v: noise([2, 1700, 2, 64], 3),
      causal: true,
    },
    mask: {
      ...heads(1700),
      mask: noise([1700, 1700], 9),
    },
    "boolean mask": {
      ...heads(1700),
      mask: {
        data: Uint8Array.from({ length: 1700 * 2 }, (_, n) => n % 3 && 1),
        shape: [2, 1, 1700],
      },
    },
    "a mask of bytes that are added": {
      ...heads(1700),
      mask: {
        data: Uint8Array.from({ length: 1700 ** 2 }, (_, n) => n % 3 && 1),
        dims: [1700, 1700],
        type: "float32",
      },
    },
    sinks: heads(1700, 1700, { sinks: [0.5, -1] }),
  };
  const { dtype, shape, data } = halves(noise([1700, 2, 64]));
  /** @type {Record<string, any>} */
  const asked = {
    ...forms,
    halves: heads(1700, 1700, { q: { data, shape, dtype } }),
    "halves by other names": heads(1700, 1700, {
      q: { data, dims: shape, type: dtype },
    }),
    weights: heads(1100, 1100, { returnWeights: true }),
  };
  for (const [name, position] of Object.entries(POSITIONS)) {
    const options = { causal: true, ...(position && { position }) };
    const length = name === "fire" ? 1600 : 2500;
    asked[name] = heads(length, length, options);
  }
  for (const [name, options] of Object.entries(asked)) {
    const told = [];
    const onProgress = (at) => told.push(at);
    const found = await pe.with({ onProgress }).attention(options);
    assert.deepEqual(found, here.attention(options), name);
    const { total } = told.at(-1);
    // One thread tells of every head.
    const atOnce = /^(batch|texts)/.test(name) ? 4 : 2;
    const isShared = total > atOnce && total <= 4 * atOnce;
    assert.ok(isShared, `${name} in ${total} steps`);
    assert.equal(told.at(-1).done, total, name);
    for (const [n, { done }] of told.entries()) {
      assert.ok(n === 0 || done > told[n - 1].done, name);
    }
  }
});

test("few rows are shared by fewer threads than there are", async (t) => {
  const pe = await pool(t, { workers: 6, url: partsAlone(t) });
  const options = {
    q: noise([192, 8, 64], 1),
    k: noise([10_000, 8, 64], 2),
    v: noise([10_000, 8, 64], 3),
  };
  assert.deepEqual(await pe.attention(options), here.attention(options));
});

test("what takes little time is left to one thread", async (t) => {
  const pe = await pool(t);
  const x = noise([192, 16]);
  for (const [path, steps, ...args] of /** @type {const} */ ([
    // A step for each head.
    ["attention", 2, heads(192)],
    ["embedding.sinusoidal", 1, { seqLen: 192, dModel: 16 }],
    ["transformer.linear", 1, x, x],
  ])) {
    const told = [];
    const onProgress = (at) => told.push(at);
    await callOf(pe.with({ onProgress }), path)(...args);
    assert.deepEqual(told.at(-1), { done: steps, total: steps }, path);
  }
});

/** Numbers as bfloat16. */
function halves({ data, shape }) {
  const bits = new Uint32Array(data.buffer);
  const dtype = "bfloat16";
  return { data: Uint16Array.from(bits, (x) => x >>> 16), shape, dtype };
}

test("so have tables and linear layers, where a share is worth its copy", async (t) => {
  const pe = await pool(t, { workers: 2, url: partsAlone(t) });
  const options = { seqLen: 30_001, dModel: 600, offset: 7.5 };
  const positions = Float64Array.from({ length: 30_001 }, (_, p) => p * 1.5);
  const [x, weight] = [noise([3001, 400]), noise([700, 400], 2)];
  for (const [path, args] of /** @type {const} */ ([
    ["embedding.sinusoidal", [options]],
    ["embedding.sinusoidal", [{ positions, dModel: 600, layout: "halves" }]],
    ["transformer.linear", [x, weight, noise([700], 3)]],
  ])) {
    let total = 0;
    const onProgress = (at) => {
      total = at.total;
    };
    const found = await callOf(pe.with({ onProgress }), path)(...args);
    const wanted = callOf(here, path)(...args);
    assert.ok(Buffer.compare(bytes(found), bytes(wanted)) === 0, path);
    assert.deepEqual(found.shape, wanted.shape);
    assert.ok(total > 1, path);
  }
});

const bytes = ({ data }) => Buffer.from(data.buffer);

test("so have tables whose later positions are no numbers of float64", async (t) => {
  const pe = await pool(t);
  // 1000.7 + 15000 is a little beside them.
  const options = { seqLen: 30_000, dModel: 600, offset: 1000.7 };
  const found = await pe.embedding.sinusoidal(options);
  const wanted = here.embedding.sinusoidal(options);
  assert.ok(Buffer.compare(bytes(found), bytes(wanted)) === 0);
});

test("a bad argument is refused in the very words of the call, and the next works", async (t) => {
  const pe = await pool(t);
  const endless = (length) =>
    new Proxy([], { get: (_, key) => (key === "length" ? length : 1) });
  const hole = [1];
  hole[2] = 2;
  const selfish = [1];
  selfish.push(untyped(selfish));
  class Options {
    get seqLen() {
      return 2;
    }
    get dModel() {
      throw new Error("of a class");
    }
  }
  const gone = new Float32Array(4);
  structuredClone(gone.buffer, { transfer: [gone.buffer] });
  class Plain {
    seqLen = 2;
    get dModel() {
      throw "a text, and no error";
    }
  }
  const buffer = here.buffer([2, 2]);
  t.after(() => buffer.dispose());
  const tokens = noise([2000, 2, 64]);
  const many = new Float64Array(30_001);
  /** @type {[string, ...any[]][]} */
  const refused = [
    ["embedding.sinusoidal", { seqLen: 0, dModel: 4 }],
    ["embedding.sinusoidal", { seqlen: 2, dModel: 4 }],
    ["embedding.sinusoidal", { seqLen: () => 2, dModel: 4 }],
    ["embedding.sinusoidal", { seqLen: Symbol("x"), dModel: 4 }],
    ["embedding.sinusoidal", { seqLen: 2n, dModel: "4" }],
    ["embedding.sinusoidal", new Options()],
    ["embedding.lookup", { data: [1, 2], shape: [Symbol("x"), 2] }, [0]],
    ["embedding.sinusoidal", new Plain()],
    [
      "embedding.index",
      {
        get out() {
          throw new Error("of out");
        },
      },
    ],
    ["embedding.lookup", { data: [1, 2, 3, 4], shape: 5 }, [0]],
    ["embedding.sinusoidal", { positions: hole, dModel: 4 }],
    ["embedding.sinusoidal", { positions: [1, "2", 3], dModel: 4 }],
    ["embedding.sinusoidal", { positions: selfish, dModel: 4 }],
    ["embedding.sinusoidal", { positions: gone, dModel: 4 }],
    ["embedding.sinusoidal", { positions: new DataView(new ArrayBuffer(8)) }],
    ["embedding.sinusoidal", null],
    ["embedding.sinusoidal"],
    ["embedding.lookup", { data: endless(2 ** 32 - 1), shape: [2, 2] }, [0]],
    ["embedding.lookup", { data: endless(2 ** 32), shape: [2, 2] }, [0]],
    ["embedding.lookup", noise([2, 2]), [3]],
    ["embedding.lookup", noise([2, 2]), [2n ** 60n + 1n]],
    ["embedding.lookup", { shape: [2], dims: [3], data: [1, 2] }, [0]],
    ["embedding.lookup", { __proto__: null, data: "x", shape: [1] }, [0]],
    ["attention", { q: noise([2, 1, 4]), k: 5, v: 5 }],
    ["attention", heads(2000, 2000, { sinks: [1] })],
    ["attention", heads(2000, 2000, { mask: noise([3, 2000]) })],
    ["attention", heads(2000, 1999, { v: noise([2000, 2, 64]) })],
    ["attention", heads(2000, 2000, { position: { type: "alibbi" } })],
    ["attention", heads(2000, 2000, { offset: null })],
    [
      "attention",
      heads(2000, 2000, { position: { type: "rotary", seqLen: null } }),
    ],
    ["attention", heads(2000, 2000, { q: { ...tokens, dims: [2000, 128] } })],
    [
      "attention",
      heads(2000, 2000, {
        q: { data: tokens.data, dims: tokens.shape, type: "float16" },
      }),
    ],
    ["embedding.sinusoidal", { positions: many, seqLen: 30_001, dModel: 600 }],
    ["embedding.sinusoidal", { positions: many, offset: 1, dModel: 600 }],
    [
      "transformer.linear",
      { data: [1, 2], shape: [...Array(31).fill(1), 2] },
      noise([2, 2]),
    ],
    ["bias.t5Bucket", [0.5]],
    ["config.fromHuggingFace", 7],
    ["rotary.frequencies", { headDim: 3 }],
  ];
  for (const [path, ...args] of refused) {
    const wanted = await outcome(() => callOf(here, path)(...args));
    assert.ok("message" in wanted, `${path} took it`);
    assert.deepEqual(await outcome(() => callOf(pe, path)(...args)), wanted);
    assert.deepEqual(
      await pe.embedding.index({ seqLen: 2 }),
      here.embedding.index({ seqLen: 2 }),
    );
  }
});

test("numbers come in every kind, buffers of an instance too", async (t) => {
  const pe = await pool(t, { workers: 1 });
  const buffer = here.buffer([2, 2]);
  buffer.data.set([1, 2, 3, 4]);
  const numbers = [1, 2, 3, 4];
  const { data: bits } = halves({
    data: Float32Array.from(numbers),
    shape: [4],
  });
  for (const table of [
    buffer,
    { data: numbers, shape: [2, 2] },
    { data: [1n, 2n, 3n, 4n], dims: [2, 2] },
    { data: BigInt64Array.from([1n, 2n, 3n, 4n]), shape: [2, 2] },
    { data: Float64Array.from(numbers), shape: [2, 2] },
    { data: new Float32Array(6).subarray(1, 5), shape: [2, 2] },
    halves({ data: Float32Array.from(numbers), shape: [2, 2] }),
    { data: bits, dims: [2, 2], type: "bfloat16" },
    { data: bits, dims: [2, 2], dtype: null, type: "bfloat16" },
    { data: new Float32Array(new SharedArrayBuffer(16)), shape: [2, 2] },
  ]) {
    assert.deepEqual(
      await pe.embedding.lookup(untyped(table), [1n, 0].map(Number)),
      here.embedding.lookup(untyped(table), [1, 0]),
    );
  }
  buffer.dispose();
  await assert.rejects(pe.embedding.lookup(buffer, [0]), TypeError);
});

test("arguments are those of the moment of the call", async (t) => {
  const pe = await pool(t);
  const [x, weight] = [noise([2, 3]), noise([4, 3])];
  const options = heads(1700);
  const [wanted, shared] = [
    here.transformer.linear(x, weight),
    here.attention(options),
  ];
  const found = pe.transformer.linear(x, weight);
  const attended = pe.attention(options);
  x.data.fill(0);
  options.q.data.fill(0);
  options.k.data.fill(9);
  assert.deepEqual(await found, wanted);
  assert.deepEqual(await attended, shared);
});

test("with transfer, arrays are moved and not copied", async (t) => {
  const pe = await pool(t);
  const x = noise([2, 3]);
  const wanted = here.transformer.linear(x, x);
  const found = pe.with({ transfer: true }).transformer.linear(x, x);
  assert.equal(x.data.length, 0);
  assert.deepEqual(await found, wanted);
  // Shared out, too, where threads may share memory.
  const options = {
    q: noise([2048, 8, 64], 1),
    k: noise([2048, 8, 64], 2),
    v: noise([2048, 8, 64], 3),
  };
  const attended = here.attention(options);
  const there = pe.with({ transfer: true }).attention(options);
  for (const { data } of [options.q, options.k, options.v]) {
    assert.equal(data.length, 0);
  }
  assert.deepEqual(await there, attended);
  // What nobody can take away is copied.
  const shared = {
    data: new Float32Array(new SharedArrayBuffer(8)),
    shape: [1, 2],
  };
  await pe
    .with({ transfer: true })
    .transformer.linear(untyped(shared), untyped(shared));
  assert.equal(shared.data.length, 2);
});

test("a call is given up before, while it waits, at work and after", async (t) => {
  const pe = await pool(t, { workers: 1 });
  const why = new Error("enough");
  await assert.rejects(
    pe.with({ signal: AbortSignal.abort(why) }).embedding.index({ seqLen: 2 }),
    why,
  );
  const stop = new AbortController();
  const begun = performance.now();
  const long = pe.with({ signal: stop.signal }).attention(LONG);
  const waits = new AbortController();
  const second = pe
    .with({ signal: waits.signal })
    .embedding.index({ seqLen: 2 });
  const third = pe.embedding.index({ seqLen: 3 });
  assert.equal(pe.pending, 3);
  waits.abort(why);
  await assert.rejects(second, why);
  assert.equal(pe.pending, 2);
  stop.abort(why);
  await assert.rejects(long, why);
  // Its thread ends, and another goes on with what waited.
  assert.deepEqual((await third).shape, [3, 1]);
  t.diagnostic(`${Math.round(performance.now() - begun)} ms`);
  const late = new AbortController();
  const done = await pe
    .with({ signal: late.signal })
    .embedding.index({ seqLen: 4 });
  late.abort(why);
  assert.deepEqual(done.shape, [4, 1]);
  assert.equal(pe.pending, 0);
});

test("the calls that wait are made in their order, and so many at most", async (t) => {
  const pe = await pool(t, { workers: 1, maxPending: 20 });
  const order = [];
  const asked = Array.from({ length: 20 }, async (_, n) => {
    await pe.embedding.index({ seqLen: n + 1 });
    order.push(n);
  });
  assert.equal(pe.pending, 20);
  await assert.rejects(pe.embedding.index({ seqLen: 1 }), {
    name: "RangeError",
    message:
      "posenc/worker: 20 calls are pending, as many as connect({ maxPending }) allows; wait for some",
  });
  await Promise.all(asked);
  assert.deepEqual(order, [...order.keys()]);
  assert.equal(pe.pending, 0);
});

test("what cannot be cut, or is refused in part, is answered as a whole", async (t) => {
  const pe = await pool(t, { workers: 2 });
  const plain = heads(1700);
  const rows = noise([1700, 1700], 9);
  /** @type {Record<string, any>} */
  const asked = {
    "one sink too few": { ...LONG, sinks: [1] },
    "a mask of zeros and ones": {
      ...plain,
      mask: { data: new Float32Array(1700 ** 2).fill(1), shape: rows.shape },
    },
    "a mask in float64": {
      ...plain,
      mask: { data: Float64Array.from(rows.data), shape: rows.shape },
    },
    "a mask that is a list": {
      ...plain,
      mask: { data: Array.from(rows.data), shape: rows.shape },
    },
    "heads that stand in two places": {
      q: noise([1700, 3, 64], 1),
      k: noise([1700, 3, 64], 2),
      v: noise([1700, 3, 64], 3),
      numHeads: 3,
    },
    "heads side by side of no number": {
      q: noise([1700, 128], 1),
      k: noise([1700, 128], 2),
      v: noise([1700, 128], 3),
    },
    "no axes": { ...plain, q: noise([1700], 1) },
    "no key": { ...plain, k: { data: new Float32Array(), shape: [0, 2, 64] } },
    "before all keys": { ...plain, causal: true, offset: -4000 },
    "half a token after": { ...plain, causal: true, offset: 0.5 },
    "positions of its own": {
      ...plain,
      position: {
        type: "rotary",
        keyPositions: new Float64Array(1700),
        queryPositions: Float64Array.from({ length: 1700 }, (_, n) => n / 2),
      },
    },
  };
  for (const [name, options] of Object.entries(asked)) {
    const wanted = await outcome(() => here.attention(options));
    const found = outcome(() => pe.attention(options));
    // It waits meanwhile, and is not lost.
    const next = pe.embedding.index({ seqLen: 2 });
    assert.deepEqual(await found, wanted, name);
    assert.deepEqual((await next).shape, [2, 1]);
  }
  assert.equal(pe.pending, 0);
});

/**
 * Listeners of the caller's that throw, and what they throw.
 *
 * @type {Record<string, (error: Error) => any>}
 */
const THROWING = {
  "a listener": (error) => ({
    onProgress() {
      throw error;
    },
  }),
  "an async listener": (error) => ({
    async onProgress() {
      throw error;
    },
  }),
  "a signal that ends its listening": (error) => ({
    signal: {
      aborted: false,
      addEventListener() {},
      removeEventListener() {
        throw error;
      },
    },
  }),
  "the reason of a signal": (error) => ({
    signal: {
      aborted: false,
      get reason() {
        throw error;
      },
      addEventListener: (_, listener) => setTimeout(listener),
      removeEventListener() {},
    },
  }),
};

test("a call is rejected with what the caller's listeners throw, once, and others go on", async (t) => {
  const pe = await pool(t, { workers: 2 });
  const loose = [];
  const note = (error) => loose.push(error);
  for (const event of ["uncaughtException", "unhandledRejection"]) {
    process.on(event, note);
    t.after(() => process.off(event, note));
  }
  for (const [name, settingsOf] of Object.entries(THROWING)) {
    const error = new Error(name);
    const asked = pe.with(settingsOf(error));
    // Shared out, and as a whole.
    /** @type {Promise<unknown>[]} */
    const calls = [asked.attention(LONG)];
    if (!name.startsWith("the reason")) {
      calls.push(asked.embedding.index({ seqLen: 3 }));
    }
    await Promise.all(
      calls.map((call) => assert.rejects(call, (reason) => reason === error)),
    );
    assert.deepEqual((await pe.embedding.index({ seqLen: 2 })).shape, [2, 1]);
  }
  await new Promise((done) => setTimeout(done, 50));
  assert.deepEqual(loose, []);
  assert.equal(pe.pending, 0);
});

test("options that hold one object in many places are read once, and cycles end", async (t) => {
  const pe = await pool(t, { workers: 1 });
  const cycle = { q: [] };
  cycle.q.push(cycle, [cycle.q]);
  let deep = {};
  for (let level = 0; level < 1e4; level += 1) deep = { deep };
  for (const [name, options] of Object.entries({
    known: { seqLen: 2, dModel: 2, base: cycle },
    unknown: { seqLen: 2, dModel: 2, unknown: cycle },
    deep: { seqLen: 2, dModel: 2, base: deep },
    "unknown and deep": { seqLen: 2, dModel: 2, unknown: deep },
    itself: Object.assign(cycle, { seqLen: 2, dModel: 2 }),
  })) {
    const wanted = await outcome(() =>
      here.embedding.sinusoidal(untyped(options)),
    );
    const found = await outcome(() =>
      pe.embedding.sinusoidal(untyped(options)),
    );
    assert.deepEqual(found, wanted, name);
  }
  for (const option of ["base", "unknown"]) {
    let reads = 0;
    let it = {};
    for (let level = 0; level < 18; level += 1) {
      const next = level % 3 === 0 ? [it, it] : it;
      const get = () => {
        reads += 1;
        return next;
      };
      const parts = { enumerable: true, get };
      it = Object.defineProperties({}, { a: parts, b: parts });
    }
    const options = { seqLen: 2, dModel: 2, [option]: it };
    await assert.rejects(
      pe.embedding.sinusoidal(untyped(options)),
      /^TypeError: embedding\.sinusoidal: (base must be|unknown option)/,
    );
    assert.equal(reads, 2 * 18);
  }
});

test("a buffer that was disposed of is refused in the words of load()", async (t) => {
  const [here, there] = [await load(), await pool(t, { workers: 1 })];
  const gone = here.buffer([2, 4]);
  gone.dispose();
  const x = { data: new Float32Array(8), shape: [2, 4] };
  const calls = [
    (pe) => pe.attention({ q: gone, k: x, v: x }),
    (pe) => pe.attention({ q: x, k: x, v: gone, numHeads: 1 }),
    (pe) => pe.attention({ q: x, k: x, v: x, numHeads: 1, mask: gone }),
    (pe) => pe.embedding.add(gone, { type: "sinusoidal" }),
    (pe) =>
      pe.rotary.apply(gone, { frequencies: { inverseFrequency: [1, 0.1] } }),
  ];
  for (const call of calls) {
    const said = await outcome(() => call(here));
    assert.match(said.message, /is a buffer that was disposed of$/);
    assert.deepEqual(await outcome(() => call(there)), said);
  }
});

test("a thread that dies rejects its call, and another takes its place", async (t) => {
  const file = join(tmpdir(), `posenc-worker-${process.pid}.mjs`);
  t.after(() => rmSync(file, { force: true }));
  // Dies of every call of embedding.learned.
  writeFileSync(
    file,
    `import { parentPort } from "node:worker_threads";
import ${JSON.stringify(OWN_THREAD)};
parentPort.on("message", ({ path }) => {
  if (path === "embedding.learned") process.exit(3);
});
const { postMessage } = parentPort;
// Of these calls it says nothing any more.
parentPort.postMessage = (answer, ...rest) =>
  answer.value?.shape?.[1] === 2 || postMessage.call(parentPort, answer, ...rest);
`,
  );
  const url = pathToFileURL(file).href;
  const pe = await pool(t, { workers: 1, url });
  const dies = pe.embedding.learned({ maxLen: 2, dModel: 2 });
  const waits = pe.embedding.index({ seqLen: 2 });
  await assert.rejects(
    dies,
    /^Error: posenc\/worker: the thread ended: its exit code is 3$/,
  );
  assert.deepEqual((await waits).shape, [2, 1]);
  writeFileSync(file, "process.exit(4);\n");
  await assert.rejects(
    connect({ url }),
    /^Error: posenc\/worker: the thread ended: its exit code is 4$/,
  );
});

test("after dispose all that is pending is rejected, as is what comes", async () => {
  const pe = await connect({ workers: 2 });
  const ended = [
    assert.rejects(pe.attention(LONG), /posenc\/worker: it was disposed of/),
    assert.rejects(pe.embedding.index({ seqLen: 1 }), /disposed of/),
  ];
  pe.dispose();
  await Promise.all(ended);
  await assert.rejects(pe.embedding.index({ seqLen: 1 }), /disposed of/);
  const other = await connect({ workers: 1 });
  const last = other.embedding.index({ seqLen: 5 });
  await other[Symbol.asyncDispose]();
  assert.deepEqual((await last).shape, [5, 1]);
});

test("there are as many threads as were asked for, and none after dispose", async (t) => {
  const threads = [];
  const begun = (thread) => threads.push(thread);
  process.on("worker", begun);
  t.after(() => process.off("worker", begun));
  for (const end of /** @type {const} */ (["dispose", Symbol.asyncDispose])) {
    const pe = await connect({ workers: 2 });
    for (let n = 0; n < 3; n += 1) {
      const calls = [1, 2, 3].map((seqLen) => pe.embedding.index({ seqLen }));
      await Promise.all(calls);
    }
    assert.equal(threads.length, 2);
    const ended = threads.splice(0).map((thread) => once(thread, "exit"));
    await pe[end]();
    await Promise.all(ended);
  }
});

/** A module of nothing. */
const EMPTY_MODULE = Uint8Array.of(0, 97, 115, 109, 1, 0, 0, 0);

test("what is asked for wrongly is refused", async (t) => {
  for (const [options, message] of /** @type {const} */ ([
    [{ workers: 0 }, /workers must be an integer from 1 to 64, got 0/],
    [
      { maxPending: 0 },
      /maxPending must be an integer from 1 to 1048576, got 0/,
    ],
    [{ worker: 1 }, /unknown option "worker", did you mean workers\?/],
    [{ url: 5 }, /url must be an address/],
    [{ wasm: {} }, /connect: wasm: exactly one of/],
    [{ wasm: { bytes: EMPTY_MODULE } }, /^Error: posenc\/worker: /],
    [7, /options must be an object/],
  ])) {
    await assert.rejects(connect(untyped(options)), message);
  }
  const pe = await pool(t, { workers: 1 });
  for (const [settings, message] of /** @type {const} */ ([
    [undefined, /^TypeError: with: settings must be an object/],
    [{ signals: 1 }, /with: unknown option "signals", did you mean signal\?/],
    [{ signal: 1 }, /with: signal must be an AbortSignal, got 1/],
    [{ onProgress: 1 }, /with: onProgress must be a function, got 1/],
    [{ transfer: 1 }, /with: transfer must be true or false, got 1/],
  ])) {
    assert.throws(() => pe.with(untyped(settings)), message);
  }
});

test("idle threads keep no process alive, and calls that are given up no memory", async () => {
  const program = `
import { connect } from "posenc/worker";
const pe = await connect({ workers: 2 });
const x = { data: new Float32Array(1 << 18), shape: [512, 512] };
await pe.transformer.linear(x, x);
const { arrayBuffers } = process.memoryUsage();
for (let n = 0; n < 40; n += 1) {
  const stop = new AbortController();
  const call = pe.with({ signal: stop.signal }).transformer.linear(x, x);
  stop.abort();
  await call.catch(() => {});
}
await pe.transformer.linear(x, x);
globalThis.gc();
await new Promise((done) => setTimeout(done, 50));
globalThis.gc();
console.log(process.memoryUsage().arrayBuffers - arrayBuffers < 8 << 20, pe.pending);
`;
  const args = ["--expose-gc", "--input-type=module", "-e", program];
  const { stdout } = await promisify(execFile)(process.execPath, args, {
    timeout: 60_000,
  });
  assert.equal(stdout, "true 0\n");
});
