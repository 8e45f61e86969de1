// What the calls of a prepared attention are given: read, checked, and in the
// order of the cache.
import { exchange, exchanged } from "../axis-order.js";
import type { Out } from "../buffer.js";
import { checkTensor, type ShapeRule } from "../options.js";
import { refuseOverlap } from "../overlap.js";
import type { Runtime } from "../runtime.js";
import { givenOf, snapshotOf } from "../snapshot.js";
import { type ReadTensor, sizeOf, type TensorInput } from "../tensor.js";
import type { Cache } from "./cache.js";
import { Room } from "./room.js";

/** What a call gives, read and checked. */
export interface Inputs {
  readonly q?: ReadTensor;
  readonly k?: ReadTensor;
  readonly v?: ReadTensor;
  readonly out?: Out | undefined;
}

/** Tensors of a call: how many heads, of what width. */
interface Side {
  readonly heads: number;
  readonly width: number;
}

/** How the tensors of all calls lie. */
export interface Tensors {
  readonly sides: { readonly [Name in "q" | "k" | "v"]: Side };
  /** Undefined: there is no axis of the texts. */
  readonly batch: number | undefined;
  /** Whether heads stand before tokens. */
  readonly headsFirst: boolean;
}

/** Reads tensors, and gives results their shape. */
export class InputReader {
  readonly #tensors: Tensors;
  readonly #rules: { readonly [Name in "q" | "k" | "v"]: ShapeRule };
  /** Numbers in the order of the cache. */
  readonly #turned: Room;

  constructor(runtime: Runtime, tensors: Tensors) {
    this.#tensors = tensors;
    const { q, k, v } = tensors.sides;
    this.#rules = { q: this.#rule(q), k: this.#rule(k), v: this.#rule(v) };
    this.#turned = new Room(runtime);
  }

  #rule({ heads, width }: Side): ShapeRule {
    const { batch, headsFirst } = this.#tensors;
    const inner = headsFirst ? [heads, null] : [null, heads];
    const shape = [...(batch === undefined ? [] : [batch]), ...inner, width];
    const order = headsFirst ? ", the order BHTD" : "";
    return { shape, as: `[${shape.map((n) => n ?? "T").join(", ")}]${order}` };
  }

  /** Reads all that a call gives, before anything changes. */
  read(
    call: string,
    args: {
      readonly [Name in "q" | "k" | "v"]?: TensorInput;
    } & { readonly out?: Out | undefined },
    cache: Cache,
  ): Inputs {
    const given: { -readonly [Name in keyof Inputs]: Inputs[Name] } = {};
    for (const name of ["q", "k", "v"] as const) {
      if (!(name in args)) continue;
      const value = snapshotOf(call, name, args, name);
      const it = checkTensor(call, name, value, this.#rules[name]);
      given[name] = cache.owns(it)
        ? { data: it.data.slice(), shape: it.shape }
        : it;
    }
    const out = givenOf(call, "out", args, "out") as Out | undefined;
    if (out !== undefined) refuseOverlap(call, out, { ...given });
    given.out = out;
    cache.refuseDisposed(call);
    for (const name of ["q", "v"] as const) {
      const it = given[name];
      if (it === undefined || given.k === undefined) continue;
      const tokens = this.tokens(given.k);
      if (this.tokens(it) !== tokens) {
        throw new RangeError(
          `${call}: ${name} must have ${tokens} tokens, as k has, got ${this.tokens(it)}`,
        );
      }
    }
    return given;
  }

  tokens({ shape }: ReadTensor): number {
    const { batch, headsFirst } = this.#tensors;
    return shape[Number(batch !== undefined) + Number(headsFirst)] as number;
  }

  /** A tensor's numbers, tokens before heads. */
  ordered(call: string, tensor: ReadTensor): ArrayLike<number> {
    const { shape } = tensor;
    const { length } = shape;
    const isTurned =
      this.#tensors.headsFirst &&
      shape[length - 2] !== 1 &&
      shape[length - 3] !== 1;
    if (!isTurned) return tensor.data;
    const size = sizeOf(shape);
    // Before the numbers are looked at: making room may move those of a buffer.
    const to = this.#turned.of(call, size).data.subarray(0, size);
    exchange(to, tensor.data, shape);
    return to;
  }

  /** Shape of the output: as the kernel makes it, and as the caller wants it. */
  shapes(queries: number): {
    readonly plain: readonly number[];
    readonly wanted: number[];
    readonly isTurned: boolean;
  } {
    const { batch, headsFirst, sides } = this.#tensors;
    const { heads } = sides.q;
    const inner = [queries, heads, sides.v.width];
    const plain = batch === undefined ? inner : [batch, ...inner];
    return {
      plain,
      wanted: headsFirst ? exchanged(plain) : plain,
      isTurned: headsFirst && queries > 1 && heads > 1,
    };
  }

  dispose(): void {
    this.#turned.dispose();
  }
}
