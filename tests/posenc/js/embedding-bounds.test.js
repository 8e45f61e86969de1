import assert from "node:assert/strict";
import test from "node:test";
import { untyped } from "../../untyped.js";
import {
  BASE,
  beside,
  bounded,
  FAR,
  inList,
  LENGTH,
  POSITION,
  real,
  SEED,
  WIDTH,
  whole,
} from "./bounds.js";
import { pe } from "./helpers.js";

const { embedding } = pe;

const table = { data: [1, 2, 3, 4], shape: [4, 1] };
const tokens = { data: [1, 2, 3, 4], shape: [4, 1] };

bounded(
  "embedding.sinusoidal",
  { seqLen: LENGTH, dModel: WIDTH, base: BASE },
  (it) => embedding.sinusoidal({ seqLen: 1, dModel: 2, ...it }),
);
bounded(
  "embedding.sinusoidal",
  { offset: POSITION, positions: inList(POSITION) },
  (it) =>
    embedding.sinusoidal({
      ...("positions" in it ? {} : { seqLen: 1 }),
      dModel: 2,
      ...it,
    }),
);

test("the last position of a range is 2³¹ and no later one", () => {
  const rows = (offset) =>
    embedding.sinusoidal({ seqLen: 3, offset, dModel: 2 }).data.length;
  assert.equal(rows(FAR - 2), 6);
  for (const offset of [FAR - 1, FAR - 1.5]) {
    assert.throws(() => rows(offset), {
      name: "RangeError",
      message: `embedding.sinusoidal: the last position, offset + seqLen − 1, must be at most ${FAR}, got ${offset + 2}`,
    });
  }
});

bounded(
  "embedding.timestep",
  {
    timesteps: inList(POSITION),
    dModel: whole(2, 65536),
    downscaleFreqShift: real(-65536, 1),
    scale: real(-(2 ** 20), 2 ** 20),
    maxPeriod: BASE,
  },
  (it) => embedding.timestep({ timesteps: [1], dModel: 2, ...it }),
);
bounded(
  "embedding.hybrid",
  {
    dModel: { ...whole(2, 65536) },
    learnedDims: whole(1, 3),
    base: BASE,
    std: real(0, 1e30),
    seed: SEED,
    seqLen: LENGTH,
  },
  (it) => embedding.hybrid({ seqLen: 1, dModel: 4, learnedDims: 1, ...it }),
);
bounded(
  "embedding.perturbed",
  { dModel: WIDTH, base: BASE, seed: SEED },
  (it) => embedding.perturbed({ seqLen: 1, dModel: 2, ...it }),
);
bounded(
  "embedding.document",
  { dModel: WIDTH, base: BASE, window: whole(0, FAR) },
  (it) =>
    embedding.document({ paragraphs: [1], sentences: [1], dModel: 2, ...it }),
);
bounded("embedding.document", { paragraphs: inList(whole(1, FAR - 1)) }, (it) =>
  embedding.document({ sentences: it.paragraphs, dModel: 2, ...it }),
);
bounded(
  "embedding.learned",
  { maxLen: LENGTH, dModel: WIDTH, std: real(0, 1e30), seed: SEED },
  (it) => embedding.learned({ maxLen: 1, dModel: 1, ...it }),
);
bounded("embedding.hierarchical", { newLen: whole(1, 16) }, ({ newLen }) =>
  embedding.hierarchical(table, newLen),
);

test("embedding.hierarchical takes every alpha between 0 and 1", () => {
  const with_ = (alpha) => embedding.hierarchical(table, 4, { alpha });
  for (const alpha of [Number.MIN_VALUE, beside(1, false)]) with_(alpha);
  for (const alpha of [0, 1]) {
    assert.throws(() => with_(alpha), {
      message: `embedding.hierarchical: alpha must be a finite number above 0 and below 1, got ${alpha}`,
    });
  }
});

test("embedding.lookup takes the first row to the last", () => {
  const at = (p) => [...embedding.lookup(table, [p]).data];
  assert.deepEqual([at(0), at(3)], [[1], [4]]);
  for (const p of [-1, 4]) {
    assert.throws(() => at(p), {
      message: `embedding.lookup: positions[0] must be an integer from 0 to 3 for a table of 4 rows (or overflow "clamp" or "wrap"), got ${p}`,
    });
  }
});

bounded(
  "embedding.lookup",
  { positions: inList(whole(-FAR, FAR - 1)) },
  ({ positions }) => embedding.lookup(table, positions, { overflow: "clamp" }),
);
bounded(
  "embedding.paddedPositions",
  { padding: whole(-1, FAR - 1 - 4) },
  (it) => embedding.paddedPositions({ data: [0, 1, 1, 1], shape: [4] }, it),
);
bounded(
  "embedding.add",
  { offset: { ...whole(0, FAR), taken: [0] }, tokenScale: real(-1e38, 1e38) },
  (it) => embedding.add(tokens, table, it),
);
bounded("embedding.fit", { maxLen: LENGTH }, ({ maxLen }) =>
  embedding.fit(tokens, maxLen),
);
bounded(
  "embedding.resize",
  { newLen: LENGTH, prefix: whole(0, 3) },
  ({ newLen = 8, prefix = 0 }) => embedding.resize(table, newLen, { prefix }),
);
bounded(
  "embedding.resize2d",
  { to: inList(whole(1, FAR), 2), prefix: whole(0, 3) },
  ({ to = [2, 2], prefix = 0 }) =>
    embedding.resize2d(table, {
      from: [1, 4 - prefix],
      to: untyped(to),
      prefix,
    }),
);
bounded(
  "embedding.fourier",
  {
    bands: whole(1, 30),
    "coords.data": inList(real(-(2 ** 20), 2 ** 20)),
  },
  ({ coords, bands = 2 }) =>
    embedding.fourier({
      coords: { data: coords?.data ?? [1], shape: [1, 1] },
      bands,
    }),
);
bounded(
  "embedding.fourier",
  { bands: WIDTH, maxFrequency: real(2, 2 ** 30) },
  (it) =>
    embedding.fourier({
      coords: { data: [1], shape: [1, 1] },
      bands: 2,
      spacing: "linear",
      maxFrequency: 8,
      ...it,
    }),
);
bounded(
  "embedding.randomFourier",
  {
    features: WIDTH,
    seed: SEED,
    scale: real(0, 2 ** 26),
  },
  (it) =>
    embedding.randomFourier({
      coords: { data: [1], shape: [1, 1] },
      features: 2,
      ...it,
    }),
);
bounded(
  "embedding.axial",
  {
    shape: inList(whole(1, FAR)),
    dModel: WIDTH,
    base: BASE,
    prefix: whole(0, FAR),
  },
  (it) => embedding.axial({ shape: [1], dModel: 4, ...it }),
);
bounded("embedding.logarithmic", { maxLen: real(2, FAR), base: BASE }, (it) =>
  embedding.logarithmic({ seqLen: 1, dModel: 2, ...it }),
);
bounded(
  "embedding.logarithmic",
  // Beyond 2³¹ no position is one, whatever the call.
  { offset: { ...real(0, FAR), refused: [beside(0, false)] } },
  (it) => embedding.logarithmic({ seqLen: 1, dModel: 2, ...it }),
);
bounded("embedding.binary", { bits: whole(3, 32) }, (it) =>
  embedding.binary({ seqLen: 8, ...it }),
);
bounded(
  "embedding.convolutionalGrouped",
  { groups: { ...WIDTH, taken: [1] } },
  (it) =>
    embedding.convolutionalGrouped(tokens, {
      weight: { data: [1], shape: [1, 1, 1] },
      ...it,
    }),
);
bounded(
  "embedding.convolutional2d",
  {
    stride: whole(1, FAR),
    prefix: { ...whole(0, FAR), taken: [0] },
    shape: { ...inList(whole(1, FAR), 2), taken: [] },
  },
  (it) =>
    embedding.convolutional2d(tokens, {
      depthwise: { data: [1], shape: [1, 1, 1] },
      shape: [2, 2],
      ...it,
    }),
);
