// How the widgets of the site start the library: from a file of its own, which
// the browser compiles while it arrives, and a quarter smaller than inlined.
import type { Posenc } from "posenc";
import { init } from "posenc/core";
import url from "posenc/posenc.wasm?url";

export const start = (): Promise<Posenc> => init({ url });
