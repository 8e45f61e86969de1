import { tensor } from "../compare.js";

export default {
  fire: {
    run: (pe, { params, inputs }) => ({
      bias: pe.bias.fire({
        queryLen: params.seq_len,
        keyLen: params.seq_len,
        c: params.c,
        L: params.L,
        multiplier: params.L_multiplier,
        eps: params.eps,
        weights: {
          hiddenWeight: tensor(inputs["mlp.0.weight"]),
          hiddenBias: tensor(inputs["mlp.0.bias"]),
          outputWeight: tensor(inputs["mlp.2.weight"]),
          outputBias: tensor(inputs["mlp.2.bias"]),
        },
      }),
    }),
  },
};
