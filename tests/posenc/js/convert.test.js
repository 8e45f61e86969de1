import assert from "node:assert/strict";
import test from "node:test";
import fc from "fast-check";
import { untyped } from "../../untyped.js";
import { pe, refuses } from "./helpers.js";

const { layout, queryKeyWeights, sinusoidal, alibiOrder } = pe.convert;
const count = (shape) => shape.reduce((product, n) => product * n, 1);
/** A tensor of different numbers: 0, 1, 2, … */
const numbered = (shape) => ({
  data: Float32Array.from({ length: count(shape) }, (_, i) => i),
  shape,
});
const other = /** @type {const} */ ({
  halves: "interleaved",
  interleaved: "halves",
});
const layouts = fc.constantFrom("halves", "interleaved");

test("layout moves pairs (2i, 2i + 1) to (i, i + d/2) and back", () => {
  const x = { data: [0, 1, 2, 3, 4, 5, 6, 7], shape: [1, 8] };
  const half = layout(x, { from: "interleaved", to: "halves" });
  assert.deepEqual([...half.data], [0, 2, 4, 6, 1, 3, 5, 7]);
  assert.deepEqual(half.shape, [1, 8]);
  const back = layout(half, { from: "halves", to: "interleaved" });
  assert.deepEqual([...back.data], x.data);
});

test("layout leaves columns past rotaryDim where they are", () => {
  const x = numbered([2, 7]);
  const half = layout(x, { from: "interleaved", to: "halves", rotaryDim: 4 });
  assert.deepEqual(
    [...half.data],
    [0, 2, 1, 3, 4, 5, 6, 7, 9, 8, 10, 11, 12, 13],
  );
});

test("layout there and back is the identity, for any shape and width", () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 1, max: 4 }), { maxLength: 3 }),
      fc.integer({ min: 1, max: 12 }),
      fc.nat({ max: 5 }),
      layouts,
      (outer, pairs, rest, from) => {
        const shape = [...outer, 2 * pairs + rest];
        const x = numbered(shape);
        const rotaryDim = 2 * pairs;
        const to = other[from];
        const there = layout(x, { from, to, rotaryDim });
        const back = layout(there, { from: to, to: from, rotaryDim });
        assert.deepEqual(back, x);
        assert.deepEqual(layout(x, { from, to: from, rotaryDim }), x);
        assert.deepEqual(
          [...there.data].sort((a, b) => a - b),
          [...x.data],
        );
      },
    ),
  );
});

test("queryKeyWeights is the permutation of Llama's conversion to Hugging Face", () => {
  // view(heads, d/2, 2, inputs).transpose(1, 2).reshape(rows, inputs)
  const [heads, width, inputs] = [3, 6, 2];
  const w = numbered([heads * width, inputs]);
  const expected = [];
  for (let h = 0; h < heads; h += 1) {
    for (let part = 0; part < 2; part += 1) {
      for (let i = 0; i < width / 2; i += 1) {
        const row = h * width + 2 * i + part;
        for (let c = 0; c < inputs; c += 1) expected.push(row * inputs + c);
      }
    }
  }
  const made = queryKeyWeights(w, {
    from: "interleaved",
    to: "halves",
    numHeads: heads,
  });
  assert.deepEqual([...made.data], expected);
  assert.deepEqual(made.shape, w.shape);
  assert.ok(!("bias" in made));
});

test("queryKeyWeights there and back is the identity, bias and width included", () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 5 }),
      fc.integer({ min: 1, max: 6 }),
      fc.nat({ max: 3 }),
      fc.integer({ min: 1, max: 4 }),
      layouts,
      (numHeads, pairs, rest, inputs, from) => {
        const rows = numHeads * (2 * pairs + rest);
        const w = numbered([rows, inputs]);
        const bias = numbered([rows]);
        const to = other[from];
        const rotaryDim = 2 * pairs;
        const there = queryKeyWeights(w, {
          from,
          to,
          numHeads,
          rotaryDim,
          bias,
        });
        const back = queryKeyWeights(there, {
          from: to,
          to: from,
          numHeads,
          rotaryDim,
          bias: there.bias,
        });
        assert.deepEqual({ ...back }, { ...w, bias });
        // The bias moves with the rows, and alone moves alike.
        for (let row = 0; row < rows; row += 1) {
          assert.equal(there.bias.data[row], there.data[row * inputs] / inputs);
        }
        const alone = queryKeyWeights(bias, { from, to, numHeads, rotaryDim });
        assert.deepEqual(alone, there.bias);
      },
    ),
  );
});

test("queries of permuted weights are the permuted queries", () => {
  const [heads, width, inputs] = [2, 8, 5];
  const w = numbered([heads * width, inputs]);
  const x = [1, -2, 3, 5, -7];
  const project = ({ data }) =>
    Array.from({ length: heads * width }, (_, row) =>
      x.reduce((sum, v, c) => sum + v * data[row * inputs + c], 0),
    );
  const options = /** @type {const} */ ({
    from: "interleaved",
    to: "halves",
    rotaryDim: 6,
  });
  const permuted = queryKeyWeights(w, { ...options, numHeads: heads });
  const queries = { data: project(w), shape: [heads, width] };
  assert.deepEqual(project(permuted), [...layout(queries, options).data]);
});

test("sinusoidal gives the rows that embedding.sinusoidal gives", () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 33 }),
      fc.constantFrom("paper", "endpoint"),
      fc.constantFrom("interleaved", "halves"),
      fc.constantFrom("interleaved", "halves"),
      (dModel, spacing, from, to) => {
        fc.pre(from === to || spacing === "paper" || dModel % 2 === 0);
        const rows = (order) =>
          pe.embedding.sinusoidal({
            seqLen: 5,
            dModel,
            spacing,
            layout: order,
          });
        const made = sinusoidal(rows(from), {
          from: { layout: from, spacing },
          to: { layout: to, spacing },
        });
        assert.deepEqual(made, rows(to));
      },
    ),
  );
});

test("sinusoidal conventions have the defaults of embedding.sinusoidal", () => {
  const rows = pe.embedding.sinusoidal({ seqLen: 3, dModel: 6 });
  assert.deepEqual(sinusoidal(rows, { from: {}, to: {} }), rows);
  assert.deepEqual(
    sinusoidal(rows, { from: {}, to: { layout: "halves" } }),
    pe.embedding.sinusoidal({ seqLen: 3, dModel: 6, layout: "halves" }),
  );
});

test("two columns are the same in both spacings, so they convert", () => {
  const of = (spacing) =>
    pe.embedding.sinusoidal({ seqLen: 9, dModel: 2, spacing });
  const made = sinusoidal(of("paper"), {
    from: { spacing: "paper" },
    to: { spacing: "endpoint" },
  });
  assert.deepEqual(made, of("endpoint"));
});

test("sinusoidal refuses what is no permutation and says why", () => {
  const rows = numbered([2, 6]);
  refuses(
    () =>
      sinusoidal(rows, {
        from: { spacing: "paper" },
        to: { layout: "halves", spacing: "endpoint" },
      }),
    RangeError,
    "convert.sinusoidal: interleaved paper to halves endpoint is no permutation of 6 columns: the frequencies differ, base^(−2i/d) against base^(−i/(d/2 − 1)); make the rows anew with embedding.sinusoidal",
  );
  refuses(
    () =>
      sinusoidal(numbered([2, 5]), {
        from: { layout: "halves", spacing: "endpoint" },
        to: { spacing: "endpoint" },
      }),
    RangeError,
    "convert.sinusoidal: halves endpoint to interleaved endpoint is no permutation of 5 columns: halves end on a column of zeros, interleaved on a sine; make the rows anew with embedding.sinusoidal",
  );
});

test("alibiOrder: the reference's order and MPT's are one, for any heads", () => {
  for (let heads = 1; heads <= 130; heads += 1) {
    const x = Float32Array.from({ length: heads }, (_, h) => h);
    assert.deepEqual(alibiOrder(x, { from: "reference", to: "mpt" }), x);
    // MPT: every slope of the next power of two, odd ones first.
    const n = 2 ** Math.ceil(Math.log2(heads));
    const all = Array.from({ length: n }, (_, h) => (8 * (h + 1)) / n);
    const mpt =
      n === heads
        ? all
        : [
            ...all.filter((_, h) => h % 2),
            ...all.filter((_, h) => h % 2 === 0),
          ];
    const sorted = alibiOrder(mpt.slice(0, heads), {
      from: "reference",
      to: "descending",
    });
    assert.deepEqual(
      [...sorted],
      [...Float32Array.from(mpt.slice(0, heads))].sort((a, b) => a - b),
    );
  }
});

test("alibiOrder moves whole heads, and back", () => {
  const to = /** @type {const} */ ({
    from: "reference",
    to: "descending",
    numHeads: 6,
  });
  const slopes = [1 / 4, 1 / 16, 1 / 64, 1 / 256, 1 / 2, 1 / 8];
  const sorted = alibiOrder(slopes, to);
  assert.ok(sorted instanceof Float32Array);
  assert.deepEqual([...sorted], [0.5, 0.25, 0.125, 1 / 16, 1 / 64, 1 / 256]);
  const back = /** @type {const} */ ({ from: "descending", to: "mpt" });
  assert.deepEqual([...alibiOrder(sorted, back)], slopes);
  for (const shape of [[6], [6, 2, 3], [2, 6, 2, 3]]) {
    const x = numbered(shape);
    const there = alibiOrder(x, to);
    assert.deepEqual(there.shape, shape);
    assert.deepEqual(alibiOrder(there, back), x);
    const inner = count(shape.slice(shape.length === 4 ? 2 : 1));
    assert.equal(there.data[0], 4 * inner);
  }
});

test("alibiOrder refuses other slopes and says why", () => {
  refuses(
    () =>
      alibiOrder(new Float32Array(6), { from: "reference", to: "geometric" }),
    RangeError,
    "convert.alibiOrder: reference to geometric is no permutation of 6 heads: the slopes differ unless the number of heads is a power of two; make them anew with bias.alibiSlopes",
  );
  const x = Float32Array.of(1, 2, 3, 4);
  const same = alibiOrder(x, { from: "geometric", to: "reference" });
  assert.deepEqual(same, x);
});

test("conversions write nothing into what they read", () => {
  const x = numbered([4, 4]);
  const before = [...x.data];
  layout(x, { from: "halves", to: "interleaved" });
  queryKeyWeights(x, { from: "halves", to: "interleaved", numHeads: 1 });
  alibiOrder({ ...x, shape: [4, 2, 2] }, { from: "mpt", to: "descending" });
  assert.deepEqual([...x.data], before);
  const same = layout(x, { from: "halves", to: "halves" });
  assert.notEqual(same.data, x.data);
});

test("bad arguments of the conversions are named", () => {
  const x = numbered([2, 6]);
  const half = /** @type {const} */ ({ from: "interleaved", to: "halves" });
  const cases = [
    [
      () => layout(x, untyped({ from: "halves" })),
      TypeError,
      'convert.layout: to is required (one of "halves", "interleaved")',
    ],
    [
      () => layout(x, { from: untyped("neox"), to: "halves" }),
      RangeError,
      'convert.layout: from must be one of "halves", "interleaved", got "neox" (a string)',
    ],
    [
      () => layout(x, { ...half, ...untyped({ rotary_dim: 2 }) }),
      TypeError,
      'convert.layout: unknown option "rotary_dim", did you mean rotaryDim? (known: from, to, rotaryDim)',
    ],
    [
      () => layout(x, { ...half, rotaryDim: 8 }),
      RangeError,
      "convert.layout: rotaryDim must be an integer from 2 to 6, got 8",
    ],
    [
      () => layout(x, { ...half, rotaryDim: 3 }),
      RangeError,
      "convert.layout: rotaryDim must be even, got 3",
    ],
    [
      () => layout(numbered([2, 5]), half),
      RangeError,
      "convert.layout: rotaryDim must be even, got 5, the whole width",
    ],
    [
      () => layout({ data: [1], shape: [] }, half),
      RangeError,
      "convert.layout: x must have at least one axis, got []",
    ],
    [
      () => layout(untyped([1, 2]), half),
      TypeError,
      "convert.layout: x must be a tensor { data, shape }: data must be an array of numbers, got undefined",
    ],
    [
      () => queryKeyWeights(x, { ...half, numHeads: 4 }),
      RangeError,
      "convert.queryKeyWeights: numHeads must divide the 2 rows of the weight, got 4",
    ],
    [
      () => queryKeyWeights(x, untyped(half)),
      TypeError,
      "convert.queryKeyWeights: numHeads is required (an integer from 1 to 65536)",
    ],
    [
      () => queryKeyWeights(x, { ...half, numHeads: 1, bias: numbered([3]) }),
      RangeError,
      "convert.queryKeyWeights: bias must have shape [2], got [3]",
    ],
    [
      () => queryKeyWeights(numbered([2, 2, 2]), { ...half, numHeads: 1 }),
      RangeError,
      "convert.queryKeyWeights: weight must have shape [numHeads·headDim, inputs] or [numHeads·headDim], got [2, 2, 2]",
    ],
    [
      () => sinusoidal(x, untyped({ from: {} })),
      TypeError,
      "convert.sinusoidal: to: options must be an object with layout, spacing, got undefined",
    ],
    [
      () => sinusoidal(x, { from: {}, to: { layout: untyped("split") } }),
      RangeError,
      'convert.sinusoidal: to: layout must be one of "interleaved", "halves", got "split" (a string)',
    ],
    [
      () => sinusoidal({ data: [1], shape: [] }, { from: {}, to: {} }),
      RangeError,
      "convert.sinusoidal: rows must have at least one axis, got []",
    ],
    [
      () => alibiOrder([1, 2], { from: "reference", to: untyped("bloom") }),
      RangeError,
      'convert.alibiOrder: to must be one of "reference", "mpt", "descending", "geometric", got "bloom" (a string)',
    ],
    [
      () => alibiOrder([1, 2], { from: "mpt", to: "mpt", numHeads: 3 }),
      RangeError,
      "convert.alibiOrder: numHeads must be 2 for x of shape [2], got 3",
    ],
    [
      () => alibiOrder([], { from: "mpt", to: "mpt" }),
      RangeError,
      "convert.alibiOrder: x must have shape [H], [H, Q, K] or [B, H, Q, K], got [0]",
    ],
    [
      () => alibiOrder(undefined, { from: "mpt", to: "mpt" }),
      TypeError,
      "convert.alibiOrder: x is required (a tensor of shape [H], [H, Q, K] or [B, H, Q, K])",
    ],
    [
      () => alibiOrder(x, { from: "mpt", to: "mpt" }),
      RangeError,
      "convert.alibiOrder: x must have shape [H], [H, Q, K] or [B, H, Q, K], got [2, 6]",
    ],
  ];
  for (const [call, Kind, message] of cases) refuses(call, Kind, message);
});
