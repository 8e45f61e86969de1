// A layer of a plan in place of the options it stands for.
import assert from "node:assert/strict";
import test from "node:test";
import { untyped } from "../../untyped.js";
import { noise, pe, refuses } from "./helpers.js";

const [T, H, G, D] = [9, 4, 2, 16];
const [q, k, v] = [
  noise([T, H, D], 1),
  noise([T, G, D], 2),
  noise([T, G, D], 3),
];
const LAYER = {
  kind: "attention",
  layerType: "sliding_attention",
  numHeads: H,
  numKeyValueHeads: G,
  headDim: D,
  position: {
    type: "rotary",
    headDim: D,
    rotaryDim: 8,
    startIndex: 8,
    base: 5e5,
    scaling: { type: "linear", factor: 2 },
    layout: "interleaved",
    inverse: true,
    multimodal: { sections: [2, 1, 1], interleaved: false },
  },
  scale: 0.3,
  causal: true,
  window: 5,
  softcap: 2,
  temperature: { type: "floor", coefficient: 0.1, length: 4, shift: 1 },
};
const { multimodal: _, ...position } = LAYER.position;
const SAME = {
  position,
  scale: 0.3,
  causal: true,
  window: 5,
  softcap: 2,
  temperature: LAYER.temperature,
};

test("attention takes all it needs from a layer", () => {
  const found = pe.attention({ q, k, v, layer: LAYER }).output;
  const expected = pe.attention({ q, k, v, ...untyped(SAME) }).output;
  assert.deepEqual(found, expected);
  const joined = (x) => ({ data: x.data, shape: [T, x.shape[1] * D] });
  const side = pe.attention({
    q: joined(q),
    k: joined(k),
    v: joined(v),
    layer: LAYER,
    numHeads: H,
  }).output;
  assert.deepEqual(side.data, expected.data);
});

test("a cache takes all it needs from a layer", () => {
  const found = pe.attention.prepare({ layer: LAYER }).step(q, k, v);
  const expected = pe.attention({ q, k, v, ...untyped(SAME) }).output;
  assert.deepEqual(found, expected);
});

test("a layer with weights of its own takes them beside it", () => {
  const layer = { ...LAYER, sinks: true, position: { type: "t5" } };
  const own = { type: "t5", table: noise([8, H], 4), maxDistance: 20 };
  const sinks = [1, 2, 3, 4];
  assert.deepEqual(
    pe.attention(untyped({ q, k, v, layer, position: own, sinks })).output,
    pe.attention(untyped({ q, k, v, ...SAME, position: own, sinks })).output,
  );
});

/** DeepSeek V4, small: its values are its turned keys. */
const DEEPSEEK_V4 = {
  model_type: "deepseek_v4",
  hidden_size: 64,
  num_attention_heads: 4,
  num_key_value_heads: 1,
  head_dim: 32,
  qk_rope_head_dim: 8,
  num_hidden_layers: 2,
  max_position_embeddings: 4096,
  sliding_window: 3,
  rope_theta: 10000,
  compress_rope_theta: 160000,
  compress_ratios: [0, 4],
};

test("a layer of DeepSeek V4 turns its output back, as its golden vectors say", () => {
  const { plan } = pe.config.fromHuggingFace(DEEPSEEK_V4);
  const [layer, compressed] = untyped(plan).layers;
  assert.equal(layer.position.outputTurnedBack, true);
  assert.equal(layer.position.startIndex, 24);
  const tokens = 7;
  const { tensors } = pe.golden({
    plan: untyped(plan),
    layer: 0,
    heads: 4,
    positions: Array.from({ length: tokens }, (_, i) => i),
  });
  /** [heads, tokens, D] in float32. */
  const single = ({ data, shape }) => ({
    data: Float32Array.from(data),
    shape,
  });
  const values = tensors.k_rotated;
  const call = untyped({
    q: single(tensors.q),
    k: single(tensors.k),
    v: single(values),
    order: "BHTD",
    layer,
    sinks: tensors.sinks.data,
  });
  const { output } = pe.attention(call);
  const { weights } = pe.attention({ ...call, returnWeights: true });
  weights.data.forEach((w, i) => {
    assert.ok(Math.abs(w - tensors.weights.data[i]) < 1e-6);
  });
  // The same in float64, and turned by hand.
  for (let h = 0; h < 4; h += 1) {
    for (let t = 0; t < tokens; t += 1) {
      const row = Array.from({ length: 32 }, (_, c) =>
        Array.from(
          { length: tokens },
          (_, j) =>
            tensors.weights.data[(h * tokens + t) * tokens + j] *
            values.data[j * 32 + c],
        ).reduce((a, b) => a + b),
      );
      for (let i = 0; i < 4; i += 1) {
        const angle = -t * 10000 ** (-i / 4);
        const [a, b] = [24 + 2 * i, 25 + 2 * i];
        const [x, y] = [row[a], row[b]];
        row[a] = x * Math.cos(angle) - y * Math.sin(angle);
        row[b] = y * Math.cos(angle) + x * Math.sin(angle);
      }
      row.forEach((x, c) => {
        const found = output.data[(h * tokens + t) * 32 + c];
        assert.ok(Math.abs(found - x) < 1e-6, `${h} ${t} ${c}: ${found} ${x}`);
        const golden = tensors.output.data[(h * tokens + t) * 32 + c];
        assert.ok(Math.abs(golden - x) < 1e-14, `${h} ${t} ${c}: ${golden}`);
      });
    }
  }
  // A cache does the same.
  const cache = pe.attention.prepare(
    untyped({ layer, sinks: tensors.sinks.data, order: "BHTD" }),
  );
  const found = cache.step(call.q, call.k, call.v);
  cache.dispose();
  assert.deepEqual(found, output);
  refuses(
    () => pe.attention(untyped({ q, k, v, layer: compressed })),
    TypeError,
    "attention: layer: compression is not computed by this call: give its entries, which weights make, as keys behind the others, with keyPositions and a mask, without layer",
  );
});

test("what of a layer is not computed is refused", () => {
  const no = (changes, Kind, message, rest = {}) =>
    refuses(
      () =>
        pe.attention(
          untyped({ q, k, v, layer: { ...LAYER, ...changes }, ...rest }),
        ),
      Kind,
      `attention: ${message}`,
    );
  no({}, TypeError, "give either layer or scale, not both", { scale: 1 });
  no(
    { kind: "other" },
    RangeError,
    'layer: kind must be "attention": a layer that has scores, got "other" (a string)',
  );
  no(
    { chunk: 8 },
    TypeError,
    "layer: chunk past 8 positions is not computed by this call: hide other blocks by mask",
  );
  assert.deepEqual(
    pe.attention(untyped({ q, k, v, layer: { ...LAYER, chunk: T } })),
    pe.attention({ q, k, v, layer: LAYER }),
  );
  no(
    { position: { ...LAYER.position, wavelet: true } },
    TypeError,
    "layer: position.wavelet is not computed by this call: give position",
  );
  no(
    { compression: { ratio: 4, position: "first" } },
    TypeError,
    "layer: compression is not computed by this call: give its entries, which weights make, as keys behind the others, with keyPositions and a mask, without layer",
  );
  no(
    { position: { type: "t5" } },
    TypeError,
    'layer: position of type "t5" needs tensors or coordinates of the model: give position',
  );
  no(
    { position: { type: "toString" } },
    TypeError,
    'layer: position of type "toString" needs tensors or coordinates of the model: give position',
  );
  no(
    { position: { type: Object.create(null) } },
    TypeError,
    "layer: position of type an object with keys (none) needs tensors or coordinates of the model: give position",
  );
  no(
    {},
    TypeError,
    'layer: position must be of type "rotary", as the layer\'s, got type "none"',
    { position: { type: "none" } },
  );
  no(
    { sinks: true },
    TypeError,
    "sinks is required (a number for each head, of the model's weights)",
  );
  no(
    { headDim: 32, position: { type: "none" } },
    RangeError,
    "q must have heads of width 32, as the layer has, got 16",
  );
  no({}, RangeError, "numHeads must be that of the layer, 4, got 2", {
    numHeads: 2,
  });
});

test("a model's self-attention takes all it needs from a layer", () => {
  const sizes = { layers: 2, dModel: 32, numHeads: 2, crossAttention: false };
  const tokens = noise([T, 32], 5);
  const planned = {
    ...LAYER,
    numHeads: 2,
    window: undefined,
    scale: 1 / Math.sqrt(D),
  };
  const made = (more) => {
    const model = pe.transformer.decoder(untyped({ ...sizes, ...more }));
    const { output } = model.forward(tokens);
    model.dispose();
    return output;
  };
  const { softcap, temperature } = LAYER;
  const plain = { position, softcap, temperature };
  assert.deepEqual(made({ layer: planned }), made(plain));
  const windowed = made({ layer: { ...planned, window: 2 } });
  assert.notDeepEqual(windowed, made(plain));
  const scaled = made({ layer: { ...planned, scale: 1 } });
  assert.notDeepEqual(scaled, made(plain));
  const no = (layer, Kind, message) =>
    refuses(
      () => made({ layer: { ...planned, ...layer } }),
      Kind,
      `transformer.decoder: layer: ${message}`,
    );
  no(
    { causal: false },
    RangeError,
    "causal must be true, as of the model, got false",
  );
  no(
    { sinks: true },
    TypeError,
    "sinks is not computed by this call: use attention",
  );
});

test("a model with grouped keys is one whose keys stand there for each query head", () => {
  const { plan } = pe.config.fromHuggingFace({
    model_type: "qwen2",
    hidden_size: 64,
    num_attention_heads: 4,
    num_key_value_heads: 2,
    num_hidden_layers: 2,
    max_position_embeddings: 64,
    use_sliding_window: false,
  });
  const layers = untyped(plan).layers;
  const sizes = { layers: 2, dModel: 64, numHeads: 4, crossAttention: false };
  const make = (more) => pe.transformer.decoder(untyped({ ...sizes, ...more }));
  // The first layer shares keys, the second does not.
  const grouped = make({
    layer: [layers[0], { ...layers[1], numKeyValueHeads: 4 }],
  });
  const { weights } = grouped;
  const shape = (name) => weights[`layers.${name}.weight`]?.shape;
  assert.deepEqual(shape("0.selfAttention.key"), [32, 64]);
  assert.deepEqual(shape("0.selfAttention.value"), [32, 64]);
  assert.deepEqual(shape("0.selfAttention.query"), [64, 64]);
  assert.deepEqual(shape("1.selfAttention.key"), [64, 64]);
  // Heads 0 and 1 of the queries read head 0 of the keys, 2 and 3 head 1.
  const spread = Object.entries(weights).map(([name, w]) => {
    if (!/^layers\.0\.selfAttention\.(key|value)\./.test(name))
      return [name, w];
    const width = 16 * (w.shape[1] ?? 1);
    const heads = [0, 0, 1, 1].flatMap((head) => [
      ...w.data.subarray(head * width, (head + 1) * width),
    ]);
    return [name, { data: heads, shape: [64, ...w.shape.slice(1)] }];
  });
  const whole = make({
    layer: layers.map((it) => ({ ...it, numKeyValueHeads: 4 })),
    weights: Object.fromEntries(spread),
  });
  const tokens = noise([T, 64], 5);
  const { output } = grouped.forward(tokens);
  assert.deepEqual(output, whole.forward(tokens).output);
  // Decoding keeps the keys as they are shared.
  const [one, other] = [grouped.start(), whole.start()];
  for (let t = 0; t < T; t++) {
    const token = {
      data: tokens.data.subarray(64 * t, 64 * (t + 1)),
      shape: [64],
    };
    assert.deepEqual(one.step(token), other.step(token));
  }
  grouped.dispose();
  whole.dispose();
});

test("a model takes a layer of a plan for each of its own", () => {
  const { plan } = pe.config.fromHuggingFace({
    model_type: "smollm3",
    hidden_size: 32,
    num_attention_heads: 2,
    num_key_value_heads: 2,
    num_hidden_layers: 4,
    no_rope_layer_interval: 4,
    rope_theta: 5e6,
    max_position_embeddings: 64,
  });
  const list = untyped(plan).layers;
  assert.deepEqual(
    list.map((layer) => layer.position.type),
    ["rotary", "rotary", "rotary", "none"],
  );
  const sizes = { layers: 4, dModel: 32, numHeads: 2, crossAttention: false };
  const make = (more) =>
    pe.transformer.decoder(untyped({ ...sizes, embeddingScale: 1, ...more }));
  const tokens = noise([T, 32], 5);
  const mixed = make({ layer: list });
  const { weights } = mixed;
  const found = mixed.forward(tokens).output;

  // One model of a layer after the other, each with its own position.
  let x = tokens;
  list.forEach((layer, n) => {
    const own = Object.entries(weights)
      .filter(([name]) => name.startsWith(`layers.${n}.`))
      .map(([name, w]) => [name.replace(`layers.${n}.`, "layers.0."), w]);
    const single = make({
      layers: 1,
      layer,
      weights: Object.fromEntries(own),
    });
    x = single.forward(x).output;
    single.dispose();
  });
  assert.deepEqual(found.data, x.data);

  // Token by token, with a cache.
  const decoding = mixed.start();
  for (let t = 0; t < T; t += 1) {
    const row = tokens.data.slice(32 * t, 32 * (t + 1));
    const { output } = decoding.step({ data: row, shape: [32] });
    output.data.forEach((y, i) => {
      assert.ok(Math.abs(y - found.data[32 * t + i]) < 1e-5);
    });
  }
  mixed.dispose();

  const [rotated] = list;
  const same = make({ layer: [rotated, rotated, rotated, rotated] });
  const single = make({ layer: rotated });
  assert.deepEqual(same.forward(tokens), single.forward(tokens));
  same.dispose();
  single.dispose();

  refuses(
    () => make({ layer: list.slice(1) }),
    RangeError,
    "transformer.decoder: layer must be one layer, or as many as layers = 4, got an array of length 3",
  );
  refuses(
    () => make({ layer: [...list.slice(1), { ...rotated, causal: false }] }),
    RangeError,
    "transformer.decoder: layer[3]: causal must be true, as of the model, got false",
  );
  refuses(
    () => make({ layer: [...list.slice(1), { kind: "other" }] }),
    RangeError,
    'transformer.decoder: layer[3]: kind must be "attention": a layer that has scores, got "other" (a string)',
  );
});
