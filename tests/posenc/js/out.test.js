// Every call that answers one tensor writes it where the caller says.
import assert from "node:assert/strict";
import test from "node:test";
import { untyped } from "../../untyped.js";
import { whole } from "./calls/drawing.js";
import { CALLS, drawing, pathsOf } from "./calls.js";
import { startGuarded } from "./guarded-heap.js";

const { pe, heap } = await startGuarded();

/** What answers a tensor, but has no `out`, and why. */
const WITHOUT = {
  buffer: "makes one",
  "rotary.applyInPlace": "writes into its input",
  "embedding.resize": "answers halves for halves",
  "embedding.resize2d": "answers halves for halves",
  "embedding.weightNorm": "makes weights, once",
  "convert.layout": "answers the kind of numbers it is given",
  "convert.queryKeyWeights": "answers the kind of numbers it is given",
  "convert.sinusoidal": "answers the kind of numbers it is given",
  "convert.alibiOrder": "answers the kind of numbers it is given",
  "analysis.shiftMatrix": "measures, outside of any loop",
  "analysis.similarity": "measures, outside of any loop",
};

/** Where the options stand among the arguments. */
const LAST = {
  "embedding.lookup": 2,
  "embedding.update": 3,
  "embedding.hierarchical": 2,
  "embedding.convolutional": 1,
  "embedding.convolutionalGrouped": 1,
  "embedding.convolutional2d": 1,
  "embedding.add": 2,
  "embedding.multiply": 2,
  "embedding.concat": 2,
  "embedding.fit": 2,
  "transformer.linear": 3,
  "transformer.layerNorm": 1,
  "relative.shawValues": 1,
  "relative.shift": 1,
  "relative.unshift": 1,
  "rotary.apply": 1,
  "rotary.shift": 2,
};

const callOf = (path) =>
  path.split(".").reduce((object, name) => object[name], pe);

const isTensor = (it) =>
  it?.data instanceof Float32Array && Array.isArray(it.shape);

/** Arguments with `out` among their options. */
function withOut(path, args, out) {
  const at = LAST[path] ?? 0;
  const copy = [...args];
  while (copy.length <= at) copy.push(undefined);
  copy[at] = { ...copy[at], out };
  return copy;
}

/** A case of a call; the same for the same seed, without `out` of its own. */
function draw(path, seed) {
  const buffers = [];
  const args = CALLS[path](drawing(whole(seed), pe, buffers));
  for (const it of args) if (it?.out) delete it.out;
  return { args, close: () => buffers.forEach((it) => void it.dispose()) };
}

const output = (result) => (isTensor(result) ? result : result.output);

const written = pathsOf(pe).filter((path) => {
  const { args, close } = draw(path, 1);
  const result = callOf(path)(...args);
  const answersOne = path === "attention" || isTensor(result);
  if (result?.dispose) result.dispose();
  close();
  return answersOne && !(path in WITHOUT);
});

test("there are calls enough, and the exceptions are calls", () => {
  assert.ok(written.length >= 35, `${written.length}`);
  for (const path of Object.keys(WITHOUT)) assert.ok(CALLS[path], path);
  for (const path of Object.keys(LAST)) assert.ok(written.includes(path), path);
});

for (const path of written) {
  test(`${path} writes into a buffer and into an array of the caller's`, () => {
    for (let seed = 0; seed < 6; seed += 1) {
      const { args, close } = draw(path, seed);
      const live = heap.live;
      const call = callOf(path);
      const { data, shape } = output(call(...args));
      const expected = Float32Array.from(data);

      const own = new Float32Array(expected.length).fill(7);
      const made = output(call(...withOut(path, args, own)));
      assert.equal(made.data, own);
      assert.deepEqual(made.shape, [...shape]);
      assert.deepEqual(own, expected);

      const shared = new Float32Array(
        new SharedArrayBuffer(4 * (expected.length + 3)),
        8,
        expected.length,
      );
      assert.equal(
        output(call(...withOut(path, args, untyped(shared)))).data,
        shared,
      );
      assert.deepEqual(Float32Array.from(shared), expected);

      const buffer = pe.buffer(shape);
      assert.equal(output(call(...withOut(path, args, buffer))), buffer);
      assert.deepEqual(Float32Array.from(buffer.data), expected);

      const says = (out, Kind, message) =>
        assert.throws(
          () => call(...withOut(path, args, untyped(out))),
          (/** @type {any} */ error) => {
            assert.ok(error instanceof Kind, String(error));
            assert.match(
              error.message,
              new RegExp(`^${path}: out must ${message}`),
            );
            return true;
          },
        );
      const { length } = expected;
      says(
        new Float32Array(length + 1),
        RangeError,
        `have ${length} numbers, shape \\[.*\\], got ${length + 1}$`,
      );
      for (const other of [[], {}, 3, new Float64Array(length), buffer.data]) {
        says(
          other,
          TypeError,
          "be a buffer made by pe.buffer\\(\\) or a Float32Array",
        );
      }
      const another = pe.buffer([...shape, 1]);
      says(another, RangeError, "have shape");
      another.dispose();
      buffer.dispose();
      assert.equal(heap.live, live);
      heap.check();
      close();
    }
  });

  test(`${path} may write into its own input`, () => {
    for (let seed = 0; seed < 6; seed += 1) {
      const { args, close } = draw(path, seed);
      const expected = Float32Array.from(output(callOf(path)(...args)).data);
      const { shape } = output(callOf(path)(...args));
      const same = (it) => isTensor(it) && it.shape.join() === shape.join();
      const swapped = (it, to) =>
        same(it)
          ? to
          : it && Object.getPrototypeOf(it) === Object.prototype && !it.data
            ? Object.fromEntries(
                Object.entries(it).map(([key, part]) => [
                  key,
                  swapped(part, to),
                ]),
              )
            : it;
      // All inputs of the result's shape are one buffer, or one array.
      const first = [
        ...args,
        ...args.flatMap((it) => Object.values(it ?? {})),
      ].find(same);
      if (first === undefined) {
        close();
        continue;
      }
      const input = Float32Array.from(first.data);
      const fresh = { data: input.slice(), shape: [...shape] };
      const wanted = Float32Array.from(
        output(callOf(path)(...args.map((it) => swapped(it, fresh)))).data,
      );
      const buffer = pe.buffer(shape);
      buffer.data.set(input);
      const inBuffer = args.map((it) => swapped(it, buffer));
      callOf(path)(...withOut(path, inBuffer, buffer));
      assert.deepEqual(Float32Array.from(buffer.data), wanted);
      buffer.dispose();
      const array = { data: input.slice(), shape: [...shape] };
      const inArray = args.map((it) => swapped(it, array));
      callOf(path)(...withOut(path, inArray, array.data));
      assert.deepEqual(array.data, wanted);
      assert.ok(expected.length === wanted.length);
      close();
    }
  });
}

test("out that is a part of an input's memory is refused, and nothing is written", () => {
  const numbers = Float32Array.from({ length: 64 }, (_, n) => n);
  const memory = numbers.slice();
  const part = (from, to) => memory.subarray(from, to);
  const x = { data: part(0, 16), shape: [2, 2, 4] };
  const rows = { data: part(0, 16), shape: [4, 4] };
  const frequencies = pe.rotary.frequencies({ headDim: 4 });
  const turning = pe.rotary.prepare({ frequencies });
  const attending = pe.attention.prepare({ numHeads: 2, headDim: 4 });
  const lone = { data: new Float32Array(8), shape: [1, 2, 4] };
  attending.append(lone, lone);
  const one = { data: part(0, 8), shape: [1, 2, 4] };
  const wide = new Float64Array(memory.buffer, 0, 16);
  for (const [name, call] of Object.entries({
    "attention: q": () => pe.attention({ q: x, k: x, v: x, out: part(8, 24) }),
    "rotary.apply: x": () =>
      pe.rotary.apply(x, { frequencies, out: part(1, 17) }),
    "rotary.prepare: apply: x": () => turning.apply(x, 0, part(4, 20)),
    "attention.prepare: attend: q": () => attending.attend(one, part(7, 15)),
    "attention.prepare: step: v": () =>
      attending.step(lone, lone, one, part(7, 15)),
    "embedding.lookup: table": () =>
      pe.embedding.lookup(rows, [3, 0, 1], { out: part(2, 14) }),
    "embedding.add: rows": () =>
      pe.embedding.add({ data: new Float32Array(16), shape: [4, 4] }, rows, {
        out: part(15, 31),
      }),
    "embedding.lookup: float64": () =>
      pe.embedding.lookup({ data: wide, shape: [4, 4] }, [0, 1, 2, 3], {
        out: part(0, 16),
      }),
    "bias.fire: weights.hiddenWeight": () =>
      pe.bias.fire({
        weights: {
          hiddenWeight: { data: part(0, 2), shape: [2, 1] },
          hiddenBias: { data: [1, 2], shape: [2] },
          outputWeight: { data: [1, 2], shape: [1, 2] },
          outputBias: { data: [0], shape: [1] },
        },
        queryLen: 1,
        keyLen: 1,
        out: part(1, 2),
      }),
  })) {
    const [, path, input] = /** @type {RegExpExecArray} */ (
      /^(.*): (.*)$/.exec(name)
    );
    assert.throws(call, {
      name: "RangeError",
      message: `${path}: out must be memory of its own, or all of ${input === "float64" ? "table" : input}'s, got a part of it`,
    });
    assert.deepEqual(memory, numbers, name);
  }
  const buffer = pe.buffer([6, 4]);
  assert.throws(
    () => pe.embedding.lookup(buffer, [1, 2], { out: buffer.prefix(2) }),
    /embedding\.lookup: out must be memory of its own, or all of table's/,
  );
  for (const it of [buffer, turning, attending]) it.dispose();
});

test("out that is memory of a cache is refused, and the cache stays", () => {
  const one = { data: Float32Array.of(1, 2, 3, 4), shape: [1, 1, 4] };
  const cache = pe.attention.prepare({ numHeads: 1, headDim: 4 });
  cache.append(one, one);
  const { k, v } = cache.prefix(1);
  const before = [k, v].map(({ data }) => Float32Array.from(data));
  const frequencies = pe.rotary.frequencies({ headDim: 4 });
  const turning = pe.rotary.prepare({ frequencies });
  for (const out of [k, v, k.prefix(1)]) {
    for (const call of [
      () => cache.attend(one, out),
      () => cache.step(one, one, one, out),
      () => pe.rotary.apply(one, { frequencies, out }),
      () => turning.apply(k, 0, out === k ? v : out),
      () => pe.embedding.add(one, one, { out }),
    ]) {
      assert.throws(call, {
        name: "TypeError",
        message:
          /: out must be a buffer made by pe.buffer\(\) or .*, got memory of a cache$/,
      });
    }
  }
  assert.deepEqual(
    [k, v].map(({ data }) => Float32Array.from(data)),
    before,
  );
  for (const it of [cache, turning]) it.dispose();
});

test("rows of a table are written over all of it", () => {
  // Rows of 80 are copied as a whole, those of 3 number by number.
  for (const width of [3, 80]) {
    const data = Float32Array.from({ length: 4 * width }, (_, n) => n + 1);
    const table = { data, shape: [4, width] };
    const at = [3, 0, 2, 0];
    const expected = pe.embedding.lookup(table, at).data;
    pe.embedding.lookup(table, at, { out: data });
    assert.deepEqual(data, expected);
  }
});

test("an array that lies about itself is written to where it is", () => {
  const liar = new (class extends Float32Array {
    /** @override */
    get length() {
      return 12;
    }
    /** @override */
    set() {
      throw new Error("called");
    }
  })(10);
  const { data } = pe.embedding.sinusoidal({ seqLen: 2, dModel: 5 });
  pe.embedding.sinusoidal({ seqLen: 2, dModel: 5, out: liar });
  for (let n = 0; n < 10; n += 1) assert.equal(liar[n], data[n]);
  const gone = new Float32Array(10);
  structuredClone(gone.buffer, { transfer: [gone.buffer] });
  assert.throws(
    () => pe.embedding.sinusoidal({ seqLen: 2, dModel: 5, out: gone }),
    { name: "RangeError", message: /out must have 10 numbers.*got 0$/ },
  );
});
