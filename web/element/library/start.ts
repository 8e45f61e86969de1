// How the widgets of the site start the library: from a file of its own, which
// the browser compiles while it arrives, and a quarter smaller than inlined.
import type { Posenc } from "posenc";
import { start as startInstance } from "posenc/parts";
import url from "posenc/posenc.wasm?url";
import { atOnce } from "./at-once.ts";

export const start = async (): Promise<Posenc> =>
  atOnce(await startInstance({ url }));

/** Where the instance is kept: not for other bundles, which have other parts. */
const kept = {};
export const home = (): object => kept;
