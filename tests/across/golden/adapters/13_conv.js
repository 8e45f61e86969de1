import { tensor } from "../compare.js";

export default {
  peg2d: {
    run: (pe, { params: { H, W, stride = 1 }, inputs }) => ({
      y: pe.embedding.convolutional2d(tensor(inputs.x), {
        shape: [H, W],
        depthwise: tensor(inputs.weight),
        ...(inputs.bias && { bias: tensor(inputs.bias) }),
        stride,
      }),
    }),
  },
  peg1d: {
    run: (pe, { inputs }) => ({
      y: pe.embedding.convolutional(tensor(inputs.x), {
        depthwise: tensor(inputs.weight),
        ...(inputs.bias && { bias: tensor(inputs.bias) }),
        residual: true,
      }),
    }),
  },
  "wav2vec2.pos_conv": {
    run(pe, { params: { groups }, inputs }) {
      const v = tensor(inputs.weight_v);
      const gain = tensor(inputs.weight_g);
      return {
        effective_weight: pe.embedding.weightNorm(v, gain),
        y: pe.embedding.convolutionalGrouped(tensor(inputs.x), {
          weight: v,
          gain,
          groups,
          ...(inputs.bias && { bias: tensor(inputs.bias) }),
        }),
      };
    },
  },
};
