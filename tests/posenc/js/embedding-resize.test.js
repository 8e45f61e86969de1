import assert from "node:assert/strict";
import test from "node:test";
import fc from "fast-check";
import { untyped } from "../../untyped.js";
import { maxError, pe, refuses } from "./helpers.js";

const { learned, resize, resize2d } = pe.embedding;

/** Options that do not exclude each other. */
const kernels = fc.constantFrom(
  {},
  { alignCorners: true },
  { antialias: true },
  { method: "cubic" },
  { method: "cubic", alignCorners: true },
  { method: "cubic", antialias: true },
  { antialias: true, alignCorners: true },
  { method: "cubic", antialias: true, alignCorners: true },
  { method: "nearest" },
);
const side = fc.integer({ min: 1, max: 7 });
const prefixes = fc.integer({ min: 0, max: 2 });

test("resize to the same length is the identity, bit for bit", () => {
  fc.assert(
    fc.property(side, side, prefixes, kernels, (h, w, prefix, kernel) => {
      const table = learned({ maxLen: prefix + h * w, dModel: 5, std: 1 });
      const options = { ...kernel, prefix };
      assert.deepEqual(resize(table, table.shape[0], options), table);
      const grid = /** @type {const} */ ({
        ...options,
        from: [h, w],
        to: [h, w],
      });
      assert.deepEqual(resize2d(table, grid), table);
    }),
    { numRuns: 100 },
  );
});

test("resize keeps what is constant, and the prefix", () => {
  fc.assert(
    fc.property(side, side, prefixes, kernels, (n, m, prefix, kernel) => {
      const body = new Array(n).fill(0.75);
      const data = [...new Array(prefix).fill(-3), ...body];
      const table = { data, shape: [prefix + n, 1] };
      const out = resize(table, prefix + m, { ...kernel, prefix });
      const expected = new Array(prefix).fill(-3);
      while (expected.length < prefix + m) expected.push(0.75);
      assert.deepEqual([...out.data], expected);
    }),
    { numRuns: 100 },
  );
});

test("a grid of one row resizes as a line does", () => {
  fc.assert(
    fc.property(side, side, kernels, (n, m, kernel) => {
      const table = learned({ maxLen: n, dModel: 3, std: 1 });
      const grid = resize2d(table, { ...kernel, from: [1, n], to: [1, m] });
      assert.deepEqual(grid, resize(table, m, kernel));
    }),
    { numRuns: 50 },
  );
});

test("resize puts new rows where each convention says", () => {
  const table = { data: [0, 1, 2, 3], shape: [4, 1] };
  const rows = (length, options) => [...resize(table, length, options).data];
  assert.deepEqual(rows(8), [0, 0.25, 0.75, 1.25, 1.75, 2.25, 2.75, 3]);
  assert.deepEqual(
    rows(7, { alignCorners: true }),
    [0, 0.5, 1, 1.5, 2, 2.5, 3],
  );
  assert.deepEqual(rows(6, { method: "nearest" }), [0, 0, 1, 2, 2, 3]);
  assert.deepEqual(rows(2), [0.5, 2.5]);
  // Half of the length, the triangle twice as wide: (3, 3, 1) / 7 at the edge.
  const shrunk = rows(2, { antialias: true });
  assert.ok(maxError(shrunk, [5 / 7, 16 / 7]) < 1.2e-7);
  assert.equal(resize(table, 1, { alignCorners: true }).data[0], 0);
});

test("antialias takes the step of alignCorners, and not its corners", () => {
  const table = { data: [0, 1, 2, 3], shape: [4, 1] };
  const both = { antialias: true, alignCorners: true };
  const rows = (length, options) => [
    ...resize(table, length, { ...both, ...options }).data,
  ];
  // Step 3, rows 1 and 4: triangles of half-width 3, cut at the ends and
  // scaled to sum 1: (2, 3, 2, 1) / 8 and, past the last row, (1, 2) / 3.
  assert.ok(maxError(rows(2), [10 / 8, 8 / 3]) < 1.2e-7);
  // Step 3/7 in a growing table: plain interpolation at (i + ½)·step − ½.
  const grown = rows(8);
  const at = (i) => Math.max(0, (i + 0.5) * (3 / 7) - 0.5);
  for (let i = 1; i < 7; i += 1) {
    assert.ok(Math.abs(grown[i] - at(i)) < 2.4e-7, `row ${i}`);
  }
  assert.equal(rows(1)[0], 0);
  assert.deepEqual(rows(4, { method: "cubic" }), [0, 1, 2, 3]);
});

/** One axis of PyTorch's bicubic interpolation, in float64. */
function cubicAxis(from, to, step) {
  const near = (d) => ((1.25 * d - 2.25) * d * d + 1) * Number(d <= 1);
  const far = (d) => -0.75 * (((d - 5) * d + 8) * d - 4) * Number(d > 1);
  return Array.from({ length: to }, (_, i) => {
    const weights = new Array(from).fill(0);
    const x = (i + 0.5) * step - 0.5;
    for (let tap = Math.floor(x) - 1; tap < Math.floor(x) + 3; tap += 1) {
      const d = Math.abs(x - tap);
      if (d >= 2) continue;
      weights[Math.min(Math.max(tap, 0), from - 1)] += near(d) + far(d);
    }
    return weights;
  });
}

test("resize2d steps by N/(M + interpolateOffset), as DINOv2 does", () => {
  // 37 patches a side to 16 × 20: steps of 37/16.1 and 37/20.1.
  const side = 37;
  const table = learned({ maxLen: 1 + side * side, dModel: 2, std: 1 });
  const [height, width] = [16, 20];
  for (const interpolateOffset of [0, 0.1]) {
    const { data } = resize2d(table, {
      to: [height, width],
      method: "cubic",
      prefix: 1,
      interpolateOffset,
    });
    const down = cubicAxis(side, height, side / (height + interpolateOffset));
    const across = cubicAxis(side, width, side / (width + interpolateOffset));
    assert.deepEqual(data.slice(0, 2), table.data.slice(0, 2));
    for (let n = 0; n < height * width * 2; n += 1) {
      const [y, x] = [Math.floor(n / 2 / width), Math.floor(n / 2) % width];
      let sum = 0;
      for (let i = 0; i < side * side; i += 1) {
        const weight = down[y][Math.floor(i / side)] * across[x][i % side];
        if (weight !== 0) sum += weight * table.data[2 + 2 * i + (n % 2)];
      }
      assert.ok(Math.abs(data[2 + n] - sum) < 2e-7, `number ${n}`);
    }
  }
  // One side alike: it steps by 37/37.1 nevertheless, as in DINOv2's code.
  const line = { data: [0, 1, 2, 3], shape: [4, 1] };
  const tall = resize2d(line, {
    from: [1, 4],
    to: [2, 4],
    interpolateOffset: 0.1,
  });
  const at = (i) => Math.max(0, ((i + 0.5) * 4) / 4.1 - 0.5);
  assert.ok(maxError(tall.data, [0, 1, 2, 3, 0, 1, 2, 3].map(at)) < 2.4e-7);
  const same = { from: [1, 4], to: [1, 4], interpolateOffset: 0.1 };
  assert.deepEqual([...resize2d(line, untyped(same)).data], [0, 1, 2, 3]);
  for (const [other, why] of [
    [{ method: "nearest" }, 'method "nearest"'],
    [{ alignCorners: true }, "alignCorners"],
  ]) {
    refuses(
      () =>
        resize2d(
          line,
          untyped({
            from: [1, 4],
            to: [2, 4],
            interpolateOffset: 0.1,
            .../** @type {object} */ (other),
          }),
        ),
      RangeError,
      `embedding.resize2d: interpolateOffset must be 0 with ${why}, got 0.1`,
    );
  }
  refuses(
    () => resize2d(line, { from: [1, 4], to: [2, 4], interpolateOffset: 1 }),
    RangeError,
    "embedding.resize2d: interpolateOffset must be a finite number from 0 below 1, got 1",
  );
});

test("resize2d takes a square when from is not given", () => {
  const table = learned({ maxLen: 10, dModel: 2, std: 1 });
  const options = /** @type {const} */ ({
    to: [4, 5],
    method: "cubic",
    prefix: 1,
  });
  const square = resize2d(table, options);
  assert.deepEqual(square.shape, [21, 2]);
  assert.deepEqual(square, resize2d(table, { ...options, from: [3, 3] }));
  refuses(
    () => resize2d(table, { to: [2, 2] }),
    RangeError,
    "embedding.resize2d: from is required, the 10 rows behind the prefix make no square, but 9 do: say prefix: 1 if the first is a class token",
  );
  refuses(
    () => resize2d(learned({ maxLen: 7, dModel: 2 }), { to: [2, 2] }),
    RangeError,
    "embedding.resize2d: from is required, the 7 rows behind the prefix make no square",
  );
  // Registers, too, stand in front: the prefix may be longer than the rest.
  const registers = learned({ maxLen: 9, dModel: 2, std: 1 });
  const behind = { to: options.to, prefix: 5 };
  assert.deepEqual(
    resize2d(registers, behind),
    resize2d(registers, { ...behind, from: [2, 2] }),
  );
  refuses(
    () => resize2d(registers, { ...behind, prefix: 3 }),
    RangeError,
    "embedding.resize2d: from is required, the 6 rows behind the prefix make no square",
  );
  // As ViT's checkpoints have it.
  assert.deepEqual(resize2d({ ...table, shape: [1, 10, 2] }, options), {
    data: square.data,
    shape: [1, 21, 2],
  });
  refuses(
    () => resize2d({ ...table, shape: [2, 5, 2] }, options),
    RangeError,
    "embedding.resize2d: table must have shape [N, D] or [1, N, D], got [2, 5, 2]",
  );
  refuses(
    () => resize2d(table, { from: [2, 4], to: [2, 2] }),
    RangeError,
    "embedding.resize2d: table must have 8 rows for prefix 0 and from [2, 4], got 10",
  );
});

test("resize refuses options that exclude each other", () => {
  const table = { data: [0, 1], shape: [2, 1] };
  const given = (options) => () => resize(table, 3, options);
  refuses(
    given({ antialias: true, method: "nearest" }),
    RangeError,
    'embedding.resize: antialias must be false with method "nearest", got true',
  );
  refuses(
    given({ alignCorners: true, method: "nearest" }),
    RangeError,
    'embedding.resize: alignCorners must be false with method "nearest", got true',
  );
  refuses(
    given({ prefix: 2 }),
    RangeError,
    "embedding.resize: prefix must be an integer from 0 to 1, got 2",
  );
  refuses(
    () => resize(table, 1, { prefix: 1 }),
    RangeError,
    "embedding.resize: newLen must be an integer from 2 to 2147483648, got 1",
  );
  refuses(
    given({ method: "bicubic" }),
    RangeError,
    'embedding.resize: method must be one of "linear", "cubic", "nearest", got "bicubic" (a string)',
  );
  refuses(
    () => resize2d(table, { from: [1, 2], to: untyped([2]) }),
    RangeError,
    "embedding.resize2d: to must be an array of 2 numbers, got [2]",
  );
  refuses(
    () => resize2d(table, { from: [1, 2], to: [2, 1.5] }),
    RangeError,
    "embedding.resize2d: to[1] must be an integer from 1 to 2147483648, got 1.5",
  );
});
