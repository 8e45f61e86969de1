// `posenc/training/worker` in Node.
import { availableParallelism } from "node:os";
import { Worker } from "node:worker_threads";
import { compileInline } from "../training/inline.js";
import { connecting } from "../training/worker/pool.js";

/** As in ../training-worker.ts. */
export const connect = /* @__PURE__ */ connecting({
  cores: availableParallelism(),
  compile: compileInline,
  open(url, listener) {
    const file = new URL(url ?? "./training-thread-node.js", import.meta.url);
    const worker = new Worker(file);
    worker.on("message", (answer) => listener.answer(answer));
    // never taken: what threads of ours send can be read
    worker.on("messageerror", () => listener.gone("a message cannot be read"));
    worker.on("error", (error) => listener.gone(error.message));
    worker.on("exit", (code) => listener.gone(`its exit code is ${code}`));
    return {
      post: (order, transfer = []) => worker.postMessage(order, transfer),
      end: () => void worker.terminate(),
      hold: (isBusy) => (isBusy ? worker.ref() : worker.unref()),
    };
  },
});
