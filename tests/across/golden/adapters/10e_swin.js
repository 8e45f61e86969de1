import { largestOutput, tensor } from "../compare.js";

/** Every row_step-th row and col_step-th column of a table of coordinates. */
function thinned({ data, shape: [rows, columns] }, rowStep = 1, colStep = 1) {
  const kept = [];
  for (let i = 0; i < rows; i += rowStep) {
    for (let j = 0; j < columns; j += colStep) {
      kept.push(...data.subarray(2 * (i * columns + j)).subarray(0, 2));
    }
  }
  return {
    data: kept,
    shape: [Math.ceil(rows / rowStep), Math.ceil(columns / colStep), 2],
  };
}

/** The index of all pairs, or of every so many rows and columns. */
function indexOf(pe, params) {
  const { window_size: windowSize, row_step: r = 1, col_step: c = 1 } = params;
  const n = windowSize[0] * windowSize[1];
  const isKept = (_, i) => Math.floor(i / n) % r === 0 && (i % n) % c === 0;
  return { data: pe.bias.relativePositionIndex({ windowSize }).filter(isKept) };
}

/** Rows of a weight `[R, C]` from `start`, `count` of them. */
function cut({ data, shape: [, width = 1] }, start, count) {
  return {
    data: data.slice(start * width, (start + count) * width),
    shape: [count, width],
  };
}

/** One head of one window: rows `[N, D]` out of `[B, N, H·D]`. */
function headOf({ data, shape: [, length, joined] }, window, head, width) {
  const rows = new Float64Array(length * width);
  for (let i = 0; i < length; i += 1) {
    const at = (window * length + i) * joined + head * width;
    rows.set(data.subarray(at, at + width), i * width);
  }
  return rows;
}

const identity = (size) => ({
  data: Float64Array.from({ length: size * size }, (_, n) =>
    Number(n % (size + 1) === 0),
  ),
  shape: [size, 1, size],
});

/** Cosines of all queries with all keys: a block of all cosines. */
function cosines(pe, q, k, length, width) {
  const { data } = pe.analysis.similarity(
    { data: Float64Array.from([...q, ...k]), shape: [2 * length, width] },
    { normalized: true },
  );
  const block = new Float64Array(length * length);
  for (let i = 0; i < length; i += 1) {
    const row = i * 2 * length + length;
    block.set(data.subarray(row, row + length), i * length);
  }
  return { data: block, shape: [length, 1, length] };
}

/**
 * Attention of cosines: with the identity for keys, queries that hold cosines
 * score scale · cosine, and the bias is added as a mask.
 */
function windowAttention(pe, { params, inputs }) {
  const { num_heads: heads, dim, window_size: windowSize } = params;
  const width = dim / heads;
  const x = tensor(inputs.x);
  const [windows, length] = x.shape;
  const bias = pe.bias.logCpb({
    windowSize,
    pretrainedWindowSize: params.pretrained_window_size,
    weights: {
      hiddenWeight: tensor(inputs["cpb_mlp.0.weight"]),
      hiddenBias: tensor(inputs["cpb_mlp.0.bias"]),
      outputWeight: tensor(inputs["cpb_mlp.2.weight"]),
    },
  });
  // Masks of shifted windows, [windows, T, T], come again for every image.
  const mask = inputs.mask && tensor(inputs.mask);
  const hidden = (w, n) =>
    mask ? mask.data[(w % mask.shape[0]) * length ** 2 + n] : 0;
  const weight = tensor(inputs["qkv.weight"]);
  const { linear } = pe.transformer;
  const side = (n, name) => {
    const own = inputs[name] && tensor(inputs[name]);
    return linear(x, cut(weight, n * dim, dim), own);
  };
  const [q, k, v] = [side(0, "q_bias"), side(1), side(2, "v_bias")];
  const joined = new Float32Array(windows * length * dim);
  for (let w = 0; w < windows; w += 1) {
    for (let h = 0; h < heads; h += 1) {
      const rows = (y) => headOf(y, w, h, width);
      const { output } = pe.attention({
        q: cosines(pe, rows(q), rows(k), length, width),
        k: identity(length),
        v: { data: rows(v), shape: [length, 1, width] },
        // Swin caps the learned temperature at 1/0.01.
        scale: Math.exp(
          Math.min(tensor(inputs.logit_scale).data[h], Math.log(100)),
        ),
        mask: {
          data: bias.data
            .slice(h * length ** 2, (h + 1) * length ** 2)
            .map((x, n) => x + hidden(w, n)),
          shape: [length, length],
        },
        returnWeights: true,
      });
      for (let i = 0; i < length; i += 1) {
        joined.set(
          output.data.subarray(i * width, (i + 1) * width),
          (w * length + i) * dim + h * width,
        );
      }
    }
  }
  return {
    relative_position_bias: bias,
    output: linear(
      { data: joined, shape: [windows, length, dim] },
      tensor(inputs["proj.weight"]),
      inputs["proj.bias"] && tensor(inputs["proj.bias"]),
    ),
  };
}

export default {
  "swinv2.relative_coords_table": {
    run: (pe, { params }) => ({
      relative_coords_table: thinned(
        pe.bias.relativeCoords({
          windowSize: params.window_size,
          pretrainedWindowSize: params.pretrained_window_size,
        }),
        params.row_step,
        params.col_step,
      ),
    }),
  },
  "swin.relative_position_index": {
    run: (pe, { params }) => ({
      relative_position_index: indexOf(pe, params),
    }),
  },
  // Cosines rounded to float32 are multiplied by a temperature of up to 100.
  "swinv2.window_attention": {
    ulps: 128,
    floor: largestOutput,
    run: windowAttention,
  },
};
