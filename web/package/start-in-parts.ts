// How modules of single widgets start the library: with the parts that they
// call, and a module that they have inside, so that a strict policy has no
// request to allow. Half the module is enough until a part comes that needs all.
import type { Posenc } from "posenc";
import { start as startInstance } from "posenc/parts";
import { inParts, moduleForParts } from "../element/library/parts.ts";

export async function start(): Promise<Posenc> {
  const source =
    moduleForParts() ?? (await import("posenc/inline-tables")).tablesBytes;
  return inParts(
    await startInstance({ bytes: (await source()) as ArrayBuffer }),
  );
}

const half = {};
const whole = {};

/** Where the instance is kept: not for other bundles, which have other parts. */
export const home = (): object => (moduleForParts() ? whole : half);
