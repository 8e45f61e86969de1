// Attention with every scheme and every option, thousands of calls drawn at
// random: the fused pass, the exact one and the scheme's own call against
// formulas in float64 (differential/). POSENC_CASES draws more of each scheme,
// POSENC_SEED others.
import assert from "node:assert/strict";
import test from "node:test";
import { drawCase } from "./differential/cases.js";
import { reference } from "./differential/reference.js";
import { SCHEMES } from "./differential/schemes.js";
import { exchanged } from "./exchanged.js";
import { pe } from "./helpers.js";

const CASES = Number(process.env.POSENC_CASES ?? 1750);
const SEED = Number(process.env.POSENC_SEED ?? 1);
const ULP = 2 ** -24;

/** Largest difference; infinities must be the same ones. */
function farthest(found, expected) {
  assert.equal(found.length, expected.length);
  let worst = 0;
  for (let n = 0; n < found.length; n += 1) {
    if (found[n] === expected[n]) continue;
    const error = Math.abs(found[n] - expected[n]);
    if (!(error <= worst)) worst = error;
  }
  return worst;
}

/** Fails with the number that draws the case again. */
function within(c, what, found, expected, bound) {
  const error = farthest(found, expected);
  assert.ok(
    error <= bound,
    `${c.type} ${c.seed}: ${what} differs by ${error}, more than ${bound} (${JSON.stringify({ ...c.form, joined: c.joined, window: c.window, mask: c.mask?.shape, sinks: c.sinks?.length })})`,
  );
}

/**
 * Rounding of scores in float32 reaches the weights, and the values through
 * them. Three times the largest errors of 6000 calls.
 */
function bounds(c, { size }) {
  const slack = c.scheme.slack ?? 1;
  const { width, keys } = c.form;
  const score = ULP * (1.5 + 0.7 * (Math.sqrt(width) + size)) * slack;
  // Products in float64 where weights are asked for; the term comes in float32.
  return { exact: score, fused: 4 * score + 0.7 * ULP * Math.sqrt(keys) };
}

const OWN_BIAS = new Set(["alibi", "t5", "kerple", "sandwich", "fire"]);
const OWN_RELATIVE = new Set([
  "shaw",
  "transformerXL",
  "deberta",
  "cope",
  "tupe",
]);
/** Biases whose parameters do not tell the number of heads. */
const needsHeads = ({ type, call: { position } }) =>
  type === "sandwich" ||
  (type === "alibi" && !position.slopes) ||
  (type === "kerple" && !position.a && !position.p);

/** pe.bias: the matrix that the scheme adds. */
function ownBias(c, terms) {
  const { queries, keys, heads, batch } = c.form;
  const { type, ...options } = c.call.position;
  const { data, shape } = pe.bias[type]({
    ...options,
    ...(needsHeads(c) && { numHeads: heads }),
    queryLen: queries,
    keyLen: keys,
    offset: c.offset,
    causal: false,
  });
  assert.deepEqual(shape, [heads, queries, keys]);
  const size = data.length;
  let top = 1;
  for (const x of terms)
    if (Number.isFinite(x)) top = Math.max(top, Math.abs(x));
  for (let b = 0; b < batch; b += 1) {
    const part = terms.subarray(b * size, (b + 1) * size);
    within(c, `bias.${type}`, data, part, 4 * ULP * top);
  }
}

/** pe.relative: scores, weights and output of its own; hidden pairs' terms too. */
function ownRelative(c, exact, { terms, size }) {
  const { type, ...scheme } = c.call.position;
  const { position: _, sinks: __, ...shared } = c.call;
  const result = pe.relative[type]({ ...shared, ...scheme });
  const bound =
    ULP * (16 + 8 * c.form.width + 4 * size) * (c.scheme.slack ?? 1);
  within(c, `relative.${type} position`, result.position.data, terms, bound);
  if (c.sinks) return;
  assert.deepEqual(result.weights, exact.weights, `${c.type} ${c.seed}`);
  assert.deepEqual(result.output, exact.output, `${c.type} ${c.seed}`);
}

/** pe.rotary: q and k turned before, and no position after. */
function ownRotary(c, fused) {
  const { type: _, ...scheme } = c.call.position;
  const { rotaryDim, base, scaling, layout } = scheme;
  const { queryPositions, keyPositions } = scheme;
  const frequencies = pe.rotary.frequencies({
    headDim: c.form.width + (c.form.width % 2),
    rotaryDim,
    base,
    scaling,
  });
  // Heads apart: [B, T, H·D] with T = H could be taken for [T, H, D].
  const turned = ({ data, shape }, given, positions, offset) => ({
    data: pe.rotary.apply(
      { data, shape: c.form.hasBatch ? shape : shape.slice(1) },
      { frequencies, layout, ...(positions ? { positions } : { offset }) },
    ).data,
    shape: given.shape,
  });
  const { position: __, ...rest } = c.call;
  const { output } = pe.attention({
    ...rest,
    q: turned(c.q, c.call.q, queryPositions, c.offset),
    k: turned(c.k, c.call.k, keyPositions, 0),
  });
  assert.deepEqual(output.data, fused.data, `rotary ${c.seed}`);
}

/** Heads before tokens: the same bits in another order. */
function otherOrder(c, exact, fused) {
  const { position, q, k, v, ...rest } = c.call;
  const { gates } = position;
  const call = {
    ...rest,
    q: exchanged(q),
    k: exchanged(k),
    v: exchanged(v),
    position: { ...position, ...(gates && { gates: exchanged(gates) }) },
    order: "BHTD",
  };
  const other = pe.attention({ ...call, returnWeights: true });
  assert.deepEqual(other.weights, exact.weights, `${c.type} ${c.seed}`);
  for (const [found, wanted] of [
    [other.output, exact.output],
    [pe.attention(call).output, fused],
  ]) {
    assert.deepEqual(found, exchanged(wanted), `${c.type} ${c.seed}`);
  }
}

function agrees(c) {
  const expected = reference(c);
  const bound = bounds(c, expected);
  const exact = pe.attention({ ...c.call, returnWeights: true });
  const { output: fused } = pe.attention(c.call);
  const { batch, hasBatch, queries, keys, heads, valueWidth } = c.form;
  const outer = hasBatch ? [batch] : [];
  const inner = c.joined ? [heads * valueWidth] : [heads, valueWidth];
  assert.deepEqual(fused.shape, [...outer, queries, ...inner]);
  assert.deepEqual(exact.weights.shape, [...outer, heads, queries, keys]);
  within(c, "exact weights", exact.weights.data, expected.weights, bound.exact);
  // Values and what a scheme adds to them are at most 1 each.
  const most = c.scheme.value ? 2 : 1;
  const [own, least] = [2 * most * bound.exact, most * bound.fused];
  within(c, "exact output", exact.output.data, expected.output, own);
  within(c, "fused output", fused.data, expected.output, least);
  if (OWN_BIAS.has(c.type)) ownBias(c, expected.terms);
  if (OWN_RELATIVE.has(c.type)) ownRelative(c, exact, expected);
  if (c.type === "rotary") ownRotary(c, fused);
  if (!c.joined && c.seed % 3 === 0) otherOrder(c, exact, fused);
}

for (const type of Object.keys(SCHEMES)) {
  test(`position ${type}: fused, exact and its own call are the formula in float64, in ${CASES} calls`, () => {
    for (let n = 0; n < CASES; n += 1) {
      const c = drawCase(type, SEED * 1_000_000 + n);
      try {
        agrees(c);
      } finally {
        c.dispose();
      }
    }
  });
}
