import { largestOutput, numbers, tensor } from "../compare.js";

/** [B, T, D] as one head: [B, T, 1, D]. */
const oneHead = (array) => {
  const { data, shape } = tensor(array);
  return { data, shape: [shape[0], shape[1], 1, shape[2]] };
};

/** [D, N] → [N, D]. */
function transpose(array) {
  const [rows, columns] = array.shape;
  const data = numbers(array);
  return {
    data: Float64Array.from(
      data,
      (_, n) => data[(n % rows) * columns + Math.floor(n / rows)],
    ),
    shape: [columns, rows],
  };
}

export default {
  cope: {
    // Gates are summed in float32 along the row.
    ulps: 32,
    floor: largestOutput,
    run(pe, { params, inputs, outputs }) {
      const v = oneHead(inputs.v);
      const gates = params.val_gates
        ? v
        : params.sep_key
          ? oneHead(inputs.key_cope)
          : undefined;
      const result = pe.relative.cope({
        q: oneHead(inputs.q),
        k: oneHead(inputs.k),
        v,
        causal: params.causal,
        embeddings: transpose(inputs.pos_emb),
        scaled: !params.nodiv,
        ...(gates ? { gates } : {}),
      });
      const [b, t] = outputs.positions.shape;
      const flat = ({ data }) => ({ data, shape: [b, t, t] });
      return {
        positions: flat(result.positions),
        attention: flat(result.weights),
        output: { data: result.output.data, shape: outputs.output.shape },
      };
    },
  },
};
