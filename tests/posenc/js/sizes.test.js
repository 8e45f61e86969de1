// Sizes at and past what 31 and 32 bits hold: right, or a RangeError that
// names the bytes; never memory that belongs to others.
import assert from "node:assert/strict";
import test, { afterEach } from "node:test";
import { load } from "posenc";
import { startBindings } from "./bindings.js";

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
  } catch (/** @type {any} */ error) {
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
    ({ output }) => assert.ok(output.data.every((x) => x === 3)),
  );
});

test("heads so wide that scratch passes 32 bits are right or refused", async () => {
  await fresh();
  const wide = { data: new Float32Array(WIDTH), shape: [1, 1, WIDTH] };
  soundly(
    "attention",
    () => pe.attention({ q: wide, k: wide, v: one }),
    ({ output }) => assert.deepEqual([...output.data], [1]),
  );
});

test("the border tells scratch and refuses arrays past 32 bits", async () => {
  const border = await startBindings();
  // 4 · in packed weights and 8 · (in + 4) for a block of rows: 2^32 + 8.
  const length = 357913942;
  assert.equal(border.numeric_linear_scratch_size(1, length, 1), 2 ** 32 + 40);
  assert.equal(
    border.relative_transformer_xl_memory(2 ** 26, 64, 1),
    2 ** 32 + 1,
  );
  assert.equal(border.relative_cope_memory(2 ** 26, 64, 3), 3 * 2 ** 32);
  assert.equal(border.relative_tupe_memory(2 ** 26, 64), 2 ** 32);
  assert.equal(border.relative_shaw_memory(2 ** 30, 2, 1), 2 * (2 ** 31 + 4));
  // Each count is small modulo 2^32; address 8 is nobody's.
  const half = 2 ** 16;
  const tooLarge = 4;
  assert.equal(
    border.numeric_linear(8, 8, 8, 0, half, half, half, 8),
    tooLarge,
  );
  assert.equal(border.embedding_add(8, 8, 8, half, half, 1, 1, 0, 1), tooLarge);
  assert.equal(border.bias_expand(8, 8, half, half, 1), tooLarge);
  assert.equal(border.embedding_index(8, 8, 2 ** 30), tooLarge);
  assert.equal(border.transformer_draw(8, 2 ** 29, 1, 0, 0), tooLarge);
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
      () =>
        pe.attention({
          q: one,
          k: one,
          v: one,
          position: /** @type {any} */ (position(rows)),
        }),
      ({ data: [value] }) => assert.equal(value, 1),
    );
  });
}

test("a shift with wrap is undone though there are more queries than rows", () => {
  const { data } = pe.relative.unshift(
    { data: [1, 2, 3, 4], shape: [4, 1] },
    { wrap: true },
  );
  assert.deepEqual([...data], [0, 0, 2, 4]);
});
