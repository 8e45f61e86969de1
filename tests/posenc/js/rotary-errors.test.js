import assert from "node:assert/strict";
import test from "node:test";
import { untyped } from "../../untyped.js";
import { pe, refuses } from "./helpers.js";

const { rotary } = pe;
const f = rotary.frequencies({ headDim: 8 });
const x = { data: new Float32Array(48), shape: [2, 3, 1, 8] };
const ready = rotary.tables({ frequencies: f, seqLen: 3 });

/** `refuses` with the call's name put in front of the message. */
const refusesAs = (name) => (call, Kind, message) =>
  refuses(call, Kind, `rotary.${name}: ${message}`);
test("apply refuses what is not allowed, and changes nothing", () => {
  const no = refusesAs("apply");
  const of =
    (options, input = x) =>
    () =>
      rotary.apply(input, options);
  const with_ = (options, input) => of({ frequencies: f, ...options }, input);
  const from = (options) => of({ tables: ready, ...options });
  const heads =
    "x must have shape [B, T, H, D] or [T, H, D] (with numHeads also [B, T, H·D] or [T, H·D])";
  no(of({}), TypeError, "give either frequencies or tables");
  no(with_({ tables: ready }), TypeError, "give either frequencies or tables");
  no(
    of(undefined),
    TypeError,
    "options must be an object with frequencies, tables, positions, offset, layout, startIndex, numHeads, joined, order, inverse, precision, out, got undefined",
  );
  no(
    with_({ ofset: 1 }),
    TypeError,
    'unknown option "ofset", did you mean offset? (known: frequencies, tables, positions, offset, layout, startIndex, numHeads, joined, order, inverse, precision, out)',
  );
  no(with_({}, { data: [1, 2], shape: [2] }), RangeError, `${heads}, got [2]`);
  no(with_({}, 3), TypeError, "x must be a tensor { data, shape }, got 3");
  no(
    with_({}, { data: new Float32Array(4), shape: [1, 1, 4] }),
    RangeError,
    "4 frequencies turn 8 columns, more than a head of x has: [1, 1, 4]",
  );
  no(
    with_({ positions: [1, 2] }),
    RangeError,
    "positions must be numbers of shape [3] or [2, 3], got shape [2]",
  );
  no(
    with_({ positions: [[1, 2, 3]] }),
    RangeError,
    "positions must be numbers of shape [3] or [2, 3], got shape [1, 3]",
  );
  no(
    with_({ positions: [1, 2, 3], offset: 1 }),
    TypeError,
    "give either positions or offset, not both",
  );
  no(
    with_({ offset: 2 ** 31 }),
    RangeError,
    "offset must be a finite number from -2147483648 to 2147483646, got 2147483648",
  );
  no(
    with_({ layout: "split" }),
    RangeError,
    'layout must be one of "halves", "interleaved", got "split" (a string)',
  );
  no(with_({ inverse: 1 }), TypeError, "inverse must be true or false, got 1");
  no(
    with_({ numHeads: 2 }),
    RangeError,
    "numHeads must be the heads that x has: [2, 3, 1, 8], got 2",
  );
  no(
    with_({ numHeads: 3 }, { data: new Float32Array(16), shape: [2, 8] }),
    RangeError,
    "numHeads must be the heads that x has: [2, 8], got 3",
  );
  no(
    from({ precision: "exact" }),
    TypeError,
    "precision belongs to frequencies, not to tables",
  );
  const rows = "positions are rows of the tables, integers from 0 to 2, got";
  no(from({ offset: 1 }), RangeError, `${rows} 3`);
  no(from({ positions: [0, 1, -1] }), RangeError, `${rows} -1`);
  no(from({ positions: [0, 1, 0.5] }), RangeError, `${rows} 0.5`);
  no(
    from({ tables: { cos: ready.cos } }),
    TypeError,
    "tables.sin is required (a tensor of shape [3, 4])",
  );
  no(
    from({ tables: { cos: ready.cos, sin: { data: [1, 2], shape: [1, 2] } } }),
    RangeError,
    "tables.sin must have shape [3, 4], got [1, 2]",
  );
  const narrow = { data: new Float32Array(6), shape: [3, 2] };
  no(
    from({ tables: { cos: ready.cos, sin: narrow } }),
    RangeError,
    "tables.sin must have shape [3, 4], got [3, 2]",
  );
  const wide = { data: new Float32Array(18), shape: [3, 6] };
  no(
    from({ tables: { cos: wide, sin: wide } }),
    RangeError,
    "6 frequencies turn 12 columns, more than a head of x has: [2, 3, 1, 8]",
  );
  const own = (positions) => rotary.tables({ frequencies: f, positions });
  no(
    from({ tables: own([[1, 2, 3]]) }),
    RangeError,
    "tables must have a row for each of [2, 3] tokens, got [1, 3, 4]",
  );
  no(
    from({
      tables: own([
        [1, 2, 3],
        [4, 5, 6],
      ]),
      offset: 0,
    }),
    TypeError,
    "tables of shape [2, 3, 4] have a row for every token: give no offset",
  );
  const zero = { data: new Float32Array(12), shape: [3, 4] };
  no(
    from({ tables: { cos: zero, sin: zero }, inverse: true }),
    RangeError,
    "tables have no inverse where cos and sin are both 0 or not finite",
  );
  assert.ok(x.data.every((value) => value === 0));
});

test("applyInPlace and shift refuse what is not allowed", () => {
  refuses(
    () => rotary.applyInPlace(untyped(x), { frequencies: f }),
    TypeError,
    "rotary.applyInPlace: x must be a buffer made by pe.buffer(), got an object with keys data, shape",
  );
  const buffer = pe.buffer([1, 1, 8]);
  buffer.dispose();
  refuses(
    () => rotary.applyInPlace(buffer, { frequencies: f }),
    TypeError,
    "rotary.applyInPlace: x is a buffer that was disposed of",
  );
  const no = refusesAs("shift");
  const by = (delta) => () => rotary.shift(x, delta, { frequencies: f });
  const shape = "delta must be numbers of shape [3] or [2, 3]";
  no(by("a"), TypeError, `${shape}, got "a" (a string)`);
  no(by([1]), RangeError, `${shape}, got shape [1]`);
  no(by(undefined), TypeError, `${shape}, got undefined`);
  no(
    by(Number.NaN),
    RangeError,
    "delta must be finite numbers from -2147483648 to 2147483648, got NaN",
  );
  no(
    () => untyped(rotary.shift)(x, 1),
    TypeError,
    "options must be an object with frequencies, layout, startIndex, numHeads, joined, order, out, got undefined",
  );
});

test("xpos refuses what is not allowed", () => {
  const no = refusesAs("xpos");
  const q = { data: new Float32Array(24), shape: [3, 1, 8] };
  const with_ = (options) => () => rotary.xpos({ frequencies: f, ...options });
  no(with_({}), TypeError, "give q, k or both");
  no(
    with_({ q, scaleBase: 0 }),
    RangeError,
    "scaleBase must be a finite number from 1 to 2147483648, got 0",
  );
  no(
    with_({ q, centre: "middle" }),
    RangeError,
    'centre must be one of "torchscale", "lucidrains", got "middle" (a string)',
  );
  no(
    with_({ q, queryPositions: [1] }),
    RangeError,
    "queryPositions must be an array of 3 numbers, got [1]",
  );
  no(
    with_({ q, queryPositions: [1, 2, 3], offset: 0 }),
    TypeError,
    "give either queryPositions or offset, not both",
  );
  no(
    with_({ k: q, keyPositions: [0, 1, 40000] }),
    RangeError,
    "positions must be within 64·scaleBase = 32768 of the centre 2, got 40000",
  );
  no(
    with_({ q: { data: new Float32Array(4), shape: [1, 1, 4] } }),
    RangeError,
    "4 frequencies turn 8 columns, more than a head of q has: [1, 1, 4]",
  );
});

test("multimodal and axial refuse what is not allowed", () => {
  let no = refusesAs("multimodal");
  const multi = (options) => () =>
    rotary.multimodal({
      frequencies: f,
      sections: [2, 1, 1],
      positions: [[1], [2], [3]],
      ...options,
    });
  const sum =
    "sections must be integers that sum up to 4, the pairs of frequencies";
  no(multi({ sections: [2, 1] }), RangeError, `${sum}, got [2, 1]`);
  no(multi({ sections: [2.5, 1.5] }), RangeError, `${sum}, got [2.5, 1.5]`);
  no(
    multi({ sections: [2, -1, 3] }),
    RangeError,
    "sections[1] must be a finite number from 0 to 4, got -1",
  );
  no(
    multi({ sections: [1, 3], interleaved: true, positions: [[1], [2]] }),
    RangeError,
    "sections must be short enough to interleave 2 axes over 4 pairs, got [1, 3]",
  );
  // One pair too far is too far: the second pair of axis 1 would be pair 3 of 0
  // to 2; and axis 3 has none among two pairs, however short its section is.
  no(
    multi({
      frequencies: { inverseFrequency: [1, 1, 1] },
      sections: [1, 2],
      interleaved: true,
      positions: [[1], [2]],
    }),
    RangeError,
    "sections must be short enough to interleave 2 axes over 3 pairs, got [1, 2]",
  );
  no(
    multi({
      frequencies: { inverseFrequency: [1, 1] },
      sections: [1, 0, 0, 1],
      interleaved: true,
      positions: [[1], [2], [3], [4]],
    }),
    RangeError,
    "sections must be short enough to interleave 4 axes over 2 pairs, got [1, 0, 0, 1]",
  );
  const shape = "positions must be numbers of shape [3, T] or [3, B, T]";
  no(
    multi({ positions: [[1], [2]] }),
    RangeError,
    `${shape}, got an array of length 2`,
  );
  no(multi({ positions: [1, 2, 3] }), RangeError, `${shape}, got [1, 2, 3]`);
  no(multi({ positions: undefined }), TypeError, `${shape}, got undefined`);
  no(
    multi({ interleaved: 1 }),
    TypeError,
    "interleaved must be true or false, got 1",
  );

  no = refusesAs("axial");
  const grid = (options) => () =>
    rotary.axial({ shape: [2, 2], dimPerAxis: 4, ...options });
  const positive = "shape must be 1 to 8 positive integers";
  no(grid({ shape: [] }), RangeError, `${positive}, got []`);
  no(grid({ shape: [0, 2] }), RangeError, `${positive}, got [0, 2]`);
  no(grid({ shape: [1.5] }), RangeError, `${positive}, got [1.5]`);
  no(
    grid({ shape: Array(9).fill(1) }),
    RangeError,
    `${positive}, got an array of length 9`,
  );
  no(
    grid({ shape: 3 }),
    TypeError,
    "shape must be an array of finite numbers, got 3",
  );
  no(
    grid({ dimPerAxis: 3 }),
    RangeError,
    "dimPerAxis must be an even integer, got 3",
  );
  const own = (options) => grid({ dimPerAxis: undefined, ...options });
  const two = "dims must be 2 even integers, one for each axis";
  no(own({ dims: [4] }), RangeError, `${two}, got [4]`);
  no(own({ dims: [4, 3] }), RangeError, `${two}, got [4, 3]`);
  no(
    grid({ dims: [4, 4] }),
    TypeError,
    "give either dims or dimPerAxis, not both",
  );
  no(own({}), TypeError, "dimPerAxis is required (an integer from 2 to 65536)");
  no(
    grid({ bases: [4] }),
    RangeError,
    "bases must be 2 numbers, one for each axis, got [4]",
  );
  no(
    grid({ bases: [4, 4], base: 4 }),
    TypeError,
    "give either bases or base, not both",
  );
  no(
    grid({ convention: "dino" }),
    RangeError,
    'convention must be one of "language", "pixel", "constant", "centred", got "dino" (a string)',
  );
  no(
    grid({ maxFrequency: 4 }),
    TypeError,
    'maxFrequency does not belong to convention "language"',
  );
  no(
    grid({ convention: "pixel", base: 10 }),
    TypeError,
    'base does not belong to convention "pixel"',
  );
  no(
    grid({ convention: "centred", referenceShape: [1, 1] }),
    TypeError,
    'referenceShape does not belong to convention "centred"',
  );
  no(
    grid({ offsets: [1] }),
    RangeError,
    "offsets must be an array of 2 numbers, got [1]",
  );
  no(
    grid({ shape: [65536, 65536] }),
    RangeError,
    "needs 64.0 GiB (68719476736 bytes) of memory, more than the module can get",
  );
  refuses(
    () => rotary.axial2d({ shape: [2], dimPerAxis: 4 }),
    RangeError,
    "rotary.axial2d: shape must be 2 positive integers, got [2]",
  );
});

test("attentionScale refuses what is not allowed", () => {
  const no = refusesAs("attentionScale");
  no(
    () => rotary.attentionScale({ factor: 0, headDim: 4 }),
    RangeError,
    "factor must be a finite number above 0 and at most 1000000000000, got 0",
  );
  no(
    () => rotary.attentionScale(untyped({ factor: 2 })),
    TypeError,
    "headDim is required (an integer from 1 to 65536)",
  );
});
