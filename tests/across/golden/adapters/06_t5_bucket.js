import { numbers, tensor } from "../compare.js";

/** In both directions the reference uses half of an odd number, rounded down. */
const used = (count, isBoth) => (isBoth ? count - (count % 2) : count);

const usedRows = ({ data, shape: [count, heads] }, isBoth) => {
  const rows = used(count, isBoth);
  return { data: data.slice(0, rows * heads), shape: [rows, heads] };
};

export default {
  "t5.relative_position_bucket": {
    run: (pe, { params, inputs }) => ({
      bucket: {
        data: pe.bias.t5Bucket(numbers(inputs.relative_position), {
          numBuckets: used(params.num_buckets, params.bidirectional),
          maxDistance: params.max_distance,
          bidirectional: params.bidirectional,
        }),
      },
      // Ours come from integers and have no second precision to differ from.
      f64_differs_at: { data: [] },
    }),
  },
  "t5.compute_bias": {
    run: (pe, { params, inputs }) => ({
      bias: pe.bias.t5({
        table: usedRows(
          tensor(inputs.relative_attention_bias),
          !params.is_decoder,
        ),
        maxDistance: params.max_distance,
        bidirectional: !params.is_decoder,
        queryLen: params.query_length,
        keyLen: params.key_length,
        offset: params.past_seen_tokens,
      }),
    }),
  },
};
