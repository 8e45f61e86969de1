import type { TensorBuffer } from "posenc";
import * as pe from "posenc";
import type { Samples } from "../plots/lines.ts";
import type { State } from "./attributes.ts";
import { columnAt, frequency, type Shape } from "./columns.ts";

const KEYS = ["seqLen", "dModel", "base", "layout"] as const;

/** The numbers of the figure, in the module's own memory. */
export class SinusoidalTable {
  #buffer: TensorBuffer | undefined;
  #shown: State | undefined;
  #fine: { readonly key: string; readonly samples: Samples[] } | undefined;
  /** Goes up whenever the numbers change. */
  version = 0;

  /** Computes the table of a state, unless it is there already. */
  compute(state: State): void {
    const shown = this.#shown;
    if (shown && KEYS.every((key) => shown[key] === state[key])) return;
    const { seqLen, dModel, base, layout } = state;
    if (shown?.seqLen !== seqLen || shown.dModel !== dModel) {
      this.release();
      this.#buffer = pe.buffer([seqLen, dModel]);
    }
    const out = this.#buffer as TensorBuffer;
    pe.sinusoidal({ seqLen, dModel, base, layout, out });
    this.#shown = state;
    this.#fine = undefined;
    this.version += 1;
  }

  /** Gives the memory back. */
  release(): void {
    this.#buffer?.dispose();
    this.#buffer = undefined;
    this.#shown = undefined;
    this.#fine = undefined;
  }

  /** All cells, row-major; to be fetched anew after every call of the API. */
  get data(): Float32Array {
    return this.#buffer?.data ?? new Float32Array(0);
  }

  /** One cell; NaN before the first computation. */
  value(pos: number, dim: number): number {
    return this.data[pos * (this.#shown?.dModel ?? 0) + dim] ?? Number.NaN;
  }

  /**
   * Columns as curves of at least `points` samples each. A short table is
   * sampled between its positions too, so that its waves look as they are.
   */
  waves(dims: readonly number[], points: number): Samples[] {
    const shape = this.#shown;
    if (!shape) return [];
    const { seqLen, dModel } = shape;
    if (seqLen === 1 || seqLen >= points) {
      const { data } = this;
      return dims.map((dim) => {
        return { data, start: dim, stride: dModel, count: seqLen };
      });
    }
    const key = `${dims} ${points}`;
    if (this.#fine?.key !== key) {
      this.#fine = { key, samples: this.#between(dims, points) };
    }
    return this.#fine.samples;
  }

  #between(dims: readonly number[], points: number): Samples[] {
    const shape = this.#shown as State & Shape;
    const columns = dims.map((dim) => columnAt(dim, shape));
    const positions = new Float64Array(columns.length * points);
    columns.forEach(({ pair }, k) => {
      // Pair 0 turns by one radian a position: at position p·ω it stands where
      // this pair stands at p.
      const step = (frequency(pair, shape) * (shape.seqLen - 1)) / (points - 1);
      for (let n = 0; n < points; n += 1) {
        positions[k * points + n] = n * step;
      }
    });
    const { data } = pe.sinusoidal({ positions, dModel: 2 });
    return columns.map(({ wave }, k) => {
      const start = 2 * k * points + (wave === "sin" ? 0 : 1);
      return { data, start, stride: 2, count: points };
    });
  }
}
