import { bounded, FAR, LENGTH, real, WIDTH, whole } from "./bounds.js";
import { pe } from "./helpers.js";

const one = (...shape) => ({
  data: new Float32Array(shape.at(-1)).fill(1),
  shape,
});

const x = one(1, 1, 1);
bounded(
  "attention",
  {
    window: LENGTH,
    offset: whole(-FAR, FAR),
    scale: real(-1e30, 1e30),
    softcap: real(1e-30, 1e30),
  },
  (it) => pe.attention({ q: x, k: x, v: x, ...it }),
);

const heat = { type: "floor", length: 9, coefficient: 1, seqLen: 1 };
bounded(
  "attention.temperature",
  {
    length: whole(2, FAR),
    coefficient: real(0, 100),
    shift: whole(0, 1),
  },
  (it) => pe.attention.temperature({ ...heat, ...it }),
);

// Heads side by side: as many as there are columns.
bounded("attention", { numHeads: WIDTH }, (it) => {
  const rows = one(1, it.numHeads || 1);
  return pe.attention({ q: rows, k: rows, v: rows, joined: true, ...it });
});

bounded(
  "attention.prepare",
  {
    numHeads: WIDTH,
    headDim: WIDTH,
    valueDim: WIDTH,
    batch: whole(1, FAR - 1),
    window: LENGTH,
    scale: real(-1e30, 1e30),
    softcap: real(1e-30, 1e30),
    maxLen: whole(1, 2 ** 24),
  },
  (it) => pe.attention.prepare({ numHeads: 1, headDim: 1, ...it }).dispose(),
);
bounded("attention.prepare", { numKeyValueHeads: WIDTH }, (it) =>
  pe.attention
    .prepare({
      numHeads: Math.min(it.numKeyValueHeads || 1, 65536),
      headDim: 1,
      ...it,
    })
    .dispose(),
);
