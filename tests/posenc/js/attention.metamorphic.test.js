// What must not change the answer of attention, or change it in a known way, for
// calls with every scheme drawn at random (differential/).
import assert from "node:assert/strict";
import test from "node:test";
import { drawCase } from "./differential/cases.js";
import { drawer } from "./differential/draw.js";
import { SCHEMES } from "./differential/schemes.js";
import { maxError, pe } from "./helpers.js";

const CASES = Number(process.env.POSENC_CASES ?? 120);
const SEED = Number(process.env.POSENC_SEED ?? 2);

/**
 * Runs `check` on cases of every scheme; what throws tells the case.
 *
 * @param but - schemes that it does not hold for
 */
function forAll(title, check, but = /** @type {string[]} */ ([])) {
  for (const type of Object.keys(SCHEMES)) {
    if (but.includes(type)) continue;
    test(`position ${type}: ${title}`, () => {
      for (let n = 0; n < CASES; n += 1) {
        const c = drawCase(type, SEED * 1_000_000 + n);
        try {
          check(c, drawer(c.seed));
        } catch (/** @type {any} */ error) {
          error.message = `${type} ${c.seed}: ${error.message}`;
          throw error;
        } finally {
          c.dispose();
        }
      }
    });
  }
}

/** Rows `from … to − 1` of an axis of a tensor. */
function slice({ data, shape }, axis, from, to) {
  const inner = shape.slice(axis + 1).reduce((a, b) => a * b, 1);
  const outer = shape.slice(0, axis).reduce((a, b) => a * b, 1);
  const parts = Array.from({ length: outer }, (_, n) => {
    const start = n * shape[axis] * inner;
    return [...data.slice(start + from * inner, start + to * inner)];
  });
  return {
    data: data.constructor.from(parts.flat()),
    shape: shape.map((x, n) => (n === axis ? to - from : x)),
  };
}

/** A mask in full, and its part for some queries. */
const maskRows = (mask, queries, from, to) =>
  mask && mask.shape.length > 1 && mask.shape.at(-2) === queries
    ? slice(mask, mask.shape.length - 2, from, to)
    : mask;

/** The scheme as it is for queries from … to − 1 alone. */
function schemeOfRows(c, from, to) {
  const { position } = c.call;
  if (c.type === "tupe") {
    const first = position.cls ? 1 : 0;
    const rows = slice(position.positionQuery, 0, first + from, first + to);
    return { ...position, positionQuery: rows };
  }
  const given = position.queryPositions;
  if (c.type === "rotary" && given) {
    const cut = (list) => list.slice(from, to);
    const queryPositions = Array.isArray(given[0])
      ? given.map(cut)
      : cut(given);
    return { ...position, queryPositions };
  }
  return position;
}

forAll("queries in chunks give what they give together", (c, draw) => {
  const { queries, heads, hasBatch } = c.form;
  // Token 0 of an untied table is the first row of all queries, not of a chunk.
  if (c.type === "tupe" && c.call.position.cls) return;
  const axis = hasBatch ? 1 : 0;
  const cut = draw.integer(0, queries);
  // A chunk as long as there are heads could be taken for [Q, H, D].
  const lengths = [cut, queries - cut];
  if (c.joined && hasBatch && lengths.includes(heads)) return;
  const whole = pe.attention(c.call).output;
  const parts = [
    [0, cut],
    [cut, queries],
  ].filter(([from, to]) => to > from);
  const rows = parts.map(([from, to]) => {
    const { output } = pe.attention({
      ...c.call,
      q: slice(c.call.q, axis, from, to),
      offset: c.offset + from,
      ...(c.call.mask && { mask: maskRows(c.call.mask, queries, from, to) }),
      position: schemeOfRows(c, from, to),
    });
    const expected = slice(whole, axis, from, to);
    return maxError(output.data, expected.data);
  });
  // Another lane of the tile, the same sums: only far keys' order may differ.
  const bound = 2e-6 * (c.scheme.slack ?? 1);
  assert.ok(Math.max(...rows) <= bound, `${rows}`);
});

forAll("texts of a batch may change places", (c) => {
  const { batch, hasBatch } = c.form;
  if (!hasBatch || batch < 2) return;
  const turned = ({ data, shape }) => {
    const size = data.length / batch;
    const parts = Array.from({ length: batch }, (_, b) =>
      data.slice((batch - 1 - b) * size, (batch - b) * size),
    );
    const all = parts.flatMap((part) => [...part]);
    return { data: data.constructor.from(all), shape };
  };
  const { q, k, v, mask, position } = c.call;
  const perText = (list) =>
    Array.isArray(list[0]) ? [...list].reverse() : list;
  const { queryPositions, keyPositions } = position;
  const own = {
    ...position,
    ...(queryPositions && { queryPositions: perText(queryPositions) }),
    ...(keyPositions && { keyPositions: perText(keyPositions) }),
    ...(position.gates && { gates: turned(position.gates) }),
  };
  const hasTexts = mask?.shape.length === 4 && mask.shape[0] === batch;
  const reversed = pe.attention({
    ...c.call,
    q: turned(q),
    k: turned(k),
    v: turned(v),
    position: own,
    ...(mask && { mask: hasTexts ? turned(mask) : mask }),
  });
  const { output } = pe.attention(c.call);
  assert.deepEqual(turned(reversed.output).data, output.data);
});

forAll("heads side by side are heads apart", (c) => {
  const { batch, hasBatch, queries, keys, heads, groups } = c.form;
  const { width, valueWidth } = c.form;
  // Where the middle axis is the number of heads both forms look alike.
  if (hasBatch && queries === heads) return;
  const outer = hasBatch ? [batch] : [];
  const as = ({ data }, length, count, wide, joined) => ({
    data,
    shape: [...outer, length, ...(joined ? [count * wide] : [count, wide])],
  });
  const results = [true, false].map((joined) => {
    const { numHeads: _, numKeyValueHeads: __, ...call } = c.call;
    const { position } = call;
    return pe.attention({
      ...call,
      q: as(c.q, queries, heads, width, joined),
      k: as(c.k, keys, groups, width, joined),
      v: as(c.v, keys, groups, valueWidth, joined),
      ...(joined && { numHeads: heads, numKeyValueHeads: groups }),
      position: position.gates
        ? {
            ...position,
            gates: as(position.gates, keys, groups, width, joined),
          }
        : position,
    }).output;
  });
  assert.deepEqual(results[0].data, results[1].data);
  assert.deepEqual(results[1].shape, [...outer, queries, heads, valueWidth]);
});

forAll("a result in a buffer, or in its own queries, is the same", (c) => {
  const { width, valueWidth } = c.form;
  const { output } = pe.attention(c.call);
  const out = pe.buffer(output.shape);
  out.data.fill(Number.NaN);
  assert.equal(pe.attention({ ...c.call, out }).output, out);
  assert.deepEqual(out.data.slice(), output.data);
  if (width === valueWidth) {
    out.data.set(c.q.data);
    pe.attention({ ...c.call, q: out, out });
    assert.deepEqual(out.data.slice(), output.data);
  }
  out.dispose();
});

forAll(
  "keys in two parts, weighed by their shares, are all the keys",
  (c, draw) => {
    const { batch, queries, keys, heads, valueWidth } = c.form;
    if (c.mask || keys < 2) return;
    const first = draw.integer(1, keys - 1);
    const only = (from, to) => ({
      data: Uint8Array.from({ length: keys }, (_, j) =>
        Number(j >= from && j < to),
      ),
      shape: [keys],
    });
    // A sink would be counted in both parts.
    const { sinks: _, ...call } = c.call;
    const { weights, output } = pe.attention({ ...call, returnWeights: true });
    const parts = [only(0, first), only(first, keys)].map(
      (mask) => pe.attention({ ...call, mask }).output.data,
    );
    let worst = 0;
    for (let row = 0; row < batch * heads * queries; row += 1) {
      const own = weights.data.subarray(row * keys, (row + 1) * keys);
      const sum = (list) => list.reduce((a, b) => a + b, 0);
      const shares = [sum(own.subarray(0, first)), sum(own.subarray(first))];
      const i = row % queries;
      const h = Math.floor(row / queries) % heads;
      const b = Math.floor(row / (queries * heads));
      const at = ((b * queries + i) * heads + h) * valueWidth;
      for (let e = 0; e < valueWidth; e += 1) {
        const joined =
          shares[0] * parts[0][at + e] + shares[1] * parts[1][at + e];
        worst = Math.max(worst, Math.abs(joined - output.data[at + e]));
      }
    }
    const bound = 4e-6 * (c.scheme.slack ?? 1);
    assert.ok(worst <= bound, `${worst}`);
  },
  // It counts the keys that are seen: those of a part are fewer.
  ["cope"],
);
