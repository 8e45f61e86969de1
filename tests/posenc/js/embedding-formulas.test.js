import assert from "node:assert/strict";
import test from "node:test";
import fc from "fast-check";
import { untyped } from "../../untyped.js";
import { BASE, bounded, inList, LENGTH, POSITION, WIDTH } from "./bounds.js";
import { maxError, pe, refuses } from "./helpers.js";

const {
  index,
  normalized,
  binary,
  logarithmic,
  fourier,
  randomFourier,
  axial,
  learned,
  sinusoidal,
  timestep,
  coordinate,
} = pe.embedding;

test("index, normalized and binary are what a tutorial begins with", () => {
  const rows = index({ seqLen: 3, offset: 5 });
  assert.deepEqual(rows.shape, [3, 1]);
  assert.deepEqual([...rows.data], [5, 6, 7]);
  assert.deepEqual([...index({ positions: [-1, 0.5] }).data], [-1, 0.5]);
  assert.deepEqual([...normalized({ seqLen: 3 }).data], [0, 0.5, 1]);
  assert.deepEqual([...normalized({ seqLen: 1 }).data], [0]);
  const bits = binary({ seqLen: 4, offset: 2 });
  assert.deepEqual(bits.shape, [4, 3]);
  assert.equal([...bits.data].join(""), "010011100101");
  assert.deepEqual(binary({ seqLen: 1 }).shape, [1, 1]);
});

test("binary is the number as JavaScript writes it", () => {
  const number = fc.integer({ min: 0, max: 2 ** 31 });
  fc.assert(
    fc.property(fc.array(number, { minLength: 1 }), (positions) => {
      const { data, shape } = binary({ positions, bits: 32 });
      positions.forEach((p, t) => {
        const digits = data.slice(t * shape[1], (t + 1) * shape[1]).join("");
        assert.equal(digits, p.toString(2).padStart(32, "0"));
      });
    }),
    { numRuns: 50 },
  );
  refuses(
    () => binary({ seqLen: 17, bits: 4 }),
    RangeError,
    "embedding.binary: bits must be an integer from 5 to 32, got 4",
  );
  refuses(
    () => binary({ positions: [1, 0.5] }),
    RangeError,
    "embedding.binary: positions[1] must be an integer from 0 to 2147483648, got 0.5",
  );
  refuses(
    () => binary({ seqLen: 2, offset: -1 }),
    RangeError,
    "embedding.binary: offset must be an integer from 0 to 2147483648, got -1",
  );
});

test("logarithmic rises from 0 to 1 at the last position", () => {
  const { data, shape } = logarithmic({ seqLen: 100, dModel: 6 });
  assert.deepEqual(shape, [100, 6]);
  for (let j = 0; j < 6; j += 1) {
    assert.equal(data[j], 0);
    assert.equal(data[99 * 6 + j], 1);
    for (let t = 1; t < 100; t += 1) {
      assert.ok(data[t * 6 + j] > data[(t - 1) * 6 + j]);
    }
  }
  const expected = Math.log1p(7) / Math.log1p(99);
  assert.ok(Math.abs(data[7 * 6] - expected) < 3e-8);
  const listed = logarithmic({ positions: [0, 7, 99], dModel: 6 });
  assert.deepEqual(listed.data.slice(6, 12), data.slice(42, 48));
  refuses(
    () => logarithmic({ seqLen: 2, offset: -0.5, dModel: 6 }),
    RangeError,
    "embedding.logarithmic: offset must be a finite number from 0 to 2147483648, got -0.5",
  );
  refuses(
    () => logarithmic({ seqLen: 2, dModel: 6, maxLen: 1 }),
    RangeError,
    "embedding.logarithmic: maxLen must be a finite number from 2 to 2147483648, got 1",
  );
});

test("fourier with octaves is the formula of NeRF", () => {
  const coord = fc.double({ min: -1, max: 1, noNaN: true });
  const bands = fc.integer({ min: 1, max: 10 });
  fc.assert(
    fc.property(coord, coord, bands, (x, y, count) => {
      const coords = { data: [x, y], shape: [1, 2] };
      const { data, shape } = fourier({
        coords,
        bands: count,
        includeInput: true,
      });
      const expected = [x, y];
      for (const c of [x, y]) {
        for (let k = 0; k < count; k += 1) {
          const angle = 2 ** k * Math.PI * c;
          expected.push(Math.sin(angle), Math.cos(angle));
        }
      }
      assert.deepEqual(shape, [1, 2 + 4 * count]);
      assert.ok(maxError(data, expected) < 3e-8 + 1e-12);
    }),
    { numRuns: 100 },
  );
});

test("fourier with linear bands is Perceiver's in halves", () => {
  const coords = { data: [0.25], shape: [1, 1] };
  const { data } = fourier({
    coords,
    bands: 3,
    spacing: "linear",
    maxFrequency: 10,
    layout: "halves",
  });
  const angles = [1, 3, 5].map((f) => f * Math.PI * 0.25);
  const expected = [...angles.map(Math.sin), ...angles.map(Math.cos)];
  assert.ok(maxError(data, expected) < 3e-8);
});

test("fourier refuses bands and coordinates it cannot compute exactly", () => {
  const coords = { data: [0.25], shape: [1, 1] };
  refuses(
    () => fourier({ coords, bands: 31 }),
    RangeError,
    "embedding.fourier: bands must be an integer from 1 to 30, got 31",
  );
  refuses(
    // @ts-expect-error linear spacing needs a highest frequency
    () => fourier({ coords, bands: 4, spacing: "linear" }),
    TypeError,
    "embedding.fourier: maxFrequency is required (a finite number from 2 to 1073741824)",
  );
  refuses(
    () => fourier({ coords, bands: 4, maxFrequency: 10 }),
    RangeError,
    'embedding.fourier: maxFrequency must be absent unless spacing is "linear", got 10',
  );
  refuses(
    () => fourier({ coords: { data: [1, 2e6], shape: [1, 2] }, bands: 1 }),
    RangeError,
    "embedding.fourier: coords.data[1] must be a finite number from -1048576 to 1048576, got 2000000",
  );
  refuses(
    () => fourier({ coords: { data: [1], shape: [1] }, bands: 1 }),
    RangeError,
    "embedding.fourier: coords must have shape [N, C], got [1]",
  );
});

test("randomFourier draws the directions that learned draws", () => {
  const coords = { data: [0.5, -0.25, 0.125, 0.75], shape: [2, 2] };
  const drawn = randomFourier({ coords, features: 5, scale: 3, seed: 8 });
  const matrix = learned({ maxLen: 5, dModel: 2, std: 3, seed: 8 });
  assert.deepEqual(drawn.shape, [2, 10]);
  assert.deepEqual(drawn, randomFourier({ coords, matrix }));
  const expected = Array.from(drawn.data, (_, i) => {
    const m = i % 5;
    const x = coords.data.slice(i < 10 ? 0 : 2);
    const turns = matrix.data[2 * m] * x[0] + matrix.data[2 * m + 1] * x[1];
    const wave = i % 10 < 5 ? Math.sin : Math.cos;
    return wave(2 * Math.PI * turns);
  });
  assert.ok(maxError(drawn.data, expected) < 3.1e-8);
  refuses(
    // @ts-expect-error one or the other
    () => randomFourier({ coords, matrix, scale: 1 }),
    TypeError,
    "embedding.randomFourier: give either matrix or features with scale and seed, not matrix and scale",
  );
  refuses(
    // @ts-expect-error one of the two
    () => randomFourier({ coords }),
    TypeError,
    "embedding.randomFourier: features is required (an integer from 1 to 65536)",
  );
  refuses(
    () => randomFourier({ coords, matrix: { data: [1], shape: [1, 1] } }),
    RangeError,
    "embedding.randomFourier: matrix must have shape [M, 2], got [1, 1]",
  );
});

test("axial conventions on one axis are the sinusoidal ones", () => {
  const dModel = 8;
  const plain = (options) => sinusoidal({ seqLen: 5, dModel, ...options });
  const line = (options) => axial({ shape: [5], dModel, ...options });
  assert.deepEqual(line(), plain());
  const halves = plain({ layout: "halves" });
  assert.deepEqual(line({ convention: "mae" }), halves);
  assert.deepEqual(line({ convention: "timm" }), halves);
  const endpoint = plain({ layout: "halves", spacing: "endpoint" });
  assert.deepEqual(line({ convention: "tensor2tensor" }), endpoint);
  assert.deepEqual(axial({ axes: [[0, 1, 2, 3, 4]], dModel }), plain());
});

test("MAE's grid is timm's turned and interleaved, on a square", () => {
  const options = { dModel: 12, base: 500 };
  const mae = axial({ shape: [3, 3], convention: "mae", ...options });
  const timm = axial({
    shape: [3, 3],
    convention: "timm",
    reverseCoord: true,
    interleaveSinCos: true,
    ...options,
  });
  // timm turns the rows along with the columns: cell (r, c) becomes (c, r).
  for (let cell = 0; cell < 9; cell += 1) {
    const turned = (cell % 3) * 3 + Math.floor(cell / 3);
    assert.deepEqual(
      timm.data.slice(turned * 12, turned * 12 + 12),
      mae.data.slice(cell * 12, cell * 12 + 12),
    );
  }
});

test("every cell of a grid has a row of its own", () => {
  const side = fc.integer({ min: 1, max: 5 });
  const shapes = fc.array(side, { minLength: 1, maxLength: 3 });
  const words = fc.constantFrom("tatp22", "mae", "timm", "tensor2tensor");
  fc.assert(
    fc.property(shapes, words, (shape, convention) => {
      const dModel = 8 * shape.length;
      const { data } = axial({ shape, dModel, convention, prefix: 1 });
      const rows = new Set();
      for (let i = 0; i < data.length; i += dModel) {
        rows.add(data.slice(i, i + dModel).join());
      }
      const cells = shape.reduce((a, b) => a * b, 1);
      assert.equal(rows.size, cells + 1);
      assert.ok(data.slice(0, dModel).every((x) => x === 0));
    }),
    { numRuns: 60 },
  );
});

test("axial refuses widths, axes and options of another convention", () => {
  const given = (options) => () =>
    axial({ shape: [2, 2], dModel: 6, ...options });
  refuses(
    given({ convention: "mae" }),
    RangeError,
    'embedding.axial: dModel must be a multiple of 4 for "mae" on 2 axes, got 6',
  );
  refuses(
    given({ convention: "tensor2tensor", dModel: 3 }),
    RangeError,
    'embedding.axial: dModel must be at least 4 for "tensor2tensor" on 2 axes, got 3',
  );
  refuses(
    given({ reverseCoord: true }),
    RangeError,
    'embedding.axial: reverseCoord must be false unless the convention is "timm", got true',
  );
  refuses(
    given({ shape: [1, 1, 1, 1] }),
    RangeError,
    "embedding.axial: shape must be an array of 1 to 3 axes, got [1, 1, 1, 1]",
  );
  refuses(
    given({ shape: [2, 0] }),
    RangeError,
    "embedding.axial: shape[1] must be an integer from 1 to 2147483648, got 0",
  );
  refuses(
    given({ axes: [[1]] }),
    TypeError,
    "embedding.axial: give either shape or axes",
  );
  refuses(
    given({ shape: undefined, axes: [[1], []] }),
    RangeError,
    "embedding.axial: axes[1] must be at least one coordinate, got []",
  );
  refuses(
    given({ shape: [100000, 100000] }),
    RangeError,
    "embedding.axial: needs 223.5 GiB (240000000000 bytes) of memory, more than the module can get",
  );
});

/** get_timestep_embedding of diffusers, in float64. */
function diffusers(timesteps, dModel, options) {
  const { flip, shift, scale, maxPeriod } = options;
  const half = Math.floor(dModel / 2);
  return timesteps.flatMap((t) => {
    const angles = Array.from({ length: half }, (_, i) => {
      const exponent = (-Math.log(maxPeriod) * i) / (half - shift);
      return scale * t * Math.exp(exponent);
    });
    const [sines, cosines] = [angles.map(Math.sin), angles.map(Math.cos)];
    const row = flip ? [...cosines, ...sines] : [...sines, ...cosines];
    return dModel % 2 ? [...row, 0] : row;
  });
}

test("timestep is what diffusers computes, without its roundings", () => {
  fc.assert(
    fc.property(
      fc.array(fc.double({ min: -1000, max: 1000, noNaN: true }), {
        minLength: 1,
        maxLength: 9,
      }),
      fc.integer({ min: 4, max: 41 }),
      fc.record({
        flip: fc.boolean(),
        shift: fc.constantFrom(0, 1, 0.5, 0.1, -3.7),
        scale: fc.constantFrom(1, 0.5, -3, 1000),
        maxPeriod: fc.constantFrom(100, 10000, 1e6),
      }),
      (timesteps, dModel, options) => {
        const { data, shape } = timestep({
          timesteps,
          dModel,
          flipSinToCos: options.flip,
          downscaleFreqShift: options.shift,
          scale: options.scale,
          maxPeriod: options.maxPeriod,
        });
        assert.deepEqual(shape, [timesteps.length, dModel]);
        const expected = diffusers(timesteps, dModel, options);
        // The formula's own angle of 10⁶ is off by some 10⁻¹⁰.
        assert.ok(maxError(data, expected) < 3e-8 + 1e-9);
      },
    ),
    { numRuns: 100 },
  );
});

test("timestep has DDPM's defaults, and the bits of sinusoidal in halves", () => {
  const timesteps = [0, 1, 2, 250.5, 999];
  for (const dModel of [2, 3, 7, 64]) {
    const rows = (options) => timestep({ timesteps, dModel, ...options });
    const waves = (spacing) =>
      sinusoidal({ positions: timesteps, dModel, layout: "halves", spacing });
    assert.deepEqual(rows(), waves("endpoint"));
    assert.deepEqual(
      rows(),
      rows({
        flipSinToCos: false,
        downscaleFreqShift: 1,
        scale: 1,
        maxPeriod: 10000,
      }),
    );
    if (dModel % 2 === 0) {
      assert.deepEqual(rows({ downscaleFreqShift: 0 }), waves("paper"));
    }
    const half = Math.floor(dModel / 2);
    const { data } = rows({ flipSinToCos: true });
    timesteps.forEach((_, t) => {
      const row = [...data.subarray(t * dModel, (t + 1) * dModel)];
      const turned = [...row.splice(half, half), ...row.splice(0, half)];
      assert.deepEqual(
        [...turned, ...row],
        [...rows().data.subarray(t * dModel, (t + 1) * dModel)],
      );
    });
  }
});

test("timestep refuses what is no timestep, width or shift", () => {
  const given = (options) => () =>
    timestep({ timesteps: [1], dModel: 8, ...options });
  refuses(
    given({ timesteps: [] }),
    RangeError,
    "embedding.timestep: timesteps must be at least one number, got []",
  );
  refuses(
    given({ timesteps: [0, Number.NaN] }),
    RangeError,
    "embedding.timestep: timesteps[1] must be a finite number from -2147483648 to 2147483648, got NaN",
  );
  refuses(
    given({ dModel: 1 }),
    RangeError,
    "embedding.timestep: dModel must be an integer from 2 to 65536, got 1",
  );
  refuses(
    given({ downscaleFreqShift: 1.5 }),
    RangeError,
    "embedding.timestep: downscaleFreqShift must be a finite number from -65536 to 1, got 1.5",
  );
  refuses(
    given({ flipSinToCos: 1 }),
    TypeError,
    "embedding.timestep: flipSinToCos must be true or false, got 1",
  );
  refuses(
    given({ max_period: 10000 }),
    TypeError,
    'embedding.timestep: unknown option "max_period", did you mean maxPeriod? (known: timesteps, dModel, flipSinToCos, downscaleFreqShift, scale, maxPeriod, out)',
  );
});

test("coordinate is the formula of the Universal Transformer", () => {
  const { data, shape } = coordinate({
    seqLen: 20,
    offset: 1,
    dModel: 7,
    step: 3,
    base: 500,
  });
  assert.deepEqual(shape, [20, 7]);
  const expected = Array.from({ length: 140 }, (_, k) => {
    const [t, column] = [Math.floor(k / 7), k % 7];
    const omega = 500 ** (-(column - (column % 2)) / 7);
    const wave = column % 2 === 0 ? Math.sin : Math.cos;
    return wave((t + 1) * omega) + wave(3 * omega);
  });
  assert.ok(maxError(data, expected) < 6e-8);
  // Two signals in halves, counted from 0, as tensor2tensor adds them.
  const halves = coordinate({
    positions: [4, 0.5],
    dModel: 7,
    step: 2,
    layout: "halves",
    spacing: "endpoint",
  });
  const rows = [4, 0.5].flatMap((p) => {
    const pairs = [1, 10000 ** -0.5, 1 / 10000];
    return [
      ...pairs.map((omega) => Math.sin(p * omega) + Math.sin(2 * omega)),
      ...pairs.map((omega) => Math.cos(p * omega) + Math.cos(2 * omega)),
      0,
    ];
  });
  assert.ok(maxError(halves.data, rows) < 6e-8);
});

test("coordinate treats position and step alike, and step 0 adds 1 to cosines", () => {
  const number = fc.double({ min: -(2 ** 31), max: 2 ** 31, noNaN: true });
  fc.assert(
    fc.property(number, number, fc.integer({ min: 1, max: 40 }), (p, t, d) => {
      const row = (position, step) =>
        coordinate({ positions: [position], step, dModel: d }).data;
      assert.deepEqual(row(p, t), row(t, p));
      const plain = sinusoidal({ positions: [p], dModel: d }).data;
      const moved = Array.from(plain, (x, column) => x + (column % 2));
      assert.ok(maxError(row(p, 0), moved) < 1.2e-7);
    }),
    { numRuns: 50 },
  );
});

const POSITIONED = { seqLen: 1, dModel: 2, step: 0 };
bounded(
  "embedding.coordinate",
  { seqLen: LENGTH, dModel: WIDTH, step: POSITION, base: BASE },
  (it) => coordinate({ ...POSITIONED, ...it }),
);
bounded("embedding.coordinate", { positions: inList(POSITION) }, (it) =>
  coordinate({ dModel: 2, step: 0, ...it }),
);

test("coordinate refuses what it has no row for", () => {
  refuses(
    () => coordinate(untyped({ seqLen: 2, dModel: 4 })),
    TypeError,
    "embedding.coordinate: step is required (a finite number from -2147483648 to 2147483648)",
  );
  refuses(
    () => coordinate(untyped({ ...POSITIONED, positions: [1] })),
    TypeError,
    "embedding.coordinate: give either positions or seqLen with offset, not positions and seqLen",
  );
  refuses(
    () => coordinate(untyped({ ...POSITIONED, layout: "half" })),
    RangeError,
    'embedding.coordinate: layout must be one of "interleaved", "halves", got "half" (a string)',
  );
  refuses(
    () => coordinate(untyped({ ...POSITIONED, steps: 1 })),
    TypeError,
    'embedding.coordinate: unknown option "steps", did you mean step? (known: seqLen, positions, offset, dModel, step, base, layout, spacing, out)',
  );
});
