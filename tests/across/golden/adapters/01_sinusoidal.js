import { numbers } from "../compare.js";

/** Some cases keep only a few columns: cut ours the same way. */
function columns({ data, shape: [rows, width] }, kept) {
  if (!kept) return { data, shape: [rows, width] };
  const cut = new Float32Array(rows * kept.length);
  for (let r = 0; r < rows; r += 1) {
    kept.forEach((c, j) => {
      cut[r * kept.length + j] = data[r * width + c];
    });
  }
  return { data: cut, shape: [rows, kept.length] };
}

const interleaved = {
  run(pe, { params: { d_model: dModel, base, positions, columns: kept } }) {
    const rows = pe.embedding.sinusoidal({ positions, dModel, base });
    return { pe: columns(rows, kept) };
  },
};

/** Halves with the paper's exponents: Marian, GPT-J, NeoX, Transformer-XL. */
const halves = (output, length, width, positions) => ({
  run: (pe, { params, inputs }) => ({
    [output]: pe.embedding.sinusoidal({
      ...(positions
        ? { positions: numbers(inputs[positions]) }
        : { seqLen: params[length] }),
      dModel: params[width],
      ...(params.base ? { base: params.base } : {}),
      layout: "halves",
    }),
  }),
});

/**
 * tensor2tensor's frequencies are min·(max/min)^(−i/(n−1)): the smallest
 * timescale multiplies the position (its own code does so).
 */
function t2t(pe, positions, params) {
  const { channels, min_timescale: min = 1, max_timescale: max = 1e4 } = params;
  return pe.embedding.sinusoidal({
    positions: Array.from(positions, (p) => p * min),
    dModel: channels,
    base: max / min,
    layout: "halves",
    spacing: "endpoint",
  });
}

/** fairseq: endpoint halves whose padding row is zero. */
function fairseq(pe, positions, dModel, paddingRow) {
  const { data, shape } = pe.embedding.sinusoidal({
    positions,
    dModel,
    layout: "halves",
    spacing: "endpoint",
  });
  positions.forEach((p, row) => {
    if (p === paddingRow) data.fill(0, row * dModel, (row + 1) * dModel);
  });
  return { data, shape };
}

const range = (length, start = 0) =>
  Array.from({ length }, (_, i) => start + i);

export default {
  "interleaved.mpmath": interleaved,
  "interleaved.torch_f32": interleaved,
  "interleaved.jadore": {
    run: (pe, { params: { n_position: seqLen, d_hid: dModel } }) => ({
      pe: pe.embedding.sinusoidal({ seqLen, dModel }),
    }),
  },
  "t2t.get_timing_signal_1d": {
    run: (pe, { params }) => ({
      signal: t2t(pe, range(params.length, params.start_index), params),
    }),
  },
  "t2t.add_timing_signal_1d_given_position": {
    run(pe, { params, inputs, outputs }) {
      const { data } = t2t(pe, numbers(inputs.position), params);
      return { signal: { data, shape: outputs.signal.shape } };
    },
  },
  "fairseq.get_embedding": {
    run: (pe, { params }) => ({
      emb: fairseq(
        pe,
        range(params.num_embeddings),
        params.embedding_dim,
        params.padding_idx,
      ),
    }),
  },
  "fairseq.forward": {
    // Padding tokens take the padding row; the others count on from it.
    run(pe, { params, inputs }) {
      const {
        padding_idx: given,
        embedding_dim: dModel,
        init_size: rows,
      } = params;
      const pad = given ?? 0;
      const [batch, length] = inputs.tokens.shape;
      const tokens = numbers(inputs.tokens);
      const positions = [];
      for (let b = 0; b < batch; b += 1) {
        let next = pad;
        for (let t = 0; t < length; t += 1) {
          const real = tokens[b * length + t] !== pad;
          if (real) next += 1;
          positions.push(real ? next : pad);
        }
      }
      // Without a padding index row 0 is kept, until the table has to grow.
      const zero = given ?? (length + 1 > rows ? 0 : null);
      const { data } = fairseq(pe, positions, dModel, zero);
      return { emb: { data, shape: [batch, length, dModel] } };
    },
  },
  "hf.marian": halves("weight", "num_positions", "dim"),
  "hf.xlm": {
    run: (pe, { params: { n_pos: seqLen, dim: dModel } }) => ({
      out: pe.embedding.sinusoidal({ seqLen, dModel }),
    }),
  },
  "hf.gptj.create_sinusoidal_positions": halves("out", "num_pos", "dim"),
  "txl.PositionalEmbedding": halves("pos_emb", null, "demb", "pos_seq"),
  "gptneox.SinusoidalPositionalEmbedding": halves("emb", "seq_len", "dim"),
  "keras_hub.SinePositionEncoding": {
    run(pe, { params, inputs, outputs }) {
      const { data } = pe.embedding.sinusoidal({
        ...(inputs.positions
          ? { positions: numbers(inputs.positions) }
          : { seqLen: params.seq_len, offset: params.start_index }),
        dModel: params.hidden,
        base: params.max_wavelength,
      });
      return { pe: { data, shape: outputs.pe.shape } };
    },
  },
  "bert4keras.sinusoidal_embeddings": {
    run(pe, { params: { dim, base }, inputs, outputs }) {
      const { data } = pe.embedding.sinusoidal({
        positions: numbers(inputs.pos),
        dModel: dim,
        base,
      });
      return { emb: { data, shape: outputs.emb.shape } };
    },
  },
};
