/**
 * softmax(q·kᵀ/√D + bias)·v in other libraries, from the inputs of the shared
 * case. They want the heads first, and the scale in the queries.
 */
import { swapped, transposed } from "../data.js";
import { attribute, model, node } from "../peers/onnx.js";

function onnxGraph(q, k, v, bias) {
  return model(
    [
      node("MatMul", ["q", "k"], ["product"]),
      node("Add", ["product", "bias"], ["scores"]),
      node("Softmax", ["scores"], ["weights"], [attribute("axis", 3)]),
      node("MatMul", ["weights", "v"], ["out"]),
    ],
    Object.entries({ q, k, v, bias }).map(([name, x]) => [name, x.shape]),
    [["out", q.shape]],
  );
}

/**
 * @param inputs q, k, v [1, T, H, D] and bias [1, H, T, T]
 * @param {Partial<Record<"ort" | "tfjs" | "torch", any>>} env the peers that are there
 * @returns name → maker of a contender
 */
export function attentionPeers({ q, k, v, bias }, { ort, tfjs, torch }) {
  const [, positions, heads, width] = q.shape;
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
    ...(ort && {
      async "onnxruntime-web"() {
        const inputs = { q: qh, k: transposed(kh), v: vh, bias };
        const graph = onnxGraph(inputs.q, inputs.k, inputs.v, bias);
        return back(await ort.contender(graph, inputs, "out"));
      },
    }),
    ...(tfjs && {
      "tfjs-wasm": () =>
        back(
          tfjs.contender([qh, kh, vh, bias], (tf, a, b, c, d) =>
            tf.matMul(tf.softmax(tf.add(tf.matMul(a, b, false, true), d)), c),
          ),
        ),
    }),
    ...(torch && {
      PyTorch: () =>
        torch.contender(`
q, k, v = (torch.randn(1, ${heads}, ${positions}, ${width}) for _ in range(3))
bias = torch.randn(1, ${heads}, ${positions}, ${positions})
scale = ${width} ** -0.5
run = lambda: torch.softmax(q @ k.transpose(-1, -2) * scale + bias, -1) @ v
`),
    }),
  };
}
