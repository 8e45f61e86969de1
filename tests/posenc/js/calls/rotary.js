// Arguments of pe.rotary.
import { frequencies, places, scaling } from "./shared.js";

const heads = (d) => {
  const [t, h, width] = [d.int(1, 9), d.int(1, 3), d.even(2, 12)];
  return d.bool() ? [t, h, width] : [d.int(1, 3), t, h, width];
};

const layout = (d) =>
  d.some({
    layout: () => d.pick(["halves", "interleaved"]),
    startIndex: () => 0,
  });

const precision = (d) =>
  d.some({
    precision: () => d.pick(["exact", "float32", "bfloat16", "float16"]),
  });

const rotation = (d) => {
  const shape = heads(d);
  const x = d.tensor(...shape);
  return [
    x,
    {
      frequencies: frequencies(d, shape.at(-1)),
      ...layout(d),
      ...precision(d),
      ...d.some({
        offset: () => d.int(-99, 99),
        inverse: () => d.bool(),
      }),
    },
  ];
};

/** What prepared rotations are for; they grow on the way. */
export function usePrepared(prepared, d) {
  try {
    const x = { data: d.list(48), shape: [2, 3, 8] };
    return [
      prepared.apply(x, 0),
      prepared.apply(x, 68),
      prepared.shift(x, d.int(-99, 99)),
    ];
  } finally {
    prepared.dispose();
  }
}

export const ROTARY = {
  "rotary.frequencies": (d) => [
    {
      headDim: d.even(8, 32),
      ...d.some({
        base: () => d.real(2, 1e6),
        scaling: () => scaling(d),
        seqLen: () => d.int(1, 999),
      }),
    },
  ],
  "rotary.tables": (d) => [
    { frequencies: frequencies(d, 8), ...places(d), ...precision(d) },
  ],
  "rotary.apply": (d) => {
    if (d.bool()) return rotation(d);
    const shape = heads(d);
    const [rows, pairs] = [shape.at(-3) + 3, shape.at(-1) / 2];
    const tables = { cos: d.tensor(rows, pairs), sin: d.tensor(rows, pairs) };
    const x = d.tensor(...shape);
    if (shape.length === 4 && d.bool()) {
      const own = [...shape.slice(0, 3), pairs];
      return [x, { tables: { cos: d.tensor(...own), sin: d.tensor(...own) } }];
    }
    return [x, { tables, ...d.some({ offset: () => d.int(0, 3) }) }];
  },
  "rotary.applyInPlace": (d) => {
    const [x, options] = rotation(d);
    const buffer = d.buffer(...x.shape);
    buffer.data.set(x.data);
    return [buffer, options];
  },
  "rotary.shift": (d) => {
    const shape = heads(d);
    const options = { frequencies: frequencies(d, shape.at(-1)), ...layout(d) };
    return [d.tensor(...shape), d.int(-99, 99), options];
  },
  "rotary.prepare": (d) => [
    {
      frequencies: frequencies(d, 8),
      ...layout(d),
      ...precision(d),
      ...d.some({ maxLen: () => d.int(70, 99) }),
    },
  ],
  "rotary.xpos": (d) => {
    const shape = heads(d);
    return [
      {
        q: d.tensor(...shape),
        k: d.tensor(...shape),
        frequencies: frequencies(d, shape.at(-1)),
        ...d.some({
          queryPositions: () => d.numbers(shape.at(-3), 0, 99),
          keyPositions: () => d.numbers(shape.at(-3), 0, 99),
          scaleBase: () => d.real(10, 512),
        }),
      },
    ];
  },
  "rotary.multimodal": (d) => {
    const sections = d.integers(d.int(1, 3), 1, 3);
    const pairs = sections.reduce((a, b) => a + b);
    return [
      {
        frequencies: { inverseFrequency: d.numbers(pairs, 0, 1) },
        sections,
        positions: d.tensor(sections.length, d.int(1, 9)),
      },
    ];
  },
  "rotary.multimodalPositions": (d) => {
    const tokensPerSecond = d.pick([undefined, 2, 25]);
    return [
      {
        spans: [
          { type: "text", length: d.int(1, 9) },
          { type: "image", grid: [1, 2 * d.int(1, 3), 2 * d.int(1, 3)] },
          {
            type: "video",
            grid: [d.int(1, 3), 2, 4],
            ...(tokensPerSecond && { secondsPerFrame: d.real(0, 2) }),
          },
        ],
        ...(tokensPerSecond && { tokensPerSecond }),
      },
    ];
  },
  "rotary.axial": (d) => [
    {
      ...d.pick([
        { shape: d.integers(d.int(1, 3), 1, 4), dimPerAxis: d.even(2, 8) },
        { shape: [2, 1, 3], dims: [d.even(2, 8), 4, d.even(2, 8)] },
      ]),
      convention: d.pick(["language", "pixel", "constant", "centred"]),
    },
  ],
  "rotary.axial2d": (d) => [
    { shape: [d.int(1, 5), d.int(1, 5)], dimPerAxis: d.even(2, 8) },
  ],
  "rotary.attentionScale": (d) => [
    { factor: d.real(1, 9), headDim: d.int(1, 99) },
  ],
};
