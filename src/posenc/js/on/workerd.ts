// `posenc` in Cloudflare Workers, which compile no bytes: their bundler makes a
// module of the import.
import module from "../posenc.wasm";
import { initFrom, loadFrom } from "../start.js";

export * from "../calls.js";

/** As in ../index.ts. */
export const init = /* @__PURE__ */ initFrom(async () => module);
/** As in ../index.ts. */
export const load = /* @__PURE__ */ loadFrom(async () => module);
