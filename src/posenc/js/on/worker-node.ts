// `posenc/worker` in Node.
import { compileOwn } from "../worker/inline.js";
import { connecting } from "../worker/pool.js";
import { inNode } from "./threads-node.js";

/** As in ../worker.ts. */
export const connect = /* @__PURE__ */ connecting(
  /* @__PURE__ */ inNode(
    new URL("./worker-thread-node.js", import.meta.url),
    compileOwn,
  ),
);
