import assert from "node:assert/strict";
import test from "node:test";
import { noise, pe, refuses } from "./helpers.js";

const { embedding } = pe;
const ones = (...shape) => ({
  shape,
  data: new Float32Array(shape.reduce((a, b) => a * b)).fill(1),
});

test("texts alone and in a batch have the same rows", () => {
  const alone = noise([4, 6], 1);
  const batch = { data: alone.data, shape: [1, 4, 6] };
  const rows = noise([4, 6], 2);
  const calls = {
    add: (x) => embedding.add(x, rows),
    multiply: (x) => embedding.multiply(x, rows),
    concat: (x) => embedding.concat(x, rows),
    fit: (x) => embedding.fit(x, 3),
    convolutional: (x) =>
      embedding.convolutional(x, { depthwise: noise([6, 3], 3) }),
    convolutionalGrouped: (x) =>
      embedding.convolutionalGrouped(x, {
        weight: noise([6, 3, 3], 3),
        groups: 2,
      }),
    convolutional2d: (x) =>
      embedding.convolutional2d(x, {
        shape: [2, 2],
        depthwise: noise([6, 3, 3], 3),
      }),
  };
  for (const [name, call] of Object.entries(calls)) {
    const [one, several] = [call(alone), call(batch)];
    assert.deepEqual(several.shape, [1, ...one.shape], name);
    assert.deepEqual(several.data, one.data, name);
  }
});

test("rows are added to tokens as they are unless a scale is told", () => {
  const found = embedding.add(ones(2, 3), ones(2, 3));
  assert.deepEqual([...found.data], Array(6).fill(2));
});

test("rows of each text's own stand beside its tokens", () => {
  const [x, rows] = [noise([2, 3, 2], 1), noise([2, 3, 2], 2)];
  const f32 = (list) => [...Float32Array.from(list)];
  const pairs = Array.from(x.data, (y, n) => [y, rows.data[n]]);
  assert.deepEqual(
    [...embedding.add(x, rows, { tokenScale: 2 }).data],
    f32(pairs.map(([y, r]) => 2 * y + r)),
  );
  const product = embedding.multiply(x, rows);
  pairs.forEach(([y, r], n) => {
    assert.ok(Math.abs(product.data[n] - y * (1 + r)) < 1e-6);
  });
  const joined = embedding.concat(x, rows);
  assert.deepEqual(joined.shape, [2, 3, 4]);
  assert.deepEqual(
    [...joined.data],
    Array.from({ length: 6 }, (_, t) => [
      ...x.data.slice(2 * t, 2 * t + 2),
      ...rows.data.slice(2 * t, 2 * t + 2),
    ]).flat(),
  );
  for (const name of ["add", "multiply", "concat"]) {
    for (const [texts, length] of [
      [1, 3],
      [3, 3],
      [2, 2],
      [2, 4],
    ]) {
      refuses(
        () => embedding[name](x, ones(texts, length, 2)),
        RangeError,
        `embedding.${name}: rows must have shape [2, 3, any] for tokens of shape [2, 3, 2], got [${texts}, ${length}, 2]`,
      );
    }
  }
});

test("a table is added from an offset, and asked for where it could be more", () => {
  const [x, table] = [noise([2, 3, 2], 1), noise([6, 2], 2)];
  for (const offset of [0, 1, 3]) {
    const part = table.data.slice(2 * offset, 2 * offset + 6);
    assert.deepEqual(
      embedding.add(x, table, { offset }),
      embedding.add(x, { data: part, shape: [3, 2] }),
    );
  }
  refuses(
    () => embedding.add(x, table, { offset: 4 }),
    RangeError,
    "embedding.add: rows must have shape [7 or more, 2] for tokens of shape [2, 3, 2] from offset 4, got [6, 2]",
  );
  refuses(
    () => embedding.add(x, table),
    RangeError,
    "embedding.add: rows of shape [6, 2] can be a row for each of 2 × 3 tokens, or a table of positions: give them as [2, 3, 2], or say offset: 0",
  );
  refuses(
    () => embedding.add(x, noise([2, 3, 2]), { offset: 1 }),
    RangeError,
    "embedding.add: offset must be 0 for rows of each text's own, got 1",
  );
  const one = noise([1, 3, 2], 1);
  assert.deepEqual(
    embedding.add(one, noise([1, 3, 2], 2), { offset: 0 }),
    embedding.add(one, noise([3, 2], 2)),
  );
});

test("rows that are no table are refused in the letters of the call", () => {
  for (const [name, as] of [
    ["multiply", "[T, D] or [B, T, D]"],
    ["concat", "[T, D2] or [B, T, D2]"],
  ]) {
    refuses(
      () => embedding[name](ones(2, 3), ones(6)),
      RangeError,
      `embedding.${name}: rows must have shape ${as}, got [6]`,
    );
  }
});

test("without a residual, the identity kernel gives the tokens back", () => {
  const x = noise([3000, 2]);
  const kernel = { depthwise: ones(2, 1) };
  const found = embedding.convolutional(x, { ...kernel, residual: false });
  assert.deepEqual(found.data, x.data);
  const doubled = embedding.convolutional(x, { ...kernel, residual: true });
  assert.deepEqual(
    doubled.data,
    x.data.map((it) => 2 * it),
  );
});

test("both widths of a grouped convolution are divisible by its groups", () => {
  for (const [d, o] of [
    [4, 6],
    [6, 4],
    [6, 6],
  ]) {
    const groups = 4;
    const weight = ones(o, Math.floor(d / groups), 1);
    refuses(
      () => embedding.convolutionalGrouped(ones(2, d), { weight, groups }),
      RangeError,
      `embedding.convolutionalGrouped: weight must have shape [O, D/groups, K] with D = ${d}, groups = ${groups} and both D and O divisible by groups, got [${weight.shape.join(", ")}]`,
    );
  }
});

test("resize2d takes the square behind the prefix", () => {
  for (const prefix of [0, 1, 3, 6]) {
    const table = noise([prefix + 4, 2]);
    const to = /** @type {const} */ /** @type {const} */ ([3, 3]);
    assert.deepEqual(
      embedding.resize2d(table, { prefix, to }),
      embedding.resize2d(table, { prefix, from: [2, 2], to }),
    );
  }
});

test("a weight's direction is 0 in no tap, the first and the last included", () => {
  const taps = 3;
  for (let k = 0; k < taps; k += 1) {
    const v = ones(2, 1, taps);
    v.data[k] = 0;
    const gain = ones(taps);
    assert.ok(embedding.weightNorm(v, gain).data.every(Number.isFinite));
    v.data[k + taps] = 0;
    refuses(
      () => embedding.weightNorm(v, gain),
      RangeError,
      `embedding.weightNorm: v must not be 0 in all of tap ${k}, which then has no direction`,
    );
  }
  for (const shape of [
    [taps, 1],
    [2, taps],
  ]) {
    refuses(
      () => embedding.weightNorm(ones(2, 1, taps), ones(...shape)),
      RangeError,
      `embedding.weightNorm: gain must have shape [${taps}], one number per tap, got [${shape.join(", ")}]`,
    );
  }
});
