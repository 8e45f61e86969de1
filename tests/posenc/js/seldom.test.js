// Refusals and forms that calls seldom meet, each in full.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import test from "node:test";
import { load } from "posenc";
import { untyped } from "../../untyped.js";
import { noise, pe, refuses } from "./helpers.js";

const zeros = (...shape) => ({
  data: new Float32Array(shape.reduce((a, b) => a * b, 1)),
  shape,
});
const qkv = { q: zeros(2, 1, 4), k: zeros(2, 1, 4), v: zeros(2, 1, 4) };

test("a mask says what its zeros and ones are", () => {
  const masked = (mask) => pe.attention({ ...qkv, mask }).output.data;
  const v = { data: Float32Array.of(0, 0, 0, 0, 4, 4, 4, 4), shape: [2, 1, 4] };
  const shape = [2, 2];
  const seen = (mask) => [...pe.attention({ ...qkv, v, mask }).output.data];
  // Of both keys the mean, of one that key.
  const first = [0, 0, 0, 0, 2, 2, 2, 2];
  const bool = [1, 0, 1, 1];
  assert.deepEqual(seen({ data: bool, shape, dtype: "bool" }), first);
  for (const dtype of /** @type {const} */ ([undefined, "uint8"])) {
    const data = Uint8Array.from(bool);
    assert.deepEqual(seen({ data, shape, ...(dtype && { dtype }) }), first);
  }
  // Ones of a byte that are added are no more than numbers.
  const added = { data: Uint8Array.of(1, 1, 1, 1), shape, dtype: "float32" };
  assert.deepEqual(seen(untyped(added)), [2, 2, 2, 2, 2, 2, 2, 2]);
  refuses(
    () => masked({ data: [0, 1, 2, 1], shape, dtype: "bool" }),
    RangeError,
    'attention: mask has dtype "bool" and must hold nothing but 0 and 1, got 2',
  );
  refuses(
    () => masked({ data: bool, shape }),
    TypeError,
    'attention: mask holds nothing but 0 and 1, as numbers: say dtype: "bool" if 1 may be seen, dtype: "float32" if they are added to the scores',
  );
});

test("k has the form of q", () => {
  const attend = (q, k, more = {}) => pe.attention({ q, k, v: k, ...more });
  refuses(
    () => attend(zeros(2, 3, 2, 4), zeros(3, 2, 4)),
    RangeError,
    "attention: k must have shape [2, any, any, any], the form of q, got [3, 2, 4]",
  );
  refuses(
    () => attend(zeros(2, 3, 8), zeros(3, 2, 8), { joined: true, numHeads: 2 }),
    RangeError,
    "attention: k must have shape [2, any, any], the form of q, got [3, 2, 8]",
  );
  const layer = { weight: zeros(8, 8) };
  refuses(
    () =>
      attend(zeros(2, 8), zeros(2, 8), {
        numHeads: 2,
        joined: false,
        projections: { q: layer, k: layer, v: layer },
      }),
    RangeError,
    "attention: joined must be true with projections, got false",
  );
});

test("a scheme's own width and gates fit the heads of the call", () => {
  const attend = (position) => pe.attention({ ...qkv, position });
  refuses(
    () => attend({ type: "rotary", headDim: 8 }),
    RangeError,
    "attention: position: headDim must be the width of a head of q, 4, got 8",
  );
  refuses(
    () =>
      attend({
        type: "cope",
        embeddings: zeros(3, 4),
        gates: zeros(3, 1, 4),
      }),
    RangeError,
    "attention: position: gates must have the form of k, 8 numbers, got shape [3, 1, 4]",
  );
});

test("rows that may be of two kinds are not guessed at", () => {
  const { add } = pe.embedding;
  refuses(
    () => add(zeros(2, 3, 4), zeros(2, 3, 4), { offset: 1 }),
    RangeError,
    "embedding.add: offset must be 0 for rows of each text's own, got 1",
  );
  refuses(
    () => add(zeros(2, 3, 4), zeros(6, 4)),
    RangeError,
    "embedding.add: rows of shape [6, 4] can be a row for each of 2 × 3 tokens, or a table of positions: give them as [2, 3, 4], or say offset: 0",
  );
  assert.deepEqual(
    add(zeros(2, 3, 4), zeros(6, 4), { offset: 0 }).shape,
    [2, 3, 4],
  );
  refuses(
    () => add(zeros(3, 4), zeros(4, 4), { offset: 2 }),
    RangeError,
    "embedding.add: rows must have shape [5 or more, 4] for tokens of shape [3, 4] from offset 2, got [4, 4]",
  );
});

test("a spectrum has as many columns as it can be computed of", () => {
  assert.ok(pe.analysis.spectrum(zeros(2, 2048)));
  refuses(
    () => pe.analysis.spectrum(zeros(2, 2049)),
    RangeError,
    "analysis.spectrum: rows must have at most 2048 columns, got [2, 2049]",
  );
});

test("long words are told by their beginning", () => {
  refuses(
    () =>
      pe.embedding.sinusoidal({ seqLen: untyped("x".repeat(60)), dModel: 4 }),
    TypeError,
    `embedding.sinusoidal: seqLen must be an integer from 1 to 2147483648, got "${"x".repeat(37)}…" (a string)`,
  );
});

test("more frequencies than a head has pairs are refused, with how heads are told", () => {
  const frequencies = { inverseFrequency: [1, 1] };
  refuses(
    () =>
      pe.rotary.apply(zeros(1, 1, 2, 2), { frequencies: untyped(frequencies) }),
    RangeError,
    "rotary.apply: 2 frequencies turn 4 columns, more than a head of x has: [1, 1, 2, 2]",
  );
  refuses(
    () =>
      pe.rotary.apply(zeros(1, 4), {
        frequencies: untyped(frequencies),
        numHeads: 2,
        joined: true,
      }),
    RangeError,
    "rotary.apply: 2 frequencies turn 4 columns, more than a head of x has: [1, 4] with numHeads = 2",
  );
});

test("a decoder's memory, and what stands before its rows, have its width", () => {
  const decoder = pe.transformer.decoder({
    layers: 1,
    dModel: 8,
    numHeads: 2,
    vocabularySize: 11,
    crossAttention: true,
  });
  refuses(
    () => decoder.forward([1, 2], { memoryMask: zeros(2, 2) }),
    TypeError,
    "transformer.decoder.forward: memory is required (a tensor)",
  );
  refuses(
    () => decoder.forward([1, 2], { memory: zeros(3, 7) }),
    RangeError,
    "transformer.decoder.forward: memory must have shape [any, 8], got [3, 7]",
  );
  refuses(
    () => decoder.start({ memory: zeros(3, 7) }),
    RangeError,
    "transformer.decoder.start: memory must have shape [S, 8] or [B, S, 8], got [3, 7]",
  );
  refuses(
    () => decoder.start({ memory: zeros(3, 8) }).step(zeros(1, 7)),
    RangeError,
    "transformer.decoder.step: embeddings must have shape [8], got [1, 7]",
  );
});

test("tables of TUPE are rows for all tokens", () => {
  const encoder = (positionQuery, positionKey = zeros(4, 2, 4)) =>
    pe.transformer.encoder({
      layers: 1,
      dModel: 8,
      numHeads: 2,
      position: { type: "tupe", positionQuery, positionKey },
    });
  refuses(
    () => encoder(zeros(4, 2, 4)).forward(zeros(5, 8)),
    RangeError,
    "transformer.encoder.forward: position: positionQuery must have at least 5 rows for a text of 5 tokens, got shape [4, 2, 4]",
  );
  refuses(
    () => encoder(untyped(3)),
    TypeError,
    "transformer.encoder: position: positionQuery must be a tensor { data, shape }, got 3",
  );
  // With nothing but a row for [CLS], no content can be left out.
  refuses(
    () =>
      pe.relative.tupe(
        untyped({
          positionQuery: zeros(1, 2, 4),
          positionKey: zeros(1, 2, 4),
          cls: true,
        }),
      ),
    TypeError,
    "relative.tupe: q is required (a tensor of shape [B, T, H, D] or [T, H, D] (with numHeads also [B, T, H·D] or [T, H·D]))",
  );
});

test("prepared rotations go from buffer to buffer until they are disposed of", () => {
  const frequencies = pe.rotary.frequencies({ headDim: 4 });
  const prepared = pe.rotary.prepare({ frequencies, maxLen: 8 });
  const x = pe.buffer([2, 1, 4]);
  const out = pe.buffer([2, 1, 4]);
  x.data.set([1, 2, 3, 4, 5, 6, 7, 8]);
  assert.equal(prepared.apply(x, 3, out), out);
  const expected = pe.rotary.apply(
    { data: x.data.slice(), shape: [2, 1, 4] },
    { frequencies, offset: 3 },
  );
  assert.deepEqual([...out.data], [...expected.data]);
  refuses(
    () => prepared.apply(x, 3, pe.buffer([1, 1, 4])),
    RangeError,
    "rotary.prepare: apply: out must have shape [2, 1, 4], got [1, 1, 4]",
  );
  prepared.dispose();
  refuses(
    () => prepared.apply(x, 3, out),
    TypeError,
    "rotary.prepare: apply: it has been disposed of",
  );
});

test("keys of several texts are no prefix", () => {
  const prepared = pe.attention.prepare({
    batch: 2,
    numHeads: 1,
    headDim: 4,
    maxLen: 8,
  });
  refuses(
    () => prepared.prefix(),
    RangeError,
    "attention.prepare: prefix: the 2 texts do not lie one behind the other",
  );
  prepared.dispose();
});

test("keys out of a window are left where they are, as lists too", () => {
  const k = noise([2, 40, 1, 4], 1);
  const q = noise([2, 2, 1, 4], 2);
  const attend = (keys) =>
    pe.attention({ q, k: keys, v: keys, window: 3, causal: true }).output.data;
  assert.deepEqual(attend({ data: [...k.data], shape: k.shape }), attend(k));
});

test("q of which neither form fits is told by its heads", () => {
  refuses(
    () =>
      pe.attention({
        q: zeros(2, 2, 8),
        k: zeros(3, 2, 4),
        v: zeros(5, 2, 4),
        numHeads: 2,
      }),
    RangeError,
    "attention: k must have heads of width 8, as q has, got 4",
  );
  refuses(
    () =>
      pe.attention({
        q: zeros(2, 2, 4),
        k: zeros(2, 2, 2, 4),
        v: zeros(2, 2, 2, 4),
      }),
    RangeError,
    "attention: k must have shape [any, any, any], the form of q, got [2, 2, 2, 4]",
  );
});

test("a convolution may leave out the tokens that it is added to", () => {
  const tokens = noise([5, 4], 3);
  const { convolutional, convolutionalGrouped } = pe.embedding;
  const weight = noise([4, 2, 3], 5);
  const depthwise = noise([4, 3], 4);
  for (const of of [
    (residual) => convolutional(tokens, { depthwise, residual }),
    (residual) => convolutionalGrouped(tokens, { weight, groups: 2, residual }),
  ]) {
    const [added, alone] = [of(true).data, of(false).data];
    alone.forEach((x, i) => {
      assert.ok(Math.abs(added[i] - x - tokens.data[i]) < 1e-6);
    });
  }
});

test("what a getter throws is told, error or not", () => {
  const options = {
    dModel: 4,
    get seqLen() {
      throw 3;
    },
  };
  refuses(
    () => pe.embedding.sinusoidal(untyped(options)),
    TypeError,
    "embedding.sinusoidal: seqLen cannot be read: 3",
  );
});

test("resized halves round to even, and no number stays none", () => {
  const resize = (data, length, dtype = "float16") => [
    ...pe.embedding.resize(
      untyped({ data: Uint16Array.from(data), dtype, shape: [data.length, 1] }),
      length,
    ).data,
  ];
  // Subnormals n · 2⁻²⁴: their means are halfway, and go to the even one.
  assert.deepEqual(resize([0, 0, 1, 1], 2), [0, 1]);
  assert.deepEqual(resize([0, 1], 1), [0]);
  assert.deepEqual(resize([1, 2], 1), [2]);
  assert.deepEqual(resize([2, 3], 1), [2]);
  assert.deepEqual(resize([3, 0], 3), [3, 2, 0]);
  assert.deepEqual(resize([0x7e00, 0], 3), [0x7e00, 0x7e00, 0]);
  assert.deepEqual(resize([0xfe00, 0], 1), [0xfe00]);
  assert.deepEqual(resize([0x7fc0, 0], 3, "bfloat16"), [0x7fc0, 0x7fc0, 0]);
});

test("rows that no array has room for are refused with the call's name", () => {
  const table = { data: new Float32Array(2 ** 16), shape: [1, 2 ** 16] };
  refuses(
    () => pe.embedding.lookup(table, new Int32Array(2 ** 19)),
    RangeError,
    "embedding.lookup: needs more memory than there is: Invalid typed array length: 34359738368",
  );
});

test("a scaling that another length makes impossible depends on the length", () => {
  const scaling = {
    type: "dynamicLongrope",
    originalMaxSeqLen: 4,
    maxSeqLen: 8,
    longFactor: [0.5, 0.5],
  };
  refuses(
    () =>
      pe.attention.prepare({
        numHeads: 1,
        headDim: 4,
        position: untyped({ type: "rotary", scaling }),
      }),
    TypeError,
    "attention.prepare: position: scaling depends on the length here, and keys stay as they were turned: give seqLen, or maxLen to attention.prepare",
  );
});

test("a module comes from the net, too", async (t) => {
  const file = new URL(import.meta.resolve("posenc/posenc.wasm"));
  const server = createServer((request, response) => {
    const isThere = request.url === "/posenc.wasm";
    response.writeHead(isThere ? 200 : 404, {
      "content-type": "application/wasm",
    });
    response.end(isThere ? readFileSync(file) : "");
  });
  await new Promise((done) => server.listen(0, "127.0.0.1", () => done(0)));
  t.after(() => server.close());
  const { port } = /** @type {import("node:net").AddressInfo} */ (
    server.address()
  );
  const from = (name) => load({ url: `http://127.0.0.1:${port}/${name}` });
  const { embedding } = await from("posenc.wasm");
  const { data } = embedding.sinusoidal({ seqLen: 1, dModel: 2 });
  assert.deepEqual([...data], [0, 1]);
  await assert.rejects(from("other.wasm"), /404/);
});
