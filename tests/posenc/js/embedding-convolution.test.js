import assert from "node:assert/strict";
import test from "node:test";
import fc from "fast-check";
import { untyped } from "../../untyped.js";
import { maxError, pe, refuses } from "./helpers.js";

const {
  learned,
  convolutional,
  convolutional2d,
  convolutionalGrouped,
  weightNorm,
} = pe.embedding;

/** Random numbers of any shape. */
function random(shape, seed) {
  const size = shape.reduce((a, b) => a * b, 1);
  return {
    data: learned({ maxLen: size, dModel: 1, std: 1, seed }).data,
    shape,
  };
}

/** Tokens `[T, D]` moved `by` places, ends joined. */
function rotate({ data, shape }, by) {
  const moved = new Float32Array(data.length);
  data.forEach((x, i) => {
    moved[(i + by * shape[1]) % data.length] = x;
  });
  return { data: moved, shape };
}

const sizes = fc.record({
  length: fc.integer({ min: 1, max: 12 }),
  width: fc.integer({ min: 1, max: 6 }),
  kernel: fc.integer({ min: 1, max: 7 }),
  seed: fc.integer(),
});

test("circular convolution commutes with shifts everywhere", () => {
  fc.assert(
    fc.property(sizes, fc.nat({ max: 20 }), (size, by) => {
      const { length, width, kernel, seed } = size;
      const x = random([length, width], seed);
      const depthwise = random([width, kernel], seed + 1);
      const options = /** @type {const} */ ({ depthwise, padding: "circular" });
      const shifted = convolutional(rotate(x, by), options);
      assert.deepEqual(shifted, rotate(convolutional(x, options), by));
    }),
    { numRuns: 100 },
  );
});

test("zero and causal padding commute with shifts away from the edges", () => {
  const paddings = fc.constantFrom("zero", "causal");
  fc.assert(
    fc.property(sizes, paddings, ({ width, kernel, seed }, padding) => {
      const length = 3 * kernel + 4;
      const x = random([length, width], seed);
      const depthwise = random([width, kernel], seed + 1);
      const before = convolutional(x, { depthwise, padding }).data;
      const after = convolutional(rotate(x, 1), { depthwise, padding }).data;
      for (let t = kernel; t + kernel + 1 < length; t += 1) {
        for (let j = 0; j < width; j += 1) {
          assert.equal(after[(t + 1) * width + j], before[t * width + j]);
        }
      }
    }),
    { numRuns: 100 },
  );
});

test("convolutional weighs a token's neighbours, with zeros at the edges", () => {
  const x = { data: [1, 2, 3, 4], shape: [4, 1] };
  const depthwise = { data: [1, 10, 100], shape: [1, 3] };
  const rows = (options) => [
    ...convolutional(x, { depthwise, ...options }).data,
  ];
  assert.deepEqual(rows(), [210, 321, 432, 43]);
  assert.deepEqual(rows({ padding: "circular" }), [214, 321, 432, 143]);
  assert.deepEqual(rows({ padding: "causal" }), [100, 210, 321, 432]);
  const bias = { data: [0.5], shape: [1] };
  assert.deepEqual(rows({ bias, residual: true }), [211.5, 323.5, 435.5, 47.5]);
  // PyTorch's shape of the same weight, and an even kernel.
  const torch = { data: [1, 10, 100], shape: [1, 1, 3] };
  assert.deepEqual(rows({ depthwise: torch }), [210, 321, 432, 43]);
  const even = { data: [1, 10], shape: [1, 2] };
  assert.deepEqual(rows({ depthwise: even }), [10, 21, 32, 43]);
});

test("the pointwise part mixes the channels of the depthwise one", () => {
  fc.assert(
    fc.property(sizes, ({ length, width, kernel, seed }) => {
      const x = random([2, length, width], seed);
      const depthwise = random([width, kernel], seed + 1);
      const bias = random([width], seed + 2);
      const pointwise = random([3, width], seed + 3);
      const pointwiseBias = random([3], seed + 4);
      const deep = convolutional(x, { depthwise, bias });
      const options = { depthwise, bias, pointwise, pointwiseBias };
      const both = convolutional(x, options);
      assert.deepEqual(both.shape, [2, length, 3]);
      const expected = Array.from(both.data, (_, i) => {
        let sum = pointwiseBias.data[i % 3];
        const row = Math.floor(i / 3) * width;
        for (let c = 0; c < width; c += 1) {
          sum += pointwise.data[(i % 3) * width + c] * deep.data[row + c];
        }
        return Math.fround(sum);
      });
      assert.ok(maxError(both.data, expected) < 1e-5);
    }),
    { numRuns: 50 },
  );
});

test("a pointwise part that mixes nothing leaves the depthwise one as it is", () => {
  const [length, width] = [64, 32];
  const x = random([length, width], 1);
  const depthwise = random([width, 3], 2);
  const identity = new Float32Array(width * width);
  for (let c = 0; c < width; c += 1) identity[c * width + c] = 1;
  const pointwise = { data: identity, shape: [width, width] };
  assert.deepEqual(
    convolutional(x, { depthwise, pointwise }),
    convolutional(x, { depthwise }),
  );
});

test("weights may have the axis of 1 that PyTorch's have, at its place alone", () => {
  const [height, width, channels] = [3, 2, 4];
  const x = random([height * width, channels], 1);
  const as = ({ data }, ...shape) => ({ data, shape });
  const depthwise = random([channels, 3], 2);
  const pointwise = random([5, channels], 3);
  const flat = (more) => convolutional(x, { depthwise, pointwise, ...more });
  const torch = {
    depthwise: as(depthwise, channels, 1, 3),
    pointwise: as(pointwise, 5, channels, 1),
  };
  assert.deepEqual(flat(torch), flat());
  const deep = random([channels, 3, 2], 4);
  const shape = /** @type {const} */ ([height, width]);
  const onGrid = (weight) => convolutional2d(x, { shape, depthwise: weight });
  assert.deepEqual(onGrid(as(deep, channels, 1, 3, 2)), onGrid(deep));
  for (const [name, expected, found] of /** @type {const} */ ([
    ["depthwise", "[4, any]", as(depthwise, 1, channels, 3)],
    ["depthwise", "[4, any]", as(depthwise, channels, 3, 1)],
    ["pointwise", "[any, 4]", as(pointwise, 5, 1, channels)],
  ])) {
    refuses(
      () => flat({ [name]: found }),
      RangeError,
      `embedding.convolutional: ${name} must have shape ${expected}, got [${found.shape.join(", ")}]`,
    );
  }
  refuses(
    () => onGrid(as(deep, 1, channels, 3, 2)),
    RangeError,
    "embedding.convolutional2d: depthwise must have shape [4, any, any], got [1, 4, 3, 2]",
  );
});

test("convolutionalGrouped reads its own group only and bends by GELU", () => {
  const x = random([5, 4], 1);
  const weight = random([4, 2, 4], 2);
  const options = /** @type {const} */ ({
    weight,
    groups: 2,
    activation: "none",
  });
  const plain = convolutionalGrouped(x, options).data;
  const bent = convolutionalGrouped(x, { weight, groups: 2 }).data;
  plain.forEach((y, i) => {
    // GELU lies between 0 and its argument, and near |y| / 2 apart from it.
    const low = Math.min(0, y, -0.17 * Number(y < 0));
    assert.ok(bent[i] >= low && bent[i] <= Math.max(0, y));
  });
  const other = { data: x.data.slice(), shape: x.shape };
  for (let t = 0; t < 5; t += 1) other.data[t * 4 + 3] += 1;
  const changed = convolutionalGrouped(other, options).data;
  plain.forEach((y, i) => {
    if (i % 4 < 2) assert.equal(changed[i], y);
  });
  assert.notDeepEqual(changed, plain);
});

test("convolutionalGrouped has 16 groups by default, keeps the axes, and adds the tokens where asked", () => {
  const [texts, length, width] = [2, 40, 32];
  const x = random([texts, length, width], 6);
  const weight = random([width, 2, 3], 7);
  const plain = convolutionalGrouped(x, { weight });
  assert.deepEqual(plain.shape, x.shape);
  assert.deepEqual(convolutionalGrouped(x, { weight, groups: 16 }), plain);
  const { data } = convolutionalGrouped(x, { weight, residual: true });
  const sums = plain.data.map((y, i) => y + x.data[i]);
  assert.ok(maxError(data, sums) < 1e-5);
  const size = length * width;
  const one = { data: x.data.slice(0, size), shape: [length, width] };
  assert.deepEqual(convolutionalGrouped(one, { weight }), {
    data: plain.data.slice(0, size),
    shape: one.shape,
  });
});

test("a gain stands for the weights that weightNorm gives", () => {
  const x = random([6, 4], 3);
  const v = random([4, 2, 5], 4);
  const gain = random([5], 5);
  const torch = { data: gain.data, shape: [1, 1, 5] };
  const weight = weightNorm(v, torch);
  assert.deepEqual(weight.shape, [4, 2, 5]);
  for (let k = 0; k < 5; k += 1) {
    let square = 0;
    for (let i = k; i < 40; i += 5) square += weight.data[i] ** 2;
    const error = Math.sqrt(square) - Math.abs(gain.data[k]);
    assert.ok(Math.abs(error) < 1e-6);
  }
  const direct = convolutionalGrouped(x, { weight: v, gain, groups: 2 });
  const twice = convolutionalGrouped(x, { weight, groups: 2 });
  assert.ok(maxError(direct.data, twice.data) < 1e-5);
});

test("convolutional2d lets prefix tokens pass and needs the whole grid", () => {
  const depthwise = { data: [0, 0, 0, 0, 1, 0, 0, 0, 0], shape: [1, 3, 3] };
  const x = { data: [9, 1, 2, 3, 4, 5, 6], shape: [7, 1] };
  const options = /** @type {const} */ ({
    shape: [2, 3],
    prefix: 1,
    depthwise,
  });
  const twice = convolutional2d(x, options);
  assert.deepEqual([...twice.data], [9, 2, 4, 6, 8, 10, 12]);
  const alone = convolutional2d(x, { ...options, residual: false });
  assert.deepEqual([...alone.data], x.data);
  const sparse = convolutional2d(x, { ...options, stride: 2 });
  assert.deepEqual([...sparse.data], [9, 1, 3]);
  refuses(
    () => convolutional2d(x, { ...options, prefix: 0 }),
    RangeError,
    "embedding.convolutional2d: x must have 6 tokens for prefix 0 and shape [2, 3], got 7",
  );
  refuses(
    () => convolutional2d(x, { ...options, stride: 2, residual: true }),
    RangeError,
    "embedding.convolutional2d: residual must be false with a stride above 1, got true",
  );
  refuses(
    () => convolutional2d(x, { ...options, padding: untyped("causal") }),
    RangeError,
    'embedding.convolutional2d: padding must be one of "zero", "circular", got "causal" (a string)',
  );
});

test("convolutions refuse weights that do not fit, with both shapes", () => {
  const x = random([5, 4], 1);
  refuses(
    () => convolutional(x, { depthwise: random([3, 2], 1) }),
    RangeError,
    "embedding.convolutional: depthwise must have shape [4, any], got [3, 2]",
  );
  refuses(
    () => convolutional(x, untyped({})),
    TypeError,
    "embedding.convolutional: depthwise is required (a tensor of shape [D, K])",
  );
  const depthwise = random([4, 3], 1);
  refuses(
    () => convolutional(x, { depthwise, pointwise: random([3, 5], 1) }),
    RangeError,
    "embedding.convolutional: pointwise must have shape [any, 4], got [3, 5]",
  );
  refuses(
    () => convolutional(x, { depthwise, pointwiseBias: random([4], 1) }),
    RangeError,
    "embedding.convolutional: pointwiseBias must be absent without pointwise, got an object with keys data, shape",
  );
  refuses(
    () =>
      convolutional(x, {
        depthwise,
        pointwise: random([3, 4], 1),
        residual: true,
      }),
    RangeError,
    "embedding.convolutional: residual must be false when 4 channels become 3, got true",
  );
  refuses(
    () => convolutionalGrouped(x, { weight: random([4, 1, 3], 1), groups: 2 }),
    RangeError,
    "embedding.convolutionalGrouped: weight must have shape [O, D/groups, K] with D = 4, groups = 2 and both D and O divisible by groups, got [4, 1, 3]",
  );
  refuses(
    () => weightNorm(random([4, 1, 3], 1), random([2], 1)),
    RangeError,
    "embedding.weightNorm: gain must have shape [3], one number per tap, got [2]",
  );
  refuses(
    () => weightNorm({ data: [1, 0, 1, 0], shape: [2, 1, 2] }, random([2], 1)),
    RangeError,
    "embedding.weightNorm: v must not be 0 in all of tap 1, which then has no direction",
  );
});
