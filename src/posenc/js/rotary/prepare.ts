import { type Address, disposable, type Out, TensorBuffer } from "../buffer.js";
import { named } from "../default-instance.js";
import { describe } from "../errors.js";
import type { Layout } from "../generated/border/enums/rotary.js";
import { Precision } from "../generated/border/enums/rotary.js";
import { rotaryApply } from "../generated/border/rotary.js";
import { checkInteger, checkTensor, MAX_POSITION } from "../options.js";
import { refuseOverlap } from "../overlap.js";
import type { Frame, Runtime } from "../runtime.js";
import { integer, type OptionsOf, optional, table } from "../schema.js";
import { givenOf, snapshotOf } from "../snapshot.js";
import { showShape, type Tensor, type TensorInput } from "../tensor.js";
import { Angles, MAX_ROWS } from "./angles.js";
import {
  PRECISION,
  type ReadFrequencies,
  ROTATION,
  range,
  readFrequencies,
  TURNING,
} from "./inputs.js";
import {
  makeTables,
  type TableRegions,
  turnedColumns,
  turnRegion,
} from "./rotate.js";
import type { Rotary } from "./types.js";

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
  /** First column of a head that turns, as in {@link Rotary.apply}. */
  startIndex: ROTATION.startIndex,
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
   * @param out - a buffer of the shape of `x`, or `x` itself, or a Float32Array
   *   of its size, to write into in place of a new array
   * @returns shape of `x`
   */
  apply(x: TensorInput, position: number): Tensor;
  apply(x: TensorInput, position: number, out: TensorBuffer): TensorBuffer;
  apply(x: TensorInput, position: number, out?: Out): Tensor;

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
   * @param out - a buffer of the shape of `keys`, or `keys` itself, or a
   *   Float32Array of its size
   */
  shift(keys: TensorInput, delta: number): Tensor;
  shift(keys: TensorInput, delta: number, out: TensorBuffer): TensorBuffer;
  shift(keys: TensorInput, delta: number, out?: Out): Tensor;

  /** Gives the memory back; nothing can be turned after. */
  dispose(): void;
  /** @see dispose */
  [Symbol.dispose](): void;
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
  readonly #startIndex: number;
  readonly #order: "BTHD" | "BHTD";
  readonly #angles: Angles;
  /** Of the buffer that was turned last, and what it says. */
  #shape: readonly number[] | undefined;
  #dims: Dims = [0, 0, 0, 0];

  constructor(runtime: Runtime, input: RotaryPrepareOptions) {
    const options = PREPARE.open(input);
    this.#runtime = runtime;
    this.#frequencies = readFrequencies(options);
    this.#layout = options.read("layout");
    this.#startIndex = options.read("startIndex");
    this.#order = options.read("order");
    this.#angles = new Angles(
      runtime,
      options.call,
      this.#frequencies,
      options.read("precision"),
      options.read("maxLen"),
    );
  }

  apply(x: TensorInput, position: number, out?: Out): Tensor {
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
    out: Out | undefined,
  ): Tensor {
    const to = this.#runtime.addressOf(call, out);
    const from = this.#runtime.addressOf(call, x);
    if (to !== undefined && from !== undefined) {
      return this.#applyAt(call, x as TensorBuffer, from, position, out, to);
    }
    return this.#turned(call, "x", x, out, (_, seqLen) => {
      this.#checkPosition(call, position, seqLen);
      return this.#angles.rows(call, position, seqLen);
    });
  }

  #checkPosition(call: string, position: number, seqLen: number): void {
    const last = this.#angles.end - seqLen;
    const why = ` for ${seqLen} tokens`;
    checkInteger(call, "position", position, 0, last, why);
  }

  /** From buffer to buffer: nothing is made on the way. */
  #applyAt(
    call: string,
    x: TensorBuffer,
    from: number,
    position: number,
    out: Out | undefined,
    to: number,
  ): Tensor {
    const { shape } = x;
    // A buffer's shape never changes.
    if (shape !== this.#shape) {
      checkTensor(call, "x", x, SHAPES[this.#order]);
      this.#dims = this.#dimsOf(call, "x", shape);
      this.#shape = shape;
    }
    if (out !== x) this.#runtime.checkOut(call, shape, out as Out);
    if (this.#angles.isDisposed) {
      throw new TypeError(`${call}: it has been disposed of`);
    }
    const [batch, seqLen, numHeads, headDim] = this.#dims;
    this.#checkPosition(call, position, seqLen);
    const cos = this.#angles.address(call, position, seqLen);
    const { pairs } = this.#frequencies;
    this.#runtime.run(call, rotaryApply, {
      y: to as Address<Float32Array>,
      x: from as Address<Float32Array>,
      cos: cos as Address<Float32Array>,
      sin: (cos + this.#angles.toSines) as Address<Float32Array>,
      tableRows: seqLen,
      rows: 0,
      rowCount: 0,
      batch,
      seqLen,
      numHeads,
      headDim,
      rotaryDim: 2 * pairs,
      start: this.#startIndex,
      layout: this.#layout,
    });
    return out as TensorBuffer;
  }

  shift(keys: TensorInput, delta: number, out?: Out): Tensor {
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
    this.#angles.dispose();
  }

  #dimsOf(call: string, name: string, shape: readonly number[]): Dims {
    const { pairs } = this.#frequencies;
    const last = shape.length - 1;
    const width = shape[last] as number;
    const inner = shape[last - 1] as number;
    const outer = shape[last - 2] as number;
    const batch = shape[last - 3] ?? 1;
    if (this.#startIndex + 2 * pairs > width) {
      throw new RangeError(
        `${call}: ${turnedColumns(pairs, this.#startIndex)}, more than a head of ${name} has: ${showShape(shape)}`,
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
    out: Out | undefined,
    tablesOf: (frame: Frame, seqLen: number) => TableRegions,
  ): Tensor {
    const args = { given, out };
    const x = checkTensor(
      call,
      name,
      snapshotOf(call, name, args, "given"),
      SHAPES[this.#order],
    );
    const place = givenOf(call, "out", args, "out") as typeof out;
    if (place !== undefined) refuseOverlap(call, place, { [name]: x });
    if (this.#angles.isDisposed) {
      throw new TypeError(`${call}: it has been disposed of`);
    }
    const dims = this.#dimsOf(call, name, x.shape);
    const heads = {
      dims,
      layout: this.#layout,
      startIndex: this.#startIndex,
    };
    return this.#runtime.frame(call, (frame) => {
      const to = frame.output(x.shape, place);
      const tables = tablesOf(frame, dims[1]);
      const isIn = x instanceof TensorBuffer;
      const from = isIn ? frame.input(x) : to;
      if (!isIn) to.view().set(x.data);
      const at = tables.rows === dims[1] ? [] : [0];
      turnRegion(this.#runtime, call, frame, [to, from], heads, tables, at);
      return frame.result(to, x.shape, place);
    });
  }
}

/** {@link Rotary.prepare} of one instance. */
export const preparing = (runtime: Runtime): Pick<Rotary, "prepare"> => {
  disposable(Prepared.prototype);
  return {
    prepare: (options: RotaryPrepareOptions): PreparedRotary =>
      new Prepared(runtime, options) as unknown as PreparedRotary,
  };
};

export const rotaryPrepare: Rotary["prepare"] = /* @__PURE__ */ named(
  preparing,
  "prepare",
);
