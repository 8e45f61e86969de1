// What a page of the site has at once besides what every figure needs.
import type { Posenc } from "posenc";
import {
  type Runtime,
  sinusoidalAnalysis,
  tableAnalysis,
  termAnalysis,
  transformerLayers,
} from "posenc/parts";
import { inParts, offer } from "./parts.ts";

/** The library around one instance, as a page of the site begins with it. */
export function atOnce(runtime: Runtime): Posenc {
  offer("analysis", sinusoidalAnalysis);
  offer("analysis", tableAnalysis);
  offer("analysis", () => termAnalysis);
  offer("transformer", transformerLayers);
  return inParts(runtime);
}
