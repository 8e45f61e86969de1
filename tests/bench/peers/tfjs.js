/** TensorFlow.js, its wasm backend: SIMD, one thread. */
import {
  getThreadsCount,
  setWasmPaths,
  version_wasm,
} from "@tensorflow/tfjs-backend-wasm";
import * as tf from "@tensorflow/tfjs-core";
import { noise, threads } from "../data.js";

/** @param folder where its .wasm is fetched from */
export async function loadTfjs(folder) {
  setWasmPaths(folder);
  tf.env().set("WASM_HAS_MULTITHREAD_SUPPORT", false);
  await tf.setBackend("wasm");
  await tf.ready();
  const hasSimd = await tf.env().getAsync("WASM_HAS_SIMD_SUPPORT");
  const hasThreads = tf.env().getBool("WASM_HAS_MULTITHREAD_SUPPORT");
  return {
    version: version_wasm,
    details: [
      "wasm",
      hasSimd ? "fixed-width SIMD" : "no SIMD",
      threads(hasThreads ? getThreadsCount() : 1),
    ],
    /** A contender of a product of square matrices. */
    product(side) {
      const x = { data: noise(side * side), shape: [side, side] };
      return this.contender([x, x], (tf, a, b) => tf.matMul(a, b));
    },
    /**
     * A contender that computes `graph` of tensors made of `inputs` and reads
     * the result.
     */
    contender(inputs, graph) {
      const tensors = inputs.map(({ data, shape }) => tf.tensor(data, shape));
      let result;
      return {
        run() {
          const tensor = tf.tidy(() => graph(tf, ...tensors));
          result = tensor.dataSync();
          tensor.dispose();
        },
        output: () => result,
        close: () => tf.dispose(tensors),
      };
    },
  };
}
