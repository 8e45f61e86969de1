import { largestOutput, numbers, tensor } from "../compare.js";
import { permute } from "../permute.js";

/** The last three axes of [q, k, b, h] to the front and back again. */
const toMatrix = (x) => permute(x, [2, 3, 0, 1]);
const fromMatrix = (x) => permute(x, [2, 3, 0, 1]);

const relShift = (pe, x, options) =>
  fromMatrix(pe.relative.shift(toMatrix(x), options));

/** Its zero_triu keeps column j of row i up to j = i + k − q. */
function zeroUpper({ data, shape: [q, k, b, h] }) {
  const kept = data.slice();
  for (let n = 0; n < kept.length; n += 1) {
    const j = Math.floor(n / (b * h)) % k;
    const i = Math.floor(n / (b * h * k));
    if (j > i + k - q) kept[n] = 0;
  }
  return { data: kept, shape: [q, k, b, h] };
}

/** Rows of `x` from `start`, `count` of them. */
function cut({ data, shape: [rows, ...rest] }, start, count) {
  const size = data.length / rows;
  return {
    data: data.slice(start * size, (start + count) * size),
    shape: [count, ...rest],
  };
}

const join = (a, b) => ({
  data: Float64Array.from([...a.data, ...b.data]),
  shape: [a.shape[0] + b.shape[0], ...a.shape.slice(1)],
});

/** Element-wise sum of two tensors of one shape. */
function add(pe, a, b) {
  const rows = (x) => [x.data.length / x.shape.at(-1), x.shape.at(-1)];
  const { data } = pe.embedding.add(
    { data: a.data, shape: rows(a) },
    { data: b.data, shape: rows(b) },
  );
  return { data, shape: a.shape };
}

/**
 * Attention to all pairs. Ahead of a query the paper's reshaping reads numbers
 * of other rows; they come as a mask, since no distance belongs to them.
 */
function everyPair(pe, sides, scaled, wrapped) {
  const { q, k } = sides;
  const zeros = ({ shape: [, length, heads] }) => ({
    data: new Float64Array(length * heads),
    shape: [length, heads, 1],
  });
  return pe.relative.tupe({
    ...sides,
    mask: add(pe, scaled.terms.contentBias, wrapped(scaled)),
    positionQuery: zeros(q),
    positionKey: zeros(k),
  });
}

function layer(pe, { params, inputs }) {
  const {
    qlen,
    mem_len: memory,
    n_head: heads,
    d_head: width,
    d_model: model,
    pre_lnorm: before,
    causal_mask: causal,
    scale,
    layernorm_eps: epsilon = 1e-5,
  } = params;
  const { transformer, embedding, relative } = pe;
  const klen = qlen + memory;
  const w = tensor(inputs.w);
  const all = memory > 0 ? join(tensor(inputs.mems), w) : w;
  const normed = before ? transformer.layerNorm(all, { epsilon }) : all;
  const weight = tensor(inputs["qkv_net.weight"]);
  const side = (n, x) => {
    const { data, shape } = transformer.linear(
      x,
      cut(weight, n * heads * width, heads * width),
    );
    // [t, b, h·d] → [b, t, h, d]
    const split = { data, shape: [shape[0], shape[1], heads, width] };
    return permute(split, [1, 0, 2, 3]);
  };
  const [q] = [side(0, cut(normed, memory, qlen))];
  const [k, v] = [side(1, normed), side(2, normed)];
  const r = embedding.sinusoidal({
    positions: Array.from({ length: klen }, (_, n) => klen - 1 - n),
    dModel: model,
    layout: "halves",
  });
  const rows = transformer.linear(r, tensor(inputs["r_net.weight"]));
  const options = {
    q,
    k,
    v,
    r: { data: rows.data, shape: [klen, heads, width] },
    contentBias: tensor(inputs.r_w_bias),
    positionBias: tensor(inputs.r_r_bias),
  };
  const terms = (given) =>
    relative.transformerXL({ ...options, causal: true, ...given });
  const unscaled = terms({ scale: 1 });
  const wrapped = ({ beforeShift }) =>
    relative.shift(beforeShift, { columns: klen, wrap: true });
  const result = causal
    ? terms({ scale })
    : everyPair(pe, { q, k, v, scale }, terms({ scale }), wrapped);
  const out = permute(result.output, [1, 0, 2, 3]);
  const joined = { data: out.data, shape: [qlen, out.shape[1], heads * width] };
  const projected = transformer.linear(joined, tensor(inputs["o_net.weight"]));
  const sum = embedding.add(
    { data: w.data, shape: [1, qlen * w.shape[1], model] },
    { data: projected.data, shape: [qlen * w.shape[1], model] },
  );
  const residual = { data: sum.data, shape: w.shape };
  return {
    r,
    AC: fromMatrix(add(pe, unscaled.terms.content, unscaled.terms.contentBias)),
    BD_before_shift: fromMatrix(unscaled.beforeShift),
    BD: fromMatrix(wrapped(unscaled)),
    score: fromMatrix(result.scores),
    prob: fromMatrix(result.weights),
    output: before ? residual : transformer.layerNorm(residual, { epsilon }),
  };
}

export default {
  "txl.rel_shift": {
    run(pe, { params, inputs }) {
      const shifted = relShift(pe, tensor(inputs.x), { wrap: true });
      return { y: params.zero_triu ? zeroUpper(shifted) : shifted };
    },
  },
  "txl.RelPartialLearnableMultiHeadAttn": {
    ulps: 32,
    floor: largestOutput,
    run: layer,
  },
  "hf.xlnet.rel_shift_bnij": {
    // XLNet's rows have one number more in front. The shift itself never reads
    // it; cells above the diagonal, which wrap around, do.
    run(pe, { params: { klen: columns }, inputs }) {
      const { shape } = inputs.x;
      const [rows, width] = shape.slice(-2);
      const all = numbers(inputs.x);
      const data = all.filter((_, n) => n % width > 0);
      const x = { data, shape: [...shape.slice(0, -1), width - 1] };
      const y = pe.relative.shift(x, { columns, wrap: true });
      for (let n = 0; n < y.data.length; n += 1) {
        const row = Math.floor(n / columns) % rows;
        const from = rows + row * (width - 1) + (n % columns);
        const matrix = Math.floor(n / (columns * rows));
        if (from % width === 0) y.data[n] = all[matrix * rows * width + from];
      }
      return { y };
    },
  },
};
