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

const attention = (d) => {
  const { s, options } = sides(d);
  const type = d.pick(Object.keys(SCHEMES));
  if (RELATIVE_OPTIONS[type]) options.k = d.tensor(...options.k.shape);
  const inner = options.order ? [s.heads, s.queries] : [s.queries, s.heads];
  return [
    {
      ...options,
      position: { type, ...SCHEMES[type](d, s) },
      ...d.some({
        sinks: () => d.numbers(s.heads),
        returnWeights: () => d.bool(),
        out: () => d.buffer(...s.outer, ...inner, s.valueWidth),
      }),
    },
  ];
};

export const ATTENTION = {
  attention,
};
