import { exchange, exchanged } from "../axis-order.js";
import { disposable, type Out, TensorBuffer } from "../buffer.js";
import { describe } from "../errors.js";
import { attentionStep } from "../generated/border/attention.js";
import { Layout, Precision } from "../generated/border/enums/rotary.js";
import {
  type AttentionArguments,
  attentionArguments,
} from "../generated/border/lists.js";
import { rotaryApply } from "../generated/border/rotary.js";
import { checkTensor, type ShapeRule } from "../options.js";
import { defaultScale } from "../position.js";
import { Angles } from "../rotary/angles.js";
import { range } from "../rotary/inputs.js";
import { makeTables, type TableRegions } from "../rotary/rotate.js";
import type { Frame, Region, Runtime } from "../runtime.js";
import { givenOf, snapshotOf } from "../snapshot.js";
import {
  type ReadTensor,
  sizeOf,
  type Tensor,
  type TensorInput,
} from "../tensor.js";
import { Cache } from "./cache.js";
import {
  type AttentionPrepareOptions,
  type KeysAndValues,
  PREPARE,
  type PreparedAttention,
} from "./options.js";
import { KeptTerm } from "./term.js";

const { call: CALL } = PREPARE;

/** The arguments of the kernel, by their names. */
type Numbers = { -readonly [Name in keyof AttentionArguments]: number };

/** Longest list of arguments, in float64. */
const LIST = 64;

/** Numbers of float32 in the module, as many as were ever needed. */
class Room {
  readonly #runtime: Runtime;
  #buffer: TensorBuffer | undefined;

  constructor(runtime: Runtime) {
    this.#runtime = runtime;
  }

  /** Room for `length` numbers; what was there may be gone. */
  of(call: string, length: number): TensorBuffer {
    const had = this.#buffer?.shape[0] ?? 0;
    if (had < length) {
      const made = this.#runtime.buffer([Math.max(length, 2 * had)], call);
      this.#buffer?.dispose();
      this.#buffer = made;
    }
    return this.#buffer as TensorBuffer;
  }

  dispose(): void {
    this.#buffer?.dispose();
    this.#buffer = undefined;
  }
}

/** What a call gives, read and checked. */
interface Given {
  readonly q?: ReadTensor;
  readonly k?: ReadTensor;
  readonly v?: ReadTensor;
  readonly out?: Out | undefined;
}

/** Which tokens a tensor has, of how many heads. */
interface Side {
  readonly heads: number;
  readonly width: number;
  readonly rule: ShapeRule;
}

class Prepared implements PreparedAttention {
  readonly #runtime: Runtime;
  readonly #cache: Cache;
  readonly #term: KeptTerm;
  readonly #angles: Angles | undefined;
  readonly #hasBatch: boolean;
  readonly #headsFirst: boolean;
  readonly #sides: { readonly [Name in "q" | "k" | "v"]: Side };
  readonly #numbers: Numbers;
  readonly #sinks: TensorBuffer | undefined;
  /** Queries; the output; what the kernel needs; its list of arguments. */
  readonly #q: Room;
  readonly #out: Room;
  readonly #scratch: Room;
  readonly #list: Room;
  /** Keys and values in the order of the cache. */
  readonly #turned: Room;

  constructor(runtime: Runtime, input: AttentionPrepareOptions) {
    const options = PREPARE.open(input);
    const heads = options.read("numHeads");
    const groups = options.read("numKeyValueHeads") ?? heads;
    if (heads % groups !== 0) {
      options.fail("numKeyValueHeads", `a divisor of numHeads, ${heads}`);
    }
    const width = options.read("headDim");
    const valueWidth = options.read("valueDim") ?? width;
    const batch = options.read("batch");
    const causal = options.read("causal");
    const window = options.read("window");
    const maxLen = options.read("maxLen");
    const scheme = options.get("position");
    const scale = options.read("scale") ?? defaultScale(scheme, width);
    const sinks = options.has("sinks")
      ? options.numbers("sinks", { length: heads })
      : undefined;
    this.#headsFirst = options.read("order") === "BHTD";
    this.#hasBatch = batch !== undefined;
    this.#runtime = runtime;
    this.#q = new Room(runtime);
    this.#out = new Room(runtime);
    this.#scratch = new Room(runtime);
    this.#list = new Room(runtime);
    this.#turned = new Room(runtime);
    const side = (heads: number, width: number): Side => ({
      ...{ heads, width, rule: this.#rule(batch, heads, width) },
    });
    this.#sides = {
      q: side(heads, width),
      k: side(groups, width),
      v: side(groups, valueWidth),
    };
    this.#numbers = {
      ...{ batch: 1, queries: 1, keys: 1, heads, keyHeads: groups, width },
      ...{ valueWidth, scale, offset: 0, causal: Number(causal) },
      ...{ window: window ?? 0, sinks: 0, firstHead: 0, lastHead: 0 },
      ...{ out: 0, weights: 0, scores: 0, q: 0, k: 0, v: 0 },
      ...{ maskKind: 0, mask: 0, maskBatch: 1, maskHeads: 1 },
      ...{ maskQueries: 1, maskKeys: 1 },
    };
    const always = { heads, keyHeads: groups, width, valueWidth };
    this.#term = new KeptTerm(
      runtime,
      CALL,
      scheme,
      { ...always, causal, scale },
      maxLen,
    );
    try {
      const { turning } = this.#term;
      if (turning) {
        const { frequencies, precision } = turning;
        this.#angles = new Angles(
          runtime,
          CALL,
          frequencies,
          precision,
          maxLen,
        );
      }
      if (sinks) {
        this.#sinks = runtime.buffer([heads], CALL);
        this.#sinks.data.set(sinks);
      }
      this.#cache = new Cache(runtime, CALL, {
        ...{ batch: batch ?? 1, groups, width, valueWidth },
        ...{ window: this.#term.isAbsolute ? undefined : window, maxLen },
      });
    } catch (error) {
      this.#free();
      throw error;
    }
  }

  /** The shape of a tensor of a call. */
  #rule(batch: number | undefined, heads: number, width: number): ShapeRule {
    const inner = this.#headsFirst ? [heads, null] : [null, heads];
    const shape = [...(batch === undefined ? [] : [batch]), ...inner, width];
    const order = this.#headsFirst ? ", the order BHTD" : "";
    return { shape, as: `[${shape.map((n) => n ?? "T").join(", ")}]${order}` };
  }

  get length(): number {
    return this.#cache.length;
  }

  get first(): number {
    return this.#cache.first;
  }

  step(q: TensorInput, k: TensorInput, v: TensorInput, out?: Out): never {
    const call = `${CALL}: step`;
    const given = this.#read(call, { q, k, v, out });
    return this.#attend(call, given, this.#reserve(call, given)) as never;
  }

  append(k: TensorInput, v: TensorInput): void {
    const call = `${CALL}: append`;
    const given = this.#read(call, { k, v });
    const tokens = this.#reserve(call, given);
    const tables = this.#angles?.rows(call, this.length, tokens);
    this.#write(call, given, tokens);
    if (tables) {
      const { batch } = this.#cache.sizes;
      const from = this.length - this.first;
      for (let b = 0; b < batch; b += 1) {
        this.#turnKeys(call, b, from, tokens, tables, 0);
      }
    }
    this.#cache.length += tokens;
  }

  attend(q: TensorInput, out?: Out): never {
    const call = `${CALL}: attend`;
    return this.#attend(call, this.#read(call, { q, out }), 0) as never;
  }

  truncate(length: number): void {
    const call = `${CALL}: truncate`;
    this.#refuseDisposed(call);
    const { window = 0 } = this.#cache.sizes;
    const least = this.first === 0 ? 0 : this.first + window - 1;
    this.#cache.length = counted(call, "length", length, least, this.length);
  }

  shift(count: number, keep = 0): void {
    const call = `${CALL}: shift`;
    this.#refuseDisposed(call);
    const cache = this.#cache;
    // What was given up cannot stay.
    const most = this.first === 0 ? this.length : 0;
    counted(call, "keep", keep, 0, most);
    counted(call, "count", count, 0, this.length - keep);
    if (count === 0) return;
    const { turning } = this.#term;
    if (turning === undefined) {
      cache.drop(keep, keep + count);
      return;
    }
    this.#runtime.frame(call, (frame) => {
      // Keys have their attention factor already.
      const tables = makeTables(
        this.#runtime,
        call,
        frame,
        { ...turning.frequencies, factor: 1 },
        range(-count, 1),
        Precision.exact,
      );
      const rows = frame.inputInt32([0]).pointer;
      cache.drop(keep, keep + count);
      const from = Math.max(keep, this.first) - this.first;
      const held = this.length - this.first - from;
      if (held === 0) return;
      for (let b = 0; b < cache.sizes.batch; b += 1) {
        this.#turnKeys(call, b, from, held, tables, rows);
      }
    });
  }

  prefix(length = this.length): KeysAndValues {
    const call = `${CALL}: prefix`;
    this.#refuseDisposed(call);
    const { keys, values, sizes } = this.#cache;
    if (sizes.batch > 1 || this.first > 0) {
      throw new RangeError(
        `${call}: ${sizes.batch > 1 ? `the ${sizes.batch} texts do not lie one behind the other` : `tokens before ${this.first} are no longer kept`}`,
      );
    }
    const rows = counted(call, "length", length, 1, this.length);
    // The axis of the texts is one long.
    const part = (buffer: TensorBuffer) => buffer.texts(rows);
    return { k: part(keys), v: part(values) };
  }

  dispose(): void {
    this.#cache.dispose();
    this.#free();
  }

  #free(): void {
    this.#term.dispose();
    this.#angles?.dispose();
    this.#sinks?.dispose();
    for (const room of [
      ...[this.#q, this.#out, this.#scratch, this.#list, this.#turned],
    ]) {
      room.dispose();
    }
  }

  #refuseDisposed(call: string): void {
    if (this.#cache.isDisposed) {
      throw new TypeError(`${call}: it has been disposed of`);
    }
  }

  /** Reads all that a call gives, before anything changes. */
  #read(
    call: string,
    args: {
      readonly [Name in "q" | "k" | "v"]?: TensorInput;
    } & { readonly out?: Out | undefined },
  ): Given {
    const given: { -readonly [Name in keyof Given]: Given[Name] } = {};
    for (const name of ["q", "k", "v"] as const) {
      if (!(name in args)) continue;
      const value = snapshotOf(call, name, args, name);
      const it = checkTensor(call, name, value, this.#sides[name].rule);
      given[name] = this.#isOwn(it)
        ? { data: it.data.slice(), shape: it.shape }
        : it;
    }
    given.out = givenOf(call, "out", args, "out") as Out | undefined;
    this.#refuseDisposed(call);
    for (const name of ["q", "v"] as const) {
      const it = given[name];
      if (it === undefined || given.k === undefined) continue;
      const tokens = this.#tokens(given.k);
      if (this.#tokens(it) !== tokens) {
        throw new RangeError(
          `${call}: ${name} must have ${tokens} tokens, as k has, got ${this.#tokens(it)}`,
        );
      }
    }
    return given;
  }

  /** Whether it is a part of the cache, which the call may move. */
  #isOwn(tensor: ReadTensor): tensor is TensorBuffer {
    if (!(tensor instanceof TensorBuffer) || this.#cache.isDisposed) {
      return false;
    }
    const { keys, values } = this.#cache;
    return tensor.owner === keys || tensor.owner === values;
  }

  #tokens({ shape }: ReadTensor): number {
    const axis = Number(this.#hasBatch) + Number(this.#headsFirst);
    return shape[axis] as number;
  }

  /** Makes room for the keys of a call; answers how many tokens they are. */
  #reserve(call: string, { k }: Given): number {
    const tokens = this.#tokens(k as ReadTensor);
    const { maxLen = 2 ** 24 } = this.#cache.sizes;
    if (this.length + tokens > maxLen) {
      throw new RangeError(
        `${call}: ${tokens} tokens after ${this.length} are more than ${maxLen}; shift or truncate first`,
      );
    }
    this.#cache.reserve(call, tokens);
    return tokens;
  }

  /** A tensor's numbers, tokens before heads. */
  #ordered(call: string, tensor: ReadTensor): ArrayLike<number> {
    const { shape } = tensor;
    const { length } = shape;
    const isTurned =
      this.#headsFirst && shape[length - 2] !== 1 && shape[length - 3] !== 1;
    if (!isTurned) return tensor.data;
    const size = sizeOf(shape);
    // Before the numbers are looked at: making room may move those of a buffer.
    const to = this.#turned.of(call, size).data.subarray(0, size);
    exchange(to, tensor.data, shape);
    return to;
  }

  /** Puts keys and values behind the last, not yet counted. */
  #write(call: string, { k, v }: Given, tokens: number): void {
    const cache = this.#cache;
    cache.write(cache.keys, this.#ordered(call, k as ReadTensor), tokens);
    cache.write(cache.values, this.#ordered(call, v as ReadTensor), tokens);
  }

  /** Address of a text's key at this row of the cache. */
  #keyAt(
    call: string,
    b: number,
    row: number,
  ): Region<Float32Array>["pointer"] {
    const { groups, width } = this.#cache.sizes;
    const { pointer } = this.#cache.keys.region(call);
    const at = (b * this.#cache.capacity + row) * groups * width;
    return (pointer + 4 * at) as typeof pointer;
  }

  /** Turns so many keys from a row on; `rows` 0: each by its own row. */
  #turnKeys(
    call: string,
    b: number,
    from: number,
    seqLen: number,
    { cos, sin, rows: tableRows, pairs }: TableRegions,
    rows: Region<Int32Array>["pointer"] | 0,
  ): void {
    const { groups, width } = this.#cache.sizes;
    const x = this.#keyAt(call, b, from);
    this.#runtime.run(call, rotaryApply, {
      ...{ y: x, x, cos: cos.pointer, sin: sin.pointer, tableRows, rows },
      ...{ rowCount: rows === 0 ? 0 : 1, batch: 1, seqLen },
      ...{ numHeads: groups, headDim: width, rotaryDim: 2 * pairs },
      layout: (this.#term.turning as { layout: Layout }).layout,
    });
  }

  /** Attends with q, and with keys that are `fresh`, when all went well. */
  #attend(call: string, given: Given, fresh: number): Tensor {
    const q = given.q as ReadTensor;
    const queries = this.#tokens(q);
    const { window } = this.#cache.sizes;
    const length = this.length + fresh;
    const most = Math.min(
      length,
      this.first === 0 ? length : length - this.first - (window as number) + 1,
    );
    if (queries > most) {
      throw new RangeError(
        `${call}: q must be at most the last ${most} tokens, got ${queries}`,
      );
    }
    // Whether there is memory shows before anything is written.
    const { heads, width } = this.#sides.q;
    const { batch } = this.#cache.sizes;
    const valueWidth = this.#sides.v.width;
    const tables = this.#angles?.rows(call, length - queries, queries);
    this.#q.of(call, batch * queries * heads * width);
    this.#out.of(call, batch * queries * heads * valueWidth);
    this.#list.of(call, 2 * LIST);
    this.#scratch.of(call, 2);
    if (fresh > 0) this.#write(call, given, fresh);
    const from = this.#ordered(call, q);
    this.#q.of(call, 0).data.set(from);
    const work = (frame?: Frame): Tensor => {
      for (let b = 0; b < batch; b += 1) {
        this.#run(call, frame, b, queries, fresh, tables);
      }
      return this.#finish(call, queries, given.out);
    };
    if (this.#term.isMade) {
      const result = this.#runtime.frame(call, work);
      this.#cache.length = length;
      return result;
    }
    const result = work();
    this.#cache.length = length;
    return result;
  }

  /** The kernel, for one text. */
  #run(
    call: string,
    frame: Frame | undefined,
    b: number,
    queries: number,
    fresh: number,
    tables: TableRegions | undefined,
  ): void {
    const cache = this.#cache;
    const { groups, width } = cache.sizes;
    const numbers = this.#numbers;
    const { heads, valueWidth } = numbers;
    const keys = cache.length + fresh - cache.first;
    const offset = keys - queries;
    const key = this.#keyAt(call, b, 0);
    const value = cache.values.region(call).pointer;
    const q =
      this.#q.of(call, 0).region(call).pointer +
      4 * b * queries * heads * width;
    numbers.queries = queries;
    numbers.keys = keys;
    numbers.offset = offset;
    numbers.q = q;
    numbers.k = key;
    numbers.v = value + 4 * b * cache.capacity * groups * valueWidth;
    numbers.out =
      this.#out.of(call, 0).region(call).pointer +
      4 * b * queries * heads * valueWidth;
    numbers.sinks = this.#sinks?.region(call).pointer ?? 0;
    const region = (pointer: number, length: number) =>
      ({ pointer, length }) as Region<Float32Array>;
    const term = this.#term.list(frame, cache.capacity, {
      ...{ queries, keys, offset, seen: { first: 0, last: keys } },
      q: region(q, queries * heads * width),
      k: region(key, keys * groups * width),
    });
    const list = this.#list.of(call, 0);
    const place = list.region(call).pointer;
    const { buffer } = list.data;
    const to = new Float64Array(buffer, place, LIST);
    const fixed = attentionArguments(numbers);
    to.set(fixed);
    to.set(term, fixed.length);
    const args = {
      arguments: place as number as Region<Float64Array>["pointer"],
      cos: tables?.cos.pointer ?? NOWHERE,
      sin: tables?.sin.pointer ?? NOWHERE,
      pairs: tables?.pairs ?? 0,
      turned: fresh,
      layout: this.#term.turning?.layout ?? Layout.half,
    };
    for (;;) {
      const room = this.#scratch.of(call, 2);
      const status = this.#runtime.number(attentionStep, {
        ...args,
        scratch: room.region(call)
          .pointer as number as Region<Float64Array>["pointer"],
        room: (room.shape[0] as number) / 2,
      });
      if (status >= 0) {
        this.#runtime.refuse(call, status);
        return;
      }
      this.#scratch.of(call, -2 * status);
    }
  }

  /** What the caller gets. */
  #finish(call: string, queries: number, out: Out | undefined): Tensor {
    const { batch } = this.#cache.sizes;
    const { heads } = this.#sides.q;
    const { width } = this.#sides.v;
    const inner = [queries, heads, width];
    const plain = this.#hasBatch ? [batch, ...inner] : inner;
    const shape = this.#headsFirst ? exchanged(plain) : plain;
    const size = batch * queries * heads * width;
    return this.#runtime.frame(call, (frame) => {
      const all = this.#out.of(call, 0).region(call);
      const from: Region<Float32Array> = {
        ...{ pointer: all.pointer, length: size },
        view: () => all.view().subarray(0, size),
        take: () => all.view().slice(0, size),
      };
      if (out !== undefined) frame.output(shape, out);
      if (!this.#headsFirst || queries === 1 || heads === 1) {
        return frame.result(from, shape, out);
      }
      const turned = frame.float32(size);
      exchange(turned.view(), from.view(), plain);
      return frame.result(turned, shape, out);
    });
  }
}

const NOWHERE = 0 as Region<Float32Array>["pointer"];

/** A whole number among the arguments. */
function counted(
  call: string,
  name: string,
  value: number,
  min: number,
  max: number,
): number {
  if (Number.isInteger(value) && value >= min && value <= max) return value;
  const Kind = typeof value === "number" ? RangeError : TypeError;
  throw new Kind(
    `${call}: ${name} must be an integer from ${min} to ${max}, got ${describe(value)}`,
  );
}

/** {@link Attention.prepare} of one instance. */
export const preparing = (
  runtime: Runtime,
): ((options: AttentionPrepareOptions) => PreparedAttention) => {
  disposable(Prepared.prototype);
  return (options) => new Prepared(runtime, options);
};
