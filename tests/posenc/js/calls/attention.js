// Arguments of attention.
import { frequencies, perceptron, RELATIVE_OPTIONS, sides } from "./shared.js";

const SCHEMES = {
  none: () => ({}),
  rotary: (d, s) => (d.bool() ? {} : { frequencies: frequencies(d, s.width) }),
  alibi: (d) => d.some({ symmetric: () => d.bool() }),
  t5: (d, s) => ({ table: d.tensor(8, s.heads), maxDistance: d.int(9, 99) }),
  kerple: (d, s) => ({
    kind: d.pick(["log", "power"]),
    a: d.numbers(s.heads, 0.1, 2),
    p: d.numbers(s.heads, 0.1, 1),
  }),
  sandwich: (d) => ({ dim: d.even(2, 16) }),
  fire: (d, s) => ({ weights: perceptron(d, d.int(1, 6), s.heads) }),
  ...RELATIVE_OPTIONS,
};

/** A soft cap, a temperature, both or neither. */
const bent = (d, queries) =>
  d.some({
    softcap: () => d.real(0.5, 50),
    temperature: () => ({
      ...d.pick([
        { type: "log", length: d.int(2, 9) },
        { type: "floor", length: d.int(2, 9), coefficient: d.real(0, 1) },
        { type: "floor", length: 2, coefficient: 0.1, shift: 1 },
      ]),
      ...(queries && { positions: d.numbers(queries, 0, 99) }),
    }),
  });

const attention = (d) => {
  const { s, options } = sides(d);
  const type = d.pick(Object.keys(SCHEMES));
  if (RELATIVE_OPTIONS[type]) options.k = d.tensor(...options.k.shape);
  const inner = options.order ? [s.heads, s.queries] : [s.queries, s.heads];
  return [
    {
      ...options,
      position: { type, ...SCHEMES[type](d, s) },
      ...bent(d, s.queries),
      ...d.some({
        sinks: () => d.numbers(s.heads),
        returnWeights: () => d.bool(),
        out: () => d.buffer(...s.outer, ...inner, s.valueWidth),
      }),
    },
  ];
};

/** Sizes of caches, which the tokens for them have, too. */
const CACHE = { heads: 2, groups: 1, width: 4, valueWidth: 3, queries: 40 };

const prepare = (d) => {
  const s = { ...CACHE, keys: CACHE.queries };
  const type = d.pick(Object.keys(SCHEMES));
  const position = { type, ...SCHEMES[type](d, s) };
  if (type === "cope") delete position.gates;
  return [
    {
      numHeads: s.heads,
      numKeyValueHeads: s.groups,
      headDim: s.width,
      valueDim: s.valueWidth,
      position,
      ...bent(d),
      ...d.some({
        order: () => d.pick(["BTHD", "BHTD"]),
        window: () => d.int(1, 9),
        causal: () => d.bool(),
        sinks: () => d.numbers(s.heads),
        maxLen: () => d.int(30, 50),
        mask: () => d.tensor(d.int(1, 9)),
        scale: () => d.real(0.1, 2),
      }),
    },
  ];
};

/** What caches are for; they grow on the way. */
export function useCache(cache, d) {
  const { heads, groups, width, valueWidth } = CACHE;
  const results = [];
  // Either order takes one token of one head; more heads go with two shapes.
  const side = (count, heads, width) => {
    const plain = { data: d.list(count * heads * width), shape: [] };
    return [
      { ...plain, shape: [count, heads, width] },
      { ...plain, shape: [heads, count, width] },
    ];
  };
  try {
    for (const count of [3, 1, 2]) {
      const sides = [
        side(count, heads, width),
        side(count, groups, width),
        side(count, groups, valueWidth),
      ];
      const step = (i) => cache.step(...sides.map((both) => both[i]));
      let result;
      try {
        result = step(0);
      } catch (/** @type {any} */ error) {
        if (!error.message.includes("the order BHTD")) throw error;
        result = step(1);
      }
      results.push(result);
    }
    cache.truncate(5);
    cache.shift(2, 1);
    return [...results, cache.length];
  } finally {
    cache.dispose();
  }
}

export const ATTENTION = {
  attention,
  "attention.prepare": prepare,
  "attention.temperature": (d) => [
    {
      ...d.pick([
        { type: "log", length: d.int(2, 9) },
        { type: "floor", length: 3, coefficient: 0.2, shift: d.int(0, 1) },
      ]),
      ...(d.bool()
        ? { seqLen: d.int(1, 20), offset: d.int(0, 99) }
        : { positions: d.numbers(d.int(1, 20), 0, 500) }),
    },
  ],
};
