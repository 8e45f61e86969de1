// How widgets start the library in other people's pages: inlined, so that no
// second file has to be found.
import { load, type Posenc } from "posenc";

export const start = (): Promise<Posenc> => load();
