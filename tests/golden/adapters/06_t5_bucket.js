import { numbers, tensor } from "../compare.js";

export default {
  "t5.relative_position_bucket": {
    run: (pe, { params, inputs }) => ({
      bucket: {
        data: pe.bias.t5Bucket(numbers(inputs.relative_position), {
          numBuckets: params.num_buckets,
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
        table: tensor(inputs.relative_attention_bias),
        maxDistance: params.max_distance,
        bidirectional: !params.is_decoder,
        queryLen: params.query_length,
        keyLen: params.key_length,
        offset: params.past_seen_tokens,
      }),
    }),
  },
};
