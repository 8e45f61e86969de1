import { numbers, tensor } from "../compare.js";

const METHODS = { bilinear: "linear", bicubic: "cubic", nearest: "nearest" };
function methodOf(mode) {
  if (!(mode in METHODS)) throw new Error(`no method for ${mode}`);
  return METHODS[mode];
}
const range = (length) => Array.from({ length }, (_, i) => i);

const grid = {
  run: (pe, { params, inputs }) => ({
    resized: pe.embedding.resize2d(tensor(inputs.table), {
      from: params.old_grid,
      to: params.new_grid,
      method: methodOf(params.mode),
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

const largest = ({ data }) =>
  data.reduce((most, x) => Math.max(most, Math.abs(x)), 0);

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
    run(pe, { params, inputs }) {
      const { new_size: to, num_prefix_tokens: prefix } = params;
      const table = tensor(inputs.posemb);
      const rows = table.shape.at(-2) - prefix;
      // It takes a square of as many tokens for the same grid.
      if (to[0] === to[1] && to[0] * to[1] === rows) return { out: table };
      const resized = pe.embedding.resize2d(table, {
        ...(params.old_size ? { from: params.old_size } : {}),
        to,
        method: methodOf(params.interpolation),
        antialias: params.antialias,
        prefix,
      });
      return { out: resized };
    },
  },
  "bert4keras.PositionEmbedding": {
    run(pe, { params, inputs, outputs }) {
      const table = tensor(inputs.embeddings);
      const { seq_len: length, hierarchical, alpha, merge_mode: mode } = params;
      const rows = hierarchical
        ? pe.embedding.hierarchical(table, length, {
            alpha: alpha ?? (hierarchical === true ? 0.4 : hierarchical),
          })
        : pe.embedding.lookup(table, range(length));
      const merge = MERGES[mode] ?? MERGES.concat;
      const x = tensor(inputs.x);
      const { data } = merge(pe, x, rows);
      const out = { data, shape: outputs.out.shape };
      if (!hierarchical || merge === MERGES.zero || merge === MERGES.concat) {
        return { out };
      }
      // The rows are rounded, and then what becomes of them is.
      const floor = largest(rows) * (mode === "mul" ? largest(x) : 1);
      return { out: { ...out, bound: { ulps: 2, floor } } };
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
