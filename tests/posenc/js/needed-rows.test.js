// A token at a time: what is not needed is neither copied nor read.
import assert from "node:assert/strict";
import test from "node:test";
import { startGuarded } from "./guarded-heap.js";

/** A heap on which the tables below would not fit. */
const { pe, heap } = await startGuarded(2 ** 17);
const WIDTH = 64;
const ROWS = 4096;

const noise = (shape, seed = 1) => {
  let state = seed;
  const data = Float32Array.from(
    { length: shape.reduce((a, b) => a * b, 1) },
    () => {
      state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
      return state / 2 ** 31 - 1;
    },
  );
  return { data, shape };
};

test("rotary.apply copies the rows that its tokens take, and no others", () => {
  const pairs = WIDTH / 2;
  const tables = { cos: noise([ROWS, pairs], 2), sin: noise([ROWS, pairs], 3) };
  const rowsOf = ({ data }, rows) => ({
    data: Float32Array.from(
      rows.flatMap((r) => [...data.subarray(r * pairs, (r + 1) * pairs)]),
    ),
    shape: [rows.length, pairs],
  });
  const few = (rows) => ({
    cos: rowsOf(tables.cos, rows),
    sin: rowsOf(tables.sin, rows),
  });
  const x = noise([2, 3, 2, WIDTH], 4);
  for (const options of [
    {},
    { inverse: true },
    { layout: /** @type {const} */ ("interleaved") },
  ]) {
    const shared = pe.rotary.apply(x, { tables, offset: 4000, ...options });
    const first = few([4000, 4001, 4002]);
    assert.deepEqual(shared, pe.rotary.apply(x, { tables: first, ...options }));
    const rows = [7, 4095, 0, 1, 7, 2048];
    const own = pe.rotary.apply(x, {
      tables,
      positions: [rows.slice(0, 3), rows.slice(3)],
      ...options,
    });
    const [cos, sin] = [few(rows).cos, few(rows).sin].map(({ data }) => ({
      data,
      shape: [2, 3, pairs],
    }));
    assert.deepEqual(
      own,
      pe.rotary.apply(x, {
        tables: {
          cos: /** @type {any} */ (cos),
          sin: /** @type {any} */ (sin),
        },
        ...options,
      }),
    );
  }
  assert.equal(heap.live, 0);
});

test("one table in the module and one outside give the same", () => {
  const shape = [8, 2];
  const tables = { cos: noise(shape, 2), sin: noise(shape, 3) };
  const x = noise([2, 1, 4], 4);
  const expected = pe.rotary.apply(x, { tables, offset: 5 });
  const cos = pe.buffer(shape);
  cos.data.set(tables.cos.data);
  for (const inverse of [false, true]) {
    const found = pe.rotary.apply(x, {
      tables: { cos, sin: tables.sin },
      offset: 5,
      inverse,
    });
    if (!inverse) assert.deepEqual(found, expected);
    assert.deepEqual([...cos.data], [...tables.cos.data]);
  }
  cos.dispose();
});

for (const width of [3, WIDTH]) {
  // Rows of 64 columns and more are copied as a whole, where they can be.
  test(`embedding.lookup copies the rows asked for, of any kind of table, ${width} columns`, () => {
    const table = noise([ROWS, width], 5);
    const at = [4095, 0, 9];
    const expected = at.flatMap((p) => [
      ...table.data.subarray(p * width, (p + 1) * width),
    ]);
    const { data, shape } = pe.embedding.lookup(table, at);
    assert.deepEqual([[...data], shape], [expected, [3, width]]);
    for (const data of [
      Array.from(table.data),
      Float64Array.from(table.data),
    ]) {
      const given = { data, shape: table.shape };
      assert.deepEqual([...pe.embedding.lookup(given, at).data], expected);
    }
  });
}

/** The same numbers, but NaN in rows that nobody may read. */
function spoiled({ data, shape }, isSeen) {
  const width = shape[2] * shape[3];
  const copy = data.map((x, i) =>
    isSeen(Math.floor(i / width) % shape[1]) ? x : Number.NaN,
  );
  return { data: copy, shape };
}

for (const type of /** @type {const} */ (["none", "rotary", "alibi"])) {
  test(`keys that no query sees are not read by attention, ${type}`, () => {
    const keys = 300;
    const [k, v] = [noise([2, keys, 1, 6], 7), noise([2, keys, 1, 3], 8)];
    for (const batch of [1, 2]) {
      const part = ({ data, shape: [, ...rest] }) => ({
        data: data.slice(0, (data.length * batch) / 2),
        shape: [batch, ...rest],
      });
      for (const queries of [1, 9]) {
        const q = noise([batch, queries, 2, 6], 9);
        for (const [window, causal] of /** @type {const} */ ([
          [undefined, true],
          [7, true],
          [7, false],
        ])) {
          const offset = 101;
          const position = /** @type {any} */ ({
            type,
          });
          const options = { q, window, causal, offset, position };
          const first = window ? offset - window + 1 : 0;
          const end = offset + queries - 1 + (causal ? 0 : 6);
          const isSeen = (j) => j >= first && j <= end;
          const full = pe.attention({ ...options, k: part(k), v: part(v) });
          for (const returnWeights of [false, true]) {
            const found = pe.attention({
              ...options,
              k: spoiled(part(k), isSeen),
              v: spoiled(part(v), isSeen),
              returnWeights,
            });
            if (!returnWeights) assert.deepEqual(found, full);
            assert.ok(found.output.data.every(Number.isFinite));
            assert.ok(found.weights?.data.every(Number.isFinite) ?? true);
            const listed = ({ data, shape }) => ({ data: [...data], shape });
            assert.deepEqual(
              pe.attention({
                ...options,
                k: listed(spoiled(part(k), isSeen)),
                v: listed(spoiled(part(v), isSeen)),
                returnWeights,
              }),
              found,
            );
          }
        }
      }
    }
    assert.equal(heap.live, 0);
  });
}

test("a query that sees no key at all gets zeros", () => {
  const [q, k] = [noise([1, 9, 1, 4]), noise([1, 5, 1, 4], 2)];
  for (const queries of [1, 9]) {
    const few = {
      data: q.data.slice(0, queries * 4),
      shape: [1, queries, 1, 4],
    };
    const { output } = pe.attention({ q: few, k, v: k, window: 3, offset: 90 });
    assert.ok(output.data.every((x) => x === 0));
  }
});
