// The kernel of a prepared attention: its memory, and its calls.
import { NO_MASK } from "../attention/mask.js";
import { COLD, type Heat } from "../attention/temperature.js";
import { exchange } from "../axis-order.js";
import { addressOf, type Out, type TensorBuffer } from "../buffer.js";
import { attentionStep } from "../generated/border/attention.js";
import { MaskKind } from "../generated/border/enums/attention.js";
import { Layout } from "../generated/border/enums/rotary.js";
import {
  type AttentionArguments,
  attentionArguments,
} from "../generated/border/lists.js";
import { range } from "../rotary/inputs.js";
import type { TableRegions } from "../rotary/rotate.js";
import { turnHeads } from "../rotary/scheme.js";
import type { Frame, Region, Runtime } from "../runtime.js";
import { sizeOf, type Tensor } from "../tensor.js";
import type { Cache } from "./cache.js";
import type { InputReader } from "./inputs.js";
import { Room } from "./room.js";
import type { KeptTerm } from "./term.js";

/** The arguments of the kernel, by their names. */
type Numbers = { -readonly [Name in keyof AttentionArguments]: number };

/** Longest list of arguments, in float64; a mask lies behind it. */
const LIST = 64;

const NOWHERE = 0 as Region<Float32Array>["pointer"];

/** What stays the same in all calls. */
export interface Fixed {
  readonly heads: number;
  readonly scale: number;
  readonly causal: boolean;
  readonly window: number | undefined;
  readonly sinks: ArrayLike<number> | undefined;
  /** 0: none. */
  readonly softcap: number;
  readonly heat: Heat | undefined;
  /** What is added to the scores of the first keys, for each text. */
  readonly masks: readonly (readonly number[])[] | undefined;
}

/** What one step asks of a text. */
export interface KernelStep {
  /** Of all texts, padding included. */
  readonly queries: number;
  /** How many keys behind those counted are to be turned first. */
  readonly fresh: number;
  /** Tokens in front of the text that are none of it. */
  readonly padding: number;
  /** Position of the first row of the angles. */
  readonly lowest: number;
}

/** Rows of angles from one on. */
export function rowsFrom(tables: TableRegions, row: number): TableRegions {
  if (row === 0) return tables;
  const { cos, sin, rows, pairs } = tables;
  const part = (region: Region<Float32Array>): Region<Float32Array> => ({
    ...region,
    pointer: addressOf(region, row * pairs),
  });
  return { cos: part(cos), sin: part(sin), rows: rows - row, pairs };
}

/** Queries that attend to a cache. */
export class Kernel {
  readonly #runtime: Runtime;
  readonly #cache: Cache;
  readonly #term: KeptTerm;
  readonly #numbers: Numbers;
  readonly #sinks: TensorBuffer | undefined;
  /** Queries; the output; what the kernel needs; its list of arguments. */
  readonly #q: Room;
  readonly #out: Room;
  readonly #scratch: Room;
  readonly #list: Room;
  readonly #masks: Fixed["masks"];

  constructor(
    runtime: Runtime,
    call: string,
    cache: Cache,
    term: KeptTerm,
    { heads, scale, causal, window, sinks, softcap, heat, masks }: Fixed,
  ) {
    this.#runtime = runtime;
    this.#cache = cache;
    this.#term = term;
    this.#q = new Room(runtime);
    this.#out = new Room(runtime);
    this.#scratch = new Room(runtime);
    this.#list = new Room(runtime);
    this.#masks = masks;
    const { groups, width, valueWidth } = cache.sizes;
    this.#numbers = {
      batch: 1,
      queries: 1,
      keys: 1,
      heads,
      keyHeads: groups,
      width,
      valueWidth,
      scale,
      offset: 0,
      causal: Number(causal),
      window: window ?? 0,
      sinks: 0,
      firstHead: 0,
      lastHead: 0,
      out: 0,
      weights: 0,
      scores: 0,
      q: 0,
      k: 0,
      v: 0,
      ...NO_MASK.mask,
      softcap,
      ...COLD,
      ...heat,
    };
    if (sinks) {
      this.#sinks = runtime.buffer([heads], call);
      this.#sinks.data.set(sinks);
    }
  }

  /** Makes room for so many queries of each text, and so many keys of a mask. */
  reserve(call: string, queries: number, keys: number): void {
    const { heads, valueWidth } = this.#numbers;
    const { batch, width } = this.#cache.sizes;
    this.#q.of(call, batch * queries * heads * width);
    this.#out.of(call, batch * queries * heads * valueWidth);
    this.#list.of(call, 2 * LIST + (this.#masks ? keys : 0));
    this.#scratch.of(call, 2);
  }

  /** Queries `[B, Q, H, D]`; there must be room for them. */
  put(call: string, queries: ArrayLike<number>): void {
    this.#q.of(call, 0).data.set(queries);
  }

  /** Attends, for one text. */
  run(
    call: string,
    frame: Frame | undefined,
    b: number,
    { queries: all, fresh, padding, lowest }: KernelStep,
    angles: TableRegions | undefined,
  ): void {
    const cache = this.#cache;
    const { groups, width } = cache.sizes;
    const numbers = this.#numbers;
    const { heads, valueWidth } = numbers;
    const length = cache.length + fresh;
    // The text begins behind its padding, and its queries do.
    const first = Math.max(cache.first, padding);
    const query = Math.max(length - all, padding);
    const queries = length - query;
    const padded = Math.min(all - queries, all);
    const row = b * all + padded;
    const out = this.#out.of(call, 0);
    if (padded > 0) {
      const size = heads * valueWidth;
      out.data.fill(0, b * all * size, row * size);
    }
    if (queries <= 0) return;
    const tables = angles && rowsFrom(angles, query - padding - lowest);
    const keys = length - first;
    const offset = keys - queries;
    const key = cache.address(call, cache.keys, b, first - cache.first);
    const q =
      this.#q.of(call, 0).region(call).pointer + 4 * row * heads * width;
    numbers.queries = queries;
    numbers.keys = keys;
    numbers.offset = offset;
    numbers.temperatureFirst = query - padding;
    numbers.q = q;
    numbers.k = key;
    numbers.v = cache.address(call, cache.values, b, first - cache.first);
    numbers.out = out.region(call).pointer + 4 * row * heads * valueWidth;
    numbers.sinks = this.#sinks?.region(call).pointer ?? 0;
    const list = this.#list.of(call, 0);
    const place = list.region(call).pointer;
    const mask = this.#masks?.[b];
    if (mask) {
      list.data.fill(0, 2 * LIST).set(mask.slice(first, length), 2 * LIST);
      numbers.maskKind = MaskKind.additive;
      numbers.mask = place + 8 * LIST;
      numbers.maskKeys = keys;
    }
    const region = (pointer: number, length: number) =>
      ({ pointer, length }) as Region<Float32Array>;
    const term = this.#term.list(frame, cache.capacity, {
      queries,
      keys,
      offset,
      seen: { first: 0, last: keys },
      q: region(q, queries * heads * width),
      k: region(key, keys * groups * width),
    });
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
      turned: Math.min(fresh, queries),
      start: this.#term.turning?.startIndex ?? 0,
      layout: this.#term.turning?.layout ?? Layout.halves,
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
        break;
      }
      this.#scratch.of(call, -2 * status);
    }
    const { turning } = this.#term;
    if (!turning?.turnsBack) return;
    const answers = region(numbers.out, 0);
    this.#runtime.frame(call, (own) =>
      turnHeads(
        this.#runtime,
        call,
        own,
        [answers, answers],
        turning,
        [1, queries, heads, valueWidth],
        range(query - padding, queries),
        true,
      ),
    );
  }

  /** What the caller gets. */
  result(
    call: string,
    shapes: ReturnType<InputReader["shapes"]>,
    out: Out | undefined,
  ): Tensor {
    const { plain, wanted, isTurned } = shapes;
    const size = sizeOf(plain);
    return this.#runtime.frame(call, (frame) => {
      const all = this.#out.of(call, 0).region(call);
      const from: Region<Float32Array> = {
        pointer: all.pointer,
        length: size,
        view: () => all.view().subarray(0, size),
        take: () => all.view().slice(0, size),
      };
      if (out !== undefined) frame.output(wanted, out);
      if (!isTurned) return frame.result(from, wanted, out);
      const turned = frame.float32(size);
      exchange(turned.view(), from.view(), plain);
      return frame.result(turned, wanted, out);
    });
  }

  dispose(): void {
    this.#sinks?.dispose();
    for (const room of [this.#q, this.#out, this.#scratch, this.#list]) {
      room.dispose();
    }
  }
}
