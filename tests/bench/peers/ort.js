/** onnxruntime-web, its wasm backend on one thread. */
import * as ort from "onnxruntime-web/wasm";
import { noise, threads } from "../data.js";
import { model, node } from "./onnx.js";

/** @param folder where its .wasm is fetched from; Node finds it itself */
export async function loadOrt(folder) {
  ort.env.wasm.numThreads = 1;
  ort.env.logLevel = "error";
  if (folder) ort.env.wasm.wasmPaths = folder;
  return {
    version: ort.env.versions.web,
    // Read off when it runs: what the environment asks for may not be there.
    get details() {
      const { numThreads, simd } = ort.env.wasm;
      const kind = simd === "relaxed" ? "relaxed SIMD" : "fixed-width SIMD";
      return ["wasm", simd === false ? "no SIMD" : kind, threads(numThreads)];
    },
    /** A contender of a product of square matrices. */
    product(side) {
      const shape = [side, side];
      const x = { data: noise(side * side), shape };
      const names = ["a", "b"].map((name) => [name, shape]);
      const graph = [node("MatMul", ["a", "b"], ["out"])];
      const it = model(graph, names, [["out", shape]]);
      return this.contender(it, { a: x, b: x }, "out");
    },
    /**
     * A contender that runs `model` on `inputs`.
     *
     * @param inputs name → { data, shape }
     * @param output name of the result
     */
    async contender(model, inputs, output) {
      const session = await ort.InferenceSession.create(model, {
        executionProviders: ["wasm"],
      });
      const feeds = Object.fromEntries(
        Object.entries(inputs).map(([name, { data, shape }]) => [
          name,
          new ort.Tensor("float32", data, shape),
        ]),
      );
      let result;
      return {
        async run() {
          result = await session.run(feeds);
        },
        output: () => result[output].data,
        close: () => session.release(),
      };
    },
  };
}
