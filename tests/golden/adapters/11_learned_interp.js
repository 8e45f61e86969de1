import { numbers, tensor } from "../compare.js";

const METHODS = { bilinear: "linear", bicubic: "cubic", nearest: "nearest" };
const range = (length) => Array.from({ length }, (_, i) => i);

const grid = {
  run: (pe, { params, inputs }) => ({
    resized: pe.embedding.resize2d(tensor(inputs.table), {
      from: params.old_grid,
      to: params.new_grid,
      method: METHODS[params.mode],
      alignCorners: params.align_corners,
      antialias: params.antialias ?? false,
    }),
  }),
};

const line = (pe, { params, inputs }) =>
  pe.embedding.resize(tensor(inputs.table), params.new_len, {
    alignCorners: params.align_corners,
  });

const linear = { run: (pe, testCase) => ({ resized: line(pe, testCase) }) };

/** Rows `kept` of a table. */
function pick({ data, shape: [, width] }, kept) {
  const rows = kept.map((r) => data.subarray(r * width, (r + 1) * width));
  return {
    data: Float32Array.from(rows.flatMap((row) => [...row])),
    shape: [kept.length, width],
  };
}

/** bert4keras: how the rows meet the tokens. */
const MERGES = {
  add: (pe, x, rows) => pe.embedding.add(x, rows),
  mul: (pe, x, rows) => pe.embedding.multiply(x, rows),
  zero: (_, __, rows) => rows,
  concat: (pe, x, rows) => pe.embedding.concat(x, rows),
};

export default {
  "torch_interp.bicubic.align_corners_False": grid,
  "torch_interp.bicubic.align_corners_True": grid,
  "torch_interp.bilinear.align_corners_False": grid,
  "torch_interp.bilinear.align_corners_True": grid,
  "torch_interp.linear1d.align_corners_False": linear,
  "torch_interp.linear1d.align_corners_True": linear,
  "torch_interp.linear1d.long": {
    run: (pe, testCase) => ({
      resized_rows: pick(line(pe, testCase), testCase.params.rows),
    }),
  },
  "mae.interpolate_pos_embed": {
    run: (
      pe,
      { params: { new_grid: side, extra_tokens: prefix }, inputs },
    ) => ({
      new_pos_embed: pe.embedding.resize2d(tensor(inputs.pos_embed), {
        to: [side, side],
        method: "cubic",
        prefix,
      }),
    }),
  },
  "hf.vit.interpolate_pos_encoding": {
    run: (pe, { params: { height, width, patch_size: patch }, inputs }) => ({
      out: pe.embedding.resize2d(tensor(inputs.position_embeddings), {
        to: [Math.floor(height / patch), Math.floor(width / patch)],
        method: "cubic",
        prefix: 1,
      }),
    }),
  },
  "timm.resample_abs_pos_embed": {
    run: (pe, { params, inputs }) => ({
      out: pe.embedding.resize2d(tensor(inputs.posemb), {
        from: params.old_size,
        to: params.new_size,
        method: METHODS[params.interpolation],
        antialias: params.antialias,
        prefix: params.num_prefix_tokens,
      }),
    }),
  },
  "bert4keras.PositionEmbedding": {
    run(pe, { params, inputs, outputs }) {
      const table = tensor(inputs.embeddings);
      const { seq_len: length, hierarchical, alpha, merge_mode: mode } = params;
      const rows = hierarchical
        ? pe.embedding.hierarchical(table, length, { alpha: alpha ?? 0.4 })
        : pe.embedding.lookup(table, range(length));
      const merge = MERGES[mode] ?? MERGES.concat;
      const { data } = merge(pe, tensor(inputs.x), rows);
      return { out: { data, shape: outputs.out.shape } };
    },
  },
  "fairseq.LearnedPositionalEmbedding": {
    run(pe, { params: { padding_idx: padding }, inputs, outputs }) {
      const { shape } = inputs.tokens;
      const mask = numbers(inputs.tokens).map((x) => (x === padding ? 0 : 1));
      const positions = pe.embedding.paddedPositions(
        { data: mask, shape },
        { padding },
      );
      const { data } = pe.embedding.lookup(tensor(inputs.weight), positions);
      return {
        positions: { data: positions, shape },
        out: { data, shape: outputs.out.shape },
      };
    },
  },
};
