import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { configFromHuggingFace } from "posenc";
import { readGguf } from "posenc/gguf";
import { posencHere, temporary } from "./cli-helpers.js";

const u32 = (x) => Buffer.from(Uint32Array.of(x).buffer);
const u64 = (x) => Buffer.from(BigUint64Array.of(BigInt(x)).buffer);
const f32 = (x) => Buffer.from(Float32Array.of(x).buffer);
const text = (s) => Buffer.concat([u64(Buffer.byteLength(s)), Buffer.from(s)]);

/** A value with its type: strings, whole numbers, { f32 }, arrays of these. */
function typed(value) {
  if (typeof value === "string") return [8, text(value)];
  if (typeof value === "number") return [4, u32(value)];
  if (Buffer.isBuffer(value)) return [value[0], value.subarray(1)];
  if (Array.isArray(value)) {
    const parts = value.map(typed);
    const type = parts[0]?.[0] ?? 4;
    const all = parts.map(([, bytes]) => bytes);
    return [9, Buffer.concat([u32(type), u64(value.length), ...all])];
  }
  return [6, f32(value.f32)];
}

const entry = ([key, value]) => {
  const [type, bytes] = typed(value);
  return Buffer.concat([text(key), u32(type), bytes]);
};

function header(
  values,
  { version = 3, tensors = ["blk.0.attn_q.weight"] } = {},
) {
  const entries = Object.entries(values);
  return Buffer.concat([
    Buffer.from("GGUF"),
    u32(version),
    u64(tensors.length),
    u64(entries.length),
    ...entries.map(entry),
    ...tensors.map((name) =>
      Buffer.concat([text(name), u32(2), u64(4), u64(4), u32(0), u64(0)]),
    ),
  ]);
}

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
  const alone = await scalingOf({ "rope.scaling.factor": { f32: 2 } });
  assert.equal(alone.type, "linear");
  assert.equal(await scalingOf({ "rope.scaling.type": "none" }), undefined);
});

test("what the header cannot tell is refused by name", async () => {
  for (const [values, options, message] of [
    [model("mamba"), {}, /architecture "mamba", which is not known here/],
    [model("llama"), { tensors: ["rope_freqs.weight"] }, /"rope_freqs.weight"/],
    [
      model("qwen2", { "rope.scaling.attn_factor": { f32: 2 } }),
      {},
      /qwen2.rope.scaling.attn_factor = 2, which is not known/,
    ],
    [
      model("olmo2", { "attention.sliding_window": 4096 }),
      {},
      /olmo2.attention.sliding_window = 4096/,
    ],
    [
      model("llama", { "attention.head_count_kv": [2, 4] }),
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
  ]) {
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
    [changed(8, u64(2n ** 63n)), /a number of tensors of up to/],
    [changed(16, u64(2n ** 40n)), /a number of keys of up to/],
    [changed(24, u64(2n ** 62n)), /key 0's length of up to 65535/],
  ]) {
    await assert.rejects(readBytes(bytes), { name: "RangeError", message });
  }
  for (const source of [null, {}, "GGUF", good.toJSON()])
    await assert.rejects(readGguf(source), TypeError);
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
  const good = header({ ...small, "tokenizer.chat_template": "x" });
  let seed = 1;
  const random = (n) => {
    seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
    return Math.floor((seed / 2 ** 32) * n);
  };
  const count = Number(process.env.MUTATIONS ?? 2000);
  for (let i = 0; i < count; i++) {
    const bytes = Buffer.from(good);
    for (let k = random(4); k >= 0; k--)
      bytes[random(bytes.length)] = random(4) === 0 ? 255 : random(256);
    try {
      configFromHuggingFace(await readBytes(bytes));
    } catch (error) {
      assert.ok(error instanceof RangeError, error.stack);
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
  const { num_hidden_layers } = await readGguf(source);
  assert.equal(num_hidden_layers, 24);
  assert.ok(read <= 2 ** 20, `${read}`);
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
});
