// Attention as it is usually written in plain JavaScript: loops over heads,
// queries and keys, one row of scores at a time.
import type { Tensor } from "posenc";
import type { Contender } from "../types.ts";

/** A number for each key of a row: `data` from `row(head, query)` on. */
export interface Term {
  readonly data: Float32Array;
  readonly row: (head: number, query: number) => number;
}

interface Problem {
  readonly q: Tensor;
  readonly k: Tensor;
  readonly v: Tensor;
  readonly causal?: boolean;
}

const NOTHING = (length: number): Term => ({
  data: new Float32Array(length),
  row: () => 0,
});

/** Scores of one query as weights; answers their sum. */
function softmax(scores: Float32Array, count: number): number {
  let top = Number.NEGATIVE_INFINITY;
  for (let j = 0; j < count; j += 1) {
    if ((scores[j] as number) > top) top = scores[j] as number;
  }
  let total = 0;
  for (let j = 0; j < count; j += 1) {
    const weight = Math.exp((scores[j] as number) - top);
    scores[j] = weight;
    total += weight;
  }
  return total;
}

/** One pass over [1, T, H, D] tensors into `out`. */
function attend(problem: Problem, term: Term, out: Float32Array): void {
  const { q, k, v, causal = false } = problem;
  const [, length = 0, heads = 0, width = 0] = q.shape;
  const [qs, ks, vs] = [q.data, k.data, v.data];
  const scores = new Float32Array(length);
  const scale = 1 / Math.sqrt(width);
  const stride = heads * width;
  for (let h = 0; h < heads; h += 1) {
    for (let i = 0; i < length; i += 1) {
      const at = i * stride + h * width;
      const row = term.row(h, i);
      const count = causal ? i + 1 : length;
      for (let j = 0; j < count; j += 1) {
        const key = j * stride + h * width;
        let sum = 0;
        for (let d = 0; d < width; d += 1) {
          sum += (qs[at + d] as number) * (ks[key + d] as number);
        }
        scores[j] = sum * scale + (term.data[row + j] as number);
      }
      const total = softmax(scores, count);
      for (let d = 0; d < width; d += 1) {
        let sum = 0;
        for (let j = 0; j < count; j += 1) {
          const value = vs[j * stride + h * width + d] as number;
          sum += (scores[j] as number) * value;
        }
        out[at + d] = sum / total;
      }
    }
  }
}

/**
 * @param term - made anew in each call, as the library does
 */
export function plainAttention(
  problem: Problem,
  term: () => Term = () => NOTHING(problem.q.shape[1] ?? 0),
): Contender {
  const out = new Float32Array(problem.q.data.length);
  return { run: () => attend(problem, term(), out), output: () => out };
}

/** Pairs (i, i + D/2) of each head turned by position · 10000^(−2i/D). */
function turned({ data, shape }: Tensor): Tensor {
  const [, length = 0, heads = 0, width = 0] = shape;
  const half = width / 2;
  const out = new Float32Array(data.length);
  for (let t = 0; t < length; t += 1) {
    for (let i = 0; i < half; i += 1) {
      const angle = t * 10000 ** (-i / half);
      const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
      for (let h = 0; h < heads; h += 1) {
        const at = (t * heads + h) * width + i;
        const [x, y] = [data[at] as number, data[at + half] as number];
        out[at] = x * cos - y * sin;
        out[at + half] = x * sin + y * cos;
      }
    }
  }
  return { data: out, shape };
}

/** The same with rotary positions. */
export function plainRotary(problem: Problem): Contender {
  const out = new Float32Array(problem.q.data.length);
  const nothing = NOTHING(problem.q.shape[1] ?? 0);
  return {
    run() {
      const [q, k] = [turned(problem.q), turned(problem.k)];
      attend({ ...problem, q, k }, nothing, out);
    },
    output: () => out,
  };
}
