import { inlineBytes } from "../inline.js";
import { type Own, orFused } from "../own.js";

/** Compiles a module of the package; the plain one is inside it, in a script. */
export const compileOwn: Own = /* @__PURE__ */ orFused(
  async () => {
    const { deflatedBase64 } = await import("../generated/wasm-inline.js");
    return WebAssembly.compile(await inlineBytes(deflatedBase64));
  },
  () => import("../fused.js"),
);
