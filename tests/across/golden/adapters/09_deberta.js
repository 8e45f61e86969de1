import { largestOutput, numbers, tensor } from "../compare.js";

const layer = (inputs, name) => ({
  weight: tensor(inputs[`${name}.weight`]),
  ...(inputs[`${name}.bias`] ? { bias: tensor(inputs[`${name}.bias`]) } : {}),
});

const none = { data: new Float64Array(), shape: [0] };

export default {
  "ms.make_log_bucket_position": {
    run(pe, { params, inputs }) {
      const bucket = pe.relative.logBuckets(numbers(inputs.relative_pos), {
        buckets: params.bucket_size,
        maxPosition: params.max_position,
        // The case is Microsoft's; Hugging Face's goes on beyond.
        clamp: true,
      });
      // Exact thresholds: float32 and float64 logarithms never disagree here.
      return {
        bucket: { data: bucket },
        f64_differs_at: none,
        f64_bucket_there: none,
      };
    },
  },
  "ms.build_relative_position": {
    run(pe, { params }) {
      const {
        query_size: queryLen,
        key_size: keyLen,
        bucket_size: buckets,
        max_position: maxPosition,
      } = params;
      const data = pe.relative.distances({
        queryLen,
        keyLen,
        ...(buckets > 0 && maxPosition > 0
          ? { buckets, maxPosition, clamp: true }
          : {}),
      });
      return { relative_pos: { data, shape: [queryLen, keyLen] } };
    },
  },
  "deberta.disentangled_attention": {
    // Projections, three products and the output, each rounded to float32.
    ulps: 16,
    floor: largestOutput,
    run(pe, { params, inputs, outputs }) {
      const {
        num_heads: heads,
        seq_len: length,
        att_span: span,
        position_buckets: buckets,
        max_relative_positions: maxPosition,
        share_att_key: shared,
      } = params;
      const terms = params.pos_att_type
        .toLowerCase()
        .split("|")
        .map((term) => term.trim());
      const x = tensor(inputs.hidden_states);
      const rel = tensor(inputs.rel_embeddings);
      // The first rows of a longer table, as the published code takes them.
      const model = rel.shape[1];
      const used = {
        data: rel.data.slice(0, 2 * span * model),
        shape: [2 * span, model],
      };
      const project = (name) => {
        const { weight, bias } = layer(inputs, name);
        const { data } = pe.transformer.linear(used, weight, bias);
        return { data, shape: [2 * span, heads, model / heads] };
      };
      const result = pe.relative.deberta({
        q: x,
        k: x,
        v: x,
        numHeads: heads,
        span,
        terms,
        mask: {
          data: boolean(inputs.attention_mask),
          shape: inputs.attention_mask.shape,
        },
        projections: {
          q: layer(inputs, "query_proj"),
          k: layer(inputs, "key_proj"),
          v: layer(inputs, "value_proj"),
        },
        ...(terms.includes("c2p")
          ? { relK: project(shared ? "key_proj" : "pos_key_proj") }
          : {}),
        ...(terms.includes("p2c")
          ? { relQ: project(shared ? "query_proj" : "pos_query_proj") }
          : {}),
        ...(buckets > 0 && maxPosition > 0 ? { buckets, maxPosition } : {}),
      });
      const merged = ({ data }, name) => ({ data, shape: outputs[name].shape });
      return {
        relative_pos: {
          data: pe.relative.distances({
            queryLen: length,
            keyLen: length,
            ...(buckets > 0 && maxPosition > 0 ? { buckets, maxPosition } : {}),
          }),
        },
        content_scores: merged(result.terms.c2c, "content_scores"),
        rel_att: merged(result.position, "rel_att"),
        attention_probs: result.weights,
        output: result.output,
      };
    },
  },
};

function boolean(array) {
  return Uint8Array.from(numbers(array), (x) => Number(x !== 0));
}
