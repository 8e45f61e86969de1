// Pictures for links to a page: its own thumbnail in lists of chapters, and as
// 1200 × 630 pixels on other sites; a table, cell by cell, where it has none.
import * as pe from "posenc";
import { colorMap, type MapName } from "../../widgets/plots/color.ts";
import { paintPixels } from "../../widgets/plots/pixels.ts";
import { pngFile } from "../../widgets/plots/png.ts";
import { thumbnailSvg } from "../../widgets/thumbnail.ts";
import type { Page, Picture } from "../page.ts";

export const WIDTH = 1200;
const HEIGHT = 630;

/** What pages show that name no picture of their own. */
const usual = (): Picture => {
  const { data } = pe.sinusoidal({ seqLen: 63, dModel: 120 });
  return { values: data, rows: 63, columns: 120 };
};

/** Where the picture of a page lies; as SVG, where it has a thumbnail. */
export const socialName = (path: string, type: "png" | "svg" = "png"): string =>
  `social/${path.replace(/\/$/, "").replace(/\//g, "-") || "home"}.${type}`;

/** The thumbnail of a page in a list beside its name. */
export const thumbnailImage = (root: string, path: string): string =>
  `<img class="thumbnail" src="${root}${socialName(path, "svg")}" width="120" height="63" alt="" loading="lazy">`;

/** Thumbnails of all pages that have one, by name of the file. */
export async function thumbnailFiles(
  pages: readonly Page[],
): Promise<ReadonlyMap<string, string>> {
  const files = new Map<string, string>();
  for (const { path, thumbnail } of pages) {
    if (!thumbnail) continue;
    files.set(socialName(path, "svg"), await thumbnailSvg(thumbnail));
  }
  return files;
}

/**
 * The picture of a page as a PNG file.
 *
 * @param thumbnail - its thumbnail in that size, if it has one
 */
export function socialPicture(
  page: Page,
  thumbnail?: Uint8Array | undefined,
): Uint8Array {
  if (thumbnail !== undefined) return thumbnail;
  const picture = (page.picture ?? usual)();
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
