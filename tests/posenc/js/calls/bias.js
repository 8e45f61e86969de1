// Arguments of pe.bias.
import { order, perceptron } from "./shared.js";

/** Where queries and keys of a bias stand. */
const grid = (d) => ({
  ...(d.bool()
    ? {
        queryLen: d.int(1, 9),
        keyLen: d.int(1, 12),
        ...d.some({ offset: () => d.int(-20, 20) }),
      }
    : {
        queryPositions: d.integers(d.int(1, 6), -50, 50),
        keyPositions: d.integers(d.int(1, 6), -50, d.pick([50, 1e9])),
      }),
  ...d.some({ causal: () => d.bool() }),
});

const WINDOW = (d) => [d.int(1, 4), d.int(1, 4)];

const PREPARED = {
  alibi: (d) => ({
    numHeads: d.int(1, 4),
    ...d.some({ order: () => order(d) }),
  }),
  t5: (d) => ({ table: d.tensor(8, d.int(1, 3)) }),
  kerple: (d) => ({
    kind: "log",
    a: d.numbers(2, 0.1, 2),
    p: d.numbers(2, 0.1, 1),
  }),
  sandwich: (d) => ({ numHeads: d.int(1, 3), dim: d.even(2, 16) }),
  fire: (d) => ({ weights: perceptron(d, d.int(1, 6), d.int(1, 3)) }),
};

/** What prepared biases are for; they grow on the way. */
export function useBias(prepared, d) {
  try {
    return [
      prepared.row(d.int(0, 9)),
      prepared.row(66),
      prepared.rows(d.int(0, 3), d.int(1, 4)),
    ];
  } finally {
    prepared.dispose();
  }
}

export const BIAS = {
  "bias.prepare": (d) => {
    const type = d.pick(Object.keys(PREPARED));
    return [
      {
        type,
        ...PREPARED[type](d),
        ...d.some({ maxLen: () => d.int(70, 99) }),
      },
    ];
  },
  "bias.kerple": (d) => {
    const numHeads = d.int(1, 3);
    const a = d.numbers(numHeads, 0.1, 2);
    const p = d.numbers(numHeads, 0.1, 1);
    return [{ kind: d.pick(["log", "power"]), a, p, ...grid(d) }];
  },
  "bias.fire": (d) => [
    { weights: perceptron(d, d.int(1, 6), d.int(1, 3)), ...grid(d) },
  ],
  "bias.logCpb": (d) => {
    const [hidden, count] = [d.int(1, 6), d.int(1, 3)];
    return [
      {
        windowSize: WINDOW(d),
        weights: {
          hiddenWeight: d.tensor(hidden, 2),
          hiddenBias: d.tensor(hidden),
          outputWeight: d.tensor(count, hidden),
        },
      },
    ];
  },
  "bias.relativeCoords": (d) => [{ windowSize: [d.int(2, 4), d.int(2, 4)] }],
  "bias.relativePositionIndex": (d) => [{ windowSize: WINDOW(d) }],
  "bias.alibiSlopes": (d) => [{ numHeads: d.int(1, 20), order: order(d) }],
  "bias.alibi": (d) => [
    {
      numHeads: d.int(1, 4),
      ...grid(d),
      ...d.some({ form: () => d.pick(["distance", "key"]) }),
    },
  ],
  "bias.t5Bucket": (d) => [
    d.integers(d.int(0, 20), -999, 999),
    d.some({ bidirectional: () => d.bool() }),
  ],
  "bias.t5": (d) => [{ table: d.tensor(8, d.int(1, 3)), ...grid(d) }],
  "bias.sandwich": (d) => [
    { numHeads: d.int(1, 3), dim: d.even(2, 16), ...grid(d) },
  ],
};
