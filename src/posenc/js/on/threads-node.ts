// Threads of Node.
import { availableParallelism } from "node:os";
import { parentPort, Worker } from "node:worker_threads";
import type { Channel } from "../threads/channel.js";
import type { Host } from "../threads/host.js";

/**
 * As many threads as Node would use itself.
 *
 * @param own - the package's own file of the thread
 */
export const inNode = (own: URL, compile: Host["compile"]): Host => ({
  cores: availableParallelism(),
  hasThreads: true,
  compile,
  open(url, listener) {
    // A program that is given as text has a thread's file read as such, too.
    const isText = process.execArgv.some((it) => it.startsWith("--input-type"));
    const worker = new Worker(
      url === undefined ? own : new URL(url),
      isText ? { execArgv: [] } : {},
    );
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

/** The channel of a thread in Node. */
export const channelOfPort = <Order>(): Channel<Order> => ({
  post: (answer, transfer) => parentPort?.postMessage(answer, transfer),
  listen: (take) => parentPort?.on("message", take),
});
