import assert from "node:assert/strict";
import test from "node:test";
import fc from "fast-check";
import { configOf, published } from "./fixtures/config-findings.js";
import { pe } from "./helpers.js";

const read = pe.config.fromHuggingFace;
/** @returns {any} a plan of its own kind */
const planOf = (name) => read(configOf(name)).plan;
/** Plans of one kind, by the name of the model. */
const plansOf = (kind) =>
  Object.keys(published)
    .map((name) => /** @type {const} */ ([name, planOf(name)]))
    .filter(([, plan]) => plan.kind === kind);
const ramp = (shape) => ({
  data: Float32Array.from(
    { length: shape.reduce((product, n) => product * n, 1) },
    (_, i) => Math.sin(i),
  ),
  shape,
});

/** Hands a plan to the calls that it is made for; they refuse what is wrong. */
const use = {
  rotary({ rotary, layout, layers, multimodal }) {
    const turned = layers
      .filter(({ position }) => position?.type === "rotary")
      .map(({ position: { headDim, rotaryDim, base, scaling } }) => ({
        headDim,
        rotaryDim,
        base,
        ...(scaling && { scaling }),
      }));
    for (const options of new Set([rotary, ...turned.slice(0, 8)])) {
      const frequencies = pe.rotary.frequencies(options);
      assert.equal(frequencies.inverseFrequency.length, options.rotaryDim / 2);
      const x = ramp([3, 2, options.headDim]);
      const turned = pe.rotary.apply(x, { frequencies, layout });
      assert.deepEqual(turned.shape, x.shape);
    }
    if (!multimodal) return;
    const frequencies = pe.rotary.frequencies(rotary);
    const positions = multimodal.sections.map(() => [0, 1, 2]);
    const tables = pe.rotary.multimodal({
      frequencies,
      positions,
      ...multimodal,
    });
    assert.deepEqual(tables.cos.shape, [3, rotary.rotaryDim / 2]);
  },
  alibi({ bias }) {
    assert.equal(pe.bias.alibiSlopes(bias).length, bias.numHeads);
    const { shape } = pe.bias.alibi({ ...bias, queryLen: 3, keyLen: 4 });
    assert.deepEqual(shape, [bias.numHeads, 3, 4]);
  },
  t5({ bias, decoderBias, numHeads }) {
    for (const { numBuckets, ...options } of [bias, decoderBias]) {
      const far = pe.bias.t5Bucket([-(2 ** 31)], { numBuckets, ...options });
      assert.equal(
        far[0],
        (options.bidirectional ? numBuckets / 2 : numBuckets) - 1,
      );
      const table = ramp([numBuckets, numHeads]);
      const made = pe.bias.t5({ ...options, table, queryLen: 3, keyLen: 3 });
      assert.deepEqual(made.shape, [numHeads, 3, 3]);
    }
  },
  learned({ embedding, offset, maxPositions }) {
    const table = pe.embedding.learned({ ...embedding, dModel: 2 });
    const last = maxPositions - 1 + offset;
    assert.equal(pe.embedding.lookup(table, [offset, last]).shape[0], 2);
    assert.throws(() => pe.embedding.lookup(table, [last + 1]), RangeError);
  },
  sinusoidal({ embedding }) {
    const rows = pe.embedding.sinusoidal({ ...embedding, seqLen: 3 });
    assert.deepEqual(rows.shape, [3, embedding.dModel]);
  },
  deberta({ relative, embedding }) {
    const rows = ramp([2 * relative.span, 1, 4]);
    const made = pe.relative.deberta({
      q: ramp([3, 1, 4]),
      k: ramp([3, 1, 4]),
      relQ: rows,
      relK: rows,
      ...relative,
    });
    assert.deepEqual(made.scores.shape, [1, 3, 3]);
    if (embedding) pe.embedding.learned({ ...embedding, dModel: 2 });
  },
  transformerXL({ embedding, clampLen, numHeads, headDim }) {
    const distances = [5000, 2, 1, 0].map((d) => Math.min(d, clampLen ?? d));
    const rows = pe.embedding.sinusoidal({
      ...embedding,
      positions: distances,
    });
    assert.deepEqual(rows.shape, [4, embedding.dModel]);
    const x = ramp([1, numHeads, headDim]);
    const r = ramp([4, numHeads, headDim]);
    const made = pe.relative.transformerXL({ q: x, k: x, r });
    assert.deepEqual(made.scores.shape, [numHeads, 1, 1]);
  },
};

for (const kind of Object.keys(use)) {
  test(`the calls take every published ${kind} plan as it is`, () => {
    const plans = plansOf(kind);
    assert.ok(plans.length > 0);
    for (const [name, plan] of plans) {
      assert.doesNotThrow(() => use[kind](plan), name);
    }
  });
}

test("frequencies of published plans have the values of the models' code", () => {
  const of = (name) => pe.rotary.frequencies(planOf(name).rotary);
  const close = (found, expected) =>
    assert.ok(Math.abs(found / expected - 1) < 1e-7, `${found} ${expected}`);
  // Llama 3.1: kept, in the ramp, divided by 8.
  const llama = of("Llama-3.1-8B").inverseFrequency;
  close(llama[28], 0.00321144599);
  close(llama[29], 0.00216657076);
  close(llama[63], 3.06892599e-7);
  close(of("Phi-4-mini-instruct").attentionFactor, 1.19023807);
  close(of("gpt-oss-120b").attentionFactor, 0.1 * Math.log(32) + 1);
  assert.equal(of("DeepSeek-V3").attentionFactor, 1);
  // Gemma 3: base 1e6, all divided by 8.
  close(of("gemma-3-4b-it").inverseFrequency[0], 1 / 8);
  close(of("gemma-3-4b-it").inverseFrequency[127], 1e6 ** (-127 / 128) / 8);
  // Gemma 4: a quarter of the pairs turns.
  const gemma = of("gemma-4-E4B-it").inverseFrequency;
  assert.equal(gemma.filter((x) => x !== 0).length, 64);
  // Llama 4: one jump where the wavelength is the original length.
  const scout = of("Llama-4-Scout-17B-16E").inverseFrequency;
  scout.forEach((x, i) => {
    const plain = 5e5 ** (-i / 64);
    close(x, (2 * Math.PI) / plain > 8192 ? plain / 16 : plain);
  });
});

test("longrope changes its factors past the original length", () => {
  const { rotary } = planOf("Phi-4-mini-instruct");
  const short = pe.rotary.frequencies({ ...rotary, seqLen: 4096 });
  const long = pe.rotary.frequencies({ ...rotary, seqLen: 4097 });
  const { longFactor } = rotary.scaling;
  longFactor.forEach((factor, i) => {
    const ratio = short.inverseFrequency[i] / long.inverseFrequency[i];
    assert.ok(Math.abs(ratio / factor - 1) < 1e-12);
  });
});

test("the score scale of DeepSeek-V3 is that of pe.rotary.attentionScale", () => {
  const { scale, rotary } = planOf("DeepSeek-V3");
  const { softmaxScale } = pe.rotary.attentionScale({
    factor: rotary.scaling.factor,
    mscale: 1,
    headDim: 192,
  });
  assert.ok(Math.abs(scale / softmaxScale - 1) < 1e-12);
});

test("any plan at all is taken by the calls it is made for", () => {
  const value = fc.oneof(
    fc.constantFrom(1, 2, 3, 4, 8, 64, 1e-3, 0.5, 1.5, 1e5, 1e9),
    fc.double({ min: 0, max: 100, noNaN: true }),
  );
  const change = fc.record({
    name: fc.constantFrom(...Object.keys(published)),
    picks: fc.array(fc.tuple(fc.nat(), value), { minLength: 1, maxLength: 2 }),
  });
  fc.assert(
    fc.property(change, ({ name, picks }) => {
      const json = configOf(name);
      for (const [pick, x] of picks) {
        const holder = json.text_config ?? json;
        const holders = [holder, holder.rope_scaling].filter(Boolean);
        const target = holders[pick % holders.length];
        const numeric = Object.keys(target).filter(
          (key) => typeof target[key] === "number",
        );
        if (numeric.length > 0) target[numeric[pick % numeric.length]] = x;
      }
      /** @type {{ plan: any }} */
      const { plan } = read(json);
      if (plan === null) return;
      const small = [plan.numHeads, plan.embedding?.maxLen, plan.relative?.span]
        .concat(plan.rotary?.headDim, plan.bias?.numBuckets)
        .every((n) => n === undefined || n <= 4096);
      if (small) use[plan.kind](plan);
    }),
    { numRuns: 500, seed: 1 },
  );
});
