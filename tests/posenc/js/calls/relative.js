// Arguments of pe.relative.
import { RELATIVE_OPTIONS, sides } from "./shared.js";

const relative = (type) => (d) => {
  const { s, options } = sides(d);
  return [{ ...options, ...RELATIVE_OPTIONS[type](d, s) }];
};

const shifted = (d) => {
  const [queries, columns] = [d.int(1, 6), d.int(1, 9)];
  const outer = d.bool() ? [d.int(1, 3)] : [];
  return [
    d.tensor(...outer, queries, columns),
    d.some({ wrap: () => d.bool() }),
  ];
};

export const RELATIVE = {
  "relative.shaw": relative("shaw"),
  "relative.transformerXL": (d) => {
    // r has a row per head of the queries.
    const { s, options } = sides(d);
    return [{ ...options, ...RELATIVE_OPTIONS.transformerXL(d, s) }];
  },
  "relative.deberta": relative("deberta"),
  "relative.cope": relative("cope"),
  "relative.tupe": (d) => {
    const { s, options } = sides(d);
    const { mask, ...rest } = options;
    const added = d.bool()
      ? { relative: { table: d.tensor(8, s.heads), numBuckets: 8 } }
      : mask && { mask };
    return [{ ...rest, ...RELATIVE_OPTIONS.tupe(d, s), ...added }];
  },
  "relative.shawIndices": (d) => [
    { queryLen: d.int(1, 9), keyLen: d.int(1, 9), clip: d.int(0, 9) },
  ],
  "relative.shawValues": (d) => {
    const clip = d.int(0, 3);
    return [
      d.tensor(d.int(1, 3), d.int(1, 6), d.int(1, 6)),
      { clip, valueTable: d.tensor(2 * clip + 1, d.int(1, 5)) },
    ];
  },
  "relative.logBuckets": (d) => [
    d.integers(d.int(0, 20), -999, 999),
    {
      buckets: d.int(4, 32),
      maxPosition: d.int(99, 512),
      ...d.some({ clamp: () => d.bool() }),
    },
  ],
  "relative.distances": (d) => [
    {
      queryLen: d.int(1, 9),
      keyLen: d.int(1, 9),
      ...d.some({ offset: () => d.int(-99, 99) }),
    },
  ],
  "relative.shift": shifted,
  "relative.unshift": shifted,
};
