// The library as the kit asks for it: there once a figure has brought a part of it.
// A figure that calls nothing of it brings none, and does not ask.
import type { Posenc } from "posenc";

/** How it starts, and where its instance is kept. */
export interface Library {
  start(): Promise<Posenc>;
  home(): object;
}

let library: Library | undefined;

/** @param found - the same, whichever part brings it */
export function provide(found: Library): void {
  library = found;
}

export async function start(): Promise<Posenc> {
  if (library === undefined) throw new Error("nothing has brought the library");
  return library.start();
}

const nowhere = {};
export const home = (): object => library?.home() ?? nowhere;
