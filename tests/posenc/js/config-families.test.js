import assert from "node:assert/strict";
import test from "node:test";
import { findingText } from "posenc/catalog";
import { readable, refused } from "./fixtures/config-families.js";
import { pe } from "./helpers.js";

/** @type {(json: object) => { plan: any, findings: readonly any[] }} */
const read = pe.config.fromHuggingFace;
const errors = ({ findings }) =>
  findings.filter(({ level }) => level === "error");

test("a family that is known is read as its code turns, and nothing is dropped", () => {
  for (const [name, body, expected] of readable) {
    const { plan, findings } = read(body);
    assert.deepEqual(errors({ findings }), [], name);
    const found = [plan.kind, plan.layout].filter(Boolean).join(" ");
    assert.equal(found, expected, name);
  }
});

test("a family that no plan is sure for is refused, and the key is named", () => {
  for (const [name, body, key] of refused) {
    const { plan, findings } = read(body);
    assert.equal(plan, null, name);
    const found = errors({ findings }).find(({ where }) => where === key);
    const places = errors({ findings }).map(({ where }) => where);
    assert.ok(found, `${name}: ${key} in ${places.join(", ")}`);
    assert.ok(found.message.startsWith(key), found.message);
    assert.ok(findingText(found, "zh").includes(key));
  }
});

/** What turns each column of a head by hand, as the modelling code lists it. */
function turnedBy(body, positions, angleOf, pairOf) {
  const { plan, findings } = read(body);
  const beyond = findings.find(({ code }) => code === "not-in-plan");
  const { tensors, layer } = pe.golden({ plan, positions });
  const { headDim } = layer;
  const { data } = tensors.q;
  tensors.q_rotated.data.forEach((x, at) => {
    const c = at % headDim;
    const token = Math.floor(at / headDim) % positions.length;
    const angle = angleOf(positions[token], c);
    const [other, sign] = pairOf(c, headDim);
    const right =
      (data[at] ?? 0) * Math.cos(angle) +
      sign * (data[at - c + other] ?? 0) * Math.sin(angle);
    assert.ok(Math.abs(x - right) < 1e-12, `${at}: ${x}, not ${right}`);
  });
  return { plan, beyond: beyond?.where };
}

test("DINOv3 turns half a head by the row and half by the column", () => {
  const { plan, beyond } = turnedBy(
    { model_type: "dinov3_vit", hidden_size: 1024, num_attention_heads: 16 },
    [
      [3, 5],
      [0, 2],
    ],
    // inv_freq of 16 numbers, first for y, then for x, and both once more.
    (p, c) => p[Math.floor((c % 32) / 16)] * 100 ** (-(c % 16) / 16),
    (c, d) => (c < d / 2 ? [c + d / 2, -1] : [c - d / 2, 1]),
  );
  assert.equal(plan.layers.length, 12);
  assert.equal(plan.layers[0].scale, 1 / 8);
  assert.equal(beyond, "patch_size");
});

test("LTX-Video turns all heads as one vector, each with frequencies of its own", () => {
  for (const [heads, headDim, changes] of /** @type {const} */ ([
    [32, 64, {}],
    [32, 128, { attention_head_dim: 128, num_layers: 48 }],
    [5, 8, { num_attention_heads: 5, attention_head_dim: 8, num_layers: 1 }],
  ])) {
    const { plan, findings } = read({
      _class_name: "LTXVideoTransformer3DModel",
      ...changes,
    });
    const told = findings.find(({ code }) => code === "not-in-plan");
    assert.equal(told?.where, "patch_size");
    const width = heads * headDim;
    const n = Math.floor(width / 6);
    // The angles of a token's columns, in the order in which the code lays them.
    const anglesOf = (coordinates) => {
      const speeds = Array.from(
        { length: n },
        (_, j) => (10000 ** (j / (n - 1)) * Math.PI) / 2,
      );
      const turned = speeds.flatMap((f) => coordinates.map((c) => f * c));
      const columns = turned.flatMap((angle) => [angle, angle]);
      return [...Array(width % 6).fill(0), ...columns];
    };
    const positions = [
      [0, 3, 1],
      [2, 0, 5],
    ];
    const { tensors, layer } = pe.golden({ plan, positions, heads });
    assert.deepEqual([layer.numHeads, layer.causal], [heads, false]);
    assert.deepEqual(tensors.inverse_frequency.shape, [heads, headDim / 2]);
    positions.forEach((token, t) => {
      const angles = anglesOf(token);
      assert.equal(angles.length, width);
      const column = (data, c) =>
        data[
          (Math.floor(c / headDim) * positions.length + t) * headDim +
            (c % headDim)
        ];
      // Neighbours are a pair of the whole vector.
      for (const name of ["q", "k"]) {
        const before = tensors[name].data;
        const after = tensors[`${name}_rotated`].data;
        for (let c = 0; c < width; c++) {
          const other = column(before, c % 2 ? c - 1 : c + 1);
          const right =
            column(before, c) * Math.cos(angles[c]) +
            (c % 2 ? 1 : -1) * other * Math.sin(angles[c]);
          const found = column(after, c);
          assert.ok(Math.abs(found - right) < 1e-9, `${c}: ${found}, ${right}`);
        }
      }
    });
  }
});

test("pe.rotary.apply turns LTX-Video's vector as one head by tables", () => {
  const { plan } = read({ _class_name: "LTXVideoTransformer3DModel" });
  const { frequencies, unturned, axes, base, numHeads, headDim } = plan;
  assert.deepEqual([frequencies, unturned, axes], [341, 1, 3]);
  const token = [0.25, -0.5, 0.125];
  const angles = Array.from({ length: (numHeads * headDim) / 2 }, (_, p) => {
    const i = p - unturned;
    const step = Math.floor(i / axes) / (frequencies - 1);
    return i < 0 ? 0 : (Math.PI / 2) * base ** step * (token[i % axes] ?? 0);
  });
  const x = Float32Array.from({ length: 2048 }, (_, c) => Math.sin(c + 1));
  const { data } = pe.rotary.apply(
    { data: x, shape: [1, 2048] },
    {
      tables: {
        cos: { data: Float32Array.from(angles, Math.cos), shape: [1, 1024] },
        sin: { data: Float32Array.from(angles, Math.sin), shape: [1, 1024] },
      },
      layout: "interleaved",
      numHeads: 1,
    },
  );
  for (const c of [0, 1, 2, 700, 2046]) {
    const angle = angles[c >> 1] ?? 0;
    const [a, b] = [x[c & ~1] ?? 0, x[c | 1] ?? 0];
    const right =
      c % 2
        ? b * Math.cos(angle) + a * Math.sin(angle)
        : a * Math.cos(angle) - b * Math.sin(angle);
    assert.ok(Math.abs((data[c] ?? 0) - right) < 1e-6, `${c}`);
  }
});

test("SAM 2's memory attention turns half a head by x and half by y, in neighbouring pairs", () => {
  const { plan } = turnedBy(
    { model_type: "sam2_video", memory_attention_rope_theta: 10000 },
    [
      [3, 5],
      [63, 0],
    ],
    (p, c) => p[c < 128 ? 0 : 1] * 10000 ** (-Math.floor((c % 128) / 2) / 64),
    (c) => (c % 2 ? [c - 1, 1] : [c + 1, -1]),
  );
  assert.equal(plan.layers.length, 4);
  assert.equal(plan.layers[0].headDim, 256);
  const halved = read({
    model_type: "sam2_video",
    memory_attention_downsample_rate: 2,
  });
  assert.equal(halved.plan.headDim, 128);
});

/** Layers of SAM 2's Hiera as [window, rows of the grid, heads], 0 for all. */
const blocksOf = ({ layers }) =>
  layers.map(({ gridWindow, numHeads }) => [
    gridWindow?.size[0] ?? 0,
    gridWindow?.grid[0] ?? 0,
    numHeads,
  ]);

test("SAM 2's Hiera has windows by stage, which a stage's first block has from the one before", () => {
  const { plan, findings } = read({ model_type: "sam2" });
  assert.equal(plan.modelType, "sam2_hiera_det_model");
  assert.deepEqual(blocksOf(plan), [
    [8, 256, 1],
    [8, 256, 2],
    [4, 128, 2],
    [4, 128, 4],
    [14, 64, 4],
    [0, 0, 4],
    [14, 64, 4],
    [0, 0, 4],
    [14, 64, 4],
    [0, 0, 4],
    [14, 64, 8],
    [7, 32, 8],
  ]);
  for (const layer of plan.layers) {
    const { headDim, causal, position, scale } = layer;
    assert.deepEqual([headDim, causal], [96, false]);
    assert.deepEqual(position, { type: "none" });
    assert.equal(scale, 1 / Math.sqrt(96));
  }
  assert.deepEqual(plan.embedding, { maxLen: 49, dModel: 96 });
  assert.deepEqual(plan.tiled, [8, 8]);
  assert.equal(plan.maxPositions, 256 ** 2);
  // Fewer queries than keys, where a stage begins.
  const path = "vision_config.backbone_config";
  const beyond = findings.filter(({ code }) => code === "not-in-plan");
  assert.deepEqual(
    beyond.map(({ where }) => where),
    [`${path}.query_stride`],
  );
  const assumed = findings.filter(({ code }) => code === "default-used");
  assert.equal(assumed.length, 13);
  assert.ok(assumed.every(({ where }) => where.startsWith(`${path}.`)));
  assert.equal(assumed.length + 1, findings.length);
});

test("SAM 2's large Hiera is read at each of its three levels, and pools no query that it is told not to", () => {
  // sam2/configs/sam2.1/sam2.1_hiera_l.yaml of facebookresearch/sam2, 1f9c9588.
  const backbone = {
    model_type: "sam2_hiera_det_model",
    hidden_size: 144,
    num_attention_heads: 2,
    blocks_per_stage: [2, 6, 36, 4],
    embed_dim_per_stage: [144, 288, 576, 1152],
    num_attention_heads_per_stage: [2, 4, 8, 16],
    window_size_per_stage: [8, 4, 16, 8],
    global_attention_blocks: [23, 33, 43],
    window_positional_embedding_background_size: [7, 7],
    image_size: [1024, 1024],
  };
  const part = { model_type: "sam2_vision_model", backbone_config: backbone };
  const { plan, findings } = read(backbone);
  for (const body of [part, { model_type: "sam2", vision_config: part }]) {
    const whole = read(body);
    assert.deepEqual(whole.plan, plan);
    assert.ok(whole.findings.some(({ code }) => code === "text-model-only"));
  }
  assert.ok(findings.every(({ level }) => level === "info"));
  const row = (count, ...of) => Array(count).fill(of);
  assert.deepEqual(blocksOf(plan), [
    ...row(2, 8, 256, 2),
    ...row(1, 8, 256, 4),
    ...row(5, 4, 128, 4),
    ...row(1, 4, 128, 8),
    ...row(14, 16, 64, 8),
    ...row(1, 0, 0, 8),
    ...row(9, 16, 64, 8),
    ...row(1, 0, 0, 8),
    ...row(9, 16, 64, 8),
    ...row(1, 0, 0, 8),
    ...row(1, 16, 64, 16),
    ...row(3, 8, 32, 16),
  ]);
  assert.ok(plan.layers.every(({ headDim }) => headDim === 72));
  assert.deepEqual(plan.embedding, { maxLen: 49, dModel: 144 });
  const still = read({ ...backbone, num_query_pool_stages: 0 });
  assert.ok(still.findings.every(({ code }) => code !== "not-in-plan"));
  assert.deepEqual(still.plan.layers.at(-1).gridWindow.grid, [256, 256]);
  const some = read({ ...backbone, num_query_pool_stages: 1 });
  assert.deepEqual(some.plan.layers.at(-1).gridWindow.grid, [128, 128]);
});

test("SAM 2's rows are a table resized bicubically and another one repeated", () => {
  const { plan } = read({
    model_type: "sam2_hiera_det_model",
    hidden_size: 4,
    embed_dim_per_stage: [4],
    num_attention_heads_per_stage: [1],
    window_size_per_stage: [4],
    blocks_per_stage: [1],
    global_attention_blocks: [],
    window_positional_embedding_background_size: [3, 5],
    image_size: [48, 80],
  });
  const { embedding, resized, tiled, maxPositions } = plan;
  // (48 + 2·3 − 7) / 4 + 1 rows, (80 + 2·3 − 7) / 4 + 1 columns, both rounded down.
  const [rows, columns] = [12, 20];
  assert.deepEqual(resized, {
    from: [3, 5],
    to: [rows, columns],
    method: "cubic",
  });
  assert.equal(maxPositions, rows * columns);
  const wide = embedding.dModel;
  const table = pe.embedding.learned({ ...embedding, std: 1 });
  const second = pe.embedding.learned({
    maxLen: tiled[0] * tiled[1],
    dModel: wide,
    std: 1,
    seed: 1,
  });
  const { data } = pe.embedding.resize2d(table, plan.resized);
  // PyTorch's bicubic kernel, a = -0.75, between the centres of the cells.
  const kernel = (d) =>
    d <= 1
      ? 1.25 * d ** 3 - 2.25 * d ** 2 + 1
      : d < 2
        ? -0.75 * (d ** 3 - 5 * d ** 2 + 8 * d - 4)
        : 0;
  const weights = (i, from, to) => {
    const x = ((i + 0.5) * from) / to - 0.5;
    return [-1, 0, 1, 2].map((k) => {
      const tap = Math.floor(x) + k;
      return [Math.min(Math.max(tap, 0), from - 1), kernel(Math.abs(x - tap))];
    });
  };
  for (let r = 0; r < rows; r++) {
    for (let c = 0; c < columns; c++) {
      for (let d = 0; d < wide; d++) {
        const at = (r % 4) * 4 + (c % 4);
        let right = second.data[at * wide + d];
        for (const [y, down] of weights(r, 3, rows))
          for (const [x, across] of weights(c, 5, columns))
            right += down * across * table.data[(y * 5 + x) * wide + d];
        const cell = (r % tiled[0]) * tiled[1] + (c % tiled[1]);
        const found =
          data[(r * columns + c) * wide + d] + second.data[cell * wide + d];
        assert.ok(Math.abs(found - right) < 1e-6, `${r}, ${c}, ${d}`);
      }
    }
  }
});

test("blocks of a grid are refused by calls that know no grid, with what to do", () => {
  const { plan } = read({ model_type: "sam2" });
  const [layer] = plan.layers;
  const x = { data: new Float32Array(96), shape: [1, 1, 96] };
  assert.throws(
    () => pe.attention({ q: x, k: x, v: x, layer }),
    /gridWindow is not computed by this call: call it for each block/,
  );
  assert.throws(
    () => pe.golden({ plan }),
    /golden: layer 0 has gridWindow, whose scores need weights or a grid of/,
  );
  assert.equal(pe.golden({ plan, layer: 5 }).layer.headDim, 96);
});

test("diffusion transformers with Mistral's key names are read by their class, Lumina 2 with a third of its heads for keys", () => {
  const z = read({
    _class_name: "ZImageTransformer2DModel",
    axes_dims: [32, 48, 48],
    dim: 3840,
    n_heads: 30,
    n_kv_heads: 30,
    n_layers: 30,
    rope_theta: 256,
  }).plan;
  assert.equal(z.kind, "axial");
  assert.deepEqual(
    z.axes.map(({ rotaryDim, base }) => [rotaryDim, base]),
    [
      [32, 256],
      [48, 256],
      [48, 256],
    ],
  );
  assert.equal(z.layers[0].numKeyValueHeads, 30);
  const lumina = { _class_name: "Lumina2Transformer2DModel" };
  for (const body of [lumina, { ...lumina, num_kv_heads: 8 }]) {
    const [layer] = read(body).plan.layers;
    assert.deepEqual([layer.numHeads, layer.numKeyValueHeads], [24, 8]);
  }
});

test("an image takes the middle of Stable Diffusion 3's square of rows", () => {
  const [, body] = readable.find(([name]) => name === "Stable Diffusion 3.5");
  const { embedding, grid, layers } = read(body).plan;
  assert.deepEqual(embedding, { maxLen: 384 ** 2, dModel: 1536 });
  assert.equal(grid, 384);
  assert.deepEqual([layers.length, layers[0].headDim], [24, 64]);
});

test("Zamba2's heads are of twice the width, scored as if of one, in its hybrid layers", () => {
  const { plan } = read({
    model_type: "zamba2",
    hidden_size: 2560,
    num_attention_heads: 32,
    num_hidden_layers: 3,
    max_position_embeddings: 4096,
    // Of heads of one width, as the class saves it beside the other.
    kv_channels: 80,
    attention_head_dim: 160,
    rope_theta: 10000,
    use_mem_rope: true,
    layers_block_type: ["mamba", "hybrid", "mamba"],
  });
  assert.deepEqual(
    plan.layers.map(({ kind, layerType }) => [kind, layerType]),
    [
      ["other", "mamba"],
      ["attention", "hybrid"],
      ["other", "mamba"],
    ],
  );
  const { numHeads, numKeyValueHeads, headDim, scale } = plan.layers[1];
  assert.deepEqual([numHeads, numKeyValueHeads, headDim], [32, 32, 160]);
  // By NumPy: 1 / √80 and 10000 ** -(2 i / 160).
  assert.ok(Math.abs(scale - 0.11180339887498948) < 1e-16);
  const { inverseFrequency } = pe.rotary.frequencies(plan.rotary);
  assert.equal(inverseFrequency.length, 80);
  for (const [i, right] of [
    [1, 0.8912509381337455],
    [40, 0.01],
    [79, 0.0001122018454301963],
  ]) {
    assert.ok(Math.abs(Number(inverseFrequency[i]) / right - 1) < 1e-14);
  }
});

test("Laguna's layers have as many heads of queries as its list says", () => {
  const { plan } = read({
    model_type: "laguna",
    hidden_size: 2048,
    num_attention_heads: 48,
    num_key_value_heads: 8,
    num_hidden_layers: 3,
    layer_types: ["full_attention", "sliding_attention", "full_attention"],
    num_attention_heads_per_layer: [48, 64, 32],
    sliding_window: 512,
    max_position_embeddings: 4096,
    rope_theta: 10000,
  });
  const heads = plan.layers.map((it) => [it.numHeads, it.numKeyValueHeads]);
  assert.deepEqual(heads, [
    [48, 8],
    [64, 8],
    [32, 8],
  ]);
});

test("a trained length beside sets by layer type is read where the sets say the same", () => {
  const of = (beside, inside) =>
    read({
      ...{ model_type: "laguna", hidden_size: 2048, num_attention_heads: 48 },
      ...{ num_key_value_heads: 8, num_hidden_layers: 2, sliding_window: 512 },
      layer_types: ["full_attention", "sliding_attention"],
      max_position_embeddings: 262144,
      rope_parameters: {
        full_attention: {
          rope_type: "yarn",
          rope_theta: 500000,
          factor: 64,
          original_max_position_embeddings: inside,
        },
        sliding_attention: { rope_type: "default", rope_theta: 10000 },
        original_max_position_embeddings: beside,
      },
    });
  const { plan, findings } = of(4096, 4096);
  const [far, near] = plan.layers.map(({ position }) => position);
  assert.equal(far.scaling.originalMaxSeqLen, 4096);
  assert.deepEqual([near.scaling, near.base], [undefined, 10000]);
  assert.ok(!findings.some(({ level }) => level === "error"));
  for (const inside of [8192, undefined]) {
    const { plan: none, findings: told } = of(4096, inside);
    assert.equal(none, null);
    const error = told.find(({ level }) => level === "error");
    assert.equal(error.code, "position-key-unread");
    assert.equal(
      error.where,
      "rope_parameters.original_max_position_embeddings",
    );
  }
});

test("the rotated width is that of MiniMax M3's and Ling's class, however often it is said", () => {
  for (const [name, width] of Object.entries({
    "MiniMax M3": 64,
    "MiniMax M2.7": 64,
    "Ling 2.0": 4,
  })) {
    const [, body] = readable.find((it) => it[0] === name);
    assert.equal(read(body).plan.rotary.rotaryDim, width, name);
  }
});

test("what scales or selects keys beside positions is told", () => {
  const told = (model_type, more) =>
    read({
      model_type,
      hidden_size: 64,
      num_attention_heads: 8,
      num_hidden_layers: 2,
      max_position_embeddings: 512,
      rope_theta: 10000,
      qk_nope_head_dim: 8,
      ...more,
    })
      .findings.filter(({ code }) => code === "not-in-plan")
      .map(({ where }) => where);
  assert.deepEqual(told("falcon_h1", { key_multiplier: 0.39 }), [
    "key_multiplier",
  ]);
  assert.deepEqual(told("falcon_h1", { key_multiplier: 1 }), []);
  assert.deepEqual(told("deepseek_v32", { index_topk: 2048 }), ["index_topk"]);
  assert.deepEqual(told("longcat_flash", { mla_scale_kv_lora: true }), [
    "mla_scale_kv_lora",
  ]);
  assert.deepEqual(told("minimax_m3", { sparse_attention_config: {} }), [
    "sparse_attention_config",
  ]);
  assert.deepEqual(told("new", { logn_attention_scale: true }), [
    "logn_attention_scale",
  ]);
  assert.deepEqual(told("minicpm", { sparse_config: { topk: 64 } }), [
    "sparse_config",
  ]);
});

test("a model that is told not to turn has no wavelengths to warn of", () => {
  const { plan, findings } = read({
    model_type: "granitemoehybrid",
    hidden_size: 1536,
    num_attention_heads: 12,
    num_hidden_layers: 2,
    layer_types: ["mamba", "attention"],
    max_position_embeddings: 131072,
    position_embedding_type: "nope",
    attention_multiplier: 0.0078125,
    rope_theta: 10000,
  });
  assert.equal(plan, null);
  assert.deepEqual(
    findings.map(({ code }) => code),
    ["encoding-none"],
  );
});

test("K-EXAONE turns in the layers with a window alone", () => {
  const [, body] = readable.find(([name]) => name === "K-EXAONE");
  const { layers } = read(body).plan;
  assert.deepEqual(
    layers.map(({ position }) => position.type === "rotary"),
    [true, true, true, false],
  );
});

test("axes lie as the model's code has them, whatever the config says", () => {
  const axes = (model_type, changes) =>
    read({
      model_type,
      hidden_size: 64,
      num_attention_heads: 8,
      head_dim: 8,
      num_hidden_layers: 2,
      rope_theta: 1e4,
      rope_scaling: { rope_type: "default", mrope_section: [2, 1, 1] },
      ...changes,
    }).plan.multimodal;
  const sections = [2, 1, 1];
  assert.deepEqual(axes("qwen2_vl"), { sections, interleaved: false });
  assert.deepEqual(axes("qwen3_vl"), { sections, interleaved: true });
});

test("MiniCPM 4 turns by LongRoPE, with a factor of its two lengths", () => {
  const factors = Array.from({ length: 64 }, (_, i) => 1 + i / 8);
  const body = {
    model_type: "minicpm",
    hidden_size: 4096,
    num_attention_heads: 32,
    num_key_value_heads: 2,
    num_hidden_layers: 2,
    max_position_embeddings: 131072,
    scale_emb: 12,
    scale_depth: 1.4,
    rope_scaling: {
      rope_type: "longrope",
      long_factor: factors,
      short_factor: factors,
      original_max_position_embeddings: 32768,
    },
  };
  const { plan, findings } = read(body);
  assert.deepEqual(
    findings.map(({ code, where }) => [code, where]),
    [["default-used", "rope_theta"]],
  );
  const [{ position, headDim, numKeyValueHeads, scale }] = plan.layers;
  assert.deepEqual([headDim, numKeyValueHeads, scale], [128, 2, 128 ** -0.5]);
  assert.equal(position.base, 10000);
  const { rotaryDim, base, scaling } = position;
  const { attentionFactor } = pe.rotary.frequencies({
    headDim,
    rotaryDim,
    base,
    scaling,
    seqLen: 131072,
  });
  const factor = Math.sqrt(1 + Math.log(4) / Math.log(32768));
  assert.ok(Math.abs(attentionFactor - factor) < 1e-12, `${attentionFactor}`);
});

test("GTE's ntk is a larger base, linearly stretched, as transformers converts it", () => {
  const body = {
    model_type: "new",
    rope_theta: 500000,
    rope_scaling: { type: "ntk", factor: 2 },
  };
  const { plan, findings } = read(body);
  const { rotary, layers, maxPositions } = plan;
  assert.deepEqual([layers.length, maxPositions], [12, 2048]);
  assert.deepEqual(rotary, {
    headDim: 64,
    rotaryDim: 64,
    base: 1e6,
    scaling: { type: "linear", factor: 2 ** (2 / 64) },
  });
  assert.deepEqual(
    findings
      .filter(({ code }) => code !== "default-used")
      .map(({ message }) => message),
    ['rope_scaling.type "ntk" was read as linear 1.02190 over base 1000000'],
  );
  const { inverseFrequency } = pe.rotary.frequencies(plan.rotary);
  // The slowest pair turns at half the speed that it was trained with.
  const slowest = 500000 ** (-62 / 64);
  const found = inverseFrequency[31];
  assert.ok(Math.abs(found / slowest - 1 / 2) < 1e-14, `${found}`);
  const wide = read({ ...body, rope_scaling: { type: "ntk", factor: 1e9 } });
  assert.deepEqual(
    errors(wide).map((it) => it.message),
    ["rope_theta must be > 1 and ≤ 1e12, got 500000000000000"],
  );
});

test("Nemotron's blocks each say how many queries share a key, or that nothing attends", () => {
  const block = (attention) => ({
    attention: { no_op: false, replace_with_linear: false, ...attention },
    ffn: { ffn_mult: 2.625, no_op: false },
  });
  const { plan, findings } = read({
    model_type: "nemotron-nas",
    hidden_size: 8192,
    num_attention_heads: 64,
    num_key_value_heads: null,
    num_hidden_layers: 4,
    max_position_embeddings: 131072,
    rope_theta: 500000,
    block_configs: [
      block({ no_op: true, n_heads_in_group: null }),
      block({ n_heads_in_group: 8, window_length: null }),
      block({ replace_with_linear: true }),
      block({ n_heads_in_group: 16, window_length: 4096 }),
    ],
  });
  assert.deepEqual(
    findings.map(({ code, where }) => [code, where]),
    [["not-in-plan", "block_configs.3.attention.window_length"]],
  );
  assert.deepEqual(
    plan.layers.map((it) => it.numKeyValueHeads ?? it.layerType),
    ["no_op", 8, "replace_with_linear", 4],
  );
  assert.equal(plan.numKeyValueHeads, 8);
  assert.deepEqual(
    [plan.layers[3].numHeads, plan.layers[3].headDim],
    [64, 128],
  );
});

test("T5Gemma is Gemma 2 twice: the encoder sees both ways, the decoder back", () => {
  const stack = (num_hidden_layers) => ({
    hidden_size: 2304,
    num_attention_heads: 8,
    num_key_value_heads: 4,
    num_hidden_layers,
    sliding_window: 4096,
    rope_theta: 10000,
  });
  const { plan } = read({
    model_type: "t5gemma",
    encoder: stack(2),
    decoder: stack(4),
  });
  const told = (layers) =>
    layers.map((it) => [it.causal, it.window, it.softcap, it.headDim]);
  assert.deepEqual(told(plan.layers), [
    [false, 4096, 50, 256],
    [false, undefined, 50, 256],
  ]);
  assert.deepEqual(told(plan.decoderLayers), [
    [true, 4096, 50, 256],
    [true, undefined, 50, 256],
    [true, 4096, 50, 256],
    [true, undefined, 50, 256],
  ]);
});

test("ERNIE 4.5 VL turns text in neighbouring pairs, and tells of the order of its axes", () => {
  const [, body] = readable.find(([name]) => name === "ERNIE 4.5 VL");
  const { plan, findings } = read(body);
  assert.equal(plan.multimodal, undefined);
  const told = findings.filter(({ code }) => code === "not-in-plan");
  assert.deepEqual(
    told.map(({ where }) => where),
    ["rope_scaling.mrope_section"],
  );
});
