// Thumbnails in the size that other sites show, by a library that only the build
// loads.
import { Resvg } from "@resvg/resvg-js";
import { WIDTH } from "./social.ts";

/** A thumbnail as large as other sites show it. It has no words, so no fonts. */
export function enlarged(svg: string): Uint8Array {
  const drawn = new Resvg(svg, {
    fitTo: { mode: "width", value: WIDTH },
    imageRendering: 1, // hard edges of cells
    font: { loadSystemFonts: false },
  }).render();
  return drawn.asPng();
}
