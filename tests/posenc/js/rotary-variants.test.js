import assert from "node:assert/strict";
import test from "node:test";
import fc from "fast-check";
import { maxError, pe } from "./helpers.js";

const { frequencies, tables, apply, xpos, multimodal, axial, axial2d } =
  pe.rotary;

const fill = (shape, f) => ({
  data: Float32Array.from(
    { length: shape.reduce((a, b) => a * b, 1) },
    (_, i) => f(i),
  ),
  shape,
});
const dot = (a, b) => a.reduce((sum, x, i) => sum + x * b[i], 0);
const row = ({ data, shape }, t) => {
  const d = shape.at(-1);
  return data.subarray(t * d, (t + 1) * d);
};

test("xPos scores fade with distance, whatever the centre", () => {
  const headDim = 8;
  const f = frequencies({ headDim });
  const q = fill([40, 1, headDim], () => 1);
  const run = (centre) =>
    xpos({ q, k: q, frequencies: f, scaleBase: 16, centre });
  const [a, b, c] = ["torchscale", "lucidrains", 3].map(run);
  const zeta = a.zeta;
  for (const [i, j] of [
    [39, 0],
    [20, 20],
    [30, 11],
  ]) {
    // Pair by pair: 2 cos(θ Δ) ζ^(Δ / scaleBase).
    const expected = [...zeta].reduce(
      (sum, z, p) =>
        sum +
        2 * Math.cos(f.inverseFrequency[p] * (i - j)) * z ** ((i - j) / 16),
      0,
    );
    for (const found of [a, b, c]) {
      assert.ok(
        Math.abs(dot(row(found.q, i), row(found.k, j)) - expected) < 1e-5,
      );
    }
  }
});

test("xPos scales rise from centre and fall for keys", () => {
  const f = frequencies({ headDim: 4 });
  const q = fill([5, 1, 4], () => 1);
  const found = xpos({ q, k: q, frequencies: f, scaleBase: 2 });
  assert.ok(maxError(found.zeta, [2 / 7, 9 / 14]) < 1e-15);
  // torchscale: the centre of five positions is 3.
  const powers = [0, 1, 2, 3, 4].flatMap((p) =>
    [...found.zeta].map((z) => z ** ((p - 3) / 2)),
  );
  assert.ok(maxError(found.queryScale.data, powers) < 1e-6);
  assert.ok(
    maxError(
      found.keyScale.data,
      powers.map((x) => 1 / x),
    ) < 1e-6,
  );
  const other = xpos({ q, frequencies: f, scaleBase: 2, centre: "lucidrains" });
  assert.equal(other.k, undefined);
  assert.ok(Math.abs(other.queryScale.data[4] - 1) < 1e-7);
});

test("xPos queries are the last of the keys unless told otherwise", () => {
  const f = frequencies({ headDim: 6 });
  const k = fill([7, 2, 6], (i) => Math.sin(i));
  const q = { data: k.data.slice(5 * 12), shape: [2, 2, 6] };
  const all = xpos({ q: k, k, frequencies: f });
  const last = xpos({ q, k, frequencies: f });
  assert.deepEqual(last.q.data, all.q.data.slice(5 * 12));
  assert.deepEqual(xpos({ q, k, frequencies: f, offset: 5 }).q, last.q);
  const placed = xpos({
    q,
    frequencies: f,
    queryPositions: [5, 6],
    centre: 4,
  });
  assert.deepEqual(placed.q, last.q);
});

test("xPos keys shift by xPos itself", () => {
  const f = frequencies({ headDim: 6 });
  const k = fill([4, 1, 6], (i) => Math.cos(i));
  const at = (first) =>
    xpos({
      k,
      frequencies: f,
      keyPositions: [0, 1, 2, 3].map((t) => first + t),
      centre: 0,
    }).k;
  const moved = xpos({
    k: at(10),
    frequencies: f,
    keyPositions: [-7, -7, -7, -7],
    centre: 0,
  }).k;
  assert.ok(maxError(moved.data, at(3).data) < 1e-6);
});

test("M-RoPE with the same position on every axis is ordinary RoPE", () => {
  const f = frequencies({ headDim: 128, base: 1e6 });
  const positions = [0, 5, 100.5, 70000];
  const plain = tables({ frequencies: f, positions });
  for (const [sections, interleaved] of /** @type {const} */ ([
    [[16, 24, 24], false],
    [[24, 20, 20], true],
  ])) {
    const found = multimodal({
      frequencies: f,
      sections,
      interleaved,
      positions: [positions, positions, positions],
    });
    assert.deepEqual(found.cos.shape, [4, 64]);
    assert.ok(maxError(found.cos.data, plain.cos.data) <= 2 ** -23);
    assert.ok(maxError(found.sin.data, plain.sin.data) <= 2 ** -23);
  }
});

test("M-RoPE pairs take the positions of their axis", () => {
  const f = { inverseFrequency: [1, 1, 1, 1, 1, 1, 1] };
  const positions = [[1], [2], [3]];
  const sines = (options) =>
    [...multimodal({ frequencies: f, positions, ...options }).sin.data].map(
      (x) => [1, 2, 3].find((p) => Math.abs(Math.sin(p) - x) < 1e-6),
    );
  assert.deepEqual(sines({ sections: [3, 2, 2] }), [1, 1, 1, 2, 2, 3, 3]);
  assert.deepEqual(
    sines({ sections: [3, 2, 2], interleaved: true }),
    [1, 2, 3, 1, 2, 3, 1],
  );
});

test("M-RoPE's first axis may have most pairs or all, another none", () => {
  const f = { inverseFrequency: [1, 1, 1, 1, 1, 1, 1] };
  const sines = (options) =>
    [...multimodal({ frequencies: f, ...options }).sin.data].map((x) =>
      [1, 2, 3].find((p) => Math.abs(Math.sin(p) - x) < 1e-6),
    );
  assert.deepEqual(
    sines({ sections: [7], positions: [[2]] }),
    [2, 2, 2, 2, 2, 2, 2],
  );
  const positions = [[1], [2], [3]];
  assert.deepEqual(
    sines({ sections: [4, 0, 3], positions }),
    [1, 1, 1, 1, 3, 3, 3],
  );
  // What is left over when the others have all of theirs is the first one's.
  assert.deepEqual(
    sines({ sections: [5, 1, 1], positions, interleaved: true }),
    [1, 2, 3, 1, 1, 1, 1],
  );
});

test("M-RoPE takes up to 255 axes", () => {
  const of = (axes) =>
    multimodal({
      frequencies: { inverseFrequency: Array(axes).fill(1) },
      sections: Array(axes).fill(1),
      positions: Array.from({ length: axes }, (_, n) => [n]),
    });
  const wanted = Float32Array.from({ length: 255 }, (_, n) => Math.cos(n));
  assert.ok(maxError(of(255).cos.data, wanted) < 1e-6);
  assert.throws(() => of(256), {
    name: "RangeError",
    message:
      /^rotary\.multimodal: sections must be integers that sum up to 256/,
  });
});

test("M-RoPE takes positions [A, B, T], and apply takes its tables", () => {
  const f = frequencies({ headDim: 6 });
  const positions = {
    data: [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11],
    shape: [3, 2, 2],
  };
  const found = multimodal({ frequencies: f, sections: [1, 1, 1], positions });
  assert.deepEqual(found.cos.shape, [2, 2, 3]);
  const x = fill([2, 2, 2, 6], (i) => i / 10);
  const y = apply(x, { tables: found });
  // Token (1, 0): positions 2, 6 and 10 on the three axes.
  const [a, b] = [x.data[24], x.data[27]];
  assert.ok(Math.abs(y.data[24] - (a * Math.cos(2) - b * Math.sin(2))) < 1e-5);
});

test("a grid's pairs follow its axes; a line of cells is RoPE", () => {
  const found = axial2d({ shape: [3, 4], dimPerAxis: 6 });
  assert.deepEqual(found.cos.shape, [12, 6]);
  const f = frequencies({ headDim: 6 });
  const line = tables({ frequencies: f, seqLen: 4 });
  for (let y = 0; y < 3; y += 1) {
    for (let x = 0; x < 4; x += 1) {
      const cell = row(found.cos, 4 * y + x);
      assert.ok(maxError(cell.slice(0, 3), row(line.cos, y)) <= 2 ** -24);
      assert.ok(maxError(cell.slice(3), row(line.cos, x)) <= 2 ** -24);
    }
  }
  const one = axial({ shape: [4], dimPerAxis: 6 });
  assert.ok(maxError(one.cos.data, line.cos.data) <= 2 ** -24);
});

test("axes of a grid have columns and a base of their own", () => {
  // Wan, 128 columns: 44 of time, 42 of height and of width, each its ladder
  // (diffusers, transformer_wan.py); HunyuanVideo and FLUX: 16, 56, 56.
  for (const [dims, bases] of [
    [[44, 42, 42], undefined],
    [
      [16, 56, 56],
      [256, 256, 256],
    ],
    [
      [2, 4, 6],
      [10, 100, 1000],
    ],
  ]) {
    const shape = [2, 3, 4];
    const { cos, angles } = axial({ shape, dims, bases });
    const pairs = dims.reduce((a, b) => a + b) / 2;
    assert.deepEqual(cos.shape, [24, pairs]);
    const expected = [];
    for (let cell = 0; cell < 24; cell += 1) {
      const at = [Math.floor(cell / 12), Math.floor(cell / 4) % 3, cell % 4];
      for (const [axis, dim] of dims.entries()) {
        for (let i = 0; i < dim / 2; i += 1) {
          const base = bases?.[axis] ?? 10000;
          expected.push(at[axis] / base ** ((2 * i) / dim));
        }
      }
    }
    assert.ok(maxError(angles.data, expected) <= 2 ** -23);
    const turns = expected.map((angle) => Math.cos(angle));
    assert.ok(maxError(cos.data, turns) <= 2 ** -24);
  }
  const same = { shape: [3, 4], dimPerAxis: 6, base: 50 };
  assert.deepEqual(
    axial({ shape: [3, 4], dims: [6, 6], bases: [50, 50] }),
    axial(same),
  );
});

test("scores on a grid depend on the difference of the cells alone", () => {
  fc.assert(
    fc.property(
      fc.constantFrom("language", "pixel", "constant", "centred"),
      fc.array(fc.integer({ min: 0, max: 4 }), { minLength: 4, maxLength: 4 }),
      fc.array(fc.integer({ min: 0, max: 3 }), { minLength: 2, maxLength: 2 }),
      (convention, [qy, qx, ky, kx], [dy, dx]) => {
        const shape = [8, 8];
        const { cos, sin } = axial2d({ shape, dimPerAxis: 8, convention });
        const q = fill([1, 1, 16], (i) => Math.sin(i + 1));
        const k = fill([1, 1, 16], (i) => Math.cos(i * i));
        const at = (x, cell) =>
          apply(x, { tables: { cos, sin }, offset: cell }).data;
        const score = (y, x) =>
          dot(at(q, 8 * (qy + y) + qx + x), at(k, 8 * (ky + y) + kx + x));
        assert.ok(Math.abs(score(0, 0) - score(dy, dx)) < 2e-5);
      },
    ),
    { numRuns: 60 },
  );
});

test("grid angles are coordinate times frequency in each convention", () => {
  const angles = (options) => [
    ...axial({ shape: [1, 3], dimPerAxis: 4, ...options }).angles.data,
  ];
  const third = (list) => list.slice(8); // cell (0, 2)
  const near = (found, expected) => assert.ok(maxError(found, expected) < 1e-6);
  near(third(angles({})), [0, 0, 2, 0.02]);
  near(third(angles({ base: 100, offsets: [1, 0.5] })), [1, 0.1, 2.5, 0.25]);
  near(third(angles({ referenceShape: [16, 6] })), [0, 0, 4, 0.04]);
  near(third(angles({ convention: "pixel", maxFrequency: 6 })), [
    -Math.PI,
    -3 * Math.PI,
    Math.PI,
    3 * Math.PI,
  ]);
  for (const [convention, own] of /** @type {const} */ ([
    ["pixel", { maxFrequency: 10 }],
    ["centred", { base: 100 }],
  ])) {
    assert.deepEqual(angles({ convention }), angles({ convention, ...own }));
  }
  assert.deepEqual(angles({}), angles({ base: 10000 }));
  const eight = axial({ shape: [1, 1, 1, 1, 1, 1, 1, 2], dimPerAxis: 2 });
  assert.deepEqual([...row(eight.angles, 1)], [0, 0, 0, 0, 0, 0, 0, 1]);
  near(third(angles({ convention: "constant" })), [0, 0, 2, 2]);
  const w = (4 * Math.PI) / 3;
  near(third(angles({ convention: "centred" })), [0, 0, w, w / 10]);
});
