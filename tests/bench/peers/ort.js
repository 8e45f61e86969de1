/** onnxruntime-web, its wasm backend on one thread. */
import * as ort from "onnxruntime-web/wasm";

/** @param folder where its .wasm is fetched from; Node finds it itself */
export async function loadOrt(folder) {
  ort.env.wasm.numThreads = 1;
  ort.env.logLevel = "error";
  if (folder) ort.env.wasm.wasmPaths = folder;
  return {
    version: ort.env.versions.web,
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
