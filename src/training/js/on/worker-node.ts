// `posenc-training/worker` in Node.

import { inNode } from "posenc/internal/node";
import { compileOwn } from "../inline.js";
import { connecting } from "../worker/pool.js";

/** As in ../training-worker.ts. */
export const connect = /* @__PURE__ */ connecting(
  /* @__PURE__ */ inNode(
    new URL("./thread-node.js", import.meta.url),
    compileOwn,
  ),
);
