// What holds for attention with every scheme: the fused pass is the float64
// reference, rows that see nothing are zeros, and decoding is the full pass.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";
import fc from "fast-check";
import { load } from "posenc";
import { untyped } from "../../untyped.js";
import { maxError, noise, pe } from "./helpers.js";

const list = (length, low, step) =>
  Array.from({ length }, (_, h) => low + step * h);

/** A scheme of each type for a call of this form. */
const SCHEMES = {
  none: () => ({}),
  // Half-turned heads leave their last column; one column cannot turn.
  rotary: ({ width }) => ({
    rotaryDim: width - (width % 2),
    layout: width % 3 ? "halves" : "interleaved",
  }),
  alibi: () => ({ symmetric: true }),
  t5: ({ heads }) => ({ table: noise([8, heads], 11), maxDistance: 40 }),
  kerple: ({ heads }) => ({
    kind: "power",
    a: list(heads, 0.1, 0.2),
    p: list(heads, 0.4, 0.3),
  }),
  sandwich: () => ({ dim: 16 }),
  fire: ({ heads }) => ({
    L: 9,
    weights: {
      hiddenWeight: noise([6, 1], 12),
      hiddenBias: noise([6], 13),
      outputWeight: noise([heads, 6], 14),
      outputBias: noise([heads], 15),
    },
  }),
  shaw: ({ heads, width, valueWidth }) => ({
    clip: 5,
    keyTable: noise([11, width], 16),
    valueTable: noise([heads, 11, valueWidth], 17),
  }),
  transformerXL: ({ queries, keys, offset, heads, width, total }) => {
    // The rows of a longer text, so that its steps meet the same ones.
    const all = total ?? queries + keys - 1;
    return {
      r: noise([all, heads, width], 18),
      firstDistance: total ? total - 1 : queries - 1 + offset,
      contentBias: noise([heads, width], 19),
      positionBias: noise([heads, width], 20),
    };
  },
  deberta: ({ heads, width }) => ({
    span: 6,
    relK: noise([12, heads, width], 21),
    relQ: noise([12, heads, width], 22),
  }),
  cope: ({ heads, width }) => ({
    embeddings: noise([heads, 7, width], 23),
  }),
  tupe: ({ queries, keys, offset, heads, total }) => {
    const rows = (x, from, to) => ({
      data: x.data.slice(from * heads * 5, to * heads * 5),
      shape: [to - from, heads, 5],
    });
    const all = total ?? queries + keys;
    const first = total ? offset : 0;
    return {
      positionQuery: rows(noise([all, heads, 5], 24), first, first + queries),
      positionKey: rows(noise([all, heads, 5], 25), 0, keys),
    };
  },
};

/** The types that attention knows, as its error tells them. */
function knownTypes() {
  const x = noise([1, 1, 1]);
  try {
    pe.attention({ q: x, k: x, v: x, position: { type: untyped("?") } });
  } catch (/** @type {any} */ { message }) {
    return [...message.matchAll(/"(\w+)"/g)].map(([, name]) => name);
  }
  throw new Error('the type "?" was taken');
}

test("every scheme that attention knows is tested here", () => {
  const known = knownTypes().filter((name) => name !== "?");
  assert.ok(known.length >= 12);
  assert.deepEqual(
    known.filter((type) => !(type in SCHEMES)),
    [],
  );
});

/** q, k, v and the scheme of a call of this form. */
function callOf(type, form, seed = 1) {
  const { batch = 1, queries, keys, groups, perGroup, width, causal } = form;
  const heads = groups * perGroup;
  const full = { offset: keys - queries, ...form, heads };
  return {
    q: noise([batch, queries, heads, width], seed),
    k: noise([batch, keys, groups, width], seed + 1),
    v: noise([batch, keys, groups, form.valueWidth], seed + 2),
    causal,
    position: { type, ...SCHEMES[type](full) },
  };
}

/** Both kernels agree; answers the reference's result. */
function fusedIsExact(call, what) {
  const exact = pe.attention({ ...call, returnWeights: true });
  const { output } = pe.attention(call);
  const error = maxError(output.data, exact.output.data);
  const [, , , width] = call.q.shape;
  // Scores are sums of D products in float32, some schemes add as many.
  const bound = 2 ** -24 * (16 + 4 * Math.sqrt(width));
  assert.ok(error <= bound, `${what}: ${error} > ${bound}`);
  return exact;
}

const length = fc.oneof(
  fc.constant(1),
  fc.integer({ min: 2, max: 40 }),
  // Around the tiles of 64 queries and 256 keys, and the packs of 4 and 8.
  fc.constantFrom(63, 64, 65, 129, 255, 256, 257, 300),
);
const forms = fc
  .record({
    batch: fc.integer({ min: 1, max: 2 }),
    queries: length,
    more: fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 70 })),
    groups: fc.integer({ min: 1, max: 2 }),
    perGroup: fc.integer({ min: 1, max: 2 }),
    width: fc.oneof(
      fc.integer({ min: 2, max: 12 }),
      fc.constantFrom(31, 64, 100),
    ),
    valueWidth: fc.integer({ min: 1, max: 12 }),
    causal: fc.boolean(),
    seed: fc.nat(),
  })
  .map(({ more, ...form }) => ({ ...form, keys: form.queries + more }));

for (const type of Object.keys(SCHEMES)) {
  test(`position ${type}: the fused pass is the reference, for random shapes`, () => {
    fc.assert(
      fc.property(forms, (form) => {
        fusedIsExact(callOf(type, form, form.seed), JSON.stringify(form));
      }),
      { numRuns: 30 },
    );
  });

  test(`position ${type}: padding hidden by a mask changes nothing`, () => {
    const padded = fc.record({
      length: fc.integer({ min: 1, max: 40 }),
      more: fc.oneof(
        fc.integer({ min: 1, max: 30 }),
        fc.constantFrom(220, 260),
      ),
      hide: fc.constantFrom(false, Number.NEGATIVE_INFINITY, -1e9),
      causal: fc.boolean(),
      seed: fc.nat(),
    });
    fc.assert(
      fc.property(padded, ({ length, more, hide, causal, seed }) => {
        const form = {
          queries: length,
          groups: 1,
          perGroup: 2,
          causal,
          offset: 0,
          width: 6,
          valueWidth: 3,
        };
        const text = callOf(type, { ...form, keys: length }, seed);
        const keys = length + more;
        const mask = {
          data: Array.from({ length: keys }, (_, j) =>
            j < length ? hide === false || 0 : hide,
          ),
          shape: [keys],
        };
        const longer = {
          ...callOf(type, { ...form, keys }, seed),
          offset: 0,
          mask: /** @type {any} */ (mask),
        };
        for (const returnWeights of [false, true]) {
          const found = pe.attention({ ...longer, returnWeights });
          const expected = pe.attention({ ...text, returnWeights });
          const error = maxError(found.output.data, expected.output.data);
          assert.ok(error < 3e-6, `off by ${error}`);
        }
      }),
      { numRuns: 40 },
    );
  });

  test(`position ${type}: every head width from 1 to 256, one head, T = 1 and 5`, () => {
    const first = type === "rotary" ? 2 : 1;
    for (let width = first; width <= 256; width += 1) {
      for (const queries of [1, 5]) {
        const form = {
          queries,
          keys: 5,
          groups: 1,
          perGroup: 1,
          causal: true,
          width,
          valueWidth: 257 - width,
        };
        fusedIsExact(callOf(type, form, width), `width ${width}`);
      }
    }
  });

  test(`position ${type}: a row that sees nothing gives zeros, never NaN`, () => {
    const form = {
      queries: 70,
      keys: 270,
      groups: 1,
      perGroup: 2,
      causal: false,
      width: 6,
      valueWidth: 3,
    };
    const dark = [0, 5, 63, 64, 69];
    const call = callOf(type, form);
    const mask = {
      data: Uint8Array.from({ length: 70 * 270 }, (_, n) =>
        Number(!dark.includes(Math.floor(n / 270))),
      ),
      shape: [70, 270],
    };
    const plain = fusedIsExact(call, "unmasked").output.data;
    const { output, weights } = fusedIsExact({ ...call, mask }, "masked");
    const fused = pe.attention({ ...call, mask }).output.data;
    for (let i = 0; i < 70; i += 1) {
      for (let n = i * 6; n < (i + 1) * 6; n += 1) {
        const expected = dark.includes(i) ? 0 : plain[n];
        assert.equal(output.data[n], expected);
        assert.ok(Math.abs(fused[n] - expected) < 1e-5);
        if (dark.includes(i)) assert.equal(fused[n], 0);
      }
    }
    for (const head of [0, 1]) {
      const row = weights.data.subarray((head * 70 + 5) * 270).slice(0, 270);
      assert.deepEqual(row, new Float32Array(270));
    }
  });

  test(`position ${type}: decoding step by step is the full pass, over tiles`, () => {
    const total = 270;
    const form = {
      groups: 1,
      perGroup: 2,
      width: 6,
      valueWidth: 5,
      causal: true,
      total,
    };
    const full = callOf(type, { ...form, queries: total, keys: total });
    const expected = pe.attention(full).output.data;
    const rows = ({ data, shape: [, , heads, width] }, from, to) => ({
      data: data.subarray(from * heads * width, to * heads * width),
      shape: [1, to - from, heads, width],
    });
    for (const t of [0, 1, 7, 8, 63, 64, 255, 256, 269]) {
      const { position } = callOf(type, { ...form, queries: 1, keys: t + 1 });
      const { output } = pe.attention({
        q: rows(full.q, t, t + 1),
        k: rows(full.k, 0, t + 1),
        v: rows(full.v, 0, t + 1),
        causal: true,
        position,
      });
      const row = expected.subarray(t * 10, (t + 1) * 10);
      const error = maxError(output.data, row);
      assert.ok(error <= 1e-5, `position ${t}: ${error}`);
    }
  });
}

test("queries before the first key see nothing under causal order, with every scheme", () => {
  for (const type of Object.keys(SCHEMES)) {
    // Seven queries are the last of three positions: four stand before them.
    const form = {
      queries: 7,
      keys: 3,
      groups: 1,
      perGroup: 2,
      causal: true,
      width: 4,
      valueWidth: 2,
    };
    const call = callOf(type, form);
    for (const returnWeights of [false, true]) {
      const { output } = pe.attention({ ...call, returnWeights });
      const [none, some] = [output.data.slice(0, 16), output.data.slice(16)];
      assert.deepEqual(none, new Float32Array(16), type);
      assert.ok(
        some.every((x) => Number.isFinite(x) && x !== 0),
        type,
      );
    }
  }
});

test("8192 causal positions of 8 heads with ALiBi grow the module by less than 64 MB", async () => {
  const wasm = new URL(import.meta.resolve("posenc/posenc.wasm"));
  const own = await load({ bytes: readFileSync(wasm) });
  const shape = [8192, 8, 64];
  const [q, k, v, out] = [1, 2, 3, 4].map(() => own.buffer(shape));
  for (const x of [q, k, v]) x.data.set(noise(shape).data);
  // The memory of the module behind a buffer's view.
  const bytes = () => q.data.buffer.byteLength;
  const before = bytes();
  const position = /** @type {const} */ ({ type: "alibi" });
  const { output } = own.attention({ q, k, v, out, causal: true, position });
  assert.ok(bytes() - before < 2 ** 26, `${bytes() - before} bytes`);
  // The matrix of scores alone would have been 2 GB.
  assert.ok(before >= 4 * 2 ** 24 && before < 5 * 2 ** 24);
  const [first, last] = [output.data.slice(0, 512), output.data.slice(-512)];
  assert.deepEqual(first, v.data.slice(0, 512));
  assert.ok(last.every((x) => Math.abs(x) <= 1));
});

test("a mask of many heads visits the module one head at a time", async () => {
  const wasm = new URL(import.meta.resolve("posenc/posenc.wasm"));
  const own = await load({ bytes: readFileSync(wasm) });
  const [heads, length] = [32, 512];
  const x = noise([1, length, heads, 8]);
  const mask = noise([1, heads, length, length], 5);
  const bytes = () => own.buffer([1]).data.buffer.byteLength;
  const before = bytes();
  const { output } = own.attention({ q: x, k: x, v: x, mask });
  // The mask is 32 MB, that of one head 1 MB.
  assert.ok(bytes() - before < 2 ** 23, `${bytes() - before} bytes`);
  const inPlace = own.buffer(mask.shape);
  inPlace.data.set(mask.data);
  const whole = own.attention({ q: x, k: x, v: x, mask: inPlace });
  assert.deepEqual(output.data, whole.output.data);
});
