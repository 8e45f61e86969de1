import {
  type Address,
  disposable,
  type Out,
  type TensorBuffer,
} from "../buffer.js";
import { named } from "../default-instance.js";
import { describe, partOf } from "../errors.js";
import { biasExpand } from "../generated/border/bias.js";
import { checkInteger } from "../options.js";
import { copyInto, type Runtime } from "../runtime.js";
import {
  type Fields,
  HEADS,
  integer,
  type OptionsOf,
  openScheme,
  optional,
} from "../schema.js";
import { givenOf, snapshotOf } from "../snapshot.js";
import type { Tensor } from "../tensor.js";
import { ALIBI, alibiCalls } from "./alibi.js";
import { FIRE, fireCalls } from "./fire.js";
import { type BiasClosing, CLOSED } from "./grid.js";
import { KERPLE, kerpleCalls } from "./kerple.js";
import { SANDWICH, sandwichCalls } from "./sandwich.js";
import { ALIBI_SCHEME, type AlibiScheme } from "./schemes/alibi.js";
import { FIRE_SCHEME, type FireScheme } from "./schemes/fire.js";
import { KERPLE_SCHEME, type KerpleScheme } from "./schemes/kerple.js";
import { SANDWICH_SCHEME, type SandwichScheme } from "./schemes/sandwich.js";
import { T5_SCHEME, type T5Scheme } from "./schemes/t5.js";
import { T5, t5Calls } from "./t5.js";
import {
  LOG_CPB,
  LOG_CPB_TABLE,
  type LogCpbTable,
  windowBias,
} from "./window.js";

const CALL = "bias.prepare";

/** Offsets that the first table has; each that follows has twice as many. */
const FIRST_KEYS = 64;
const MOST_KEYS = 2 ** 24;

export const PREPARE = {
  /** Number of heads, H. */
  numHeads: optional(HEADS, "what the other options say"),
  /** How many positions there are: numbers for all are made at once. */
  maxLen: optional(
    integer({ min: 1, max: MOST_KEYS }),
    "2²⁴; the table doubles as it is needed",
  ),
};
/** What all prepared biases take. */
export type BiasPrepareCommon = OptionsOf<typeof PREPARE>;

/** Options of {@link BiasPrepare.prepare}: the bias, and its own options. */
export type BiasPrepareOptions = BiasPrepareCommon &
  (
    | ((
        | ({ readonly type: "alibi" } & AlibiScheme)
        | ({ readonly type: "t5" } & T5Scheme)
        | ({ readonly type: "kerple" } & KerpleScheme)
        | ({ readonly type: "sandwich" } & SandwichScheme)
        | ({ readonly type: "fire" } & FireScheme)
      ) &
        BiasClosing)
    | ({ readonly type: "logCpb" } & LogCpbTable)
  );

/**
 * A bias whose numbers are kept, for queries as they come. Free it with
 * `dispose()` (or `using`). Rows are those of the bias itself, bit for bit, for
 * keys 0 to that of the last query; `logCpb` has all keys of the window.
 */
export interface PreparedBias {
  /**
   * The row of one query.
   *
   * @param position - of the query: a whole number from 0
   * @param out - a buffer of the result's shape or a Float32Array of its size
   * @returns shape `[H, 1, position + 1]`
   */
  row(position: number): Tensor;
  row(position: number, out: TensorBuffer): TensorBuffer;
  row(position: number, out?: Out): Tensor;

  /**
   * The rows of queries at `position`, `position` + 1, …
   *
   * @param position - of the first query
   * @param count - how many queries
   * @returns shape `[H, count, position + count]`
   */
  rows(position: number, count: number): Tensor;
  rows(position: number, count: number, out: TensorBuffer): TensorBuffer;
  rows(position: number, count: number, out?: Out): Tensor;

  /** Gives the memory back; there are no rows after. */
  dispose(): void;
  /** @see dispose */
  [Symbol.dispose](): void;
}

/** `pe.bias.prepare`. */
export interface BiasPrepare {
  /**
   * Keeps a bias for a loop over tokens: options are read and numbers made
   * once.
   */
  prepare(options: BiasPrepareOptions): PreparedBias;
}

type Make = (options: never) => Tensor;

/** A bias: its fields, the name of its call, and what makes its matrix. */
interface Kind {
  readonly fields: Fields;
  readonly call: string;
  readonly make: (runtime: Runtime) => Make;
  /** What its rows are parts of. */
  readonly by: "offset" | "position" | "window";
  /** Whether `numHeads` is an option of its own. */
  readonly counts?: boolean;
}

const closed = (fields: Fields): Fields => ({ ...fields, ...CLOSED });

const KINDS: Readonly<Record<string, Kind>> = {
  alibi: {
    fields: closed(ALIBI_SCHEME.fields),
    call: ALIBI.call,
    by: "offset",
    counts: true,
    make: (runtime) => alibiCalls(runtime).alibi,
  },
  t5: {
    fields: closed(T5_SCHEME.fields),
    call: T5.call,
    by: "offset",
    make: (runtime) => t5Calls(runtime).t5,
  },
  kerple: {
    fields: closed(KERPLE_SCHEME.fields),
    call: KERPLE.call,
    by: "offset",
    counts: true,
    make: (runtime) => kerpleCalls(runtime).kerple,
  },
  sandwich: {
    fields: closed(SANDWICH_SCHEME.fields),
    call: SANDWICH.call,
    by: "offset",
    counts: true,
    make: (runtime) => sandwichCalls(runtime).sandwich,
  },
  fire: {
    fields: closed(FIRE_SCHEME.fields),
    call: FIRE.call,
    by: "position",
    make: (runtime) => fireCalls(runtime).fire,
  },
  logCpb: {
    fields: LOG_CPB_TABLE,
    call: LOG_CPB.call,
    by: "window",
    make: (runtime) => windowBias(runtime).logCpb,
  },
};

/** Which bias the options are those of. */
function kindOf(options: unknown): Kind {
  const type = (options as { type?: unknown } | null | undefined)?.type;
  if (typeof type === "string" && Object.hasOwn(KINDS, type)) {
    return KINDS[type] as Kind;
  }
  const known = Object.keys(KINDS).map((name) => JSON.stringify(name));
  const Kind = typeof type === "string" ? RangeError : TypeError;
  throw new Kind(
    `${CALL}: type must be one of ${known.join(", ")}, got ${describe(type)}`,
  );
}

/** Numbers of one bias, `[H, rows, width]`, in the module. */
interface Numbers {
  readonly all: TensorBuffer;
  readonly heads: number;
  readonly rows: number;
  readonly width: number;
}

class Prepared implements PreparedBias {
  declare readonly [Symbol.dispose]: () => void;
  readonly #runtime: Runtime;
  readonly #kind: Kind;
  /** Options of the bias, without those of its grid. */
  readonly #scheme: object;
  readonly #end: number;
  /** Numbers that rows are cut from; undefined when disposed of. */
  #table: Numbers | undefined;
  /** Offsets above 0 in it, plus one: queries that end at the same key. */
  #queries = 1;
  /** Where rows come about that do not go into a buffer. */
  #room: TensorBuffer | undefined;

  constructor(runtime: Runtime, input: BiasPrepareOptions) {
    // As it is now: which fields there are depends on one of them.
    const given = snapshotOf(CALL, "options", { input }, "input");
    const kind = kindOf(given);
    const options = openScheme(CALL, { ...kind.fields, ...PREPARE }, given);
    const numHeads = options.read("numHeads");
    const maxLen = options.read("maxLen");
    this.#runtime = runtime;
    this.#kind = kind;
    this.#scheme = {
      ...options.pick(Object.keys(kind.fields)),
      ...(kind.counts && numHeads !== undefined ? { numHeads } : {}),
    };
    this.#end = maxLen ?? MOST_KEYS;
    this.#table = this.#make(CALL, 1, maxLen ?? FIRST_KEYS);
    const { heads, rows } = this.#table;
    if ((numHeads ?? heads) !== heads) {
      this.dispose();
      options.fail("numHeads", `the heads that the bias has, ${heads}`);
    }
    if (kind.by === "window") this.#end = rows;
  }

  row(position: number, out?: Out): never {
    return this.#rows(`${CALL}: row`, position, 1, { out }) as never;
  }

  rows(position: number, count: number, out?: Out): never {
    return this.#rows(`${CALL}: rows`, position, count, { out }) as never;
  }

  dispose(): void {
    this.#table?.all.dispose();
    this.#room?.dispose();
    this.#table = undefined;
    this.#room = undefined;
  }

  /** The matrix of the bias with a grid. */
  #matrix(call: string, grid: object): Numbers {
    const { make, call: inner } = this.#kind;
    const options = { ...this.#scheme, ...grid } as never;
    const { data, shape } = partOf(call, inner, () =>
      make(this.#runtime)(options),
    );
    const [heads, rows, width] = shape as [number, number, number];
    const all = this.#runtime.buffer([heads, rows, width], call);
    all.data.set(data);
    return { all, heads, rows, width };
  }

  #make(call: string, queries: number, keys: number): Numbers {
    const { by } = this.#kind;
    if (by === "window") return this.#matrix(call, {});
    // One far to the right meets all offsets; by position, it is but a trial.
    return this.#matrix(
      call,
      by === "offset"
        ? { queryLen: 1, keyLen: queries + keys - 1, offset: keys - 1 }
        : { queryLen: 1, keyLen: 1 },
    );
  }

  /** Numbers of all offsets that so many queries meet, and where to begin. */
  #reaching(call: string, count: number, keys: number): number {
    const table = this.#table as Numbers;
    const had = table.width - this.#queries + 1;
    if (keys > had || count > this.#queries) {
      const queries = Math.max(count, this.#queries);
      const room =
        keys > had ? Math.min(Math.max(keys, 2 * had), this.#end) : had;
      const made = this.#make(call, queries, room);
      table.all.dispose();
      this.#table = made;
      this.#queries = queries;
    }
    const { width } = this.#table as Numbers;
    return width - this.#queries + 1 - keys;
  }

  #rows(
    call: string,
    position: number,
    count: number,
    args: { readonly out: Out | undefined },
  ): Tensor {
    const out = givenOf(call, "out", args, "out") as Out | undefined;
    if (this.#table === undefined) {
      throw new TypeError(`${call}: it has been disposed of`);
    }
    checkInteger(call, "count", count, 1, this.#end);
    checkInteger(call, "position", position, 0, this.#end - count);
    const { by } = this.#kind;
    if (by === "position") return this.#row(call, position, count, out);
    if (by === "window") return this.#ofWindow(call, position, count, out);
    const keys = position + count;
    const first = this.#reaching(call, count, keys);
    const { all, heads, width } = this.#table;
    const shape = [heads, count, keys];
    const size = heads * count * keys;
    if (out !== undefined) this.#runtime.checkOut(call, shape, out);
    const place = this.#runtime.addressOf(call, out);
    const room = place === undefined ? this.#roomFor(call, size) : undefined;
    this.#runtime.run(call, biasExpand, {
      out: (place ?? room?.address(call)) as Address<Float32Array>,
      byOffset: (all.address(call) + 4 * first) as Address<Float32Array>,
      heads,
      queries: count,
      keys,
      stride: width,
    });
    if (room === undefined) return out as TensorBuffer;
    if (out === undefined) return { data: room.data.slice(0, size), shape };
    copyInto(out as Float32Array, room.data.subarray(0, size));
    return this.#runtime.written(out as Float32Array, shape, out);
  }

  #roomFor(call: string, size: number): TensorBuffer {
    const had = this.#room?.shape[0] ?? 0;
    if (had < size) {
      const made = this.#runtime.buffer([Math.max(size, 2 * had)], call);
      this.#room?.dispose();
      this.#room = made;
    }
    return this.#room as TensorBuffer;
  }

  /** Rows of a window, which has all of its keys. */
  #ofWindow(
    call: string,
    position: number,
    count: number,
    out: Out | undefined,
  ): Tensor {
    const { all, heads, rows, width } = this.#table as Numbers;
    const shape = [heads, count, width];
    const to = this.#runtime.target(call, shape, out);
    const { data } = all;
    for (let h = 0; h < heads; h += 1) {
      const from = (h * rows + position) * width;
      const part = data.subarray(from, from + count * width);
      copyInto(to, part, h * count * width);
    }
    return this.#runtime.written(to, shape, out);
  }

  /** Rows that are no parts of a table. */
  #row(
    call: string,
    position: number,
    count: number,
    out: Out | undefined,
  ): Tensor {
    const keyLen = position + count;
    const grid = { queryLen: count, keyLen, out };
    const options = { ...this.#scheme, ...grid } as never;
    const { make, call: inner } = this.#kind;
    return partOf(call, inner, () => make(this.#runtime)(options));
  }
}

/** {@link BiasPrepare} of one instance. */
export const preparing = (runtime: Runtime): BiasPrepare => {
  disposable(Prepared.prototype);
  return { prepare: (options) => new Prepared(runtime, options) };
};

export const biasPrepare: BiasPrepare["prepare"] = /* @__PURE__ */ named(
  preparing,
  "prepare",
);
