import assert from "node:assert/strict";
import test from "node:test";
import { BASE, bounded, FAR, inList, positive, real, whole } from "./bounds.js";
import { pe, refuses } from "./helpers.js";

const { rotary } = pe;

bounded(
  "rotary.frequencies",
  {
    headDim: { ...whole(2, 65536) },
    rotaryDim: { ...whole(2, 8) },
    base: BASE,
    seqLen: whole(1, 2 ** 53),
  },
  (it) => rotary.frequencies({ headDim: 8, ...it }),
);

const FACTOR = real(1e-12, 1e12);
const ATTENTION = positive(1e6);
const scaled = (scaling, bounds) =>
  bounded(
    "rotary.frequencies",
    Object.fromEntries(
      Object.entries(bounds).map(([key, it]) => [`scaling.${key}`, it]),
    ),
    (it) =>
      rotary.frequencies({
        headDim: 8,
        scaling: { ...scaling, ...it.scaling },
      }),
  );
/** A length of training need be no integer. */
const trained = (least) => ({
  ...real(1, 2 ** 53),
  taken: [least, 2 ** 53],
});

scaled({ type: "linear", factor: 2 }, { factor: FACTOR });
scaled({ type: "ntk", factor: 2 }, { factor: FACTOR });
scaled(
  { type: "dynamic", factor: 2, originalMaxSeqLen: 16 },
  { factor: FACTOR, originalMaxSeqLen: trained(1) },
);
scaled(
  { type: "yarn", factor: 2, originalMaxSeqLen: 16 },
  {
    factor: FACTOR,
    originalMaxSeqLen: trained(1),
    betaFast: positive(1e9),
    betaSlow: positive(1e9),
    attentionFactor: ATTENTION,
    attentionMultiplier: ATTENTION,
  },
);
scaled(
  {
    type: "llama3",
    factor: 8,
    originalMaxSeqLen: 16,
    lowFrequencyFactor: 1,
    highFrequencyFactor: 1e9,
  },
  { lowFrequencyFactor: positive(1e9) },
);
scaled(
  {
    type: "llama3",
    factor: 8,
    originalMaxSeqLen: 16,
    lowFrequencyFactor: 1e-9,
    highFrequencyFactor: 4,
  },
  { highFrequencyFactor: positive(1e9) },
);
scaled(
  { type: "proportional", partialRotaryFactor: 0.5 },
  { partialRotaryFactor: real(0, 1), factor: FACTOR },
);
scaled(
  {
    type: "longrope",
    shortFactor: [1, 1, 1, 1],
    originalMaxSeqLen: 16,
    longFactor: [1, 1, 1, 1],
    factor: 2,
  },
  {
    shortFactor: inList(FACTOR, 4),
    longFactor: inList(FACTOR, 4),
    originalMaxSeqLen: trained(2),
    attentionFactor: ATTENTION,
  },
);

const THETA = real(-(2 ** 20), 2 ** 20);
bounded(
  "rotary.tables",
  {
    "frequencies.inverseFrequency": inList(THETA, 2),
    "frequencies.inverseFrequencyTail": inList(THETA, 2),
    "frequencies.attentionFactor": ATTENTION,
    positions: {
      ...real(-FAR, FAR),
      allowed: `finite numbers from ${-FAR} to ${FAR}`,
      make: (value) => [
        [1, 2],
        [3, value],
      ],
    },
  },
  ({ frequencies, ...it }) =>
    rotary.tables({
      frequencies: { inverseFrequency: [1, 2], ...frequencies },
      positions: [1],
      ...it,
    }),
);

bounded(
  "rotary.axial",
  {
    shape: {
      allowed: "a finite number of at most 65536",
      at: "[0]",
      make: (value) => [value],
      taken: [1, 65536],
      refused: [65537],
    },
    dimPerAxis: { ...whole(2, 65536), refused: [0, 65538] },
    base: BASE,
  },
  (it) => rotary.axial({ shape: [1], dimPerAxis: 2, ...it }),
);
bounded(
  "rotary.axial",
  {
    dims: {
      allowed: "an integer from 2 to 65536",
      at: "[0]",
      make: (value) => [value],
      taken: [2, 65536],
      refused: [1, 65537],
    },
    bases: inList(BASE),
  },
  (it) =>
    rotary.axial({ shape: [1], ...(it.bases && { dimPerAxis: 2 }), ...it }),
);
bounded("rotary.axial", { maxFrequency: real(-65536, 65536) }, (it) =>
  rotary.axial({
    shape: [1],
    dimPerAxis: 2,
    convention: "pixel",
    ...it,
  }),
);

test("rotary.tables takes up to 32768 frequencies, and the last position of all", () => {
  const frequencies = (count) => ({
    inverseFrequency: new Float64Array(count),
  });
  const table = (count, more) =>
    rotary.tables({ frequencies: frequencies(count), seqLen: 1, ...more });
  assert.deepEqual(table(32768).cos.shape, [1, 32768]);
  assert.throws(() => table(32769), {
    name: "RangeError",
    message:
      /^rotary\.tables: frequencies\.inverseFrequency must be 1 to 32768 numbers, got /,
  });
  for (const seqLen of [1, 3]) {
    assert.deepEqual(table(1, { seqLen, offset: FAR - seqLen + 1 }).cos.shape, [
      seqLen,
      1,
    ]);
    refuses(
      () => table(1, { seqLen, offset: FAR - seqLen + 2 }),
      RangeError,
      seqLen === 1
        ? `rotary.tables: offset must be a finite number from ${-FAR} to ${FAR}, got ${FAR + 1}`
        : `rotary.tables: the last position, offset + seqLen − 1, must be at most ${FAR}, got ${FAR + 1}`,
    );
  }
});
