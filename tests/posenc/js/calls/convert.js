// Arguments of pe.convert.
import { order, tokens } from "./shared.js";

export const CONVERT = {
  "convert.layout": (d) => [
    d.tensor(...tokens(d, 3, d.even(2, 8))),
    d.pick([
      { from: "halves", to: "interleaved" },
      { from: "interleaved", to: "halves" },
    ]),
  ],
  "convert.queryKeyWeights": (d) => {
    const numHeads = d.int(1, 3);
    return [
      d.tensor(numHeads * d.even(2, 6), d.int(1, 6)),
      { from: "halves", to: "interleaved", numHeads },
    ];
  },
  "convert.sinusoidal": (d) => [
    d.tensor(d.int(1, 6), d.int(1, 9)),
    { from: { layout: "halves" }, to: { layout: "interleaved" } },
  ],
  "convert.alibiOrder": (d) => [
    d.bool() ? d.numbers(8) : d.tensor(8, d.int(1, 4), d.int(1, 4)),
    { from: order(d), to: order(d) },
  ],
};
