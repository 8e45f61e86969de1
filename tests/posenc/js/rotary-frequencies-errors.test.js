import test from "node:test";
import { untyped } from "../../untyped.js";
import { pe, refuses } from "./helpers.js";

const { rotary } = pe;
const f = rotary.frequencies({ headDim: 8 });

/** `refuses` with the call's name put in front of the message. */
const refusesAs = (name) => (call, Kind, message) =>
  refuses(call, Kind, `rotary.${name}: ${message}`);
const FACTOR = "a finite number from 1e-12 to 1000000000000";
const TYPES =
  '"linear", "ntk", "dynamic", "yarn", "longrope", "llama3", "proportional", "ntkByParts", "dynamicLinear", "dynamicYarn", "dynamicLongrope", "riflex", "dype"';

test("frequencies refuses what is not allowed", () => {
  const no = refusesAs("frequencies");
  const with_ = (options) => () =>
    rotary.frequencies({ headDim: 8, ...options });
  no(
    with_({ headDim: 1 }),
    RangeError,
    "headDim must be an integer from 2 to 65536, got 1",
  );
  no(
    with_({ headDim: 7 }),
    RangeError,
    "headDim must be an even integer, got 7",
  );
  no(
    with_({ rotaryDim: 9 }),
    RangeError,
    "rotaryDim must be an integer from 2 to 8, got 9",
  );
  no(
    with_({ base: 0.5 }),
    RangeError,
    "base must be a finite number from 1 to 1000000000000, got 0.5",
  );
  no(
    with_({ seqLen: 0 }),
    RangeError,
    "seqLen must be an integer from 1 to 9007199254740992, got 0",
  );
  no(
    with_({ rope_theta: 1e4 }),
    TypeError,
    'unknown option "rope_theta", did you mean base? (known: headDim, rotaryDim, base, scaling, seqLen, precision)',
  );
  no(
    () => untyped(rotary.frequencies)(),
    TypeError,
    "options must be an object with headDim, rotaryDim, base, scaling, seqLen, precision, got undefined",
  );
});

test("frequencies refuses a scaling that is not whole", () => {
  const no = refusesAs("frequencies");
  const with_ = (scaling, options) => () =>
    rotary.frequencies({ headDim: 8, scaling, ...options });
  const lists = { shortFactor: [1, 1, 1, 1], longFactor: [2, 2, 2, 2] };
  const yarn = { type: "yarn", factor: 4, originalMaxSeqLen: 100 };
  const llama3 = { type: "llama3", factor: 8, originalMaxSeqLen: 10 };
  no(with_(7), TypeError, "scaling must be an object, got 7");
  no(with_({}), TypeError, `scaling.type is required (one of ${TYPES})`);
  no(
    with_({ type: "yarm" }),
    RangeError,
    `scaling.type must be one of ${TYPES}, got "yarm" (a string)`,
  );
  no(
    with_({ type: "linear" }),
    TypeError,
    `scaling.factor is required (${FACTOR})`,
  );
  no(
    with_({ type: "ntk", factor: 0 }),
    RangeError,
    `scaling.factor must be ${FACTOR}, got 0`,
  );
  no(
    with_({ type: "linear", factor: 2, betaFast: 1 }),
    TypeError,
    'unknown option "betaFast" in scaling (known: type, factor)',
  );
  no(
    with_({ type: "dynamic", factor: 2 }),
    TypeError,
    "scaling.originalMaxSeqLen is required (a finite number from 1 to 9007199254740992)",
  );
  no(
    with_({ type: "yarn", originalMaxSeqLen: 10 }),
    TypeError,
    `scaling.factor is required (${FACTOR})`,
  );
  no(
    with_({ ...yarn, betaFast: 0 }),
    RangeError,
    "scaling.betaFast must be a finite number above 0 and at most 1000000000, got 0",
  );
  no(
    with_({ ...yarn, truncate: 1 }),
    TypeError,
    "scaling.truncate must be true or false, got 1",
  );
  no(
    with_({ ...yarn, attentionFactor: 0 }),
    RangeError,
    "scaling.attentionFactor must be a finite number above 0 and at most 1000000, got 0",
  );
  no(
    with_({ ...yarn, mscale: Number.NaN }),
    RangeError,
    "scaling.mscale must be a finite number, got NaN",
  );
  no(
    with_(yarn, { base: 1 }),
    RangeError,
    "base must be above 1 with yarn scaling, got 1",
  );
  no(
    with_({ type: "ntk", factor: 2 }, { rotaryDim: 2 }),
    RangeError,
    "rotaryDim must be at least 4 with ntk scaling, got 2",
  );
  no(
    with_({
      type: "longrope",
      originalMaxSeqLen: 10,
      ...lists,
      shortFactor: [1],
    }),
    RangeError,
    "scaling.shortFactor must be an array of 4 numbers, got [1]",
  );
  no(
    with_({
      type: "longrope",
      originalMaxSeqLen: 10,
      ...lists,
      longFactor: [1, 1, 1, 0],
    }),
    RangeError,
    `scaling.longFactor[3] must be ${FACTOR}, got 0`,
  );
  no(
    with_({ type: "longrope", originalMaxSeqLen: 1, ...lists }),
    RangeError,
    "scaling.originalMaxSeqLen must be above 1, got 1",
  );
  no(
    with_({
      type: "longrope",
      originalMaxSeqLen: 10,
      ...lists,
      magnitude: "log",
    }),
    RangeError,
    'scaling.magnitude must be one of "su", "yarn", got "log" (a string)',
  );
  no(
    with_({
      type: "dynamicLongrope",
      longFactor: lists.longFactor,
      originalMaxSeqLen: 10,
      maxSeqLen: 10,
    }),
    RangeError,
    "scaling.maxSeqLen must be above originalMaxSeqLen = 10, got 10",
  );
  no(
    with_({ ...llama3, lowFrequencyFactor: 4, highFrequencyFactor: 3 }),
    RangeError,
    "scaling.highFrequencyFactor must be at least lowFrequencyFactor = 4, got 3",
  );
  no(
    with_({ type: "proportional", partialRotaryFactor: 2 }),
    RangeError,
    "scaling.partialRotaryFactor must be a finite number from 0 to 1, got 2",
  );
  no(
    with_({ type: "proportional", partialRotaryFactor: 0.5 }, { rotaryDim: 4 }),
    RangeError,
    "rotaryDim must be headDim = 8 with proportional scaling, got 4",
  );
});

test("tables refuses what is not allowed", () => {
  const no = refusesAs("tables");
  const with_ = (options) => () =>
    rotary.tables({ frequencies: f, ...options });
  const of = (frequencies) => () => rotary.tables({ frequencies, seqLen: 2 });
  const range = "finite numbers from -2147483648 to 2147483648";
  const shape = "numbers of shape [T] or [B, T]";
  no(
    with_({}),
    TypeError,
    "seqLen is required (an integer from 1 to 2147483648)",
  );
  no(
    with_({ seqLen: 2, positions: [1] }),
    TypeError,
    "give either positions or seqLen with offset, not positions and seqLen",
  );
  no(
    with_({ positions: [1, Number.NaN] }),
    RangeError,
    `positions must be ${range}, got NaN`,
  );
  no(
    with_({ positions: [2 ** 32] }),
    RangeError,
    `positions must be ${range}, got 4294967296`,
  );
  no(
    with_({ positions: ["a"] }),
    TypeError,
    `positions must be ${range}, got "a" (a string)`,
  );
  no(
    with_({ positions: [] }),
    RangeError,
    `positions must be ${shape}, got []`,
  );
  no(with_({ positions: 3 }), TypeError, `positions must be ${shape}, got 3`);
  no(
    with_({ positions: [[1, 2], [3]] }),
    RangeError,
    `positions must be ${shape}, got rows of different lengths`,
  );
  no(
    with_({ positions: { data: [1, 2], shape: [1, 1, 2] } }),
    RangeError,
    `positions must be ${shape}, got shape [1, 1, 2]`,
  );
  no(
    with_({ seqLen: 2, offset: 2 ** 31 }),
    RangeError,
    "the last position, offset + seqLen − 1, must be at most 2147483648, got 2147483649",
  );
  no(
    with_({ seqLen: 2, precision: "fp8" }),
    RangeError,
    'precision must be one of "exact", "float32", "bfloat16", "float16", got "fp8" (a string)',
  );
  no(
    with_({ seqLen: 1_000_000_000 }),
    RangeError,
    "needs 14.9 GiB (16000000000 bytes) of memory, more than the module can get",
  );
  no(
    of(undefined),
    TypeError,
    "frequencies is required (from rotary.frequencies())",
  );
  no(
    of([1]),
    TypeError,
    "frequencies must be an object with inverseFrequency, attentionFactor, inverseFrequencyTail, got [1]",
  );
  no(
    of({ theta: [1] }),
    TypeError,
    'unknown option "theta" in frequencies (known: inverseFrequency, attentionFactor, inverseFrequencyTail)',
  );
  no(
    of({ inverseFrequency: [] }),
    RangeError,
    "frequencies.inverseFrequency must be 1 to 32768 numbers, got []",
  );
  no(
    of({ inverseFrequency: [1e7] }),
    RangeError,
    "frequencies.inverseFrequency[0] must be a finite number from -1048576 to 1048576, got 10000000",
  );
  no(
    of({ inverseFrequency: [1], attentionFactor: -1 }),
    RangeError,
    "frequencies.attentionFactor must be a finite number above 0 and at most 1000000, got -1",
  );
  no(
    of({ inverseFrequency: [1], inverseFrequencyTail: [0, 0] }),
    RangeError,
    "frequencies.inverseFrequencyTail must be an array of 1 numbers, got [0, 0]",
  );
});
