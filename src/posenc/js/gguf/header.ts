/**
 * The header of a GGUF file, read a slice at a time. No length is believed: what
 * it leads to must lie within the file, and nothing larger than a slice is held.
 *
 * Source: ggml-org/ggml, include/gguf.h and src/gguf.cpp (c2cdd2b2).
 */
/** What is read by slices: a Blob, a browser's File, or a file behind them. */
export interface Sliceable {
  /** In bytes. */
  readonly size: number;
  slice(start: number, end: number): { arrayBuffer(): Promise<ArrayBuffer> };
}

export const CALL = "readGguf";
const SLICE = 2 ** 20;
/** The longest published vocabularies take 20 MB of a header. */
const MAX_HEADER = 2 ** 28;
const MAX_ENTRIES = 65536;
const MAX_TENSORS = 2 ** 20;
const MAX_AXES = 4;
/** Of a key or a tensor; the format's own bound of a key. */
const MAX_NAME = 65535;
/** Longer strings and lists hold vocabularies and templates. */
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
/** null for a long string or array, of which only the presence is known. */
export type Value = Scalar | string | readonly Scalar[] | null;

/** A whole number from 1 to max. */
export const whole = (x: Value | undefined, max: number): x is number =>
  typeof x === "number" && Number.isInteger(x) && x >= 1 && x <= max;

export function refuse(message: string): never {
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

  /** Of the next byte in the file. */
  get offset(): number {
    return this.#start + this.#at;
  }

  /** Refuses a length that leads out of the file or of any header. */
  #check(bytes: number, what: string): void {
    const end = this.offset + bytes;
    if (end > this.#source.size) {
      refuse(
        `ends within its header: ${what} needs ${bytes} bytes at ${this.offset}, the file has ${this.#source.size}`,
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
    const start = this.offset;
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
    if (value > max) {
      // From there on a number is no longer the file's own.
      const got = Number.isSafeInteger(value) ? value : "2^53 or more";
      refuse(`must have ${what} of up to ${max}, got ${got}`);
    }
    return value;
  }

  skip(bytes: number, what: string): void {
    this.#check(bytes, what);
    this.#at += bytes;
    if (this.#at <= this.#view.byteLength) return;
    this.#start = this.offset;
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

  async #list(of: number, count: number, bytes: number, key: string) {
    if (!this.has(count * bytes)) await this.fill(count * bytes, key);
    return Array.from({ length: count }, () => this.take(of));
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
    if (bytes !== undefined) {
      if (count > MAX_KEPT) this.skip(count * bytes, key);
      else return this.#list(of, count, bytes, key);
    } else if (of !== STRING) refuse(`has ${key}, an array of type ${of}`);
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

/** A tensor that bends positions: where its numbers stand. */
export interface Tensor {
  readonly axes: readonly number[];
  /** ggml's number; 0 is float32. */
  readonly type: number;
  /** From where the data of all tensors begins. */
  readonly offset: number;
}

export interface Header {
  readonly values: ReadonlyMap<string, Value>;
  /** Those whose name has "rope_". */
  readonly tensors: ReadonlyMap<string, Tensor>;
  /** Where the header ends. */
  readonly end: number;
}

export async function readHeader(source: Sliceable): Promise<Header> {
  const cursor = new Cursor(source);
  const counts = await readCounts(cursor);
  const values = new Map<string, Value>();
  for (let i = 0; i < counts.entries; i++) {
    const key = await cursor.name(`key ${i}`);
    if (values.has(key)) refuse(`has the key ${JSON.stringify(key)} twice`);
    const type = Number(await cursor.scalar(4, key));
    values.set(key, await cursor.value(type, key));
  }
  const tensors = new Map<string, Tensor>();
  for (let i = 0; i < counts.tensors; i++) {
    const name = await cursor.name(`tensor ${i}`);
    const count = Number(await cursor.scalar(4, name));
    if (count > MAX_AXES) {
      refuse(
        `must have tensors of up to ${MAX_AXES} axes: ${JSON.stringify(name)} has ${count}`,
      );
    }
    if (!name.includes("rope_")) {
      // Axes, then the type and where the numbers are.
      cursor.skip(8 * count + 12, name);
      continue;
    }
    if (tensors.has(name))
      refuse(`has the tensor ${JSON.stringify(name)} twice`);
    const axes: number[] = [];
    while (axes.length < count)
      axes.push(Number(await cursor.scalar(10, name)));
    const type = Number(await cursor.scalar(4, name));
    tensors.set(name, {
      axes,
      type,
      offset: Number(await cursor.scalar(10, name)),
    });
  }
  return { values, tensors, end: cursor.offset };
}

/** The float32 numbers of a tensor, of which the file must have all. */
export async function readNumbers(
  source: Sliceable,
  { values, end }: Header,
  name: string,
  { offset, axes }: Tensor,
): Promise<number[]> {
  const alignment = values.get("general.alignment") ?? 32;
  const isPower = Number.isInteger(Math.log2(Number(alignment)));
  if (typeof alignment !== "number" || !isPower || alignment < 1) {
    refuse(
      `must have a power of 2 as general.alignment, got ${JSON.stringify(alignment)}`,
    );
  }
  const start = Math.ceil(end / alignment) * alignment + offset;
  const bytes = 4 * (axes[0] as number);
  if (start + bytes > source.size) {
    refuse(
      `ends within its tensors: ${name} needs ${bytes} bytes at ${start}, the file has ${source.size}`,
    );
  }
  const buffer = await source.slice(start, start + bytes).arrayBuffer();
  if (buffer.byteLength < bytes) refuse(`cannot be read whole: ${name}`);
  const view = new DataView(buffer);
  return Array.from({ length: bytes / 4 }, (_, i) =>
    view.getFloat32(4 * i, true),
  );
}
