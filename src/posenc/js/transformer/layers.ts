import { named } from "../default-instance.js";
import { RESULT, type ResultOptions } from "../result.js";
import type { Runtime } from "../runtime.js";
import { type OptionsOf, optional, real, table, tensor } from "../schema.js";
import type { ReadTensor, Tensor, TensorInput } from "../tensor.js";
import * as parts from "./parts.js";

/** Added to the variance of a norm. */
export const EPSILON = real({ min: 0, default: 1e-5 });

export const LAYER_NORM = table("transformer.layerNorm", {
  /** Factors, `[D]`. */
  gain: optional(tensor(), "ones"),
  /** Summands, `[D]`. */
  bias: optional(tensor(), "zeros"),
  /** Added to the variance. */
  epsilon: EPSILON,
  ...RESULT,
});

const LINEAR = table("transformer.linear", RESULT);
/** Options of {@link TransformerLayers.layerNorm}. */
export type LayerNormOptions = OptionsOf<typeof LAYER_NORM>;

/** The layers of a Transformer that know nothing of positions. */
export interface TransformerLayers {
  /**
   * A linear layer x·Wᵀ + b, as PyTorch's `nn.Linear` stores it.
   *
   * @param x - shape `[…, in]`
   * @param weight - shape `[out, in]`
   * @param bias - shape `[out]`; default none
   * @returns shape `[…, out]`
   */
  linear(
    x: TensorInput,
    weight: TensorInput,
    bias?: TensorInput,
    options?: ResultOptions,
  ): Tensor;

  /**
   * Layer normalization over the last axis (Ba et al. 2016), in float64. A row
   * of equal numbers has no variance: it needs an `epsilon` above 0.
   *
   * @param x - shape `[…, D]`
   * @returns shape of `x`
   */
  layerNorm(x: TensorInput, options?: LayerNormOptions): Tensor;
}

const ANY = [1, 2, 3, 4, 5];

/** The layers that {@link Posenc.transformer} offers one by one. */
export function transformerLayers(runtime: Runtime): TransformerLayers {
  return {
    linear(x, weight, bias, given = {}) {
      const options = LINEAR.open(given, { x, weight, bias });
      const { call } = options;
      const input = options.tensor("x", { rank: ANY, as: "[…, in]" });
      const width = input.shape.at(-1) as number;
      const w = options.tensor("weight", { shape: [null, width] });
      const b = options.has("bias")
        ? options.tensor("bias", { shape: [w.shape[0] as number] })
        : undefined;
      return parts.linear(runtime, call, input, w, b, options.out());
    },

    layerNorm(x, input = {}) {
      const options = LAYER_NORM.open(input, { x });
      const { call } = options;
      const rows = options.tensor("x", { rank: ANY, as: "[…, D]" });
      const width = rows.shape.at(-1) as number;
      const epsilon = options.read("epsilon");
      const vector = (name: string): ReadTensor | undefined =>
        options.has(name)
          ? options.tensor(name, { shape: [width] })
          : undefined;
      const [gain, bias] = [vector("gain"), vector("bias")];
      const out = options.out();
      return parts.layerNorm(runtime, call, rows, gain, bias, epsilon, out);
    },
  };
}

export const transformerLayerNorm: TransformerLayers["layerNorm"] =
  /* @__PURE__ */ named(transformerLayers, "layerNorm");
export const transformerLinear: TransformerLayers["linear"] =
  /* @__PURE__ */ named(transformerLayers, "linear");
