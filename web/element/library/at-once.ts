// What a page of the site has at once: what nearly all figures need.
import type { Posenc } from "posenc";
import {
  embedding,
  type Runtime,
  sinusoidalAnalysis,
  tableAnalysis,
  termAnalysis,
  transformerLayers,
} from "posenc/parts";
import { inParts, offer } from "./parts.ts";

/** The library around one instance, as a page of the site begins with it. */
export function atOnce(runtime: Runtime): Posenc {
  offer("embedding", embedding);
  offer("analysis", sinusoidalAnalysis);
  offer("analysis", tableAnalysis);
  offer("analysis", () => termAnalysis);
  offer("transformer", transformerLayers);
  return inParts(runtime);
}
