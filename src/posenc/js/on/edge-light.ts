// `posenc` in edge runtimes (Next.js, Vercel), which compile no bytes: their
// bundlers make a module of an import that ends in "?module".
import module from "../posenc.wasm?module";
import { initFrom, loadFrom } from "../start.js";

export * from "../calls.js";

/** As in ../index.ts. */
export const init = /* @__PURE__ */ initFrom(async () => module);
/** As in ../index.ts. */
export const load = /* @__PURE__ */ loadFrom(async () => module);
