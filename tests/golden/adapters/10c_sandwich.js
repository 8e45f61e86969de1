export default {
  sandwich: {
    run: (pe, { params }) => ({
      bias: pe.bias.sandwich({
        numHeads: params.num_heads,
        queryLen: params.seq_len,
        keyLen: params.seq_len,
        dim: params.d_bar,
      }),
    }),
  },
};
