// `posenc` in Node, which inflates at once: its streams alone take 20 ms to load.
import { Buffer } from "node:buffer";
import { inflateSync } from "node:zlib";
import { deflatedBase64 } from "../generated/wasm-inline.js";
import { once, orFused } from "../own.js";
import { initFrom, loadFrom } from "../start.js";

export * from "../calls.js";

const own = /* @__PURE__ */ orFused(
  /* @__PURE__ */ once(async () =>
    WebAssembly.compile(
      // Its memory is never shared, which the types do not know.
      inflateSync(Buffer.from(deflatedBase64, "base64")) as BufferSource,
    ),
  ),
  () => import("../fused.js"),
);

/** As in ../index.ts. */
export const init = /* @__PURE__ */ initFrom(own);
/** As in ../index.ts. */
export const load = /* @__PURE__ */ loadFrom(own);
