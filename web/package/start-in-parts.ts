// How modules of single widgets start the library: with the parts that they
// call, and the slices of the module that these call, which they have inside, so
// that a strict policy has no request to allow. Each part brings this along.
import type { Posenc } from "posenc";
import { type Sliced, startSliced } from "posenc/slices";
import { deflatedBase64 as base } from "posenc/slices/base.js";
import { inParts, slices } from "../element/library/parts.ts";
import type { Library } from "./starter.ts";

interface Running {
  readonly module: Sliced;
  readonly pe: Posenc;
}

/** One for all figures, whatever comes with later ones. */
let running: Promise<Running> | undefined;
const added = new Map<string, Promise<void>>();

async function startBase(): Promise<Running> {
  const module = await startSliced(base);
  return { module, pe: inParts(module.runtime) };
}

/** What has failed is tried again when it is asked for again. */
async function start(): Promise<Posenc> {
  running ??= startBase().catch((error: unknown) => {
    running = undefined;
    throw error;
  });
  const { module, pe } = await running;
  for (const slice of slices) {
    if (added.has(slice)) continue;
    const adding = module.add(slice).catch((error: unknown) => {
      added.delete(slice);
      throw error;
    });
    added.set(slice, adding);
  }
  await Promise.all(added.values());
  return pe;
}

let kept: object = {};
let count = 0;

/** Where the instance is kept: anew when more is needed of it. */
function home(): object {
  if (slices.size > count) {
    count = slices.size;
    kept = {};
  }
  return kept;
}

export const library: Library = { start, home };
