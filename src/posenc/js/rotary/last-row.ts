import type { Precision } from "../generated/border/enums/rotary.js";
import { copyInto, type Frame, type Runtime } from "../runtime.js";
import type { GivenFrequencies } from "./inputs.js";
import type { TableRegions } from "./rotate.js";

// A model turns the queries and the keys of each of its layers by the same
// angles: those of one token are kept until another is asked for.

/** What decides the angles of a token. */
interface Row extends GivenFrequencies {
  readonly precision: Precision;
  readonly position: number;
}

/** Whether numbers are the kept ones; of one kind engines read them fastest. */
function areSame(
  numbers: ArrayLike<number> | undefined,
  kept: Float64Array,
): boolean {
  if (numbers instanceof Float64Array) {
    for (let i = 0; i < kept.length; i += 1) {
      if (numbers[i] !== kept[i]) return false;
    }
    return true;
  }
  for (let i = 0; i < kept.length; i += 1) {
    if ((numbers?.[i] ?? 0) !== kept[i]) return false;
  }
  return true;
}

/** A row that was computed, with copies of all that it depends on. */
class Kept {
  readonly #high: Float64Array;
  readonly #low: Float64Array;
  /** Until there are numbers, of no position. */
  #row = { factor: 0, precision: 0, position: Number.NaN };
  readonly cos: Float32Array;
  readonly sin: Float32Array;

  constructor(readonly pairs: number) {
    this.#high = new Float64Array(pairs);
    this.#low = new Float64Array(pairs);
    this.cos = new Float32Array(pairs);
    this.sin = new Float32Array(pairs);
  }

  is({ high, low, factor, precision, position }: Row): boolean {
    const row = this.#row;
    return (
      row.position === position &&
      row.precision === precision &&
      row.factor === factor &&
      areSame(high, this.#high) &&
      areSame(low, this.#low)
    );
  }

  put(row: Row, { cos, sin }: TableRegions): void {
    const { high, low, factor, precision, position } = row;
    for (let i = 0; i < this.pairs; i += 1) {
      this.#high[i] = high[i] as number;
      this.#low[i] = low?.[i] ?? 0;
    }
    copyInto(this.cos, cos.view());
    copyInto(this.sin, sin.view());
    this.#row = { factor, precision, position };
  }
}

const KEPT = /* @__PURE__ */ new WeakMap<Runtime, Kept>();
/** More than any model's heads have. */
const MOST_PAIRS = 256;

/** Cosines and sines of one token: as they were last, or made. */
export function rowOf(
  runtime: Runtime,
  frame: Frame,
  row: Row,
  make: () => TableRegions,
): TableRegions {
  const { pairs } = row;
  if (pairs > MOST_PAIRS) return make();
  let kept = KEPT.get(runtime);
  if (kept?.pairs !== pairs) {
    kept = new Kept(pairs);
    KEPT.set(runtime, kept);
  }
  if (!kept.is(row)) {
    const made = make();
    kept.put(row, made);
    return made;
  }
  const { cos, sin } = kept;
  return {
    cos: frame.inputFloat32(cos),
    sin: frame.inputFloat32(sin),
    rows: 1,
    pairs,
  };
}
