// Halves as bits, integers of 64 bits, other libraries' names for a shape.
import assert from "node:assert/strict";
import { test } from "node:test";
import { pe, refuses } from "./helpers.js";

/** What the bits of a half stand for, by the definition. */
function numberOf(bits, { fraction, bias }) {
  const sign = bits >> 15 ? -1 : 1;
  const mantissa = bits & (2 ** fraction - 1);
  const exponent = (bits & 0x7fff) >> fraction;
  if (exponent === 2 * bias + 1) return mantissa ? NaN : sign * Infinity;
  const scale = 2 ** (Math.max(exponent, 1) - bias - fraction);
  return sign * scale * (mantissa + (exponent > 0 ? 2 ** fraction : 0));
}
/** @type {Record<import("posenc").HalfType, { fraction: number, bias: number }>} */
const FORMS = {
  float16: { fraction: 10, bias: 15 },
  bfloat16: { fraction: 7, bias: 127 },
};
const ALL = Uint16Array.from({ length: 65536 }, (_, bits) => bits);

const KINDS = /** @type {const} */ (["float16", "bfloat16"]);

for (const dtype of KINDS) {
  const form = FORMS[dtype];
  test(`all 65,536 numbers of ${dtype} are read exactly`, () => {
    const table = { data: ALL, dtype, shape: [65536, 1] };
    const { data } = pe.embedding.lookup(table, [...ALL]);
    ALL.forEach((bits) => {
      assert.ok(
        Object.is(data[bits], numberOf(bits, form)),
        `${bits}: ${data[bits]}`,
      );
    });
  });

  test(`what is no number in ${dtype} is read with its sign and payload`, () => {
    const first = dtype === "float16" ? 0x7c01 : 0x7f81;
    const ofSign = ALL.subarray(first, 0x8000);
    const bits = [...ofSign, ...ofSign.map((x) => x | 0x8000)];
    // Rows this wide are copied as they are; single numbers may lose a payload.
    const width = bits.length;
    const table = { data: Uint16Array.from(bits), dtype, shape: [1, width] };
    const { data } = pe.embedding.lookup(table, [0]);
    const words = new Uint32Array(data.buffer, data.byteOffset, width);
    bits.forEach((x, n) => {
      const sign = x >> 15 ? 2 ** 31 : 0;
      const payload =
        (x & (2 ** form.fraction - 1)) * 2 ** (23 - form.fraction);
      assert.equal(words[n], sign + 0x7f800000 + payload, `${x}`);
    });
  });

  test(`a table of ${dtype} that keeps its length keeps its bits`, () => {
    const bits = ALL.filter((x) => !Number.isNaN(numberOf(x, form)));
    const table = { data: bits, dtype, shape: [bits.length, 1] };
    const same = pe.embedding.resize(table, bits.length);
    assert.equal(same.dtype, dtype);
    assert.ok(same.data instanceof Uint16Array);
    assert.deepEqual(same.data, bits);
  });

  test(`what is no number is written in ${dtype} as its quiet one`, () => {
    const quiet = dtype === "float16" ? 0x7e00 : 0x7fc0;
    const data = ALL.filter((x) => Number.isNaN(numberOf(x, form)));
    const shape = [1, data.length];
    const { data: found } = pe.embedding.resize({ data, dtype, shape }, 3);
    found.forEach((x) => {
      assert.equal(x & 0x7fff, quiet);
    });
    assert.deepEqual(
      [...found.subarray(0, data.length)].map((x) => x & 0x8000),
      [...data].map((x) => x & 0x8000),
    );
  });

  test(`numbers are written in ${dtype} as the nearest of all there are`, () => {
    // Columns enough that some numbers lie a last bit beside a tie.
    const width = 40_000;
    let state = 7;
    const data = Uint16Array.from({ length: 2 * width }, () => {
      state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
      const bits = state >>> 16;
      return Number.isFinite(numberOf(bits, form)) ? bits : bits & 0xbfff;
    });
    const shape = [2, width];
    const numbers = [...data].map((bits) => numberOf(bits, form));
    const { data: found } = pe.embedding.resize({ data, dtype, shape }, 7);
    const exact = pe.embedding.resize({ data: numbers, shape }, 7);
    exact.data.forEach((x, n) => {
      const bits = found[n];
      const off = (it) => Math.abs(Math.abs(x) - numberOf(it, form));
      const size = bits & 0x7fff;
      const beside = [size - 1, size + 1].filter((it) => it >= 0);
      for (const it of beside) {
        const isTie = off(it) === off(size) && size % 2 === 0;
        assert.ok(off(size) < off(it) || isTie, `${x}: ${bits}`);
      }
      assert.equal(bits >> 15 === 1, x < 0 || Object.is(x, -0), `${x}`);
    });
  });

  test(`a resized table of ${dtype} is rounded to the nearest, ties to even`, () => {
    // Between neighbours lies a tie: the even one of the two wins.
    for (const low of [
      0x0000, 0x0001, 0x0002, 0x03ff, 0x1234, 0x1235, 0x3c00,
    ]) {
      for (const sign of [0, 0x8000]) {
        const data = Uint16Array.of(sign | low, sign | (low + 1));
        const { data: found } = pe.embedding.resize(
          { data, dtype, shape: [2, 1] },
          3,
          { alignCorners: true },
        );
        const even = low % 2 === 0 ? low : low + 1;
        assert.equal(found[1], sign | even, `${dtype} ${low}`);
        const quarters = pe.embedding.resize(
          { data, dtype, shape: [2, 1] },
          5,
          { alignCorners: true },
        );
        assert.deepEqual(
          [...quarters.data].map((bits) => (bits & 0x7fff) - low),
          [0, 0, even - low, 1, 1],
          `${dtype} ${low}`,
        );
      }
    }
  });

  test(`${dtype} overflows to infinity where it must and nowhere else`, () => {
    const largest = dtype === "float16" ? 0x7bff : 0x7f7f;
    const data = Uint16Array.of(largest, largest - 1);
    const { data: found } = pe.embedding.resize(
      { data, dtype, shape: [2, 1] },
      4,
      { method: "cubic" },
    );
    const exact = pe.embedding.resize(
      { data: [...data].map((x) => numberOf(x, form)), shape: [2, 1] },
      4,
      { method: "cubic" },
    );
    const limit = numberOf(largest, form) * (1 + 2 ** -(form.fraction + 2));
    exact.data.forEach((x, n) => {
      const isPast = Math.abs(x) > limit;
      assert.equal(Number.isFinite(numberOf(found[n], form)), !isPast, `${x}`);
    });
  });
}

test("a permutation moves bits and float64 as they are", () => {
  const halves = { data: Uint16Array.of(1, 0x7e01, 3, 4), shape: [4] };
  const order = /** @type {const} */ ({ from: "halves", to: "interleaved" });
  for (const dtype of KINDS) {
    assert.deepEqual(pe.convert.layout({ ...halves, dtype }, order), {
      data: Uint16Array.of(1, 3, 0x7e01, 4),
      shape: [4],
      dtype,
    });
  }
  const doubles = { data: Float64Array.of(0.1, 0.2, 0.3, 0.4), shape: [4] };
  assert.deepEqual(pe.convert.layout(doubles, order), {
    data: Float64Array.of(0.1, 0.3, 0.2, 0.4),
    shape: [4],
  });
  const both = pe.convert.queryKeyWeights(
    { data: Float64Array.of(0.1, 0.2, 0.3, 0.4), shape: [4, 1] },
    { ...order, numHeads: 1, bias: { ...halves, dtype: "bfloat16" } },
  );
  assert.ok(both.data instanceof Float64Array);
  assert.ok(both.bias && "dtype" in both.bias);
  assert.equal(both.bias.dtype, "bfloat16");
});

test("dims are a shape, and type is a dtype beside them", () => {
  // As ONNX Runtime and Transformers.js have them.
  const table = { dims: [2, 2], data: Float32Array.of(1, 2, 3, 4) };
  assert.deepEqual([...pe.embedding.lookup(table, [1]).data], [3, 4]);
  const halves = {
    dims: [1, 1],
    type: "float16",
    data: Uint16Array.of(0x3c00),
  };
  assert.deepEqual([...pe.embedding.lookup(halves, [0]).data], [1]);
  const both = { ...table, shape: [2, 2] };
  assert.deepEqual([...pe.embedding.lookup(both, [1]).data], [3, 4]);
  for (const dims of [[2, 2], Int32Array.of(2, 2), BigInt64Array.of(2n, 2n)]) {
    const again = { ...table, dims, shape: [2, 2] };
    assert.deepEqual([...pe.embedding.lookup(again, [1]).data], [3, 4]);
    refuses(
      () => pe.embedding.lookup({ ...again, shape: [1, 4] }, [0]),
      TypeError,
      "embedding.lookup: table cannot be read: its shape and its dims differ",
    );
  }
  // A method of that name says nothing of the shape.
  const method = { ...table, dims: () => 1, shape: [2, 2] };
  assert.deepEqual([...pe.embedding.lookup(method, [1]).data], [3, 4]);
});

test("16 bits that could be halves or numbers are refused", () => {
  const table = { data: Uint16Array.of(1, 2), shape: [1, 2] };
  refuses(
    () => pe.embedding.lookup(table, [0]),
    TypeError,
    'embedding.lookup: table holds a Uint16Array: say what it is, dtype: "float16", "bfloat16" or "uint16"',
  );
  const said = /** @type {const} */ ({ ...table, dtype: "uint16" });
  assert.deepEqual([...pe.embedding.lookup(said, [0]).data], [1, 2]);
  refuses(
    () =>
      pe.embedding.lookup(
        { data: Float32Array.of(1), shape: [1, 1], dtype: "float16" },
        [0],
      ),
    TypeError,
    'embedding.lookup: table has dtype "float16" but its data is a Float32Array of length 1; give the halves\' bits as a Uint16Array',
  );
});

test("integers of 64 bits are positions, tokens and rows", () => {
  const wanted = pe.embedding.sinusoidal({ positions: [3, -5], dModel: 4 });
  for (const positions of [BigInt64Array.of(3n, -5n), [3n, -5n]]) {
    const found = pe.embedding.sinusoidal({
      positions: /** @type {any} */ (positions),
      dModel: 4,
    });
    assert.deepEqual(found, wanted);
  }
  const decoder = pe.transformer.decoder({
    layers: 1,
    dModel: 4,
    numHeads: 1,
    dFeedForward: 4,
    vocabularySize: 8,
  });
  const tokens = { data: BigInt64Array.of(1n, 7n), dims: [1, 2] };
  assert.deepEqual(
    decoder.forward(/** @type {any} */ (tokens)).output.data,
    decoder.forward([[1, 7]]).output.data,
  );
  refuses(
    () =>
      pe.embedding.sinusoidal({
        positions: /** @type {any} */ (BigInt64Array.of(2n ** 53n + 1n)),
        dModel: 2,
      }),
    TypeError,
    "embedding.sinusoidal: positions cannot be read: [0] is 9007199254740993n (a bigint), which no number is exactly",
  );
});
