import assert from "node:assert/strict";
import test from "node:test";
import { pe, refuses } from "./helpers.js";

const { rotary } = pe;
const yarn = { type: "yarn", factor: 4, originalMaxSeqLen: 4096 };

const compute = (scaling, options = {}) =>
  rotary.frequencies({ headDim: 64, scaling, ...options });

test("YaRN's defaults are the paper's", () => {
  // Without whole ends of the ramp, every turn more or less shows.
  const given = { ...yarn, truncate: false };
  const plain = compute(given);
  assert.deepEqual(compute({ ...given, betaFast: 32, betaSlow: 1 }), plain);
  for (const other of [{ betaFast: 33 }, { betaFast: 31 }, { betaSlow: 2 }]) {
    const found = compute({ ...given, ...other });
    assert.notDeepEqual(found.inverseFrequency, plain.inverseFrequency);
  }
});

test("one of YaRN's two mscales alone changes nothing", () => {
  const plain = compute(yarn).attentionFactor;
  assert.equal(compute({ ...yarn, mscaleAllDim: 0.5 }).attentionFactor, plain);
  assert.equal(compute({ ...yarn, mscale: 0.5 }).attentionFactor, plain);
  const both = { ...yarn, mscale: 1, mscaleAllDim: 0.5 };
  assert.notEqual(compute(both).attentionFactor, plain);
});

test("YaRN's factor follows from its lengths, the shortest included", () => {
  const { factor: _, ...rest } = yarn;
  assert.deepEqual(compute({ ...rest, maxSeqLen: 16384 }), compute(yarn));
  const shortest = { ...rest, originalMaxSeqLen: 1, maxSeqLen: 1 };
  assert.deepEqual(
    compute(shortest),
    compute({ ...rest, originalMaxSeqLen: 1, factor: 1 }),
  );
});

test("a base that is rescaled needs two pairs, of which one may be half", () => {
  for (const type of ["ntk", "dynamic"]) {
    const scaling = {
      type,
      factor: 2,
      ...(type === "dynamic" && { originalMaxSeqLen: 16 }),
    };
    assert.equal(
      compute(scaling, { rotaryDim: 4 }).inverseFrequency.length,
      2,
      type,
    );
    refuses(
      () => compute(scaling, { rotaryDim: 3 }),
      RangeError,
      `rotary.frequencies: rotaryDim must be at least 4 with ${type} scaling, got 3`,
    );
  }
});

test("an odd rotaryDim has a number of longrope's lists for its last pair", () => {
  const list = (length) => Array(length).fill(2);
  const longrope = (length) =>
    compute(
      {
        type: "longrope",
        originalMaxSeqLen: 16,
        factor: 2,
        shortFactor: list(length),
        longFactor: list(length),
      },
      { headDim: 8, rotaryDim: 5 },
    );
  assert.equal(longrope(3).inverseFrequency.length, 3);
  refuses(
    () => longrope(2),
    RangeError,
    "rotary.frequencies: scaling.shortFactor must be an array of 3 numbers, got [2, 2]",
  );
});
