import { numbers, tensor } from "../compare.js";

// Turned numbers are a·cos − b·sin in float32: three roundings and those of
// cos and sin, each of half a unit at |a| or |b|, which reach 4.3 in the files.
const turned = (run) => ({ ulps: 2, floor: 4, run });

/** `[B, H, T, D]` read as B·H sequences of one head: no number moves. */
function headsFirst(array) {
  const [b, h, t, d] = array.shape;
  return { data: numbers(array), shape: [b * h, t, 1, d] };
}

/** Positions of each sequence, once for every head of `array` `[B, H, …]`. */
function perHead(positionIds, { shape: [batch, heads] }) {
  const rows =
    positionIds.length === batch
      ? positionIds
      : Array(batch).fill(positionIds[0]);
  return rows.flatMap((row) => Array(heads).fill(row));
}

/** Turns queries or keys laid out `[B, H, T, D]`. */
function turnHeadsFirst(pe, array, { positions, ...options }) {
  const { data } = pe.rotary.apply(headsFirst(array), {
    ...options,
    ...(positions && { positions: perHead(positions, array) }),
  });
  return { data, shape: array.shape };
}

/** `[a, b, c, d]` to `[a, c, b, d]`. */
function swapMiddle({ data, shape: [a, b, c, d] }) {
  const out = new Float64Array(data.length);
  for (let i = 0; i < data.length; i += 1) {
    const [z, y, x, w] = [
      i % d,
      Math.floor(i / d) % c,
      Math.floor(i / d / c) % b,
      Math.floor(i / d / c / b),
    ];
    out[((w * c + y) * b + x) * d + z] = data[i];
  }
  return { data: out, shape: [a, c, b, d] };
}

/** Tables `[T, P]` as implementations print them: every number twice. */
function twice({ data, shape: [rows, pairs] }, interleaved, shape) {
  const out = new Float64Array(2 * data.length);
  for (let t = 0; t < rows; t += 1) {
    for (let i = 0; i < pairs; i += 1) {
      const x = data[t * pairs + i];
      const row = 2 * t * pairs;
      out[row + (interleaved ? 2 * i : i)] = x;
      out[row + (interleaved ? 2 * i + 1 : pairs + i)] = x;
    }
  }
  return { data: out, shape: shape ?? [rows, 2 * pairs] };
}

/** Frequencies of lucidrains' constructor; "constant" is base 1. */
function lucidrains(
  pe,
  {
    dim,
    theta = 10000,
    theta_rescale_factor: factor = 1,
    freqs_for: kind = "lang",
    num_freqs: count = 1,
  },
) {
  if (kind === "constant")
    return pe.rotary.frequencies({ headDim: 2 * count, base: 1 });
  if (kind !== "lang")
    throw new Error(`frequencies for ${kind} have no positions`);
  return pe.rotary.frequencies({
    headDim: dim,
    base: theta,
    ...(factor !== 1 && { scaling: { type: "ntk", factor } }),
  });
}

const range = (length, offset = 0, step = 1) =>
  Array.from({ length }, (_, i) => (i + offset) / step);

/** Hugging Face's models: frequencies of the first columns of each head. */
function huggingFace(
  pe,
  headDim,
  {
    rope_theta: base = 10000,
    partial_rotary_factor: part = 1,
    head_dim: given,
  },
) {
  const width = given ?? headDim;
  return pe.rotary.frequencies({
    headDim: width,
    rotaryDim: Math.trunc(width * part),
    base,
  });
}

const partialNeox = {
  ...turned((pe, { params, inputs }) => {
    const options = {
      frequencies: huggingFace(pe, inputs.q.shape.at(-1), params),
      positions: params.position_ids,
    };
    return {
      q_embed: turnHeadsFirst(pe, inputs.q, options),
      k_embed: turnHeadsFirst(pe, inputs.k, options),
    };
  }),
};

const gptOss = ({
  head_dim: headDim,
  base,
  initial_context_length: originalMaxSeqLen,
  scaling_factor: factor,
  ntk_alpha: betaSlow,
  ntk_beta: betaFast,
}) => ({
  headDim,
  base,
  // The implementation leaves everything alone unless it extends the context.
  ...(factor > 1 && {
    scaling: {
      type: "yarn",
      factor,
      originalMaxSeqLen,
      betaFast,
      betaSlow,
      truncate: false,
    },
  }),
});

export default {
  "lucidrains.rotate_queries_or_keys": turned((pe, { params, inputs }) => {
    const frequencies = lucidrains(pe, params);
    const { offset = 0, interpolate_factor: step = 1 } = params;
    const options = { frequencies, layout: "interleaved" };
    const headsLast =
      params.seq_before_head_dim || params.x_layout === "b n h d";
    const positions = range(inputs.x.shape[headsLast ? 1 : 2], offset, step);
    return {
      y: headsLast
        ? pe.rotary.apply(tensor(inputs.x), { ...options, positions })
        : turnHeadsFirst(pe, inputs.x, { ...options, positions: [positions] }),
      freqs: { data: frequencies.inverseFrequency },
    };
  }),
  "lucidrains.xpos": turned((pe, { params, inputs }) => {
    const { interpolate_factor: step = 1, xpos_scale_base: scaleBase = 512 } =
      params;
    const headsLast =
      params.seq_before_head_dim || params.x_layout === "b n h d";
    const q = headsLast ? tensor(inputs.q) : headsFirst(inputs.q);
    const k = headsLast ? tensor(inputs.k) : headsFirst(inputs.k);
    const positions = range(q.shape[1], 0, step);
    const out = pe.rotary.xpos({
      q,
      k,
      frequencies: lucidrains(pe, params),
      scaleBase,
      queryPositions: positions,
      keyPositions: positions,
      centre: "lucidrains",
    });
    return {
      q_rot: { data: out.q.data, shape: inputs.q.shape },
      k_rot: { data: out.k.data, shape: inputs.k.shape },
      scale: twice(out.queryScale, true),
    };
  }),
  "lucidrains.axial": turned((pe, { params, inputs }) => {
    const {
      dims,
      dim,
      freqs_for: kind = "lang",
      num_freqs: count = 1,
    } = params;
    const { angles, ...tables } = pe.rotary.axial({
      shape: dims,
      dimPerAxis: kind === "constant" ? 2 * count : dim,
      convention: { lang: "language", pixel: "pixel", constant: "constant" }[
        kind
      ],
      ...(kind === "lang" && params.theta && { base: params.theta }),
      ...(kind === "pixel" && { maxFrequency: params.max_freq ?? 10 }),
      ...(params.offsets && { offsets: params.offsets }),
    });
    const { data, shape } = tensor(inputs.x);
    const width = shape.at(-1);
    const cells = angles.shape[0];
    const grid = [data.length / cells / width, cells, 1, width];
    const y = pe.rotary.apply(
      { data, shape: grid },
      { tables, layout: "interleaved" },
    );
    return {
      freqs: twice(angles, true, [...dims, 2 * angles.shape[1]]),
      y: { data: y.data, shape },
    };
  }),
  "hf.llama": turned((pe, { params, inputs, outputs }) => {
    const frequencies = huggingFace(pe, inputs.q.shape.at(-1), params);
    const positions = params.position_ids;
    const { cos, sin } = pe.rotary.tables({ frequencies, positions });
    const flat = ({ data, shape }) => ({
      data,
      shape: [shape[0] * shape[1], shape[2]],
    });
    return {
      cos: twice(flat(cos), false, outputs.cos.shape),
      sin: twice(flat(sin), false, outputs.sin.shape),
      q_embed: turnHeadsFirst(pe, inputs.q, { frequencies, positions }),
      k_embed: turnHeadsFirst(pe, inputs.k, { frequencies, positions }),
    };
  }),
  "hf.gpt_neox.partial": partialNeox,
  "gptneox.apply_rotary_pos_emb_torch": turned((pe, { params, inputs }) => {
    const one = (array) => {
      const [s, b, h, d] = array.shape;
      const frequencies = pe.rotary.frequencies({
        headDim: d,
        base: params.base,
      });
      const x = { data: numbers(array), shape: [s, b * h, d] };
      const { data } = pe.rotary.apply(x, {
        frequencies,
        offset: params.offset,
      });
      return { data, shape: array.shape };
    };
    return { q_embed: one(inputs.q), k_embed: one(inputs.k) };
  }),
  "hf.gptj": turned((pe, { params, inputs }) => {
    const headDim = inputs.x.shape.at(-1);
    const frequencies = pe.rotary.frequencies({
      headDim,
      rotaryDim: params.rotary_dim ?? headDim,
    });
    const [batch] = inputs.x.shape;
    const ids = params.position_ids;
    return {
      y: pe.rotary.apply(tensor(inputs.x), {
        frequencies,
        layout: "interleaved",
        positions: ids.length === batch ? ids : ids[0],
      }),
    };
  }),
  "hf.cohere.interleaved": turned((pe, { params, inputs }) => {
    const options = {
      frequencies: huggingFace(pe, inputs.q.shape.at(-1), params),
      positions: params.position_ids,
      layout: "interleaved",
    };
    return {
      q_embed: turnHeadsFirst(pe, inputs.q, options),
      k_embed: turnHeadsFirst(pe, inputs.k, options),
    };
  }),
  "hf.roformer": turned((pe, { inputs }) =>
    Object.fromEntries(
      Object.entries(inputs).map(([name, array]) => {
        const frequencies = pe.rotary.frequencies({
          headDim: array.shape.at(-1),
        });
        const options = { frequencies, layout: "interleaved" };
        return [`${name}_rot`, turnHeadsFirst(pe, array, options)];
      }),
    ),
  ),
  "deepseek_v3.apply_rotary_emb": turned((pe, { params, inputs }) => {
    const x = tensor(inputs.x);
    const frequencies = pe.rotary.frequencies({
      headDim: x.shape.at(-1),
      base: params.rope_theta,
    });
    const y = pe.rotary.apply(x, { frequencies, layout: "interleaved" });
    return {
      y_complex: y,
      y_hf_interleave_bhnd: swapMiddle(
        pe.convert.layout(y, { from: "interleaved", to: "half" }),
      ),
    };
  }),
  "gpt_oss.RotaryEmbedding": turned((pe, { params, inputs }) => {
    const frequencies = pe.rotary.frequencies(gptOss(params));
    const one = (array) =>
      pe.rotary.apply(tensor(array), {
        frequencies,
        numHeads: array.shape[1] / params.head_dim,
      });
    return { q_rot: one(inputs.q), k_rot: one(inputs.k) };
  }),
  "torchscale.XPOS": {
    // Scores add the products of up to 64 turned pairs.
    ...turned(null),
    floor: 32,
    run(pe, { params, inputs, outputs }) {
      const side = (array) => {
        const [b, t, d] = array.shape;
        return { data: numbers(array), shape: [b, t, 1, d] };
      };
      const { q, k, zeta } = pe.rotary.xpos({
        q: side(inputs.q),
        k: side(inputs.k),
        frequencies: pe.rotary.frequencies({ headDim: params.head_dim }),
        scaleBase: params.scale_base,
        offset: params.offset,
      });
      return {
        q_rot: { data: q.data, shape: inputs.q.shape },
        k_rot: { data: k.data, shape: inputs.k.shape },
        scale: { data: zeta },
        scores: { data: scores(pe, q, k), shape: outputs.scores.shape },
      };
    },
  },
};

/** q·kᵀ of every sequence: a block of the inner products of all rows. */
function scores(pe, q, k) {
  const [batch, tq, , d] = q.shape;
  const tk = k.shape[1];
  const all = [];
  for (let b = 0; b < batch; b += 1) {
    const rows = [
      ...q.data.subarray(b * tq * d, (b + 1) * tq * d),
      ...k.data.subarray(b * tk * d, (b + 1) * tk * d),
    ];
    const shape = [tq + tk, d];
    const { data } = pe.analysis.similarity({ data: rows, shape });
    for (let i = 0; i < tq; i += 1) {
      all.push(...data.subarray(i * (tq + tk) + tq, (i + 1) * (tq + tk)));
    }
  }
  return Float64Array.from(all);
}
