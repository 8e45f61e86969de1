// How the site starts the library: from a file of its own, which the browser
// compiles while it arrives, and a quarter smaller than inlined.
import { init } from "posenc";
import url from "posenc/posenc.wasm?url";

export const start = (): Promise<void> => init({ url });
