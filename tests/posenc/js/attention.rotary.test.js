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
    given({ keyPositions: [1, 2] }),
    RangeError,
    "attention: position: keyPositions must be numbers of shape [3] or [1, 3], got shape [2]",
  );
  refuses(
    given({ theta: 10 }),
    TypeError,
    'attention: position: unknown option "theta", did you mean base? (known: type, frequencies, base, rotaryDim, scaling, headDim, seqLen, layout, startIndex, inverse, queryPositions, keyPositions, precision)',
  );
});
