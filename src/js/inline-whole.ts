// The module as text.
import { deflatedBase64 } from "./generated/wasm-inline.js";
import { inlineBytes } from "./inline.js";

export const wholeBytes = (): Promise<BufferSource> =>
  inlineBytes(deflatedBase64);
