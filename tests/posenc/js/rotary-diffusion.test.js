// Scalings of diffusion transformers against numbers that
// tests/across/golden/diffusion/reference.py computed apart from the library, and
// how their axes, and heads with frequencies of their own, are turned.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";
import { pe, refuses } from "./helpers.js";

const { rotary } = pe;
/** Frequencies of a head of this width. */
const scaled = (headDim, scaling, more = {}) =>
  rotary.frequencies({ headDim, scaling, ...more });
/** @type {Record<string, any>[]} */
const expected = JSON.parse(
  readFileSync(
    new URL("../../across/golden/diffusion/expected.json", import.meta.url),
    "utf8",
  ),
);
const near = (found, right, what, tolerance = 4e-14) =>
  assert.ok(
    Math.abs(found - right) <= tolerance * Math.abs(right),
    `${what}: ${found}, not ${right}`,
  );

/** The scaling of a case under the library's names. */
const SCALING = {
  riflex: (c) => ({ type: "riflex", k: c.k, maxSeqLen: c.length }),
  dype: (c) => ({
    type: "dype",
    maxSeqLen: c.patches,
    originalMaxSeqLen: c.trained,
    kappa: c.t ** 2,
  }),
  dype_ntk: (c) => ({
    type: "ntk",
    factor: (c.patches / c.trained) ** (2 * c.t ** 2),
  }),
};

for (const rule of Object.keys(SCALING)) {
  test(`${rule} has the numbers of the reference code's formula`, () => {
    const cases = expected.filter((c) => c.rule === rule);
    assert.ok(cases.length >= 3);
    for (const c of cases) {
      const found = scaled(c.dim, SCALING[rule](c), { base: c.base });
      const what = JSON.stringify({ ...c, theta: undefined });
      assert.equal(found.inverseFrequency.length, c.theta.length);
      c.theta.forEach((theta, i) => {
        near(found.inverseFrequency[i], theta, `${what}, pair ${i}`);
      });
      near(found.attentionFactor, c.factor, what);
    }
  });
}

test("riflex changes one pair, and its share says how much of a turn it makes", () => {
  const plain = rotary.frequencies({ headDim: 16 }).inverseFrequency;
  const scaling = { type: "riflex", k: 3, maxSeqLen: 50 };
  for (const share of [undefined, 1, 0.5]) {
    const found = scaled(16, { ...scaling, share }).inverseFrequency;
    found.forEach((theta, i) => {
      if (i !== 2) assert.equal(theta, plain[i]);
    });
    near(50 * found[2], 2 * Math.PI * (share ?? 0.9), "the turn", 4e-16);
  }
});

test("dype leaves the frequencies alone when κ goes to 0, and is vision YaRN at 1", () => {
  const dype = (kappa) =>
    scaled(56, { type: "dype", factor: 4, originalMaxSeqLen: 64, kappa });
  const { inverseFrequency: plain } = rotary.frequencies({ headDim: 56 });
  for (const kappa of [1e-5, 1e-300, 5e-324]) {
    assert.deepEqual(dype(kappa).inverseFrequency, plain);
  }
  const parts = { type: "ntkByParts", factor: 4, originalMaxSeqLen: 64 };
  const { inverseFrequency } = scaled(56, parts);
  assert.deepEqual(dype(1).inverseFrequency, inverseFrequency);
  assert.deepEqual(dype(undefined), dype(1));
});

test("riflex and dype refuse what is not allowed", () => {
  const no = (scaling, Kind, message, options = {}) =>
    refuses(
      () => scaled(16, scaling, options),
      Kind,
      `rotary.frequencies: ${message}`,
    );
  const riflex = { type: "riflex", k: 2, maxSeqLen: 66 };
  no(
    { type: "riflex", maxSeqLen: 66 },
    TypeError,
    "scaling.k is required (an integer from 1 to 32768)",
  );
  no(
    { ...riflex, k: 0 },
    RangeError,
    "scaling.k must be an integer from 1 to 32768, got 0",
  );
  no(
    { ...riflex, k: 9 },
    RangeError,
    "scaling.k must be one of the 8 pairs, got 9",
  );
  no(
    { type: "riflex", k: 2 },
    TypeError,
    "scaling.maxSeqLen is required (a finite number from 1 to 9007199254740992)",
  );
  no(
    { ...riflex, share: 1.5 },
    RangeError,
    "scaling.share must be a finite number above 0 and at most 1, got 1.5",
  );
  const dype = { type: "dype", factor: 4, originalMaxSeqLen: 64 };
  no(
    { type: "dype", originalMaxSeqLen: 64 },
    TypeError,
    "scaling.factor is required (a finite number from 1e-12 to 1000000000000)",
  );
  no(
    { ...dype, kappa: 0 },
    RangeError,
    "scaling.kappa must be a finite number above 0 and at most 1000000, got 0",
  );
  no(
    dype,
    RangeError,
    "rotaryDim must be at least 4 with dype scaling, got 2",
    {
      rotaryDim: 2,
    },
  );
  no(dype, RangeError, "base must be above 1 with dype scaling, got 1", {
    base: 1,
  });
  for (const scaling of [riflex, dype]) {
    no(
      scaling,
      RangeError,
      `scaling.type must be one of linear, dynamic, yarn, longrope, llama3, proportional with precision "float32", got ${scaling.type}`,
      { precision: "float32" },
    );
  }
});

test("multimodal turns a video whose time alone is scaled by riflex", () => {
  const [frames, height, width] = [5, 2, 3];
  const of = (headDim, more = {}) =>
    rotary.frequencies({ headDim, base: 256, ...more }).inverseFrequency;
  const scaling = /** @type {const} */ ({
    type: "riflex",
    k: 4,
    maxSeqLen: 66,
  });
  const time = of(16, { scaling });
  const side = of(56);
  const cells = Array.from({ length: frames * height * width }, (_, i) => [
    Math.floor(i / (height * width)),
    Math.floor(i / width) % height,
    i % width,
  ]);
  const { cos } = rotary.multimodal({
    frequencies: { inverseFrequency: [...time, ...side, ...side] },
    sections: [8, 28, 28],
    positions: [0, 1, 2].map((axis) => cells.map((cell) => cell[axis])),
  });
  const { cos: plain } = rotary.axial({
    shape: [frames, height, width],
    dims: [16, 56, 56],
    base: 256,
  });
  assert.deepEqual(cos.shape, plain.shape);
  cos.data.forEach((x, i) => {
    const pair = i % 64;
    const [frame] = cells[Math.floor(i / 64)];
    const own = Math.cos((frame * 0.9 * 2 * Math.PI) / 66);
    near(x, pair === 3 ? own : plain.data[i], "cos", pair === 3 ? 6e-8 : 0);
  });
});

/** Heads `[B, T, H, D]` whose head h turns by `bases[h]`. */
const BASES = [100, 10000, 500000];
const SHAPE = /** @type {const} */ ([2, 4, 3, 6]);

/** Axes 1 and 2 of `[B, T, H, D]` exchanged. */
function exchange(data, shape) {
  const [, t, h, d] = shape;
  const out = new Float32Array(data.length);
  for (let i = 0; i < data.length; i += 1) {
    const [c, head, token] = [
      i % d,
      Math.floor(i / d) % h,
      Math.floor(i / d / h),
    ];
    const [text, at] = [Math.floor(token / t), token % t];
    out[((text * h + head) * t + at) * d + c] = data[i];
  }
  return out;
}

test("apply turns every head by frequencies of its own", () => {
  const [b, t, h, d] = SHAPE;
  const perHead = BASES.map((base) => rotary.frequencies({ headDim: d, base }));
  const inverseFrequency = perHead.flatMap((f) => [...f.inverseFrequency]);
  const positions = [
    [0, 1, 2, 3],
    [9, 7, 5, 1],
  ];
  const made = rotary.tables({ frequencies: { inverseFrequency }, positions });
  const shape = [b, t, h, d / 2];
  const tables = {
    cos: { ...made.cos, shape },
    sin: { ...made.sin, shape },
  };
  const data = Float32Array.from({ length: b * t * h * d }, (_, i) =>
    Math.sin(i),
  );
  const x = { data, shape: SHAPE };
  for (const layout of /** @type {const} */ (["halves", "interleaved"])) {
    const found = rotary.apply(x, { tables, layout });
    perHead.forEach((frequencies, head) => {
      const all = rotary.apply(x, {
        frequencies: { inverseFrequency: frequencies.inverseFrequency },
        positions,
        layout,
      });
      all.data.forEach((y, i) => {
        if (Math.floor(i / d) % h === head) assert.equal(found.data[i], y);
      });
    });
    const back = rotary.apply(found, { tables, layout, inverse: true });
    back.data.forEach((y, i) => {
      assert.ok(Math.abs(y - data[i]) < 1e-6);
    });
    // Heads before tokens, side by side, and in a buffer.
    const first = (table) => ({
      data: exchange(table.data, shape),
      shape: [b, h, t, d / 2],
    });
    const turned = rotary.apply(
      { data: exchange(data, SHAPE), shape: [b, h, t, d] },
      {
        tables: { cos: first(tables.cos), sin: first(tables.sin) },
        layout,
        order: "BHTD",
      },
    );
    assert.deepEqual(turned.data, exchange(found.data, SHAPE));
    const joined = rotary.apply(
      { data, shape: [b, t, h * d] },
      { tables, layout, numHeads: h },
    );
    assert.deepEqual(joined.data, found.data);
    const buffer = pe.buffer(SHAPE);
    buffer.data.set(data);
    rotary.applyInPlace(buffer, { tables, layout });
    assert.deepEqual(buffer.data, found.data);
    buffer.dispose();
  }
  const wrong = { data: made.cos.data, shape: [b, h, t, d / 2] };
  refuses(
    () => rotary.apply(x, { tables: { cos: wrong, sin: wrong } }),
    RangeError,
    "rotary.apply: tables must have a row for each of [2, 4, 3] heads, got [2, 3, 4, 3]",
  );
  refuses(
    () => rotary.apply(x, { tables, offset: 1 }),
    TypeError,
    "rotary.apply: tables of shape [2, 4, 3, 3] have a row for every token: give no offset",
  );
});
