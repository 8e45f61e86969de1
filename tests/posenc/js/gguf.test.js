import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { configFromHuggingFace, init, rotaryFrequencies } from "posenc";
import { readGguf } from "posenc/gguf";
import { header, u32, u64 } from "../../gguf.js";
import { untyped } from "../../untyped.js";
import { inShell, posencHere, temporary } from "./cli-helpers.js";

const MODEL = {
  block_count: 24,
  context_length: 32768,
  embedding_length: 896,
  "attention.head_count": 14,
  "attention.head_count_kv": 2,
  "attention.layer_norm_rms_epsilon": { f32: 1e-6 },
  "rope.freq_base": { f32: 1e6 },
};
const model = (architecture, changed = {}) => ({
  "general.architecture": architecture,
  "tokenizer.ggml.tokens": Array.from({ length: 2000 }, (_, i) => `token ${i}`),
  "tokenizer.ggml.scores": [{ f32: 0 }, { f32: 1 }],
  "tokenizer.chat_template": "x".repeat(5000),
  ...Object.fromEntries(
    Object.entries({ ...MODEL, ...changed })
      .filter(([, value]) => value !== undefined)
      .map(([key, value]) => [`${architecture}.${key}`, value]),
  ),
});

const readBytes = (bytes) => readGguf(new Blob([bytes]));
/** @returns {Promise<any>} */
const planOf = async (...args) => {
  const json = await readBytes(header(model(...args)));
  const { plan, findings } = configFromHuggingFace(json);
  assert.ok(plan, JSON.stringify(findings));
  return plan;
};

test("a header gives the plan of the same config.json", async () => {
  const plan = await planOf("qwen2");
  const { plan: same } = configFromHuggingFace({
    model_type: "qwen2",
    num_hidden_layers: 24,
    max_position_embeddings: 32768,
    hidden_size: 896,
    num_attention_heads: 14,
    num_key_value_heads: 2,
    rope_theta: 1e6,
  });
  assert.deepEqual(plan.layers, same.layers);
  assert.equal(plan.layers.length, 24);
});

test("llama's pairs are neighbours, as its converter orders the weights", async () => {
  const { layers } = await planOf("llama");
  assert.equal(layers[0].position.layout, "interleaved");
  assert.equal(layers[0].position.base, 1e6);
  assert.equal(layers[0].headDim, 64);
  const plain = await planOf("llama", { "rope.freq_base": undefined });
  assert.equal(plain.layers[0].position.base, 10000);
});

test("every known architecture gives a plan", async () => {
  const names = ["gemma", "olmo2", "olmoe", "qwen2moe", "qwen3", "qwen3moe"];
  for (const name of [...names, "seed_oss"]) {
    const { layers } = await planOf(name, { "attention.key_length": 128 });
    assert.equal(layers[5].position.layout, "halves", name);
    assert.equal(layers[5].position.rotaryDim, 128, name);
  }
});

test("YaRN and linear scaling are read; a factor alone is linear", async () => {
  const scalingOf = async (changed) =>
    (await planOf("qwen2", changed)).layers[0].position.scaling;
  const yarn = await scalingOf({
    "rope.scaling.type": "yarn",
    "rope.scaling.factor": { f32: 4 },
    "rope.scaling.original_context_length": 8192,
  });
  assert.equal(yarn.type, "yarn");
  assert.equal(yarn.factor, 4);
  assert.equal(yarn.originalMaxSeqLen, 8192);
  const { originalMaxSeqLen } = await scalingOf({
    "rope.scaling.type": "yarn",
    "rope.scaling.factor": { f32: 4 },
    "rope.scaling.original_context_length": 0,
  });
  assert.equal(originalMaxSeqLen, 32768);
  for (const key of ["rope.scaling.factor", "rope.scale_linear"]) {
    const alone = await scalingOf({ [key]: { f32: 2 } });
    assert.deepEqual(alone, { type: "linear", factor: 2 });
  }
  const both = { "rope.scaling.factor": { f32: 0 } };
  both["rope.scale_linear"] = { f32: 2 };
  assert.equal(await scalingOf(both), undefined);
  for (const type of ["none", "linear", "yarn"])
    assert.equal(await scalingOf({ "rope.scaling.type": type }), undefined);
  const off = { "rope.scaling.type": "none" };
  off["rope.scaling.factor"] = { f32: 8 };
  assert.equal(await scalingOf(off), undefined);
});

/** Llama 3.1's rule, written out. */
function dividing(base, width) {
  return Array.from({ length: width / 2 }, (_, i) => {
    const turns = 8192 / (2 * Math.PI * base ** ((2 * i) / width));
    const share = Math.min(1, Math.max(0, (turns - 1) / 3));
    return 1 / ((1 - share) / 8 + share);
  });
}

const LLAMA3 = {
  "attention.head_count": 7,
  "attention.head_count_kv": 7,
  "rope.freq_base": { f32: 500000 },
};

test("the divisors in rope_freqs.weight give the frequencies of Llama 3", async () => {
  await init();
  const numbers = dividing(500000, 128);
  /** @type {[object, number, number][]} */
  const cases = [
    [{}, 1, 32],
    [{ "rope.scaling.factor": { f32: 2 } }, 2, 4096],
  ];
  for (const [changed, factor, alignment] of cases) {
    const bytes = header(
      {
        "general.alignment": alignment,
        ...model("llama", { ...LLAMA3, ...changed }),
      },
      {
        tensors: ["a", { name: "rope_freqs.weight", axes: [64], offset: 8 }],
        numbers: [-1, -1, ...numbers, -1],
      },
    );
    const { plan, findings } = configFromHuggingFace(await readBytes(bytes));
    assert.deepEqual(findings, []);
    /** @type {any} */
    const [{ position }] = plan.layers;
    const { layout, ...rotary } = position;
    assert.equal(layout, "interleaved");
    const { headDim, rotaryDim, base, scaling } = rotary;
    const found = rotaryFrequencies({ headDim, rotaryDim, base, scaling });
    const wanted = rotaryFrequencies({
      headDim,
      rotaryDim,
      base,
      scaling: {
        type: "llama3",
        factor: 8,
        lowFrequencyFactor: 1,
        highFrequencyFactor: 4,
        originalMaxSeqLen: 8192,
      },
    });
    assert.equal(found.attentionFactor, 1);
    for (const [i, x] of wanted.inverseFrequency.entries()) {
      const ratio = (found.inverseFrequency[i] * factor) / x;
      assert.ok(Math.abs(ratio - 1) < 1e-6, `${i}: ${ratio}`);
    }
  }
});

test("YaRN stretches frequencies that rope_freqs.weight has divided", async () => {
  await init();
  const numbers = Array.from({ length: 64 }, (_, i) => 1 + (i % 5) / 4);
  const yarn = {
    "rope.scaling.type": "yarn",
    "rope.scaling.factor": { f32: 4 },
    "rope.scaling.original_context_length": 8192,
  };
  for (const [name, changed, fast, attention] of /** @type {const} */ ([
    ["llama", {}, 32, 0.1 * Math.log(4) + 1],
    ["llama", { "rope.scaling.attn_factor": { f32: 0.5 } }, 32, 0],
    ["mistral3", { "rope.scaling.yarn_beta_fast": { f32: 4 } }, 4, 0],
    ["mistral3", { "rope.scaling.yarn_log_multiplier": { f32: 1 } }, 32, 1],
  ])) {
    const values = model(name, { ...LLAMA3, ...yarn, ...changed });
    const bytes = header(values, {
      tensors: [{ name: "rope_freqs.weight", axes: [64] }],
      numbers,
    });
    const { plan, findings } = configFromHuggingFace(await readBytes(bytes));
    assert.deepEqual(findings, []);
    /** @type {any} */
    const [{ position }] = plan.layers;
    const { headDim, rotaryDim, base, scaling } = position;
    const found = rotaryFrequencies({ headDim, rotaryDim, base, scaling });
    const own = changed["rope.scaling.attn_factor"]?.f32 ?? 1;
    const wanted = attention || (0.1 * Math.log(4) + 1) * own;
    assert.ok(Math.abs(found.attentionFactor - wanted) < 1e-12, name);
    // ggml_rope_yarn_corr_dims and rope_yarn, written out.
    const end = (turns) =>
      (128 * Math.log(8192 / (turns * 2 * Math.PI))) / (2 * Math.log(500000));
    const [low, high] = [Math.floor(end(fast)), Math.ceil(end(1))];
    for (const [i, x] of found.inverseFrequency.entries()) {
      const ramp = 1 - Math.min(1, Math.max(0, (i - low) / (high - low)));
      const theta = 500000 ** (-i / 64) / (numbers[i] ?? 0);
      const right = theta * (ramp + (1 - ramp) / 4);
      assert.ok(Math.abs(x / right - 1) < 1e-12, `${name} ${i}: ${x / right}`);
    }
  }
});

test("divisors that are cut, misshapen or impossible are refused", async () => {
  const good = Array.from({ length: 64 }, () => 1);
  const at = (i, x) => good.map((one, k) => (k === i ? x : one));
  const freqs = { name: "rope_freqs.weight", axes: [64] };
  /** @type {any[][]} */
  const cases = [
    [
      freqs,
      good.slice(1),
      /ends within its tensors: rope_freqs.weight needs 256/,
    ],
    [{ ...freqs, offset: 2n ** 63n }, good, /ends within its tensors/],
    [{ ...freqs, axes: [2n ** 63n] }, good, /must have 64 float32 numbers/],
    [{ ...freqs, axes: [8, 8] }, good, /got 8 × 8 of type 0/],
    [{ ...freqs, type: 1 }, good, /got 64 of type 1/],
    [{ ...freqs, axes: [1, 1, 1, 1, 1] }, good, /tensors of up to 4 axes/],
    [freqs, at(3, 0), /positive numbers in rope_freqs.weight, got 0 at 3/],
    [freqs, at(63, Number.NaN), /got NaN at 63/],
    [freqs, at(0, Infinity), /got Infinity at 0/],
  ];
  for (const [tensor, numbers, message] of cases) {
    const bytes = header(model("llama", LLAMA3), {
      tensors: [tensor],
      numbers,
    });
    await assert.rejects(readBytes(bytes), { name: "RangeError", message });
  }
  const values = model("llama", LLAMA3);
  for (const alignment of [0, 3, "x"]) {
    const odd = { ...values, "general.alignment": alignment };
    const bytes = header(odd, { tensors: [freqs] });
    await assert.rejects(readBytes(bytes), /power of 2 as general.alignment/);
  }
  const twice = header(values, { tensors: [freqs, freqs], numbers: good });
  await assert.rejects(readBytes(twice), /"rope_freqs.weight" twice/);
});

test("keys at the value that changes nothing are accepted, at others refused", async () => {
  /** @type {Record<string, any>} */
  const plain = {
    "attention.causal": true,
    "attention.scale": { f32: 0 },
    "attention.sliding_window": 0,
    "rope.scaling.yarn_beta_fast": { f32: 32 },
    "rope.scaling.yarn_beta_slow": { f32: 1 },
    "rope.scaling.yarn_ext_factor": { f32: -1 },
    "rope.scaling.yarn_log_multiplier": { f32: 0 },
  };
  const same = await planOf("qwen2");
  assert.deepEqual(await planOf("qwen2", plain), same);
  for (const [key, value] of Object.entries(plain)) {
    /** @type {any} */
    const other = typeof value === "boolean" ? false : { f32: 7 };
    const bytes = header(model("qwen2", { [key]: other }));
    const shown = typeof value === "object" ? value.f32 : value;
    await assert.rejects(readBytes(bytes), {
      name: "RangeError",
      message: `readGguf: source has qwen2.${key} = ${other.f32 ?? other}, which is not known here; known: ${shown}`,
    });
  }
});

test("what the header cannot tell is refused by name", async () => {
  /** @type {any[][]} */
  const cases = [
    [model("mamba"), {}, /architecture "mamba", which is not known here/],
    [
      model("qwen2"),
      { tensors: ["rope_freqs.weight"] },
      /"rope_freqs.weight", which is not known here in qwen2/,
    ],
    [
      model("llama"),
      { tensors: ["rope_factors_long.weight"] },
      /"rope_factors_long.weight", which is not known here in llama/,
    ],
    [{ "split.no": 1, "split.count": 3 }, {}, /is part 2 of 3; give the first/],
    [
      { ...model("llama"), "split.no": 0, "split.count": 2 },
      {},
      /one of 2 parts, and another may have rope_freqs.weight/,
    ],
    [
      model("gemma", { attn_logit_softcapping: { f32: 50 } }),
      {},
      /gemma.attn_logit_softcapping = 50/,
    ],
    [
      model("qwen3", { "attention.value_length": 128 }),
      {},
      /attention.value_length = 128 of 64 channels/,
    ],
    [
      model("qwen2", { "attention.head_count": 0 }),
      {},
      /qwen2.attention.head_count = 0; known here: 1 to 65536/,
    ],
    [
      model("qwen2", { "rope.scaling.attn_factor": { f32: 2 } }),
      {},
      /qwen2.rope.scaling.attn_factor = 2; known here: 1 without YaRN/,
    ],
    [
      model("qwen2", { "attention.sliding_window": 4096 }),
      {},
      /qwen2.attention.sliding_window = 4096/,
    ],
    [
      model("llama", {
        "attention.head_count_kv": Array.from({ length: 24 }, (_, i) => 1 + i),
      }),
      {},
      /llama.attention.head_count_kv per layer/,
    ],
    [model("llama", { block_count: undefined }), {}, /no llama.block_count/],
    [
      model("qwen2", { "rope.dimension_count": 32 }),
      {},
      /rope.dimension_count = 32 of 64/,
    ],
    [
      model("qwen2", { "rope.scaling.type": "longrope" }),
      {},
      /known here: none, linear, yarn/,
    ],
    [{ a: 1 }, {}, /has no general.architecture/],
  ];
  for (const [values, options, message] of cases) {
    const bytes = header(values, options);
    await assert.rejects(readBytes(bytes), { name: "RangeError", message });
  }
});

test("other files, versions and byte orders are refused", async () => {
  const good = header(model("qwen2"));
  const changed = (at, bytes) => {
    const copy = Buffer.from(good);
    bytes.copy(copy, at);
    return copy;
  };
  for (const [bytes, message] of [
    [Buffer.alloc(0), /must begin with "GGUF"/],
    [Buffer.from("GGML0000"), /must begin with "GGUF"/],
    [changed(0, Buffer.from("FUGG")), /big-endian/],
    [changed(4, Buffer.from([0, 0, 0, 3])), /big-endian/],
    [changed(4, u32(1)), /version 2 or 3, got 1/],
    [changed(4, u32(0)), /version 2 or 3, got 0/],
    [
      changed(8, u64(2n ** 63n)),
      /a number of tensors of up to .*, got 2\^53 or more/,
    ],
    [changed(16, u64(2n ** 40n)), /a number of keys of up to/],
    [changed(24, u64(2n ** 62n)), /key 0's length of up to 65535/],
  ]) {
    await assert.rejects(readBytes(bytes), { name: "RangeError", message });
  }
  for (const source of [null, {}, "GGUF", good.toJSON()])
    await assert.rejects(readGguf(untyped(source)), TypeError);
});

test("arrays in arrays, unknown types, long lengths and double keys are refused", async () => {
  const key = (type, ...parts) => ({
    a: Buffer.concat([Buffer.from([type]), ...parts]),
  });
  for (const [values, message] of [
    [key(9, u32(9), u64(2 ** 20)), /a, an array of type 9/],
    [key(13, u32(0)), /a of unknown type 13/],
    [key(8, u64(2 ** 27)), /ends within its header/],
    [key(9, u32(4), u64(2 ** 27)), /ends within its header/],
    [key(9, u32(8), u64(2 ** 27)), /ends within its header/],
    [key(9, u32(8), u64(1), u64(2n ** 63n)), /ends within its header/],
  ])
    await assert.rejects(readBytes(header(values)), {
      name: "RangeError",
      message,
    });
  const twice = header({ ab: 1, ac: 1 });
  twice[twice.indexOf("ac") + 1] = "b".charCodeAt(0);
  await assert.rejects(readBytes(twice), /the key "ab" twice/);
});

test("a file cut anywhere is refused", async () => {
  const bytes = header(model("qwen2", {}));
  for (let end = 0; end < bytes.length; end += end < 200 ? 1 : 97) {
    await assert.rejects(readBytes(bytes.subarray(0, end)), RangeError);
  }
});

test("a changed header gives an object or a RangeError", async () => {
  const small = { ...model("qwen2"), "tokenizer.ggml.tokens": ["a", "b"] };
  const seeds = [
    header({ ...small, "tokenizer.chat_template": "x" }),
    header(
      {
        "general.architecture": "llama",
        "llama.block_count": 2,
        "llama.context_length": 4096,
        "llama.embedding_length": 16,
        "llama.attention.head_count": 2,
      },
      {
        tensors: [{ name: "rope_freqs.weight", axes: [4] }],
        numbers: [1, 2, 3, 4],
      },
    ),
  ];
  for (const good of seeds) {
    assert.ok(configFromHuggingFace(await readBytes(good)).plan);
  }
  let seed = 1;
  const random = (n) => {
    seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
    return Math.floor((seed / 2 ** 32) * n);
  };
  const count = Number(process.env.MUTATIONS ?? 2000);
  for (let i = 0; i < count; i++) {
    const bytes = Buffer.from(/** @type {Buffer} */ (seeds[i % 2]));
    for (let k = random(4); k >= 0; k--)
      bytes[random(bytes.length)] = random(4) === 0 ? 255 : random(256);
    try {
      configFromHuggingFace(await readBytes(bytes));
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
    }
  }
});

test("only the header of a large file is read", async () => {
  const bytes = header(model("qwen3", { "attention.key_length": 128 }));
  let read = 0;
  const source = {
    size: 2 ** 40,
    slice: (start, end) => ({
      async arrayBuffer() {
        read += end - start;
        const part = new Uint8Array(end - start);
        part.set(bytes.subarray(start, end));
        return part.buffer;
      },
    }),
  };
  const json = await readGguf(source);
  assert.equal(Reflect.get(json, "num_hidden_layers"), 24);
  assert.ok(read <= 2 ** 20, `${read}`);
});

test("no length of a file makes a slice of more than a megabyte", async () => {
  const key = (type, ...parts) =>
    header({ a: Buffer.concat([Buffer.from([type]), ...parts]) });
  const cut = header({}, { tensors: [] });
  const counts = (tensors, keys) => {
    const copy = Buffer.from(cut);
    u64(tensors).copy(copy, 8);
    u64(keys).copy(copy, 16);
    return copy;
  };
  /** @type {[Buffer, RegExp][]} */
  const cases = [
    [key(8, u64(2 ** 28)), /must have a header of up to 268435456 bytes/],
    [key(8, u64(2 ** 40)), /must have a's length of up to 268435456/],
    [key(9, u32(12), u64(2 ** 28)), /must have a header of up to/],
    [key(9, u32(8), u64(2), u64(2 ** 30)), /must have a header of up to/],
    [counts(2 ** 20, 2 ** 16), /the key "" twice/],
    [counts(2 ** 20 + 1, 0), /a number of tensors of up to 1048576/],
  ];
  for (const [bytes, message] of cases) {
    let most = 0;
    const source = {
      size: 2 ** 40,
      slice: (start, end) => ({
        async arrayBuffer() {
          most = Math.max(most, end - start);
          const part = new Uint8Array(end - start);
          part.set(bytes.subarray(start, end));
          return part.buffer;
        },
      }),
    };
    await assert.rejects(readGguf(source), { name: "RangeError", message });
    assert.ok(most <= 2 ** 20, `${most}`);
  }
});

test("posenc config reads a GGUF file, and says why it cannot", async (t) => {
  const cwd = temporary(t);
  const write = (name, bytes) => writeFileSync(join(cwd, name), bytes);
  write("model.gguf", header(model("llama")));
  write("cut.gguf", header(model("llama")).subarray(0, 99));
  const { status, stdout } = await posencHere(["config", "model.gguf"], {
    cwd,
  });
  assert.equal(status, 0, stdout);
  assert.match(stdout, /^gguf_llama: rotary, positions: 32768/);
  assert.match(stdout, /rotary 64 of 64, interleaved, base 1000000/);
  const cut = await posencHere(["config", "cut.gguf"], { cwd });
  assert.equal(cut.status, 2);
  assert.match(cut.stderr, /^posenc: config: cut.gguf ends within its header/);
  const piped = inShell('cat model.gguf | "$NODE" "$CLI" config -', cwd);
  assert.equal(piped.status, 0, String(piped.stderr));
  assert.equal(String(piped.stdout), String(stdout));
});
