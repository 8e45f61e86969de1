import { numbers } from "../compare.js";

/** The last axes but one change places: [B, H, T, D] ↔ [B, T, H, D]. */
function swapHeads({ data, shape }) {
  const [n, d] = shape.slice(-2);
  const [b, m] = shape.length === 4 ? shape : [1, shape[0]];
  const turned = new Float64Array(data.length);
  for (let i = 0; i < b * m * n; i += 1) {
    const [x, y, z] = [Math.floor(i / (m * n)), Math.floor(i / n) % m, i % n];
    for (let c = 0; c < d; c += 1) {
      turned[((x * n + z) * m + y) * d + c] = data[i * d + c];
    }
  }
  return { data: turned, shape: [...(shape.length === 4 ? [b] : []), n, m, d] };
}

const read = (array) => ({ data: numbers(array), shape: array.shape });
const heads = (array) => swapHeads(read(array));

/** A float64 mask's largest penalties are past float32: −1e38 does as well. */
function additive(array) {
  const data = numbers(array).map((x) =>
    x < -1e38 && x !== Number.NEGATIVE_INFINITY ? -1e38 : x,
  );
  return { data, shape: array.shape };
}

function boolean(array, allowed) {
  const data = Uint8Array.from(numbers(array), (x) =>
    Number(Boolean(x) === allowed),
  );
  return { data, shape: array.shape };
}

/** PyTorch's boolean masks say true where nothing is seen. */
const hidden = (array) => ({
  data: numbers(array).map((x) => (x ? Number.NEGATIVE_INFINITY : 0)),
  shape: array.shape,
});

const isBoolean = (array) => numbers(array).every((x) => x === 0 || x === 1);

/** The sum of two additive masks of four axes, each shared along axes of 1. */
function sum(a, b) {
  const shape = a.shape.map((length, axis) => Math.max(length, b.shape[axis]));
  const at = ({ data, shape: own }, cell) => {
    let [index, step, rest] = [0, 1, cell];
    for (let axis = 3; axis >= 0; axis -= 1) {
      index += (own[axis] === 1 ? 0 : rest % shape[axis]) * step;
      rest = Math.floor(rest / shape[axis]);
      step *= own[axis];
    }
    return data[index];
  };
  const count = shape.reduce((product, length) => product * length, 1);
  const data = Float64Array.from(
    { length: count },
    (_, cell) => at(a, cell) + at(b, cell),
  );
  return { data, shape };
}

/** `attn_mask` and `key_padding_mask` of torch.nn.MultiheadAttention. */
function multiheadMasks({ kind, num_heads: heads }, inputs) {
  const { attn_mask: mask, key_padding_mask: padding } = inputs;
  const masks = [];
  if (mask) {
    const hides = /bool/.test(kind) || (!/float/.test(kind) && isBoolean(mask));
    const { data, shape } = hides ? hidden(mask) : additive(mask);
    // [Q, K], or [B·H, Q, K].
    const outer = shape.length === 3 ? [shape[0] / heads, heads] : [1, 1];
    masks.push({ data, shape: [...outer, ...shape.slice(-2)] });
  }
  if (padding) {
    const [length, batch = 1] = [...padding.shape].reverse();
    masks.push({ ...hidden(padding), shape: [batch, 1, 1, length] });
  }
  return masks.length > 0 ? { mask: masks.reduce(sum) } : {};
}

/** A softmax row past float32 as differences, which change nothing. */
function withinFloat32(row) {
  const finite = row.filter(Number.isFinite);
  const most = finite.reduce((x, y) => Math.max(x, y), -Infinity);
  const least = finite.reduce((x, y) => Math.min(x, y), Infinity);
  if (most < 1e38 && least > -1e38) return row;
  return row.map((x) => (Number.isFinite(x) ? Math.max(x - most, -1e38) : x));
}

/**
 * Numbers that float32 cannot hold, such as ALiBi's slopes for 12 heads, reach
 * the library rounded: so far may the outputs be off.
 */
function roundedInputs(inputs) {
  const all = Object.values(inputs).flatMap((array) => [...numbers(array)]);
  const finite = all.filter((x) => Math.abs(x) < 1e38);
  if (finite.every((x) => Math.fround(x) === x)) return {};
  const floor = finite.reduce((most, x) => Math.max(most, Math.abs(x)), 1);
  return { bound: { ulps: 4, floor } };
}

/** `returnWeights` also chooses the float64 kernel. */
function attend(pe, options, inputs = {}) {
  const { output, weights } = pe.attention({ ...options, returnWeights: true });
  const bound = roundedInputs(inputs);
  return { output: { ...output, ...bound }, weights: { ...weights, ...bound } };
}

const linear = (inputs, name, rows = [0, 1]) => {
  const cut = (array) => {
    const { data, shape } = read(array);
    const size = data.length / rows[1];
    return {
      data: data.slice(rows[0] * size, (rows[0] + 1) * size),
      shape: [shape[0] / rows[1], ...shape.slice(1)],
    };
  };
  const [weight, bias] = [inputs[`${name}weight`], inputs[`${name}bias`]];
  return { weight: cut(weight), ...(bias ? { bias: cut(bias) } : {}) };
};

export default {
  "torch.softmax": {
    // The numbers are the scores: q·k with k the two float32 halves of each.
    run(pe, { inputs }) {
      const { data, shape } = read(inputs.x);
      const length = shape.at(-1);
      const rows = data.length / length;
      for (let i = 0; i < data.length; i += length) {
        data.set(withinFloat32(data.slice(i, i + length)), i);
      }
      const k = new Float64Array(2 * data.length);
      data.forEach((x, i) => {
        if (!Number.isFinite(x)) return;
        k[2 * i] = Math.fround(x);
        k[2 * i + 1] = x - Math.fround(x);
      });
      const { weights } = attend(pe, {
        q: { data: new Float64Array(2 * rows).fill(1), shape: [rows, 1, 1, 2] },
        k: { data: k, shape: [rows, length, 1, 2] },
        v: { data: new Float64Array(data.length), shape: [rows, length, 1, 1] },
        mask: {
          data: Uint8Array.from(data, (x) => Number(Number.isFinite(x))),
          shape: [rows, 1, 1, length],
        },
        scale: 1,
      });
      return { y: { data: weights.data, shape } };
    },
  },
  "hf.eager_attention_forward": {
    run(pe, { params, inputs }) {
      const bias = inputs.bias ?? inputs.mask;
      return attend(
        pe,
        {
          q: heads(inputs.q),
          k: heads(inputs.k),
          v: heads(inputs.v),
          scale: params.scaling,
          ...(bias ? { mask: additive(bias) } : {}),
        },
        inputs,
      );
    },
  },
  "torch.sdpa": {
    // PyTorch aligns its causal mask with the first key.
    run(pe, { params, inputs }) {
      const { attend_mask: allowed, attn_mask: added, bias } = inputs;
      const { output, weights } = attend(
        pe,
        {
          q: heads(inputs.q),
          k: heads(inputs.k),
          v: heads(inputs.v),
          causal: params.is_causal,
          offset: 0,
          ...(typeof params.scale === "number" ? { scale: params.scale } : {}),
          ...(allowed ? { mask: boolean(allowed, true) } : {}),
          ...(added || bias ? { mask: additive(added ?? bias) } : {}),
        },
        inputs,
      );
      return { output: { ...output, ...swapHeads(output) }, weights };
    },
  },
  "torch.MultiheadAttention": {
    // Layers follow each other in float32, and their sums grow with the width:
    // heads of 16 numbers take half of this.
    ulps: 64,
    floor: 1,
    run(pe, { params, inputs }) {
      const x = read(inputs.query);
      const memory = read(inputs.key_value);
      return attend(pe, {
        q: x,
        k: memory,
        v: memory,
        numHeads: params.num_heads,
        projections: {
          q: linear(inputs, "in_proj_", [0, 3]),
          k: linear(inputs, "in_proj_", [1, 3]),
          v: linear(inputs, "in_proj_", [2, 3]),
          output: linear(inputs, "out_proj."),
        },
        ...multiheadMasks(params, inputs),
      });
    },
  },
  "jadore.ScaledDotProductAttention": {
    // It fills with a number far below every score, so that a row without any
    // allowed key is uniform; −Infinity would make it zeros here.
    run(pe, { params, inputs }) {
      const { mask } = inputs;
      const { output, weights } = attend(pe, {
        q: heads(inputs.q),
        k: heads(inputs.k),
        v: heads(inputs.v),
        scale: 1 / params.temperature,
        ...(mask
          ? {
              mask: {
                data: numbers(mask).map((x) => (x === 0 ? -1e38 : 0)),
                shape: mask.shape,
              },
            }
          : {}),
      });
      return { output: swapHeads(output), weights };
    },
  },
  "gpt_oss.sdpa": {
    run(pe, { params, inputs, outputs }) {
      const [length, groups, multiple, width] = inputs.Q.shape;
      const { output } = attend(pe, {
        q: {
          data: numbers(inputs.Q),
          shape: [length, groups * multiple, width],
        },
        k: read(inputs.K),
        v: read(inputs.V),
        causal: true,
        scale: params.sm_scale,
        sinks: numbers(inputs.sinks).map((x) => Math.max(x, -1e38)),
        ...(params.sliding_window ? { window: params.sliding_window } : {}),
      });
      return { output: { data: output.data, shape: outputs.output.shape } };
    },
  },
};
