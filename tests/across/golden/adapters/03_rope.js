import { numbers, tensor } from "../compare.js";

// Turned numbers are a·cos − b·sin in float32: three roundings and those of
// cos and sin, each of half a unit at |a| or |b|. A turn keeps √(a² + b²), so
// that is at most √2 times the largest number of the output.
const peak = ({ outputs }, name) =>
  numbers(outputs[name]).reduce((m, x) => Math.max(m, 1.42 * Math.abs(x)), 4);
const turned = (run) => ({ ulps: 2, floor: peak, run });

/** The longest row of `[…, D]`. */
function longestRow(array) {
  const d = array.shape.at(-1);
  const squares = new Float64Array(array.data.length / d);
  numbers(array).forEach((x, i) => {
    squares[Math.floor(i / d)] += x * x;
  });
  return Math.sqrt(squares.reduce((m, x) => Math.max(m, x), 0));
}

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
/** @param {{ data: any, shape: number[] }} half */
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

const isHeadsLast = (p) => p.seq_before_head_dim || p.x_layout === "b n h d";

/** `[…, T, D]`, or `[…, T, H, D]`, as `[B, T, H, D]`: no number moves. */
function sequences(array, headsLast) {
  const tail = array.shape.slice(headsLast ? -3 : -2);
  const [t, h, d] = headsLast ? tail : [tail[0], 1, tail[1]];
  const data = numbers(array);
  return { data, shape: [data.length / (t * h * d), t, h, d] };
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
    max_freq: top = 10,
    custom_freqs: custom,
  },
) {
  const half = Math.floor(dim / 2);
  if (custom) return { inverseFrequency: custom, attentionFactor: 1 };
  if (kind === "pixel") {
    const step = half > 1 ? (top / 2 - 1) / (half - 1) : 0;
    const inverseFrequency = range(half).map((i) => (1 + i * step) * Math.PI);
    return { inverseFrequency, attentionFactor: 1 };
  }
  if (kind === "constant")
    return pe.rotary.frequencies({ headDim: 2 * count, base: 1 });
  return pe.rotary.frequencies({
    headDim: dim,
    base: theta,
    ...(factor !== 1 && { scaling: { type: "ntk", factor } }),
  });
}

/**
 * The offsets that take effect: except for pixels, an axis no longer than a
 * former one is read from that one's cache, with that one's offset.
 */
function cachedOffsets({ dims, offsets, ...params }) {
  if (params.freqs_for === "pixel" || params.cache_if_possible === false)
    return offsets;
  let [length, offset] = [0, 0];
  return dims.map((n, axis) => {
    if (n > length) [length, offset] = [n, offsets[axis]];
    return offset;
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
    const x = sequences(inputs.x, isHeadsLast(params));
    const positions = range(x.shape[1], offset, step);
    const { data } = pe.rotary.apply(x, { ...options, positions });
    return {
      y: { data, shape: inputs.x.shape },
      freqs: { data: frequencies.inverseFrequency },
    };
  }),
  "lucidrains.xpos": turned((pe, { params, inputs }) => {
    const { interpolate_factor: step = 1, xpos_scale_base: scaleBase = 512 } =
      params;
    const q = sequences(inputs.q, isHeadsLast(params));
    const k = sequences(inputs.k, isHeadsLast(params));
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
      dimPerAxis: 2 * (kind === "constant" ? count : Math.floor(dim / 2)),
      convention: { lang: "language", pixel: "pixel", constant: "constant" }[
        kind
      ],
      ...(kind === "lang" && {
        base:
          (params.theta ?? 10000) *
          (params.theta_rescale_factor ?? 1) ** (dim / (dim - 2)),
      }),
      ...(kind === "pixel" && { maxFrequency: params.max_freq ?? 10 }),
      ...(params.offsets && { offsets: cachedOffsets(params) }),
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
  "hf.roformer": turned((pe, { params, inputs }) =>
    Object.fromEntries(
      Object.entries(inputs).map(([name, array]) => {
        const frequencies = pe.rotary.frequencies({
          headDim: array.shape.at(-1),
        });
        const positions = [
          range(array.shape[2], params.past_key_values_length ?? 0),
        ];
        const options = { frequencies, layout: "interleaved", positions };
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
        pe.convert.layout(y, { from: "interleaved", to: "halves" }),
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
    // Scores add the products of turned pairs: errors follow |q|·|k|.
    ...turned(null),
    floor: (testCase, name) =>
      name === "scores"
        ? Math.max(
            32,
            2 *
              longestRow(testCase.outputs.q_rot) *
              longestRow(testCase.outputs.k_rot),
          )
        : peak(testCase, name),
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
