import assert from "node:assert/strict";
import test from "node:test";
import fc from "fast-check";
import { untyped } from "../../untyped.js";
import { reference } from "./attention.reference.js";
import { maxError, noise, pe, refuses } from "./helpers.js";

const small = fc.integer({ min: 1, max: 3 });
const sizes = fc.record({
  batch: small,
  groups: small,
  perGroup: small,
  queries: fc.integer({ min: 1, max: 20 }),
  keys: fc.integer({ min: 1, max: 20 }),
  width: fc.integer({ min: 1, max: 12 }),
  valueWidth: fc.integer({ min: 1, max: 12 }),
  seed: fc.nat(),
});

function inputs(s) {
  const { batch, groups, perGroup, queries, keys, width, valueWidth } = s;
  return {
    q: noise([batch, queries, groups * perGroup, width], s.seed),
    k: noise([batch, keys, groups, width], s.seed + 1),
    v: noise([batch, keys, groups, valueWidth], s.seed + 2),
  };
}

/** Both kernels against the formula. */
function agrees(options, expectation) {
  const expected = reference({ ...options, ...expectation });
  const exact = pe.attention({ ...options, returnWeights: true });
  assert.ok(maxError(exact.weights.data, expected.weights) <= 2 ** -24);
  assert.ok(maxError(exact.output.data, expected.output) <= 2 ** -23);
  const { output, weights } = pe.attention(options);
  assert.equal(weights, undefined);
  assert.deepEqual(output.shape, exact.output.shape);
  assert.ok(maxError(output.data, expected.output) <= 2e-6);
  return exact;
}

const run = (property) => fc.assert(property, { numRuns: 60 });

test("attention({ q, k, v }) follows the formula, for any heads and lengths", () => {
  run(
    fc.property(sizes, (s) => {
      const { output, weights } = agrees(inputs(s));
      const heads = s.groups * s.perGroup;
      assert.deepEqual(output.shape, [s.batch, s.queries, heads, s.valueWidth]);
      assert.deepEqual(weights.shape, [s.batch, heads, s.queries, s.keys]);
    }),
  );
});

test("attention({ causal, window, offset }) hides keys by their distance", () => {
  run(
    fc.property(
      sizes,
      fc.boolean(),
      fc.option(fc.integer({ min: 1, max: 12 }), { nil: undefined }),
      fc.option(fc.integer({ min: -9, max: 30 }), { nil: undefined }),
      (s, causal, window, offset) => {
        const start = offset ?? s.keys - s.queries;
        agrees(
          { ...inputs(s), causal, window, offset },
          {
            visible: (_b, _h, i, j) =>
              (!causal || j <= i + start) &&
              (!window || Math.abs(i + start - j) < window),
          },
        );
      },
    ),
  );
});

test("what no sum can hold is refused in a mask that is added", () => {
  const q = noise([1, 2, 1, 4], 1);
  for (const bad of [Number.NaN, Number.POSITIVE_INFINITY]) {
    for (const at of [0, 1, 2, 3]) {
      const data = Float32Array.of(0, Number.NEGATIVE_INFINITY, 0, 0);
      data[at] = bad;
      const mask = { data, shape: [2, 2] };
      const text = `attention: mask must hold finite numbers and -Infinity, got ${bad} at ${at}`;
      refuses(() => pe.attention({ q, k: q, v: q, mask }), RangeError, text);
      const buffer = pe.buffer([2, 2]);
      buffer.data.set(data);
      refuses(
        () => pe.attention({ q, k: q, v: q, mask: buffer }),
        RangeError,
        text,
      );
      buffer.dispose();
    }
  }
});

test("in a long mask the first of them is told, wherever it stands", () => {
  const q = noise([1, 201, 1, 4], 1);
  const data = new Float32Array(201 * 201).fill(0.5);
  const mask = { data, shape: [201, 201] };
  const attend = () => pe.attention({ q, k: q, v: q, mask });
  const { data: plain } = attend().output;
  for (const at of [0, 1, 2, 3, 20002, 40399, 40400]) {
    data.fill(Number.NaN, at);
    const text = `attention: mask must hold finite numbers and -Infinity, got NaN at ${at}`;
    refuses(attend, RangeError, text);
    data.fill(0.5, at);
  }
  assert.deepEqual(attend().output.data, plain);
});

test("attention({ mask }) broadcasts booleans and numbers over any axes", () => {
  run(
    fc.property(
      sizes,
      fc.array(fc.boolean(), { minLength: 4, maxLength: 4 }),
      fc.integer({ min: 1, max: 4 }),
      fc.constantFrom("boolean[]", "Uint8Array", "number[]", "Float32Array"),
      (s, full, rank, kind) => {
        const axes = [s.batch, s.groups * s.perGroup, s.queries, s.keys];
        const shape = axes.map((n, i) => (full[i] && i >= 4 - rank ? n : 1));
        const { data: random } = noise(shape, s.seed + 3);
        const hidden = (x) => x < -0.4;
        const isAdded = kind === "number[]" || kind === "Float32Array";
        const data = isAdded
          ? Array.from(random, (x) =>
              hidden(x) ? -Infinity : Math.fround(3 * x),
            )
          : Array.from(random, (x) => !hidden(x));
        const at = (b, h, i, j) => {
          const [y, z, m] = [shape[1], shape[2], shape[3]];
          const index = [b, h, i, j].map((n, a) => (shape[a] === 1 ? 0 : n));
          return data[
            ((index[0] * y + index[1]) * z + index[2]) * m + index[3]
          ];
        };
        const mask = {
          data: kind.endsWith("[]") ? data : globalThis[kind].from(data),
          shape: shape.slice(4 - rank),
        };
        agrees(
          { ...inputs(s), mask },
          isAdded
            ? { term: at }
            : { visible: (...cell) => at(...cell) === true },
        );
      },
    ),
  );
});

test("attention({ sinks, scale }) lets a score without value take weight", () => {
  run(
    fc.property(
      sizes,
      fc.double({ min: -3, max: 3, noNaN: true }),
      (s, scale) => {
        const options = inputs(s);
        const { data: sinks } = noise([s.groups * s.perGroup], s.seed + 4);
        agrees({ ...options, scale, sinks });
      },
    ),
  );
});

test("heads side by side, without a batch, or with axes of their own are the same", () => {
  const heads = noise([2, 5, 4, 6]);
  const groups = noise([2, 7, 2, 6], 2);
  const joined = ({ data, shape: [b, t, h, d] }) => ({
    data,
    shape: [b, t, h * d],
  });
  const one = ({ data, shape }) => ({
    data: data.slice(0, data.length / shape[0]),
    shape: shape.slice(1),
  });
  const call = (q, k, rest) =>
    pe.attention({ q, k, v: k, causal: true, returnWeights: true, ...rest });
  const four = call(heads, groups);
  assert.deepEqual(four.output.shape, [2, 5, 4, 6]);

  const side = call(joined(heads), joined(groups), {
    numHeads: 4,
    numKeyValueHeads: 2,
  });
  assert.deepEqual(side.output.shape, [2, 5, 24]);
  assert.deepEqual(side.output.data, four.output.data);
  assert.deepEqual(side.weights, four.weights);

  const three = call(one(heads), one(groups), { numHeads: 4 });
  assert.deepEqual(three.output.shape, [5, 4, 6]);
  assert.deepEqual(three.weights.shape, [4, 5, 7]);
  assert.deepEqual(three.output.data, four.output.data.slice(0, 120));

  const two = call(one(joined(heads)), one(joined(groups)), {
    numHeads: 4,
    numKeyValueHeads: 2,
  });
  assert.deepEqual(two.output.shape, [5, 24]);
  assert.deepEqual(two.output.data, three.output.data);
});

test("attention({ projections }) is the four linear layers around the heads", () => {
  const x = noise([2, 5, 6]);
  const memory = noise([2, 3, 4], 2);
  const layer = (out, width, seed) => ({
    weight: noise([out, width], seed),
    bias: noise([out], seed + 1),
  });
  const projections = {
    q: layer(8, 6, 3),
    k: layer(8, 4, 5),
    v: layer(10, 4, 7),
    output: layer(7, 10, 9),
  };
  const apply = ({ data, shape }, { weight, bias }) => {
    const [out, width] = weight.shape;
    const rows = data.length / width;
    const y = new Float64Array(rows * out);
    for (let i = 0; i < y.length; i += 1) {
      const [r, o] = [Math.floor(i / out), i % out];
      y[i] = bias.data[o];
      for (let c = 0; c < width; c += 1) {
        y[i] += data[r * width + c] * weight.data[o * width + c];
      }
    }
    return { data: y, shape: [...shape.slice(0, -1), out] };
  };
  /** @param {{ data: Float64Array, shape: number[] }} x */
  const split = ({ data, shape: [b, t, w] }) => ({
    data,
    shape: [b, t, 2, w / 2],
  });
  const expected = reference({
    q: split(apply(x, projections.q)),
    k: split(apply(memory, projections.k)),
    v: split(apply(memory, projections.v)),
  });
  const output = apply(
    { data: expected.output, shape: [2, 5, 10] },
    projections.output,
  );
  const found = pe.attention({
    q: x,
    k: memory,
    v: memory,
    numHeads: 2,
    projections,
    returnWeights: true,
  });
  assert.deepEqual(found.output.shape, [2, 5, 7]);
  assert.ok(maxError(found.output.data, output.data) < 2e-6);
  assert.ok(maxError(found.weights.data, expected.weights) < 1e-6);
});

test("a query that sees nothing gets zeros, never NaN", () => {
  const q = noise([4, 1, 8]);
  const k = noise([2, 1, 8], 2);
  for (const returnWeights of [false, true]) {
    const { output, weights } = pe.attention({
      q,
      k,
      v: k,
      causal: true,
      returnWeights,
    });
    assert.deepEqual([...output.data.slice(0, 16)], new Array(16).fill(0));
    assert.ok(output.data.slice(16).every((x) => x !== 0));
    if (weights) assert.deepEqual([...weights.data.slice(0, 4)], [0, 0, 0, 0]);
  }
});

test("weights of −999999999 and −1000000000 differ: scores are float64", () => {
  const parts = [-1e9, 0, -1e9, 0, -1e9, 1];
  const { weights } = pe.attention({
    q: { data: [1, 1], shape: [1, 1, 2] },
    k: { data: parts, shape: [3, 1, 2] },
    v: { data: [0, 0, 0], shape: [3, 1, 1] },
    scale: 1,
    returnWeights: true,
  });
  assert.ok(
    maxError(
      weights.data,
      [0.21194155761708547, 0.21194155761708547, 0.5761168847658291],
    ) < 3e-8,
  );
});

test("buffers of the module are read and written in place", () => {
  const x = noise([40, 2, 16]);
  const expected = pe.attention({ q: x, k: x, v: x, causal: true });
  const buffers = [x.shape, x.shape].map((shape) => pe.buffer(shape));
  const [q, out] = buffers;
  q.data.set(x.data);
  const { output } = pe.attention({ q, k: q, v: q, causal: true, out });
  assert.equal(output, out);
  assert.deepEqual(output.data.slice(), expected.output.data);
  assert.deepEqual(q.data.slice(), x.data);
  for (const buffer of buffers) buffer.dispose();
});

test("attention refuses what does not fit, naming argument, value and range", () => {
  const x = noise([5, 2, 4]);
  const given = (options) => () =>
    pe.attention({ q: x, k: x, v: x, ...options });
  const shaped = (...shape) => noise(shape);
  const forms =
    "[B, T, H, D] or [T, H, D] (with numHeads also [B, T, H·D] or [T, H·D])";
  refuses(
    () => pe.attention(untyped({ q: x, k: x })),
    TypeError,
    `attention: v is required (a tensor of shape ${forms})`,
  );
  refuses(
    given({ q: shaped(4) }),
    RangeError,
    `attention: q must have shape ${forms}, got [4]`,
  );
  refuses(
    given({ q: shaped(5, 8) }),
    TypeError,
    "attention: numHeads is required (an integer from 1 to 65536) when the heads stand side by side, as in q of shape [5, 8]",
  );
  refuses(
    given({ q: shaped(1, 5, 2, 4), numHeads: 3 }),
    RangeError,
    "attention: numHeads must be the third axis of q, 2 for shape [1, 5, 2, 4], got 3",
  );
  refuses(
    given({ k: shaped(5, 8) }),
    RangeError,
    "attention: k must have shape [any, any, any], the form of q, got [5, 8]",
  );
  refuses(
    given({ q: shaped(2, 5, 2, 4), k: shaped(3, 5, 2, 4) }),
    RangeError,
    "attention: k must have shape [2, any, any, any], the form of q, got [3, 5, 2, 4]",
  );
  refuses(
    given({ q: shaped(5, 9), k: shaped(5, 9), v: shaped(5, 9), numHeads: 2 }),
    RangeError,
    "attention: q must have a width that its 2 heads divide, got 9",
  );
  refuses(
    given({ k: shaped(5, 3, 4), v: shaped(5, 3, 4) }),
    RangeError,
    "attention: the heads of k and v must divide those of q, 2, got 3",
  );
  refuses(
    given({ v: shaped(5, 1, 4) }),
    RangeError,
    "attention: v must have 2 heads in its shape, got [5, 1, 4]",
  );
  refuses(
    given({ k: shaped(5, 2, 3) }),
    RangeError,
    "attention: k must have heads of width 4, as q has, got 3",
  );
  refuses(
    given({ v: shaped(6, 2, 4) }),
    RangeError,
    "attention: v must have 5 positions, as k has, got 6",
  );
  refuses(
    given({ mask: shaped(5, 4) }),
    RangeError,
    "attention: mask must have shape [B, H, Q, K] = [1, 2, 5, 5] or fewer axes from the right, each of that length or 1, got [5, 4]",
  );
  const none = shaped(0, 2, 4);
  refuses(
    given({ k: none, v: none }),
    RangeError,
    "attention: k must have shape [B, T, H, D] or [T, H, D] (with numHeads also [B, T, H·D] or [T, H·D]), got [0, 2, 4]",
  );
  // Where heads could stand side by side, k and v tell, whatever their form.
  for (const [name, tensor] of /** @type {const} */ ([
    ["k", shaped(5, 8)],
    ["v", shaped(1, 5, 2, 4)],
  ])) {
    refuses(
      given({ q: shaped(5, 2, 4), numHeads: 2, [name]: tensor }),
      RangeError,
      `attention: ${name} must have shape [any, any, any], the form of q, got [${tensor.shape.join(", ")}]`,
    );
  }
  refuses(
    given({ q: shaped(5, 2, 4), k: none, v: none, numHeads: 2 }),
    RangeError,
    "attention: k must have no empty axis, got [0, 2, 4]",
  );
  for (const infinite of [Infinity, -Infinity]) {
    const sinks = [0, infinite];
    for (const list of [
      sinks,
      Float32Array.from(sinks),
      Float64Array.from(sinks),
    ]) {
      refuses(
        given({ sinks: list }),
        RangeError,
        `attention: sinks[1] must be a finite number, got ${infinite}`,
      );
    }
  }
  refuses(
    given({ sinks: [1] }),
    RangeError,
    "attention: sinks must be an array of 2 numbers, got [1]",
  );
  refuses(
    given({ window: 0 }),
    RangeError,
    "attention: window must be an integer from 1 to 2147483648, got 0",
  );
  refuses(
    given({ offset: 0.5 }),
    RangeError,
    "attention: offset must be an integer from -2147483648 to 2147483648, got 0.5",
  );
  refuses(
    given({ position: { type: "alibbi" } }),
    RangeError,
    'attention: position.type must be one of "none", "rotary", "alibi", "t5", "kerple", "sandwich", "fire", "shaw", "transformerXL", "deberta", "cope", "tupe", got "alibbi" (a string)',
  );
  for (const [position, told] of /** @type {const} */ ([
    ["none", '"none" (a string)'],
    [null, "null"],
    [{}, "an object with keys (none)"],
    [{ type: 1 }, "an object with keys type"],
  ])) {
    refuses(
      given({ position }),
      TypeError,
      `attention: position must be an object with a type, one of none, rotary, alibi, t5, kerple, sandwich, fire, shaw, transformerXL, deberta, cope, tupe, got ${told}`,
    );
  }
  refuses(
    given({ position: { type: "none", base: 2 } }),
    TypeError,
    'attention: position: unknown option "base" (known: type)',
  );
  refuses(
    () =>
      pe.attention({
        q: shaped(5, 4),
        k: shaped(5, 4),
        v: shaped(5, 4),
        numHeads: 2,
        projections: { q: { weight: shaped(4, 3) } },
      }),
    RangeError,
    "attention: projections.q.weight must have shape [any, 4], got [4, 3]",
  );
  refuses(
    given({ num_heads: 3 }),
    TypeError,
    'attention: unknown option "num_heads", did you mean numHeads? (known: q, k, v, order, numHeads, joined, numKeyValueHeads, causal, window, offset, mask, scale, position, sinks, softcap, temperature, projections, layer, returnWeights, out)',
  );
  for (const name of ["kvHeads", "kv_heads", "num_kv_heads", "numKvHeads"]) {
    assert.throws(
      given({ [name]: 3 }),
      /^TypeError: attention: unknown option .*, did you mean numKeyValueHeads\? /,
    );
  }
});

test("8192 positions need 16 MB of the module, not 256 for a matrix of scores", () => {
  const x = noise([8192, 1, 64]);
  const before = process.memoryUsage().external;
  const { output } = pe.attention({ q: x, k: x, v: x, causal: true });
  assert.ok(process.memoryUsage().external - before < 2 ** 24);
  assert.deepEqual([...output.data.slice(0, 64)], [...x.data.slice(0, 64)]);
  assert.ok(output.data.every((y) => Math.abs(y) <= 1));
});
