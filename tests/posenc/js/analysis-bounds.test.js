import {
  BASE,
  beside,
  bounded,
  FAR,
  inList,
  LENGTH,
  real,
  whole,
} from "./bounds.js";
import { pe } from "./helpers.js";

const { analysis } = pe;

/** Its logarithm is divided by. */
const ABOVE_1 = {
  allowed: "a finite number above 1 and at most 1000000000000",
  taken: [beside(1, true), 1e12],
  refused: [1, beside(1e12, true)],
};

bounded(
  "analysis.precision",
  { base: BASE, positions: inList(real(-FAR, FAR)) },
  (it) =>
    analysis.precision({
      headDim: 2,
      format: "float16",
      positions: [1],
      ...it,
    }),
);
bounded(
  "analysis.coverage",
  { base: BASE, trainLen: LENGTH, testLen: whole(9, FAR) },
  (it) => analysis.coverage({ headDim: 2, trainLen: 9, testLen: FAR, ...it }),
);
bounded("analysis.decay", { base: ABOVE_1, maxOffset: whole(3, 1e6) }, (it) =>
  analysis.decay({ dModel: 2, maxOffset: 3, ...it }),
);
bounded("analysis.wavelengths", { base: BASE }, (it) =>
  analysis.wavelengths({ dModel: 2, ...it }),
);
bounded("analysis.shiftMatrix", { base: BASE, offset: real(-FAR, FAR) }, (it) =>
  analysis.shiftMatrix({ offset: 1, dModel: 2, ...it }),
);
// A table of three rows and two columns.
const rows = { data: [1, 2, 3, 5, 4, 7], shape: [3, 2] };
bounded("analysis.spectrum", { components: whole(0, 2) }, (it) =>
  analysis.spectrum(rows, it),
);
bounded("analysis.shiftError", { offset: whole(1, 2) }, (it) =>
  analysis.shiftError(rows, { dModel: 2, ...it }),
);
