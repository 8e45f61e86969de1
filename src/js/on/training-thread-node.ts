// The thread of posenc/training/worker in Node.
import { parentPort } from "node:worker_threads";
import { serve } from "../training/worker/serve.js";

serve({
  post: (answer, transfer) => parentPort?.postMessage(answer, transfer),
  listen: (take) => parentPort?.on("message", take),
});
