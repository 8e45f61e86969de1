import { tensor } from "../compare.js";

/** The published code keeps the batch out of its outputs: the first stands. */
const withoutBatch = ({ data }, { shape }) => {
  const count = shape.reduce((product, length) => product * length, 1);
  return { data: data.slice(0, count), shape };
};

/** Which parameters exist is said by the name: kerple_power_<bias>_<weight>. */
function powerParameters(pe, { pos_emb: name, ...params }) {
  if (name.endsWith("original")) {
    return { a: pe.bias.alibiSlopes({ numHeads: params.num_heads }) };
  }
  return Object.fromEntries(
    [
      ["a", params.bias_a],
      ["p", params.bias_p],
      ["weightA", params.wei_a],
      ["weightP", params.wei_p],
    ].filter(([, values]) => values),
  );
}

export default {
  "kerple.log": {
    run(pe, { params, inputs, outputs }) {
      const options = {
        kind: "log",
        a: params.bias_a,
        p: params.bias_p,
        eps: params.eps,
        future: "zero",
      };
      const scores = pe.bias.kerple({
        ...options,
        scores: tensor(inputs.scores),
      });
      return {
        scores_out: withoutBatch(scores, outputs.scores_out),
        decode_bias_q1: pe.bias.kerple({
          ...options,
          queryLen: 1,
          keyLen: params.seq_len,
        }),
      };
    },
  },
  "kerple.power": {
    // The "original" variant takes ALiBi's slopes, which are float32 numbers
    // here: half an ulp of the bias, where the bias can cancel with the score.
    ulps: 2,
    floor: 8,
    run(pe, { params, inputs, outputs }) {
      const scores = pe.bias.kerple({
        kind: "power",
        ...powerParameters(pe, params),
        eps: params.eps,
        scores: tensor(inputs.scores),
        future: "zero",
      });
      return { scores_out: withoutBatch(scores, outputs.scores_out) };
    },
  },
};
