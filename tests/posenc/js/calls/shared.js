// Arguments that calls of several rooms take.

export const SINUSOIDAL = (d) =>
  d.some({
    base: () => d.real(1, 1e5),
    layout: () => d.pick(["interleaved", "halves"]),
    spacing: () => d.pick(["paper", "endpoint"]),
  });

export const places = (d) =>
  d.bool()
    ? { seqLen: d.int(1, 20), ...d.some({ offset: () => d.int(-99, 99) }) }
    : { positions: d.numbers(d.int(1, 20), -500, 500) };

export const tokens = (d, t = d.int(1, 9), w = d.int(1, 9)) =>
  d.bool() ? [t, w] : [d.int(1, 3), t, w];

export const frequencies = (d, width) => ({
  inverseFrequency: d.numbers(d.int(1, width / 2), 0, 1),
  ...d.some({ attentionFactor: () => d.real(0.1, 2) }),
});

export const scaling = (d) =>
  d.pick([
    { type: "linear", factor: d.real(1, 8) },
    { type: "ntk", factor: d.real(1, 8) },
    { type: "dynamic", factor: 2, originalMaxSeqLen: d.int(8, 99) },
    { type: "yarn", factor: d.real(1, 8), originalMaxSeqLen: d.int(8, 99) },
    { type: "dynamicLinear", originalMaxSeqLen: d.int(8, 99) },
    { type: "riflex", k: 1, maxSeqLen: d.int(8, 99) },
    {
      type: "dype",
      factor: d.real(1, 8),
      originalMaxSeqLen: d.int(8, 99),
      kappa: d.real(0.001, 2),
    },
    {
      type: "llama3",
      factor: 8,
      lowFrequencyFactor: 1,
      highFrequencyFactor: 4,
      originalMaxSeqLen: d.int(8, 99),
    },
  ]);

export const perceptron = (d, width, count) => ({
  hiddenWeight: d.tensor(width),
  hiddenBias: d.tensor(width),
  outputWeight: d.tensor(count, width),
  outputBias: d.tensor(count),
});

/** Queries, keys and values of one form. */
export function sides(d, own = {}) {
  const [queries, keys] = [d.int(1, 9), d.int(1, 9)];
  const [groups, times] = [d.int(1, 2), d.int(1, 2)];
  const [width, valueWidth] = [d.even(2, 8), d.int(1, 6)];
  const s = {
    queries,
    keys,
    heads: groups * times,
    groups,
    width,
    valueWidth,
    outer: d.bool() ? [d.int(1, 2)] : [],
    ...own,
  };
  const isFirst = d.bool();
  const side = (length, heads, width) =>
    d.tensor(
      ...s.outer,
      ...(isFirst ? [heads, length] : [length, heads]),
      width,
    );
  return {
    s,
    options: {
      q: side(s.queries, s.heads, s.width),
      k: side(s.keys, s.groups, s.width),
      v: side(s.keys, s.groups, s.valueWidth),
      ...(isFirst && { order: "BHTD" }),
      ...d.some({
        causal: () => d.bool(),
        window: () => d.int(1, 9),
        mask: () => ({
          data: Array.from(d.integers(s.queries * s.keys, 0, 1), (x) => x > 0),
          shape: [s.queries, s.keys],
        }),
        scale: () => d.real(0.1, 2),
      }),
    },
  };
}

/** The options of each relative scheme, for sides `s`. */
export const RELATIVE_OPTIONS = {
  shaw(d, s) {
    const clip = d.int(0, 3);
    return {
      clip,
      keyTable: d.tensor(2 * clip + 1, s.width),
      ...d.some({ valueTable: () => d.tensor(2 * clip + 1, s.valueWidth) }),
    };
  },
  transformerXL: (d, s) => ({
    r: d.tensor(s.queries + s.keys, s.heads, s.width),
    firstDistance: s.keys,
    ...d.some({
      contentBias: () => d.tensor(s.heads, s.width),
      positionBias: () => d.tensor(s.heads, s.width),
    }),
  }),
  deberta(d, s) {
    const span = d.int(1, 4);
    return {
      span,
      relK: d.tensor(2 * span, s.heads, s.width),
      relQ: d.tensor(2 * span, s.heads, s.width),
      ...(d.bool()
        ? { buckets: 4, maxPosition: 8, ...d.some({ clamp: () => d.bool() }) }
        : {}),
    };
  },
  cope: (d, s) => ({ embeddings: d.tensor(d.int(1, 5), s.width) }),
  tupe: (d, s) => ({
    positionQuery: d.tensor(s.queries, s.heads, s.width),
    positionKey: d.tensor(s.keys, s.heads, s.width),
  }),
};

export const order = (d) => d.pick(["reference", "mpt"]);
