// How the file with all widgets starts the library: inlined, so that no second
// file has to be found.
import { load, type Posenc } from "posenc";

export const start = (): Promise<Posenc> => load();

/** One instance for a page, even when two such files of a version meet there. */
export const home = (): object => globalThis;
