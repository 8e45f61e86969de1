/** TensorFlow.js, its wasm backend: SIMD, one thread. */
import { setWasmPaths, version_wasm } from "@tensorflow/tfjs-backend-wasm";
import * as tf from "@tensorflow/tfjs-core";

/** @param folder where its .wasm is fetched from */
export async function loadTfjs(folder) {
  setWasmPaths(folder);
  tf.env().set("WASM_HAS_MULTITHREAD_SUPPORT", false);
  await tf.setBackend("wasm");
  await tf.ready();
  return {
    version: version_wasm,
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
