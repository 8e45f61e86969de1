// Soft cap and temperature: what bends the scores before positions and masks.
import assert from "node:assert/strict";
import test from "node:test";
import { untyped } from "../../untyped.js";
import { reference } from "./attention.reference.js";
import { maxError, noise, pe, refuses } from "./helpers.js";

const [B, Q, K, H, D] = [2, 5, 9, 2, 8];
const times = (x, factor) => ({
  data: x.data.map((n) => n * factor),
  shape: x.shape,
});
const q = times(noise([B, Q, H, D], 1), 6);
const k = times(noise([B, K, 1, D], 2), 6);
const v = noise([B, K, 1, D], 3);
const causal = (_b, _h, i, j) => j <= i + K - Q;

/** The formula, with what is done to scale·q·k of query i. */
function bent(bend, rest = {}) {
  const scale = 1 / Math.sqrt(D);
  const term = (b, h, i, j) => {
    let sum = 0;
    for (let d = 0; d < D; d += 1) {
      const at = ((b * Q + i) * H + h) * D + d;
      sum += q.data[at] * k.data[(b * K + j) * D + d];
    }
    return bend(sum * scale, i, b) + (rest.term?.(b, h, i, j) ?? 0);
  };
  return reference({ q, k, v, scale: 0, visible: causal, ...rest, term });
}

const cap = (c) => (s) => c * Math.tanh(s / c);

test("a soft cap bends scale·q·k before bias and mask, in both kernels", () => {
  const position = /** @type {any} */ ({ type: "alibi" });
  const slopes = pe.bias.alibiSlopes({ numHeads: H });
  const mask = noise([K], 5);
  const expected = bent(cap(3), {
    term: (_b, h, i, j) => -slopes[h] * (i + K - Q - j) + mask.data[j],
  });
  const options = { q, k, v, causal: true, softcap: 3, position, mask };
  const { output, weights } = pe.attention({ ...options, returnWeights: true });
  assert.ok(maxError(output.data, expected.output) < 2e-7);
  assert.ok(maxError(weights.data, expected.weights) < 2e-7);
  const fused = pe.attention(options).output;
  assert.ok(maxError(fused.data, expected.output) < 1e-6);
});

test("a soft cap far above all scores changes next to nothing", () => {
  const options = { q, k, v, causal: true };
  const plain = pe.attention(options).output;
  const capped = pe.attention({ ...options, softcap: 1e6 }).output;
  assert.ok(maxError(capped.data, plain.data) < 1e-6);
});

test("temperatures have the numbers of the models that have them", () => {
  const { temperature } = pe.attention;
  const near = (found, expected) =>
    assert.ok(maxError(found, expected) < 4e-16);
  // Llama 4: log1p(floor((p + 1) / 8192)) · 0.1 + 1
  near(
    temperature({
      type: "floor",
      length: 8192,
      coefficient: 0.1,
      shift: 1,
      positions: [0, 8190, 8191, 16383, 1048575],
    }),
    [0, 0, 1, 2, 128].map((n) => Math.log1p(n) * 0.1 + 1),
  );
  // Ministral 3: 1 + 0.1 · log(1 + floor(p / 16384))
  near(
    temperature({
      type: "floor",
      length: 16384,
      coefficient: 0.1,
      positions: [0, 16383, 16384, 262143],
    }),
    [0, 0, 1, 15].map((n) => 1 + 0.1 * Math.log(1 + n)),
  );
  // Qwen 1: log(i, 8192) if i > 8192 else 1, for i = p + 1
  near(temperature({ type: "log", length: 8192, seqLen: 3, offset: 8190 }), [
    1,
    1,
    Math.log(8193) / Math.log(8192),
  ]);
});

const RULE = /** @type {any} */ ({
  type: "floor",
  length: 2,
  coefficient: 0.3,
  shift: 1,
});
const factor = (p) => 1 + 0.3 * Math.log(1 + Math.floor((p + 1) / 2));

test("a temperature multiplies the queries, before the soft cap", () => {
  const expected = bent((s, i) => cap(4)(s * factor(i + K - Q)));
  const options = { q, k, v, causal: true, softcap: 4, temperature: RULE };
  const exact = pe.attention({ ...options, returnWeights: true }).output;
  assert.ok(maxError(exact.data, expected.output) < 2e-7);
  const { output } = pe.attention(options);
  assert.ok(maxError(output.data, expected.output) < 1e-6);
});

test("a temperature takes positions of its own, for all texts or each", () => {
  const own = Array.from({ length: B * Q }, (_, n) => (n * 7) % 23);
  for (const positions of [own, own.slice(0, Q)]) {
    const at = (b, i) => positions[positions.length > Q ? b * Q + i : i];
    const expected = bent((s, i, b) => s * factor(at(b, i)));
    const { output } = pe.attention({
      q,
      k,
      v,
      causal: true,
      temperature: { ...RULE, positions },
    });
    assert.ok(maxError(output.data, expected.output) < 1e-6);
  }
});

test("a cache counts the positions of a temperature, past a window as well", () => {
  const [tokens, window] = [700, 40];
  const [all, keys, values] = [11, 12, 13].map((seed) =>
    times(noise([tokens, 2, 4], seed), 4),
  );
  const bend = {
    softcap: 5,
    temperature: /** @type {any} */ ({
      type: "floor",
      length: 64,
      coefficient: 0.5,
    }),
  };
  const whole = pe.attention({
    q: all,
    k: keys,
    v: values,
    causal: true,
    window,
    ...bend,
  }).output;
  const cache = pe.attention.prepare({
    numHeads: 2,
    headDim: 4,
    window,
    ...bend,
  });
  const row = ({ data }, t) => ({
    data: data.subarray(t * 8, t * 8 + 8),
    shape: [1, 2, 4],
  });
  for (let t = 0; t < tokens; t += 1) {
    const { data } = cache.step(row(all, t), row(keys, t), row(values, t));
    assert.deepEqual(data, row(whole, t).data, `token ${t}`);
  }
  assert.ok(cache.first > 0);
  cache.dispose();
});

test("soft caps and temperatures that cannot be are refused", () => {
  const call = (it) => () => pe.attention({ q, k, v, ...it });
  refuses(
    call({ softcap: 0 }),
    RangeError,
    "attention: softcap must be a finite number from 1e-30 to 1e+30, got 0",
  );
  refuses(
    call({ temperature: { ...RULE, coefficient: undefined } }),
    TypeError,
    "attention: temperature: coefficient is required (a finite number from 0 to 100)",
  );
  refuses(
    call({ temperature: { type: "log", length: 9, coefficient: 1 } }),
    TypeError,
    'attention: temperature: coefficient does not belong to type "log"',
  );
  refuses(
    call({ temperature: RULE, offset: -1 }),
    RangeError,
    "attention: temperature: positions must be at least 0 for a temperature, got -1",
  );
  refuses(
    call({ temperature: { ...RULE, positions: [1, 2] } }),
    RangeError,
    "attention: temperature: positions must be 5 or 10 numbers, got [1, 2]",
  );
  refuses(
    () =>
      pe.attention.prepare({
        numHeads: 1,
        headDim: 2,
        temperature: { ...RULE, positions: [1] },
      }),
    TypeError,
    "attention.prepare: temperature: positions tells of single tokens, which this call counts itself: leave it out",
  );
  refuses(
    () => pe.attention.temperature(untyped({ ...RULE, positions: [0, -1] })),
    RangeError,
    "attention.temperature: positions must be at least 0 for a temperature, got -1",
  );
});
