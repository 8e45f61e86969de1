import test from "node:test";
import { untyped } from "../../untyped.js";
import { pe, refuses } from "./helpers.js";

const { bias } = pe;
const zeros = (...shape) => ({
  shape,
  data: new Float32Array(shape.reduce((a, b) => a * b)),
});

/** [call, kind of error, message after "bias.<name>: "] */
function refusesAll(name, cases) {
  for (const [call, Kind, message] of cases) {
    refuses(call, Kind, `bias.${name}: ${message}`);
  }
}

test("alibiSlopes names what it refuses", () => {
  const given = (options) => () => bias.alibiSlopes(options);
  refusesAll("alibiSlopes", [
    [given({}), TypeError, "numHeads is required (an integer from 1 to 65536)"],
    [
      given({ numHeads: 0 }),
      RangeError,
      "numHeads must be an integer from 1 to 65536, got 0",
    ],
    [
      given({ numHeads: 4, order: "hf" }),
      RangeError,
      'order must be one of "reference", "mpt", "geometric", got "hf" (a string)',
    ],
    [
      given({ numHeads: 4, maxBias: 0 }),
      RangeError,
      "maxBias must be a finite number above 0 and at most 1000, got 0",
    ],
    [
      given({ num_heads: 4 }),
      TypeError,
      'unknown option "num_heads", did you mean numHeads? (known: numHeads, order, maxBias)',
    ],
  ]);
});

test("a bias names what it refuses of queries, keys and the future", () => {
  const given = (options) => () => bias.alibi({ numHeads: 2, ...options });
  const both = { queryLen: 2, keyLen: 3 };
  const length = "an integer from 1 to 2147483648";
  refusesAll("alibi", [
    [given({ keyLen: 3 }), TypeError, `queryLen is required (${length})`],
    [given({ queryLen: 3 }), TypeError, `keyLen is required (${length})`],
    [
      given({ ...both, queryLen: 0 }),
      RangeError,
      `queryLen must be ${length}, got 0`,
    ],
    [
      given({ ...both, keyLen: 2.5 }),
      RangeError,
      `keyLen must be ${length}, got 2.5`,
    ],
    [
      given({ ...both, offset: 2 ** 32 }),
      RangeError,
      "offset must be a finite number from -2147483648 to 2147483648, got 4294967296",
    ],
    [
      given({ ...both, offset: Number.NaN }),
      RangeError,
      "offset must be a finite number from -2147483648 to 2147483648, got NaN",
    ],
    [
      given({ ...both, causal: 1 }),
      TypeError,
      "causal must be true or false, got 1",
    ],
    [
      given({ ...both, future: "inf" }),
      RangeError,
      'future must be one of "mask", "zero", got "inf" (a string)',
    ],
    [
      given({ ...both, future: "zero", causal: false }),
      TypeError,
      "future says what a causal bias has after the query, so it cannot go with causal: false",
    ],
    [
      given({ ...both, keyPositions: [1] }),
      TypeError,
      "give either keyPositions or keyLen, not both",
    ],
    [
      given({ keyPositions: [1], offset: 0 }),
      TypeError,
      "give either keyPositions or offset, not both",
    ],
    [
      given({ keyPositions: [1], queryPositions: [1], queryLen: 1 }),
      TypeError,
      "give either queryPositions or queryLen, not both",
    ],
    [
      given({ queryPositions: [1], keyLen: 3 }),
      TypeError,
      "queryPositions needs keyPositions as well",
    ],
    [
      given({ keyPositions: [] }),
      RangeError,
      "keyPositions must be at least one integer, got []",
    ],
    [
      given({ keyPositions: [1], queryPositions: [] }),
      RangeError,
      "queryPositions must be at least one integer, got []",
    ],
    [
      given({ keyPositions: [1, 2], queryLen: 3 }),
      RangeError,
      "queryLen must be an integer from 1 to 2, got 3",
    ],
    [
      given({ keyPositions: [1, 0.5] }),
      RangeError,
      "keyPositions[1] must be an integer from -2147483648 to 2147483647, got 0.5",
    ],
    [
      given({ queryLen: 100000, keyLen: 100000 }),
      RangeError,
      "needs 74.5 GiB (80000000000 bytes) of memory, more than the module can get",
    ],
  ]);
});

test("alibi names what it refuses", () => {
  const given = (options) => () =>
    bias.alibi({ queryLen: 2, keyLen: 2, ...options });
  // Sizes alone, as decode loops give them, are read in a shorter way.
  const far = 2 ** 31;
  refusesAll("alibi", [
    [
      given({ numHeads: 0, queryLen: 0, keyLen: 0 }),
      RangeError,
      "numHeads must be an integer from 1 to 65536, got 0",
    ],
    [
      given({ numHeads: 65537, queryLen: far + 1, keyLen: far + 1 }),
      RangeError,
      "numHeads must be an integer from 1 to 65536, got 65537",
    ],
    [
      given({ numHeads: 1, queryLen: 0, keyLen: far + 1 }),
      RangeError,
      `queryLen must be an integer from 1 to ${far}, got 0`,
    ],
    [
      given({ numHeads: 1, keyLen: 0.5 }),
      RangeError,
      `keyLen must be an integer from 1 to ${far}, got 0.5`,
    ],
    [
      given({ slopes: [1], order: "mpt" }),
      TypeError,
      "give either slopes or order, not both",
    ],
    [
      given({ slopes: [1], maxBias: 8 }),
      TypeError,
      "give either slopes or maxBias, not both",
    ],
    [
      given({ slopes: [] }),
      RangeError,
      "slopes must be at least one number, got []",
    ],
    [
      given({ slopes: [1, Number.NaN] }),
      RangeError,
      "slopes[1] must be a finite number, got NaN",
    ],
    [
      given({ slopes: [1, 2], numHeads: 3 }),
      RangeError,
      "numHeads must be the number of slopes, 2, got 3",
    ],
    [
      given({ numHeads: 2, form: "query" }),
      RangeError,
      'form must be one of "distance", "key", got "query" (a string)',
    ],
    [
      given({ numHeads: 2, form: "key", symmetric: true }),
      TypeError,
      'form "key" knows no distance, so it cannot be symmetric',
    ],
  ]);
});

test("t5Bucket names what it refuses", () => {
  const given = (options) => () => bias.t5Bucket([1], options);
  refusesAll("t5Bucket", [
    [
      () => bias.t5Bucket(untyped(7)),
      TypeError,
      "relativePositions must be an array of finite numbers, got 7",
    ],
    [
      () => bias.t5Bucket([0, 1.5]),
      RangeError,
      "relativePositions[1] must be an integer from -2147483648 to 2147483647, got 1.5",
    ],
    [
      given({ numBuckets: 7 }),
      RangeError,
      "numBuckets must be an even integer from 4 to 65536 when bidirectional is true, got 7",
    ],
    [
      given({ numBuckets: 2 }),
      RangeError,
      "numBuckets must be an even integer from 4 to 65536 when bidirectional is true, got 2",
    ],
    [
      given({ numBuckets: 1, bidirectional: false }),
      RangeError,
      "numBuckets must be an integer from 2 to 65536 when bidirectional is false, got 1",
    ],
    [
      given({ maxDistance: 8 }),
      RangeError,
      "maxDistance must be an integer from 9 to 2147483647, got 8",
    ],
    [
      given({ maxDistance: 16, bidirectional: false }),
      RangeError,
      "maxDistance must be an integer from 17 to 2147483647, got 16",
    ],
    [
      given({ bidirectional: "yes" }),
      TypeError,
      'bidirectional must be true or false, got "yes" (a string)',
    ],
  ]);
});

test("t5 names what it refuses", () => {
  const given = (options) => () =>
    bias.t5({ table: zeros(8, 2), queryLen: 2, keyLen: 2, ...options });
  refusesAll("t5", [
    [
      given({ table: zeros(8) }),
      RangeError,
      "table must have shape [numBuckets, H], got [8]",
    ],
    [
      given({ table: zeros(7, 2) }),
      RangeError,
      "the number of buckets, table.shape[0], must be an even integer from 4 to 65536 when bidirectional is true, got 7",
    ],
    [
      given({ maxDistance: 2 }),
      RangeError,
      "maxDistance must be an integer from 3 to 2147483647, got 2",
    ],
    [given({ offset: 0.5 }), RangeError, "offset must be an integer, got 0.5"],
  ]);
});

test("kerple names what it refuses", () => {
  const given = (options) => () =>
    bias.kerple({ kind: "power", queryLen: 2, keyLen: 2, ...options });
  const scores = zeros(2, 3, 4);
  const needs = 'kind "log" needs a and p, and knows no weight, got';
  refusesAll("kerple", [
    [
      () => bias.kerple(untyped({ a: [1] })),
      TypeError,
      'kind is required (one of "log", "power")',
    ],
    [given({ kind: "log" }), TypeError, `${needs} neither`],
    [given({ kind: "log", a: [1] }), TypeError, `${needs} a`],
    [
      given({ kind: "log", a: [1], p: [1], weightA: [1] }),
      TypeError,
      `${needs} a, p, weightA`,
    ],
    [
      given({ a: [1], p: [1, 2] }),
      RangeError,
      "p must be an array of 1 numbers, got [1, 2]",
    ],
    [
      given({ a: [1, "2"] }),
      TypeError,
      'a[1] must be a finite number, got "2" (a string)',
    ],
    [given({}), TypeError, "numHeads is required (an integer from 1 to 65536)"],
    [
      given({ a: [1], eps: 0 }),
      RangeError,
      "eps must be a finite number above 0, got 0",
    ],
    [
      given({ a: [1], weightP: [1] }),
      TypeError,
      "weightP needs scores to weigh",
    ],
    [
      () => bias.kerple({ kind: "power", scores: zeros(2, 3) }),
      RangeError,
      "scores must have shape [H, Q, K] or [B, H, Q, K], got [2, 3]",
    ],
    [
      () => bias.kerple({ kind: "power", scores, a: [1] }),
      RangeError,
      "scores must have as many heads as there are parameters, 1, got shape [2, 3, 4]",
    ],
    [
      () => bias.kerple({ kind: "power", scores, queryLen: 4 }),
      RangeError,
      "queryLen must be 3, as in scores, got 4",
    ],
    [
      // @ts-expect-error one or the other
      () => bias.kerple({ kind: "power", scores, keyPositions: [1] }),
      TypeError,
      "give either scores or keyPositions, not both",
    ],
  ]);
});

test("fire names what it refuses", () => {
  const weights = {
    hiddenWeight: zeros(4, 1),
    hiddenBias: zeros(4),
    outputWeight: zeros(2, 4),
    outputBias: zeros(2),
  };
  const given = (changed, options) => () =>
    bias.fire({
      queryLen: 2,
      keyLen: 2,
      weights: { ...weights, ...changed },
      ...options,
    });
  refusesAll("fire", [
    [
      () => bias.fire(untyped({ queryLen: 2, keyLen: 2 })),
      TypeError,
      "weights is required (an object with hiddenWeight, hiddenBias, outputWeight, outputBias)",
    ],
    [
      given({ bias: zeros(1) }),
      TypeError,
      'unknown option "bias" in weights (known: hiddenWeight, hiddenBias, outputWeight, outputBias)',
    ],
    [
      given({ hiddenWeight: zeros(4, 2) }),
      RangeError,
      "weights.hiddenWeight must have shape [4, 1], got [4, 2]",
    ],
    [
      given({ hiddenWeight: zeros(3) }),
      RangeError,
      "weights.hiddenWeight must have shape [4], got [3]",
    ],
    [
      given({ outputWeight: zeros(4, 2) }),
      RangeError,
      "weights.outputWeight must have shape [2, 4], got [4, 2]",
    ],
    [
      given({ hiddenBias: zeros(4097) }),
      RangeError,
      "weights.hiddenBias must have shape [W] with W at most 4096, got [4097]",
    ],
    [
      given({ outputBias: { shape: [2], data: [0, Number.NaN] } }),
      RangeError,
      "weights.outputBias.data[1] must be a finite number, got NaN",
    ],
    [
      given({}, { c: Number.POSITIVE_INFINITY }),
      RangeError,
      "c must be a finite number, got Infinity",
    ],
    [
      given({}, { eps: 0 }),
      RangeError,
      "eps must be a finite number above 0, got 0",
    ],
  ]);
});

test("sandwich names what it refuses", () => {
  const given = (options) => () =>
    bias.sandwich({ numHeads: 1, queryLen: 2, keyLen: 2, ...options });
  refusesAll("sandwich", [
    [given({ dim: 5 }), RangeError, "dim must be an even integer, got 5"],
    [
      given({ dim: 0 }),
      RangeError,
      "dim must be an integer from 2 to 65536, got 0",
    ],
    [
      given({ base: 0.5 }),
      RangeError,
      "base must be a finite number from 1 to 1000000000000, got 0.5",
    ],
    [
      given({ convention: "paper2" }),
      RangeError,
      'convention must be one of "paper", "nemo", got "paper2" (a string)',
    ],
  ]);
});

test("the window calls name what they refuse", () => {
  const weights = {
    hiddenWeight: zeros(4, 2),
    hiddenBias: zeros(4),
    outputWeight: zeros(2, 4),
  };
  refusesAll("logCpb", [
    [
      () => bias.logCpb(untyped({ windowSize: [2, 2] })),
      TypeError,
      "weights is required (an object with hiddenWeight, hiddenBias, outputWeight)",
    ],
    [
      () =>
        bias.logCpb({
          windowSize: [2, 2],
          weights: { ...weights, hiddenWeight: zeros(2, 4) },
        }),
      RangeError,
      "weights.hiddenWeight must have shape [4, 2], got [2, 4]",
    ],
    [
      () => bias.logCpb({ windowSize: [200, 200], weights }),
      RangeError,
      "needs 11.9 GiB (12800000000 bytes) of memory, more than the module can get",
    ],
  ]);
  refusesAll("relativeCoords", [
    [
      () => bias.relativeCoords({ windowSize: untyped(4) }),
      TypeError,
      "windowSize must be an array of 2 numbers, got 4",
    ],
    [
      () => bias.relativeCoords({ windowSize: [4, 0] }),
      RangeError,
      "windowSize[1] must be an integer from 1 to 65536, got 0",
    ],
    [
      () =>
        bias.relativeCoords({
          windowSize: [4, 4],
          pretrainedWindowSize: [4, 0],
        }),
      RangeError,
      "pretrainedWindowSize must be two sides of at least 1, or [0, 0], got [4, 0]",
    ],
  ]);
  refusesAll("relativePositionIndex", [
    [
      () => bias.relativePositionIndex({ windowSize: untyped([4]) }),
      RangeError,
      "windowSize must be an array of 2 numbers, got [4]",
    ],
  ]);
});
