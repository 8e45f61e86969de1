// Paints a matrix, one canvas pixel per cell; CSS does the scaling.
import { type Domain, PixelPainter } from "./pixels.ts";
import { hasScreen } from "./screen.ts";

/** Next size of a canvas that has to grow: room for more growth. */
const roomFor = (size: number): number => 2 ** Math.ceil(Math.log2(size));

/**
 * A canvas that shows one matrix.
 *
 * A canvas that changes its size is allocated anew, which takes longer than
 * painting it. So it only ever grows; the matrix fills its upper left part and
 * that part fills the element around the canvas, which must cut off the rest
 * (`overflow: hidden`).
 */
export class Heatmap {
  readonly #canvas: HTMLCanvasElement;
  /** None where nothing is shown. */
  readonly #context: CanvasRenderingContext2D | undefined;
  #image: ImageData | undefined;
  /** Pixels of the largest matrix so far. */
  #pixels = new Uint32Array(0);
  readonly #painter = new PixelPainter();

  constructor(canvas: HTMLCanvasElement) {
    this.#canvas = canvas;
    if (!hasScreen()) return;
    const context = canvas.getContext("2d", { alpha: false });
    if (context === null) throw new Error("no 2-D canvas in this browser");
    this.#context = context;
    // Where nothing is painted yet, what is opaque is black.
    canvas.width = 0;
  }

  /**
   * Shows a row-major matrix.
   *
   * @param values - rows × columns numbers
   * @param table - a colour map of 256 pixels
   * @param wide - pixels that a cell takes across
   * @param high - and down
   */
  paint(
    values: Float32Array,
    rows: number,
    columns: number,
    table: Uint32Array,
    domain: Domain,
    wide = 1,
    high = 1,
  ): void {
    if (this.#context === undefined) return;
    const width = columns * wide;
    let image = this.#image;
    if (image?.width !== width || image.height !== rows * high) {
      image = this.#resize(rows * high, width);
      this.#image = image;
    }
    const pixels = this.#pixels;
    this.#painter.paint(pixels, values, table, domain);
    if (wide * high > 1) {
      // From the end on: no cell comes to stand where one is still to be read.
      for (let row = rows - 1; row >= 0; row -= 1) {
        const [from, to] = [row * columns, row * high * width];
        for (let x = width - 1; x >= 0; x -= 1) {
          pixels[to + x] = pixels[from + Math.floor(x / wide)] as number;
        }
        for (let k = 1; k < high; k += 1) {
          pixels.copyWithin(to + k * width, to, to + width);
        }
      }
    }
    this.#context.putImageData(image, 0, 0);
  }

  /** The matrix alone, on a canvas of its size. */
  snapshot(): HTMLCanvasElement {
    const canvas = document.createElement("canvas");
    if (this.#image) {
      canvas.width = this.#image.width;
      canvas.height = this.#image.height;
      canvas.getContext("2d")?.putImageData(this.#image, 0, 0);
    }
    return canvas;
  }

  #resize(rows: number, columns: number): ImageData {
    const canvas = this.#canvas;
    const count = rows * columns;
    if (this.#image === undefined) {
      canvas.width = columns;
      canvas.height = rows;
    }
    if (canvas.width < columns) canvas.width = roomFor(columns);
    if (canvas.height < rows) canvas.height = roomFor(rows);
    canvas.style.width = `${(100 * canvas.width) / columns}%`;
    canvas.style.height = `${(100 * canvas.height) / rows}%`;
    if (this.#pixels.length < count) {
      this.#pixels = new Uint32Array(roomFor(count));
    }
    const bytes = new Uint8ClampedArray(this.#pixels.buffer, 0, 4 * count);
    return new ImageData(bytes, columns, rows);
  }
}
