// Arguments of pe.embedding.
import { size } from "./drawing.js";
import { tokens } from "./shared.js";

const placesFrom0 = (d) =>
  d.bool()
    ? { seqLen: d.int(1, 20), ...d.some({ offset: () => d.int(0, 99) }) }
    : { positions: d.integers(d.int(1, 20), 0, 5000) };

const random = (d) =>
  d.some({ std: () => d.real(0, 2), seed: () => d.int(-9, 9) });

export const EMBEDDING = {
  "embedding.hybrid": (d) => [
    { seqLen: d.int(1, 9), dModel: 8, learnedDims: d.int(1, 7), ...random(d) },
  ],
  "embedding.perturbed": (d) => [
    { seqLen: d.int(1, 9), dModel: d.int(1, 9), ...random(d) },
  ],
  "embedding.document": (d) => {
    const paragraphs = d.integers(d.int(1, 4), 1, 5);
    return [
      {
        paragraphs,
        sentences: [...paragraphs],
        dModel: d.int(1, 9),
        ...d.some({ window: () => d.int(0, 9), strength: () => d.real(-1, 1) }),
      },
    ];
  },
  "embedding.lookup": (d) => [
    d.tensor(d.int(1, 9), d.int(1, 9)),
    d.integers(d.int(1, 9), -20, 20),
    { overflow: d.pick(["clamp", "wrap"]) },
  ],
  "embedding.update": (d) => {
    const [rows, width, count] = [d.int(1, 9), d.int(1, 9), d.int(1, 9)];
    return [
      d.tensor(rows, width),
      d.integers(count, 0, rows - 1),
      d.tensor(count, width),
      { learningRate: d.real(-1, 1) },
    ];
  },
  "embedding.paddedPositions": (d) => {
    const shape = [d.int(1, 3), d.int(1, 9)];
    const data = d.integers(size(shape), 0, 1);
    return [{ data, shape }, d.some({ padding: () => d.int(-1, 9) })];
  },
  "embedding.packedPositions": (d) => [
    {
      lengths: [d.int(1, 5), ...d.integers(d.int(1, 4), 0, 5)],
      ...d.some({ offset: () => d.int(0, 9) }),
    },
  ],
  "embedding.batchedPositions": (d) => [
    {
      lengths: [d.int(1, 5), ...d.integers(d.int(1, 4), 0, 5)],
      ...d.some({
        seqLen: () => d.int(5, 9),
        side: () => d.pick(["left", "right"]),
        offset: () => d.int(0, 9),
        padding: () => d.int(0, 9),
      }),
    },
  ],
  "embedding.hierarchical": (d) => {
    const rows = d.int(1, 6);
    return [
      d.tensor(rows, d.int(1, 9)),
      d.int(1, rows * rows),
      d.some({ alpha: () => d.real(0.1, 0.4) }),
    ];
  },
  "embedding.resize": (d) => [
    d.tensor(d.int(2, 9), d.int(1, 9)),
    d.int(2, 20),
    d.some({
      method: () => d.pick(["linear", "cubic"]),
      antialias: () => d.bool(),
      alignCorners: () => d.bool(),
      prefix: () => d.int(0, 1),
    }),
  ],
  "embedding.resize2d": (d) => {
    const from = [d.int(1, 4), d.int(1, 4)];
    const to = [d.int(1, 6), d.int(1, 6)];
    return [
      d.tensor(size(from), d.int(1, 9)),
      { from, to, ...d.some({ interpolateOffset: () => d.real(0, 0.9) }) },
    ];
  },
  "embedding.binary": (d) => [{ ...placesFrom0(d), bits: 32 }],
  "embedding.logarithmic": (d) => [{ ...placesFrom0(d), dModel: d.int(1, 9) }],
  "embedding.fourier": (d) => [
    {
      coords: d.tensor(d.int(1, 9), d.int(1, 3)),
      bands: d.int(1, 9),
      ...d.some({
        includeInput: () => d.bool(),
        layout: () => d.pick(["interleaved", "halves", "bands"]),
      }),
    },
  ],
  "embedding.randomFourier": (d) => [
    {
      coords: d.tensor(d.int(1, 9), d.int(1, 3)),
      features: d.int(1, 9),
      ...d.some({ seed: () => d.int(0, 9) }),
    },
  ],
  "embedding.axial": (d) => [
    {
      ...(d.bool()
        ? { shape: [d.int(1, 4), d.int(1, 4)] }
        : { axes: [d.numbers(d.int(1, 4)), d.numbers(d.int(1, 4))] }),
      dModel: 8,
      convention: d.pick(["tatp22", "mae", "timm", "tensor2tensor"]),
      ...d.some({ prefix: () => d.int(0, 2) }),
    },
  ],
  "embedding.convolutional": (d) => {
    const width = d.int(1, 6);
    const out = d.int(1, 6);
    return [
      d.tensor(...tokens(d, d.int(1, 9), width)),
      {
        depthwise: d.tensor(width, d.int(1, 5)),
        ...d.some({
          bias: () => d.tensor(width),
          pointwise: () => d.tensor(out, width),
          padding: () => d.pick(["zero", "circular", "causal"]),
        }),
      },
    ];
  },
  "embedding.convolutionalGrouped": (d) => {
    const groups = d.int(1, 3);
    const [inner, out] = [d.int(1, 3), d.int(1, 3) * groups];
    return [
      d.tensor(...tokens(d, d.int(1, 9), inner * groups)),
      {
        weight: d.tensor(out, inner, d.int(1, 5)),
        groups,
        ...d.some({
          bias: () => d.tensor(out),
          activation: () => d.pick(["none", "gelu"]),
          padding: () => d.pick(["zero", "circular", "causal"]),
        }),
      },
    ];
  },
  "embedding.weightNorm": (d) => {
    const taps = d.int(1, 4);
    return [d.tensor(d.int(1, 4), d.int(1, 4), taps), d.tensor(taps)];
  },
  "embedding.convolutional2d": (d) => {
    const [h, w, width] = [d.int(1, 4), d.int(1, 4), d.int(1, 4)];
    return [
      d.tensor(...tokens(d, h * w, width)),
      {
        shape: [h, w],
        depthwise: d.tensor(width, d.int(1, 3), d.int(1, 3)),
        ...d.some({
          stride: () => d.int(1, 3),
          padding: () => d.pick(["zero", "circular"]),
        }),
      },
    ];
  },
  "embedding.add": (d) => {
    const shape = tokens(d);
    return [
      d.tensor(...shape),
      ...d.pick([
        () => [d.tensor(...shape), {}],
        () => [
          d.tensor(shape.at(-2) + 2, shape.at(-1)),
          { offset: d.int(0, 2) },
        ],
      ])(),
    ].map((part, n) =>
      n < 2
        ? part
        : { ...part, ...d.some({ tokenScale: () => d.real(-4, 4) }) },
    );
  },
  "embedding.multiply": (d) => {
    const shape = tokens(d);
    const rows = d.bool() ? shape : shape.slice(-2);
    return [d.tensor(...shape), d.tensor(...rows)];
  },
  "embedding.concat": (d) => {
    const shape = tokens(d);
    return [d.tensor(...shape), d.tensor(shape.at(-2), d.int(1, 6))];
  },
  "embedding.fit": (d) => [
    d.tensor(...tokens(d)),
    d.int(1, 12),
    d.some({ keep: () => d.pick(["last", "first", "ends"]) }),
  ],
};
