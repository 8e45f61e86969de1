/**
 * The header of a GGUF file in the words of a config.json. Only the header is
 * read, a slice at a time: a file of many gigabytes costs a few megabytes.
 *
 * ```ts
 * import { configFromHuggingFace } from "posenc";
 * import { readGguf } from "posenc/gguf";
 * const { plan, findings } = configFromHuggingFace(await readGguf(file));
 * ```
 *
 * @module posenc/gguf
 */
import { describe } from "./errors.js";

/** What is read by slices: a Blob, a browser's File, or a file behind them. */
export interface Sliceable {
  /** In bytes. */
  readonly size: number;
  slice(start: number, end: number): { arrayBuffer(): Promise<ArrayBuffer> };
}

const CALL = "readGguf";
const SLICE = 2 ** 20;
/** The longest published vocabularies take 20 MB of a header. */
const MAX_HEADER = 2 ** 28;
const MAX_ENTRIES = 65536;
const MAX_TENSORS = 2 ** 20;
/** Of a key or a tensor; the format's own bound of a key. */
const MAX_NAME = 65535;
/** Longer strings and arrays hold vocabularies and templates. */
const MAX_KEPT = 1024;

const [STRING, ARRAY] = [8, 9];
/** Bytes of a value by its type's number, and how to read it. */
const SCALARS: Readonly<
  Record<
    number,
    readonly [bytes: number, get: (view: DataView, at: number) => Scalar]
  >
> = {
  0: [1, (view, at) => view.getUint8(at)],
  1: [1, (view, at) => view.getInt8(at)],
  2: [2, (view, at) => view.getUint16(at, true)],
  3: [2, (view, at) => view.getInt16(at, true)],
  4: [4, (view, at) => view.getUint32(at, true)],
  5: [4, (view, at) => view.getInt32(at, true)],
  6: [4, (view, at) => view.getFloat32(at, true)],
  7: [1, (view, at) => view.getUint8(at) !== 0],
  10: [8, (view, at) => Number(view.getBigUint64(at, true))],
  11: [8, (view, at) => Number(view.getBigInt64(at, true))],
  12: [8, (view, at) => view.getFloat64(at, true)],
};

type Scalar = number | boolean;
/** An array or a long string is only known to be there. */
type Value = Scalar | string | null;

function refuse(message: string): never {
  throw new RangeError(`${CALL}: source ${message}`);
}

/** Reads a file from its start, a slice at a time. */
class Cursor {
  readonly #source: Sliceable;
  #view = new DataView(new ArrayBuffer(0));
  /** Where the slice begins in the file. */
  #start = 0;
  #at = 0;

  constructor(source: Sliceable) {
    this.#source = source;
  }

  get #offset(): number {
    return this.#start + this.#at;
  }

  /** Refuses a length that leads out of the file or of any header. */
  #check(bytes: number, what: string): void {
    const end = this.#offset + bytes;
    if (end > this.#source.size) {
      refuse(
        `ends within its header: ${what} needs ${bytes} bytes at ${this.#offset}, the file has ${this.#source.size}`,
      );
    }
    if (end > MAX_HEADER) {
      refuse(
        `must have a header of up to ${MAX_HEADER} bytes: ${what} ends at ${end}`,
      );
    }
  }

  has(bytes: number): boolean {
    return this.#at + bytes <= this.#view.byteLength;
  }

  async fill(bytes: number, what: string): Promise<void> {
    this.#check(bytes, what);
    const start = this.#offset;
    const end = Math.min(this.#source.size, start + Math.max(bytes, SLICE));
    const buffer = await this.#source.slice(start, end).arrayBuffer();
    if (buffer.byteLength < bytes) refuse(`cannot be read whole: ${what}`);
    this.#view = new DataView(buffer);
    [this.#start, this.#at] = [start, 0];
  }

  /** Of a type that {@link SCALARS} has; the bytes must be there. */
  take(type: number): Scalar {
    const [bytes, get] = SCALARS[type] as (typeof SCALARS)[number];
    const value = get(this.#view, this.#at);
    this.#at += bytes;
    return value;
  }

  async scalar(type: number, what: string): Promise<Scalar> {
    const [bytes] = SCALARS[type] as (typeof SCALARS)[number];
    if (!this.has(bytes)) await this.fill(bytes, what);
    return this.take(type);
  }

  async length(what: string, max = MAX_HEADER): Promise<number> {
    const value = Number(await this.scalar(10, what));
    if (value > max) refuse(`must have ${what} of up to ${max}, got ${value}`);
    return value;
  }

  skip(bytes: number, what: string): void {
    this.#check(bytes, what);
    this.#at += bytes;
    if (this.#at <= this.#view.byteLength) return;
    this.#start = this.#offset;
    this.#at = 0;
    this.#view = new DataView(new ArrayBuffer(0));
  }

  async text(bytes: number, what: string): Promise<string> {
    if (!this.has(bytes)) await this.fill(bytes, what);
    const { buffer, byteOffset } = this.#view;
    const part = new Uint8Array(buffer, byteOffset + this.#at, bytes);
    this.#at += bytes;
    try {
      return new TextDecoder("utf-8", { fatal: true }).decode(part);
    } catch {
      return refuse(`has ${what} that is no text in UTF-8`);
    }
  }

  async name(what: string): Promise<string> {
    return this.text(await this.length(`${what}'s length`, MAX_NAME), what);
  }

  /** A value; null for what is only skipped. */
  async value(type: number, key: string): Promise<Value> {
    if (type === STRING) {
      const bytes = await this.length(`${key}'s length`);
      if (bytes <= MAX_KEPT) return this.text(bytes, key);
      this.skip(bytes, key);
      return null;
    }
    if (SCALARS[type]) return this.scalar(type, key);
    if (type !== ARRAY) return refuse(`has ${key} of unknown type ${type}`);
    const of = Number(await this.scalar(4, key));
    const count = await this.length(`${key}'s length`);
    const [bytes] = SCALARS[of] ?? [];
    if (bytes !== undefined) this.skip(count * bytes, key);
    else if (of !== STRING) refuse(`has ${key}, an array of type ${of}`);
    else {
      for (let i = 0; i < count; i++) {
        if (!this.has(8)) await this.fill(8, key);
        this.skip(Number(this.take(10)), key);
      }
    }
    return null;
  }
}

/** The magic number, version and counts of a header. */
async function readCounts(cursor: Cursor) {
  const magic = await cursor.text(4, "the magic number").catch(() => "");
  if (magic === "FUGG")
    refuse("is a big-endian GGUF file; convert it to little-endian");
  if (magic !== "GGUF") refuse('must begin with "GGUF"');
  const version = Number(await cursor.scalar(4, "the version"));
  // Older big-endian files have the magic number of the others.
  if (version > 0 && version % 65536 === 0)
    refuse("is a big-endian GGUF file; convert it to little-endian");
  if (version !== 2 && version !== 3)
    refuse(`must be GGUF of version 2 or 3, got ${version}`);
  const tensors = await cursor.length("a number of tensors", MAX_TENSORS);
  const entries = await cursor.length("a number of keys", MAX_ENTRIES);
  return { tensors, entries };
}

async function readHeader(source: Sliceable) {
  const cursor = new Cursor(source);
  const counts = await readCounts(cursor);
  const values = new Map<string, Value>();
  for (let i = 0; i < counts.entries; i++) {
    const key = await cursor.name(`key ${i}`);
    if (values.has(key)) refuse(`has the key ${JSON.stringify(key)} twice`);
    const type = Number(await cursor.scalar(4, key));
    values.set(key, await cursor.value(type, key));
  }
  const tensors: string[] = [];
  for (let i = 0; i < counts.tensors; i++) {
    const name = await cursor.name(`tensor ${i}`);
    if (name.includes("rope_")) tensors.push(name);
    const axes = Number(await cursor.scalar(4, name));
    if (axes > 8)
      refuse(`has the tensor ${JSON.stringify(name)} of ${axes} axes`);
    // Axes, then the type and where the numbers are.
    cursor.skip(8 * axes + 12, name);
  }
  return { values, tensors };
}

/**
 * Model types by architecture, as llama.cpp pairs the channels of each. Its
 * converter reorders the weights of "llama": pairs are neighbours there.
 */
const TYPES: ReadonlyMap<string, string> = new Map([
  ["llama", "gguf_llama"],
  ["gemma", "gemma"],
  ["olmo2", "olmo2"],
  ["olmoe", "olmoe"],
  ["qwen2", "qwen2"],
  ["qwen2moe", "qwen2_moe"],
  ["qwen3", "qwen3"],
  ["qwen3moe", "qwen3_moe"],
  ["seed_oss", "seed_oss"],
]);

/** Keys of GGUF, behind the architecture, and of a config.json. */
const KEYS: Readonly<Record<string, string>> = {
  block_count: "num_hidden_layers",
  context_length: "max_position_embeddings",
  embedding_length: "hidden_size",
  "attention.head_count": "num_attention_heads",
  "attention.head_count_kv": "num_key_value_heads",
  "attention.key_length": "head_dim",
  "rope.freq_base": "rope_theta",
};
const NEEDED = Object.keys(KEYS).slice(0, 4);
/** The same for the scaling. */
const SCALING: Readonly<Record<string, string>> = {
  "rope.scaling.factor": "factor",
  "rope.scaling.original_context_length": "original_max_position_embeddings",
  "rope.scaling.yarn_beta_fast": "beta_fast",
  "rope.scaling.yarn_beta_slow": "beta_slow",
};
/** Read here, or of no weight for positions. */
const OTHERS = [
  ...["rope.dimension_count", "rope.scaling.type", "rope.scaling.finetuned"],
  ...["attention.value_length", "attention.layer_norm_rms_epsilon"],
  "attention.layer_norm_epsilon",
];
const READ = new Set([
  ...Object.keys(KEYS),
  ...Object.keys(SCALING),
  ...OTHERS,
]);

/** Keys behind the architecture's name. */
function keysOf(values: ReadonlyMap<string, Value>, architecture: string) {
  const prefix = `${architecture}.`;
  return new Map(
    [...values]
      .filter(([key]) => key.startsWith(prefix))
      .map(([key, value]) => [key.slice(prefix.length), value]),
  );
}

/** Refuses keys and tensors that bend positions and are not read. */
function checkUnread(
  own: ReadonlyMap<string, Value>,
  architecture: string,
  tensors: readonly string[],
): void {
  for (const [key, value] of own) {
    if (!/^(rope|attention)\./.test(key) || READ.has(key) || value === 0)
      continue;
    const shown = value === null ? "" : ` = ${JSON.stringify(value)}`;
    refuse(`has ${architecture}.${key}${shown}, which is not known here`);
  }
  const [tensor] = tensors;
  if (tensor !== undefined) {
    refuse(
      `stretches its frequencies by the tensor ${JSON.stringify(tensor)}, which is no part of the header; give the config.json of the model`,
    );
  }
}

/** rope_scaling of a config.json. */
function scalingOf(own: ReadonlyMap<string, Value>, architecture: string) {
  const fields = Object.entries(SCALING).filter(([key]) => own.has(key));
  const type = own.get("rope.scaling.type");
  const factor = own.get("rope.scaling.factor") ?? 0;
  // llama.cpp takes a factor without a type as linear.
  const scaling = type ?? (factor === 0 ? "none" : "linear");
  if (scaling === "none") return null;
  if (scaling !== "linear" && scaling !== "yarn") {
    refuse(
      `has ${architecture}.rope.scaling.type = ${JSON.stringify(scaling)}; known here: none, linear, yarn`,
    );
  }
  if (factor === 0) return null;
  const taken = fields.filter(
    ([key]) => scaling === "yarn" || key === "rope.scaling.factor",
  );
  return {
    rope_type: scaling,
    ...Object.fromEntries(taken.map(([key, name]) => [name, own.get(key)])),
  };
}

/**
 * What the header of a GGUF file says of positions, as the object of a
 * config.json, for `configFromHuggingFace`. Pairs of channels are those of the
 * weights in the file: neighbours in `gguf_llama`, halves elsewhere. Bases and
 * factors are float32, as the file has them.
 *
 * Known architectures: llama, gemma, olmo2, olmoe, qwen2, qwen2moe, qwen3,
 * qwen3moe, seed_oss. Refused by name: keys of `rope` and `attention` that are not
 * read, frequencies in a tensor (Llama 3.1), values per layer.
 *
 * Source: ggml-org/llama.cpp, gguf-py/gguf/gguf_reader.py (0b6d2254),
 * src/llama-model.cpp (00342301).
 *
 * @param source - a Blob or File, or a `size` and a `slice` of one's own
 * @throws TypeError when it is none; RangeError when it is no GGUF of version 2 or
 *   3, ends within its header, or tells what is not known here
 */
export async function readGguf(source: Sliceable): Promise<object> {
  if (typeof source?.slice !== "function" || !(source.size >= 0)) {
    throw new TypeError(
      `${CALL}: source must be a Blob, or have a size and a slice, got ${describe(source)}`,
    );
  }
  const { values, tensors } = await readHeader(source);
  const architecture = values.get("general.architecture");
  if (typeof architecture !== "string")
    return refuse("has no general.architecture");
  const type = TYPES.get(architecture);
  if (type === undefined) {
    refuse(
      `is of the architecture ${JSON.stringify(architecture)}, which is not known here (known: ${[...TYPES.keys()].join(", ")})`,
    );
  }
  const own = keysOf(values, architecture);
  checkUnread(own, architecture, tensors);
  for (const key of READ) {
    const value = own.get(key);
    if (value === null)
      refuse(`has ${architecture}.${key} per layer, which is not known here`);
    if (value === undefined && NEEDED.includes(key))
      refuse(`has no ${architecture}.${key}`);
  }
  const body = Object.fromEntries(
    Object.entries(KEYS)
      .filter(([key]) => own.has(key))
      .map(([key, name]) => [name, own.get(key)]),
  );
  const heads = Number(body.num_attention_heads);
  const width = body.head_dim ?? Number(body.hidden_size) / heads;
  const turned = own.get("rope.dimension_count") ?? width;
  if (turned !== width) {
    refuse(
      `has ${architecture}.rope.dimension_count = ${turned} of ${width} channels; known here: all`,
    );
  }
  return {
    ...body,
    model_type: type,
    head_dim: width,
    num_key_value_heads: body.num_key_value_heads ?? heads,
    rope_theta: body.rope_theta ?? 10000,
    rope_scaling: scalingOf(own, architecture),
  };
}
