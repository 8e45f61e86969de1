import assert from "node:assert/strict";
import test from "node:test";
import fc from "fast-check";
import { pe } from "./helpers.js";

const { frequencies } = pe.rotary;
const plain = (headDim, base = 10000) =>
  frequencies({ headDim, base }).inverseFrequency;
const scaled = (headDim, scaling, more = {}) =>
  frequencies({ headDim, scaling, ...more });
const close = (a, b, tolerance = 4e-16) =>
  assert.ok(Math.abs(a - b) <= tolerance * Math.abs(b), `${a} is not ${b}`);
const property = (run, ...arbitraries) =>
  fc.assert(/** @type {any} */ (fc.property)(...arbitraries, run), {
    numRuns: 60,
  });
const half = fc.integer({ min: 2, max: 128 });
const factor = fc.double({ min: 0.25, max: 128, noNaN: true });

test("linear is position interpolation: θ/s", () => {
  property(
    (n, s) => {
      const found = scaled(2 * n, { type: "linear", factor: s });
      plain(2 * n).forEach((x, i) => {
        close(found.inverseFrequency[i], x / s);
      });
    },
    half,
    factor,
  );
});

test("ntk keeps the highest frequency and divides the lowest", () => {
  property(
    (n, s) => {
      const found = scaled(2 * n, { type: "ntk", factor: s }).inverseFrequency;
      assert.equal(found[0], 1);
      close(found.at(-1), plain(2 * n).at(-1) / s);
    },
    half,
    factor,
  );
});

test("dynamic rests up to the trained length and is ntk beyond", () => {
  const scaling = { type: "dynamic", factor: 2, originalMaxSeqLen: 1000 };
  for (const seqLen of [undefined, 1, 1000]) {
    const found = scaled(64, scaling, seqLen && { seqLen });
    assert.deepEqual(found.inverseFrequency, plain(64));
  }
  // s·n/L − (s − 1) = 5 at three times the length.
  const ntk = scaled(64, { type: "ntk", factor: 5 });
  assert.deepEqual(scaled(64, scaling, { seqLen: 3000 }), ntk);
});

test("yarn stays, ramps and divides; its factor is 0.1·ln s + 1", () => {
  const scaling = { type: "yarn", factor: 16, originalMaxSeqLen: 4096 };
  const { inverseFrequency: found, attentionFactor } = scaled(128, scaling);
  const theta = plain(128);
  theta.forEach((x, i) => {
    if (i <= 20) assert.equal(found[i], x);
    else if (i >= 46) close(found[i], x / 16);
    else assert.ok(found[i] < x && found[i] > x / 16);
  });
  close(attentionFactor, 0.1 * Math.log(16) + 1);
});

test("yarn takes the factor from the lengths", () => {
  const lengths = { type: "yarn", originalMaxSeqLen: 2048 };
  assert.deepEqual(
    scaled(64, { ...lengths, maxSeqLen: 16384 }),
    scaled(64, { ...lengths, factor: 8 }),
  );
});

test("yarn's truncate, mscale and attention options act as documented", () => {
  const base = { type: "yarn", factor: 40, originalMaxSeqLen: 4096 };
  const get = (more) => scaled(64, { ...base, ...more });
  assert.notDeepEqual(
    get({ truncate: false }).inverseFrequency,
    get({}).inverseFrequency,
  );
  const g = (k) => 0.1 * k * Math.log(40) + 1;
  close(get({ mscale: 0.7 }).attentionFactor, g(1));
  close(get({ mscale: 0.7, mscaleAllDim: 0 }).attentionFactor, g(1));
  close(get({ mscale: 0.7, mscaleAllDim: 2 }).attentionFactor, g(0.7) / g(2));
  assert.equal(get({ attentionFactor: 1.5 }).attentionFactor, 1.5);
  close(get({ attentionMultiplier: 0.5 }).attentionFactor, g(1) / 2);
  const all = get({ extrapolationFactor: 0 }).inverseFrequency;
  plain(64).forEach((x, i) => {
    close(all[i], x / 40);
  });
});

test("dynamicYarn and dynamicLinear follow the present length", () => {
  const yarn = { type: "dynamicYarn", originalMaxSeqLen: 100 };
  assert.deepEqual(
    scaled(32, yarn, { seqLen: 400 }),
    scaled(32, { type: "yarn", factor: 4, originalMaxSeqLen: 100 }),
  );
  const linear = { type: "dynamicLinear", originalMaxSeqLen: 100 };
  assert.deepEqual(
    scaled(32, linear, { seqLen: 250 }),
    scaled(32, { type: "linear", factor: 2.5 }),
  );
  assert.deepEqual(scaled(32, linear).inverseFrequency, plain(32));
});

test("longrope takes the long list past the trained length only", () => {
  const scaling = {
    type: "longrope",
    shortFactor: [1, 2],
    longFactor: [4, 8],
    originalMaxSeqLen: 4096,
    factor: 32,
  };
  const at = (seqLen) => [
    ...scaled(4, scaling, seqLen && { seqLen }).inverseFrequency,
  ];
  assert.deepEqual(at(), [1, 0.005]);
  assert.deepEqual(at(4096), [1, 0.005]);
  assert.deepEqual(at(4097), [0.25, 0.00125]);
  close(
    scaled(4, scaling).attentionFactor,
    Math.sqrt(1 + Math.log(32) / Math.log(4096)),
  );
  const { factor: _, ...rest } = scaling;
  assert.equal(scaled(4, rest).attentionFactor, 1);
  assert.deepEqual(
    scaled(4, { ...rest, maxSeqLen: 131072 }),
    scaled(4, scaling),
  );
  const yarn = scaled(4, { ...scaling, magnitude: "yarn" });
  close(yarn.attentionFactor, 0.1 * Math.log(32) + 1);
});

test("dynamicLongrope grows with the length", () => {
  const scaling = {
    type: "dynamicLongrope",
    longFactor: [1, 3],
    originalMaxSeqLen: 100,
    maxSeqLen: 300,
  };
  const at = (seqLen) =>
    scaled(4, scaling, seqLen && { seqLen }).inverseFrequency[1];
  assert.equal(at(50), 0.01);
  close(at(200), 0.01 / 2);
  close(at(300), 0.01 / 3);
  close(at(), 0.01 / 3);
});

test("llama3 divides long wavelengths and keeps short ones", () => {
  const scaling = {
    type: "llama3",
    factor: 8,
    lowFrequencyFactor: 1,
    highFrequencyFactor: 4,
    originalMaxSeqLen: 8192,
  };
  const found = scaled(128, scaling, { base: 500000 }).inverseFrequency;
  const theta = plain(128, 500000);
  theta.forEach((x, i) => {
    const wavelength = (2 * Math.PI) / x;
    if (wavelength < 8192 / 4) assert.equal(found[i], x);
    else if (wavelength > 8192) close(found[i], x / 8);
    else assert.ok(found[i] < x && found[i] > x / 8);
  });
});

test("proportional turns a share of the pairs, exponents over the whole head", () => {
  const scaling = { type: "proportional", partialRotaryFactor: 0.25 };
  const found = scaled(64, scaling).inverseFrequency;
  assert.deepEqual(found.slice(0, 8), plain(64).slice(0, 8));
  assert.ok(found.slice(8).every((x) => x === 0));
  // A pair that does not turn leaves its columns alone.
  const x = {
    data: Array.from({ length: 64 }, (_, i) => i),
    shape: [1, 1, 64],
  };
  const y = pe.rotary.apply(x, {
    frequencies: scaled(64, scaling),
    offset: 99,
  });
  assert.equal(y.data[20], 20);
  assert.equal(y.data[52], 52);
});

test("ntkByParts joins three ways of scaling", () => {
  const scaling = { type: "ntkByParts", factor: 4, originalMaxSeqLen: 2048 };
  const found = scaled(128, scaling).inverseFrequency;
  const theta = plain(128);
  const ntk = scaled(128, { type: "ntk", factor: 4 }).inverseFrequency;
  assert.equal(found[20], theta[20]);
  assert.equal(found[37], ntk[37]);
  assert.equal(found[63], theta[63] / 4);
  const linear = scaled(128, { ...scaling, ntkFactor: 0 }).inverseFrequency;
  close(linear[37], theta[37] / 4);
});

test("an odd rotaryDim has a whole last pair, with exponents over itself", () => {
  const found = frequencies({ headDim: 12, rotaryDim: 9 }).inverseFrequency;
  assert.equal(found.length, 5);
  close(found[4], 10000 ** (-8 / 9), 1e-15);
});
