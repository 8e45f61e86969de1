import assert from "node:assert/strict";
import test from "node:test";
import { presets as models } from "../../presets.js";
import { untyped } from "../../untyped.js";
import { outputOf } from "./golden-vectors.reference.js";
import { pe, refuses } from "./helpers.js";

const planOf = (body) => {
  const { plan } = pe.config.fromHuggingFace(body);
  assert.ok(plan);
  return plan;
};
/**
 * [heads, tokens, D] as the calls have it.
 *
 * @param {{ data: ArrayLike<number>, shape: readonly number[] }} tensor
 */
const tokensFirst = ({ data, shape: [h = 0, t = 0, d = 0] }) => ({
  shape: [t, h, d],
  data: Float32Array.from({ length: h * t * d }, (_, i) => {
    const [token, head, c] = [
      Math.floor(i / (h * d)),
      Math.floor(i / d) % h,
      i % d,
    ];
    return data[(head * t + token) * d + c];
  }),
});

test("golden queries and keys are what rotary.apply makes, within their tolerance", () => {
  for (const name of ["llama-3-1", "gpt-j-6b", "phi-2", "gpt-oss-20b"]) {
    const plan = planOf(models[name]);
    const positions = [0, 1, 511, 2000];
    const { tensors, layer, tolerance } = pe.golden({
      plan,
      positions,
      seed: 7,
    });
    const { position } = layer;
    assert.equal(position.type, "rotary");
    const { headDim, rotaryDim, base, scaling, layout } = untyped(position);
    const frequencies = pe.rotary.frequencies({
      headDim,
      rotaryDim,
      base,
      ...(scaling && { scaling }),
    });
    for (const side of ["q", "k"]) {
      const made = pe.rotary.apply(tokensFirst(tensors[side]), {
        frequencies,
        layout,
        positions,
      });
      const right = tokensFirst(tensors[`${side}_rotated`]);
      made.data.forEach((x, i) => {
        const off = Math.abs(x - right.data[i]);
        assert.ok(off <= tolerance.float32.rotated, `${name}: ${off}`);
      });
    }
  }
});

test("golden weights are those of attention", () => {
  const body = models["llama-3-1"];
  const plan = planOf({
    ...body,
    num_attention_heads: 4,
    num_key_value_heads: 2,
    hidden_size: 64,
  });
  const positions = [0, 1, 2, 3, 4];
  const { tensors } = pe.golden({ plan, positions, heads: 4 });
  const { position } = /** @type {any} */ (plan.layers[0]);
  const scheme = untyped(position);
  const [q, k] = [tensors.q, tensors.k].map((it) => tokensFirst(it));
  // Values of one-hot rows give the weights back.
  const v = { shape: [5, 2, 5], data: new Float32Array(50) };
  for (let t = 0; t < 5; t++)
    for (let h = 0; h < 2; h++) v.data[(t * 2 + h) * 5 + t] = 1;
  const { output } = pe.attention({ q, k, v, causal: true, position: scheme });
  const right = tokensFirst(tensors.weights);
  output.data.forEach((x, i) => {
    assert.ok(Math.abs(x - right.data[i]) < 1e-5, `${i}: ${x}`);
  });
});

test("windows, chunks, caps and temperature are in the scores", () => {
  const scores = (body, options) => {
    const { tensors } = pe.golden({ plan: planOf(body), ...options });
    const { data, shape } = tensors.scores;
    return (h, i, j) => data[(h * shape[1] + i) * shape[1] + j];
  };
  const gemma = scores(models["gemma-2-9b"], { positions: [0, 4095, 4096] });
  assert.ok(Number.isFinite(gemma(0, 1, 0)));
  assert.equal(gemma(0, 2, 0), Number.NEGATIVE_INFINITY);
  assert.equal(gemma(0, 0, 1), Number.NEGATIVE_INFINITY);
  const scout = scores(models["llama-4-scout"], { positions: [8191, 8192] });
  assert.equal(scout(0, 1, 0), Number.NEGATIVE_INFINITY);
  // Layer 3 does not turn: its scores differ by the temperature alone.
  const at = (p) =>
    scores(models["llama-4-scout"], { layer: 3, positions: [p] })(0, 0, 0);
  const ratio = at(1048575) / at(0);
  assert.ok(Math.abs(ratio - (1 + 0.1 * Math.log(129))) < 1e-12);
  const capped = scores(
    { ...models["gemma-2-9b"], attn_logit_softcapping: 0.01 },
    {},
  );
  assert.ok(Math.abs(capped(0, 0, 0)) <= 0.01);
});

test("weights tell an engine without sinks and one without the soft cap", () => {
  /**
   * @param {{ data: Float64Array, shape: readonly number[] }} scores
   * @param {{ data: Float64Array }} [sinks]
   */
  const weightsOf = ({ data, shape: [heads = 0, tokens = 0] }, sinks) => {
    const all = [];
    for (let row = 0; row < heads * tokens; row++) {
      const scores = data.slice(row * tokens, (row + 1) * tokens);
      const sink = Math.exp(sinks?.data[Math.floor(row / tokens)] ?? -Infinity);
      const terms = Array.from(scores, Math.exp);
      const sum = terms.reduce((a, b) => a + b, sink);
      all.push(...terms.map((x) => x / sum));
    }
    return all;
  };
  const furthest = (found, { data }) =>
    Math.max(...found.map((x, i) => Math.abs(x - data[i])));
  const oss = pe.golden({ plan: planOf(models["gpt-oss-20b"]) });
  const { scores, sinks, weights } = oss.tensors;
  assert.ok(furthest(weightsOf(scores, sinks), weights) < 1e-15);
  const without = furthest(weightsOf(scores), weights);
  for (const bounds of Object.values(oss.tolerance))
    assert.ok(without > 2 * bounds.weights, `${without}`);
  const gemma = pe.golden({ plan: planOf(models["gemma-2-9b"]) });
  const { tensors, tolerance } = gemma;
  const uncapped = {
    ...tensors.scores,
    data: tensors.scores.data.map((x) =>
      Number.isFinite(x) ? 50 * Math.atanh(x / 50) : x,
    ),
  };
  const off = furthest(weightsOf(uncapped), tensors.weights);
  assert.ok(off > 100 * tolerance.float32.weights, `${off}`);
  for (const bounds of Object.values(tolerance)) {
    const seen = Math.abs(uncapped.data[0] - tensors.scores.data[0]);
    assert.ok(seen > 2 * bounds.scores, `${seen}`);
  }
});

test("the tolerance of weights holds for scores that are off by theirs", () => {
  const { tensors, tolerance } = pe.golden({
    plan: planOf(models["llama-3-1"]),
    positions: [0, 1, 2, 3],
  });
  const off = tolerance.float16.scores;
  const { data } = tensors.scores;
  for (let row = 0; row < 4; row++) {
    for (let raised = 0; raised <= row; raised++) {
      const terms = Array.from(data.slice(4 * row, 4 * row + 4), (x, i) =>
        Math.exp(x + (i === raised ? off : -off)),
      );
      const sum = terms.reduce((a, b) => a + b);
      const change =
        terms[raised] / sum - tensors.weights.data[4 * row + raised];
      assert.ok(change <= tolerance.float16.weights, `${change}`);
      assert.ok(row === 0 || change > 0);
    }
  }
});

/**
 * A tensor as nested lists.
 *
 * @param {{ data: ArrayLike<number>, shape: readonly number[] }} tensor
 * @returns {any}
 */
const nested = ({ data, shape }) =>
  shape
    .slice(1)
    .reduceRight(
      (list, size) =>
        Array.from({ length: list.length / size }, (_, i) =>
          list.slice(i * size, (i + 1) * size),
        ),
      /** @type {any[]} */ (Array.from(data)),
    );

/**
 * Layers, what the formulas need of them, and what changes their output: heads
 * reach into a second head of the keys where there is one.
 *
 * @type {Record<string, { model: any, layer?: number, heads: number,
 *   positions: number[], facts: import("./golden-vectors.reference.js").Layer,
 *   wrong: Record<string, object> }>}
 */
const LAYERS = {
  "rotary with grouped keys": {
    model: {
      model_type: "llama",
      hidden_size: 256,
      num_attention_heads: 8,
      num_key_value_heads: 2,
      num_hidden_layers: 2,
      max_position_embeddings: 4096,
      rope_theta: 10000,
    },
    heads: 8,
    positions: [0, 1, 2, 17],
    facts: { base: 10000, turns: 32, scale: 32 ** -0.5, queriesPerKey: 4 },
    wrong: {
      base: { base: 500000 },
      pairs: { neighbours: true },
      groups: { queriesPerKey: 8 },
      scale: { scale: 1 / 32 },
    },
  },
  "a window": {
    model: {
      model_type: "mistral",
      hidden_size: 128,
      num_attention_heads: 4,
      num_key_value_heads: 2,
      num_hidden_layers: 2,
      max_position_embeddings: 4096,
      rope_theta: 10000,
      sliding_window: 3,
    },
    heads: 3,
    positions: [4, 5, 6, 7, 9],
    facts: {
      base: 10000,
      turns: 32,
      scale: 32 ** -0.5,
      window: 3,
      queriesPerKey: 2,
    },
    wrong: { "no window": { window: undefined }, "one more": { window: 4 } },
  },
  "sinks and YaRN (gpt-oss)": {
    model: models["gpt-oss-20b"],
    heads: 9,
    positions: [0, 1, 2, 17, 140],
    facts: {
      base: 150000,
      turns: 64,
      yarn: { factor: 32, original: 4096, isRounded: false },
      amplitude: 0.1 * Math.log(32) + 1,
      scale: 1 / 8,
      window: 128,
      queriesPerKey: 8,
    },
    wrong: {
      window: { window: undefined },
      amplitude: { amplitude: 1 },
      stretch: { yarn: undefined },
    },
  },
  "a soft cap (Gemma 2)": {
    model: models["gemma-2-9b"],
    layer: 1,
    heads: 3,
    positions: [0, 1, 2, 17],
    facts: {
      base: 10000,
      turns: 256,
      scale: 1 / 16,
      cap: 50,
      queriesPerKey: 2,
    },
    wrong: { "no cap": { cap: undefined } },
  },
  "latent attention (DeepSeek V3)": {
    model: models["deepseek-v3"],
    heads: 3,
    positions: [0, 1, 2, 17],
    facts: {
      base: 10000,
      first: 128,
      turns: 64,
      neighbours: true,
      yarn: { factor: 40, original: 4096, isRounded: true },
      scale: 192 ** -0.5 * (0.1 * Math.log(40) + 1) ** 2,
      queriesPerKey: 1,
    },
    wrong: {
      first: { first: 0 },
      pairs: { neighbours: false },
      scale: { scale: 192 ** -0.5 },
    },
  },
  "an output turned back (DeepSeek V4)": {
    model: models["deepseek-v4"],
    heads: 2,
    positions: [0, 1, 2, 17, 130],
    facts: {
      base: 10000,
      first: 448,
      turns: 64,
      neighbours: true,
      scale: 512 ** -0.5,
      window: 128,
      queriesPerKey: 64,
      isTurnedBack: true,
    },
    wrong: {
      base: { base: 160000 },
      window: { window: undefined },
      "not turned back": { isTurnedBack: false },
    },
  },
};

/** Rounds to so many binary digits. */
const toDigits = (digits) => (x) => {
  if (x === 0 || !Number.isFinite(x)) return x;
  const unit = 2 ** (Math.floor(Math.log2(Math.abs(x))) - digits + 1);
  return Math.round(x / unit) * unit;
};
const FORMATS = /** @type {const} */ ([
  ["float32", toDigits(24)],
  ["bfloat16", toDigits(8)],
  ["float16", toDigits(11)],
]);

for (const [name, { model, heads, facts, wrong, ...at }] of Object.entries(
  LAYERS,
)) {
  test(`golden output: ${name}, as the formulas say`, () => {
    const { positions } = at;
    const made = pe.golden({ plan: planOf(model), heads, seed: 5, ...at });
    const { output, sinks, weights, ...rest } = made.tensors;
    const { valueDim = made.layer.headDim } = made.layer;
    assert.deepEqual(output.shape, [heads, positions.length, valueDim]);
    assert.deepEqual(rest.v.shape.slice(0, 2), rest.k.shape.slice(0, 2));
    const [q, k, v] = [rest.q, rest.k, rest.v].map(nested);
    const given = sinks ? Array.from(sinks.data) : undefined;
    const off = (changes, learned = given, round = undefined) =>
      Math.max(
        ...outputOf(
          { ...facts, ...changes },
          untyped({ q, k, v, sinks: learned }),
          positions,
          round,
        )
          .flat(2)
          .map((x, i) => Math.abs(x - output.data[i])),
      );
    assert.ok(off({}) < 1e-13, `${off({})}`);
    const bound = made.tolerance.float32.output;
    for (const [fault, changes] of Object.entries(wrong))
      assert.ok(off(changes) > 2 * bound, `${fault}: ${off(changes)}`);
    for (const [format, round] of FORMATS) {
      const rounded = off({}, given, round);
      const { output: most } = made.tolerance[format];
      assert.ok(rounded < most / 2, `${format}: ${rounded} of ${most}`);
    }
    if (given) {
      assert.ok(off({}, null) > 2 * bound, "no sinks");
      // Two heads never have the same.
      assert.ok(
        off({}, given.toReversed()) > 2 * bound,
        "sinks of other heads",
      );
    }
  });
}

test("outputs tell in every format what their layer forgot", () => {
  for (const [name, ...faults] of /** @type {const} */ ([
    ["rotary with grouped keys", "groups"],
    ["a window", "no window", "one more"],
    ["an output turned back (DeepSeek V4)", "not turned back"],
  ])) {
    const { model, heads, facts, wrong, ...at } = LAYERS[name];
    const { tensors, tolerance } = pe.golden({
      ...{ plan: planOf(model), heads, ...at },
    });
    const [q, k, v] = [tensors.q, tensors.k, tensors.v].map(nested);
    const sinks = tensors.sinks && Array.from(tensors.sinks.data);
    for (const fault of faults) {
      const found = outputOf(
        { ...facts, ...wrong[fault] },
        untyped({ q, k, v, sinks }),
        at.positions,
      ).flat(2);
      const off = Math.max(
        ...found.map((x, i) => Math.abs(x - tensors.output.data[i])),
      );
      for (const [format, { output }] of Object.entries(tolerance))
        assert.ok(off > 1.5 * output, `${name}, ${format}: ${off}, ${output}`);
    }
  }
});

test("values of layers that turn their output back are the numbers of the keys", () => {
  const plan = planOf(models["deepseek-v4"]);
  const { tensors } = pe.golden({ plan });
  assert.deepEqual(tensors.v, tensors.k);
  assert.notEqual(tensors.v.data, tensors.k.data);
  const { v, k } = pe.golden({ plan: planOf(models["gpt-oss-20b"]) }).tensors;
  assert.notDeepEqual(v, k);
  for (const x of v.data) assert.ok(Number.isInteger(x * 64));
});

test("attention in float32 is within the tolerance of the output", () => {
  for (const name of ["gpt-oss-20b", "gemma-2-9b", "deepseek-v3"]) {
    const made = pe.golden({
      plan: planOf(models[name]),
      positions: [0, 1, 2, 3, 4, 5],
    });
    const { tensors, layer } = made;
    const { numHeads: _, ...rest } = layer;
    const [q, k, v] = [tensors.q, tensors.k, tensors.v].map(tokensFirst);
    const numHeads = tensors.q.shape[0];
    const numKeyValueHeads = tensors.k.shape[0];
    const { output } = pe.attention(
      untyped({
        ...{ q, k, v, layer: { ...rest, numHeads, numKeyValueHeads } },
        ...(tensors.sinks && { sinks: tensors.sinks.data }),
      }),
    );
    const right = tokensFirst(tensors.output);
    output.data.forEach((x, i) => {
      const off = Math.abs(x - right.data[i]);
      assert.ok(off <= made.tolerance.float32.output, `${name}: ${off}`);
    });
  }
});

test("the tolerance of the output holds for scores that are off by theirs", () => {
  const { tensors, tolerance } = pe.golden({
    plan: planOf(models["llama-3-1"]),
    positions: [0, 1, 2, 3],
    heads: 1,
  });
  const off = tolerance.bfloat16.scores;
  const [scores, [rows]] = [nested(tensors.scores)[0], nested(tensors.v)];
  const output = nested(tensors.output)[0];
  let worst = 0;
  scores.forEach((row, i) => {
    for (let c = 0; c < rows[0].length; c++) {
      // What is above the output gets too much weight, what is below too little.
      const terms = row.map((x, j) =>
        Math.exp(x + (rows[j][c] > output[i][c] ? off : -off)),
      );
      const sum = terms.reduce((a, b) => a + b);
      const found = terms.reduce((a, x, j) => a + (x / sum) * rows[j][c], 0);
      worst = Math.max(worst, Math.abs(found - output[i][c]));
    }
  });
  const bound = tolerance.bfloat16.output;
  assert.ok(worst <= bound && worst > bound / 4, `${worst}, ${bound}`);
});

test("bias enters with its slope and table", () => {
  const bloom = planOf({
    model_type: "bloom",
    n_embd: 64,
    n_head: 4,
    n_layer: 2,
  });
  const { tensors } = pe.golden({ plan: bloom, positions: [0, 5], heads: 4 });
  const { q, k, scores } = tensors;
  const dot = (h, i, j) => {
    let sum = 0;
    for (let c = 0; c < 16; c++)
      sum += q.data[(h * 2 + i) * 16 + c] * k.data[(h * 2 + j) * 16 + c];
    return sum / 4;
  };
  assert.ok(
    Math.abs(scores.data[4 + 2] - (dot(1, 1, 0) - 5 * 2 ** -4)) < 1e-12,
  );
  const t5 = planOf({
    model_type: "t5",
    d_model: 64,
    num_heads: 4,
    d_kv: 16,
    num_layers: 2,
  });
  const made = pe.golden({ plan: t5, positions: [0, 5], decoder: true });
  assert.deepEqual(made.tensors.table.shape, [32, 2]);
  assert.equal(made.tensors.scores.data[1], Number.NEGATIVE_INFINITY);
});

test("keys of latent attention share their turned part", () => {
  const { tensors } = pe.golden({
    plan: planOf(models["deepseek-v3"]),
    heads: 3,
  });
  const { data, shape } = tensors.k;
  assert.deepEqual(shape, [3, 4, 192]);
  const part = (h, from, to) =>
    data.slice((h * 4 + 2) * 192 + from, (h * 4 + 2) * 192 + to);
  assert.deepEqual(part(0, 128, 192), part(2, 128, 192));
  assert.notDeepEqual(part(0, 0, 128), part(2, 0, 128));
});

test("several axes turn by their own coordinates", () => {
  const plan = planOf(models["qwen2.5-vl-7b"]);
  const of = (positions) =>
    pe.golden({ plan, positions }).tensors.q_rotated.data;
  assert.deepEqual(of([3]), of([[3, 3, 3]]));
  const [time, other] = [of([[3, 9, 9]]), of([3])];
  // Blocks of 16, 24, 24 pairs: the first 16 turn with time.
  assert.deepEqual(time.slice(0, 16), other.slice(0, 16));
  assert.notDeepEqual(time.slice(16, 40), other.slice(16, 40));
  const flux = planOf({
    _class_name: "FluxTransformer2DModel",
    num_layers: 1,
    num_single_layers: 1,
  });
  const turned = pe.golden({ plan: flux, positions: [[0, 2, 5]] }).tensors;
  assert.deepEqual(
    turned.q_rotated.data.slice(0, 16),
    turned.q.data.slice(0, 16),
  );
  assert.notDeepEqual(
    turned.q_rotated.data.slice(16, 72),
    turned.q.data.slice(16, 72),
  );
});

test("equal seeds give equal numbers, which halves hold exactly", () => {
  const plan = planOf(models["llama-3-1"]);
  const { tensors } = pe.golden({ plan, seed: 3 });
  assert.deepEqual(pe.golden({ plan, seed: 3 }).tensors, tensors);
  assert.notDeepEqual(pe.golden({ plan, seed: 4 }).tensors.q, tensors.q);
  for (const x of tensors.q.data) {
    assert.ok(Math.abs(x) <= 1);
    assert.ok(Number.isInteger(x * 64));
  }
});

test("what no vectors can be made for is refused", () => {
  const plan = planOf(models["llama-3-1"]);
  refuses(
    () => pe.golden({ plan, layer: 32 }),
    RangeError,
    "golden: layer must be an integer from 0 to 31, got 32",
  );
  refuses(
    () => pe.golden({ plan, heads: 0 }),
    RangeError,
    "golden: heads must be an integer from 1 to 65536, got 0",
  );
  refuses(
    () => pe.golden({ plan, seed: -1 }),
    RangeError,
    "golden: seed must be an integer from 0 to 4294967295, got -1",
  );
  refuses(
    () => pe.golden(untyped({ plan, position: [3] })),
    TypeError,
    'golden: unknown option "position", did you mean positions? (known: plan, layer, decoder, positions, seed, heads)',
  );
  refuses(
    () => pe.golden({ plan: untyped(null) }),
    TypeError,
    "golden: plan must be a plan of config.fromHuggingFace, got null",
  );
  refuses(
    () => pe.golden({ plan, positions: [5, 4] }),
    RangeError,
    "golden: positions[1] must be no less than the one before, got 4",
  );
  refuses(
    () => pe.golden({ plan, positions: [[1, 2, 3]] }),
    RangeError,
    "golden: positions[0] must be an integer from 0 to 2^31, got [1, 2, 3]",
  );
  refuses(
    () => pe.golden({ plan: planOf(models.lfm2) }),
    RangeError,
    "golden: layer 0 has no attention, but conv",
  );
  const deberta = planOf({
    model_type: "deberta-v2",
    hidden_size: 64,
    num_attention_heads: 4,
    num_hidden_layers: 2,
    max_position_embeddings: 512,
    relative_attention: true,
    pos_att_type: "p2c|c2p",
  });
  refuses(
    () => pe.golden({ plan: deberta }),
    RangeError,
    "golden: layer 0 has deberta, whose scores need weights or a grid of the model",
  );
});
