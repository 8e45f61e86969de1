import assert from "node:assert/strict";
import test from "node:test";
import fc from "fast-check";
import { untyped } from "../../untyped.js";
import { noise, pe, refuses } from "./helpers.js";

const { coverage, precision, permutationError } = pe.analysis;

test("coverage tells which pairs complete a turn in training", () => {
  const lengths = { headDim: 64, trainLen: 2048, testLen: 8192 };
  const found = coverage(lengths);
  const { inverseFrequency } = pe.rotary.frequencies({ headDim: 64 });
  assert.equal(found.pairs.length, 32);
  found.pairs.forEach((pair, i) => {
    const theta = inverseFrequency[i];
    const seen = 2047 * theta;
    assert.equal(pair.wavelength, (2 * Math.PI) / theta);
    assert.equal(pair.trainTurns, seen / (2 * Math.PI));
    assert.equal(pair.testTurns, (8191 * theta) / (2 * Math.PI));
    assert.equal(pair.complete, pair.wavelength <= 2047);
    const asked = Math.min(8191 * theta, 2 * Math.PI);
    assert.equal(pair.unseenAngle, pair.complete ? 0 : asked - seen);
  });
  assert.equal(
    found.complete,
    found.pairs.filter(({ wavelength }) => wavelength <= 2047).length,
  );
  assert.equal(found.unseen, 32 - found.complete);
  const angles = found.pairs.map(({ unseenAngle }) => unseenAngle);
  assert.equal(found.maxUnseenAngle, Math.max(...angles));
});

test("coverage finds nothing new in a text of the training's length, or scaled to it", () => {
  const same = { headDim: 32, base: 500, trainLen: 100, testLen: 100 };
  assert.equal(coverage(same).unseen, 0);
  const scaling = /** @type {const} */ ({ type: "linear", factor: 4 });
  const scaled = coverage({ ...same, testLen: 397, scaling });
  assert.equal(scaled.maxUnseenAngle <= 1e-15, true);
  assert.ok(coverage({ ...same, testLen: 397 }).maxUnseenAngle > 0.1);
});

test("precision: float32 errs by its rounding, shorter formats lose the position", () => {
  const positions = [0, 1, 257, 4097, 70000];
  const of = (format) => precision({ headDim: 64, positions, format });
  const single = of("float32");
  assert.ok(single.angleError.every((x, i) => x <= positions[i] * 2 ** -22));
  const brain = of("bfloat16");
  // 257 is 256 in bfloat16: the fastest pair is off by a radian.
  assert.equal(brain.angleError[2] >= 1, true);
  assert.ok(Number.isNaN(of("float16").valueError[4]));
});

test("precision scales the frequencies for the farthest position", () => {
  const at = (scaling) =>
    precision({ headDim: 8, positions: [999], format: "bfloat16", scaling });
  const linear = at({ type: "linear", factor: 1e6 });
  assert.ok(linear.angleError[0] < 1e-4);
  assert.ok(at(undefined).angleError[0] > 0.1);
});

test("precision scales from the position on that the scaling begins with", () => {
  const scaling = /** @type {const} */ ({
    type: "dynamic",
    factor: 8,
    originalMaxSeqLen: 1000,
  });
  const at = (positions, more = {}) => {
    const options = { headDim: 8, positions, ...more };
    return precision({ ...options, format: "float32" }).angleError[0];
  };
  for (const position of [999, 999.5, -5000]) {
    assert.equal(at([position], { scaling }), at([position]));
  }
  for (const position of [1000, 1000.5]) {
    assert.notEqual(at([position], { scaling }), at([position]));
  }
  // The farthest decides for all, wherever it stands.
  for (const positions of [
    [999, 1500],
    [999, 1500, 3],
  ]) {
    assert.notEqual(at(positions, { scaling }), at([999]));
    assert.equal(
      at(positions, { scaling }),
      precision({
        headDim: 8,
        positions: [999, 1500],
        format: "float32",
        scaling,
      }).angleError[0],
    );
  }
});

test("coverage takes the frequencies of the test for the test alone", () => {
  const lengths = { headDim: 8, base: 20, trainLen: 50, testLen: 400 };
  const scaling = /** @type {const} */ ({
    type: "dynamic",
    factor: 2,
    originalMaxSeqLen: 50,
  });
  const frequencies = (more) =>
    pe.rotary.frequencies({ headDim: 8, base: 20, ...more }).inverseFrequency;
  const [trained, tested] = [{}, { scaling, seqLen: 400 }].map(frequencies);
  coverage({ ...lengths, scaling }).pairs.forEach((pair, i) => {
    assert.equal(pair.wavelength, (2 * Math.PI) / trained[i]);
    assert.equal(pair.trainTurns, (49 * trained[i]) / (2 * Math.PI));
    assert.equal(pair.testTurns, (399 * tested[i]) / (2 * Math.PI));
  });
});

const inputs = (shape) => ({
  q: noise(shape, 1),
  k: noise(shape, 2),
  v: noise(shape, 3),
});

test("permutationError: attention without positions sees no order", () => {
  const order = fc.integer({ min: 1, max: 12 }).chain((length) =>
    fc.shuffledSubarray([...Array(length).keys()], {
      minLength: length,
      maxLength: length,
    }),
  );
  fc.assert(
    fc.property(order, fc.boolean(), (permutation, batched) => {
      const shape = [...(batched ? [2] : []), permutation.length, 2, 4];
      const { max, rms } = permutationError({ ...inputs(shape), permutation });
      assert.ok(max <= 2e-6);
      assert.ok(rms <= max);
    }),
    { numRuns: 30 },
  );
});

test("permutationError: a causal mask or positions see it", () => {
  const permutation = [2, 0, 3, 1];
  const x = { ...inputs([2, 4, 8]), numHeads: 2, permutation };
  assert.ok(permutationError(x).max <= 2e-6);
  const position = /** @type {const} */ ({ type: "rotary", base: 10 });
  for (const other of [{ causal: true }, { position }]) {
    const { max, rms } = permutationError({ ...x, ...other });
    assert.ok(max > 0.01);
    assert.ok(rms > 0.001 && rms <= max);
  }
  const identity = { ...x, permutation: [0, 1, 2, 3], causal: true };
  assert.deepEqual(permutationError(identity), { max: 0, rms: 0 });
});

test("permutationError is the largest difference and the root of the mean square", () => {
  const permutation = [2, 0, 3, 1];
  // Texts, tokens, heads, width.
  const [texts, length, heads, width] = [2, 4, 3, 2];
  const at = (b, t, h, x) => ((b * length + t) * heads + h) * width + x;
  const places = [];
  for (let b = 0; b < texts; b += 1) {
    for (let t = 0; t < length; t += 1) {
      for (let h = 0; h < heads; h += 1) {
        for (let x = 0; x < width; x += 1) places.push([b, t, h, x]);
      }
    }
  }
  const moved = ({ data, shape }) => ({
    data: Float32Array.from(
      places,
      ([b, t, h, x]) => data[at(b, permutation[t], h, x)],
    ),
    shape,
  });
  const { q, k, v } = inputs([texts, length, heads, width]);
  const given = { q, k, v, causal: true };
  const first = moved(pe.attention(given).output);
  const second = pe.attention({
    ...given,
    q: moved(q),
    k: moved(k),
    v: moved(v),
  }).output;
  const gaps = Array.from(first.data, (x, i) => Math.abs(second.data[i] - x));
  const max = Math.max(...gaps);
  const rms = Math.sqrt(gaps.reduce((sum, x) => sum + x * x, 0) / gaps.length);
  assert.ok(max > 0.1);
  assert.deepEqual(permutationError({ ...given, permutation }), { max, rms });
});

test("the analyses refuse what is not allowed", () => {
  refuses(
    () => permutationError({ ...inputs([3, 1, 2]), permutation: [0, 1, 1] }),
    RangeError,
    "analysis.permutationError: permutation must be each of 0 to 2 once, got [0, 1, 1]",
  );
  for (const row of [-1, 3]) {
    refuses(
      () =>
        permutationError({ ...inputs([3, 1, 2]), permutation: [0, 1, row] }),
      RangeError,
      `analysis.permutationError: permutation[2] must be an integer from 0 to 2, got ${row}`,
    );
  }
  refuses(
    () => permutationError({ ...inputs([3, 1, 2]), permutation: [0, 1] }),
    RangeError,
    "analysis.permutationError: permutation must be an array of 3 numbers, got [0, 1]",
  );
  refuses(
    () => coverage({ headDim: 8, trainLen: 8, testLen: 4 }),
    RangeError,
    "analysis.coverage: testLen must be an integer from 8 to 2147483648, got 4",
  );
  refuses(
    () => precision({ headDim: 8, positions: [1], format: untyped("int8") }),
    RangeError,
    'analysis.precision: format must be one of "float32", "bfloat16", "float16", got "int8" (a string)',
  );
  refuses(
    () => precision({ headDim: 8, positions: [], format: "float32" }),
    RangeError,
    "analysis.precision: positions must be at least one number, got []",
  );
});
