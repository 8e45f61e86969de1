// `posenc` in Cloudflare Workers, which compile no bytes: their bundler makes a
// module of the import.
import module from "../posenc.wasm";
import { sharing } from "../shared.js";

/** As in ../index.ts. */
export const load = /* @__PURE__ */ sharing(async () => module);
