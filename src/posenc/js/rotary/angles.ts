import { addressOf, type TensorBuffer } from "../buffer.js";
import type { Precision } from "../generated/border/enums/rotary.js";
import type { Region, Runtime } from "../runtime.js";
import { type ReadFrequencies, range } from "./inputs.js";
import { makeTables, type TableRegions } from "./rotate.js";

/** Rows of the first tables; each that follows has twice as many, to a limit. */
const FIRST_ROWS = 64;
/** A position that lies far off must not cost the memory of all before it. */
const MOST_ROWS = 4096;
/** Positions that tables are made for end here. */
export const MAX_ROWS = 2 ** 24;

/** Cosines and sines of positions as they come, kept in the module. */
export class Angles {
  readonly #runtime: Runtime;
  readonly #frequencies: ReadFrequencies;
  readonly #precision: Precision;
  /** Positions end here. */
  readonly end: number;
  /** Cosines, then sines: `[2, rows, pairs]`; undefined when disposed of. */
  #angles: TensorBuffer | undefined;
  /** Position of their first row. */
  #first = 0;

  /** @param maxLen - how many positions there are: all are computed at once */
  constructor(
    runtime: Runtime,
    call: string,
    frequencies: ReadFrequencies,
    precision: Precision,
    maxLen?: number,
  ) {
    this.#runtime = runtime;
    this.#frequencies = frequencies;
    this.#precision = precision;
    this.end = maxLen ?? MAX_ROWS;
    this.#angles = this.#make(call, 0, maxLen ?? FIRST_ROWS);
  }

  get isDisposed(): boolean {
    return this.#angles === undefined;
  }

  /**
   * Address of the cosines of `position`, for so many tokens; the sines lie
   * `toSines` bytes behind.
   */
  address(call: string, position: number, seqLen: number): number {
    const angles = this.#reaching(call, position, seqLen);
    const from = (position - this.#first) * this.#frequencies.pairs;
    return angles.address(call) + 4 * from;
  }

  get toSines(): number {
    const rows = (this.#angles as TensorBuffer).shape[1] as number;
    return 4 * rows * this.#frequencies.pairs;
  }

  /** Rows of positions `position` to `position` + `seqLen` − 1. */
  rows(call: string, position: number, seqLen: number): TableRegions {
    const angles = this.#reaching(call, position, seqLen);
    const from = position - this.#first;
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
    const ahead = Math.min(2 * rows, MOST_ROWS, this.end - position);
    const others = this.#make(call, position, Math.max(seqLen, ahead));
    angles.dispose();
    this.#angles = others;
    this.#first = position;
    return others;
  }
}
