import { tellsSeen } from "../attention/mask.js";
import { openHeat } from "../attention/temperature.js";
import { disposable, type Out, type TensorBuffer } from "../buffer.js";
import { named } from "../default-instance.js";
import { Precision } from "../generated/border/enums/rotary.js";
import { withLayer } from "../layer.js";
import { checkInteger } from "../options.js";
import { defaultScale } from "../position.js";
import { Angles } from "../rotary/angles.js";
import { range } from "../rotary/inputs.js";
import { makeTables, type TableRegions, turnRegion } from "../rotary/rotate.js";
import type { RotaryTurning } from "../rotary/scheme.js";
import type { Frame, Runtime } from "../runtime.js";
import { Reading } from "../schema.js";
import type { ReadTensor, Tensor, TensorInput } from "../tensor.js";
import { Cache } from "./cache.js";
import { InputReader, type Inputs } from "./inputs.js";
import { Kernel, rowsFrom } from "./kernel.js";
import {
  type AttentionPrepareOptions,
  type KeysAndValues,
  PREPARE,
  type PreparedAttention,
} from "./options.js";
import { KeptTerm } from "./term.js";

const { call: CALL } = PREPARE;

/** How many tokens of padding stand in front of each text. */
function readPadding(
  options: Reading<typeof PREPARE.fields>,
  batch: number | undefined,
): readonly number[] {
  const lengths = options.read("lengths");
  if (lengths === undefined) return [];
  if (batch === undefined) options.need("batch");
  if (lengths.length !== batch) {
    options.fail("lengths", `${batch} integers, one for each text`);
  }
  const all = Array.from(lengths);
  const longest = all.reduce((most, n) => Math.max(most, n));
  return all.map((length) => longest - length);
}

/** What is added to the scores of the first keys, for each text. */
function readMasks(
  options: Reading<typeof PREPARE.fields>,
  batch: number | undefined,
): number[][] | undefined {
  if (!options.has("mask")) return undefined;
  const mask = options.tensor("mask", {
    shape: batch === undefined ? [null] : [batch, null],
    kind: "boolean",
  });
  const isSeen = tellsSeen(CALL, mask);
  const all = Array.from(mask.data, (x) =>
    isSeen ? (x ? 0 : Number.NEGATIVE_INFINITY) : x,
  );
  const length = mask.shape.at(-1) as number;
  return Array.from({ length: batch ?? 1 }, (_, b) =>
    all.slice(b * length, (b + 1) * length),
  );
}

class Prepared implements PreparedAttention {
  declare readonly [Symbol.dispose]: () => void;
  readonly #runtime: Runtime;
  readonly #cache: Cache;
  readonly #term: KeptTerm;
  readonly #angles: Angles | undefined;
  readonly #reader: InputReader;
  readonly #kernel: Kernel;
  /** Tokens of padding in front of each text; empty: none. */
  readonly #padding: readonly number[];
  readonly #mostPadding: number;
  readonly #masks: number[][] | undefined;

  constructor(runtime: Runtime, input: AttentionPrepareOptions) {
    const opened = PREPARE.open(input);
    const options = opened.has("layer")
      ? new Reading(
          CALL,
          PREPARE.fields,
          withLayer(opened, () => opened.read("maxLen")).pick(
            Object.keys(PREPARE.fields),
          ),
        )
      : opened;
    const heads = options.need("numHeads");
    const groups = options.read("numKeyValueHeads") ?? heads;
    if (heads % groups !== 0) {
      options.fail("numKeyValueHeads", `a divisor of numHeads, ${heads}`);
    }
    const width = options.need("headDim");
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
    const softcap = options.read("softcap") ?? 0;
    const heat = openHeat(options, true)?.heat;
    this.#padding = readPadding(options, batch);
    this.#mostPadding = this.#padding.reduce((a, b) => Math.max(a, b), 0);
    this.#masks = readMasks(options, batch);
    this.#runtime = runtime;
    this.#reader = new InputReader(runtime, {
      sides: {
        q: { heads, width },
        k: { heads: groups, width },
        v: { heads: groups, width: valueWidth },
      },
      batch,
      headsFirst: options.read("order") === "BHTD",
    });
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
      this.#cache = new Cache(runtime, CALL, {
        batch: batch ?? 1,
        groups,
        width,
        valueWidth,
        window: this.#term.isAbsolute ? undefined : window,
        maxLen,
      });
      this.#kernel = new Kernel(runtime, CALL, this.#cache, this.#term, {
        heads,
        scale,
        causal,
        window,
        sinks,
        softcap,
        heat,
        masks: this.#masks,
      });
    } catch (error) {
      this.#free();
      throw error;
    }
  }

  get length(): number {
    return this.#cache.length;
  }

  get first(): number {
    return this.#cache.first;
  }

  step(q: TensorInput, k: TensorInput, v: TensorInput, out?: Out): never {
    const call = `${CALL}: step`;
    const given = this.#reader.read(call, { q, k, v, out }, this.#cache);
    return this.#attend(call, given, this.#reserve(call, given)) as never;
  }

  append(k: TensorInput, v: TensorInput): void {
    const call = `${CALL}: append`;
    const given = this.#reader.read(call, { k, v }, this.#cache);
    const tokens = this.#reserve(call, given);
    const { lowest, tables } = this.#tables(call, this.length + tokens, tokens);
    this.#write(call, given, tokens);
    if (tables) {
      this.#runtime.frame(call, (frame) => {
        for (let b = 0; b < this.#cache.sizes.batch; b += 1) {
          const padding = this.#padding[b] ?? 0;
          const first = Math.max(this.length, padding);
          const own = this.length + tokens - first;
          if (own <= 0) continue;
          const part = rowsFrom(tables, first - padding - lowest);
          this.#turnKeys(call, frame, b, first - this.first, own, part);
        }
      });
    }
    this.#cache.length += tokens;
  }

  attend(q: TensorInput, out?: Out): never {
    const call = `${CALL}: attend`;
    return this.#attend(
      call,
      this.#reader.read(call, { q, out }, this.#cache),
      0,
    ) as never;
  }

  truncate(length: number): void {
    const call = `${CALL}: truncate`;
    this.#cache.refuseDisposed(call);
    const { window = 0 } = this.#cache.sizes;
    const least =
      this.first === 0
        ? Math.min(this.#mostPadding, this.length)
        : this.first + window - 1;
    this.#cache.length = checkInteger(
      call,
      "length",
      length,
      least,
      this.length,
    );
  }

  shift(count: number, keep = 0): void {
    const call = `${CALL}: shift`;
    this.#cache.refuseDisposed(call);
    const cache = this.#cache;
    if (this.#mostPadding > 0) {
      throw new TypeError(
        `${call}: texts of different lengths have no tokens in common to forget`,
      );
    }
    // What was given up cannot stay.
    const most = this.first === 0 ? this.length : 0;
    checkInteger(call, "keep", keep, 0, most);
    checkInteger(call, "count", count, 0, this.length - keep);
    if (count === 0) return;
    for (const mask of this.#masks ?? []) mask.splice(keep, count);
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
      cache.drop(keep, keep + count);
      const from = Math.max(keep, this.first) - this.first;
      const held = this.length - this.first - from;
      if (held === 0) return;
      for (let b = 0; b < cache.sizes.batch; b += 1) {
        this.#turnKeys(call, frame, b, from, held, tables, [0]);
      }
    });
  }

  prefix(length = this.length): KeysAndValues {
    const call = `${CALL}: prefix`;
    this.#cache.refuseDisposed(call);
    const { keys, values, sizes } = this.#cache;
    if (sizes.batch > 1 || this.first > 0) {
      throw new RangeError(
        `${call}: ${sizes.batch > 1 ? `the ${sizes.batch} texts do not lie one behind the other` : `tokens before ${this.first} are no longer kept`}`,
      );
    }
    const rows = checkInteger(call, "length", length, 1, this.length);
    // The axis of the texts is one long.
    const part = (buffer: TensorBuffer) => buffer.texts(rows);
    return { k: part(keys), v: part(values) };
  }

  dispose(): void {
    this.#free();
  }

  /** All that there is: the constructor may have been stopped halfway. */
  #free(): void {
    this.#cache?.dispose();
    this.#term.dispose();
    this.#angles?.dispose();
    this.#kernel?.dispose();
    this.#reader.dispose();
  }

  /** Makes room for the keys of a call; answers how many tokens they are. */
  #reserve(call: string, { k }: Inputs): number {
    const tokens = this.#reader.tokens(k as ReadTensor);
    const { maxLen = 2 ** 24 } = this.#cache.sizes;
    if (this.length + tokens > maxLen) {
      throw new RangeError(
        `${call}: ${tokens} tokens after ${this.length} are more than ${maxLen}; shift or truncate first`,
      );
    }
    this.#cache.reserve(call, tokens);
    return tokens;
  }

  /** Puts keys and values behind the last, not yet counted. */
  #write(call: string, { k, v }: Inputs, tokens: number): void {
    const cache = this.#cache;
    cache.write(
      cache.keys,
      this.#reader.ordered(call, k as ReadTensor),
      tokens,
    );
    cache.write(
      cache.values,
      this.#reader.ordered(call, v as ReadTensor),
      tokens,
    );
  }

  /** Turns so many keys from a row on; `at`: all by that row of the tables. */
  #turnKeys(
    call: string,
    frame: Frame,
    b: number,
    from: number,
    seqLen: number,
    tables: TableRegions,
    at?: readonly number[],
  ): void {
    const { groups, width } = this.#cache.sizes;
    const x = {
      pointer: this.#cache.address(call, this.#cache.keys, b, from),
    };
    const heads = {
      ...(this.#term.turning as RotaryTurning),
      dims: [1, seqLen, groups, width] as const,
    };
    turnRegion(this.#runtime, call, frame, [x, x], heads, tables, at);
  }

  /** Angles of the last `tokens` of all texts, the lowest position first. */
  #tables(call: string, length: number, tokens: number) {
    // The longest text has no padding.
    const lowest = Math.max(0, length - tokens - this.#mostPadding);
    const count = length - lowest;
    return { lowest, tables: this.#angles?.rows(call, lowest, count) };
  }

  /** Attends with q, and with keys that are `fresh`, when all went well. */
  #attend(call: string, given: Inputs, fresh: number): Tensor {
    const q = given.q as ReadTensor;
    const queries = this.#reader.tokens(q);
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
    const { lowest, tables } = this.#tables(call, length, queries);
    this.#kernel.reserve(call, queries, length - this.first);
    if (fresh > 0) this.#write(call, given, fresh);
    this.#kernel.put(call, this.#reader.ordered(call, q));
    const work = (frame?: Frame): Tensor => {
      for (let b = 0; b < this.#cache.sizes.batch; b += 1) {
        const padding = this.#padding[b] ?? 0;
        const step = { queries, fresh, padding, lowest };
        this.#kernel.run(call, frame, b, step, tables);
      }
      const shapes = this.#reader.shapes(queries);
      return this.#kernel.result(call, shapes, given.out);
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
}

/** {@link Attention.prepare} of one instance. */
export const preparing = (
  runtime: Runtime,
): ((options: AttentionPrepareOptions) => PreparedAttention) => {
  disposable(Prepared.prototype);
  return (options) => new Prepared(runtime, options);
};

const prepared = (runtime: Runtime) => ({ prepare: preparing(runtime) });
export const attentionPrepare: (
  options: AttentionPrepareOptions,
) => PreparedAttention = /* @__PURE__ */ named(prepared, "prepare");
