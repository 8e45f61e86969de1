// Heads before tokens, `order: "BHTD"`: the same numbers in another order.
import assert from "node:assert/strict";
import { test } from "node:test";
import { exchanged } from "./exchanged.js";
import { noise, pe, refuses } from "./helpers.js";

const tensor = (shape, seed) => noise(shape, seed);

const BHTD = /** @type {const} */ ("BHTD");

for (const batch of [[], [1], [3]]) {
  const sides = {
    q: tensor([...batch, 5, 4, 8], 1),
    k: tensor([...batch, 7, 2, 8], 2),
    v: tensor([...batch, 7, 2, 6], 3),
  };
  const first = {
    q: exchanged(sides.q),
    k: exchanged(sides.k),
    v: exchanged(sides.v),
  };
  for (const type of /** @type {const} */ (["none", "alibi", "rotary"])) {
    test(`attention, ${type}, batch [${batch}]`, () => {
      const rest = {
        position: /** @type {any} */ (
          type === "rotary"
            ? { type, frequencies: pe.rotary.frequencies({ headDim: 8 }) }
            : { type }
        ),
        causal: true,
        returnWeights: true,
      };
      const wanted = pe.attention({ ...sides, ...rest });
      const found = pe.attention({ ...first, ...rest, order: BHTD });
      assert.deepEqual(found.output, exchanged(wanted.output));
      assert.deepEqual(found.weights, wanted.weights);
    });
  }

  test(`a result goes to its buffer, batch [${batch}]`, () => {
    const out = pe.buffer([...batch, 4, 5, 6]);
    const { output } = pe.attention({ ...first, order: BHTD, out });
    assert.equal(output, out);
    const wanted = exchanged(pe.attention(sides).output);
    assert.deepEqual(Float32Array.from(out.data), wanted.data);
    out.dispose();
  });

  test(`cope's gates have the order too, batch [${batch}]`, () => {
    const gates = tensor(sides.k.shape, 5);
    const position = /** @type {const} */ ({
      type: "cope",
      embeddings: tensor([6, 8], 4),
    });
    const wanted = pe.attention({
      ...sides,
      position: { ...position, gates },
    });
    const found = pe.attention({
      ...first,
      order: BHTD,
      position: { ...position, gates: exchanged(gates) },
    });
    assert.deepEqual(found.output, exchanged(wanted.output));
  });

  for (const [name, positions] of Object.entries({
    shared: [3, 1, 4, 1, 5],
    own: batch.length
      ? Array.from({ length: batch[0] }, (_, b) => [3, 1, 4, 1, 5 + b])
      : [3, 1, 4, 1, 5],
  })) {
    test(`rotary, ${name} positions, batch [${batch}]`, () => {
      const frequencies = pe.rotary.frequencies({ headDim: 8 });
      const rest = { frequencies, positions };
      const wanted = exchanged(pe.rotary.apply(sides.q, rest));
      assert.deepEqual(
        pe.rotary.apply(first.q, { ...rest, order: BHTD }),
        wanted,
      );
      const buffer = pe.buffer(first.q.shape);
      buffer.data.set(first.q.data);
      pe.rotary.applyInPlace(buffer, { ...rest, order: BHTD });
      assert.deepEqual(Float32Array.from(buffer.data), wanted.data);
      buffer.dispose();
      const tables = pe.rotary.tables({ frequencies, seqLen: 8 + 3 });
      assert.deepEqual(
        pe.rotary.apply(first.q, { tables, positions, order: BHTD }),
        exchanged(pe.rotary.apply(sides.q, { tables, positions })),
      );
      const shifted = pe.rotary.shift(sides.q, positions, { frequencies });
      assert.deepEqual(
        pe.rotary.shift(first.q, positions, { frequencies, order: BHTD }),
        exchanged(shifted),
      );
    });
  }

  test(`xpos, batch [${batch}]`, () => {
    const frequencies = pe.rotary.frequencies({ headDim: 8 });
    const wanted = pe.rotary.xpos({ frequencies, q: sides.q, k: sides.k });
    const found = pe.rotary.xpos({
      frequencies,
      q: first.q,
      k: first.k,
      order: BHTD,
    });
    assert.deepEqual(found.q, exchanged(wanted.q));
    assert.deepEqual(found.k, exchanged(wanted.k));
    assert.deepEqual(found.queryScale, wanted.queryScale);
  });

  test(`terms of a relative encoding, batch [${batch}]`, () => {
    const table = tensor([5, 8], 6);
    const shaw = { keyTable: table, clip: 2 };
    const wanted = pe.relative.shaw({ ...sides, ...shaw });
    const found = pe.relative.shaw({ ...first, ...shaw, order: BHTD });
    assert.deepEqual(found.scores, wanted.scores);
    assert.deepEqual(found.output, exchanged(wanted.output));
  });

  test(`shuffled tokens, batch [${batch}]`, () => {
    const q = sides.q;
    const own = { k: q, v: q, permutation: [4, 0, 3, 1, 2] };
    const wanted = pe.analysis.permutationError({ q, ...own });
    const x = exchanged(q);
    const found = pe.analysis.permutationError({
      q: x,
      k: x,
      v: x,
      permutation: own.permutation,
      order: BHTD,
    });
    assert.deepEqual(found, wanted);
  });
}

test("heads side by side have no order", () => {
  const x = tensor([5, 32], 1);
  refuses(
    () => pe.attention({ q: x, k: x, v: x, numHeads: 4, order: BHTD }),
    RangeError,
    "attention: q must have shape [B, H, T, D] or [H, T, D], the order BHTD, got [5, 32]",
  );
  const three = tensor([2, 5, 32], 1);
  refuses(
    () =>
      // @ts-expect-error joined rows are split along the last axis only
      pe.attention({
        q: three,
        k: three,
        v: three,
        numHeads: 2,
        joined: true,
        order: BHTD,
      }),
    RangeError,
    'attention: order must be "BTHD" where the heads stand side by side, got "BHTD" (a string)',
  );
  const frequencies = pe.rotary.frequencies({ headDim: 8 });
  refuses(
    () => pe.rotary.apply(x, { frequencies, numHeads: 4, order: BHTD }),
    RangeError,
    'rotary.apply: order must be "BTHD" where the heads stand side by side, got "BHTD" (a string)',
  );
});

test("the number of heads is the second axis then", () => {
  const x = tensor([1, 4, 5, 8], 1);
  refuses(
    () => pe.attention({ q: x, k: x, v: x, numHeads: 5, order: BHTD }),
    RangeError,
    "attention: numHeads must be the second axis of q, 4 for shape [1, 4, 5, 8], got 5",
  );
});
