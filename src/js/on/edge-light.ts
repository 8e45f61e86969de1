// `posenc` in edge runtimes (Next.js, Vercel), which compile no bytes: their
// bundlers make a module of an import that ends in "?module".
import module from "../posenc.wasm?module";
import { sharing } from "../shared.js";

/** As in ../index.ts. */
export const load = /* @__PURE__ */ sharing(async () => module);
