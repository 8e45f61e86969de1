import { numbers } from "../compare.js";

/** Axes 1 and 2 change places: [B, H, T, D] ↔ [B, T, H, D]. */
function swapHeads({ data, shape: [b, m, n, d] }) {
  const turned = new Float64Array(data.length);
  for (let i = 0; i < b * m * n; i += 1) {
    const [x, y, z] = [Math.floor(i / (m * n)), Math.floor(i / n) % m, i % n];
    for (let c = 0; c < d; c += 1) {
      turned[((x * n + z) * m + y) * d + c] = data[i * d + c];
    }
  }
  return { data: turned, shape: [b, n, m, d] };
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

/** `returnWeights` also chooses the float64 kernel. */
const attend = (pe, options) =>
  pe.attention({ ...options, returnWeights: true });

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
      return attend(pe, {
        q: heads(inputs.q),
        k: heads(inputs.k),
        v: heads(inputs.v),
        scale: params.scaling,
        ...(bias ? { mask: additive(bias) } : {}),
      });
    },
  },
  "torch.sdpa": {
    // PyTorch aligns its causal mask with the first key.
    run(pe, { params, inputs }) {
      const { attend_mask: allowed, attn_mask: added, bias } = inputs;
      const { output, weights } = attend(pe, {
        q: heads(inputs.q),
        k: heads(inputs.k),
        v: heads(inputs.v),
        causal: params.is_causal,
        offset: 0,
        ...(typeof params.scale === "number" ? { scale: params.scale } : {}),
        ...(allowed ? { mask: boolean(allowed, true) } : {}),
        ...(added || bias ? { mask: additive(added ?? bias) } : {}),
      });
      return { output: swapHeads(output), weights };
    },
  },
  "torch.MultiheadAttention": {
    // Three layers follow each other, each rounded to float32.
    ulps: 16,
    floor: 1,
    run(pe, { params, inputs }) {
      const { attn_mask: mask, key_padding_mask: padding } = inputs;
      const x = read(inputs.query);
      const memory = read(inputs.key_value);
      const options = {};
      if (mask) {
        const isBoolean = /bool/.test(params.kind);
        options.mask = isBoolean ? boolean(mask, false) : additive(mask);
      }
      if (padding) {
        const [b, length] = padding.shape;
        const { data } = boolean(padding, false);
        options.mask = { data, shape: [b, 1, 1, length] };
      }
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
        ...options,
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
        sinks: numbers(inputs.sinks),
        ...(params.sliding_window ? { window: params.sliding_window } : {}),
      });
      return { output: { data: output.data, shape: outputs.output.shape } };
    },
  },
};
