/**
 * The rotated share of a head: the config's own field takes precedence.
 *
 * @param {{ partial_rotary_factor?: number, rope_parameters: any }} config
 */
const partOf = ({ partial_rotary_factor: own, rope_parameters: p }) =>
  own ?? p.partial_rotary_factor ?? 1;

/** What Hugging Face's `rope_parameters` say, under our names. */
function scalingOf({
  rope_parameters: p,
  max_position_embeddings: maxLen,
  original_max_position_embeddings: original,
  ...params
}) {
  const part = partOf({ ...params, rope_parameters: p });
  const type = p.rope_type ?? p.type ?? "default";
  if (type === "default") return undefined;
  const names = {
    factor: "factor",
    attention_factor: "attentionFactor",
    beta_fast: "betaFast",
    beta_slow: "betaSlow",
    mscale: "mscale",
    mscale_all_dim: "mscaleAllDim",
    short_factor: "shortFactor",
    long_factor: "longFactor",
    low_freq_factor: "lowFrequencyFactor",
    high_freq_factor: "highFrequencyFactor",
  };
  const scaling = { type };
  for (const [theirs, ours] of Object.entries(names)) {
    if (p[theirs] != null) scaling[ours] = p[theirs];
  }
  // There a ramp end of 0 means that none is given.
  for (const name of ["betaFast", "betaSlow"]) {
    if (scaling[name] === 0) delete scaling[name];
  }
  if ("truncate" in p) scaling.truncate = Boolean(p.truncate);
  if (type === "proportional") scaling.partialRotaryFactor = part;
  if (type === "dynamic") scaling.originalMaxSeqLen = maxLen;
  if (["yarn", "longrope", "llama3"].includes(type)) {
    scaling.originalMaxSeqLen =
      original ?? p.original_max_position_embeddings ?? maxLen;
  }
  if (["yarn", "longrope"].includes(type) && scaling.factor === undefined) {
    scaling.maxSeqLen = maxLen;
  }
  return scaling;
}

/** Frequencies that a Hugging Face config asks for. */
export function huggingFace(pe, params, seqLen, more = {}) {
  const { rope_parameters: p, hidden_size, num_attention_heads } = params;
  const headDim =
    params.head_dim ?? Math.floor(hidden_size / num_attention_heads);
  const part = partOf(params);
  const scaling = scalingOf(params);
  return pe.rotary.frequencies({
    headDim: headDim + (scaling?.type === "proportional" ? 0 : headDim % 2),
    rotaryDim:
      scaling?.type === "proportional" ? headDim : Math.trunc(headDim * part),
    base: p.rope_theta ?? params.rope_theta,
    ...(scaling && { scaling }),
    ...(seqLen && { seqLen }),
    ...more,
  });
}

const scalar = (x) => ({ data: [x], shape: [] });

const config = {
  run(pe, { params }) {
    const found = huggingFace(pe, params, params.seq_len);
    return {
      inv_freq: { data: found.inverseFrequency },
      attention_scaling: scalar(found.attentionFactor),
    };
  },
};

/** Rows `[T, P]` with every row twice over: `[T, 2P]`. */
function doubled({ data, shape: [rows, pairs] }) {
  const out = new Float64Array(2 * data.length);
  for (let t = 0; t < rows; t += 1) {
    const row = data.subarray(t * pairs, (t + 1) * pairs);
    out.set(row, 2 * t * pairs);
    out.set(row, (2 * t + 1) * pairs);
  }
  return { data: out, shape: [rows, 2 * pairs] };
}

/** Tables of `positions`, doubled. */
function doubledTables(pe, frequencies, positions, shape) {
  const { cos, sin } = pe.rotary.tables({ frequencies, positions });
  const as = (table) => ({ ...doubled(table), ...(shape && { shape }) });
  return { cos: as(cos), sin: as(sin) };
}

/** Positions given as a list or as a batch of one. */
const flat = (positions) => positions.flat();

const mscale = (pe, factor, k, headDim) =>
  pe.rotary.attentionScale({ factor, mscale: k, headDim });

export default {
  "hf.default": config,
  "hf.linear": config,
  "hf.dynamic": config,
  "hf.yarn": config,
  "hf.longrope": config,
  "hf.llama3": config,
  "hf.proportional": config,
  "hf.forward_cos_sin": {
    run(pe, { params, outputs }) {
      const positions = flat(params.position_ids);
      const found = huggingFace(pe, params, Math.max(...positions) + 1);
      return {
        ...doubledTables(pe, found, positions, outputs.cos.shape),
        attention_scaling: scalar(found.attentionFactor),
      };
    },
  },
  "hf.dynamic_stateful": {
    // The state is the caller's: the longest length since the last reset.
    run(pe, { params, outputs }) {
      const { rope_theta: base, factor, head_dim: headDim } = params;
      const originalMaxSeqLen = params.max_position_embeddings;
      let longest = originalMaxSeqLen;
      const rows = params.call_sequence_lengths.flatMap((seqLen) => {
        if (seqLen > longest) longest = seqLen;
        else if (seqLen < originalMaxSeqLen) longest = originalMaxSeqLen;
        const { inverseFrequency } = pe.rotary.frequencies({
          headDim,
          base,
          seqLen: longest,
          scaling: { type: "dynamic", factor, originalMaxSeqLen },
        });
        return [...inverseFrequency];
      });
      const { shape } = outputs.inv_freq_after_call;
      return { inv_freq_after_call: { data: rows, shape } };
    },
  },
  "hf.deepseek.yarn_get_mscale": {
    run(pe, { params: { scale, mscale: k, qk_head_dim: width } }) {
      // Nothing below 1 differs from 1.
      const found = mscale(pe, Math.max(scale, 1), k, width);
      return {
        mscale: scalar(found.mscale),
        softmax_scale: scalar(found.softmaxScale),
      };
    },
  },
  "deepseek_v3.precompute_freqs_cis": {
    run(pe, { params }) {
      const { original_seq_len: originalMaxSeqLen, rope_factor: factor } =
        params;
      const frequencies = pe.rotary.frequencies({
        headDim: params.qk_rope_head_dim,
        base: params.rope_theta,
        ...(params.max_seq_len > originalMaxSeqLen && {
          scaling: {
            type: "yarn",
            factor,
            originalMaxSeqLen,
            betaFast: params.beta_fast,
            betaSlow: params.beta_slow,
            attentionFactor: 1,
          },
        }),
      });
      const positions = params.rows;
      const { cos, sin } = pe.rotary.tables({ frequencies, positions });
      return { cos, sin, inv_freq: { data: frequencies.inverseFrequency } };
    },
  },
  "gpt_oss.concentration_and_inv_freq": {
    run(pe, { params }) {
      const { scaling_factor: factor } = params;
      const found = pe.rotary.frequencies({
        headDim: params.head_dim,
        base: params.base,
        // The implementation scales only to extend the context.
        ...(factor > 1 && {
          scaling: {
            type: "yarn",
            factor,
            originalMaxSeqLen: params.initial_context_length,
            betaFast: params.ntk_beta,
            betaSlow: params.ntk_alpha,
            truncate: false,
          },
        }),
      });
      return {
        concentration: scalar(found.attentionFactor),
        inv_freq: { data: found.inverseFrequency },
      };
    },
  },
  "jquesnelle.yarn": {
    run(pe, { params }) {
      const found = pe.rotary.frequencies({
        headDim: params.dim,
        base: params.base ?? 10000,
        scaling: {
          type: "yarn",
          factor: params.scale ?? 1,
          originalMaxSeqLen: params.original_max_position_embeddings ?? 2048,
          betaFast: params.beta_fast ?? 32,
          betaSlow: params.beta_slow ?? 1,
          attentionMultiplier: params.attn_factor ?? 1,
          extrapolationFactor: params.extrapolation_factor ?? 1,
        },
      });
      return {
        inv_freq: { data: found.inverseFrequency },
        mscale: scalar(found.attentionFactor),
      };
    },
  },
  "jquesnelle.ntk_aware": {
    run: (pe, { params }) => ({
      inv_freq: {
        data: pe.rotary.frequencies({
          headDim: params.dim,
          base: params.base ?? 10000,
          scaling: { type: "ntk", factor: params.alpha ?? 1 },
        }).inverseFrequency,
      },
    }),
  },
  "jquesnelle.part_ntk": {
    run: (pe, { params }) => ({
      inv_freq: {
        data: pe.rotary.frequencies({
          headDim: params.dim,
          base: params.base ?? 10000,
          scaling: {
            type: "ntkByParts",
            factor: params.scale ?? 1,
            originalMaxSeqLen: params.original_max_position_embeddings ?? 2048,
            ntkFactor: params.ntk_factor ?? 1,
            extrapolationFactor: params.extrapolation_factor ?? 1,
          },
        }).inverseFrequency,
      },
    }),
  },
  "jquesnelle.dynamic": {
    run(pe, { params }) {
      const {
        dim: headDim,
        base = 10000,
        seq_len: seqLen,
        ntk = false,
      } = params;
      const originalMaxSeqLen = params.max_position_embeddings ?? 2048;
      const found = pe.rotary.frequencies({
        headDim,
        base,
        seqLen,
        scaling: ntk
          ? { type: "dynamic", factor: Number(ntk), originalMaxSeqLen }
          : { type: "dynamicLinear", originalMaxSeqLen },
      });
      // Without ntk the implementation scales the positions instead.
      const shown = ntk ? found : pe.rotary.frequencies({ headDim, base });
      return {
        ...doubledTables(pe, found, params.rows),
        inv_freq: { data: shown.inverseFrequency },
      };
    },
  },
  "microsoft.LongRoPE": {
    run(pe, { params, outputs }) {
      const { magnitude_scaling_policy: policy = "su" } = params;
      const rescale = params.rescale_factors;
      const found = pe.rotary.frequencies({
        headDim: params.dim,
        base: params.base ?? 10000,
        scaling: {
          type: "longrope",
          shortFactor: rescale,
          longFactor: rescale,
          originalMaxSeqLen: params.original_max_position_embeddings ?? 4096,
          maxSeqLen: params.max_position_embeddings ?? 4096,
          ...(["su", "yarn"].includes(policy)
            ? { magnitude: policy }
            : { attentionFactor: Number(policy) }),
        },
      });
      return {
        ...doubledTables(
          pe,
          found,
          flat(params.position_ids),
          outputs.cos.shape,
        ),
        inv_freq: { data: found.inverseFrequency },
        mscale: scalar(found.attentionFactor),
      };
    },
  },
};
