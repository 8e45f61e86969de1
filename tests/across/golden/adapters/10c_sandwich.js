export default {
  sandwich: {
    run: (pe, { params }) => ({
      bias: pe.bias.sandwich({
        numHeads: params.num_heads,
        queryLen: params.seq_len,
        keyLen: params.seq_len,
        // Of an odd width the last column is unused, but counts in the exponent.
        dim: params.d_bar - (params.d_bar % 2),
        base: 10000 ** (1 - (params.d_bar % 2) / params.d_bar),
      }),
    }),
  },
};
