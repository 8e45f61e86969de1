import { largestOutput, numbers, tensor } from "../compare.js";

/** Rows of a table from `start`, `count` of them. */
function cut({ data, shape: [, width] }, start, count) {
  return {
    data: data.slice(start * width, (start + count) * width),
    shape: [count, width],
  };
}

export default {
  tupe: {
    // Two layers, a product and a table, each rounded to float32.
    ulps: 16,
    floor: largestOutput,
    run(pe, { params, inputs, outputs }) {
      const {
        seq_len: length,
        num_heads: heads,
        embedding_dim: model,
        pos_scaling: positionScale,
        layernorm_eps: epsilon = 1e-5,
      } = params;
      // Row 0 is θ₁, row 1 is θ₂ and position 0, row t + 1 position t.
      const rows = cut(tensor(inputs["pos.weight"]), 0, length + 1);
      const normed = pe.transformer.layerNorm(rows, {
        epsilon,
        ...vector(inputs, "pos_ln.weight", "gain"),
        ...vector(inputs, "pos_ln.bias", "bias"),
      });
      const project = (name) => {
        const { data } = pe.transformer.linear(
          normed,
          tensor(inputs[`${name}.weight`]),
          inputs[`${name}.bias`] && tensor(inputs[`${name}.bias`]),
        );
        return { data, shape: [length + 1, heads, model / heads] };
      };
      const table = inputs["relative_attention_bias.weight"];
      const { position, buckets } = pe.relative.tupe({
        positionQuery: project("pos_q_linear"),
        positionKey: project("pos_k_linear"),
        positionScale,
        cls: true,
        ...(params.rel_pos
          ? {
              relative: {
                table: tensor(table),
                numBuckets: params.rel_pos_bins,
                maxDistance: params.max_rel_pos,
              },
            }
          : {}),
      });
      return {
        self_attn_bias: position,
        ...(outputs.rp_bucket
          ? { rp_bucket: { data: buckets, shape: [length, length] } }
          : {}),
      };
    },
  },
};

const vector = (inputs, name, option) =>
  inputs[name]
    ? { [option]: { data: numbers(inputs[name]), shape: inputs[name].shape } }
    : {};
