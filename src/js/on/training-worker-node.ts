// `posenc/training/worker` in Node.
import { compileInline } from "../training/inline.js";
import { connecting } from "../training/worker/pool.js";
import { inNode } from "./threads-node.js";

/** As in ../training-worker.ts. */
export const connect = /* @__PURE__ */ connecting(
  /* @__PURE__ */ inNode(
    new URL("./training-thread-node.js", import.meta.url),
    compileInline,
  ),
);
