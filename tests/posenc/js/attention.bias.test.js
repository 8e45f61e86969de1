import assert from "node:assert/strict";
import test from "node:test";
import fc from "fast-check";
import { maxError, noise, pe, refuses } from "./helpers.js";

/** Options of each bias for H heads, as attention and pe.bias take them. */
const SCHEMES = {
  alibi: (heads) =>
    fc.oneof(
      fc.record({ symmetric: fc.boolean(), maxBias: fc.constantFrom(4, 8) }),
      fc.record({ slopes: list(heads) }),
    ),
  t5: (heads) =>
    fc.record({
      table: fc.constant(noise([8, heads], 9)),
      bidirectional: fc.boolean(),
      maxDistance: fc.constantFrom(10, 16),
    }),
  kerple: (heads) =>
    fc.record({
      kind: fc.constantFrom("log", "power"),
      a: list(heads),
      p: list(heads),
    }),
  sandwich: () =>
    fc.record({
      dim: fc.constantFrom(2, 16),
      convention: fc.constantFrom("paper", "nemo"),
    }),
  fire: (heads) =>
    fc.record({
      weights: fc.constant({
        hiddenWeight: noise([6, 1], 5),
        hiddenBias: noise([6], 6),
        outputWeight: noise([heads, 6], 7),
        outputBias: noise([heads], 8),
      }),
      L: fc.constantFrom(3, 512),
    }),
};

const list = (length) =>
  fc.array(fc.double({ min: 0.05, max: 1.5, noNaN: true }), {
    minLength: length,
    maxLength: length,
  });

/** Biases whose parameters do not tell the number of heads. */
const needsHeads = (type, options) =>
  type === "sandwich" || (type === "alibi" && !options.slopes);

for (const [type, options] of Object.entries(SCHEMES)) {
  test(`position ${type} adds what pe.bias.${type} gives`, () => {
    const call = fc.integer({ min: 1, max: 4 }).chain((heads) =>
      fc.record({
        heads: fc.constant(heads),
        batch: fc.integer({ min: 1, max: 2 }),
        queries: fc.integer({ min: 1, max: 20 }),
        keys: fc.integer({ min: 1, max: 20 }),
        width: fc.integer({ min: 1, max: 9 }),
        offset: fc.option(fc.integer({ min: 0, max: 25 }), { nil: undefined }),
        options: options(heads),
        causal: fc.boolean(),
      }),
    );
    fc.assert(
      fc.property(call, (c) => {
        const { heads, queries: queryLen, keys: keyLen, causal } = c;
        const q = noise([c.batch, queryLen, heads, c.width], 1);
        const k = noise([c.batch, keyLen, heads, c.width], 2);
        const v = noise([c.batch, keyLen, heads, 3], 3);
        const offset = c.offset ?? keyLen - queryLen;
        const bias = pe.bias[type]({
          ...c.options,
          ...(needsHeads(type, c.options) ? { numHeads: heads } : {}),
          queryLen,
          keyLen,
          offset,
          causal: false,
        });
        // A bias of nothing but 0 and 1 might be meant as a boolean mask.
        const mask = { ...bias, dtype: "float32" };
        const shared = { q, k, v, causal, offset };
        const position = /** @type {any} */ ({ type, ...c.options });
        for (const returnWeights of [false, true]) {
          const found = pe.attention({ ...shared, position, returnWeights });
          const expected = pe.attention({ ...shared, mask, returnWeights });
          assert.ok(maxError(found.output.data, expected.output.data) < 2e-6);
          if (!returnWeights) continue;
          assert.ok(maxError(found.weights.data, expected.weights.data) < 1e-6);
        }
      }),
      { numRuns: 40 },
    );
  });
}

test("the call's causal alone says what is seen, with every scheme", () => {
  const x = noise([5, 2, 4]);
  const schemes = {
    none: {},
    rotary: {},
    alibi: {},
    t5: { table: noise([8, 2], 9) },
    kerple: { kind: "log", a: [1, 1], p: [1, 1] },
    sandwich: { dim: 8 },
    fire: {
      weights: {
        hiddenWeight: noise([6, 1], 5),
        hiddenBias: noise([6], 6),
        outputWeight: noise([2, 6], 7),
        outputBias: noise([2], 8),
      },
    },
    shaw: { clip: 2, keyTable: noise([5, 4], 3) },
    transformerXL: { r: noise([9, 2, 4], 3), firstDistance: 4 },
    deberta: {
      span: 3,
      relK: noise([6, 2, 4], 3),
      relQ: noise([6, 2, 4], 4),
    },
    cope: { embeddings: noise([4, 4], 3) },
    tupe: {
      positionQuery: noise([5, 2, 4], 3),
      positionKey: noise([5, 2, 4], 4),
    },
  };
  for (const [type, options] of Object.entries(schemes)) {
    const position = /** @type {any} */ ({ type, ...options });
    for (const causal of [undefined, false, true]) {
      const { weights } = pe.attention({
        q: x,
        k: x,
        v: x,
        position,
        returnWeights: true,
        ...(causal === undefined ? {} : { causal }),
      });
      for (const [at, weight] of weights.data.entries()) {
        const [key, query] = [at % 5, Math.floor(at / 5) % 5];
        assert.equal(weight > 0, !causal || key <= query, type);
      }
    }
    refuses(
      () =>
        pe.attention({
          q: x,
          k: x,
          v: x,
          position: { ...position, causal: true },
        }),
      TypeError,
      'attention: position: unknown option "causal": a scheme only adds to the scores, what is seen is up to the call\'s own causal',
    );
  }
});

test("position alibi over several tiles is the masked matrix", () => {
  const x = noise([700, 2, 4]);
  const mask = pe.bias.alibi({ numHeads: 2, queryLen: 700, keyLen: 700 });
  const found = pe.attention({
    q: x,
    k: x,
    v: x,
    causal: true,
    position: { type: "alibi" },
  });
  const expected = pe.attention({ q: x, k: x, v: x, mask });
  assert.ok(maxError(found.output.data, expected.output.data) < 1e-6);
});

test("position schemes refuse what pe.bias refuses, under attention's name", () => {
  const x = noise([3, 2, 4]);
  const given = (position) => () =>
    pe.attention({ q: x, k: x, v: x, position });
  refuses(
    given({ type: "alibi", maxBias: 0 }),
    RangeError,
    "attention: position: maxBias must be a finite number above 0 and at most 1000, got 0",
  );
  refuses(
    given({ type: "alibi", queryLen: 3 }),
    TypeError,
    'attention: position: unknown option "queryLen" (known: type, order, maxBias, slopes, symmetric)',
  );
  refuses(
    given({ type: "alibi", slopes: [1] }),
    RangeError,
    "attention: position: numHeads must be the number of slopes, 1, got 2",
  );
  refuses(
    given({ type: "t5", table: noise([8, 3]) }),
    RangeError,
    "attention: position: the bias must have the 2 heads of q, got 3",
  );
  refuses(
    given({ type: "t5" }),
    TypeError,
    "attention: position: table is required (a tensor of shape [numBuckets, H])",
  );
  refuses(
    given({
      type: "fire",
      weights: {
        hiddenWeight: noise([2]),
        hiddenBias: noise([2]),
        outputWeight: noise([3, 2]),
        outputBias: noise([3]),
      },
    }),
    RangeError,
    "attention: position: the bias must have the 2 heads of q, got 3",
  );
});
