import assert from "node:assert/strict";
import test from "node:test";
import fc from "fast-check";
import { maxError, noise, pe, refuses } from "./helpers.js";

const numRuns = 40;

test("position rotary turns queries and keys as pe.rotary.apply does", () => {
  fc.assert(
    fc.property(
      fc.record({
        batch: fc.integer({ min: 1, max: 2 }),
        groups: fc.integer({ min: 1, max: 2 }),
        perGroup: fc.integer({ min: 1, max: 2 }),
        queries: fc.integer({ min: 1, max: 9 }),
        keys: fc.integer({ min: 1, max: 12 }),
        pairs: fc.integer({ min: 1, max: 6 }),
        rest: fc.integer({ min: 0, max: 3 }),
        layout: fc.constantFrom("halves", "interleaved"),
        causal: fc.boolean(),
        offset: fc.integer({ min: -3, max: 40 }),
        scaling: fc.constantFrom(undefined, { type: "linear", factor: 4 }),
      }),
      (c) => {
        const headDim = 2 * c.pairs + c.rest;
        const heads = c.groups * c.perGroup;
        const q = noise([c.batch, c.queries, heads, headDim], 1);
        const k = noise([c.batch, c.keys, c.groups, headDim], 2);
        const v = noise([c.batch, c.keys, c.groups, 3], 3);
        const { layout, causal, offset, scaling } = c;
        const rotaryDim = 2 * c.pairs;
        const found = pe.attention({
          q,
          k,
          v,
          causal,
          offset,
          position: { type: "rotary", rotaryDim, base: 100, scaling, layout },
        });
        const frequencies = pe.rotary.frequencies({
          headDim: 2 * (c.pairs + c.rest),
          rotaryDim,
          base: 100,
          scaling,
        });
        const turn = (x, first) =>
          pe.rotary.apply(x, { frequencies, layout, offset: first });
        const options = { v, causal, offset };
        const expected = pe.attention({
          ...options,
          q: turn(q, offset),
          k: turn(k, 0),
        });
        assert.deepEqual(found, expected);
        const given = pe.attention({
          q,
          k,
          v,
          causal,
          offset,
          position: { type: "rotary", frequencies, layout },
        });
        assert.deepEqual(given, expected);
      },
    ),
    { numRuns },
  );
});

test("outputTurnedBack is rotary.apply's inverse on the output, bit for bit", () => {
  fc.assert(
    fc.property(
      fc.record({
        batch: fc.integer({ min: 1, max: 2 }),
        queries: fc.integer({ min: 1, max: 9 }),
        more: fc.integer({ min: 0, max: 3 }),
        pairs: fc.integer({ min: 1, max: 4 }),
        startIndex: fc.integer({ min: 0, max: 3 }),
        rest: fc.integer({ min: 0, max: 3 }),
        layout: fc.constantFrom("halves", "interleaved"),
        order: fc.constantFrom("BTHD", "BHTD"),
        offset: fc.integer({ min: -3, max: 40 }),
        isListed: fc.boolean(),
        returnWeights: fc.boolean(),
        scaling: fc.constantFrom(undefined, {
          type: "yarn",
          factor: 4,
          originalMaxSeqLen: 64,
        }),
      }),
      (c) => {
        const { batch, queries, layout, order, scaling, startIndex } = c;
        const rotaryDim = 2 * c.pairs;
        const keys = queries + c.more;
        const width = startIndex + rotaryDim + c.rest;
        const headDim = width + (width % 2);
        const shape = (length, heads, own) =>
          order === "BTHD"
            ? [batch, length, heads, own]
            : [batch, heads, length, own];
        const call = {
          q: noise(shape(queries, 2, headDim), 1),
          k: noise(shape(keys, 1, headDim), 2),
          v: noise(shape(keys, 1, startIndex + rotaryDim + 1), 3),
          causal: true,
          order,
          returnWeights: c.returnWeights,
          offset: c.offset,
        };
        const positions = Array.from({ length: batch }, (_, b) =>
          Array.from({ length: queries }, (_, i) => b + 3 * i),
        );
        const frequencies = pe.rotary.frequencies({
          headDim,
          rotaryDim,
          base: 100,
          scaling,
        });
        const position = {
          type: /** @type {const} */ ("rotary"),
          frequencies,
          layout,
          startIndex,
          ...(c.isListed && { queryPositions: positions }),
        };
        const plain = pe.attention({ ...call, position });
        const found = pe.attention({
          ...call,
          position: { ...position, outputTurnedBack: true },
        });
        const expected = pe.rotary.apply(plain.output, {
          frequencies,
          layout,
          startIndex,
          order,
          inverse: true,
          ...(c.isListed ? { positions } : { offset: c.offset }),
        });
        assert.deepEqual(found.output, expected);
        assert.deepEqual(found.weights, plain.weights);
      },
    ),
    { numRuns },
  );
});

test("values that are turned keys come back by their offset alone", () => {
  // One key is seen at a time: its output is the key, turned by the distance.
  const k = noise([1, 1, 8], 1);
  const at = (key, query) => {
    const frequencies = pe.rotary.frequencies({ headDim: 8 });
    const v = pe.rotary.apply(k, { frequencies, offset: key });
    return pe.attention({
      q: k,
      k,
      v,
      position: {
        type: "rotary",
        outputTurnedBack: true,
        keyPositions: [key],
        queryPositions: [query],
      },
    }).output.data;
  };
  assert.ok(maxError(at(9, 9), k.data) < 1e-6);
  assert.ok(maxError(at(1000, 1003), at(4, 7)) < 1e-4);
  assert.ok(maxError(at(4, 7), k.data) > 0.1);
});

test("rotary scores depend on the offset alone: all positions may move", () => {
  const x = noise([2, 6, 2, 8]);
  const range = (first) => Array.from({ length: 6 }, (_, i) => first + i);
  const at = (first) =>
    pe.attention({
      q: x,
      k: x,
      v: x,
      position: {
        type: "rotary",
        queryPositions: [range(first), range(first + 7)],
        keyPositions: [range(first), range(first + 7)],
      },
    }).output.data;
  const still = pe.attention({
    q: x,
    k: x,
    v: x,
    position: { type: "rotary" },
  }).output.data;
  assert.ok(maxError(at(0), still) < 1e-6);
  assert.ok(maxError(at(12345.5), still) < 1e-6);
});

test("rotary leaves the caller's buffers as they are", () => {
  const x = noise([5, 1, 4]);
  const buffer = pe.buffer(x.shape);
  buffer.data.set(x.data);
  const options = /** @type {const} */ ({
    position: { type: "rotary" },
    causal: true,
  });
  const { output } = pe.attention({
    q: buffer,
    k: buffer,
    v: buffer,
    ...options,
  });
  assert.deepEqual(buffer.data.slice(), x.data);
  assert.deepEqual(
    output.data,
    pe.attention({ q: x, k: x, v: x, ...options }).output.data,
  );
  buffer.dispose();
});

test("scalings that look at the length see that of the call", () => {
  const x = noise([40, 1, 8]);
  const scaling = { type: "dynamic", factor: 4, originalMaxSeqLen: 16 };
  const call = (position) =>
    pe.attention({ q: x, k: x, v: x, position }).output.data;
  const seqLen = 40;
  assert.deepEqual(
    call({ type: "rotary", scaling }),
    call({ type: "rotary", scaling, seqLen }),
  );
  assert.ok(
    maxError(
      call({ type: "rotary", scaling }),
      call({ type: "rotary", scaling, seqLen: 16 }),
    ) > 1e-4,
  );
});

test("position rotary refuses what does not fit", () => {
  const x = noise([3, 1, 4]);
  const given = (position) => () =>
    pe.attention({
      q: x,
      k: x,
      v: x,
      position: { type: "rotary", ...position },
    });
  const frequencies = pe.rotary.frequencies({ headDim: 6 });
  refuses(
    given({ frequencies }),
    RangeError,
    "attention: position: 3 frequencies turn 6 columns, more than a head has: 4",
  );
  refuses(
    given({ frequencies, base: 10 }),
    TypeError,
    "attention: position: give either frequencies or base, not both",
  );
  refuses(
    () =>
      pe.attention({
        q: x,
        k: x,
        v: noise([3, 1, 3]),
        position: { type: "rotary", outputTurnedBack: true },
      }),
    RangeError,
    "attention: position: 2 frequencies turn 4 columns, more than a head of v, whose output turns back, has: 3",
  );
  refuses(
    given({
      precision: "float16",
      outputTurnedBack: true,
      queryPositions: [1, 2, 65520],
    }),
    RangeError,
    "attention: position: tables have no inverse where cos and sin are both 0 or not finite",
  );
  refuses(
    given({ keyPositions: [1, 2] }),
    RangeError,
    "attention: position: keyPositions must be numbers of shape [3] or [1, 3], got shape [2]",
  );
  refuses(
    given({ theta: 10 }),
    TypeError,
    'attention: position: unknown option "theta", did you mean base? (known: type, frequencies, base, rotaryDim, scaling, headDim, seqLen, layout, startIndex, inverse, outputTurnedBack, queryPositions, keyPositions, precision)',
  );
});
