// Where heads stand: in an axis of their own or side by side in the last one.
import assert from "node:assert/strict";
import test from "node:test";
import { maxError, noise, pe, refuses } from "./helpers.js";

/** Tensors of four axes and the same numbers with the heads side by side. */
function forms(batch, length, heads, width) {
  const names = ["q", "k", "v"];
  const all = names.map((name, n) => ({
    name,
    ...noise([batch, length, heads, width], n + 1),
  }));
  /** @returns {any} */
  const inShape = (shapeOf) =>
    Object.fromEntries(
      all.map(({ name, data, shape }) => [
        name,
        { data, shape: shapeOf(shape) },
      ]),
    );
  return [
    inShape((shape) => shape),
    inShape(() => [batch, length, heads * width]),
  ];
}

test("joined heads give the same at every length, or ask which is meant", () => {
  const numHeads = 8;
  for (const length of [1, 7, 8, 9]) {
    const [apart, joined] = forms(2, length, numHeads, 4);
    const expected = pe.attention(apart).output.data;
    const said = pe.attention({ ...joined, numHeads, joined: true });
    assert.deepEqual(said.output.data, expected);
    if (length !== numHeads) {
      assert.deepEqual(
        pe.attention({ ...joined, numHeads }).output.data,
        expected,
      );
    }
  }
  const [, joined] = forms(2, numHeads, numHeads, 4);
  refuses(
    () => pe.attention({ ...joined, numHeads }),
    RangeError,
    "attention: q of shape [2, 8, 32] with numHeads 8 can be [T, H, D] or [B, T, H·D]: give joined: false or joined: true",
  );
  const separate = pe.attention({ ...joined, numHeads, joined: false });
  const { numHeads: _, ...bare } = { ...joined, numHeads };
  assert.deepEqual(separate.output, pe.attention(bare).output);
});

test("k and v tell how q is meant where only one reading fits them", () => {
  const q = noise([5, 2, 6], 1);
  // Of another length than q: no batch of 5.
  const k = noise([7, 2, 6], 2);
  const three = pe.attention({ q, k, v: k, numHeads: 2 });
  assert.deepEqual(three.output, pe.attention({ q, k, v: k }).output);
  // Other lengths of the middle axis than heads: a batch of 5.
  const memory = noise([5, 3, 6], 3);
  const { output } = pe.attention({ q, k: memory, v: memory, numHeads: 2 });
  const split = ({ data, shape: [b, t, w] }) => ({
    data,
    shape: [b, t, 2, w / 2],
  });
  const apart = pe.attention({
    q: split(q),
    k: split(memory),
    v: split(memory),
  });
  assert.deepEqual(output.data, apart.output.data);
  // A width that the heads do not divide.
  const odd = noise([5, 2, 3], 4);
  assert.deepEqual(
    pe.attention({ q: odd, k: odd, v: odd, numHeads: 2 }).output,
    pe.attention({ q: odd, k: odd, v: odd }).output,
  );
});

test("joined must agree with the shape", () => {
  const [q] = [noise([1, 5, 2, 4])];
  refuses(
    // @ts-expect-error joined rows need their number of heads
    () => pe.attention({ q, k: q, v: q, joined: true }),
    RangeError,
    "attention: joined must be false for q of shape [1, 5, 2, 4], got true",
  );
  const flat = noise([5, 8]);
  refuses(
    () =>
      pe.attention({ q: flat, k: flat, v: flat, numHeads: 2, joined: false }),
    RangeError,
    "attention: joined must be true for q of shape [5, 8], got false",
  );
});

test("rotary.apply reads three axes by the columns that turn, or asks", () => {
  const [heads, width] = [4, 8];
  const x = noise([2, heads, heads * width]);
  const frequencies = pe.rotary.frequencies({ headDim: width });
  refuses(
    () => pe.rotary.apply(x, { frequencies, numHeads: heads }),
    RangeError,
    "rotary.apply: x of shape [2, 4, 32] with numHeads 4 can be [T, H, D] or [B, T, H·D]: give joined: false or joined: true",
  );
  const four = { data: x.data, shape: [2, heads, heads, width] };
  const { data } = pe.rotary.apply(four, { frequencies });
  const options = { frequencies, numHeads: heads };
  assert.deepEqual(pe.rotary.apply(x, { ...options, joined: true }).data, data);
  assert.deepEqual(
    pe.rotary.apply(x, { ...options, joined: false }).data,
    pe.rotary.apply(x, { frequencies }).data,
  );
  // All 32 columns of a head turn: the heads cannot stand side by side.
  const wide = pe.rotary.frequencies({ headDim: 32 });
  assert.deepEqual(
    pe.rotary.apply(x, { frequencies: wide, numHeads: heads }).data,
    pe.rotary.apply(x, { frequencies: wide }).data,
  );
  refuses(
    // @ts-expect-error joined rows need their number of heads
    () => pe.rotary.apply(x, { frequencies, joined: true }),
    TypeError,
    "rotary.apply: numHeads is required (an integer from 1 to 65536)",
  );
});

test("tupe's buckets are those of the call's heads, joined or not", () => {
  const [length, heads, width] = [6, 2, 4];
  const [apart, joined] = forms(1, length, heads, width);
  const rest = {
    positionQuery: noise([length, heads, width], 5),
    positionKey: noise([length, heads, width], 6),
    relative: { table: noise([8, heads], 7), numBuckets: 8 },
  };
  const expected = pe.relative.tupe({ ...apart, ...rest });
  const found = pe.relative.tupe({ ...joined, ...rest, numHeads: heads });
  assert.deepEqual(found.buckets, expected.buckets);
  assert.ok(new Set(found.buckets).size > 1);
  assert.equal(maxError(found.scores.data, expected.scores.data), 0);
  const flat = Object.entries(joined).map(([name, { data }]) => [
    name,
    { data, shape: [length, heads * width] },
  ]);
  const two = pe.relative.tupe({
    ...Object.fromEntries(flat),
    ...rest,
    numHeads: heads,
  });
  assert.deepEqual(two.scores.data, expected.scores.data);
  refuses(
    () =>
      pe.relative.tupe({
        ...apart,
        ...rest,
        relative: { table: noise([8, 3]), numBuckets: 8 },
      }),
    RangeError,
    "relative.tupe: relative: table must have a column for each of the 2 heads of q, or one, got [8, 3]",
  );
});
