import assert from "node:assert/strict";
import test from "node:test";
import fc from "fast-check";
import { untyped } from "../../untyped.js";
import { maxError, pe, refuses } from "./helpers.js";

/** Numbers between −1 and 1 that fc shrinks by their seed. */
function random(seed) {
  let state = seed >>> 0;
  return (...shape) => {
    const length = shape.reduce((a, b) => a * b, 1);
    const data = Float32Array.from({ length }, () => {
      state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
      return state / 2 ** 31 - 1;
    });
    return { data, shape };
  };
}

const sizes = fc.record({
  seed: fc.integer({ min: 0, max: 2 ** 31 }),
  queries: fc.integer({ min: 1, max: 19 }),
  more: fc.integer({ min: 0, max: 5 }),
  heads: fc.integer({ min: 1, max: 3 }),
  width: fc.integer({ min: 1, max: 9 }),
  causal: fc.boolean(),
});

/** q, k, v of a random call. */
function sides({ seed, queries, more, heads, width, causal }) {
  const make = random(seed);
  const keys = queries + more;
  return {
    make,
    keys,
    options: {
      q: make(queries, heads, width),
      k: make(keys, heads, width),
      v: make(keys, heads, 3),
      causal,
    },
  };
}

/** The same scheme through pe.attention: output and weights must agree. */
function agreesWithAttention(type, call, result) {
  const scheme = { type };
  const { q, k, v, causal, ...rest } = call;
  Object.assign(scheme, rest);
  const given = { q, k, v, causal, position: scheme };
  const fused = pe.attention(given);
  assert.ok(maxError(fused.output.data, result.output.data) < 2e-5);
  const exact = pe.attention({ ...given, returnWeights: true });
  assert.deepEqual(exact.weights, result.weights);
}

/** Scores are the sum of the terms wherever nothing is hidden. */
function termsAddUp({ scores, terms, position }) {
  const parts = Object.values(terms);
  scores.data.forEach((score, n) => {
    if (score === Number.NEGATIVE_INFINITY) return;
    const sum = parts.reduce((total, { data }) => total + data[n], 0);
    assert.ok(Math.abs(sum - score) < 1e-5);
    const content = (terms.content ?? terms.c2c).data[n];
    assert.ok(Math.abs(content + position.data[n] - score) < 1e-5);
  });
}

function rowsSumToOne({ weights }) {
  const keys = weights.shape.at(-1);
  for (let start = 0; start < weights.data.length; start += keys) {
    const row = weights.data.subarray(start, start + keys);
    const sum = row.reduce((a, b) => a + b, 0);
    assert.ok(Math.abs(sum - 1) < 1e-6);
  }
}

test("shaw(): terms add up, weights sum to 1, and attention agrees", () => {
  fc.assert(
    fc.property(
      sizes,
      fc.integer({ min: 1, max: 6 }),
      fc.boolean(),
      (size, clip, perHead) => {
        const { make, options } = sides(size);
        const heads = perHead ? [size.heads] : [];
        const call = {
          ...options,
          clip,
          keyTable: make(...heads, 2 * clip + 1, size.width),
          valueTable: make(...heads, 2 * clip + 1, 3),
        };
        const result = pe.relative.shaw(call);
        termsAddUp(result);
        rowsSumToOne(result);
        agreesWithAttention("shaw", call, result);
      },
    ),
    { numRuns: 30 },
  );
});

test("shaw() with tables of zeros is plain attention", () => {
  const { make, options } = sides({
    seed: 4,
    queries: 7,
    more: 2,
    heads: 2,
    width: 4,
    causal: true,
  });
  const zeros = (width) => ({
    data: new Float32Array(5 * width),
    shape: [5, width],
  });
  const { output } = pe.relative.shaw({
    ...options,
    clip: 2,
    keyTable: zeros(4),
    valueTable: zeros(3),
  });
  const plain = pe.attention({ ...options, returnWeights: true });
  assert.ok(maxError(output.data, plain.output.data) < 1e-7);
  assert.ok(make(1).data.length === 1);
});

test("shawIndices() clips key − query on both sides", () => {
  assert.deepEqual(
    [...pe.relative.shawIndices({ queryLen: 2, keyLen: 5, clip: 2 })],
    [0, 0, 1, 2, 3, 0, 0, 0, 1, 2].map(
      (_, n) =>
        Math.max(-2, Math.min(2, (n % 5) - (Math.floor(n / 5) + 3))) + 2,
    ),
  );
});

test("shawValues() is what a value table adds to the output", () => {
  const { make, options } = sides({
    seed: 9,
    queries: 6,
    more: 0,
    heads: 2,
    width: 4,
    causal: false,
  });
  const tables = { clip: 2, keyTable: make(5, 4) };
  const valueTable = make(5, 3);
  const without = pe.relative.shaw({ ...options, ...tables });
  const withTable = pe.relative.shaw({ ...options, ...tables, valueTable });
  const added = pe.relative.shawValues(without.weights, {
    clip: 2,
    valueTable,
  });
  // [H, Q, E] beside [Q, H, E].
  for (let h = 0; h < 2; h += 1) {
    for (let i = 0; i < 6; i += 1) {
      for (let e = 0; e < 3; e += 1) {
        const at = (i * 2 + h) * 3 + e;
        const gap = withTable.output.data[at] - without.output.data[at];
        assert.ok(Math.abs(gap - added.data[(h * 6 + i) * 3 + e]) < 1e-6);
      }
    }
  }
});

test("transformerXL(): terms add up, attention agrees, the shift looks distances up", () => {
  fc.assert(
    fc.property(sizes, fc.boolean(), (size, biased) => {
      const { make, keys, options } = sides({ ...size, causal: true });
      const { heads, width, queries } = size;
      const call = {
        ...options,
        r: make(keys, heads, width),
        ...(biased
          ? {
              contentBias: make(heads, width),
              positionBias: make(heads, width),
            }
          : {}),
      };
      const result = pe.relative.transformerXL(call);
      termsAddUp(result);
      rowsSumToOne(result);
      agreesWithAttention("transformerXL", call, result);
      const shifted = pe.relative.shift(result.beforeShift, { columns: keys });
      shifted.data.forEach((x, n) => {
        const j = n % keys;
        const i = Math.floor(n / keys) % queries;
        if (j > i + keys - queries) return;
        assert.ok(Math.abs(x - result.terms.relative.data[n]) < 1e-5);
      });
    }),
    { numRuns: 30 },
  );
});

test("transformerXL() gives equal queries a term of the distance alone", () => {
  const make = random(5);
  const one = make(1, 2, 4);
  const q = { data: new Float32Array(6 * 8), shape: [6, 2, 4] };
  for (let i = 0; i < 6; i += 1) q.data.set(one.data, i * 8);
  const { terms } = pe.relative.transformerXL({
    q,
    k: make(6, 2, 4),
    r: make(11, 2, 4),
    firstDistance: 5,
  });
  const { data } = terms.relative;
  for (let i = 1; i < 6; i += 1) {
    for (let j = 1; j < 6; j += 1) {
      assert.equal(data[i * 6 + j], data[(i - 1) * 6 + j - 1]);
    }
  }
});

test("transformerXL() refuses distances without a row", () => {
  const make = random(1);
  refuses(
    () =>
      pe.relative.transformerXL({
        q: make(4, 1, 2),
        k: make(4, 1, 2),
        r: make(4, 1, 2),
      }),
    RangeError,
    "relative.transformerXL: r must have a row for each distance from -3 to 3, got distances 0 to 3",
  );
});

/** @type {import("fast-check").Arbitrary<("c2p" | "p2c")[]>} */
const termChoices = fc.constantFrom(["c2p", "p2c"], ["c2p"], ["p2c"]);

test("deberta(): the three terms add up and attention agrees", () => {
  fc.assert(
    fc.property(
      sizes,
      fc.integer({ min: 1, max: 12 }),
      termChoices,
      (size, span, terms) => {
        const { make, options } = sides(size);
        const shape = [2 * span, size.heads, size.width];
        const call = {
          ...options,
          span,
          terms,
          ...(terms.includes("c2p") ? { relK: make(...shape) } : {}),
          ...(terms.includes("p2c") ? { relQ: make(...shape) } : {}),
        };
        const result = pe.relative.deberta(call);
        termsAddUp(result);
        rowsSumToOne(result);
        agreesWithAttention("deberta", call, result);
        if (!terms.includes("p2c")) {
          assert.ok(result.terms.p2c.data.every((x) => x === 0));
        }
      },
    ),
    { numRuns: 30 },
  );
});

test("logBuckets(256, 512) has the published values, odd in the distance", () => {
  const at = [
    0, 1, 127, 128, 129, 131, 132, 200, 256, 300, 400, 510, 511, 512, 1000,
  ];
  const buckets = [
    0, 1, 127, 128, 129, 131, 131, 169, 192, 207, 233, 255, 255, 256, 317,
  ];
  const options = { buckets: 256, maxPosition: 512 };
  assert.deepEqual([...pe.relative.logBuckets(at, options)], buckets);
  assert.deepEqual(
    [...pe.relative.logBuckets([510, 512, -1000], { ...options, clamp: true })],
    [255, 255, -255],
  );
  assert.deepEqual(
    [
      ...pe.relative.logBuckets(
        at.map((x) => 0 - x),
        options,
      ),
    ],
    buckets.map((x) => 0 - x),
  );
});

test("logBuckets() never falls as the distance grows", () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 4, max: 400 }),
      fc.integer({ min: 2, max: 3000 }),
      (buckets, more) => {
        const maxPosition = Math.floor(buckets / 2) + more;
        const distances = Array.from({ length: maxPosition + 9 }, (_, d) => d);
        const found = pe.relative.logBuckets(distances, {
          buckets,
          maxPosition,
        });
        for (let d = 1; d < found.length; d += 1) {
          assert.ok(found[d] >= found[d - 1]);
        }
        // The reference's ceiling, away from where rounding could decide it.
        const mid = Math.floor(buckets / 2);
        for (const [d, bucket] of found.entries()) {
          if (d <= mid) {
            assert.equal(bucket, d);
            continue;
          }
          const exact =
            (Math.log(d / mid) / Math.log((maxPosition - 1) / mid)) * (mid - 1);
          if (Math.abs(exact - Math.round(exact)) < 1e-9) continue;
          assert.equal(bucket, mid + Math.ceil(exact));
        }
      },
    ),
    { numRuns: 40 },
  );
});

test("cope() with open gates counts positions, and attention agrees", () => {
  const make = random(3);
  const q = { data: new Float32Array(12).fill(20), shape: [6, 1, 2] };
  const k = { data: new Float32Array(12).fill(20), shape: [6, 1, 2] };
  const call = { q, k, v: make(6, 1, 3), causal: true, embeddings: make(9, 2) };
  const result = pe.relative.cope(call);
  for (let i = 0; i < 6; i += 1) {
    for (let j = 0; j <= i; j += 1) {
      assert.equal(result.positions.data[i * 6 + j], i - j + 1);
    }
  }
  agreesWithAttention("cope", call, result);
});

test("cope() counts no key that no query sees, in attention neither", () => {
  const make = random(31);
  const [keys, width] = [40, 4];
  const [k, v] = [make(keys, 1, width), make(keys, 1, 3)];
  const embeddings = make(30, width);
  const seen = { q: make(2, 1, width), v, window: 4, offset: 10 };
  const gated = (x) => {
    const position = /** @type {const} */ ({ type: "cope", embeddings });
    const found = pe.attention({ ...seen, k: x, position }).output;
    const { output } = pe.relative.cope({ ...seen, k: x, embeddings });
    assert.ok(maxError(found.data, output.data) < 1e-6);
    return output.data;
  };
  const before = gated(k);
  // Far behind the window, with other gates.
  const other = { data: k.data.slice(), shape: k.shape };
  for (let j = 30; j < keys; j += 1) {
    for (let x = 0; x < width; x += 1) other.data[j * width + x] *= -1;
  }
  assert.deepEqual(gated(other), before);
});

test("cope(): terms add up, positions rise towards the first key, caps hold", () => {
  fc.assert(
    fc.property(sizes, fc.boolean(), (size, scaled) => {
      const { make, keys, options } = sides({ ...size, causal: true });
      const call = { ...options, embeddings: make(4, size.width), scaled };
      const result = pe.relative.cope(call);
      termsAddUp(result);
      rowsSumToOne(result);
      agreesWithAttention("cope", call, result);
      result.positions.data.forEach((p, n) => {
        assert.ok(p >= 0 && p <= 3);
        if (n % keys > 0) assert.ok(p <= result.positions.data[n - 1]);
      });
    }),
    { numRuns: 30 },
  );
});

test("tupe(): untied positions, first token apart, and attention agrees", () => {
  fc.assert(
    fc.property(sizes, fc.boolean(), (size, cls) => {
      const { make, keys, options } = sides(size);
      const { heads, queries } = size;
      const extra = Number(cls);
      const call = {
        ...options,
        cls,
        positionQuery: make(queries + extra, heads, 5),
        positionKey: make(keys + extra, heads, 5),
      };
      const result = pe.relative.tupe(call);
      termsAddUp(result);
      rowsSumToOne(result);
      agreesWithAttention("tupe", call, result);
      if (!cls) return;
      const { data } = result.position;
      for (let j = 1; j < keys; j += 1) assert.equal(data[j], data[0]);
      for (let i = 2; i < queries; i += 1) {
        assert.equal(data[i * keys], data[keys]);
      }
    }),
    { numRuns: 30 },
  );
});

test("relative schemes scale q·k by 1/√D, by less where they add terms up", () => {
  const length = 3;
  const [q, k] = [1, 2].map((seed) => random(seed)(length, 2, 4));
  const rows = (count) => random(3)(count, 2, 4);
  const relK = rows(4);
  /** @type {[number, string, object][]} */
  const schemes = [
    [1, "shaw", { clip: 1, keyTable: random(4)(3, 4) }],
    [1, "transformerXL", { r: rows(5), firstDistance: 2 }],
    [3, "deberta", { span: 2, relK, relQ: relK }],
    [2, "deberta", { span: 2, relK, terms: ["c2p", "c2p"] }],
    [1, "deberta", { span: 2, terms: [] }],
    [1, "cope", { embeddings: random(5)(3, 4) }],
    [2, "tupe", { positionQuery: rows(3), positionKey: rows(3) }],
  ];
  for (const [terms, type, options] of schemes) {
    const scale = 1 / Math.sqrt(4 * terms);
    const call = pe.relative[type];
    assert.deepEqual(
      call({ q, k, ...options }),
      call({ q, k, scale, ...options }),
      `${type} ${terms}`,
    );
    const attend = (more) =>
      pe.attention({ q, k, v: q, position: { type, ...options }, ...more });
    assert.deepEqual(attend({}), attend({ scale }), `${type} ${terms}`);
  }
});

test("tupe() without content gives the positional scores alone", () => {
  const make = random(8);
  const { scores, position, output } = pe.relative.tupe({
    positionQuery: make(3, 2, 4),
    positionKey: make(5, 2, 4),
  });
  assert.deepEqual(scores.shape, [2, 3, 5]);
  assert.equal(output, undefined);
  assert.ok(maxError(scores.data, position.data) === 0);
});

test("unshift() is the way back from shift()", () => {
  const make = random(2);
  const x = make(2, 5, 9);
  const there = pe.relative.shift(x, { columns: 5 });
  const back = pe.relative.unshift(there, { columns: 9 });
  x.data.forEach((value, n) => {
    const column = n % 9;
    const skipped = 4 - (Math.floor(n / 9) % 5);
    const kept = column >= skipped && column < skipped + 5;
    assert.equal(back.data[n], kept ? value : 0);
  });
});

test("unshift() puts back what shift() of some columns took, with wrap too", () => {
  for (const [queries, rows, columns] of [
    [5, 9, 5],
    [3, 4, 1],
    [6, 4, 3],
  ]) {
    // Each cell has a number of its own, so that it can be followed.
    const data = Array.from({ length: queries * rows }, (_, n) => n + 1);
    const x = { data, shape: [queries, rows] };
    for (const wrap of [false, true]) {
      const there = pe.relative.shift(x, { columns, wrap });
      const back = pe.relative.unshift(there, { columns: rows, wrap });
      assert.deepEqual(back.shape, x.shape);
      const seen = new Set(there.data);
      assert.deepEqual(
        [...back.data],
        data.map((value) => (seen.has(value) ? value : 0)),
      );
      // By the paper's own code all cells but the zeros between rows are read.
      const zeros = there.data.filter((value) => value === 0).length;
      assert.ok(!wrap || zeros <= queries - 1, `${zeros}`);
    }
  }
});

test("shift() takes columns that there are, unshift() at least as many", () => {
  const x = { data: Array(12).fill(1), shape: [3, 4] };
  const most = 2 ** 24;
  for (const wrap of [false, true]) {
    const says = (call, columns, range) =>
      refuses(
        () => pe.relative[call](x, { columns, wrap }),
        RangeError,
        `relative.${call}: columns must be an integer from ${range}, got ${columns}`,
      );
    says("shift", 0, "1 to 4");
    says("shift", 5, "1 to 4");
    says("unshift", 3, `4 to ${most}`);
    says("unshift", most + 1, `4 to ${most}`);
  }
});

test("cope() rounds a position once, however many gates it sums", () => {
  const [keys, width] = [1500, 4];
  const make = random(11);
  const [q, k] = [make(1, 1, width), make(keys, 1, width)];
  const embeddings = make(keys + 1, width);
  const { positions } = pe.relative.cope({ q, k, embeddings });
  let p = 0;
  for (let j = keys - 1; j >= 0; j -= 1) {
    let dot = 0;
    for (let d = 0; d < width; d += 1) dot += q.data[d] * k.data[j * width + d];
    p += 1 / (1 + Math.exp(-dot / Math.sqrt(width)));
    const error = Math.abs(positions.data[j] - p);
    assert.ok(error <= 1.01 * 2 ** -24 * p, `key ${j}: ${error}`);
  }
});

test("cope() of one row and shaw() of clip 0 treat all keys alike", () => {
  const make = random(12);
  const [q, k] = [make(3, 1, 4), make(5, 1, 4)];
  const cope = pe.relative.cope({ q, k, embeddings: make(1, 4) });
  assert.deepEqual([...new Set(cope.positions.data)], [0]);
  const shaw = pe.relative.shaw({ q, k, clip: 0, keyTable: make(1, 4) });
  for (const { position } of [cope, shaw]) {
    for (let i = 0; i < 3; i += 1) {
      const row = position.data.slice(5 * i, 5 * i + 5);
      assert.equal(new Set(row).size, 1);
      assert.notEqual(row[0], 0);
    }
  }
  const indices = pe.relative.shawIndices({ queryLen: 2, keyLen: 2, clip: 0 });
  assert.deepEqual([...indices], [0, 0, 0, 0]);
});

test("distances() are query − key from an offset on, or their buckets", () => {
  const size = { queryLen: 3, keyLen: 4 };
  const expected = (offset, of = (x) => x) =>
    Array.from({ length: 12 }, (_, n) =>
      of(Math.floor(n / 4) + offset - (n % 4)),
    );
  const list = (more) => [...pe.relative.distances({ ...size, ...more })];
  assert.deepEqual(list({}), expected(0));
  const ends = { buckets: 4, maxPosition: 9 };
  for (const offset of [-7, 0, 1, 600]) {
    assert.deepEqual(list({ offset }), expected(offset));
    const far = expected(offset);
    const buckets = pe.relative.logBuckets(far, ends);
    assert.deepEqual(list({ offset, ...ends }), [...buckets]);
  }
  // The first is offset − 3, the last offset + 2.
  const [low, high] = [-(2 ** 31) + 3, 2 ** 31 - 3];
  for (const offset of [low, high]) {
    assert.deepEqual(list({ offset }), expected(offset));
  }
  for (const offset of [low - 1, high + 1]) {
    refuses(
      () => list({ offset }),
      RangeError,
      `relative.distances: offset must be such that all distances fit 32 bits, got ${offset}`,
    );
  }
});

test("shawIndices() and shawValues() count from an offset, by default the last queries", () => {
  const make = random(21);
  const [queries, keys, clip] = [3, 5, 2];
  const row = (i, j, offset) =>
    clip + Math.max(-clip, Math.min(clip, j - i - offset));
  const weights = make(2, 2, queries, keys);
  const valueTable = make(2 * clip + 1, 3);
  for (const offset of [undefined, -1, 0, 2, 40]) {
    const at = offset ?? keys - queries;
    const indices = pe.relative.shawIndices({
      queryLen: queries,
      keyLen: keys,
      clip,
      offset,
    });
    for (let i = 0; i < queries; i += 1) {
      for (let j = 0; j < keys; j += 1) {
        assert.equal(indices[i * keys + j], row(i, j, at));
      }
    }
    for (const outer of [[], [2], [2, 2]]) {
      const matrices = outer.reduce((a, b) => a * b, 1);
      const data = weights.data.slice(0, matrices * queries * keys);
      const found = pe.relative.shawValues(
        { data, shape: [...outer, queries, keys] },
        { clip, valueTable, offset },
      );
      assert.deepEqual(found.shape, [...outer, queries, 3]);
      found.data.forEach((x, n) => {
        const [line, e] = [Math.floor(n / 3), n % 3];
        let sum = 0;
        for (let j = 0; j < keys; j += 1) {
          const value = valueTable.data[row(line % queries, j, at) * 3 + e];
          sum += data[line * keys + j] * value;
        }
        assert.ok(Math.abs(x - sum) < 1e-6);
      });
    }
  }
});

test("transformerXL() takes the rows that distances need, and no fewer", () => {
  const make = random(22);
  const [queries, keys] = [3, 5];
  const sides = { q: make(queries, 1, 2), k: make(keys, 1, 2) };
  const call = (rows, more) =>
    pe.relative.transformerXL({ ...sides, r: make(rows, 1, 2), ...more });
  for (const [causal, offset, nearest, farthest] of /** @type {const} */ ([
    [true, undefined, 0, 4],
    [false, undefined, -2, 4],
    [true, 9, 5, 11],
    [true, 4, 0, 6],
    [false, 1, -3, 3],
    [true, 1, 0, 3],
  ])) {
    const rows = farthest - nearest + 1;
    const given = { causal, offset, firstDistance: farthest };
    const { terms } = call(rows, given);
    assert.deepEqual(terms.relative.shape, [1, queries, keys]);
    const says = (count, firstDistance) =>
      refuses(
        () => call(count, { ...given, firstDistance }),
        RangeError,
        `relative.transformerXL: r must have a row for each distance from ${nearest} to ${farthest}, got distances ${firstDistance - count + 1} to ${firstDistance}`,
      );
    if (rows > 1) says(rows - 1, farthest);
    says(rows, farthest - 1);
    says(rows, farthest + 1);
  }
});

test("deberta() looks up rows by distance, clipped to its span", () => {
  const make = random(23);
  const [length, heads, width, span] = [9, 2, 3, 3];
  const [q, k] = [make(length, heads, width), make(length, heads, width)];
  const [relK, relQ] = [6, 6].map((rows) => make(rows, heads, width));
  const scale = 1 / Math.sqrt(3 * width);
  const dot = (a, row, b, other, h) => {
    let sum = 0;
    for (let x = 0; x < width; x += 1) {
      sum +=
        a.data[(row * heads + h) * width + x] *
        b.data[(other * heads + h) * width + x];
    }
    return sum * scale;
  };
  for (const [offset, size] of /** @type {const} */ ([
    [undefined, undefined],
    [2, undefined],
    [-2, { buckets: 4, maxPosition: 6 }],
    [2 ** 31, undefined],
    [-(2 ** 31), undefined],
  ])) {
    const { terms } = pe.relative.deberta({
      q,
      k,
      span,
      relK,
      relQ,
      offset,
      ...size,
    });
    const row = (i, j) => {
      const distance = i + (offset ?? 0) - j;
      const [bucket = 0] = size
        ? pe.relative.logBuckets([distance], size)
        : [distance];
      return Math.max(0, Math.min(2 * span - 1, bucket + span));
    };
    for (let h = 0; h < heads; h += 1) {
      for (let i = 0; i < length; i += 1) {
        for (let j = 0; j < length; j += 1) {
          const at = (h * length + i) * length + j;
          const c2p = dot(q, i, relK, row(i, j), h);
          const p2c = dot(k, j, relQ, row(i, j), h);
          assert.ok(Math.abs(terms.c2p.data[at] - c2p) < 1e-6);
          assert.ok(Math.abs(terms.p2c.data[at] - p2c) < 1e-6);
        }
      }
    }
  }
});

test("transformerXL() without biases has those of zeros, however wide", () => {
  const make = random(25);
  const [heads, width] = [2, 1024];
  const call = {
    q: make(2, heads, width),
    k: make(2, heads, width),
    r: make(3, heads, width),
    firstDistance: 1,
  };
  const zeros = {
    data: new Float32Array(heads * width),
    shape: [heads, width],
  };
  const { scores } = pe.relative.transformerXL(call);
  for (const biases of [
    { contentBias: zeros },
    { positionBias: zeros },
    { contentBias: zeros, positionBias: zeros },
  ]) {
    const found = pe.relative.transformerXL({ ...call, ...biases });
    assert.deepEqual(found.scores, scores);
  }
});

test("cope() looks up whole positions, scaled by 1/√D or as they are", () => {
  const make = random(26);
  const [length, width] = [5, 4];
  const high = {
    data: new Float32Array(20).fill(30),
    shape: [length, 1, width],
  };
  const embeddings = make(9, width);
  for (const scaled of [undefined, false, true]) {
    const { position } = pe.relative.cope({
      q: high,
      k: high,
      causal: true,
      embeddings,
      scaled,
    });
    for (let i = 0; i < length; i += 1) {
      for (let j = 0; j <= i; j += 1) {
        const row = embeddings.data.subarray(4 * (i - j + 1));
        let sum = 0;
        for (let x = 0; x < width; x += 1) sum += 30 * row[x];
        const expected = scaled === false ? sum : sum / 2;
        assert.ok(Math.abs(position.data[i * length + j] - expected) < 1e-4);
      }
    }
  }
});

test("cope() takes gates in the form of k, and k itself by default", () => {
  const make = random(27);
  const [texts, keys, heads, width] = [2, 5, 2, 4];
  const [q, k] = [
    make(texts, 3, heads, width),
    make(texts, keys, heads, width),
  ];
  const call = { q, k, embeddings: make(6, width) };
  const { scores } = pe.relative.cope(call);
  assert.deepEqual(pe.relative.cope({ ...call, gates: k }).scores, scores);
  const gates = make(...k.shape);
  const other = pe.relative.cope({ ...call, gates }).scores;
  assert.ok(maxError(other.data, scores.data) > 1e-3);
  const part = ({ data, shape: [, ...shape] }) => ({
    data: data.slice(0, data.length / 2),
    shape,
  });
  const first = { ...call, q: part(q), k: part(k), gates: part(gates) };
  const alone = pe.relative.cope(first).scores;
  assert.ok(maxError(part(other).data, alone.data) < 1e-6);
  const joined = ({ data, shape }) => ({
    data,
    shape: [shape[0], heads * width],
  });
  const flat = pe.relative.cope({
    ...call,
    numHeads: heads,
    q: joined(part(q)),
    k: joined(part(k)),
    gates: joined(part(gates)),
  });
  assert.deepEqual(flat.scores, alone);
  for (const wrongly of [
    part(gates),
    { data: gates.data, shape: [80] },
    { data: gates.data, shape: [1, 2, 5, 2, 4] },
    make(2, 5, 2, 5),
  ]) {
    refuses(
      () => pe.relative.cope({ ...call, gates: wrongly }),
      RangeError,
      `relative.cope: gates must have the form of k, 80 numbers, got shape [${wrongly.shape.join(", ")}]`,
    );
  }
});

test("tupe() scales positions by 1/√(2·width), or as asked", () => {
  const make = random(28);
  const [queries, keys, heads, width] = [3, 4, 2, 5];
  const positionQuery = make(queries, heads, width);
  const positionKey = make(keys, heads, width);
  for (const positionScale of [undefined, 0.5]) {
    const { position } = pe.relative.tupe({
      positionQuery,
      positionKey,
      positionScale,
    });
    const scale = positionScale ?? 1 / Math.sqrt(2 * width);
    for (let n = 0; n < heads * queries * keys; n += 1) {
      const j = n % keys;
      const i = Math.floor(n / keys) % queries;
      const h = Math.floor(n / keys / queries);
      let sum = 0;
      for (let x = 0; x < width; x += 1) {
        sum +=
          positionQuery.data[(i * heads + h) * width + x] *
          positionKey.data[(j * heads + h) * width + x];
      }
      assert.ok(Math.abs(position.data[n] - sum * scale) < 1e-6);
    }
  }
});

test("texts side by side have the terms of each alone", () => {
  const make = random(24);
  const [texts, queries, keys, heads, width] = [2, 3, 5, 2, 4];
  const all = {
    q: make(texts, queries, heads, width),
    k: make(texts, keys, heads, width),
    v: make(texts, keys, heads, 3),
  };
  const part = (x, b) => {
    const [count, ...shape] = x.shape;
    const size = x.data.length / count;
    return { data: x.data.slice(b * size, (b + 1) * size), shape };
  };
  const tensors = (result) => ({
    ...result.terms,
    ...Object.fromEntries(
      Object.entries(result).filter(([, value]) => "shape" in value),
    ),
  });
  for (const [type, options] of /** @type {const} */ ([
    ["shaw", { clip: 1, keyTable: make(3, width), valueTable: make(3, 3) }],
    [
      "transformerXL",
      {
        r: make(8, heads, width),
        firstDistance: 5,
        contentBias: make(heads, width),
        positionBias: make(heads, width),
      },
    ],
    [
      "deberta",
      { span: 2, relK: make(4, heads, width), relQ: make(4, heads, width) },
    ],
    ["cope", { embeddings: make(heads, 4, width) }],
    [
      "tupe",
      {
        positionQuery: make(queries, heads, 3),
        positionKey: make(keys, heads, 3),
      },
    ],
  ])) {
    const call = /** @type {any} */ (pe.relative[type]);
    const together = tensors(call({ ...all, ...options }));
    assert.ok(Object.keys(together).length > 4);
    for (let b = 0; b < texts; b += 1) {
      const [q, k, v] = [all.q, all.k, all.v].map((x) => part(x, b));
      const alone = tensors(call({ q, k, v, ...options }));
      for (const [name, tensor] of Object.entries(together)) {
        const { data, shape } = part(tensor, b);
        assert.deepEqual(shape, alone[name].shape, `${type} ${name}`);
        assert.ok(maxError(data, alone[name].data) < 1e-6, `${type} ${name}`);
      }
    }
  }
});

test("relative calls refuse what does not fit, naming argument and value", () => {
  const make = random(6);
  const [q, k] = [make(3, 1, 4), make(3, 1, 4)];
  const cases = [
    [
      () => pe.relative.shaw({ q, k, clip: -1, keyTable: make(3, 4) }),
      RangeError,
      "relative.shaw: clip must be an integer from 0 to 1048576, got -1",
    ],
    [
      () => pe.relative.shaw({ q, k, clip: 2, keyTable: make(3, 4) }),
      RangeError,
      "relative.shaw: keyTable must have shape [5, 4] or [1, 5, 4], got [3, 4]",
    ],
    [
      () => pe.relative.deberta({ q, k, span: 2, relK: make(4, 1, 4) }),
      TypeError,
      "relative.deberta: relQ is required (a tensor of shape [4, 1, 4])",
    ],
    [
      () => pe.relative.deberta({ q, k, span: 2, terms: [untyped("p2p")] }),
      RangeError,
      'relative.deberta: terms must be an array of "c2p" and "p2c", got an array of length 1',
    ],
    [
      () => pe.relative.logBuckets([1], { buckets: 2, maxPosition: 9 }),
      RangeError,
      "relative.logBuckets: buckets must be an integer from 4 to 65536, got 2",
    ],
    [
      () =>
        pe.relative.logBuckets([2 ** 31 - 1], {
          buckets: 65536,
          maxPosition: 32770,
        }),
      RangeError,
      "relative.logBuckets: an argument lies outside its documented range",
    ],
    [
      () => pe.relative.logBuckets([0.5], { buckets: 8, maxPosition: 9 }),
      RangeError,
      "relative.logBuckets: distances[0] must be an integer from -2147483648 to 2147483647, got 0.5",
    ],
    [
      () => pe.relative.logBuckets([1], untyped({})),
      TypeError,
      "relative.logBuckets: buckets is required (an integer from 4 to 65536)",
    ],
    [
      () =>
        pe.relative.tupe({
          positionQuery: make(3, 1, 4),
          positionKey: make(3, 1, 5),
        }),
      RangeError,
      "relative.tupe: positionKey must have shape [3, 1, 4], got [3, 1, 5]",
    ],
    [
      () => pe.relative.shift(make(3, 4), { columns: 5 }),
      RangeError,
      "relative.shift: columns must be an integer from 1 to 4, got 5",
    ],
  ];
  for (const [call, Kind, message] of cases) refuses(call, Kind, message);
});

test("tupe({ relative }) adds T5's buckets, with two of their own for the first token", () => {
  const make = random(7);
  const table = make(9, 2);
  const positions = {
    positionQuery: make(5, 2, 3),
    positionKey: make(5, 2, 3),
    cls: true,
  };
  const relative = { table, numBuckets: 8, maxDistance: 16 };
  const plain = pe.relative.tupe(positions);
  const { position, scores, buckets } = pe.relative.tupe({
    ...positions,
    relative,
  });
  assert.deepEqual([...buckets.subarray(0, 4)], [4, 4, 4, 4]);
  assert.deepEqual([buckets[4], buckets[8], buckets[12]], [8, 8, 8]);
  const t5 = pe.bias.t5Bucket([0, 1, -1], { numBuckets: 8, maxDistance: 16 });
  assert.deepEqual([buckets[5], buckets[6], buckets[9]], [...t5]);
  position.data.forEach((x, n) => {
    const added = table.data[buckets[n % 16] * 2 + Math.floor(n / 16)];
    assert.ok(Math.abs(x - plain.position.data[n] - added) < 1e-6);
    assert.ok(Math.abs(scores.data[n] - x) < 1e-6);
  });
  refuses(
    () =>
      pe.relative.tupe({ ...positions, relative: { table, numBuckets: 7 } }),
    RangeError,
    "relative.tupe: relative: numBuckets must be an even integer, got 7",
  );
  refuses(
    () =>
      // @ts-expect-error a mask adds to bias, not to relative
      pe.relative.tupe({
        ...positions,
        relative,
        mask: { data: [0, 0, 0, 0], shape: [1, 4] },
      }),
    TypeError,
    "relative.tupe: give either mask or relative, got both (mask of shape [1, 4])",
  );
});

test("tupe({ relative }) has 32 buckets up to distance 128 by default", () => {
  const make = random(29);
  const positions = {
    positionQuery: make(130, 1, 2),
    positionKey: make(130, 1, 2),
  };
  const relative = { table: make(32, 1) };
  const { buckets = [] } = pe.relative.tupe({ ...positions, relative });
  // One less or more would give 90 or 91 another bucket.
  const distances = [0, 1, 90, 91, 129];
  const same = { numBuckets: 32, maxDistance: 128 };
  assert.deepEqual(
    distances.map((n) => buckets[n]),
    [...pe.bias.t5Bucket(distances, same)],
  );
});

test("tupe({ relative }) counts distances from the offset, by default that of the last queries", () => {
  const make = random(30);
  const [queries, keys] = [2, 5];
  const positions = {
    positionQuery: make(queries, 2, 3),
    positionKey: make(keys, 2, 3),
  };
  const sizes = { numBuckets: 8, maxDistance: 16 };
  const table = make(8, 1);
  const relative = { table, ...sizes };
  const plain = pe.relative.tupe(positions).position.data;
  for (const offset of [undefined, 1]) {
    const first = offset ?? keys - queries;
    const { position, buckets } = pe.relative.tupe({
      ...positions,
      relative,
      offset,
    });
    const distances = Array.from(
      { length: queries * keys },
      (_, n) => (n % keys) - Math.floor(n / keys) - first,
    );
    assert.deepEqual(buckets, pe.bias.t5Bucket(distances, sizes));
    // One column is that of all heads.
    position.data.forEach((x, n) => {
      const added = table.data[buckets?.[n % distances.length] ?? -1];
      assert.ok(Math.abs(x - plain[n] - added) < 1e-6);
    });
  }
});

test("tupe() without content says which of its positions is missing or has another form", () => {
  const make = random(31);
  const [three, two] = [make(3, 2, 4), make(3, 8)];
  // A row for the first token alone leaves no content out.
  const first = make(1, 2, 4);
  const needsContent =
    "q is required (a tensor of shape [B, T, H, D] or [T, H, D] (with numHeads also [B, T, H·D] or [T, H·D]))";
  for (const [positions, Kind, message] of /** @type {const} */ ([
    [{}, TypeError, "positionQuery is required (a tensor of shape [Q, H, D])"],
    [
      { positionQuery: three },
      TypeError,
      "positionKey is required (a tensor of shape [K, H, D])",
    ],
    [
      { positionQuery: two, positionKey: three },
      RangeError,
      "positionQuery must have shape [Q, H, D], got [3, 8]",
    ],
    [
      { positionQuery: three, positionKey: two },
      RangeError,
      "positionKey must have shape [K, H, D], got [3, 8]",
    ],
    [
      { positionQuery: three, positionKey: make(5, 3, 4) },
      RangeError,
      "positionKey must have shape [any, 2, any], got [5, 3, 4]",
    ],
    [
      { positionQuery: first, positionKey: three, cls: true },
      TypeError,
      needsContent,
    ],
    [
      { positionQuery: three, positionKey: first, cls: true },
      TypeError,
      needsContent,
    ],
  ])) {
    refuses(
      () => pe.relative.tupe(untyped(positions)),
      Kind,
      `relative.tupe: ${message}`,
    );
  }
});

test("terms are told for keys, too, that no query sees", () => {
  const make = random(32);
  const [queries, keys, width] = [2, 6, 4];
  const [q, k] = [make(queries, 1, width), make(keys, 1, width)];
  const { terms } = pe.relative.shaw({
    q,
    k,
    causal: true,
    offset: 0,
    clip: 1,
    keyTable: make(3, width),
  });
  const expected = Array.from({ length: queries * keys }, (_, n) => {
    let sum = 0;
    for (let x = 0; x < width; x += 1) {
      sum +=
        q.data[Math.floor(n / keys) * width + x] *
        k.data[(n % keys) * width + x];
    }
    return sum / Math.sqrt(width);
  });
  assert.ok(maxError(terms.content.data, expected) < 1e-6);
});
