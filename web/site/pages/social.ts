// Pictures for links to a page on other sites: a table of its figure, cell by
// cell, 1200 × 630 pixels.
import type { Posenc } from "posenc";
import { colorMap, type MapName } from "../../plots/color.ts";
import { paintPixels } from "../../plots/pixels.ts";
import { pngFile } from "../../plots/png.ts";
import type { Page, Picture } from "../page.ts";

const WIDTH = 1200;
const HEIGHT = 630;

/** What pages show that name no picture of their own. */
const usual = (pe: Posenc): Picture => {
  const { data } = pe.embedding.sinusoidal({ seqLen: 63, dModel: 120 });
  return { values: data, rows: 63, columns: 120 };
};

/** Where the picture of a page lies. */
export const socialName = (path: string): string =>
  `social/${path.replace(/\/$/, "").replace(/\//g, "-") || "home"}.png`;

/** The picture of a page as a PNG file. */
export function socialPicture(page: Page, pe: Posenc): Uint8Array {
  const picture = (page.picture ?? usual)(pe);
  const { values, rows, columns, range = [-1, 1] } = picture;
  if (values.length !== rows * columns) {
    throw new Error(
      `picture of ~/${page.path}: ${values.length} values for ${rows} × ${columns} cells`,
    );
  }
  const cells = new Uint32Array(values.length);
  const map: MapName = range[0] < 0 ? "diverging" : "sequential";
  paintPixels(cells, values, colorMap(map, "light"), range);
  const pixels = new Uint32Array(WIDTH * HEIGHT);
  for (let y = 0; y < HEIGHT; y += 1) {
    const row = Math.floor((y * rows) / HEIGHT) * columns;
    for (let x = 0; x < WIDTH; x += 1) {
      const column = Math.floor((x * columns) / WIDTH);
      pixels[y * WIDTH + x] = cells[row + column] as number;
    }
  }
  return pngFile(pixels, WIDTH, HEIGHT);
}
