import assert from "node:assert/strict";
import test from "node:test";
import fc from "fast-check";
import { untyped } from "../../untyped.js";
import { maxError, pe, refuses } from "./helpers.js";

const call = "embedding.sinusoidal";
const sinusoidal = pe.embedding.sinusoidal;

test("sinusoidal({ seqLen, dModel }) begins with the rows everyone prints", () => {
  const { data, shape } = sinusoidal({ seqLen: 4, dModel: 4 });
  assert.deepEqual(shape, [4, 4]);
  const expected = [
    0, 1, 0, 1, 0.84147098, 0.54030231, 0.0099998333, 0.99995, 0.90929743,
    -0.41614684, 0.019998667, 0.99980001, 0.14112001, -0.9899925, 0.0299955,
    0.99955003,
  ];
  assert.ok(maxError(data, expected) < 6e-9 + 2 ** -24);
});

test("sinusoidal({ layout: 'halves' }) is a permutation of the columns", () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 40 }),
      fc.integer({ min: 1, max: 40 }),
      fc.integer({ min: -1000, max: 100000 }),
      (seqLen, pairs, offset) => {
        const width = 2 * pairs;
        const a = sinusoidal({ seqLen, dModel: width, offset });
        const b = sinusoidal({
          seqLen,
          dModel: width,
          offset,
          layout: "halves",
        });
        for (let r = 0; r < seqLen; r += 1) {
          for (let i = 0; i < pairs; i += 1) {
            const row = r * width;
            assert.equal(a.data[row + 2 * i], b.data[row + i]);
            assert.equal(a.data[row + 2 * i + 1], b.data[row + pairs + i]);
          }
        }
      },
    ),
    { numRuns: 50 },
  );
});

test("an odd dModel ends on a sine, or in halves on zeros or one more sine", () => {
  const rows = (options) =>
    pe.embedding.sinusoidal({ positions: [3], dModel: 5, ...options }).data;
  const close = (found, expected) =>
    assert.ok(maxError(found, expected) < 6e-8, `${[...found]}`);
  const turn = (rate) => [Math.sin(3 * rate), Math.cos(3 * rate)];
  const paper = [0, 1, 2].map((i) => turn(10000 ** ((-2 * i) / 5)));
  const [[a, b], [c, d], [e]] = paper;
  close(rows({}), [a, b, c, d, e]);
  close(rows({ layout: "halves" }), [a, c, e, b, d]);
  const [[s0, c0], [s1, c1]] = [turn(1), turn(1 / 10000)];
  const endpoint = { layout: "halves", spacing: "endpoint" };
  close(rows(endpoint), [s0, s1, c0, c1, 0]);
});

test("sinusoidal({ positions }) gives the rows of the same range", () => {
  const range = sinusoidal({ seqLen: 70, dModel: 33, offset: 5 });
  const positions = Array.from({ length: 70 }, (_, i) => i + 5);
  const listed = sinusoidal({ positions, dModel: 33 });
  assert.ok(maxError(range.data, listed.data) <= 2 ** -24);
});

test("sinusoidal rows satisfy sin² + cos² = 1 at fractional, negative and huge positions", () => {
  const positions = [0.5, -3.25, -(2 ** 31), 2 ** 31 - 1, 1e9 + 0.125];
  const { data } = sinusoidal({ positions, dModel: 128, base: 500000 });
  for (let i = 0; i < data.length; i += 2) {
    assert.ok(Math.abs(data[i] ** 2 + data[i + 1] ** 2 - 1) < 1.3e-7);
  }
});

test("sinusoidal refuses what is not allowed, naming argument, value and range", () => {
  const given = (options) => () =>
    sinusoidal({ seqLen: 2, dModel: 4, ...options });
  const seqLen = (value) =>
    `${call}: seqLen must be an integer from 1 to 2147483648, got ${value}`;
  refuses(given({ seqLen: 0 }), RangeError, seqLen("0"));
  refuses(given({ seqLen: -1 }), RangeError, seqLen("-1"));
  refuses(given({ seqLen: Number.NaN }), RangeError, seqLen("NaN"));
  refuses(given({ seqLen: 1e12 }), RangeError, seqLen("1000000000000"));
  refuses(given({ seqLen: 1.5 }), RangeError, seqLen("1.5"));
  refuses(given({ seqLen: "8" }), TypeError, seqLen('"8" (a string)'));
  refuses(
    given({ dModel: 0 }),
    RangeError,
    `${call}: dModel must be an integer from 1 to 65536, got 0`,
  );
  refuses(
    () => sinusoidal(untyped({ seqLen: 4 })),
    TypeError,
    `${call}: dModel is required (an integer from 1 to 65536)`,
  );
  refuses(
    given({ layout: "split" }),
    RangeError,
    `${call}: layout must be one of "interleaved", "halves", got "split" (a string)`,
  );
  refuses(
    given({ d_model: 4 }),
    TypeError,
    `${call}: unknown option "d_model", did you mean dModel? (known: seqLen, positions, offset, dModel, base, layout, spacing, out)`,
  );
  refuses(
    given({ lenght: 4 }),
    TypeError,
    `${call}: unknown option "lenght" (known: seqLen, positions, offset, dModel, base, layout, spacing, out)`,
  );
  refuses(
    () => sinusoidal(untyped(7)),
    TypeError,
    `${call}: options must be an object with seqLen, positions, offset, dModel, base, layout, spacing, out, got 7`,
  );
  refuses(
    () => sinusoidal({ positions: [1, Number.NaN], dModel: 4 }),
    RangeError,
    `${call}: positions[1] must be a finite number from -2147483648 to 2147483648, got NaN`,
  );
  refuses(
    () => sinusoidal({ positions: [], dModel: 4 }),
    RangeError,
    `${call}: positions must be at least one number, got []`,
  );
  refuses(
    // @ts-expect-error one or the other
    () => sinusoidal({ positions: [1], seqLen: 4, dModel: 4 }),
    TypeError,
    `${call}: give either positions or seqLen with offset, not positions and seqLen`,
  );
  refuses(
    given({ seqLen: 1_000_000_000, dModel: 512 }),
    RangeError,
    `${call}: needs 1.9 TiB (2048000000000 bytes) of memory, more than the module can get`,
  );
});

test("sinusoidal({ out }) writes into a buffer, which survives memory growth", () => {
  const out = pe.buffer([8, 16]);
  const answer = sinusoidal({ seqLen: 8, dModel: 16, out });
  assert.equal(answer, out);
  const before = out.data.slice();
  sinusoidal({ seqLen: 4096, dModel: 4096 }); // 64 MiB: the memory grows
  assert.deepEqual(out.data, before);
  assert.deepEqual(before, sinusoidal({ seqLen: 8, dModel: 16 }).data);
  refuses(
    () => sinusoidal({ seqLen: 9, dModel: 16, out }),
    RangeError,
    `${call}: out must have shape [9, 16], got [8, 16]`,
  );
  out.dispose();
  out.dispose();
  refuses(
    () => sinusoidal({ seqLen: 8, dModel: 16, out }),
    TypeError,
    `${call}: the buffer has been disposed of`,
  );
});

test("add(tokens, rows) broadcasts rows over the batch", () => {
  const tokens = { data: [1, 2, 3, 4, 5, 6, 7, 8], shape: [2, 2, 2] };
  const rows = { data: [0.5, 0, 0, 0.5, 1, 1], shape: [3, 2] };
  const sum = pe.embedding.add(tokens, rows, { tokenScale: 2, offset: 1 });
  assert.deepEqual(sum.shape, [2, 2, 2]);
  assert.deepEqual([...sum.data], [2, 4.5, 7, 9, 10, 12.5, 15, 17]);
  refuses(
    () => pe.embedding.add(tokens, { data: [1, 2, 3], shape: [1, 3] }),
    RangeError,
    "embedding.add: rows must have shape [2 or more, 2] for tokens of shape [2, 2, 2], got [1, 3]",
  );
  refuses(
    () => pe.embedding.add({ data: [1, 2, 3], shape: [2, 2] }, rows),
    RangeError,
    "embedding.add: tokens has shape [2, 2] (4 numbers) but its data holds 3",
  );
});

test("concat(tokens, rows) puts each position's row behind its token", () => {
  const tokens = { data: [1, 2, 3, 4], shape: [2, 1, 2] };
  const rows = { data: [9], shape: [1, 1] };
  const joined = pe.embedding.concat(tokens, rows);
  assert.deepEqual(joined.shape, [2, 1, 3]);
  assert.deepEqual([...joined.data], [1, 2, 9, 3, 4, 9]);
  refuses(
    () => pe.embedding.concat(tokens, { data: [1, 2], shape: [2, 1] }),
    RangeError,
    "embedding.concat: rows must have shape [1, any] for tokens of shape [2, 1, 2], got [2, 1]",
  );
});
