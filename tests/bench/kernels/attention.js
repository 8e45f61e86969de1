import { noise, swapped, transposed } from "../data.js";
import { attribute, model, node } from "../peers/onnx.js";

const flops = (heads, queries, keys, width) =>
  4 * heads * queries * keys * width;

/** softmax(q·kᵀ/√D + bias)·v in plain JavaScript, head by head. */
function plain(q, k, v, bias) {
  const [, positions, heads, width] = q.shape;
  const out = new Float32Array(q.data.length);
  const scores = new Float32Array(positions);
  const scale = 1 / Math.sqrt(width);
  const row = heads * width;
  return {
    output: () => out,
    run() {
      for (let h = 0; h < heads; h += 1) {
        for (let i = 0; i < positions; i += 1) {
          const at = i * row + h * width;
          const first = (h * positions + i) * positions;
          let top = Number.NEGATIVE_INFINITY;
          for (let j = 0; j < positions; j += 1) {
            const key = j * row + h * width;
            let sum = 0;
            for (let d = 0; d < width; d += 1) {
              sum += q.data[at + d] * k.data[key + d];
            }
            scores[j] = sum * scale + bias.data[first + j];
            if (scores[j] > top) top = scores[j];
          }
          let total = 0;
          for (let j = 0; j < positions; j += 1) {
            scores[j] = Math.exp(scores[j] - top);
            total += scores[j];
          }
          for (let d = 0; d < width; d += 1) {
            let sum = 0;
            for (let j = 0; j < positions; j += 1) {
              sum += scores[j] * v.data[j * row + h * width + d];
            }
            out[at + d] = sum / total;
          }
        }
      }
    },
  };
}

function ours(pe, options) {
  let result;
  return {
    run() {
      result = pe.attention(options);
    },
    output: () => result.output.data,
  };
}

const torchAttention = (heads, positions, width) => `
q, k, v = (torch.randn(1, ${heads}, ${positions}, ${width}) for _ in range(3))
bias = torch.randn(1, ${heads}, ${positions}, ${positions})
scale = ${width} ** -0.5
run = lambda: torch.softmax(q @ k.transpose(-1, -2) * scale + bias, -1) @ v
`;

/** The same bias for everyone: a matrix [H, T, T] that is added. */
function additive(heads, positions, width) {
  const shape = [1, positions, heads, width];
  const [q, k, v] = [1, 2, 3].map((seed) => noise(shape, seed));
  const bias = noise([1, heads, positions, positions], 4);
  // Peers want the heads first, and the scale in the queries.
  const scaled = {
    data: q.data.map((x) => x / Math.sqrt(width)),
    shape: q.shape,
  };
  const [qh, kh, vh] = [scaled, k, v].map(swapped);
  const back = (contender) => ({
    ...contender,
    output: () => swapped({ data: contender.output(), shape: qh.shape }).data,
  });
  return {
    kernel: "attention, additive bias",
    shape: `${heads} heads × ${positions} × ${width}`,
    flops: flops(heads, positions, positions, width),
    tolerance: 1e-5,
    posenc: ({ pe }) => ours(pe, { q, k, v, mask: bias }),
    peers: {
      "plain JS": () => plain(q, k, v, bias),
      "onnxruntime-web": async ({ ort }) => {
        const scores = [1, heads, positions, positions];
        const graph = model(
          [
            node("MatMul", ["q", "k"], ["product"]),
            node("Add", ["product", "bias"], ["scores"]),
            node("Softmax", ["scores"], ["weights"], [attribute("axis", 3)]),
            node("MatMul", ["weights", "v"], ["out"]),
          ],
          [
            ["q", qh.shape],
            ["k", [1, heads, width, positions]],
            ["v", vh.shape],
            ["bias", scores],
          ],
          [["out", qh.shape]],
        );
        const inputs = { q: qh, k: transposed(kh), v: vh, bias };
        return back(await ort.contender(graph, inputs, "out"));
      },
      "tfjs-wasm": ({ tfjs }) =>
        back(
          tfjs.contender([qh, kh, vh, bias], (tf, a, b, c, d) =>
            tf.matMul(tf.softmax(tf.add(tf.matMul(a, b, false, true), d)), c),
          ),
        ),
    },
    torch: torchAttention(heads, positions, width),
  };
}

/** Against attention without positions, in the same run. */
function scheme(name, heads, positions, width, options) {
  const [q, k, v] = [1, 2, 3].map((seed) =>
    noise([1, positions, heads, width], seed),
  );
  const { position, ...rest } = options;
  return {
    kernel: `attention, ${name}`,
    shape: `${heads} heads × ${positions} × ${width}`,
    flops: flops(heads, positions, positions, width) / (rest.causal ? 2 : 1),
    posenc: ({ pe }) => ours(pe, { q, k, v, ...options }),
    peers: position
      ? { "no position": ({ pe }) => ours(pe, { q, k, v, ...rest }) }
      : {},
  };
}

export default [
  additive(8, 512, 64),
  additive(8, 128, 64),
  scheme("no position", 8, 512, 64, {}),
  scheme("rotary", 8, 512, 64, { position: { type: "rotary" } }),
  scheme("ALiBi", 8, 512, 64, {
    position: { type: "alibi", symmetric: true },
  }),
  scheme("T5", 8, 512, 64, {
    position: { type: "t5", table: noise([32, 8], 5) },
  }),
  scheme("causal", 8, 512, 64, { causal: true }),
  scheme("causal ALiBi", 8, 512, 64, {
    causal: true,
    position: { type: "alibi" },
  }),
  scheme("causal ALiBi", 8, 8192, 64, {
    causal: true,
    position: { type: "alibi" },
  }),
];
