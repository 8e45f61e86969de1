// The half of the module that makes and measures tables, as text.
import { deflatedBase64 } from "./generated/wasm-tables-inline.js";
import { inlineBytes } from "./inline.js";

export const tablesBytes = (): Promise<BufferSource> =>
  inlineBytes(deflatedBase64);
