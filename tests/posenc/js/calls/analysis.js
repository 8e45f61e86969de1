// Arguments of pe.analysis.
import { SINUSOIDAL, scaling, sides } from "./shared.js";

export const ANALYSIS = {
  "analysis.decay": (d) => [
    { dModel: d.even(2, 16), maxOffset: d.int(3, 50), base: d.real(2, 1e4) },
  ],
  "analysis.shiftMatrix": (d) => [
    { offset: d.int(-99, 99), dModel: d.even(2, 8), ...SINUSOIDAL(d) },
  ],
  "analysis.shiftError": (d) => {
    const [rows, width] = [d.int(3, 9), d.even(2, 8)];
    const options = { offset: d.int(1, 2), dModel: width, ...SINUSOIDAL(d) };
    return [d.tensor(rows, width), options];
  },
  "analysis.wavelengths": (d) => [{ dModel: d.even(2, 32) }],
  "analysis.similarity": (d) => [
    d.tensor(d.int(1, 9), d.int(1, 9)),
    d.some({ normalized: () => d.bool() }),
  ],
  "analysis.collisions": (d) => [
    {
      ...(d.bool()
        ? { rows: d.tensor(d.int(2, 20), d.int(1, 9)) }
        : { seqLen: d.int(2, 50), dModel: d.even(2, 8) }),
      ...d.some({ format: () => d.pick(["float32", "bfloat16", "float16"]) }),
    },
  ],
  "analysis.spectrum": (d) => [d.tensor(d.int(1, 9), d.int(1, 9))],
  "analysis.rangePerDimension": (d) => [d.tensor(d.int(1, 9), d.int(1, 9))],
  "analysis.permutationError": (d) => {
    const length = d.int(1, 7);
    const { options } = sides(d, { queries: length, keys: length });
    const { mask: _, out: __, ...rest } = options;
    const permutation = Array.from({ length }, (_, i) => length - 1 - i);
    return [{ ...rest, permutation }];
  },
  "analysis.coverage": (d) => [
    {
      headDim: d.even(4, 32),
      trainLen: d.int(1, 99),
      testLen: 100,
      ...d.some({ scaling: () => scaling(d) }),
    },
  ],
  "analysis.precision": (d) => [
    {
      headDim: d.even(4, 32),
      positions: d.numbers(d.int(1, 9), 0, 6e4),
      format: d.pick(["float32", "bfloat16", "float16"]),
    },
  ],
  "analysis.logitTerms": (d) => {
    const length = d.int(0, 9);
    const vector = () => d.numbers(length);
    return [
      {
        token_i: vector(),
        token_j: vector(),
        pos_i: vector(),
        pos_j: vector(),
      },
    ];
  },
};
