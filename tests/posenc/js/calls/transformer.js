// Arguments of pe.transformer.

const model = (d) => ({
  layers: d.int(1, 2),
  dModel: 4,
  numHeads: d.pick([1, 2]),
  dFeedForward: d.int(1, 8),
  vocabularySize: 7,
  ...d.some({
    norm: () => d.pick(["pre", "post"]),
    activation: () => d.pick(["relu", "gelu", "geluTanh"]),
    position: () =>
      d.pick([
        { type: "sinusoidal" },
        { type: "learned", maxLen: 9 },
        { type: "alibi" },
        { type: "none" },
      ]),
    seed: () => d.int(0, 9),
    softcap: () => d.real(0.5, 50),
    temperature: () => ({ type: "log", length: d.int(2, 9) }),
  }),
});

/** A layer of a plan for each layer of a decoder. */
const planned = (numHeads) =>
  [{ type: "rotary" }, { type: "none" }].map((position) => ({
    kind: "attention",
    layerType: "full_attention",
    numHeads,
    numKeyValueHeads: numHeads,
    headDim: 4 / numHeads,
    position,
    scale: 1,
    causal: true,
  }));

const text = (d) => d.integers(d.int(1, 5), 0, 6);

/** Everything that a model does, and its end. */
export function useModel(made, d) {
  try {
    const found = [made.forward(text(d), { logits: true }), made.weights];
    if (made.start) {
      const decoding = made.start();
      for (const token of text(d)) found.push(decoding.step(token));
    }
    return found;
  } finally {
    made.dispose();
  }
}

export const TRANSFORMER = {
  "transformer.encoder": (d) => [model(d)],
  "transformer.decoder": (d) => {
    const drawn = { ...model(d), crossAttention: false };
    if (d.bool()) return [drawn];
    const { position: _, softcap, temperature, ...own } = drawn;
    return [{ ...own, layers: 2, layer: planned(own.numHeads) }];
  },
  "transformer.linear": (d) => {
    const [width, out] = [d.int(1, 9), d.int(1, 9)];
    const bias = d.bool() ? [d.tensor(out)] : [];
    return [d.tensor(d.int(1, 9), width), d.tensor(out, width), ...bias];
  },
  "transformer.layerNorm": (d) => {
    const width = d.int(1, 9);
    const vector = () => d.tensor(width);
    return [
      d.tensor(d.int(1, 9), width),
      d.some({ gain: vector, bias: vector, epsilon: () => d.real(1e-9, 1) }),
    ];
  },
};
