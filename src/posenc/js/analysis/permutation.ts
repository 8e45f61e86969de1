import { readForm, tokenAxis } from "../attention/form.js";
import { attend, WITH_POSITION } from "../attention-call.js";
import { named } from "../default-instance.js";
import type { Runtime } from "../runtime.js";
import { integers, type OptionsOf, table } from "../schema.js";
import type { ReadTensor } from "../tensor.js";

export const PERMUTATION_ERROR = table("analysis.permutationError", {
  ...WITH_POSITION,
  /** Where the tokens come from: row t of PX is row `permutation[t]` of X. */
  permutation: integers(),
});
/** Options of {@link PermutationAnalysis.permutationError}. */
export type PermutationErrorOptions = OptionsOf<typeof PERMUTATION_ERROR>;

/** What {@link PermutationAnalysis.permutationError} finds. */
export interface PermutationError {
  /** Largest |Attn(PX) − P·Attn(X)| of all numbers. */
  readonly max: number;
  /** Root of the mean square of all differences. */
  readonly rms: number;
}

/** What shuffling the tokens shows. */
export interface PermutationAnalysis {
  /**
   * How far attention is from not seeing the order of its tokens: without
   * positions Attn(PX) = P·Attn(X) for every permutation P, up to rounding;
   * positions or a causal mask break that. A `mask` stays where it is.
   */
  permutationError(options: PermutationErrorOptions): PermutationError;
}

/** Rows taken along the axis of the tokens. */
function permute(
  { data, shape }: ReadTensor,
  axis: number,
  order: ArrayLike<number>,
): ReadTensor {
  const row = shape.slice(axis + 1).reduce((a, b) => a * b, 1);
  const out = new Float32Array(data.length);
  const { length } = order;
  for (let x = 0; x < data.length; x += 1) {
    const t = Math.floor(x / row);
    const source = t - (t % length) + (order[t % length] as number);
    out[x] = data[source * row + (x % row)] as number;
  }
  return { data: out, shape };
}

/** What {@link Posenc.analysis} has for shuffled tokens, built on attention. */
export function permutationAnalysis(runtime: Runtime): PermutationAnalysis {
  return {
    permutationError(input) {
      const options = PERMUTATION_ERROR.open(input);
      const rest = options.but({ permutation: undefined });
      const { output } = attend(runtime, rest);
      const axis = tokenAxis(readForm(options));
      const { shape } = options.tensor("q");
      const length = shape[axis] as number;
      const order = options.integers("permutation", {
        min: 0,
        max: length - 1,
        length,
      });
      if (new Set(Array.from(order)).size !== length) {
        options.fail("permutation", `each of 0 to ${length - 1} once`);
      }
      const move = (name: "q" | "k" | "v"): ReadTensor => {
        const own = options.tensor(name).shape;
        const open = own.map((n, i) => (i === axis ? length : n));
        return permute(options.tensor(name, { shape: open }), axis, order);
      };
      const moved = attend(
        runtime,
        rest.but({ q: move("q"), k: move("k"), v: move("v") }),
      );
      const expected = permute(output, axis, order);
      let max = 0;
      let sum = 0;
      for (let x = 0; x < expected.data.length; x += 1) {
        const gap = Math.abs(
          (moved.output.data[x] as number) - (expected.data[x] as number),
        );
        max = Math.max(max, gap);
        sum += gap * gap;
      }
      return { max, rms: Math.sqrt(sum / expected.data.length) };
    },
  };
}

export const analysisPermutationError: PermutationAnalysis["permutationError"] =
  /* @__PURE__ */ named(permutationAnalysis, "permutationError");
