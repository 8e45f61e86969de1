import { type Exports, TensorBuffer } from "../buffer.js";
import { MAX_DEPTH, textOf } from "../errors.js";
import {
  bufferOf,
  kindOf,
  lengthOf,
  namesOf,
  startOf,
  TOO_DEEP,
} from "../snapshot.js";

// Arguments on their way to a thread. All that a call could read of them is read
// once, as it is when the call is made; in the thread they are what they were, so
// that the call there finds the same faults and says the same of them: getters
// that throw still do, functions and symbols come as others of their kind.
//
// An object becomes a Map of its properties, and an array a list that begins with
// its tag: nothing that callers give is mistaken for either.

type Packed =
  | readonly ["function" | "symbol" | "disposed"]
  | readonly ["array", length: number, items: Float64Array | unknown[]]
  | readonly ["unreadable", isArray: boolean, message: string];

/** How memory of arrays gets to a thread. */
export type Moving = "copy" | "move" | "share";

interface Slot {
  readonly view: ArrayBufferView;
  readonly put: (copy: ArrayBufferView) => void;
}

type Maker = new (
  buffer: ArrayBufferLike,
  start?: number,
  length?: number,
) => ArrayBufferView & { set(from: ArrayBufferView): void };

const GONE = "its memory is gone, transferred or grown";

/** The numbers of a view, none of its own properties. */
function plain(view: ArrayBufferView): ArrayBufferView {
  const kind = kindOf.call(view) as string | undefined;
  if (kind === undefined) return new DataView(new ArrayBuffer(view.byteLength));
  const Kind = (globalThis as never)[kind as never] as Maker;
  try {
    return new Kind(
      bufferOf.call(view) as ArrayBuffer,
      startOf.call(view) as number,
      lengthOf.call(view) as number,
    );
  } catch {
    throw new TypeError(GONE);
  }
}

/** What elements of one list are alike in. */
const alike = (x: unknown): string =>
  typeof x === "bigint" ? "number" : typeof x;

/** Its elements are no more than looked at: another's code may be in them. */
const sizeOf = (shape: unknown): number => {
  const isRead = Array.isArray(shape) && shape.length <= 32;
  const lengths = isRead ? shape : [Number.NaN];
  return lengths.reduce(
    (size, n) => size * (alike(n) === "number" ? Number(n) : Number.NaN),
    1,
  );
};

/** Arguments that were read, with the places where their arrays go. */
export class Payload {
  /** What is sent: complete when the arrays are {@link Payload.load}ed. */
  readonly args: unknown[] = [];
  readonly #slots: Slot[] = [];
  /** What was made of each object inside an option, which is read once. */
  readonly #packed = new Map<object, unknown>();
  #depth = 0;

  constructor(args: readonly unknown[]) {
    args.forEach((arg, at) => {
      const put = (packed: unknown) => {
        this.args[at] = packed;
      };
      this.#packed.clear();
      try {
        this.#pack(arg, put);
      } catch (cause) {
        put(["unreadable", Array.isArray(arg), textOf(cause)]);
      }
    });
  }

  #pack(value: unknown, put: (packed: unknown) => void): void {
    if (typeof value === "function" || typeof value === "symbol") {
      put([typeof value]);
    } else if (typeof value !== "object" || value === null) put(value);
    else if (TensorBuffer.is(value) && value.isDisposed) put(["disposed"]);
    else if (TensorBuffer.is(value)) {
      const { data, shape } = value;
      // A mask that is one is added to the scores.
      const tensor = { data, shape, dtype: "float32" };
      this.#object(tensor, ["data", "shape", "dtype"], put);
    } else if (ArrayBuffer.isView(value)) {
      const view = plain(value);
      put(view);
      this.#slots.push({ view, put });
    } else if (this.#packed.has(value)) put(this.#packed.get(value));
    else if (this.#depth > MAX_DEPTH + 1) throw new TypeError(TOO_DEEP);
    else if (Array.isArray(value)) this.#array(value, put);
    else if ("data" in value || ("shape" in value && this.#depth > 0)) {
      this.#tensor(value, put);
    } else this.#object(value, namesOf(value), put);
  }

  /** Goes on with what stands inside. */
  #within(value: unknown, put: (packed: unknown) => void): void {
    const depth = this.#depth;
    this.#depth += 1;
    try {
      this.#pack(value, put);
    } finally {
      this.#depth = depth;
    }
  }

  /** @param as - the object that is read once, where `value` was made of it */
  #object(
    value: object,
    names: readonly string[],
    put: (packed: unknown) => void,
    as: object = value,
  ): void {
    const packed = new Map<string, unknown>();
    this.#packed.set(as, packed);
    put(packed);
    for (const name of names) {
      const read = (): void => {
        const part = (value as Record<string, unknown>)[name];
        this.#within(part, (it) => packed.set(name, it));
      };
      // A fault further inside is one of the option as a whole.
      if (this.#depth > 0) read();
      else {
        this.#packed.clear();
        try {
          read();
        } catch (cause) {
          packed.set(name, ["unreadable", false, textOf(cause)]);
        }
      }
    }
  }

  /** No more of a tensor is read than calls do. */
  #tensor(
    value: { data?: unknown; shape?: unknown; dims?: unknown; type?: unknown },
    put: (packed: unknown) => void,
  ): void {
    const {
      data,
      dims,
      shape = dims,
      dtype,
    } = value as typeof value & {
      dtype?: unknown;
    };
    const read: Record<string, unknown> = { data, shape };
    if (dims !== undefined) read.dims = dims;
    if (dtype !== undefined && dtype !== null) read.dtype = dtype;
    else if (dims !== undefined) read.type = value.type;
    // An endless list is not read when the shape says another size.
    if (Array.isArray(data) && data.length !== sizeOf(shape)) {
      read.data = new Array(data.length);
    }
    this.#object(read, Object.keys(read), put, value);
  }

  #array(array: readonly unknown[], put: (packed: unknown) => void): void {
    const { length } = array;
    const list: unknown[] = [];
    const packed: [string, number, unknown] = ["array", length, list];
    this.#packed.set(array, packed);
    put(packed);
    let isPlain = true;
    // Up to the first element that no call would take.
    while (list.length < length) {
      const at = list.length;
      const x = array[at];
      list.push(x);
      isPlain &&= typeof x === "number";
      if (["object", "function", "symbol"].includes(typeof x)) {
        this.#within(x, (it) => (list[at] = it));
      }
      if (x === undefined || alike(x) !== alike(array[0])) break;
    }
    if (!isPlain) return;
    const view = Float64Array.from(list as number[]);
    packed[2] = view;
    const putView = (it: unknown) => (packed[2] = it);
    this.#slots.push({ view, put: putView });
  }

  /**
   * Takes the numbers as they are now.
   *
   * @param empties - whether nothing is left of them here
   * @returns memory that may be given to a thread for good
   */
  load(moving: Moving, empties = false): ArrayBuffer[] {
    const buffers = new Map<ArrayBufferLike, ArrayBufferLike | undefined>();
    const copies = new Map<string, ArrayBufferView>();
    const own = new Set<ArrayBuffer>();
    // Asked before anything is moved: then they are empty.
    const slots = this.#slots.map((slot) => ({ ...slot, ...placeOf(slot) }));
    const ids = [...new Set(slots.map(({ buffer }) => buffer))];
    for (const { view, put, ...place } of slots) {
      const { buffer, start, bytes } = place;
      // The same numbers twice, as q and k, go once.
      const key = `${ids.indexOf(buffer)} ${start} ${bytes} ${view.constructor.name}`;
      const copy = copies.get(key) ?? taken(view, place, moving, buffers);
      copies.set(key, copy);
      if (copy.buffer instanceof ArrayBuffer) own.add(copy.buffer);
      put(copy);
    }
    if (empties && moving === "share") for (const id of ids) moved(id);
    this.#slots.length = 0;
    return [...own];
  }
}

interface Place {
  readonly buffer: ArrayBufferLike;
  readonly start: number;
  readonly bytes: number;
}

const placeOf = ({ view }: Slot): Place => ({
  buffer: view.buffer,
  start: view.byteOffset,
  bytes: view.byteLength,
});

/** The whole buffer, taken away from the caller; undefined: it cannot be. */
function moved(buffer: ArrayBufferLike): ArrayBufferLike | undefined {
  try {
    return structuredClone(buffer, { transfer: [buffer as ArrayBuffer] });
  } catch {
    // Shared memory, that of a module, or an engine without it.
    return undefined;
  }
}

function taken(
  view: ArrayBufferView,
  { buffer, start, bytes }: Place,
  moving: Moving,
  buffers: Map<ArrayBufferLike, ArrayBufferLike | undefined>,
): ArrayBufferView {
  const Kind = view.constructor as Maker;
  const size = (Kind as unknown as { BYTES_PER_ELEMENT?: number })
    .BYTES_PER_ELEMENT;
  if (size === undefined) return view;
  if (moving === "move") {
    if (!buffers.has(buffer)) buffers.set(buffer, moved(buffer));
    const away = buffers.get(buffer);
    if (away) return new Kind(away, start, bytes / size);
  }
  const room =
    moving === "share" ? new SharedArrayBuffer(bytes) : new ArrayBuffer(bytes);
  const copy = new Kind(room);
  copy.set(view);
  return copy;
}

/** An object that says the same of every way to read it. */
function unreadable(isArray: boolean, message: string): object {
  const refuse = (): never => {
    throw new Error(message);
  };
  return new Proxy(isArray ? [] : {}, {
    get: refuse,
    has: refuse,
    ownKeys: refuse,
    getPrototypeOf: refuse,
    getOwnPropertyDescriptor: refuse,
  });
}

/** What was packed, as it was: made once where it stands twice. */
export function unpack(
  packed: unknown,
  made: Map<unknown, unknown> = new Map(),
): unknown {
  if (typeof packed !== "object" || packed === null) return packed;
  const known = made.get(packed);
  if (known !== undefined) return known;
  if (packed instanceof Map) return unpackObject(packed, made);
  return Array.isArray(packed) ? unpackList(packed as never, made) : packed;
}

function unpackList(packed: Packed, made: Map<unknown, unknown>): unknown {
  const [tag, ...rest] = packed;
  // never taken: no call calls what it refuses
  if (tag === "function") return () => {};
  if (tag === "symbol") return Symbol();
  if (tag === "unreadable") {
    return unreadable(...(rest as [boolean, string]));
  }
  // The call says of it what it says of one here.
  if (tag === "disposed")
    return new TensorBuffer({} as Exports, undefined, 0, []);
  const [length, items] = rest as [number, Float64Array | unknown[]];
  const list: unknown[] = ArrayBuffer.isView(items) ? Array.from(items) : [];
  made.set(packed, list);
  if (Array.isArray(items)) {
    for (const item of items) list.push(unpack(item, made));
  }
  list.length = length;
  return list;
}

function unpackObject(
  packed: Map<unknown, unknown>,
  made: Map<unknown, unknown>,
): object {
  const object = {};
  made.set(packed, object);
  for (const [name, part] of packed) {
    const isThrown = Array.isArray(part) && part[0] === "unreadable";
    const [, , message] = isThrown ? part : [];
    Object.defineProperty(object, name as string, {
      enumerable: true,
      configurable: true,
      ...(isThrown
        ? {
            get() {
              throw new Error(message);
            },
          }
        : { value: unpack(part, made), writable: true }),
    });
  }
  return object;
}
