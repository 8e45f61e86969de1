// Sizes at and past what 31 and 32 bits hold: right, or a RangeError that
// names the bytes; never memory that belongs to others.
import assert from "node:assert/strict";
import test, { afterEach } from "node:test";
import { load } from "../../dist/index.js";

const MEMORY = /needs .* GiB \(\d+ bytes\) of memory/;
const one = { data: [1], shape: [1, 1, 1] };

// An instance for each test: memory that grew is never given back.
let pe = await load();
const fresh = async () => {
  pe = await load();
  return pe;
};

afterEach(() => {
  // Whatever was refused, the instance works on.
  assert.deepEqual(
    [...pe.embedding.sinusoidal({ seqLen: 1, dModel: 2 }).data],
    [0, 1],
  );
});

/** `call` is refused for its memory, or answers what `check` accepts. */
function soundly(name, call, check) {
  const guard = pe.buffer([1024]);
  guard.data.fill(7);
  let result;
  try {
    result = call();
  } catch (error) {
    assert.equal(error.constructor, RangeError, error.message);
    assert.match(error.message, MEMORY);
    assert.ok(error.message.startsWith(`${name}: `), error.message);
  }
  assert.ok(guard.data.every((x) => x === 7));
  if (result !== undefined) check(result);
}

// (E + 3) / 4 · 4 · 68 + … passes 2^32 by a little.
const WIDTH = 63161284;

test("values so wide that scratch passes 32 bits are right or refused", async () => {
  await fresh();
  const wide = { data: new Float32Array(WIDTH).fill(3), shape: [1, 1, WIDTH] };
  soundly(
    "attention",
    () => pe.attention({ q: one, k: one, v: wide }),
    ({ data }) => assert.ok(data.every((x) => x === 3)),
  );
});

test("heads so wide that scratch passes 32 bits are right or refused", async () => {
  await fresh();
  const wide = { data: new Float32Array(WIDTH), shape: [1, 1, WIDTH] };
  soundly(
    "attention",
    () => pe.attention({ q: wide, k: wide, v: one }),
    ({ data }) => assert.deepEqual([...data], [1]),
  );
});

test("a linear layer whose packed weights pass 32 bits is right or refused", async () => {
  await fresh();
  const length = 357913942;
  const shape = [1, length];
  // Not one page of it is touched: zeros are zeros.
  const zeros = { data: new Float32Array(length), shape };
  soundly(
    "transformer.linear",
    () => pe.transformer.linear(zeros, zeros),
    ({ data }) => assert.deepEqual([...data], [0]),
  );
});

const ROWS = 2 ** 26;
for (const [name, position] of Object.entries({
  transformerXL: (rows) => ({
    type: "transformerXL",
    r: rows([ROWS, 1, 1]),
    firstDistance: 0,
  }),
  cope: (rows) => ({ type: "cope", embeddings: rows([ROWS, 1]) }),
  tupe: (rows) => ({
    type: "tupe",
    positionQuery: rows([1, 1, ROWS]),
    positionKey: rows([1, 1, ROWS]),
  }),
})) {
  test(`${name} with 2^26 rows or columns is right or refused`, async () => {
    await fresh();
    const data = new Float32Array(ROWS);
    const rows = (shape) => ({ data, shape });
    soundly(
      "attention",
      () => pe.attention({ q: one, k: one, v: one, position: position(rows) }),
      ({ data: [value] }) => assert.equal(value, 1),
    );
  });
}

test("a shift with wrap is undone though there are more queries than rows", () => {
  const { data } = pe.relative.unshift(
    { data: [1, 2, 3, 4], shape: [4, 1] },
    { wrap: true },
  );
  assert.deepEqual([...data], [0, 1, 2, 4]);
});
