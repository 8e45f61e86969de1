import { numbers, tensor } from "../compare.js";

/** Rows of a grid, in the shape that the reference gives them. */
const reshape = ({ data }, shape) => ({ data, shape });

/** tatp22: the grid's axes stand between batch and channels. */
const tatp22 = {
  run(pe, { params: { shape, channels }, outputs }) {
    const grid = shape.slice(0, -1);
    const width = shape.at(-1);
    // The class was made for `channels`, the tensor has `width` of them.
    const block = 2 * Math.ceil(channels / (2 * grid.length));
    const whole = block * grid.length;
    const rows = pe.embedding.axial({ shape: grid, dModel: whole });
    return {
      pe: {
        data: rows.data.filter((_, i) => i % whole < width),
        shape: outputs.pe.shape,
      },
    };
  },
};

/** `[B, ...grid, C]` as tokens, with rows of the same grid. */
function gridTokens({ data, shape }) {
  const [batch, ...rest] = shape;
  const dModel = rest.pop();
  const cells = rest.reduce((a, b) => a * b, 1);
  return {
    grid: rest,
    dModel,
    tokens: { data, shape: [batch, cells, dModel] },
  };
}

/** Two roundings: of a row, whose numbers are up to 1, and of the sum. */
const sum = { ulps: 2, floor: 0.5 };

export default {
  "tatp22.PositionalEncoding1D": tatp22,
  "tatp22.PositionalEncoding2D": tatp22,
  "tatp22.PositionalEncoding3D": tatp22,
  "tatp22.Summer": {
    ...sum,
    run(pe, { inputs, outputs }) {
      const { grid, dModel, tokens } = gridTokens(tensor(inputs.x));
      const rows = pe.embedding.axial({ shape: grid, dModel });
      return { y: reshape(pe.embedding.add(tokens, rows), outputs.y.shape) };
    },
  },
  "tatp22.Permute": {
    // [B, C, ...grid]: the same rows for every b, columns first.
    run(pe, { params: { shape } }) {
      const [batch, dModel, ...grid] = shape;
      const rows = pe.embedding.axial({ shape: grid, dModel });
      const cells = rows.shape[0];
      const data = new Float32Array(batch * dModel * cells);
      for (let i = 0; i < data.length; i += 1) {
        const column = Math.floor(i / cells) % dModel;
        data[i] = rows.data[(i % cells) * dModel + column];
      }
      return { pe: { data, shape } };
    },
  },
  "mae.get_2d_sincos_pos_embed": {
    run(pe, { params }) {
      const { embed_dim: dModel, grid_size: size, cls_token: cls } = params;
      return {
        pos_embed: pe.embedding.axial({
          shape: Array.isArray(size) ? size : [size, size],
          dModel,
          convention: "mae",
          prefix: cls ? 1 : 0,
        }),
      };
    },
  },
  "mae.get_1d_sincos_pos_embed_from_grid": {
    run: (pe, { params, inputs }) => ({
      emb: pe.embedding.axial({
        axes: [numbers(inputs.pos)],
        dModel: params.embed_dim,
        convention: "mae",
      }),
    }),
  },
  "t2t.add_timing_signal_nd": {
    ...sum,
    // The smallest timescale multiplies the position, as in 01_sinusoidal.
    run(pe, { params, inputs, outputs }) {
      const {
        shape,
        min_timescale: min = 1,
        max_timescale: max = 1e4,
      } = params;
      const x = inputs.x
        ? tensor(inputs.x)
        : { data: new Float32Array(shape.reduce((a, b) => a * b)), shape };
      const { grid, dModel, tokens } = gridTokens(x);
      const rows = pe.embedding.axial({
        axes: grid.map((length) => Array.from({ length }, (_, i) => i * min)),
        dModel,
        base: max / min,
        convention: "tensor2tensor",
      });
      return { y: reshape(pe.embedding.add(tokens, rows), outputs.y.shape) };
    },
  },
  "timm.build_sincos2d_pos_embed": {
    run: (pe, { params }) => ({
      pos_emb: pe.embedding.axial({
        shape: params.feat_shape,
        dModel: params.dim,
        base: params.temperature,
        convention: "timm",
        reverseCoord: params.reverse_coord,
        interleaveSinCos: params.interleave_sin_cos,
      }),
    }),
  },
};
