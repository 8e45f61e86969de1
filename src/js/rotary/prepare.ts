import { addressOf, disposable, TensorBuffer } from "../buffer.js";
import { describe } from "../errors.js";
import type { Layout } from "../generated/border/enums/rotary.js";
import { Precision } from "../generated/border/enums/rotary.js";
import { checkTensor, MAX_POSITION } from "../options.js";
import type { Frame, Region, Runtime } from "../runtime.js";
import { integer, type OptionsOf, optional, table } from "../schema.js";
import { snapshotOf } from "../snapshot.js";
import { showShape, type Tensor, type TensorInput } from "../tensor.js";
import {
  PRECISION,
  type ReadFrequencies,
  ROTATION,
  range,
  readFrequencies,
  TURNING,
} from "./inputs.js";
import { makeTables, type TableRegions, turnRegion } from "./rotate.js";

/** Rows of the first tables; each that follows has twice as many, to a limit. */
const FIRST_ROWS = 64;
/** A position that lies far off must not cost the memory of all before it. */
const MOST_ROWS = 4096;
const MAX_ROWS = 2 ** 24;

export const PREPARE = table("rotary.prepare", {
  /** What turns at which speed. */
  frequencies: TURNING,
  /**
   * How many positions there are, from 0: their angles are computed at once, and
   * other positions refused.
   */
  maxLen: optional(
    integer({ min: 1, max: MAX_ROWS }),
    "2²⁴; angles are computed some positions ahead",
  ),
  /** Which columns are a pair, as in {@link Rotary.apply}. */
  layout: ROTATION.layout,
  /** Order of the axes, as in {@link Rotary.apply}. */
  order: ROTATION.order,
  /** Number format of the angles. */
  precision: PRECISION,
});
/** Options of {@link Rotary.prepare}. */
export type RotaryPrepareOptions = OptionsOf<typeof PREPARE>;

/**
 * Rotations whose angles lie in the module, ready for tokens as they come. Free
 * it with `dispose()` (or `using`); one that is forgotten is freed after garbage
 * collection.
 *
 * Tensors are `[T, H, D]` or `[B, T, H, D]`, with `order: "BHTD"` `[H, T, D]` or
 * `[B, H, T, D]`. Results are those of {@link Rotary.apply}, bit for bit.
 */
export interface PreparedRotary {
  /**
   * Turns tokens at `position`, `position` + 1, …
   *
   * @param x - queries or keys
   * @param position - of the first token: a whole number from 0
   * @param out - a buffer of the shape of `x`, or `x` itself, to write into in
   *   place of a new array
   * @returns shape of `x`
   */
  apply(x: TensorInput, position: number): Tensor;
  apply(x: TensorInput, position: number, out: TensorBuffer): TensorBuffer;

  /**
   * As {@link PreparedRotary.apply}, in the buffer itself.
   *
   * @returns the buffer
   */
  applyInPlace(x: TensorBuffer, position: number): TensorBuffer;

  /**
   * Moves keys that were turned already, as {@link Rotary.shift} does.
   *
   * @param delta - one number for all, from −2³¹ to 2³¹
   * @param out - a buffer of the shape of `keys`, or `keys` itself
   */
  shift(keys: TensorInput, delta: number): Tensor;
  shift(keys: TensorInput, delta: number, out: TensorBuffer): TensorBuffer;

  /** Gives the memory back; nothing can be turned after. */
  dispose(): void;
}

const SHAPES = {
  BTHD: { rank: [3, 4], as: "[B, T, H, D] or [T, H, D]" },
  BHTD: { rank: [3, 4], as: "[B, H, T, D] or [H, T, D], the order BHTD" },
};

type Dims = [batch: number, seqLen: number, heads: number, width: number];

class Prepared {
  readonly #runtime: Runtime;
  readonly #frequencies: ReadFrequencies;
  readonly #layout: Layout;
  readonly #order: "BTHD" | "BHTD";
  readonly #precision: Precision;
  readonly #end: number;
  /** Cosines, then sines: `[2, rows, pairs]`; undefined when disposed of. */
  #angles: TensorBuffer | undefined;
  /** Position of their first row. */
  #first = 0;

  constructor(runtime: Runtime, input: RotaryPrepareOptions) {
    const options = PREPARE.open(input);
    this.#runtime = runtime;
    this.#frequencies = readFrequencies(options);
    this.#layout = options.read("layout");
    this.#order = options.read("order");
    this.#precision = options.read("precision");
    const maxLen = options.read("maxLen");
    this.#end = maxLen ?? MAX_ROWS;
    this.#angles = this.#make(options.call, 0, maxLen ?? FIRST_ROWS);
  }

  apply(x: TensorInput, position: number, out?: TensorBuffer): Tensor {
    return this.#apply("rotary.prepare: apply", x, position, out);
  }

  applyInPlace(x: TensorBuffer, position: number): Tensor {
    if (!(x instanceof TensorBuffer)) {
      throw new TypeError(
        `rotary.prepare: applyInPlace: x must be a buffer made by pe.buffer(), got ${describe(x)}`,
      );
    }
    return this.#apply("rotary.prepare: applyInPlace", x, position, x);
  }

  #apply(
    call: string,
    x: TensorInput,
    position: number,
    out: TensorBuffer | undefined,
  ): Tensor {
    return this.#turned(call, "x", x, out, (_, seqLen) => {
      const last = this.#end - seqLen;
      if (!Number.isInteger(position) || position < 0 || position > last) {
        const Kind = typeof position === "number" ? RangeError : TypeError;
        throw new Kind(
          `${call}: position must be an integer from 0 to ${last} for ${seqLen} tokens, got ${describe(position)}`,
        );
      }
      const angles = this.#reaching(call, position, seqLen);
      return this.#part(call, angles, position - this.#first, seqLen);
    });
  }

  shift(keys: TensorInput, delta: number, out?: TensorBuffer): Tensor {
    const call = "rotary.prepare: shift";
    return this.#turned(call, "keys", keys, out, (frame) => {
      // No object: its number would be made by code of its own.
      if (typeof delta !== "number" || !(Math.abs(delta) <= MAX_POSITION)) {
        const Kind = typeof delta === "number" ? RangeError : TypeError;
        throw new Kind(
          `${call}: delta must be a number from ${-MAX_POSITION} to ${MAX_POSITION}, got ${describe(delta)}`,
        );
      }
      // Keys have their attention factor already.
      return makeTables(
        this.#runtime,
        call,
        frame,
        { ...this.#frequencies, factor: 1 },
        range(delta, 1),
        Precision.exact,
      );
    });
  }

  dispose(): void {
    this.#angles?.dispose();
    this.#angles = undefined;
  }

  /** Angles of `rows` positions from `first` on. */
  #make(call: string, first: number, rows: number): TensorBuffer {
    const { pairs } = this.#frequencies;
    return this.#runtime.frame(call, (frame) => {
      const { cos, sin } = makeTables(
        this.#runtime,
        call,
        frame,
        this.#frequencies,
        range(first, rows),
        this.#precision,
      );
      const made = this.#runtime.buffer([2, rows, pairs], call);
      made.data.set(cos.view());
      made.data.set(sin.view(), cos.length);
      return made;
    });
  }

  /** Angles that have `seqLen` positions from `position` on among them. */
  #reaching(call: string, position: number, seqLen: number): TensorBuffer {
    const angles = this.#angles as TensorBuffer;
    const rows = angles.shape[1] as number;
    const first = position - this.#first;
    if (first >= 0 && first + seqLen <= rows) return angles;
    const ahead = Math.min(2 * rows, MOST_ROWS, this.#end - position);
    const others = this.#make(call, position, Math.max(seqLen, ahead));
    angles.dispose();
    this.#angles = others;
    this.#first = position;
    return others;
  }

  /** Rows `from` to `from` + `seqLen` − 1. */
  #part(
    call: string,
    angles: TensorBuffer,
    from: number,
    seqLen: number,
  ): TableRegions {
    const { pairs } = this.#frequencies;
    const region = angles.region(call);
    const part = (first: number): Region<Float32Array> => ({
      pointer: addressOf(region, first * pairs),
      length: seqLen * pairs,
      view: region.view,
      take: region.take,
    });
    const rows = angles.shape[1] as number;
    const [cos, sin] = [part(from), part(rows + from)];
    return { cos, sin, rows: seqLen, pairs };
  }

  #dimsOf(call: string, name: string, shape: readonly number[]): Dims {
    const { pairs } = this.#frequencies;
    const last = shape.length - 1;
    const width = shape[last] as number;
    const inner = shape[last - 1] as number;
    const outer = shape[last - 2] as number;
    const batch = shape[last - 3] ?? 1;
    if (2 * pairs > width) {
      throw new RangeError(
        `${call}: ${pairs} frequencies turn ${2 * pairs} columns, more than a head of ${name} has: ${showShape(shape)}`,
      );
    }
    // Where heads stand before tokens, each is a text of its own.
    return this.#order === "BTHD"
      ? [batch, outer, inner, width]
      : [batch * outer, inner, 1, width];
  }

  /** Turns what is `given`, into `out` where there is one. */
  #turned(
    call: string,
    name: string,
    given: TensorInput,
    out: TensorBuffer | undefined,
    tablesOf: (frame: Frame, seqLen: number) => TableRegions,
  ): Tensor {
    const args = { given, out };
    const x = checkTensor(
      call,
      name,
      snapshotOf(call, name, args, "given"),
      SHAPES[this.#order],
    );
    const place = snapshotOf(call, "out", args, "out") as typeof out;
    if (this.#angles === undefined) {
      throw new TypeError(`${call}: it has been disposed of`);
    }
    const dims = this.#dimsOf(call, name, x.shape);
    const heads = { dims, layout: this.#layout };
    return this.#runtime.frame(call, (frame) => {
      const to = frame.output(x.shape, place);
      const tables = tablesOf(frame, dims[1]);
      const isIn = x instanceof TensorBuffer;
      const from = isIn ? frame.input(x) : to;
      if (!isIn) to.view().set(x.data);
      const at = tables.rows === dims[1] ? [] : [0];
      turnRegion(this.#runtime, call, frame, [to, from], heads, tables, at);
      return place ?? { data: to.take(), shape: [...x.shape] };
    });
  }
}
disposable(Prepared.prototype);

/** @internal */
export const preparing = (runtime: Runtime) => ({
  prepare: (options: RotaryPrepareOptions): PreparedRotary =>
    new Prepared(runtime, options) as unknown as PreparedRotary,
});
