import assert from "node:assert/strict";
import test from "node:test";
import fc from "fast-check";
import { maxError, pe } from "./helpers.js";

const { frequencies, tables, apply, applyInPlace, shift } = pe.rotary;

/** Numbers from −2 to 2, the same for the same seed. */
function noise(shape, seed = 1) {
  const data = new Float32Array(shape.reduce((a, b) => a * b, 1));
  let state = (seed * 2654435761) >>> 0;
  for (let i = 0; i < data.length; i += 1) {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    data[i] = state / 2 ** 30 - 2;
  }
  return { data, shape };
}

const dot = (a, b) => a.reduce((sum, x, i) => sum + x * b[i], 0);

/** Head dimensions, layout and a seed. */
const heads = fc.record({
  pairs: fc.integer({ min: 1, max: 40 }),
  rest: fc.integer({ min: 0, max: 5 }),
  layout: fc.constantFrom("halves", "interleaved"),
  seed: fc.integer({ min: 1, max: 1e6 }),
});
const position = fc.double({ min: -1e6, max: 1e6, noNaN: true });
const check = (arbitrary, property, numRuns = 60) =>
  fc.assert(/** @type {any} */ (fc.property)(...arbitrary, property), {
    numRuns,
  });

test("frequencies({ headDim }) are base^(−2i/d), the first exactly 1", () => {
  const found = frequencies({ headDim: 8 });
  assert.deepEqual([...found.inverseFrequency], [1, 0.1, 0.01, 0.001]);
  assert.equal(found.attentionFactor, 1);
  assert.equal(found.inverseFrequencyTail.length, 4);
});

test("tables hold cos and sin of position × frequency, exact at 2³¹ too", () => {
  const positions = [0, 1, -3.5, 2 ** 31, -(2 ** 31)];
  const f = frequencies({ headDim: 12, base: 500000 });
  const { cos, sin } = tables({ frequencies: f, positions });
  const rows = pe.embedding.sinusoidal({
    positions,
    dModel: 12,
    base: 500000,
    layout: "halves",
  });
  assert.deepEqual(cos.shape, [5, 6]);
  for (let t = 0; t < 5; t += 1) {
    for (let i = 0; i < 6; i += 1) {
      assert.equal(sin.data[6 * t + i], rows.data[12 * t + i]);
      assert.equal(cos.data[6 * t + i], rows.data[12 * t + 6 + i]);
    }
  }
});

test("tables({ seqLen, offset }) and nested positions give the same rows", () => {
  const f = frequencies({ headDim: 6 });
  const range = tables({ frequencies: f, seqLen: 4, offset: 3 });
  const listed = tables({ frequencies: f, positions: [3, 4, 5, 6] });
  const nested = tables({
    frequencies: f,
    positions: [
      [3, 4],
      [5, 6],
    ],
  });
  const tensor = tables({
    frequencies: f,
    positions: { data: [3, 4, 5, 6], shape: [2, 2] },
  });
  assert.deepEqual(range.cos.data, listed.cos.data);
  assert.deepEqual(nested.cos.shape, [2, 2, 3]);
  assert.deepEqual(nested.cos.data, listed.cos.data);
  assert.deepEqual(tensor.sin, nested.sin);
});

test("tables in a reduced precision are those of the runtimes", () => {
  const f = frequencies({ headDim: 4 });
  const at = (precision, positions) =>
    tables({ frequencies: f, positions, precision });
  // Hugging Face's recipe, step by step.
  const p = 123457;
  const angle = Math.fround(Math.fround(0.01) * p);
  const { cos } = at("float32", [p]);
  assert.equal(cos.data[1], Math.fround(Math.cos(angle)));
  assert.notEqual(cos.data[1], at("exact", [p]).cos.data[1]);
  // bfloat16 cannot tell 256 from 257, float16 ends at 65504.
  const low = at("bfloat16", [256, 257]);
  assert.equal(low.sin.data[0], low.sin.data[2]);
  const half = at("float16", [256, 257, 70000]);
  assert.notEqual(half.sin.data[0], half.sin.data[2]);
  assert.ok(Number.isNaN(half.sin.data[4]));
});

test("cos² + sin² is the square of the attention factor", () => {
  const scaling = /** @type {const} */ ({
    type: "yarn",
    factor: 16,
    originalMaxSeqLen: 4096,
  });
  const f = frequencies({ headDim: 64, scaling });
  const { cos, sin } = tables({ frequencies: f, seqLen: 50, offset: 1e5 });
  cos.data.forEach((c, i) => {
    const square = c * c + sin.data[i] ** 2;
    assert.ok(Math.abs(square - f.attentionFactor ** 2) < 4e-7);
  });
});

test("apply turns (1, 0) to (cos p, sin p) in both layouts", () => {
  const f = frequencies({ headDim: 2 });
  const x = { data: [1, 0, 1, 0], shape: [2, 1, 2] };
  for (const layout of /** @type {const} */ (["halves", "interleaved"])) {
    const y = apply(x, { frequencies: f, layout, offset: 1 });
    assert.deepEqual(y.shape, [2, 1, 2]);
    const expected = [1, 2].flatMap((p) => [Math.cos(p), Math.sin(p)]);
    assert.ok(maxError(y.data, expected) < 3e-8);
  }
});

test("apply keeps norms and passes the columns past rotaryDim through", () => {
  check([heads, position], ({ pairs, rest, layout, seed }, offset) => {
    const d = 2 * pairs + rest;
    const x = noise([3, 2, d], seed);
    const f = frequencies({ headDim: d, rotaryDim: 2 * pairs });
    const y = apply(x, { frequencies: f, layout, offset });
    for (let h = 0; h < x.data.length; h += d) {
      const a = x.data.subarray(h, h + d);
      const b = y.data.subarray(h, h + d);
      assert.ok(Math.abs(dot(a, a) - dot(b, b)) <= 2e-6 * dot(a, a));
      assert.deepEqual(b.slice(2 * pairs), a.slice(2 * pairs));
    }
  });
});

test("q·k depends on the offset of the positions alone", () => {
  check(
    [heads, fc.integer({ min: 0, max: 1e6 }), fc.integer({ min: 0, max: 1e9 })],
    ({ pairs, layout, seed }, distance, moved) => {
      const d = 2 * pairs;
      const q = noise([1, 1, d], seed);
      const k = noise([1, 1, d], seed + 1);
      const f = frequencies({ headDim: d });
      const score = (p) =>
        dot(
          apply(q, { frequencies: f, layout, offset: p + distance }).data,
          apply(k, { frequencies: f, layout, offset: p }).data,
        );
      const size = Math.sqrt(dot(q.data, q.data) * dot(k.data, k.data));
      assert.ok(Math.abs(score(0) - score(moved)) <= 1e-6 * size);
    },
  );
});

test("shift moves rotated keys as rotating them anew would", () => {
  const scaling = /** @type {const} */ ({
    type: "yarn",
    factor: 4,
    originalMaxSeqLen: 64,
  });
  check(
    [heads, position, position],
    ({ pairs, rest, layout, seed }, p, delta) => {
      const d = 2 * pairs + rest;
      const k = noise([2, 3, 2, d], seed);
      const f = frequencies({
        headDim: d,
        rotaryDim: 2 * pairs,
        base: 777,
        ...(pairs > 1 && { scaling }),
      });
      const cached = apply(k, { frequencies: f, layout, offset: p });
      const moved = shift(cached, delta, { frequencies: f, layout });
      // p + delta + t and p + t + delta may differ in float64's last bit.
      const again = apply(k, { frequencies: f, layout, offset: p + delta });
      assert.deepEqual(moved.shape, k.shape);
      assert.ok(maxError(moved.data, again.data) < 4e-6);
    },
  );
});

test("shift takes a delta for every token", () => {
  const f = frequencies({ headDim: 8 });
  const k = noise([2, 3, 1, 8]);
  const cached = apply(k, { frequencies: f, positions: [10, 20, 30] });
  const delta = [
    [-10, -19, -28],
    [0, 5, 1],
  ];
  const moved = shift(cached, delta, { frequencies: f });
  const positions = [
    [0, 1, 2],
    [10, 25, 31],
  ];
  const again = apply(k, { frequencies: f, positions });
  assert.ok(maxError(moved.data, again.data) < 2e-6);
});

test("apply({ inverse }) undoes apply, attention factor included", () => {
  const scaling = /** @type {const} */ ({
    type: "yarn",
    factor: 40,
    originalMaxSeqLen: 4096,
  });
  check([heads, position], ({ pairs, rest, layout, seed }, offset) => {
    const d = 2 * pairs + rest;
    const x = noise([2, 4, 1, d], seed);
    const f = frequencies({ headDim: d, rotaryDim: 2 * pairs, scaling });
    const options = { frequencies: f, layout, offset };
    const back = apply(apply(x, options), { ...options, inverse: true });
    assert.ok(maxError(back.data, x.data) < 2e-6);
    const ready = {
      tables: tables({ frequencies: f, seqLen: 4, offset }),
      layout,
    };
    const before = ready.tables.cos.data.slice();
    const same = apply(apply(x, ready), { ...ready, inverse: true });
    assert.deepEqual(same.data, back.data);
    assert.deepEqual(ready.tables.cos.data, before);
  });
});

test("the layouts are permutations of each other", () => {
  check([heads, position], ({ pairs, rest, seed }, offset) => {
    const d = 2 * pairs + rest;
    const x = noise([2, 2, d], seed);
    const f = frequencies({ headDim: d, rotaryDim: 2 * pairs });
    const toHalf = ({ data, shape }) => ({
      shape,
      data: data.map((_, i) => {
        const c = i % d;
        const from =
          c >= 2 * pairs ? c : c < pairs ? 2 * c : 2 * (c - pairs) + 1;
        return data[i - c + from];
      }),
    });
    const interleaved = apply(x, {
      frequencies: f,
      layout: "interleaved",
      offset,
    });
    const half = apply(toHalf(x), { frequencies: f, layout: "halves", offset });
    assert.deepEqual(toHalf(interleaved).data, half.data);
  });
});

test("apply takes tables, and positions are their rows", () => {
  const f = frequencies({ headDim: 8 });
  const x = noise([2, 3, 2, 8]);
  const ready = tables({ frequencies: f, seqLen: 10 });
  const from = (options) => apply(x, { tables: ready, ...options }).data;
  const made = (options) => apply(x, { frequencies: f, ...options }).data;
  assert.deepEqual(from({}), made({}));
  assert.deepEqual(from({ offset: 7 }), made({ offset: 7 }));
  const rows = [
    [9, 0, 4],
    [1, 1, 2],
  ];
  assert.deepEqual(from({ positions: rows }), made({ positions: rows }));
  assert.deepEqual(
    from({ positions: [9, 0, 4] }),
    made({ positions: [9, 0, 4] }),
  );
  // Tables [B, T, …] have a row for every token.
  const own = tables({ frequencies: f, positions: rows });
  assert.deepEqual(apply(x, { tables: own }).data, made({ positions: rows }));
});

test("apply({ numHeads }) takes heads side by side", () => {
  const f = frequencies({ headDim: 4 });
  const x = noise([5, 3, 4]);
  const expected = apply(x, { frequencies: f });
  const flat = apply(
    { data: x.data, shape: [5, 12] },
    { frequencies: f, numHeads: 3 },
  );
  assert.deepEqual(flat.shape, [5, 12]);
  assert.deepEqual(flat.data, expected.data);
  const checked = apply(x, { frequencies: f, numHeads: 3 });
  assert.deepEqual(checked, expected);
  const batch = noise([2, 5, 12]);
  assert.deepEqual(
    apply(batch, { frequencies: f, numHeads: 3 }).data,
    apply({ data: batch.data, shape: [2, 5, 3, 4] }, { frequencies: f }).data,
  );
});

test("applyInPlace writes into the buffer, apply leaves it alone", () => {
  const f = frequencies({ headDim: 6 });
  const x = noise([4, 2, 6]);
  const buffer = pe.buffer(x.shape);
  buffer.data.set(x.data);
  const expected = apply(x, { frequencies: f, offset: 2 });
  assert.deepEqual(apply(buffer, { frequencies: f, offset: 2 }), expected);
  assert.deepEqual(buffer.data.slice(), x.data);
  assert.equal(applyInPlace(buffer, { frequencies: f, offset: 2 }), buffer);
  assert.deepEqual(buffer.data.slice(), expected.data);
  const ready = tables({ frequencies: f, seqLen: 4, offset: 2 });
  applyInPlace(buffer, { tables: ready, inverse: true });
  assert.ok(maxError(buffer.data, x.data) < 1e-6);
  buffer.dispose();
});

test("apply in bfloat16 shows the collapse of positions past 256", () => {
  const f = frequencies({ headDim: 16 });
  const x = noise([1, 1, 16]);
  const at = (offset) =>
    apply(x, { frequencies: f, offset, precision: "bfloat16" }).data;
  assert.deepEqual(at(1000), at(1001));
  assert.notDeepEqual(at(100), at(101));
});

test("frequencies of one's own turn as told", () => {
  const own = { inverseFrequency: [Math.PI / 2, 0], attentionFactor: 2 };
  const y = apply(
    { data: [1, 2, 3, 4], shape: [1, 1, 4] },
    { frequencies: own, offset: 1 },
  );
  assert.ok(maxError(y.data, [-6, 4, 2, 8]) < 1e-6);
});

test("attentionScale gives DeepSeek's mscale and score scale", () => {
  const found = pe.rotary.attentionScale({ factor: 40, headDim: 192 });
  assert.ok(Math.abs(found.mscale - 1.3688879454113936) < 1e-15);
  assert.ok(Math.abs(found.softmaxScale - 0.1352337788608801) < 1e-15);
  const none = pe.rotary.attentionScale({ factor: 0.5, mscale: 2, headDim: 4 });
  assert.deepEqual(none, { mscale: 1, softmaxScale: 0.5 });
});

test("angles are kept by each frequency, in lists of any kind, for all texts", () => {
  const [texts, heads, width] = [2, 3, 4];
  const x = noise([texts, 1, heads, width]);
  const lists = [
    [5, 1],
    [0, 1],
    [1, 5],
    [1, 0],
    [0, 0],
    [2, 3],
    [4, 3],
    [4, 2],
  ];
  for (const listOf of [
    (list) => [...list],
    (list) => Float64Array.from(list),
  ]) {
    for (const tail of [undefined, [0, 0], [1e-3, 0], [0, 1e-3], [0, 0]]) {
      for (const list of lists) {
        const own = {
          inverseFrequency: listOf(list),
          ...(tail && { inverseFrequencyTail: listOf(tail) }),
        };
        const options = { frequencies: own, offset: 7 };
        const expected = apply(x, {
          tables: tables({ ...options, seqLen: 1 }),
        });
        // Made, and as it was kept.
        for (let n = 0; n < 2; n += 1) {
          assert.deepEqual(apply(x, options).data, expected.data);
        }
      }
    }
  }
});

test("the angles of a token are of what is given now, though some are kept", () => {
  const x = noise([1, 2, 8]);
  const own = /** @type {any} */ (frequencies({ headDim: 8 }));
  /** By a table of the same, for which nothing is kept. */
  const slowly = (options) => {
    const { offset = 0, ...rest } = options;
    return apply(x, { tables: tables({ ...rest, seqLen: 1, offset }) }).data;
  };
  const options = { frequencies: own, offset: 1000 };
  const changes = [
    () => {},
    () => {
      options.offset = 1001;
    },
    () => {
      own.inverseFrequency[3] *= 2;
    },
    () => {
      own.inverseFrequencyTail[0] = 1e-5;
    },
    () => {
      own.attentionFactor = 1.5;
    },
    () => {
      own.inverseFrequency = [...own.inverseFrequency].reverse();
    },
    () => {
      own.inverseFrequency = own.inverseFrequency.slice(0, 3);
      own.inverseFrequencyTail = own.inverseFrequencyTail.slice(0, 3);
    },
    () => {
      delete own.inverseFrequencyTail;
    },
    () => {
      options.precision = "bfloat16";
    },
  ];
  let before;
  for (const [i, change] of changes.entries()) {
    change();
    const found = apply(x, options).data;
    assert.deepEqual(found, slowly(options), `change ${i}`);
    assert.deepEqual(apply(x, options).data, found, `again, change ${i}`);
    assert.deepEqual(
      apply(x, { ...options, inverse: true }).data,
      apply(x, {
        tables: tables({
          frequencies: own,
          offset: options.offset,
          seqLen: 1,
          precision: options.precision,
        }),
        inverse: true,
      }).data,
    );
    if (i > 0) assert.notDeepEqual(found, before, `change ${i} is none`);
    before = found;
  }
});

test("rows of tables are found as by positions, and refused as elsewhere", () => {
  const own = frequencies({ headDim: 8 });
  const { cos, sin } = tables({ frequencies: own, seqLen: 5 });
  for (const shape of [
    [2, 3, 8],
    [2, 2, 3, 10],
  ]) {
    const x = noise(shape);
    for (const layout of /** @type {const} */ (["halves", "interleaved"])) {
      for (const offset of [0, 2, 3]) {
        const positions = [offset, offset + 1];
        const options = { tables: { cos, sin }, layout };
        assert.deepEqual(
          apply(x, { ...options, offset }),
          apply(x, { ...options, positions }),
        );
      }
    }
  }
  const refused = (options, message) =>
    assert.throws(() => apply(noise([2, 3, 8]), options), { message });
  refused(
    { tables: { cos, sin }, offset: 4 },
    "rotary.apply: positions are rows of the tables, integers from 0 to 4, got 5",
  );
  refused(
    { tables: { cos, sin }, offset: 0.5 },
    "rotary.apply: positions are rows of the tables, integers from 0 to 4, got 0.5",
  );
  refused(
    { tables: { cos, sin, tan: cos } },
    'rotary.apply: unknown option "tan" in tables, did you mean sin? (known: cos, sin, angles)',
  );
});

test("columns before startIndex pass through, those behind it turn", () => {
  // The last 64 of 512 columns, as in DeepSeek V4.
  const frequencies = pe.rotary.frequencies({ headDim: 64, base: 1.6e5 });
  const [tokens, width, startIndex] = [3, 512, 448];
  const x = {
    data: new Float32Array(tokens * width),
    shape: [tokens, 1, width],
  };
  for (let i = 0; i < x.data.length; i += 1) x.data[i] = Math.sin(i * i);
  const tail = (data) =>
    Float32Array.from(
      { length: tokens * 64 },
      (_, i) => data[Math.floor(i / 64) * width + startIndex + (i % 64)],
    );
  const alone = { data: tail(x.data), shape: [tokens, 1, 64] };
  for (const layout of /** @type {const} */ (["halves", "interleaved"])) {
    const options = { frequencies, layout, offset: 7 };
    const found = pe.rotary.apply(x, { ...options, startIndex });
    const expected = pe.rotary.apply(alone, options);
    assert.deepEqual(tail(found.data), expected.data);
    for (let i = 0; i < x.data.length; i += 1) {
      if (i % width < startIndex) assert.equal(found.data[i], x.data[i]);
    }
    const back = pe.rotary.apply(found, {
      ...options,
      startIndex,
      inverse: true,
    });
    assert.ok(back.data.every((n, i) => Math.abs(n - x.data[i]) < 1e-6));
    const moved = pe.rotary.shift(found, 2, {
      frequencies,
      layout,
      startIndex,
    });
    const later = pe.rotary.shift(expected, 2, { frequencies, layout });
    assert.deepEqual(tail(moved.data), later.data);
    const prepared = pe.rotary.prepare({ frequencies, layout, startIndex });
    assert.deepEqual(prepared.apply(x, 7), found);
    prepared.dispose();
    // In attention, and in a cache; turned backward as well (NanoChat).
    for (const inverse of [false, true]) {
      const theta = frequencies.inverseFrequency.map((w) => (inverse ? -w : w));
      const turn = (y) =>
        pe.rotary.apply(y, {
          frequencies: { inverseFrequency: theta },
          layout,
          startIndex,
        });
      const position = {
        type: "rotary",
        rotaryDim: 64,
        base: 1.6e5,
        layout,
        startIndex,
        inverse,
      };
      const by = pe.attention(
        /** @type {any} */ ({ q: x, k: x, v: x, causal: true, position }),
      ).output;
      const hand = pe.attention({ q: turn(x), k: turn(x), v: x, causal: true });
      assert.ok(
        by.data.every((n, i) => Math.abs(n - hand.output.data[i]) < 1e-6),
      );
      const cache = pe.attention.prepare(
        /** @type {any} */ ({ numHeads: 1, headDim: width, position }),
      );
      assert.deepEqual(cache.step(x, x, x), by);
      cache.dispose();
    }
  }
  assert.throws(
    () => pe.rotary.apply(x, { frequencies, startIndex: 449 }),
    /32 frequencies turn 64 columns from 449 on, more than a head of x has/,
  );
});
