// Paints a matrix, one canvas pixel per cell; CSS does the scaling.

/** Lowest and highest value of a colour map; what lies outside is clamped. */
export type Domain = readonly [number, number];

/**
 * Colours values by a table of 256 pixels.
 *
 * The bin of v is ⌊255 (v − low)/(high − low) + ½⌋. Not a number counts as the
 * lowest value.
 *
 * @param pixels - output, at least as long as `values`
 */
export function paintPixels(
  pixels: Uint32Array,
  values: Float32Array,
  table: Uint32Array,
  [low, high]: Domain,
): void {
  const scale = 255 / (high - low);
  const shift = 0.5 - low * scale;
  const count = values.length;
  for (let k = 0; k < count; k += 1) {
    const bin = ((values[k] as number) * scale + shift) | 0;
    pixels[k] = table[bin < 0 ? 0 : bin > 255 ? 255 : bin] as number;
  }
}

/** Row and column of a cell. */
export interface Cell {
  readonly row: number;
  readonly column: number;
}

/**
 * The cell under a pointer, clamped to the matrix. By the ratio of rectangles,
 * because `offsetX` is wrong under CSS zoom.
 */
export function cellAt(
  point: { readonly clientX: number; readonly clientY: number },
  box: DOMRectReadOnly,
  rows: number,
  columns: number,
): Cell {
  const pick = (at: number, size: number, count: number): number =>
    Math.min(count - 1, Math.max(0, Math.floor((at / (size || 1)) * count)));
  return {
    row: pick(point.clientY - box.top, box.height, rows),
    column: pick(point.clientX - box.left, box.width, columns),
  };
}

/** A canvas that shows one matrix. */
export class Heatmap {
  readonly #canvas: HTMLCanvasElement;
  readonly #context: CanvasRenderingContext2D;
  #image: ImageData | undefined;
  /** Pixels of the largest matrix so far, so that a change of size is cheap. */
  #pixels = new Uint32Array(0);

  constructor(canvas: HTMLCanvasElement) {
    const context = canvas.getContext("2d", { alpha: false });
    if (context === null) throw new Error("no 2-D canvas in this browser");
    this.#canvas = canvas;
    this.#context = context;
  }

  /**
   * Shows a row-major matrix.
   *
   * @param values - rows × columns numbers
   * @param table - a colour map of 256 pixels
   */
  paint(
    values: Float32Array,
    rows: number,
    columns: number,
    table: Uint32Array,
    domain: Domain,
  ): void {
    const count = rows * columns;
    let image = this.#image;
    if (image?.width !== columns || image.height !== rows) {
      // Every setting makes the browser allocate the canvas anew.
      if (this.#canvas.width !== columns) this.#canvas.width = columns;
      if (this.#canvas.height !== rows) this.#canvas.height = rows;
      if (this.#pixels.length < count) this.#pixels = new Uint32Array(count);
      const bytes = new Uint8ClampedArray(this.#pixels.buffer, 0, 4 * count);
      image = new ImageData(bytes, columns, rows);
      this.#image = image;
    }
    paintPixels(this.#pixels, values, table, domain);
    this.#context.putImageData(image, 0, 0);
  }
}
