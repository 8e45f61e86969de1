// A cache of keys and values gives what attention over all of them gives.
import assert from "node:assert/strict";
import test from "node:test";
import { untyped } from "../../untyped.js";
import { startGuarded } from "./guarded-heap.js";
import { refuses } from "./helpers.js";

const { pe, heap } = await startGuarded();

const noise = (shape, seed = 1) => {
  let state = seed;
  const next = () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 31 - 1;
  };
  const length = shape.reduce((a, b) => a * b, 1);
  return { data: Float32Array.from({ length }, next), shape };
};

const [HEADS, GROUPS, WIDTH, VALUE] = [4, 2, 8, 6];

/** How many tokens a sequence of the tests has. */
const LENGTH = 21;

const perceptron = {
  hiddenWeight: noise([5], 31),
  hiddenBias: noise([5], 32),
  outputWeight: noise([HEADS, 5], 33),
  outputBias: noise([HEADS], 34),
};

const POSITIONS = {
  none: undefined,
  nope: { type: "none" },
  rotary: { type: "rotary", rotaryDim: 6, layout: "interleaved" },
  turnedBack: {
    type: "rotary",
    rotaryDim: 4,
    startIndex: 2,
    outputTurnedBack: true,
  },
  yarn: {
    type: "rotary",
    frequencies: pe.rotary.frequencies({
      headDim: WIDTH,
      scaling: { type: "yarn", factor: 4, originalMaxSeqLen: 64 },
    }),
    precision: "bfloat16",
  },
  dynamic: {
    type: "rotary",
    seqLen: 99,
    scaling: { type: "dynamic", factor: 2, originalMaxSeqLen: 9 },
  },
  alibi: { type: "alibi", symmetric: true },
  t5: { type: "t5", table: noise([8, HEADS], 21), maxDistance: 20 },
  kerple: { type: "kerple", kind: "log", a: [1, 2, 3, 4], p: [1, 1, 2, 2] },
  sandwich: { type: "sandwich", dim: 16 },
  fire: { type: "fire", weights: perceptron, L: 8 },
  shaw: {
    type: "shaw",
    clip: 3,
    keyTable: noise([7, WIDTH], 22),
    valueTable: noise([7, VALUE], 23),
  },
  transformerXL: {
    type: "transformerXL",
    r: noise([60, HEADS, WIDTH], 24),
    firstDistance: 30,
    contentBias: noise([HEADS, WIDTH], 25),
  },
  deberta: {
    type: "deberta",
    span: 5,
    relK: noise([10, HEADS, WIDTH], 26),
    relQ: noise([10, HEADS, WIDTH], 27),
  },
  cope: { type: "cope", embeddings: noise([6, WIDTH], 28) },
  tupe: {
    type: "tupe",
    positionQuery: noise([LENGTH, HEADS, WIDTH], 29),
    positionKey: noise([LENGTH, HEADS, WIDTH], 30),
  },
};

/** Rows of the token axis, from a tensor [.., T, heads, width]. */
function tokens({ data, shape }, from, to) {
  const [length, heads, width] = shape.slice(-3);
  const batch = shape.length === 4 ? shape[0] : 1;
  const size = heads * width;
  const parts = Array.from({ length: batch }, (_, b) => [
    ...data.subarray((b * length + from) * size, (b * length + to) * size),
  ]);
  return {
    data: Float32Array.from(parts.flat()),
    shape: [...shape.slice(0, -3), to - from, heads, width],
  };
}

/** `[.., A, B, width]` as `[.., B, A, width]`. */
function swapped({ data, shape }) {
  const [a, b, width] = shape.slice(-3);
  const to = new Float32Array(data.length);
  for (let n = 0; n < data.length; n += 1) {
    const x = n % width;
    const j = Math.floor(n / width) % b;
    const i = Math.floor(n / width / b) % a;
    const text = Math.floor(n / width / b / a);
    to[((text * b + j) * a + i) * width + x] = data[n];
  }
  return { data: to, shape: [...shape.slice(0, -3), b, a, width] };
}

const sidesOf = (length, outer = []) => ({
  q: noise([...outer, length, HEADS, WIDTH], 11),
  k: noise([...outer, length, GROUPS, WIDTH], 12),
  v: noise([...outer, length, GROUPS, VALUE], 13),
});

const SIZES = {
  numHeads: HEADS,
  numKeyValueHeads: GROUPS,
  headDim: WIDTH,
  valueDim: VALUE,
};

/** What the call without a cache answers for queries `from` to `to` − 1. */
function stateless({ q, k, v }, from, to, options) {
  const position =
    options.position?.type === "tupe"
      ? {
          ...options.position,
          positionQuery: tokens(options.position.positionQuery, from, to),
          positionKey: tokens(options.position.positionKey, 0, to),
        }
      : options.position;
  return pe.attention({
    causal: true,
    ...options,
    position,
    q: tokens(q, from, to),
    k: tokens(k, 0, to),
    v: tokens(v, 0, to),
  }).output;
}

/** Lengths of steps: a first text, then tokens one by one, and some at once. */
const STEPS = [7, 1, 1, 1, 3, 1, 6, 1];

test("heads before tokens are turned whatever axes have one or two entries", () => {
  for (const outer of [[], [1], [2]]) {
    for (const [heads, width] of [
      [1, 2],
      [2, 1],
      [2, 2],
      [3, 1],
    ]) {
      for (const steps of [
        [1, 2, 1],
        [2, 3],
        [3, 1],
      ]) {
        const length = steps.reduce((a, b) => a + b);
        const x = noise([...outer, length, heads, width], 14);
        const sides = { q: x, k: x, v: noise(x.shape, 15) };
        const prepared = pe.attention.prepare({
          numHeads: heads,
          headDim: width,
          order: "BHTD",
          ...(outer.length > 0 && { batch: outer[0] }),
        });
        let from = 0;
        for (const count of steps) {
          const to = from + count;
          const [q, k, v] = [sides.q, sides.k, sides.v].map((it) =>
            swapped(tokens(it, from, to)),
          );
          const { data, shape } = prepared.step(q, k, v);
          const expected = swapped(stateless(sides, from, to, {}));
          assert.deepEqual(shape, expected.shape);
          assert.deepEqual(Float32Array.from(data), expected.data);
          from = to;
        }
        prepared.dispose();
        heap.check();
        assert.equal(heap.live, 0);
      }
    }
  }
});

for (const [name, position] of Object.entries(POSITIONS)) {
  test(`${name}: steps give the bits of attention over all keys`, () => {
    for (const more of [
      {},
      { window: 4, sinks: [0.5, -1, 2, 0] },
      { causal: false, scale: 0.3 },
    ]) {
      for (const outer of [[], [2]]) {
        for (const order of /** @type {const} */ (["BTHD", "BHTD"])) {
          const all = sidesOf(LENGTH, outer);
          const options = /** @type {any} */ ({ position, ...more });
          const turn = order === "BHTD" ? swapped : (x) => x;
          const cache = pe.attention.prepare({
            ...SIZES,
            ...options,
            order,
            ...(outer.length > 0 && { batch: outer[0] }),
          });
          let at = 0;
          for (const count of STEPS) {
            const end = at + count;
            const [q, k, v] = [all.q, all.k, all.v].map((x) =>
              turn(tokens(x, at, end)),
            );
            const expected = stateless(all, at, end, options);
            const { data, shape } = cache.step(q, k, v);
            assert.deepEqual({ data, shape }, turn(expected));
            at = end;
          }
          assert.equal(cache.length, LENGTH);
          // The same queries again, and more of them.
          for (const count of [1, 5]) {
            const from = LENGTH - count;
            assert.deepEqual(
              cache.attend(turn(tokens(all.q, from, LENGTH))),
              turn(stateless(all, from, LENGTH, options)),
            );
          }
          cache.dispose();
          heap.check();
          assert.equal(heap.live, 0);
        }
      }
    }
  });
}

test("keys in parts are keys at once, and what is cut off was never there", () => {
  const length = 300;
  for (const position of [POSITIONS.rotary, POSITIONS.alibi, undefined]) {
    const all = sidesOf(length);
    const options = { ...SIZES, position };
    const [once, parts] = [options, options].map((it) =>
      pe.attention.prepare(/** @type {any} */ (it)),
    );
    once.append(all.k, all.v);
    for (const [from, to] of [
      [0, 1],
      [1, 100],
      [100, 250],
    ]) {
      parts.append(tokens(all.k, from, to), tokens(all.v, from, to));
    }
    parts.append(noise([90, GROUPS, WIDTH], 5), noise([90, GROUPS, VALUE], 6));
    assert.equal(parts.length, 340);
    parts.truncate(250);
    parts.append(tokens(all.k, 250, 300), tokens(all.v, 250, 300));
    const q = tokens(all.q, 299, 300);
    const expected = once.attend(q);
    assert.deepEqual(parts.attend(q), expected);
    assert.deepEqual(expected, stateless(all, 299, 300, { position }));
    const [a, b] = [once.prefix(), parts.prefix()];
    for (const name of /** @type {const} */ (["k", "v"])) {
      assert.deepEqual([...a[name].data], [...b[name].data]);
      assert.deepEqual(a[name].shape, all[name].shape);
    }
    once.dispose();
    parts.dispose();
    assert.throws(() => a.k.data, /disposed/);
  }
  assert.equal(heap.live, 0);
});

test("a window's memory stays, and older keys change nothing", () => {
  const [window, length] = [100, 2000];
  for (const position of [
    POSITIONS.rotary,
    POSITIONS.alibi,
    POSITIONS.shaw,
    POSITIONS.deberta,
    POSITIONS.cope,
    undefined,
  ]) {
    const all = sidesOf(length);
    const options = /** @type {any} */ ({ window, position });
    const cache = pe.attention.prepare({ ...SIZES, ...options });
    cache.append(tokens(all.k, 0, 700), tokens(all.v, 0, 700));
    let most = 0;
    for (let at = 700; at < length; at += 50) {
      const [q, k, v] = [all.q, all.k, all.v].map((x) =>
        tokens(x, at, at + 50),
      );
      const found = cache.step(q, k, v);
      most = Math.max(most, cache.length - cache.first);
      if (at % 400 === 300 || at === 1950) {
        const expected = stateless(all, at, at + 50, options);
        assert.deepEqual(found, expected);
      }
    }
    assert.ok(most <= 1000, `${most} rows`);
    assert.ok(cache.first > 1000 && cache.first % 256 === 0);
    const least = cache.first + window - 1;
    refuses(
      () => cache.truncate(0),
      RangeError,
      `attention.prepare: truncate: length must be an integer from ${least} to ${length}, got 0`,
    );
    refuses(
      () => cache.prefix(),
      RangeError,
      `attention.prepare: prefix: tokens before ${cache.first} are no longer kept`,
    );
    const fewer = length - cache.first - window + 1;
    refuses(
      () => cache.attend(noise([fewer + 1, HEADS, WIDTH])),
      RangeError,
      `attention.prepare: attend: q must be at most the last ${fewer} tokens, got ${fewer + 1}`,
    );
    cache.truncate(1990);
    const [q, k, v] = [all.q, all.k, all.v].map((x) => tokens(x, 1990, 2000));
    assert.deepEqual(cache.step(q, k, v), stateless(all, 1990, 2000, options));
    cache.dispose();
  }
  assert.equal(heap.live, 0);
});

test("a window needs the same room however long the text is", async () => {
  // 1024 rows of keys: the window, two tiles and the new ones are 662.
  const rows = 1024;
  const small = await startGuarded(4 * rows * GROUPS * WIDTH);
  const { k, v } = sidesOf(50);
  const cache = small.pe.attention.prepare({ ...SIZES, window: 100 });
  for (let n = 0; n < 100; n += 1) cache.append(k, v);
  assert.equal(cache.length, 5000);
  cache.dispose();
  assert.equal(small.heap.live, 0);
});

test("a shift is a text without those tokens", () => {
  const all = sidesOf(40);
  const without = ({ data, shape }, from, to) => {
    const size = shape[1] * shape[2];
    const rest = [...data.slice(0, from * size), ...data.slice(to * size)];
    const kept = shape[0] - to + from;
    return {
      data: Float32Array.from(rest),
      shape: [kept, shape[1], shape[2]],
    };
  };
  for (const position of Object.values(POSITIONS)) {
    if (position?.type === "tupe" || position?.precision) continue;
    for (const keep of [0, 4]) {
      const options = /** @type {any} */ ({ position });
      const cache = pe.attention.prepare({ ...SIZES, ...options });
      cache.append(all.k, all.v);
      cache.shift(0);
      cache.shift(10, keep);
      cache.shift(5, keep);
      assert.equal(cache.length, 25);
      const rest = {
        q: without(all.q, keep, keep + 15),
        k: without(all.k, keep, keep + 15),
        v: without(all.v, keep, keep + 15),
      };
      const expected = stateless(rest, 20, 25, options);
      const { data } = cache.attend(tokens(rest.q, 20, 25));
      const isTurned = position?.type === "rotary";
      for (const [i, x] of data.entries()) {
        const far = Math.abs(x - expected.data[i]);
        assert.ok(far <= (isTurned ? 2e-6 : 0), `${far} at ${i}`);
      }
      cache.dispose();
    }
  }
  // With a window, those that were given up count.
  const cache = pe.attention.prepare({ ...SIZES, window: 3 });
  for (let n = 0; n < 20; n += 1) cache.append(all.k, all.v);
  const { first } = cache;
  assert.ok(first > 0);
  const q = tokens(all.q, 0, 1);
  const before = cache.attend(q);
  cache.shift(first - 10);
  assert.deepEqual([cache.length, cache.first], [800 - first + 10, 10]);
  assert.deepEqual(cache.attend(q), before);
  refuses(
    () => cache.shift(1, 1),
    RangeError,
    "attention.prepare: shift: keep must be an integer from 0 to 0, got 1",
  );
  cache.dispose();
  assert.equal(heap.live, 0);
});

/** Those rows of the token axis, one behind the other. */
function joined(...parts) {
  const [{ shape }] = parts;
  const outer = shape.slice(0, -3);
  const batch = outer[0] ?? 1;
  const data = Array.from({ length: batch }, (_, b) =>
    parts.flatMap((part) => {
      const size = part.data.length / batch;
      return [...part.data.subarray(b * size, (b + 1) * size)];
    }),
  );
  const count = parts.reduce((sum, part) => sum + part.shape.at(-3), 0);
  return {
    data: Float32Array.from(data.flat()),
    shape: [...outer, count, ...shape.slice(-2)],
  };
}

const near = (found, expected, most) => {
  assert.deepEqual(found.shape, expected.shape);
  for (const [i, x] of found.data.entries()) {
    const far = Math.abs(x - expected.data[i]);
    assert.ok(far <= most, `${far} at ${i}`);
  }
};

for (const outer of [[], [2], [3]]) {
  const [batch] = outer;
  const title = batch === undefined ? "one text" : `${batch} texts`;

  test(`${title}: keys are appended, given up and shifted side by side`, () => {
    // Rows move within their room, and into more of it.
    for (const [window, stops] of /** @type {const} */ ([
      [9, [1, 64, 65, 290, 292, 560, 700, 999, 1000]],
      [310, [1, 600, 900, 905, 1000]],
    ])) {
      const all = sidesOf(1000, outer);
      for (const position of [POSITIONS.rotary, POSITIONS.alibi, undefined]) {
        const options = /** @type {any} */ ({ window, position });
        const cache = pe.attention.prepare({ ...SIZES, ...options, batch });
        const firsts = new Set();
        for (const [n, to] of stops.entries()) {
          const from = stops[n - 1] ?? 0;
          cache.append(tokens(all.k, from, to), tokens(all.v, from, to));
          firsts.add(cache.first);
          assert.deepEqual(
            cache.attend(tokens(all.q, to - 1, to)),
            stateless(all, to - 1, to, options),
          );
        }
        assert.ok(firsts.size > 1, [...firsts].join());
        const { first } = cache;
        const isTurned = position?.type === "rotary";
        const q = tokens(all.q, 999, 1000);
        const before = cache.attend(q);
        for (const [count, left] of [
          [1, first - 1],
          [first - 2, 1],
          [1, 0],
          [3, 0],
        ]) {
          cache.shift(count);
          assert.equal(cache.first, left);
          near(cache.attend(q), before, isTurned ? 4e-6 : 1e-6);
        }
        assert.equal(cache.length, 1000 - first - 3);
        cache.dispose();
        heap.check();
        assert.equal(heap.live, 0);
      }
    }
  });

  test(`${title}: a shift keeps the first tokens, and moves all behind`, () => {
    const all = sidesOf(80, outer);
    for (const position of [POSITIONS.rotary, POSITIONS.shaw, undefined]) {
      for (const keep of [0, 1, 7]) {
        for (const count of [1, 70 - keep, 80 - keep]) {
          const options = /** @type {any} */ ({ position });
          const cache = pe.attention.prepare({ ...SIZES, ...options, batch });
          cache.append(tokens(all.k, 0, 50), tokens(all.v, 0, 50));
          cache.append(tokens(all.k, 50, 80), tokens(all.v, 50, 80));
          cache.shift(count, keep);
          const left = 80 - count;
          assert.equal(cache.length, left);
          const rest = (x) =>
            joined(tokens(x, 0, keep), tokens(x, keep + count, 80));
          const sides = {
            q: rest(all.q),
            k: rest(all.k),
            v: rest(all.v),
          };
          // What comes next stands behind what was moved.
          const more = sidesOf(2, outer);
          cache.append(more.k, more.v);
          const whole = {
            q: joined(sides.q, more.q),
            k: joined(sides.k, more.k),
            v: joined(sides.v, more.v),
          };
          const found = cache.attend(more.q);
          const expected = stateless(whole, left, left + 2, options);
          near(found, expected, position?.type === "rotary" ? 4e-6 : 0);
          cache.dispose();
          assert.equal(heap.live, 0);
        }
      }
    }
  });
}

test("a tile is given up with its last row that the next token does not see", () => {
  // Of 264 keys the next of a window of 9 sees those from 256 on.
  for (const [length, first] of [
    [263, 0],
    [264, 256],
  ]) {
    const all = sidesOf(265);
    const cache = pe.attention.prepare({ ...SIZES, window: 9 });
    cache.append(tokens(all.k, 0, length), tokens(all.v, 0, length));
    const [q, k, v] = [all.q, all.k, all.v].map((x) =>
      tokens(x, length, length + 1),
    );
    const expected = stateless(all, length, length + 1, { window: 9 });
    assert.deepEqual(cache.step(q, k, v), expected);
    assert.equal(cache.first, first);
    cache.dispose();
  }
  assert.equal(heap.live, 0);
});

test("a cache takes as many tokens as it may have, and no more", () => {
  const all = sidesOf(6);
  const cache = pe.attention.prepare({ ...SIZES, maxLen: 6 });
  const part = (from, to) =>
    /** @type {const} */ ([tokens(all.k, from, to), tokens(all.v, from, to)]);
  cache.append(...part(0, 5));
  refuses(
    () => cache.append(...part(4, 6)),
    RangeError,
    "attention.prepare: append: 2 tokens after 5 are more than 6; shift or truncate first",
  );
  cache.append(...part(5, 6));
  refuses(
    () => cache.append(...part(5, 6)),
    RangeError,
    "attention.prepare: append: 1 tokens after 6 are more than 6; shift or truncate first",
  );
  for (const [count, keep, message] of /** @type {const} */ ([
    [0, 7, "keep must be an integer from 0 to 6, got 7"],
    [0, -1, "keep must be an integer from 0 to 6, got -1"],
    [3, 4, "count must be an integer from 0 to 2, got 3"],
    [-1, 0, "count must be an integer from 0 to 6, got -1"],
  ])) {
    refuses(
      () => cache.shift(count, keep),
      RangeError,
      `attention.prepare: shift: ${message}`,
    );
  }
  for (const length of [0, 7]) {
    refuses(
      () => cache.prefix(length),
      RangeError,
      `attention.prepare: prefix: length must be an integer from 1 to 6, got ${length}`,
    );
  }
  assert.deepEqual(cache.prefix(6).k.shape, [6, GROUPS, WIDTH]);
  assert.deepEqual(cache.prefix(1).v.shape, [1, GROUPS, VALUE]);
  assert.deepEqual(cache.attend(all.q), stateless(all, 0, 6, {}));
  cache.shift(2, 4);
  cache.truncate(4);
  assert.deepEqual(cache.attend(tokens(all.q, 3, 4)), stateless(all, 3, 4, {}));
  cache.shift(4);
  assert.equal(cache.length, 0);
  cache.dispose();
  assert.equal(heap.live, 0);
});

test("a cache without a longest text takes 2²⁴ tokens", () => {
  const cache = pe.attention.prepare({ numHeads: 1, headDim: 1, window: 1 });
  const count = 2 ** 20;
  const x = { data: new Float32Array(count), shape: [count, 1, 1] };
  for (let n = 0; n < 16; n += 1) cache.append(x, x);
  assert.equal(cache.length, 2 ** 24);
  const one = { data: [1], shape: [1, 1, 1] };
  refuses(
    () => cache.step(one, one, one),
    RangeError,
    "attention.prepare: step: 1 tokens after 16777216 are more than 16777216; shift or truncate first",
  );
  cache.shift(1);
  assert.deepEqual([...cache.step(one, one, one).data], [1]);
  cache.dispose();
  assert.equal(heap.live, 0);
});

test("what a cache was made with may change afterwards", () => {
  const all = sidesOf(6);
  const copy = ({ data, shape }) => ({ data: data.slice(), shape });
  for (const [type, names] of /** @type {const} */ ([
    ["t5", ["table"]],
    ["shaw", ["keyTable", "valueTable"]],
    ["deberta", ["relK", "relQ"]],
    ["cope", ["embeddings"]],
    ["transformerXL", ["r", "contentBias"]],
  ])) {
    const position = { ...POSITIONS[type] };
    for (const name of names) position[name] = copy(position[name]);
    const sinks = Float32Array.of(0.5, -1, 2, 0);
    const options = /** @type {any} */ ({ position, sinks });
    const cache = pe.attention.prepare({ ...SIZES, ...options });
    const before = { ...options, sinks: sinks.slice() };
    const expected = stateless(all, 0, 6, {
      ...before,
      position: POSITIONS[type],
    });
    for (const name of names) position[name].data.fill(9);
    sinks.fill(3);
    assert.deepEqual(cache.step(all.q, all.k, all.v), expected);
    cache.dispose();
    assert.equal(heap.live, 0);
  }
});

test("a cache takes tables that lie in the module as they lie there", () => {
  const { clip, keyTable } = POSITIONS.shaw;
  const buffer = pe.buffer(keyTable.shape);
  buffer.data.set(keyTable.data);
  const blocks = [buffer, keyTable].map((table) => {
    const before = heap.live;
    const position = /** @type {any} */ ({
      type: "shaw",
      clip,
      keyTable: table,
    });
    const cache = pe.attention.prepare({ ...SIZES, position });
    const made = heap.live - before;
    cache.dispose();
    return made;
  });
  assert.equal(blocks[1] - blocks[0], 1);
  buffer.dispose();
  assert.equal(heap.live, 0);
});

test("a scaling that grows with the text is taken with a length, and turns by it", () => {
  const all = sidesOf(12);
  const dynamic = { type: "dynamic", factor: 3, originalMaxSeqLen: 4 };
  const half = Array(WIDTH / 2).fill(1);
  const longrope = {
    type: "longrope",
    originalMaxSeqLen: 4,
    factor: 8,
    shortFactor: half,
    longFactor: half.map((x, i) => x + i),
  };
  const scaled = (scaling, more = {}) => ({ type: "rotary", scaling, ...more });
  const made = (position, more = {}) =>
    pe.attention.prepare(/** @type {any} */ ({ ...SIZES, position, ...more }));
  for (const scaling of [dynamic, longrope]) {
    assert.throws(() => made(scaled(scaling)), {
      name: "TypeError",
      message:
        "attention.prepare: position: scaling depends on the length here, and keys stay as they were turned: give seqLen, or maxLen to attention.prepare",
    });
    const position = /** @type {any} */ (scaled(scaling, { seqLen: 12 }));
    const expected = stateless(all, 0, 12, { position });
    for (const cache of [
      made(position),
      made(scaled(scaling), { maxLen: 12 }),
      made(position, { maxLen: 99 }),
    ]) {
      assert.deepEqual(cache.step(all.q, all.k, all.v), expected);
      cache.dispose();
    }
  }
  // What does not depend on it needs none; what was computed has one.
  const frequencies = pe.rotary.frequencies(
    /** @type {any} */ ({ headDim: WIDTH, scaling: dynamic, seqLen: 12 }),
  );
  for (const position of /** @type {any[]} */ ([
    scaled({ type: "linear", factor: 3 }),
    scaled({ type: "yarn", factor: 4, originalMaxSeqLen: 64 }),
    scaled({ ...longrope, longFactor: half, attentionFactor: 1 }),
    { type: "rotary", frequencies },
  ])) {
    const cache = made(position);
    const expected = stateless(all, 0, 12, { position });
    assert.deepEqual(cache.step(all.q, all.k, all.v), expected);
    cache.dispose();
  }
  assert.equal(heap.live, 0);
});

test("what goes into out is what is answered", () => {
  const all = sidesOf(3);
  const cache = pe.attention.prepare(SIZES);
  const { data } = cache.step(all.q, all.k, all.v);
  const own = new Float32Array(data.length);
  const made = cache.attend(all.q, own);
  assert.equal(made.data, own);
  assert.deepEqual(own, data);
  const buffer = pe.buffer([3, HEADS, VALUE]);
  assert.equal(cache.attend(all.q, buffer), buffer);
  assert.deepEqual([...buffer.data], [...data]);
  refuses(
    () => cache.attend(all.q, new Float32Array(5)),
    RangeError,
    "attention.prepare: attend: out must have 72 numbers, shape [3, 4, 6], got 5",
  );
  refuses(
    () => cache.attend(all.q, untyped([1])),
    TypeError,
    "attention.prepare: attend: out must be a buffer made by pe.buffer() or a Float32Array of your own, got [1]",
  );
  // A part of the cache as an input, while it grows, and as what is written to.
  const { k, v } = cache.prefix(2);
  for (let n = 0; n < 40; n += 1) {
    const part = cache.prefix(2);
    cache.append(part.k, part.v);
  }
  assert.equal(cache.length, 83);
  const grown = cache.prefix();
  assert.deepEqual(grown.k.data.subarray(48, 64), grown.k.data.subarray(0, 16));
  assert.throws(() => k.data, /disposed/);
  assert.throws(() => v.data, /disposed/);
  cache.dispose();
  buffer.dispose();
  assert.equal(heap.live, 0);
});

test("a cache refuses what does not fit, and is left as it was", () => {
  const all = sidesOf(5);
  const says = (work, Kind, message) =>
    refuses(work, Kind, `attention.prepare: ${message}`);
  const cache = pe.attention.prepare({ ...SIZES, maxLen: 6 });
  says(
    () => cache.attend(all.q),
    RangeError,
    "attend: q must be at most the last 0 tokens, got 5",
  );
  cache.append(all.k, all.v);
  const q = tokens(all.q, 4, 5);
  const expected = cache.attend(q);
  const live = heap.live;
  says(
    () => cache.step(all.q, all.k, all.v),
    RangeError,
    "step: 5 tokens after 5 are more than 6; shift or truncate first",
  );
  says(
    () => cache.step(q, tokens(all.k, 0, 1), tokens(all.v, 0, 2)),
    RangeError,
    "step: v must have 1 tokens, as k has, got 2",
  );
  says(
    () => cache.step(all.q, tokens(all.k, 0, 1), tokens(all.v, 0, 1)),
    RangeError,
    "step: q must have 1 tokens, as k has, got 5",
  );
  says(
    () => cache.append(noise([1, HEADS, WIDTH]), all.v),
    RangeError,
    "append: k must have shape [T, 2, 8], got [1, 4, 8]",
  );
  says(
    () => cache.append(untyped(undefined), all.v),
    TypeError,
    "append: k is required (a tensor of shape [T, 2, 8])",
  );
  for (const length of [-1, 0.5, 6, Number.NaN]) {
    says(
      () => cache.truncate(length),
      RangeError,
      `truncate: length must be an integer from 0 to 5, got ${length}`,
    );
  }
  let isRun = false;
  const run = () => {
    isRun = true;
    cache.dispose();
    return 1;
  };
  for (const name of /** @type {const} */ (["truncate", "shift", "prefix"])) {
    assert.throws(() => cache[name](untyped({ valueOf: run })), TypeError);
  }
  assert.equal(isRun, false);
  assert.equal(heap.live, live);
  assert.deepEqual(cache.attend(q), expected);
  const hostile = {
    shape: [1, HEADS, WIDTH],
    get data() {
      cache.dispose();
      return q.data;
    },
  };
  says(
    () => cache.attend(hostile),
    TypeError,
    "attend: it has been disposed of",
  );
  for (const work of [
    () => cache.truncate(0),
    () => cache.shift(0),
    () => cache.prefix(1),
    () => cache.append(all.k, all.v),
  ]) {
    assert.throws(work, /it has been disposed of$/);
  }
  assert.equal(heap.live, 0);
});

test("options that a cache cannot keep are refused by name", () => {
  const { prepare } = pe.attention;
  for (const [more, message] of /** @type {const} */ ([
    [
      { numKeyValueHeads: 3 },
      "numKeyValueHeads must be a divisor of numHeads, 4, got 3",
    ],
    [
      { position: { ...POSITIONS.tupe, cls: true } },
      "position: cls tells of single tokens, which attention.prepare counts itself: leave it out",
    ],
    [
      {
        position: { ...POSITIONS.cope, gates: noise([1, GROUPS, WIDTH]) },
      },
      "position: gates tells of single tokens, which attention.prepare counts itself: leave it out",
    ],
    [
      { position: { type: "rotary", keyPositions: [1] } },
      "position: keyPositions tells of single tokens, which attention.prepare counts itself: leave it out",
    ],
    [
      { position: { type: "rotary", queryPositions: [1] } },
      "position: queryPositions tells of single tokens, which attention.prepare counts itself: leave it out",
    ],
    [
      {
        position: {
          type: "rotary",
          scaling: { type: "dynamic", factor: 2, originalMaxSeqLen: 9 },
        },
      },
      "position: scaling depends on the length here, and keys stay as they were turned: give seqLen, or maxLen to attention.prepare",
    ],
    [
      { position: { type: "rope" } },
      'position.type must be one of "none", "rotary", "alibi", "t5", "kerple", "sandwich", "fire", "shaw", "transformerXL", "deberta", "cope", "tupe", got "rope" (a string)',
    ],
    [
      { valueDim: 4, position: POSITIONS.turnedBack },
      "position: 2 frequencies turn 4 columns from 2 on, more than a head of v, whose output turns back, has: 4",
    ],
    [
      { batch: 2, lengths: [1, 2], mask: noise([2, 2]) },
      "give either lengths or mask, not both",
    ],
    [
      { batch: 2, mask: noise([3, 2]) },
      "mask must have shape [2, any], got [3, 2]",
    ],
    [{ mask: noise([1, 2]) }, "mask must have shape [any], got [1, 2]"],
    [
      { mask: { data: [1, 0], shape: [2] } },
      'mask holds nothing but 0 and 1, as numbers: say dtype: "bool" if 1 may be seen, dtype: "float32" if they are added to the scores',
    ],
    [
      { mask: { data: [Number.POSITIVE_INFINITY, 0], shape: [2] } },
      "mask must hold finite numbers and -Infinity, got Infinity at 0",
    ],
    [{ sinks: [1] }, "sinks must be an array of 4 numbers, got [1]"],
    [{ batch: 0 }, "batch must be an integer from 1 to 2147483647, got 0"],
    [{ maxLen: 0 }, "maxLen must be an integer from 1 to 16777216, got 0"],
    [
      { position: { type: "shaw", clip: 1, keyTable: noise([2, 8]) } },
      "position: keyTable must have shape [3, 8] or [4, 3, 8], got [2, 8]",
    ],
  ])) {
    assert.throws(() => prepare({ ...SIZES, ...untyped(more) }), {
      message: `attention.prepare: ${message}`,
    });
    assert.equal(heap.live, 0);
  }
  // No property that every object has is one of the names.
  for (const type of ["constructor", "toString", {}, [], null]) {
    assert.throws(() => prepare({ ...SIZES, position: untyped({ type }) }), {
      message:
        /^attention\.prepare: position(\.type)? must be .*one of "?none"?, /,
    });
  }
  // What is left out, or said to be so, tells of none.
  for (const position of [
    { ...POSITIONS.tupe, cls: false },
    { ...POSITIONS.cope, gates: undefined },
    { ...POSITIONS.rotary, keyPositions: undefined },
  ]) {
    prepare({ ...SIZES, position: untyped(position) }).dispose();
  }
  const cache = prepare({
    ...SIZES,
    position: /** @type {any} */ ({
      ...POSITIONS.tupe,
      positionQuery: noise([3, HEADS, WIDTH]),
    }),
  });
  const all = sidesOf(4);
  cache.append(all.k, all.v);
  refuses(
    () => cache.attend(tokens(all.q, 3, 4)),
    RangeError,
    "attention.prepare: position: positionQuery must have a row for each of 4 positions, got shape [3, 4, 8]",
  );
  cache.truncate(3);
  assert.equal(cache.attend(tokens(all.q, 2, 3)).shape[0], 1);
  cache.dispose();
  assert.equal(heap.live, 0);
});

test("a step that finds no memory changes nothing, and the next one works", () => {
  const all = sidesOf(130);
  for (const position of [POSITIONS.rotary, POSITIONS.alibi, POSITIONS.cope]) {
    const options = /** @type {any} */ ({ position });
    for (let n = 1; ; n += 1) {
      const cache = pe.attention.prepare({ ...SIZES, ...options });
      const [k, v] = [all.k, all.v].map((x) => tokens(x, 0, 64));
      cache.append(k, v);
      const args = [all.q, all.k, all.v].map((x) => tokens(x, 64, 130));
      const step = () => cache.step(args[0], args[1], args[2]);
      const live = heap.live;
      const total = heap.allocations;
      heap.fail(n);
      let failed = true;
      try {
        step();
        failed = false;
      } catch (/** @type {any} */ error) {
        assert.equal(error.name, "RangeError");
        assert.match(
          error.message,
          /^attention\.prepare: (step: |position: )?needs .* bytes\)? of memory, more than/,
        );
        assert.equal(cache.length, 64);
      }
      heap.fail(0);
      if (!failed) assert.ok(heap.allocations - total < n);
      if (failed) {
        const found = step();
        assert.deepEqual(found, stateless(all, 64, 130, options));
      }
      assert.ok(live > 0);
      cache.dispose();
      heap.check();
      assert.equal(heap.live, 0);
      if (!failed) break;
    }
  }
});

test("NaN in a key stays until the token is forgotten", () => {
  const one = (seed) => noise([1, 1, 4], seed);
  const bad = { data: new Float32Array(4).fill(Number.NaN), shape: [1, 1, 4] };
  const cache = pe.attention.prepare({ numHeads: 1, headDim: 4 });
  const wanted = pe.attention.prepare({ numHeads: 1, headDim: 4 });
  for (const it of [cache, wanted]) it.append(one(1), one(2));
  assert.ok(cache.step(one(3), bad, one(4)).data.every(Number.isNaN));
  assert.ok(cache.step(one(5), one(6), one(7)).data.every(Number.isNaN));
  cache.truncate(1);
  for (const [q, k, v] of [
    [one(8), one(9), one(10)],
    [one(11), one(12), one(13)],
  ]) {
    assert.deepEqual(cache.step(q, k, v), wanted.step(q, k, v));
  }
  for (const it of [cache, wanted]) it.dispose();
});

/** Rows of a text in a batch, padded in front. */
function batched(texts, length) {
  const [, heads, width] = texts[0].shape;
  const size = heads * width;
  const data = new Float32Array(texts.length * length * size).fill(9);
  for (const [b, text] of texts.entries()) {
    const rows = text.data.subarray(0, length * size);
    data.set(rows, (b + 1) * length * size - rows.length);
  }
  return { data, shape: [texts.length, length, heads, width] };
}

test("texts of different lengths go on side by side as they do alone", () => {
  const lengths = [5, 2, 7];
  const [longest, more] = [7, 4];
  const bent = {
    softcap: 3,
    temperature: { type: "floor", length: 2, coefficient: 0.4, shift: 1 },
  };
  for (const [name, position] of Object.entries(POSITIONS)) {
    for (const rest of [{}, bent, { window: 3 }]) {
      const sizes = {
        numHeads: HEADS,
        numKeyValueHeads: GROUPS,
        headDim: WIDTH,
        valueDim: VALUE,
        position,
        ...rest,
      };
      const all = (heads, width, seed) =>
        lengths.map((length, b) =>
          noise([length + more, heads, width], 7 * seed + b),
        );
      const sides = [
        all(HEADS, WIDTH, 1),
        all(GROUPS, WIDTH, 2),
        all(GROUPS, VALUE, 3),
      ];
      const cut = ({ data, shape }, from, to) => {
        const size = shape[1] * shape[2];
        return {
          data: data.subarray(from * size, to * size),
          shape: [to - from, shape[1], shape[2]],
        };
      };
      const step = (own, parts) => own.step(...parts);
      const cache = pe.attention.prepare(
        untyped({ ...sizes, batch: 3, lengths }),
      );
      const alone = lengths.map(() => pe.attention.prepare(untyped(sizes)));
      const check = (output, expected, what) => {
        const size = output.data.length / 3;
        for (const [b, { data }] of expected.entries()) {
          const found = output.data.subarray(b * size, (b + 1) * size);
          const padding = size - data.length;
          assert.ok(found.subarray(0, padding).every((x) => x === 0));
          assert.deepEqual(found.subarray(padding), data, `${name}: ${what}`);
        }
      };
      const firsts = sides.map((texts) =>
        batched(
          texts.map((text, b) => cut(text, 0, lengths[b])),
          longest,
        ),
      );
      // As one step, or keys before queries.
      let output;
      if (rest === bent) {
        cache.append(firsts[1], firsts[2]);
        output = cache.attend(firsts[0]);
      } else {
        output = step(cache, firsts);
      }
      check(
        output,
        alone.map((own, b) =>
          step(
            own,
            sides.map((texts) => cut(texts[b], 0, lengths[b])),
          ),
        ),
        "the first tokens",
      );
      for (let t = 0; t < more; t += 1) {
        const at = (texts) =>
          texts.map((text, b) => cut(text, lengths[b] + t, lengths[b] + t + 1));
        check(
          step(
            cache,
            sides.map((texts) => batched(at(texts), 1)),
          ),
          alone.map((own, b) =>
            step(
              own,
              sides.map((texts) => at(texts)[b]),
            ),
          ),
          `token ${t}`,
        );
      }
      refuses(
        () => cache.shift(1),
        TypeError,
        "attention.prepare: shift: texts of different lengths have no tokens in common to forget",
      );
      for (const it of [cache, ...alone]) it.dispose();
    }
  }
});

test("a mask hides keys of each text, or adds to their scores, in every step", () => {
  const masked = 9;
  const added = noise([2, masked], 16);
  added.data[0] = added.data[12] = Number.NEGATIVE_INFINITY;
  const seen = Array.from(added.data, (x) => x > -0.2);
  const buffer = pe.buffer(added.shape);
  buffer.data.set(added.data);
  const { shape } = added;
  for (const mask of [added, { data: seen, shape }, buffer]) {
    /** What attention takes for so many keys: those behind are seen. */
    const upTo = (keys, row, all = mask.data) => {
      const open = typeof all[0] === "boolean" ? true : 0;
      const rows = row === undefined ? [0, 1] : [row];
      const list = rows.flatMap((b) =>
        Array.from({ length: keys }, (_, j) =>
          j < masked ? all[b * masked + j] : open,
        ),
      );
      const data = open === true ? list : Float32Array.from(list);
      return {
        data,
        shape: [rows.length, 1, 1, keys],
        ...(open === 0 && { dtype: "float32" }),
      };
    };
    for (const [name, position] of Object.entries(POSITIONS)) {
      for (const more of [{}, { window: 4, softcap: 3 }]) {
        const all = sidesOf(LENGTH, [2]);
        const options = { position, ...more };
        const cache = pe.attention.prepare(
          untyped({ ...SIZES, ...options, batch: 2, mask }),
        );
        let at = 0;
        for (const count of STEPS) {
          const end = at + count;
          const found = cache.step(
            tokens(all.q, at, end),
            tokens(all.k, at, end),
            tokens(all.v, at, end),
          );
          assert.deepEqual(
            found,
            stateless(all, at, end, { ...options, mask: upTo(end) }),
            `${name}: tokens ${at} to ${end}`,
          );
          at = end;
        }
        // What is cut off comes back with the mask of its positions.
        cache.truncate(LENGTH - 1);
        const last = [all.q, all.k, all.v].map((x) =>
          tokens(x, LENGTH - 1, LENGTH),
        );
        assert.deepEqual(
          cache.step(last[0], last[1], last[2]),
          stateless(all, LENGTH - 1, LENGTH, {
            ...options,
            mask: upTo(LENGTH),
          }),
        );
        cache.dispose();
      }
    }
    // One text has no axis of texts.
    const all = sidesOf(LENGTH);
    const row = { data: mask.data.slice(0, masked), shape: [masked] };
    const one = pe.attention.prepare(untyped({ ...SIZES, mask: row }));
    one.append(all.k, all.v);
    const q = tokens(all.q, LENGTH - 2, LENGTH);
    assert.deepEqual(
      one.attend(q),
      stateless(all, LENGTH - 2, LENGTH, { mask: upTo(LENGTH, 0) }),
    );
    // Tokens that move take their mask along.
    one.shift(3, 2);
    const without = [...mask.data].filter((_, j) => j < 2 || j > 4);
    const rest = joined(tokens(all.k, 0, 2), tokens(all.k, 5, LENGTH));
    const values = joined(tokens(all.v, 0, 2), tokens(all.v, 5, LENGTH));
    const open = typeof mask.data[0] === "boolean" ? true : 0;
    const moved = [...without.slice(0, masked - 3), open, open, open];
    const shifted = upTo(LENGTH - 3, 0, untyped(moved));
    assert.deepEqual(
      one.attend(q),
      pe.attention(
        untyped({ q, k: rest, v: values, causal: true, mask: shifted }),
      ).output,
    );
    one.dispose();
  }
  buffer.dispose();
  heap.check();
  assert.equal(heap.live, 0);
});

test("lengths of texts are one for each", () => {
  const sizes = { numHeads: 1, headDim: 2 };
  refuses(
    () => pe.attention.prepare({ ...sizes, batch: 2, lengths: [3] }),
    RangeError,
    "attention.prepare: lengths must be 2 integers, one for each text, got [3]",
  );
  refuses(
    () => pe.attention.prepare({ ...sizes, lengths: [3] }),
    TypeError,
    "attention.prepare: batch is required (an integer from 1 to 2147483647)",
  );
});
