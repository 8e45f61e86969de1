import { Options } from "./options.js";
import type { Runtime } from "./runtime.js";
import type { Tensor, TensorLike } from "./tensor.js";

/** Options of {@link Transformer.layerNorm}. */
export interface LayerNormOptions {
  /** Factors, `[D]`; default ones. */
  readonly gain?: TensorLike;
  /** Summands, `[D]`; default zeros. */
  readonly bias?: TensorLike;
  /** Added to the variance; default 1e-5. */
  readonly epsilon?: number;
}

/** The parts that Transformers are assembled from. */
export interface Transformer {
  /**
   * A linear layer x·Wᵀ + b, as PyTorch's `nn.Linear` stores it.
   *
   * @param x - shape `[…, in]`
   * @param weight - shape `[out, in]`
   * @param bias - shape `[out]`; default none
   * @returns shape `[…, out]`
   */
  linear(x: TensorLike, weight: TensorLike, bias?: TensorLike): Tensor;

  /**
   * Layer normalization over the last axis (Ba et al. 2016), in float64.
   *
   * @param x - shape `[…, D]`
   * @returns shape of `x`
   */
  layerNorm(x: TensorLike, options?: LayerNormOptions): Tensor;
}

const ANY = [1, 2, 3, 4, 5];

/**
 * Bindings of src/wasm/transformer.cpp behind the public interface.
 *
 * @internal
 */
export function transformer(runtime: Runtime): Transformer {
  return Object.freeze<Transformer>({
    linear(x, weight, bias) {
      const call = "transformer.linear";
      const options = new Options(call, { x, weight, bias }, [
        "x",
        "weight",
        "bias",
      ]);
      const input = options.tensor("x", { rank: ANY, as: "[…, in]" });
      const width = input.shape.at(-1) as number;
      const w = options.tensor("weight", { shape: [null, width] });
      const outWidth = w.shape[0] as number;
      const b = options.has("bias")
        ? options.tensor("bias", { shape: [outWidth] })
        : undefined;
      const sizes = [input.data.length / width, width, outWidth];
      return runtime.frame(call, (frame) => {
        const shape = [...input.shape.slice(0, -1), outWidth];
        const out = frame.output(shape);
        runtime.run(
          call,
          "numeric_linear",
          ...[out.pointer, frame.input(input).pointer, frame.input(w).pointer],
          b ? frame.input(b).pointer : 0,
          ...sizes,
          frame.float32(runtime.number("numeric_linear_scratch_size", ...sizes))
            .pointer,
        );
        return { data: out.take(), shape };
      });
    },

    layerNorm(x, input = {}) {
      const call = "transformer.layerNorm";
      const options = Options.with(call, { x }, input, [
        "gain",
        "bias",
        "epsilon",
      ]);
      const rows = options.tensor("x", { rank: ANY, as: "[…, D]" });
      const width = rows.shape.at(-1) as number;
      const epsilon = options.number("epsilon", { min: 0, default: 1e-5 });
      return runtime.frame(call, (frame) => {
        const vector = (name: string): number =>
          options.has(name)
            ? frame.input(options.tensor(name, { shape: [width] })).pointer
            : 0;
        const out = frame.output(rows.shape);
        runtime.run(
          call,
          "transformer_layer_norm",
          ...[out.pointer, frame.input(rows).pointer],
          ...[vector("gain"), vector("bias")],
          ...[rows.data.length / width, width, epsilon],
        );
        return { data: out.take(), shape: [...rows.shape] };
      });
    },
  });
}
