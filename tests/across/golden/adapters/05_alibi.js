import { numbers } from "../compare.js";

/** The authors' form m·k, the same for every query. */
const byKey = (pe, options) => pe.bias.alibi({ form: "key", ...options });

export default {
  "ofirpress.get_slopes": {
    run: (pe, { params }) => ({
      slopes: { data: pe.bias.alibiSlopes({ numHeads: params.n_heads }) },
    }),
  },
  "ofirpress.causal_bias": {
    // The sum of weights has a rounding for each of its terms.
    ulps: 32,
    run(pe, { params: { heads: numHeads, maxpos: length } }) {
      const row = byKey(pe, { numHeads, keyLen: length, causal: false });
      const masked = byKey(pe, { numHeads, queryLen: length, keyLen: length });
      // Attention of zeros: the weights are the softmax of the mask alone.
      const zeros = {
        data: new Float32Array(length * numHeads),
        shape: [length, numHeads, 1],
      };
      const { weights } = pe.attention({
        q: zeros,
        k: zeros,
        v: zeros,
        mask: pe.bias.alibi({ numHeads, queryLen: length, keyLen: length }),
        returnWeights: true,
      });
      return {
        alibi_row: row,
        mask_plus_alibi: masked,
        softmax_of_mask_plus_alibi: weights,
      };
    },
  },
  "gptneox.AliBi": {
    run: (pe, { params: { heads: numHeads, seq_len: length } }) => ({
      bias: pe.bias.alibi({
        numHeads,
        queryLen: length,
        keyLen: length,
        future: "zero",
      }),
    }),
  },
  "gptneox.AliBi.decode": {
    run: (pe, { params: { heads: numHeads, q, k } }) => ({
      bias: pe.bias.alibi({
        numHeads,
        queryLen: q,
        keyLen: k,
        future: "zero",
      }),
    }),
  },
  "opennmt.AlibiPositionalBias": {
    // Heads beyond those with a slope get no bias.
    run(pe, { params: { alibi_heads: numHeads, total_heads: all, i, j } }) {
      const { data } = pe.bias.alibi({
        numHeads,
        queryLen: i,
        keyLen: j,
        symmetric: true,
      });
      const bias = new Float32Array(all * i * j);
      bias.set(data);
      return { bias: { data: bias, shape: [all, i, j] } };
    },
  },
  "hf.bloom.build_alibi_tensor": {
    // Positions count real tokens; padding has none and gets no bias.
    run(pe, { params: { num_heads: numHeads }, inputs }) {
      const { shape } = inputs.attention_mask;
      const [batch, length] = shape;
      const mask = numbers(inputs.attention_mask);
      const positions = pe.embedding.paddedPositions(
        { data: mask, shape },
        { padding: -1 },
      );
      const alibi = new Float32Array(batch * numHeads * length);
      for (let b = 0; b < batch; b += 1) {
        const row = byKey(pe, {
          numHeads,
          keyPositions: positions.subarray(b * length, (b + 1) * length),
          causal: false,
        });
        alibi.set(row.data, b * numHeads * length);
      }
      alibi.forEach((_, c) => {
        const b = Math.floor(c / length / numHeads);
        if (mask[b * length + (c % length)] === 0) alibi[c] = 0;
      });
      return { alibi: { data: alibi, shape: [batch * numHeads, 1, length] } };
    },
  },
  "hf.mpt.build_mpt_alibi_tensor": {
    // One row: the bias of the last query, which all queries share.
    run: (pe, { params }) => ({
      alibi: pe.bias.alibi({
        numHeads: params.num_heads,
        queryLen: 1,
        keyLen: params.sequence_length,
        order: "mpt",
        maxBias: params.alibi_bias_max,
      }),
    }),
  },
};
