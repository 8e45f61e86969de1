import { AS_MODULE, inBrowser } from "../../threads/web-worker.js";
import { compileInline } from "../inline.js";
import { connecting } from "./pool.js";

/**
 * `connect` of posenc/training/worker where the address of the thread's file is
 * always given: bundlers find no file here to take along.
 */
export const connectByUrl = /* @__PURE__ */ connecting(
  /* @__PURE__ */ inBrowser(
    (url) => new Worker(url as string, AS_MODULE),
    compileInline,
  ),
);
